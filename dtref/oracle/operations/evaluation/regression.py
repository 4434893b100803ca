"""
Operations on predicted numbers and on the variation of estimates and predictions: regression measures, bias and variance.

A distribution is a list of pairs, a value and its probability.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from dtref.engines.filter.filtered import grow
from dtref.errors import Invalid
from dtref.exact.number import Exact, Number, number
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answer_kinds import AS_IT_IS, NUMBERS_ANSWER, ROOT_ANSWER
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.data_inputs import data_of, record_of
from dtref.oracle.operations.draws import (
    GivenJson,
    distribution,
    inputs_by_name,
    label,
    lists_of,
    merged_inputs,
    paired_lists,
    pairs_of,
    positive,
    whole_numbers,
)
from dtref.oracle.operations.inputs import Answering, Given, as_list, as_texts, text_of_json
from dtref.oracle.operations.kinds import A_DECIMAL, DECIMALS, ranging
from dtref.oracle.operations.operation import AnswerKind, InputKind, asks, declarations, each, jointly
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

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Value = TypeVar("Value", str, Fraction)


def _drawn_pairs() -> SearchStrategy[GivenJson]:
    pairs = paired_lists(whole_numbers(-3, 4), whole_numbers(-3, 4))
    return pairs.map(lambda pair: {"actual": pair[0], "predicted": pair[1]})


_PAIRS = jointly(each(actual=DECIMALS, predicted=DECIMALS), _drawn_pairs)


def _read_distribution(read: Callable[[str], Value]) -> Callable[[Json, str], dict[Value, Fraction]]:
    """A reader of a distribution: value -> probability, from pairs of both."""

    def distribution_of(value: Json, where: str) -> dict[Value, Fraction]:
        probabilities = dict[Value, Fraction]()
        for part in as_list(value, where):
            pair = as_list(part, where)
            if len(pair) != 2:
                raise Invalid(where, "pairs of a value and its probability", pair)
            key = read(text_of_json(pair[0], where))
            if key in probabilities:
                raise Invalid(where, "each value once", pair[0])
            probabilities[key] = rational_of_text(pair[1], where)
        return probabilities

    return distribution_of


def _read_numbers(value: Json, where: str) -> Distribution[Exact]:
    return {number(x): p for x, p in _read_distribution(numeral)(value, where).items()}


_OF_LABELS = InputKind("labels with their probabilities", _read_distribution(str), lambda: distribution(label()))
_OF_NUMBERS = InputKind("decimals with their probabilities", _read_numbers, lambda: distribution(whole_numbers(-2, 3)))
_LABELS = each(targets=_OF_LABELS, predictions=_OF_LABELS)
_NUMBERS = each(targets=_OF_NUMBERS, predictions=_OF_NUMBERS)


def _estimator(estimates: Distribution[Exact], truth: Fraction) -> Answer:
    """The mean, bias, variance and mean squared error of an estimator."""
    return {
        "mean": squared.estimator_mean(estimates),
        "bias": squared.estimator_bias(estimates, truth),
        "variance": squared.estimator_variance(estimates),
        "squared_error": squared.estimator_squared_error(estimates, truth),
    }


def _terms(terms: squared.Terms) -> Answer:
    return {"noise": terms.noise, "bias": terms.bias, "variance": terms.variance, "loss": terms.loss}


def _point(value: Json, where: str) -> tuple[Number, squared.Terms]:
    """The weight of a point, and the parts of its loss."""
    point = Given.of(value, where).only("weight", *_NUMBERS.kinds)
    targets, predictions = (_OF_NUMBERS.read(point.part(name), f"{where}, {name}") for name in _NUMBERS.kinds)
    return point.number("weight"), squared.squared_loss(targets, predictions)


_POINTS = InputKind(
    "points, each with its `weight`, `targets` and `predictions`",
    lambda value, where: [_point(part, where) for part in as_list(value, where)],
    lambda: lists_of(merged_inputs(inputs_by_name(weight=positive()), _NUMBERS.draws[""]()), 1, 2),
)


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


def _read_joint(value: Json, where: str) -> dict[tuple[str, str], Exact]:
    """The joint distribution of x and label."""
    joint = dict[tuple[str, str], Exact]()
    for row in as_list(value, where):
        cells = as_texts(row, where)
        if len(cells) != 3 or cells[:2] in joint:
            raise Invalid(where, "rows of an x, a label and their probability, each pair once", list(cells))
        joint[cells[0], cells[1]] = rational_of_text(cells[2], where)
    return joint


def _drawn_joint() -> SearchStrategy[GivenJson]:
    """A joint distribution of two equally likely values of x, with the same distribution of labels; and a label for each x."""

    def joint(parts: tuple[list[list[str]], list[str]]) -> GivenJson:
        rows = [[x, name, str(Fraction(p) / 2)] for x in "01" for name, p in parts[0]]
        return {"joint": rows, "predictor": dict(zip("01", parts[1], strict=True))}

    return pairs_of(distribution(label()), lists_of(label(), 2, 2)).map(joint)


_JOINT = InputKind("rows of an x, a label and their probability", _read_joint, lambda: distribution(label()))
_PREDICTOR = InputKind("the label of each x", lambda value, where: Given.of(value, where).text, lambda: distribution(label()))
_PREDICTED = jointly(each(predictor=_PREDICTOR, joint=_JOINT), _drawn_joint)
_TERMS = AnswerKind("`noise`, `bias`, `variance`, `loss`", _terms)
_DOMINGOS: AnswerKind[tuple[Domingos[str], ...]] = AnswerKind(
    "for each optimal and main label the parts of the loss", lambda parts: tuple(map(_domingos_answer, parts))
)

REGRESSION: Mapping[str, Answering] = {
    **declarations(
        asks("prediction_errors", errors, _PAIRS, answer=NUMBERS_ANSWER),
        asks("median_absolute_deviation_about_median", median_absolute_deviation_about_median, values=DECIMALS),
        asks("correlation", correlation, _PAIRS, answer=ROOT_ANSWER),
        asks("generalisation_error", generalisation_error, _PREDICTED),
        asks("estimator", _estimator, answer=AS_IT_IS, estimates=_OF_NUMBERS, truth=ranging(A_DECIMAL, -1, 2)),
        asks("squared_loss", squared.squared_loss, _NUMBERS, answer=_TERMS),
        asks("mean_squared_loss", squared.mean_terms, answer=_TERMS, points=_POINTS),
        asks("zero_one_loss", zero_one_loss, _LABELS),
        asks("domingos", domingos, _LABELS, answer=_DOMINGOS),
        asks("kohavi_wolpert", kohavi_wolpert, _LABELS, answer=_TERMS),
        *(
            asks(measure.__name__, measure, _PAIRS)
            for measure in (
                mean_squared_error,
                root_mean_squared_error,
                mean_absolute_error,
                median_absolute_deviation_about_prediction,
                squared_median_absolute_deviation,
                median_squared_error,
                relative_squared_error,
                root_relative_squared_error,
                r_squared,
                r_squared_of_constants,
            )
        ),
    ),
    "learner_predictions": _learner_predictions,
}
"""Predicted numbers, bias and variance, by name."""
