"""
Judging trees, tests and predictions: right is whatever choices among equally good tests lead to, not only what dtref chose.

A tree is verified node by node (`dtref.oracle.verify`): each must ask a best test at the records that reach it. One that is beaten by less
than doubles can tell is acceptable, and is counted apart. Where any cut is welcome partitions count, not numbers; where the preset's own is
asked for the number must be that.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import cast

from attrs import evolve, frozen

from dtref.engines.filter.filtered import hunt
from dtref.errors import Invalid, Undecided
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree
from dtref.io.numbers import Json
from dtref.oracle.golden.vectors import Refused
from dtref.oracle.judge.answers import agreement
from dtref.oracle.judge.cases import Case, Cuts, right_answers
from dtref.oracle.judge.equally_right.answered_trees import Claims, asked_test, read_tree
from dtref.oracle.judge.equally_right.limits import has_limit, holds_limits, with_near_limits
from dtref.oracle.judge.equally_right.predictions import welcome_predictions
from dtref.oracle.judge.outcomes import Judgement, Outcome, worst
from dtref.oracle.judge.rounding.numbers import ANSWER_ULPS, Foreign, Room
from dtref.oracle.judge.rounding.scales import UNIT
from dtref.oracle.operations.answers import counts_answer, labels_answer, write_answer
from dtref.oracle.operations.data_inputs import data_of, record_of
from dtref.oracle.operations.inputs import Given
from dtref.oracle.operations.trees.stopping import given_policy
from dtref.oracle.verify.questions import asked_at, is_asked_by
from dtref.oracle.verify.report import finding_text
from dtref.oracle.verify.verdicts import Beaten, NotACandidate, StopWithinFloat, Tied, WithinFloat
from dtref.oracle.verify.verify import verify
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import EverySubset, count_tests
from dtref.spec.model.schemes import preorder
from dtref.spec.model.tests import Multiway, Side, Test, Threshold

FLOAT = "beaten by less than doubles can tell (float)"
TIED = "one of several that ties leave open"
SOME_LABELS = "one of the tied labels"
ELSEWHERE = "cut elsewhere between the same values"


def judge_equally_right(case: Case, answer: Foreign, ulps: int = ANSWER_ULPS) -> Judgement | None:
    """
    How an answer is judged that is not the one expected, but may be as right; None where nothing else can be.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.judge.cases import case_asked
    >>> data = {"header": ["x", "y"], "rows": [["1", "a"], ["2", "b"]], "target": "y"}
    >>> case = case_asked(Call("grow", {"data": data, "preset": "cart"}), Cuts.ANY)
    >>> leaves = [{"if": "yes", "then": {"labels": ["a"]}}, {"if": "no", "then": {"labels": ["b"]}}]
    >>> judge_equally_right(case, {"test": {"threshold": "x", "side": "<=", "cut": 1.25}, "branches": leaves})
    Judgement(outcome=<Outcome.ACCEPTABLE: 'acceptable'>, why='cut elsewhere between the same values')
    """
    if case.cuts is None or isinstance(case.expected, Refused):
        return None
    try:
        return _judged(case, answer, ulps)
    except Invalid as problem:
        return Judgement(Outcome.FAILED, str(problem)[:300])
    except Undecided as problem:
        return Judgement(Outcome.FAILED, f"not the answer expected, and whether it is as right is undecided: {problem}"[:300])


def _judged(case: Case, answer: Foreign, ulps: int) -> Judgement | None:
    given = Given.of(dict(case.call.given), "given")
    data = data_of(given)
    match case.call.operation, case.call.part, answer:
        case ("grow" | "grow_stopping", (), _) | ("trees", (), dict()):
            return _grown(given, data, answer, case, ulps)
        case "trees", (), list():
            return _same_trees(case, answer, ulps)
        case "best_tests", (), dict():
            return _tests(hunt(data, given_policy(given)), data, answer, case, ulps)
        case "best_tests", ("tests",), list() | dict():
            tests = answer if isinstance(answer, list) else [answer]
            return _tests(hunt(data, given_policy(given)), data, {"tests": tests}, case, ulps)
        case "predict", () | ("labels",), _:
            return _prediction(given, data, answer, case, ulps)
        case _:
            return None


def _grown(given: Given, data: DataSet, answer: Foreign, case: Case, ulps: int) -> Judgement:
    """A tree of the policy, or of one whose limits are as near to its own as rounding is, where doubles don't hold these."""
    found = _of_notes(_tree_notes(hunt(data, given_policy(given)), data, answer, case, ulps))
    if found.outcome is not Outcome.FAILED:
        return found
    near = (_of_notes(_tree_notes(hunt(data, given_policy(one)), data, answer, case, ulps)) for one in with_near_limits(given))
    return _acceptable(FLOAT) if any(one.outcome is not Outcome.FAILED for one in near) else found


