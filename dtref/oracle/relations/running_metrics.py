"""Judges metrics that are updated record by record: taking back what was added, another order, weights as repeats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isclose, isnan
from typing import TYPE_CHECKING, TypeAlias

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.oracle.relations.findings import RelationFinding, need_hypothesis, searched

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

AddedPairs: TypeAlias = "Sequence[tuple[object, object]]"
"""What is added: what is so, and what was predicted, of each record."""
_SAYS = {
    "update_then_revert": "what is added and taken back leaves the value as it was",
    "order_of_updates": "the order of the records doesn't matter",
    "two_alike": "two metrics that are given the same records have the same value",
}
_LABELS = ("a", "b", "c")


@refuses_other_kinds
def judge_running_metric(make: Callable[[], object], *, numbers: bool = False, examples: int = 100) -> tuple[RelationFinding, ...]:
    """
    What is found of a metric that is updated record by record, as river's: update(actual, predicted), get(), and revert, if it has that.

    make: makes a new metric. numbers: whether its records are numbers from 0 to 9, not labels. examples: lists of up to eight records.
    Errors: Invalid where what is made has no update and get. Needs the extra dtref[judge].

    >>> class Accuracy:
    ...     def __init__(self):
    ...         self.right = self.n = 0
    ...     def update(self, y_true, y_pred):
    ...         self.right, self.n = self.right + (y_true == y_pred), self.n + 1
    ...     def revert(self, y_true, y_pred):
    ...         self.right -= y_true == y_pred
    ...     def get(self):
    ...         return self.right / self.n if self.n else 0.0
    >>> [finding.relation for finding in judge_running_metric(Accuracy) if finding.failed]
    ['update_then_revert']
    """
    need_hypothesis("judge_running_metric")
    from hypothesis import strategies as st

    made = make()
    if not all(callable(getattr(made, name, None)) for name in ("update", "get")):
        raise Invalid("make", "a function that makes a metric with update(actual, predicted) and get()", made)
    one = st.integers(0, 9) if numbers else st.sampled_from(_LABELS)
    pairs = st.lists(st.tuples(one, one), min_size=1, max_size=8)
    checks = {"update_then_revert": _reverted, "order_of_updates": _reordered, "two_alike": _twice}
    return tuple(_found(name, lambda drawn, check=check: check(make, drawn), pairs, examples, made) for name, check in checks.items())  # type: ignore[misc]


def _found(
    name: str, differs: Callable[[AddedPairs], str], pairs: SearchStrategy[list[tuple[object, object]]], examples: int, made: object
) -> RelationFinding:
    if name == "update_then_revert" and not callable(getattr(made, "revert", None)):
        return RelationFinding(name, _SAYS[name], 0, "it has no revert")

    def guarded(drawn: AddedPairs) -> str:
        try:
            return differs(drawn)
        except Exception as problem:  # whatever somebody else's code raises at records that are some
            return f"{type(problem).__name__}: {problem}"[:300]

    search = searched(pairs, guarded, repr, examples)
    return RelationFinding(name, _SAYS[name], search.asked, search.why, search.example)


def _updated(make: Callable[[], object], pairs: AddedPairs) -> object:
    metric = make()
    for actual, predicted in pairs:
        metric.update(actual, predicted)  # type: ignore[attr-defined]
    return metric


def _reverted(make: Callable[[], object], pairs: AddedPairs) -> str:
    """All records, less the last, against all but the last; what can't be computed without the last isn't compared."""
    try:
        before = _updated(make, pairs[:-1]).get()  # type: ignore[attr-defined]
    except Exception:  # whatever somebody else's code raises: it has no value there
        return ""
    metric = _updated(make, pairs)
    try:
        metric.revert(*pairs[-1])  # type: ignore[attr-defined]
        after = metric.get()  # type: ignore[attr-defined]
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"[:300]
    return _unlike(before, after)


def _reordered(make: Callable[[], object], pairs: AddedPairs) -> str:
    return _unlike(_updated(make, pairs).get(), _updated(make, pairs[::-1]).get())  # type: ignore[attr-defined]


def _twice(make: Callable[[], object], pairs: AddedPairs) -> str:
    return _unlike(_updated(make, pairs).get(), _updated(make, pairs).get())  # type: ignore[attr-defined]


def _unlike(one: object, other: object) -> str:
    """How two values differ; the empty text where they are the same, within rounding."""
    if isinstance(one, float | int) and isinstance(other, float | int):
        same = (isnan(one) and isnan(other)) or isclose(one, other, rel_tol=1e-9, abs_tol=1e-7)
    else:
        same = one == other
    return "" if same else f"{one!r}, then {other!r}"
