"""Two programs at once: where they disagree, and which of them is right."""

from __future__ import annotations

from math import isclose

from attrs import evolve

from dtref.oracle.judge.cases import Case
from dtref.oracle.judge.excuses.views import number_answered
from dtref.oracle.judge.outcomes import Judgement, Outcome
from dtref.oracle.judge.questions import Adapter, Reply
from dtref.oracle.judge.report.text import got_text
from dtref.oracle.judge.results import Judge, Result


def judging_both(judging: Judge, other: Adapter, name: str) -> Judge:
    """
    A way to judge two programs at once: the reply of the one, and what another says to the same question. It passes where both are right;
    else it fails, and says which is right, or that both are wrong, alike or each in its way.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> from dtref.oracle.judge.results import judged
    >>> both = judging_both(judged, lambda _: Reply("answer", "1/3"), "OTHER")
    >>> case = Case("x", "", Call("gini", {}), ExactAnswer("1/2"), "", ())
    >>> [both(case, Reply("answer", answer)).judgement.why for answer in ("1/2", "1/4", "1/3")]
    ['this program is right, OTHER is not: "1/3"', '"1/4", not "1/2"; OTHER is wrong, too: "1/3"', '"1/3", not "1/2"; OTHER is wrong alike']
    """

    def judge(case: Case, reply: Reply) -> Result:
        mine = judging(case, reply)
        theirs = judging(case, other(case))
        if Outcome.SKIPPED in {mine.judgement.outcome, theirs.judgement.outcome}:
            return mine
        failed = [result.judgement.outcome is Outcome.FAILED for result in (mine, theirs)]
        match failed:
            case [False, False]:
                return mine
            case [False, True]:
                return evolve(mine, judgement=Judgement(Outcome.FAILED, f"this program is right, {name} is not: {got_text(theirs)}"))
            case [True, False]:
                return evolve(mine, judgement=evolve(mine.judgement, why=f"{mine.judgement.why}; {name} is right"))
            case _:
                how = "wrong alike" if _same(mine.reply, theirs.reply) else f"wrong, too: {got_text(theirs)}"
                return evolve(mine, judgement=evolve(mine.judgement, why=f"{mine.judgement.why}; {name} is {how}"))

    return judge


def _same(one: Reply, other: Reply) -> bool:
    """Whether two replies say the same, a number alone within rounding."""
    if one.kind != other.kind:
        return False
    numbers = number_answered(one.value), number_answered(other.value)
    close = None not in numbers and isclose(*numbers, rel_tol=1e-9, abs_tol=1e-12)  # type: ignore[arg-type]
    return one.kind != "answer" or one.value == other.value or close
