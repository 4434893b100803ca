"""
Reads the JSON model of CatBoost: symmetric trees, one question a level, and trees of other policies, node by node.

A number goes right if it is above the border, both as float32. The leaf of a symmetric tree has the bit i of its number set where the
answer to the split i is yes. A tree's number is added to those of the others, times the scale, plus the bias.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.io.foreign.exports import CATBOOST_EXPORT, exported
from dtref.io.foreign.json_parts import Parts, shortened_json
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree, Program, Setting
from dtref.spec.model.attributes import Width
from dtref.spec.model.precision import rounded
from dtref.spec.model.schemes import unfold

_BESIDE = ("ctr_data", "model_info", "features_info", "scale_and_bias", "oblivious_trees", "trees")
_NO_FLOATS = ("categorical_features", "text_features", "embedding_features", "ctrs")
_FEATURE = ("borders", "feature_id", "feature_name", "feature_index", "flat_feature_index", "has_nans", "nan_value_treatment")
_CHOSEN_FOR = "the gradients of a loss, in symmetric trees at all nodes of a level together"
_MISSING = {"AsIs": 0, "AsFalse": 0, "AsTrue": 1}
"""The branch of a missing value: the border is above it, or below."""


@frozen(eq=False)
class SymmetricLevel:
    """The nodes of a symmetric tree with the same answers so far: the number of answers, and the number of their first leaf."""

    depth: int
    leaf: int


Maker: TypeAlias = Callable[[Sequence[ForeignNode]], ForeignNode]
"""Makes a node of its children."""


def read_catboost(path: Path) -> tuple[ForeignTree, ...]:
    """The trees of a model. Errors: Invalid for any other file, features that are no numbers, and leaves of several numbers."""
    root = exported(path, CATBOOST_EXPORT)
    root.only(_BESIDE)
    features = root["features_info"]
    other = next((kind for kind in _NO_FLOATS if kind in features and features[kind].value), None)
    if other is not None:
        raise Invalid(features[other].where, "features that are numbers", other)
    features.only(("float_features", *_NO_FLOATS))
    floats = {part["feature_index"].whole(): part for part in features["float_features"].items()}
    for part in floats.values():
        _check_feature(part)
    trees = [part for key in ("oblivious_trees", "trees") if key in root for part in root[key].items()]
    pair = root["scale_and_bias"].items()
    if len(pair) != 2:
        raise Invalid(root["scale_and_bias"].where, "a scale and its biases", len(pair))
    scale, bias = pair
    biases = bias.items()
    if len(biases) != 1:
        raise Invalid(bias.where, "one number, as each leaf has one", len(biases))
    names = tuple(_name(part) for part in floats.values())
    made = [_tree(part, floats) for part in trees]
    if len(made) == 1:
        made = [_rescaled(made[0], scale.float(Width.FLOAT64), biases[0].float(Width.FLOAT64))]
    classes = "class_params" in root["model_info"] if "model_info" in root else False
    several = f"they are added to those of the other {len(made) - 1} trees" if len(made) > 1 else ""
    scores = several or ("they are the logarithm of the odds of a class" if classes else "")
    settings = tuple(_settings(root["model_info"])) if "model_info" in root else ()
    common = ForeignTree(
        ForeignNode(""), "CatBoost", columns=names, scores=scores, settings=settings, program=Program.CATBOOST, chosen_for=_CHOSEN_FOR
    )
    return tuple(evolve(common, root=tree, source=f"CatBoost {part.where}") for tree, part in zip(made, trees, strict=True))


def _settings(info: Parts) -> Iterator[Setting]:
    """The parameters of the training, each by its parts' names, such as tree_learner_options.depth; texts of JSON in older versions."""
    params = info["params"] if "params" in info else Parts({}, info.where)
    waiting = [("", Parts.of_text(params.value, params.where) if isinstance(params.value, str) else params)]
    for name, part in waiting:  # which grows as it is read
        if isinstance(part.value, dict):
            waiting += [(f"{name}.{key}" if name else key, part[key]) for key in part.fields()]
        elif isinstance(part.value, list):
            waiting += [(f"{name}.{i}", item) for i, item in enumerate(part.items())]
        elif part.value is not None:
            yield Setting(name, part.value if isinstance(part.value, str) else shortened_json(part.value))


