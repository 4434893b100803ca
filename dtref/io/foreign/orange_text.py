"""
Reads the text of Orange's `print_tree()`: a line for each node but the root, behind its class counts, or its mean and variance.

               [50.  0.] petal length ≤ 1.9
               [ 0. 50.] petal length > 1.9
                [0. 46.]     colour red or green
                 [0. 4.]     colour blue

Where the name of a column ends is not marked: it is what the branches begin with. Thresholds are rounded, classes are not named, and
values are parted by commas and "or". `dtref.write_orange` loses none of this.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import inf, nextafter
from pathlib import Path

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.io.files import read_text, text_lines
from dtref.io.foreign.scikit_learn_text import block_ends, half_unit_of
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Values, fold_foreign
from dtref.spec.model.attributes import Width
from dtref.spec.model.numerals import numeral
from dtref.spec.model.precision import rounded
from dtref.spec.model.schemes import unfold

_NUMBER = r"-?[0-9]{1,400}(?:\.[0-9]{0,1100})?(?:e[+-][0-9]{1,3})?"
_LINE = re.compile(r" *\[(?P<numbers>[^\]]*)\] (?P<levels>(?: {4})*)(?P<text>[^ ].*)", re.DOTALL)
_CUT = re.compile(rf"(?P<name>.+) (?P<sign>[≤>]) (?P<cut>{_NUMBER})")
_G_DIGITS = 6
"""The digits of a number that is printed with %g, as those are that have more decimals than the column says."""
ORANGE_UNNAMED = "classes are numbered in the order of the model, from 0, as print_tree() doesn't name them"
ORANGE_ROUNDED = (
    "cuts are rounded as print_tree() prints numbers: a number between what is printed and what the program has takes the other side"
)
ORANGE_COMMAS = "values are parted where print_tree() has a comma or “or”, which may also stand within one"
ORANGE_PAIRS = "two numbers at each node are read as counts of two classes; of a regression tree they would be mean and variance"


@frozen(eq=False)
class _Row:
    """The number of a line, its level from 0, its text, and the numbers that it begins with."""

    at: int
    level: int
    text: str
    numbers: tuple[Fraction, ...]
    within: Fraction


def read_orange_text(path: Path) -> tuple[ForeignTree, ...]:
    """The tree of a file. Errors: as `parse_orange_text`."""
    return (parse_orange_text(read_text(path), path.name),)


def parse_orange_text(text: str, name: str) -> ForeignTree:
    """
    The tree of a text. Errors: Invalid, with the line, for one that print_tree() doesn't print, for branches that don't belong together,
    and for no line at all, which is all that it prints of a single leaf.

    >>> parse_orange_text("[3. 1.] x ≤ 2\\n[0. 7.] x > 2\\n", "x.txt").root.children[1].label
    '1'
    """
    rows = list(_rows(text, name))
    if not rows:
        raise Invalid(name, "a tree as print_tree() prints it, which prints nothing of a single leaf", "no line of one")
    ends, count = block_ends([row.level for row in rows]), len(rows[0].numbers)
    odd = next((row for row in rows if len(row.numbers) != count or not count), None)
    if odd is not None:
        raise Invalid(f"{name} line {odd.at}", f"{count or 1} numbers, as many as on the other lines", len(odd.numbers))

    def expand(block: tuple[int, int, int]) -> tuple[Callable[[Sequence[ForeignNode]], ForeignNode], Sequence[tuple[int, int, int]]]:
        own, first, end = block
        place = f"line {rows[own].at}" if own >= 0 else "root"
        claims = ForeignNode(place, within=rows[own].within if own >= 0 else Fraction(0))
        if first == end:
            return lambda _: claims, []
        branches = [first]
        while ends[branches[-1]] < end:
            branches.append(ends[branches[-1]])
        level = rows[own].level + 1 if own >= 0 else 0
        ask = _ask([rows[i] for i in branches], level, name)
        below = [(i, i + 1, ends[i]) for i in branches]
        return lambda children: evolve(claims, ask=ask, children=tuple(children)), below

    root = unfold((-1, 0, len(rows)), expand)
    return _claimed(root, rows, name)


def _rows(text: str, name: str) -> Iterator[_Row]:
    """The rows; the numbers of many classes go over several lines."""
    waiting: list[str] = []
    for i, line in enumerate(text_lines(text), 1):
        if not line.strip() and not waiting:
            continue
        waiting.append(line)
        if "]" not in line:
            continue
        at, match = i - len(waiting) + 1, _LINE.fullmatch("\n".join(waiting))
        words = match["numbers"].split() if match else []
        if match is None or not all(re.fullmatch(_NUMBER, word) for word in words):
            raise Invalid(f"{name} line {at}", "a line of print_tree(): numbers in brackets, and the branch", "\n".join(waiting)[:60])
        within = max((half_unit_of(word) for word in words), default=Fraction(0))
        yield _Row(at, len(match["levels"]) // 4, match["text"], tuple(map(numeral, words)), within)
        waiting = []
    if waiting:
        raise Invalid(f"{name} line {i - len(waiting) + 1}", "a line of print_tree(): numbers in brackets, and the branch", waiting[0][:60])


def _ask(rows: Sequence[_Row], level: int, name: str) -> Ask:
    """The question of the branches of one node."""
    where = f"{name} line {rows[0].at}"
    odd = next((row for row in rows if row.level != level), None)
    if odd is not None:
        raise Invalid(f"{name} line {odd.at}", f"a line of level {level}", f"level {odd.level}")
    cuts = [_CUT.fullmatch(row.text) for row in rows]
    if len(rows) == 2 and cuts[0] is not None and cuts[1] is not None:
        signs = cuts[0]["sign"], cuts[1]["sign"]
        if signs == ("≤", ">") and (cuts[0]["name"], cuts[0]["cut"]) == (cuts[1]["name"], cuts[1]["cut"]):
            return _cut(cuts[0]["name"], cuts[0]["cut"])
    # the column, up to the last blank before the branches differ
    signs_apart = (i for i, signs in enumerate(zip(*(row.text for row in rows), strict=False)) if len({*signs}) > 1)
    column = rows[0].text[: next(signs_apart, min(len(row.text) for row in rows))].rpartition(" ")[0]
    texts = [row.text[len(column) + 1 :] for row in rows]
    if len(rows) < 2 or not column or any(cuts) or any(text.startswith(("≤ ", "> ")) for text in texts):
        raise Invalid(where, "branches of one column: of some values, or ≤ and > of one number", [row.text[:60] for row in rows][:5])
    groups = tuple(_values(text) if len(rows) == 2 else (text,) for text in texts)
    try:
        return Values(column, groups)
    except Invalid as problem:
        raise Invalid(f"{where}, {column[:60]}", problem.wanted, problem.got) from None


def _cut(column: str, text: str) -> Cut:
    """A cut as far as it is printed: with some decimals, or the digits of %g."""
    cut = rounded(numeral(text), Width.FLOAT64)
    digits = text.lstrip("-").partition("e")[0].replace(".", "").lstrip("0")
    within = half_unit_of(text)
    if len(digits) <= _G_DIGITS and cut:
        within = max(within, half_unit_of(f"{float(abs(cut)):.{_G_DIGITS - 1}e}"))
    exact = 2 * within < Fraction(nextafter(float(cut), inf)) - cut
    return Cut(column, cut, width=Width.FLOAT64, unread=not exact, within=Fraction(0) if exact else within)


def _values(text: str) -> tuple[str, ...]:
    """The values of one of two branches."""
    if text == "(unreachable)":
        return ()
    several, either, last = text.rpartition(" or ")
    return (*several.split(", "), last) if either else (text,)


def _claimed(root: ForeignNode, rows: Sequence[_Row], name: str) -> ForeignTree:
    """The tree with what its nodes claim: class counts, or a mean and a variance."""
    by_place = {f"line {row.at}": row for row in rows}
    notes: list[str] = []
    if len(rows[0].numbers) == 2 and not _may_be_counts(root, by_place):
        if any(row.numbers[1] < 0 for row in rows):
            raise Invalid(name, "class counts, which add up, or means and variances", "other numbers")
        classes: tuple[str, ...] = ()
    else:
        low = next((row for row in rows if min(row.numbers) < 0), None)
        if low is not None:
            raise Invalid(f"{name} line {low.at}", "counts of at least 0", str(min(low.numbers)))
        classes = tuple(map(str, range(len(rows[0].numbers))))
        notes += [ORANGE_UNNAMED, *([ORANGE_PAIRS] if len(classes) == 2 else [])]

    def made(node: ForeignNode, below: Sequence[ForeignNode]) -> ForeignNode:
        row = by_place.get(node.place)
        if row is None:
            return evolve(node, children=tuple(below))
        if not classes:
            return evolve(node, children=tuple(below), label=row.numbers[0], rounding=row.within, within=Fraction(0))
        counts, label = tuple(zip(classes, row.numbers, strict=True)), classes[row.numbers.index(max(row.numbers))]
        return evolve(node, children=tuple(below), label=label, counts=counts, within=Fraction(0))

    claimed = fold_foreign(root, made)
    asks = [ask for ask in fold_foreign(root, lambda node, below: [node.ask, *(ask for asks in below for ask in asks)]) if ask is not None]
    notes += [ORANGE_ROUNDED] if any(isinstance(ask, Cut) and ask.unread for ask in asks) else []
    notes += [ORANGE_COMMAS] if any(isinstance(ask, Values) and any(len(group) > 1 for group in ask.groups) for ask in asks) else []
    return ForeignTree(claimed, f"Orange's print {name}", classes, notes=tuple(notes), keeps_label=True)


def _may_be_counts(root: ForeignNode, by_place: dict[str, _Row]) -> bool:
    """Whether pairs of numbers may count classes: whole, not both 0, of children at most their node's, no node of one class parted."""

    def fits(node: ForeignNode, below: Sequence[bool]) -> bool:
        own = by_place.get(node.place)
        numbers = [by_place[child.place].numbers for child in node.children]
        at_most = own is None or not numbers or all(sum(n) <= most for n, most in zip(zip(*numbers, strict=True), own.numbers, strict=True))
        whole = own is None or (min(own.numbers) >= 0 < max(own.numbers) and all(n.denominator == 1 for n in own.numbers))
        in_vain = len(numbers) > 1 and any(all(not pair[i] for pair in numbers) for i in (0, 1))
        return whole and at_most and not in_vain and all(below)

    return fold_foreign(root, fits)
