"""
Agreement with PyCM on generated inputs, to the last digits that doubles hold.

Bounds, u = 2^-53: a ratio of counts is one rounded division, compared for equality; PyCM's FNR, FPR and ERR are 1 - such a ratio, 2u;
a sum of two such ratios less 1 is off by at most 4u. Of n records FPR and TNR are at least 1/n where they divide, so that an error of 2u
is 2nu relative, and a likelihood ratio x is off by at most 6u(1 + x)(1 + n). A mean of c values off by 2u each: (3c + 2)u. Matthews of a
class: 3u, and R_K (c^2 + 6)u, as its covariances are means of c^2 rounded terms. Kappa is (p_o - p_e) / (1 - p_e) of rounded p_o and p_e:
(2c + 6)u / (1 - p_e).

| where PyCM differs | its convention | in dtref |
| --- | --- | --- |
| 0/0, and a number over 0 | the text 'None' | Undefined, with the reason |
| an average over classes one of which has no value | 'None' | Undefined, naming the class |
| J | Jaccard's index of each class | Youden's J, which PyCM calls BM and Y |
| a class that occurs neither as actual nor as predicted | no class | a class where it is declared |
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from many import one_in
from narrow import defined, of_kind
from spec.evaluation.confusion.matrices import random_labels

from dtref.engines.confusion import confusion
from dtref.errors import Undefined
from dtref.exact.comparison import compare
from dtref.spec.evaluation.confusion.agreement import cohen_kappa, matthews, multiclass_matthews
from dtref.spec.evaluation.confusion.averages import macro_average, micro_average
from dtref.spec.evaluation.confusion.matrix import BinaryCounts
from dtref.spec.evaluation.confusion.rates import (
    accuracy,
    error_rate,
    false_positive_rate,
    markedness,
    miss_rate,
    negative_likelihood_ratio,
    negative_predictive_value,
    positive_likelihood_ratio,
    precision,
    prevalence,
    recall,
    specificity,
    youden_j,
)
from dtref.spec.evaluation.confusion.scores import f1, f_beta

pycm = pytest.importorskip("pycm")
pytestmark = pytest.mark.peer("PyCM", "confusion")
U = Fraction(1, 2**53)
INPUTS = 1500

ONE_DIVISION: dict[str, Callable[[BinaryCounts], Any]] = {
    "ACC": accuracy, "TPR": recall, "TNR": specificity, "PPV": precision, "NPV": negative_predictive_value, "F1": f1,
    "F2": partial(f_beta, beta=2), "F0.5": partial(f_beta, beta=Fraction(1, 2)), "PRE": prevalence,
}  # fmt: skip
ONE_LESS = {"FNR": miss_rate, "FPR": false_positive_rate, "ERR": error_rate}
SUMS = {"BM": youden_j, "Y": youden_j, "MK": markedness}
RATIOS = {"PLR": positive_likelihood_ratio, "NLR": negative_likelihood_ratio}


def agrees(theirs: Any, exact: Any, error: Fraction) -> bool:
    """Whether a double is so near an exact number; 'None' where that has no value."""
    if isinstance(exact, Undefined):
        return theirs == "None"
    return theirs != "None" and compare(exact, Fraction(theirs) - error) >= 0 and compare(exact, Fraction(theirs) + error) <= 0


@pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")  # of few records all may be wrong
def test_statistics_of_the_same_name(record_property: Callable[[str, object], None]) -> None:
    record_property("cases", len(one_in(5, range(INPUTS))))
    for seed in one_in(5, range(INPUTS)):
        _, actual, predicted = random_labels(seed)
        m = confusion(actual, predicted)
        if len(m.classes) < 2:
            continue
        theirs = pycm.ConfusionMatrix(actual_vector=actual, predict_vector=predicted)
        of_class, overall, c = theirs.class_stat, theirs.overall_stat, len(m.classes)
        for label in m.classes:
            n = m.one_vs_rest(label)
            assert [of_class[name][label] for name in ("TP", "FN", "FP", "TN")] == [n.tp, n.fn, n.fp, n.tn]
            for name, measure in ONE_DIVISION.items():
                exact = measure(n)
                assert of_class[name][label] == ("None" if isinstance(exact, Undefined) else float(exact)), name
            for name, measure in ONE_LESS.items():
                assert agrees(of_class[name][label], measure(n), 2 * U), name
            for name, measure in SUMS.items():
                assert agrees(of_class[name][label], measure(n), 4 * U), name
            for name, measure in RATIOS.items():
                exact = measure(n)
                slack = 6 * U * (1 if isinstance(exact, Undefined) else 1 + exact) * (1 + len(actual))
                assert agrees(of_class[name][label], exact, of_kind(Fraction, slack)), name
            r = matthews(n)
            assert agrees(of_class["MCC"][label], r if isinstance(r, Undefined) else r.value, 3 * U)
        for name, measure in (
            ("TPR", recall),
            ("PPV", precision),
            ("F1", f1),
            ("TNR", specificity),
            ("FNR", miss_rate),
            ("NPV", negative_predictive_value),
        ):
            assert agrees(overall[f"{name} Macro"], macro_average(measure, m), (3 * c + 2) * U), name
            assert agrees(overall[f"{name} Micro"], micro_average(measure, m), 2 * U), name
        k = cohen_kappa(m)
        chance = Fraction(sum(actual.count(x) * predicted.count(x) for x in map(str, m.classes)), len(actual) ** 2)
        assert agrees(overall["Kappa"], k, (2 * c + 6) * U / (1 - chance) if chance != 1 else U)
        r = multiclass_matthews(m)
        assert agrees(overall["Overall MCC"], r if isinstance(r, Undefined) else r.value, (c * c + 6) * U)
        assert overall["Overall ACC"] == float(defined(accuracy(m)))
