"""
Formulas of golden/README.md whose error isn't that of a sum of shares or bits, on numbers that carry the rounding error of doubles.

Each is the formula of that page, term by term; the error of its result bounds how far a right program may be off. A quotient divides the
error of its numerator by its denominator; a root divides the error of its argument by twice the root (at 0 it is the root of the error).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias

from dtref.errors import Undefined
from dtref.exact.number import Number
from dtref.oracle.judge.rounding.double_inputs import DoubleInputs
from dtref.oracle.judge.rounding.doubles import Double
from dtref.oracle.operations.evaluation.matrix_inputs import read_matrix
from dtref.spec.evaluation.confusion.matrix import binary_views
from dtref.spec.split.criteria import gain, split_info
from dtref.spec.split.impurity import entropy

DoubleFormula: TypeAlias = Callable[[DoubleInputs], Double]
"""A formula on inputs; raises ZeroDivisionError where it has no value."""


def kappa(inputs: DoubleInputs) -> Double:
    """
    (p_o - p_e) / (1 - p_e): the error of p_o and p_e, about u each, is magnified by 1/(1 - p_e).

    >>> from dtref.oracle.operations.inputs import Given
    >>> one_in_a_million = Given({"tp": "0", "fn": "1", "fp": "1", "tn": "999998"})
    >>> 10**6 < kappa(DoubleInputs(one_in_a_million, Fraction(1, 2**53))).error * 2**53 < 10**7
    True
    """
    rows, one = inputs.matrix(), inputs.of(1)
    chance = inputs.total([inputs.total(row) * inputs.total(column) for row, column in zip(rows, zip(*rows, strict=True), strict=True)])
    return (inputs.total([rows[i][i] for i in range(len(rows))]) - chance) / (one - chance)


def _multiclass_matthews(inputs: DoubleInputs) -> Double:
    """(c s - sum t_k p_k) / sqrt((s^2 - sum p_k^2) (s^2 - sum t_k^2)), of shares: s is 1."""
    rows, one = inputs.matrix(), inputs.of(1)
    actual, predicted = [inputs.total(row) for row in rows], [inputs.total(column) for column in zip(*rows, strict=True)]
    agreement = inputs.total([a * p for a, p in zip(actual, predicted, strict=True)])
    radicands = [one - inputs.total([x * x for x in shares]) for shares in (actual, predicted)]
    return (inputs.total([rows[i][i] for i in range(len(rows))]) - agreement) / (radicands[0] * radicands[1]).root()


def _positive_likelihood(inputs: DoubleInputs, tp: Double, fn: Double, fp: Double, tn: Double) -> Double:
    """TPR / FPR, each of which may be computed as 1 minus the other rate."""
    one = inputs.of(1)
    return (one - fn / (tp + fn)) / (one - tn / (fp + tn))


def _negative_likelihood(inputs: DoubleInputs, tp: Double, fn: Double, fp: Double, tn: Double) -> Double:
    """FNR / TNR, each of which may be computed as 1 minus the other rate."""
    one = inputs.of(1)
    return (one - tp / (tp + fn)) / (one - fp / (fp + tn))


RATIOS = {"positive_likelihood_ratio": _positive_likelihood, "negative_likelihood_ratio": _negative_likelihood}
"""The measures of four counts that divide by a share, which may be small."""


def _of_four(name: str) -> DoubleFormula:
    return lambda inputs: RATIOS[name](inputs, *map(inputs.number, ("tp", "fn", "fp", "tn")))


def _averaged(inputs: DoubleInputs) -> Double:
    """For an average of measures, the measure with the largest error: the average is off by no more."""
    name, measures = inputs.exact.text("measure"), [inputs.of(1)]
    for view in binary_views(read_matrix(inputs.exact.part("matrix"), "matrix")) if name in RATIOS else ():
        try:
            measures.append(RATIOS[name](inputs, *map(inputs.of, (view.tp, view.fn, view.fp, view.tn))))
        except ZeroDivisionError:  # no value, or infinite: it isn't in the average
            continue
    return max(measures, key=lambda measure: measure.error)


def _weighted_accuracy(inputs: DoubleInputs) -> Double:
    terms = [inputs.number(w) * inputs.number(n) for w, n in zip(("w1", "w2", "w3", "w4"), ("tp", "fn", "fp", "tn"), strict=True)]
    return (terms[0] + terms[3]) / inputs.total(terms)


def _detection_cost(inputs: DoubleInputs) -> Double:
    tp, fn, fp, tn = map(inputs.number, ("tp", "fn", "fp", "tn"))
    return inputs.number("cost_fp") * (fp / (fp + tn)) + inputs.number("cost_fn") * (fn / (tp + fn))


def _gain_ratio(inputs: DoubleInputs) -> Double:
    """
    gain / split information: both are sums of bits, off by u times the node's entropy (at least 1 bit) and by u times the split
    information (at least 1 bit), so the quotient by that divided by the split information, which is small where one branch is.

    >>> from dtref.oracle.operations.inputs import Given
    >>> of_a_thousand = Given({"node": ["500", "500"], "children": [["1", "0"], ["499", "500"]]})
    >>> 50 < _gain_ratio(DoubleInputs(of_a_thousand, Fraction(1, 2**53))).error * 2**53 < 100
    True
    """
    node, children = inputs.exact.counts("node"), inputs.exact.rows("children")
    missing = inputs.exact.counts("missing") if "missing" in inputs.exact.parts else tuple(0 * n for n in node)
    value, info = gain(node, children, missing), split_info((*children, missing))
    before = entropy(node)
    if isinstance(value, Undefined) or isinstance(before, Undefined):
        raise ZeroDivisionError
    return _bits(inputs, value, before) / _bits(inputs, info, info)


def _bits(inputs: DoubleInputs, x: Number, size: Number) -> Double:
    return Double(inputs.of(x).value, inputs.unit * max(Fraction(1), inputs.of(size).value), inputs.unit)


def _chi_square(inputs: DoubleInputs) -> Double:
    """sum (n_ij - e_ij)^2 / e_ij, e_ij = n_i n_j / n"""
    node = [inputs.of(k) for k in inputs.exact.counts("node")]
    children = [[inputs.of(k) for k in row] for row in inputs.exact.rows("children")]
    n, terms = inputs.total(node), []
    for child in children:
        for seen, of_class in zip(child, node, strict=True):
            expected = inputs.total(child) * of_class / n
            if expected.value:
                terms.append((seen - expected) * (seen - expected) / expected)
    return inputs.total(terms)


def _hellinger(inputs: DoubleInputs) -> Double:
    """sqrt(2 - 2 sum_i sqrt(n_1i n_2i / (n_1 n_2))), of the two forms the one whose error is the greater: near 0 it is a root of u."""
    n_1, n_2 = map(inputs.of, inputs.exact.counts("node"))
    shared = inputs.total([(inputs.of(a) * inputs.of(b) / (n_1 * n_2)).root() for a, b in inputs.exact.rows("children")])
    return (inputs.of(2) - inputs.of(2) * shared).root()


def _mcnemar(inputs: DoubleInputs) -> Double:
    """(|b - c| - 1)^2 / (b + c), or without the correction, which is off by no more."""
    b, c = inputs.number("only_first"), inputs.number("only_second")
    difference = b - c
    return (difference * difference + difference) / (b + c)


def _squared(inputs: DoubleInputs) -> list[Double]:
    return [e * e for e in inputs.differences("predicted", "actual")]


def _relative(inputs: DoubleInputs) -> Double:
    return inputs.mean(_squared(inputs)) / inputs.squares(inputs.numbers("actual"))


def _correlation(inputs: DoubleInputs) -> Double:
    """sum (f - mean f)(y - mean y) / sqrt(sum (f - mean f)^2 sum (y - mean y)^2)"""
    ys, fs = inputs.numbers("actual"), inputs.numbers("predicted")
    y_mean, f_mean = inputs.mean(ys), inputs.mean(fs)
    numerator = inputs.mean([(y - y_mean) * (f - f_mean) for y, f in zip(ys, fs, strict=True)])
    return numerator / (inputs.squares(ys) * inputs.squares(fs)).root()


def _paired(inputs: DoubleInputs) -> Double:
    """mean d / sqrt(s^2 / k)"""
    d = inputs.differences("first", "second")
    return inputs.mean(d) / (inputs.squares(d, 1) / inputs.of(len(d))).root()


def _corrected_paired(inputs: DoubleInputs) -> Double:
    d = inputs.differences("first", "second")
    share = inputs.of(1) / inputs.of(len(d)) + inputs.number("test") / inputs.number("train")
    return inputs.mean(d) / (share * inputs.squares(d, 1)).root()


def _five_by_two(inputs: DoubleInputs) -> tuple[list[Double], Double]:
    """The ten differences, and the sum of the variances of the five pairs."""
    d = inputs.differences("first", "second")
    pairs = [d[i : i + 2] for i in range(0, len(d), 2)]
    return d, inputs.total([inputs.total([(x - inputs.mean(pair)) * (x - inputs.mean(pair)) for x in pair]) for pair in pairs])


def _five_by_two_t(inputs: DoubleInputs) -> Double:
    d, spread = _five_by_two(inputs)
    return d[0] / (spread / inputs.of(5)).root()


def _five_by_two_f(inputs: DoubleInputs) -> Double:
    d, spread = _five_by_two(inputs)
    return inputs.total([x * x for x in d]) / (inputs.of(2) * spread)


def _two_variances(inputs: DoubleInputs) -> Double:
    one = inputs.of(1)
    return inputs.total([e * (one - e) / inputs.number(f"n_{i}") for i in (1, 2) for e in [inputs.number(f"e_{i}")]])


def _standard_score(inputs: DoubleInputs) -> Double:
    n, p, one = inputs.number("n"), inputs.number("p"), inputs.of(1)
    return (inputs.number("k") - n * p) / (n * p * (one - p)).root()


def _bias(inputs: DoubleInputs) -> Double:
    return inputs.mean(inputs.numbers("replicates")) - inputs.number("estimate")


def _mean_difference_spread(inputs: DoubleInputs) -> Double:
    d = inputs.differences("first", "second")
    return inputs.squares(d, 1) / inputs.of(len(d))


def _proportion(inputs: DoubleInputs) -> Double:
    """sqrt(e (1 - e) / n)"""
    n = inputs.number("records")
    e = inputs.number("errors") / n
    return (e * (inputs.of(1) - e) / n).root()


def _relative_overfitting(inputs: DoubleInputs) -> Double:
    """(Err1 - err) / (gamma - err)"""
    err = inputs.number("resubstituted")
    return (inputs.number("out") - err) / (inputs.number("no_information") - err)


def _dot632_plus(inputs: DoubleInputs) -> Double:
    """(1 - w) err + w Err1, w = 0.632 / (1 - 0.368 R); the rules with bounds are off by no more."""
    one, err, out = inputs.of(1), inputs.number("resubstituted"), inputs.number("out")
    w = inputs.of(Fraction(632, 1000)) / (one - inputs.of(Fraction(368, 1000)) * _relative_overfitting(inputs))
    return (one - w) * err + w * out


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
    "relative_overfitting_rate": _relative_overfitting,
    **dict.fromkeys(("dot632_plus", "dot632_plus_capped", "dot632_plus_unbounded"), _dot632_plus),
    "weighted_accuracy": _weighted_accuracy,
    "detection_cost": _detection_cost,
    "gain_ratio": _gain_ratio,
    "gain_ratio_with_missing": _gain_ratio,
    **dict.fromkeys(("chi_square", "chi_square_p"), _chi_square),
    "hellinger_distance": _hellinger,
    **dict.fromkeys(("mcnemar_chi_square", "mcnemar_corrected", "mcnemar_corrected_unless_equal"), _mcnemar),
    "variance": lambda inputs: inputs.squares(inputs.numbers("values")),
    "sample_variance": lambda inputs: inputs.squares(inputs.numbers("values"), 1),
    "standard_deviation": lambda inputs: inputs.squares(inputs.numbers("values"), 1).root(),
    "standard_error_of_mean": lambda inputs: (
        inputs.squares(inputs.numbers("values"), 1) / inputs.of(len(inputs.numbers("values")))
    ).root(),
    "bootstrap_variance": lambda inputs: inputs.squares(inputs.numbers("replicates"), 1),
    "mean_squared_error": lambda inputs: inputs.mean(_squared(inputs)),
    "root_mean_squared_error": lambda inputs: inputs.mean(_squared(inputs)).root(),
    "relative_squared_error": _relative,
    "root_relative_squared_error": lambda inputs: _relative(inputs).root(),
    "r_squared": lambda inputs: inputs.of(1) - _relative(inputs),
    "r_squared_of_constants": lambda inputs: inputs.of(1) - _relative(inputs),
    "correlation": _correlation,
    "paired_t": _paired,
    "corrected_resampled_t": _corrected_paired,
    "five_by_two_t": _five_by_two_t,
    "five_by_two_f": _five_by_two_f,
    "mean_difference_variance": _mean_difference_spread,
    "difference_z": lambda inputs: (inputs.number("e_1") - inputs.number("e_2")) / _two_variances(inputs).root(),
    "standard_score": _standard_score,
    "relative_bias": lambda inputs: _bias(inputs) / inputs.squares(inputs.numbers("replicates"), 1).root(),
    "standard_error": _proportion,
    "critical_alpha": lambda inputs: (
        (inputs.number("node_risk") - inputs.number("subtree_risk")) / (inputs.number("leaves") - inputs.of(1))
    ),
}
"""The formulas, by operation, that divide by small numbers, take roots, or subtract large numbers."""
