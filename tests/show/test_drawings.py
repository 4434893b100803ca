"""Trees as graphs and pictures, read back by other programs: Graphviz, an XML parser, a grammar of Mermaid's flowcharts."""

from __future__ import annotations

import html
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from shutil import which
from typing import Any
from xml.etree import ElementTree

import pytest
from narrow import of_kind, present
from show.nasty import NAMES, VALUES, chain, tree

import dtref
from dtref.show.drawing.labels import short_cut
from dtref.show.tree_text import tree_text
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.tests import Threshold
from dtref.spec.model.trees import Branch, Gap, Leaf, nodes

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str) -> list[str]:
    """The texts of an SVG image."""
    return ["".join(e.itertext()) for e in ElementTree.fromstring(picture).iter(f"{SVG}text")]


@pytest.mark.peer("Graphviz", "graphs")
@pytest.mark.skipif(which("dot") is None, reason="Graphviz is not installed (tests/browser/install)")
def test_graphviz_reads_the_names_as_they_are() -> None:
    drawn = subprocess.run(["dot", "-Tsvg"], input=dtref.dot(tree()), text=True, capture_output=True, check=True)
    assert drawn.stderr == ""
    shown = [text.replace("\xa0", " ") for text in texts(drawn.stdout)]
    assert [text for text in shown if text.startswith('q"uo<te> = ')] == NAMES
    assert shown.count('c"1') == len(VALUES) - 2  # of the first two leaves one has the other label, one both
    assert 'c"1 or <i>' in shown


@pytest.mark.peer("Graphviz", "graphs")
@pytest.mark.skipif(which("dot") is None, reason="Graphviz is not installed (tests/browser/install)")
def test_graphviz_draws_an_edge_to_every_node_but_the_root() -> None:
    data = dtref.read_csv("golden/data/iris.csv", target="species")
    drawn = subprocess.run(["dot", "-Tplain"], input=dtref.dot(dtref.grow(data, dtref.CART)), text=True, capture_output=True, check=True)
    words = [line.split()[:3] for line in drawn.stdout.splitlines()]
    assert sorted(w[1] for w in words if w[0] == "node") == sorted(f"n{i}" for i in range(17))
    assert sorted(w[2] for w in words if w[0] == "edge") == sorted(f"n{i}" for i in range(1, 17))


LINE = re.compile(r'  (?:(n\d+)(\["|\(")([^"]*)("\]|"\))|(n\d+) -->\|"([^"]*)"\| (n\d+))')


def unescaped(text: str) -> str:
    return re.sub(r"#(\d+);", lambda found: chr(int(found[1])), text)


def flowchart(text: str) -> Iterator[tuple[str, ...]]:
    """The statements of a flowchart, by a grammar of its own: labels are quoted, and their entities decoded."""
    first, *lines = text.splitlines()
    assert first == "flowchart TD"
    for line in lines:
        found = LINE.fullmatch(line)
        assert found, line
        if found[1]:
            assert (found[2], found[4]) in {('["', '"]'), ('("', '")')}
            yield found[1], *(unescaped(part) for part in found[3].split("<br/>"))
        else:
            yield found[5], found[7], unescaped(found[6])


def test_a_flowchart_holds_the_names_as_they_are() -> None:
    statements = list(flowchart(dtref.mermaid(tree())))
    assert statements[0] == ("n0", 'q"uo<te>', '(c"1 120, <i> 16)')
    assert [s[2] for s in statements if s[:1] == ("n0",)][1:] == NAMES
    assert [s[1] for s in statements if s[0] == "n0"][1:] == [f"n{i}" for i in range(1, len(VALUES) + 1)]


def test_a_picture_holds_every_node_once_and_none_over_another() -> None:
    data = dtref.read_csv("golden/data/iris.csv", target="species")
    grown = dtref.grow(data, dtref.CART)
    root = ElementTree.fromstring(dtref.svg(grown, dtref.gini))
    groups = [group for group in root.iter(f"{SVG}g") if group.find(f"{SVG}rect") is not None]
    assert len(groups) == 17
    boxes = list(map(_box, groups))
    assert not any(_overlap(a, b) for i, a in enumerate(boxes) for b in boxes[:i])
    across, down = float(root.attrib["width"]), float(root.attrib["height"])
    assert all(x >= 0 and y >= 0 and x + w <= across and y + h <= down for x, y, w, h in boxes)
    assert [group.attrib["class"] for group in groups].count("tied") == 3
    assert "gini 0.168 = 245/1458" in texts(dtref.svg(grown, dtref.gini))


