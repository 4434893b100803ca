"""
Hypothesis profiles: `ci` (the default) and `deep` (`pytest --hypothesis-profile=deep`).

`ci` draws the same examples in every run, so that a failure on one machine is a failure on all; `deep` draws new ones.
"""

from __future__ import annotations

import gc
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from time import sleep

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings
from peers.plugin import Peers

UNHURRIED = (HealthCheck.too_slow,)  # an exact example may take its time: brute force on purpose, and machines are shared

settings.register_profile("ci", derandomize=True, deadline=None, max_examples=14, suppress_health_check=UNHURRIED)
settings.register_profile("deep", deadline=None, max_examples=2000, suppress_health_check=UNHURRIED)
settings.load_profile("ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-peers", action="store_true", help="write the table of peers from the tests of this run")


def pytest_configure(config: pytest.Config) -> None:
    """
    Ctrl-C arrives however the run was started. Where Python is told to write no bytecode, the many processes of a run share what one has
    compiled, in pytest's own cache.
    """
    config.pluginmanager.register(Peers(config), "peers")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a script: tests of Ctrl-C send it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if (hangup := getattr(signal, "SIGHUP", None)) is not None and signal.getsignal(hangup) is signal.SIG_IGN:  # as nohup has it
        signal.signal(hangup, signal.SIG_DFL)
    if sys.dont_write_bytecode and (cache := getattr(config, "cache", None)) is not None:
        sys.dont_write_bytecode, sys.pycache_prefix = False, str(cache.mkdir("bytecode"))
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """
    Below this folder doctests are looked for only where some are: else each process would import every helper, the benchmarks' with other
    programs, and look through every test for an example.
    """
    collectors = yield
    if not collectors or ">>> " in file_path.read_text("utf-8"):
        return collectors
    return [collector for collector in collectors if not isinstance(collector, DoctestModule)]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest starts first, else the other processes wait for it at the end."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """
    Spare the garbage collector the thousands of collected tests, which stay to the end: else it looks through all of them again each
    time that a test makes a deep tree. It also comes less often; the trees, whose parts know only what is below them, need it for nothing.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)


@pytest.fixture(scope="session")
def book_folder(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """
    The book, written by the command from files that are laid out as an installed wheel has them; once for all processes of a run, and kept
    for the next run on the same files.
    """
    cache = getattr(request.config, "cache", None)
    if cache is None:
        return new_book(tmp_path_factory)
    kept = cache.mkdir("book") / files_digest()
    if not kept.exists():
        written, own = new_book(tmp_path_factory), kept.with_name(f"{kept.name}.{os.getpid()}")
        for other in kept.parent.glob("*"):
            if not other.name.startswith(kept.name):
                shutil.rmtree(other, ignore_errors=True)
        shutil.copytree(written, own)
        with suppress(OSError):  # another process of this run was as quick
            own.rename(kept)
        shutil.rmtree(own, ignore_errors=True)
    return kept


def files_digest() -> str:
    """What changes when a file of which the book is made, or that makes it, is changed."""
    root, digest = Path(__file__).parent.parent, hashlib.sha256()
    for path in sorted(path for name in ("dtref", "golden", "proofs") for path in (root / name).rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(f"{path.relative_to(root)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:20]


def new_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The book in the folder of this run."""
    own = tmp_path_factory.getbasetemp()
    place = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "book"
    try:
        place.mkdir()
    except FileExistsError:  # another process writes it
        while not (said := place / "said").exists():
            sleep(0.1)
        assert said.read_text() == "written"
        return place / "book"
    try:
        write_book(place)
    except BaseException:
        (place / "said").write_text("failed")
        raise
    (place / "said").write_text("written")
    return place / "book"


def write_book(place: Path) -> None:
    """The book, into a folder of the place."""
    root, ignored = Path(__file__).parent.parent, shutil.ignore_patterns("__pycache__")
    shutil.copytree(root / "dtref", place / "dtref", ignore=ignored)
    for name in ("golden", "proofs"):
        shutil.copytree(root / name, place / "dtref" / name, ignore=ignored)
    code = "import sys; from dtref.cli import main; sys.argv = ['dtref', 'spec', '--html', 'book']; main()"
    env = {**os.environ, "PYTHONPATH": str(place), "PYTHONHASHSEED": "7"}
    ran = subprocess.run([sys.executable, "-P", "-c", code], cwd=place, env=env, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert re.fullmatch(r"\d+ files, \d+\.\d MB; start with book/index\.html\n", ran.stdout)
