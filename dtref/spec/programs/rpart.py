"""R's rpart as a policy: a function of the program's own parameters, with its defaults."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve

from dtref.errors import Invalid
from dtref.exact.inputs import items, rational, whole
from dtref.spec.growing.admission import EveryBranchHasRows
from dtref.spec.growing.policy import Policy, PruningStep, Sizes, keep_weights
from dtref.spec.growing.rpart_surrogates import RpartGuesses, listed_by_rpart
from dtref.spec.growing.stopping import AtDepth, FewerRowsThan, no_improvement, pure, same_values
from dtref.spec.growing.surrogates import LearnSurrogates, Rest, association, association_of_all, share_guessed_right
from dtref.spec.model.counts import majority
from dtref.spec.model.tests import Side
from dtref.spec.preparation.missing import drop_empty, keep_missing
from dtref.spec.preparation.priors import AlteredPriors, LeastLoss
from dtref.spec.preparation.weighing import WeighRule
from dtref.spec.presets import CART
from dtref.spec.programs.parameters import check_flags, listed_rationals
from dtref.spec.pruning.cost_complexity import impurity_risk, misclassified
from dtref.spec.pruning.rpart_complexity import ExpectedLoss, RpartComplexity
from dtref.spec.split.candidates import Thresholds
from dtref.spec.split.criteria import gain, gini_reduction, variance_reduction
from dtref.spec.split.impurity import variance
from dtref.spec.split.numeric.placement import midpoint
from dtref.spec.split.ordered_groups import MiddleCuts, OrderedGroups

CLASS_CRITERIA = {"gini": gini_reduction, "information": gain}
"""The criteria of classes, by rpart's names (`R/rpart.class.R`)."""


def rpart(  # noqa: PLR0913 - the program's own parameters
    *,
    method: str = "class",
    split: str = "gini",
    minsplit: int | None = None,
    minbucket: int | None = None,
    cp: int | Fraction = Fraction(1, 100),
    maxcompete: int = 4,
    maxsurrogate: int = 5,
    usesurrogate: int = 2,
    surrogatestyle: int = 0,
    maxdepth: int = 30,
    xval: int = 10,
    prior: Sequence[int | Fraction] | None = None,
    loss: Sequence[Sequence[int | Fraction]] | None = None,
    weights: bool = False,
) -> Policy:
    """
    R's rpart, by its own parameters: those of `rpart.control`, `method` (class or anova), and of `parms` split (gini or information), prior
    and loss, by classes in declared order (loss: a row for each true class).

    Nodes of fewer than minsplit rows, and those below maxdepth tests, are leaves; each side of a test has at least minbucket rows; minsplit
    is 20, or three times a minbucket that is given, and minbucket a third of minsplit. Nominal values of two classes, or of a target of
    numbers, are cut in the order of share or mean. A test must improve the criterion (rpart: by more than 1e-10 of the greatest improvement
    so far, which is for rounding). Priors and losses weigh the records (`AlteredPriors`); labels and risk are those of least expected loss;
    least sizes count rows all the same. What doesn't save cp of the root's risk a test is pruned while it grows (`RpartComplexity`).

    A record that misses the value goes by surrogates (`RpartGuesses`), the first of `maxsurrogate` that answers, ordered by the share that
    they guess right of all records (surrogatestyle 0) or of those with a value (1); if none does, with the majority (usesurrogate 2;
    nowhere if maxsurrogate is 0, or both sides are as heavy) or nowhere (1); with usesurrogate 0 it stays at once. Records that miss every
    attribute are left out, unless records have weights (weights: whether they do; `R/na.rpart.R` takes them for one more column).

    maxcompete and xval shape no tree. Refused: the methods poisson, exp and user, costs of columns, a prior of 0.
    Errors: Invalid for what is refused, and for numbers that rpart refuses, replaces or can't use.

    >>> rpart(minbucket=2).stop[-2:], rpart(minbucket=2).admit
    ((FewerRowsThan(rows=6), AtDepth(tests=30)), (EveryBranchHasRows(rows=2),))
    >>> rpart(cp=-1).pruning, rpart(method="anova").criterion.name
    ((), 'variance_reduction')
    """
    _check_choices(method, split)
    check_flags("rpart", weights=weights)
    for name, value in (("maxcompete", maxcompete), ("maxsurrogate", maxsurrogate), ("xval", xval)):
        whole(f"rpart, {name}", value, 0)
    rows, least = _sizes(minsplit, minbucket)
    complexity = rational("rpart, cp", cp)
    anova = method == "anova"
    weigh, losses = _altered(prior, loss, anova)
    risk = impurity_risk(variance) if anova else misclassified if losses is None else ExpectedLoss(losses)
    pruning: tuple[PruningStep, ...] = (RpartComplexity(complexity, risk),) if complexity >= 0 else ()
    return evolve(
        CART,
        name="RPART",
        source="rpart 4.1.19, `R/rpart.R`, `R/rpart.control.R`, `R/na.rpart.R`, `src/partition.c`, `src/bsplit.c`",
        criterion=variance_reduction if anova else CLASS_CRITERIA[split],
        nominal=OrderedGroups(),
        ordinal=MiddleCuts(),
        continuous=Thresholds(midpoint, Side.BELOW),
        stop=(pure, same_values, no_improvement, FewerRowsThan(rows), AtDepth(_within("maxdepth", maxdepth, 1, 30))),
        admit=(EveryBranchHasRows(least),) if least > 1 else (),
        missing=keep_missing if weights else drop_empty,
        gap=rpart_surrogates(maxsurrogate, _within("usesurrogate", usesurrogate, 0, 2), _within("surrogatestyle", surrogatestyle, 0, 1)),
        sizes=Sizes.ROWS,
        pruning=pruning,
        weigh=weigh,
        label=majority if losses is None else losses,
    )


