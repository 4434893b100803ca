"""
Where the best cut of a continuous attribute lies: at a boundary point.   Documents: `tan` Continuous Attributes; `cs6220`; `cs422`.

Notation: a cut has the class counts L on its left and R on its right; passing numbers with the counts d takes it to L + t d and R - t d.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import TypeAlias, cast

import sympy
from attrs import evolve
from sympy.utilities.iterables import sift

from dtref.errors import Undefined
from dtref.exact.comparison import compare
from dtref.exact.number import Number, total
from dtref.spec.growing.admission import EveryBranchHas
from dtref.spec.growing.hunt import grow
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.counts import Counts, CountTable, add_counts
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Threshold
from dtref.spec.model.trees import Branch
from dtref.spec.presets import CART
from dtref.spec.split.candidates import Offer, Thresholds
from dtref.spec.split.choose import Best, best
from dtref.spec.split.criteria import Criterion, error_reduction, gain, gini_reduction, variance_reduction, weighted_impurity
from dtref.spec.split.impurity import Impurity, entropy, shares
from dtref.spec.split.numeric.binning import BoundaryPoints, ClassChanges
from dtref.spec.split.numeric.ranges import ThresholdsAt
from proofs.any_number import Sums, indexed, sum_of_terms
from proofs.impurity import CLASS, E
from proofs.steps import at as at_place
from proofs.steps import defined, derivative, equal, expression, holds, same, tends_to, weighted_squares
from proofs.symbols import log2, positive, rational, real
from proofs.theorem import Method, NotEstablished, theorem

SLIDE, PAPER = "tan: Continuous Attributes: Computing Gini Index...", "fayyad1992"
X = Continuous("x")
PURE: tuple[Counts, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
MIXED: tuple[Counts, ...] = ((1, 0), (0, 1), (1, 1), (2, 1))


Valued: TypeAlias = Callable[[Sequence[Number], Sequence[Sequence[Number]]], Number | Undefined]
"""What gives a value to a node and its children."""


class Bending(sympy.Function):  # type: ignore[misc]  # SymPy has no types
    """An unknown function that is at least 0: how much `Concave` bends."""

    is_nonnegative = True


class Slope(sympy.Function):  # type: ignore[misc]  # SymPy has no types
    """The derivative of `Concave`."""

    def fdiff(self, _: int = 1) -> sympy.Expr:
        """Its own derivative is nowhere above 0."""
        return -Bending(self.args[0])


class Concave(sympy.Function):  # type: ignore[misc]  # SymPy has no types
    """An unknown concave function."""

    def fdiff(self, _: int = 1) -> sympy.Expr:
        """Its derivative."""
        return Slope(self.args[0])


L_J, R_J = (indexed(name, positive=True)[CLASS.letter] for name in "LR")
D_J = indexed("D", signed=True)[CLASS.letter]
ALL_LEFT, ALL_RIGHT, ALL_MOVED = *positive("l r"), *real("d")
SIDES = Sums((CLASS,), {(L_J, CLASS): ALL_LEFT, (R_J, CLASS): ALL_RIGHT, (D_J, CLASS): ALL_MOVED})
"""Any number of classes: L_j and R_j records on either side, l and r together; D_j that move, d together."""
ANY_CONCAVE = Impurity(lambda p: cast(Number, Concave(p[0])), "none", strictly_concave=False)
"""Any concave impurity along a line of shares, as a function of the first class's share."""


def no_count_0(value: sympy.Expr) -> sympy.Expr:
    """The value where no class count is 0, so that p log2 p is what it says."""
    return value.replace(lambda part: isinstance(part, sympy.Piecewise), lambda part: part.args[-1].expr)


