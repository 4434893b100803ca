"""The judge says nothing against right programs, and something against wrong ones: numbers, sets, ties, thresholds, what is left out."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from oracle.judge.mistakes import MISTAKES, NONE
from oracle.judge.plain_programs import WRONG, answering, number, programs
from oracle.judge.programs import program

from dtref.cli import app
from dtref.errors import Invalid
from dtref.io.numbers import Json
from dtref.oracle.golden.records import Call
from dtref.oracle.golden.store import vector_flags
from dtref.oracle.golden.vectors import AnyOf, ExactAnswer, Refused
from dtref.oracle.judge.cases import Case, case_asked, golden_cases, right_answers
from dtref.oracle.judge.equally_right import tied_trees
from dtref.oracle.judge.generators.generated_cases import generated_failures
from dtref.oracle.judge.judge import judge, judge_cases
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.questions import Reply
from dtref.oracle.judge.questions import answering as adapter
from dtref.oracle.judge.results import judge_answer, judged
from dtref.oracle.judge.selection import chosen
from dtref.oracle.operations.inputs import Given
from dtref.oracle.operations.registry import OPERATIONS

CASES = {case.id: case for case in golden_cases()}
VECTORS = [case for case in CASES.values() if case.id.startswith("vectors-")]
RIGHT = {Outcome.PASSED, Outcome.ACCEPTABLE}
SKIP = "{'seq': m['seq'], 'skipped': 'not here'}"


def outcome(case: Case, answer: object) -> Outcome:
    found = judge_answer(case, answer)
    assert found.why or found.outcome is not Outcome.FAILED, "every failure says why"
    return found.outcome


def right_answer(case: Case) -> Any:
    """JSON, whose form the test knows."""
    return right_answers(case.expected)[0]


def asked(operation: str, **given: Any) -> Case:
    return case_asked(Call(operation, given))


def command(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


# Numbers


def scalars() -> list[tuple[Case, float]]:
    """The vectors whose answer is a number, with the double nearest to it where that is a whole one."""
    found = []
    for case in VECTORS:
        if isinstance(case.expected, ExactAnswer) and (exact := case.expected.exact):
            text = exact["decimal"] if isinstance(exact, dict) and "decimal" in exact else case.expected.decimal
            try:
                x = float(Fraction(exact) if isinstance(exact, str) else Fraction(str(text)))
            except (ValueError, OverflowError):
                continue
            if x.is_integer():
                found.append((case, x))
    return found


def test_a_whole_number_of_json_is_judged_as_the_double_that_it_may_be() -> None:
    """Equal, or as near: JavaScript, Go, PHP, jsonlite print 1.0 as 1."""
    both = [(case.id, outcome(case, int(x)), outcome(case, x)) for case, x in scalars()]
    assert len(both) > 100
    assert [one for one in both if (one[1] in RIGHT) != (one[2] in RIGHT)] == []


SPELT = {
    "comparing-68": 0,
    "distributions-05": 0,
    "measures-13": 1,
    "measures-39": 0,
    "measures-48": 0,
    "measures-66": 0,
    "measures-144": 0,
    "measures-157": 1,
    "pruning-67": 0,
    "rates-115": 0,
    "splitting-129": 0,
    "ties-13": 0,
}
"""What a right program in doubles answers, as many a language writes it."""


@pytest.mark.parametrize("name", SPELT)
def test_the_vectors_that_a_whole_number_answers(name: str) -> None:
    case, said = CASES[f"vectors-{name}"], SPELT[name]
    assert {outcome(case, said), outcome(case, float(said))} == {Outcome.ACCEPTABLE}
    assert outcome(case, said + 1000) is Outcome.FAILED


def test_a_whole_number_is_exact_where_it_can_be() -> None:
    """Counts above 2^53 are told apart in a program that has whole numbers of any size, and by no double."""
    case = asked("total_cost", costs={"classes": ["a"], "rows": [["1"]]}, matrix={"classes": ["a"], "rows": [["9007199254740993"]]})
    assert outcome(case, 9007199254740993) is Outcome.PASSED
    assert outcome(case, 9007199254740992) is Outcome.ACCEPTABLE
    assert outcome(case, "9007199254740992") is Outcome.FAILED
    assert outcome(asked("groupings", present="4"), 8) is Outcome.FAILED
    assert outcome(asked("gini", counts=["1", "1"]), 10**400) is Outcome.FAILED


def test_kappa_by_its_own_formula_is_right_however_rare_a_class_is() -> None:
    """(p_o - p_e)/(1 - p_e) in doubles: what rounding makes of the top is divided by what is left of 1."""
    case = CASES["vectors-rates-116"]
    found = answering(float)["cohen_kappa"](**case.call.given)
    assert found != -1 / 999999
    assert outcome(case, found) is Outcome.ACCEPTABLE
    assert outcome(case, found + 1e-7) is Outcome.FAILED
    assert outcome(asked("cohen_kappa", tp="4", fn="1", fp="1", tn="4"), 0.6 + 1e-9) is Outcome.FAILED  # nothing is magnified there


@pytest.mark.parametrize("kind", [float, Fraction])
def test_nothing_is_said_against_programs_written_from_the_page(kind: type) -> None:
    """48 operations in doubles, written as JavaScript writes them, and in fractions; golden cases and generated ones."""
    ask, operations = adapter(answering(kind)), sorted(programs(kind))
    results = [*judge_cases(ask, chosen(CASES.values(), operations)), *generated_failures(ask, operations, examples=10)]
    assert [(r.case.call, r.reply, r.judgement) for r in results if r.judgement.outcome is Outcome.FAILED] == []
    assert sum(r.judgement.outcome in RIGHT for r in results) > 1200


def test_each_mistake_in_those_programs_is_found() -> None:
    assert programs(float).keys() == WRONG.keys()
    for name, spoil in WRONG.items():
        ask = adapter(answering(float, {name: spoil}))
        found = [r for r in judge_cases(ask, chosen(CASES.values(), [name])) if r.judgement.outcome is Outcome.FAILED]
        assert found, name
        assert all(r.judgement.why for r in found), name


FAR = {"actual": ["1000000001", "1000000002", "1000000003.5"], "predicted": ["1000000001", "1000000003", "1000000002"]}


@pytest.mark.parametrize(
    ("operation", "given"),
    [
        ("r_squared", FAR),
        ("correlation", FAR),
        ("root_relative_squared_error", FAR),
        ("relative_squared_error", FAR),
        ("mean_squared_error", FAR),
        ("variance", {"values": ["1000000001/3", "333333334", "1000000003/3"]}),
        ("standard_deviation", {"values": ["100000001/10", "100000001/10", "100000001/10"]}),
        ("positive_likelihood_ratio", {"tp": "1", "fn": "2", "fp": "1", "tn": "999999"}),
        ("gain_ratio", {"node": ["500000", "500000"], "children": [["1", "0"], ["499999", "500000"]]}),
        ("detection_cost", {"tp": "1", "fn": "2", "fp": "1", "tn": "2", "cost_fp": "1000000000", "cost_fn": "-500000000"}),
        ("difference_z", {"e_1": "1/1000000", "n_1": "1000000", "e_2": "1/3", "n_2": "1000000000000"}),
    ],
)
def test_a_quotient_a_root_and_a_difference_have_the_error_of_their_parts(operation: str, given: Mapping[str, Any]) -> None:
    """The formula in doubles is right, what is off by a hundredth isn't."""
    case, found = asked(operation, **given), answering(float)[operation](**given)
    assert outcome(case, found) in RIGHT
    assert outcome(case, found + max(abs(found), 1) / 100) is Outcome.FAILED


