"""dtref prune, run in process: what it prints, whole, and how it ends. Its numbers are checked in tests/report and tests/pruning."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from chains import chain
from cli.run import Run
from narrow import of_kind

from dtref.io.model_history import History, PrunedBy
from dtref.io.models import Model, read_model, save_model
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.rules import Option, rule_of
from dtref.spec.model.tests import Multiway, Side, Threshold
from dtref.spec.model.trees import Branch, Leaf, Tree, leaf_count
from dtref.spec.pruning.bottom_up import CUT_UNLESS_KEPT, KEPT_UNLESS_CUT
from dtref.spec.pruning.pruning_rules import PRUNING_RULES

ROOT = Path(__file__).parents[2]
IRIS = "golden/data/iris.csv"
NONE = Fraction(0)


def leaf(yes: int, no: int) -> Leaf:
    return Leaf((("Yes", Fraction(yes)), ("No", Fraction(no))), ("Yes",) if yes >= no else ("No",))


def asks(test: Multiway | Threshold, *children: Tree) -> Branch:
    counts = tuple((c, sum((of_kind(tuple, child.counts)[j][1] for child in children), NONE)) for j, c in enumerate(("Yes", "No")))
    return Branch(counts, ("Yes",) if counts[0][1] >= counts[1][1] else ("No",), test, (test,), children)


CLASS, A = Nominal("Class", ("Yes", "No")), Nominal("A", ("A1", "A2", "A3", "A4"))


@pytest.fixture
def tan(tmp_path: Path) -> str:
    """The tree of `tan`, Example of Post-Pruning, as a model file."""
    path = tmp_path / "tan.json"
    save_model(Model((A,), CLASS, "HUNT", asks(Multiway(A), leaf(8, 4), leaf(3, 4), leaf(4, 1), leaf(5, 1))), path)
    return str(path)


@pytest.fixture
def iris(tmp_path: Path, run: Run) -> str:
    path = str(tmp_path / "iris.json")
    assert run("fit", IRIS, "--target", "species", "--save", path)[0] == 0
    return path


def test_tan_example_of_post_pruning(run: Run, tan: str, tmp_path: Path) -> None:
    """10.5/30 against 11/30: prune."""
    saved = str(tmp_path / "pruned.json")
    assert run("prune", tan, "--by", "pessimistic", "--save", saved) == (
        0,
        """\
Yes (Yes 20, No 10)

pessimistic; penalty: 1/2; tie: keeps
Children first: pessimistic errors (training errors and 1/2 for each leaf) as a leaf against those of the subtree, as
pruned so far.
Source: `tan`, Example of Post-Pruning

  leaves                        4 -> 1
  training errors               9 -> 10 of 30
  pessimistic errors            11 -> 10.500 = 21/2 of 30

node 0: all records (Yes 20, No 10), asks A
  as a leaf                     10 + 1 * 1/2 = 10.500 = 21/2   [training errors 10, leaves 1, rate 0.350 = 7/20]
  subtree                       9 + 4 * 1/2 = 11   [training errors 9, leaves 4, rate 0.367 = 11/30]
