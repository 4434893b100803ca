"""Arguments of a wrong kind, exchanged ones, frames for data sets, names for policies: refused by name, with what to write."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

import dtref

pytestmark = pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")  # a deviate of 0.5 looks like a confidence

PLAY = "x,z,y\n1,p,a\n2,q,b\n3,p,a\n4,q,a\n"
DATA = dtref.parse_csv(PLAY, target="y")
FRAME = pd.DataFrame({"x": [1, 2, 3, 4], "y": list("abaa")})
TREE = dtref.grow(DATA, dtref.CART)
FOUND = dtref.confusion("aab", "abb")
COUNTS = dtref.BinaryCounts(1, 2, 3, 4)
WRONG: dict[str, Any] = {
    "None": None, "text": "cart", "number": 3, "float": 0.5, "object": object(), "list": [[1, 1], [1, 1]], "mapping": {"x": [1]},
    "function": dtref.precision, "data set": DATA, "frame": FRAME, "tree": TREE, "policy": dtref.CART, "matrix": FOUND, "counts": COUNTS,
    "class": dtref.DataSet,
}  # fmt: skip


class Fitted:
    """What looks like a fitted model."""

    def fit(self, *_: object) -> None: ...
    def predict(self, *_: object) -> None: ...


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(dtref.Invalid) as raised:
        call()
    return str(raised.value)


SAID: dict[str, tuple[Callable[[], object], str]] = {
    "f1 of a matrix": (lambda: dtref.f1(FOUND), "dtref.per_class(measure, matrix)"),  # type: ignore[arg-type]
    "recall of lists": (lambda: dtref.recall([[1, 1], [1, 1]]), "dtref.BinaryCounts(TP, FN, FP, TN)"),  # type: ignore[arg-type]
    "matthews of a matrix": (lambda: dtref.matthews(FOUND), "matrix.one_vs_rest(CLASS)"),  # type: ignore[arg-type]
    "accuracy of lists": (lambda: dtref.accuracy([[1, 1], [1, 1]]), "as dtref.confusion(actual, predicted) makes"),  # type: ignore[arg-type]
    "macro average of lists": (lambda: dtref.macro_average(dtref.precision, [[1, 1]]), "m: expected a confusion matrix"),  # type: ignore[arg-type]
    "per class, exchanged": (lambda: dtref.per_class(FOUND, dtref.precision), "and the matrix after it"),  # type: ignore[arg-type]
    "grow, a name": (lambda: dtref.grow(DATA, "cart"), "a policy, as dtref.CART is one, not its name 'cart'"),  # type: ignore[arg-type]
    "grow, a frame": (lambda: dtref.grow(FRAME, dtref.CART), "dtref.from_frame(frame, target=…)"),
    "grow, exchanged": (lambda: dtref.grow(dtref.CART, DATA), "the policy comes after it"),  # type: ignore[arg-type]
    "explain, a name": (lambda: dtref.explain(DATA, "cart"), "policy: expected a policy"),  # type: ignore[arg-type]
    "count_trees, a frame": (lambda: dtref.count_trees(FRAME, dtref.CART), "data: expected a data set"),
    "count_partitions, a name": (lambda: dtref.count_partitions(DATA, "cart"), "policy: expected a policy"),  # type: ignore[arg-type]
    "trees, a name": (lambda: dtref.trees(DATA, "cart"), "policy: expected a policy"),  # type: ignore[arg-type]
    "predict, exchanged": (lambda: dtref.predict(DATA, TREE), "tree: expected a tree"),  # type: ignore[call-overload]
    "verify, a fitted model": (lambda: dtref.verify(Fitted(), DATA, dtref.CART), "dtref.read_scikit_learn(model, names)"),  # type: ignore[arg-type]
    "verify, a tree of its own": (lambda: dtref.verify(TREE, DATA, dtref.CART), "dtref.read_foreign(path, 'dtref')"),  # type: ignore[arg-type]
    "verify, exchanged": (lambda: dtref.verify(DATA, TREE, dtref.CART), "it comes before the data"),  # type: ignore[arg-type]
    "wilson, a float for a rate": (lambda: dtref.wilson(20.5, 100, 2), "such as '20.5'"),  # type: ignore[arg-type]
    "parse_csv of a frame": (lambda: dtref.parse_csv(FRAME, target="y"), "dtref.from_frame a data frame"),
}


@pytest.mark.parametrize("name", SAID)
def test_what_was_meant_is_said(name: str) -> None:
    call, said = SAID[name]
    assert said in refused(call)


BUDGETED = [name for name in dir(dtref) if "budget" in getattr(getattr(dtref, name), "__annotations__", {})]
"""The functions that count within a budget."""


@pytest.mark.parametrize("budget", [float("nan"), 2.5, True, "3", None], ids=repr)
@pytest.mark.parametrize("name", BUDGETED)
def test_a_budget_is_a_whole_number(name: str, budget: Any) -> None:
    """Before anything is counted: a comparison with nan would end no search."""
    function = getattr(dtref, name)
    needed = [p for p in inspect.signature(function).parameters.values() if p.default is p.empty and p.name != "budget" and p.kind < 2]
    with pytest.raises(dtref.Invalid, match="budget: expected a whole number"):
        function(*([None] * len(needed)), budget=budget)


GOOD: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("grow", "explain", "count_trees", "count_partitions"), (DATA, dtref.CART)),
    **dict.fromkeys(
        ("f1", "jaccard", "precision", "recall", "specificity", "matthews", "youden_j", "prevalence", "markedness", "miss_rate"), (COUNTS,)
    ),
    **dict.fromkeys(
        ("accuracy", "error_rate", "balanced_accuracy", "adjusted_balanced_accuracy", "g_mean", "cohen_kappa", "multiclass_matthews"),
        (FOUND,),
    ),
    **dict.fromkeys(("per_class", "macro_average", "weighted_average", "micro_average"), (dtref.recall, FOUND)),
    "f_beta": (COUNTS, 2),
    "confusion": ("aab", "abb"),
    "auc": ([2, 1], "+-", "+"),
    "roc": ([2, 1], "+-", "+"),
    "wilson": (20, 100, 2),
    "wald": (20, 100, 2),
    "describe_data": ({"x": [1, 2]},),
}
"""A good call of each function."""


@pytest.mark.parametrize("name", sorted(GOOD))
def test_no_argument_of_a_wrong_kind_ends_in_an_error_from_inside(name: str) -> None:
    function, args = getattr(dtref, name), GOOD[name]
    function(*args)
    for i in range(len(args)):
        for wrong in WRONG.values():
            for worse in ((*args[:i], wrong, *args[i + 1 :]), args[::-1]):
                try:
                    answer = function(*worse)
                except (dtref.Invalid, dtref.Undecided):
                    continue
                assert not inspect.isgenerator(answer)


def test_numbers_are_taken_in_every_exact_form() -> None:
    from decimal import Decimal
    from fractions import Fraction

    import numpy as np

    half = Fraction(1, 2)
    assert dtref.wilson(20, 100, "1.96") == dtref.wilson(20, 100, Decimal("1.96")) == dtref.wilson(20, 100, Fraction(49, 25))  # type: ignore[arg-type]
    for weights in ([0.5, 0.5], np.array([0.5, 0.5]), ["0.5", Decimal("0.5")], pd.Series([0.5, 0.5])):
        assert dtref.confusion("ab", "ab", weights=weights).rows == ((half, 0), (0, half))  # type: ignore[arg-type]
        assert dtref.auc([2, 1], "+-", "+", weights=weights) == 1
    assert dtref.auc(["0.5", Decimal("0.25")], "+-", "+") == dtref.auc([0.5, 0.25], "+-", "+") == 1
    assert dtref.f_beta(COUNTS, "0.5") == dtref.f_beta(COUNTS, half)  # type: ignore[arg-type]
