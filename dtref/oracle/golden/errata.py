"""
The errata of the documents, with what is printed, what is right and an executable proof; and the figures that were rounded too early.

Both are read from the golden records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dtref.io.numbers import Json
from dtref.oracle.golden.records import Erratum, GoldenRecord, PrintedFormula, Value, Verdict


def errata(records: Iterable[GoldenRecord]) -> Iterator[tuple[GoldenRecord, Erratum]]:
    """
    The records that are errata, each with its erratum.

    >>> from dtref.oracle.golden.store import golden_records
    >>> next(record.document for record, _ in errata(golden_records()))
    'cs422'
    """
    return ((record, record.erratum) for record in records if record.erratum is not None)


def rounded_early(records: Iterable[GoldenRecord]) -> Iterator[tuple[GoldenRecord, Value]]:
    """
    The records whose printed figure is not a rounding of the exact value, but follows from intermediate results that were rounded first.

    >>> from dtref.oracle.golden.store import golden_records
    >>> [(record.id, value.printed, value.decimal) for record, value in rounded_early(golden_records()) if record.document == "iaml"]
    [('iaml-entropy-12', '0.049', '0.048127030408')]
    """
    return ((record, record.body) for record in records if record.verdict is Verdict.INTERMEDIATES and isinstance(record.body, Value))


def rounded_text(record: GoldenRecord, value: Value) -> Iterator[str]:
    """A figure that was rounded too early, as lines of text."""
    yield f"{record.id}  [rounded too early]  {record.document}, {record.slide}"
    yield f"  about    {record.what}"
    yield f"  printed  {value.printed}"
    yield f"  exact    {_digits(value)}"
    yield from (f"  how      {step.says}" for step in value.reproductions)


def proof_of(record: GoldenRecord, erratum: Erratum) -> tuple[str, ...]:
    """
    The proof of an erratum, a line for each check with its relation, or for a formula a line for each case.

    >>> from dtref.oracle.golden.store import golden_records
    >>> [proof_of(*pair)[1] for pair in errata(golden_records()) if pair[0].id == "cs6220-gini-01"]
    ['the printed sum with v = 2: 1 - 1/9 - 1/9 == 7/9']
    """
    checks = tuple(f"{check.says}: {check.holds}" for check in erratum.proof)
    cases = record.body.cases if isinstance(record.body, PrintedFormula) else ()
    return checks or tuple(
        f"{case.case}: the printed formula gives {_written(case.gives)}, right is {_written(case.exact)}" for case in cases
    )


def _written(value: Json) -> str:
    match value:
        case str():
            return value
        case {"undefined": str(why)}:
            return f"undefined ({why})"
        case {"decimal": str(digits)}:
            return digits
        case _:
            return "a sum of logarithms"


def erratum_text(record: GoldenRecord, erratum: Erratum) -> Iterator[str]:
    """An erratum as lines of text."""
    yield f"{record.id}  [{erratum.category}]  {record.document}, {record.slide}"
    yield f"  about    {record.what}"
    yield f"  wrong    {erratum.wrong}"
    yield f"  right    {erratum.right}"
    yield from (f"  proof    {line}" for line in proof_of(record, erratum))
    yield f"  elsewhere in the document: {erratum.elsewhere}"
    yield f"  defence  {erratum.defence}"


def erratum_json(record: GoldenRecord, erratum: Erratum) -> Json:
    """An erratum as JSON."""
    return {
        "id": record.id,
        "document": record.document,
        "slide": record.slide,
        "what": record.what,
        "category": erratum.category,
        "wrong": erratum.wrong,
        "right": erratum.right,
        "proof": list(proof_of(record, erratum)),
        "elsewhere": erratum.elsewhere,
        "defence": erratum.defence,
    }


def errata_table(records: Iterable[GoldenRecord]) -> str:
    """
    The errata as a Markdown table, for golden/ERRATA.md.

    >>> errata_table(())
    '| id | document, slide | kind | printed | right | in its defence |\\n| --- | --- | --- | --- | --- | --- |'
    """
    rows = [
        f"| {r.id} | `{r.document}`, {_cell(r.slide)} | {erratum.category} | "
        f"{_cell(erratum.wrong)} | {_cell(erratum.right)} | {_cell(erratum.defence)} |"
        for r, erratum in errata(records)
    ]
    return "\n".join(["| id | document, slide | kind | printed | right | in its defence |", "| --- | --- | --- | --- | --- | --- |", *rows])


def rounded_table(records: Iterable[GoldenRecord]) -> str:
    """
    The figures that were rounded too early as a Markdown table, for golden/ERRATA.md.

    >>> rounded_table(())
    '| id | document, slide | about | printed | exact | how it comes about |\\n| --- | --- | --- | --- | --- | --- |'
    """
    rows = [
        f"| {r.id} | `{r.document}`, {_cell(r.slide)} | {_cell(r.what)} | {value.printed} | {_digits(value)} | {_cell(_ways(value))} |"
        for r, value in rounded_early(records)
    ]
    return "\n".join(
        ["| id | document, slide | about | printed | exact | how it comes about |", "| --- | --- | --- | --- | --- | --- |", *rows]
    )


def _digits(value: Value) -> str:
    return f"{value.decimal or _written(value.exact)}…"


def _ways(value: Value) -> str:
    return "; or ".join(step.says for step in value.reproductions)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