Cut: a leaf has fewer pessimistic errors.
""",
        "",
    )
    by = History(pruned=(PrunedBy("pessimistic", (("penalty", "1/2"),)),))
    assert read_model(saved) == Model((A,), CLASS, "HUNT", leaf(20, 10), history=by)


@pytest.mark.parametrize(
    ("words", "verdict", "leaves"),
    [
        (("--penalty", "0"), "Kept: the subtree has fewer pessimistic errors.", "4"),
        (("--penalty", "1/3"), "Kept: a leaf has as many pessimistic errors, and a tie keeps.", "4"),
        (("--penalty", "1/3", "--cut-ties"), "Cut: a leaf has as many pessimistic errors, and a tie cuts.", "1"),
        (("--penalty", "0.34"), "Cut: a leaf has fewer pessimistic errors.", "1"),
    ],
    ids=" ".join,
)
def test_a_penalty_is_read_exactly(run: Run, tan: str, words: Sequence[str], verdict: str, leaves: str) -> None:
    """10 + p against 9 + 4p: a tie at 1/3."""
    _, out, _ = run("prune", tan, "--by", "pessimistic", *words)
    assert out.splitlines()[-1] == verdict
    _, out, _ = run("prune", tan, "--by", "pessimistic", *words, "--json")
    assert json.loads(out)["facts"]["leaves"]["after"]["exact"] == leaves


def test_tan_within_one_standard_error(run: Run, tan: str) -> None:
    """11 and its standard error, sqrt(11 * 19 / 30) = sqrt(209/30)."""
    _, out, _ = run("prune", tan, "--by", "pessimistic-within-error")
    lines = out.split("\n\n")[-1].splitlines()
    assert lines[1:3] == [
        "  as a leaf                     10 + 1 * 1/2 = 10.500 = 21/2   [training errors 10, leaves 1, rate 0.350 = 7/20]",
        "  subtree                       9 + 4 * 1/2 = 11   [training errors 9, leaves 4, rate 0.367 = 11/30]",
    ]
    assert lines[3].startswith(f"  subtree + standard error      {11 + math.sqrt(209 / 30):.3f} = ")
    assert lines[3].endswith(f"   [standard error {math.sqrt(209 / 30):.3f} = 1/30*sqrt(6270)]")
    assert lines[4] == "Cut: a leaf is within one standard error of the subtree."


def limit(e: int, n: int, confidence: float = 0.25) -> float:
    """The rate at which e or fewer errors among n have that probability, by halving."""
    low, high = 0.0, 1.0
    for _ in range(60):
        at = (low + high) / 2
        tail = sum(math.comb(n, i) * at**i * (1 - at) ** (n - i) for i in range(e + 1))
        low, high = (at, high) if tail > confidence else (low, at)
    return low


def test_tan_error_based(run: Run, tan: str) -> None:
    _, out, _ = run("prune", tan, "--by", "error-based")
    rate, subtree = limit(10, 30), 5 * limit(1, 5) + 6 * limit(1, 6) + 7 * limit(3, 7) + 12 * limit(4, 12)
    assert out.splitlines()[-3:] == [
        f"  as a leaf                     {30 * rate:.3f} = 30 U(10, 30)   [rate {rate:.3f} = U(10, 30)]",
        f"  subtree                       {subtree:.3f} = 5 U(1, 5) + 6 U(1, 6) + 7 U(3, 7) + 12 U(4, 12)   [leaves 4]",
        "Cut: a leaf has fewer predicted errors.",
    ]
    assert f"  predicted errors              {subtree:.3f} = 5 U(1, 5)" in out


def test_tan_description(run: Run, tan: str) -> None:
    """A leaf: 1 bit for the class, log2(30) for each of 10 errors; the subtree: 0 for the one attribute, four leaves, 9 errors."""
    _, out, _ = run("prune", tan, "--by", "description", "--code", "errors-listed")
    as_leaf, subtree, verdict = out.splitlines()[-3:]
    assert as_leaf.startswith(f"  as a leaf                     {1 + 10 * math.log2(30):.3f} = ")
    assert subtree.startswith(f"  subtree                       {4 + 9 * math.log2(30):.3f} = ")
    assert verdict == "Kept: the subtree takes fewer bits."
    assert "\ndescription; code: errors_listed; conditions: the attribute alone; tie: cuts\n" in out


def test_iris_cost_complexity_shows_the_sequence(run: Run, iris: str) -> None:
    """The alphas that scikit-learn and rpart find for risks of errors, as fractions."""
    code, out, _ = run("prune", iris, "--by", "cost-complexity")
    assert (code, out.splitlines()[0], out.split("\n\n")[1:3]) == (
        0,
        "cost-complexity; risk: errors",
        [
            """\
  leaves                        9
  training errors               0 of 150
  R(T)                          0""",
            """\
  tree          alpha  leaves           R(T)  cut nodes
  0                 0       9              0
  1     0.003 = 1/300       7  0.007 = 1/150         12
  2     0.007 = 1/150       4   0.027 = 2/75        4 7
  3      0.013 = 1/75       3   0.040 = 1/25          3
  4     0.293 = 22/75       2    0.333 = 1/3          2
  5       0.333 = 1/3       1    0.667 = 2/3          0""",
        ],
    )
    assert (
        out.split("\n\n")[6]
        == """\
node 3: petal_length > 2.45 and petal_width <= 1.75 (setosa 0, versicolor 49, virginica 5), asks petal_length <= 4.95
  R(t)                          0.033 = 1/30   [in records 5]
  R(T_t)                        0.020 = 1/50   [in records 3, leaves 2]
  g(t)                          0.013 = 1/75
