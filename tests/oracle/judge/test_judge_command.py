"""The commands `dtref judge` and `dtref gen`: what they print, their reports, their arguments, their exit codes."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator
from oracle.judge.programs import HARNESS, command, program

from dtref.errors import Invalid
from dtref.oracle.golden.store import golden_folder

QUARTER = "say({'seq': m['seq'], 'answer': 0.25})"
ONE_ANSWER = "for line in sys.stdin: print(json.dumps({'seq': json.loads(line)['seq'], 'answer': 7}))\n"
HOSTILE = "say({'seq': m['seq'], 'answer': '<script>alert(1)</script>\\x1b[31m\\ud800&\\x00'})"


def test_a_failure_has_everything(tmp_path: Path) -> None:
    code, text = command("judge", "--impl", program(tmp_path, QUARTER), "--only", "cs6220-gini-07")
    assert code == 1
    told = {line.split()[0]: line.split(maxsplit=1)[1] for line in text.splitlines()[:9] if " " in line.strip()}
    assert told["FAILED"].startswith("cs6220-gini-07: gini: ")
    assert told["given"] == '{"operation": "gini", "given": {"counts": ["9", "5"]}}'
    assert (told["expected"], told["got"]) == ('"45/98" ≈ 0.459183673', "0.25")
    assert told["formula"].startswith("GINI(t) = 1 - sum_j [p(j|t)]^2")
    assert told["source"].endswith("(dtref.spec.split.impurity.gini)")
    assert told["again"].startswith("dtref judge --impl ") and told["again"].endswith(" --only cs6220-gini-07")
    assert "0 passed, 0 acceptable, 1 failed, 0 skipped" in text


def test_a_formula_is_one_and_anything_else_is_told_in_a_sentence(tmp_path: Path) -> None:
    data = {"header": ["x", "y"], "rows": [["1", "a"], ["2", "b"]], "target": "y"}
    question = json.dumps({"operation": "grow", "given": {"data": data, "preset": "cart"}})
    path = tmp_path / "page.html"
    _, text = command("judge", "--impl", program(tmp_path, QUARTER), "--replay", question, "--html", str(path))
    what = "The tree that a policy grows from a data set; each branch keeps all its optima, of which the policy's tie rule chooses one."
    assert f"\n  what     {what}\n  source " in text
    assert "  formula " not in text
    page = path.read_text("utf-8")
    assert ("each branch keeps all its optima" in page, "the compiled engine" in page) == (True, False)
    (failure,) = json.loads(command("judge", "--impl", program(tmp_path, QUARTER), "--replay", question, "--json")[1])["failures"]
    assert (failure["formula"], failure["definition"]) == ("", what)


def lines_again(text: str) -> list[str]:
    return [line.split(maxsplit=1)[1] for line in text.splitlines() if line.startswith("  again ")]


def test_the_line_that_asks_again_shows_the_failure_again(tmp_path: Path) -> None:
    """Of fixed cases and of generated ones, tests of trees among them, whatever quotes are in the command."""
    folder = tmp_path / "it's mine"
    folder.mkdir()
    python, path = program(folder, QUARTER).split(" ", 1)
    impl = f"{python} {shlex.quote(path)}"
    only = [argument for name in ("vectors-ties-01", "gini", "grow_stopping") for argument in ("--only", name)]
    code, text = command("judge", "--impl", impl, *only, "--max-examples", "3", "--json")
    failures = json.loads(text)["failures"]
    assert code == 1
    some = [
        next(f for f in failures if f["id"].startswith(begin))
        for begin in ("vectors-ties-01", "cs6220", "generated-gini", "generated-grow_stopping")
    ]
    for failure in some:
        words = shlex.split(failure["again"])
        assert words[0] == "dtref"
        code, again = command(*words[1:], "--json")
        found = json.loads(again)["failures"]
        (same,) = [f for f in found if f["id"] == failure["id"] or len(found) == 1]  # a record may have several cases
        assert code == 1
        assert [same[part] for part in ("given", "expected", "got")] == [failure[part] for part in ("given", "expected", "got")]


def test_the_line_that_asks_a_stream_again() -> None:
    asked = command("gen", "--only", "gini", "--max-examples", "3")[1]
    answers = "".join(json.dumps({"seq": json.loads(line)["seq"], "answer": 7}) + "\n" for line in asked.splitlines())
    code, text = command("judge", "-", "--only", "gini", "--max-examples", "3", "--all", stdin=answers)
    assert code == 1
    again = lines_again(text)
    assert len(again) == len(asked.splitlines())
    for line in (again[0], again[-1]):
        gen, mine, judge = line.split(" | ")
        assert (mine, judge[:13]) == ("./mine", "dtref judge -")
        (message,) = command(*shlex.split(gen)[1:])[1].splitlines()
        assert json.loads(message)["case"]["operation"] == "gini"
        code, text = command(*shlex.split(judge)[1:], stdin=json.dumps({"seq": json.loads(message)["seq"], "answer": 7}))
        assert (code, lines_again(text)) == (1, [line])


def test_the_line_that_asks_a_generated_question_of_a_stream_again_works_as_it_is_printed(tmp_path: Path) -> None:
    """Whatever quotes are in it, and with the same --replay behind `judge -`, twice of one operation; run by a shell, ./mine and all."""
    mine = tmp_path / "mine"
    mine.write_text(f"#!{sys.executable}\nimport json, sys\n" + ONE_ANSWER)
    mine.chmod(0o755)
    (tmp_path / "dtref").write_text(f"#!{sys.executable}\nfrom dtref.cli import main\nmain()\n")
    (tmp_path / "dtref").chmod(0o755)
    quoted = {"operation": "margins", "given": {"matrix": {"classes": ["it's", '"'], "rows": [["1", "2"], ["3", "4"]]}}}
    seq = json.dumps(quoted)
    _, text = command("judge", "-", "--replay", seq, stdin=json.dumps({"seq": seq, "answer": 7}))
    (line,) = lines_again(text)
    path = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    found = subprocess.run(line, shell=True, capture_output=True, text=True, check=False, cwd=tmp_path, env=path)
    assert (found.returncode, found.stderr) == (1, "")
    assert "FAILED replay-margins: margins\n" in found.stdout
    assert lines_again(found.stdout) == [line]
    replay = [word for n in ("1", "2") for word in ("--replay", json.dumps({"operation": "gini", "given": {"counts": [n, "1"]}}))]
    answers = answered(command("gen", *replay)[1])
    assert command("judge", "-", *replay, stdin="\n".join(answers))[1].endswith("2 passed, 0 acceptable, 0 failed, 0 skipped\n")
    code, text = command("judge", "-", *replay, stdin=answers[0])
    assert code == 1
    assert text.count("no answer came") == 1


def test_json_fits_its_schema(tmp_path: Path) -> None:
    schema = json.loads((golden_folder() / "schema" / "report.schema.json").read_text())
    for body in (QUARTER, HOSTILE, "os._exit(1)", "say({'seq': m['seq'], 'skipped': 'no'})"):  # a few cases: each crash starts it anew
        _, text = command("judge", "--impl", program(tmp_path, body), "--only", "cs6220-gini", "--only", "vectors-cuts-27", "--json")
        report = json.loads(text)
        assert list(Draft202012Validator(schema).iter_errors(report)) == []
        assert sum(report["sums"].values()) == sum(n for row in report["operations"].values() for n in row.values())
        assert report["sums"]["failed"] == len(report["failures"])
    assert list(Draft202012Validator(schema).iter_errors({**report, "sums": {}}))


@pytest.mark.parametrize("body", [QUARTER, HOSTILE, "os._exit(1)", "say({'seq': m['seq'], 'skipped': '\\x00<'})"], ids=lambda b: b[:30])
def test_junit(tmp_path: Path, body: str) -> None:
    path = tmp_path / "junit.xml"
    _, text = command("judge", "--impl", program(tmp_path, body), "--only", "gini", "--junit", str(path), "--all")
    (suite,) = ElementTree.fromstring(path.read_text("utf-8"))
    cases = suite.findall("testcase")
    for name, tag in (("failures", "failure"), ("skipped", "skipped")):
        assert int(suite.get(name, "")) == len([case for case in cases if case.find(tag) is not None])
    assert int(suite.get("tests", "")) == len(cases) > 20
    assert suite.get("failures") == str(text.count("FAILED "))
    assert {case.get("classname") for case in cases} == {"dtref.gini"}


class Tags(HTMLParser):
    """Whether every tag is closed, and what text there is."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.text = ""
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("body", [QUARTER, HOSTILE, "say({'seq': m['seq'], 'answer': 0})"], ids=lambda b: b[:30])
def test_the_page_is_well_formed_and_needs_no_other_file(tmp_path: Path, body: str) -> None:
    path = tmp_path / "page.html"
    command("judge", "--impl", program(tmp_path, body), "--only", "gini", "--html", str(path))
    page = Tags()
    page.feed(path.read_text("utf-8"))
    page.close()
    assert (page.open, page.links) == ([], ["data:,"])  # an icon without a file
    assert "script" not in page.seen
    assert {"style", "table", "h3", "h1"} <= set(page.seen)
    for words in ("dtref judge: test", "formula", "again", "GINI(t) = 1 - sum_j [p(j|t)]^2", "cs6220-gini-07"):
        assert words in page.text, words
    assert not re.search("[\x00-\x08\x0b-\x1f]", path.read_text("utf-8"))


