"""
Trees of other programs, in one neutral form: each node's question, the branch of each value, the node's claims about its records.
A reader makes a `ForeignTree` of a program's output, and notes what its format lost; `dtref.oracle.verify` decides whether it is right.
Numbers are exact and keep the program's way to compare them: XGBoost asks `x < t` in float32.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cached_property
from struct import pack, unpack
from typing import TypeAlias, TypeVar, cast

from attrs import field, fields, frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.io.model_history import NOTHING_TOLD, History
from dtref.spec.model.attributes import MISSING, Cell, Unit, Width
from dtref.spec.model.deep_records import Deep
from dtref.spec.model.display import Reported
from dtref.spec.model.later import Later
from dtref.spec.model.precision import rounded
from dtref.spec.model.schemes import fold, preorder
from dtref.spec.model.tests import Side
from dtref.spec.model.trees import StandsFor

Result = TypeVar("Result")


@frozen
class Cut:
    """
    A number at most the cut (or below it, as `side` says) takes the first branch, any other the second.

    width: the floats that a number is rounded to before it is compared; DECIMAL: not rounded. missing: the branch of a missing value, if
    the format has one. unread: whether the cut was printed with fewer digits than the program itself has. zeros: the branch of a number so
    near 0 (`NEAR_ZERO`) that it is taken for 0 or missing, where the comparison gives another branch. within: at most the distance of the
    program's own cut from the printed one. untaught: whether rounding alone set `missing`. held: whether the cut is rounded, too.
    """

    attribute: str
    cut: Fraction
    side: Side = Side.AT_MOST
    width: Width = Width.DECIMAL
    missing: int | None = None
    unread: bool = False
    zeros: int | None = field(default=None, repr=False)  # hardly any cut has one
    within: Fraction = field(default=Fraction(0), eq=False, repr=False)
    untaught: bool = field(default=False, eq=False, repr=False)
    held: bool = field(default=False, repr=False)
    unit: Unit | None = field(default=None, eq=False, repr=False)

    @cached_property
    def compared(self) -> Fraction:
        """The cut as numbers are compared with it."""
        return rounded(self.cut, self.width) if self.held else self.cut


NEAR_ZERO = Fraction(unpack("f", pack("f", 1e-35))[0])
"""The greatest distance from 0 of a number that LightGBM takes for 0."""


@frozen
class Values:
    """
    A value takes the branch of the group that names it; `otherwise` is the branch of a value in no group, if there is one.
    others_missing: whether such a value goes as a missing one where there is none; else it takes no branch. others_unsaid: whether only
    such a value that training had takes it: of any other the format doesn't say where it goes.

    >>> Values("x", (("a", "b"), ("b",)))
    Traceback (most recent call last):
    dtref.errors.Invalid: x, groups: expected each value once (got ['a', 'b', 'b'])
    """

    attribute: str
    groups: tuple[tuple[str, ...], ...] = field()
    otherwise: int | None = None
    missing: int | None = None
    others_missing: bool = field(default=False, repr=False)
    others_unsaid: bool = field(default=False, repr=False)

    __repr__ = brief_repr

    @groups.validator
    def _disjoint(self, _: object, groups: tuple[tuple[str, ...], ...]) -> None:
        named = [value for group in groups for value in group]
        if len(set(named)) < len(named):
            raise Invalid(f"{self.attribute}, groups", "each value once", named)

    @cached_property
    def branches(self) -> Mapping[str, int]:
        """The branch of each value that a group names."""
        return {value: i for i, group in enumerate(self.groups) for value in group}


@frozen
class Known:
    """A known value takes the branch `known` of two, a missing value the branch `missing`."""

    attribute: str
    known: int
    missing: int


Ask: TypeAlias = Cut | Values | Known
"""The question of an inner node."""

StandIns: TypeAlias = tuple[tuple[Ask, StandsFor], ...]
"""Other questions for a record that misses the value asked for, in order, each with the branch that each of its branches stands for."""


class Gaps(Enum):
    """The rules of formats for a record whose value is missing."""

    STATED = "stated"
    """Each question has a branch for it (`missing`); without one, the record stays at the node."""
    TRIED = "tried"
    """As stated; and growing tried every test with the missing values on either side, and kept the best (scikit-learn)."""
    MAJORITY = "majority"
    NOWHERE = "nowhere"
    """As stated for a new record; growing sent it with the greater weight of known records (MAJORITY), or nowhere (rpart)."""
    FRACTIONS = "fractions"
    """It goes down every branch, with the share of the known records that went there (C4.5 and its kin)."""
    HEAVIEST = "heaviest"
    """It goes down the branch that most of the known records took; where several have as many, in equal parts down each."""
    CLAIMED = "claimed"
    """As in the algorithm that the tree claims: the tree answers a question that names it."""
    UNSAID = "unsaid"
    """The program has a rule, but the format does not hold it."""


@frozen(eq=False, repr=False)
class ForeignNode(Later, Deep):
    """
    A node. place: its name in its format. ask: None at a leaf. children: one a branch. label: its prediction: a class, or a number; None
    where the format has none. Its claims, None where it has none: counts, the weight of each class that it names; records, the weight of
    all; rows, their number; errors, the weight outside its label's class; impurity, as the program has it; predicted, the errors that
    pruning expects; gain, the value of its test; hessian, the sum of the second derivatives of a loss; gain_within, the greatest error of a
    gain. within: the greatest error of a claimed weight. stand_ins: questions for a record that misses the value (surrogates); one that
    none of them places takes `ask.missing`, or in equal parts the branches `shared`. gaps: the node's rule for such a record, where it
    differs from the tree's. names_surrogates: whether these are all. rest: the branches that it claims for a record that they don't place.
    rounding: the greatest error of a printed mean, and of a printed variance. shares: of classes, where there are no counts. events: their
    weight, of rates. complexity: at which pruning cuts the node, in units of the risk of the root.
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
    predicted: Fraction | None = None
    gain: Fraction | None = None
    hessian: Fraction | None = None
    gain_within: Fraction = Fraction(0)
    within: Fraction = Fraction(0)
    stand_ins: StandIns = ()
    shared: tuple[int, ...] = ()
    gaps: Gaps | None = None
    names_surrogates: bool = False
    rest: tuple[int, ...] = ()
    rounding: Fraction = Fraction(0)
    shares: tuple[tuple[str, Fraction], ...] | None = None
    events: Fraction | None = None
    complexity: Fraction | None = None

    def __attrs_post_init__(self) -> None:
        wanted = 0 if self.ask is None else foreign_branch_count(self.ask)
        if len(self.children) != wanted:
            raise Invalid(f"node {self.place}", f"{wanted} branches", len(self.children))

    def __repr__(self) -> str:
        question = "a leaf" if self.ask is None else f"asks {self.ask.attribute}"
        return f"<node {self.place}: {question if self.label is None else f'{question}, {self.label}'}>"

    def _parts(self) -> tuple[ForeignNode, ...]:
        return self.children

    def _own(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in _OWN)

    @classmethod
    def _made(cls, own: tuple[object, ...], parts: tuple[Deep, ...]) -> ForeignNode:
        return cls(**dict(zip(_OWN, own, strict=True)), children=cast("tuple[ForeignNode, ...]", parts))  # type: ignore[arg-type]


