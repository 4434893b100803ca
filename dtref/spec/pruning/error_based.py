"""
Error-based pruning: cuts where that does not raise the predicted errors, which are an upper confidence limit of the binomial (C4.5).

Notation: a leaf with n records, e of them outside its largest class, is predicted to get n U_CF(e, n) wrong. The limit is the exact one
(Clopper and Pearson); the released programs approximate it. Records may be in parts.
"""

from __future__ import annotations

__sources__ = ("Quinlan 1993, C4.5, section 4.2", ("iaml", '2.3 names the "pruning confidence"'))

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias, cast

from attrs import frozen

from dtref.errors import Invalid, Undecided, said
from dtref.exact.brief import brief_repr
from dtref.exact.comparison import BUDGET, precisions
from dtref.exact.definition import defined
from dtref.exact.distributions.beta import beta_quantile
from dtref.exact.distributions.beta_bounds import beta_quantile_bounds
from dtref.exact.enclosure import Decidable, Enclosure, enclose
from dtref.exact.inputs import rational
from dtref.exact.number import Number, number, total
from dtref.spec.model.rules import LooksAt, Option, OptionKind, RuleFacts, declares
from dtref.spec.model.schemes import walk
from dtref.spec.model.trees import Tree, weight
from dtref.spec.pruning.bottom_up import CUT_UNLESS_KEPT, CutRule, Pruned, if_no_worse, prune_bottom_up
from dtref.spec.pruning.estimates import node_errors

_LONGEST = 1000
"""The largest power, and degree of a root, that is looked at for rational limits."""

QUARTER = Fraction(1, 4)
"""The confidence level of C4.5, unless another is given."""
CONFIDENCE = Option(
    "confidence",
    OptionKind.INSIDE,
    QUARTER,
    typed="--confidence",
    help="The confidence level of the upper limit.",
    examples=("1/4", "1/10", "1/2"),
)


@defined(
    formula="sum_{i <= e} C(n, i) U^i (1 - U)^(n - i) = CF, for counts in parts through the incomplete beta function; 1 where e = n",
    errors="Invalid for floats, and unless 0 <= e <= n, n > 0 and 0 < CF < 1",
    sources=("Quinlan 1993, section 4.2, which prints 0.157 for U(1, 16), the program's approximation",),
)
def upper_limit(errors: int | Fraction, records: int | Fraction, confidence: Fraction = QUARTER) -> Enclosure | Fraction:
    """
    U_CF(e, n): the error rate at which e or fewer errors among n records have probability CF only.

    A Fraction where it is known to be rational: 1 - CF^(1/n) for e = 0 may be.

    >>> from dtref.exact.decimals import decimal
    >>> [decimal(upper_limit(Fraction(e), Fraction(n)), 3) for e, n in ((0, 6), (0, 9), (0, 1), (1, 16), (2, 2))]
    ['0.206', '0.143', '0.750', '0.160', '1.000']
    """
    errors, records, confidence = rational("errors", errors), rational("records", records), checked_level(confidence)
    if not (0 <= errors <= records and records > 0):
        raise Invalid("errors", f"a number from 0 to {said(records)}, of records above 0", errors)
    if errors == records:
        return Fraction(1)
    return beta_quantile(1 - confidence, errors + 1, records - errors)


def checked_level(confidence: int | Fraction) -> Fraction:
    """
    A confidence level as a fraction. Errors: Invalid for a float, and unless it is strictly between 0 and 1.

    >>> checked_level(QUARTER)
    Fraction(1, 4)
    >>> checked_level(1)
    Traceback (most recent call last):
    dtref.errors.Invalid: confidence: expected a number strictly between 0 and 1 (got 1)
    """
    value = rational("confidence", confidence)
    if not 0 < value < 1:
        raise Invalid("confidence", "a number strictly between 0 and 1", confidence)
    return value


Estimate: TypeAlias = Callable[[Fraction, Fraction, Fraction], Number]
"""The errors that a leaf is predicted to make: from n, e and the confidence level."""


def binomial_errors(records: Fraction, errors: Fraction, confidence: Fraction) -> Number:
    """
    n U_CF(e, n): the errors that a leaf is predicted to make, by the exact limit.

    >>> binomial_errors(Fraction(1), Fraction(0), QUARTER)
    Fraction(3, 4)
    """
    return number(records) * upper_limit(errors, records, confidence)


@frozen(eq=False)
class Predicted:
    """
    The predicted errors of a subtree: a sum of n U_CF(e, n) over its leaves, kept leaf by leaf so that equal terms cancel exactly.

    low, high: rational bounds of the sum, for decisions that need no more. leaf: (n, e) of a leaf with records. parts: the sums that it is
    made of otherwise, each with how often it counts. estimate: what a leaf is predicted, n U_CF(e, n) unless another is named.
    """

    confidence: Fraction
    low: Fraction
    high: Fraction
    leaf: tuple[Fraction, Fraction] | None = None
    parts: tuple[tuple[int, Predicted], ...] = ()
    estimate: Estimate = binomial_errors

    __repr__ = brief_repr

    def terms(self) -> Mapping[tuple[Fraction, Fraction], int]:
        """How often n U(e, n) is in the sum, for each (n, e)."""
        terms: Counter[tuple[Fraction, Fraction]] = Counter()
        for predicted, times in walk(self, 1, lambda whole, times: ((part, times * count) for count, part in whole.parts)):
            if predicted.leaf is not None:
                terms[predicted.leaf] += times
        return terms

    @property
    def value(self) -> Number:
        """The sum itself."""
        return total(number(times) * self.estimate(n, e, self.confidence) for (n, e), times in self.terms().items() if times)