def _box(group: ElementTree.Element) -> tuple[float, ...]:
    place = re.fullmatch(r"translate\((\S+) (\S+)\)", group.attrib["transform"])
    rect = present(group.find(f"{SVG}rect"))
    return (*map(float, present(place).groups()), float(rect.attrib["width"]), float(rect.attrib["height"]))


def _overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def test_a_line_that_is_cut_in_a_picture_is_there_whole_as_its_title() -> None:
    long = dtref.Leaf((("a" * 90, of_kind(Fraction, dtref.gini((1, 1)))),), ("a" * 90,))
    titles = [e.text for e in ElementTree.fromstring(dtref.svg(long)).iter(f"{SVG}title")]
    assert {"a" * 90, f"({'a' * 90} 0.5)"} <= set(titles)


def test_long_names_are_written_in_lines_and_none_is_lost() -> None:
    """The lines of a node's title, and of the condition above it, are its text; counts that miss values break, too."""
    kind = dtref.Nominal("Beschäftigungsverhältnis des Antragstellers", ("Angestellte im öffentlichen Dienst", "ohne"))
    answer = dtref.Nominal("Ausfall", ("nein, zahlt pünktlich", "ja"))
    records = [dtref.Record((kind.values[i % 2],), answer.values[i % 2]) for i in range(4)]
    grown = dtref.grow(dtref.DataSet((kind,), answer, records), dtref.ID3)
    root = ElementTree.fromstring(dtref.svg(grown))
    drawn = [str(list(e.itertext())[-1]) for e in root.iter(f"{SVG}text") if e.attrib["class"] != "small"]
    assert "Beschäftigungsverhältnis des Antragstellers?" in _joined(drawn)
    assert "Angestellte im öffentlichen Dienst" in _joined(drawn)
    assert not any("…" in line for line in drawn)


def _joined(lines: Sequence[str]) -> str:
    """Lines as the text that they were, whether it was broken at a blank or within a word."""
    return " ".join(lines).replace("verhältn is", "verhältnis")


def test_a_class_has_one_colour_in_trees_and_regions() -> None:
    """Whatever its size: that of its place in declared order."""
    sizes = {"a": 1, "b": 9, "c": 5}
    x, y, target = dtref.Continuous("x"), dtref.Continuous("y"), dtref.Nominal("t", tuple(sizes))
    rows = [(of_kind(Fraction, Fraction(i)), label) for i, label in enumerate(name for name, n in sizes.items() for _ in range(n))]
    data = dtref.DataSet((x, y), target, [dtref.Record((i, i), label) for i, label in rows])
    grown = dtref.grow(data, dtref.CART)
    root = ElementTree.fromstring(dtref.svg(grown))
    legend = [e.attrib["class"] for e in root if e.tag == f"{SVG}path"]
    style = present(root.find(f"{SVG}style")).text
    in_tree = [re.findall(rf"\.{kind}{{fill:(#\w+)}}", str(style))[0] for kind in legend]
    assert in_tree == list(dtref.DecisionRegionsDisplay.from_tree(grown, data).colours.values())
    assert len(set(in_tree)) == 3


def test_many_classes_stand_in_several_lines_above_the_tree() -> None:
    names = [f"class {i} with a long name" for i in range(7)]
    leaf = dtref.Leaf(tuple((name, Fraction(1)) for name in names), (names[0],))
    root = ElementTree.fromstring(dtref.svg(leaf))
    across = float(root.attrib["width"])
    legend = [e for e in root if e.tag == f"{SVG}text"]
    assert [e.text for e in legend] == names
    assert all(float(e.attrib["x"]) + 6 * len(str(e.text)) <= across for e in legend)
    (box,) = (_box(g) for g in root.iter(f"{SVG}g") if g.find(f"{SVG}rect") is not None)
    assert box[1] > max(float(e.attrib["y"]) for e in legend)


@pytest.mark.parametrize("draw", [dtref.dot, dtref.mermaid, dtref.svg, dtref.tree_page, dtref.tree_text], ids=lambda f: f.__name__)
def test_a_deep_tree_is_drawn(draw: Callable[..., Any]) -> None:
    assert len(draw(chain(1_200))) > 2_400


