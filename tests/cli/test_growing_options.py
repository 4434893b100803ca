"""The options for stopping rules, admissions and missing values, run in process: what the trees that they grow must look like."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from cli.run import Run

ROOT = Path(__file__).parents[2]
IRIS = ("golden/data/iris.csv", "--target", "species")
TENNIS = ("golden/data/play_tennis.csv", "--target", "play", "--as", "hunt")
Node = Mapping[str, Any]


@pytest.fixture
def fitted(run: Run) -> Callable[..., list[Node]]:
    """The nodes of the tree that dtref fit grows."""

    def fit(*words: str) -> list[Node]:
        code, out, err = run("fit", *words, "--json")
        answer = json.loads(out)
        assert (code, err) == (0, "".join(f"dtref: warning: {told}\n" for told in answer.get("warnings", ())))
        nodes: list[Node] = answer["model"]["nodes"]
        return nodes

    return fit


def size(node: Node) -> Fraction:
    return sum(map(Fraction, node["counts"]), Fraction(0))


def gini_reduction(node: Node, nodes: list[Node]) -> Fraction:
    """From the counts of a node and its children."""

    def impurity(at: Node) -> Fraction:
        return 1 - sum(((Fraction(n) / size(at)) ** 2 for n in at["counts"]), Fraction(0))

    below = [nodes[int(i)] for i in node["children"]]
    return impurity(node) - sum((size(child) / size(node) * impurity(child) for child in below if size(child)), Fraction(0))


def inner(nodes: list[Node]) -> list[Node]:
    return [node for node in nodes if "test" in node]


def leaves(nodes: list[Node]) -> list[Node]:
    return [node for node in nodes if "test" not in node]


def is_pure(node: Node) -> bool:
    return sum(n != "0" for n in node["counts"]) <= 1


def levels(nodes: list[Node], at: int = 0, level: int = 0) -> Iterator[tuple[int, Node]]:
    yield level, nodes[at]
    for child in nodes[at].get("children", ()):
        yield from levels(nodes, int(child), level + 1)


def test_min_records(fitted: Callable[..., Any]) -> None:
    nodes = fitted(*IRIS, "--min-records", "46")
    assert min(map(size, inner(nodes))) == 46
    assert all(is_pure(leaf) or size(leaf) < 46 for leaf in leaves(nodes))
    assert min(map(size, inner(fitted(*IRIS, "--min-records", "93/2")))) == 48


def test_max_depth(fitted: Callable[..., Any]) -> None:
    nodes = fitted(*IRIS, "--max-depth", "2")
    assert {level for level, node in levels(nodes) if "test" not in node and not is_pure(node)} == {2}
    assert len(fitted(*IRIS, "--max-depth", "0")) == 1


def test_min_improvement_is_exact(fitted: Callable[..., Any]) -> None:
    values = sorted(gini_reduction(node, nodes) for nodes in [fitted(*IRIS)] for node in inner(nodes))
    least = values[0]
    assert len(fitted(*IRIS, "--min-improvement", str(least))) == len(fitted(*IRIS))
    nodes = fitted(*IRIS, "--min-improvement", str(least + Fraction(1, 10**12)))
    assert len(nodes) < len(fitted(*IRIS))
    assert min(gini_reduction(node, nodes) for node in inner(nodes)) > least


def test_no_zero_gain(fitted: Callable[..., Any], tmp_path: Path) -> None:
    table = tmp_path / "xor.csv"
    table.write_text("a,b,y\n0,0,-\n0,1,+\n1,0,+\n1,1,-\n")
    assert len(fitted(str(table), "--target", "y")) == 7
    assert len(fitted(str(table), "--target", "y", "--no-zero-gain")) == 1


def test_min_branch(fitted: Callable[..., Any]) -> None:
    nodes = fitted(*IRIS, "--min-branch", "20")
    assert min(map(size, leaves(nodes))) == 20


def test_two_branches_may_leave_others_small(fitted: Callable[..., Any], tmp_path: Path) -> None:
    """a parts 3, 3 and 1 records by three values: two branches have 3, not every one; of b two have no more than 1."""
    table = tmp_path / "t.csv"
    table.write_text("a,b,y\nu,1,-\nu,1,-\nu,1,-\nv,1,+\nv,1,+\nv,1,+\nw,2,+\n")
    words = (str(table), "--target", "y", "--as", "id3")
    assert len(fitted(*words, "--min-two-branches", "3")) == 4
    assert len(fitted(*words, "--min-two-branches", "4")) == len(fitted(*words, "--min-branch", "3")) == 1


def test_what_a_node_improves_of_the_whole_tree(fitted: Callable[..., Any]) -> None:
    """Each node's share of the 150 records times its reduction: none asked is below a fiftieth, and one that is is a leaf."""
    nodes = fitted(*IRIS, "--min-tree-improvement", "1/50")
    gains = [Fraction(size(node), 150) * gini_reduction(node, nodes) for node in inner(nodes)]
    assert min(gains) >= Fraction(1, 50)
    whole = fitted(*IRIS)
    assert len(gains) == sum(Fraction(size(node), 150) * gini_reduction(node, whole) >= Fraction(1, 50) for node in inner(whole)) < 8


