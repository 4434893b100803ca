"""
Trees that scikit-learn fitted, with every setting that an algorithm here can express: none is called wrong. Spoiled in one place: all are.

What is right is decided by `fitted.brute`, which tries every cut in fractions. `--hypothesis-profile=deep` takes all 3,000 of both.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from attrs import evolve
from many import one_in

from dtref.oracle.verify.report import report_text
from dtref.oracle.verify.verdicts import Report
from dtref.oracle.verify.verify import verify

pytest.importorskip("sklearn.tree", reason="scikit-learn is not installed (pip install 'dtref[sklearn]')")

from fitted.brute import NEAR, WRONG, judged
from fitted.cases import fitted
from fitted.spoiling import CHANGES, spoiled

pytestmark = pytest.mark.peer("scikit-learn", "fitted trees")
SEEDS = one_in(40, range(3000))
SPOILED = one_in(120, range(3000))


def wrong_places(report: Report) -> set[str]:
    return {finding.place for finding in report.wrong}


@pytest.mark.parametrize("part", range(10))
def test_a_fitted_tree_is_right(part: int) -> None:
    """Brute force agrees: what it finds wrong, or near, is none of the tree's nodes, but for what rounding may do."""
    for seed in SEEDS[part::10]:
        case = fitted(seed)
        report = verify(case.tree, case.data, case.policy)
        assert report.wrong == (), (seed, case.settings, "\n".join(report_text(report)))
        assert report.tally["NotChecked"] <= sum(NEAR in found for found in judged(case, case.tree.root).values()), (seed, case.settings)


@pytest.mark.parametrize("part", range(10))
def test_a_tree_spoiled_in_one_place_is_named_there(part: int) -> None:
    """Nodes are wrong exactly where brute force finds something wrong, but for what rounding may do: each change, where it can be made."""
    met: Counter[str] = Counter()
    for seed in SPOILED[part::10]:
        case = fitted(seed)
        for name, change in CHANGES.items():
            made = spoiled(case, np.random.default_rng(seed), change)
            if made is None:
                continue
            root, place = made
            truth = judged(case, root, place)
            # importances are of the whole tree, whose claims a change contradicts: they are told at the root (tests/oracle/stated)
            report = verify(evolve(case.tree, root=root, importances=()), case.data, case.policy)
            must = {where for where, found in truth.items() if WRONG in found}
            may = {where for where, found in truth.items() if NEAR in found}
            differ = (must ^ wrong_places(report)) - may
            assert not differ, (seed, name, place, differ, case.settings, "\n".join(report_text(report, every=True)))
            met[name] += bool(must)
    assert sum(met.values()) > 4 * len(SPOILED[part::10])
