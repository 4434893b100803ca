"""
Released solvers of optimal trees, asked for the fewest errors of given depth. It is run by the Python in which they are installed.

Run: PYTHON tests/peers/optimal_solvers.py < CASES > ANSWERS; a case a line, as JSON: rows and labels of 0 and 1, a depth, a penalty.
An answer a line: for each program its errors and leaves, or its complaint. `versions` as an argument prints the versions of the programs.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from importlib import metadata
from typing import Any

PROGRAMS = {"pystreed": "pystreed", "pydl8.5": "pydl8.5", "pycontree": "pycontree", "gosdt": "gosdt"}
"""The programs, and the packages that they are in."""


def pystreed(x: Any, y: Any, depth: int, _: float) -> Any:
    from pystreed import STreeDClassifier

    model = STreeDClassifier("accuracy", max_depth=depth, max_num_nodes=2**depth - 1)
    model.fit(x, y)
    return model.predict(x)


def dl85(x: Any, y: Any, depth: int, _: float) -> Any:
    from pydl85 import DL85Classifier

    model = DL85Classifier(max_depth=depth)
    model.fit(x, y)
    return model.predict(x)


def contree(x: Any, y: Any, depth: int, _: float) -> Any:
    from pycontree import ConTree

    model = ConTree(max_depth=depth)
    model.fit(x.astype(float), y)
    return model.predict(x.astype(float))


def gosdt(x: Any, y: Any, depth: int, penalty: float) -> Any:
    from gosdt import GOSDTClassifier

    model = GOSDTClassifier(regularization=penalty, depth_budget=depth, allow_small_reg=True, time_limit=20)
    model.fit(x.astype(bool), y)
    return model.predict(x.astype(bool)), str(model.trees_[0].tree).count("prediction")


SOLVERS: dict[str, Callable[[Any, Any, int, float], Any]] = {"pystreed": pystreed, "pydl8.5": dl85, "pycontree": contree, "gosdt": gosdt}


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """A context in which nothing is printed, by compiled code either."""
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    sys.stdout.flush()
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def answer_cases(programs: dict[str, str], answers: dict[str, Callable[[Any, Any, dict[str, Any]], Any]]) -> None:
    """Answers the cases of the standard input, a line each, by every program; or, asked for versions, says those of their packages."""
    import numpy as np

    if "versions" in sys.argv:
        print(json.dumps({name: metadata.version(package) for name, package in programs.items()}))
        return
    for line in sys.stdin:
        case = json.loads(line)
        x, y = np.array(case["rows"], dtype=int), np.array(case["labels"], dtype=int)
        said: dict[str, Any] = {}
        for name, answer in answers.items():
            try:
                with quiet():
                    said[name] = answer(x, y, case)
            except Exception as problem:  # whatever a program complains of is its answer
                said[name] = f"{type(problem).__name__}: {problem}"[:200]
        print(json.dumps(said), flush=True)


def errors_and_leaves(solver: Callable[[Any, Any, int, float], Any]) -> Callable[[Any, Any, dict[str, Any]], list[int | None]]:
    """What a solver's tree errs, and its leaves where it tells them."""

    def of_case(x: Any, y: Any, case: dict[str, Any]) -> list[int | None]:
        import numpy as np

        answer = solver(x, y, case["depth"], case["penalty"])
        predicted, leaves = answer if isinstance(answer, tuple) else (answer, None)
        return [int((np.asarray(predicted).ravel() != y).sum()), leaves]

    return of_case


if __name__ == "__main__":
    answer_cases(PROGRAMS, {name: errors_and_leaves(solver) for name, solver in SOLVERS.items()})