def test_independence_is_the_p_value_of_chi_square(fitted: Callable[..., Any]) -> None:
    """The root's best p-value is that of humidity, with one degree of freedom: about 0.094 (chi-square 14/5)."""
    assert len(fitted(*TENNIS, "--independence", "0.0942")) == 1
    assert len(fitted(*TENNIS, "--independence", "0.0943")) > 1


def test_significance_is_exact(fitted: Callable[..., Any], tmp_path: Path) -> None:
    """Three against three, told apart: 2 of the C(6, 3) = 20 ways are as extreme."""
    table = tmp_path / "t.csv"
    table.write_text("x,y\n" + "a,-\n" * 3 + "b,+\n" * 3)
    assert comb(6, 3) == 20
    assert len(fitted(str(table), "--target", "y", "--significance", "1/10")) == 3
    assert len(fitted(str(table), "--target", "y", "--significance", "0.0999999")) == 1


def test_rules_come_to_the_algorithm_s_own(fitted: Callable[..., Any]) -> None:
    """rpart's own rule, that a test must improve something, still holds beside another."""
    assert len(fitted(*IRIS, "--as", "rpart", "--min-records", "46")) == len(fitted(*IRIS, "--min-records", "46"))
    both = fitted(*IRIS, "--min-records", "46", "--max-depth", "2")
    assert len(both) == 5


def test_explain_says_which_rule_made_a_leaf(run: Run) -> None:
    _, out, _ = run("explain", "data", *IRIS, "--max-depth", "1")
    assert "\nLeaf: versicolor or virginica   (at depth 1)\n" in out


def test_a_forest_stops_too(run: Run) -> None:
    _, out, _ = run("forest", *IRIS, "--trees", "3", "--max-depth", "1")
    assert "2 to 2 a tree" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--independence", "2"), "--independence: expected a number from 0 to 1; 2 % is 0.02 (got '2')"),
        (("--significance", "-1"), "--significance: expected a number from 0 to 1 (got '-1')"),
        (("--min-records", "few"), "--min-records: expected a number (got 'few')"),
        (("--min-improvement", "-0.1"), "--min-improvement: expected a number of at least 0 (got '-0.1')"),
        (("--missing-values", "flag"), "--missing-values flag: expected a --gap beside it, as the cells stay missing (got 'none')"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_input_is_one_line_and_exit_code_2(run: Run, words: tuple[str, ...], message: str) -> None:
    assert run("fit", *IRIS, *words) == (2, "", f"dtref: {message}\n")


GAPS = "x,z,y\n1,p,-\n2,p,-\n3,q,+\n4,q,+\n?,q,+\n"


@pytest.fixture
def with_gaps(tmp_path: Path) -> tuple[str, str]:
    """A table with a missing number; a place for a model."""
    (tmp_path / "t.csv").write_text(GAPS)
    return str(tmp_path / "t.csv"), str(tmp_path / "m.json")


@pytest.mark.parametrize(
    ("gap", "counts"),
    [("fractions", [["3", "2"], ["1/2", "2"], ["5/2", "0"]]), ("heaviest", [["3", "2"], ["1/2", "2"], ["5/2", "0"]])],
)
def test_gap_says_what_a_missing_value_does(
    fitted: Callable[..., Any], with_gaps: tuple[str, str], gap: str, counts: list[list[str]]
) -> None:
    """As many known records go either way, so that the heaviest branches share the other."""
    table, _ = with_gaps
    nodes = fitted(table, "--target", "y", "--ignore", "z", "--gap", gap, "--max-depth", "1")
    assert [node["counts"] for node in nodes] == counts
    assert nodes[0]["gap"] == gap


def test_surrogates_stand_in(fitted: Callable[..., Any], run: Run, with_gaps: tuple[str, str]) -> None:
    """Where x is missing, z answers for it."""
    table, model = with_gaps
    nodes = fitted(table, "--target", "y", "--gap", "surrogates", "--criterion", "error", "--max-depth", "1", "--save", model)
    assert [node["counts"] for node in nodes] == [["3", "2"], ["0", "2"], ["3", "0"]]
    assert nodes[0]["gap"] == "surrogates"
    assert [line.split()[0] for line in run("predict", model, table)[1].splitlines()] == ["-", "-", "+", "+", "+"]


def test_surrogates_are_the_algorithm_s_own(fitted: Callable[..., Any], with_gaps: tuple[str, str]) -> None:
    table, _ = with_gaps
    for algorithm in ("rpart", "cart-surrogates"):
        own = fitted(table, "--target", "y", "--as", algorithm)
        assert fitted(table, "--target", "y", "--as", algorithm, "--gap", "surrogates") == own


def test_a_rule_before_growing_leaves_nothing_to_a_gap_unless_told(fitted: Callable[..., Any], with_gaps: tuple[str, str]) -> None:
    table, _ = with_gaps
    dropped = fitted(table, "--target", "y", "--missing-values", "drop", "--gap", "heaviest")
    assert (dropped[0]["counts"], dropped[0]["gap"]) == (["2", "2"], "heaviest")
    assert "gap" not in fitted(table, "--target", "y", "--missing-values", "drop", "--as", "c45")[0]


def test_flags_are_asked_and_made_again_for_new_records(run: Run, tmp_path: Path) -> None:
    """Whether x is known tells the classes apart; a file to predict has no such column."""
    table, model = tmp_path / "t.csv", str(tmp_path / "m.json")
    table.write_text("x,y\n1,-\n2,-\n?,+\n?,+\n")
    words = ("--target", "y", "--continuous", "x", "--missing-values", "flag", "--gap", "fractions", "--save", model)
    code, out, _ = run("fit", str(table), *words)
    assert (code, out.splitlines()[1:3]) == (0, ["x is known in {yes}: - (+ 0, - 2)", "x is known not in {yes}: + (+ 2, - 0)"])
    assert [line[0] for line in run("predict", model, str(table))[1].splitlines()] == ["-", "-", "+", "+"]
    _, out, _ = run("prune", model, "--by", "reduced-error", "--validation", str(table))
    assert out.count("validation errors             0 -> 0 of 4") == 1
    own = tmp_path / "own.csv"
    own.write_text("x,x is known,y\n1,no,-\n")
    assert run("predict", model, str(own))[1][0] == "+"
    chosen = run("prune", model, "--by", "cost-complexity", "--cross-validate", str(table), "--folds", "2", "--as", "cart", *words[4:8])
    assert chosen[0] == 0


def test_every_option_is_in_the_help_of_the_commands_that_grow(run: Run) -> None:
    options = ("min-records", "min-branch", "max-depth", "min-improvement", "no-zero-gain", "independence", "significance", "gap")
    more = ("min-two-branches", "min-tree-improvement")
    for words in (("fit",), ("forest",), ("explain", "data")):
        _, out, _ = run(*words, "--help")
        assert [name for name in (*options, *more) if f"--{name} " not in out] == []


def test_a_fill_that_is_the_first_of_several_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "m.csv").write_text("c,y\na,p\nb,q\n?,p\na,q\nb,p\n")
    code, _, err = run("fit", str(tmp_path / "m.csv"), "--target", "y", "--missing-values", "mode")
    assert code == 0
    assert err.endswith("missing cells of c are filled with a, the first of 2 values that are as good (a, b)\n")


