"""The limits of verification of a tree of Spark: what it states, against the algorithm that is claimed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dtref.errors import Invalid
from dtref.io.foreign.spark.questions import ONE_OF_SEVERAL
from dtref.io.foreign.tree import ForeignTree, Values
from dtref.io.foreign.tree_facts import facts_of
from dtref.oracle.stated.spark import stated_by_spark
from dtref.oracle.verify.limits import Limits, always
from dtref.spec.growing.hunt import Hunt
from dtref.spec.growing.policy import for_training
from dtref.spec.model.attributes import Nominal
from dtref.spec.split.impurity import Impurity, entropy, gini, variance

IMPURITIES_OF_SPARK: Mapping[str, Impurity] = {"gini": gini, "entropy": entropy, "variance": variance}
"""The impurities by the names of `impurity`."""
_COMPARED = ("criterion", "nominal", "continuous", "stop", "admit", "pruning")


def spark_limits(tree: ForeignTree, recursion: Hunt, settings: Mapping[str, str]) -> Iterator[Limits]:
    """The limits of a tree, under an algorithm and on its data."""
    if ONE_OF_SEVERAL in settings:
        yield Limits(everything="one of several trees, each grown from records and columns that were drawn: which, it does not tell")
        return
    try:
        stated = for_training(stated_by_spark(settings, tree), recursion.training)
    except Invalid as problem:
        why = f"the model does not say how it was grown, or {recursion.policy.name} can't be compared with it ({problem})"
        if recursion.policy.name != "SPARK":
            yield Limits(beaten=why, leaves=always(why), notes=(why,))
        return
    differing = [name for name in _COMPARED if getattr(stated, name) != getattr(recursion.policy, name)]
    if differing:
        why = f"the model states another {differing[0]}: policy_of(model) has it"
        yield Limits(beaten=why, labels=why if stated.label != recursion.policy.label else "", leaves=always(why), notes=(why,))
    yield from _of_categories(tree, recursion)


def _of_categories(tree: ForeignTree, recursion: Hunt) -> Iterator[Limits]:
    """Limits where the model counts other categories of a column than the data declare, as their number decides which groups are tried."""
    by_name = {a.name: a for a in recursion.training.attributes if isinstance(a, Nominal)}
    for ask in facts_of(tree).asks:
        attribute = by_name.get(ask.attribute)
        own = sum(map(len, ask.groups)) if isinstance(ask, Values) else 0
        if attribute is not None and own != len(attribute.values):
            why = f"the model has {own} categories of {attribute.name}, the data declare {len(attribute.values)}"
            yield Limits(beaten=why, leaves=always(why), notes=(why,))
