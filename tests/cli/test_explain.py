"""The commands that explain and show: what they print, whole, how they end, and that the examples in their help run."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from html.parser import HTMLParser
from math import comb
from pathlib import Path
from textwrap import dedent

import pytest
from cli.run import Run
from narrow import present

ROOT = Path(__file__).parents[2]
DEFAULTS = "golden/data/tan_default.csv"


@pytest.fixture
def run(run_apart: Run) -> Run:
    """From a folder of its own, as files are written."""
    return run_apart


def computed(out: str) -> str:
    """What comes after the definition."""
    return out.split("\n\n", 1)[1]


def test_gini_is_explained_as_on_the_slide(run: Run) -> None:
    assert run("explain", "gini", "5", "1") == (
        0,
        """\
gini
The Gini index of a node: how often a record is mislabelled when labels are drawn with the node's class shares.
Definition: GINI(t) = 1 - sum_j [p(j|t)]^2. From 0 (one class) to 1 - 1/c (c equal classes).
Source: `tan`, Measure of Impurity: GINI; `cs6220`, Gini Index (CART, IBM IntelligentMiner).
tan: Tan, Steinbach, Kumar (2018), Introduction to Data Mining: Classification, Basic Concepts, Decision Trees, and
  Model Evaluation
cs6220: Sun (2016), CS6220 Data Mining Techniques: Matrix Data: Classification, Part 1
Given: n_1 = 5, n_2 = 1

  GINI(t) = 1 - (p_1^2 + p_2^2)
          = 1 - ((5/6)^2 + (1/6)^2)
          = 5/18
          ≈ 0.278
""",
        "",
    )


def test_a_class_without_records_is_put_in_as_0_log_0(run: Run) -> None:
    assert computed(run("explain", "entropy", "0", "6")[1]) == (
        """\
  Entropy(t) = -(p_1 * log2(p_1) + p_2 * log2(p_2))
             = -(0/6 * log2(0/6) + 6/6 * log2(6/6))
             = 0 bits
"""
    )


def test_a_gain_is_explained_from_the_entropies(run: Run) -> None:
    assert computed(run("explain", "gain", "9,5", "6,2", "3,3", "--digits", "4")[1]) == (
        """\
    Entropy(t) = -(p_1 * log2(p_1) + p_2 * log2(p_2))
               = -(9/14 * log2(9/14) + 5/14 * log2(5/14))
               = 1 + log2(7) - 9/7 * log2(3) - 5/14 * log2(5)
               ≈ 0.9403 bits

    Entropy(1) = -(p_1 * log2(p_1) + p_2 * log2(p_2))
               = -(6/8 * log2(6/8) + 2/8 * log2(2/8))
               = 2 - 3/4 * log2(3)
               ≈ 0.8113 bits

    Entropy(2) = -(p_1 * log2(p_1) + p_2 * log2(p_2))
               = -(3/6 * log2(3/6) + 3/6 * log2(3/6))
               = 1 bit

  GAIN_split = Entropy(t) - (n_1/n * Entropy(1) + n_2/n * Entropy(2))
             ≈ 0.9403 - (8/14 * 0.8113 + 6/14 * 1)
             = log2(7) - 4/7 - 6/7 * log2(3) - 5/14 * log2(5)
             ≈ 0.0481 bits
"""
    )


def test_the_split_information_is_of_the_sizes_of_the_children_and_stands_there_once(run: Run) -> None:
    _, out, _ = run("explain", "gain-ratio", "9,5", "2,2", "4,2", "3,1")
    split_info = """\
