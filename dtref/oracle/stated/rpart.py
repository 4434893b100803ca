"""The policy that a tree of rpart states: `method`, and the elements of `control` and `parms`, in R's words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from dtref.errors import Invalid
from dtref.io.foreign.rpart_settings import CALCULATED, COST, EXPOSURE, SHRINK
from dtref.io.foreign.tree import ForeignTree
from dtref.spec.growing.policy import Policy
from dtref.spec.model.numerals import numeral
from dtref.spec.programs.rpart import rpart

WHOLE_NUMBERS = ("minsplit", "minbucket", "maxcompete", "maxsurrogate", "usesurrogate", "surrogatestyle", "maxdepth", "xval")
"""The settings that rpart truncates to whole numbers (`src/rpart.c`)."""


def stated_by_rpart(settings: Mapping[str, str], tree: ForeignTree) -> Policy:
    """
    The policy of a tree of rpart by its settings. Errors: Invalid for a model that dtref lacks, or whose file is without its settings.

    >>> from dtref.io.foreign.tree import ForeignNode
    >>> tree = ForeignTree(ForeignNode("1", label="a"), "by hand")
    >>> stated_by_rpart({"method": "class", "cp": "0.01", "minsplit": "20", "minbucket": "7"}, tree).admit
    (EveryBranchHasRows(rows=7),)
    """
    if "cp" not in settings:
        raise Invalid("rpart", "a file with the settings of the model: write it anew with rpart.R", "none")
    if settings.get(COST) == "given":
        raise Invalid("rpart, cost", 'the costs of columns beside the model, as write_rpart(model, "model.json", cost = ...)', "none")
    exposure = settings.get(EXPOSURE)
    if exposure == CALCULATED and CALCULATED not in tree.columns:
        raise Invalid("rpart, exposure", "a column of times, as in cbind(time, events) ~ .", "a calculated one, a matrix or an offset")
    numbers: dict[str, int | Fraction] = {name: int(numeral(settings[name])) for name in WHOLE_NUMBERS if name in settings}
    prior = settings.get("prior")
    return rpart(
        method=settings["method"],
        split=settings.get("split", "gini"),
        cp=numeral(settings["cp"]),
        weights="weights" in settings,
        prior=None if prior is None else _numbers(prior),
        shrink=numeral(settings[SHRINK]) if SHRINK in settings else None,
        exposure=exposure,
        cost=_costs(settings[COST], [name for name in tree.columns if name != exposure]) if COST in settings else None,
        loss=[_numbers(row) for row in settings["loss"].split(";")] if "loss" in settings else None,
        **numbers,  # type: ignore[arg-type]
    )


def _costs(text: str, columns: Sequence[str]) -> Mapping[str, Fraction]:
    """The costs by column."""
    return dict(zip(columns, _numbers(text), strict=True))


def _numbers(text: str) -> list[Fraction]:
    return [numeral(x) for x in text.split()]
