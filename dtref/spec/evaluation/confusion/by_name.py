"""The measures that take a confusion matrix or four counts and nothing besides, and the conventions for those without a value, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dtref.errors import Undefined
from dtref.exact.number import Number
from dtref.spec.evaluation.confusion.agreement import MATRIX_AGREEMENT
from dtref.spec.evaluation.confusion.averages import MATRIX_AVERAGES, Measure
from dtref.spec.evaluation.confusion.if_undefined import one_if_undefined, zero_if_undefined
from dtref.spec.evaluation.confusion.matrix import Matrix
from dtref.spec.evaluation.confusion.rates import BINARY_RATES, MATRIX_RATES
from dtref.spec.evaluation.confusion.scores import BINARY_SCORES
from dtref.spec.evaluation.confusion.weighted_agreement import MATRIX_KAPPAS

RATES: Mapping[str, Measure] = {measure.__name__: measure for measure in (*MATRIX_RATES, *BINARY_RATES, *BINARY_SCORES)}
"""The measures of four counts; those that are measures of any matrix come first."""

MATRIX_MEASURES: Mapping[str, Callable[[Matrix], Number | Undefined]] = {
    measure.__name__: measure for measure in (*MATRIX_RATES, *MATRIX_AVERAGES, *MATRIX_AGREEMENT, *MATRIX_KAPPAS)
}
"""The measures of any matrix; four counts are one."""

CONVENTIONS: Mapping[str, Callable[[Number | Undefined], Number]] = {"0": zero_if_undefined, "1": one_if_undefined}
"""The conventions for a measure that has no value: it counts as 0, or as 1."""