def _check_feature(feature: Parts) -> None:
    """Checks the fields of a column, also those that decide nothing here."""
    feature.only(_FEATURE)
    if "has_nans" in feature:
        feature["has_nans"].truth()
    if "flat_feature_index" in feature:
        feature["flat_feature_index"].count()
    if "borders" in feature and feature["borders"].value is not None:
        feature.column("borders", Parts.number)


def _name(feature: Parts) -> str:
    """The name of a column; as CatBoost itself does, its position where it has none."""
    return feature["feature_id"].text() or str(feature["flat_feature_index"].whole())


def _ask(split: Parts, floats: dict[int, Parts]) -> Cut:
    split.only(("border", "float_feature_index", "split_index", "split_type"))
    split["split_type"].one_of(("FloatFeature",))
    if "split_index" in split:
        split["split_index"].count()
    index = split["float_feature_index"].whole()
    if index not in floats:
        raise Invalid(split["float_feature_index"].where, "a feature of the list", index)
    feature = floats[index]
    missing = _MISSING[feature["nan_value_treatment"].one_of(_MISSING)]
    return Cut(_name(feature), split["border"].float(Width.FLOAT32), width=Width.FLOAT32, missing=missing)


def _tree(part: Parts, floats: dict[int, Parts]) -> ForeignNode:
    if "splits" not in part:
        return unfold(part, lambda node: _node(node, floats))
    part.only(("leaf_values", "leaf_weights", "splits"))
    asks = [_ask(split, floats) for split in part["splits"].items()] if part["splits"].value is not None else []
    values = part["leaf_values"].items()
    if len(asks) > 16 or len(values) != 2 ** len(asks):
        raise Invalid(part["leaf_values"].where, f"a number for each of the leaves of {len(asks)} splits (of 16 at most)", len(values))
    weights = part.column("leaf_weights", Parts.weight, len(values)) if "leaf_weights" in part else (None,) * len(values)

    def expand(level: SymmetricLevel) -> tuple[Maker, Sequence[SymmetricLevel]]:
        depth, leaf = level.depth, level.leaf
        if depth == len(asks):
            made = ForeignNode(f"leaf {leaf}", label=values[leaf].float(Width.FLOAT64), records=weights[leaf])
            return lambda _: made, []
        place = f"split {depth}, leaf {leaf}"
        return lambda children: ForeignNode(place, asks[depth], tuple(children)), [
            SymmetricLevel(depth + 1, leaf),
            SymmetricLevel(depth + 1, leaf + 2**depth),
        ]

    return unfold(SymmetricLevel(0, 0), expand)


def _node(part: Parts, floats: dict[int, Parts]) -> tuple[Maker, Sequence[Parts]]:
    """A node of a tree that isn't symmetric, and its two children."""
    place = part.where.partition("trees")[2]
    if "split" in part:
        ask = _ask(part["split"], floats)
        return lambda children: ForeignNode(place, ask, tuple(children)), [part["left"], part["right"]]
    label = part["value"].float(Width.FLOAT64)
    records = part["weight"].weight() if "weight" in part else None
    return lambda _: ForeignNode(place, label=label, records=records), []


def _rescaled(tree: ForeignNode, scale: Fraction, bias: Fraction) -> ForeignNode:
    """The only tree of a model with the model's own predictions in its leaves."""

    def expand(node: ForeignNode) -> tuple[Maker, Sequence[ForeignNode]]:
        number = node.label
        label = rounded(rounded(number * scale, Width.FLOAT64) + bias, Width.FLOAT64) if isinstance(number, Fraction) else number
        return lambda children: evolve(node, label=label, children=tuple(children)), node.children

    return unfold(tree, expand)