SplitINFO = -(n_1/n * log2(n_1/n) + n_2/n * log2(n_2/n) + n_3/n * log2(n_3/n))
          = -(4/14 * log2(4/14) + 6/14 * log2(6/14) + 4/14 * log2(4/14))
          = log2(7) - 4/7 - 3/7 * log2(3)
          ≈ 1.557 bits"""
    blocks = [dedent(block) for block in computed(out).rstrip().split("\n\n")]
    assert (blocks.count(split_info), sum("1.557 bits" in block for block in blocks)) == (1, 1)
    assert blocks[-1].splitlines()[:2] == ["gain ratio = gain/SplitINFO", "           ≈ 0.029/1.557"]
    assert dedent(computed(run("explain", "formula", "split_info", "2,2;4,2;3,1")[1])).rstrip() == split_info


def test_words_keep_their_blanks_in_latex_which_says_what_it_needs(run: Run) -> None:
    _, out, _ = run("explain", "gain-ratio", "9,5", "6,2", "3,3", "--format", "latex")
    assert out.startswith("% \\usepackage{amsmath}\n")
    assert "\\text{gain ratio} &= \\frac{\\mathrm{gain}}{\\mathrm{SplitINFO}}" in out
    assert not re.search(r"\\mathrm\{[^}]* ", out)


def test_a_fragment_is_the_computation_alone(run: Run) -> None:
    words = ("explain", "gini", "5", "1", "--fragment", "--format")
    assert run(*words, "latex")[1] == (
        r"""\[
\begin{aligned}
\mathrm{GINI}(t) &= 1 - \left(p_{1}^{2} + p_{2}^{2}\right) \\
 &= 1 - \left(\left(\frac{5}{6}\right)^{2} + \left(\frac{1}{6}\right)^{2}\right) \\
 &= \frac{5}{18} \\
 &\approx \text{0.278}
\end{aligned}
\]
\par
"""
    )
    piece, whole = run(*words, "html")[1], run("explain", "gini", "5", "1", "--format", "html")[1]
    assert piece.startswith('<div class="wide" tabindex="0"><table class="equations">')
    assert piece in whole
    assert not {"<p>", "<h1>", "Source", "Definition"} & set(re.findall("<p>|<h1>|Source|Definition", piece))
    assert run(*words, "text")[1] == computed(run("explain", "gini", "5", "1")[1])
    assert run(*words, "text", "--json") == (2, "", "dtref: --fragment: expected a --format, which --json is not (got '--json')\n")


def test_what_has_no_value_is_shown_as_far_as_it_goes(run: Run) -> None:
    assert computed(run("explain", "metric", "recall", "--matrix", "0,0;1,2")[1]) == (
        """\
  r = TP / (TP + FN)
    = 0 / (0 + 0)
    = undefined (no positives)
