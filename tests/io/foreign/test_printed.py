"""Trees as J48, Id3, C4.5 and C5.0 print them: texts in each program's way, and what is no tree."""

from __future__ import annotations

from fractions import Fraction
from math import nextafter

import pytest

import dtref
from dtref.errors import Invalid
from dtref.io.foreign.own_model import predicting_model
from dtref.io.foreign.prediction import foreign_predictor
from dtref.io.foreign.printed_trees.blocks import CUT_OFF
from dtref.io.foreign.printed_trees.quinlan import parse_c45, parse_c50
from dtref.io.foreign.printed_trees.weka import parse_weka
from dtref.io.foreign.tree import Cut, ForeignNode, Gaps, Known, Values, branch_taken, foreign_nodes
from dtref.spec.model.attributes import Width

J48 = """
J48 pruned tree
------------------

petal width <= 0.6: Iris-setosa (50.0)
petal width > 0.6
|   petal width <= 1.7
|   |   petal length <= 4.9: Iris-versicolor (48.0/1.0)
|   |   petal length > 4.9
|   |   |   petal width <= 1.5: Iris-virginica (3.0)
|   |   |   petal width > 1.5: Iris-versicolor (3.33/1.0)
|   petal width > 1.7: Iris-virginica (46.0/1.0)

Number of Leaves  : \t5
"""

C45 = """
C4.5 [release 8] decision tree generator
Decision Tree:

outlook = overcast: Play (4.0)
outlook = sunny:
|   humidity <= 75 : Play (2.0)
|   humidity > 75 : Don't Play (3.0)
outlook in {rain,fog}:
|   windy = true: Don't Play (2.0)
|   windy = false: Play (3.0/1.2)

Tree saved
"""

C50 = """
Decision tree:

petal length <= 1.9: Iris-setosa (50)
petal length > 1.9:
:...petal width > 1.7: Iris-virginica (46/1)
    petal width <= 1.7:
    :...petal length <= 4.9: Iris-versicolor (48/1)
        petal length > 4.9: Iris-virginica (6/2)


Evaluation on training data (150 cases):
"""


def shape(node: ForeignNode) -> object:
    return (node.label, node.records) if node.ask is None else (node.ask, *map(shape, node.children))


def cut(name: str, at: str) -> Cut:
    return Cut(name, Fraction(at), unread=True)


def held(name: str, at: str) -> Cut:
    """A cut of C4.5 and C5.0, which hold numbers and cuts as floats of 32 bits."""
    return Cut(name, Fraction(at), width=Width.FLOAT32, unread=True, held=True)


def test_weka() -> None:
    deepest = (cut("petal width", "1.5"), ("Iris-virginica", 3), ("Iris-versicolor", Fraction("3.33")))
    lower = (cut("petal length", "4.9"), ("Iris-versicolor", 48), deepest)
    right = (cut("petal width", "1.7"), lower, ("Iris-virginica", 46))
    assert shape(parse_weka(J48, "j48")[0].root) == (cut("petal width", "0.6"), ("Iris-setosa", 50), right)


def test_c45_with_groups() -> None:
    tree = parse_c45(C45, "c45")[0]
    assert tree.root.ask == Values("outlook", (("overcast",), ("sunny",), ("rain", "fog")))
    assert shape(tree.root.children[1]) == (held("humidity", "75"), ("Play", 2), ("Don't Play", 3))
    assert [node.label for node in foreign_nodes(tree.root) if node.ask is None] == ["Play", "Play", "Don't Play", "Don't Play", "Play"]


def test_c50_whose_greater_branch_may_come_first() -> None:
    lower = (held("petal length", "4.9"), ("Iris-versicolor", 48), ("Iris-virginica", 6))
    right = (held("petal width", "1.7"), lower, ("Iris-virginica", 46))
    assert shape(parse_c50(C50, "c50")[0].root) == (held("petal length", "1.9"), ("Iris-setosa", 50), right)


def test_c50_s_branch_for_missing_values() -> None:
    nominal = parse_c50("color = N/A: a (1)\ncolor = red: b (2)\ncolor in {blue,green}: a (3)\n", "c50")[0]
    assert nominal.root.ask == Values("color", (("N/A",), ("red",), ("blue", "green")), None, 0)
    assert nominal.root.gaps is Gaps.UNSAID  # a value that is missing is another thing than one that does not apply
    number = parse_c50("x = N/A: a (1)\nx <= 2: b (2)\nx > 2: a (3)\n", "c50")[0]
    assert shape(number.root) == (Known("x", 1, 0), ("a", 1), (held("x", "2"), ("b", 2), ("a", 3)))


def test_a_value_against_the_rest() -> None:
    tree = parse_weka("k = a: p (1.0)\nk != a: q (2.0)\n", "j48 -B")[0]
    assert tree.root.ask == Values("k", (("a",), ()), 1)
    assert [branch_taken(tree.root.ask, value) for value in "ab"] == [0, 1]


def test_a_leaf_alone_and_a_leaf_without_a_class() -> None:
    assert shape(parse_weka("J48 pruned tree\n---\n: yes (14.0/5.0)\n", "j48")[0].root) == ("yes", 14)
    assert shape(parse_weka("a = x: null\na = y: no\n", "id3")[0].root) == (Values("a", (("x",), ("y",))), (None, 0), ("no", None))


