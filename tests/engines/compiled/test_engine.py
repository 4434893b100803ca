"""
The fast engine returns what the specification returns: the tree, every tie, the exact counts; or says that it does not cover the case.

The specification (`dtref.spec.growing.hunt`) is another route throughout: records one by one, Fractions and LogForms, no arrays.
"""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from attrs import evolve

import dtref
from dtref.errors import Invalid, Undecided
from dtref.spec.growing import hunt
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.surrogates import LearnSurrogates
from dtref.spec.growing.ties import count_endings
from dtref.spec.model.arrays import ArrayDataSet
from dtref.spec.model.attributes import MISSING, Continuous, Nominal
from dtref.spec.model.counts import columns
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.optima import count_tests
from dtref.spec.model.trees import Branch, Gap, Leaf, Tree, fold_tree, nodes
from dtref.spec.split.description import bits_saved, classes_coded

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from engines.compiled.generated import data_set, policy  # noqa: E402 - it is of no use without them
from engines.compiled.outcomes import UNCOVERED, outcome  # noqa: E402
from many import as_many  # noqa: E402


@pytest.mark.parametrize("seed", range(as_many(4, 12)))
def test_generated_data_sets_grow_the_trees_of_the_specification(seed: int) -> None:
    chance, covered = Random(seed), 0
    for _ in range(150):
        regression = chance.random() < 0.3
        data, rules = data_set(chance, regression), policy(chance, regression)
        found = outcome(data, rules, "fast")
        if isinstance(found, str) and found.startswith(UNCOVERED):
            continue
        covered += 1
        wanted = outcome(data, rules, "specification")
        assert found == wanted
        assert wanted == found
        if isinstance(wanted, Leaf | Branch) and isinstance(found, Leaf | Branch):
            assert hash(found) == hash(wanted)
            assert list(map(count_endings, nodes(found))) == list(map(count_endings, nodes(wanted)))
    assert covered > 60


@pytest.mark.parametrize("tie", [dtref.First(), dtref.Last()])
def test_every_tie_of_noise_is_there(tie: dtref.First | dtref.Last) -> None:
    chance = Random(5)
    rows = [[chance.random() for _ in range(4)] for _ in range(60)]
    data = dtref.from_arrays(np.array(rows), np.array([chance.randint(0, 2) for _ in rows]))
    for preset in (dtref.CART, dtref.C45_GAIN, dtref.C45_GAIN_RATIO):
        rules = evolve(preset, tie=tie)
        fast, wanted = dtref.grow(data, rules, engine="fast"), hunt.grow(data, rules)
        tied = [[count_tests(node.optima) for node in nodes(tree) if isinstance(node, Branch)] for tree in (fast, wanted)]
        assert tied[0] == tied[1]
        assert max(tied[0]) > 1
        assert fast == wanted


def test_doubles_that_are_neighbours_or_one_in_single_precision_are_told_apart() -> None:
    x = [1.0, np.nextafter(1.0, 2), np.nextafter(np.nextafter(1.0, 2), 2), -0.0, 0.0, 5e-324, 1e308, -1e308]
    y = [0, 1, 0, 1, 1, 0, 1, 0]
    data = dtref.from_arrays(np.array(x).reshape(-1, 1), np.array(y))
    tree = dtref.grow(data, dtref.CART, engine="fast")
    assert tree == hunt.grow(data, dtref.CART)
    assert dtref.training_errors(tree) == 0


def weighted(*rows: tuple[tuple[int, ...], str, int]) -> DataSet:
    """Records of numbers, each with a class and a weight."""
    attributes = tuple(Continuous(f"x{j}") for j in range(len(rows[0][0])))
    return DataSet(attributes, Nominal("y", ("-", "+")), tuple(Record(tuple(map(Fraction, xs)), y, Fraction(w)) for xs, y, w in rows))


