"""
Admission: which tests may be asked at all. A policy has several; every one must let a candidate in.

Documents: `iaml` 1.4 (subsets that are too small, statistical significance). A p-value of alpha is significant.
Before this: `dtref.induction.surrogates`. Next: `dtref.induction.stopping`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import field, frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.enclosure import Enclosure
from dtref.exact.number import Exact, is_zero, number
from dtref.exact.order import compare
from dtref.model.counts import Counts
from dtref.split.candidates import Candidates, Split
from dtref.split.exact_test import exact_p
from dtref.split.impurity import Children

PValue: TypeAlias = Callable[[Sequence[Exact], Children], Enclosure | Fraction | Undefined]
"""The p-value of a test of independence of class and branch."""

Admission: TypeAlias = Callable[[Split, bool], bool]
"""Whether a candidate competes, from how it splits the counts, and whether they are of a continuous target."""


def significance_level(where: str) -> Callable[[object, object, Fraction], None]:
    """
    A validator of attrs fields. Errors, when it runs: Invalid for a level outside 0 to 1.

    >>> significance_level("admission")(None, None, Fraction(1))
    """

    def check(_instance: object, _attribute: object, alpha: Fraction) -> None:
        if not 0 <= alpha <= 1:
            raise Invalid(where, "a significance level from 0 to 1", alpha)

    return check


def significant(p_value: PValue, alpha: Fraction, split: Split) -> bool:
    """
    Whether a split has a p-value of at most alpha; one whose records all take one branch has none, and is not.

    Errors: Invalid where the test has no p-value for another reason, as `exact_p` for records in parts.

    >>> from dtref.split.association import chi_square_p
    >>> significant(exact_p, Fraction(1, 10), ((3, 0), (0, 3))), significant(chi_square_p, Fraction(1), ((3, 0), (0, 0)))
    (True, False)
    """
    node = tuple(number(sum(n)) for n in zip(*split, strict=True))
    p = p_value(node, split)
    if not isinstance(p, Undefined):
        return compare(p, alpha) <= 0
    if sum(any(branch) for branch in split) > 1 and sum(not is_zero(n) for n in node) > 1:
        raise Invalid("test of independence", "a split that has a p-value", p.why)
    return False


@frozen
class Significant:
    """
    Admits tests whose p-value is at most alpha. Errors: as `Independent`.

    With `exact_p` it is the first remedy of `iaml` 1.4 made precise: a split into subsets that are "too small" is one that chance makes
    often. With `chi_square_p` it is ID3's (Quinlan 1986, Noise).

    >>> admits = Significant(Fraction(1, 20), exact_p)
    >>> admits(((1, 0), (0, 1)), False), admits(((5, 0), (0, 5)), False)
    (False, True)
    """

    alpha: Fraction = field(validator=significance_level("admission"))
    p_value: PValue = exact_p

    def __call__(self, split: Split, regression: bool) -> bool:
        """Whether a candidate competes."""
        refuse_means(regression)
        return significant(self.p_value, self.alpha, split)

    def __str__(self) -> str:
        return f"significant at level {self.alpha}"


@frozen
class EveryBranchHas:
    """
    Admits tests that give every branch with records at least so many.   Source: `iaml` 1.4 (too small subsets); rpart's minbucket.

    >>> EveryBranchHas(2)(((2, 0), (0, 3)), False), EveryBranchHas(2)(((2, 2), (0, 1)), False)
    (True, False)
    """

    records: int | Fraction

    def __call__(self, split: Split, regression: bool) -> bool:
        """Whether a candidate competes."""
        return all(_size(branch, regression) >= self.records for branch in split if any(branch))

    def __str__(self) -> str:
        return f"at least {self.records} records in every branch"


@frozen
class TwoBranchesHave:
    """
    Admits tests that give at least two branches at least so many records.   Source: Quinlan 1993 (C4.5's -m, 2 there).

    >>> TwoBranchesHave(2)(((2, 0), (0, 1), (2, 2)), False), TwoBranchesHave(2)(((2, 2), (0, 1)), False)
    (True, False)
    """

    records: int | Fraction

    def __call__(self, split: Split, regression: bool) -> bool:
        """Whether a candidate competes."""
        return sum(_size(branch, regression) >= self.records for branch in split) > 1

    def __str__(self) -> str:
        return f"at least {self.records} records in two branches"


def _size(branch: Counts, regression: bool) -> int | Fraction:
    return branch[0] if regression else sum(branch)


def refuse_means(regression: bool) -> None:
    """
    Nothing for class counts. Errors: Invalid for a continuous target, of which there is no test of independence.

    >>> refuse_means(False)
    """
    if regression:
        raise Invalid("test of independence", "a nominal target", "continuous")


def admitted(offered: Candidates, admissions: Sequence[Admission], regression: bool) -> Candidates:
    """
    The candidates that every admission lets in.

    >>> from dtref.model.attributes import Nominal
    >>> from dtref.model.tests import Multiway
    >>> offered = Candidates((((2, 0), (0, 2)), ((2, 1), (0, 1))), lambda i: Multiway(Nominal(str(i), ("0", "1"))))
    >>> admitted(offered, (EveryBranchHas(2),), False).splits
    [((2, 0), (0, 2))]
    """
    if not admissions:
        return offered
    kept = [i for i, split in enumerate(offered.splits) if all(admits(split, regression) for admits in admissions)]
    return offered.only(kept)
