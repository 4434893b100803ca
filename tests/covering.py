"""Covering arrays: few combinations of parameter values in which every pair of values of two parameters occurs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product

Setting = Mapping[str, object]
"""A value for each parameter."""
Pair = frozenset[tuple[str, int]]
"""Two parameters, each with the position of one of its values."""


def pairs_of(parameters: Mapping[str, Sequence[object]]) -> Iterator[Pair]:
    """Every pair of values of two parameters."""
    for a, b in combinations(parameters, 2):
        for i, j in product(range(len(parameters[a])), range(len(parameters[b]))):
            yield frozenset({(a, i), (b, j)})


def covering(parameters: Mapping[str, Sequence[object]], admits: Callable[[Setting], bool] = lambda _: True) -> list[Setting]:
    """
    Settings in which every pair of values occurs that occurs in a setting which `admits` lets pass; greedily few, the same at every call.

    >>> len(covering({"a": (0, 1), "b": (0, 1), "c": (0, 1)}))
    4
    """
    names = list(parameters)
    open_pairs = dict.fromkeys(pairs_of(parameters))
    settings: list[Setting] = []
    while open_pairs:
        chosen = _with_most(parameters, names, next(iter(open_pairs)), open_pairs, admits)
        if chosen is None:  # no setting has this pair
            open_pairs.pop(next(iter(open_pairs)))
            continue
        settings.append({name: parameters[name][chosen[name]] for name in names})
        for a, b in combinations(names, 2):
            open_pairs.pop(frozenset({(a, chosen[a]), (b, chosen[b])}), None)
    return settings


def _with_most(
    parameters: Mapping[str, Sequence[object]],
    names: Sequence[str],
    first: Pair,
    open_pairs: Mapping[Pair, None],
    admits: Callable[[Setting], bool],
) -> dict[str, int] | None:
    """A setting with the pair `first` and, one parameter after another, the value that closes most open pairs; None if there is none."""

    def gained(chosen: Mapping[str, int], name: str, i: int) -> int:
        return sum(frozenset({(name, i), pair}) in open_pairs for pair in chosen.items())

    def completed(chosen: dict[str, int], rest: Sequence[str]) -> dict[str, int] | None:
        if not rest:
            return chosen if admits({name: parameters[name][i] for name, i in chosen.items()}) else None
        name = rest[0]
        ranked = sorted(
            range(len(parameters[name])), key=lambda i: (-gained(chosen, name, i), (i + len(open_pairs)) % len(parameters[name]))
        )
        return next((whole for i in ranked if (whole := completed({**chosen, name: i}, rest[1:]))), None)

    return completed(dict(first), [name for name in names if name not in dict(first)])
