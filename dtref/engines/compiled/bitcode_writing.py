"""
Writes the kernels that are shipped (`dtref.engines.compiled.bitcode`): `python -m dtref.engines.compiled.bitcode_writing`.

Numba compiles each kernel for the kinds of arguments of the example in its docstring, for no processor in particular; its machine code is
left out. What its functions call of numba's own library stands below.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from doctest import DocTestParser, DocTestRunner
from functools import reduce
from importlib import import_module
from typing import TYPE_CHECKING, cast

from dtref.engines.compiled.bitcode import CALLED, FOLDER, kind_of_array
from dtref.engines.compiled.kernels import READING_ORDER
from dtref.engines.compiled.kernels.compilation import Kept, tell_numba
from dtref.engines.compiled.machine_code import ENTRY, llvm_version

if TYPE_CHECKING:
    import llvmlite.binding as llvm
    from numba import types

KernelOf = Kept[..., object]

FOR_ANY_PROCESSOR = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_LOOP_VECTORIZE": "0", "NUMBA_SLP_VECTORIZE": "0"}
"""What numba must be told when it is imported."""

ANY_LAYOUT = "e-i64:64-i128:128-n32:64-S128"
"""Data in memory as on every processor where kernels run: the lowest byte first, 64 bits aligned."""

OWNED_MEMORY = """
declare ptr @malloc(i64)
declare void @free(ptr)

; An array's memory, behind the description of its owner: how many refer to it, two functions, the address, the size, a third function.
define noalias ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %alignment) {
  %aligned = zext i32 %alignment to i64
  %with_description = add i64 %size, 48
  %room = add i64 %with_description, %aligned
  %owner = call ptr @malloc(i64 %room)
  %failed = icmp eq ptr %owner, null
  br i1 %failed, label %end, label %describe

describe:
  %behind = getelementptr i8, ptr %owner, i64 48
  %first = ptrtoint ptr %behind to i64
  %last_possible = add i64 %first, %aligned
  %start_of_block = urem i64 %last_possible, %aligned
  %start = sub i64 %last_possible, %start_of_block
  %address = inttoptr i64 %start to ptr
  store i64 1, ptr %owner
  %of_address = getelementptr i8, ptr %owner, i64 24
  store ptr %address, ptr %of_address
  br label %end

end:
  ret ptr %owner
}

define void @NRT_MemInfo_call_dtor(ptr %owner) {
  call void @free(ptr %owner)
  ret void
}
"""
"""What numba's library does for `np.empty`, and when an array is no longer needed."""


DATA, LENGTHS, STRIDES = 0, 16, 24
"""Where numpy's description of an array has its address, its lengths and its strides; between are the number of dimensions and 4 bytes."""


def kernels() -> Iterator[KernelOf]:
    """The kernels that Python calls."""
    for name in READING_ORDER:
        module = import_module(f"dtref.engines.compiled.kernels.{name}")
        yield from (value for value in vars(module).values() if isinstance(value, Kept) and value.__module__ == module.__name__)


def example_types(kernel: KernelOf) -> tuple[types.Type, ...]:
    """The types of the arguments of the example in a kernel's docstring."""
    from numba import typeof

    seen: list[tuple[types.Type, ...]] = []
    function = kernel.make(kernel.digest)

    def called(*arguments: object) -> object:
        seen.append(tuple(map(typeof, arguments)))
        return function(*arguments)

    names = {**vars(import_module(kernel.__module__)), kernel.__name__: called}
    DocTestRunner().run(DocTestParser().get_doctest(kernel.__doc__ or "", names, kernel.__name__, None, None))
    return seen[0]


def argument_kinds(types_of_arguments: tuple[types.Type, ...]) -> list[str]:
    """The kinds of arguments (`dtref.engines.compiled.bitcode.flatten`) of these types."""
    from numba import types
    from numba.np.numpy_support import as_dtype

    kinds: list[str] = []
    for argument in types_of_arguments:
        if isinstance(argument, types.Array):
            kinds.append(kind_of_array(as_dtype(argument.dtype), argument.ndim, argument.layout == "C", argument.mutable))
        elif isinstance(argument, types.BaseTuple):
            kinds += argument_kinds(argument.types)  # type: ignore[attr-defined]  # as every tuple has
        else:
            kinds.append("float" if isinstance(argument, types.Float) else "int")
    return kinds


def entry_of(kinds: list[str], parameters: list[str]) -> str:
    """The function that Python calls, in LLVM's language: it takes arguments from their slots. parameters: the types of the kernel's."""
    from llvmlite import ir

    byte, word, pointer, real = ir.IntType(8), ir.IntType(64), ir.PointerType(), ir.DoubleType()
    types_by_name = {"i8": byte, "i64": word, "ptr": pointer, "double": real}
    module = ir.Module()
    kernel_type = ir.FunctionType(ir.IntType(32), [pointer, pointer, *(types_by_name[name] for name in parameters)])
    kernel = ir.Function(module, kernel_type, "kernel")
    entry = ir.Function(module, ir.FunctionType(ir.IntType(32), [pointer, pointer]), ENTRY)
    builder = ir.IRBuilder(entry.append_basic_block())
    slots, answer = entry.args

    def read(kind: ir.Type, address: ir.Value, offset: int) -> ir.Value:
        return builder.load(builder.gep(address, [word(offset)], source_etype=byte), typ=kind, align=1)

    values: list[ir.Value] = []
    for i, kind in enumerate(kinds):
        if kind == "float":
            values.append(read(real, slots, 8 * i))
        elif kind == "int":
            whole = read(word, slots, 8 * i)
            values.append(whole if parameters[len(values)] == "i64" else builder.trunc(whole, byte))
        else:  # of an array: its owner and another object (none), size, size of an item, address, lengths, strides
            items, dimensions, _ = kind.split(" ")
            array = read(pointer, slots, 8 * i)
            lengths, strides = ([read(word, read(pointer, array, at), 8 * d) for d in range(int(dimensions))] for at in (LENGTHS, STRIDES))
            size = reduce(builder.mul, lengths)
            values += (pointer(None), pointer(None), size, word(int(items[1:])), read(pointer, array, DATA), *lengths, *strides)
    builder.ret(builder.call(kernel, [answer, builder.alloca(pointer), *values]))
    return str(module)


def bitcode_of(module: llvm.ModuleRef, name: str, kinds: list[str]) -> bytes:
    """The bitcode of a module of numba's with an entry for Python. name: of its kernel. kinds: of the kernel's arguments."""
    import llvmlite.binding as llvm

    # The entry, and what numba's library has.
    module.get_function(name).name = "kernel"
    parameters = [str(argument.type) for argument in module.get_function("kernel").arguments][2:]
    for added in (OWNED_MEMORY, entry_of(kinds, parameters)):
        module.link_in(llvm.parse_assembly(added))
    for function in module.functions:
        if function.name == "numba_frexp":
            function.name = "frexp"
    # Nothing else is seen from outside, nothing is named, and no processor.
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name != ENTRY:
            value.linkage = "internal"
    module.triple, module.data_layout, module.name = "", ANY_LAYOUT, ""
    machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine()
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = False
    # Numba has compiled each function by itself, for any caller, and its counting of owners apart. Here is one caller, whose arrays nobody
    # owns: hundreds of arguments go, and nearly all counting.
    module = llvm.parse_assembly(re.sub(r"^(attributes .*)\bnoinline\b", r"\1nounwind", str(module), flags=re.MULTILINE))
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_strip_symbols_pass()
    passes.run(module, builder)
    module.data_layout = ""
    unknown = {f.name for f in module.functions if f.is_declaration and not f.name.startswith("llvm.")} - {*CALLED, "sqrt"}
    assert not unknown, unknown
    assert "llvm.x86" not in str(module), "bitcode for any processor"
    # Numba's names of functions, which remain in notes on memory that isn't shared, hold numbers that count what was compiled before.
    return cast(bytes, llvm.parse_assembly(re.sub(r'!"_Z[^"]*"', '!""', str(module))).as_bitcode())


def file_of(kernel: KernelOf) -> bytes:
    """The file of a kernel: a header, and its bitcode."""
    import llvmlite.binding as llvm
    from numba import njit, types

    tell_numba()
    argument_types = example_types(kernel)
    kinds = argument_kinds(argument_types)
    without_entries = njit(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)  # type: ignore[call-overload]  # no such names
    dispatcher = without_entries(kernel.make(kernel.digest))
    dispatcher.compile(argument_types)
    (result,) = dispatcher.overloads.values()
    assert result.signature.return_type in (types.int64, types.none), "a kernel returns an integer, or nothing"
    answers = result.signature.return_type == types.int64
    header = {"sources": kernel.digest, "arguments": kinds, "answers": answers, "llvm": llvm_version()}
    module = llvm.parse_assembly(dispatcher.inspect_llvm(argument_types))
    return json.dumps(header).encode() + b"\n" + bitcode_of(module, result.fndesc.llvm_func_name, kinds)


def without_machine_code() -> None:
    """Makes numba end with its functions in LLVM's language: LLVM changes them when it makes machine code of them, for this processor."""
    from numba.core import codegen, cpu

    def executable(_: object, library: codegen.CodeLibrary, *__: object) -> Callable[..., object]:
        library._ensure_finalized()  # type: ignore[no-untyped-call]
        return [].append  # numba asks for some function of Python's own, another one each time

    cpu.CPUContext.get_executable = executable  # type: ignore[method-assign]
    codegen.JITCodeLibrary._finalize_specific = lambda _: None  # type: ignore[method-assign]


def write_kernels() -> None:
    """Writes all kernels whose sources have changed, and removes those that are gone."""
    os.environ.update(FOR_ANY_PROCESSOR)
    without_machine_code()
    FOLDER.mkdir(exist_ok=True)
    for kernel in kernels():
        file = FOLDER / f"{kernel.__name__}.bc"
        if file.exists() and json.loads(file.read_bytes().partition(b"\n")[0])["sources"] == kernel.digest:
            continue
        file.write_bytes(file_of(kernel))
        print(f"{file.name}: {file.stat().st_size // 1024} kB")
    for file in FOLDER.iterdir():
        if file.stem not in {kernel.__name__ for kernel in kernels()}:
            file.unlink()


if __name__ == "__main__":
    write_kernels()
