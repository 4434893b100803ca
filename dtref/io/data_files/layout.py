"""How a file of a table is laid out, as far as it is told; and a table that was read, with what was found."""

from __future__ import annotations

from importlib.util import find_spec

from attrs import frozen

from dtref.errors import DataNote, Invalid
from dtref.io.schema import Schema
from dtref.io.to_data_set import Table


@frozen
class Layout:
    """
    How a file is laid out. What is None is found.

    delimiter: what separates the cells of a text. encoding: of a text, by a name that Python knows. comment: what the lines begin with that
    are left out. sheet: of a workbook, by name or number.
    """

    delimiter: str | None = None
    encoding: str | None = None
    comment: str | None = None
    sheet: str | None = None


@frozen
class FoundTable:
    """
    A table of a file.

    notes: what was found that nobody told. schema: what the file itself declares beside the kinds of its columns. has_header: whether a
    line names the columns. kind: the format, in words. mark: what separates the cells of a text.
    """

    table: Table
    kind: str
    notes: tuple[DataNote, ...] = ()
    schema: Schema = Schema()
    has_header: bool = False
    mark: str | None = None


def check_extra(name: str, package: str, extra: str) -> None:
    """
    Refuses a file that needs a package which isn't installed. Errors: Invalid, which names the extra and the command.

    >>> check_extra("t.xlsx", "no_such_package", "excel")
    Traceback (most recent call last):
    dtref.errors.Invalid: t.xlsx: expected the extra dtref[excel], which pip install 'dtref[excel]' installs (got 'no no_such_package')
    """
    if not find_spec(package):
        raise Invalid(name, f"the extra dtref[{extra}], which pip install 'dtref[{extra}]' installs", f"no {package}")
