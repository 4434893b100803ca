"""Pruning with missing values, counted again by hand; and what no rule takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest
import sympy
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from narrow import attribute_of, defined, of_kind
from shapes import goes

from dtref.errors import Invalid, Undefined
from dtref.exact.decimals import decimal
from dtref.spec.growing.hunt import grow
from dtref.spec.model.attributes import MISSING, Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import predict
from dtref.spec.model.tests import Multiway
from dtref.spec.model.trees import Branch, Gap, Leaf, Tree, leaf_count, nodes
from dtref.spec.presets import C45_GAIN, REGRESSION_TREE
from dtref.spec.pruning.bottom_up import as_leaf
from dtref.spec.pruning.cost_complexity import cost_complexity, critical_alpha
from dtref.spec.pruning.error_based import QUARTER, Predicted, error_based, order, predicted_at, together, upper_limit
from dtref.spec.pruning.estimates import (
    penalised,
    pessimistic_error_rate,
    pessimistic_errors,
    resubstitution_error_rate,
    validation_errors,
)
from dtref.spec.pruning.pessimistic import pessimistic, standard_error_of_errors
from dtref.spec.pruning.records_at_nodes import reaching
from dtref.spec.pruning.reduced_error import best_node_first, reduced_error
from dtref.spec.pruning.selection import losses_along
from dtref.spec.pruning.subtree_raising import Action, error_based_raising
from dtref.strategies import data_sets
from dtref.strategies.values import fractions

X, Z, Y = Nominal("x", ("0", "1")), Nominal("z", ("0", "1")), Nominal("y", ("a", "b"))


def leaf(a: int, b: int) -> Leaf:
    return Leaf((("a", Fraction(a)), ("b", Fraction(b))), tuple(c for c, n in (("a", a), ("b", b)) if n == max(a, b)))


def over(attribute: Nominal, *parts: Tree, gap: Gap = Gap.FRACTIONS) -> Branch:
    node = leaf(*(sum(int(dict(p.counts)[c]) for p in parts) for c in "ab"))
    return Branch(node.counts, node.labels, Multiway(attribute), (Multiway(attribute),), parts, gap)


# Validation errors of records that are split


def test_a_split_record_is_charged_part_by_part() -> None:
    """A third of the record is in the leaf that says b, though the whole tree says a: 20/30 + 1/30 against 9/30."""
    tree = over(X, leaf(20, 0), leaf(1, 9))
    validation = DataSet((X,), Y, [Record((MISSING,), "a")])
    assert predict(tree, {"x": None}).labels == ("a",)
    assert validation_errors(tree, validation) == Fraction(1, 3)
    (compared,) = reduced_error(tree, validation).comparisons
    assert (compared.subtree, compared.leaf, compared.cut) == (Fraction(1, 3), 0, True)
    (step,) = best_node_first(tree, validation).steps
    assert (step.improvement, step.errors) == (Fraction(1, 3), 0)
    assert losses_along(cost_complexity(tree), validation) == (Fraction(1, 3), 0)


# Raising with fractions


def share_out(node: Branch, there: Sequence[tuple[Record, Fraction]], names: Sequence[str]) -> list[list[tuple[Record, Fraction]]]:
    """tan, Distribute Instances: an unknown record in parts, as the known ones that are there now."""
    at = names.index(attribute_of(node.test).name)
    known = [
        [(r, w) for r, w in there if r.values[at] is not MISSING and goes(node.test, r.values[at]) == b] for b in range(len(node.children))
    ]
    sizes = [sum((w for _, w in part), Fraction(0)) for part in known]
    return [
        [*part, *((r, w * size / sum(sizes)) for r, w in there if r.values[at] is MISSING and size)]
        for part, size in zip(known, sizes, strict=True)
    ]


def recounted(tree: Tree, there: Sequence[tuple[Record, Fraction]], names: Sequence[str]) -> Tree:
    counts = tuple((c, sum((w for r, w in there if r.label == c), Fraction(0))) for c, _ in tree.counts)
    most = max(n for _, n in counts)
    labels = tuple(c for c, n in counts if n == most) if most else tree.labels
    if isinstance(tree, Leaf):
        return Leaf(counts, labels)
    parts = [recounted(child, part, names) for child, part in zip(tree.children, share_out(tree, there, names), strict=True)]
    return evolve(tree, counts=counts, labels=labels, children=parts)


def predicted(tree: Tree) -> Predicted:
    ends = [[n for _, n in node.counts] for node in nodes(tree) if isinstance(node, Leaf)]
    return together([predicted_at(sum(ns, Fraction(0)), sum(ns, Fraction(0)) - max(ns), QUARTER) for ns in ends])


def raised_by_hand(tree: Tree, there: Sequence[tuple[Record, Fraction]], names: Sequence[str]) -> Tree:
    """The rule word by word: whatever is compared is counted from the records alone."""
    tree = recounted(tree, there, names)
    if isinstance(tree, Leaf):
        return tree
    parts = share_out(tree, there, names)
    tree = evolve(tree, children=[raised_by_hand(child, part, names) for child, part in zip(tree.children, parts, strict=True)])
    sizes = [sum(w for _, w in part) for part in parts]
    branch = recounted(tree.children[sizes.index(max(sizes))], there, names)
    one, raised, kept = Leaf(tree.counts, tree.labels), predicted(branch), predicted(tree)
    if order(predicted(one), raised) <= 0 and order(predicted(one), kept) <= 0:
        return one
    return raised_by_hand(branch, there, names) if order(raised, kept) <= 0 else tree


def check_raising(tree: Tree, data: DataSet) -> None:
    there, names = [(r, r.weight) for r in data], [a.name for a in data.attributes]
    raised = error_based_raising(tree, data).tree
    assert raised == raised_by_hand(tree, there, names)
    assert raised == recounted(raised, there, names)
    for node, part in zip(nodes(raised), reaching(raised, data), strict=True):
        assert tuple((c, sum((w for r, w in part if r.label == c), Fraction(0))) for c in data.classes) == node.counts


@given(data=data_sets(max_records=12, max_values=3, max_classes=2, missing=True, weights="integers"))
def test_raising_counts_the_records_of_grown_trees_anew(data: DataSet) -> None:
    tree = grow(data, C45_GAIN)
    assume(leaf_count(tree) <= 8)
    check_raising(tree, data)


W = Nominal("w", ("0", "1"))


@given(
    rows=st.lists(st.tuples(*[st.sampled_from(("0", "0", "1", MISSING))] * 3, st.integers(1, 40)), min_size=1, max_size=8),
    odd=st.integers(0, 7),
)
def test_raising_counts_the_records_of_given_trees_anew(rows: list[tuple[str, str, str, int]], odd: int) -> None:
    """Labels that mostly follow the lowest test, so that branches are raised."""
    labels = ["b" if w == "1" or i == odd else "a" for i, (_, _, w, _) in enumerate(rows)]
    known = [Record(cells, "a", Fraction(1, 100)) for cells in product("01", repeat=3)]  # at every node some record knows the answer
    data = DataSet((Z, X, W), Y, [*known, *(Record(r[:3], y, Fraction(r[3])) for r, y in zip(rows, labels, strict=True))])
    shape = over(Z, over(X, over(W, leaf(1, 0), leaf(0, 1)), over(W, leaf(1, 0), leaf(0, 1))), leaf(1, 0))
    check_raising(recounted(shape, [(r, r.weight) for r in data], ["z", "x", "w"]), data)


def test_shares_of_a_raised_branch() -> None:
    """In the branch three are known to go left and one right; raised, it gets a fourth for the left: 4/5 and 1/5 of the sixth."""
    rows = [("0", "0", "a")] * 30 + [("0", "1", "b")] * 10 + [("0", None, "a")] * 10 + [("1", "0", "a")] * 10
    data = DataSet((Z, X), Y, [Record((z, MISSING if x is None else x), y) for z, x, y in rows])
    inner = evolve(over(X, leaf(30, 0), leaf(0, 10)), counts=leaf(40, 10).counts)
    inner = of_kind(Branch, recounted(inner, [(r, r.weight) for r in data if r.values[0] == "0"], ["z", "x"]))
    assert [[n for _, n in node.counts] for node in inner.children] == [[Fraction(75, 2), 0], [Fraction(5, 2), 10]]
    tree = over(Z, leaf(40, 10), leaf(10, 0), gap=Gap.REFUSE)
    tree = evolve(tree, children=(inner, leaf(10, 0)))
    done = error_based_raising(tree, data)
    assert [d.action for d in done.decisions] == [Action.KEEP, Action.RAISE, Action.KEEP]
    assert [[n for _, n in node.counts] for node in nodes(done.tree)] == [[50, 10], [48, 0], [2, 10]]
    assert (
        order(
            done.decisions[1].raised,
            together([predicted_at(Fraction(48), Fraction(0), QUARTER), predicted_at(Fraction(12), Fraction(2), QUARTER)]),
        )
        == 0
    )
    assert error_based_raising(done.tree, data).tree == done.tree


def test_the_heaviest_branch_of_a_raised_node_is_that_of_its_records_now() -> None:
    """Before raising most of the branch's known records go left, afterwards right, and the one that does not know with them."""
    rows = [("0", "0", "a")] * 21 + [("0", "1", "b")] * 20 + [("0", None, "b")] + [("1", "1", "b")] * 10
    data = DataSet((Z, X), Y, [Record((z, MISSING if x is None else x), y) for z, x, y in rows])
    inner = over(X, leaf(21, 1), leaf(0, 20), gap=Gap.HEAVIEST)
    tree = over(Z, inner, leaf(0, 10), gap=Gap.REFUSE)
    done = error_based_raising(tree, data)
    assert [d.action for d in done.decisions] == [Action.KEEP, Action.RAISE, Action.KEEP]
    assert [[n for _, n in node.counts] for node in nodes(done.tree)] == [[21, 31], [21, 0], [0, 31]]


