"""
Every program that is there, on every file: its trees are members of dtref's tie closure but for the departures listed in golden/peers.

A finding that no rule explains fails in every version of a program. The exact lists hold for the listed versions and files; for
others the comparison runs all the same, and the test then says that it was not held to a list.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from many import as_many, one_in
from peers.departures import PROGRAMS, compared_of, departures_of, known
from peers.programs import UNEXPLAINED, Program, compare_trees
from peers.samples import Sample

KNOWN = known()
MINUTES = ("vowel",)
"""The files whose comparison takes minutes: 990 records of ten numbers in eleven classes."""
THERE = [program for program in PROGRAMS if program.version()]
RUNS = [
    pytest.param(program, sample, marks=pytest.mark.peer(program.name, "trees"), id=f"{program.name}-{sample.name}")
    for program in THERE
    for sample in one_in(5, list(program.samples()))
]


@pytest.mark.parametrize("program", [pytest.param(p, marks=pytest.mark.peer(p.name, "trees"), id=p.name) for p in PROGRAMS])
def test_program_is_there(program: Program) -> None:
    if not program.version():
        pytest.skip(program.absent)


@pytest.mark.parametrize(("program", "sample"), RUNS)
def test_trees_are_members_but_for_the_listed_departures(
    program: Program, sample: Sample, record_property: Callable[[str, object], None]
) -> None:
    if sample.name in MINUTES and as_many(1, 0):
        pytest.skip(f"{sample.name} takes minutes of exact comparisons: pytest -m peer --hypothesis-profile=deep")
    comparisons = list(compare_trees(program, sample))
    found = departures_of(program, sample, comparisons)
    record_property("cases", len(comparisons))
    record_property("departures", len({d["variant"] for d in found}))
    unexplained = [d for d in found if d["rule"] == UNEXPLAINED]
    assert not unexplained, f"no rule explains {unexplained}"
    compared = compared_of(program, sample, comparisons)
    why = not_held(program, compared["file"], compared["sha256"])
    if why:
        pytest.skip(f"{why}; {len(comparisons)} trees compared, every disagreement explained")
    listed = [d for d in KNOWN["departures"] if (d["program"], d["file"]) == (program.name, sample.name)]
    assert [d for d in found if d not in listed] == [], "departures that golden/peers/departures.json doesn't list"
    assert [d for d in listed if d not in found] == [], "departures that it lists and that are gone"
    assert compared in KNOWN["compared"]


def not_held(program: Program, file: str, digest: str) -> str:
    """Why a run is not held to the lists, "" where it is."""
    (version,) = (p["version"] for p in KNOWN["programs"] if p["name"] == program.name)
    if version != program.version():
        return f"the list is for {program.name} {version}, here is {program.version()}"
    digests = [c["sha256"] for c in KNOWN["compared"] if (c["program"], c["file"]) == (program.name, file)]
    return "" if digest in digests else f"golden/peers/departures.json doesn't list this {file}"


def test_every_rule_that_a_departure_names_is_described() -> None:
    described = {(rule["program"], rule["name"]) for rule in KNOWN["rules"]}
    assert {(d["program"], d["rule"]) for d in KNOWN["departures"]} <= described


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.name)
def test_at_least_fifteen_files_are_compared(program: Program) -> None:
    assert len({c["sha256"] for c in KNOWN["compared"] if c["program"] == program.name}) >= 15
