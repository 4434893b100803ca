"""
Trees of other programs, in one neutral form: what each node asks, where it sends a value, what it claims about its records.

A reader makes a `ForeignTree` of what a program wrote, and notes what its format lost. It decides nothing: whether the tree is right is
`dtref.oracle.verify`'s question. Numbers are exact and keep how the program compares them: XGBoost asks `x < t` in float32, so a double is
rounded first. Before this: `dtref.io.numbers`. Next: `dtref.io.foreign.scikit_learn` and the other readers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from fractions import Fraction
from typing import TypeAlias, TypeVar, cast

from attrs import field, fields, frozen

from dtref.errors import Invalid
from dtref.exact.decimals import brief
from dtref.model.attributes import MISSING, Cell, Width
from dtref.model.deep import Deep
from dtref.model.precision import rounded
from dtref.model.schemes import fold, unfold_with
from dtref.model.tests import Side

Result = TypeVar("Result")


@frozen
class Cut:
    """
    A number at most the cut (or below it, as `side` says) takes the first branch, any other the second.

    width: what a number is rounded to before it is compared; DECIMAL: nothing. missing: the branch of a missing value, if the format
    says one. unread: whether the cut was printed with fewer digits than the program itself has.
    """

    attribute: str
    cut: Fraction
    side: Side = Side.AT_MOST
    width: Width = Width.DECIMAL
    missing: int | None = None
    unread: bool = False


@frozen
class Values:
    """
    A value takes the branch of the group that names it; `otherwise` is the branch of a value in no group, if there is one.

    >>> Values("x", (("a", "b"), ("b",)))
    Traceback (most recent call last):
    dtref.errors.Invalid: x, groups: expected each value once (got ['a', 'b', 'b'])
    """

    attribute: str
    groups: tuple[tuple[str, ...], ...] = field()
    otherwise: int | None = None
    missing: int | None = None

    @groups.validator
    def _disjoint(self, _: object, groups: tuple[tuple[str, ...], ...]) -> None:
        named = [value for group in groups for value in group]
        if len(set(named)) < len(named):
            raise Invalid(f"{self.attribute}, groups", "each value once", named)


Ask: TypeAlias = Cut | Values
"""What an inner node asks."""


@frozen(eq=False, repr=False)
class ForeignNode(Deep):
    """
    A node. place: what its format calls it, for messages. ask: None at a leaf. children: one a branch.

    label: what it predicts: a class, or a number; None where the format says nothing.
    What it claims of the records that reach it, each None where the format says nothing: counts, the weight of each class that it names;
    records, the weight of all; rows, how many there are, whatever they weigh; errors, the weight of those outside its label's class;
    impurity, its impurity as the program has it. within: by how much a claimed weight may be off, half a unit in the last digit that
    was printed.
    """

    place: str
    ask: Ask | None = None
    children: tuple[ForeignNode, ...] = ()
    label: str | Fraction | None = None
    counts: tuple[tuple[str, Fraction], ...] | None = None
    records: Fraction | None = None
    rows: Fraction | None = None
    errors: Fraction | None = None
    impurity: Fraction | None = None
    within: Fraction = Fraction(0)

    def __attrs_post_init__(self) -> None:
        wanted = 0 if self.ask is None else branch_count(self.ask)
        if len(self.children) != wanted:
            raise Invalid(f"node {self.place}", f"{wanted} branches", len(self.children))

    def __repr__(self) -> str:
        asks = "a leaf" if self.ask is None else f"asks {self.ask.attribute}"
        return f"<node {self.place}: {asks if self.label is None else f'{asks}, {self.label}'}>"

    def _parts(self) -> tuple[ForeignNode, ...]:
        return self.children

    def _own(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in _OWN)

    @classmethod
    def _made(cls, own: tuple[object, ...], parts: tuple[Deep, ...]) -> ForeignNode:
        return cls(**dict(zip(_OWN, own, strict=True)), children=cast("tuple[ForeignNode, ...]", parts))  # type: ignore[arg-type]


_OWN = tuple(field.name for field in fields(ForeignNode) if field.name != "children")
"""The fields of a node apart from its children."""


class Gaps(Enum):
    """What a format says of where a record goes whose value is missing."""

    STATED = "stated"
    """Each question says which branch takes it (`missing`); a record is stuck where it says none."""
    FRACTIONS = "fractions"
    """It goes down every branch, with the share of the known records that went there (C4.5 and its kin)."""
    UNSAID = "unsaid"
    """The program has a rule, and the format does not hold it."""


@frozen
class Setting:
    """A setting of the program that a model names: what it is called there, and its value as text."""

    name: str
    value: str


@frozen
class ForeignTree:
    """
    A tree that another program made: its root, who wrote it, the classes where the format names them, and what the format lost.

    columns: the names of the training table's columns, where the format lists them. gaps: where a missing value goes. width: the floats
    that a leaf's mean was computed in. scores: why the numbers of leaves are no labels, empty where they are. settings: what the
    model says of how it was grown.
    """

    root: ForeignNode
    source: str
    classes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    gaps: Gaps = Gaps.STATED
    width: Width = Width.FLOAT64
    scores: str = ""
    settings: tuple[Setting, ...] = ()


def branch_count(ask: Ask) -> int:
    """
    The number of branches.

    >>> branch_count(Values("x", (("a",), ("b",), ("c",))))
    3
    """
    return 2 if isinstance(ask, Cut) else len(ask.groups)


def branch_taken(ask: Ask, cell: Cell) -> int | None:
    """
    The branch that a value takes; None where the format doesn't say (a missing value, or one in no group). Errors: Invalid for a cell
    of another kind.

    >>> branch_taken(Cut("x", Fraction(1, 10), width=Width.FLOAT32), Fraction(1, 10)), branch_taken(Values("x", (("a",), ("b",))), "c")
    (1, None)
    """
    if cell is MISSING:
        return ask.missing
    match ask, cell:
        case Cut(cut=cut, side=side, width=width), Fraction():
            x = rounded(cell, width)
            return 0 if (x <= cut if side is Side.AT_MOST else x < cut) else 1
        case Values(groups=groups, otherwise=otherwise), str():
            return next((i for i, group in enumerate(groups) if cell in group), otherwise)
        case _:
            raise Invalid(ask.attribute, "a number" if isinstance(ask, Cut) else "a nominal value", cell)


def words(ask: Ask, branch: int) -> str:
    """
    What must hold for a value to take a branch, as text for people: a cut that only a long fraction says is ≈ a decimal.

    >>> words(Cut("x", Fraction(5, 2), Side.BELOW), 1), words(Values("x", (("a", "b"), ("c",))), 0)
    ('x >= 2.5', 'x in {a, b}')
    >>> words(Cut("x", Fraction(2.45)), 0)
    'x <= ≈2.45'
    """
    match ask:
        case Cut(attribute=name, cut=cut, side=side):
            return f"{name} {(side.value, '>' if side is Side.AT_MOST else '>=')[branch]} {brief(cut)}"
        case Values(attribute=name, groups=groups):
            group = groups[branch]
            return f"{name} = {group[0]}" if len(group) == 1 else f"{name} in {{{', '.join(group)}}}"


def fold_foreign(node: ForeignNode, combine: Callable[[ForeignNode, Sequence[Result]], Result]) -> Result:
    """
    A value for a whole tree: `combine` is given each node and the values of its children.

    >>> leaf = ForeignNode("2")
    >>> fold_foreign(ForeignNode("1", Cut("x", Fraction(1)), (leaf, leaf)), lambda node, below: 1 + sum(below))
    3
    """
    return fold(node, lambda one: one.children, combine)


def unfold_listed(
    root: int, listed: int, expand: Callable[[int], tuple[Callable[[Sequence[ForeignNode]], ForeignNode], Sequence[int]]], where: str
) -> ForeignNode:
    """
    The tree of nodes that a file lists and refers to by number. Errors: Invalid where it refers to more nodes than it lists: one has two
    parents then, or is its own descendant.

    >>> unfold_listed(0, 1, lambda i: (lambda below: ForeignNode("0", Cut("x", Fraction(1)), tuple(below)), [0, 0]), "x.json")
    Traceback (most recent call last):
    dtref.errors.Invalid: x.json: expected a tree of the 1 nodes that are listed (got 'a node with two parents, or its own descendant')
    """

    def counted(i: int, seen: int) -> tuple[Callable[[Sequence[ForeignNode]], ForeignNode], Sequence[int], int]:
        if seen >= listed:
            raise Invalid(where, f"a tree of the {listed} nodes that are listed", "a node with two parents, or its own descendant")
        return *expand(i), seen + 1

    return unfold_with(root, 0, counted)[0]


def foreign_nodes(node: ForeignNode) -> Iterator[ForeignNode]:
    """
    Every node, in preorder.

    >>> [node.place for node in foreign_nodes(ForeignNode("1", Cut("x", Fraction(1)), (ForeignNode("2"), ForeignNode("3"))))]
    ['1', '2', '3']
    """
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(reversed(one.children))
