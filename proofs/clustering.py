"""
Numbers in bins: optimal clusters, and where a cut is placed.   Documents: `tan` Splitting Based on Continuous Attributes; `cs6220`.;
`dtref.spec.split.numeric`, whose functions are run.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import cast

from dtref.exact.number import Number, number, total
from dtref.spec.split.numeric.clustering import _Spread, clusterings
from dtref.spec.split.numeric.placement import floor_midpoint, largest_not_above_midpoint, lower_end, midpoint, upper_end
from proofs.significance import partitions
from proofs.steps import above_zero, equal, holds, same, weighted_squares
from proofs.symbols import positive, real
from proofs.theorem import Method, theorem

PLACE, SLIDE = "cs6220: Computing Information-Gain for Continuous-Valued Attributes", "tan: Splitting Based on Continuous Attributes"
VALUES = tuple(map(Fraction, (0, 1, 2, 4, 5)))


def spread(values: Sequence[Number], weights: Sequence[int], i: int, j: int) -> Number:
    """dtref's cost of the cluster of values[i:j]."""
    return number(_Spread(cast("Sequence[Fraction]", values), weights).of(i, j))


@theorem(
    "The cost of a cluster is the weighted sum of squared distances to its mean, and the sum over pairs of w_i w_j (v_i - v_j)²/W",
    source="fisher1958",
    runs=(_Spread.of, _Spread.__init__),
    reach="all real numbers, 1 to 4 of them; weights 1, 2, 3, 5; every run of neighbours",
    method=Method.SQUARES,
)
def theorem_cost_of_a_cluster_is_its_sum_of_squared_distances_to_the_mean() -> None:
    """Both forms."""
    v, w = real("v1:5"), (1, 2, 3, 5)
    for i, j in combinations(range(5), 2):
        run, whole = range(i, j), sum(w[i:j])
        mean = total(w[m] * v[m] for m in run) / whole
        found = spread(v, w, i, j)
        weighted_squares(found, [(number(w[m]), v[m] - mean) for m in run])
        weighted_squares(found, [(number(Fraction(w[a] * w[b], whole)), v[a] - v[b]) for a, b in combinations(run, 2)])


@theorem(
    "Joining two clusters of weights V and W costs V W/(V + W) times the squared distance of their means",
    source="fisher1958",
    runs=(_Spread.of, _Spread.__init__),
    reach="all real numbers, 4 of them in every way to cut them in two; weights 1, 2, 3, 5",
    method=Method.SQUARES,
)
def theorem_joining_clusters_costs_the_squared_distance_of_their_means() -> None:
    """So more clusters never cost more."""
    v, w = real("v1:5"), (1, 2, 3, 5)
    for cut in (1, 2, 3):
        sizes = sum(w[:cut]), sum(w[cut:])
        means = [total(w[m] * v[m] for m in run) / size for run, size in zip((range(cut), range(cut, 4)), sizes, strict=True)]
        joined = spread(v, w, 0, 4) - spread(v, w, 0, cut) - spread(v, w, cut, 4)
        weighted_squares(joined, [(number(Fraction(sizes[0] * sizes[1], sum(w))), means[0] - means[1])])


@theorem(
    "No way to put numbers in k clusters costs less than the best ways to cut them in k runs of neighbours, and no other costs as little",
    source="fisher1958",
    runs=(clusterings, _Spread.of, _Spread.__init__),
    reach="2 to 5 of the numbers 0, 1, 2, 4, 5; weights 1 and 2; every k",
    method=Method.EXHAUSTION,
)
def theorem_optimal_clusters_are_runs_of_neighbours() -> None:
    """Every partition is costed by its definition; the least are exactly dtref's."""
    for m in range(2, len(VALUES) + 1):
        for values, weights in product(combinations(VALUES, m), product((1, 2), repeat=m)):
            costs = {groups: sum((_cost(values, weights, sorted(group)) for group in groups), Fraction(0)) for groups in partitions(m)}
            for k in range(1, m + 1):
                least = min(cost for groups, cost in costs.items() if len(groups) == k)
                best = sorted(sorted(map(min, groups))[1:] for groups, cost in costs.items() if len(groups) == k and cost == least)
                same([list(starts) for starts in clusterings(values, weights, k)], best, f"the best {k} clusters of {values}, {weights}")


def _cost(values: Sequence[Fraction], weights: Sequence[int], group: Sequence[int]) -> Fraction:
    mean = sum((weights[i] * values[i] for i in group), Fraction(0)) / sum(weights[i] for i in group)
    return sum((weights[i] * (values[i] - mean) ** 2 for i in group), Fraction(0))


@theorem(
    "The midpoint is between its neighbours and as far from the one as from the other",
    source=PLACE,
    runs=(midpoint, lower_end, upper_end),
    reach="all real numbers a < b",
    method=Method.SIGNS,
)
def theorem_midpoint_is_as_far_from_both_neighbours() -> None:
    """Both distances are (b - a)/2."""
    (a,), (gap,) = real("a"), positive("gap")
    low, high = cast(Fraction, a), cast(Fraction, a + gap)
    lower, middle, upper = (number(place(low, high, ())) for place in (lower_end, midpoint, upper_end))
    equal(middle - lower, upper - middle)
    above_zero(middle - lower)
    equal(upper - lower, gap)


@theorem(
    "C4.5's cut is the greatest number of the training set that is not above the midpoint; the documents' is the greatest whole number",
    source=SLIDE,
    runs=(largest_not_above_midpoint, floor_midpoint, midpoint),
    reach="every a < b of 0, 1/2 .. 4 and every set of numbers of the training set between them",
    method=Method.EXHAUSTION,
)
def theorem_cut_of_c45_is_the_greatest_training_value_up_to_the_midpoint() -> None:
    """Case by case; the cut parts a and b."""
    line = [Fraction(i, 2) for i in range(9)]
    for a, b in combinations(line, 2):
        between = [x for x in line if a < x < b]
        for k in range(len(between) + 1):
            for some in combinations(between, k):
                cut = largest_not_above_midpoint(a, b, (a, *some, b))
                same(cut, max(x for x in (a, *some) if 2 * x <= a + b), "the cut")
                holds(a <= cut < b, "the cut parts a and b")
        same(floor_midpoint(a, b, ()), max(n for n in range(9) if 2 * n <= a + b), "the whole number")
