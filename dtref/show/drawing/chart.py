"""A node as a small chart: its question, its records by the value asked, its counts, its ties and its margin."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from attrs import evolve, frozen

from dtref.exact.decimals import plain, significant
from dtref.exact.number_text import marked
from dtref.show.drawing.layout import CHARACTER
from dtref.show.drawing.profile import Bar, Content, Profile, Spread
from dtref.show.drawing.shapes import DrawnLine, FilledArea, NodeBox, PixelPoint, PixelSize, Shape, WrittenLine, wrapped
from dtref.spec.model.days import counts_days, day_text

INNER, LEAF, TALL, LINE, PAD = 188, 124, 46, 15, 8
"""Pixels: the width of an inner node and of a leaf, the height of a chart and of a line, the space inside a box."""

BOLD = 7 / 8
"""How many bold characters take the room of one that isn't."""

TITLE_LINES, SMALL_LINE = 4, 10
"""The most lines of a title; the height of a small line, in pixels."""

SHORT_TICK = 9
"""The most characters of a number on an axis."""


@frozen
class Lines:
    """The texts of a node: its title, the lines below its chart, each with its kind and what the pointer shows of it (empty: the line)."""

    title: str
    below: tuple[tuple[str, str, str], ...]


@frozen
class ChartLook:
    """
    What the charts of a tree share: the kind of area of each class, in declared order, the range of a continuous target, the width of a
    leaf.
    """

    kinds: tuple[str, ...]
    least: Fraction = Fraction(0)
    greatest: Fraction = Fraction(1)
    leaf: int = LEAF


def node_shapes(lines: Lines, chart: Profile | Content, look: ChartLook, kind: str) -> tuple[tuple[Shape, ...], PixelSize]:
    """
    The shapes of a node, and its size. chart: the profile of an inner node, what the records of a leaf are. kind: leaf, tied, or asks.

    >>> shapes, size = node_shapes(Lines("a", (("plain", "3 records", ""),)), (Fraction(3),), ChartLook(("class0",)), "leaf")
    >>> [type(shape).__name__ for shape in shapes], size
    (['NodeBox', 'WrittenLine', 'FilledArea', 'WrittenLine'], (124.0, 59.0))
    """
    leaf = not isinstance(chart, Profile)
    width = float(look.leaf if leaf else INNER)
    most = int((width - 2 * PAD) / CHARACTER)
    shapes: list[Shape] = [*written_lines("title", (width / 2, LINE), lines.title, (int(most * BOLD), TITLE_LINES))]
    top = float(LINE * len(shapes) + 7)
    # the chart, and what stands below it
    if isinstance(chart, Profile):
        shapes += _profile(chart, look, (PAD, top), width - 2 * PAD)
        top += TALL + 13 + SMALL_LINE * (_tick_lines(chart, width - 2 * PAD) - 1)
    elif chart is not None:
        shapes += _strip(chart, look, (PAD, top), width - 2 * PAD)
        top += 14
    for line_kind, text, whole in lines.below:
        written = written_lines(line_kind, (width / 2, top + LINE), text, (most, 2))
        shapes += [evolve(line, whole=whole or line.whole) for line in written]
        top += LINE * len(written)
    size = (width, top + (PAD if leaf else PAD + 5))  # an inner node has a handle at its lower edge in a page
    box = NodeBox(f"{kind} box" if kind != "asks" else "box", (0, 0), size, 10 if leaf else 3)
    return (box, *shapes), size


def written_lines(kind: str, at: PixelPoint, text: str, room: tuple[int, int], step: int = LINE) -> tuple[WrittenLine, ...]:
    """
    Lines of text, the first at a point. room: how many characters a line has, and how many lines there are; shortened where that is
    not enough.

    >>> [(line.text, line.at) for line in written_lines("plain", (0, 10), "petal_length <= 2", (8, 2))]
    [('petal_', (0, 10)), ('length…', (0, 25))]
    """
    (x, y), parts = at, wrapped(text, *room)
    cut = parts[-1].endswith("…") and not text.endswith("…")
    return tuple(WrittenLine(kind, (x, y + i * step), part, whole=text if cut else "") for i, part in enumerate(parts))


