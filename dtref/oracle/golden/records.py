"""Golden records: the printed text, the exact truth, and how the two are related. golden/README.md explains the format."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias

from attrs import frozen

from dtref.io.numbers import Json


class Verdict(StrEnum):
    """The relation between the printed text and the truth."""

    ROUNDING = "rounding"  # the printed figure is a correct rounding
    INTERMEDIATES = "intermediates"  # the printed figure isn't a rounding; it follows from intermediate results that were rounded first
    ERRATUM = "erratum"  # what is printed is wrong
    DAMAGED = "damaged"  # the text was damaged on its way here
    LOST = "lost"  # a figure isn't there any more
    UNPRINTED = "unprinted"  # the document doesn't print it, though its text or a figure calls for it
    RIGHT = "right"  # a formula, a table, a statement: true as printed
    INCOMPLETE = "incomplete"  # true where it says something, and silent in a case that it ought to cover
    IMPRECISE = "imprecise"  # true in the main, not as worded
    DEFINITION = "definition"  # gives words a meaning: nothing to check
    UNCHECKED = "unchecked"  # can't be checked; the note says why


class Provenance(StrEnum):
    """The origin of an exact value, besides dtref: the document, an independent computation, or none."""

    PRINTED = "printed"
    INDEPENDENT = "independent"
    SELF = "self"


@frozen
class Call:
    """An operation, its inputs, and the part of its answer that is asked for (a path of names and positions from 1; empty: the whole)."""

    operation: str
    given: Mapping[str, Json]
    part: tuple[str, ...] = ()


@frozen
class Check:
    """A relation that must hold between the values of names: numbers, or (parts of) the results of operations."""

    says: str
    let: Mapping[str, Json]
    holds: str


@frozen
class HandComputation:
    """A hand computation, with a sentence about it."""

    says: str
    arithmetic: str


@frozen
class Rejected:
    """A hand computation that one might expect to give the printed figure, and the other figure that it gives."""

    says: str
    arithmetic: str
    gives: str


@frozen
class Erratum:
    """
    An error of a document: what is wrong, what is right, an executable proof, and where else the document is right (or "nowhere").

    defence: the best that can be said for the document, in a line; "none" if nothing can.
    """

    category: str
    wrong: str
    right: str
    proof: tuple[Check, ...]
    elsewhere: str
    defence: str


@frozen
class Value:
    """
    A number. derivation: a second way to compute it. reproductions: computations that give a printed figure that isn't a rounding.
    rejected: computations that give another figure. restored: the figure that a damaged one must have been.
    """

    call: Call
    printed: str
    derivation: str
    exact: Json
    decimal: str
    reproductions: tuple[HandComputation, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    restored: str = ""


@frozen
class Answered:
    """An answer that isn't a number: a tree, a set of tests, labels."""

    call: Call
    printed: str
    exact: Json


@frozen
class TableCell:
    """A cell of a table by its row and column, counted from 1."""

    row: int
    column: int


@frozen
class PrintedTable:
    """A table, cell by cell; wrong: the cells printed wrongly; derivation: a second way to compute some cells."""

    call: Call
    header: tuple[str, ...]
    printed: tuple[tuple[str, ...], ...]
    exact: tuple[tuple[Json, ...], ...]
    derivation: tuple[tuple[str, ...], ...] = ()
    wrong: tuple[TableCell, ...] = ()


@frozen
class FormulaCase:
    """A printed formula evaluated at some numbers: the value it gives, and the true value with the call that computes it."""

    case: str
    where: Mapping[str, Json]
    gives: Json
    call: Call
    exact: Json


@frozen
class PrintedFormula:
    """
    A formula: as printed, in the arithmetic language, corrected if it is wrong, and the cases at which it was evaluated.

    restored: what a damaged one must have been; `arithmetic` is then of that.
    """

    printed: str
    arithmetic: str
    corrected: str
    cases: tuple[FormulaCase, ...]
    restored: str = ""


@frozen
class Statement:
    """A claim of a document, identified by a few of its words, and the checks of it."""

    printed: str
    checks: tuple[Check, ...]


@frozen
class Figure:
    """A picture that is missing from the text, and what it must have shown, where that is known."""

    printed: str
    shown: Answered | None


Body: TypeAlias = Value | Answered | PrintedTable | PrintedFormula | Statement | Figure


@frozen
class GoldenRecord:
    """A golden record: its place, its verdict, and a body of one of six kinds."""

    document: str
    topic: str
    id: str
    slide: str
    what: str
    verdict: Verdict
    provenance: Provenance
    flags: tuple[str, ...]
    note: str
    erratum: Erratum | None
    body: Body
