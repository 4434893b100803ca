"""
Pruning by complexity as rpart does it while it grows: nearly the weakest links of `dtref.spec.pruning.cost_complexity`, but not quite.

Notation: R(t) the risk of node t as a leaf; alpha = cp R(root); b(t) the bound that a node is handed from above.
"""

from __future__ import annotations

__sources__ = ("rpart 4.1.19, `src/partition.c`, `src/rpart.c`, `src/gini.c`, `src/anova.c` (the side that is called left)",)

from collections.abc import Generator, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import evolve, field, frozen

from dtref.errors import Invalid
from dtref.exact.definition import defined
from dtref.exact.inputs import exact
from dtref.exact.number import Number, number
from dtref.spec.growing.of_training import PruningOfTraining
from dtref.spec.model.attributes import MISSING
from dtref.spec.model.branches import branch_for
from dtref.spec.model.counts import Weighted, columns, statistic, tally_of
from dtref.spec.model.data import DataSet
from dtref.spec.model.schemes import recurse
from dtref.spec.model.tally import Moments
from dtref.spec.model.tests import Subset
from dtref.spec.model.trees import Branch, Leaf, Tree, nodes
from dtref.spec.preparation.priors import LeastLoss
from dtref.spec.pruning.bottom_up import as_leaf, positions_below
from dtref.spec.pruning.cost_complexity import Risk, misclassified
from dtref.spec.pruning.rate_risk import NatsAndBits, RateRisk
from dtref.spec.pruning.records_at_nodes import WeightedRecord, cells_by_attribute, reaching

ROUNDING = Fraction(1, 2**40)
"""The greatest error of a complexity in doubles, as a share of the root's risk."""


@frozen
class ExpectedLoss:
    """
    The risk of a node by losses: that of its best label (`dtref.spec.preparation.priors.LeastLoss`).

    >>> losses = LeastLoss(((Fraction(0), Fraction(1)), (Fraction(5), Fraction(0))))
    >>> ExpectedLoss(losses)(Leaf((("-", Fraction(4)), ("+", Fraction(5))), ()))
    Fraction(4, 1)
    """

    labels: LeastLoss

    def __call__(self, node: Tree) -> Number:
        """The risk. Errors: Invalid for a node of a regression tree."""
        if isinstance(node.counts, Moments):
            raise Invalid("expected loss", "a classification tree", "a regression tree")
        return number(Fraction(min(self.labels.losses(tuple(n for _, n in node.counts)))))


@frozen(eq=False)
class Collapsing:
    """What rpart knows of a subtree: R(t), the risk and number of tests of what is left before it collapses, its complexity."""

    own: NatsAndBits
    risk: NatsAndBits
    tests: int
    complexity: NatsAndBits

    def collapsed(self) -> Collapsing:
        """The same, once it has collapsed."""
        return evolve(self, risk=self.own, tests=0)


@frozen(eq=False)
class PrunedPart(Collapsing):
    """A subtree that rpart knows of, with the tree."""

    tree: Tree


_Call: TypeAlias = tuple[int, NatsAndBits | None]
"""A node, by its position in preorder, and the bound that it is handed; None at the root."""


