"""The command that lists the trees that ties leave open."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Unpack

import click

from dtref.cli.options import DATA, GROWING_OPTIONS, READING, GrownFrom, options, progress, read_and_tell, with_remarks
from dtref.cli.page_format import How, print_page, with_output_options
from dtref.engines.filter.filtered import trees
from dtref.engines.tied_trees import count_partitions, count_trees
from dtref.errors import Invalid, Undecided
from dtref.oracle.stated.typed_policy import typed_policy
from dtref.show.page.of_ties import TiedTrees, ties_blocks, ties_json
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.tied_trees import TREES_BUDGET
from dtref.spec.model.data import DataSet


@click.command(
    "ties",
    epilog="""\b
Example: dtref ties golden/data/tan_default.csv --target defaulted --as cart
Example: dtref ties golden/data/iris.csv --target species --as cart --list 8 --format latex""",
)
@options(DATA, *READING, *GROWING_OPTIONS)
@click.option("--list", "listed", type=click.IntRange(0), default=10, show_default=True, help="How many of the trees to print.")
@click.option(
    "--budget", type=click.IntRange(1), default=TREES_BUDGET, show_default=True, help="Subproblems to look at when counting trees."
)
@with_output_options
def ties_command(data: Path, listed: int, budget: int, how: How, **settings: Unpack[GrownFrom]) -> None:
    """
    List the trees that are equally good, as ties leave them open; print how many there are, and how many different partitions. The order is
    that of golden/TIES.md: the last tied node varies fastest.
    """
    policy = typed_policy(settings)
    records, warnings = read_and_tell(data, settings, policy.missing)
    if policy.pruning:
        raise Invalid("ties", "an algorithm that doesn't prune its trees, as ties are those of growing", policy.name)
    with progress(f"counting and growing trees of {data.name}"):
        counts = _counted(count_trees, records, policy, budget), _counted(count_partitions, records, policy, budget)
        tied = TiedTrees(*counts, list(islice(trees(records, policy), listed)))
    print_page(ties_blocks(tied), lambda: with_remarks(ties_json(tied), warnings), how)


def _counted(count: Callable[[DataSet, Policy, int], int], data: DataSet, policy: Policy, budget: int) -> int | Undecided:
    try:
        return count(data, policy, budget)
    except Undecided as problem:
        return problem