def test_fractions_of_nothing() -> None:
    data = DataSet((X,), Y, [Record((MISSING,), "a")])
    with pytest.raises(Invalid) as error:
        error_based_raising(over(X, leaf(1, 0), leaf(0, 1)), data)
    assert str(error.value) == "x: expected a known value, as no training record reached the node that asks (got MISSING)"


# What no rule takes


def message(call: Callable[[], object]) -> str:
    with pytest.raises(Invalid) as error:
        call()
    return str(error.value)


def test_errors_are_those_of_classification_trees() -> None:
    x, y = Continuous("x"), Continuous("y")
    tree = grow(DataSet((x,), y, [Record((Fraction(i),), Fraction(v)) for i, v in enumerate((1, 2, 10, 14))]), REGRESSION_TREE)
    for one in (tree, as_leaf(tree)):
        for rule in (resubstitution_error_rate, pessimistic_errors, pessimistic_error_rate, pessimistic, error_based):
            assert (
                message(lambda rule=rule, one=one: rule(one)) == "training errors: expected a classification tree (got 'a regression tree')"  # type: ignore[misc]
            )


def test_penalties() -> None:
    tree = over(X, leaf(3, 1), leaf(1, 2))
    floats, negative = "expected an exact number of at least 0, such as '0.5' (got 0.5)", "expected an exact number of at least 0 (got -1)"
    for rule in (pessimistic, pessimistic_errors, pessimistic_error_rate):
        assert message(lambda rule=rule: rule(tree, 0.5)) == f"penalty: {floats}"  # type: ignore[misc]
        assert message(lambda rule=rule: rule(tree, -1)) == f"penalty: {negative}"  # type: ignore[misc]
    assert message(lambda: penalised(0.5, 1)) == f"errors: {floats}"  # type: ignore[arg-type]
    assert message(lambda: penalised(-1, 1)) == f"errors: {negative}"
    assert message(lambda: penalised(1, 0)) == "leaves: expected a whole number of at least 1 (got 0)"
    assert message(lambda: penalised(1, 2.0)) == "leaves: expected a whole number of at least 1 (got 2.0)"  # type: ignore[arg-type]
    e, n, penalty = sympy.symbols("e N p")
    assert penalised(e, n, penalty) == e + n * penalty


