"""Arguments of a good call of each public function, by the annotations of its parameters: tests put wrong ones in their places."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from attrs import evolve
from sklearn.tree import DecisionTreeClassifier

import dtref
from dtref.io.foreign.dtref_model import from_tree
from dtref.io.model_history import GrownBy, History
from dtref.io.models import Model
from dtref.io.training_overlap import training_of
from dtref.oracle.golden.store import golden_folder
from dtref.oracle.verify.verify import verify
from dtref.spec.evaluation.estimation.overfitting import Fit
from dtref.spec.evaluation.ranking.tie_blocks import rank

HALF = Fraction(1, 2)
TEXT = "x,z,y\n1,p,a\n2,q,b\n3,p,a\n4,q,a\n"
DATA = dtref.parse_csv(TEXT, target="y")
TREE = dtref.grow(DATA, dtref.CART)
MATRIX = dtref.confusion("aab", "abb")
CURVE = dtref.roc([3, 2, 1], "+-+", "+")
FOREIGN = from_tree(TREE)
MODEL = Model(DATA.attributes, DATA.target, "CART", TREE, history=History(GrownBy("cart"), (), training_of(DATA)))
OUTPUTS = dtref.several_targets(dtref.parse_csv(TEXT, target="y"), ["z"])
TENNIS = str(golden_folder() / "data" / "play_tennis.csv")
FITTED = DecisionTreeClassifier().fit([[1], [2]], [0, 1])
SAMPLES = dtref.Samples(dtref.Sampling.ALL, ((0, 1, 2, 3), (0, 1, 2, 3)))


def learner(_: object) -> Any:
    """What a learner or a function of one argument is."""
    return TREE


def grown(data: dtref.DataSet) -> Any:
    return dtref.grow(data, dtref.CART)


BY_ANNOTATION: Mapping[str, Any] = {
    "DataSet": DATA,
    "Policy": dtref.CART,
    "Tree": TREE,
    "GoodTrees": dtref.best_trees(DATA, dtref.CART),
    "Within": dtref.Within(HALF),
    "Tree | ExplainedTree": TREE,
    "Matrix": MATRIX,
    "BinaryCounts": dtref.BinaryCounts(1, 2, 3, 4),
    "CostMatrix": dtref.uniform_costs("ab", 1, 2),
    "Measure": dtref.recall,
    "Roc": CURVE,
    "Ranking": rank([3, 2, 1], "+-+", "+"),
    "Impurity": dtref.gini,
    "Model": MODEL,
    "ForeignTree": FOREIGN,
    "SeveralTargets": OUTPUTS,
    "Samples": SAMPLES,
    "Forest": dtref.grow_forest(DATA, dtref.CART, SAMPLES),
    "FoldResults": dtref.FoldResults(({0: 1, 1: 0}, {2: 0})),
    "ThreeParts": dtref.training_validation_test(range(4), 1, 1),
    "Iterable[Partition]": dtref.k_fold(range(4), 2),
    "Sequence[Partition]": dtref.k_fold(range(4), 2),
    "int": 2,
    "Exact": HALF,
    "Fraction": HALF,
    "int | Fraction": HALF,
    "bool": True,
    "str": "x",
    "Number | Undefined": HALF,
    "Exact | Undefined": HALF,
    "Sequence[Exact]": (2, 3),
    "Sequence[int]": (0, 1, 2, 3),
    "Sequence[GivenNumber]": (1, 2, 4),
    "Iterable[Hashable]": "ab",
    "Iterable[ClassLabel]": "ab",
    "Iterable[Iterable[object]]": ((HALF, HALF), (1, 0)),
    "Children": ((1, 3), (1, 0)),
    "Indices": (0, 1),
    "Sequence[Indices]": ((0, 1), (2, 3)),
    "Iterable[Indices]": ((0, 1), (1, 1)),
    "Iterable[Sequence[int]]": ((0, 1, 2, 3),),
    "Mapping[str, object]": {"x": 1, "z": "p"},
    "Iterable[Mapping[str, object]]": ({"x": 1, "y": "a"}, {"x": 2, "y": "b"}),
    "Learner": grown,
    "Callable[[DataSet], Learned]": grown,
    "Sequence[Learner]": (grown, grown),
    "Learn[Model]": learner,
    "Sequence[Learn[Model]]": (learner, learner),
    "Error[Model]": lambda _, __: HALF,
    "Random": Random(1),
    "Test": TREE.test if isinstance(TREE, dtref.Branch) else None,
    "TreeCode": dtref.TreeCode(dtref.errors_chosen(2), dtref.attribute_only),
    "Binning": lambda _: (),
    "Sequence[Attribute]": DATA.attributes,
    "tuple[Attribute, ...]": DATA.attributes,
    "Sequence[Tree]": (TREE,),
    "Sequence[str]": ("z",),
    "Sequence[Hashable]": "aabb",
    "TStatistic | Undefined": dtref.paired_t((HALF, 0, 1), (0, 0, 0)),
    "FStatistic | Undefined": dtref.five_by_two_f((HALF, 0) * 5, (0, HALF) * 5),
    "RootQuotient | Undefined": dtref.delong_z([4, 3, 2, 1], [1, 2, 4, 3], "+-+-", "+"),
    "Report": verify(FOREIGN, DATA, dtref.CART),
    "RouteDiff": dtref.route_diff(FOREIGN, FOREIGN),
    "Path": dtref.cost_complexity(TREE),
    "WeightedValues": ((Fraction(1), HALF), (Fraction(2), HALF)),
    "Rule": next(iter(dtref.merged_rules(TREE))),
}
"""A good argument of each annotation that some required parameter has."""

POSITIONED: Mapping[str, tuple[Any, ...]] = {
    "importance_range": (dtref.best_trees(DATA, dtref.CART), 1),
    "trees_without": (dtref.best_trees(DATA, dtref.CART), 1),
    "argmax_set": ((1, 2), lambda _: HALF),
    "arithmetic_schedule": (1, 1, 3),
    "geometric_schedule": (1, 2, 3),
    "auc": ([3, 2, 1], "+-+", "+"),
    "average_precision": ([3, 2, 1], "+-+", "+"),
    "roc": ([3, 2, 1], "+-+", "+"),
    "roc_per_record": ([3, 2, 1], "+-+", "+"),
    "binary_brier_score": ([HALF, 1, 0], "+-+", "+"),
    "binary_brier_decomposition": ([HALF, 1, 0], "+-+", "+"),
    "delong_variance": ([4, 3, 2, 1], "+-+-", "+"),
    "delong_difference_interval": ([4, 3, 2, 1], [4, 1, 3, 2], "++--", "+", 2),
    "delong_interval": ([4, 3, 2, 1], "+-+-", "+", 2),
    "delong_covariance": ([4, 3, 2, 1], [1, 2, 4, 3], "+-+-", "+"),
    "delong_p": ([4, 3, 2, 1], [1, 2, 4, 3], "+-+-", "+"),
    "delong_z": ([4, 3, 2, 1], [1, 2, 4, 3], "+-+-", "+"),
    "tree_of": ({"labels": ["a"]}, DATA),
    "bibtex": ("tan",),
    "cite": ("tan", "Gini"),
    "brier_score": (((HALF, HALF), (1, 0)), "ab", "ab"),
    "five_by_two_t": ((HALF, 0) * 5, (0, HALF) * 5),
    "five_by_two_f": ((HALF, 0) * 5, (0, HALF) * 5),
    "chi_square_p": ((2, 3), ((1, 3), (1, 0))),
    "derive": (dtref.gini, (1, 2)),
    "dot632": ((HALF, 0), HALF),
    "dot632_plus": (HALF, Fraction(1, 4), 1),
    "export": (MODEL, "python"),
    "fold": (TREE, lambda node: getattr(node, "children", ()), lambda node, _: node),
    "unfold": (0, lambda _: (lambda children: children, ())),
    "walk": (TREE, 0, lambda node, value: [(child, value) for child in getattr(node, "children", ())]),
    "f_beta": (dtref.BinaryCounts(1, 2, 3, 4), 2),
    "from_arrays": ([[1], [2]], ["a", "b"]),
    "from_frame": ({"x": [1, 2], "y": ["a", "b"]},),
    "describe_data": ({"x": [1, 2]},),
    "holdout_arrays": ((0, 1, 2, 3),),
    "ideal_bootstrap": ((1, 2), len),
    "importance_of_permutation": (TREE, DATA, "x", (1, 0, 2, 3)),
    "generalisation_error": (str, {(1, "1"): 1}),
    "true_error": (str, str, {1: 1}),
    "grow_from_tables": (dtref.in_chunks(DATA, 2), dtref.CART),
    "verify_counts": (dtref.grow(DATA, dtref.CART), dtref.in_chunks(DATA, 2), dtref.CART),
    "judge": ({"gini": dtref.gini}, ()),
    "parametrize_with_checks": ({"gini": dtref.gini},),
    "operation": ("gini",),
    "output_codes": (DATA, grown, ((0, 1), (1, 0))),
    "parse_csv": (TEXT,),
    "partial_auc": (CURVE, 0, 1),
    "standardised_partial_auc": (CURVE, 0, 1),
    "permutation_importance": (TREE, DATA, "x"),
    "predict": (TREE, {"x": 1, "z": "p"}),
    "smote": (DATA, 1, ()),
    "ring_data": (dtref.draw_ring_points(Random(1), 2, 2),),
    "is_rounding": ("0.5", HALF),
    "decimal": (HALF, 2),
    "results_text": ((),),
    "fit": (DATA, dtref.CART),
    "stability": (TREE, DATA, dtref.CART),
    "tree_page": (TREE,),
    "uniform_costs": ("ab", 1, 2),
    "verify": (FOREIGN, DATA, dtref.CART),
    "stratified_k_fold": ((0, 1, 2, 3), "aabb", 2),
    "training_validation_test": ((0, 1, 2, 3), 1, 1),
    "upper_limit": (1, 4),
    "weighted_accuracy": (dtref.BinaryCounts(1, 2, 3, 4), 1, 2, 3, 4),
    "undersample": (DATA, (0,)),
    "nearest_neighbours": (dtref.parse_csv("x,y\n1,a\n2,b\n3,a\n", target="y"), 0, 1),
    "decision_boundary": ((),),
    "optimal_tree": (DATA, dtref.CART),
    "clopper_pearson": (1, 4, HALF),
    **dict.fromkeys(("agresti_coull", "wald", "wilson"), (1, 4, 2)),
    **dict.fromkeys(("absolute_error", "poisson_deviance"), ((2, 3, 5, 1, 1, 1, 2),)),
    **dict.fromkeys(
        ("absolute_error_reduction", "poisson_reduction"), ((2, 3, 5, 1, 1, 1, 2), ((1, 1, 1, 1, 1, 0, 0), (1, 2, 4, 0, 0, 1, 2)))
    ),
    "variance": ((2, 3, 5),),
    "variance_reduction": ((2, 3, 5), ((1, 1, 1), (1, 2, 4))),
    **dict.fromkeys(("mcnemar_chi_square", "mcnemar_corrected", "mcnemar_corrected_unless_equal", "mcnemar_z"), (3, 1)),
    "bagging": (DATA, grown, ((0, 1, 2, 3),)),
    "corrected_resampled_interval": ((HALF, 0), (0, 1), 1, 2, 2),
    "corrected_resampled_t": ((HALF, 0), (0, 1), 1, 2),
    "difference_interval": (HALF, 4, HALF, 4, 2),
    "fold_mean_interval": ((HALF, 0), 2),
    "mean_interval": (HALF, 1, 4, 2),
    "probability_first_better": (HALF, 4, HALF, 4),
    "from_records": ([{"y": "a", "x": 1}],),
    "hybrid_sample": (DATA, 2, (0, 2), (1,)),
    **dict.fromkeys(("read_csv", "read_data", "csv_in_chunks"), (TENNIS,)),
    "read_records": (TENNIS, ()),
    "save_model": (MODEL, "model.json"),
    **dict.fromkeys(("read_scikit_learn",), (FITTED, ("x",))),
    "write_scikit_learn": (FITTED, "fitted.json", ("x",)),
    "oversample": (DATA, (1, 1)),
    "repeated_undersampling": (DATA, grown, ((0,), (2,))),
    "interpolated_percentile_interval": ((1, 2, 3), Fraction(1, 4)),
    "percentile_interval": (((Fraction(1), HALF), (Fraction(2), HALF)), Fraction(1, 4)),
    "k_fold_arrays": ((0, 1, 2, 3), 2),
    "stratified_k_fold_arrays": ((0, 1, 2, 3), "aabb", 2),
    "learning_curve": ((1, 2), dtref.k_fold(range(4), 2), learner, lambda _, __: HALF),
    "parse_model": (dtref.write_model(MODEL),),
    "random_subspaces": (DATA, grown, ((0,), (0, 1))),
    "overfits": (Fit(HALF, HALF), Fit(HALF, HALF)),
    "underfits": (Fit(HALF, HALF), Fit(HALF, HALF)),
    "trained_on": (MODEL, DATA),
    "copies_across": (DATA, dtref.k_fold(range(4), 2)),
    "policy_of": (evolve(FOREIGN, history=History(GrownBy("cart"))),),
    "weighted_kappa": (dtref.CostMatrix("ab", ((0, 1), (1, 0))), MATRIX),
    "grow_linear": (dtref.from_arrays([[1], [2], [4]], [1, 2, 3], target="t", continuous=["t"]), dtref.REGRESSION_TREE),
}
"""The positional arguments of functions whose annotations don't say enough."""

