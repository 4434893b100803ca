"""Weka's REPTree as a policy: a function of the program's own options, with its defaults."""

from __future__ import annotations

from fractions import Fraction

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.inputs import rational, whole
from dtref.spec.growing.admission import TwoBranchesHave
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import AtDepth, FewerThan, same_values
from dtref.spec.model.trees import Gap
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.programs.j48 import MILLIONTH
from dtref.spec.programs.parameters import check_flags, whole_of_32_bits
from dtref.spec.split.best_when_filled import BestWhenFilled
from dtref.spec.split.candidates import MultiwaySplit
from dtref.spec.split.criteria import gain, variance_reduction
from dtref.spec.split.filled import gain_of_filled, variance_reduction_of_filled
from dtref.spec.split.numeric.double_precision import CutsBelowMiddle

LEAST_VARIANCE = Fraction(1, 1000)
"""The part of all variance that a node must have to be split, by default (-V)."""


@refuses_other_kinds
def reptree(  # noqa: PLR0913 - the program's own options
    *,
    M: int = 2,  # noqa: N803 - the program's own names, here and below
    V: int | Fraction = LEAST_VARIANCE,  # noqa: N803
    N: int = 3,  # noqa: N803
    S: int = 1,  # noqa: N803
    P: bool = False,  # noqa: N803
    L: int = -1,  # noqa: N803
    numbers: bool = False,
) -> Policy:
    """
    Weka's REPTree, by its own options: M (least weight of two branches), V (of a number, the least part of all variance), P (no pruning),
    L (greatest depth). numbers: whether the target is a number, which the program sees in its data.

    Information gain, or the reduction in variance; a branch for each declared value; x < the middle of two neighbours. A number enters with
    the cut that is best for the records that have a value; then every branch gets its part of the others, and the greatest value so wins.
    It must exceed 1/1000000, and two branches of the winner must weigh M. Refused: pruning, which holds out one of N folds, drawn at random
    with seed S.
    Errors: Invalid for what is refused, for M below 0, and for V that isn't from 0 to 1.

    >>> reptree(P=True).confirm, reptree(P=True, L=3).stop[-1]
    ((TwoBranchesHave(records=2),), AtDepth(tests=3))
    """
    check_flags("REPTree", P=P, numbers=numbers)
    whole("REPTree, N", N)
    whole_of_32_bits("REPTree, S", S)
    if not P:
        raise Invalid("REPTree, P", f"a tree without pruning (-P): the {N} folds of seed {S} are drawn at random", P)
    least, share, deepest = whole("REPTree, M", M, 0), rational("REPTree, V", V), whole("REPTree, L", L, -1)
    if not 0 <= share <= 1:
        raise Invalid("REPTree, V", "a part from 0 to 1", V)
    select = BestWhenFilled(variance_reduction, MILLIONTH, share) if numbers else BestWhenFilled(gain, MILLIONTH)
    return Policy(
        name="REPTREE",
        source="Weka 3.6.14, `weka/classifiers/trees/REPTree.java`, `weka/core/Utils.java`, `ContingencyTables.java`",
        criterion=variance_reduction_of_filled if numbers else gain_of_filled,
        ordinal=MultiwaySplit(),
        continuous=CutsBelowMiddle(),
        stop=(same_values, FewerThan(2 * least), *(() if deepest < 0 else (AtDepth(deepest),))),
        select=select,
        confirm=(TwoBranchesHave(least),),
        missing=keep_missing,
        gap=Gap.FRACTIONS,
    )
