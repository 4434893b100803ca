"""
What Weka prints of each of its trees, read: its own counts are those of the records that the tree sends to each leaf; or refused by name.

A count that is right at every leaf, with missing values in the data, needs every question, every side and every share to be read right.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve
from peers.library import MISSING, Cell, Continuous, DataSet, Nominal, read_csv
from peers.weka import arff, run, version

from dtref.errors import Invalid
from dtref.io.foreign.printed_trees.weka import parse_weka
from dtref.io.foreign.tree import foreign_nodes
from dtref.oracle.golden.store import golden_folder
from dtref.oracle.verify.verdicts import WrongClaim, WrongCounts, WrongLabel
from dtref.oracle.verify.verify import verify
from dtref.spec.presets import C45_GAIN_RATIO

pytestmark = [
    pytest.mark.peer("Weka", "verify"),
    pytest.mark.skipif(not version(), reason="A JDK or Debian's weka.jar is not there (tests/peers/install)"),
]


def mixed() -> DataSet:
    """iris with its petal length as three values, and gaps in every seventh cell."""
    data = read_csv(golden_folder() / "data" / "iris.csv", target="species")
    sizes = Nominal("size", ("v0", "v1", "v2"))
    names = [a.name for a in data.attributes]
    at = names.index("petal_length")

    def cell(i: int, j: int, x: Cell) -> Cell:
        if (5 * i + j) % 7 == 0:
            return MISSING
        return x if j != at or not isinstance(x, Fraction) else sizes.values[(x > 2) + (x > Fraction(49, 10))]

    attributes = tuple(sizes if j == at else Continuous(f"a{j}") for j in range(len(names)))
    renamed = (evolve(sizes, name=f"a{at}") if a is sizes else a for a in attributes)
    classes = tuple(f"c{k}" for k in range(len(data.classes)))
    codes = dict(zip(data.classes, classes, strict=True))
    records = tuple(
        evolve(r, values=tuple(cell(i, j, x) for j, x in enumerate(r.values)), label=codes[str(r.label)]) for i, r in enumerate(data)
    )
    return DataSet(tuple(renamed), Nominal("y", classes), records)


MIXED = mixed()
TENNIS = read_csv(golden_folder() / "data" / "play_tennis.csv", target="play")


@pytest.mark.parametrize(
    ("learner", "options", "leaves"),
    [
        ("J48", ("-U", "-M", "1"), 9),
        ("J48", ("-B",), 3),
        ("REPTree", ("-P", "-M", "1"), 10),
        ("REPTree", (), 2),
        ("RandomTree", (), 10),
        ("SimpleCart", ("-U",), 5),
        ("BFTree", (), 2),
    ],
)
def test_its_counts_are_those_of_the_records(learner: str, options: tuple[str, ...], leaves: int) -> None:
    (tree,) = parse_weka(run(MIXED, f"weka.classifiers.trees.{learner}", *options), "weka.txt")
    said = [node for node in foreign_nodes(tree.root) if node.ask is None]
    assert len(said) >= leaves
    assert (
        abs(sum((node.records or Fraction(0) for node in said), Fraction(0)) - len(MIXED)) < 1
    )  # SimpleCart loses parts of records with gaps
    report = verify(tree, MIXED, C45_GAIN_RATIO, pruned=True)
    wrong = [v for finding in report.findings for v in finding.verdicts if isinstance(v, WrongCounts | WrongClaim | WrongLabel)]
    assert wrong == []


def test_id3_s_levels_take_three_characters() -> None:
    (tree,) = parse_weka(run(TENNIS, "weka.classifiers.trees.Id3"), "id3.txt")
    assert len([node for node in foreign_nodes(tree.root) if node.ask is None]) == 5


@pytest.mark.parametrize("learner", ["ADTree", "LADTree", "DecisionStump", "FT", "LMT", "NBTree", "J48graft"])
def test_its_other_trees_are_refused_by_name(learner: str) -> None:
    data = TENNIS if learner == "ADTree" else MIXED  # two classes
    text = run(data, f"weka.classifiers.trees.{learner}")
    with pytest.raises(Invalid, match=f"not (one of|a) {'Decision Stump' if learner == 'DecisionStump' else learner}"):
        parse_weka(text, "weka.txt")
    headless = "\n".join(line for line in text.splitlines() if "tree" not in line.lower() and "Decision Stump" not in line)
    if learner != "J48graft" or "|" in headless.replace("|   ", ""):  # without a graft it is what J48 prints
        with pytest.raises(Invalid):
            parse_weka(headless, "weka.txt")


def test_gaps_are_sent_to_weka() -> None:
    assert "?" in arff(MIXED)
