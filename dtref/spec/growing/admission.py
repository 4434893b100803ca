"""
Admission rules: say which tests may be asked at all. A policy may have several; a candidate needs the consent of each.

A p-value of alpha is significant.
"""

from __future__ import annotations

__sources__ = (("iaml", "1.4 (subsets that are too small, statistical significance)"),)

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import compress
from typing import TypeAlias

from attrs import field, frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.exact.enclosure import Enclosure
from dtref.exact.number import Exact, is_zero, number
from dtref.exact.number_text import readable
from dtref.spec.model.counts import Counts
from dtref.spec.model.optima import EverySubset, list_tests
from dtref.spec.model.rules import UNDECLARED, LooksAt, Option, OptionKind, RuleFacts, declares, rule_of
from dtref.spec.model.tests import Test
from dtref.spec.split.association import chi_square_p
from dtref.spec.split.candidates import Candidates, Split
from dtref.spec.split.choose import Best
from dtref.spec.split.exact_test import exact_p
from dtref.spec.split.impurity import Children

PValue: TypeAlias = Callable[[Sequence[Exact], Children], Enclosure | Fraction | Undefined]
"""The p-value of a test of independence of class and branch."""

P_VALUES: Mapping[str, PValue] = {"chi_square": chi_square_p, "exact": exact_p}
"""The p-values, by the names that golden records use."""

Admission: TypeAlias = Callable[[Split, bool], bool]
"""
A rule: whether a candidate competes, from how it splits the counts, and from whether these are of a continuous target. A rule that
declares `LooksAt.ROWS`, or has `of_rows`, is called with how many records each branch gets in the place of counts.
"""


def significance_level(where: str) -> Callable[[object, object, Fraction], None]:
    """
    A validator of attrs fields that hold a significance level. Errors, when it runs: Invalid for a level outside 0 to 1.

    >>> significance_level("admission")(None, None, Fraction(1))
    """

    def check(_instance: object, _attribute: object, alpha: Fraction) -> None:
        if not 0 <= alpha <= 1:
            raise Invalid(where, "a significance level from 0 to 1", alpha)

    return check


def is_significant(p_value: PValue, alpha: Fraction, split: Split) -> bool:
    """
    Whether a split has a p-value of at most alpha; one whose records all take one branch has none, and is not.

    Errors: Invalid where the test has no p-value for another reason, as `exact_p` for records in parts.

    >>> from dtref.spec.split.association import chi_square_p
    >>> is_significant(exact_p, Fraction(1, 10), ((3, 0), (0, 3))), is_significant(chi_square_p, Fraction(1), ((3, 0), (0, 0)))
    (True, False)
    """
    node = tuple(number(sum(n)) for n in zip(*split, strict=True))
    p = p_value(node, split)
    if not isinstance(p, Undefined):
        return compare(p, alpha) <= 0
    if sum(any(branch) for branch in split) > 1 and sum(not is_zero(n) for n in node) > 1:
        raise Invalid("test of independence", "a split that has a p-value", p.why)
    return False


@declares(
    RuleFacts(
        "significant",
        frozenset((LooksAt.COUNTS, LooksAt.EVERY_P_VALUE)),
        (
            Option("alpha", OptionKind.LEVEL, examples=("1/20", "1/4", "1/2")),
            Option("p_value", OptionKind.CHOICE, "exact", P_VALUES, examples=("chi_square", "exact")),
        ),
        typed="--significance",
        help="No test may have an exact p-value above ALPHA.",
    )
)
@defined(sources=(("iaml", "1.4 (too small subsets, statistical significance)"), "Quinlan 1986, Noise"))
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
        return is_significant(self.p_value, self.alpha, split)

    def __str__(self) -> str:
        return f"significant at level {readable(self.alpha)}"


_LEAST = "No test may give a branch fewer records, counted as for --min-records; all groupings of nominal values are then tried."


@declares(
    RuleFacts(
        "every_branch_has",
        frozenset((LooksAt.WEIGHT,)),
        (Option("records", OptionKind.AMOUNT, examples=("1", "2", "3")),),
        typed="--min-branch",
        help=_LEAST,
    )
)
@defined(sources=(("iaml", "1.4 (too small subsets)"),))
@frozen
class EveryBranchHas:
    """
    Admits tests that give every branch with records at least so much weight (of weight 1 each: so many records).

    `EveryBranchHasRows` counts records whatever they weigh.

    >>> EveryBranchHas(2)(((2, 0), (0, 3)), False), EveryBranchHas(2)(((2, 2), (0, 1)), False)
    (True, False)
    """

    records: int | Fraction

    def __call__(self, split: Split, regression: bool) -> bool:
        """Whether a candidate competes."""
        return all(_size(branch, regression) >= self.records for branch in split if any(branch))

    def __str__(self) -> str:
        return f"at least {readable(self.records)} records in every branch"


@declares(
    RuleFacts(
        "every_branch_has_rows",
        frozenset((LooksAt.ROWS,)),
        (Option("rows", OptionKind.WHOLE, examples=("1", "2", "3")),),
        typed="--min-branch",
        help=_LEAST,
    )
)
@defined(sources=("rpart's minbucket, scikit-learn's min_samples_leaf (both count rows, as documented)",))
@frozen
class EveryBranchHasRows:
    """
    Admits tests that give every branch with records at least so many, whatever they weigh. `EveryBranchHas` counts their weight.

    >>> EveryBranchHasRows(2)(((2,), (3,)), False), EveryBranchHasRows(2)(((4,), (1,)), False)
    (True, False)
    """

    rows: int

    def __call__(self, split: Split, regression: bool) -> bool:  # noqa: ARG002 - rows are rows
        """Whether a candidate competes that gives each branch so many records."""
        return all(rows >= self.rows for (rows,) in split if rows)

    def __str__(self) -> str:
        return f"at least {self.rows} rows in every branch"


