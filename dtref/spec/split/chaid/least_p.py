"""The choice of the attribute as the CHAID package for Python has it: the least p-value as doubles hold it, without a level."""

from __future__ import annotations

__sources__ = ("CHAID 5.5.1 (PyPI), `CHAID/stats.py`", "SciPy 1.17, `chdtrc` (xsf `cephes/igam.h`)")

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from attrs import frozen

from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.exact.enclosure import Enclosure, enclose
from dtref.exact.number import number
from dtref.spec.model.counts import Counts
from dtref.spec.split.candidates import Candidates
from dtref.spec.split.chaid.candidates import adjusted_of, last_candidate
from dtref.spec.split.chaid.significance import Significance, compare_p
from dtref.spec.split.choose import Best, Keep, every
from dtref.spec.split.criteria import Criterion

if TYPE_CHECKING:
    from flint import arb

LEAST_LOGARITHM = Fraction(-7.09782712893383996843e2)
"""The natural logarithm below which a factor of a p-value is taken for 0: minus that of the largest double (`MAXLOG`)."""
SURELY_ABOVE = 1400
"""A p-value whose statistic is at most this is not 0: for a, x with 1 <= a <= x <= 700 the factor is at least e^-700."""


@defined(formula="x^a e^-x / Gamma(a) < e^-709.78..., a = degrees/2, x = statistic/2", sources=("xsf, `cephes/igam.h`, igam_fac",))
def is_zero_in_doubles(significance: Significance) -> bool:
    """
    Whether a p-value is so small that it is 0 as a double, as SciPy computes it.

    >>> is_zero_in_doubles(Significance(Fraction(1410), 1)), is_zero_in_doubles(Significance(Fraction(1430), 1))
    (False, True)
    """
    if compare(significance.statistic, max(SURELY_ABOVE, 2 * significance.degrees)) <= 0:
        return False
    half = enclose(significance.statistic) / 2
    return compare(Enclosure("logarithm of a factor", partial(_logarithm, degrees=significance.degrees), (half,)), LEAST_LOGARITHM) < 0


def _logarithm(half: arb, degrees: int) -> arb:
    import flint

    a = flint.arb(degrees) / 2
    return a * half.log() - half - a.lgamma()


def compare_in_doubles(a: Significance, b: Significance) -> int:
    """
    -1, 0 or 1 as a is asked before b, as good, or after it: by the smaller p-value, two that are 0 as doubles being equal, then by the
    greater statistic. Errors: Undecided as `compare_p`.

    >>> near, far = Significance(Fraction(2000), 2), Significance(Fraction(3000), 40)
    >>> compare_in_doubles(near, far), compare_in_doubles(Significance(Fraction(4), 1), Significance(Fraction(5), 9))
    (1, -1)
    """
    zero = [is_zero_in_doubles(x) for x in (a, b)]
    by_p = (zero[1] - zero[0]) if any(zero) else compare_p(a, b)
    return by_p or compare(b.statistic, a.statistic)


@defined(sources=("CHAID 5.5.1, `CHAID/stats.py` (better_split)",))
@frozen
class LeastPInDoubles:
    """
    Selects the candidates that come first by `compare_in_doubles`, whatever their p-value. The value of the best is its statistic.

    An attribute whose merging ties has one of its candidates in a run, or none where it may have none (`MergedCandidates.or_none`). So a
    candidate is selected if each other attribute has one that comes no earlier, or may have none. Where every attribute may have none, a
    leaf is as good, and comes last.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.tests import Multiway
    >>> from dtref.spec.split.association import chi_square
    >>> splits = {"x": ((9, 1), (1, 9)), "y": ((6, 4), (4, 6))}
    >>> offered = [Candidates([split], lambda _, a=a: Multiway(Nominal(a, ("0", "1")))) for a, split in splits.items()]
    >>> best = LeastPInDoubles()((10, 10), offered, chi_square)
    >>> best.value, [test.attribute.name for test in best.optima]
    (Fraction(64, 5), ['x'])
    """

    def __call__(self, _node: Counts, offered: Sequence[Candidates], _criterion: Criterion, _keep: Keep = every) -> Best | None:
        """The best of the candidates of a node."""
        last = [bar for candidates in offered if (bar := last_candidate(candidates, compare_in_doubles)) is not None]
        best = [
            (adjusted, candidates.test(i))
            for candidates in offered
            for i, adjusted in enumerate(adjusted_of(candidates))
            if all(compare_in_doubles(adjusted, bar) <= 0 for bar in last)
        ]
        leaf = None if last else len(best)
        return Best(number(best[0][0].statistic), tuple(test for _, test in best), leaf) if best else None
