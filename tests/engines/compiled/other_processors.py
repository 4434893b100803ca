"""
The shipped kernels as they run on other processors: without fused multiply-adds, or with every product fused into the sum that it goes to.

A compiler may fuse where a processor can, which rounds once where the source rounds twice. The bounds of the filter must hold both ways.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from tempfile import mkdtemp

import llvmlite.binding as llvm

from dtref.engines.compiled import bitcode, machine_code
from dtref.engines.compiled.machine_code import MachineCode

OPERATION = re.compile(r"(= (?:fmul|fadd|fsub|fneg)) (?=double|float|<)")
"""An operation on numbers, in LLVM's text, that may not be fused yet."""


def run_as(fused: bool) -> None:
    """Has all kernels that are loaded from now on run so, and no machine code that others made. Errors: ValueError where none is fused."""
    os.environ["NUMBA_CACHE_DIR"] = mkdtemp()
    features = llvm.get_host_cpu_features()
    for name in ("fma", "fma4"):
        features[name] = fused and features.get(name, False)
    vars(llvm)["get_host_cpu_features"] = lambda: features
    if fused:
        vars(bitcode)["machine_code"] = _fused


def fusing(code: bytes) -> bytes:
    """Bitcode whose products may be fused into the sums that they go to."""
    return bytes(llvm.parse_assembly(OPERATION.sub(r"\1 contract ", str(llvm.parse_bitcode(code)))).as_bitcode())


def fused_operations(code: bytes) -> int:
    """How many fused operations the machine code of some bitcode has, on the processor that is set."""
    module, machine = llvm.parse_bitcode(code), machine_code._machine()
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    return len(re.findall(r"\bvfn?m(?:add|sub)", machine.emit_assembly(module)))


def _fused(name: str, code: bytes, addresses: Mapping[str, int]) -> MachineCode:
    return machine_code.machine_code(name, fusing(code), addresses)
