"""
Bias and variance: of an estimator, and of a learner by squared and by 0-1 loss.   Documents: `evaluation`; `cs422`.

Notation: theta what is estimated; t a record's actual value or class, y its prediction, independent; y* an optimal, y_m a main
prediction.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import cast

from dtref.exact.number import Exact, Number, number, total
from dtref.spec.evaluation.bias_variance.draws import event_probability
from dtref.spec.evaluation.bias_variance.squared_loss import (
    Terms,
    estimator_bias,
    estimator_mean,
    estimator_squared_error,
    estimator_variance,
    mean_terms,
    squared_loss,
)
from dtref.spec.evaluation.bias_variance.zero_one_loss import Domingos, _half_gini, domingos, domingos_about, kohavi_wolpert, zero_one_loss
from dtref.spec.split.impurity import gini
from proofs.steps import defined, equal, same, weighted_squares
from proofs.symbols import positive, real
from proofs.theorem import Method, theorem

ESTIMATING, LEARNING = "evaluation: Problems of estimating error", "cs422: Bias, Variance, Under/Over-fitting"
CLASSES = "abcd"
LOSS = vars(Terms)["loss"].fget
C_1, C_2 = (vars(Domingos)[name].fget for name in ("c_1", "c_2"))


def shares(name: str, n: int) -> tuple[Number, ...]:
    """n probabilities, the last of them what the others leave to 1."""
    some = positive(f"{name}1:{n}") if n > 1 else ()
    return (*some, 1 - total(some))


def distribution(letter: str, chances: str, n: int) -> dict[Exact, Exact]:
    """n real values with their probabilities."""
    return dict(zip(real(f"{letter}1:{n + 1}"), shares(chances, n), strict=True))


def classes(chances: str, n: int) -> dict[str, Number]:
    """n classes with their probabilities."""
    return dict(zip(CLASSES, shares(chances, n), strict=False))


@theorem(
    "The mean squared error of an estimator is its variance plus its squared bias",
    source=ESTIMATING,
    runs=(estimator_squared_error, estimator_variance, estimator_bias, estimator_mean),
    reach="1 to 5 values of an estimator, all real, with any probabilities",
    method=Method.IDENTITY,
)
def theorem_mean_squared_error_is_variance_plus_squared_bias() -> None:
    """The bias is linear: that of theta is that of 0 less theta; an estimator that always gives x has bias x - theta and no variance."""
    (theta, x) = real("theta x")
    for n in range(1, 6):
        estimates = distribution("x", "p", n)
        equal(
            estimator_squared_error(estimates, theta),
            estimator_variance(estimates) + estimator_bias(estimates, theta) * estimator_bias(estimates, theta),
        )
        equal(estimator_bias(estimates, theta), estimator_mean(estimates) - theta)
        equal(estimator_mean(estimates), total(p * x_i for x_i, p in estimates.items()))
    equal(estimator_bias({x: 1}, theta), x - theta)
    equal(estimator_variance({x: 1}), 0)


@theorem(
    "The variance of an estimate is E[X²] - E[X]²: of two values p (1 - p) times their squared distance",
    source=ESTIMATING,
    runs=(estimator_variance, estimator_mean),
    reach="2 to 5 values, all real, with any probabilities",
    method=Method.IDENTITY,
)
def theorem_variance_is_the_mean_square_less_the_squared_mean() -> None:
    """E[X²] by the squares of the values."""
    for n in range(2, 6):
        estimates = distribution("x", "p", n)
        squares = total(p * x * x for x, p in estimates.items())
        equal(estimator_variance(estimates), squares - estimator_mean(estimates) * estimator_mean(estimates))
    (x, y), (p,) = real("x y"), positive("p")
    equal(estimator_variance({x: p, y: 1 - p}), p * (1 - p) * (x - y) * (x - y))


@theorem(
    "The expected squared loss is noise plus squared bias plus variance: each part is 0 where its cause is absent",
    source="geman1992",
    runs=(squared_loss, LOSS, estimator_bias, estimator_variance, estimator_mean),
    reach="1 to 3 actual values and 1 to 3 predictions, all real, with any probabilities",
    method=Method.IDENTITY,
)
def theorem_squared_loss_is_noise_and_squared_bias_and_variance() -> None:
    """The loss is summed over all pairs. The parts: of a sure actual value, of one prediction, of both."""
    for n, m in product(range(1, 4), repeat=2):
        of_t, of_y = distribution("t", "p", n), distribution("y", "q", m)
        parts = squared_loss(of_t, of_y)
        equal(parts.loss, total(p * q * (t - y) * (t - y) for (t, p), (y, q) in product(of_t.items(), of_y.items())))
        equal(parts.noise, estimator_variance(of_t))
        equal(parts.variance, estimator_variance(of_y))
        equal(squared_loss(of_t, of_t).bias, 0)
    t, y = real("t y")
    sure = squared_loss({t: 1}, {y: 1})
    for found, expected in ((sure.noise, number(0)), (sure.bias, (t - y) * (t - y)), (sure.variance, number(0))):
        equal(found, expected)


@theorem(
    "Over weighted points each part, and the loss, is the weighted mean",
    source=LEARNING,
    runs=(mean_terms, LOSS),
    reach="1 to 4 points, all positive weights, all real parts",
    method=Method.IDENTITY,
)
def theorem_parts_of_the_loss_over_points_are_weighted_means() -> None:
    """The loss of the mean parts is the mean of the losses."""
    for n in range(1, 5):
        weights = positive(f"w1:{n + 1}")
        points = [Terms(*real(f"n{i} b{i} v{i}")) for i in range(n)]
        found = defined(mean_terms(tuple(zip(weights, points, strict=True))))
        for part in ("noise", "bias", "variance", "loss"):
            equal(getattr(found, part) * total(weights), total(w * getattr(point, part) for w, point in zip(weights, points, strict=True)))


@theorem(
    "The expected 0-1 loss is the chance that class and prediction differ",
    source=LEARNING,
    runs=(zero_one_loss,),
    reach="2 to 4 classes, any probabilities",
    method=Method.IDENTITY,
)
def theorem_zero_one_loss_is_1_less_the_chance_of_a_match() -> None:
    """1 - sum of P(t = c) P(y = c). Labels drawn with the node's shares err as often as its Gini index says."""
    for n in range(2, 5):
        of_t, of_y = classes("p", n), classes("q", n)
        equal(zero_one_loss(of_t, of_y), 1 - total(of_t[c] * of_y[c] for c in of_t))
        equal(zero_one_loss(of_t, of_t), gini.formula(tuple(of_t.values())))


