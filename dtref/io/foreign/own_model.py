"""
Trees of other programs as models of this library, so that what takes a model (`dtref export`, `dtref prune`) takes them, too.

Questions, branches of missing values and stand-ins stay what they are. A question that has no such form is refused by its node.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.foreign.prediction import asked_columns
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Gaps, Known, Values, fold_foreign, foreign_nodes
from dtref.io.foreign.tree_facts import asks_of
from dtref.io.models import Model
from dtref.spec.model.attributes import Attribute, Continuous, Nominal, Width
from dtref.spec.model.tally import ClassCounts, Moments, Tally
from dtref.spec.model.tests import Groups, IsKnown, Side, Subset, Test, Threshold, in_cut_interval
from dtref.spec.model.trees import Branch, Gap, GapRule, Label, Leaf, Surrogates, Tree, weight, written

_NOTHING = Moments(Fraction(0), Fraction(0), Fraction(0))
_RULES = {Gaps.FRACTIONS: Gap.FRACTIONS, Gaps.HEAVIEST: Gap.HEAVIEST}


@refuses_other_kinds
def predicting_model(tree: ForeignTree, target: str = "label") -> Model:
    """
    A model that predicts what a tree does for the values that it names. Where the file has no counts of classes, or the target is a number,
    its nodes count nothing.

    target: the name of what it predicts. Errors: Invalid, with the node, for numbers near 0 that go another way, and a column of which it
    is known only whether it has a value.

    >>> leaves = ForeignNode("2", label="a"), ForeignNode("3", label="b")
    >>> predicting_model(ForeignTree(ForeignNode("1", Cut("x", Fraction(1)), leaves), "it")).tree.children
    (<Leaf a (a 0, b 0)>, <Leaf b (a 0, b 0)>)
    """
    form = _Form.of(tree, target)

    def counts(node: ForeignNode, below: Sequence[Tree]) -> Tally:
        return _NOTHING if form.numbers else form.counts_of(node) or form.added(below)

    return form.model(counts, lambda node, _: (node.label,) if tree.keeps_label else (), stay=True)


@refuses_other_kinds
def counted_model(tree: ForeignTree, target: str = "label") -> Model:
    """
    A model with the class counts that a tree claims, as pruning compares them: those of the leaves, added up. A node without a label has
    the largest classes, and a value that it doesn't name goes as a missing one.

    Errors: as `predicting_model`, and Invalid for a tree of numbers, for a leaf whose counts aren't in the file, and for a node that claims
    others than its leaves have.

    >>> leaves = ForeignNode("2", label="a", records=Fraction(5), errors=Fraction(1)), ForeignNode("3", label="b")
    >>> counted_model(ForeignTree(ForeignNode("1", Cut("x", Fraction(1)), leaves), "it"))
    Traceback (most recent call last):
    dtref.errors.Invalid: node 3: expected the counts of its classes, as pruning compares them (got 'none')
    """
    form = _Form.of(tree, target)
    if form.numbers:
        raise Invalid("tree", "a tree of classes: of means the file lacks the squares that pruning compares", "a regression tree")

    def added(node: ForeignNode, below: Sequence[Tree]) -> ClassCounts:
        own = form.counts_of(node)
        if not below and own is None:
            raise Invalid(f"node {node.place}", "the counts of its classes, as pruning compares them", "none")
        total = form.added(below)
        if below and own is not None and any(abs(n - m) > node.within for (_, n), (_, m) in zip(own, total, strict=True)):
            raise Invalid(f"node {node.place}", f"the counts of its leaves together, {written(total)}", written(own))
        return total if below else own or ()

    def labels(node: ForeignNode, counts: Tally) -> tuple[Label | None, ...]:
        most = max(n for _, n in counts)
        return (node.label,) if node.label is not None else tuple(name for name, n in counts if n == most)

    return form.model(added, labels, stay=False)


@frozen
class _Form:
    """A tree with the name of its target, its columns as attributes, and its classes; none of a tree of numbers."""

    tree: ForeignTree
    target: str
    attributes: Mapping[str, Attribute]
    classes: tuple[str, ...]
    numbers: bool

    @classmethod
    def of(cls, tree: ForeignTree, target: str) -> _Form:
        asked = list(asks_of(tree))
        columns = {column.name: column for column in asked_columns(tree)}
        names = list(dict.fromkeys((*(name for name in tree.columns if name in columns), *columns)))
        labels = dict.fromkeys(node.label for node in foreign_nodes(tree.root))
        if target in names:
            raise Invalid("target", "another name than those of the columns that are asked", target)
        classes = tuple(dict.fromkeys((*tree.classes, *(label for label in labels if isinstance(label, str)))))
        attributes = {name: _attribute(name, asked) for name in names}
        return cls(tree, target, attributes, classes, any(isinstance(label, Fraction) for label in labels))

    def added(self, below: Sequence[Tree]) -> ClassCounts:
        """The class counts of some nodes together."""
        return tuple((name, sum((dict(node.counts)[name] for node in below), Fraction(0))) for name in self.classes)

    def counts_of(self, node: ForeignNode) -> ClassCounts | None:
        """The class counts that a node claims; where it claims errors, they are of the other class of two."""
        if self.numbers:
            return None
        if node.counts is not None:
            named = dict(node.counts)
            return tuple((name, named.get(name, Fraction(0))) for name in self.classes)
        if node.records is None or node.errors is None or not isinstance(node.label, str) or (node.errors and len(self.classes) != 2):
            return None
        right, wrong = node.records - node.errors, node.errors if len(self.classes) == 2 else Fraction(0)
        return tuple((name, right if name == node.label else wrong) for name in self.classes)

    def model(
        self,
        counts_of: Callable[[ForeignNode, Sequence[Tree]], Tally],
        labels_at: Callable[[ForeignNode, Tally], tuple[Label | None, ...]],
        stay: bool,
    ) -> Model:
        """
        The model. counts_of: what a node counts, of itself and its children. labels_at: what an inner node predicts. stay: whether records
        with values that a node doesn't name get a leaf, where they would go as missing ones.
        """

        def made(node: ForeignNode, below: Sequence[Tree]) -> Tree:
            counts = counts_of(node, below)
            if node.ask is None:
                return Leaf(counts, () if node.label is None else (node.label,))
            labels = tuple(label for label in labels_at(node, counts) if label is not None)
            children = below[::-1] if isinstance(node.ask, Known) and node.ask.known else below
            test = self._test(node.ask, f"node {node.place}")
            gap = self._gap(node, parted=any(map(weight, below)))
            if isinstance(test, Threshold) and gap is not Gap.LEARNED:
                test = evolve(test, missing=None)
            if stay and (unnamed := self._stay_unlike_missing(node, gap)):
                test, children = _with_group(test, unnamed), (*children, Leaf(_NOTHING if self.numbers else self.added(()), labels))
            return Branch(counts, labels, test, (test,), tuple(children), gap)

        target = Continuous(self.target, Width.FLOAT64) if self.numbers else Nominal(self.target, self.classes)
        return Model(tuple(self.attributes.values()), target, self.tree.source, fold_foreign(self.tree.root, made))

    def _gap(self, node: ForeignNode, parted: bool) -> GapRule:
        """The rule for missing values. parted: whether weights are known, by which a record could go down several branches."""
        ask, rule = node.ask, node.gaps or self.tree.gaps
        missing = None if ask is None else ask.missing
        if isinstance(ask, Known) or (isinstance(ask, Cut) and missing is not None and not node.stand_ins and not node.shared):
            return Gap.LEARNED
        if node.stand_ins or node.shared or missing is not None or self.tree.keeps_label:
            tests = tuple((self._test(other, f"node {node.place}"), stands_for) for other, stands_for in node.stand_ins)
            rest = node.shared if missing is None else (missing,)
            return Surrogates(tests, rest[0] if rest else None, rest[1:])
        return _RULES.get(rule, Gap.REFUSE) if parted else Gap.REFUSE

    def _test(self, ask: Ask, where: str) -> Test:
        attribute = self.attributes[ask.attribute]
        match ask, attribute:
            case Cut(zeros=None), Continuous():
                return _threshold(ask, attribute)
            case Cut(), _:
                wanted = "a cut whose numbers near 0 go as they compare: another way has no such form"
                raise Invalid(f"{where}, {ask.attribute}", wanted, f"those at most {float(ask.cut)!r}")
            case Known(), Continuous():
                return IsKnown(attribute)
            case Values(), Nominal():
                return _groups(ask, attribute)
            case _:
                wanted = "a column of numbers, of which it may be asked whether it has a value"
                raise Invalid(f"{where}, {ask.attribute}", wanted, "a column that no node asks for a number")

    def _stay_unlike_missing(self, node: ForeignNode, gap: GapRule) -> tuple[str, ...]:
        """The values that some node names, but not this one, where they stay here and a missing one goes on."""
        attribute = None if node.ask is None else self.attributes[node.ask.attribute]
        if not isinstance(node.ask, Values) or not isinstance(attribute, Nominal) or node.ask.others_missing or node.shared:
            return ()
        goes_on = gap.tests or gap.rest if isinstance(gap, Surrogates) else gap is not Gap.REFUSE
        return tuple(v for v in attribute.values if v not in node.ask.branches) if goes_on and node.ask.otherwise is None else ()


def _groups(ask: Values, attribute: Nominal) -> Subset | Groups:
    absent = None if ask.others_unsaid else ask.otherwise
    if len(ask.groups) == 2 and ask.groups[0]:
        return Subset(attribute, ask.groups[0], ask.groups[1], absent)
    return Groups(attribute, ask.groups, 0, absent)


def _with_group(test: Test, values: tuple[str, ...]) -> Groups:
    """A test of groups with one more."""
    assert isinstance(test, Subset | Groups)
    groups = (test.left, test.right) if isinstance(test, Subset) else test.groups
    return Groups(test.attribute, (*groups, values), 0)


def _attribute(name: str, asked: Sequence[Ask]) -> Attribute:
    """A column as all questions of it have it: numbers that are floats to all of them are doubles."""
    own = [ask for ask in asked if ask.attribute == name]
    cuts = [ask for ask in own if isinstance(ask, Cut)]
    values = tuple(dict.fromkeys(value for ask in own if isinstance(ask, Values) for group in ask.groups for value in group))
    if not cuts:
        return Nominal(name, values)
    return Continuous(name, Width.DECIMAL if any(cut.width is Width.DECIMAL for cut in cuts) else Width.FLOAT64)


_GREATEST = {Width.FLOAT32: Fraction(2**128 - 2**104), Width.FLOAT64: Fraction(2**1024 - 2**971)}
_BEYOND = {Width.FLOAT32: Fraction(2**128 - 2**103), Width.FLOAT64: Fraction(2**1024 - 2**970)}
"""The greatest floats, and the least numbers that are rounded to none."""


def _threshold(ask: Cut, attribute: Continuous) -> Threshold:
    """
    A cut between neighbours that aren't known: in their place some that a float of its width tells from it.

    >>> x, most = Continuous("x"), _GREATEST[Width.FLOAT32]
    >>> _threshold(Cut("x", Fraction(2), width=Width.FLOAT32), x).lower, _threshold(Cut("x", most, width=Width.FLOAT32), x).side
    (Fraction(-5, 1), <Side.BELOW: '<'>)
    """
    cut, side, far = ask.compared, ask.side, 2 * abs(ask.compared) + 1
    greatest = _GREATEST.get(ask.width, far)
    if in_cut_interval(cut, -greatest, greatest, side):
        return Threshold(attribute, -min(far, greatest), min(far, greatest), cut, side, ask.width, ask.missing)
    # every number that is rounded to a float is on one side of it
    end = _BEYOND[ask.width] if cut > 0 else -_BEYOND[ask.width]
    return Threshold(attribute, -far, far, end, Side.BELOW if cut > 0 else Side.AT_MOST, missing=ask.missing)
