"""
Error-based pruning with subtree raising: a node may also be replaced by its largest branch, which then gets all its records (C4.5).

Source: Quinlan 1993, C4.5, section 4.2. Raising needs the training records: those of the other branches are sent down the largest one. A
raised tree is no pruning of the original: it is reached from it by replacing and raising.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from itertools import chain
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.spec.model.attributes import MISSING, Missing, fill_missing
from dtref.spec.model.branches import branch_for
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import reached
from dtref.spec.model.schemes import recurse, walk
from dtref.spec.model.tally import Tally
from dtref.spec.model.trees import Branch, Leaf, Tree, weight
from dtref.spec.pruning.bottom_up import as_leaf
from dtref.spec.pruning.error_based import QUARTER, Predicted, checked_level, order, predicted_at, together
from dtref.spec.pruning.records_at_nodes import WeightedRecord, cells_by_attribute, reaching, sent


class Action(Enum):
    """What becomes of an inner node."""

    KEEP = "kept"
    REPLACE = "replaced by a leaf"
    RAISE = "replaced by its largest branch"


@frozen(eq=False)
class RaisingComparison:
    """
    What was compared at an inner node: the predicted errors of its subtree as pruned so far, of a leaf, and of its largest branch with all
    its records (the branch as a position), and what is done. A node of a raised branch is decided again with its new records.
    """

    counts: Tally
    subtree: Predicted
    leaf: Predicted
    raised: Predicted
    branch: int
    action: Action


@frozen(eq=False)
class Raised:
    """A pruned tree, and the decisions that led to it, children before their parents, in the order in which they were taken."""

    tree: Tree
    decisions: tuple[RaisingComparison, ...]


def error_based_raising(tree: Tree, data: DataSet, confidence: Fraction = QUARTER) -> Raised:
    """
    Bottom up: each inner node is replaced by a leaf, or by its largest branch with all its records, or kept: whatever is predicted to err
    least. On ties a leaf is preferred to a branch, and a branch to keeping; the first of several largest branches is looked at.

    data: the records that the tree was grown from; the counts of the result are theirs. A raised branch is pruned again with its new
    records. A missing value goes where the rule of the node says, by the weights of the known records that are there now: a branch that
    gets more records shares out anew those that do not know its answers. Source: Quinlan 1993, section 4.2.
    Errors: Invalid for a regression tree, a confidence that `dtref.spec.pruning.error_based.checked_level` refuses, fractions where no
    record of a node knows the answer, and as `dtref.spec.pruning.records_at_nodes.reaching`.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.views.shape import parity
    >>> error_based_raising(grow(parity(1), CART), parity(1)).tree.labels
    ('0', '1')
    """
    setting = _Setting({a.name: i for i, a in enumerate(data.attributes)}, data.classes, checked_level(confidence))
    made: list[RaisingComparison] = []
    start: _At = tree, reaching(as_leaf(tree), data)[0]
    done = recurse(lambda at: _prune(at, setting, made), start)
    return Raised(done[0], tuple(made))


_At: TypeAlias = tuple[Tree, Sequence[WeightedRecord]]
_Done: TypeAlias = tuple[Tree, Predicted]


@frozen
class _Setting:
    """What is the same at every node."""

    position: Mapping[str, int]
    classes: tuple[str, ...]
    confidence: Fraction

    def predicted(self, counts: Sequence[Fraction]) -> Predicted:
        """The predicted errors of a leaf with these class counts."""
        n = sum(counts, Fraction(0))
        return predicted_at(n, n - max(counts), self.confidence)


def _prune(at: _At, setting: _Setting, made: list[RaisingComparison]) -> Generator[_At, _Done, _Done]:
    node, there = at
    leaf = _leaf(node, there, setting.classes)
    as_one = setting.predicted(_counts(leaf))
    if isinstance(node, Leaf):
        return leaf, as_one
    below = _distributed(node, there, setting.position)
    parts: list[_Done] = []
    for child, records in zip(node.children, below, strict=True):
        parts.append((yield child, records))
    subtree = together([cost for _, cost in parts])
    sizes = [weight(part) for part, _ in parts]
    largest = sizes.index(max(sizes))
    if any(cell is MISSING for record, _ in there for cell in record.values):
        raised = _recounted(parts[largest][0], there, setting)
    else:
        raised = _with_others(parts[largest], chain(*below[:largest], *below[largest + 1 :]), setting)
    action = _action(as_one, raised, subtree)
    made.append(RaisingComparison(leaf.counts, subtree, as_one, raised, largest, action))
    match action:
        case Action.REPLACE:
            return leaf, as_one
        case Action.RAISE:
            return (yield parts[largest][0], there)
        case Action.KEEP:
            return evolve(node, counts=leaf.counts, labels=leaf.labels, children=tuple(part for part, _ in parts)), subtree


def _action(leaf: Predicted, raised: Predicted, subtree: Predicted) -> Action:
    if order(leaf, raised) <= 0 and order(leaf, subtree) <= 0:
        return Action.REPLACE
    return Action.RAISE if order(raised, subtree) <= 0 else Action.KEEP


def _leaf(node: Tree, there: Sequence[WeightedRecord], classes: Sequence[str]) -> Leaf:
    """The node as a leaf of these records; one that none reaches keeps its labels. Always a new object."""
    counts = tuple((c, sum((part for record, part in there if record.label == c), Fraction(0))) for c in classes)
    largest = max(n for _, n in counts)
    return Leaf(counts, tuple(c for c, n in counts if n == largest) if largest else node.labels)


def _distributed(node: Branch, there: Sequence[WeightedRecord], position: Mapping[str, int]) -> list[list[WeightedRecord]]:
    """The records of a node by branch, as in growing: the weights by which missing values go are those of the known records."""
    known: list[list[WeightedRecord]] = [[] for _ in node.children]
    blank: list[WeightedRecord] = []
    for record, part in there:
        to = _answer(node, record, position)
        (blank if to is MISSING else known[to]).append((record, part))
    if not blank:
        return known
    weighed = evolve(node, children=tuple(Leaf((("known", sum((part for _, part in one), Fraction(0))),), ()) for one in known))
    return [one + more for one, more in zip(known, sent(weighed, blank, position), strict=True)]


def _answer(node: Branch, record: Record, position: Mapping[str, int]) -> int | Missing:
    cell_of = cells_by_attribute(record, position)
    return branch_for(node.test, lambda attribute: fill_missing(attribute, cell_of(attribute)))


def _recounted(branch: Tree, there: Sequence[WeightedRecord], setting: _Setting) -> Predicted:
    """The predicted errors of a branch with these records instead of its own, shared out anew at each of its nodes."""

    def below(node: Tree, records: Sequence[WeightedRecord]) -> Iterable[tuple[Tree, Sequence[WeightedRecord]]]:
        return zip(node.children, _distributed(node, records, setting.position), strict=True) if isinstance(node, Branch) else ()

    leaves = [_leaf(node, records, setting.classes) for node, records in walk(branch, there, below) if isinstance(node, Leaf)]
    return together([setting.predicted(_counts(leaf)) for leaf in leaves])


def _with_others(branch: _Done, others: Iterable[WeightedRecord], setting: _Setting) -> Predicted:
    """As `_recounted`, where no value is missing and a branch only gets further records: of the leaves that they reach alone."""
    more: dict[int, tuple[Leaf, list[WeightedRecord]]] = {}
    for record, part in others:
        ((leaf, _),) = reached(branch[0], cells_by_attribute(record, setting.position))
        more.setdefault(id(leaf), (leaf, []))[1].append((record, part))
    old = [setting.predicted(_counts(leaf)) for leaf, _ in more.values()]
    new = [setting.predicted(_counts(leaf, records)) for leaf, records in more.values()]
    return together([branch[1], *new], old)


def _counts(leaf: Leaf, more: Sequence[WeightedRecord] = ()) -> list[Fraction]:
    """The class counts of a leaf that gets further records."""
    return [n + sum((part for record, part in more if record.label == c), Fraction(0)) for c, n in leaf.counts]
