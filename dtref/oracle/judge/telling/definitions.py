"""
What an operation is by definition: the sentence, the formula and the source that stand at the function which dtref computes it with.

Before this: `dtref.oracle.judge.generating`. Next: `dtref.oracle.judge.telling.replaying`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType

from attrs import frozen

import dtref
from dtref.algorithms import PRESETS
from dtref.io.numbers import Json
from dtref.report.derivation.docstring import definition

SAME_NAME = {
    "distributions.approximation": "standard_score",
    "distributions.beta": "beta_at_most beta_quantile",
    "distributions.binomial": "binomial_at_least binomial_at_most binomial_mean binomial_probability binomial_variance",
    "distributions.chi_square": "chi_square_quantile chi_square_tail",
    "distributions.f": "f_tail",
    "distributions.normal": "normal_at_most normal_quantile normal_tail",
    "distributions.student_t": "t_quantile t_tail",
    "ensembles.output_codes": "code_distance decode exhaustive_code one_against_rest",
    "evaluation.bias_variance.squared_loss": "squared_loss",
    "evaluation.bias_variance.zero_one_loss": "domingos kohavi_wolpert zero_one_loss",
    "evaluation.comparison.folds": "mean_difference mean_difference_interval mean_difference_variance",
    "evaluation.comparison.independent": "difference difference_variance difference_z",
    "evaluation.confusion.cost": "cost_of_label",
    "evaluation.confusion.matrix": "binary_views",
    "evaluation.confusion.scores": "f_of",
    "evaluation.estimation.bootstrap": "relative_bias",
    "evaluation.estimation.moments": "mean sample_variance standard_deviation",
    "evaluation.intervals.coverage": "coverage",
    "evaluation.intervals.proportion": "standard_error",
    "evaluation.regression.relative": "r_squared_of_constants",
    "exact.least_squares": "least_squares",
    "induction.linear_leaves": "predict_linear",
    "model.optima": "groupings",
    "model.trees": "squared_error",
    "optimal.price": "greedy_sizes",
    "optimal.search": "bi_directional bottom_up merge_classes",
    "pruning.cost_complexity": "critical_alpha",
    "split.chaid.significance": "floating_multiplier nominal_multiplier ordinal_multiplier",
    "split.numeric.placement": "midpoint",
    "split.missing_gain": "entropy_of_children_over_all gain_over_all gain_over_all_unscaled",
    "split.description": "bits_saved",
    "preparation.synthetic": "nearest_neighbours",
    "views.regions": "regions",
    "views.shape": "levels",
}
"""Where functions are that have the name of their operation and are not public."""

OTHER_NAME: Mapping[str, str] = {
    **dict.fromkeys(("weighted_gini", "weighted_entropy", "weighted_error"), "split.criteria:weighted_impurity"),
    "gain_with_missing": "split.criteria:gain",
    "gain_ratio_with_missing": "split.criteria:gain_ratio",
    "placed_cut": "split.numeric.placement",
    **dict.fromkeys(("records", "class_counts", "count_records"), "model.data:DataSet"),
    **dict.fromkeys(("count_table", "impurity_table", "threshold_table"), "model.counts:count_table"),
    **dict.fromkeys(("candidates", "best_tests"), "induction.hunt"),
    **dict.fromkeys(("ranges_candidates", "cuts_candidates", "grow_ranges"), "split.numeric.ranges"),
    **dict.fromkeys(("oblique_candidates", "oblique_split"), "split.numeric.oblique"),
    "chaid_candidates": "split.chaid.offers",
    **dict.fromkeys(("bin_cuts", "discretised_records", "grow_discretised"), "preparation.discretisation"),
    **dict.fromkeys(("forest", "forest_prediction"), "ensembles.forest:grow_forest"),
    "out_of_bag": "ensembles.out_of_bag:out_of_bag_error",
    "grow_stopping": "induction.stopping",
    **dict.fromkeys(("rules", "rule_texts"), "views.rules:merged_rules"),
    **dict.fromkeys(("firing_rules", "rule_predictions"), "views.rules"),
    "region_volumes": "views.regions:volume",
    "tree_shape": "views.shape",
    "optimal_size": "optimal.optimal:optimal_tree",
    **dict.fromkeys(("confusion_matrix", "transposed", "margins", "one_vs_rest"), "evaluation.confusion.matrix:Confusion"),
    "tie_blocks": "evaluation.ranking.scores",
    **dict.fromkeys(("roc_at", "roc_points"), "evaluation.ranking.roc:roc_at_least"),
    **dict.fromkeys(("redundant_vertices", "roc_corners"), "evaluation.ranking.roc:without_redundant"),
    "on_convex_hull": "evaluation.ranking.hull:on_hull",
    "auc_of_convex_hull": "evaluation.ranking.hull:convex_hull",
    "ordered_pairs": "evaluation.ranking.auc:pairs",
    "best_thresholds": "evaluation.ranking.thresholds",
    "cheapest_thresholds": "evaluation.ranking.thresholds:cheapest",
    "cheapest_thresholds_at": "evaluation.ranking.thresholds:cheapest_at",
    "precision_recall_from_one": "evaluation.ranking.precision_recall:precision_one_where_nothing_is_positive",
    **dict.fromkeys(("penalised_errors", "penalised_error_rate"), "pruning.estimates:penalised"),
    "reduced_error_pruning": "pruning.reduced_error:reduced_error",
    "best_node_first_pruning": "pruning.reduced_error:best_node_first",
    "pessimistic_pruning": "pruning.pessimistic:pessimistic",
    "pessimistic_pruning_within_error": "pruning.pessimistic:pessimistic_within_error",
    "standard_error_of_errors": "pruning.pessimistic:standard_error",
    "cost_complexity_at": "pruning.cost_complexity:cost_complexity",
    "cost_complexity_by_validation": "pruning.selection:by_validation",
    "cost_complexity_by_cross_validation": "pruning.selection:by_cross_validation",
    "error_based_pruning": "pruning.error_based:error_based",
    "prediction_errors": "evaluation.regression.errors:errors",
    "estimator": "evaluation.bias_variance.squared_loss",
    "mean_squared_loss": "evaluation.bias_variance.squared_loss:mean_terms",
    "learner_predictions": "evaluation.bias_variance.draws",
    "class_balance": "preparation.balancing:undersample",
    "binomial_distribution": "distributions.binomial:binomial_probability",
    **dict.fromkeys(
        ("normal_approximation_error", "corrected_approximation_error"), "distributions.approximation:largest_approximation_error"
    ),
    "z_table": "evaluation.intervals.deviates:two_sided_deviate",
    "t_table": "evaluation.intervals.deviates:two_sided_t",
    "large_enough": "evaluation.intervals.deviates:large_by_evaluation",
    "sample_error": "evaluation.estimation.fitting:mean_error",
    "standard_error_of_mean": "evaluation.estimation.moments:standard_error",
    "pooled_error": "evaluation.estimation.cross_validation:pooled",
    "cross_validation": "evaluation.estimation.cross_validation:cross_validate",
    "bootstrap_replicates": "evaluation.estimation.bootstrap:replicates",
    "bootstrap_bias": "evaluation.estimation.bootstrap:bias",
    "percentile_ranks": "evaluation.estimation.bootstrap:percentile_interval",
    **dict.fromkeys(("ideal_bootstrap_mean", "ideal_bootstrap_variance"), "evaluation.estimation.ideal_bootstrap:ideal_bootstrap"),
    "bootstrap_632": "evaluation.estimation.bootstrap_error:dot632",
    "difference_p": "evaluation.comparison.independent:difference_z",
}
"""The function, or where several make it up the module, behind operations of another name."""

_HOME = {name: f"{module}:{name}" for homes in (dtref.HOMES, SAME_NAME) for module, names in homes.items() for name in names.split()}


@frozen
class Defined:
    """What an operation is: the function or module that computes it, its first sentence, the formula (may be empty), the source."""

    at: str
    sentence: str
    formula: str
    source: str


def defined(operation: str, given: Mapping[str, Json]) -> Defined:
    """
    The definition of an operation; where a preset is given the preset's source.

    >>> defined("recall", {}).formula, defined("best_tests", {"preset": "cart"}).source
    ('r = a / (a + b) = TP / (TP + FN) = TP / P', '`tan`, Splitting Based on GINI; `cs6220`, Gini Index (CART, IBM IntelligentMiner)')
    """
    path = home_of(operation)
    module, found = _found(path)
    said = definition(found)
    preset = PRESETS.get(str(given.get("preset", "")))
    source = preset.source if preset is not None else said.source or definition(module).source or "golden/README.md, Operations"
    return Defined(
        f"dtref.{path.replace(':', '.')}", first_sentence(said.sentence), said.formula.removesuffix("."), source.removesuffix(".")
    )


def first_sentence(text: str) -> str:
    """
    The first sentence of a text; a point inside a name or a figure ends none.

    >>> first_sentence("What `dtref.grow` makes, at 0.5. engine: who does it. More."), first_sentence("One")
    ('What `dtref.grow` makes, at 0.5.', 'One')
    """
    return re.split(r"(?<=[.!?]) ", text, maxsplit=1)[0]


def home_of(operation: str) -> str:
    """
    Where the definition of an operation is: `module:name`, or the module alone where several functions make it up.

    >>> home_of("gini"), home_of("best_tests")
    ('split.impurity:gini', 'induction.hunt')
    """
    return OTHER_NAME.get(operation) or _HOME[operation]


def _found(path: str) -> tuple[ModuleType, object]:
    """The module of a path, and the function in it, which is the module itself where none is named."""
    home, _, name = path.partition(":")
    module = import_module(f"dtref.{home}")
    return module, getattr(module, name) if name else module
