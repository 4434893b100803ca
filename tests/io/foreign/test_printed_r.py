"""What R prints of trees: rows that could be read in several ways, trees of rates, levels like signs, and what is no tree of constants."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dtref.errors import Invalid
from dtref.io.foreign.printed_trees.nodes import COMMAS
from dtref.io.foreign.printed_trees.partykit_text import parse_partykit_text
from dtref.io.foreign.printed_trees.rpart_text import parse_rpart_text
from dtref.io.foreign.tree import Cut, ForeignTree, Values, foreign_nodes
from dtref.spec.model.tests import Side

CLASSES = "n= 81 \n\nnode), split, n, loss, yval, (yprob)\n      * denotes terminal node\n\n"
NUMBERS = CLASSES.replace("loss, yval, (yprob)", "deviance, yval")


def rpart(head: str, *rows: str) -> ForeignTree:
    (tree,) = parse_rpart_text(head + "\n".join(rows) + "\n", "r.txt")
    return tree


def test_a_row_is_read_by_the_width_of_the_column_of_losses() -> None:
    """As rpart 4.1.19 prints kyphosis: `55 12  0 absent` could be 55 records, were it not for the sign in front."""
    tree = rpart(
        CLASSES,
        " 1) root 33 16 absent (0.5152 0.4848)  ",
        "   2) Age< 55 12  0 absent (1.0000 0.0000) *",
        "   3) Age>=55 21  5 present (0.2381 0.7619) *",
    )
    assert tree.root.ask == Cut("Age", Fraction(55), Side.BELOW, unread=True)
    assert [(leaf.rows, leaf.errors) for leaf in tree.root.children] == [(12, 0), (21, 5)]
    assert tree.chosen_for == ""


def test_losses_that_are_no_errors_are_not_read() -> None:
    tree = rpart(
        CLASSES,
        "1) root 10 9.0 a (0.5 0.5)  ",
        "  2) x< 1 5 0.0 a (1.0 0.0) *",
        "  3) x>=1 5 0.0 b (0.0 1.0) *",
    )
    assert tree.root.errors is None
    assert tree.chosen_for


def test_levels_that_look_like_signs() -> None:
    tree = rpart(
        CLASSES,
        "1) root 90 30 q (0.3333333 0.6666667)  ",
        "  2) k=x=1 30  0 p (1.0000000 0.0000000) *",
        "  3) k=>=3,y<2 60  0 q (0.0000000 1.0000000) *",
    )
    assert tree.root.ask == Values("k", (("x=1",), (">=3", "y<2")))


@pytest.mark.parametrize(
    ("rows", "means"),
    [
        # rpart(Ozone ~ ., airquality, cp = 0.3); a tree of counts by method = "poisson", whose rates are shrunk
        (("1) root 116 125143.10 42.12931  ", "  2) Temp< 82.5 79  42531.59 26.54430 *", "  3) Temp>=82.5 37  22452.92 75.40541 *"), True),
        (("1) root 60 114.17570 6.350000  ", "  2) x< 32.5 32  34.03605 4.446866 *", "  3) x>=32.5 28  40.52160 8.523490 *"), False),
    ],
)
def test_means_are_told_from_rates_which_are_printed_alike(rows: tuple[str, ...], means: bool) -> None:
    tree = rpart(NUMBERS, *rows)
    assert (tree.scores == "") is means
    assert (tree.chosen_for == "") is means


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (("1) root 9 3 a (0.667 0.333)",), "nodes 2 and 3 below it"),
        (("2) x< 1 9 3 a (0.667 0.333) *",), "one way"),
        (("1) root 9 3 a (0.667 0.333)", "  2) x< 1 5 0 a (1 0) *", "  3) z>=1 4 0 b (0 1) *"), "0 ways: x< 1; z>=1"),
        (("1) root 9 3 a (0.667 0.333)", "  2) k=u,v 5 0 a (1 0) *", "  3) k=v 4 0 b (0 1) *"), "0 ways"),
        (("1) root 9 3 a (0.667 0.333)", "  2) x< 1 5 0 a (1 0) *", "  3) x>=1 3 0 b (0 1) *"), "as many records as both its children"),
        (("1) root 9 3 a (0.667 0.333) *", "  2) x< 1 5 0 a (1 0) *"), "nothing below a leaf"),
    ],
)
def test_rows_that_make_no_tree(rows: tuple[str, ...], wanted: str) -> None:
    with pytest.raises(Invalid, match=f"^r.txt .*{wanted}"):
        rpart(CLASSES, *rows)


def test_another_package_s_heading_is_named() -> None:
    with pytest.raises(Invalid, match=r"node\), split, n, deviance, yval, \(yprob\)"):
        rpart(CLASSES.replace("loss", "deviance"), "1) root 150 329.6 setosa ( 0.33 0.33 0.33 )")


def partykit(*rows: str) -> ForeignTree:
    return parse_partykit_text("\n".join(("Fitted party:", *rows, "")), "p.txt")


def test_a_tree_behind_knitr_s_prefix_with_several_branches() -> None:
    rows = (
        "[1] root",
        "|   [2] k in a: yes (n = 5, err = 0.0%)",
        "|   [3] k in b, c: no (n = 6, err = 33.3%)",
        "|   [4] k in d: 7 (n = 1, err = 0.0%)",
    )
    tree = parse_partykit_text("".join(f"## {row}\n" for row in rows), "p.txt")
    assert tree.root.ask == Values("k", (("a",), ("b", "c"), ("d",)))
    assert [leaf.errors for leaf in tree.root.children] == [0, 2, 0]


def test_a_share_that_several_numbers_of_errors_have_claims_none() -> None:
    (_, leaf, _) = foreign_nodes(
        partykit("[1] root", "|   [2] x <= 1: a (n = 5000, err = 0.1%)", "|   [3] x > 1: b (n = 1, err = 0.0%)").root
    )
    assert leaf.errors is None


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (("[1] root", "|   [2] o <= m: a (n = 5, err = 0.0%)", "|   [3] o > m: b (n = 5, err = 0.0%)"), "of ordered ones only the border"),
        (("[1] root: n = 40", "    (Intercept)", "           1.00"), "leaves that are constants"),
        (("[1] root", "|   [2] k in a: b: c (n = 5, err = 0.0%)", "|   [3] k in d: c (n = 5, err = 0.0%)"), "behind one colon only"),
        (("[1] root", "|   [2] x <= 1: a (n = 5, err = 0.0%)"), "two nodes or more"),
        (("[1] root", "|   [2] x <= 1: a (n = 5, err = 0.0%)", "|   [3] x > 1: 2.5 (n = 5, err = 1.0)"), "leaves of classes"),
    ],
)
def test_what_makes_no_tree_of_constants(rows: tuple[str, ...], wanted: str) -> None:
    with pytest.raises(Invalid, match=f"^p.txt.*{wanted}"):
        partykit(*rows)


def test_values_with_commas_are_refused_where_the_print_shows_them_and_noted_elsewhere() -> None:
    """As R prints the levels "a, b" and "c)" beside d; in a print whose values all begin with a space these are their names."""
    rows = "1) root 6 3 p (0.5000000 0.5000000)\n  2) f={} 3 0 p (1.0000000 0.0000000) *\n  3) f={} 3 0 q (0.0000000 1.0000000) *\n"
    with pytest.raises(Invalid, match="write_rpart keeps names as they are"):
        parse_rpart_text(CLASSES + rows.format("a, b,c)", "d"), "r.txt")
    (tree,) = parse_rpart_text(CLASSES + rows.format(" a, b", " d"), "r.txt")
    assert tree.root.ask == Values("f", ((" a", " b"), (" d",)))
    assert COMMAS in tree.notes
    (plain,) = parse_rpart_text(CLASSES + rows.format("a", "d"), "r.txt")
    assert COMMAS not in plain.notes
