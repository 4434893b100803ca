"""
Verifies a tree: at each node, is what it does among the exactly best choices for the records that reach it?

The claim is an algorithm (`dtref.spec.presets`, with its stopping rules). A tree is right if every node is: then it is one of the tied
trees. Below a wrong node, the tree's own partition of the records is followed, so that each node is judged by itself. What the model, its
format or its settings leave open is not checked, and the verdict says why.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from attrs import evolve, frozen

from dtref.engines.filter.filtered import filtered_hunt
from dtref.errors import Invalid, way
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.foreign.dtref_model import ALGORITHM, from_model
from dtref.io.foreign.tree import ForeignNode, ForeignTree, Program, foreign_nodes
from dtref.io.foreign.tree_facts import TreeFacts, facts_of
from dtref.io.frames import Frame
from dtref.io.models import Model
from dtref.oracle.stated.policy_of import STATED_BY, checked_tree, policy_of
from dtref.oracle.verify.best_first import GROWN_UP_TO_LEAVES
from dtref.oracle.verify.compatibility import Matched, matched
from dtref.oracle.verify.equal_fills import report_of_fills
from dtref.oracle.verify.given_stops import given
from dtref.oracle.verify.guided_trees import RememberingHunt
from dtref.oracle.verify.importances import with_wrong, wrong_importances
from dtref.oracle.verify.in_bag import centre_of, drawn_records
from dtref.oracle.verify.labelled_frames import labelled_frame
from dtref.oracle.verify.lapsing_weights import LapsingHunt, lapses
from dtref.oracle.verify.node_verdicts import TrainingSet
from dtref.oracle.verify.probability_rounding import round_start
from dtref.oracle.verify.pruned_stops import PrunedStop
from dtref.oracle.verify.records_below import first_node
from dtref.oracle.verify.rounding import ULPS
from dtref.oracle.verify.rpart_complexities import states_complexities, with_complexities
from dtref.oracle.verify.rpart_improvement import states_improvements
from dtref.oracle.verify.settings import limits_of
from dtref.oracle.verify.stops import Claim, TreeStop
from dtref.oracle.verify.verdicts import SURROGATES_ARE_NOT_COMPARED, WRONG, Finding, NodeVerdict, NotChecked, Report, StoppedEarly
from dtref.spec.growing.arguments import check_grown_from
from dtref.spec.growing.hunt import Hunt
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.surrogates import LearnSurrogates
from dtref.spec.model.attributes import ABSENT, MISSING
from dtref.spec.model.counts import columns_later
from dtref.spec.model.data import DataSet
from dtref.spec.model.schemes import preorder
from dtref.spec.preparation.logistic_rounds import steps_of
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.split.candidates import NumbersOnly
from dtref.spec.split.numeric.greedy_bins import GreedyBins

if TYPE_CHECKING:
    from dtref.oracle.verify.screen import GivenFindings


class RefusedData(Invalid):
    """
    The claimed algorithm can't be carried out on the data, whatever the tree: where, what was wanted, what came.

    >>> raise RefusedData("record 2, x", "a known value", "?")
    Traceback (most recent call last):
    dtref.oracle.verify.verify.RefusedData: record 2, x: expected a known value (got '?')
    """


@contextmanager
def _data_at_fault(tree: ForeignTree, claim: Policy) -> Iterator[None]:
    """Inside, what is invalid is so of the data. Where it is a missing cell, and the model states another policy, that is named."""
    try:
        yield
    except Invalid as problem:
        wanted = problem.wanted
        if problem.got is MISSING and tree.program in STATED_BY:
            ways = way("without --as it is checked by the one that it states", "dtref.verify(tree, data) takes the one that it states")
            wanted = f"a known value, as {claim.name} refuses missing ones; {ways}"
        raise RefusedData(problem.where, wanted, problem.got) from None


@refuses_other_kinds
def verify(  # noqa: PLR0913 - what may be said is keyword arguments
    tree: ForeignTree | Model,
    data: DataSet | Frame | Mapping[str, object],
    policy: Policy | None = None,
    *,
    target: Hashable | None = None,
    pruned: bool = False,
    ulps: int = ULPS,
    columns: Mapping[str, str] | None = None,
    classes: Mapping[str, str] | None = None,
) -> Report:
    """
    The verdicts on each node of a tree that is claimed to be grown from a data set by an algorithm.

    policy: the algorithm; None: the one that the model states (`dtref.policy_of`), with its settings and its rule for missing values, which
    the preset of a program needn't have. A policy that names a pruning (`Policy.pruning`) has it carried out, exactly, and the tree is
    compared with what comes out.

    data: a data set, or a data frame with the labels, of which the columns that the tree was given are read, as it reads them. target: of
    a frame the column of labels, by default the one that a model names.
    pruned: whether the tree may have been pruned otherwise, so that a leaf need not be one that growing makes. ulps: the units in the last
    place, of the largest number in the sum of its value, by which a test may be beaten and still be `WithinFloat`; and by which a mean or
    an impurity may be off beyond the rounding of sums over records. columns, classes: names in the model -> in the data.
    Errors: Invalid where the model doesn't fit the data: a column that the data lack or have of another kind, other classes, classes
    where the other has numbers; without a policy as `dtref.policy_of`; `RefusedData`, an Invalid, where the algorithm refuses the data,
    as by its rule for missing values.

    >>> from fractions import Fraction
    >>> from dtref.spec.presets import CART
    >>> from dtref.io.foreign.tree import Cut, ForeignNode
    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> from dtref.spec.model.data import Record
    >>> x, y = Continuous("x"), Nominal("y", ("a", "b"))
    >>> data = DataSet((x,), y, tuple(Record((Fraction(i),), label) for i, label in enumerate("aab", 1)))
    >>> def leaf(place, label): return ForeignNode(place, label=label)
    >>> def tree(cut): return ForeignTree(ForeignNode("1", Cut("x", Fraction(cut)), (leaf("2", "a"), leaf("3", "b"))), "by hand")
    >>> verify(tree("2.2"), data, CART).tally["Optimal"], verify(tree("1.5"), data, CART).wrong[0].verdicts[0].gap
    (3, Fraction(1, 3))
    """
    data = cast(DataSet, labelled_frame(tree, data, target))
    if isinstance(tree, Model):
        tree = from_model(tree)
    # the tree and the data in the same names; of fills that are as good any may have been taken
    facts = facts_of(checked_tree(tree))
    policy = policy_of(tree) if policy is None else policy
    check_grown_from(data, policy)
    data = policy.nominal.as_read(data) if isinstance(policy.nominal, NumbersOnly) else data
    data, policy = _with_added_columns(tree, data, policy)
    match = matched(tree, data, columns or {}, classes or {})
    centre = centre_of(match.tree, match.data)
    match = evolve(match, data=drawn_records(match.tree, match.data))

    def report(records: DataSet, filled: Policy) -> Report:
        return _report(evolve(match, data=records), filled, facts, pruned, ulps=ulps, centre=centre)

    return report_of_fills(match.data, policy, report)


def _report(match: Matched, policy: Policy, facts: TreeFacts, pruned: bool, *, ulps: int, centre: Fraction) -> Report:  # noqa: PLR0913
    """The report on a tree in the names of the data."""
    # what can be checked
    with _data_at_fault(match.tree, policy):
        recursion = _recursion(match.data, policy, pruned)
    limits = limits_of(match.tree, recursion)
    # the verdicts: where the engine covers tree and data, by what it finds at the nodes, each finding to be made when it is asked for
    carried_out = bool(recursion.policy.pruning) and not limits.everything
    by_nodes = (
        carried_out
        or recursion.policy.draws is not None
        or recursion.policy.most_leaves is not None
        or recursion.case_weights is not None
        or bool(centre)
        or states_improvements(match.tree)
        or (facts.names_surrogates and isinstance(policy.gap, LearnSurrogates))
    )
    engine = None if limits.everything or by_nodes else given(match.tree, match.data, recursion, not limits.tests)
    left_out = ""
    decided: Findings | GivenFindings
    if carried_out:
        root, left_out = first_node(recursion, match.tree)
        parts = recursion.policy, recursion.columns, recursion.keep, recursion.case_weights
        remembering = LapsingHunt(*parts) if lapses(recursion.policy) else RememberingHunt(*parts)
        claim = Claim(match.tree, remembering, limits, root, pruned, ulps, _training_set(recursion, match.data, centre))
        decided = Findings(_findings(PrunedStop(claim, match.tree.root, root, None, None, 0)))
    elif engine is None:
        root, left_out = first_node(recursion, match.tree)
        claim = Claim(match.tree, recursion, limits, root, pruned, ulps, _training_set(recursion, match.data, centre))
        decided = Findings(_findings(TreeStop(claim, match.tree.root, limits.everything or root, None, 0), recursion.policy))
    else:
        from dtref.oracle.verify.screen import given_findings  # with numpy

        claim = Claim(match.tree, recursion, limits, engine.node(0), pruned, ulps, engine.training_set)
        decided = given_findings(claim, engine)
    wrong = wrong_importances(match.tree)
    decided = Findings(with_wrong(decided.findings, wrong)) if wrong else decided
    # notes that no verdict has given
    verdicts = list(decided.kinds())
    reasons_given = {"", *(verdict.why for verdict in verdicts if isinstance(verdict, NotChecked))}
    hint = _hint() if not (pruned or limits.unpruned) and any(isinstance(verdict, StoppedEarly) for verdict in verdicts) else ""
    surrogates = (
        SURROGATES_ARE_NOT_COMPARED
        if facts.stand_ins and any(_is_not_compared(node, policy) for node in foreign_nodes(match.tree.root))
        else ""
    )
    named = _name_alone() if any(isinstance(verdict, WRONG) for verdict in verdicts) and _names_only(match.tree, policy) else ""
    notes = dict.fromkeys((*match.tree.notes, *match.notes, *limits.notes, left_out, surrogates, hint, named))
    given_notes = tuple(note for note in notes if note not in reasons_given)
    return Report.later(decided, tree=match.tree, claim=policy.name, notes=given_notes)


def _recursion(data: DataSet, policy: Policy, pruned: bool) -> Hunt:
    """The recursion of a policy. Where it draws columns, it isn't known what was below a node that is pruned."""
    unknown = pruned or (policy.draws is not None and bool(policy.pruning))
    # where rounding decides how many records there are by weight, a verdict says so
    policy = evolve(policy, continuous=evolve(policy.continuous, off=0)) if isinstance(policy.continuous, GreedyBins) else policy
    recursion = filtered_hunt(data, evolve(policy, draws=None, pruning=() if unknown else policy.pruning), columns_later)
    return recursion if policy.draws is None else evolve(recursion, policy=evolve(recursion.policy, draws=policy.draws))


