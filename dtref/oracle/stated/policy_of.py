"""The policy that a model states by its program and settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.foreign.tree import ForeignTree, Program
from dtref.io.models import Model
from dtref.oracle.stated.boosted import STATED_BY_BOOSTERS, stated_by_catboost
from dtref.oracle.stated.chaid import stated_by_chaid
from dtref.oracle.stated.dtref_model import stated_by_dtref
from dtref.oracle.stated.needed import policy_needed
from dtref.oracle.stated.r_forest import STATED_BY_R_FORESTS
from dtref.oracle.stated.rpart import stated_by_rpart
from dtref.oracle.stated.scikit_learn import stated_by_scikit_learn
from dtref.oracle.stated.spark import stated_by_spark
from dtref.oracle.stated.weka import stated_by_weka
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Branch, Leaf

StatedBy: TypeAlias = Callable[[Mapping[str, str], ForeignTree], Policy]
"""A function from the settings of a model, in its program's words, and its tree, to the program's policy."""

STATED_BY: Mapping[Program, StatedBy] = {
    Program.RPART: stated_by_rpart,
    Program.SCIKIT_LEARN: stated_by_scikit_learn,
    Program.WEKA: stated_by_weka,
    Program.SPARK: stated_by_spark,
    Program.CHAID: stated_by_chaid,
    Program.CATBOOST: stated_by_catboost,
    Program.DTREF: stated_by_dtref,
    **STATED_BY_R_FORESTS,
    **STATED_BY_BOOSTERS,
}
"""The programs that state how they grew a tree."""


def checked_tree(tree: object) -> ForeignTree:
    """
    A foreign tree, as it was given. Errors: Invalid, with what makes one, for anything else, as a fitted estimator is.

    >>> checked_tree(None)
    Traceback (most recent call last):
    dtref.errors.Invalid: tree: expected a foreign tree, as dtref.read_scikit_learn and dtref.read_foreign return (got 'NoneType')
    """
    if not isinstance(tree, ForeignTree):
        wanted = f"a foreign tree, as dtref.read_scikit_learn and dtref.read_foreign return{_remedy(tree)}"
        raise Invalid("tree", wanted, type(tree).__name__)
    return tree


def _remedy(value: object) -> str:
    """What makes a foreign tree of what was passed in its place."""
    if hasattr(value, "fit") and hasattr(value, "predict"):
        return "; dtref.read_scikit_learn(model, names) makes one of a fitted model"
    if isinstance(value, Mapping):
        return "; dtref.tree_of(tree, data) makes one of your own program's"
    if isinstance(value, Leaf | Branch | Model):
        return "; of a tree of dtref's own a saved model (dtref.save_model) is read by dtref.read_foreign(path, 'dtref')"
    return "; it comes before the data" if isinstance(value, DataSet) else ""


@refuses_other_kinds
def policy_of(tree: ForeignTree) -> Policy:
    """
    The policy that a model states: its program's (`dtref.spec.programs`), with the settings that it was grown with.

    Errors: Invalid for a model that states none, for one that was grown by what dtref lacks.

    >>> from dtref.io.foreign.tree import ForeignNode, Setting
    >>> leaf = ForeignNode("0", label="a")
    >>> policy_of(ForeignTree(leaf, "t", settings=(Setting("max_depth", "3"),), program=Program.SCIKIT_LEARN)).stop[-1]
    AtDepth(tests=3)
    >>> policy_of(ForeignTree(leaf, "a tree"))
    Traceback (most recent call last):
    dtref.errors.Invalid: a tree: expected a model that states how it was grown: a policy is to be named (got 'another program')
    """
    tree = checked_tree(tree)
    stated_by = STATED_BY.get(tree.program)
    if stated_by is None:
        raise Invalid(tree.source or "model", f"a model that states how it was grown: {policy_needed()}", tree.program.value)
    return stated_by({setting.name: setting.value for setting in tree.settings}, tree)
