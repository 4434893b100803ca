"""The commands about the golden files: errata, and the check of every record and vector."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, starmap
from random import Random

import click

from dtref.cli.choices import Named
from dtref.cli.exit_codes import failing
from dtref.cli.options import progress
from dtref.cli.printed_numbers import JSON_OPTION
from dtref.cli.provenance import print_json
from dtref.cli.signals import Terminated
from dtref.errors import Invalid, nearest, printable
from dtref.io.files import read_text, write_text
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import layout, parse_exact_json
from dtref.oracle.golden.errata import errata as errata_of
from dtref.oracle.golden.errata import errata_table, erratum_json, erratum_text, rounded_early, rounded_table, rounded_text
from dtref.oracle.golden.manifest import entries_without_record, manifest_complaint, manifest_path, manifest_text, read_manifest
from dtref.oracle.golden.mutation import Mutant, mutants, noticed, records_as_written, vector_noticed, vectors_as_written
from dtref.oracle.golden.records import GoldenRecord
from dtref.oracle.golden.store import (
    check_record,
    golden_files,
    golden_folder,
    golden_records,
    golden_vectors,
    vector_files,
    vector_flags,
)
from dtref.oracle.golden.variants import golden_letters, golden_variants, variants_page
from dtref.oracle.golden.vectors import check_vector
from dtref.spec.sources import DOCUMENTS


@click.command("errata", epilog="Example: dtref errata tan")
@click.argument("document", required=False)
@JSON_OPTION
def errata_command(document: str | None, as_json: bool) -> None:
    """
    List the mistakes of the documents: what is printed, what is right, and the proof that the tests run; then the figures that come of
    rounding too early. DOCUMENT: only those of one document, or the one of this id.
    """
    records = list(golden_records())
    wrong = [pair for pair in errata_of(records) if document in {None, pair[0].document, pair[0].id}]
    rounded = [pair for pair in rounded_early(records) if document in {None, pair[0].document, pair[0].id}]
    if not wrong and not rounded and document not in DOCUMENTS:
        raise Invalid("DOCUMENT", f"one of {', '.join(DOCUMENTS)}, or the id of an erratum", document)
    if as_json:
        print(json.dumps([erratum_json(*pair) for pair in wrong], ensure_ascii=False))
        return
    for lines in (*starmap(erratum_text, wrong), *starmap(rounded_text, rounded)):
        print("\n".join(lines), end="\n\n")
    print(f"{len(wrong)} errata, {len(rounded)} figures rounded too early")


@click.group(epilog="Example: dtref golden check --document tan")
def golden() -> None:
    """Work with the golden files: worked examples of the documents, and vectors beyond them, with exact answers."""


VECTORS = "vectors"
DOCUMENT = click.option("--document", type=Named([*DOCUMENTS, VECTORS]), help="Only the records of this document, or the vectors.")


@golden.command("check", epilog="Example: dtref golden check --document cs6220")
@DOCUMENT
@JSON_OPTION
def check_golden(document: str | None, as_json: bool) -> None:
    """Compute every record and vector again and compare exactly. Exit code 1 if one is wrong."""
    fingerprints, flags = read_manifest(), vector_flags()
    records = list(_records(document))
    vectors = list(golden_vectors()) if document in {None, VECTORS} else []
    complaints = list[str]()
    with progress("checking records and vectors", len(records) + len(vectors)) as advance:
        for record in records:
            complaints += _complaints(record, fingerprints)
            advance(1)
        for vector in vectors:
            complaints += map(str, check_vector(vector, flags))
            advance(1)
    complaints += () if document is not None else entries_without_record(records, fingerprints)
    with failing(bool(complaints)):
        if as_json:
            print_json({"records": len(records), "vectors": len(vectors), "complaints": complaints})
            return
        for text in complaints:
            print(printable(text))
        print(f"{len(records)} records, {len(vectors)} vectors, {len(complaints)} complaints")


def _complaints(record: GoldenRecord, fingerprints: dict[str, Json]) -> Iterator[str]:
    yield from map(str, check_record(record))
    text = manifest_complaint(record, fingerprints)
    if text:
        yield text


def _records(document: str | None) -> Iterator[GoldenRecord]:
    return (record for record in golden_records() if document in {None, record.document})


@golden.command("show", epilog="Example: dtref golden show cs6220-gini-05")
@click.argument("name", metavar="ID")
def show_record(name: str) -> None:
    """Print the record or vector ID as it is written."""
    records = (entry for path in golden_files() for entry in records_as_written(read_text(path), path.name)[2])
    vectors = (entry for path in vector_files() for entry in vectors_as_written(read_text(path), path.name)[1])
    entries = [entry for entry in chain(records, vectors) if isinstance(entry, dict)]
    for entry in entries:
        if entry.get("id") == name:
            print(layout(entry))
            return
    close = nearest(name, [str(entry.get("id")) for entry in entries])
    raise Invalid("golden show", f"the id of a record or vector{f'; near it: {close!r}' if close else ''}", name)


@golden.command(epilog="Example: dtref golden write")
def write() -> None:
    """Lay out every golden file as it must be, and write manifest.json, ERRATA.md and VARIANTS.md there. Tests never do."""
    own = (golden_folder() / "vectors" / "flags.json", golden_folder() / "variants.json", golden_folder() / "lines.json")
    for path in (*golden_files(), *vector_files(), *own):
        write_text(path, layout(parse_exact_json(read_text(path), path.name)) + "\n")
    write_text(manifest_path(), manifest_text(golden_records()))
    write_text(golden_folder() / "ERRATA.md", print_errata_page())
    write_text(golden_folder() / "VARIANTS.md", variants_page(golden_variants(), golden_letters()))


def print_errata_page() -> str:
    """The text of golden/ERRATA.md."""
    records = list(golden_records())
    count = sum(1 for _ in errata_of(records))
    return (
        f"# Errata of the five documents\n\nMade by `dtref golden write` from the records of verdict `erratum`, {count} of them; "
        f"`dtref errata` prints each with its proof, which the tests run.\n\n{errata_table(records)}\n\n## Figures rounded too early\n\n"
        "No rounding of the exact value, but what intermediate results give that were rounded first (verdict `intermediates`).\n\n"
        f"{rounded_table(records)}\n"
    )


@golden.command(epilog="Example: dtref golden mutate --sample 100 --seed 1")
@DOCUMENT
@click.option("--sample", type=click.IntRange(1), help="So many changes, drawn by the seed  [default: all].")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the sample.")
def mutate(document: str | None, sample: int | None, seed: int) -> None:
    """
    Change each digit of each record and vector in turn, and list the changes that no check notices. Exit code 1 if there are any.

    All of them take two minutes; Ctrl-C ends with the results so far.
    """
    changes = list(_mutants(document))
    # in order, as the changes of a record share its answers
    numbers = range(len(changes)) if sample is None or sample >= len(changes) else sorted(Random(seed).sample(range(len(changes)), sample))
    done, survivors, stopped = 0, list[Mutant](), None
    try:
        with progress("changing digits", len(numbers)) as advance:
            for mutant, is_noticed in (changes[i] for i in numbers):
                survivors += () if is_noticed() else (mutant,)
                done += 1
                advance(1)
    except (KeyboardInterrupt, Terminated) as end:
        stopped = end
    with failing(bool(survivors)):
        for mutant in survivors:
            print(printable(f"{mutant.id}, {mutant.place}: nobody notices {mutant.text}"))
        print(f"{done} changes, {len(survivors)} unnoticed" + (f"; ended early, {len(numbers) - done} not made" if stopped else ""))
        if stopped is not None:
            raise stopped


def _mutants(document: str | None) -> Iterator[tuple[Mutant, Callable[[], bool]]]:
    """Every changed record and vector, each with a function that checks whether the change is noticed."""
    fingerprints, flags = read_manifest(), vector_flags()
    for path in golden_files():
        name, topic, records = records_as_written(read_text(path), path.name)
        if document in {None, name}:
            yield from ((m, partial(noticed, m, name, topic, fingerprints)) for record in records for m in mutants(record))
    for path in vector_files() if document in {None, VECTORS} else ():
        group, vectors = vectors_as_written(read_text(path), path.name)
        yield from ((m, partial(vector_noticed, m, group, flags)) for vector in vectors for m in mutants(vector))