def test_nothing_that_a_program_says_reaches_the_terminal_as_it_is(tmp_path: Path) -> None:
    for answer in ("answer", "refused", "errored"):
        body = HOSTILE.replace("'answer'", f"'{answer}'")
        _, text = command("judge", "--impl", program(tmp_path, body), "--only", "cs6220-gini-07")
        assert "\x1b" not in text
        text.encode()


def test_known_departures_are_acceptable_and_those_that_are_none_any_more_are_told(tmp_path: Path) -> None:
    known = tmp_path / "known.json"
    known.write_text('{"known": {"gini": "halves it", "cs6220-gini-09": "old", "entropy": "not asked"}}')
    body = f"{QUARTER} if m['case']['given']['counts'] == ['9', '5'] else say({{'seq': m['seq'], 'skipped': 'x'}})"
    arguments = ("judge", "--impl", program(tmp_path, body), "--only", "cs6220-gini-07", "--known", str(known))
    code, text = command(*arguments)
    assert code == 0
    assert "acceptable: known: halves it (1)" in text
    assert "no longer so" not in text
    # a misspelt name ends the run before anything is asked
    known.write_text('{"known": {"ginny": "misspelt"}}')
    with pytest.raises(Invalid, match=r"^known\.json: expected operations, and ids of cases; near it: 'gini'"):
        command("judge", "--impl", "no such program", "--known", str(known))
    known.write_text('{"known": {"cs6220-gini-09": "old", "gini": "halves it"}}')
    right = "say({'seq': m['seq'], 'answer': '45/98'})"
    code, text = command("judge", "--impl", program(tmp_path, right), "--only", "cs6220-gini-07", "--known", str(known))
    assert code == 0
    assert "known, but no longer so: gini: halves it" in text
    _, text = command("judge", "--impl", program(tmp_path, right), "--only", "cs6220-gini-07", "--known", str(known), "--json")
    assert json.loads(text)["stale"] == ["gini"]


