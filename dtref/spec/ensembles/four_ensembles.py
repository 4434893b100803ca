"""
Ensembles: several classifiers made from one data set, in the four ways of `cs422`, and their predictions together.

A learner is a function from a data set to a classifier, a classifier one from a record to a prediction. The way of the class labels is in
`dtref.spec.ensembles.output_codes`.
"""

from __future__ import annotations

__sources__ = (
    ("cs422", "Ensemble methods: the records, the features, the class labels or the learning algorithm are varied"),
    ("cs422", "Class Imbalance"),
)

from collections.abc import Callable, Sequence
from enum import Enum
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.exact.brief import brief_repr
from dtref.exact.definition import defined
from dtref.spec.ensembles.voting import Vote, majority_vote
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.display import Reported
from dtref.spec.model.learned import HasTree, Learned, learned_tree
from dtref.spec.model.positions import Indices, check_distinct, check_positions
from dtref.spec.model.prediction import Prediction, predictor
from dtref.spec.preparation.balancing import undersample
from dtref.spec.preparation.resampling import bootstrap_sample

Classifier: TypeAlias = Callable[[Record], Prediction]
"""A function from a record, its cells in the order of the training set's attributes, to a prediction."""

Learner: TypeAlias = Callable[[DataSet], Classifier | Learned]
"""A learning algorithm: a function from a data set to a classifier, or to a tree or model, which predicts."""


@defined(sources=(("cs422", "Ensemble methods"),))
class Way(Enum):
    """A way to make the members of an ensemble differ: what is varied."""

    RECORDS = "training records"
    FEATURES = "input features"
    CLASS_LABELS = "class labels"
    ALGORITHMS = "learning algorithm"


@frozen(eq=False)
class Ensemble(Reported):
    """
    Classifiers that vote. Call it with a record.

    way: what differs between them. classes: in declared order. members: the classifiers. vote: hard (`majority_vote`) or soft
    (`average_vote`).
    """

    way: Way
    classes: tuple[str, ...]
    members: tuple[Classifier, ...]
    vote: Vote = majority_vote

    __repr__ = brief_repr

    def __call__(self, record: Record) -> Prediction:
        """The members' vote on a record."""
        return self.vote(self.classes, [member(record) for member in self.members])


def tree_learner(policy: Policy, grow: Callable[[DataSet, Policy], Learned] = grow) -> Callable[[DataSet], Classifier]:
    """
    A policy as a learner: from a data set to the predictor of the tree that the policy grows. grow: the function that grows it.

    >>> from dtref.spec.presets import MAJORITY
    >>> from dtref.spec.model.attributes import Nominal
    >>> data = DataSet((), Nominal("y", ("a", "b")), [Record((), "b")])
    >>> tree_learner(MAJORITY)(data)(Record(())).labels
    ('b',)
    """
    return lambda data: trained(lambda records: grow(records, policy), data)


def trained(learner: Learner, data: DataSet) -> Classifier:
    """
    The classifier that a learner makes of a data set; of a tree or a model its predictor.

    >>> from dtref.spec.presets import MAJORITY
    >>> from dtref.spec.model.attributes import Nominal
    >>> trained(lambda data: grow(data, MAJORITY), DataSet((), Nominal("y", ("a", "b")), [Record((), "b")]))(Record(())).labels
    ('b',)
    """
    made = learner(data)
    if isinstance(made, HasTree) or not callable(made):
        return predictor(learned_tree(made, "learner"), data.attributes)
    return made


