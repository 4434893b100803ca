"""Options that name a file to write, and refuse a file that the command reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os.path import realpath
from pathlib import Path

import click

from dtref.errors import Invalid
from dtref.io.schema_file import schema_beside


class Written(click.Option):
    """
    An option that names a file to write. Errors: Invalid, before anything is done, where the command reads that file (perhaps by a link),
    or another such option names it.
    """

    def handle_parse_result(self, ctx: click.Context, opts: Mapping[str, object], args: list[str]) -> tuple[object, list[str]]:
        """Checks the file against all others that the arguments name."""
        for out in _texts(opts.get(str(self.name))):
            for other in ctx.command.params:
                if other is not self and any(_same(out, file) for file in _files(other, opts)):
                    name = other.opts[0] if isinstance(other, click.Option) else other.human_readable_name
                    raise Invalid(self.opts[0], f"a file of its own, not that of {name}", out)
        return super().handle_parse_result(ctx, opts, args)


def _files(parameter: click.Parameter, opts: Mapping[str, object]) -> Iterator[str]:
    """The files that a parameter names, each followed by the schema file that may be read with it."""
    if isinstance(parameter, Written) or isinstance(parameter.type, click.Path):
        for file in _texts(opts.get(str(parameter.name))):
            yield file
            if Path(file).is_file():
                yield str(schema_beside(file))


def _texts(value: object) -> tuple[str, ...]:
    """The texts of an option: none, one, or several of a repeatable one."""
    match value:
        case str():
            return (value,)
        case list() | tuple():
            return tuple(text for text in value if isinstance(text, str))
        case _:
            return ()


def _same(out: str, file: str) -> bool:
    """Whether two paths name the same regular file. Devices and pipes, such as a terminal, may be read and written at once."""
    if Path(out).is_file() and Path(file).is_file():
        return Path(out).samefile(file)
    return not Path(out).exists() and realpath(out) == realpath(file)
