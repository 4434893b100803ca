"""
Which change of the input changes what a rule cuts. "same" and "yes" are properties below, "changes" and "no" have witnesses there; "?" is
not tested. For a validation set the weights are those of the tree; that weights are repeated records is tested of raising alone.

| rule | all weights times w > 0 | weight w, w whole: w records | classes in another order | twice = once | a pruning of the tree |
| reduced error, best node first | same | same | same where no node has tied labels | yes | yes |
| pessimistic | changes: a leaf costs half a record | same | same | yes | yes |
| pessimistic within a standard error | changes | same | same | no | yes |
| minimum description | changes: log2 n grows slower than n | same | same | yes | yes |
| cost complexity, at an alpha | same: a risk is a share | same | same | yes | yes |
| error based | changes: a limit nears its rate | same | same | yes | yes |
| error based, raising | ? | same | ? | ? | no: reached by replacing and raising |

No rule looks at the order of records or attributes: a tree has none of either. The order of its branches is seen in ties alone: by raising,
and by best node first, which takes the first of several nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from narrow import attribute_of, of_kind
from spec.pruning.prunings import is_pruning

from dtref.spec.growing.hunt import grow
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.schemes import fold
from dtref.spec.model.tests import Multiway
from dtref.spec.model.trees import Branch, Leaf, Tree, children, leaf_count, nodes, weight
from dtref.spec.presets import CART
from dtref.spec.pruning.cost_complexity import cost_complexity
from dtref.spec.pruning.description import TreeCode, attribute_only, minimum_description
from dtref.spec.pruning.error_based import error_based
from dtref.spec.pruning.pessimistic import pessimistic, pessimistic_within_error
from dtref.spec.pruning.reduced_error import best_node_first, reduced_error
from dtref.spec.pruning.subtree_raising import error_based_raising
from dtref.spec.split.description import errors_chosen
from dtref.strategies import data_sets, trees_for
from dtref.strategies.values import fractions

CODE = TreeCode(errors_chosen(2), attribute_only)
Rule = Callable[[Tree, DataSet], Tree]

RULES: dict[str, Rule] = {
    "reduced error": lambda tree, held_out: reduced_error(tree, held_out).tree,
    "best node first": lambda tree, held_out: best_node_first(tree, held_out).tree,
    "pessimistic": lambda tree, _: pessimistic(tree).tree,
    "within a standard error": lambda tree, _: pessimistic_within_error(tree).tree,
    "description": lambda tree, _: minimum_description(tree, CODE).tree,
    "cost complexity": lambda tree, _: cost_complexity(tree).tree_at(Fraction(1, 12)) if weight(tree) else tree,
    "error based": lambda tree, _: error_based(tree).tree,
}
SCALE_FREE = ("reduced error", "best node first", "cost complexity")
SCALE_BOUND = tuple(name for name in RULES if name not in SCALE_FREE)
TWICE_IS_ONCE = tuple(name for name in RULES if name != "within a standard error")


@st.composite
def cases(draw: st.DrawFn) -> tuple[Tree, DataSet]:
    """A tree, and other records of the same attributes."""
    data = draw(data_sets(max_records=9), label="data")
    at = draw(st.integers(0, len(data)), label="training records")
    training = evolve(data, records=data.records[:at])
    return draw(trees_for(training), label="tree"), evolve(data, records=data.records[at:])


def scaled(tree: Tree, w: Fraction) -> Tree:
    """The tree with all weights times w."""
    return fold(tree, children, lambda node, parts: recounted(node, tuple((c, n * w) for c, n in node.counts), parts))


def recounted(node: Tree, counts: Any, parts: Any) -> Tree:
    return Leaf(counts, node.labels) if isinstance(node, Leaf) else evolve(node, counts=counts, children=parts)


@pytest.mark.parametrize("name", RULES)
@given(case=cases())
def test_what_is_left_is_a_pruning(name: str, case: tuple[Tree, DataSet]) -> None:
    tree, held_out = case
    assert is_pruning(RULES[name](tree, held_out), tree)


@pytest.mark.parametrize("name", TWICE_IS_ONCE)
@given(case=cases())
def test_twice_is_once(name: str, case: tuple[Tree, DataSet]) -> None:
    tree, held_out = case
    once = RULES[name](tree, held_out)
    assert RULES[name](once, held_out) == once


@pytest.mark.parametrize("name", SCALE_FREE)
@given(case=cases(), w=fractions(Fraction(1, 7), 100, max_denominator=7))
def test_scales_that_do_not_matter(name: str, case: tuple[Tree, DataSet], w: Fraction) -> None:
    tree, held_out = case
    assert RULES[name](scaled(tree, w), held_out) == scaled(RULES[name](tree, held_out), w)


def stump(*leaves: tuple[int, int]) -> Branch:
    """A test with these class counts in its leaves."""

    def leaf(counts: tuple[int, int]) -> Leaf:
        tally = tuple((c, Fraction(n)) for c, n in zip("ab", counts, strict=True))
        return Leaf(tally, tuple(c for c, n in tally if n == max(counts)))

    root = leaf((sum(a for a, _ in leaves), sum(b for _, b in leaves)))
    test = Multiway(Nominal("x", tuple(map(str, range(len(leaves))))))
    return Branch(root.counts, root.labels, test, (test,), tuple(map(leaf, leaves)))


@pytest.mark.parametrize("name", SCALE_BOUND)
def test_scales_that_matter(name: str) -> None:
    """One error in six is not worth a test, and a thousand in six thousand are."""
    nobody = DataSet((), Nominal("y", ("a", "b")), ())
    small = stump((3, 0), (0, 1), (1, 0), (1, 0))
    cut = [isinstance(RULES[name](scaled(small, Fraction(w)), nobody), Leaf) for w in (1, 1000)]
    assert cut == [True, False]


@pytest.mark.parametrize("name", RULES)
@given(case=cases())
def test_the_order_of_classes(name: str, case: tuple[Tree, DataSet]) -> None:
    """Of nodes with several labels the first is charged, so that there the order matters for a validation set."""
    tree, held_out = case
    assume(all(len(node.labels) == 1 for node in nodes(tree)))
    turned = fold(tree, children, lambda node, parts: recounted(node, of_kind(tuple, node.counts)[::-1], parts))
    pruned = RULES[name](turned, held_out)
    assert fold(pruned, children, lambda node, parts: recounted(node, of_kind(tuple, node.counts)[::-1], parts)) == RULES[name](
        tree, held_out
    )


def test_the_order_of_tied_labels_matters_for_a_validation_set() -> None:
    tree = evolve(stump((1, 0), (0, 1)), labels=("a", "b"))
    held_out = DataSet((attribute_of(tree.test),), Nominal("y", ("a", "b")), [Record(("0",), "a"), Record(("1",), "a")])
    other = evolve(tree, labels=("b", "a"))
    assert [isinstance(reduced_error(t, held_out).tree, Leaf) for t in (tree, other)] == [True, False]


@given(data=data_sets(max_records=6, weights="integers"))
def test_weights_are_repeated_records(data: DataSet) -> None:
    """Of a grown tree: what is cut is the same, whether a record has weight w or comes w times."""
    repeated = evolve(data, records=[evolve(r, weight=Fraction(1)) for r in data for _ in range(int(r.weight))])
    assume(len(repeated) <= 30)
    one, other = grow(data, CART), grow(repeated, CART)
    assert one == other
    assert error_based_raising(one, data).tree == error_based_raising(other, repeated).tree


def test_within_a_standard_error_twice_may_cut_more() -> None:
    """The error allowed to a subtree shrinks or grows with its own errors, which cuts below change."""
    found = None
    for left in range(1, 8):
        for right in range(1, 8):
            inner = stump((left, 0), (1, right), (2, 1))
            outer_counts = tuple((c, n + m) for (c, n), m in zip(inner.counts, (0, 6), strict=True))
            largest = max(n for _, n in outer_counts)
            test = Multiway(Nominal("z", ("0", "1")))
            pure = Leaf((("a", Fraction(0)), ("b", Fraction(6))), ("b",))
            tree = Branch(outer_counts, tuple(c for c, n in outer_counts if n == largest), test, (test,), (inner, pure))
            once = pessimistic_within_error(tree).tree
            if pessimistic_within_error(once).tree != once:
                found = found or (left, right)
    assert found is not None


def test_raising_leaves_the_set_of_prunings() -> None:
    """The larger branch takes its sibling's records, and the root's test is gone."""
    x, y = Nominal("x", ("0", "1")), Nominal("y", ("a", "b"))
    z = Nominal("z", ("0", "1"))
    rows = [("0", "0", "a")] * 8 + [("0", "1", "b")] * 8 + [("1", "0", "a")] * 2
    data = DataSet((z, x), y, [Record((v, u), c) for v, u, c in rows])
    inner = stump((8, 0), (0, 8))
    root = Leaf((("a", Fraction(10)), ("b", Fraction(8))), ("a",))
    tree = Branch(root.counts, root.labels, Multiway(z), (Multiway(z),), (inner, Leaf((("a", Fraction(2)), ("b", Fraction(0))), ("a",))))
    raised = error_based_raising(tree, data).tree
    assert not is_pruning(raised, tree)
    assert (leaf_count(raised), weight(raised)) == (2, 18)
    assert [[n for _, n in leaf.counts] for leaf in of_kind(Branch, raised).children] == [[10, 0], [0, 8]]


def reachable(new: Tree, old: Tree) -> bool:
    """Whether replacing subtrees by leaves and nodes by one of their branches leads from the old tree to the new one."""
    if isinstance(new, Leaf):
        return True
    if isinstance(old, Leaf):
        return False
    kept = new.test == old.test and all(reachable(n, o) for n, o in zip(new.children, old.children, strict=True))
    return kept or any(reachable(new, child) for child in old.children)


@given(data=data_sets(max_records=12, max_values=3))
def test_raising_reaches_its_tree_by_replacing_and_raising(data: DataSet) -> None:
    tree = grow(data, CART)
    assume(leaf_count(tree) <= 8)
    raised = error_based_raising(tree, data).tree
    assert reachable(raised, tree)
    assert weight(raised) == len(data)
    assert leaf_count(raised) <= leaf_count(tree)
