"""
The main walks through dtref, each followed call by call in a process of its own. Run: python tests/house_walks.py NAME prints one as JSON.

A reader of a call opens each file of dtref that it enters once: when a function there first runs, coming from the file that calls it; and
goes back from there to the file that calls into the next one. So more data make no longer walk. Bodies of modules are loading, not calls.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout, suppress
from io import StringIO
from itertools import groupby, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import get_ident, setprofile
from types import FrameType

from attrs import field, frozen
from house_imports import DOOR, ROOT, Floors, goes_up

PLAY = ROOT / "golden" / "data" / "play_tennis.csv"
PREDICTED = "actual,predicted\nyes,yes\nyes,no\nno,no\nno,yes\nyes,yes\n"
QUESTIONS = (
    {"operation": "gini", "given": {"counts": ["9", "5"]}},
    {"operation": "recall", "given": {"tp": "3", "fn": "1", "fp": "2", "tn": "4"}},
)
ANSWERS = {"gini": "45/98", "recall": "3/4"}


@frozen
class Walk:
    """The files that a call enters, in the order in which they first are, each with the file that called it (at the start none)."""

    opened: Mapping[str, str | None]

    def stays(self) -> list[str]:
        """Where a reader is who goes from a caller to the file that it opens and on to the next caller: a file for each stay in a room."""
        places = [file for opened, caller in self.opened.items() for file in (caller, opened) if file is not None]
        return [next(stay) for _, stay in groupby(places, key=room)]

    def climbs(self, order: Floors) -> list[tuple[str, str]]:
        """The moves from one stay to the next that lead to a higher floor."""
        return [(a, b) for a, b in pairwise(self.stays()) if goes_up(module(a), module(b), order)]

    def returns(self) -> list[str]:
        """The stays in a room where the reader has been before."""
        rooms = [room(file) for file in self.stays()]
        return [name for i, name in enumerate(rooms) if name in rooms[:i]]


def module(file: str) -> str:
    """The dotted name of a file of the checkout."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def room(file: str) -> str:
    """The room of a file of dtref."""
    return "/".join(file.split("/")[:2])


@frozen
class Follower:
    """What a profiler is told, kept: the files of a folder that are entered, each with the one there that called it first."""

    folder: str
    opened: dict[str, str | None] = field(factory=dict)
    loading: Counter[int] = field(factory=Counter)

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Hear of one event: while a thread loads a module nothing counts."""
        if frame.f_code.co_name == "<module>":
            self.loading[get_ident()] += {"call": 1, "return": -1}.get(event, 0)
        elif event == "call" and not self.loading[get_ident()] and self.has(frame):
            caller = frame.f_back
            while caller is not None and not self.has(caller):
                caller = caller.f_back
            self.opened.setdefault(frame.f_code.co_filename, caller and caller.f_code.co_filename)

    def has(self, frame: FrameType) -> bool:
        """Whether what runs there is of the folder; `_moved.py` hears of imports only, and a checked call is passed through as it is."""
        file = frame.f_code.co_filename
        return file.startswith(self.folder) and file.removeprefix(self.folder) not in {"_moved.py", f"exact{os.sep}checked_call.py"}

    @contextmanager
    def following(self) -> Iterator[None]:
        """Follow what the block does, in all its threads."""
        setprofile(self)
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)
            setprofile(None)


def follow(call: Callable[[], object]) -> Walk:
    """The walk of a call."""
    follower = Follower(f"{ROOT / DOOR}{os.sep}")
    with follower.following():
        call()
    near = {file: Path(file).relative_to(ROOT).as_posix() for file in follower.opened}
    return Walk({near[file]: near.get(caller or "") for file, caller in follower.opened.items()})


def id3() -> Callable[[], object]:
    """`dtref.grow(data, dtref.ID3)` on play tennis."""
    import dtref

    data, grow, policy = dtref.read_csv(PLAY, target="play"), dtref.grow, dtref.ID3
    return lambda: grow(data, policy)


def fit() -> Callable[[], object]:
    """`dtref fit play_tennis.csv --target play`."""
    return command("fit", str(PLAY), "--target", "play")


def evaluate() -> Callable[[], object]:
    """`dtref evaluate` on five records of two classes."""

    def run() -> None:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "predicted.csv"
            path.write_text(PREDICTED, encoding="utf-8")
            command("evaluate", str(path), "--actual", "actual", "--predicted", "predicted")()

    return run


def judge() -> Callable[[], object]:
    """`dtref.judge` of an adapter that answers two questions rightly."""
    import dtref

    asked, given = dtref.judge, [json.dumps(question) for question in QUESTIONS]

    def run() -> None:
        outcomes = [result.judgement.outcome.value for result in asked(lambda operation, _: ANSWERS[operation], given)]
        assert outcomes == ["passed", "passed"], outcomes

    return run


def recall() -> Callable[[], object]:
    """`dtref.recall` of four counts."""
    import dtref

    counts, measure = dtref.BinaryCounts(3, 1, 2, 4), dtref.recall
    return lambda: measure(counts)


def gini() -> Callable[[], object]:
    """`dtref.gini` of two counts."""
    import dtref

    measure = dtref.gini
    return lambda: measure((9, 5))


def gain_ratio() -> Callable[[], object]:
    """`dtref.gain_ratio` of play tennis by outlook."""
    import dtref

    measure = dtref.gain_ratio
    return lambda: measure((9, 5), ((2, 3), (4, 0), (3, 2)))


def command(*words: str) -> Callable[[], object]:
    """What a line typed in a shell does; it must end well, and print something."""
    from dtref.cli import main

    def run() -> None:
        sys.argv, printed = ["dtref", *words], StringIO()
        with redirect_stdout(printed), suppress(SystemExit):
            main()
        assert printed.getvalue(), words

    return run


WALKS = {walk.__name__: walk for walk in (id3, fit, evaluate, judge, recall, gini, gain_ratio)}


def walked(name: str) -> Walk:
    """The walk of that name, in a fresh process, whose sets have the same order each time."""
    path = os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))
    ran = subprocess.run(
        [sys.executable, __file__, name],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return Walk(json.loads(ran.stdout))


if __name__ == "__main__":
    print(json.dumps(dict(follow(WALKS[sys.argv[1]]()).opened)))
