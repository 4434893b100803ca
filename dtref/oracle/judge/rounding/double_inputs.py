"""The inputs of an operation as doubles, with the sums, means and squares that formulas make of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import frozen

from dtref.exact.decimals import decimal
from dtref.exact.number import Exact
from dtref.oracle.judge.rounding.doubles import Double, double, sum_of_doubles
from dtref.oracle.operations.evaluation.matrix_inputs import read_matrix
from dtref.oracle.operations.inputs import Given


@frozen
class DoubleInputs:
    """The inputs of an operation, read as doubles with a unit of rounding."""

    exact: Given
    unit: Fraction

    def of(self, x: Exact) -> Double:
        """A number as a double."""
        q: object = x
        return double(Fraction(q) if isinstance(q, Fraction | int) else Fraction(decimal(x, 40)), self.unit)

    def number(self, name: str) -> Double:
        """An input that is a number."""
        return self.of(self.exact.number(name))

    def numbers(self, name: str) -> list[Double]:
        """An input that is a list of numbers: fractions or decimals."""
        return [double(Fraction(text), self.unit) for text in self.exact.texts(name)]

    def differences(self, first: str, second: str) -> list[Double]:
        """The numbers of one list less those of another."""
        return [a - b for a, b in zip(self.numbers(first), self.numbers(second), strict=True)]

    def total(self, terms: Sequence[Double]) -> Double:
        """The sum of terms."""
        return sum_of_doubles(terms, self.unit)

    def mean(self, terms: Sequence[Double], less: int = 0) -> Double:
        """The sum of terms divided by their number minus `less`."""
        return self.total(terms) / self.of(len(terms) - less)

    def squares(self, values: Sequence[Double], less: int = 0) -> Double:
        """sum (x - mean)^2 / (n - less)"""
        centre = self.mean(values)
        return self.mean([(x - centre) * (x - centre) for x in values], less)

    def matrix(self) -> list[list[Double]]:
        """The cells of a confusion matrix, also of four counts, as shares of all records."""
        four = [[self.number("tp"), self.number("fn")], [self.number("fp"), self.number("tn")]] if "tp" in self.exact.parts else None
        rows = four or [[self.of(n) for n in row] for row in read_matrix(self.exact.part("matrix"), "matrix").rows]
        n = self.total([x for row in rows for x in row])
        return [[x / n for x in row] for row in rows]
