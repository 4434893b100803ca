"""
Weka's J48 (-U -M 1: unpruned, one record a side) against plain gain ratio, with the rules that J48 adds as a ladder.

Plain: of all candidates the one with the largest gain ratio. J48 adds (`weka/classifiers/trees/j48/C45Split.java`,
`C45ModelSelection.java`, `C45PruneableClassifierTree.java`), in this order here: of the cuts of a number only the one with the largest
gain competes; only attributes of average gain compete; the sides of a cut have a minimum size; log2(cuts)/n is subtracted from the gain
of a cut. A split that isn't optimal by plain gain ratio has the name of the first rung on which it is. All rungs are exact; J48's
own tolerance of 1e-6 is the last one. The tree so grown is then collapsed where a leaf makes no more training errors.

The library has all rungs together, as `dtref.j48`; this ladder names the one that explains a split, and is written by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import log2
from typing import TypeVar

from attrs import evolve, frozen
from narrow import attribute_of, axis_test
from peers.library import (
    HUNT,
    Attribute,
    Continuous,
    Counts,
    DataSet,
    EverySubset,
    Exact,
    Number,
    Rows,
    Split,
    Test,
    Threshold,
    Thresholds,
    argmax_set,
    branch_of,
    compare,
    gain,
    gain_ratio,
    largest_not_above_midpoint,
    log2_of,
    number,
    split_info,
    total,
)
from peers.membership import Finding, Reference, asks, reference
from peers.programs import UNEXPLAINED, Grown, Program
from peers.samples import Sample, samples
from peers.weka import J48_CLASS, foreign, parse, run, version

T = TypeVar("T")
Offered = tuple[Test, Split]
"""A test and the class counts of its branches."""

PLAIN = evolve(HUNT, name="gain ratio", criterion=gain_ratio, continuous=Thresholds(largest_not_above_midpoint))


@frozen
class Rung:
    """Which of J48's rules hold: each rung adds one to those before it."""

    name: str
    cut_by_gain: bool = False
    average_gain: bool = False
    minimum_size: bool = False
    penalty: bool = False
    tolerance: Fraction = Fraction(0)


LADDER = (
    Rung("cut-by-gain", True),
    Rung("average-gain", True, True),
    Rung("minimum-size", True, True, True),
    Rung("penalty", True, True, True, True),
    Rung("tolerance-1e-6", True, True, True, True, Fraction(1, 10**6)),
)
EXACT_J48 = LADDER[-2]


@frozen(eq=False)
class Option:
    """What an attribute offers: its tests, which all have this gain, and their gain ratios."""

    attribute: Attribute
    gain: Exact
    ratios: tuple[tuple[Test, Exact], ...]


def affordable() -> tuple[Sample, ...]:
    """Every file but `sick`, which is `hypothyroid` with another target and takes a quarter of the time of all."""
    return tuple(s for s in samples() if s.name != "sick")


def grow(sample: Sample) -> Iterator[Grown]:
    """The unpruned tree of J48."""
    yield Grown("-U -M 1", reference(sample.data, PLAIN), foreign(sample.data, parse(run(sample.data, J48_CLASS, "-U", "-M", "1"))))


def optima(against: Reference, rows: Rows, rung: Rung) -> tuple[Test, ...]:
    """The tests that win at a node under the rules of a rung; none if it is a leaf."""
    counts = against.counts(rows)
    if sum(n > 0 for n in counts) < 2:
        return ()
    options = [o for a in range(len(against.data.attributes)) for o in _options(against, rows, a, rung)]
    options = _of_average_gain(options, against.data) if rung.average_gain else options
    ratios = [pair for o in options for pair in o.ratios if compare(pair[1], rung.tolerance) > 0]
    return tuple(test for test, _ in _largest(ratios, rung.tolerance))


@cache
def _offered(against: Reference, rows: Rows, a: int) -> Sequence[Offered]:
    """The tests of an attribute at a node, before any rule: every rung begins with them."""
    (offered,) = against.recursion.candidates(evolve(against.node(rows), usable=(a,)))
    return [(test, s) for i, s in enumerate(offered.splits) if not isinstance(test := offered.test(i), EverySubset)]


@cache
def _gain(counts: Counts, split: Split) -> Number:
    """The gain, which each rung asks for; both branches hold records."""
    return number(gain(counts, split))  # type: ignore[arg-type]


def _options(against: Reference, rows: Rows, a: int, rung: Rung) -> Iterator[Option]:
    attribute = against.data.attributes[a]
    counts, tests = against.counts(rows), _offered(against, rows, a)
    if isinstance(attribute, Continuous) and rung.minimum_size:
        tests = [(t, s) for t, s in tests if _large_enough(s, len(counts)) and _apart(t)]
    if not rung.cut_by_gain:
        yield from (_option(attribute, counts, [pair], 0) for pair in tests)
    elif tests:
        priced = rung.penalty and isinstance(attribute, Continuous)
        price: Exact = log2_of(len(tests)) / sum(counts) if priced else 0
        best = _largest([((t, s), _gain(counts, s)) for t, s in _near_best(tests)], rung.tolerance)
        found = _option(attribute, counts, [pair for pair, _ in best], price)
        if not isinstance(attribute, Continuous) or compare(found.gain, 0) > 0:
            yield found


