"""The pruning rules: what each says about itself is `dtref.spec.model.rules.rule_of(rule)`."""

from __future__ import annotations

from collections.abc import Callable

from dtref.spec.pruning.cost_complexity import cost_complexity
from dtref.spec.pruning.description import minimum_description
from dtref.spec.pruning.error_based import error_based
from dtref.spec.pruning.pessimistic import pessimistic, pessimistic_within_error
from dtref.spec.pruning.reduced_error import best_node_first, reduced_error
from dtref.spec.pruning.subtree_raising import error_based_raising

PRUNING_RULES: tuple[Callable[..., object], ...] = (
    reduced_error,
    best_node_first,
    pessimistic,
    pessimistic_within_error,
    minimum_description,
    error_based,
    error_based_raising,
    cost_complexity,
)
"""Every pruning rule: a function of a tree and of its options, in their order."""
