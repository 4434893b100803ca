"""Eleven kinds of fault in a right tree: each a function from a node to the same node with the fault, or None where it can't have it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from attrs import evolve, frozen

from dtref.io.foreign.tree import Cut, ForeignNode, Gaps, Known, Values, branch_of_stand_ins, fold_foreign
from dtref.spec.model.attributes import Continuous, Nominal, Ordinal, Width
from dtref.spec.model.data import DataSet, Record


@frozen(eq=False)
class Spoiled:
    """What a fault is made from: the node, the data, and the records that reach the node (some in parts)."""

    node: ForeignNode
    data: DataSet
    records: Sequence[Record]


Spoiling = Callable[[Spoiled], ForeignNode | None]
"""A kind of fault."""


def cut_past_one_value(at: Spoiled) -> ForeignNode | None:
    ask = at.node.ask
    if not isinstance(ask, Cut):
        return None
    column = at.data.column(ask.attribute)
    higher = sorted({v for r in at.records if isinstance(v := r.values[column], Fraction) and v > ask.cut + Fraction(1, 1000)})
    return evolve(at.node, ask=evolve(ask, cut=(higher[0] + higher[1]) / 2, width=Width.DECIMAL)) if len(higher) > 1 else None


def sides_exchanged(at: Spoiled) -> ForeignNode | None:
    first, *others = at.node.children or (None,)
    return None if first is None else evolve(at.node, children=(*others, first))


def another_label(at: Spoiled) -> ForeignNode | None:
    if at.node.ask is not None or not isinstance(at.node.label, str):
        return None
    other = next((c for c in at.data.classes if c != at.node.label), None)
    return None if other is None else evolve(at.node, label=other)


def one_record_more(at: Spoiled) -> ForeignNode | None:
    """In the counts of classes, else in the rows, else in the weight."""
    if at.node.counts:
        (label, n), *others = at.node.counts
        return evolve(at.node, counts=((label, n + 1), *others))
    if at.node.rows is not None:
        return evolve(at.node, rows=at.node.rows + 1)
    return None if at.node.records is None else evolve(at.node, records=at.node.records + 1)


def another_impurity(at: Spoiled) -> ForeignNode | None:
    """A hundredth of itself more, or a hundredth where doubles don't tell it from 0."""
    impurity = at.node.impurity
    if impurity is None:
        return None
    more = impurity / 100 if impurity > Fraction(1, 10**9) else Fraction(1, 100)
    return evolve(at.node, impurity=impurity + more)


def gaps_the_other_way(at: Spoiled) -> ForeignNode | None:
    """
    Records that miss the value go to the other side; where there are any that no surrogate places, and the model itself has the side, which
    rpart's does not: readers take it from the numbers of records.
    """
    ask = at.node.ask
    if not isinstance(ask, Cut | Known) or ask.missing is None or at.node.gaps in {Gaps.NOWHERE, Gaps.MAJORITY}:
        return None
    column = at.data.column(ask.attribute)
    lacking = [r for r in at.records if not isinstance(r.values[column], Fraction | str)]
    names = [a.name for a in at.data.attributes]
    missed = any(branch_of_stand_ins(at.node, dict(zip(names, r.values, strict=True))) is None for r in lacking)
    return evolve(at.node, ask=evolve(ask, missing=1 - ask.missing)) if missed else None


def surrogates_in_another_order(at: Spoiled) -> ForeignNode | None:
    first, *others = at.node.stand_ins or (None,)
    return evolve(at.node, stand_ins=(*others, first)) if first is not None and others else None


def cut_off(at: Spoiled) -> ForeignNode | None:
    if at.node.ask is None:
        return None
    label = at.node.label if at.node.label is not None else max(at.node.counts or (("", Fraction(0)),), key=lambda pair: pair[1])[0] or None
    return evolve(at.node, ask=None, children=(), label=label, stand_ins=(), shared=(), rest=(), names_surrogates=False)


def grown_on(at: Spoiled) -> ForeignNode | None:
    """Asks the first nominal or ordinal attribute, or the first number at its median, with leaves of the node's label and no claims."""
    if at.node.ask is not None or not at.data.attributes:
        return None
    leaf = ForeignNode("", label=at.node.label)
    attribute = next((a for a in at.data.attributes if isinstance(a, Nominal | Ordinal)), at.data.attributes[0])
    if isinstance(attribute, Nominal | Ordinal):
        groups = tuple((value,) for value in attribute.values)
        return evolve(at.node, ask=Values(attribute.name, groups), children=(leaf,) * len(groups), label=None)
    values = sorted(v for r in at.data if isinstance(v := r.values[0], Fraction))
    return evolve(at.node, ask=Cut(attribute.name, values[len(values) // 2]), children=(leaf, leaf), label=None)


def _further(ask: Cut, attribute: str, low: Fraction, high: Fraction) -> Cut:
    """The cut of another attribute, between two of its values, which no printed digit leaves open."""
    return evolve(ask, attribute=attribute, cut=(low + high) / 2, within=Fraction(0))


def another_question(at: Spoiled) -> ForeignNode | None:
    """Asks another nominal or ordinal attribute of as many values, or the next column of numbers about its median."""
    ask = at.node.ask
    if isinstance(ask, Cut):
        names = [a.name for a in at.data.attributes if isinstance(a, Continuous) and a.name != ask.attribute]
        values = sorted({v for r in at.data if names and isinstance(v := r.values[at.data.column(names[0])], Fraction)})
        middle = len(values) // 2
        return evolve(at.node, ask=_further(ask, names[0], values[middle - 1], values[middle])) if len(values) > 1 else None
    if not isinstance(ask, Values):
        return None
    k = len(at.node.children)
    others = (a for a in at.data.attributes if isinstance(a, Nominal | Ordinal) and a.name != ask.attribute)
    other = next((a for a in others if len(a.values) == k), None)
    return None if other is None else evolve(at.node, ask=Values(other.name, tuple((v,) for v in other.values)))


def a_hundredth_more(at: Spoiled) -> ForeignNode | None:
    """The number of a leaf, a hundredth more of itself, or a hundredth where single precision hardly tells it from 0."""
    label = at.node.label
    if at.node.ask is not None or not isinstance(label, Fraction):
        return None
    return evolve(at.node, label=label + (label / 100 if abs(label) > Fraction(1, 10**4) else Fraction(1, 100)))


SPOILINGS: tuple[Spoiling, ...] = (
    cut_past_one_value,
    sides_exchanged,
    another_label,
    one_record_more,
    another_impurity,
    gaps_the_other_way,
    surrogates_in_another_order,
    cut_off,
    grown_on,
    another_question,
    a_hundredth_more,
)


def with_node(root: ForeignNode, old: ForeignNode, new: ForeignNode) -> ForeignNode:
    """The tree with one of its nodes replaced."""
    return fold_foreign(root, lambda node, children: new if node is old else evolve(node, children=tuple(children)))
