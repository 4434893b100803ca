"""
Pruning as C4.5 release 8 and J48 do it: their estimates in floats, Weka's own numbers, and a plain recursion over lists of records.

Sources: `Src/stats.c`, `prune.c`, `build.c`; `Stats.java`, `C45PruneableClassifierTree.java`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import exp, sqrt
from math import log as ln
from statistics import NormalDist

import pytest
from attrs import evolve
from hypothesis import assume, event, given
from hypothesis import strategies as st
from many import examples

import dtref
from dtref.errors import Invalid
from dtref.oracle.golden.store import golden_folder
from dtref.spec.growing.hunt import grow
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Branch, Leaf, Tree
from dtref.spec.pruning.released_estimates import interpolated_deviate, j48_errors, release_8_errors
from dtref.spec.pruning.steps import Collapse, ErrorBased
from dtref.spec.pruning.subtree_raising import Largest, Released

QUARTER = Fraction(1, 4)
LEVELS = [0, 0.001, 0.005, 0.01, 0.05, 0.10, 0.20, 0.40, 1.00]
DEVIATES = [4.0, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0.00]


def added_by_release_8(n: float, e: float, cf: float) -> float:
    """AddErrs of `Src/stats.c`, in doubles."""
    i = next(i for i, level in enumerate(LEVELS) if cf <= level)
    z = DEVIATES[i - 1] + (DEVIATES[i] - DEVIATES[i - 1]) * (cf - LEVELS[i - 1]) / (LEVELS[i] - LEVELS[i - 1])
    none = n * (1 - exp(ln(cf) / n))
    if e < 1e-6:
        return none
    if e < 0.9999:
        return none + e * (added_by_release_8(n, 1.0, cf) - none)
    if e + 0.5 >= n:
        return 0.67 * (n - e)
    c = z * z
    return n * (e + 0.5 + c / 2 + sqrt(c * ((e + 0.5) * (1 - (e + 0.5) / n) + c / 4))) / (n + c) - e


def added_by_j48(n: float, e: float, cf: float) -> float:
    """addErrs of `Stats.java`, in doubles."""
    if cf > 0.5:
        return 0
    if e < 1:
        none = n * (1 - cf ** (1 / n))
        return none + e * (added_by_j48(n, 1, cf) - none) if e else none
    if e + 0.5 >= n:
        return max(n - e, 0)
    z, f = NormalDist().inv_cdf(1 - cf), (e + 0.5) / n
    return n * (f + z * z / (2 * n) + z * sqrt(f / n - f * f / n + z * z / (4 * n * n))) / (1 + z * z / n) - e


def leaves() -> st.SearchStrategy[tuple[Fraction, Fraction]]:
    """n and e of leaves, with records in parts."""
    parts = st.fractions(0, 40, max_denominator=7)
    return st.tuples(parts, parts).filter(lambda pair: pair[0] > 0).map(lambda pair: (pair[0] + pair[1], min(pair)))


@pytest.mark.parametrize(("exact", "added"), [(release_8_errors, added_by_release_8), (j48_errors, added_by_j48)], ids=["release 8", "J48"])
@given(leaf=leaves(), cf=st.sampled_from([1, 5, 10, 25, 33, 49]))
@examples(30)
def test_the_estimates_are_those_of_the_sources(
    exact: Callable[[Fraction, Fraction, Fraction], object],
    added: Callable[[float, float, float], float],
    leaf: tuple[Fraction, Fraction],
    cf: int,
) -> None:
    n, e = leaf
    assert float(exact(n, e, Fraction(cf, 100))) == pytest.approx(float(e) + added(float(n), float(e), cf / 100), rel=3e-7)  # type: ignore[arg-type]


def test_weka_s_own_limits() -> None:
    """What `Stats.addErrs` answered to the vectors of `upper_limit`, (e + addErrs) / n: golden/departures/weka.json."""
    departures = json.loads((golden_folder() / "departures" / "weka.json").read_text())["departures"]
    (cases,) = (d["cases"] for d in departures if d["name"] == "upper-limit-by-normal")
    vectors = {
        v["id"]: v for path in golden_folder().glob("**/*.json") if '"upper_limit"' in (text := path.read_text()) for v in _records(text)
    }
    compared = 0
    for case in cases:
        given_ = vectors[case["id"]]["given"]
        n, e, cf = (Fraction(given_.get(name, default)) for name, default in (("records", "0"), ("errors", "0"), ("confidence", "1/4")))
        if 0 < cf < 1 and e <= n:
            assert float(j48_errors(n, e, cf) / n) == pytest.approx(float(case["answers"]), rel=1e-6)
            compared += 1
    assert compared > 8


def _records(text: str) -> list[dict[str, dict[str, str]]]:
    whole = json.loads(text)
    groups = whole if isinstance(whole, list) else next((v for v in whole.values() if isinstance(v, list)), [])
    return [v for v in groups if isinstance(v, dict) and "given" in v]


@pytest.mark.parametrize(("level", "deviate"), [("0.25", "0.6925"), ("0.1", "1.28"), ("0.0005", "3.545"), ("0.7", "0.125")])
def test_deviates_between_rows_of_the_table(level: str, deviate: str) -> None:
    assert interpolated_deviate(Fraction(level)) == Fraction(deviate)


# the trees


Plain = tuple[int, list["Plain"]]
"""A tree: the attribute that it asks, -1 at a leaf, and its branches."""


def plain(tree: Tree, data: DataSet) -> Plain:
    if isinstance(tree, Leaf):
        return -1, []
    assert isinstance(tree, Branch)
    return data.column(tree.test.attribute.name), [plain(child, data) for child in tree.children]  # type: ignore[union-attr]


def sides(at: int, data: DataSet, records: Sequence[Record]) -> list[list[Record]]:
    values = data.attributes[at].values  # type: ignore[union-attr]
    return [[r for r in records if r.values[at] == v] for v in values]


def errors(records: Sequence[Record]) -> int:
    return len(records) - max((sum(r.label == c for r in records) for c in "pqr"), default=0)


class NearError(Exception):
    """Two predictions are too near one another for doubles."""


class Floats:
    """The pruning of the sources on plain lists, in doubles."""

    def __init__(self, data: DataSet, added: Callable[[float, float, float], float], cf: float, raises: bool) -> None:
        self.data, self.added, self.cf, self.raises = data, added, cf, raises

    def leaf(self, records: Sequence[Record]) -> float:
        n, e = len(records), errors(records)
        return e + self.added(n, e, self.cf) if n else 0.0

    def errors_of(self, tree: Plain, records: Sequence[Record]) -> float:
        at, children = tree
        if at < 0:
            return self.leaf(records)
        return sum(self.errors_of(child, side) for child, side in zip(children, sides(at, self.data, records), strict=True))

    def no_more(self, a: float, b: float) -> bool:
        if abs(a - b - 0.1) < 1e-6:
            raise NearError
        return a <= b + 0.1

    def collapsed(self, tree: Plain, records: Sequence[Record]) -> tuple[Plain, int]:
        """The tree without subtrees that save nothing, and the errors of the leaves that it was grown with."""
        at, children = tree
        if at < 0:
            return tree, errors(records)
        pairs = [self.collapsed(child, side) for child, side in zip(children, sides(at, self.data, records), strict=True)]
        below = sum(e for _, e in pairs)
        return ((-1, []) if below >= errors(records) else (at, [child for child, _ in pairs])), below

    def pruned(self, tree: Plain, records: Sequence[Record]) -> Plain:
        at, children = tree
        if at < 0:
            return tree
        parts = sides(at, self.data, records)
        kept: Plain = (at, [self.pruned(child, side) for child, side in zip(children, parts, strict=True)])
        largest = max(range(len(parts)), key=lambda i: (len(parts[i]), i))
        as_leaf, as_tree, as_branch = self.leaf(records), self.errors_of(kept, records), self.errors_of(kept[1][largest], records)
        if self.no_more(as_leaf, as_tree) and (not self.raises or self.no_more(as_leaf, as_branch)):
            return -1, []
        if self.raises and self.no_more(as_branch, as_tree):
            return self.pruned(kept[1][largest], records)
        return kept


@st.composite
def tables(draw: st.DrawFn) -> DataSet:
    """Up to 60 records of three nominal columns, whose class often is that of the first."""
    attributes = tuple(Nominal(f"x{i}", ("a", "b", "c")[: 2 + i % 2]) for i in range(3))
    rows = draw(st.lists(st.tuples(*(st.sampled_from(a.values) for a in attributes), st.integers(0, 5)), min_size=4, max_size=60))
    labels = ["pqr"["abc".index(row[0])] if row[-1] < 3 else "pqr"[row[-1] - 3] for row in rows]
    return DataSet(
        attributes, Nominal("y", ("p", "q", "r")), tuple(Record(row[:-1], label) for row, label in zip(rows, labels, strict=True))
    )


CASES = [
    (release_8_errors, added_by_release_8, 25, True),
    (release_8_errors, added_by_release_8, 60, True),
    (j48_errors, added_by_j48, 25, True),
    (j48_errors, added_by_j48, 40, False),
]


@pytest.mark.parametrize(("exact", "added", "cf", "raises"), CASES, ids=["release 8", "release 8, 60 %", "J48", "J48 -S"])
@given(data=tables())
@examples(20)
def test_pruned_trees_are_those_of_a_plain_recursion(
    exact: Callable[..., Fraction], added: Callable[[float, float, float], float], cf: int, raises: bool, data: DataSet
) -> None:
    whole = grow(data, evolve(dtref.c45_release_8(m=1), pruning=()))
    floats = Floats(data, added, cf / 100, raises)
    steps = (Collapse(), ErrorBased(Fraction(cf, 100), Largest.LAST, Released(exact, Fraction(1, 10), raises)))
    collapsed, _ = floats.collapsed(plain(whole, data), list(data))
    try:
        wanted = floats.pruned(collapsed, list(data))
    except NearError:
        assume(condition=False)
    once = steps[0](whole, data)
    assert plain(once, data) == collapsed
    pruned = steps[1](once, data)
    event(f"{'raised' if plain(pruned, data)[0] not in (-1, plain(once, data)[0]) else 'not raised'}")
    assert plain(pruned, data) == wanted
    assert dtref.grow(data, evolve(dtref.c45_release_8(m=1), pruning=steps)) == pruned


@pytest.mark.parametrize("make", [lambda: dtref.c45_release_8(cf=0), lambda: dtref.j48(C=1), lambda: ErrorBased(Fraction(2))])
def test_a_confidence_outside_0_to_1_is_refused(make: Callable[[], object]) -> None:
    with pytest.raises(Invalid, match="confidence"):
        make()
