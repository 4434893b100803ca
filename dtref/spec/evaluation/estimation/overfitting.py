"""
Training error and generalisation error; overfitting and underfitting, defined by comparison with other predictors.

Notation: f a predictor, ERROR(f(x), y) the loss of its answer, p(x, y) the probability of x and y together, h a hypothesis for the target
function f. The true distribution is never known in practice; where it is given, and finite, the risk is an exact sum.
"""

from __future__ import annotations

__sources__ = (("iaml", "2.2, 2.3"), ("evaluation", "Two definitions of error"), ("tan", "Underfitting and Overfitting"))

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from attrs import frozen

from dtref.errors import Undefined
from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.exact.number import Exact, Number, total
from dtref.spec.evaluation.bias_variance.draws import checked_distribution
from dtref.spec.evaluation.estimation.moments import loss, mean

X = TypeVar("X")
Y = TypeVar("Y")

Loss: TypeAlias = Callable[[Y, Y], Exact]
"""ERROR: from the answer and the truth to a number."""


@defined(sources=(("evaluation", "Two definitions of error"),))
def zero_one(answer: object, truth: object) -> int:
    """
    I(f(x) != h(x)): 1 for a wrong answer, 0 for a right one.

    >>> zero_one("a", "a"), zero_one("a", "b")
    (0, 1)
    """
    return int(answer != truth)


@defined(
    formula="1/n sum_i ERROR(f(x_i), y_i)",
    sources=(("iaml", "2.3.1, Types of Error (E_train)"), ("evaluation", "Two definitions of error (error_S)")),
)
def mean_error(f: Callable[[X], Y], pairs: Sequence[tuple[X, Y]], error: Loss[Y] = zero_one) -> Number | Undefined:
    """
    The mean error of a predictor on some records: the training (resubstitution) error on those that trained it, the testing error on
    others.   Undefined without records.

    >>> mean_error(lambda x: x > 0, [(1, True), (2, True), (3, False), (-1, False)])
    Fraction(1, 4)
    """
    return mean([loss(f"result {i}", error(f(x), y)) for i, (x, y) in enumerate(pairs, 1)])


@defined(
    formula="sum_x sum_y ERROR(f(x), y) p(x, y)",
    errors="Invalid for a probability below 0, or probabilities that don't sum to 1",
    sources=(("iaml", "2.3.1, Types of Error (E_generalisation; its integral is over x and y)"),),
)
def generalisation_error(f: Callable[[X], Y], p: Mapping[tuple[X, Y], Exact], error: Loss[Y] = zero_one) -> Number:
    """
    The risk of a predictor: its expected error on a record drawn from a finite distribution.

    >>> from fractions import Fraction
    >>> p = {("sun", "play"): Fraction(3, 8), ("sun", "stay"): Fraction(1, 8), ("rain", "stay"): Fraction(1, 2)}
    >>> generalisation_error(lambda x: "play" if x == "sun" else "stay", p)
    Fraction(1, 8)
    """
    return total(loss("error", error(f(x), y)) * probability for (x, y), probability in checked_distribution("distribution", p).items())


@defined(
    formula="error_D(h) = Pr_(x in D)[f(x) != h(x)]",
    letter="error_D(h)",
    errors=generalisation_error,
    sources=(("evaluation", "Two definitions of error"),),
)
def true_error(h: Callable[[X], Y], f: Callable[[X], Y], d: Mapping[X, Exact]) -> Number:
    """
    The probability that a hypothesis errs on an instance drawn from a finite distribution, where a target function gives the labels.

    >>> from fractions import Fraction
    >>> true_error(lambda x: x > 0, lambda x: x > 1, {0: Fraction(1, 2), 1: Fraction(1, 3), 2: Fraction(1, 6)})
    Fraction(1, 3)
    """
    return generalisation_error(h, {(x, f(x)): probability for x, probability in d.items()})


@frozen
class Fit:
    """The error of a predictor on its training records, and on test records (or over their whole distribution)."""

    training: Exact
    test: Exact


@defined(
    formula="E_F(train) < E_F'(train) and E_F(test) > E_F'(test)",
    sources=(("iaml", "2.2, Overfitting and Underfitting"), "Mitchell 1997, with the distribution in place of the test"),
)
def overfits(f: Fit, other: Fit) -> bool:
    """
    Whether predictor f overfits compared with the other one, which is worse in training and better in the test.

    >>> overfits(Fit(0, 3), Fit(1, 2)), overfits(Fit(0, 3), Fit(0, 2))
    (True, False)
    """
    return compare(f.training, other.training) < 0 and compare(f.test, other.test) > 0


@defined(
    formula="E_F(train) > E_F'(train) and E_F(test) > E_F'(test)",
    sources=(
        ("iaml", "2.2, Overfitting and Underfitting"),
        ("tan", "Underfitting and Overfitting, says it without a measure (both errors are large)"),
    ),
)
def underfits(f: Fit, other: Fit) -> bool:
    """
    Whether predictor f underfits compared with the other one, which is better in training and in the test.

    >>> underfits(Fit(3, 4), Fit(1, 2)), underfits(Fit(3, 4), Fit(3, 2))
    (True, False)
    """
    return compare(f.training, other.training) > 0 and compare(f.test, other.test) > 0


@defined(sources=(("iaml", "2.2, Overfitting and Underfitting (if we can find some other predictor)"),))
def overfitting_shown_by(f: Fit, others: Iterable[Fit]) -> tuple[Fit, ...]:
    """
    The other predictors compared with which predictor f overfits.

    >>> overfitting_shown_by(Fit(0, 3), [Fit(1, 2), Fit(2, 4), Fit(2, 2)])
    (Fit(training=1, test=2), Fit(training=2, test=2))
    """
    return tuple(other for other in others if overfits(f, other))


@defined(sources=(("iaml", "2.2, Overfitting and Underfitting (if we can find some other predictor)"),))
def underfitting_shown_by(f: Fit, others: Iterable[Fit]) -> tuple[Fit, ...]:
    """
    The other predictors compared with which predictor f underfits.

    >>> underfitting_shown_by(Fit(2, 4), [Fit(1, 2), Fit(3, 3)])
    (Fit(training=1, test=2),)
    """
    return tuple(other for other in others if underfits(f, other))
