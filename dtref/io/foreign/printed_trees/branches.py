"""
What one line of a printed tree says: the question of a branch, and the leaf behind it, in every way in which it can be read.

Names, values and classes stand there without quotes: `a = b = c: d: e (3)` can be read in several ways. Each is kept; the other branches
of the node decide, or else the line is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from attrs import field, frozen

NUMBER = r"[-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]{1,3})?"
_NUMERIC = re.compile(rf"(?= (<=|>=|<|>) ({NUMBER})(?![^ :]))")
NOMINAL = re.compile(r"(?= (=|!=) )")
_LISTED = re.compile(r"(?= in \{)")
BRACKETED = re.compile(r"(?=(!?=)\()")
LONGEST, MOST = 100_000, 500
"""How long a line may be, and how many signs and colons it may have, each of which might part it."""
PARTING = re.compile(r": | (?:<=|>=|<|>|=|!=|in) |=\(")


@frozen
class PrintedLeaf:
    """
    What a leaf says: its label, None where it says none; the weight of its records and of those that are of another class, and by how
    much they may be off; the number of the subtree that stands elsewhere, where that is all that it says.
    """

    label: str | None
    records: Fraction | None = None
    errors: Fraction | None = None
    within: Fraction = Fraction(0)
    subtree: int | None = None


@frozen
class Style:
    """
    How a program prints its trees.

    program: its name. levels: what levels put in front, each of `width` characters. asks: the signs of numeric branches, left one first.
    stop: what stands behind a branch that has branches below it. colon: what parts a branch and its leaf. leaf: what the text behind it
    says, None where it is no leaf. bracketed: whether values stand in brackets, `k=(a)|(b)`. rounding: how far a cut may be
    from what is printed; None where it is printed in full.
    alone: a tree of one leaf. not_applicable: whether N/A is what does not apply. ends: the lines that may follow a tree at once.
    """

    program: str
    levels: re.Pattern[str]
    width: int
    asks: tuple[str, str]
    stop: re.Pattern[str]
    colon: re.Pattern[str]
    leaf: Callable[[str], PrintedLeaf | None] = field(eq=False)
    alone: re.Pattern[str]
    ends: re.Pattern[str]
    bracketed: bool = False
    not_applicable: bool = False
    rounding: Callable[[Fraction], Fraction] | None = field(default=None, eq=False)


@frozen
class PrintedBranch:
    """A way to read a line. how: `<=`, `>`, `<`, `>=`, `=`, `!=`; said: what the leaf behind it says, None where branches follow below."""

    name: str
    how: str
    values: tuple[str, ...]
    said: PrintedLeaf | None


def is_crowded(text: str) -> bool:
    """Whether a line is longer, or has more places where it might be parted, than any that a program prints."""
    return len(text) > LONGEST or sum(1 for _ in PARTING.finditer(text)) > MOST


def behind_label(text: str, numbers: re.Pattern[str]) -> tuple[str, re.Match[str]] | None:
    """
    The label of a leaf, and the numbers behind it, which end the text; None where none do.

    >>> label, found = behind_label("a (b) (3.0)", re.compile(r" \\((?P<all>[0-9.]+)\\)$")) or ("", None)
    >>> label, found["all"]
    ('a (b)', '3.0')
    """
    found = numbers.search(text, max(0, len(text) - 150))
    label = "" if found is None else text[: found.start()]
    return (label, found) if found is not None and label and label == label.rstrip() else None


def readings(content: str, style: Style, inner: bool) -> list[PrintedBranch]:
    """Every way to read a line that has branches below it, or that has a leaf behind it; none for a line that is too long to look at."""
    found: list[PrintedBranch] = []
    if is_crowded(content):
        return found
    for name, how, rest, numeric in _asked(content, style):
        if not name or name != name.strip() or name[0] in "|:":
            continue
        for value, said in _halves(rest, style, inner):
            values = _values(value, how, style.bracketed, numeric)
            if values and all(values):
                found.append(PrintedBranch(name, "=" if how == "in" else how, values, said))
    return found


def _asked(content: str, style: Style) -> Iterator[tuple[str, str, str, bool]]:
    """Each place where a question may be: the name, the sign, what follows, and whether a number must."""
    for match in _NUMERIC.finditer(content):
        if match[1] in style.asks:
            yield content[: match.start()], match[1], content[match.start() + len(match[1]) + 2 :], True
    if style.bracketed:
        for match in BRACKETED.finditer(content):
            yield content[: match.start()], match[1], content[match.start() + len(match[1]) :], False
        return
    for match in NOMINAL.finditer(content):
        yield content[: match.start()], match[1], content[match.start() + len(match[1]) + 2 :], False
    for match in _LISTED.finditer(content):
        yield content[: match.start()], "in", content[match.start() + 4 :], False


def _halves(rest: str, style: Style, inner: bool) -> Iterator[tuple[str, PrintedLeaf | None]]:
    """The value and the leaf behind it."""
    if inner:
        stop = style.stop.search(rest)
        if stop is not None:
            yield rest[: stop.start()], None
        return
    for colon in style.colon.finditer(rest):
        said = style.leaf(rest[colon.end() :])
        if said is not None:
            yield rest[: colon.start()], said


def _values(text: str, how: str, bracketed: bool, numeric: bool) -> tuple[str, ...]:
    """The values that a branch names, or the number; none where the text is no such thing."""
    if numeric:
        return (text,) if re.fullmatch(NUMBER, text) else ()
    if bracketed:
        inside = re.fullmatch(r"\((.*)\)", text)
        return tuple(inside[1].split(")|(")) if inside is not None else ()
    if how != "in":
        return (text,)
    inside = re.fullmatch(r"\{(.*)\}", text)
    parts = inside[1].split(",") if inside is not None else []
    spaced = len(parts) > 1 and not parts[0].startswith(" ") and all(part.startswith(" ") for part in parts[1:])
    return tuple(part.removeprefix(" ") for part in parts) if spaced else tuple(parts)