@frozen(eq=False)
class Findings:
    """The findings of all nodes, made."""

    findings: tuple[Finding, ...]

    def kinds(self) -> Iterator[NodeVerdict]:
        """Every verdict."""
        return (verdict for finding in self.findings for verdict in finding.verdicts)


def _hint() -> str:
    return f"a leaf that pruning made is said to stop too early: {way('--pruned', 'pruned=True')} lets it pass"


def _name_alone() -> str:
    needed = way("--as beside them is needed", "the policy is to be named")
    return f"the model names its algorithm, not its options: if it was grown with other options than the defaults, {needed}"


def _names_only(tree: ForeignTree, policy: Policy) -> bool:
    """Whether all that a model states of how it was grown is the name of the algorithm that it is compared with."""
    return (
        tree.program is Program.DTREF
        and tree.history.grown is None
        and any(setting.name == ALGORITHM and setting.value == policy.name for setting in tree.settings)
    )


def _is_not_compared(node: ForeignNode, policy: Policy) -> bool:
    """Whether a node has surrogates that no verdict is on."""
    return bool(node.stand_ins) and not (node.names_surrogates and isinstance(policy.gap, LearnSurrogates))


def _with_added_columns(tree: ForeignTree, data: DataSet, policy: Policy) -> tuple[DataSet, Policy]:
    """The data with the columns that the rule for missing values adds, where the tree asks such a one; and the policy for these data."""
    if {ask.attribute for ask in facts_of(tree).asks} <= {attribute.name for attribute in data.attributes}:
        return data, policy
    with _data_at_fault(tree, policy):
        prepared = policy.missing(data)
    if len(prepared.attributes) == len(data.attributes):
        return data, policy
    return prepared, evolve(policy, missing=keep_missing)


def _findings(root: TreeStop | PrunedStop, policy: Policy | None = None) -> tuple[Finding, ...]:
    """The findings of all nodes in preorder. policy: of a tree that isn't pruned, whose leaves it may limit."""
    stops: Sequence[TreeStop | PrunedStop] = tuple(preorder(root, lambda stop: stop.stops_below()))
    grown = [stop for stop in stops if isinstance(stop, TreeStop)]
    most = None if policy is None else policy.most_leaves
    limited = () if policy is None or most is None else GROWN_UP_TO_LEAVES[policy.split_first](grown, most).findings()
    findings = limited or [stop.finding for stop in stops]
    if states_complexities(root.claim.tree):
        findings = with_complexities(root.claim.tree, root.claim.recursion, findings, [stop.node for stop in stops])
    return tuple(finding if finding.place else evolve(finding, place=f"#{number}") for number, finding in enumerate(findings, 1))


def _training_set(recursion: Hunt, data: DataSet, centre: Fraction) -> TrainingSet:
    columns, start = recursion.columns, round_start(steps_of(recursion.policy.weigh), data)
    return TrainingSet(Fraction(sum(columns.weights)), not any(ABSENT in codes for codes in columns.codes), start, centre)
