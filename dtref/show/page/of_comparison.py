"""Comparisons of two classifiers or two learning algorithms as pages: named values under headings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from dtref.errors import Undefined
from dtref.exact.definition import Citation, sources_of
from dtref.exact.number import Exact
from dtref.io.numbers import Json
from dtref.show.page.as_json import page_json
from dtref.show.page.blocks import P_DIGITS, Blocks, ComputedValue, Figures, Heading, NamedValue
from dtref.show.page.of_derivation import citations, cited_documents
from dtref.spec.evaluation.comparison.contingency import Contingency
from dtref.spec.evaluation.comparison.delong import (
    delong_covariance,
    delong_difference_interval,
    delong_interval,
    delong_p,
    delong_variance,
    delong_z,
)
from dtref.spec.evaluation.comparison.five_by_two import five_by_two_f, five_by_two_t
from dtref.spec.evaluation.comparison.folds import (
    corrected_resampled_interval,
    corrected_resampled_t,
    mean_difference,
    mean_difference_interval,
    mean_difference_variance,
    paired_t,
)
from dtref.spec.evaluation.comparison.independent import (
    difference,
    difference_interval,
    difference_variance,
    difference_z,
    probability_first_better,
)
from dtref.spec.evaluation.comparison.mcnemar import (
    mcnemar_chi_square,
    mcnemar_chi_square_p,
    mcnemar_corrected,
    mcnemar_corrected_p,
    mcnemar_corrected_unless_equal,
    mcnemar_corrected_unless_equal_p,
    mcnemar_doubled_mid_p,
    mcnemar_exact_p,
    mcnemar_first_better_p,
    mcnemar_mid_p,
)
from dtref.spec.evaluation.comparison.p_values import TStatistic, f_p, greater_p, less_p, normal_two_sided_p, two_sided_p
from dtref.spec.evaluation.intervals.interval import Interval
from dtref.spec.evaluation.ranking.auc import auc


def on_one_test_set(table: Contingency) -> Blocks:
    """The contingency table of two classifiers, their error rates, and McNemar's test in all its forms."""
    b, c = table.only_first, table.only_second
    return (
        *_section(
            "Records",
            NamedValue("both right", table.both_right),
            NamedValue("only the first right", b),
            NamedValue("only the second right", c),
            NamedValue("neither right", table.neither),
        ),
        *_section(
            "Error rates",
            NamedValue("first", table.first_error),
            NamedValue("second", table.second_error),
            NamedValue("first - second", table.difference),
        ),
        *_sourced(
            "McNemar's test",
            (mcnemar_exact_p, mcnemar_mid_p, mcnemar_chi_square, mcnemar_corrected, mcnemar_corrected_unless_equal),
            _p("exact p", mcnemar_exact_p(b, c)),
            _p("exact p, first is better", mcnemar_first_better_p(b, c)),
            _p("exact p, second is better", mcnemar_first_better_p(c, b)),
            _p("mid-p", mcnemar_mid_p(b, c)),
            _p("doubled one-sided mid-p", mcnemar_doubled_mid_p(b, c)),
            NamedValue("chi-square", mcnemar_chi_square(b, c)),
            _p("chi-square p", mcnemar_chi_square_p(b, c)),
            NamedValue("corrected chi-square", mcnemar_corrected(b, c)),
            _p("corrected chi-square p", mcnemar_corrected_p(b, c)),
            NamedValue("corrected unless equal", mcnemar_corrected_unless_equal(b, c)),
            _p("corrected unless equal p", mcnemar_corrected_unless_equal_p(b, c)),
        ),
    )


_APART = (difference_variance, difference_interval, probability_first_better)
_OVER_FOLDS = (
    mean_difference,
    mean_difference_variance,
    mean_difference_interval,
    paired_t,
    corrected_resampled_t,
    corrected_resampled_interval,
)
"""What is computed of two models, and of two algorithms: their sources are told."""


def on_two_test_sets(first: tuple[Fraction, int], second: tuple[Fraction, int], z: Exact) -> Blocks:
    """Two models, each an error rate and its number of records: the difference, its interval, and how likely the first is better."""
    (e_1, n_1), (e_2, n_2) = first, second
    statistic = difference_z(e_1, n_1, e_2, n_2)
    interval = difference_interval(e_1, n_1, e_2, n_2, z)
    return (
        *_section("Error rates", NamedValue("first", e_1), NamedValue("second", e_2), NamedValue("first - second", difference(e_1, e_2))),
        *_sourced(
            "Difference",
            _APART,
            NamedValue("variance", difference_variance(e_1, n_1, e_2, n_2)),
            NamedValue("quantile", z),
            *_ends("interval, ", interval),
            NamedValue("z", statistic),
            _p("two-sided p", normal_two_sided_p(statistic)),
            _p("probability, first is better", probability_first_better(e_1, n_1, e_2, n_2)),
        ),
        *cited_documents(_sources(_APART)),
    )


