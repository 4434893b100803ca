"""Spark's decision tree as a policy: a function of the program's own parameters, with their defaults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.definition import defined
from dtref.exact.inputs import rational, whole
from dtref.spec.growing.admission import Admission, EveryBranchHasRows
from dtref.spec.growing.nearly_pure import NearlyPureBelowRoot
from dtref.spec.growing.of_training import EveryBranchHasShare
from dtref.spec.growing.policy import LabelRule, Policy, PruningStep, Sizes
from dtref.spec.growing.stopping import AtDepth, ImprovesLessThan, no_improvement, pure, same_values
from dtref.spec.model.attributes import Width
from dtref.spec.model.counts import Counts, majority
from dtref.spec.model.precision import rounded
from dtref.spec.programs.parameters import check_flags, known_choice, listed_rationals
from dtref.spec.pruning.equal_siblings import MergeEqualSiblings
from dtref.spec.split.candidates import NumbersOnly
from dtref.spec.split.centroid_groups import CentroidGroups
from dtref.spec.split.criteria import Criterion, gain, gini_reduction, variance_reduction
from dtref.spec.split.numeric.stride_bins import EPSILON_OF_SPARK, StrideBins

CRITERIA_OF_SPARK: Mapping[str, Criterion] = {"gini": gini_reduction, "entropy": gain, "variance": variance_reduction}
"""The criteria by the names of its impurities; entropy is in bits there, too (`mllib/tree/impurity/Entropy.scala`)."""
MOST_LEVELS_OF_SPARK = 30
"""The greatest maxDepth (`ml/tree/treeParams.scala`)."""


@defined(formula="the classes i of greatest n_i/t_i", sources=("Spark 4.3, `ml/classification/ProbabilisticClassifier.scala`",))
@frozen
class LargestOfThresholds:
    """
    Labels a node with the classes whose count is the most times their threshold; with one of threshold 0, if there is one.

    >>> LargestOfThresholds((Fraction(1, 2), Fraction(1, 4)))((3, 2)), LargestOfThresholds((Fraction(1), Fraction(0)))((3, 0))
    ((1,), (1,))
    """

    thresholds: tuple[Fraction, ...]

    def scores(self, counts: Counts) -> list[Fraction]:
        """What the classes are compared by; 1 for one of threshold 0, and 0 for the others then."""
        if len(counts) != len(self.thresholds):
            raise Invalid("Spark, thresholds", f"one for each of {len(counts)} classes", len(self.thresholds))
        if 0 in self.thresholds:
            return [Fraction(t == 0) for t in self.thresholds]
        return [Fraction(n) / t for n, t in zip(counts, self.thresholds, strict=True)]

    def __call__(self, counts: Counts) -> tuple[int, ...]:
        """The positions of the classes."""
        return majority(self.scores(counts))


@refuses_other_kinds
def spark(  # noqa: PLR0913 - the program's own parameters
    *,
    impurity: str = "gini",
    maxDepth: int = 5,  # noqa: N803 - the program's own names, here and below
    maxBins: int = 32,  # noqa: N803
    minInstancesPerNode: int = 1,  # noqa: N803
    minWeightFractionPerNode: int | Fraction = 0,  # noqa: N803
    minInfoGain: int | Fraction = 0,  # noqa: N803
    pruneTree: bool = True,  # noqa: N803
    thresholds: Sequence[int | Fraction] | None = None,
) -> Policy:
    """
    A tree of Spark MLlib, by the parameters of DecisionTreeClassifier and DecisionTreeRegressor; of the latter impurity is variance.

    Gini, entropy or variance; two branches; maxBins bins for each number, made of the whole training set (`StrideBins`), and groups of
    nominal values by their centroids (`CentroidGroups`), whose declared values are its categories in order. Each branch has
    minInstancesPerNode records, whatever they weigh, and minWeightFractionPerNode of all weight; the gain is above 0 and at least
    minInfoGain. Below the root a node of an impurity under 2^-52 is a leaf. Two leaves of the same class are then made one, unless
    pruneTree is off (a parameter since Spark 4; before, they always are); a tied label is the first class. thresholds: of each class, for
    predictions alone.

    weightCol is the weight of the records. seed, maxMemoryInMB, cacheNodeIds and checkpointInterval shape no tree of so few records that no
    sample is drawn. Spark refuses missing values.
    Errors: Invalid for a value that Spark doesn't take; when grown, for ordinal columns, missing values, a nominal column of more values
    than bins, and for more records than 10,000 and maxBins^2 beside numbers, where it draws a sample for the bins.

    >>> spark(maxDepth=3).stop[-1], spark(minInstancesPerNode=2, minInfoGain=Fraction(1, 100)).stop[-1].threshold
    (AtDepth(tests=3), Fraction(5764607523034235, 576460752303423488))
    >>> spark().pruning, spark(pruneTree=False).pruning, spark(impurity="variance").criterion.name
    ((MergeEqualSiblings(),), (), 'variance_reduction')
    """
    check_flags("Spark", pruneTree=pruneTree)
    criterion = CRITERIA_OF_SPARK[known_choice("Spark, impurity", impurity, tuple(CRITERIA_OF_SPARK))]
    bins, least_gain = whole("Spark, maxBins", maxBins, 2), _double("minInfoGain", minInfoGain)
    of_classes = impurity != "variance"
    pruning: tuple[PruningStep, ...] = (MergeEqualSiblings(),) if of_classes and pruneTree else ()
    others = NumbersOnly("Spark", "a column of numbers, or of nominal values")
    depth = AtDepth(whole("Spark, maxDepth", maxDepth, 0, MOST_LEVELS_OF_SPARK))
    return Policy(
        name="SPARK",
        source="Spark 4.3, `ml/tree/impl/RandomForest.scala`, `DecisionTreeMetadata.scala`, `ml/tree/treeParams.scala`, `Node.scala`",
        criterion=criterion,
        nominal=CentroidGroups(bins),
        ordinal=others,
        continuous=StrideBins(bins),
        stop=(
            *(pure, same_values, no_improvement, NearlyPureBelowRoot(EPSILON_OF_SPARK), depth),
            *((ImprovesLessThan(least_gain),) if least_gain else ()),
        ),
        admit=_admissions(minInstancesPerNode, minWeightFractionPerNode),
        sizes=Sizes.ROWS,
        pruning=pruning,
        label=majority if thresholds is None else _thresholds(thresholds, of_classes),
    )


def _double(name: str, x: int | Fraction) -> Fraction:
    """A parameter of at least 0, as the program keeps it."""
    return rounded(rational(f"Spark, {name}", x, least=0), Width.FLOAT64)


def _admissions(rows: int, share: int | Fraction) -> tuple[Admission, ...]:
    """The rules for the sizes of branches."""
    least, part = whole("Spark, minInstancesPerNode", rows, 1), _double("minWeightFractionPerNode", share)
    if part >= Fraction(1, 2):
        raise Invalid("Spark, minWeightFractionPerNode", "a number from 0 to below 0.5", share)
    return (EveryBranchHasRows(least), *((EveryBranchHasShare(part),) if part else ()))


def _thresholds(thresholds: Sequence[int | Fraction], of_classes: bool) -> LabelRule:
    """The rule for labels."""
    if not of_classes:
        raise Invalid("Spark, thresholds", "none beside variance, which has no classes", "given")
    numbers = tuple(rounded(x, Width.FLOAT64) for x in listed_rationals("Spark, thresholds", thresholds))
    if any(x < 0 for x in numbers) or numbers.count(Fraction(0)) > 1 or not any(numbers):
        raise Invalid("Spark, thresholds", "numbers of at least 0, one of them 0 at most, for each class", list(map(str, numbers)))
    return LargestOfThresholds(numbers)


SPARK = spark()
"""Spark's decision tree by its defaults (`spark`): Gini, maxDepth 5, maxBins 32, sibling leaves of the same class merged."""
