"""
Operations as values. An operation is declared once: a function, the kinds of its inputs and of its answer. Its reader of JSON, its
generators, its parser on the command line and its description follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial, wraps
from inspect import isfunction, unwrap
from itertools import chain, product
from typing import TYPE_CHECKING, Generic, Never, TypeAlias, TypeVar, cast

from attrs import Factory, evolve, field, frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.number import Exact, number
from dtref.io.numbers import Json
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.draws import Draw, DrawInputs, GivenJson, inputs_by_name, merged_inputs, not_drawn
from dtref.oracle.operations.inputs import Given

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


ReadInput: TypeAlias = Callable[[Given, str], T]
"""Reads the input of a name among all inputs."""


def alone(read: Callable[[Json, str], T]) -> ReadInput[T]:
    """
    The reader of an input that depends on no other, from a reader of JSON (the text says where).

    >>> alone(lambda value, where: (value, where))(Given({"a": "1"}), "a")
    ('1', 'given, a')
    """
    return lambda given, name: read(given.part(name), f"{given.where}, {name}")


@frozen(eq=False)
class InputKind(Generic[T_co]):
    """
    A kind of input.

    says: what it is, for documents. read: its reader. draw: a strategy for it (needs Hypothesis), if it can be drawn without the others.
    typed: how it is typed on the command line, if it can be. default: what stands for it where it is left out; empty if it may not be.
    """

    says: str
    read: ReadInput[T_co]
    draw: Draw = not_drawn
    typed: Typed | None = None
    default: tuple[T_co, ...] = ()

    def of(self, given: Given, name: str) -> T_co:
        """The input of a name, or what stands for it."""
        return self.default[0] if self.default and name not in given.parts else self.read(given, name)

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

    def written(self, value: T_contra | Undefined) -> Answer:
        """The answer for a value, or no value."""
        return value if isinstance(value, Undefined) else self.write(value)

    def named(self, says: str) -> AnswerKind[T_contra]:
        """The same kind, described otherwise."""
        return evolve(self, says=says)


NUMBER_ANSWER: AnswerKind[Exact] = AnswerKind("a number", number, explained=True)


@frozen(eq=False)
class Inputs:
    """
    Inputs that make arguments of a function.

    kinds: by name. arguments: the arguments that they make. draws: strategies for them together, each by what is special about it. typed:
    how each argument is typed on the command line. ways: the names of the inputs in each way of giving them. tied: where one of them is
    a tree that is grown, the arguments for each of the trees that choices among tied tests lead to.
    """

    kinds: Mapping[str, InputKind[object]]
    arguments: Callable[[Given], tuple[object, ...]]
    draws: Mapping[str, DrawInputs]
    typed: tuple[Typed | None, ...] = ()
    ways: tuple[tuple[str, ...], ...] = field(default=Factory(lambda inputs: (tuple(inputs.kinds),), takes_self=True), kw_only=True)
    tied: Callable[[Given], Iterator[tuple[object, ...]]] | None = None


def by_keyword(function: Callable[..., T], *names: str) -> Callable[..., T]:
    """
    A function whose last arguments are keywords.

    >>> by_keyword(sorted, "reverse")([1, 2], True)
    [2, 1]
    """

    @wraps(function)
    def of(*arguments: object) -> T:
        first = len(arguments) - len(names)
        return function(*arguments[:first], **dict(zip(names, arguments[first:], strict=True)))

    return of


def ask_last(*arguments: object) -> object:
    """
    What the last argument, a function, makes of the others.

    >>> ask_last(3, 5, max)
    5
    """
    *others, function = arguments
    return cast("Callable[..., object]", function)(*others)


def each(**kinds: InputKind[object]) -> Inputs:
    """Inputs each of which is one argument. Errors: Invalid for an input without a kind."""
    for input_name, of_input in kinds.items():
        if not isinstance(of_input, InputKind):
            raise Invalid(f"input {input_name}", "a kind", of_input)

    def arguments(given: Given) -> tuple[object, ...]:
        return tuple(kind.of(given, name) for name, kind in kinds.items())

    # with the inputs that may be left out, and without them
    needed = {name: kind for name, kind in kinds.items() if not kind.default}
    ways = {"": kinds} if len(needed) == len(kinds) else {"": kinds, "defaults": needed}
    drawn = {} if any(kind.draw is not_drawn for kind in kinds.values()) else {about: partial(_drawn, some) for about, some in ways.items()}
    return Inputs(kinds, arguments, drawn, tuple(kind.typed for kind in kinds.values()))


def _drawn(kinds: Mapping[str, InputKind[object]]) -> SearchStrategy[GivenJson]:
    return inputs_by_name(**{name: kind.draw() for name, kind in kinds.items()})


def as_one(make: Callable[..., object], inputs: Inputs, typed: Typed | None = None) -> Inputs:
    """The same inputs, which together make one argument."""
    trees = inputs.tied
    tied = None if trees is None else lambda given: ((make(*arguments),) for arguments in trees(given))
    return evolve(inputs, arguments=lambda given: (make(*inputs.arguments(given)),), typed=(typed,), tied=tied)


def jointly(inputs: Inputs, draw: DrawInputs, **draws: DrawInputs) -> Inputs:
    """The same inputs, which depend on each other and are drawn together; perhaps in several ways, each with what is special about it."""
    return evolve(inputs, draws={"": draw, **{about.replace("_", " "): other for about, other in draws.items()}})


def either(first: Inputs, second: Inputs) -> Inputs:
    """Inputs that make the same arguments in one of two ways. Errors, when it reads: Invalid for inputs of both ways, or of neither."""

    def way(given: Given) -> Inputs:
        taken = [inputs for inputs in (first, second) if inputs.kinds.keys() & given.parts.keys()]
        if len(taken) != 1:
            names = (" with ".join(map(repr, inputs.kinds)) for inputs in (first, second))
            raise Invalid(given.where, f"one of {' and '.join(names)}", "both" if taken else "neither")
        return taken[0]

    def tied(given: Given) -> Iterator[tuple[object, ...]]:
        inputs = way(given)
        return iter((inputs.arguments(given),)) if inputs.tied is None else inputs.tied(given)

    return Inputs(
        {**first.kinds, **second.kinds},
        lambda given: way(given).arguments(given),
        {**first.draws, **{next(iter(second.kinds)): draw for draw in second.draws.values()}},
        first.typed,
        tied if first.tied or second.tied else None,
        ways=first.ways + second.ways,
    )


def side_by_side(*parts: Inputs) -> Inputs:
    """The inputs of several parts, and all the arguments that they make."""

    def arguments(given: Given) -> tuple[object, ...]:
        return tuple(argument for part in parts for argument in part.arguments(given))

    return Inputs(
        {name: kind for part in parts for name, kind in part.kinds.items()},
        arguments,
        dict(map(_merged_draws, product(*(part.draws.items() for part in parts)))),
        tuple(typed for part in parts for typed in part.typed),
        partial(_tied_arguments, parts) if any(part.tied for part in parts) else None,
        ways=tuple(tuple(dict.fromkeys(chain.from_iterable(names))) for names in product(*(part.ways for part in parts))),
    )


def _tied_arguments(parts: tuple[Inputs, ...], given: Given) -> Iterator[tuple[object, ...]]:
    """All arguments, for each tree that one part grows."""
    (i,) = (i for i, part in enumerate(parts) if part.tied is not None)
    before, after = (side_by_side(*some).arguments(given) for some in (parts[:i], parts[i + 1 :]))
    return ((*before, *tree, *after) for tree in cast("Callable[[Given], Iterator[tuple[object, ...]]]", parts[i].tied)(given))


def _merged_draws(ways: tuple[tuple[str, DrawInputs], ...]) -> tuple[str, DrawInputs]:
    """One way of drawing for each part of the inputs, as one way for all of them."""
    return ", ".join(about for about, _ in ways if about), lambda: merged_inputs(*(draw() for _, draw in ways))


@frozen(eq=False)
class Operation:
    """
    An operation: call it with its inputs.

    name: as golden records write it. function: the function of dtref that it asks. inputs: its inputs, which make the arguments. answer:
    the kind of its answer.
    """

    name: str
    function: Callable[..., object]
    inputs: Inputs
    answer: AnswerKind[Never]

    @property
    def definition(self) -> Callable[..., object]:
        """The function that defines the answer: the one that is asked, without what hands it its arguments."""
        function: Callable[..., object] = self.function.func if isinstance(self.function, partial) else self.function
        return cast("Callable[..., object]", unwrap(function, stop=lambda f: not isfunction(f)))

    def __call__(self, given: Given) -> Answer:
        """The answer. Errors: Invalid for inputs that the operation doesn't take."""
        return self.of(self.inputs.arguments(given.only(*self.inputs.kinds)))

    def of(self, arguments: tuple[object, ...]) -> Answer:
        """The answer for the arguments that inputs make."""
        return self.answer.written(cast(Never, self.function(*arguments)))


def asks(
    name: str, function: Callable[..., object], *inputs: Inputs, answer: AnswerKind[Never] = NUMBER_ANSWER, **kinds: InputKind[object]
) -> Operation:
    """
    The operation that asks a function: of the arguments that `inputs` make, and then of one for each of `kinds`.

    Errors: Invalid, when it is declared, for an input without a kind.
    """
    return Operation(name, function, side_by_side(*inputs, *((each(**kinds),) if kinds else ())), answer)


def declarations(*operations: Operation) -> Mapping[str, Operation]:
    """Operations by name."""
    return {one.name: one for one in operations}
