"""
Verifies the complexities that a tree of rpart states, against the risks of its own nodes (`src/partition.c`, `src/make_cp_list.c`).

A complexity is made of the whole subtree and of the node above. So it is judged where all nodes below are right, with what the node above
states. A leaf that pruning made states what its tests would have saved, which isn't known, and is at most cp.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve, frozen

from dtref.exact.comparison import compare
from dtref.exact.number import Number
from dtref.io.foreign.tree import ForeignNode, ForeignTree, Program, foreign_nodes
from dtref.oracle.verify.verdicts import Finding, NotChecked, WrongClaim
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.model.counts import statistic, tally_of
from dtref.spec.model.numerals import numeral
from dtref.spec.model.schemes import fold
from dtref.spec.model.trees import Leaf
from dtref.spec.programs.rpart import risk_of
from dtref.spec.pruning.rate_risk import NatsAndBits, RateRisk
from dtref.spec.pruning.rpart_complexity import ROUNDING, Collapsing, collapsing

COMPLEXITY, CP = "complexity", "cp"


@frozen(eq=False)
class _Judged:
    """A node with the finding for it, its risk (None: not known), and what rpart knows of the subtree (None: not all of it is right)."""

    node: ForeignNode
    finding: Finding
    risk: NatsAndBits | None
    subtree: Collapsing | None = None


def states_complexities(tree: ForeignTree) -> bool:
    """Whether a tree states complexities: one of rpart, whose file has its settings."""
    return tree.program is Program.RPART and tree.root.complexity is not None and any(setting.name == CP for setting in tree.settings)


def with_complexities(tree: ForeignTree, recursion: Hunt, findings: Sequence[Finding], nodes: Sequence[Node | str]) -> tuple[Finding, ...]:
    """The findings of nodes in preorder, with what is wrong of their complexities. nodes: the records there, or why they are not known."""
    cp = next(numeral(setting.value) for setting in tree.settings if setting.name == CP)
    risks = [None if isinstance(node, str) else _risk(recursion, node) for node in nodes]
    of_root = risks[0]
    if of_root is None or of_root.order(NatsAndBits()) <= 0:
        return tuple(findings)
    judged = {id(n): _Judged(n, finding, risk) for n, finding, risk in zip(foreign_nodes(tree.root), findings, risks, strict=True)}
    _add_subtrees(tree.root, judged, of_root * cp)
    above = {id(child): entry.node for entry in judged.values() for child in entry.node.children}
    return tuple(_with_claim(entry, above.get(place), of_root, cp) for place, entry in judged.items())


def _risk(recursion: Hunt, node: Node) -> NatsAndBits:
    """The risk of a node as a leaf."""
    risk, training = risk_of(recursion.policy), recursion.training
    if not isinstance(risk, RateRisk):
        return NatsAndBits(bits=risk(Leaf(tally_of(training.target, statistic(recursion.columns, node.records)), ())))
    parts = node.parts or (1,) * len(node.rows)
    return risk((training.records[r], Fraction(recursion.columns.weights[r] * part)) for r, part in zip(node.rows, parts, strict=True))


def _add_subtrees(root: ForeignNode, judged: dict[int, _Judged], alpha: NatsAndBits) -> None:
    """Adds what rpart knows of each subtree to the nodes. The left child of node k is 2k."""

    def known(node: ForeignNode, below: Sequence[Collapsing | None]) -> Collapsing | None:
        entry, made = judged[id(node)], None
        if entry.risk is not None and not below:
            made = Collapsing(entry.risk, entry.risk, 0, alpha)
        elif entry.risk is not None and all(child.place.isdecimal() for child in node.children):
            pair = sorted(zip(node.children, below, strict=True), key=lambda child: int(child[0].place))
            (_, left), (_, right) = pair
            made = collapsing(entry.risk, left, right) if left is not None and right is not None else None
        judged[id(node)] = evolve(entry, subtree=made)
        right_here = not entry.finding.wrong and not any(isinstance(verdict, NotChecked) for verdict in entry.finding.verdicts)
        return made if right_here else None

    fold(root, lambda node: node.children, known)


def _with_claim(entry: _Judged, above: ForeignNode | None, of_root: NatsAndBits, cp: Fraction) -> Finding:
    """The finding, with what is wrong of the node's complexity: it differs by more than the rounding of risks."""
    claimed, subtree = entry.node.complexity, entry.subtree
    if claimed is None or subtree is None:
        return entry.finding
    own = subtree.complexity
    rational = of_root.nats or own.nats
    wanted: Number = own.in_nats / of_root.in_nats if rational else own.bits / of_root.bits
    bound = None if above is None else above.complexity
    if not entry.node.children:
        is_wrong, wanted = claimed > cp + ROUNDING, cp
    else:
        if bound is not None and compare(wanted, bound) > 0:
            wanted = max(bound, cp)
        is_wrong = compare(wanted - claimed, ROUNDING) > 0 or compare(wanted - claimed, -ROUNDING) < 0
    return evolve(entry.finding, verdicts=(WrongClaim(COMPLEXITY, wanted, claimed), *entry.finding.verdicts)) if is_wrong else entry.finding
