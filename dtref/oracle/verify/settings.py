"""
The limits of verification that follow from a model's own settings, where these differ from the algorithm.

Settings have the names that the model's program gives them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import ceil
from typing import assert_never

from dtref.errors import way
from dtref.exact.comparison import compare
from dtref.exact.enclosure import LN_2
from dtref.io.foreign.rpart_settings import COST, EXPOSURE
from dtref.io.foreign.scikit_learn_settings import GROWN_BY_VERSION
from dtref.io.foreign.tree import ForeignTree, Program
from dtref.io.foreign.tree_facts import facts_of
from dtref.oracle.stated.scikit_learn import NONE
from dtref.oracle.verify.boosted_settings import boosted_limits
from dtref.oracle.verify.limits import (
    Limits,
    Stop,
    always,
    by_another_criterion,
    deepest,
    joint_limits,
    least_rows_below,
    least_rows_to_split,
    remedy,
)
from dtref.oracle.verify.spark_settings import IMPURITIES_OF_SPARK, spark_limits
from dtref.spec.growing.admission import EveryBranchHas
from dtref.spec.growing.hunt import Hunt
from dtref.spec.growing.policy import Policy, keep_weights
from dtref.spec.growing.stopping import ImprovesTreeLessThan
from dtref.spec.growing.surrogates import LearnSurrogates
from dtref.spec.model.attributes import Width
from dtref.spec.model.counts import Weighted, statistic
from dtref.spec.model.labels import written
from dtref.spec.preparation.exposures import Exposures
from dtref.spec.preparation.priors import AlteredPriors
from dtref.spec.programs.rpart import rpart_surrogates
from dtref.spec.pruning.rpart_complexity import RpartComplexity
from dtref.spec.pruning.steps import CostComplexity
from dtref.spec.split.best_for_cost import BestForCost
from dtref.spec.split.deviations import absolute_error, poisson_deviance
from dtref.spec.split.impurity import Impurity, entropy, gini, variance
from dtref.spec.split.outputs import of_each_output

SCIKIT_LEARN_CRITERIA = {
    "gini": gini,
    "entropy": entropy,
    "log_loss": entropy,
    "squared_error": variance,
    "friedman_mse": variance,
    "mse": variance,
    "absolute_error": absolute_error,
    "poisson": poisson_deviance,
}
"""The impurities by scikit-learn's names. Friedman's improvement is the variance's, n_l n_r/n^2 (mean_l - mean_r)^2."""
REMEDY = {
    gini: ("--criterion gini", "criterion=dtref.gini_reduction"),
    entropy: ("--criterion gain", "criterion=dtref.gain"),
    variance: ("--as regression-tree", "dtref.REGRESSION_TREE"),
}
"""What makes an algorithm go by the reduction of an impurity: on a command line, and in Python."""


def limits_of(tree: ForeignTree, recursion: Hunt) -> Limits:
    """The limits that a tree's settings put on its verification, under an algorithm and on its data."""
    settings = {setting.name: setting.value for setting in tree.settings}
    match tree.program:
        case Program.SCIKIT_LEARN:
            impurity = _impurity_of_scikit_learn(recursion, settings)
            unpruned = number_of(settings.get("ccp_alpha")) in (None, 0)
            unit = LN_2 if settings.get("criterion") == "poisson" else Fraction(1)  # which scikit-learn has in nats
            return joint_limits(_scikit_learn(tree, recursion, settings), impurity=impurity, unpruned=unpruned, per_unit=unit)
        case Program.RPART:
            impurity = variance if settings.get("method") == "anova" else None
            return joint_limits(_rpart(recursion, settings), impurity=impurity, unpruned=_is_below(settings.get("cp"), 0))
        case Program.WEKA:
            of_numbers = variance if recursion.regression else None
            drawn = "one of several trees, each grown from records, or weights, of its own: which, it does not tell"
            return Limits(everything=drawn if "together" in settings else "", impurity=of_numbers)
        case Program.XGBOOST | Program.LIGHTGBM | Program.CATBOOST | Program.BOOSTED:
            return joint_limits(boosted_limits(tree, recursion, settings))
        case Program.SPARK:
            stated, unmerged = IMPURITIES_OF_SPARK.get(settings.get("impurity", "")), settings.get("pruneTree") == "false"
            return joint_limits(spark_limits(tree, recursion, settings), impurity=stated, unpruned=unmerged)
        case Program.RANGER | Program.RANDOM_FOREST_R:
            unknown = "the forest drew the records of this tree: which ones, it does not tell (keep.inbag = TRUE)"
            return Limits(everything="" if tree.in_bag else unknown, unpruned=True)
        case Program.DTREF | Program.CHAID | Program.OTHER:
            return _chosen_for_others(tree.chosen_for) if tree.chosen_for else Limits()
        case _:
            assert_never(tree.program)


