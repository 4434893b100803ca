"""Pages by the rules of WCAG, levels A and AA, as axe-core checks them: on wide and narrow screens, light and dark, and as they fold."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from peers.rows import AXE

import dtref
from dtref.show.derivation.derive import derive
from dtref.show.drawing.tree_page import closure
from dtref.show.page.as_html import as_html
from dtref.show.page.of_derivation import derivation_blocks

pytestmark = [
    pytest.mark.peer("axe-core", "pages"),
    pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed (tests/browser/install)"),
]

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

looks = pytest.mark.parametrize(
    "look",
    [
        {"viewport": {"width": 1280, "height": 900}},
        {"viewport": {"width": 320, "height": 800}},
        {"viewport": {"width": 1280, "height": 900}, "color_scheme": "dark"},
    ],
    ids=["wide", "narrow", "dark"],
)


def violations(page: Any) -> list[str]:
    """What axe-core finds: the rule, and the first places where it is broken."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("rules => axe.run({ runOnly: rules, preload: false })", RULES)
    return [f"{each['id']}: {[node['html'][:120] for node in each['nodes'][:3]]}" for each in found["violations"]]


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    iris = dtref.read_csv("golden/data/iris.csv", target="species")
    wine = dtref.read_csv("golden/data/wine.csv", target="cultivar")
    loans = dtref.read_csv("golden/data/tan_default.csv", target="defaulted")
    play = dtref.read_csv("golden/data/play_tennis.csv", target="play")
    sure = dtref.stability(dtref.grow(loans, dtref.CART), loans, dtref.CART)
    return {
        "explained tree": dtref.tree_page(dtref.explain(iris, dtref.CART), "Iris", closure(iris, dtref.CART)),
        "sure": dtref.tree_page(dtref.explain(loans, dtref.CART), "Loans", sure),
        "names": dtref.tree_page(dtref.explain(play, dtref.ID3), "Play"),
        "tree": dtref.tree_page(dtref.grow(wine, dtref.CART), data=wine),
        "derivation": as_html(derivation_blocks(derive(dtref.gini, (5, 1)))),
    }


@looks
@pytest.mark.parametrize("name", ["explained tree", "sure", "names", "tree", "derivation"])
def test_a_page_breaks_no_rule(opened: Callable[..., Any], tmp_path: Path, pages: dict[str, str], name: str, look: dict[str, Any]) -> None:
    path = tmp_path / "page.html"
    path.write_text(pages[name], encoding="utf-8")
    page = opened(f"{path.as_uri()}#node=0", **look)
    assert violations(page) == []


@looks
@pytest.mark.parametrize("place", ["index.html", "dtref.spec.split.impurity.html", "proofs.impurity.html"])
def test_the_book_breaks_no_rule(opened: Callable[..., Any], book_folder: Path, place: str, look: dict[str, Any]) -> None:
    assert violations(opened(f"{book_folder.as_uri()}/{place}", **look)) == []
