"""Explained trees: at each node every candidate with its count table, its impurities and its value, and the optima."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from attrs import evolve, frozen
from toolz import groupby

from dtref.engines.filter.filtered import filtered_hunt
from dtref.errors import Undefined
from dtref.exact.brief import brief_repr
from dtref.exact.number import Number
from dtref.spec.growing.admission import admits, counts_rows
from dtref.spec.growing.best_first import EnoughLeaves
from dtref.spec.growing.hunt import Hunt, Node, grow_tree
from dtref.spec.growing.not_competing import Reasons, competition, why_refused
from dtref.spec.growing.policy import Policy, without_pruning
from dtref.spec.growing.routing import gotten, rows_as_counted
from dtref.spec.growing.stopping import StoppingRule, is_pure
from dtref.spec.growing.surrogate_lists import SurrogateChoices, SurrogatePlace
from dtref.spec.model.branches import asked, condition
from dtref.spec.model.counts import Counts, Rows, add_counts, statistic
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import EverySubset, Optima
from dtref.spec.model.rules import rule_of
from dtref.spec.model.schemes import ignore_progress, walk
from dtref.spec.model.tally import Tally
from dtref.spec.model.tests import Subset, Test
from dtref.spec.model.trees import Branch, Gap, GapRule, Label, Surrogates, Tree
from dtref.spec.split.candidates import Split, SubsetSplits
from dtref.spec.split.chaid.candidates import MergedCandidates
from dtref.spec.split.chaid.significance import Significance
from dtref.spec.split.criteria import Criterion, weighted_impurity
from dtref.spec.split.impurity import Impurity

CriterionValue: TypeAlias = Number | Undefined

WRITTEN_OUT = 2**9 - 1
"""The most groupings of an attribute's values that are all shown; of more, only those that can be best (`SubsetSplits`)."""


@frozen(eq=False)
class BranchRow:
    """A branch of a candidate: its test and its number in it, its class counts, its impurity (Undefined where no record takes it)."""

    test: Test | EverySubset
    branch: int
    counts: Counts
    impurity: CriterionValue

    __repr__ = brief_repr

    @property
    def condition(self) -> str:
        """The branch's condition as text; not stored, as those of all groupings of long values together are long."""
        if isinstance(self.test, EverySubset):
            return f"{self.test.attribute.name} {('in any group', 'not in it')[self.branch]}"
        return condition(self.test, self.branch)


@frozen(eq=False)
class ExplainedTest:
    """
    A candidate at a node: the test, a row for each branch, the weighted impurity, the criterion's value, whether it is optimal.

    admitted: whether the policy lets it compete; confirmed: whether it lets it be asked, if it is the best. excluded: the rule by which it
    doesn't compete, with its numbers; empty where it does.
    missing: the counts of the records that miss the value asked; the rows and the weighted impurity are of the others, whose share of
    the node is known_share. components: values that the criterion is made of, by name. adjusted: what decides CHAID's p-value; None
    where candidates have none.
    """

    test: Test | EverySubset
    rows: tuple[BranchRow, ...]
    weighted: CriterionValue
    value: CriterionValue
    optimal: bool
    missing: Counts
    known_share: Number
    components: tuple[tuple[str, CriterionValue], ...] = ()
    adjusted: Significance | None = None
    admitted: bool = True
    confirmed: bool = True
    excluded: str = ""

    __repr__ = brief_repr


@frozen(eq=False)
class ExplainedNode:
    """
    A node explained.

    way: the branches from the root, each with its test. impurity: of the node. choices: every candidate, best or not. chosen: the test that
    the tree asks; None for a leaf. alike: the optima grouped by how they split the records; members of one group have `same_partition`.
    gap: what the node does with records that miss the value it asks. children: its subtrees. stopped: the rule that made it a leaf.
    surrogates: what each of the node's surrogates was chosen from, and tie_rule: by which rule. or_leaf: whether a leaf is as good as the
    optima; of a leaf that is as good as tests, these are the optima. average: the average gain, in words, where the policy selects by it.
    """

    way: tuple[tuple[Test, int], ...]
    counts: Tally
    labels: tuple[Label, ...]
    impurity: CriterionValue
    choices: tuple[ExplainedTest, ...]
    chosen: Test | None
    alike: tuple[Optima, ...]
    gap: GapRule = Gap.REFUSE
    children: tuple[Tree, ...] = ()
    stopped: StoppingRule | None = None
    surrogates: tuple[SurrogatePlace, ...] = ()
    tie_rule: str = ""
    or_leaf: bool = False
    average: str = ""

    __repr__ = brief_repr

    @property
    def path(self) -> tuple[str, ...]:
        """The conditions from the root, as text."""
        return tuple(condition(test, branch) for test, branch in self.way)


