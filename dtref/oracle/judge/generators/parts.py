"""Generators: strategies for the inputs of operations, each with what it is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from attrs import frozen
from hypothesis import strategies as st

from dtref.oracle.judge.cases import Cuts
from dtref.oracle.operations.draws import GivenJson
from dtref.oracle.operations.operation import Operation

DrawnInputs: TypeAlias = st.SearchStrategy[GivenJson]


@frozen(eq=False)
class Generator:
    """A strategy for the inputs of an operation. about: the kind of input, where there are several. cuts: as in `Case`."""

    operation: str
    inputs: DrawnInputs
    about: str = ""
    cuts: Cuts | None = None


def several(names: str, inputs: DrawnInputs, about: str = "") -> tuple[Generator, ...]:
    """
    A generator for each of several operations that take the same inputs.

    >>> [generator.operation for generator in several("gini entropy", st.just({}))]
    ['gini', 'entropy']
    """
    return tuple(Generator(name, inputs, about) for name in names.split())


def declared_generators(operations: Iterable[Operation]) -> Iterator[Generator]:
    """
    The generators of declared operations, which the kinds of their inputs make.

    >>> from dtref.oracle.operations.registry import OPERATIONS
    >>> [generator.about for generator in declared_generators([OPERATIONS["wald"], OPERATIONS["grow"]])]
    ['', 'confidence']
    """
    for one in operations:
        for about, draw in one.inputs.draws.items():
            yield Generator(one.name, draw(), about)
