"""Compares exported code with dtref: on how many of the records of some generated trees the two differ, by each program that is there."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import frozen
from exported import postgres
from exported.generated import Asked, expected, generated_model, records_to_ask, single
from exported.number_runners import run_onnx, run_pmml, run_scikit_learn
from exported.runners import Runner, run_c, run_duckdb, run_javascript, run_python, run_r, run_sqlite
from peers.rows import RUNNING

from dtref.io.export.doubles import Doubles
from dtref.spec.model.trees import Label


@frozen
class Runs:
    """
    A program that runs exported code: its name, and the runner.

    numbers_alone: whether its trees ask one cut of a number each, and it gives an answer to every record. singles: whether it rounds
    numbers to float32, so that only these are asked about. narrow: whether it gives means as float32.
    """

    name: str
    runner: Callable[[], AbstractContextManager[Runner]]
    numbers_alone: bool = False
    singles: bool = False
    narrow: bool = False


class _Served:
    """The runner of a server while it runs."""

    def __init__(self) -> None:
        self._context = postgres.started()

    def __enter__(self) -> Runner:
        return self._context.__enter__().answers

    def __exit__(self, *problem: object) -> None:
        self._context.__exit__(None, None, None)


RUNS: Mapping[str, Runs] = {
    one.name: one
    for one in (
        Runs("Python", lambda: nullcontext(run_python)),
        Runs("Node.js", lambda: nullcontext(run_javascript)),
        Runs("cc", lambda: nullcontext(run_c)),
        Runs("R", lambda: nullcontext(run_r)),
        Runs("SQLite", lambda: nullcontext(run_sqlite)),
        Runs("DuckDB", lambda: nullcontext(run_duckdb)),
        Runs("PostgreSQL", _Served),
        Runs("JPMML", lambda: nullcontext(run_pmml)),
        Runs("scikit-learn", lambda: nullcontext(run_scikit_learn), numbers_alone=True, singles=True),
        Runs("onnxruntime", lambda: nullcontext(run_onnx), numbers_alone=True, narrow=True),
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


def compared(one: Runs, run: Runner, seed: int, probes: int) -> tuple[int, list[Disagreement]]:
    """How many records of the tree of a seed were asked, and those that are answered otherwise."""
    # every fourth tree predicts numbers, every other one reads doubles as decimals
    model = generated_model(seed, binary=one.numbers_alone, regression=seed % 4 == 3)
    doubles = Doubles.EXACT if one.singles or seed % 2 == 0 else Doubles.DECIMAL
    pairs = [(record, expected(model, record, doubles)) for record in records_to_ask(model, probes, seed, singles=one.singles)]
    if one.numbers_alone:
        pairs = [(record, labels) for record, labels in pairs if labels]
    with TemporaryDirectory() as folder:
        answers = run(model, [record for record, _ in pairs], Path(folder), doubles)
    together = zip(pairs, answers, strict=True)
    return len(pairs), [
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


def lines(names: Sequence[str], seeds: Sequence[int], probes: int) -> Iterator[str]:
    """A line for each program: what was asked, and how many answers are others."""
    for name in names:
        version = version_of(name)
        if not version:
            yield f"{name}: not there"
            continue
        asked, others = disagreements(name, seeds, probes)
        yield f"{name} {version}: {len(seeds)} trees, {asked} records, {len(others)} different" + "".join(
            f"\n  {one}" for one in others[:3]
        )
