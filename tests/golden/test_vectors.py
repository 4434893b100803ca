"""
Every vector is recomputed by dtref and, where it says that its answer is independent, by a program that shares nothing with dtref.

The naive programs (tests/naive) run on the golden records too, wherever they know the operation.
"""

from __future__ import annotations

import ast
import importlib
import json
import pkgutil
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import naive
import pytest
from golden_files import RECORDS, VECTORS
from jsonschema import Draft202012Validator
from many import as_many
from naive.agreement import NO_VALUE, NotAnInput, NotHere, agrees
from referencing import Registry, Resource

from dtref.io.files import read_text
from dtref.oracle.arithmetic.json_numbers import layout, parse_exact_json
from dtref.oracle.golden.records import Answered, Call, Figure, GoldenRecord, PrintedTable, Provenance, Value
from dtref.oracle.golden.store import golden_folder, vector_files, vector_flags
from dtref.oracle.golden.vectors import AnyOf, Between, ExactAnswer, Refused, Vector, check_vector
from dtref.oracle.operations.registry import OPERATIONS

FLAGS = vector_flags()
SCHEMAS = golden_folder() / "schema"
FOLDER = Path(naive.__file__).parent
ALLOWED: tuple[str, ...] = ("__future__", "collections", "csv", "fractions", "functools", "itertools", "json", "math", "mpmath", "naive")
ALLOWED += ("operator", "pathlib", "re", "typing")
"""What a naive program may import."""


def answers() -> Mapping[str, Callable[[Mapping[str, Any]], Any]]:
    """What the naive programs answer, by operation; no two answer the same one."""
    found: dict[str, Callable[[Mapping[str, Any]], Any]] = {}
    for module in pkgutil.iter_modules([str(FOLDER)]):
        own = getattr(importlib.import_module(f"naive.{module.name}"), "ANSWERS", {})
        assert not found.keys() & own.keys(), f"twice: {found.keys() & own.keys()}"
        found |= own
    return found


NAIVE = answers()


def naively(call: Call) -> Any:
    """The naive answer, or the part of it that is meant. `NotHere` where no naive program knows the case."""
    if call.operation not in NAIVE:
        raise NotHere(call.operation)
    answer = NAIVE[call.operation](call.given)
    for name in call.part:
        if answer is NO_VALUE:
            return answer
        answer = answer[name] if isinstance(answer, Mapping) else answer[int(name) - 1]
    return answer


each_file = pytest.mark.parametrize("group", dict.fromkeys(vector.group for vector in VECTORS))
"""A test for each file, which names each vector that is wrong: thousands of tests take longer to list than to run."""


@each_file
def test_every_vector_of_a_file_is_right(group: str) -> None:
    vectors = [vector for vector in VECTORS if vector.group == group]
    wrong = {vector.id: complaints for vector in vectors if (complaints := [*map(str, check_vector(vector, FLAGS))])}
    assert wrong == {}, "; ".join(f"{name}: {', '.join(complaints)}" for name, complaints in wrong.items())


ADD_TWIN = "add the rule, or the operation in ANSWERS, in plain Python without dtref"
"""What an independent vector wants that no naive program answers."""


def naive_route(vector: Vector) -> bool:
    """Whether a naive program answers a vector; it must then agree."""
    try:
        answer = naively(vector.call)
    except NotHere:
        return False
    except NotAnInput as refused:
        assert isinstance(vector.expected, Refused), f"{vector.id}: tests/naive/ refuses {refused}; {ADD_TWIN}"
        return True
    match vector.expected:
        case ExactAnswer(exact=exact):
            assert agrees(answer, exact), (vector.id, answer)
        case AnyOf(accepted=accepted):
            assert agrees(answer, list(accepted)), (vector.id, answer)
        case Between():
            assert vector.expected.lower is None or answer >= int(str(vector.expected.lower)), (vector.id, answer)
            assert vector.expected.upper is None or answer <= int(str(vector.expected.upper)), (vector.id, answer)
        case Refused():
            raise AssertionError(vector.id, answer)
    return True


@each_file
def test_what_is_called_independent_has_another_route(group: str) -> None:
    vectors = [vector for vector in VECTORS if vector.group == group]
    derived = {v.id for v in vectors if isinstance(v.expected, ExactAnswer | Between) and v.expected.derivation}
    routes = {v.id for v in vectors if naive_route(v)} | derived
    independent = {v.id for v in vectors if v.provenance is Provenance.INDEPENDENT}
    alone = ", ".join(sorted(independent - routes))
    assert not alone, f"{alone}: tests/naive/ has no answer; {ADD_TWIN}"
    assert routes == independent, 'a program of tests/naive answers them: "provenance": "independent"'


