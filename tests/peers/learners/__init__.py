"""
The learners of the matrix, a module for each program.

A new one is a module with a tuple `LEARNERS`, named in `PROGRAMS`: `python tests/peers/matrix.py --only NAME` runs it, and writes its row
beside the others.
"""

from __future__ import annotations

from collections.abc import Iterator

from peers.learners import boosting, chaid_package, forests, rpart, scikit_learn, spark, weka
from peers.learners.learner import Learner

PROGRAMS = (scikit_learn, rpart, boosting, weka, forests, spark, chaid_package)


def learners() -> Iterator[Learner]:
    """Every learner of the matrix."""
    return (learner for program in PROGRAMS for learner in program.LEARNERS)
