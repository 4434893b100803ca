"""
A harness to copy: fill in the two functions, then  dtref judge --impl "python3 harness.py" --max-examples 100

A function returns a number, or None where there is no value; RefusedError says that the input is none, NotImplementedError that the
function isn't there.
"""

import json
import sys
from fractions import Fraction


class RefusedError(Exception):
    """The input is not one."""


# Fill in these two


def gini(counts):  # a list of floats
    raise NotImplementedError("gini")


def f1(tp, fn, fp, tn):  # floats
    raise NotImplementedError("f1")


# What the questions hold: https://json.org, numbers as texts such as "9", "9/100" or "0.5"


def number(text):
    top, _, bottom = text.partition("/")
    return float(Fraction(top)) / float(Fraction(bottom or "1"))


def counts(texts):
    found = [number(text) for text in texts]
    if min(found, default=0) < 0:
        raise RefusedError("a count below 0")
    return found


def table(data):
    """The columns of a data set by name, as texts, and the labels; for operations such as grow: {"grow": lambda given: …}."""
    columns = {name: [row[i] for row in data["rows"]] for i, name in enumerate(data["header"])}
    return {name: column for name, column in columns.items() if name != data["target"]}, columns[data["target"]]


OPERATIONS = {
    "gini": lambda given: gini(counts(given["counts"])),
    "f1": lambda given: f1(*counts([given[name] for name in ("tp", "fn", "fp", "tn")])),
}
TAKES = {"operations": list(OPERATIONS), "files": False}  # also "presets", "kinds", "weights", "gaps", "classes", "records"


def reply(case):
    if case["operation"] not in OPERATIONS:
        return {"skipped": case["operation"]}
    try:
        return {"answer": OPERATIONS[case["operation"]](case["given"])}
    except NotImplementedError as why:
        return {"skipped": str(why)}
    except (RefusedError, ValueError) as why:
        return {"refused": str(why)}
    except Exception as problem:
        return {"errored": repr(problem)}


for line in sys.stdin:
    message = json.loads(line)
    if message["cmd"] == "stop":
        break
    started = {"version": 1, "implementation": {"name": "mine"}, "takes": TAKES}
    print(json.dumps(started if message["cmd"] == "start" else {"seq": message["seq"], **reply(message["case"])}), flush=True)
