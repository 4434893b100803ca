"""Files of every separator, encoding, format and container: what is read, refused or told is what a person expects (`expected_files`)."""

from __future__ import annotations

import io
from importlib.util import find_spec
from pathlib import Path

import pytest
from cases.expected_files import File, awkward_files, plain_files
from cases.expected_texts import expected_texts
from cli.run import Run
from hypothesis import settings

from dtref.io.data_files import unpacked

PLAIN, AWKWARD = plain_files(), [*awkward_files(), *expected_texts()]
FILES = {file.name: file for file in (*PLAIN, *AWKWARD)}


def written(file: File, folder: Path) -> str:
    """The path of a file, written with what stands beside it."""
    if file.needs and not find_spec(file.needs):
        pytest.skip(f"{file.needs} is not installed")
    for name, content in ((file.name, file.content), *file.beside):
        (folder / name).write_bytes(content)
    return str(folder / file.name)


def outcome(code: int, err: str) -> str:
    """What became of a file."""
    return "refused" if code else "told" if err else "silent"


def test_there_are_as_many_as_promised() -> None:
    assert len(FILES) == len(PLAIN) + len(AWKWARD)
    assert len(PLAIN) >= 60
    assert len(AWKWARD) >= 120


@pytest.mark.parametrize("name", FILES)
def test_fit_does_what_a_person_expects(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    file = FILES[name]
    monkeypatch.setattr(unpacked, "ALWAYS", 2**20)
    path = written(file, tmp_path)
    code, out, err = run("fit", path, *file.words)
    assert outcome(code, err) == file.outcome, err
    lines = err.splitlines()
    assert all(line.startswith("dtref: ") and line.isprintable() for line in lines), err
    assert len(lines) <= 1 + (file.outcome == "told"), err
    assert all(text in err for text in file.says), err
    if not file.means:
        return
    # what is read is what is meant
    text, *words = file.means.split("|")
    (tmp_path / "means.csv").write_text(text, "utf-8")
    target = file.words[:2] if file.words[:1] == ("--target",) else ("--target", "class")
    declared = [word for word in file.words if word in ("c45", "--as")]
    again, plainly, _ = run("fit", str(tmp_path / "means.csv"), *target, *words, *declared, "--delimiter", ",")
    assert again == 0
    assert out == plainly


DOORS = [name for name, file in FILES.items() if not file.needs and file.words and file.words[0] == "--target"]
LAYOUT = {"--delimiter", "--encoding", "--comment", "--sheet"}
EVERY = settings.get_current_profile_name() == "deep"


@pytest.mark.parametrize("name", DOORS if EVERY else DOORS[::4])
def test_the_other_commands_say_the_same(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """`data`, `explain data`, `verify`, `predict`, `evaluate`: what is refused is refused in the same line, what is told is told once."""
    file = FILES[name]
    monkeypatch.setattr(unpacked, "ALWAYS", 2**20)
    path, model = written(file, tmp_path), str(tmp_path / "m.json")
    _, _, err = run("fit", path, *file.words, "--save", model)
    assert run("explain", "data", path, *file.words)[2] == err
    code, out, told = run("data", path, *file.words)
    assert (outcome(code, told), bool(out)) in {("refused", False), ("silent", True), ("told", True)}
    layout = [
        word
        for i, word in enumerate(file.words)
        if {"--delimiter", "--encoding", "--comment", "--sheet"} & {word, file.words[max(i - 1, 0)]}
    ]
    labels = ("--actual", file.words[1], "--predicted", file.words[1])
    assert outcome(*run("evaluate", path, *labels, *layout)[::2]) in ("refused", "silent", "told")
    if file.outcome != "refused" and "--drop" not in file.words:  # what was left out may have values that a model lacks
        claim = () if "--as" in file.words else ("--as", "cart")
        assert run("verify", model, path, *file.words, *claim)[2] == err
        notes = "".join(line for line in err.splitlines(keepends=True) if line.startswith("dtref: note"))
        decimal = ("--decimal", ",") if "--decimal" in file.words else ()
        code, out, told = run("predict", model, path, *layout, *decimal)
        count = len(out.splitlines())
        trained = f"dtref: note: {model}: {count} of {count} records have the values of records that the model was trained on\n"
        assert (code, told) == (0, notes + trained)


def test_standard_input_is_read(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Input:
        buffer = io.BytesIO(FILES["sep_semicolon.csv"].content)

    monkeypatch.setattr("sys.stdin", Input)
    code, out, err = run("fit", "-", "--target", "play")
    assert (code, bool(out), err) == (0, True, "dtref: note: -: cells are separated by ';' (--delimiter ';')\n")
    monkeypatch.setattr("sys.stdin", None)
    assert run("fit", "-", "--target", "play")[0] == 2
