"""
Spark's trees, from the folders that Spark 4.3 saved and from what its toDebugString printed (files/spark, by files/make_spark.py): they
predict what Spark does, and what isn't read is refused by its name.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from many import one_in
from spark_files import ANSWERS, FILES, TREES, cells_of, records, tree_of

import dtref
from dtref.errors import Invalid
from dtref.io.foreign.formats import read_foreign
from dtref.io.foreign.prediction import foreign_predictor
from dtref.io.foreign.spark import parquet_rows
from dtref.io.foreign.spark.debug_string import parse_debug_string
from dtref.io.foreign.spark.models import read_spark
from dtref.io.foreign.spark.saved_nodes import SavedModel, tree_of_rows
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree, Program, Values, foreign_nodes
from dtref.oracle.verify.verdicts import NotChecked


def predicted(tree: ForeignTree, record: Sequence[str]) -> float:
    (label,) = foreign_predictor(tree)(cells_of(record)).labels
    return float(label)


@pytest.mark.parametrize("name", TREES)
def test_a_saved_tree_predicts_what_spark_does_at_every_cut_for_nan_and_for_categories_that_no_record_had(name: str) -> None:
    tree = tree_of(name)
    wrong = [one for one in ANSWERS[name] if predicted(tree, one["record"]) != float(one["predicts"])]
    assert wrong == []
    assert len(ANSWERS[name]) >= 120


@pytest.mark.parametrize("name", [name for name in TREES if name != "thresholds"])
def test_a_printed_tree_predicts_what_spark_does_or_says_that_it_does_not_know(name: str) -> None:
    """Of a category that no question names, where most go left, the text doesn't tell whether the column had it."""
    tree = read_foreign(FILES / f"{name}.txt", "spark")
    predict = foreign_predictor(tree)
    said = [(predict(cells_of(one["record"])).labels, one) for one in ANSWERS[name]]
    assert [one for labels, one in said if labels and float(labels[0]) != float(one["predicts"])] == []
    assert sum(bool(labels) for labels, _ in said) >= 30
    assert any("toDebugString prints no parameters" in note for note in tree.notes)


