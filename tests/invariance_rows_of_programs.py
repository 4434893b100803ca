"""
More rows of the table of invariances (tests/invariances.py): released programs, with sizes so small that a few records are split, every
criterion, the limits of growing.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from attrs import evolve
from changed_samples import Row
from invariance_rows import FRACTIONS, HEAVIEST
from tied_results import Ended, Grown, GrownFor

import dtref
from dtref.spec.growing.admission import Admission, EveryBranchHas, EveryBranchHasRows, Significant, TwoBranchesHave
from dtref.spec.growing.best_first import SplitOrder
from dtref.spec.growing.least_gain import GainsAtMost
from dtref.spec.growing.monotone import Monotone
from dtref.spec.growing.nearly_pure import NearlyPure
from dtref.spec.growing.of_training import EveryBranchHasShare, EveryBranchHasShareOfRows, FewerRowsThanShare
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import AtDepth, FewerRowsThan, FewerThan, ImprovesLessThan, ImprovesTreeLessThan, Independent, StoppingRule
from dtref.spec.model.trees import Gap
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.preparation.weighing import ClassWeights
from dtref.spec.programs.c45 import c45_release_8
from dtref.spec.programs.chaid_package import chaid_package
from dtref.spec.programs.j48 import j48
from dtref.spec.programs.lightgbm import lightgbm
from dtref.spec.programs.random_forest_r import random_forest_r
from dtref.spec.programs.ranger import ranger
from dtref.spec.programs.reptree import reptree
from dtref.spec.programs.rpart import rpart
from dtref.spec.programs.scikit_learn import scikit_learn
from dtref.spec.programs.simple_cart import simple_cart
from dtref.spec.programs.spss_chaid import spss_chaid
from dtref.spec.programs.weka_id3 import weka_id3
from dtref.spec.programs.xgboost import xgboost
from dtref.spec.split.by_name import CRITERIA, CRITERIA_OF_PROGRAMS
from dtref.spec.split.criteria import Criterion

HALF = Fraction(1, 2)
BY_ROWS = ("mirrored", "copies")
"""What a learned direction does not keep where no value was missing: the branch with more records, of two with as many the second."""


def unpruned(policy: Policy) -> Grown:
    return Grown(evolve(policy, pruning=()))


def rpart_with(**parameters: object) -> Policy:
    return rpart(minsplit=2, minbucket=1, **parameters)  # type: ignore[arg-type]


def lightgbm_with(**parameters: object) -> Policy:
    return lightgbm(min_data_in_leaf=1, min_data_in_bin=1, min_sum_hessian_in_leaf=0, **parameters)  # type: ignore[arg-type]


def with_losses(classes: tuple[str, ...]) -> Policy:
    """Taking a p for another class costs 3."""
    return rpart_with(cp=-1, loss=[[Fraction(0 if i == j else 3 if i == "p" else 1) for j in classes] for i in classes])


def with_priors(classes: tuple[str, ...]) -> Policy:
    """The class p has a prior of a half."""
    return rpart_with(cp=-1, prior=[HALF if c == "p" else HALF / (len(classes) - 1) for c in classes])


ROWS_OF_PROGRAMS: Mapping[str, Row] = {
    "ID3_IAML": Row(Grown(dtref.ID3_IAML), gaps="asked", refuses=True),
    "C45_RELEASE_8": Row(unpruned(c45_release_8(m=1)), no=("mirrored",)),
    "C45_RELEASE_8, groups": Row(unpruned(c45_release_8(m=1, s=True)), no=("values", "mirrored")),
    "C45_RELEASE_8, pruned": Row(Ended(c45_release_8(m=1)), no=("mirrored",)),
    "J48": Row(unpruned(j48(M=1)), no=("mirrored",)),
    "J48, one value": Row(unpruned(j48(M=1, B=True)), kinds="cnn", no=("values", "mirrored")),
    "J48, pruned": Row(Ended(j48(M=1)), no=("mirrored",)),
    "rpart": Row(Grown(rpart_with(cp=-1)), no=("copies",)),
    "rpart, information": Row(Grown(rpart_with(cp=-1, split="information")), no=("copies",)),
    "rpart, style 1, no majority": Row(Grown(rpart_with(cp=-1, surrogatestyle=1, usesurrogate=1)), no=("copies",)),
    "rpart, no surrogates": Row(Grown(rpart_with(cp=-1, maxsurrogate=0))),
    "rpart, anova": Row(Grown(rpart_with(cp=-1, method="anova")), regression=True, no=("copies",)),
    "rpart, pruned": Row(Ended(rpart_with(cp=Fraction(1, 3))), no=("copies",)),
    "rpart, losses": Row(GrownFor(with_losses), no=("copies",)),
    "rpart, priors": Row(GrownFor(with_priors), no=("copies",)),
    "LIGHTGBM": Row(Grown(lightgbm_with(num_leaves=3)), regression=True, kinds="ccc", weights=(1,), no=("mirrored",)),
    "LIGHTGBM, binary": Row(
        Grown(lightgbm_with(objective="binary")), kinds="ccc", weights=(1,), classes=(2,), refuses=True, no=("classes", "mirrored")
    ),
    "LIGHTGBM, no missing": Row(
        Grown(lightgbm_with(use_missing=False)), regression=True, kinds="ccc", weights=(1,), gaps="asked", no=("mirrored",)
    ),
    "scikit-learn": Row(Grown(scikit_learn()), kinds="ccc", no=BY_ROWS),
    "scikit-learn, three leaves": Row(Grown(scikit_learn(max_leaf_nodes=3)), kinds="ccc", no=BY_ROWS),
    "scikit-learn, absolute error": Row(Grown(scikit_learn(criterion="absolute_error")), kinds="ccc", regression=True, no=BY_ROWS),
    "scikit-learn, poisson": Row(Grown(scikit_learn(criterion="poisson")), kinds="ccc", regression=True, refuses=True, no=BY_ROWS),
    "scikit-learn, squared error": Row(Grown(scikit_learn(criterion="squared_error")), kinds="ccc", regression=True, no=BY_ROWS),
    "scikit-learn, balanced": Row(Grown(scikit_learn(class_weight="balanced")), kinds="ccc", no=BY_ROWS),
    "scikit-learn, pruned": Row(Ended(scikit_learn(ccp_alpha=Fraction(1, 5))), kinds="ccc", no=BY_ROWS),
    "scikit-learn, monotone": Row(
        Grown(scikit_learn(criterion="squared_error", monotonic_cst={"a": 1})),
        kinds="ccc",
        regression=True,
        gaps="asked",
        no=("mirrored",),
    ),
    "RANGER, every column": Row(Grown(evolve(ranger(), draws=None)), gaps="asked", no=("values",)),
    "RANGER, partition": Row(Grown(evolve(ranger(respect_unordered_factors="partition"), draws=None)), gaps="asked"),
    "RANDOM_FOREST_R, every column": Row(Grown(evolve(random_forest_r(), draws=None)), gaps="asked"),
    "CHAID_PACKAGE": Row(
        Grown(chaid_package(alpha_merge=HALF, min_parent_node_size=1, min_child_node_size=1)), kinds="nno", weights=(1,), gaps="training"
    ),
    "SPSS_CHAID": Row(
        Grown(spss_chaid(alphasplit=1, alphamerge=HALF, minparentsize=1, minchildsize=1)), kinds="nno", weights=(1,), gaps="nominal"
    ),
    "WEKA_ID3": Row(Grown(weka_id3()), kinds="nnn", gaps="asked"),
    "REPTREE": Row(Grown(reptree(P=True, M=1))),
    "REPTREE, numbers": Row(Grown(reptree(P=True, M=1, numbers=True)), regression=True),
    "SIMPLE_CART": Row(Grown(simple_cart(U=True, M=1)), kinds="cnn", no=("values", "classes")),
    "XGBOOST": Row(Grown(xgboost(min_child_weight=0)), regression=True, kinds="ccc", no=BY_ROWS),
    "XGBOOST, exact": Row(Grown(xgboost(min_child_weight=0, tree_method="exact")), regression=True, kinds="ccc", no=BY_ROWS),
    "XGBOOST, logistic": Row(
        Grown(xgboost(objective="binary:logistic", min_child_weight=0)), classes=(2,), kinds="ccc", refuses=True, no=("classes", *BY_ROWS)
    ),
    "XGBOOST, three leaves": Row(
        Grown(xgboost(min_child_weight=0, grow_policy="lossguide", max_leaves=3)), regression=True, kinds="ccc", no=BY_ROWS
    ),
    "XGBOOST, pruned": Row(
        Ended(xgboost(min_child_weight=0, tree_method="exact", gamma=Fraction(1, 8))), regression=True, kinds="ccc", no=BY_ROWS
    ),
}
"""Released programs."""


def judged_by(criterion: Criterion) -> Row:
    """A row of a criterion: fractions, and of targets that it is for."""
    measure = criterion.impurity
    regression = measure is not None and measure.moments
    return Row(
        Grown(evolve(FRACTIONS, criterion=criterion)),
        regression=regression,
        classes=(2,) if criterion.two_classes else (2, 2, 3),
        refuses=measure is not None and measure.counts,
    )


ROWS_OF_CRITERIA: Mapping[str, Row] = {
    **{f"criterion {name}": judged_by(criterion) for name, criterion in CRITERIA.items()},
    **{f"criterion {criterion.name}": judged_by(criterion) for criterion in CRITERIA_OF_PROGRAMS},
}
"""Every criterion."""

LEARNED = evolve(dtref.CART, missing=keep_missing, gap=Gap.LEARNED)
MULTIWAY = evolve(dtref.ID3, missing=keep_missing, gap=Gap.HEAVIEST)


def stopped(rule: StoppingRule, no: tuple[str, ...] = ()) -> Row:
    return Row(Grown(evolve(HEAVIEST, stop=(*dtref.CART.stop, rule))), no=no)


def admitted(rule: Admission, no: tuple[str, ...] = ()) -> Row:
    return Row(Grown(evolve(HEAVIEST, admit=(rule,))), no=no)


ROWS_OF_LIMITS: Mapping[str, Row] = {
    "stop: fewer than": stopped(FewerThan(3)),
    "stop: fewer rows than": stopped(FewerRowsThan(3), no=("copies",)),
    "stop: fewer rows than a share": stopped(FewerRowsThanShare(Fraction(2, 3)), no=("copies",)),
    "stop: at depth": stopped(AtDepth(1)),
    "stop: improves less than": stopped(ImprovesLessThan(Fraction(1, 8))),
    "stop: improves the tree less than": stopped(ImprovesTreeLessThan(Fraction(1, 8))),
    "stop: gains at most": stopped(GainsAtMost(Fraction(1, 8))),
    "stop: independent": stopped(Independent(HALF)),
    "stop: nearly pure": stopped(NearlyPure(Fraction(3, 8))),
    "admit: every branch has": admitted(EveryBranchHas(Fraction(2))),
    "admit: every branch has rows": admitted(EveryBranchHasRows(2), no=("copies",)),
    "admit: every branch has a share": admitted(EveryBranchHasShare(Fraction(1, 3))),
    "admit: every branch has a share of rows": admitted(EveryBranchHasShareOfRows(Fraction(1, 3)), no=("copies",)),
    "admit: two branches have": Row(Grown(evolve(MULTIWAY, admit=(TwoBranchesHave(Fraction(2)),)))),
    "admit: significant": Row(Grown(evolve(dtref.CART, admit=(Significant(HALF),))), gaps="asked"),
    "confirm: two branches have": Row(Grown(evolve(FRACTIONS, confirm=(TwoBranchesHave(Fraction(2)),)))),
    "confirm: every branch has": Row(Grown(evolve(FRACTIONS, confirm=(EveryBranchHas(Fraction(2)),)))),
    "learned direction": Row(Grown(LEARNED), kinds="ccc", no=BY_ROWS),
    "most leaves": Row(Grown(evolve(HEAVIEST, most_leaves=3))),
    "level by level": Row(Grown(evolve(HEAVIEST, most_leaves=3, split_first=SplitOrder.CAME_FIRST)), no=("values", "mirrored")),
    "gives up": Row(Grown(evolve(FRACTIONS, gives_up=Fraction(1, 8)))),
    "weigh: classes": Row(Grown(evolve(HEAVIEST, weigh=ClassWeights((("p", Fraction(3)),))))),
    "monotone": Row(Grown(evolve(HEAVIEST, monotone=Monotone((("a", 1),), positive="p"))), classes=(2,), no=("mirrored",)),
}
"""The limits of growing."""
