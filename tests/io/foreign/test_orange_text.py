"""What Orange's print_tree() says, and what it leaves out: names of columns that have blanks, values, digits, classes or means."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dtref.errors import Invalid
from dtref.io.foreign.orange_text import ORANGE_COMMAS, ORANGE_PAIRS, ORANGE_ROUNDED, ORANGE_UNNAMED, parse_orange_text
from dtref.io.foreign.prediction import foreign_predictor
from dtref.io.foreign.tree import Cut, ForeignNode, Values
from dtref.spec.model.attributes import Width


def row(numbers: str, branch: str, level: int = 0) -> str:
    return f"{numbers:>20} {'    ' * level}{branch}\n"


def root(*rows: str) -> ForeignNode:
    return parse_orange_text("".join(rows), "m").root


def test_columns_and_values_have_blanks_commas_and_signs() -> None:
    tree = root(row("[1. 2. 0.]", "a <= b > c ≤ 1"), row("[3. 0. 1.]", "a <= b > c > 1"))
    assert isinstance(tree.ask, Cut)
    assert (tree.ask.attribute, tree.ask.cut, tree.ask.width) == ("a <= b > c", 1, Width.FLOAT64)
    tree = root(row("[1. 2. 0.]", "the kind of it a or b c, d"), row("[3. 0. 1.]", "the kind of it x, y or “z”"))
    assert tree.ask == Values("the kind of it", (("a", "b c, d"), ("x", "y", "“z”")))
    tree = root(*(row("[1. 2. 0.]", f"k {value}") for value in ("a or b", "c, d", "e")))
    assert tree.ask == Values("k", (("a or b",), ("c, d",), ("e",))), "more than two branches have a value each"
    tree = root(row("[1. 2. 0.]", "k (unreachable)"), row("[3. 0. 1.]", "k a, b or c"))
    assert tree.ask == Values("k", ((), ("a", "b", "c")))


def test_digits_are_those_that_it_may_have_printed() -> None:
    def cut(text: str) -> Cut:
        ask = root(row("[1. 2. 0.]", f"x ≤ {text}"), row("[3. 0. 1.]", f"x > {text}")).ask
        assert isinstance(ask, Cut)
        return ask

    assert (cut("0.5").unread, cut("0.5").within) == (True, Fraction(1, 20)), "it may be 0.54, with a decimal of the column's"
    assert (cut("123457").unread, cut("123457").within) == (True, Fraction(1, 2))
    assert (cut("1e-09").unread, cut("1e-09").within) == (True, Fraction(1, 2 * 10**9))
    assert (cut("200000").within, cut("2e+22").within) == (Fraction(1, 2), 10**22 // 2)
    exact = "0.1000000000000000055511151231257827"
    assert (cut(exact).unread, cut(exact).within, cut(exact).cut) == (False, 0, Fraction(0.1))


def test_means_are_told_from_counts_where_the_numbers_can_be_no_counts() -> None:
    counts = parse_orange_text(row("[5. 1.]", "x ≤ 1.25") + row("[0. 7.]", "x > 1.25"), "m")
    assert counts.classes == ("0", "1")
    assert counts.notes == (ORANGE_UNNAMED, ORANGE_PAIRS, ORANGE_ROUNDED)
    assert foreign_predictor(counts)({"x": 1}).predicted.distribution == (("0", Fraction(5, 6)), ("1", Fraction(1, 6)))
    for numbers in (("[0.5 1. ]", "[2. 0.]"), ("[-3. 1.]", "[2. 4.]"), ("[0. 0.]", "[2. 4.]"), ("[1. 0.]", "[2. 0.]")):
        means = parse_orange_text(row(numbers[0], "x ≤ 1.25") + row(numbers[1], "x > 1.25"), "m")
        assert means.classes == ()
        assert means.root.children[1].label == 2
    inside = row("[2. 1.]", "x ≤ 1") + row("[9. 1.]", "y ≤ 1", 1) + row("[1. 0.]", "y > 1", 1) + row("[3. 4.]", "x > 1")
    assert parse_orange_text(inside, "m").classes == (), "children count no more than their node"


def test_many_classes_go_over_several_lines_and_records_stay() -> None:
    text = "[" + " 1." * 20 + "\n " + " 3." * 10 + "] k a or b\n[" + " 0." * 20 + "\n " + " 2." * 10 + "] k c\n"
    tree = parse_orange_text(text, "m")
    assert len(tree.classes) == 30
    assert [node.label for node in tree.root.children] == ["20", "20"]
    assert tree.notes == (ORANGE_UNNAMED, ORANGE_COMMAS)
    assert [node.place for node in tree.root.children] == ["line 1", "line 3"]
    inner = parse_orange_text(
        row("[2. 9.]", "x ≤ 1") + row("[0. 8.]", "y ≤ 1", 1) + row("[2. 0.]", "y > 1", 1) + row("[3. 4.]", "x > 1"), "m"
    )
    predict = foreign_predictor(inner)
    assert predict({"x": 0, "y": None}).labels == ("1",), "a record that misses y ends where it is asked"
    assert predict({"x": None, "y": 0}).labels == (), "the text says nothing of the root"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "m: expected a tree as print_tree\\(\\) prints it, which prints nothing of a single leaf"),
        (row("[1. 2.]", "x ≤ 1"), "m line 1: expected branches of one column"),
        (row("[1. 2.]", "k a b") + row("[1. 3.]", "l a b"), "m line 1: expected branches of one column"),
        (row("[1. 2.]", "x ≤ 1") + row("[1. 3.]", "x > 2"), "m line 1: expected branches of one column"),
        (row("[1. 2.]", "x > 1") + row("[1. 3.]", "x ≤ 1"), "m line 1: expected branches of one column"),
        (row("[1. 2.]", "k a or b") + row("[1. 3.]", "k b or c"), "m line 1, k: expected each value once"),
        (row("[1. 2.]", "k a") + row("[1. 3. 4.]", "k b"), "m line 2: expected 2 numbers, as many as on the other lines"),
        (row("[]", "k a") + row("[]", "k b"), "m line 1: expected 1 numbers"),
        (row("[1. nan]", "k a") + row("[1. 3.]", "k b"), r"m line 1: expected a line of print_tree\(\)"),
        (row("[1. 2. 3.]", "k a") + row("[1. -3. 1.]", "k b"), "m line 2: expected counts of at least 0"),
        (row("[.5 2.]", "k a") + row("[1. -3.]", "k b"), r"m line 1: expected a line of print_tree\(\)"),
        (row("[0.5 2.]", "k a") + row("[1. -3.]", "k b"), "m: expected class counts, which add up, or means and variances"),
        (row("[1. 2.]", "k a", 1) + row("[1. 3.]", "k b"), "m line 1: expected a line of level 0"),
        (row("[1. 2.]", "k a") + row("[1. 3.]", "k b", 2), "m line 1: expected branches of one column"),
        ("[1. 2.\n" * 9, r"m line 1: expected a line of print_tree\(\)"),
        (row("[1. 2.]", "x ≤ 1e+999999") + row("[1. 3.]", "x > 1e+999999"), "m line 1: expected branches of one column"),
    ],
)
def test_texts_that_make_no_tree_are_refused_with_their_line(text: str, message: str) -> None:
    with pytest.raises(Invalid, match=f"^{message}"):
        parse_orange_text(text, "m")
