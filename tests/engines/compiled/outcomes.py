"""What an engine answers, a tree or a refusal, to be compared."""

from __future__ import annotations

import dtref
from dtref.engines.choice import Engine
from dtref.errors import Invalid, Undecided
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet

UNCOVERED = "engine: expected a policy and data that the fast engine covers"


def outcome(data: DataSet, policy: Policy, engine: Engine) -> object:
    try:
        return dtref.grow(data, policy, engine=engine)
    except (Invalid, Undecided) as problem:
        return str(problem)
