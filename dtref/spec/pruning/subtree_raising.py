"""
Error-based pruning with subtree raising: a node may also be replaced by its largest branch, which then gets all its records (C4.5).

Raising needs the training records: those of the other branches are sent down the largest one. So the result need not be a pruning of the
original tree: it comes from it by replacing and raising.
"""

from __future__ import annotations

__sources__ = ("Quinlan 1993, C4.5, section 4.2",)

from collections.abc import Generator, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from itertools import chain
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.exact.brief import brief_repr
from dtref.exact.definition import defined
from dtref.spec.model.attributes import MISSING, Missing, fill_missing
from dtref.spec.model.branches import branch_for
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.display import Reported
from dtref.spec.model.rules import LooksAt, Option, OptionKind, RuleFacts, declares
from dtref.spec.model.schemes import recurse, walk
from dtref.spec.model.tally import Tally
from dtref.spec.model.tests import Groups, Subset
from dtref.spec.model.trees import Branch, Gap, Leaf, Tree, nodes, weight
from dtref.spec.pruning.bottom_up import as_leaf
from dtref.spec.pruning.error_based import (
    CONFIDENCE,
    QUARTER,
    Estimate,
    Predicted,
    binomial_errors,
    checked_level,
    order,
    predicted_at,
    together,
)
from dtref.spec.pruning.records_at_nodes import WeightedRecord, cells_by_attribute, reaching, send_down


class Action(Enum):
    """The fate of an inner node."""

    KEEP = "kept"
    REPLACE = "replaced by a leaf"
    RAISE = "replaced by its largest branch"


class Largest(Enum):
    """The rule that chooses among branches that are equally large."""

    FIRST = "the first"
    LAST = "the last"
    """As the released C4.5 does."""
    LEAST_ERRORS = "the one that is predicted to err least with all records, or the first of several"


@frozen(eq=False)
class RaisingComparison:
    """
    The decision at an inner node: the predicted errors of its subtree as pruned so far, of a leaf, and of its largest branch (`branch` is
    its position) with all the node's records; and the action. A node of a raised branch is decided again with its new records.

    others: the positions of the other branches that are as large, among which a rule chose (`Largest`).
    """

    counts: Tally
    subtree: Predicted
    leaf: Predicted
    raised: Predicted
    branch: int
    action: Action
    others: tuple[int, ...] = ()

    __repr__ = brief_repr


@frozen(eq=False)
class Raised(Reported):
    """A pruned tree, and the decisions that led to it, children before their parents, in the order in which they were taken."""

    tree: Tree
    decisions: tuple[RaisingComparison, ...]

    __repr__ = brief_repr


@declares(
    RuleFacts(
        "error_based_raising",
        frozenset((LooksAt.COUNTS, LooksAt.TRAINING)),
        (Option("data", OptionKind.TRAINING), CONFIDENCE),
    )
)
@defined(sources=("Quinlan 1993, section 4.2",))
def error_based_raising(tree: Tree, data: DataSet, confidence: Fraction = QUARTER) -> Raised:
    """
    Bottom up: each inner node is replaced by a leaf, or by its largest branch with all its records, or kept, whichever is predicted to err
    least. On ties a leaf is preferred to a branch, and a branch to keeping. Of several largest branches the first
    is tried; the decision names the others, and `error_based_raising_by` has other rules.

    data: the records that the tree was grown from; the counts of the result are theirs. A raised branch is pruned again with its new
    records. A missing value goes where the rule of the node says, by the weights of the known records that are there now: a branch that
    gets more records shares out anew those that do not know its answers.
    Errors: Invalid for a regression tree, a confidence that `dtref.spec.pruning.error_based.checked_level` refuses, fractions where no
    record of a node knows the answer, and as `dtref.spec.pruning.records_at_nodes.reaching`.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.views.shape import parity
    >>> error_based_raising(grow(parity(1), CART), parity(1)).tree.labels
    ('0', '1')
    """
    return error_based_raising_by(Largest.FIRST, tree, data, confidence)


@frozen
class Released:
    """
    What the released programs do otherwise than the book: how they predict the errors of a leaf; how much more (in errors) a leaf, or a
    branch, may be predicted and still replace; whether branches are raised at all; and whether a leaf without records takes the labels of
    its parent as that is then (J48), or keeps those that it was grown with.
    """

    estimate: Estimate = binomial_errors
    allowance: Fraction = Fraction(0)
    raises: bool = True
    relabels: bool = False

    def action(self, leaf: Predicted, raised: Predicted, subtree: Predicted) -> Action:
        """
        The action that is predicted to err least, but for the allowance, of a leaf, the largest branch and the subtree; the smaller tree on
        ties.
        """
        if order(leaf, subtree, self.allowance) <= 0 and (not self.raises or order(leaf, raised, self.allowance) <= 0):
            return Action.REPLACE
        return Action.RAISE if self.raises and order(raised, subtree, self.allowance) <= 0 else Action.KEEP


