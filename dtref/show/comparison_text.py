"""
Comparisons of two classifiers or two learning algorithms, as text and as JSON.

A comparison is lines in sections: what is computed is decided once, and both forms show it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Undefined, printable
from dtref.exact.comparison import sign
from dtref.exact.decimals import decimal
from dtref.exact.enclosure import Enclosure
from dtref.exact.number import Exact
from dtref.exact.root_quotient import RootQuotient
from dtref.io.numbers import Json
from dtref.show.exact_text import number_text
from dtref.spec.evaluation.comparison.contingency import Contingency
from dtref.spec.evaluation.comparison.five_by_two import five_by_two_f, five_by_two_t
from dtref.spec.evaluation.comparison.folds import (
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

Value: TypeAlias = Exact | RootQuotient | Undefined

LONGEST = 40
"""The most characters of an exact value that text shows; JSON shows all."""


@frozen
class Line:
    """One figure: its name, its value, and whether it is a p-value, which gets three digits more."""

    name: str
    value: Value
    is_p: bool = False


@frozen
class Section:
    """Figures that belong together."""

    title: str
    lines: tuple[Line, ...]


def on_one_test_set(table: Contingency) -> tuple[Section, ...]:
    """The contingency table of two classifiers, their error rates, and McNemar's test in all its forms."""
    b, c = table.only_first, table.only_second
    return (
        Section(
            "Records",
            (
                Line("both right", table.both_right),
                Line("only the first right", b),
                Line("only the second right", c),
                Line("neither right", table.neither),
            ),
        ),
        Section(
            "Error rates",
            (Line("first", table.first_error), Line("second", table.second_error), Line("first - second", table.difference)),
        ),
        Section(
            "McNemar's test",
            (
                Line("exact p", mcnemar_exact_p(b, c), is_p=True),
                Line("exact p, first is better", mcnemar_first_better_p(b, c), is_p=True),
                Line("exact p, second is better", mcnemar_first_better_p(c, b), is_p=True),
                Line("mid-p", mcnemar_mid_p(b, c), is_p=True),
                Line("doubled one-sided mid-p", mcnemar_doubled_mid_p(b, c), is_p=True),
                Line("chi-square", mcnemar_chi_square(b, c)),
                Line("chi-square p", mcnemar_chi_square_p(b, c), is_p=True),
                Line("corrected chi-square", mcnemar_corrected(b, c)),
                Line("corrected chi-square p", mcnemar_corrected_p(b, c), is_p=True),
                Line("corrected unless equal", mcnemar_corrected_unless_equal(b, c)),
                Line("corrected unless equal p", mcnemar_corrected_unless_equal_p(b, c), is_p=True),
            ),
        ),
    )


def on_two_test_sets(first: tuple[Fraction, int], second: tuple[Fraction, int], z: Exact) -> tuple[Section, ...]:
    """Two models, each an error rate and its number of records: the difference, its interval, and how likely the first is better."""
    (e_1, n_1), (e_2, n_2) = first, second
    statistic = difference_z(e_1, n_1, e_2, n_2)
    interval = difference_interval(e_1, n_1, e_2, n_2, z)
    return (
        Section("Error rates", (Line("first", e_1), Line("second", e_2), Line("first - second", difference(e_1, e_2)))),
        Section(
            "Difference",
            (
                Line("variance", difference_variance(e_1, n_1, e_2, n_2)),
                Line("quantile", z),
                Line("interval, lower end", interval.low),
                Line("interval, upper end", interval.high),
                Line("z", statistic),
                Line("two-sided p", normal_two_sided_p(statistic), is_p=True),
                Line("probability, first is better", probability_first_better(e_1, n_1, e_2, n_2), is_p=True),
            ),
        ),
    )


