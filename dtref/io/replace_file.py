"""
Replaces a file as a whole: whatever happens, the old or the new one is there whole. Fills a folder with all its files, or none.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count
from os import PathLike
from os.path import realpath, samestat
from pathlib import Path
from stat import S_IMODE, S_ISREG


def replace(path: str | PathLike[str], data: bytes) -> None:
    """
    Writes bytes to a new file, which then takes the name of the old one. A link stays a link, the file keeps its permissions. A pipe or
    device, and standard output, are written to directly. Errors: OSError; nothing has changed then.
    """
    old = _status(path)
    descriptor = None if old is None else _own_output(old)
    # No regular file: written to directly.
    if descriptor is not None or (old is not None and not S_ISREG(old.st_mode)):
        with os.fdopen(os.dup(descriptor), "wb") if descriptor is not None else Path(path).open("wb") as file:
            file.write(data)
        return
    target = Path(realpath(path))
    if old is not None:
        os.close(os.open(target, os.O_WRONLY))  # a file that may not be written isn't replaced either
    with _in_folder(target.parent, lambda new: new.touch(exist_ok=False)) as new:
        if old is not None:
            _make_alike(new, old)
        with new.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(target)


def fill_folder(path: str | PathLike[str], texts: Mapping[str, str]) -> None:
    """
    Writes texts as files, by their names, into a new folder or an empty one: all, or none. Errors: OSError; nothing has changed then.
    """
    target = Path(realpath(path))
    exists = target.exists()
    with _in_folder(target if exists else target.parent, Path.mkdir) as new:
        for name, text in texts.items():
            (new / name).write_bytes(text.encode("utf-8", "backslashreplace"))
        if exists:
            _move(new, target, texts)
        else:
            new.rename(target)


def _move(new: Path, target: Path, names: Iterable[str]) -> None:
    """Moves the files of one folder into another, which is empty, and stays empty if that fails."""
    try:
        for name in names:
            (new / name).rename(target / name)
        new.rmdir()
    except BaseException:
        for name in names:
            (target / name).unlink(missing_ok=True)
        raise


@contextmanager
def _in_folder(folder: Path, make: Callable[[Path], None]) -> Iterator[Path]:
    """A context with a new file or folder in a folder, by an unused name; removed if anything goes wrong."""
    names = (folder / f".dtref-{os.getpid()}-{n}" for n in count())
    new = next(name for name in names if _made(name, make))
    try:
        yield new
    except BaseException:
        with suppress(OSError):
            shutil.rmtree(new) if new.is_dir() else new.unlink()
        raise


def _made(name: Path, make: Callable[[Path], None]) -> bool:
    try:
        make(name)
    except FileExistsError:
        return False
    return True


def _status(path: str | PathLike[str]) -> os.stat_result | None:
    """The status of a file, or of the target of a link; None where there is none."""
    try:
        return Path(path).stat()
    except FileNotFoundError:
        return None


def _own_output(status: os.stat_result) -> int | None:
    """The descriptor of standard output or standard error, if that is the file: /dev/stdout, wherever it leads."""
    for descriptor in (1, 2):
        with suppress(OSError):  # it is closed
            if samestat(os.fstat(descriptor), status):
                return descriptor
    return None


def _make_alike(new: Path, old: os.stat_result) -> None:
    """Gives a file the permissions of another, and its owner as far as the system allows."""
    with suppress(OSError, AttributeError):  # to root only; not on every system
        os.chown(new, old.st_uid, old.st_gid)
    new.chmod(S_IMODE(old.st_mode) & 0o777)
