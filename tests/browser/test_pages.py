"""The pages in a real browser, without a network: no error, no request; they fold, what is searched for is found, a node shows its ties."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from peers.rows import MERMAID
from show.nasty import NAMES, tree

import dtref
from dtref.show.derivation.derive import derive
from dtref.show.drawing.tree_page import closure
from dtref.show.page.as_html import as_html
from dtref.show.page.of_derivation import derivation_blocks

pytestmark = pytest.mark.peer("Chromium", "pages")


@pytest.fixture
def open_page(opened: Callable[..., Any], tmp_path: Path) -> Callable[..., Any]:
    """Opens an HTML text from disk."""

    def open_text(text: str, at: str = "", **context: Any) -> Any:
        path = tmp_path / "page.html"
        path.write_text(text, encoding="utf-8")
        return opened(f"{path.as_uri()}{at}", **context)

    return open_text


@pytest.fixture(scope="module")
def iris() -> str:
    data = dtref.read_csv("golden/data/iris.csv", target="species")
    return dtref.tree_page(dtref.explain(data, dtref.CART), "Iris", closure(data, dtref.CART))


def shown(page: Any) -> list[str]:
    """The numbers of the nodes whose rows are seen."""
    return [row.get_attribute("data-node") for row in page.locator(".row").all() if row.is_visible()]


def detail_of(page: Any, node: int) -> Any:
    """The details of a node that was chosen. The page hears of a new address later: they are there once its row is marked as chosen."""
    page.locator(f'.row.chosen[data-node="{node}"]').wait_for(state="visible")
    return page.locator(".detail")


def test_a_tree_folds_and_unfolds(open_page: Callable[..., Any], iris: str) -> None:
    page = open_page(iris)
    assert shown(page) == [str(i) for i in range(17)]
    page.locator('.row[data-node="3"] .fold').click()
    assert shown(page) == [str(i) for i in (0, 1, 2, 3, 12, 13, 14, 15, 16)]
    page.get_by_role("button", name="Fold all", exact=True).click()
    assert shown(page) == ["0"]
    page.locator('.row[data-node="0"] .fold').click()
    assert shown(page) == ["0", "1", "2"]
    page.get_by_role("button", name="Unfold all").click()
    assert len(shown(page)) == 17


def test_a_search_shows_what_is_found_and_the_way_to_it(open_page: Callable[..., Any], iris: str) -> None:
    page = open_page(iris)
    page.get_by_role("button", name="Fold all", exact=True).click()
    page.get_by_role("searchbox").fill("sepal_length > 5.95")
    assert shown(page) == ["0", "2", "12", "13", "15"]
    assert [row.get_attribute("data-node") for row in page.locator(".row.found").all()] == ["15"]
    assert page.locator(".controls output").inner_text() == "1 found"
    page.get_by_role("searchbox").press("Enter")
    assert "petal_width > 1.75 and petal_length <= 4.85 and sepal_length > 5.95" in page.locator(".detail h1").inner_text()
    page.get_by_role("searchbox").fill("no such thing")
    assert (shown(page), page.locator(".controls output").inner_text()) == ([], "0 found")
    page.get_by_role("searchbox").fill("")
    assert shown(page) == ["0"]


def test_a_node_shows_its_candidates_and_its_ties(open_page: Callable[..., Any], iris: str) -> None:
    page = open_page(iris)
    page.locator('.row[data-node="0"] .node').click()
    detail = detail_of(page, 0)
    assert "Asked: petal_length <= 2.45, one of 2 that tie:" in detail.inner_text()
    assert "petal_length <= 2.45; petal_width <= 0.8 (same_partition)" in detail.inner_text()
    best = [row.locator("td").all_inner_texts()[:3] for row in detail.locator("tr.marked").all()]
    assert best == [
        ["petal_length, cut in [1.9, 3)", "0.333", "50 0 0 | 0 50 50"],
        ["petal_width, cut in [0.6, 1)", "0.333", "50 0 0 | 0 50 50"],
    ]
    assert detail.locator("math").count() > 4
    page.locator('.row[data-node="1"] .node').click()
    assert "Leaf: setosa" in detail_of(page, 1).inner_text()
    assert page.url.endswith("#node=1")


def test_the_tied_nodes_are_named_and_linked(open_page: Callable[..., Any], iris: str) -> None:
    page = open_page(iris)
    assert "trees 8, partitions of the records 1" in page.locator("main").inner_text()
    assert page.locator(".ties a").all_inner_texts() == ["node 0", "node 9", "node 13"]
    page.get_by_role("button", name="Fold all", exact=True).click()
    page.locator(".ties a").nth(1).click()
    assert "one of 2 that tie" in detail_of(page, 9).inner_text()


def test_an_address_may_name_the_node(open_page: Callable[..., Any], iris: str) -> None:
    page = open_page(iris, "#node=13")
    assert "petal_length <= 4.85" in page.locator(".detail h1").inner_text()


@pytest.mark.parametrize("width", [360, 1280])
def test_a_page_is_no_wider_than_its_window(open_page: Callable[..., Any], iris: str, width: int) -> None:
    page = open_page(iris, "#node=9", viewport={"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("width", [375, 1200])
def test_long_exact_values_push_no_counts_off_the_edge(open_page: Callable[..., Any], width: int) -> None:
    data = dtref.read_csv("golden/data/play_tennis.csv", target="play")
    page = open_page(dtref.tree_page(dtref.explain(data, dtref.ID3)), "#node=0", viewport={"width": width, "height": 900})
    assert page.locator(".detail .wraps th").all_inner_texts()[1::3] == ["gain", "exactly"]
    counts = page.locator(".detail .wraps tr").nth(1).locator("td").nth(2)
    table, cell = page.locator(".detail .wide:has(.wraps)").bounding_box(), counts.bounding_box()
    assert counts.inner_text() == "0 4 | 2 3 | 3 2"
    assert cell["x"] + cell["width"] <= table["x"] + table["width"]


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_text_stands_out_from_its_ground(open_page: Callable[..., Any], iris: str, scheme: str) -> None:
    page = open_page(iris, color_scheme=scheme)
    ink, paper = (page.evaluate(f"getComputedStyle(document.body).{name}") for name in ("color", "backgroundColor"))
    light = [sum(map(int, colour.removeprefix("rgb(").rstrip(")").split(","))) for colour in (ink, paper)]
    assert (light[0] > light[1]) == (scheme == "dark")
    assert abs(light[0] - light[1]) > 500


def test_names_are_shown_as_they_are_and_do_nothing(open_page: Callable[..., Any]) -> None:
    page = open_page(dtref.tree_page(tree(), '<b> & "c"'))
    assert page.locator("h1").first.inner_text() == '<b> & "c"'
    assert page.locator(".row .condition").all_inner_texts() == NAMES
    assert page.title() == '<b> & "c"'


def test_a_notebook_s_frame_works(open_page: Callable[..., Any]) -> None:
    page = open_page(f"<!doctype html><p>notebook</p>{tree()._repr_html_()}")
    frame = page.frame_locator("iframe")
    frame.locator(".row .node").first.click()
    assert "no other candidate ties" in detail_of(frame, 0).inner_text()


def test_a_derivation_is_typeset(open_page: Callable[..., Any]) -> None:
    page = open_page(as_html(derivation_blocks(derive(dtref.gini, (5, 1)))))
    assert page.locator("math").first.bounding_box()["height"] > 10
    heights = [math.bounding_box()["height"] for math in page.locator(".equations math").all()]
    assert heights[2] > heights[0]  # fractions stand higher than the letters that they are put in for
    assert page.evaluate("getComputedStyle(document.querySelector('mfrac')).display").endswith("math")


@pytest.mark.peer("Mermaid", "graphs")
@pytest.mark.skipif(not MERMAID.exists(), reason="Mermaid is not installed (tests/browser/install)")
def test_mermaid_reads_the_names_as_they_are(open_page: Callable[..., Any]) -> None:
    page = open_page("<!doctype html><main></main>")
    page.add_script_tag(path=MERMAID)
    page.evaluate("async text => { document.body.innerHTML = (await mermaid.render('drawn', text)).svg; }", dtref.mermaid(tree()))
    assert [text.strip() for text in page.locator(".edgeLabel p").all_inner_texts()] == NAMES
    labels = json.dumps(page.locator(".nodeLabel p").all_inner_texts())
    assert labels.count('q\\"uo<te>') == 1
