"""
Released programs that find all trees near the best, asked how many there are. It is run by the Python in which they are installed.

Run: PYTHONPATH=tests PYTHON tests/peers/near_best_solvers.py < CASES > ANSWERS; a case a line, as JSON: rows and labels of 0 and 1, a
depth, a penalty, within (a share of the least value). An answer a line: for each program the number of trees, or its complaint.
`versions` as an argument prints the versions of the programs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from peers.optimal_solvers import answer_cases

PROGRAMS = {"TreeFARMS": "treefarms", "PRAXIS": "tree-praxis", "ArborEnum": "arborenum"}
"""The programs, and the packages that they are in."""


def treefarms(x: Any, y: Any, case: dict[str, Any]) -> int:
    import pandas
    from treefarms import TREEFARMS

    # its depth counts the levels of nodes, leaves too
    config = {
        "regularization": float(case["penalty"]),
        "rashomon_bound_multiplier": float(case["within"]),
        "depth_budget": case["depth"] + 1,
        "rashomon_ignore_trivial_extensions": False,
        "worker_limit": 1,
    }
    model = TREEFARMS(config)
    model.fit(pandas.DataFrame(x, columns=[f"x{j}" for j in range(x.shape[1])]), pandas.Series(y, name="y"))
    return int(model.get_tree_count())


def praxis(x: Any, y: Any, case: dict[str, Any]) -> int:
    from praxis import PRAXIS

    model = PRAXIS()
    exact = {"key_mode": "exact", "lookahead_k": case["depth"], "majority_leaf_only": True}
    model.fit(x, y, lambda_reg=float(case["penalty"]), depth_budget=case["depth"], rashomon_mult=float(case["within"]), **exact)
    return int(model.count_trees())


def arborenum(x: Any, y: Any, case: dict[str, Any]) -> int:
    from arborenum import ArborEnum

    model = ArborEnum()
    exact = {"key_mode": "exact", "lookahead_k": case["depth"], "majority_leaf_only": True}
    model.fit_binarized(x, y, lambda_reg=float(case["penalty"]), depth_budget=case["depth"], rashomon_mult=float(case["within"]), **exact)
    return int(model.count_trees())


SOLVERS: dict[str, Callable[[Any, Any, dict[str, Any]], int]] = {"TreeFARMS": treefarms, "PRAXIS": praxis, "ArborEnum": arborenum}


if __name__ == "__main__":
    answer_cases(PROGRAMS, SOLVERS)