def _chosen_for_others(target: str) -> Limits:
    """The limits of a tree whose tests were chosen for another target than that of the records."""
    why = f"its tests were chosen for {target}"
    return Limits(tests=why, leaves=always(why), late=lambda _: why)


def number_of(text: str | None) -> Fraction | None:
    """
    The number in a setting's text; None if it isn't a number.

    >>> number_of("0.5"), number_of("None"), number_of(None)
    (Fraction(1, 2), None, None)
    """
    numeral = re.fullmatch(r"[-+]?[0-9]+(\.[0-9]*)?(e[-+]?[0-9]{1,3})?", text or "")
    return Fraction(numeral[0]) if numeral else None


def _is_below(text: str | None, least: int) -> bool:
    x = number_of(text)
    return x is not None and x < least


def _scikit_learn(tree: ForeignTree, recursion: Hunt, settings: Mapping[str, str]) -> Iterator[Limits]:
    # what the records were
    drawn = settings.get("bootstrap") == "True" or settings.get("max_samples", NONE) not in (NONE, "1.0")
    if (drawn and not tree.in_bag) or "estimator_weights_" in settings:
        yield Limits(everything="the forest drew the records of this tree, or their weights: which ones, it does not tell")
    # how tests were chosen
    if "criterion" in settings:
        name, impurity = settings["criterion"], _impurity_of_scikit_learn(recursion, settings)
        yield by_another_criterion(recursion.policy, name, impurity, _remedy(impurity, recursion.policy, "criterion", name))
        if name == "absolute_error" and impurity is None:
            yield Limits(labels="the leaves of a tree grown by absolute_error hold medians")
    if settings.get("criterion") == "friedman_mse" and of_each_output(recursion.policy.criterion) and _is_before_1_9(settings):
        why = "before 1.9 friedman_mse sums the differences of the means of several targets before it squares them; the algorithm does not"
        yield Limits(tests=why, leaves=always(why), notes=(why,))
    draws = recursion.policy.draws
    if settings.get("splitter") == "random" and not (draws is not None and draws.one_cut):
        why = "the model drew its cuts at random (splitter)"
        yield Limits(tests=why, leaves=always(why), notes=(why,))
    columns_tried = number_of(settings.get("max_features"))
    if columns_tried is not None and columns_tried < len(tree.columns) and (draws is None or draws.of(len(tree.columns)) > columns_tried):
        yield Limits(beaten=f"the model tried {columns_tried} of {len(tree.columns)} columns at a node, drawn at random (max_features)")
    # sizes, weights, constraints
    yield from _scikit_learn_sizes(tree, recursion, settings)
    weighs = recursion.policy.weigh is not keep_weights
    if settings.get("class_weight", NONE) != NONE and not weighs and not _same_weights(tree, recursion):
        why = (
            f"the model's classes weigh otherwise than the data's (class_weight={settings['class_weight']}): give the records those weights"
        )
        yield Limits(weights=why, notes=(why,))
    if re.search("[1-9]", settings.get("monotonic_cst", NONE)) and recursion.policy.monotone is None:
        why = "the model was held to be monotonic (monotonic_cst)"
        yield Limits(beaten=why, labels=why, weights=why, leaves=always(why), notes=(why,))


def _is_before_1_9(settings: Mapping[str, str]) -> bool:
    """Whether a model may have been grown by a version before 1.9."""
    version = re.match(r"([0-9]+)\.([0-9]+)", settings.get(GROWN_BY_VERSION, ""))
    return version is None or (int(version[1]), int(version[2])) < (1, 9)