def test_a_notebook_gets_the_page_in_a_frame_and_the_picture() -> None:
    grown = tree()
    frame = grown._repr_html_()
    srcdoc = re.fullmatch(r'<iframe srcdoc="([^"]*)" style="[^"]*" title="Decision tree"></iframe>', present(frame))
    assert srcdoc
    assert html.unescape(srcdoc[1]) == dtref.tree_page(grown)
    assert grown._repr_svg_() == dtref.svg(grown)
    data = dtref.read_csv("golden/data/tan_default.csv", target="defaulted")
    assert "gini_reduction" in dtref.explain(data, dtref.CART)._repr_html_()


def test_a_tree_shows_itself_whichever_module_made_it_and_the_report_is_loaded_only_then() -> None:
    program = """
import sys
from dtref.spec.model.trees import Leaf
leaf = Leaf((("+", 1),), ("+",))
print("dtref.show" in sys.modules, leaf._repr_html_()[:7], leaf._repr_svg_()[:4], "dtref.show" in sys.modules)
"""
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (shown.stdout, shown.stderr) == ("False <iframe <svg True\n", "")


def test_the_text_has_impurities_where_they_are_asked_for() -> None:
    data = dtref.read_csv("golden/data/tan_default.csv", target="defaulted")
    assert dtref.tree_text(dtref.grow(data, dtref.CART), dtref.gini).splitlines()[:3] == [
        "(No 7, Yes 3) gini 0.420 = 21/50 [1 of 2 tied]",
        "marital_status not in {Married}: (No 3, Yes 3) gini 0.500 = 1/2 [1 of 2 tied]",
        "|   home_owner in {No}: (No 1, Yes 3) gini 0.375 = 3/8",
    ]


@pytest.mark.parametrize("draw", [dtref.dot, dtref.mermaid, dtref.svg, dtref.tree_text], ids=lambda f: f.__name__)
def test_a_long_exact_impurity_is_a_decimal_at_the_node(draw: Callable[..., Any]) -> None:
    leaf = dtref.Leaf((("yes", Fraction(9)), ("no", Fraction(5))), ("yes",))
    drawn = draw(leaf, dtref.entropy, 7)
    assert "entropy 0.9402860" in drawn  # -(9/14)log2(9/14) - (5/14)log2(5/14), to 7 digits by `bc -l`
    assert drawn.count("log2(7)") == (draw in (dtref.dot, dtref.svg))  # only where the pointer shows it


def test_the_page_says_the_exact_impurity_under_the_pointer() -> None:
    data = dtref.read_csv("golden/data/play_tennis.csv", target="play")
    page = dtref.tree_page(dtref.explain(data, dtref.ID3))
    first = next(line for line in page.splitlines() if 'data-node="0"' in line and 'class="row' in line)
    assert 'title="entropy 1 + log2(7) - ' in first
    assert '<span class="together">entropy 0.940</span>' in first


def test_numbers_are_not_broken_and_sides_that_no_record_decides_are_not_drawn() -> None:
    """As scikit-learn cuts: 17 digits, and a side for missing values, though none is missing here."""
    rows = [{"num__income of the last year": x, "y": y} for x, y in (("0.1234567890123", "a"), ("0.98765432109876", "b"), ("0.55", "b"))]
    data = dtref.from_records(rows, target="y", continuous=["num__income of the last year"])
    grown = dtref.grow(data, dtref.scikit_learn())
    assert isinstance(grown, dtref.Branch)
    cut = present(re.search(r"<= ([\d.]+)", str(grown)))[1]
    drawn = dtref.svg(grown, data=data)
    texts = re.findall(r"<text[^>]*>([^<]*)", drawn)
    assert (len(cut) > 12, any(cut in text for text in texts), "or missing" in drawn) == (True, False, False)
    assert any("≈0.337" in text for text in texts) and f"{cut}</title>" not in drawn and cut in drawn  # exactly for the pointer
    gaps = dtref.from_records(
        [*rows, {"num__income of the last year": None, "y": "a"}], target="y", continuous=["num__income of the last year"]
    )
    assert "or missing" in dtref.svg(dtref.grow(gaps, dtref.scikit_learn()), data=gaps)


def test_nodes_with_surrogates_say_where_records_with_a_gap_go() -> None:
    rows = [{"x": str(i), "z": str((i + 1) % 10), "y": "a" if i < 5 else "b"} for i in range(10)] + [{"x": None, "z": "1", "y": "a"}]
    data = dtref.from_records(rows, target="y", continuous=["x", "z"])
    grown = dtref.grow(data, dtref.rpart(minsplit=2))
    (text,) = re.findall(r"\[missing: (.*?)\]", str(grown).splitlines()[0])
    assert re.fullmatch(r"< 4\.5 if z .*; else >?[<=]= 4\.5|< 4\.5 if z .*; else .*", text)
    assert html.escape(f"missing: {text[:5]}") in dtref.svg(grown, data=data)
    assert "missing" not in str(dtref.grow(dtref.drop_missing(data), dtref.CART))


