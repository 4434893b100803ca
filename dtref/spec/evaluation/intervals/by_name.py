"""The intervals for an error rate, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from dtref.errors import Undefined
from dtref.spec.evaluation.intervals.binomial_intervals import clopper_pearson, clopper_pearson_at_least, clopper_pearson_at_most, jeffreys
from dtref.spec.evaluation.intervals.interval import Interval
from dtref.spec.evaluation.intervals.proportion import agresti_coull, wald, wilson

NORMAL_INTERVALS: Mapping[str, Callable[..., Interval | Undefined]] = {
    "wald": wald,
    "wilson": wilson,
    "agresti_coull": agresti_coull,
}
"""The intervals based on the normal distribution: of errors, records and a deviate or a `confidence`."""

BINOMIAL_INTERVALS: Mapping[str, Callable[[int, int, Fraction], Interval]] = {
    "clopper_pearson": clopper_pearson,
    "clopper_pearson_at_most": clopper_pearson_at_most,
    "clopper_pearson_at_least": clopper_pearson_at_least,
    "jeffreys": jeffreys,
}
"""The intervals based on the binomial distribution: of errors, records and a confidence."""
