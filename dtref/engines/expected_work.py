"""How long the specification is expected to take for a tree: where that is longer than loading the kernels, the fast engine is worth it."""

from __future__ import annotations

from dtref.spec.growing.policy import Policy, offer_for
from dtref.spec.model.attributes import Attribute, Continuous, Nominal
from dtref.spec.model.data import DataSet
from dtref.spec.model.rules import LooksAt, limit_from, looks_at
from dtref.spec.split.candidates import SubsetSplits
from dtref.spec.split.choose import nothing
from dtref.spec.split.criteria import Criterion, error_reduction, variance_reduction

LOADING = 0.3
"""
Seconds to load the kernels, on the machine where the figures below were measured: only their ratios matter. (It is 0.1 where machine code
is kept, 0.8 the first time.)
"""

COUNTED, COMPARED = 3e-6, 12e-6
"""Seconds that the specification takes, behind its filter, to count a record at a node by one attribute, and to value a candidate."""

SLOWER_WITH_GAPS = 3.0
"""How much longer the specification takes, roughly, where nodes deal with missing values: share records out, or learn surrogates."""


def expected_seconds(data: DataSet, policy: Policy) -> float:
    """
    The seconds that the specification is expected to take for the tree of a policy, as a rule within a factor of three.

    Formula: sum over attributes of n L counted + candidates f compared, for n records, L = log2 n levels (no more than the policy allows).
    Of numbers every record is a candidate at each level; other attributes have up to 4 candidates at each of n/4 nodes; groupings are all
    tried at n/(2v) nodes that may hold all v values, unless the impurity has shortcuts. f: a factor of the criterion.

    >>> from dtref.spec.presets import CART, REGRESSION_TREE
    >>> from dtref.spec.model.data import Record
    >>> from fractions import Fraction
    >>> data = DataSet((Continuous("x"),) * 1, Nominal("y", ("-",)), [Record((Fraction(n),), "-") for n in range(256)])
    >>> round(expected_seconds(data, CART), 3), expected_seconds(data, REGRESSION_TREE) > expected_seconds(data, CART)
    (0.031, True)
    """
    n = len(data)
    if n < 2 or policy.select is nothing:
        return 0.0
    limits = [limit for rule in policy.stop if looks_at(rule) == {LooksAt.LEVEL} and (limit := limit_from(rule)) is not None]
    levels = float(min([n.bit_length() - 1, *limits]))
    compared = COMPARED * _factor(policy.criterion)
    return sum(n * levels * COUNTED + compared * _candidates(policy, attribute, n, levels) for attribute in data.attributes)


def _factor(criterion: Criterion) -> float:
    """How much longer a criterion takes to be valued than the reduction of an impurity of classes; of errors, their many ties count."""
    if criterion is error_reduction:
        return 20.0
    if criterion is variance_reduction:
        return 6.0
    return 1.0 if criterion.reduces else 3.0


def _candidates(policy: Policy, attribute: Attribute, n: int, levels: float) -> float:
    """The candidates of an attribute at all nodes of a tree, roughly."""
    if isinstance(attribute, Continuous):
        return n * levels
    values = len(attribute.values)
    offer = offer_for(policy, attribute)
    if not isinstance(offer, SubsetSplits) or not isinstance(attribute, Nominal):
        return n / 4 * min(values, 4)
    every = 2.0 ** min(values - 1, 15) * n / (2 * values)
    return max(every, n) if offer.exhaustive or not policy.criterion.reduces else float(n)
