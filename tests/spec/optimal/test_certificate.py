"""Certificates hold for what the search finds, and not where a claim is raised, or left out."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve
from spec.optimal.every_good_tree import generated

from dtref.errors import Invalid
from dtref.spec.optimal.certificate import Certificate, certificate, check_certificate
from dtref.spec.optimal.least import LeastWorth
from dtref.spec.optimal.losses import Objective, TreeLimits
from dtref.spec.optimal.tree_costs import ExactWorth, TreeCost
from dtref.spec.optimal.tree_space import tree_space
from dtref.spec.presets import CART
from dtref.spec.views.shape import parity


def raised(claim: TreeCost) -> TreeCost:
    return ExactWorth(claim.value, claim.then + 1) if isinstance(claim, ExactWorth) else claim + 1


@pytest.mark.parametrize("seed", range(500, 540))
def test_what_is_found_is_proved_and_no_more(seed: int) -> None:
    case = generated(Random(seed))
    search = LeastWorth(tree_space(case.data, case.policy, case.objective, evolve(case.limits, leaves=None, pure=True)))
    least, proof = search.least(search.root()), certificate(search)
    assert check_certificate(search.space, proof) == least
    # a certificate that claims more for all records doesn't hold
    with pytest.raises(Invalid, match="a claim of at most"):
        check_certificate(search.space, Certificate(proof.root, {**proof.claims, proof.root: raised(least)}))


def test_a_claim_that_is_needed_may_not_be_left_out() -> None:
    search = LeastWorth(tree_space(parity(3), CART, Objective(), TreeLimits()))
    proof = certificate(search)
    needed = [node for node in proof.claims if node != proof.root]
    refused = 0
    for node in needed:
        try:
            check_certificate(search.space, Certificate(proof.root, {n: c for n, c in proof.claims.items() if n != node}))
        except Invalid:
            refused += 1
    assert refused == len(needed) > 0


def test_a_limit_of_leaves_is_refused() -> None:
    with pytest.raises(Invalid, match="no limit of leaves"):
        certificate(LeastWorth(tree_space(parity(2), CART, Objective(), TreeLimits(leaves=3))))