@theorem(
    "Domingos: the 0-1 loss is c_1 N + B + c_2 V about every class taken as optimal and every one taken as main",
    source="domingos2000",
    runs=(domingos_about, zero_one_loss, event_probability, LOSS, C_1, C_2),
    reach="2 to 4 classes, any probabilities",
    method=Method.IDENTITY,
)
def theorem_domingos_parts_add_up_to_the_zero_one_loss() -> None:
    """N = P(t != y*), B = 1 where y* and y_m differ, V = P(y != y_m); c_2 is 1, or minus the chance of y* where y is not y_m."""
    for n in range(2, 5):
        of_t, of_y = classes("p", n), classes("q", n)
        for best, main in product(of_t, repeat=2):
            parts = domingos_about(of_t, of_y, best, main)
            equal(parts.terms.loss, zero_one_loss(of_t, of_y))
            equal(parts.noise, 1 - of_t[best])
            equal(parts.bias, int(best != main))
            equal(parts.terms.bias, parts.bias)
            equal(parts.variance, 1 - of_y[main])
            equal(defined(parts.c_1) * parts.noise, parts.terms.noise)
            equal(defined(parts.c_2), 1 if best == main else -of_y[best] / (1 - of_y[main]))
    fewer = classes("q", 2)  # the third class is never predicted
    for best, main in product(of_t, fewer):
        equal(domingos_about(of_t, fewer, best, main).terms.loss, zero_one_loss(of_t, fewer))