def test_the_size_of_a_small_probability_must_be_right() -> None:
    """1 less the rest is 0 at 10^-20; what no double holds is 0 in all of them."""
    assert outcome(CASES["vectors-distributions-26"], 0) is Outcome.FAILED
    assert outcome(CASES["vectors-distributions-26"], 7.619853024160489e-24) is Outcome.ACCEPTABLE
    assert outcome(CASES["vectors-distributions-05"], 0) is Outcome.ACCEPTABLE  # 10^-600
    assert outcome(CASES["vectors-distributions-29"], 7.0344869100478356) is Outcome.ACCEPTABLE  # of the double nearest to 1 - 10^-12


def test_a_variance_as_a_difference_of_large_numbers_is_wrong() -> None:
    xs = [1e9 + 1, 1e9 + 2, 1e9 + 3]
    assert outcome(CASES["vectors-measures-142"], sum(x * x for x in xs) / 3 - (sum(xs) / 3) ** 2) is Outcome.FAILED


# Signed roots


def test_a_signed_root_is_compared_by_its_value() -> None:
    case = asked("matthews", tp="1", fn="2", fp="3", tn="1")
    assert outcome(case, -5 / 12) is Outcome.ACCEPTABLE
    assert outcome(case, "-5/12") is Outcome.PASSED
    assert outcome(case, 5 / 12) is Outcome.FAILED
    assert outcome(case, -25 / 144) is Outcome.FAILED
    assert outcome(case, {"signed_square": -25 / 144, "value": -5 / 12}) is Outcome.ACCEPTABLE
    t = asked("paired_t", first=["1", "2", "4"], second=["0", "0", "0"])
    parts = {"degrees": 2, "two_sided_p": 0.11808289631180317, "greater_p": 0.059041448155901585, "less_p": 0.9409585518440984}
    assert outcome(t, {"t": math.sqrt(7), **parts}) is Outcome.ACCEPTABLE
    assert outcome(t, {"t": 7.0, **parts}) is Outcome.FAILED