@defined(
    formula=(
        "complexity g(t) = (R(t) - R(T_t)) / tests of T_t, where a child that collapses before counts as a leaf; t is a leaf if "
        "min(R(t), b(t)) <= alpha or g(t) <= alpha; b(left) = min(R(t), b(t)) - alpha; b(right) = min(b(t), max((R(t) - R(T_left)) / "
        "(tests of T_left + 1), R(t) - R(left))) - alpha"
    ),
    sources=("rpart 4.1.19, `src/partition.c`",),
)
@frozen
class RpartComplexity(PruningOfTraining):
    """
    Makes a leaf of each node whose complexity, while rpart grows, isn't above cp times the risk of the root.

    It differs from the smallest tree of least R(T) + alpha * leaves in two ways: the bound that a right branch is handed may stop it,
    although its tests would be kept; and a child's own children that collapse before it count as collapsed, too, where the node itself
    would go before them. So `rpart(cp = 1/4)` may have one leaf where `prune(rpart(cp = 0), cp = 1/4)` has four, as 4.1.19 shows. Left is
    the side of lower mean, of the class's number or the target.

    cp: 0 or more. risk: R. root: R(root), of the training set (see `of`). off: what rounding may have added to cp (see `by_rounding`).
    Errors: Invalid for a cp below 0, with which rpart prunes nothing.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.views.shape import parity
    >>> data = parity(1)
    >>> [RpartComplexity(cp).of(data)(grow(data, CART), data) for cp in (Fraction(1, 2), Fraction(1))]
    [<Branch on x1 (0 1, 1 1)>, <Leaf 0/1 (0 1, 1 1)>]
    """

    cp: Fraction = field()
    risk: Risk | RateRisk = misclassified
    root: NatsAndBits | None = None
    off: Fraction = Fraction(0)

    def __attrs_post_init__(self) -> None:
        exact("cp", self.cp, least=0)

    def of(self, training: DataSet) -> RpartComplexity:
        """The step for the trees, or subtrees, of a training set."""
        if isinstance(self.risk, RateRisk):
            risk = self.risk.of(training)
            return evolve(self, risk=risk, root=risk((record, record.weight) for record in training))
        coded = columns(training)
        root = tally_of(training.target, statistic(coded, Weighted(tuple(range(len(training))))))
        return evolve(self, root=NatsAndBits(bits=self.risk(Leaf(root, ()))))

    def __call__(self, tree: Tree, data: DataSet) -> Tree:
        """The tree as pruned. data: the records that it was grown from."""
        if self.root is None:
            return super().__call__(tree, data)
        return partitioned(tree, data, self.risk, self.root * (self.cp + self.off)).tree

    def by_rounding(self, sign: int) -> RpartComplexity:
        """The step that rpart may have taken instead, as it computes risks and complexities in doubles: a little less (-1), or more (1)."""
        return evolve(self, off=sign * ROUNDING)

    def __str__(self) -> str:
        return f"pruned at complexity {self.cp}, as rpart grows"


def risks_of(tree: Tree, data: DataSet, risk: Risk | RateRisk) -> Sequence[NatsAndBits]:
    """The risk of each node of a tree, in preorder. data: the records that it was grown from."""
    return risk.of_nodes(tree, data) if isinstance(risk, RateRisk) else [NatsAndBits(bits=risk(node)) for node in nodes(tree)]


def partitioned(tree: Tree, data: DataSet, risk: Risk | RateRisk, alpha: NatsAndBits) -> PrunedPart:
    """What rpart makes of a tree that is grown in full."""
    listed, below = list(nodes(tree)), positions_below(tree)
    lefts, risks = _left_branches(tree, data), risks_of(tree, data, risk)

    def start(call: _Call) -> Generator[_Call, PrunedPart, PrunedPart]:
        (i, bound), node = call, listed[call[0]]
        own = risks[i]
        least = own if bound is None else _lesser(own, bound)
        if isinstance(node, Leaf) or least.order(alpha) <= 0:
            return PrunedPart(own, own, 0, alpha, as_leaf(node))
        # rpart's left child, then its right one, whose bound depends on what became of the left
        first = lefts[i]
        left = yield below[i][first], least - alpha
        top = own if bound is None else bound
        reach = -_lesser(-(own - left.risk) / (left.tests + 1), -(own - left.own))
        right = yield below[i][1 - first], _lesser(reach, top) - alpha
        kept = collapsing(own, left, right)
        if kept.complexity.order(alpha) <= 0:
            return PrunedPart(own, own, 0, kept.complexity, as_leaf(node))
        subtrees = (left.tree, right.tree) if first == 0 else (right.tree, left.tree)
        return PrunedPart(own, kept.risk, kept.tests, kept.complexity, evolve(node, children=subtrees))

    root: _Call = (0, None)
    return recurse(start, root)


