"""Reads the file of `dtref judge --known`: known departures, each with the answer or the rule that it excuses, and rules for all."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite

from dtref.errors import Invalid
from dtref.io import json_text
from dtref.oracle.arithmetic.json_numbers import narrow
from dtref.oracle.judge.excuses.excuses import Excuses, KnownDeparture, rule_named
from dtref.oracle.judge.questions import Reply

_KINDS = ("refused", "errored", "broken")
"""The kinds of reply, other than an answer, that a known departure may hold."""
_HOLDS = ("answer", "kind", "rule")


def read_known(text: str, name: str) -> Excuses:
    """
    The excuses in a file: {"known": {id or operation: reason, or {"reason": …, "answer": … | "kind": … | "rule": …}}, "rules": […]}.
    A number of JSON is taken as it is written. Errors: Invalid where the text is no such file, or a reason is missing.

    >>> departure = '{"reason": "keeps the last", "answer": {"labels": ["b"]}}'
    >>> ties = read_known('{"known": {"vectors-ties-01": ' + departure + '}, "rules": ["doubles"]}', "known.json")
    >>> ties.known[0].reason, ties.known[0].holds.value, ties.rules[0].name
    ('keeps the last', {'labels': ['b']}, 'doubles')
    """
    content = json_text.parse_json(text, name)
    if not isinstance(content, dict):
        raise Invalid(name, "an object", content)
    for key in content:
        if key not in {"known", "rules"}:
            raise Invalid(name, "inputs 'known', 'rules'", key)
    if not content:
        raise Invalid(name, "an input 'known'", [])
    departures, rules = content.get("known", {}), content.get("rules", [])
    if not isinstance(departures, dict):
        raise Invalid(f"{name}, known", "an object", departures)
    if not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
        raise Invalid(f"{name}, rules", "a list of names", rules)
    known = tuple(_read(where, departure, f"{name}, known, {where}") for where, departure in departures.items())
    return Excuses(known, tuple(map(rule_named, rules)))


def _read(name: str, departure: object, where: str) -> KnownDeparture:
    """A known departure: a reason, or an object with the reason and what it holds."""
    parts = departure if isinstance(departure, dict) else {"reason": departure}
    reason = parts.get("reason")
    if not isinstance(reason, str) or not reason.strip():
        raise Invalid(where, "a reason", reason)
    held = [key for key in parts if key != "reason"]
    if len(held) > 1 or not set(held) <= set(_HOLDS):
        raise Invalid(where, f"a reason, and one of {', '.join(_HOLDS)}", held)
    if "rule" in parts:
        return KnownDeparture(name, reason, rule=rule_named(str(parts["rule"])))
    if "answer" in parts:
        return KnownDeparture(name, reason, holds=Reply("answer", _as_text(parts["answer"], where)))
    if "kind" not in parts:
        return KnownDeparture(name, reason)
    if parts["kind"] not in _KINDS:
        raise Invalid(f"{where}, kind", f"one of {', '.join(_KINDS)}", parts["kind"])
    return KnownDeparture(name, reason, holds=Reply(str(parts["kind"]), None))


def _as_text(answer: object, where: str) -> object:
    """An answer with its numbers as texts, as exact answers have them; an answer of nothing is that a value is undefined."""
    match answer:
        case dict():
            return {name: _as_text(part, where) for name, part in answer.items()}
        case list():
            return [_as_text(part, where) for part in answer]
        case None:
            return {"undefined": "nothing"}
        case bool():
            raise Invalid(f"{where}, answer", "numbers, texts, arrays and objects", answer)
        case int() | float():
            return str(Fraction(answer)) if isfinite(answer) else {"undefined": repr(answer)}
        case _:
            return narrow(answer, where)
