"""
A cell of the matrix: a learner, a table, a combination of parameters. Its tree is verified under the policy that it states, spoiled and
verified again, and grown by dtref.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum

from attrs import evolve, field, frozen
from covering import Setting, covering
from parted import is_same, with_records
from patience import Hung, patience
from peers.brute_draws import is_a_leaf_by_a_tie, may_be_a_leaf, may_be_asked
from peers.brute_gains import boosts_nothing
from peers.brute_ties import asks_for_nothing, exchanged_is_right, exchanged_may_be_drawn, is_as_large_above, is_still_right, may_be_drawn
from peers.learners.learner import Learner, plain
from peers.library import DataSet
from peers.matrix_tables import Gaps, Table, Weights, variant
from peers.remembered import Remembered, remembering
from spoilings import (
    SPOILINGS,
    Spoiled,
    Spoiling,
    another_question,
    cut_off,
    cut_past_one_value,
    grown_on,
    sides_exchanged,
    surrogates_in_another_order,
    with_node,
)

import dtref
from dtref.errors import Invalid, Undecided
from dtref.io.foreign.dtref_model import from_tree
from dtref.io.foreign.tree import ForeignNode, ForeignTree, foreign_nodes
from dtref.oracle.verify.in_bag import drawn_records
from dtref.oracle.verify.verdicts import NodeVerdict, NotChecked, Report, StopWithinFloat, Tied, TiedSurrogates, WithinFloat
from dtref.oracle.verify.verify import verify
from dtref.spec.growing.policy import Policy

SECONDS = 60
"""The most seconds of processor time of a cell."""


@frozen
class Outcome:
    """
    What came of a cell, which is a table and what is tried there. not_run: why it has no tree, or no policy. verdicts: how many nodes have
    each; open: those that were not checked, by reason; wrong: the nodes that are wrong, in words. faults: spoiled trees by what came of
    them, and kinds: by the kind of fault and that; missed: those that nothing names; near: those that aren't checked, or where rounding may
    have decided. grown: how dtref's own tree compares.
    """

    table: str
    setting: str
    not_run: str = ""
    verdicts: Mapping[str, int] = field(factory=dict)
    open: Mapping[str, int] = field(factory=dict)
    wrong: Sequence[str] = ()
    faults: Mapping[str, int] = field(factory=dict)
    kinds: Mapping[str, int] = field(factory=dict)
    missed: Sequence[str] = ()
    near: Sequence[str] = ()
    grown: str = ""


@frozen(eq=False)
class Case:
    """A tree, its data, the policy that it states, and what is remembered of its nodes."""

    tree: ForeignTree
    data: DataSet
    policy: Policy
    memory: Remembered


def setting_text(setting: Setting) -> str:
    """What a cell tries, as text."""
    return ", ".join(f"{name}={value.value if isinstance(value, Enum) else value}" for name, value in setting.items())


def cells(learner: Learner, tables: Sequence[Table]) -> Iterator[tuple[Table, Setting]]:
    """Every pair of values of two parameters, with every table: one for each table, then another, so that a part is of all."""
    settings = covering(learner.varied, learner.admits)
    for first in range(len(settings)):
        yield from ((table, settings[(first + i) % len(settings)]) for i, table in enumerate(tables))


def outcome(learner: Learner, table: Table, setting: Setting, number: int) -> Outcome:
    """What comes of a cell. number: its position, by which the nodes that are spoiled take turns."""
    cell = Outcome(table.name, setting_text(setting))
    gaps, weights = setting["gaps"], setting["weights"]
    assert isinstance(gaps, Gaps) and isinstance(weights, Weights)
    data = plain(variant(table.read(), learner.columns, gaps, weights))
    own = {name: value for name, value in setting.items() if name not in ("gaps", "weights")}
    try:
        tree = learner.grow(data, own)
    except (ValueError, AssertionError) as problem:  # the program refuses, or its table has nothing to ask
        return evolve(cell, not_run=f"{learner.name}: {str(problem).splitlines()[0][:150]}")
    except Invalid as problem:
        return evolve(cell, not_run=f"the reader: {problem}")
    try:
        policy = dtref.policy_of(tree)
    except Invalid as problem:
        return evolve(cell, not_run=f"no policy: {problem}")
    try:
        with patience(SECONDS, processor=True), remembering() as memory:
            return judged(cell, Case(tree, data, policy, memory), number)
    except Hung:
        return evolve(cell, not_run=f"longer than {SECONDS} seconds")
    except (Invalid, Undecided) as problem:
        return evolve(cell, not_run=f"{type(problem).__name__}: {problem}")


def judged(cell: Outcome, case: Case, number: int) -> Outcome:
    """What came of a tree. number: as for `outcome`."""
    report = verify(case.tree, case.data, case.policy)
    verdicts: Counter[str] = Counter()
    for finding in report.findings:
        names = {type(v).__name__ for v in finding.verdicts}
        verdicts[next((n for n in _WORST if n in names), "wrong")] += 1
    reasons = Counter(v.why for finding in report.findings for v in finding.verdicts if isinstance(v, NotChecked))
    wrong = tuple(f"{f.place}: {type(f.verdicts[-1]).__name__}" for f in report.wrong)
    faults, missed, near = _spoiled(case, number, report) if not wrong else ((), (), ())
    grown = _grown(case, report)
    by_kind = Counter(f"{kind}: {came}" for kind, came in faults)
    by_what = Counter(came for _, came in faults)
    return evolve(cell, verdicts=verdicts, open=reasons, wrong=wrong, faults=by_what, kinds=by_kind, missed=missed, near=near, grown=grown)


_WORST = (
    *("Beaten", "NotACandidate", "WrongCounts", "WrongClaim", "WrongLabel", "WrongSurrogate", "WrongRest", "StoppedEarly", "StoppedLate"),
    *("NotChecked", "WithinFloat", "StopWithinFloat", "Tied", "TiedSurrogates", "Optimal"),
)
"""The verdicts, by which one counts for a node that has several."""


def _spoiled(case: Case, number: int, before: Report) -> tuple[Sequence[tuple[str, str]], Sequence[str], Sequence[str]]:
    """
    What came of spoiling the tree by each kind of fault that a node of it can have, at one of these nodes: the kind, and what came of it;
    those faults that nothing names, and those that are left open.
    """
    tree, data, policy = case.tree, case.data, case.policy
    # nodes that are right, and not by rounding alone
    known_open = {f.place for f in before.findings if any(isinstance(v, NotChecked | WithinFloat | StopWithinFloat) for v in f.verdicts)}
    at = [s for s in with_records(tree.root, drawn_records(tree, data)) if s.node.place not in known_open]
    results, missed, near = list[tuple[str, str]](), list[str](), list[str]()
    for k, spoil in enumerate(SPOILINGS):
        start = (7 * number + 3 * k) % max(len(at), 1)
        found = next(((s, new) for s in (*at[start:], *at[:start]) if (new := spoil(s)) is not None), None)
        if found is None:
            continue
        spoiled, new = found
        report = verify(evolve(tree, root=with_node(tree.root, spoiled.node, new)), data, policy)
        came = _named(spoil, spoiled, new, report)
        if came == NAMED_BELOW and _is_right_there(spoil, spoiled, new, case):
            came = RIGHT_THERE
        if not came:
            here = [v for finding in report.findings if finding.place == spoiled.node.place for v in finding.verdicts]
            came = _right_all_the_same(spoil, spoiled, new, policy, here)
            came = came or ("still right" if is_as_large_above(spoiled, new, tree.root) else "")
            drawn = may_be_a_leaf(spoiled, tree, policy) if spoil is cut_off else may_be_asked(spoiled, new, tree, policy)
            came = came or (DRAWN_SO if _may_draw(spoil, policy) and drawn else "")
            came = came or _open(here) or _unshown(spoil, policy) or "missed"
            if came == ROUNDED and _is_a_tie(spoil, spoiled, new, case):
                came = TIED_BUT_FOR_ROUNDING
        results.append((spoil.__name__, came))
        told = f"{spoil.__name__} at {spoiled.node.place}"
        missed += [told] if came == "missed" else []
        near += [f"{told}: {came}"] if came in NEAR else []
    return results, missed, near


def _named(spoil: Spoiling, at: Spoiled, new: ForeignNode, report: Report) -> str:
    """Whether a spoiled node is named, or what is below it, whose records are others then; "" where nothing is."""
    wrong = {finding.place for finding in report.wrong}
    if at.node.place in wrong or any(at.node.place == finding.place for finding in report.parted_otherwise):
        return NAMED
    if spoil is sides_exchanged and wrong & {node.place for node in at.node.children}:
        return NAMED_EXCHANGED
    below = {node.place for node in (*foreign_nodes(at.node), *new.children)}
    return NAMED_BELOW if wrong & below else ""


def _is_right_there(spoil: Spoiling, at: Spoiled, new: ForeignNode, case: Case) -> bool:
    """Whether what a spoiled node asks, or its sides do, is right by itself, by brute force, so that only what is below contradicts it."""
    if spoil is sides_exchanged:
        return exchanged_may_be_drawn(at, new, case.policy)
    if new.ask is None:
        return False
    asked = at.node.ask is not None
    if asked and is_still_right(at, evolve(new, children=at.node.children), case.policy):
        return True
    drawn = _may_draw(spoil, case.policy)
    return drawn and (may_be_asked(at, new, case.tree, case.policy) or (asked and may_be_drawn(at, new, case.policy)))


NAMED, NAMED_EXCHANGED = "named", "named where a side was put"
RIGHT_THERE, NAMED_BELOW = "right by itself, named below", "named below"
DRAWN = "may be drawn so, not shown"
DRAWN_SO = "may be drawn so"
ROUNDED, TIED_BUT_FOR_ROUNDING = "within rounding", "a tie that rounding decides"
NEAR = ("not checked", ROUNDED, DRAWN)
"""What comes of a spoiled tree that is neither named nor shown to be right."""
RIGHT_ALL_THE_SAME = ("still right", "tied surrogates", DRAWN_SO, TIED_BUT_FOR_ROUNDING)
"""What comes of a spoiled tree that is right, or exactly as good: shown by brute force."""


def _right_all_the_same(spoil: Spoiling, at: Spoiled, new: ForeignNode, policy: Policy, here: Sequence[NodeVerdict]) -> str:
    """Why a spoiled node is right, or may be; "" where it isn't."""
    if exchanged_is_right(at, new, policy) if spoil is sides_exchanged else is_still_right(at, new, policy):
        return "still right"
    if spoil is surrogates_in_another_order and any(isinstance(v, TiedSurrogates) for v in here):
        return "tied surrogates"
    return DRAWN_SO if _may_draw(spoil, policy) and may_be_drawn(at, new, policy) else ""


