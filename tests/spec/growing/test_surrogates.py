"""
Surrogate splits against a brute force over the records: every other attribute, every candidate, every record.

Notation: known, the records of a node by the branch of its test that they take; a surrogate is right about a record if its guess is it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal

import brute
import pytest
import shapes
from attrs import evolve
from hypothesis import assume, example, given
from hypothesis import strategies as st
from many import examples
from narrow import attribute_of, of_kind

from dtref import from_arrays
from dtref import grow as dtref_grow
from dtref.engines.prediction import predict as predict_all
from dtref.errors import Invalid
from dtref.io.models import Model, parse_model, write_model
from dtref.show.explain import explain
from dtref.spec.growing.guesses import primary
from dtref.spec.growing.hunt import grow, hunt
from dtref.spec.growing.policy import Policy, offer_for
from dtref.spec.growing.surrogates import LearnSurrogates, association, association_of_all, ranked
from dtref.spec.growing.ties import Last
from dtref.spec.model.attributes import MISSING, Cell, Continuous, Nominal, Ordinal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.optima import list_tests
from dtref.spec.model.prediction import predict
from dtref.spec.model.tests import OrdinalCut, Subset, Test, Threshold
from dtref.spec.model.trees import Branch, Gap, Leaf, Surrogates, Tree, weight
from dtref.spec.preparation.missing import keep_missing, refuse_missing
from dtref.spec.presets import C45_GAIN, CART, CART_SURROGATES
from dtref.spec.split.numeric.binning import EqualWidth
from dtref.spec.split.numeric.ranges import RangesSplit
from dtref.strategies import data_sets

POLICY = evolve(CART, missing=keep_missing, gap=LearnSurrogates())
X, Z = Continuous("x"), Continuous("z")
Y = Nominal("y", ("-", "+"))


@st.composite
def alike(draw: st.DrawFn) -> DataSet:
    """Data sets whose attributes guess each other well: each cell is near the record's own number, or missing one time in six."""
    named: tuple[Ordinal | Nominal, ...] = Ordinal("size", ("s", "m", "l")), Nominal("colour", ("red", "green", "blue"))
    records = []
    for centre in draw(st.lists(st.integers(0, 3), min_size=4, max_size=10), label="centres"):
        noise = draw(st.lists(st.integers(0, 5), min_size=5, max_size=5), label="noise")
        near = [MISSING if n == 5 else min(max(centre + (n == 1) - (n == 2), 0), 3) for n in noise]
        cells: list[Cell] = [v if v is MISSING else Fraction(v) for v in near[:2]]
        cells += [v if v is MISSING else a.values[min(v, 2)] for a, v in zip(named, near[2:4], strict=True)]
        records.append(Record(tuple(cells), Y.values[int(centre > 1) ^ (noise[4] == 1)], Fraction(1 + (noise[4] == 2))))
    return DataSet((X, Z, *named), Y, tuple(records))


def guesses(data: DataSet, rows: set[int], a: int) -> Iterator[tuple[Any, dict[int, int]]]:
    """Each binary candidate of an attribute, and the side of each record that knows its value."""
    attribute = data.attributes[a]
    cells = {i: data.records[i].values[a] for i in sorted(rows) if data.records[i].values[a] is not MISSING}
    present = set(cells.values())
    if len(present) < 2:
        return
    if isinstance(attribute, Nominal):
        for groups in brute.two_groups(sorted(map(str, present))):
            yield (attribute.name, ("subset", groups)), {i: int(v not in min(groups, key=sorted)) for i, v in cells.items()}
    else:
        rank = attribute.values.index if isinstance(attribute, Ordinal) else lambda x: x
        for low, high in pairwise(sorted(present, key=rank)):
            yield (attribute.name, ("cut", low, high)), {i: int(rank(v) > rank(low)) for i, v in cells.items()}


