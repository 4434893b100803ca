"""Questions as they are sent, replies as they are read, and adapters for Python functions and objects that answer."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.errors import Invalid, Undecided
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.deep_json import LEVELS, beginning, is_longer, is_nested_deeper
from dtref.oracle.arithmetic.json_numbers import narrow
from dtref.oracle.judge.cases import Case
from dtref.oracle.judge.python_values import LONG_WHY, json_answer, name_of, why_of
from dtref.oracle.operations.inputs import as_object

_KINDS = ("answer", "skipped", "refused", "errored")
"""The kinds of reply that a program may send; a fifth, `broken`, means that it sent none of them."""
LONGEST_NUMBER = 4000
"""The most digits of an integer that is read as a number, not as text."""
KEPT = 10_000
"""The most characters that are kept of an answer after it is judged, so that memory suffices for any run."""


@frozen
class Reply:
    """The reply to a question. kind: answer, skipped, refused, errored or broken. value: the answer, or the reason for the other kinds."""

    kind: str
    value: object


Adapter: TypeAlias = Callable[[Case], Reply]
"""A function that answers questions: a case -> the reply."""


def question(case: Case) -> dict[str, Json]:
    """
    The question of a case as JSON, without the expected answer.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> question(Case("x", "", Call("gini", {"counts": ["1", "2"]}), ExactAnswer("4/9"), "", ()))
    {'operation': 'gini', 'given': {'counts': ['1', '2']}}
    """
    part: dict[str, Json] = {"part": list(case.call.part)} if case.call.part else {}
    cuts: dict[str, Json] = {"cuts": case.cuts.value} if case.cuts is not None else {}
    return {"operation": case.call.operation, "given": dict(case.call.given), **part, **cuts}


def run_message(case: Case, seq: int | str) -> str:
    """
    The message, a line of JSON, that asks a case.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> run_message(Case("x", "", Call("gini", {"counts": []}), ExactAnswer("0"), "", ()), 1)
    '{"cmd": "run", "seq": 1, "case": {"operation": "gini", "given": {"counts": []}}}'
    """
    return json.dumps({"cmd": "run", "seq": seq, "case": question(case)})


def read_message(line: bytes | str) -> dict[str, object]:
    """
    The message in a line of a program's output. NaN and Infinity, which are not JSON, are read as doubles; an integer of more than
    `LONGEST_NUMBER` digits is read as text. Errors: ValueError for anything but a JSON object nested at most `LEVELS` levels deep, and
    for a key that comes twice.

    >>> read_message('{"seq": 1, "answer": 0.5}')
    {'seq': 1, 'answer': 0.5}
    >>> read_message('{"seq": 1, "seq": 2}')
    Traceback (most recent call last):
    ValueError: a key twice, 'seq': '{"seq": 1, "seq": 2}'
    """
    repeated_keys: list[str] = []

    # json keeps the last of repeated keys, so they are noted while it reads
    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        value = dict(pairs)
        if len(value) < len(pairs):
            counted = Counter(key for key, _ in pairs)
            repeated_keys.append(next(key for key in value if counted[key] > 1))
        return value

    try:
        message = json.loads(line, object_pairs_hook=once, parse_int=_integer)
    except ValueError:
        log = "; standard output is for messages: log to standard error" if isinstance(line, bytes) else ""
        raise ValueError(f"no JSON: {line[:80]!r}{log}") from None
    except RecursionError:
        raise ValueError(f"nested too deep, {LEVELS} levels are read: {line[:80]!r}") from None
    if is_nested_deeper(message):
        raise ValueError(f"nested too deep, {LEVELS} levels are read: {line[:80]!r}")
    if repeated_keys:
        raise ValueError(f"a key twice, {repeated_keys[0][:80]!r}: {line[:80]!r}")
    if not isinstance(message, dict):
        raise ValueError(f"no object: {line[:80]!r}")
    return message


def _integer(digits: str) -> int | str:
    return int(digits) if len(digits) <= LONGEST_NUMBER else digits


def reply_of(message: Mapping[str, object]) -> Reply:
    """
    The reply in a message, a reason shortened to text. Errors: ValueError where it has no kind of reply, or two.

    >>> reply_of({"seq": 1, "skipped": "not here"})
    Reply(kind='skipped', value='not here')
    """
    kinds = [kind for kind in _KINDS if kind in message]
    if len(kinds) != 1:
        raise ValueError(f"one of answer, skipped, refused, errored is wanted, not {beginning(sorted(message), 120)}")
    (kind,) = kinds
    return Reply(kind, message[kind] if kind == "answer" else _reason(message[kind]))


def _reason(reason: object) -> str:
    return beginning(reason, LONG_WHY) if not isinstance(reason, str) else reason if len(reason) <= LONG_WHY else f"{reason[:LONG_WHY]}…"


def shortened_reply(reply: Reply) -> Reply:
    """
    A reply as it is kept after it is judged: an answer that is long, or too deep for JSON, becomes the beginning of its text.

    >>> shortened_reply(Reply("answer", "1/2")).value, len(shortened_reply(Reply("answer", ["1"] * 10**5)).value) < 2 * KEPT
    ('1/2', True)
    """
    as_it_is = not is_longer(reply.value, KEPT) and not is_nested_deeper(reply.value)
    return reply if as_it_is else evolve(reply, value=beginning(reply.value, KEPT))


@frozen
class FunctionAdapter:
    """
    An adapter for a Python function of an operation's name and its inputs: NotImplementedError skips, ValueError refuses, `Undecided` is
    an undecided answer with its bounds; any other exception is an error, and so is a value that can't be an answer (`json_answer`). Only
    KeyboardInterrupt passes, and ends the run.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> case = Case("x", "", Call("gini", {}), ExactAnswer("1/2"), "", ())
    >>> FunctionAdapter(lambda operation, given: "1/2")(case)
    Reply(kind='answer', value='1/2')
    """

    answer: Callable[[str, Mapping[str, Json]], object]

    def __call__(self, case: Case) -> Reply:
        """Asks the function, with a copy of the inputs, which it may change."""
        inputs = as_object(narrow(dict(case.call.given)), "given")
        try:
            answer = self.answer(case.call.operation, inputs)
        except KeyboardInterrupt:
            raise
        except NotImplementedError as why:
            return Reply("skipped", why_of(why))
        except Undecided as why:
            answer = why  # an answer like any other, whose bounds may be no numbers
        except ValueError as why:
            return Reply("refused", why_of(why))
        except BaseException as problem:  # whatever somebody else's code raises is its answer
            return Reply("errored", f"{name_of(problem)}: {why_of(problem)}")
        try:
            return Reply("answer", part_of(json_answer(answer), case.call.part))
        except KeyboardInterrupt:
            raise
        except BaseException as problem:
            return Reply("errored", f"no answer: {name_of(problem)}: {why_of(problem)}")


def part_of(whole: object, path: Sequence[str]) -> object:
    """
    A part of an answer, by names and positions from 1; the path ends early where there is no such part. A plain number is its own `value`,
    and has a signed square.

    >>> part_of({"tests": ["a", "b"]}, ("tests", "2")), part_of(-0.5, ("signed_square",))
    ('b', -0.25)
    """
    for name in path:
        part = _step(whole, name) if isinstance(whole, Mapping | list | tuple) else _of_root(whole, name)
        if part is _NO_PART:
            return whole
        whole = part
    return whole


def has_part(whole: object, path: Sequence[str]) -> bool:
    """
    Whether an answer has a part of these names and positions.

    >>> [has_part({"tests": ["a", "b"]}, path) for path in ((), ("tests", "2"), ("tests", "3"))]
    [True, True, False]
    """
    return reduce(_step, path, whole) is not _NO_PART


def _of_root(number: object, name: str) -> object:
    """A part of a quotient by a root that is answered as a plain number."""
    match number, name:
        case (bool(), _):
            return _NO_PART
        case (int() | float(), "value"):
            return number
        case (int() | float(), "signed_square"):
            return number * abs(number)
        case _:
            return _NO_PART


_NO_PART = object()


def _step(whole: object, name: str) -> object:
    """The part of an answer one step down, by name or position; `_NO_PART` if there is none."""
    if isinstance(whole, Mapping):
        return whole.get(name, _NO_PART)
    if isinstance(whole, list | tuple) and name.isdecimal() and 1 <= int(name) <= len(whole):
        return whole[int(name) - 1]
    return _NO_PART


def answering(adapter: object) -> Adapter:
    """
    The adapter for a Python value: a function of an operation's name and its inputs; a mapping of names to functions, or an object with a
    method for each operation, that take the inputs by name. Missing operations are skipped. Errors: TypeError for anything else.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> case = Case("x", "", Call("gini", {"counts": ["1", "1"]}), ExactAnswer("1/2"), "", ())
    >>> answering({"gini": lambda counts: 0.5})(case), answering({})(case)
    (Reply(kind='answer', value=0.5), Reply(kind='skipped', value='gini'))
    """
    match adapter:
        case FunctionAdapter():
            return adapter
        case Mapping():
            return FunctionAdapter(lambda operation, inputs: _method(adapter.get(operation), operation)(**inputs))
        case type() | str() | bytes() | int() | float() | None:
            raise Invalid("adapter", "a function, a mapping of functions or an object with methods", adapter)
        case _ if callable(adapter):
            return FunctionAdapter(adapter)
        case _:
            return FunctionAdapter(lambda operation, inputs: _method(getattr(adapter, operation, None), operation)(**inputs))


def _method(method: object, operation: str) -> Callable[..., object]:
    if not callable(method):
        raise NotImplementedError(operation)
    return method