def bends(criterion: Valued, left: Sequence[Number], right: Sequence[Number], moved: Sequence[Number]) -> tuple[Number, Number]:
    """
    The second derivative, times n, of a criterion where a share t of some counts moves from right to left, at any place (t = 0): what of it
    is about the left child, and what is about the right one.
    """
    (t,) = real("t")
    node = [a + b for a, b in zip(left, right, strict=True)]
    children = [[a + t * d for a, d in zip(left, moved, strict=True)], [b - t * d for b, d in zip(right, moved, strict=True)]]
    value = expression(defined(criterion(node, children)))
    second = sympy.diff(no_count_0(value), t, 2).subs(expression(t), 0)
    n = sympy.Symbol("n", positive=True)
    whole = expression(node[0] if criterion is variance_reduction else total(node))
    terms = sympy.Add.make_args(sympy.expand_mul(n * second.subs(whole, n), deep=False))
    on_the_right = {*map(expression, right)}
    parts = sift(terms, lambda term: bool(term.free_symbols & on_the_right))
    return cast("tuple[Number, Number]", tuple(sympy.Add(*parts[side]) for side in (False, True)))


@theorem(
    "Where records of the same class shares join a node one after another, the node's shares move along a straight line",
    source=PAPER,
    runs=(shares,),
    reach="any number of classes, all real counts of the node and of what joins it",
    method=Method.IDENTITY,
)
def theorem_shares_move_along_a_line_when_records_of_equal_shares_join() -> None:
    """They are those of the node plus lambda times the difference, with one lambda for all classes."""
    (t,) = positive("t")
    lam = t * ALL_MOVED / (ALL_LEFT + t * ALL_MOVED)
    new, old, of_moved = (shares(SIDES.each(CLASS, one))[0] for one in (L_J + t * D_J, L_J, D_J))
    equal(new, old + lam * (of_moved - old))


@theorem(
    "The weighted impurity of two children is concave where records move from one to the other, whatever the impurity, if that is concave",
    source=PAPER,
    runs=(weighted_impurity,),
    reach="every concave impurity with two derivatives, along the line of the shares; all positive real counts, every direction",
    method=Method.DERIVATIVES,
)
def theorem_weighted_impurity_is_concave_of_a_concave_impurity() -> None:
    """With x of a child's s records in the first class: its second derivative is I''(x/s) (d_1 s - x (d_1 + d_2))²/s³, child by child."""
    left, right, d = positive("a1:3"), positive("b1:3"), real("d1:3")
    for child, bent in zip((left, right), bends(lambda _, children: weighted_impurity(ANY_CONCAVE, children), left, right, d), strict=True):
        s = total(child)
        weighted_squares(-bent, [(cast(Number, Bending(child[0] / s)) / (s * s * s), d[0] * s - child[0] * total(d))])


def bent(criterion: Criterion) -> Number:
    """The second derivative, times all records, where a share t of some counts moves from right to left, at t = 0."""
    (t,) = real("t")
    children = (SIDES.each(CLASS, L_J + t * D_J), SIDES.each(CLASS, R_J - t * D_J))
    value = SIDES.closed(criterion.formula(SIDES.each(CLASS, L_J + R_J), children))
    return (ALL_LEFT + ALL_RIGHT) * at_place(derivative(value, t, 2), t, 0)


def distances(weight: Callable[[Number], Number]) -> Number:
    """What a class adds to the sum of (d_j s - n_j D)²/s³ over both children, of s records, each over a weight of its n_j and s."""
    sides = ((L_J, ALL_LEFT), (R_J, ALL_RIGHT))
    gaps = [(D_J * s - n_j * ALL_MOVED, n_j, s) for n_j, s in sides]
    return total(gap * gap / (s * s * s) * weight(n_j / s) for gap, n_j, s in gaps)


@theorem(
    "The reduction of Gini is convex where records move from one child to the other, strictly unless both children have the moved shares",
    source=PAPER,
    runs=(gini_reduction,),
    reach="any number of classes, all positive real counts of the children, every direction",
    method=Method.SQUARES,
)
def theorem_gini_reduction_is_convex_where_records_move() -> None:
    """Times n the second derivative is the sum of 2 (d_j s - n_j D)²/s³, children of s records; a square is 0 where n_j/s = d_j/D."""
    sum_of_terms(bent(gini_reduction), SIDES, distances(lambda _: rational(2)), CLASS)


