"""
dtref: decision trees and classifier evaluation, exact, with every tie.

Names are loaded when they are first used, so that `import dtref` stays light; `__init__.pyi` tells type checkers of them. Reading order of
the packages: errors, exact, distributions, model, preparation, views, evaluation, split, induction, engine, pruning, algorithms, ensembles,
optimal, io, avc, strategies, report, oracle.

>>> import dtref
>>> dtref.gini((5, 1)), dtref.decimal(dtref.gain((9, 5), ((2, 3), (4, 0), (3, 2))), 3)
(Fraction(5, 18), '0.247')
"""

from __future__ import annotations

from importlib import import_module

HOMES = {
    "algorithms": (
        "C45 C45_GAIN C45_GAIN_RATIO CART CART_SURROGATES CART_TWOING CHAID HUNT ID3 ID3_IAML MAJORITY OBLIQUE REGRESSION_TREE "
        "RPART SCIKIT_LEARN SLIQ SPRINT chaid_policy"
    ),
    "avc.growing": "grow_from_tables",
    "avc.sources.chunks": "in_chunks",
    "avc.sources.csv_relation": "database_csv",
    "avc.sources.readers": "csv_in_chunks parquet_in_chunks",
    "avc.sources.relations": "database_table",
    "engine.choice": "grow",
    "ensembles.forest": "Samples Sampling forest_predictor grow_forest",
    "ensembles.out_of_bag": "out_of_bag_error",
    "ensembles.output_codes": "output_codes",
    "ensembles.voting": "majority_vote_error",
    "ensembles.ways": "bagging different_algorithms random_subspaces repeated_undersampling",
    "errors": "Invalid Undecided Undefined",
    "evaluation.comparison.contingency": "Contingency contingency",
    "evaluation.comparison.five_by_two": "five_by_two_f five_by_two_t",
    "evaluation.comparison.folds": "corrected_resampled_t paired_t",
    "evaluation.comparison.independent": "difference_interval probability_first_better",
    "evaluation.comparison.mcnemar": (
        "mcnemar_chi_square mcnemar_chi_square_p mcnemar_corrected mcnemar_corrected_p mcnemar_corrected_unless_equal "
        "mcnemar_corrected_unless_equal_p mcnemar_doubled_mid_p mcnemar_exact_p mcnemar_first_better_p mcnemar_mid_p mcnemar_z"
    ),
    "evaluation.confusion.agreement": "cohen_kappa matthews multiclass_matthews",
    "evaluation.confusion.averages": (
        "balanced_accuracy macro_average macro_average_of_defined micro_average per_class weighted_average weighted_average_of_defined"
    ),
    "evaluation.confusion.conventions": "one_if_undefined zero_if_undefined",
    "evaluation.confusion.cost": (
        "CostMatrix class_weights cost_of_accuracy expected_cost minimum_cost_labels record_weights total_cost uniform_costs"
    ),
    "evaluation.confusion.labels": "confusion",
    "evaluation.confusion.matrix": "BinaryCounts Confusion",
    "evaluation.confusion.rates": (
        "accuracy error_rate false_positive_rate markedness miss_rate negative_likelihood_ratio negative_predictive_value "
        "positive_likelihood_ratio precision prevalence recall specificity youden_j"
    ),
    "evaluation.confusion.scores": "detection_cost f1 f_beta f_harmonic weighted_accuracy",
    "evaluation.estimation.bootstrap": "bias_corrected bootstrap_variance interpolated_percentile_interval percentile_interval",
    "evaluation.estimation.bootstrap_error": "bootstrap_partitions dot632 leave_one_out_bootstrap probability_drawn",
    "evaluation.estimation.cross_validation": "FoldResults cross_validate leave_one_out_of_majority mean_of_folds pooled",
    "evaluation.estimation.fitting": "generalisation_error overfits true_error underfits",
    "evaluation.estimation.ideal_bootstrap": "ideal_bootstrap",
    "evaluation.estimation.learning_curve": "arithmetic_schedule geometric_schedule learning_curve",
    "evaluation.estimation.partitions": (
        "Partition ThreeParts holdout k_fold leave_one_out random_subsampling repeated_k_fold stratified_k_fold training_validation_test"
    ),
    "evaluation.estimation.selection": "select_by_cross_validation select_by_validation",
    "evaluation.intervals.binomial_intervals": "clopper_pearson clopper_pearson_at_least clopper_pearson_at_most jeffreys",
    "evaluation.intervals.deviates": "one_sided_deviate one_sided_t two_sided_deviate two_sided_t",
    "evaluation.intervals.interval": "Interval",
    "evaluation.intervals.mean": "fold_mean_interval mean_interval",
    "evaluation.intervals.proportion": "agresti_coull wald wilson",
    "evaluation.ranking.auc": "auc auc_by_pairs auc_by_ranks auc_by_trapezoids partial_auc standardised_partial_auc",
    "evaluation.ranking.dominance": "compare_rocs",
    "evaluation.ranking.hull": "convex_hull",
    "evaluation.ranking.precision_recall": "average_precision precision_recall",
    "evaluation.ranking.roc": "roc roc_above roc_at_least roc_per_record without_redundant",
    "evaluation.ranking.thresholds": "cheapest iso_cost_slope",
    "evaluation.regression.correlation": "correlation",
    "evaluation.regression.errors": "mean_absolute_error mean_squared_error root_mean_squared_error",
    "evaluation.regression.medians": (
        "median_absolute_deviation_about_median median_absolute_deviation_about_prediction median_squared_error "
        "squared_median_absolute_deviation"
    ),
    "evaluation.regression.relative": "r_squared relative_squared_error root_relative_squared_error",
    "exact.decimals": "decimal is_rounding",
    "exact.order": "argmax_set compare",
    "induction.admission": "EveryBranchHas EveryBranchHasRows Significant TwoBranchesHave",
    "induction.closure": "count_partitions count_trees trees",
    "induction.linear_leaves": "grow_linear",
    "induction.policy": "Policy",
    "induction.stopping": "AtDepth FewerRowsThan FewerThan ImprovesLessThan ImprovesTreeLessThan Independent no_improvement",
    "induction.ties": "First Last Listed Refuse",
    "io.arrays": "from_arrays from_frame from_records",
    "io.foreign.formats": "read_foreign",
    "io.foreign.scikit_learn": "read_scikit_learn read_scikit_learn_forest",
    "io.models": "Model parse_model read_model save_model write_model",
    "io.tables": "parse_csv read_csv read_records",
    "model.attributes": "Continuous MISSING Nominal Ordinal",
    "model.data": "DataSet Record",
    "model.predict": "predict predictor",
    "model.schemes": "fold unfold",
    "model.trees": "Branch Leaf training_errors",
    "optimal.optimal": "optimal_tree optimal_trees",
    "optimal.price": "greeds_price",
    "oracle.judge.judging": "judge",
    "oracle.judge.telling.text": "results_text",
    "oracle.judge.testing.checks": "parametrize_with_checks",
    "oracle.verify.routing": "route_diff",
    "oracle.verify.telling": "report_text route_text",
    "oracle.verify.verifying": "verify",
    "preparation.balancing": "hybrid_sample oversample undersample",
    "preparation.discretisation": "discretise",
    "preparation.drawing": "draw_ring_points",
    "preparation.missing": "drop_missing flag_missing impute_mean impute_median impute_mode keep_missing missing_as_value refuse_missing",
    "preparation.rings": "ring_data",
    "preparation.synthetic": "nearest_neighbours smote",
    "pruning.bottom_up": "if_better if_no_worse",
    "pruning.cost_complexity": "cost_complexity impurity_risk misclassified",
    "pruning.description": "TreeCode attribute_only conditions_of description_length minimum_description",
    "pruning.error_based": "error_based upper_limit",
    "pruning.estimates": "pessimistic_error_rate pessimistic_errors resubstitution_error_rate validation_errors",
    "pruning.pessimistic": "pessimistic pessimistic_within_error",
    "pruning.raising": "error_based_raising",
    "pruning.reduced_error": "best_node_first reduced_error",
    "pruning.selection": "by_cross_validation by_validation",
    "report.derivation.derive": "derive",
    "report.drawing.dot": "dot",
    "report.drawing.mermaid": "mermaid",
    "report.drawing.svg": "svg",
    "report.drawing.tree_page": "tree_page",
    "report.explain": "explain",
    "report.plots.coverage_curves": "CoverageDisplay",
    "report.plots.decision_regions": "DecisionRegionsDisplay",
    "report.plots.fitting_curve": "FittingCurveDisplay",
    "report.plots.impurity_curves": "ImpurityCurvesDisplay",
    "report.plots.learning_curves": "LearningCurvesDisplay",
    "report.plots.pruning_curve": "PruningCurveDisplay",
    "report.plots.roc_curves": "RocCurvesDisplay",
    "report.tree_text": "tree_text",
    "sources": "cite",
    "split.association": "chi_square chi_square_p g_statistic g_statistic_p",
    "split.criteria": "error_reduction gain gain_ratio gini_reduction split_info variance_reduction weighted_impurity",
    "split.description": "classes_coded errors_chosen errors_listed",
    "split.exact_test": "exact_p",
    "split.impurity": "entropy gini misclassification_error variance",
    "split.separation": "class_separation orthogonality twoing",
    "views.regions": "decision_boundary",
    "views.rules": "merged_rules rule_text",
    "views.shape": "parity replicas",
    "warning": "DataWarning",
}
"""The public names, by the module where each is defined. A test holds them against `__init__.pyi`."""

_HOME = {name: module for module, names in HOMES.items() for name in names.split()}
__all__ = sorted(_HOME)  # noqa: PLE0605 - a list, made from the table


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'dtref' has no attribute {name!r}")
    return getattr(import_module(f"dtref.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return __all__
