"""
Exact numbers in JSON: text for a fraction, an object for a sum of logarithms or of roots, a quotient or a root; no JSON numbers.

    "20/49"        {"log2": {"14": "1", "9": "-9/14"}} is log2(14) - 9/14*log2(9)        {"quotient": [top, bottom]}
    {"sqrt": {"1": "1/5", "5": "-4/25"}} is 1/5 - 4/25*sqrt(5)              {"root": [{"sqrt": {"2": "1"}}, "3"]} is sqrt(2)^(1/3)

The rational part of a sum of logarithms stands under "2", as log2(2) = 1. How they are written: `dtref.io.numbers`. A number of no such
kind, such as a p-value, has certified bounds. In answers it is the decimal that `certified` rounds it to, and so is a root, which other
programs compute as a decimal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias, cast

from dtref.errors import Invalid, Undecided
from dtref.exact.decimals import decimal
from dtref.exact.digits import fraction, fraction_text
from dtref.exact.enclosure import Enclosure
from dtref.exact.kth_root import KthRoot, kth_root
from dtref.exact.logs import log2_of
from dtref.exact.number import Exact, Number, is_zero, number, total
from dtref.exact.roots import RootSum, root_of
from dtref.io import json_text
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.deep_json import LEVELS, beginning, json_if_short, texts
from dtref.oracle.arithmetic.evaluation import Bound
from dtref.spec.model.schemes import by_level, fold, unfold

_WIDTH = 140
"""The most characters of a line in a golden file, where JSON can be broken into shorter lines."""

_RATIONAL = re.compile(r"-?[0-9]+(/[0-9]+)?")
_CERTIFIED = re.compile(r"-?[0-9]+\.[0-9]{12,}")


def parse_exact_json(text: str, name: str) -> Json:
    """
    JSON of objects, arrays and strings. Errors: Invalid for anything else, and as `dtref.io.json_text` says.

    >>> parse_exact_json('{"counts": ["9", "5"]}', "a.json")
    {'counts': ['9', '5']}
    >>> parse_exact_json('{"counts": [9]}', "a.json")
    Traceback (most recent call last):
    dtref.errors.Invalid: a.json, counts[0]: expected an object, an array or a string (got 9)
    """
    value = json_text.parse_json(text, name)
    return cast(Json, value) if _is_narrow(value) else narrow(value, f"{name}, ")


def _is_narrow(value: object) -> bool:
    """Whether JSON is of objects, arrays and strings alone: most is, and needs no second copy, nor the names of its places."""

    def parts(value_there: object) -> Iterable[object]:
        members = value_there.values() if isinstance(value_there, dict) else value_there if isinstance(value_there, list) else ()
        return [member for member in members if type(member) is not str]  # most are, and have no parts

    levels = enumerate(by_level(value, parts))
    return all(level < LEVELS and all(isinstance(part, (str, list, dict)) for part in there) for level, there in levels)


def narrow(value: object, where: str = "") -> Json:
    """
    A Python value as JSON of objects, arrays and strings. Errors: Invalid at the first part that is something else.

    >>> narrow({"a": ["1", {}]})
    {'a': ['1', {}]}
    """

    def expand(seed: tuple[object, str, int]) -> tuple[Callable[[Sequence[Json]], Json], Sequence[tuple[object, str, int]]]:
        value, where, level = seed
        if level > LEVELS:
            raise Invalid(where[:60], f"JSON that is nested at most {LEVELS} levels deep", "deeper nesting")
        match value:
            case str():
                return (lambda _: value), ()
            case list():
                return list, [(part, f"{where}[{i}]", level + 1) for i, part in enumerate(value)]
            case dict():
                names = [str(key) for key in value]
                dot = "." if where and where[-1] != " " else ""
                children = [(part, f"{where}{dot}{name}", level + 1) for name, part in zip(names, value.values(), strict=True)]
                return (lambda parts: dict(zip(names, parts, strict=True))), children
            case _:
                raise Invalid(where, "an object, an array or a string", value)

    return unfold((value, where, 0), expand)


def layout(value: Json, indent: int = 0) -> str:
    """
    JSON text in the one layout of golden files: a value on one line where it fits, else its parts on a line each.

    >>> print(layout({"id": "x", "counts": ["9", "5"]}))
    {"id": "x", "counts": ["9", "5"]}
    """
    return "".join(texts(iter(((value, indent, 0),)), _laid_out))


def _laid_out(piece: _Part) -> Iterator[str | _Part]:
    """A part on one line where it fits, else on several."""
    part, indent, used = piece
    flat = _quoted(part) if isinstance(part, str) else json_if_short(part, _WIDTH - indent - used if part else 2)
    return _in_lines(part, indent) if flat is None else iter((flat,))


_Part: TypeAlias = tuple[Json, int, int]
"""A part still to be written: the JSON, its indent, and how many characters of its line are taken."""


def _in_lines(value: Json, indent: int) -> Iterator[str | _Part]:
    """An array or object, a line for each of its parts."""
    is_list, line = isinstance(value, list), "\n" + " " * indent
    keys = [""] * len(value) if isinstance(value, list) else [_quoted(key) + ": " for key in value]
    yield "[" if is_list else "{"
    for i, (key, part) in enumerate(zip(keys, value.values() if isinstance(value, dict) else value, strict=True)):
        yield f"{',' if i else ''}{line}  {key}"
        yield part, indent + 2, len(key) + 1
    yield f"{line}{']' if is_list else '}'}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def rational_of_text(value: Json, where: str = "number") -> Fraction:
    """
    The fraction that a text in lowest terms writes. Errors: Invalid for anything else, so that each number has one spelling.

    >>> rational_of_text("-20/49")
    Fraction(-20, 49)
    >>> rational_of_text("2/4")
    Traceback (most recent call last):
    dtref.errors.Invalid: number: expected a fraction in lowest terms such as '20/49' (got '2/4')
    """
    if isinstance(value, str) and _RATIONAL.fullmatch(value) and not value.endswith("/0"):
        try:
            value_read = fraction(value)
        except ZeroDivisionError:
            raise Invalid(where, "a fraction with a denominator above 0", value[:60]) from None
        if fraction_text(value_read) == value:
            return value_read
    raise Invalid(where, "a fraction in lowest terms such as '20/49'", value)


def exact_number(value: Json, where: str = "number") -> Number:
    """
    The number that JSON writes: a fraction, a sum of logarithms or of roots, a quotient, or a root. Errors: Invalid for anything else.

    >>> exact_number({"log2": {"3": "1/2", "2": "-1"}}), exact_number({"quotient": ["1", {"log2": {"3": "1"}}]})
    (LogForm(-1 + 1/2*log2(3)), LogRatio((1) / (log2(3))))
    """
    return fold(value, _operands, lambda node, parts: _composed(node, parts, where) if parts else _plain_number(node, where))


def _operands(value: Json) -> Sequence[Json]:
    """Numerator and denominator of a quotient, the number under a root; nothing for other numbers."""
    match value:
        case {"root": [under, str()], **rest} if not rest:
            return (under,)
        case {"quotient": [numerator, denominator], **rest} if not rest:
            return numerator, denominator
        case _:
            return ()


def _composed(value: Json, parts: Sequence[Number], where: str) -> Number:
    match value:
        case {"root": [_, degree]}:
            return kth_root(parts[0], _whole(degree, f"{where}, root", 2))
    numerator, denominator = parts
    if is_zero(denominator):
        raise Invalid(where, "a quotient whose bottom isn't 0", beginning(value, 60))
    return numerator / denominator


def _plain_number(value: Json, where: str) -> Number:
    match value:
        case {"log2": dict(terms), **rest} if not rest:
            return total(rational_of_text(q, f"{where}, log2 {n[:20]}") * log2_of(_whole(n, f"{where}, log2", 2)) for n, q in terms.items())
        case {"sqrt": dict(terms), **rest} if not rest:
            return total(rational_of_text(q, f"{where}, sqrt {n[:20]}") * root_of(_whole(n, f"{where}, sqrt", 1)) for n, q in terms.items())
        case _:
            return number(rational_of_text(value, where))


def _whole(text: Json, where: str, least: int) -> int:
    n = rational_of_text(text, where)
    if n.denominator != 1 or n < least:
        raise Invalid(where, f"an integer above {least - 1}", text)
    return n.numerator


def why_undefined(value: Json) -> str | None:
    """
    The reason that a definition gives no value, where JSON writes one; else None. A class named `undefined` has a number there instead.

    >>> why_undefined({"undefined": "no records"}), why_undefined({"undefined": "1/2", "yes": "1/2"}), why_undefined({"undefined": "1"})
    ('no records', None, None)
    """
    match value:
        case {"undefined": str(why), **rest} if why and not rest and not is_number(why):
            return why
        case _:
            return None


def certified_text(value: Json) -> str | None:
    """
    The digits of a certified decimal, where JSON writes one; else None. A class named `decimal` has a fraction there instead.

    >>> certified_text({"decimal": "0.169765832032"}), certified_text({"decimal": "1/2", "yes": "1/2"}), certified_text({"decimal": "1"})
    ('0.169765832032', None, None)
    """
    match value:
        case {"decimal": str(digits), **rest} if not rest and _CERTIFIED.fullmatch(digits):
            return digits
        case _:
            return None


def is_number(value: Json) -> bool:
    """
    Whether JSON writes one number, exactly or as a certified decimal, and not parts that have names.

    >>> is_number({"log2": {"3": "1"}}), is_number({"log2": "1/2", "yes": "1/2"}), is_number({"decimal": "0.169765832032"})
    (True, False, True)
    """
    try:
        exact_number(value)
    except Invalid:
        return certified_text(value) is not None
    return True


def is_certified(x: object) -> bool:
    """
    Whether a number is written as a certified decimal in answers: an enclosure that is no fraction or sum of logarithms, or a root.

    >>> from dtref.exact.enclosure import enclose
    >>> is_certified(enclose(2).sqrt()), is_certified(enclose(2)), is_certified(root_of(2))
    (True, False, True)
    """
    exact = x.exact if isinstance(x, Enclosure) else x
    return isinstance(exact, RootSum | KthRoot) or (exact is None and isinstance(x, Enclosure))


def certified(x: Exact) -> str:
    """
    A certified decimal: 12 digits after the point, or from the first digit on that isn't 0. Errors: Undecided where it can't be rounded.

    >>> from dtref.exact.enclosure import enclose
    >>> certified(enclose(2).sqrt()), certified(enclose(2).sqrt() / 10**20)
    ('1.414213562373', '0.0000000000000000000141421356237')
    >>> len(certified(enclose(2).sqrt() / 10**2500))
    2513
    """
    for digits in (12, 100, 1_000, 4_000, 7_000, 10_000):  # Python prints integers of 4300 digits at most
        after = decimal(x, digits)
        if first := re.search("[1-9]", after):
            zeros = max(first.start() - after.index(".") - 1, 0)
            return decimal(x, zeros + 12)
    raise Undecided(f"the first digit of {x}", "10000 digits")


def bound(value: Json, where: str = "where") -> Bound:
    """
    The value of a name in an arithmetic text, from JSON: a number, or a list of values.

    >>> bound(["1/2", ["1"]])
    (Fraction(1, 2), (Fraction(1, 1),))
    """

    def expand(seed: tuple[Json, str]) -> tuple[Callable[[Sequence[Bound]], Bound], Sequence[tuple[Json, str]]]:
        value, where = seed
        if isinstance(value, list):
            return tuple, [(part, f"{where}[{i}]") for i, part in enumerate(value, 1)]
        value_read = exact_number(value, where)
        return (lambda _: value_read), ()

    return unfold((value, where), expand)
