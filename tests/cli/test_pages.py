"""What commands print as a page: every format everywhere, one name for the decimal mark, digits, sources, ties, comparisons of scores."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from math import comb, erfc, sqrt
from pathlib import Path

import click
import pytest
from cli.run import Run

import dtref
from dtref.cli import app

DEFAULT = ("golden/data/tan_default.csv", "--target", "defaulted", "--as", "cart")
LABELS = ("golden/data/buys_computer_two_models.csv", "--actual", "buys_computer", "--first", "student", "--second", "majority")


def options_of(group: click.Group, *path: str) -> Iterator[tuple[str, set[str]]]:
    """Every command that is no group, by its words, with the names of its options."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from options_of(command, *path, name)
        else:
            yield " ".join((*path, name)), {option for p in command.params for option in p.opts}


OPTIONS = dict(options_of(app))


def test_every_command_with_digits_has_one_option_for_the_decimal_mark() -> None:
    """`judge --digits` is about digits that are correct."""
    numbers = [name for name, options in OPTIONS.items() if name != "judge" and ("--digits" in options or name.startswith("plot "))]
    assert [name for name in numbers if "--decimal-out" not in OPTIONS[name]] == []


def test_every_page_has_every_format() -> None:
    """Of those with digits and JSON these print a line for each record, a tree, or take the format of their input as --format."""
    others = {"judge", "predict", "forest", "prune"}
    pages = [name for name, options in OPTIONS.items() if {"--digits", "--json"} <= options and name not in others]
    assert len(pages) > 30
    assert [name for name in pages if not {"--format", "--fragment"} <= OPTIONS[name]] == []


@pytest.mark.parametrize(
    ("form", "begin", "row"),
    [
        ("text", "Confusion matrix", "  no      412  2588   3000"),
        ("markdown", "# Confusion matrix", "| no | 412 | 2588 | 3000 |"),
        ("latex", r"\section*{Confusion matrix", r"no & 412 & 2588 & 3000 \\"),
        ("html", "<!doctype html>", "<td>no</td><td>412</td><td>2588</td><td>3000</td>"),
    ],
)
def test_measures_are_printed_in_every_format(run: Run, form: str, begin: str, row: str) -> None:
    code, out, _ = run("evaluate", "--matrix", "6954,46;412,2588", "--classes", "yes,no", "--format", form)
    assert (code, out.startswith(begin), row in out) == (0, True, True)


def test_a_row_that_begins_as_an_argument_would_is_none(run: Run) -> None:
    r"""LaTeX reads [ and * behind \\ as arguments, across the line."""
    _, out, _ = run("evaluate", "--matrix", "1,2;3,4", "--classes", "[1,*", "--format", "latex")
    assert r"{}[1 & 1 & 2 & 3 \\" in out
    assert r"{}* & 3 & 4 & 7 \\" in out


@pytest.mark.parametrize(("digits", "places"), [("2", 6), ("6", 6), ("9", 9)])
def test_p_values_have_the_digits_asked_for_but_at_least_six(run: Run, digits: str, places: int) -> None:
    _, out, _ = run("compare", "labels", *LABELS, "--digits", digits)
    assert {len(p) for p in re.findall(r"  (?:mid-p|chi-square p) +0\.([0-9]+)", out)} == {places}
    _, out, _ = run("explain", "test", "mcnemar-chi-square", "12", "5", "--digits", digits)
    assert {len(p) for p in re.findall(r"p ≈ 0\.([0-9]+)", out)} == {places}
    assert f"≈ {round(49 / 17, int(digits))}\n" in out


def test_a_small_p_value_is_not_zero(run: Run) -> None:
    p = sum(comb(45, k) * (1 if k == 5 else 2) for k in range(6)) / 2**45
    assert f"p ≈ {p:.2e}\n".replace("e-08", "e-8") in run("explain", "test", "mcnemar-mid-p", "40", "5")[1] + "\n"


def test_arguments_go_by_place_or_by_name(run: Run) -> None:
    rates = ("0.1,0.2,0.25", "0.1,0.1,0.2")
    by_place = run("explain", "test", "corrected-resampled-t", *rates, "100", "200")
    assert by_place == run("explain", "test", "corrected-resampled-t", "train=200", f"second={rates[1]}", f"first={rates[0]}", "test=100")
    assert by_place[0] == 0
    for words in (("test=100", "test=200"), ("train=100",), ("100",)):
        assert run("explain", "test", "corrected-resampled-t", *rates, *words)[0] == 2


