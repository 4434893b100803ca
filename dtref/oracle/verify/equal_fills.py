"""
The data sets that a rule for missing cells makes of one: where several fills are as good (modes, the two middle values), a tree may have
been grown from any of them, and order alone decides which one the rule takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice, product
from math import prod

from attrs import evolve

from dtref.exact.digits import digits
from dtref.oracle.verify.verdicts import WRONG, Finding, NotChecked, Report
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Cell
from dtref.spec.model.data import DataSet
from dtref.spec.model.days import cell_text
from dtref.spec.preparation.fitted import Fills
from dtref.spec.preparation.missing import FILLS

FILLS_TRIED = 100
"""The most ways to fill the missing cells that are tried for a tree that is wrong by the first."""


def report_of_fills(data: DataSet, policy: Policy, judge: Callable[[DataSet, Policy], Report]) -> Report:
    """
    The report on a tree by the way to fill missing cells, of those that are as good, which leaves the fewest of its nodes wrong; a note
    names the fills that aren't the rule's own. Where there are more ways than are tried, what is wrong by all of these is not checked.

    judge: the report for a data set and a policy.
    """
    first = judge(data, policy)
    fit = FILLS.get(policy.missing)
    if fit is None or not first.wrong:
        return first
    # the other ways, until one leaves nothing wrong
    fills = fit(data)
    choices = fills.as_good(data)
    ways = prod(map(len, choices))
    best = first
    for cells in islice(product(*choices), 1, FILLS_TRIED):
        filled = evolve(policy, missing=evolve(fills, fills=cells).data)
        report = judge(data, filled)
        if len(report.wrong) < len(best.wrong):
            best = evolve(report, notes=(*report.notes, _told(fills, cells)))
        if not report.wrong:
            return best
    return best if ways <= FILLS_TRIED else _unchecked(best, ways)


def _told(fills: Fills, cells: Sequence[Cell]) -> str:
    """A note on the fills that differ from the rule's own."""
    differing = [(a, own, cell) for a, own, cell in zip(fills.attributes, fills.fills, cells, strict=True) if cell != own]
    return "; ".join(
        f"missing cells of {a.name} hold {cell_text(a, cell)}, as good a fill as {cell_text(a, own)}" for a, own, cell in differing
    )


def _unchecked(report: Report, ways: int) -> Report:
    """A report whose wrong nodes may be right by a fill that was not tried."""
    unchecked = NotChecked(f"missing cells may be filled in {digits(ways)} ways that are as good, of which {FILLS_TRIED} were tried")

    def open_again(finding: Finding) -> Finding:
        if not finding.wrong:
            return finding
        kept = tuple(verdict for verdict in finding.verdicts if not isinstance(verdict, WRONG))
        return evolve(finding, verdicts=(*kept, unchecked))

    return evolve(report, findings=tuple(map(open_again, report.findings)))
