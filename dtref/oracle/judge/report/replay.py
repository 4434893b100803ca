"""Commands that ask a case again: by its id, or by the question itself where it was generated."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Mapping
from shlex import quote
from typing import TypeAlias

from dtref.oracle.judge.cases import Case
from dtref.oracle.judge.lines import NOWHERE, is_question
from dtref.oracle.judge.questions import question

Again: TypeAlias = Callable[[Case], str]
"""A function from a case to the command, one line, that asks it again."""


def _chosen(case: Case) -> str:
    if is_question(case):
        return f"--replay {quote(json.dumps(question(case)))}"
    return f"--only {quote(case.id)}"


def by_command(command: str) -> Again:
    """
    Commands for a program that `dtref judge` starts.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> by_command("node my.js")(Case("vectors-ties-01", "", Call("gini", {}), ExactAnswer("0"), "", ()))
    "dtref judge --impl 'node my.js' --only vectors-ties-01"
    """
    return lambda case: f"dtref judge --impl {quote(command)} {_chosen(case)}"


def by_stream(case: Case) -> str:
    """
    The command for a program that answers a stream, for which `./mine` stands.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> by_stream(Case("vectors-ties-01", "", Call("gini", {}), ExactAnswer("0"), "", ()))
    'dtref gen --only vectors-ties-01 | ./mine | dtref judge -'
    """
    if case.call.operation == NOWHERE:
        return ""
    return f"dtref gen {_chosen(case)} | ./mine | dtref judge -{f' {_chosen(case)}' if is_question(case) else ''}"


def by_python(adapter: object) -> Again:
    """
    Expressions for a Python adapter, as it can be reached by imports: a function, a mapping's function, an object made without arguments.
    For any other (a lambda, what a function made) `mine` stands.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> case = Case("vectors-ties-01", "", Call("quote", {}), ExactAnswer("0"), "", ())
    >>> by_python({"quote": quote})(case)
    "import dtref, shlex; print(*dtref.results_text([*dtref.judge({'quote': shlex.quote}, ['vectors-ties-01'])]), sep='\\\\n')"
    >>> by_python({"quote": lambda: ""})(case)
    "import dtref; print(*dtref.results_text([*dtref.judge(mine, ['vectors-ties-01'])]), sep='\\\\n')"
    """

    def again(case: Case) -> str:
        name = json.dumps(question(case)) if is_question(case) else case.id
        module, expression = _expression(adapter, case.call.operation)
        first = f"import dtref, {module}; " if module else "import dtref; "
        return f"{first}print(*dtref.results_text([*dtref.judge({expression}, [{name!r}])]), sep='\\n')"

    return again


BY_MINE: Again = by_python(None)
"""Expressions for a Python adapter that isn't known, for which `mine` stands."""


def _expression(adapter: object, operation: str) -> tuple[str, str]:
    """The module to import and the expression for an adapter, or `mine` without one."""
    if isinstance(adapter, Mapping):
        module, function = _reached(adapter.get(operation))
        return (module, f"{{{operation!r}: {function}}}") if module else ("", "mine")
    module, name = _reached(adapter)
    if module:
        return module, name
    kind = type(adapter)
    module, name = _reached(kind)
    return (module, f"{name}()") if module and _needs_nothing(kind) else ("", "mine")


def _reached(value: object) -> tuple[str, str]:
    """The module of a function or class, and the expression that reaches it; empty texts where none does."""
    module, name = str(getattr(value, "__module__", "")), str(getattr(value, "__qualname__", ""))
    place: object = sys.modules.get(module)
    for part in name.split("."):
        place = getattr(place, part, None)
    return (module, f"{module}.{name}") if name and place is value and module not in {"builtins", "__main__"} else ("", "")


def _needs_nothing(kind: type) -> bool:
    """Whether an object of a class is made without arguments."""
    try:
        inspect.signature(kind).bind()
    except (TypeError, ValueError):
        return False
    return True
