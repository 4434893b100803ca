"""
Impurity of a node: forms, bounds, order, concavity.   Documents: `tan` Measures of Node Impurity; `cs6220`; `iaml` 1.3.;
`dtref.spec.split.impurity`, whose functions are run.
"""

from __future__ import annotations

from itertools import permutations
from typing import cast

import sympy

from dtref.exact.number import Number, total
from dtref.spec.split.impurity import Impurity, entropy, gini, misclassification_error
from proofs.any_number import Sums, indexed, letters, sum_of_terms
from proofs.steps import above_zero, at, derivative, equal, least_only_at, multiplied_out, not_negative
from proofs.symbols import log2, positive, real
from proofs.symbols import not_negative as from_zero
from proofs.theorem import Method, theorem

CLASSES = range(2, 7)
E = cast(Number, sympy.E)
ANY = "any number of classes; all real counts of at least 0, not all of them 0"
(CLASS,) = letters("j:c")
p, n, N, L = indexed("p")[CLASS.letter], indexed("n")[CLASS.letter], *positive("N L")
ALL = Sums((CLASS,), {(n, CLASS): N}, {(n, CLASS): L})
COUNTS = ALL.each(CLASS, n)
"""Any number of counts n_j, which add up to N; the largest is L."""
OF_SHARES = Sums((CLASS,), {(p, CLASS): 1})
SHARES = OF_SHARES.each(CLASS, p)
"""Any number of shares p_j, which add up to 1."""
least, x = *from_zero("y"), *positive("x")
GINI, INFO, ERROR = (
    "tan: Measure of Impurity: GINI",
    "tan: Alternative Splitting Criteria based on INFO",
    "tan: Splitting Criteria based on Classification Error",
)


@theorem(
    "Gini = 2p(1 - p) for two classes",
    source=GINI,
    runs=(gini,),
    reach="all positive real counts a, b; p = a/(a + b)",
    method=Method.IDENTITY,
)
def theorem_gini_is_2p_times_1_minus_p_of_two_classes() -> None:
    """Both are 2ab/(a + b)²."""
    a, b = positive("a b")
    p = a / (a + b)
    equal(gini((a, b)), 2 * p * (1 - p))


@theorem(
    "Gini = sum of p_i p_j over i ≠ j = sum of p_j (1 - p_j): the error of labels drawn with the node's shares",
    source=GINI,
    runs=(gini,),
    reach="the first form of 2 to 6 classes, all positive real counts; the second of " + ANY,
    method=Method.IDENTITY,
)
def theorem_gini_is_the_error_of_random_labelling() -> None:
    """(sum p_i)² = 1 is the sum of p_i² and of p_i p_j; class j is drawn with probability p_j, and wrong with 1 - p_j."""
    equal(ALL.closed(gini.of(COUNTS)), ALL.over(n / N * (1 - n / N), CLASS))
    for c in CLASSES:
        some = positive(f"n1:{c + 1}")
        pairs = total(some[i] * some[j] for i in range(c) for j in range(c) if i != j)
        equal(gini(some), pairs / (total(some) * total(some)))


@theorem(
    "Impurity does not depend on the order of the classes: it is made of one sum over them, or the largest of them",
    source=GINI,
    runs=(gini, entropy, misclassification_error),
    reach=ANY + "; 3 classes in each of the 6 orders as well",
    method=Method.IDENTITY,
)
def theorem_impurity_is_symmetric() -> None:
    """1 - sum n_j²/N²; log2 N - sum n_j log2 n_j/N; 1 - L/N. A sum and a maximum have no order."""
    equal(ALL.closed(gini.of(COUNTS)), 1 - ALL.over(n * n, CLASS) / (N * N))
    equal(ALL.closed(entropy.of(COUNTS)), log2(N) - ALL.over(n * log2(n), CLASS) / N)
    equal(ALL.closed(misclassification_error.of(COUNTS)), 1 - L / N)
    three = positive("n1:4")
    for measure in (gini, entropy, misclassification_error):
        for order in permutations(three):
            equal(measure(three), measure(order))


