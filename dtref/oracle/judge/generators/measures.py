"""Generators for impurities, criteria, other measures of a few counts, and codes."""

from __future__ import annotations

from hypothesis import strategies as st

from dtref.oracle.judge.generators.parts import Generator, several
from dtref.oracle.operations.draws import (
    GivenJson,
    counts,
    inputs_by_name,
    positive,
    whole_numbers,
)


def _sums(rows: list[list[str]]) -> list[str]:
    return [str(sum(map(int, column))) for column in zip(*rows, strict=True)]


def _split(rows: list[list[str]]) -> GivenJson:
    return {"node": _sums(rows), "children": rows}


def _any(row: list[str]) -> bool:
    return any(n != "0" for n in row)


def _occupied(rows: list[list[str]]) -> bool:
    return any(map(_any, rows))


_ROWS = st.integers(1, 3).flatmap(lambda classes: st.lists(counts(classes), min_size=1, max_size=3))
_ENCODED = st.tuples(_ROWS.filter(_occupied), st.sampled_from(("errors_listed", "errors_chosen")), positive()).map(
    lambda parts: {**_split(parts[0]), "encoding": parts[1], "attributes": parts[2]}
) | _ROWS.filter(_occupied).map(lambda rows: {**_split(rows), "encoding": "classes_coded"})
_WORDS = st.integers(1, 4).flatmap(lambda bits: st.lists(st.text("01", min_size=bits, max_size=bits), min_size=1, max_size=4))
DECODED = _WORDS.flatmap(
    lambda words: st.lists(st.sampled_from(("0", "1", "1/2")), min_size=len(words[0]), max_size=len(words[0])).map(
        lambda bits: {"code": words, "bits": bits}
    )
)


MEASURE_GENERATORS: tuple[Generator, ...] = (
    *several("one_against_rest", inputs_by_name(classes=whole_numbers(2, 5))),
    *several("exhaustive_code", inputs_by_name(classes=whole_numbers(3, 5))),
    *several("code_distance", _WORDS.map(lambda words: {"code": words})),
    *several("decode", DECODED),
    *several("parity", inputs_by_name(inputs=whole_numbers(1, 3))),
    *several(
        "least_squares",
        st.lists(st.tuples(st.tuples(whole_numbers(-3, 3), whole_numbers(0, 2)), whole_numbers(-4, 4)), min_size=1, max_size=5).map(
            lambda rows: {"rows": [list(x) for x, _ in rows], "y": [y for _, y in rows]}
        ),
    ),
)
"""Generators for measures of counts and numbers."""
