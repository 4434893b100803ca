"""
Decision paths: the nodes that a record passes, and the leaf where it ends, by number.

Nodes are numbered in preorder from 0, as scikit-learn numbers those of a tree that it grows depth first; so `apply` and `decision_path` are
its functions of these names. Leaves have numbers of their own, from first to last from 0. A record that misses the value asked for may go
down several branches, with a share of it in each.
"""

from __future__ import annotations

__sources__ = (("tan", "Classify Instances"),)

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from dtref.exact.brief import brief_repr
from dtref.exact.definition import defined
from dtref.exact.number_text import readable
from dtref.spec.model.attributes import Attribute, Cell
from dtref.spec.model.branches import condition
from dtref.spec.model.data import Record
from dtref.spec.model.display import Reported
from dtref.spec.model.prediction import cells_by_name, taken
from dtref.spec.model.schemes import preorder
from dtref.spec.model.trees import Branch, Leaf, Tree, nodes
from dtref.spec.pruning.bottom_up import positions_below
from dtref.spec.pruning.records_at_nodes import cells_by_attribute


@frozen(eq=False)
class Passed(Reported):
    """
    A node that a record passes.

    number: its position in preorder, from 0. share: how much of the record is there. branches: those that it takes from there, none from a
    leaf, each with how much of the record takes it. stays: whether the record stays at an inner node, as its
    value was absent there when the test was made; `node` is then a leaf with that node's counts and labels.
    """

    number: int
    node: Tree
    share: Fraction
    branches: tuple[tuple[int, Fraction], ...]
    stays: bool = False

    __repr__ = brief_repr

    @property
    def conditions(self) -> tuple[str, ...]:
        """The condition of each branch taken, as text; where the value is missing, none of them need hold."""
        return tuple(condition(self.node.test, branch) for branch, _ in self.branches) if isinstance(self.node, Branch) else ()


@frozen(eq=False)
class NumberedTree:
    """A tree, its nodes in preorder, of each the positions of its children, and of each leaf its number among the leaves."""

    nodes: tuple[Tree, ...]
    below: Sequence[Sequence[int]]
    leaf_numbers: Mapping[int, int]

    def path(self, cell_of: Callable[[Attribute], Cell]) -> Iterator[Passed]:
        """The nodes that a record passes, in preorder; cell_of: its value of an attribute."""

        def passed(number: int, share: Fraction) -> Passed:
            node = self.nodes[number]
            branches = [(b, share * part) for b, part in taken(node, cell_of)] if isinstance(node, Branch) else ()
            stays = isinstance(node, Branch) and not branches
            return Passed(number, Leaf(node.counts, node.labels) if stays else node, share, tuple(branches), stays)

        return preorder(passed(0, Fraction(1)), lambda here: [passed(self.below[here.number][b], share) for b, share in here.branches])


def numbered_tree(tree: Tree) -> NumberedTree:
    """
    A tree with its nodes and leaves numbered, for the paths of many records.

    >>> numbered_tree(Leaf((), ("+",))).leaf_numbers
    {0: 0}
    """
    in_order = tuple(nodes(tree))
    leaves = [i for i, node in enumerate(in_order) if isinstance(node, Leaf)]
    return NumberedTree(in_order, positions_below(tree), {i: number for number, i in enumerate(leaves)})


@defined(
    errors="Invalid where the tree asks for an attribute that the record lacks, or a node can't answer (as for `predict`)",
    sources=(("tan", "Classify Instances"), "scikit-learn's decision_path"),
)
def decision_path(tree: Tree, record: Mapping[str, object]) -> tuple[Passed, ...]:
    """
    The nodes that a record passes, from the root to its leaf: each with its number, how much of the record is there, the branches taken.

    record: as for `predict`. Of a record in several branches the nodes are in preorder.

    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.presets import ID3
    >>> from dtref.spec.views.shape import parity
    >>> path = decision_path(grow(parity(2), ID3), {"x1": "True", "x2": "False"})
    >>> [(passed.number, *passed.conditions) for passed in path]
    [(0, 'x1 = True'), (4, 'x2 = False'), (5,)]
    """
    return tuple(numbered_tree(tree).path(cells_by_name(record)))


@defined(errors=decision_path, sources=("scikit-learn's apply",), synonyms=("leaf id",))
def apply(tree: Tree, record: Mapping[str, object]) -> Mapping[int, Fraction]:
    """
    The leaf that a record reaches, by its number among all nodes, with the share of the record there; of a record in parts several.

    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.presets import ID3
    >>> from dtref.spec.views.shape import parity
    >>> apply(grow(parity(2), ID3), {"x1": "True", "x2": "False"})
    {5: Fraction(1, 1)}
    """
    return {passed.number: passed.share for passed in decision_path(tree, record) if isinstance(passed.node, Leaf)}


@defined(errors=decision_path, synonyms=("leaf index",))
def leaf_numbers(tree: Tree, record: Mapping[str, object]) -> Mapping[int, Fraction]:
    """
    The leaf that a record reaches, by its number among the leaves, with the share of the record there; of a record in parts several; none
    for one that stays at an inner node.

    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.presets import ID3
    >>> from dtref.spec.views.shape import parity
    >>> leaf_numbers(grow(parity(2), ID3), {"x1": "True", "x2": "False"})
    {2: Fraction(1, 1)}
    """
    numbered = numbered_tree(tree)
    leaves = (passed for passed in numbered.path(cells_by_name(record)) if passed.number in numbered.leaf_numbers)
    return {numbered.leaf_numbers[leaf.number]: leaf.share for leaf in leaves}


def path_finder(tree: Tree, attributes: Sequence[Attribute]) -> Callable[[Record], tuple[Passed, ...]]:
    """
    The decision path as a function of records, whose cells are in the order of the attributes. Errors: as `decision_path`.

    >>> [passed.number for passed in path_finder(Leaf((("+", Fraction(3)),), ("+",)), ())(Record(()))]
    [0]
    """
    positions = {attribute.name: i for i, attribute in enumerate(attributes)}
    with_numbers = numbered_tree(tree)
    return lambda record: tuple(with_numbers.path(cells_by_attribute(record, positions)))


def passed_line(passed: Passed) -> str:
    """
    A node that a record passes, in a line: its number; how much of the record is there, if not all of it; the branches taken, or whether it
    is a leaf, or an inner node where the record stays.

    >>> passed_line(Passed(4, Leaf((), ("+",)), Fraction(1, 3), ()))
    'node 4, 1/3 of the record: leaf'
    >>> passed_line(Passed(4, Leaf((), ("+",)), Fraction(1), (), stays=True))
    'node 4: the record stays here, as nobody had its value'
    """
    end = "the record stays here, as nobody had its value" if passed.stays else "leaf"
    share = "" if passed.share == 1 else f", {readable(passed.share)} of the record"
    return f"node {passed.number}{share}: {' or '.join(passed.conditions) or end}"
