"""
dtref: decision trees and classifier evaluation, exact, with every tie.

Names are loaded when they are first used, so that `import dtref` stays light. Reading order of the packages: errors, exact, model,
split, induction, algorithms, io, strategies, report, oracle.

>>> import dtref
>>> dtref.gini((5, 1)), dtref.decimal(dtref.gain((9, 5), ((2, 3), (4, 0), (3, 2))), 3)
(Fraction(5, 18), '0.247')
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dtref.algorithms import CART as CART
    from dtref.algorithms import HUNT as HUNT
    from dtref.algorithms import ID3 as ID3
    from dtref.errors import Invalid as Invalid
    from dtref.errors import Undecided as Undecided
    from dtref.errors import Undefined as Undefined
    from dtref.exact.decimals import decimal as decimal
    from dtref.exact.decimals import is_rounding as is_rounding
    from dtref.exact.order import argmax_set as argmax_set
    from dtref.exact.order import compare as compare
    from dtref.induction.closure import count_partitions as count_partitions
    from dtref.induction.closure import count_trees as count_trees
    from dtref.induction.closure import trees as trees
    from dtref.induction.hunt import grow as grow
    from dtref.induction.policy import Policy as Policy
    from dtref.induction.ties import First as First
    from dtref.induction.ties import Last as Last
    from dtref.induction.ties import Listed as Listed
    from dtref.induction.ties import Refuse as Refuse
    from dtref.io.arrays import from_arrays as from_arrays
    from dtref.io.arrays import from_frame as from_frame
    from dtref.io.arrays import from_records as from_records
    from dtref.io.models import Model as Model
    from dtref.io.models import parse_model as parse_model
    from dtref.io.models import read_model as read_model
    from dtref.io.models import save_model as save_model
    from dtref.io.models import write_model as write_model
    from dtref.io.tables import parse_csv as parse_csv
    from dtref.io.tables import read_csv as read_csv
    from dtref.io.tables import read_records as read_records
    from dtref.model.attributes import MISSING as MISSING
    from dtref.model.attributes import Continuous as Continuous
    from dtref.model.attributes import Nominal as Nominal
    from dtref.model.attributes import Ordinal as Ordinal
    from dtref.model.data import DataSet as DataSet
    from dtref.model.data import Record as Record
    from dtref.model.predict import predict as predict
    from dtref.model.predict import predictor as predictor
    from dtref.model.schemes import fold as fold
    from dtref.model.schemes import unfold as unfold
    from dtref.model.trees import Branch as Branch
    from dtref.model.trees import Leaf as Leaf
    from dtref.model.trees import training_errors as training_errors
    from dtref.report.explain import explain as explain
    from dtref.report.tree_text import tree_text as tree_text
    from dtref.split.criteria import error_reduction as error_reduction
    from dtref.split.criteria import gain as gain
    from dtref.split.criteria import gain_ratio as gain_ratio
    from dtref.split.criteria import gini_reduction as gini_reduction
    from dtref.split.criteria import split_info as split_info
    from dtref.split.criteria import weighted_impurity as weighted_impurity
    from dtref.split.impurity import entropy as entropy
    from dtref.split.impurity import gini as gini
    from dtref.split.impurity import misclassification_error as misclassification_error

HOMES = {
    "algorithms": "CART HUNT ID3",
    "errors": "Invalid Undecided Undefined",
    "exact.decimals": "decimal is_rounding",
    "exact.order": "argmax_set compare",
    "induction.closure": "count_partitions count_trees trees",
    "induction.hunt": "grow",
    "induction.policy": "Policy",
    "induction.ties": "First Last Listed Refuse",
    "io.arrays": "from_arrays from_frame from_records",
    "io.models": "Model parse_model read_model save_model write_model",
    "io.tables": "parse_csv read_csv read_records",
    "model.attributes": "MISSING Continuous Nominal Ordinal",
    "model.data": "DataSet Record",
    "model.predict": "predict predictor",
    "model.schemes": "fold unfold",
    "model.trees": "Branch Leaf training_errors",
    "report.explain": "explain",
    "report.tree_text": "tree_text",
    "split.criteria": "error_reduction gain gain_ratio gini_reduction split_info weighted_impurity",
    "split.impurity": "entropy gini misclassification_error",
}
"""The public names, by the module where each is defined. A test holds them against the imports above, which type checkers read."""

_HOME = {name: module for module, names in HOMES.items() for name in names.split()}
__all__ = sorted(_HOME)  # noqa: PLE0605 - a list, made from the table


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'dtref' has no attribute {name!r}")
    return getattr(import_module(f"dtref.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return __all__