@pytest.mark.parametrize("rule", ["upper limit", "error based", "raising"])
def test_confidences(rule: str) -> None:
    data, tree = DataSet((X,), Y, [Record(("0",), "a")]), over(X, leaf(1, 0), leaf(0, 0))
    with_level = {
        "upper limit": lambda level: upper_limit(Fraction(1), Fraction(16), level),
        "error based": lambda level: error_based(tree, level),
        "raising": lambda level: error_based_raising(tree, data, level),
    }[rule]
    assert message(lambda: with_level(0.25)) == "confidence: expected an exact number, such as '0.25' (got 0.25)"  # type: ignore[no-untyped-call]
    for wrong in (0, 1, 2, -1):
        assert message(lambda wrong=wrong: with_level(wrong)) == f"confidence: expected a number strictly between 0 and 1 (got {wrong})"  # type: ignore[misc, no-untyped-call]


def test_counts_of_an_upper_limit() -> None:
    assert message(lambda: upper_limit(1.0, 2)) == "errors: expected an exact number, such as '1.0' (got 1.0)"  # type: ignore[arg-type]
    assert message(lambda: upper_limit(1, 2.0)) == "records: expected an exact number, such as '2.0' (got 2.0)"  # type: ignore[arg-type]
    assert message(lambda: upper_limit(3, 2)) == "errors: expected a number from 0 to 2, of records above 0 (got Fraction(3, 1))"
    assert upper_limit(0, 1) == Fraction(3, 4)


