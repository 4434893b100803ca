"""Commands that ask a case again: by its id, or by the question itself where it was generated."""

from __future__ import annotations

import json
from collections.abc import Callable
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


def by_python(case: Case) -> str:
    """
    The expression for a Python adapter, for which `mine` stands.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> by_python(Case("generated-gini", "", Call("gini", {}), ExactAnswer("0"), "", ()))
    'list(dtref.judge(mine, [\\'{"operation": "gini", "given": {}}\\']))'
    """
    name = json.dumps(question(case)) if is_question(case) else case.id
    return f"list(dtref.judge(mine, [{name!r}]))"
