"""The learner of the CHAID package for Python."""

from __future__ import annotations

from collections.abc import Collection
from inspect import signature

from peers import chaid_package
from peers.learners.learner import Learner
from peers.library import Nominal
from peers.matrix_tables import Weights, nominal_tables


def _signature() -> Collection[str]:
    return tuple(signature(chaid_package.trees().from_pandas_df).parameters)


DATA = ("df", "i_variables", "d_variable", "weight", "dep_variable_type")
"""What is about the data; trees of numbers are refused."""
LEARNERS = (
    Learner(
        "CHAID package", chaid_package.version, Nominal, nominal_tables, chaid_package.PARAMETERS, chaid_package.by_chaid,
        weights=(Weights.ONE,), signature=_signature, shapeless=frozenset(DATA),
    ),
)  # fmt: skip
