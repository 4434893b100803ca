"""
Predictions of another program's tree: the nodes that a record passes, and the label and the class shares at its end.

A record that misses a value takes the branch that its program has for it (`dtref.io.foreign.tree.Gaps`); where there is none, as for a
value that nobody had, it stays at the node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.foreign.branch_words import branch_words
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Gaps, Values, branch_by_stand_ins, fold_foreign
from dtref.io.foreign.tree_facts import facts_of
from dtref.spec.model.attributes import MISSING, Cells, Continuous, Nominal
from dtref.spec.model.prediction import Prediction, cells_by_name, in_equal_parts
from dtref.spec.model.schemes import walk
from dtref.spec.model.tally import ClassCounts
from dtref.spec.model.trees import Label


@frozen(eq=False)
class PassedNode:
    """A node that a record passes, how much of it is there, and the branches taken, each with how much takes it; none at its end."""

    node: ForeignNode
    share: Fraction
    branches: tuple[tuple[int, Fraction], ...]

    @property
    def stays(self) -> bool:
        """Whether the record stays at an inner node, which doesn't say where it goes."""
        return self.node.ask is not None and not self.branches

    @property
    def conditions(self) -> tuple[str, ...]:
        """The condition of each branch taken, as text; where the value is missing, none of them need hold."""
        return () if self.node.ask is None else tuple(branch_words(self.node.ask, branch) for branch, _ in self.branches)


@frozen(eq=False)
class ForeignPrediction:
    """
    What another program's tree predicts for a record, and the nodes that it passes. No label: the tree says nothing of it.

    The distribution is Undefined where the format doesn't hold it.
    """

    predicted: Prediction
    passed: tuple[PassedNode, ...]

    @property
    def labels(self) -> tuple[Label, ...]:
        """The label, or several that may be meant."""
        return self.predicted.labels


@refuses_other_kinds
def foreign_predictor(tree: ForeignTree) -> Callable[[Mapping[str, object]], ForeignPrediction]:
    """
    The prediction of another program's tree as a function of records, each given as column name -> value; None or NaN is missing.

    Errors: Invalid, when it is called, for a column that is asked and isn't there, and a number where a text is asked, or the reverse.

    >>> leaves = (ForeignNode("2", label="a", counts=(("a", Fraction(3)), ("b", Fraction(1)))), ForeignNode("3", label="b"))
    >>> predict = foreign_predictor(ForeignTree(ForeignNode("1", Cut("x", Fraction(1, 2)), leaves), "", ("a", "b")))
    >>> predict({"x": 0.5}).predicted.distribution, [passed.conditions for passed in predict({"x": 0.75}).passed]
    ((('a', Fraction(3, 4)), ('b', Fraction(1, 4))), [('x > 0.5',), ()])
    >>> predict({"x": None}).labels, predict({"x": None}).passed[0].stays
    ((), True)
    """
    weight_of, attributes = _weights(tree), asked_columns(tree)

    def prediction_of(record: Mapping[str, object]) -> ForeignPrediction:
        cell_of = cells_by_name(record)
        cells = {attribute.name: cell_of(attribute) for attribute in attributes}

        def below(node: ForeignNode, share: Fraction) -> Iterable[tuple[ForeignNode, Fraction]]:
            return [(node.children[branch], share * part) for branch, part in _taken(tree, node, cells, weight_of)]

        passed = tuple(
            PassedNode(node, share, tuple(_taken(tree, node, cells, weight_of))) for node, share in walk(tree.root, Fraction(1), below)
        )
        return ForeignPrediction(_prediction(tree, [one for one in passed if not one.branches]), passed)

    return prediction_of


def _weights(tree: ForeignTree) -> Mapping[int, Fraction | None]:
    """The weight of the training records at each node of a tree that divides records by it; None where the format has none."""
    weights: dict[int, Fraction | None] = {}

    def weight(node: ForeignNode, below: Sequence[Fraction | None]) -> Fraction | None:
        own = node.records if node.counts is None else sum((n for _, n in node.counts), Fraction(0))
        known = [w for w in below if w is not None]
        weights[id(node)] = own if own is not None or not below or len(known) < len(below) else sum(known, Fraction(0))
        return weights[id(node)]

    if tree.gaps in (Gaps.FRACTIONS, Gaps.HEAVIEST):
        fold_foreign(tree.root, weight)
    return weights


