"""Weka's SimpleCart as a policy: a function of the program's own options, with its defaults."""

from __future__ import annotations

from fractions import Fraction

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.inputs import rational, whole
from dtref.spec.growing.admission import EveryBranchHasRows
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import FewerThan, no_improvement, pure, same_values
from dtref.spec.model.trees import Gap
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.programs.parameters import check_flags, whole_of_32_bits
from dtref.spec.split.filled import gini_reduction_of_filled
from dtref.spec.split.groups_in_order import GroupsInOrder
from dtref.spec.split.numeric.double_precision import CutsBelowMiddle


@refuses_other_kinds
def simple_cart(  # noqa: PLR0913 - the program's own options
    *,
    U: bool = False,  # noqa: N803 - the program's own names, here and below
    M: int = 2,  # noqa: N803
    N: int = 5,  # noqa: N803
    H: bool = False,  # noqa: N803
    A: bool = False,  # noqa: N803
    C: int | Fraction = 1,  # noqa: N803
    S: int = 1,  # noqa: N803
) -> Policy:
    """
    Weka's SimpleCart, by its own options: U (unpruned), M (least records of a branch), H (no heuristic).

    Gini, two branches, once each has its part of the records that miss the value. Of two classes the groups of values are the beginnings of
    their order by the share of the first class; of more all groups, or, of more than four values, the beginnings of their order by the
    first principal component (`GroupsInOrder`); numbers are cut at the middle of two doubles. A node of less weight than 2 M is a leaf, and
    so is one whose best test gains nothing, or gives a branch fewer than M records, a part of one counting as one. Refused: pruning by
    cost-complexity, on N folds drawn at random with seed S, with the 1-SE rule (A) or of a part of the records (C).
    Errors: Invalid for what is refused, and for M below 0.

    >>> simple_cart(U=True).confirm
    (EveryBranchHasRows(rows=2),)
    """
    check_flags("SimpleCart", U=U, H=H, A=A)
    whole("SimpleCart, N", N)
    whole_of_32_bits("SimpleCart, S", S)
    rational("SimpleCart, C", C, least=0, most=1)
    if not U:
        raise Invalid("SimpleCart, U", f"a tree without pruning (-U): its {N} folds, of {C} of the records, are drawn with seed {S}", U)
    least = whole("SimpleCart, M", M, 0)
    return Policy(
        name="SIMPLE_CART",
        source="Weka 3.6.14, `weka/classifiers/trees/SimpleCart.java`",
        criterion=gini_reduction_of_filled,
        nominal=GroupsInOrder(heuristic=not H),
        ordinal=GroupsInOrder(heuristic=not H),
        continuous=CutsBelowMiddle(),
        stop=(pure, same_values, no_improvement, FewerThan(2 * least)),
        confirm=(EveryBranchHasRows(least),),
        missing=keep_missing,
        gap=Gap.FRACTIONS,
    )
