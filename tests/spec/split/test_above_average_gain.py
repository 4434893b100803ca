"""
The tests that C4.5 release 8 and J48 ask, by a brute force with 60 digits that follows the sources step by step, from the records on.

`Src/build.c`, `contin.c`, `discr.c`, `info.c`; `C45Split.java`, `BinC45Split.java`, `C45ModelSelection.java`, `Utils.java`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import pytest
from attrs import evolve, frozen
from hypothesis import assume, event, given
from hypothesis import strategies as st
from many import examples
from mpmath import log, mp, mpf

import dtref
from dtref.spec.growing.hunt import hunt
from dtref.spec.model.attributes import MISSING, Cell, Continuous, Nominal, Width
from dtref.spec.model.branches import branch_of
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.optima import list_tests
from dtref.spec.split.numeric.large_sides import LargeSidedCuts

mp.dps = 60
NEAR = mpf(10) ** -40
Partition = tuple[str, frozenset[frozenset[Cell]]]
"""An attribute, and the groups of present values that a test makes."""


def n_log_n(counts: Sequence[Fraction]) -> mpf:
    """N log2 N less the sum of n log2 n: the information of some records, in bits."""
    return _term(sum(counts, Fraction(0))) - sum((_term(n) for n in counts), mpf(0))


def _term(n: Fraction) -> mpf:
    x = mpf(n.numerator) / n.denominator
    return x * log(x, 2) if n else mpf(0)


@frozen
class Tried:
    """A test that an attribute may enter with: its groups, gain (after the price of a number) and split information."""

    groups: frozenset[frozenset[Cell]]
    gain: mpf
    info: mpf


@frozen
class Sources:
    """What the two programs do differently: J48 has a tolerance, and perhaps one value against the others."""

    m: int
    tolerance: Fraction
    binary: bool

    def asked(self, data: DataSet) -> set[Partition] | None:
        """The tests that may be asked at the root; None where 60 digits don't decide."""
        n = Fraction(len(data))
        classes = Counter(record.label for record in data)
        if max(classes.values()) == n or n < 2 * self.m - self.tolerance:
            return set()
        entering = {a.name: tried for i, a in enumerate(data.attributes) if (tried := self.tried(data, i))}
        crowded = {a.name for a in data.attributes if isinstance(a, Nominal) and 10 * len(a.values) >= 3 * len(data)}
        averaged = [
            max(t.gain for t in tried) for name, tried in entering.items() if name not in crowded or len(crowded) == len(data.attributes)
        ]
        if not averaged:
            return set()
        floor = sum(averaged, mpf(0)) / len(averaged) - mpf(1) / 1000
        values = {}
        for name, tried in entering.items():
            best = max(t.gain for t in tried)
            if abs(best - floor) < NEAR:
                return None
            if best >= floor:
                least = 0 if self.tolerance else mpf(1) / 1000
                values.update({(name, t.groups): t.gain / t.info for t in tried if t.info > least})
        if self.tolerance:
            values = {key: value for key, value in values.items() if value > self._slack}
        top = max(values.values(), default=mpf(0))
        if any(NEAR < abs(top - value - self._slack) < mpf(10) ** -12 for value in values.values()):
            return None
        return {key for key, value in values.items() if value >= top - self._slack - NEAR}

    @property
    def _slack(self) -> mpf:
        return mpf(self.tolerance.numerator) / self.tolerance.denominator

    def tried(self, data: DataSet, i: int) -> list[Tried]:
        """The tests of an attribute that are as good for it as any."""
        of_numbers = isinstance(data.attributes[i], Continuous)
        present = sorted({r.values[i] for r in data if r.values[i] is not MISSING})  # type: ignore[type-var]
        known = [r for r in data if r.values[i] is not MISSING]
        partitions = [[present[:k], present[k:]] for k in range(1, len(present))] if of_numbers else self._groups(present)
        offered = []
        for groups in partitions:
            rows = [[r for r in known if r.values[i] in group] for group in groups]
            if self._admits(rows, known, len(data.classes), of_numbers):
                offered.append((groups, rows))
        tests = [self._test(data, known, groups, rows) for groups, rows in offered]
        if of_numbers:
            price = log(len(tests), 2) / len(data) if tests else 0
            tests = [evolve(t, gain=t.gain - price) for t in tests]
            tests = [t for t in tests if t.gain >= max(t.gain for t in tests) - self._slack - NEAR]
            return tests if tests and max(t.gain for t in tests) > self._slack + NEAR else []
        ratios = [t.gain / t.info for t in tests]
        return [t for t, ratio in zip(tests, ratios, strict=True) if ratio >= max(ratios) - self._slack - NEAR]

    def _groups(self, present: Sequence[Cell]) -> list[list[list[Cell]]]:
        if len(present) < 2:
            return []
        return [[[v], [w for w in present if w != v]] for v in present] if self.binary else [[[v] for v in present]]

    def _admits(self, rows: Sequence[Sequence[Record]], known: Sequence[Record], classes: int, of_numbers: bool) -> bool:
        if sum(len(part) >= self.m for part in rows) < 2:
            return False
        share = Fraction(len(known), 10 * classes)
        side = self.m if share <= self.m else min(share, Fraction(25))
        return not of_numbers or all(len(part) >= side for part in rows)

    def _test(self, data: DataSet, known: Sequence[Record], groups: Sequence[Sequence[Cell]], rows: Sequence[Sequence[Record]]) -> Tried:
        def counts(records: Sequence[Record]) -> list[Fraction]:
            return [Fraction(sum(r.label == c for r in records)) for c in data.classes]

        n, missing = len(data), len(data) - len(known)
        gain = (n_log_n(counts(known)) - sum((n_log_n(counts(part)) for part in rows), mpf(0))) / n
        info = n_log_n([Fraction(len(part)) for part in rows] + [Fraction(missing)]) / n
        return Tried(frozenset(frozenset(group) for group in groups), gain, info)