def error_based_raising_by(
    largest: Largest,
    tree: Tree,
    data: DataSet,
    confidence: Fraction = QUARTER,
    released: Released = Released(),
) -> Raised:
    """
    As `error_based_raising`, with the rule that chooses among branches that are equally large, and with a released program's own rules.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.views.shape import parity
    >>> error_based_raising_by(Largest.LAST, grow(parity(1), CART), parity(1)).decisions[0].branch
    1
    """
    setting = _Setting({a.name: i for i, a in enumerate(data.attributes)}, data.classes, checked_level(confidence), largest, released)
    decisions: list[RaisingComparison] = []
    root: _NodeRecords = tree, reaching(as_leaf(tree), data)[0]
    pruned, _ = recurse(lambda node_records: _prune(node_records, setting, decisions), root)
    return Raised(pruned, tuple(decisions))


_NodeRecords: TypeAlias = tuple[Tree, Sequence[WeightedRecord]]
"""A subtree, and the records that it now has."""

_PrunedNode: TypeAlias = tuple[Tree, Predicted]
"""A subtree as pruned, and its predicted errors."""


@frozen
class _Setting:
    """The constants of a pruning: positions of attributes in a record, classes, confidence level, the rule for equally large branches."""

    position: Mapping[str, int]
    classes: tuple[str, ...]
    confidence: Fraction
    largest: Largest
    released: Released

    def predicted(self, counts: Sequence[Fraction]) -> Predicted:
        """The predicted errors of a leaf with these class counts."""
        n = sum(counts, Fraction(0))
        return predicted_at(n, n - max(counts, default=Fraction(0)), self.confidence, self.released.estimate)


def _prune(
    node_records: _NodeRecords, setting: _Setting, decisions: list[RaisingComparison]
) -> Generator[_NodeRecords, _PrunedNode, _PrunedNode]:
    """A subtree pruned, for `recurse`: it yields the subtrees to be pruned first."""
    node, records = node_records
    # as a leaf
    leaf = _leaf(node, records, setting.classes)
    leaf_errors = setting.predicted(_counts(leaf))
    if isinstance(node, Leaf):
        return leaf, leaf_errors
    # as it is, with its children pruned
    branches = _distributed(node, records, setting.position)
    parts: list[_PrunedNode] = []
    for child, child_records in zip(node.children, branches, strict=True):
        parts.append((yield child, child_records))
    subtree_errors = together([errors for _, errors in parts])
    # as its largest branch, with all records
    sizes = [weight(part) for part, _ in parts]
    most = max(sizes)
    errors_of: dict[int, Predicted] = {}
    for i in _tried([i for i, size in enumerate(sizes) if size == most], setting.largest):
        errors_of[i] = _raised(parts[i], [*chain(*branches[:i], *branches[i + 1 :])], records, setting)
    tried = next(i for i, errors in errors_of.items() if all(order(errors, other) <= 0 for other in errors_of.values()))
    raised_errors, others = errors_of[tried], tuple(i for i, size in enumerate(sizes) if size == sizes[tried] and i != tried)
    action = setting.released.action(leaf_errors, raised_errors, subtree_errors)
    decisions.append(RaisingComparison(leaf.counts, subtree_errors, leaf_errors, raised_errors, tried, action, others))
    match action:
        case Action.REPLACE:
            return leaf, leaf_errors
        case Action.RAISE:
            return (yield parts[tried][0], records)
        case Action.KEEP:
            children = tuple(_relabelled(part, leaf) if setting.released.relabels else part for part, _ in parts)
            return evolve(node, counts=leaf.counts, labels=leaf.labels, children=children), subtree_errors


def _relabelled(part: Tree, parent: Leaf) -> Tree:
    """A subtree; a leaf without records with the labels of its parent."""
    return evolve(part, labels=parent.labels) if isinstance(part, Leaf) and not weight(part) else part


def _leaf(node: Tree, records: Sequence[WeightedRecord], classes: Sequence[str]) -> Leaf:
    """The node as a leaf of these records; without records it keeps its labels. Always a new object."""
    counts = tuple((c, sum((part for record, part in records if record.label == c), Fraction(0))) for c in classes)
    largest = max((n for _, n in counts), default=Fraction(0))
    return Leaf(counts, tuple(c for c, n in counts if n == largest) if largest else node.labels)


