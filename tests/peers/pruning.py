"""
What is known of cost complexity in other programs: golden/peers/pruning.json, read, written and compared with a run.

`DTREF_DATA=… PYTHONPATH=tests python -m peers.pruning` compares everything anew and rewrites the lists `compared` and `departures`;
`programs` and `rules` are written by hand. A test run never writes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import TypedDict

from peers import cptable, scikit_path
from peers.cost_complexity import Regression, in_ulps, near, regression_samples, usable
from peers.departures import layout
from peers.library import Continuous, decimal
from peers.rpart import RPART
from peers.samples import Sample, part, samples
from peers.scikit import SKLEARN, numeric_samples

FILE = Path(__file__).parent.parent.parent / "golden" / "peers" / "pruning.json"

Run = tuple[str, Sample | Regression]
"""A program and a data set."""


class Compared(TypedDict):
    """What was compared: the exact alphas of a tree, and how many pruned trees."""

    program: str
    file: str
    variant: str
    sha256: str
    alphas: str
    prunings: str


class Departure(TypedDict):
    """The nodes of one tree whose alpha a program has otherwise, and how many of its prunings cost more than need be."""

    program: str
    file: str
    variant: str
    rule: str
    prunings: str
    nodes: list[dict[str, str]]


class Known(TypedDict):
    """The whole file."""

    about: str
    programs: list[dict[str, str]]
    rules: list[dict[str, str]]
    compared: list[Compared]
    departures: list[Departure]


def known() -> Known:
    """The file."""
    found: Known = json.loads(FILE.read_text())
    return found


def runs(program: str) -> tuple[Sample | Regression, ...]:
    """The data sets for a program."""
    return (*(numeric_samples() if program == SKLEARN.name else samples()), *regression_samples())


def digest(sample: Sample | Regression) -> str:
    """The SHA-256 of its file."""
    return sha256(sample.path.read_bytes()).hexdigest()


def paths(sample: Sample | Regression) -> list[scikit_path.Pruned]:
    """scikit-learn's comparisons on a data set, on its continuous columns; none where it is not usable."""
    data, criteria = part(sample.data, Continuous), ("squared_error",) if isinstance(sample, Regression) else ("gini", "entropy")
    return [scikit_path.compared(data, criterion) for criterion in criteria if usable(data)]


def tables(sample: Sample | Regression) -> list[cptable.Table]:
    """rpart's comparisons on a data set, with cp=-1 and cp=0 for each splitting rule; none where it is not usable."""
    data, splits = sample.data, ("anova",) if isinstance(sample, Regression) else ("gini", "information")
    return [cptable.compared(data, fit) for fit in (cptable.fits(data, splits, (-1, 0)) if usable(data) else ())]


def compared_paths(sample: Sample | Regression, found: Iterable[scikit_path.Pruned]) -> list[Compared]:
    """What was compared with scikit-learn, as the file lists it."""
    return [_compared(SKLEARN.name, sample, p.variant, len(p.path.steps), p.fits) for p in found]


def compared_tables(sample: Sample | Regression, found: Iterable[cptable.Table]) -> list[Compared]:
    """What was compared with rpart, as the file lists it: the trees grown with cp=0."""
    return [_compared(RPART.name, sample, t.variant, len(t.path.steps), t.prunings) for t in found if t.grown_at_zero]


def _compared(program: str, sample: Sample | Regression, variant: str, alphas: int, prunings: int) -> Compared:
    return Compared(program=program, file=sample.name, variant=variant, sha256=digest(sample), alphas=str(alphas), prunings=str(prunings))


def departures(sample: Sample | Regression, found: Iterable[cptable.Table]) -> Iterator[Departure]:
    """The departures of rpart, as the file lists them, with cp=0; CP of class trees as fractions, of regression trees as decimals."""
    for table in (t for t in found if t.grown_at_zero):
        text = (lambda x: decimal(x, 12)) if table.variant == "anova" else str
        nodes = [{"node": str(d.node), "cp": text(d.rpart), "exact": text(d.exact)} for d in table.departing]
        if nodes:
            rule, early = "children-at-their-end", str(table.early)
            yield Departure(program=RPART.name, file=sample.name, variant=table.variant, rule=rule, prunings=early, nodes=nodes)


def rewrite() -> None:
    """Compare everything that is there, and write what was found; print the figures of golden/peers/README.md."""
    text = known()
    if SKLEARN.version():
        text["compared"] = [c for c in text["compared"] if c["program"] != SKLEARN.name]
        every = [(s, paths(s)) for s in runs(SKLEARN.name)]
        text["compared"] += [c for s, found in every for c in compared_paths(s, found)]
        for variant in scikit_path.IMPURITIES:
            print(SKLEARN.name, variant, _figures([p for _, found in every for p in found if p.variant == variant]))
    if RPART.version():
        text["compared"] = [c for c in text["compared"] if c["program"] != RPART.name]
        listed = [(s, tables(s)) for s in runs(RPART.name)]
        text["compared"] += [c for s, ts in listed for c in compared_tables(s, ts)]
        text["departures"] = [d for s, ts in listed for d in departures(s, ts)]
        for variant in ("gini", "information", "anova"):
            print(RPART.name, variant, _table_figures([t for _, ts in listed for t in ts if t.variant == variant and t.grown_at_zero]))
    FILE.write_text(layout(text))


def _figures(found: list[scikit_path.Pruned]) -> str:
    roots = [p.path.steps[-1].risk for p in found]
    alphas = max(float(in_ulps(p.sequence.alpha_error, near(r))) for p, r in zip(found, roots, strict=True))
    risks = max(float(in_ulps(p.sequence.risk_error, near(r))) for p, r in zip(found, roots, strict=True))
    share = max(float(p.sequence.alpha_error / p.bounds[0]) for p in found)
    counts = {
        "trees": len(found),
        "alphas": sum(len(p.path.steps) for p in found),
        "entries more": sum(p.sequence.extra for p in found),
        "alphas too near": sum(p.sequence.near for p in found),
        "fits": sum(p.fits for p in found),
        "ties apart": sum(p.apart for p in found),
        "kept at 0": sum(p.kept_at_zero for p in found),
        "below 0": sum(p.below_zero for p in found),
    }
    return f"{counts}, errors {alphas:.2f} and {risks:.2f} ulps of the root's risk, at most {share:.2g} of the bound"


def _table_figures(found: list[cptable.Table]) -> str:
    counts = {
        "trees": len(found),
        "alphas": sum(len(t.path.steps) for t in found),
        "rows more": sum(t.sequence.extra for t in found),
        "prunings": sum(t.prunings for t in found),
        "early": sum(t.early for t in found),
        "nodes departing": sum(len(t.departing) for t in found),
        "trees departing": sum(bool(t.departing) for t in found),
    }
    most = max(t.sequence.alpha_error for t in found), max(t.sequence.risk_error for t in found)
    return f"{counts}, errors of CP and rel error {float(most[0]):.2g} and {float(most[1]):.2g}"


if __name__ == "__main__":
    rewrite()
