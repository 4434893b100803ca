"""The written form of a model's nodes, from a tree and back: a flat list in preorder, which names children by position."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import evolve, frozen
from toolz import valfilter

from dtref.errors import Invalid
from dtref.io.model_parts import read_fraction
from dtref.spec.model.attributes import Attribute, Continuous
from dtref.spec.model.optima import EverySubset
from dtref.spec.model.tally import Moments, Tally
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import Branch, Gap, GapRule, Label, Leaf, StandsFor, Surrogates, Tree, children, nodes

if TYPE_CHECKING:
    from cattrs import Converter


SURROGATES, OR_STAYS = "surrogates", "surrogates, or it stays"
"""The written rules of nodes with surrogates: a record that none of them places takes a branch, or stays at the node."""


@frozen
class Surrogate:
    """A test that replaces a node's own for missing values, and for each of its branches the node's branch that it stands for, if any."""

    test: Test
    stands_for: StandsFor


@frozen
class WrittenNode:
    """
    The written form of a node: `counts` follow the order of the target's values (a continuous target's are the records, the sum of y and
    that of y^2, and its label is a number); a leaf has no test, children and gap, and optima only where these are as good. gap: the rule
    for missing values, "" is refuse. `optima` may be left out: then the test is the only one. or_leaf: "yes" where a leaf is as good.
    others: how many other surrogates are as good, "" is none. are: what the labels of a continuous target are, "medians"; "" is the mean.
    """

    counts: tuple[Fraction, ...]
    labels: tuple[str, ...]
    test: Test | None = None
    optima: tuple[Test | EverySubset, ...] = ()
    children: tuple[str, ...] = ()
    gap: str = ""
    surrogates: tuple[Surrogate, ...] = ()
    otherwise: int | None = None
    equally: tuple[int, ...] = ()
    others: str = ""
    are: str = ""
    or_leaf: str = ""


MEDIANS = "medians"
"""What labels are that aren't the mean."""
AS_GOOD = "yes"
"""What is written where a leaf is as good."""


def nodes_in_preorder(tree: Tree, target: Attribute, in_order: bool = False) -> list[WrittenNode]:
    """
    The nodes of a tree in preorder. in_order: whether bounds may have moved its labels (`Model.monotone`), which are no medians then.
    Errors: Invalid where the counts of a node don't fit the target.

    >>> from dtref.spec.model.attributes import Nominal
    >>> nodes_in_preorder(Leaf((("+", Fraction(2)),), ("+",)), Nominal("y", ("+",)))[0].counts
    (Fraction(2, 1),)
    """
    preorder = list(nodes(tree))
    sizes: list[int] = [0] * len(preorder)  # the number of nodes of each subtree
    position = len(preorder)
    finished: list[int] = []
    for node in reversed(preorder):
        position -= 1
        sizes_of_children = [finished.pop() for _ in children(node)]
        sizes[position] = 1 + sum(sizes_of_children)
        finished.append(sizes[position])
    written = [_node(node, i, sizes, target) for i, node in enumerate(preorder)]
    return [evolve(node, are="") for node in written] if in_order else written


def _node(node: Tree, position: int, sizes: Sequence[int], target: Attribute) -> WrittenNode:
    if isinstance(target, Continuous) != isinstance(node.counts, Moments):
        raise Invalid(f"node {position}", f"counts of a {'continuous' if isinstance(target, Continuous) else 'nominal'} target", node)
    if not isinstance(target, Continuous) and tuple(c for c, _ in node.counts) != target.values:
        raise Invalid(f"node {position}", f"counts of the classes {target.values}", node.counts)
    counts = tuple(n for _, n in node.counts)
    labels = tuple(map(str, node.labels))
    are = MEDIANS if isinstance(node.counts, Moments) and node.counts.n and node.labels != (node.counts.mean,) else ""
    if isinstance(node, Leaf):
        return WrittenNode(counts, labels, optima=node.optima, are=are)
    # The positions of its children: each subtree takes up as many as it has nodes.
    names, child = [], position + 1
    for _ in node.children:
        names.append(str(child))
        child += sizes[child]
    or_leaf = AS_GOOD if node.or_leaf else ""
    if isinstance(node.gap, Surrogates):
        surrogates = tuple(Surrogate(test, stands_for) for test, stands_for in node.gap.tests)
        rest = node.gap.otherwise, node.gap.equally, str(node.gap.others or "")
        rule = SURROGATES if node.gap.rest else OR_STAYS
        return WrittenNode(counts, labels, node.test, node.optima, tuple(names), rule, surrogates, *rest, are, or_leaf)
    gap = "" if node.gap is Gap.REFUSE else node.gap.value
    return WrittenNode(counts, labels, node.test, node.optima, tuple(names), gap, are=are, or_leaf=or_leaf)


def assembled(found: Sequence[WrittenNode], target: Attribute) -> Tree:
    """
    The tree of written nodes, which `dtref.io.model_checks.check_nodes` must have accepted.

    >>> from dtref.spec.model.attributes import Nominal
    >>> assembled([WrittenNode((Fraction(2),), ("+",))], Nominal("y", ("+",)))
    <Leaf + (+ 2)>
    """
    built: dict[str, Tree] = {}
    for i in reversed(range(len(found))):
        node = found[i]
        counts, labels = node_counts(node, target)
        parts = tuple(built.pop(c) for c in node.children)
        if node.test is None:
            built[str(i)] = Leaf(counts, labels, node.optima)
        else:
            built[str(i)] = Branch(counts, labels, node.test, node.optima, parts, _gap(node), node.or_leaf == AS_GOOD)
    return built["0"]


def node_counts(node: WrittenNode, target: Attribute) -> tuple[Tally, tuple[Label, ...]]:
    """
    The counts of a node, and its labels. Errors: Invalid for moments that no records have, or a mean that is no number.

    >>> node_counts(WrittenNode((Fraction(2), Fraction(5), Fraction(17)), ("5/2",)), Continuous("y"))[1]
    (Fraction(5, 2),)
    """
    if not isinstance(target, Continuous):
        return tuple(zip(target.values, node.counts, strict=True)), node.labels
    n, total, squares = node.counts
    return Moments(n, total, squares), tuple(map(read_fraction, node.labels))


def _gap(node: WrittenNode) -> GapRule:
    if node.gap in (SURROGATES, OR_STAYS):
        tests = tuple((s.test, s.stands_for) for s in node.surrogates)
        return Surrogates(tests, node.otherwise, node.equally, int(node.others or 0))
    return Gap(node.gap or Gap.REFUSE.value)


def node_json(by_name: Converter, node: WrittenNode) -> dict[str, object]:
    """A node as JSON values, without its empty fields other than counts and labels."""
    all_fields: dict[str, object] = by_name.unstructure(node)
    filled: dict[str, object] = valfilter(bool, all_fields)
    return {"counts": all_fields["counts"], "labels": all_fields["labels"]} | filled
