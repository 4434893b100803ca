"""What the proofs say about themselves is so: each runs the functions that it names, and cites a slide or paper that there is."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import CodeType, FunctionType

import pytest
from many import as_many

import proofs
from dtref.oracle.golden.store import slide_titles
from dtref.spec.sources import DOCUMENTS, SOURCES
from proofs.theorem import Method, Outcome, Theorem, behind, plain, theorems

THEOREMS = tuple(theorem for _, theorem in theorems())
RUNS = [(one, run) for one in THEOREMS for run in one.runs[: as_many(1, deep=len(one.runs))]]
"""Of each theorem the first of its functions; all of them in a deep run."""


class BrokenError(BaseException):
    """What a broken function raises: no Exception, which the door of public functions would take for an argument of a wrong kind."""


@contextmanager
def broken(function: FunctionType) -> Iterator[None]:
    """The function, for as long as this lasts, raising `BrokenError` when it is called."""
    code = function.__code__
    function.__code__ = raising(code.co_freevars)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(function.__globals__, "BrokenError", BrokenError)
            yield
    finally:
        function.__code__ = code


def raising(closed_over: tuple[str, ...]) -> CodeType:
    """The code of a function that raises `BrokenError`, and closes over these names, as a code that takes another's place must."""
    outer = [
        f"def outer({', '.join(closed_over)}):",
        "    def stub(*_, **__):",
        "        raise BrokenError",
        f"        {closed_over}",
        "    return stub",
    ]
    scope: dict[str, Callable[..., FunctionType]] = {}
    exec("\n".join(outer).replace("'", ""), scope)
    return scope["outer"](*closed_over).__code__


def fails(prove: Callable[[], None]) -> bool:
    """Whether a proof meets a broken function."""
    try:
        prove()
    except BrokenError:
        return True
    return False


@pytest.mark.parametrize(("theorem", "run"), RUNS, ids=lambda x: x.name if isinstance(x, Theorem) else plain(x).__qualname__)
def test_a_proof_fails_when_a_function_that_it_names_is_broken(theorem: Theorem, run: Callable[..., object]) -> None:
    with ExitStack() as stack:
        for function in behind(run):
            stack.enter_context(broken(function))
        assert fails(theorem.prove)


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda one: one.name)
def test_a_theorem_is_told_in_full(theorem: Theorem) -> None:
    assert theorem.name.startswith("theorem_")
    assert theorem.says and theorem.reach and theorem.runs
    assert all(function.__module__.startswith("dtref.") for function in theorem.functions())
    assert theorem.prove.__doc__, "the proof in a line"
    assert theorem.method in Method and theorem.ends in Outcome
    document, found, title = theorem.source.partition(": ")
    if found:
        assert document in DOCUMENTS
        assert title in slide_titles(document), f"no slide of {document}"
    else:
        assert theorem.source in SOURCES, "no such document or paper"


def test_every_theorem_says_what_it_proves() -> None:
    """A function that is named like a theorem is one, and stands in the table of proofs/README.md."""
    modules = {name: importlib.import_module(f"proofs.{name}") for _, name, _ in pkgutil.iter_modules(proofs.__path__)}
    functions = [
        (module, name) for module, found in modules.items() for name in vars(found) if name.startswith("theorem_") and name != "theorem_of"
    ]
    told = {one.name for one in THEOREMS}
    untold = [f"proofs/{module}.py, {name}" for module, name in functions if name not in told]
    assert untold == [], f"{', '.join(untold)}: decorate it with @theorem(says, source=…, runs=…, reach=…, method=…)"


def test_no_two_theorems_have_one_name() -> None:
    assert len({one.name for one in THEOREMS}) == len(THEOREMS)


def test_the_plain_function_of_a_criterion_is_its_formula() -> None:
    from dtref.spec.split.criteria import gain

    assert plain(gain) is gain.formula
    with pytest.raises(TypeError, match="is no plain function and wraps none"):
        plain(len)