Cut from g(t) on: that is tree 3 of the sequence."""
    )


def test_iris_at_an_alpha(run: Run, iris: str, tmp_path: Path) -> None:
    saved = str(tmp_path / "three.json")
    code, out, _ = run("prune", iris, "--by", "cost-complexity", "--alpha", "1/75", "--save", saved)
    assert (code, out.split("\n\n")[0]) == (
        0,
        """\
(setosa 50, versicolor 50, virginica 50) [1 of 2 tied]
petal_length <= 2.45: setosa (setosa 50, versicolor 0, virginica 0)
petal_length > 2.45: (setosa 0, versicolor 50, virginica 50)
|   petal_width <= 1.75: versicolor (setosa 0, versicolor 49, virginica 5)
|   petal_width > 1.75: virginica (setosa 0, versicolor 1, virginica 45)""",
    )
    assert "  R(T) + alpha * leaves         0.120 = 3/25 -> 0.080 = 2/25\n" in out
    assert "  3      0.013 = 1/75       3   0.040 = 1/25          3  chosen   <-\n" in out
    assert out.count("Cut: g(t) is below the chosen alpha.") == 3
    assert out.count("Cut: g(t) is the chosen alpha, and a tie cuts.") == 1
    assert out.count("Kept: g(t) is above the chosen alpha.") == 2
    _, out, _ = run("prune", iris, "--by", "cost-complexity", "--alpha", "0.01333")
    assert "  leaves                        9 -> 4\n" in out
    _, labels, _ = run("predict", saved, IRIS)
    wrong = sum(line.split()[0] != row.rsplit(",", 1)[1] for line, row in zip(labels.splitlines(), rows(IRIS), strict=True))
    assert wrong == 6


def rows(file: str) -> list[str]:
    return (ROOT / file).read_text().splitlines()[1:]


def test_cross_validation_chooses_and_can_be_recomputed(run: Run, iris: str) -> None:
    words = ("prune", iris, "--by", "cost-complexity", "--cross-validate", IRIS, "--folds", "5", "--seed", "3")
    assert run(*words) == run(*words)
    found = json.loads(run(*words, "--json")[1])
    assert sorted(int(i) for fold in found["folds"] for i in fold) == list(range(150))
    assert [len(fold) for fold in found["folds"]] == [30] * 5
    losses = [Fraction(row["cross-validated loss"]["exact"]) for row in found["sequence"]]
    assert [Fraction(row["mean loss"]["exact"]) for row in found["sequence"]] == [loss / 150 for loss in losses]
    best = max(i for i, loss in enumerate(losses) if loss == min(losses))
    assert [("least loss" in row.get("remark", ""), "chosen" in row.get("remark", "")) for row in found["sequence"]] == [
        (i == best, i == best) for i in range(len(losses))
    ]
    lenient = json.loads(run(*words, "--one-standard-error", "--json")[1])
    p = losses[best] / 150
    within = [i for i, loss in enumerate(losses) if loss / 150 <= p or (loss / 150 - p) ** 2 <= p * (1 - p) / 150]
    assert ["chosen" in row.get("remark", "") for row in lenient["sequence"]] == [i == max(within) for i in range(len(losses))]
    limit = lenient["facts"]["least mean loss + standard error"]["before"]["decimal"]
    assert (Fraction(limit) - p) ** 2 - p * (1 - p) / 150 < Fraction(1, 10**11)


def test_a_validation_set_chooses(run: Run, iris: str) -> None:
    _, out, _ = run("prune", iris, "--by", "cost-complexity", "--validation", IRIS)
    (row,) = [line.split("  ") for line in out.splitlines() if line.startswith("  1  ")]
    assert [cell.strip() for cell in row if cell] == ["1", "0.003 = 1/300", "7", "0.007 = 1/150", "1", "0.007 = 1/150", "12"]
    assert "  leaves                        9 -> 9\n" in out


VALIDATION = """\
A,Class
A1,No
A1,No
A1,Yes
A2,No
A3,Yes
"""


def test_reduced_error_and_best_node_first(run: Run, tan: str, tmp_path: Path) -> None:
    table = tmp_path / "v.csv"
    table.write_text(VALIDATION)
    words = ("--validation", str(table))
    assert run("prune", tan, "--by", "reduced-error", *words)[1].split("\n\n", 1)[1] == (
        """\
