"""
How the conformance levels were chosen, and how a next version of one is: `PYTHONPATH=tests python -m oracle.judge.pinned_levels` writes
golden/conformance/levels.json anew. A level that has been published never changes: give it another version first.

Chosen are all golden vectors of the operations of a level, of trees those in which no tie leaves anything open, of an input to be refused
those that any program can be asked, of all those whose answer is at most some thousand characters long.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from attrs import evolve

from dtref.errors import Invalid, Undecided
from dtref.oracle.arithmetic.json_numbers import layout
from dtref.oracle.golden.store import golden_folder
from dtref.oracle.golden.vectors import ExactAnswer, Refused
from dtref.oracle.judge.answers import lists_equals
from dtref.oracle.judge.cases import Case, Cuts, golden_cases
from dtref.oracle.judge.conformance import ConformanceLevel, checksum, pinned_vector, vectors_text

LONGEST = 3000
"""The most characters of a case, so that a level is read by people, too."""
FILE = golden_folder() / "conformance" / "levels.json"
VERSION = "1"

METRICS = (
    "accuracy error_rate recall specificity precision negative_predictive_value false_positive_rate miss_rate "
    "prevalence youden_j f1 f_beta jaccard balanced_accuracy g_mean cohen_kappa linear_kappa quadratic_kappa "
    "matthews multiclass_matthews confusion_matrix per_class macro_average weighted_average micro_average "
    "mean_squared_error root_mean_squared_error mean_absolute_error r_squared r_squared_of_constants brier_score "
    "log_loss"
)
RANKING = (
    "auc auc_by_trapezoids roc_points partial_auc standardised_partial_auc average_precision precision_recall_area_from_one "
    "davis_goadrich_area one_vs_rest_auc macro_auc weighted_auc hand_till"
)
INTERVALS = (
    "wald wilson agresti_coull clopper_pearson jeffreys mcnemar_exact_p mcnemar_mid_p mcnemar_chi_square mcnemar_chi_square_p "
    "mcnemar_corrected mcnemar_corrected_p paired_t corrected_resampled_t five_by_two_t five_by_two_f difference_z difference_p "
    "binomial_probability binomial_at_most normal_at_most normal_quantile t_tail t_quantile chi_square_tail chi_square_quantile f_tail "
    "delong_variance delong_interval delong_z delong_p"
)
TREES = "grow predict training_errors squared_error best_tests"
LEVELS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "metrics": ("Measures of confusion matrices, of numbers predicted, of probabilities.", METRICS, ()),
    "ranking": ("ROC and precision-recall curves, the areas under them, of two classes and of more.", RANKING, ()),
    "intervals-and-tests": ("Intervals of error rates, tests of two classifiers, the distributions behind them.", INTERVALS, ()),
    "binary-trees": (
        "Impurities and their reductions, trees by CART, of classes and of numbers, cut halfway; no ties, no gaps.",
        f"gini weighted_gini gini_reduction variance variance_reduction twoing midpoint {TREES}",
        ("cart", "regression-tree"),
    ),
    "many-way-trees": (
        "Gain and gain ratio, trees by ID3 and C4.5; no ties, no gaps.",
        f"entropy weighted_entropy gain gain_ratio split_info misclassification_error {TREES}",
        ("id3", "c45"),
    ),
    "gaps": (
        "Missing values: criteria with them, shares, surrogates, what is put in their place; no ties.",
        f"gain_with_missing gain_ratio_with_missing drop_missing missing_as_value impute_median impute_mean impute_mode "
        f"flag_missing {TREES}",
        ("c45", "cart-surrogates"),
    ),
    "pruning": (
        "Costs and limits of pruning; trees pruned by each rule, where the tree has no ties.",
        "upper_limit penalised_errors penalised_error_rate standard_error_of_errors critical_alpha resubstitution_error_rate "
        "pessimistic_errors validation_errors description_length reduced_error_pruning pessimistic_pruning error_based_pruning "
        "cost_complexity_at",
        (),
    ),
}
"""For each level what it is about, its operations, and the presets of its trees (none: any)."""


def has_gaps(case: Case) -> bool:
    """Whether a cell is missing."""
    return '"?"' in json.dumps(case.call.given)


def is_open(answer: object) -> bool:
    """Whether ties leave anything open: several optima, several labels, a leaf that is as good."""
    if isinstance(answer, dict):
        several = any(isinstance(answer.get(name), list) and len(answer[name]) > 1 for name in ("optima", "labels", "tests", "best"))
        return several or "or_leaf" in answer or any(map(is_open, answer.values()))
    return isinstance(answer, list) and any(map(is_open, answer))


def belongs(case: Case, level: str) -> bool:
    """Whether a case is one of a level."""
    _, operations, presets = LEVELS[level]
    given = case.call.given
    if not case.id.startswith("vectors-") or case.call.operation not in operations.split() or "file" in json.dumps(given)[:40]:
        return False
    if "preset" in given and presets and given["preset"] not in presets:
        return False
    if "data" in given and presets and has_gaps(case) != (level == "gaps"):
        return False
    if case.call.operation in {"predict", "training_errors", "squared_error"} and is_open(tree_of(case)):
        return False
    return isinstance(case.expected, Refused) or (isinstance(case.expected, ExactAnswer) and not is_left_open(case))


def is_left_open(case: Case) -> bool:
    """Whether other answers would be right as well."""
    answer = case.expected.exact if isinstance(case.expected, ExactAnswer) else None
    if is_open(answer) or (lists_equals(case.call) and isinstance(answer, list) and len(answer) > 1):
        return True
    return "data" in case.call.given and "preset" in case.call.given and is_open(tree_of(case))


def tree_of(case: Case) -> object:
    """The tree that a case is about, with its optima; a text where the input is refused."""
    from dtref.oracle.judge.cases import case_asked

    call = evolve(case.call, operation="grow", given={name: case.call.given[name] for name in ("data", "preset")}, part=())
    asked = case_asked(call, Cuts.NAMED)
    return asked.expected.exact if isinstance(asked.expected, ExactAnswer) else ""


def chosen(level: str) -> Iterator[str]:
    """The ids of a level."""
    for case in golden_cases():
        try:
            if belongs(case, level) and len(json.dumps(pinned_vector(case))) <= LONGEST:
                yield case.id
        except (Invalid, Undecided, TypeError, KeyError) as why:
            print(f"left out: {case.id}: {type(why).__name__} {str(why)[:120]}")


def main() -> None:
    """Write levels.json."""
    levels = {}
    for name, (what, _, _) in LEVELS.items():
        ids = tuple(dict.fromkeys(chosen(name)))
        level = ConformanceLevel(name, VERSION, what, ids, "")
        levels[name] = {"version": VERSION, "what": what, "sha256": checksum(vectors_text(level).encode()), "ids": list(ids)}
        print(name, len(ids))
    FILE.write_text(layout(levels) + "\n", "utf-8")  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
