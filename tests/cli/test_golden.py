"""The commands about golden records."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from dtref.cli import app
from dtref.errors import Invalid


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


def test_a_record_is_shown_as_it_is_written() -> None:
    code, text = run("golden", "show", "cs6220-gini-05")
    assert code == 0
    assert json.loads(text)["id"] == "cs6220-gini-05"
    with pytest.raises(Invalid, match=r"^golden show: expected the id of a record \(got 'gini-5'\)$"):
        run("golden", "show", "gini-5")


def test_a_few_changed_digits_are_noticed() -> None:
    code, text = run("golden", "mutate", "--document", "cs6220", "--sample", "5")
    assert (code, text) == (0, "5 changes, 0 unnoticed\n")
