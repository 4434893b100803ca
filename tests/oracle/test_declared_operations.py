"""Operations that are declared: a kind for every input, the inputs that golden files give, and how they are described."""

from __future__ import annotations

import json
from typing import cast

import pytest
from click.testing import CliRunner
from golden_files import VECTORS

import dtref
from dtref.cli import app
from dtref.oracle.golden.vectors import Refused
from dtref.oracle.operations.kinds import A_COUNT
from dtref.oracle.operations.operation import InputKind, asks, optional
from dtref.oracle.operations.registry import OPERATIONS, run

DECLARED = {name: one.inputs for name, one in OPERATIONS.items()}


def test_an_input_without_a_kind_is_refused_when_it_is_declared() -> None:
    with pytest.raises(dtref.Invalid, match="input records: expected a kind"):
        asks("share", lambda n: n, records=cast("InputKind[object]", "a count"))


def test_an_input_may_be_left_out_where_it_has_a_default() -> None:
    double = asks("sum", lambda a, b: a + b, a=A_COUNT, b=optional(A_COUNT, dtref.gini((1, 1))))
    assert sorted(double.inputs.draws) == ["", "defaults"]


def test_the_vectors_give_declared_operations_what_they_take() -> None:
    given = {
        (v.call.operation, name)
        for v in VECTORS
        if not isinstance(v.expected, Refused)
        for name in v.call.given
        if v.call.operation in DECLARED
    }
    taken = {(operation, name) for operation, inputs in DECLARED.items() for name in inputs.kinds}
    assert given - taken == set()


@pytest.mark.parametrize("name", ["f1", "wald", "holdout", "grow"])
def test_the_example_of_an_operation_has_its_answer(name: str) -> None:
    told = json.loads(CliRunner().invoke(app, ["operations", name, "--json"]).stdout)
    assert set(told["example"]["given"]) <= set(told["inputs"])
    assert run(name, told["example"]["given"]) == run(name, dict(dtref.operation(name).given))
    assert told["dtref"]["version"]


def test_every_operation_is_listed() -> None:
    result = CliRunner().invoke(app, ["operations"])
    assert (result.exit_code, [line.split("  ")[0] for line in result.stdout.splitlines()]) == (0, list(OPERATIONS))


def test_an_unknown_operation_is_told() -> None:
    with pytest.raises(dtref.Invalid, match="operation: expected an operation that `dtref operations` lists"):
        dtref.operation("ginny")
