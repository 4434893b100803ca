"""
`dtref.verify` on trees that the programs themselves just grew, read in each one's own way.

scikit-learn in process, over numeric files of DTREF_DATA and the project's own; rpart by the R script that dtref ships; Weka's J48 by what
it prints.
"""

from __future__ import annotations

import subprocess
import warnings
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve
from many import as_many
from narrow import of_kind, values_of
from peers.library import CART, MISSING, Attribute, Cell, Continuous, DataSet, Nominal, Record, gain, gini_reduction
from peers.rpart import version as rpart_version
from peers.samples import Sample, part, samples
from peers.scikit import numeric_samples
from peers.scikit import version as scikit_version
from peers.weka import J48_CLASS, arff, run
from peers.weka import version as weka_version

import dtref
from dtref import read_csv
from dtref.io.foreign import rpart as rpart_reader
from dtref.io.foreign.printed_trees.weka import parse_weka
from dtref.io.foreign.rpart import read_rpart
from dtref.io.foreign.scikit_learn import read_scikit_learn, read_scikit_learn_forest
from dtref.oracle.golden.store import golden_folder
from dtref.oracle.verify.report import report_text
from dtref.oracle.verify.verdicts import Beaten, NotACandidate, NotChecked, Report
from dtref.oracle.verify.verify import verify
from dtref.spec.presets import C45_GAIN_RATIO, SCIKIT_LEARN

DATA = golden_folder() / "data"
needs_scikit = pytest.mark.skipif(not scikit_version(), reason="scikit-learn is not installed (pip install 'dtref[sklearn]')")
needs_rpart = pytest.mark.skipif(not rpart_version(), reason="Rscript with rpart and jsonlite is not there (tests/peers/install)")
needs_weka = pytest.mark.skipif(not weka_version(), reason="java with Weka is not there (tests/peers/install)")
LARGE = ("sick", "vowel")
CRITERIA = {"gini": gini_reduction, "entropy": gain}


def fitted(data: DataSet, criterion: str, seed: int, forest: bool = False) -> object:
    import numpy as np

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from sklearn.ensemble import RandomForestClassifier
        from sklearn.tree import DecisionTreeClassifier
    x = np.array([[float(of_kind(Fraction, cell)) for cell in record.values] for record in data])
    y = np.array([record.label for record in data])
    if forest:
        return RandomForestClassifier(n_estimators=3, random_state=seed, bootstrap=False, max_features=None).fit(x, y)
    return DecisionTreeClassifier(criterion=criterion, random_state=seed).fit(x, y)


@pytest.mark.peer("scikit-learn", "verify")
@needs_scikit
@pytest.mark.parametrize("sample", numeric_samples(), ids=lambda sample: sample.name)
def test_scikit_learn(sample: Sample) -> None:
    """Every tree is in the tie closure of CART, or of CART where numbers at most 1e-7 apart in float32 are one."""
    if sample.name in LARGE and as_many(1, 0):
        pytest.skip(f"{sample.name} takes as long as twenty others: pytest -m peer --hypothesis-profile=deep")
    data = part(sample.data, Continuous)
    for name, criterion in CRITERIA.items():
        for seed in range(2 if len(data) <= 500 else 1):
            tree = read_scikit_learn(fitted(data, name, seed), [a.name for a in data.attributes])
            report = verify(tree, data, evolve(CART, criterion=criterion))
            if report.wrong:
                assert all(isinstance(v, (Beaten, NotACandidate)) for finding in report.wrong for v in finding.verdicts[-1:])
                report = verify(tree, data, evolve(SCIKIT_LEARN, criterion=criterion))
            assert report.wrong == (), "\n".join(report_text(report))


@pytest.mark.peer("scikit-learn", "verify")
@needs_scikit
def test_a_forest_of_scikit_learn() -> None:
    data = read_csv(DATA / "iris.csv", target="species")
    trees = read_scikit_learn_forest(fitted(data, "gini", 1, forest=True), [a.name for a in data.attributes])
    assert [verify(tree, data, CART).wrong for tree in trees] == [(), (), ()]


