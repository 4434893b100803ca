"""Prediction: the leaf that a record reaches (leaves, where a value is missing), and its labels and class distribution."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from typing import TypeAlias, assert_never, cast

from attrs import frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.brief import brief_repr
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.definition import defined
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Missing, fill_missing, wanted
from dtref.spec.model.branches import asked, branch_for
from dtref.spec.model.data import Record
from dtref.spec.model.days import counts_days, day_number
from dtref.spec.model.display import Reported
from dtref.spec.model.schemes import walk
from dtref.spec.model.tally import ClassCounts, Moments, size
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import Branch, Gap, Label, Leaf, Surrogates, Tree, weight


class NoSuchColumn(Invalid):
    """
    A record has no column that a tree asks.

    >>> raise NoSuchColumn("record", "a value of 'x', which the tree asks", "no such column")
    Traceback (most recent call last):
    dtref.spec.model.prediction.NoSuchColumn: record: expected a value of 'x', which the tree asks (got 'no such column')
    """


@frozen
class Prediction(Reported):
    """
    The prediction of a tree for a record: all labels that tie for the largest share, and each class's share of the training records.

    A regression tree predicts one label, the mean (or medians, the least and the greatest), and no distribution: it is Undefined. So it is
    where no training record reached the leaf.
    """

    labels: tuple[Label, ...]
    distribution: ClassCounts | Undefined

    __repr__ = brief_repr


def predict(tree: Tree, record: Mapping[str, object]) -> Prediction:
    """
    The prediction for one record, given as attribute name -> value; None or NaN is missing, a float is the number that it is exactly.

    Errors: Invalid where the tree asks for an attribute that the record lacks, a value never declared, or a missing cell at a node that
    refuses it.

    >>> predict(Leaf((("-", Fraction(1)), ("+", Fraction(3))), ("+",)), {})
    Prediction(labels=('+',), distribution=(('-', Fraction(1, 4)), ('+', Fraction(3, 4))))
    >>> predict(Leaf((("-", Fraction(0)), ("+", Fraction(0))), ("+",)), {}).distribution
    Undefined(why='no training record reached this leaf')
    """
    return prediction(reached(tree, cells_by_name(record)))


def cells_by_name(record: Mapping[str, object]) -> Callable[[Attribute], Cell]:
    """
    A function from an attribute to the value of a record that is given as for `predict`. Errors: Invalid, when it is called, for an
    attribute that the record lacks; at once for what is no mapping.

    >>> cells_by_name({"x": 0.5})(Continuous("x"))
    Fraction(1, 2)
    """
    if not hasattr(record, "keys"):  # of a mapping, or of a row of a data frame
        raise Invalid("record", "a mapping from attribute names to values", record)

    def cell_of(attribute: Attribute) -> Cell:
        if attribute.name not in record:
            raise NoSuchColumn("record", f"a value of {attribute.name!r}, which the tree asks", "no such column")
        return _cell(attribute, record[attribute.name])

    return cell_of


def _cell(attribute: Attribute, value: object) -> Cell:
    """A Python value as a cell of the attribute: numbers exact, whole numbers and truth values as text where values are texts."""
    if getattr(value, "shape", None) == () and hasattr(value, "item"):  # a scalar of numpy
        value = value.item()
    if value is None or _is_nan(value):
        return MISSING
    if isinstance(attribute, Continuous):
        if isinstance(value, date) and counts_days(attribute):
            return day_number(value)
        if isinstance(value, float | Decimal) and isfinite(value):
            return Fraction(value)
        return Fraction(value) if isinstance(value, int | Fraction) else cast(Cell, value)
    return str(value) if isinstance(value, int) else cast(Cell, value)


def _is_nan(value: object) -> bool:
    """Whether it is NaN, which alone differs from itself. What doesn't say whether it does, such as an array, is not."""
    if isinstance(value, Decimal):
        return value.is_nan()  # a signaling one may not be compared
    try:
        return bool(value != value)  # noqa: PLR0124
    except (TypeError, ValueError):
        return False


