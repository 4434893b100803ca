"""
The questions of rpart's nodes, and their rules for records that miss the value.

By `usesurrogate`: 0, the record stays at the node; 1, the surrogates are asked in turn, and a record that none of them places stays; 2,
such a record goes with the majority: in prediction the side with more rows; in training the side with more weight of records that know the
value (`Gaps.MAJORITY`), and nowhere if `maxsurrogate` is 0 (`Gaps.NOWHERE`). Equal sides have no majority.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve

from dtref.io.foreign.rpart_frame import RpartFrame, SplitRow
from dtref.io.foreign.tree import Cut, ForeignNode, Gaps, StandIns, Values
from dtref.spec.model.attributes import Width
from dtref.spec.model.tests import Side

LEFT, RIGHT, NOWHERE = 0, 1, None


def asking(node: ForeignNode, frame: RpartFrame, test: SplitRow, rows: Sequence[int], children: Sequence[ForeignNode]) -> ForeignNode:
    """A node with its question. rows: of the frame, for the node, its left and its right child. children: these two."""
    sides = _sides(test)
    use, at = frame.use_surrogates, rows[0]
    stand_ins: StandIns = tuple((_ask(row), tuple(sides.index(side) for side in _sides(row))) for row in frame.surrogates[at] if use)
    side = _larger(frame.n[rows[1]], frame.n[rows[2]]) if use == 2 else NOWHERE
    ask = evolve(_ask(test), missing=None if side is NOWHERE else sides.index(side))
    gaps = None if use != 2 else Gaps.MAJORITY if frame.most_surrogates else Gaps.NOWHERE
    return evolve(
        node,
        ask=ask,
        children=tuple(children[i] for i in sides),
        stand_ins=stand_ins,
        gaps=gaps,
        names_surrogates=bool(use),
        gain=test.improve,
    )


def _ask(row: SplitRow) -> Cut | Values:
    return Values(row.name, row.groups) if row.groups[LEFT] else Cut(row.name, row.cut, Side.BELOW, Width.FLOAT64)


def _sides(row: SplitRow) -> tuple[int, int]:
    """The side of each branch of a test: where the kind is 1, numbers below the cut go right."""
    return (RIGHT, LEFT) if row.kind == 1 and not row.groups[LEFT] else (LEFT, RIGHT)


def _larger(left: Fraction, right: Fraction) -> int | None:
    return NOWHERE if left == right else LEFT if left > right else RIGHT
