"""
Splitting criteria: numbers that say how good a test is.

Notation: n_i records in child i, n in the node; D split into D_1 … D_v by A. A criterion is called with the class counts of the node
and of its children, empty ones too; its `formula` is the definition for non-empty children that add up to the node. Greater is better.
"""

from __future__ import annotations

__sources__ = (("tan", "Splitting Based on GINI, on INFO"), ("cs6220", "Attribute Selection"), ("iaml", "1.3"))

from collections.abc import Callable, Sequence
from functools import partial
from inspect import isfunction, signature, unwrap
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Invalid, Undefined, said
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.definition import defined
from dtref.exact.number import Exact, Number, is_zero, number, total
from dtref.spec.model.tally import RECORDS, SQUARES, TOTAL
from dtref.spec.split.impurity import (
    TWO_CLASSES,
    Children,
    Impurity,
    checked,
    entropy,
    exact_counts,
    gini,
    misclassification_error,
    shares,
    variance,
)

Formula: TypeAlias = Callable[[Sequence[Exact], Children], Number | Undefined]
"""The definition of a criterion, from the class counts of a node and of its children, none of which is empty."""

WithMissing: TypeAlias = Callable[[Sequence[Exact], Children, Sequence[Exact]], Number | Undefined]
"""A criterion where some records miss the value asked for: from the known records, their children, and the counts of the others."""

TWO_BRANCHES = Undefined("defined for tests with two branches that both have records")


@frozen(slots=False, repr=False)
class Criterion:
    """
    A criterion: call it with the class counts of a node and of its children. `Undefined` without records.

    impurity: the one that it is made of, if there is one. reduces: True if the criterion is just impurity before minus after; then a
    useless test, one that keeps the class shares, scores exactly 0 (used for shortcuts). with_missing: the same where some records miss
    the value asked for; None: the known share times the formula. components: values that the formula is made of, by name, for
    explanations. two_branches: whether it is defined for tests with two branches alone; an empty branch counts, too. two_classes: whether
    it is defined for two classes alone. bounded: whether the terms of its sum are at most 1, whatever the counts, so that a program that
    computes in floats is off by units of that. typed: its name on the command line.
    """

    formula: Formula
    impurity: Impurity | None
    reduces: bool
    with_missing: WithMissing | None = None
    components: tuple[tuple[str, Formula], ...] = ()
    two_branches: bool = False
    two_classes: bool = False
    bounded: bool = False
    typed: str = ""

    def __attrs_post_init__(self) -> None:
        self.__dict__.update(__wrapped__=self.formula, __doc__=self.formula.__doc__, __name__=self.name, __module__=self.formula.__module__)
        self.__dict__["__signature__"] = signature(self.__call__)  # of the call that is meant, not of the formula

    def __repr__(self) -> str:
        """The criterion's name and parameters, for `help`."""
        return f"<criterion {self.name}({', '.join(signature(self).parameters)})>"

    def __reduce__(self) -> str | tuple[object, ...]:
        """A pickle, such as another process is sent, names it, as one names a function; one whose formula has parameters holds these."""
        return self.name if isfunction(self.formula) else (Criterion, (self.formula, self.impurity, self.reduces))

    @property
    def name(self) -> str:
        """The name of the formula."""
        return self.formula.__name__

    @refuses_other_kinds
    def __call__(self, node: Sequence[Exact], children: Children, missing: Sequence[Exact] | None = None) -> Number | Undefined:
        """
        The value for the class counts of a node, its children, and the records that miss the value asked for (they count in the node).

        Errors: Invalid for a float, a count below 0, moments that no records have, children of other classes, or that don't add up to it.
        """
        # exact counts, of as many classes as the node has
        moments = self.impurity is not None and self.impurity.moments
        check = partial(checked, moments=moments, values=self.impurity is not None and self.impurity.values)
        counts = check(node, where="node")
        classes = len(counts)
        unknown = check((0,) * classes if missing is None else missing, classes=classes, where="missing")
        parts = [check(child, classes=classes, where=f"child {i}") for i, child in enumerate(children, 1)]
        # the children together must have what the node has without the records that miss the value
        known = tuple(number(n) - m for n, m in zip(counts, unknown, strict=True))
        for j, k_j in enumerate(known):
            if not is_zero(k_j - total(part[j] for part in parts)):
                where = (RECORDS, TOTAL, SQUARES, "weights of values")[min(j, 3)] if moments else f"class {j + 1}"
                raise Invalid(where, f"children that add up to the node's {said(k_j)}", [part[j] for part in parts])
        return self.of(known, parts, unknown)

    def of(self, known: Sequence[Exact], children: Children, missing: Sequence[Exact]) -> Number | Undefined:
        """The value for exact counts, unchecked. Empty children are left out, except where the number of branches counts."""
        occupied = _occupied(children)
        if not occupied:
            return Undefined("no records")
        if self.two_branches and (len(children), len(occupied)) != (2, 2):
            return TWO_BRANCHES
        if self.two_classes and len(known) > 2:
            return TWO_CLASSES
        if all(map(is_zero, missing)):
            return self.formula(known, occupied)
        if self.with_missing is not None:
            return self.with_missing(known, occupied, missing)
        # no formula of its own for missing values: the known records' value, times their share
        value = self.formula(known, occupied)
        return value if isinstance(value, Undefined) else self.known_share(known, missing) * value

    def known_share(self, known: Sequence[Exact], missing: Sequence[Exact]) -> Number:
        """The share of a node's records whose value is known; of a continuous target only the first of the counts is of records."""
        size = total if self.impurity is None else self.impurity.size
        return size(known) / (size(known) + size(missing))


