"""
SLIQ's pruning by minimum description length: a node may also lose one of its branches, whose records then get the node's own class.

A node is left as it is, made a leaf, or keeps one of its two subtrees; what takes the fewest bits is done, from the leaves up. The three
codings of the paper differ in what may happen to a node, and in the bits that tell it.

Notation: e(t) the errors of node t's class on its records; c(s) the bits of a test; C(t) those of the subtree of t as it was pruned.
"""

from __future__ import annotations

__sources__ = (
    "Mehta, Rissanen and Agrawal 1995, MDL-based decision tree pruning",
    "Mehta, Agrawal and Rissanen 1996, SLIQ: a fast scalable classifier for data mining",
)

from collections import Counter
from collections.abc import Callable, Sequence
from enum import Enum
from fractions import Fraction

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.comparison import argmin_set
from dtref.exact.definition import defined
from dtref.exact.functions import log2
from dtref.exact.number import Number, number
from dtref.spec.model.tally import Moments
from dtref.spec.model.tests import Oblique, OrdinalCut, Threshold
from dtref.spec.model.trees import Branch, Label, Leaf, Tree, is_regression, nodes
from dtref.spec.pruning.bottom_up import each_subtree


class Fate(Enum):
    """What may become of an inner node, the smallest tree first."""

    LEAF = "a leaf"
    FIRST = "its first branch alone, the other one a leaf with the node's class"
    SECOND = "its second branch alone, the other one a leaf with the node's class"
    BOTH = "itself, with both branches"


@frozen
class SliqCode:
    """
    A coding of trees: what may become of an inner node, and the bits that tell what a node is.

    leaf, inner: the bits of a leaf and of an inner node. fates: what may become of an inner node.
    """

    name: str
    leaf: Number
    inner: Number
    fates: tuple[Fate, ...]

    __repr__ = brief_repr


FULL = SliqCode("full", number(1), number(1), (Fate.LEAF, Fate.BOTH))
"""Code1: a bit tells a leaf from a node of two branches. Nodes become leaves, or stay."""
PARTIAL = SliqCode("partial", number(2), number(2), tuple(Fate))
"""Code2: two bits tell which of a node's branches are there: none, one, the other, both."""
SECOND_PHASE = SliqCode("hybrid, second phase", number(0), log2(3), (Fate.FIRST, Fate.SECOND, Fate.BOTH))
"""Code3: of inner nodes alone log2 3 bits tell which branches are there; no more leaves are made."""


@frozen(eq=False)
class FateOfNode:
    """
    What was compared at an inner node: its position in preorder, the bits of each fate, those that take the fewest, and the one chosen: of
    several that are as good the one of the smallest tree, in the order of `Fate`.
    """

    node: int
    bits: tuple[tuple[Fate, Number], ...]
    best: tuple[Fate, ...]

    __repr__ = brief_repr

    @property
    def chosen(self) -> Fate:
        """The one that was done."""
        return self.best[0]


@frozen(eq=False)
class SliqPruned:
    """A pruned tree, its bits, and what was compared at each inner node of the original one, in preorder."""

    tree: Tree
    bits: Number
    fates: tuple[FateOfNode, ...]

    __repr__ = brief_repr


