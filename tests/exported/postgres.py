"""Runs exported SQL by a PostgreSQL server that is started for it, where one is installed."""

from __future__ import annotations

import csv
import io
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import frozen
from exported.generated import Asked
from exported.runners import Answers
from peers.rows import POSTGRES

from dtref.io.export.doubles import Doubles
from dtref.io.export.sql import sql_expression, sql_name
from dtref.io.models import Model
from dtref.spec.model.attributes import Continuous


@frozen
class Server:
    """A server that listens on a socket in a folder."""

    folder: Path
    bin: Path

    def run(self, program: str, *arguments: str, text: str = "") -> str:
        """A program's output; the server refuses to be run by root."""
        user = "postgres" if os.geteuid() == 0 else None
        command = [str(self.bin / program), *arguments]
        done = subprocess.run(command, input=text, capture_output=True, text=True, encoding="utf-8", user=user, check=False, cwd="/")
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    def answers(self, model: Model, records: Sequence[Asked], _: Path, doubles: Doubles) -> Answers:
        """The answers to records."""
        columns = [f"{sql_name(a.name)} {'DOUBLE PRECISION' if isinstance(a, Continuous) else 'TEXT'}" for a in model.attributes]
        table = io.StringIO()
        for i, record in enumerate(records):
            values = (record[a.name] for a in model.attributes)
            fields = (r"\N" if v is None else repr(v) if isinstance(v, float) else v.replace("\\", "\\\\") for v in values)
            table.write("\t".join((str(i), *fields)) + "\n")
        script = (
            "\\set QUIET 1\n\\pset format csv\n\\pset tuples_only on\n\\pset null NULL\n"
            f"CREATE TEMPORARY TABLE asked (place INTEGER, {', '.join(columns)});\nCOPY asked FROM stdin;\n{table.getvalue()}\\.\n"
            f"SELECT\n{sql_expression(model, doubles)} FROM asked ORDER BY place;\n"
        )
        path = self.folder / "asked.sql"
        path.write_text(script, "utf-8")
        path.chmod(0o644)
        output = self.run("psql", "-X", "-v", "ON_ERROR_STOP=1", "-h", str(self.folder), "-d", "postgres", "-f", str(path))
        answers = [row[0] for row in csv.reader(io.StringIO(output))]
        numeric = isinstance(model.target, Continuous)
        return [None if answer == "NULL" else float(answer) if numeric else answer for answer in answers]


@contextmanager
def started() -> Iterator[Server]:
    """A server with an empty database, which ends with the context."""
    bin_folder = max(POSTGRES.glob("*/bin"))
    with TemporaryDirectory() as name:
        Path(name).chmod(0o777)
        server = Server(Path(name), bin_folder)
        data = f"{name}/data"
        server.run("initdb", "-D", data, "-E", "UTF8", "--locale=C", "-A", "trust", "-N")
        server.run("pg_ctl", "-D", data, "-w", "-l", f"{name}/log", "-o", f"-k {name} -c listen_addresses='' -F", "start")
        try:
            yield server
        finally:
            server.run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
