"""What records quote of their documents: formulas in LaTeX as the book's own, which are set as MathML."""

from __future__ import annotations

import re

from dtref.show.book.typeset.formulas import NoFormula, mathml_of
from dtref.show.book.typeset.letters import GREEK
from dtref.show.book.typeset.tokens import tokens
from dtref.show.page.as_html import html

_SIGNS = {
    **{name: name for name in (*GREEK, "sum", "max", "min", "in")},
    "leq": "<=", "le": "<=", "geq": ">=", "ge": ">=", "times": "×", "cdot": "·", "pm": "±", "sim": "~", "cong": "≅", "mid": "|", "to": "→",
    "infty": "∞", "int": "∫", "lim": "lim", "log": "log", "Delta": "Δ", "langle": "⟨", "rangle": "⟩", "left": "", "right": "",
}  # fmt: skip
_IN_A_LINE = 40
"""The most characters of a formula that a phone has room for: it can't be broken, as words can."""
_ABOVE = {"hat": "\N{COMBINING CIRCUMFLEX ACCENT}", "overline": "\N{COMBINING MACRON}"}
_ARGUMENT = r"\{([^{}]*)\}"


def quote_html(printed: str) -> str:
    """
    A quote as HTML: a formula of LaTeX is set, or written plainly where it can't be read as one; all else stands as it is.

    >>> quote_html(r"\\frac{TP}{P}"), quote_html(r"\\text{Error rate} \\leq 1, \\text{say}"), quote_html("x > t")
    ('<q><math><mfrac><mi>TP</mi><mi>P</mi></mfrac></math></q>', '<q>Error rate ≤ 1, say</q>', '<q>x &gt; t</q>')
    """
    if not re.search(r"\\[a-zA-Z{]", printed):
        return f"<q>{html(printed)}</q>"
    plain = plain_formula(printed)
    letters = re.sub(r"(?<![A-Za-z])(" + "|".join(GREEK) + r")(?![A-Za-z])", lambda name: GREEK[name[1]], plain)
    in_words = f"<q>{html(letters.replace('<=', '≤').replace('>=', '≥'))}</q>"
    words = len(plain) > _IN_A_LINE or re.search(r"[A-Za-z]{2,} [A-Za-z]{2,}|…", plain)
    try:
        return in_words if words else f"<q><math>{mathml_of(tokens(plain))}</math></q>"
    except NoFormula:
        return in_words


def plain_formula(latex: str) -> str:
    """
    LaTeX as formulas are written in docstrings; a command that isn't known loses its backslash.

    >>> plain_formula(r"\\frac{a + d}{N} \\times \\sqrt{\\sigma^2}"), plain_formula(r"\\sum_{j=1}^n p_j^{2}")
    ('(a + d)/N × sqrt(sigma^2)', 'sum_{j=1}^n p_j^{2}')
    """
    text = latex.replace("$", "").replace(r"\,", " ").replace("\\ ", " ").replace(r"\{", "{").replace(r"\}", "}")
    text = re.sub(r"\\log_2", "log2", text)
    before = ""
    while before != text:  # from the inside out
        before = text
        text = re.sub(r"\\(?:text|textit|mathbf|underline)" + _ARGUMENT, r"\1", text)
        text = re.sub(r"\\(hat|overline)" + _ARGUMENT, lambda found: _letter(found[2]) + _ABOVE[found[1]], text)
        text = re.sub(r"\\frac" + _ARGUMENT + _ARGUMENT, lambda found: f"{_in_parentheses(found[1])}/{_in_parentheses(found[2])}", text)
        text = re.sub(r"\\sqrt" + _ARGUMENT, r"sqrt(\1)", text)
        text = re.sub(r"([_^])\{(\w+)\}(?=\})", r"\1\2", text)  # a short index within braces, which would keep these from being read
    text = re.sub(r"\\([a-zA-Z]+)", lambda found: _SIGNS.get(found[1], found[1]), text)
    return re.sub(r" +", " ", text.replace("\\", "")).strip()


def _letter(name: str) -> str:
    return GREEK.get(name.lstrip("\\"), name)


def _in_parentheses(part: str) -> str:
    return part if re.fullmatch(r"\w+|\|[^|]*\|", part) else f"({part})"