def test_the_link_of_one_leaf_has_no_strength() -> None:
    for leaves in (0, 1):
        assert (
            message(lambda leaves=leaves: critical_alpha(1, 0, leaves)) == f"leaves: expected a whole number of at least 2 (got {leaves})"  # type: ignore[misc]
        )
    assert message(lambda: critical_alpha(0.5, 0, 2)) == "R(t): expected an exact number, such as '0.5' (got 0.5)"  # type: ignore[arg-type]
    assert message(lambda: critical_alpha(1, 0.5, 2)) == "R(T_t): expected an exact number, such as '0.5' (got 0.5)"  # type: ignore[arg-type]
    path = cost_complexity(over(X, leaf(3, 0), leaf(0, 2)))
    assert message(lambda: path.tree_at(0.5)) == "alpha: expected an exact number of at least 0, such as '0.5' (got 0.5)"  # type: ignore[arg-type]
    assert message(lambda: path.tree_at(Fraction(-1))) == "alpha: expected an exact number of at least 0 (got Fraction(-1, 1))"


@given(errors=fractions(0, 30, max_denominator=4), records=st.integers(0, 30))
def test_standard_errors(errors: Fraction, records: int) -> None:
    """In floating point, to nine digits."""
    if errors > records:
        assert message(lambda: standard_error_of_errors(errors, records)).startswith(
            f"errors: expected a number from 0 to {records}, that of the records"
        )
    elif not records:
        assert standard_error_of_errors(errors, records) == Undefined("no records")
    else:
        rate = float(errors) / records
        assert float(decimal(defined(standard_error_of_errors(errors, records)), 12)) == pytest.approx(
            records * sqrt(rate * (1 - rate) / records), abs=1e-9
        )