@pytest.mark.parametrize("preset", [dtref.CART, dtref.C45_GAIN, dtref.C45_GAIN_RATIO])
def test_two_splits_that_are_nearer_than_doubles_are_told_apart(preset: Policy) -> None:
    m = 2**28
    data = weighted(((0, 0), "-", m + 1), ((0, 1), "-", m), ((1, 0), "+", m), ((1, 1), "+", m - 1), ((0, 1), "+", m), ((1, 0), "-", m - 2))
    fast = dtref.grow(data, preset, engine="fast")
    assert fast == hunt.grow(data, preset)


def test_splits_whose_doubles_are_equal_but_not_their_values() -> None:
    m = 10**8
    data = weighted(((0, 0), "-", 3 * m), ((0, 0), "+", m), ((1, 1), "-", m), ((1, 1), "+", 3 * m), ((0, 1), "-", 1), ((1, 0), "-", 2))
    for preset in (dtref.CART, dtref.C45_GAIN):
        tree = dtref.grow(data, preset, engine="fast")
        assert tree == hunt.grow(data, preset)
        assert isinstance(tree, Branch)


@pytest.mark.parametrize("y", [[1e300, 1e-300, 0.0], [0.1, 0.1 + 2**-55, 0.1 + 2**-54], [1e9, 1e9 + 2**-23, 0.0], [1.7e308, -1.7e308, 1.0]])
def test_targets_too_far_apart_or_too_near_for_doubles(y: list[float]) -> None:
    x = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
    data = dtref.from_arrays(x, np.array(y), continuous=["class"])
    assert dtref.grow(data, dtref.REGRESSION_TREE, engine="fast") == hunt.grow(data, dtref.REGRESSION_TREE)


@pytest.mark.parametrize("seed", range(as_many(1, 3)))
def test_arrays_of_numbers_grow_the_trees_of_the_same_records(seed: int) -> None:
    chance = np.random.default_rng(seed)
    for _ in range(as_many(15, 40)):
        n = int(chance.choice([2, 3, 9, 20, 50]))
        near = 1 + chance.integers(0, 3, (n, 2)) * 2.0**-52
        x = (chance.random((n, 2)), chance.integers(-3, 4, (n, 2)), near, chance.random((n, 2)).astype(np.float32))[int(chance.integers(4))]
        rows = [list(row) for row in x] if x.dtype == np.float32 else x.tolist()
        weights = None if chance.random() < 0.5 else chance.integers(1, 9, n)
        for y in (chance.integers(0, 3, n), chance.random(n) < 0.5, chance.standard_normal(n), chance.integers(0, 3, n) / 10):
            regression = y.dtype == np.float64
            kinds: Any = {"continuous": ["class"]} if regression else {}
            kept = dtref.from_arrays(x, y, weights=weights, **kinds)
            read = dtref.from_arrays(rows, y.tolist(), weights=None if weights is None else weights.tolist(), **kinds)
            assert isinstance(kept, ArrayDataSet)
            assert not isinstance(read, ArrayDataSet)
            rules = dtref.REGRESSION_TREE if regression else dtref.CART
            assert dtref.grow(kept, rules, engine="fast") == dtref.grow(read, rules, engine="fast") == hunt.grow(read, rules)
            assert (kept, hash(kept)) == (read, hash(read))


