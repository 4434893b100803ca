"""
The presets: each algorithm as a policy, written as a difference from another.

Before this: `dtref.induction`.
"""

from __future__ import annotations

from attrs import evolve

from dtref.induction.policy import EmptyBranch, Policy
from dtref.model.tests import Side
from dtref.split.candidates import MultiwaySplit, SubsetSplits, Thresholds
from dtref.split.criteria import gain, gini_reduction
from dtref.split.placement import midpoint

HUNT = Policy(
    name="HUNT",
    source="`tan`, General Structure of Hunt's Algorithm",
    criterion=gini_reduction,
    ordinal=MultiwaySplit(),
    continuous=Thresholds(midpoint, Side.AT_MOST),
    empty_branch=EmptyBranch.DEFAULT_CLASS,
)
"""Hunt's procedure: multiway tests, an empty branch gets the default class y_d. The test is left open; here Gini, its first measure."""

ID3 = evolve(
    HUNT,
    name="ID3",
    source="`cs6220`, Algorithm for Decision Tree Induction; `iaml` 1.2 and 1.3",
    criterion=gain,
    ask_once=True,
    empty_branch=EmptyBranch.PARENT_MAJORITY,
)
"""Information gain; a multiway attribute once a path; an empty branch votes as its parent. Numbers get binary thresholds."""

CART = Policy(
    name="CART",
    source="`tan`, Splitting Based on GINI; `cs6220`, Gini Index (CART, IBM IntelligentMiner)",
    criterion=gini_reduction,
    nominal=SubsetSplits(),
)
"""Binary tests only: groupings of nominal values, cuts of ordinal and continuous ones; Gini; grown until nothing is left to ask."""

PRESETS = {policy.name.lower(): policy for policy in (HUNT, ID3, CART)}
"""The presets by the name that the command line uses."""
