"""Notation as plain text, as LaTeX and as MathML, which browsers show without a script."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import escape
from typing import assert_never

from dtref.exact.decimals import decimal
from dtref.exact.number import Exact
from dtref.exact.number_text import marked, number_list, short_exact
from dtref.show.derivation.notation import FunctionCall, InputNumber, Letter, Notation, Power, Product, Quotient, Sum, is_rational

ADDED, MULTIPLIED, RAISED, ALONE = range(4)
"""The strengths with which an operation binds its parts."""


def formula_text(n: Notation, digits: int) -> str:
    """
    Plain text on one line. digits: how many after the point of a number that is not rational.

    >>> formula_text(Quotient(Letter("TP"), Sum(((False, Letter("TP")), (True, Letter("FN"))))), 3)
    'TP / (TP - FN)'
    """
    match n:
        case Letter():
            return n.text
        case InputNumber():
            return known_text(n.value, digits)
        case Sum():
            return _sum(n, lambda part, held: _bracketed(part, held, digits))
        case Product():
            return " * ".join(_bracketed(factor, MULTIPLIED, digits) for factor in n.factors)
        case Quotient():
            top, bottom = _bracketed(n.top, MULTIPLIED, digits), _bracketed(n.bottom, RAISED, digits)
            return f"{top} / {bottom}" if " " in top + bottom or "/" in top + bottom else f"{top}/{bottom}"
        case Power():
            exponent = n.exponent if isinstance(n.exponent, int) else f"({n.exponent})"
            return f"{_bracketed(n.base, ALONE, digits)}^{exponent}"
        case FunctionCall("abs"):
            return f"|{formula_text(n.parts[0], digits)}|"
        case FunctionCall():
            return f"{n.name}({number_list(formula_text(part, digits) for part in n.parts)})"
        case _:
            assert_never(n)


def latex(n: Notation, digits: int) -> str:
    r"""
    LaTeX for mathematics mode.

    >>> from fractions import Fraction
    >>> latex(Quotient(Letter("n_1"), Sum(((False, Letter("n_1")), (True, InputNumber(Fraction(1, 2)))))), 3)
    '\\frac{n_{1}}{n_{1} - \\frac{1}{2}}'
    """
    match n:
        case Letter():
            return _latex_letter(n.text)
        case InputNumber():
            return _latex_known(n.value, digits)
        case Sum():
            return _latex_sum(n, digits)
        case Product():
            return r" \cdot ".join(_fenced(factor, MULTIPLIED, digits) for factor in n.factors)
        case Quotient():
            return rf"\frac{{{latex(n.top, digits)}}}{{{latex(n.bottom, digits)}}}"
        case Power():
            return f"{_fenced(n.base, ALONE, digits, fraction=True)}^{{{n.exponent}}}"
        case FunctionCall("abs"):
            return rf"\left|{latex(n.parts[0], digits)}\right|"
        case FunctionCall("sqrt"):
            return rf"\sqrt{{{latex(n.parts[0], digits)}}}"
        case FunctionCall():
            name = r"\log_2" if n.name == "log2" else "\\" + n.name
            return rf"{name}\left({number_list(latex(part, digits) for part in n.parts)}\right)"
        case _:
            assert_never(n)


def mathml(n: Notation, digits: int) -> str:
    """
    The content of a `math` element.

    >>> from fractions import Fraction
    >>> mathml(Quotient(Letter("TP"), InputNumber(Fraction(3))), 3)
    '<mfrac><mi>TP</mi><mn>3</mn></mfrac>'
    """
    match n:
        case Letter():
            return _mathml_letter(n.text)
        case InputNumber():
            return _mathml_known(n.value, digits)
        case Sum():
            return f"<mrow>{_mathml_sum(n, digits)}</mrow>"
        case Product():
            return "<mrow>" + "<mo>·</mo>".join(_rowed(factor, MULTIPLIED, digits) for factor in n.factors) + "</mrow>"
        case Quotient():
            return f"<mfrac>{mathml(n.top, digits)}{mathml(n.bottom, digits)}</mfrac>"
        case Power():
            return f"<msup>{_rowed(n.base, ALONE, digits, fraction=True)}<mn>{n.exponent}</mn></msup>"
        case FunctionCall("abs"):
            return f"<mrow><mo>|</mo>{mathml(n.parts[0], digits)}<mo>|</mo></mrow>"
        case FunctionCall("sqrt"):
            return f"<msqrt>{mathml(n.parts[0], digits)}</msqrt>"
        case FunctionCall():
            name = "<msub><mi>log</mi><mn>2</mn></msub>" if n.name == "log2" else f"<mi>{n.name}</mi>"
            parts = f"<mo>{number_list(('', '')).strip()}</mo>".join(mathml(part, digits) for part in n.parts)
            return f"<mrow>{name}<mo>(</mo>{parts}<mo>)</mo></mrow>"
        case _:
            assert_never(n)


def known_text(value: Exact, digits: int) -> str:
    """
    A number that is put in: a rational one as it is, if that is short, another rounded.

    >>> from dtref.exact.logs import log2_of
    >>> from fractions import Fraction
    >>> known_text(Fraction(5, 18), 3), known_text(log2_of(3), 3)
    ('5/18', '1.585')
    """
    return (short_exact(value) if is_rational(value) else "") or marked(decimal(value, digits))


def is_rounded(n: Notation) -> bool:
    """
    Whether a number in it is shown rounded.

    >>> from dtref.exact.logs import log2_of
    >>> from fractions import Fraction
    >>> is_rounded(Product((InputNumber(Fraction(2)), InputNumber(log2_of(3))))), is_rounded(Letter("x"))
    (True, False)
    """
    return (isinstance(n, InputNumber) and not (is_rational(n.value) and short_exact(n.value))) or any(map(is_rounded, _inner(n)))


def _inner(n: Notation) -> tuple[Notation, ...]:
    match n:
        case Sum():
            return tuple(part for _, part in n.terms)
        case Product():
            return n.factors
        case Quotient():
            return n.top, n.bottom
        case Power():
            return (n.base,)
        case FunctionCall():
            return n.parts
        case _:
            return ()


def _binding(n: Notation, digits: int) -> int:
    """The strength with which the outermost operation binds its parts, written on one line."""
    match n:
        case Sum():
            return ADDED
        case InputNumber():
            number = known_text(n.value, digits)
            return ADDED if number.startswith("-") else MULTIPLIED if "/" in number else ALONE
        case Product() | Quotient():
            return MULTIPLIED
        case Power():
            return RAISED
        case _:
            return ALONE


def _sum(n: Sum, typeset: Callable[[Notation, int], str]) -> str:
    """Terms with their signs; a later or subtracted term goes into brackets where it must."""
    first, *others = n.terms
    start = f"-{typeset(first[1], MULTIPLIED)}" if first[0] else typeset(first[1], ADDED)
    return start + "".join(f" {'-' if minus else '+'} {typeset(part, MULTIPLIED)}" for minus, part in others)


LINE = 48
"""The most characters of a sum on one line in LaTeX and HTML; a longer one is broken before its signs."""


def _lines(n: Sum, digits: int) -> list[Sum]:
    """A sum as the sums of its lines."""
    lines: list[list[tuple[bool, Notation]]] = [[]]
    width = 0
    for term in n.terms:
        size = _breadth(term[1], digits) + 3
        if lines[-1] and width + size > LINE:
            lines.append([])
            width = 0
        lines[-1].append(term)
        width += size
    return [Sum(tuple(line)) for line in lines]


def _latex_sum(n: Sum, digits: int) -> str:
    r"""
    A sum as LaTeX, broken into lines where it has no room on one, wherever it stands.

    >>> print(_latex_sum(Sum(tuple((False, InputNumber(10**20)) for _ in range(4))), 3))
    \begin{aligned}&100000000000000000000 + 100000000000000000000 \\&{} + 100000000000000000000 + 100000000000000000000\end{aligned}
    """
    lines = _lines(n, digits)
    first, *others = (_sum(line, lambda part, held: _fenced(part, held, digits)) for line in lines)
    if not others:
        return first
    signed = (f"{{}} {'' if line.terms[0][0] else '+ '}{text}" for line, text in zip(lines[1:], others, strict=True))
    return rf"\begin{{aligned}}&{first} \\&" + r" \\&".join(signed) + r"\end{aligned}"


def _breadth(n: Notation, digits: int) -> int:
    """About how many characters of a line LaTeX needs: of a fraction those of its longer part."""
    match n:
        case Quotient():
            return max(_breadth(n.top, digits), _breadth(n.bottom, digits))
        case Sum():
            return sum(_breadth(part, digits) + 3 for _, part in n.terms)
        case Product():
            return sum(_breadth(part, digits) + 3 for part in n.factors)
        case Power():
            return _breadth(n.base, digits) + 1
        case FunctionCall():
            return sum(_breadth(part, digits) + 2 for part in n.parts)
        case InputNumber():
            return max(map(len, known_text(n.value, digits).split("/")))
        case _:
            return len(formula_text(n, digits))


def _bracketed(n: Notation, held: int, digits: int) -> str:
    content = formula_text(n, digits)
    return content if _binding(n, digits) >= held else f"({content})"


def _fenced(n: Notation, held: int, digits: int, *, fraction: bool = False) -> str:
    """A part as LaTeX, in brackets where it must; a fraction needs them only below an exponent."""
    content = latex(n, digits)
    return content if _stands(n, held, digits, fraction) else rf"\left({content}\right)"


def _rowed(n: Notation, held: int, digits: int, *, fraction: bool = False) -> str:
    content = mathml(n, digits)
    return content if _stands(n, held, digits, fraction) else f"<mrow><mo>(</mo>{content}<mo>)</mo></mrow>"


def _stands(n: Notation, held: int, digits: int, fraction: bool) -> bool:
    binding = _binding(n, digits)
    return binding >= held or (not fraction and binding == MULTIPLIED and not isinstance(n, Product))


def _mathml_sum(n: Sum, digits: int) -> str:
    """A sum, broken into the rows of a table where it has no room on one line."""
    (minus, first), *others = n.terms
    start = f"<mo>−</mo>{_rowed(first, MULTIPLIED, digits)}" if minus else _rowed(first, ADDED, digits)
    lines = _lines(n, digits)
    if len(lines) == 1:
        return start + _signed(others, digits)
    rows = [start + _signed(lines[0].terms[1:], digits), *(_signed(line.terms, digits) for line in lines[1:])]
    return f"<mtable>{''.join(f'<mtr><mtd><mrow>{row}</mrow></mtd></mtr>' for row in rows)}</mtable>"


def _signed(terms: Iterable[tuple[bool, Notation]], digits: int) -> str:
    """Terms, each after its sign."""
    return "".join(f"<mo>{'−' if minus else '+'}</mo>{_rowed(part, MULTIPLIED, digits)}" for minus, part in terms)


def _latex_known(value: Exact, digits: int) -> str:
    top, slash, bottom = known_text(value, digits).partition("/")
    sign, top = ("-", top[1:]) if top.startswith("-") else ("", top)
    top = top.replace(",", "{,}")  # else LaTeX sets a comma as one between parts
    return f"{sign}\\frac{{{top}}}{{{bottom}}}" if slash else sign + top


def _mathml_known(value: Exact, digits: int) -> str:
    top, slash, bottom = known_text(value, digits).partition("/")
    sign, top = ("<mo>−</mo>", top[1:]) if top.startswith("-") else ("", top)
    number = f"<mfrac><mn>{top}</mn><mn>{bottom}</mn></mfrac>" if slash else f"<mn>{top}</mn>"
    return f"<mrow>{sign}{number}</mrow>" if sign else number


_SUBSCRIPT = re.compile(r"([^_()]+)_([^_()]+)")
_OF = re.compile(r"([^_()]+)\(([^()]+)\)")


def _latex_letter(letter: str) -> str:
    if parts := _SUBSCRIPT.fullmatch(letter):
        return f"{_latex_word(parts[1])}_{{{_latex_word(parts[2])}}}"
    if parts := _OF.fullmatch(letter):
        return rf"{_latex_word(parts[1])}({_latex_word(parts[2])})"
    return _latex_word(letter)


def _latex_word(word: str) -> str:
    if word in _WORDS:
        return _WORDS[word][0]
    if len(word) == 1 or re.fullmatch(r"\.?\d+", word):
        return word
    in_text = any(c in " \\~^<>|" for c in word)  # mathematics mode has no blanks, and no \textbar
    return rf"\{'text' if in_text else 'mathrm'}{{{latex_escape(word)}}}"


_WORDS = {
    "d-bar": (r"\bar{d}", "<mover><mi>d</mi><mo>¯</mo></mover>"),
    "p^": (r"\hat{p}", "<mover><mi>p</mi><mo>^</mo></mover>"),
    "mu^": (r"\hat{\mu}", "<mover><mi>μ</mi><mo>^</mo></mover>"),
    "s^2": ("s^2", "<msup><mi>s</mi><mn>2</mn></msup>"),
    "beta": (r"\beta", "<mi>β</mi>"),
    "Σy": (r"\Sigma y", "<mi>Σy</mi>"),
    "Σy²": (r"\Sigma y^2", "<mi>Σy²</mi>"),
}
"""Letters of the documents that docstrings write in words or with a sign after them, in LaTeX and in MathML."""


def latex_escape(plain: str) -> str:
    r"""
    Plain text for LaTeX's text mode.

    In LaTeX's default font encoding < > | " are other signs than they look, two hyphens are a dash, and ≈ is none.

    >>> print(latex_escape("50% of p_1 & {x} | y"), latex_escape("--a ≈ b…"))
    50\% of p\_1 \& \{x\} \textbar{} y -{}-a \ensuremath{\approx} b\ldots{}
    """
    special = {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\symbol{34}",
        "`": r"\textasciigrave{}",
        "…": r"\ldots{}",
        "≈": r"\ensuremath{\approx}",
    }
    escaped = "".join(special.get(c, f"\\{c}" if c in "#$%&_{}" else c) for c in plain)
    return escaped.replace("--", "-{}-").replace("''", "'{}'")


def _mathml_letter(letter: str) -> str:
    if parts := _SUBSCRIPT.fullmatch(letter):
        return f"<msub>{_mathml_word(parts[1])}{_mathml_word(parts[2])}</msub>"
    if parts := _OF.fullmatch(letter):
        return f"<mrow>{_mathml_word(parts[1])}<mo>(</mo>{_mathml_word(parts[2])}<mo>)</mo></mrow>"
    return _mathml_word(letter)


def _mathml_word(word: str) -> str:
    if word in _WORDS:
        return _WORDS[word][1]
    return f"<mn>{word}</mn>" if re.fullmatch(r"\.?\d+", word) else f"<mi>{escape(word)}</mi>"