def predicted_at(records: Fraction, errors: Fraction, confidence: Fraction, estimate: Estimate = binomial_errors) -> Predicted:
    """
    The predicted errors of a leaf: n U_CF(e, n), or by another estimate; 0 without records.

    >>> predicted_at(Fraction(1), Fraction(0), QUARTER).value
    Fraction(3, 4)
    """
    if not records:
        return Predicted(confidence, Fraction(0), Fraction(0), estimate=estimate)
    low, high = _bounds(records, errors, confidence, QUICK, estimate)
    return Predicted(confidence, low, high, (records, errors), estimate=estimate)


def together(plus: Sequence[Predicted], minus: Sequence[Predicted] = ()) -> Predicted:
    """
    The predicted errors of several subtrees together, less those of others.

    >>> one = predicted_at(Fraction(1), Fraction(0), QUARTER)
    >>> together((one, one)).value, order(together((one, one), (one,)), one)
    (Fraction(3, 2), 0)
    """
    low = sum((p.low for p in plus), Fraction(0)) - sum((p.high for p in minus), Fraction(0))
    high = sum((p.high for p in plus), Fraction(0)) - sum((p.low for p in minus), Fraction(0))
    return Predicted(plus[0].confidence, low, high, None, (*((1, p) for p in plus), *((-1, p) for p in minus)), plus[0].estimate)


def order(a: Predicted, b: Predicted, allowance: Fraction = Fraction(0)) -> int:
    """
    -1, 0 or 1 as one prediction is below, equal to or above another and an allowance. Errors: Undecided where unlike terms are too near
    one another.

    >>> one, two = (predicted_at(Fraction(n), Fraction(0), QUARTER) for n in (1, 2))
    >>> order(two, together((one, one))), order(together((one, two)), together((two, one)))
    (-1, 0)
    """
    if a.high < b.low + allowance or b.high + allowance < a.low:
        return -1 if a.high < b.low + allowance else 1
    return _sign({pair: times for pair, times in together((a,), (b,)).terms().items() if times}, a, allowance)


def _sign(terms: Mapping[tuple[Fraction, Fraction], int], by: Predicted, allowance: Fraction) -> int:
    """The sign of the sum of times * n * U(e, n), less an allowance; the estimate is that of a prediction."""
    if not terms:
        return (allowance < 0) - (allowance > 0)
    # bounds of the sum at greater and greater precision, until they are on one side of 0
    for bits in (QUICK, *precisions(BUDGET)):
        ends = [(times, *_bounds(n, e, by.confidence, bits, by.estimate)) for (n, e), times in terms.items()]
        low = sum(times * (low if times > 0 else high) for times, low, high in ends) - allowance
        high = sum(times * (high if times > 0 else low) for times, low, high in ends) - allowance
        if low > 0 or high < 0 or low == high:
            return (low > 0) - (high < 0)
    raise Undecided("order of predicted errors", f"{BUDGET} bits")


QUICK = 0
"""The first precision tried: that of `beta_quantile_bounds`. The others are in bits."""


@lru_cache(maxsize=2**16)
def _bounds(records: Fraction, errors: Fraction, confidence: Fraction, bits: int, estimate: Estimate) -> tuple[Fraction, Fraction]:
    """Rational bounds of an estimate, n U(e, n) or another."""
    if estimate is not binomial_errors:
        value = estimate(records, errors, confidence)
        return (value, value) if isinstance(value, Fraction) else enclose(cast("Decidable", value)).bounds(bits or 64)
    if errors == records:
        return records, records
    if bits == QUICK:
        low, high = beta_quantile_bounds(1 - confidence, errors + 1, records - errors)
        return records * low, records * high
    try:
        limit = upper_limit(errors, records, confidence)
        low, high = (limit, limit) if isinstance(limit, Fraction) else limit.bounds(bits)
    except Undecided:  # more bits may decide
        low, high = Fraction(0), Fraction(1)
    return records * low, records * high


@declares(
    RuleFacts(
        "error_based_pruning",
        frozenset((LooksAt.COUNTS,)),
        (CONFIDENCE, CUT_UNLESS_KEPT),
        typed="error-based",
    )
)
@defined(sources=("Quinlan 1993, section 4.2",))
def error_based(tree: Tree, confidence: Fraction = QUARTER, cut: CutRule = if_no_worse) -> Pruned[Predicted]:
    """
    Bottom up: each inner node becomes a leaf where its predicted errors are no more than those of its subtree, as pruned so far.

    Subtree replacement alone; `dtref.spec.pruning.subtree_raising` also raises. On ties the smaller tree, unless `cut` says otherwise.
    Errors: Invalid for a regression tree, and for a confidence that `checked_level` refuses.

    >>> from dtref.spec.model.trees import Leaf
    >>> error_based(Leaf((("+", Fraction(3)),), ("+",))).comparisons
    ()
    """
    valid = checked_level(confidence)

    def leaf_cost(_: int, node: Tree) -> Predicted:
        return predicted_at(weight(node), node_errors(node), valid)

    return prune_bottom_up(tree, leaf_cost, lambda _i, _node, parts: together(parts), cut, order)
