"""
What a learner of the matrix is: a program's function that grows trees, with the parameters that shape one.

Every tree is under the safe names of `plain`: columns a0, a1 …, values v0 …, classes c0 …, the target y.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from attrs import field, frozen
from covering import Setting
from peers.library import MISSING, Cell, Continuous, DataSet, Nominal, Record, exact
from peers.matrix_tables import Gaps, Table, Weights

from dtref.io.foreign.tree import ForeignTree

FLAG = (False, True)


@frozen(eq=False)
class Learner:
    """
    A learner of a program. version: "" where it is not there.

    columns: the kind of columns that it takes, None for all. tables: those that it is asked about. parameters: by the program's own names;
    admits: whether it takes a combination of them. grow: its tree, from plain data.

    signature: the names of all parameters that the program's own signature has; each is one of `parameters`, of `refused` (a value that
    dtref refuses by name), of `fails` (at which the program itself ends, and what it says then) or of `shapeless` (it shapes no tree, or
    none but with what is refused, or fails).
    """

    name: str
    version: Callable[[], str]
    columns: type[Continuous] | type[Nominal] | None
    tables: Callable[[], Sequence[Table]]
    parameters: Mapping[str, Sequence[object]]
    grow: Callable[[DataSet, Setting], ForeignTree]
    admits: Callable[[Setting], bool] = lambda _: True
    gaps: Sequence[Gaps] = field(default=tuple(Gaps))
    weights: Sequence[Weights] = field(default=tuple(Weights))
    signature: Callable[[], Collection[str]] = lambda: ()
    refused: Mapping[str, object] = field(factory=dict)
    fails: Mapping[str, str] = field(factory=dict)
    shapeless: frozenset[str] = frozenset()

    @property
    def varied(self) -> Mapping[str, Sequence[object]]:
        """Everything that is varied: of the program, and of the table."""
        return {**self.parameters, "gaps": self.gaps, "weights": self.weights}


def plain(data: DataSet) -> DataSet:
    """The data set under safe names."""
    kinds = [
        Continuous(f"a{i}") if isinstance(a, Continuous) else Nominal(f"a{i}", _codes("v", a.values)) for i, a in enumerate(data.attributes)
    ]
    values = [{} if isinstance(a, Continuous) else dict(zip(a.values, _codes("v", a.values), strict=True)) for a in data.attributes]
    regression = isinstance(data.target, Continuous)
    classes = {} if regression else dict(zip(data.classes, _codes("c", data.classes), strict=True))

    def cell(i: int, value: Cell) -> Cell:
        return values[i][value] if isinstance(value, str) else value

    records = [
        Record(tuple(cell(i, v) for i, v in enumerate(r.values)), classes[r.label] if isinstance(r.label, str) else r.label, r.weight)
        for r in data
    ]
    return DataSet(tuple(kinds), Continuous("y") if regression else Nominal("y", tuple(classes.values())), tuple(records))


def _codes(letter: str, values: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{letter}{j}" for j in range(len(values)))


def numbers_of(data: DataSet) -> list[list[float]]:
    """The cells of a data set of numbers as doubles, NaN where one is missing."""
    return [[float("nan") if cell is MISSING else float(exact(cell)) for cell in r.values] for r in data]


def scores_of(data: DataSet) -> list[float]:
    """The labels as numbers: of classes their positions. Errors: ValueError for more than two classes."""
    classes = data.classes if isinstance(data.target, Nominal) else ()
    if len(classes) > 2:
        raise ValueError("two classes at most")
    return [float(classes.index(r.label)) if isinstance(r.label, str) else float(exact(r.label)) for r in data]
