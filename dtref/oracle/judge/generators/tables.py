"""
Generators of data sets: tables of at most eight records with every kind of attribute, for the operations that grow no tree.

The tables are those of `dtref.strategies` with numbers rounded down. Domains are small, so that ties, duplicates, contradictory records,
constant attributes and empty branches are common.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import cast

from hypothesis import strategies as st

from dtref.oracle.judge.generators.parts import DrawnInputs, Generator, several
from dtref.oracle.operations.draws import GivenJson, whole_numbers
from dtref.spec.model.attributes import MISSING, Cell, Continuous, Nominal, Ordinal
from dtref.spec.model.data import DataSet
from dtref.strategies.data import data_sets
from dtref.strategies.values import ATTRIBUTE_KINDS, AttributeKind, Weights

NUMBERS: tuple[AttributeKind, ...] = ("continuous",)
VALUES: tuple[AttributeKind, ...] = ("nominal",)


def _table(data: DataSet, *, weighted: bool = False, regression: bool = False) -> dict[str, object]:
    """
    A data set as the input `data`. regression: the classes c0, c1 … are the numbers 0, 1 ….

    >>> from dtref.spec.model.data import Record
    >>> _table(DataSet((Continuous("x0"),), Nominal("y", ("c0", "c1")), (Record((Fraction(5, 2),), "c1"),)))["rows"]
    [['2', 'c1']]
    """
    # what is declared
    kinds: dict[str, dict[str, object]] = {
        "nominal": {a.name: list(a.values) for a in data.attributes if isinstance(a, Nominal)},
        "ordinal": {a.name: list(a.values) for a in data.attributes if isinstance(a, Ordinal)},
    }
    numbers = [a.name for a in data.attributes if isinstance(a, Continuous)]
    if regression:
        numbers.append(data.target.name)
    else:
        kinds["nominal"] = {**kinds["nominal"], data.target.name: list(data.classes)}
    # the cells
    table_rows: list[object] = []
    for record in data:
        label = str(record.label).removeprefix("c") if regression else str(record.label)
        table_rows.append([*map(_text, record.values), *([str(record.weight)] if weighted else []), label])
    header = [*(a.name for a in data.attributes), *(["w"] if weighted else []), data.target.name]
    declared = {name: part for name, part in kinds.items() if part}
    return {
        "header": header,
        "rows": table_rows,
        "target": data.target.name,
        **declared,
        **({"continuous": numbers} if numbers else {}),
        **({"weights": "w"} if weighted else {}),
    }


def _text(cell: Cell) -> str:
    if cell is MISSING:
        return "?"
    return str(floor(cell)) if isinstance(cell, Fraction) else str(cell)


def tables(  # noqa: PLR0913 - bounds are keyword arguments
    kinds: Sequence[AttributeKind] = ATTRIBUTE_KINDS,
    *,
    least: int = 1,
    most: int = 8,
    attributes: int = 2,
    missing: bool = False,
    weights: Weights = "one",
    regression: bool = False,
) -> DrawnInputs:
    """Data sets as inputs, with `least` to `most` records and at least one attribute."""
    unfiltered = data_sets(kinds=kinds, max_records=most, max_attributes=attributes, max_values=3, missing=missing, weights=weights)
    fit = unfiltered.filter(lambda data: len(data) >= least and bool(data.attributes))
    return fit.map(lambda data: _table(data, weighted=weights != "one", regression=regression))


def column(data: GivenJson, kind: str) -> list[str]:
    """
    The names of the attributes of one kind, without the target.

    >>> column({"continuous": ["x", "y"], "target": "y"}, "continuous"), column({}, "ordinal")
    (['x'], [])
    """
    declared = data.get(kind, [])
    return [name for name in map(str, declared) if name != data["target"]] if isinstance(declared, dict | list) else []


def rows(data: GivenJson) -> list[list[str]]:
    """
    The rows of a data set.

    >>> rows({"rows": [["1", "a"]]})
    [['1', 'a']]
    """
    return cast("list[list[str]]", data["rows"])


def _asked(data: DrawnInputs, kinds: Sequence[str], **more: st.SearchStrategy[str]) -> DrawnInputs:
    """Data sets, each with the name of one of its attributes of some kinds, and further inputs."""

    def of(table: GivenJson) -> DrawnInputs:
        names = [name for kind in kinds for name in column(table, kind)]
        parts: dict[str, st.SearchStrategy[object]] = {"data": st.just(dict(table)), "attribute": st.sampled_from(names), **more}
        return st.fixed_dictionaries(parts)

    return data.filter(lambda table: any(column(table, kind) for kind in kinds)).flatmap(of)


def only_data(data: DrawnInputs) -> DrawnInputs:
    """Data sets as the one input."""
    return data.map(lambda table: {"data": dict(table)})


def _above(name: str, bound: str) -> GivenJson:
    return {name: {"above": bound}}


def _condition(table: GivenJson) -> DrawnInputs:
    """Conditions on records of a data set: some classes, or a number above a bound."""
    classes = sorted({row[-1] for row in rows(table)})
    labels = st.lists(st.sampled_from(classes), min_size=1, unique=True).map(
        lambda classes_chosen: {str(table["target"]): {"in": classes_chosen}}
    )
    above = [st.builds(_above, st.just(name), whole_numbers(0, 3)) for name in column(table, "continuous")]
    any_of = st.lists(st.one_of(labels, *above), min_size=1, max_size=2)
    return any_of.map(lambda conditions: {"data": dict(table), "any_of": conditions})


def binned(data: DrawnInputs) -> DrawnInputs:
    """Data sets of numbers, each with an attribute and a binning of it."""
    unsupervised = _asked(
        data, ("continuous",), binning=st.sampled_from(("equal_width", "equal_frequency", "clusters")), bins=whole_numbers(2, 3)
    )
    supervised = _asked(data, ("continuous",), binning=st.sampled_from(("class_changes", "boundary_points")))
    return unsupervised | supervised


def without(name: str) -> st.SearchStrategy[GivenJson]:
    """Binned data sets from which one input is removed."""
    return binned(tables(NUMBERS)).map(lambda inputs: {key: part for key, part in inputs.items() if key != name})


CRITERION = st.sampled_from(("gini_reduction", "gain", "gain_ratio"))
WITH_GAPS = only_data(tables(missing=True))
TWO_NUMBERS = tables(NUMBERS, least=2).filter(lambda table: len(column(table, "continuous")) == 2)


def _with_criterion(inputs: DrawnInputs) -> DrawnInputs:
    return st.tuples(inputs, CRITERION).map(lambda parts: {**parts[0], "criterion": parts[1]})


def _neighbours(table: GivenJson) -> DrawnInputs:
    n = len(rows(table))
    return st.tuples(whole_numbers(1, n), whole_numbers(1, 2)).map(lambda p: {"data": dict(table), "of": p[0], "neighbours": p[1]})


def _oblique(table: GivenJson) -> DrawnInputs:
    names = column(table, "continuous")
    weights = st.tuples(*[st.sampled_from(("1", "-1", "2"))] * len(names)).map(lambda w: dict(zip(names, w, strict=True)))
    parts: dict[str, st.SearchStrategy[object]] = {
        "data": st.just(dict(table)),
        "criterion": CRITERION,
        "weights": weights,
        "cut": whole_numbers(-2, 4),
        "side": st.sampled_from(("<=", "<")),
    }
    return st.fixed_dictionaries(parts)


TABLE_GENERATORS: tuple[Generator, ...] = (
    *several("records class_counts class_balance", only_data(tables(weights="integers"))),
    *several("missing_as_value", only_data(tables(VALUES, missing=True))),
    *several("drop_missing flag_missing impute_median impute_mean impute_mode", WITH_GAPS),
    *several("count_table", _asked(tables(weights="integers"), ("nominal", "ordinal", "continuous"))),
    *several("impurity_table", _asked(tables(), ("nominal", "ordinal"), impurity=st.sampled_from(("gini", "entropy", "error")))),
    *several(
        "threshold_table",
        st.tuples(_asked(tables(NUMBERS), ("continuous",), impurity=st.sampled_from(("gini", "entropy"))), whole_numbers(0, 3)).map(
            lambda parts: {**parts[0], "cuts": [parts[1]]}
        ),
    ),
    *several("count_records", tables().flatmap(_condition)),
    *several("bin_cuts", binned(tables(NUMBERS))),
    *several("discretised_records", without("attribute")),
    *several("ranges_candidates cuts_candidates", _with_criterion(binned(tables(NUMBERS, least=2)))),
    *several("oblique_split", TWO_NUMBERS.flatmap(_oblique)),
    *several("chaid_candidates", _asked(tables(("nominal", "ordinal"), least=2), ("nominal", "ordinal"))),
    *several("nearest_neighbours", tables(NUMBERS, least=3).flatmap(_neighbours)),
)
"""Generators for data sets."""