@refuses_other_kinds
def predictor(tree: Tree, attributes: tuple[Attribute, ...]) -> Callable[[Record], Prediction]:
    """
    The prediction of a tree as a function of records, whose cells are in the order of the attributes. Errors: as `predict`.

    >>> predictor(Leaf((("+", Fraction(3)),), ("+",)), ())(Record(())).labels
    ('+',)
    """
    position = {attribute.name: i for i, attribute in enumerate(attributes)}

    def predict_record(record: Record) -> Prediction:
        def cell_of(attribute: Attribute) -> Cell:
            if attribute.name not in position:
                raise NoSuchColumn("record", f"a value of {attribute.name!r}, which the tree asks", "no such column")
            return record.values[position[attribute.name]]

        return prediction(reached(tree, cell_of))

    return predict_record


Reached: TypeAlias = Sequence[tuple[Leaf, Fraction]]
"""Leaves with the share of a record that reaches each; the shares add up to 1."""


def reached(tree: Tree, cell_of: Callable[[Attribute], Cell]) -> Reached:
    """
    The leaves that a record reaches, each with its share of the record: one leaf, unless a node splits it for a missing value. Where it
    stays at an inner node, a leaf with that node's counts and labels.

    >>> reached(Leaf((), ("+",)), lambda attribute: MISSING)
    [(<Leaf + ()>, Fraction(1, 1))]
    """

    def below(node: Tree, share: Fraction) -> Iterable[tuple[Tree, Fraction]]:
        if isinstance(node, Leaf):
            return ()
        branches = taken(node, cell_of)
        if not branches:
            return [(Leaf(node.counts, node.labels), share)]
        return [(node.children[branch], share * part) for branch, part in branches]

    return [(node, share) for node, share in walk(tree, Fraction(1), below) if isinstance(node, Leaf)]


def taken(node: Branch, cell_of: Callable[[Attribute], Cell]) -> Sequence[tuple[int, Fraction]]:
    """
    The branches that a record takes at a node, each with its share of it; none where it stays there: its value was absent when the test was
    made, and the node has no rule for missing values (`dtref.spec.model.tests.Absent`); or its surrogates leave it there.

    Errors: Invalid as for `predict`.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.tests import Multiway
    >>> from dtref.spec.model.trees import Gap
    >>> x, one, two = Multiway(Nominal("x", ("a", "b"))), (("+", Fraction(1)),), (("+", Fraction(2)),)
    >>> node = Branch((("+", Fraction(3)),), ("+",), x, (x,), (Leaf(one, ("+",)), Leaf(two, ("+",))), Gap.FRACTIONS)
    >>> taken(node, lambda attribute: MISSING)
    [(0, Fraction(1, 3)), (1, Fraction(2, 3))]
    """

    def cell_seen(attribute: Attribute) -> Cell:
        return fill_missing(attribute, cell_of(attribute))

    # one branch, by its answer or by what the node does with missing values
    branch = branch_for(node.test, cell_seen)
    return _without_answer(node, cell_seen) if branch is MISSING else [(branch, Fraction(1))]


def _without_answer(node: Branch, cell_of: Callable[[Attribute], Cell]) -> Sequence[tuple[int, Fraction]]:
    """The branches that a record without the value asked for takes, or with one that no branch takes."""
    match node.gap:
        case Gap.REFUSE | Gap.LEARNED:  # of a learned direction its test has said it
            unknown = next((a for a in asked(node.test) if cell_of(a) is MISSING), None)
            if unknown is None:  # its value was absent when the test was made
                return ()
            raise Invalid(unknown.name, wanted(unknown), MISSING)
        case Gap.FRACTIONS:
            # every branch, by the weight of the training records that took it
            weights = [weight(child) for child in node.children]
            if not any(weights):
                raise Invalid(asked(node.test)[0].name, "a known value, as no training record reached the node that asks", MISSING)
            return [(branch, w / sum(weights)) for branch, w in enumerate(weights) if w]
        case Gap.HEAVIEST:
            return in_equal_parts([weight(child) for child in node.children])
        case Surrogates():
            branches = stand_in(node.gap, lambda test: branch_for(test, cell_of))
            return [(branch, Fraction(1, len(branches))) for branch in branches]
        case _:
            assert_never(node.gap)


