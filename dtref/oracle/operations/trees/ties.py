"""The operation that chooses among tied tests: the tree of a preset by a tie rule (`TIE_RULES`), {"rule": name} with its options."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from dtref.engines.filter.filtered import grow
from dtref.oracle.operations.answers import tree_answer
from dtref.oracle.operations.data_kinds import PRESET_ON_DATA
from dtref.oracle.operations.operation import AnswerKind, Operation, asks, declarations
from dtref.oracle.operations.rule_inputs import rule_kind
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.ties import TIE_RULES, TieRule
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Tree


def _grow_ties(data: DataSet, policy: Policy, tie: TieRule) -> Tree:
    return grow(data, evolve(policy, tie=tie))


_TREE: AnswerKind[Tree] = AnswerKind("a tree, with the chosen tests alone", lambda tree: tree_answer(tree, optima=False))

TIE_CHOICES: Mapping[str, Operation] = declarations(asks("grow_ties", _grow_ties, PRESET_ON_DATA, answer=_TREE, tie=rule_kind(TIE_RULES)))
"""Choosing among tied tests, by name."""
