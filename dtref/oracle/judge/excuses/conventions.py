"""Conventions by name: other definitions that many programs have, documented and no mistakes, each as a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import log, sqrt

from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import is_number
from dtref.oracle.judge.cases import right_answers
from dtref.oracle.judge.excuses.rules import EXCUSE_RULES
from dtref.oracle.judge.excuses.views import ExcuseRule, Seen, answered_so, asked_so, changed_places, number_answered
from dtref.oracle.judge.rounding.numbers import Foreign

_CRITERIA_IN_BITS = ("gain", "gain_with_missing", "gain_over_all", "gain_over_all_unscaled", "split_info", "g_statistic")
_IMPURITIES_IN_BITS = ("entropy", "weighted_entropy", "entropy_of_children_over_all", "poisson_deviance", "poisson_reduction")
_LOSSES_IN_BITS = ("log_loss", "clipped_log_loss", "log_loss_decomposition", "bits_saved", "description_length")
IN_BITS = frozenset({*_CRITERIA_IN_BITS, *_IMPURITIES_IN_BITS, *_LOSSES_IN_BITS})
"""The operations whose numbers are bits, all of them."""


def _scaled(seen: Seen, factor: float, is_scaled: Callable[[Json], bool] = is_number) -> Iterator[Seen]:
    """The answer, its numbers times a factor where the right one is of a kind."""

    def change(answer: Foreign, exact: Json) -> Foreign:
        number = number_answered(answer)
        return answer if number is None or not is_scaled(exact) else number * factor

    if seen.reply.kind == "answer":
        for exact in right_answers(seen.case.expected):
            yield from answered_so(seen, changed_places(seen.reply.value, exact, change))


def _in_logarithms(exact: Json) -> bool:
    return isinstance(exact, dict) and exact.keys() == {"log2"}


def _natural_logarithms(seen: Seen) -> Iterator[Seen]:
    """nats / ln 2 = bits"""
    return _scaled(seen, 1 / log(2), is_number if seen.case.call.operation in IN_BITS else _in_logarithms)


def _values(given: Mapping[str, Json]) -> int:
    """The number of values that an operation's spread is of."""
    columns = [given[name] for name in ("values", "replicates", "first") if isinstance(given.get(name), list)]
    return len(columns[0]) if columns else 0


_BY_LESS_ONE: Mapping[str, Callable[[int], float]] = {
    "sample_variance": lambda n: n / (n - 1),
    "bootstrap_variance": lambda n: n / (n - 1),
    "mean_difference_variance": lambda n: n / (n - 1),
    "standard_deviation": lambda n: sqrt(n / (n - 1)),
    "standard_error_of_mean": lambda n: sqrt(n / (n - 1)),
    "paired_t": lambda n: sqrt((n - 1) / n),
    "corrected_resampled_t": lambda n: sqrt((n - 1) / n),
}
"""What divides by n - 1: the factor that makes it of what divides by n."""


def _population_variance(seen: Seen) -> Iterator[Seen]:
    """sum (x - mean)^2 / n where the definition divides by n - 1"""
    operation, n = seen.case.call.operation, _values(seen.case.call.given)
    if operation in _BY_LESS_ONE and n > 1:
        yield from _scaled(seen, _BY_LESS_ONE[operation](n))
    elif operation == "sample_variance":
        yield from asked_so(seen, seen.case.call.given, "variance")


def _sample_variance(seen: Seen) -> Iterator[Seen]:
    """sum (x - mean)^2 / (n - 1) where the definition divides by n"""
    if seen.case.call.operation == "variance":
        yield from asked_so(seen, seen.case.call.given, "sample_variance")


_ZERO_DIVISION = "scikit-learn's zero_division={}: a measure that is 0/0 counts as {}, in averages, too"


def _averages_of_defined(seen: Seen) -> Iterator[Seen]:
    """The average over the classes whose measure has a value, where the definition then has none."""
    if seen.case.call.operation in {"macro_average", "weighted_average"}:
        yield from asked_so(seen, seen.case.call.given, f"{seen.case.call.operation}_of_defined")


EXCUSED_CONVENTIONS: Mapping[str, ExcuseRule] = {
    rule.name: rule
    for rule in (
        ExcuseRule(
            "zero-division-0",
            _ZERO_DIVISION.format(0, 0),
            EXCUSE_RULES["undefined zero"].ways,
        ),
        ExcuseRule(
            "zero-division-1",
            _ZERO_DIVISION.format(1, 1),
            EXCUSE_RULES["undefined one"].ways,
        ),
        ExcuseRule("weka-zero", "Weka's 0 for 0/0", EXCUSE_RULES["undefined zero"].ways),
        ExcuseRule("averages-of-defined", "averages leave out classes whose measure is 0/0", _averages_of_defined),
        ExcuseRule("natural-logarithms", "nats, where the definition has bits", _natural_logarithms),
        ExcuseRule("sample-variance", "divided by n - 1, where the definition divides by n", _sample_variance),
        ExcuseRule("population-variance", "divided by n, where the definition divides by n - 1", _population_variance),
    )
}
"""The conventions by name."""