@theorem(
    "Of two classes Domingos's c_1 is 2 P(y = y*) - 1, and c_2 is 1 or -1",
    source="domingos2000",
    runs=(domingos_about, C_1, C_2),
    reach="any probabilities; both optimal and both main classes",
    method=Method.IDENTITY,
)
def theorem_domingos_factors_of_two_classes() -> None:
    """So where the main prediction is wrong, variance lowers the loss as much as it raises it elsewhere."""
    of_t, of_y = classes("p", 2), classes("q", 2)
    for best, main in product(of_t, repeat=2):
        parts = domingos_about(of_t, of_y, best, main)
        equal(defined(parts.c_1), 2 * of_y[best] - 1)
        equal(defined(parts.c_2), 1 if best == main else -1)


@theorem(
    "There is a decomposition for each most likely class and each most likely prediction, and all add up to one loss",
    source="domingos2000",
    runs=(domingos, domingos_about, zero_one_loss),
    reach="three classes, probabilities 0, 1/3, 2/3, 1",
    method=Method.EXHAUSTION,
)
def theorem_domingos_has_a_decomposition_for_each_tie() -> None:
    """Case by case."""
    thirds = [dict(zip("abc", some, strict=True)) for some in product([Fraction(i, 3) for i in range(4)], repeat=3) if sum(some) == 1]
    for of_t, of_y in product(thirds, repeat=2):
        found = domingos(of_t, of_y)
        likely = [[c for c in "abc" if one[c] == max(one.values())] for one in (of_t, of_y)]
        same([(parts.optimal, parts.main) for parts in found], [*product(*likely)], "optimal and main predictions")
        same({cast(Fraction, parts.terms.loss) for parts in found}, {zero_one_loss(of_t, of_y)}, "the loss")


@theorem(
    "Kohavi and Wolpert: the 0-1 loss is half the Gini index of the classes, half the squared distance of the distributions, and half the "
    "Gini index of the predictions",
    source="kohavi1996",
    runs=(kohavi_wolpert, _half_gini, zero_one_loss, LOSS),
    reach="2 to 4 classes, any probabilities",
    method=Method.SQUARES,
)
def theorem_kohavi_wolpert_parts_add_up_to_the_zero_one_loss() -> None:
    """Noise is 0 where the class is sure, bias where the distributions are one, variance where the prediction is sure."""
    for n in range(2, 5):
        of_t, of_y = classes("p", n), classes("q", n)
        parts = kohavi_wolpert(of_t, of_y)
        equal(parts.loss, zero_one_loss(of_t, of_y))
        equal(2 * parts.noise, gini.formula(tuple(of_t.values())))
        equal(2 * parts.variance, gini.formula(tuple(of_y.values())))
        weighted_squares(2 * parts.bias, [(1, of_t[c] - of_y[c]) for c in of_t])
        fewer = classes("q", n - 1)  # the last class is never predicted, or never there
        equal(kohavi_wolpert(of_t, fewer).loss, zero_one_loss(of_t, fewer))
        equal(kohavi_wolpert(fewer, of_t).loss, zero_one_loss(fewer, of_t))


@theorem(
    "Of two classes written 0 and 1 the parts of Kohavi and Wolpert are noise, squared bias and variance of the squared loss",
    source="kohavi1996",
    runs=(kohavi_wolpert, squared_loss, estimator_variance, estimator_bias, estimator_mean),
    reach="any probabilities",
    method=Method.IDENTITY,
)
def theorem_kohavi_wolpert_of_two_classes_is_the_squared_loss() -> None:
    """Part by part: p (1 - p), (p - q)², q (1 - q)."""
    p, q = positive("p q")
    of_t: dict[Exact, Exact] = {0: 1 - p, 1: p}
    of_y: dict[Exact, Exact] = {0: 1 - q, 1: q}
    one, other = kohavi_wolpert(of_t, of_y), squared_loss(of_t, of_y)
    for found, as_number, expected in (
        (one.noise, other.noise, p * (1 - p)),
        (one.bias, other.bias, (p - q) * (p - q)),
        (one.variance, other.variance, q * (1 - q)),
    ):
        equal(found, expected)
        equal(as_number, expected)