NAMED: Mapping[str, dict[str, Any]] = {
    **{name: {"target": "y"} for name in ("from_frame", "from_records", "parse_csv")},
    **{name: {"target": "play"} for name in ("read_csv", "read_data", "csv_in_chunks")},
    "simple_cart": {"U": True},
    "reptree": {"P": True},
}
"""Keyword arguments that a good call must have."""

OTHERS = frozenset({
    "judge_estimator", "judge_metrics", "judge_running_metric",
    "counts_of", "database_csv", "database_table", "grouped_records", "no_improvement", "outputs_text",
    "parquet_in_chunks", "prediction_query", "seen_by_tree",
    "read_chaid", "read_foreign", "read_model",
    "read_scikit_learn_forest", "read_scikit_learn_outputs", "read_scikit_learn_outputs_json", "verify_outputs", "write_orange",
    "write_scikit_learn_outputs",
})  # fmt: skip
"""The functions whose good call would need a database, a file, or what another program has: of these each call here is a wrong one."""


PUBLIC: Mapping[str, Any] = {name: getattr(dtref, name) for name in dtref.__all__}
FUNCTIONS: Mapping[str, Callable[..., object]] = {
    name: value for name, value in PUBLIC.items() if callable(value) and not isinstance(value, type)
}
"""The public functions, criteria and impurities."""


def good_arguments(name: str) -> tuple[Any, ...]:
    """The arguments of a good call."""
    if name in POSITIONED:
        return POSITIONED[name]
    parameters = inspect.signature(FUNCTIONS[name]).parameters.values()
    required = [p for p in parameters if p.default is p.empty and p.kind in {p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD}]
    return tuple(BY_ANNOTATION.get(str(p.annotation)) for p in required)