def _taken(tree: ForeignTree, node: ForeignNode, cells: Cells, weight_of: Mapping[int, Fraction | None]) -> Sequence[tuple[int, Fraction]]:
    """The branches that a record takes at a node, each with its share of it; none at a leaf, or where it stays."""
    if node.ask is None or _unsaid(node.ask, cells):
        return ()
    branch = branch_by_stand_ins(node, cells)
    if branch is not None:
        return ((branch, Fraction(1)),)
    if cells.get(node.ask.attribute, MISSING) is not MISSING and not node.shared:
        return ()
    if node.shared:
        return tuple((branch, Fraction(1, len(node.shared))) for branch in node.shared)
    # by the weights of the records that took each branch
    weights = [weight_of.get(id(child)) for child in node.children]
    known = [w for w in weights if w is not None]
    rule = node.gaps or tree.gaps
    if rule not in (Gaps.FRACTIONS, Gaps.HEAVIEST) or len(known) < len(weights) or not any(known):
        return ()
    if rule is Gaps.HEAVIEST:
        return in_equal_parts(known)
    return tuple((branch, w / sum(known)) for branch, w in enumerate(known) if w)


def _unsaid(ask: Ask, cells: Cells) -> bool:
    """Whether the value asked for is known, but the format doesn't say where it goes, unless training had it."""
    if not isinstance(ask, Values) or not ask.others_unsaid:
        return False
    cell = cells.get(ask.attribute, MISSING)
    return isinstance(cell, str) and cell not in ask.branches


def _prediction(tree: ForeignTree, ends: Sequence[PassedNode]) -> Prediction:
    """The prediction of the nodes where a record ends."""
    labelled = [(end, end.node.label) for end in ends if end.node.label is not None and (not end.stays or tree.keeps_label)]
    if len(labelled) < len(ends):
        return Prediction((), Undefined("the tree does not say where the record goes" if any(e.stays for e in ends) else "no label"))
    if any(isinstance(label, Fraction) for _, label in labelled):
        mean = sum((end.share * label for end, label in labelled if isinstance(label, Fraction)), Fraction(0))
        return Prediction((mean,), Undefined("the target is continuous"))
    shares = [(end.share, _shares(tree, end.node)) for end in ends]
    if len(ends) == 1:
        return Prediction((labelled[0][1],), shares[0][1])
    known = [(share, p) for share, p in shares if not isinstance(p, Undefined)]
    if len(known) < len(shares):
        missing = next(p for _, p in shares if isinstance(p, Undefined))
        return Prediction(tuple(dict.fromkeys(label for _, label in labelled)), missing)
    names = dict.fromkeys(name for _, p in known for name, _ in p)
    mixed = tuple((name, sum((share * dict(p).get(name, Fraction(0)) for share, p in known), Fraction(0))) for name in names)
    return Prediction(tuple(name for name, p in mixed if p == max(q for _, q in mixed)), mixed)


def _shares(tree: ForeignTree, node: ForeignNode) -> ClassCounts | Undefined:
    """The share of each class at a node; where the format has only the errors, they are of the other class of two."""
    label = str(node.label)
    counts = node.counts
    if counts is None and node.records is not None and node.errors is not None:
        others = [name for name in tree.classes if name != label]
        if node.errors and len(others) != 1:
            return Undefined("the format does not say of which classes the errors are")
        counts = ((label, node.records - node.errors), *((name, node.errors if len(others) == 1 else Fraction(0)) for name in others))
    counts = node.shares if counts is None else counts
    if counts is None:
        return Undefined("no class counts are read of the format")
    total = sum((n for _, n in counts), Fraction(0))
    return tuple((name, n / total) for name, n in counts) if total else Undefined("no training record reached this leaf")


def asked_columns(tree: ForeignTree) -> tuple[Continuous | Nominal, ...]:
    """
    The columns that a tree asks: a number, or a nominal value, with no values declared. Errors: Invalid for one that is asked as both.

    >>> asked_columns(ForeignTree(ForeignNode("1", Cut("x", Fraction(1)), (ForeignNode("2"), ForeignNode("3"))), ""))
    (Continuous(name='x', width=<Width.DECIMAL: 'decimal'>),)
    """
    asks = facts_of(tree).asks
    numbers = {ask.attribute for ask in asks if isinstance(ask, Cut)}
    both = next((ask.attribute for ask in asks if isinstance(ask, Values) and ask.attribute in numbers), None)
    if both is not None:
        raise Invalid(both, "a column of one kind", "a number in one node, one of some values in another")
    names = dict.fromkeys(ask.attribute for ask in asks)
    return tuple(Continuous(name) if name in numbers else Nominal(name, ()) for name in names)
