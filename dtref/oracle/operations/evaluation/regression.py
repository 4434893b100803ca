"""
Operations on predicted numbers, and on how estimates and predictions vary: regression measures, bias and variance.

A distribution is a list of pairs, a value and its probability.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from dtref.engines.filter.filtered import grow
from dtref.errors import Invalid, Undefined
from dtref.exact.number import Exact, Number, number
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answers import Answer, root_answer
from dtref.oracle.operations.data_inputs import data_of, record_of
from dtref.oracle.operations.inputs import Given, Operation, as_list, as_texts, text_of_json
from dtref.oracle.operations.part_inputs import given_preset, positions
from dtref.spec.evaluation.bias_variance import squared_loss as squared
from dtref.spec.evaluation.bias_variance.draws import Distribution, predictions
from dtref.spec.evaluation.bias_variance.zero_one_loss import Domingos, domingos, kohavi_wolpert, zero_one_loss
from dtref.spec.evaluation.estimation.overfitting import generalisation_error
from dtref.spec.evaluation.regression.correlation import correlation
from dtref.spec.evaluation.regression.errors import errors, mean_absolute_error, mean_squared_error, root_mean_squared_error
from dtref.spec.evaluation.regression.medians import (
    median_absolute_deviation_about_median,
    median_absolute_deviation_about_prediction,
    median_squared_error,
    squared_median_absolute_deviation,
)
from dtref.spec.evaluation.regression.relative import (
    r_squared,
    r_squared_of_constants,
    relative_squared_error,
    root_relative_squared_error,
)
from dtref.spec.model.numerals import numeral
from dtref.spec.model.prediction import predictor
from dtref.spec.preparation.resampling import take

Value = TypeVar("Value", str, Fraction)
RegressionMeasure = Callable[[Sequence[Fraction], Sequence[Fraction]], "Number | Undefined"]


def _numerals(given: Given, name: str) -> tuple[Fraction, ...]:
    return tuple(map(numeral, given.texts(name)))


def _of_pairs(measure: RegressionMeasure) -> Operation:
    """A measure of actual and predicted numbers, given as decimals."""
    return lambda given: measure(_numerals(given.only("actual", "predicted"), "actual"), _numerals(given, "predicted"))


def _correlation(given: Given) -> Answer:
    return root_answer(correlation(_numerals(given.only("actual", "predicted"), "actual"), _numerals(given, "predicted")))


def _errors(given: Given) -> Answer:
    return errors(_numerals(given.only("actual", "predicted"), "actual"), _numerals(given, "predicted"))


def _about_median(given: Given) -> Answer:
    return median_absolute_deviation_about_median(_numerals(given.only("values"), "values"))


def _distribution(given: Given, name: str, read: Callable[[str], Value]) -> dict[Value, Fraction]:
    """How likely each value is, from pairs of a value and its probability."""
    where, found = f"{given.where}, {name}", dict[Value, Fraction]()
    for part in given.list(name):
        pair = as_list(part, where)
        if len(pair) != 2:
            raise Invalid(where, "pairs of a value and its probability", pair)
        value = read(text_of_json(pair[0], where))
        if value in found:
            raise Invalid(where, "each value once", pair[0])
        found[value] = rational_of_text(pair[1], where)
    return found


def _labels(given: Given, name: str) -> dict[str, Fraction]:
    return _distribution(given, name, str)


def _amounts(given: Given, name: str) -> Distribution[Exact]:
    return {number(x): p for x, p in _distribution(given, name, numeral).items()}


def _estimator(given: Given) -> Answer:
    """Its mean, bias, variance and mean squared error."""
    estimates, truth = _amounts(given.only("estimates", "truth"), "estimates"), numeral(given.text("truth"))
    return {
        "mean": squared.estimator_mean(estimates),
        "bias": squared.estimator_bias(estimates, truth),
        "variance": squared.estimator_variance(estimates),
        "squared_error": squared.estimator_squared_error(estimates, truth),
    }


def _terms(terms: squared.Terms) -> Answer:
    return {"noise": terms.noise, "bias": terms.bias, "variance": terms.variance, "loss": terms.loss}


def _squared_loss(given: Given) -> Answer:
    return _terms(squared.squared_loss(_amounts(given.only("targets", "predictions"), "targets"), _amounts(given, "predictions")))


def _mean_squared_loss(given: Given) -> Answer:
    """The parts over several points, each with its weight."""
    points = [Given.of(p, f"{given.where}, points").only("weight", "targets", "predictions") for p in given.only("points").list("points")]
    found = squared.mean_terms(
        [(p.number("weight"), squared.squared_loss(_amounts(p, "targets"), _amounts(p, "predictions"))) for p in points]
    )
    return found if isinstance(found, Undefined) else _terms(found)


def _domingos_answer(found: Domingos[str]) -> Answer:
    return {
        "optimal": found.optimal,
        "main": found.main,
        "noise": found.noise,
        "bias": found.bias,
        "variance": found.variance,
        "c_1": found.c_1,
        "c_2": found.c_2,
        "loss": found.terms.loss,
    }


def _of_labels(answer: Callable[[dict[str, Fraction], dict[str, Fraction]], Answer]) -> Operation:
    """What two distributions of labels give, of the actual one and of the prediction."""
    return lambda given: answer(_labels(given.only("targets", "predictions"), "targets"), _labels(given, "predictions"))


def _learner_predictions(given: Given) -> Answer:
    """How likely each label is for a record where the training set is one of several samples, equally likely."""
    data, policy = data_of(given.only("data", "preset", "samples", "record")), given_preset(given)
    samples = [positions(part, len(data), f"{given.where}, samples") for part in given.list("samples")]
    record = record_of(given, data)
    if not samples:
        raise Invalid(f"{given.where}, samples", "at least one sample", given.part("samples"))

    def learn(sample: tuple[int, ...]) -> Callable[[object], str]:
        predict = predictor(grow(take(data, sample), policy), data.attributes)
        return lambda _: str(predict(record).labels[0])

    found = predictions(learn, [(sample, Fraction(1, len(samples))) for sample in samples], record)
    return {label: found.get(label, number(0)) for label in data.classes}


def _generalisation_error(given: Given) -> Answer:
    """How likely a predictor is wrong, from how likely each pair of an x and a label is."""
    given.only("joint", "predictor")
    where, joint = f"{given.where}, joint", dict[tuple[str, str], Exact]()
    for row in given.list("joint"):
        cells = as_texts(row, where)
        if len(cells) != 3 or cells[:2] in joint:
            raise Invalid(where, "rows of an x, a label and their probability, each pair once", list(cells))
        joint[cells[0], cells[1]] = rational_of_text(cells[2], where)
    return generalisation_error(given.object("predictor").text, joint)


REGRESSION: Mapping[str, Operation] = {
    "prediction_errors": _errors,
    "mean_squared_error": _of_pairs(mean_squared_error),
    "root_mean_squared_error": _of_pairs(root_mean_squared_error),
    "mean_absolute_error": _of_pairs(mean_absolute_error),
    "median_absolute_deviation_about_prediction": _of_pairs(median_absolute_deviation_about_prediction),
    "squared_median_absolute_deviation": _of_pairs(squared_median_absolute_deviation),
    "median_squared_error": _of_pairs(median_squared_error),
    "median_absolute_deviation_about_median": _about_median,
    "relative_squared_error": _of_pairs(relative_squared_error),
    "root_relative_squared_error": _of_pairs(root_relative_squared_error),
    "r_squared": _of_pairs(r_squared),
    "r_squared_of_constants": _of_pairs(r_squared_of_constants),
    "correlation": _correlation,
    "generalisation_error": _generalisation_error,
    "estimator": _estimator,
    "squared_loss": _squared_loss,
    "mean_squared_loss": _mean_squared_loss,
    "zero_one_loss": _of_labels(zero_one_loss),
    "domingos": _of_labels(lambda t, y: tuple(map(_domingos_answer, domingos(t, y)))),
    "kohavi_wolpert": _of_labels(lambda t, y: _terms(kohavi_wolpert(t, y))),
    "learner_predictions": _learner_predictions,
}
"""Predicted numbers, bias and variance, by name."""
