"""The group of the commands that draw."""

from __future__ import annotations

import click

from dtref.cli.plot.of_formulas import FORMULA_PLOTS
from dtref.cli.plot.of_good_trees import plot_frontier
from dtref.cli.plot.of_one_tree import plot_one_tree, plot_stability
from dtref.cli.plot.of_scores import SCORE_PLOTS
from dtref.cli.plot.of_trees import TREE_PLOTS


@click.group(epilog="Example: dtref plot impurity --out impurity.svg")
def plot() -> None:
    """Draw a picture into a file: SVG, PNG or PDF, as its name ends (needs the extra plot; an SVG or TikZ of a tree doesn't)."""


for command in (*FORMULA_PLOTS, *SCORE_PLOTS, *TREE_PLOTS, plot_one_tree, plot_stability, plot_frontier):
    plot.add_command(command)
