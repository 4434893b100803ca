"""
Impurity of a node: forms, bounds, order, concavity.   Documents: `tan` Measures of Node Impurity; `cs6220`; `iaml` 1.3.

Before this: `proofs.steps`; `dtref.split.impurity`, whose functions are run. Next: `proofs.gain`.
"""

from __future__ import annotations

from itertools import permutations

from dtref.exact.number import total
from dtref.split.impurity import entropy, gini, misclassification_error
from proofs.steps import equal
from proofs.symbols import log2, positive, rational
from proofs.theorem import Method, theorem

CLASSES = range(2, 7)
GINI, INFO = "tan: Measure of Impurity: GINI", "tan: Alternative Splitting Criteria based on INFO"


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
    "Gini = sum of p_i p_j over i ≠ j: the error of labels drawn with the node's shares",
    source=GINI,
    runs=(gini,),
    reach="all positive real counts, 2 to 6 classes",
    method=Method.IDENTITY,
)
def theorem_gini_is_the_error_of_random_labelling() -> None:
    """(sum p_i)² = 1 is the sum of p_i² and of p_i p_j."""
    for c in CLASSES:
        n = positive(f"n1:{c + 1}")
        pairs = total(n[i] * n[j] for i in range(c) for j in range(c) if i != j)
        equal(gini(n), pairs / (total(n) * total(n)))


@theorem(
    "Impurity does not depend on the order of the classes",
    source=GINI,
    runs=(gini, entropy, misclassification_error),
    reach="all positive real counts, 3 classes, each of the 6 orders",
    method=Method.EXHAUSTION,
)
def theorem_impurity_is_symmetric() -> None:
    """Order by order."""
    n = positive("n1:4")
    for measure in (gini, entropy, misclassification_error):
        for order in permutations(n):
            equal(measure(n), measure(order))


@theorem(
    "At c equal shares Gini and error are 1 - 1/c, entropy is log2 c",
    source=INFO,
    runs=(gini, entropy, misclassification_error),
    reach="every positive real count, 2 to 6 classes",
    method=Method.IDENTITY,
)
def theorem_impurity_of_equal_shares() -> None:
    """Every share is 1/c."""
    (n,) = positive("n")
    for c in CLASSES:
        equal(gini((n,) * c), 1 - rational(1, c))
        equal(misclassification_error((n,) * c), 1 - rational(1, c))
        equal(entropy((n,) * c), log2(c))
