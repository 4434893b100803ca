"""What a learner of the matrix of programs is, and the columns of a table as R is sent them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import field, frozen
from covering import Setting
from peers.library import MISSING, Cell, Continuous, DataSet, Nominal, exact
from peers.matrix_tables import Gaps, Table, Weights

from dtref.io.foreign.tree import ForeignTree


@frozen(eq=False)
class Learner:
    """
    A learner of a program. package: the row's program; version: "" where it is not there. about: the modules that its row is about.

    columns: the kind of columns that it takes, None for all. tables: those that it is asked about. parameters: by the program's own names;
    admits: whether it takes a combination of them. grow: its tree, from plain data.
    """

    name: str
    version: Callable[[], str]
    about: tuple[str, ...]
    columns: type[Continuous] | type[Nominal] | None
    tables: Callable[[], Sequence[Table]]
    parameters: Mapping[str, Sequence[object]]
    grow: Callable[[DataSet, Setting], ForeignTree]
    admits: Callable[[Setting], bool] = lambda _: True
    gaps: Sequence[Gaps] = field(default=tuple(Gaps))
    weights: Sequence[Weights] = field(default=tuple(Weights))

    @property
    def varied(self) -> Mapping[str, Sequence[object]]:
        """Everything that is varied: of the program, and of the table."""
        return {**self.parameters, "gaps": self.gaps, "weights": self.weights}


def r_columns(data: DataSet) -> list[dict[str, object]]:
    """The columns of a data set, the target last: names, cells as hexadecimal numbers or texts, and the levels of a factor."""
    kinds = [*data.attributes, data.target]
    rows = [(*r.values, r.label) for r in data]
    return [
        {"name": a.name, "cells": [_text(row[i]) for row in rows], **({"levels": list(a.values)} if isinstance(a, Nominal) else {})}
        for i, a in enumerate(kinds)
    ]


def _text(cell: Cell) -> str | None:
    return None if cell is MISSING else cell if isinstance(cell, str) else float(exact(cell)).hex()
