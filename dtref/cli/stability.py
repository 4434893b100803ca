"""The command that tells how sure a tree is."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Unpack

import click

from dtref.cli.options import (
    DATA,
    GROWING_OPTIONS,
    READING,
    GrownFrom,
    options,
    progress,
    read_and_tell,
    with_remarks,
)
from dtref.cli.output_files import Written
from dtref.cli.page_format import How, print_page, with_output_options
from dtref.cli.provenance import made_by
from dtref.engines.choice import grow
from dtref.engines.stability import stability
from dtref.io.files import write_text
from dtref.oracle.stated.typed_policy import typed_policy
from dtref.show.drawing.tree_page import tree_page
from dtref.show.explained_tree import explained_tree
from dtref.show.page.of_stability import stability_blocks, stability_json
from dtref.spec.model.trees import leaf_count
from dtref.spec.preparation.random_draws import draw_bootstrap
from dtref.spec.stability.removals import CHANGES_BUDGET


@click.command(
    "stability",
    epilog="""\b
Example: dtref stability golden/data/tan_default.csv --target defaulted --as cart
Example: dtref stability golden/data/play_tennis.csv --target play --as id3 --samples 100 --seed 7 --html tennis.html""",
)
@options(DATA, *READING, *GROWING_OPTIONS)
@click.option("--samples", type=click.IntRange(0), default=0, show_default=True, help="How many bootstrap samples to ask at each node.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The seed of the generator that the samples come from.")
@click.option(
    "--budget",
    type=click.IntRange(1),
    default=CHANGES_BUDGET,
    show_default=True,
    help="The most cells (records times attributes) that a node's search for records looks at; past it numbers have bounds.",
)
@click.option(
    "--html",
    cls=Written,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the tree's page there, with all of this at its nodes.",
)
@with_output_options
def stability_command(data: Path, samples: int, seed: int, budget: int, html: Path | None, how: How, **settings: Unpack[GrownFrom]) -> None:
    """
    Grow a tree from DATA; print how sure it is: of each node the margin to the next best test, the records that it hangs on, and how
    often samples keep it; how many trees are as good, and for how many records they predict the same.
    """
    policy, chance = typed_policy(settings), Random(seed)
    records, warnings = read_and_tell(data, settings, policy.missing)
    tree = grow(records, policy)
    drawn = [draw_bootstrap(chance, len(records)) for _ in range(samples)]
    with progress(f"asking {leaf_count(tree) - 1} nodes", None) as advance:
        sure = stability(tree, records, policy, drawn, budget=budget, progress=advance)
    if html is not None:
        write_text(html, tree_page(explained_tree(records, policy), f"{data.name}: {policy.name}", sure, made_by()))
    print_page(stability_blocks(sure, how.digits), lambda: with_remarks(stability_json(sure, how.json_digits), warnings), how)
