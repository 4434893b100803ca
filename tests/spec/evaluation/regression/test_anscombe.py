"""
Anscombe's warning: four data sets with the same mean, variance, correlation and regression line, and nothing else in common.

What `iaml` 2.6.4 says in a sentence (unrelated data can have the same correlation; always look at them), as exact numbers.
"""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import pytest
from narrow import defined

from dtref.exact.decimals import decimal, is_rounding
from dtref.exact.least_squares import least_squares
from dtref.spec.evaluation.regression.correlation import correlation
from dtref.spec.evaluation.regression.errors import mean_absolute_error, root_mean_squared_error
from dtref.spec.evaluation.regression.medians import median_absolute_deviation_about_prediction
from dtref.spec.evaluation.regression.relative import r_squared

ROWS = list(csv.DictReader((Path(__file__).parents[4] / "golden/data/anscombe.csv").read_text().splitlines()))

ZERO = Fraction(0)

EXACT = {  # mean of y, its variance (n - 1), intercept, slope, squared correlation
    "I": ("8251/1100", "1134999/275000", "33001/11000", "5501/11000", "30261001/45399960"),
    "II": ("8251/1100", "567549/137500", "3301/1100", "1/2", "378125/567549"),
    "III": ("15/2", "206131/50000", "33027/11000", "5497/11000", "30217009/45348820"),
    "IV": ("8251/1100", "2267787/550000", "33019/11000", "5499/11000", "10079667/15118580"),
}
R = {"I": "0.81642", "II": "0.81624", "III": "0.81629", "IV": "0.81652"}
APART = {"I": ("0.837", "0.740"), "II": ("0.968", "0.761"), "III": ("0.716", "0.390"), "IV": ("0.903", "0.909")}


def points(name: str) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    rows = [row for row in ROWS if row["set"] == name]
    return tuple(Fraction(row["x"]) for row in rows), tuple(Fraction(row["y"]) for row in rows)


@pytest.mark.parametrize("name", EXACT)
def test_the_figures_that_agree(name: str) -> None:
    x, y = points(name)
    n = len(x)
    mean_x, mean_y = sum(x, ZERO) / n, sum(y, ZERO) / n
    var_x, var_y = (sum(((z - mean) ** 2 for z in values), ZERO) / (n - 1) for values, mean in ((x, mean_x), (y, mean_y)))
    slope = sum(((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)), ZERO) / (var_x * (n - 1))
    r = correlation(y, x)
    assert (n, mean_x, var_x) == (11, 9, 11)
    assert (mean_y, var_y, mean_y - slope * mean_x, slope, defined(r).square) == tuple(map(Fraction, EXACT[name]))
    assert (defined(r).sign, decimal(defined(r).value, 5)) == (1, R[name])
    for printed, value in (
        ("7.50", mean_y),
        ("0.816", defined(r).value),
        ("0.50", slope),
        ("3.00", mean_y - slope * mean_x),
        ("0.67", defined(r).square),
    ):
        assert is_rounding(printed, value) or (name, printed) == ("IV", "0.816")  # 0.81652 rounds to 0.817
    assert decimal(var_y, 1) == "4.1"


@pytest.mark.parametrize("name", EXACT)
def test_a_line_of_least_squares_has_r_squared_equal_to_the_squared_correlation(name: str) -> None:
    x, y = points(name)
    line = least_squares([(a,) for a in x], y, [Fraction(1)] * len(x))
    fitted = tuple(defined(line)((a,)) for a in x)
    assert r_squared(y, fitted) == defined(correlation(y, x)).square == defined(correlation(y, fitted)).square
    assert is_rounding("1.12", defined(root_mean_squared_error(y, fitted)))


@pytest.mark.parametrize("name", EXACT)
def test_absolute_errors_tell_them_apart(name: str) -> None:
    x, y = points(name)
    line = least_squares([(a,) for a in x], y, [Fraction(1)] * len(x))
    fitted = tuple(defined(line)((a,)) for a in x)
    mae, mad = mean_absolute_error(y, fitted), median_absolute_deviation_about_prediction(y, fitted)
    assert (decimal(defined(mae), 3), decimal(defined(mad), 3)) == APART[name]


def test_numpy_agrees() -> None:
    numpy = pytest.importorskip("numpy")
    for name in EXACT:
        x, y = (tuple(map(float, values)) for values in points(name))
        assert abs(float(decimal(defined(correlation(y, x)).value, 30)) - numpy.corrcoef(x, y)[0, 1]) < 1e-14
