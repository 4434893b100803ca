"""
Kernels as they are shipped: LLVM's bitcode, from which machine code for the processor at hand is made in about a second.

A file of bitcode starts with a line of JSON: sources, the digest of the Python files that it was made of; arguments, the kinds of what it
takes (`kind_of`); answers, whether it returns a number; llvm, the version that wrote it, which later ones can read.
`dtref.engines.compiled.bitcode_writing` makes them.

Arguments are passed in a row of slots of 8 bytes, one each: a number, or the address where numpy's interface for C describes an array,
behind the head of the object. (Asking numpy in Python for all that a kernel must know of its arrays takes a tenth of a millisecond.)
"""

from __future__ import annotations

import ctypes
import json
import sys
from collections.abc import Sequence
from ctypes import CDLL, PYFUNCTYPE, byref, c_char_p, c_int32, c_int64, c_void_p
from functools import cached_property
from pathlib import Path
from struct import Struct
from typing import TypeAlias, cast

import numpy as np
from attrs import frozen

from dtref.engines.compiled.machine_code import MachineCode, llvm_version, machine_code

FOLDER = Path(__file__).parent / "shipped"

CALLED = ("malloc", "free", "frexp", "memcpy", "memmove", "memset")
"""The functions of C's library that machine code may call."""

Slots: TypeAlias = list[int | float]

Traits: TypeAlias = type | tuple[np.dtype[np.generic], int, int]
"""What the kind of an argument follows from: of an array its dtype, dimensions and flags, else its type."""

_CONTIGUOUS, _ALIGNED, _WRITEABLE = 0x1, 0x100, 0x400
"""Flags of arrays, as numpy numbers them."""

_HERE = sys.implementation.name == "cpython" and sys.byteorder == "little" and ctypes.sizeof(c_void_p) == 8
"""Whether slots can be filled as the kernels expect."""

_HEAD = object.__basicsize__
"""The bytes at the start of each object of CPython's."""

_DONE, _NONE = 0, -2
"""The numbers by which numba's functions say that they have returned, also None; others are for exceptions."""


@frozen(eq=False, slots=False)
class Shipped:
    """A kernel in bitcode. arguments: of which kinds. answers: whether it returns a number, or None."""

    name: str
    bitcode: bytes
    arguments: tuple[str, ...]
    answers: bool

    def slots(self, arguments: Sequence[object]) -> bytes | None:
        """The arguments as it takes them; None where it was made for arguments of other kinds."""
        values: Slots = []
        traits: list[Traits] = []
        flatten(arguments, values, traits)
        if (key := tuple(traits)) not in self._serving:
            kinds = list(map(kind_of, traits))
            if len(kinds) != len(self.arguments) or not all(map(serves, kinds, self.arguments)):
                return None
            self._serving.add(key)
        return self._row.pack(*values)

    def run(self, slots: bytes) -> int | None:
        """What the kernel returns. Errors: MemoryError."""
        answer = c_int64()
        status = self._function(slots, byref(answer))
        if status not in (_DONE, _NONE):
            raise MemoryError(self.name)
        return answer.value if self.answers else None

    @cached_property
    def _row(self) -> Struct:
        return Struct("=" + "".join("d" if kind == "float" else "q" for kind in self.arguments))

    @cached_property
    def _serving(self) -> set[tuple[Traits, ...]]:
        """The traits of arguments that have been seen to serve."""
        return set()

    @cached_property
    def _function(self) -> ctypes._FuncPointer:
        return PYFUNCTYPE(c_int32, c_char_p, c_void_p)(self._machine_code.entry)

    @cached_property
    def _machine_code(self) -> MachineCode:
        return machine_code(self.name, self.bitcode, addresses())


def shipped(name: str, digest: str) -> Shipped | None:
    """
    The kernel of that name, if there is one, made of sources with that digest, that can run here.

    >>> shipped("grow_nodes", "another digest")
    """
    file = FOLDER / f"{name}.bc"
    if not file.exists():
        return None
    header, _, bitcode = file.read_bytes().partition(b"\n")
    told = json.loads(header)
    if told["sources"] != digest or tuple(told["llvm"]) > llvm_version() or not _HERE:
        return None
    kernel = Shipped(name, bitcode, tuple(told["arguments"]), told["answers"])
    try:
        _ = kernel._function
    except RuntimeError:  # LLVM can't read it, or has no use for this processor
        return None
    return kernel


def flatten(arguments: Sequence[object], values: Slots, traits: list[Traits]) -> None:
    """
    Writes the slots of arguments, and their traits, behind those that are there.

    >>> values, traits = [], []
    >>> flatten(((3, True), 0.5, np.array([[7], [8]], np.int32)), values, traits)
    >>> list(map(kind_of, traits)), values[:3]
    (['int', 'int', 'float', 'i4 2 cw'], [3, True, 0.5])
    """
    for argument in arguments:
        kind = type(argument)
        if isinstance(argument, np.ndarray):
            traits.append((argument.dtype, argument.ndim, argument.flags.num))
            values.append(id(argument) + _HEAD)
        elif kind is int or kind is float or kind is bool:
            traits.append(kind)
            values.append(cast(int, argument))
        elif isinstance(argument, tuple):
            flatten(argument, values, traits)
        else:
            traits.append(kind)
            values.append(cast(int, argument))


def kind_of(traits: Traits) -> str:
    """
    The kind of an argument, for which a kernel is made.

    >>> kind_of(np.float64), kind_of(np.int64), kind_of(bool), kind_of(str)
    ('float', 'int', 'int', 'unknown')
    """
    if isinstance(traits, tuple):
        dtype, dimensions, flags = traits
        return kind_of_array(dtype, dimensions, bool(flags & _CONTIGUOUS), bool(flags & _WRITEABLE)) if flags & _ALIGNED else "unknown"
    return "float" if issubclass(traits, float) else "int" if issubclass(traits, int | np.integer) else "unknown"


def kind_of_array(dtype: np.dtype[np.generic], dimensions: int, contiguous: bool, writeable: bool) -> str:
    """
    What a kernel must know of an array: of items, dimensions, and whether it is contiguous (c), and may be written (w).

    >>> kind_of_array(np.dtype(np.float64), 1, False, True)
    'f8 1 w'
    """
    items = f"{dtype.kind}{dtype.itemsize}" if dtype.isnative else "foreign"
    return f"{items} {dimensions} {'c' * contiguous}{'w' * writeable}"


def serves(kind: str, wanted: str) -> bool:
    """
    Whether an argument serves where one of another kind is wanted: the same, or an array that is contiguous, or writeable, for nothing.

    >>> serves("f8 1 cw", "f8 1 "), serves("f8 1 ", "f8 1 c"), serves("int", "float")
    (True, False, False)
    """
    if kind == wanted:
        return True
    items, _, flags = kind.rpartition(" ")
    wanted_items, _, wanted_flags = wanted.rpartition(" ")
    return items == wanted_items != "" and set(wanted_flags) <= set(flags)


def addresses() -> dict[str, int]:
    """
    The addresses of `CALLED`.

    >>> sorted(addresses()) == sorted(CALLED)
    True
    """
    library = CDLL("ucrtbase") if sys.platform == "win32" else CDLL(None)
    return {name: ctypes.cast(getattr(library, name), c_void_p).value or 0 for name in CALLED}
