"""
Operations on ensembles: forests, their votes and out-of-bag errors, the four ways of `cs422`, output codes.

Chance is given: samples, undersamples and choices of attributes stand in the record, records by their positions from 1, attributes by
their names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dtref.engines.choice import grow
from dtref.engines.forest import grow_forest
from dtref.errors import Invalid, Undefined
from dtref.exact.number import number
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answers import Answer, tree_answer
from dtref.oracle.operations.data_inputs import data_of, record_of
from dtref.oracle.operations.inputs import Given, Operation, as_list, as_texts
from dtref.oracle.operations.part_inputs import given_choice, given_preset, positions, prediction_answer, whole_number
from dtref.spec.ensembles.forest import Forest, Samples, Sampling, forest_predictor
from dtref.spec.ensembles.four_ensembles import (
    Classifier,
    Learner,
    bagging,
    different_algorithms,
    random_subspaces,
    repeated_undersampling,
    tree_learner,
)
from dtref.spec.ensembles.out_of_bag import out_of_bag_error
from dtref.spec.ensembles.output_codes import Code, code_distance, decode, exhaustive_code, one_against_rest, output_codes
from dtref.spec.ensembles.voting import Vote, average_vote, majority_vote
from dtref.spec.model.data import DataSet
from dtref.spec.model.positions import Indices

_SAMPLINGS = {"disjoint": Sampling.DISJOINT, "bootstrap": Sampling.BOOTSTRAP, "all": Sampling.ALL}
VOTES: Mapping[str, Vote] = {"hard": majority_vote, "soft": average_vote}

_FOREST = ("data", "preset", "sampling", "samples", "attributes")


def _samples(data: DataSet, given: Given, name: str) -> tuple[Indices, ...]:
    return tuple(positions(part, len(data), f"{given.where}, {name}[{i}]") for i, part in enumerate(given.list(name)))


def _subspaces(data: DataSet, value: Json, where: str) -> tuple[Indices, ...]:
    """Choices of attributes, which are given by name."""
    return tuple(tuple(map(data.column, as_texts(choice, where))) for choice in as_list(value, where))


def _forest(given: Given) -> tuple[DataSet, Forest]:
    """A forest and its data set; where no choices of attributes are given, each node may ask all."""
    data, where = data_of(given), f"{given.where}, attributes"
    samples = Samples(given_choice(given, "sampling", _SAMPLINGS), _samples(data, given, "samples"))
    choices = [_subspaces(data, tree, where) for tree in given.list("attributes")] if "attributes" in given.parts else None
    return data, grow_forest(data, given_preset(given), samples, choices)


def _forest_trees(given: Given) -> Answer:
    return tuple(map(tree_answer, _forest(given.only(*_FOREST))[1].trees))


def _forest_prediction(given: Given) -> Answer:
    data, forest = _forest(given.only(*_FOREST, "vote", "record"))
    predict = forest_predictor(forest, given_choice(given, "vote", VOTES))
    return prediction_answer(predict(record_of(given, data)))


def _out_of_bag(given: Given) -> Answer:
    """The weights of the records judged, and the error rate with every tie broken rightly, and wrongly."""
    data, forest = _forest(given.only(*_FOREST, "vote"))
    found = out_of_bag_error(forest, data, given_choice(given, "vote", VOTES))
    weights = {"right": found.right, "wrong": found.wrong, "tied": found.tied, "never": found.never}
    error: Answer = found.error if isinstance(found.error, Undefined) else tuple(map(number, found.error))
    return {**{name: number(weight) for name, weight in weights.items()}, "error": error}


def _vote_of(make: Callable[[DataSet, Learner, Given], Classifier], what: str) -> Operation:
    """What an ensemble of one learner predicts of a record; `what` is the input that tells its members apart."""

    def answer(given: Given) -> Answer:
        data = data_of(given.only("data", "preset", what, "record"))
        ensemble = make(data, tree_learner(given_preset(given), grow), given)
        return prediction_answer(ensemble(record_of(given, data)))

    return answer


def _different_algorithms(given: Given) -> Answer:
    data = data_of(given.only("data", "presets", "record"))
    learners = [tree_learner(given_preset(Given({"preset": name}, f"{given.where}, presets")), grow) for name in given.texts("presets")]
    return prediction_answer(different_algorithms(data, learners)(record_of(given, data)))


def _code(given: Given) -> Code:
    """A word for each class, written as text of 0 and 1."""
    words = given.texts("code")
    if any(set(word) - {"0", "1"} for word in words):
        raise Invalid(f"{given.where}, code", "words of 0 and 1", words)
    return tuple(tuple(map(int, word)) for word in words)


def _words(code: Code) -> Answer:
    return tuple("".join(map(str, word)) for word in code)


def _code_distance(given: Given) -> Answer:
    found = code_distance(_code(given.only("code")))
    return found if isinstance(found, Undefined) else number(found)


def _decode(given: Given) -> Answer:
    """The positions, from 1, of the classes whose words are nearest."""
    code, where = _code(given.only("code", "bits")), f"{given.where}, bits"
    return tuple(number(i + 1) for i in decode(code, [rational_of_text(bit, where) for bit in given.list("bits")]))


ENSEMBLES: Mapping[str, Operation] = {
    "forest": _forest_trees,
    "forest_prediction": _forest_prediction,
    "out_of_bag": _out_of_bag,
    "bagging": _vote_of(lambda data, learner, given: bagging(data, learner, _samples(data, given, "samples")), "samples"),
    "repeated_undersampling": _vote_of(
        lambda data, learner, given: repeated_undersampling(data, learner, _samples(data, given, "kept")), "kept"
    ),
    "random_subspaces": _vote_of(
        lambda data, learner, given: random_subspaces(
            data, learner, _subspaces(data, given.part("subspaces"), f"{given.where}, subspaces")
        ),
        "subspaces",
    ),
    "output_codes": _vote_of(lambda data, learner, given: output_codes(data, learner, _code(given)), "code"),
    "different_algorithms": _different_algorithms,
    "one_against_rest": lambda given: _words(
        one_against_rest(whole_number(given.only("classes").part("classes"), f"{given.where}, classes"))
    ),
    "exhaustive_code": lambda given: _words(
        exhaustive_code(whole_number(given.only("classes").part("classes"), f"{given.where}, classes"))
    ),
    "code_distance": _code_distance,
    "decode": _decode,
}
