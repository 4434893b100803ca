"""
Cost complexity beside scikit-learn and rpart: every difference is one of the named rules of golden/peers/pruning.json, or a float error.

What contradicts a rule fails in every version of a program. The exact lists hold for the listed versions and files; for others the
comparison runs all the same, and the test then says that it was not held to a list.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from many import one_in
from peers.cost_complexity import Entry, Regression, U, clusters, usable
from peers.cptable import compared, fits, tree
from peers.library import Continuous, DataSet, Leaf, Nominal, Record, Tree, cost_complexity, leaf_count, nodes
from peers.programs import Program
from peers.pruning import compared_paths, compared_tables, departures, digest, known, paths, runs, tables
from peers.rpart import RPART
from peers.samples import Sample
from peers.scikit import SKLEARN
from peers.xval import FOLDS, as_doubles, depends_on_order, validated

Property = Callable[[str, object], None]
KNOWN = known()
PATHS = one_in(2, runs(SKLEARN.name)) if SKLEARN.version() else ()
TABLES = one_in(2, runs(RPART.name)) if RPART.version() else ()
FOLDED = [s for s in TABLES if isinstance(s, Sample) and "numeric" in s.kinds]
PLUS_MINUS = Nominal("y", ("-", "+"))

rpart_is_there = pytest.mark.skipif(not RPART.version(), reason=RPART.absent)


@pytest.mark.parametrize("program", [pytest.param(p, marks=pytest.mark.peer(p.name, "cost complexity")) for p in (SKLEARN, RPART)])
def test_program_is_there(program: Program) -> None:
    if not program.version():
        pytest.skip(program.absent)


def held(program: Program, file: str, sha256: str) -> None:
    """Skip, saying why, where a run is not held to the lists."""
    (version,) = (p["version"] for p in KNOWN["programs"] if p["name"] == program.name)
    if version != program.version():
        pytest.skip(f"the list is for {program.name} {version}, here is {program.version()}; every difference explained")
    if sha256 not in {c["sha256"] for c in KNOWN["compared"] if (c["program"], c["file"]) == (program.name, file)}:
        pytest.skip(f"golden/peers/pruning.json doesn't list this {file}; every difference explained")


@pytest.mark.peer("scikit-learn", "cost complexity")
@pytest.mark.parametrize("sample", PATHS, ids=[s.name for s in PATHS])
def test_paths_of_scikit_learn_are_exact_but_for_float_errors(sample: Sample | Regression, record_property: Property) -> None:
    found = paths(sample)
    record_property("cases", len(found))
    if not found:
        pytest.skip(f"nothing to learn from {sample.name}: no attribute for this program, or no class")
    for path in found:
        assert path.sequence.strays == ()
        assert path.wrong == ()
        assert path.kept_at_zero == bool(path.path.steps[0].weakest), "zero-prunes-nothing"
        assert path.below_zero == 0 or path.path.steps[0].weakest or path.sequence.near, "first-entry-unpruned"
        assert path.apart <= max(path.sequence.extra, 0) + path.sequence.near, "ties-an-ulp-apart"
    held(SKLEARN, sample.name, digest(sample))
    assert compared_paths(sample, found) == [c for c in KNOWN["compared"] if (c["program"], c["file"]) == (SKLEARN.name, sample.name)]


@pytest.mark.peer("rpart", "cost complexity")
@pytest.mark.parametrize("sample", TABLES, ids=[s.name for s in TABLES])
def test_tables_and_prunings_of_rpart_are_exact_but_for_the_listed_departures(
    sample: Sample | Regression, record_property: Property
) -> None:
    """With cp=-1 and with cp=0: the second tree is the first at alpha 0, and departs at the same nodes."""
    found = tables(sample)
    record_property("cases", len(found))
    record_property("departures", sum(bool(table.departing) for table in found))
    if not found:
        pytest.skip(f"nothing to learn from {sample.name}: no attribute for this program, or no class")
    for table in found:
        assert table.sequence.strays == ()
        assert table.wrong == ()
        assert table.unlike == ()
        assert all(0 < d.rpart < d.exact for d in table.departing), "too small, never too large"
        assert table.early == 0 or table.departing
    for unpruned, pruned in zip(found[::2], found[1::2], strict=True):
        assert unpruned.at_zero == pruned.at_zero
        assert unpruned.departing == pruned.departing
    held(RPART, sample.name, digest(sample))
    rows = [c for c in KNOWN["compared"] if (c["program"], c["file"]) == (RPART.name, sample.name)]
    assert compared_tables(sample, found) == rows
    assert list(departures(sample, found)) == [d for d in KNOWN["departures"] if d["file"] == sample.name]


def line(labels: str) -> DataSet:
    return DataSet((Continuous("x"),), PLUS_MINUS, tuple(Record((Fraction(i),), c) for i, c in enumerate(labels)))


@pytest.mark.peer("rpart", "cost complexity")
@rpart_is_there
def test_the_smallest_table_with_a_cp_that_is_too_small() -> None:
    """
    Eleven records on a line. rpart's table has the root's CP at 1/10, exactly it is 2/15, by counting: prune() at 0.11 makes the tree a
    leaf, at a cost of 1 + 0.11, where 7 leaves with one error of 5 cost 0.2 + 7 * 0.11 = 0.97.
    """
    data = line("+-+-+-++--+")
    (fit,) = fits(data, ["gini"], [0])
    table = compared(data, fit)
    assert [(d.node, d.rpart, d.exact) for d in table.departing] == [(1, Fraction(1, 10), Fraction(2, 15))]
    assert [[float.fromhex(x) for x in row] for row in fit["cptable"]] == [[0.1, 0, 1], [0, 8, 0]]
    grown = tree(data, fit)
    assert leaf_count(grown) == 9
    assert [int(n) for _, n in grown.counts] == [5, 6]
    kept = cost_complexity(grown).tree_at(Fraction(11, 100) * 5 / 11)
    assert leaf_count(kept) == 7
    assert misclassified_by(kept) == 1


def misclassified_by(grown: Tree) -> Fraction:
    leaves = [[n for _, n in node.counts] for node in nodes(grown) if isinstance(node, Leaf)]
    return sum((sum(ns) - max(ns) for ns in leaves), Fraction(0))


@pytest.mark.peer("rpart", "cross-validation")
@rpart_is_there
@pytest.mark.parametrize("sample", FOLDED, ids=[s.name for s in FOLDED])
def test_cross_validation_of_rpart_is_exact_but_for_its_sequences(sample: Sample | Regression) -> None:
    """In records: errors to 2u of at most n for each of two roundings, their squared standard errors to 8u n."""
    data = as_doubles(sample.data)
    if not (usable(data) and 20 <= len(data) <= 900):
        pytest.skip(f"20 to 900 records with numbers are compared, {sample.name} has {len(data)}")
    groups, n = [i % FOLDS + 1 for i in range(len(data))], len(data)
    found = validated(data, groups)
    assert len(found.reported) == len(found.theirs)
    if any(abs(a - b) > 3 * U * n for a, b in zip(found.reported, found.theirs, strict=True)):
        assert depends_on_order(data, groups)
        pytest.skip(f"{sample.name}: rpart's trees for a fold depend on the order of its records")
    assert all(abs(s * s - (e - e * e / n)) <= 8 * U * n for s, e in zip(found.spread, found.theirs, strict=True)), "errors are 0 or 1"
    if not found.departing:
        assert found.theirs == found.exact
        assert found.chosen[0] == found.chosen[1]


def test_at_least_ten_files_are_compared_with_each_program() -> None:
    for program in (SKLEARN, RPART):
        assert len({c["sha256"] for c in KNOWN["compared"] if c["program"] == program.name}) >= 10


def test_every_rule_that_a_departure_names_is_described() -> None:
    described = {(rule["program"], rule["name"]) for rule in KNOWN["rules"]}
    assert {(d["program"], d["rule"]) for d in KNOWN["departures"]} <= described


def test_clusters_tell_what_is_more_than_rounding() -> None:
    expected = [Entry(Fraction(0), Fraction(0), 3), Entry(Fraction(1, 4), Fraction(1, 2), 1)]
    tenth = Fraction(1, 10)
    same = clusters(expected, [expected[0], Entry(Fraction(1, 5), Fraction(1, 3)), expected[1]], tenth, tenth)
    assert (same.extra, same.near, same.strays, same.alpha_error) == (1, 0, (), Fraction(1, 20))
    assert clusters(expected, [expected[0]], tenth, tenth).strays == ("alpha 0.25: not reported",)
    assert clusters(expected, [*expected, Entry(Fraction(1), Fraction(1, 2))], tenth, tenth).strays == ("alpha 1.0: off by 7.5e-01",)
    assert clusters(expected, [expected[0], Entry(Fraction(1, 4), Fraction(1))], tenth, tenth).strays == ("alpha 0.25: risk 1.0",)
    larger = [expected[0], Entry(Fraction(1, 4), Fraction(1, 2), 2)]
    assert clusters(expected, larger, tenth, tenth).strays == ("alpha 0.25: 2 leaves for 1",)
    assert clusters(expected, expected[1:], Fraction(1, 2), tenth).near == 1
