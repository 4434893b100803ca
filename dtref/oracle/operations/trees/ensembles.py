"""
Operations on ensembles: forests, their votes and out-of-bag errors, the four ways of `cs422`, output codes.

Random choices are inputs: samples, undersamples and choices of attributes, with records by their positions from 1 and attributes by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING

from dtref.engines.choice import grow
from dtref.engines.forest import grow_forest
from dtref.errors import Invalid
from dtref.oracle.operations.answer_kinds import NUMBERS_ANSWER, POSITIONS_ANSWER, PREDICTION_ANSWER, parts_answer
from dtref.oracle.operations.answers import tree_answer
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.data_kinds import A_RECORD, NAMES_OF_PRESETS, ON_DATA, PRESET_ON_DATA, SAMPLES
from dtref.oracle.operations.draws import GivenJson, lists_of, one_from
from dtref.oracle.operations.inputs import Given
from dtref.oracle.operations.kinds import A_WHOLE, LABELS, RATIONALS, choice, list_kind, ranging
from dtref.oracle.operations.operation import (
    AnswerKind,
    InputKind,
    Operation,
    as_one,
    asks,
    declarations,
    each,
    jointly,
    optional,
    side_by_side,
)
from dtref.spec.ensembles.forest import Forest, Samples, Sampling, forest_predictor
from dtref.spec.ensembles.four_ensembles import (
    Classifier,
    bagging,
    different_algorithms,
    random_subspaces,
    repeated_undersampling,
    tree_learner,
)
from dtref.spec.ensembles.out_of_bag import out_of_bag_error
from dtref.spec.ensembles.output_codes import BITS, Code, code_distance, decode, exhaustive_code, one_against_rest, output_codes
from dtref.spec.ensembles.voting import VOTES, Vote
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.positions import Indices
from dtref.spec.model.prediction import Prediction
from dtref.spec.presets import PRESETS

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_SAMPLINGS = {sampling.name.lower(): sampling for sampling in Sampling}


def _forest(
    data: DataSet, policy: Policy, sampling: Sampling, samples: Sequence[Indices], attributes: Sequence[Sequence[Sequence[str]]] | None
) -> Forest:
    """A forest; without `attributes`, each node may ask all."""
    choices = None if attributes is None else [_positions(data, of_tree) for of_tree in attributes]
    return grow_forest(data, policy, Samples(sampling, tuple(samples)), choices)


def _positions(data: DataSet, choices: Sequence[Sequence[str]]) -> Sequence[Indices]:
    """Choices of attributes, as their positions."""
    return [tuple(map(data.column, names)) for names in choices]


def _forest_prediction(forest: Forest, vote: Vote, record: Record) -> Prediction:
    return forest_predictor(forest, vote)(record)


def _prediction_of(ensemble: Callable[..., Classifier]) -> Callable[..., Prediction]:
    """The prediction of an ensemble of the trees of one preset, from what its members differ by."""

    @wraps(ensemble)
    def prediction(data: DataSet, policy: Policy, difference: object, record: Record) -> Prediction:
        return ensemble(data, tree_learner(policy, grow), difference)(record)

    return prediction


def _different_algorithms(data: DataSet, names: Sequence[str], record: Record) -> Prediction:
    return different_algorithms(data, [tree_learner(PRESETS[name], grow) for name in names])(record)


def _read_code(given: Given, name: str) -> Code:
    """The code, a word of 0 and 1 for each class."""
    words = given.texts(name)
    if any(set(word) - set(BITS) for word in words):
        raise Invalid(f"{given.where}, {name}", "words of 0 and 1", words)
    return tuple(tuple(map(int, word)) for word in words)


def _words() -> SearchStrategy[list[str]]:
    """A code of one to four words."""
    return one_from(range(1, 5)).flatmap(lambda bits: lists_of(lists_of(one_from(BITS), bits, bits).map("".join), 1, 4))


def _decoded() -> SearchStrategy[GivenJson]:
    """A code, and as many bits as its words have."""

    def of(words: list[str]) -> SearchStrategy[GivenJson]:
        return lists_of(one_from((*BITS, "1/2")), len(words[0]), len(words[0])).map(lambda bits: {"code": words, "bits": bits})

    return _words().flatmap(of)


_CHOICES = list_kind(LABELS, "lists of attributes")
_MEMBERS = each(
    sampling=choice(_SAMPLINGS),
    samples=SAMPLES.named("for each tree the positions of its records"),
    attributes=optional(
        list_kind(
            _CHOICES,
            "for each tree, in preorder, what each node with several classes may ask; what is listed beyond the last of them is not used",
        ),
        None,
    ),
)
_FOREST = side_by_side(PRESET_ON_DATA, _MEMBERS)
_ONE_FOREST = as_one(_forest, _FOREST)
_VOTE = choice(VOTES, "`hard`: of labels, or `soft`: of class shares")
_SUBSPACES = InputKind(
    "lists of attributes, in the order in which a member has them",
    lambda given, name: _positions(data_of(given), _CHOICES.read(given, name)),
)
_CODE = InputKind("for each class a word of 0 and 1", _read_code, _words)
_CODE_AND_BITS = jointly(each(code=_CODE, bits=RATIONALS), _decoded)
_TREES = AnswerKind[Forest]("trees", lambda forest: tuple(map(tree_answer, forest.trees)))
_ERRORS = parts_answer(
    "weights of records, the error rate with every tie broken rightly, and wrongly",
    "right",
    "wrong",
    "tied",
    "never",
    error=NUMBERS_ANSWER,
)
_WORDS: AnswerKind[Code] = AnswerKind("words", lambda code: tuple("".join(map(str, word)) for word in code))

ENSEMBLES: Mapping[str, Operation] = declarations(
    asks("forest", _forest, _FOREST, answer=_TREES),
    asks("forest_prediction", _forest_prediction, _ONE_FOREST, answer=PREDICTION_ANSWER, vote=_VOTE, record=A_RECORD),
    asks("out_of_bag", out_of_bag_error, _ONE_FOREST, ON_DATA, answer=_ERRORS, vote=_VOTE),
    asks("bagging", _prediction_of(bagging), PRESET_ON_DATA, answer=PREDICTION_ANSWER, samples=SAMPLES, record=A_RECORD),
    asks(
        "repeated_undersampling",
        _prediction_of(repeated_undersampling),
        PRESET_ON_DATA,
        answer=PREDICTION_ANSWER,
        kept=SAMPLES.named("for each member the positions kept of the classes that aren't the rarest"),
        record=A_RECORD,
    ),
    asks(
        "random_subspaces",
        _prediction_of(random_subspaces),
        PRESET_ON_DATA,
        answer=PREDICTION_ANSWER,
        subspaces=_SUBSPACES,
        record=A_RECORD,
    ),
    asks("output_codes", _prediction_of(output_codes), PRESET_ON_DATA, answer=PREDICTION_ANSWER, code=_CODE, record=A_RECORD),
    asks("different_algorithms", _different_algorithms, ON_DATA, answer=PREDICTION_ANSWER, presets=NAMES_OF_PRESETS, record=A_RECORD),
    asks("one_against_rest", one_against_rest, answer=_WORDS, classes=ranging(A_WHOLE, 2, 5)),
    asks("exhaustive_code", exhaustive_code, answer=_WORDS, classes=ranging(A_WHOLE, 3, 5)),
    asks("code_distance", code_distance, code=_CODE),
    asks("decode", decode, _CODE_AND_BITS, answer=POSITIONS_ANSWER),
)
"""Ensembles of classifiers, by name."""