def _impurity_of_scikit_learn(recursion: Hunt, settings: Mapping[str, str]) -> Impurity | None:
    """The impurity of a model; None where the algorithm doesn't count what it needs."""
    impurity, own = SCIKIT_LEARN_CRITERIA.get(settings.get("criterion", "")), recursion.policy.criterion.impurity
    # of several targets the mean, where the algorithm takes it of the same
    mean = of_each_output(recursion.policy.criterion)
    if mean is not None and mean.criterion.impurity is impurity:
        return own
    return None if impurity is not None and impurity.values and own is not impurity else impurity


def _remedy(impurity: Impurity | None, policy: Policy, setting: str, name: str) -> str:
    """What makes an algorithm go by a program's criterion, in brackets."""
    rule = way(*REMEDY[impurity]) if impurity in REMEDY else ""
    own = remedy(policy, setting, name, rule)
    return f" ({own})" if own else ""


def _scikit_learn_sizes(tree: ForeignTree, recursion: Hunt, settings: Mapping[str, str]) -> Iterator[Limits]:
    # least sizes
    rows = len(recursion.training)
    yield least_rows_to_split(recursion, "min_samples_split", _rows(settings.get("min_samples_split", "2"), rows))
    yield least_rows_below(recursion, "min_samples_leaf", _rows(settings.get("min_samples_leaf", "1"), rows))
    # limits of the whole tree
    depth, leaves = number_of(settings.get("max_depth")), number_of(settings.get("max_leaf_nodes"))
    if depth is not None:
        yield deepest(recursion.policy, "max_depth", int(depth))
    if leaves is not None and facts_of(tree).leaves >= leaves and recursion.policy.most_leaves != leaves:
        best_first = remedy(recursion.policy, "max_leaf_nodes", str(leaves), "max_leaf_nodes")
        yield Limits(leaves=always(f"the model grew its {leaves} leaves best first ({best_first})"))
    if number_of(settings.get("min_weight_fraction_leaf")) not in (None, 0) and not _has(recursion, EveryBranchHas):
        share = settings["min_weight_fraction_leaf"]
        own = remedy(recursion.policy, "min_weight_fraction_leaf", share, "min_weight_fraction_leaf")
        why = f"the model's branches hold at least {share} of the weight ({own})"
        yield Limits(beaten=why, leaves=always(why))
    # improvement and pruning
    decrease = number_of(settings.get("min_impurity_decrease"))
    if decrease and not _has(recursion, ImprovesTreeLessThan):
        rule = remedy(recursion.policy, "min_impurity_decrease", settings["min_impurity_decrease"], "add ImprovesTreeLessThan")
        yield Limits(leaves=(lambda stop: _too_little(stop, decrease, rule),))
    if number_of(settings.get("ccp_alpha")) not in (None, 0) and not _has(recursion, CostComplexity):
        yield Limits(
            leaves=(
                partial(_pruned, settings, remedy(recursion.policy, "ccp_alpha", settings["ccp_alpha"], way("--pruned", "pruned=True"))),
            )
        )


def _has(recursion: Hunt, kind: type) -> bool:
    """Whether the algorithm has a rule, or a step of pruning, of a kind."""
    policy = recursion.policy
    return any(isinstance(rule, kind) for rule in (*policy.stop, *policy.admit, *policy.pruning))


def _too_little(stop: Stop, decrease: Fraction, rule: str) -> str:
    """The reason for a leaf whose best test improves the tree too little, to one part in 2^40, as the program computes in doubles."""
    if compare(stop.share * stop.value, decrease * (1 + Fraction(1, 2**40))) > 0:
        return ""
    return f"the best test improves the tree by less than min_impurity_decrease: {rule}"


def _pruned(settings: Mapping[str, str], rule: str, stop: Stop) -> str:
    """
    The reason for a leaf that pruning by ccp_alpha may have made: not where one test alone saves more than that, to one part in 2^40. Then
    the tree with that test, if it was grown, costs less than the leaf, and no smaller tree of least cost lacks both.
    """
    alpha = number_of(settings["ccp_alpha"]) or Fraction(0)
    # the root is split first, however few leaves there may be
    grown = (settings.get("max_leaf_nodes", NONE) == NONE or stop.level == 0) and settings.get("criterion") != "poisson"
    if grown and compare(stop.share * stop.value, alpha * (1 + Fraction(1, 2**40))) > 0:
        return ""
    return f"the model was pruned (ccp_alpha={settings['ccp_alpha']}): {rule}"


