"""How sure a tree is, against brute force that knows nothing of the library's recursion: every cut, every subset of the records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from attrs import evolve
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from many import examples

import dtref
from dtref.cli import app
from dtref.errors import Undecided, Undefined
from dtref.oracle.golden.store import golden_folder
from dtref.spec.growing.admission import EveryBranchHas
from dtref.spec.growing.ties import Last
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Subset, Threshold
from dtref.spec.model.trees import Branch, Gap, Tree
from dtref.spec.preparation.missing import keep_missing

DATA = golden_folder() / "data"

Row = tuple[int, str, str]
"""A number, a nominal value, a class."""

ROWS = st.lists(st.tuples(st.integers(0, 3), st.sampled_from("pqr"), st.sampled_from("ab")), min_size=2, max_size=7)


def data_of(rows: Sequence[Row]) -> DataSet:
    attributes = (Continuous("x"), Nominal("g", ("p", "q", "r")))
    return DataSet(attributes, Nominal("y", ("a", "b")), [Record((Fraction(x), g), y) for x, g, y in rows])


def gini_sum(rows: Sequence[Row], part: frozenset[int]) -> Fraction:
    """The size of a part times its Gini index."""
    n, a = len(part), sum(rows[i][2] == "a" for i in part)
    return 2 * Fraction(a * (n - a), n)


def partings(rows: Sequence[Row], here: frozenset[int]) -> Iterator[frozenset[frozenset[int]]]:
    """Every way that a cut of the number or a grouping of the values parts some records."""
    lefts = [frozenset(i for i in here if rows[i][0] <= v) for v in range(3)]
    lefts += [frozenset(i for i in here if rows[i][1] in g) for g in (*"pqr", "pq", "pr", "qr")]
    for left in lefts:
        if left and left != here:
            yield frozenset((left, here - left))


def scores(rows: Sequence[Row], here: frozenset[int]) -> dict[frozenset[frozenset[int]], Fraction]:
    """The impurity that each parting leaves, times the number of records."""
    return {parting: sum((gini_sum(rows, part) for part in parting), Fraction(0)) for parting in partings(rows, here)}


def asks(rows: Sequence[Row], here: frozenset[int]) -> bool:
    """Whether a node is split: it has two classes, and a test."""
    return len({rows[i][2] for i in here}) > 1 and any(partings(rows, here))


def places(tree: Tree, rows: Sequence[Row]) -> dict[tuple[int, ...], tuple[frozenset[int], frozenset[frozenset[int]]]]:
    """For each inner node, by path, its records, and how its test parts them, by predictions of the subtree's own tests."""
    found: dict[tuple[int, ...], tuple[frozenset[int], frozenset[frozenset[int]]]] = {}
    waiting: list[tuple[Tree, tuple[int, ...], frozenset[int]]] = [(tree, (), frozenset(range(len(rows))))]
    while waiting:
        node, path, here = waiting.pop()
        if isinstance(node, Branch):
            test = node.test
            match test:
                case Threshold():
                    left = frozenset(i for i in here if rows[i][0] <= test.cut)
                case Subset():
                    left = frozenset(i for i in here if rows[i][1] in test.left)
                case _:
                    raise AssertionError(test)
            found[path] = here, frozenset((left, here - left))
            waiting += [(node.children[0], (*path, 0), left), (node.children[1], (*path, 1), here - left)]
    return found


def as_good_without(rows: Sequence[Row], here: frozenset[int], own: frozenset[frozenset[int]], out: frozenset[int]) -> tuple[bool, bool]:
    """Without some records, whether another parting is as good as the own one; and whether one is better."""
    rest = here - out
    if not asks(rows, rest):
        return False, False
    left, kept = scores(rows, rest), frozenset(part - out for part in own)
    best = min(left.values())
    return any(parting != kept and score == best for parting, score in left.items()), left.get(kept) != best