def test_an_operation_that_is_asked_for_and_not_answered_is_no_success(tmp_path: Path) -> None:
    asked = len(command("gen", "--only", "gini")[1].splitlines())
    body = "say({'seq': m['seq'], **({'answer': 0} if m['case']['operation'] == 'gain' else {'skipped': 'not \\x1b here'})})"
    impl = program(tmp_path, body)
    code, text = command("judge", "--impl", impl, "--only", "gini")
    assert (code, text.splitlines()[-3:]) == (
        1,
        [
            f"0 passed, 0 acceptable, 0 failed, {asked} skipped",
            f"  skipped: not ? here ({asked})",
            f"gini: none of {asked} cases was answered",
        ],
    )
    report = json.loads(command("judge", "--impl", impl, "--only", "gini", "--only", "gain", "--json")[1])
    assert (report["unanswered"], report["skipped"]) == (["gini"], {"not ? here": asked})
    assert command("judge", "--impl", impl, "--only", "cs6220-gini-07")[0] == 1  # nothing was answered
    right = program(tmp_path, "say({'seq': m['seq'], **({'skipped': ''} if m['case']['operation'] == 'gini' else {'answer': '1'})})")
    names = ("--only", "cs6220-gini-07", "--only", "vectors-rates-03")
    assert command("judge", "--impl", right, *names)[0] == 0  # one case beside others may be left out
    lines = "\n".join(
        json.dumps({"seq": json.loads(one)["seq"], "skipped": ""}) for one in command("gen", "--only", "gini")[1].splitlines()
    )
    code, text = command("judge", "-", "--only", "gini", stdin=lines)
    assert (code, text.splitlines()[-2:]) == (1, [f"  skipped: for no reason ({asked})", f"gini: none of {asked} cases was answered"])
    code, text = command("judge", "-", stdin=lines)
    assert (code, text.splitlines()[-1]) == (1, "nothing was answered")


