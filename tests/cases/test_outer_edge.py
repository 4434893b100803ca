"""The outer edge of the command line: what it prints to, what ends it, what it writes, what it says of bad input; for every command."""

from __future__ import annotations

import errno
import gzip
import html
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from inspect import signature
from itertools import product
from pathlib import Path

import click
import pytest

import dtref
from dtref.cli import app, main
from dtref.cli.exit_codes import TRACEBACK, failing
from dtref.cli.explain.formulas import formulas
from dtref.cli.output import ReaderGone
from dtref.cli.output_files import Written
from dtref.cli.signals import Terminated, terminable
from dtref.errors import Invalid, Undecided, Undefined, shortened, shown, within
from dtref.io.files import read_text, write_bytes, write_text
from dtref.oracle.judge.undisturbed import TERMINATING
from dtref.spec.model.optima import EverySubset
from dtref.spec.model.tests import Subset

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-c", "from dtref.cli import main; main()"]
FILES = "tests/io/foreign/files"
IRIS, PLAY = "golden/data/iris.csv", "golden/data/play_tennis.csv"


def commands(group: click.Group, *path: str) -> Iterator[tuple[str, ...]]:
    """Every command that is no group, by its words."""
    for name, command in sorted(group.commands.items()):
        if isinstance(command, click.Group):
            yield from commands(command, *path, name)
        else:
            yield (*path, name)


EVERY = list(commands(app))


def command_of(path: tuple[str, ...]) -> click.Command:
    command: click.Command = app
    for name in path:
        assert isinstance(command, click.Group)
        command = command.commands[name]
    return command


ROC = ("golden/data/tan_roc.csv", "--score", "score", "--label", "class", "--positive", "+")
TWO = ("golden/data/buys_computer_two_models.csv", "--actual", "buys_computer", "--first", "student", "--second", "majority")
SCORES = ("golden/data/wdbc.csv", "--label", "diagnosis", "--positive", "malignant", "--first", "mean_area", "--second", "mean_texture")
FOLDS = ("golden/data/wdbc_five_by_two.csv", "--first", "stump", "--second", "tree")
BOOSTED = (f"{FILES}/xgboost.json", f"{FILES}/treelite-of-xgboost.json", "--first-format", "xgboost", "--second-format", "treelite")
GROWN = (PLAY, "--target", "play", "--as", "id3")

EXAMPLES: dict[tuple[str, ...], tuple[str, ...]] = {
    ("compare", "models"): ("0.15:30", "0.25:5000"),
    ("compare", "labels"): TWO,
    ("compare", "scores"): SCORES,
    ("compare", "folds"): FOLDS,
    ("compare", "five-by-two"): FOLDS,
    ("cross-validate",): (IRIS, "--target", "species", "--as", "cart", "--folds", "3"),
    ("errata",): ("tan",),
    ("operations",): (),
    ("evaluate",): ("--matrix", "6954,46;412,2588"),
    ("data",): (PLAY, "--target", "play"),
    ("check",): ("0.549", "gain", "4,4", "1,4", "3,0"),
    ("explain", "data"): GROWN,
    ("explain", "node"): GROWN,
    ("explain", "formula"): ("--list",),
    ("explain", "interval"): ("wilson", "80/100"),
    ("explain", "metric"): ("f1", "--matrix", "90,210;140,9560"),
    ("explain", "test"): ("mcnemar", "12", "5"),
    ("explain", "variance"): ("4", "10", "30"),
    ("explain", "variance-reduction"): ("4,10,30", "2,3,5", "2,7,25"),
    ("explain", "absolute_error"): ("4", "5", "11", "1", "0", "2", "2", "1", "3"),
    ("explain", "absolute_error-reduction"): ("4,5,11,1,0,2,2,1,3", "2,1,1,1,0,1,1,0,0", "2,4,10,0,0,1,1,1,3"),
    ("explain", "poisson"): ("4", "5", "11", "1", "0", "2", "2", "1", "3"),
    ("explain", "poisson-reduction"): ("4,5,11,1,0,2,2,1,3", "2,1,1,1,0,1,1,0,0", "2,4,10,0,0,1,1,1,3"),
    ("explain", "entropy"): ("9", "5"),
    ("explain", "error"): ("9", "5"),
    ("explain", "gini"): ("9", "5"),
    ("explain", "pruning"): ("MODEL", "--by", "pessimistic"),
    ("explain", "roc"): ROC,
    ("export",): ("MODEL", "--to", "sql"),
    ("fit",): GROWN,
    ("forest",): (PLAY, "--target", "play", "--trees", "2"),
    ("gen",): ("--only", "gini"),
    ("golden", "show"): ("cs6220-gini-05",),
    ("new-harness",): ("python",),
    ("conformance", "list"): (),
    ("optimal",): (PLAY, "--target", "play", "--depth", "2"),
    ("predict",): ("MODEL", PLAY),
    ("prune",): ("MODEL", "--by", "pessimistic"),
    ("rashomon",): (PLAY, "--target", "play", "--depth", "1", "--within", "1/10"),
    ("reproduce",): ("MODEL", PLAY),
    ("roc",): ROC,
    ("route-diff",): BOOSTED,
    ("show",): ("MODEL",),
    ("stability",): (PLAY, "--target", "play", "--as", "id3", "--samples", "3"),
    ("ties",): GROWN,
    ("verify",): ("MODEL", *GROWN),
}
"""A quick run of each command that tells something, MODEL standing for a model of play_tennis.csv; the criteria all take the same."""


