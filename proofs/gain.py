"""
Gain and the reduction of impurity.   Documents: `tan` Splitting Based on GINI, on INFO; `cs6220` Attribute Selection; `iaml` 1.3.

Before this: `proofs.impurity`; `dtref.split.criteria`, whose functions are run.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dtref.exact.number import Number, total
from dtref.split.criteria import Children, Criterion, error_reduction, gain, gain_ratio, gini_reduction, split_info, weighted_impurity
from dtref.split.impurity import entropy, gini
from proofs.impurity import tangent_line
from proofs.steps import ascending, defined, equal, same, weighted_squares
from proofs.symbols import log2, positive
from proofs.theorem import Method, theorem

INFO, RATIO, ERROR = (
    "tan: Alternative Splitting Criteria based on INFO",
    "tan: Splitting Based on INFO...",
    "tan: Misclassification Error vs Gini",
)
SIZES = ((2, 2), (2, 3), (3, 2), (4, 2))
"""How many classes, how many children."""


def table(classes: int, children: int) -> tuple[tuple[Number, ...], tuple[tuple[Number, ...], ...]]:
    """The counts of a node and of its children, all of them positive symbols."""
    parts = tuple(positive(f"n{k}1:{k}{classes + 1}") for k in range(1, children + 1))
    return tuple(map(total, zip(*parts, strict=True))), parts


def log_ratio(top: Sequence[Number], bottom: Sequence[Number]) -> Number:
    """log2 of a product over another one, taken apart."""
    return total(map(log2, top)) - total(map(log2, bottom))


@theorem(
    "The reduction of Gini is 2 (n_L/n)(n_R/n)(p_L - p_R)²: never negative, and 0 at equal shares only",
    source="tan: Splitting Based on GINI",
    runs=(gini_reduction,),
    reach="two classes, two children, all positive real counts",
    method=Method.SQUARES,
)
def theorem_gini_reduction_is_a_square_of_two_classes_and_two_children() -> None:
    """The weight is positive, p_L and p_R are the children's shares of the first class."""
    a, b, c, d = positive("a b c d")
    left, right = a + b, c + d
    n = left + right
    weighted_squares(gini_reduction((a + c, b + d), ((a, b), (c, d))), [(2 * left * right / (n * n), a / left - c / right)])


@theorem(
    "The gain of a test about the class is the gain of the class about the test",
    source="tan: Splitting Based on INFO...",
    runs=(gain,),
    reach="two classes, two children, all positive real counts",
    method=Method.IDENTITY,
)
def theorem_gain_is_symmetric_of_class_and_branch() -> None:
    """Both are the mutual information."""
    a, b, c, d = positive("a b c d")
    equal(gain((a + c, b + d), ((a, b), (c, d))), gain((a + b, c + d), ((a, c), (b, d))))


@theorem(
    "The reduction of Gini is the weighted squared distance of the children's class shares from the node's: never negative, and 0 exactly "
    "where every child has the node's shares",
    source="tan: Splitting Based on GINI",
    runs=(gini_reduction,),
    reach="2 to 4 classes with two children, 2 with three; all positive real counts",
    method=Method.SQUARES,
)
def theorem_gini_reduction_is_a_sum_of_squares() -> None:
    """sum_i n_i/n sum_j (p(j|i) - p_j)²."""
    for classes, children in SIZES:
        node, parts = table(classes, children)
        n = total(node)
        squares = [(total(part) / n, n_ij / total(part) - n_j / n) for part in parts for n_ij, n_j in zip(part, node, strict=True)]
        weighted_squares(gini_reduction(node, parts), squares)


@theorem(
    "Gain is the divergence of the table from that of independence: never negative, and 0 exactly where every child has the node's shares",
    source=INFO,
    runs=(gain,),
    reach="2 to 4 classes with two children, 2 with three; all positive real counts; the bound of a logarithm for all x > 0",
    method=Method.TANGENT,
)
def theorem_gain_is_a_divergence() -> None:
    """sum n_ij/n log2(n_ij n/(n_i n_j)); with q = n_i n_j/n_ij n each -log2 q is at least (1 - q)/ln 2, and the n_ij (1 - q) sum to 0."""
    tangent_line()
    for classes, children in SIZES:
        node, parts = table(classes, children)
        n = total(node)
        cells = [(n_ij, total(part), n_j) for part in parts for n_ij, n_j in zip(part, node, strict=True)]
        equal(gain(node, parts), total(n_ij * log_ratio((n_ij, n), (n_i, n_j)) for n_ij, n_i, n_j in cells) / n)
        equal(total(n_ij * (1 - n_i * n_j / (n_ij * n)) for n_ij, n_i, n_j in cells), 0)