@refuses_other_kinds
@defined(
    formula=(
        "leaf L + e(t); both L' + c(s) + C(t1) + C(t2); the first alone L' + c(s) + C(t1) + e'(t2), with e' the errors of t's class on the "
        "records of t2; c(s) = 1 for a cut, log2 of the number of tests of its attribute in the tree for groups of values"
    ),
    unit="bits; an error is one",
    errors="Invalid for a regression tree, a test that has not two branches, a node without a class",
    sources=("Mehta, Agrawal and Rissanen 1996, SLIQ (4.2)", "Mehta, Rissanen and Agrawal 1995"),
)
def sliq_pruning(tree: Tree, code: SliqCode = FULL) -> SliqPruned:
    """
    The tree with the fewest bits of all that a coding can say of a tree, and of those the one of the smallest tree at each node.

    A branch that goes becomes a leaf with the class of the node above it, whatever its own records are. Of a node's classes that tie the
    first is its class. `sliq_hybrid` applies two codings one after the other.

    >>> from dtref.spec.model.attributes import Continuous
    >>> x = Threshold(Continuous("x"), Fraction(1), Fraction(2), Fraction(3, 2))
    >>> def leaf(no: int, yes: int) -> Leaf: return Leaf((("-", Fraction(no)), ("+", Fraction(yes))), ("-" if no >= yes else "+",))
    >>> tree = Branch((("-", Fraction(9)), ("+", Fraction(5))), ("-",), x, (x,), (leaf(9, 0), leaf(0, 5)))
    >>> kept = sliq_pruning(tree)
    >>> [(fate.name, bits) for fate, bits in kept.fates[0].bits], kept.tree is tree
    ([('LEAF', Fraction(6, 1)), ('BOTH', Fraction(4, 1))], True)
    >>> one_error = evolve(tree, counts=(("-", Fraction(9)), ("+", Fraction(1))), children=(leaf(9, 0), leaf(0, 1)))
    >>> sliq_pruning(one_error).tree
    <Leaf - (- 9, + 1)>
    """
    if is_regression(tree):
        raise Invalid("tree", "one of classes", "a regression tree")
    tests = Counter(node.test.attribute.name for node in nodes(tree) if isinstance(node, Branch) and not isinstance(node.test, Oblique))
    fates: list[FateOfNode] = []

    def pruned(i: int, node: Tree, parts: Sequence[tuple[Tree, Number]]) -> tuple[Tree, Number]:
        """A node's subtree as pruned, and its bits, from those of its children."""
        as_leaf = Leaf(node.counts, node.labels), code.leaf + outside_class(node, _class(node))
        if not isinstance(node, Branch):
            return node, as_leaf[1]
        if len(parts) != 2:
            raise Invalid("tree", "tests of two branches", f"one of {len(parts)}")
        (first, of_first), (second, of_second) = parts
        # a branch that goes, as a leaf of the node's class
        gone = [Leaf(child.counts, (_class(node),)) for child in node.children]
        lost = [number(outside_class(child, _class(node))) for child in node.children]
        test = code.inner + _bits_of_test(node, tests)
        outcomes: dict[Fate, tuple[Callable[[], Tree], Number]] = {
            Fate.LEAF: (lambda: as_leaf[0], as_leaf[1]),
            Fate.FIRST: (lambda: evolve(node, children=(first, gone[1])), test + of_first + lost[1]),
            Fate.SECOND: (lambda: evolve(node, children=(gone[0], second)), test + lost[0] + of_second),
            Fate.BOTH: (lambda: _with(node, (first, second)), test + of_first + of_second),
        }
        bits = tuple((fate, outcomes[fate][1]) for fate in code.fates)
        fates.append(FateOfNode(i, bits, tuple(fate for fate, _ in argmin_set(bits, lambda pair: pair[1]))))
        make, least = outcomes[fates[-1].chosen]
        return make(), least

    subtree, least = each_subtree(tree, pruned)[0]
    return SliqPruned(subtree, least, tuple(reversed(fates)))


@refuses_other_kinds
@defined(sources=("Mehta, Agrawal and Rissanen 1996, SLIQ (4.2: hybrid)",))
def sliq_hybrid(tree: Tree) -> SliqPruned:
    """
    The tree after two phases: nodes become leaves by `FULL`, then of those that are left some lose a branch by `SECOND_PHASE`.

    fates: those of the second phase. Errors: as `sliq_pruning`.

    >>> sliq_hybrid(Leaf((("-", Fraction(9)), ("+", Fraction(1))), ("-",))).bits
    Fraction(1, 1)
    """
    return sliq_pruning(sliq_pruning(tree, FULL).tree, SECOND_PHASE)


@defined(formula="sum of n_j over all classes j but the label")
def outside_class(node: Tree, label: Label) -> Fraction:
    """
    The records of a node that are of another class than a label.

    >>> outside_class(Leaf((("-", Fraction(9)), ("+", Fraction(1))), ("-",)), "+")
    Fraction(9, 1)
    """
    assert not isinstance(node.counts, Moments)
    return sum((n for other, n in node.counts if other != label), Fraction(0))


def _class(node: Tree) -> Label:
    if not node.labels:
        raise Invalid("tree", "a class at each node", "none")
    return node.labels[0]


def _bits_of_test(node: Branch, tests: Counter[str]) -> Number:
    if isinstance(node.test, Threshold | OrdinalCut | Oblique):
        return number(1)
    return log2(tests[node.test.attribute.name])


def _with(node: Branch, subtrees: tuple[Tree, Tree]) -> Branch:
    """The node with these children; the very node where they are its own."""
    return node if all(new is old for new, old in zip(subtrees, node.children, strict=True)) else evolve(node, children=subtrees)
