"""
Reads models of LightGBM, from the JSON of `dump_model()`: columns, categories, objective; `lightgbm_nodes` reads each tree.

The dump doesn't hold the learning rate and lambda that shrink leaves, so that no leaf says what its records' label should be. The text
that `save_model` writes does, and is read as a dump with the parameters beside it (`lightgbm_text`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import evolve

from dtref.errors import Invalid
from dtref.io.foreign.boosted.lightgbm_nodes import LightgbmColumns, lightgbm_tree
from dtref.io.foreign.boosted.lightgbm_text import is_text, parts_of_text
from dtref.io.foreign.exports import LIGHTGBM_EXPORT, exported
from dtref.io.foreign.json_parts import Parts
from dtref.io.foreign.tree import ForeignNode, ForeignTree, Program, Setting

VERSIONS = ("v2", "v3", "v4")
"""The formats that this module knows."""
_KNOWN = (
    *("name", "version", "num_class", "num_tree_per_iteration", "label_index", "max_feature_idx", "objective", "average_output"),
    *("feature_names", "monotone_constraints", "feature_infos", "tree_info", "feature_importances", "pandas_categorical", "parameters"),
)


def read_lightgbm(path: Path) -> tuple[ForeignTree, ...]:
    """
    The trees of LightGBM's `dump_model()`, saved as JSON.

    Categories have the names that pandas gave them where the file has them, else they are codes. Errors: Invalid where the file isn't such
    a dump, or has parts that aren't read here: linear leaves, cuts beyond 1e300, categories of an unknown column, another format.
    """
    model = parts_of_text(path) if is_text(path) else exported(path, LIGHTGBM_EXPORT)
    _check(model)
    names, trees = model.names("feature_names"), model["tree_info"].items()
    columns = LightgbmColumns(names, _category_names(model, names))
    roots = [lightgbm_tree(tree, i, columns) for i, tree in enumerate(trees)]
    notes = tuple(f"{key} is not read" for key in sorted(set(model.fields()) - {*_KNOWN}))
    common = ForeignTree(ForeignNode(""), "LightGBM", notes=notes, columns=names, scores=_scores(model), program=Program.LIGHTGBM)
    return tuple(
        evolve(
            common,
            root=root,
            source=f"LightGBM tree {i}",
            settings=_settings(model, tree),
            chosen_for=_chosen_for(model, i == 1),
            later=_is_later(model, i),
        )
        for i, (root, tree) in enumerate(zip(roots, trees, strict=True), 1)
    )


def _check(model: Parts) -> None:
    """The format's version; the counts of columns and of trees."""
    if "name" in model:
        model["name"].one_of(("tree",))
    if "version" in model:
        model["version"].one_of(VERSIONS)
    names = model.names("feature_names")
    if "max_feature_idx" in model and model["max_feature_idx"].whole() != len(names) - 1:
        raise Invalid(
            model["max_feature_idx"].where, f"{len(names) - 1}, as there are {len(names)} columns", model["max_feature_idx"].whole()
        )
    trees, each = len(model["tree_info"].items()), model["num_tree_per_iteration"].whole() if "num_tree_per_iteration" in model else 1
    if each < 1 or trees % each:
        raise Invalid(model["num_tree_per_iteration"].where, f"a part of the {trees} trees", each)
    if "num_class" in model and (classes := model["num_class"].whole()) < 1:
        raise Invalid(model["num_class"].where, "1 or more", classes)
    if "feature_infos" in model and (strange := next((name for name in model["feature_infos"].fields() if name not in names), None)):
        raise Invalid(model["feature_infos"].where, "columns that feature_names has", strange)


def _category_names(model: Parts, names: Sequence[str]) -> Mapping[int, tuple[str, ...]]:
    """
    For each column whose categories pandas named, their names by code. The lists belong to the data frame's category columns, in order;
    these columns are known where there are as many lists as columns whose values are listed as categories.
    """
    if "pandas_categorical" not in model or model["pandas_categorical"].value is None:
        return {}
    lists = [_names(part) for part in model["pandas_categorical"].items()]
    codes = {names.index(name): _codes(model["feature_infos"][name]) for name in model["feature_infos"].fields()} if lists else {}
    columns = sorted(column for column, own_codes in codes.items() if own_codes)
    if len(columns) != len(lists):
        got = f"{len(lists)} lists, and the categorical columns {', '.join(names[column] for column in columns) or 'none'}"
        raise Invalid(model["pandas_categorical"].where, "a list for each categorical column, so that it is known which names which", got)
    for column, categories in zip(columns, lists, strict=True):
        if max(codes[column]) >= len(categories):
            got = f"code {max(codes[column])} of {names[column]}"
            raise Invalid(model["pandas_categorical"].where, f"codes below {len(categories)}, as the list has so many names", got)
    return dict(zip(columns, lists, strict=True))


def _names(part: Parts) -> tuple[str, ...]:
    categories = tuple(item.category() for item in part.items())
    if len(set(categories)) < len(categories):
        raise Invalid(part.where, "distinct categories", next(name for name in categories if categories.count(name) > 1))
    return categories


def _codes(info: Parts) -> tuple[int, ...]:
    """The codes of a categorical column, -1 for a missing value; none for a column of numbers."""
    return info.column("values", Parts.whole)


def _scores(model: Parts) -> str:
    objective = model["objective"].text() if "objective" in model else ""
    if objective == "regression":
        return "a leaf is part of a sum, and LightGBM's dump does not say by which learning rate and lambda it was shrunk"
    return f"a leaf is a part of a score (objective {objective or 'not named'}), no label"


def _chosen_for(model: Parts, first: bool) -> str:
    """The target of a tree's tests; "" for the target of the records. Each tree of a random forest counts as a first one."""
    if not first and not _averaged(model):
        return "the gradients that earlier trees left"
    objective = model["objective"].text() if "objective" in model else ""
    return "" if objective in ("", "regression") or objective.startswith("binary ") else f"the gradients of {objective}"


def _averaged(model: Parts) -> bool:
    """Whether it is a random forest."""
    return "average_output" in model and model["average_output"].truth()


def _is_later(model: Parts, position: int) -> bool:
    """Whether earlier trees left what a tree was grown for."""
    each = model["num_tree_per_iteration"].whole() if "num_tree_per_iteration" in model else 1
    return position > each and not _averaged(model)


def _settings(model: Parts, tree: Parts) -> tuple[Setting, ...]:
    """The settings: the objective, the factor of the leaves, constraints; and the parameters, where the file has them."""
    settings = [Setting("objective", model["objective"].text())] if "objective" in model else []
    if "parameters" in model:
        return tuple(Setting(name, model["parameters"][name].text()) for name in model["parameters"].fields())
    if "average_output" in model:
        settings.append(Setting("average_output", str(model["average_output"].truth())))
    if "monotone_constraints" in model:
        constraints = [str(sign.whole()) for sign in model["monotone_constraints"].items()]
        settings.extend([Setting("monotone_constraints", " ".join(constraints))] if {*constraints} - {"0"} else [])
    return (*settings, Setting("shrinkage", tree["shrinkage"].category())) if "shrinkage" in tree else tuple(settings)
