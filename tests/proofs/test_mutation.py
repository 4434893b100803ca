"""A planted mistake in a formula is met by a theorem that pins it, and said where none does; mutants are what they claim."""

from __future__ import annotations

import gc
import importlib
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from proofs import mutation
from proofs.mutants import formulas, mutants
from proofs.mutation import Report, examine, in_place, who_runs
from proofs.theorem import Method, Outcome, Theorem

PLANTED = '''
"""Planted."""

from functools import lru_cache
from operator import add

from dtref.errors import Invalid, Undefined
from dtref.exact.definition import defined
from dtref.exact.functions import minimum
from dtref.exact.inputs import count
from dtref.exact.number import quotient


@defined(formula="a b / 2 + 1")
def area(a: int, b: int) -> int:
    """
    An area.

    >>> area(1, 2)
    2
    """
    return _doubled(a, b) / 2 + 1


@lru_cache
def _doubled(a, b):
    if a < 0:
        raise Invalid("a", f"at least {0 + 0}", a - 1)
    return a * b


@defined(formula="a/b")
def ratio(a, b):
    return Undefined("no b") if b == 0 else quotient(count("a", a, 1), b, "no" + " b")


class Sides:
    """Two numbers."""

    a, b = 3, 4

    @property
    @defined(formula="min(a, b) + a")
    def least(self):
        return add(minimum([self.a, self.b]), self.a)


def beside(a):
    """No formula."""
    return a + 1
'''
AREA, PRODUCT = "return _doubled(a, b) / 2 + 1", "return a * b"


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    gc.freeze()  # a mutant's functions are looked for among all objects: of a long run of tests, millions that are older than the module
    (tmp_path / "dtref_planted.py").write_text(PLANTED, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield importlib.import_module("dtref_planted")
    del sys.modules["dtref_planted"]


@pytest.fixture
def alarm() -> Iterator[None]:
    before = signal.signal(signal.SIGALRM, mutation._ring)
    yield
    signal.signal(signal.SIGALRM, before)


def theorem(prove: Callable[[], None]) -> Theorem:
    return Theorem("theorem_planted", "", "", (), "", Method.IDENTITY, Outcome.PROVED, prove)


def examined(planted: ModuleType, *proofs: Callable[[], None], explained: tuple[dict[str, str], ...] = ()) -> Report:
    said: list[str] = []
    runners = who_runs(map(theorem, proofs), frozenset({str(planted.__file__)}), said.append)
    assert said == []
    return examine(planted, runners, explained)


def test_formulas_are_the_functions_that_say_so_and_what_they_call(planted: ModuleType) -> None:
    assert list(formulas(planted)) == ["area", "_doubled", "ratio", "Sides.least"]


def test_mutants_are_one_small_mistake_each_and_none_in_what_is_no_formula(planted: ModuleType) -> None:
    texts = [(one.function, one.original, one.mutated) for one in mutants(planted)]
    assert texts == [
        ("area", AREA, "return _doubled(a, b) / 2 - 1"),
        ("area", AREA, "return 1"),
        ("area", AREA, "return _doubled(a, b) / 2"),
        ("area", AREA, "return _doubled(a, b) * 2 + 1"),
        ("area", AREA, "return _doubled(a, b) + 1"),
        ("area", AREA, "return _doubled(a, b) / 3 + 1"),
        ("area", AREA, "return _doubled(a, b) / 2 + 2"),
        ("_doubled", PRODUCT, "return a / b"),
        ("_doubled", PRODUCT, "return b"),
        ("_doubled", PRODUCT, "return a"),
        *(
            ("ratio", "return Undefined('no b') if b == 0 else quotient(count('a', a, 1), b, 'no' + ' b')", mutated)
            for mutated in (
                "return Undefined('no b') if b == 0 else quotient(count('a', a, 1), 1, 'no' + ' b')",
                "return Undefined('no b') if b == 0 else quotient(b, count('a', a, 1), 'no' + ' b')",
            )
        ),
        ("Sides.least", "return add(minimum([self.a, self.b]), self.a)", "return sub(minimum([self.a, self.b]), self.a)"),
        ("Sides.least", "return add(minimum([self.a, self.b]), self.a)", "return add(maximum([self.a, self.b]), self.a)"),
    ]


def test_a_mutant_is_what_runs_and_only_while_it_is_in_place(planted: ModuleType) -> None:
    values = []
    for mutant in mutants(planted):
        if mutant.function != "ratio":
            with in_place(mutant):
                values.append((planted.area(3, 4), planted.Sides().least))
            assert (planted.area(3, 4), planted.Sides().least) == (7, 6)
    assert values == [(5, 6), (1, 6), (6, 6), (25, 6), (13, 6), (5, 6), (8, 6), (1.375, 6), (3, 6), (2.5, 6), (7, 0), (7, 7)]
    assert not hasattr(planted, "sub") and not hasattr(planted, "maximum")


@pytest.mark.usefixtures("alarm")
def test_a_proof_that_pins_a_formula_leaves_no_survivor_of_it_and_formulas_without_a_theorem_are_named(planted: ModuleType) -> None:
    def pins() -> None:
        assert planted.area(3, 4) == 7

    report = examined(planted, pins)
    assert (report.mutants, report.killed, report.survivors) == (14, 10, ())
    assert report.unproved == ("ratio", "Sides.least")
    assert report.gaps == 2


@pytest.mark.usefixtures("alarm")
def test_a_survivor_is_a_gap_until_it_is_explained_and_an_explained_one_must_survive(planted: ModuleType) -> None:
    def weak() -> None:
        assert planted.area(1, 1) == 1.5
        assert planted.ratio(6, 3) == 2
        assert planted.Sides().least == 6

    killed = {"module": "dtref_planted", "function": "area", "original": AREA, "mutated": "return 1", "reason": "none"}
    one = {"module": "dtref_planted", "function": "_doubled", "original": PRODUCT, "mutated": "return a / b", "reason": "1 * 1 = 1 / 1"}
    report = examined(planted, weak, explained=(killed, one, one | {"module": "another"}))
    assert [(found.mutated, found.reason) for found in report.survivors] == [
        ("return a / b", "1 * 1 = 1 / 1"),
        ("return b", None),
        ("return a", None),
    ]
    assert report.stale == (f"area: {AREA} -> return 1",)
    assert (report.unproved, report.gaps) == ((), 3)


@pytest.mark.usefixtures("alarm")
def test_a_proof_that_does_not_end_is_ended(planted: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless() -> None:
        while planted.area(3, 4) != 7:
            pass

    monkeypatch.setattr(mutation, "SECONDS", 0.01)
    report = examined(planted, endless)
    assert report.killed == len(report.timed_out) == 10
    assert report.timed_out[0] == f"22: area: {AREA} -> return _doubled(a, b) / 2 - 1"


def test_a_theorem_that_fails_by_itself_is_said_and_left_out(planted: ModuleType) -> None:
    def fails() -> None:
        assert planted.area(3, 4) == 8

    said: list[str] = []
    assert who_runs([theorem(fails)], frozenset({str(planted.__file__)}), said.append) == {}
    assert said[0].startswith("left out, as it fails without a mutant: theorem_planted: AssertionError")
