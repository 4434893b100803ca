"""
How fast a test's lead can shrink as records are left out: a bound that is proved, so that most nodes need no search.

S = n times the impurity after a test is a sum over its branches, and the test with the least S is best. A record that is left out changes
the S of every test by at least 0 and at most d, so that a lead of L = S' - S > 0 survives while k d < L (a lead of k d may be a tie):

* Gini, S_b = n - sum n_j^2 / n. A record of class i less makes S_b smaller by 1 + Q / (n (n - 1)) - (2 n_i - 1) / (n - 1), Q = sum n_j^2.
  It is greatest where n_i = 1 and all others are of one class, Q = (n - 1)^2 + 1: then it is 2 - 2/n. d = 2.
* error, S_b = n - max n_j: by 0 or 1. d = 1.
* entropy, S_b = n log2 n - sum n_j log2 n_j: by at most n log2 n - (n - 1) log2(n - 1), where n_i = 1; this grows with n, so that the
  node's n does for every branch. d = n log2 n - (n - 1) log2(n - 1).
* variance, S_b = sum (y - mean)^2: by (y - mean)^2 n / (n - 1), and |y - mean| is at most (n - 1) / n of the range R of y. d = R^2.

None is below 0: impurity is concave, so that parts together have at least the S of each. A test of the records that are left is one of the
tests of all, as cuts and groupings are made between values that occur: none is new.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from dtref.errors import Undecided, Undefined
from dtref.exact.comparison import compare
from dtref.exact.logs import log2_of
from dtref.exact.number import Number
from dtref.spec.growing.hunt import Hunt
from dtref.spec.growing.policy import offer_for
from dtref.spec.model.attributes import ABSENT
from dtref.spec.split.candidates import MultiwaySplit, OrdinalCuts, SubsetSplits, Thresholds
from dtref.spec.split.choose import best
from dtref.spec.split.impurity import Impurity, entropy, gini, misclassification_error, variance
from dtref.spec.stability.asked_nodes import AskedNode
from dtref.spec.stability.margin import Margin


def survives(at: AskedNode, found: Margin, least: int) -> bool:
    """
    Whether the bound says that no test of another parting gets as good while fewer than `least` of the node's records are left out. False
    where the bound says nothing: for other criteria, selections and offers, with missing values, weights, or tests that must be admitted.

    >>> from dtref.spec.growing.hunt import grow, hunt
    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> from dtref.spec.model.data import DataSet, Record
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.stability.asked_nodes import asked_nodes
    >>> from dtref.spec.stability.margin import margin
    >>> data = DataSet((Continuous("x"),), Nominal("y", "ab"), [Record((Fraction(i),), "a" if i < 8 else "b") for i in range(40)])
    >>> [at] = asked_nodes(hunt(data, CART), grow(data, CART))
    >>> (found := margin(at, at.recursion)).margin * 40 / 2, [survives(at, found, least) for least in (1, 2, 3)]
    (Fraction(8, 9), [True, False, False])
    """
    lead = found.margin
    if isinstance(lead, Undefined | Undecided) or compare(lead, 0) <= 0:
        return False
    most = most_change(at)
    # fewer than `least` records are at most least - 1; k d < n margin, so that k d + something small may not
    return most is not None and compare(most * (least - 1), lead * len(at.node.rows)) < 0


def least_removals(at: AskedNode, found: Margin) -> int:
    """
    A number that the records to leave out until a test of another parting is as good are not below: by the bound; else 1, or 0 where one is
    as good already.

    >>> from dtref.spec.growing.hunt import grow, hunt
    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> from dtref.spec.model.data import DataSet, Record
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.stability.asked_nodes import asked_nodes
    >>> from dtref.spec.stability.margin import margin
    >>> values = [(0, "a")] * 50 + [(1, "b")] * 50 + [(2, "b")] * 50
    >>> data = DataSet((Continuous("x"),), Nominal("y", "ab"), [Record((Fraction(x),), y) for x, y in values])
    >>> [least_removals(at, margin(at, at.recursion)) for at in asked_nodes(hunt(data, CART), grow(data, CART))]
    [25]
    """
    lead = found.margin
    if isinstance(lead, Undefined | Undecided):
        return 1
    if compare(lead, 0) <= 0:
        return 0
    # the least number that the bound doesn't exclude, by doubling and halving
    low, high = 1, 2
    while survives(at, found, high) and high < len(at.node.rows):
        low, high = high, 2 * high
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if survives(at, found, middle) else (low, middle)
    return low


def most_change(at: AskedNode) -> Number | None:
    """The most that one record changes the S of a test by, at a node; None where no bound is proved."""
    policy, criterion, impurity = at.recursion.policy, at.recursion.policy.criterion, at.recursion.policy.criterion.impurity
    plain = policy.select is best and not policy.admit and not policy.confirm and policy.oblique is None and policy.monotone is None
    if not plain or impurity is None or not criterion.reduces or not _made_between_values(at.recursion) or not _whole(at):
        return None
    change = next((change for measure, change in _CHANGES if measure is impurity), None)
    return None if change is None else change(at)


def _made_between_values(recursion: Hunt) -> bool:
    """Whether the tests of fewer records are among those of all."""
    offers = (offer_for(recursion.policy, attribute) for attribute in recursion.training.attributes)
    return all(isinstance(offer, MultiwaySplit | OrdinalCuts | SubsetSplits | Thresholds) for offer in offers)


def _whole(at: AskedNode) -> bool:
    """Whether each record of a node counts 1, and misses no value that may be asked."""
    codes = at.recursion.columns.codes
    return at.recursion.columns.unit and at.node.parts is None and all(codes[a][r] != ABSENT for a in at.node.usable for r in at.node.rows)


def _of_entropy(at: AskedNode) -> Number:
    n = len(at.node.rows)
    return n * log2_of(n) - (n - 1) * log2_of(max(n - 1, 1))


def _of_variance(at: AskedNode) -> Fraction:
    values = [at.recursion.training.records[r].label for r in at.node.rows]
    numbers = [y for y in values if isinstance(y, Fraction)]
    return (max(numbers) - min(numbers)) ** 2


_CHANGES: tuple[tuple[Impurity, Callable[[AskedNode], Number]], ...] = (
    (gini, lambda _: Fraction(2)),
    (misclassification_error, lambda _: Fraction(1)),
    (entropy, _of_entropy),
    (variance, _of_variance),
)
"""The impurities that the bound is proved for, each with the most that one record changes."""