reduced-error; tie: cuts
Children first: validation errors as a leaf against those of the subtree, as pruned so far.
Source: `tan`, Estimating Generalization Errors; Quinlan 1987

  leaves                        4 -> 4
  training errors               9 -> 9 of 30
  validation errors             2 -> 2 of 5

node 0: all records (Yes 20, No 10), asks A
  as a leaf                     3   [validation records 5]
  subtree                       2   [validation records 5]
Kept: the subtree has fewer validation errors.
"""
    )
    table.write_text("A,Class\nA2,Yes\nA3,Yes\n")
    assert run("prune", tan, "--by", "best-node-first", *words)[1] == (
        """\
Yes (Yes 20, No 10)

best-node-first; tie: the first in preorder
Step by step: the cut that lowers the validation errors most, until none does.
Source: `iaml` 1.4

  leaves                        4 -> 1
  training errors               9 -> 10 of 30
  validation errors             1 -> 0 of 2

node 0: all records (Yes 20, No 10), asks A
  as a leaf                     0
  subtree                       1
  improvement                   1
  whole tree then               0   [rate 0]
Cut: no other cut improves as much.
"""
    )
    table.write_text("A,Class\nA1,Yes\nA1,No\n")
    assert "  leaves                        4 -> 1" in run("prune", tan, "--by", "reduced-error", *words)[1]
    assert "  leaves                        4 -> 4" in run("prune", tan, "--by", "reduced-error", *words, "--keep-ties")[1]
    assert "  leaves                        4 -> 4" in run("prune", tan, "--by", "best-node-first", *words)[1]


def test_weights_of_a_validation_set_count(run: Run, tan: str, tmp_path: Path) -> None:
    table = tmp_path / "v.csv"
    table.write_text("A,Class,n\nA1,No,0.5\nA2,Yes,0.25\n")
    _, out, _ = run("prune", tan, "--by", "reduced-error", "--validation", str(table), "--weights", "n")
    assert "  validation errors             0.750 = 3/4 -> 0.500 = 1/2 of 0.750 = 3/4\n" in out


def test_buys_computer(run: Run, tmp_path: Path) -> None:
    """ID3's tree has no training error and five leaves; errors and 1/2 a leaf: 2.5, and as a leaf 5.5."""
    model, data = str(tmp_path / "m.json"), "golden/data/buys_computer.csv"
    run("fit", data, "--target", "buys_computer", "--as", "id3", "--save", model)
    _, out, _ = run("prune", model, "--by", "pessimistic")
    assert "  pessimistic errors            2.500 = 5/2 -> 2.500 = 5/2 of 14\n" in out
    nodes = out.split("\n\n")[3:]
    assert [line.splitlines()[0] for line in nodes] == [
        "node 2: age = senior (no 2, yes 3), asks credit_rating",
        "node 5: age = youth (no 3, yes 2), asks student",
        "node 0: all records (no 5, yes 9), asks age",
    ]
    _, out, _ = run("prune", model, "--by", "error-based", "--raise", data)
    assert out.count("Kept: the subtree is predicted to err least") == 3
    assert out.count("; of 2 branches that are as large the first was tried.") == 1
    # the bits of the splitting conditions: every test asks all values, so that they cost nothing
    assert run("prune", model, "--by", "description", "--conditions", data)[1].splitlines()[-40:] == [
        line.replace("the attribute alone", f"among those of {data}")
        for line in run("prune", model, "--by", "description")[1].splitlines()[-40:]
    ]


Z, X = Nominal("z", ("a", "b")), Continuous("x")


@pytest.fixture
def raisable(tmp_path: Path) -> tuple[str, str]:
    """A first test that tells nothing: its branch z = b with all the records is better. The model, and its training records."""
    cut = Threshold(X, NONE, Fraction(1), Fraction(1, 2), Side.AT_MOST)
    tree = asks(Multiway(Z), leaf(0, 1), asks(cut, leaf(0, 10), leaf(10, 0)))
    save_model(Model((Z, X), CLASS, "HUNT", tree), tmp_path / "m.json")
    (tmp_path / "t.csv").write_text("z,x,Class\na,0,No\n" + "b,0,No\n" * 10 + "b,1,Yes\n" * 10)
    return str(tmp_path / "m.json"), str(tmp_path / "t.csv")