@theorem(
    "The gain is convex where records move from one child to the other, strictly unless both children have the moved shares",
    source=PAPER,
    runs=(gain,),
    reach="any number of classes, all positive real counts of the children, every direction",
    method=Method.SQUARES,
)
def theorem_gain_is_convex_where_records_move() -> None:
    """Times n ln 2 the second derivative is the sum of (d_j s - n_j D)²/(n_j s²), children of s records."""
    sum_of_terms(bent(gain), SIDES, distances(lambda share: log2(E) / share), CLASS)


@theorem(
    "The reduction of variance is convex where records move from one child to the other, strictly unless both have the moved records' mean",
    source="iaml: 1.7 Decision Trees For Regression",
    runs=(variance_reduction,),
    reach="any numbers of records, sums and sums of squares, every direction",
    method=Method.SQUARES,
)
def theorem_variance_reduction_is_convex_where_records_move() -> None:
    """Times n the second derivative is the sum of 2 (d_y n_i - y_i d_n)²/n_i³, children of n_i records with sum y_i."""
    left, right = ((*positive(f"n_{side}"), *real(f"y_{side} q_{side}")) for side in "LR")
    d = real("d_n d_y d_q")
    for (n, y, _), bent in zip((left, right), bends(variance_reduction, left, right, d), strict=True):
        weighted_squares(bent, [(2 / (n * n * n), d[1] * n - y * d[0])])


@theorem(
    "A cut that leaves a child empty reduces nothing, and the reduction comes near 0 as a child becomes empty",
    source=SLIDE,
    runs=(gini_reduction, gain, variance_reduction),
    reach="two classes, or any continuous target; records of all positive real class counts moved in proportion",
    method=Method.LIMIT,
)
def theorem_reduction_tends_to_0_as_a_child_becomes_empty() -> None:
    """Once t is cancelled in the shares of t d the reduction is continuous at t = 0 (its logarithms are of positive numbers)."""
    (t,), d, right = positive("t"), positive("d1:3"), positive("b1:3")
    few, (n, y, q) = (*positive("d_n"), *real("d_y d_q")), (*positive("n"), *real("y q"))
    for criterion, moved, rest in ((gini_reduction, d, right), (gain, d, right), (variance_reduction, few, (n, y, q))):
        left = [t * d_j for d_j in moved]
        value = expression(defined(criterion([b + x for b, x in zip(rest, left, strict=True)], (left, rest))))
        equal(cast(Number, sympy.factor_terms(no_count_0(value)).subs(expression(t), 0)), 0)
        equal(defined(criterion(rest, ((0,) * len(rest), rest))), 0)


@theorem(
    "Entropy has no jump where a class disappears: 0 log2 0 = 0 is its limit",
    source="tan: Alternative Splitting Criteria based on INFO",
    runs=(entropy,),
    reach="any number of classes that stay, all positive real counts of them",
    method=Method.LIMIT,
)
def theorem_entropy_is_continuous_where_a_class_disappears() -> None:
    """The limit of the entropy as a count tends to 0 is the entropy with the count 0, and without the class."""
    (x,) = positive("x")
    others = SIDES.each(CLASS, L_J)
    without = SIDES.closed(entropy.of(others))
    tends_to(SIDES.closed(entropy.of((*others, x))), x, 0, without)
    equal(SIDES.closed(entropy.of((*others, 0 * x))), without)


def column(counts: Sequence[Counts]) -> CountTable:
    """The numbers 0, 1, 2 … with these class counts."""
    values = tuple(map(Fraction, range(len(counts))))
    return CountTable(X, values, values, tuple(counts), (0,) * len(counts[0]))


def found(offer: Offer, counts: Sequence[Counts], criterion: Criterion) -> Best:
    """The best of what an offer has for a column, decided by dtref's own search."""
    among = best(add_counts(counts, len(counts[0])), [offer(column(counts), criterion)], criterion)
    if among is None:
        raise NotEstablished(f"that there is a cut of {counts}")
    return among


