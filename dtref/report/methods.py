"""
Every method that a document's body names: where, what it is called here, which golden records and which properties stand behind it.

The README's table is made from this list (`python tests/readme_tables.py` writes it), and a test holds the two together.
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
    _method("Hunt's algorithm", "`tan` General Structure of Hunt's Algorithm", "algorithms.HUNT induction.hunt.grow", "induction/test_grown_trees.py", "hunt"),
    _method("ID3", "`tan`, `cs6220`, `iaml` 1.2", "algorithms.ID3", "induction/test_grown_trees.py induction/test_figures.py", "id3"),
    _method("ID3, pseudo-code as printed", "`iaml` Algorithm 1", "algorithms.ID3_IAML", "test_presets.py", "id3-iaml"),
    _method("C4.5", "`tan`, `cs6220`, `iaml`", "algorithms.C45 algorithms.C45_GAIN_RATIO algorithms.C45_GAIN", "split/test_average_gain.py induction/test_missing.py", "c45 c45-gain-ratio c45-gain"),
    _method("CART", "`tan`, `cs6220`, `cs422`", "algorithms.CART", "induction/test_grown_trees.py split/test_groupings.py", "cart"),
    _method("SLIQ, SPRINT", "`tan` Tree Induction; Splitting Based on GINI", "algorithms.SLIQ algorithms.SPRINT", "test_presets.py", "sliq sprint"),
    _method("rpart", "`cs422` How to determine best split?", "algorithms.RPART", "test_presets.py peers/test_membership.py", "rpart"),
    _method("CHAID", "`cs6220` *Other Attribute Selection Measures", "algorithms.CHAID algorithms.chaid_policy", "split/test_chaid.py", "chaid chaid_candidates nominal_multiplier ordinal_multiplier floating_multiplier"),
    _method("Regression tree", "`iaml` 1.7", "algorithms.REGRESSION_TREE induction.linear_leaves.grow_linear", "induction/test_regression.py induction/test_linear_leaves.py", "regression-tree squared_error least_squares"),
    _method("Random forest", "`iaml` 1.9, `cs422` Ensemble methods: Random Forest", "ensembles.forest.grow_forest ensembles.out_of_bag.out_of_bag_error", "ensembles/test_forest.py", "forest forest_prediction out_of_bag"),
    _method("Ensembles over records, features, classes, algorithms", "`cs422` Ensemble methods", "ensembles.ways.bagging ensembles.ways.random_subspaces ensembles.output_codes.output_codes ensembles.ways.different_algorithms", "ensembles/test_ensembles.py", "bagging random_subspaces output_codes different_algorithms one_against_rest exhaustive_code code_distance decode"),
    _method("Error of a majority of independent classifiers", "`cs422` Ensemble methods", "ensembles.voting.majority_vote_error", "ensembles/test_ensembles.py", "majority_vote_error"),
    _method("Repeated undersampling with a vote", "`cs422` Class Imbalance", "ensembles.ways.repeated_undersampling", "ensembles/test_ensembles.py", "repeated_undersampling"),
    _method("Multi-class trees", "`cs422` Multi-class decision trees; `iaml` 1.6", "split.impurity.entropy split.impurity.gini", "induction/test_multiclass.py", "MultiClass"),
    _method("Majority classifier", "`iaml` 2.4.3", "algorithms.MAJORITY", "induction/test_multiclass.py test_presets.py", "majority"),
    _method("Gini index", "`tan`, `cs6220`, `cs422`", "split.impurity.gini split.criteria.gini_reduction", "split/test_criteria.py", "gini weighted_gini gini_reduction"),
    _method("Entropy, information gain", "`tan`, `cs6220`, `iaml` 1.3, `cs422`", "split.impurity.entropy split.criteria.gain", "split/test_criteria.py", "entropy weighted_entropy gain"),
    _method("Gain ratio, split information", "`tan`, `cs6220`, `iaml` 1.3", "split.criteria.gain_ratio split.criteria.split_info", "split/test_criteria.py", "gain_ratio split_info"),
    _method("Misclassification error", "`tan`, `cs422`", "split.impurity.misclassification_error split.criteria.error_reduction", "split/test_criteria.py", "misclassification_error error_reduction"),
    _method("Chi-square", "`cs6220` CHAID; `tan` How to Address Overfitting", "split.association.chi_square split.association.chi_square_p", "split/test_association.py", "chi_square chi_square_p"),
    _method("G-statistic", "`cs6220` *Other Attribute Selection Measures", "split.association.g_statistic split.association.g_statistic_p", "split/test_association.py", "g_statistic g_statistic_p"),
    _method("C-SEP", "`cs6220` *Other Attribute Selection Measures", "split.separation.class_separation split.separation.orthogonality", "split/test_separation.py", "class_separation"),
    _method("MDL as a selection measure", "`cs6220` *Other Attribute Selection Measures", "split.description.bits_saved", "split/test_description.py", "bits_saved"),
    _method("Twoing", "CART's other criterion", "split.separation.twoing algorithms.CART_TWOING", "split/test_separation.py", "twoing cart-twoing"),
    _method("Variance", "`iaml` 1.7", "split.impurity.variance split.criteria.variance_reduction", "induction/test_regression.py", "variance variance_reduction"),
    _method("Multi-way and binary splits of nominal attributes", "`tan`, `cs422`", "split.candidates.MultiwaySplit split.candidates.SubsetSplits", "split/test_groupings.py", "multiway subset"),
    _method("Splits of ordinal attributes", "`tan` Splitting Based on Ordinal Attributes", "split.candidates.OrdinalCuts", "split/test_cuts.py", "ordinal_cut"),
    _method("Binary splits of continuous attributes", "`tan`, `cs6220`, `cs422`, `iaml` 1.5", "split.candidates.Thresholds", "split/test_cuts.py", "threshold threshold_table midpoint"),
    _method("Multi-way splits of continuous attributes", "`tan`, `cs422`", "split.numeric.ranges.RangesSplit", "split/test_ranges.py", "ranges ranges_candidates"),
    _method("Static discretisation: equal width, equal frequency, clustering", "`tan` Splitting Based on Continuous Attributes", "preparation.discretisation.discretise split.numeric.binning.EqualWidth split.numeric.binning.EqualFrequency split.numeric.binning.Clusters", "preparation/test_discretisation.py split/test_binning.py", "equal_width equal_frequency clusters"),
    _method("Bins by frequency of the response", "`cs422` Continuous attributes", "split.numeric.binning.ClassChanges split.numeric.binning.BoundaryPoints", "split/test_binning.py split/test_ranges.py", "class_changes boundary_points"),
    _method("Oblique tests", "`tan` Oblique Decision Trees; `cs6220` Multivariate splits", "split.numeric.oblique.ObliqueTests split.numeric.oblique.ObliqueSearch algorithms.OBLIQUE", "split/test_oblique.py exact/test_halfspaces.py", "oblique oblique_split oblique_candidates"),
    _method("Missing values: fractional records", "`tan` Handling Missing Attribute Values", "model.trees.Gap split.missing_gain.gain_over_all", "induction/test_missing.py split/test_missing_gain.py", "gain_with_missing gain_ratio_with_missing gain_over_all gain_over_all_unscaled entropy_of_children_over_all"),
    _method("Missing values: surrogate splits", "CART", "induction.surrogates.LearnSurrogates algorithms.CART_SURROGATES", "induction/test_surrogates.py", "surrogates cart-surrogates"),
    _method("Missing values before growing", "`cs422` General approach (impute)", "preparation.missing.drop_missing preparation.missing.missing_as_value preparation.missing.impute_median preparation.missing.impute_mean preparation.missing.impute_mode", "preparation/test_missing_rules.py", "drop_missing missing_as_value impute_median impute_mean impute_mode flag_missing"),
    _method("Classification rules", "`cs6220` Process (1): Model Construction", "views.rules.merged_rules views.rules.rule_text", "views/test_rules.py", "rules rule_texts firing_rules rule_predictions"),
    _method("Decision boundary", "`tan` Decision Boundary; `cs422` Rectilinear decision boundaries", "views.regions.regions views.regions.decision_boundary", "views/test_regions.py", "regions region_volumes decision_boundary"),
    _method("Data fragmentation, tree replication", "`tan` Other Issues", "views.shape.levels views.shape.replicas", "views/test_shape.py", "levels tree_shape replicas"),
    _method("Parity function", "`tan` Expressiveness", "views.shape.parity", "views/test_shape.py optimal/test_optimal.py", "parity Parity"),
    _method("Optimal tree (NP-hard)", "`tan` Search Strategy; `cs422`; `iaml` 1.8", "optimal.optimal.optimal_trees optimal.price.greeds_price", "optimal/test_optimal.py", "optimal_trees optimal_size optimal_tree greedy_sizes greeds_price"),
    _method("Bottom-up and bi-directional search", "`tan` Search Strategy", "optimal.search.bottom_up optimal.search.bi_directional", "optimal/test_search.py", "merge_classes bottom_up bi_directional"),
)  # fmt: skip

NOT_YET = (
    "stopping rules beyond a pure or exhausted node, error estimates, reduced-error, pessimistic and MDL pruning (`tan`, `cs6220`, `iaml`, `cs422`)",
    "confusion matrix, its metrics, cost, ROC (`tan`, `evaluation`, `cs6220`, `iaml`, `cs422`)",
    "holdout, cross-validation, bootstrap estimates, intervals, tests between models, learning curves, class balancing by oversampling or synthetic "
    "records (`tan`, `evaluation`, `cs6220`, `iaml`, `cs422`)",
    "regression errors (`iaml`)",
)
"""Named in a body, and not in this version."""

BIBLIOGRAPHY = (
    "RainForest, BOAT, PUBLIC (cs6220, References)",
    "FOIL, CMAR, CPAR, RIPPER, boosting, SVM and logistic regression (cs6220, References)",
)
"""Named only in a bibliography: not implemented."""


def methods_table(records: Iterable[Collection[str]]) -> str:
    """
    The table as Markdown. records: for each golden record what it is about (see `Method.subjects`).

    >>> methods_table([{"gini"}, {"gini", "MultiClass"}]).splitlines()[17]
    '| Gini index | `tan`, `cs6220`, `cs422` | `split.impurity.gini`, `split.criteria.gini_reduction` | 2 | `split/test_criteria.py` |'
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
