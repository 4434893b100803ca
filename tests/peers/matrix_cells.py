"""
A cell of the matrix: a learner, a table, a combination of parameters. Its tree is verified under the policy that it states, spoiled and
verified again, and grown by dtref.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import evolve, field, frozen
from covering import Setting, covering
from patience import Hung, patience
from peers.brute_ties import is_still_right
from peers.library import Branch, DataSet, Record, Tree
from peers.matrix_programs import Learner, plain
from peers.matrix_tables import Gaps, Table, Weights, variant
from spoilings import SPOILINGS, Spoiled, another_question, cut_off, cut_past_one_value, grown_on, with_node

import dtref
from dtref.errors import Invalid, Undecided
from dtref.io.foreign.tree import ForeignNode, ForeignTree, branch_taken
from dtref.oracle.verify.verdicts import NotChecked, Report, StopWithinFloat, Tied, TiedSurrogates, WithinFloat
from dtref.oracle.verify.verify import verify
from dtref.spec.growing.policy import Policy
from dtref.spec.model.branches import asked
from dtref.spec.model.schemes import preorder, walk

SECONDS = 60
"""The most seconds of a cell."""
FAULTS = 2
"""How many kinds of fault each tree is spoiled by, one kind after another."""


@frozen
class Cell:
    """A cell by its name and what it tries: the learner's parameters, the table's gaps and weights."""

    learner: str
    table: str
    setting: Setting


@frozen
class Outcome:
    """
    What came of a cell. not_run: why it has no tree, or no policy. verdicts: how many nodes have each; open: those that were not checked,
    by reason; wrong: the nodes that are wrong, in words. faults: spoiled trees by what came of them. grown: how dtref's own tree compares.
    """

    cell: Cell
    not_run: str = ""
    verdicts: Counter[str] = field(factory=Counter)
    open: Counter[str] = field(factory=Counter)
    wrong: tuple[str, ...] = ()
    faults: Counter[str] = field(factory=Counter)
    missed: tuple[str, ...] = ()
    grown: str = ""


def cells(learner: Learner, tables: Sequence[Table]) -> Iterator[tuple[Table, Setting]]:
    """Every pair of values of two parameters, with every table."""
    settings = covering(learner.varied, learner.admits)
    yield from ((table, setting) for table in tables for setting in settings)


def outcome(learner: Learner, table: Table, setting: Setting, number: int) -> Outcome:
    """What comes of a cell. number: its position, by which the faults take turns."""
    cell = Cell(learner.name, table.name, setting)
    gaps, weights = setting["gaps"], setting["weights"]
    assert isinstance(gaps, Gaps) and isinstance(weights, Weights)
    data = plain(variant(table.read(), learner.columns, gaps, weights))
    own = {name: value for name, value in setting.items() if name not in ("gaps", "weights")}
    try:
        tree = learner.grow(data, own)
    except (ValueError, AssertionError) as problem:  # the program refuses, or its table has nothing to ask
        return Outcome(cell, f"{learner.name}: {str(problem).splitlines()[0][:150]}")
    except Invalid as problem:
        return Outcome(cell, f"the reader: {problem}")
    try:
        policy = dtref.policy_of(tree)
    except Invalid as problem:
        return Outcome(cell, f"no policy: {problem}")
    try:
        with patience(SECONDS):
            return judged(cell, tree, data, policy, number)
    except Hung:
        return Outcome(cell, f"longer than {SECONDS} seconds")
    except (Invalid, Undecided) as problem:
        return Outcome(cell, f"{type(problem).__name__}: {problem}")


def judged(cell: Cell, tree: ForeignTree, data: DataSet, policy: Policy, number: int) -> Outcome:
    """What comes of a tree: verified, spoiled by the faults whose turn it is, and grown."""
    report = verify(tree, data, policy)
    verdicts: Counter[str] = Counter()
    for finding in report.findings:
        names = {type(v).__name__ for v in finding.verdicts}
        verdicts[next((n for n in _WORST if n in names), "wrong")] += 1
    reasons = Counter(v.why for finding in report.findings for v in finding.verdicts if isinstance(v, NotChecked))
    wrong = tuple(f"{f.place}: {type(f.verdicts[-1]).__name__}" for f in report.wrong)
    faults, missed = _spoiled(tree, data, policy, number, report) if not wrong else (Counter(), ())
    return Outcome(cell, "", verdicts, reasons, wrong, faults, missed, _grown(tree, data, policy, report))


_WORST = (
    *("Beaten", "NotACandidate", "WrongCounts", "WrongClaim", "WrongLabel", "WrongSurrogate", "WrongRest", "StoppedEarly", "StoppedLate"),
    *("NotChecked", "WithinFloat", "StopWithinFloat", "Tied", "TiedSurrogates", "Optimal"),
)
"""The verdicts, by which one counts for a node that has several."""


def _spoiled(tree: ForeignTree, data: DataSet, policy: Policy, number: int, before: Report) -> tuple[Counter[str], tuple[str, ...]]:
    """What came of spoiling a node of the tree by some kinds of fault, and those faults that nothing names."""
    at = list(_with_records(tree.root, data))
    known_open = {f.place for f in before.findings if any(isinstance(v, NotChecked) for v in f.verdicts)}
    results: Counter[str] = Counter()
    missed: list[str] = []
    for k in range(FAULTS):
        spoil = SPOILINGS[(FAULTS * number + k) % len(SPOILINGS)]
        start = (7 * number + 3 * k) % len(at)
        found = next(((s, new) for s in (*at[start:], *at[:start]) if (new := spoil(s)) is not None), None)
        if found is None:
            continue
        spoiled, new = found
        report = verify(evolve(tree, root=with_node(tree.root, spoiled.node, new)), data, policy)
        named = {finding.place for finding in report.wrong}
        here = [v for finding in report.findings if finding.place == spoiled.node.place for v in finding.verdicts]
        if named & {spoiled.node.place, *(child.place for child in new.children)}:
            results["named"] += 1
        elif spoiled.node.place in known_open or any(isinstance(v, NotChecked) for v in here):
            results["not checked"] += 1
        elif any(isinstance(v, WithinFloat | StopWithinFloat) for v in here):
            results["within rounding"] += 1
        elif any(isinstance(v, TiedSurrogates) for v in here):
            results["tied surrogates"] += 1
        elif is_still_right(spoiled, new, policy):
            results["still right"] += 1
        elif policy.draws is not None and spoil in (cut_off, grown_on, another_question, cut_past_one_value):
            results["may be drawn so"] += 1  # which columns and cuts were drawn is not known
        else:
            results["missed"] += 1
            missed.append(f"{spoil.__name__} at {spoiled.node.place}")
    return results, tuple(missed)


def _with_records(root: ForeignNode, data: DataSet) -> Iterator[Spoiled]:
    """Every node with the records whose known values lead to it."""
    names = [a.name for a in data.attributes]
    everyone: Sequence[Record] = data.records

    def below(node: ForeignNode, records: Sequence[Record]) -> Iterator[tuple[ForeignNode, Sequence[Record]]]:
        if node.ask is None:
            return
        column = names.index(node.ask.attribute)
        taken = [branch_taken(node.ask, r.values[column]) for r in records]
        for i, child in enumerate(node.children):
            yield child, [r for r, branch in zip(records, taken, strict=True) if branch == i]

    yield from (Spoiled(node, data, records) for node, records in walk(root, everyone, below))


def _grown(tree: ForeignTree, data: DataSet, policy: Policy, report: Report) -> str:
    """How dtref's tree compares: the same, one of those that tie with it, or what explains it."""
    try:
        own = dtref.grow(data, policy)
    except Invalid as problem:
        return f"not grown: {problem.wanted}"
    if _shape(tree.root) == _own_shape(own):
        return "same"
    kinds = {type(v) for f in report.findings for v in f.verdicts}
    if report.wrong:
        return "other"
    if kinds & {WithinFloat, StopWithinFloat}:
        return "within rounding"
    if NotChecked in kinds:
        return "not checked"
    return "tied" if kinds & {Tied, TiedSurrogates} else "other"


def _shape(root: ForeignNode) -> list[object]:
    return [None if n.ask is None else (n.ask.attribute, len(n.children)) for n in preorder(root, lambda n: n.children)]


def _own_shape(root: Tree) -> list[object]:
    nodes = preorder(root, lambda n: n.children if isinstance(n, Branch) else ())
    return [(asked(n.test)[0].name, len(n.children)) if isinstance(n, Branch) else None for n in nodes]
