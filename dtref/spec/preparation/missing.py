"""
Rules for missing values before growing, each a function from data set to data set.

Those that learn something (`impute_…`, `flag_missing`) have a fitted form in `dtref.spec.preparation.fitted`, which does the same to
records at prediction. Used by `dtref.spec.model.prediction`.
"""

from __future__ import annotations

__sources__ = (("tan", "Handling Missing Attribute Values"),)

from collections.abc import Callable, Mapping
from typing import TypeAlias

from attrs import evolve

from dtref.errors import Invalid, way
from dtref.exact.checked_call import refuses_other_kinds
from dtref.spec.model.arrays import ArrayDataSet
from dtref.spec.model.attributes import MISSING, Attribute, Continuous, Nominal, fill_missing, with_missing_value
from dtref.spec.model.data import DataSet
from dtref.spec.preparation.fitted import Fills, fit_flags, fit_means, fit_medians, fit_modes

MissingRule: TypeAlias = Callable[[DataSet], DataSet]

WANTED_KNOWN = (
    "a known value (the policy refuses missing ones: dtref.drop_missing(data) leaves such records out, "
    "dtref.impute_median(data) fills them; dtref.C45, dtref.CART_SURROGATES take them)"
)
"""What a rule that refuses missing values wants, with the ways to go on."""


@refuses_other_kinds
def refuse_missing(data: DataSet) -> DataSet:
    """
    The data set itself. Errors: Invalid at the first missing cell.

    >>> from dtref.spec.model.data import Record
    >>> refuse_missing(DataSet((Nominal("x", ("a",)),), Nominal("y", ("+",)), (Record((MISSING,), "+"),)))
    Traceback (most recent call last):
    dtref.errors.Invalid: record 1, x: expected a known value (the policy refuses missing ones: dtref.drop_missing(data) leaves such
    records out, dtref.impute_median(data) fills them; dtref.C45, dtref.CART_SURROGATES take them) (got MISSING)
    """
    if isinstance(data, ArrayDataSet) and not data.has_gaps:
        return data
    for i, record in enumerate(data, 1):
        for attribute, cell in zip(data.attributes, record.values, strict=True):
            if cell is MISSING:
                wanted = way(
                    "a known value; --missing-values, where the command has it, leaves such records out, or fills them", WANTED_KNOWN
                )
                raise Invalid(f"record {i}, {attribute.name}", wanted, cell)
    return data


@refuses_other_kinds
def keep_missing(data: DataSet) -> DataSet:
    """
    The data set itself, with its missing cells: the nodes of the tree deal with them (`dtref.spec.model.trees.Gap`).

    >>> from dtref.spec.model.data import Record
    >>> keep_missing(DataSet((Nominal("x", ("a",)),), Nominal("y", ("+",)), (Record((MISSING,), "+"),))).records[0].values
    (MISSING,)
    """
    return data


@refuses_other_kinds
def drop_missing(data: DataSet) -> DataSet:
    """
    The data set without the records that have a missing cell.

    >>> from dtref.spec.model.data import Record
    >>> len(drop_missing(DataSet((Nominal("x", ("a",)),), Nominal("y", ("+",)), (Record((MISSING,), "+"),))))
    0
    """
    return evolve(data, records=tuple(r for r in data if MISSING not in r.values))


def drop_empty(data: DataSet) -> DataSet:
    """
    The data set without the records that miss every attribute, as rpart has it (`R/na.rpart.R`); of data without attributes all.

    >>> from dtref.spec.model.data import Record
    >>> records = (Record(("a", MISSING), "+"), Record((MISSING, MISSING), "+"))
    >>> len(drop_empty(DataSet((Nominal("x", ("a",)), Nominal("z", ("b",))), Nominal("y", ("+",)), records)))
    1
    """
    if isinstance(data, ArrayDataSet) and data.has_arrays:
        return data.without_empty()
    kept = tuple(r for r in data if not r.values or any(cell is not MISSING for cell in r.values))
    return data if len(kept) == len(data) else evolve(data, records=kept)


