"""
The book holds all that there is, and every way in it leads somewhere.

What there is comes from elsewhere than the book's own reading: from the modules as they run, from the proofs as they run, from the JSON of
the golden files. What the pages hold is read by a parser of the standard library.
"""

from __future__ import annotations

import doctest
import importlib
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from narrow import present
from show.book.site import Seen, seen

import dtref
from dtref.cli import app
from dtref.exact.definition import definition
from dtref.show.book.typeset.letters import GREEK
from dtref.show.book.write_book import whole_book
from dtref.spec.sources import SOURCES
from proofs.theorem import plain as plain_function
from proofs.theorem import theorems

ROOT = Path(__file__).parents[3]
GOLDEN = ROOT / "golden"
PUBLIC = [(home, name) for home, names in dtref.HOMES.items() for name in names.split()]


@pytest.fixture(scope="module")
def pages(book_folder: Path) -> dict[str, Seen]:
    return seen(book_folder)


def led_to(page: Seen, name: str) -> set[str]:
    """The links inside what has an id."""
    return {there for there, around in page.links if name in around}


# The pages as pages


def test_every_page_is_well_formed_and_no_id_comes_twice(pages: dict[str, Seen]) -> None:
    """The parser refuses what isn't well-formed."""
    assert len(pages) > 400
    assert {name for name, page in pages.items() if len(page.ids) < len(page.all_ids)} == set()


def test_every_link_leads_to_something_that_is_there_and_nothing_comes_from_elsewhere(pages: dict[str, Seen], book_folder: Path) -> None:
    broken = []
    for name, page in pages.items():
        assert {*page.loaded} == {"book.css", "book.js"}
        for there, _ in page.links:
            file, _, anchor = there.partition("#")
            target = pages.get(file or name)
            if target is None or (anchor and anchor not in target.ids):
                broken.append((name, there))
    assert broken == []
    assert "http" not in (book_folder / "book.js").read_text() + (book_folder / "book.css").read_text()


def test_every_page_can_be_reached_from_the_contents(pages: dict[str, Seen]) -> None:
    reached, waiting = {"index.html"}, ["index.html"]
    while waiting:
        found = {there.partition("#")[0] for there, _ in pages[waiting.pop()].links} - {""} - reached
        reached |= found
        waiting += found
    assert reached == set(pages)


def test_every_formula_is_well_formed_mathml(pages: dict[str, Seen]) -> None:
    known = {"math", "mrow", "mi", "mn", "mo", "mfrac", "msqrt", "msub", "msup", "munder", "mover", "munderover", "mspace"}
    two, three = {"mfrac", "msub", "msup", "munder", "mover"}, {"munderover"}
    found = [math for page in pages.values() for math in page.maths]
    assert len(found) > 300
    for math in found:
        for part in math.iter():
            assert part.tag in known
            assert len(part) == (2 if part.tag in two else 3 if part.tag in three else len(part)), ElementTree.tostring(math)


# All that there is


def test_every_public_name_has_its_definition(pages: dict[str, Seen]) -> None:
    for home, name in PUBLIC:
        page = pages[f"dtref.{home}.html"]
        assert f"dtref.{name}" in page.text(name), name
        facts = definition(getattr(dtref, name))
        formulas = [text for kind, text, around in page.marked if kind == "formula" and name in around]
        assert len(formulas) == bool(facts.formula), name


def test_the_chapters_come_in_the_reading_order_and_hold_every_module(pages: dict[str, Seen]) -> None:
    files = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in (ROOT / "dtref").rglob("*.py")}
    assert {f"{name}.html" for name in files - {"dtref"}} == {name for name in pages if name.startswith("dtref.")}
    contents = [there for there, around in pages["index.html"].links if "chapters" in around and re.fullmatch(r"dtref\.\w+\.html", there)]
    assert [name for name in (there.split(".")[1] for there in contents) if not name.startswith("_")] == list(vars(dtref)["READING_ORDER"])


def plain(text: str) -> str:
    """The letters and numbers of a formula in one line, however it is set."""
    for word, letter in {**GREEK, "sum": "∑", "prod": "∏", "x": "×", "bar": "¯"}.items():
        text = text.replace(letter, f" {word} ")
    return "".join(re.findall(r"[A-Za-z0-9]", text.replace("sqrt", "")))


