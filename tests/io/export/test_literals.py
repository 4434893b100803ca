"""Literals are read as the double, or the text, that they stand for: by SQLite, too, which rounds more than once."""

from __future__ import annotations

import json
import sqlite3
import struct
from math import isfinite, nextafter
from random import Random

import pytest

from dtref.io.export.c import c_text
from dtref.io.export.names import variables
from dtref.io.export.r import r_text
from dtref.io.export.sql import sql_name, sql_number, sql_text

TEXTS = ["", "a", "it's", 'say "no"', "back\\slash", "é ?", "😀", "a\tb\nc", "??/", "--", "*/", "%s", "\x7f"]


def doubles(random: Random) -> list[float]:
    """Doubles of any bits, and those next to short decimals, where reading is hardest."""
    any_bits = [struct.unpack("d", struct.pack("Q", random.getrandbits(64)))[0] for _ in range(500)]
    short = [random.randint(1, 10 ** random.randint(1, 9)) / 10 ** random.randint(0, 6) for _ in range(1500)]
    beside = [nextafter(x, random.choice([-1e300, 1e300])) for x in short]
    return [x for x in (*any_bits, *short, *beside, 0.0, 5e-324, -5e-324, 2.0**-1022, 1.7976931348623157e308) if isfinite(x)]


def test_sqlite_reads_a_number_as_the_double() -> None:
    numbers = doubles(Random(1))
    with sqlite3.connect(":memory:") as connection:
        for start in range(0, len(numbers), 500):
            some = numbers[start : start + 500]
            assert connection.execute(f"SELECT {', '.join(map(sql_number, some))}").fetchone() == tuple(some)


def test_numbers_of_few_digits_are_written_as_they_are() -> None:
    assert [sql_number(x) for x in (2.45, -1.75, 6.949999999999999, 1e22)] == ["2.45e0", "-1.75e0", "6.949999999999999e0", "1e+22"]


@pytest.mark.parametrize("text", TEXTS)
def test_texts_and_names_in_sql(text: str) -> None:
    with sqlite3.connect(":memory:") as connection:
        cursor = connection.execute(f"SELECT {sql_text(text)} AS {sql_name(text)}")
        assert cursor.fetchone() == (text,)
        assert cursor.description[0][0] == text


@pytest.mark.parametrize("text", TEXTS)
def test_texts_of_c_and_r_are_plain(text: str) -> None:
    inside = c_text(text)[1:-1]
    assert inside.isascii() and inside.isprintable() and "??" not in inside
    # without its octal bytes and escaped question marks a text of C is one of Python
    assert inside.replace("\\?", "?").encode().decode("unicode_escape").encode("latin-1") == text.encode()
    written = r_text(text)
    assert written.isascii() and written.isprintable()
    assert json.loads(written) == text if "\\U" not in written else written.encode().decode("unicode_escape")[1:-1] == text


def test_variables_are_words_each_once() -> None:
    names = ["a b", "a_b", "a-b", "A_B", "", "1", "if", "IF", "é", "è", "predict_record", "M_PI"]
    found = variables(names)
    assert list(found) == names
    assert len({word.lower() for word in found.values()}) == len(names)
    assert all(word.isidentifier() and word.isascii() for word in found.values())
    assert found["if"] == "if_"