@defined(sources=(("tan", "Computing Impurity Measure (the factor 0.9)"),))
def known_share(known: Sequence[Exact], missing: Sequence[Exact]) -> Number:
    """
    The share of a node's records whose value is known: F of C4.5.

    >>> known_share((7, 2), (0, 1))
    Fraction(9, 10)
    """
    return total(known) / (total(known) + total(missing))


def criterion(  # noqa: PLR0913 - facts are keyword arguments
    impurity: Impurity | None = None,
    *,
    typed: str = "",
    reduces: bool = False,
    with_missing: WithMissing | None = None,
    components: tuple[tuple[str, Formula], ...] = (),
    two_branches: bool = False,
    two_classes: bool = False,
    bounded: bool = False,
) -> Callable[[Formula], Criterion]:
    """
    A decorator that makes a criterion of the formula below it; of two classes alone also where its impurity is.

    >>> criterion(gini, reduces=False)(lambda node, children: children[0][0])((1, 1), ((1, 0), (0, 1)))
    1
    >>> criterion(two_branches=True)(lambda node, children: children[0][0])((1, 1), ((1, 0), (0, 1), (0, 0)))
    Undefined(why='defined for tests with two branches that both have records')
    """
    of_two = two_classes or (impurity is not None and impurity.two_classes)

    def decorate(formula: Formula) -> Criterion:
        return Criterion(unwrap(formula), impurity, reduces, with_missing, components, two_branches, of_two, bounded, typed)

    return decorate


@defined(
    formula="sum_i n_i/n I(i)",
    unit="that of the impurity",
    errors="Invalid without records, and for counts that are not exact, below 0 or ragged",
    sources=(("tan", "Splitting Based on GINI"), ("cs6220", "Info_A(D)")),
)
def weighted_impurity(measure: Impurity, children: Children) -> Number:
    """
    The impurity of the children, weighted by their records; empty ones count nothing.

    >>> weighted_impurity(gini, ((1, 5), (4, 2), (0, 0)))
    Fraction(13, 36)
    """
    check = partial(checked, moments=measure.moments, values=measure.values)
    exact = [check(child, classes=len(children[0]), where=f"child {i}") for i, child in enumerate(children, 1)]
    occupied = [child for child in exact if not is_zero(measure.size(child))]
    if not occupied:
        raise Invalid("children", "at least one record", [list(child) for child in children])
    return _weighted(measure, occupied)


def _weighted(measure: Impurity, children: Children) -> Number:
    """`weighted_impurity`, unchecked, for children that all have records."""
    sizes = [measure.size(child) for child in children]
    n = total(sizes)
    return total([n_i / n * measure.of(child) for n_i, child in zip(sizes, children, strict=True)])


def reduction(measure: Impurity, node: Sequence[Exact], children: Children) -> Number:
    """The impurity of a node less that of its children, which all have records; unchecked, and on any kind of number."""
    return measure.of(node) - _weighted(measure, children)


@defined(
    formula="SplitINFO = -sum_i n_i/n log2 (n_i/n)",
    letter="SplitINFO",
    unit="bits",
    errors="Invalid without records",
    sources=(("tan", "Splitting Based on INFO… (Gain Ratio)"), ("cs6220", "SplitInfo_A(D)")),
    synonyms=("split information", "intrinsic value"),
)
def split_info(children: Children) -> Number:
    """
    The split information in bits: the entropy of which child a record goes to; 0 exactly when one child takes all.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(split_info(((2, 2), (4, 2), (3, 1))), 3)
    '1.557'
    """
    exact = [exact_counts(child) for child in children]
    if not _occupied(exact):
        raise Invalid("children", "at least one record", [list(child) for child in children])
    return _split_info(exact)


def _occupied(children: Children) -> Children:
    """The children that have records."""
    return [child for child in children if not all(map(is_zero, child))]


