"""
Trees and forests of scikit-learn, read in process from their public arrays; nothing is unpickled, nothing of the package imported.

A record goes left if its value, as a float32, is at most the threshold, a float64; a missing value where `missing_go_to_left` says. A
threshold at infinity parts known values from missing ones. `value` holds class shares since version 1.4, counts before. Where all weights
of nodes are whole numbers that doubles hold, the weights of records are taken to be: then counts are claimed as the whole numbers next to
shares times weight. Else sums were rounded as they were made, and claims have that error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import isfinite, isinf, isnan
from typing import cast

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.foreign.node_list import listed_tree
from dtref.io.foreign.scikit_learn_arrays import Arrays
from dtref.io.foreign.scikit_learn_draws import forest_draws, without_class_weight
from dtref.io.foreign.scikit_learn_settings import drawing_settings, parameter_settings
from dtref.io.foreign.scikit_learn_wrapped import unwrapped
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Gaps, Known, Program, Setting
from dtref.spec.model.attributes import Width
from dtref.spec.model.labels import class_name
from dtref.spec.model.tests import Side

_NEAR = 1e-6
"""The greatest distance of a class count, made of a share and a weight in doubles, from a whole number."""

EVERY_COLUMN = ("children_left", "children_right", "feature", "threshold", "value", "weighted_n_node_samples", "n_node_samples", "impurity")
"""The arrays that have an element for each node."""


@frozen(eq=False)
class Read:
    """
    A model's arrays, the names of its columns and classes. whole: whether its weights are whole numbers; shares: whether `value` holds
    class shares.
    """

    tree: Arrays
    names: tuple[str, ...]
    labels: tuple[str, ...]
    whole: bool
    shares: bool


@frozen(eq=False)
class SavedTree:
    """What is read of a fitted tree: the name of its class, columns, classes, notes on what was around it, settings, arrays,
    the importances that it claims, and how often each record was drawn for it."""

    kind: str
    names: tuple[str, ...]
    labels: tuple[str, ...]
    notes: tuple[str, ...]
    settings: tuple[Setting, ...]
    arrays: Arrays
    importances: tuple[tuple[str, Fraction], ...] = ()
    in_bag: tuple[int, ...] = ()


@refuses_other_kinds
def read_scikit_learn(model: object, names: Sequence[str] | None = None, classes: Sequence[str] | None = None) -> ForeignTree:
    """
    A fitted DecisionTreeClassifier or DecisionTreeRegressor (or ExtraTree…) as a foreign tree, with the parameters that it was made with;
    also in a pipeline whose other steps only select or rename columns, and as the best of a search.

    names: the columns of the training table, in order; by default those that the model was fitted to. classes: the data's names of the
    model's classes; by default those of `dtref.spec.model.labels.class_name`, as in data that are read. Errors: Invalid for a model that
    isn't fitted, other numbers of names or classes, two classes of one name, several outputs, arrays that make no tree, or a step that
    changes values.
    """
    return tree_of_arrays(_saved_tree(model, names, classes))


def saved_trees(model: object, names: Sequence[str] | None, classes: Sequence[str] | None) -> tuple[SavedTree, ...]:
    """What is read of a model's tree, or of its trees. Errors: as `read_scikit_learn` and `read_scikit_learn_forest`."""
    single = hasattr(unwrapped(model, names).model, "tree_")
    return (_saved_tree(model, names, classes),) if single else _saved_forest(model, names, classes)


def _saved_tree(model: object, names: Sequence[str] | None, classes: Sequence[str] | None) -> SavedTree:
    inner = unwrapped(model, names)
    if names is not None:
        check_feature_names(model, names)
    return _saved(inner.model, inner.names, classes, inner.notes, ())


def _saved(
    model: object, names: Sequence[str], classes: Sequence[str] | None, notes: tuple[str, ...], drawing: tuple[Setting, ...]
) -> SavedTree:
    """What is read of a fitted tree of one output."""
    arrays = arrays_of(model, names)
    if int(arrays.n_outputs) != 1:
        raise Invalid("model", "one output; several are read by dtref.read_scikit_learn_outputs", int(arrays.n_outputs))
    return saved_tree(model, names, _labels(model, classes), (*parameter_settings(model), *drawing), notes, arrays)