@defined(
    errors="Invalid as for `bootstrap_sample`, where the target is continuous, and as the learner's",
    sources=(("cs422", "Ensemble methods"), "Breiman 1996, Bagging predictors"),
)
def bagging(data: DataSet, learner: Learner, samples: Sequence[Indices]) -> Ensemble:
    """
    The ensemble with a member for each bootstrap sample: the way of the records.

    >>> from dtref.spec.presets import MAJORITY
    >>> from dtref.spec.model.attributes import Nominal
    >>> data = DataSet((), Nominal("y", ("a", "b")), [Record((), "a"), Record((), "b")])
    >>> bagging(data, tree_learner(MAJORITY), ((0, 0), (1, 1), (1, 1)))(Record(())).labels
    ('b',)
    """
    return Ensemble(Way.RECORDS, data.classes, tuple(trained(learner, bootstrap_sample(data, indices)) for indices in samples))


@defined(errors="Invalid as for `undersample`, and as the learner's", sources=(("cs422", "Class Imbalance"),))
def repeated_undersampling(data: DataSet, learner: Learner, kept: Sequence[Indices]) -> Ensemble:
    """
    The ensemble with a member for each undersample, against class imbalance: records that one leaves out another may see.

    kept: for each undersample the positions that it keeps of the larger classes.

    >>> from dtref.spec.presets import MAJORITY
    >>> from dtref.spec.model.attributes import Nominal
    >>> data = DataSet((), Nominal("y", ("rare", "usual")), [Record((), "usual")] * 3 + [Record((), "rare")])
    >>> repeated_undersampling(data, tree_learner(MAJORITY), ((0,), (), (1,)))(Record(())).labels
    ('rare',)
    """
    return Ensemble(Way.RECORDS, data.classes, tuple(trained(learner, undersample(data, positions)) for positions in kept))


@defined(
    errors="Invalid where a position is no attribute's or comes twice, where the target is continuous, and as the learner's",
    sources=(("cs422", "Ensemble methods"), "Ho 1998, The random subspace method"),
)
def random_subspaces(data: DataSet, learner: Learner, subspaces: Sequence[Indices]) -> Ensemble:
    """
    The ensemble with a member for each subspace, which is the positions of the attributes that it sees: the way of the features.

    >>> from dtref.spec.presets import ID3
    >>> from dtref.spec.model.attributes import Nominal
    >>> x, y, z = (Nominal(n, ("0", "1")) for n in "xyz")
    >>> data = DataSet((x, y), z, [Record((a, b), a) for a in "01" for b in "01"])
    >>> [random_subspaces(data, tree_learner(ID3), subspaces)(Record(("1", "0"))).labels for subspaces in (((0,),), ((1,),))]
    [('1',), ('0', '1')]
    """
    return Ensemble(Way.FEATURES, data.classes, tuple(_on_subspace(data, learner, subspace) for subspace in subspaces))


def _on_subspace(data: DataSet, learner: Learner, subspace: Indices) -> Classifier:
    """A classifier that sees some attributes only, in training and in prediction."""
    check_positions("position of an attribute", subspace, len(data.attributes))
    check_distinct("position of an attribute", subspace)

    def cut_down(record: Record) -> Record:
        return evolve(record, values=tuple(record.values[a] for a in subspace))

    member = trained(learner, DataSet(tuple(data.attributes[a] for a in subspace), data.target, tuple(map(cut_down, data))))
    return lambda record: member(cut_down(record))


@defined(errors="Invalid where the target is continuous, and as the learners'", sources=(("cs422", "Ensemble methods"),))
def different_algorithms(data: DataSet, learners: Sequence[Learner]) -> Ensemble:
    """
    The ensemble with a member for each learner, all trained on the whole data set: the way of the learning algorithm.

    >>> from dtref.spec.presets import ID3, MAJORITY
    >>> from dtref.spec.model.attributes import Nominal
    >>> x, z = (Nominal(n, ("0", "1")) for n in "xz")
    >>> data = DataSet((x,), z, [Record((a,), a) for a in "011"])
    >>> different_algorithms(data, [tree_learner(ID3), tree_learner(MAJORITY)])(Record(("0",))).labels
    ('0', '1')
    """
    return Ensemble(Way.ALGORITHMS, data.classes, tuple(trained(learner, data) for learner in learners))
