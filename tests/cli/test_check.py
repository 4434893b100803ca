"""A student's figure against the exact answer: right, wrong, half-way, per cent, and what is no figure or has no value."""

from __future__ import annotations

import pytest
from cli.run import Run

import dtref


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("0.549", "gain", "4,4", "1,4", "3,0"), 0, "0.549 is right: a rounding of "),
        (("0.55", "gain", "4,4", "1,4", "3,0"), 0, "0.55 is right"),
        (("0.54", "gain", "4,4", "1,4", "3,0"), 1, "0.54 is wrong: "),
        (("0.94", "entropy", "9", "5"), 0, "≈ 0.940286"),
        (("39.13%", "recall", "90,140,210,9560"), 0, "39.13% is right: a rounding of 9/23"),
        (("0.12", "gini_like", "1"), 2, "a formula that dtref explain formula --list names"),
        (("0.62", "sensitivity", "5,3,1,1"), 0, "0.625 lies half-way"),
        (("0.63", "sensitivity", "5,3,1,1"), 0, "0.625 lies half-way"),
        (("0.625", "sensitivity", "5,3,1,1"), 0, "0.625 is right: a rounding of 0.625"),
        (("0.61", "sensitivity", "5,3,1,1"), 1, "0.61 is wrong: 0.625, rounded 0.62"),
        (("0.5", "recall", "0,0,1,1"), 2, "one number (got 'no value (no positives)')"),
        (("half", "recall", "5,3,1,1"), 2, "a decimal, or a per cent figure"),
    ],
)
def test_a_figure_is_checked(run: Run, words: tuple[str, ...], code: int, says: str) -> None:
    ended, out, err = run("check", *words)
    assert (ended, says in out + err) == (code, True), out + err


def test_python_says_the_same() -> None:
    exact = dtref.gain((4, 4), ((1, 4), (3, 0)))
    assert [dtref.is_rounding(text, exact) for text in ("0.549", "0.55", "0.54")] == [True, True, False]