@frozen(eq=False)
class ExplainedTree:
    """
    A tree explained: the policy it was grown with, the impurity that its criterion reduces, the steps in preorder, and the records that it
    was grown from, as the policy prepared them (None: they aren't at hand).
    """

    policy: Policy
    tree: Tree
    steps: tuple[ExplainedNode, ...]
    data: DataSet | None = None

    __repr__ = brief_repr

    @property
    def impurity(self) -> Impurity | None:
        """The impurity that the criterion is about."""
        return self.policy.criterion.impurity


def explained_tree(data: DataSet, policy: Policy, progress: Callable[[int], None] = ignore_progress) -> ExplainedTree:
    """
    The tree that a policy grows from a data set, with every candidate at every node (of large groupings, see WRITTEN_OUT).

    progress: as for `grow`. Errors: as for `grow`.

    >>> from dtref.spec.presets import ID3
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import DataSet, Record
    >>> windy, play = Nominal("windy", ("yes", "no")), Nominal("play", ("-", "+"))
    >>> why = explained_tree(DataSet((windy,), play, (Record(("no",), "+"), Record(("yes",), "-"))), ID3)
    >>> [(step.path, len(step.choices)) for step in why.steps]
    [((), 1), (('windy = yes',), 0), (('windy = no',), 0)]
    """
    recursion = filtered_hunt(data, without_pruning(policy))
    tree = grow_tree(recursion, recursion.decide, policy.tie, progress)
    own = recursion.policy  # its rules for this training set
    nominal = evolve(own.nominal, written_out=WRITTEN_OUT) if isinstance(own.nominal, SubsetSplits) else own.nominal
    return ExplainedTree(policy, tree, tuple(_steps(evolve(recursion, policy=evolve(own, nominal=nominal)), tree)), recursion.training)


_Reached: TypeAlias = tuple[Node, tuple[tuple[Test, int], ...]]
"""The records that reach a node of the tree, and the branches on the way to it."""


def _steps(recursion: Hunt, tree: Tree) -> Iterator[ExplainedNode]:
    """The steps of a tree in preorder, each with the records that reach its node."""

    def reached_children(subtree: Tree, reached: _Reached) -> Iterator[tuple[Tree, _Reached]]:
        if isinstance(subtree, Branch):
            node, way = reached
            for i, child in enumerate(recursion.children(node, subtree.labels, subtree.test, subtree.gap)):
                yield subtree.children[i], (child, (*way, (subtree.test, i)))

    root: _Reached = (recursion.root(), ())
    for subtree, (node, way) in walk(tree, root, reached_children):
        yield _step(recursion, subtree, node, way)


def _step(recursion: Hunt, subtree: Tree, node: Node, way: tuple[tuple[Test, int], ...]) -> ExplainedNode:
    counts = statistic(recursion.columns, node.records)
    impurity = _impurity(recursion.policy.criterion.impurity, counts)
    # The optima, grouped by how they split the records.
    alike = groupby(lambda test: _parts(recursion, node, test), subtree.optima)
    # A leaf: candidates are shown where its class is open.
    is_open = isinstance(subtree, Branch) or not is_pure(counts, recursion.regression)
    field = competition(recursion, counts, recursion.candidates(node) if is_open else ())
    choices = tuple(_choices(recursion, node, counts, subtree.optima, field.reasons)) if is_open else ()
    if not isinstance(subtree, Branch):
        why = None if alike else _why_a_leaf(recursion, node)
        groups = tuple(map(tuple, alike.values()))
        leaf = ExplainedNode(way, subtree.counts, subtree.labels, impurity, choices, None, groups, stopped=why, or_leaf=bool(alike))
        return evolve(leaf, average=field.average)
    # A branch.
    return ExplainedNode(
        way,
        subtree.counts,
        subtree.labels,
        impurity,
        choices,
        subtree.test,
        tuple(map(tuple, alike.values())),
        subtree.gap,
        subtree.children,
        surrogates=_surrogates(recursion, node, subtree),
        tie_rule=rule_of(recursion.policy.tie).name,
        or_leaf=subtree.or_leaf,
        average=field.average,
    )


def _why_a_leaf(recursion: Hunt, node: Node) -> StoppingRule | None:
    """The rule that made a leaf; where the node could be split, that there are as many leaves as there may be."""
    decision, most = recursion.decide(node), recursion.policy.most_leaves
    return EnoughLeaves(most) if most is not None and decision.optima else decision.stopped


