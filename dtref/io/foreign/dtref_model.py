"""This library's own trees as foreign ones, from its model files or from a grown tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import assert_never

from attrs import evolve

from dtref.errors import Invalid
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Gaps, Known, Program, Setting, Values
from dtref.io.models import Model, read_model
from dtref.spec.model.schemes import unfold_with
from dtref.spec.model.tally import Moments
from dtref.spec.model.tests import Groups, IsKnown, Multiway, OrdinalCut, Subset, Test, Threshold
from dtref.spec.model.trees import Branch, Gap, Leaf, Surrogates, Tree, children

ALGORITHM = "algorithm"
"""The setting that a model of this library has."""


def read_own(path: Path) -> ForeignTree:
    """The tree of a model file of this library. Errors: as for `dtref.io.models.read_model`, and `from_tree`."""
    return from_model(read_model(path), f"dtref model {path.name}")


def from_model(model: Model, source: str = "dtref model") -> ForeignTree:
    """
    The tree of a model as a foreign one, which says how it was made. Errors: as for `from_tree`.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import Nominal
    >>> from_model(Model((), Nominal("y", ("+",)), "CART", Leaf((("+", Fraction(2)),), ("+",)))).source
    'dtref model'
    """
    return evolve(from_tree(model.tree, source), settings=(Setting(ALGORITHM, model.algorithm),), history=model.history)


def from_tree(tree: Tree, source: str = "dtref") -> ForeignTree:
    """
    A tree as a foreign one; places are positions in preorder, from 1. A leaf with several labels claims none: any will do.

    Errors: Invalid for tests of several cuts or several attributes, which have no foreign form.

    >>> from fractions import Fraction
    >>> from_tree(Leaf((("+", Fraction(2)),), ("+",))).root.label
    '+'
    """

    def expand(node: Tree, place: int) -> tuple[Callable[[Sequence[ForeignNode]], ForeignNode], Sequence[Tree], int]:
        label = node.labels[0] if len(node.labels) == 1 else None
        counts, records = (None, node.counts.n) if isinstance(node.counts, Moments) else (node.counts, None)
        foreign = ForeignNode(str(place), label=label, counts=counts, records=records)
        return (
            lambda foreign_children: foreign if isinstance(node, Leaf) else _asking(foreign, node, foreign_children),
            children(node),
            place + 1,
        )

    return ForeignTree(unfold_with(tree, 1, expand)[0], source, program=Program.DTREF)


def _asking(foreign: ForeignNode, node: Branch, foreign_children: Sequence[ForeignNode]) -> ForeignNode:
    """A node with its question, and its rule for a record that misses the value."""
    ask, gap = asked_by(node.test), node.gap
    match gap:
        case Surrogates():
            stand_ins = tuple((asked_by(test), stands_for) for test, stands_for in gap.tests)
            ask = evolve(ask, others_missing=True) if isinstance(ask, Values) else ask
            return evolve(
                foreign,
                ask=ask if isinstance(ask, Known) else evolve(ask, missing=gap.rest[0] if len(gap.rest) == 1 else None),
                children=tuple(foreign_children),
                stand_ins=stand_ins,
                shared=gap.rest if gap.equally else (),
                gaps=Gaps.STATED,
                names_surrogates=True,
                rest=gap.rest,
            )
        case Gap():
            rules = {
                Gap.FRACTIONS: Gaps.FRACTIONS,
                Gap.HEAVIEST: Gaps.HEAVIEST,
                Gap.LEARNED: Gaps.TRIED,
                Gap.REFUSE: Gaps.STATED,
            }
            return evolve(foreign, ask=ask, children=tuple(foreign_children), gaps=rules[gap])
        case _:
            assert_never(gap)


def asked_by(test: Test) -> Ask:
    """
    The question of a test, in the foreign form. Errors: Invalid where it has no such form.

    >>> from dtref.spec.model.attributes import Nominal
    >>> asked_by(Subset(Nominal("x", ("a", "b", "c")), ("b",), ("a",)))
    Values(attribute='x', groups=(('b',), ('a',)), otherwise=None, missing=None)
    """
    match test:
        case Threshold(attribute=attribute, cut=cut, side=side, width=width, missing=missing):
            return Cut(attribute.name, cut, side, width, missing, unit=attribute.unit)
        case IsKnown(attribute=attribute):
            return Known(attribute.name, 0, 1)
        case Multiway(attribute=attribute):
            return Values(attribute.name, tuple((value,) for value in attribute.values))
        case Groups(attribute=attribute, groups=groups, absent=absent):
            return Values(attribute.name, groups, absent)
        case Subset(attribute=attribute, left=left, right=right, absent=absent):
            return Values(attribute.name, (left, right), absent)
        case OrdinalCut(attribute=attribute, lower=lower):
            at = attribute.values.index(lower) + 1
            return Values(attribute.name, (attribute.values[:at], attribute.values[at:]))
        case _:
            raise Invalid("test", "one of a single attribute, with one cut or groups of values", type(test).__name__.lower())
