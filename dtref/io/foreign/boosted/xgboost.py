"""
Reads models of XGBoost, from the JSON that `save_model` writes: booster, columns, categories; `xgboost_trees` reads each tree.

The file doesn't hold the learning rate, lambda, or how records were sampled. XGBoost writes those apart (`save_config`), and with the
model in one where it writes a booster as it is in memory, as {"Model": …, "Config": …}; such a file is read, too.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from attrs import evolve

from dtref.errors import Invalid
from dtref.io.foreign.boosted.xgboost_columns import XgboostColumns, columns_of, kinds_of, param
from dtref.io.foreign.boosted.xgboost_config import parameters_of
from dtref.io.foreign.boosted.xgboost_dump import dumped_trees, is_json_dump, nodes_of_json, nodes_of_text
from dtref.io.foreign.boosted.xgboost_trees import xgboost_tree
from dtref.io.foreign.exports import UBJSON, XGBOOST_EXPORT, XGBOOST_TEXT, exported, kind_by_start
from dtref.io.foreign.json_parts import Parts, shortened_json
from dtref.io.foreign.tree import ForeignNode, ForeignTree, Program, Setting
from dtref.io.foreign.ubjson import parts_of_ubjson
from dtref.spec.model.attributes import Width
from dtref.spec.model.labels import written

MAJORS = (1, 2, 3)
"""The versions whose format this module knows, by their first number."""
NAMES_CATEGORIES = (3, 1)
"""The first version whose models have the names of categories, or state that there are none."""


def read_xgboost(path: Path) -> tuple[ForeignTree, ...]:
    """
    The trees of a model that XGBoost saved as JSON or UBJSON (`save_model("….json")`, `("….ubj")`), boosters gbtree and dart; or those of
    its `dump_model`, text or JSON, with less in it (`xgboost_dump`).

    Numbers are read as the float32 that they are printed from. Columns are those of `feature_names`, else f0, f1, …; categories have their
    names where the file has them, else they are codes. Errors: Invalid where the file isn't such a model, or has parts that aren't read
    here: gblinear, leaves that are vectors, a version of another format.
    """
    if kind_by_start(path) == XGBOOST_TEXT:
        return dumped_trees(nodes_of_text(path))
    if is_json_dump(path):
        return dumped_trees(nodes_of_json(path))
    file = parts_of_ubjson(path) if kind_by_start(path) == UBJSON else exported(path, XGBOOST_EXPORT)
    inside = "Model" in file
    model, settings = file["Model"] if inside else file, parameters_of(file["Config"]) if inside else ()
    learner, version = model["learner"], _version(model)
    booster, dart = _booster(learner["gradient_booster"])
    booster.only(("cats", "gbtree_model_param", "iteration_indptr", "tree_info", "trees"))
    if version >= NAMES_CATEGORIES and "cats" not in booster:
        raise Invalid(f"{booster.where}, cats", "the names of categories, which this version writes", "nothing")
    # The trees, with the factors of DART.
    columns, trees = columns_of(learner, booster), booster["trees"].items()
    _check_ensemble(learner, booster, len(trees))
    scales = [Fraction(1)] * len(trees) if dart is None else dart.column("weight_drop", lambda part: part.float(Width.FLOAT32), len(trees))
    roots = [xgboost_tree(tree, i, columns, scale) for i, (tree, scale) in enumerate(zip(trees, scales, strict=True))]
    # The facts that all trees share.
    common = ForeignTree(
        ForeignNode(""),
        "XGBoost",
        notes=_notes(model, learner, columns),
        columns=columns.names,
        width=Width.FLOAT32,
        scores=_scores(learner, dart),
        settings=(*_settings(learner, dart), *settings),
        program=Program.XGBOOST,
    )
    rounds = _rounds(booster, len(trees))
    return tuple(
        evolve(common, root=root, source=f"XGBoost tree {i}", chosen_for=_chosen_for(learner, first), later=not first)
        for i, (root, first) in enumerate(zip(roots, rounds, strict=True), 1)
    )


def _version(model: Parts) -> tuple[int, ...]:
    version = model.column("version", Parts.whole, 3) if "version" in model else (MAJORS[0],)
    if version[0] not in MAJORS:
        raise Invalid(model["version"].where, "version 1, 2 or 3 of XGBoost", shortened_json(model["version"].value))
    return version


def _booster(gradient_booster: Parts) -> tuple[Parts, Parts | None]:
    """The part that holds the trees; and, of DART, the part that holds the factor of each."""
    name = gradient_booster["name"].text() if "name" in gradient_booster else "gbtree"
    match name:
        case "gbtree":
            gradient_booster.only(("name", "model"))
            return gradient_booster["model"], None
        case "dart":
            gradient_booster.only(("name", "gbtree", "weight_drop"))
            return gradient_booster["gbtree"]["model"], gradient_booster
        case _:
            raise Invalid(gradient_booster["name"].where, "a booster of trees: gbtree or dart", name)


def _check_ensemble(learner: Parts, booster: Parts, count: int) -> None:
    """Checks the number of trees, the beginning of each round, and the class or target of each tree."""
    if "gbtree_model_param" in booster and "num_trees" in booster["gbtree_model_param"]:
        number = booster["gbtree_model_param"]["num_trees"].quoted()
        if number.whole() != count:
            raise Invalid(number.where, f"{count}, as there are so many trees", number.whole())
    if "tree_info" in booster:
        outputs = max(1, param(learner, "num_class") or 1, param(learner, "num_target") or 1)
        booster.column("tree_info", lambda part: part.index(outputs), count)
    if "iteration_indptr" in booster:
        cuts = booster.column("iteration_indptr", lambda part: part.index(count + 1))
        if not cuts or list(cuts) != sorted(cuts) or cuts[0] != 0 or cuts[-1] != count:
            raise Invalid(
                booster["iteration_indptr"].where, f"ascending numbers from 0 to {count}", shortened_json(booster["iteration_indptr"].value)
            )


def _rounds(booster: Parts, count: int) -> list[bool]:
    """For each tree whether it is of the first round; without the beginnings of rounds, only the first tree is."""
    first = 1
    if "iteration_indptr" in booster and len(cuts := booster.column("iteration_indptr", Parts.whole)) > 1:
        first = cuts[1]
    return [i < first for i in range(count)]


OF_THE_TARGET = ("reg:squarederror", "reg:linear", "binary:logistic", "binary:logitraw", "reg:logistic")
"""Objectives whose first gradients, up to a constant, are the target, with equal second derivatives."""


def _chosen_for(learner: Parts, first: bool) -> str:
    """The target of a tree's tests; "" for the target of the records."""
    if not first:
        return "the gradients that earlier trees left"
    if (param(learner, "num_target") or 1) > 1:
        return f"one of {param(learner, 'num_target')} targets"
    name = _objective(learner)
    weight = learner["objective"]["reg_loss_param"] if name and "reg_loss_param" in learner["objective"] else None
    if weight is not None and "scale_pos_weight" in weight and weight["scale_pos_weight"].quoted().number() != 1:
        return "positive records that weigh more than they do in the data (scale_pos_weight)"
    return "" if name in OF_THE_TARGET or not name else f"the gradients of {name}"