def test_raising_says_which_branch(run: Run, raisable: tuple[str, str]) -> None:
    model, data = raisable
    code, out, _ = run("prune", model, "--by", "error-based", "--raise", data)
    parts = out.split("\n\n")
    assert (code, parts[0]) == (0, "(Yes 10, No 11)\nx <= 0.5: No (Yes 0, No 11)\nx > 0.5: Yes (Yes 10, No 0)")
    assert [part.splitlines()[0] for part in parts[3:]] == [
        "node 2: z = b (Yes 10, No 10), asks x <= 0.5",
        "node 0: all records (Yes 10, No 11), asks z",
        "node 2: all records (Yes 10, No 11), asks x <= 0.5",
    ]
    assert parts[4].splitlines()[2:] == [
        "  subtree                       3.339 = U(0, 1) + 20 U(0, 10)   [leaves 3]",
        "  raised                        2.597 = 10 U(0, 10) + 11 U(0, 11)   [leaves 2]",
        "Raised: its largest branch, z = b, is predicted to err least with all its records.",
    ]
    # U(0, n) = 1 - (1/4)^(1/n)
    assert abs(3.339 - (0.75 + 20 * (1 - 0.25 ** (1 / 10)))) < 0.0006
    assert abs(2.597 - (10 * (1 - 0.25 ** (1 / 10)) + 11 * (1 - 0.25 ** (1 / 11)))) < 0.0006


def test_other_records_than_the_training_ones_are_told(run: Run, raisable: tuple[str, str], iris: str, tmp_path: Path) -> None:
    model, _ = raisable
    other = tmp_path / "other.csv"
    other.write_text("z,x,Class\na,0,No\n" + "b,0,No\n" * 9 + "b,1,Yes\n" * 10)
    message = f"{other}: expected the records that the model was grown from, (Yes 10, No 11) at node 0 (got '(Yes 10, No 10)')"
    assert run("prune", model, "--by", "error-based", "--raise", str(other)) == (2, "", f"dtref: {message}\n")
    words = ("prune", iris, "--by", "cost-complexity", "--cross-validate", IRIS)
    wanted = "expected the records, and the options, that the model was grown with, by CART (got 'another tree')"
    assert run(*words, "--min-records", "20") == (2, "", f"dtref: {IRIS}: {wanted}\n")


def test_a_model_with_stopping_rules_is_cross_validated_with_them(run: Run, tmp_path: Path) -> None:
    model, rules = str(tmp_path / "m.json"), ("--min-records", "20", "--as", "rpart")
    run("fit", IRIS, "--target", "species", *rules, "--save", model)
    words = ("prune", model, "--by", "cost-complexity", "--cross-validate", IRIS)
    assert run(*words) == run(*words, "--min-records", "20", "--as", "rpart")
    assert run(*words)[0] == 0
    assert run(*words, "--as", "rpart")[0] == 2  # other rules than rpart's own grew it
    assert run(*words, "--min-records", "20", "--as", "cart")[0] == 2


def test_a_regression_tree_is_pruned_by_squared_error(run: Run, tmp_path: Path) -> None:
    table, model = tmp_path / "t.csv", str(tmp_path / "m.json")
    table.write_text("x,y\n1,1\n2,2\n3,9\n4,11\n")
    fit = ("fit", str(table), "--target", "y", "--continuous", "y", "--as", "regression-tree", "--save", model)
    assert run(*fit)[0] == 0
    _, out, _ = run("prune", model, "--by", "cost-complexity", "--alpha", "0.2")
    # x <= 1.5 lowers the squared error by 1/2 of 4 records: 1/8; x <= 3.5 by 2: 1/2
    assert "  leaves                        4 -> 3\n  squared error                 0 -> 0.500 = 1/2 of 4\n" in out
    assert run("prune", model, "--by", "pessimistic") == (
        2,
        "",
        "dtref: training errors: expected a classification tree (got 'a regression tree')\n",
    )
    table.write_text("x,y\n1,4\n")
    _, out, _ = run("prune", model, "--by", "reduced-error", "--validation", str(table), "--digits", "6")
    assert "  squared validation error      9 -> 3.062500 = 49/16 of 1\n" in out
    assert "a leaf has less squared error" in out


