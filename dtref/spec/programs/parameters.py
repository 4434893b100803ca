"""Parameters that programs share: what is refused of them, by their own names."""

from __future__ import annotations

from fractions import Fraction

from dtref.errors import Invalid
from dtref.exact.inputs import whole

ALLOWANCE = Fraction(1, 10)
"""The errors more that a leaf, or a branch, may be predicted and still replace (`Src/prune.c`, `C45PruneableClassifierTree.java`)."""


def check_flags(program: str, **flags: object) -> None:
    """Errors: Invalid for a flag that is neither True nor False: any text would count as True."""
    for name, flag in flags.items():
        if not isinstance(flag, bool):
            raise Invalid(f"{program}, {name}", "True or False", flag)


def least_weight(where: str, m: int) -> int:
    """A least weight. Errors: Invalid for one below 1."""
    return whole(where, m, 1)
