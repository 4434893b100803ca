"""Columns that no new record has: a copy of the target, numbers of the records. Told where a table is read and described, and no others."""

from __future__ import annotations

import warnings
from pathlib import Path
from random import Random
from typing import Any

import pandas as pd
import pytest

import dtref

N = 24
Y = [*"abba" * 6]


def told(columns: dict[str, Any]) -> set[str]:
    """The columns that reading a frame warns of, which are those that its description names; the target is y."""
    frame = pd.DataFrame(columns)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        dtref.from_frame(frame, target="y")
    texts = [str(one.message) for one in caught]
    assert texts == list(dtref.describe_data(frame, target="y").warnings)
    return {text.split("'")[1] for text in texts}


COPIES: dict[str, tuple[list[Any], bool]] = {
    "itself": (Y, True),
    "in other words": (["no" if y == "a" else "yes" for y in Y], True),
    "as numbers": ([int(y == "a") for y in Y], True),
    "as truth values": ([y == "a" for y in Y], True),
    "but for a record": (["b", *Y[1:]], False),
    "of three values": ([*"cbba", *Y[4:]], False),
    "where it is known": ([None, *Y[1:]], True),
}


@pytest.mark.parametrize("name", COPIES)
def test_a_column_that_tells_the_target_alone_is_told(name: str) -> None:
    column, copies = COPIES[name]
    assert told({"x": column, "z": [*"uvw" * 8], "y": Y}) == ({"x"} if copies else set())


def test_few_records_agree_by_chance() -> None:
    assert told({"x": Y[:9], "z": [*"uvw" * 3], "y": Y[:9]}) == set()
    assert told({"x": Y[:10], "z": [*"uvwuu" * 2], "y": Y[:10]}) == {"x"}


def test_of_a_number_only_the_same_numbers_are_a_copy(tmp_path: Path) -> None:
    """All cells of both differ, so each value goes with one of the target's, whatever it is."""
    rows = "".join(f"{n * n},{n * n + 1},{7 * n % 29},{n * n}\n" for n in range(N))
    (tmp_path / "t.csv").write_text("same,other,third,y\n" + rows)
    with pytest.warns(dtref.DataWarning, match=r"column 'same': it tells the target alone.*ignore=\['same'\]"):
        dtref.read_csv(tmp_path / "t.csv", target="y", continuous=["y"])
    assert not any("'other'" in text for text in dtref.describe_data(tmp_path / "t.csv", target="y", continuous=["y"]).warnings)


MIXED = Random(1).sample(range(1, N + 1), N)
NUMBERS: dict[str, tuple[str, list[int], bool]] = {
    "rows": ("x", [*range(1, N + 1)], True),
    "rows in another order": ("Prüfung", MIXED, True),
    "not from 1": ("year", [*range(1980, 1980 + N)], False),
    "ages": ("age", [min(n, 20) for n in MIXED], False),
    "by name": ("customerId", [n * n + 1000 for n in MIXED], True),
    "by name, in words": ("Kunden-Nr.", [n * n + 1000 for n in MIXED], True),
    "prices": ("price", [n * n + 1000 for n in MIXED], False),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_of_records_are_told(name: str) -> None:
    column, numbers, is_told = NUMBERS[name]
    assert told({column: numbers, "z": [*"uvw" * 8], "y": Y}) == ({column} if is_told else set())


def test_a_name_that_says_so_needs_fewer_records() -> None:
    few = {"z": [*"uvwuvw"], "y": [*"abbaab"]}
    assert told({"Nr": [1, 2, 3, 4, 5, 6], **few}) == {"Nr"}
    assert told({"x": [1, 2, 3, 4, 5, 6], **few}) == told({"Nr": [1, 2, 3, 4, 5, 5], **few}) == set()
