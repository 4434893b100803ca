"""Weka's J48 as a policy: a function of the program's own options, with its defaults."""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.inputs import rational
from dtref.spec.growing.admission import TwoBranchesHave
from dtref.spec.growing.policy import Policy, PruningStep
from dtref.spec.growing.stopping import FewerThan, pure, same_values
from dtref.spec.model.attributes import Width
from dtref.spec.presets import C45
from dtref.spec.programs.parameters import ALLOWANCE, check_flags, least_weight
from dtref.spec.pruning.error_based import QUARTER, checked_level
from dtref.spec.pruning.released_estimates import j48_errors
from dtref.spec.pruning.steps import Collapse, ErrorBased
from dtref.spec.pruning.subtree_raising import Largest, Released
from dtref.spec.split.average_gain import AboveAverageGain
from dtref.spec.split.candidates import MultiwaySplit
from dtref.spec.split.numeric.large_sides import LargeSidedCuts
from dtref.spec.split.value_or_rest import ValueOrRest

MILLIONTH = Fraction(1, 10**6)
"""Two numbers that differ by no more are equal for Weka (`weka/core/Utils.java`, SMALL)."""


@refuses_other_kinds
def j48(  # noqa: PLR0913 - the program's own options
    *,
    U: bool = False,  # noqa: N803 - the program's own names, here and below
    C: int | Fraction = QUARTER,  # noqa: N803
    M: int = 2,  # noqa: N803
    R: bool = False,  # noqa: N803
    B: bool = False,  # noqa: N803
    S: bool = False,  # noqa: N803
    L: bool = False,  # noqa: N803
    A: bool = False,  # noqa: N803
    J: bool = False,  # noqa: N803
    O: bool = False,  # noqa: E741, N803
    doNotMakeSplitPointActualValue: bool = False,  # noqa: N803
) -> Policy:
    """
    Weka's J48, by its own options: U (unpruned), C (confidence), M (least weight of two branches), B (one value against the others), S (no
    raising), L and A (nothing that shapes a tree). J (no log2(cuts)/n taken off), O (no collapsing) and doNotMakeSplitPointActualValue (a
    cut is the middle of two numbers, and not the largest number that isn't above it) are those of Weka 3.7 and later.

    The rules of C4.5 release 8 (`c45_release_8`) in doubles, with one tolerance: numbers that differ by 1/1000000 are equal, so that a test
    is asked if no other has a greater value by more; a best value within it of 0 makes a leaf, of nominal attributes, too. Refused: R,
    reduced-error pruning on random folds, and with it N and Q.
    Errors: Invalid for what is refused, also by Weka itself (U with S or another C), for M below 1, and for a confidence that isn't between
    0 and 1.

    >>> j48(M=1).stop[-1].records, j48(U=True, O=True).pruning
    (Fraction(1999999, 1000000), ())
    """
    check_flags("J48", U=U, R=R, B=B, S=S, L=L, A=A, J=J, O=O, doNotMakeSplitPointActualValue=doNotMakeSplitPointActualValue)
    if R:
        raise Invalid("J48, R", "a tree that isn't pruned by random folds (-R)", R)
    if U and (S or rational("J48, C", C) != QUARTER):
        raise Invalid(f"J48, {'S' if S else 'C'}", "a pruned tree beside it, as Weka refuses it with U", S or C)
    least = least_weight("J48, M", M)
    collapse: tuple[PruningStep, ...] = () if O else (Collapse(),)
    by_error = ErrorBased(checked_level(C), Largest.LAST, Released(j48_errors, ALLOWANCE, raises=not S, relabels=True))
    return evolve(
        C45,
        name="J48",
        source="Weka 3.6.14 and 3.9.7, `weka/classifiers/trees/J48.java`, `weka/classifiers/trees/j48/*.java`, `weka/core/Utils.java`",
        nominal=ValueOrRest() if B else MultiwaySplit(),
        ordinal=ValueOrRest() if B else MultiwaySplit(),
        continuous=LargeSidedCuts(least, Width.FLOAT64, MILLIONTH, at_values=not doNotMakeSplitPointActualValue),
        stop=(pure, same_values, FewerThan(2 * least - MILLIONTH)),
        admit=(TwoBranchesHave(least - MILLIONTH),),
        select=AboveAverageGain(priced=not J, least_info=Fraction(0), improves=True, tolerance=MILLIONTH),
        pruning=collapse if U else (*collapse, by_error),
    )


J48 = j48()
"""Weka's J48 by its defaults (`j48`): -C 0.25, -M 2."""