def at(among: Best) -> tuple[Fraction, ...]:
    """The numbers after which the best cuts are."""
    return tuple(test.lower for test in among.optima if isinstance(test, Threshold))


def columns(kinds: Sequence[Counts], numbers: int) -> Iterator[tuple[Counts, ...]]:
    """Every column of two numbers to so many, each with one of these class counts, in which two classes or more are present."""
    every = (counts for m in range(2, numbers + 1) for counts in product(kinds, repeat=m))
    yield from (counts for counts in every if sum(n > 0 for n in add_counts(counts, len(kinds[0]))) > 1)


@theorem(
    "The best cuts of Gini and of gain are boundary points, and where the best reduction is above 0 they are where the class shares change",
    source=PAPER,
    runs=(best, Thresholds.__call__, ThresholdsAt.__call__, BoundaryPoints.__call__, ClassChanges.__call__, gini_reduction, gain),
    reach="every column of 2 to 4 numbers with counts (1, 0), (0, 1), (1, 1), (2, 1); of 2 to 5 numbers with a record of one of 3 classes",
    method=Method.EXHAUSTION,
)
def theorem_best_cuts_are_boundary_points() -> None:
    """All cuts and those at boundary points are searched: the same value and the same set of optima."""
    for criterion in (gini_reduction, gain):
        for counts in (*columns(MIXED, 4), *columns(PURE, 5)):
            all_cuts = found(Thresholds(), counts, criterion)
            at_points = found(ThresholdsAt(BoundaryPoints()), counts, criterion)
            same(at(at_points), at(all_cuts), f"the best cuts of {counts}")
            same(compare(at_points.value, all_cuts.value), 0, f"the value of the best cuts of {counts}")
            if compare(all_cuts.value, 0) > 0:
                same(at(found(ThresholdsAt(ClassChanges()), counts, criterion)), at(all_cuts), f"the best cuts of {counts}")


@theorem(
    "Error has best cuts inside a run of one class, though a boundary point is always as good",
    source=PAPER,
    runs=(best, Thresholds.__call__, ThresholdsAt.__call__, BoundaryPoints.__call__, error_reduction),
    reach="a a | c | c | b b; as good: every column of 2 to 4 numbers with a record of one of 3 classes",
    method=Method.COUNTEREXAMPLE,
)
def theorem_error_has_best_cuts_inside_a_run() -> None:
    """Each c costs one error on either side."""
    run = ((2, 0, 0), (0, 0, 1), (0, 0, 1), (0, 2, 0))
    same(at(found(Thresholds(), run, error_reduction)), (0, 1, 2), "the best cuts by error")
    same(at(found(ThresholdsAt(BoundaryPoints()), run, error_reduction)), (0, 2), "the best boundary points by error")
    for counts in columns(PURE, 4):
        values = [found(offer, counts, error_reduction).value for offer in (Thresholds(), ThresholdsAt(BoundaryPoints()))]
        same(values[0], values[1], f"the least error of {counts}")


@theorem(
    "Where every branch must have a number of records the best cut that is left may be inside a run of one class, and no boundary point",
    source=PAPER,
    runs=(grow, EveryBranchHas.__call__, Thresholds.__call__, gini_reduction),
    reach="a b b b b, at least 2 records in every branch",
    method=Method.COUNTEREXAMPLE,
)
def theorem_best_cut_of_a_least_size_may_be_inside_a_run() -> None:
    """The boundary point leaves one record alone; the best of the others puts one b with the a."""
    data = DataSet((X,), Nominal("class", ("a", "b")), tuple(Record((Fraction(i),), label) for i, label in enumerate("abbbb")))
    free, sized = (grow(data, evolve(CART, admit=rules)) for rules in ((), (EveryBranchHas(2),)))
    for tree, lower in ((free, 0), (sized, 1)):
        holds(isinstance(tree, Branch), f"that {tree} asks a test")
        optima = tree.optima if isinstance(tree, Branch) else ()
        same([test.lower for test in optima if isinstance(test, Threshold)], [lower], "the best cut is after this number")
