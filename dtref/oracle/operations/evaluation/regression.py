"""
Operations on predicted numbers and on the variation of estimates and predictions: regression measures, bias and variance.

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


def _numerals(inputs: Given, name: str) -> tuple[Fraction, ...]:
    return tuple(map(numeral, inputs.texts(name)))


def _of_pairs(measure: RegressionMeasure) -> Operation:
    """An operation for a measure of actual and predicted numbers, which are decimals."""
    return lambda inputs: measure(_numerals(inputs.only("actual", "predicted"), "actual"), _numerals(inputs, "predicted"))


def _correlation(inputs: Given) -> Answer:
    return root_answer(correlation(_numerals(inputs.only("actual", "predicted"), "actual"), _numerals(inputs, "predicted")))


def _errors(inputs: Given) -> Answer:
    return errors(_numerals(inputs.only("actual", "predicted"), "actual"), _numerals(inputs, "predicted"))


def _about_median(inputs: Given) -> Answer:
    return median_absolute_deviation_about_median(_numerals(inputs.only("values"), "values"))


def _distribution(inputs: Given, name: str, read: Callable[[str], Value]) -> dict[Value, Fraction]:
    """A distribution: value -> probability, from pairs of both."""
    where, probabilities = f"{inputs.where}, {name}", dict[Value, Fraction]()
    for part in inputs.list(name):
        pair = as_list(part, where)
        if len(pair) != 2:
            raise Invalid(where, "pairs of a value and its probability", pair)
        value = read(text_of_json(pair[0], where))
        if value in probabilities:
            raise Invalid(where, "each value once", pair[0])
        probabilities[value] = rational_of_text(pair[1], where)
    return probabilities


def _labels(inputs: Given, name: str) -> dict[str, Fraction]:
    return _distribution(inputs, name, str)


def _amounts(inputs: Given, name: str) -> Distribution[Exact]:
    return {number(x): p for x, p in _distribution(inputs, name, numeral).items()}


def _estimator(inputs: Given) -> Answer:
    """The mean, bias, variance and mean squared error of an estimator."""
    estimates, truth = _amounts(inputs.only("estimates", "truth"), "estimates"), numeral(inputs.text("truth"))
    return {
        "mean": squared.estimator_mean(estimates),
        "bias": squared.estimator_bias(estimates, truth),
        "variance": squared.estimator_variance(estimates),
        "squared_error": squared.estimator_squared_error(estimates, truth),
    }


def _terms(terms: squared.Terms) -> Answer:
    return {"noise": terms.noise, "bias": terms.bias, "variance": terms.variance, "loss": terms.loss}


def _squared_loss(inputs: Given) -> Answer:
    return _terms(squared.squared_loss(_amounts(inputs.only("targets", "predictions"), "targets"), _amounts(inputs, "predictions")))


def _mean_squared_loss(inputs: Given) -> Answer:
    """The parts of the mean squared loss over several points, each with its weight."""
    points = [Given.of(p, f"{inputs.where}, points").only("weight", "targets", "predictions") for p in inputs.only("points").list("points")]
    terms = squared.mean_terms(
        [(p.number("weight"), squared.squared_loss(_amounts(p, "targets"), _amounts(p, "predictions"))) for p in points]
    )
    return terms if isinstance(terms, Undefined) else _terms(terms)


def _domingos_answer(decomposition: Domingos[str]) -> Answer:
    return {
        "optimal": decomposition.optimal,
        "main": decomposition.main,
        "noise": decomposition.noise,
        "bias": decomposition.bias,
        "variance": decomposition.variance,
        "c_1": decomposition.c_1,
        "c_2": decomposition.c_2,
        "loss": decomposition.terms.loss,
    }


def _of_labels(answer: Callable[[dict[str, Fraction], dict[str, Fraction]], Answer]) -> Operation:
    """An operation on two distributions of labels, of the actual label and of the prediction."""
    return lambda inputs: answer(_labels(inputs.only("targets", "predictions"), "targets"), _labels(inputs, "predictions"))


def _learner_predictions(inputs: Given) -> Answer:
    """The probability of each predicted label of a record, where the training set is one of several equally likely samples."""
    data, policy = data_of(inputs.only("data", "preset", "samples", "record")), given_preset(inputs)
    samples = [positions(part, len(data), f"{inputs.where}, samples") for part in inputs.list("samples")]
    record = record_of(inputs, data)
    if not samples:
        raise Invalid(f"{inputs.where}, samples", "at least one sample", inputs.part("samples"))

    # the label that the tree of each sample predicts
    def learn(sample: tuple[int, ...]) -> Callable[[object], str]:
        predict = predictor(grow(take(data, sample), policy), data.attributes)
        return lambda _: str(predict(record).labels[0])

    distribution = predictions(learn, [(sample, Fraction(1, len(samples))) for sample in samples], record)
    return {label: distribution.get(label, number(0)) for label in data.classes}


def _generalisation_error(inputs: Given) -> Answer:
    """The probability that a predictor is wrong, from the joint distribution of x and label."""
    inputs.only("joint", "predictor")
    where, joint = f"{inputs.where}, joint", dict[tuple[str, str], Exact]()
    for row in inputs.list("joint"):
        cells = as_texts(row, where)
        if len(cells) != 3 or cells[:2] in joint:
            raise Invalid(where, "rows of an x, a label and their probability, each pair once", list(cells))
        joint[cells[0], cells[1]] = rational_of_text(cells[2], where)
    return generalisation_error(inputs.object("predictor").text, joint)


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
