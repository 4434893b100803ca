"""Checks of the parameters of programs: choices, flags, lists and shares; what is refused of them, by their own names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import wraps
from inspect import signature
from typing import ParamSpec

from dtref.errors import Invalid
from dtref.exact.inputs import items, rational, whole
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet

Taken = ParamSpec("Taken")

ALLOWANCE = Fraction(1, 10)
"""The errors more that a leaf, or a branch, may be predicted and still replace (`Src/prune.c`, `C45PruneableClassifierTree.java`)."""


def check_flags(program: str, **flags: object) -> None:
    """Errors: Invalid for a flag that is neither True nor False: any text would count as True."""
    for name, flag in flags.items():
        if not isinstance(flag, bool):
            raise Invalid(f"{program}, {name}", "True or False", flag)


def known_choice(where: str, value: object, known: Sequence[str]) -> str:
    """
    A choice, as it was given. Errors: Invalid for another text, or what is none.

    >>> known_choice("tree_method", "exact", ("exact", "hist"))
    'exact'
    """
    if not isinstance(value, str) or value not in known:
        raise Invalid(where, f"one of {', '.join(known)}", value)
    return value


def listed_rationals(where: str, xs: Iterable[object]) -> tuple[Fraction, ...]:
    """
    A list of numbers, not empty. Errors: Invalid for anything else, and for floats.

    >>> listed_rationals("prior", [1, Fraction(1, 2)])
    (Fraction(1, 1), Fraction(1, 2))
    """
    numbers = tuple(rational(where, x) for x in items(where, xs))
    if not numbers:
        raise Invalid(where, "one number at least", xs)
    return numbers


def whole_of_32_bits(where: str, n: object) -> int:
    """A whole number of any sign, as programs keep it: a seed, or a limit that is none below 0. Errors: Invalid for another."""
    return whole(where, n, -(2**31), 2**31 - 1)


def least_weight(where: str, m: int) -> int:
    """A least weight. Errors: Invalid for one below 1."""
    return whole(where, m, 1)


def defaults_as_floats(program: Callable[Taken, Policy]) -> Callable[Taken, Policy]:
    """
    The program, which also takes a float that is equal to the default of a number, as 1.0 is: it is the default. Other floats stay refused,
    as it isn't known which number is meant.

    >>> @defaults_as_floats
    ... def program(*, share: int | Fraction = 1, rate: int | Fraction = Fraction(1, 10), rows: int = 1): return share, rate, rows
    >>> program(share=1.0, rate=0.1), program(share=0.5, rows=1.0)
    ((1, Fraction(1, 10), 1), (0.5, Fraction(1, 10), 1.0))
    """
    defaults = {
        name: parameter.default
        for name, parameter in signature(program).parameters.items()
        if "Fraction" in str(parameter.annotation) and isinstance(parameter.default, int | Fraction)
    }

    @wraps(program)
    def with_floats(*args: Taken.args, **settings: Taken.kwargs) -> Policy:
        taken = {
            name: defaults[name] if isinstance(value, float) and name in defaults and value == float(defaults[name]) else value
            for name, value in settings.items()
        }
        return program(*args, **taken)  # type: ignore[arg-type]  # the same names

    return with_floats


def refuse_weights(data: DataSet) -> DataSet:
    """
    The data set itself. Errors: Invalid for a record of another weight than 1.

    >>> from dtref.spec.views.shape import parity
    >>> data = parity(2)
    >>> refuse_weights(data) is data
    True
    """
    heavy = next((r for r, record in enumerate(data, 1) if record.weight != 1), None)
    if heavy is not None:
        raise Invalid(f"record {heavy}, weight", "1, as this program is here without weights", data.records[heavy - 1].weight)
    return data
