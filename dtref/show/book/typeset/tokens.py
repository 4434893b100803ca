"""
The formulas of docstrings as tokens, and which of them are words of a sentence.

A formula is written for people: `1 - max_j p(j|t), with 0 log2 0 = 0`. What stands beside a sign of arithmetic, has an index or is one
letter belongs to the formula; other words are text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, auto

from attrs import evolve, frozen

from dtref.show.book.typeset.letters import FUNCTION_NAMES, GREEK, LARGE


class TokenKind(Enum):
    """What a token is."""

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
    The tokens of a formula, words of a sentence told from its letters.

    >>> [(one.text, one.kind.name) for one in tokens("n_1 of two classes")]
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
    found: list[Token] = []
    spaced = True
    for match in PATTERN.finditer(formula):
        if match.lastgroup == "space":
            spaced = True
            if found:
                found[-1] = evolve(found[-1], followed=True)
            continue
        found.append(Token(kinds.get(match.lastgroup or "", TokenKind.TEXT), match[0], spaced, followed=match.end() == len(formula)))
        spaced = False
    return _named(_articles([_read(found, i) for i in range(len(found))]))


def _read(found: Sequence[Token], i: int) -> Token:
    """A word of a formula, or one of a sentence."""
    one = found[i]
    before, after = (found[j] if 0 <= j < len(found) else None for j in (i - 1, i + 1))
    if one.kind is not TokenKind.WORD or len(one.text.rstrip("'~^*")) == 1:
        return one
    known = one.text in FUNCTION_NAMES or one.text in LARGE or one.text.rstrip("^~'*b") in GREEK
    letters = re.search(r"\d|['~^*]|.[A-Z]|-bar", one.text) is not None
    tied = after is not None and not one.followed and after.text in {"_", "(", "'", "!"}
    index = before is not None and not one.spaced and before.text in {"_", "{", "|"}
    beside = any(other is not None and other.kind is TokenKind.SIGN and other.text in ARITHMETIC for other in (before, after))
    inside = after is not None and before is not None and before.text in {"(", "|"} and after.text in {")", "|"} and not before.spaced
    glued = before is not None and not one.spaced and before.kind is TokenKind.WORD
    if re.fullmatch(r"[a-z]{4,}s'", one.text) or (known and _spoken(one, before, after)):
        return evolve(one, kind=TokenKind.TEXT)
    return one if known or glued or letters or tied or index or beside or inside else evolve(one, kind=TokenKind.TEXT)


def _spoken(one: Token, before: Token | None, after: Token | None) -> bool:
    """Whether a name of a letter or a sign is a word of a sentence: the incomplete beta function; taken out of the sum; sum over all."""
    words = [other is not None and re.fullmatch(r"[a-z]{2,}|.*-.*", other.text) is not None for other in (before, after)]
    return all(words) or (one.text in LARGE and (words[1] or (words[0] and after is None)))


def _articles(found: list[Token]) -> list[Token]:
    """`a` before a word of a sentence is the article."""
    following = [*found[1:], None]
    articles = (
        one.text == "a" and after is not None and one.followed and after.kind is TokenKind.TEXT
        for one, after in zip(found, following, strict=True)
    )
    return [evolve(one, kind=TokenKind.TEXT) if article else one for one, article in zip(found, articles, strict=True)]


def _named(found: list[Token]) -> list[Token]:
    """A name of two words at the start of a clause is one name: the total in `total cost / N`."""
    return [
        evolve(one, kind=TokenKind.WORD)
        if one.kind is TokenKind.TEXT
        and one.text.isalpha()
        and one.text not in LITTLE
        and (i == 0 or found[i - 1].text in _STOPS)
        and i + 1 < len(found)
        and found[i + 1].kind is TokenKind.WORD
        and found[i + 1].text.islower()
        and len(found[i + 1].text) > 2
        and found[i + 1].text not in FUNCTION_NAMES | LARGE.keys()
        else one
        for i, one in enumerate(found)
    ]
