"""Agreement: what all equally good trees predict for each record of the training set, without listing the trees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from dtref.errors import Invalid
from dtref.spec.growing.hunt import Node, hunt
from dtref.spec.growing.policy import Policy, without_pruning
from dtref.spec.growing.tie_subproblems import Solved, Subproblem
from dtref.spec.growing.tied_trees import TREES_BUDGET, over_all_trees
from dtref.spec.model.counts import statistic
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Label
from dtref.spec.split.choose import Keep, every

AnswersOfTrees: TypeAlias = frozenset[tuple[Label, ...]]
"""What trees predict for a record: the labels of its leaf, several where they tie there. One member where all trees agree."""


def answers_of_all_trees(data: DataSet, policy: Policy, budget: int = TREES_BUDGET, keep: Keep = every) -> tuple[AnswersOfTrees, ...]:
    """
    For each record what the trees that a policy can grow from the data predict for it, before they are pruned. Exact, without listing them.

    Errors: Invalid for a policy that grows best first, and where records go down several branches, or stay at an inner node: their answers
    are shares. Undecided past the budget, in subproblems (`dtref.spec.growing.tied_trees.count_trees`).

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> from dtref.spec.presets import CART
    >>> x, z = (Nominal(n, ("0", "1")) for n in "xz")
    >>> rows = [("0", "0", "-"), ("1", "1", "+"), ("0", "1", "+"), ("1", "0", "+")]
    >>> data = DataSet((x, z), Nominal("y", ("-", "+")), [Record((a, b), y) for a, b, y in rows])
    >>> [sorted(answers) for answers in answers_of_all_trees(data, CART)]
    [[('-',)], [('+',)], [('+',)], [('+',)]]
    """
    recursion = hunt(data, without_pruning(policy), keep)
    if recursion.policy.most_leaves is not None:
        raise Invalid("policy", "one whose nodes are decided one by one", "a limit of leaves")

    def answers(state: Subproblem, alternatives: Solved[Mapping[int, AnswersOfTrees]]) -> Mapping[int, AnswersOfTrees]:
        if state.parts is not None:
            raise Invalid("missing values", "a rule that sends each record down one branch", f"parts of {len(state.rows)} records")
        node = Node(state.rows, state.usable, (), state.parts, state.level, state.bounds)

        def here() -> Mapping[int, AnswersOfTrees]:
            return dict.fromkeys(state.rows, frozenset([recursion.labels(node, statistic(recursion.columns, node.records))]))

        if not alternatives:
            return here()
        # a leaf that is as good has no test
        below = [{r: said for part in parts for r, said in part.items()} if one.test else here() for one, parts in alternatives]
        if any(len(of_one) < len(state.rows) for of_one in below):
            raise Invalid("missing values", "a rule that sends each record down one branch", "records that stay at an inner node")
        return {r: frozenset().union(*(of_one[r] for of_one in below)) for r in state.rows}

    by_row = over_all_trees(recursion, answers, budget)
    return tuple(by_row[r] for r in range(len(recursion.training)))
