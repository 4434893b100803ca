"""An explanation as text, for checking against a slide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice

from attrs import evolve

from dtref.errors import Undefined, printable
from dtref.exact.decimals import decimal, plain
from dtref.show.aligning import widths
from dtref.show.exact_text import condition_text, exact_text, number_text
from dtref.show.explain import Choice, Explanation, Step, Value
from dtref.spec.growing.stopping import named, pure, same_values
from dtref.spec.model.branches import condition
from dtref.spec.model.optima import EverySubset, count_tests, groupings, list_tests
from dtref.spec.model.tests import Multiway, Oblique, Ranges, Test, Threshold, interval
from dtref.spec.model.trees import Gap, Surrogates, label_text, weight, written
from dtref.spec.split.chaid.significance import Significance
from dtref.spec.split.impurity import Impurity

MISSING_ROW = "(missing)"
"""What the row of the records that miss the value is called."""

SHOWN_TIES = 12
"""How many of the optima are named before the rest is only counted."""


def explanation_text(explanation: Explanation, digits: int = 3) -> str:
    """
    An explanation as text: exact values, and beside them certified decimals with so many digits after the point.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import DataSet, Record
    >>> from dtref.show.explain import explain
    >>> windy, play = Nominal("windy", ("yes", "no")), Nominal("play", ("-", "+"))
    >>> print(explain(DataSet((windy,), play, (Record(("no",), "+"), Record(("yes",), "-"))), CART))
    All records (- 1, + 1)
      gini = 0.500 = 1/2
    <BLANKLINE>
      windy
        branch              -  +  n   gini
        windy in {yes}      1  0  1  0.000
        windy not in {yes}  0  1  1  0.000
        weighted gini = 0.000 = 0
        gini_reduction = 0.500 = 1/2   <- best
    <BLANKLINE>
      Asked: windy in {yes}; no other candidate ties.
    <BLANKLINE>
    windy in {yes} (- 1, + 0)
      gini = 0.000 = 0
      Leaf: -
    <BLANKLINE>
    windy not in {yes} (- 0, + 1)
      gini = 0.000 = 0
      Leaf: +
    """
    return "\n\n".join(step_text(explanation, step, digits) for step in explanation.steps)


def step_text(explanation: Explanation, step: Step, digits: int) -> str:
    """One node of an explanation as text."""
    measure = explanation.impurity
    head = [f"{' and '.join(step.path) or 'All records'} {written(step.counts)}"]
    if measure is not None:
        head.append(f"  {measure.name} = {value_text(step.impurity, digits, measure.unit)}")
    parts = [head, *(list(_choice(explanation, step, choice, digits)) for choice in step.choices)]
    ending = (
        [f"  Leaf: {' or '.join(map(label_text, step.labels))}{reason(step)}"]
        if step.chosen is None
        else [*verdict(step, step.chosen), *for_missing(step, step.chosen)]
    )
    if not step.choices:
        return "\n".join(map(printable, head + ending))
    return "\n\n".join("\n".join(map(printable, part)) for part in [*parts, ending])


def reason(step: Step) -> str:
    """
    Why a node is a leaf, where its records do not say it themselves.

    >>> reason(Step((), (), ("+",), Undefined("no records"), (), None, ()))
    ''
    """
    if step.stopped is same_values and step.choices:
        return "   (no test is admitted)"
    return "" if step.stopped is None or step.stopped in (pure, same_values) else f"   ({named(step.stopped)})"


def value_text(value: Value | Fraction, digits: int, unit: str = "") -> str:
    """
    A value as certified decimal and in exact form.

    >>> value_text(Fraction(5, 18), 3), value_text(Undefined("no records"), 3)
    ('0.278 = 5/18', 'undefined (no records)')
    """
    if isinstance(value, Undefined):
        return f"undefined ({value.why})"
    return f"{decimal(value, digits)}{' bits' if unit == 'bits' else ''} = {exact_text(value)}"


def title(test: Test | EverySubset) -> str:
    """
    What a candidate is called: its attribute, and what tells it from the attribute's other candidates.

    >>> from dtref.spec.model.attributes import Continuous
    >>> title(Threshold(Continuous("x"), Fraction(1), Fraction(2), Fraction(3, 2)))
    'x, cut in [1, 2)'
    """
    match test:
        case Threshold():
            return f"{test.attribute.name}, cut in {interval(test)}"
        case Oblique():
            return condition(test, 0)
        case EverySubset(present=present):
            return f"{test.attribute.name}: all {number_text(groupings(len(present)))} groupings of {{{', '.join(present)}}}"
        case _:
            return test.attribute.name


def _choice(explanation: Explanation, step: Step, choice: Choice, digits: int) -> Iterator[str]:
    measure, criterion = explanation.impurity, explanation.policy.criterion
    yield f"  {title(choice.test)}"
    if isinstance(choice.test, EverySubset):
        yield "    every value has the node's class shares"
    else:
        yield from ("    " + line for line in _branches(step, choice, measure, digits))
    if measure is not None and not isinstance(choice.test, EverySubset):
        yield f"    weighted {measure.name} = {value_text(choice.weighted, digits, measure.unit)}"
    if any(choice.missing):
        yield f"    known share = {value_text(choice.known_share, digits)}"
    for name, value in choice.components:
        yield f"    {name} = {value_text(value, digits, measure.unit if measure is not None else '')}"
    unit = measure.unit if criterion.reduces and measure is not None else ""
    remark = "   <- best" if choice.optimal else "" if choice.admitted else "   (not admitted)"
    yield f"    {criterion.name} = {value_text(choice.value, digits, unit)}{remark}"
    if choice.adjusted is not None:
        yield f"    {p_value(choice.adjusted, digits + 3)}"


def p_value(found: Significance, digits: int) -> str:
    """What decides among CHAID's candidates: the p-value, and what it is adjusted by."""
    raw = decimal(evolve(found, multiplier=1).p, digits)
    times = number_text(found.multiplier)
    return f"p-value (degrees of freedom: {found.degrees}) = {raw}; adjusted, times {times} = {decimal(found.p, digits)}"