def _of_notes(notes: Iterator[Judgement]) -> Judgement:
    """The first thing that is wrong; else all that is merely acceptable."""
    reasons: list[str] = []
    for note in notes:
        if note.outcome is Outcome.FAILED:
            return note
        if note.why not in reasons and note.outcome is Outcome.ACCEPTABLE:
            reasons.append(note.why)
    return Judgement(Outcome.ACCEPTABLE, ", ".join(reasons)) if reasons else Judgement(Outcome.PASSED)


def _acceptable(why: str) -> Judgement:
    return Judgement(Outcome.ACCEPTABLE, why)


def _wrong(why: str) -> Judgement:
    return Judgement(Outcome.FAILED, why[:500])


def _json(value: object) -> str:
    """What was said, or is right, as the program's side writes it."""
    return json.dumps(value, ensure_ascii=False, default=str)


def _tree_notes(recursion: Hunt, data: DataSet, answer: Foreign, case: Case, ulps: int) -> Iterator[Judgement]:
    """What is to be said of each node of a tree."""
    tree, claims = read_tree(answer, data)
    report = verify(tree, data, recursion.policy, ulps=ulps)
    stops = [finding for finding in report.findings if any(isinstance(verdict, StopWithinFloat) for verdict in finding.verdicts)]
    told = holds_limits(Given(case.call.given)) or not any(map(has_limit, recursion.policy.stop))  # doubles tell where to stop
    if wrong := [*report.wrong, *(stops if told else ())]:
        yield _wrong("; ".join(line.strip() for line in finding_text(wrong[0])))
    if report.tally["NotChecked"]:
        yield _wrong("whether a node is right is undecided")
    if report.tally["WithinFloat"] or stops:
        yield _acceptable(FLOAT)
    if report.tally["Tied"]:
        yield _acceptable(TIED)
    for place in preorder(_Place(recursion, tree.root, recursion.root()), _Place.below):
        yield from _claim_notes(recursion, place.node, place.foreign, claims, ulps)
        if place.foreign.ask is not None:
            _, named = place.test_and_named
            yield from _cut_notes(place.foreign, named, claims[place.foreign.place].get("test"), case, ulps)


@frozen(eq=False, slots=False)
class _Place:
    """A node of the answer, with the records that reach it."""

    recursion: Hunt
    foreign: ForeignNode
    node: Node

    @cached_property
    def test_and_named(self) -> tuple[Test, Test | EverySubset | None]:
        return _test_and_named(self.recursion, self.node, self.foreign)

    def below(self) -> Iterator[_Place]:
        if self.foreign.ask is not None:
            test, _ = self.test_and_named
            labels = self.recursion.decide(self.node).labels
            nodes = self.recursion.children(self.node, labels, test)
            yield from (_Place(self.recursion, child, node) for child, node in zip(self.foreign.children, nodes, strict=True))


def _claim_notes(recursion: Hunt, node: Node, foreign: ForeignNode, claims: Claims, ulps: int) -> Iterator[Judgement]:
    """What a node says of its counts, and a leaf of its labels; no claim is no mistake, but a leaf without a label is."""
    decision, claim = recursion.decide(node), claims[foreign.place]
    counts = write_answer(counts_answer(decision.counts))
    if "counts" in claim and agreement(claim["counts"], counts, room=Room(ulps)).outcome is Outcome.FAILED:
        shape = "" if isinstance(claim["counts"], dict) else " must be an object: class -> number;"
        yield _wrong(f"node {foreign.place}: counts{shape} {_json(claim['counts'])}, not {_json(counts)}")
    if foreign.ask is None:
        yield _labels(claim["labels"], write_answer(labels_answer(decision.labels)), f"leaf {foreign.place}", ulps)


def _labels(said: Foreign, right: Json, where: str, ulps: int) -> Judgement:
    """All right labels, or some of them."""
    whole = agreement(said, right, Room(ulps))
    if whole.outcome is not Outcome.FAILED:
        return whole
    if isinstance(said, list) and said and isinstance(right, list) and all(label in right for label in said):
        return _acceptable(SOME_LABELS)
    return _wrong(f"{where}: labels {_json(said)}, not {_json(right)}")


def _test_and_named(recursion: Hunt, node: Node, foreign: ForeignNode) -> tuple[Test, Test | EverySubset | None]:
    """What a node asks, as a test, and the algorithm's own test that parts the records in the same way."""
    assert foreign.ask is not None, "it is no leaf"
    asked = asked_at(recursion, node, foreign.ask)
    named = next((t for c in recursion.offered(node) for t in map(c.test, range(len(c.splits))) if is_asked_by(asked, t)), None)
    test = named if isinstance(named, Multiway) else asked.test
    if test is None:
        raise Invalid(f"node {foreign.place}", "a test that parts the records", foreign.ask)
    return test, named


