"""
Generated cases: small inputs drawn by Hypothesis, the exact answer from this library; what fails is shrunk through the same pipe. Needs the
extra `judge` (hypothesis).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from random import Random
from time import monotonic

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.errors import NoSuchExample, Unsatisfiable

from dtref.errors import Invalid, Undecided
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import narrow
from dtref.oracle.golden.records import Call
from dtref.oracle.golden.vectors import Refused
from dtref.oracle.judge.cases import Case, case_asked, right_answers
from dtref.oracle.judge.generators.confusion import CONFUSION_GENERATORS
from dtref.oracle.judge.generators.estimation import ESTIMATION_GENERATORS
from dtref.oracle.judge.generators.measures import MEASURE_GENERATORS
from dtref.oracle.judge.generators.parts import Generator, GivenJson
from dtref.oracle.judge.generators.ranking import RANKING_GENERATORS
from dtref.oracle.judge.generators.statistics import STATISTICS_GENERATORS
from dtref.oracle.judge.generators.tables import TABLE_GENERATORS
from dtref.oracle.judge.generators.trees import TREE_GENERATORS
from dtref.oracle.judge.judge import Result, judged
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.questions import Adapter
from dtref.oracle.judge.rounding.numbers import ANSWER_ULPS
from dtref.oracle.operations.inputs import as_object

GENERATORS: Mapping[str, Sequence[Generator]] = {
    name: tuple(group)
    for name, group in groupby(
        sorted(
            (
                *MEASURE_GENERATORS,
                *CONFUSION_GENERATORS,
                *RANKING_GENERATORS,
                *STATISTICS_GENERATORS,
                *ESTIMATION_GENERATORS,
                *TABLE_GENERATORS,
                *TREE_GENERATORS,
            ),
            key=lambda one: one.operation,
        ),
        key=lambda one: one.operation,
    )
}
"""The operations that inputs are drawn for, and how."""

_POSITIONS = "positions must fit the sizes of the classes of the table, and drawn ones hardly ever do"
_TIED_TREES = "its trees may tie, each in several ways, and no document says which is meant; the vectors have no such ties"
FIXED_ONLY: Mapping[str, str] = {
    "undersample": _POSITIONS,
    "oversample": _POSITIONS,
    "hybrid_sample": _POSITIONS,
    "smote": _POSITIONS,
    "oblique_candidates": "which line stands for those that part the records alike is our choice, not the algorithm's",
    "repeated_undersampling": _TIED_TREES,
    "random_subspaces": _TIED_TREES,
    "output_codes": _TIED_TREES,
    "different_algorithms": _TIED_TREES,
    "cost_complexity_by_cross_validation": _TIED_TREES,
    "cross_validation": _TIED_TREES,
    "learning_curve": _TIED_TREES,
    "learner_predictions": _TIED_TREES,
    "select_by_cross_validation": _TIED_TREES,
    "select_by_validation": _TIED_TREES,
}
"""The operations that have fixed cases only, and why."""

SHRINKING = 20.0
"""Seconds after which the smallest failure so far has to do."""
UNKNOWN = 10
"""After so many skipped inputs, and none answered, a program is taken not to know them, if it answered no other case of the operation."""


class _EnoughError(BaseException):
    """There is no point in drawing more. No Exception: Hypothesis would take one for a failure, and shrink it."""


def case_of(generator: Generator, inputs: GivenJson) -> Case | None:
    """
    A generated case, with this library's exact answer; none where it has none: the input isn't one, or its answer one of several.

    >>> case_of(GENERATORS["gini"][0], {"counts": ["1", "1"]}).expected.exact, case_of(GENERATORS["gini"][0], {"counts": ["-1"]})
    ('1/2', None)
    """
    name = f"{generator.operation} of {generator.about}" if generator.about else generator.operation
    call = Call(generator.operation, as_object(narrow(dict(inputs)), "inputs"))
    try:
        case = case_asked(call, generator.cuts, id=f"generated-{name.replace(' ', '-')}", source=f"generated: {name}")
    except (Invalid, Undecided):
        return None
    if isinstance(case.expected, Refused) or (generator.cuts is None and any(map(_has_ties, right_answers(case.expected)))):
        return None
    return case


def _has_ties(answer: Json) -> bool:
    """Whether a node of a tree that is answered could have asked another test."""
    match answer:
        case {"optima": list(optima)} if len(optima) > 1 or any(isinstance(one, dict) and "every_subset" in one for one in optima):
            return True
        case dict():
            return any(map(_has_ties, answer.values()))
        case list():
            return any(map(_has_ties, answer))
        case _:
            return False


def generated_cases(operations: Iterable[str], examples: int, seed: int = 0) -> Iterator[Case]:
    """
    So many cases at most of each kind of input of operations, none twice.

    >>> [case.call.operation for case in generated_cases(["gini"], 3)][:2]
    ['gini', 'gini']
    """
    for operation in operations:
        for generator in GENERATORS.get(operation, ()):
            seen: list[GivenJson] = []

            def draw(inputs: GivenJson, seen: list[GivenJson] = seen) -> bool:
                if inputs not in seen:
                    seen.append(inputs)
                return False

            _search(generator, draw, examples, seed)
            yield from (case for case in (case_of(generator, inputs) for inputs in seen) if case is not None)


def _search(generator: Generator, fails: Callable[[GivenJson], bool], examples: int, seed: int) -> None:
    """Draw, and shrink what fails."""
    profile = settings(
        max_examples=examples, database=None, deadline=None, phases=[Phase.generate, Phase.shrink], suppress_health_check=list(HealthCheck)
    )
    try:
        find(generator.inputs, fails, settings=profile, random=Random(seed))
    except (NoSuchExample, Unsatisfiable, _EnoughError):
        return


def generated_failures(  # noqa: PLR0913 - bounds are keyword arguments
    ask: Adapter, operations: Iterable[str], *, examples: int = 100, seed: int = 0, ulps: int = ANSWER_ULPS, answers: Collection[str] = ()
) -> Iterator[Result]:
    """
    For each kind of input of operations the smallest one on which an answer is wrong, if any, else all that were answered; and those that
    were skipped. answers: the operations that are known to be there, of which every input is asked though many are skipped.

    >>> from dtref.oracle.judge.questions import answering
    >>> wrong = answering({"gini": lambda counts: sum(map(int, counts))})
    >>> [result.case.call.given for result in generated_failures(wrong, ["gini"])]
    [{'counts': ['0']}]
    """
    for operation in operations:
        for generator in GENERATORS.get(operation, ()):
            yield from Hunting(ask, generator, ulps, gives_up=operation not in answers).results(examples, seed)


def smallest_failure(ask: Adapter, operation: str, *, examples: int = 100, seed: int = 0, ulps: int = ANSWER_ULPS) -> Result | None:
    """
    The smallest input of an operation on which an answer is wrong, of its first kind of input where there is one; None where all are right.

    >>> from dtref.oracle.judge.questions import answering
    >>> smallest_failure(answering({"gini": lambda counts: None}), "gini").case.call.given
    {'counts': ['1']}
    """
    found = generated_failures(ask, [operation], examples=examples, seed=seed, ulps=ulps)
    return next((result for result in found if result.judgement.outcome is Outcome.FAILED), None)


def shorter(inputs: GivenJson) -> Iterator[GivenJson]:
    """
    Inputs with a row less, where they have a table and no positions in it.

    >>> [one["data"]["rows"] for one in shorter({"data": {"rows": [["1", "a"], ["2", "b"]]}})]
    [[['2', 'b']], [['1', 'a']]]
    """
    data = inputs.get("data")
    if isinstance(data, dict) and not inputs.keys() & {"samples", "of"}:
        for i in range(len(data["rows"])):
            yield {**inputs, "data": {**data, "rows": [*data["rows"][:i], *data["rows"][i + 1 :]]}}


class Hunting:
    """The hunt for an input that fails: what was found so far, and since when."""

    def __init__(self, ask: Adapter, generator: Generator, ulps: int, *, gives_up: bool = True) -> None:
        self.ask, self.generator, self.ulps, self.gives_up = ask, generator, ulps, gives_up
        self.failed: Result | None = None
        self.others: list[Result] = []
        self.skipped: list[Result] = []
        self.since = 0.0

    def results(self, examples: int, seed: int) -> list[Result]:
        """The smallest failure, or, without one, all that was answered; and what was skipped."""
        _search(self.generator, self.fails, examples, seed)
        if self.failed is not None and self.failed.reply.kind != "broken":
            self._without_rows(self.failed.case.call.given)
        return [*([self.failed] if self.failed is not None else self.others), *self.skipped]

    def _without_rows(self, inputs: GivenJson) -> None:
        """Leave out each row of a table that the failure doesn't need: deletions that Hypothesis doesn't find where much hangs on them."""
        with suppress(_EnoughError):
            while smaller := next((one for one in shorter(inputs) if self.fails(one)), None):
                inputs = smaller

    def fails(self, inputs: GivenJson) -> bool:
        """Whether the answer is wrong; the last such input is the smallest. Enough where nothing is known, or shrinking takes long."""
        case = case_of(self.generator, inputs)
        if case is None:
            return False
        result = judged(case, self.ask(case), self.ulps)
        outcome = result.judgement.outcome
        if outcome is Outcome.FAILED:
            if self.failed is None:
                self.since = monotonic()
            self.failed = result
        elif self.failed is None:
            (self.skipped if outcome is Outcome.SKIPPED else self.others).append(result)
        if self.gives_up and len(self.skipped) >= UNKNOWN and not self.others and self.failed is None:
            raise _EnoughError
        if self.failed is not None and (result.reply.kind == "broken" or monotonic() - self.since > SHRINKING):
            raise _EnoughError
        return outcome is Outcome.FAILED
