"""The book in a real browser, from disk and without a network: no error, no request elsewhere; searched, followed, read on a phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.peer("Chromium", "book")


@pytest.fixture
def open_at(opened: Callable[..., Any], book_folder: Path) -> Callable[..., Any]:
    """Opens a page of the book."""
    return lambda place, **context: opened(f"{book_folder.as_uri()}/{place}", **context)


def test_the_contents_lead_to_a_definition_and_its_formula(open_at: Callable[..., Any]) -> None:
    page = open_at("index.html")
    page.locator("#chapters").get_by_role("link", name="split", exact=True).click()
    page.get_by_role("link", name="gini", exact=True).click()
    assert page.url.endswith("dtref.spec.split.impurity.html#gini")
    formula = page.locator("#gini .formula math").first
    assert formula.bounding_box()["height"] > 20
    assert formula.text_content().startswith("GINI(t)=1−∑")
    page.locator("#gini summary", has_text="theorems").click()
    page.locator("#gini").get_by_role("link", name="Gini = 2p(1 - p) for two classes").click()
    assert page.url.endswith("proofs.impurity.html#theorem_gini_is_2p_times_1_minus_p_of_two_classes")
    page.locator("section:target").get_by_role("link", name="tan: Measure of Impurity: GINI").click()
    assert page.locator("section:target h2").inner_text() == "Measure of Impurity: GINI"


def test_the_search_finds_a_theorem_by_its_words(open_at: Callable[..., Any]) -> None:
    page = open_at("index.html")
    page.keyboard.press("/")
    page.keyboard.type("twoing half reduction")
    page.wait_for_selector("#search-found li")
    assert page.locator("#search-found li i").first.inner_text() == "theorem"
    assert page.locator(".search output").inner_text() == f"{page.locator('#search-found li').count()} found"
    page.keyboard.press("Enter")
    page.wait_for_url("**/proofs.separation.html#*")
    assert "half the reduction of Gini" in page.locator("section:target h2").inner_text()


FOUND = (
    ("cs6220-gini-01", "erratum", "errata.html#erratum-cs6220-gini-01"),
    ("cs6220-gini-01", "record", "golden.cs6220.gini.html#cs6220-gini-01"),
    ("vectors-ties-12", "vector", "vectors.ties.html#vectors-ties-12"),
    ("wilson", "function", "dtref.spec.evaluation.intervals.proportion.html#wilson"),
    ("float32", "departure", "departures.html#scikit-learn-float32"),
    ("kass1980", "source", "documents.html#kass1980"),
    ("Measure of Impurity: GINI", "slide", "document.tan.html#slide-"),
    ("spec.split.impurity", "module", "dtref.spec.split.impurity.html"),
)


def test_the_search_finds_each_kind(open_at: Callable[..., Any]) -> None:
    page = open_at("errata.html")
    box = page.get_by_role("combobox")
    for words, kind, there in FOUND:
        box.fill(words)
        page.wait_for_selector("#search-found li")
        found = [
            (row.locator("i").inner_text(), row.locator("a").get_attribute("href")) for row in page.locator("#search-found li").all()[:5]
        ]
        assert any(one == kind and place.startswith(there) for one, place in found), found


def test_the_search_is_used_by_keys(open_at: Callable[..., Any]) -> None:
    page = open_at("index.html")
    box = page.get_by_role("combobox")
    box.fill("gain")
    page.wait_for_selector("#search-found li")
    assert page.locator('#search-found [aria-selected="true"] b').inner_text() == "gain"
    box.press("ArrowDown")
    box.press("ArrowDown")
    box.press("ArrowUp")
    chosen = page.locator('#search-found [aria-selected="true"]')
    assert chosen.get_attribute("id") == "search-found-1" == box.get_attribute("aria-activedescendant")
    box.press("Escape")
    assert (box.input_value(), page.locator("#search-found").is_visible()) == ("", False)
    box.fill("no such words anywhere")
    assert page.locator(".search output").inner_text() == "0 found"


def test_what_an_address_names_is_unfolded(open_at: Callable[..., Any]) -> None:
    page = open_at("dtref.spec.split.criteria.html#_weighted")
    assert page.locator("#_weighted").is_visible()


def test_inputs_and_answers_unfold(open_at: Callable[..., Any]) -> None:
    page = open_at("golden.cs6220.gini.html")
    inputs = page.locator("section.record details").first
    assert not inputs.locator("code, pre").last.is_visible()
    inputs.locator("summary").click()
    assert inputs.locator("code, pre").last.is_visible()


WIDEST = (
    *("index", "theorems", "golden", "errata", "variants", "departures", "documents", "document.cs6220", "dtref.spec.split"),
    *("dtref.spec.evaluation.bias_variance.zero_one_loss", "dtref.exact.distributions.inversion", "dtref.spec.split.impurity"),
    *("golden.tan.roc", "golden.cs6220.gini", "vectors.cuts", "proofs.errata"),
)


def test_no_page_is_wider_than_its_window(open_at: Callable[..., Any]) -> None:
    """Everything unfolded, on phones and on a desk."""
    page = open_at("index.html")
    for name in WIDEST:
        page.goto(page.url.rpartition("/")[0] + f"/{name}.html")
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        for width in (320, 375, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") == width, name
    page.set_viewport_size({"width": 375, "height": 800})
    page.get_by_role("combobox").fill("weighted")
    page.wait_for_selector("#search-found li")
    assert page.evaluate("document.documentElement.scrollWidth") == 375
    found = page.locator("#search-found").bounding_box()
    assert 0 <= found["x"] < found["x"] + found["width"] <= 375


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_code_stands_out_from_its_ground(open_at: Callable[..., Any], scheme: str) -> None:
    page = open_at("dtref.spec.split.impurity.html", color_scheme=scheme)
    shown = "getComputedStyle(document.querySelector('pre.code b')).color", "getComputedStyle(document.body).backgroundColor"
    ink, paper = (sum(map(int, page.evaluate(one).removeprefix("rgb(").rstrip(")").split(","))) for one in shown)
    assert (ink > paper) == (scheme == "dark")
    assert abs(ink - paper) > 250
