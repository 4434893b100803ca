"""
Generated cases: small inputs drawn by Hypothesis, the exact answer from this library; what fails is shrunk through the same pipe.

Inputs are small and full of ties, zeros and duplicates, so that what fails fails small. Needs the extra `judge` (hypothesis).
Before this: `dtref.oracle.judge.process`. Next: `dtref.oracle.judge.judging`.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import cast

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from dtref.errors import Invalid, Undecided
from dtref.io.numbers import Json
from dtref.oracle.golden.records import Call
from dtref.oracle.golden.vectors import ExactAnswer, Refused
from dtref.oracle.judge.answers import ULPS, Outcome
from dtref.oracle.judge.cases import Case
from dtref.oracle.judge.judging import Result, judged
from dtref.oracle.judge.process import Ask
from dtref.oracle.operations.answers import write_answer
from dtref.oracle.operations.registry import run

GivenJson = Mapping[str, Json]
COUNT = st.integers(0, 6).map(str)
SCORES = st.lists(st.tuples(st.sampled_from(["0.1", "0.4", "0.5", "0.9"]), st.sampled_from("+-")), min_size=1, max_size=8)


def _counts(classes: int) -> st.SearchStrategy[list[str]]:
    return st.lists(COUNT, min_size=classes, max_size=classes)


def _given(**parts: object) -> GivenJson:
    """Inputs by name: texts, and lists of them."""
    return cast(GivenJson, parts)


def _split(rows: list[list[str]]) -> GivenJson:
    return _given(node=[str(sum(map(int, column))) for column in zip(*rows, strict=True)], children=rows)


def _ranked(pairs: list[tuple[str, str]]) -> GivenJson:
    return _given(scores=[score for score, _ in pairs], labels=[label for _, label in pairs], positive="+")


NODE = st.integers(1, 4).flatmap(_counts).map(lambda counts: _given(counts=counts))
CHILDREN = st.integers(1, 3).flatmap(lambda classes: st.lists(_counts(classes), min_size=1, max_size=3))
SPLIT = CHILDREN.map(_split)
OCCUPIED = CHILDREN.filter(lambda rows: any(n != "0" for row in rows for n in row)).map(lambda rows: _given(children=rows))
TWO_CLASSES = st.tuples(COUNT, COUNT, COUNT, COUNT).map(lambda n: _given(tp=n[0], fn=n[1], fp=n[2], tn=n[3]))
RANKED = SCORES.map(_ranked)
VALUES = st.lists(st.integers(-4, 4).map(str), max_size=6).map(lambda values: _given(values=values))
DISCORDANT = st.tuples(COUNT, COUNT).map(lambda n: _given(only_first=n[0], only_second=n[1]))
FOLDS = st.tuples(st.integers(2, 5), st.integers(0, 5)).map(lambda n: _given(records=str(n[0] + n[1]), folds=str(n[0])))
RATE = st.tuples(st.integers(0, 6), st.integers(0, 6)).map(lambda n: _given(errors=str(n[0]), records=str(n[0] + n[1])))
INTERVAL = RATE.map(lambda given: _given(**given, z="2"))

STRATEGIES: Mapping[str, st.SearchStrategy[GivenJson]] = {
    **dict.fromkeys(("gini", "entropy", "misclassification_error"), NODE),
    **dict.fromkeys(("gini_reduction", "gain", "error_reduction", "gain_ratio", "chi_square", "g_statistic", "twoing"), SPLIT),
    **dict.fromkeys(("weighted_gini", "weighted_entropy", "weighted_error", "split_info"), OCCUPIED),
    **dict.fromkeys(
        ("accuracy", "error_rate", "recall", "precision", "specificity", "f1", "cohen_kappa", "balanced_accuracy"), TWO_CLASSES
    ),
    **dict.fromkeys(("miss_rate", "false_positive_rate", "negative_predictive_value", "youden_j"), TWO_CLASSES),
    **dict.fromkeys(("auc", "roc", "ordered_pairs"), RANKED),
    **dict.fromkeys(("variance", "mean", "sample_variance"), VALUES),
    **dict.fromkeys(("mcnemar_exact_p", "mcnemar_mid_p", "mcnemar_chi_square", "mcnemar_corrected"), DISCORDANT),
    "k_fold": FOLDS,
    **dict.fromkeys(("wald", "wilson"), INTERVAL),
    "standard_error": RATE,
}
"""The operations that cases are generated for, and their inputs."""


def case_of(operation: str, given: GivenJson) -> Case:
    """A generated case, with this library's exact answer."""
    call = Call(operation, given)
    try:
        expected: ExactAnswer | Refused = ExactAnswer(write_answer(run(operation, given)))
    except Invalid as problem:
        expected = Refused(str(problem))
    return Case(f"generated-{operation}", "generated", call, expected, "generated", ())


def smallest_failure(ask: Ask, operation: str, *, examples: int = 100, seed: int = 0, ulps: int = ULPS) -> Result | None:
    """
    The smallest input on which an answer is wrong, of so many that are drawn; None where all are right or skipped.

    >>> from dtref.oracle.judge.process import ask_function
    >>> wrong = ask_function(lambda operation, given: sum(map(int, given["counts"])))
    >>> smallest_failure(wrong, "gini").case.call.given
    {'counts': ['0']}
    """

    def fails(given: GivenJson) -> bool:
        try:
            case = case_of(operation, given)
        except Undecided:
            return False
        return judged(case, ask(case.call), ulps).judgement.outcome is Outcome.FAILED

    profile = settings(
        max_examples=examples, database=None, deadline=None, phases=[Phase.generate, Phase.shrink], suppress_health_check=list(HealthCheck)
    )
    try:
        given = find(STRATEGIES[operation], fails, settings=profile, random=Random(seed))
    except NoSuchExample:
        return None
    case = case_of(operation, given)
    return judged(case, ask(case.call), ulps)
