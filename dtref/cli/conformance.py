"""The commands about conformance levels: which there are, and their archives."""

from __future__ import annotations

from pathlib import Path

import click

from dtref.cli.output_files import Written
from dtref.cli.printed_numbers import JSON_OPTION
from dtref.cli.provenance import print_json
from dtref.io.files import write_bytes
from dtref.oracle.judge.conformance import CHECKERS, archive, checksum, conformance_level, conformance_levels


@click.group(epilog="Example: dtref conformance list")
def conformance() -> None:
    """Conformance levels that a library may claim: pinned vectors, an archive to check a program with, a report, a badge."""


@conformance.command("list", epilog="Example: dtref conformance list")
@JSON_OPTION
def list_levels(as_json: bool) -> None:
    """List the levels: how many cases each has, and what it is about."""
    levels = conformance_levels()
    if as_json:
        parts = {name: {"version": x.version, "what": x.what, "cases": len(x.ids), "sha256": x.sha256} for name, x in levels.items()}
        print_json({"format": "dtref-conformance-levels/1", "levels": parts})
        return
    for name, level in levels.items():
        print(f"{name} {level.version}: {len(level.ids)} cases. {level.what}")


@conformance.command("export", epilog="Example: dtref conformance export metrics --out metrics.zip")
@click.argument("level")
@click.option("--out", cls=Written, required=True, type=click.Path(path_type=Path), metavar="FILE", help="The zip archive to write.")
@click.option("--language", "languages", multiple=True, metavar="NAME", help=f"Only the checker in {' or '.join(CHECKERS)} (repeatable).")
def export_level(level: str, out: Path, languages: tuple[str, ...]) -> None:
    """Write the archive of LEVEL: its vectors with decimals of 17 digits and tolerances, checksums, and programs that check any program."""
    chosen = conformance_level(level)
    data = archive(chosen, languages or tuple(CHECKERS))
    write_bytes(out, data)
    print(f"{out}: {chosen.name} {chosen.version}, {len(chosen.ids)} cases, {len(data)} bytes, SHA-256 {checksum(data)}")
