"""The commands, run in process: what they print, whole, and how they end."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path

import pytest
from cli.run import Run

import dtref

ROOT = Path(__file__).parents[2]
DEFAULTS = "golden/data/tan_default.csv"


def test_fit_prints_the_tree_its_ties_and_how_many_trees_are_as_good(run: Run) -> None:
    assert run("fit", DEFAULTS, "--target", "defaulted") == (
        0,
        """\
(No 7, Yes 3) [1 of 2 tied]
marital_status not in {Married}: (No 3, Yes 3) [1 of 2 tied]
|   home_owner in {No}: (No 1, Yes 3)
|   |   annual_income <= 77.5: No (No 1, Yes 0)
|   |   annual_income > 77.5: Yes (No 0, Yes 3)
|   home_owner not in {No}: No (No 2, Yes 0)
marital_status in {Married}: No (No 4, Yes 0)

records          10
inner nodes      3
tied nodes       2
leaves           4
depth            3
training errors  0
trees            3
partitions       2
""",
        "",
    )


def test_a_listed_choice_takes_the_other_optimum(run: Run) -> None:
    code, out, _ = run("fit", DEFAULTS, "--target", "defaulted", "--tie", "1")
    assert (code, out.splitlines()[:3]) == (
        0,
        [
            "(No 7, Yes 3) [1 of 2 tied]",
            "annual_income <= 97.5: (No 3, Yes 3)",
            "|   annual_income <= 80: No (No 3, Yes 0)",
        ],
    )


def test_fit_json_agrees_with_the_text(run: Run) -> None:
    code, out, _ = run("fit", "golden/data/iris.csv", "--target", "species", "--json")
    fitted = json.loads(out)
    assert code == 0
    assert {k: v for k, v in fitted.items() if k not in {"model", "dtref"}} == {
        "records": "150",
        "inner_nodes": "8",
        "tied_nodes": "3",
        "leaves": "9",
        "depth": "5",
        "training_errors": "0",
        "trees": "8",
        "partitions": "1",
    }
    assert len(fitted["model"]["nodes"]) == 17


def test_counting_past_the_budget_is_said_and_the_tree_is_still_printed(run: Run) -> None:
    code, out, _ = run("fit", "golden/data/wine.csv", "--target", "cultivar", "--budget", "5")
    # 178 records, each of another kind, have 177 tests at most, each one of the cuts between two neighbouring numbers of a column
    wine = dtref.read_csv("golden/data/wine.csv", target="cultivar")
    most = sum(len(set(column)) - 1 for column in zip(*(record.values for record in wine), strict=True)) ** 177
    words = f"not counted within 5 subproblems (at least 1, at most 10^{len(str(most))})"
    assert (code, out.splitlines()[-2:]) == (0, [f"{'trees':<16} {words}", f"{'partitions':<16} {words}"])
    code, out, _ = run("fit", "golden/data/wine.csv", "--target", "cultivar", "--budget", "5", "--json")
    trees = json.loads(out)["trees"]
    assert (code, trees) == (0, {"undecided": words, "lower": "1", "upper": str(most)})


def test_a_p_value_too_small_to_write_out_is_explained(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "w.csv"
    table.write_text("x,n,y\n1,1e30,a\n2,1e30,a\n3,1e30,b\n4,3e30,b\n")
    code, out, _ = run("explain", "data", str(table), "--target", "y", "--weights", "n", "--as", "chaid")
    assert code == 0
    assert "p-value                       below 0.000001   [degrees of freedom: 1]\n" in out
    assert "adjusted p-value              below 0.000001   [times 3]\n" in out


def test_numbers_of_thousands_of_digits_are_printed(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "w.csv"
    weights = [f"1{k}" + str(k) * 1900 + "." + str(k) * 1900 for k in range(1, 4)]
    table.write_text("x,n,y\n" + "".join(f"{i},{w},{'ab'[i % 2]}\n" for i, w in enumerate(weights)))
    assert run("explain", "data", str(table), "--target", "y", "--weights", "n")[0] == 0


def test_control_characters_in_values_do_not_reach_the_terminal(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "w.csv"
    table.write_text('x,y\n"a\nb",\x1b[31mred\nc,-\n')
    _, out, _ = run("fit", str(table), "--target", "y")
    assert "\x1b" not in out
    assert len(out.split("\n\n")[0].splitlines()) == 3


def test_a_saved_model_predicts_its_training_data(run: Run, tmp_path: Path) -> None:
    model = str(tmp_path / "model.json")
    assert run("fit", DEFAULTS, "--target", "defaulted", "--save", model)[0] == 0
    code, out, err = run("predict", model, DEFAULTS)
    assert (code, err) == (0, f"dtref: note: {model}: 10 of 10 records have the values of records that the model was trained on\n")
    labels = [line.split()[0] for line in out.splitlines()]
    assert labels == [line.rsplit(",", 1)[1] for line in (ROOT / DEFAULTS).read_text().splitlines()[1:]]
    assert out.splitlines()[4] == "Yes  (No 0, Yes 1)"
    assert run("predict", model, DEFAULTS, "--json")[1].splitlines()[4] == (
        '{"labels": ["Yes"], "distribution": {"No": "0", "Yes": "1"}, "decimals": {"No": "0.000000000000", "Yes": "1.000000000000"}, '
        '"trained_on": "yes"}'
    )


def test_a_prediction_tells_the_way_of_a_record(run: Run, tmp_path: Path) -> None:
    model, table = str(tmp_path / "m.json"), tmp_path / "d.csv"
    table.write_text("k,c\nu,a\nu,b\nu,b\nv,a\n")
    assert run("fit", str(table), "--target", "c", "--as", "c45-gain", "--save", model)[0] == 0
    asked = tmp_path / "asked.csv"
    asked.write_text("k\nv\n?\n")
    _, out, _ = run("predict", model, str(asked), "--path")
    assert out.splitlines() == [
        "a  (a 1, b 0)",
        "  node 0: k = v",
        "  node 2: leaf",
        "a or b  (a 0.500 = 1/2, b 0.500 = 1/2)",
        "  node 0: k = u or k = v",
        "  node 1, 0.75 of the record: leaf",
        "  node 2, 0.25 of the record: leaf",
    ]
    plain, told = run("predict", model, str(asked), "--json")[1], run("predict", model, str(asked), "--path", "--json")[1]
    without = [{k: v for k, v in json.loads(line).items() if k != "path"} for line in told.splitlines()]
    assert without == [json.loads(line) for line in plain.splitlines()]
    assert json.loads(told.splitlines()[1])["path"] == [
        {"node": "0", "share": "1", "branches": [{"if": "k = u", "share": "3/4"}, {"if": "k = v", "share": "1/4"}]},
        {"node": "1", "share": "3/4"},
        {"node": "2", "share": "1/4"},
    ]


def test_missing_as_value_grows_and_predicts(run: Run, tmp_path: Path) -> None:
    table, model = tmp_path / "t.csv", str(tmp_path / "m.json")
    table.write_text("x,y\na,+\n?,-\nb,+\n")
    assert run("fit", str(table), "--target", "y", "--missing-values", "value", "--save", model)[0] == 0
    code, out, _ = run("predict", model, str(table))
    assert (code, [line[0] for line in out.splitlines()]) == (0, ["+", "-", "+"])


def test_explain_reproduces_the_document(run: Run) -> None:
    code, out, _ = run("explain", "data", "golden/data/buys_computer.csv", "--target", "buys_computer", "--as", "id3")
    assert code == 0
    root = out.split("\n\n")
    assert root[0].splitlines()[1:] == [
        "  entropy                       0.940 bits = 1 + log2(7) - 5/14*log2(5) - 9/7*log2(3)",
        "Asked: age; no other candidate ties.",
    ]
    assert (
        root[1]
        == """\
  age
    branch             no  yes  n  entropy
    age = middle_aged   0    4  4        0
    age = senior        2    3  5    0.971
    age = youth         3    2  5    0.971
    weighted entropy              0.694 bits = -2/7 + 5/7*log2(5) - 3/7*log2(3)
    gain                          0.247 bits = 9/7 + log2(7) - 15/14*log2(5) - 6/7*log2(3)   [best]"""
    )


def test_explain_shows_what_a_gain_ratio_is_made_of(run: Run) -> None:
    _, out, _ = run("explain", "data", "golden/data/buys_computer.csv", "--target", "buys_computer", "--as", "c45-gain-ratio")
    income = out.split("\n\n")[2].splitlines()
    assert [line.split(" = ")[0] for line in income[-3:]] == [
        "    gain                          0.029 bits",
        "    split information             1.557 bits",
        "    gain_ratio                    0.019",
    ]


def test_explain_json_holds_exact_values(run: Run) -> None:
    _, out, _ = run("explain", "data", DEFAULTS, "--target", "defaulted", "--json")
    root = json.loads(out)["steps"][0]
    assert root["impurity"] == {"exact": "21/50", "decimal": "0.420000000000"}
    assert [c["value"]["exact"] for c in root["candidates"] if c["optimal"] == "yes"] == ["3/25", "3/25"]
    assert len(root["candidates"]) == 1 + 3 + 9
    assert [len(group) for group in root["optima"]] == [1, 1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("fit", "nowhere.csv", "--target", "x"),
            "dtref: nowhere.csv: expected a file that can be read (got 'No such file or directory')\n",
        ),
        (
            ("fit", DEFAULTS, "--target", "cheat"),
            "dtref: golden/data/tan_default.csv line 1, target: expected one of the columns 'home_owner', 'marital_status', "
            "'annual_income', 'defaulted' (got 'cheat')\n",
        ),
        (
            ("fit", DEFAULTS, "--target", "defaulted", "--tie", "best"),
            "dtref: --tie: expected first, last, refuse, or positions such as 0,2,1 (got 'best')\n",
        ),
        (
            ("fit", DEFAULTS, "--target", "defaulted", "--tie", "refuse"),
            "dtref: tie rule 'refuse': expected one best test (got '2 that tie: marital_status not in {Married}; annual_income <= 97.5')\n",
        ),
        (
            ("fit", DEFAULTS, "--target", "defaulted", "--tie", "0,0,0"),
            "dtref: tie rule 'listed': expected one position for each tie (got '1 too many')\n",
        ),
        (
            ("fit", DEFAULTS, "--target", "annual_income", "--continuous", "annual_income"),
            "dtref: target annual_income: expected a nominal target for gini_reduction (got 'continuous')\n",
        ),
        (("fit", DEFAULTS, "--target", "defaulted", "--ordinal", "x"), "dtref: --ordinal: expected COLUMN=VALUE,VALUE,… (got 'x')\n"),
        (
            ("predict", DEFAULTS, DEFAULTS),
            "dtref: golden/data/tan_default.csv: expected a model, which is JSON, as dtref fit --save writes it "
            "(got 'home_owner,marital_s')\n",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_input_is_one_line_and_exit_code_2(run: Run, words: tuple[str, ...], message: str) -> None:
    assert run(*words) == (2, "", message)


def test_a_forest_is_decided_by_its_seed_and_its_error_can_be_recomputed(run: Run) -> None:
    words = ("forest", "golden/data/iris.csv", "--target", "species", "--trees", "7", "--attributes-per-node", "2", "--seed", "3")
    assert run(*words) == run(*words)
    _, out, _ = run(*words, "--json")
    grown = json.loads(out)
    data = dtref.read_csv("golden/data/iris.csv", target="species")
    trees = [dtref.parse_model(json.dumps(model)).tree for model in grown["models"]]
    verdicts = Counter(
        _verdict(record, [t for t, seen in zip(trees, grown["samples"], strict=True) if str(i) not in seen], data)
        for i, record in enumerate(data)
    )
    said = "right {right}, wrong {wrong}, tied {tied}, never out of bag {never}"
    assert grown["out_of_bag"] == said.format(**{name: verdicts[name] for name in ("right", "wrong", "tied", "never")})


def _verdict(record: dtref.Record, trees: list[dtref.Leaf | dtref.Branch], data: dtref.DataSet) -> str:
    """By counting whole votes: each tree's labels share its vote."""
    votes: dict[object, Fraction] = defaultdict(Fraction)
    for tree in trees:
        labels = dtref.predictor(tree, data.attributes)(record).labels
        for label in labels:
            votes[label] += Fraction(1, len(labels))
    winners = [label for label, n in votes.items() if n == max(votes.values())]
    return "never" if not trees else "right" if winners == [record.label] else "tied" if record.label in winners else "wrong"