def test_a_formula_says_what_the_docstring_says(pages: dict[str, Seen]) -> None:
    """Letter by letter: nothing is lost where it is set."""
    compared = 0
    for name, page in pages.items():
        if not name.startswith("dtref."):
            continue
        members = vars(importlib.import_module(name.removesuffix(".html")))
        for kind, shown, around in page.marked:
            doc = " ".join((getattr(members.get(around[-1]), "__doc__", None) or "").split(">>>")[0].split()) if around else ""
            if kind == "formula" and "Formula: " in doc:  # a value's docstring stands below it, where Python doesn't keep it
                said = plain(doc.split("Formula: ", 1)[1])
                assert said.startswith(plain(shown)), (name, around)
                assert plain(shown)
                compared += 1
    assert compared > 180


def test_the_examples_are_those_of_the_docstrings(pages: dict[str, Seen]) -> None:
    compared = 0
    for name, page in pages.items():
        if name.startswith(("dtref.strategies", "dtref.oracle.judge")) or not name.startswith("dtref."):
            continue
        members = vars(importlib.import_module(name.removesuffix(".html")))
        shown: dict[str, str] = {}
        for kind, text, around in page.marked:
            if kind == "examples" and around and getattr(members.get(around[-1]), "__doc__", None):
                shown[around[-1]] = shown.get(around[-1], "") + text
        for own, text in shown.items():
            found = doctest.DocTestParser().get_examples(members[own].__doc__)
            written = [("\n" + one.source.rstrip()).replace("\n", "\n... ").replace("... ", ">>> ", 1).strip() + "\n" for one in found]
            assert text == "".join(w + one.want.replace("<BLANKLINE>", "") for w, one in zip(written, found, strict=True)), (name, own)
            compared += len(found)
    assert compared > 700


@pytest.mark.parametrize(
    "name", ["spec.split.impurity", "spec.split.criteria", "spec.evaluation.confusion.rates", "exact.logs", "spec.model.trees"]
)
def test_the_examples_print_what_the_page_says(pages: dict[str, Seen], name: str) -> None:
    """They are run as the page has them."""
    members = {**vars(importlib.import_module(f"dtref.{name}"))}
    blocks = [text for kind, text, _ in pages[f"dtref.{name}.html"].marked if kind == "examples"]
    assert len(blocks) > 5
    for i, text in enumerate(blocks):
        test = doctest.DocTestParser().get_doctest(text, {**members}, f"{name} {i}", None, None)
        assert test.examples
        assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE, verbose=False).run(test).failed == 0


def test_every_theorem_is_there_and_its_functions_lead_to_it(pages: dict[str, Seen]) -> None:
    found = list(theorems())
    for file, one in found:
        page = pages[f"proofs.{file}.html"]
        text = page.text(one.name)
        for part in (one.says, one.reach, one.method.value, one.ends.value, one.source, f"def {one.name}("):
            assert part in text, (file, one.name, part)
        assert f"proofs.{file}.html#{one.name}" in {there for there, _ in pages["theorems.html"].links}
        for run in map(plain_function, one.runs):
            home, own = run.__module__, run.__qualname__.partition(".")[0]
            assert f"{home}.html#{own}" in led_to(page, one.name), (one.name, own)
            assert f"proofs.{file}.html#{one.name}" in led_to(pages[f"{home}.html"], own), (one.name, own)
    assert sum(present(name).startswith("theorem_") for n, page in pages.items() if n.startswith("proofs.") for name in page.ids) == len(
        found
    )


def listed(path: Path, key: str) -> list[dict[str, object]]:
    return json.loads(path.read_text("utf-8")).get(key, [])


def test_every_golden_record_is_there_with_its_slide(pages: dict[str, Seen]) -> None:
    found = 0
    for path in sorted(GOLDEN.glob("*/*.json")):
        for one in listed(path, "records"):
            page = pages[f"golden.{path.parent.name}.{path.stem}.html"]
            text = page.text(str(one["id"]))
            assert str(one["what"]) in text
            assert str(one["slide"]) in text
            assert all(str(one[part]).replace("`", "") in text for part in ("decimal", "note") if one.get(part)), one["id"]
            (slide,) = [there for there in led_to(page, str(one["id"])) if there.startswith(f"document.{path.parent.name}.html#slide-")]
            file, _, anchor = slide.partition("#")
            assert f"golden.{path.parent.name}.{path.stem}.html#{one['id']}" in led_to(pages[file], anchor)
            assert pages[file].text(anchor).strip().startswith(str(one["slide"]))
            found += 1
    assert found > 2000


def test_every_vector_is_there(pages: dict[str, Seen]) -> None:
    found = [(path.stem, one) for path in sorted((GOLDEN / "vectors").glob("*.json")) for one in listed(path, "vectors")]
    assert len(found) > 1500
    for group, one in found:
        text = pages[f"vectors.{group}.html"].text(str(one["id"]))
        assert str(one["what"]) in text
        assert str(one["operation"]) in text


