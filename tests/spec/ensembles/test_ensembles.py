"""Ensembles in the four ways of `cs422`, output codes, and the error of a vote of independent classifiers; each by another route."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from math import comb, pi, sqrt

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from dtref.errors import Invalid, Undefined
from dtref.exact.decimals import decimal, is_rounding
from dtref.spec.ensembles.forest import Samples, Sampling, forest_predictor, grow_forest
from dtref.spec.ensembles.four_ensembles import (
    Ensemble,
    Way,
    bagging,
    different_algorithms,
    random_subspaces,
    repeated_undersampling,
    tree_learner,
)
from dtref.spec.ensembles.output_codes import code_distance, decode, exhaustive_code, hamming_distance, one_against_rest, output_codes
from dtref.spec.ensembles.voting import average_vote, majority_vote, majority_vote_error
from dtref.spec.growing.hunt import grow
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.positions import Indices
from dtref.spec.model.prediction import Prediction, predict, predictor
from dtref.spec.preparation.balancing import thinned
from dtref.spec.presets import CART, ID3, MAJORITY
from dtref.strategies.values import fractions

CLASSES = ("a", "b", "c", "d")
COLOUR, SHAPE, X = Nominal("colour", ("r", "g", "b")), Nominal("shape", ("round", "flat")), Continuous("x")
records = st.builds(
    Record,
    st.tuples(st.sampled_from(COLOUR.values), st.sampled_from(SHAPE.values), st.integers(0, 2).map(Fraction)),
    st.sampled_from(CLASSES),
)
data_sets = st.lists(records, min_size=1, max_size=9).map(lambda rs: DataSet((COLOUR, SHAPE, X), Nominal("class", CLASSES), tuple(rs)))


def named(data: DataSet, record: Record) -> dict[str, object]:
    return dict(zip((a.name for a in data.attributes), record.values, strict=True))


# The four ways


@given(data_sets, st.data())
def test_bagging_trees_is_the_forest_of_bootstrap_samples(data: DataSet, drawn: st.DataObject) -> None:
    bag = st.lists(st.integers(0, len(data) - 1), min_size=len(data), max_size=len(data)).map(tuple)
    samples = tuple(drawn.draw(st.lists(bag, min_size=1, max_size=3)))
    bagged = bagging(data, tree_learner(CART), samples)
    forest = forest_predictor(grow_forest(data, CART, Samples(Sampling.BOOTSTRAP, samples)))
    assert all(bagged(record) == forest(record) for record in data)
    assert (bagged.way, len(bagged.members)) == (Way.RECORDS, len(samples))


@given(data_sets, st.data())
def test_a_member_sees_its_subspace_alone(data: DataSet, drawn: st.DataObject) -> None:
    """By another route: the columns outside the subspace are made constant, which no test can tell apart."""
    subspace = tuple(sorted(drawn.draw(st.sets(st.integers(0, 2)), label="subspace")))
    blank = ("r", "round", Fraction(0))

    def masked(record: Record) -> Record:
        return evolve(record, values=tuple(cell if a in subspace else blank[a] for a, cell in enumerate(record.values)))

    told = random_subspaces(data, tree_learner(CART), (subspace,))
    alone = predictor(grow(evolve(data, records=tuple(map(masked, data))), CART), data.attributes)
    assert told.way is Way.FEATURES
    assert all(told(record).labels == alone(masked(record)).labels for record in data)


@given(data_sets)
def test_different_algorithms_vote(data: DataSet) -> None:
    policies = (ID3, CART, MAJORITY)
    told = different_algorithms(data, [tree_learner(policy) for policy in policies])
    trees = [grow(data, policy) for policy in policies]
    assert told.way is Way.ALGORITHMS
    for record in data:
        votes: Counter[object] = Counter()
        for tree in trees:
            labels = predict(tree, named(data, record)).labels
            votes.update({label: Fraction(1, len(labels)) for label in labels})
        assert told(record).labels == tuple(c for c in CLASSES if votes[c] == max(votes.values()))


def test_a_soft_vote_may_differ_from_a_hard_one() -> None:
    sure, unsure = (Prediction((c,), (("a", p), ("b", 1 - p))) for c, p in (("a", Fraction(1)), ("b", Fraction(2, 5))))
    hard, soft = (
        Ensemble(Way.ALGORITHMS, ("a", "b"), (lambda _: sure, *[lambda _: unsure] * 2), vote) for vote in (majority_vote, average_vote)
    )
    assert (hard(Record(())).labels, soft(Record(())).labels) == (("b",), ("a",))


def test_repeated_undersampling_finds_the_rare_class_that_one_tree_gives_up() -> None:
    """`cs422`, Class Imbalance: nine usual records to one rare one, and no attribute: a single tree never says rare."""
    data = DataSet((), Nominal("class", ("rare", "usual")), (Record((), "rare"), *[Record((), "usual")] * 9))
    assert thinned(data) == tuple(range(1, 10))
    assert tree_learner(CART)(data)(Record(())).labels == ("usual",)
    kept: list[Indices] = [(i,) for i in range(1, 10)]
    assert repeated_undersampling(data, tree_learner(CART), kept)(Record(())).labels == ("rare", "usual")


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda d: bagging(d, tree_learner(ID3), ((0,),)), "bootstrap sample: expected 2 positions, as many as records (got 1)"),
        (
            lambda d: random_subspaces(d, tree_learner(ID3), ((1,),)),
            "position of an attribute: expected a number from 0 and below 1 (got 1)",
        ),
        (
            lambda d: random_subspaces(d, tree_learner(ID3), ((0, 0),)),
            "position of an attribute: expected distinct positions (got '0 twice')",
        ),
        (lambda d: output_codes(d, tree_learner(ID3), ((0,),)), "code matrix: expected 2 words, one a class (got 1)"),
        (lambda d: output_codes(d, tree_learner(ID3), ((0, 1), (1,))), "word of class b: expected 2 bits, each 0 or 1 (got (1,))"),
        (lambda d: output_codes(d, tree_learner(ID3), ((0,), (2,))), "word of class b: expected 1 bits, each 0 or 1 (got (2,))"),
        (lambda d: output_codes(d, tree_learner(ID3), ((0, 1), (0, 1))), "code matrix: expected words that differ (got ((0, 1), (0, 1)))"),
        (
            lambda _: different_algorithms(DataSet((), Continuous("y"), ()), []),
            "target y: expected a nominal target (got 'continuous')",
        ),
        (lambda _: exhaustive_code(1), "exhaustive code: expected 2 classes or more (got 1)"),
        (lambda _: majority_vote_error(0, Fraction(1, 2)), "number of classifiers: expected at least 1 (got 0)"),
        (lambda _: majority_vote_error(3, Fraction(3, 2)), "error rate: expected an exact number from 0 to 1 (got Fraction(3, 2))"),
        (lambda _: majority_vote_error(3, 0.35), "error rate: expected an exact number from 0 to 1, such as '0.35' (got 0.35)"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_ensemble_is_refused(attempt: Callable[[DataSet], object], message: str) -> None:
    with pytest.raises(Invalid) as refusal:
        attempt(DataSet((SHAPE,), Nominal("class", ("a", "b")), (Record(("round",), "a"), Record(("flat",), "b"))))
    assert str(refusal.value) == message


@pytest.mark.parametrize("e", [Fraction(1, 3), Fraction(1, 2), Fraction(0), Fraction(1)])
@pytest.mark.parametrize("n", [1, 2, 5, 6, 25])
def test_a_majority_errs_as_often_as_the_patterns_of_wrong_votes_say(n: int, e: Fraction) -> None:
    majorities = sum(comb(n, wrong) * e**wrong * (1 - e) ** (n - wrong) for wrong in range(n + 1) if 2 * wrong > n)
    assert majority_vote_error(n, e) == majorities


def test_a_billion_voters_take_no_longer_than_a_few() -> None:
    """At 1/2 they err half the time, less half of the chance of a tie, which is nearly sqrt(2 / (pi n))."""
    error = float(decimal(majority_vote_error(10**9, Fraction(1, 2)), 12))
    assert abs(error - (1 - sqrt(2 / (pi * 10**9))) / 2) < 1e-11


# Output codes


@pytest.mark.parametrize("k", [2, 3, 4, 5])
def test_the_exhaustive_code_asks_every_division_of_the_classes_once(k: int) -> None:
    code = exhaustive_code(k)
    columns = list(zip(*code, strict=True))
    divisions = {
        frozenset((left, frozenset(range(k)) - left)) for size in range(1, k) for left in map(frozenset, combinations(range(k), size))
    }
    asked = [frozenset(frozenset(i for i in range(k) if column[i] == bit) for bit in (0, 1)) for column in columns]
    assert set(asked) == divisions
    assert len(asked) == len(divisions) == 2 ** (k - 1) - 1
    assert code_distance(code) == (2 ** (k - 2) if k > 2 else 1)


@pytest.mark.parametrize("k", [3, 4, 5])
def test_up_to_half_the_distance_of_wrong_bits_change_nothing(k: int) -> None:
    code = exhaustive_code(k)
    distance = code_distance(code)
    assert not isinstance(distance, Undefined)
    for i, word in enumerate(code):
        for wrong in combinations(range(len(word)), (distance - 1) // 2):
            bits = [Fraction(1 - b if j in wrong else b) for j, b in enumerate(word)]
            assert decode(code, bits) == (i,)


@given(st.lists(st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1)]), min_size=4, max_size=4))
def test_an_undecided_bit_is_the_mean_of_its_two_decisions(bits: list[Fraction]) -> None:
    decided = list(product(*({b} if b != Fraction(1, 2) else {Fraction(0), Fraction(1)} for b in bits)))
    for word in one_against_rest(4):
        whole = [sum(a != b for a, b in zip(word, bits_, strict=True)) for bits_ in decided]
        assert hamming_distance(word, bits) == Fraction(sum(whole), len(whole))


@given(data_sets)
def test_one_against_rest_by_hand(data: DataSet) -> None:
    """For each class its own tree; with p_c the bit predicted, the nearest word is that of the largest p_c."""
    coded = output_codes(data, tree_learner(CART), one_against_rest(4))
    trees = {
        c: grow(
            DataSet(data.attributes, Nominal("is it", ("no", "yes")), [evolve(r, label="yes" if r.label == c else "no") for r in data]),
            CART,
        )
        for c in CLASSES
    }
    for record in data:
        labels = {c: predict(trees[c], named(data, record)).labels for c in CLASSES}
        p = {c: Fraction(int("yes" in found), len(found)) for c, found in labels.items()}
        assert coded(record).labels == tuple(c for c in CLASSES if p[c] == max(p.values()))
        assert coded(record).distribution == Undefined("a code word has no class shares")


def test_an_error_correcting_code_outvotes_a_wrong_member() -> None:
    code = exhaustive_code(4)
    bits = [Fraction(b) for b in code[2]]
    assert decode(code, [1 - bits[0], *bits[1:]]) == (2,)
    assert decode(one_against_rest(4), [Fraction(b) for b in (1, 0, 1, 0)]) == (0, 2)


# The error of a vote


def test_cs422_25_classifiers_of_error_35_percent_vote_wrongly_in_6_percent() -> None:
    assert is_rounding("0.06", majority_vote_error(25, Fraction("0.35")))


@given(st.integers(1, 7), fractions(0, 1, max_denominator=12))
def test_the_error_of_a_vote_by_listing_who_is_wrong(n: int, e: Fraction) -> None:
    expected = Fraction(0)
    for wrong in product((False, True), repeat=n):
        if 2 * sum(wrong) > n:
            likely = Fraction(1)
            for w in wrong:
                likely *= e if w else 1 - e
            expected += likely
    assert majority_vote_error(n, e) == expected


@given(st.integers(0, 12).map(lambda k: 2 * k + 1), fractions(0, 1, max_denominator=20))
def test_a_crowd_of_the_better_is_better_still(n: int, e: Fraction) -> None:
    """Condorcet: below 1/2 a vote of more is no worse, at 1/2 it stays so, above it is no better; and right and wrong are mirrored."""
    more, fewer = majority_vote_error(n + 2, e), majority_vote_error(n, e)
    assert (more <= fewer) if e <= Fraction(1, 2) else (more >= fewer)
    assert fewer + majority_vote_error(n, 1 - e) == 1