@st.composite
def tables(draw: st.DrawFn) -> DataSet:
    """Up to 40 records of three columns, numbers and names, with gaps."""
    kinds = draw(st.lists(st.sampled_from(["number", "two", "four"]), min_size=1, max_size=3))
    attributes = [
        Continuous(f"x{i}") if k == "number" else Nominal(f"x{i}", ("a", "b", "c", "d")[: 2 if k == "two" else 4])
        for i, k in enumerate(kinds)
    ]
    cells = [
        st.one_of(st.just(MISSING), st.integers(0, 9).map(Fraction))
        if isinstance(a, Continuous)
        else st.sampled_from((*a.values, *a.values, MISSING))
        for a in attributes
    ]
    rows = draw(st.lists(st.tuples(*cells, st.sampled_from("pqr")), min_size=1, max_size=40))
    return DataSet(tuple(attributes), Nominal("y", ("p", "q", "r")), tuple(Record(row[:-1], row[-1]) for row in rows))


def asked_by(policy: dtref.Policy, data: DataSet) -> set[Partition]:
    """The tests that the library's policy asks at the root, as partitions of the present values."""
    recursion = hunt(data, policy)
    tests = list_tests(recursion.decide(recursion.root()).optima)
    partitions = set()
    for test in tests:
        column = data.column(test.attribute.name)  # type: ignore[union-attr]
        groups: dict[object, set[Cell]] = {}
        for value in {r.values[column] for r in data} - {MISSING}:
            groups.setdefault(branch_of(test, value), set()).add(value)  # type: ignore[arg-type]
        partitions.add((data.attributes[column].name, frozenset(map(frozenset, groups.values()))))
    return partitions


@given(tables(), st.integers(1, 3))
@examples(30)
def test_release_8_asks_what_its_source_says(data: DataSet, m: int) -> None:
    wanted = Sources(m, Fraction(0), binary=False).asked(data)
    assume(wanted is not None)
    event(f"{min(len(wanted or ()), 2)} tests")
    assert asked_by(dtref.c45_release_8(m=m), data) == wanted


