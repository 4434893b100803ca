"""The commands that draw: what they draw beside the library, bad arguments."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from cli.run import Run

import dtref
from dtref.show.plots import canvas
from dtref.show.plots.canvas import rendered
from dtref.spec.preparation.random_draws import draw_order

ROOT = Path(__file__).parents[2]
IRIS = ("golden/data/iris.csv", "--target", "species")
ROC = ("golden/data/tan_roc.csv", "--score", "score", "--label", "class", "--positive", "+")
PETALS = ("--x", "petal_length", "--y", "petal_width")


@pytest.fixture
def run(run_apart: Run) -> Run:
    """From a folder of its own, as files are written."""
    return run_apart


@pytest.mark.parametrize(("form", "start"), [("png", b"\x89PNG"), ("PDF", b"%PDF"), ("svg", b"<?xml")])
def test_the_name_says_the_form(run: Run, form: str, start: bytes) -> None:
    assert run("plot", "impurity", "--impurity", "gini", "--steps", "4", "--out", f"a.{form}") == (0, "", "")
    assert Path(f"a.{form}").read_bytes().startswith(start)


def test_the_picture_is_the_display_s(run: Run) -> None:
    assert run("plot", "regions", *IRIS, *PETALS, "--max-depth", "2", "--out", "a.svg") == (0, "", "")
    whole = dtref.read_csv("golden/data/iris.csv", target="species")
    at = [whole.column("petal_length"), whole.column("petal_width")]
    records = [dtref.Record(tuple(r.values[i] for i in at), r.label) for r in whole]
    plane = dtref.DataSet([whole.attributes[i] for i in at], whole.target, records)
    policy = evolve(dtref.CART, stop=(*dtref.CART.stop, dtref.AtDepth(2)))
    shown = dtref.DecisionRegionsDisplay.from_tree(dtref.grow(plane, policy), plane)
    assert Path("a.svg").read_bytes() == rendered(shown.plot, "svg")


def test_the_ring_is_drawn_from_the_seed(run: Run) -> None:
    words = ("plot", "fitting", "--circular", "30", "--triangular", "20", "--noise", "0.1", "--training-share", "1/2")
    assert run(*words, "--seed", "3", "--out", "a.svg")[0] == 0
    chance = Random(3)
    points = dtref.draw_ring_points(chance, 30, 20)
    data = dtref.ring_data(points, draw_order(chance, 50)[:5])
    parts = dtref.holdout(draw_order(chance, 50), Fraction(1, 2))
    training, test = (dtref.DataSet(data.attributes, data.target, [data.records[i] for i in half]) for half in (parts.training, parts.test))
    shown = dtref.FittingCurveDisplay.from_path(dtref.cost_complexity(dtref.grow(training, dtref.CART)), test)
    assert Path("a.svg").read_bytes() == rendered(shown.plot, "svg")
    assert run(*words, "--seed", "4", "--out", "b.svg")[0] == 0
    assert Path("a.svg").read_bytes() != Path("b.svg").read_bytes()


def test_a_regression_tree_is_pruned_and_missing_values_are_dealt_with(run: Run) -> None:
    Path("t.csv").write_text("x,y\n" + "".join(f"{i if i % 7 else ''},{i * i}\n" for i in range(1, 32)))
    words = ("t.csv", "--target", "y", "--continuous", "y", "--as", "regression-tree", "--missing-values", "median")
    assert run("plot", "pruning", *words, "--folds", "3", "--out", "a.svg") == (0, "", "")
    assert run("plot", "fitting", *words, "--out", "b.svg") == (0, "", "")


def test_the_frontier_within_some_leaves_leaves_greedy_trees_with_more_out(run: Run) -> None:
    words = (str(ROOT / "golden/data/play_tennis.csv"), "--target", "play")
    assert run("plot", "frontier", *words, "--max-leaves", "3", "--out", "a.svg") == (0, "", "")
    shown = dtref.FrontierDisplay(((1, 5), (2, 4), (3, 2)), ((("chaid", "majority"), 1, 5),), "errors")
    assert Path("a.svg").read_bytes() == rendered(shown.plot, "svg")


def test_a_validation_set_takes_the_place_of_cross_validation(run: Run) -> None:
    """Half of iris grows the tree, the other half chooses."""
    lines = (ROOT / "golden/data/iris.csv").read_text().splitlines()
    for name, rows in (("grow.csv", lines[1::2]), ("choose.csv", lines[2::2])):
        Path(name).write_text("\n".join([lines[0], *rows]) + "\n")
    assert run("plot", "pruning", "grow.csv", "--target", "species", "--validation", "choose.csv", "--out", "a.svg") == (0, "", "")
    grown, chosen = (dtref.read_csv(name, target="species") for name in ("grow.csv", "choose.csv"))
    shown = dtref.PruningCurveDisplay.from_validation(dtref.cost_complexity(dtref.grow(grown, dtref.CART)), chosen)
    assert Path("a.svg").read_bytes() == rendered(shown.plot, "svg")


def test_weighted_records_have_no_learning_curve(run: Run) -> None:
    Path("w.csv").write_text("x,n,y\n1,2,a\n2,1,b\n3,1,a\n4,1,b\n")
    assert run("plot", "learning", "w.csv", "--target", "y", "--weights", "n", "--first", "1", "--out", "a.svg") == (
        2,
        "",
        "dtref: --weights: expected none but 1, as a learning curve counts records (got 'n')\n",
    )


def test_costs_are_those_of_the_records_unless_a_prevalence_is_given(run: Run) -> None:
    """Two of three records are positive."""
    Path("s.csv").write_text("a,b,c\n3,1,+\n2,2,-\n1,3,+\n")
    words = ("plot", "roc", "s.csv", "--score", "a", "--score", "b", "--label", "c", "--positive", "+")
    scores = {"a": [3, 2, 1], "b": [1, 2, 3]}
    for options, costs in (
        ((), ()),
        (("--fn-cost", "3"), ((1, 3, Fraction(2, 3)),)),
        (("--fp-cost", "1/2", "--prevalence", "0.1"), ((Fraction(1, 2), 1, Fraction(1, 10)),)),
    ):
        assert run(*words, *options, "--out", "a.svg") == (0, "", "")
        shown = dtref.RocCurvesDisplay.from_scores(scores, "+-+", "+", costs=costs)
        assert Path("a.svg").read_bytes() == rendered(shown.plot, "svg")


def test_numbers_that_cannot_be_drawn_are_one_line(run: Run) -> None:
    Path("t.csv").write_text("a,b,k\n1e308,1,u\n-1e308,2,v\n3,1,u\n")
    words = ("plot", "regions", "t.csv", "--target", "k", "--x", "a", "--y", "b", "--out", "a.svg")
    message = "coordinate: expected a number from -10^300 to 10^300, as doubles draw them (got 'one of 1024 bits')"
    assert run(*words) == (2, "", f"dtref: {message}\n")
    assert not Path("a.svg").exists()


def test_several_models_and_a_schedule_of_equal_steps(run: Run) -> None:
    Path("s.csv").write_text("a,b,c\n3,1,+\n2,2,-\n1,3,+\n0,0,-\n")
    assert run("plot", "roc", "s.csv", "--score", "a", "--score", "b", "--label", "c", "--positive", "+", "--out", "a.svg") == (0, "", "")
    assert run("plot", "learning", *IRIS, "--first", "10", "--step", "45", "--repeats", "1", "--out", "b.svg") == (0, "", "")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("impurity", "--out", "a.gif"), "--out: expected a file name that ends in .svg, .png, .pdf (got 'a.gif')"),
        (("impurity", "--out", "svg"), "--out: expected a file name that ends in .svg, .png, .pdf (got 'svg')"),
        (("impurity", "--out", "no/a.svg"), "no/a.svg: expected a file that can be written (got 'No such file or directory')"),
        (("impurity", "--steps", "3", "--out", "a.svg"), "steps: expected an even number, so that p = 1/2 is shown (got 3)"),
        (("impurity",), "Missing option '--out'."),
        (("coverage", "0", "--out", "a.svg"), "Invalid value for 'N': 0 is not in the range 1<=x<=1000."),
        (
            ("coverage", "3", "--confidence", "1", "--out", "a.svg"),
            "--confidence: expected a number strictly between 0 and 1 (got '1')",
        ),
        (("roc", *ROC, "--score", "score", "--out", "a.svg"), "--score: expected distinct columns (got 'score')"),
        (
            ("roc", "golden/data/tan_roc.csv", "--score", "grade", "--label", "class", "--positive", "+", "--out", "a.svg"),
            "golden/data/tan_roc.csv line 1: expected a column 'grade' (got ('instance', 'score', 'class'))",
        ),
        (("impurity", "--impurity", "gini", "--impurity", "gini", "--out", "a.svg"), "--impurity: expected distinct ones (got 'gini')"),
        (
            ("coverage", "3", "--interval", "wald", "--interval", "wald", "--out", "a.svg"),
            "--interval: expected distinct ones (got 'wald')",
        ),
        (("roc", *ROC, "--fn-cost", "-1", "--out", "a.svg"), "--fn-cost: expected a number of at least 0 (got '-1')"),
        (("roc", *ROC, "--prevalence", "1.5", "--out", "a.svg"), "--prevalence: expected a number from 0 to 1; 1.5 % is 0.015 (got '1.5')"),
        (
            ("roc", *ROC, "--fp-cost", "0", "--fn-cost", "0", "--out", "a.svg"),
            "costs: expected mistakes that cost something (got '0 and 0 at a share of positives of 1/2')",
        ),
        (("learning", *IRIS, "--ratio", "2", "--step", "5", "--out", "a.svg"), "schedule: expected one of --ratio and --step (got 'both')"),
        (("learning", *IRIS, "--ratio", "1", "--out", "a.svg"), "--ratio: expected a number above 1 (got '1')"),
        (
            ("learning", *IRIS, "--first", "101", "--out", "a.svg"),
            "--first: expected at most 100, the records of a training part (got 101)",
        ),
        (
            ("learning", "golden/data/iris.csv", "--target", "petal_width", "--continuous", "petal_width", "--out", "a.svg"),
            "target petal_width: expected a nominal target (got 'continuous')",
        ),
        (
            ("regions", *IRIS, "--x", "petal_length", "--y", "size", "--out", "a.svg"),
            "attribute: expected one of 'sepal_length', 'sepal_width', 'petal_length', 'petal_width' (got 'size')",
        ),
        (
            ("regions", *IRIS, "--x", "petal_length", "--y", "petal_length", "--out", "a.svg"),
            "--y: expected another column than --x (got 'petal_length')",
        ),
        (("fitting", "--target", "y", "--out", "a.svg"), "--target: expected DATA beside it (got 'none')"),
        (
            ("fitting", *IRIS, "--noise", "0.1", "--out", "a.svg"),
            "--noise: expected no DATA beside it, as the points are drawn (got 'golden/data/iris.csv')",
        ),
        (
            ("fitting", "--training-share", "1/100000", "--out", "a.svg"),
            "holdout: expected two parts with records (got '0 to train, 1000 to test')",
        ),
        (("pruning", *IRIS, "--folds", "151", "--out", "a.svg"), "number of folds: expected a whole number from 2 to 150 (got 151)"),
        (
            ("pruning", *IRIS, "--validation", "x.csv", "--folds", "5", "--out", "a.svg"),
            "--folds: expected no --validation beside it (got 'x.csv')",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_arguments_are_one_line_and_exit_code_2(run: Run, words: tuple[str, ...], message: str) -> None:
    assert run("plot", *words) == (2, "", f"dtref: {message}\n")


def test_without_matplotlib_it_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canvas, "find_spec", lambda _: None)
    message = "dtref: plot: expected the extra 'plot' (matplotlib) (got 'it is not installed')\n"
    assert run("plot", "impurity", "--out", "a.svg") == (2, "", message)
