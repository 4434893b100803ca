"""
The nodes of a tree that Spark saved: a row for each, with its number, its prediction, its statistics, its children and its split.

`impurityStats` are the weights of classes, or the sums of w, wy and wy^2; `rawCount` is the number of records (since Spark 3). A leaf that
no admitted test could have split has -1 for its impurity.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isfinite

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.foreign.node_list import listed_tree
from dtref.io.foreign.spark.questions import category_question, threshold_question
from dtref.io.foreign.tree import Ask, ForeignNode
from dtref.spec.model.attributes import Width
from dtref.spec.model.precision import rounded
from dtref.spec.programs.spark import LargestOfThresholds

_FIELDS = ("id", "prediction", "impurity", "impurityStats", "rawCount", "gain", "leftChild", "rightChild", "split")
_SPLIT = ("featureIndex", "leftCategoriesOrThreshold", "numCategories")
_NONE = -1


@frozen(eq=False)
class SavedModel:
    """What all nodes of a model share: the number of its classes, None for numbers; the names of its columns; thresholds of classes."""

    classes: int | None
    features: Sequence[str]
    thresholds: tuple[Fraction, ...] = ()


@frozen(eq=False)
class _Row:
    """A node's row, and its place."""

    fields: Mapping[str, object]
    where: str

    def whole(self, name: str) -> int:
        value = self.fields.get(name)
        if isinstance(value, bool) or not isinstance(value, int):
            raise Invalid(f"{self.where}, {name}", "a whole number", value)
        return value

    def number(self, name: str) -> Fraction:
        return _number(self.fields.get(name), f"{self.where}, {name}")

    def numbers(self, name: str) -> list[Fraction]:
        values = self.fields.get(name)
        if not isinstance(values, list):
            raise Invalid(f"{self.where}, {name}", "numbers", values)
        return [_number(value, f"{self.where}, {name}") for value in values]

    def only(self, known: Sequence[str]) -> None:
        new = sorted({*self.fields} - {*known})
        if new:
            raise Invalid(
                f"{self.where}, {new[0]}", "no field of that name: what it means is not known here", str(self.fields[new[0]])[:60]
            )


def _number(value: object, where: str) -> Fraction:
    if not isinstance(value, float) or not isfinite(value):
        raise Invalid(where, "a number", value)
    return Fraction(value)


def tree_of_rows(rows: Sequence[Mapping[str, object]], model: SavedModel, where: str) -> ForeignNode:
    """
    The tree of some rows. Errors: Invalid, with the node and the field, for rows that make no tree.

    >>> split = {"featureIndex": -1, "leftCategoriesOrThreshold": [], "numCategories": -1}
    >>> leaf = {"id": 0, "prediction": 1.0, "impurity": 0.0, "impurityStats": [0.0, 3.0], "gain": -1.0, "leftChild": -1, "rightChild": -1}
    >>> tree_of_rows([{**leaf, "split": split}], SavedModel(2, ()), "data").counts
    (('0', Fraction(0, 1)), ('1', Fraction(3, 1)))
    """
    by_number: dict[int, _Row] = {}
    for i, fields in enumerate(rows):
        if not isinstance(fields, Mapping):
            raise Invalid(f"{where}, row {i + 1}", "a node", fields)
        number = _Row(fields, f"{where}, row {i + 1}").whole("id")
        if number in by_number:
            raise Invalid(f"{where}, node {number}", "each node once", "twice")
        by_number[number] = _Row(fields, f"{where}, node {number}")
        by_number[number].only(_FIELDS)
    return listed_tree(0, {i: _children(row) for i, row in by_number.items()}, lambda i, below: _node(i, by_number[i], below, model), where)


def _children(row: _Row) -> Sequence[int]:
    pair = row.whole("leftChild"), row.whole("rightChild")
    if pair == (_NONE, _NONE):
        return ()
    if _NONE in pair:
        raise Invalid(f"{row.where}, leftChild and rightChild", "two children or none", pair)
    return pair


def _node(i: int, row: _Row, below: Sequence[ForeignNode], model: SavedModel) -> ForeignNode:
    stats, impurity, rows = (
        row.numbers("impurityStats"),
        row.number("impurity"),
        row.whole("rawCount") if "rawCount" in row.fields else _NONE,
    )
    if len(stats) != (3 if model.classes is None else model.classes):
        raise Invalid(f"{row.where}, impurityStats", "three sums" if model.classes is None else f"{model.classes} weights", len(stats))
    weights = stats[:1] if model.classes is None else stats
    if min(weights, default=0) < 0:
        raise Invalid(f"{row.where}, impurityStats", "weights of at least 0", [str(x) for x in weights])
    ask, gain = _ask(row, model), row.number("gain")
    if (ask is None) != (not below):
        raise Invalid(f"{row.where}, split", "one where there are children, and none at a leaf", row.fields.get("split"))
    return ForeignNode(
        str(i),
        ask,
        tuple(below),
        _label(row, stats, model),
        None if model.classes is None else tuple((str(k), n) for k, n in enumerate(stats)),
        records=stats[0] if model.classes is None else None,
        rows=None if rows == _NONE else Fraction(rows),
        impurity=None if impurity == _NONE and not below else impurity,
        gain=gain if below else None,
    )


def _label(row: _Row, stats: Sequence[Fraction], model: SavedModel) -> str | Fraction:
    """What a node predicts: its own class, or the one that the model's thresholds make of its shares."""
    label = row.number("prediction")
    if model.classes is None:
        return label
    if label.denominator != 1 or not 0 <= label < model.classes:
        raise Invalid(f"{row.where}, prediction", f"a class from 0 to {model.classes - 1}", str(label))
    return str(_by_thresholds(stats, model.thresholds)) if model.thresholds else str(label)


def _by_thresholds(stats: Sequence[Fraction], thresholds: Sequence[Fraction]) -> int:
    """The first class of the greatest share over its threshold, both in doubles (`ml/classification/ProbabilisticClassifier.scala`)."""
    if 0 in thresholds or len(thresholds) != len(stats) or not any(stats):
        return LargestOfThresholds(tuple(thresholds))(tuple(stats))[0]
    scaled = [rounded(rounded(n / sum(stats), Width.FLOAT64) / t, Width.FLOAT64) for n, t in zip(stats, thresholds, strict=True)]
    return scaled.index(max(scaled))


def _ask(row: _Row, model: SavedModel) -> Ask | None:
    fields = row.fields.get("split")
    if not isinstance(fields, Mapping):
        raise Invalid(f"{row.where}, split", "a split", fields)
    split = _Row(fields, f"{row.where}, split")
    split.only(_SPLIT)
    feature, count, numbers = split.whole("featureIndex"), split.whole("numCategories"), split.numbers("leftCategoriesOrThreshold")
    if feature == _NONE:
        return None
    if not 0 <= feature < len(model.features):
        raise Invalid(f"{split.where}, featureIndex", f"a column from 0 to {len(model.features) - 1}", feature)
    where = f"{split.where}, leftCategoriesOrThreshold"
    if count == _NONE:
        if len(numbers) != 1:
            raise Invalid(where, "one threshold", len(numbers))
        return threshold_question(model.features[feature], numbers[0])
    left = [int(x) for x in numbers if x.denominator == 1]
    if not 0 < len(set(left)) == len(numbers) < count <= 2**16 or not all(0 <= x < count for x in left):
        raise Invalid(where, f"some of the categories from 0 to {count - 1}, each once, and not all", [str(x) for x in numbers[:20]])
    return category_question(model.features[feature], left, count)
