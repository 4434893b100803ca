"""Names of commands and formulas, typed with hyphens, underscores or blanks."""

from __future__ import annotations

from collections.abc import Iterable

import click

from dtref.cli.choices import Named


def spelt(name: str, known: Iterable[str]) -> str:
    """
    The known name that a typed one means, where hyphen, underscore and blank are the same; an unknown name as it is.

    >>> spelt("gain-ratio", ("gain", "gain_ratio")), spelt("luck", ("gain",))
    ('gain_ratio', 'luck')
    """
    return {_plain(other): other for other in known}.get(_plain(name), name)


def _plain(name: str) -> str:
    return name.replace("_", "-").replace(" ", "-")


class Spelt(Named):
    """A choice by a name, spelt in any of these ways."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The choice that a text names."""
        return super().convert(spelt(value, map(str, self.choices)), param, ctx)


_ELSEWHERE = {"auc": "see explain roc, which tells the area under the curve"}
"""Commands that people may look for, and the hint where to find the result."""


class SpeltCommands(click.Group):
    """A group whose commands may be spelt in any of these ways."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name. Errors: UsageError, with a hint, for one that is part of another command."""
        if cmd_name in _ELSEWHERE:
            raise click.UsageError(f"{cmd_name}: {_ELSEWHERE[cmd_name]}", ctx)
        return super().get_command(ctx, spelt(cmd_name, self.commands))
