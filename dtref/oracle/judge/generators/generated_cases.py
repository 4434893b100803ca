"""
Generated cases: small inputs drawn by Hypothesis, with exact answers from dtref; failures are shrunk by asking the program again. Needs the
extra `judge` (hypothesis).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from random import Random
from time import monotonic
from typing import TypeAlias

from attrs import evolve
from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.errors import NoSuchExample, Unsatisfiable

from dtref.errors import Invalid, Undecided
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import narrow
from dtref.oracle.golden.records import Call
from dtref.oracle.golden.vectors import Between, Refused
from dtref.oracle.judge.cases import Case, case_asked, right_answers
from dtref.oracle.judge.generators.importances import IMPORTANCE_GENERATORS
from dtref.oracle.judge.generators.merged import MERGED_GENERATORS
from dtref.oracle.judge.generators.parts import Generator, declared_generators
from dtref.oracle.judge.generators.tables import TABLE_GENERATORS
from dtref.oracle.judge.generators.ties import TIE_GENERATORS
from dtref.oracle.judge.generators.trees import TREE_GENERATORS
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.questions import Adapter
from dtref.oracle.judge.results import Judge, Result, asked_result, judged
from dtref.oracle.operations.draws import GivenJson
from dtref.oracle.operations.inputs import as_object
from dtref.oracle.operations.registry import OPERATIONS

GENERATORS: Mapping[str, Sequence[Generator]] = {
    name: tuple(group)
    for name, group in groupby(
        sorted(
            (
                *declared_generators(OPERATIONS.values()),
                *TABLE_GENERATORS,
                *TREE_GENERATORS,
                *TIE_GENERATORS,
                *MERGED_GENERATORS,
                *IMPORTANCE_GENERATORS,
            ),
            key=lambda generator: generator.operation,
        ),
        key=lambda generator: generator.operation,
    )
}
"""The generators of inputs, by operation."""

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
    "cross_validate_trees": _TIED_TREES,
    "learning_curve": _TIED_TREES,
    "learner_predictions": _TIED_TREES,
    "select_by_cross_validation": _TIED_TREES,
    "select_by_validation": _TIED_TREES,
}
"""The operations that have fixed cases only, each with the reason."""

SHRINKING = 20.0
"""Seconds of shrinking, after which the smallest failure so far is reported."""
UNWANTED = 50
"""The number of inputs that a program doesn't take, and none that it takes, after which a kind of input is given up."""
UNKNOWN = 10
"""The number of skipped inputs, none answered, after which an operation is taken as unknown, if no other case of it was answered."""


WantedCall: TypeAlias = Callable[[Call], bool]
"""Whether a question is to be drawn."""


class _EnoughError(BaseException):
    """Ends the drawing. A BaseException, as Hypothesis would take an Exception for a failure and shrink it."""


def wanted_of(generator: Generator, wanted: WantedCall) -> Generator:
    """
    A generator of those inputs alone that are wanted; it ends the drawing where none of the first is.

    >>> from hypothesis import find
    >>> find(wanted_of(GENERATORS["gini"][0], lambda call: len(call.given["counts"]) > 1).inputs, lambda _: True)
    {'counts': ['0', '0']}
    """
    found = Counter[bool]()

    def is_wanted(inputs: GivenJson) -> bool:
        takes_it = wanted(Call(generator.operation, as_object(narrow(dict(inputs)), "inputs")))
        found[takes_it] += 1
        if found[False] >= UNWANTED and not found[True]:
            raise _EnoughError
        return takes_it

    return evolve(generator, inputs=generator.inputs.filter(is_wanted))


def case_of(generator: Generator, inputs: GivenJson) -> Case | None:
    """
    A generated case with dtref's exact answer; None where the input is refused, the answer undecided, or one of several that tie.

    >>> case_of(GENERATORS["gini"][0], {"counts": ["1", "1"]}).expected.exact, case_of(GENERATORS["gini"][0], {"counts": ["-1"]})
    ('1/2', None)
    """
    name = f"{generator.operation} of {generator.about}" if generator.about else generator.operation
    call = Call(generator.operation, as_object(narrow(dict(inputs)), "inputs"))
    try:
        case = case_asked(call, generator.cuts, id=f"generated-{name.replace(' ', '-')}", source=f"generated: {name}")
    except (Invalid, Undecided):
        return None
    if isinstance(case.expected, Refused | Between) or (generator.cuts is None and any(map(_has_ties, right_answers(case.expected)))):
        return None
    return case


def _has_ties(answer: Json) -> bool:
    """Whether some node of the trees in an answer has tied tests."""
    match answer:
        case {"optima": list(optima)} if len(optima) > 1 or any(isinstance(test, dict) and "every_subset" in test for test in optima):
            return True
        case dict():
            return any(map(_has_ties, answer.values()))
        case list():
            return any(map(_has_ties, answer))
        case _:
            return False


