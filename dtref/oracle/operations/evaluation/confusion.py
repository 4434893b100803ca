"""Operations on confusion matrices: counts, rates, averages, agreement, cost."""

from __future__ import annotations

from collections.abc import Mapping

from dtref.oracle.operations.answer_kinds import NUMBERS_ANSWER, ROOT_ANSWER, ROWS_ANSWER, TEXTS_ANSWER, list_answer, parts_answer
from dtref.oracle.operations.draws import one_from
from dtref.oracle.operations.evaluation.matrix_inputs import (
    ANY_MATRIX,
    BINARY_COUNTS,
    COSTS_ALONE,
    COSTS_AND_MATRIX,
    COSTS_AND_SHARES,
    COSTS_OF_LABEL,
    COSTS_OF_RECORDS,
    EITHER,
    MATRIX,
    MEASURE_AND_MATRIX,
    WEIGHTS_AND_MATRIX,
)
from dtref.oracle.operations.kinds import A_COUNT, A_LABEL, A_NUMBER, A_POSITIVE, A_PROBABILITY, LABELS, one_of
from dtref.oracle.operations.operation import AnswerKind, Operation, asks, declarations
from dtref.spec.evaluation.confusion.agreement import matthews, multiclass_matthews
from dtref.spec.evaluation.confusion.averages import (
    macro_average,
    macro_average_of_defined,
    micro_average,
    per_class,
    pooled_counts,
    weighted_average,
    weighted_average_of_defined,
)
from dtref.spec.evaluation.confusion.by_name import MATRIX_MEASURES, RATES
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
from dtref.spec.evaluation.confusion.matrix import Confusion, actual_counts, binary_views, correct_counts, predicted_counts
from dtref.spec.evaluation.confusion.scores import detection_cost, f_beta, f_harmonic, f_of, weighted_accuracy
from dtref.spec.evaluation.confusion.weighted_agreement import weighted_kappa
from dtref.spec.evaluation.estimation.dot632_plus import no_information_rate

_ROWS_OF_MATRIX: AnswerKind[Confusion] = AnswerKind("the rows of a matrix", lambda m: ROWS_ANSWER.write(m.rows))
_MATRIX = parts_answer("a matrix", classes=TEXTS_ANSWER, rows=ROWS_ANSWER)
_MARGINS = parts_answer(
    "of each class the records",
    actual=(NUMBERS_ANSWER, actual_counts),
    predicted=(NUMBERS_ANSWER, predicted_counts),
    right=(NUMBERS_ANSWER, correct_counts),
)
_COUNTS = parts_answer("the four counts", "tp", "fn", "fp", "tn")
_EACH = list_answer(_COUNTS, "the four counts for each class")
_CLASS_NAMES = LABELS.named("classes").drawn(lambda: one_from((["a", "b"], ["a", "b", "c"])))
_BETA = one_of(A_NUMBER, "1", "2", "1/2")

CONFUSION: Mapping[str, Operation] = {
    **declarations(*(asks(name, rate, BINARY_COUNTS) for name, rate in RATES.items())),
    **declarations(*(asks(name, measure, EITHER) for name, measure in MATRIX_MEASURES.items())),
    **declarations(
        asks("confusion_matrix", lambda m: m, answer=_MATRIX, matrix=ANY_MATRIX),
        asks("transposed", Confusion.transposed, answer=_ROWS_OF_MATRIX, matrix=ANY_MATRIX),
        asks("margins", lambda m: m, answer=_MARGINS, matrix=ANY_MATRIX),
        asks("one_vs_rest", Confusion.one_vs_rest, answer=_COUNTS, matrix=MATRIX, positive=A_LABEL.drawn(lambda: one_from("ab"))),
        asks("binary_views", binary_views, answer=_EACH, matrix=ANY_MATRIX),
        asks("pooled", pooled_counts, answer=_COUNTS, matrix=ANY_MATRIX),
        asks("no_information_rate", no_information_rate, EITHER),
        asks("weighted_kappa", weighted_kappa, WEIGHTS_AND_MATRIX),
        asks("f_beta", f_beta, BINARY_COUNTS, beta=_BETA),
        asks("f_harmonic", f_harmonic, BINARY_COUNTS, beta=_BETA),
        asks("f_of", f_of, precision=A_PROBABILITY, recall=A_PROBABILITY, beta=_BETA),
        asks("weighted_accuracy", weighted_accuracy, BINARY_COUNTS, w1=A_COUNT, w2=A_COUNT, w3=A_COUNT, w4=A_COUNT),
        asks("detection_cost", detection_cost, BINARY_COUNTS, cost_fp=A_POSITIVE, cost_fn=A_POSITIVE),
        asks("matthews", matthews, BINARY_COUNTS, answer=ROOT_ANSWER),
        asks("multiclass_matthews", multiclass_matthews, answer=ROOT_ANSWER, matrix=ANY_MATRIX),
        asks("per_class", per_class, MEASURE_AND_MATRIX, answer=NUMBERS_ANSWER),
        asks("macro_average", macro_average, MEASURE_AND_MATRIX),
        asks("macro_average_of_defined", macro_average_of_defined, MEASURE_AND_MATRIX),
        asks("weighted_average", weighted_average, MEASURE_AND_MATRIX),
        asks("weighted_average_of_defined", weighted_average_of_defined, MEASURE_AND_MATRIX),
        asks("micro_average", micro_average, MEASURE_AND_MATRIX),
        asks("total_cost", total_cost, COSTS_AND_MATRIX),
        asks("expected_cost", expected_cost, COSTS_AND_MATRIX),
        asks("uniform_costs", uniform_costs, answer=_ROWS_OF_MATRIX, classes=_CLASS_NAMES, right=A_COUNT, wrong=A_POSITIVE),
        asks("cost_of_accuracy", cost_of_accuracy, records=A_POSITIVE, accuracy=A_PROBABILITY, right=A_COUNT, wrong=A_COUNT),
        asks("cost_of_label", cost_of_label, COSTS_OF_LABEL),
        asks("minimum_cost_labels", minimum_cost_labels, COSTS_AND_SHARES, answer=TEXTS_ANSWER.named("classes")),
        asks("class_weights", class_weights, COSTS_ALONE, answer=NUMBERS_ANSWER),
        asks("record_weights", record_weights, COSTS_OF_RECORDS, answer=NUMBERS_ANSWER),
    ),
}
"""Confusion matrices and their measures, by name."""