@declares(
    RuleFacts(
        "two_branches_have",
        frozenset((LooksAt.WEIGHT,)),
        (Option("records", OptionKind.AMOUNT, examples=("1", "2", "3")),),
        typed="--min-two-branches",
        help="No test may leave fewer than two branches with so many records, by weight (C4.5's -m).",
    )
)
@defined(sources=("Quinlan 1993 (C4.5's -m, 2 there, which counts weight)",))
@frozen
class TwoBranchesHave:
    """
    Admits tests that give at least two branches at least so much weight.

    >>> TwoBranchesHave(2)(((2, 0), (0, 1), (2, 2)), False), TwoBranchesHave(2)(((2, 2), (0, 1)), False)
    (True, False)
    """

    records: int | Fraction

    def __call__(self, split: Split, regression: bool) -> bool:
        """Whether a candidate competes."""
        return sum(_size(branch, regression) >= self.records for branch in split) > 1

    def __str__(self) -> str:
        return f"at least {readable(self.records)} records in two branches"


ADMISSION_RULES: tuple[Callable[..., object], ...] = (EveryBranchHas, EveryBranchHasRows, TwoBranchesHave, Significant)
"""The class of every admission rule: what each says about itself is `dtref.spec.model.rules.rule_of(rule)`."""


def _rows_of(offered: Candidates, i: int, rows: Callable[[Test], Split] | None) -> Split:
    """How many records each branch of the i-th candidate gets."""
    test = offered.test(i)
    if rows is None or isinstance(test, EverySubset):
        raise Invalid("admission", "a rule of weights: the records of branches are not known here", "a rule of rows")
    return rows(test)


def _size(branch: Counts, regression: bool) -> int | Fraction:
    """The weight of a branch's records."""
    return branch[0] if regression else sum(branch)


def refuse_means(regression: bool) -> None:
    """
    Checks that counts are of classes. Errors: Invalid for a continuous target, of which there is no test of independence.

    >>> refuse_means(False)
    """
    if regression:
        raise Invalid("test of independence", "a nominal target", "continuous")


def counts_rows(rule: Admission) -> bool:
    """
    Whether an admission looks at how many records a branch gets, whatever they weigh.

    >>> counts_rows(EveryBranchHasRows(2)), counts_rows(EveryBranchHas(2))
    (True, False)
    """
    facts = rule_of(rule)
    return getattr(rule, "of_rows", False) is True if facts is UNDECLARED else LooksAt.ROWS in facts.looks_at


def admits(rule: Admission, split: Split, rows: Callable[[], Split], regression: bool) -> bool:
    """
    Whether a rule lets a candidate in. rows: how many records each of its branches gets.

    >>> admits(EveryBranchHasRows(2), ((9, 0), (0, 9)), lambda: ((1,), (2,)), False)
    False
    """
    return rule(rows() if counts_rows(rule) else split, regression)


def admitted(
    offered: Candidates, admissions: Sequence[Admission], regression: bool, rows: Callable[[Test], Split] | None = None
) -> Candidates:
    """
    The candidates that every admission lets in. rows: how many records each branch of a test gets; needed where a rule counts them.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.tests import Multiway
    >>> offered = Candidates((((2, 0), (0, 2)), ((2, 1), (0, 1))), lambda i: Multiway(Nominal(str(i), ("0", "1"))))
    >>> admitted(offered, (EveryBranchHas(2),), False).splits
    [((2, 0), (0, 2))]
    """
    if not admissions:
        return offered
    kept = [
        i
        for i, split in enumerate(offered.splits)
        if all(admits(rule, split, lambda i=i: _rows_of(offered, i, rows), regression) for rule in admissions)  # type: ignore[misc]
    ]
    return offered.only(kept)


def confirmed(
    best: Best | None, rules: Sequence[Admission], regression: bool, branches: Callable[[Test], tuple[Split, Split]]
) -> Best | None:
    """
    The best tests of a node that every rule lets be asked; where it doesn't let all of them, a leaf is as good, in the place of the first
    that isn't let, or before that if it is already; None where none is let: a leaf.

    branches: for each branch of a test the counts of all that it gets, parts of records that miss the value included, and the number of
    these records.

    >>> confirmed(None, (EveryBranchHas(2),), False, lambda _: ((), ())) is None
    True
    """
    if best is None or not rules:
        return best

    def allows(test: Test) -> bool:
        split, rows = branches(test)
        return all(admits(rule, split, lambda: rows, regression) for rule in rules)

    # where tests are confirmed each grouping is one (`offer_for`)
    allowed = [allows(test) for test in list_tests(best.optima)]
    tests = tuple(compress(list_tests(best.optima), allowed))
    places = [] if all(allowed) else [allowed.index(False)]
    leaf = min([*places, *([] if best.leaf is None else [best.leaf])], default=None)
    return Best(best.value, tests, leaf) if tests else None
