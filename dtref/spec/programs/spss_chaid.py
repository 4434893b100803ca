"""CHAID and exhaustive CHAID as SPSS's algorithm paper has them, as a policy: a function of the parameters of its command TREE."""

from __future__ import annotations

from fractions import Fraction

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.inputs import rational, whole
from dtref.spec.growing.admission import EveryBranchHasRows
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import AtDepth, FewerRowsThan, pure, same_values
from dtref.spec.model.data import DataSet
from dtref.spec.preparation.missing import drop_empty
from dtref.spec.programs.parameters import check_flags, known_choice, refuse_weights
from dtref.spec.split.association import chi_square
from dtref.spec.split.candidates import NominalOnly
from dtref.spec.split.chaid.candidates import LeastAdjustedP, missing_floats
from dtref.spec.split.chaid.spss_merging import SpssGroups, SpssMerging


@refuses_other_kinds
def spss_chaid(  # noqa: PLR0913 - the command's own parameters
    *,
    type: str = "chaid",
    alphasplit: int | Fraction = Fraction(1, 20),
    alphamerge: int | Fraction = Fraction(1, 20),
    splitmerged: bool = False,
    chisquare: str = "pearson",
    adjust: str = "bonferroni",
    maxdepth: int = 3,
    minparentsize: int = 100,
    minchildsize: int = 50,
) -> Policy:
    """
    CHAID (`type` chaid or exhaustivechaid) by the algorithm that SPSS published, with the parameters and defaults of its command TREE.

    Values are joined while the largest p-value of a pair is above alphamerge and more than two groups are left (`SpssMerging`); the
    attribute with the least p-value, by Bonferroni's multiplier, splits the node if that is at most alphasplit; then groups of fewer than
    minchildsize records join the one most like them, and where one would be left the node is a leaf. This is the paper's algorithm: no tree
    of SPSS itself was compared. Refused: splitmerged, the likelihood-ratio statistic, targets that are numbers or ordered, numbers as
    attributes (put them in intervals first), weights.
    Errors: Invalid for what is refused.

    >>> spss_chaid(type="exhaustivechaid", minchildsize=5).confirm, spss_chaid().select
    ((EveryBranchHasRows(rows=5),), LeastAdjustedP(alpha=Fraction(1, 20)))
    """
    check_flags("SPSS CHAID", splitmerged=splitmerged)
    exhaustive = known_choice("SPSS CHAID, type", type, ("chaid", "exhaustivechaid")) == "exhaustivechaid"
    if splitmerged:
        raise Invalid(
            "SPSS CHAID, splitmerged", "no: splitting joined values again is not here (dtref.chaid_policy has Kass's)", splitmerged
        )
    if known_choice("SPSS CHAID, chisquare", chisquare, ("pearson", "lr")) != "pearson":
        raise Invalid("SPSS CHAID, chisquare", "pearson: the likelihood-ratio statistic is not here", chisquare)
    adjusted = known_choice("SPSS CHAID, adjust", adjust, ("bonferroni", "none")) == "bonferroni"
    least = whole("SPSS CHAID, minchildsize", minchildsize, 1)
    merging = SpssMerging(rational("SPSS CHAID, alphamerge", alphamerge, least=0, most=1), exhaustive)
    groups = SpssGroups(merging, least, adjusted)
    return Policy(
        name="SPSS_CHAID",
        source="IBM SPSS Statistics Algorithms, TREE: CHAID and Exhaustive CHAID; command TREE, subcommands GROWTHLIMIT, METHOD, CHAID",
        criterion=chi_square,
        nominal=groups,
        ordinal=groups,
        continuous=NominalOnly("SPSS's CHAID, as it is here,"),
        stop=(
            pure,
            same_values,
            AtDepth(whole("SPSS CHAID, maxdepth", maxdepth, 1)),
            FewerRowsThan(whole("SPSS CHAID, minparentsize", minparentsize, 1)),
        ),
        missing=missing_floats_of_others,
        select=LeastAdjustedP(rational("SPSS CHAID, alphasplit", alphasplit, least=0, most=1)),
        confirm=(EveryBranchHasRows(least),),
        weigh=refuse_weights,
    )


def missing_floats_of_others(data: DataSet) -> DataSet:
    """
    The data set with missing values as a category (`missing_floats`), without the records that miss every attribute.

    >>> from dtref.spec.model.attributes import MISSING, Nominal
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((Nominal("x", ("u",)),), Nominal("y", ("a",)), (Record((MISSING,), "a"), Record(("u",), "a")))
    >>> missing_floats_of_others(data).attributes, len(missing_floats_of_others(data))
    ((Nominal(name='x', values=('u',)),), 1)
    """
    return missing_floats(drop_empty(data))


SPSS_CHAID = spss_chaid()
"""SPSS's CHAID by its defaults (`spss_chaid`)."""
