"""The command that writes the book."""

from __future__ import annotations

from pathlib import Path

import click

from dtref.cli.options import progress
from dtref.errors import Invalid
from dtref.io.replace_file import fill_folder


@click.command(epilog="Example: dtref spec --html book")
@click.option("--html", "folder", type=click.Path(path_type=Path), metavar="DIR", required=True, help="A new folder, or an empty one.")
def spec(folder: Path) -> None:
    """Write the executable specification as a book: pages to read from disk, with formulas, code, theorems, golden records, search."""
    from dtref.show.book.write_book import whole_book

    _check_room(folder)
    with progress("making the pages"):
        texts = whole_book()
    try:
        fill_folder(folder, texts)
    except OSError as problem:
        raise Invalid(str(folder), "a folder that can be made and filled", problem.strerror) from None
    print(f"{len(texts)} files, {sum(len(text.encode()) for text in texts.values()) / 10**6:.1f} MB; start with {folder / 'index.html'}")


def _check_room(folder: Path) -> None:
    """Checks that a folder can be filled. Errors: Invalid where something would be overwritten, or the folder can't be made."""
    try:
        if folder.exists() and any(folder.iterdir()):
            raise Invalid(str(folder), "a new folder, or an empty one", "a folder with something in it")
    except OSError as problem:
        raise Invalid(str(folder), "a folder that can be made", problem.strerror) from None
    if not folder.absolute().parent.is_dir():
        raise Invalid(str(folder), "a folder that can be made", "No such file or directory")
