"""Certificates hold for what the search finds, and not where a claim is raised, or left out."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from attrs import evolve
from spec.optimal.every_good_tree import generated

from dtref.errors import Invalid
from dtref.spec.optimal.certificate import Certificate, certificate, check_certificate
from dtref.spec.optimal.least import LeastWorth, SearchState
from dtref.spec.optimal.losses import LEAF_GINI, Objective, TreeLimits
from dtref.spec.optimal.optimal import optimal_tree
from dtref.spec.optimal.tree_costs import ExactWorth, TreeCost
from dtref.spec.optimal.tree_space import tree_space
from dtref.spec.presets import CART
from dtref.spec.views.shape import parity


def raised(claim: TreeCost) -> TreeCost:
    return ExactWorth(claim.value, claim.then + 1) if isinstance(claim, ExactWorth) else claim + 1


@pytest.mark.parametrize("seed", range(500, 540))
def test_what_is_found_is_proved_and_no_more(seed: int) -> None:
    case = generated(Random(seed))
    search = LeastWorth(tree_space(case.data, case.policy, case.objective, evolve(case.limits, pure=True)))
    least, proof = search.least(search.root()), certificate(search)
    assert check_certificate(search.space, proof) == least
    # a certificate that claims more for all records doesn't hold
    with pytest.raises(Invalid, match="a claim of at most"):
        check_certificate(search.space, Certificate(proof.root, {**proof.claims, proof.root: raised(least)}))


@pytest.mark.parametrize("leaves", [None, 7])
def test_a_claim_that_is_needed_may_not_be_left_out(leaves: int | None) -> None:
    search = LeastWorth(tree_space(parity(3), CART, Objective(), TreeLimits(leaves=leaves)))
    proof = certificate(search)
    needed = [node for node in proof.claims if node != proof.root]
    refused = 0
    for node in needed:
        try:
            check_certificate(search.space, Certificate(proof.root, {n: c for n, c in proof.claims.items() if n != node}))
        except Invalid:
            refused += 1
    assert refused == len(needed) > 0


@pytest.mark.parametrize("leaves", range(1, 9))
def test_within_a_number_of_leaves_each_way_to_share_them_is_proved(leaves: int) -> None:
    search = LeastWorth(tree_space(parity(3), CART, Objective(), TreeLimits(leaves=leaves)))
    proof, fewest = certificate(search), optimal_tree(parity(3), CART, max_leaves=leaves)
    least = search.space.costs.cost(fewest.errors, fewest.leaves)
    assert check_certificate(search.space, proof) == least
    with pytest.raises(Invalid, match=rf"with \d tests? and {leaves} lea.*a claim of at most {least} "):
        check_certificate(search.space, Certificate(proof.root, {**proof.claims, proof.root: raised(least)}))
    # it is none for trees with one leaf more
    with pytest.raises(Invalid, match="a claim for all records"):
        check_certificate(tree_space(parity(3), CART, Objective(), TreeLimits(leaves=leaves + 1)), proof)


@pytest.mark.parametrize("seed", [500, 503, 507, 511, 516, 520, 533])
def test_no_claim_above_the_truth_holds(seed: int) -> None:
    case = generated(Random(seed))
    search = LeastWorth(tree_space(case.data, case.policy, case.objective, evolve(case.limits, pure=True)))
    proof = certificate(search)
    for node in proof.claims:
        false = raised(search.least(node))
        with pytest.raises(Invalid, match="a claim of at most"):
            check_certificate(search.space, Certificate(proof.root, {**proof.claims, node: false}))


NAN: Any = float("nan")
HALF: Any = 0.5
NOT_A_CLAIM: list[Any] = [NAN, float("-inf"), float("inf"), 2.0, Fraction(2), True, None, "2", ExactWorth(2)]


@pytest.mark.parametrize("claim", NOT_A_CLAIM, ids=repr)
def test_a_claim_that_is_no_whole_number_is_refused(claim: Any) -> None:
    # a NaN below the root once made any claim for the root hold, as nothing is less than it
    search = LeastWorth(tree_space(parity(2), CART, Objective(), TreeLimits()))
    proof = certificate(search)
    for node in (SearchState(1, 0), *proof.claims):
        with pytest.raises(Invalid, match="claims that are whole numbers"):
            check_certificate(search.space, Certificate(proof.root, {**proof.claims, node: claim}))


@pytest.mark.parametrize("claim", [2, float("nan"), ExactWorth(NAN), ExactWorth(Fraction(0), HALF)], ids=repr)
def test_a_claim_that_is_no_exact_number_is_refused(claim: Any) -> None:
    search = LeastWorth(tree_space(parity(2), CART, Objective(LEAF_GINI), TreeLimits()))
    proof = certificate(search)
    with pytest.raises(Invalid, match="certificate: expected"):
        check_certificate(search.space, Certificate(proof.root, {**proof.claims, SearchState(1, 0): claim}))


def test_a_claim_of_other_records_or_another_root_is_refused() -> None:
    search = LeastWorth(tree_space(parity(2), CART, Objective(), TreeLimits()))
    proof = certificate(search)
    others: list[Any] = [(16, 0), (0, 0), (-1, 0), (1, -1), (1.0, 0), (1, None), (1, 0, 0), (1, 0, 2.0), (1, 0, None)]
    for other in others:
        with pytest.raises(Invalid, match="claims for records of the data"):
            check_certificate(search.space, Certificate(proof.root, {**proof.claims, SearchState(*other): 0}))
    everything, depth, least = proof.root.records, proof.root.depth, proof.claims[proof.root]
    for numbers in ((everything - 1, depth), (everything, depth - 1), (everything, depth + 1), (everything, depth, 4)):
        root = SearchState(*numbers)
        with pytest.raises(Invalid, match="a claim"):
            check_certificate(search.space, Certificate(root, {root: least}))
    with pytest.raises(Invalid, match="a claim for all records"):
        check_certificate(search.space, Certificate(proof.root, {}))


def test_a_claim_made_smaller_proves_no_more_than_it_says() -> None:
    search = LeastWorth(tree_space(parity(2), CART, Objective(), TreeLimits()))
    proof = certificate(search)
    assert check_certificate(search.space, Certificate(proof.root, {**proof.claims, proof.root: 0})) == 0
