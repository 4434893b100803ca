"""Options that name a file to be written: never one that the command reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os.path import realpath
from pathlib import Path

import click

from dtref.errors import Invalid
from dtref.io.schema_file import schema_beside


class Written(click.Option):
    """
    An option that names a file to be written. Errors: Invalid, before anything is done, where that is a file which the command reads (also
    by a link to it), or one that another such option names.
    """

    def handle_parse_result(self, ctx: click.Context, opts: Mapping[str, object], args: list[str]) -> tuple[object, list[str]]:
        """The file that the arguments name, compared with all others that they name."""
        for out in _texts(opts.get(str(self.name))):
            for other in ctx.command.params:
                if other is not self and any(_same(out, file) for file in _files(other, opts)):
                    name = other.opts[0] if isinstance(other, click.Option) else other.human_readable_name
                    raise Invalid(self.opts[0], f"a file of its own, not that of {name}", out)
        return super().handle_parse_result(ctx, opts, args)


def _files(parameter: click.Parameter, opts: Mapping[str, object]) -> Iterator[str]:
    """The files that a parameter names, each with the schema that may be read along with it."""
    if isinstance(parameter, Written) or isinstance(parameter.type, click.Path):
        for file in _texts(opts.get(str(parameter.name))):
            yield file
            if Path(file).is_file():
                yield str(schema_beside(file))


def _texts(value: object) -> tuple[str, ...]:
    """The texts of an option: none, one, or those of one that is repeated."""
    match value:
        case str():
            return (value,)
        case list() | tuple():
            return tuple(text for text in value if isinstance(text, str))
        case _:
            return ()


def _same(out: str, file: str) -> bool:
    """Whether writing to one is writing to the other. Devices and pipes, such as a terminal, can be read and written at once."""
    if Path(out).is_file() and Path(file).is_file():
        return Path(out).samefile(file)
    return not Path(out).exists() and realpath(out) == realpath(file)
