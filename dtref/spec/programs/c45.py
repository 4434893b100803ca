"""C4.5 release 8 as a policy: a function of the program's own options, with its defaults."""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.inputs import rational, whole
from dtref.spec.growing.admission import TwoBranchesHave
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import FewerThan, pure, same_values
from dtref.spec.presets import C45
from dtref.spec.programs.parameters import ALLOWANCE, check_flags, least_weight
from dtref.spec.pruning.error_based import checked_level
from dtref.spec.pruning.released_estimates import release_8_errors
from dtref.spec.pruning.steps import Collapse, ErrorBased
from dtref.spec.pruning.subtree_raising import Largest, Released
from dtref.spec.split.average_gain import THOUSANDTH, AboveAverageGain
from dtref.spec.split.candidates import MultiwaySplit
from dtref.spec.split.criteria import gain, gain_ratio
from dtref.spec.split.numeric.large_sides import LargeSidedCuts
from dtref.spec.split.value_groups import GroupedValues


@refuses_other_kinds
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
    floats, are exact here. With -s the least weight lapses to 1 where no record knows the value of an attribute of three values or more,
    for all that is grown later (`Src/subset.c`, EvalSubset): `verify` follows that, `grow` doesn't. Refused: soft thresholds (-p),
    windowing (-t).
    Errors: Invalid for what is refused, for m below 1, and for a confidence that isn't between 0 and 100.

    >>> c45_release_8(m=1).stop[-1], c45_release_8(pruned=False).pruning
    (FewerThan(records=2), (Collapse(allowance=Fraction(1, 1000)),))
    """
    check_flags("C4.5 release 8", g=g, s=s, p=p, pruned=pruned)
    whole("C4.5 release 8, t", t)
    for asked, option, meaning in ((p, "p", "soft thresholds"), (t, "t", "windowing")):
        if asked:
            raise Invalid(f"C4.5 release 8, {option}", f"a tree without {meaning} (-{option})", asked)
    least = least_weight("C4.5 release 8, m", m)
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


C45_RELEASE_8 = c45_release_8()
"""C4.5 release 8 by its defaults (`c45_release_8`): -m 2, -c 25, the simplified tree."""
