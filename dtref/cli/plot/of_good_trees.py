"""The command for the picture of the best trees of each size."""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

import click

from dtref.cli.good_trees import COMPARED_OPTIONS, TreesCompared, competing_trees, read_compared
from dtref.cli.options import DATA, READING, options, progress
from dtref.cli.plot.picture import OUT, save
from dtref.engines.good_trees import SearchOptions, best_trees, least_losses
from dtref.engines.greedy_beside import GreedyTree, greedy_beside
from dtref.show.plots.frontier import FrontierDisplay
from dtref.spec.optimal.losses import Objective
from dtref.spec.presets import PRESETS


@click.command(
    "frontier",
    epilog="""\b
Example: dtref plot frontier golden/data/play_tennis.csv --target play --out frontier.svg
Example: dtref plot frontier golden/data/iris.csv --target species --depth 2 --loss gini --out frontier.svg""",
)
@options(DATA, *READING, *COMPARED_OPTIONS, OUT)
def plot_frontier(data: Path, out: Path, **settings: Unpack[TreesCompared]) -> None:
    """The least loss of any tree of DATA with each number of leaves, and above it the trees that the presets grow greedily."""
    records, _ = read_compared(data, settings)
    policy, loss, limits = competing_trees(records, settings)
    with progress("solving subproblems") as advance:
        found = SearchOptions(budget=settings["budget"], progress=advance)
        sizes = tuple(least_losses(records, policy, Objective(loss), limits, found))
        beside = greedy_beside(best_trees(records, policy, Objective(loss), limits, found), PRESETS, records)
        within = (tree for tree in beside if isinstance(tree, GreedyTree) and tree.leaves <= (limits.leaves or tree.leaves))
        display = FrontierDisplay.from_losses(sizes, within, loss.name)
    save(out, display.plot)