def _distributed(node: Branch, records: Sequence[WeightedRecord], position: Mapping[str, int]) -> list[list[WeightedRecord]]:
    """The records of a node by branch, as in growing: those with a missing value go by the weights of the known records."""
    known: list[list[WeightedRecord]] = [[] for _ in node.children]
    unanswered: list[WeightedRecord] = []
    for record, part in records:
        branch = _answer(node, record, position)
        (unanswered if isinstance(branch, Missing) else known[branch]).append((record, part))
    if not unanswered:
        return known
    # the node with leaves of those weights for children
    weights = [sum((part for _, part in answered), Fraction(0)) for answered in known]
    weighed = evolve(node, children=tuple(Leaf((("known", w),), ()) for w in weights))
    # a value that a raised branch had never seen must be somewhere: where the node has no rule, in fractions
    weighed = evolve(weighed, gap=Gap.FRACTIONS) if node.gap is Gap.REFUSE else weighed
    return [answered + others for answered, others in zip(known, send_down(weighed, unanswered, position), strict=True)]


def _answer(node: Branch, record: Record, position: Mapping[str, int]) -> int | Missing:
    """The branch of a node's test that a record takes; MISSING where it has no answer."""
    cell_of = cells_by_attribute(record, position)
    return branch_for(node.test, lambda attribute: fill_missing(attribute, cell_of(attribute)))


def _tried(largest: Sequence[int], rule: Largest) -> Sequence[int]:
    """The positions of the branches that are tried, of those that are equally large."""
    return {Largest.FIRST: largest[:1], Largest.LAST: largest[-1:], Largest.LEAST_ERRORS: largest}[rule]


def _raised(branch: _PrunedNode, others: Sequence[WeightedRecord], records: Sequence[WeightedRecord], setting: _Setting) -> Predicted:
    """The predicted errors of a branch with all records of its node: its own, and the others."""
    own_in_parts = any(cell is MISSING for record, _ in records for cell in record.values) or _groups_values(branch[0])
    errors = None if own_in_parts and not _all_answer(branch[0], records, setting) else _with_others(branch, others, setting)
    return _recounted(branch[0], records, setting) if errors is None else errors


def _recounted(branch: Tree, records: Sequence[WeightedRecord], setting: _Setting) -> Predicted:
    """The predicted errors of a branch with these records instead of its own, shared out anew at each of its nodes."""

    def below(node: Tree, parts: Sequence[WeightedRecord]) -> Iterable[tuple[Tree, Sequence[WeightedRecord]]]:
        return zip(node.children, _distributed(node, parts, setting.position), strict=True) if isinstance(node, Branch) else ()

    leaves = [_leaf(node, parts, setting.classes) for node, parts in walk(branch, records, below) if isinstance(node, Leaf)]
    return together([setting.predicted(_counts(leaf)) for leaf in leaves])


def _with_others(branch: _PrunedNode, others: Sequence[WeightedRecord], setting: _Setting) -> Predicted | None:
    """
    As `_recounted`, where each record has an answer at every node: the branch gets further records, and only the leaves that they reach are
    predicted anew. None where one has none.
    """
    more: dict[int, tuple[Leaf, list[WeightedRecord]]] = {}
    for record, part in others:
        leaf = _leaf_of(branch[0], record, setting.position)
        if leaf is None:
            return None
        more.setdefault(id(leaf), (leaf, []))[1].append((record, part))
    old = [setting.predicted(_counts(leaf)) for leaf, _ in more.values()]
    new = [setting.predicted(_counts(leaf, records)) for leaf, records in more.values()]
    return together([branch[1], *new], old)


def _groups_values(tree: Tree) -> bool:
    """Whether some node asks for groups of values, which may lack one that a record has."""
    return any(isinstance(node, Branch) and isinstance(node.test, Subset | Groups) for node in nodes(tree))


def _all_answer(tree: Tree, records: Sequence[WeightedRecord], setting: _Setting) -> bool:
    """Whether each record has an answer at every node on its way."""
    return all(_leaf_of(tree, record, setting.position) is not None for record, _ in records)


def _leaf_of(tree: Tree, record: Record, position: Mapping[str, int]) -> Leaf | None:
    """The leaf that a record reaches; None where it has no answer on the way."""
    while isinstance(tree, Branch):
        branch = _answer(tree, record, position)
        if isinstance(branch, Missing):
            return None
        tree = tree.children[branch]
    return tree


def _counts(leaf: Leaf, more: Sequence[WeightedRecord] = ()) -> list[Fraction]:
    """The class counts of a leaf that gets further records."""
    return [n + sum((part for record, part in more if record.label == c), Fraction(0)) for c, n in leaf.counts]