def example(path: tuple[str, ...]) -> tuple[str, ...]:
    return EXAMPLES.get(path, ("9,5", "6,2", "3,3"))


SILENT = [path for path in EVERY if path[0] == "plot"]
LONG = [("conformance", "export"), ("golden", "check"), ("golden", "mutate"), ("golden", "write"), ("judge",), ("spec",)]
TELLING = [path for path in EVERY if path not in SILENT and path not in LONG]

every = pytest.mark.parametrize("path", EVERY, ids=" ".join)
telling = pytest.mark.parametrize("path", TELLING, ids=" ".join)


class Reader(io.RawIOBase):
    """A pipe whose reader goes away after so many bytes."""

    def __init__(self, most: int) -> None:
        self.left = most

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        size = len(bytes(data))  # type: ignore[call-overload]
        if size > self.left:
            raise BrokenPipeError(errno.EPIPE, "Broken pipe")
        self.left -= size
        return int(size)


class FullDisk(Reader):
    def write(self, _: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def pipe_of(raw: io.RawIOBase) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BufferedWriter(raw, 64), encoding="utf-8")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model") / "play.json"
    data = dtref.read_csv(ROOT / PLAY, target="play")
    dtref.save_model(dtref.Model(data.attributes, data.target, "ID3", dtref.grow(data, dtref.ID3)), path)
    return path


Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, model: Path) -> Run:
    """A command line in this process, printing to a stream: its exit code and what it complains of."""
    monkeypatch.chdir(ROOT)

    def run_command(*words: str, to: object = None) -> tuple[int, str]:
        complaints = io.StringIO()
        with monkeypatch.context() as patch:
            patch.setattr("sys.argv", ["dtref", *(str(model) if word == "MODEL" else word for word in words)])
            patch.setattr("sys.stdout", io.StringIO() if to is None else to)
            patch.setattr("sys.stderr", complaints)
            with pytest.raises(SystemExit) as end:
                main()
        assert isinstance(end.value.code, int)
        return end.value.code, complaints.getvalue()

    return run_command


def text_of(run: Run, *words: str, encoding: str = "utf-8") -> str:
    """What a command prints to a file of an encoding."""
    kept = io.BytesIO()
    code, complaint = run(*words, to=io.TextIOWrapper(kept, encoding=encoding, write_through=True))
    assert code == 0, complaint
    assert all(line.isprintable() for line in complaint.split("\n"))
    return kept.getvalue().decode(encoding)


# one last net


FAILURES = [
    MemoryError(),
    RecursionError("maximum recursion depth exceeded"),
    OSError(errno.EIO, "Input/output error", "some\nfile"),
    UnicodeEncodeError("ascii", "x", 0, 1, "ordinal not in range"),
    ValueError("Exceeds the limit (4300 digits) for integer string conversion"),
    KeyError("a\nb"),
    ZeroDivisionError("division by zero"),
    Invalid("x\ny", "a number", "z" * 10**5),
    click.UsageError("no such " + "o" * 10**5),
    RuntimeError("\x1b[31m" + "long " * 10**4),
]


@every
def test_any_failure_is_one_line_and_exit_code_2(monkeypatch: pytest.MonkeyPatch, run: Run, path: tuple[str, ...]) -> None:
    for failure in FAILURES:

        def fail(_: click.Context, failure: Exception = failure) -> None:
            raise failure

        command = command_of(path)
        monkeypatch.setattr(command, "parse_args", lambda _, __: [])
        monkeypatch.setattr(command, "invoke", fail)
        code, complaint = run(*path)
        assert code == 2
        assert complaint.startswith("dtref: ")
        assert complaint.count("\n") == 1
        assert complaint.rstrip("\n").isprintable()
        assert len(complaint) < 1000


def test_a_failure_shows_where_it_comes_from_if_asked(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setenv(TRACEBACK, "1")
    code, complaint = run("fit", "no/such/file.csv", "--target", "y")
    assert code == 2
    assert "Traceback (most recent call last)" in complaint
    assert complaint.splitlines()[-1].startswith("dtref: no/such/file.csv: ")


def test_what_is_no_failure_is_not_caught(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    def leave(_: click.Context) -> None:
        raise GeneratorExit

    monkeypatch.setattr(command_of(("fit",)), "invoke", leave)
    with pytest.raises(GeneratorExit):
        run("fit", PLAY, "--target", "play")


# where the output goes


@every
def test_help_fits_every_encoding(run: Run, path: tuple[str, ...]) -> None:
    whole = text_of(run, *path, "--help")
    assert "Example: dtref " in whole
    for encoding in ("cp1252", "latin-1", "cp437", "ascii"):
        text = text_of(run, *path, "--help", encoding=encoding)
        assert text.replace("\\u2026", "…").replace("\\u2014", "—") == whole


@telling
def test_what_is_told_fits_every_encoding(run: Run, path: tuple[str, ...]) -> None:
    words = (*path, *example(path))
    whole = text_of(run, *words)
    for encoding in ("cp1252", "latin-1", "cp437", "ascii"):
        escaped = re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), text_of(run, *words, encoding=encoding))
        assert escaped == whole


