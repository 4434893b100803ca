"""
Bounds, with derivations, on the effect of floating-point rounding on a number that a program claims or a comparison that it made.

Notation: u, half a unit in the last place of 1 (2^-53 of doubles, 2^-24 of singles); n rows; W, the sum of their weights w. A sum of n
terms, made in any order, is off by at most (n - 1)u times the sum of their magnitudes (first order), and each term by u or 2u before that.

Floats have a range, too. A product that is nearer to 0 than the least normal number is off by up to eta, the least number above 0,
instead: the terms of sums over n rows together by less than (4n + 4) eta, those of w y^2 by (1 + |y|) times that, as w y is off before it
is multiplied; where squares of sums of weights, or of w y, are divided by W twice, that is 1/W^2 times as much. A square above the largest
number has no value, nor has the logarithm of a share that is 0 beside W, and what comes after them may be anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from itertools import repeat

from attrs import evolve, field, frozen

from dtref.exact.decimals import decimal
from dtref.oracle.verify.probability_rounding import off_by_probabilities, off_by_what_is_left, part_off_by_start
from dtref.oracle.verify.rate_rounding import largest_of_rates
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.model.attributes import Width
from dtref.spec.model.counts import Columns, Count, Counts, statistic
from dtref.spec.preparation.gradients import LogisticSteps
from dtref.spec.preparation.logistic_rounds import steps_of
from dtref.spec.split.candidates import Split
from dtref.spec.split.criteria import Criterion, gain_ratio, split_info
from dtref.spec.split.impurity import Impurity, entropy
from dtref.spec.split.outputs import of_each_output
from dtref.spec.split.rates import rate_reduction
from dtref.spec.split.structure_gain import StructureScore

ULPS = 64
"""The default for the units in the last place that a double may be off."""

_UNIT = {Width.FLOAT64: Fraction(1, 2**53), Width.FLOAT32: Fraction(1, 2**24), Width.DECIMAL: Fraction(1, 2**53)}
"""u, by the width of the floats that a program computes in."""

_MOST_WHOLE = 2**53
"""The largest sum of whole numbers that is exact for certain."""

_LEAST = {Width.FLOAT64: Fraction(1, 2**1074), Width.FLOAT32: Fraction(1, 2**149), Width.DECIMAL: Fraction(1, 2**1074)}
"""eta, the least number above 0."""

_LARGEST = {Width.FLOAT64: 2**1023, Width.FLOAT32: 2**127, Width.DECIMAL: 2**1023}
"""A number up to which none is too large."""


@frozen(eq=False)
class Rounding:
    """
    The rounding at a node. ulps: the units that a comparison may be off. width: of the floats that the program computes in. counts: the
    node's statistic. rows: the number of records. whole: whether all sums of weights are whole numbers, and so exact. above: the rounding
    at the node's parent, if it has one. centre: what the program takes from every value of the target before it sums them.
    """

    recursion: Hunt
    node: Node
    ulps: int
    width: Width
    counts: Counts
    rows: int
    whole: bool
    above: Rounding | None
    centre: Fraction = Fraction(0)
    of_weights: Fraction = field(init=False)
    """
    The error of a sum of weights: that of its own records, or of the parent's, from which a program may take the weights of the other
    branches away. It is made with the node, as a chain of nodes may be deeper than Python's stack.
    """

    @of_weights.default
    def _of_weights(self) -> Fraction:
        return self._of_own_weights if self.above is None else max(self._of_own_weights, self.above.of_weights)

    @property
    def weight(self) -> Fraction:
        """W, the sum of the weights."""
        return Fraction(self.counts[0] if self.recursion.regression else sum(self.counts))

    @cached_property
    def of_outputs(self) -> tuple[Rounding, ...]:
        """
        The rounding of each of several targets by itself; none for one target. The error of a mean over them is no more than the greatest.
        """
        policy = self.recursion.policy
        mean = of_each_output(policy.criterion)
        if mean is None:
            return ()
        single = evolve(policy, criterion=mean.criterion)
        above = (None,) * len(mean.outputs) if self.above is None else self.above.of_outputs
        return tuple(
            evolve(
                self,
                recursion=evolve(self.recursion, policy=single, columns=output.columns),
                counts=statistic(output.columns, self.node.records),
                above=of_parent,
            )
            for output, of_parent in zip(mean.outputs, above, strict=True)
        )

    @property
    def of_sums(self) -> Fraction:
        """The error of a sum over the records, relative to the sum of magnitudes: (2n + 4)u, including the rounding of weights."""
        return (2 * self.rows + 4) * _UNIT[self.width]

    @property
    def _of_own_weights(self) -> Fraction:
        """The error of the weights of its own records: 0 where all are whole numbers, else (2n + 4)u W + (4n + 4) eta."""
        return Fraction(0) if self.whole else self.of_sums * self.weight + self._of_small_terms

    @property
    def _of_small_terms(self) -> Fraction:
        """(4n + 4) eta."""
        return (4 * self.rows + 4) * _LEAST[self.width]

    @cached_property
    def _least_share(self) -> Fraction:
        """The least weight above 0 of a record, of W."""
        weights, parts = self.recursion.columns.weights, self.node.parts or repeat(1)
        known = (Fraction(weights[r]) * part for r, part in zip(self.node.rows, parts))  # noqa: B905 - as many parts as rows, or 1 without end
        return min((w for w in known if w), default=self.weight) / self.weight

    @cached_property
    def _largest_target(self) -> Fraction:
        """The largest |y|; 0 for classes."""
        columns = self.recursion.columns
        return (
            max((abs(columns.numbers[columns.labels[r]]) for r in self.node.rows), default=Fraction(0))
            if self.recursion.regression
            else Fraction(0)
        )

    @cached_property
    def beyond(self) -> bool:
        """Whether a square is too large, or a class's share too small, for the program's floats (see above)."""
        if self.recursion.regression:
            _, total, squares = map(Fraction, self.counts[:3])
            return max(self._largest_target**2, total * total, squares) >= _LARGEST[self.width]
        return self.weight > 0 and (self.weight**2 >= _LARGEST[self.width] or self._least_share < _LEAST[self.width])

    def of_range(self, size: Fraction) -> Fraction:
        """
        The error of an impurity, or of a criterion's value, by the range of floats (see above): of the terms that are too small; twice the
        largest number in its sum (size) where some number is `beyond`.
        """
        if not self.weight or self.beyond:
            return 2 * size
        return self._of_small_terms * (1 + self._largest_target) * (1 + 1 / self.weight) ** 2

    @property
    def of_values(self) -> Fraction:
        """The error of a mean, or of a class's share, of the node's records or of those of a branch: of the sums of the parent's, too."""
        size = mean_size(self.recursion.columns, self.node) if self.recursion.regression else Fraction(1)
        own = (self.of_sums + self.ulps * _UNIT[self.width]) * size
        return own if self.above is None else max(own, self.above.of_values)

    def of_mean(self, root: Node) -> Fraction:
        """
        The error of the mean of the target, where many terms may cancel: (2n + 4 + ulps)u times the mean of |y|, and that of
        terms that are too small, (4n + 4) eta (1 + 1/W).

        The sum of w y is off by (n + 1)u sum(w |y|), that of the weights by (n - 1)u W, the quotient by u. In single precision the
        values are rounded before they are summed in doubles: ulps u times the mean of |y|, here or at the root, the larger, as a model
        may store the difference from the mean of all.
        """
        size = mean_size(self.recursion.columns, self.node) + abs(self.centre)
        small = self._of_small_terms * (1 + 1 / self.weight) if self.weight else Fraction(0)
        if self.width is Width.FLOAT32:
            return self.ulps * _UNIT[self.width] * max(size, mean_size(self.recursion.columns, root)) + small
        return (self.of_sums + self.ulps * _UNIT[self.width]) * size + small

    def of_structure(self, score: StructureScore, split: Split, squares: Fraction) -> Fraction:
        """
        The error of a structure gain. squares: Q, the sum of g^2/h, which no score exceeds.

        A sum of n steps, made in doubles, is off by n units of those and moves a score, whose slope is twice a step, by 2n u Q at most.
        Then `ulps` units of the program's floats, of all G^2/(H + lambda), or what the largest step leaves of them, together: its terms.
        Where one probability of all is known by the logarithm of its odds, steps are off, and these units are of Q. G and H are off by what
        is left of others, and by probabilities (`_of_moments`), g and h: a score by (2 |G| g + g^2)/(H + lambda), and its step squared h.
        """
        tables = [t for t in (self.counts, *split) if t[0] > 0]
        of_odds = isinstance(steps_of(self.recursion.policy.weigh), LogisticSteps)
        size = squares if of_odds else sum((score.size(t) for t in tables), Fraction(0))
        (g, h), parts = self._of_moments, [(abs(Fraction(t[1])), t[0] + score.penalty) for t in tables]
        by_units = self.ulps * _UNIT[self.width] * size + 2 * (2 * self.rows + 4) * _UNIT[Width.FLOAT64] * squares
        return by_units + sum(((2 * total * g + g * g + total * total / weight * h) / weight for total, weight in parts), Fraction(0))

    def of_step(self, score: StructureScore, added: Fraction) -> Fraction:
        """
        The error of what a leaf adds to the score: `ulps` units of eta times the mean of |g|/h, which no step exceeds, and (2n + 4)u, of
        doubles, for its sums; and those units of what is added to it. Where G and H are off by `_of_moments`, a step s is by 1/(H + lambda)
        of the one, and s/(H + lambda) of the other.
        """
        units = self.ulps * _UNIT[self.width] + (2 * self.rows + 4) * _UNIT[Width.FLOAT64]
        mean, (g, h) = mean_size(self.recursion.columns, self.node), self._of_moments
        left_over = (g + mean * h) / (self.weight + score.penalty) if self.weight else Fraction(0)
        return units * (score.eta * mean + abs(added)) + score.eta * left_over

    @cached_property
    def _of_moments(self) -> tuple[Fraction, Fraction]:
        """The errors of G and of H by what is left of others, and by probabilities."""
        return off_by_what_is_left(self.recursion, self.ulps * _UNIT[Width.FLOAT64], self.of_probabilities)

    @cached_property
    def of_probabilities(self) -> Fraction:
        """The error of G and of H by probabilities of records (`off_by_probabilities`)."""
        return off_by_probabilities(self.recursion, self.node)

    def of_number(self, size: Fraction) -> Fraction:
        """The error of a number that no sum over records is in: `ulps` units of the program's floats."""
        return self.ulps * _UNIT[self.width] * size

    @property
    def of_positive_sum(self) -> Fraction:
        """
        The error of a sum of second derivatives, which are positive, made in doubles: `ulps` units of it for its terms.

        Of the logistic loss they are off by probabilities, too: of all (`part_off_by_start`), or of each record (`of_probabilities`).
        """
        of_p = part_off_by_start(self.recursion, _UNIT[self.width]) + (self.of_probabilities / self.weight if self.weight else 0)
        return of_p + self.ulps * _UNIT[self.width] + (2 * self.rows + 4) * _UNIT[Width.FLOAT64]

    def of_impurity(self, impurity: Impurity) -> Fraction:
        """
        The error of an impurity: (2n + 4 + ulps)u times the largest number in its sum, and that by the range (`of_range`).

        A program may compute a child's sums as its parent's minus the other child's: where they are rounded, n and the largest number are
        the parent's, times the parent's weight over the child's; of numbers as in `_of_differences`.
        """
        if self.of_outputs:
            return max(part.of_impurity(measure) for part in self.of_outputs if (measure := part.recursion.policy.criterion.impurity))
        own = self.of_impurity_alone(impurity)
        if self.above is None or not self.weight or (self.whole and not impurity.moments):
            return own
        from_above = self.above.of_impurity_alone(impurity) * self.above.weight / self.weight
        return max(own, from_above + (self._of_differences(impurity, self.above) if impurity.moments else 0))

    def _of_differences(self, impurity: Impurity, above: Rounding) -> Fraction:
        """
        The error of Q/W - (S/W)^2 by S and W that are the parent's minus the other child's; that by Q isn't among it.

        With k = (2n + 4 + ulps)u of the parent, whose sums have the magnitudes A = sum(w |y|) and V: S is off by k A, and moves the square
        by 2 |S/W| k A/W. W is off by k V, if it is rounded, and moves Q/W by Q/W k V/W, the square by twice (S/W)^2 k V/W: together by no
        more than 3 Q/W k V/W, and Q/W is the largest number in the sum.
        """
        units = above.of_sums + self.ulps * _UNIT[self.width]
        mean, size = abs(Fraction(self.counts[1])) / self.weight, mean_size(self.recursion.columns, above.node)
        by_weight = Fraction(0) if self.whole and above.whole else 3 * largest_summed(impurity, self.counts)
        return units * (2 * mean * size + by_weight) * above.weight / self.weight

    def of_impurity_alone(self, impurity: Impurity) -> Fraction:
        """The error of an impurity, without regard to the parent."""
        size = largest_summed(impurity, self.counts)
        return (self.of_sums + self.ulps * _UNIT[self.width]) * size + self.of_range(size)

    def of_value(self, criterion: Criterion, split: Split) -> Fraction:
        """
        The error of a criterion's value: `ulps` units of the largest number in its sum, and (2n + 4)u of that where sums over records are
        rounded too, and that by the range; 0 for no units.
        """
        if self.of_outputs:
            return max(part.of_value(part.recursion.policy.criterion, ()) for part in self.of_outputs)
        # the mean of (y - c)^2 is at most twice that of y^2 and c^2
        size = size_of_value(criterion, self.counts, split)
        size = 2 * (size + self.centre**2) if self.centre else size
        if isinstance(criterion.formula, StructureScore):
            return self.of_structure(criterion.formula, split, size) if self.ulps else Fraction(0)
        exact_sums = self.whole and not self.recursion.regression
        units = self.ulps * _UNIT[self.width] + (Fraction(0) if exact_sums else self.of_sums)
        return units * size + self.of_range(size) if self.ulps else Fraction(0)


