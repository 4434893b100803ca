"""The letters and signs of formulas as docstrings write them, in MathML."""

from __future__ import annotations

import re
from html import escape

GREEK = {
    "alpha": "α",
    "beta": "β",
    "delta": "δ",
    "epsilon": "ε",
    "lambda": "λ",
    "mu": "μ",
    "pi": "π",
    "sigma": "σ",
    "theta": "θ",
    "Phi": "Φ",
    "Sigma": "Σ",
}
FUNCTION_NAMES = frozenset(["log2", "ln", "sqrt", "exp", "cos", "sin", "erfc", "floor", "ceil", "med", "sign", "Pr", "Var"])
LARGE = {"sum": "∑", "prod": "∏", "min": "min", "max": "max", "argmin": "argmin", "argmax": "argmax"}
"""Operators that take an index below them, and stand before their operand."""

SIGNS = {
    "-": "−",
    "*": "·",
    "<=": "≤",
    ">=": "≥",
    "!=": "≠",
    "...": "…",
    "|": "∣",
    ".": "·",
    "'": "′",
    "×": "×",
    "in": "∈",
    "and": "and",
    "with": "with",
}
RELATION_SIGNS = frozenset(("=", "<", ">", "<=", ">=", "!=", "|", ":", ",", ";", "in"))

ACCENTS = {"^": "^", "~": "~"}


def letter(word: str) -> str:
    """
    A letter or a name as MathML, with its accent, prime or star.

    >>> letter("p^"), letter("theta*b"), letter("P'")
    ('<mover><mi>p</mi><mo>^</mo></mover>', '<msup><mi>θ</mi><mi>*b</mi></msup>', '<msup><mi>P</mi><mo>′</mo></msup>')
    """
    if parts := re.fullmatch(r"(.+?)(\*b?|'+)", word):
        return f"<msup>{letter(parts[1])}{_after(parts[2])}</msup>"
    if word[-1] in ACCENTS and len(word) > 1:
        return f"<mover>{letter(word[:-1])}<mo>{ACCENTS[word[-1]]}</mo></mover>"
    if word.endswith("-bar"):
        return f"<mover>{letter(word.removesuffix('-bar'))}<mo>¯</mo></mover>"
    if parts := re.fullmatch(r"([A-Za-z]+)(\d+)", word):
        return f"<msub>{letter(parts[1])}<mn>{parts[2]}</mn></msub>"
    return f"<mi>{escape(GREEK.get(word, word))}</mi>"


def _after(mark: str) -> str:
    return f"<mo>{'′' * len(mark)}</mo>" if "'" in mark else f"<mi>{mark}</mi>" if len(mark) > 1 else f"<mo>{mark}</mo>"


def operator_sign(text: str) -> str:
    """
    An operator as MathML.

    >>> operator_sign("<="), operator_sign("+")
    ('<mo>≤</mo>', '<mo>+</mo>')
    """
    return f"<mo>{escape(SIGNS.get(text, text))}</mo>"
