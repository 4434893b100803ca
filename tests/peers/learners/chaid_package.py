"""The learner of the CHAID package for Python."""

from __future__ import annotations

from collections.abc import Collection
from inspect import signature

from peers import chaid_package
from peers.learners.learner import SHARED, Learner
from peers.library import Nominal
from peers.matrix_tables import Weights, nominal_tables


def _signature() -> Collection[str]:
    from CHAID import Tree

    return tuple(signature(Tree.from_pandas_df).parameters)


ABOUT = ("dtref.spec.programs.chaid_package", "dtref.oracle.stated.chaid", "dtref.io.foreign.chaid", *SHARED)
DATA = ("df", "i_variables", "d_variable", "weight", "dep_variable_type")
"""What is about the data; trees of numbers are refused."""
LEARNERS = (
    Learner(
        "CHAID package", chaid_package.version, ABOUT, Nominal, nominal_tables, chaid_package.PARAMETERS, chaid_package.by_chaid,
        weights=(Weights.ONE,), signature=_signature, shapeless=frozenset(DATA),
    ),
)  # fmt: skip