def arrays_of(model: object, names: Sequence[str]) -> Arrays:
    """The arrays of a fitted tree. Errors: Invalid for a model without, and for names that it wasn't fitted to."""
    if not hasattr(model, "tree_"):
        raise Invalid("model", "a fitted tree, with tree_", type(model).__name__)
    check_feature_names(model, names)
    tree = cast(Arrays, model.tree_)
    if int(tree.n_features) != len(names):
        raise Invalid("names", f"{int(tree.n_features)} columns, as the model was fitted to", list(names))
    return tree


def saved_tree(  # noqa: PLR0913, PLR0917 - the parts of a model
    model: object, names: Sequence[str], labels: tuple[str, ...], settings: tuple[Setting, ...], notes: tuple[str, ...], arrays: Arrays
) -> SavedTree:
    """What is read of a fitted tree with these arrays and names of classes."""
    claimed = cast("Sequence[float]", getattr(model, "feature_importances_", ()))
    # made of impurities that are no numbers, they are none either (see `_beyond_doubles`)
    known = claimed if all(map(isfinite, claimed)) else ()
    importances = tuple((name, Fraction(float(x))) for name, x in zip(names, known, strict=False))
    return SavedTree(type(model).__name__, tuple(names), labels, notes, settings, arrays, importances)


def tree_of_arrays(saved: SavedTree) -> ForeignTree:
    """The tree of a model's arrays. Errors: Invalid for arrays that make no tree."""
    _check_lengths(saved.arrays)
    return ForeignTree(
        _root(saved.arrays, saved.names, saved.labels),
        f"scikit-learn {saved.kind}",
        saved.labels,
        (*saved.notes, *_beyond_doubles(saved.arrays)),
        saved.names,
        Gaps.TRIED if hasattr(saved.arrays, "missing_go_to_left") else Gaps.STATED,
        settings=saved.settings,
        program=Program.SCIKIT_LEARN,
        importances=saved.importances,
        in_bag=saved.in_bag,
    )


@refuses_other_kinds
def read_scikit_learn_forest(
    model: object, names: Sequence[str] | None = None, classes: Sequence[str] | None = None
) -> tuple[ForeignTree, ...]:
    """
    The trees of a fitted RandomForest…, ExtraTrees…, Bagging…, AdaBoost…, CalibratedClassifierCV, OneVsRest… or OneVsOneClassifier, each
    with the parameters of the forest that decide how its records and columns were drawn; also in pipelines and searches, as
    `read_scikit_learn`. Errors: as there.

    The classes of the forest's trees are numbers; they get the forest's names. Where each tree was given some of the columns
    (`estimators_features_`), its columns are those. A tree for one class against the rest has the classes `not c` and `c`.
    """
    return tuple(map(tree_of_arrays, _saved_forest(model, names, classes)))


def _saved_forest(model: object, names: Sequence[str] | None, classes: Sequence[str] | None) -> tuple[SavedTree, ...]:
    inner = unwrapped(model, names)
    if names is not None:
        check_feature_names(model, names)
    model = inner.model
    members = _members(model)
    check_feature_names(model, inner.names)
    labels, columns, drawing = _labels(model, classes), _columns_given(model, inner.names, len(members)), tuple(drawing_settings(model))
    draws = forest_draws(model, len(members))
    trees: list[SavedTree] = []
    for i, (member, member_columns, in_bag) in enumerate(zip(members, columns, draws, strict=True)):
        wrapped_member = unwrapped(member, member_columns)
        if not hasattr(wrapped_member.model, "tree_"):
            raise Invalid("model, estimators_", "trees grown from the records themselves, each with tree_", type(model).__name__)
        member_classes = _class_pair(model, labels, i, len(members)) or _member_labels(wrapped_member.model, labels)
        notes, own = (*inner.notes, *_around(model)), without_class_weight(drawing, in_bag)
        trees.append(evolve(_saved(wrapped_member.model, wrapped_member.names, member_classes, notes, own), in_bag=in_bag))
    return tuple(trees)


