"""The commands about golden records."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest
from cli.run import Run
from click.testing import CliRunner

from dtref.cli import app
from dtref.errors import Invalid
from dtref.oracle.golden.mutation import Mutant

COMMANDS = import_module("dtref.cli.golden")
"""The module; as an attribute of its package it is the group of commands."""


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, arguments)
    if isinstance(result.exception, Invalid):
        raise result.exception
    return result.exit_code, result.output


def test_errata_are_listed_with_their_proofs() -> None:
    code, text = run("errata", "cs6220")
    assert code == 0
    assert "cs6220-gini-01  [formula]  cs6220, Gini Index (CART, IBM IntelligentMiner)" in text
    assert "  proof    the printed sum with v = 2: 1 - 1/9 - 1/9 == 7/9" in text
    _, as_json = run("errata", "--json")
    found = json.loads(as_json)
    assert {one["document"] for one in found} >= {"tan", "cs6220", "iaml", "cs422"}
    assert all(one["proof"] and one["wrong"] and one["right"] for one in found)


def test_figures_that_were_rounded_too_early_are_listed_as_well() -> None:
    code, text = run("errata", "cs6220-gain-06")
    assert code == 0
    assert "  printed  0.246\n  exact    0.246749819774…\n" in text
    assert text.endswith("0 errata, 1 figures rounded too early\n")
    assert "cs6220-gain-06" in run("errata", "cs6220")[1]
    with pytest.raises(Invalid, match=r"^DOCUMENT: expected one of tan, .*, or the id of an erratum \(got 'gain'\)$"):
        run("errata", "gain")


def test_a_record_is_shown_as_it_is_written() -> None:
    code, text = run("golden", "show", "cs6220-gini-05")
    assert code == 0
    assert json.loads(text)["id"] == "cs6220-gini-05"
    with pytest.raises(Invalid, match=r"^golden show: expected the id of a record or vector \(got 'gini-5'\)$"):
        run("golden", "show", "gini-5")


def test_a_few_changed_digits_are_noticed() -> None:
    code, text = run("golden", "mutate", "--document", "cs6220", "--sample", "5")
    assert (code, text) == (0, "5 changes, 0 unnoticed\n")


def survivors(n: int) -> Iterator[tuple[Mutant, Callable[[], bool]]]:
    """Changes of which every second is noticed, until one asks for the end of the program."""
    for i in range(n):
        yield Mutant(f"tan-x-{i}", "exact", str(i), {}), partial(bool, i % 2)

    def interrupted() -> bool:
        raise KeyboardInterrupt

    yield Mutant("tan-x-last", "exact", "1", {}), interrupted


def test_changes_that_nobody_notices_are_listed_also_by_a_run_that_is_interrupted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(COMMANDS, "_mutants", lambda _: survivors(4))
    listed = "tan-x-0, exact: nobody notices 0\ntan-x-2, exact: nobody notices 2\n"
    end = f"{listed}4 changes, 2 unnoticed; ended early, 1 not made\n"
    assert run("golden", "mutate") == (130, end, "dtref: interrupted\n")
    monkeypatch.setattr(COMMANDS, "_mutants", lambda _: list(survivors(4))[:-1])
    assert run("golden", "mutate") == (1, f"{listed}4 changes, 2 unnoticed\n", "")
    assert run("golden", "mutate", "--sample", "2", "--seed", "1") == (1, "tan-x-2, exact: nobody notices 2\n2 changes, 1 unnoticed\n", "")


def broken(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """The golden commands see one file of records, and write where that is."""
    monkeypatch.setattr(COMMANDS, "golden_files", lambda: (path,))
    monkeypatch.setattr(COMMANDS, "manifest_path", lambda: path.parent / "manifest.json")
    monkeypatch.setattr(COMMANDS, "golden_folder", lambda: path.parent)
    monkeypatch.setattr(COMMANDS, "vector_files", lambda: ())
    for name in ("vectors/flags.json", "variants.json", "lines.json"):
        (path.parent / name).parent.mkdir(exist_ok=True)
        (path.parent / name).write_text("{}")


@pytest.mark.parametrize("words", [("mutate",), ("show", "x-1")], ids=lambda words: str(words[0]))
def test_a_broken_file_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: tuple[str, ...]) -> None:
    path = tmp_path / "t.json"
    path.write_text('{"topic": "t", "records": []}')
    broken(monkeypatch, path)
    with pytest.raises(Invalid, match=r"^t\.json: expected an input 'document' \(got \['records', 'topic'\]\)$"):
        run("golden", *words)


def test_what_cannot_be_written_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_text('{"document": "d"}')
    broken(monkeypatch, path)
    (tmp_path / "manifest.json").mkdir()
    with pytest.raises(Invalid) as refused:
        run("golden", "write")
    assert str(refused.value) == f"{tmp_path / 'manifest.json'}: expected a file that can be written (got 'Is a directory')"


def test_a_manifest_s_entry_of_no_record_is_complained_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(COMMANDS, "golden_records", lambda: iter(()))
    monkeypatch.setattr(COMMANDS, "golden_vectors", lambda: iter(()))
    monkeypatch.setattr(COMMANDS, "read_manifest", lambda: {"tan-none-01": "0" * 16})
    complaint = "golden/manifest.json: expected entries of records only (got 'tan-none-01')"
    assert run("golden", "check") == (1, f"{complaint}\n0 records, 0 vectors, 1 complaints\n")
    assert run("golden", "check", "--document", "tan") == (0, "0 records, 0 vectors, 0 complaints\n")


def test_a_vector_is_shown_and_checked() -> None:
    code, text = run("golden", "show", "vectors-measures-01")
    assert code == 0
    assert json.loads(text)["operation"] == "gini"
    code, text = run("golden", "mutate", "--document", "vectors", "--sample", "5")
    assert (code, text) == (0, "5 changes, 0 unnoticed\n")
