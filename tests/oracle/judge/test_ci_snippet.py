"""README's lines for CI, run as a script: as they are from an empty folder in a deep run, else with the dtref that is installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from hypothesis import settings

ROOT = Path(__file__).parents[3]
README = (ROOT / "README.md").read_text("utf-8")
WHOLE = settings.get_current_profile_name() == "deep"
WRONG = """
import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if m["cmd"] == "stop": break
    said = {"version": 1, "implementation": {"name": "half"}} if m["cmd"] == "start" else {"seq": m["seq"], "answer": 0.5}
    print(json.dumps(said), flush=True)
"""


def snippet() -> str:
    found = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    assert len(found) == 1
    return str(found[0])


def test_the_section_is_short() -> None:
    section = README.partition("**In CI**")[2].partition("\n\n**")[0]
    assert len(section.splitlines()) <= 15


def script(folder: Path) -> str:
    """The lines; in an ordinary run .dtref is there already, with the dtref of this Python."""
    if WHOLE:
        return snippet()
    command = folder / ".dtref" / "bin" / "dtref"
    command.parent.mkdir(parents=True)
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m dtref "$@"\n', "utf-8")
    command.chmod(0o755)
    lines = snippet().splitlines(keepends=True)
    kept = [line for line in lines if "venv" not in line and "pip" not in line]
    assert len(lines) - len(kept) == 1
    return "".join(kept)


def test_the_lines_fail_where_an_answer_is_wrong(tmp_path: Path) -> None:
    program = tmp_path / "half.py"
    program.write_text(WRONG, "utf-8")
    environment = {**os.environ, "DTREF": str(ROOT), "HARNESS": f"{sys.executable} {program}", "PYTHONPATH": str(ROOT)}
    words = ["sh", "-c", script(tmp_path)]
    ran = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=900, check=False)
    assert ran.returncode == 1, ran.stderr
    assert "::error title=" in ran.stdout
    cases = list(ElementTree.fromstring((tmp_path / "dtref.xml").read_text("utf-8")).iter("testcase"))
    assert cases
    assert all(float(case.get("time", "")) >= 0 for case in cases), "each case has its time"
    assert any(case.find("failure") is not None for case in cases)
    assert [case.get("name") for case in cases] == list(dict.fromkeys(case.get("name") for case in cases))