def test_not_more_reasons_for_skipping_are_shown_than_can_be_read() -> None:
    asked = [json.loads(one) for one in command("gen", "--only", "gini")[1].splitlines()]
    whys = ["common", "common", *map(str, range(25))]
    lines = [json.dumps({"seq": message["seq"], "skipped": why}) for message, why in zip(asked, whys, strict=False)]
    text = command("judge", "-", stdin="\n".join(lines))[1]
    shown = [line for line in text.splitlines() if line.startswith("  skipped: ")]
    assert (shown[0], len(shown)) == ("  skipped: common (2)", 21)
    assert shown[-1].startswith(f"  skipped: for {len(lines) - 21} other reasons ({len(lines) - 21})")


# A stream


def answered(messages: str) -> list[str]:
    """What a right program says to messages."""
    from dtref.oracle.judge.cases import read_case
    from dtref.oracle.judge.questions import FunctionAdapter
    from dtref.oracle.operations.answers import write_answer
    from dtref.oracle.operations.registry import run

    ask = FunctionAdapter(lambda operation, given: write_answer(run(operation, given)))
    asked = [json.loads(line) for line in messages.splitlines()]
    replies = [(m["seq"], ask(read_case(json.dumps(m["case"])))) for m in asked]
    return [json.dumps({"seq": seq, reply.kind: reply.value}) for seq, reply in replies]


def test_a_stream_of_some_operations_and_generated_cases() -> None:
    _, messages = command("gen", "--only", "gain", "--only", "k_fold", "--max-examples", "10", "--seed", "3")
    assert messages == command("gen", "--only", "gain", "--only", "k_fold", "--max-examples", "10", "--seed", "3")[1]
    assert messages != command("gen", "--only", "gain", "--only", "k_fold", "--max-examples", "10", "--seed", "4")[1]
    assert "45/98" not in messages
    lines = answered(messages)
    asked = ("--only", "gain", "--only", "k_fold", "--max-examples", "10", "--seed", "3")
    code, text = command("judge", "-", *asked, stdin="\n".join(reversed(lines)))
    assert code == 0
    assert f"{len(lines)} passed, 0 acceptable, 0 failed, 0 skipped" in text
    generated = [line for line in lines if "operation" in json.loads(line)["seq"]]
    assert len(generated) > 10


def test_a_stream_that_ends_early() -> None:
    lines = answered(command("gen", "--only", "cs6220-gini")[1])
    code, text = command("judge", "-", "--only", "cs6220-gini", stdin="\n".join(lines[:-1]))
    assert code == 1
    assert "why      no answer came" in text
    code, text = command("judge", "-", stdin="\n".join(lines[:-1]))
    assert code == 0
    assert re.search(r"\n\d+ cases of these operations were not answered\n", text)


