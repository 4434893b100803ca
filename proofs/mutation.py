"""
Does a proof fail for every mistake in a formula?   A command: python -m proofs.mutation [--module NAME ...] [--proofs FILE ...] [--json].

Every mutant of every formula takes the formula's place, and the theorems that run the formula are proved, fastest first, until one fails.
A mutant that none meets *survives*: it is explained in `survivors.json`, or it is a gap. Ends with 1 where there is a gap.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import pkgutil
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import TYPE_CHECKING

from attrs import asdict, frozen

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

from proofs.mutants import Mutant, formulas, mutants, states_formula
from proofs.theorem import Theorem, theorems

PACKAGES = (
    "dtref.spec.model",
    "dtref.spec.preparation",
    "dtref.spec.split",
    "dtref.spec.growing",
    "dtref.spec.pruning",
    "dtref.spec.evaluation",
    "dtref.spec.ensembles",
    "dtref.spec.views",
)
SURVIVORS = Path(__file__).with_name("survivors.json")
SECONDS = 20

Where = tuple[str, str]
"""A function: its file, its qualified name."""


class TimeIsUp(BaseException):
    """What ends a proof that takes too long; no proof may catch it."""


@frozen
class Timed:
    """A theorem, and how many seconds its proof takes."""

    theorem: Theorem
    seconds: float


@frozen
class Survivor:
    """A mutant that no theorem meets: where it is, what was changed, which theorems were proved nevertheless, and why that is right."""

    function: str
    line: int
    original: str
    mutated: str
    theorems: tuple[str, ...]
    reason: str | None


@frozen
class Report:
    """
    What became of the mutants of a module.

    timed_out: those of the killed whose proof did not end in time. unproved: formulas that no theorem runs. stale: explained survivors
    that are none.
    """

    module: str
    mutants: int
    killed: int
    timed_out: tuple[str, ...]
    survivors: tuple[Survivor, ...]
    unproved: tuple[str, ...]
    stale: tuple[str, ...]

    @property
    def gaps(self) -> int:
        """How much is left to do."""
        return sum(survivor.reason is None for survivor in self.survivors) + len(self.unproved) + len(self.stale)


def modules(packages: Iterable[str] = PACKAGES) -> Iterator[ModuleType]:
    """The modules of the packages that have formulas."""
    for package in packages:
        found = importlib.import_module(package)
        names = [package, *(one.name for one in pkgutil.walk_packages(getattr(found, "__path__", []), f"{package}."))]
        yield from (module for module in map(importlib.import_module, names) if formulas(module))


def who_runs(proved: Iterable[Theorem], files: frozenset[str], say: Callable[[str], None]) -> dict[Where, tuple[Timed, ...]]:
    """For each function of the files the theorems whose proof runs it, fastest first. A theorem that fails is said and left out."""
    found: dict[Where, list[Timed]] = defaultdict(list)
    for theorem in proved:
        codes = set[CodeType]()
        forget(caches())
        start = time.perf_counter()
        sys.setprofile(partial(_record, codes))
        try:
            theorem.prove()
        except Exception as error:
            sys.setprofile(None)
            say(f"left out, as it fails without a mutant: {theorem.name}: {error!r}")
            continue
        finally:
            sys.setprofile(None)
        for where in {(code.co_filename, code.co_qualname.partition(".<locals>")[0]) for code in codes if code.co_filename in files}:
            found[where].append(Timed(theorem, time.perf_counter() - start))
    return {where: tuple(sorted(some, key=lambda one: one.seconds)) for where, some in found.items()}


def _record(codes: set[CodeType], frame: FrameType, event: str, _: object) -> None:
    if event == "call":
        codes.add(frame.f_code)


def examine(module: ModuleType, runners: Mapping[Where, Sequence[Timed]], explained: Sequence[Mapping[str, str]]) -> Report:
    """What becomes of the mutants of a module. explained: of survivors their module, function, original, mutated and reason."""
    file, reasons = str(module.__file__), {_key(one): one["reason"] for one in explained if one["module"] == module.__name__}
    wanted, timed_out, survivors = dict.fromkeys(_told(module)), list[str](), list[Survivor]()
    count = killed = 0
    for mutant in mutants(module):
        count += 1
        wanted[mutant.function] = None
        if runs := runners.get((file, mutant.function)):
            met = meets(mutant, runs)
            killed += met is not None
            if met is TimeIsUp:
                timed_out.append(f"{mutant.line}: {mutant.function}: {mutant.original} -> {mutant.mutated}")
            if met is None:
                names = tuple(one.theorem.name for one in runs)
                reason = reasons.get((mutant.function, mutant.original, mutant.mutated))
                survivors.append(Survivor(mutant.function, mutant.line, mutant.original, mutant.mutated, names, reason))
    found = {(one.function, one.original, one.mutated) for one in survivors}
    return Report(
        module.__name__,
        count,
        killed,
        tuple(timed_out),
        tuple(survivors),
        tuple(name for name in wanted if (file, name) not in runners),
        tuple(f"{name}: {original} -> {mutated}" for name, original, mutated in reasons if (name, original, mutated) not in found),
    )


def _key(explained: Mapping[str, str]) -> tuple[str, str, str]:
    return explained["function"], explained["original"], explained["mutated"]


def _told(module: ModuleType) -> list[str]:
    """The functions that say their formula, whether or not there is something in them to mistake."""
    return [name for name, function in formulas(module).items() if states_formula(function)]


def meets(mutant: Mutant, runs: Sequence[Timed]) -> type[BaseException] | None:
    """The error that a proof ends with when it runs a mutant, `TimeIsUp` among them; None if the mutant survives."""
    with in_place(mutant):
        held = caches()
        for one in runs:
            forget(held)
            signal.setitimer(signal.ITIMER_REAL, SECONDS + 10 * one.seconds, 1)
            try:
                one.theorem.prove()
            except (TimeIsUp, Exception) as error:
                return type(error)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
    return None


@contextmanager
def in_place(mutant: Mutant) -> Iterator[None]:
    """The mutant is what runs, wherever its function is held: by its module, a class, a cache, a criterion."""
    module = sys.modules[mutant.module]
    same = [
        function
        for function in gc.get_objects()
        if type(function) is FunctionType
        and (function.__module__, function.__code__.co_qualname) == (mutant.module, mutant.function)
        and function.__code__.co_firstlineno == mutant.code.co_firstlineno
    ]
    if not same:
        raise LookupError(f"{mutant.function} of {mutant.module} is held nowhere")
    codes = [function.__code__ for function in same]
    absent = [name for name in mutant.names if name not in vars(module)]
    vars(module).update(mutant.names)
    try:
        for function in same:
            function.__code__ = mutant.code
        forget(caches())
        yield
    finally:
        for function, code in zip(same, codes, strict=True):
            function.__code__ = code
        for name in absent:
            del vars(module)[name]
        forget(caches())


_CACHE = type(cache(lambda: None))


def caches() -> tuple[_lru_cache_wrapper[object], ...]:
    """The caches of dtref's functions, and those of the proofs."""
    return tuple(held for held in gc.get_objects() if type(held) is _CACHE and (held.__module__ or "").startswith(("dtref", "proofs")))


