"""The compilation of kernels: without checks for division by zero (no size is 0), and kept on disk."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import ParamSpec, TypeVar

from numba import njit
from numba.extending import register_jitable

from dtref.exact import double_logarithm
from dtref.spec.growing import tied_trees

P = ParamSpec("P")
R = TypeVar("R")


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """
    A decorator: the function itself, which numba compiles into compiled callers. Called from Python it runs as Python, and checks indices.

    As only compiled code calls what is compiled, numba needn't make the two entries that Python and C would call: a fifth of all compiling.

    >>> kernel(lambda x: x + 1)(2)
    3
    """
    unchanged: Callable[P, R] = register_jitable(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return unchanged


def kept(make: Callable[[str], Callable[P, R]]) -> Callable[P, R]:
    """
    A decorator: the function that `make` returns, compiled, and kept on disk for the next process where possible.

    Numba's key for it is its own file and the variables that it takes from `make`; changes of functions that it calls in other files would
    not be seen. So `make` is given a digest of all files that kernels are made of, which its function must mention. The digest is in the
    name of the file where it is kept, too: an older one may name classes that are gone, and then reading it fails.

    >>> kept(lambda sources: lambda x: x + len(sources))(2)
    66
    """
    digest = _digest()
    function = make(digest)
    function.__qualname__ = f"{function.__name__}_{digest[:12]}"
    compiled: Callable[P, R]
    try:
        compiled = njit(error_model="numpy", cache=True)(function)
    except RuntimeError:  # numba has no place to keep it
        compiled = njit(error_model="numpy")(function)
    return compiled


def _digest() -> str:
    """Of the files of this folder, and of those elsewhere of which kernels compile a function or a constant."""
    files = [*sorted(Path(__file__).parent.glob("*.py")), *(Path(str(module.__file__)) for module in (double_logarithm, tied_trees))]
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