@examples(14)
@given(rows=ROWS)
def test_margins_and_records_that_a_node_hangs_on_are_those_of_brute_force(rows: list[Row]) -> None:
    data = data_of(rows)
    tree = dtref.grow(data, dtref.CART)
    sure = dtref.stability(tree, data, dtref.CART)
    where = places(tree, rows)
    assert [node.path for node in sure.nodes] == sorted(where)
    for node in sure.nodes:
        here, own = where[node.path]
        others = [score for parting, score in scores(rows, here).items() if parting != own]
        lead = min(others) - scores(rows, here)[own] if others else None
        assert node.margin.margin == (Undefined("no other test competes") if lead is None else lead / len(here))
        # the fewest records, by trying all
        fewest = next(
            (
                size
                for size in range(len(here))
                if any(as_good_without(rows, here, own, frozenset(out))[0] for out in combinations(sorted(here), size))
            ),
            None,
        )
        found = node.removals
        if fewest is None:
            assert found.never and isinstance(found.most, Undefined)
        else:
            assert (found.least, found.most, found.never) == (fewest, fewest, False)
            assert len(found.example) == fewest and as_good_without(rows, here, own, frozenset(found.example))[0]
        assert found.single == tuple(i for i in sorted(here) if as_good_without(rows, here, own, frozenset((i,)))[1])


@examples(14)
@given(rows=ROWS, draws=st.lists(st.lists(st.integers(0, 6), min_size=1, max_size=6), min_size=1, max_size=4))
def test_samples_keep_a_root_where_brute_force_says_so(rows: list[Row], draws: list[list[int]]) -> None:
    data = data_of(rows)
    tree = dtref.grow(data, dtref.CART)
    if not isinstance(tree, Branch):
        return
    samples = [tuple(i % len(rows) for i in draw) for draw in draws]
    root = dtref.stability(tree, data, dtref.CART, samples).nodes[0].resampled
    own = places(tree, rows)[()][1]
    kept = leaf = 0
    for sample in samples:
        drawn = [rows[i] for i in sample]
        everything = frozenset(range(len(drawn)))
        parting = frozenset(frozenset(j for j, i in enumerate(sample) if i in part) for part in own)
        if asks(drawn, everything):
            left = scores(drawn, everything)
            kept += left.get(parting) == min(left.values())
        else:
            leaf += 1
    assert root is not None
    assert (root.kept, root.leaf, root.samples) == (kept, leaf, len(samples))


@examples(14)
@given(rows=ROWS)
def test_answers_of_all_trees_are_those_of_each_tree_that_is_listed(rows: list[Row]) -> None:
    data = data_of(rows)
    listed = list(dtref.trees(data, dtref.CART))
    sure = dtref.stability(listed[0], data, dtref.CART)
    assert sure.trees == len(listed)
    assert sure.answers == tuple(frozenset(dtref.predict(tree, {"x": row[0], "g": row[1]}).labels for tree in listed) for row in rows)
    assert sure.open_records == tuple(i for i, said in enumerate(sure.answers) if len(said) > 1)