@pytest.mark.parametrize("kind", [float, Fraction])
def test_signed_roots_of_a_python_mapping_are_right_as_plain_numbers(kind: type) -> None:
    """Whatever part is asked, of which a function is never told."""
    names = ["matthews", "correlation", "difference_z"]
    results = list(judge({name: answering(kind)[name] for name in names}, names))
    assert {r.case.call.part for r in results} >= {(), ("value",), ("signed_square",)}
    assert [(r.case.id, r.judgement) for r in results if r.judgement.outcome is Outcome.FAILED] == []
    wrong = list(judge({name: answering(float, WRONG)[name] for name in names}, names))
    assert {("value",), ("signed_square",)} <= {r.case.call.part for r in wrong if r.judgement.outcome is Outcome.FAILED}


# Sets


ACCEPTED = [case for case in VECTORS if isinstance(case.expected, AnyOf)]


@pytest.mark.parametrize("case", ACCEPTED, ids=lambda case: case.id)
def test_all_that_is_accepted_some_of_it_and_one_of_it_are_right(case: Case) -> None:
    every = list(right_answers(case.expected))
    for answer in (every, every[::-1], every[:1], every[1:], *every):
        if case.call.operation != "trees" or answer in (every, every[::-1], *every):  # of trees all are asked, or one is answered
            assert outcome(case, answer) in RIGHT, answer
    assert outcome(case, []) is Outcome.FAILED
    assert outcome(case, [*every, every[0]]) is Outcome.FAILED or case.call.operation in {"best_tests", "predict"}
    assert outcome(case, "nothing of the kind") is Outcome.FAILED


def test_there_are_41_of_them() -> None:
    assert len(ACCEPTED) == 41


@pytest.mark.parametrize(
    ("case", "right", "wrong"),
    [
        (CASES["tan-cost-08"], ["Yes", ["Yes"], ["No"], ["No", "Yes"], ["Yes", "No"]], [[], "Maybe", ["Yes", "Yes"], ["Yes", "Maybe"]]),
        (asked("decode", code=["00", "11"], bits=["0", "1"]), [1, [1], ["2", 1], [1, 2]], [3, [], [1, 3]]),
        (asked("decode", code=["00", "11"], bits=["0", "0"]), [1, [1], "1"], [2, [1, 2]]),
    ],
    ids=["labels", "words", "one word"],
)
def test_wherever_a_set_is_right_some_of_it_is(case: Case, right: list[Any], wrong: list[Any]) -> None:
    assert {outcome(case, answer) for answer in right} <= RIGHT
    assert {outcome(case, answer) for answer in wrong} == {Outcome.FAILED}


def test_sets_within_answers() -> None:
    """The vertices of a best threshold, the labels of a region, of a rule, of a prediction."""
    scores = {"scores": ["2", "1"], "labels": ["+", "-"], "positive": "-"}
    best = asked("best_thresholds", **scores, measure="accuracy", want="greatest")
    whole = right_answer(best)
    assert len(whole["vertices"]) == 2
    for vertices in (whole["vertices"][:1], whole["vertices"][::-1], whole["vertices"][0]):
        assert outcome(best, {**whole, "vertices": vertices}) is Outcome.ACCEPTABLE
    data = {"header": ["x", "y"], "rows": [["1", "a"], ["1", "b"]], "target": "y"}
    (region,) = right_answer(asked("regions", data=data, preset="cart"))
    assert outcome(asked("regions", data=data, preset="cart"), [{**region, "labels": ["b"]}]) is Outcome.ACCEPTABLE
    (rule,) = right_answer(asked("rules", data=data, preset="cart"))
    assert outcome(asked("rules", data=data, preset="cart"), [{**rule, "then": ["b"]}]) is Outcome.ACCEPTABLE
    assert outcome(asked("rules", data=data, preset="cart"), [{**rule, "then": []}]) is Outcome.FAILED