def test_a_test_that_no_document_has_is_said_to_be_none(run: Run) -> None:
    for name in ("friedman", "nemenyi"):
        code, _, said = run("explain", "test", name, "1")
        assert (code, "not in the documents that dtref implements" in said) == (2, True)
        code, _, said = run("compare", name, "x.csv")
        assert (code, "not in the documents that dtref implements" in said, "five-by-two" in said) == (2, True, True)
    assert "Did you mean 'folds'" in run("compare", "fold", "x.csv")[2]
    assert "dtref compare scores" in run("explain", "test", "delong", "1")[2]
    assert "did you mean 'mcnemar'" in run("explain", "test", "mcnemer", "1", "2")[2]


def test_a_fragment_keeps_what_came_out_and_a_table_is_limited(run: Run) -> None:
    words = ("explain", "node", *DEFAULT, "--format", "latex", "--fragment", "--derive", "0")
    _, out, _ = run(*words, "--path", "marital_status not in {Married}", "--path", "home_owner in {No}", "--most", "1")
    assert "Asked: annual\\_income \\textless{}= 77.5; no other candidate ties." in out
    assert "And 3 more, none of which ties." in out
    _, out, _ = run("explain", "data", *DEFAULT, "--most", "1")
    assert out.count("[best]") == 3
    assert "  And 12 more, 1 of which ties." in out


def test_trees_that_tie_are_listed_and_the_rest_is_counted(run: Run) -> None:
    code, out, _ = run("ties", *DEFAULT, "--list", "2")
    assert (code, "Tree 2\n" in out, "Tree 3\n" in out) == (0, True, False)
    assert out.endswith("And 1 more tree (--list).\n")
    _, out, _ = run("ties", *DEFAULT, "--json")
    found = json.loads(out)
    data = dtref.read_csv(DEFAULT[0], target="defaulted")
    trees = {"\n".join(tree["tree"]) for tree in found["listed"]}
    assert len(trees) == int(found["trees"]) == dtref.count_trees(data, dtref.CART)
    assert dtref.tree_text(dtref.grow(data, dtref.CART)) in trees
    assert int(found["partitions"]) == dtref.count_partitions(data, dtref.CART)


def test_tied_nodes_are_marked_in_the_table_of_stability(run: Run) -> None:
    _, out, _ = run("stability", *DEFAULT)
    rows = [line.split() for line in out.splitlines() if " in {" in line]
    assert [(row[-1] == "<-") for row in rows] == [True, True, False]


def psi(x: float, y: float) -> float:
    return 1.0 if x > y else 0.5 if x == y else 0.0


def test_scores_are_compared_by_delong(run: Run, tmp_path: Path) -> None:
    """By the definition itself, over all pairs, in doubles."""
    first, second = ([3, 5, 2, 4], [1, 2, 2, 3, 0]), ([4, 1, 3, 5], [2, 2, 1, 0, 3])
    file = tmp_path / "scores.csv"
    rows = [("p", a, b) for a, b in zip(first[0], second[0], strict=True)] + [("n", a, b) for a, b in zip(first[1], second[1], strict=True)]
    file.write_text("y,a,b\n" + "\n".join(",".join(map(str, row)) for row in rows))
    code, out, _ = run("compare", "scores", str(file), "--label", "y", "--positive", "p", "--first", "a", "--second", "b", "--json")
    found = json.loads(out)
    # the components, the areas, and the variance of their difference
    v10 = [[sum(psi(x, y) for y in n) / len(n) for x in p] for p, n in (first, second)]
    v01 = [[sum(psi(x, y) for x in p) / len(p) for y in n] for p, n in (first, second)]
    areas = [sum(psi(x, y) for x, y in product(p, n)) / len(p) / len(n) for p, n in (first, second)]

    def part(v: list[list[float]]) -> float:
        gaps = [a - b - (areas[0] - areas[1]) for a, b in zip(*v, strict=True)]
        return sum(gap * gap for gap in gaps) / (len(gaps) - 1) / len(gaps)

    z = (areas[0] - areas[1]) / sqrt(part(v10) + part(v01))
    assert code == 0
    assert float(found["Areas under the ROC curves, p positive"]["first - second"]["decimal"]) == pytest.approx(areas[0] - areas[1])
    assert float(found["DeLong's test"]["z"]["decimal"]) == pytest.approx(z)
    assert float(found["DeLong's test"]["two-sided p"]["decimal"]) == pytest.approx(erfc(abs(z) / sqrt(2)))


