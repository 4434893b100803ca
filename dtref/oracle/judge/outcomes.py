"""How an answer is judged."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from attrs import frozen


class Outcome(Enum):
    """How an answer is judged."""

    PASSED = "passed"
    ACCEPTABLE = "acceptable"
    FAILED = "failed"
    SKIPPED = "skipped"


@frozen
class Judgement:
    """How an answer is judged, and why where it isn't simply right."""

    outcome: Outcome
    why: str = ""


ORDER = (Outcome.PASSED, Outcome.ACCEPTABLE, Outcome.FAILED)
ROUNDED = Judgement(Outcome.ACCEPTABLE, "a double within rounding")
FAILED = Judgement(Outcome.FAILED)


def worst(parts: Iterable[Judgement]) -> Judgement:
    """
    The least good judgement, the first of several; right where there is none.

    >>> worst([Judgement(Outcome.PASSED), ROUNDED]) is ROUNDED, worst([]).outcome.value
    (True, 'passed')
    """
    return max(parts, key=lambda part: ORDER.index(part.outcome), default=Judgement(Outcome.PASSED))
