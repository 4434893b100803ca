"""Why a test may not be asked that parts the records: by which rule, and the numbers that it goes by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Undefined
from dtref.exact.comparison import compare
from dtref.exact.number import Exact, Number, total
from dtref.exact.number_text import decimal_text, readable
from dtref.spec.growing.admission import Admission, Significant, admits, counts_rows
from dtref.spec.growing.hunt import Hunt
from dtref.spec.growing.stopping import named
from dtref.spec.model.branches import asked
from dtref.spec.model.counts import Counts, add_counts
from dtref.spec.model.optima import EverySubset
from dtref.spec.model.rules import LooksAt, looks_at
from dtref.spec.model.tests import Test
from dtref.spec.split.average_gain import AboveAverageGain
from dtref.spec.split.candidates import Candidates, Split
from dtref.spec.split.choose import best_of_average_gain, winners
from dtref.spec.split.criteria import gain, split_info

_DIGITS = 3
_SHOWN = 8
"""The most branches whose sizes are written."""

NO_GAIN = "it gains nothing, once the number of cuts is paid for"
IMPROVES_NOTHING = "its value is not above 0"

Reasons: TypeAlias = Mapping[Test | EverySubset, str]


@frozen(eq=False)
class NotCompeting:
    """
    Who competes at a node. average: the average gain of its attributes, as a sentence; empty where none counts. reasons: why a candidate
    does not compete, of those that don't.
    """

    average: str
    reasons: Reasons


def competition(recursion: Hunt, node: Counts, candidates: Sequence[Candidates]) -> NotCompeting:
    """
    Who competes at a node with these counts, of the candidates that are admitted: all, unless the policy selects by an average gain.

    Source: as `best_of_average_gain` and `AboveAverageGain` say.

    >>> from dtref.spec.growing.hunt import hunt
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import DataSet
    >>> competition(hunt(DataSet((), Nominal("y", ("-", "+")), ()), CART), (1, 1), ())
    NotCompeting(average='', reasons={})
    """
    select = recursion.select
    if select is best_of_average_gain:
        return _by_the_book(recursion, node, candidates)
    return _by_release(select, recursion, node, candidates) if isinstance(select, AboveAverageGain) else NotCompeting("", {})


def _by_the_book(recursion: Hunt, node: Counts, candidates: Sequence[Candidates]) -> NotCompeting:
    """Who competes by the rule of Quinlan's book."""
    leaders = [(own, best) for own in candidates if (best := winners(node, [own], gain, recursion.keep)) is not None]
    if not leaders:
        return NotCompeting("", {})
    average, reasons = total(value for _, (value, _) in leaders) / len(leaders), {}
    for own, (greatest, positions) in leaders:
        below = compare(greatest, average) < 0
        leading = {i for _, i in positions}
        for i in range(len(own.splits)):
            if below:
                reasons[own.test(i)] = below_average(greatest, average)
            elif i not in leading:
                reasons[own.test(i)] = another_test(_name(own))
    gains = [(_name(own), value) for own, (value, _) in leaders]
    return NotCompeting(_sentence(average, average, len(gains), gains), reasons)


def _by_release(select: AboveAverageGain, recursion: Hunt, node: Counts, candidates: Sequence[Candidates]) -> NotCompeting:
    """Who competes by the rule of C4.5 release 8, or of J48."""
    criterion, reasons = recursion.policy.criterion, {}
    entered = [(own, select.entrant(node, a, own, criterion, recursion.keep)) for a, own in enumerate(candidates) if own.splits]
    entrants = [entrant for _, entrant in entered if entrant is not None]
    competing, least = select.competing(entrants, criterion), select.least_gain(entrants)
    averaged = [entrant.gain for entrant in entrants if entrant.averaged]
    average = total(averaged) / max(len(averaged), 1)
    for own, entrant in entered:
        values = {} if entrant is None else dict(entrant.tests)
        leading = set() if entrant is None else {i for i, _ in entrant.leading}
        for i, split in enumerate(own.splits):
            if entrant is None:
                why = NO_GAIN
            elif i not in leading:
                why = another_test(_name(own))
            elif entrant not in competing:
                why = "no attribute counts in the average" if least is None else below_average(entrant.gain, average, ", less 1/1000")
            elif i not in values:
                why = too_uneven(split, own.missing, select.least_info)
            else:
                why = IMPROVES_NOTHING if select.improves and compare(values[i], select.tolerance) <= 0 else ""
            if why:
                reasons[own.test(i)] = why
    if criterion is gain or least is None:
        return NotCompeting("", reasons)
    gains = [(_name(own), entrant.gain) for own, entrant in entered if entrant is not None]
    return NotCompeting(_sentence(average, least, len(averaged), gains), reasons)


