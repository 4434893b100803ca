"""Measures of a matrix and criteria are asked by vectors whose answers an independent program gives, too; a failure says what lacks."""

from __future__ import annotations

import pytest
from golden_files import VECTORS

from dtref.oracle.golden.records import Provenance
from dtref.oracle.golden.vectors import ExactAnswer, Vector
from dtref.oracle.operations.registry import OPERATIONS
from dtref.spec.evaluation.confusion.by_name import MATRIX_MEASURES, RATES
from dtref.spec.split.by_name import CRITERIA_BY_FORMULA, IMPURITIES_OF_CLASSES


def independent(operation: str, *, undefined: bool) -> list[Vector]:
    """The vectors of an operation with an independent answer: a value, or that there is none."""
    return [
        v
        for v in VECTORS
        if (v.call.operation, v.provenance) == (operation, Provenance.INDEPENDENT)
        and isinstance(v.expected, ExactAnswer)
        and (isinstance(v.expected.exact, dict) and "undefined" in v.expected.exact) == undefined
    ]


@pytest.mark.parametrize("name", dict.fromkeys((*MATRIX_MEASURES, *RATES)))
def test_a_measure_has_independent_vectors_also_where_it_is_undefined(name: str) -> None:
    assert name in OPERATIONS
    file, table = ("rates", "MEASURES") if name in RATES else ("agreement", "ANSWERS")
    for undefined, what in ((False, "a vector"), (True, 'a vector with "exact": {"undefined": …}')):
        assert independent(name, undefined=undefined), (
            f'golden/vectors/{file}.json: add {what} of "{name}", "provenance": "independent", and two '
            f'answers that agree: dtref\'s, and that of "{name}" in {table} of tests/naive/confusion.py'
        )


SPLITTING = (*CRITERIA_BY_FORMULA, *(impurity.name for impurity in IMPURITIES_OF_CLASSES.values()))


@pytest.mark.parametrize("name", SPLITTING)
def test_a_criterion_has_independent_vectors_also_where_it_is_undefined(name: str) -> None:
    assert name in OPERATIONS
    for undefined, what in ((False, "a vector"), (True, 'a vector with "exact": {"undefined": …}')):
        assert independent(name, undefined=undefined), (
            f'golden/vectors/measures.json: add {what} of "{name}", "provenance": "independent", and two answers that agree: dtref\'s, and '
            f'that of "{name}" in CRITERIA_OF_CHILDREN of tests/naive/criteria.py'
        )
