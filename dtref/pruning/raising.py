"""
Error-based pruning with subtree raising: a node may also be replaced by its largest branch, which then gets all its records (C4.5).

Source: Quinlan 1993, C4.5, section 4.2. Raising needs the training records: those of the other branches are sent down the largest one. A
raised tree is no pruning of the original: it is reached from it by replacing and raising. Before this: `dtref.pruning.error_based`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.model.data import DataSet
from dtref.model.predict import taken
from dtref.model.schemes import recurse
from dtref.model.trees import Branch, Leaf, Tally, Tree, weight
from dtref.pruning.bottom_up import as_leaf
from dtref.pruning.error_based import QUARTER, Predicted, order, predicted_at, together
from dtref.pruning.reaching import Part, cells, reaching, sent


class Action(Enum):
    """What becomes of an inner node."""

    KEEP = "kept"
    REPLACE = "replaced by a leaf"
    RAISE = "replaced by its largest branch"


@frozen(eq=False)
class Decision:
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
    decisions: tuple[Decision, ...]


def error_based_raising(tree: Tree, data: DataSet, confidence: Fraction = QUARTER) -> Raised:
    """
    Bottom up: each inner node is replaced by a leaf, or by its largest branch with all its records, or kept: whatever is predicted to err
    least. On ties a leaf is preferred to a branch, and a branch to keeping; the first of several largest branches is looked at.

    data: the records that the tree was grown from; the counts of the result are theirs. A raised branch is pruned again with its new
    records. Missing values go where the nodes of the tree given say. Source: Quinlan 1993, section 4.2.
    Errors: Invalid for a regression tree, a confidence not strictly between 0 and 1, and as `dtref.pruning.reaching.reaching`.

    >>> from dtref.algorithms import CART
    >>> from dtref.induction.hunt import grow
    >>> from dtref.views.shape import parity
    >>> error_based_raising(grow(parity(1), CART), parity(1)).tree.labels
    ('0', '1')
    """
    if not 0 < confidence < 1:
        raise Invalid("confidence", "a number strictly between 0 and 1", confidence)
    setting = _Setting({a.name: i for i, a in enumerate(data.attributes)}, data.classes, confidence)
    made: list[Decision] = []
    start: _At = tree, reaching(as_leaf(tree), data)[0]
    done = recurse(lambda at: _prune(at, setting, made), start)
    return Raised(done[0], tuple(made))


_At: TypeAlias = tuple[Tree, Sequence[Part]]
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


def _prune(at: _At, setting: _Setting, made: list[Decision]) -> Generator[_At, _Done, _Done]:
    node, there = at
    leaf = _leaf(node, there, setting.classes)
    as_one = setting.predicted(_counts(leaf))
    if isinstance(node, Leaf):
        return leaf, as_one
    parts: list[_Done] = []
    for child, records in zip(node.children, sent(node, there, setting.position), strict=True):
        parts.append((yield child, records))
    subtree = together([cost for _, cost in parts])
    sizes = [weight(part) for part, _ in parts]
    largest = sizes.index(max(sizes))
    raised = _with_others(parts[largest], _others(node, there, largest, setting), setting)
    action = _action(as_one, raised, subtree)
    made.append(Decision(leaf.counts, subtree, as_one, raised, largest, action))
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


def _leaf(node: Tree, there: Sequence[Part], classes: Sequence[str]) -> Leaf:
    """The node as a leaf of these records; one that none reaches keeps its labels. Always a new object."""
    counts = tuple((c, sum((part for record, part in there if record.label == c), Fraction(0))) for c in classes)
    largest = max(n for _, n in counts)
    return Leaf(counts, tuple(c for c, n in counts if n == largest) if largest else node.labels)


def _others(node: Branch, there: Sequence[Part], largest: int, setting: _Setting) -> Iterator[Part]:
    """The records of a node as far as they do not take the largest branch."""
    for record, part in there:
        shares = dict(taken(node, cells(record, setting.position)))
        rest = part * (1 - shares.get(largest, Fraction(0)))
        if rest:
            yield record, rest


def _with_others(branch: _Done, others: Iterable[Part], setting: _Setting) -> Predicted:
    """The predicted errors of a branch that gets further records: those of the leaves that they reach are computed anew."""
    more: dict[int, tuple[Leaf, list[Part]]] = {}
    for record, part in others:
        waiting: list[tuple[Tree, Fraction]] = [(branch[0], part)]
        while waiting:
            at, share = waiting.pop()
            if isinstance(at, Leaf):
                more.setdefault(id(at), (at, []))[1].append((record, share))
            else:
                waiting.extend((at.children[b], share * down) for b, down in taken(at, cells(record, setting.position)))
    old = [setting.predicted(_counts(leaf)) for leaf, _ in more.values()]
    new = [setting.predicted(_counts(leaf, records)) for leaf, records in more.values()]
    return together([branch[1], *new], old)


def _counts(leaf: Leaf, more: Sequence[Part] = ()) -> list[Fraction]:
    """The class counts of a leaf that gets further records."""
    return [n + sum((part for record, part in more if record.label == c), Fraction(0)) for c, n in leaf.counts]
