"""Trees that Weka, C4.5 and C5.0 print: what is read of them, what is refused by name, and what their printed digits claim."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path

import pytest

import dtref
from dtref.errors import Invalid
from dtref.io.foreign.formats import read_foreign
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree, Gaps, Known, Values, foreign_nodes
from dtref.oracle.verify.verdicts import WrongClaim, WrongCounts, WrongLabel
from dtref.oracle.verify.verify import verify
from dtref.spec.model.attributes import Width


def held(name: str, at: int) -> Cut:
    """A cut as C4.5 and C5.0 hold it."""
    return Cut(name, Fraction(at), width=Width.FLOAT32, unread=True, held=True)


def read(tmp_path: Path, text: str, file_format: str, number: int = 1) -> ForeignTree:
    (tmp_path / "tree.txt").write_text(text)
    return read_foreign(tmp_path / "tree.txt", file_format, number)


def labels(tree: ForeignTree) -> list[object]:
    return [node.label for node in foreign_nodes(tree.root) if node.ask is None]


def leaf(node: ForeignNode) -> tuple[object, object, object, object]:
    return node.label, node.records, node.errors, node.within


def refused(tmp_path: Path, text: str, file_format: str) -> str:
    with pytest.raises(Invalid) as problem:
        read(tmp_path, text, file_format)
    return str(problem.value)


def test_a_printed_whole_number_is_an_interval(tmp_path: Path) -> None:
    """C4.5 release 8 prints 2 + 1/31 records as 2.0."""
    rows = ["v0,v0,c0"] * 2 + ["?,v0,c1"] + ["v1,v0,c1"] * 60 + ["v1,v1,c0"] * 40
    (tmp_path / "m.csv").write_text("a0,a1,y\n" + "\n".join(rows) + "\n")
    data = dtref.read_csv(tmp_path / "m.csv", target="y")
    text = "a1 = v1: c0 (40.0)\na1 = v0:\n|   a0 = v0: c0 (2.0/0.0)\n|   a0 = v1: c1 (61.0)\n"
    assert verify(read(tmp_path, text, "c45"), data, dtref.C45).wrong == ()
    wrong = text.replace("(61.0)", "(61.2)")
    assert [finding.place for finding in verify(read(tmp_path, wrong, "c45"), data, dtref.C45).wrong] == ["line 4"]


def test_each_program_rounds_in_its_own_way(tmp_path: Path) -> None:
    """J48 has two decimals, even where it prints 1.0; C4.5 and C5.0 have one, and C5.0 leaves it out."""
    assert leaf(read(tmp_path, ": yes (14.0/5.0)\n", "j48").root) == ("yes", 14, 5, Fraction(1, 200))
    assert leaf(read(tmp_path, " No (8/2)\n", "c50").root)[:3] == ("No", 8, 2)
    assert Fraction(1, 20) <= read(tmp_path, " No (8/2)\n", "c50").root.within < Fraction(51, 1000)
    printed = read(tmp_path, "Decision Tree:\n No (10.0/4.6)\n", "c45").root
    assert leaf(printed)[:3] == ("No", 10, Fraction(23, 5))
    assert Fraction(1, 20) <= printed.within < Fraction(51, 1000)


def test_what_pruning_expects_is_no_count_of_errors(tmp_path: Path) -> None:
    text = "Decision Tree:\n\nx <= 1 : a (3.0)\nx > 1 : b (4.0/1.0)\n\n\nSimplified Decision Tree:\n\n a (7.0/3.6)\n\n\nTree saved\n"
    before, after = read(tmp_path, text, "c45"), read(tmp_path, text, "c45", 2)
    assert [node.errors for node in before.root.children] == [0, 1]
    assert (after.root.label, after.root.records, after.root.errors) == ("a", 7, None)
    assert any("the one after it is tree 2" in note for note in before.notes)
    assert any("what pruning expects" in note for note in after.notes)


S1 = "x <= 27: [S1]\nx > 27:\n:...y <= 3: no (10)\n    y > 3: yes (5)\n\nSubTree [S1]\n\nz <= 1: yes (4)\nz > 1: no (6)\n"


def test_subtrees_stand_in_their_place(tmp_path: Path) -> None:
    tree = read(tmp_path, S1, "c50")
    assert tree.root.children[0].ask == held("z", 1)
    assert labels(tree) == ["yes", "no", "no", "yes"]
    nested = S1.replace("z <= 1: yes (4)", "z <= 1: [S2]") + "\nSubTree [S2]\n\nk = u: p (1)\nk in {v,w}: q (3)\n"
    assert labels(read(tmp_path, nested, "c50")) == ["p", "q", "no", "no", "yes"]
    c45 = "k = x: a (1.0)\nk = y:[S1]\n\n\nSubtree [S1]\n\nz <= 1 : yes (4.0)\nz > 1 : no (6.0)\n"
    assert labels(read(tmp_path, c45, "c45")) == ["a", "yes", "no"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (S1.replace("SubTree [S1]", "SubTree [S2]"), "line 1: expected SubTree [S1] further down"),
        (S1.replace("z > 1: no (6)", "z > 1: [S1]"), "line 9: expected the subtree [S1] in one place"),
        (S1.replace("y > 3: yes (5)", "y > 3: [S1]"), "expected the subtree [S1] in one place"),
        (S1.replace("x <= 27: [S1]", "x <= 27: no (3)"), "line 8: expected the subtree of a branch that ends in [S1]"),
        (S1 + "\nSubTree [S1]\n\nz <= 1: yes (4)\nz > 1: no (6)\n", "line 11: expected each subtree once"),
        (S1 + "\nSubTree [S2]\n", "line 11: expected a subtree below the heading"),
    ],
)
def test_a_subtree_that_is_missing_or_left_over_is_refused(tmp_path: Path, text: str, message: str) -> None:
    assert message in refused(tmp_path, text, "c50")


def test_trials_of_boosting_are_several_trees(tmp_path: Path) -> None:
    one = "-----  Trial {}:  -----\n\nDecision tree:\n\nx <= {}: a (3)\nx > {}: b (4/1)\n\n"
    text = (
        "\n".join(one.format(i, i + 1, i + 1) for i in range(3))
        + "*** boosting reduced to 3 trials since last classifier is very accurate\n"
    )
    trees = [read(tmp_path, text, "c50", i) for i in (1, 2, 3)]
    assert [tree.root.ask for tree in trees] == [held("x", i) for i in (1, 2, 3)]
    assert [tree.root.children[0].records for tree in trees] == [3, None, None]  # later trials weigh the records otherwise
    assert all(f"trial {i} of boosting" in " ".join(tree.notes) for i, tree in enumerate(trees))


def test_what_knitr_puts_in_front_of_lines_is_no_part_of_a_name(tmp_path: Path) -> None:
    text = "## x <= 1: a (3)\n## x > 1: b (4)\n"
    assert read(tmp_path, text, "c50").root.ask == held("x", 1)
    assert read(tmp_path, text.replace("## ", "    ## "), "c50").root.ask == held("x", 1)
    assert "line 3: expected ## before every line" in refused(tmp_path, "So:\n\n" + text, "c50")


@pytest.mark.parametrize("text", ["job in {a,b,\n        c}: no (2)\njob = d: yes (3)\n", "job in {a,b,c}\n: no (2)\njob = d: yes (3)\n"])
def test_a_set_may_go_over_several_lines(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text, "c50").root.ask == Values("job", (("a", "b", "c"), ("d",)))
    below = ":...".join(["k = u: a (1)\nk = v:\n", text.replace("\n", "\n:   ", 1).replace("\njob = d", "\n    job = d")])
    assert labels(read(tmp_path, below, "c50")) == ["a", "no", "yes"]


def test_a_block_may_be_indented(tmp_path: Path) -> None:
    text = "Here:\n\n    x <= 1: a (3)\n    x > 1:\n    :...y <= 2: b (2)\n        y > 2: a (1)\n\nThere.\n"
    assert labels(read(tmp_path, text, "c50")) == ["a", "b", "a"]
    assert "expected 4 blanks first" in refused(tmp_path, text.replace("    x > 1:", "x > 1:"), "c50")


def test_values_that_do_not_apply_have_a_branch_of_their_own(tmp_path: Path) -> None:
    tree = read(tmp_path, "x = N/A: a (1)\nx <= 2: b (2)\nx > 2: a (3)\n", "c50")
    assert tree.root.ask == Known("x", 1, 0)
    assert tree.root.children[1].ask == held("x", 2)
    nominal = read(tmp_path, "k in {N/A,u}: a (1)\nk = v: b (2)\n", "c50").root
    assert nominal.ask == Values("k", (("N/A", "u"), ("v",)), None, 0)


def test_weka_s_other_trees_are_read(tmp_path: Path) -> None:
    rep = read(tmp_path, "outlook = sunny : yes (9/3) [5/2]\noutlook = rainy : no (4/0) [2/0]\n", "j48")
    assert [leaf(node)[:3] for node in rep.root.children] == [("yes", 14, 5), ("no", 6, 0)]
    assert rep.gaps is Gaps.UNSAID  # which records were held out, and so the shares of missing values, is not said
    assert leaf(read(tmp_path, " : yes (9/3) [5/2]\n", "j48").root)[:3] == ("yes", 14, 5)
    cart = read(tmp_path, "deg=(1): no-recurrence-events(201.0/85.0)\ndeg!=(1): yes(9.0/5.0)\n", "j48")
    plain = read(tmp_path, "deg = 1: no-recurrence-events(201.0/85.0)\ndeg = 2: yes(9.0/5.0)\n", "j48")
    assert labels(plain) == labels(cart) == ["no-recurrence-events", "yes"]
    assert leaf(cart.root.children[0])[:3] == ("no-recurrence-events", 286, 85)  # SimpleCart: the right ones, then the wrong ones
    assert leaf(read(tmp_path, ": yes(9.0/5.0)\n", "j48").root)[:3] == ("yes", 14, 5)
    random = read(tmp_path, "x < 2.5 : yes (9/3)\nx >= 2.5\n|   k = u : no (4/0)\n|   k = v : yes (0/0)\n", "j48")
    assert labels(random) == ["yes", "no", None]  # a leaf that no record reached prints the first class, and predicts its parent's
    best = read(tmp_path, "k=(u)|(v): a(3.0/0.0)\nk!=(u)|(v)\n|  x < 36.0: a(1.14/1.0)\n|  x >= 36.0: b(12.0/1.13)\n", "j48")
    assert best.root.ask == Values("k", (("u", "v"), ()), 1)
    id3 = read(tmp_path, "outlook = sunny\n|  humidity = high: no\n|  humidity = normal: null\noutlook = overcast: yes\n", "j48")
    assert labels(id3) == ["no", None, "yes"]


def test_a_class_that_held_out_records_may_have_overruled_is_not_said(tmp_path: Path) -> None:
    """2 to 1 for a among those that grew the tree, 4 to 1 against it among the others."""
    tree = read(tmp_path, "k = u : a (3/1) [5/4]\nk = v : b (4/0) [2/0]\n", "j48")
    assert labels(tree) == [None, "b"]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("outlook = sunny: NB 3\noutlook = rainy: NB 4\n", "NBTree"),
        ("outlook = sunny: Class=0\noutlook = rainy: Class=1\n", "FT"),
        (": -0.134\n|  (1)outlook = sunny: 0.2\n|  (1)outlook != sunny: -0.3\n", "ADTree"),
        (": 0,0\n|  (1)k = u: 1.568,-1.568\n|  (1)k != u: -0.041,0.041\n", "LADTree"),
        ("x <= 1.35: a (0.0|28.0)\nx > 1.35: b (3.0)\n", "J48graft"),
        ("M5 pruned model tree:\n\nx <= 7.5 : LM1 (165/12.903%)\nx >  7.5 : LM2 (44/9%)\n", "M5P"),
        ("x <= 7.5 : LM1 (165/12.903%)\nx >  7.5 : LM2 (44/9%)\n", "M5P"),
        ("x <= 0.8: a (50.000) NB1 NB adaptive1\nx > 0.8: b (99.000) NB2 NB adaptive2\n", "HoeffdingTree"),
        ("x <= 2.45 : a\nx > 2.45 : b\nx is missing : a\n", "Decision Stump"),
        ("Logistic model tree \n------------------\n: LM_1:6/6 (14)\n", "LMT"),
        ('digraph J48Tree {\nN0 [label="x" ]\n', "a graph"),
        (S1, "C5.0 (format c50)"),
        ("C4.5 [release 8] decision tree generator\n", "C4.5 (format c45)"),
    ],
)
def test_what_weka_prints_otherwise_is_refused_by_its_name(tmp_path: Path, text: str, named: str) -> None:
    message = refused(tmp_path, text, "j48")
    assert named in message
    assert "tree.txt line " in message


@pytest.mark.parametrize(
    ("text", "file_format", "named"),
    [
        ("Rules:\n\nRule 1: (12, lift 1.9)\n", "c50", "rules"),
        ("x <= 3 (3.5): a (1)\nx >= 4 (3.5): b (2)\n", "c50", "soft thresholds"),
        ("x <= 3 [2.5,3.5]: a (1.0)\nx > 3 [2.5,3.5]: b (2.0)\n", "c45", "soft thresholds"),
        ("size in [small-large]: a (1)\nsize = huge: b (2)\n", "c50", "ordered values"),
        ("J48 pruned tree\n---\n\n: yes (14.0/5.0)\n", "c45", "Weka (format j48)"),
        ("Decision tree:\n\nx <= 3: a (1)\nx > 3: b (2)\n", "c45", "C5.0 (format c50)"),
        ("x <= 3 :[S??]\nx > 3 : b (2.0)\n", "c45", "more subtrees than C4.5 prints"),
        ("a = b = c: x (1)\na = b = d: y (2)\n", "c50", "not as 'a' = 'b = c' or as 'a = b' = 'c'"),
        ("hello\n", "c50", "expected a tree as C5.0 print it (got 'no line of one')"),
        ("k = " + "a: " * 600 + "b (3)\nk = u: b (3)\nk = v: c (2)\n", "c50", "a line of at most 100000 characters, 500 signs and colons"),
        ("k = u: b: yes (1)\nk = v: no (2)\n", "c50", "not as 'k' = 'u' or as 'k' = 'u: b'"),
    ],
)
def test_what_has_no_form_or_several_is_refused_with_its_line(tmp_path: Path, text: str, file_format: str, named: str) -> None:
    message = refused(tmp_path, text, file_format)
    assert named in message
    assert "tree.txt line " in message or text == "hello\n"


def test_names_and_values_that_look_like_something_else(tmp_path: Path) -> None:
    """The other branches of the node decide where a line can be read in several ways."""
    signs = read(tmp_path, "stay = > 7: a (1)\nstay = < 3 years: b (2)\nstay = 3 - 7 years: c (2)\n", "c50")
    assert signs.root.ask == Values("stay", (("> 7",), ("< 3 years",), ("3 - 7 years",)))
    assert labels(signs) == ["a", "b", "c"]
    odd = read(tmp_path, "a <= b <= 3: yes (1) (2.0)\na <= b > 3: [S1] (1.0)\n", "j48")
    assert odd.root.ask == Cut("a <= b", Fraction(3), unread=True)
    assert labels(odd) == ["yes (1)", "[S1]"]
    assert labels(read(tmp_path, "k = u: null (2.0)\nk = v: N/A (1.0)\nk = [S1]: a/b (1.0)\n", "j48")) == ["null", "N/A", "a/b"]


@pytest.mark.parametrize(("left", "right", "wrong"), [("a (3/0)", "b (3/0)", False), ("a (2/0)", "b (4/1)", True)])
def test_cuts_that_are_printed_with_few_digits(tmp_path: Path, left: str, right: str, wrong: bool) -> None:
    """
    REPTree printed 0.37 for a cut between 0.371 and 0.379, which is read as the algorithm's, as no other of its best is printed so; for one
    between 0.369 and 0.371 its counts give it away.
    """
    rows = [f"0.{x},a" for x in (25, 369, 371)] + [f"0.{x},b" for x in (379, 5, 6)]
    (tmp_path / "m.csv").write_text("x,y\n" + "\n".join(rows) + "\n")
    data = dtref.read_csv(tmp_path / "m.csv", target="y")
    report = verify(read(tmp_path, f"x < 0.37 : {left}\nx >= 0.37 : {right}\n", "j48"), data, dtref.CART)
    assert (report.wrong != (), report.tally["NotChecked"]) == (wrong, 0)


def test_what_c45_prints_of_records_with_gaps_is_right() -> None:
    """Trees of C4.5 release 8 itself, on data with missing values."""
    folder, table = Path(os.environ.get("DTREF_C45") or "no folder"), Path(os.environ.get("DTREF_DATA") or "no folder") / "hepatitis.csv"
    found = [read_foreign(path, "c45") for path in sorted(folder.glob("hepatitis-*.txt"))]
    if not found or not table.exists():
        pytest.skip("DTREF_C45 names no folder of printed trees, or DTREF_DATA none of data")
    data = dtref.read_csv(table, target="Class")
    for tree in found:
        report = verify(tree, data, dtref.C45, pruned=True)
        given = [verdict for finding in report.findings for verdict in finding.verdicts]
        assert not [verdict for verdict in given if isinstance(verdict, WrongCounts | WrongClaim | WrongLabel)]
