"""
Impurity and gain.   Each theorem calls the library's functions on symbols: if a formula there breaks, the proof fails.

Before this: `dtref.split.impurity`, `dtref.split.criteria`.
"""

from __future__ import annotations

from itertools import permutations

from dtref.exact.number import total
from dtref.split.criteria import gain, gini_reduction
from dtref.split.impurity import entropy, gini, misclassification_error
from proofs.symbols import log2, positive, rational, same

CLASSES = range(2, 7)


def theorem_gini_of_two_classes_is_2p_times_1_minus_p() -> None:
    """Gini = 2p(1 - p), with p = a/(a + b). Reach: two classes, every positive real count. Method: identity."""
    a, b = positive("a b")
    p = a / (a + b)
    assert same(gini((a, b)), 2 * p * (1 - p))


def theorem_gini_is_the_error_of_random_labelling() -> None:
    """Gini = sum over i != j of p_i p_j. Reach: every positive real count, 2 to 6 classes. Method: identity."""
    for c in CLASSES:
        n = positive(f"n1:{c + 1}")
        pairs = total(n[i] * n[j] for i in range(c) for j in range(c) if i != j)
        assert same(gini(n), pairs / (total(n) * total(n)))


def theorem_impurity_does_not_depend_on_the_order_of_classes() -> None:
    """Reach: every positive real count, 3 classes. Method: identity, for each of the 6 orders."""
    n = positive("n1:4")
    for order in permutations(n):
        assert same(gini(n), gini(order))
        assert same(entropy(n), entropy(order))
        assert same(misclassification_error(n), misclassification_error(order))


def theorem_impurity_at_equal_shares() -> None:
    """At c equal shares Gini and error are 1 - 1/c, entropy is log2 c. Reach: 2 to 6 classes, every count. Method: identity."""
    (n,) = positive("n")
    for c in CLASSES:
        equal = (n,) * c
        assert same(gini(equal), 1 - rational(1, c))
        assert same(misclassification_error(equal), 1 - rational(1, c))
        assert same(entropy(equal), log2(c))


def theorem_gini_reduction_is_a_square_for_two_classes_and_two_children() -> None:
    """
    Gini reduction = 2 n_L n_R / n^2 (p_L - p_R)^2: never negative, and 0 at equal shares only.

    Reach: every positive real count. Method: identity with a square.
    """
    a, b, c, d = positive("a b c d")
    left, right = a + b, c + d
    n, gap = left + right, a / left - c / right
    assert same(gini_reduction((a + c, b + d), ((a, b), (c, d))), 2 * left * right / (n * n) * gap * gap)


def theorem_gain_of_class_and_branch_is_mutual() -> None:
    """The gain of a test about the class is the gain of the class about the test. Reach: 2 x 2 positive counts. Method: identity."""
    a, b, c, d = positive("a b c d")
    assert same(gain((a + c, b + d), ((a, b), (c, d))), gain((a + b, c + d), ((a, c), (b, d))))
