#!/usr/bin/env python3
"""
Checks a program against a conformance level:  python3 check.py [--report R.json] [--badge B.svg] COMMAND [ARGUMENT …]

COMMAND is asked by the protocol of dtref's judge, a JSON object a line on its standard input and output, the vectors.json beside this file.
Exit code 0 if the level is reached: nothing wrong, nothing left out. Needs Python 3.10 and nothing else.
"""

import hashlib
import json
import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

HERE = Path(__file__).resolve().parent


def checksums():
    """The archive is whole: every file has the checksum that SHA256SUMS lists."""
    for line in (HERE / "SHA256SUMS").read_text("utf-8").splitlines():
        wanted, name = line.split("  ", 1)
        if hashlib.sha256((HERE / name).read_bytes()).hexdigest() != wanted:
            sys.exit(f"{name} is not the file of the archive: its checksum is another")


# Comparing


def number(value):
    """An answer as a number: one of JSON, or a text such as "20/49" or "0.5"; None where it is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        return float(Fraction(value)) if isinstance(value, str) else float(value)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None


def only(value, name):
    """Whether a value is an object with this part alone."""
    return isinstance(value, dict) and set(value) == {name}


def near(answer, right, room):
    """Whether a number is within the tolerance of the right one; `share`: a probability must be right in size."""
    x = number(answer)
    if x is None or not math.isfinite(x):
        return False
    gap = abs(x - right)
    within = gap <= max(float(room["absolute"]), float(room["relative"]) * abs(right))
    return within and ("share" not in room or gap <= max(float(room["share"]) * abs(right), 1e-300))


def agrees(answer, right, room):
    """Whether an answer is the right one; of an object the parts that are expected, it may have more."""
    if isinstance(right, str):
        return answer == right
    if isinstance(right, list):
        parts = [answer] if len(right) == 1 and not isinstance(answer, list) else answer
        if not isinstance(parts, list) or len(parts) != len(right):
            return False
        return all(agrees(a, r, room) for a, r in zip(parts, right, strict=True))
    if only(right, "number"):
        return near(answer, float(right["number"]), room)
    if only(right, "undefined"):
        return answer is None or (isinstance(answer, float) and not math.isfinite(answer)) or only(answer, "undefined")
    return isinstance(answer, dict) and all(name in answer and agrees(answer[name], part, room) for name, part in right.items())


def verdict(case, reply):
    """right, left out, or wrong."""
    right = case["expected"]
    if "skipped" in reply:
        return "left out"
    if only(right, "refused"):
        return "right" if "refused" in reply else "wrong"
    if "refused" in reply:
        return "right" if only(right, "undefined") else "wrong"
    return "right" if "answer" in reply and agrees(reply["answer"], right, case["tolerance"]) else "wrong"


# Asking


def asked(command, cases):
    """What the program says of itself, and its reply to each case; an empty one where it says nothing of use."""
    lines = [{"cmd": "start", "version": 1}]
    for i, case in enumerate(cases):
        question = {name: case[name] for name in ("operation", "given", "part", "cuts") if name in case}
        lines.append({"cmd": "run", "seq": i, "case": question})
    lines.append({"cmd": "stop"})
    text = "".join(json.dumps(line) + "\n" for line in lines)
    ran = subprocess.run(command, input=text, stdout=subprocess.PIPE, encoding="utf-8", check=False)
    said, about = {}, {}
    for line in ran.stdout.splitlines():
        try:
            message = json.loads(line)
        except ValueError:
            continue
        if isinstance(message, dict):
            about = message.get("implementation", about)
            said[message.get("seq")] = message
    return about, [said.get(i, {}) for i in range(len(cases))]


def badge(name, text, reached):
    """An SVG of two fields, for a README."""
    left, right = 7 * len(name) + 12, 7 * len(text) + 12
    fields = [(0, left, "#444", name), (left, right, "#2a7d2a" if reached else "#b03020", text)]
    boxes = "".join(f'<rect x="{x}" width="{w}" height="20" fill="{c}"/>' for x, w, c, _ in fields)
    words = "".join(f'<text x="{x + w / 2:g}" y="14">{t}</text>' for x, w, _, t in fields)
    style = 'fill="#fff" text-anchor="middle" font-family="Verdana,sans-serif" font-size="11"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" aria-label="{name}: {text}">'
    return f"{head}<title>{name}: {text}</title>{boxes}<g {style}>{words}</g></svg>\n"


def main(words):
    """Check, tell, and return the exit code."""
    options = {}
    while len(words) > 1 and words[0] in ("--report", "--badge"):
        options[words[0]], words = words[1], words[2:]
    if not words:
        sys.exit(__doc__)
    checksums()
    level = json.loads((HERE / "vectors.json").read_text("utf-8"))
    cases = level["cases"]
    about, replies = asked(words, cases)
    verdicts = [verdict(case, reply) for case, reply in zip(cases, replies, strict=True)]
    sums = {kind: verdicts.count(kind) for kind in ("right", "wrong", "left out")}
    reached = sums["right"] == len(cases)
    others = {kind: [case["id"] for case, found in zip(cases, verdicts, strict=True) if found == kind] for kind in ("wrong", "left out")}
    name, text = f"dtref {level['level']} {level['version']}", "reached" if reached else f"{sums['right']} of {len(cases)}"
    report = {"level": level["level"], "version": level["version"], "program": about, "reached": reached, "sums": sums, **others}
    if "--report" in options:
        Path(options["--report"]).write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf-8")
    if "--badge" in options:
        Path(options["--badge"]).write_text(badge(name, text, reached), "utf-8")
    for kind, ids in others.items():
        if ids:
            print(f"{kind}: {', '.join(ids)}")
    print(f"{name}: {text} ({', '.join(f'{n} {kind}' for kind, n in sums.items())})")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
