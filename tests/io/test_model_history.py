"""How a model was made: its policy with the options, what pruned it; saved, read, verified, and refused where it is nonsense."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import cast

import jsonschema
import pytest
from attrs import evolve
from click.testing import CliRunner
from many import one_in

import dtref
from dtref.cli import app
from dtref.io.foreign.tree import fold_foreign, foreign_nodes
from dtref.io.model_history import GrownBy, History, PrunedBy
from dtref.io.models import parse_model, read_model, write_model
from dtref.oracle.golden.store import golden_folder
from dtref.oracle.stated.grown_policy import policy_of_grown, step_of
from dtref.oracle.stated.policy_of import policy_of

IRIS = str(golden_folder() / "data" / "iris.csv")
SCHEMA = json.loads((golden_folder() / "schema" / "tree.schema.json").read_text("utf-8"))

GROWN = (
    ("--min-records", "10", "--max-depth", "4"),
    ("--as", "cart", "--criterion", "gain", "--tie", "last"),
    ("--as", "c45-release-8", "--set", "m=5", "--set", "pruned=no"),
    ("--as", "rpart", "--set", "cp=0.1"),
    ("--as", "cart", "--no-zero-gain", "--gap", "surrogates", "--surrogates", "1"),
    ("--as", "scikit-learn", "--min-branch", "3", "--min-improvement", "1/50"),
)


def ran(*words: str) -> str:
    """What a command prints, which must end well."""
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, (words, result.output, result.exception)
    return result.output


@pytest.mark.parametrize("options", GROWN, ids=[" ".join(options) for options in GROWN])
def test_a_model_is_verified_by_the_options_that_grew_it(options: tuple[str, ...], tmp_path: Path) -> None:
    """Without --as: nothing is wrong, and nothing is left unchecked; the file fits the schema and is read as it was written."""
    saved = tmp_path / "m.json"
    ran("fit", IRIS, "--target", "species", *options, "--save", str(saved))
    text = saved.read_text("utf-8")
    jsonschema.validate(json.loads(text), SCHEMA)
    assert write_model(parse_model(text)) + "\n" == text
    verified = ran("verify", str(saved), IRIS, "--target", "species")
    assert "0 wrong" in verified
    assert "not checked" not in verified


PRUNED = (
    ("pessimistic", "--penalty", "1"),
    ("pessimistic-within-error",),
    ("error-based", "--confidence", "0.1"),
    ("cost-complexity", "--alpha", "1/20", "--risk", "gini"),
)


@pytest.mark.parametrize("rule", one_in(2, PRUNED), ids=[rule[0] for rule in one_in(2, PRUNED)])
def test_a_pruned_model_is_verified_with_its_pruning_carried_out(rule: tuple[str, ...], tmp_path: Path) -> None:
    grown, saved = tmp_path / "m.json", tmp_path / "p.json"
    ran("fit", IRIS, "--target", "species", "--min-records", "4", "--save", str(grown))
    ran("prune", str(grown), "--by", *rule, "--save", str(saved))
    jsonschema.validate(json.loads(saved.read_text("utf-8")), SCHEMA)
    assert len(list(json.loads(saved.read_text("utf-8"))["nodes"])) < len(list(json.loads(grown.read_text("utf-8"))["nodes"]))
    assert "0 wrong" in (verified := ran("verify", str(saved), IRIS, "--target", "species"))
    assert "not checked" not in verified
    # the tree as it was grown isn't what that pruning makes of it
    unpruned = json.loads(grown.read_text("utf-8")) | {"pruned": json.loads(saved.read_text("utf-8"))["pruned"]}
    saved.write_text(json.dumps(unpruned), "utf-8")
    assert CliRunner().invoke(app, ["verify", str(saved), IRIS, "--target", "species"]).exit_code == 1


def test_a_flag_of_a_pruning_is_yes_or_left_out() -> None:
    assert step_of(PrunedBy("pessimistic", (("cut_ties", "yes"),))) != step_of(PrunedBy("pessimistic"))
    with pytest.raises(dtref.Invalid, match="pruned, options, cut_ties: expected yes"):
        step_of(PrunedBy("pessimistic", (("cut_ties", "no"),)))


def test_a_pruning_that_is_not_known_is_refused_by_name() -> None:
    with pytest.raises(dtref.Invalid, match=r"pruned, by: expected one of reduced-error, best-node-first, .*got 'topiary'"):
        step_of(PrunedBy("topiary", (("penalty", "1"),)))


def test_what_a_pruning_looked_at_is_told(tmp_path: Path) -> None:
    """A pruning by records that a model doesn't hold is not checked, and the reason says what is needed; its file is told by name alone."""
    grown, saved = tmp_path / "m.json", tmp_path / "p.json"
    ran("fit", IRIS, "--target", "species", "--save", str(grown))
    ran("prune", str(grown), "--by", "reduced-error", "--validation", IRIS, "--save", str(saved))
    assert read_model(saved).history.pruned == (PrunedBy("reduced-error", (("charge", "first"), ("validation", "iris.csv"))),)
    assert "pruned by reduced-error" in ran("verify", str(saved), IRIS, "--target", "species")
    assert "Optimal" in ran("verify", str(saved), IRIS, "--target", "species", "--pruned")


