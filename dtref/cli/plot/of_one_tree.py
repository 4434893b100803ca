"""The command that draws one tree, each node a chart of its records."""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

import click

from dtref.cli.options import DATA, DIGITS_OPTION, GROWING_OPTIONS, READING, GrownFrom, options, progress, read_and_tell
from dtref.cli.plot.picture import form_of, out_option
from dtref.io.files import write_bytes
from dtref.oracle.stated.typed_policy import typed_policy
from dtref.show.drawing.tree_image import IMAGE_FORMS, tree_image
from dtref.show.explained_tree import explained_tree


@click.command(
    "tree",
    epilog="""\b
Example: dtref plot tree golden/data/iris.csv --target species --out iris.svg
Example: dtref plot tree golden/data/play_tennis.csv --target play --as id3 --impurity-at-nodes --out tennis.tex""",
)
@options(DATA, *READING, *GROWING_OPTIONS)
@click.option("--impurity-at-nodes", "impure", is_flag=True, help="Write the impurity that the criterion is about at each node.")
@options(DIGITS_OPTION, out_option(IMAGE_FORMS))
def plot_tree(data: Path, impure: bool, digits: int, out: Path, **settings: Unpack[GrownFrom]) -> None:
    """
    The tree grown from DATA: at each node a chart of its records by the value asked, with the cut; branches as thick as their records are
    many; ties and margins marked. The file is SVG, PNG, PDF, or TikZ to be input in LaTeX (.tex).
    """
    policy = typed_policy(settings)
    records, _ = read_and_tell(data, settings, policy.missing)
    with progress(f"growing {data.name}", len(records)) as advance:
        explanation = explained_tree(records, policy, advance)
    write_bytes(out, tree_image(explanation, form_of(out), explanation.impurity if impure else None, digits))