def generated_cases(operations: Iterable[str], examples: int, seed: int = 0) -> Iterator[Case]:
    """
    At most `examples` different cases for each kind of input of each operation.

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
    """Draws inputs, and shrinks those that fail."""
    profile = settings(
        max_examples=examples, database=None, deadline=None, phases=[Phase.generate, Phase.shrink], suppress_health_check=list(HealthCheck)
    )
    try:
        find(generator.inputs, fails, settings=profile, random=Random(seed))
    except (NoSuchExample, Unsatisfiable, _EnoughError):
        return


def generated_failures(  # noqa: PLR0913 - bounds are keyword arguments
    ask: Adapter,
    operations: Iterable[str],
    *,
    examples: int = 100,
    seed: int = 0,
    judging: Judge = judged,
    answers: Collection[str] = (),
    wanted: WantedCall = lambda _: True,
) -> Iterator[Result]:
    """
    For each kind of input of each operation, the result of the smallest input with a wrong answer and the excused failures, or else all
    answered results; then the skipped ones.

    judging: how replies are judged; a failure that it excuses is none, and drawing and shrinking go on past it. answers: operations that
    the program is known to have, for which all inputs are asked even if many are skipped. wanted: whether a question is to be drawn.

    >>> from dtref.oracle.judge.questions import answering
    >>> wrong = answering({"gini": lambda counts: sum(map(int, counts))})
    >>> [result.case.call.given for result in generated_failures(wrong, ["gini"])]
    [{'counts': ['0']}]
    """
    for operation in operations:
        for generator in GENERATORS.get(operation, ()):
            yield from Hunting(ask, wanted_of(generator, wanted), judging, gives_up=operation not in answers).results(examples, seed)


def smallest_failure(ask: Adapter, operation: str, *, examples: int = 100, seed: int = 0, judging: Judge = judged) -> Result | None:
    """
    The smallest wrongly answered input of an operation, with its result, from the first kind of input that has one; None for none.

    >>> from dtref.oracle.judge.questions import answering
    >>> smallest_failure(answering({"gini": lambda counts: None}), "gini").case.call.given
    {'counts': ['1']}
    """
    results = generated_failures(ask, [operation], examples=examples, seed=seed, judging=judging)
    return next((result for result in results if result.judgement.outcome is Outcome.FAILED), None)


def shorter(inputs: GivenJson) -> Iterator[GivenJson]:
    """
    The inputs with one row of their table removed, each row in turn; none without a table, or with positions that refer to its rows.

    >>> [inputs["data"]["rows"] for inputs in shorter({"data": {"rows": [["1", "a"], ["2", "b"]]}})]
    [[['2', 'b']], [['1', 'a']]]
    """
    data = inputs.get("data")
    if isinstance(data, dict) and not inputs.keys() & {"samples", "of"}:
        for i in range(len(data["rows"])):
            yield {**inputs, "data": {**data, "rows": [*data["rows"][:i], *data["rows"][i + 1 :]]}}


class Hunting:
    """The search for a failing input: the failure, the other and the skipped results so far, the time of the first failure (s)."""

    def __init__(self, ask: Adapter, generator: Generator, judging: Judge, *, gives_up: bool = True) -> None:
        self.ask, self.generator, self.judging, self.gives_up = ask, generator, judging, gives_up
        self.failed: Result | None = None
        self.others: list[Result] = []
        self.skipped: list[Result] = []
        self.since = 0.0

    def results(self, examples: int, seed: int) -> list[Result]:
        """The result of the smallest failure, with the excused ones before it, or else all answered results; then the skipped ones."""
        _search(self.generator, self.fails, examples, seed)
        if self.failed is not None and self.failed.reply.kind != "broken":
            self._without_rows(self.failed.case.call.given)
        excused = [result for result in self.others if result.excuses]
        return [*([self.failed, *excused] if self.failed is not None else self.others), *self.skipped]

    def _without_rows(self, inputs: GivenJson) -> None:
        """Removes each row of a table that the failure doesn't need; Hypothesis misses deletions on which other draws depend."""
        with suppress(_EnoughError):
            while smaller := next((candidate for candidate in shorter(inputs) if self.fails(candidate)), None):
                inputs = smaller

    def fails(self, inputs: GivenJson) -> bool:
        """Whether the answer is wrong; the last such input is the smallest. Ends the search if nothing is answered, or shrinks for long."""
        case = case_of(self.generator, inputs)
        if case is None:
            return False
        result = asked_result(case, self.ask, self.judging)
        # keep the result
        outcome = result.judgement.outcome
        if outcome is Outcome.FAILED:
            if self.failed is None:
                self.since = monotonic()
            self.failed = result
        elif self.failed is None:
            (self.skipped if outcome is Outcome.SKIPPED else self.others).append(result)
        # end the search
        if self.gives_up and len(self.skipped) >= UNKNOWN and not self.others and self.failed is None:
            raise _EnoughError
        if self.failed is not None and (result.reply.kind == "broken" or monotonic() - self.since > SHRINKING):
            raise _EnoughError
        return outcome is Outcome.FAILED
