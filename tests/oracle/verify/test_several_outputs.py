"""Trees of scikit-learn for several targets: right, grown alike, wrong where spoiled, and the same as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from many import as_many

pytest.importorskip("sklearn.tree")

from peers.outputs import FittedOutputs, asks_the_same, fitted_outputs, spoiled_outputs, targets_of

import dtref
from dtref.cli import app
from dtref.io.foreign.formats import read_foreign
from dtref.io.foreign.several_outputs import foreign_outputs
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree, Program, Setting
from dtref.oracle.stated.policy_of import policy_of
from dtref.oracle.verify.verdicts import Beaten, NotChecked, StopWithinFloat, Tied, WithinFloat
from dtref.spec.growing.policy import Policy

FEW, ENOUGH = 7, 210


def judged(case: FittedOutputs) -> tuple[Policy, bool]:
    """The policy that a model states, and whether a node asks one of several tests that are as good; nothing may be wrong."""
    policy = policy_of(case.tree.tests)
    report = dtref.verify_outputs(case.tree, case.targets, policy)
    assert not report.wrong, (case.model, report.wrong)
    of_tests = [verdict for finding in report.tests.findings for verdict in finding.verdicts]
    assert not any(isinstance(verdict, NotChecked) for verdict in of_tests), case.model
    return policy, any(isinstance(verdict, Tied | WithinFloat | StopWithinFloat) for verdict in of_tests)


def grown_alike(case: FittedOutputs) -> int:
    """1 where the tree that dtref grows is theirs, 0 where a tie left it open; then every prediction is one of dtref's."""
    policy, tied = judged(case)
    if policy.draws is not None:
        return 0
    trees = dtref.grow_outputs(case.targets, policy)
    if not asks_the_same(trees[0], case.tree.tests.root):
        assert tied, case.model
        return 0
    names = [attribute.name for attribute in case.targets.by_target[0].attributes]
    for row, predicted in zip(case.x, case.model.predict(case.x), strict=True):
        own = dtref.predict_outputs(trees, dict(zip(names, row, strict=True)))
        for label, prediction in zip(predicted, own, strict=True):
            assert is_one_of(label, prediction.labels), (case.model, row)
    return 1


def is_one_of(label: float, labels: tuple[str | Fraction, ...]) -> bool:
    """Whether a prediction is a class among labels, or a number that is one, or between two medians, but for the rounding of sums."""
    if isinstance(labels[0], str):
        return str(label) in labels
    numbers = [x for x in labels if isinstance(x, Fraction)]
    slack = abs(numbers[-1]) / 2**40
    return numbers[0] - slack <= Fraction(float(label)) <= numbers[-1] + slack


def test_fitted_trees_are_right_and_grown() -> None:
    """Of every criterion one; in a deep run thirty."""
    assert sum(grown_alike(fitted_outputs(seed)) for seed in range(as_many(FEW, ENOUGH))) >= FEW // 2