@pytest.mark.parametrize("rules", [dtref.C45, dtref.RPART, dtref.CART_SURROGATES, evolve(dtref.C45_GAIN, gap=Gap.HEAVIEST)])
def test_arrays_with_gaps_are_the_data_set_of_their_cells(rules: Policy) -> None:
    """As records, as columns, as a training set of either engine, and where a missing value is refused; first cells missing, too."""
    chance = np.random.default_rng(5)
    for _ in range(12):
        n = int(chance.integers(2, 40))
        x = chance.integers(0, 5, (n, 3)) / 4
        x[chance.random((n, 3)) < 0.2] = np.nan
        x[0], y, w = (0.5, 0.25, 1), chance.integers(0, 3, n), chance.integers(1, 4, n)
        kept = dtref.from_arrays(x, y, weights=w)
        read = dtref.from_arrays(x.tolist(), y.tolist(), weights=w.tolist())
        assert isinstance(kept, ArrayDataSet)
        assert not isinstance(read, ArrayDataSet)
        assert (kept, hash(kept), kept.has_gaps) == (read, hash(read), bool(np.isnan(x).any()))
        coded, wanted = columns(kept), columns(read)
        assert (coded.levels, coded.codes, coded.labels, coded.weights) == (wanted.levels, wanted.codes, wanted.labels, wanted.weights)
        assert dtref.grow(kept, rules, engine="fast") == dtref.grow(read, rules, engine="fast") == hunt.grow(read, rules)
        assert outcome(kept, dtref.CART, "auto") == outcome(read, dtref.CART, "specification")
        tree = dtref.grow(read, rules)
        assert list(dtref.predict(tree, kept)) == list(dtref.predict(tree, read))


def test_a_column_without_a_number_is_read_cell_by_cell() -> None:
    x = np.array([[1.0, np.nan], [2.0, np.nan]])
    assert dtref.from_arrays(x, [0, 1]) == dtref.from_arrays(x.tolist(), [0, 1])
    with pytest.raises(Invalid, match="inf"):
        dtref.from_arrays(np.array([[np.inf], [np.nan]]), np.array([0, 1]))


@pytest.mark.parametrize(
    ("data", "rules", "why"),
    [
        (weighted(((0,), "-", 10**30), ((1,), "+", 1)), dtref.CART, "weights too far apart, or too many"),
        (
            weighted(((0,), "-", 2**30), ((1,), "+", 2**30 + 1)),
            dtref.CART_TWOING,
            "a criterion of products, of weights of 2^31 units and more",
        ),
        (
            DataSet((Continuous("x"),), Continuous("y"), tuple(Record((Fraction(i),), Fraction(i), 2**30 + Fraction(i)) for i in range(3))),
            dtref.REGRESSION_TREE,
            "weights of 2^31 and more units, of which all are multiples, and a continuous target",
        ),
        (
            evolve(weighted(((0,), "-", 1)), records=(Record((MISSING,), "-"),)),
            evolve(dtref.C45_GAIN, criterion=dtref.chi_square),
            "where values are missing: criterion chi_square",
        ),
        (DataSet((), Nominal("y", ("-",)), (Record((), "-"),)), dtref.CART, "no records or no attributes"),
        (weighted(((0,), "-", 1)), evolve(dtref.CART, criterion=bits_saved(classes_coded())), "criterion classes_coded"),
        (weighted(((0,), "-", 1)), dtref.CHAID, "selection"),
        (weighted(((0,), "-", 1)), evolve(dtref.C45, criterion=dtref.gini_reduction), "selection"),
        (weighted(((0,), "-", 1)), dtref.OBLIQUE, "oblique tests"),
        (weighted(((0,), "-", 1)), evolve(dtref.RPART, gap=LearnSurrogates(association=lambda *_: Fraction(1))), "surrogates"),
        (weighted(((0,), "-", 1)), evolve(dtref.CART, tie=dtref.Listed((0,))), "tie rule"),
        (weighted(((0,), "-", 1)), evolve(dtref.CART, stop=(dtref.Independent(Fraction(1, 9)),)), "stopping rule"),
        (weighted(((0,), "-", 1)), evolve(dtref.CART, admit=(dtref.Significant(Fraction(1, 9)),)), "admission rule"),
        (weighted(((0,), "-", 1)), dtref.REGRESSION_TREE, "a criterion of the other kind of target"),
    ],
)
def test_what_is_not_covered_is_named_and_left_to_the_specification(data: DataSet, rules: Policy, why: str) -> None:
    with pytest.raises(Invalid) as refused:
        dtref.grow(data, rules, engine="fast")
    assert str(refused.value) == f"{UNCOVERED} (got {why!r})"
    assert outcome(data, rules, "auto") == outcome(data, rules, "specification")


