"""Compares exported code with dtref: on how many of the records of some generated trees the two differ, by each program that is there."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import frozen
from exported import postgres
from exported.generated import Asked, expected, generated_model, records_to_ask, single
from exported.number_runners import run_onnx, run_pmml, run_scikit_learn
from exported.runners import Runner, run_c, run_duckdb, run_javascript, run_python, run_r, run_sqlite
from peers.rows import RUNNING

from dtref.io.export.doubles import Doubles
from dtref.io.models import Model
from dtref.spec.model.trees import Label


@frozen
class Runs:
    """
    A program that runs exported code: its name, the target that it runs, and the runner.

    numbers_alone: whether its trees ask one cut of a number each, and it gives an answer to every record. singles: whether it rounds
    numbers to float32, so that only these are asked about. narrow: whether it gives means as float32.
    """

    name: str
    target: str
    runner: Callable[[], AbstractContextManager[Runner]]
    numbers_alone: bool = False
    singles: bool = False
    narrow: bool = False


@contextmanager
def _served() -> Iterator[Runner]:
    """The runner of a server while it runs."""
    with postgres.started() as server:
        yield server.answers


RUNS: Mapping[str, Runs] = {
    one.name: one
    for one in (
        Runs("Python", "python", lambda: nullcontext(run_python)),
        Runs("Node.js", "js", lambda: nullcontext(run_javascript)),
        Runs("cc", "c", lambda: nullcontext(run_c)),
        Runs("R", "r", lambda: nullcontext(run_r)),
        Runs("SQLite", "sql", lambda: nullcontext(run_sqlite)),
        Runs("DuckDB", "sql", lambda: nullcontext(run_duckdb)),
        Runs("PostgreSQL", "sql", _served),
        Runs("JPMML", "pmml", lambda: nullcontext(run_pmml)),
        Runs("scikit-learn", "sklearn", lambda: nullcontext(run_scikit_learn), numbers_alone=True, singles=True),
        Runs("onnxruntime", "onnx", lambda: nullcontext(run_onnx), numbers_alone=True, narrow=True),
    )
}
"""The programs, by name."""


def version_of(name: str) -> str:
    """The version of a program; "" where it is not there."""
    return RUNNING[name]() if name in RUNNING else sys.version.split()[0]


@frozen
class Disagreement:
    """A record that a program answers otherwise than dtref, and the seed of its tree."""

    seed: int
    record: Asked
    dtref: tuple[Label, ...] | None
    program: str | float | None


@frozen
class Asking:
    """A model, what a double means to it, and records with the labels that dtref predicts for each."""

    model: Model
    doubles: Doubles
    pairs: tuple[tuple[Asked, tuple[Label, ...] | None], ...]


@lru_cache(maxsize=4)
def asked_of(seed: int, probes: int, numbers_alone: bool, singles: bool) -> Asking:
    """The tree of a seed, with what is asked of it; every fourth tree predicts numbers, every other one reads doubles as decimals."""
    model = generated_model(seed, binary=numbers_alone, regression=seed % 4 == 3)
    doubles = Doubles.EXACT if singles or seed % 2 == 0 else Doubles.DECIMAL
    pairs = [(record, expected(model, record, doubles)) for record in records_to_ask(model, probes, seed, singles=singles)]
    return Asking(model, doubles, tuple((record, labels) for record, labels in pairs if labels or not numbers_alone))


def compared(one: Runs, run: Runner, seed: int, probes: int) -> tuple[int, list[Disagreement]]:
    """How many records of the tree of a seed were asked, and those that are answered otherwise."""
    asking = asked_of(seed, probes, one.numbers_alone, one.singles)
    with TemporaryDirectory() as folder:
        answers = run(asking.model, [record for record, _ in asking.pairs], Path(folder), asking.doubles)
    together = zip(asking.pairs, answers, strict=True)
    return len(asking.pairs), [
        Disagreement(seed, record, labels, answer) for (record, labels), answer in together if answer not in _accepted(one, labels)
    ]


def _accepted(one: Runs, labels: tuple[Label, ...] | None) -> Sequence[str | float | None]:
    """The answers that agree with dtref: the first of tied labels, by order of the classes that a program has."""
    if not labels:
        return (None,)
    if isinstance(labels[0], Fraction):
        mean = float(labels[0])
        return (single(mean) if one.narrow else mean,)
    return [label for label in labels if isinstance(label, str)] if one.singles else (labels[0] if isinstance(labels[0], str) else "",)


def disagreements(name: str, seeds: Sequence[int], probes: int) -> tuple[int, list[Disagreement]]:
    """How many records a program was asked about, and those that it answers otherwise."""
    one = RUNS[name]
    with one.runner() as run:
        results = [compared(one, run, seed, probes) for seed in seeds]
    return sum(asked for asked, _ in results), [other for _, others in results for other in others]
