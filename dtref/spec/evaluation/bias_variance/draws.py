"""Finite distributions, so that expectations are finite sums: of estimates, of a record's actual value, of a learner's prediction."""

from __future__ import annotations

__sources__ = (("evaluation", "Problems of estimating error"), ("cs422", "Bias, Variance, Under/Over-fitting"))

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TypeAlias, TypeVar

from toolz import frequencies, reduceby

from dtref.errors import Invalid
from dtref.exact.definition import defined
from dtref.exact.inputs import is_symbolic, labels, share
from dtref.exact.number import Exact, Number, is_zero, total

A = TypeVar("A")
Training = TypeVar("Training")
Point = TypeVar("Point")

Distribution: TypeAlias = Mapping[A, Exact]
"""The probability of each value; they add up to 1."""


def drawn(values: Iterable[A]) -> dict[A, Fraction]:
    """
    The distribution of a value drawn from a list with equal chances. Errors: Invalid for no values, or one that cannot be hashed.

    >>> drawn("aab")
    {'a': Fraction(2, 3), 'b': Fraction(1, 3)}
    """
    counts: dict[A, int] = frequencies(labels("values", values))
    if not counts:
        raise Invalid("distribution", "at least one value", ())
    return {value: Fraction(n, sum(counts.values())) for value, n in counts.items()}


@defined(
    errors=("Invalid where the probabilities are not exact, do not add up to 1, or one is below 0; a prediction that cannot be hashed"),
    sources=(("cs422", "Bias, Variance, Under/Over-fitting (how a model reacts to changes in the training data)"),),
)
def predictions(
    learn: Callable[[Training], Callable[[Point], A]], training_sets: Iterable[tuple[Training, Fraction]], x: Point
) -> dict[A, Number]:
    """
    The distribution of a learner's prediction at a point x, over training sets given with their probabilities.

    >>> predictions(lambda ys: lambda x: max(ys), [("ab", Fraction(1, 2)), ("aa", Fraction(1, 4)), ("bb", Fraction(1, 4))], x=0)
    {'b': Fraction(3, 4), 'a': Fraction(1, 4)}
    """
    sets = tuple(training_sets)
    values = labels("predictions", (learn(training)(x) for training, _ in sets))
    chances = (share(f"training set {i}, probability", p) for i, (_, p) in enumerate(sets, 1))
    pairs = zip(values, chances, strict=True)
    return checked_distribution("training sets", reduceby(0, lambda p, pair: p + pair[1], pairs, Fraction(0)))


def checked_distribution(where: str, distribution: Distribution[A]) -> dict[A, Number]:
    """
    The same distribution, ready for a formula. Errors: Invalid where the probabilities do not add up to 1, or one is a float or below 0.

    >>> checked_distribution("targets", {"a": 1, "b": Fraction(1, 2)})
    Traceback (most recent call last):
    dtref.errors.Invalid: targets: expected probabilities that add up to 1 (got Fraction(3, 2))
    """
    shares = {value: share(f"{where}, probability of {value!r}", p) for value, p in distribution.items()}
    total_share = total(shares.values())
    if not (is_symbolic(total_share) or is_zero(total_share - 1)):
        raise Invalid(where, "probabilities that add up to 1", total_share)
    return shares


def event_probability(distribution: Mapping[A, Number], event: Callable[[A], bool]) -> Number:
    """
    The probability that a value meets a condition.

    >>> event_probability({"a": Fraction(1, 3), "b": Fraction(2, 3)}, lambda value: value != "a")
    Fraction(2, 3)
    """
    return total(p for value, p in distribution.items() if event(value))
