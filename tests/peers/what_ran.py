"""
Which functions of dtref ran, and whether any of them has changed since: so that evidence is stale only where something that it rests on is
not what it was.

`watched` notes the functions that are entered; a list of them is kept as text, a line for each file: a hash of what they do, then their
names. Comments, docstrings, layout and whatever did not run leave the hash as it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from cProfile import Profile
from hashlib import sha256
from pathlib import Path
from types import CodeType

from peers.code_hash import ROOT
from peers.definitions import Name, definitions, that_count

Lines = Mapping[str, str]
"""By file: a hash, and after it the functions that ran there; of a file of which only values and classes count, the hash alone."""


@contextmanager
def watched(ran: set[Name], root: Path = ROOT, package: str = "dtref") -> Iterator[None]:
    """Inside, the functions of a package that are entered are added to a set: its file, and `f` or `Class.f`, which has what is inside."""
    profile, own = Profile(subcalls=False, builtins=False), f"{root / package}/"
    profile.enable()
    try:
        yield
    finally:
        profile.disable()
        codes = [code for entry in profile.getstats() if isinstance(code := entry.code, CodeType) and code.co_filename.startswith(own)]
        ran |= {(code.co_filename[len(f"{root}/") :], _outer(code)) for code in codes} - PASSED_THROUGH


PASSED_THROUGH = {("dtref/__init__.py", "__getattr__")}
"""Looks a public name up, which decides nothing of what it does."""


def _outer(code: CodeType) -> str:
    return code.co_qualname.partition(".<locals>")[0]


def lines(ran: Collection[Name], root: Path = ROOT) -> dict[str, str]:
    """The functions that ran, file by file, with the hash of what counts of each file."""
    counted, names = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for file, name in that_count(ran, root):
        counted[file].add(name)
    for file, name in ran:
        names[file].add(name)
    return {file: " ".join((_hash(root / file, counted[file]), *sorted(names[file]))) for file in sorted(counted)}


def _hash(path: Path, names: Collection[str]) -> str:
    known = definitions(path).definitions
    return sha256(repr([(name, known[name].shapes) for name in sorted(names)]).encode()).hexdigest()[:8]


def functions(kept: Lines) -> set[Name]:
    """The functions of such lines."""
    return {(file, name) for file, line in kept.items() for name in line.split()[1:]}


def changed(kept: Lines, root: Path = ROOT) -> list[str]:
    """The files that are not what they were as far as it counts; those that are gone, or have lost a function that ran, among them."""
    still = {(file, name) for file, name in functions(kept) if (root / file).is_file()}
    now = lines(still, root)
    return sorted(file for file in kept.keys() | now.keys() if kept.get(file) != now.get(file))


def digest(kept: Lines) -> str:
    """A hash of all lines, in 16 digits."""
    return sha256(repr(sorted(kept.items())).encode()).hexdigest()[:16]
