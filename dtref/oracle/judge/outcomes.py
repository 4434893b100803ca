"""The outcomes of judging an answer, and judgements with their reasons."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from attrs import frozen


class Outcome(Enum):
    """The outcome of judging an answer: right, right with a reservation, wrong, or not answered."""

    PASSED = "passed"
    ACCEPTABLE = "acceptable"
    FAILED = "failed"
    SKIPPED = "skipped"


@frozen
class Judgement:
    """The judgement of an answer: the outcome, and the reason where it isn't simply right."""

    outcome: Outcome
    why: str = ""


ORDER = (Outcome.PASSED, Outcome.ACCEPTABLE, Outcome.FAILED)
ROUNDED = Judgement(Outcome.ACCEPTABLE, "right (as a double)")
FAILED = Judgement(Outcome.FAILED)


def worst(parts: Iterable[Judgement]) -> Judgement:
    """
    The worst judgement, the first of equals; passed where there is none.

    >>> worst([Judgement(Outcome.PASSED), ROUNDED]) is ROUNDED, worst([]).outcome.value
    (True, 'passed')
    """
    return max(parts, key=lambda part: ORDER.index(part.outcome), default=Judgement(Outcome.PASSED))
