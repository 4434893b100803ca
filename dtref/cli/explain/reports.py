"""The commands that explain a tree, a node's choice, a pruning decision, a ROC curve."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Unpack

import click
from attrs import evolve

from dtref.cli.foreign_models import format_options
from dtref.cli.options import (
    DATA,
    GROWING_OPTIONS,
    READING,
    DataWarnings,
    GrownFrom,
    options,
    progress,
    read_and_tell,
    tell_warnings,
    with_remarks,
)
from dtref.cli.page_format import How, print_page, with_output_options
from dtref.cli.prune import PRUNING_OPTIONS, pruned
from dtref.cli.pruning_options import PruningOptions, Sections
from dtref.cli.roc import SCORED, ScoreOptions, scores_report
from dtref.errors import Invalid
from dtref.exact.number_text import number_style
from dtref.oracle.stated.typed_policy import typed_policy
from dtref.show.explained_tree import ExplainedNode, ExplainedTree, explained_tree
from dtref.show.page.of_explanation import MOST_CANDIDATES, explanation_blocks, explanation_json, step_json
from dtref.show.page.of_node import node_blocks
from dtref.show.page.of_pruning import pruning_blocks, pruning_json
from dtref.show.page.of_roc import roc_blocks, roc_json
from dtref.spec.model.branches import branch_of_values, condition
from dtref.spec.model.tests import Groups, Subset, Test


@click.command("data", epilog="Example: dtref explain data golden/data/buys_computer.csv --target buys_computer --as id3")
@options(DATA, *READING, *GROWING_OPTIONS)
@click.option("--most", type=click.IntRange(0), metavar="N", help="Show at most N candidates of a node, the best first  [default: all].")
@with_output_options
def tree(data: Path, most: int | None, how: How, **settings: Unpack[GrownFrom]) -> None:
    """Show, node by node, every candidate with its counts, impurities and gain, the winner, and everything it ties with."""
    explanation, warnings = _explained(data, settings)
    print_page(
        explanation_blocks(explanation, how.digits, most=most),
        lambda: with_remarks(explanation_json(explanation, how.json_digits), warnings),
        how,
    )


def _explained(data: Path, settings: GrownFrom) -> tuple[ExplainedTree, DataWarnings]:
    """The explained tree grown from a file, as grown where its policy prunes it afterwards; and the warnings about it and its data."""
    policy = typed_policy(settings)
    records, warnings = read_and_tell(data, settings, policy.missing)
    if policy.pruning:
        rules = ", then ".join(map(str, policy.pruning))
        about = f"the tree is explained as {policy.name} grows it; afterwards {rules}, which dtref fit shows"
        warnings = {"warnings": [*warnings.get("warnings", ()), *tell_warnings([about])["warnings"]]}
    with progress(f"growing {data.name}", len(records)) as advance:
        return explained_tree(records, evolve(policy, pruning=()), advance), warnings


@click.command(
    epilog="""\b
Example: dtref explain node golden/data/tan_default.csv --target defaulted
Example: dtref explain node golden/data/iris.csv --target species --path "petal_length > 2.45" --format markdown"""
)
@options(DATA, *READING, *GROWING_OPTIONS)
@click.option(
    "--path",
    multiple=True,
    metavar="CONDITION",
    help="A condition on the way to the node, from the root on (repeatable)  [default: none].",
)
@click.option("--derive", "derived", type=click.IntRange(0), default=3, show_default=True, help="How many of the optima are derived.")
@click.option("--most", type=click.IntRange(0), default=MOST_CANDIDATES, show_default=True, help="How many candidates the table has.")
@with_output_options
def node(data: Path, path: tuple[str, ...], derived: int, most: int, how: How, **settings: Unpack[GrownFrom]) -> None:
    """The choice at one node of the tree grown from the CSV file DATA: all candidates, and how the best come to their value."""
    explanation, warnings = _explained(data, settings)
    step = _step(explanation, path)
    print_page(
        node_blocks(explanation, step, how.digits, derived=derived, most=most),
        lambda: with_remarks(step_json(step, how.json_digits), warnings),
        how,
    )


def _step(explanation: ExplainedTree, path: tuple[str, ...]) -> ExplainedNode:
    """The step of the node that a path of conditions leads to. Errors: Invalid, naming the conditions there, for any other."""
    here = explanation.steps[0]
    for text in path:
        below = [step for step in explanation.steps if step.way and step.way[:-1] == here.way]
        matches = [step for step in below if text in _readings(*step.way[-1])] or [
            step for step in below if _without_blanks(text) in map(_without_blanks, _readings(*step.way[-1]))
        ]
        if len(matches) != 1:
            raise Invalid("--path", " or ".join(repr(step.path[-1]) for step in below) or "no condition below a leaf", text)
        here = matches[0]
    return here


def _readings(test: Test, branch: int) -> Iterator[str]:
    """The texts that mean a branch: its condition in each style of numbers; of a group its own values, and all others."""
    yield condition(test, branch)
    for exact in (False, True):
        with number_style(exact=exact):
            text = condition(test, branch)
        yield text
    if isinstance(test, Subset | Groups):
        taken = branch_of_values(test)
        values = {own: [v for v in test.attribute.values if (taken.get(v) == branch) is own] for own in (True, False)}
        yield from (f"{test.attribute.name} {word} {{{', '.join(values[own])}}}" for own, word in ((True, "in"), (False, "not in")))


def _without_blanks(condition: str) -> str:
    """A condition without the blanks around its signs."""
    return re.sub(r"\s*([<>]=?|=|[,{}])\s*", r"\1", condition.strip())


@click.command(
    "pruning",
    cls=Sections,
    epilog="""\b
Example: dtref fit golden/data/iris.csv --target species --save iris.json
         dtref explain pruning iris.json --by pessimistic --node 2 --format markdown""",
)
@options(*format_options("--format-in"), *PRUNING_OPTIONS)
@click.option(
    "--node", "node_number", type=click.IntRange(0), metavar="N", help="Only the decision at that node, 0 being the root  [default: all]."
)
@with_output_options
@click.pass_context
def explain_pruning(
    ctx: click.Context, model_file: Path, rule: str, node_number: int | None, how: How, **settings: Unpack[PruningOptions]
) -> None:
    """The decisions of a pruning rule on the tree of MODEL: the numbers compared at each node, and the verdict."""
    _, report = pruned(ctx, model_file, rule, settings)
    node_numbers = [finding.place.node for finding in report.findings]
    if node_number is not None and node_number not in node_numbers:
        raise Invalid(
            "--node", f"a node that the rule decided on: {', '.join(map(str, sorted(node_numbers))) or 'there is none'}", node_number
        )
    print_page(pruning_blocks(report, node_number, how.digits), lambda: pruning_json(report, how.json_digits), how)


@click.command(
    "roc",
    epilog="Example: dtref explain roc golden/data/tan_roc.csv --score score --label class --positive + --format markdown",
)
@options(*SCORED)
@with_output_options
def explain_roc(data: Path, how: How, **settings: Unpack[ScoreOptions]) -> None:
    """The ROC curve of the scores in the CSV file DATA: every threshold with its counts and rates, and the area."""
    report = scores_report(data, settings)
    print_page(roc_blocks(report, how.digits, explained=True), lambda: roc_json(report, how.json_digits), how)


REPORT_COMMANDS = (tree, node, explain_pruning, explain_roc)
"""The commands of this module."""
