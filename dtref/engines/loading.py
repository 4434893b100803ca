"""When the compiled kernels are worth loading for a task other than growing a tree (`dtref.engines.choice`)."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from dtref.spec.model.data import DataSet

WORTH_COMPILING = 20_000
"""
The least number of cells of a data set for which kernels are loaded to verify a tree or to count trees: the specification takes seconds for
as many. Loading takes 0.2 s, the first time about 1 s.
"""


def is_worth_loading(kernels: str, data: DataSet) -> bool:
    """
    Whether a module of kernels is loaded already, or is installed and worth loading for a data set.

    >>> from dtref.spec.model.attributes import Nominal
    >>> is_worth_loading("no such module", DataSet((), Nominal("y", ("-",)), ()))
    False
    """
    loaded = f"dtref.engines.compiled.kernels.{kernels}" in sys.modules
    return loaded or (len(data) * len(data.attributes) >= WORTH_COMPILING and find_spec("numba") is not None)
