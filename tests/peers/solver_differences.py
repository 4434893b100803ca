"""
Generated binary cases, answered by released solvers of optimal and near-optimal trees, by dtref and by plain counting: who differs, why.

Run: PYTHONPATH=tests DTREF_SOLVERS=PYTHON python tests/peers/solver_differences.py [CASES] [--write]; PYTHON has the solvers
(`optimal_solvers.py`, `near_best_solvers.py` say which). With `--write` the table is written to SOLVERS.md. A difference that nothing here
explains is listed as such.

What is exact comes from `sizes`: how many trees there are of each number of errors and of leaves, counted without bounds and without dtref.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import floor
from pathlib import Path
from random import Random
from typing import Any

from attrs import frozen

from dtref.engines.good_trees import best_trees, near_best_trees
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.optimal.good_trees import Within
from dtref.spec.optimal.losses import Objective, TreeLimits
from dtref.spec.presets import CART

HERE = Path(__file__).parent
PAGE = HERE / "SOLVERS.md"

Row = tuple[int, ...]
Sizes = dict[tuple[int, int], int]
"""How many trees there are of each number of errors and of leaves."""


def generated(seed: int) -> dict[str, Any]:
    """A case: rows and labels of 0 and 1, a depth, a penalty, a distance as a share of the least value."""
    chance = Random(seed)
    columns, records, depth = chance.randint(2, 5), chance.randint(4, 30), chance.randint(1, 3)
    rows = [[chance.randint(0, 1) for _ in range(columns)] for _ in range(records)]
    labels = [chance.randint(0, 1) for _ in range(records)]
    if len(set(labels)) < 2:
        labels[0] = 1 - labels[0]
    penalty, within = Fraction(chance.choice((1, 2, 3)), 100), Fraction(chance.choice((1, 2, 5)), 10)
    return {"rows": rows, "labels": labels, "depth": depth, "penalty": str(penalty), "within": str(within)}


# Plain counting


def sizes(case: dict[str, Any]) -> Sizes:
    """The trees of a case: at each node a leaf, or a column that divides its records and two trees."""
    rows, labels = case["rows"], case["labels"]

    @cache
    def below(node: frozenset[int], depth: int) -> Sizes:
        ones = sum(labels[i] for i in node)
        found = Counter({(min(ones, len(node) - ones), 1): 1})
        for column in range(len(rows[0]) if depth else 0):
            right = frozenset(i for i in node if rows[i][column])
            if right and node - right:
                for (e, k), n in below(node - right, depth - 1).items():
                    for (f, m), other in below(right, depth - 1).items():
                        found[e + f, k + m] += n * other
        return dict(found)

    return below(frozenset(range(len(rows))), case["depth"])


@frozen
class Exact:
    """What is so: the fewest errors, the least value, and how many trees are near it: at most at the distance, or nearer."""

    errors: int
    least: Fraction
    near: int
    nearer: int


def exact(case: dict[str, Any]) -> Exact:
    """By the trees of a case."""
    found, n, price, within = sizes(case), len(case["rows"]), Fraction(case["penalty"]), Fraction(case["within"])
    values: Counter[Fraction] = Counter()
    for (errors, leaves), trees in found.items():
        values[Fraction(errors, n) + price * leaves] += trees
    least = min(values)
    bound = least * (1 + within)
    near, nearer = (sum(trees for value, trees in values.items() if value < bound or (value == bound and at)) for at in (True, False))
    return Exact(min(errors for errors, _ in found), least, near, nearer)


def in_whole_records(case: dict[str, Any]) -> int:
    """How many trees have at most as many errors and penalties as a bound that is rounded, as a leaf's penalty is (halves: up)."""
    found, penalty = sizes(case), whole(Fraction(case["penalty"]) * len(case["rows"]))
    bound = whole(min(errors + penalty * leaves for errors, leaves in found) * (1 + Fraction(case["within"])))
    return sum(trees for (errors, leaves), trees in found.items() if errors + penalty * leaves <= bound)


def whole(x: Fraction) -> int:
    return floor(x + Fraction(1, 2))


def by_dtref(case: dict[str, Any]) -> tuple[int, Fraction, int]:
    """The fewest errors, the least value, the number of near-best trees."""
    attributes = tuple(Nominal(f"x{j}", ("0", "1")) for j in range(len(case["rows"][0])))
    records = (Record(tuple(map(str, row)), str(label)) for row, label in zip(case["rows"], case["labels"], strict=True))
    data, limits = DataSet(attributes, Nominal("y", ("0", "1")), tuple(records)), TreeLimits(depth=case["depth"])
    objective, within = Objective(penalty=Fraction(case["penalty"])), Within(Fraction(case["within"]), relative=True)
    errors = best_trees(data, CART, Objective(), limits).values[0][1]
    near = near_best_trees(data, CART, within, objective, limits)
    return int(Fraction(str(errors))), Fraction(str(near.space.costs.value(near.least, 1))), near.number


