"""
The tokens of formulas in docstrings; words of a sentence are told from letters of the formula.

A formula is written for people: `1 - max_j p(j|t), with 0 log2 0 = 0`. A word beside a sign of arithmetic, with an index, or of one
letter belongs to the formula; other words are text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, auto

from attrs import evolve, frozen

from dtref.show.book.typeset.letters import FUNCTION_NAMES, GREEK, LARGE


class TokenKind(Enum):
    """The kinds of token."""

    NUMBER = auto()
    WORD = auto()  # of a formula
    TEXT = auto()  # of a sentence
    SIGN = auto()
    OPEN = auto()
    CLOSE = auto()
    END = auto()


@frozen
class Token:
    """A piece of a formula; spaced: whether a space, or nothing, stands before it."""

    kind: TokenKind
    text: str
    spaced: bool
    followed: bool = True  # by a space, or by nothing


PATTERN = re.compile(
    r"(?P<space>\s+)|(?P<text>`[^`]+`|\"[^\"]*\"|(?![A-Za-z]-bar)[A-Za-z]+(?:-[A-Za-z]{2,})+(?!\w))|(?P<number>\d+(?:\.\d+)?)"
    r"|(?P<word>[A-Za-z]-bar\*?|[a-z]{4,}(?:_[a-z]{4,})+|[A-Za-zα-ωΑ-Ω]+\d*(?:\^(?![\w({-])|~|'+|\*b\b|\*(?=[\s),;]|$))?)"
    r"|(?P<sign>\*\*|<=|>=|!=|\.\.\.|[-+*/^_=<>|±!:.,;…'×−])|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<other>.)"
)
ARITHMETIC = frozenset(["+", "-", "*", "/", "**", "^", "=", "<", ">", "<=", ">=", "!=", "±", "−", "×"])
LITTLE = frozenset(
    ("the", "of", "is", "are", "or", "and", "for", "where", "with", "at", "as", "by", "in", "to", "which", "that", "than", "from")
)
_STOPS = frozenset([",", ";", ":", ".", "(", "=", "["])


def tokens(formula: str) -> list[Token]:
    """
    The tokens of a formula.

    >>> [(token.text, token.kind.name) for token in tokens("n_1 of two classes")]
    [('n', 'WORD'), ('_', 'SIGN'), ('1', 'NUMBER'), ('of', 'TEXT'), ('two', 'TEXT'), ('classes', 'TEXT')]
    """
    kinds = {
        "number": TokenKind.NUMBER,
        "word": TokenKind.WORD,
        "text": TokenKind.TEXT,
        "sign": TokenKind.SIGN,
        "open": TokenKind.OPEN,
        "close": TokenKind.CLOSE,
    }
    pieces: list[Token] = []
    spaced = True
    for match in PATTERN.finditer(formula):
        if match.lastgroup == "space":
            spaced = True
            if pieces:
                pieces[-1] = evolve(pieces[-1], followed=True)
            continue
        pieces.append(Token(kinds.get(match.lastgroup or "", TokenKind.TEXT), match[0], spaced, followed=match.end() == len(formula)))
        spaced = False
    # Then words, by their neighbours.
    return _named(_articles([_read(pieces, i) for i in range(len(pieces))]))


def _read(pieces: Sequence[Token], i: int) -> Token:
    """The token at i; a word that belongs to a sentence becomes text."""
    token = pieces[i]
    before, after = (pieces[j] if 0 <= j < len(pieces) else None for j in (i - 1, i + 1))
    if token.kind is not TokenKind.WORD or len(token.text.rstrip("'~^*")) == 1:
        return token
    # The signs that a word belongs to the formula: its own form, and its neighbours.
    name = token.text in FUNCTION_NAMES or token.text in LARGE or token.text.rstrip("^~'*b") in GREEK
    letters = re.search(r"\d|['~^*]|.[A-Z]|-bar", token.text) is not None
    tied = after is not None and not token.followed and after.text in {"_", "(", "'", "!"}
    index = before is not None and not token.spaced and before.text in {"_", "{", "|"}
    beside = any(other is not None and other.kind is TokenKind.SIGN and other.text in ARITHMETIC for other in (before, after))
    inside = after is not None and before is not None and before.text in {"(", "|"} and after.text in {")", "|"} and not before.spaced
    glued = before is not None and not token.spaced and before.kind is TokenKind.WORD
    if re.fullmatch(r"[a-z]{4,}s'", token.text) or (name and _spoken(token, before, after)):
        return evolve(token, kind=TokenKind.TEXT)
    return token if name or glued or letters or tied or index or beside or inside else evolve(token, kind=TokenKind.TEXT)


def _spoken(token: Token, before: Token | None, after: Token | None) -> bool:
    """Whether a name of a letter or a sign is a word of a sentence: the incomplete beta function; taken out of the sum; sum over all."""
    words = [other is not None and re.fullmatch(r"[a-z]{2,}|.*-.*", other.text) is not None for other in (before, after)]
    return all(words) or (token.text in LARGE and (words[1] or (words[0] and after is None)))


def _articles(pieces: list[Token]) -> list[Token]:
    """`a` before a word of a sentence is the article."""
    following = [*pieces[1:], None]
    articles = (
        token.text == "a" and after is not None and token.followed and after.kind is TokenKind.TEXT
        for token, after in zip(pieces, following, strict=True)
    )
    return [evolve(token, kind=TokenKind.TEXT) if article else token for token, article in zip(pieces, articles, strict=True)]


def _named(pieces: list[Token]) -> list[Token]:
    """A name of two words at the start of a clause is one name: the total in `total cost / N`."""
    return [
        evolve(token, kind=TokenKind.WORD)
        if token.kind is TokenKind.TEXT
        and token.text.isalpha()
        and token.text not in LITTLE
        and (i == 0 or pieces[i - 1].text in _STOPS)
        and i + 1 < len(pieces)
        and pieces[i + 1].kind is TokenKind.WORD
        and pieces[i + 1].text.islower()
        and len(pieces[i + 1].text) > 2
        and pieces[i + 1].text not in FUNCTION_NAMES | LARGE.keys()
        else token
        for i, token in enumerate(pieces)
    ]
