"""Policies: the choices that Hunt's recursion leaves open. A preset (`dtref.spec.presets`) is one, written as a difference from another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from fractions import Fraction
from typing import TypeAlias, assert_never

from attrs import evolve, field, frozen

from dtref.errors import Invalid, declaration, way
from dtref.exact.brief import changed_settings
from dtref.exact.number import Number
from dtref.spec.growing.admission import Admission
from dtref.spec.growing.best_first import SplitOrder
from dtref.spec.growing.draws import Draws
from dtref.spec.growing.monotone import Monotone
from dtref.spec.growing.node_facts import NodeFacts
from dtref.spec.growing.of_training import AdmissionOfTraining, PruningOfTraining, StopOfTraining
from dtref.spec.growing.stopping import StoppingRule, pure, same_values
from dtref.spec.growing.surrogates import LearnSurrogates
from dtref.spec.growing.ties import First, TieRule
from dtref.spec.model.attributes import Attribute, Continuous, Nominal, Ordinal
from dtref.spec.model.counts import Columns, Counts, labels_of, majority, tally_of
from dtref.spec.model.data import DataSet
from dtref.spec.model.later import Later
from dtref.spec.model.numerals import is_numeral
from dtref.spec.model.optima import Optima
from dtref.spec.model.rules import LooksAt, looks_at, needs_candidates
from dtref.spec.model.tally import Tally
from dtref.spec.model.trees import Gap, Label, Tree
from dtref.spec.preparation.exposures import ShrunkRates
from dtref.spec.preparation.missing import MissingRule, refuse_missing
from dtref.spec.preparation.weighing import GivesTargets, WeighRule
from dtref.spec.split.candidates import MultiwaySplit, NumbersOnly, Offer, OffersByTraining, OrdinalCuts, SubsetSplits, Thresholds
from dtref.spec.split.choose import Select, best
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.impurity import mean_of
from dtref.spec.split.numeric.oblique import ObliqueOffer

PruningStep: TypeAlias = Callable[[Tree, DataSet], Tree]
"""A step of pruning that a policy names: from a tree and the records that it was grown from, the pruned tree."""


def keep_weights(data: DataSet) -> DataSet:
    """
    The data set itself, with the weights that its records have.

    >>> data = DataSet((), Nominal("y", ("-", "+")), ())
    >>> keep_weights(data) is data
    True
    """
    return data


LabelRule: TypeAlias = Callable[[Counts], tuple[int, ...]]
"""The positions of the classes that a node may be labelled with, from its counts."""


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


@frozen(cache_hash=True)  # engines look policies up
class Policy:
    """
    A decision-tree algorithm, as the choices that Hunt's recursion leaves open.

    source: where it is defined. criterion: what is maximised. nominal, ordinal, continuous: the candidates of each kind. ask_once: whether
    an attribute that a multiway test has asked is left out further down. stop, admit: when a node is a leaf, and which candidates compete
    (`dtref.spec.growing.stopping`, `admission`); unless a rule says otherwise a best value of exactly 0 still splits. select: chooses the
    optima among the candidates. gap: what nodes do with missing values that `missing`, the rule before growing, leaves in the data.
    oblique: the candidates that ask several attributes, if any, which come after the others. sizes: the unit of the least sizes in its
    program's options. pruning: the steps from the grown tree to the one that the program ends with (`dtref.spec.pruning.steps`); most
    algorithms name none. weigh: the weights that it gives the records, after `missing`. label: the classes that a node predicts. draws:
    the columns that a node tries, where they are drawn; such a policy says what may come out, and grows nothing without the draws.
    monotone: the columns with which predictions may only rise, or fall. most_leaves: the leaves at which growing ends; None: all that can
    be split are. split_first: which nodes are split until then. confirm: which of the optima may be asked, judged by all that their
    branches get, the parts of records that miss the value included; where one that may not is chosen, the node is a leaf. gives_up: an
    attribute none of whose tests at a node is worth more is not asked below it; None: all are. empty_branch, tie: see there.
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
    label: LabelRule | ShrunkRates = majority
    draws: Draws | None = None
    monotone: Monotone | None = None
    most_leaves: int | None = None
    split_first: SplitOrder = SplitOrder.IMPROVES_MOST
    gives_up: Fraction | None = None
    confirm: tuple[Admission, ...] = ()

    def __repr__(self) -> str:
        """The name, and the settings that are other than the defaults."""
        return f"<policy {self.name}: criterion {self.criterion.name}{changed_settings(self, 'name', 'source', 'criterion')}>"

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

    Where not every candidate may compete, or may be asked, or each is asked for a p-value, all groupings are tried: the shortcuts of
    `SubsetSplits` find the best of all by a concave impurity (and by chi-square), not the best of some.

    >>> from dtref.spec.split.criteria import gain
    >>> offer_for(Policy("p", "none", gain), Nominal("x", ("a", "b")))
    MultiwaySplit()
    """
    match attribute:
        case Nominal() if isinstance(policy.nominal, SubsetSplits) and (policy.admit or policy.confirm or policy.asks_every_p_value):
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
    The records that a policy grows a tree from: read as its program does, after its rule for missing values, and weighed as it says.

    >>> from dtref.spec.presets import CART
    >>> training_set(CART, DataSet((), Nominal("y", ("a",)), ())).records
    ()
    """
    read = policy.nominal.as_read(data) if isinstance(policy.nominal, NumbersOnly) else data
    return policy.weigh(policy.missing(read))


