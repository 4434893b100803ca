"""A verification for people, as text, and for programs, as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import assert_never

from dtref.errors import way
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.decimals import decimal
from dtref.exact.digits import digits
from dtref.exact.number_text import readable
from dtref.io.numbers import Json, number_json, with_decimals
from dtref.oracle.operations.answers import tests_answer, write_answer
from dtref.oracle.verify.route_comparison import Difference, RouteDiff, RouteEnd
from dtref.oracle.verify.verdicts import (
    Beaten,
    Finding,
    NodeVerdict,
    NotACandidate,
    NotChecked,
    Optimal,
    Report,
    StoppedEarly,
    StoppedLate,
    StopWithinFloat,
    Tied,
    TiedSurrogates,
    WithinFloat,
    WrongClaim,
    WrongCounts,
    WrongLabel,
    WrongRest,
    WrongSurrogate,
)
from dtref.oracle.verify.words import (
    FEW,
    exact_and_decimal,
    first_optimum,
    stand_in_words,
    surrogates_text,
    tests_text,
)
from dtref.spec.model.attributes import Continuous, Unit
from dtref.spec.model.days import cell_text
from dtref.spec.model.optima import count_tests
from dtref.spec.model.tally import Tally
from dtref.spec.model.trees import Label, label_text, written


@refuses_other_kinds
def report_text(report: Report, every: bool = False) -> Iterator[str]:
    """
    A verification in lines: the wrong nodes with their paths and complaints, those below no wrong one first; then the number of nodes with
    each verdict, the first tied nodes, and notes. every: all nodes instead of the wrong ones, root first.
    """
    # the nodes
    first = report.first_wrong
    named = set(first)
    rest = tuple(finding for finding in report.wrong if finding not in named)
    yield from _separated(report.findings if every else first)
    if rest and not every:
        yield f"below these {len(rest)} more nodes are wrong, each at the records that its own tree sends there:"
        yield ""
        yield from _separated(rest)
    # the sums
    yield f"{report.tree.source} against {report.claim}: {len(report.findings)} nodes, {len(report.wrong)} wrong"
    if rest:
        yield f"first wrong: {', '.join(f'node {finding.place}' for finding in first)}; {len(rest)} more below"
    for finding in report.parted_otherwise:
        yield f"node {finding.place} parts its records otherwise than its branches claim, which add up: its test or sides differ"
    yield from (f"  {n:>6}  {name}" for name, n in sorted(report.tally.items()))
    # ties, what was not checked, notes
    if not every:
        yield from _ties_text(report)
        yield from _not_checked_text(report)
    yield from (f"note: {note}" for note in report.notes)


def _separated(findings: Sequence[Finding]) -> Iterator[str]:
    for finding in findings:
        yield from finding_text(finding)
        yield ""


def _ties_text(report: Report) -> Iterator[str]:
    """A line for each of the first tied nodes."""
    tied = [(finding, verdict) for finding in report.findings for verdict in finding.verdicts if isinstance(verdict, Tied)]
    for finding, verdict in tied[:FEW]:
        tests = tests_text(verdict.optima, verdict.asked, finding.asks) + (", a leaf" if verdict.or_leaf else "")
        yield f"tied: node {finding.place} {f'asks {finding.asks}' if finding.asks else 'is a leaf'}, one of {tests}"
    if tied[FEW:]:
        yield f"tied: {len(tied) - FEW} more nodes ({way('--all', 'report_text(report, every=True)')} prints every node)"


def _not_checked_text(report: Report) -> Iterator[str]:
    """A line for each reason why something was not checked, or is near, with the first of its nodes."""
    places: dict[str, list[str]] = {}
    for finding in report.findings:
        for verdict in finding.verdicts:
            if isinstance(verdict, NotChecked):
                places.setdefault(f"not checked: {verdict.why}", []).append(finding.place)
            elif isinstance(verdict, StopWithinFloat):
                places.setdefault(f"near: {verdict.why}", []).append(finding.place)
    for why, nodes in places.items():
        more = f" and {len(nodes) - FEW} more" if len(nodes) > FEW else ""
        yield f"{why} (node{'s' if len(nodes) > 1 else ''} {', '.join(nodes[:FEW])}{more})"


def finding_text(finding: Finding) -> Iterator[str]:
    """A node in lines: its path, the records that reach it, what it does, and the verdicts."""
    yield f"node {finding.place}: {' and '.join(finding.path) or 'the root'}"
    yield f"  records  {written(finding.counts) if finding.counts else 'not known'}"
    yield f"  does     {finding.asks or 'stop: a leaf'}"
    yield from (f"  {verdict_text(verdict, finding.asks)}" for verdict in finding.verdicts)


def verdict_text(verdict: NodeVerdict, asks: str = "") -> str:
    """
    A verdict in words. asks: the node's test, in words.

    >>> verdict_text(WrongCounts((("a", Fraction(1)),), Fraction(2)))
    'WRONG    it claims 2 records; (a 1) reach it'
    """
    match verdict:
        case Optimal():
            return "right    the only best, or a leaf as it must be"
        case Tied(optima=optima) if not asks:
            return f"right    a leaf, which is exactly as good as {tests_text(optima)}"
        case Tied(optima=optima, asked=asked, or_leaf=False):
            return f"right    one of {count_tests(optima)} that are exactly as good: {tests_text(optima, asked, asks)}"
        case Tied(optima=optima, asked=asked):
            return f"right    one of {count_tests(optima) + 1} that are exactly as good: {tests_text(optima, asked, asks)}, a leaf"
        case TiedSurrogates(count=count):
            return f"right    its surrogates are one choice of {digits(count)} that are exactly as good"
        case WithinFloat(optima=optima, gap=gap):
            return f"near     beaten by {first_optimum(optima)}, {exact_and_decimal(gap)} better: less than doubles can tell"
        case StopWithinFloat(why=why):
            return f"near     {why}"
        case NotChecked(why=why):
            return f"-        not checked: {why}"
        case _:
            return f"WRONG    {_complaint(verdict)}"


def _complaint(
    verdict: Beaten | NotACandidate | WrongCounts | WrongClaim | WrongLabel | WrongSurrogate | WrongRest | StoppedEarly | StoppedLate,
) -> str:
    """The complaint of a verdict that says that a node is wrong."""
    match verdict:
        case Beaten(optima=optima, value=value, best=best, gap=gap):
            scores = f"{exact_and_decimal(best)} against {exact_and_decimal(value)}, {exact_and_decimal(gap)} better"
            return f"beaten by {first_optimum(optima)}: {scores}"
        case NotACandidate(why=why, optima=optima):
            return f"no candidate: {why}; the algorithm asks {first_optimum(optima)}"
        case WrongCounts(wanted=wanted, got=got):
            return f"it claims {_claimed(got)}; {written(wanted)} reach it"
        case WrongClaim(claim=claim, wanted=wanted, got=got):
            return f"{claim}: it claims {readable(got)}; right is {exact_and_decimal(wanted)}"
        case WrongLabel(wanted=wanted, got=got):
            return f"it predicts {label_text(got)}; right is {' or '.join(map(label_text, wanted)) or 'nothing'}"
        case WrongSurrogate(place=place, got=got, wanted=wanted, branches=branches):
            right = surrogates_text(wanted, branches) or "no further one"
            return f"surrogate {place + 1}: it has {got or 'none'}; right is {right}"
        case WrongRest(wanted=wanted_branches, got=got_branches):
            return f"where no surrogate answers it goes on with {' or '.join(got_branches)}; right is {' or '.join(wanted_branches)}"
        case StoppedEarly(optima=optima, value=value):
            return f"it stops; the algorithm asks {first_optimum(optima)}, worth {exact_and_decimal(value)}"
        case StoppedLate(why=why):
            return f"it asks on; the algorithm stops: {why}"
        case _:
            assert_never(verdict)


def _claimed(got: Tally | Fraction) -> str:
    return f"{readable(got)} records" if isinstance(got, Fraction) else written(got)


@refuses_other_kinds
def route_text(diff: RouteDiff, most: int) -> Iterator[str]:
    """
    The first `most` records that two trees treat differently, with the ends of their routes in both; then the number of differences.

    >>> list(route_text(RouteDiff(7, ()), 3))
    ['0 of 7 records at the borders differ']
    """
    for difference in diff.differences[:most]:
        yield f"{difference.why}: {cells_text(diff, difference)}"
        yield f"  first  {_arrival_text(difference.first)}"
        yield f"  second {_arrival_text(difference.second)}"
    yield f"{len(diff.differences)} of {diff.tried} records at the borders differ"
    yield from (f"note: {note}" for note in diff.notes)


def cells_text(diff: RouteDiff, difference: Difference) -> str:
    """
    The cells of a record as text for people.

    >>> end = RouteEnd("1", "a", stuck=False)
    >>> cells_text(RouteDiff(1, (), days=frozenset({"since"})), Difference({"x": Fraction(5, 2), "since": Fraction(739023)}, "", end, end))
    'x = 2.5, since = 2024-05-17'
    """
    units = {name: Continuous(name, unit=Unit.DAY if name in diff.days else None) for name in difference.cells}
    return ", ".join(f"{name} = {cell_text(units[name], cell)}" for name, cell in difference.cells.items())


def _arrival_text(arrival: RouteEnd) -> str:
    if arrival.stuck:
        return f"stops at node {arrival.place}, which does not say where such a value goes"
    return f"leaf {arrival.place}: {'no label' if arrival.label is None else label_text(arrival.label)}"


def route_json(diff: RouteDiff) -> Json:
    """The comparison of routes as JSON: every record that two trees treat differently."""

    def end_json(arrival: RouteEnd) -> Json:
        label: dict[str, Json] = {} if arrival.label is None else {"label": _label_json(arrival.label)}
        return {"place": arrival.place, **label, "stuck": "yes" if arrival.stuck else "no"}

    differences: list[Json] = [
        with_decimals(
            {
                "why": difference.why,
                "record": {name: cell_text(Continuous(name), cell) for name, cell in difference.cells.items()},
                "first": end_json(difference.first),
                "second": end_json(difference.second),
            },
            difference.cells,
        )
        for difference in diff.differences
    ]
    return {"tried": str(diff.tried), "differences": differences, "notes": list(diff.notes)}


def report_json(report: Report) -> Json:
    """A verification as JSON: each node with its verdicts."""
    return {
        "source": report.tree.source,
        "claim": report.claim,
        "nodes": [finding_json(finding) for finding in report.findings],
        "tally": {name: str(n) for name, n in sorted(report.tally.items())},
        "notes": list(report.notes),
        "wrong": str(len(report.wrong)),
        "first_wrong": [finding.place for finding in report.first_wrong],
        "parted_otherwise": [finding.place for finding in report.parted_otherwise],
    }


def finding_json(finding: Finding) -> Json:
    """A node's finding as JSON."""
    return {
        "place": finding.place,
        "path": list(finding.path),
        "asks": finding.asks,
        "counts": _tally_json(finding.counts),
        "verdicts": [verdict_json(verdict) for verdict in finding.verdicts],
    }


