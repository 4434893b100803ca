"""
Best and near-best trees beside released solvers: processor time, memory, and who finds what.

Run: PYTHONPATH=tests DTREF_DATA=FOLDER DTREF_SOLVERS=PYTHON python tests/bench/bench_optimal.py TIMES.jsonl [-k WORDS]; FOLDER has the
data sets, PYTHON the solvers (tests/peers/optimal_solvers.py says which). Each run is a process of its own, ended after some processor
seconds; it solves a question of four records first, so that nothing is loaded or compiled within the time. What TIMES.jsonl has is not run
again. With `--write` the table of README.md is made of it.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from time import process_time
from typing import Any

ROOT = Path(__file__).parents[2]
README = Path(__file__).with_name("README.md")
BEGIN, END = "<!-- good trees: made by tests/bench/bench_optimal.py --write -->", "<!-- end of good trees -->"
SECONDS = 150
"""The most processor seconds of a run."""

BINARY = {"monks1_train": "y", "monks2_train": "y", "vote": "Class", "car": "y", "tic_tac_toe": "y"}
NUMBERS = {"iris": "species", "wine": "cultivar", "wdbc": "diagnosis"}
PENALTY, WITHIN = "1/50", "1/10"
"""Of near-best trees: what a leaf adds, and the distance as a share of the least value."""

FIRST = {"rows": [[0, 0], [0, 1], [1, 0], [1, 1]], "labels": [0, 1, 1, 0], "depth": 2, "numbers": False}


# The questions


def questions() -> Iterator[tuple[str, dict[str, Any]]]:
    """Each by its name: data, depth, and for near-best trees a penalty and a distance."""
    folder = Path(os.environ.get("DTREF_DATA", ""))
    for name, target in BINARY.items():
        rows, labels = one_hot(folder / f"{name}.csv", target)
        for depth in (3, 4):
            yield f"best: {name}, depth {depth}", {"rows": rows, "labels": labels, "depth": depth, "numbers": False}
    for name, target in NUMBERS.items():
        cells, classes = read(ROOT / "golden" / "data" / f"{name}.csv", target)
        for depth in (2, 3):
            yield f"best: {name}, all cuts, depth {depth}", {"rows": cells, "labels": numbered(classes), "depth": depth, "numbers": True}
    for name, target in BINARY.items():
        rows, labels = one_hot(folder / f"{name}.csv", target)
        near = {"penalty": PENALTY, "within": WITHIN}
        yield f"near: {name}, depth 3", {"rows": rows, "labels": labels, "depth": 3, "numbers": False, **near}


def read(path: Path, target: str) -> tuple[list[list[str]], list[str]]:
    """The cells of a file without its target, and the target."""
    with path.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    at = head.index(target)
    return [row[:at] + row[at + 1 :] for row in rows], [row[at] for row in rows]


def numbered(classes: list[str]) -> list[int]:
    names = sorted(set(classes))
    return [names.index(c) for c in classes]


def one_hot(path: Path, target: str) -> tuple[list[list[int]], list[int]]:
    """A column of 0 and 1 for each value of each column; one alone where there are two."""
    cells, classes = read(path, target)
    columns = list(zip(*cells, strict=True))
    values = [(j, v) for j, column in enumerate(columns) for v in sorted(set(column))[len(set(column)) == 2 :]]
    return [[int(row[j] == v) for j, v in values] for row in cells], numbered(classes)


PROGRAMS: dict[str, tuple[str, ...]] = {
    "binary": ("dtref", "pystreed", "pydl8.5", "pycontree"),
    "numbers": ("dtref", "pycontree"),
    "near": ("dtref", "TreeFARMS"),
}


def programs(question: dict[str, Any]) -> tuple[str, ...]:
    return PROGRAMS["near" if "within" in question else "numbers" if question["numbers"] else "binary"]


# One run, in a process of its own


def prepared(program: str, question: dict[str, Any]) -> Callable[[], Any]:
    """A call that solves a question: errors of the best tree, or the number of near-best trees."""
    if program == "dtref":
        return prepared_here(question)
    import numpy as np

    x, y = np.array(question["rows"], dtype=float if question["numbers"] else int), np.array(question["labels"], dtype=int)
    if program == "TreeFARMS":
        from peers.near_best_solvers import treefarms

        near = {name: Fraction(question.get(name, "1/10")) for name in ("penalty", "within")}
        return lambda: treefarms(x, y, {"depth": question["depth"], **near})
    from peers.optimal_solvers import SOLVERS

    return lambda: int((np.asarray(SOLVERS[program](x, y, question["depth"], 0.0)).ravel() != y).sum())


def prepared_here(question: dict[str, Any]) -> Callable[[], Any]:
    import dtref

    rows = [[Fraction(cell) if question["numbers"] else str(cell) for cell in row] for row in question["rows"]]
    data = dtref.from_arrays(rows, list(map(str, question["labels"])))
    limits = dtref.TreeLimits(depth=question["depth"])
    options = dtref.SearchOptions(budget=10**9)
    if "within" not in question:
        return lambda: best(dtref.best_trees(data, dtref.CART, dtref.Objective(), limits, options))
    within, objective = dtref.Within(Fraction(question["within"]), True), dtref.Objective(penalty=Fraction(question["penalty"]))
    return lambda: dtref.near_best_trees(data, dtref.CART, within, objective, limits, options).number


def best(trees: Any) -> int:
    """The errors of the best trees."""
    return int(trees.values[0][1])


def once(program: str) -> None:
    """Answers the question of the standard input: seconds, megabytes beyond those before, and the answer."""
    question = json.load(sys.stdin)
    near = {"penalty": "1/10", "within": "1/10"} if "within" in question else {}
    prepared(program, {**FIRST, **near, "numbers": question["numbers"]})()
    solve = prepared(program, question)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # the clock may tick slowly: as many rounds as take half a second together
    start, rounds, answer = process_time(), 0, None
    while rounds == 0 or process_time() - start < 0.5:
        answer, rounds = solve(), rounds + 1
    seconds = (process_time() - start) / rounds
    more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    sys.stderr.write(json.dumps({"seconds": seconds, "megabytes": more, "answer": answer}))


def measured(program: str, question: dict[str, Any]) -> dict[str, Any]:
    """What a run tells, or why it told nothing."""
    python = sys.executable if program == "dtref" else os.environ.get("DTREF_SOLVERS", sys.executable)
    there = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests"))), "OMP_NUM_THREADS": "1"}
    words = [python, "-W", "ignore", __file__, "--once", program]
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))  # noqa: E731
    ran = subprocess.run(words, input=json.dumps(question), capture_output=True, text=True, check=False, env=there, preexec_fn=limit)
    told = re.search(r'\{"seconds".*\}$', ran.stderr)
    return json.loads(told[0]) if told else {"answer": f"nothing in {SECONDS} s" if ran.returncode < 0 else ran.stderr[-200:]}


# The table


def lines(rows: list[dict[str, Any]]) -> Iterator[str]:
    """A row for each question and program; the ratio is dtref's seconds to those of the program."""
    yield "| question | program | seconds | dtref / it | MB | answer |"
    yield "| --- | --- | ---: | ---: | ---: | --- |"
    ours = {row["question"]: row.get("seconds") for row in rows if row["program"] == "dtref"}
    for row in rows:
        seconds, mine = row.get("seconds"), ours.get(row["question"])
        ratio = f"{mine / seconds:.2f}" if seconds and mine and row["program"] != "dtref" else ""
        numbers = (f"{seconds:.4f}", ratio, f"{row['megabytes']:.0f}") if seconds is not None else ("", "", "")
        yield f"| {row['question']} | {row['program']} | {' | '.join(numbers)} | {row['answer']} |"


def write(rows: list[dict[str, Any]]) -> None:
    """Puts the table into the README beside this file."""
    order = [name for name, _ in questions()]
    rows.sort(key=lambda row: order.index(row["question"]))
    body, text = "\n".join((BEGIN, "", *lines(rows), "", END)), README.read_text("utf-8")
    README.write_text(re.sub(f"{re.escape(BEGIN)}.*?{re.escape(END)}", lambda _: body, text, flags=re.DOTALL), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("times", type=Path, nargs="?")
    parser.add_argument("-k", default="")
    parser.add_argument("--once")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    if given.once:
        once(given.once)
        return
    rows = [json.loads(line) for line in given.times.read_text("utf-8").splitlines()] if given.times.exists() else []
    there = {(row["question"], row["program"]) for row in rows}
    for name, question in questions() if not given.write else ():
        for program in programs(question) if given.k in name else ():
            if (name, program) not in there:
                rows.append({"question": name, "program": program, **measured(program, question)})
                with given.times.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(rows[-1]) + "\n")
    if given.write:
        write(rows)


if __name__ == "__main__":
    main()
