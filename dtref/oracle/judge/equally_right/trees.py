"""
Judges trees, tests and predictions: any choice among equally good tests is right, not only dtref's own.

A tree is verified node by node (`dtref.oracle.verify`): each node must ask a best test for the records that reach it. A test beaten by less
than doubles can tell is acceptable, and is counted apart. With `Cuts.ANY` only the partition of the records counts; with `Cuts.NAMED` the
cut must be the preset's own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import cast

from attrs import evolve, frozen

from dtref.engines.filter.filtered import filtered_hunt
from dtref.errors import Invalid, Undecided
from dtref.exact.number_text import readable
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree
from dtref.io.numbers import Json
from dtref.oracle.golden.vectors import Between, Refused
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
from dtref.oracle.verify.surrogates import compared_surrogates
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
    The judgement of an answer that isn't the expected one but may be as right; None where only the expected answer is right.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.judge.cases import case_asked
    >>> data = {"header": ["x", "y"], "rows": [["1", "a"], ["2", "b"]], "target": "y"}
    >>> case = case_asked(Call("grow", {"data": data, "preset": "cart"}), Cuts.ANY)
    >>> leaves = [{"if": "yes", "then": {"labels": ["a"]}}, {"if": "no", "then": {"labels": ["b"]}}]
    >>> judge_equally_right(case, {"test": {"threshold": "x", "side": "<=", "cut": 1.25}, "branches": leaves})
    Judgement(outcome=<Outcome.ACCEPTABLE: 'acceptable'>, why='cut elsewhere between the same values')
    """
    if case.cuts is None or isinstance(case.expected, Refused | Between):
        return None
    try:
        return _judged(case, answer, ulps)
    except Invalid as problem:
        return Judgement(Outcome.FAILED, str(problem)[:300])
    except Undecided as problem:
        return Judgement(Outcome.FAILED, f"not the answer expected, and whether it is as right is undecided: {problem}"[:300])


def _judged(case: Case, answer: Foreign, ulps: int) -> Judgement | None:
    inputs = Given.of(dict(case.call.given), "given")
    data = data_of(inputs)
    match case.call.operation, case.call.part, answer:
        case ("grow" | "grow_stopping", (), _) | ("trees", (), dict()):
            return _grown(inputs, data, answer, case, ulps)
        case "trees", (), list():
            return _same_trees(case, answer, ulps)
        case "best_tests", (), dict():
            return _tests(filtered_hunt(data, given_policy(inputs)), data, answer, case, ulps)
        case "best_tests", ("tests",), list() | dict():
            tests = answer if isinstance(answer, list) else [answer]
            return _tests(filtered_hunt(data, given_policy(inputs)), data, {"tests": tests}, case, ulps)
        case "predict", () | ("labels",), _:
            return _prediction(inputs, data, answer, case, ulps)
        case _:
            return None


def _grown(inputs: Given, data: DataSet, answer: Foreign, case: Case, ulps: int) -> Judgement:
    """The judgement of a grown tree: of the policy, or of one whose limits differ by rounding where they aren't doubles."""
    judgement = _of_notes(_tree_notes(filtered_hunt(data, given_policy(inputs)), data, answer, case, ulps))
    if judgement.outcome is not Outcome.FAILED:
        return judgement
    near_judgements = (
        _of_notes(_tree_notes(filtered_hunt(data, given_policy(near)), data, answer, case, ulps)) for near in with_near_limits(inputs)
    )
    return _acceptable(FLOAT) if any(near.outcome is not Outcome.FAILED for near in near_judgements) else judgement


def _of_notes(notes: Iterator[Judgement]) -> Judgement:
    """The first failure among notes; else acceptable with all reasons, or passed without any."""
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
    """A value as JSON text, for messages."""
    return json.dumps(value, ensure_ascii=False, default=str)


