"""
Every public function with an argument of a wrong kind in each place, good ones in the others: an answer, Invalid or Undecided.

Nothing ends in an error from inside. Python's own refusal of a call, as of one with too few arguments, is plain, and stays.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from good_arguments import CURVE, DATA, FUNCTIONS, MATRIX, NAMED, OTHERS, TREE, good_arguments

import dtref

pytestmark = pytest.mark.filterwarnings("ignore")  # what a wrong argument looks like

WRONG: dict[str, Any] = {
    "None": None, "text": "cart", "whole number": 3, "nan": float("nan"), "list": [[1, 1], [1, 1]], "mapping": {"x": [1]},
    "object": object(), "data set": DATA, "frame": pd.DataFrame({"x": [1, 2], "y": list("ab")}), "array": np.zeros((2, 2)), "tree": TREE,
    "policy": dtref.CART, "matrix": MATRIX, "curve": CURVE, "class": dtref.DataSet, "bytes": b"x",
}  # fmt: skip


def calls(name: str) -> Iterator[tuple[str, tuple[Any, ...], dict[str, Any]]]:
    """Calls of a function with one argument of another kind, or two exchanged; and what they are."""
    args, good = good_arguments(name), NAMED.get(name, {})
    others = list(inspect.signature(FUNCTIONS[name]).parameters.values())[len(args) :]
    named = [p.name for p in others if p.kind in {p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD}]
    for word, wrong in WRONG.items():
        yield from ((f"{word} as argument {i + 1}", (*args[:i], wrong, *args[i + 1 :]), good) for i in range(len(args)))
        yield from ((f"{word} as {keyword}", args, good | {keyword: wrong}) for keyword in named)
    for i in range(len(args) - 1):
        yield f"arguments {i + 1} and {i + 2} exchanged", (*args[:i], args[i + 1], args[i], *args[i + 2 :]), good


def answered(function: Callable[..., object], args: tuple[Any, ...], keywords: dict[str, Any]) -> BaseException | None:
    """The error from inside that a call ends in, if it does; of an iterator the items are asked for, too."""
    try:
        answer = function(*args, **keywords)
        if isinstance(answer, Iterator):
            for _, __ in zip(range(100), answer, strict=False):
                pass
    except (dtref.Invalid, dtref.Undecided):
        return None
    except Exception as problem:
        return None if "required positional argument" in str(problem) else problem
    return None


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - OTHERS))
def test_the_other_arguments_are_good_ones(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = FUNCTIONS[name](*good_arguments(name), **NAMED.get(name, {}))
    # what it returns is printed for people, in whatever class: no text that a constructor would take
    first = next(answer, None) if isinstance(answer, Iterator) else answer[0] if type(answer) in {tuple, list} and answer else answer  # type: ignore[index]
    if type(first).__module__.startswith("dtref.") and type(first).__name__ not in SETTINGS:
        assert not re.search(r"[A-Z]\w*\(\w+=|<function|object at", str(first)), str(first)
        assert len(repr(first)) <= 4000


SETTINGS = {"Policy", "Encoding", "LeafLoss", "Chunks", "Thresholds", "IndexArrays"}
"""What is made to be passed on, and stands in code: not results; and a pair of arrays, which prints as numpy does."""


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_no_wrong_argument_ends_in_an_error_from_inside(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a wrong path may be a good one to write to
    problems = {}
    for words, args, keywords in calls(name):
        problem = answered(FUNCTIONS[name], args, keywords)
        if problem is not None:
            problems[words] = f"{type(problem).__name__}: {problem}"
    assert not problems


@pytest.mark.parametrize("name", sorted(name for name in FUNCTIONS if inspect.isfunction(FUNCTIONS[name])))
def test_every_public_function_has_the_door(name: str) -> None:
    """So that a new one refuses other kinds, too."""
    function = FUNCTIONS[name]
    while (inner := getattr(function, "__wrapped__", None)) is not None and not function.__code__.co_filename.endswith("checked_call.py"):
        function = inner
    assert function.__code__.co_filename.endswith("checked_call.py"), "decorate it with refuses_other_kinds, or defined"


def test_exchanged_arguments_are_told() -> None:
    with pytest.raises(dtref.Invalid, match=r"^costs: expected a dtref.CostMatrix\(classes, rows\); costs and m are exchanged"):
        dtref.total_cost(MATRIX, dtref.uniform_costs("ab", 1, 2))  # type: ignore[arg-type]


def test_an_error_of_the_callers_own_function_is_passed_on() -> None:
    def broken(_: object) -> Any:
        raise AttributeError("mine")

    with pytest.raises(AttributeError, match=r"^mine$"):
        dtref.cross_validate(dtref.k_fold(range(4), 2), broken, lambda _, __: 0)
