"""The parts of a report of a pruning: findings at nodes with their quantities, facts before and after, the table of a sequence of trees."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Undefined
from dtref.exact.number import Number, number
from dtref.show.pruning.places import Place
from dtref.spec.model.positions import Indices
from dtref.spec.model.tally import Tally
from dtref.spec.model.trees import Tree, is_regression, leaf_count, squared_error, training_errors, weight
from dtref.spec.pruning.error_based import Predicted

MOST_TERMS = 100
"""The most leaves of a subtree whose predicted errors are shown as a sum; of more, as a decimal only."""


@frozen(eq=False)
class PredictedErrors:
    """
    Predicted errors, or of one leaf their rate.

    sum: the errors. terms: the triples (m, n, e) of the sum of m U(e, n) that this is; none where there would be many. over: the
    divisor of the errors: for a rate the records.
    """

    sum: Predicted
    terms: tuple[tuple[Fraction, Fraction, Fraction], ...]
    over: Fraction = Fraction(1)


PruningValue: TypeAlias = Number | Undefined | PredictedErrors


def predicted_errors(predicted: Predicted, leaves: int) -> PredictedErrors:
    """
    Predicted errors, as a sum where they are of few leaves.

    >>> from dtref.spec.pruning.error_based import QUARTER, predicted_at
    >>> predicted_errors(predicted_at(Fraction(6), Fraction(1), QUARTER), 1).terms
    ((Fraction(6, 1), Fraction(6, 1), Fraction(1, 1)),)
    """
    if leaves > MOST_TERMS:
        return PredictedErrors(predicted, ())
    return PredictedErrors(predicted, tuple((times * n, n, e) for (n, e), times in sorted(predicted.terms().items()) if times))


@frozen(eq=False)
class Quantity:
    """A number that was compared: its name, its value, the values that it is made of, by name, and its formula in numbers."""

    name: str
    value: PruningValue
    made_of: tuple[tuple[str, PruningValue], ...] = ()
    formula: str = ""


class NodeOutcome(Enum):
    """The decision about an inner node."""

    KEPT = "kept"
    CUT = "cut"
    RAISED = "raised"
    OPEN = "cut from g(t) on"


@frozen(eq=False)
class PruningFinding:
    """
    The decision at an inner node: the numbers compared, the outcome, and the reason in words.

    counts: of the node's records. gone_with: the node above that was cut too, and took this one along.
    """

    place: Place
    counts: Tally
    figures: tuple[Quantity, ...]
    outcome: NodeOutcome
    why: str
    gone_with: Place | None = None


@frozen(eq=False)
class Fact:
    """A number of the whole tree, before and after; `of` is the total that it is a share of, if it is one."""

    name: str
    before: PruningValue
    after: PruningValue | None
    of: Number | None = None


@frozen(eq=False)
class SequenceRow:
    """A tree of a sequence: its figures, the nodes cut to get there from the one before, and remarks."""

    figures: tuple[Quantity, ...]
    cut: tuple[int, ...]
    remark: str = ""


@frozen(eq=False)
class PruningReport:
    """
    A pruning reported.

    rule: its name. settings: its choices, by name. method: the comparison, and when a node is cut, in a sentence or two. source: of its
    definition. after: the pruned tree; None where none was chosen. findings: at the nodes, in preorder unless the method says otherwise.
    table: the trees of a sequence. folds: the positions of the records of each fold, where trees were cross-validated.
    children_first: whether a node is decided after those below it.
    """

    rule: str
    settings: tuple[tuple[str, str], ...]
    method: str
    source: str
    before: Tree
    after: Tree | None
    facts: tuple[Fact, ...]
    findings: tuple[PruningFinding, ...]
    table: tuple[SequenceRow, ...] = ()
    folds: tuple[Indices, ...] = ()
    children_first: bool = False

    def as_decided(self) -> tuple[PruningFinding, ...]:
        """The findings in the order of the decisions."""
        return tuple(_children_first(self.findings)) if self.children_first else self.findings


def _children_first(findings: tuple[PruningFinding, ...]) -> Iterator[PruningFinding]:
    """Findings in preorder, each after those below it."""
    waiting: list[PruningFinding] = []
    for finding in findings:
        while waiting and waiting[-1].place.level >= finding.place.level:
            yield waiting.pop()
        waiting.append(finding)
    yield from reversed(waiting)


def tree_facts(before: Tree, after: Tree | None) -> tuple[Fact, ...]:
    """
    The facts in every report: leaves, and training errors (of a regression tree squared error).

    >>> from dtref.spec.model.trees import Leaf
    >>> leaf = Leaf((("-", Fraction(1)), ("+", Fraction(2))), ("+",))
    >>> [(fact.name, fact.before, fact.after) for fact in tree_facts(leaf, leaf)]
    [('leaves', Fraction(1, 1), Fraction(1, 1)), ('training errors', Fraction(1, 1), Fraction(1, 1))]
    """
    name, errors = ("squared error", squared_error) if is_regression(before) else ("training errors", training_errors)
    return (
        Fact("leaves", number(leaf_count(before)), None if after is None else number(leaf_count(after))),
        Fact(name, number(errors(before)), None if after is None else number(errors(after)), number(weight(before))),
    )
