"""
Readings of one line of a printed tree: the question of a branch, and the leaf behind it, in every possible way.

Names, values and classes are printed without quotes: `a = b = c: d: e (3)` can be read in several ways. All are kept; the other branches
of the node decide, or else the line is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from attrs import field, frozen

from dtref.spec.model.attributes import Width

NUMBER = r"[-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]{1,3})?"
_NUMERIC = re.compile(rf"(?= (<=|>=|<|>) ({NUMBER})(?![^ :]))")
NOMINAL = re.compile(r"(?= (=|!=) )")
_LISTED = re.compile(r"(?= in \{)")
BRACKETED = re.compile(r"(?=(!?=)\()")
LONGEST, MOST = 100_000, 500
"""The most characters of a line, and the most signs and colons in it, each of which might divide it."""
PARTING = re.compile(r": | (?:<=|>=|<|>|=|!=|in) |=\(")


@frozen
class PrintedLeaf:
    """
    A printed leaf: its label, if it has one; the weight of its records and of those of another class, and the greatest error of these; or
    only the number of a subtree that is printed elsewhere. Of a number as label: its variance, and the greatest error of both.
    """

    label: str | Fraction | None
    records: Fraction | None = None
    errors: Fraction | None = None
    within: Fraction = Fraction(0)
    subtree: int | None = None
    impurity: Fraction | None = None
    rounding: Fraction = Fraction(0)


@frozen
class Style:
    """
    A program's style of printing trees.

    program: its name. levels: the signs of levels in front, each of `width` characters. asks: the signs of numeric branches, left one
    first. stop: the text behind a branch that has branches below it. colon: the text between a branch and its leaf. leaf: reads the text
    behind it, None where it is no leaf. bracketed: whether values are in brackets, `k=(a)|(b)`. rounding: the greatest distance of a cut
    from the printed one; None where it is printed in full. alone: a tree of one leaf. not_applicable: whether N/A is a value that does not
    apply. ends: the lines that may follow a tree at once. floats: those in which numbers and cuts are held; None where cuts are as printed.
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
    floats: Width | None = None


@frozen
class PrintedBranch:
    """A reading of a line. how: `<=`, `>`, `<`, `>=`, `=`, `!=`; said: the leaf behind it, None where branches follow below."""

    name: str
    how: str
    values: tuple[str, ...]
    said: PrintedLeaf | None


def is_crowded(text: str) -> bool:
    """Whether a line is longer, or has more places where it might be divided, than any that a program prints."""
    return len(text) > LONGEST or sum(1 for _ in PARTING.finditer(text)) > MOST


def behind_label(text: str, numbers: re.Pattern[str]) -> tuple[str, re.Match[str]] | None:
    """
    The label of a leaf, and the numbers behind it, which end the text; None where none do.

    >>> label, match = behind_label("a (b) (3.0)", re.compile(r" \\((?P<all>[0-9.]+)\\)$")) or ("", None)
    >>> label, match["all"]
    ('a (b)', '3.0')
    """
    match = numbers.search(text, max(0, len(text) - 150))
    label = "" if match is None else text[: match.start()]
    return (label, match) if match is not None and label and label == label.rstrip() else None


def readings(content: str, style: Style, inner: bool) -> list[PrintedBranch]:
    """Every reading of a line that has branches below it, or a leaf behind it; none for a line that is too long."""
    branches: list[PrintedBranch] = []
    if is_crowded(content):
        return branches
    for name, how, rest, numeric in _asked(content, style):
        if not name or name != name.strip() or name[0] in "|:":
            continue
        for value, leaf in _halves(rest, style, inner):
            values = _values(value, how, style.bracketed, numeric)
            if values and all(values):
                branches.append(PrintedBranch(name, "=" if how == "in" else how, values, leaf))
    return branches


def _asked(content: str, style: Style) -> Iterator[tuple[str, str, str, bool]]:
    """Each possible question: the name, the sign, the rest, and whether that must begin with a number."""
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
        leaf = style.leaf(rest[colon.end() :])
        if leaf is not None:
            yield rest[: colon.start()], leaf


def _values(text: str, how: str, bracketed: bool, numeric: bool) -> tuple[str, ...]:
    """The values that a branch names, or the number; none where the text is neither."""
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