def called(record: GoldenRecord) -> tuple[Call, Any] | None:
    """What a record calls, and its exact answer."""
    match record.body:
        case Value(call=call, exact=exact) | Answered(call=call, exact=exact) | Figure(shown=Answered(call=call, exact=exact)):
            return call, exact
        case PrintedTable(call=call, exact=rows):
            return call, [list(row) for row in rows]
        case _:
            return None


SECONDS = ("tan-search-15", "tan-search-19", "tan-parity-12", "cs6220-chaid-27", "cs6220-chaid-28")
"""The records for which a naive program takes a second or more: in a deep run."""
ANSWERED = [(r, *found) for r in RECORDS if (found := called(r)) and found[0].operation in NAIVE]


@pytest.mark.parametrize("topic", dict.fromkeys((record.document, record.topic) for record, _, _ in ANSWERED), ids="/".join)
def test_naive_programs_agree_with_the_golden_records_of_a_file(topic: tuple[str, str]) -> None:
    wrong, unknown = dict[str, Any](), list[str]()
    for record, call, exact in ANSWERED:
        if (record.document, record.topic) == topic and (record.id not in SECONDS or as_many(0, 1)):
            try:
                answer = naively(call)
            except NotHere:
                unknown.append(record.id)
                continue
            if not agrees(answer, exact):
                wrong[record.id] = answer
    assert wrong == {}
    if unknown:
        pytest.skip(f"all agree but {len(unknown)} that no naive program knows: {', '.join(unknown)}")


def test_there_are_600_vectors_over_all_operations_nine_in_ten_of_them_independent() -> None:
    assert len(VECTORS) >= 600
    assert OPERATIONS.keys() - {v.call.operation for v in VECTORS} == set()
    assert sum(v.provenance is Provenance.INDEPENDENT for v in VECTORS) >= 0.9 * len(VECTORS)


def test_every_flag_has_vectors_and_a_note() -> None:
    assert set(FLAGS) == {flag for v in VECTORS for flag in v.flags}


def test_ids_are_unique_and_begin_with_their_group() -> None:
    assert [i for i, n in Counter(v.id for v in VECTORS).items() if n > 1] == []
    assert [v.id for v in VECTORS if not v.id.startswith(f"vectors-{v.group}-")] == []


def schema(name: str) -> dict[str, Any]:
    return dict(json.loads((SCHEMAS / name).read_text("utf-8")))


def validator(name: str) -> Draft202012Validator:
    golden = Resource.from_contents(schema("golden.schema.json"))
    return Draft202012Validator(schema(name), registry=Registry().with_resource("urn:dtref:golden:1", golden))


@pytest.mark.parametrize("path", vector_files(), ids=lambda path: path.name)
def test_a_file_of_vectors_fits_its_schema_and_is_laid_out_as_it_is_written(path: Path) -> None:
    text = read_text(path)
    assert [f"{e.json_path}: {e.message}" for e in validator("vectors.schema.json").iter_errors(json.loads(text))] == []
    assert layout(parse_exact_json(text, path.name)) + "\n" == text


def test_the_flags_fit_their_schema_and_are_laid_out() -> None:
    text = read_text(golden_folder() / "vectors" / "flags.json")
    assert list(validator("flags.schema.json").iter_errors(json.loads(text))) == []
    assert layout(parse_exact_json(text, "flags.json")) + "\n" == text


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_a_naive_program_imports_nothing_of_dtref(path: Path) -> None:
    names = [alias.name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
    assert [name for name in names if name.split(".")[0] not in ALLOWED] == []


VECTOR: dict[str, Any] = {
    "id": "vectors-x-01", "what": "w", "operation": "gini", "given": {"counts": ["1", "1"]}, "exact": "1/2", "derivation": "1/2",
    "decimal": "0.500000000000", "provenance": "independent", "flags": ["Tie"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"exact": 0.5}, "$.vectors[0].exact"),
        ({"accepted": ["1/2", "1/3"]}, "$.vectors[0]"),
        ({"decimal": "0.5"}, "$.vectors[0].decimal"),
        ({"flags": []}, "$.vectors[0].flags"),
        ({"provenance": "printed"}, "$.vectors[0].provenance"),
        ({"comment": "x"}, "$.vectors[0]"),
    ],
    ids=str,
)
def test_the_schema_is_strict(change: dict[str, Any], complaint: str) -> None:
    file = {"$schema": "../schema/vectors.schema.json", "group": "x", "about": "a", "vectors": [VECTOR]}
    assert list(validator("vectors.schema.json").iter_errors(file)) == []
    wrong = {**file, "vectors": [{**VECTOR, **change}]}
    assert complaint in {e.json_path for e in validator("vectors.schema.json").iter_errors(wrong)}