def test_disjoint_samples_share_out_the_records(run: Run) -> None:
    _, out, _ = run("forest", DEFAULTS, "--target", "defaulted", "--trees", "3", "--sampling", "disjoint", "--json")
    samples = json.loads(out)["samples"]
    assert sorted(int(i) for one in samples for i in one) == list(range(10))


def test_a_criterion_takes_the_place_of_the_algorithm_s_own(run: Run) -> None:
    _, out, _ = run(
        "explain", "data", "golden/data/play_tennis.csv", "--target", "play", "--as", "hunt", "--criterion", "chi-square", "--digits", "4"
    )
    assert "    chi_square                    3.5467 = 266/75   [best]" in out.split("\n\n")[1]


def test_missing_values_are_refused_by_default(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("x,y\na,+\n?,-\n")
    assert run("fit", str(table), "--target", "y") == (
        2,
        "",
        f"dtref: {table}, record 2, x: expected a known value; --missing-values drop|value|median|mean|mode|flag, or --gap, decide, or an "
        "algorithm that keeps missing values, such as c45, rpart or cart-surrogates (got MISSING)\n",
    )


def test_unknown_option_is_usage_error(run: Run) -> None:
    code, out, err = run("fit", DEFAULTS, "--tree")
    assert (code, out) == (2, "")
    assert "No such option: --tree" in err or "No such option '--tree'" in err