@pytest.mark.peer("scikit-learn", "several targets")
def test_many_fitted_trees(record_property: Callable[[str, object], None]) -> None:
    """Generated data and settings of every criterion, on few records."""
    cases = as_many(ENOUGH // 6, ENOUGH)
    alike = sum(grown_alike(fitted_outputs(seed, most=6)) for seed in range(cases))
    assert alike > cases // 3
    record_property("cases", cases)


def test_spoiled_trees_are_named() -> None:
    """Each fault makes some node wrong; a question that is changed at the root may be another of the best."""
    named = tied = 0
    for seed in range(as_many(3, 42)):
        case = fitted_outputs(seed, most=10)
        policy = policy_of(case.tree.tests)
        for kind, tree in spoiled_outputs(case):
            report = dtref.verify_outputs(tree, case.targets, policy)
            of_root = report.tests.findings[0].verdicts
            open_tie = not report.wrong and any(isinstance(verdict, Tied) for verdict in of_root)
            assert report.wrong or open_tie or policy.draws is not None, (kind, case.model)
            named, tied = named + bool(report.wrong), tied + open_tie
    assert named > 20 * tied


def test_json_and_command(tmp_path: Path) -> None:
    """A model as JSON is the model; the command says what the function does; readers of one target refuse it by name, and the other way."""
    from sklearn.tree import DecisionTreeClassifier

    x, y = [[1.0], [2.0], [float("nan")], [4.0]], [["a", "c"], ["a", "d"], ["b", "d"], ["b", "d"]]
    model = DecisionTreeClassifier(random_state=0).fit(x, y)
    file, table = tmp_path / "model.json", tmp_path / "data.csv"
    dtref.write_scikit_learn_outputs(model, file, ["x"])
    assert dtref.read_scikit_learn_outputs_json(file).by_output == dtref.read_scikit_learn_outputs(model, ["x"]).by_output
    table.write_text("x,y,z\n1,a,c\n2,a,d\n,b,d\n4,b,d\n", "utf-8")
    words = ["verify", str(file), str(table), "--target", "y", "--also-target", "z", "--format", "sklearn"]
    right = CliRunner().invoke(app, words)
    assert right.exit_code == 0, right.output
    assert "target z: counts and labels" in right.output
    # a leaf's shares of one target
    leaf = '"value": [[0.5, 0.5], '
    assert leaf in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace(leaf, '"value": [[0.25, 0.75], '), "utf-8")
    wrong = CliRunner().invoke(app, [*words, "--json"])
    assert (wrong.exit_code, json.loads(wrong.output)["wrong"]) == (1, "1")
    # one target and several
    with pytest.raises(dtref.Invalid, match="outputs: expected trees of one target"):
        read_foreign(file, "sklearn")
    with pytest.raises(dtref.Invalid, match="model: expected one output; several are read by"):
        dtref.read_scikit_learn(model, ["x"])
    with pytest.raises(dtref.Invalid, match="model: expected several outputs; one is read by"):
        dtref.read_scikit_learn_outputs(DecisionTreeClassifier().fit([[1.0], [2.0]], ["a", "b"]), ["x"])
    refused = CliRunner().invoke(app, [*words, "--pruned"])
    assert isinstance(refused.exception, dtref.Invalid)


@pytest.mark.parametrize(("version", "checked"), [("1.9.1", True), ("1.10.0", True), ("1.5.2", False), ("", False)])
def test_friedman_mse_of_several_targets_before_1_9_is_not_checked(version: str, checked: bool) -> None:
    """Then the differences of means were summed, and those of x1, which parts both targets but in opposite directions, came to nothing."""
    x, y = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [[0.0, 9.0], [9.0, 1.0], [1.0, 9.0], [9.0, 2.0]]
    trees = []
    for output in range(2):
        leaves = [tuple(ForeignNode("", label=Fraction(y[i][output])) for i in rows) for rows in ((0, 1), (2, 3))]
        below = tuple(ForeignNode("", Cut("x1", Fraction(1, 2)), part) for part in leaves)
        settings = (Setting("criterion", "friedman_mse"), *((Setting("version", version),) if version else ()))
        root = ForeignNode("0", Cut("x0", Fraction(1, 2)), below)
        trees.append(ForeignTree(root, "sklearn", (), (), ("x0", "x1"), settings=settings, program=Program.SCIKIT_LEARN))
    outputs = foreign_outputs(trees)
    policy = policy_of(outputs.tests)
    report = dtref.verify_outputs(outputs, targets_of(x, y, None, ["x0", "x1"]), policy)
    of_root = report.tests.findings[0].verdicts[-1]
    assert isinstance(of_root, Beaten if checked else NotChecked)
    assert bool(report.wrong) is checked


def test_a_model_says_which_version_grew_it() -> None:
    import sklearn

    case = fitted_outputs(1)
    assert [s.value for s in case.tree.tests.settings if s.name == "version"] == [sklearn.__version__]