def rounding_at(recursion: Hunt, node: Node, ulps: int, width: Width, above: Rounding | None = None) -> Rounding:
    """The rounding at a node, in a program that computes in floats of this width. above: the rounding at its parent."""
    counts = statistic(recursion.columns, node.records)
    parts: Iterable[Count] = node.parts or ()
    weights = (recursion.columns.weights[r] for r in node.rows)
    whole = all(Fraction(part).denominator == 1 for part in parts) and all(Fraction(w).denominator == 1 for w in weights)
    return Rounding(recursion, node, ulps, width, counts, len(node.rows), whole and sums_of_whole_are_exact(recursion, counts), above)


def sums_of_whole_are_exact(recursion: Hunt, counts: Counts) -> bool:
    """Whether doubles hold every sum of the weights of some records, which are whole, from the records' counts."""
    return (counts[0] if recursion.regression else sum(counts)) <= _MOST_WHOLE


def mean_size(columns: Columns, node: Node) -> Fraction:
    """The weighted mean of |y| at a node; 0 without records."""
    total = weight = Fraction(0)
    for r, part in zip(node.rows, node.parts or repeat(1)):  # noqa: B905 - as many parts as rows, or 1 without end
        w = columns.weights[r] * part
        total, weight = total + w * abs(columns.numbers[columns.labels[r]]), weight + w
    return total / weight if weight else Fraction(0)


