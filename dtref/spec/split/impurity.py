"""
Impurity of a node: Gini, entropy, misclassification error, variance.

Notation: p(j|t) or p_j, the share of class j among the records of node t; c classes. An impurity is called with class counts (or
any multiples of the shares); its `formula` is the same definition as a function of the shares.
"""

from __future__ import annotations

__sources__ = (("tan", "Measures of Node Impurity"), ("cs6220",), ("iaml", "1.3"))

from collections.abc import Callable, Sequence
from fractions import Fraction
from inspect import signature, unwrap
from itertools import pairwise
from typing import TypeAlias, cast

from attrs import frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.definition import defined
from dtref.exact.functions import maximum, plogp
from dtref.exact.inputs import exact, plain
from dtref.exact.number import Exact, Number, is_zero, number, total
from dtref.spec.model.tally import check_moments

Shares: TypeAlias = Sequence[Number]
"""The share of each class among some records; they add up to 1."""

Children: TypeAlias = Sequence[Sequence[Exact]]
"""The counts of each child of a node."""

TWO_CLASSES = Undefined("defined for two classes")
"""What an impurity or a criterion of two classes answers for more."""


@defined(each="p")
def shares(counts: Sequence[Exact]) -> Shares:
    """
    Each class's share of the records: p_j = n_j / n.   Undefined without records (ZeroDivisionError): callers look first.

    >>> shares((1, 5))
    (Fraction(1, 6), Fraction(5, 6))
    """
    n = total(counts)
    return tuple(n_j / n for n_j in counts)


def exact_counts(counts: Sequence[object], classes: int | None = None, *, signed: bool = False) -> tuple[Exact, ...]:
    """
    Class counts as a formula takes them: integers (also those of numpy) and fractions, at least 0, or SymPy expressions.

    Errors: Invalid for a float or anything else, a count below 0 (unless `signed`), or another number of classes than stated.

    >>> from fractions import Fraction
    >>> exact_counts((1, Fraction(1, 2))), exact_counts((1, -2))
    Traceback (most recent call last):
    dtref.errors.Invalid: class 2: expected an exact number of at least 0 (got -2)
    """
    if classes is not None and len(counts) != classes:
        raise Invalid("class counts", f"counts of {classes} classes", counts)
    least = None if signed else 0
    return tuple(
        n_j if type(n_j) is int and (signed or n_j >= 0) else plain(exact(f"class {j}", n_j, least=least))
        for j, n_j in enumerate(counts, 1)
    )


def checked(
    counts: Sequence[object], *, moments: bool, classes: int | None = None, where: str = "moments", values: bool = False
) -> tuple[Exact, ...]:
    """
    The counts that an impurity or a criterion is called with: class counts as `exact_counts` takes them, or the three moments of a
    continuous target; values: followed by the weight and the sum of each of its values.

    Errors: Invalid as `exact_counts`, for moments that are not three, and for numbers that no records have; `where` names them in messages.

    >>> checked((2, 6, 18), moments=True), checked((2, 10, 1), moments=True)
    Traceback (most recent call last):
    dtref.errors.Invalid: moments: expected n > 0 with n * sum of y^2 >= (sum of y)^2, or all of them 0 (got '2, 10, 1')
    """
    if not moments:
        return exact_counts(counts, classes)
    if values:
        return _checked_by_value(counts, classes, where)
    if len(counts) != 3:
        raise Invalid(where, "n, the sum of y and the sum of y^2", counts)
    n, total, squares = exact_counts(counts, signed=True)
    check_moments(where, n, total, squares)
    return n, total, squares