def with_option(option: Option) -> str:
    """The rules that take an option, as messages name them."""
    return " or ".join(rule_of(rule).typed for rule in PRUNING_RULES if option in rule_of(rule).options)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--by", "reduced-error"), "--validation: expected a CSV file of records that the tree was not grown from (got 'none')"),
        (("--by", "pessimistic", "--alpha", "1"), "--alpha: expected --by cost-complexity (got 'pessimistic')"),
        (
            ("--by", "pessimistic", "--schema", "s.json"),
            "--schema: expected a data file beside it: --validation, --conditions, --raise or --cross-validate (got 'none')",
        ),
        (
            ("--by", "description", "--weights", "n"),
            "--weights: expected a data file beside it: --validation, --conditions, --raise or --cross-validate (got 'none')",
        ),
        (
            ("--by", "cost-complexity", "--alpha", "1", "--delimiter", ";"),
            "--delimiter: expected a data file beside it: --validation, --conditions, --raise or --cross-validate (got 'none')",
        ),
        (("--by", "error-based", "--missing-values", "mean"), "--missing-values: expected --raise beside it (got 'none')"),
        (
            ("--by", "pessimistic", "--missing-values", "mean"),
            "--missing-values: expected --by error-based or cost-complexity (got 'pessimistic')",
        ),
        (("--by", "error-based", "--cut-ties"), f"--cut-ties: expected --by {with_option(KEPT_UNLESS_CUT)} (got 'error-based')"),
        (
            ("--by", "pessimistic", "--keep-ties"),
            f"--keep-ties: expected --by {with_option(CUT_UNLESS_KEPT)} (got 'pessimistic')",
        ),
        (("--by", "pessimistic", "--penalty", "half"), "--penalty: expected a number (got 'half')"),
        (("--by", "pessimistic", "--penalty", "-1"), "--penalty: expected a number of at least 0 (got '-1')"),
        (("--by", "pessimistic", "--penalty", "1/0"), "--penalty: expected a number (got '1/0')"),
        (("--by", "error-based", "--confidence", "1"), "--confidence: expected a number strictly between 0 and 1 (got '1')"),
        (("--by", "cost-complexity", "--folds", "3"), "--folds: expected --cross-validate beside it (got 'none')"),
        (("--by", "cost-complexity", "--min-records", "3"), "--min-records: expected --cross-validate beside it (got 'none')"),
        (
            ("--by", "cost-complexity", "--alpha", "1", "--validation", IRIS),
            "choice of a tree: expected one of --alpha, --validation, --cross-validate (got '--validation and --alpha')",
        ),
        (
            ("--by", "cost-complexity", "--save", "never.json"),
            "--save: expected a choice of a tree: --alpha, --validation or --cross-validate (got 'none')",
        ),
        (("--by", "reduced-error", "--validation", "no.csv"), "no.csv: expected a file that can be read (got 'No such file or directory')"),
        (
            ("--by", "cost-complexity", "--cross-validate", IRIS, "--folds", "151"),
            "number of folds: expected a whole number from 2 to 150 (got 151)",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_input_is_one_line_and_exit_code_2(run: Run, iris: str, words: tuple[str, ...], message: str) -> None:
    assert run("prune", iris, *words) == (2, "", f"dtref: {message}\n")
    assert not (ROOT / "never.json").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A,Class\nA1,Yes\n?,No\n", "record 2, A: expected one of 'A1', 'A2', 'A3', 'A4' (got MISSING)"),
        ("A,Class\nA1,Yes\nA1,?\n", "record 2, Class: expected one of 'Yes', 'No' (got MISSING)"),
        ("A\nA1\n", "record 1, Class: expected one of 'Yes', 'No' (got MISSING)"),
    ],
)
def test_records_without_what_is_needed_are_named(run: Run, tan: str, tmp_path: Path, text: str, message: str) -> None:
    table = tmp_path / "v.csv"
    table.write_text(text)
    assert run("prune", tan, "--by", "reduced-error", "--validation", str(table)) == (2, "", f"dtref: {table}, {message}\n")


