"""
Whole data sets against figures of an independent program (provenance: independent; see figures.json).

That program was written without sight of dtref: candidates one by one from the records, entropies compared as integer powers and
again through prime factors, trees listed where they were few. ID3 reads every column as nominal. Files that are not in golden/data
are looked for in the folder that the environment variable DTREF_DATA names.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from narrow import attribute_of

from dtref.engines.filter.filtered import grow
from dtref.engines.tied_trees import count_partitions, count_trees
from dtref.exact.decimals import plain
from dtref.io.schema import Schema
from dtref.io.tables import read_csv
from dtref.spec.growing import hunt
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.ties import tied_nodes
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import count_tests
from dtref.spec.model.tests import Multiway, Subset, Test, Threshold
from dtref.spec.model.trees import Branch, Leaf, depth, nodes, training_errors
from dtref.spec.presets import CART, ID3

HERE = Path(__file__).parent
FOLDERS = [HERE.parents[2] / "golden" / "data", *([Path(os.environ["DTREF_DATA"])] if os.environ.get("DTREF_DATA") else [])]
FIGURES: list[dict[str, Any]] = json.loads((HERE / "figures.json").read_text("utf-8"))
POLICIES = {"CART": CART, "ID3": ID3}

every_figure = pytest.mark.parametrize("figure", FIGURES, ids=lambda f: f"{f['data']}-{f['policy']}")


def read(figure: dict[str, Any]) -> tuple[DataSet, Policy]:
    path = next((p for folder in FOLDERS if (p := folder / f"{figure['data']}.csv").exists()), None)
    if path is None:
        pytest.skip(f"no {figure['data']}.csv in golden/data or $DTREF_DATA")
    return read_csv(path, schema=Schema(), target=figure["target"], nominal=figure["nominal"]), POLICIES[figure["policy"]]


def shown(test: Test) -> str:
    match test:
        case Multiway():
            return "multiway"
        case Subset(left=left, right=right):
            return f"{{{', '.join(left)}}} | {{{', '.join(right)}}}"
        case Threshold(lower=lower, upper=upper):
            return f"[{plain(lower)}, {plain(upper)})"
        case _:
            raise AssertionError(test)


@every_figure
def test_the_first_tree(figure: dict[str, Any]) -> None:
    data, policy = read(figure)
    tree = grow(data, policy)
    inner = [node for node in nodes(tree) if isinstance(node, Branch)]
    leaves = [node for node in nodes(tree) if isinstance(node, Leaf)]
    empty = sum(not any(n for _, n in leaf.counts) for leaf in leaves)
    found = {
        "inner": len(inner),
        "tied": tied_nodes(tree),
        "leaves": len(leaves) - empty,
        "empty": empty,
        "depth": depth(tree),
        "errors": training_errors(tree),
    }
    assert found == {key: figure[key] for key in found}
    tests = ([attribute_of(n.test).name, *([shown(n.test)] if policy is CART else []), count_tests(n.optima)] for n in inner)
    assert list(tests) == figure["preorder"]


@every_figure
def test_how_many_trees_and_partitions(figure: dict[str, Any]) -> None:
    data, policy = read(figure)
    assert (count_trees(data, policy), count_partitions(data, policy)) == (int(figure["trees"]), int(figure["partitions"]))


@every_figure
def test_ties_do_not_hang_on_the_float_filter(figure: dict[str, Any]) -> None:
    data, policy = read(figure)
    if len(data) * len(data.attributes) > 10_000:
        pytest.skip("the exact decision alone takes minutes")
    assert grow(data, policy) == hunt.grow(data, policy)