@pytest.mark.peer("scikit-learn", "verify")
@needs_scikit
def test_a_tree_of_scikit_learn_against_other_records_is_wrong() -> None:
    data = read_csv(DATA / "iris.csv", target="species")
    tree = read_scikit_learn(fitted(data, "gini", 0), [a.name for a in data.attributes])
    report = verify(tree, evolve(data, records=data.records[1:]), CART)
    assert report.tally["WrongCounts"] >= 1


@pytest.mark.peer("rpart", "verify")
@needs_rpart
@pytest.mark.parametrize(("criterion", "rule"), [("gini", "gini"), ("entropy", "information")])
def test_rpart_by_the_script_that_is_shipped(tmp_path: Path, criterion: str, rule: str) -> None:
    script = Path(rpart_reader.__file__).with_suffix(".R")
    code = f"""
      suppressPackageStartupMessages(library(rpart)); source("{script}")
      d <- read.csv("{DATA / "contact_lenses.csv"}", stringsAsFactors = TRUE, check.names = FALSE)
      names(d)[5] <- "lenses"
      all <- rpart.control(cp = -1, minsplit = 2, minbucket = 1, xval = 0)
      m <- rpart(lenses ~ ., data = d, method = "class", parms = list(split = "{rule}"), control = all)
      write_rpart(m, "{tmp_path / "m.json"}")
    """
    ran = subprocess.run(["Rscript", "--vanilla", "-e", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    data = read_csv(DATA / "contact_lenses.csv", target="contact-lenses")
    report = verify(read_rpart(tmp_path / "m.json")[0], data, evolve(CART, criterion=CRITERIA[criterion]), pruned=True)
    assert report.wrong == (), "\n".join(report_text(report))
    assert report.tally["Optimal"] + report.tally["Tied"] >= 5


@pytest.mark.peer("Weka", "verify")
@needs_weka
@pytest.mark.parametrize(("file", "target"), [("play_tennis.csv", "play"), ("contact_lenses.csv", "contact-lenses")])
def test_what_j48_prints(file: str, target: str) -> None:
    """Under the safe names of `arff`: the data are renamed alike."""
    data = read_csv(DATA / file, target=target)
    (tree,) = parse_weka(run(data, J48_CLASS, "-U", "-M", "1"), "J48")
    report = verify(tree, renamed(data), C45_GAIN_RATIO, pruned=True)
    assert {type(v) for finding in report.wrong for v in finding.verdicts} <= {Beaten}  # its average-gain rule
    assert report.tally["Optimal"] + report.tally["Tied"] + report.tally[NotChecked.__name__] >= len(report.findings) - 1


SMALL = [sample for sample in samples() if sample.path.stat().st_size < as_many(5_000, 60_000)]
OPTIONS = {
    "": dtref.J48,
    "-U -M 1": dtref.j48(U=True, M=1),
    "-C 0.1 -M 5": dtref.j48(C=Fraction(1, 10), M=5),
    "-B": dtref.j48(B=True),
    "-S -M 1": dtref.j48(S=True, M=1),
    "-U -B -M 3": dtref.j48(U=True, B=True, M=3),
    "-C 0.4 -S -B": dtref.j48(C=Fraction(2, 5), S=True, B=True),
    "-A -L": dtref.j48(A=True, L=True),
}


@pytest.mark.peer("Weka", "verify")
@needs_weka
@pytest.mark.parametrize("sample", SMALL, ids=lambda sample: sample.name)
def test_every_tree_of_j48_is_one_that_its_policy_makes(sample: Sample) -> None:
    """Before and after pruning, by every option that shapes a tree: no node is wrong, and none is left open."""
    for options, policy in OPTIONS.items():
        (tree,) = parse_weka(run(sample.data, J48_CLASS, *options.split()), "J48")
        report = verify(tree, renamed(sample.data), policy)
        assert (report.wrong, report.tally["NotChecked"]) == ((), 0), "\n".join([options, *report_text(report)])


def renamed(data: DataSet) -> DataSet:
    """The data set as `arff` names it."""
    assert arff(data).startswith("@relation")
    attributes = tuple(
        Continuous(f"a{i}") if isinstance(a, Continuous) else Nominal(f"a{i}", tuple(f"v{j}" for j in range(len(values_of(a)))))
        for i, a in enumerate(data.attributes)
    )

    def cell(a: Attribute, value: Cell) -> Cell:
        return value if isinstance(a, Continuous) or value is MISSING else f"v{values_of(a).index(str(value))}"

    records = tuple(
        Record(tuple(cell(a, value) for a, value in zip(data.attributes, r.values, strict=True)), f"c{data.classes.index(str(r.label))}")
        for r in data
    )
    return DataSet(attributes, Nominal("y", tuple(f"c{j}" for j in range(len(data.classes)))), records)


def wrong(report: Report) -> list[str]:
    names = (type(verdict).__name__ for finding in report.findings for verdict in finding.verdicts)
    return [name for name in names if name not in {"Optimal", "Tied", "WithinFloat"}]


def weighted(rows: list[tuple[int, str]], weights: list[Fraction]) -> dtref.DataSet:
    classes = tuple(sorted({label for _, label in rows}))
    records = tuple(dtref.Record((Fraction(x),), label, w) for (x, label), w in zip(rows, weights, strict=True))
    return dtref.DataSet((dtref.Continuous("x"),), dtref.Nominal("y", classes), records)


@pytest.mark.parametrize(
    "weights",
    [
        [Fraction(1, 2)] * 3,
        [Fraction(1, 3), Fraction(2, 3), Fraction(5)],
        [Fraction(2), Fraction(1), Fraction(7)],
        [Fraction(10**17 + 1), Fraction(10**17 + 3), Fraction(10**17 + 7)],
    ],
    ids=lambda weights: " ".join(map(str, weights)),
)
def test_a_weighted_tree_of_scikit_learn_is_right(weights: list[Fraction]) -> None:
    tree = pytest.importorskip("sklearn.tree")
    rows = [(0, "a"), (1, "b"), (2, "a")]
    data = weighted(rows, list(map(Fraction, weights)))
    model = tree.DecisionTreeClassifier(random_state=0).fit(
        [[x] for x, _ in rows], [y for _, y in rows], sample_weight=list(map(float, weights))
    )
    report = dtref.verify(dtref.read_scikit_learn(model, ["x"]), data, dtref.SCIKIT_LEARN)
    assert wrong(report) == []


def test_a_weighted_regression_tree_of_scikit_learn_is_right() -> None:
    tree = pytest.importorskip("sklearn.tree")
    model = tree.DecisionTreeRegressor(random_state=0).fit([[0], [1]], [1, 3], sample_weight=[2, 1])
    records = (dtref.Record((Fraction(0),), Fraction(1), Fraction(2)), dtref.Record((Fraction(1),), Fraction(3), Fraction(1)))
    data = dtref.DataSet((dtref.Continuous("x"),), dtref.Continuous("y"), records)
    report = dtref.verify(dtref.read_scikit_learn(model, ["x"]), data, dtref.REGRESSION_TREE)
    assert wrong(report) == []


def test_a_wrong_count_of_a_weighted_tree_is_still_told() -> None:
    tree = pytest.importorskip("sklearn.tree")
    model = tree.DecisionTreeClassifier().fit([[0], [1]], ["a", "b"], sample_weight=[2, 1])
    report = dtref.verify(
        dtref.read_scikit_learn(model, ["x"]), weighted([(0, "a"), (1, "b")], [Fraction(3), Fraction(1)]), dtref.SCIKIT_LEARN
    )
    assert "WrongCounts" in wrong(report)