@given(tables(), st.integers(1, 3), st.booleans())
@examples(30)
def test_j48_asks_what_its_source_says(data: DataSet, m: int, binary: bool) -> None:
    wanted = Sources(m, Fraction(1, 10**6), binary).asked(data)
    assume(wanted is not None)
    assert asked_by(dtref.j48(M=m, B=binary), data) == wanted


def nominal(labels: str, **columns: str) -> DataSet:
    attributes = tuple(Nominal(name, tuple(sorted(set(cells)))) for name, cells in columns.items())
    records = tuple(Record(tuple(cells[r] for cells in columns.values()), label) for r, label in enumerate(labels))
    return DataSet(attributes, Nominal("y", tuple(sorted(set(labels)))), records)


def test_a_nominal_attribute_of_gain_0_is_asked_by_release_8_alone() -> None:
    data = nominal("pqqp", x="aabb", z="abab")
    assert {name for name, _ in asked_by(dtref.c45_release_8(m=1), data)} == {"x", "z"}
    assert asked_by(dtref.j48(M=1), data) == set()


def test_an_attribute_of_very_many_values_is_left_out_of_the_average() -> None:
    """`id` has all the gain there is: counted in the average, it alone would be above it."""
    data = nominal("pppppqqqqq", id="0123456789", x="aaaabbbbbb")
    assert [name for name, _ in asked_by(dtref.C45, data)] == ["id"]
    assert {name for name, _ in asked_by(dtref.c45_release_8(m=1), data)} == {"x"}


def test_numbers_that_are_too_near_are_not_parted() -> None:
    def numbers(step: str) -> DataSet:
        records = tuple(Record((i // 2 * Fraction(step),), "pq"[i // 2]) for i in range(4))
        return DataSet((Continuous("x"),), Nominal("y", ("p", "q")), records)

    for policy in (dtref.c45_release_8(m=1), dtref.j48(M=1)):
        assert [len(asked_by(policy, numbers(step))) for step in ("0.000009", "0.00002")] == [0, 1]


def test_the_least_side_of_a_cut_grows_with_the_node() -> None:
    """300 records of two classes: 15 a side, and 25 of 600."""
    for n, least in ((300, 15), (600, 25), (1000, 25)):
        for first in (least - 1, least):
            records = tuple(Record((Fraction(int(i >= first)),), "pq"[i >= first]) for i in range(n))
            data = DataSet((Continuous("x"),), Nominal("y", ("p", "q")), records)
            assert bool(asked_by(dtref.C45_RELEASE_8, data)) is (first == least)


@pytest.mark.parametrize("width", [Width.FLOAT32, Width.FLOAT64])
def test_the_cut_is_the_largest_value_of_the_training_set_below_the_middle(width: Width) -> None:
    levels = tuple(map(Fraction, (0, 1, 3, 4, 6, 8)))
    cut = LargeSidedCuts(1, width).between(Continuous("x"), Fraction(1), Fraction(6), levels)
    assert (cut.lower, cut.cut, cut.upper) == (1, 3, 6)


def test_the_cut_is_a_float_of_the_program() -> None:
    """As numpy's floats have it: the middle of 0.1 and 0.3 is 0.2 in both widths, or next to it."""
    numpy = pytest.importorskip("numpy")
    for width, kind in ((Width.FLOAT32, numpy.float32), (Width.FLOAT64, numpy.float64)):
        levels = tuple(Fraction(i, 10) for i in range(1, 10))
        for i in range(7):
            low, high = kind(str((i + 1) / 10)), kind(str((i + 3) / 10))
            middle = (low + high) / kind(2)
            wanted = max(x for x in map(kind, (str(j / 10) for j in range(1, 10))) if x <= middle)
            assert LargeSidedCuts(1, width).between(Continuous("x"), levels[i], levels[i + 2], levels).cut == Fraction(float(wanted))