def forget(held: Iterable[_lru_cache_wrapper[object]]) -> None:
    """Empty the caches, so that no value of another mutant is left in them."""
    for one in held:
        one.cache_clear()


def _ring(*_: object) -> None:
    raise TimeIsUp


def _written(report: Report) -> Iterator[str]:
    """A report as lines of text."""
    yield f"{report.module}: {report.mutants} mutants, {report.killed} killed, {len(report.survivors)} survive"
    yield from (f"  time is up (killed): {one}" for one in report.timed_out)
    for one in report.survivors:
        yield f"  survives: {report.module}:{one.line} {one.function}: {one.original}  ->  {one.mutated}"
        yield f"    explained: {one.reason}" if one.reason else f"    NOT EXPLAINED; proved nevertheless: {', '.join(one.theorems)}"
    yield from (f"  NO THEOREM runs {name}" for name in report.unproved)
    yield from (f"  NO SURVIVOR any more, though explained: {one}" for one in report.stale)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m proofs.mutation", description="Does a proof fail for every mistake in a formula?")
    parser.add_argument("--module", nargs="+", default=PACKAGES, metavar="NAME", help="modules or packages of dtref; those of PACKAGES")
    parser.add_argument("--proofs", nargs="+", default=(), metavar="FILE", help="only the theorems of these files, such as gain; all")
    parser.add_argument("--json", action="store_true", help="the report as JSON")
    given = parser.parse_args()
    signal.signal(signal.SIGALRM, _ring)
    examined = tuple(modules(given.module))
    files = frozenset(str(module.__file__) for module in examined)
    runners = who_runs((one for _, one in theorems(given.proofs)), files, lambda text: print(text, file=sys.stderr))
    explained = json.loads(SURVIVORS.read_text(encoding="utf-8"))
    reports = []
    for module in examined:
        reports.append(examine(module, runners, explained))
        if not given.json:
            print(*_written(reports[-1]), sep="\n", flush=True)
    gaps = sum(report.gaps for report in reports)
    if given.json:
        print(json.dumps([asdict(report) for report in reports], indent=1, ensure_ascii=False))
    else:
        print(f"{sum(one.mutants for one in reports)} mutants, {sum(one.killed for one in reports)} killed, {gaps} gaps")
    sys.exit(gaps > 0)


if __name__ == "__main__":
    main()
