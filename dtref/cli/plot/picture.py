"""The option for the file of a picture, and how a picture is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click
from click.core import ParameterSource

from dtref.cli.options import options
from dtref.cli.output_files import Written
from dtref.cli.printed_numbers import DECIMAL_OUT_OPTION
from dtref.errors import Invalid
from dtref.io.files import write_bytes
from dtref.show.plots.canvas import FORMS, rendered

if TYPE_CHECKING:
    from matplotlib.axes import Axes


_Command = TypeVar("_Command", bound=Callable[..., object])


class _Picture(click.ParamType):  # type: ignore[type-arg]  # generic in click's newest versions only
    """A file whose extension says its format. Errors: Invalid, naming the option."""

    name = "file"

    def __init__(self, forms: Sequence[str]) -> None:
        self.forms = forms

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:  # noqa: ARG002
        """The path that a text names."""
        path = Path(str(value))
        if form_of(path) not in self.forms:
            raise Invalid("--out", f"a file name that ends in {', '.join(f'.{form}' for form in self.forms)}", str(value))
        return path


def out_option(forms: Sequence[str]) -> Callable[[_Command], _Command]:
    """The options for the file of a picture in one of some forms, and for the decimal mark of its numbers."""
    ends = [f".{form}" for form in forms]
    told = f"The file to write: {', '.join(ends[:-1])} or {ends[-1]}."
    return options(click.option("--out", cls=Written, type=_Picture(forms), required=True, metavar="FILE", help=told), DECIMAL_OUT_OPTION)


OUT = out_option(FORMS)


def save(out: Path, plot: Callable[[Axes], object]) -> None:
    """Writes a picture into a file, in the format of its extension."""
    write_bytes(out, rendered(plot, form_of(out)))


def given_options(ctx: click.Context) -> set[str]:
    """The names of the options that the command line gives."""
    return {name for name in ctx.params if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE}


def distinct_values(option: str, wanted: str, names: Sequence[str]) -> tuple[str, ...]:
    """The values of a repeatable option. Errors: Invalid, naming the option, for one that is given twice."""
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise Invalid(option, wanted, repeated[0])
    return tuple(names)


def form_of(path: Path) -> str:
    """The form that a file name's extension says."""
    return path.suffix.lower().removeprefix(".")