def test_a_printed_question_says_of_a_new_category_only_what_any_number_of_categories_leads_to() -> None:
    """The text and Spark's own rule (`Split.scala`), for each number of categories that there may be."""
    text = (
        "DecisionTreeRegressionModel: uid=dtr_1, depth=1, numNodes=3, numFeatures=1\n"
        "  If (feature 0 in {LEFT})\n   Predict: 0.0\n  Else (feature 0 not in {LEFT})\n   Predict: 1.0\n"
    )
    for left in ((0,), (3,), (0, 1), (1, 2), (0, 2, 5), (0, 1, 2, 3, 4)):
        (tree,) = parse_debug_string(text.replace("LEFT", ",".join(f"{i}.0" for i in left)), "t")
        predict = foreign_predictor(tree)
        for value in range(9):
            goes = {0.0 if value in left or (value >= n and len(left) > n // 2) else 1.0 for n in range(max(*left, len(left)) + 1, 30)}
            labels = [float(label) for label in predict({"feature 0": str(value)}).labels]
            assert labels == (sorted(goes) if len(goes) == 1 else [])


def asked_by(tree: ForeignTree) -> list[object]:
    """The questions in preorder, as far as both forms have them."""
    asks = [node.ask for node in foreign_nodes(tree.root)]
    return [(ask.attribute, ask.groups[0]) if isinstance(ask, Values) else ask for ask in asks]


@pytest.mark.parametrize("name", TREES)
def test_a_saved_tree_and_its_text_ask_the_same(name: str) -> None:
    saved, printed = tree_of(name), read_foreign(FILES / f"{name}.txt", "spark")
    assert asked_by(saved) == asked_by(printed)
    assert (saved.classes, saved.columns) == (printed.classes, printed.columns)
    if name != "thresholds":  # the text has what nodes predict without them
        assert [node.label for node in foreign_nodes(saved.root) if node.ask is None] == [
            node.label for node in foreign_nodes(printed.root) if node.ask is None
        ]


def test_what_a_saved_tree_says_comes_along() -> None:
    tree = tree_of("classes")
    root = tree.root
    settings = {setting.name: setting.value for setting in tree.settings}
    assert (tree.program, tree.classes, tree.columns) == (Program.SPARK, ("0", "1", "2"), tuple(f"feature {i}" for i in range(4)))
    assert {
        "maxBins": "8",
        "minInstancesPerNode": "2",
        "maxDepth": "5",
        "impurity": "gini",
        "pruneTree": "true",
    }.items() <= settings.items()
    assert root.counts is not None
    assert (root.rows, root.impurity is not None, root.gain is not None) == (60, True, True)
    assert {type(node.ask) for node in foreign_nodes(root)} == {Cut, Values, type(None)}
    # a leaf that could not be split has no impurity, as Spark writes -1
    assert any(node.impurity is None for node in foreign_nodes(root))
    numbers = tree_of("numbers").root
    assert numbers.counts is None
    assert isinstance(numbers.label, Fraction)
    assert numbers.records is not None


def test_the_trees_of_a_random_forest_are_read_and_none_is_judged() -> None:
    trees = read_spark(FILES / "forest")
    assert [asked_by(tree) for tree in trees] == [asked_by(tree) for tree in read_spark(FILES / "forest.txt")]
    assert len(trees) == 2
    report = dtref.verify(trees[0], records("two classes"), dtref.spark())
    assert {v.why for finding in report.findings for v in finding.verdicts if isinstance(v, NotChecked)} == {
        "one of several trees, each grown from records and columns that were drawn: which, it does not tell"
    }


def test_a_pipeline_names_the_columns() -> None:
    assert tree_of("pipeline").columns == ("a", "b", "k", "m")


def copied(name: str, folder: Path) -> Path:
    shutil.copytree(FILES / name, folder / name)
    return folder / name


def edited(folder: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """A saved tree whose metadata is changed."""
    path = copied("classes", folder)
    metadata = json.loads((path / "metadata" / "part-00000.txt").read_text())
    change(metadata)
    (path / "metadata" / "part-00000.txt").write_text(json.dumps(metadata))
    return path


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        (lambda m: m.update({"sparkVersion": "5.0.0"}), "metadata, sparkVersion: expected a model of Spark 2, 3, 4"),
        (lambda m: m.update({"class": "org.apache.spark.ml.clustering.KMeansModel"}), "KMeansModel"),
        (lambda m: m.update({"splits": 1}), "metadata, splits: expected no field of that name"),
        (lambda m: m["paramMap"].update({"maxLeaves": 3}), "paramMap, maxLeaves: expected no field of that name"),
        (lambda m: m.update({"numClasses": 2}), "data, node [0-9]+, impurityStats: expected 2 weights"),
        (lambda m: m.update({"numFeatures": 1}), "split, featureIndex: expected a column from 0 to 0"),
        (lambda m: m.pop("paramMap"), "an object with 'paramMap'"),
    ],
    ids=["version", "class", "field", "parameter", "classes", "features", "no parameters"],
)
def test_metadata_that_is_not_known_is_refused_with_its_place(
    tmp_path: Path, change: Callable[[dict[str, Any]], object], wanted: str
) -> None:
    with pytest.raises(Invalid, match=wanted):
        read_spark(edited(tmp_path, change))


def test_a_model_of_gradient_boosting_is_refused_by_name() -> None:
    with pytest.raises(Invalid, match="gradient boosting adds what its trees hold") as caught:
        tree_of("boosted")
    assert "GBTClassificationModel" in str(caught.value.got)


def test_a_folder_that_is_not_whole_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for part, wanted in (("metadata", "a folder that Spark saved, with one file of metadata"), ("data", "files of Parquet")):
        path = copied("classes", tmp_path / part)
        shutil.rmtree(path / part)
        with pytest.raises(Invalid, match=wanted):
            read_spark(path)
    path = copied("numbers", tmp_path)
    file = path / "data" / "part-00000.snappy.parquet"
    file.write_bytes(file.read_bytes()[:700])
    with pytest.raises(Invalid, match=r"numbers, data, part-00000.snappy.parquet: expected a Parquet file that can be read"):
        read_spark(path)
    monkeypatch.setattr(parquet_rows, "MOST_ROWS", 3)
    with pytest.raises(Invalid, match="at most 3 nodes"):
        tree_of("classes")
    monkeypatch.setattr(parquet_rows, "find_spec", lambda _: None)
    with pytest.raises(Invalid, match="the extra 'outofcore'"):
        tree_of("classes")


# every field of a node


def saved_rows(name: str) -> list[dict[str, Any]]:
    return [dict(row) for row in parquet_rows.parquet_rows(FILES / name / "data", name)]


MODELS = {"classes": SavedModel(3, [f"feature {i}" for i in range(4)]), "numbers": SavedModel(None, [f"feature {i}" for i in range(4)])}
NEW: tuple[object, ...] = (None, "x", True, 0, -1, 3, 10**6, 0.5, -2.0, float("nan"), float("inf"), [], [0.0], [7.0, 1.0], {})


def edits(rows: list[dict[str, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The rows with a field of one of them replaced, or gone, or a row gone, or twice there; and the field."""

    def others(value: object) -> list[object]:
        return [new for new in NEW if type(new) is not type(value) or new != value]

    for i, row in enumerate(rows):
        yield "node", [*rows[:i], *rows[i + 1 :]]
        yield "node", [*rows, row]
        for field, value in row.items():
            for new in others(value):
                yield field, [*rows[:i], {**row, field: new}, *rows[i + 1 :]]
            yield field, [*rows[:i], {k: v for k, v in row.items() if k != field}, *rows[i + 1 :]]
            if isinstance(value, dict):
                for inner, own in value.items():
                    yield from ((inner, [*rows[:i], {**row, field: {**value, inner: new}}, *rows[i + 1 :]]) for new in others(own))


def claimed(node: ForeignNode) -> tuple[object, ...]:
    return node.ask, node.label, node.counts, node.records, node.rows, node.impurity, node.gain, node.place


@pytest.mark.parametrize("name", MODELS)
def test_an_edited_node_is_refused_with_its_place_or_says_something_else(name: str) -> None:
    rows = saved_rows(name)
    before = [claimed(node) for node in foreign_nodes(tree_of_rows(rows, MODELS[name], "data"))]
    refused = read = same = 0
    for field, changed in one_in(11, list(edits(rows))):
        try:
            tree = tree_of_rows(changed, MODELS[name], "data")
        except Invalid as problem:
            assert problem.where.startswith("data")
            refused += 1
            continue
        after = [claimed(node) for node in foreign_nodes(tree)]
        quiet = {"leftCategoriesOrThreshold", "numCategories", "gain"}  # which a leaf has, and means nothing by
        assert after != before or field in quiet
        read, same = read + (after != before), same + (after == before)
    assert refused > 5 * read
    assert read > same


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("Predict: ", "Predicts: ", "If and Else at one level, or one line Predict"),
        ("  Else", "   Else", "."),
        ("depth=", "depth=1", "as the heading says"),
        ("DecisionTreeClassificationModel", "GBTClassificationModel", "the heading of"),
        ("Else (feature 0 >", "Else (feature 1 >", "If and Else of one question"),
        ("0.0,2.0,3.0,6.0}", "0.5}", "categories, 0.0, 1.0"),
        ("Predict: 1.0", "Predict: 0.5", "a class, 0.0, 1.0"),
    ],
)
def test_a_text_that_makes_no_tree_is_refused_with_its_line(old: str, new: str, wanted: str) -> None:
    text = (FILES / "classes.txt").read_text()
    assert old in text
    with pytest.raises(Invalid, match=wanted):
        parse_debug_string(text.replace(old, new, 2 if "0.5}" in new else 1), "t.txt")


def test_texts_of_spark_2_and_of_one_leaf_are_read() -> None:
    text = "DecisionTreeClassificationModel (uid=dtc_1) of depth 1 with 3 nodes\n  If (feature 1 <= 1.0E-5)\n   Predict: 0.0\n"
    (tree,) = parse_debug_string(text + "  Else (feature 1 > 1.0E-5)\n   Predict: 1.0\n", "t.txt")
    assert isinstance(tree.root.ask, Cut)
    assert tree.root.ask.cut == Fraction(1e-5)
    (leaf,) = parse_debug_string("DecisionTreeRegressionModel: uid=d_1, depth=0, numNodes=1, numFeatures=2\n  Predict: -1.5\n", "t.txt")
    assert (leaf.root.label, leaf.classes) == (Fraction(-3, 2), ())
