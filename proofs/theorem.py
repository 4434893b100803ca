"""
What a theorem is: a statement about dtref's own functions, with a proof that runs.

A theorem is a function `theorem_<conclusion>[_of_<hypotheses>]` whose body is the proof. pytest collects and runs it. It ends *proved*, or,
where it is about a formula as a document prints it, *refuted*; a step that can't be taken raises `NotEstablished`, which is a failure.
Nothing is sampled: every step is an identity, an inequality that holds by its form, or all of finitely many cases.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import wraps
from pathlib import Path
from types import FunctionType

from attrs import frozen


class Method(StrEnum):
    """How a theorem is proved."""

    IDENTITY = "identity"  # both sides are one expression
    SQUARES = "sum of squares"  # the difference is a sum of squares with weights that aren't negative
    SIGNS = "signs"  # the difference is made of factors and terms whose signs are known
    DERIVATIVES = "derivative signs"  # of a function of one variable: where it rises and falls, and how it bends
    TANGENT = "tangent line"  # ln x <= x - 1, equal at 1 only, term by term
    INDUCTION = "induction step"  # from n to n + 1, and the first case
    LIMIT = "limit"
    EXPANSION = "series expansion"
    EXHAUSTION = "exhaustion"  # each of finitely many cases
    BALLS = "balls"  # a cover by intervals, and in each a certified bound for all its real numbers
    COUNTEREXAMPLE = "counterexample"


class Outcome(StrEnum):
    """How a theorem ends. There is a third way, *not established*, which is an exception."""

    PROVED = "proved"
    REFUTED = "refuted"  # the statement of a document is false


class NotEstablished(AssertionError):  # noqa: N818  (the third way a proof can end, by its name)
    """A step that could not be taken; says nothing about whether the theorem is true."""


@frozen
class Theorem:
    """
    A statement in words, the functions of dtref that its proof runs, how far it reaches, and its method.

    source: `<document>: <slide title>`, or the key of a paper in `dtref.spec.bibliography`. ends: what running the proof shows.
    prove: the proof.
    """

    name: str
    says: str
    source: str
    runs: tuple[Callable[..., object], ...]
    reach: str
    method: Method
    ends: Outcome
    prove: Callable[[], None]

    def functions(self) -> tuple[FunctionType, ...]:
        """The plain functions behind all that is run."""
        return tuple(function for run in self.runs for function in behind(run))


def theorem(
    says: str,
    *,
    source: str,
    runs: tuple[Callable[..., object], ...],
    reach: str,
    method: Method,
    ends: Outcome = Outcome.PROVED,
) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """A decorator: the function whose body proves the theorem; `theorem_of` gives back what is said about it."""

    def decorate(prove: Callable[[], None]) -> Callable[[], None]:
        @wraps(prove)
        def run() -> None:
            prove()

        run.__dict__["theorem"] = Theorem(prove.__name__, says, source, runs, reach, method, ends, prove)
        return run

    return decorate


def behind(run: Callable[..., object]) -> tuple[FunctionType, ...]:
    """The plain functions behind one that is run: of a criterion its formula, and what stands in its place where records miss a value."""
    instead = getattr(run, "with_missing", None)
    return (plain(run),) if instead is None else (plain(run), plain(instead))


def plain(function: Callable[..., object]) -> FunctionType:
    """The plain function behind a callable that says what it wraps. Errors: TypeError where there is none."""
    found: object = function
    while not isinstance(found, FunctionType) or hasattr(found, "__wrapped__"):
        if not hasattr(found, "__wrapped__"):
            raise TypeError(f"{function!r} is no plain function and wraps none")
        found = found.__wrapped__
    return found


def theorems(files: Sequence[str] = ()) -> Iterator[tuple[str, Theorem]]:
    """Every theorem of the folder, or of these of its files, with the name of its module, in order of modules and of lines."""
    for name in sorted(files or (found.name for found in pkgutil.iter_modules([str(Path(__file__).parent)]))):
        members = vars(importlib.import_module(f"proofs.{name}"))
        # all at once: a proof may write names of its module, such as __warningregistry__, while the next one is looked for
        yield from [(name, one.theorem) for one in members.values() if isinstance(getattr(one, "theorem", None), Theorem)]
