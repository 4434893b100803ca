"""
The parts of a computation: other computations of dtref that stand in its formula.

Every function that the formula's declaration names as a part, and that takes some of its arguments, is run on the same symbols; a result
that stands in the formula unchanged is a part.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import cast

from attrs import evolve, frozen

from dtref.errors import Undefined
from dtref.exact.comparison import KINDS
from dtref.exact.definition import definition, formula_parts
from dtref.exact.number import Exact, Number, number, total
from dtref.show.derivation.symbols import NOT_FOR_SYMBOLS, numbered, results, run_on_symbols
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.impurity import Children


@frozen(eq=False)
class FormulaPart:
    """
    A number that stands in a formula: its letter, its expression in symbols, its value.

    derived: the function that computes it and its arguments, if it is shown as a step of its own.
    """

    letter: str
    expression: object
    value: Number
    derived: tuple[Callable[..., object], Mapping[str, object]] | None = None


def parts(function: Callable[..., object], given: Mapping[str, object], symbols: Mapping[str, object]) -> Iterator[FormulaPart]:
    """
    The possible parts of a function's formula. given: its arguments. symbols: the same in symbols.

    >>> from dtref.spec.evaluation.confusion.matrix import BinaryCounts
    >>> from dtref.spec.evaluation.confusion.rates import youden_j
    >>> from dtref.show.derivation.symbols import symbolic
    >>> n = BinaryCounts(3, 1, 0, 2)
    >>> [part.letter for part in parts(youden_j, {"n": n}, {"n": symbolic("n", n).argument})]
    ['r', 'specificity']
    """
    # The declared ones, by the names of their parameters.
    for other in formula_parts(function):
        parameters = {p.name for p in inspect.signature(other).parameters.values() if p.kind is not p.KEYWORD_ONLY}
        if parameters <= set(given):
            yield from _of_function(other, {p: given[p] for p in parameters}, {p: symbols[p] for p in parameters})
    if isinstance(function, Criterion):
        yield from _of_criterion(function, given, symbols)
    elif "children" in given:
        yield from _sizes(total, cast(Children, given["children"]), cast(Children, symbols["children"]))


def _of_function(function: Callable[..., object], given: Mapping[str, object], symbols: Mapping[str, object]) -> Iterator[FormulaPart]:
    try:
        value = function(**given)
    except NOT_FOR_SYMBOLS:
        return
    description, symbolic_value = definition(function), run_on_symbols(function, **symbols)
    if isinstance(value, tuple) and isinstance(symbolic_value, tuple) and description.each:
        yield from _several(description.each, value, symbolic_value, value)
        return
    match results(value), run_on_symbols(lambda: results(function(**symbols))):
        case ((_, value),), ((_, expression),) if not isinstance(value, Undefined):
            yield FormulaPart(description.letter or called(function), expression, value, (function, given) if description.formula else None)


def _several(letter: str, values: tuple[object, ...], expressions: tuple[object, ...], whole: object) -> Iterator[FormulaPart]:
    for name, value, expression in zip(numbered(letter, values, whole), values, expressions, strict=True):
        if isinstance(value, tuple) and isinstance(expression, tuple):
            yield from _several(name, value, expression, whole)
        elif isinstance(value, KINDS):
            yield FormulaPart(name, expression, number(value))


def _of_criterion(criterion: Criterion, given: Mapping[str, object], symbols: Mapping[str, object]) -> Iterator[FormulaPart]:
    """The parts of a criterion: its named components, the impurities of the node and of its children, their sizes."""
    node, children = cast("tuple[tuple[Number, ...], Children]", tuple(given.values())[:2])
    node_s, children_s = cast("tuple[tuple[Number, ...], Children]", tuple(symbols.values())[:2])
    # Its named components.
    for name, formula in () if "missing" in given else criterion.components:
        value = formula(node, children)
        if not isinstance(value, Undefined):
            component = evolve(criterion, formula=formula, components=(), reduces=True)
            yield FormulaPart(name, run_on_symbols(formula, node_s, children_s), value, (component, {"node": node, "children": children}))
    # The impurities of the node and of its children.
    measure = criterion.impurity
    size = total if measure is None else measure.size
    if measure is not None:
        base = definition(measure).letter.partition("(")[0] or measure.name
        for label, counts, counts_s in [
            ("t", node, node_s),
            *zip(map(str, range(1, len(children) + 1)), children, children_s, strict=True),
        ]:
            value = measure.of(counts)
            yield FormulaPart(f"{base}({label})", run_on_symbols(measure.of, counts_s), value, (measure, {"counts": counts}))
    # The numbers of records.
    yield from _sizes(size, children, children_s)
    yield FormulaPart("n", run_on_symbols(size, node_s), size(node))
    for missing, missing_s in zip(tuple(given.values())[2:], tuple(symbols.values())[2:], strict=True):  # of records without the value
        yield FormulaPart("u", run_on_symbols(size, cast("Sequence[Exact]", missing_s)), size(cast("Sequence[Exact]", missing)))


def _sizes(size: Callable[[Sequence[Exact]], Number], children: Children, symbols: Children) -> Iterator[FormulaPart]:
    """The numbers of records of the children: together, and of each."""
    sizes, sizes_s = [size(c) for c in children], [run_on_symbols(size, c) for c in symbols]
    yield FormulaPart("n", run_on_symbols(total, sizes_s), total(sizes))
    yield from (FormulaPart(f"n_{i}", s, value) for i, (value, s) in enumerate(zip(sizes, sizes_s, strict=True), 1))


def called(function: object) -> str:
    """
    The name of a function in text.

    >>> from dtref.spec.evaluation.confusion.rates import false_positive_rate
    >>> called(false_positive_rate)
    'false positive rate'
    """
    return str(getattr(function, "__name__", function)).replace("_", " ")
