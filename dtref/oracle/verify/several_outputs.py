"""
Verifies a tree of several targets: its tests, sizes and impurities by all of them together, the counts and labels of each by itself.

So each verdict is one on an ordinary tree and ordinary data (`dtref.verify`): once with the joint classes of the targets and the policy for
these (`dtref.spec.growing.several_outputs`), and once for each target, with the tests as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.foreign.several_outputs import ALL_TARGETS, ForeignOutputs
from dtref.io.numbers import Json
from dtref.oracle.stated.policy_of import policy_of
from dtref.oracle.verify.report import report_json, report_text
from dtref.oracle.verify.rounding import ULPS
from dtref.oracle.verify.verdicts import Finding, NotChecked, Report
from dtref.oracle.verify.verify import RefusedData, verify
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.several_outputs import joint_problem
from dtref.spec.model.display import Reported
from dtref.spec.model.several_targets import SeveralTargets

OutputFinding: TypeAlias = tuple[str, Finding]
"""A finding, with the name of its target; with an empty one if it is of all together."""


@frozen
class OutputsReport(Reported):
    """
    The verification of a tree of several targets. tests: of its tests, stops, sizes and impurities. by_output: for each target, by name, of
    the counts and labels alone.
    """

    tests: Report
    by_output: tuple[tuple[str, Report], ...]

    __repr__ = brief_repr

    @property
    def wrong(self) -> tuple[OutputFinding, ...]:
        """The nodes that are wrong, those wrong by all targets first."""
        own = (("", finding) for finding in self.tests.wrong)
        return *own, *((name, finding) for name, report in self.by_output for finding in report.wrong)

    @property
    def tally(self) -> Mapping[str, int]:
        """The number of times that each verdict was given on a test or a stop, and of those on a target's counts and labels."""
        of_each: Counter[str] = Counter(self.tests.tally)
        for _, report in self.by_output:
            of_each.update(
                type(verdict).__name__ for finding in report.findings for verdict in finding.verdicts if not _is_of_tests(verdict)
            )
        return of_each


def _is_of_tests(verdict: object) -> bool:
    """Whether a verdict in the report on one target says no more than that tests are judged by all together."""
    return isinstance(verdict, NotChecked) and ALL_TARGETS in verdict.why


@refuses_other_kinds
def verify_outputs(
    tree: ForeignOutputs,
    targets: SeveralTargets,
    policy: Policy | None = None,
    *,
    ulps: int = ULPS,
    columns: Mapping[str, str] | None = None,
) -> OutputsReport:
    """
    The verdicts on each node of a tree that an algorithm is claimed to have grown for several targets.

    policy, ulps, columns: as `dtref.verify`. Errors: as there; for another number of targets than the tree has;
    `RefusedData` as `joint_problem`.

    >>> from fractions import Fraction
    >>> from dtref.io.foreign.several_outputs import foreign_outputs
    >>> from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree
    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> from dtref.spec.model.data import DataSet, Record
    >>> from dtref.spec.presets import CART
    >>> x, y, z = Continuous("x"), Nominal("y", ("a", "b")), Nominal("z", ("c", "d"))
    >>> rows = ((1, "a", "c"), (2, "a", "d"), (3, "b", "d"))
    >>> targets = SeveralTargets([DataSet((x,), t, [Record((Fraction(r[0]),), r[i]) for r in rows]) for i, t in ((1, y), (2, z))])
    >>> def tree(cut, *labels):
    ...     leaves = [ForeignNode(str(i), label=label) for i, label in enumerate(labels, 1)]
    ...     return ForeignTree(ForeignNode("0", Cut("x", Fraction(cut)), leaves), "by hand")
    >>> both = verify_outputs(foreign_outputs([tree("1.5", "a", "a"), tree("1.5", "c", "c")]), targets, CART)
    >>> [(name, finding.place, type(finding.verdicts[0]).__name__) for name, finding in both.wrong]
    [('', '2', 'StoppedEarly'), ('z', '2', 'WrongLabel')]
    """
    if not isinstance(tree, ForeignOutputs):
        raise Invalid("tree", "a tree of several targets, as dtref.read_scikit_learn_outputs returns", type(tree).__name__)
    if not isinstance(targets, SeveralTargets):
        raise Invalid("data", "data with several targets, as dtref.several_targets returns", type(targets).__name__)
    if len(tree.by_output) != len(targets.targets):
        raise Invalid("data", f"{len(tree.by_output)} targets, as the model has", len(targets.targets))
    policy = policy_of(tree.tests) if policy is None else policy
    try:
        joint = joint_problem(targets, policy)
    except Invalid as problem:
        raise RefusedData(problem.where, problem.wanted, problem.got) from None
    tests = verify(tree.tests, joint.data, joint.policy, ulps=ulps, columns=columns)
    reports = [
        verify(of_one, data, joint.single, ulps=ulps, columns=columns) for of_one, data in zip(tree.by_output, joint.by_target, strict=True)
    ]
    return OutputsReport(tests, tuple((target.name, report) for target, report in zip(targets.targets, reports, strict=True)))


@refuses_other_kinds
def outputs_text(report: OutputsReport, every: bool = False) -> Iterator[str]:
    """
    A verification in lines: that of the tests, then that of each target. every: all nodes instead of the wrong ones.
    """
    yield "all targets together: tests, stops, sizes and impurities"
    yield from report_text(report.tests, every)
    for name, of_one in report.by_output:
        yield ""
        yield f"target {name}: counts and labels"
        yield from report_text(of_one, every)


def outputs_json(report: OutputsReport) -> Json:
    """A verification as JSON: the report on the tests, and that on each target, by name."""
    wrong = str(len(report.wrong))
    return {"tests": report_json(report.tests), "targets": {name: report_json(of_one) for name, of_one in report.by_output}, "wrong": wrong}
