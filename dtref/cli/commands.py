"""The commands, gathered into groups."""

from __future__ import annotations

import click

from dtref.cli.compare import compare_command
from dtref.cli.cross_validate import cross_validate_command
from dtref.cli.evaluate import evaluate_command
from dtref.cli.explain.aliases import SpeltCommands
from dtref.cli.explain.evaluation import EVALUATION_COMMANDS
from dtref.cli.explain.formulas import FORMULA_COMMANDS
from dtref.cli.explain.reports import REPORT_COMMANDS
from dtref.cli.forests import forest
from dtref.cli.golden import errata_command, golden
from dtref.cli.judge import gen, judge_command
from dtref.cli.operations import operations_command
from dtref.cli.plot.of_formulas import FORMULA_PLOTS
from dtref.cli.plot.of_scores import SCORE_PLOTS
from dtref.cli.plot.of_trees import TREE_PLOTS
from dtref.cli.prune import prune
from dtref.cli.roc import roc_command
from dtref.cli.show import show
from dtref.cli.spec import spec
from dtref.cli.trees import fit, predict_command
from dtref.cli.verify import route_diff_command, verify_command


def _tell_version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        from dtref.io.version import __version__

        click.echo(f"dtref {__version__}")
        context.exit()


@click.group(epilog="Example: dtref fit golden/data/iris.csv --target species")
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_tell_version, help="Print the version.")
def app() -> None:
    """Exact decision trees: every decision exact, every tie reported."""


@app.group("explain", cls=SpeltCommands, epilog="Example: dtref explain data golden/data/buys_computer.csv --target buys_computer --as id3")
def explain_group() -> None:
    """Show a computation step by step."""


@app.group(epilog="Example: dtref plot impurity --out impurity.svg")
def plot() -> None:
    """Draw a picture into a file: SVG, PNG or PDF, as its name ends (needs the extra plot)."""


app.add_command(compare_command)
app.add_command(cross_validate_command)
app.add_command(errata_command)
app.add_command(evaluate_command)
app.add_command(fit)
app.add_command(forest)
app.add_command(gen)
app.add_command(golden)
app.add_command(judge_command)
app.add_command(operations_command)
app.add_command(predict_command)
app.add_command(prune)
app.add_command(roc_command)
app.add_command(route_diff_command)
app.add_command(show)
app.add_command(spec)
app.add_command(verify_command)
for command in (*FORMULA_COMMANDS, *EVALUATION_COMMANDS, *REPORT_COMMANDS):
    explain_group.add_command(command)
for command in (*FORMULA_PLOTS, *SCORE_PLOTS, *TREE_PLOTS):
    plot.add_command(command)