_OWN = tuple(field.name for field in fields(ForeignNode) if field.name != "children")  # apart from the children


@frozen
class Setting:
    """A setting of the program that a model names: its name there, and its value as text."""

    name: str
    value: str


class Program(Enum):
    """The programs whose names of settings are understood here, and what such a program does by default."""

    SCIKIT_LEARN = "scikit-learn"
    """Parameters of its estimators (`get_params`), values as Python writes them. An impurity of at most 2^-52 is 0 to it."""
    RPART = "rpart"
    """Elements of `control` and `parms`, and `method`. A record that misses every predictor is left out before anything is counted."""
    XGBOOST = "XGBoost"
    """Parameters of its booster in its own words, where the file has them; else objective, base_score and scale_pos_weight alone."""
    LIGHTGBM = "LightGBM"
    """Parameters of its own words, where the file has them; else the objective alone."""
    BOOSTED = "a program of gradient boosting"
    """Its file lacks most settings: penalties on a gain, the least size of nodes, the sampling of records."""
    CATBOOST = "CatBoost"
    """Parameters by their place in its file, such as tree_learner_options.depth."""
    WEKA = "Weka"
    """`Scheme`, `Options`, the learner's name (`program`), and `together` where it is one of several trees."""
    SPARK = "Spark"
    """Parameters by its own names, as it saves them; `together` as of Weka."""
    RANGER = "ranger"
    RANDOM_FOREST_R = "randomForest"
    """Parameters of R's forests by their own names, as forests.R writes them."""
    DTREF = "dtref"
    """The name of the algorithm."""
    CHAID = "the CHAID package"
    OTHER = "another program"


