"""The commands, each loaded when it is asked for: all of them take a second, and a call needs one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping

import click

from dtref.errors import COMMAND_LINE

Loader = Callable[[], click.Command]


class OnDemand(MutableMapping[str, click.Command]):
    """Commands by name, which are loaded as they are looked up."""

    def __init__(self, loaders: dict[str, Loader]) -> None:
        self._loaders = loaders

    def __getitem__(self, name: str) -> click.Command:
        return self._loaders[name]()

    def __setitem__(self, name: str, command: click.Command) -> None:
        self._loaders[name] = lambda: command

    def __delitem__(self, name: str) -> None:
        del self._loaders[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaders)

    def __len__(self) -> int:
        return len(self._loaders)


def _check() -> click.Command:
    from dtref.cli.check import check_command

    return check_command


def _compare() -> click.Command:
    from dtref.cli.compare import compare_command

    return compare_command


def _conformance() -> click.Command:
    from dtref.cli.conformance import conformance

    return conformance


def _cross_validate() -> click.Command:
    from dtref.cli.cross_validate import cross_validate_command

    return cross_validate_command


def _data() -> click.Command:
    from dtref.cli.data import data_command

    return data_command


def _errata() -> click.Command:
    from dtref.cli.golden import errata_command

    return errata_command


def _evaluate() -> click.Command:
    from dtref.cli.evaluate import evaluate_command

    return evaluate_command


def _explain() -> click.Command:
    from dtref.cli.explain.group import explain_group

    return explain_group


def _export() -> click.Command:
    from dtref.cli.export import export_command

    return export_command


def _fit() -> click.Command:
    from dtref.cli.trees import fit_command

    return fit_command


def _forest() -> click.Command:
    from dtref.cli.forests import forest

    return forest


def _gen() -> click.Command:
    from dtref.cli.judge import gen

    return gen


def _golden() -> click.Command:
    from dtref.cli.golden import golden

    return golden


def _judge() -> click.Command:
    from dtref.cli.judge import judge_command

    return judge_command


def _new_harness() -> click.Command:
    from dtref.cli.new_harness import new_harness

    return new_harness


def _operations() -> click.Command:
    from dtref.cli.operations import operations_command

    return operations_command


def _optimal() -> click.Command:
    from dtref.cli.good_trees import optimal_command

    return optimal_command


def _plot() -> click.Command:
    from dtref.cli.plot.group import plot

    return plot


def _predict() -> click.Command:
    from dtref.cli.trees import predict_command

    return predict_command


def _prune() -> click.Command:
    from dtref.cli.prune import prune

    return prune


def _rashomon() -> click.Command:
    from dtref.cli.good_trees import rashomon_command

    return rashomon_command


def _reproduce() -> click.Command:
    from dtref.cli.reproduce import reproduce_command

    return reproduce_command


def _roc() -> click.Command:
    from dtref.cli.roc import roc_command

    return roc_command


def _route_diff() -> click.Command:
    from dtref.cli.verify import route_diff_command

    return route_diff_command


def _show() -> click.Command:
    from dtref.cli.show import show

    return show


def _spec() -> click.Command:
    from dtref.cli.spec import spec

    return spec


def _stability() -> click.Command:
    from dtref.cli.stability import stability_command

    return stability_command


def _ties() -> click.Command:
    from dtref.cli.ties import ties_command

    return ties_command


def _verify() -> click.Command:
    from dtref.cli.verify import verify_command

    return verify_command


_LOADERS: dict[str, Loader] = {
    "check": _check,
    "compare": _compare,
    "conformance": _conformance,
    "cross-validate": _cross_validate,
    "data": _data,
    "errata": _errata,
    "evaluate": _evaluate,
    "explain": _explain,
    "export": _export,
    "fit": _fit,
    "forest": _forest,
    "gen": _gen,
    "golden": _golden,
    "judge": _judge,
    "new-harness": _new_harness,
    "operations": _operations,
    "optimal": _optimal,
    "plot": _plot,
    "predict": _predict,
    "prune": _prune,
    "rashomon": _rashomon,
    "reproduce": _reproduce,
    "roc": _roc,
    "route-diff": _route_diff,
    "show": _show,
    "spec": _spec,
    "stability": _stability,
    "ties": _ties,
    "verify": _verify,
}


def _tell_version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        from dtref.io.version import __version__

        click.echo(f"dtref {__version__}")
        context.exit()


class _Commands(click.Group):
    """The commands, whose messages name options."""

    def invoke(self, ctx: click.Context) -> object:
        before = COMMAND_LINE.set(True)
        try:
            return super().invoke(ctx)
        finally:
            COMMAND_LINE.reset(before)


@click.group(cls=_Commands, commands=OnDemand(_LOADERS), epilog="Example: dtref fit golden/data/iris.csv --target species")
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_tell_version, help="Print the version.")
def app() -> None:
    """Exact decision trees: every decision exact, every tie reported."""
