"""Correct digits: known errors give known digits, and the command tells them by operation."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from oracle.judge.programs import command, program

import dtref
from dtref.oracle.judge.report.digits import MOST_DIGITS, correct_digits, digits_by_operation


@pytest.mark.parametrize("places", range(1, 14))
def test_an_error_in_a_place_leaves_the_digits_before_it(places: int) -> None:
    assert correct_digits(float(1 + Fraction(1, 10**places)), Fraction(1)) == pytest.approx(places, abs=1e-2)
    assert correct_digits(10.0**-places, Fraction(0)) == pytest.approx(places)


def test_bounds() -> None:
    assert correct_digits(float("nan"), Fraction(1)) == 0
    assert correct_digits(1 / 3, Fraction(1, 3)) == MOST_DIGITS
    assert correct_digits(-1.0, Fraction(1)) == 0


def test_by_operation() -> None:
    """One question answered exactly, one to three digits, one without a value, which has no digits."""
    asked = ['{"operation": "gini", "given": {"counts": ["1", "1"]}}', '{"operation": "gini", "given": {"counts": ["1", "2"]}}']
    asked.append('{"operation": "gini", "given": {"counts": []}}')
    answers = {("1", "1"): "1/2", ("1", "2"): 0.444, (): None}
    found = digits_by_operation(dtref.judge({"gini": lambda counts: answers[tuple(counts)]}, asked))
    assert found["gini"].numbers == 2
    assert found["gini"].least == pytest.approx(3, abs=0.01)
    assert found["gini"].median == pytest.approx((15 + 3) / 2, abs=0.01)


def test_the_command(tmp_path: Path) -> None:
    question = '{"operation": "gini", "given": {"counts": ["1", "2"]}}'
    impl = program(tmp_path, "say({'seq': m['seq'], 'answer': 4 / 9})")
    text = command("judge", "--impl", impl, "--replay", question, "--digits")[1]
    assert "gini                                                1     15.0     15.0  replay-gini" in text
    assert "correct digits" not in command("judge", "--impl", impl, "--replay", question)[1]