# Refusals


def test_a_list_of_undefined_values_may_be_refused_as_one_may() -> None:
    zeros = asked("per_class", matrix={"classes": ["a", "b"], "rows": [["0", "0"], ["0", "0"]]}, measure="recall")
    assert [one["undefined"] != "" for one in right_answers(zeros.expected)[0]] == [True, True]  # type: ignore[index, call-overload]
    assert judged(zeros, Reply("refused", "no records")).judgement.outcome is Outcome.ACCEPTABLE
    assert {outcome(zeros, answer) for answer in (None, math.nan, [None, None], [math.nan, None])} == {Outcome.ACCEPTABLE}
    assert {outcome(zeros, answer) for answer in ([0, 0], 0, [], [None])} == {Outcome.FAILED}
    some = CASES["vectors-confusion-30"]
    assert judged(some, Reply("refused", "no records")).judgement.outcome is Outcome.FAILED


# Criteria of two branches


@pytest.mark.parametrize("operation", ["twoing", "class_separation"])
def test_two_branch_criteria_are_undefined_of_three_branches_though_one_is_empty(operation: str) -> None:
    case = asked(operation, node=["0", "2"], children=[["0", "0"], ["0", "1"], ["0", "1"]])
    assert outcome(case, None) is Outcome.ACCEPTABLE
    assert outcome(case, 0) is Outcome.FAILED
    two = asked(operation, node=["1", "2"], children=[["1", "0"], ["0", "2"]])
    assert outcome(two, None) is Outcome.FAILED


# Trees that ties leave open


def tied_cases() -> list[tuple[Case, int]]:
    """Golden cases about a tree with some tied ones: of each of ten operations the first with few trees."""
    found: dict[str, tuple[Case, int]] = {}
    for case in CASES.values():
        operation = OPERATIONS[case.call.operation]
        if operation.inputs.tied is not None and not isinstance(case.expected, Refused) and "rows" in case.call.given.get("data", ()):
            many = tied_trees._how_many(operation, Given(case.call.given))
            if case.call.operation not in found and many is not None and 1 < many <= 3:
                found[case.call.operation] = case, many
    return list(found.values())


def test_what_is_true_of_any_tied_tree_is_right() -> None:
    """Of each operation on trees; and what is true of none is wrong."""
    cases = tied_cases()
    assert len(cases) >= 8
    for case, _ in cases:
        operation = OPERATIONS[case.call.operation]
        for right in tied_trees._answers(operation, Given(case.call.given)):
            if not case.call.part:
                assert outcome(case, right) in RIGHT, case.id
        assert outcome(case, [{"nothing": "of the kind"}]) is Outcome.FAILED, case.id


XOR = {
    "header": ["x", "y", "class"],
    "rows": [["0", "0", "a"], ["0", "1", "b"], ["1", "0", "b"], ["1", "1", "a"], ["1", "1", "a"], ["0", "0", "a"]],
    "target": "class",
    "nominal": {"x": ["0", "1"], "y": ["0", "1"]},
}
"""Both attributes tie at the root: by hand, the tree that asks y first has the rules of the other with x and y exchanged."""


def test_the_rules_of_the_tree_with_the_last_of_tied_tests_are_right() -> None:
    case = asked("rule_texts", data=XOR, preset="cart")
    texts = right_answers(case.expected)[0]
    assert isinstance(texts, list)
    other = [str(text).replace("x in", "_ in").replace("y in", "x in").replace("_ in", "y in") for text in texts]
    other = [str(text).replace("x = ", "_ = ").replace("y = ", "x = ").replace("_ = ", "y = ") for text in other]
    assert other != texts
    assert outcome(case, other) is Outcome.ACCEPTABLE
    found = judge_answer(case, [*other[:-1], other[0]])
    assert "none of the 2 trees that ties leave open" in found.why