def _tree_notes(recursion: Hunt, data: DataSet, answer: Foreign, case: Case, ulps: int) -> Iterator[Judgement]:
    """The judgement of a whole tree by `verify`, then of the claims and the cut of each node."""
    # the tree as a whole
    tree, claims = read_tree(answer, data)
    report = verify(tree, data, recursion.policy, ulps=ulps)
    stops = [finding for finding in report.findings if any(isinstance(verdict, StopWithinFloat) for verdict in finding.verdicts)]
    decidable = holds_limits(Given(case.call.given)) or not any(map(has_limit, recursion.policy.stop))  # doubles tell where to stop
    if wrong := [*report.wrong, *(stops if decidable else ())]:
        yield _wrong("; ".join(line.strip() for line in finding_text(wrong[0])))
    if report.tally["NotChecked"]:
        yield _wrong("whether a node is right is undecided")
    if report.tally["WithinFloat"] or stops:
        yield _acceptable(FLOAT)
    if report.tally["Tied"] or report.tally["TiedSurrogates"]:
        yield _acceptable(TIED)
    # each node's own claims
    for place in preorder(_Place(recursion, tree.root, recursion.root()), _Place.below):
        yield from _claim_notes(recursion, place.node, place.foreign, claims, ulps)
        if place.foreign.ask is not None:
            _, named = place.test_and_named
            yield from _cut_notes(place.foreign, named, claims[place.foreign.place].get("test"), case, ulps)


@frozen(eq=False, slots=False)
class _Place:
    """A node of the answer (foreign), and the node of the recursion with the records that reach it."""

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
            question = asked_at(self.recursion, self.node, self.foreign.ask)
            named = compared_surrogates(self.recursion, self.node, self.foreign, question)
            nodes = self.recursion.children(self.node, labels, test, None if named is None else named.rule)
            yield from (_Place(self.recursion, child, node) for child, node in zip(self.foreign.children, nodes, strict=True))


def _claim_notes(recursion: Hunt, node: Node, foreign: ForeignNode, claims: Claims, ulps: int) -> Iterator[Judgement]:
    """Judgements of a node's claimed counts and a leaf's labels; counts may be left out, labels may not."""
    decision, claim = recursion.decide(node), claims[foreign.place]
    counts = write_answer(counts_answer(decision.counts))
    if "counts" in claim and agreement(claim["counts"], counts, room=Room(ulps)).outcome is Outcome.FAILED:
        shape = "" if isinstance(claim["counts"], dict) else " must be an object: class -> number;"
        yield _wrong(f"node {foreign.place}: counts{shape} {_json(claim['counts'])}, not {_json(counts)}")
    if foreign.ask is None:
        yield _labels(claim["labels"], write_answer(labels_answer(decision.labels)), f"leaf {foreign.place}", ulps)


def _labels(labels: Foreign, right: Json, where: str, ulps: int) -> Judgement:
    """The judgement of labels: all right ones, or some of them."""
    judgement = agreement(labels, right, Room(ulps))
    if judgement.outcome is not Outcome.FAILED:
        return judgement
    if isinstance(labels, list) and labels and isinstance(right, list) and all(label in right for label in labels):
        return _acceptable(SOME_LABELS)
    return _wrong(f"{where}: labels {_json(labels)}, not {_json(right)}")


def _test_and_named(recursion: Hunt, node: Node, foreign: ForeignNode) -> tuple[Test, Test | EverySubset | None]:
    """The test that a node asks, and the policy's own test that separates the records in the same way."""
    assert foreign.ask is not None, "it is no leaf"
    question = asked_at(recursion, node, foreign.ask)
    named = next((t for c in recursion.offered(node) for t in map(c.test, range(len(c.splits))) if is_asked_by(question, t)), None)
    test = named if isinstance(named, Multiway) else question.test
    if test is None:
        raise Invalid(f"node {foreign.place}", "a test that parts the records", foreign.ask)
    return test, named


def _cut_notes(foreign: ForeignNode, named: Test | EverySubset | None, answer: Foreign, case: Case, ulps: int) -> Iterator[Judgement]:
    """A judgement where a number is not cut where the preset cuts it."""
    if not isinstance(foreign.ask, Cut):
        return
    side = getattr(named, "side", Side.AT_MOST)
    if isinstance(named, Threshold) and foreign.ask.side is side and _is_cut(foreign.ask.cut, named, answer, ulps):
        return
    if case.cuts is Cuts.ANY:
        yield _acceptable(ELSEWHERE)
    else:
        right = readable(named.cut) if isinstance(named, Threshold) else "a number"
        yield _wrong(f"node {foreign.place}: cut at {foreign.ask.side.value} {readable(foreign.ask.cut)}, not at {side.value} {right}")


