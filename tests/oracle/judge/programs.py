"""Small programs for tests: what one does with a question is a line of Python."""

from __future__ import annotations

import sys
from pathlib import Path

from click.testing import CliRunner

from dtref.cli import app
from dtref.errors import Invalid

HARNESS = f"{sys.executable} {Path(__file__).with_name('harness_floats.py')}"
START = "say({'version': 1, 'implementation': {'name': 'test'}})"


def program(folder: Path, body: str, start: str = START, before: str = "pass") -> str:
    """The command of a program whose answer to a `run` message m is what the body does; `before` is done first of all."""
    script = f"""
import json, os, subprocess, sys, time
def say(x):
    sys.stdout.buffer.write(x if isinstance(x, bytes) else (x if isinstance(x, str) else json.dumps(x)).encode() + b"\\n")
    sys.stdout.flush()
def right(m): return {{'seq': m['seq'], 'answer': '1/2'}}
{before}
for line in sys.stdin:
    m = json.loads(line)
    if m["cmd"] == "start":
        {start}
    elif m["cmd"] == "run":
        {body}
    else:
        break
"""
    path = folder / f"program{len(list(folder.iterdir()))}.py"
    path.write_text(script)
    return f"{sys.executable} {path}"


def command(*arguments: str, stdin: str | bytes = "") -> tuple[int, str]:
    """The exit code and the output of dtref's command line, run here."""
    result = CliRunner().invoke(app, arguments, input=stdin)
    if isinstance(result.exception, Invalid):
        raise result.exception
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output
