"""
Weka's Id3, J48, REPTree, SimpleCart and RandomTree, each under the policy that its tree states: every node is right, and dtref grows it.

On tables of samples, complete and with every thirteenth cell missing: on every twelfth with 60 records; in a deep run on all with 300.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from attrs import evolve
from many import as_many, one_in
from peers.library import MISSING, Cell, Continuous, DataSet, Nominal
from peers.samples import Sample, samples
from peers.weka import ID3_CLASS, run, version
from weka_files import PRINTED, PrintedTree
from weka_files import arff as arff_of_names

import dtref
from dtref.errors import Undecided
from dtref.io.foreign.printed_trees.weka import parse_weka
from dtref.io.foreign.tree import ForeignTree
from dtref.oracle.stated.policy_of import policy_of
from dtref.oracle.verify.verify import verify
from dtref.spec.model.data import Record
from dtref.spec.model.trees import nodes

pytestmark = [
    pytest.mark.peer("Weka", "verify"),
    pytest.mark.skipif(not version(), reason="A JDK or Debian's weka.jar is not there (tests/peers/install)"),
]
MOST = as_many(60, 300)
CASES: Sequence[tuple[str, tuple[str, ...]]] = (
    ("J48", ("-M", "2")),
    ("J48", ("-U", "-M", "1")),
    ("REPTree", ("-P",)),
    ("REPTree", ("-P", "-M", "5", "-L", "4")),
    ("SimpleCart", ("-U",)),
    ("SimpleCart", ("-U", "-M", "5")),
    ("RandomTree", ("-K", "0")),
    ("RandomTree", ("-K", "2", "-M", "3", "-depth", "6")),
)
"""Learners with options."""


def safe(data: DataSet) -> DataSet:
    """The records under the names that Weka gets, every n-th of many."""
    values = [tuple(f"v{j}" for j in range(len(a.values))) if isinstance(a, Nominal) else () for a in data.attributes]
    attributes = tuple(Nominal(f"a{i}", names) if names else Continuous(f"a{i}") for i, names in enumerate(values))
    codes: list[dict[Cell, Cell]] = [
        dict(zip(a.values, names, strict=True)) if isinstance(a, Nominal) else {} for a, names in zip(data.attributes, values, strict=True)
    ]
    classes = tuple(f"c{k}" for k in range(len(data.classes)))
    labels = dict(zip(data.classes, classes, strict=True))
    step = -(-len(data) // MOST)
    records = tuple(
        Record(tuple(code.get(x, x) for x, code in zip(r.values, codes, strict=True)), labels[str(r.label)]) for r in data.records[::step]
    )
    return DataSet(attributes, Nominal("y", classes), records)


def with_gaps(data: DataSet) -> DataSet:
    """The records with every thirteenth cell missing."""
    records = tuple(
        evolve(r, values=tuple(MISSING if (7 * i + 3 * j) % 13 == 0 else x for j, x in enumerate(r.values))) for i, r in enumerate(data)
    )
    return DataSet(data.attributes, data.target, records)


def trees(data: DataSet) -> Iterator[tuple[str, ForeignTree]]:
    """What Weka makes of a table, with Id3 where all is nominal and known."""
    if all(isinstance(a, Nominal) for a in data.attributes) and not any(MISSING in r.values for r in data):
        yield "Id3", parse_weka(run(data, ID3_CLASS), "id3")[0]
    for learner, options in CASES:
        text = run(data, f"weka.classifiers.trees.{learner}", *options)
        yield f"{learner} {' '.join(options)}", parse_weka(text, learner)[0]


@pytest.mark.parametrize("gaps", [False, True], ids=["complete", "gaps"])
@pytest.mark.parametrize("sample", one_in(12, samples()), ids=lambda s: s.name)
def test_every_node_is_right(sample: Sample, gaps: bool) -> None:
    data = safe(sample.data)
    data = with_gaps(data) if gaps else data
    for name, tree in trees(data):
        policy = policy_of(tree)
        report = verify(tree, data, policy)
        assert report.wrong == (), name
        if policy.draws is None:  # the tree that dtref grows is one that Weka might have made: it has as many nodes unless tests tie
            kinds = Counter(type(verdict).__name__ for finding in report.findings for verdict in finding.verdicts)
            try:
                grown = dtref.grow(data, policy)
            except Undecided:  # SimpleCart's order of values that have equal shares
                continue
            alike = sum(1 for _ in nodes(grown)) == len(report.findings)
            assert alike or set(kinds) - {"Optimal"}, name


@pytest.mark.parametrize("printed", PRINTED, ids=lambda p: p.name)
def test_the_committed_trees_are_what_weka_prints(printed: PrintedTree) -> None:
    text = run(printed.data, f"weka.classifiers.trees.{printed.learner}", *printed.options, text=arff_of_names(printed.data))
    assert [line.rstrip() for line in text.strip("\n").splitlines()] == printed.text.splitlines()