def test_json_is_of_texts_and_names_nodes_as_the_model_does(run: Run, iris: str) -> None:
    found = json.loads(run("prune", iris, "--by", "error-based", "--json")[1])
    listed = json.loads(Path(iris).read_text())["nodes"]
    assert [node["node"] for node in found["nodes"]] == [str(i) for i, node in enumerate(listed) if "test" in node]
    assert [node["test"] for node in found["nodes"]] == [node["test"] for node in listed if "test" in node]
    assert [(node["node"], node.get("gone_with")) for node in found["nodes"] if node["outcome"] == "cut" or "gone_with" in node] == [
        ("12", None),
        ("13", "12"),
    ]
    assert found["nodes"][-2]["figures"]["as a leaf"] == {
        "terms": [{"m": "46", "e": "1", "n": "46"}],
        "decimal": f"{46 * limit(1, 46):.12f}",
        "made_of": {"rate": {"terms": [{"m": "1", "e": "1", "n": "46"}], "decimal": f"{limit(1, 46):.12f}"}},
    }
    assert len(found["model"]["nodes"]) == 13
    assert all_texts(found)


def all_texts(value: object) -> bool:
    if isinstance(value, dict | list):
        return all(map(all_texts, value.values() if isinstance(value, dict) else value))
    return isinstance(value, str)


def test_a_chain_of_thousands_of_levels_is_pruned_and_explained(run: Run, tmp_path: Path) -> None:
    levels = 1_500
    model, saved = tmp_path / "chain.json", str(tmp_path / "pruned.json")
    save_model(Model((X,), Nominal("y", ("a", "b")), "CART", chain(levels)), model)
    code, out, _ = run("prune", str(model), "--by", "pessimistic", "--penalty", "1/1000000", "--save", saved)
    assert code == 0
    assert len(out) < 2_000 * levels
    assert leaf_count(read_model(saved).tree) == levels + 1
    code, out, _ = run("prune", str(model), "--by", "cost-complexity", "--alpha", "1")
    assert (code, out.splitlines()[0]) == (0, "b (a 750, b 751)")


def test_help_says_which_options_belong_to_which_rule(run: Run) -> None:
    code, out, _ = run("prune", "--help")
    assert code == 0
    ties = "--by reduced-error, description, error-based:"
    for section in (ties, "--by pessimistic:", "--by cost-complexity:", "how the model was grown:"):
        assert section in out


INCOMPLETE = "n,c,y\na,1,p\na,2,p\nb,?,q\nb,4,q\n?,5,p\na,7,q\nb,8,p\nc,9,q\nc,3,p\na,6,q\n"


