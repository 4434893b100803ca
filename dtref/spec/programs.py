"""
Released programs as policies: functions of a program's own parameters, with its defaults, and the constants that these defaults make.

Each is a policy of named rules, with the source file, or the measurement, that says so. What a program has and dtref hasn't is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from attrs import evolve

from dtref.errors import Invalid
from dtref.exact.inputs import rational, whole
from dtref.spec.growing.admission import TwoBranchesHave
from dtref.spec.growing.policy import Policy, PruningStep
from dtref.spec.growing.stopping import FewerThan, pure, same_values
from dtref.spec.model.attributes import Width
from dtref.spec.presets import C45
from dtref.spec.pruning.error_based import QUARTER, checked_level
from dtref.spec.pruning.released_estimates import j48_errors, release_8_errors
from dtref.spec.pruning.steps import Collapse, ErrorBased
from dtref.spec.pruning.subtree_raising import Largest, Released
from dtref.spec.split.average_gain import THOUSANDTH, AboveAverageGain
from dtref.spec.split.candidates import MultiwaySplit
from dtref.spec.split.criteria import gain, gain_ratio
from dtref.spec.split.numeric.large_sides import LargeSidedCuts
from dtref.spec.split.value_groups import GroupedValues
from dtref.spec.split.value_or_rest import ValueOrRest

ALLOWANCE = Fraction(1, 10)
"""The errors more that a leaf, or a branch, may be predicted and still replace (`Src/prune.c`, `C45PruneableClassifierTree.java`)."""
MILLIONTH = Fraction(1, 10**6)
"""Two numbers that differ by no more are equal for Weka (`weka/core/Utils.java`, SMALL)."""


def c45_release_8(  # noqa: PLR0913 - the program's own options
    *, m: int = 2, cf: int | Fraction = Fraction(25), g: bool = False, s: bool = False, p: bool = False, t: int = 0, pruned: bool = True
) -> Policy:
    """
    C4.5 release 8, by its own options: `-m`, `-c` (cf, in percent), `-g` (gain for gain ratio), `-s` (groups of values). It prints two
    trees: pruned says which.

    A number has one cut, that of greatest gain, whose sides hold m, or a tenth of the known weight per class where that is more (25 at
    most); log2(cuts)/n is taken off its gain, which must stay above 0. An attribute of at least average gain, less 1/1000, has the greatest
    gain ratio; attributes of 3/10 n declared values or more don't enter the average. Two branches hold m, and a node of less than 2 m is a
    leaf, as is one whose subtree saves no training errors. Numbers are 32-bit floats; weights and gains, which the program sums in such
    floats, are exact here. Refused: soft thresholds (-p), windowing (-t).
    Errors: Invalid for what is refused, for m below 1, and for a confidence that isn't between 0 and 100.

    >>> c45_release_8(m=1).stop[-1], c45_release_8(pruned=False).pruning
    (FewerThan(records=2), (Collapse(allowance=Fraction(1, 1000)),))
    """
    _check_flags("C4.5 release 8", g=g, s=s, p=p, pruned=pruned)
    for asked, option, meaning in ((p, "p", "soft thresholds"), (t, "t", "windowing")):
        if asked:
            raise Invalid(f"C4.5 release 8, {option}", f"a tree without {meaning} (-{option})", asked)
    least = _least("C4.5 release 8, m", m)
    by_error = ErrorBased(checked_level(rational("cf", cf) / 100), Largest.LAST, Released(release_8_errors, ALLOWANCE))
    return evolve(
        C45,
        name="C45_RELEASE_8",
        source="C4.5 release 8, `Src/build.c`, `info.c`, `contin.c`, `discr.c`, `prune.c`, `stats.c`; options `c4.5.c`",
        criterion=gain if g else gain_ratio,
        nominal=GroupedValues(least) if s else MultiwaySplit(),
        ordinal=GroupedValues(least) if s else MultiwaySplit(),
        continuous=LargeSidedCuts(least),
        stop=(pure, same_values, FewerThan(2 * least)),
        admit=(TwoBranchesHave(least),),
        select=AboveAverageGain(leaves_out=not s, least_info=Fraction(0) if g else THOUSANDTH),
        pruning=(Collapse(), by_error) if pruned else (Collapse(),),
    )


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
) -> Policy:
    """
    Weka's J48, by its own options: U (unpruned), C (confidence), M (least weight of two branches), B (one value against the others), S (no
    raising), L and A (nothing that shapes a tree). J (no log2(cuts)/n taken off) and O (no collapsing) are those of Weka 3.7 and later.

    The rules of C4.5 release 8 (`c45_release_8`) in doubles, with one tolerance: numbers that differ by 1/1000000 are equal, so that a test
    is asked if no other has a greater value by more; a best value within it of 0 makes a leaf, of nominal attributes, too. Refused: R,
    reduced-error pruning on random folds, and with it N and Q.
    Errors: Invalid for what is refused, for M below 1, and for a confidence that isn't between 0 and 1.

    >>> j48(M=1).stop[-1].records, j48(U=True, O=True).pruning
    (Fraction(1999999, 1000000), ())
    """
    _check_flags("J48", U=U, R=R, B=B, S=S, L=L, A=A, J=J, O=O)
    if R:
        raise Invalid("J48, R", "a tree that isn't pruned by random folds (-R)", R)
    least = _least("J48, M", M)
    collapse: tuple[PruningStep, ...] = () if O else (Collapse(),)
    by_error = ErrorBased(checked_level(C), Largest.LAST, Released(j48_errors, ALLOWANCE, raises=not S, relabels=True))
    return evolve(
        C45,
        name="J48",
        source="Weka 3.6.14, `weka/classifiers/trees/J48.java`, `weka/classifiers/trees/j48/*.java`, `weka/core/Utils.java`",
        nominal=ValueOrRest() if B else MultiwaySplit(),
        ordinal=ValueOrRest() if B else MultiwaySplit(),
        continuous=LargeSidedCuts(least, Width.FLOAT64, MILLIONTH),
        stop=(pure, same_values, FewerThan(2 * least - MILLIONTH)),
        admit=(TwoBranchesHave(least - MILLIONTH),),
        select=AboveAverageGain(priced=not J, least_info=Fraction(0), improves=True, tolerance=MILLIONTH),
        pruning=collapse if U else (*collapse, by_error),
    )


def _check_flags(program: str, **flags: object) -> None:
    """Errors: Invalid for a flag that is neither True nor False: any text would count as True."""
    for name, flag in flags.items():
        if not isinstance(flag, bool):
            raise Invalid(f"{program}, {name}", "True or False", flag)


def _least(where: str, m: int) -> int:
    """A least weight. Errors: Invalid for one below 1."""
    return whole(where, m, 1)


C45_RELEASE_8 = c45_release_8()
"""C4.5 release 8 by its defaults (`c45_release_8`): -m 2, -c 25, the simplified tree."""

J48 = j48()
"""Weka's J48 by its defaults (`j48`): -C 0.25, -M 2."""

PROGRAMS: Mapping[str, Callable[..., Policy]] = {"c45-release-8": c45_release_8, "j48": j48}
"""The programs by the names that the command line uses; called without arguments each gives its defaults."""
