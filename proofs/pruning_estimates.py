"""What a node is charged when a tree is pruned: errors, their upper limit, the standard error of a mean loss."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import cast

from dtref.exact.distributions.binomial import binomial_at_most
from dtref.exact.number import Number, total
from dtref.spec.model.data import Record
from dtref.spec.model.tally import Moments
from dtref.spec.model.trees import Leaf
from dtref.spec.pruning.error_based import QUARTER, upper_limit
from dtref.spec.pruning.estimates import node_errors, penalised, pessimistic_error_rate, resubstitution_error_rate
from dtref.spec.pruning.records_at_nodes import Charge, WeightedRecord, mistakes, squared_deviation
from dtref.spec.pruning.selection import variance_of_mean
from dtref.spec.split.impurity import misclassification_error, variance
from proofs.steps import defined, equal, holds, same, weighted_squares
from proofs.symbols import positive, real
from proofs.theorem import Method, theorem
from proofs.trees import shapes, tree_of

TRIALS = range(1, 7)
"""How many records the upper limit is looked at for."""


@theorem(
    "A node's errors are its records times its misclassification error; a tree's rate is the mean of that over its leaves, and the "
    "pessimistic rate adds the penalty of each leaf per record",
    source="tan: Estimating Generalization Errors",
    runs=(node_errors, misclassification_error, resubstitution_error_rate, pessimistic_error_rate, penalised),
    reach="trees of 1 or 2 leaves with 1 to 3 records, in two classes, at each; every penalty",
    method=Method.EXHAUSTION,
)
def theorem_errors_of_a_tree_are_the_weighted_misclassification_error_of_its_leaves() -> None:
    """Tree by tree; the penalty is a symbol."""
    (penalty,) = positive("penalty")
    some = [counts for counts in product(range(4), repeat=2) if 0 < sum(counts) <= 3]
    for counts in (*product(some), *product(some, some)):
        tree = tree_of(shapes(len(counts))[0], counts)
        n = sum(map(sum, counts))
        rates = [sum(leaf) * defined(misclassification_error(leaf)) for leaf in counts]
        same(node_errors(tree), n * defined(misclassification_error(tuple(map(sum, zip(*counts, strict=True))))), f"{tree} as a leaf")
        same(resubstitution_error_rate(tree), total(rates) / n, f"the rate of {tree}")
        equal(pessimistic_error_rate(tree, penalty), (total(rates) + len(counts) * penalty) / n)


@theorem(
    "What records cost a leaf is the weight of those that are not of its label, to whatever power",
    source="tan: Estimating Generalization Errors",
    runs=(mistakes,),
    reach="three classes, a record of each with any positive weight; each class as the label; powers 1 and 2",
    method=Method.EXHAUSTION,
)
def theorem_mistakes_are_the_weight_outside_the_label() -> None:
    """A loss is 0 or 1."""
    classes, weights = ("a", "b", "c"), positive("w1:4")
    for label, power in product(classes, (1, 2)):
        leaf = Leaf(tuple((c, Fraction(1)) for c in classes), (label, "c"))
        rest = total(w for c, w in zip(classes, weights, strict=True) if c != label)
        equal(cast(Number, mistakes(leaf, _parts(classes, weights), power)), rest)


@theorem(
    "Charged by each of several labels a leaf costs each record the share of its labels that are not the record's class, to whatever power",
    source="tan: Estimating Generalization Errors",
    runs=(mistakes,),
    reach="three classes, a record of each with any positive weight; every set of labels; powers 1 and 2",
    method=Method.EXHAUSTION,
)
def theorem_mistakes_of_several_labels_are_shared_alike() -> None:
    """Label by label: k times the cost is the sum of what each of the k labels would cost alone. No order of labels counts."""
    classes, weights = ("a", "b", "c"), positive("w1:4")
    counts = tuple((c, Fraction(1)) for c in classes)
    some = (labels for k in (1, 2, 3) for labels in permutations(classes, k))
    for labels, power in product(some, (1, 2)):
        cost = cast(Number, mistakes(Leaf(counts, labels), _parts(classes, weights), power, Charge.EACH))
        alone = [w for label in labels for c, w in zip(classes, weights, strict=True) if c != label]
        equal(len(labels) * cost, total(alone))


@theorem(
    "What the records of a regression leaf cost it is n times their variance; at another prediction m it is n (mean - m)^2 more",
    source="iaml: 1.7 Decision Trees For Regression",
    runs=(squared_deviation, variance),
    reach="2 to 4 records, all real numbers, all positive real weights, all real m",
    method=Method.IDENTITY,
)
def theorem_squared_distance_is_least_at_the_mean_and_the_variance_there() -> None:
    """The cross terms add up to 0: so the mean is the one best prediction."""
    (m,) = real("m")
    for k in range(2, 5):
        y, w = real(f"y1:{k + 1}"), positive(f"w1:{k + 1}")
        n, s, q = (total(w_i * a for w_i, a in zip(w, powers, strict=True)) for powers in ([1] * k, y, [a * a for a in y]))
        spread = n * defined(variance((n, s, q)))

        def cost(at: Number, y: Sequence[Number] = y, w: Sequence[Number] = w) -> Number:
            return total(w_i * squared_deviation(y_i, at) for y_i, w_i in zip(y, w, strict=True))

        equal(cost(s / n), spread)
        equal(cost(m), spread + n * (s / n - m) * (s / n - m))


@theorem(
    "What records cost a regression leaf is the sum of weight times squared distance from its mean, each distance to the power",
    source="iaml: 1.7 Decision Trees For Regression",
    runs=(mistakes, squared_deviation),
    reach="the mean 1, two records with y from -1 to 2, any positive weights; powers 1 and 2",
    method=Method.EXHAUSTION,
)
def theorem_mistakes_of_a_regression_leaf_are_weighted_squared_distances() -> None:
    """The weights are symbols."""
    leaf, weights = Leaf(Moments(*map(Fraction, (1, 1, 1))), (Fraction(1),)), positive("v w")
    for y, power in product(product(map(Fraction, range(-1, 3)), repeat=2), (1, 2)):
        cost = total(w * (y_i - 1) ** (2 * power) for y_i, w in zip(y, weights, strict=True))
        equal(cast(Number, mistakes(leaf, _parts(y, weights), power)), cost)


def _parts(labels: Sequence[str | Fraction], weights: Sequence[Number]) -> list[WeightedRecord]:
    return [(Record((), label), cast(Fraction, weight)) for label, weight in zip(labels, weights, strict=True)]


@theorem(
    "The squared standard error of a mean loss is the losses' variance per record: at least 0, and R(1 - R)/n for losses 0 and 1",
    source="breiman1984",
    runs=(variance_of_mean, variance),
    reach="2 to 4 records with real losses; any positive real numbers of losses 1 and of records",
    method=Method.SQUARES,
)
def theorem_variance_of_a_mean_loss_is_a_sum_of_squares() -> None:
    """Sum of (l_i - mean)^2 / n^2."""
    e, n = positive("e n")
    found = variance_of_mean(cast(Fraction, e), cast(Fraction, e), cast(Fraction, n))
    equal(found, e / n * (1 - e / n) / n)
    equal(found, defined(variance((n, e, e))) / n)
    for k in range(2, 5):
        losses = real(f"l1:{k + 1}")
        s, q = total(losses), total(x * x for x in losses)
        spread = variance_of_mean(cast(Fraction, s), cast(Fraction, q), Fraction(k))
        weighted_squares(spread, [(cast(Number, Fraction(1, k * k)), x - s / k) for x in losses])


@theorem(
    "The upper limit U_CF(e, n) is the error rate at which at most e errors among n records have the chance CF; 1 where all are errors",
    source="quinlan1993",
    runs=(upper_limit, binomial_at_most),
    reach="1 to 6 whole records, CF = 1/4, 1/10, each number of errors: the limit lies within 2^-60 of that rate",
    method=Method.EXHAUSTION,
)
def theorem_upper_limit_has_the_chance_of_the_confidence_level() -> None:
    """At the limit's lower end the chance is at least CF, at its upper end at most: `theorem_binomial_tail_falls_with_the_error_rate`."""
    for n, confidence in product(TRIALS, (QUARTER, Fraction(1, 10))):
        for e in range(n):
            limit = upper_limit(Fraction(e), Fraction(n), confidence)
            low, high = (limit, limit) if isinstance(limit, Fraction) else limit.bounds(128)
            holds(high - low < Fraction(1, 2**60), f"that U({e}, {n}) is told to 60 bits")
            chances = [cast(Fraction, binomial_at_most(e, n, p)) for p in (low, high)]
            holds(chances[0] >= confidence >= chances[1], f"that U({e}, {n}) has the chance {confidence}")
        same(upper_limit(Fraction(n), Fraction(n), confidence), 1, "all are errors")


@theorem(
    "Without errors the upper limit is 1 - CF^(1/n)",
    source="quinlan1993",
    runs=(upper_limit,),
    reach="1 to 6 records, CF = (1/2)^n, (2/3)^n, (9/10)^n, whose roots are rational",
    method=Method.EXHAUSTION,
)
def theorem_upper_limit_without_errors_is_a_root() -> None:
    """No error among n has the chance (1 - U)^n."""
    for n, q in product(TRIALS, (Fraction(1, 2), Fraction(2, 3), Fraction(9, 10))):
        same(upper_limit(Fraction(0), Fraction(n), q**n), 1 - q, f"U(0, {n})")
