"""What `dtref verify` takes for the claim: what the model states, unless another is named; and the parameters of programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.run import Run

ROOT = Path(__file__).parents[2]
TAN = (str(ROOT / "golden/data/tan_default.csv"), "--target", "defaulted")
IRIS = (str(ROOT / "golden/data/iris.csv"), "--target", "species")


def joined(ran: tuple[int, str, str]) -> tuple[int, str]:
    """The exit code, and what was said, warnings and complaints first."""
    code, out, err = ran
    return code, err + out


def test_a_model_is_verified_as_what_it_states(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    run("fit", *TAN, "--as", "id3", "--save", str(path))
    code, text = joined(run("verify", str(path), *TAN))
    assert (code, "ID3" in text) == (0, True)
    code, text = joined(run("verify", str(path), *TAN, "--as", "cart"))
    assert "fitted with entropy; CART claims gini" in text.splitlines()[0]
    assert code == 1


def test_a_model_that_states_nothing_needs_a_claim(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.txt"
    path.write_text("marital_status = Single: Yes (4.0)\nmarital_status = Married: No (4.0)\nmarital_status = Divorced: Yes (2.0)\n")
    code, text = joined(run("verify", str(path), *TAN, "--format", "c45"))
    assert (code, "--as is needed" in text) == (2, True)
    answer = tmp_path / "a.json"
    answer.write_text("{}")
    code, text = joined(run("verify", str(answer), *TAN, "--format", "protocol"))
    assert (code, "--as beside it" in text) == (2, True)


def test_parameters_of_scikit_learn_are_typed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    sets = ("max_depth=3", "min_samples_leaf=0.05", "criterion=entropy", "class_weight=setosa:2,virginica:0.5", "max_leaf_nodes=none")
    words = ("--as", "scikit-learn", *(word for one in sets for word in ("--set", one)))
    assert run("fit", *IRIS, *words, "--save", str(path))[0] == 0
    code, text = joined(run("verify", str(path), *IRIS, *words))
    assert (code, "0 wrong" in text) == (0, True)


@pytest.mark.parametrize(
    ("one", "complaint"),
    [
        ("max_depth=0", "--set, scikit-learn, max_depth: expected"),
        ("max_depth=1.5", "--set max_depth: expected a whole number (got '1.5')"),
        ("criterion=mae", "--set, scikit-learn, criterion: expected one of"),
        ("min_samples_leaf=a", "--set min_samples_leaf: expected a number (got 'a')"),
        ("monotonic_cst=1,0,2", "1, 0 or -1"),
        ("max_depth=1,2", "--set max_depth: expected one number"),
    ],
)
def test_other_values_are_refused(run: Run, one: str, complaint: str) -> None:
    code, text = joined(run("fit", *IRIS, "--as", "scikit-learn", "--set", one))
    assert (code, complaint in " ".join(text.split())) == (2, True), text


def test_contradictions_of_j48_are_refused_as_weka_refuses_them(run: Run) -> None:
    for more in (("C=0.1",), ("S",)):
        code, text = joined(run("fit", *TAN, "--as", "j48", "--set", "U", *(word for one in more for word in ("--set", one))))
        assert (code, "a pruned tree beside it" in " ".join(text.split())) == (2, True)


def test_a_program_with_another_criterion_is_called_so(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    run("fit", *TAN, "--as", "j48", "--set", "U", "--criterion", "gini", "--save", str(path))
    assert '"J48 with gini"' in path.read_text()
    run("fit", *TAN, "--as", "cart", "--criterion", "gain", "--save", str(path))
    assert json.loads(path.read_text())["grown"] == {"by": "cart", "options": {"criterion": "gain"}}


def test_a_tree_that_is_pruned_afterwards_is_explained_as_grown_and_says_so(run: Run) -> None:
    code, text = joined(run("explain", "data", *TAN, "--as", "j48"))
    assert code == 0 and "the tree is explained as J48 grows it; afterwards " in text and "Asked: " in text
    code, text = joined(run("explain", "node", *TAN, "--as", "cart"))
    assert code == 0 and "afterwards" not in text