@pytest.mark.parametrize(
    ("rule", "cells"),
    [
        ("median", {"?,5": "a,5", "b,?": "b,5"}),
        ("mean", {"?,5": "a,5", "b,?": "b,5"}),
        ("mode", {"?,5": "a,5", "b,?": "b,1"}),
        ("drop", {"?,5,p\n": "", "b,?,q\n": ""}),
        ("value", {"?,5": "unknown,5"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_missing_values_are_dealt_with_as_when_growing(run: Run, tmp_path: Path, rule: str, cells: dict[str, str]) -> None:
    """As from a file in which the cells were filled by hand. "?" is a value of n only: there c has no missing cell."""
    text = INCOMPLETE.replace("b,?", "b,6") if rule == "value" else INCOMPLETE
    filled = text
    for cell, known in cells.items():
        filled = filled.replace(cell, known)

    def pruned(name: str, table: str, *words: str) -> list[str]:
        data, model = tmp_path / f"{name}.csv", str(tmp_path / f"{name}.json")
        data.write_text(table)
        assert run("fit", str(data), "--target", "y", *words, "--save", model)[0] == 0
        found = [
            run("prune", model, "--by", "cost-complexity", "--cross-validate", str(data), "--folds", "3", "--as", "cart", *words),
            run("prune", model, "--by", "error-based", "--raise", str(data), *words),
        ]
        assert [(code, said) for code, _, said in found] == [(0, "")] * 2
        return [out.replace("unknown", "?") for _, out, _ in found]

    assert pruned("given", text, "--missing-values", rule) == pruned("filled", filled)


def test_missing_values_without_their_rule_are_named(run: Run, tmp_path: Path) -> None:
    data, model = tmp_path / "d.csv", str(tmp_path / "m.json")
    data.write_text(INCOMPLETE)
    run("fit", str(data), "--target", "y", "--missing-values", "mean", "--save", model)
    by_folds = ("prune", model, "--by", "cost-complexity", "--cross-validate", str(data), "--folds", "3")
    raising = ("prune", model, "--by", "error-based", "--raise", str(data))
    ways = "--missing-values, where the command has it, leaves such records out, or fills them"
    refused = f"record 3, c: expected a known value; {ways} (got MISSING)"
    assert run(*by_folds, "--as", "hunt") == (2, "", f"dtref: {data}, {refused}\n")
    assert run(*raising) == (2, "", f"dtref: {data}, record 3, c: expected a number (got MISSING)\n")
    data.write_text(INCOMPLETE.replace("b,?", "b,5"))
    changed = "missing values: expected a rule that leaves the model's attributes as they are (got 'another n')"
    assert run(*raising, "--missing-values", "value") == (2, "", f"dtref: {data}, {changed}\n")


def test_description_lengths_of_too_many_records_are_undecided(run: Run, tmp_path: Path) -> None:
    many, model = 10**30, str(tmp_path / "m.json")
    save_model(Model((Z,), CLASS, "HUNT", asks(Multiway(Z), leaf(many, 1), leaf(1, many))), model)
    undecided = f"dtref: description length of a leaf of {many + 1} records: not decided within 100000 records (at least 0, at most "
    for code in ("errors-chosen", "classes"):
        exit_code, out, said = run("prune", model, "--by", "description", "--code", code)
        assert (exit_code != 0, out, said.startswith(undecided)) == (True, "", True)
    assert run("prune", model, "--by", "description", "--code", "errors-listed")[0] == 0


@pytest.fixture
def tied_label(tmp_path: Path, run: Run) -> tuple[str, str]:
    """The tree of x = 0, a and x = 1, b, whose root ties, and a validation record of class a."""
    training, validation, model = tmp_path / "t.csv", tmp_path / "v.csv", str(tmp_path / "m.json")
    training.write_text("x,y\n0,a\n1,b\n")
    validation.write_text("x,y\n0,a\n")
    assert run("fit", str(training), "--target", "y", "--nominal", "y=a,b", "--save", model)[0] == 0
    return model, str(validation)


@pytest.mark.parametrize("rule", ["reduced-error", "best-node-first"])
@pytest.mark.parametrize(
    ("charge", "told"), [("first", "the first in declared order, which decided at 1 node"), ("each", "each in equal parts, at 1 node")]
)
def test_charge_says_which_of_several_labels_is_charged(run: Run, tied_label: tuple[str, str], rule: str, charge: str, told: str) -> None:
    """As a leaf the root errs by nothing if its first label is charged, by half a record if each is; the subtree doesn't err."""
    model, validation = tied_label
    code, out, _ = run("prune", model, "--by", rule, "--validation", validation, "--charge", charge, "--json")
    answer = json.loads(out)
    assert (code, answer["settings"]["label"]) == (0, f"of several {told}")
    cut = rule == "reduced-error" and charge == "first"
    assert (len(answer["model"]["nodes"]) == 1) == cut


@pytest.mark.parametrize(("largest", "tried"), [("first", "u"), ("last", "v"), ("least-errors", None)])
def test_largest_says_which_of_equally_large_branches_is_tried(run: Run, tmp_path: Path, largest: str, tried: str | None) -> None:
    """Four records of k = u and four of k = v."""
    rows, table, model = ["uqb", "vqb", "vqb", "vpa", "uqb", "uqb", "uqb", "vqa"], tmp_path / "d.csv", str(tmp_path / "m.json")
    table.write_text("k,l,y\n" + "".join(",".join(row) + "\n" for row in rows))
    assert run("fit", str(table), "--target", "y", "--as", "id3", "--save", model)[0] == 0
    code, out, _ = run("prune", model, "--by", "error-based", "--raise", str(table), "--largest", largest, "--json")
    assert code == 0
    words = {"first": "the first", "last": "the last", "least-errors": "the one that is predicted to err least"}[largest]
    assert tried is None or f"branches that are as large {words}" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--by", "pessimistic", "--charge", "each"), "--charge: expected --by reduced-error or best-node-first (got 'pessimistic')"),
        (("--by", "error-based", "--largest", "last"), "--largest: expected --raise beside it (got 'none')"),
    ],
)
def test_choices_of_another_rule_are_refused(run: Run, tan: str, words: tuple[str, ...], message: str) -> None:
    assert run("prune", tan, *words) == (2, "", f"dtref: {message}\n")
