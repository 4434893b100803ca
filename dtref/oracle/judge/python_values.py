"""
Converts what a Python adapter returns or raises into plain JSON and text, in bounded time and memory.

No method of a foreign object is called later than here, so that one that misbehaves fails only the case it answers.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from itertools import islice
from typing import TypeAlias, cast

from dtref.errors import Undecided, Undefined
from dtref.exact.digits import digits, fraction_text
from dtref.exact.number import Number
from dtref.exact.ordered import Ordered
from dtref.io.numbers import undecided_json
from dtref.oracle.operations.answers import write_answer
from dtref.spec.model.schemes import unfold

DEEPEST = 50_000
"""The most levels of an answer; a list that contains itself has more."""
_VALUES = 200_000
"""The most values that an answer may have, at all depths."""
CHARACTERS = 2_000_000
"""The most characters that a text of an answer may have."""
LONG_WHY = 300
"""The most characters of a reason."""
LONG_INTEGER = 10**4000
"""The size from which an integer is written as text, as Python's own JSON can't write it."""

Build: TypeAlias = Callable[[Sequence[object]], object]


class NoAnswerError(TypeError):
    """An adapter returned something that can't be an answer; its text is the reason."""


def json_answer(answer: object) -> object:
    """
    A Python answer as JSON: tuples and generators become lists, fractions and long integers texts, numbers of other libraries ints or
    doubles. dtref's own numbers, `Undefined` and `Undecided` become what golden files write. Instances of subclasses become plain values of
    the base class.

    Errors: NoAnswerError for more than `DEEPEST` levels (a list that holds itself has them), `_VALUES` values or `CHARACTERS` characters, a
    key twice, a set, which has no order, a coroutine; whatever the methods of an object raise.

    >>> from fractions import Fraction
    >>> json_answer({"a": (Fraction(1, 2), 0.5), "b": (n for n in (1, 2))})
    {'a': ['1/2', 0.5], 'b': [1, 2]}
    >>> from dtref.exact.logs import log2_of
    >>> json_answer([log2_of(3), Undefined("no records")])
    [{'log2': {'3': '1'}}, {'undefined': 'no records'}]
    """
    count = 1

    def expand(seed: tuple[object, int]) -> tuple[Build, Sequence[tuple[object, int]]]:
        nonlocal count
        build, parts = _opened(seed[0])
        count += len(parts)
        if count > _VALUES:
            raise NoAnswerError(f"an answer of more than {_VALUES} values")
        if seed[1] >= DEEPEST and parts:
            raise NoAnswerError(f"an answer that is nested more than {DEEPEST} levels deep, or holds itself")
        return build, [(part, seed[1] + 1) for part in parts]

    return unfold((answer, 0), expand)


def _opened(value: object) -> tuple[Build, Sequence[object]]:
    """A function that builds a value from its converted parts, and the parts."""
    match value:
        case None | bool() | str() | int() | float() | Fraction():
            return _without_parts(_single(value))
        case Undefined(why=why):
            return (lambda _: {"undefined": why}), ()
        case Undecided():
            open_answer = undecided_json(value)
            return (lambda _: open_answer), ()
        case Ordered():  # dtref's own numbers
            written = write_answer(cast(Number, value))
            return (lambda _: written), ()
        case Mapping():
            pairs = list(islice(value.items(), _VALUES + 1))
            keys = [_text_of(key) for key, _ in pairs]
            if len(set(keys)) < len(keys):
                raise NoAnswerError("a key twice in an object")
            return (lambda parts: dict(zip(keys, parts, strict=True))), [part for _, part in pairs]
        case bytes() | bytearray():
            return _without_parts(_text_of(value))
        case Sequence() | Iterator():
            return list, list(islice(value, _VALUES + 1))
        case Set():
            raise NoAnswerError("a set has no order: a list is wanted")
        case Coroutine():
            value.close()
            raise NoAnswerError("a coroutine is no answer: what it would return is wanted")
        case _ if hasattr(value, "tolist"):  # numpy's arrays and numbers; a long double has itself for its list
            inner = value.tolist()
            return _without_parts(float(str(value))) if type(inner) is type(value) else ((lambda parts: parts[0]), [inner])
        case _:
            return _without_parts(_text_of(value))


def _without_parts(value: object) -> tuple[Build, Sequence[object]]:
    """A value without parts. Errors: NoAnswerError for too long a text."""
    if isinstance(value, str) and len(value) > CHARACTERS:
        raise NoAnswerError(f"a text of more than {CHARACTERS} characters")
    return (lambda _: value), ()


def _single(value: str | float | Fraction | None) -> object:
    """A value as an instance of Python's own class, without calling methods that a subclass may override."""
    match value:
        case None | bool():
            return value
        case str():
            return _plain_str(value)
        case int():
            n = int.__index__(value)
            return n if abs(n) < LONG_INTEGER else digits(n)
        case float():
            return float.__float__(value)
        case Fraction():
            return fraction_text(Fraction(value.numerator, value.denominator))


def _plain_str(text: str) -> str:
    return str.__getitem__(text, slice(None))


def _text_of(x: object) -> str:
    """
    The text of an object. Errors: whatever its method raises.

    >>> _text_of(None)
    'None'
    """
    return _plain_str(str(x))


def why_of(problem: BaseException) -> str:
    """
    The text of an exception, shortened; a note where making the text raises another.

    >>> why_of(KeyError("x")), why_of(ValueError("x" * 1000))[-9:]
    ("'x'", 'xxxxxxxx…')
    """
    try:
        text = _text_of(problem)
    except KeyboardInterrupt:
        raise
    except BaseException as broken:  # whatever somebody else's method raises
        return f"its text can't be made ({name_of(broken)})"
    return text if len(text) <= LONG_WHY else f"{text[:LONG_WHY]}…"


def name_of(problem: BaseException) -> str:
    """
    The name of an exception's class.

    >>> name_of(KeyError("x"))
    'KeyError'
    """
    return str(type.__dict__["__name__"].__get__(type(problem)))
