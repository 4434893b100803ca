"""The command that writes the book. Before this: `dtref.cli.showing`."""

from __future__ import annotations

from pathlib import Path

import click

from dtref.errors import Invalid
from dtref.io.files import write_text


@click.command(epilog="Example: dtref spec --html book")
@click.option("--html", "folder", type=click.Path(path_type=Path), metavar="DIR", required=True, help="A new folder, or an empty one.")
def spec(folder: Path) -> None:
    """Write the executable specification as a book: pages to read from disk, with formulas, code, theorems, golden records, search."""
    from dtref.oracle.book.spec import whole_book

    _make_room(folder)
    files = whole_book()
    for name, text in files.items():
        write_text(folder / name, text)
    print(f"{len(files)} files, {sum(len(text.encode()) for text in files.values()) / 10**6:.1f} MB; start with {folder / 'index.html'}")


def _make_room(folder: Path) -> None:
    """The folder is there, and empty: nothing is overwritten. Errors: Invalid where it can't be."""
    try:
        folder.mkdir(exist_ok=True)
        if any(folder.iterdir()):
            raise Invalid(str(folder), "a new folder, or an empty one", "a folder with something in it")
    except OSError as problem:
        raise Invalid(str(folder), "a folder that can be made", problem.strerror) from None
