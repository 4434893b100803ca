"""
The formulas of golden/README.md whose error isn't that of a sum of shares or bits, run on numbers that carry the error of doubles.

Each is the formula as the page has it, term by term; what it returns says how far a right program may be off. A quotient divides the
error of its top by its bottom, a root that of what is under it by twice itself (at 0 it is the root of the error).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Undefined
from dtref.exact.decimals import decimal
from dtref.exact.number import Exact, Number
from dtref.oracle.judge.rounding.doubles import Double, double, sum_of_doubles
from dtref.oracle.operations.evaluation.confusion import given_matrix
from dtref.oracle.operations.inputs import Given
from dtref.spec.evaluation.confusion.matrix import binary_views
from dtref.spec.split.criteria import gain, split_info
from dtref.spec.split.impurity import entropy


@frozen
class DoubleInputs:
    """The inputs of an operation as doubles of a unit of rounding."""

    given: Given
    unit: Fraction

    def of(self, x: Exact) -> Double:
        """A number as a double."""
        q: object = x
        return double(Fraction(q) if isinstance(q, Fraction | int) else Fraction(decimal(x, 40)), self.unit)

    def number(self, name: str) -> Double:
        """An input that is a number."""
        return self.of(self.given.number(name))

    def numbers(self, name: str) -> list[Double]:
        """An input that is a list of numbers: fractions or decimals."""
        return [double(Fraction(text), self.unit) for text in self.given.texts(name)]

    def differences(self, first: str, second: str) -> list[Double]:
        """The numbers of one list less those of another."""
        return [a - b for a, b in zip(self.numbers(first), self.numbers(second), strict=True)]

    def total(self, terms: Sequence[Double]) -> Double:
        """Their sum."""
        return sum_of_doubles(terms, self.unit)

    def mean(self, terms: Sequence[Double], less: int = 0) -> Double:
        """Their sum divided by their number less so many."""
        return self.total(terms) / self.of(len(terms) - less)

    def squares(self, values: Sequence[Double], less: int = 0) -> Double:
        """sum (x - mean)^2 / (n - less)"""
        centre = self.mean(values)
        return self.mean([(x - centre) * (x - centre) for x in values], less)

    def matrix(self) -> list[list[Double]]:
        """The shares of a confusion matrix, that of four counts, too."""
        four = [[self.number("tp"), self.number("fn")], [self.number("fp"), self.number("tn")]] if "tp" in self.given.parts else None
        rows = four or [[self.of(n) for n in row] for row in given_matrix(self.given).rows]
        n = self.total([x for row in rows for x in row])
        return [[x / n for x in row] for row in rows]


DoubleFormula: TypeAlias = Callable[[DoubleInputs], Double]
"""A formula on inputs. ZeroDivisionError where it has no value."""


def kappa(given: DoubleInputs) -> Double:
    """
    (p_o - p_e) / (1 - p_e): the error of p_o and p_e, about u each, is magnified by 1/(1 - p_e).

    >>> one_in_a_million = Given({"tp": "0", "fn": "1", "fp": "1", "tn": "999998"})
    >>> 10**6 < kappa(DoubleInputs(one_in_a_million, Fraction(1, 2**53))).error * 2**53 < 10**7
    True
    """
    rows, one = given.matrix(), given.of(1)
    chance = given.total([given.total(row) * given.total(column) for row, column in zip(rows, zip(*rows, strict=True), strict=True)])
    return (given.total([rows[i][i] for i in range(len(rows))]) - chance) / (one - chance)


def _multiclass_matthews(given: DoubleInputs) -> Double:
    """(c s - sum t_k p_k) / sqrt((s^2 - sum p_k^2) (s^2 - sum t_k^2)), of shares: s is 1."""
    rows, one = given.matrix(), given.of(1)
    actual, predicted = [given.total(row) for row in rows], [given.total(column) for column in zip(*rows, strict=True)]
    both = given.total([a * p for a, p in zip(actual, predicted, strict=True)])
    under = [one - given.total([x * x for x in shares]) for shares in (actual, predicted)]
    return (given.total([rows[i][i] for i in range(len(rows))]) - both) / (under[0] * under[1]).root()


def _positive_likelihood(given: DoubleInputs, tp: Double, fn: Double, fp: Double, tn: Double) -> Double:
    """TPR / FPR, each of which may be 1 less the other rate."""
    one = given.of(1)
    return (one - fn / (tp + fn)) / (one - tn / (fp + tn))


def _negative_likelihood(given: DoubleInputs, tp: Double, fn: Double, fp: Double, tn: Double) -> Double:
    """FNR / TNR, each of which may be 1 less the other rate."""
    one = given.of(1)
    return (one - tp / (tp + fn)) / (one - fp / (fp + tn))


RATIOS = {"positive_likelihood_ratio": _positive_likelihood, "negative_likelihood_ratio": _negative_likelihood}
"""The measures of four counts that divide by a share, which may be small."""


def _of_four(name: str) -> DoubleFormula:
    return lambda given: RATIOS[name](given, *map(given.number, ("tp", "fn", "fp", "tn")))


def _averaged(given: DoubleInputs) -> Double:
    """Of an average of measures the one with the largest error: the others add less to it."""
    name, found = given.given.text("measure"), [given.of(1)]
    for view in binary_views(given_matrix(given.given)) if name in RATIOS else ():
        try:
            found.append(RATIOS[name](given, *map(given.of, (view.tp, view.fn, view.fp, view.tn))))
        except ZeroDivisionError:  # no value, or infinite: it isn't in the average
            continue
    return max(found, key=lambda one: one.error)


def _weighted_accuracy(given: DoubleInputs) -> Double:
    terms = [given.number(w) * given.number(n) for w, n in zip(("w1", "w2", "w3", "w4"), ("tp", "fn", "fp", "tn"), strict=True)]
    return (terms[0] + terms[3]) / given.total(terms)


def _detection_cost(given: DoubleInputs) -> Double:
    tp, fn, fp, tn = map(given.number, ("tp", "fn", "fp", "tn"))
    return given.number("cost_fp") * (fp / (fp + tn)) + given.number("cost_fn") * (fn / (tp + fn))


def _gain_ratio(given: DoubleInputs) -> Double:
    """
    gain / split information: both are sums of bits, off by u times the node's entropy (at least 1 bit) and by u times the split
    information (at least 1 bit), so the quotient by that divided by the split information, which is small where one branch is.

    >>> of_a_thousand = Given({"node": ["500", "500"], "children": [["1", "0"], ["499", "500"]]})
    >>> 50 < _gain_ratio(DoubleInputs(of_a_thousand, Fraction(1, 2**53))).error * 2**53 < 100
    True
    """
    node, children = given.given.counts("node"), given.given.rows("children")
    missing = given.given.counts("missing") if "missing" in given.given.parts else tuple(0 * n for n in node)
    value, info = gain(node, children, missing), split_info((*children, missing))
    before = entropy(node)
    if isinstance(value, Undefined) or isinstance(before, Undefined):
        raise ZeroDivisionError
    return _bits(given, value, before) / _bits(given, info, info)


def _bits(given: DoubleInputs, x: Number, size: Number) -> Double:
    return Double(given.of(x).value, given.unit * max(Fraction(1), given.of(size).value), given.unit)


def _chi_square(given: DoubleInputs) -> Double:
    """sum (n_ij - e_ij)^2 / e_ij, e_ij = n_i n_j / n"""
    node, children = [given.of(k) for k in given.given.counts("node")], [[given.of(k) for k in row] for row in given.given.rows("children")]
    n, terms = given.total(node), []
    for child in children:
        for seen, of_class in zip(child, node, strict=True):
            expected = given.total(child) * of_class / n
            if expected.value:
                terms.append((seen - expected) * (seen - expected) / expected)
    return given.total(terms)


def _mcnemar(given: DoubleInputs) -> Double:
    """(|b - c| - 1)^2 / (b + c), or without the correction, which is off by no more."""
    b, c = given.number("only_first"), given.number("only_second")
    apart = b - c
    return (apart * apart + apart) / (b + c)


def _squared(given: DoubleInputs) -> list[Double]:
    return [e * e for e in given.differences("predicted", "actual")]


def _relative(given: DoubleInputs) -> Double:
    return given.mean(_squared(given)) / given.squares(given.numbers("actual"))


def _correlation(given: DoubleInputs) -> Double:
    """sum (f - mean f)(y - mean y) / sqrt(sum (f - mean f)^2 sum (y - mean y)^2)"""
    ys, fs = given.numbers("actual"), given.numbers("predicted")
    y_mean, f_mean = given.mean(ys), given.mean(fs)
    top = given.mean([(y - y_mean) * (f - f_mean) for y, f in zip(ys, fs, strict=True)])
    return top / (given.squares(ys) * given.squares(fs)).root()


def _paired(given: DoubleInputs) -> Double:
    """mean d / sqrt(s^2 / k)"""
    d = given.differences("first", "second")
    return given.mean(d) / (given.squares(d, 1) / given.of(len(d))).root()


def _corrected_paired(given: DoubleInputs) -> Double:
    d = given.differences("first", "second")
    share = given.of(1) / given.of(len(d)) + given.number("test") / given.number("train")
    return given.mean(d) / (share * given.squares(d, 1)).root()


def _five_by_two(given: DoubleInputs) -> tuple[list[Double], Double]:
    """The ten differences; the sum of the variances of both of each replication."""
    d = given.differences("first", "second")
    pairs = [d[i : i + 2] for i in range(0, len(d), 2)]
    return d, given.total([given.total([(x - given.mean(pair)) * (x - given.mean(pair)) for x in pair]) for pair in pairs])


def _five_by_two_t(given: DoubleInputs) -> Double:
    d, spread = _five_by_two(given)
    return d[0] / (spread / given.of(5)).root()


def _five_by_two_f(given: DoubleInputs) -> Double:
    d, spread = _five_by_two(given)
    return given.total([x * x for x in d]) / (given.of(2) * spread)


def _two_variances(given: DoubleInputs) -> Double:
    one = given.of(1)
    return given.total([e * (one - e) / given.number(f"n_{i}") for i in (1, 2) for e in [given.number(f"e_{i}")]])


def _standard_score(given: DoubleInputs) -> Double:
    n, p, one = given.number("n"), given.number("p"), given.of(1)
    return (given.number("k") - n * p) / (n * p * (one - p)).root()


def _bias(given: DoubleInputs) -> Double:
    return given.mean(given.numbers("replicates")) - given.number("estimate")


def _mean_difference_spread(given: DoubleInputs) -> Double:
    d = given.differences("first", "second")
    return given.squares(d, 1) / given.of(len(d))


def _proportion(given: DoubleInputs) -> Double:
    """sqrt(e (1 - e) / n)"""
    n = given.number("records")
    e = given.number("errors") / n
    return (e * (given.of(1) - e) / n).root()


FORMULAS: Mapping[str, DoubleFormula] = {
    "cohen_kappa": kappa,
    "multiclass_matthews": _multiclass_matthews,
    **{name: _of_four(name) for name in RATIOS},
    **dict.fromkeys(
        (
            "per_class",
            "macro_average",
            "macro_average_of_defined",
            "weighted_average",
            "weighted_average_of_defined",
        ),
        _averaged,
    ),
    "weighted_accuracy": _weighted_accuracy,
    "detection_cost": _detection_cost,
    "gain_ratio": _gain_ratio,
    "gain_ratio_with_missing": _gain_ratio,
    **dict.fromkeys(("chi_square", "chi_square_p"), _chi_square),
    **dict.fromkeys(("mcnemar_chi_square", "mcnemar_corrected", "mcnemar_corrected_unless_equal"), _mcnemar),
    "variance": lambda given: given.squares(given.numbers("values")),
    "sample_variance": lambda given: given.squares(given.numbers("values"), 1),
    "standard_deviation": lambda given: given.squares(given.numbers("values"), 1).root(),
    "standard_error_of_mean": lambda given: (given.squares(given.numbers("values"), 1) / given.of(len(given.numbers("values")))).root(),
    "bootstrap_variance": lambda given: given.squares(given.numbers("replicates"), 1),
    "mean_squared_error": lambda given: given.mean(_squared(given)),
    "root_mean_squared_error": lambda given: given.mean(_squared(given)).root(),
    "relative_squared_error": _relative,
    "root_relative_squared_error": lambda given: _relative(given).root(),
    "r_squared": lambda given: given.of(1) - _relative(given),
    "r_squared_of_constants": lambda given: given.of(1) - _relative(given),
    "correlation": _correlation,
    "paired_t": _paired,
    "corrected_resampled_t": _corrected_paired,
    "five_by_two_t": _five_by_two_t,
    "five_by_two_f": _five_by_two_f,
    "mean_difference_variance": _mean_difference_spread,
    "difference_z": lambda given: (given.number("e_1") - given.number("e_2")) / _two_variances(given).root(),
    "standard_score": _standard_score,
    "relative_bias": lambda given: _bias(given) / given.squares(given.numbers("replicates"), 1).root(),
    "standard_error": _proportion,
    "critical_alpha": lambda given: (given.number("node_risk") - given.number("subtree_risk")) / (given.number("leaves") - given.of(1)),
}
"""The formulas that divide by what may be small, take roots, or subtract large numbers, by operation."""