def _members(model: object) -> Sequence[object]:
    """The fitted estimators of a model that has several."""
    calibrated: Sequence[object] = getattr(model, "calibrated_classifiers_", ())
    members: Sequence[object] = [getattr(one, "estimator", None) for one in calibrated] or getattr(model, "estimators_", ())
    if not len(members):
        raise Invalid("model", "a fitted forest, with estimators_", type(model).__name__)
    return members


def _class_pair(model: object, labels: tuple[str, ...], i: int, members: int) -> tuple[str, ...] | None:
    """The classes of a tree for one class against the rest, or for one of each pair of classes; None where it has the forest's own."""
    if hasattr(model, "label_binarizer_") and members == len(labels):
        return f"not {labels[i]}", labels[i]
    if hasattr(model, "pairwise_indices_"):
        return list(combinations(labels, 2))[i]
    return None


def _around(model: object) -> Iterator[str]:
    """Notes on what becomes of the answers of a model's trees."""
    if hasattr(model, "calibrated_classifiers_"):
        yield "the shares of all trees are calibrated afterwards: the model's probabilities and labels may be others"
    if hasattr(model, "label_binarizer_"):
        yield "a tree for one class against the rest: the model takes the class whose tree has the greatest share"


def check_feature_names(model: object, names: Sequence[str]) -> None:
    """Refuses names in another order than the model was fitted to (`feature_names_in_`), or another number of them."""
    fitted = [str(name) for name in cast("Sequence[object]", getattr(model, "feature_names_in_", ()))]
    count = getattr(model, "n_features_in_", None) or len(fitted)
    if count and count != len(names):
        raise Invalid("names", f"{count} columns, as the model was fitted to", list(names))
    moved = [name for name, fitted_name in zip(names, fitted, strict=False) if name != fitted_name and name in fitted]
    if moved:
        raise Invalid("names", f"the order that the model was fitted to: {', '.join(fitted)}", list(names))


def _columns_given(model: object, names: Sequence[str], members: int) -> Sequence[Sequence[str]]:
    """The columns that each member was given, in its order: all of them, or those that bagging drew."""
    if not hasattr(model, "estimators_features_"):
        return [names] * members
    drawn = cast("Sequence[Sequence[int]]", model.estimators_features_)
    return [[names[int(feature)] for feature in features] for features in drawn]


def _member_labels(member: object, labels: tuple[str, ...]) -> tuple[str, ...] | None:
    """The names of a member's classes: all of the forest's, or, where its sample lacked some, those at the positions that it has kept."""
    own_classes = cast("Sequence[float]", getattr(member, "classes_", ()))
    if not labels or len(own_classes) == len(labels):
        return labels or None
    positions = [int(position) for position in own_classes]
    if not all(0 <= position < len(labels) for position in positions):
        raise Invalid("model, estimators_", f"members whose classes are positions among {len(labels)}", list(own_classes))
    return tuple(labels[position] for position in positions)


def _labels(model: object, classes: Sequence[str] | None) -> tuple[str, ...]:
    return class_labels(cast("Sequence[object]", model.classes_), classes) if hasattr(model, "classes_") else ()


def class_labels(own_classes: Sequence[object], classes: Sequence[str] | None) -> tuple[str, ...]:
    """The names of a model's classes, or those that are given for them. Errors: Invalid for another number, and for two of one name."""
    if classes is not None and len(classes) != len(own_classes):
        raise Invalid("classes", f"{len(own_classes)} names, as many as the model has", list(classes))
    names = tuple(map(_class, own_classes if classes is None else classes))
    if len(set(names)) < len(names):
        raise Invalid("classes", "a name of its own for each class", list(names))
    return names


def _class(label: object) -> str:
    name = class_name(label) if label.__hash__ is not None else label
    if not isinstance(name, str):
        raise Invalid("model, classes_", "classes that are numbers, texts or bools (classes= names them)", label)
    return name


def _check_lengths(tree: Arrays) -> None:
    n = len(tree.children_left)
    for name in EVERY_COLUMN:
        if len(getattr(tree, name)) != n:
            raise Invalid(f"model, tree_.{name}", f"{n} elements, one for each node", len(getattr(tree, name)))


