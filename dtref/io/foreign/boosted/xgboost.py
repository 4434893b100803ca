"""
Models of XGBoost, from the JSON that `save_model` writes: which booster, columns, categories; `xgboost_trees` reads each tree.

The file doesn't hold the learning rate, lambda, or how records were sampled, so that no leaf says what its records' label should be.
Before this: `dtref.io.foreign.boosted.xgboost_trees`. Next: `dtref.io.foreign.boosted.lightgbm_nodes`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from pathlib import Path

from dtref.errors import Invalid
from dtref.io.foreign.boosted.xgboost_trees import Columns, xgboost_tree
from dtref.io.foreign.exports import XGBOOST, exported
from dtref.io.foreign.json_parts import Parts, shown
from dtref.io.foreign.tree import ForeignTree, Setting
from dtref.model.attributes import Width
from dtref.model.labels import written

MAJORS = (1, 2, 3)
"""The versions whose format this module knows, by their first number."""
NAMES_CATEGORIES = (3, 1)
"""The version since which models hold the names of categories, or say that there are none."""
KINDS = ("float", "int", "i", "q", "c")
"""What `feature_types` says of a column; i: an indicator, 1 where it holds."""
WHOLE = range(9, 17)
"""The types of a category list that is no text: whole numbers of 8 to 64 bits."""


def read_xgboost(path: Path) -> tuple[ForeignTree, ...]:
    """
    The trees of a model that XGBoost saved as JSON (`save_model("….json")`), boosters gbtree and dart.

    Numbers are read as the float32 that they are printed from. Columns are those of `feature_names`, else f0, f1, …; categories have
    their names where the file has them, else they are codes. Errors: Invalid where the file isn't such a model, or holds what isn't read
    here: gblinear, leaves that are vectors, a version of another format.
    """
    model = exported(path, XGBOOST)
    learner, version = model["learner"], _version(model)
    booster, dart = _booster(learner["gradient_booster"])
    booster.only(("cats", "gbtree_model_param", "iteration_indptr", "tree_info", "trees"))
    if version >= NAMES_CATEGORIES and "cats" not in booster:
        raise Invalid(f"{booster.where}, cats", "the names of categories, which this version writes", "nothing")
    columns, trees = _columns(learner, booster), booster["trees"].items()
    _check_ensemble(learner, booster, len(trees))
    scales = [Fraction(1)] * len(trees) if dart is None else dart.column("weight_drop", lambda part: part.float(Width.FLOAT32), len(trees))
    settings, notes, scores = _settings(learner, dart), _notes(model, learner, columns), _scores(learner, dart)
    roots = [xgboost_tree(tree, i, columns, times) for i, (tree, times) in enumerate(zip(trees, scales, strict=True))]
    return tuple(
        ForeignTree(root, f"XGBoost tree {i}", (), notes, columns.names, width=Width.FLOAT32, scores=scores, settings=settings)
        for i, root in enumerate(roots, 1)
    )


def _version(model: Parts) -> tuple[int, ...]:
    found = model.column("version", Parts.whole, 3) if "version" in model else (MAJORS[0],)
    if found[0] not in MAJORS:
        raise Invalid(model["version"].where, "version 1, 2 or 3 of XGBoost", shown(model["version"].value))
    return found


def _booster(given: Parts) -> tuple[Parts, Parts | None]:
    """The part that holds the trees; and, of DART, the part that holds what multiplies each."""
    name = given["name"].text() if "name" in given else "gbtree"
    match name:
        case "gbtree":
            given.only(("name", "model"))
            return given["model"], None
        case "dart":
            given.only(("name", "gbtree", "weight_drop"))
            return given["gbtree"]["model"], given
        case _:
            raise Invalid(given["name"].where, "a booster of trees: gbtree or dart", name)


def _param(learner: Parts, key: str) -> int | None:
    """A parameter of the model, which is a number as text."""
    there = "learner_model_param" in learner and key in learner["learner_model_param"]
    return int(learner["learner_model_param"][key].quoted().count()) if there else None


def _columns(learner: Parts, booster: Parts) -> Columns:
    names = learner.names("feature_names") if "feature_names" in learner else ()
    kinds = learner.column("feature_types", lambda part: part.one_of(KINDS)) if "feature_types" in learner else ()
    said = _param(learner, "num_feature")
    count = said if said is not None else len(names) or None
    for key, found in (("feature_names", names), ("feature_types", kinds)):
        if found and len(found) != count:
            raise Invalid(learner[key].where, f"{count} entries, as there are so many columns, or none", len(found))
    return Columns(count, names, _category_names(booster["cats"], count) if "cats" in booster else {})


def _category_names(cats: Parts, count: int | None) -> Mapping[int, tuple[str, ...]]:
    """For each column that has some, the names of its categories by their codes."""
    lists = cats["enc"].items()
    if lists and len(lists) != count:
        raise Invalid(cats["enc"].where, f"{count} entries, as there are so many columns, or none", len(lists))
    found = {column: _names(part) for column, part in enumerate(lists)}
    if "feature_segments" in cats:
        cuts = list(accumulate(map(len, found.values()), initial=0)) if found else []
        if list(cats.column("feature_segments", Parts.whole)) != cuts:
            raise Invalid(cats["feature_segments"].where, f"{cuts[:9]}, as the lists have it", shown(cats["feature_segments"].value))
    return {column: names for column, names in found.items() if names}


def _names(part: Parts) -> tuple[str, ...]:
    """A list of categories: whole numbers; or texts, as the bytes of all and where each begins."""
    if "type" in part:
        if part["type"].whole() not in WHOLE:
            raise Invalid(part["type"].where, f"one of {WHOLE[0]} to {WHOLE[-1]}: whole numbers", part["type"].whole())
        names = part.column("values", lambda value: str(value.whole()))
    else:
        characters = part.column("values", _character)
        cuts = part.column("offsets", lambda value: value.index(len(characters) + 1))
        if cuts and (sorted(cuts) != list(cuts) or cuts[0] != 0 or cuts[-1] != len(characters)):
            raise Invalid(part["offsets"].where, f"ascending numbers from 0 to {len(characters)}", shown(part["offsets"].value))
        if characters and not cuts:
            raise Invalid(part["offsets"].where, "where each name begins", "nothing")
        names = tuple("".join(characters[a:b]) for a, b in pairwise(cuts))
    if len(set(names)) < len(names):
        raise Invalid(part["values"].where, "distinct categories", shown(part["values"].value))
    return names


def _character(part: Parts) -> str:
    """A character of a name. XGBoost cuts a name with others than ASCII ones short, as it counts characters and keeps bytes."""
    code = part.whole()
    if not 0 <= code < 128:
        raise Invalid(part.where, "names of categories in ASCII (others are cut short in the file; give the categories other names)", code)
    return chr(code)


def _check_ensemble(learner: Parts, booster: Parts, count: int) -> None:
    """How many trees there are, where each round begins, and which class or target each tree is for."""
    if "gbtree_model_param" in booster and "num_trees" in booster["gbtree_model_param"]:
        said = booster["gbtree_model_param"]["num_trees"].quoted()
        if said.whole() != count:
            raise Invalid(said.where, f"{count}, as there are so many trees", said.whole())
    if "tree_info" in booster:
        outputs = max(1, _param(learner, "num_class") or 1, _param(learner, "num_target") or 1)
        booster.column("tree_info", lambda part: part.index(outputs), count)
    if "iteration_indptr" in booster:
        cuts = booster.column("iteration_indptr", lambda part: part.index(count + 1))
        if not cuts or list(cuts) != sorted(cuts) or cuts[0] != 0 or cuts[-1] != count:
            raise Invalid(
                booster["iteration_indptr"].where, f"ascending numbers from 0 to {count}", shown(booster["iteration_indptr"].value)
            )


def _objective(learner: Parts) -> str:
    return learner["objective"]["name"].text() if "objective" in learner else ""


def _scores(learner: Parts, dart: Parts | None) -> str:
    name = _objective(learner)
    if dart is None and name == "reg:squarederror":
        return "a leaf corrects base_score, and XGBoost's file does not say by which learning rate and lambda it was shrunk"
    return f"a leaf is a part of a score (objective {name or 'not named'}{', booster dart' if dart is not None else ''}), no label"


def _settings(learner: Parts, dart: Parts | None) -> tuple[Setting, ...]:
    found = [Setting("booster", "gbtree" if dart is None else "dart")]
    if "objective" in learner:
        found.append(Setting("objective", _objective(learner)))
    if "learner_model_param" in learner and "base_score" in learner["learner_model_param"]:
        found.append(Setting("base_score", _base_score(learner["learner_model_param"]["base_score"])))
    return tuple(found)


def _base_score(part: Parts) -> str:
    """A number; since version 3.1 one for each output, in brackets."""
    inside = Parts.of_text(part.text(), part.where)
    numbers = inside.items() if isinstance(inside.value, list) else [inside]
    return " ".join(written(number.float(Width.FLOAT32), Width.FLOAT32) for number in numbers)


def _notes(model: Parts, learner: Parts, columns: Columns) -> tuple[str, ...]:
    known = ("attributes", "feature_names", "feature_types", "gradient_booster", "learner_model_param", "objective")
    new = [*(set(model.fields()) - {"learner", "version"}), *(set(learner.fields()) - {*known})]
    found = [f"{key} is not read" for key in sorted(new)]
    if not columns.names:
        found.append("the file has no names of columns: they are f0, f1, …")
    return (*found, *_kinds(learner, columns))


def _kinds(learner: Parts, columns: Columns) -> Sequence[str]:
    """What must be known of columns that aren't plain numbers."""
    kinds = learner.column("feature_types", Parts.text) if "feature_types" in learner else ()
    indicators = [columns.name(i) for i, kind in enumerate(kinds) if kind == "i"]
    codes = [columns.name(i) for i, kind in enumerate(kinds) if kind == "c" and i not in columns.categories]
    return [
        *([f"true and false are read as the numbers 1 and 0: {', '.join(indicators)}"] if indicators else []),
        *([f"categories are codes, as the file has no names of them: {', '.join(codes)}"] if codes else []),
    ]