def verdict_json(verdict: NodeVerdict) -> Json:
    """
    A verdict as JSON: its name and its parts.

    >>> verdict_json(StoppedLate("no records"))
    {'verdict': 'StoppedLate', 'why': 'no records'}
    """
    name: dict[str, Json] = {"verdict": type(verdict).__name__}
    match verdict:
        case Optimal():
            return name
        case Tied(optima=optima, or_leaf=or_leaf):
            return name | {"optima": write_answer(tests_answer(optima))} | ({"or_leaf": "yes"} if or_leaf else {})
        case Beaten(optima=optima, value=value, best=best, gap=gap) | WithinFloat(optima=optima, value=value, best=best, gap=gap):
            numbers: dict[str, Json] = {"value": number_json(value), "best": number_json(best), "gap": decimal(gap, 12)}
            return with_decimals(name | {"optima": write_answer(tests_answer(optima))} | numbers, {"value": value, "best": best})
        case NotACandidate(why=why, optima=optima):
            return name | {"why": why, "optima": write_answer(tests_answer(optima))}
        case StoppedEarly(optima=optima, value=value):
            return with_decimals(name | {"optima": write_answer(tests_answer(optima)), "value": number_json(value)}, {"value": value})
        case WrongCounts(wanted=wanted, got=got):
            return name | {"wanted": _tally_json(wanted), "got": str(got) if isinstance(got, Fraction) else _tally_json(got)}
        case WrongClaim(claim=claim, wanted=wanted, got=got):
            exact: dict[str, Json] = {"claim": claim, "wanted": number_json(wanted), "got": str(got)}
            return with_decimals(name | exact, {"wanted": wanted, "got": got})
        case WrongLabel(wanted=wanted, got=got):
            labels: dict[str, Json] = {"wanted": [_label_json(label) for label in wanted], "got": _label_json(got)}
            return with_decimals(name | labels, {str(label): label for label in (*wanted, got)})
        case TiedSurrogates() | WrongSurrogate() | WrongRest():
            return name | _surrogates_json(verdict)
        case StoppedLate(why=why) | StopWithinFloat(why=why) | NotChecked(why=why):
            return name | {"why": why}
        case _:
            assert_never(verdict)


def _surrogates_json(verdict: TiedSurrogates | WrongSurrogate | WrongRest) -> dict[str, Json]:
    match verdict:
        case TiedSurrogates(count=count):
            return {"count": digits(count)}
        case WrongSurrogate(place=place, got=got, wanted=wanted, branches=branches):
            words: list[Json] = [stand_in_words(test, stands_for, branches) for test, stands_for in wanted]
            return {"place": str(place + 1), "got": got, "wanted": words}
        case WrongRest(wanted=right, got=claimed):
            return {"wanted": list(right), "got": list(claimed)}
        case _:
            assert_never(verdict)


def _tally_json(tally: Tally) -> Json:
    return {name: str(n) for name, n in tally}


def _label_json(label: Label) -> Json:
    return str(label)
