"""The learners of Weka."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Collection
from functools import cache, partial
from pathlib import Path

from covering import Setting
from peers import weka
from peers.learners.learner import FLAG, Learner
from peers.library import DataSet, Nominal
from peers.matrix_tables import Gaps, Weights, class_tables, nominal_tables

from dtref.io.foreign.printed_trees.weka import parse_weka
from dtref.io.foreign.tree import ForeignTree

PACKAGE = "weka.classifiers.trees"


def grown(learner: str, data: DataSet, setting: Setting, jar: Path = weka.JAR) -> ForeignTree:
    """A tree that Weka prints: an option of the value True stands alone, one of False or None isn't given."""
    given = {f"-{name}": value for name, value in setting.items() if value not in (False, None)}
    options = [part for name, value in given.items() for part in ((name,) if value is True else (name, str(value)))]
    text = weka.run(data, f"{PACKAGE}.{learner}", *options, jar=jar)
    (tree,) = parse_weka(text, learner)
    return tree


@cache
def signature_of(learner: str, jar: Path = weka.JAR) -> Collection[str]:
    """The options of a learner, as it tells them."""
    asked = ["java", "-cp", str(jar), f"{PACKAGE}.{learner}", "-h"]
    ran = subprocess.run(asked, capture_output=True, text=True, check=False)
    return set(re.findall(r"^-([\w-]+)", (ran.stdout + ran.stderr).partition("Options specific")[2], re.MULTILINE))


MIXED = partial(class_tables, False)
ONE = (Weights.ONE,)


def _without_folds(setting: Setting) -> bool:
    """Weka refuses a confidence, and subtree raising, of a tree that it doesn't prune."""
    return not (setting["U"] and (setting["C"] or setting["S"]))


LEARNERS = (
    Learner(
        "Weka REPTree", weka.version, None, MIXED,
        {"P": (True,), "M": (None, 5), "V": (None, 0.1), "L": (None, 3), "N": (None, 5), "S": (None, 2)},
        partial(grown, "REPTree"), weights=ONE, signature=partial(signature_of, "REPTree"), refused={"P": False},
    ),
    Learner(
        "Weka SimpleCart", weka.version, None, MIXED,
        {"U": (True,), "M": (None, 5), "H": FLAG, "A": FLAG, "N": (None, 3), "S": (None, 2), "C": (None, 0.5)},
        partial(grown, "SimpleCart"), weights=ONE, signature=partial(signature_of, "SimpleCart"), refused={"U": False},
        shapeless=frozenset("D"),
    ),
    Learner(
        "Weka RandomTree", weka.version, None, MIXED,
        {"K": (0, 2), "M": (None, 3), "depth": (None, 4), "S": (1, 2), "U": FLAG},
        partial(grown, "RandomTree"), weights=ONE, signature=partial(signature_of, "RandomTree"), refused={"N": 3},
        shapeless=frozenset("D"),
    ),
    Learner(
        "Weka Id3", weka.version, Nominal, nominal_tables, {}, partial(grown, "Id3"), gaps=(Gaps.NONE,), weights=ONE,
        signature=partial(signature_of, "Id3"), shapeless=frozenset("D"),
    ),
    Learner(
        "Weka J48", weka.version, None, MIXED,
        {"U": FLAG, "C": (None, 0.1), "M": (2, 1, 5), "B": FLAG, "S": FLAG, "A": FLAG, "L": FLAG},
        partial(grown, "J48"), _without_folds, weights=ONE,
        signature=partial(signature_of, "J48"), refused={"R": True}, shapeless=frozenset("NQ"),
    ),
    Learner(
        "Weka 3.9 J48", partial(weka.version, weka.LATER), None, MIXED,
        {
            "U": FLAG, "C": (None, 0.1), "M": (2, 1, 5), "B": FLAG, "S": FLAG, "A": FLAG, "L": FLAG, "J": FLAG, "O": FLAG,
            "doNotMakeSplitPointActualValue": FLAG,
        },
        partial(grown, "J48", jar=weka.LATER), _without_folds, weights=ONE,
        signature=partial(signature_of, "J48", weka.LATER),
        fails={"R": "Model selection method not implemented"},
        shapeless=frozenset(("N", "Q", "output-debug-info", "do-not-check-capabilities", "num-decimal-places", "batch-size")),
    ),
)  # fmt: skip