def test_names_with_spaces_and_signs() -> None:
    tree = parse_weka("od280/od315 of wine <= 1.5e-3: class: 1 (2.0)\nod280/od315 of wine > 1.5e-3: b (3.0)\n", "x")[0]
    assert tree.root.ask == cut("od280/od315 of wine", "0.0015")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no tree here\n", "x: expected a tree as J48, Id3, REPTree, RandomTree, SimpleCart and BFTree print it (got 'no line of one')"),
        ("a <= 1: p (1)\n", "x line 1: expected a node of two branches or more"),
        ("a <= 1: p (1)\na > 2: q (1)\n", "x line 1: expected branches <= and > of one number"),
        ("a <= 1: p (1)\na <= 1: q (1)\n", "x line 1: expected branches <= and > of one number"),
        ("a <= 1: p (1)\nb > 1: q (1)\n", "x line 1: expected branches that ask one thing together (got 'a <= 1: p (1); b > 1: q (1)')"),
        ("k = a: p (1)\nk = b\n", "x line 2: expected a branch with a leaf behind it, or with branches one level deeper"),
        ("a <= 1: p (1)\na > 1\n|   |   b <= 1: p (1)\n|   |   b > 1: q (1)\n", "x line 3: expected a branch of level 1 (got 'level 2')"),
        ("a <= 1: p (1)\n|   b <= 1: p (1)\n|   b > 1: q (1)\na > 1: q (1)\n", "x line 1: expected a leaf, which has nothing below it"),
        ("k = a: p (1)\nk = a: q (1)\n", "x line 1: expected each value once"),
        ("k = a: p (1)\nk != b: q (1)\n", "x line 1: expected branches = and != of the same values"),
        ("k = a: p (1)\nand more\nk = b: q (1)\n", "x line 2: expected a branch as J48 prints it (got 'and more')"),
        ("k = a: p (1)\nk = b: q (1)\n\nNumber of Leaves  : \t3\n", "x line 4: expected the number of leaves that stand above, 2"),
        ("k = a: p (1)\nk = b: q (1)\n\nThe other tree\n\nx <= 1: p (2)\n", "x line 6: expected no branch behind the end of the tree"),
    ],
)
def test_what_is_no_tree(text: str, message: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse_weka(text, "x")
    assert str(refused.value).startswith(message)


def test_output_in_a_page_of_markdown_is_read() -> None:
    page = "```r\nk = a: p (1.0)\nk = b: q (1.0)\n```\n"
    assert [leaf.label for leaf in parse_weka(page, "x")[0].root.children] == ["p", "q"]


def test_dates_and_times_are_refused_by_name() -> None:
    with pytest.raises(Invalid, match=r"^x line 1: .* not one with dates or times"):
        parse_c50("d <= 2004/09/20: a (3)\nd > 2004/09/20: b (4)\n", "x")


def test_a_tree_with_nothing_below_it_may_be_cut_off() -> None:
    whole = "J48 pruned tree\n------------------\n\nk = a: p (1.0)\nk = b: q (1.0)\n"
    assert [CUT_OFF in parse_weka(text, "x")[0].notes for text in (whole, f"{whole}\nNumber of Leaves  : \t2\n")] == [True, False]


def test_a_deep_tree() -> None:
    depth = 1000
    lines = [f"{'|   ' * i}x <= {depth - i}{': a (1.0)' if i == depth - 1 else ''}" for i in range(depth)]
    lines += [f"{'|   ' * i}x > {depth - i}: b (1.0)" for i in reversed(range(depth))]
    assert sum(1 for _ in foreign_nodes(parse_weka("\n".join(lines), "deep")[0].root)) == 2 * depth + 1


def test_a_number_that_is_the_cut_as_a_32_bit_float_goes_with_it() -> None:
    """As C5.0 2.07 does (tests/peers/c50_models.py): numbers up to the middle of two floats, to the even one."""
    (tree,) = parse_c50("x <= 1.5: a (1)\nx > 1.5:\n:...x <= 2.45: b (1)\n    x > 2.45: c (1)\n", "c50")
    predict = foreign_predictor(tree)
    middle = 1.5 + 2**-24
    asked = (1.5, middle, nextafter(middle, 2), 2.45, nextafter(2.45, 3), 2.4500002)
    assert [predict({"x": x}).labels for x in asked] == [("a",), ("a",), ("b",), ("b",), ("b",), ("c",)]
    own = predicting_model(tree)
    predict_own = dtref.predictor(own.tree, own.attributes)
    assert [predict_own(dtref.Record((Fraction(x),))).labels for x in asked] == [predict({"x": x}).labels for x in asked]


ODD = """J48 pruned tree
------------------

flag = yes: first (4.0)
flag = no: never: second (3.0/1.0)
"""
MATRIX = """
=== Confusion Matrix ===

 a b   <-- classified as
 4 1 | a = first
 0 2 | b = {}
"""


@pytest.mark.parametrize(("name", "value"), [("second", "no: never"), ("never: second", "no")])
def test_the_classes_of_the_matrix_decide_where_a_value_ends(name: str, value: str) -> None:
    ask = parse_weka(ODD + MATRIX.format(name), "j48")[0].root.ask
    assert ask == Values("flag", (("yes",), (value,)))


@pytest.mark.parametrize("text", ["", MATRIX.format("another")])
def test_without_its_class_a_value_with_a_colon_is_refused(text: str) -> None:
    with pytest.raises(Invalid, match="a line that can be read in one way only"):
        parse_weka(ODD + text, "j48")
