"""
Operations on predicted numbers and on the variation of estimates and predictions: regression measures, bias and variance.

A distribution is a list of pairs, a value and its probability.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from dtref.engines.filter.filtered import grow
from dtref.errors import Invalid
from dtref.exact.number import Exact, number
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answer_kinds import AS_IT_IS, NUMBERS_ANSWER, ROOT_ANSWER, TEXT_ANSWER, list_answer, parts_answer
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.data_kinds import A_RECORD, PRESET_ON_DATA, SAMPLES
from dtref.oracle.operations.draws import (
    GivenJson,
    distribution,
    drawn_columns,
    label,
    lists_of,
    pairs_of,
    positive,
    whole_numbers,
)
from dtref.oracle.operations.inputs import as_list, as_texts, text_of_json
from dtref.oracle.operations.kinds import A_DECIMAL, A_NUMBER, DECIMALS, list_kind, nested, ranging
from dtref.oracle.operations.operation import NUMBER_ANSWER, InputKind, Operation, alone, asks, declarations, each, jointly
from dtref.spec.evaluation.bias_variance import squared_loss as squared
from dtref.spec.evaluation.bias_variance.draws import Distribution, predictions
from dtref.spec.evaluation.bias_variance.zero_one_loss import domingos, kohavi_wolpert, zero_one_loss
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
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.numerals import numeral
from dtref.spec.model.positions import Indices
from dtref.spec.model.prediction import predictor
from dtref.spec.preparation.resampling import take

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Value = TypeVar("Value", str, Fraction)


_PAIRS = jointly(
    each(actual=DECIMALS, predicted=DECIMALS), lambda: drawn_columns(1, 6, actual=whole_numbers(-3, 4), predicted=whole_numbers(-3, 4))
)


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


_OF_LABELS = InputKind("labels with their probabilities", alone(_read_distribution(str)), lambda: distribution(label()))
_OF_NUMBERS = InputKind("decimals with their probabilities", alone(_read_numbers), lambda: distribution(whole_numbers(-2, 3)))
_LABELS = each(targets=_OF_LABELS, predictions=_OF_LABELS)
_NUMBERS = each(targets=_OF_NUMBERS, predictions=_OF_NUMBERS)


def _point(weight: Exact, targets: Distribution[Exact], predictions: Distribution[Exact]) -> tuple[Exact, squared.Terms]:
    """The weight of a point, and the parts of its loss."""
    return weight, squared.squared_loss(targets, predictions)


_A_POINT = nested("a point", _point, each(weight=A_NUMBER.drawn(positive), targets=_OF_NUMBERS, predictions=_OF_NUMBERS))
_POINTS = list_kind(_A_POINT, "points, each with its `weight`, `targets` and `predictions`", lambda: lists_of(_A_POINT.draw(), 1, 2))


def _learner_predictions(data: DataSet, policy: Policy, samples: Sequence[Indices], record: Record) -> Answer:
    """The probability of each predicted label of a record, where the training set is one of several equally likely samples."""
    if not samples:
        raise Invalid("learner_predictions, given, samples", "at least one sample", samples)

    # the label that the tree of each sample predicts
    def learn(sample: Indices) -> Callable[[object], str]:
        predict = predictor(grow(take(data, sample), policy), data.attributes)
        return lambda _: str(predict(record).labels[0])

    shares = predictions(learn, [(sample, Fraction(1, len(samples))) for sample in samples], record)
    return {label: shares.get(label, number(0)) for label in data.classes}


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


_JOINT = InputKind("rows of an x, a label and their probability", alone(_read_joint), lambda: distribution(label()))
_PREDICTOR = InputKind("the label of each x", lambda given, name: given.object(name).text, lambda: distribution(label()))
_PREDICTED = jointly(each(predictor=_PREDICTOR, joint=_JOINT), _drawn_joint)
_TERMS = parts_answer("terms", "noise", "bias", "variance", "loss")
_DOMINGOS = list_answer(
    parts_answer(
        "parts",
        optimal=TEXT_ANSWER,
        main=TEXT_ANSWER,
        noise=NUMBER_ANSWER,
        bias=NUMBER_ANSWER,
        variance=NUMBER_ANSWER,
        c_1=NUMBER_ANSWER,
        c_2=NUMBER_ANSWER,
        loss=(NUMBER_ANSWER, lambda decomposition: decomposition.terms.loss),
    ),
    "for each optimal and main label the parts of the loss",
)


_ESTIMATOR = parts_answer(
    "an estimator",
    mean=(NUMBER_ANSWER, lambda estimator: squared.estimator_mean(estimator[0])),
    bias=(NUMBER_ANSWER, lambda estimator: squared.estimator_bias(*estimator)),
    variance=(NUMBER_ANSWER, lambda estimator: squared.estimator_variance(estimator[0])),
    squared_error=(NUMBER_ANSWER, lambda estimator: squared.estimator_squared_error(*estimator)),
)

REGRESSION: Mapping[str, Operation] = declarations(
    asks("prediction_errors", errors, _PAIRS, answer=NUMBERS_ANSWER),
    asks("median_absolute_deviation_about_median", median_absolute_deviation_about_median, values=DECIMALS),
    asks("correlation", correlation, _PAIRS, answer=ROOT_ANSWER),
    asks("generalisation_error", generalisation_error, _PREDICTED),
    asks("estimator", lambda *estimator: estimator, answer=_ESTIMATOR, estimates=_OF_NUMBERS, truth=ranging(A_DECIMAL, -1, 2)),
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
    asks(
        "learner_predictions",
        _learner_predictions,
        PRESET_ON_DATA,
        answer=AS_IT_IS.named("class → probability"),
        samples=SAMPLES,
        record=A_RECORD,
    ),
)
"""Predicted numbers, bias and variance, by name."""
