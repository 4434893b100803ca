"""Quotes and documents in one spelling, so that a quote can be looked for: TeX, Greek letters, fractions and signs are written plainly."""

from __future__ import annotations

import re

# fmt: off
SIGNS = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "θ": "theta", "μ": "mu", "σ": "sigma", "Σ": "sum", "∑": "sum",
    "χ": "chi", "Φ": "phi", "φ": "phi", "π": "pi", "∞": "infinity", "≤": "<=", "≥": ">=", "≠": "!=", "≡": "=", "∈": "in", "±": "+-",
    "×": "", "·": "", "–": "-", "−": "-", "—": "-", "→": "->", "“": "", "”": "", "’": "", "‘": "", "²": "2", "₁": "1", "₂": "2",
    # letters of another alphabet that OCR took for these
    "С": "c", "а": "a", "р": "p",
}
"""What stands for a sign in the one spelling."""

COMMANDS = {
    "leq": "<=", "le": "<=", "geq": ">=", "ge": ">=", "neq": "!=", "equiv": "=", "approx": "~", "sim": "~", "cong": "~", "dot": "",
    "pm": "+-", "infty": "infinity", "ll": "<<", "rightarrow": "->", "leftarrow": "<-", "mid": "|", "dots": "...", "neg": "-",
    "Sigma": "sum", "varepsilon": "epsilon", "subset": "subset of", "times": "", "cdot": "", "quad": "",
    **dict.fromkeys(("left", "right", "text", "textit", "mathbf", "hat", "bar", "overline", "widehat", "underline", "tt"), ""),
}
"""What stands for a command of TeX; another one is its own name."""
# fmt: on

DROPPED = re.compile(r"[\s(){}\[\]$_^*#&,:`\"'%▶►◆❑■]+")


def plain(text: str) -> str:
    """A text in the one spelling: lower case, fractions with a stroke, without blanks, brackets, markup and the accents of TeX."""
    text = re.sub(r"</?[a-z]+>", "", text)
    text = "".join(SIGNS.get(sign, sign) for sign in _strokes(text))
    text = re.sub(r"\\([A-Za-z]+)", lambda found: f" {COMMANDS.get(found[1], found[1])} ", text).replace("\\", "")
    return DROPPED.sub("", text.replace("-bar", "")).casefold()


def _strokes(text: str) -> str:
    r"""
    The text with a stroke between the two groups of each fraction.

    >>> _strokes(r"\frac{a}{\sqrt{b}} + \frac{\frac{1}{2}}{3}")
    '{a}/{\\sqrt{b}} + {{1}/{2}}/{3}'
    """
    while (at := text.rfind("\\frac")) >= 0:
        first = _end_of_group(text, at + len("\\frac"))
        text = text[:at] + text[at + len("\\frac") : first] + "/" + text[first:]
    return text


def _end_of_group(text: str, start: int) -> int:
    """The place behind the group in braces that begins at a place."""
    depth = 0
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at + 1
    return len(text)


def parts(quote: str) -> tuple[str, ...]:
    """The pieces of a quote, which … and ; part, each in the one spelling."""
    return tuple(piece for text in re.split(r"…|;", quote) if (piece := plain(text)))


def quoted(quote: str, text: str) -> bool:
    """Whether the pieces of a quote stand in a text (in the one spelling), one after another."""
    at = 0
    for piece in parts(quote):
        found = text.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return True