@theorem(
    "At c equal shares Gini and error are 1 - 1/c, entropy is log2 c",
    source=INFO,
    runs=(gini, entropy, misclassification_error),
    reach="every number of classes c, every positive real count",
    method=Method.IDENTITY,
)
def theorem_impurity_of_equal_shares() -> None:
    """Every share is 1/c."""
    (a,) = positive("a")
    same = Sums((CLASS,), {})
    for measure, value in ((gini, 1 - 1 / CLASS.count), (misclassification_error, 1 - 1 / CLASS.count), (entropy, log2(CLASS.count))):
        equal(same.closed(measure.of(same.each(CLASS, a))), value)


def of_one(measure: Impurity, share: Number) -> Number:
    """What a class of some share adds to a sum over classes; the 1 of Gini is given to the classes by their shares."""
    alone = measure.formula((share,))
    return alone if measure is entropy else alone - (1 - share)


@theorem(
    "Impurity is 0 of a node of one class, and of no other node",
    source=GINI,
    runs=(gini, entropy, misclassification_error),
    reach=ANY,
    method=Method.SIGNS,
)
def theorem_impurity_is_0_of_pure_nodes_only() -> None:
    """
    Gini and entropy add up a term of each share, which is 0 at 0 and 1 and above 0 between them; error is above 0 where there are more
    records than the largest class has.
    """
    empty = Sums((CLASS,), {})
    for measure in (gini, entropy, misclassification_error):
        equal(empty.closed(measure.of((*empty.each(CLASS, 0 * x), x))), 0)
    for measure in (gini, entropy):
        equal(OF_SHARES.closed(measure.formula(SHARES)), OF_SHARES.over(of_one(measure, p), CLASS))
        above_zero(of_one(measure, 1 / (1 + x)))
        for end in (0 * x, x / x):
            equal(of_one(measure, end), 0)
    error = ALL.closed(misclassification_error.of(COUNTS))
    above_zero(at(error, N, L + x))
    equal(at(error, N, L), 0)


@theorem(
    "Gini is largest at equal shares, and only there: 1 - 1/c less Gini is the sum of (p_j - 1/c)²",
    source=GINI,
    runs=(gini,),
    reach="any number of classes, all real shares",
    method=Method.SQUARES,
)
def theorem_gini_is_largest_at_equal_shares_only() -> None:
    """What the shares have more than 1/c each adds up to 0."""
    d, c = indexed("d", signed=True)[CLASS.letter], CLASS.count
    around = Sums((CLASS,), {(d, CLASS): 0})
    sum_of_terms(1 - 1 / c - around.closed(gini.formula(around.each(CLASS, 1 / c + d))), around, d * d, CLASS)


@theorem(
    "Entropy is largest at equal shares, and only there: log2 c less entropy is the divergence of the shares from 1/c each",
    source=INFO,
    runs=(entropy,),
    reach="any number of classes, all real shares of at least 0",
    method=Method.DERIVATIVES,
)
def theorem_entropy_is_largest_at_equal_shares_only() -> None:
    """It adds up p_j log2(c p_j) - (p_j - 1/c)/ln 2, what is taken away being 0 together: of p_j >= 0 each is above 0 but at 1/c."""
    c = CLASS.count

    def term(share: Number) -> Number:
        return share * log2(c) - of_one(entropy, share) - (share - 1 / c) * log2(E)

    equal(log2(c) - OF_SHARES.closed(entropy.formula(SHARES)), OF_SHARES.over(term(p), CLASS))
    least_only_at(term(x), x, 1 / c, log2(E) / c)


@theorem(
    "Error is what the largest class leaves, so the least of the 1 - p_j; it is largest at equal shares, and only there",
    source=ERROR,
    runs=(misclassification_error,),
    reach=ANY,
    method=Method.SIGNS,
)
def theorem_error_is_the_least_rest() -> None:
    """L is the count of one class, and no class leaves less. 1 - 1/c less error is the mean distance from the largest share."""
    error = ALL.closed(misclassification_error.of(COUNTS))
    equal(error, 1 - L / N)
    not_negative(at(1 - n / N - error, L, n + least))
    sum_of_terms(1 - 1 / CLASS.count - error, ALL, (L - n) / (CLASS.count * N), CLASS, at={L: n + least})


