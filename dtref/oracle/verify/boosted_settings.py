"""The limits of verification of a tree of gradient boosting: what its file states, against the round of boosting that is claimed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dtref.errors import Invalid
from dtref.io.foreign.tree import ForeignTree
from dtref.oracle.stated.boosted import STATED_BY_BOOSTERS
from dtref.oracle.verify.limits import Limits, always
from dtref.spec.growing.hunt import Hunt
from dtref.spec.growing.policy import Policy
from dtref.spec.preparation.gradients import LogisticSteps
from dtref.spec.preparation.logistic_rounds import Steps, steps_of

STATED_RULES = ("criterion", "continuous", "stop", "admit", "pruning")
"""The rules of a policy that a file with parameters states."""


MAY_BE_BUNDLED = (
    "LightGBM may have put columns together of which hardly any record has two that are not 0 (enable_bundle), which is not followed here: "
    "fit with enable_bundle=false where counts differ"
)


def boosted_limits(tree: ForeignTree, recursion: Hunt, settings: Mapping[str, str]) -> Iterator[Limits]:
    """The limits of a tree, under an algorithm and on its data."""
    claimed, rows = tree.root.rows, len(recursion.training)
    if claimed is not None and claimed != rows:
        yield Limits(weights=f"the tree was grown from {claimed} records, and these are {rows}: which ones were drawn is not said")
    steps = steps_of(recursion.policy.weigh)
    if steps is not None:
        yield from _of_a_round(tree, recursion.policy, steps, settings)
        return
    # an algorithm that knows nothing of boosting
    if tree.chosen_for:
        yield Limits(tests=f"its tests were chosen for {tree.chosen_for}", leaves=always(f"it was grown for {tree.chosen_for}"))
    yield Limits(
        beaten="the file does not say what was taken off a gain, or which records and columns were drawn",
        leaves=always("the file does not say how deep the tree may be, how large a node, or how little it may gain"),
    )


def _of_a_round(tree: ForeignTree, policy: Policy, steps: Steps, settings: Mapping[str, str]) -> Iterator[Limits]:
    """The limits where the claim is a round of boosting, of known steps."""
    if tree.later and (isinstance(steps, LogisticSteps) or not steps.scores):
        why = f"it was grown for {tree.chosen_for}, the algorithm's is a first tree: give it the scores before (base_margin, init_score)"
        yield Limits(tests=why, labels=why, weights=why, leaves=always(why))
    if settings.get("enable_bundle") == "1" and len(tree.columns) > 1:
        yield Limits(notes=(MAY_BE_BUNDLED,))
    stated_by = STATED_BY_BOOSTERS.get(tree.program)
    if stated_by is None:
        return
    try:
        stated = stated_by(settings, tree)
    except Invalid as problem:
        stated = None
        # parameters that dtref has no rule for, as far as the file states any
        if "reg_lambda" in settings or "lambda_l2" in settings:
            yield Limits(beaten=str(problem), labels=str(problem), leaves=always(str(problem)), notes=(str(problem),))
    differing = [] if stated is None else [name for name in STATED_RULES if getattr(stated, name) != getattr(policy, name)]
    if differing:
        why = f"the model states another {differing[0]}: policy_of(model) has it"
        yield Limits(beaten=why, labels=why, leaves=always(why), notes=(why,))
