"""R's rpart as a policy: a function of the program's own parameters, with its defaults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import evolve

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.inputs import items, rational, whole
from dtref.spec.growing.admission import EveryBranchHasRows
from dtref.spec.growing.policy import Policy, PruningStep, Sizes, keep_weights
from dtref.spec.growing.rpart_surrogates import RpartGuesses, listed_by_rpart
from dtref.spec.growing.stopping import AtDepth, FewerRowsThan, no_improvement, pure, same_values
from dtref.spec.growing.surrogates import LearnSurrogates, Rest, association, association_of_all, share_guessed_right
from dtref.spec.model.counts import majority
from dtref.spec.model.tests import Side
from dtref.spec.preparation.exposures import DropEmptyBeside, Exposures, ShrunkRates
from dtref.spec.preparation.missing import drop_empty, keep_missing
from dtref.spec.preparation.priors import AlteredPriors, LeastLoss
from dtref.spec.preparation.weighing import WeighRule
from dtref.spec.presets import CART
from dtref.spec.programs.parameters import check_flags, known_choice, listed_rationals
from dtref.spec.pruning.cost_complexity import Risk, impurity_risk, misclassified
from dtref.spec.pruning.rate_risk import RateRisk
from dtref.spec.pruning.rpart_complexity import ExpectedLoss, RpartComplexity
from dtref.spec.split.best_for_cost import BestForCost
from dtref.spec.split.candidates import Thresholds
from dtref.spec.split.choose import best
from dtref.spec.split.criteria import gain, gini_reduction, variance_reduction
from dtref.spec.split.impurity import variance
from dtref.spec.split.numeric.placement import midpoint
from dtref.spec.split.ordered_groups import MiddleCuts, OrderedGroups
from dtref.spec.split.rates import rate_reduction

CLASS_CRITERIA = {"gini": gini_reduction, "information": gain}
"""The criteria of classes, by rpart's names (`R/rpart.class.R`)."""
NUMBER_CRITERIA = {"anova": variance_reduction, "poisson": rate_reduction}
"""The criteria of numbers, by the methods (`src/anova.c`, `src/poisson.c`)."""


