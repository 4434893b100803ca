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
from dtref.spec.presets import PRESETS

SAME_NAME = {
    "exact.distributions.approximation": "standard_score",
    "exact.distributions.beta": "beta_at_most beta_quantile",
    "exact.distributions.binomial": "binomial_at_least binomial_at_most binomial_mean binomial_probability binomial_variance",
    "exact.distributions.chi_square": "chi_square_quantile chi_square_tail",
    "exact.distributions.f": "f_tail",
    "exact.distributions.normal": "normal_at_most normal_quantile normal_tail",
    "exact.distributions.student_t": "t_quantile t_tail",
    "spec.ensembles.output_codes": "code_distance decode exhaustive_code one_against_rest",
    "spec.evaluation.bias_variance.squared_loss": "squared_loss",
    "spec.evaluation.bias_variance.zero_one_loss": "domingos kohavi_wolpert zero_one_loss",
    "spec.evaluation.comparison.folds": "mean_difference mean_difference_interval mean_difference_variance",
    "spec.evaluation.comparison.independent": "difference difference_variance difference_z",
    "spec.evaluation.confusion.cost": "cost_of_label",
    "spec.evaluation.confusion.matrix": "binary_views",
    "spec.evaluation.confusion.scores": "f_of",
    "spec.evaluation.estimation.bootstrap": "relative_bias",
    "spec.evaluation.estimation.moments": "mean sample_variance standard_deviation",
    "spec.evaluation.intervals.coverage": "coverage",
    "spec.evaluation.intervals.proportion": "standard_error",
    "spec.evaluation.regression.relative": "r_squared_of_constants",
    "exact.least_squares": "least_squares",
    "spec.growing.tied_trees": "count_partitions count_trees trees",
    "spec.growing.linear_leaves": "grow_linear predict_linear",
    "spec.model.optima": "groupings",
    "spec.model.trees": "squared_error",
    "spec.optimal.price": "greedy_sizes",
    "spec.optimal.search": "bi_directional bottom_up merge_classes",
    "spec.pruning.cost_complexity": "critical_alpha",
    "spec.split.chaid.significance": "floating_multiplier nominal_multiplier ordinal_multiplier",
    "spec.split.numeric.placement": "midpoint",
    "spec.split.missing_gain": "entropy_of_children_over_all gain_over_all gain_over_all_unscaled",
    "spec.split.description": "bits_saved",
    "spec.preparation.synthetic": "nearest_neighbours",
    "spec.views.regions": "regions",
    "spec.views.shape": "levels",
}
"""The modules of functions that are named like their operation and aren't public, or are public with an engine handed in."""

