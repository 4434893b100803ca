"""The second checker accepts what is so, refuses what isn't, knows no SymPy; and of two files of proofs it accepts nearly all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import cast

import pytest

from proofs.certificates import NOT_READ, of_files
from proofs.checker import Checker, Tree, accepted, sign

CHECKER = Path(__file__).parents[2] / "proofs" / "checker.py"

X: Tree = ["symbol", "x"]
Y: Tree = ["symbol", "y"]
SQUARE: Tree = ["^", ["+", X, Y], "2"]
WRITTEN_OUT: Tree = ["+", ["^", X, "2"], ["*", "2", X, Y], ["^", Y, "2"]]
BOTH = {"x": "+", "y": "0+"}


def test_it_knows_no_sympy_and_is_short() -> None:
    code = "import sys; import proofs.checker; sys.exit(any(name.split('.')[0] in {'sympy', 'dtref'} for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], cwd=CHECKER.parents[1], check=False).returncode == 0
    assert len(CHECKER.read_text("utf-8").splitlines()) <= 300


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (SQUARE, WRITTEN_OUT),
        (["*", X, ["^", X, "-1"]], "1"),
        (["+", ["*", "1/2", X], ["*", "1/3", X]], ["*", "5/6", X]),
        (["log", ["*", "12", ["^", X, "3"]]], ["+", ["*", "2", ["log", "2"]], ["log", "3"], ["*", "3", ["log", X]]]),
        (["*", ["root", X], ["root", X]], X),
        (["root", ["*", "12", X, ["^", Y, "-1"]]], ["*", "2", ["root", "3"], ["root", X], ["^", ["root", Y], "-1"]]),
        (["root", ["^", ["+", Y, ["*", "-1", X]], "2"]], ["root", ["^", ["+", X, ["*", "-1", Y]], "2"]]),  # |x - y|
        (["root", ["^", ["+", ["*", "-1", X], "-2"], "2"]], ["+", X, "2"]),
        (["*", ["+", X, X], ["^", ["+", X, Y], "-1"]], ["*", "2", X, ["^", ["+", Y, X], "-1"]]),
        (["+", ["^", ["+", X, "1"], "-1"], ["^", ["+", X, "-1"], "-1"]], ["*", "2", X, ["^", ["+", ["^", X, "2"], "-1"], "-1"]]),
    ],
    ids=str,
)
def test_identities(left: Tree, right: Tree) -> None:
    assert accepted({"equal": [left, right], "symbols": BOTH})
    assert not accepted({"equal": [left, ["+", right, "1/1000"]], "symbols": BOTH})
    assert not accepted({"equal": [["*", "2", left], right], "symbols": BOTH})


@pytest.mark.parametrize(
    "certificate",
    [
        {"equal": [X, Y], "symbols": BOTH},
        {"equal": [["log", ["*", X, Y]], ["+", ["log", X], ["log", Y]]], "symbols": BOTH},  # y may be 0
        {"equal": [["*", X, ["^", ["+", X, ["*", "-1", X]], "-1"]], "1"], "symbols": BOTH},  # 1/0
        {"equal": [["root", ["^", X, "2"]], X], "symbols": {"x": "?"}},  # |x|
        {"sign": ["+", X, ["*", "-1", Y]], "form": ["+", X, ["*", "-1", Y]], "is": "not negative", "symbols": BOTH},
        {"sign": X, "form": ["^", Y, "2"], "is": "not negative", "symbols": BOTH},  # another expression
        {"sign": ["^", Y, "2"], "form": ["^", Y, "2"], "is": "positive", "symbols": BOTH},
        {"sign": ["log", X], "form": ["log", X], "is": "positive", "symbols": BOTH},
        {"equal": [["root", ["+", X, Y]], ["+", ["root", X], ["root", Y]]], "symbols": BOTH},
        {"equal": [["root", ["^", ["+", X, ["*", "-1", Y]], "2"]], ["+", X, ["*", "-1", Y]]], "symbols": BOTH},  # x < y
        {"equal": [["root", ["*", X, Y]], ["*", ["root", X], ["root", Y]]], "symbols": {"x": "?", "y": "?"}},  # both below 0
        {"sign": ["root", Y], "form": ["root", Y], "is": "positive", "symbols": BOTH},
    ],
    ids=str,
)
def test_what_is_not_so_is_refused(certificate: dict[str, object]) -> None:
    assert not accepted(certificate)


def test_signs() -> None:
    assert accepted({"sign": WRITTEN_OUT, "form": SQUARE, "is": "positive", "symbols": BOTH})
    assert accepted({"sign": WRITTEN_OUT, "form": SQUARE, "is": "not negative", "symbols": {"x": "?", "y": "?"}})
    assert not accepted({"sign": WRITTEN_OUT, "form": SQUARE, "is": "positive", "symbols": {"x": "?", "y": "?"}})
    assert sign(["log", ["+", "1", X]], BOTH) == "+"
    assert sign(["log", ["^", ["+", "1", Y], "-1"]], BOTH) == "0-"
    assert sign(["root", ["+", X, ["*", "-1", Y]]], BOTH) == "0+"
    assert sign(["+", ["log", ["*", X, ["+", "1", X]]], ["*", "-1", ["log", X]]], BOTH) == "+"
    assert sign(["+", "1", ["*", "-1", X, ["^", ["+", X, "1"], "-1"]]], BOTH) == "+"
    assert sign(["*", "-1", X, ["^", ["+", X, "1"], "-3"]], BOTH) == "-"


def test_a_polynomial_is_written_out_in_whole_numbers() -> None:
    top, bottom = Checker(BOTH).value(["*", "3/4", ["+", X, "2/3"]])
    assert (top, bottom) == ({(("symbol x", 1),): 3, (): 2}, {(): 4})


def test_what_is_not_read_is_named_on_the_page() -> None:
    text = CHECKER.with_name("README.md").read_text("utf-8")
    proofs = "".join(path.read_text("utf-8") for path in CHECKER.parent.glob("*.py"))
    assert all(f"`{name}`" in text and f"def {name}()" in proofs for name in NOT_READ)


def test_the_steps_of_proofs_are_accepted_and_every_one_changed_is_refused() -> None:
    found = list(of_files(["gain"]))
    assert len(found) >= 3
    assert all(one.whole for one in found)
    for one in found:
        for certificate in one.certificates:
            if "equal" in certificate and accepted(certificate):
                left, right = cast(list[Tree], certificate["equal"])
                assert not accepted({**certificate, "equal": [left, ["+", right, "1"]]}), one.theorem.name
