"""Excuses of failures: the known departures of a program, rules and predicates, tried from the narrowest to the widest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

from attrs import evolve, field, frozen

from dtref.errors import Invalid
from dtref.io.numbers import Json
from dtref.oracle.judge.answers import agreement
from dtref.oracle.judge.cases import Case
from dtref.oracle.judge.excuses.conventions import EXCUSED_CONVENTIONS
from dtref.oracle.judge.excuses.rules import EXCUSE_RULES, tolerance
from dtref.oracle.judge.excuses.views import ExcuseRule, Seen, right_through
from dtref.oracle.judge.outcomes import Judgement, Outcome
from dtref.oracle.judge.questions import Reply
from dtref.oracle.judge.results import Result, judged
from dtref.oracle.judge.rounding.numbers import ANSWER_ULPS
from dtref.oracle.judge.selection import names_of

Predicate: TypeAlias = Callable[[Result], object]
"""A function of a failure that excuses it where it returns a reason, or anything else that is true."""
PREDICATE = "known by the predicate"
"""The reason of a predicate that returns no text."""


@frozen
class KnownDeparture:
    """
    A departure that is known. name: an id, or an operation. holds: what it excuses, an answer or a kind of reply; anything if None. rule:
    what it excuses instead, at this name only.
    """

    name: str
    reason: str
    holds: Reply | None = None
    rule: ExcuseRule | None = None

    def allows(self, reply: Reply) -> bool:
        """Whether a reply is the one that this holds."""
        if self.rule is not None:
            return False
        if self.holds is None:
            return True
        if self.holds.kind != reply.kind:
            return False
        held: Json = self.holds.value  # type: ignore[assignment]
        return self.holds.value is None or agreement(reply.value, held).outcome is not Outcome.FAILED


@frozen
class Excuses:
    """
    What excuses failures. known: departures by id or operation. rules: departures everywhere. predicates: functions of a failure.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> failed = judged(Case("x-1", "", Call("gini", {}), ExactAnswer("1/2"), "", ()), Reply("answer", "1"))
    >>> Excuses((KnownDeparture("gini", "halves it"),)).applied(failed).judgement.why
    'known: halves it'
    """

    known: tuple[KnownDeparture, ...] = ()
    rules: tuple[ExcuseRule, ...] = ()
    predicates: tuple[Predicate, ...] = ()

    def reasons(self) -> Mapping[str, str]:
        """The reason of each excuse that has a name."""
        return {**{known.name: known.reason for known in self.known}, **{rule.name: rule.says for rule in self.rules}}

    def applied(self, result: Result, ulps: int = ANSWER_ULPS) -> Result:
        """The result, made acceptable, with the excuses that it needed, where it is a failure that they excuse."""
        if result.judgement.outcome is not Outcome.FAILED:
            return result
        needed = next(self._needed(result, ulps), None)
        if needed is None:
            return result
        why = "; ".join(reason for _, reason in needed)
        return evolve(result, judgement=Judgement(Outcome.ACCEPTABLE, f"known: {why}"), excuses=tuple(name for name, _ in needed))

    def _needed(self, result: Result, ulps: int) -> Iterator[Sequence[tuple[str, str]]]:
        """The excuses for a failure, each with its reason: those of its id first, then rules, then those of its operation."""
        *ids, operation = names_of(result.case)
        here = [(name, known) for name in (*ids, operation) for known in self.known if known.name == name]
        yield from ([(name, known.reason)] for name, known in here if name != operation and known.allows(result.reply))
        local = [(name, known.reason, known.rule) for name, known in here if known.rule is not None]
        yield from _by_rules(result, ulps, [*local, *((rule.name, rule.says, rule) for rule in self.rules)])
        yield from ([(name, known.reason)] for name, known in here if name == operation and known.allows(result.reply))
        for predicate in self.predicates:
            if reason := predicate(result):
                yield [(PREDICATE, reason if isinstance(reason, str) else PREDICATE)]


def _by_rules(result: Result, ulps: int, named: Sequence[tuple[str, str, ExcuseRule]]) -> Iterator[Sequence[tuple[str, str]]]:
    """The fewest rules that together make a reply right."""
    seen = Seen(result.case, result.reply, ulps)
    usable = [each for each in named if next(each[2].ways(seen), None) is not None]
    for n in range(1, len(usable) + 1):
        for some in combinations(usable, n):
            if right_through(seen, [rule for _, _, rule in some]):
                yield [(name, says) for name, says, _ in some]


@frozen
class Judging:
    """
    How replies are judged: the units in the last place that a double may be off, and what is excused.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> undefined = Case("x", "", Call("gini", {}), ExactAnswer({"undefined": "no records"}), "", ())
    >>> Judging(excuses=excuses_of("undefined zero"))(undefined, Reply("answer", 0)).excuses
    ('undefined zero',)
    """

    ulps: int = ANSWER_ULPS
    excuses: Excuses = field(factory=Excuses)

    def __call__(self, case: Case, reply: Reply) -> Result:
        """The result of a case, excused where it fails as is known."""
        return self.excuses.applied(judged(case, reply, self.ulps), self.ulps)


NO_EXCUSES = Excuses()
"""Nothing is excused."""


def rule_named(name: str) -> ExcuseRule:
    """
    The rule that a text names. Errors: Invalid where none has the name.

    >>> rule_named("width float32").says, rule_named("tolerance 1e-6").says, rule_named("natural-logarithms").says[:4]
    ('computed in float32', 'within 1e-6 of what is right', 'nats')
    """
    kind, _, text = name.partition(" ")
    if kind == "tolerance":
        return tolerance(text)
    rules = {**EXCUSE_RULES, **EXCUSED_CONVENTIONS}
    if name not in rules:
        raise Invalid("rule", f"{', '.join(map(repr, rules))} or 'tolerance 1e-6'", name)
    return rules[name]


def excuses_of(excuse: object) -> Excuses:
    """
    The excuses that a Python value is: a rule's name, a mapping of ids and operations to reasons, a predicate, or a list of these.
    Errors: Invalid for anything else.

    >>> both = excuses_of(["undefined zero", {"gini": "halves it"}])
    >>> [rule.name for rule in both.rules], [known.name for known in both.known]
    (['undefined zero'], ['gini'])
    """
    match excuse:
        case Excuses():
            return excuse
        case None:
            return Excuses()
        case str():
            return Excuses(rules=(rule_named(excuse),))
        case Mapping():
            return Excuses(known=tuple(_known(name, reason) for name, reason in excuse.items()))
        case list() | tuple():
            return merged_excuses(map(excuses_of, excuse))
        case _ if callable(excuse):
            return Excuses(predicates=(excuse,))
        case _:
            raise Invalid("excuse", "the name of a rule, {id or operation: reason}, a function of a result, or a list of these", excuse)


def _known(name: object, reason: object) -> KnownDeparture:
    if not isinstance(name, str) or not isinstance(reason, str) or not reason.strip():
        raise Invalid(f"known, {name}", "a reason", reason)
    return KnownDeparture(name, reason)


def merged_excuses(excuses: Iterable[Excuses]) -> Excuses:
    """
    Several excuses as one; a rule that comes twice is one.

    >>> [rule.name for rule in merged_excuses([excuses_of("doubles"), excuses_of("doubles")]).rules]
    ['doubles']
    """
    each = list(excuses)
    rules = {rule.name: rule for some in each for rule in some.rules}
    return Excuses(
        tuple(known for some in each for known in some.known),
        tuple(rules.values()),
        tuple(predicate for some in each for predicate in some.predicates),
    )
