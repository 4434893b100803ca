"""Formulas that run on as a sentence: stretches of arithmetic as MathML between words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from dtref.show.book.typeset.formulas import CLOSING, NoFormula, mathml_of
from dtref.show.book.typeset.tokens import Token, TokenKind, tokens

_STOPS = frozenset((",", ";", ".", ":"))


def running(formula: str, words: Callable[[str], str]) -> str:
    """
    A formula as HTML; words: how text between is set.

    >>> running("k / n of two", str)
    '<math><mfrac><mi>k</mi><mi>n</mi></mfrac></math> of two'
    """
    return "".join(_stretch(formula_part, found, words) for formula_part, found in _stretches(formula)).strip()


def _stretch(text: str, found: Sequence[Token], words: Callable[[str], str]) -> str:
    if found:
        try:
            return f"<math>{mathml_of(found)}</math>" + " " * found[-1].followed
        except NoFormula:
            pass
    return words(text)


def _stretches(formula: str) -> Iterator[tuple[str, Sequence[Token]]]:
    """The text in parts, those of arithmetic with their tokens."""
    found = tokens(formula)
    places = _places(formula, found)
    start = 0
    while start < len(found):
        end, math = _end(found, start)
        yield formula[places[start] : places[end] if end < len(found) else len(formula)], found[start:end] if math else ()
        start = end


def _places(formula: str, found: Sequence[Token]) -> list[int]:
    """Where each token stands in the text."""
    places: list[int] = []
    at = 0
    for one in found:
        at = formula.index(one.text, at)
        places.append(at)
        at += len(one.text)
    return places


def _end(found: Sequence[Token], start: int) -> tuple[int, bool]:
    """Where the stretch that starts here ends, and whether it is arithmetic."""
    i = start
    while i < len(found) and (after := _step(found, i)) > i:
        i = after
    if i > start and any(one.kind in {TokenKind.WORD, TokenKind.NUMBER} for one in found[start:i]):
        return i, True
    return max(i, start + 1), False


def _step(found: Sequence[Token], i: int) -> int:
    """Past a token of arithmetic, or past a whole bracket of it; nowhere at a word of a sentence."""
    one = found[i]
    if one.kind is TokenKind.OPEN:
        end = _closed(found, i)
        inside = found[i:end]
        called = i > 0 and not one.spaced and found[i - 1].kind is TokenKind.WORD
        texts = sum(part.kind is TokenKind.TEXT for part in inside)
        return end if texts == 0 or (called and texts < 2) or (i > 0 and found[i - 1].text == "_") else i
    if one.kind in {TokenKind.TEXT, TokenKind.CLOSE}:
        return i
    if one.text in _STOPS:
        dot = one.text == "." and ((not one.spaced and not one.followed) or (one.spaced and one.followed and 0 < i < len(found) - 1))
        return i + 1 if dot else i
    return i + 1


def _closed(found: Sequence[Token], i: int) -> int:
    """Just after the bracket that closes the one here; here where none does."""
    open_ = 0
    for j in range(i, len(found)):
        open_ += (found[j].text in CLOSING) - (found[j].text in CLOSING.values())
        if open_ == 0:
            return j + 1
    return i


def first_sentence(formula: str) -> tuple[str, str]:
    """
    A formula, and what is said about it afterwards.

    >>> first_sentence("Phi(x) = 0.5. At least 0.")
    ('Phi(x) = 0.5', 'At least 0.')
    """
    head, _, rest = re.sub(r"(?<!\.)\. (?=\(?[A-Z])", "\0", formula, count=1).partition("\0")
    return head.removesuffix("."), rest
