"""Formulas that run on as a sentence: stretches of arithmetic as MathML between words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from dtref.show.book.typeset.formulas import CLOSING, NoFormula, mathml_of
from dtref.show.book.typeset.tokens import Token, TokenKind, tokens

_STOPS = frozenset((",", ";", ".", ":"))


def running(formula: str, words: Callable[[str], str]) -> str:
    """
    A formula as HTML. words: typesets the text between.

    >>> running("k / n of two", str)
    '<math><mfrac><mi>k</mi><mi>n</mi></mfrac></math> of two'
    """
    return "".join(_stretch(part, stretch, words) for part, stretch in _stretches(formula)).strip()


def _stretch(text: str, formula: Sequence[Token], words: Callable[[str], str]) -> str:
    if formula:
        try:
            return f"<math>{mathml_of(formula)}</math>" + " " * formula[-1].followed
        except NoFormula:
            pass
    return words(text)


def _stretches(formula: str) -> Iterator[tuple[str, Sequence[Token]]]:
    """The text in parts, those of arithmetic with their tokens."""
    pieces = tokens(formula)
    places = _places(formula, pieces)
    start = 0
    while start < len(pieces):
        end, math = _end(pieces, start)
        yield formula[places[start] : places[end] if end < len(pieces) else len(formula)], pieces[start:end] if math else ()
        start = end


def _places(formula: str, pieces: Sequence[Token]) -> list[int]:
    """The position of each token in the text."""
    places: list[int] = []
    at = 0
    for piece in pieces:
        at = formula.index(piece.text, at)
        places.append(at)
        at += len(piece.text)
    return places


def _end(pieces: Sequence[Token], start: int) -> tuple[int, bool]:
    """The end of the stretch that starts here, and whether it is arithmetic."""
    i = start
    while i < len(pieces) and (after := _step(pieces, i)) > i:
        i = after
    if i > start and any(piece.kind in {TokenKind.WORD, TokenKind.NUMBER} for piece in pieces[start:i]):
        return i, True
    return max(i, start + 1), False


def _step(pieces: Sequence[Token], i: int) -> int:
    """The position after a token of arithmetic, or after a bracket of it; at a word of a sentence, its own position."""
    piece = pieces[i]
    if piece.kind is TokenKind.OPEN:
        end = _closed(pieces, i)
        inside = pieces[i:end]
        called = i > 0 and not piece.spaced and pieces[i - 1].kind is TokenKind.WORD
        texts = sum(part.kind is TokenKind.TEXT for part in inside)
        return end if texts == 0 or (called and texts < 2) or (i > 0 and pieces[i - 1].text == "_") else i
    if piece.kind in {TokenKind.TEXT, TokenKind.CLOSE}:
        return i
    if piece.text in _STOPS:
        dot = piece.text == "." and (
            (not piece.spaced and not piece.followed) or (piece.spaced and piece.followed and 0 < i < len(pieces) - 1)
        )
        return i + 1 if dot else i
    return i + 1


def _closed(pieces: Sequence[Token], i: int) -> int:
    """The position after the bracket that closes the one here; the same position where none does."""
    open_ = 0
    for j in range(i, len(pieces)):
        open_ += (pieces[j].text in CLOSING) - (pieces[j].text in CLOSING.values())
        if open_ == 0:
            return j + 1
    return i


def first_sentence(formula: str) -> tuple[str, str]:
    """
    A formula, and the sentences after it.

    >>> first_sentence("Phi(x) = 0.5. At least 0.")
    ('Phi(x) = 0.5', 'At least 0.')
    """
    head, _, rest = re.sub(r"(?<!\.)\. (?=\(?[A-Z])", "\0", formula, count=1).partition("\0")
    return head.removesuffix("."), rest