def associated(data: DataSet, known: dict[int, int], side: dict[int, int], *, of_all: bool) -> Fraction | None:
    """Breiman's lambda: direct or reversed, whichever agrees more; over the records in both, or (rpart) over all of `known`."""

    def heavy(rows: Iterable[int]) -> Fraction:
        return sum((data.records[i].weight for i in rows), Fraction(0))

    agree = max(heavy(i for i in side if known[i] == side[i]), heavy(i for i in side if known[i] != side[i]))
    base = list(known if of_all else side)
    left, right = (heavy(i for i in base if known[i] == b) for b in (0, 1))
    return None if not min(left, right) else (min(left, right) - (left + right - agree)) / min(left, right)


def expected(data: DataSet, known: dict[int, int], asked: int, *, of_all: bool = False) -> list[tuple[Fraction, set[Any]]]:
    found = []
    for a in range(len(data.attributes)):
        if a != asked:
            scored = [(associated(data, known, side, of_all=of_all), test) for test, side in guesses(data, set(known), a)]
            values = [v for v, _ in scored if v is not None]
            if values and max(values) > 0:
                found.append((max(values), {test for v, test in scored if v == max(values)}))
    return sorted(found, key=lambda pair: -pair[0])


def column(data: DataSet, test: Test) -> int:
    return [a.name for a in data.attributes].index(attribute_of(test).name)


def side_of(data: DataSet, test: Test, i: int) -> int | None:
    """
    A record that misses what the node asks may have a value between the neighbours of a surrogate's cut: the cut decides. A value that
    nobody had who knows the answer says nothing.
    """
    cell = data.records[i].values[column(data, test)]
    if cell is MISSING:
        return None
    if isinstance(test, Subset) and cell not in (*test.left, *test.right):
        return None
    return int(of_kind(Fraction, cell) > test.cut) if isinstance(test, Threshold) else shapes.goes(test, cell)


def check(data: DataSet, tree: Tree, rows: dict[int, Fraction], of_all: bool, most: int) -> int:
    """Every node's counts, surrogates and way of sending records, each with its part; how many surrogates there were."""
    for c, n in tree.counts:
        assert n == sum(data.records[i].weight * part for i, part in rows.items() if data.records[i].label == c)
    if isinstance(tree, Leaf):
        return 0
    known = {i: b for i in rows if (b := side_of(data, tree.test, i)) is not None}
    sizes = [sum((data.records[i].weight * rows[i] for i in known if known[i] == b), Fraction(0)) for b in (0, 1)]
    heaviest = [b for b in (0, 1) if sizes[b] == max(sizes)]
    weighed = evolve(data, records=tuple(evolve(r, weight=r.weight * rows.get(i, Fraction(1))) for i, r in enumerate(data)))
    ranks = expected(weighed, known, column(data, tree.test), of_all=of_all)[:most]
    assert isinstance(tree.gap, Surrogates)
    assert [tree.gap.otherwise, *tree.gap.equally] == heaviest
    assert len(tree.gap.tests) == len(ranks)
    for (test, stands_for), (_, tied) in zip(tree.gap.tests, ranks, strict=True):
        assert shapes.candidate(test) in tied
        assert sorted(of_kind(int, b) for b in stands_for) == [0, 1]
    sent = {i: [b] for i, b in known.items()}
    for i in set(rows) - set(known):
        answers = [(b, stands_for) for test, stands_for in tree.gap.tests if (b := side_of(data, test, i)) is not None]
        sent[i] = [of_kind(int, answers[0][1][answers[0][0]])] if answers else heaviest
    parts = [{i: part / len(sent[i]) for i, part in rows.items() if b in sent[i]} for b in (0, 1)]
    below = [check(data, tree.children[b], parts[b], of_all, most) for b in (0, 1)]
    return len(ranks) + sum(below)


BETWEEN = DataSet(
    (X, Z),
    Y,
    [
        Record((Fraction(0), MISSING), "+"),
        Record((Fraction(1), MISSING), "+"),
        Record((Fraction(0), Fraction(1)), "-"),
        Record((Fraction(4, 3), Fraction(0)), "+", Fraction(2)),
    ],
)
"""The root asks z; x <= 2/3 stands for it, learned from x = 0 and x = 4/3, and is asked about x = 1."""


