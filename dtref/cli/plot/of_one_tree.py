"""The commands that draw one tree, each node a chart of its records, and how sure its nodes are."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Unpack

import click

from dtref.cli.options import DATA, DIGITS_OPTION, GROWING_OPTIONS, READING, GrownFrom, options, progress, read_and_tell
from dtref.cli.plot.picture import OUT, form_of, out_option
from dtref.engines.choice import grow
from dtref.engines.stability import stability
from dtref.io.files import write_bytes
from dtref.oracle.stated.typed_policy import typed_policy
from dtref.show.drawing.tree_image import IMAGE_FORMS, tree_image
from dtref.show.explained_tree import explained_tree
from dtref.show.plots.canvas import rendered
from dtref.show.plots.stability_bars import StabilityDisplay
from dtref.spec.model.trees import leaf_count
from dtref.spec.preparation.random_draws import draw_bootstrap


@click.command(
    "tree",
    epilog="""\b
Example: dtref plot tree golden/data/iris.csv --target species --out iris.svg
Example: dtref plot tree golden/data/play_tennis.csv --target play --as id3 --impurity-at-nodes --out tennis.tex""",
)
@options(DATA, *READING, *GROWING_OPTIONS)
@click.option("--impurity-at-nodes", "impure", is_flag=True, help="Write the impurity that the criterion is about at each node.")
@options(DIGITS_OPTION, out_option(IMAGE_FORMS))
def plot_one_tree(data: Path, impure: bool, digits: int, out: Path, **settings: Unpack[GrownFrom]) -> None:
    """
    The tree grown from DATA: at each node a chart of its records by the value asked, with the cut; branches as thick as their records are
    many; ties and margins marked. The file is SVG, PNG, PDF, or TikZ to be input in LaTeX (.tex).
    """
    policy = typed_policy(settings)
    records, _ = read_and_tell(data, settings, policy.missing)
    with progress(f"growing {data.name}", len(records)) as advance:
        explanation = explained_tree(records, policy, advance)
    write_bytes(out, tree_image(explanation, form_of(out), explanation.impurity if impure else None, digits))


@click.command(
    "stability",
    epilog="Example: dtref plot stability golden/data/tan_default.csv --target defaulted --samples 100 --out sure.svg",
)
@options(DATA, *READING, *GROWING_OPTIONS)
@click.option("--samples", type=click.IntRange(1), default=100, show_default=True, help="How many bootstrap samples to ask at each node.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The seed of the generator that the samples come from.")
@OUT
def plot_stability(data: Path, samples: int, seed: int, out: Path, **settings: Unpack[GrownFrom]) -> None:
    """
    How sure the nodes of the tree grown from DATA are: a bar for each, with the share of bootstrap samples in which it keeps its test,
    asks another, or is a leaf; beside it the margin, and the fewest records without which another test is as good.
    """
    policy, chance = typed_policy(settings), Random(seed)
    records, _ = read_and_tell(data, settings, policy.missing)
    tree = grow(records, policy)
    drawn = [draw_bootstrap(chance, len(records)) for _ in range(samples)]
    with progress(f"asking {leaf_count(tree) - 1} nodes", None) as advance:
        display = StabilityDisplay.from_stability(stability(tree, records, policy, drawn, progress=advance))
    write_bytes(out, rendered(display.plot, form_of(out), display.size))
