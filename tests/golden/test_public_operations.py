"""Every public function that computes something stands behind an operation, which a golden record or vector runs."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import dtref
from dtref.oracle import operations
from dtref.oracle.operations.registry import OPERATIONS
from dtref.spec.evaluation.confusion.by_name import CONVENTIONS
from dtref.spec.growing.stopping import STOPPING_RULES
from dtref.spec.pruning.bottom_up import CUT_RULES
from dtref.spec.pruning.cost_complexity import RISKS_BY_NAME
from dtref.spec.pruning.pruning_rules import PRUNING_RULES
from dtref.spec.split.by_name import ENCODINGS, ENCODINGS_OF_ATTRIBUTES

NO_OPERATION = {
    **dict.fromkeys(
        ("verify_counts", "seen_by_tree", "grouped_records", "prediction_query"),
        "asks a table that stays where an engine has it; verify, predict and the measures are the operations on its records",
    ),
    **dict.fromkeys(
        ("best_trees", "near_best_trees", "costs_of_leaves", "least_losses"),
        "makes, or asks, a graph of trees with a penalty and a distance; optimal_trees is the operation that has neither",
    ),
    **dict.fromkeys(
        ("importance_range", "least_depth", "possible_predictions", "trees_without"), "asks the graph of trees that near_best_trees makes"
    ),
    "normal_greater_p": "the area beyond one statistic, of which normal_two_sided_p, that operations have, is twice",
    "tree_of": "reads a tree as operations are given one",
    "confusion": "tells what matrix_of, which the operations run, is silent about",
    "argmax_set": "the choice of the best that every operation with optima makes",
    "percentile_interval": "called by its module, of the replicates that the operation is given",
    "impurity_risk": "makes the risks that operations name (RISKS_BY_NAME)",
    "operation": "describes an operation",
    "bibtex": "prints a source",
    "cite": "prints a source",
    "derive": "prints how another function comes to its answer",
    "dot": "prints what grow answers",
    "mermaid": "the same",
    "svg": "draws what grow answers",
    "tikz": "draws what grow answers",
    "tree_image": "draws what grow answers",
    "tree_page": "shows what grow and explain answer",
    "csv_in_chunks": "a way to give records to grow_from_tables",
    "database_csv": "the same",
    "database_table": "the same",
    "counts_of": "the same",
    "in_chunks": "the same",
    "parquet_in_chunks": "the same",
    "grow_from_tables": "grow, of records that are elsewhere",
    "draw_bootstrap": "draws by chance",
    "draw_ring_points": "draws by chance",
    "ring_data": "labels points by the condition of golden/tan/overfitting.json",
    "explain": "prints what best_tests and candidates answer",
    "tree_text": "prints what grow answers",
    "fold": "a recursion scheme, a function is its argument",
    "decimal": "rounds: the decimal of every record and vector runs it",
    "is_rounding": "judges what is printed: every record does",
    "read_records": "reads data",
    "from_arrays": "reads data",
    "from_frame": "reads data",
    "from_records": "reads data",
    "parse_csv": "reads data",
    "read_csv": "reads data",
    "parse_model": "reads a model",
    "read_model": "reads a model",
    "counted_model": "makes a model of another program's tree",
    "predicting_model": "the same",
    "save_model": "writes a model",
    "training_fingerprint": "remembers records by hashes",
    "trained_on": "compares records with such hashes",
    "copies_across": "tells equal records of folds",
    "reproduce": "grows a saved tree again, and says what differs",
    "write_model": "writes a model",
    "c45_release_8": "makes a policy of a program's own parameters, for grow",
    "j48": "the same",
    "xgboost": "the same",
    "lightgbm": "the same",
    "scikit_learn": "the same",
    "weka_id3": "the same",
    "reptree": "the same",
    "rpart": "the same",
    "weka_random_tree": "the same",
    "weka_random_forest": "the same",
    "ranger": "the same",
    "random_forest_r": "the same",
    "simple_cart": "the same",
    "spark": "the same",
    "chaid_package": "the same",
    "spss_chaid": "the same",
    "policy_of": "the same, of a model's own settings",
    "keep_missing": "gives back the data",
    "refuse_missing": "gives back the data or refuses",
    "orthogonality": "orders tests as class_separation, its square, does",
    "parametrize_with_checks": "makes tests of an adapter, which judge the answers of operations",
    "judge": "judges the answers of a program by the records",
    **dict.fromkeys(("judge_estimator", "judge_metrics", "judge_running_metric"), "judges an object of Python"),
    "results_text": "prints what judge finds",
    "read_data": "reads data",
    "describe_data": "describes data",
    "stability": "tells how sure what grow answers is",
    "fit": "grow, which answers, with what is remembered of the records",
    "read_foreign": "reads another program's tree",
    "foreign_predictor": "predicts by another program's tree",
    "write_orange": "writes another program's trees",
    "write_scikit_learn": "writes another program's trees",
    "export": "writes a tree for other programs",
    "to_scikit_learn": "makes another program's tree",
    "read_scikit_learn": "reads another program's tree",
    "read_scikit_learn_forest": "reads another program's trees",
    "read_chaid": "reads another program's tree",
    "read_scikit_learn_outputs": "reads another program's trees of several targets",
    "read_scikit_learn_outputs_json": "the same",
    "write_scikit_learn_outputs": "writes another program's trees of several targets",
    "several_targets": "reads data",
    "joint_problem": "makes a data set and a policy of joint classes, for grow",
    "grow_outputs": "grow, of several targets as one joint class",
    "predict_outputs": "predict, of a tree for each target",
    "verify_outputs": "verify, of several targets as one joint class",
    "outputs_text": "prints what verify_outputs finds",
    "verify": "looks for a foreign tree's tests among the optima that best_tests answers",
    "report_text": "prints what verify finds",
    "route_diff": "sends records down two foreign trees",
    "route_text": "prints what route_diff finds",
    "predict": "the operation predict runs it as `predictor`",
    "contingency": "the operation contingency, which warns of nothing",
    "corrected_resampled_interval": "corrected_resampled_t, which answers, of the mean difference",
    "delong_difference_interval": "delong_covariance, which answers, of the difference of two areas",
    "holdout_arrays": "answers what holdout does, as arrays",
    "k_fold_arrays": "answers what k_fold does, as arrays",
    "stratified_k_fold_arrays": "answers what stratified_k_fold does, as arrays",
    "grow_linear": "the operation grow_linear fits the leaves of a tree that is grown, as it does",
}
"""Public functions without an operation of their own, and why."""


def behind_operations() -> set[str]:
    """The functions that operations are declared with, the rules that they name, and what the modules of operations import from dtref."""
    found = {getattr(operation.definition, "__name__", "") for operation in OPERATIONS.values()}
    rules = (*PRUNING_RULES, *STOPPING_RULES, *CUT_RULES.values(), *RISKS_BY_NAME.values(), *CONVENTIONS.values())
    rules = (*rules, *ENCODINGS.values(), *ENCODINGS_OF_ATTRIBUTES.values())
    found |= {getattr(rule, "__name__", "") for rule in rules}
    for path in Path(operations.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dtref."):
                found |= {alias.name for alias in node.names}
    return found


def functions() -> set[str]:
    """The public names that are functions, criteria or impurities, and no classes."""
    public = {name: getattr(dtref, name) for name in dtref.__all__}
    return {name for name, value in public.items() if callable(value) and not inspect.isclass(value)}


def test_every_public_function_is_behind_an_operation_or_says_why_not() -> None:
    assert functions() - behind_operations() == NO_OPERATION.keys()


def test_what_is_called_by_its_module_is_there() -> None:
    text = (Path(operations.__file__).parent / "evaluation" / "bootstrap.py").read_text("utf-8")
    for name in ("bias_corrected", "bootstrap_variance", "interpolated_percentile_interval", "percentile_interval"):
        assert f"bootstrap.{name}" in text