def _surrogates(recursion: Hunt, node: Node, subtree: Branch) -> tuple[SurrogatePlace, ...]:
    """What each surrogate of a node was chosen from."""
    rules = recursion.gap_rules(node, subtree.test) if isinstance(subtree.gap, Surrogates) else None
    return tuple(rules.places(subtree.gap)) if isinstance(rules, SurrogateChoices) and isinstance(subtree.gap, Surrogates) else ()


def _parts(recursion: Hunt, node: Node, test: Test | EverySubset) -> frozenset[Rows] | EverySubset:
    if isinstance(test, EverySubset):
        return test
    return frozenset(child.rows for child in recursion.children(node, (), test) if child.rows)


def _choices(recursion: Hunt, node: Node, node_counts: Counts, optima: Optima, reasons: Reasons) -> Iterator[ExplainedTest]:
    # Attributes of which every grouping is optimal, as one object.
    symbolic = {o.attribute for o in optima if isinstance(o, EverySubset)}
    criterion = recursion.policy.criterion
    records_of = rows_as_counted(recursion.policy.continuous, recursion.columns, node.records)
    # Each attribute's candidates, with their values.
    for candidates in recursion.offered(node):
        for i, split in enumerate(candidates.splits):
            test = candidates.test(i)
            rows = tuple(
                BranchRow(test, branch, _shown(criterion, branch_counts), _impurity(criterion.impurity, branch_counts))
                for branch, branch_counts in enumerate(split)
            )
            refused = _why_refused(recursion, records_of, test, split)
            yield ExplainedTest(
                test,
                rows,
                _weighted(criterion.impurity, split),
                criterion(node_counts, split, candidates.missing or None),
                test in optima or (isinstance(test, Subset) and test.attribute in symbolic),
                _shown(criterion, candidates.missing),
                criterion.known_share(add_counts(split, len(node_counts)), candidates.missing),
                () if any(candidates.missing) else _components(criterion, node_counts, split),
                candidates.adjusted[i] if isinstance(candidates, MergedCandidates) else None,
                not refused and _keeps_order(recursion, node, test, split),
                _is_confirmed(recursion, node, test),
                refused or reasons.get(test, ""),
            )


def _is_confirmed(recursion: Hunt, node: Node, test: Test | EverySubset) -> bool:
    """Whether a test may be asked by all that its branches get."""
    rules = recursion.policy.confirm
    if not rules:
        return True
    assert not isinstance(test, EverySubset), "where tests are confirmed each grouping is one"
    split, rows = gotten(recursion.columns, recursion.distribute(node, test))
    return all(admits(rule, split, lambda: rows, recursion.regression) for rule in rules)


def _keeps_order(recursion: Hunt, node: Node, test: Test | EverySubset, split: Split) -> bool:
    """Whether a test may be asked where predictions rise, or fall, with its column."""
    monotone, target = recursion.policy.monotone, recursion.training.target
    if monotone is None or isinstance(test, EverySubset):
        return True
    sign = monotone.sign(asked(test)[0])
    return not sign or monotone.admits(sign, node.bounds, (monotone.value(target, split[0]), monotone.value(target, split[1])))


def _shown(criterion: Criterion, counts: Counts) -> Counts:
    """The counts that are shown: of a continuous target the moments, without the weight of each value."""
    return counts[:3] if criterion.impurity is not None and criterion.impurity.values else counts


def _why_refused(recursion: Hunt, records_of: Callable[[Test], Split], test: Test | EverySubset, split: Split) -> str:
    """Why no admission rule lets a test in; empty where each does."""
    rules = recursion.policy.admit
    if not rules:
        return ""
    assert not isinstance(test, EverySubset), "where tests are admitted each grouping is one"
    return why_refused(rules, split, records_of(test) if any(map(counts_rows, rules)) else None, regression=recursion.regression)


def _components(criterion: Criterion, node_counts: Counts, split: Split) -> tuple[tuple[str, CriterionValue], ...]:
    occupied = [branch_counts for branch_counts in split if any(branch_counts)]
    return tuple((name, formula(node_counts, occupied)) for name, formula in criterion.components)


def _impurity(measure: Impurity | None, counts: Counts) -> CriterionValue:
    return NO_IMPURITY if measure is None else measure(counts)


def _weighted(measure: Impurity | None, split: Split) -> CriterionValue:
    return NO_IMPURITY if measure is None else weighted_impurity(measure, split)


NO_IMPURITY = Undefined("the criterion is not about an impurity")