def _check_choices(method: str, split: str) -> None:
    """Errors: Invalid for a method, or a criterion of classes, that isn't here."""
    if not isinstance(method, str) or method not in ("class", "anova"):
        raise Invalid("rpart, method", "class or anova (poisson, exp and own functions are not here)", method)
    if not isinstance(split, str) or split not in CLASS_CRITERIA:
        raise Invalid("rpart, split", " or ".join(CLASS_CRITERIA), split)


def _altered(
    prior: Sequence[int | Fraction] | None, loss: Sequence[Sequence[int | Fraction]] | None, anova: bool
) -> tuple[WeighRule, LeastLoss | None]:
    """The weights of records, and the rule for labels if it isn't the largest class."""
    if prior is None and loss is None:
        return keep_weights, None
    if anova:
        raise Invalid("rpart, prior and loss", "none, as anova has no classes", "given")
    priors = None if prior is None else _priors(prior)
    losses = None if loss is None else tuple(listed_rationals("rpart, loss", row) for row in items("rpart, loss", loss))
    if losses == ():
        raise Invalid("rpart, loss", "a row for each class", loss)
    return AlteredPriors(priors, losses), None if losses is None else LeastLoss(losses)


def _priors(prior: Sequence[int | Fraction]) -> tuple[Fraction, ...]:
    """
    Priors, which sum to 1 (`R/rpart.class.R`, "Priors must sum to 1"), or do so but for the rounding of each to a double. Errors: Invalid
    for others.
    """
    priors = listed_rationals("rpart, prior", prior)
    if not all(p > 0 for p in priors) or abs(sum(priors, Fraction(-1))) > Fraction(len(priors), 2**53):
        raise Invalid("rpart, prior", "numbers above 0 that sum to 1", list(map(str, priors)))
    return priors


def _sizes(minsplit: int | None, minbucket: int | None) -> tuple[int, int]:
    """The least rows of a node that is split, and of its sides. rpart rounds a half to the even number; thirds have none."""
    given = None if minbucket is None else whole("rpart, minbucket", minbucket, 1)
    rows = whole("rpart, minsplit", minsplit, 0) if minsplit is not None else 20 if given is None else 3 * given
    return rows, max(1, (2 * rows + 3) // 6) if given is None else given


def _within(name: str, value: int, least: int, most: int) -> int:
    """A parameter between two numbers. Errors: Invalid for another."""
    if whole(f"rpart, {name}", value) not in range(least, most + 1):
        raise Invalid(f"rpart, {name}", f"a whole number from {least} to {most}", value)
    return value


def rpart_surrogates(most: int, use: int, style: int) -> LearnSurrogates:
    """
    rpart's rule for missing values (`src/nodesplit.c`), by its maxsurrogate, usesurrogate and surrogatestyle.

    >>> rpart_surrogates(3, 1, 0).rest
    <Rest.STAYS: 'stays'>
    """
    return LearnSurrogates(
        most if use else 0,
        association if style else association_of_all,
        order=share_guessed_right if style else None,
        guesses=RpartGuesses(),
        listing=listed_by_rpart,
        rest=Rest.MAJORITY if use == 2 and most else Rest.STAYS,
        any_most=True,
    )