def test_of_too_many_tied_trees_the_one_that_is_wanted_is_told() -> None:
    columns = [f"x{i}" for i in range(6)]
    rows = [[*[format(n, "06b")[i] for i in range(6)], str(format(n, "06b").count("1") % 2)] for n in range(64)]
    data = {"header": [*columns, "y"], "rows": rows, "target": "y", "nominal": {c: ["0", "1"] for c in columns}}
    case = asked("tree_shape", data=data, preset="id3")
    assert "the tree of the first of tied tests is wanted" in judge_answer(case, {}).why


# Limits


def test_links_that_doubles_cannot_tell_are_cut_in_any_order() -> None:
    """By hand: both links have alpha 8/81; a program whose sums end in different digits cuts one after the other."""
    case = asked("cost_complexity", tree=[[["6", "0"], ["1", "2"]], [["0", "6"], ["2", "1"]]], risk="gini")
    steps = right_answer(case)
    assert isinstance(steps, list)
    tied = next(i for i, step in enumerate(steps) if len(step["weakest"]) == 2)
    as_doubles = [{**step, "alpha": float(Fraction(step["alpha"])), "risk": float(Fraction(step["risk"]))} for step in steps]
    step = as_doubles[tied]
    first = {**step, "cuts": step["cuts"][:1], "weakest": step["weakest"][:1], "leaves": "3", "risk": 20 / 81}
    second = {**step, "alpha": step["alpha"] * (1 + 2**-51), "weakest": step["weakest"][1:]}
    apart = [*as_doubles[:tied], first, second, *as_doubles[tied + 1 :]]
    assert outcome(case, as_doubles) in RIGHT
    assert outcome(case, apart) is Outcome.ACCEPTABLE
    assert outcome(case, [*as_doubles[:tied], first, {**second, "alpha": step["alpha"]}, *as_doubles[tied + 1 :]]) is Outcome.FAILED
    assert outcome(case, [*as_doubles[:tied], first, {**second, "alpha": step["alpha"] * 1.001}, *as_doubles[tied + 1 :]]) is Outcome.FAILED


def test_an_alpha_at_a_link_is_within_rounding_where_doubles_cannot_hold_it() -> None:
    smaller, larger = {"cuts": ["1"], "leaves": "1"}, {"cuts": [], "leaves": "2"}
    assert [outcome(CASES["vectors-pruning-91"], answer) for answer in (smaller, larger)] == [Outcome.PASSED, Outcome.ACCEPTABLE]
    assert [outcome(CASES["vectors-pruning-114"], answer) for answer in (smaller, larger)] == [Outcome.PASSED, Outcome.FAILED]
    assert [outcome(CASES["vectors-pruning-115"], answer) for answer in (larger, smaller)] == [Outcome.PASSED, Outcome.FAILED]


def test_equal_costs_are_told_apart_by_rounding_only_where_doubles_cannot_hold_them() -> None:
    tenths = asked("pessimistic_pruning", tree=[["3", "1"], ["3", "1"], ["0", "1/10"]], penalty="1/20", ties="keep")
    halves = asked("pessimistic_pruning", tree=[["3", "1"], ["1", "0"]], penalty="1/2", ties="keep")
    for case, allowed in ((tenths, Outcome.ACCEPTABLE), (halves, Outcome.FAILED)):
        other = case_asked(Call(case.call.operation, {**case.call.given, "ties": "cut"}))
        right, cut = (right_answers(one.expected)[0] for one in (case, other))
        if right != cut:
            assert outcome(case, cut) is allowed


# Every vector fails the mistake that it is there for


def as_text(value: Any) -> Any:
    """Numbers as text, as vectors have them, so that 1.0 and "1" are one."""
    match value:
        case bool() | None:
            return value
        case int() | float() if math.isfinite(value):
            return str(Fraction(value))
        case dict():
            return {key: as_text(part) for key, part in value.items()}
        case list():
            return [as_text(part) for part in value]
        case _:
            return value


SAME = {
    "vectors-factors-02": "the two groups of a grouping, written the other way round",
    "vectors-factors-22": "the branches of a test in another order",
    "vectors-presets-26": "the groups of a test in another order",
}
"""Where a mistake makes another text and the same answer."""


@pytest.mark.parametrize("flag", sorted(MISTAKES))
def test_each_vector_with_a_flag_fails_the_mistake_of_that_flag(flag: str) -> None:
    """Wherever the mistake makes another answer, that is wrong."""
    failed = 0
    for case in VECTORS:
        if flag not in case.flags or case.id in SAME:
            continue
        right = [as_text(one) for one in right_answers(case.expected)]
        wrong = [answer for answer in MISTAKES[flag](case) if as_text(answer) not in [*right, right]]
        found = [(answer, outcome(case, answer)) for answer in wrong]
        accepted = [answer for answer, one in found if one is not Outcome.FAILED]
        assert not accepted or len(accepted) < len(found), (case.id, accepted[0])
        failed += len(found) > len(accepted)
    assert failed, f"no vector shows {flag}"