@refuses_other_kinds
def missing_as_value(data: DataSet) -> DataSet:
    """
    The data set with "?" as one more declared value of each nominal attribute that has missing cells; the attribute records that missing
    cells get it.

    Errors: Invalid where a continuous or an ordinal attribute has missing cells, as "?" has no place in an order.

    >>> from dtref.spec.model.data import Record
    >>> missing_as_value(DataSet((Nominal("x", ("a",)),), Nominal("y", ("+",)), (Record((MISSING,), "+"),))).records[0].values
    ('?',)
    """
    incomplete = [any(r.values[i] is MISSING for r in data) for i in range(len(data.attributes))]
    attributes = tuple(_with_value(attribute) if gaps else attribute for attribute, gaps in zip(data.attributes, incomplete, strict=True))
    return DataSet(attributes, data.target, tuple(evolve(r, values=tuple(map(fill_missing, attributes, r.values))) for r in data))


@refuses_other_kinds
def impute_median(data: DataSet) -> DataSet:
    """
    The data set with each missing cell filled from the known cells of its column, by weight (`dtref.spec.preparation.fitted.fit_medians`).

    A continuous or ordinal attribute gets its median (the lower one of two), a nominal one its most frequent value (the first in
    declared order of several). An attribute without any known cell is left out.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.data import Record
    >>> rows = [Record((x,), "+") for x in (Fraction(1), Fraction(9), MISSING, Fraction(2))]
    >>> impute_median(DataSet((Continuous("x"),), Nominal("y", ("+",)), rows)).records[2].values
    (Fraction(2, 1),)
    """
    return fit_medians(data).data(data)


@refuses_other_kinds
def impute_mean(data: DataSet) -> DataSet:
    """
    As `impute_median`, but a continuous attribute gets the exact mean of its known cells.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.data import Record
    >>> rows = [Record((x,), "+") for x in (Fraction(1), Fraction(9), MISSING, Fraction(2))]
    >>> impute_mean(DataSet((Continuous("x"),), Nominal("y", ("+",)), rows)).records[2].values
    (Fraction(4, 1),)
    """
    return fit_means(data).data(data)


@refuses_other_kinds
def impute_mode(data: DataSet) -> DataSet:
    """
    As `impute_median`, but every attribute gets its most frequent value (of several the first in order, of numbers the lowest).

    >>> from fractions import Fraction
    >>> from dtref.spec.model.data import Record
    >>> rows = [Record((x,), "+") for x in (Fraction(9), Fraction(1), MISSING, Fraction(9))]
    >>> impute_mode(DataSet((Continuous("x"),), Nominal("y", ("+",)), rows)).records[2].values
    (Fraction(9, 1),)
    """
    return fit_modes(data).data(data)


@refuses_other_kinds
def flag_missing(data: DataSet) -> DataSet:
    """
    The data set with a nominal companion "x is known" behind each attribute x that has missing cells: missing as a value for any kind.

    Ordinal and continuous attributes have no place for "?" in their order; the companion holds it for them. The cells of x
    stay missing, so the policy needs a gap rule other than refuse; below "x is known = no" x offers no test.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.data import Record
    >>> flagged = flag_missing(DataSet((Continuous("x"),), Nominal("y", ("+",)), (Record((MISSING,), "+"), Record((Fraction(2),), "+"))))
    >>> flagged.attributes[1], [r.values for r in flagged]
    (Nominal(name='x is known', values=('yes', 'no'), flags='x'), [(MISSING, 'no'), (Fraction(2, 1), 'yes')])
    """
    return fit_flags(data).data(data)


def _with_value(attribute: Attribute) -> Attribute:
    if not isinstance(attribute, Nominal):
        kind = "continuous" if isinstance(attribute, Continuous) else "ordinal"
        filled = way("--missing-values median, or flag with --gap", "dtref.impute_median(data), or dtref.flag_missing(data)")
        raise Invalid(f"missing cells of {attribute.name}", f"a nominal attribute ('?' has no place in an order); else {filled}", kind)
    return with_missing_value(attribute)


FILLS: Mapping[MissingRule, Callable[[DataSet], Fills]] = {impute_median: fit_medians, impute_mean: fit_means, impute_mode: fit_modes}
"""The fitted form of each rule that fills missing cells: it knows which fills are as good."""