def _cut_notes(foreign: ForeignNode, named: Test | EverySubset | None, said: Foreign, case: Case, ulps: int) -> Iterator[Judgement]:
    """Whether a number is cut where the preset cuts it."""
    if not isinstance(foreign.ask, Cut):
        return
    side = getattr(named, "side", Side.AT_MOST)
    if isinstance(named, Threshold) and foreign.ask.side is side and _is_cut(foreign.ask.cut, named, said, ulps):
        return
    if case.cuts is Cuts.ANY:
        yield _acceptable(ELSEWHERE)
    else:
        right = getattr(named, "cut", None)
        yield _wrong(f"node {foreign.place}: cut at {foreign.ask.side.value} {foreign.ask.cut}, not at {side.value} {right}")


def _is_cut(cut: Fraction, named: Threshold, said: Foreign, ulps: int) -> bool:
    """Whether a cut is the named one: a number of JSON within the rounding of a midpoint, a text exactly."""
    if isinstance(said, dict) and isinstance(said.get("cut"), str):
        return cut == named.cut
    return abs(cut - named.cut) <= ulps * UNIT * max(abs(named.lower), abs(named.upper))


def _same_trees(case: Case, answer: list[Foreign], ulps: int) -> Judgement:
    """Every tree once, in any order."""
    (exact,) = right_answers(case.expected) if len(right_answers(case.expected)) == 1 else (list(right_answers(case.expected)),)
    left = list(cast("list[Json]", exact))
    for tree in answer:
        found = next((one for one in left if agreement(tree, one, room=Room(ulps)).outcome is not Outcome.FAILED), None)
        if found is None:
            return _wrong(f"a tree that is none, or comes twice: {_json(tree)}")
        left.remove(found)
    return _wrong(f"{len(left)} trees are missing") if left else Judgement(Outcome.PASSED)


def _tests(recursion: Hunt, data: DataSet, answer: dict[str, Foreign], case: Case, ulps: int) -> Judgement:
    """Best tests: each must be one; one of several is enough."""
    decision = recursion.decide(recursion.root())
    said = answer.get("tests")
    if not isinstance(said, list) or bool(said) != bool(decision.optima):
        return _wrong(f"tests {_json(said)}, where {count_tests(decision.optima)} are best")
    value = None if decision.value is None else write_answer(decision.value)
    if "value" in answer and (value is None or agreement(answer["value"], value, room=Room(ulps)).outcome is Outcome.FAILED):
        return _wrong(f"value {_json(answer['value'])}, not {_json(value)}")
    notes = [note for test in said for note in _test_notes(recursion, data, test, case, ulps)]
    if len(said) < len(decision.optima):
        notes.append(_acceptable(TIED))
    return _of_notes(iter(notes))


def _test_notes(recursion: Hunt, data: DataSet, said: Foreign, case: Case, ulps: int) -> Iterator[Judgement]:
    """One test, at the root."""
    if isinstance(said, dict) and "every_subset" in said:
        optima = recursion.decide(recursion.root()).optima
        right = [write_answer({"every_subset": o.attribute.name, "present": o.present}) for o in optima if isinstance(o, EverySubset)]
        yield Judgement(Outcome.PASSED) if said in right else _wrong(f"not every grouping is best: {_json(said)}")
        return
    ask, names = asked_test(said, data)
    root = ForeignNode("1", ask, tuple(ForeignNode(f"1.{name}") for name in names))
    finding = verify(ForeignTree(root, "answer"), data, recursion.policy, ulps=ulps).findings[0]
    match finding.verdicts[-1]:
        case WithinFloat():
            yield _acceptable(FLOAT)
        case Beaten() | NotACandidate():
            yield _wrong("; ".join(line.strip() for line in finding_text(finding)))
        case Tied():
            pass
    if not finding.wrong:
        yield from _cut_notes(root, _test_and_named(recursion, recursion.root(), root)[1], said, case, ulps)


def _prediction(given: Given, data: DataSet, answer: Foreign, case: Case, ulps: int) -> Judgement:
    """The prediction of any tree that ties leave open; some of its labels are enough, and its shares may be left out."""
    record = record_of(given, data)
    policy = given_policy(Given({name: part for name, part in given.parts.items() if name != "record"}))
    if case.call.part == ("labels",):
        answer = {"labels": answer if isinstance(answer, list) else [answer]}
    if not isinstance(answer, dict):
        return _wrong("no prediction: 'labels' and their 'distribution' are wanted")
    best = _wrong("no tree that ties leave open predicts this")
    for right in welcome_predictions(data, policy, record, any_cut=case.cuts is Cuts.ANY):
        parts = [_labels(answer.get("labels"), right["labels"], "prediction", ulps)]
        if "distribution" in answer:
            parts.append(agreement(answer["distribution"], right["distribution"], Room(ulps)))
        found = worst(parts)
        if found.outcome is not Outcome.FAILED:
            return evolve(found, outcome=Outcome.ACCEPTABLE, why=found.why or TIED)
        best = found if found.why else best
    return best