OTHER_NAME: Mapping[str, str] = {
    **dict.fromkeys(("weighted_gini", "weighted_entropy", "weighted_error"), "spec.split.criteria:weighted_impurity"),
    "gain_with_missing": "spec.split.criteria:gain",
    "gain_ratio_with_missing": "spec.split.criteria:gain_ratio",
    "placed_cut": "spec.split.numeric.placement",
    **dict.fromkeys(("records", "class_counts", "count_records"), "spec.model.data:DataSet"),
    **dict.fromkeys(("count_table", "impurity_table", "threshold_table"), "spec.model.counts:count_table"),
    **dict.fromkeys(("candidates", "best_tests"), "spec.growing.hunt"),
    **dict.fromkeys(("ranges_candidates", "cuts_candidates", "grow_ranges"), "spec.split.numeric.ranges"),
    **dict.fromkeys(("oblique_candidates", "oblique_split"), "spec.split.numeric.oblique"),
    "chaid_candidates": "spec.split.chaid.candidates",
    **dict.fromkeys(("bin_cuts", "discretised_records", "grow_discretised"), "spec.preparation.discretisation"),
    **dict.fromkeys(("forest", "forest_prediction"), "spec.ensembles.forest:grow_forest"),
    "out_of_bag": "spec.ensembles.out_of_bag:out_of_bag_error",
    "grow_stopping": "spec.growing.stopping",
    **dict.fromkeys(("rules", "rule_texts"), "spec.views.rules:merged_rules"),
    **dict.fromkeys(("firing_rules", "rule_predictions"), "spec.views.rules"),
    "region_volumes": "spec.views.regions:volume",
    "tree_shape": "spec.views.shape",
    "optimal_size": "spec.optimal.optimal:optimal_tree",
    **dict.fromkeys(("confusion_matrix", "transposed", "margins", "one_vs_rest"), "spec.evaluation.confusion.matrix:Confusion"),
    "tie_blocks": "spec.evaluation.ranking.scores",
    **dict.fromkeys(("roc_at", "roc_points"), "spec.evaluation.ranking.roc:roc_at_least"),
    **dict.fromkeys(("redundant_vertices", "roc_corners"), "spec.evaluation.ranking.roc:without_redundant"),
    "on_convex_hull": "spec.evaluation.ranking.hull:on_hull",
    "auc_of_convex_hull": "spec.evaluation.ranking.hull:convex_hull",
    "ordered_pairs": "spec.evaluation.ranking.auc:pairs",
    "best_thresholds": "spec.evaluation.ranking.thresholds",
    "cheapest_thresholds": "spec.evaluation.ranking.thresholds:cheapest",
    "cheapest_thresholds_at": "spec.evaluation.ranking.thresholds:cheapest_at",
    "precision_recall_from_one": "spec.evaluation.ranking.precision_recall:precision_one_where_nothing_is_positive",
    **dict.fromkeys(("penalised_errors", "penalised_error_rate"), "spec.pruning.estimates:penalised"),
    "reduced_error_pruning": "spec.pruning.reduced_error:reduced_error",
    "best_node_first_pruning": "spec.pruning.reduced_error:best_node_first",
    "pessimistic_pruning": "spec.pruning.pessimistic:pessimistic",
    "pessimistic_pruning_within_error": "spec.pruning.pessimistic:pessimistic_within_error",
    "standard_error_of_errors": "spec.pruning.pessimistic:standard_error_of_errors",
    "cost_complexity_at": "spec.pruning.cost_complexity:cost_complexity",
    "cost_complexity_by_validation": "spec.pruning.selection:by_validation",
    "cost_complexity_by_cross_validation": "spec.pruning.selection:by_cross_validation",
    "error_based_pruning": "spec.pruning.error_based:error_based",
    "prediction_errors": "spec.evaluation.regression.errors:errors",
    "estimator": "spec.evaluation.bias_variance.squared_loss",
    "mean_squared_loss": "spec.evaluation.bias_variance.squared_loss:mean_terms",
    "learner_predictions": "spec.evaluation.bias_variance.draws",
    "class_balance": "spec.preparation.balancing:undersample",
    "binomial_distribution": "exact.distributions.binomial:binomial_probability",
    **dict.fromkeys(
        ("normal_approximation_error", "corrected_approximation_error"), "exact.distributions.approximation:largest_approximation_error"
    ),
    "z_table": "spec.evaluation.intervals.deviates:two_sided_deviate",
    "t_table": "spec.evaluation.intervals.deviates:two_sided_t",
    "large_enough": "spec.evaluation.intervals.deviates:large_by_evaluation",
    "sample_error": "spec.evaluation.estimation.overfitting:mean_error",
    "standard_error_of_mean": "spec.evaluation.estimation.moments:standard_error",
    "pooled_error": "spec.evaluation.estimation.cross_validation:pooled",
    "cross_validation": "spec.evaluation.estimation.cross_validation:cross_validate",
    "bootstrap_replicates": "spec.evaluation.estimation.bootstrap:replicates",
    "bootstrap_bias": "spec.evaluation.estimation.bootstrap:bias",
    "percentile_ranks": "spec.evaluation.estimation.bootstrap:percentile_interval",
    **dict.fromkeys(("ideal_bootstrap_mean", "ideal_bootstrap_variance"), "spec.evaluation.estimation.ideal_bootstrap:ideal_bootstrap"),
    "bootstrap_632": "spec.evaluation.estimation.bootstrap_error:dot632",
    "difference_p": "spec.evaluation.comparison.independent:difference_z",
}
"""The function behind an operation of another name, or the module where several functions make it up."""

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
    return OTHER_NAME.get(operation) or _HOME[operation]


def _module_and_function(path: str) -> tuple[ModuleType, object]:
    """The module of a path and the function in it, or the module twice where no function is named."""
    home, _, name = path.partition(":")
    module = import_module(f"dtref.{home}")
    return module, getattr(module, name) if name else module
