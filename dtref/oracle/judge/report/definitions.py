"""The definitions of operations: sentence, formula and source, the facts of the function that computes each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType

from attrs import frozen

from dtref._homes import HOMES
from dtref.exact.definition import definition, sources_of_module
from dtref.io.numbers import Json
from dtref.oracle.operations.registry import OPERATIONS
from dtref.spec.presets import PRESETS

SAME_NAME = {
    "spec.evaluation.estimation.bootstrap": "relative_bias",
    "spec.evaluation.intervals.coverage": "coverage",
    "exact.least_squares": "least_squares",
    "spec.growing.tied_trees": "count_partitions count_trees trees",
    "spec.growing.linear_leaves": "grow_linear predict_linear",
    "spec.split.description": "bits_saved",
    "spec.views.regions": "regions",
}
"""The modules of functions that are named like their operation, which isn't declared by them."""

OTHER_NAME: Mapping[str, str] = {
    "placed_cut": "spec.split.numeric.placement",
    **dict.fromkeys(("records", "class_counts", "count_records"), "spec.model.data:DataSet"),
    **dict.fromkeys(("count_table", "impurity_table", "threshold_table"), "spec.model.counts:count_table"),
    **dict.fromkeys(("candidates", "best_tests"), "spec.growing.hunt"),
    **dict.fromkeys(("ranges_candidates", "cuts_candidates", "grow_ranges"), "spec.split.numeric.ranges"),
    **dict.fromkeys(("oblique_candidates", "oblique_split"), "spec.split.numeric.oblique"),
    "chaid_candidates": "spec.split.chaid.candidates",
    **dict.fromkeys(("bin_cuts", "discretised_records", "grow_discretised"), "spec.preparation.discretisation"),
    **dict.fromkeys(("forest", "forest_prediction"), "spec.ensembles.forest:grow_forest"),
    "grow_stopping": "spec.growing.stopping",
    "rule_texts": "spec.views.rules:merged_rules",
    "grow_ties": "spec.growing.ties",
    **dict.fromkeys(("firing_rules", "rule_predictions"), "spec.views.rules"),
    "region_volumes": "spec.views.regions:volume",
    "tree_shape": "spec.views.shape",
    **dict.fromkeys(("confusion_matrix", "transposed", "margins", "one_vs_rest"), "spec.evaluation.confusion.matrix:Confusion"),
    "tie_blocks": "spec.evaluation.ranking.scores",
    **dict.fromkeys(("roc_at", "roc_points"), "spec.evaluation.ranking.roc:roc_at_least"),
    "redundant_vertices": "spec.evaluation.ranking.roc:without_redundant",
    "auc_of_convex_hull": "spec.evaluation.ranking.hull:convex_hull",
    "best_thresholds": "spec.evaluation.ranking.thresholds",
    "precision_recall_from_one": "spec.evaluation.ranking.precision_recall:precision_one_where_nothing_is_positive",
    "penalised_error_rate": "spec.pruning.estimates:penalised",
    "cost_complexity_at": "spec.pruning.cost_complexity:cost_complexity",
    "cost_complexity_by_cross_validation": "spec.pruning.selection:by_cross_validation",
    "estimator": "spec.evaluation.bias_variance.squared_loss",
    "learner_predictions": "spec.evaluation.bias_variance.draws",
    "class_balance": "spec.preparation.balancing:undersample",
    "binomial_distribution": "exact.distributions.binomial:binomial_probability",
    "z_table": "spec.evaluation.intervals.deviates:two_sided_deviate",
    "t_table": "spec.evaluation.intervals.deviates:two_sided_t",
    "large_enough": "spec.evaluation.intervals.deviates:large_by_evaluation",
    "sample_error": "spec.evaluation.estimation.overfitting:mean_error",
    "cross_validation": "spec.evaluation.estimation.cross_validation:cross_validate",
    "percentile_ranks": "spec.evaluation.estimation.bootstrap:percentile_interval",
    **dict.fromkeys(("ideal_bootstrap_mean", "ideal_bootstrap_variance"), "spec.evaluation.estimation.ideal_bootstrap:ideal_bootstrap"),
    "difference_p": "spec.evaluation.comparison.independent:difference_z",
}
"""The function behind an operation that isn't declared by it, or the module where several functions make it up."""

_SPECIFIED = ("dtref.spec.", "dtref.exact.")
"""The rooms that define what operations compute."""

_HOME = {name: f"{module}:{name}" for homes in (HOMES, SAME_NAME) for module, names in homes.items() for name in names.split()}


@frozen
class OperationDefinition:
    """The definition of an operation: the function or module that computes it, the first sentence, the formula (or empty), the source."""

    at: str
    sentence: str
    formula: str
    source: str


def operation_definition(operation: str, inputs: Mapping[str, Json]) -> OperationDefinition:
    """
    The definition of an operation; with a preset among the inputs, the preset's source.

    >>> operation_definition("recall", {}).formula, operation_definition("best_tests", {"preset": "cart"}).source
    ('r = a / (a + b) = TP / (TP + FN) = TP / P', '`tan`, Splitting Based on GINI; `cs6220`, Gini Index (CART, IBM IntelligentMiner)')
    """
    path = home_of(operation)
    module, function = _module_and_function(path)
    text = definition(function)
    preset = PRESETS.get(str(inputs.get("preset", "")))
    source = preset.source if preset is not None else text.source or sources_of_module(module) or "golden/README.md, Operations"
    return OperationDefinition(
        f"dtref.{path.replace(':', '.')}", _first_sentence(text.sentence), text.definition.removesuffix("."), source.removesuffix(".")
    )


def _first_sentence(text: str) -> str:
    """
    The first sentence of a text; a point inside a name or a number doesn't end it.

    >>> _first_sentence("What `dtref.grow` makes, at 0.5. engine: who does it. More."), _first_sentence("One")
    ('What `dtref.grow` makes, at 0.5.', 'One')
    """
    return re.split(r"(?<=[.!?]) ", text, maxsplit=1)[0]


def home_of(operation: str) -> str:
    """
    The home of an operation's definition: `module:name`, or the module alone where several functions make it up.

    >>> home_of("gini"), home_of("best_tests")
    ('spec.split.impurity:gini', 'spec.growing.hunt')
    """
    return OTHER_NAME.get(operation) or _declared_home(OPERATIONS[operation].definition) or _HOME[operation]


def _declared_home(function: object) -> str | None:
    """The home of the function that an operation is declared with, if it is one of the specification."""
    module, name = getattr(function, "__module__", ""), getattr(function, "__qualname__", getattr(function, "__name__", ""))
    return f"{module.removeprefix('dtref.')}:{name}" if module.startswith(_SPECIFIED) and name.isidentifier() else None


def _module_and_function(path: str) -> tuple[ModuleType, object]:
    """The module of a path and the function in it, or the module twice where no function is named."""
    home, _, name = path.partition(":")
    module = import_module(f"dtref.{home}")
    return module, getattr(module, name) if name else module
