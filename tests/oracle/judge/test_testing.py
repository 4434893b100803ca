"""In the suites of others: the pytest plugin, the decorator, the Hypothesis entry point; and that nobody else notices them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from pathlib import Path
from shlex import quote

import pytest
from hypothesis import HealthCheck, Phase, find, settings
from hypothesis import strategies as st
from oracle.judge.programs import HARNESS, program

import dtref
from dtref.errors import Invalid
from dtref.oracle.judge.excuses.excuses import excuses_of
from dtref.oracle.judge.excuses.needed import unasked
from dtref.oracle.judge.excuses.reading import read_known
from dtref.oracle.judge.questions import answering
from dtref.oracle.judge.report.replay import by_python
from dtref.testing.checks import HowAsked, NotAnsweredError, checks

PLUGIN = "dtref.testing.pytest_plugin"
DRAWN = settings(phases=[Phase.generate], database=None, suppress_health_check=list(HealthCheck))
SUITE = """
import dtref

class Mine:
    def gini(self, counts):
        n = [float(k) for k in counts]
        return 1 - sum((k / sum(n)) ** 2 for k in n)

    def f1(self, tp, fn, fp, tn):
        return 0.25

@dtref.parametrize_with_checks(Mine(), only=["cs6220-gini-07", "f1", "gain"], known={"gain": "not there"})
def test_mine(check):
    check()
"""


PytestRun = Callable[..., tuple[int, str]]
RUNS = """
import contextlib, io, json, os, sys, pytest
for line in sys.stdin:
    folder, arguments = json.loads(line)
    os.chdir(folder)
    with contextlib.redirect_stdout(io.StringIO()) as text, contextlib.redirect_stderr(text):
        code = pytest.main(arguments)
    print(json.dumps([int(code), text.getvalue()]), flush=True)
