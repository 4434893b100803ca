"""What `print` and a notebook show of a result: the text of its command, a table, and a repr that stays short."""

from __future__ import annotations

import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from subprocess import run

import pytest

import dtref

ROOT = Path(__file__).parents[2]
IRIS = ROOT / "golden/data/iris.csv"
RPART = ROOT / "tests/io/foreign/files/rpart-iris.json"


@pytest.fixture(scope="module")
def data() -> dtref.DataSet:
    return dtref.read_csv(IRIS, target="species")


def results(data: dtref.DataSet) -> dict[str, tuple[object, str]]:
    """A result of each kind, and a line of its text."""
    tree = dtref.grow(data, dtref.CART)
    model = dtref.Model(data.attributes, data.target, "CART", tree)
    foreign = dtref.read_foreign(RPART, "rpart")
    return {
        "data": (data, "150 records, 4 attributes, target species: setosa 50, versicolor 50, virginica 50"),
        "tree": (tree, "petal_length <= 2.45: setosa (setosa 50, versicolor 0, virginica 0)"),
        "leaf": (tree.children[0], "setosa (setosa 50, versicolor 0, virginica 0)") if isinstance(tree, dtref.Branch) else (tree, ""),
        "model": (model, "CART, target species"),
        "report": (dtref.verify(foreign, data, dtref.RPART), f"{foreign.source} against"),
        "routes": (dtref.route_diff(foreign, foreign), "0 of"),
        "confusion": (dtref.confusion("aab", "aba"), "  total  2  1      3"),
        "roc": (dtref.roc([2, 1], "+-", "+"), "  above every score   0   0   1   1      0      0"),
        "stability": (dtref.stability(dtref.grow(small := dtref.parity(2), dtref.CART), small, dtref.CART), "Equally good trees"),
        "rule": (next(iter(dtref.merged_rules(tree))), "IF petal_length <= 2.45 THEN class = setosa"),
    }


def test_each_kind_prints_its_report_and_is_a_table(data: dtref.DataSet) -> None:
    for name, (result, line) in results(data).items():
        text = str(result)
        assert any(shown.startswith(line) for shown in text.splitlines()), (name, text)
        html = getattr(result, "_repr_html_")()  # noqa: B009 - what a notebook does
        assert ("<table" in html or "<iframe" in html) if name not in ("rule", "routes") else html.startswith("<p>"), name
        assert len(repr(result)) <= 4000, name
        Balanced().feed(html)


class Balanced(HTMLParser):
    """Refuses elements that are closed in another order than they are opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("text", [dtref.report_text, dtref.tree_text], ids=["report", "tree"])
def test_print_is_what_the_function_of_the_text_says(data: dtref.DataSet, text: Callable[..., object]) -> None:
    result = results(data)["report" if text is dtref.report_text else "tree"][0]
    lines = text(result)
    assert str(result) == (lines if isinstance(lines, str) else "\n".join(lines))  # type: ignore[arg-type]


def test_print_says_what_the_command_says(tmp_path: Path) -> None:
    """`dtref stability` and `str(dtref.stability(…))` are one text."""
    table = tmp_path / "t.csv"
    table.write_text("x,y\n1,a\n2,a\n3,b\n4,b\n")
    command = [sys.executable, "-m", "dtref", "stability", str(table), "--target", "y", "--as", "cart"]
    told = run(command, capture_output=True, text=True, check=True).stdout
    data = dtref.read_csv(table, target="y")
    assert str(dtref.stability(dtref.grow(data, dtref.CART), data, dtref.CART)) + "\n" == told


def test_the_page_of_a_tree_says_how_sure_it_is() -> None:
    """Each inner node's part of the page has its margin, and what samples ask; the page as a whole has the table of `dtref stability`."""
    data = dtref.parity(2)
    sure = dtref.stability(dtref.grow(data, dtref.CART), data, dtref.CART, [(0, 1, 2, 3), (0, 1, 0, 1)])
    page = dtref.tree_page(dtref.explain(data, dtref.CART), counted=sure)
    root = page.split('<template id="node-0">')[1].split("</template>")[0]
    assert (
        "How sure" in root
        and "rival: x2 in {False}" in root
        and 'asked there: <span class="together">x1 1</span>, <span class="together">x2 2</span>' in root
    )
    assert page.count("records each of which, left out") == len(sure.nodes) + 1 == 4  # and the table's words
    assert page.count("How sure is this tree?") == 1
    assert "<td>&nbsp;&nbsp;x1 in {False}: x2 in {False}</td>" in page  # the level of a node, which a browser shows by blanks alone
    assert "How sure" not in dtref.tree_page(dtref.explain(data, dtref.CART))


def test_names_are_no_html() -> None:
    data = dtref.from_records([{"<i>": "<b>", "y": "e&f"}, {"<i>": "c", "y": "d"}], target="y")
    html = data._repr_html_()
    assert html is not None
    assert "<b>" not in html and "&lt;i&gt;" in html and "&lt;b&gt; 1" in html


def test_labels_that_are_truth_values_have_one_word() -> None:
    model = dtref.fit(dtref.from_frame({"x": [1, 2, 3, 4], "y": [False, False, True, True]}, target="y"), dtref.CART)
    predictions = dtref.predict(model, [{"x": 1}, {"x": 4}])
    shown = str(predictions)
    assert ("by first labels: False 1, True 1" in shown, str(predictions[1])) == (True, "True (False 0, True 1)")
    assert not {"yes", "no"} & {*shown.split()}


def test_prints_and_reprs_are_no_walls() -> None:
    many = {f"column {i}": [1, 2] for i in range(300)}
    described = dtref.describe_data({**many, "y": ["a", "b"]}, target="y")
    assert len(repr(described)) <= 1000
    curve = dtref.roc(range(100), "+-" * 50, "+")
    lines = str(curve).splitlines()
    assert (len(lines) <= 45, lines[-1].startswith("… and ")) == (True, True)
