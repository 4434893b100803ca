"""Machine code for the processor at hand, made by llvmlite from LLVM's bitcode, and kept on disk for the next process where possible."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import cache_from_source
from pathlib import Path

import llvmlite.binding as llvm
from attrs import frozen

ENTRY = "run"
"""The function of a module of bitcode that Python calls."""


@frozen(eq=False)
class MachineCode:
    """Machine code in memory, as long as its engine lives. entry: the address of `ENTRY`."""

    engine: llvm.ExecutionEngine
    entry: int


def machine_code(name: str, bitcode: bytes, addresses: Mapping[str, int]) -> MachineCode:
    """
    The machine code of a module of bitcode. name: under which it is kept. addresses: of the functions that it calls.

    Errors: RuntimeError where LLVM can't read the bitcode.
    """
    for called, address in addresses.items():
        llvm.add_symbol(called, address)
    key = sha256(b"\n".join((_processor().encode(), bitcode))).digest()
    file = f"dtref-{name}.o"
    code = _read(file, key)
    if code is None:
        module, machine = llvm.parse_bitcode(bitcode), _machine()
        module.triple, module.data_layout = machine.triple, str(machine.target_data)
        code = machine.emit_object(module)
        _keep(file, key, code)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return MachineCode(engine, engine.get_function_address(ENTRY))


def llvm_version() -> tuple[int, ...]:
    """
    The version of the LLVM that is installed.

    >>> llvm_version() > (15,)
    True
    """
    return tuple(llvm.llvm_version_info)


def _machine() -> llvm.TargetMachine:
    """LLVM's description of the processor at hand."""
    _initialize()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    # On x86 machine code that isn't moved must be static, as in numba.
    reloc = "static" if target.name.startswith("x86") else "default"
    cpu, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    return target.create_target_machine(cpu=cpu, features=features, opt=2, reloc=reloc, codemodel="jitdefault", jit=True)


@cache
def _initialize() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


@cache
def _processor() -> str:
    """What machine code depends on, besides the bitcode."""
    features = llvm.get_host_cpu_features().flatten()
    return " ".join((llvm.get_process_triple(), llvm.get_host_cpu_name(), features, *map(str, llvm.llvm_version_info)))


def _read(name: str, key: bytes) -> bytes | None:
    """The machine code that was kept under a name, if it is of that key, and whole."""
    for folder in _folders():
        try:
            kept = (folder / name).read_bytes()
        except OSError:
            continue
        code = kept[64:]
        if kept[:32] == key and kept[32:64] == sha256(code).digest():
            return code
    return None


def _keep(name: str, key: bytes, code: bytes) -> None:
    """Keeps machine code in the first folder that can be written: in place at once, as other processes may read it."""
    for folder in _folders():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            own = folder / f"{name}.{os.getpid()}"
            own.write_bytes(key + sha256(code).digest() + code)
            own.replace(folder / name)
            return
        except OSError:  # no room, no right to write, or another process has the file open
            continue


def _folders() -> Iterator[Path]:
    """Where machine code is kept: where numba is told to keep its own, else beside Python's, else where the user's programs do."""
    if told := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(told)
        return
    yield Path(cache_from_source(__file__)).parent
    user = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
    with suppress(RuntimeError):  # no home
        yield (Path(user) if user else Path.home() / ".cache") / "dtref"
