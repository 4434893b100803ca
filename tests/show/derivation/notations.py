"""Formulas read back from text, from LaTeX and from MathML, by SymPy's parser: by other code than wrote them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import sympy
from sympy.parsing.sympy_parser import auto_number, auto_symbol, parse_expr

NAMES = {"log2": lambda x: sympy.log(x, 2), "max": sympy.Max, "min": sympy.Min, "abs": sympy.Abs, "sqrt": sympy.sqrt}


WORDS = {
    r"\left|": "abs(",
    r"\right|": ")",
    r"\left(": "(",
    r"\right)": ")",
    r"\cdot": "*",
    r"\log_2": "log2",
    r"\max": "max",
    r"\min": "min",
}
"""What LaTeX's words mean."""


def of_text(shown: str) -> sympy.Expr:
    """The value of a formula with the numbers put in, from text."""
    plain = re.sub(r"\|([^|]*)\|", r"abs(\1)", shown).replace("^", "**")
    return parse_expr(plain, local_dict=dict(NAMES), transformations=(auto_symbol, auto_number))


def of_latex(shown: str) -> sympy.Expr:
    """The same from LaTeX, its lines joined: a line after the first begins with its sign."""
    for of_lines in (r"\begin{aligned}&", r" \\&{}", r"\end{aligned}"):
        shown = shown.replace(of_lines, "")
    return of_text(_latex(shown))


def _latex(s: str) -> str:
    out, i = "", 0
    while i < len(s):
        if s.startswith(r"\frac", i):
            ((top, i),) = [_braced(s, i + 5)]
            bottom, i = _braced(s, i)
            out += f"(({_latex(top)})/({_latex(bottom)}))"
        elif s.startswith(r"\sqrt", i):
            under, i = _braced(s, i + 5)
            out += f"sqrt({_latex(under)})"
        elif s[i] == "^":
            exponent, i = _braced(s, i + 1)
            out += f"**({exponent})"
        else:
            word = next((w for w in WORDS if s.startswith(w, i)), s[i])
            out, i = out + WORDS.get(word, word), i + len(word)
    return out


def _braced(s: str, i: int) -> tuple[str, int]:
    """What stands between braces, and where it ends."""
    assert s[i] == "{"
    depth = 0
    for j in range(i, len(s)):
        depth += {"{": 1, "}": -1}.get(s[j], 0)
        if depth == 0:
            return s[i + 1 : j], j + 1
    raise AssertionError(s)


def of_mathml(shown: str) -> sympy.Expr:
    """The same from MathML: a fraction, a power and a root hold together by how they stand, a row does not."""
    return of_text("".join(_mathml(ElementTree.fromstring(f"<math>{shown}</math>"))))


def _mathml(e: ElementTree.Element) -> Iterator[str]:
    parts = ["".join(_mathml(child)) for child in e]
    match e.tag:
        case "mfrac":
            yield f"(({parts[0]})/({parts[1]}))"
        case "msup":
            yield f"{parts[0]}**({parts[1]})" if e[0].tag != "mfrac" else "a power of a bare fraction"
        case "msqrt":
            yield f"sqrt({''.join(parts)})"
        case "msub":
            yield "log2" if parts == ["log", "2"] else "_".join(parts)
        case "mrow" if e[0].tag == "mo" and e[0].text == "|":
            yield f"abs({''.join(parts[1:-1])})"
        case "mrow" | "math" | "mtable" | "mtr" | "mtd":  # a sum in lines is one sum
            yield from parts
        case _:
            yield {"·": "*", "−": "-"}.get(e.text or "", e.text or "")