def largest_summed(impurity: Impurity, counts: Counts) -> Fraction:
    """
    The largest number in the sum of an impurity: 1; for entropy the logarithm of the number of classes, rounded up; for variance the mean
    of y^2.

    >>> from dtref.spec.split.impurity import gini, variance
    >>> largest_summed(gini, (5, 1)), largest_summed(entropy, (1, 1, 1)), largest_summed(variance, (2, 6, 18))
    (Fraction(1, 1), Fraction(2, 1), Fraction(9, 1))
    """
    if impurity.values:
        return _largest_by_value(impurity, counts)
    if impurity.moments:
        return Fraction(counts[2]) / counts[0] if counts[0] else Fraction(0)
    return Fraction(max(1, (len(counts) - 1).bit_length())) if impurity is entropy else Fraction(1)


def _largest_by_value(impurity: Impurity, counts: Counts) -> Fraction:
    """
    The largest number in the sum of an impurity of values: of absolute error twice the mean of |y|, as the median is at most that; of
    Poisson deviance the mean of y times the greatest logarithm, rounded up.
    """
    n, pairs = counts[0], [(Fraction(w), Fraction(wy)) for w, wy in zip(counts[3::2], counts[4::2], strict=True) if w]
    mean = sum((abs(wy) for _, wy in pairs), Fraction(0)) / n if n else Fraction(0)
    if not impurity.counts:
        return 2 * mean
    values = [wy / w for w, wy in pairs if wy]
    return mean * max((max(y.numerator.bit_length(), y.denominator.bit_length()) for y in values), default=0)


