"""
Predicted class shares with the classes that came: what the losses of this folder are computed from.

Notation: n records, f_ik the share that the forecast of record i gives class k, o_ik = 1 where the record is of class k, else 0. Of the
records with one and the same forecast f_g: n_g their number, o_gk the share of class k among them. Over all: o_k.
A share may be a float, as programs give them: it is the fraction that it is. So 0.1, 0.2 and 0.7 don't add up to 1, which is refused:
`normalised_shares` divides by the sum.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeAlias

from attrs import frozen
from toolz import groupby

from dtref.errors import Invalid, Undefined
from dtref.exact.comparison import sign
from dtref.exact.definition import defined
from dtref.exact.inputs import exact, finite, is_symbolic, items, labels
from dtref.exact.number import Exact, Number, is_zero, number, total
from dtref.spec.evaluation.confusion.matrix import distinct
from dtref.spec.evaluation.ranking.scores import checked_labels
from dtref.spec.model.display import Reported
from dtref.spec.model.labels import class_names

ClassShares: TypeAlias = tuple[Number, ...]
"""A share for each class, in the order of the classes."""


@frozen
class ForecastOutcome:
    """A forecast, and the position of the class that came, from 0."""

    forecast: ClassShares
    actual: int


@frozen
class Stratum:
    """The records with one forecast: how many of them are of each class."""

    forecast: ClassShares
    counts: tuple[Exact, ...]

    @property
    def records(self) -> Number:
        """n_g: how many records have this forecast."""
        return total(self.counts)

    @property
    def shares(self) -> ClassShares:
        """o_gk: the share of each class among them."""
        return tuple(number(count) / self.records for count in self.counts)


@frozen
class Decomposition(Reported):
    """What a loss is made of: loss = reliability - resolution + uncertainty. Each part is at least 0."""

    reliability: Number
    resolution: Number
    uncertainty: Number

    @property
    def loss(self) -> Number:
        """The loss itself."""
        return self.reliability - self.resolution + self.uncertainty


def outcomes(shares: Iterable[Iterable[object]], actual: Iterable[Hashable], classes: Iterable[Hashable]) -> tuple[ForecastOutcome, ...]:
    """
    Each record's forecast, a share for each class, with its actual class.

    Errors: Invalid where there isn't a forecast for each record with a share of each class, a share isn't a number from 0 to 1, the shares
    of a record don't add up to 1 exactly, a label is no class.

    >>> from fractions import Fraction
    >>> outcomes([[Fraction(1, 4), 0.75]], "b", "ab")
    (ForecastOutcome(forecast=(Fraction(1, 4), Fraction(3, 4)), actual=1),)
    >>> outcomes([[0.125, 0.25, 0.5]], "b", "abc")
    Traceback (most recent call last):
    dtref.errors.Invalid: shares of record 1: expected shares that add up to 1 exactly: see normalised_shares (got Fraction(7, 8))
    """
    names = distinct(classes)
    truth = class_names(labels("actual classes", actual), "actual classes")
    rows = items("shares", shares)
    if len(rows) != len(truth):
        raise Invalid("shares", f"{len(truth)} rows, one for each actual class", len(rows))
    position = {name: k for k, name in enumerate(names)}
    for i, label in enumerate(truth, 1):
        if label not in position:
            raise Invalid(f"record {i}, actual class", f"one of the classes {', '.join(map(repr, names))}", label)
    forecasts = [_adding_up(_shares(row, i, len(names)), i) for i, row in enumerate(rows, 1)]
    return tuple(ForecastOutcome(f, position[label]) for f, label in zip(forecasts, truth, strict=True))


def binary_outcomes(
    probabilities: Iterable[object], labels: object, positive: object, classes: object = None
) -> tuple[ForecastOutcome, ...]:
    """
    Each record's forecast of two classes, the positive one first, from its probability of the positive class.

    Errors: Invalid for a probability that isn't a number from 0 to 1, labels as for `dtref.spec.evaluation.ranking.tie_blocks.rank`.

    >>> binary_outcomes([0.75], "-", "+", classes="+-")
    (ForecastOutcome(forecast=(Fraction(3, 4), Fraction(1, 4)), actual=1),)
    """
    ps = [_share(f"probability of record {i}", p) for i, p in enumerate(items("probabilities", probabilities), 1)]
    is_positive = checked_labels(labels, positive, len(ps), classes)
    return tuple(ForecastOutcome((p, 1 - p), int(not good)) for p, good in zip(ps, is_positive, strict=True))


@defined(formula="f_ik / sum_k f_ik", errors="Invalid for a number that is not from 0 to 1, and a row whose numbers are all 0")
def normalised_shares(shares: Iterable[Iterable[object]]) -> tuple[ClassShares, ...]:
    """
    Each row divided by its sum, so that it adds up to 1: the remedy for shares that were rounded.

    >>> from fractions import Fraction
    >>> normalised_shares([[Fraction(1, 3), Fraction(1, 3)]])
    ((Fraction(1, 2), Fraction(1, 2)),)
    """
    return tuple(_normalised(_shares(row, i), i) for i, row in enumerate(items("shares", shares), 1))


def strata(records: Sequence[ForecastOutcome], classes: int) -> tuple[Stratum, ...]:
    """
    The records by their forecasts, each distinct one once, in the order of its first record.

    >>> [stratum.counts for stratum in strata(binary_outcomes([0.5, 0.25, 0.5], "+--", "+"), 2)]
    [(1, 1), (0, 1)]
    """
    groups = groupby(lambda record: record.forecast, records)
    return tuple(Stratum(f, tuple(sum(r.actual == k for r in group) for k in range(classes))) for f, group in groups.items())


def without_records(records: Sequence[ForecastOutcome]) -> Undefined | None:
    """
    Undefined where there are no records, else nothing.

    >>> without_records(())
    Undefined(why='no records')
    """
    return None if records else Undefined("no records")


def _share(where: str, x: object) -> Number:
    return exact(where, finite(where, x), least=0, most=1)


def _shares(row: Iterable[object], i: int, classes: int | None = None) -> ClassShares:
    shares = tuple(_share(f"record {i}, share {k}", x) for k, x in enumerate(items(f"shares of record {i}", row), 1))
    if classes is not None and len(shares) != classes:
        raise Invalid(f"shares of record {i}", f"{classes} shares, one for each class", len(shares))
    return shares


def _adding_up(shares: ClassShares, i: int) -> ClassShares:
    rest = total(shares) - 1
    if not is_symbolic(rest) and sign(rest):
        raise Invalid(f"shares of record {i}", "shares that add up to 1 exactly: see normalised_shares", total(shares))
    return shares


def _normalised(shares: ClassShares, i: int) -> ClassShares:
    whole = total(shares)
    if is_zero(whole):
        raise Invalid(f"shares of record {i}", "a share above 0", shares)
    return tuple(f / whole for f in shares)
