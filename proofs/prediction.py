"""
What the leaves that a record reaches predict together, and the moments that a regression tree keeps.

Documents: `tan` Classify Instances, `iaml` 1.7. Notation: y, w the targets and weights of records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import cast

from dtref.errors import Undefined
from dtref.exact.number import Number, total
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.prediction import _shares, prediction
from dtref.spec.model.tally import Moments
from dtref.spec.model.tests import Multiway
from dtref.spec.model.trees import Branch, Leaf, squared_error
from proofs.steps import defined, equal, holds, same, weighted_squares
from proofs.symbols import positive, real
from proofs.theorem import Method, theorem

NAMES = ("a", "b", "c")
PARTS = 36
"""Into how many equal parts a record is cut: a number that the sizes of the leaves divide, times the shares."""

SHARES = ((36,), (18, 18), (12, 24), (6, 12, 18))
"""How many of the parts reach each leaf."""


@theorem(
    "A class's share of a prediction is that of the parts of the record that vote for it, where each of a leaf's training records has as "
    "many of the parts that reach the leaf; in an empty leaf each of its labels has. Labels are all classes with most parts",
    source="tan: Classify Instances",
    runs=(prediction, _shares),
    reach="one to three leaves of three classes, of 0 to 3 records each; shares 1; 1/2, 1/2; 1/3, 2/3; 1/6, 1/3, 1/2",
    method=Method.EXHAUSTION,
)
def theorem_predicted_shares_are_those_of_the_parts_that_vote() -> None:
    """Part by part: nothing is divided."""
    leaves = [_leaf(*some) for some in ("", "a", "c", "ab", "bb", "abc", "bcc")]
    for shares in SHARES:
        for chosen in product(leaves, repeat=len(shares)):
            votes: Counter[str] = Counter()
            for leaf, parts in zip(chosen, shares, strict=True):
                voters = [name for name, n in leaf.counts for _ in range(int(n))] or [str(label) for label in leaf.labels]
                votes.update(voters * (parts // len(voters)))
            found = prediction([(leaf, Fraction(parts, PARTS)) for leaf, parts in zip(chosen, shares, strict=True)])
            same(set(found.labels), {name for name in NAMES if votes[name] == max(votes.values())}, f"the labels of {chosen}")
            if chosen == (leaves[0],):
                holds(isinstance(found.distribution, Undefined), "that a leaf without records has no shares")
                continue
            shares_of = [(name, share * PARTS) for name, share in defined(found.distribution)]
            same(shares_of, [(name, votes[name]) for name in NAMES], f"the shares of {chosen}")


def _leaf(*names: str) -> Leaf:
    """A leaf with a record of each of these classes; where there is none, labels as if they were inherited."""
    counts = tuple((name, Fraction(names.count(name))) for name in NAMES)
    most = max(n for _, n in counts)
    return Leaf(counts, tuple(name for name, n in counts if n == most) if names else ("a", "c"))


@theorem(
    "A regression tree predicts the mean of the means that the parts of a record reach; a leaf without a mean predicts nothing",
    source="iaml: 1.7 Decision Trees For Regression",
    runs=(prediction,),
    reach="one to three leaves with the means -1, 0, 1/2 and 3; shares 1; 1/2, 1/2; 1/3, 2/3; 1/6, 1/3, 1/2",
    method=Method.EXHAUSTION,
)
def theorem_predicted_mean_is_that_of_the_parts() -> None:
    """Part by part."""
    means = tuple(Fraction(k, 2) for k in (-2, 0, 1, 6))
    for shares in SHARES:
        for chosen in product(means, repeat=len(shares)):
            parts = [mean for mean, count in zip(chosen, shares, strict=True) for _ in range(count)]
            found = prediction([(_mean_leaf(mean), Fraction(count, PARTS)) for mean, count in zip(chosen, shares, strict=True)])
            same(found.labels, (sum(parts, Fraction(0)) / len(parts),), f"the mean of {chosen}")
            holds(isinstance(found.distribution, Undefined), "that numbers have no shares")
    nobody = Moments(Fraction(0), Fraction(0), Fraction(0))
    same(prediction([(Leaf(nobody, ()), Fraction(1))]).labels, (), "what a leaf without a mean predicts")


def _mean_leaf(mean: Fraction) -> Leaf:
    return Leaf(Moments(Fraction(2), 2 * mean, 2 * mean * mean + 1), (mean,))


@theorem(
    "From a leaf's moments: the distances from the mean add up to 0, and their squares to sum w_i w_j (y_i - y_j)²/n over all pairs; a "
    "tree's squared error is that of its leaves",
    source="iaml: 1.7 Decision Trees For Regression",
    runs=(*(vars(Moments)[name].fget for name in ("mean", "squared_error")), squared_error),
    reach="1 to 4 records, all real numbers, all positive real weights; trees of one test; no records",
    method=Method.SQUARES,
)
def theorem_squared_error_of_moments_is_that_of_all_pairs() -> None:
    """So it is at least 0, and 0 only where all numbers are equal: neither needs the mean."""
    leaves = []
    for k in range(1, 5):
        y, w = real(f"y1:{k + 1}"), positive(f"w1:{k + 1}")
        moments = _moments(y, w)
        mean = cast(Number, defined(moments.mean))
        equal(total(w_i * (y_i - mean) for y_i, w_i in zip(y, w, strict=True)), 0)
        equal(cast(Number, moments.squared_error), total(w_i * (y_i - mean) * (y_i - mean) for y_i, w_i in zip(y, w, strict=True)))
        weighted_squares(cast(Number, moments.squared_error), [(w[i] * w[j] / total(w), y[i] - y[j]) for i, j in combinations(range(k), 2)])
        leaves.append(Leaf(moments, ()))
    test = Multiway(Nominal("x", ("0", "1")))
    for left, right in combinations(leaves, 2):
        tree = Branch(Moments(Fraction(1), Fraction(1), Fraction(9)), (), test, (test,), (left, right))
        errors = [cast(Moments, leaf.counts).squared_error for leaf in (left, right)]
        equal(cast(Number, squared_error(tree)), cast(Number, errors[0] + errors[1]))
    nobody = Moments(Fraction(0), Fraction(0), Fraction(0))
    holds(isinstance(nobody.mean, Undefined), "that nobody has no mean")
    same((nobody.squared_error, squared_error(Leaf(nobody, ()))), (0, 0), "the squared error of nobody")


def _moments(y: Sequence[Number], w: Sequence[Number]) -> Moments:
    """The moments of weighted numbers, which may be symbols."""
    sums = [total(w_i * part for w_i, part in zip(w, parts, strict=True)) for parts in ([1] * len(y), y, [a * a for a in y])]
    return Moments(*cast("list[Fraction]", sums))
