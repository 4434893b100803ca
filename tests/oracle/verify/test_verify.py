"""
Verifying trees: those that dtref grows are right, whatever the algorithm and the ties; each kind of mistake gets its verdict.

The other route to what a verdict says: mistakes are planted by hand, or the exact value is worked out in the test.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from dtref import read_csv
from dtref.errors import Invalid
from dtref.io.foreign.dtref_model import from_tree
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree, Values
from dtref.oracle.golden.store import golden_folder
from dtref.oracle.verify.report import report_json, report_text
from dtref.oracle.verify.verdicts import (
    Beaten,
    NotACandidate,
    NotChecked,
    Optimal,
    Report,
    StoppedEarly,
    StoppedLate,
    Tied,
    WithinFloat,
    WrongCounts,
    WrongLabel,
)
from dtref.oracle.verify.verify import verify
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.tied_trees import trees
from dtref.spec.model.attributes import MISSING, Continuous, Nominal, Width
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Side
from dtref.spec.presets import CART, ID3, MAJORITY, PRESETS, REGRESSION_TREE
from dtref.strategies import data_sets

DATA = golden_folder() / "data"
X, KIND, Y = Continuous("x"), Nominal("kind", ("a", "b", "c")), Nominal("y", ("-", "+"))


def data_of(*rows: tuple[object, str, str]) -> DataSet:
    return DataSet((X, KIND), Y, tuple(Record((MISSING if x is None else Fraction(str(x)), kind), y) for x, kind, y in rows))


SIX = data_of((1, "a", "-"), (2, "a", "-"), (3, "b", "-"), (4, "b", "+"), (5, "c", "+"), (6, "c", "+"))


def leaf(place: str, label: str | None = None) -> ForeignNode:
    return ForeignNode(place, label=label)


def cut(at: str, *below: ForeignNode, place: str = "1", side: Side = Side.AT_MOST, width: Width = Width.DECIMAL) -> ForeignTree:
    return ForeignTree(ForeignNode(place, Cut("x", Fraction(at), side, width), below), "by hand")


def verdicts(report: Report, place: str) -> list[type]:
    return [type(verdict) for finding in report.findings if finding.place == place for verdict in finding.verdicts]


@pytest.mark.parametrize("name", [name for name in PRESETS if name not in {"chaid", "oblique", "regression-tree"}])
@pytest.mark.parametrize(("file", "target"), [("iris.csv", "species"), ("play_tennis.csv", "play"), ("tan_default.csv", "defaulted")])
def test_every_preset_s_own_tree_is_right(file: str, target: str, name: str) -> None:
    data = read_csv(DATA / file, target=target)
    if name == "scikit-learn":  # it knows numbers alone
        numbers = [i for i, attribute in enumerate(data.attributes) if isinstance(attribute, Continuous)]
        data = DataSet(
            tuple(data.attributes[i] for i in numbers),
            data.target,
            tuple(evolve(record, values=tuple(record.values[i] for i in numbers)) for record in data),
        )
    report = verify(from_tree(grow(data, PRESETS[name])), data, PRESETS[name])
    assert [list(report_text(evolve(report, findings=(finding,)))) for finding in report.wrong] == []


@given(data_sets(max_records=10, weights="integers"), st.sampled_from([ID3, CART]))
def test_every_tree_of_the_closure_is_right(data: DataSet, policy: Policy) -> None:
    for tree in islice(trees(data, policy), 5):
        assert verify(from_tree(tree), data, policy).wrong == ()


def test_a_regression_tree() -> None:
    rows = tuple(Record((Fraction(i),), Fraction(y)) for i, y in enumerate((1, 1, 5, 6)))
    data = DataSet((X,), Continuous("y"), rows)
    assert verify(from_tree(grow(data, REGRESSION_TREE)), data, REGRESSION_TREE).wrong == ()
    stump = cut("1.5", leaf("2"), ForeignNode("3", label=Fraction(5.5)))
    assert verdicts(verify(stump, data, REGRESSION_TREE), "3") == [StoppedEarly]
    off = cut("1.5", leaf("2"), ForeignNode("3", label=Fraction(5)))
    assert verdicts(verify(off, data, REGRESSION_TREE), "3") == [WrongLabel, StoppedEarly]


def test_a_better_test_is_named_with_the_exact_gap() -> None:
    """3 | 3 parts the classes: Gini falls by 1/2. 2 | 4 leaves 1 of 4: 1/2 - 4/6 * 3/8 = 1/4."""
    (beaten,) = verify(cut("2.5", leaf("2", "-"), leaf("3", "+")), SIX, CART).findings[0].verdicts
    assert isinstance(beaten, Beaten)
    assert (beaten.value, beaten.best, beaten.gap) == (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    assert [type(test).__name__ for test in beaten.optima] == ["Threshold"]


@pytest.mark.parametrize("at", ["3", "3.000001", "3.5", "3.999"])
def test_where_a_cut_lies_between_its_neighbours_is_free(at: str) -> None:
    assert verify(cut(at, leaf("2", "-"), leaf("3", "+")), SIX, CART).wrong == ()


def test_the_branches_may_change_places() -> None:
    mirrored = ForeignTree(ForeignNode("1", Values("kind", (("c", "b"), ("a",))), (leaf("2"), leaf("3", "-"))), "by hand")
    report = verify(mirrored, data_of(*[(0, k, y) for k, y in (("a", "-"), ("b", "+"), ("c", "+"))]), CART)
    assert report.wrong == ()


def test_equality_on_the_wrong_side() -> None:
    """x < 3 sends 3 to the right: 2 | 4, which is beaten."""
    assert verdicts(verify(cut("3", leaf("2", "-"), leaf("3", "+"), side=Side.BELOW), SIX, CART), "1") == [Beaten]
    assert verify(cut("4", leaf("2", "-"), leaf("3", "+"), side=Side.BELOW), SIX, CART).wrong == ()


def test_single_precision_moves_a_record() -> None:
    """The cut 16777216.5 as float32 is 16777216, and so is 16777217: it goes left there, and right as a decimal."""
    data = data_of((16777216, "a", "-"), (16777217, "a", "+"))
    two = (leaf("2", "-"), leaf("3", "+"))
    assert verify(cut("16777216.5", *two), data, CART).wrong == ()
    assert verdicts(verify(cut("16777216.5", *two, width=Width.FLOAT32), data, CART), "1") == [NotACandidate]


def test_ties_are_told() -> None:
    data = data_of((1, "a", "-"), (2, "b", "+"), (3, "a", "-"), (4, "b", "+"))
    tied = verify(cut("1.5", leaf("2", "-"), ForeignNode("3", Cut("x", Fraction(5, 2)), (leaf("4"), leaf("5")))), data, CART)
    assert verdicts(tied, "1") == [Beaten]  # kind parts the classes
    tie = DataSet((X, Continuous("z")), Y, tuple(Record((Fraction(i), Fraction(-i)), "-+"[i > 1]) for i in range(4)))
    (verdict,) = verify(cut("1.5", leaf("2", "-"), leaf("3", "+")), tie, CART).findings[0].verdicts
    assert isinstance(verdict, Tied)
    assert len(verdict.optima) == 2


def test_within_float_is_apart_from_beaten() -> None:
    """Two cuts whose Gini differ by about 2^-59: within 64 units in the last place, not within none."""
    n = 2**30
    rows = [(0, 0, "-", n), (1, 1, "+", n), (0, 1, "-", 1), (1, 0, "+", 1), (0, 1, "+", 1)]
    data = DataSet((X, Continuous("z")), Y, tuple(Record((Fraction(a), Fraction(b)), y, Fraction(w)) for a, b, y, w in rows))
    found = {}
    for name in ("x", "z"):
        tree = ForeignTree(ForeignNode("1", Cut(name, Fraction(1, 2)), (leaf("2"), leaf("3"))), "by hand")
        found[name] = [verdicts(verify(tree, data, CART, ulps=ulps), "1")[0] for ulps in (0, 2**26)]
    assert sorted(map(str, (v for vs in found.values() for v in vs))) == sorted(map(str, (Beaten, WithinFloat, Optimal, Optimal)))


def test_counts_labels_and_stopping() -> None:
    wrong = cut("3.5", ForeignNode("2", label="+", counts=(("-", Fraction(2)),)), ForeignNode("3", label="+", records=Fraction(4)))
    report = verify(wrong, SIX, CART)
    assert verdicts(report, "2") == [WrongCounts, WrongLabel, Optimal]
    assert verdicts(report, "3") == [WrongCounts, Optimal]
    early = verify(ForeignTree(leaf("1", "+"), "by hand"), SIX, CART)
    assert verdicts(early, "1") == [StoppedEarly]
    assert verdicts(verify(ForeignTree(leaf("1", "+"), "by hand"), SIX, CART, pruned=True), "1") == [NotChecked]
    late = cut("3.5", ForeignNode("2", Cut("x", Fraction(2)), (leaf("4", "-"), leaf("5", "-"))), leaf("3", "+"))
    assert verdicts(verify(late, SIX, CART), "2") == [StoppedLate]
    assert verdicts(verify(late, SIX, MAJORITY), "1") == [StoppedLate]


@pytest.mark.parametrize(
    ("ask", "policy", "why"),
    [
        (Values("kind", (("a",), ("b", "c"))), ID3, "kind gets a branch for each value"),
        (Values("kind", (("a",), ("b",), ("c",))), CART, "kind gets two branches"),
        (Values("kind", (("a",), ("b",))), CART, "no branch takes kind = c"),
        (Cut("x", Fraction(7)), CART, "it does not part the records"),
    ],
)
def test_what_is_no_candidate(ask: Cut | Values, policy: Policy, why: str) -> None:
    children = tuple(leaf(str(i)) for i in range(2, 4 if isinstance(ask, Cut) else 2 + len(ask.groups)))
    (verdict,) = verify(ForeignTree(ForeignNode("1", ask, children), "by hand"), SIX, policy).findings[0].verdicts
    assert isinstance(verdict, NotACandidate)
    assert verdict.why == why


def test_an_attribute_asked_twice() -> None:
    twice = Values("kind", (("a",), ("b",), ("c",)))
    inner = ForeignNode("2", twice, (leaf("5"), leaf("6"), leaf("7")))
    data = data_of((1, "a", "-"), (1, "a", "+"), (2, "b", "+"), (3, "c", "+"))
    report = verify(ForeignTree(ForeignNode("1", twice, (inner, leaf("3", "+"), leaf("4", "+"))), "by hand"), data, ID3)
    assert verdicts(report, "2") == [StoppedLate]


def test_a_column_that_is_not_there_or_of_another_kind() -> None:
    with pytest.raises(Invalid, match="expected"):
        verify(ForeignTree(ForeignNode("1", Cut("q", Fraction(1)), (leaf("2"), leaf("3"))), "by hand"), SIX, CART)
    with pytest.raises(Invalid, match=r"^kind: expected a column of numbers, as the model cuts it: give .* \(got 'nominal'\)$"):
        verify(ForeignTree(ForeignNode("1", Cut("kind", Fraction(1)), (leaf("2"), leaf("3"))), "by hand"), SIX, CART)


def test_below_a_wrong_node_its_own_records_are_judged() -> None:
    inner = ForeignNode("3", Cut("x", Fraction(7, 2)), (leaf("4", "-"), leaf("5", "+")))
    report = verify(cut("2.5", leaf("2", "-"), inner), SIX, CART)
    assert [finding.place for finding in report.wrong] == ["1"]
    assert report.findings[2].path == ("x > 2.5",)


def test_a_deep_chain() -> None:
    """More levels than records: each node is judged once, the last ones have no records."""
    data = DataSet((X,), Y, tuple(Record((Fraction(i),), "-+"[i % 2]) for i in range(4)))
    node = leaf("end")
    for i in reversed(range(5_000)):
        node = ForeignNode(str(i), Cut("x", Fraction(i)), (leaf(f"l{i}"), node))
    report = verify(ForeignTree(node, "by hand"), data, MAJORITY)
    assert len(report.findings) == 10_001
    assert len(next(finding for finding in report.findings if finding.place == "end").path) == 5_000


def test_the_report_as_text_and_as_json() -> None:
    report = verify(cut("2.5", leaf("2", "-"), leaf("3", "+")), SIX, CART)
    assert list(report_text(report))[:4] == [
        "node 1: the root",
        "  records  (- 3, + 3)",
        "  does     x <= 2.5",
        "  WRONG    beaten by 'x <= 3.5': 1/2 (0.500000) against 1/4 (0.250000), 1/4 (0.250000) better",
    ]
    told: Any = report_json(report)
    assert told["wrong"] == "2"
    assert told["nodes"][0]["verdicts"] == [
        {
            "verdict": "Beaten",
            "optima": [{"threshold": "x", "side": "<=", "lower": "3", "upper": "4", "cut": "7/2"}],
            "value": "1/4",
            "best": "1/2",
            "gap": "0.250000000000",
            "decimals": {"value": "0.250000000000", "best": "0.500000000000"},
        }
    ]


def test_no_model_is_unpickled() -> None:
    """Readers only read text: none of them imports what could run code."""
    text = "".join(path.read_text() for path in Path(verify.__code__.co_filename).parents[2].joinpath("io", "foreign").glob("*.py"))
    assert not [
        name for name in ("pickle", "joblib", "eval(", "exec(") if f"import {name}" in text or (name.endswith("(") and name in text)
    ]


def test_the_first_wrong_nodes_come_before_those_below_them() -> None:
    """x <= 5.5 is beaten at the root, and what asks on below it is, too; a wrong leaf has a wrong ancestor two levels up."""
    inner = ForeignNode("2", Cut("x", Fraction(9, 2)), (ForeignNode("4", Cut("x", Fraction(1)), (leaf("6"), leaf("7"))), leaf("5", "-")))
    report = verify(cut("5.5", inner, leaf("3", "-")), SIX, CART)
    assert [finding.place for finding in report.wrong] == ["1", "2", "4", "7", "5", "3"]
    assert [finding.place for finding in report.first_wrong] == ["1"]
    told = list(report_text(report))
    assert told.index("below these 5 more nodes are wrong, each at the records that its own tree sends there:") == 5
    assert "first wrong: node 1; 5 more below" in told
    apart = ForeignNode("2", Cut("x", Fraction(2)), (leaf("4", "-"), leaf("5", "-")))
    two = verify(cut("3.5", apart, leaf("3", "-")), SIX, CART)
    assert [finding.place for finding in two.first_wrong] == ["2", "3"]
    again: Any = report_json(two)
    assert again["first_wrong"] == ["2", "3"]
    assert not [line for line in report_text(two) if "below" in line]


def counted(place: str, minus: Fraction | int, plus: Fraction | int) -> ForeignNode:
    return evolve(leaf(place, "-" if minus > plus else "+"), counts=(("-", Fraction(minus)), ("+", Fraction(plus))))


@pytest.mark.parametrize(
    ("branches", "is_named"),
    [
        ((counted("2", 3, 0), counted("3", 0, 3)), False),  # right
        ((counted("2", 0, 3), counted("3", 3, 0)), True),  # the sides are exchanged
        ((counted("2", 2, 0), counted("3", 1, 3)), True),  # as of a cut at 2.5
        ((counted("2", 4, 0), counted("3", 0, 3)), False),  # a count is wrong, and so is the sum
        ((counted("2", 4, 0), counted("3", 0, 4)), False),
        ((counted("2", 2, Fraction(1, 2**60)), counted("3", 1, 3)), True),  # as doubles round
        ((counted("2", 3, 0), counted("3", 1, 4)), False),
        ((evolve(leaf("2", "-"), records=Fraction(2)), evolve(leaf("3", "+"), records=Fraction(4))), True),
        ((evolve(leaf("2", "-"), rows=Fraction(2)), evolve(leaf("3", "+"), rows=Fraction(4))), True),
        ((evolve(leaf("2", "-"), rows=Fraction(2)), evolve(leaf("3", "+"), records=Fraction(4))), False),  # what can't be added
    ],
)
def test_a_node_that_parts_its_records_otherwise_than_its_branches_claim_is_named(
    branches: tuple[ForeignNode, ForeignNode], is_named: bool
) -> None:
    """Three records are "-" below 3.5, three "+" above."""
    six = data_of(*((x, "a", "-" if x < 4 else "+") for x in range(1, 7)))
    report = verify(cut("3.5", *branches), six, CART)
    assert [finding.place for finding in report.parted_otherwise] == ["1"] * is_named
    assert any("node 1 parts its records otherwise" in line for line in report_text(report)) is is_named
    again: Any = report_json(report)
    assert again["parted_otherwise"] == ["1"] * is_named


def test_so_is_one_of_numbers() -> None:
    numbers = tuple(Record((Fraction(x),), Fraction(x // 4)) for x in range(1, 7))
    two, four = (evolve(leaf(place), label=Fraction(i), records=Fraction(n)) for i, (place, n) in enumerate((("2", 2), ("3", 4))))
    report = verify(cut("3.5", two, four), DataSet((X,), Continuous("y"), numbers), REGRESSION_TREE)
    assert [finding.place for finding in report.parted_otherwise] == ["1"]


def test_tied_nodes_are_named_and_every_node_is_where_asked() -> None:
    tie = DataSet((X, Continuous("z")), Y, tuple(Record((Fraction(i), Fraction(-i)), "-+"[i > 1]) for i in range(4)))
    report = verify(cut("1.2", leaf("2", "-"), leaf("3", "+")), tie, CART)
    assert "tied: node 1 asks x <= 1.2, one of 'x <= 1.2', 'z <= -1.5'" in report_text(report)
    assert [line for line in report_text(report, every=True) if line.startswith(("node", "  right", "tied"))] == [
        "node 1: the root",
        "  right    one of 2 that are exactly as good: 'x <= 1.2', 'z <= -1.5'",
        "node 2: x <= 1.2",
        "  right    the only best, or a leaf as it must be",
        "node 3: x > 1.2",
        "  right    the only best, or a leaf as it must be",
    ]


def test_of_many_ties_the_first_are_named() -> None:
    """Seven columns that part the classes alike; a chain of them that stays tied."""
    columns = tuple(Continuous(f"x{i}") for i in range(7))
    data = DataSet(columns, Y, tuple(Record((Fraction(i),) * 7, "-+"[i % 2]) for i in range(8)))
    node = leaf("end")
    for i in reversed(range(7)):
        node = ForeignNode(str(i), Cut("x0", Fraction(2 * i + 1, 2)), (leaf(f"l{i}"), node))
    report = verify(ForeignTree(node, "by hand"), data, CART)
    lines = [line for line in report_text(report) if line.startswith("tied")]
    assert len(lines) == 6
    assert lines[0].startswith("tied: node 0 asks x0 <= 0.5, one of 'x0 <= 0.5', ")
    assert lines[0].endswith(" and 9 more")
    assert lines[5] == f"tied: {report.tally['Tied'] - 5} more nodes (report_text(report, every=True) prints every node)"


def test_a_cut_that_only_a_long_fraction_says_is_told_as_about_a_decimal() -> None:
    """The double next to 2.45, and the tie's own cut at 7/3."""
    data = data_of((1, "a", "-"), (Fraction(11, 3), "a", "+"))
    report = verify(ForeignTree(ForeignNode("1", Cut("x", Fraction(2.45)), (leaf("2", "-"), leaf("3", "-"))), "by hand"), data, CART)
    assert next(report_text(report)) == "node 3: x > 2.45"
    assert "7/3" in "".join(report_text(verify(ForeignTree(leaf("1"), "by hand"), data, CART)))
