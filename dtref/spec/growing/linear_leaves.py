"""Leaf linear models: in each leaf of a regression tree a linear function, fitted by least squares, instead of the mean."""

from __future__ import annotations

__sources__ = (("iaml", "1.7, How is the output of regression computed using Decision Trees?"),)

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.brief import brief_repr
from dtref.exact.definition import defined
from dtref.exact.least_squares import LinearModel, least_squares
from dtref.spec.growing.hunt import grow, hunt
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Attribute, Cell, Cells, Continuous, wanted
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.display import Reported
from dtref.spec.model.learned import Learned, learned_tree
from dtref.spec.model.prediction import reached
from dtref.spec.model.trees import Leaf, Tree, nodes

Arrival: TypeAlias = tuple[tuple[Fraction, ...], Fraction, Fraction]
"""A record at a leaf: its numbers, its target value, its weight there."""


@frozen
class LinearTree(Reported):
    """
    A regression tree with a linear model in each leaf: the attributes that the models take, and the models by leaf, in preorder.

    A leaf that no training record reached has its label as a constant model; Undefined where it has no label (no records at all).
    """

    tree: Tree
    attributes: tuple[Continuous, ...]
    models: tuple[LinearModel | Undefined, ...]

    __repr__ = brief_repr


@defined(errors="Invalid as for `grow` and `fit_leaves`", sources=(("iaml", "1.7"),))
def grow_linear(data: DataSet, policy: Policy, learner: Callable[[DataSet, Policy], Learned] = grow) -> LinearTree:
    """
    The tree that a policy grows, with a linear model of all continuous attributes in each leaf.

    learner: what grows the tree, or makes a model with it.

    >>> from attrs import evolve
    >>> from dtref.spec.presets import REGRESSION_TREE
    >>> from dtref.spec.split.choose import nothing
    >>> line = DataSet((Continuous("x"),), Continuous("y"), [Record((Fraction(n),), Fraction(2 * n + 1)) for n in range(3)])
    >>> grow_linear(line, evolve(REGRESSION_TREE, select=nothing)).models
    (LinearModel(intercept=Fraction(1, 1), slopes=(Fraction(2, 1),)),)
    """
    return fit_leaves(learned_tree(learner(data, policy), "learner"), hunt(data, policy).training)


def fit_leaves(tree: Tree, training: DataSet) -> LinearTree:
    """
    A regression tree with a linear model in each leaf, fitted to the training records that reach it, by their weight there.

    Rank deficiency, as in every leaf with no more records than attributes: see `least_squares`. Nominal and ordinal attributes are
    asked by the tree alone. Errors: Invalid where the target is nominal, and where a continuous cell is missing: a linear model has no
    branch for it (impute before growing).

    >>> from dtref.spec.model.tally import Moments
    >>> leaf = Leaf(Moments(Fraction(0), Fraction(0), Fraction(0)), ())
    >>> fit_leaves(leaf, DataSet((), Continuous("y"), ())).models
    (Undefined(why='no records'),)
    """
    target = training.target
    if not isinstance(target, Continuous):
        raise Invalid(f"target {target.name}", "a continuous target", "nominal")
    attributes = tuple(a for a in training.attributes if isinstance(a, Continuous))
    arrivals: dict[int, list[Arrival]] = {}
    # each record at the leaves that it reaches
    for record in training:
        cells = _cells(training.attributes, record)
        for leaf, share in _reached(tree, cells):
            arrivals.setdefault(id(leaf), []).append((_point(attributes, cells), _number(target, record.label), share * record.weight))
    return LinearTree(tree, attributes, tuple(_model(leaf, arrivals.get(id(leaf), []), len(attributes)) for leaf in _leaves(tree)))


@defined(undefined="no record was there to fit", errors="Invalid as for `predict`, and where a continuous cell is missing")
def predict_linear(linear: LinearTree, record: Mapping[str, Cell | int]) -> Fraction | Undefined:
    """
    The value that the model of a record's leaf gives it; of several leaves (a missing value) the mean by share.

    >>> from dtref.spec.model.tally import Moments
    >>> x = Continuous("x")
    >>> leaf = Leaf(Moments(Fraction(1), Fraction(1), Fraction(1)), (Fraction(1),))
    >>> predict_linear(LinearTree(leaf, (x,), (LinearModel(Fraction(1), (Fraction(2),)),)), {"x": 3})
    Fraction(7, 1)
    """
    # the mean of the models' values, weighted by the shares of the record
    cells = {name: Fraction(cell) if isinstance(cell, int) else cell for name, cell in record.items()}
    model_of = {id(leaf): model for leaf, model in zip(_leaves(linear.tree), linear.models, strict=True)}
    point, value = _point(linear.attributes, cells), Fraction(0)
    for leaf, share in _reached(linear.tree, cells):
        # a record that stays at an inner node gets the mean of that
        model = model_of[id(leaf)] if id(leaf) in model_of else _model(leaf, (), len(linear.attributes))
        if isinstance(model, Undefined):
            return model
        value += share * model(point)
    return value


def _leaves(tree: Tree) -> list[Leaf]:
    return [node for node in nodes(tree) if isinstance(node, Leaf)]


def _reached(tree: Tree, cells: Cells) -> Sequence[tuple[Leaf, Fraction]]:
    return reached(tree, lambda attribute: _cell(attribute, cells))


def _model(leaf: Leaf, arrivals: Sequence[Arrival], columns: int) -> LinearModel | Undefined:
    """The least-squares model of the records at a leaf; without any the leaf's label, everywhere."""
    if not arrivals and leaf.labels and isinstance(leaf.labels[0], Fraction):
        return LinearModel(leaf.labels[0], (Fraction(0),) * columns)
    return least_squares([x for x, _, _ in arrivals], [y for _, y, _ in arrivals], [w for _, _, w in arrivals])


def _cells(attributes: Sequence[Attribute], record: Record) -> Cells:
    return {a.name: cell for a, cell in zip(attributes, record.values, strict=True)}


def _cell(attribute: Attribute, cells: Cells) -> Cell:
    if attribute.name not in cells:
        raise Invalid("record", f"a value of {attribute.name!r}", sorted(cells))
    return cells[attribute.name]


def _point(attributes: Sequence[Continuous], cells: Cells) -> tuple[Fraction, ...]:
    return tuple(_number(a, _cell(a, cells)) for a in attributes)


def _number(attribute: Continuous, cell: Cell) -> Fraction:
    if not isinstance(cell, Fraction):
        raise Invalid(attribute.name, wanted(attribute), cell)
    return cell