@pytest.mark.parametrize("measure", [association, association_of_all])
@pytest.mark.parametrize("most", [1, 5])
@example(data=BETWEEN)
@examples(20)
@given(data=alike() | data_sets(missing=True, max_records=8, weights="integers"))
def test_every_node_learns_the_surrogates_of_a_brute_force(measure: Callable[..., Any], most: int, data: DataSet) -> None:
    assume(most == 5 or len(data.attributes) > most)
    tree = grow(data, evolve(POLICY, gap=LearnSurrogates(None if most == 5 else most, measure)))
    check(data, tree, dict.fromkeys(range(len(data)), Fraction(1)), measure is association_of_all, most)


@examples(20)
@given(data=alike() | data_sets(missing=True, max_records=8, weights="integers"))
def test_every_tie_is_kept_and_the_association_is_exact(data: DataSet) -> None:
    recursion = hunt(data, POLICY)
    root = recursion.root()
    for test in list_tests(recursion.decide(root).optima):
        known = {i: b for i in range(len(data)) if (b := side_of(data, test, i)) is not None}
        node = primary(recursion.columns, root.records, frozenset({column(data, test)}), 2, lambda r, known=known: known.get(r, MISSING))  # type: ignore[misc]
        found = ranked(LearnSurrogates(), node, lambda attribute: offer_for(POLICY, attribute))
        assert [(s.association, {shapes.candidate(test) for test in s.tests}) for s in found] == expected(data, known, column(data, test))


@examples(20)
@given(data=data_sets(missing=True, max_records=9))
def test_a_training_record_is_predicted_by_the_leaf_that_it_trained(data: DataSet) -> None:
    recursion, tree = hunt(data, POLICY), grow(data, POLICY)
    waiting = [(tree, recursion.root())]
    while waiting:
        at, node = waiting.pop()
        if isinstance(at, Branch):
            waiting.extend(zip(at.children, recursion.children(node, (), at.test), strict=True))
            continue
        for i in (r for r, part in zip(node.rows, node.parts or (1,) * len(node.rows), strict=True) if part == 1):
            cells = dict(zip((a.name for a in data.attributes), data.records[i].values, strict=True))
            said = predict(tree, cells)
            assert (said.labels, said.distribution) == (at.labels, tuple((c, n / weight(at)) for c, n in at.counts))


def four(*rows: tuple[Any, ...]) -> DataSet:
    cells = [tuple(MISSING if v is None else Fraction(v) for v in row[:-1]) for row in rows]
    return DataSet((X, Z), Y, tuple(Record(values, row[-1]) for values, row in zip(cells, rows, strict=True)))


def test_the_rest_goes_where_most_of_the_known_records_went() -> None:
    """x splits 3 : 2; z sends three more records to the lighter side; a record without both still goes to the side of 3."""
    data = four((1, 1, "-"), (1, 1, "-"), (1, 1, "-"), (9, 9, "+"), (9, 9, "+"), (None, 9, "+"), (None, 9, "+"), (None, 9, "+"))
    recursion = hunt(data, POLICY)
    root, on_x = recursion.root(), Threshold(X, Fraction(1), Fraction(9), Fraction(5))
    gap = recursion.gap(root, on_x)
    assert gap == Surrogates(((Threshold(Z, Fraction(1), Fraction(9), Fraction(5)), (0, 1)),), 0)
    below = recursion.children(root, (), on_x)
    assert [len(child.rows) for child in below] == [3, 5]
    decided = [recursion.decide(node) for node in (root, *below)]
    node = Branch(decided[0].counts, ("+",), on_x, (on_x,), [Leaf(d.counts, d.labels) for d in decided[1:]], gap)
    assert predict(node, {"x": MISSING, "z": MISSING}).labels == ("-",)
    assert predict(evolve(node, gap=Gap.HEAVIEST), {"x": MISSING, "z": MISSING}).labels == ("+",)
    assert predict(node, {"x": MISSING, "z": 9}).labels == ("+",)