"""
    )


@pytest.mark.parametrize("name", ["sensitivity", "true-positive-rate", "hit rate", "RECALL"])
def test_a_metric_goes_by_its_other_names_too(run: Run, name: str) -> None:
    assert run("explain", "metric", name, "--matrix", "90,210;140,9560") == run(
        "explain", "metric", "recall", "--matrix", "90,210;140,9560"
    )


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("f1", "a = TP, b = FN, c = FP"),
        ("recall", "a = TP, b = FN"),
        ("precision", "a = TP, c = FP"),
        ("accuracy", "a = TP, b = FN, c = FP, d = TN"),
    ],
)
def test_the_letters_of_a_definition_are_told(run: Run, name: str, letters: str) -> None:
    _, out, _ = run("explain", "metric", name, "--matrix", "90,210;140,9560")
    assert f"\nLetters: {letters}\n" in out
    told = dict(pair.split(" = ") for pair in letters.split(", "))
    formula = out.split("Definition: ")[1].split("\n")[0]
    assert set(re.findall(r"(?<![a-z])[abcd](?![a-z])", formula)) == set(told)


@pytest.mark.parametrize("name", ["matthews", "cohen_kappa", "specificity"])
def test_no_letters_are_told_where_there_are_none(run: Run, name: str) -> None:
    assert "Letters: " not in run("explain", "metric", name, "--matrix", "90,210;140,9560")[1]


def test_an_interval_by_its_confidence_shows_the_deviate(run: Run) -> None:
    _, out, _ = run("explain", "interval", "wald", "80/100", "--confidence", "0.95")
    assert computed(out).splitlines()[:2] == ["    z ≈ 1.960", ""]
    assert computed(out).splitlines()[-3:] == [
        "  high = k/n + z * standard error of rate",
        "       ≈ 80/100 + 1.960 * 1/25",
        "       ≈ 0.878",
    ]


def test_a_test_shows_the_statistic_and_the_p_value(run: Run) -> None:
    _, out, _ = run("explain", "test", "paired-t", "0.2,0.1,0.3", "0.1,0.1,0.1")
    assert "  t = d-bar / sqrt(mean difference variance)\n    = 1/10 / sqrt(1/300)\n    = sqrt(3)\n    ≈ 1.732\n" in out
    assert out.splitlines()[-1] == "  two sided p ≈ 0.225403"
    code, out, _ = run("explain", "test", "mcnemar", "12", "5", "--json")
    exact, _, corrected = json.loads(out)["derivations"]
    assert (code, exact["numbers"][0]["exact"], corrected["steps"][0]["numbers"][0]["exact"]) == (0, "4701/32768", "36/17")


def test_json_has_the_formula_the_numbers_and_the_value(run: Run) -> None:
    told = json.loads(run("explain", "metric", "f_beta", "2", "--matrix", "90,210;140,9560", "--json")[1])
    assert told["given"] == {"TP": "90", "FN": "210", "FP": "140", "TN": "9560", "beta": "2"}
    assert told["numbers"] == [
        {
            "formula": "(1 + beta^2) * TP / ((1 + beta^2) * TP + beta^2 * FN + FP)",
            "put in": "(1 + 2^2) * 90 / ((1 + 2^2) * 90 + 2^2 * 210 + 140)",
            "exact": "45/143",
            "decimal": "0.314685314685",
        }
    ]


def test_a_node_is_found_by_its_path(run: Run) -> None:
    words = ("explain", "node", DEFAULTS, "--target", "defaulted", "--path", "marital_status in {Divorced, Single}")
    _, out, _ = run(*words)
    assert out.splitlines()[:2] == ["marital_status not in {Married}", "(No 3, Yes 3)"]
    marked = [line.split("  ")[1] for line in out.splitlines() if line.endswith("<-")]
    assert marked == ["home_owner in {No}", "annual_income, cut in [95, 125)"]
    told = json.loads(run(*words, "--json")[1])
    assert [c["value"]["exact"] for c in told["candidates"] if c["optimal"] == "yes"] == ["1/4", "1/4"]


@pytest.mark.parametrize(
    "typed",
    [
        "marital_status in {Divorced,Single}",
        "marital_status in{ Divorced , Single }",
        " marital_status in {Divorced, Single} ",
        "marital_status not in{Married}",
    ],
)
def test_blanks_around_the_signs_of_a_path_do_not_matter(run: Run, typed: str) -> None:
    words = ("explain", "node", DEFAULTS, "--target", "defaulted", "--path")
    assert run(*words, typed) == run(*words, "marital_status in {Divorced, Single}")
    iris = ("explain", "node", "golden/data/iris.csv", "--target", "species", "--path")
    assert run(*iris, "petal_length>2.45") == run(*iris, "petal_length > 2.45")


@pytest.mark.parametrize(
    ("typed", "known"),
    [
        (("gain_ratio", "9,5", "6,2", "3,3"), ("gain-ratio", "9,5", "6,2", "3,3")),
        (("formula", "split-info", "6,2;3,3"), ("formula", "split_info", "6,2;3,3")),
        (("interval", "agresti_coull", "80/100"), ("interval", "agresti-coull", "80/100")),
        (("test", "mcnemar_mid_p", "12", "5"), ("test", "mcnemar-mid-p", "12", "5")),
    ],
    ids=lambda words: words[0],
)
def test_names_are_spelt_with_hyphens_or_underscores(run: Run, typed: tuple[str, ...], known: tuple[str, ...]) -> None:
    code, out, err = run("explain", *typed)
    assert (code, err) == (0, "")
    assert out == run("explain", *known)[1]


def test_a_pruning_decision_is_explained_alone(run: Run) -> None:
    assert run("fit", DEFAULTS, "--target", "defaulted", "--save", "m.json")[0] == 0
    _, out, _ = run("explain", "pruning", "m.json", "--by", "pessimistic", "--node", "2")
    assert [line for line in out.splitlines() if line.startswith("node ")] == [
        "node 2: marital_status not in {Married} and home_owner in {No} (No 1, Yes 3), asks annual_income <= 77.5"
    ]
    assert out.splitlines()[-1].startswith("Kept: ")


def test_prunings_are_told_in_the_order_of_the_decisions(run: Run) -> None:
    assert run("fit", "golden/data/iris.csv", "--target", "species", "--save", "m.json")[0] == 0
    _, out, _ = run("explain", "pruning", "m.json", "--by", "pessimistic")
    heads = [line for line in out.splitlines() if line.startswith("node ")]
    paths = [set(head.split(": ")[1].split(" (")[0].split(" and ")) - {"all records"} for head in heads]
    assert not any(before < after for i, before in enumerate(paths) for after in paths[i + 1 :])  # none before what is below it
    assert (heads[-1][:7], len(heads)) == ("node 0:", len(set(heads)))
    computed = [line.split("   [")[0].split("  ")[-1].strip() for line in out.splitlines() if re.match(r"  (as a leaf|subtree) ", line)]
    assert len(computed) == 2 * len(heads)
    for line in computed:
        errors, leaves, penalty, value = (
            Fraction(x) for x in present(re.fullmatch(r"(\S+) \+ (\S+) \* (\S+) = (?:\S+ = )?(\S+)", line)).groups()
        )
        assert errors + leaves * penalty == value


def test_a_curve_has_a_row_for_each_threshold(run: Run) -> None:
    words = ("explain", "roc", "golden/data/tan_roc.csv", "--score", "score", "--label", "class", "--positive", "+", "--format", "markdown")
    _, out, _ = run(*words)
    rows = [[cell.strip(" *") for cell in line.split("|")[1:-1]] for line in out.splitlines() if re.match(r"\| \**[0-9]", line)]
    assert [float(row[0]) for row in rows] == [0.95, 0.93, 0.87, 0.85, 0.76, 0.53, 0.43, 0.25]
    assert all(row[5].split(" = ")[-1] == str(Fraction(int(row[1]), 5)) for row in rows)


class Page(HTMLParser):
    """What a page loads, and whether its elements are closed in order."""

    VOID = frozenset({"meta", "link", "input", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [value or "" for name, value in attrs if name in {"src", "href", "srcset", "data", "action", "poster"}]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize(
    "words",
    [
        ("explain", "gain", "9,5", "6,2", "3,3"),
        ("explain", "metric", "matthews", "--matrix", "90,210;140,9560"),
        ("explain", "interval", "wilson", "80/100"),
        ("explain", "test", "mcnemar", "12", "5"),
        ("explain", "data", DEFAULTS, "--target", "defaulted"),
        ("explain", "node", DEFAULTS, "--target", "defaulted"),
        ("explain", "roc", "golden/data/tan_roc.csv", "--score", "score", "--label", "class", "--positive", "+"),
    ],
    ids=lambda words: words[1],
)
def test_every_explanation_comes_in_every_format(run: Run, words: tuple[str, ...]) -> None:
    found = {form: run(*words, "--format", form) for form in ("text", "markdown", "latex", "html")}
    assert all((code, err) == (0, "") for code, _, err in found.values())
    page = Page(found["html"][1])
    assert (page.open, [load for load in page.loads if not load.startswith("data:")]) == ([], [])
    latex = found["latex"][1]
    assert all(latex.count(f"\\begin{{{name}}}") == latex.count(f"\\end{{{name}}}") for name in ("aligned", "tabular"))
    assert latex.count("{") - latex.count("\\{") == latex.count("}") - latex.count("\\}")
    assert found["markdown"][1].startswith(("# ", "## All records"))


def test_a_fit_writes_a_page_and_a_model_is_shown(run: Run, tmp_path: Path) -> None:
    assert run("fit", DEFAULTS, "--target", "defaulted", "--html", "tree.html", "--save", "m.json")[0] == 0
    page = (tmp_path / "tree.html").read_text("utf-8")
    assert Page(page).open == []
    assert "<b>As good, this one included</b>: trees 3, partitions of the records 2" in re.sub(r"</?span[^>]*>", "", page)
    assert run("show", "m.json", "--impurity", "gini")[1].splitlines()[0] == "(No 7, Yes 3) gini 0.420 = 21/50 [1 of 2 tied]"
    assert run("show", "m.json", "--format", "dot")[1].startswith("digraph tree {\n")
    assert Page(run("show", "m.json", "--format", "html")[1]).loads.count("#node=1") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("explain", "gini", "a"), "dtref: COUNTS: expected a number (got 'a')\n"),
        (("explain", "gini", "-1"), "dtref: No such option '-1'.\n"),
        (("explain", "gini", "--", "-1"), "dtref: class 1: expected an exact number of at least 0 (got -1)\n"),
        (("explain", "variance", "1", "2"), "dtref: moments: expected n, the sum of y and the sum of y^2 (got (1, 2))\n"),
        (("explain", "gain", "9,5", "1,2"), "dtref: class 1: expected children that add up to the node's 9 (got [1])\n"),
        (("explain", "gain", "9,5", "9,5,0"), "dtref: class counts: expected counts of 2 classes (got (9, 5, 0))\n"),
        (("explain", "formula"), "dtref: NAME: expected a formula that dtref explain formula --list names (got 'none')\n"),
        (("explain", "formula", "f1"), "dtref: f1: expected n=TP,FN,FP,TN (got 'nothing')\n"),
        (("explain", "formula", "f1", "1,2"), "dtref: f1, n: expected 4 numbers, apart by commas (got '1,2')\n"),
        (("explain", "formula", "f1", "1,2,3,4", "5"), "dtref: f1: expected n=TP,FN,FP,TN (got 'n=1,2,3,4 5')\n"),
        (("explain", "metric", "f_beta", "--matrix", "1,2;3,4"), "dtref: f_beta: expected beta=NUMBER (got 'nothing')\n"),
        (
            ("explain", "metric", "recall", "--matrix", "1,0,0;0,1,0;0,0,1"),
            "dtref: --positive: expected one of the classes 1, 2, 3 (got 'none')\n",
        ),
        (("explain", "metric", "recall"), "dtref: Missing option '--matrix'.\n"),
        (("explain", "gini"), "dtref: Missing argument 'COUNTS...'.\n"),
        (
            ("explain", "metric", "f_beta", "2", "--average", "macro", "--matrix", "1,2;3,4"),
            "dtref: --average: expected a metric that takes nothing besides, and no --positive (got '2')\n",
        ),
        (("explain", "interval", "wilson", "80"), "dtref: K/N: expected a number of N records, as 80/100 (got '80')\n"),
        (("explain", "interval", "wilson", "8/0"), "dtref: K/N: expected K from 0 to N (got '8/0')\n"),
        (
            ("explain", "interval", "jeffreys", "8/10", "--z", "2"),
            "dtref: --z: expected one of wald, wilson, agresti-coull (got 'jeffreys')\n",
        ),
        (
            ("explain", "interval", "wald", "8/10", "--confidence", "1"),
            "dtref: --confidence: expected a number strictly between 0 and 1 (got '1')\n",
        ),
        (
            ("explain", "interval", "wald", "8/10", "--confidence", "95"),
            "dtref: --confidence: expected a number strictly between 0 and 1; 95 % is 0.95 (got '95')\n",
        ),
        (("explain", "interval", "wald"), "dtref: K/N: expected a number of N records, as 80/100 (got 'nothing')\n"),
        (
            ("explain", "interval", "80/100"),
            "dtref: NAME: expected before K/N one of wald (in evaluation and iaml), wilson (in tan), agresti-coull, clopper-pearson, "
            "clopper-pearson-at-most, clopper-pearson-at-least, jeffreys (got '80/100')\n",
        ),
        (("explain", "auc"), "dtref: auc: see explain roc, which tells the area under the curve\n"),
        (("explain", "test", "mcnemar", "1"), "dtref: mcnemar: expected b=NUMBER c=NUMBER (got 'b=1')\n"),
        (
            ("explain", "test", "mcnemar", "1", "1/2"),
            "dtref: only the second right: expected a whole number of at least 0 (got Fraction(1, 2))\n",
        ),
        (
            ("explain", "node", DEFAULTS, "--target", "defaulted", "--path", "x"),
            "dtref: --path: expected 'marital_status not in {Married}' or 'marital_status in {Married}' (got 'x')\n",
        ),
        (
            ("explain", "node", DEFAULTS, "--target", "defaulted", "--path", "marital_status not in {Divorced, Single}", "--path", "x"),
            "dtref: --path: expected no condition below a leaf (got 'x')\n",
        ),
        (("show", "nowhere.json"), "dtref: nowhere.json: expected a file that can be read (got 'No such file or directory')\n"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_arguments_are_one_line_and_exit_code_2(run: Run, words: tuple[str, ...], message: str) -> None:
    assert run(*words) == (2, "", message)


@pytest.mark.parametrize(
    "words", [("--tree",), ("explain", "nothing"), ("fit",), ("prune", "m.json", "--by", "luck"), ("show", "--format", "x")]
)
def test_every_usage_error_is_one_line(run: Run, words: tuple[str, ...]) -> None:
    code, out, err = run(*words)
    assert (code, out, err.count("\n"), err[:7]) == (2, "", 1, "dtref: ")


@pytest.mark.parametrize(("b", "c"), [(12, 5), (5, 12), (7, 0), (5, 4), (5, 5), (0, 0)])
def test_the_exact_test_has_its_terms(run: Run, b: int, c: int) -> None:
    """What the line says, computed; of equal b and c it is 1, and no such sum."""
    out = run("explain", "test", "mcnemar-exact", str(b), str(c))[1]
    tail = sum(comb(b + c, i) for i in range(min(b, c) + 1))
    line = next(line for line in out.splitlines() if line.startswith("  mcnemar exact p = "))
    assert ("2^" in line) == (b != c)
    if b != c:
        sum_text, power = line.split(" = ")[1].split(" / 2^")
        assert eval(sum_text) == 2 * tail
        assert int(power) == b + c


def test_the_theorems_of_a_function_are_listed_with_their_proofs(run: Run) -> None:
    """Each file that is named holds the proof that is named, which runs the function; names are spelt in any way."""
    code, out, _ = run("explain", "formula", "delong-z", "--theorems", "--json")
    told = json.loads(out)
    assert (code, told["function"], len(told["theorems"]) > 1) == (0, "delong_z", True)
    for theorem in told["theorems"]:
        file, name = theorem["proof"].split(": ")
        assert re.search(rf"def {name}\b", (ROOT / file).read_text(encoding="utf-8"))
        assert "delong_z" in (ROOT / file).read_text(encoding="utf-8")
    assert "did you mean binary_brier_decomposition" in run("explain", "formula", "brier", "--theorems")[2]