@pytest.mark.parametrize(
    ("typed", "meant"), [("JavaScript", "javascript"), ("js", "javascript"), ("py", "python"), ("golang", "go"), ("C", "c")]
)
def test_a_language_has_several_names(run: Run, typed: str, meant: str) -> None:
    assert run("new-harness", typed) == run("new-harness", meant)
    assert run("new-harness", "cobol")[0] == 2


def test_scores_rates_and_weights_may_have_a_decimal_comma(run: Run, tmp_path: Path) -> None:
    """The same answers as with a point; without the option the refusal names it."""
    for name, mark in (("comma", ","), ("point", ".")):
        rows = [f"0{mark}{9 - i};0{mark}{i};{'pn'[i % 3 > 1]}" for i in range(1, 7)]
        (tmp_path / f"{name}.csv").write_text("a;b;y\n" + "\n".join(rows))
    commands = (
        ("roc", "--score", "a", "--label", "y", "--positive", "p"),
        ("compare", "scores", "--first", "a", "--second", "b", "--label", "y", "--positive", "p"),
        ("compare", "folds", "--first", "a", "--second", "b"),
        ("evaluate", "--actual", "y", "--predicted", "y", "--weights", "b"),
    )
    for words in commands:
        place = 2 if words[0] == "compare" else 1
        first, rest = words[:place], words[place:]
        by_comma = run(*first, str(tmp_path / "comma.csv"), *rest, "--decimal", ",")[1]
        by_point = run(*first, str(tmp_path / "point.csv"), *rest)[1]
        assert by_comma == by_point != ""
        code, _, said = run(*first, str(tmp_path / "comma.csv"), *rest)
        assert (code, "--decimal ," in said) == (2, True), words


def test_a_model_reads_the_cells_of_data_as_it_was_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "de.csv").write_text("x;y\n1,5;a\n2,5;a\n3,5;b\n4,5;b\n", "utf-8")
    model = str(tmp_path / "m.json")
    assert run("fit", str(tmp_path / "de.csv"), "--target", "y", "--decimal", ",", "--save", model)[0] == 0
    code, out, _ = run("show", model, "--format", "svg", "--data", str(tmp_path / "de.csv"), "--decimal-out", ",")
    assert (code, "x &lt;= 3?" in out) == (0, True)
    code, out, _ = run("predict", model, str(tmp_path / "de.csv"))
    assert (code, [line.split()[0] for line in out.splitlines()]) == (0, ["a", "a", "b", "b"])
    assert run("predict", model, str(tmp_path / "de.csv"), "--decimal", ".")[0] == 2


def test_fragments_name_their_tables_and_end_their_paragraph(run: Run, tmp_path: Path) -> None:
    folds = tmp_path / "folds.csv"
    rates = (("0.07017543859649122", "0.052631578947368474"), ("0.087719298245614", "0.07017543859649122"), ("0.1", "0.05263157894736842"))
    folds.write_text("a,b\n" + "".join(f"{a},{b}\n" for a, b in rates))
    words = ("compare", "folds", str(folds), "--first", "a", "--second", "b", "--test-size", "57", "--train-size", "512", "--fragment")
    _, out, _ = run(*words, "--format", "latex")
    titles = re.findall(r"\\textbf\{(.*?)\}\\nopagebreak", out)
    assert titles == ["Mean difference, first $-$ second", "Paired t", "Corrected resampled t"]
    assert (out.count("Source: "), out.rstrip().endswith("\n\\par"), "section" in out) == (3, True, False)
    # neither numbers of many digits nor text where mathematics is meant
    assert re.findall(r"\d{21}|sqrt\(|e-\d|\d\*", out) == []
    assert "≈" not in out
    assert "\nPaired t\n  t " in run(*words)[1]
    assert re.search(r"sqrt\(\d{21}", run(*words, "--exact")[1])


def test_a_long_sum_is_broken_into_lines(run: Run) -> None:
    _, out, _ = run("explain", "test", "mcnemar-exact", "24", "16", "--format", "latex", "--fragment")
    sums = re.findall(r"&(?:\{\} \+ )?([\d+ ]+?)(?: \\\\|\\end)", out)
    assert sum(line.count("+") + 1 for line in sums) == 17
    assert max(map(len, sums)) < 60