# The programs


def answers(script: str, cases: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """What the programs of a script answer, case by case."""
    python, there = os.environ.get("DTREF_SOLVERS", sys.executable), {**os.environ, "PYTHONPATH": str(HERE.parent)}
    lines = (json.dumps({**case, **{name: float(Fraction(case[name])) for name in ("penalty", "within")}}) for case in cases)
    ran = subprocess.run(
        [python, "-W", "ignore", str(HERE / script)], input="\n".join(lines), capture_output=True, text=True, check=False, env=there
    )
    return map(json.loads, ran.stdout.splitlines())


def versions(script: str) -> dict[str, str]:
    python, there = os.environ.get("DTREF_SOLVERS", sys.executable), {**os.environ, "PYTHONPATH": str(HERE.parent)}
    ran = subprocess.run([python, str(HERE / script), "versions"], capture_output=True, text=True, check=True, env=there)
    found: dict[str, str] = json.loads(ran.stdout)
    return found


# What a difference comes from


def why_worse(program: str, case: dict[str, Any], so: Exact, answer: Any) -> str:
    """Of a best tree: as there is a tree with fewer errors, counted in plain, the program is wrong; or it complains."""
    if isinstance(answer, str):
        return f"no answer: {answer.split(':')[0]}"
    errors, leaves = answer
    if program == "gosdt":
        value = Fraction(errors, len(case["rows"])) + Fraction(case["penalty"]) * leaves
        return "" if value == so.least else "its tree is worth more than the least" if value > so.least else "not explained"
    return "" if errors == so.errors else "its tree has more errors than the fewest" if errors > so.errors else "not explained"


def why_miscounted(_: str, case: dict[str, Any], so: Exact, answer: Any) -> str:
    """Of a count: trees on the bound, or the count that comes out where penalty x records and the bound become whole numbers."""
    if not isinstance(answer, int):
        return f"no answer: {str(answer).split(':')[0]}"
    if answer == so.near:
        return ""
    if so.nearer <= answer < so.near:
        return "trees that lie exactly on the bound are left out"
    if answer == in_whole_records(case):
        return "penalty x records and the bound are rounded to whole numbers"
    if answer > so.near:
        return "more than there are within the bound"
    return "not explained"


Why = Callable[[str, dict[str, Any], Exact, Any], str]
SCRIPTS: dict[str, Why] = {"optimal_solvers.py": why_worse, "near_best_solvers.py": why_miscounted}


def lines(cases: list[dict[str, Any]]) -> Iterator[str]:
    """The page."""
    truth = [exact(case) for case in cases]
    wrong = sum(by_dtref(case) != (so.errors, so.least, so.near) for case, so in zip(cases, truth, strict=True))
    on_bound = sum(so.near != so.nearer for so in truth)
    yield f"# {len(cases):,} generated cases and released solvers\n"
    yield "Made by `python tests/peers/solver_differences.py --write`, which says how: rows and labels of 0 and 1, 30 records at most.\n"
    yield (
        "What is exact was counted in plain, tree by tree. A best tree differs if it has more errors than the fewest (gosdt: is worth\n"
        "more than the least, at the penalty); a count, if it isn't the number of trees within the distance of the least value.\n"
        f"dtref differs in {wrong}. Of {on_bound:,} cases some tree lies exactly on the bound.\n"
    )
    yield "| program | version | asked for | same | differs | why, and the first such case (seed) | who is right |"
    yield "| --- | --- | --- | ---: | ---: | --- | --- |"
    for script, why in SCRIPTS.items():
        there, told = versions(script), list(answers(script, cases))
        for program, version in there.items():
            reasons: dict[str, list[int]] = {}
            for seed, (case, so, answer) in enumerate(zip(cases, truth, told, strict=True)):
                reasons.setdefault(why(program, case, so, answer[program]), []).append(seed)
            same = len(reasons.pop("", []))
            asked = "near-best trees" if script.startswith("near") else "a best tree"
            if not reasons:
                yield f"| {program} | {version} | {asked} | {same:,} | 0 | | |"
            for reason, seeds in reasons.items():
                right = "" if reason.startswith("no answer") else "open" if reason == "not explained" else "dtref"
                yield f"| {program} | {version} | {asked} | {same:,} | {len(seeds):,} | {reason} ({seeds[0]}) | {right} |"


def main() -> None:
    words = [word for word in sys.argv[1:] if word != "--write"]
    text = "\n".join(lines([generated(seed) for seed in range(int(words[0]) if words else 1000)])) + "\n"
    if "--write" in sys.argv:
        PAGE.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
