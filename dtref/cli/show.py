"""The command that shows a model's tree."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from dtref.cli.choices import Named
from dtref.cli.foreign_models import OWN_FORMAT, format_options
from dtref.cli.options import DIGITS_OPTION, options, progress
from dtref.cli.output import markup
from dtref.cli.printed_numbers import DECIMAL_OUT_OPTION, EXACT_OPTION
from dtref.cli.provenance import made_by
from dtref.cli.records_for_model import data_for
from dtref.errors import Invalid, printable
from dtref.io.data_files.layout import Layout
from dtref.io.foreign.formats import read_foreign
from dtref.io.models import read_model
from dtref.show.drawing.dot import dot
from dtref.show.drawing.mermaid import mermaid
from dtref.show.drawing.svg import svg
from dtref.show.drawing.tikz import tikz
from dtref.show.drawing.tree_page import tree_page
from dtref.show.foreign_text import foreign_text
from dtref.show.tree_text import tree_text
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Tree, is_regression
from dtref.spec.split.by_name import IMPURITIES
from dtref.spec.split.impurity import Impurity

_DRAWINGS: dict[str, Callable[[Tree, Impurity | None, int], str]] = {"text": tree_text}
"""The drawings of a tree by its counts alone, by the name that the command line uses."""

_PICTURES: dict[str, Callable[[Tree, Impurity | None, int, DataSet | None], str]] = {
    "dot": dot,
    "mermaid": mermaid,
    "svg": svg,
    "tikz": tikz,
}
"""Those that look at records, too, if there are some; the folding page (html), which does, is made apart."""

_FORMS = (*_DRAWINGS, *_PICTURES)

_EXAMPLES = """\b
Example: dtref fit golden/data/iris.csv --target species --save iris.json
         dtref show iris.json --impurity gini
Example: dtref show iris.json --format dot
Example: dtref show iris.json --format svg --data golden/data/iris.csv"""


@click.command(epilog=_EXAMPLES)
@click.argument("model", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    type=Named([*_FORMS, "html"]),
    default="text",
    show_default=True,
    help="dot is for Graphviz, html a page that folds and can be searched (dtref fit --html shows the candidates, too).",
)
@options(*format_options("--format-in"))
@click.option("--impurity", type=Named(list(IMPURITIES)), help="Write this impurity at the nodes (not in html).")
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="Draw the charts of the records of this file; where none misses a value, say of no branch that missing ones take it.",
)
@options(DIGITS_OPTION, EXACT_OPTION, DECIMAL_OUT_OPTION)
def show(model: Path, form: str, file_format: str, number: int, impurity: str | None, data: Path | None, digits: int) -> None:
    """Show the tree of MODEL, a file that dtref fit --save wrote: as text, graph, picture or page; of another program, as text."""
    if file_format != OWN_FORMAT:
        if form != "text" or impurity is not None:
            raise Invalid("--format-in", "--format text, without --impurity, for a tree of another program", file_format)
        foreign = read_foreign(model, file_format, number)
        print("\n".join((foreign_text(foreign), *(f"note: {printable(note)}" for note in foreign.notes))))
        return
    with progress(f"reading {model.name}"):
        read = read_model(model)
    tree = read.tree
    measure = None if impurity is None else IMPURITIES[impurity]
    if measure is not None and form == "html":
        raise Invalid("--impurity", f"--format {', '.join(_FORMS)}", form)
    if measure is not None and (measure.moments != is_regression(tree) or measure.values):  # a model has no weights of values
        raise Invalid("--impurity", "variance of a regression tree, another of a classification tree", impurity)
    if data is not None and form in _DRAWINGS:
        raise Invalid("--data", f"--format {', '.join((*_PICTURES, 'html'))}", form)
    with progress(f"drawing {model.name}"):
        records = None if data is None else data_for(read, data, None, Layout(), None)
        if form == "html":
            drawing = tree_page(tree, model.name, made_by=made_by(), data=records)
        else:
            drawing = _DRAWINGS[form](tree, measure, digits) if form in _DRAWINGS else _PICTURES[form](tree, measure, digits, records)
    print(markup(drawing) if form in {"html", "svg"} else drawing)