def test_every_definition_shows_the_records_that_pin_it_and_they_lead_back(pages: dict[str, Seen]) -> None:
    pinned = [
        (name, one, there)
        for name, page in pages.items()
        if name.startswith(("golden.", "vectors."))
        for there, around in page.links
        for one in around[-1:]
        if there.startswith("dtref.") and "#" in there
    ]
    assert len(pinned) > 3000
    for name, one, there in pinned:
        file, _, own = there.partition("#")
        assert f"{name}#{one}" in led_to(pages[file], own)
    assert "golden.cs6220.gini.html#cs6220-gini-01" in led_to(pages["dtref.spec.split.impurity.html"], "gini")
    assert "golden.tan.error.html" in {
        there.partition("#")[0] for there in led_to(pages["dtref.spec.split.impurity.html"], "misclassification_error")
    }


def test_every_erratum_is_there_and_at_its_record(pages: dict[str, Seen]) -> None:
    found = [(path, one) for path in sorted(GOLDEN.glob("*/*.json")) for one in listed(path, "records") if "erratum" in one]
    assert len(found) == (GOLDEN / "ERRATA.md").read_text().partition("## Figures")[0].count("\n| ") - 2
    for path, one in found:
        record, wrong = str(one["id"]), dict(one["erratum"])  # type: ignore[call-overload]
        text = pages["errata.html"].text(f"erratum-{record}")
        for part in ("wrong", "right", "category", "elsewhere"):
            assert wrong[part] in text
        assert f"golden.{path.parent.name}.{path.stem}.html#{record}" in led_to(pages["errata.html"], f"erratum-{record}")
        assert f"errata.html#erratum-{record}" in led_to(pages[f"golden.{path.parent.name}.{path.stem}.html"], record)


def test_every_departure_is_there_with_its_cases(pages: dict[str, Seen]) -> None:
    page = pages["departures.html"]
    for path in sorted((GOLDEN / "departures").glob("*.json")):
        for one in listed(path, "departures"):
            own = f"{path.stem}-{one['name']}"
            assert str(one["what"]) in page.text(own)
            assert str(one["reference"]) in page.text(own)
            shown = {there.partition("#")[2] for there in led_to(page, own)}
            for case in one.get("cases", []):  # type: ignore[attr-defined]
                assert case["id"].partition("/")[0] in shown
                assert case["answers"] in page.text(own)
    assert any("departures.html#" in there for there in led_to(pages["dtref.spec.split.association.html"], "chi_square"))


def test_every_source_is_there(pages: dict[str, Seen]) -> None:
    ids = set(pages["documents.html"].ids)
    assert all(f"document.{key}.html" in pages or key in ids for key in SOURCES)
    cited = led_to(pages["documents.html"], "kass1980")
    assert "dtref.spec.split.chaid.significance.html#nominal_multiplier" in cited


def test_a_definition_leads_to_what_it_uses_and_back(pages: dict[str, Seen]) -> None:
    assert "dtref.spec.split.impurity.html#gini" in led_to(pages["dtref.spec.split.criteria.html"], "gini_reduction")
    assert "dtref.spec.split.criteria.html#gini_reduction" in led_to(pages["dtref.spec.split.impurity.html"], "gini")


# The files


def test_an_installed_wheel_writes_the_same_bytes_as_a_checkout(book_folder: Path) -> None:
    """`book_folder` is written by another process with other hashes, from files that are laid out as the wheel lays them out."""
    assert {path.name: path.read_text("utf-8") for path in book_folder.iterdir()} == dict(whole_book())


def refused(path: Path) -> str:
    ran = CliRunner().invoke(app, ["spec", "--html", str(path)])
    assert isinstance(ran.exception, dtref.Invalid)
    return str(ran.exception)


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    assert refused(tmp_path / "full") == f"{tmp_path}/full: expected a new folder, or an empty one (got 'a folder with something in it')"
    assert (
        refused(tmp_path / "full" / "mine.txt") == f"{tmp_path}/full/mine.txt: expected a folder that can be made (got 'Not a directory')"
    )
    assert refused(tmp_path / "no" / "such") == f"{tmp_path}/no/such: expected a folder that can be made (got 'No such file or directory')"
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["mine.txt"]
    assert not (tmp_path / "no").exists()


def test_a_folder_must_be_named() -> None:
    ran = CliRunner().invoke(app, ["spec"])
    assert (ran.exit_code, ran.output.splitlines()[-1]) == (2, "Error: Missing option '--html'.")
