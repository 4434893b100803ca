"""Nodes that try some columns only, drawn at random: what a policy says of the draws. What came out of them, a policy doesn't know."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from attrs import field, frozen

from dtref.errors import Invalid
from dtref.exact.definition import defined
from dtref.spec.model.precision import share_in_doubles

NAMED_COLUMNS = ("sqrt", "log2")
"""The numbers of columns that have a name."""
ONE_MORE = "log2 + 1"
"""The name of Weka's number of columns."""


@defined(
    sources=(
        "scikit-learn 1.9, `sklearn/tree/_splitter.pyx`, node_split_best and node_split_random; `_classes.py`, max_features",
        "ranger 0.14.1, `src/Tree.cpp` (createPossibleSplitVarSubset)",
        "randomForest 4.7-1.1, `src/rfsub.f` (findbestsplit), `src/regTree.c` (findBestSplit)",
    )
)
@frozen
class Draws:
    """
    Each node tries so many columns, drawn without replacement, and may go on to draw until one is not constant there; of each all cuts, or
    one that is drawn too.

    columns: their number; a share of all, rounded down; the root or the binary logarithm of the number of all, rounded down, or one more
    than that; None: all. At least one. one_cut: whether one cut is drawn of each column, any that parts its records. again: whether it goes
    on to draw. idle: whether a column whose best test gains exactly nothing may be passed over, or asked for anything,
    by chance.
    Errors: Invalid for a number of columns below 1, a share that isn't above 0 and at most 1, another name.

    >>> [Draws(k).of(10) for k in (3, Fraction(1, 2), "sqrt", "log2", None)]
    [3, 5, 3, 3, 10]
    """

    columns: int | Fraction | str | None = field()
    one_cut: bool = False
    again: bool = True
    idle: bool = False

    @columns.validator
    def _known(self, _: object, columns: int | Fraction | str | None) -> None:
        if isinstance(columns, str) and columns not in (*NAMED_COLUMNS, ONE_MORE):
            raise Invalid("columns drawn", f"a number, or one of {', '.join(NAMED_COLUMNS)}", columns)
        if isinstance(columns, int) and columns < 1:
            raise Invalid("columns drawn", "a whole number of at least 1", columns)
        if isinstance(columns, Fraction) and not 0 < columns <= 1:
            raise Invalid("columns drawn", "a share above 0 and at most 1", columns)

    def of(self, columns: int) -> int:
        """The number of columns that a node tries, of so many."""
        match self.columns:
            case None:
                return columns
            case "sqrt":
                return max(1, isqrt(columns))
            case "log2":
                return max(1, columns.bit_length() - 1)
            case "log2 + 1":
                return columns.bit_length()
            case Fraction():
                return max(1, int(share_in_doubles(self.columns, columns)))
            case _:
                return min(int(self.columns), columns)

    def __str__(self) -> str:
        what = "all columns" if self.columns is None else f"some columns ({self.columns})"
        return f"{what}, one cut of each, drawn at random" if self.one_cut else f"{what}, drawn at random"
