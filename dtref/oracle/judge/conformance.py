"""
Conformance levels: pinned lists of vectors that a library may claim to answer rightly, as archives that are checked without dtref.

The ids are those of golden/conformance/levels.json; what is expected is written with 17 digits, a double's own, and with the tolerance of
the judge. The files of an archive are the same for ever: levels.json has the checksum of its vectors.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import cast
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from attrs import frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.decimals import significant
from dtref.exact.number import Exact
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import layout
from dtref.oracle.golden.complaints import answered
from dtref.oracle.golden.store import golden_folder
from dtref.oracle.golden.vectors import Refused
from dtref.oracle.judge.cases import Case, golden_cases
from dtref.oracle.judge.kits import HARNESS_KITS
from dtref.oracle.judge.questions import question
from dtref.oracle.judge.rounding.numbers import ANSWER_ULPS
from dtref.oracle.judge.rounding.scales import POSITIVE, UNIT, scale_of
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.inputs import Given
from dtref.spec.model.schemes import unfold

PINNED_DIGITS = 17
"""The digits of a decimal: as many as tell every double from the next."""
CHECKERS: Mapping[str, str] = {"python": "check.py", "javascript": "check.mjs"}
"""The checkers by language."""


@frozen
class ConformanceLevel:
    """A level: its name, version, what it is about, the ids of its vectors, the checksum (SHA-256) of its vectors.json."""

    name: str
    version: str
    what: str
    ids: tuple[str, ...]
    sha256: str


def conformance_levels() -> Mapping[str, ConformanceLevel]:
    """
    The levels by name.

    >>> list(conformance_levels())
    ['metrics', 'ranking', 'intervals-and-tests', 'binary-trees', 'many-way-trees', 'gaps', 'pruning']
    """
    levels = json.loads((golden_folder() / "conformance" / "levels.json").read_text("utf-8"))
    return {name: _level(name, Given.of(fields, f"levels.json, {name}")) for name, fields in levels.items()}


def _level(name: str, fields: Given) -> ConformanceLevel:
    return ConformanceLevel(name, fields.text("version"), fields.text("what"), fields.texts("ids"), fields.text("sha256"))


def conformance_level(name: str) -> ConformanceLevel:
    """
    A level. Errors: Invalid for a name of none.

    >>> conformance_level("gaps").version
    '1'
    """
    levels = conformance_levels()
    if name not in levels:
        raise Invalid("LEVEL", f"one of {', '.join(levels)}", name)
    return levels[name]


def checker(language: str) -> str:
    """
    The name of the checker for a language. Errors: Invalid for one without, kit or not.

    >>> checker("javascript")
    'check.mjs'
    """
    if language not in CHECKERS:
        there = "there is a harness kit, and no checker yet" if language in HARNESS_KITS else "no such kit"
        raise Invalid("--language", f"one of {', '.join(CHECKERS)} (they check programs in any language; {there})", language)
    return CHECKERS[language]


# Vectors


def vectors_text(level: ConformanceLevel) -> str:
    """The vectors.json of a level. Errors: Invalid for an id that is none, or a number without 17 certain digits."""
    ids = set(level.ids)
    cases = {case.id: case for case in golden_cases() if case.id in ids}
    if missing := [name for name in level.ids if name not in cases]:
        raise Invalid(f"level {level.name}", "ids of golden vectors", missing[0])
    head: dict[str, Json] = {"format": "dtref-conformance/1", "level": level.name, "version": level.version}
    return layout({**head, "cases": [pinned_vector(cases[name]) for name in level.ids]}) + "\n"


def pinned_vector(case: Case) -> dict[str, Json]:
    """
    A case with what is expected, and the tolerance: a gap of at most `absolute`, or `relative` of the number; and `share` of it.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> third = pinned_vector(Case("x", "a third", Call("mean", {"values": ["0", "0", "1"]}), ExactAnswer("1/3"), "", ()))
    >>> third["expected"], third["tolerance"]["relative"]
    ({'number': '0.33333333333333333'}, '1.1368683772161603e-13')
    """
    room = ANSWER_ULPS * UNIT
    tolerance: dict[str, Json] = {
        "absolute": significant(room * scale_of(case.call, ANSWER_ULPS), PINNED_DIGITS),
        "relative": significant(room, PINNED_DIGITS),
    }
    if case.call.operation in POSITIVE:
        tolerance["share"] = "0.25"
    return {"id": case.id, "what": case.what, **question(case), "expected": _expected(case), "tolerance": tolerance}


def _expected(case: Case) -> Json:
    match case.expected:
        case Refused(why=why):
            return {"refused": why}
        case _:
            return decimals_of(answered(case.call, case.id))


SPARED = frozenset(("optima", "or_leaf", "lower", "upper", "side", "signed_square", "surrogates", "distribution"))
"""Parts of answers that a program may leave out."""


def decimals_of(answer: Answer) -> Json:
    """
    An answer with its numbers as decimals of 17 digits, {"number": …}, without what may be left out.

    >>> from fractions import Fraction
    >>> decimals_of({"cut": Fraction(1, 2), "lower": Fraction(0), "labels": ("a", Undefined("none"))})
    {'cut': {'number': '0.50000000000000000'}, 'labels': ['a', {'undefined': 'none'}]}
    """

    def expand(part: Answer) -> tuple[Callable[[Sequence[Json]], Json], Sequence[Answer]]:
        match cast(object, part):
            case tuple():
                return list, cast("tuple[Answer, ...]", part)
            case Mapping():
                wanted = {name: below for name, below in cast("Mapping[str, Answer]", part).items() if name not in SPARED}
                return (lambda parts: dict(zip(wanted, parts, strict=True))), tuple(wanted.values())
            case str() as text:
                return (lambda _: text), ()
            case Undefined(why=why):
                return (lambda _: {"undefined": why}), ()
            case _:
                digits = significant(cast(Exact, part), PINNED_DIGITS)
                return (lambda _: {"number": digits}), ()

    return unfold(answer, expand)


# Archives


def archive(level: ConformanceLevel, languages: Sequence[str] = tuple(CHECKERS)) -> bytes:
    """
    The zip of a level: its vectors, a checker for each language, a README, SHA256SUMS. The same bytes for the same level and languages.

    Errors: Invalid for a language without a checker; for vectors whose checksum isn't the pinned one.
    """
    files = dict(_files(level, list(map(checker, languages))))
    if (found := checksum(files["vectors.json"])) != level.sha256:
        raise Invalid(f"level {level.name}", f"vectors of checksum {level.sha256}, as levels.json pins it", found)
    sums = "".join(f"{checksum(data)}  {name}\n" for name, data in files.items())
    # no times, so that the bytes are the same
    stream = io.BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as zipped:
        for name, data in {**files, "SHA256SUMS": sums.encode()}.items():
            zipped.writestr(ZipInfo(f"dtref-{level.name}-{level.version}/{name}"), data, ZIP_DEFLATED)
    return stream.getvalue()


def checksum(data: bytes) -> str:
    """
    SHA-256 in hexadecimal digits.

    >>> checksum(b"")[:8]
    'e3b0c442'
    """
    return sha256(data).hexdigest()


def _files(level: ConformanceLevel, checkers: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    folder = golden_folder() / "conformance"
    yield "vectors.json", vectors_text(level).encode()
    yield from ((name, (folder / name).read_bytes()) for name in checkers)
    yield "README.md", _readme(level, checkers).encode()


def _readme(level: ConformanceLevel, checkers: Sequence[str]) -> str:
    runners = {"check.py": "python3 check.py", "check.mjs": "node check.mjs"}
    commands = "\n".join(f"    {runners[name]} --report report.json --badge badge.svg COMMAND" for name in checkers)
    return (
        f"# dtref conformance: {level.name} {level.version}\n\n{level.what}\n\n{len(level.ids)} cases, in vectors.json: each the question "
        "(`operation`, `given`, perhaps a `part`), what is\nexpected (a number with 17 digits, `undefined`, `refused`, parts), and the "
        "`tolerance` of a double: a gap of at most\n`absolute`, or `relative` of the number; where there is a `share`, of at most "
        f"that share of it as well.\n\n{commands}\n\nCOMMAND is a program that speaks the protocol of dtref's "
        "judge (golden/PROTOCOL.md of dtref; `dtref new-harness` has kits in\n"
        "six languages). The level is reached if nothing is wrong and nothing is left out. SHA256SUMS is "
        "checked first.\n"
    )
