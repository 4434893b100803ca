"""Generators for impurities, criteria, other measures of a few counts, and codes."""

from __future__ import annotations

from hypothesis import strategies as st

from dtref.oracle.judge.generators.parts import Generator, several
from dtref.oracle.operations.draws import (
    GivenJson,
    class_count,
    counts,
    inputs_by_name,
    lists_of,
    positive,
    probabilities,
    rationals,
    whole_numbers,
)


def _sums(rows: list[list[str]]) -> list[str]:
    return [str(sum(map(int, column))) for column in zip(*rows, strict=True)]


def _split(rows: list[list[str]]) -> GivenJson:
    return {"node": _sums(rows), "children": rows}


def _with_missing(rows: list[list[str]]) -> GivenJson:
    """A split whose last row counts the records with a missing value."""
    return {"node": _sums(rows), "children": rows[:-1], "missing": rows[-1]}


def _missing_only(rows: list[list[str]]) -> GivenJson:
    return {"children": rows[:-1], "missing": rows[-1]}


def _placed(numbers: list[int], i: int) -> GivenJson:
    values = sorted(set(numbers))
    lower = min(i, len(values) - 2)
    return {"lower": str(values[lower]), "upper": str(values[lower + 1]), "values": [str(n) for n in sorted(numbers)]}


def _any(row: list[str]) -> bool:
    return any(n != "0" for n in row)


def _occupied(rows: list[list[str]]) -> bool:
    return any(map(_any, rows))


_NODE = st.integers(1, 4).flatmap(counts).map(lambda n: {"counts": n})
_ROWS = st.integers(1, 3).flatmap(lambda classes: st.lists(counts(classes), min_size=1, max_size=3))
SPLIT = _ROWS.map(_split)
OCCUPIED = _ROWS.filter(_occupied).map(lambda rows: {"children": rows})
GAPPY = st.integers(1, 3).flatmap(lambda classes: st.lists(counts(classes), min_size=2, max_size=4)).filter(_occupied)
_VALUES = inputs_by_name(values=lists_of(rationals()))
_NUMBERS = st.lists(st.integers(-4, 8), min_size=2, max_size=6).filter(lambda numbers: len(set(numbers)) > 1)
_PLACED = st.tuples(
    st.builds(_placed, _NUMBERS, st.integers(0, 4)),
    st.sampled_from(("midpoint", "lower_end", "upper_end", "largest_not_above_midpoint")),
).map(lambda pair: {**pair[0], "placement": pair[1]})
GROUPS = st.tuples(st.integers(1, 6), st.integers(1, 5)).map(lambda n: {"categories": str(n[0] + n[1]), "groups": str(n[0])})
TWO_ROWS = st.integers(2, 3).flatmap(lambda classes: st.lists(counts(classes).filter(_any), min_size=2, max_size=2))
_ENCODED = st.tuples(_ROWS.filter(_occupied), st.sampled_from(("errors_listed", "errors_chosen")), positive()).map(
    lambda parts: {**_split(parts[0]), "encoding": parts[1], "attributes": parts[2]}
) | _ROWS.filter(_occupied).map(lambda rows: {**_split(rows), "encoding": "classes_coded"})
_WORDS = st.integers(1, 4).flatmap(lambda bits: st.lists(st.text("01", min_size=bits, max_size=bits), min_size=1, max_size=4))
DECODED = _WORDS.flatmap(
    lambda words: st.lists(st.sampled_from(("0", "1", "1/2")), min_size=len(words[0]), max_size=len(words[0])).map(
        lambda bits: {"code": words, "bits": bits}
    )
)
_RISKS = st.tuples(class_count(), class_count(), st.integers(2, 5)).map(
    lambda n: {"node_risk": str(int(n[0]) + int(n[1])), "subtree_risk": n[1], "leaves": str(n[2])}
)
RATE = st.tuples(class_count(), class_count()).map(lambda n: {"errors": n[0], "records": str(int(n[0]) + int(n[1]))})


def _confident(rate: GivenJson, confidence: str) -> GivenJson:
    return {**rate, "confidence": confidence}


MEASURE_GENERATORS: tuple[Generator, ...] = (
    *several("leave_one_out_of_majority", _NODE),
    *several("chi_square_p g_statistic_p exact_p", SPLIT),
    *several("mean sample_variance standard_deviation standard_error_of_mean", _VALUES),
    *several("nominal_multiplier ordinal_multiplier floating_multiplier", GROUPS),
    *several("bits_saved", _ENCODED),
    *several("one_against_rest", inputs_by_name(classes=whole_numbers(2, 5))),
    *several("exhaustive_code", inputs_by_name(classes=whole_numbers(3, 5))),
    *several("code_distance", _WORDS.map(lambda words: {"code": words})),
    *several("decode", DECODED),
    *several("parity", inputs_by_name(inputs=whole_numbers(1, 3))),
    *several("critical_alpha", _RISKS),
    *several(
        "penalised_errors",
        inputs_by_name(errors=class_count(), leaves=positive())
        | inputs_by_name(errors=class_count(), leaves=positive(), penalty=probabilities()),
    ),
    *several("penalised_error_rate", inputs_by_name(errors=class_count(), leaves=positive(), records=positive())),
    *several("standard_error_of_errors", RATE.filter(lambda rate: rate["records"] != "0")),
    *several(
        "upper_limit", st.builds(_confident, RATE.filter(lambda rate: rate["records"] != "0"), st.sampled_from(("1/4", "1/10", "1/2")))
    ),
    *several(
        "least_squares",
        st.lists(st.tuples(st.tuples(whole_numbers(-3, 3), whole_numbers(0, 2)), whole_numbers(-4, 4)), min_size=1, max_size=5).map(
            lambda rows: {"rows": [list(x) for x, _ in rows], "y": [y for _, y in rows]}
        ),
    ),
)
"""Generators for measures of counts and numbers."""
