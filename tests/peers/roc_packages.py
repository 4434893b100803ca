"""
The R packages pROC and ROCR: records with scores for them, and what they say, all cases in one process of R.

Not compared: ipred's `errorest(..., est.para = control.errorest(...))` with its .632+, as it draws its bootstrap samples itself and can't
be given any; mlxtend, which tells its samples, is the peer of that.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import nextafter
from pathlib import Path
from random import Random
from shutil import which
from tempfile import TemporaryDirectory
from typing import SupportsFloat

import pytest
from attrs import frozen

SCRIPT = Path(__file__).with_suffix(".R")
STOP = "stop"
"""What stands for an error of R."""

Labels = tuple[int, ...]
Scores = tuple[float, ...]


@frozen
class Case:
    """Records of which some are positive (1), with two scores for each."""

    labels: Labels
    first: Scores
    second: Scores

    def sent(self) -> dict[str, object]:
        """The case as the script reads it."""
        return {"labels": list(self.labels), "first": hexes(self.first), "second": hexes(self.second)}


@cache
def version(package: str) -> str:
    """The installed version of an R package; "" where it, R or jsonlite is not there."""
    if which("Rscript") is None:
        return ""
    asked = f"library(jsonlite); cat(as.character(packageVersion('{package}')))"
    return subprocess.run(["Rscript", "-e", asked], capture_output=True, text=True, check=False).stdout.strip()


def needs(package: str) -> pytest.MarkDecorator:
    """The mark of a test that is skipped, visibly, without the package."""
    return pytest.mark.skipif(not version(package), reason=f"Rscript with {package} and jsonlite is not there (tests/peers/install)")


def ask(package: str, cases: Iterable[Mapping[str, object]]) -> list[dict[str, str]]:
    """The answers to all cases, in one process: doubles as hexadecimal text, or `STOP`."""
    with TemporaryDirectory() as folder:
        asked, answer = Path(folder, "asked.json"), Path(folder, "answer.json")
        asked.write_text(json.dumps(list(cases)))
        command = ["Rscript", "--vanilla", str(SCRIPT), package, str(asked), str(answer)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
        assert ran.returncode == 0, ran.stderr
        answers: list[dict[str, str]] = json.loads(answer.read_text())
    return answers


def hexes(scores: Sequence[float]) -> list[str]:
    """Doubles as text, to the last bit."""
    return [score.hex() for score in scores]


def double(text: str) -> float:
    """What R wrote; NaN for its NA, too."""
    return float.fromhex(text)


def close(theirs: str, ours: SupportsFloat) -> bool:
    """Whether a double is the exact value but for the rounding of a few sums: within 1e-12 of it, or 1e-14 where it is near 0."""
    return double(theirs) == pytest.approx(float(ours), rel=1e-12, abs=1e-14)


def case(seed: int) -> Case:
    """
    From 4 to 12 records of both classes.

    By the seed: many ties or few, scores that are next to each other, one positive or one negative, perfect separation, the same order.
    """
    chance, kind = Random(seed), seed % 8
    n = chance.randrange(4, 13)
    m = chance.choice((1, n - 1)) if kind == 1 else chance.randrange(2, n - 1)
    labels = [1] * m + [0] * (n - m)
    chance.shuffle(labels)
    first = scores(chance, labels, 3 if kind < 5 else 20)
    second = scores(chance, labels, 4)
    if kind == 2:
        first = [score + 100 * label for score, label in zip(first, labels, strict=True)]
    if kind == 3:
        second = [2 * score + 1 for score in first]
    if kind == 4:
        first = [1.0 if score < 0.15 else nextafter(1.0, 2) for score in first]
    return Case(tuple(labels), tuple(first), tuple(second))


def scores(chance: Random, labels: Sequence[int], values: int) -> list[float]:
    """A score for each record, out of so many values in tenths, somewhat above for a positive."""
    return [(chance.randrange(values) + label * chance.randrange(values)) / 10 for label in labels]
