"""Parses command-line text into a function's arguments, by its annotations."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TypeGuard

from dtref.errors import Invalid
from dtref.exact.inputs import plain
from dtref.exact.number import Exact
from dtref.io.predictions import exact_numbers, parse_confusion
from dtref.spec.evaluation.confusion.matrix import BinaryCounts


def exact_argument(text: str, where: str) -> Exact:
    """
    One exact number from text, as an int where it is whole.

    >>> exact_argument("0.25", "z"), exact_argument("4/2", "k")
    (Fraction(1, 4), 2)
    """
    (number,) = exact_numbers(text, where, 1)
    return plain(number)


def exact_arguments(text: str, where: str) -> tuple[Exact, ...]:
    """
    Exact numbers from text, separated by commas.

    >>> exact_arguments("9,5", "node")
    (9, 5)
    """
    return tuple(map(plain, exact_numbers(text, where)))


def _four(text: str, where: str) -> BinaryCounts:
    return BinaryCounts(*map(plain, exact_numbers(text, where, 4)))


_KINDS: Mapping[str, tuple[Callable[[str, str], object], str]] = {
    "BinaryCounts": (_four, "TP,FN,FP,TN"),
    "Matrix": (lambda text, _: parse_confusion(text), "A,B;C,D"),
    "Children": (lambda text, where: tuple(exact_arguments(row, where) for row in text.split(";")), "A,B;C,D"),
    "Sequence[Exact]": (exact_arguments, "A,B,…"),
    "Sequence[Exact | Undefined]": (exact_arguments, "A,B,…"),
    "Exact": (exact_argument, "NUMBER"),
    "Exact | None": (exact_argument, "NUMBER"),
    "int": (exact_argument, "NUMBER"),
    "Fraction": (exact_argument, "NUMBER"),
}
"""The annotations of parameters that can be typed: the parser of each, and its notation in messages."""


_NUMBERS = frozenset(
    ["Number", "Fraction", "Enclosure", "Probability", "Interval", "RootQuotient", "TStatistic", "FStatistic", "Undefined"]
)
"""The return annotations of functions that answer with numbers."""


def can_be_typed(function: object) -> TypeGuard[Callable[..., object]]:
    """
    Whether a function answers with numbers, and all its positional parameters can be typed.

    >>> from dtref.spec.evaluation.confusion.rates import recall
    >>> from dtref.spec.evaluation.ranking.auc import auc_by_pairs
    >>> can_be_typed(recall), can_be_typed(auc_by_pairs)
    (True, False)
    """
    if not inspect.isfunction(function) or not set(str(inspect.signature(function).return_annotation).split(" | ")) <= _NUMBERS:
        return False
    return all(p.annotation in _KINDS for p in _by_position(function))


def _by_position(function: Callable[..., object]) -> list[inspect.Parameter]:
    """The parameters that are typed one after the other, which are those that aren't keyword-only."""
    return [p for p in inspect.signature(function).parameters.values() if p.kind is not p.KEYWORD_ONLY]


def _needed(p: inspect.Parameter) -> bool:
    """Whether a parameter must be typed: it has no default, or None, which means that a keyword takes its place."""
    return p.default is p.empty or p.default is None


def usage(function: Callable[..., object]) -> str:
    """
    The notation of a function's arguments on the command line.

    >>> from dtref.spec.evaluation.confusion.scores import f_beta
    >>> usage(f_beta)
    'n=TP,FN,FP,TN beta=NUMBER'
    """
    return " ".join(
        f"{p.name}={_KINDS[str(p.annotation)][1]}" if _needed(p) else f"[{p.name}={_KINDS[str(p.annotation)][1]}]"
        for p in _by_position(function)
    )


def typed(function: Callable[..., object], texts: Sequence[str], where: str) -> dict[str, object]:
    """
    The arguments of a function from texts, in the order of its parameters. Errors: Invalid for too few, too many, or unreadable texts.

    >>> from dtref.spec.evaluation.confusion.scores import f_beta
    >>> typed(f_beta, ["3,1,0,2", "1/2"], "f_beta")
    {'n': BinaryCounts(tp=3, fn=1, fp=0, tn=2), 'beta': Fraction(1, 2)}
    >>> typed(f_beta, ["3,1,0,2"], "f_beta")
    Traceback (most recent call last):
    dtref.errors.Invalid: f_beta: expected n=TP,FN,FP,TN beta=NUMBER (got 'n=3,1,0,2')
    """
    parameters = _by_position(function)
    needed = sum(map(_needed, parameters))
    if not needed <= len(texts) <= len(parameters):
        names = [*(p.name for p in parameters), *("" for _ in texts[len(parameters) :])]
        raise Invalid(where, usage(function), " ".join(f"{n}={t}".lstrip("=") for n, t in zip(names, texts, strict=False)) or "nothing")
    return {p.name: _KINDS[str(p.annotation)][0](text, f"{where}, {p.name}") for p, text in zip(parameters, texts, strict=False)}