def counted_target(policy: Policy, data: DataSet) -> Attribute:
    """
    The target of the records that a policy grows a tree from: that of the data, unless its rule for weights gives them another.

    >>> from dtref.spec.presets import CART
    >>> counted_target(CART, DataSet((), Nominal("y", ("a",)), ()))
    Nominal(name='y', values=('a',))
    """
    return policy.weigh.target_for(data.target) if isinstance(policy.weigh, GivesTargets) else data.target


def learned_offers(policy: Policy, training: DataSet) -> Policy:
    """
    The policy with the cuts and groupings that it offers for a training set, where they depend on one.

    >>> from dtref.spec.presets import CART
    >>> learned_offers(CART, DataSet((), Nominal("y", ("a",)), ())) is CART
    True
    """
    offers = (policy.nominal, policy.ordinal, policy.continuous)
    if not any(isinstance(offer, OffersByTraining) for offer in offers):
        return policy
    nominal, ordinal, continuous = (offer.of(training) if isinstance(offer, OffersByTraining) else offer for offer in offers)
    return evolve(policy, nominal=nominal, ordinal=ordinal, continuous=continuous)


def for_training(policy: Policy, training: DataSet) -> Policy:
    """
    The policy with the rules that depend on the training set as a whole made for one.

    >>> from dtref.spec.growing.of_training import EveryBranchHasShare
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> for_training(evolve(CART, admit=(EveryBranchHasShare(Fraction(1, 4)),)), parity(2)).admit
    (EveryBranchHas(records=Fraction(1, 1)),)
    """
    policy, made = learned_offers(policy, training), StopOfTraining | AdmissionOfTraining | PruningOfTraining | ShrunkRates
    monotone = policy.monotone and policy.monotone.of(training.attributes)
    if monotone == policy.monotone and not any(isinstance(r, made) for r in (*policy.stop, *policy.admit, *policy.pruning, policy.label)):
        return policy
    return evolve(
        policy,
        stop=tuple(rule.of(training) if isinstance(rule, StopOfTraining) else rule for rule in policy.stop),
        admit=tuple(rule.of(training) if isinstance(rule, AdmissionOfTraining) else rule for rule in policy.admit),
        pruning=tuple(step.of(training) if isinstance(step, PruningOfTraining) else step for step in policy.pruning),
        monotone=monotone,
        label=policy.label.of(training) if isinstance(policy.label, ShrunkRates) else policy.label,
    )


def checked_training_set(policy: Policy, data: DataSet) -> DataSet:
    """
    The training set of a policy and data that fit each other. Errors: Invalid where they don't (`dtref.spec.growing.hunt.hunt`).

    >>> from dtref.spec.split.criteria import gain
    >>> checked_training_set(Policy("p", "none", gain), DataSet((), Continuous("y"), ()))
    Traceback (most recent call last):
    dtref.errors.Invalid: target y: expected a nominal target for gain (got 'continuous')
    """
    if policy.draws is not None:
        raise Invalid(f"policy {policy.name}", "the draws of columns, as arguments (grow_forest)", str(policy.draws))
    # the criterion must be one for the kind of target
    measure, target = policy.criterion.impurity, counted_target(policy, data)
    of_numbers = measure is not None and measure.moments
    if of_numbers != isinstance(target, Continuous):
        kinds = ("continuous", "nominal") if of_numbers else ("nominal", "continuous")
        numbers = not isinstance(target, Continuous) and len(target.values) > 0 and all(map(is_numeral, target.values))
        remedy = f"; its numbers are read as such by {declaration('continuous', target.name)}" if numbers else ""
        raise Invalid(f"target {target.name}", f"a {kinds[0]} target for {policy.criterion.name}{remedy}", kinds[1])
    if policy.criterion.two_classes and not isinstance(target, Continuous) and len(target.values) > 2:
        raise Invalid(f"target {target.name}", f"two classes for {policy.criterion.name}", len(target.values))
    if policy.gap is Gap.LEARNED and policy.oblique is not None:
        raise Invalid(f"policy {policy.name}", "no oblique tests, as the direction of missing values is learned", "oblique tests")
    training = training_set(policy, data)
    if measure is not None and measure.counts:
        _check_counts(training, policy)
    attributes = len(training.attributes)
    if isinstance(policy.gap, LearnSurrogates) and not policy.gap.fits(attributes):
        wanted = f"at most {max(attributes - 1, 0)}, as there are {attributes} attributes and one is the node's own"
        raise Invalid("surrogates, most", wanted, policy.gap.most)
    if policy.monotone is not None:
        if measure is not None and measure.centre is not mean_of:
            raise Invalid(f"policy {policy.name}", "labels that are means, as order is asked of them", policy.criterion.name)
        policy.monotone.check(training.attributes, target)
    return training