@refuses_other_kinds
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
    shrink: int | Fraction | None = None,
    cost: Sequence[int | Fraction] | Mapping[str, int | Fraction] | None = None,
    exposure: str | None = None,
    weights: bool = False,
) -> Policy:
    """
    R's rpart, by its own parameters: those of `rpart.control`, `method` (class, anova or poisson), and of `parms` split (gini or
    information), prior and loss, by classes in declared order (loss: a row for each true class), and shrink; and cost, of columns in their
    order or by name, by which an improvement is divided.

    Nodes of fewer than minsplit rows, and those below maxdepth tests, are leaves; each side of a test has at least minbucket rows; minsplit
    is 20, or three times a minbucket that is given, and minbucket a third of minsplit. Nominal values of two classes, or of a target of
    numbers, are cut in the order of share or mean. A test must improve the criterion (rpart: by more than 1e-10 of the greatest improvement
    so far, which is for rounding). Priors and losses weigh the records (`AlteredPriors`); labels and risk are those of least expected loss;
    least sizes count rows all the same. What doesn't save cp of the root's risk a test is pruned while it grows (`RpartComplexity`).

    A record that misses the value goes by surrogates (`RpartGuesses`), the first of `maxsurrogate` that answers, ordered by the share that
    they guess right of all records (surrogatestyle 0) or of those with a value (1); if none does, with the majority (usesurrogate 2;
    nowhere if maxsurrogate is 0, or both sides are as heavy) or nowhere (1); with usesurrogate 0 it stays at once. Records that miss every
    attribute are left out, unless records have weights (weights: whether they do; `R/na.rpart.R` takes them for one more column).

    poisson: the target is a number of events, exposure the column with the time of each record (None: all 1). A node predicts its rate,
    drawn towards that of all by a prior of the coefficient of variation shrink (`ShrunkRates`; None: 1, as rpart has it unless `parms`
    name the method sqrt, which shapes no tree and brings 0); the risk is the deviance from that, while tests are chosen by the rates
    themselves (`rate_reduction`).

    maxcompete and xval shape no tree. Refused: the method exp, as survival times are outside of dtref; own functions; a prior of 0.
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
    weigh, losses = _altered(prior, loss, method)
    rates = _rates(shrink, exposure, method)
    policy = evolve(
        CART,
        name="RPART",
        source="rpart 4.1.19, `R/rpart.R`, `R/rpart.control.R`, `R/na.rpart.R`, `src/partition.c`, `src/bsplit.c`",
        criterion=NUMBER_CRITERIA.get(method, CLASS_CRITERIA[split]),
        nominal=OrderedGroups(falling=rates is not None),
        ordinal=MiddleCuts(),
        continuous=Thresholds(midpoint, Side.BELOW),
        stop=(pure, same_values, no_improvement, FewerRowsThan(rows), AtDepth(_within("maxdepth", maxdepth, 1, 30))),
        admit=(EveryBranchHasRows(least),) if least > 1 else (),
        missing=keep_missing if weights else drop_empty if exposure is None else DropEmptyBeside(exposure),
        select=best if cost is None else _costs(cost),
        gap=rpart_surrogates(maxsurrogate, _within("usesurrogate", usesurrogate, 0, 2), _within("surrogatestyle", surrogatestyle, 0, 1)),
        sizes=Sizes.ROWS,
        weigh=weigh if rates is None else Exposures(exposure),
        label=rates or losses or majority,
    )
    pruning: tuple[PruningStep, ...] = (RpartComplexity(complexity, risk_of(policy)),) if complexity >= 0 else ()
    return evolve(policy, pruning=pruning)


def risk_of(policy: Policy) -> Risk | RateRisk:
    """
    The risk that rpart prunes by, of a policy's trees: errors, their expected loss, squares, or the deviance of rates.

    >>> risk_of(rpart()) is misclassified, risk_of(rpart(method="poisson", shrink=0))
    (True, RateRisk(labels=ShrunkRates(variation=Fraction(0, 1), events=Fraction(0, 1), time=Fraction(0, 1))))
    """
    if isinstance(policy.label, ShrunkRates):
        return RateRisk(policy.label)
    if policy.criterion is variance_reduction:
        return impurity_risk(variance)
    return ExpectedLoss(policy.label) if isinstance(policy.label, LeastLoss) else misclassified


def _check_choices(method: str, split: str) -> None:
    """Errors: Invalid for a method, or a criterion of classes, that isn't here."""
    known_choice("rpart, method", method, ("class", *NUMBER_CRITERIA, "exp"))
    if method == "exp":
        raise Invalid("rpart, method", "class, anova or poisson: exp is for survival times, which are outside of dtref", method)
    if not isinstance(split, str) or split not in CLASS_CRITERIA:
        raise Invalid("rpart, split", " or ".join(CLASS_CRITERIA), split)


def _altered(
    prior: Sequence[int | Fraction] | None, loss: Sequence[Sequence[int | Fraction]] | None, method: str
) -> tuple[WeighRule, LeastLoss | None]:
    """The weights of records, and the rule for labels if it isn't the largest class."""
    if prior is None and loss is None:
        return keep_weights, None
    if method != "class":
        raise Invalid("rpart, prior and loss", f"none, as {method} has no classes", "given")
    priors = None if prior is None else _priors(prior)
    losses = None if loss is None else tuple(listed_rationals("rpart, loss", row) for row in items("rpart, loss", loss))
    if losses == ():
        raise Invalid("rpart, loss", "a row for each class", loss)
    return AlteredPriors(priors, losses), None if losses is None else LeastLoss(losses)


def _rates(shrink: int | Fraction | None, exposure: str | None, method: str) -> ShrunkRates | None:
    """The labels of rates; None of other targets."""
    if exposure is not None and not isinstance(exposure, str):
        raise Invalid("rpart, exposure", "the name of a column", exposure)
    if method == "poisson":
        return ShrunkRates(rational("rpart, shrink", 1 if shrink is None else shrink))
    if shrink is not None or exposure is not None:
        raise Invalid("rpart, shrink and exposure", "none, as there are no rates but of poisson", "given")
    return None


def _costs(cost: Sequence[int | Fraction] | Mapping[str, int | Fraction]) -> BestForCost:
    """The selection by costs. Errors: Invalid for what are no numbers above 0."""
    if isinstance(cost, Mapping):
        if not all(isinstance(name, str) for name in cost):
            raise Invalid("rpart, cost", "columns by their names", dict(cost))
        return BestForCost(tuple((name, rational("rpart, cost", number)) for name, number in cost.items()))
    return BestForCost(by_position=listed_rationals("rpart, cost", cost))


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