def test_a_node_of_many_records_has_bounds_by_proof_where_trying_is_too_much() -> None:
    rows = [(0, "p", "a")] * 200 + [(1, "q", "b")] * 200 + [(2, "q", "b")] * 200 + [(3, "r", "a")] * 40
    data = data_of(rows)
    root = dtref.stability(dtref.grow(data, dtref.CART), data, dtref.CART, budget=2000).nodes[0]
    # n Gini: the grouping of p and r leaves pure parts; the next best cuts off the first 200, and leaves 400 b and 40 a together
    lead = Fraction(2 * 400 * 40, 440)
    assert root.margin.margin == lead / 640
    assert root.removals.least == -(-lead // 2)
    assert root.removals.single == ()


def test_shares_of_records_are_no_answers_and_a_spent_budget_is_told() -> None:
    data = dtref.read_csv("golden/data/play_tennis.csv", target="play")
    tree = dtref.grow(data, dtref.ID3)
    sure = dtref.stability(tree, data, dtref.ID3, budget=1, trees_budget=1)
    assert isinstance(sure.trees, Undecided)
    assert isinstance(sure.answers, Undecided)
    assert isinstance(sure.nodes[0].removals.single, Undecided)


def test_a_leaf_that_ties_decide_is_as_good_as_the_test() -> None:
    """Both cuts gain 0; the branch x > 1/2 has 4/3 records, with its part of the one that misses x, which is too few: a leaf, too."""
    policy = evolve(dtref.CART, confirm=(EveryBranchHas(2),), gap=Gap.FRACTIONS, missing=keep_missing, tie=Last())
    rows, labels = [[0, 0], [0, 1], [1, None], [None, None]], ["p", "p", "p", "q"]
    data = dtref.from_arrays(rows, labels, names=["x", "y"])
    [root] = dtref.stability(dtref.grow(data, policy), data, policy).nodes
    assert (root.margin.leaf, root.margin.margin, root.margin.rivals) == (True, 0, ())
    assert (root.removals.least, root.removals.most) == (0, 0)


def test_a_pruned_tree_is_judged_at_its_nodes_as_growing_decides_them() -> None:
    """What is told of the nodes that pruning leaves is what is told of them in the tree that grows."""
    data = dtref.read_csv(DATA / "tan_default.csv", target="defaulted")
    grows = dtref.rpart(minsplit=2, minbucket=1, cp=-1)
    prunes = dtref.rpart(minsplit=2, minbucket=1, cp=Fraction(1, 2))
    whole, pruned = (dtref.stability(dtref.grow(data, policy), data, policy) for policy in (grows, prunes))
    assert len(pruned.nodes) < len(whole.nodes)
    of_whole = {node.path: node for node in whole.nodes}
    assert all(node == of_whole[node.path] for node in pruned.nodes)
    assert (pruned.trees, pruned.partitions) == (whole.trees, whole.partitions)
    assert pruned.answers == Undefined("the policy prunes the trees that it grows")
    assert "Before pruning (pruned at complexity 1/2" in str(pruned)
    assert "Before pruning" not in str(whole)


def test_a_rival_is_found_where_the_best_gain_has_a_tolerance() -> None:
    """J48 without its correction, of the records a a b a a b b b: the cut after the fifth, and then, by gain, the second or the sixth."""
    labels = "aabaabbb"
    data = DataSet((Continuous("x"),), Nominal("y", ("a", "b")), [Record((Fraction(i),), y) for i, y in enumerate(labels)])
    policy = dtref.j48(U=True, M=1, J=True)
    root = dtref.stability(dtref.grow(data, policy), data, policy).nodes[0]

    def ratio(first: int) -> object:
        left, right = labels[:first], labels[first:]
        return dtref.gain_ratio((4, 4), tuple((part.count("a"), part.count("b")) for part in (left, right)))

    assert root.margin.value == ratio(5)
    assert len(root.margin.rivals) > 0
    assert root.margin.margin == ratio(5) - ratio(6)  # type: ignore[operator]


def test_samples_are_drawn_as_the_refusal_of_a_number_says() -> None:
    """The call of the message, run, asks the samples that the command line draws by that seed."""
    data = dtref.read_csv(DATA / "tan_default.csv", target="defaulted")
    tree = dtref.grow(data, dtref.CART)
    with pytest.raises(dtref.Invalid) as refusal:
        dtref.stability(tree, data, dtref.CART, samples=20)  # type: ignore[arg-type]
    call = refusal.value.wanted.partition(", as ")[2].partition(" draws")[0]
    samples = eval(call, {"dtref": dtref, "data": data, "chance": Random(7)})
    command = ["stability", str(DATA / "tan_default.csv"), "--target", "defaulted", "--as", "cart", "--samples", "20", "--seed", "7"]
    assert CliRunner().invoke(app, command).output.strip() == str(dtref.stability(tree, data, dtref.CART, samples))