def _split_info(children: Children) -> Number:
    """`split_info`, unchecked."""
    return entropy.formula(shares([total(child) for child in children]))


@criterion(gini, reduces=True, typed="gini")
@defined(
    formula="gini(D) - sum_i n_i/n gini(D_i)",
    sources=(("cs6220", 'Gini Index, "Reduction in Impurity"'), ("tan", "GINI_split")),
    parts=lambda: (shares,),
    synonyms=("Gini gain",),
)
def gini_reduction(node: Sequence[Exact], children: Children) -> Number:
    """
    The reduction in Gini index that a test achieves.

    At least 0.

    >>> gini_reduction((9, 5), ((7, 3), (2, 2)))
    Fraction(4, 245)
    """
    return reduction(gini, node, children)


@criterion(misclassification_error, reduces=True, typed="error")
@defined(formula="Error(t) - sum_i n_i/n Error(i)", sources=(("tan", "Misclassification Error vs Gini"),), parts=lambda: (shares,))
def error_reduction(node: Sequence[Exact], children: Children) -> Number:
    """
    The reduction in misclassification error that a test achieves.   At least 0, and 0 for many useful tests.

    >>> error_reduction((7, 3), ((3, 0), (4, 3)))
    Fraction(0, 1)
    """
    return reduction(misclassification_error, node, children)


@criterion(entropy, reduces=True, typed="gain")
@defined(
    formula="GAIN_split = Entropy(p) - sum_i n_i/n Entropy(i)",
    letter="GAIN_split",
    unit="bits",
    sources=(("tan", "Splitting Based on INFO…"), ("cs6220", "Gain(A)")),
    parts=lambda: (shares,),
    synonyms=("information gain", "mutual information"),
)
def gain(node: Sequence[Exact], children: Children) -> Number:
    """
    The information gain of a test, in bits.

    At least 0.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(gain((9, 5), ((2, 3), (4, 0), (3, 2))), 3)
    '0.247'
    """
    return reduction(entropy, node, children)


@defined(sources=("Quinlan 1993, Unknown attribute values",), parts=lambda: (known_share,))
def gain_ratio_with_missing(known: Sequence[Exact], children: Children, missing: Sequence[Exact]) -> Number | Undefined:
    """
    The gain ratio where some records miss the value asked for: gain times the known share, per bit of a split information that counts the
    missing records as one more branch. Undefined where one child takes all known records: the test tells none apart, as where nothing is
    missing.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(gain_ratio_with_missing((2, 7), ((0, 3), (2, 4)), (1, 0)), 6)
    '0.105604'
    """
    if len(children) < 2:
        return Undefined("one child takes all known records")
    return known_share(known, missing) * reduction(entropy, known, children) / _split_info((*children, missing))


@criterion(
    entropy,
    typed="gain-ratio",
    with_missing=gain_ratio_with_missing,
    components=(("gain", gain.formula), ("split information", lambda _, children: _split_info(children))),
)
@defined(
    formula="GainRATIO_split = GAIN_split / SplitINFO",
    undefined="one child takes all records",
    sources=(("tan", "Splitting Based on INFO…"), ("cs6220", "Gain Ratio (C4.5)")),
    parts=lambda: (shares, split_info),
    synonyms=("information gain ratio",),
)
def gain_ratio(node: Sequence[Exact], children: Children) -> Number | Undefined:
    """
    The gain ratio of a test: gain per bit of split information.   `Undefined` where one child takes all (SplitINFO = 0).

    >>> from dtref.exact.decimals import decimal
    >>> decimal(gain_ratio((9, 5), ((3, 1), (4, 2), (2, 2))), 3)
    '0.019'
    >>> gain_ratio((9, 5), ((9, 5), (0, 0)))
    Undefined(why='one child takes all records: the split information is 0')
    """
    if len(children) < 2:
        return Undefined("one child takes all records: the split information is 0")
    return reduction(entropy, node, children) / _split_info(children)


@criterion(variance, reduces=True, typed="variance")
@defined(
    formula="Var(D) - sum_i n_i/n Var(D_i)",
    sources=(("iaml", "1.7, Decision Trees For Regression"),),
    synonyms=("squared-error reduction",),
)
def variance_reduction(node: Sequence[Exact], children: Children) -> Number:
    """
    The reduction in variance of a continuous target that a test achieves; counts are (n, sum of y, sum of y^2).

    At least 0.

    >>> variance_reduction((4, 10, 30), ((2, 3, 5), (2, 7, 25)))
    Fraction(1, 1)
    """
    return reduction(variance, node, children)


CRITERIA_OF_IMPURITY = (gini_reduction, gain, gain_ratio, error_reduction, variance_reduction)
"""The criteria of this module."""