def _weight(content: Content) -> Fraction:
    return content.weight if isinstance(content, Spread) else sum(content or (), Fraction(0))


def _strip(content: Content, look: ChartLook, at: PixelPoint, width: float) -> Iterator[Shape]:
    """The records of a leaf beside each other; of a continuous target its range and mean within that of the root."""
    x, y = at
    if isinstance(content, Spread):
        yield from _range(content, look, (x, y + 6), width, across=True)
        yield DrawnLine("axis", ((x, y + 12), (x + width, y + 12)))
        return
    total = _weight(content)
    if not total:
        return
    for kind, part in _by_kind(look, content or ()).items():
        yield FilledArea(kind, tuple(((x + width * float(start / total), y), (width * float(n / total), 10)) for start, n in part))


def _by_kind(look: ChartLook, content: Sequence[Fraction]) -> Mapping[str, list[tuple[Fraction, Fraction]]]:
    """The parts of each kind one after the other: where each begins, and how much it is. Classes that share a kind come last, together."""
    sums: dict[str, Fraction] = {}
    for kind, n in sorted(zip(look.kinds, content, strict=True), key=lambda pair: pair[0]):
        sums[kind] = sums.get(kind, Fraction(0)) + n
    found: dict[str, list[tuple[Fraction, Fraction]]] = {}
    start = Fraction(0)
    for kind, n in sums.items():
        if n:
            found[kind] = [(start, n)]
            start += n
    return found


def _profile(chart: Profile, look: ChartLook, at: PixelPoint, width: float) -> Iterator[Shape]:
    """The bars of a node from left to right, the cuts between them, the numbers at the ends, and apart the records without a value."""
    x, y = at
    apart = 16 if chart.missing is not None else 0
    inner = width - (apart + 6 if apart else 0)
    tallest = max([_weight(bar.content) for bar in chart.bars] + [_weight(chart.missing)], default=Fraction(0))
    slot = inner / max(len(chart.bars), 1)
    pad = 0.5 if chart.scale else min(slot / 8, 4)
    bars = [(bar, (x + i * slot + pad, y), slot - 2 * pad) for i, bar in enumerate(chart.bars)]
    if apart:
        bars.append((Bar("missing", chart.missing, None), (x + inner + 6, y), apart))
        yield WrittenLine("small", (x + inner + 6 + apart / 2, y + TALL + 10), "?", whole="records without a value")
    yield from _bars(bars, look, tallest)
    bottom = y + TALL
    yield DrawnLine("axis", ((x, bottom), (x + inner, bottom)))
    # the numbers along the axis, or the names of the values
    if chart.scale is not None:
        yield from _numbers(chart, (x, bottom), inner)
    else:
        for bar, (left, _), across in bars[: len(chart.bars)]:
            yield from written_lines(
                "small", (left + across / 2, bottom + 10), _tick_name(bar.name, _tick_room(slot)), (_tick_room(slot), 2), SMALL_LINE
            )
        for (a, _, _), (b, (left, _), _) in pairwise(bars[: len(chart.bars)]):
            if a.branch != b.branch:  # the border between two branches
                yield DrawnLine("cut", ((left - pad, y), (left - pad, bottom + 2)))


def _tick_room(slot: float) -> int:
    """How many characters of a bar's name there is room for in a line."""
    return max(int(slot / 5.5), 2)


_NUMBER = re.compile(r"-?\d+[.,]\d+")