def test_a_surrogate_may_run_the_other_way() -> None:
    data = four((1, 9, "-"), (2, 8, "-"), (3, 2, "+"), (4, 1, "+"))
    gap = of_kind(Branch, grow(data, POLICY)).gap
    assert isinstance(gap, Surrogates)
    ((test, stands_for),) = gap.tests
    assert (test, stands_for) == (Threshold(Z, Fraction(2), Fraction(8), Fraction(5)), (1, 0))


def test_a_guess_that_is_no_better_than_the_majority_is_not_kept() -> None:
    data = four((1, 1, "-"), (2, 2, "-"), (3, 1, "+"), (4, 2, "+"))
    assert of_kind(Branch, grow(data, POLICY)).gap == Surrogates((), 0, (1,))


def test_equal_associations_stand_in_column_order() -> None:
    size, colour = Ordinal("size", ("s", "m", "l")), Nominal("colour", ("red", "green"))
    rows = [
        (Fraction(1), "s", "red", "-"),
        (Fraction(2), "s", "red", "-"),
        (Fraction(3), "l", "green", "+"),
        (Fraction(4), "l", "green", "+"),
    ]
    data = DataSet((X, size, colour), Y, tuple(Record(row[:3], row[3]) for row in rows))
    gap = of_kind(Branch, grow(data, POLICY)).gap
    assert gap == Surrogates(((OrdinalCut(size, "s", "l"), (0, 1)), (Subset(colour, ("red",), ("green",)), (0, 1))), 0, (1,), 1)
    assert len(of_kind(Surrogates, of_kind(Branch, grow(data, evolve(POLICY, gap=LearnSurrogates(most=1)))).gap).tests) == 1


def test_a_multiway_surrogate_stands_for_the_branches_of_a_multiway_test() -> None:
    """b guesses a: branch for branch, but its third value sees only records of a's first."""
    a, b = Nominal("a", ("p", "q")), Nominal("b", ("u", "v", "w", "never"))
    rows = [("p", "u"), ("p", "u"), ("q", "v"), ("q", "v"), ("p", "w"), ("q", "u")]
    data = DataSet((a, b), Y, tuple(Record(row, "-" if row[0] == "p" else "+") for row in rows))
    tree = grow(data, evolve(C45_GAIN, gap=LearnSurrogates()))
    assert isinstance(of_kind(Branch, tree).gap, Surrogates)
    assert (
        attribute_of(of_kind(Branch, tree).test),
        of_kind(Surrogates, of_kind(Branch, tree).gap).tests[0][1],
        of_kind(Surrogates, of_kind(Branch, tree).gap).otherwise,
    ) == (
        a,
        (0, 1, 0),
        0,
    )
    assert association(5, (3, 3), (3, 3)) == Fraction(2, 3)
    assert predict(tree, {"a": MISSING, "b": "v"}).labels == ("+",)
    # nobody has "never": it says nothing, and the record goes in equal parts down the two branches of three records
    assert predict(tree, {"a": MISSING, "b": "never"}).labels == ("-", "+")