def test_every_flag_has_a_mistake_or_a_reason_why_one_answer_shows_none() -> None:
    assert MISTAKES.keys() | NONE.keys() == vector_flags().keys()
    assert MISTAKES.keys() & NONE.keys() == set()


def test_an_ordered_value_that_nobody_has_goes_to_its_side_of_the_cut() -> None:
    case = CASES["vectors-cuts-27"]
    assert outcome(case, {"labels": ["a"], "distribution": {"a": "1"}}) is Outcome.FAILED
    assert outcome(case, {"labels": ["a"]}) is Outcome.FAILED
    assert outcome(case, right_answers(case.expected)[0]) is Outcome.PASSED


def test_a_nominal_value_that_nobody_has_gets_the_labels_of_the_node() -> None:
    """One of its two labels is a choice among equals; that the shares are those of one branch is a mistake."""
    case = CASES["vectors-factors-31"]
    for label in ("a", "b"):
        assert outcome(case, {"labels": [label], "distribution": {label: "1"}}) is Outcome.FAILED
        assert outcome(case, {"labels": [label]}) is Outcome.ACCEPTABLE
    assert outcome(case, right_answers(case.expected)[0]) is Outcome.PASSED


# What is left out


def test_a_program_that_skips_everything_is_no_success(tmp_path: Path) -> None:
    impl = program(tmp_path, f"say({SKIP})")
    code, text = command("judge", "--impl", impl, "--only", "vectors-ties")
    assert (code, text.splitlines()[-1]) == (1, "nothing was answered")
    code, text = command("judge", "--impl", impl, "--only", "gini", "--only", "gain")
    assert (code, text.splitlines()[-1]) == (1, f"gain: none of {len(chosen(CASES.values(), ['gain']))} cases was answered")
    report = json.loads(command("judge", "--impl", impl, "--only", "gini", "--json")[1])
    assert (report["unanswered"], report["skipped"]) == (["gini"], {"not here": report["sums"]["skipped"]})


def test_generated_inputs_that_are_skipped_are_counted_and_no_success(tmp_path: Path) -> None:
    """A program that answers the golden cases, which come first, and nothing after: all generated ones are asked, and told."""
    golden = chosen(CASES.values(), ["underfits"])
    body = f"say({SKIP} if m['seq'] > {len(golden)} else {{'seq': m['seq'], 'answer': answers[m['seq'] - 1]}})"
    impl = program(tmp_path, body, before=f"answers = {[right_answers(case.expected)[0] for case in golden]!r}")
    assert command("judge", "--impl", impl, "--only", "underfits")[0] == 0
    code, text = command("judge", "--impl", impl, "--only", "underfits", "--max-examples", "12")
    assert (code, text.splitlines()[-1]) == (1, "underfits: 0 of 12 generated inputs answered")
    assert "  skipped: not here (12)" in text
    report = json.loads(command("judge", "--impl", impl, "--only", "underfits", "--max-examples", "12", "--json")[1])
    assert (report["generated"], report["sums"]["skipped"]) == ({"underfits": {"asked": 12, "answered": 0}}, 12)


def test_a_failure_that_depends_on_earlier_questions_is_told(tmp_path: Path) -> None:
    """A cache by the number of counts: the first question of each kind is answered for all."""
    cached = (
        "c = [float(k) for k in m['case']['given']['counts']]; g = globals().setdefault('cache', {}); "
        "g.setdefault(len(c), 1 - sum((k / sum(c)) ** 2 for k in c)); say({'seq': m['seq'], 'answer': g[len(c)]})"
    )
    impl = program(tmp_path, cached)
    _, text = command("judge", "--impl", impl, "--only", "vectors-measures-28", "--only", "cs6220-gini-07")
    (again,) = [line for line in text.splitlines() if line.startswith("  again ")]
    assert again.endswith("(fails only after other questions: a fresh program that is asked nothing else is right)")
    always = program(tmp_path, "say({'seq': m['seq'], 'answer': 0.25})")
    _, text = command("judge", "--impl", always, "--only", "cs6220-gini-07")
    assert "other questions" not in text
    report = json.loads(command("judge", "--impl", impl, "--only", "vectors-measures-28", "--only", "cs6220-gini-07", "--json")[1])
    assert [failure["only_after_others"] for failure in report["failures"]] == [True]


