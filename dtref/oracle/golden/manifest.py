"""
The manifest: fingerprints of printed texts that no computation checks, so that a changed digit in one of them is noticed too.

Computation explains figures that are the rounding of the exact value or reproduced from rounded intermediates, and tables without a
wrong cell or a number in the header; these are left out. All else that a document prints (damaged text, lost figures, formulas, claims),
and every erratum with what it says is wrong, right, elsewhere and in defence, stands in golden/manifest.json, by id.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

from dtref.errors import Invalid
from dtref.io.files import read_text
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import layout, parse_exact_json
from dtref.oracle.golden.records import Erratum, GoldenRecord, PrintedFormula, PrintedTable, Value, Verdict
from dtref.oracle.operations.inputs import Given, golden_folder

RATIONAL = re.compile(r"-?[0-9]+(/[0-9]+)?")


def explained(record: GoldenRecord) -> bool:
    """
    Whether computing would find a wrong digit in a record's printed text. Never for an erratum: no computation checks its words.

    >>> from dtref.oracle.golden.store import golden_records
    >>> [explained(r) for r in golden_records() if r.id in {"cs6220-gini-01", "cs6220-gini-07"}]
    [False, True]
    """
    if record.erratum is not None:
        return False
    match record.body:
        case Value(printed=printed, exact=exact, reproductions=reproductions):
            rounded = record.verdict is Verdict.ROUNDING and not _half_way(printed, exact)
            return not printed or rounded or bool(reproductions)
        case PrintedTable(header=header, printed=printed, exact=exact, wrong=wrong):
            cells = (pair for rows in zip(printed, exact, strict=True) for pair in zip(*rows, strict=True))
            return not wrong and not any(_half_way(text, true) for text, true in cells) and not re.search("[0-9]", "".join(header))
        case _:
            return False


def _half_way(printed: str, exact: Json) -> bool:
    """Whether an exact number lies half way between the printed figure and its neighbour, so that both are roundings of it."""
    if not (isinstance(exact, str) and RATIONAL.fullmatch(exact)):
        return False
    doubled = 2 * Fraction(exact) * 10 ** len(printed.partition(".")[2])
    return bool(doubled.denominator == 1 and doubled.numerator % 2 == 1)


def fingerprint(record: GoldenRecord) -> str:
    """
    The first 16 hexadecimal digits of the SHA-256 of a record's printed text, the restored text of a damaged one, and an erratum's words
    for what is wrong, right, elsewhere and in defence.

    >>> from dtref.oracle.golden.store import golden_records
    >>> [len(fingerprint(r)) for r in golden_records() if r.id == "cs6220-gini-01"]
    [16]
    """
    printed: object = (record.body.header, record.body.printed) if isinstance(record.body, PrintedTable) else record.body.printed
    restored = record.body.restored if isinstance(record.body, Value | PrintedFormula) else ""
    return sha256(json.dumps([printed, restored, *_words(record.erratum)], ensure_ascii=False).encode()).hexdigest()[:16]


def _words(erratum: Erratum | None) -> tuple[str, ...]:
    return () if erratum is None else (erratum.wrong, erratum.right, erratum.elsewhere, erratum.defence)


def manifest(records: Iterable[GoldenRecord]) -> dict[str, Json]:
    """
    The manifest of some records: id -> fingerprint, for those that are not explained.

    >>> manifest(())
    {}
    """
    return {record.id: fingerprint(record) for record in records if not explained(record)}


def manifest_path() -> Path:
    """
    The path of the manifest.

    >>> manifest_path().name
    'manifest.json'
    """
    return golden_folder() / "manifest.json"


def read_manifest() -> dict[str, Json]:
    """
    The manifest read from golden/manifest.json. Errors: Invalid where the file is missing or isn't a manifest.

    >>> all(len(str(text)) == 16 for text in read_manifest().values())
    True
    """
    content = Given.of(parse_exact_json(read_text(manifest_path()), "manifest.json"), "manifest.json").only("$schema", "printed")
    return dict(content.object("printed").parts)


def manifest_text(records: Iterable[GoldenRecord]) -> str:
    """
    The text of the manifest's file.

    >>> print(manifest_text(()))
    {"$schema": "schema/manifest.schema.json", "printed": {}}
    <BLANKLINE>
    """
    return layout({"$schema": "schema/manifest.schema.json", "printed": manifest(records)}) + "\n"


def manifest_complaint(record: GoldenRecord, known: dict[str, Json]) -> str:
    """
    A complaint about a record's entry in a manifest; the empty text if the entry is right.

    >>> from dtref.oracle.golden.store import golden_records
    >>> [manifest_complaint(r, {}) for r in golden_records() if r.id == "cs6220-gini-01"]
    ['cs6220-gini-01: expected the fingerprint of what is printed in golden/manifest.json (got none)']
    """
    wanted = "" if explained(record) else fingerprint(record)
    got = str(known.get(record.id, ""))
    if wanted == got:
        return ""
    what = "the fingerprint of what is printed in" if wanted else "no entry, as computing explains it, in"
    return str(Invalid(record.id, f"{what} golden/manifest.json", got)).replace("(got '')", "(got none)")


def entries_without_record(records: Iterable[GoldenRecord], known: dict[str, Json]) -> tuple[str, ...]:
    """
    A complaint for each entry of a manifest that belongs to no record.

    >>> entries_without_record((), {"tan-0": "0123456789abcdef"})
    ("golden/manifest.json: expected entries of records only (got 'tan-0')",)
    """
    ids = {record.id for record in records}
    return tuple(str(Invalid("golden/manifest.json", "entries of records only", name)) for name in known if name not in ids)
