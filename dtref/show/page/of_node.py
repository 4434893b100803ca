"""A node as a page: its counts, its candidates, and the derivations of the best candidates' values."""

from __future__ import annotations

from collections.abc import Iterator

from dtref.errors import Undefined
from dtref.exact.number_text import decimal_text, readable, short_exact
from dtref.show.derivation.computation import computation_of
from dtref.show.derivation.notation import Notation, exact_notation
from dtref.show.exact_text import condition_text
from dtref.show.explained_tree import CriterionValue, ExplainedNode, ExplainedTest, ExplainedTree
from dtref.show.node_words import SHOWN_TIES, candidate_name, verdict
from dtref.show.page.blocks import P_DIGITS, Block, Blocks, Equations, Heading, Paragraph, TableBlock
from dtref.show.page.of_derivation import equations
from dtref.show.page.of_explanation import MOST_CANDIDATES, and_more, best_first, branches, remark_on
from dtref.spec.model.branches import question_text
from dtref.spec.model.optima import EverySubset
from dtref.spec.model.tests import Threshold
from dtref.spec.model.trees import written
from dtref.spec.split.impurity import Impurity


def node_blocks(
    explanation: ExplainedTree, step: ExplainedNode, digits: int = 3, *, derived: int = SHOWN_TIES, most: int = MOST_CANDIDATES
) -> Blocks:
    """
    A node as a page: its test, its candidates, and its optima derived. derived: the most optima that are derived. most: the most candidates
    that are listed; the best are among them, and the rest is counted.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import DataSet, Record
    >>> from dtref.show.explained_tree import explained_tree
    >>> windy, play = Nominal("windy", ("yes", "no")), Nominal("play", ("-", "+"))
    >>> why = explained_tree(DataSet((windy,), play, (Record(("no",), "+"), Record(("yes",), "-"))), CART)
    >>> [block.text for block in node_blocks(why, why.steps[0]) if isinstance(block, Heading | Paragraph)]
    ['All records', '(- 1, + 1)', 'Asked: windy in {yes}; no other candidate ties.', 'windy in {yes}']
    """
    best = [choice for choice in step.choices if choice.optimal]
    return (
        Heading(" and ".join(step.path) or "All records"),
        Paragraph(written(step.counts)),
        *_impurity(explanation.impurity, step, digits if derived else -1),
        *(Paragraph(line, result=True) for line in verdict(step)),
        *_candidates(explanation, step, digits, most),
        *(block for choice in best[:derived] for block in _derived(explanation, step, choice, digits)),
    )


def _impurity(measure: Impurity | None, step: ExplainedNode, digits: int) -> Iterator[Equations]:
    if measure is not None and digits >= 0 and not isinstance(step.impurity, Undefined):
        yield from equations(computation_of(measure, tuple(n for _, n in step.counts)), digits)


def _candidates(explanation: ExplainedTree, step: ExplainedNode, digits: int, most: int) -> Iterator[Block]:
    """The table of candidates, the best first."""
    if not step.choices:
        return
    measure, criterion = explanation.impurity, explanation.policy.criterion
    weighted = () if measure is None else (f"weighted {measure.name}",)
    shown = best_first(step.choices)[:most]
    remarks = tuple(_remark(choice, digits) for choice in shown)
    remarked = ("remark",) if any(remarks) else ()
    rows = tuple(
        (*_row(choice, digits, measure is not None), *(remark for _ in remarked), _exact(choice.value))
        for choice, remark in zip(shown, remarks, strict=True)
    )
    head = ("candidate", criterion.name, "branches", *weighted, *remarked, "exactly")
    best = tuple(i for i, choice in enumerate(shown) if choice.optimal)
    yield TableBlock(head, rows, best, wraps=True, formulas=tuple(_formula(choice.value) for choice in shown))
    yield from and_more(step.choices, most)


def _row(choice: ExplainedTest, digits: int, has_impurity: bool) -> tuple[str, ...]:
    counts = " | ".join(" ".join(map(readable, row.counts)) for row in choice.rows)
    parts = (decimal_text(choice.weighted, digits),) if has_impurity else ()
    return (_name(choice), decimal_text(choice.value, digits), counts, *parts)


def _remark(choice: ExplainedTest, digits: int) -> str:
    if choice.adjusted is None or choice.excluded:
        return remark_on(choice)
    return f"adjusted p-value {decimal_text(choice.adjusted.p, max(digits, P_DIGITS))}"


def _name(choice: ExplainedTest) -> str:
    """The name of a candidate, which tells it from others of its attribute: a cut by its interval, a grouping by its condition."""
    return condition_text(candidate_name(choice.test) if isinstance(choice.test, EverySubset | Threshold) else question_text(choice.test))


def _exact(value: CriterionValue) -> str:
    return value.why if isinstance(value, Undefined) else readable(value)


def _formula(value: CriterionValue) -> Notation | None:
    """The value as a formula, if it is short enough to be written exactly."""
    return None if isinstance(value, Undefined) or not short_exact(value) else exact_notation(value)


def _derived(explanation: ExplainedTree, step: ExplainedNode, choice: ExplainedTest, digits: int) -> Iterator[Block]:
    """The derivation of a candidate's value: its branches, and the criterion."""
    yield Heading(_name(choice), 2)
    if isinstance(choice.test, EverySubset):
        yield Paragraph("Every value has the node's class shares, so that every grouping has this value.")
        return
    yield branches(explanation, step, choice, digits)
    missing = (choice.missing,) if any(choice.missing) else ()
    counts = tuple(n for _, n in step.counts)
    yield from equations(computation_of(explanation.policy.criterion, counts, tuple(row.counts for row in choice.rows), *missing), digits)