def size_of_value(criterion: Criterion, counts: Counts, split: Split) -> Fraction:
    """
    The largest number in the sum of a criterion: for a reduction that of its impurity; for the gain ratio that of entropy per bit of split
    information; for a structure score the sum of g^2/h, which no score exceeds; 1 for one whose terms are at most 1;
    for others (chi-square, G, bits saved) the terms are as large as counts.

    >>> from dtref.spec.split.association import chi_square
    >>> from dtref.spec.split.criteria import gini_reduction
    >>> size_of_value(gini_reduction, (5, 1), ((5, 0), (0, 1))), size_of_value(chi_square, (5, 1), ((5, 0), (0, 1)))
    (Fraction(1, 1), Fraction(12, 1))
    """
    if criterion.reduces and criterion.impurity is not None:
        return largest_of_rates(counts, split) if criterion is rate_reduction else largest_summed(criterion.impurity, counts)
    if criterion is gain_ratio:
        information = Fraction(decimal(split_info(split), 12))
        return largest_summed(entropy, counts) / information if information else Fraction(0)
    if isinstance(criterion.formula, StructureScore):
        return Fraction(counts[2])
    if criterion.bounded:
        return Fraction(1)
    return Fraction(sum(counts)) * (1 + largest_summed(entropy, counts))