def test_a_notebook_gets_the_first_nodes_of_a_large_tree() -> None:
    frame = present(chain(1_200)._repr_html_())
    assert (len(frame) < 20_000, "dtref.tree_page(tree)" in frame, "<iframe" in frame) == (True, True, False)


def test_counts_of_parts_of_records_are_of_one_form() -> None:
    rows = [{"x": str(i % 6), "z": str(i * 7 % 11), "y": "ab"[i % 6 > 1]} for i in range(24)] + [{"x": None, "z": "3", "y": "a"}] * 2
    grown = dtref.grow(dtref.from_records(rows, target="y", continuous=["x", "z"]), dtref.C45)
    counts = re.findall(r"[ab] (\S+?)[,)]", str(grown))
    assert any("≈" in n for n in counts)
    assert [n for n in counts if not re.fullmatch(r"\d+|≈?\d+\.\d\d?", n)] == []
    with dtref.number_style(exact=True):
        assert re.search(r"[ab] \d+/\d+[,)]", str(grown))


def test_cuts_are_drawn_with_the_digits_that_part_their_neighbours() -> None:
    """Of every cut in pictures: the number that is drawn parts the values that the cut parts, and one digit less doesn't."""
    rows = [[random.Random(seed).random()] for seed in range(40)]
    data = dtref.from_arrays(rows, [seed % 3 > 0 for seed in range(40)])
    tree = dtref.grow(data, dtref.CART)
    asked = [node.test for node in nodes(tree) if isinstance(node, Branch) and isinstance(node.test, Threshold)]
    drawn = [short_cut(test) for test in asked]
    for test, text in zip(asked, drawn, strict=True):
        number = Decimal(text.removeprefix("≈"))
        assert test.lower <= Fraction(number) < test.upper
        digits = len(number.as_tuple().digits)
        fewer = Fraction(Context(prec=digits - 1).create_decimal_from_float(float(test.cut)))
        assert digits <= 3 or not test.lower <= fewer < test.upper
    assert asked
    for picture in (dtref.dot(tree), dtref.svg(tree, data=data)):
        assert all(f" {text}" in picture for text in drawn)
        assert tree_text(tree).split(" <= ")[1].split(":")[0] in picture  # the cut of the root as text trees have it
    assert not re.search(r"\d\.\d{8}", dtref.mermaid(tree))


def test_graphs_say_missing_only_where_a_record_misses() -> None:
    asked = Threshold(Continuous("x0"), Fraction(1), Fraction(2), Fraction(3, 2), missing=0)
    ends = (Leaf((("a", Fraction(1)),), ("a",)), Leaf((("b", Fraction(2)),), ("b",)))
    drawn = Branch((("a", Fraction(1)), ("b", Fraction(2))), ("b",), asked, (asked,), ends, Gap.LEARNED)
    for rows in ([[1.0], [2.0], [3.0]], [[1.0], [None], [3.0]]):
        data = dtref.from_arrays(rows, ["a", "b", "b"])
        for draw in (dtref.dot, dtref.mermaid):
            assert ("or missing" in draw(drawn, None, 3, data)) == ([None] in rows)
            assert "or missing" in draw(drawn)  # nothing is known of the records


def test_what_a_notebook_keeps_is_bounded() -> None:
    """A tree of few nodes with long names, a hundred classes, and one of many nodes: text in the page's place, and how to get the page."""
    long_names = dtref.from_records([{"v": f"{i % 3}{'x' * 600}", "y": f"{i % 2}{'y' * 600}"} for i in range(30)], target="y")
    classes = dtref.from_records([{"v": f"v{i % 50}", "y": f"class {i % 99}"} for i in range(300)], target="y")
    for data in (long_names, classes):
        grown = dtref.grow(data, dtref.ID3)
        for shown in (grown, dtref.explain(data, dtref.ID3)):
            kept = present(shown._repr_html_())
            assert len(kept) <= 150_200 and (len(kept) < 20_000 or kept.startswith("<iframe"))
            assert kept.startswith("<iframe") or "The whole page: dtref.tree_page(" in kept
