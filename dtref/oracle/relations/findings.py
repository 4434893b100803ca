"""What checking relations finds: each relation holds, fails with the smallest example found, or wasn't asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from random import Random
from typing import TYPE_CHECKING, TypeVar

from attrs import define, frozen

from dtref.errors import Invalid

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_Sample = TypeVar("_Sample")


@frozen
class RelationFinding:
    """
    What was found of a relation. asked: the number of examples. why: how it fails, or why it wasn't asked. example: the smallest found.

    >>> RelationFinding("fit_twice", "two learners that are fitted alike predict alike", 30).text()
    'holds      fit_twice: two learners that are fitted alike predict alike (30 examples)'
    """

    relation: str
    says: str
    asked: int
    why: str = ""
    example: str = ""

    @property
    def failed(self) -> bool:
        """Whether an example breaks the relation."""
        return bool(self.example)

    def text(self) -> str:
        """The finding in a line, or where it fails in three."""
        if self.failed:
            return f"FAILS      {self.relation}: {self.says}\n  example  {self.example}\n  why      {self.why}"
        if not self.asked:
            return f"not asked  {self.relation}: {self.why}"
        return f"holds      {self.relation}: {self.says} ({self.asked} examples)"


def findings_lines(findings: Iterable[RelationFinding]) -> Iterator[str]:
    """
    The findings in lines, those that fail first, then a sum.

    >>> list(findings_lines([]))
    ['0 hold, 0 fail, 0 not asked']
    """
    told = sorted(findings, key=lambda finding: not finding.failed)
    yield from (line for finding in told for line in finding.text().splitlines())
    failed, asked = sum(finding.failed for finding in told), sum(bool(finding.asked) for finding in told)
    yield f"{asked - failed} hold, {failed} fail, {len(told) - asked} not asked"


def need_hypothesis(what: str) -> None:
    """Nothing, where Hypothesis is installed. what: what needs it to draw inputs. Errors: Invalid where it isn't."""
    if find_spec("hypothesis") is None:
        raise Invalid(what, "the extra dtref[judge], which pip install 'dtref[judge]' installs", "no hypothesis")


@define
class Search:
    """A search for an example that breaks a relation: how many were asked, and the last that broke it, which is the smallest."""

    asked: int = 0
    why: str = ""
    example: str = ""


def searched(samples: SearchStrategy[_Sample], differs: Callable[[_Sample], str], text: Callable[[_Sample], str], examples: int) -> Search:
    """
    The search among drawn samples: `differs` is the difference, or empty. The same samples are drawn each time.

    >>> from hypothesis import strategies as st
    >>> found = searched(st.integers(0, 9), lambda n: "above 2" if n > 2 else "", str, 50)
    >>> found.why, found.example
    ('above 2', '3')
    """
    from hypothesis import HealthCheck, Phase, find, settings
    from hypothesis.errors import NoSuchExample, Unsatisfiable

    search = Search()

    def breaks(sample: _Sample) -> bool:
        search.asked += not search.example
        why = differs(sample)
        if why:
            search.why, search.example = why, text(sample)
        return bool(why)

    phases = [Phase.generate, Phase.shrink]
    checks = list(HealthCheck)
    profile = settings(max_examples=examples, database=None, deadline=None, phases=phases, suppress_health_check=checks)
    with suppress(NoSuchExample, Unsatisfiable):
        find(samples, breaks, settings=profile, random=Random(0))
    return search
