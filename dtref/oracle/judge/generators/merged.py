"""Generators for CHAID: tables of a few groups of records, half of them with mergers that tie, so that a leaf is as good as a test."""

from __future__ import annotations

from hypothesis import strategies as st

from dtref.oracle.judge.cases import Cuts
from dtref.oracle.judge.generators.parts import DrawnInputs, Generator, several
from dtref.oracle.judge.generators.ties import ruled_data
from dtref.oracle.judge.generators.trees import of_preset, with_record
from dtref.oracle.operations.draws import GivenJson
from dtref.spec.growing.ties import TIE_RULES
from dtref.spec.model.rules import rule_of

_NAMES = ("a", "b", "c", "d")
TIED_MERGERS = ((7, 0), (6, 6), (7, 2), (2, 7))
"""Class counts of four values: the second is as like the third as the fourth, and of the two ways to merge one ends above the level."""


def _grouped(counts: tuple[tuple[int, int], ...], ordinal: bool) -> GivenJson:
    """A table of one attribute: of each value so many records of each class, as a weight."""
    rows = [[v, str(n), c] for v, of in zip(_NAMES, counts, strict=False) for c, n in zip(("c0", "c1"), of, strict=True) if n]
    kinds: dict[str, dict[str, list[str]]] = {"ordinal": {"x": list(_NAMES)}} if ordinal else {}
    nominal = {"y": ["c0", "c1"]} if ordinal else {"x": list(_NAMES), "y": ["c0", "c1"]}
    return {"header": ["x", "w", "y"], "rows": rows, "target": "y", "weights": "w", "nominal": nominal, **kinds}


_TIED = st.permutations(TIED_MERGERS).map(tuple)
_ANY = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=4).map(tuple)
_GROUPED: DrawnInputs = st.tuples(_TIED | _ANY, st.booleans()).map(lambda drawn: _grouped(*drawn)).filter(lambda table: bool(table["rows"]))
_CHAID = of_preset("chaid", _GROUPED)

MERGED_GENERATORS: tuple[Generator, ...] = (
    *(Generator(operation, _CHAID, "chaid, groups", Cuts.ANY) for operation in ("grow", "best_tests")),
    Generator("trees", _CHAID, "chaid, groups", Cuts.NAMED),
    Generator("predict", with_record(_CHAID), "chaid, groups", Cuts.NAMED),
    *several("count_trees count_partitions", _CHAID, "chaid, groups"),
    *(Generator("grow_ties", ruled_data(rule, "chaid", _GROUPED), f"chaid, {rule_of(rule).name}") for rule in TIE_RULES),
)
"""Generators for CHAID."""
