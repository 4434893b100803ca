"""
Operations on ensembles: forests, their votes and out-of-bag errors, the four ways of `cs422`, output codes.

Random choices are inputs: samples, undersamples and choices of attributes, with records by their positions from 1 and attributes by name.
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
from dtref.oracle.operations.inputs import Answering, Given, as_list, as_texts
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


def _samples(data: DataSet, inputs: Given, name: str) -> tuple[Indices, ...]:
    return tuple(positions(part, len(data), f"{inputs.where}, {name}[{i}]") for i, part in enumerate(inputs.list(name)))


def _subspaces(data: DataSet, value: Json, where: str) -> tuple[Indices, ...]:
    """Choices of attributes, as their positions."""
    return tuple(tuple(map(data.column, as_texts(choice, where))) for choice in as_list(value, where))


def _forest(inputs: Given) -> tuple[DataSet, Forest]:
    """A forest and its data set; without the input `attributes`, each node may ask all."""
    data, where = data_of(inputs), f"{inputs.where}, attributes"
    samples = Samples(given_choice(inputs, "sampling", _SAMPLINGS), _samples(data, inputs, "samples"))
    choices = [_subspaces(data, tree, where) for tree in inputs.list("attributes")] if "attributes" in inputs.parts else None
    return data, grow_forest(data, given_preset(inputs), samples, choices)


def _forest_trees(inputs: Given) -> Answer:
    return tuple(map(tree_answer, _forest(inputs.only(*_FOREST))[1].trees))


def _forest_prediction(inputs: Given) -> Answer:
    data, forest = _forest(inputs.only(*_FOREST, "vote", "record"))
    predict = forest_predictor(forest, given_choice(inputs, "vote", VOTES))
    return prediction_answer(predict(record_of(inputs, data)))


def _out_of_bag(inputs: Given) -> Answer:
    """The weights of records by how their trees vote, and the error rate with every tie broken rightly, and wrongly."""
    data, forest = _forest(inputs.only(*_FOREST, "vote"))
    result = out_of_bag_error(forest, data, given_choice(inputs, "vote", VOTES))
    weights = {"right": result.right, "wrong": result.wrong, "tied": result.tied, "never": result.never}
    error: Answer = result.error if isinstance(result.error, Undefined) else tuple(map(number, result.error))
    return {**{name: number(weight) for name, weight in weights.items()}, "error": error}


def _vote_of(make: Callable[[DataSet, Learner, Given], Classifier], difference: str) -> Answering:
    """An operation for the prediction of an ensemble of one learner; `difference` is the input by which its members differ."""

    def answer(inputs: Given) -> Answer:
        data = data_of(inputs.only("data", "preset", difference, "record"))
        ensemble = make(data, tree_learner(given_preset(inputs), grow), inputs)
        return prediction_answer(ensemble(record_of(inputs, data)))

    return answer


def _different_algorithms(inputs: Given) -> Answer:
    data = data_of(inputs.only("data", "presets", "record"))
    learners = [tree_learner(given_preset(Given({"preset": name}, f"{inputs.where}, presets")), grow) for name in inputs.texts("presets")]
    return prediction_answer(different_algorithms(data, learners)(record_of(inputs, data)))


def _code(inputs: Given) -> Code:
    """The code, a word of 0 and 1 for each class."""
    words = inputs.texts("code")
    if any(set(word) - {"0", "1"} for word in words):
        raise Invalid(f"{inputs.where}, code", "words of 0 and 1", words)
    return tuple(tuple(map(int, word)) for word in words)


def _words(code: Code) -> Answer:
    return tuple("".join(map(str, word)) for word in code)


def _code_distance(inputs: Given) -> Answer:
    distance = code_distance(_code(inputs.only("code")))
    return distance if isinstance(distance, Undefined) else number(distance)


def _decode(inputs: Given) -> Answer:
    """The positions, from 1, of the classes whose words are nearest."""
    code, where = _code(inputs.only("code", "bits")), f"{inputs.where}, bits"
    return tuple(number(i + 1) for i in decode(code, [rational_of_text(bit, where) for bit in inputs.list("bits")]))


ENSEMBLES: Mapping[str, Answering] = {
    "forest": _forest_trees,
    "forest_prediction": _forest_prediction,
    "out_of_bag": _out_of_bag,
    "bagging": _vote_of(lambda data, learner, inputs: bagging(data, learner, _samples(data, inputs, "samples")), "samples"),
    "repeated_undersampling": _vote_of(
        lambda data, learner, inputs: repeated_undersampling(data, learner, _samples(data, inputs, "kept")), "kept"
    ),
    "random_subspaces": _vote_of(
        lambda data, learner, inputs: random_subspaces(
            data, learner, _subspaces(data, inputs.part("subspaces"), f"{inputs.where}, subspaces")
        ),
        "subspaces",
    ),
    "output_codes": _vote_of(lambda data, learner, inputs: output_codes(data, learner, _code(inputs)), "code"),
    "different_algorithms": _different_algorithms,
    "one_against_rest": lambda inputs: _words(
        one_against_rest(whole_number(inputs.only("classes").part("classes"), f"{inputs.where}, classes"))
    ),
    "exhaustive_code": lambda inputs: _words(
        exhaustive_code(whole_number(inputs.only("classes").part("classes"), f"{inputs.where}, classes"))
    ),
    "code_distance": _code_distance,
    "decode": _decode,
}