def _branches(step: Step, choice: Choice, measure: Impurity | None, digits: int) -> Iterator[str]:
    """The table of a candidate: a row for each branch, and one for the records that miss the value."""
    of_classes = measure is None or not measure.moments
    rows = [(condition_text(r.condition), r.counts, _short(r.impurity, digits)) for r in choice.rows]
    if any(choice.missing):
        rows.append((MISSING_ROW, choice.missing, ""))
    sizes = ["n"] if of_classes else []
    impurities = [] if measure is None else [measure.name]
    head = ["branch", *(c for c, _ in step.counts), *sizes, *impurities]
    cells = [
        [name, *map(number_text, ns), *(number_text(sum(ns)) for _ in sizes), *(value for _ in impurities)] for name, ns, value in rows
    ]
    yield from _table(head, cells)


def _short(value: Value, digits: int) -> str:
    return "-" if isinstance(value, Undefined) else decimal(value, digits)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Lines with the first column to the left and the others to the right."""
    wide = widths((head, *rows))
    for cells in (head, *rows):
        padded = [cells[0].ljust(wide[0]), *(c.rjust(w) for c, w in zip(cells[1:], wide[1:], strict=True))]
        yield "  ".join(padded).rstrip()


def verdict(step: Step, chosen: Test) -> Iterator[str]:
    """What a node asks, and what ties with it, a line for each group that splits the records alike."""
    tied = sum(map(count_tests, step.alike))
    yield f"  Asked: {test_name(chosen)}{'; no other candidate ties.' if tied == 1 else f', one of {number_text(tied)} that tie:'}"
    for group in step.alike if tied > 1 else ():
        size = count_tests(group)
        rest = f"; and {number_text(size - SHOWN_TIES)} more" if size > SHOWN_TIES else ""
        same = "   (same_partition)" if len(group) > 1 else ""
        yield "    " + "; ".join(map(test_name, islice(list_tests(group), SHOWN_TIES))) + rest + same


def for_missing(step: Step, chosen: Test) -> Iterator[str]:
    """Where the records go that miss the value asked; of fractions and the heaviest branch only if there are such records."""
    sizes = [weight(child) for child in step.children]
    names = [condition(chosen, i) for i in range(len(sizes))]
    gap = step.gap
    if isinstance(gap, Surrogates):
        for test, stands_for in gap.tests:
            answers = (f"{condition(test, i)} stands for {names[b]}" for i, b in enumerate(stands_for))
            yield f"  If missing: {'; '.join(answers)}"
        yield f"  If missing{', too' if gap.tests else ''}: {names[gap.otherwise]}"
    elif any(any(choice.missing) for choice in step.choices if choice.test == chosen):
        shares = "; ".join(f"{plain(n / sum(sizes))} to {name}" for n, name in zip(sizes, names, strict=True) if n)
        yield f"  If missing: {shares if gap is Gap.FRACTIONS else names[sizes.index(max(sizes))]}"


def test_name(test: Test) -> str:
    """
    What a node asks, in text.

    >>> from dtref.spec.model.attributes import Continuous
    >>> test_name(Threshold(Continuous("x"), Fraction(1), Fraction(2), Fraction(3, 2)))
    'x <= 1.5'
    """
    return test.attribute.name if isinstance(test, Multiway | Ranges) else condition(test, 0)
