"""The public names of dtref and where each is defined: a table, so that `import dtref` loads nothing but what is used."""

from __future__ import annotations

HOMES = {
    "spec.presets": (
        "C45 C45_GAIN C45_GAIN_RATIO CART CART_SURROGATES CART_TWOING CHAID HUNT ID3 ID3_IAML MAJORITY OBLIQUE REGRESSION_TREE "
        "RPART SCIKIT_LEARN SLIQ SPRINT chaid_policy"
    ),
    "spec.programs.c45": "C45_RELEASE_8 c45_release_8",
    "spec.programs.j48": "J48 j48",
    "spec.programs.rpart": "rpart",
    "spec.programs.lightgbm": "LIGHTGBM lightgbm",
    "spec.programs.weka_id3": "WEKA_ID3 weka_id3",
    "spec.programs.reptree": "reptree",
    "spec.programs.simple_cart": "simple_cart",
    "spec.programs.weka_random_tree": "weka_random_tree",
    "spec.programs.xgboost": "XGBOOST xgboost",
    "spec.programs.scikit_learn": "scikit_learn",
    "engines.from_counts.grow": "grow_from_tables",
    "engines.from_counts.sources.chunks": "in_chunks",
    "engines.from_counts.sources.csv_relation": "database_csv",
    "engines.from_counts.sources.readers": "csv_in_chunks parquet_in_chunks",
    "engines.from_counts.sources.relations": "database_table",
    "engines.choice": "grow",
    "engines.confusion": "confusion",
    "engines.filter.filtered": "grow_linear trees",
    "engines.tied_trees": "count_partitions count_trees",
    "engines.folds": "holdout_arrays k_fold_arrays stratified_k_fold_arrays",
    "engines.forest": "grow_forest out_of_bag_error",
    "engines.prediction": "predict",
    "engines.pruning": "reduced_error",
    "spec.ensembles.forest": "Samples Sampling forest_predictor",
    "spec.ensembles.output_codes": "output_codes",
    "spec.ensembles.voting": "majority_vote_error",
    "spec.ensembles.four_ensembles": "bagging different_algorithms random_subspaces repeated_undersampling",
    "errors": "DataWarning Invalid Undecided Undefined",
    "spec.evaluation.comparison.contingency": "Contingency contingency",
    "spec.evaluation.comparison.delong": "delong_covariance delong_interval delong_p delong_variance delong_z",
    "spec.evaluation.comparison.five_by_two": "five_by_two_f five_by_two_t",
    "spec.evaluation.comparison.folds": "corrected_resampled_t paired_t",
    "spec.evaluation.comparison.independent": "difference_interval probability_first_better",
    "spec.evaluation.comparison.mcnemar": (
        "mcnemar_chi_square mcnemar_chi_square_p mcnemar_corrected mcnemar_corrected_p mcnemar_corrected_unless_equal "
        "mcnemar_corrected_unless_equal_p mcnemar_doubled_mid_p mcnemar_exact_p mcnemar_first_better_p mcnemar_mid_p mcnemar_z"
    ),
    "spec.evaluation.confusion.agreement": "cohen_kappa matthews multiclass_matthews",
    "spec.evaluation.confusion.averages": (
        "adjusted_balanced_accuracy balanced_accuracy g_mean macro_average macro_average_of_defined micro_average per_class "
        "weighted_average weighted_average_of_defined"
    ),
    "spec.evaluation.confusion.if_undefined": "one_if_undefined zero_if_undefined",
    "spec.evaluation.confusion.cost": (
        "CostMatrix class_weights cost_of_accuracy expected_cost minimum_cost_labels record_weights total_cost uniform_costs"
    ),
    "spec.evaluation.confusion.matrix": "BinaryCounts Confusion",
    "spec.evaluation.confusion.rates": (
        "accuracy error_rate false_positive_rate markedness miss_rate negative_likelihood_ratio negative_predictive_value "
        "positive_likelihood_ratio precision prevalence recall specificity youden_j"
    ),
    "spec.evaluation.confusion.scores": "detection_cost f1 f_beta f_harmonic jaccard weighted_accuracy",
    "spec.evaluation.confusion.weighted_agreement": "linear_kappa quadratic_kappa weighted_kappa",
    "spec.evaluation.estimation.bootstrap": "bias_corrected bootstrap_variance interpolated_percentile_interval percentile_interval",
    "spec.evaluation.estimation.bootstrap_error": "bootstrap_partitions dot632 leave_one_out_bootstrap probability_drawn",
    "spec.evaluation.estimation.dot632_plus": (
        "dot632_plus dot632_plus_capped dot632_plus_unbounded no_information_rate relative_overfitting_rate"
    ),
    "spec.evaluation.estimation.cross_validation": "FoldResults cross_validate leave_one_out_of_majority mean_of_folds pooled",
    "spec.evaluation.estimation.overfitting": "generalisation_error overfits true_error underfits",
    "spec.evaluation.estimation.ideal_bootstrap": "ideal_bootstrap",
    "spec.evaluation.estimation.learning_curve": "arithmetic_schedule geometric_schedule learning_curve",
    "spec.evaluation.estimation.partitions": (
        "Partition ThreeParts holdout k_fold leave_one_out predefined_folds random_subsampling repeated_k_fold stratified_k_fold "
        "training_validation_test"
    ),
    "spec.evaluation.estimation.tested_trees": "cross_validate_trees",
    "spec.evaluation.estimation.selection": "select_by_cross_validation select_by_validation",
    "spec.evaluation.intervals.binomial_intervals": "clopper_pearson clopper_pearson_at_least clopper_pearson_at_most jeffreys",
    "spec.evaluation.intervals.deviates": "one_sided_deviate one_sided_t two_sided_deviate two_sided_t",
    "spec.evaluation.intervals.interval": "Interval",
    "spec.evaluation.intervals.mean": "fold_mean_interval mean_interval",
    "spec.evaluation.intervals.proportion": "agresti_coull wald wilson",
    "spec.evaluation.ranking.auc": "auc auc_by_pairs auc_by_ranks auc_by_trapezoids partial_auc standardised_partial_auc",
    "spec.evaluation.ranking.dominance": "compare_rocs",
    "spec.evaluation.ranking.hull": "convex_hull",
    "spec.evaluation.ranking.multiclass_auc": (
        "hand_till hand_till_of_present macro_auc macro_auc_of_defined one_vs_rest_auc weighted_auc"
    ),
    "spec.evaluation.ranking.precision_recall": "average_precision precision_recall",
    "spec.evaluation.ranking.precision_recall_area": (
        "davis_goadrich_area davis_goadrich_integral precision_recall_area_from_first precision_recall_area_from_one"
    ),
    "spec.evaluation.ranking.roc": "roc roc_above roc_at_least roc_per_record without_redundant",
    "spec.evaluation.ranking.thresholds": "cheapest iso_cost_slope",
    "spec.evaluation.regression.correlation": "correlation",
    "spec.evaluation.regression.errors": "mean_absolute_error mean_squared_error root_mean_squared_error",
    "spec.evaluation.regression.medians": (
        "median_absolute_deviation_about_median median_absolute_deviation_about_prediction median_squared_error "
        "squared_median_absolute_deviation"
    ),
    "spec.evaluation.regression.relative": "r_squared relative_squared_error root_relative_squared_error",
    "exact.decimals": "decimal is_rounding",
    "exact.comparison": "argmax_set compare",
    "spec.growing.admission": "EveryBranchHas EveryBranchHasRows Significant TwoBranchesHave",
    "spec.growing.policy": "Policy",
    "spec.growing.several_outputs": "JointProblem grow_outputs joint_problem predict_outputs",
    "spec.growing.stopping": "AtDepth FewerRowsThan FewerThan ImprovesLessThan ImprovesTreeLessThan Independent no_improvement",
    "spec.growing.ties": "First Last Listed Refuse",
    "io.arrays": "from_arrays from_frame from_records",
    "spec.evaluation.probabilities.brier": "binary_brier_decomposition binary_brier_score brier_decomposition brier_score",
    "spec.evaluation.probabilities.forecasts": "normalised_shares",
    "spec.evaluation.probabilities.log_loss": "clipped_log_loss log_loss log_loss_decomposition",
    "io.export.doubles": "Doubles",
    "io.export.scikit_learn": "to_scikit_learn",
    "io.export.targets": "export",
    "io.foreign.formats": "read_foreign",
    "io.foreign.prediction": "foreign_predictor",
    "io.foreign.scikit_learn_json": "write_scikit_learn",
    "io.foreign.scikit_learn_outputs": "read_scikit_learn_outputs read_scikit_learn_outputs_json write_scikit_learn_outputs",
    "io.foreign.scikit_learn": "read_scikit_learn read_scikit_learn_forest",
    "io.models": "Model parse_model read_model save_model write_model",
    "io.tables": "parse_csv read_csv read_records",
    "spec.model.attributes": "Continuous MISSING Nominal Ordinal",
    "spec.model.data": "DataSet Record",
    "spec.model.several_targets": "SeveralTargets several_targets",
    "spec.model.prediction": "predictor",
    "spec.model.schemes": "fold unfold walk",
    "spec.model.trees": "Branch Leaf training_errors",
    "spec.optimal.optimal": "optimal_tree optimal_trees",
    "spec.optimal.price": "greeds_price",
    "oracle.judge.judge": "judge",
    "oracle.judge.report.operations": "operation",
    "oracle.judge.report.text": "results_text",
    "testing.checks": "parametrize_with_checks",
    "oracle.stated.policy_of": "policy_of",
    "oracle.verify.route_comparison": "route_diff",
    "oracle.verify.report": "report_text route_text",
    "oracle.verify.several_outputs": "outputs_text verify_outputs",
    "oracle.verify.verify": "verify",
    "spec.preparation.balancing": "hybrid_sample oversample undersample",
    "spec.preparation.discretisation": "discretise",
    "spec.preparation.random_draws": "draw_ring_points",
    "spec.preparation.missing": (
        "drop_missing flag_missing impute_mean impute_median impute_mode keep_missing missing_as_value refuse_missing"
    ),
    "spec.preparation.rings": "ring_data",
    "spec.preparation.synthetic": "nearest_neighbours smote",
    "spec.pruning.bottom_up": "if_better if_no_worse",
    "spec.pruning.cost_complexity": "cost_complexity impurity_risk misclassified",
    "spec.pruning.description": "TreeCode attribute_only conditions_of description_length minimum_description",
    "spec.pruning.error_based": "error_based upper_limit",
    "spec.pruning.estimates": "pessimistic_error_rate pessimistic_errors resubstitution_error_rate validation_errors",
    "spec.pruning.pessimistic": "pessimistic pessimistic_within_error",
    "spec.pruning.subtree_raising": "error_based_raising",
    "spec.pruning.reduced_error": "best_node_first",
    "spec.pruning.selection": "by_cross_validation by_validation",
    "show.derivation.derive": "derive",
    "show.drawing.dot": "dot",
    "show.drawing.mermaid": "mermaid",
    "show.drawing.svg": "svg",
    "show.drawing.tree_page": "tree_page",
    "show.explain": "explain",
    "show.plots.coverage_curves": "CoverageDisplay",
    "show.plots.decision_regions": "DecisionRegionsDisplay",
    "show.plots.fitting_curve": "FittingCurveDisplay",
    "show.plots.impurity_curves": "ImpurityCurvesDisplay",
    "show.plots.learning_curves": "LearningCurvesDisplay",
    "show.plots.pruning_curve": "PruningCurveDisplay",
    "show.plots.roc_curves": "RocCurvesDisplay",
    "show.tree_text": "tree_text",
    "spec.sources": "cite",
    "spec.split.association": "chi_square chi_square_p g_statistic g_statistic_p",
    "spec.split.criteria": "error_reduction gain gain_ratio gini_reduction split_info variance_reduction weighted_impurity",
    "spec.split.description": "classes_coded errors_chosen errors_listed",
    "spec.split.deviations": "absolute_error absolute_error_reduction poisson_deviance poisson_reduction",
    "spec.split.exact_test": "exact_p",
    "spec.split.impurity": "entropy gini misclassification_error variance",
    "spec.split.separation": "class_separation orthogonality twoing",
    "spec.split.square_roots": "dkm dkm_reduction hellinger_distance",
    "spec.views.decision_path": "apply decision_path leaf_numbers",
    "spec.views.impurity_importance": (
        "impurity_importance_bounds impurity_importances normalised_impurity_importance_bounds normalised_impurity_importances"
    ),
    "spec.views.permutation_importance": "importance_of_permutation permutation_importance",
    "spec.views.regions": "decision_boundary",
    "spec.views.rules": "merged_rules rule_text",
    "spec.views.shape": "parity replicas",
}
"""The public names, by the module where each is defined. A test holds them against `__init__.pyi`."""
