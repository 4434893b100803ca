"""
When the compiled kernels are worth loading: one answer for all that walks data, to grow a tree, to verify one, or to count trees.

Verifying and counting decide at each node what growing decides there, so that the specification takes as long for them, or longer.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec

from dtref.engines.expected_work import LOADING, expected_seconds
from dtref.spec.growing.policy import Policy
from dtref.spec.model.arrays import ArrayDataSet
from dtref.spec.model.attributes import MISSING
from dtref.spec.model.data import DataSet
from dtref.spec.preparation.missing import keep_missing, refuse_missing

FEW_RECORDS = 20
"""So few records are never worth loading the kernels."""


def is_worth_loading(kernels: str, data: DataSet, policy: Policy) -> bool:
    """
    Whether a module of kernels is loaded already; or is installed, is expected to save more time than loading it takes, and covers the
    policy, as far as is known without it.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.model.attributes import Nominal
    >>> is_worth_loading("no such module", DataSet((), Nominal("y", ("-",)), ()), CART)
    False
    """
    if f"dtref.engines.compiled.kernels.{kernels}" in sys.modules:
        return True
    if len(data) < FEW_RECORDS or expected_seconds(data, policy) < LOADING or not is_installed() or _keeps_missing(data, policy):
        return False
    from dtref.engines.compiled.covered import beyond

    return beyond(data, policy) is None


def _keeps_missing(data: DataSet, policy: Policy) -> bool:
    """Whether nodes will have to deal with missing values."""
    if policy.missing not in (keep_missing, refuse_missing) or (isinstance(data, ArrayDataSet) and data.has_arrays):
        return False
    return any(cell is MISSING for record in data.records for cell in record.values)


def is_installed() -> bool:
    """
    Whether the kernels can be compiled here: the extra `fast`.

    >>> is_installed() in (True, False)
    True
    """
    return find_spec("numba") is not None
