"""Round trips: a tree, exported and read again by the format's own reader, sends every record of `route_diff` to the same label."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve
from exported.generated import generated_model

from dtref.errors import Invalid
from dtref.io.export.binary import number_columns
from dtref.io.export.doubles import Doubles
from dtref.io.export.forks import rest_of
from dtref.io.export.head import asked_attributes
from dtref.io.export.onnx import onnx_model
from dtref.io.export.pmml import pmml_text
from dtref.io.export.scikit_learn import to_scikit_learn
from dtref.io.export.targets import export
from dtref.io.foreign.dtref_model import from_tree
from dtref.io.foreign.formats import read_foreign
from dtref.io.foreign.onnx import read_onnx
from dtref.io.foreign.pmml.models import parse_pmml
from dtref.io.foreign.scikit_learn import read_scikit_learn
from dtref.io.foreign.scikit_learn_json import write_scikit_learn
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, fold_foreign
from dtref.io.models import Model, parse_model
from dtref.oracle.verify.route_comparison import UNSEEN, Difference, route_diff
from dtref.spec.model.attributes import MISSING, Width
from dtref.spec.model.trees import Branch, Gap, Label, Tree, nodes


def as_given(model: Model, width: Width, label_of: Callable[[Tree], Label], missing: int | None) -> ForeignTree:
    """
    The tree as a target has it: numbers of a width, one label a leaf, and for a missing value the branch that the node's rule names; else
    `missing`.
    """
    own, trees = from_tree(model.tree), list(nodes(model.tree))

    def question(ask: Ask, tree: Tree) -> Ask:
        narrow = evolve(ask, width=width) if isinstance(ask, Cut) and ask.width is not Width.FLOAT32 else ask
        rest = rest_of(tree) if isinstance(tree, Branch) and isinstance(tree.gap, Gap) else ()
        return (
            evolve(narrow, missing=rest[0]) if len(rest) == 1 else narrow if narrow.missing is not None else evolve(narrow, missing=missing)
        )

    def combine(node: ForeignNode, parts: Sequence[ForeignNode]) -> ForeignNode:
        tree = trees[int(node.place) - 1]
        ask = None if node.ask is None else question(node.ask, tree)
        return evolve(node, ask=ask, label=label_of(tree), children=tuple(parts))

    return evolve(own, root=fold_foreign(own.root, combine))


def of_numbers_or_declared(differences: Sequence[Difference]) -> list[Difference]:
    """Those at values that are declared: what isn't, dtref refuses, for which its foreign form has no word."""
    return [one for one in differences if UNSEEN not in one.cells.values()]


def decimal_label(tree: Tree) -> Label:
    return tree.labels[0] if isinstance(tree.labels[0], str) else Fraction(repr(float(tree.labels[0])))


def first_in_order(tree: Tree) -> Label:
    label = min(tree.labels) if any(n for _, n in tree.counts) else tree.labels[0]
    return label if isinstance(label, str) else Fraction(float(label))


def first_of_classes(tree: Tree) -> Label:
    label = tree.labels[0]
    return label if isinstance(label, str) else Fraction(float(label))


@pytest.mark.parametrize("seed", range(12))
def test_pmml_is_read_as_the_tree_that_it_was(seed: int) -> None:
    model = generated_model(seed, binary=True, regression=seed % 4 == 3)
    (back,) = parse_pmml(pmml_text(model, Doubles.EXACT), "tree.pmml")
    diff = route_diff(as_given(model, Width.FLOAT64, decimal_label, None), back)
    assert diff.tried
    assert diff.differences == ()


def test_pmml_of_values_and_surrogates_is_read_as_the_tree_that_it_was() -> None:
    tried = 0
    for seed in range(60):
        model = generated_model(seed)
        # "out" has a value for missing cells, which a foreign tree does not
        if any(attribute.name == "out" for attribute in asked_attributes(model)):
            continue
        try:
            own = as_given(model, Width.FLOAT64, decimal_label, None)
            (back,) = parse_pmml(pmml_text(model, Doubles.EXACT), "tree.pmml")
        except Invalid:  # several cuts, or a predicate of several fields
            continue
        assert of_numbers_or_declared(route_diff(own, back).differences) == [], seed
        tried += 1
    assert tried >= 12


@pytest.mark.peer("scikit-learn", "exports")
@pytest.mark.parametrize("seed", range(12))
def test_scikit_learn_has_the_tree_that_it_was(seed: int) -> None:
    pytest.importorskip("sklearn")
    model = generated_model(seed, binary=True, regression=seed % 4 == 3)
    back = read_scikit_learn(to_scikit_learn(model), number_columns(model))
    assert route_diff(as_given(model, Width.FLOAT32, first_in_order, 1), back).differences == ()


@pytest.mark.peer("scikit-learn", "exports")
@pytest.mark.parametrize("seed", range(12))
def test_the_files_of_scikit_learn_have_the_tree_that_it_was(seed: int, tmp_path: Path) -> None:
    """The JSON of `write_scikit_learn`, and for classes the text of `export_text`, which rounds means and says nothing of gaps."""
    text_of = pytest.importorskip("sklearn.tree").export_text
    model = generated_model(seed, binary=True, regression=seed % 4 == 3)
    fitted, names = to_scikit_learn(model), list(number_columns(model))
    write_scikit_learn(fitted, tmp_path / "m.json", names)
    own = as_given(model, Width.FLOAT32, first_in_order, 1)
    assert route_diff(own, read_foreign(tmp_path / "m.json", "sklearn")).differences == ()
    if seed % 4 != 3:
        (tmp_path / "m.txt").write_text(text_of(fitted, feature_names=names, decimals=60))
        differences = route_diff(own, read_foreign(tmp_path / "m.txt", "sklearn-text")).differences
        assert [one for one in differences if MISSING not in one.cells.values()] == []


@pytest.mark.peer("onnxruntime", "exports")
@pytest.mark.parametrize("seed", range(12))
def test_onnx_is_read_as_the_tree_that_it_was(seed: int, tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    model = generated_model(seed, binary=True, regression=seed % 4 == 3)
    path = tmp_path / "tree.onnx"
    path.write_bytes(onnx_model(model, Doubles.EXACT))
    (back,) = read_onnx(path)
    asked = {attribute.name for attribute in asked_attributes(model)}
    columns = {name: f"x{i}" for i, name in enumerate(number_columns(model)) if name in asked}
    diff = route_diff(as_given(model, Width.FLOAT64, first_of_classes, 1), back, columns)
    assert diff.differences == ()


@pytest.mark.parametrize("seed", range(8))
def test_json_is_read_as_the_tree_that_it_was(seed: int) -> None:
    model = generated_model(seed, regression=seed % 4 == 3)
    assert parse_model(str(export(model, "json"))) == model