def _lesser(a: NatsAndBits, b: NatsAndBits) -> NatsAndBits:
    return a if a.order(b) <= 0 else b


def collapsing(own: NatsAndBits, left: Collapsing, right: Collapsing) -> Collapsing:
    """
    What rpart knows of a node that splits, from its risk as a leaf and its children.

    >>> def leaf(risk): return Collapsing(NatsAndBits(bits=risk), NatsAndBits(bits=risk), 0, NatsAndBits())
    >>> collapsing(NatsAndBits(bits=Fraction(5)), leaf(Fraction(1)), leaf(Fraction(2))).complexity.bits
    Fraction(2, 1)
    """
    kept_left, kept_right = _before_it_collapses(own, left, right)
    tests = kept_left.tests + kept_right.tests + 1
    return Collapsing(own, kept_left.risk + kept_right.risk, tests, _gain(own, kept_left, kept_right))


def _gain(own: NatsAndBits, left: Collapsing, right: Collapsing) -> NatsAndBits:
    """The risk that a node's tests save, each."""
    return (own - (left.risk + right.risk)) / (left.tests + right.tests + 1)


def _before_it_collapses(own: NatsAndBits, left: Collapsing, right: Collapsing) -> tuple[Collapsing, Collapsing]:
    """The children as they are when the node itself collapses: the one of less complexity collapses before, if it is below the node's."""
    right_later = right.complexity.order(left.complexity) > 0
    if right_later and _gain(own, left, right).order(left.complexity) > 0:
        left = left.collapsed()
        right = right.collapsed() if _gain(own, left, right).order(right.complexity) > 0 else right
    elif not right_later and _gain(own, left, right).order(right.complexity) > 0:
        right = right.collapsed()
        left = left.collapsed() if _gain(own, left, right).order(left.complexity) > 0 else left
    return left, right


def _left_branches(tree: Tree, data: DataSet) -> Sequence[int]:
    """For each node the branch that rpart calls left, by the records that know the answer; 0 at leaves."""
    complete = all(MISSING not in record.values for record in data)
    if complete:
        return [_lower(node, [_mean(child) for child in node.children]) if isinstance(node, Branch) else 0 for node in nodes(tree)]
    position = {attribute.name: i for i, attribute in enumerate(data.attributes)}
    classes = {} if isinstance(tree.counts, Moments) else {name: i for i, (name, _) in enumerate(tree.counts)}

    def left(node: Tree, records: Sequence[WeightedRecord]) -> int:
        if not isinstance(node, Branch):
            return 0
        sums = [[Fraction(0), Fraction(0)] for _ in node.children]
        for record, part in records:
            branch = branch_for(node.test, cells_by_attribute(record, position))
            if branch is not MISSING:
                value = record.label if isinstance(record.label, Fraction) else Fraction(classes[str(record.label)])
                sums[branch] = [sums[branch][0] + part, sums[branch][1] + part * value]
        return _lower(node, [total / weight if weight else Fraction(0) for weight, total in sums])

    return [left(node, records) for node, records in zip(nodes(tree), reaching(tree, data), strict=True)]


def _mean(node: Tree) -> Fraction:
    """The mean of the target, or of the number of the class."""
    if isinstance(node.counts, Moments):
        mean = node.counts.mean
        return mean if isinstance(mean, Fraction) else Fraction(0)
    total = sum((n for _, n in node.counts), Fraction(0))
    return sum((i * n for i, (_, n) in enumerate(node.counts)), Fraction(0)) / total if total else Fraction(0)


def _lower(node: Branch, means: Sequence[Fraction]) -> int:
    """The branch of the lower mean; of equal ones that of greater numbers, or the group with the last value that is present."""
    if means[0] != means[1]:
        return 0 if means[0] < means[1] else 1
    test = node.test
    if not isinstance(test, Subset):
        return 1
    return int(max((*test.left, *test.right), key=test.attribute.values.index) in test.right)
