"""The facts of a definition are values: they are shown in its docstring, looked up at another, and the same without docstrings."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner

import dtref
from dtref.cli import app
from dtref.cli.explain.formulas import formulas
from dtref.exact.definition import definition, formula_parts


@pytest.mark.parametrize("name", formulas())
def test_help_shows_every_fact(name: str) -> None:
    facts = definition(getattr(dtref, name))
    shown = " ".join(inspect.cleandoc(getattr(dtref, name).__doc__).split())
    assert shown.startswith(facts.sentence)
    sources = [part for source in facts.sources for part in ([source] if isinstance(source, str) else source)]
    for fact in (facts.formula, facts.range, facts.unit, facts.undefined, facts.errors, *facts.synonyms, *sources):
        assert " ".join(fact.split()) in shown
    assert ">>>" not in facts.sentence
    assert not any(f"{mark}: " in facts.sentence for mark in ("Formula", "Source", "Unit", "Undefined"))


@pytest.mark.parametrize(
    ("function", "source"),
    [
        (dtref.mcnemar_z, "McNemar 1947"),
        (dtref.f_harmonic, "`cs6220`, Precision and Recall, and F-measures"),
        (dtref.cohen_kappa, "Cohen 1960, A coefficient of agreement"),
    ],
    ids=["mcnemar_z", "f_harmonic", "cohen_kappa"],
)
def test_a_source_that_is_another_s_is_looked_up(function: Callable[..., Any], source: str) -> None:
    assert definition(function).source.startswith(source)


def test_what_was_given_no_facts_has_none() -> None:
    facts = definition(lambda x: x)
    assert (facts.sentence, facts.formula, facts.source, facts.letter, tuple(formula_parts(len))) == ("", "", "", "", ())


EXPLANATIONS = (
    ("explain", "formula", "f_beta", "90,210,140,9560", "2"),
    ("explain", "gain", "9,5", "6,2", "3,3"),
    ("explain", "formula", "--list"),
    ("explain", "gini", "--help"),
)
SHOWN = """
import json, sys
from click.testing import CliRunner
from dtref.cli import app
print(json.dumps([[sys.flags.optimize, CliRunner().invoke(app, words).stdout] for words in json.loads(sys.argv[1])]))
"""


def test_explanations_are_the_same_where_python_leaves_docstrings_out() -> None:
    """All by one process, as each compiles and imports much anew."""
    without: list[tuple[int, str]] = json.loads(
        subprocess.run([sys.executable, "-OO", "-c", SHOWN, json.dumps(EXPLANATIONS)], capture_output=True, text=True, check=True).stdout
    )
    for words, (level, text) in zip(EXPLANATIONS, without, strict=True):
        plain = CliRunner().invoke(app, words).stdout
        assert plain == text, words
        assert plain
        assert level == 2
