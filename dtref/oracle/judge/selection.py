"""Chooses cases by names: ids, operations, beginnings of ids, or questions as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from dtref.errors import Invalid
from dtref.oracle.judge.cases import Case, golden_cases, read_case
from dtref.oracle.operations.registry import OPERATIONS


def cases_named(case: Case | str) -> list[Case]:
    """
    The cases that a text stands for; a case stands for itself. Errors: Invalid for a text that names none.

    >>> [case.call.operation for case in cases_named("cs6220-gini-07")]
    ['gini']
    """
    if isinstance(case, Case):
        return [case]
    return [read_case(case, "case")] if case.lstrip().startswith("{") else chosen(golden_cases(), [case])


def chosen(cases: Iterable[Case], only: Sequence[str]) -> list[Case]:
    """
    The cases that names choose: ids, operations, or beginnings of ids; all cases without names. Errors: Invalid for a name that chooses
    none.

    >>> len(chosen(golden_cases(), ["cs6220-gini-07"]))
    1
    """
    all_cases = list(cases)
    for name in only:
        if not is_chosen(all_cases, name):
            raise Invalid("--only", f"an id, an operation, or what ids begin with{near(name, all_cases)}", name)
    return [case for case in all_cases if not only or any(_is_named(case, name) for name in only)]


def is_chosen(cases: Iterable[Case], name: str) -> bool:
    """
    Whether a name chooses something: an operation, an id, what ids begin with.

    >>> is_chosen([], "gini"), is_chosen([], "ginny")
    (True, False)
    """
    return name in OPERATIONS or any(_is_named(case, name) for case in cases)


def near(name: str, cases: Iterable[Case]) -> str:
    """
    The operations and ids that a misspelt name may mean, as the end of a message; the empty text where there are none.

    >>> near("ginny", []), near("nothing", [])
    ("; near it: 'gini', 'gain'", '')
    """
    matches = get_close_matches(name, [*OPERATIONS, *dict.fromkeys(id for case in cases for id in names_of(case)[:-1])], 3, 0.65)
    return f"; near it: {', '.join(map(repr, matches))}" if matches else ""


def _is_named(case: Case, name: str) -> bool:
    return name in names_of(case) or case.id.startswith(f"{name}-")


def names_of(case: Case) -> tuple[str, ...]:
    """
    The names of a case: its id, the id of its record, its operation.

    >>> names_of(next(golden_cases()))[:2]
    ('vectors-agreement-01', 'vectors-agreement-01')
    """
    return case.id, case.id.partition("/")[0], case.call.operation