def _sentence(average: Number, least: Number, counted: int, gains: Sequence[tuple[str, Number]]) -> str:
    """The average gain in words, of how many attributes, and whose gain is below it."""
    floor = "" if average is least else f" (less 1/1000: {_text(least)})"
    below = [f"{name} {_text(value)}" for name, value in gains if compare(value, least) < 0]
    verb = "don't" if len(below) > 1 else "doesn't"
    rest = f"; below it, so that {'they' if len(below) > 1 else 'it'} {verb} compete: {', '.join(below)}" if below else "; none is below it"
    return f"Average gain {_text(average)} of {counted} attribute{'s' if counted > 1 else ''}{floor}{rest}."


def below_average(own: Number, average: Number, less: str = "") -> str:
    """
    The reason of an attribute whose gain is below the average gain. less: what the average is less by.

    >>> below_average(Fraction(1, 2), Fraction(3, 5))
    'its gain 0.500 is below the average, 0.600'
    """
    return f"its gain {_text(own)} is below the average, {_text(average)}{less}"


def another_test(attribute: str) -> str:
    """
    The reason of a test that is not the one by which its attribute enters.

    >>> another_test("wind")
    'another test of wind has a greater gain'
    """
    return f"another test of {attribute} has a greater gain"


def too_uneven(split: Split, missing: Counts, least: Fraction) -> str:
    """
    The reason of a test whose split information is too small.

    >>> too_uneven(((1, 0), (0, 1)), (0, 0), Fraction(2))
    'its split information 1.000 is too small: it must exceed 2'
    """
    information = split_info([*split, missing] if any(missing) else split)
    return f"its split information {_text(information)} is too small: it must exceed {readable(least)}"


def why_refused(rules: Sequence[Admission], split: Split, rows: Split | None, *, regression: bool) -> str:
    """
    The first admission rule that refuses a split, with what it has; empty where each lets it in. rows: the records of each branch (None:
    not known, then rules that count rows are passed over).

    >>> from dtref.spec.growing.admission import EveryBranchHas
    >>> why_refused((EveryBranchHas(2),), ((2, 2), (0, 1)), None, regression=False)
    'the rule is: at least 2 records in every branch; its branches have 4 and 1'
    """
    for rule in rules:
        by_rows = counts_rows(rule)
        if by_rows and rows is None:
            continue
        if not admits(rule, split, lambda: rows or (), regression):
            counted = (rows or ()) if by_rows else split
            return f"the rule is: {named(rule)}{_measured(rule, counted, regression=regression and not by_rows)}"
    return ""


def _measured(rule: Admission, split: Split, *, regression: bool) -> str:
    """What a rule looks at, of a split; empty where it doesn't say what that is."""
    if isinstance(rule, Significant):
        p = rule.p_value(add_counts(split, len(split[0])), split)
        return "; its records all take one branch" if isinstance(p, Undefined) else f"; its p-value is {decimal_text(p, 6)}"
    if not looks_at(rule) & {LooksAt.WEIGHT, LooksAt.ROWS} and not counts_rows(rule):
        return ""
    sizes = [readable(Fraction(branch[0] if regression else sum(branch))) for branch in split]
    shown = sizes[:_SHOWN] if len(sizes) > _SHOWN else sizes[:-1]
    last = f"{len(sizes) - _SHOWN} more" if len(sizes) > _SHOWN else sizes[-1]
    return f"; its branches have {', '.join(shown)} and {last}"


def _text(x: Exact) -> str:
    return decimal_text(x, _DIGITS)


def _name(candidates: Candidates) -> str:
    """The attribute, or attributes, that candidates ask."""
    test = candidates.test(0)
    return test.attribute.name if isinstance(test, EverySubset) else ", ".join(a.name for a in asked(test))
