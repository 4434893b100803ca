"""
Every method that a document's body names: where, what it is called here, which golden records and which properties stand behind it.

golden/METHODS.md is made from this list (`python tests/readme_tables.py` writes it), and a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from attrs import frozen


@frozen
class Method:
    """A method: its name in the documents, the places that name it, its names in dtref, the tests of its properties."""

    called: str
    where: str
    names: tuple[str, ...]
    tests: tuple[str, ...]
    subjects: tuple[str, ...] = ()
    """What golden records are about that count as its own: an operation, a preset, a binning, a kind of test, a flag."""


def _method(called: str, where: str, names: str, tests: str, subjects: str = "") -> Method:
    return Method(called, where, tuple(names.split()), tuple(tests.split()), tuple(subjects.split()))


METHODS = (
    _method("Hunt's algorithm", "`tan` General Structure of Hunt's Algorithm", "spec.presets.HUNT spec.growing.hunt.grow", "spec/growing/test_grown_trees.py", "hunt"),
    _method("ID3", "`tan`, `cs6220`, `iaml` 1.2", "spec.presets.ID3", "spec/growing/test_grown_trees.py spec/growing/test_figures.py", "id3"),
    _method("ID3, pseudo-code as printed", "`iaml` Algorithm 1", "spec.presets.ID3_IAML", "test_presets.py", "id3-iaml"),
    _method("C4.5", "`tan`, `cs6220`, `iaml`", "spec.presets.C45 spec.presets.C45_GAIN_RATIO spec.presets.C45_GAIN", "spec/split/test_average_gain.py spec/growing/test_missing.py", "c45 c45-gain-ratio c45-gain"),
    _method("CART", "`tan`, `cs6220`, `cs422`", "spec.presets.CART", "spec/growing/test_grown_trees.py spec/split/test_groupings.py", "cart"),
    _method("SLIQ, SPRINT", "`tan` Tree Induction; Splitting Based on GINI", "spec.presets.SLIQ spec.presets.SPRINT", "test_presets.py", "sliq sprint"),
    _method("rpart", "`cs422` How to determine best split?", "spec.presets.RPART", "test_presets.py peers/test_membership.py", "rpart"),
    _method("CHAID", "`cs6220` *Other Attribute Selection Measures", "spec.presets.CHAID spec.presets.chaid_policy", "spec/split/test_chaid.py", "chaid chaid_candidates nominal_multiplier ordinal_multiplier floating_multiplier"),
    _method("Regression tree", "`iaml` 1.7", "spec.presets.REGRESSION_TREE spec.growing.linear_leaves.grow_linear", "spec/growing/test_regression.py spec/growing/test_linear_leaves.py", "regression-tree squared_error least_squares"),
    _method("Random forest", "`iaml` 1.9, `cs422` Ensemble methods: Random Forest", "spec.ensembles.forest.grow_forest spec.ensembles.out_of_bag.out_of_bag_error", "spec/ensembles/test_forest.py", "forest forest_prediction out_of_bag"),
    _method("Ensembles over records, features, classes, algorithms", "`cs422` Ensemble methods", "spec.ensembles.four_ensembles.bagging spec.ensembles.four_ensembles.random_subspaces spec.ensembles.output_codes.output_codes spec.ensembles.four_ensembles.different_algorithms", "spec/ensembles/test_ensembles.py", "bagging random_subspaces output_codes different_algorithms one_against_rest exhaustive_code code_distance decode"),
    _method("Error of a majority of independent classifiers", "`cs422` Ensemble methods", "spec.ensembles.voting.majority_vote_error", "spec/ensembles/test_ensembles.py", "majority_vote_error"),
    _method("Repeated undersampling with a vote", "`cs422` Class Imbalance", "spec.ensembles.four_ensembles.repeated_undersampling", "spec/ensembles/test_ensembles.py", "repeated_undersampling"),
    _method("Multi-class trees", "`cs422` Multi-class decision trees; `iaml` 1.6", "spec.split.impurity.entropy spec.split.impurity.gini", "spec/growing/test_multiclass.py", "MultiClass"),
    _method("Majority classifier", "`iaml` 2.4.3", "spec.presets.MAJORITY", "spec/growing/test_multiclass.py test_presets.py", "majority"),
    _method("Gini index", "`tan`, `cs6220`, `cs422`", "spec.split.impurity.gini spec.split.criteria.gini_reduction", "spec/split/test_criteria.py", "gini weighted_gini gini_reduction"),
    _method("Entropy, information gain", "`tan`, `cs6220`, `iaml` 1.3, `cs422`", "spec.split.impurity.entropy spec.split.criteria.gain", "spec/split/test_criteria.py", "entropy weighted_entropy gain"),
    _method("Gain ratio, split information", "`tan`, `cs6220`, `iaml` 1.3", "spec.split.criteria.gain_ratio spec.split.criteria.split_info", "spec/split/test_criteria.py", "gain_ratio split_info"),
    _method("Misclassification error", "`tan`, `cs422`", "spec.split.impurity.misclassification_error spec.split.criteria.error_reduction", "spec/split/test_criteria.py", "misclassification_error error_reduction"),
    _method("Chi-square", "`cs6220` CHAID; `tan` How to Address Overfitting", "spec.split.association.chi_square spec.split.association.chi_square_p", "spec/split/test_association.py", "chi_square chi_square_p"),
    _method("G-statistic", "`cs6220` *Other Attribute Selection Measures", "spec.split.association.g_statistic spec.split.association.g_statistic_p", "spec/split/test_association.py", "g_statistic g_statistic_p"),
    _method("C-SEP", "`cs6220` *Other Attribute Selection Measures", "spec.split.separation.class_separation spec.split.separation.orthogonality", "spec/split/test_separation.py", "class_separation"),
    _method("MDL as a selection measure", "`cs6220` *Other Attribute Selection Measures", "spec.split.description.bits_saved", "spec/split/test_description.py", "bits_saved"),
    _method("Twoing", "CART's other criterion", "spec.split.separation.twoing spec.presets.CART_TWOING", "spec/split/test_separation.py", "twoing cart-twoing"),
    _method("Variance", "`iaml` 1.7", "spec.split.impurity.variance spec.split.criteria.variance_reduction", "spec/growing/test_regression.py", "variance variance_reduction"),
    _method("Multi-way and binary splits of nominal attributes", "`tan`, `cs422`", "spec.split.candidates.MultiwaySplit spec.split.candidates.SubsetSplits", "spec/split/test_groupings.py", "multiway subset"),
    _method("Splits of ordinal attributes", "`tan` Splitting Based on Ordinal Attributes", "spec.split.candidates.OrdinalCuts", "spec/split/test_cuts.py", "ordinal_cut"),
    _method("Binary splits of continuous attributes", "`tan`, `cs6220`, `cs422`, `iaml` 1.5", "spec.split.candidates.Thresholds", "spec/split/test_cuts.py", "threshold threshold_table midpoint"),
    _method("Multi-way splits of continuous attributes", "`tan`, `cs422`", "spec.split.numeric.ranges.RangesSplit", "spec/split/test_ranges.py", "ranges ranges_candidates"),
    _method("Static discretisation: equal width, equal frequency, clustering", "`tan` Splitting Based on Continuous Attributes", "spec.preparation.discretisation.discretise spec.split.numeric.binning.EqualWidth spec.split.numeric.binning.EqualFrequency spec.split.numeric.binning.Clusters", "spec/preparation/test_discretisation.py spec/split/test_binning.py", "equal_width equal_frequency clusters"),
    _method("Bins by frequency of the response", "`cs422` Continuous attributes", "spec.split.numeric.binning.ClassChanges spec.split.numeric.binning.BoundaryPoints", "spec/split/test_binning.py spec/split/test_ranges.py", "class_changes boundary_points"),
    _method("Oblique tests", "`tan` Oblique Decision Trees; `cs6220` Multivariate splits", "spec.split.numeric.oblique.ObliqueTests spec.split.numeric.oblique.ObliqueSearch spec.presets.OBLIQUE", "spec/split/test_oblique.py exact/test_halfspaces.py", "oblique oblique_split oblique_candidates"),
    _method("Missing values: fractional records", "`tan` Handling Missing Attribute Values", "spec.model.trees.Gap spec.split.missing_gain.gain_over_all", "spec/growing/test_missing.py spec/split/test_missing_gain.py", "gain_with_missing gain_ratio_with_missing gain_over_all gain_over_all_unscaled entropy_of_children_over_all"),
    _method("Missing values: surrogate splits", "CART", "spec.growing.surrogates.LearnSurrogates spec.presets.CART_SURROGATES", "spec/growing/test_surrogates.py", "surrogates cart-surrogates"),
    _method("Missing values before growing", "`cs422` General approach (impute)", "spec.preparation.missing.drop_missing spec.preparation.missing.missing_as_value spec.preparation.missing.impute_median spec.preparation.missing.impute_mean spec.preparation.missing.impute_mode", "spec/preparation/test_missing_rules.py", "drop_missing missing_as_value impute_median impute_mean impute_mode flag_missing"),
    _method("Classification rules", "`cs6220` Process (1): Model Construction", "spec.views.rules.merged_rules spec.views.rules.rule_text", "spec/views/test_rules.py", "rules rule_texts firing_rules rule_predictions"),
    _method("Decision boundary", "`tan` Decision Boundary; `cs422` Rectilinear decision boundaries", "spec.views.regions.regions spec.views.regions.decision_boundary", "spec/views/test_regions.py", "regions region_volumes decision_boundary"),
    _method("Data fragmentation, tree replication", "`tan` Other Issues", "spec.views.shape.levels spec.views.shape.replicas", "spec/views/test_shape.py", "levels tree_shape replicas"),
    _method("Parity function", "`tan` Expressiveness", "spec.views.shape.parity", "spec/views/test_shape.py spec/optimal/test_optimal.py", "parity Parity"),
    _method("Optimal tree (NP-hard)", "`tan` Search Strategy; `cs422`; `iaml` 1.8", "spec.optimal.optimal.optimal_trees spec.optimal.price.greeds_price", "spec/optimal/test_optimal.py", "optimal_trees optimal_size optimal_tree greedy_sizes greeds_price"),
    _method("Bottom-up and bi-directional search", "`tan` Search Strategy", "spec.optimal.search.bottom_up spec.optimal.search.bi_directional", "spec/optimal/test_search.py", "merge_classes bottom_up bi_directional"),
    _method("Stopping rules (pre-pruning)", "`tan` Stopping Criteria for Tree Induction; How to Address Overfitting; `cs6220`, `iaml` 1.4, `cs422`", "spec.growing.stopping.FewerThan spec.growing.stopping.AtDepth spec.growing.stopping.ImprovesLessThan spec.growing.stopping.no_improvement spec.growing.admission.EveryBranchHas", "spec/growing/test_stopping.py", "no_improvement fewer_than at_depth improves_less_than improves_tree_less_than every_branch_has two_branches_have"),
    _method("Stopping by a test of independence", "`tan` How to Address Overfitting (chi-square); `iaml` 1.4 (significance)", "spec.growing.stopping.Independent spec.growing.admission.Significant spec.split.exact_test.exact_p", "spec/growing/test_stopping.py", "independent significant"),
    _method("Error estimates of a tree", "`tan` Estimating Generalization Errors", "spec.pruning.estimates.resubstitution_error_rate spec.pruning.estimates.pessimistic_errors spec.pruning.estimates.pessimistic_error_rate spec.pruning.estimates.validation_errors", "spec/pruning/test_additive_rules.py", "penalised_errors penalised_error_rate resubstitution_error_rate pessimistic_errors pessimistic_error_rate validation_errors"),
    _method("Reduced-error pruning", "`tan` Estimating Generalization Errors; `iaml` 1.4; `cs422`", "spec.pruning.reduced_error.reduced_error spec.pruning.reduced_error.best_node_first", "spec/pruning/test_additive_rules.py spec/pruning/test_expected.py", "reduced_error_pruning best_node_first_pruning"),
    _method("Pessimistic pruning", "`tan` Example of Post-Pruning", "spec.pruning.pessimistic.pessimistic spec.pruning.pessimistic.pessimistic_within_error", "spec/pruning/test_additive_rules.py spec/pruning/test_expected.py", "pessimistic_pruning pessimistic_pruning_within_error"),
    _method("Minimum-description-length pruning", "`tan` Minimum Description Length (MDL)", "spec.pruning.description.minimum_description spec.pruning.description.description_length", "spec/pruning/test_additive_rules.py spec/pruning/test_expected.py", "description_length minimum_description"),
    _method("Cost-complexity pruning", "`cs6220` Overfitting and Tree Pruning (a sequence of trees)", "spec.pruning.cost_complexity.cost_complexity spec.pruning.selection.by_validation spec.pruning.selection.by_cross_validation", "spec/pruning/test_cost_complexity.py spec/pruning/test_selection.py peers/test_cost_complexity_peers.py", "critical_alpha cost_complexity cost_complexity_at cost_complexity_by_validation cost_complexity_by_cross_validation"),
    _method("Error-based pruning, subtree raising", "`iaml` 2.3 (pruning confidence); C4.5", "spec.pruning.error_based.error_based spec.pruning.subtree_raising.error_based_raising", "spec/pruning/test_additive_rules.py spec/pruning/test_expected.py", "upper_limit error_based_pruning error_based_raising"),
    _method("Confusion matrix, its rates and averages", "`tan` Metrics for Performance Evaluation; `evaluation`, `cs6220`, `iaml` 2.5, `cs422`", "spec.evaluation.confusion.labels.matrix_of spec.evaluation.confusion.rates.accuracy spec.evaluation.confusion.rates.recall spec.evaluation.confusion.rates.precision spec.evaluation.confusion.averages.macro_average", "spec/evaluation/confusion/test_formulas.py spec/evaluation/confusion/test_scikit_learn.py spec/evaluation/confusion/test_pycm.py", "confusion_matrix accuracy error_rate recall specificity precision false_positive_rate miss_rate macro_average micro_average weighted_average balanced_accuracy"),
    _method("F-measure, weighted accuracy, detection cost", "`tan` Cost-Sensitive Measures; `cs6220`, `iaml` 2.5.4", "spec.evaluation.confusion.scores.f1 spec.evaluation.confusion.scores.f_beta spec.evaluation.confusion.scores.weighted_accuracy spec.evaluation.confusion.scores.detection_cost", "spec/evaluation/confusion/test_formulas.py", "f1 f_beta f_harmonic f_of weighted_accuracy detection_cost"),
    _method("Cost matrix, cost-sensitive learning", "`tan` Cost Matrix; Cost vs Accuracy; `evaluation`", "spec.evaluation.confusion.cost.total_cost spec.evaluation.confusion.cost.minimum_cost_labels spec.evaluation.confusion.cost.record_weights", "spec/evaluation/confusion/test_cost.py", "total_cost expected_cost cost_of_accuracy minimum_cost_labels class_weights record_weights"),
    _method("Agreement: kappa, Matthews", "known to every user", "spec.evaluation.confusion.agreement.cohen_kappa spec.evaluation.confusion.agreement.matthews spec.evaluation.confusion.weighted_agreement.weighted_kappa", "spec/evaluation/confusion/test_agreement.py spec/evaluation/confusion/test_weighted_agreement.py", "cohen_kappa matthews multiclass_matthews"),
    _method("ROC curve and its area", "`tan` ROC (Receiver Operating Characteristic); `evaluation`, `cs6220`, `iaml`, `cs422`", "spec.evaluation.ranking.roc.roc spec.evaluation.ranking.roc.roc_per_record spec.evaluation.ranking.auc.auc spec.evaluation.ranking.hull.convex_hull spec.evaluation.ranking.thresholds.cheapest spec.evaluation.ranking.dominance.compare_rocs", "spec/evaluation/ranking/test_curves.py spec/evaluation/ranking/test_other_programs.py", "roc roc_above roc_per_record roc_points auc auc_by_trapezoids auc_by_pairs auc_by_ranks convex_hull cheapest_thresholds compare_rocs"),
    _method("Precision-recall curve", "known to every user", "spec.evaluation.ranking.precision_recall.precision_recall spec.evaluation.ranking.precision_recall.average_precision", "spec/evaluation/ranking/test_curves.py", "precision_recall precision_recall_from_one average_precision"),
    _method("Holdout, random subsampling, cross-validation, leave-one-out", "`tan` Methods of Estimation; `evaluation`, `cs6220`, `iaml` 2.4, `cs422`", "spec.evaluation.estimation.partitions.holdout spec.evaluation.estimation.partitions.k_fold spec.evaluation.estimation.partitions.stratified_k_fold spec.evaluation.estimation.partitions.leave_one_out spec.evaluation.estimation.cross_validation.cross_validate", "spec/evaluation/estimation/test_partitions.py", "holdout k_fold stratified_k_fold leave_one_out leave_one_out_of_majority mean_of_folds pooled_error training_validation_test"),
    _method("Bootstrap", "`evaluation` Bootstrap method; `tan`, `cs6220`", "spec.evaluation.estimation.bootstrap.bootstrap_variance spec.evaluation.estimation.bootstrap.bias_corrected spec.evaluation.estimation.ideal_bootstrap.ideal_bootstrap spec.evaluation.estimation.bootstrap_error.dot632", "spec/evaluation/estimation/test_bootstrap.py", "bootstrap_variance bootstrap_bias bias_corrected percentile_interval ideal_bootstrap ideal_bootstrap_mean probability_drawn bootstrap_632"),
    _method("Learning curve", "`tan` Learning Curve; `evaluation`", "spec.evaluation.estimation.learning_curve.learning_curve spec.evaluation.estimation.learning_curve.arithmetic_schedule spec.evaluation.estimation.learning_curve.geometric_schedule", "spec/evaluation/estimation/test_cross_validation.py", "arithmetic_schedule geometric_schedule"),
    _method("Over- and undersampling, synthetic records", "`cs422` Class Imbalance; `tan`", "spec.preparation.balancing.undersample spec.preparation.balancing.oversample spec.preparation.balancing.hybrid_sample spec.preparation.synthetic.smote", "spec/preparation/test_balancing.py", "undersample oversample hybrid_sample smote nearest_neighbours"),
    _method("Over- and underfitting, generalisation error", "`iaml` 2.2, 2.3; `tan` Underfitting and Overfitting", "spec.evaluation.estimation.overfitting.overfits spec.evaluation.estimation.overfitting.underfits spec.evaluation.estimation.overfitting.generalisation_error", "spec/evaluation/estimation/test_fitting.py", "overfits underfits generalisation_error"),
    _method("Confidence intervals for an error rate", "`tan` Confidence Interval for Accuracy; `evaluation`, `iaml` 2.3", "spec.evaluation.intervals.proportion.wald spec.evaluation.intervals.proportion.wilson spec.evaluation.intervals.binomial_intervals.clopper_pearson spec.evaluation.intervals.proportion.agresti_coull", "spec/evaluation/intervals/test_proportions.py exact/distributions/test_quantiles.py", "wald wilson agresti_coull clopper_pearson jeffreys fold_mean_interval"),
    _method("Comparing two models", "`tan` Comparing Performance of 2 Models; `evaluation` Comparing two hypotheses", "spec.evaluation.comparison.independent.difference_interval spec.evaluation.comparison.independent.probability_first_better spec.evaluation.comparison.mcnemar.mcnemar_exact_p", "spec/evaluation/comparison/test_mcnemar.py", "difference_interval difference_variance probability_first_better mcnemar_exact_p mcnemar_mid_p mcnemar_chi_square"),
    _method("Comparing two algorithms", "`tan` Comparing Performance of 2 Algorithms; `evaluation`, `cs6220`", "spec.evaluation.comparison.folds.paired_t spec.evaluation.comparison.folds.corrected_resampled_t spec.evaluation.comparison.five_by_two.five_by_two_t spec.evaluation.comparison.five_by_two.five_by_two_f", "spec/evaluation/comparison/test_algorithms.py", "mean_difference_interval paired_t corrected_resampled_t five_by_two_t five_by_two_f"),
    _method("Errors of predicted numbers", "`iaml` 2.6", "spec.evaluation.regression.errors.root_mean_squared_error spec.evaluation.regression.errors.mean_absolute_error spec.evaluation.regression.relative.relative_squared_error spec.evaluation.regression.correlation.correlation", "spec/evaluation/regression/test_regression_measures.py", "mean_squared_error root_mean_squared_error mean_absolute_error relative_squared_error correlation r_squared"),
    _method("Bias and variance", "`cs422` Bias, Variance, Under/Over-fitting; `evaluation`", "spec.evaluation.bias_variance.squared_loss.squared_loss spec.evaluation.bias_variance.zero_one_loss.domingos spec.evaluation.bias_variance.zero_one_loss.kohavi_wolpert", "spec/evaluation/test_bias_variance.py", "estimator squared_loss domingos kohavi_wolpert"),
    _method("Binomial count of errors, its normal approximation", "`evaluation` (binomial distribution); `tan` Confidence Interval for Accuracy", "exact.distributions.binomial.binomial_probability exact.distributions.approximation.normal_approximation", "exact/distributions/test_tails.py", "binomial_probability binomial_at_most binomial_distribution normal_approximation_error"),
)  # fmt: skip

NOT_HERE = (
    ("Naive Bayes, Bayesian belief networks", "`tan` Classification Techniques; `cs6220` Classification Methods Overview; `iaml` 2.3.1, 2.5.5", "another family of classifiers, named in lists and as an example of a threshold; any classifier's scores and labels can be evaluated"),
    ("Nearest neighbours, memory-based reasoning", "`tan` Classification Techniques; `cs6220` Classification Methods Overview (kNN); `iaml` 2.3.1", "named in lists; the nearest neighbours of synthetic records (SMOTE) are here"),
    ("Neural networks", "`tan` Classification Techniques", "named in a list"),
    ("Support vector machines", "`tan` Classification Techniques; `cs6220` Classification Methods Overview (SVM)", "named in lists"),
    ("Logistic regression", "`cs6220` Classification Methods Overview", "named in a list"),
    ("Rule-based methods", "`tan` Classification Techniques", "rules of trees, and rules as printed, are here; no learner of rules"),
    ("IBM IntelligentMiner", "`cs6220` Gini Index (CART, IBM IntelligentMiner)", "a program, no method: named for its Gini index, which is here"),
    ("Clustering of records, unsupervised learning", "`cs6220` Supervised vs. Unsupervised Learning; `iaml` 2.5", "no classes; clusters of one attribute's numbers, as bins, are here"),
    ("Polynomial regression", "`iaml` 2.3.1", "an example of a knob; leaves with linear models are here"),
    ("Singular value decomposition", "`cs422` Lecture 5: Decision Trees (continued)", "the lecture before; its errata are recorded"),
)  # fmt: skip
"""Named in a body and not implemented: what, where, and why."""

BIBLIOGRAPHY = (
    "RainForest, BOAT, PUBLIC (cs6220, References)",
    "FOIL, CMAR, CPAR, RIPPER, class-association rules, emerging patterns, arbiter and combiner trees, boosting, generalised linear models (cs6220, References)",
)
"""Named only in a bibliography: not implemented."""


def absent_table() -> str:
    """What is named and not here, as Markdown."""
    return "\n".join(["| named, not here | where | why |", "| --- | --- | --- |", *(f"| {' | '.join(row)} |" for row in NOT_HERE)])


def methods_table(records: Iterable[Collection[str]]) -> str:
    """
    The table as Markdown. records: for each golden record what it is about (see `Method.subjects`).
    """
    subjects = list(records)
    head = ["| method | where | in dtref | golden records | properties (tests/) |", "| --- | --- | --- | --- | --- |"]
    return "\n".join([*head, *(_row(method, subjects) for method in METHODS)])


def _row(method: Method, records: Iterable[Collection[str]]) -> str:
    found = sum(any(subject in record for subject in method.subjects) for record in records)
    cells = (method.called, method.where, _code(method.names), str(found or "-"), _code(method.tests))
    return f"| {' | '.join(cells)} |"


def _code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
