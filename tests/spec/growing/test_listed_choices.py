"""The comparison with the brute force that lists every choice finds what differs, and nothing else; tests/listed_choices.py draws more."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve
from listed_choices import POLICIES, differences, drawn

from dtref.spec.growing.policy import Policy
from dtref.spec.growing.tied_trees import count_trees


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
def test_nothing_differs(policy: Policy) -> None:
    chance = Random(policy.name)
    data = [one for one in (drawn(chance, n % 6 + 3) for n in range(30)) if count_trees(one, policy) <= 30]
    assert len(data) > 20
    assert [found for one in data if (found := differences(policy, one, drawn(chance, 2)))] == []


def test_a_policy_that_is_another_differs() -> None:
    """Without confirmation, and with the lists of another association."""
    chance = Random(1)
    surrogates, rpart, heaviest, confirmed = POLICIES
    for policy, other in ((confirmed, evolve(confirmed, confirm=())), (rpart, evolve(rpart, gap=surrogates.gap))):
        data = [drawn(chance, 8) for _ in range(40)]
        assert any(count_trees(one, policy) != count_trees(one, other) for one in data)
    renamed = evolve(heaviest, name="RPART")  # by which the brute force stops where nothing is gained
    data = [one for one in (drawn(chance, 6) for _ in range(40)) if count_trees(one, renamed) <= 30]
    assert any(differences(renamed, one, drawn(chance, 2)) for one in data)