def on_scores(first: Sequence[Exact], second: Sequence[Exact], labels: Sequence[str], positive: str, z: Exact) -> Blocks:
    """
    Two classifiers that score the same records: the areas under their ROC curves, an interval for each, and DeLong's test.

    >>> from dtref.show.page.as_text import as_text
    >>> print(as_text(on_scores((4, 3, 2, 1), (4, 1, 3, 2), "++--", "+", 2)).partition("Source")[0].rstrip())
    Areas under the ROC curves, + positive
      first                         1
      second                        0.500 = 1/2
      first - second                0.500 = 1/2
      first, lower end              1
      first, upper end              1
      second, lower end             -0.500 = -1/2
      second, upper end             1.500 = 3/2
      first - second, lower end     -0.500 = -1/2
      first - second, upper end     1.500 = 3/2
      quantile                      2
    <BLANKLINE>
    DeLong's test
      variance, first               0
      variance, second              0.250 = 1/4
      covariance                    0
      z                             1
      two-sided p                   0.317311
    """
    one, other = (auc(scores, labels, positive) for scores in (first, second))
    gap = one if isinstance(one, Undefined) else other if isinstance(other, Undefined) else one - other
    ends = (
        *_ends("first, ", delong_interval(first, labels, positive, z)),
        *_ends("second, ", delong_interval(second, labels, positive, z)),
        *_ends("first - second, ", delong_difference_interval(first, second, labels, positive, z)),
    )
    return (
        *_section(
            f"Areas under the ROC curves, {positive} positive",
            NamedValue("first", one),
            NamedValue("second", other),
            NamedValue("first - second", gap),
            *ends,
            NamedValue("quantile", z),
        ),
        *_sourced(
            "DeLong's test",
            (delong_z,),
            NamedValue("variance, first", delong_variance(first, labels, positive)),
            NamedValue("variance, second", delong_variance(second, labels, positive)),
            NamedValue("covariance", delong_covariance(first, second, labels, positive)),
            NamedValue("z", delong_z(first, second, labels, positive)),
            _p("two-sided p", delong_p(first, second, labels, positive)),
        ),
    )


def over_folds(first: Sequence[Exact], second: Sequence[Exact], t: Exact | Undefined, sizes: tuple[int, int] | None = None) -> Blocks:
    """
    Two algorithms on the same folds: the mean difference, paired t and the interval by it; with sizes (test, train), the corrected t and
    the interval by that.
    """
    interval = t if isinstance(t, Undefined) else mean_difference_interval(first, second, t)
    intervals = _ends("interval, ", interval)
    if sizes is not None:
        corrected = t if isinstance(t, Undefined) else corrected_resampled_interval(first, second, *sizes, t)
        intervals = (*_ends("paired interval, ", interval), *_ends("corrected interval, ", corrected))
    return (
        *_sourced(
            "Mean difference, first - second",
            _OVER_FOLDS[:3],
            NamedValue("folds", len(first)),
            NamedValue("mean difference", mean_difference(first, second)),
            NamedValue("variance of the mean", mean_difference_variance(first, second)),
            NamedValue("quantile", t),
            *intervals,
        ),
        *_t("Paired t", paired_t, paired_t(first, second)),
        *(() if sizes is None else _t("Corrected resampled t", corrected_resampled_t, corrected_resampled_t(first, second, *sizes))),
        *cited_documents(_sources(_OVER_FOLDS)),
    )


def over_five_by_two(first: Sequence[Exact], second: Sequence[Exact]) -> Blocks:
    """
    Two algorithms over five replications of two folds: Dietterich's t and Alpaydin's F.

    >>> from dtref.show.page.as_text import as_text
    >>> print(as_text(over_five_by_two((3, 1) * 5, (1, 1) * 5)))
    5x2 cv paired t
      t                             1.414 = sqrt(2)
      degrees of freedom            5
      two-sided p                   0.216437
      p, first errs more            0.108219
      p, second errs more           0.891781
    Source: Dietterich 1998, Approximate statistical tests for comparing supervised classification learning algorithms.
    <BLANKLINE>
    Combined 5x2 cv F
      F                             1
      p                             0.534881
    Source: Alpaydin 1999, Combined 5x2 cv F test for comparing supervised classification learning algorithms.
    """
    f = five_by_two_f(first, second)
    return (
        *_t("5x2 cv paired t", five_by_two_t, five_by_two_t(first, second)),
        *_sourced("Combined 5x2 cv F", (five_by_two_f,), NamedValue("F", f if isinstance(f, Undefined) else f.f), _p("p", f_p(f))),
    )


def _t(title: str, test: Callable[..., object], statistic: TStatistic | Undefined) -> Blocks:
    t, degrees = (statistic, statistic) if isinstance(statistic, Undefined) else (statistic.t, statistic.degrees)
    return _sourced(
        title,
        (test,),
        NamedValue("t", t),
        NamedValue("degrees of freedom", degrees),
        _p("two-sided p", two_sided_p(statistic)),
        _p("p, first errs more", greater_p(statistic)),
        _p("p, second errs more", less_p(statistic)),
    )


def _ends(name: str, interval: Interval | Undefined) -> tuple[NamedValue, ...]:
    """Both ends of an interval, each with its name."""
    low, high = (interval, interval) if isinstance(interval, Undefined) else (interval.low, interval.high)
    return NamedValue(f"{name}lower end", low), NamedValue(f"{name}upper end", high)


def _section(title: str, *figures: NamedValue) -> Blocks:
    return Heading(title), Figures(figures)


def _sourced(title: str, tests: Sequence[Callable[..., object]], *figures: NamedValue) -> Blocks:
    """A section, then the sources of what is computed there."""
    return *_section(title, *figures), *citations(_sources(tests))


def _sources(tests: Sequence[Callable[..., object]]) -> tuple[Citation, ...]:
    return tuple(source for test in tests for source in sources_of(test))


def _p(name: str, value: ComputedValue) -> NamedValue:
    """A p-value."""
    return NamedValue(name, value, least=P_DIGITS)


def comparison_json(page: Blocks, digits: int = 12) -> Json:
    """
    A comparison as JSON values: numbers as text, exactly and as certified decimals; a reason where there is no value.

    >>> comparison_json(over_five_by_two((3, 1) * 5, (1, 1) * 5))["Combined 5x2 cv F"]["F"]
    {'exact': '1', 'decimal': '1.000000000000'}
    """
    return {"format": "dtref-comparison/1", **page_json(page, digits)}
