"""What `help` and `inspect.signature` show of a public name is the call that is meant, and the calls that its own examples make."""

from __future__ import annotations

import ast
import doctest
import inspect
import pydoc
from collections.abc import Iterator
from inspect import Parameter
from typing import Any, Unpack, get_origin, get_type_hints

import pytest

import dtref
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.impurity import Impurity

CALLABLES = {name: value for name in dtref.__all__ if callable(value := getattr(dtref, name))}
TAKES_WHATEVER = {"derive"}  # the function that it shows says what


def parameters(value: Any) -> list[Parameter]:
    return list(inspect.signature(value).parameters.values())


def test_signatures_name_what_is_wanted() -> None:
    """No argument and no default without a name."""
    assert len(CALLABLES) > 200
    assert [name for name, value in CALLABLES.items() if any(p.name.startswith("_") for p in parameters(value))] == []
    assert [name for name, value in CALLABLES.items() if "<lambda>" in str(inspect.signature(value))] == []


def test_keywords_that_are_not_in_a_signature_are_in_a_type() -> None:
    """`**keywords: Unpack[Keywords]`: type checkers and editors know the names."""
    loose = {(name, str(p)) for name, value in CALLABLES.items() for p in parameters(value) if p.kind is p.VAR_POSITIONAL}
    loose |= {(name, str(p)) for name, value in CALLABLES.items() for p in parameters(value) if p.kind is p.VAR_KEYWORD}
    assert {name for name, text in loose if not text.startswith("**") or ": 'Unpack[" not in text} == TAKES_WHATEVER


@pytest.mark.parametrize("name", ["read_csv", "from_arrays"])
def test_the_type_of_the_keywords_lists_them(name: str) -> None:
    (hint,) = (h for h in get_type_hints(getattr(dtref, name)).values() if get_origin(h) is Unpack)
    assert {"nominal", "ordinal"} <= set(hint.__args__[0].__annotations__)


def test_the_first_paragraph_is_of_sentences() -> None:
    first = {name: (inspect.getdoc(value) or "").split("\n\n")[0] for name, value in CALLABLES.items()}
    assert [name for name, text in first.items() if not text.endswith(".")] == []
    assert [name for name, text in first.items() if text[:1].islower() and text[1:2] != " "] == []  # "k partitions" begins with a letter


def calls(name: str) -> Iterator[ast.Call]:
    """The calls of a name in the examples of its docstring, but those that unpack something."""
    for example in doctest.DocTestParser().get_examples(inspect.getdoc(CALLABLES[name]) or ""):
        for node in ast.walk(ast.parse(example.source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                unpacked = [*(a for a in node.args if isinstance(a, ast.Starred)), *(k for k in node.keywords if k.arg is None)]
                if not unpacked:
                    yield node


def binds(name: str, call: ast.Call) -> bool:
    try:
        inspect.signature(CALLABLES[name]).bind(*call.args, **{str(k.arg): k.value for k in call.keywords})
    except TypeError:
        return False
    return True


def test_examples_bind_to_the_signatures() -> None:
    shown = {name: list(calls(name)) for name in CALLABLES}
    assert [name for name, found in shown.items() if not all(binds(name, call) for call in found)] == []
    assert sum(map(bool, shown.values())) > 0.7 * len(CALLABLES)


def test_help_shows_the_call() -> None:
    """A function's with its annotations; a criterion's and an impurity's by the names of what they take."""
    for name, value in CALLABLES.items():
        line = pydoc.plain(pydoc.render_doc(value)).splitlines()[2]
        names = [p.name for p in parameters(value)]
        if isinstance(value, Criterion | Impurity):
            assert line == f"{name} = <{type(value).__name__.lower()} {name}({', '.join(names)})>"
        elif inspect.isfunction(value):
            assert line.startswith(f"{name}(")
            assert all(f"{p}:" in line for p in names), line


def test_impurities_and_criteria_are_called_with_counts() -> None:
    assert [p.name for p in parameters(dtref.gini)] == ["counts"]
    assert [p.name for p in parameters(dtref.gain)] == [p.name for p in parameters(dtref.twoing)] == ["node", "children", "missing"]
    assert inspect.signature(dtref.gain).bind((9, 5), ((2, 3), (4, 0), (3, 2)))
    with pytest.raises(TypeError, match="missing a required argument: 'children'"):
        inspect.signature(dtref.gain).bind((9, 5))
