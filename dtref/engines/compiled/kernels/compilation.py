"""
The compilation of kernels: without checks for division by zero (no size is 0).

Compiling takes numba half a minute. So kernels are shipped compiled as far as they are the same for every processor
(`dtref.engines.compiled.bitcode`); numba compiles them only where that is out of date, or can't be read, and keeps the result on disk.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import cached_property, update_wrapper
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Generic, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from dtref.engines.compiled.bitcode import Shipped

P = ParamSpec("P")
R = TypeVar("R")

PACKAGE = Path(__file__).parents[3]
"""The folder of dtref."""

_IMPORTED = re.compile(r"^from dtref\.([\w.]+) import ", re.MULTILINE)

_inlined: list[Callable[..., object]] = []  # what numba has not been told of yet: it is imported only where it must compile


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """
    A decorator: the function itself, which numba compiles into compiled callers. Called from Python it runs as Python, and checks indices.

    >>> kernel(lambda x: x + 1)(2)
    3
    """
    _inlined.append(function)
    return function


def tell_numba() -> None:
    """
    Makes the functions of `kernel` known to numba, for which it may be asked to compile callers.

    As only compiled code calls them, numba needn't make the two entries that Python and C would call: a fifth of all compiling.

    >>> tell_numba()
    """
    from numba.extending import register_jitable

    while _inlined:
        register_jitable(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(_inlined.pop())


class Kept(Generic[P, R]):
    """
    A compiled function that Python calls: as it is shipped, or as numba compiles it and keeps it on disk for the next process.

    make: returns the function. Numba's key for it is its own file and the variables that it takes from `make`; changes of functions that
    it calls in other files would not be seen. So `make` is given a digest of all files that it is made of, which its function must mention.
    """

    __name__: str

    def __init__(self, make: Callable[[str], Callable[P, R]]) -> None:
        update_wrapper(self, make)
        self.make = make

    def __call__(self, *arguments: P.args, **by_name: P.kwargs) -> R:
        """What the function returns."""
        if self.shipped is not None and not by_name and (slots := self.shipped.slots(arguments)) is not None:
            return cast(R, self.shipped.run(slots))
        return self.compiled_here(*arguments, **by_name)

    @cached_property
    def digest(self) -> str:
        """A digest of the files that the function is made of."""
        return digest_of(Path(self.make.__code__.co_filename))

    @cached_property
    def shipped(self) -> Shipped | None:
        """The function as it is shipped; None where that is out of date, or of no use here, or where numba is told not to compile."""
        if os.environ.get("NUMBA_DISABLE_JIT", "") not in ("", "0"):
            return None
        from dtref.engines.compiled.bitcode import shipped

        return shipped(self.__name__, self.digest)

    @cached_property
    def compiled_here(self) -> Callable[P, R]:
        """
        The function as numba compiles it. The digest is in the name of the file where it is kept, too: an older one may name classes that
        are gone, and then reading it fails.
        """
        from numba import njit

        tell_numba()
        function = self.make(self.digest)
        function.__qualname__ = f"{function.__name__}_{self.digest[:12]}"
        compiled: Callable[P, R]
        try:
            compiled = njit(error_model="numpy", cache=True)(function)
        except RuntimeError:  # numba has no place to keep it
            compiled = njit(error_model="numpy")(function)
        return compiled


def kept(make: Callable[[str], Callable[P, R]]) -> Kept[P, R]:
    """
    A decorator: the function that `make` returns, compiled (`Kept`).

    >>> kept(lambda sources: len).make("digest")
    <built-in function len>
    """
    return Kept(make)


def digest_of(file: Path) -> str:
    """
    A digest of a file of kernels and of all files of dtref that it imports from; of those outside of its folder, not of what they import.

    >>> len(digest_of(Path(__file__)))
    64
    """
    texts, waiting = {}, [file]
    while waiting:
        path = waiting.pop()
        if path not in texts:
            texts[path] = path.read_text("utf-8")
            if path.parent == file.parent:
                waiting += (PACKAGE.joinpath(*module.split(".")).with_suffix(".py") for module in _IMPORTED.findall(texts[path]))
    return sha256("".join(texts[path] for path in sorted(texts)).encode()).hexdigest()
