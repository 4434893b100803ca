"""Weka's Id3 as a policy: a program without options that shape a tree."""

from __future__ import annotations

from attrs import evolve

from dtref.exact.checked_call import refuses_other_kinds
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import ImprovesLessThan, pure, same_values
from dtref.spec.presets import ID3
from dtref.spec.programs.j48 import MILLIONTH
from dtref.spec.split.candidates import NominalOnly


@refuses_other_kinds
def weka_id3() -> Policy:
    """
    Weka's Id3: the greatest information gain, a branch for each declared value, attributes that are nominal and known.

    A node whose greatest gain is below 1/1000000 is a leaf, as Weka takes that for 0. A branch without records predicts nothing there
    (`null`); here it has its parent's largest classes.

    >>> weka_id3().stop[-1]
    ImprovesLessThan(threshold=Fraction(1, 1000000))
    """
    return evolve(
        ID3,
        name="WEKA_ID3",
        source="Weka 3.6.14, `weka/classifiers/trees/Id3.java`, `weka/core/Utils.java`",
        continuous=NominalOnly("Weka's Id3"),
        ask_once=False,
        stop=(pure, same_values, ImprovesLessThan(MILLIONTH)),
    )


WEKA_ID3 = weka_id3()
"""Weka's Id3 (`weka_id3`)."""
