"""Criteria: what holds for every split, against textbook formulas in 60-digit arithmetic and against the definition of "alike"."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import assume, given
from mpmath import log, mpf, workdps
from narrow import defined

from dtref.errors import Invalid, Undefined
from dtref.exact.comparison import compare, sign
from dtref.exact.decimals import decimal
from dtref.spec.model.counts import Count, Counts, add_counts
from dtref.spec.split.criteria import Criterion, error_reduction, gain, gain_ratio, gini_reduction, split_info, weighted_impurity
from dtref.spec.split.impurity import Impurity, entropy, gini, misclassification_error
from dtref.strategies import count_matrices

CRITERIA = [gini_reduction, gain, error_reduction, gain_ratio]
every_criterion = pytest.mark.parametrize("criterion", CRITERIA, ids=lambda c: c.name)


def ratio(x: Count) -> mpf:
    return mpf(Fraction(x).numerator) / Fraction(x).denominator


def bits(counts: Sequence[Count]) -> mpf:
    """n log n - sum n_j log n_j, over n: the entropy without shares."""
    n = ratio(sum(counts))
    return (n * log(n, 2) - sum(ratio(c) * log(ratio(c), 2) for c in counts if c)) / n


@every_criterion
@given(children=count_matrices(weights="fractions"))
def test_no_split_makes_it_worse(criterion: Criterion, children: tuple[Counts, ...]) -> None:
    value = criterion(add_counts(children, len(children[0])), children)
    if isinstance(value, Undefined):
        assert criterion is gain_ratio
        assert len(children) == 1
        assert value == Undefined("one child takes all records: the split information is 0")
    else:
        assert sign(value) >= 0


@pytest.mark.parametrize("criterion", [gini_reduction, gain], ids=lambda c: c.name)
@given(children=count_matrices(weights="fractions"))
def test_a_strictly_concave_impurity_gains_nothing_exactly_where_all_shares_are_equal(
    criterion: Criterion, children: tuple[Counts, ...]
) -> None:
    shares = {tuple(Fraction(n) / sum(child) for n in child) for child in children}
    value = criterion(add_counts(children, len(children[0])), children)
    assert (sign(defined(value)) == 0) == (len(shares) == 1)


@given(children=count_matrices(min_values=2, weights="fractions"))
def test_the_gain_is_at_most_the_split_information_and_at_most_the_entropy(children: tuple[Counts, ...]) -> None:
    node = add_counts(children, len(children[0]))
    assert compare(defined(gain(node, children)), split_info(children)) <= 0
    assert compare(defined(gain(node, children)), defined(entropy(node))) <= 0
    assert compare(1, defined(gain_ratio(node, children))) >= 0


@given(children=count_matrices(min_values=2, weights="fractions"))
def test_gain_is_mutual_information(children: tuple[Counts, ...]) -> None:
    """H(class) + H(branch) - H(class, branch): a formula that does not speak of children."""
    node = add_counts(children, len(children[0]))
    joint = [n for child in children for n in child]
    with workdps(60):
        expected = bits(node) + bits([sum(child) for child in children]) - bits(joint)
        assert abs(mpf(decimal(defined(gain(node, children)), 40)) - expected) < mpf(10) ** -39
        assume(expected)
        information = bits([sum(child) for child in children])
        assert abs(mpf(decimal(defined(gain_ratio(node, children)), 40)) - expected / information) < mpf(10) ** -39


@given(children=count_matrices(min_values=2, weights="fractions"))
def test_gini_reduction_is_what_two_draws_say(children: tuple[Counts, ...]) -> None:
    """Gini is the chance that two draws with replacement differ in class, here by counting pairs."""

    def unlike(counts: Counts) -> Fraction:
        pairs = sum((Fraction(a) * b for i, a in enumerate(counts) for j, b in enumerate(counts) if i != j), Fraction(0))
        return pairs / Fraction(sum(counts))

    node = add_counts(children, len(children[0]))
    assert gini_reduction(node, children) == (unlike(node) - sum(map(unlike, children), Fraction(0))) / Fraction(sum(node))


@given(children=count_matrices(min_values=2, weights="fractions"))
def test_error_reduction_is_what_voting_in_the_children_mends(children: tuple[Counts, ...]) -> None:
    node = add_counts(children, len(children[0]))
    wrong_before, wrong_after = sum(node) - max(node), sum(sum(child) - max(child) for child in children)
    assert error_reduction(node, children) == Fraction(wrong_before - wrong_after) / Fraction(sum(node))


@every_criterion
@given(children=count_matrices(weights="fractions"))
def test_empty_children_and_the_order_of_children_and_classes_do_not_matter(criterion: Criterion, children: tuple[Counts, ...]) -> None:
    node = add_counts(children, len(children[0]))
    value = criterion(node, children)
    nobody = (0,) * len(node)
    assert criterion(node, (nobody, *children, nobody)) == value
    assert criterion(node, children[::-1]) == value
    assert criterion(node[::-1], [child[::-1] for child in children]) == value
    assert criterion((0, *node), [(0, *child) for child in children]) == value


@every_criterion
def test_no_records_have_no_value(criterion: Criterion) -> None:
    assert criterion((0, 0), ((0, 0), (0, 0))) == Undefined("no records")
    assert criterion((0, 0), ()) == Undefined("no records")


@every_criterion
def test_children_that_do_not_add_up_are_refused(criterion: Criterion) -> None:
    with pytest.raises(Invalid) as caught:
        criterion((2, 2), ((2, 0), (0, 1)))
    assert str(caught.value) == "class 2: expected children that add up to the node's 2 (got [0, 1])"


@pytest.mark.parametrize("measure", [gini, entropy, misclassification_error], ids=lambda m: m.name)
@pytest.mark.parametrize("children", [(), ((0, 0), (0, 0))])
def test_the_weighted_impurity_of_nobody_is_refused(measure: Impurity, children: tuple[Counts, ...]) -> None:
    with pytest.raises(Invalid) as caught:
        weighted_impurity(measure, children)
    assert str(caught.value) == f"children: expected at least one record (got {[list(c) for c in children]})"
