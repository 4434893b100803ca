"""The table of peers: every row fits its page and names code that exists; stale rows are listed, as skipped; what makes a row stale."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve
from peers import table
from peers.code_hash import code_hash, files
from peers.rows import ROWS, Key
from peers.table import Entry, Sums, entries, entry, json_text, key_of, page_text, stale, updated

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("key", ROWS, ids=", ".join)
def test_a_row_holds_for_the_code_that_is_here(key: Key) -> None:
    rows = {key_of(row): row for row in entries()}
    if key not in rows:
        pytest.skip("never compared: poe peers")
    if why := stale(rows[key]):
        pytest.skip(f"STALE, {why}: poe peers")


def test_table_and_page_are_what_was_written() -> None:
    rows = entries()
    assert table.TABLE.read_text("utf-8") == json_text(rows)
    assert table.README.read_text("utf-8") == page_text(rows), "poe peers writes it"
    assert rows == updated(rows, {})
    assert all(row["cases"] > row["departures"] >= 0 for row in rows)


def test_every_row_has_tests_and_names_code_that_exists() -> None:
    texts = "".join(path.read_text("utf-8") for path in TESTS.rglob("*.py") if path != Path(__file__))
    for program, subject in ROWS:
        assert f'"{subject}")' in texts, (program, subject)
    assert all(files(name) for row in ROWS.values() for name in row.about)


@pytest.fixture
def code(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "one.py").write_text('"""A module."""\n\ndef twice(n: int) -> int:\n    """Twice n."""\n    return 2 * n\n')
    (tmp_path / "pack" / "two.py").write_text("X = 1\n")
    yield tmp_path


@pytest.mark.parametrize(
    "text",
    [
        "def twice(n: int) -> int:\n    return 2 * n",
        '"""Another."""\n\n\n# a comment\ndef twice(\n    n: int,\n) -> int:\n    """Doubled."""\n    return (2 * n)  # so\n',
    ],
    ids=["none", "others"],
)
def test_comments_docstrings_and_layout_make_no_row_stale(code: Path, text: str) -> None:
    before = code_hash(["pack"], code)
    (code / "pack" / "one.py").write_text(text)
    assert code_hash(["pack"], code) == before


@pytest.mark.parametrize("text", ["return 3 * n", "return n * 2", "n + 1\n    return 2 * n", '"""Twice."""\n    "more"\n    return 2 * n'])
def test_any_other_change_does(code: Path, text: str) -> None:
    before = code_hash(["pack"], code), code_hash(["pack.two"], code)
    (code / "pack" / "one.py").write_text(f"def twice(n: int) -> int:\n    {text}\n")
    assert code_hash(["pack"], code) != before[0]
    assert code_hash(["pack.two"], code) == before[1]


def test_a_new_module_makes_its_package_stale_and_a_name_must_be_one(code: Path) -> None:
    before = code_hash(["pack"], code)
    (code / "pack" / "three.py").write_text("")
    assert code_hash(["pack"], code) != before
    with pytest.raises(FileNotFoundError, match=r"^pack\.four: no module and no package$"):
        code_hash(["pack.four"], code)


def test_what_a_run_wrote_takes_its_place_and_other_rows_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = list(ROWS)[:2]
    for key in (first, second):
        monkeypatch.setitem(ROWS, key, evolve(ROWS[key], version=lambda: "1"))
    old = [entry(key, Sums(cases=3, departures=1)) for key in (second, first)]
    new = entry(second, Sums(cases=5, departures=0))
    assert updated(old, {second: new}) == [old[1], new]
    assert stale(new) == ""
    assert stale(Entry({**new, "code": "0"})).endswith(": changed since")
    assert stale(Entry({**new, "about": ["dtref"]})) == "it is about other code now"
    assert "never compared" in "\n".join(table.all_stale([new]))