@theorem(
    "Gini and entropy are strictly concave: along every line through the shares they bend down",
    source=INFO,
    runs=(gini, entropy),
    reach="any number of classes, all positive shares and every direction that keeps their sum",
    method=Method.DERIVATIVES,
)
def theorem_gini_and_entropy_are_strictly_concave() -> None:
    """The second derivatives are -2 sum v_j² and -sum v_j²/(p_j ln 2): 0 only where nothing moves."""
    (t,), q, v = real("t"), indexed("q", positive=True)[CLASS.letter], indexed("v", signed=True)[CLASS.letter]
    moved = Sums((CLASS,), {(q, CLASS): 1, (v, CLASS): 0})
    for measure, term in ((gini, 2 * v * v), (entropy, log2(E) * v * v / q)):
        value = moved.closed(measure.formula(moved.each(CLASS, q + t * v)))
        sum_of_terms(-at(derivative(value, t, 2), t, 0), moved, term, CLASS)


@theorem(
    "Error is concave: of a mixture it is at least the mixture of the errors",
    source=ERROR,
    runs=(misclassification_error,),
    reach="any number of classes, all real shares of at least 0 of two nodes, each weighted by a positive number",
    method=Method.SIGNS,
)
def theorem_error_is_concave() -> None:
    """
    Of a mixture it is one of the 1 - (a p_j + b q_j) (`theorem_error_is_the_least_rest`); each of these has more than the mixture of errors
    by what class j has less than a largest one in either node, p_j = P - d, q_j = Q - e.
    """
    a, b, top_p, top_q = positive("a b P Q")
    d, e = from_zero("d e")
    of_class, of_nodes = 1 - (a * (top_p - d) + b * (top_q - e)) / (a + b), []
    for largest in (top_p, top_q):
        some = Sums((CLASS,), {}, {(n, CLASS): largest})
        of_nodes.append(some.closed(misclassification_error.formula(some.each(CLASS, n))))
    not_negative(of_class - (a * of_nodes[0] + b * of_nodes[1]) / (a + b))


@theorem(
    "Error is at most Gini, and equal to it exactly where all classes that have records have as many",
    source=INFO,
    runs=(gini, misclassification_error),
    reach=ANY,
    method=Method.SIGNS,
)
def theorem_error_is_at_most_gini() -> None:
    """The difference is the sum of p_j (p - p_j), p the largest share: 0 where each p_j is 0 or p."""
    gap = ALL.closed(gini.of(COUNTS)) - ALL.closed(misclassification_error.of(COUNTS))
    sum_of_terms(gap, ALL, n * (L - n) / (N * N), CLASS, at={L: n + least})


@theorem(
    "Gini is at most entropy in bits, and equal to it exactly where there is one class",
    source=INFO,
    runs=(gini, entropy),
    reach="any number of classes, all real shares of at least 0",
    method=Method.DERIVATIVES,
)
def theorem_gini_is_at_most_entropy() -> None:
    """The difference adds up p (-log2 p - 1 + p): 0 at p = 0, and the bracket is 0 at 1 and falls up to there, as 1/(p ln 2) > 1."""

    def term(share: Number) -> Number:
        return of_one(entropy, share) - of_one(gini, share)

    equal(OF_SHARES.closed(entropy.formula(SHARES)) - OF_SHARES.closed(gini.formula(SHARES)), OF_SHARES.over(term(p), CLASS))
    bracket = multiplied_out(term(x) / x)
    equal(at(bracket, x, 1), 0)
    above_zero(-at(derivative(bracket, x), x, 1 / (1 + x)))
    equal(term(0 * x), 0)


@theorem(
    "Grouping: the entropy of classes is that of groups of them and, weighted by the group's share, that within each group",
    source=INFO,
    runs=(entropy,),
    reach="a group of any number of classes beside one; a group of two beside any number of classes, so groups of any number one by one",
    method=Method.IDENTITY,
)
def theorem_entropy_of_groups_of_classes() -> None:
    """log2 p_j = log2 of the group's share + log2 of the share within the group."""
    a, b = positive("a b")
    whole = (*COUNTS, a)
    equal(ALL.closed(entropy.of(whole)), entropy.of((N, a)) + N / (N + a) * ALL.closed(entropy.of(COUNTS)))
    apart, merged = (ALL.closed(entropy.of((*COUNTS, *group))) for group in ((a, b), (a + b,)))
    equal(apart, merged + (a + b) / (N + a + b) * entropy.of((a, b)))