def _rows(text: str, rows: int) -> int:
    """A least size in rows, as scikit-learn reads it: a whole number, or a share of all rows, rounded up."""
    x = number_of(text) or Fraction(0)
    return int(x) if text.isdecimal() else ceil(x * rows)


def _same_weights(tree: ForeignTree, recursion: Hunt) -> bool:
    """Whether the root claims the class weights of the data."""
    claimed = tree.root.counts
    if claimed is None:
        return False
    counts = statistic(recursion.columns, Weighted(tuple(range(len(recursion.training)))))
    wanted = dict(zip(recursion.training.classes, counts, strict=True))
    return all(abs(wanted.get(name, 0) - n) <= tree.root.within for name, n in claimed)


def _rpart(recursion: Hunt, settings: Mapping[str, str]) -> Iterator[Limits]:
    policy = recursion.policy
    if settings.get("method") == "class" and "split" in settings:
        name = settings["split"]
        impurity = {"gini": gini, "information": entropy}.get(name)
        yield by_another_criterion(policy, name, impurity, _remedy(impurity, policy, "split", name))
    yield from _rpart_rates(policy, settings)
    if (settings.get(COST) is not None) != isinstance(policy.select, BestForCost):
        why = "the model's improvements are divided by the costs of columns, the algorithm's are not, or the other way round (cost)"
        yield Limits(beaten=why, notes=(why,))
    altered = policy.weigh if isinstance(policy.weigh, AlteredPriors) else AlteredPriors()
    for name, own in (("loss", altered.loss), ("prior", altered.prior)):
        if settings.get(name) and settings[name] != _in_words(own):
            why = f"the model has a {name} of its own, which makes records weigh otherwise (parms)"
            yield Limits(weights=why, labels=why, leaves=always(why), notes=(why,))
    # surrogates
    if policy.gap != _rpart_surrogates(settings):
        yield Limits(surrogates="rpart has rules for surrogates that the algorithm lacks, such as two records at least on either side")
    # sizes, depth and pruning
    cp = number_of(settings.get("cp"))
    if cp is not None and cp >= 0 and not any(isinstance(step, RpartComplexity) and step.cp == cp for step in policy.pruning):
        why = f"rpart prunes what improves the tree by less than its cp, {settings['cp']}"
        parameter = remedy(policy, "cp", settings["cp"], "")
        yield Limits(leaves=always(f"{why}: {parameter}" if parameter else why))
    if "minsplit" in settings:
        yield least_rows_to_split(recursion, "minsplit", ceil(number_of(settings["minsplit"]) or 0))
    if "minbucket" in settings:
        yield least_rows_below(recursion, "minbucket", ceil(number_of(settings["minbucket"]) or 0))
    depth = number_of(settings.get("maxdepth"))
    if depth is not None:
        yield deepest(policy, "maxdepth", int(depth))


def _rpart_rates(policy: Policy, settings: Mapping[str, str]) -> Iterator[Limits]:
    """The limits of a tree of rates under an algorithm of others, or of other times."""
    rates = settings.get("method") == "poisson"
    if rates is not isinstance(policy.weigh, Exposures):
        why = "the model is one of rates (poisson), the algorithm is not, or the other way round"
        yield Limits(tests=why, labels=why, weights=why, leaves=always(why), notes=(why,))
    elif isinstance(policy.weigh, Exposures) and policy.weigh.column != settings.get(EXPOSURE):
        why = f"the model's times are {settings.get(EXPOSURE) or 'all 1'}, the algorithm's {policy.weigh.column or 'all 1'} (exposure)"
        yield Limits(weights=why, labels=why, leaves=always(why), notes=(why,))


def _rpart_surrogates(settings: Mapping[str, str]) -> LearnSurrogates | None:
    """The rule for surrogates that a model of rpart names; None where it names none."""
    numbers = [number_of(settings.get(name)) for name in ("maxsurrogate", "usesurrogate", "surrogatestyle")]
    most, use, style = (None if x is None else int(x) for x in numbers)
    return None if most is None or use is None or style is None else rpart_surrogates(most, use, style)


def _in_words(numbers: object) -> str:
    """A prior, or a matrix of losses, as the settings of rpart write it."""
    rows = numbers if isinstance(numbers, tuple) else ()
    return "; ".join(map(_in_words, rows)) if rows and isinstance(rows[0], tuple) else " ".join(written(x, Width.FLOAT64) for x in rows)