def _check_counts(data: DataSet, policy: Policy) -> None:
    """Errors: Invalid for a target below 0, or 0 throughout, where the criterion takes neither."""
    wanted = f"numbers of at least 0, not 0 throughout, for {policy.criterion.name}"
    for r, record in enumerate(data, 1):
        if isinstance(record.label, Fraction) and record.label < 0:
            raise Invalid(f"record {r}, {data.target.name}", wanted, record.label)
    if len(data) and not any(record.label for record in data):
        raise Invalid(f"target {data.target.name}", wanted, 0)


def columns_for(policy: Policy, training: DataSet, code: Callable[[DataSet], Columns]) -> Columns:
    """
    The columns of a policy's training set, whose counts have what the criterion needs. Errors: Invalid for a missing value where nodes have
    no rule for it.

    >>> from dtref.spec.model.counts import columns
    >>> from dtref.spec.split.deviations import absolute_error_reduction
    >>> columns_for(Policy("p", "none", absolute_error_reduction), DataSet((), Continuous("y"), ()), columns).by_value
    True
    """
    coded, measure = code(refuse_missing(training) if policy.gap is Gap.REFUSE else training), policy.criterion.impurity
    return evolve(coded, by_value=True) if measure is not None and measure.values else coded


def labels_by(policy: Policy, target: Attribute, counts: Counts) -> tuple[Label, ...]:
    """
    The labels of records with these counts: the largest classes, the numbers that a continuous target is least distant from, or a rate.

    >>> from dtref.spec.presets import REGRESSION_TREE
    >>> labels_by(REGRESSION_TREE, Continuous("y"), (2, 5, 17))
    (Fraction(5, 2),)
    """
    if isinstance(policy.label, ShrunkRates):
        return (policy.label.rate(counts),) if counts[0] else ()
    if policy.label is not majority and not isinstance(target, Continuous):
        return tuple(target.values[j] for j in policy.label(counts))
    measure = policy.criterion.impurity
    return labels_of(target, counts, None if measure is None else measure.centre)


def without_pruning(policy: Policy) -> Policy:
    """
    The policy, for those who need its trees as grown. Errors: Invalid where it names a pruning.

    >>> from dtref.spec.split.criteria import gain
    >>> without_pruning(Policy("p", "none", gain)).name
    'p'
    """
    if policy.pruning:
        ways = way("; a parameter of a program (--set) may leave pruning out", ", as attrs.evolve(policy, pruning=()) is one")
        raise Invalid(f"policy {policy.name}", f"one whose trees are not pruned after growing{ways}", ", ".join(map(str, policy.pruning)))
    return policy


@frozen(eq=False)
class Decision(Later):
    """
    The decision at a node: its class counts, its largest classes, and the optima; without optima it is a leaf.

    value: the criterion's value of the optima; None at a leaf. stopped: the stopping rule that made it a leaf, if one did. leaf: where a
    leaf is as good as the optima, its place among them, written out, from 0; else None.
    """

    counts: Tally
    labels: tuple[Label, ...]
    value: Number | None
    optima: Optima
    stopped: StoppingRule | None = None
    leaf: int | None = None


def decision(target: Attribute, labels: tuple[Label, ...], rules: Sequence[StoppingRule], node: NodeFacts) -> Decision:
    """
    The decision at a node with these largest classes: a leaf where a stopping rule says so, or nothing can be asked; else the best
    candidates are its optima.

    rules: the first that stops is kept in the decision. Those that need no candidates come first, as they cost least.

    >>> from dtref.spec.growing.stopping import pure
    >>> from dtref.spec.model.attributes import Nominal
    >>> node = NodeFacts((3, 0), False, 0, lambda: Fraction(1), lambda: (), lambda: None, lambda: 3)
    >>> decision(Nominal("y", ("-", "+")), ("-",), (pure,), node).stopped is pure
    True
    """
    tally = tally_of(target, node.counts)
    stopped = next((stops for stops in sorted(rules, key=needs_candidates) if stops(node)), None)
    best = node.best() if stopped is None else None
    if best is None:
        return Decision(tally, labels, None, (), stopped)
    return Decision(tally, labels, best.value, best.optima, leaf=best.leaf)