def _is_a_tie(spoil: Spoiling, at: Spoiled, new: ForeignNode, case: Case) -> bool:
    """Whether what a fault makes is worth exactly as much."""
    if spoil is cut_off:
        return is_a_leaf_by_a_tie(at, case.tree, case.policy)
    return asks_for_nothing(at, new) or boosts_nothing(at, new, case.tree)


def _unshown(spoil: Spoiling, policy: Policy) -> str:
    """Why a spoiled node may be right, which is not shown; "" where nothing is drawn."""
    return DRAWN if _may_draw(spoil, policy) else ""


def _may_draw(spoil: Spoiling, policy: Policy) -> bool:
    """Whether a policy draws columns, or cuts, of which it isn't known what they were, and a fault is such."""
    return policy.draws is not None and spoil in (cut_off, grown_on, another_question, cut_past_one_value)


def _open(here: Sequence[NodeVerdict]) -> str:
    """Why a spoiled node is not called wrong; "" where it is called right."""
    if any(isinstance(v, NotChecked) for v in here):
        return NEAR[0]
    return ROUNDED if any(isinstance(v, WithinFloat | StopWithinFloat) for v in here) else ""


def _grown(case: Case, report: Report) -> str:
    """How dtref's tree compares: the same, one of those that tie with it, or what explains it."""
    try:
        own = from_tree(case.memory.grow(case.data, case.policy))
    except Invalid as problem:
        return f"not grown: {problem.wanted}"
    if is_same(case.tree.root, own.root, case.data):
        return "same"
    kinds = {type(v) for f in report.findings for v in f.verdicts}
    if report.wrong:
        return "wrong"
    if kinds & {WithinFloat, StopWithinFloat}:
        return "within rounding"
    if NotChecked in kinds:
        return "not checked"
    return "tied" if kinds & {Tied, TiedSurrogates} else "other"
