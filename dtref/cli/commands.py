"""The commands, gathered into groups."""

from __future__ import annotations

import click

from dtref.cli.compare import compare
from dtref.cli.evaluate import evaluate
from dtref.cli.explain import evaluation, formulas, reports
from dtref.cli.explain.aliases import SpeltCommands
from dtref.cli.forests import forest
from dtref.cli.golden import errata, golden
from dtref.cli.judge import gen, judge
from dtref.cli.plot import of_formulas, of_scores, of_trees
from dtref.cli.prune import prune
from dtref.cli.roc import roc
from dtref.cli.show import show
from dtref.cli.spec import spec
from dtref.cli.trees import explain_data, fit, predict
from dtref.cli.verify import route_diff, verify


def _tell_version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        from dtref._version import __version__

        click.echo(f"dtref {__version__}")
        context.exit()


@click.group(epilog="Example: dtref fit golden/data/iris.csv --target species")
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_tell_version, help="Print the version.")
def app() -> None:
    """Exact decision trees: every decision exact, every tie reported."""


@app.group(cls=SpeltCommands, epilog="Example: dtref explain data golden/data/buys_computer.csv --target buys_computer --as id3")
def explain() -> None:
    """Show a computation step by step."""


@app.group(epilog="Example: dtref plot impurity --out impurity.svg")
def plot() -> None:
    """Draw a picture into a file: SVG, PNG or PDF, as its name ends (needs the extra plot)."""


app.add_command(compare)
app.add_command(errata)
app.add_command(evaluate)
app.add_command(fit)
app.add_command(forest)
app.add_command(gen)
app.add_command(golden)
app.add_command(judge)
app.add_command(predict)
app.add_command(prune)
app.add_command(roc)
app.add_command(route_diff)
app.add_command(show)
app.add_command(spec)
app.add_command(verify)
for command in (explain_data, *formulas.COMMANDS, *evaluation.COMMANDS, *reports.COMMANDS):
    explain.add_command(command)
for command in (*of_formulas.COMMANDS, *of_scores.COMMANDS, *of_trees.COMMANDS):
    plot.add_command(command)
