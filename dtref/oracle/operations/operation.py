"""
Operations as values. An operation that is a function of dtref is declared once, with the kinds of its inputs and of its answer: its reader
of JSON, its generators, its parser on the command line and its description follow. Any other has an answer written by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from inspect import isfunction, unwrap
from itertools import product
from typing import TYPE_CHECKING, Generic, Never, TypeVar, cast

from attrs import evolve, frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.number import Exact, number
from dtref.io.numbers import Json
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.draws import Draw, DrawInputs, GivenJson, inputs_by_name, merged_inputs
from dtref.oracle.operations.inputs import Answering, Given

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
T_contra = TypeVar("T_contra", contravariant=True)


@frozen(eq=False)
class Typed:
    """How an argument is typed on the command line: the notation in messages, and the parser of a text (the second text says where)."""

    notation: str
    parse: Callable[[str, str], object]


@frozen(eq=False)
class InputKind(Generic[T_co]):
    """
    A kind of input.

    says: what it is, for documents. read: its reader from JSON (the text says where). draw: a strategy for it (needs Hypothesis). typed:
    how it is typed on the command line, if it can be. default: what stands for it where it is left out; empty if it may not be.
    """

    says: str
    read: Callable[[Json, str], T_co]
    draw: Draw
    typed: Typed | None = None
    default: tuple[T_co, ...] = ()

    def drawn(self, draw: Draw) -> InputKind[T_co]:
        """The same kind, drawn otherwise."""
        return evolve(self, draw=draw)

    def named(self, says: str) -> InputKind[T_co]:
        """The same kind, described otherwise."""
        return evolve(self, says=says)


def optional(kind: InputKind[T], default: T) -> InputKind[T]:
    """The same kind, which may be left out."""
    return evolve(kind, default=(default,))


@frozen(eq=False)
class AnswerKind(Generic[T_contra]):
    """A kind of answer. says: what it is, for documents. write: the answer for a value. explained: whether a derivation can show it."""

    says: str
    write: Callable[[T_contra], Answer]
    explained: bool = False


NUMBER_ANSWER: AnswerKind[Exact] = AnswerKind("a number", number, explained=True)


@frozen(eq=False)
class Inputs:
    """
    Inputs that make arguments of a function.

    kinds: by name. arguments: the arguments that they make. draws: strategies for them together, each by what is special about it. typed:
    how each argument is typed on the command line.
    """

    kinds: Mapping[str, InputKind[object]]
    arguments: Callable[[Given], tuple[object, ...]]
    draws: Mapping[str, DrawInputs]
    typed: tuple[Typed | None, ...]


def each(**kinds: InputKind[object]) -> Inputs:
    """Inputs each of which is one argument. Errors: Invalid for an input without a kind."""
    for input_name, of_input in kinds.items():
        if not isinstance(of_input, InputKind):
            raise Invalid(f"input {input_name}", "a kind", of_input)

    def arguments(given: Given) -> tuple[object, ...]:
        return tuple(
            kind.default[0] if kind.default and name not in given.parts else kind.read(given.part(name), f"{given.where}, {name}")
            for name, kind in kinds.items()
        )

    # with the inputs that may be left out, and without them
    needed = {name: kind for name, kind in kinds.items() if not kind.default}
    ways = {"": kinds} if len(needed) == len(kinds) else {"": kinds, "defaults": needed}
    return Inputs(kinds, arguments, {about: partial(_drawn, some) for about, some in ways.items()}, tuple(k.typed for k in kinds.values()))


def _drawn(kinds: Mapping[str, InputKind[object]]) -> SearchStrategy[GivenJson]:
    return inputs_by_name(**{name: kind.draw() for name, kind in kinds.items()})


def as_one(make: Callable[..., object], inputs: Inputs, typed: Typed | None = None) -> Inputs:
    """The same inputs, which together make one argument."""
    return evolve(inputs, arguments=lambda given: (make(*inputs.arguments(given)),), typed=(typed,))


def jointly(inputs: Inputs, draw: DrawInputs, **draws: DrawInputs) -> Inputs:
    """The same inputs, which depend on each other and are drawn together; perhaps in several ways, each with what is special about it."""
    return evolve(inputs, draws={"": draw, **{about.replace("_", " "): other for about, other in draws.items()}})


def side_by_side(*parts: Inputs) -> Inputs:
    """The inputs of several parts, and all the arguments that they make."""
    return Inputs(
        {name: kind for part in parts for name, kind in part.kinds.items()},
        lambda given: tuple(argument for part in parts for argument in part.arguments(given)),
        dict(map(_merged_draws, product(*(part.draws.items() for part in parts)))),
        tuple(typed for part in parts for typed in part.typed),
    )


def _merged_draws(ways: tuple[tuple[str, DrawInputs], ...]) -> tuple[str, DrawInputs]:
    """One way of drawing for each part of the inputs, as one way for all of them."""
    return ", ".join(about for about, _ in ways if about), lambda: merged_inputs(*(draw() for _, draw in ways))


@frozen(eq=False)
class Operation:
    """
    An operation: call it with its inputs.

    name: as golden records write it. compute: the answer for inputs. function: the function of dtref that it asks, if it is declared by
    one; then also: inputs, its inputs; answer, the kind of its answer.
    """

    name: str
    compute: Answering
    function: Callable[..., object] | None = None
    inputs: Inputs | None = None
    answer: AnswerKind[Never] | None = None

    @property
    def definition(self) -> Callable[..., object] | None:
        """The function that defines the answer: the one that is asked, without what hands it its arguments."""
        function = self.function.func if isinstance(self.function, partial) else self.function
        return None if function is None else unwrap(function, stop=lambda f: not isfunction(f))

    def __call__(self, given: Given) -> Answer:
        """The answer. Errors: Invalid for inputs that the operation doesn't take."""
        return self.compute(given)


def asks(
    name: str, function: Callable[..., object], *inputs: Inputs, answer: AnswerKind[Never] = NUMBER_ANSWER, **kinds: InputKind[object]
) -> Operation:
    """
    The operation that asks a function: of the arguments that `inputs` make, and then of one for each of `kinds`.

    Errors: Invalid, when it is declared, for an input without a kind.
    """
    every = side_by_side(*inputs, *((each(**kinds),) if kinds else ()))

    def compute(given: Given) -> Answer:
        value = function(*every.arguments(given.only(*every.kinds)))
        return value if isinstance(value, Undefined) else answer.write(cast(Never, value))

    return Operation(name, compute, function, every, answer)


def declarations(*operations: Operation) -> Mapping[str, Operation]:
    """Operations by name."""
    return {one.name: one for one in operations}
