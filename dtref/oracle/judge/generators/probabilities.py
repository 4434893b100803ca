"""Generators of class shares with the classes that came."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from hypothesis import strategies as st

from dtref.oracle.judge.generators.parts import Generator, GivenJson, Inputs, inputs_by_name, probabilities, several


def _parts(classes: int) -> st.SearchStrategy[list[int]]:
    """The parts of a forecast, which aren't all 0."""
    return st.lists(st.integers(0, 3), min_size=classes, max_size=classes).filter(any)


def _shares(parts: Sequence[int], whole: int) -> list[str]:
    return [str(Fraction(k, whole)) for k in parts]


def _outcomes(classes: str) -> Inputs:
    rows = st.lists(st.tuples(_parts(len(classes)), st.sampled_from(classes)), min_size=1, max_size=6)
    return rows.map(
        lambda pairs: {
            "shares": [_shares(parts, sum(parts)) for parts, _ in pairs],
            "actual": [label for _, label in pairs],
            "classes": list(classes),
        }
    )


def _clipped(outcomes: GivenJson, epsilon: str) -> GivenJson:
    return {**outcomes, "epsilon": epsilon}


_OUTCOMES = st.sampled_from(("ab", "abc")).flatmap(_outcomes)
_BINARY = st.lists(st.tuples(probabilities(), st.sampled_from("+-")), min_size=1, max_size=6).map(
    lambda pairs: {"probabilities": [p for p, _ in pairs], "labels": [label for _, label in pairs], "positive": "+"}
)
_UNSCALED = st.integers(2, 3).flatmap(lambda k: st.lists(_parts(k).map(lambda parts: _shares(parts, 8)), max_size=4))

PROBABILITY_GENERATORS: tuple[Generator, ...] = (
    *several("brier_score brier_decomposition log_loss log_loss_decomposition", _OUTCOMES),
    *several("clipped_log_loss", st.builds(_clipped, _OUTCOMES, st.sampled_from(("1/100", "1/4", "1/1000000")))),
    *several("binary_brier_score binary_brier_decomposition", _BINARY),
    *several("normalised_shares", inputs_by_name(shares=_UNSCALED)),
)
"""Generators for losses of class shares."""