def _root(tree: Arrays, names: tuple[str, ...], labels: tuple[str, ...]) -> ForeignNode:
    """The root: of a table where numpy holds the arrays and all is as usual, else of nodes that are made and checked one by one."""
    if all(hasattr(getattr(tree, name), "dtype") for name in EVERY_COLUMN):
        from dtref.io.foreign.scikit_learn_table import scikit_learn_table  # with numpy, which has made the arrays

        table = scikit_learn_table(tree, names, labels)
        if table is not None:
            return table.node(0)
    whole = all(float(weight).is_integer() and weight <= 2**53 for weight in tree.weighted_n_node_samples)
    shares = all(abs(sum(map(float, value[0])) - 1) <= _NEAR for value in tree.value)
    return _root_of_nodes(Read(tree, names, labels, whole, shares))


def _root_of_nodes(arrays: Read) -> ForeignNode:
    tree = arrays.tree
    sides = [(int(left), int(right)) for left, right in zip(tree.children_left, tree.children_right, strict=True)]
    children_of = {i: [] if left < 0 else [left, right] for i, (left, right) in enumerate(sides)}

    def made(i: int, children: Sequence[ForeignNode]) -> ForeignNode:
        node = _claims(arrays, i)
        return evolve(node, ask=_ask(arrays, i), children=tuple(children)) if children_of[i] else node

    return listed_tree(0, children_of, made, "model, tree_")


def _ask(arrays: Read, i: int) -> Ask:
    column, threshold = int(arrays.tree.feature[i]), float(arrays.tree.threshold[i])
    if not 0 <= column < len(arrays.names):
        raise Invalid(f"node {i}, feature", f"a column from 0 to {len(arrays.names) - 1}", column)
    if isnan(threshold):
        raise Invalid(f"node {i}, threshold", "a number", threshold)
    missing = None if not hasattr(arrays.tree, "missing_go_to_left") else 0 if arrays.tree.missing_go_to_left[i] else 1
    if not isinf(threshold):
        return Cut(arrays.names[column], Fraction(threshold), Side.AT_MOST, Width.FLOAT32, missing)
    known = 0 if threshold > 0 else 1
    return Known(arrays.names[column], known, 1 - known if missing is None else missing)


def _claims(arrays: Read, i: int) -> ForeignNode:
    """The claims of a node, without its question."""
    value = [_finite(x, f"node {i}, value") for x in arrays.tree.value[i][0]]
    if len(value) != max(1, len(arrays.labels)):
        raise Invalid(f"node {i}, value", f"{max(1, len(arrays.labels))} numbers", len(value))
    weight, rows = _finite(arrays.tree.weighted_n_node_samples[i], f"node {i}, weight"), int(arrays.tree.n_node_samples[i])
    within = Fraction(0) if arrays.whole else (2 * rows + 4) * weight / 2**53
    node = ForeignNode(str(i), rows=Fraction(rows), impurity=_impurity(arrays.tree, i), within=within)
    if not arrays.labels:
        return evolve(node, label=value[0], records=weight)
    counts = [x * weight if arrays.shares else x for x in value]
    if arrays.whole and all(abs(n - round(n)) <= _NEAR for n in counts):
        counts = [Fraction(round(n)) for n in counts]
    elif arrays.whole:
        node = evolve(node, within=weight / 2**51)
    return evolve(node, label=arrays.labels[value.index(max(value))], counts=tuple(zip(arrays.labels, counts, strict=True)))


def _impurity(tree: Arrays, i: int) -> Fraction | None:
    """The impurity that a node claims; none where it is no number."""
    impurity = float(tree.impurity[i])
    return Fraction(impurity) if isfinite(impurity) else None


def _beyond_doubles(tree: Arrays) -> tuple[str, ...]:
    """A note on nodes whose impurity is no number, if there are any."""
    beyond = sum(not isfinite(impurity) for impurity in tree.impurity)
    why = "squares of weights, or of the target, are beyond the range of doubles"
    return (f"the impurity of {beyond} nodes is no number: {why}",) if beyond else ()


def _finite(x: float, where: str) -> Fraction:
    if not isfinite(x):
        raise Invalid(where, "a number", float(x))
    return Fraction(float(x))