@theorem(
    "The reduction of error is 0 where every child has the node's largest class as its own, though Gini and entropy fall",
    source=ERROR,
    runs=(error_reduction, gini_reduction, gain),
    reach="two classes, two children, all positive real counts where the first class is the largest of both; the slide's 7/3",
    method=Method.SIGNS,
)
def theorem_error_reduction_is_0_where_all_have_one_largest_class() -> None:
    """The largest classes' counts add up. Gini falls by a square that isn't 0, the shares being different."""
    b, d, x, y = positive("b d x y")
    node, parts = (b + x + d + y, b + d), ((b + x, b), (d + y, d))
    equal(error_reduction(node, parts), 0)
    printed = (7, 3), ((3, 0), (4, 3))
    same(error_reduction(*printed), 0, "the reduction of error of the slide's split")
    ascending(0, gini_reduction(*printed))
    same(gini_reduction(*printed), Fraction(27, 350), "0.42 - 12/35: the reduction of Gini of the slide's split")
    ascending(0, gain(*printed))


@theorem(
    "The reduction of error is never negative",
    source=ERROR,
    runs=(error_reduction,),
    reach="two classes, two children with different largest classes, all positive real counts (with one largest class it is 0)",
    method=Method.SIGNS,
)
def theorem_error_reduction_is_not_negative() -> None:
    """One child's excess of the first class is above the other's excess of the second, or not: it is the smaller of the two over n."""
    b, c, x, more = positive("b c x more")
    for first, second in ((x, x + more), (x + more, x), (x, x)):
        node, parts = (b + first + c, b + c + second), ((b + first, b), (c, c + second))
        equal(error_reduction(node, parts), x / total(node))


@theorem(
    "The test of the least weighted impurity is that of the greatest reduction",
    source="tan: Splitting Based on GINI",
    runs=(gini_reduction, gain, weighted_impurity),
    reach="no missing values; any two tests of one node with 3 classes, one of 2 and one of 3 children; all positive real counts",
    method=Method.IDENTITY,
)
def theorem_least_weighted_impurity_is_greatest_reduction() -> None:
    """The difference of the reductions of two tests is that of the weighted impurities, the other way round: the node's own drops out."""
    node, parts = table(3, 3)
    other = (parts[0], tuple(map(total, zip(*parts[1:], strict=True))))
    for reduction, measure in ((gini_reduction, gini), (gain, entropy)):
        by_reduction = defined(reduction(node, parts)) - defined(reduction(node, other))
        equal(by_reduction, weighted_impurity(measure, other) - weighted_impurity(measure, parts))
        equal(defined(reduction(node, parts)) + weighted_impurity(measure, parts), measure(node))


@theorem(
    "Refining adds up: parting a child raises the reduction by that of the child's own test, weighted by its share, so never lowers it",
    source=RATIO,
    runs=(gain, gini_reduction, error_reduction),
    reach="2 children, one of which is parted in 2; 2 and 3 classes, all positive real counts (error: the first class is the largest)",
    method=Method.IDENTITY,
)
def theorem_refining_never_lowers_a_reduction() -> None:
    """The merged child's impurity is added and taken away. That its own reduction is not negative is said by the theorems before."""
    for classes in (2, 3):
        node, (a, b, c) = table(classes, 3)
        if classes == 2:
            down = positive("e1:4")
            tops = [(n + e, n) for (n, _), e in zip((a, b, c), down, strict=True)]
            refines(error_reduction, tuple(map(total, zip(*tops, strict=True))), tops)
        for reduction in (gain, gini_reduction):
            refines(reduction, node, (a, b, c))


def refines(reduction: Criterion, node: Sequence[Number], parts: Children) -> None:
    """The reduction of three children is that of the first and the two others together, and the others' own, weighted."""
    whole = tuple(map(total, zip(*parts[1:], strict=True)))
    own = total(whole) / total(node) * defined(reduction(whole, parts[1:]))
    equal(reduction(node, parts), defined(reduction(node, (parts[0], whole))) + own)


@theorem(
    "Gain ratio is gain over the entropy of the branches, and from 0 to 1: what split information has more than gain is the entropy of the "
    "branch within each class",
    source=RATIO,
    runs=(gain_ratio, split_info, gain),
    reach="2 to 4 classes with two children, 2 with three; all positive real counts, so that split information is positive",
    method=Method.IDENTITY,
)
def theorem_gain_ratio_is_between_0_and_1() -> None:
    """H(branch) - gain = sum n_j/n H(branch | j) >= 0: an entropy is not negative (`theorem_impurity_is_0_of_pure_nodes_only`)."""
    for classes, children in SIZES:
        node, parts = table(classes, children)
        within = total(total(of_class) * defined(entropy(of_class)) for of_class in zip(*parts, strict=True)) / total(node)
        equal(split_info(parts) - defined(gain(node, parts)), within)
        equal(split_info(parts), entropy(tuple(map(total, parts))))
        equal(defined(gain_ratio(node, parts)) * split_info(parts), gain(node, parts))