@telling
def test_json_stays_json_in_every_encoding(run: Run, path: tuple[str, ...]) -> None:
    if not any("--json" in p.opts for p in command_of(path).params) or path == ("explain", "formula"):
        pytest.skip("it tells no JSON")
    words = (*path, *example(path), "--json")
    whole = [json.loads(line) for line in text_of(run, *words).splitlines()]
    assert [json.loads(line) for line in text_of(run, *words, encoding="ascii").splitlines()] == whole


@pytest.mark.parametrize(
    "words",
    [("show", "MODEL", "--format", "html"), ("show", "MODEL", "--format", "svg"), ("explain", "gini", "5", "1", "--format", "html")],
)
def test_markup_says_the_same_in_every_encoding(run: Run, words: tuple[str, ...]) -> None:
    whole = text_of(run, *words)
    for encoding in ("cp1252", "ascii"):
        narrow = text_of(run, *words, encoding=encoding)
        assert narrow.isascii()
        assert html.unescape(narrow) == html.unescape(whole)
    assert "\\u" not in whole


def test_python_s_own_setting_of_the_encoding_is_kept() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    ran = subprocess.run([*PROGRAM, "fit", "--help"], capture_output=True, env=env, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"\\u2026" in ran.stdout
    assert ran.stdout.isascii()


@every
def test_a_full_disk_is_one_line_and_exit_code_2(run: Run, path: tuple[str, ...]) -> None:
    for words in ((*path, "--help"), (*path, *example(path))) if path in TELLING else ((*path, "--help"),):
        code, complaint = run(*words, to=pipe_of(FullDisk(0)))
        assert code == 2
        assert complaint == "dtref: standard output: expected a place that can be written to (got 'No space left on device')\n"


@every
def test_a_reader_that_goes_away_is_no_failure(run: Run, path: tuple[str, ...]) -> None:
    for words in ((*path, "--help"), (*path, *example(path))) if path in TELLING else ((*path, "--help"),):
        for most in (0, 70):
            assert run(*words, to=pipe_of(Reader(most))) == (0, "")


def test_a_check_that_failed_is_told_without_a_reader_too(run: Run, tmp_path: Path, model: Path) -> None:
    wrong = model.read_text().replace('["3", "2"]', '["2", "3"]').replace('["2", "3"]', '["9", "9"]', 1)
    (tmp_path / "wrong.json").write_text(wrong)
    words = ("verify", "MODEL", PLAY, "--target", "play", "--as", "cart")
    for most in (0, 70, 10**6):
        assert run(*words, to=pipe_of(Reader(most))) == (1, "dtref: warning: fitted with entropy; CART claims gini\n")
    with pytest.raises(SystemExit) as end, failing(True):
        raise ReaderGone
    assert end.value.code == 1


def test_a_real_pipe_and_a_real_full_disk() -> None:
    fit = f"{sys.executable} -c 'from dtref.cli import main; main()' fit {IRIS} --target species"
    script = f"{fit} | head -1; echo ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("(setosa 50, versicolor 50, virginica 50) [1 of 2 tied]\n0\n", "")
    ran = subprocess.run(["bash", "-c", f"{fit} > /dev/full"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    ran = subprocess.run(["bash", "-c", f"{fit} --as x 2> /dev/full"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    ran = subprocess.run(["bash", "-c", f"{fit} >&- --save /dev/null"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


# what ends it


CODES = {"SIGINT": 130, "SIGTERM": 143, "SIGHUP": 129}


@pytest.mark.parametrize("name", CODES)
def test_a_signal_is_an_exit_code_and_at_most_a_line(name: str, tmp_path: Path) -> None:
    pipe = tmp_path / "data.csv"
    os.mkfifo(pipe)
    started = subprocess.Popen([*PROGRAM, "fit", str(pipe), "--target", "y"], stdout=-1, stderr=-1, text=True)
    with pipe.open("wb"):  # which waits until the command reads
        started.send_signal(signal.Signals[name])
        out, complaint = started.communicate(timeout=60)
    assert (started.returncode, out) == (CODES[name], "")
    assert complaint in {"dtref: interrupted\n", f"dtref: ended by {name}\n"}


@every
def test_every_command_ends_so(monkeypatch: pytest.MonkeyPatch, run: Run, path: tuple[str, ...]) -> None:
    for name, expected in CODES.items():
        command = command_of(path)
        monkeypatch.setattr(command, "parse_args", lambda _, __: [])
        monkeypatch.setattr(command, "invoke", lambda _, name=name: signal.raise_signal(signal.Signals[name]))
        code, complaint = run(*path)
        assert (code, complaint.count("\n")) == (expected, 1)


def test_signals_that_are_ignored_stay_so_and_others_get_their_handlers_back() -> None:
    before = [signal.getsignal(n) for n in TERMINATING]
    old = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    try:
        with terminable():
            signal.raise_signal(signal.SIGHUP)
        with pytest.raises(Terminated) as end, terminable():
            signal.raise_signal(signal.SIGTERM)
        assert end.value.signum == signal.SIGTERM
    finally:
        signal.signal(signal.SIGHUP, old)
    assert [signal.getsignal(n) for n in TERMINATING] == before


# what is written


KILLED = """
import os, random, signal, sys, time
from pathlib import Path
from dtref.spec.model.optima import EverySubset
from dtref.spec.model.tests import Subset
from dtref.io.files import write_text
chance, path = random.Random(17), Path(sys.argv[1])
texts = {c: c * 300_000 for c in "ab"}
write_text(path, texts["a"])
seen, turn = set(), 0
while turn < 50 or len(seen) < 2:  # a busy machine takes longer to write at all
    turn += 1
    child = os.fork()
    if not child:
        first = path.read_text()[0]
        while True:
            for text in (texts["b" if first == "a" else "a"], texts[first]):
                write_text(path, text)
    time.sleep(chance.uniform(0, 0.0004 * max(turn, 50)))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    found = path.read_text()
    assert found in texts.values(), len(found)
    seen.add(found)
"""


def test_a_save_that_is_killed_leaves_the_old_file_or_the_new(tmp_path: Path) -> None:
    ran = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "m.json")], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_full_disk_leaves_the_old_file_and_nothing_else(monkeypatch: pytest.MonkeyPatch, run: Run, tmp_path: Path) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    outputs: dict[str, tuple[str, ...]] = {
        "fit": (PLAY, "--target", "play", "--save", "FILE"),
        "prune": ("MODEL", "--by", "pessimistic", "--save", "FILE"),
    }
    outputs |= {"plot": ("impurity", "--out", "FILE"), "judge": ("MODEL", "--only", "gini", "--junit", "FILE")}
    file = tmp_path / "old.svg"
    file.write_text("old")
    for command, words in outputs.items():
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            code, complaint = run(command, *(str(file) if word == "FILE" else word for word in words))
        assert (code, complaint) == (2, f"dtref: {file}: expected a file that can be written (got 'No space left on device')\n")
        assert [f.name for f in tmp_path.iterdir()] == ["old.svg"]
        assert file.read_text() == "old"


TOO_LARGE = "dtref: m.json: expected a file that can be written (got 'File too large')\n"


def test_a_limit_of_the_system_leaves_the_old_file(tmp_path: Path) -> None:
    (tmp_path / "m.json").write_text("old")
    words = ["fit", str(ROOT / IRIS), "--target", "species", "--save", "m.json"]
    limited = ["bash", "-c", 'ulimit -f 1; exec "$@"', "bash", *PROGRAM, *words]
    ran = subprocess.run(limited, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", TOO_LARGE)
    assert [f.name for f in tmp_path.iterdir()] == ["m.json"]
    assert (tmp_path / "m.json").read_text() == "old"


def test_an_interrupted_write_leaves_the_old_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    (tmp_path / "m.json").write_text("old")
    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_text(tmp_path / "m.json", "new")
    assert {f.name: f.read_text() for f in tmp_path.iterdir()} == {"m.json": "old"}


def test_a_file_keeps_its_permissions_and_a_new_one_gets_the_usual_ones(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_text("old")
    old.chmod(0o640)
    mask = os.umask(0o027)
    try:
        write_text(old, "new")
        write_text(new, "new")
    finally:
        os.umask(mask)
    assert [oct(f.stat().st_mode & 0o777) for f in (old, new)] == ["0o640", "0o640"]
    write_text(tmp_path / "open", "x")
    assert (tmp_path / "open").stat().st_mode & 0o777 == 0o666 & ~mask


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    for name in ("old", "not there yet"):
        link = tmp_path / f"link to {name}"
        link.symlink_to(Path("there") / name)
    (tmp_path / "there" / "old").write_text("old")
    for name in ("old", "not there yet"):
        write_text(tmp_path / f"link to {name}", "new")
        assert (tmp_path / f"link to {name}").is_symlink()
        assert (tmp_path / "there" / name).read_text() == "new"


def test_pipes_and_devices_are_written_to(tmp_path: Path) -> None:
    write_bytes("/dev/null", b"x")
    assert Path("/dev/null").is_char_device()
    with pytest.raises(Invalid, match="No space left on device"):
        write_bytes("/dev/full", b"x")
    words = ["fit", str(ROOT / PLAY), "--target", "play", "--save", "/dev/stdout"]
    piped = subprocess.run([*PROGRAM, *words], capture_output=True, text=True, check=True).stdout
    with (tmp_path / "out").open("w") as file:
        subprocess.run([*PROGRAM, *words], stdout=file, check=True)
    assert (tmp_path / "out").read_text() == piped
    document, end = json.JSONDecoder().raw_decode(piped)
    assert document["format"] == "dtref-tree/1"
    assert piped[end:].startswith("\n(no 5, yes 9)\n")
    os.mkfifo(tmp_path / "fifo")
    reader = subprocess.Popen(["cat", str(tmp_path / "fifo")], stdout=-1, text=True)
    write_text(tmp_path / "fifo", "through")
    assert reader.communicate()[0] == "through"
    assert (tmp_path / "fifo").is_fifo()


def test_a_file_that_may_not_be_written_is_not_replaced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "m.json"
    file.write_text("old")
    file.chmod(0o444)
    if os.access(file, os.W_OK):  # as root
        opened = os.open
        monkeypatch.setattr(os, "open", lambda path, flags, *mode: _denied(path) if flags == os.O_WRONLY else opened(path, flags, *mode))
    with pytest.raises(Invalid, match="expected a file that can be written"):
        write_text(file, "new")
    assert file.read_text() == "old"


def _denied(path: object) -> int:
    raise PermissionError(errno.EACCES, "Permission denied", str(path))


NAMES = {"--save", "--html", "--out", "--junit"}
WRITING = [(path, p) for path in EVERY for p in command_of(path).params if isinstance(p, Written) or NAMES & {*p.opts}]


def test_every_option_that_names_a_file_to_write_knows_what_is_read() -> None:
    assert {p.opts[0] for path, p in WRITING if not isinstance(p, Written)} == {"--html"}
    assert [path for path, p in WRITING if not isinstance(p, Written)] == [("spec",)]
    formulas = {("plot", "impurity"), ("plot", "coverage")}  # which read nothing
    assert {path for path, _ in WRITING} == READING.keys() | formulas | {("spec",), ("conformance", "export")}


READING = {
    ("fit",): ("PLACE", "--target", "play"),
    ("prune",): ("PLACE", "--by", "pessimistic"),
    ("export",): ("PLACE", "--to", "sql"),
    ("judge",): ("--impl", "true", "--known", "PLACE"),
    ("plot", "learning"): ("PLACE", "--target", "play"),
    ("plot", "regions"): ("PLACE", "--target", "play", "--x", "a", "--y", "b"),
    ("plot", "fitting"): ("PLACE", "--target", "play"),
    ("plot", "pruning"): (PLAY, "--target", "play", "--validation", "PLACE"),
    ("plot", "tree"): ("PLACE", "--target", "play"),
    ("plot", "stability"): ("PLACE", "--target", "play"),
    ("plot", "frontier"): ("PLACE", "--target", "play"),
    ("stability",): ("PLACE", "--target", "play"),
    ("plot", "roc"): ("PLACE", "--score", "s", "--label", "l", "--positive", "+"),
}


@pytest.mark.parametrize(("path", "option"), [(path, p) for path, p in WRITING if path in READING], ids=str)
def test_nothing_is_written_onto_what_is_read(run: Run, tmp_path: Path, path: tuple[str, ...], option: Written) -> None:
    own, soft, hard = tmp_path / "own.svg", tmp_path / "soft.svg", tmp_path / "hard.svg"
    shutil.copy(ROOT / PLAY, own)
    soft.symlink_to(own)
    hard.hardlink_to(own)
    before = own.read_bytes()
    for read in (own, soft):
        words = [str(read) if word == "PLACE" else word for word in READING[path]]
        for out in (own, soft, hard, tmp_path / "." / "own.svg"):
            code, complaint = run(*path, *words, option.opts[0], str(out))
            assert code == 2
            assert complaint.startswith(f"dtref: {option.opts[0]}: expected a file of its own, not that of ")
            assert own.read_bytes() == before
            assert soft.is_symlink()


def test_neither_a_schema_that_is_read_along_nor_another_output_is_written_onto(run: Run, tmp_path: Path) -> None:
    shutil.copy(ROOT / PLAY, tmp_path / "play.csv")
    (tmp_path / "play.schema.json").write_text('{"target": "play"}')
    code, complaint = run("fit", str(tmp_path / "play.csv"), "--save", str(tmp_path / "play.schema.json"))
    assert (code, "not that of DATA" in complaint) == (2, True)
    code, complaint = run("fit", str(tmp_path / "play.csv"), "--save", str(tmp_path / "new"), "--html", str(tmp_path / "." / "new"))
    assert (code, "not that of --html" in complaint or "not that of --save" in complaint) == (2, True)
    assert sorted(f.name for f in tmp_path.iterdir()) == ["play.csv", "play.schema.json"]


def test_a_book_that_fails_leaves_no_folder(monkeypatch: pytest.MonkeyPatch, run: Run, tmp_path: Path) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    book = {"index.html": "first", "a.html": "second", "z.html": "third"}
    monkeypatch.setattr("dtref.show.book.write_book.whole_book", lambda: book)
    for folder in (tmp_path / "new", tmp_path / "empty"):
        (tmp_path / "empty").mkdir(exist_ok=True)
        for method in ("write_bytes", "rename", "rmdir"):
            if (folder.name, method) == ("new", "rmdir"):
                continue
            with monkeypatch.context() as patch:
                patch.setattr(Path, method, full)
                code, complaint = run("spec", "--html", str(folder))
            assert (code, complaint.count("\n")) == (2, 1)
            assert sorted(str(f.relative_to(tmp_path)) for f in tmp_path.rglob("*")) == ["empty"]
        assert run("spec", "--html", str(folder)) == (0, "")
        assert {f.name: f.read_text() for f in folder.iterdir()} == book
        shutil.rmtree(folder)


# what is said


@pytest.mark.parametrize(
    ("got", "said"),
    [
        ("x" * 10**6, "'" + "x" * 175 + "... (1000000 characters)"),
        (b"\xff" * 300, None),
        ([f"column {i}" for i in range(10_000)], None),
        (tuple("ab"), "('a', 'b')"),
        ({"a": "b" * 1000}, None),
        ("\n" * 1000, None),
        (10**100_000, "a number too long to print"),
        (Fraction(1, 10**100_000), "a number too long to print"),
    ],
    ids=["text", "bytes", "list", "tuple", "dict", "breaks", "number", "fraction"],
)
def test_what_came_is_told_in_200_characters(got: object, said: str | None) -> None:
    assert len(shown(got)) <= 200
    assert shown(got).isprintable()
    assert said in {None, shown(got)}
    assert len(str(Invalid("here", "y" * 10**5, got))) < 450


def test_of_a_list_the_first_few_are_told_and_how_many_more() -> None:
    names = ", ".join(f"column {i}" for i in range(10_000))
    told = str(Invalid("play.csv", f"one of {names}", "z"))
    assert told.startswith("play.csv: expected one of column 0, column 1, ")
    kept = told.count("column ")
    assert f", ... and {10_000 - kept} more (got 'z')" in told
    assert Invalid("play.csv", f"one of {names}", "z").wanted == f"one of {names}"  # programs get all of it


def test_what_cannot_be_written_is_told_all_the_same() -> None:
    deep: list[object] = []
    for _ in range(10**5):
        deep = [deep]

    class Broken:
        def __repr__(self) -> str:
            raise KeyError("no")

    assert shown(deep) == "a list that cannot be written"
    assert shown(Broken()) == "a Broken that cannot be written"
    while deep:
        deep = deep.pop()  # type: ignore[assignment]


def test_no_place_breaks_the_line() -> None:
    assert str(Invalid("a\nb\x1b[31m", "c\nd", "e\nf")) == r"a\nb\x1b[31m: expected c\nd (got 'e\nf')"
    assert len(str(Invalid("a" * 10**6, "b", "c"))) < 450
    with pytest.raises(Invalid, match=r"^m\.json, numeral: expected a number"), within("m.json"):
        raise Invalid("numeral", "a number", "x")
    with pytest.raises(Invalid, match=r"^m\.json, node 3: expected"), within("here/m.json", "m.json"):
        raise Invalid("m.json, node 3", "a number", "x")


def test_shortened_keeps_both_ends() -> None:
    assert shortened("a" * 500 + "z", 100) == "a" * 75 + " ... " + "a" * 19 + "z"
    assert all(len(shortened("\n, " * 500, most)) <= most for most in range(30, 300))


HOSTILE = {
    "--target": (PLAY, "--target", "q" * 20_000),
    "--as": (PLAY, "--target", "play", "--as", "q" * 20_000),
    "--option": (PLAY, "--" + "q" * 20_000),
    "--min-records": (PLAY, "--target", "play", "--min-records", "9" * 20_000),
    "--nominal": (PLAY, "--target", "play", "--nominal", "q" * 20_000),
    "file": ("q" * 20_000, "--target", "play"),
    "line": ("a\nb", "--target", "play"),
}


@pytest.mark.parametrize("words", HOSTILE.values(), ids=HOSTILE)
def test_long_arguments_make_short_complaints(run: Run, words: tuple[str, ...]) -> None:
    code, complaint = run("fit", *words)
    assert (code, complaint.count("\n")) == (2, 1)
    assert len(complaint) < 900
    assert max(len(run_of) for run_of in re.findall(r"q+|9+|$", complaint)) <= 400


def test_long_cells_and_many_columns_make_short_complaints(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "wide.csv"
    file.write_text(",".join(f"column {i}" for i in range(10_000)) + "\n")
    code, complaint = run("fit", str(file), "--target", "z")
    assert (code, len(complaint) < 700) == (2, True)
    assert complaint.startswith(f"dtref: {file} line 1")
    assert " more" in complaint
    file.write_text('x,y\n"1\n2",a\n' + "9" * 20_000 + ",b\n")
    code, complaint = run("fit", str(file), "--target", "y", "--continuous", "x")
    assert (code, complaint.count("\n"), len(complaint) < 600) == (2, 1, True)


HEAD = (
    '{"format": "dtref-tree/1", "algorithm": "x", "target": {"kind": "nominal", "name": "y", "values": ["a"]}, '
    '"attributes": [%s], "nodes": [%s]}'
)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("dtref", HEAD % ("", '{"counts": [1e99999], "labels": ["a"]}')),
        ("dtref", HEAD % ('{"kind": "continuous", "name": "x"}, {"kind": "continuous", "name": "x"}', "")),
        ("pmml", "<PMML"),
        ("j48", "x <= 1e99999: a (1.0)\nx > 1e99999: b (1.0)\n"),
        ("rpart", "{}"),
        ("xgboost", "[]"),
        ("lightgbm", "{}"),
        ("treelite", "{}"),
        ("protocol", "{}"),
    ],
)
def test_complaints_of_models_name_the_file(run: Run, tmp_path: Path, name: str, text: str) -> None:
    file = tmp_path / "m.model"
    file.write_text(text)
    commands: list[tuple[str, ...]] = [("verify", str(file), PLAY, "--target", "play", "--format", name)]
    commands += [("route-diff", str(file), str(file), "--first-format", name)] if name != "protocol" else []
    commands += [("show", str(file)), ("predict", str(file), PLAY)] if name == "dtref" else []
    for words in commands:
        code, complaint = run(*words)
        assert (code, complaint.count("\n")) == (2, 1)
        assert "m.model" in complaint


def test_a_model_of_other_columns_is_told_with_its_file(run: Run, model: Path) -> None:
    code, complaint = run("verify", "MODEL", IRIS, "--target", "species")
    assert code in {1, 2}
    assert code == 1 or model.name in complaint


# text that leaves


NASTY = ("se\ntosa", "\x1b[31m", "\ud800", "\x9b1m\x7f\u2028")


@pytest.fixture
def nasty(tmp_path: Path) -> Path:
    """A model whose names hold what steers a terminal, breaks a line, or has no UTF-8."""
    x, y = dtref.Continuous(NASTY[1]), dtref.Nominal("y", NASTY)
    data = dtref.DataSet((x,), y, [dtref.Record((Fraction(i),), name) for i, name in enumerate(NASTY)])
    path = tmp_path / "nasty.json"
    dtref.save_model(dtref.Model(data.attributes, data.target, "CA\nRT\ud800", dtref.grow(data, dtref.CART)), path)
    return path


def test_a_model_with_any_names_can_be_written_and_read(nasty: Path) -> None:
    found = dtref.read_model(nasty)
    assert set(found.target.values) == set(NASTY)  # type: ignore[union-attr]
    assert (found.attributes[0].name, found.algorithm) == (NASTY[1], "CA\nRT\ud800")


def test_names_leave_written_out(run: Run, tmp_path: Path, nasty: Path) -> None:
    (tmp_path / "new.csv").write_text(f"{NASTY[1]}\n0\n1\n2\n3\n", encoding="utf-8")
    text = text_of(run, "predict", str(nasty), str(tmp_path / "new.csv"))
    assert text.count("\n") == 4
    assert r"se\ntosa" in text
    for words in (("show",), ("prune", "--by", "pessimistic"), ("explain", "pruning", "--by", "pessimistic"), ("show", "--format", "dot")):
        text = text_of(run, *words, str(nasty))
        assert all(line.isprintable() for line in text.split("\n"))
    told = [json.loads(line) for line in text_of(run, "predict", str(nasty), str(tmp_path / "new.csv"), "--json").splitlines()]
    assert {one["labels"][0] for one in told} == set(NASTY)
    saved = tmp_path / "pruned.json"
    told = json.loads(text_of(run, "prune", str(nasty), "--by", "pessimistic", "--save", str(saved), "--json"))
    assert "\ud800" in told["model"]["target"]["values"]
    assert dtref.read_model(saved).algorithm == "CA\nRT\ud800"
    for more in ((), ("--json",)):
        assert all(line.isprintable() for line in text_of(run, "route-diff", str(nasty), str(nasty), *more).split("\n"))


def test_data_with_any_text_are_told_written_out(run: Run, tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text('x,y\n1,"se\ntosa"\n2,"\x1b[31m"\n3,"\x9b1m"\n', encoding="utf-8")
    for command in ("fit", "verify", "explain data", "explain node"):
        words = [*command.split(), *((str(tmp_path / "m.json"),) if command == "verify" else ()), str(tmp_path / "d.csv"), "--target", "y"]
        save = ("--save", str(tmp_path / "m.json")) if command == "fit" else ()
        for more in ((), ("--json",)):
            text = text_of(run, *words, *more, *save)
            assert all(line.isprintable() for line in text.split("\n"))
            assert not more or json.loads(text)


# numbers of more digits than Python writes by itself


def test_numbers_of_any_number_of_digits_are_written() -> None:
    huge = 10**5000
    assert dtref.decimal(Fraction(1, 3), 4301) == "0." + "3" * 4301
    assert dtref.decimal(huge, 1) == "1" + "0" * 5000 + ".0"
    assert dtref.is_rounding("0." + "3" * 5000, Fraction(1, 3))
    assert not dtref.is_rounding("0." + "3" * 4999 + "4", Fraction(1, 3))
    assert "log2" in str(dtref.entropy((huge, 1)))
    leaf = dtref.Leaf((("a", Fraction(huge)), ("b", Fraction(1))), ("a",))
    assert "a 1e5000, b 1" in dtref.tree_text(leaf)
    target = dtref.Nominal("y", ("a", "b"))
    assert "0" * 5000 in dtref.write_model(dtref.Model((), target, "CART", leaf))
    data = dtref.DataSet((), target, (dtref.Record((), "a", Fraction(huge)), dtref.Record((), "b", Fraction(1))))
    assert "(a 1e5000, b 1)" in str(dtref.explain(data, dtref.CART))
    with pytest.raises(Invalid, match="children that add up"):
        dtref.exact_p((huge, 1), ((1, 0),))
    assert str(dtref.matthews(dtref.BinaryCounts(huge, 1, 2, huge)))
    assert str(dtref.two_sided_deviate(Fraction(1, huge)))
    names = tuple(f"v{i}" for i in range(15_000))
    every = EverySubset(dtref.Nominal("x", names), names)
    asked = Subset(every.attribute, names[:1], names[1:])
    half = (("a", Fraction(1)), ("b", Fraction(1)))
    branch = dtref.Branch(half, ("a", "b"), asked, (every,), (dtref.Leaf(half, ("a",)), dtref.Leaf(half, ("b",))))
    tied = re.search(r"\[1 of ([0-9]+) tied\]", dtref.tree_text(branch))
    assert tied
    assert len(tied[1]) == 4516  # 2^14999 - 1


def test_each_formula_takes_numbers_of_5000_digits_or_says_why_not() -> None:
    huge = 10**5000
    given = {
        "Exact": (huge, Fraction(1, huge), Fraction(huge, 3), -huge, Fraction(1, 3), 3),
        "BinaryCounts": (dtref.BinaryCounts(huge, 1, 2, huge + 1),),
        "Sequence[Exact]": ((huge, 1), (Fraction(1, huge), Fraction(1, 3)), (-huge, 1)),
    }
    tried = 0
    for name, formula in formulas().items():
        kinds = [str(p.annotation) for p in signature(formula).parameters.values() if p.default is p.empty]
        if name in SLOW or not all(kind in given for kind in kinds):
            continue
        for arguments in product(*(given[kind] for kind in kinds)):
            tried += 1
            with suppress(Invalid, Undecided):
                found = formula(*arguments)
                assert isinstance(found, int | Fraction | Undefined) or str(found)
    assert tried > 300


SLOW = {"upper_limit"}
"""Error-based pruning at 10^400 records takes half a minute."""


def test_the_limit_of_the_interpreter_is_lifted_while_a_command_runs(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    most = sys.get_int_max_str_digits()
    monkeypatch.setattr(command_of(("show",)), "invoke", lambda _: print(10**5000))
    assert text_of(run, "show", "MODEL") == "1" + "0" * 5000 + "\n"
    assert sys.get_int_max_str_digits() == most


# long cells


def test_a_long_cell_does_not_make_every_row_long() -> None:
    long = "v" * 100_000
    x, y = dtref.Nominal("x", (long, *(f"v{i}" for i in range(1, 8)))), dtref.Nominal("y", ("c0", "c1", "c2"))
    records = [dtref.Record((value,), y.values[i % 3]) for i, value in enumerate(x.values)]
    text = str(dtref.explain(dtref.DataSet((x,), y, records), dtref.CART))
    rows = 2 * 2**7
    assert len(text) < 10 * len(long) + rows * 3_000


def test_what_is_told_of_data_with_long_cells_is_short(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "long.csv"
    file.write_text("x,y\n" + "".join(f"{c * 100_000},c{i % 2}\n" for i, c in enumerate("abcdefgh")))
    code, told = run("fit", str(file), "--target", "y")
    assert code == 0
    assert "'aaaaa" in told
    assert all(len(line) < 700 and line.isprintable() for line in told.split("\n"))


# what is read


WRAPPED = {
    "gzip": (gzip.compress(b"x,y\n1,a\n"), "a gzip file", "gunzip"),
    "xlsx": (b"PK\x03\x04\x14\x00\x06\x00" + b"\x00" * 18 + b"xl/workbook.xml\x00", "an Excel workbook", "CSV"),
    "ods": (b"PK\x03\x04" + b"\x00" * 26 + b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "an OpenDocument", "CSV"),
    "zip": (b"PK\x03\x04" + b"\x00" * 26 + b"data.csv", "a zip archive", "unpack"),
    "xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 99, "an Excel workbook (.xls)", "CSV"),
    "parquet": (b"PAR1\x15\x04\x15\x80", "a Parquet file", "from_frame"),
    "utf-16": ("x,y\n1,a\n".encode("utf-16"), "UTF-16 text", "UTF-8"),
    "utf-16-be, no mark": ("x,y\n1,a\n".encode("utf-16-be"), "UTF-16 text", "UTF-8"),
    "latin-1": ("x,y\n1,caf\xe9\n".encode("latin-1"), "line 2", "LATIN1"),
    "windows": ("x,y\n1,5 \u20ac\n".encode("cp1252"), "line 2", "WINDOWS-1252"),
    "nul": (b"x,y\n1,\x00\n", "line 2", "UTF-8"),
}


@pytest.mark.parametrize(("data", "what", "remedy"), WRAPPED.values(), ids=WRAPPED)
def test_what_is_no_text_of_a_model_is_named_with_what_to_do(run: Run, tmp_path: Path, data: bytes, what: str, remedy: str) -> None:
    file = tmp_path / "data.csv"
    file.write_bytes(data)
    for words in (("show", str(file)),):
        code, complaint = run(*words)
        assert (code, complaint.count("\n")) == (2, 1)
        assert str(file) in complaint
        assert what in complaint
        assert remedy in complaint


@pytest.mark.parametrize("text", ["PAR1,y\n1,a\n", "ORC,y\n1,a\n", "BZh,y\n", "Obj,y\n", "7z,y\n", "RDX,y\n1,a\n", "PK,y\n1,a\n"])
def test_a_text_that_begins_like_another_format_is_a_text(tmp_path: Path, text: str) -> None:
    (tmp_path / "data.csv").write_text(text)
    assert read_text(tmp_path / "data.csv") == text


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("https://example.org/play.csv", "URLs are not read"),
        ("s3://trees/play.csv", "URLs are not read"),
        ("file:///tmp/play.csv", "URLs are not read"),
        ("tests", "a file, not a folder"),
        ("/dev/zero", "UTF-8 text"),
        ("no/such.csv", "a file that can be read"),
    ],
)
def test_what_is_no_file_is_refused_at_once(run: Run, path: str, words: str) -> None:
    code, complaint = run("fit", path, "--target", "y")
    assert (code, complaint.count("\n")) == (2, 1)
    assert words in complaint


def test_a_pipe_is_read_and_one_without_end_is_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    text = "x,y\n" + "\u00e9,a\n" * 50_000
    for most, refused in ((2**28, False), (100_000, True)):
        monkeypatch.setattr("dtref.io.files.MOST_OF_A_PIPE", most)
        code = "import sys; open(sys.argv[1], 'w', encoding='utf-8').write(sys.argv[2] + '\u00e9,a\\n' * 50_000)"
        with subprocess.Popen([sys.executable, "-c", code, str(fifo), "x,y\n"], stderr=subprocess.DEVNULL):
            if refused:
                with pytest.raises(Invalid, match="as this is no regular file"):
                    read_text(fifo)
            else:
                assert read_text(fifo) == text