def _option(attribute: Attribute, counts: Counts, tests: Sequence[Offered], price: Exact) -> Option:
    won = [_gain(counts, split) - price for _, split in tests]
    ratios = tuple((test, g / split_info(split)) for (test, split), g in zip(tests, won, strict=True))
    return Option(attribute, won[0], ratios)


def _near_best(tests: Sequence[Offered]) -> list[Offered]:
    """The tests that doubles can't tell from the best: a filter in front of the exact choice, wide enough for the tolerance."""
    known = [_known_bits(split) for _, split in tests]
    records = sum(map(sum, tests[0][1]))
    return [pair for pair, bits in zip(tests, known, strict=True) if bits >= max(known) - 2e-6 * float(records)]


def _known_bits(split: Split) -> float:
    """The gain in double precision times the number of records, up to a constant: the sum of n_ij log2 n_ij less that of n_i log2 n_i."""
    return sum(n * log2(n) for part in split for n in part if n) - sum(n * log2(n) for n in map(sum, split) if n)


def _largest(valued: Sequence[tuple[T, Exact]], tolerance: Fraction) -> list[tuple[T, Exact]]:
    """The pairs whose value is the largest, or within the tolerance of it."""
    top = argmax_set(valued, key=lambda pair: pair[1])
    if not tolerance:
        return list(top)
    return [pair for pair in valued if compare(number(pair[1]) + tolerance, top[0][1]) >= 0]


def _large_enough(split: Split, classes: int) -> bool:
    """Both sides hold min(25, n / 10 / classes) records, and at least one."""
    sizes = [sum(part) for part in split]
    return min(sizes) >= max(Fraction(1), min(Fraction(25), Fraction(sum(sizes)) / 10 / classes))


def _apart(test: Test) -> bool:
    """Whether the neighbours of a cut are more than 1e-5 apart."""
    return isinstance(test, Threshold) and test.upper - test.lower > Fraction(1, 10**5)


def _of_average_gain(options: list[Option], data: DataSet) -> list[Option]:
    """
    The options whose gain is at least the average less 0.001. Nominal attributes of 0.3 n values or more don't enter the average.

    If none enters it, the node is a leaf, unless the data have no other attributes at all.
    """
    entering = [o for o in options if _enters(o.attribute, data)] if any(_enters(a, data) for a in data.attributes) else options
    if not entering:
        return []
    floor = total(o.gain for o in entering) / len(entering) - Fraction(1, 1000)
    return [o for o in options if compare(o.gain, floor) >= 0]


def _enters(attribute: Attribute, data: DataSet) -> bool:
    return isinstance(attribute, Continuous) or len(attribute.values) < Fraction(3, 10) * len(data)


def rule(grown: Grown, finding: Finding) -> str:
    """
    The first rung of the ladder on which the node is right; for a leaf also `zero-gain` (the best gain ratio is 0) and `collapsed`.

    `collapsed`: J48 would split, and makes the node a leaf since the tree below has no fewer training errors.
    """
    against, node = grown.against, finding.node
    if finding.kind == "stopped-early" and compare(finding.gap, 0) == 0:
        return "zero-gain"
    for rung in LADDER:
        found = _optima(against, node.rows, rung)
        if any(asks(against, node, test) for test in found) if node.children else not found:
            return rung.name
    if finding.kind == "stopped-early" and errors_below(against, node.rows) >= _errors(against, node.rows):
        return "collapsed"
    return UNEXPLAINED


_optima = cache(optima)


def errors_below(against: Reference, rows: Rows) -> int | Fraction:
    """The training errors of the tree that J48's exact rules grow from these records, the first of tied tests being chosen."""
    wrong: int | Fraction = 0
    waiting = [rows]
    while waiting:
        some = waiting.pop()
        found = _optima(against, some, EXACT_J48) if some else ()
        if not found:
            wrong += _errors(against, some)
            continue
        column = against.data.column(attribute_of(found[0]).name)
        sides: dict[int, list[int]] = {}
        for r in some:
            side = branch_of(axis_test(found[0]), against.data.records[r].values[column])
            assert isinstance(side, int), "its value is present"
            sides.setdefault(side, []).append(r)
        waiting.extend(map(tuple, sides.values()))
    return wrong


def _errors(against: Reference, rows: Rows) -> int | Fraction:
    counts = against.counts(rows)
    return sum(counts) - max(counts)


J48 = Program("Weka J48", "A JDK or Debian's weka.jar is not there (tests/peers/install)", version, affordable, grow, rule)