def in_equal_parts(weights: Sequence[Fraction]) -> Sequence[tuple[int, Fraction]]:
    """
    The heaviest branches, by the weight of each, with the share of a record that goes down each: all of it, or equal parts where several
    are as heavy.

    >>> in_equal_parts((Fraction(2), Fraction(5))), in_equal_parts((Fraction(2), Fraction(1), Fraction(2)))
    ([(1, Fraction(1, 1))], [(0, Fraction(1, 2)), (2, Fraction(1, 2))])
    """
    most = max(weights, default=None)
    heaviest = [branch for branch, w in enumerate(weights) if w == most]
    return [(branch, Fraction(1, len(heaviest))) for branch in heaviest]


def stand_in(surrogates: Surrogates, branch: Callable[[Test], int | Missing]) -> tuple[int, ...]:
    """
    The branch that a node's surrogates choose for a record: that of the first surrogate that says one, or `otherwise`; several
    where as many known records took each, which get equal parts of it; none where it stays at the node.

    branch: the record's branch of a test, MISSING where it cannot answer.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.tests import Multiway
    >>> surrogates = Surrogates(((Multiway(Nominal("x", ("a", "b"))), (1, 0)),), 1)
    >>> stand_in(surrogates, lambda test: 1), stand_in(surrogates, lambda test: MISSING)
    ((0,), (1,))
    """
    answers = ((branch(test), stands_for) for test, stands_for in surrogates.tests)
    guesses = (stands_for[b] for b, stands_for in answers if b is not MISSING)
    return next(((guess,) for guess in guesses if guess is not None), surrogates.rest)


@defined(
    formula="p(j) = sum over leaves of share * n_j/n",
    letter="p(j)",
    sources=(("tan", "Classify Instances"), "Quinlan 1993, Unknown attribute values"),
)
def prediction(leaves: Reached) -> Prediction:
    """
    The prediction of the leaves that a record reaches together: class shares, weighted; the mean of means for a continuous target.

    Of several leaves one that no training record reached gives its share to its label, in equal parts if it has several (C4.5 gives it to
    the one it has).

    >>> one, two = Leaf((("-", Fraction(2)), ("+", Fraction(2))), ("-", "+")), Leaf((("-", Fraction(0)), ("+", Fraction(0))), ("+",))
    >>> prediction([(one, Fraction(1))]).labels
    ('-', '+')
    >>> prediction([(one, Fraction(1, 3)), (two, Fraction(2, 3))]).distribution
    (('-', Fraction(1, 6)), ('+', Fraction(5, 6)))
    >>> prediction([(one, Fraction(1, 3)), (Leaf((), ()), Fraction(2, 3))]).labels
    ()
    """
    first = leaves[0][0]
    if len(leaves) > 1 and not all(leaf.labels or weight(leaf) for leaf, _ in leaves):
        return Prediction((), Undefined("a leaf of these has neither records nor a label"))
    # a regression tree: the mean of the leaves' means; of medians that are several, the least and the greatest
    if isinstance(first.counts, Moments):
        return Prediction(_mean_labels(leaves), Undefined("the target is continuous"))
    if len(leaves) == 1:
        return Prediction(first.labels, _shares(first) if weight(first) else Undefined("no training record reached this leaf"))
    # several leaves: their class shares, weighted by the parts of the record
    distributions = [(share, _shares(leaf)) for leaf, share in leaves]
    mixed = tuple((name, sum((share * p[j][1] for share, p in distributions), Fraction(0))) for j, (name, _) in enumerate(first.counts))
    largest = max(p for _, p in mixed)
    return Prediction(tuple(name for name, p in mixed if p == largest), mixed)


def _mean_labels(leaves: Reached) -> tuple[Fraction, ...]:
    """The mean of the numbers that leaves predict, weighted by the parts of the record: from the first of each, and from the last."""
    numbers = [(share, [label for label in leaf.labels if isinstance(label, Fraction)]) for leaf, share in leaves]
    ends = (sum((share * labels[end] for share, labels in numbers if labels), Fraction(0)) for end in (0, -1))
    return tuple(dict.fromkeys(ends)) if any(labels for _, labels in numbers) else ()


def _shares(leaf: Leaf) -> ClassCounts:
    """Each class's share of a leaf's records; without records its labels share alike."""
    if isinstance(leaf.counts, Moments):
        raise Invalid("leaf", "class counts, as the others have", "moments")
    n = size(leaf.counts)
    if n:
        return tuple((name, n_j / n) for name, n_j in leaf.counts)
    return tuple((name, Fraction(int(name in leaf.labels), len(leaf.labels))) for name, _ in leaf.counts)
