"""Names as people type them: with a hyphen or an underscore."""

from __future__ import annotations

from collections.abc import Iterable

import click


def spelt(name: str, known: Iterable[str]) -> str:
    """
    The known name that is typed, a hyphen, an underscore and a blank being the same; a name that is not known as it is.

    >>> spelt("gain-ratio", ("gain", "gain_ratio")), spelt("luck", ("gain",))
    ('gain_ratio', 'luck')
    """
    return {_plain(one): one for one in known}.get(_plain(name), name)


def _plain(name: str) -> str:
    return name.replace("_", "-").replace(" ", "-")


class Spelt(click.Choice):  # type: ignore[type-arg]  # generic in click's newest versions only
    """A choice by a name, spelt either way."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name that a text says."""
        return str(super().convert(spelt(str(value), map(str, self.choices)), param, ctx))


_ELSEWHERE = {"auc": "see explain roc, which tells the area under the curve"}
"""Commands that somebody might look for, and where what they would tell is."""


class SpeltCommands(click.Group):
    """A group whose commands go by names spelt either way."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name. Errors: UsageError for what another one tells, naming it."""
        if cmd_name in _ELSEWHERE:
            raise click.UsageError(f"{cmd_name}: {_ELSEWHERE[cmd_name]}", ctx)
        return super().get_command(ctx, spelt(cmd_name, self.commands))
