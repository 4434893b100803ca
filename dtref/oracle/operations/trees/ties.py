"""The operation that chooses among tied tests: the tree of a preset by a tie rule (`TIE_RULES`), {"rule": name} with its options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from attrs import evolve

from dtref.engines.filter.filtered import grow
from dtref.oracle.operations.answers import Answer, tree_answer
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.inputs import Answering, Given
from dtref.oracle.operations.part_inputs import given_choice, given_preset
from dtref.oracle.operations.rule_inputs import rule_readers
from dtref.spec.growing.ties import TIE_RULES, TieRule

_TIES = cast(Mapping[str, Callable[[Given], TieRule]], rule_readers(TIE_RULES))
"""The tie rules by the names that records use."""


def _grow_ties(inputs: Given) -> Answer:
    """The tree with the chosen tests alone: what else ties is what `grow` answers."""
    rule = inputs.only("data", "preset", "tie").object("tie")
    policy = evolve(given_preset(inputs), tie=given_choice(rule, "rule", _TIES)(rule))
    return tree_answer(grow(data_of(inputs), policy), optima=False)


TIE_CHOICES: Mapping[str, Answering] = {"grow_ties": _grow_ties}
"""Choosing among tied tests, by name."""
