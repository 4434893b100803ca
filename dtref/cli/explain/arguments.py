"""Parses command-line text into a function's arguments, by the kinds of the inputs of the operation that it defines."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial

from dtref.errors import Invalid
from dtref.oracle.operations.kinds import LIST, ONE, TABLE
from dtref.oracle.operations.operation import Operation, Typed
from dtref.oracle.operations.registry import OPERATIONS
from dtref.spec.evaluation.estimation.bootstrap import bias_corrected
from dtref.spec.evaluation.estimation.bootstrap_error import dot632
from dtref.spec.split.exact_test import exact_p
from dtref.spec.split.separation import orthogonality

_OTHERWISE: Mapping[Callable[..., object], tuple[Typed, ...]] = {
    bias_corrected: (ONE, ONE),
    dot632: (LIST, ONE, ONE),
    exact_p: (LIST, TABLE, ONE),
    orthogonality: (TABLE,),
}
"""The functions with a formula that take other arguments than an operation gives them."""


@cache
def _typed_functions() -> Mapping[object, tuple[Typed, ...]]:
    """How the arguments of a function are typed, for each function all of whose arguments can be."""
    kinds = {one.definition: _typed(one) for one in OPERATIONS.values()}
    otherwise = {inspect.unwrap(function): typed for function, typed in _OTHERWISE.items()}
    return {**{function: typed for function, typed in kinds.items() if typed}, **otherwise}


def _typed(one: Operation) -> tuple[Typed, ...]:
    known = tuple(argument for argument in one.inputs.typed if argument is not None)
    whole = len(known) == len(one.inputs.typed) and not isinstance(one.function, partial)
    return known if whole and one.answer.explained else ()


def can_be_typed(function: object) -> bool:
    """
    Whether a function answers with numbers, and all its arguments can be typed.

    >>> from dtref.spec.evaluation.confusion.rates import recall
    >>> from dtref.spec.evaluation.ranking.auc import auc_by_pairs
    >>> can_be_typed(recall), can_be_typed(auc_by_pairs)
    (True, False)
    """
    return inspect.isfunction(function) and inspect.unwrap(function) in _typed_functions()


def first_typed(function: Callable[..., object]) -> Typed:
    """
    How the first argument of a function is typed.

    >>> from dtref.spec.evaluation.confusion.rates import recall
    >>> first_typed(recall).notation
    'TP,FN,FP,TN'
    """
    return _typed_functions()[inspect.unwrap(function)][0]


def _by_position(function: Callable[..., object], after: int) -> list[tuple[inspect.Parameter, Typed]]:
    """The parameters that are typed one after the other, each with how it is, without the first few."""
    return list(zip(inspect.signature(function).parameters.values(), _typed_functions()[inspect.unwrap(function)], strict=False))[after:]


def _needed(p: inspect.Parameter) -> bool:
    """Whether a parameter must be typed: it has no default, or None, which means that a keyword takes its place."""
    return p.default is p.empty or p.default is None


def usage(function: Callable[..., object], after: int = 0) -> str:
    """
    The notation of a function's arguments on the command line. after: how many of them come from elsewhere.

    >>> from dtref.spec.evaluation.confusion.scores import f_beta
    >>> usage(f_beta)
    'n=TP,FN,FP,TN beta=NUMBER'
    """
    return " ".join(
        f"{p.name}={typed.notation}" if _needed(p) else f"[{p.name}={typed.notation}]" for p, typed in _by_position(function, after)
    )


def _in_order(names: Sequence[str], texts: Sequence[str], where: str) -> Sequence[str]:
    """Texts in the order of the names: those with a name before them (beta=2) at its place, the others one after the other."""
    by_name: dict[str, str] = {}
    others = []
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or name not in names:
            others.append(text)
        elif name in by_name:
            raise Invalid(f"{where}, {name}", "one value", f"{by_name[name]} and {value}")
        else:
            by_name[name] = value
    rest = iter(others)
    placed: list[str] = []
    for i, name in enumerate(names):
        text_here = by_name[name] if name in by_name else next(rest, None)
        if text_here is None:
            later = [other for other in names[i:] if other in by_name]
            if later:
                raise Invalid(f"{where}, {name}", f"a value, as {later[0]} has one", "none")
            break
        placed.append(text_here)
    return [*placed, *rest]


def typed(function: Callable[..., object], texts: Sequence[str], where: str, after: int = 0) -> dict[str, object]:
    """
    The arguments of a function from texts, in the order of its parameters, or by their names, as `usage` writes them. Errors: Invalid for
    too few, too many, or unreadable texts, and for a name twice.

    >>> from dtref.spec.evaluation.confusion.scores import f_beta
    >>> typed(f_beta, ["3,1,0,2", "1/2"], "f_beta")
    {'n': BinaryCounts(tp=3, fn=1, fp=0, tn=2), 'beta': Fraction(1, 2)}
    >>> typed(f_beta, ["beta=1/2", "3,1,0,2"], "f_beta") == typed(f_beta, ["3,1,0,2", "1/2"], "f_beta")
    True
    >>> typed(f_beta, ["3,1,0,2"], "f_beta")
    Traceback (most recent call last):
    dtref.errors.Invalid: f_beta: expected n=TP,FN,FP,TN beta=NUMBER (got 'n=3,1,0,2')
    """
    parameters = _by_position(function, after)
    texts = _in_order([p.name for p, _ in parameters], texts, where)
    needed = sum(_needed(p) for p, _ in parameters)
    if not needed <= len(texts) <= len(parameters):
        names = [*(p.name for p, _ in parameters), *("" for _ in texts[len(parameters) :])]
        got = " ".join(f"{n}={t}".lstrip("=") for n, t in zip(names, texts, strict=False)) or "nothing"
        raise Invalid(where, usage(function, after), got)
    return {p.name: kind.parse(text, f"{where}, {p.name}") for (p, kind), text in zip(parameters, texts, strict=False)}