def over_folds(
    first: Sequence[Exact], second: Sequence[Exact], t: Exact | Undefined, sizes: tuple[int, int] | None = None
) -> tuple[Section, ...]:
    """Two algorithms on the same folds: the mean difference, its interval, paired t; with sizes (test, train), the corrected t."""
    interval = t if isinstance(t, Undefined) else mean_difference_interval(first, second, t)
    low, high = (interval, interval) if isinstance(interval, Undefined) else (interval.low, interval.high)
    corrected = () if sizes is None else (_t("Corrected resampled t", corrected_resampled_t(first, second, *sizes)),)
    return (
        Section(
            "Mean difference, first - second",
            (
                Line("folds", len(first)),
                Line("mean difference", mean_difference(first, second)),
                Line("variance of the mean", mean_difference_variance(first, second)),
                Line("quantile", t),
                Line("interval, lower end", low),
                Line("interval, upper end", high),
            ),
        ),
        _t("Paired t", paired_t(first, second)),
        *corrected,
    )


def over_five_by_two(first: Sequence[Exact], second: Sequence[Exact]) -> tuple[Section, ...]:
    """Two algorithms over five replications of two folds: Dietterich's t and Alpaydin's F."""
    f = five_by_two_f(first, second)
    return (
        _t("5x2 cv paired t", five_by_two_t(first, second)),
        Section("Combined 5x2 cv F", (Line("F", f if isinstance(f, Undefined) else f.f), Line("p", f_p(f), is_p=True))),
    )


def _t(title: str, found: TStatistic | Undefined) -> Section:
    t, degrees = (found, found) if isinstance(found, Undefined) else (found.t, found.degrees)
    return Section(
        title,
        (
            Line("t", t),
            Line("degrees of freedom", degrees),
            Line("two-sided p", two_sided_p(found), is_p=True),
            Line("p, first errs more", greater_p(found), is_p=True),
            Line("p, second errs more", less_p(found), is_p=True),
        ),
    )


def comparison_text(sections: Sequence[Section], digits: int = 3) -> str:
    """
    A comparison as text: each figure as certified decimal, and exactly where that is short.

    >>> print(comparison_text(over_five_by_two((3, 1) * 5, (1, 1) * 5)))
    5x2 cv paired t
      t                             1.414   (squared: 2.000 = 2)
      degrees of freedom            5
      two-sided p                   0.216437
      p, first errs more            0.108219
      p, second errs more           0.891781
    <BLANKLINE>
    Combined 5x2 cv F
      F                             1.000 = 1
      p                             0.534881
    """
    return "\n\n".join("\n".join(map(printable, [section.title, *_lines(section, digits)])) for section in sections)


def _lines(section: Section, digits: int) -> Iterator[str]:
    for line in section.lines:
        yield f"  {line.name:<29} {_text(line.value, digits + 3 * line.is_p)}"


def _text(value: Value, digits: int) -> str:
    match value:
        case Undefined(why=why):
            return f"undefined ({why})"
        case RootQuotient():
            return f"{_rounded(value.value, digits)}   (squared: {_text(value.square, digits)})"
        case int():
            return number_text(value)
        case Fraction() if len(number_text(value)) <= LONGEST:
            return f"{_rounded(value, digits)} = {value}"
        case _:
            return _rounded(value, digits)


def _rounded(value: Exact, digits: int) -> str:
    """The decimal, or what it is below, where it would show nothing but zeros."""
    text = decimal(value, digits)
    return text if text.strip("0.") or not sign(value) > 0 else f"below {decimal(Fraction(1, 10**digits), digits)}"


def comparison_json(sections: Sequence[Section], digits: int = 12) -> Json:
    """
    A comparison as JSON values: numbers as text, exactly and as certified decimals; what has no value says why.

    >>> comparison_json(over_five_by_two((3, 1) * 5, (1, 1) * 5))["5x2 cv paired t"]["t"]
    {'signed_square': '2', 'decimal': '1.414213562373'}
    """
    return {"format": "dtref-comparison/1", **{s.title: {line.name: _json(line.value, digits) for line in s.lines} for s in sections}}


def _json(value: Value, digits: int) -> Json:
    match value:
        case Undefined(why=why):
            return {"undefined": why}
        case RootQuotient():
            return {"signed_square": str(value.signed_square), "decimal": decimal(value.value, digits)}
        case Enclosure():
            return {"decimal": decimal(value, digits)}
        case _:
            return {"exact": number_text(value), "decimal": decimal(value, digits)}