def _checked_by_value(counts: Sequence[object], classes: int | None, where: str) -> tuple[Exact, ...]:
    """Moments, and the weight and sum of each value. Errors: Invalid where they don't agree, or values don't ascend."""
    wanted = "n, the sum of y and of y^2, then the weight w and w y of each value y, from low to high"
    if len(counts) < 3 or not len(counts) % 2 or len(counts) != (classes or len(counts)):
        raise Invalid(where, wanted, counts)
    sums = exact_counts(counts, signed=True)
    check_moments(where, *sums[:3])
    if not all(isinstance(x, int | Fraction) for x in sums):  # SymPy's symbols
        return sums
    rational = cast("Sequence[Fraction]", sums)
    weights, of_y = rational[3::2], rational[4::2]
    present = [(w, wy) for w, wy in zip(weights, of_y, strict=True) if w]
    ascending = all(wy * v < vy * w for (w, wy), (v, vy) in pairwise(present))
    if not ascending or any(w < 0 for w, _ in present) or (sum(weights), sum(of_y)) != sums[:2]:
        raise Invalid(where, wanted, counts)
    return sums


def mean_of(counts: Sequence[Exact]) -> tuple[Fraction, ...]:
    """
    The mean of a continuous target, from the weight and the sum, which come first.

    >>> mean_of((2, 5, 17))
    (Fraction(5, 2),)
    """
    n, y = cast("tuple[Fraction, Fraction]", (counts[0], counts[1]))
    return (Fraction(y) / n,)


@frozen(slots=False, repr=False)
class Impurity:
    """
    An impurity: call it with class counts; `formula` takes shares. `Undefined` where there are no records.

    unit: that of its values. strictly_concave: whether mixing two nodes with different shares (different means) always raises it.
    moments: whether it is one of a continuous target; it and its formula are then called with (n, sum of y, sum of y^2). two_classes:
    whether it is defined for two classes alone, `Undefined` for more. typed: its name on the command line, and of its weighted mean.
    values: whether it needs the weight of each value of the target, too (`dtref.spec.model.counts.value_counts`). counts: whether the
    target must be at least 0, and not 0 throughout. centre: the numbers that a continuous target is least distant from, the labels of a
    leaf.
    """

    formula: Callable[[Shares], Number]
    unit: str
    strictly_concave: bool
    moments: bool = False
    two_classes: bool = False
    typed: str = ""
    values: bool = False
    counts: bool = False
    centre: Callable[[Sequence[Exact]], tuple[Fraction, ...]] = mean_of

    def __attrs_post_init__(self) -> None:
        self.__dict__.update(__wrapped__=self.formula, __doc__=self.formula.__doc__, __name__=self.name, __module__=self.formula.__module__)
        self.__dict__["__signature__"] = signature(self.__call__)  # of the call that is meant, not of the formula

    def __repr__(self) -> str:
        """The impurity's name and parameters, for `help`."""
        return f"<impurity {self.name}({', '.join(signature(self).parameters)})>"

    def __reduce__(self) -> str:
        """A pickle, such as another process is sent, names it, as one names a function."""
        return self.name

    @property
    def name(self) -> str:
        """The name of the formula."""
        return self.formula.__name__

    @refuses_other_kinds
    def __call__(self, counts: Sequence[Exact]) -> Number | Undefined:
        """The value for class counts. Errors: Invalid for a float, a count below 0, and moments that no records have."""
        numbers = checked(counts, moments=self.moments, values=self.values)
        if self.two_classes and len(numbers) > 2:
            return TWO_CLASSES
        return Undefined("no records") if is_zero(self.size(numbers)) else self.of(numbers)

    def of(self, counts: Sequence[Exact]) -> Number:
        """The value for counts of at least one record, unchecked. Errors: Invalid for more classes than it is defined for."""
        if self.two_classes and len(counts) > 2:
            raise Invalid(self.name, "counts of two classes", len(counts))
        if self.values:  # whole weights of values stay integers, which are added quickly
            return self.formula((*map(number, counts[:3]), *counts[3:]))  # type: ignore[arg-type]
        return self.formula(tuple(map(number, counts)) if self.moments else shares(counts))

    def size(self, counts: Sequence[Exact]) -> Number:
        """The weight of the records that are counted."""
        return number(counts[0]) if self.moments else total(counts)