def test_an_empty_bin_of_a_surrogate_says_nothing() -> None:
    """z and v stand in for c in three bins of equal width, nobody is in the middle ones: there the next is asked, then both."""
    rows = [("a", 0, 0, "-"), ("a", 1, 0, "-"), ("a", 0, 1, "-"), ("b", 8, 9, "+"), ("b", 9, 8, "+"), ("b", 9, 1, "+")]
    data = from_arrays([row[:3] for row in rows], [row[3] for row in rows], names=["c", "z", "v"])
    policy = evolve(POLICY, continuous=RangesSplit(EqualWidth(3)))
    tree = grow(data, policy)
    surrogates = of_kind(Surrogates, of_kind(Branch, tree).gap)
    assert [stands_for for _, stands_for in surrogates.tests] == [(0, None, 1), (0, None, 1)]
    # one record at a time, and all at once by arrays
    asked = [(0, 9), (4, 9), (4, 0), (4, 4)]
    expected = [("-",), ("+",), ("-",), ("+", "-")]
    assert [predict(tree, {"c": None, "z": z, "v": v}).labels for z, v in asked] == expected
    many = predict_all(tree, [{"c": None, "z": z, "v": v} for z, v in asked] * 300)
    assert [prediction.labels for prediction in many] == expected * 300
    # written and read again, and in words
    assert parse_model(write_model(Model(data.attributes, data.target, "mine", tree))).tree == tree
    assert "z in (3, 6] says nothing;" in explained(data, policy)


@pytest.mark.parametrize("engine", ["auto", "specification"])
def test_more_surrogates_than_there_are_other_attributes_are_refused(engine: Literal["auto", "specification"]) -> None:
    data = four((1, 9, "-"), (2, 8, "-"), (3, 2, "+"), (4, 1, "+"))
    assert dtref_grow(data, evolve(POLICY, gap=LearnSurrogates(1)), engine=engine) == grow(data, POLICY)
    for policy in (POLICY, evolve(POLICY, missing=refuse_missing)):
        with pytest.raises(Invalid) as refused:
            dtref_grow(data, evolve(policy, gap=LearnSurrogates(2)), engine=engine)
        wanted = "surrogates, most: expected at most 1, as there are 2 attributes and one is the node's own (got 2)"
        assert str(refused.value) == wanted
    # the preset's own number is an upper bound
    assert LearnSurrogates().room == 5


def explained(data: DataSet, policy: Policy) -> str:
    """An explanation in one line."""
    return " ".join(str(explain(data, policy)).split())


def test_an_explanation_names_the_surrogates() -> None:
    data = four((1, 9, "-"), (2, 8, "-"), (3, 2, "+"), (4, 1, "+"))
    agreement = "(it guesses 4 right of 4 that know both answers; association 1)"
    named = f"If missing: z <= 5 stands for x > 2.5; z > 5 stands for x <= 2.5 {agreement}"
    assert f" {named} If missing, too: 1/2 to x <= 2.5; 1/2 to x > 2.5 " in explained(data, POLICY)


def test_an_explanation_tells_what_a_surrogate_was_chosen_from_and_how_well_it_guesses() -> None:
    """Weight and height of ten records, of which one weight is missing: both cuts of height guess 8 of 9, of which 5 are in one branch."""
    heights = [(10, 10, 1), (9, 9, 1), (None, 8, 1), (7, 7, 1), (6, 5, 1), (5, 6, 0), (4, 4, 0), (3, 3, 0), (2, 2, 0), (1, 1, 0)]
    data = from_arrays([row[:2] for row in heights], [str(row[2]) for row in heights], names=["weight", "height"])
    line = "(it guesses 8 right of 9 that know both answers; association 0.75; one of 2 that are as good, by tie rule {})"
    assert line.format("first") in explained(data, CART_SURROGATES)
    assert line.format("last") in explained(data, evolve(CART_SURROGATES, tie=Last()))


def test_an_explanation_counts_the_records_that_a_surrogate_cannot_answer() -> None:
    data = from_arrays([(1, 9), (2, None), (3, 2), (4, 1)], ["-", "-", "+", "+"], names=["x", "z"])
    assert "it guesses 3 right of 3 that know both answers, of 4 that know the node's; association 1" in explained(data, POLICY)


@pytest.mark.parametrize("most", [-1, Fraction(1), 1.5, True, "2"])
def test_the_number_of_surrogates_is_a_whole_one(most: object) -> None:
    with pytest.raises(Invalid, match="surrogates, most: expected a whole number of at least 0"):
        LearnSurrogates(most)  # type: ignore[arg-type]
