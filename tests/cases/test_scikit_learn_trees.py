"""
Trees that scikit-learn fitted, with every setting that an algorithm here can express: none is called wrong. Spoiled in one place: every one is.

What is right is decided by `fitted.brute`, which tries every cut in fractions. `--hypothesis-profile=deep` takes all 3,000 cases.
"""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve
from many import one_in

from dtref.oracle.verify.telling import report_text
from dtref.oracle.verify.verdicts import NotChecked, Report, StopWithinFloat, WithinFloat
from dtref.oracle.verify.verifying import verify

pytest.importorskip("sklearn.tree", reason="scikit-learn is not installed (pip install 'dtref[sklearn]')")

from fitted.brute import NEAR, WRONG, judged
from fitted.cases import fitted
from fitted.spoiling import CHANGES, spoiled

SEEDS = one_in(20, range(3000))
TOLD = (StopWithinFloat, WithinFloat, NotChecked)


def wrong_places(report: Report) -> set[str]:
    return {finding.place for finding in report.wrong}


def told_places(report: Report) -> set[str]:
    return {finding.place for finding in report.findings if any(isinstance(verdict, TOLD) for verdict in finding.verdicts)}


@pytest.mark.parametrize("part", range(10))
def test_a_fitted_tree_is_right(part: int) -> None:
    """Brute force agrees: what it finds wrong, or near, is none of the tree's nodes, but for what rounding may do."""
    for seed in SEEDS[part::10]:
        case = fitted(seed)
        report = verify(case.tree, case.data, case.policy)
        assert report.wrong == (), (seed, case.settings, "\n".join(report_text(report)))
        assert report.tally["NotChecked"] <= sum(NEAR in found for found in judged(case, case.tree.root).values()), (seed, case.settings)


@pytest.mark.parametrize("change", CHANGES)
def test_a_tree_spoiled_in_one_place_is_named_there(change: str) -> None:
    """At the node, or at the nodes below that get other records, exactly where brute force finds something wrong."""
    met = 0
    for seed in SEEDS:
        case, rng = fitted(seed), np.random.default_rng(seed)
        made = spoiled(case, rng, CHANGES[change])
        if made is None:
            continue
        root, place = made
        truth = judged(case, root)
        report = verify(evolve(case.tree, root=root), case.data, case.policy)
        must = {where for where, found in truth.items() if WRONG in found}
        may = {where for where, found in truth.items() if NEAR in found}
        missed = must - wrong_places(report) - may
        assert not missed, (seed, place, missed, case.settings, "\n".join(report_text(report, every=True)))
        assert wrong_places(report) - must - may == set(), (seed, place, case.settings, "\n".join(report_text(report, every=True)))
        met += bool(must)
    assert met > len(SEEDS) / 10
