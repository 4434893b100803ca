"""
Calls of the public functions with arguments of a wrong kind: those of their own examples, one argument replaced by something else.

`python tests/wrong_arguments.py` prints what doesn't end in an answer or a refusal.
"""

from __future__ import annotations

import doctest
import inspect
import io
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from functools import cache
from typing import Any

import dtref

Call = tuple[tuple[Any, ...], Mapping[str, Any]]

REFUSALS = (dtref.Invalid, dtref.Undecided)
ASIDE = {"parametrize_with_checks", "derive", "judge", "data_sets", "policies"}
"""What makes tests, shows a call, or runs programs."""


@cache
def wrong() -> Mapping[str, Any]:
    """One value of each kind that somebody may pass by mistake."""
    data = dtref.parse_csv("x,y\n1,a\n2,b\n3,a\n", target="y")
    return {
        "None": None,
        "text": "cart",
        "number": 3,
        "float": 0.5,
        "object": object(),
        "list": [[1, 1], [1, 1]],
        "mapping": {"x": [1, 2], "y": ["a", "b"]},
        "function": dtref.precision,
        "data set": data,
        "tree": dtref.grow(data, dtref.CART),
        "policy": dtref.CART,
        "matrix": dtref.confusion("ab", "aa"),
        "class": dtref.DataSet,
    }


def functions() -> Iterator[str]:
    """The public functions, criteria and impurities."""
    for name in dtref.__all__:
        value = getattr(dtref, name)
        if callable(value) and not inspect.isclass(value) and not isinstance(value, dtref.Policy) and name not in ASIDE:
            yield name


def calls_of(name: str) -> list[Call]:
    """The calls of a function in its examples that end in an answer."""
    function = getattr(dtref, name)
    made: list[Call] = []

    def recorder(*args: Any, **keywords: Any) -> Any:
        answer = function(*args, **keywords)
        made.append((args, keywords))
        return answer

    module = sys.modules[inspect.getmodule(function).__name__]  # type: ignore[union-attr]
    spaces = {**vars(module), name: recorder}
    test = doctest.DocTestParser().get_doctest(inspect.getdoc(function) or "", spaces, name, None, 0)
    with redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=lambda _: None, clear_globs=False)
    return made


def spoilt(call: Call) -> Iterator[tuple[str, str, Call]]:
    """The call with one argument after another replaced, by something of each kind; and each pair of neighbours exchanged."""
    args, keywords = call
    for i in range(len(args)):
        for kind, value in wrong().items():
            yield f"argument {i + 1}", kind, ((*args[:i], value, *args[i + 1 :]), keywords)
        if i + 1 < len(args):
            yield f"arguments {i + 1} and {i + 2}", "exchanged", ((*args[:i], args[i + 1], args[i], *args[i + 2 :]), keywords)
    for key in keywords:
        for kind, value in wrong().items():
            yield key, kind, (args, {**keywords, key: value})


def fault(function: Callable[..., Any], call: Call) -> str:
    """What a call ends in that is neither an answer nor a refusal; else nothing."""
    args, keywords = call
    try:
        with redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            answer = function(*args, **keywords)
            if inspect.isgenerator(answer):
                next(answer, None)
    except REFUSALS:
        return ""
    except Exception as problem:
        return f"{type(problem).__name__}: {str(problem)[:80]}"
    return ""


def faults(name: str, most: int = 1) -> Iterator[str]:
    """The faults of a public function, by the first `most` calls of its examples with each number of arguments."""
    seen: dict[int, int] = {}
    for call in calls_of(name):
        shape = len(call[0])
        seen[shape] = seen.get(shape, 0) + 1
        if seen[shape] > most:
            continue
        for where, kind, worse in spoilt(call):
            if found := fault(getattr(dtref, name), worse):
                yield f"{name}, {where}, {kind}: {found}"


if __name__ == "__main__":
    for one in functions():
        for text in faults(one):
            print(text)