def impurity(  # noqa: PLR0913 - facts are keyword arguments
    *,
    unit: str,
    strictly_concave: bool,
    moments: bool = False,
    two_classes: bool = False,
    typed: str = "",
    values: bool = False,
    counts: bool = False,
    centre: Callable[[Sequence[Exact]], tuple[Fraction, ...]] = mean_of,
) -> Callable[[Callable[[Shares], Number]], Impurity]:
    """
    A decorator that makes an impurity of the formula below it.

    >>> impurity(unit="none", strictly_concave=False)(lambda p: p[0] - p[0])((3, 4))
    Fraction(0, 1)
    >>> impurity(unit="none", strictly_concave=False, two_classes=True)(lambda p: p[0])((3, 4, 0))
    Undefined(why='defined for two classes')
    """

    def decorate(formula: Callable[[Shares], Number]) -> Impurity:
        return Impurity(unwrap(formula), unit, strictly_concave, moments, two_classes, typed, values, counts, centre)

    return decorate


@impurity(unit="probability", strictly_concave=True, typed="gini")
@defined(
    formula="GINI(t) = 1 - sum_j [p(j|t)]^2",
    letter="GINI(t)",
    range="From 0 (one class) to 1 - 1/c (c equal classes)",
    sources=(("tan", "Measure of Impurity: GINI"), ("cs6220", "Gini Index (CART, IBM IntelligentMiner)")),
    parts=lambda: (shares,),
    synonyms=(
        "Gini index",
        "Gini impurity",
    ),
)
def gini(p: Shares) -> Number:
    """
    The Gini index of a node: how often a record is mislabelled when labels are drawn with the node's class shares.

    >>> gini((1, 5)), gini((3, 3)), gini((0, 6)), gini((0, 0))
    (Fraction(5, 18), Fraction(1, 2), Fraction(0, 1), Undefined(why='no records'))
    """
    return 1 - total([p_j * p_j for p_j in p])


@impurity(unit="bits", strictly_concave=True, typed="entropy")
@defined(
    formula="Entropy(t) = -sum_j p(j|t) log2 p(j|t), with 0 log2 0 = 0",
    letter="Entropy(t)",
    range="From 0 (one class) to log2 c (c equal classes)",
    sources=(("tan", "Alternative Splitting Criteria based on INFO"), ("cs6220", "Info(D)"), ("iaml", "What is entropy?")),
    parts=lambda: (shares,),
    synonyms=(
        "Shannon entropy",
        "Info(D)",
    ),
)
def entropy(p: Shares) -> Number:
    """
    The entropy of a node in bits: the expected information needed to name a record's class.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(entropy((9, 5)), 3), entropy((3, 3)) == 1, entropy((0, 6)) == 0
    ('0.940', True, True)
    """
    return -total(plogp(p_j) for p_j in p)


@impurity(unit="probability", strictly_concave=False, typed="error")
@defined(
    formula="Error(t) = 1 - max_j p(j|t)",
    letter="Error(t)",
    range="From 0 (one class) to 1 - 1/c (c equal classes)",
    sources=(("tan", "Splitting Criteria based on Classification Error"),),
    parts=lambda: (shares,),
    synonyms=("classification error of a node",),
)
def misclassification_error(p: Shares) -> Number:
    """
    The share of a node's records outside its largest class.

    >>> misclassification_error((1, 5)), misclassification_error((2, 4))
    (Fraction(1, 6), Fraction(1, 3))
    """
    return 1 - maximum(p)


@impurity(unit="squared units of y", strictly_concave=True, moments=True, typed="variance")
@defined(
    formula="sum y^2 / n - (sum y / n)^2",
    sources=(("iaml", "1.7, How are splits calculated for Decision Trees when using regression?"),),
    synonyms=("mean squared error of a node",),
)
def variance(moments: Shares) -> Number:
    """
    The variance of a continuous target in a node, from (n, sum of y, sum of y^2): the mean squared distance from the mean.

    >>> variance((4, 10, 30)), variance((2, 6, 18))
    (Fraction(5, 4), Fraction(0, 1))
    """
    n, s, q = moments
    return q / n - s * s / (n * n)


IMPURITIES_OF_ANY_CLASSES = (gini, entropy, misclassification_error)
"""The impurities of any number of classes."""
