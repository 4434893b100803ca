"""Explained trees as pages and as JSON: each node with its candidates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cmp_to_key

from attrs import evolve

from dtref.errors import Undefined
from dtref.exact.comparison import compare
from dtref.exact.decimals import decimal
from dtref.exact.number_text import decimal_text, exact_text, number_style, readable
from dtref.io.model_parts import json_of_test
from dtref.io.numbers import Json
from dtref.show.exact_text import condition_text
from dtref.show.explained_tree import ExplainedNode, ExplainedTest, ExplainedTree
from dtref.show.node_words import candidate_name, verdict
from dtref.show.page.as_json import value_json
from dtref.show.page.blocks import P_DIGITS, Block, Blocks, Figures, Heading, NamedValue, Paragraph, TableBlock
from dtref.spec.growing.stopping import named
from dtref.spec.model.optima import EverySubset
from dtref.spec.model.trees import written
from dtref.spec.split.chaid.significance import Significance


def explanation_blocks(explanation: ExplainedTree, digits: int = 3, *, most: int | None = None) -> Blocks:
    """
    An explained tree as a page: each node with its impurity, its test and its ties, and every candidate, or so many, the best first.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import DataSet, Record
    >>> from dtref.show.explained_tree import explained_tree
    >>> from dtref.show.page.as_text import as_text
    >>> windy, play = Nominal("windy", ("yes", "no")), Nominal("play", ("-", "+"))
    >>> data = DataSet((windy,), play, (Record(("no",), "+"), Record(("yes",), "-")))
    >>> print(as_text(explanation_blocks(explained_tree(data, CART))))
    All records (- 1, + 1)
      gini                          0.500 = 1/2
    Asked: windy in {yes}; no other candidate ties.
    <BLANKLINE>
      windy
        branch              -  +  n  gini
        windy in {yes}      1  0  1     0
        windy not in {yes}  0  1  1     0
        weighted gini                 0
        gini_reduction                0.500 = 1/2   [best]
    <BLANKLINE>
    windy in {yes} (- 1, + 0)
      gini                          0
    Leaf: -
    <BLANKLINE>
    windy not in {yes} (- 0, + 1)
      gini                          0
    Leaf: +
    """
    return tuple(block for step in explanation.steps for block in _step(explanation, step, digits, most))


MOST_CANDIDATES = 200
"""The most candidates in a table of one node, unless more are asked for."""


def best_first(choices: Sequence[ExplainedTest]) -> list[ExplainedTest]:
    """The candidates in order: the optima, then the others by value, those without a value last."""
    return sorted(choices, key=cmp_to_key(_order))


def and_more(choices: Sequence[ExplainedTest], most: int) -> Iterator[Paragraph]:
    """A sentence on the candidates beyond the most that are listed, if there are some."""
    if len(choices) > most:
        tied = max(sum(choice.optimal for choice in choices) - most, 0)
        yield Paragraph(f"And {len(choices) - most} more, {tied or 'none'} of which {'tie' if tied > 1 else 'ties'}.", result=True)


def _order(a: ExplainedTest, b: ExplainedTest) -> int:
    """The sign that orders two candidates: the optima first, then by value, those without a value last."""
    if a.optimal != b.optimal:
        return -1 if a.optimal else 1
    match a.value, b.value:
        case Undefined(), Undefined():
            return 0
        case Undefined(), _:
            return 1
        case _, Undefined():
            return -1
        case x, y:
            return compare(y, x)


def _step(explanation: ExplainedTree, step: ExplainedNode, digits: int, most: int | None) -> Iterator[Block]:
    measure = explanation.impurity
    yield Heading(f"{' and '.join(step.path) or 'All records'} {written(step.counts)}", 2)
    if measure is not None:
        yield Figures((NamedValue(measure.name, step.impurity, unit=measure.unit),))
    yield from (Paragraph(line, result=True) for line in verdict(step))
    for choice in step.choices if most is None else best_first(step.choices)[:most]:
        yield Heading(candidate_name(choice.test), 3)
        if isinstance(choice.test, EverySubset):
            yield Paragraph("every value has the node's class shares")
        else:
            yield branches(explanation, step, choice, digits)
        yield Figures(tuple(_figures(explanation, choice)))
    if most is not None:
        yield from and_more(step.choices, most)


def branches(explanation: ExplainedTree, step: ExplainedNode, choice: ExplainedTest, digits: int) -> TableBlock:
    """The table of a candidate: a row for each branch, and one for the records that miss the value."""
    measure = explanation.impurity
    has_sizes = measure is None or not measure.moments
    rows = [(condition_text(row.condition), row.counts, decimal_text(row.impurity, digits)) for row in choice.rows]
    if any(choice.missing):
        rows.append(("(missing)", choice.missing, ""))
    head = ("branch", *(c for c, _ in step.counts), *(("n",) if has_sizes else ()))
    cells = tuple((name, *map(readable, counts), *((readable(sum(counts)),) if has_sizes else ())) for name, counts, _ in rows)
    if measure is None:
        return TableBlock(head, cells)
    return TableBlock((*head, measure.name), tuple((*row, impurity) for row, (_, _, impurity) in zip(cells, rows, strict=True)))


def _figures(explanation: ExplainedTree, choice: ExplainedTest) -> Iterator[NamedValue]:
    """The values of a candidate: weighted impurity, share of known values, components of the criterion, its value, p-values that decide."""
    measure, criterion = explanation.impurity, explanation.policy.criterion
    unit = "" if measure is None else measure.unit
    if measure is not None and not isinstance(choice.test, EverySubset):
        yield NamedValue(f"weighted {measure.name}", choice.weighted, unit=unit)
    if any(choice.missing):
        yield NamedValue("known share", choice.known_share)
    yield from (NamedValue(name, value, unit=unit) for name, value in choice.components)
    remark = "best" if choice.optimal else remark_on(choice)
    yield NamedValue(criterion.name, choice.value, remark, unit=unit if criterion.reduces else "")
    if choice.adjusted is not None:
        freedom = f"degrees of freedom: {choice.adjusted.degrees}"
        yield NamedValue("p-value", evolve(choice.adjusted, multiplier=1).p, freedom, least=P_DIGITS)
        yield NamedValue("adjusted p-value", choice.adjusted.p, f"times {readable(choice.adjusted.multiplier)}", least=P_DIGITS)


def remark_on(choice: ExplainedTest) -> str:
    """The remark on a candidate that may not be asked, with the rule and its numbers; else none."""
    if not choice.admitted:
        return f"not admitted; {choice.excluded}" if choice.excluded else "not admitted"
    return choice.excluded or ("" if choice.confirmed else "not confirmed")


def explanation_json(explanation: ExplainedTree, digits: int = 12) -> Json:
    """
    An explanation as JSON values: `steps` in preorder, each with its `candidates` and the `optima`, grouped by partition; `or_leaf` where
    a leaf is as good; `confirmed` is no of a test that may not be asked, though it compete; `excluded` is why a candidate doesn't.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import DataSet
    >>> from dtref.show.explained_tree import explained_tree
    >>> explanation_json(explained_tree(DataSet((), Nominal("play", ("-", "+")), ()), CART))["steps"][0]["impurity"]
    {'undefined': 'no records'}
    """
    return {
        "format": "dtref-explanation/1",
        "algorithm": explanation.policy.name,
        "criterion": explanation.policy.criterion.name,
        "impurity": explanation.impurity.name if explanation.impurity else "",
        "unit": explanation.impurity.unit if explanation.impurity else "",
        "steps": [step_json(step, digits) for step in explanation.steps],
    }


def step_json(step: ExplainedNode, digits: int) -> Json:
    """One node of an explanation as JSON values."""
    with number_style(exact=True):
        return _step_json(step, digits)


def _step_json(step: ExplainedNode, digits: int) -> Json:
    fields: dict[str, Json] = {
        "path": list(step.path),
        "counts": {c: exact_text(n) for c, n in step.counts},
        "labels": list(map(str, step.labels)),
        "impurity": value_json(step.impurity, digits),
        "candidates": [_choice_json(choice, digits) for choice in step.choices],
        "optima": [list(map(json_of_test, group)) for group in step.alike],
    }
    if step.stopped is not None:
        fields["stopped"] = named(step.stopped)
    if step.average:
        fields["average_gain"] = step.average
    if step.or_leaf:
        fields["or_leaf"] = "yes"
    return fields if step.chosen is None else fields | {"chosen": json_of_test(step.chosen)}


def _choice_json(choice: ExplainedTest, digits: int) -> Json:
    fields: dict[str, Json] = {"missing": list(map(exact_text, choice.missing))} if any(choice.missing) else {}
    if choice.adjusted is not None:
        fields["adjusted"] = _significance_json(choice.adjusted, digits)
    if not choice.confirmed:
        fields["confirmed"] = "no"
    if choice.excluded:
        fields["excluded"] = choice.excluded
    if choice.components:
        fields["components"] = {name: value_json(value, digits) for name, value in choice.components}
    return fields | {
        "test": json_of_test(choice.test),
        "branches": [
            {"condition": row.condition, "counts": [exact_text(n) for n in row.counts], "impurity": value_json(row.impurity, digits)}
            for row in choice.rows
        ],
        "weighted": value_json(choice.weighted, digits),
        "value": value_json(choice.value, digits),
        "optimal": "yes" if choice.optimal else "no",
        "admitted": "yes" if choice.admitted else "no",
    }


def _significance_json(significance: Significance, digits: int) -> Json:
    return {
        "statistic": exact_text(significance.statistic),
        "degrees": exact_text(significance.degrees),
        "multiplier": exact_text(significance.multiplier),
        "p-value": decimal(significance.p, digits),
    }
