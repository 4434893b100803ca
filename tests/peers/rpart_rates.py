"""
Small random tables with random settings for rpart: rates of events, with and without times, numbers and classes; costs of columns; gaps
and weights, also such as doubles don't add up exactly.

`PYTHONPATH=tests:. python tests/peers/rpart_rates.py 36` writes what R fits to the first 36 into tests/io/foreign/files/rpart_rates.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from random import Random

from covering import Setting

from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal
from dtref.spec.model.data import DataSet, Record

METHODS = ("poisson", "poisson", "anova", "class")
FILES = Path(__file__).parents[1] / "io" / "foreign" / "files" / "rpart_rates"


def table_and_setting(seed: int) -> tuple[DataSet, Setting]:
    """A table, and settings of rpart in its words."""
    draw, method = Random(seed), METHODS[seed % 4]
    timed, gaps, weighed = method == "poisson" and draw.random() < 0.6, draw.random() < 0.4, draw.choice((0, 0, 1, 2))
    columns: list[Attribute] = [Continuous("a0"), Continuous("a1"), Nominal("a2", ("v0", "v1", "v2", "v3"))]
    records = [_record(draw, method, gaps=gaps, timed=timed, weighed=weighed) for _ in range(draw.choice((12, 25, 40, 60)))]
    target = Nominal("y", ("c0", "c1", "c2")) if method == "class" else Continuous("y")
    setting = {
        "method": method,
        "minsplit": draw.choice((2, 5, 20)),
        "minbucket": draw.choice((1, 2, 5)),
        "cp": draw.choice((0.01, 0, -1, 0.05, 0.001)),
        "maxdepth": draw.choice((30, 3)),
        "maxsurrogate": draw.choice((5, 0, 1)),
        "usesurrogate": draw.choice((2, 1, 0)),
        "surrogatestyle": draw.choice((0, 1)),
        "maxcompete": 4,
        "xval": 0,
        "cost": draw.random() < 0.5,
        "exposure": "t" if timed else None,
        "shrink": draw.choice((None, 0, 1, 0.5, 0.3)),
        "split": draw.choice(("gini", "information")),
        "prior": draw.random() < 0.5,
        "loss": draw.random() < 0.5,
    }
    return DataSet((*columns, *((Continuous("t"),) if timed else ())), target, tuple(records)), setting


def _record(draw: Random, method: str, *, gaps: bool, timed: bool, weighed: int) -> Record:
    cells: list[Cell] = [Fraction(draw.randrange(6)), Fraction(draw.randrange(30), 4), f"v{draw.randrange(4)}"]
    mean = float(str(cells[0])) + (2 if cells[2] == "v1" else 0)
    label: Cell
    if method == "class":
        label = f"c{min(2, int(mean / 3)) if draw.random() < 0.8 else draw.randrange(3)}"
    elif method == "poisson":
        label = Fraction(max(0, int(draw.gauss(mean / 2, 1))))
    else:
        label = Fraction(draw.randrange(20), 4) + int(mean)
    known = tuple(MISSING if gaps and draw.random() < 0.12 else cell for cell in cells)
    time = (Fraction(draw.choice((0.5, 1.0, 1.5, 2.0, 3.25, draw.random() + 0.1))),) if timed else ()
    weights = ((1.0,), (1.0, 2.0, 3.0), (0.5, 1.0, 1.25, 0.3))[weighed]
    return Record((*known, *time), label, Fraction(draw.choice(weights)))


def main() -> None:
    """What the module's text says."""
    from peers.learners.rpart import write_grown

    FILES.mkdir(exist_ok=True)
    for seed in range(int(sys.argv[1])):
        write_grown(*table_and_setting(seed), FILES / f"{seed}.json")


if __name__ == "__main__":
    main()
