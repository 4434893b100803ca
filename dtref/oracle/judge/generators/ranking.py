"""Generators of scores with labels."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from dtref.oracle.judge.generators.parts import Generator, GivenJson, Inputs, positive, probabilities, rows_as_columns, several

SCORE = st.sampled_from(("0.1", "0.4", "0.5", "0.9"))
_PAIRS = st.lists(st.tuples(SCORE, st.sampled_from("+-")), min_size=1, max_size=8)
BOTH = _PAIRS.filter(lambda pairs: len({label for _, label in pairs}) == 2)


def _scored(pairs: Iterable[tuple[str, str]]) -> GivenJson:
    scores, labels = rows_as_columns(pairs)
    return {"scores": scores, "labels": labels, "positive": "+"}


RANKED = _PAIRS.map(_scored)
RANKED_BOTH = BOTH.map(_scored)
CURVE = st.sampled_from(("roc", "roc_per_record"))


def _and(base: Inputs, **more: st.SearchStrategy[object]) -> Inputs:
    """Scores with further inputs."""
    return st.tuples(base, st.fixed_dictionaries(more)).map(lambda parts: {**parts[0], **parts[1]})


MEASURE, WANT = st.sampled_from(("accuracy", "error_rate", "youden_j", "f1")), st.sampled_from(("greatest", "least"))
_ENDS = st.sampled_from((("0", "1"), ("0", "1/2"), ("1/4", "3/4"), ("1/2", "1")))

_PAIRED = st.lists(st.tuples(SCORE, SCORE, st.sampled_from("+-")), min_size=4, max_size=8).map(
    lambda rows: dict(zip(("first", "second", "labels", "positive"), (*rows_as_columns(rows), "+"), strict=True))
)
_AREAS = "precision_recall_area_from_one precision_recall_area_from_first davis_goadrich_area davis_goadrich_integral"

RANKING_GENERATORS: tuple[Generator, ...] = (
    *several("auc auc_by_pairs auc_by_ranks roc roc_above roc_per_record ordered_pairs tie_blocks average_precision", RANKED),
    *several("roc_points redundant_vertices roc_corners convex_hull on_convex_hull auc_by_trapezoids auc_of_convex_hull", RANKED_BOTH),
    *several("roc_points auc_by_trapezoids precision_recall precision_recall_from_one", _and(RANKED_BOTH, curve=CURVE), "curve"),
    *several("precision_recall precision_recall_from_one", RANKED),
    *several(_AREAS, RANKED),
    *several(_AREAS, _and(RANKED_BOTH, curve=CURVE), "curve"),
    *several("roc_at", _and(RANKED, thresholds=st.lists(SCORE, min_size=1, max_size=3), rule=st.sampled_from((">=", ">")))),
    *several(
        "partial_auc standardised_partial_auc",
        st.tuples(RANKED_BOTH, _ENDS).map(lambda parts: {**parts[0], "low": parts[1][0], "high": parts[1][1]}),
    ),
    *several("delong_variance", RANKED_BOTH),
    *several("delong_interval", _and(RANKED_BOTH, z=st.sampled_from(("1", "2", "3/2")))),
    *several("delong_covariance delong_z delong_p", _PAIRED),
    *several("compare_rocs", st.tuples(RANKED_BOTH, RANKED_BOTH).map(lambda both: {"first": dict(both[0]), "second": dict(both[1])})),
    *several(
        "best_thresholds",
        _and(RANKED_BOTH, measure=MEASURE, want=WANT),
    ),
    *several("cheapest_thresholds", _and(RANKED_BOTH, cost_fp=positive(), cost_fn=positive())),
    *several("cheapest_thresholds_at", _and(RANKED_BOTH, cost_fp=positive(), cost_fn=positive(), share=probabilities(inside=True))),
    *several("iso_cost_slope", _and(st.just({}), cost_fp=positive(), cost_fn=positive(), share=probabilities(inside=True))),
)
"""Generators for scores."""
