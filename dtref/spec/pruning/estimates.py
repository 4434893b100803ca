"""
Estimates of a tree's errors: on its training records (optimistic), with a penalty for each leaf (pessimistic), on a validation set.

Notation: e(t) the training errors of leaf t, e'(t) their estimate, N leaves. Unit: records, or a share of them where the name says rate.
"""

from __future__ import annotations

__sources__ = (("tan", "Estimating Generalization Errors"), ("iaml", "1.4"))

from fractions import Fraction

from dtref.errors import Invalid, Undefined
from dtref.exact.definition import defined
from dtref.exact.inputs import count, exact
from dtref.exact.number import Exact, Number, quotient
from dtref.spec.model.data import DataSet
from dtref.spec.model.tally import Moments
from dtref.spec.model.trees import Leaf, Tree, leaf_count, nodes, weight
from dtref.spec.pruning.records_at_nodes import Charge, errors_where_ending

HALF = Fraction(1, 2)
"""The penalty for a leaf, unless another is passed."""


def node_errors(node: Tree) -> Fraction:
    """
    e(t): the weight of a node's training records outside its largest class. Errors: Invalid for a node of a regression tree.

    >>> node_errors(Leaf((("-", Fraction(2)), ("+", Fraction(5))), ("+",)))
    Fraction(2, 1)
    """
    if isinstance(node.counts, Moments):
        raise Invalid("training errors", "a classification tree", "a regression tree")
    of_class = [n for _, n in node.counts]
    return sum(of_class, Fraction(0)) - max(of_class, default=Fraction(0))


@defined(
    unit="records",
    errors="Invalid for floats, negative errors or penalties, and leaves that are no whole number of at least 1",
    sources=(("tan", "Estimating Generalization Errors"),),
)
def penalised(errors: Exact, leaves: Exact, penalty: Exact = HALF) -> Number:
    """
    The pessimistic estimate of errors: e'(T) = e(T) + N * penalty.

    >>> penalised(10, 30), penalised(9, 4), penalised(10, 1)
    (Fraction(25, 1), Fraction(11, 1), Fraction(21, 2))
    """
    return exact("errors", errors, least=0) + count("leaves", leaves, 1) * exact("penalty", penalty, least=0)


@defined(errors="Invalid for a regression tree", sources=(("tan", "Estimating Generalization Errors (10/1000 = 1%)"),))
def resubstitution_error_rate(tree: Tree) -> Number | Undefined:
    """
    The share of the training records that a tree gets wrong: sum e(t) / n, the optimistic estimate. Undefined without records.

    >>> resubstitution_error_rate(Leaf((("-", Fraction(10)), ("+", Fraction(20))), ("+",)))
    Fraction(1, 3)
    """
    return quotient(_training_errors(tree), weight(tree), "no records")


@defined(errors="Invalid for a regression tree; as `penalised`", sources=(("tan", "Estimating Generalization Errors"),))
def pessimistic_errors(tree: Tree, penalty: Exact = HALF) -> Number:
    """
    The pessimistic estimate of a tree's errors as a count: its training errors and a penalty for each leaf, empty ones included.

    >>> pessimistic_errors(Leaf((("-", Fraction(10)), ("+", Fraction(20))), ("+",)))
    Fraction(21, 2)
    """
    return penalised(_training_errors(tree), leaf_count(tree), penalty)


@defined(errors="as `pessimistic_errors`", sources=(("tan", "Example of Post-Pruning (10.5/30)"),))
def pessimistic_error_rate(tree: Tree, penalty: Exact = HALF) -> Number | Undefined:
    """
    The pessimistic estimate as a share of the training records. Undefined without records.

    >>> pessimistic_error_rate(Leaf((("-", Fraction(10)), ("+", Fraction(20))), ("+",)))
    Fraction(7, 20)
    """
    return quotient(pessimistic_errors(tree, penalty), weight(tree), "no records")


def _training_errors(tree: Tree) -> Fraction:
    """e(T): the training errors of all leaves. Errors: Invalid for a regression tree."""
    return sum((node_errors(node) for node in nodes(tree) if isinstance(node, Leaf)), Fraction(0))


@defined(
    errors="Invalid as `dtref.spec.pruning.records_at_nodes.reaching`",
    sources=(("tan", "Estimating Generalization Errors (reduced error pruning)"), ("iaml", "1.4")),
)
def validation_errors(tree: Tree, data: DataSet, charge: Charge = Charge.FIRST) -> Fraction:
    """
    The errors of a tree's leaves on validation records, by weight (at an inner node of those that stay there); of a regression tree the
    squared distances from the leaves' means.

    A record split for a missing value is charged part by part, each at the leaf that it reaches, so that errors add up over leaves: what
    the tree predicts for the parts together may still be right. Without missing values it is what the tree gets wrong. A leaf that may
    carry several labels is charged for the first, in declared order, unless another rule is given.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> validation = DataSet((), Nominal("y", ("-", "+")), [Record((), "-"), Record((), "+"), Record((), "+")])
    >>> validation_errors(Leaf((("-", Fraction(3)), ("+", Fraction(2))), ("-",)), validation)
    Fraction(2, 1)
    """
    return sum(errors_where_ending(tree, data, 1, charge), Fraction(0))