def test_an_excuse_tells_how_much_it_excuses(tmp_path: Path) -> None:
    known = tmp_path / "known.json"
    known.write_text('{"known": {"gini": "halves it"}}')
    impl = program(tmp_path, "say({'seq': m['seq'], 'answer': m['seq'] / 7})")
    names = ("--only", "vectors-measures-28", "--only", "cs6220-gini-07", "--known", str(known))
    code, text = command("judge", "--impl", impl, *names)
    assert (code, text.splitlines()[-1]) == (0, "known: gini excuses 2 failures, 2 different ones: halves it")


def test_near_names_are_proposed() -> None:
    with pytest.raises(Invalid, match="near it: 'gini'"):
        chosen(CASES.values(), ["ginny"])
    with pytest.raises(Invalid, match="near it: 'vectors-ties-01'"):
        chosen(CASES.values(), ["vectors-tie-01"])


def test_judging_leaves_nothing_in_the_folder_where_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import subprocess

    place = tmp_path / "here"
    place.mkdir()
    monkeypatch.chdir(place)
    impl = program(tmp_path, "say({'seq': m['seq'], 'answer': 0.25})")
    code = "from dtref.cli import main; main()"
    for arguments in (["judge", "--impl", impl], ["gen"]):
        subprocess.run(
            [sys.executable, "-c", code, *arguments, "--only", "cs6220-gini-07", "--max-examples", "2"], check=False, capture_output=True
        )
    assert list(place.iterdir()) == []


# Why


def test_every_failure_says_the_first_place_that_differs() -> None:
    assert judge_answer(CASES["cs6220-gini-07"], 0.25).why == '0.25, not "45/98"'
    roc = asked("roc", scores=["2", "1"], labels=["+", "-"], positive="+")
    rows = [list(row) for row in right_answer(roc)]
    rows[1][2] = "7"
    assert judge_answer(roc, rows).why == '2, 3: "7", not "0"'
    pruned = asked("pessimistic_pruning", tree=[["3", "1"], ["1", "2"]], ties="keep")
    exact = right_answers(pruned.expected)[0]
    assert isinstance(exact, dict)
    assert judge_answer(pruned, {**exact, "cuts": ["1", "2"]}).why == "cuts: 2 parts, not 0"
    assert judge_answer(pruned, {name: part for name, part in exact.items() if name != "leaves"}).why == "without 'leaves'"


def test_no_failure_of_a_program_that_is_wrong_everywhere_is_without_a_reason() -> None:
    for case in [case for case in list(CASES.values())[::40] if "file" not in case.call.given.get("data", ())]:
        answers: tuple[Json, ...] = ("7919/7907", [], {}, {"tests": []})
        for wrong in answers:
            found = judge_answer(case, wrong)
            assert found.outcome is not Outcome.FAILED or found.why, case.id


def test_numbers_of_the_page_are_read_as_a_program_reads_them() -> None:
    assert (number("9/100"), number("2.5"), number("-3")) == (0.09, 2.5, -3.0)


@pytest.mark.parametrize(
    ("exactly", "below"),
    [("07", None), ("20", "21"), ("22", None), ("35", "36"), ("37", "38")],
    ids=["1/75", "1/10", "at 1/10", "1/2", "1/4"],
)
def test_a_stopping_rule_at_its_limit_is_within_rounding_only_where_doubles_cannot_hold_it(exactly: str, below: str | None) -> None:
    """16/75 and 1/10 are no doubles, so a program may find the value on either side; 1/2 and 1/4 are."""
    case = CASES[f"vectors-stopping-{exactly}"]
    tree = right_answer(case)
    assert isinstance(tree, dict)
    leaf = {"labels": [max(tree["counts"], key=lambda label: Fraction(tree["counts"][label]))], "counts": tree["counts"]}
    assert outcome(case, leaf) is (Outcome.FAILED if exactly in ("35", "37") else Outcome.ACCEPTABLE)
    if below is not None:
        assert outcome(CASES[f"vectors-stopping-{below}"], tree) is (Outcome.FAILED if exactly in ("35", "37") else Outcome.ACCEPTABLE)