def test_a_stream_with_rubbish_in_it() -> None:
    lines = answered(command("gen", "--only", "cs6220-gini-07")[1])
    rubbish = [
        "babble",
        '{"seq": "nothing", "answer": 1}',
        "[1]",
        lines[0],
        '{"answer": 1}',
        '{"seq": "cs6220-gini-09"}',
        '{"seq": "{\\"x\\": 1}"}',
    ]
    code, text = command("judge", "-", stdin="\n".join([*lines, "", *rubbish]).encode() + b"\n\xff\xfe")
    assert code == 1
    for why in (
        "FAILED line-3: (no case)",
        "no JSON: 'babble'",
        'no id of a case: \'{"seq": "nothing"',
        "no object: '[1]'",
        "a second answer to cs6220-gini-07",
        "one of answer, skipped, refused, errored is wanted",
    ):
        assert why in text, why
    assert "1 passed, 0 acceptable, 8 failed" in text


def test_a_real_pipe(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("import json, sys\nfor line in sys.stdin: print(json.dumps({'seq': json.loads(line)['seq'], 'skipped': 'x'}))\n")
    dtref = f"{shlex.quote(sys.executable)} -c 'from dtref.cli import main; main()'"
    pipe = f"{dtref} gen --only gini | {shlex.quote(sys.executable)} {shlex.quote(str(mine))} | {dtref} judge -"
    found = subprocess.run(pipe, shell=True, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (1, "")
    assert "0 failed" in found.stdout
    assert found.stdout.splitlines()[-1] == "nothing was answered"


# Arguments


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("judge",), "dtref judge: expected --impl, or ANSWERS such as - (got 'neither')"),
        (("judge", "-", "--impl", "x"), "dtref judge: expected --impl, or ANSWERS such as - (got 'both')"),
        (("judge", "no-file"), "no-file: expected a file that can be read (got 'No such file or directory')"),
        (("judge", "--impl", "x", "--only", "nothing"), "--only: expected an id, an operation, or what ids begin with (got 'nothing')"),
        (("gen", "--only", "nothing"), "--only: expected an id, an operation, or what ids begin with (got 'nothing')"),
        (("gen", "--only", "gini", "--replay", "{}"), "dtref judge: expected --only or --data, or --replay (got 'both')"),
        (("gen", "--replay", "{}"), "--replay: expected an input 'operation' (got [])"),
        (("judge", "--impl", "no-such-program", "--only", "gini"), "the program does not start: expected a command that can be"),
        (("judge", "--impl", "sh -c no-such-program", "--only", "gini"), "the program does not start: expected an answer to the message"),
        (("judge", "--impl", "x", "--known", "no-file"), "no-file: expected a file that can be read (got 'No such file or directory')"),
        (("judge", "--impl", HARNESS, "--only", "cs6220-gini-07", "--junit", "no/dir/x"), "no/dir/x: expected a file that can"),
        (("judge", "--impl", HARNESS, "--only", "cs6220-gini-07", "--html", "no/dir/x"), "no/dir/x: expected a file that can"),
    ],
    ids=lambda x: " ".join(x)[:50] if isinstance(x, tuple) else "",
)  # fmt: skip
def test_wrong_arguments_are_one_line(arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(Invalid) as refused:
        command(*arguments)
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize(
    "arguments", [("--max-examples", "-1"), ("--seed", "x"), ("--timeout", "0"), ("--only",), ("--unknown",)], ids=" ".join
)
def test_usage_errors(arguments: tuple[str, ...]) -> None:
    code, text = command("judge", "--impl", "x", *arguments)
    assert code == 2
    assert "Traceback" not in text


def test_exit_code_2_and_one_line() -> None:
    found = subprocess.run(
        [sys.executable, "-c", "from dtref.cli import main; main()", "judge"], capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stderr) == (2, "dtref: dtref judge: expected --impl, or ANSWERS such as - (got 'neither')\n")


def test_generated_cases_depend_on_the_seed_and_their_number(tmp_path: Path) -> None:
    def counted(*arguments: str) -> dict[str, Any]:
        return dict(json.loads(command("judge", "--impl", HARNESS, "--only", "k_fold", "--json", *arguments)[1])["sums"])

    assert counted("--max-examples", "20") == counted("--max-examples", "20")
    assert sum(counted("--max-examples", "20").values()) > sum(counted("--max-examples", "5").values()) > sum(counted().values())
    assert tmp_path.exists()