@frozen
class ForeignTree(Reported):
    """
    A tree that another program made: its root, its source, the classes where the format names them, and notes on what the format lost.

    columns: of the training table, if listed. gaps: the rule for a missing value. width: of the floats of a leaf's mean. scores: why the
    numbers of leaves are no labels, else empty. settings: those that it was grown with, in its program's words. chosen_for: the target of
    its tests, where it isn't the records' (gradients), else empty. later: whether earlier trees left them. in_bag: how often each record
    was drawn for it, in their order; empty: all once, or untold. importances: as claimed. keeps_label: whether a record that stays at a
    node gets its label. history: its making.
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
    program: Program = Program.OTHER
    chosen_for: str = ""
    importances: tuple[tuple[str, Fraction], ...] = ()
    later: bool = False
    keeps_label: bool = False
    in_bag: tuple[int, ...] = field(default=(), repr=False)
    history: History = NOTHING_TOLD

    __repr__ = brief_repr


def foreign_branch_count(ask: Ask) -> int:
    """
    The number of branches.

    >>> foreign_branch_count(Values("x", (("a",), ("b",), ("c",))))
    3
    """
    return len(ask.groups) if isinstance(ask, Values) else 2


def branch_taken(ask: Ask, cell: Cell) -> int | None:
    """
    The branch that a value takes; None where the format has none (missing, or in no group). Errors: Invalid for a cell of another kind.

    >>> branch_taken(Cut("x", Fraction(1, 10), width=Width.FLOAT32), Fraction(1, 10)), branch_taken(Values("x", (("a",), ("b",))), "c")
    (1, None)
    """
    if cell is MISSING:
        return ask.missing
    match ask, cell:
        case Known(known=known), _:
            return known
        case Cut(side=side, width=width, zeros=zeros), Fraction():
            x, cut = rounded(cell, width), ask.compared
            if zeros is not None and abs(x) <= NEAR_ZERO:
                return zeros
            return 0 if (x <= cut if side is Side.AT_MOST else x < cut) else 1
        case Values(otherwise=otherwise), str():
            return ask.branches.get(cell, otherwise)
        case _:
            raise Invalid(ask.attribute, "a number" if isinstance(ask, Cut) else "a nominal value", cell)


def branch_by_stand_ins(node: ForeignNode, cells: Mapping[str, Cell]) -> int | None:
    """
    The branch of an inner node that a record takes: by its value, else by the first of the stand-ins that places it, else that of a
    missing value; None where the format has none. A value that isn't in `cells` is missing. Errors: as `branch_taken`.

    >>> node = ForeignNode("1", Cut("x", Fraction(1)), (ForeignNode("2"), ForeignNode("3")), stand_ins=((Cut("z", Fraction(5)), (1, 0)),))
    >>> branch_by_stand_ins(node, {"z": Fraction(4)}), branch_by_stand_ins(node, {"x": Fraction(0)}), branch_by_stand_ins(node, {})
    (1, 0, None)
    """
    ask = node.ask
    assert ask is not None, "an inner node asks"
    cell = cells.get(ask.attribute, MISSING)
    if cell is not MISSING:
        taken = branch_taken(ask, cell)
        if taken is not None or not (isinstance(ask, Values) and ask.others_missing):
            return taken
    placed = branch_of_stand_ins(node, cells)
    return ask.missing if placed is None else placed


def branch_of_stand_ins(node: ForeignNode, cells: Mapping[str, Cell]) -> int | None:
    """
    The branch of an inner node by the first of its stand-ins that places a record; None where none does. What isn't in `cells` is missing.

    >>> node = ForeignNode("1", Cut("x", Fraction(1)), (ForeignNode("2"), ForeignNode("3")), stand_ins=((Cut("z", Fraction(5)), (1, 0)),))
    >>> branch_of_stand_ins(node, {"z": Fraction(4)}), branch_of_stand_ins(node, {"x": Fraction(0)})
    (1, None)
    """
    for other, stands_for in node.stand_ins:
        value = cells.get(other.attribute, MISSING)
        branch = None if value is MISSING else branch_taken(other, value)
        if branch is not None and stands_for[branch] is not None:
            return stands_for[branch]
    return None


def fold_foreign(node: ForeignNode, combine: Callable[[ForeignNode, Sequence[Result]], Result]) -> Result:
    """
    A value for a whole tree: `combine` makes that of each node from the node and the values of its children.

    >>> fold_foreign(ForeignNode("1", Cut("x", Fraction(1)), (ForeignNode("2"), ForeignNode("3"))), lambda node, sizes: 1 + sum(sizes))
    3
    """
    return fold(node, lambda parent: parent.children, combine)


def foreign_nodes(node: ForeignNode) -> Iterator[ForeignNode]:
    """
    Every node, in preorder.

    >>> [node.place for node in foreign_nodes(ForeignNode("1", Cut("x", Fraction(1)), (ForeignNode("2"), ForeignNode("3"))))]
    ['1', '2', '3']
    """
    return preorder(node, lambda parent: parent.children)
