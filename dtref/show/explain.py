"""An explained tree that prints itself, and draws itself in a notebook."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from dtref.exact.brief import brief_repr
from dtref.exact.checked_call import refuses_other_kinds
from dtref.show.drawing.notebook import tree_frame
from dtref.show.explained_tree import ExplainedTree, explained_tree
from dtref.show.page.as_text import as_text
from dtref.show.page.of_explanation import explanation_blocks
from dtref.spec.growing.arguments import check_grown_from
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet
from dtref.spec.model.schemes import ignore_progress


@frozen(eq=False)
class Explanation(ExplainedTree):
    """A tree explained. Print it; a notebook shows its page."""

    __repr__ = brief_repr

    def __str__(self) -> str:
        return as_text(explanation_blocks(self))

    def _repr_html_(self) -> str:
        return tree_frame(self)


@refuses_other_kinds
def explain(data: DataSet, policy: Policy, progress: Callable[[int], None] = ignore_progress) -> Explanation:
    """
    The tree that a policy grows from a data set, with every candidate at every node. Print it.

    Of nominal attributes with more than 511 groupings only those are shown that can be best (`dtref.spec.split.candidates.SubsetSplits`).
    progress: as for `grow`. Errors: as for `grow`.

    >>> from dtref.spec.presets import ID3
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> windy, play = Nominal("windy", ("yes", "no")), Nominal("play", ("-", "+"))
    >>> print(str(explain(DataSet((windy,), play, (Record(("no",), "+"), Record(("yes",), "-"))), ID3)).splitlines()[0])
    All records (- 1, + 1)
    """
    if not (isinstance(data, DataSet) and isinstance(policy, Policy)):
        check_grown_from(data, policy)  # type: ignore[unreachable]  # by what is annotated
    explained = explained_tree(data, policy, progress)
    return Explanation(explained.policy, explained.tree, explained.steps, explained.data)