def _is_cut(cut: Fraction, named: Threshold, answer: Foreign, ulps: int) -> bool:
    """Whether a cut is the preset's own: exactly if written as text, within the rounding of a midpoint if a JSON number."""
    if isinstance(answer, dict) and isinstance(answer.get("cut"), str):
        return cut == named.cut
    return abs(cut - named.cut) <= ulps * UNIT * max(abs(named.lower), abs(named.upper))


def _same_trees(case: Case, answer: list[Foreign], ulps: int) -> Judgement:
    """The judgement of a list of trees, which must hold every tied tree once, in any order."""
    (exact,) = right_answers(case.expected) if len(right_answers(case.expected)) == 1 else (list(right_answers(case.expected)),)
    rest = list(cast("list[Json]", exact))
    for tree in answer:
        match = next((right for right in rest if agreement(tree, right, room=Room(ulps)).outcome is not Outcome.FAILED), None)
        if match is None:
            return _wrong(f"a tree that is none, or comes twice: {_json(tree)}")
        rest.remove(match)
    return _wrong(f"{len(rest)} trees are missing") if rest else Judgement(Outcome.PASSED)


def _tests(recursion: Hunt, data: DataSet, answer: dict[str, Foreign], case: Case, ulps: int) -> Judgement:
    """The judgement of best tests: each must be optimal; one of several is enough."""
    decision = recursion.decide(recursion.root())
    tests = answer.get("tests")
    if tests == [] and decision.leaf is not None:
        return _acceptable(TIED)
    if not isinstance(tests, list) or bool(tests) != bool(decision.optima):
        return _wrong(f"tests {_json(tests)}, where {count_tests(decision.optima)} are best")
    # the value of the criterion
    value = None if decision.value is None else write_answer(decision.value)
    if "value" in answer and (value is None or agreement(answer["value"], value, room=Room(ulps)).outcome is Outcome.FAILED):
        return _wrong(f"value {_json(answer['value'])}, not {_json(value)}")
    # each test
    notes = [note for test in tests for note in _test_notes(recursion, data, test, case, ulps)]
    if len(tests) < len(decision.optima):
        notes.append(_acceptable(TIED))
    return _of_notes(iter(notes))


def _test_notes(recursion: Hunt, data: DataSet, value: Foreign, case: Case, ulps: int) -> Iterator[Judgement]:
    """Judgements of one test at the root."""
    # every grouping at once
    if isinstance(value, dict) and "every_subset" in value:
        optima = recursion.decide(recursion.root()).optima
        right = [write_answer({"every_subset": o.attribute.name, "present": o.present}) for o in optima if isinstance(o, EverySubset)]
        yield Judgement(Outcome.PASSED) if value in right else _wrong(f"not every grouping is best: {_json(value)}")
        return
    # one test: verified as a stump
    ask, names = asked_test(value, data)
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
        yield from _cut_notes(root, _test_and_named(recursion, recursion.root(), root)[1], value, case, ulps)


def _prediction(inputs: Given, data: DataSet, answer: Foreign, case: Case, ulps: int) -> Judgement:
    """The judgement of a prediction: of any tied tree; some of its labels are enough, and its distribution may be left out."""
    record = record_of(inputs, data)
    policy = given_policy(Given({name: part for name, part in inputs.parts.items() if name != "record"}))
    if case.call.part == ("labels",):
        answer = {"labels": answer if isinstance(answer, list) else [answer]}
    if not isinstance(answer, dict):
        return _wrong("no prediction: 'labels' and their 'distribution' are wanted")
    # the best judgement by any tied tree
    best = _wrong("no tree that ties leave open predicts this")
    for right in welcome_predictions(data, policy, record, any_cut=case.cuts is Cuts.ANY):
        parts = [_labels(answer.get("labels"), right["labels"], "prediction", ulps)]
        if "distribution" in answer:
            parts.append(agreement(answer["distribution"], right["distribution"], Room(ulps)))
        judgement = worst(parts)
        if judgement.outcome is not Outcome.FAILED:
            return evolve(judgement, outcome=Outcome.ACCEPTABLE, why=judgement.why or TIED)
        best = judgement if judgement.why else best
    return best