def test_too_many_groupings_are_undecided_by_either_route() -> None:
    values = tuple(map(str, range(17)))
    data = DataSet((Nominal("x", values),), Nominal("y", tuple("abc")), tuple(Record((v,), "abc"[i % 3]) for i, v in enumerate(values)))
    with pytest.raises(Undecided, match="best grouping of 17 values of x"):
        dtref.grow(data, dtref.CART)


def test_leaves_are_reported_as_they_are_finished() -> None:
    data = dtref.from_arrays(np.array([[0.0], [1.0], [1.0], [2.0]]), np.array([0, 1, 1, 0]))
    told: dict[str, list[int]] = {"fast": [], "specification": []}
    for engine, sizes in told.items():
        dtref.grow(data, dtref.CART, sizes.append, engine=engine)  # type: ignore[arg-type]
    assert Counter(told["fast"]) == Counter(told["specification"]) == Counter({1: 2, 2: 1})


def deep(tree: Tree) -> int:
    return fold_tree(tree, lambda _, depths: 1 + max(depths, default=0))


def test_a_tree_of_the_engine_is_a_tree_like_any_other() -> None:
    chance = Random(3)
    data = dtref.from_arrays(np.array([[chance.random()] for _ in range(40)]), np.array([chance.randint(0, 1) for _ in range(40)]))
    wanted = hunt.grow(data, dtref.CART)
    assert isinstance(wanted, Branch)

    def fresh() -> Branch:
        tree = dtref.grow(data, dtref.CART, engine="fast")
        assert isinstance(tree, Branch)
        return tree

    assert [type(node) for node in nodes(fresh())] == [type(node) for node in nodes(wanted)]
    assert repr(fresh()) == repr(wanted)
    assert deep(fresh()) == deep(wanted)
    assert evolve(fresh(), children=wanted.children) == wanted
    assert copy.copy(fresh()) == wanted
    assert pickle.loads(pickle.dumps(fresh())) == wanted
    assert dtref.tree_text(fresh()) == dtref.tree_text(wanted)
    assert fresh() != fresh().children[0]
    assert {fresh(), wanted} == {wanted}
    with pytest.raises(AttributeError):
        fresh().counts = ()  # type: ignore[misc]
    with pytest.raises(AttributeError, match="colour"):
        fresh().colour  # type: ignore[attr-defined]  # noqa: B018
    leaf = next(node for node in nodes(fresh()) if isinstance(node, Leaf))
    with pytest.raises(AttributeError, match="test"):
        leaf.test  # type: ignore[attr-defined]  # noqa: B018


def test_a_long_chain_of_nodes() -> None:
    n = 3000
    y = np.arange(n) % 2
    data = dtref.from_arrays(np.arange(float(n)).reshape(-1, 1), y)
    tree = dtref.grow(data, evolve(dtref.CART, tie=dtref.First()), engine="fast")
    assert deep(tree) > 100
    assert tree == dtref.grow(data, dtref.CART, engine="fast")
    assert dtref.training_errors(tree) == 0


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(Invalid, match=r"engine: expected 'auto', 'specification' or 'fast' \(got 'quick'\)"):
        dtref.grow(weighted(((0,), "-", 1)), dtref.CART, engine="quick")  # type: ignore[arg-type]


def test_without_numba_everything_is_grown_by_the_specification() -> None:
    program = """
import sys
sys.modules["numba"] = None
import dtref
rows = [{"x": i, "y": str(i * i % 7), "z": i % 5} for i in range(30)]
data = dtref.from_records(rows, target="y")
print(type(dtref.grow(data, dtref.CART)).__name__, "numpy" in sys.modules)
try:
    dtref.grow(data, dtref.CART, engine="fast")
except dtref.Invalid as problem:
    print(problem)
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told == "Branch False\nengine: expected the extra 'fast' (numpy and numba), which is not installed (got 'fast')\n"