def test_prune_takes_programs_and_what_the_model_says(tmp_path: Path) -> None:
    saved, settings = tmp_path / "m.json", ("--as", "rpart", "--set", "cp=0")
    ran("fit", IRIS, "--target", "species", *settings, "--save", str(saved))
    words = ("prune", str(saved), "--by", "cost-complexity", "--cross-validate", IRIS, "--folds", "3")
    assert ran(*words) == ran(*words, *settings)
    other = CliRunner().invoke(app, [*words, "--as", "rpart", "--set", "cp=0.5"])
    assert "the options, that the model was grown with" in str(other.exception)


def test_policy_of_a_model_and_of_one_that_says_nothing(tmp_path: Path) -> None:
    saved = tmp_path / "m.json"
    ran("fit", IRIS, "--target", "species", "--max-depth", "2", "--save", str(saved))
    assert policy_of(dtref.read_foreign(saved, "dtref")).stop[-1] == dtref.AtDepth(2)
    written = json.loads(saved.read_text("utf-8"))
    saved.write_text(json.dumps({**written, "grown": None, "algorithm": "CART, with options"}), "utf-8")
    with pytest.raises(dtref.Invalid, match="a policy is to be named, with the options of the fit"):
        policy_of(dtref.read_foreign(saved, "dtref"))


WRONG: tuple[tuple[object, str], ...] = (
    ([], "grown: expected an object"),
    ({"by": 1}, "grown, by: expected a text"),
    ({"by": "cart", "more": {}}, "grown: expected an object with by, parameters, options"),
    ({"by": "cart", "options": {"max_depth": 2}}, "grown, options: expected texts by name"),
)


@pytest.mark.parametrize(("grown", "message"), WRONG, ids=[message for _, message in WRONG])
def test_a_history_that_is_none_is_refused(grown: object, message: str, tmp_path: Path) -> None:
    saved = tmp_path / "m.json"
    ran("fit", IRIS, "--target", "species", "--max-depth", "1", "--save", str(saved))
    with pytest.raises(dtref.Invalid, match=message):
        parse_model(json.dumps({**json.loads(saved.read_text("utf-8")), "grown": grown}))


UNKNOWN = (
    (GrownBy("no such"), "grown, by: expected one of"),
    (GrownBy("cart", (("m", "1"),)), "--set: expected --as a released program"),
    (GrownBy("cart", (), (("no_such", "1"),)), "options that are known"),
    (GrownBy("cart", (), (("max_depth", "1/2"),)), "grown, options, max_depth: expected a whole number"),
    (GrownBy("cart", (), (("min_records", "-1"),)), "grown, options, min_records: expected a number of at least 0"),
    (GrownBy("cart", (), (("criterion", "no"),)), "grown, options, criterion: expected one of"),
    (GrownBy("cart", (), (("no_zero_gain", "no"),)), "grown, options, no_zero_gain: expected yes"),
)


@pytest.mark.parametrize(("grown", "message"), UNKNOWN, ids=[message for _, message in UNKNOWN])
def test_options_that_are_unknown_are_refused(grown: GrownBy, message: str) -> None:
    with pytest.raises(dtref.Invalid, match=message):
        policy_of_grown(grown)
    assert History(grown).pruned == ()


ZEROS = (("--max-depth", "0"), ("--gap", "surrogates", "--surrogates", "0"))


