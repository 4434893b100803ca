"""floats.py by the protocol of golden/PROTOCOL.md."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))
from oracle.judge import floats


def reply(message: dict[str, Any]) -> dict[str, Any]:
    case, seq = message["case"], message["seq"]
    try:
        return {"seq": seq, "answer": part_of(floats.answer(case["operation"], case["given"]), case.get("part", []))}
    except (NotImplementedError, KeyError) as why:
        return {"seq": seq, "skipped": repr(why)}
    except Exception as problem:
        return {"seq": seq, "errored": repr(problem)}


def part_of(whole: object, path: list[str]) -> object:
    for name in path:
        whole = whole[name] if isinstance(whole, dict) else whole[int(name) - 1] if isinstance(whole, list) else whole
    return whole


if __name__ == "__main__":
    for line in sys.stdin:
        said = json.loads(line)
        if said["cmd"] == "stop":
            break
        start = {"version": 1, "implementation": {"name": "floats", "language": "python"}}
        print(json.dumps(start if said["cmd"] == "start" else reply(said)), flush=True)
