"""A data frame as the data set that a tree is verified on: read as the tree reads it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import cast

from dtref.errors import Invalid
from dtref.io.arrays import from_frame
from dtref.io.foreign.tree import Cut, ForeignTree
from dtref.io.foreign.tree_facts import facts_of
from dtref.io.frames import Frame, frame_columns, is_frame
from dtref.io.models import Model
from dtref.io.schema import Keywords
from dtref.oracle.stated.policy_of import checked_tree
from dtref.spec.model.attributes import Continuous, Nominal, Ordinal
from dtref.spec.model.data import DataSet


def labelled_frame(tree: ForeignTree | Model, frame: object, target: Hashable | None) -> object:
    """
    The data set of a frame, or of a mapping from names to columns, with the columns that a tree was given, of the kinds that it asks; what
    is neither, such as a data set, as it is.

    target: the column of labels; None: that of a model. Errors: Invalid as for `dtref.io.arrays.from_frame`; without a target for a tree
    that doesn't name it; with one for a data set, which has its own.

    >>> from dtref.io.foreign.tree import ForeignNode
    >>> leaf = ForeignTree(ForeignNode("1", label="a"), "by hand")
    >>> labelled_frame(leaf, {"x": [True], "y": ["a"]}, "y").attributes
    (Nominal(name='x', values=('True',)),)
    >>> labelled_frame(leaf, {"x": [True], "y": ["a"]}, None)
    Traceback (most recent call last):
    dtref.errors.Invalid: target: expected the name of the column of labels, one of 'x', 'y' (got None)
    """
    if not (is_frame(frame) or isinstance(frame, Mapping)):
        if target is not None and isinstance(frame, DataSet):
            raise Invalid("target", "none, as a data set has its own", target)
        return frame
    names = [str(name) for name in (frame if isinstance(frame, Mapping) else (name for name, _, _ in frame_columns(frame, "data")))]
    keywords = _as_model(tree) if isinstance(tree, Model) else _as_foreign(checked_tree(tree))
    label = keywords.get("target") if target is None else str(target)
    if label is None:
        raise Invalid("target", f"the name of the column of labels, one of {', '.join(map(repr, names))}", None)
    # the columns that the tree was given; a column of classes isn't declared a number because the model calls it otherwise
    given = _given(tree)
    ignored = [name for name in names if given and name not in (*given, label)]
    numbers = [name for name in keywords["continuous"] or () if name in names]
    own_numbers = [label] if _predicts_numbers(tree) else []
    asked = {**keywords, "target": label, "ignore": ignored, "continuous": [*numbers, *own_numbers]}
    return from_frame(cast(Frame, frame), **cast(Keywords, asked))


def _as_model(model: Model) -> Keywords:
    return {
        "target": model.target.name,
        "continuous": [a.name for a in model.attributes if isinstance(a, Continuous)],
        "ordinal": {a.name: a.values for a in model.attributes if isinstance(a, Ordinal)},
    }


def _as_foreign(tree: ForeignTree) -> Keywords:
    return {"continuous": list(dict.fromkeys(ask.attribute for ask in facts_of(tree).asks if isinstance(ask, Cut)))}


def _given(tree: ForeignTree | Model) -> tuple[str, ...]:
    """The columns that a tree was given; none where it doesn't say."""
    if isinstance(tree, ForeignTree):
        return tree.columns
    return tuple(a.name for a in tree.attributes if not isinstance(a, Nominal) or a.flags is None)


def _predicts_numbers(tree: ForeignTree | Model) -> bool:
    if isinstance(tree, Model):
        return isinstance(tree.target, Continuous)
    return facts_of(tree).numbers and not tree.scores
