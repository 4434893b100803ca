"""Names on the command line in other letters, under other names, and misspelt; percentages; a matrix in one row."""

from __future__ import annotations

import pytest
from cli.run import Run

IRIS = ("golden/data/iris.csv", "--target", "species")


@pytest.mark.parametrize(
    ("typed", "name"), [("CART", "cart"), ("C4.5", "c45"), ("sklearn", "scikit-learn"), ("Scikit_Learn", "scikit-learn")]
)
def test_an_algorithm_goes_by_several_names(run: Run, typed: str, name: str) -> None:
    assert run("fit", *IRIS, "--as", typed) == run("fit", *IRIS, "--as", name)


def test_a_criterion_goes_by_several_names(run: Run) -> None:
    assert run("fit", *IRIS, "--criterion", "entropy") == run("fit", *IRIS, "--criterion", "gain")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("fit", *IRIS, "--as", "crat"), "did you mean 'cart'?"),
        (("fit", *IRIS, "--as", "chaid", "--significance", "5%"), "5% is 0.05"),
        (("explain", "interval", "wilson", "80/100", "--confidence", "95%"), "95% is 0.95"),
        (("evaluate", "--matrix", "90,210,140,9560"), "as 90,210;140,9560"),
        (("explain", "formula", "precison"), "did you mean 'precision'?"),
        (("fit", "golden/data/iris.csv", "--target", "Species"), "did you mean 'species'?"),
    ],
)
def test_what_is_misspelt_gets_a_proposal(run: Run, words: tuple[str, ...], said: str) -> None:
    code, out, err = run(*words)
    assert (code, out, said in err) == (2, "", True), err
