"""
dtref: decision trees and classifier evaluation, exact, with every tie.

Names are loaded when they are first used, so that `import dtref` stays light. Reading order of the packages: errors, exact, model,
preparation, split, induction, algorithms, views, ensembles, optimal, io, strategies, report, oracle.

>>> import dtref
>>> dtref.gini((5, 1)), dtref.decimal(dtref.gain((9, 5), ((2, 3), (4, 0), (3, 2))), 3)
(Fraction(5, 18), '0.247')
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dtref.algorithms import C45 as C45
    from dtref.algorithms import C45_GAIN as C45_GAIN
    from dtref.algorithms import C45_GAIN_RATIO as C45_GAIN_RATIO
    from dtref.algorithms import CART as CART
    from dtref.algorithms import CART_SURROGATES as CART_SURROGATES
    from dtref.algorithms import CART_TWOING as CART_TWOING
    from dtref.algorithms import CHAID as CHAID
    from dtref.algorithms import HUNT as HUNT
    from dtref.algorithms import ID3 as ID3
    from dtref.algorithms import ID3_IAML as ID3_IAML
    from dtref.algorithms import MAJORITY as MAJORITY
    from dtref.algorithms import OBLIQUE as OBLIQUE
    from dtref.algorithms import REGRESSION_TREE as REGRESSION_TREE
    from dtref.algorithms import RPART as RPART
    from dtref.algorithms import SLIQ as SLIQ
    from dtref.algorithms import SPRINT as SPRINT
    from dtref.algorithms import chaid_policy as chaid_policy
    from dtref.ensembles.forest import Samples as Samples
    from dtref.ensembles.forest import Sampling as Sampling
    from dtref.ensembles.forest import forest_predictor as forest_predictor
    from dtref.ensembles.forest import grow_forest as grow_forest
    from dtref.ensembles.out_of_bag import out_of_bag_error as out_of_bag_error
    from dtref.ensembles.output_codes import output_codes as output_codes
    from dtref.ensembles.voting import majority_vote_error as majority_vote_error
    from dtref.ensembles.ways import bagging as bagging
    from dtref.ensembles.ways import different_algorithms as different_algorithms
    from dtref.ensembles.ways import random_subspaces as random_subspaces
    from dtref.ensembles.ways import repeated_undersampling as repeated_undersampling
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
    from dtref.induction.linear_leaves import grow_linear as grow_linear
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
    from dtref.optimal.optimal import optimal_tree as optimal_tree
    from dtref.optimal.optimal import optimal_trees as optimal_trees
    from dtref.optimal.price import greeds_price as greeds_price
    from dtref.preparation.discretisation import discretise as discretise
    from dtref.preparation.missing import drop_missing as drop_missing
    from dtref.preparation.missing import flag_missing as flag_missing
    from dtref.preparation.missing import impute_mean as impute_mean
    from dtref.preparation.missing import impute_median as impute_median
    from dtref.preparation.missing import impute_mode as impute_mode
    from dtref.preparation.missing import keep_missing as keep_missing
    from dtref.preparation.missing import missing_as_value as missing_as_value
    from dtref.preparation.missing import refuse_missing as refuse_missing
    from dtref.report.explain import explain as explain
    from dtref.report.tree_text import tree_text as tree_text
    from dtref.split.association import chi_square as chi_square
    from dtref.split.association import chi_square_p as chi_square_p
    from dtref.split.association import g_statistic as g_statistic
    from dtref.split.association import g_statistic_p as g_statistic_p
    from dtref.split.criteria import error_reduction as error_reduction
    from dtref.split.criteria import gain as gain
    from dtref.split.criteria import gain_ratio as gain_ratio
    from dtref.split.criteria import gini_reduction as gini_reduction
    from dtref.split.criteria import split_info as split_info
    from dtref.split.criteria import variance_reduction as variance_reduction
    from dtref.split.criteria import weighted_impurity as weighted_impurity
    from dtref.split.impurity import entropy as entropy
    from dtref.split.impurity import gini as gini
    from dtref.split.impurity import misclassification_error as misclassification_error
    from dtref.split.impurity import variance as variance
    from dtref.split.separation import class_separation as class_separation
    from dtref.split.separation import orthogonality as orthogonality
    from dtref.split.separation import twoing as twoing
    from dtref.views.regions import decision_boundary as decision_boundary
    from dtref.views.rules import merged_rules as merged_rules
    from dtref.views.rules import rule_text as rule_text
    from dtref.views.shape import parity as parity
    from dtref.views.shape import replicas as replicas

HOMES = {
    "algorithms": "C45 C45_GAIN C45_GAIN_RATIO CART CART_SURROGATES CART_TWOING CHAID HUNT ID3 "
    "ID3_IAML MAJORITY OBLIQUE REGRESSION_TREE RPART SLIQ SPRINT chaid_policy",
    "ensembles.forest": "Samples Sampling forest_predictor grow_forest",
    "ensembles.out_of_bag": "out_of_bag_error",
    "ensembles.output_codes": "output_codes",
    "ensembles.voting": "majority_vote_error",
    "ensembles.ways": "bagging different_algorithms random_subspaces repeated_undersampling",
    "errors": "Invalid Undecided Undefined",
    "exact.decimals": "decimal is_rounding",
    "exact.order": "argmax_set compare",
    "induction.closure": "count_partitions count_trees trees",
    "induction.hunt": "grow",
    "induction.linear_leaves": "grow_linear",
    "induction.policy": "Policy",
    "induction.ties": "First Last Listed Refuse",
    "io.arrays": "from_arrays from_frame from_records",
    "io.models": "Model parse_model read_model save_model write_model",
    "io.tables": "parse_csv read_csv read_records",
    "model.attributes": "Continuous MISSING Nominal Ordinal",
    "model.data": "DataSet Record",
    "model.predict": "predict predictor",
    "model.schemes": "fold unfold",
    "model.trees": "Branch Leaf training_errors",
    "optimal.optimal": "optimal_tree optimal_trees",
    "optimal.price": "greeds_price",
    "preparation.discretisation": "discretise",
    "preparation.missing": "drop_missing flag_missing impute_mean impute_median impute_mode keep_missing missing_as_value refuse_missing",
    "report.explain": "explain",
    "report.tree_text": "tree_text",
    "split.association": "chi_square chi_square_p g_statistic g_statistic_p",
    "split.criteria": "error_reduction gain gain_ratio gini_reduction split_info variance_reduction weighted_impurity",
    "split.impurity": "entropy gini misclassification_error variance",
    "split.separation": "class_separation orthogonality twoing",
    "views.regions": "decision_boundary",
    "views.rules": "merged_rules rule_text",
    "views.shape": "parity replicas",
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
