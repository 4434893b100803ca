"""The CHAID package for Python as a policy: a function of the package's own parameters, with its defaults."""

from __future__ import annotations

from fractions import Fraction

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.inputs import rational, whole
from dtref.spec.growing.of_training import AtMostRowsBelowRoot
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import AtDepth, pure
from dtref.spec.programs.parameters import check_flags, known_choice, refuse_weights
from dtref.spec.split.association import chi_square
from dtref.spec.split.candidates import NominalOnly
from dtref.spec.split.chaid.candidates import missing_floats
from dtref.spec.split.chaid.least_p import LeastPInDoubles
from dtref.spec.split.chaid.package_groups import PackageGroups
from dtref.spec.split.chaid.package_merging import PackageMerging


@refuses_other_kinds
def chaid_package(  # noqa: PLR0913 - the package's own parameters
    *,
    alpha_merge: int | Fraction = Fraction(1, 20),
    max_depth: int = 2,
    min_parent_node_size: int | Fraction = 30,
    min_child_node_size: int | Fraction = 30,
    split_threshold: int | Fraction = 0,
    dep_variable_type: str = "categorical",
    is_exhaustive: bool = False,
    max_splits: int | None = None,
    weight: bool = False,
) -> Policy:
    """
    The `CHAID` package of PyPI, by its own parameters (`Tree.from_pandas_df`).

    Pearson's chi-square of classes; values are joined as `PackageMerging` says, which is not what Kass's steps say; the least p-value,
    without Bonferroni's multiplier and without a level for splitting. Missing values are a category, which floats in an ordinal attribute.
    A node below max_depth tests is a leaf, and so is one, but the root, of at most min_parent_node_size records; a size below 1 is a share
    of all. is_exhaustive joins down to two groups, by the same order of pairs; Biggs's exhaustive CHAID compares all steps. split_threshold
    lists other tests beside a node's and shapes no tree. Refused: numbers as a target (which it compares by the tests of Bartlett and of
    Levene for equal variances), weights of records (for which it fits expected counts in steps), numbers as attributes.
    Errors: Invalid for what is refused.

    >>> chaid_package(min_parent_node_size=10).stop[1:], chaid_package(alpha_merge=Fraction(1, 10)).nominal.merging.alpha
    ((AtDepth(tests=2), AtMostRowsBelowRoot(rows=Fraction(10, 1))), Fraction(1, 10))
    """
    check_flags("CHAID", is_exhaustive=is_exhaustive, weight=weight)
    if known_choice("CHAID, dep_variable_type", dep_variable_type, ("categorical", "continuous")) != "categorical":
        raise Invalid("CHAID, dep_variable_type", "categorical: its tests for numbers are not here", dep_variable_type)
    if weight:
        raise Invalid("CHAID, weight", "records without weights: its expected counts for these are not here", weight)
    rational("CHAID, split_threshold", split_threshold, least=0, most=1)
    most = None if max_splits is None else whole("CHAID, max_splits", max_splits, 0)
    least = rational("CHAID, min_child_node_size", min_child_node_size, least=0)
    groups = PackageGroups(PackageMerging(rational("CHAID, alpha_merge", alpha_merge, least=0, most=1), least, most, is_exhaustive))
    return Policy(
        name="CHAID_PACKAGE",
        source="CHAID 5.5.1 (PyPI), `CHAID/tree.py`, `CHAID/stats.py`, `CHAID/column.py`",
        criterion=chi_square,
        nominal=groups,
        ordinal=groups,
        continuous=NominalOnly("the CHAID package"),
        stop=(
            pure,
            AtDepth(whole("CHAID, max_depth", max_depth, 0)),
            AtMostRowsBelowRoot(rational("CHAID, min_parent_node_size", min_parent_node_size, least=0)),
        ),
        missing=missing_floats,
        select=LeastPInDoubles(),
        weigh=refuse_weights,
    )


CHAID_PACKAGE = chaid_package()
"""The CHAID package by its defaults (`chaid_package`)."""
