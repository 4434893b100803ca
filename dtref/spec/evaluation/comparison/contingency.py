"""
The contingency table of two classifiers on one test set: the records that both, one or none of them labels rightly.

Notation: b records that only the first classifier gets right, c that only the second does. Only these b + c records tell which classifier
is better.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from dtref.errors import Invalid, Undefined, tell
from dtref.exact.definition import defined
from dtref.exact.inputs import labels, whole
from dtref.spec.evaluation.confusion.labels import predicted_only
from dtref.spec.model.display import Reported
from dtref.spec.model.labels import class_names

_CLASSIFIERS = ("labels of the first classifier", "labels of the second classifier")
"""How messages name the labels of either."""


@frozen
class Contingency(Reported):
    """
    The numbers of records that both classifiers, only the first (b), only the second (c) or neither of them labels rightly.

    Errors: Invalid for what is no count.

    >>> Contingency(6, 1, 3, 2).difference, Contingency(0, 0, 0, 0).difference
    (Fraction(1, 6), Undefined(why='no records'))
    """

    both_right: int
    only_first: int
    only_second: int
    neither: int

    def __attrs_post_init__(self) -> None:
        for name in ("both_right", "only_first", "only_second", "neither"):
            object.__setattr__(self, name, whole(name.replace("_", " "), getattr(self, name)))

    @property
    def records(self) -> int:
        """The number of records."""
        return self.both_right + self.only_first + self.only_second + self.neither

    @property
    @defined(formula="(c + neither) / n")
    def first_error(self) -> Fraction | Undefined:
        """The error rate of the first classifier."""
        return _rate(self.only_second + self.neither, self.records)

    @property
    @defined(formula="(b + neither) / n")
    def second_error(self) -> Fraction | Undefined:
        """The error rate of the second classifier."""
        return _rate(self.only_first + self.neither, self.records)

    @property
    @defined(formula="d = e_1 - e_2 = (c - b) / n")
    def difference(self) -> Fraction | Undefined:
        """The difference of the error rates, above 0 where the first errs more often."""
        return _rate(self.only_second - self.only_first, self.records)


@defined(
    errors=("Invalid where the three differ in length, for a label that cannot be hashed, and as `dtref.spec.model.labels.class_names`"),
    sources=(
        (
            "Dietterich 1998, Approximate statistical tests for comparing supervised classification learning "
            "algorithms (n_10 = b, n_01 = c there, counting the classifiers that err)"
        ),
    ),
)
def contingency_of(actual: Iterable[Hashable], first: Iterable[Hashable], second: Iterable[Hashable]) -> Contingency:
    """
    The contingency table of two classifiers' labels on the same records.

    Labels are compared by the names of their classes, see `dtref.spec.model.labels`. `contingency` is the same, with warnings.

    >>> contingency_of("aabb", "aaba", "abab")
    Contingency(both_right=1, only_first=2, only_second=1, neither=0)
    >>> contingency_of((), (), ())
    Contingency(both_right=0, only_first=0, only_second=0, neither=0)
    """
    truth = _names("actual labels", actual)
    return _table(truth, {place: _names(place, guesses) for place, guesses in zip(_CLASSIFIERS, (first, second), strict=True)})


@defined(errors=contingency_of)
def contingency(actual: Iterable[Hashable], first: Iterable[Hashable], second: Iterable[Hashable]) -> Contingency:
    """
    The contingency table of two classifiers' labels on the same records, and `DataWarning` for those that are no actual class.

    >>> contingency("aabb", "aaba", "abab")
    Contingency(both_right=1, only_first=2, only_second=1, neither=0)
    """
    truth = _names("actual labels", actual)
    sides = {place: _names(place, guesses) for place, guesses in zip(_CLASSIFIERS, (first, second), strict=True)}
    table = _table(truth, sides)
    for place, guesses in sides.items():
        tell(predicted_only(truth, guesses, place))
    return table


def _table(truth: Sequence[Hashable], sides: Mapping[str, Sequence[Hashable]]) -> Contingency:
    for place, guesses in sides.items():
        if len(guesses) != len(truth):
            raise Invalid(place, f"{len(truth)} labels, one a record", len(guesses))
    # Count the records by who is right.
    right = Counter((a == y, b == y) for y, a, b in zip(truth, *sides.values(), strict=True))
    return Contingency(right[True, True], right[True, False], right[False, True], right[False, False])


def _names(where: str, values: Iterable[Hashable]) -> list[Hashable]:
    return class_names(labels(where, values), where)


def _rate(top: int, records: int) -> Fraction | Undefined:
    return Fraction(top, records) if records else Undefined("no records")
