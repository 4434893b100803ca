"""
Programs that are started once in a run and asked many small questions: R and Java take longer to start than to answer most of them.

A question is a line of words with tabs between them. The program puts its answer into the file that the words name, and says an empty line,
or what went wrong. It ends when nobody writes to it any more.
"""

from __future__ import annotations

import subprocess
from functools import cache

STARTED: list[subprocess.Popen[str]] = []


def ask(command: tuple[str, ...], *words: str) -> str:
    """What a program says to a line of words: "" where it has answered."""
    program = _started(command)
    assert program.stdin and program.stdout
    program.stdin.write("\t".join(words) + "\n")
    program.stdin.flush()
    said = program.stdout.readline()
    assert said.endswith("\n"), f"{command[0]} has ended: {program.wait()}"
    return said.strip()


@cache
def _started(command: tuple[str, ...]) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    STARTED.append(subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, encoding="utf-8", process_group=0))
    return STARTED[-1]


def end() -> None:
    """Ends all of them."""
    _started.cache_clear()
    while STARTED:
        with STARTED.pop() as program:
            assert program.stdin
            program.stdin.close()