@pytest.mark.parametrize("options", ZEROS, ids=[" ".join(options) for options in ZEROS])
def test_an_option_of_0_is_told(options: tuple[str, ...], tmp_path: Path) -> None:
    """0 equals False, but was typed: the model is verified by it."""
    saved = tmp_path / "m.json"
    ran("fit", IRIS, "--target", "species", *options, "--save", str(saved))
    assert (options[-2][2:].replace("-", "_"), "0") in cast(GrownBy, read_model(saved).history.grown).options
    assert "0 wrong" in ran("verify", str(saved), IRIS, "--target", "species")


@pytest.mark.parametrize("rule", [("pessimistic", "--penalty", "0"), ("cost-complexity", "--alpha", "0")], ids=["penalty", "alpha"])
def test_a_pruning_of_0_is_told(rule: tuple[str, ...], tmp_path: Path) -> None:
    grown, saved = tmp_path / "m.json", tmp_path / "p.json"
    ran("fit", IRIS, "--target", "species", "--min-records", "5", "--save", str(grown))
    ran("prune", str(grown), "--by", *rule, "--save", str(saved))
    verified = ran("verify", str(saved), IRIS, "--target", "species")
    assert "0 wrong" in verified
    assert "not checked" not in verified


BOOSTED = ("xgboost", "lightgbm --set min_data_in_leaf=1 --set min_data_in_bin=1")


@pytest.mark.parametrize("algorithm", BOOSTED, ids=[words.split()[0] for words in BOOSTED])
def test_a_model_of_boosting_holds_means(algorithm: str, tmp_path: Path) -> None:
    """Its leaves are the means of the steps, by hand -13/8, -9/8, 3/8 and 19/8 about 37/8, not what a round adds; another mean is wrong."""
    saved, data = tmp_path / "m.json", tmp_path / "d.csv"
    data.write_text("x,y\n1,3\n2,3.5\n3,5\n4,7\n", "utf-8")
    words = (str(data), "--target", "y", "--continuous", "y")
    ran("fit", *words, "--as", *algorithm.split(), "--save", str(saved))
    assert json.loads(saved.read_text("utf-8"))["nodes"][-1]["labels"] == ["19/8"]
    assert "0 wrong" in ran("verify", str(saved), *words)
    tree = dtref.read_foreign(saved, "dtref")
    spoiled = fold_foreign(tree.root, lambda node, below: evolve(node, children=tuple(below), label=None if below else Fraction(1)))
    report = dtref.verify(evolve(tree, root=spoiled), dtref.read_csv(data, target="y", continuous=("y",)), policy_of(tree))
    assert report.tally["WrongLabel"] == sum(not node.children for node in foreign_nodes(tree.root))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ((), "sampling: expected a tree grown from all records"),
        (
            ("--sampling", "all", "--attributes-per-node", "1"),
            "attributes_per_node: expected a tree grown from all attributes at each node",
        ),
        (("--sampling", "all"), ""),
    ],
    ids=["records", "attributes", "neither"],
)
def test_a_tree_of_a_forest_is_not_called_wrong_by_records_that_it_never_saw(options: tuple[str, ...], told: str, tmp_path: Path) -> None:
    saved = tmp_path / "m.json"
    answer = json.loads(ran("forest", IRIS, "--target", "species", "--trees", "1", "--max-depth", "1", "--json", *options))
    jsonschema.validate(answer["models"][0], SCHEMA)
    saved.write_text(json.dumps(answer["models"][0]), "utf-8")
    result = CliRunner().invoke(app, ["verify", str(saved), IRIS, "--target", "species"])
    assert (told in str(result.exception)) if told else "0 wrong" in result.output


def test_a_model_of_a_frame_remembers_the_decimal_comma() -> None:
    def model(cells: list[str], decimal: str | None) -> dtref.Model:
        return dtref.fit(dtref.from_frame({"x": cells, "y": ["a", "a", "b"]}, target="y", decimal=decimal), dtref.CART)

    with_commas = model(["1,5", "2", "198,04"], ",")
    assert with_commas.history.read == (("decimal", ","),)
    again = parse_model(write_model(with_commas))
    assert again.history.read == (("decimal", ","),)
    assert [p.labels for p in dtref.predict(again, [{"x": "1,5"}, {"x": "198,04"}])] == [("a",), ("b",)]
    # an option without a comma to read, and points, leave nothing to remember
    assert model(["1", "2", "198"], ",").history.read == model(["1.5", "2", "198"], None).history.read == ()
    # the mark is told once: it is no field of an attribute
    with pytest.raises(dtref.Invalid, match="fields that the format knows"):
        parse_model(write_model(with_commas).replace('"width": "decimal"', '"width": "decimal", "mark": ","'))
