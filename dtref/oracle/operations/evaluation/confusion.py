"""Operations on confusion matrices: counts, rates, averages, agreement, cost."""

from __future__ import annotations

from collections.abc import Mapping

from dtref.exact.number import number
from dtref.oracle.operations.answer_kinds import AS_IT_IS, NUMBERS, ROOT, ROWS
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.draws import sampled
from dtref.oracle.operations.evaluation.matrix_inputs import (
    ANY_MATRIX,
    AVERAGED,
    BINARY_COUNTS,
    COSTS,
    COSTS_AND_MATRIX,
    COSTS_AND_SHARES,
    COSTS_OF_LABEL,
    COSTS_OF_RECORDS,
    EITHER,
    MATRIX,
)
from dtref.oracle.operations.kinds import COUNT, LABEL, LABELS, NUMBER, PROBABILITY, SOME, one_of
from dtref.oracle.operations.operation import AnswerKind, Operation, declared, operation
from dtref.spec.evaluation.confusion.agreement import cohen_kappa, matthews, multiclass_matthews
from dtref.spec.evaluation.confusion.averages import (
    balanced_accuracy,
    macro_average,
    macro_average_of_defined,
    micro_average,
    per_class,
    pooled_counts,
    weighted_average,
    weighted_average_of_defined,
)
from dtref.spec.evaluation.confusion.by_name import RATES
from dtref.spec.evaluation.confusion.cost import (
    class_weights,
    cost_of_accuracy,
    cost_of_label,
    expected_cost,
    minimum_cost_labels,
    record_weights,
    total_cost,
    uniform_costs,
)
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Confusion, actual_counts, binary_views, correct_counts, predicted_counts
from dtref.spec.evaluation.confusion.rates import accuracy, error_rate
from dtref.spec.evaluation.confusion.scores import detection_cost, f_beta, f_harmonic, f_of, weighted_accuracy


def _binary_answer(n: BinaryCounts) -> Answer:
    return {"tp": number(n.tp), "fn": number(n.fn), "fp": number(n.fp), "tn": number(n.tn)}


def _margins(m: Confusion) -> Answer:
    return {"actual": actual_counts(m), "predicted": predicted_counts(m), "right": tuple(map(number, correct_counts(m)))}


_MATRIX: AnswerKind[Confusion] = AnswerKind(
    "a matrix: its `classes`, its `rows`", lambda m: {"classes": tuple(map(str, m.classes)), "rows": ROWS.write(m.rows)}
)
_COUNTS = AnswerKind("the four counts `tp`, `fn`, `fp`, `tn`", _binary_answer)
_EACH: AnswerKind[tuple[BinaryCounts, ...]] = AnswerKind("the four counts for each class", lambda views: tuple(map(_binary_answer, views)))
_ROWS_OF_MATRIX: AnswerKind[Confusion] = AnswerKind("the rows of a matrix", lambda m: ROWS.write(m.rows))
_CLASSES: AnswerKind[tuple[object, ...]] = AnswerKind("classes", lambda labels: tuple(map(str, labels)))
_CLASS_NAMES = LABELS.named("classes").drawn(lambda: sampled((["a", "b"], ["a", "b", "c"])))
_BETA = one_of(NUMBER, "1", "2", "1/2")

CONFUSION: Mapping[str, Operation] = {
    **declared(*(operation(name, rate, BINARY_COUNTS) for name, rate in RATES.items())),
    **declared(
        operation("confusion_matrix", lambda m: m, answer=_MATRIX, matrix=ANY_MATRIX),
        operation("transposed", Confusion.transposed, answer=_ROWS_OF_MATRIX, matrix=ANY_MATRIX),
        operation("margins", _margins, answer=AS_IT_IS, matrix=ANY_MATRIX),
        operation("one_vs_rest", Confusion.one_vs_rest, answer=_COUNTS, matrix=MATRIX, positive=LABEL.drawn(lambda: sampled("ab"))),
        operation("binary_views", binary_views, answer=_EACH, matrix=ANY_MATRIX),
        operation("pooled", pooled_counts, answer=_COUNTS, matrix=ANY_MATRIX),
        operation("accuracy", accuracy, EITHER),
        operation("error_rate", error_rate, EITHER),
        operation("balanced_accuracy", balanced_accuracy, EITHER),
        operation("cohen_kappa", cohen_kappa, EITHER),
        operation("f_beta", f_beta, BINARY_COUNTS, beta=_BETA),
        operation("f_harmonic", f_harmonic, BINARY_COUNTS, beta=_BETA),
        operation("f_of", f_of, precision=PROBABILITY, recall=PROBABILITY, beta=_BETA),
        operation("weighted_accuracy", weighted_accuracy, BINARY_COUNTS, w1=COUNT, w2=COUNT, w3=COUNT, w4=COUNT),
        operation("detection_cost", detection_cost, BINARY_COUNTS, cost_fp=SOME, cost_fn=SOME),
        operation("matthews", matthews, BINARY_COUNTS, answer=ROOT),
        operation("multiclass_matthews", multiclass_matthews, answer=ROOT, matrix=ANY_MATRIX),
        operation("per_class", per_class, AVERAGED, answer=NUMBERS),
        operation("macro_average", macro_average, AVERAGED),
        operation("macro_average_of_defined", macro_average_of_defined, AVERAGED),
        operation("weighted_average", weighted_average, AVERAGED),
        operation("weighted_average_of_defined", weighted_average_of_defined, AVERAGED),
        operation("micro_average", micro_average, AVERAGED),
        operation("total_cost", total_cost, COSTS_AND_MATRIX),
        operation("expected_cost", expected_cost, COSTS_AND_MATRIX),
        operation("uniform_costs", uniform_costs, answer=_ROWS_OF_MATRIX, classes=_CLASS_NAMES, right=COUNT, wrong=SOME),
        operation("cost_of_accuracy", cost_of_accuracy, records=SOME, accuracy=PROBABILITY, right=COUNT, wrong=COUNT),
        operation("cost_of_label", cost_of_label, COSTS_OF_LABEL),
        operation("minimum_cost_labels", minimum_cost_labels, COSTS_AND_SHARES, answer=_CLASSES),
        operation("class_weights", class_weights, COSTS, answer=NUMBERS),
        operation("record_weights", record_weights, COSTS_OF_RECORDS, answer=NUMBERS),
    ),
}
"""Confusion matrices and their measures, by name."""