def _tick_name(name: str, room: int) -> str:
    """
    The name of a bar; a decimal that has no room in a line with fewer digits, else none: a part of it would be another number.

    >>> _tick_name("-2.0764194", 4), _tick_name("-2.0764194", 1), _tick_name("a name", 3)
    ('-2.1', '', 'a name')
    """
    if len(name) <= room or not _NUMBER.fullmatch(name):
        return name
    number = Fraction(name.replace(",", "."))
    shorter = (marked(significant(number, digits)) for digits in (4, 3, 2, 1))
    return next((text for text in shorter if len(text) <= room), "")


def _tick_lines(chart: Profile, width: float) -> int:
    """How many lines the names of the bars take up."""
    if chart.scale is not None:
        return 1
    inner = width - (22 if chart.missing is not None else 0)
    room = _tick_room(inner / max(len(chart.bars), 1))
    return max((len(wrapped(_tick_name(bar.name, room), room, 2)) for bar in chart.bars), default=1)


def _numbers(chart: Profile, at: PixelPoint, width: float) -> Iterator[Shape]:
    """The cuts, with the numbers where the axis begins and ends, as far as there is room."""
    assert chart.scale is not None
    (x, y), scale = at, chart.scale
    end = scale.end - scale.start
    places = [x + width * float((cut - scale.start) / end) for cut in scale.cuts]
    for place in places:
        yield DrawnLine("cut", ((place, y - TALL), (place, y + 3)))
    if len(places) > 1:
        return
    text = day_text(scale.cuts[0]) if counts_days(scale.attribute) else tick(scale.cuts[0])
    half = len(text) * 2.5 + 3
    yield from written_lines("small", (min(max(places[0], x + half), x + width - half), y + 11), text, (20, 1))


def _bars(bars: Sequence[tuple[Bar, PixelPoint, float]], look: ChartLook, tallest: Fraction) -> Iterator[Shape]:
    """The bars, one area a class; of a continuous target a range for each."""
    areas: dict[str, list[tuple[PixelPoint, PixelSize]]] = {}
    for bar, (left, y), across in bars:
        if isinstance(bar.content, Spread):
            yield from _range(bar.content, look, (left + across / 2, y), TALL, across=False)
        elif tallest:
            for kind, parts in _by_kind(look, bar.content or ()).items():
                for start, n in parts:
                    tall, foot = TALL * float(n / tallest), y + TALL - TALL * float(start / tallest)
                    areas.setdefault(kind, []).append(((left, foot - tall), (across, tall)))
    for kind in sorted(areas):
        yield FilledArea(kind, tuple(areas[kind]))


def _range(spread: Spread, look: ChartLook, at: PixelPoint, length: float, *, across: bool) -> Iterator[Shape]:
    """The least and the greatest number as a line, the mean as a mark on it."""
    x, y = at
    whole = look.greatest - look.least or Fraction(1)

    def place(number: Fraction) -> PixelPoint:
        step = length * float((min(max(number, look.least), look.greatest) - look.least) / whole)
        return (x + step, y) if across else (x, y + length - step)

    a, b = place(spread.mean)
    yield DrawnLine("range", (place(spread.least), place(spread.greatest)))
    long, short = (2, 8) if across else (8, 2)
    yield FilledArea("mean", (((a - long / 2, b - short / 2), (long, short)),))


def node_number(number: Fraction) -> str:
    """
    A number at a node: exactly where that is short, else after "≈" to five digits.

    >>> node_number(Fraction(3)), node_number(Fraction(13232, 53))
    ('3', '≈249.66')
    """
    text = tick(number)
    return text if marked(plain(number)) == text else f"≈{text}"


def tick(number: Fraction) -> str:
    """
    A number on an axis: exactly where that is short, else to five digits.

    >>> tick(Fraction(5, 2)), tick(Fraction(2, 3)), tick(Fraction(2449999999, 10**9))
    ('2.5', '0.66667', '2.45')
    """
    text = plain(number)
    if len(text) <= SHORT_TICK and "/" not in text:
        return marked(text)
    short = significant(number, 5)
    return marked(short.rstrip("0").rstrip(".") if "." in short and "e" not in short else short)
