"""Runs exported code for real, one function a program: the answers to records, None where there is none."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from exported.generated import Asked, Value

from dtref.io.export.c import c_source, c_text
from dtref.io.export.doubles import Doubles
from dtref.io.export.head import asked_attributes
from dtref.io.export.javascript import javascript_source
from dtref.io.export.python import python_module
from dtref.io.export.r import r_script, r_text
from dtref.io.export.sql import sql_expression, sql_name
from dtref.io.models import Model
from dtref.spec.model.attributes import Continuous

Answers: TypeAlias = list[str | float | None]
Runner: TypeAlias = Callable[[Model, Sequence[Asked], Path, Doubles], Answers]


def run_python(model: Model, records: Sequence[Asked], _: Path, doubles: Doubles) -> Answers:
    space: dict[str, Any] = {}
    exec(compile(python_module(model, doubles), "exported.py", "exec"), space)

    def answer(record: Asked) -> str | float | None:
        try:
            result: str | float = space["predict_record"](record)
        except ValueError:
            return None
        return result

    return [answer(record) for record in records]


_ASK = """
const { readFileSync } = require("fs");
const answers = JSON.parse(readFileSync(0, "utf-8")).map((record) => {
    try { return predict_record(record); } catch (error) { if (error instanceof RangeError) return null; throw error; }
});
process.stdout.write(JSON.stringify(answers));
"""


def run_javascript(model: Model, records: Sequence[Asked], folder: Path, doubles: Doubles) -> Answers:
    path = folder / "exported.js"
    path.write_text(javascript_source(model, doubles) + _ASK, "utf-8")
    return json.loads(_output(["node", str(path)], json.dumps(records)))


def run_c(model: Model, records: Sequence[Asked], folder: Path, doubles: Doubles) -> Answers:
    """The records are a table in the source."""
    attributes = asked_attributes(model)
    numeric = isinstance(model.target, Continuous)

    def field(value: Value) -> str:
        return value.hex() if isinstance(value, float) else c_text(value) if isinstance(value, str) else "MISSING"

    def missing(attribute: object, text: str) -> str:
        return text if text != "MISSING" else "NAN" if isinstance(attribute, Continuous) else "0"

    rows = [", ".join(missing(a, field(record[a.name])) for a in attributes) or "0" for record in records]
    tell = 'isnan(a) ? printf("null\\n") : printf("%a\\n", a)' if numeric else 'a ? printf("=%s\\n", a) : printf("null\\n")'
    kind = "double" if numeric else "const char *"
    main = f"int main(void) {{ for (int i = 0; i < {len(rows)}; i++) {{ {kind} a = predict_record(&records[i]); {tell}; }} return 0; }}\n"
    table = "static const struct record records[] = {\n" + ",\n".join(f"{{{row}}}" for row in rows) + "};\n"
    source, binary = folder / "exported.c", folder / "exported"
    source.write_text("#include <math.h>\n#include <stdio.h>\n" + c_source(model, doubles) + table + main, "utf-8")
    _output(["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-o", str(binary), str(source)])
    lines = _output([str(binary)]).splitlines()
    return [None if line == "null" else float.fromhex(line) if numeric else line[1:] for line in lines]


def run_r(model: Model, records: Sequence[Asked], folder: Path, doubles: Doubles) -> Answers:
    """The records are vectors in the script, a value a line, as R misreads escapes in very long lines."""

    def literal(value: Value, number: bool) -> str:
        missing = "NA_real_" if number else "NA_character_"
        return missing if value is None else value.hex() if isinstance(value, float) else r_text(value)

    columns = ["c(" + ",\n".join(literal(record[a.name], isinstance(a, Continuous)) for record in records) + ")" for a in model.attributes]
    names = ", ".join(r_text(a.name) for a in model.attributes)
    path = folder / "exported.R"
    path.write_text(
        f"{r_script(model, doubles)}\nasked <- list({', '.join(columns)})\nnames(asked) <- c({names})\n"
        f"for (i in 1:{len(records)}) {{ a <- tryCatch(predict_record(lapply(asked, function(v) v[[i]])), error = function(e) NULL)\n"
        'cat(if (is.null(a)) "null" else if (is.numeric(a)) sprintf("%a", a) else paste0("=", enc2utf8(a)), "\\n", sep = "") }\n',
        "utf-8",
    )
    lines = _output(["Rscript", "--vanilla", "-e", f"source('{path}', encoding = 'UTF-8')"]).splitlines()
    return [None if line == "null" else float.fromhex(line) if isinstance(model.target, Continuous) else line[1:] for line in lines]


def run_sqlite(model: Model, records: Sequence[Asked], _: Path, doubles: Doubles) -> Answers:
    with sqlite3.connect(":memory:") as connection:
        return _selected(connection.execute, model, records, doubles, "REAL")


def run_duckdb(model: Model, records: Sequence[Asked], _: Path, doubles: Doubles) -> Answers:
    import duckdb

    with duckdb.connect() as connection:
        return _selected(connection.execute, model, records, doubles, "DOUBLE")


def _selected(execute: Callable[..., Any], model: Model, records: Sequence[Asked], doubles: Doubles, number: str) -> Answers:
    columns = [f"{sql_name(a.name)} {number if isinstance(a, Continuous) else 'TEXT'}" for a in model.attributes]
    execute(f"CREATE TABLE asked ({', '.join(['place INTEGER', *columns])})")
    marks = ", ".join(["?"] * (len(columns) + 1))
    for start in range(0, len(records), 500):
        some = [(start + i, *(record[a.name] for a in model.attributes)) for i, record in enumerate(records[start : start + 500])]
        execute(f"INSERT INTO asked VALUES {', '.join([f'({marks})'] * len(some))}", [value for row in some for value in row])
    rows = execute(f"SELECT\n{sql_expression(model, doubles)} FROM asked ORDER BY place").fetchall()
    return [row[0] for row in rows]


def _output(command: Sequence[str], text: str = "") -> str:
    done = subprocess.run(command, input=text, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout
