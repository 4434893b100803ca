"""The kernels as they are shipped serve for all data: nothing is compiled but machine code, and that once."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dtref

np = pytest.importorskip("numpy")
pytest.importorskip("numba")
llvm = pytest.importorskip("llvmlite.binding")

from engines.compiled.other_processors import fused_operations, fusing  # noqa: E402

from dtref.engines.compiled import bitcode, machine_code  # noqa: E402 - they are of no use without them
from dtref.engines.compiled.bitcode import CALLED, Shipped, kind_of, serves, shipped  # noqa: E402
from dtref.engines.compiled.bitcode_writing import kernels  # noqa: E402
from dtref.engines.compiled.kernels import compilation  # noqa: E402
from dtref.engines.compiled.kernels.layout import Codes  # noqa: E402
from dtref.engines.compiled.kernels.nodes import grow_nodes, grow_nodes_by_cuts  # noqa: E402
from dtref.engines.compiled.kernels.route_layout import BORDER, LEAF, DoubleCells, RowArrays  # noqa: E402
from dtref.engines.compiled.kernels.routes import route  # noqa: E402

KERNELS = {kernel.__name__: kernel for kernel in kernels()}

HEADERS: dict[str, dict[str, list[int]]] = {}
BITCODE: dict[str, bytes] = {}
for file in bitcode.FOLDER.iterdir():
    header, _, BITCODE[file.stem] = file.read_bytes().partition(b"\n")
    HEADERS[file.stem] = json.loads(header)

needs_llvm = pytest.mark.skipif(max(tuple(h["llvm"]) for h in HEADERS.values()) > machine_code.llvm_version(), reason="an older LLVM")

FIT = """
import sys
import numpy, dtref
data = dtref.from_arrays(numpy.arange(60.0).reshape(20, 3) % 7, numpy.arange(20) % 3)
fast, slow = (dtref.grow(data, dtref.CART, engine=engine) for engine in ("fast", "specification"))
print("numba" in sys.modules, fast == slow)
"""
"""A first fit in a process of its own."""


def test_shipped_kernels_are_of_their_sources() -> None:
    wanted = {name: kernel.digest for name, kernel in KERNELS.items()}
    assert {name: h["sources"] for name, h in HEADERS.items()} == wanted, "run python -m dtref.engines.compiled.bitcode_writing"


@needs_llvm
@pytest.mark.parametrize("name", KERNELS)
def test_shipped_kernels_call_nothing_but_memory_and_frexp(name: str) -> None:
    functions = list(llvm.parse_bitcode(BITCODE[name]).functions)
    assert {f.name for f in functions if f.is_declaration and not f.name.startswith("llvm.")} <= {*CALLED, "sqrt"}
    # For any processor, and no logarithm.
    assert not [f.name for f in functions if re.search(r"x86|aarch64|log|(?<!fr)exp(?!erimental)|pow|fm[au]", f.name)]
    assert [f.name for f in functions if f.linkage == llvm.Linkage.external and not f.is_declaration] == [machine_code.ENTRY]


@needs_llvm
def test_products_are_fused_where_another_processor_is_played() -> None:
    machine_code._initialize()
    told = llvm.get_host_cpu_features()
    if not told.get("fma"):
        pytest.skip("this processor can't fuse")
    code = BITCODE["prune_by_errors"]
    assert (fused_operations(code), fused_operations(fusing(code)) > 10) == (0, True)


def test_the_digest_tells_of_every_file_that_a_kernel_is_made_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of = {
        "here/a.py": "from dtref.here.b import f\n",
        "here/b.py": "from dtref.there.c import N\n",
        "there/c.py": "from dtref.d import M\n",
    }
    for name, text in of.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(compilation, "PACKAGE", tmp_path)
    digests = [compilation.digest_of(tmp_path / "here/a.py")]
    for name, text in of.items():
        (tmp_path / name).write_text(text + "# changed\n")
        digests.append(compilation.digest_of(tmp_path / "here/a.py"))
    assert len(set(digests)) == 4


@needs_llvm
def test_two_first_fits_at_once_need_no_numba(tmp_path: Path) -> None:
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    running = [subprocess.Popen([sys.executable, "-c", FIT], env=env, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert [process.communicate(timeout=100)[0] for process in running] == ["False True\n"] * 2
    assert {file.name for file in tmp_path.iterdir()} == {"dtref-presort.o", "dtref-grow_nodes_by_cuts.o"}


@needs_llvm
def test_machine_code_is_kept_whole_or_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "new" / "folder"))
    file = tmp_path / "new" / "folder" / "dtref-spread.o"

    def make(name: str) -> int:
        return machine_code.machine_code("spread", BITCODE[name], bitcode.addresses()).entry

    # Made, then found.
    assert make("spread")
    kept, written = file.read_bytes(), file.stat().st_mtime_ns
    assert make("spread")
    assert file.stat().st_mtime_ns == written
    # Half of a file, and that of other bitcode, are made anew; so is all where no folder can be written.
    file.write_bytes(kept[: len(kept) // 2])
    assert make("spread")
    assert file.read_bytes() == kept
    assert make("route")
    assert file.read_bytes() != kept
    (tmp_path / "no folder").write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "no folder"))
    assert make("spread")


def test_bitcode_that_is_of_other_sources_or_unreadable_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bitcode, "FOLDER", tmp_path)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    for name, version in (("unreadable", 1), ("of an LLVM to come", 1000)):
        header = {"sources": "s", "arguments": [], "answers": False, "llvm": [version]}
        (tmp_path / f"{name}.bc").write_bytes(json.dumps(header).encode() + b"\n" + BITCODE["spread"][: -1000 if version == 1 else None])
    assert [shipped("unreadable", "s"), shipped("of an LLVM to come", "s"), shipped("no such kernel", "s")] == [None, None, None]
    assert shipped("unreadable", "other sources") is None


def test_a_kernel_that_finds_no_memory_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    failing = llvm.parse_assembly(f"define i32 @{machine_code.ENTRY}(ptr %slots, ptr %answer) {{ ret i32 1 }}").as_bitcode()
    with pytest.raises(MemoryError, match="failing"):
        Shipped("failing", failing, (), False).run(b"")


def test_arrays_serve_only_where_a_kernel_reads_them_rightly() -> None:
    cells = np.zeros((4, 6), np.int32)

    def kind(array: Codes) -> str:
        return kind_of((array.dtype, array.ndim, array.flags.num))

    assert serves(kind(cells), kind(cells))
    for other in (cells[::2], cells.T, cells[0], cells.astype(np.int64), cells.astype(np.uint32), cells.astype(">i4")):
        assert not serves(kind(other), kind(cells))
    assert serves(kind(cells), kind(cells[::2]))


def test_numba_compiles_what_is_shipped_when_it_must() -> None:
    tests = np.array([[0, 0, 1, 2], [LEAF, 0, 0, 0], [LEAF, 0, 0, 0]])
    borders, none = tests.view(np.float64)[:, BORDER], np.zeros(0, np.int64)
    borders[0] = 0.5
    rows, cells = (
        RowArrays(tests, np.full(3, -1), np.zeros((0, 6), np.int64), np.zeros(0), none, none),
        DoubleCells(np.array([0.5, 0.75]), 1, 2, 1.0),
    )
    ends, ends_here = np.zeros(2, np.int64), np.zeros(2, np.int64)
    assert route(rows, borders, cells, 0, np.arange(2), ends) == route.compiled_here(rows, borders, cells, 0, np.arange(2), ends_here) == 0
    assert ends.tolist() == ends_here.tolist() == [1, 2]


@needs_llvm
@pytest.mark.parametrize("writeable", [True, False])
@pytest.mark.parametrize("every", [1, 2])
@pytest.mark.parametrize("whole", [np.int64, np.int32, np.uint8, None])
def test_the_shipped_kernels_serve_for_every_array(whole: type | None, every: int, writeable: bool) -> None:
    chance = np.random.default_rng(every)
    x = chance.random((20, 4)).astype(np.float64 if writeable else np.float32)[::every, ::every]
    weights = None if whole is None else chance.integers(1, 5, 20).astype(whole)[::every]
    classes, numbers = chance.integers(0, 3, 20)[::every], chance.standard_normal(20)[::every]
    for array in (x, weights, classes, numbers):
        if array is not None:
            array.flags.writeable = writeable
    dtref.grow(dtref.from_arrays(x, classes, weights=weights), dtref.CART, engine="fast")
    dtref.grow(dtref.from_arrays(x, numbers, weights=weights, continuous=["class"]), dtref.REGRESSION_TREE, engine="fast")
    rows = [{"size": "sm"[i % 2], "x": i // 3, "y": "ab"[i % 3 == 0]} for i in range(9)]
    dtref.grow(dtref.from_records(rows, target="y"), dtref.C45_GAIN_RATIO, engine="fast")
    assert not {"compiled_here"} & {*vars(grow_nodes), *vars(grow_nodes_by_cuts)}