def _objective(learner: Parts) -> str:
    return learner["objective"]["name"].text() if "objective" in learner else ""


def _scores(learner: Parts, dart: Parts | None) -> str:
    name = _objective(learner)
    if dart is None and name == "reg:squarederror":
        return "a leaf corrects base_score, and XGBoost's file does not say by which learning rate and lambda it was shrunk"
    return f"a leaf is a part of a score (objective {name or 'not named'}{', booster dart' if dart is not None else ''}), no label"


def _settings(learner: Parts, dart: Parts | None) -> tuple[Setting, ...]:
    settings = [Setting("booster", "gbtree" if dart is None else "dart")]
    if "objective" in learner:
        settings.append(Setting("objective", _objective(learner)))
    if "learner_model_param" in learner and "base_score" in learner["learner_model_param"]:
        settings.append(Setting("base_score", _base_score(learner["learner_model_param"]["base_score"])))
    if "objective" in learner and "reg_loss_param" in learner["objective"]:
        weight = learner["objective"]["reg_loss_param"]
        settings.extend([Setting("scale_pos_weight", weight["scale_pos_weight"].text())] if "scale_pos_weight" in weight else [])
    return tuple(settings)


def _base_score(part: Parts) -> str:
    """A number; since version 3.1 one for each output, in brackets."""
    inside = Parts.of_text(part.text(), part.where)
    numbers = inside.items() if isinstance(inside.value, list) else [inside]
    return " ".join(written(number.float(Width.FLOAT32), Width.FLOAT32) for number in numbers)


def _notes(model: Parts, learner: Parts, columns: XgboostColumns) -> tuple[str, ...]:
    known = ("attributes", "feature_names", "feature_types", "gradient_booster", "learner_model_param", "objective")
    new = [*(set(model.fields()) - {"learner", "version"}), *(set(learner.fields()) - {*known})]
    notes = [f"{key} is not read" for key in sorted(new)]
    if not columns.names:
        notes.append("the file has no names of columns: they are f0, f1, …")
    return (*notes, *kinds_of(learner, columns))
