"""
Policies: the choices that Hunt's recursion leaves open. A preset is a policy (`dtref.spec.presets`), written as a difference from another.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TypeAlias, assert_never

from attrs import evolve, field, frozen

from dtref.errors import Invalid
from dtref.spec.growing.admission import Admission
from dtref.spec.growing.stopping import StoppingRule, pure, same_values
from dtref.spec.growing.surrogates import LearnSurrogates
from dtref.spec.growing.ties import First, TieRule
from dtref.spec.model.attributes import Attribute, Continuous, Nominal, Ordinal
from dtref.spec.model.data import DataSet
from dtref.spec.model.rules import LooksAt, looks_at
from dtref.spec.model.trees import Gap, Leaf, Tree
from dtref.spec.preparation.missing import MissingRule, refuse_missing
from dtref.spec.preparation.weighing import WeighRule
from dtref.spec.split.candidates import MultiwaySplit, Offer, OrdinalCuts, SubsetSplits, Thresholds
from dtref.spec.split.choose import Select, best
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.numeric.oblique import ObliqueOffer

PruningStep: TypeAlias = Callable[[Tree, DataSet], Tree]
"""A step of pruning that a policy names: from a tree and the records that it was grown from, the pruned tree."""


class PrunesByTraining:
    """
    A step of pruning that also depends on the root of the whole tree: `of` makes the one for that root, to prune subtrees by themselves.
    """

    __slots__ = ()

    def of(self, root: Leaf) -> PruningStep:
        """The step for the subtrees of a tree with this root, as a leaf."""
        raise NotImplementedError


def keep_weights(data: DataSet) -> DataSet:
    """
    The data set itself, with the weights that its records have.

    >>> data = DataSet((), Nominal("y", ("-", "+")), ())
    >>> keep_weights(data) is data
    True
    """
    return data


class Sizes(Enum):
    """The unit of the least sizes, of nodes and branches, in an algorithm's options."""

    WEIGHT = "weight"
    """The weight of records (`FewerThan`, `EveryBranchHas`); C4.5."""
    ROWS = "rows"
    """Records, whatever they weigh (`FewerRowsThan`, `EveryBranchHasRows`); rpart, scikit-learn."""


class EmptyBranch(Enum):
    """The labels of a leaf that no record reaches."""

    PARENT_MAJORITY = "the largest classes of its parent"
    DEFAULT_CLASS = "the largest classes of the whole training set"


@frozen
class Policy:
    """
    A decision-tree algorithm, as the choices that Hunt's recursion leaves open.

    source: where it is defined. criterion: what is maximised. nominal, ordinal, continuous: the candidates of each kind. ask_once:
    whether an attribute that a multiway test has asked is left out further down. stop, admit: when a node is a leaf, and which candidates
    compete (`dtref.spec.growing.stopping`, `admission`); unless a rule says otherwise a best value of exactly 0 still splits. select:
    chooses the optima among the candidates. gap: what nodes do with missing values that `missing`, the rule before growing, leaves in the
    data. oblique: the candidates that ask several attributes, if any, which come after the others. sizes: the unit of the least sizes in
    its program's options, for those who make rules of such options. pruning: the steps from the grown tree to the one that the program
    ends with (`dtref.spec.pruning.steps`); most algorithms name none. weigh: the weights that it gives the records, after `missing`.
    empty_branch, tie: see there.
    """

    name: str
    source: str
    criterion: Criterion
    nominal: Offer = MultiwaySplit()
    ordinal: Offer = OrdinalCuts()
    continuous: Offer = Thresholds()
    ask_once: bool = False
    stop: tuple[StoppingRule, ...] = (pure, same_values)
    admit: tuple[Admission, ...] = ()
    empty_branch: EmptyBranch = EmptyBranch.PARENT_MAJORITY
    missing: MissingRule = refuse_missing
    tie: TieRule = field(factory=First)
    select: Select = best
    gap: Gap | LearnSurrogates = Gap.REFUSE
    oblique: ObliqueOffer | None = None
    sizes: Sizes = Sizes.WEIGHT
    pruning: tuple[PruningStep, ...] = ()
    weigh: WeighRule = keep_weights

    @property
    def counts_levels(self) -> bool:
        """Whether a stopping rule may look at how deep a node is: any rule may that does not say what it looks at."""
        return any(LooksAt.LEVEL in looks_at(rule) for rule in self.stop)

    @property
    def asks_every_p_value(self) -> bool:
        """Whether a stopping rule needs the p-value of every candidate, and not only of those that can be best."""
        return any(LooksAt.EVERY_P_VALUE in looks_at(rule) for rule in self.stop)


def offer_for(policy: Policy, attribute: Attribute) -> Offer:
    """
    The candidates that a policy offers for an attribute, by its kind.

    Where not every candidate may compete, or each is asked for a p-value, all groupings are tried: the shortcuts of `SubsetSplits` find the
    best of all by a concave impurity (and by chi-square), not the best of some.

    >>> from dtref.spec.split.criteria import gain
    >>> offer_for(Policy("p", "none", gain), Nominal("x", ("a", "b")))
    MultiwaySplit()
    """
    match attribute:
        case Nominal() if isinstance(policy.nominal, SubsetSplits) and (policy.admit or policy.asks_every_p_value):
            return evolve(policy.nominal, exhaustive=True)
        case Nominal():
            return policy.nominal
        case Ordinal():
            return policy.ordinal
        case Continuous():
            return policy.continuous
        case _:
            assert_never(attribute)


def training_set(policy: Policy, data: DataSet) -> DataSet:
    """
    The records that a policy grows a tree from: after its rule for missing values, and weighed as it says.

    >>> from dtref.spec.split.criteria import gain
    >>> training_set(Policy("p", "none", gain), DataSet((), Nominal("y", ("a",)), ())).records
    ()
    """
    return policy.weigh(policy.missing(data))


def without_pruning(policy: Policy) -> Policy:
    """
    The policy, for those who need its trees as grown. Errors: Invalid where it names a pruning.

    >>> from dtref.spec.split.criteria import gain
    >>> without_pruning(Policy("p", "none", gain)).name
    'p'
    """
    if policy.pruning:
        raise Invalid(
            f"policy {policy.name}", "one without pruning here, such as evolve(policy, pruning=())", ", ".join(map(str, policy.pruning))
        )
    return policy