@pytest.mark.parametrize("rule", ["missing", "second"])
def test_absent_says_where_a_value_goes_that_nobody_has(run: Run, tmp_path: Path, rule: str) -> None:
    """b is u or v in training; the schema declares w, too."""
    table, asked, model = tmp_path / "d.csv", tmp_path / "w.csv", str(tmp_path / "m.json")
    table.write_text("b,y\nu,p\nu,p\nu,p\nv,q\nv,q\n")
    asked.write_text("b\nw\n")
    words = ("--target", "y", "--nominal", "b=u,v,w", "--nominal", "y=p,q", "--absent", rule, "--save", model)
    assert run("fit", str(table), *words)[0] == 0
    assert run("predict", model, str(asked))[1].split()[0] == {"missing": "p", "second": "q"}[rule]
    # verify takes the same option
    assert run("verify", model, str(table), "--as", "cart", *words[:-2])[0] == 0


def test_the_largest_group_takes_absent_values_where_groups_are_merged(fitted: Callable[..., Any], tmp_path: Path) -> None:
    table = tmp_path / "d.csv"
    table.write_text("b,y\n" + "u,p\n" * 12 + "v,q\n" * 9)
    words = (str(table), "--target", "y", "--nominal", "b=u,v,w", "--nominal", "y=p,q", "--as", "chaid")
    assert fitted(*words, "--absent", "largest")[0]["test"]["absent"] == "0"
    assert "absent" not in fitted(*words)[0]["test"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--absent", "second", "--as", "id3"), "--absent second: expected an algorithm with groupings of values in two (got 'ID3')"),
        (("--absent", "largest"), "--absent largest: expected an algorithm with merged groups of values (got 'CART')"),
        (("--surrogates", "1"), "--surrogates: expected --gap surrogates beside it, or an algorithm that learns them (got 'CART')"),
        (
            ("--surrogates", "4", "--as", "rpart"),
            "surrogates, most: expected at most 3, as there are 4 attributes and one is the node's own (got 4)",
        ),
    ],
)
def test_choices_that_an_algorithm_does_not_have_are_refused(run: Run, words: tuple[str, ...], message: str) -> None:
    assert run("fit", *IRIS, *words) == (2, "", f"dtref: {message}\n")


def test_so_many_surrogates_are_learned(fitted: Callable[..., Any]) -> None:
    for most in ("0", "2", "3"):
        nodes = fitted(*IRIS, "--as", "cart", "--gap", "surrogates", "--surrogates", most, "--max-depth", "1")
        assert len(nodes[0].get("surrogates", ())) == int(most)