"""
"""A process that runs pytest again and again, and so imports what it judges by once. Test files must have names of their own."""


def options() -> list[str]:
    """The plugin is loaded by its entry point where dtref is installed with it, else by name."""
    installed = any(entry.value == PLUGIN for entry in entry_points(group="pytest11"))
    named = [] if installed else ["-p", PLUGIN]
    return [*named, "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "error", "--strict-config", "--strict-markers", "-rs"]


@pytest.fixture(scope="module")
def pytest_run() -> Iterator[PytestRun]:
    """Pytest in a folder of its own: its exit code, and what it prints."""
    with subprocess.Popen([sys.executable, "-c", RUNS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        asked, said = process.stdin, process.stdout

        def run(folder: Path, *arguments: str) -> tuple[int, str]:
            print(json.dumps([str(folder), [*options(), *arguments]]), file=asked, flush=True)
            code, text = json.loads(said.readline())
            return code, text

        yield run


def test_the_decorator(pytest_run: PytestRun, tmp_path: Path) -> None:
    (tmp_path / "test_mine.py").write_text(SUITE)
    code, text = pytest_run(tmp_path)
    assert code == 1, text
    assert "1 failed, 1 passed, 1 skipped" in text
    assert "f1: 3" in text and "answers are wrong" in text
    assert "again    import dtref, test_mine; print(*dtref.results_text([*dtref.judge(test_mine.Mine(), [" in text
    assert "SKIPPED" in text and ": gain" in text
    assert "Traceback" not in text


def test_the_decorator_in_python() -> None:
    marked = dtref.parametrize_with_checks({"gini": lambda counts: 0.5}, only=["gini", "f1"])  # noqa: ARG005
    assert [param.id for param in marked.mark.args[1]] == ["f1", "gini"]
    with pytest.raises(Invalid, match=r"^adapter: expected a function"):
        dtref.parametrize_with_checks("gini")
    with pytest.raises(Invalid, match=r"^only: expected operations, ids"):
        dtref.parametrize_with_checks({}, only=["nothing"])
    with pytest.raises(Invalid, match=r"^only: expected a list of names \(got 'gini'\)$"):
        dtref.parametrize_with_checks({}, only="gini")


def test_a_mapping_is_checked_for_what_it_has_and_excuses_must_name_something() -> None:
    marked = dtref.parametrize_with_checks({"gini": lambda counts: 0.5})  # noqa: ARG005
    assert [param.id for param in marked.mark.args[1]] == ["gini"]
    with pytest.raises(Invalid, match=r"^known: expected operations, and ids of cases; near it: .*'gini'.* \(got 'ginny, gini-1'\)$"):
        dtref.parametrize_with_checks({"gini": None}, known={"gini": "x", "ginny": "y", "gini-1": "z"})


def test_an_object_is_checked_for_the_methods_it_has() -> None:
    class Mine:
        def gini(self, counts: list[str]) -> float:
            raise AssertionError(counts)

        def helper(self) -> None:
            """No operation."""

    marked = dtref.parametrize_with_checks(Mine())
    assert [param.id for param in marked.mark.args[1]] == ["gini"]


def test_a_misspelt_name_is_told_in_words_of_python() -> None:
    with pytest.raises(Invalid, match=r"^the names of the functions: expected operations, .*near it: 'entropy'"):
        dtref.parametrize_with_checks({"entropie": lambda _: 0})
    with pytest.raises(Invalid, match=r"^only: expected operations, .*near it: 'gini'"):
        dtref.parametrize_with_checks({"gini": lambda _: 0}, only=["ginny"])


def test_an_excused_case_that_fails_otherwise_is_told_so() -> None:
    known = read_known('{"known": {"cs6220-gini-07": {"reason": "halves", "answer": 0.25}}}', "known.json")
    (check,) = checks(answering({"gini": lambda **_: 7}), only=["cs6220-gini-07"], excuses=known)
    with pytest.raises(AssertionError, match="known, but wrong with another answer now: cs6220-gini-07: halves"):
        check()
    assert unasked([], known) == ("cs6220-gini-07",)


def test_an_excuse_that_is_not_needed_is_what_a_message_begins_with() -> None:
    right = {"gini": lambda counts: dtref.gini(tuple(map(int, counts)))}
    (check,) = checks(answering(right), only=["cs6220-gini-07"], excuses=excuses_of({"cs6220-gini-07": "halves"}))
    with pytest.raises(AssertionError, match=r"^gini: an excuse is not needed any more\nknown, but no longer so: cs6220-gini-07: halves$"):
        check()


def test_a_check() -> None:
    (check,) = checks(answering({"gini": lambda counts: 0.5}), only=["cs6220-gini-07"])  # noqa: ARG005
    with pytest.raises(AssertionError, match=r"^gini: 1 of 1 answers are wrong\nFAILED cs6220-gini-07"):
        check()
    (check,) = checks(answering({}), only=["cs6220-gini-07"])
    with pytest.raises(NotAnsweredError, match=r"^gini$"):
        check()
    (check,) = checks(answering({"gini": lambda counts: 0.5}), only=["cs6220-gini-07"], excuses=excuses_of({"gini": "halves it"}))  # noqa: ARG005
    check()
    (check,) = checks(answering({"gini": lambda counts: "45/98"}), only=["cs6220-gini-07"], excuses=excuses_of({"gini": "halves it"}))  # noqa: ARG005
    with pytest.raises(AssertionError, match="known, but no longer so: gini: halves it"):
        check()
    (check,) = checks(answering({"gini": lambda counts: "45/98"}), only=["cs6220-gini-07"], asking=HowAsked(5))  # noqa: ARG005
    with pytest.raises(AssertionError, match="FAILED generated-gini"):
        check()


def test_the_plugin_judges_a_program_beside_other_tests(pytest_run: PytestRun, tmp_path: Path) -> None:
    (tmp_path / "test_other.py").write_text("def test_other(): pass\n")
    code, text = pytest_run(
        tmp_path, "-v", "--dtref-impl", HARNESS, "--dtref-only", "f1", "--dtref-only", "forest", "--dtref-examples", "5"
    )
    assert code == 0, text
    assert "2 passed, 1 skipped" in text
    for line in ("dtref::f1 PASSED", "dtref::forest SKIPPED", "test_other.py::test_other PASSED"):
        assert line in text, line


def test_the_plugin_asks_what_is_announced_and_fails_where_nothing_of_it_is_answered(pytest_run: PytestRun, tmp_path: Path) -> None:
    takes = "say({'version': 1, 'implementation': {'name': 'x'}, 'takes': {'operations': ['gini', 'prevalence']}})"
    half = program(
        tmp_path, "say({'seq': m['seq'], 'answer': None} if m['case']['operation'] == 'gini' else {'seq': m['seq'], 'skipped': 'x'})", takes
    )
    code, text = pytest_run(tmp_path, "--dtref-impl", half)
    assert code == 1
    assert "2 failed" in text
    assert re.search(r"dtref: not asked, as the program announces: operations \([0-9,]+\)", text)
    assert "prevalence: none of" in text


def test_the_expression_that_asks_again_is_the_suite_s_own() -> None:
    (check,) = checks(answering(quote), only=["cs6220-gini-07"], asking=HowAsked(again=by_python({"gini": quote})))
    with pytest.raises(
        AssertionError,
        match=r"again    import dtref, shlex; print\(\*dtref.results_text\(\[\*dtref.judge\({'gini': shlex.quote}, \['cs6220",
    ):
        check()


def test_a_failure_of_the_plugin_is_readable(pytest_run: PytestRun, tmp_path: Path) -> None:
    wrong = program(tmp_path, "say({'seq': m['seq'], 'answer': 0.25})")
    code, text = pytest_run(tmp_path, "--dtref-impl", wrong, "--dtref-only", "cs6220-gini-07", "-k", "gini")
    assert code == 1
    assert "answers are wrong" in text
    assert "again    dtref judge --impl" in text
    assert "Traceback" not in text
    known = tmp_path / "known.json"
    known.write_text('{"known": {"gini": "always a quarter"}}')
    assert pytest_run(tmp_path, "--dtref-impl", wrong, "--dtref-only", "cs6220-gini-07", "--dtref-known", str(known))[0] == 0


@pytest.mark.parametrize("arguments", [("--dtref-only", "nothing"), ("--dtref-known", "no-file")], ids=" ".join)
def test_wrong_options_of_the_plugin(pytest_run: PytestRun, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    code, text = pytest_run(tmp_path, "--dtref-impl", HARNESS, *arguments)
    assert code == pytest.ExitCode.USAGE_ERROR
    assert text.strip().splitlines()[-1].startswith("ERROR: ")
    assert "Traceback" not in text


def test_a_program_that_does_not_start_is_one_line_of_the_plugin(pytest_run: PytestRun, tmp_path: Path) -> None:
    code, text = pytest_run(tmp_path, "--dtref-impl", "sh -c 'exit 3'", "--dtref-only", "gini", "--dtref-only", "gain")
    assert code == 1
    told = [line for line in text.splitlines() if line.startswith("the program does not start: expected an answer to the message 'start'")]
    assert (len(told), "process.py" in text) == (2, False)


def test_the_plugin_imports_nothing_unless_it_is_asked_to(tmp_path: Path) -> None:
    heavy = {
        "hypothesis",
        "sympy",
        "flint",
        "cattrs",
        "numpy",
        "attrs",
        "dtref.spec.model.data",
        "dtref.oracle.golden",
        "dtref.oracle.judge.cases",
    }
    (tmp_path / "test_light.py").write_text(f"import sys\ndef test_light(): assert not {heavy} & set(sys.modules)\n")
    words = [sys.executable, "-m", "pytest", *options(), "-p", "no:hypothesispytest"]
    found = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout
    assert "1 passed" in found.stdout


def test_hypothesis_knows_the_types() -> None:
    from dtref.testing.hypothesis_plugin import register

    register()
    for kind in (dtref.DataSet, dtref.Leaf, dtref.Branch, dtref.Nominal, dtref.Ordinal, dtref.Continuous):
        assert isinstance(find(st.from_type(kind), lambda one: True, settings=DRAWN), kind)  # noqa: ARG005


def test_importing_hypothesis_does_not_import_the_strategies() -> None:
    """Nor what they, or exact numbers, take long to load."""
    heavy = {"dtref.strategies", "dtref.oracle", "dtref.engines", "dtref.io", "sympy", "flint", "numpy", "cattrs"}
    lines = f"import hypothesis, dtref.testing.hypothesis_plugin as r, sys; r.register(); print({heavy} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (0, "set()\n"), found.stderr


def test_pytest_judges_without_hypothesis(tmp_path: Path) -> None:
    """Whoever imports it is told that it is not installed; only generated inputs need it."""
    (tmp_path / "hypothesis.py").write_text("raise ModuleNotFoundError(\"No module named 'hypothesis'\", name='hypothesis')")
    (tmp_path / "test_light.py").write_text("import dtref, dtref.testing.checks\ndef test_light(): assert dtref.gini((3, 3)) == 0.5\n")
    words = [sys.executable, "-m", "pytest", *options(), "-p", "no:hypothesispytest", "--dtref-impl", HARNESS, "--dtref-only", "gini"]
    without = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
    found = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False, env=without)
    assert found.returncode == 1, found.stdout + found.stderr
    assert "answers are wrong" in found.stdout  # it does not refuse a count below 0
    assert "1 failed, 1 passed" in found.stdout
