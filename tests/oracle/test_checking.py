"""The checker on wrong answers: for each kind of complaint a record that is wrong in that one way, and the whole complaint."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from dtref.errors import Invalid
from dtref.oracle.golden.checks import check_record
from dtref.oracle.golden.reader import read_golden_records
from dtref.oracle.golden.records import GoldenRecord

HEAD: dict[str, Any] = {"id": "cs6220-x-01", "slide": "Computation of Gini Index", "what": "gini(D)", "provenance": "printed"}

VALUE = {
    **HEAD, "kind": "value", "verdict": "rounding", "operation": "gini", "given": {"counts": ["9", "5"]},
    "printed": "0.459", "derivation": "1 - (9/14)^2 - (5/14)^2", "exact": "45/98", "decimal": "0.459183673469",
}  # fmt: skip

CUT_OFF = {
    **VALUE, "verdict": "intermediates", "note": "cut off", "given": {"counts": ["5", "1"]}, "printed": "0.27", "exact": "5/18",
    "derivation": "1 - (5/6)^2 - (1/6)^2", "decimal": "0.277777777778", "reproductions": [{"says": "", "arithmetic": "trunc(5/18, 2)"}],
    "rejected": [{"says": "", "arithmetic": "round(5/18, 2)", "gives": "0.28"}],
}  # fmt: skip

DAMAGED = {**VALUE, "verdict": "damaged", "note": "a digit is missing", "printed": "0.49", "restored": "0.459"}

ERRATUM: dict[str, Any] = {
    "category": "value", "wrong": "a digit", "right": "0.459", "elsewhere": "nowhere", "defence": "none: a digit is a digit",
    "proof": [{"says": "", "let": {"g": {"operation": "gini", "given": {"counts": ["9", "5"]}}}, "holds": "g == 45/98 != 0.495"}],
}  # fmt: skip

CERTIFIED = {
    **HEAD, "kind": "value", "verdict": "rounding", "operation": "chi_square_p", "printed": "0.17", "exact": {"decimal": "0.169766157440"},
    "given": {"node": ["9", "5"], "children": [["2", "3"], ["4", "0"], ["3", "2"]]},
}  # fmt: skip

WRONG = {**VALUE, "verdict": "erratum", "printed": "0.495", "erratum": ERRATUM}

ANSWER = {
    **HEAD, "kind": "answer", "verdict": "right", "operation": "best_tests",
    "given": {"data": {"file": "cs6220_buys_computer.csv"}, "preset": "cart"},
    "exact": {"value": "5/49", "tests": [{"subset": "age", "left": ["<=30", ">40"], "right": ["31...40"]}]},
}  # fmt: skip

DATA = {"header": ["x", "y"], "rows": [["a", "+"], ["a", "-"], ["b", "-"]], "target": "y"}

TABLE = {
    **HEAD, "kind": "table", "verdict": "right", "operation": "impurity_table",
    "given": {"data": DATA, "attribute": "x", "impurity": "gini"},
    "printed": {"header": ["x", "+", "-", "gini"], "rows": [["a", "1", "1", "0.5"], ["b", "0", "1", "0"]]},
    "exact": [["a", "1", "1", "1/2"], ["b", "0", "1", "0"]],
    "derivation": [["", "", "", "1 - (1/2)^2 - (1/2)^2"], ["", "", "", "1 - 1^2"]],
}  # fmt: skip

CASE: dict[str, Any] = {
    "case": "D", "where": {"n": "2", "p": ["9/14", "5/14"]}, "gives": "45/98",
    "operation": "gini", "given": {"counts": ["9", "5"]}, "exact": "45/98",
}  # fmt: skip

FORMULA: dict[str, Any] = {
    **HEAD, "kind": "formula", "verdict": "right", "printed": "1 - \\sum_j p_j^2",
    "arithmetic": "1 - sum(j, 1, n, p[j]^2)", "cases": [CASE],
}  # fmt: skip

SHORT = {
    **FORMULA, "verdict": "erratum", "arithmetic": "1 - sum(j, 1, 1, p[j]^2)", "corrected": "1 - sum(j, 1, n, p[j]^2)",
    "erratum": {**ERRATUM, "proof": []}, "cases": [{**CASE, "gives": "115/196"}],
}  # fmt: skip

STATEMENT = {
    **HEAD, "kind": "statement", "verdict": "right", "printed": "9 and 5",
    "checks": [{"says": "", "let": {"n": {"operation": "class_counts", "given": {"data": DATA}, "part": ["-"]}}, "holds": "n == 2"}],
}  # fmt: skip

FIGURE = {**ANSWER, "kind": "figure", "verdict": "lost", "note": "the picture is lost"}

PART = {
    **CERTIFIED, "operation": "wald", "given": {"errors": "3", "records": "10", "z": "2"}, "part": ["half_width"], "printed": "0.29",
    "derivation": "2*sqrt(0.3*0.7/10)", "exact": {"decimal": "0.289827534924"},
}  # fmt: skip

QUANTILES = {
    **HEAD, "kind": "table", "verdict": "right", "operation": "t_table", "given": {"degrees": ["2", "∞"], "alphas": ["1/10"]},
    "printed": {"header": ["n", "0.1"], "rows": [["2", "2.92"], ["∞", "1.64"]]},
    "exact": [["2", {"decimal": "2.919985580354"}], ["∞", {"decimal": "1.644853626951"}]],
    "derivation": [["", "0.9*sqrt(2/0.19)"], ["", ""]],
}  # fmt: skip

RIGHT = {
    "value": VALUE, "intermediates": CUT_OFF, "damaged": DAMAGED, "certified": CERTIFIED, "erratum": WRONG, "answer": ANSWER,
    "table": TABLE, "formula": FORMULA, "formula erratum": SHORT, "statement": STATEMENT, "figure": FIGURE,
    "part": PART, "quantiles": QUANTILES,
}  # fmt: skip


def record(parts: Mapping[str, object]) -> GoldenRecord:
    """The record that is written so."""
    (read,) = read_golden_records(json.dumps({"document": "cs6220", "topic": "x", "records": [parts]}), "x.json")
    return read


def complaints(parts: Mapping[str, object]) -> list[str]:
    """What the checker says about it."""
    return [str(complaint).removeprefix("cs6220-x-01, ") for complaint in check_record(record(parts))]


@pytest.mark.parametrize("parts", RIGHT.values(), ids=RIGHT.keys())
def test_a_right_record_is_right(parts: Mapping[str, object]) -> None:
    assert complaints(parts) == []


def case(**changes: object) -> list[dict[str, object]]:
    """The case of FORMULA, changed."""
    return [{**CASE, **changes}]


def printed(*rows: list[str]) -> dict[str, object]:
    """A printed table with the header of TABLE."""
    return {"header": ["x", "+", "-", "gini"], "rows": list(rows)}


UNKNOWN = "operation: expected an operation of golden/README.md (got 'ginny')"
A_CASE = "cases[1], "

COMPLAINTS: Mapping[str, tuple[Mapping[str, object], dict[str, object], list[str]]] = {
    "a certified decimal of one digit more in its last place": (
        CERTIFIED,
        {"exact": {"decimal": "0.169766157441"}},
        ['exact: expected {"decimal": "0.169766157440"} (got {"decimal": "0.169766157441"})'],
    ),
    "a certified decimal with more digits": (
        CERTIFIED,
        {"exact": {"decimal": "0.1697661574398"}},
        ['exact: expected {"decimal": "0.169766157440"} (got {"decimal": "0.1697661574398"})'],
    ),
    "a printed figure that a certified number doesn't round to": (
        CERTIFIED,
        {"printed": "0.18"},
        ["printed: expected a correct rounding of 0.169766157440 (got 0.18)"],
    ),
    "a fraction as a certified decimal": (
        VALUE,
        {"exact": {"decimal": "0.459183673469"}},
        [
            'exact: expected "45/98" (got {"decimal": "0.459183673469"})',
            "value: expected numbers that can be computed (got exact: expected a certified decimal for a number with certified bounds only "
            '(got \'{"decimal": "0.459183673469"}\'))',
        ],
    ),
    "a part that the answer doesn't have": (
        PART,
        {"part": ["width"]},
        [
            "exact: expected an answer of wald (got exact: expected a part of the answer (got 'width'))",
            "value: expected numbers that can be computed (got exact: expected a part of the answer (got 'width'))",
        ],
    ),
    "a certified decimal that is derived otherwise": (
        PART,
        {"derivation": "2*sqrt(0.3*0.7/11)"},
        ['derivation: expected {"decimal": "0.289827534924"} (got 2*sqrt(0.3*0.7/11))'],
    ),
    "a cell that is no rounding of a certified decimal": (
        QUANTILES,
        {"printed": {"header": ["n", "0.1"], "rows": [["2", "2.91"], ["∞", "1.64"]]}},
        ['printed[1][2]: expected {"decimal": "2.919985580354"} (got 2.91)'],
    ),
    "an unknown operation": (VALUE, {"operation": "ginny"}, [f"exact: expected an answer of ginny (got {UNKNOWN})"]),
    "an unknown input": (
        VALUE,
        {"given": {"count": ["9", "5"]}},
        ["exact: expected an answer of gini (got gini, given: expected inputs 'counts' (got 'count'))"],
    ),
    "another exact value": (
        VALUE,
        {"exact": "45/97"},
        [
            'exact: expected "45/98" (got "45/97")',
            'derivation: expected "45/97" (got 1 - (9/14)^2 - (5/14)^2)',
            "decimal: expected 0.463917525773 (got 0.459183673469)",
            "printed: expected a correct rounding of 0.459183673469 (got 0.459)",
        ],
    ),
    "another derivation": (VALUE, {"derivation": "1 - (9/14)^2"}, ['derivation: expected "45/98" (got 1 - (9/14)^2)']),
    "no derivation": (
        VALUE,
        {"derivation": ""},
        ["value: expected numbers that can be computed (got arithmetic: expected a complete formula (got ''))"],
    ),
    "another decimal": (VALUE, {"decimal": "0.459183673470"}, ["decimal: expected 0.459183673469 (got 0.459183673470)"]),
    "a decimal that is cut off": (CUT_OFF, {"decimal": "0.277777777777"}, ["decimal: expected 0.277777777778 (got 0.277777777777)"]),
    "a figure that is no rounding": (VALUE, {"printed": "0.460"}, ["printed: expected a correct rounding of 0.459183673469 (got 0.460)"]),
    "a rounding called rounded intermediates": (
        CUT_OFF,
        {"printed": "0.28", "reproductions": [{"says": "", "arithmetic": "0.28"}], "rejected": []},
        ["printed: expected no correct rounding of 0.277777777778 (got 0.28)"],
    ),
    "a rounding called an erratum": (WRONG, {"printed": "0.46"}, ["printed: expected no correct rounding of 0.459183673469 (got 0.46)"]),
    "a reproduction that gives another figure": (
        CUT_OFF,
        {"reproductions": [{"says": "", "arithmetic": "round(5/18, 2)"}]},
        ["reproductions[1]: expected 0.27 (got round(5/18, 2))"],
    ),
    "no reproduction": (CUT_OFF, {"reproductions": []}, ["reproductions: expected a computation that gives the printed figure (got none)"]),
    "a rejected computation that gives the figure": (
        CUT_OFF,
        {"rejected": [{"says": "", "arithmetic": "trunc(5/18, 2)", "gives": "0.27"}]},
        ["rejected[1]: expected what gives 0.27, which isn't 0.27 (got trunc(5/18, 2))"],
    ),
    "a rejected computation that gives a third figure": (
        CUT_OFF,
        {"rejected": [{"says": "", "arithmetic": "round(5/18, 2)", "gives": "0.29"}]},
        ["rejected[1]: expected what gives 0.29, which isn't 0.27 (got round(5/18, 2))"],
    ),
    "a wrong restoration": (DAMAGED, {"restored": "0.469"}, ["restored: expected a correct rounding of 0.459183673469 (got 0.469)"]),
    "a figure where none is printed": (VALUE, {"verdict": "unprinted", "note": "x"}, ["printed: expected nothing (got 0.459)"]),
    "a printed figure that is none": (
        VALUE,
        {"printed": "about a half"},
        ["value: expected numbers that can be computed (got printed: expected a decimal, or a per cent figure (got 'about a half'))"],
    ),
    "a verdict of another kind": (
        VALUE,
        {"verdict": "definition"},
        ["verdict: expected one of rounding, intermediates, erratum, damaged, unprinted (got definition)"],
    ),
    "no note": (CUT_OFF, {"note": ""}, ["note: expected an explanation of 'intermediates' (got nothing)"]),
    "an erratum without its parts": (
        {name: part for name, part in WRONG.items() if name != "erratum"},
        {},
        ["erratum: expected an erratum where the verdict says so, and only there (got erratum)"],
    ),
    "the parts of an erratum without one": (
        VALUE,
        {"erratum": ERRATUM},
        ["erratum: expected an erratum where the verdict says so, and only there (got rounding)"],
    ),
    "an erratum without proof": (WRONG, {"erratum": {**ERRATUM, "proof": []}}, ["erratum: expected a proof that runs (got none)"]),
    "an erratum whose proof fails": (
        WRONG,
        {"erratum": {**ERRATUM, "proof": [{"says": "", "holds": "45/98 < 0.459"}]}},
        ["erratum, proof[1]: expected 45/98 < 0.459 (got false)"],
    ),
    "another best test": (
        ANSWER,
        {"exact": {"value": "5/49", "tests": [{"subset": "age", "left": ["<=30", "31...40"], "right": [">40"]}]}},
        [
            'exact: expected {"value": "5/49", "tests": [{"subset": "age", "left": ["<=30", ">40"], "right": ["31...40"]}]} '
            '(got {"value": "5/49", "tests": [{"subset": "age", "left": ["<=30", "31...40"], "right": [">40"]}]})'
        ],
    ),
    "a lost figure shown otherwise": (FIGURE, {"operation": "count_trees", "exact": "1"}, ['exact: expected "2" (got "1")']),
    "a cell that is another number": (
        TABLE,
        {"printed": printed(["a", "1", "1", "0.5"], ["b", "1", "1", "0"])},
        ['printed[2][2]: expected "0" (got 1)'],
    ),
    "a cell that is another text": (
        TABLE,
        {"printed": printed(["c", "1", "1", "0.5"], ["b", "0", "1", "0"])},
        ['printed[1][1]: expected "a" (got c)'],
    ),
    "a wrong cell that isn't": (
        TABLE,
        {"verdict": "damaged", "note": "x", "wrong": [{"row": "1", "column": "4"}]},
        ['printed[1][4]: expected something else than "1/2" (got 0.5)'],
    ),
    "a table with a wrong cell that is called right": (
        TABLE,
        {"printed": printed(["a", "1", "1", "0.6"], ["b", "0", "1", "0"]), "wrong": [{"row": "1", "column": "4"}]},
        ["verdict: expected right where no cell is wrong, and only there (got right)"],
    ),
    "a table without a row": (
        TABLE,
        {"printed": printed(["a", "1", "1", "0.5"])},
        ["printed: expected as many rows and columns everywhere (got [1, 2] rows, [4] columns)"],
    ),
    "a cell derived otherwise": (
        TABLE,
        {"derivation": [["", "", "", "1 - (1/2)^2"], ["", "", "", ""]]},
        ['derivation[1][4]: expected "1/2" (got 1 - (1/2)^2)'],
    ),
    "a text that is derived": (
        TABLE,
        {"derivation": [["1", "", "", ""], ["", "", "", ""]]},
        ['derivation[1][1]: expected "a" (got 1)'],
    ),
    "a formula that gives something else": (FORMULA, {"cases": case(gives="1/2")}, [A_CASE + 'gives: expected "45/98" (got "1/2")']),
    "a formula that dtref disagrees with": (
        FORMULA,
        {"cases": case(exact="1/2")},
        [A_CASE + 'exact: expected "45/98" (got "1/2")', "verdict: expected erratum (got right)"],
    ),
    "a formula without value called right": (
        FORMULA,
        {"cases": case(where={"n": "3", "p": ["9/14", "5/14"]}, gives={"undefined": "p[3]"})},
        ["verdict: expected incomplete (got right)"],
    ),
    "a right formula called incomplete": (FORMULA, {"verdict": "incomplete", "note": "x"}, ["verdict: expected right (got incomplete)"]),
    "a formula with an unbound name": (
        FORMULA,
        {"arithmetic": "1 - q"},
        [
            "arithmetic: expected a formula that can be evaluated (got arithmetic: expected a number, + - * / ^, "
            "a function of the language or a name that stands for something (n, p) (got 'q'))"
        ],
    ),
    "a correction that isn't one": (
        SHORT,
        {"corrected": "1 - sum(j, 2, n, p[j]^2)"},
        [A_CASE + 'corrected: expected "171/196" (got "45/98")'],
    ),
    "a claim that doesn't hold": (
        STATEMENT,
        {"checks": [{"says": "", "let": {"n": {"operation": "class_counts", "given": {"data": DATA}, "part": ["+"]}}, "holds": "n == 2"}]},
        ['checks[1]: expected n == 2 (got false for n = "1")'],
    ),
    "a claim about no number": (
        STATEMENT,
        {"checks": [{"says": "", "let": {"n": {"operation": "class_counts", "given": {"data": DATA}}}, "holds": "n == 2"}]},
        ["checks[1]: expected n == 2 (got checks[1], n: expected numbers (got {'+': '1', '-': '2'}))"],
    ),
    "a part that an answer doesn't have": (
        STATEMENT,
        {"checks": [{"says": "", "let": {"n": {"operation": "class_counts", "given": {"data": DATA}, "part": ["?"]}}, "holds": "n == 2"}]},
        ["checks[1]: expected n == 2 (got checks[1], n: expected a part of the answer (got '?'))"],
    ),
    "a right claim without checks": (STATEMENT, {"checks": []}, ["checks: expected a check of what is 'right' (got none)"]),
}


@pytest.mark.parametrize(("parts", "changes", "said"), COMPLAINTS.values(), ids=COMPLAINTS.keys())
def test_a_wrong_record_gets_this_complaint(parts: Mapping[str, object], changes: dict[str, object], said: list[str]) -> None:
    assert complaints({**parts, **changes}) == said


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kind": "number"}, "kind: expected one of 'value', 'answer', 'table', 'formula', 'statement', 'figure' (got 'number')"),
        ({"verdict": "correct"}, "verdict: expected one of 'rounding', 'intermediates', 'erratum', 'damaged', 'lost', 'unprinted', "
         "'right', 'incomplete', 'imprecise', 'definition', 'unchecked' (got 'correct')"),
        ({"given": ["9", "5"]}, "given: expected an object (got ['9', '5'])"),
        ({"flags": "Tie"}, "flags: expected an array (got 'Tie')"),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_record_is_not_read(changes: dict[str, object], message: str) -> None:
    with pytest.raises(Invalid) as caught:
        record({**VALUE, **changes})
    assert str(caught.value) == f"x.json, record 1, {message}"


def test_an_unknown_part_is_not_read() -> None:
    with pytest.raises(Invalid) as caught:
        record({**VALUE, "comment": "x"})
    assert str(caught.value).endswith("(got 'comment')")


def test_a_number_that_is_no_text_is_not_read() -> None:
    with pytest.raises(Invalid) as caught:
        record({**VALUE, "printed": 0.459})
    assert str(caught.value) == "x.json, records[0].printed: expected an object, an array or a string (got 0.459)"
