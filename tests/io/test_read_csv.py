"""CSV: what is read, and one test for each way in which a file can be wrong."""

from __future__ import annotations

import csv
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import partial
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtref.errors import DataWarning, Invalid
from dtref.io.delimited import read_table
from dtref.io.schema import Schema
from dtref.io.tables import parse_csv, parse_records, read_csv, read_records
from dtref.io.to_data_set import data_set
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal, Ordinal
from dtref.spec.model.data import DataSet, Record

PLAY = "outlook,humidity,play\nsunny,85,no\nrain,70.5,yes\n"


def message(read: Callable[[], object]) -> str:
    with pytest.raises(Invalid) as raised:
        read()
    return str(raised.value)


def refused(text: str, *, delimiter: str = ",", **keywords: object) -> str:
    """The message of `play.csv` with this text, target play."""
    given = {"target": "play", **keywords}
    return message(lambda: parse_csv(text, "play.csv", delimiter=delimiter, **given))  # type: ignore[arg-type]


# what is read


def test_points_that_may_part_thousands_are_told() -> None:
    text = "w;y\n1.200;a\n850;b\n2.400;a\n990;b\n"
    with pytest.warns(DataWarning, match="'1.200', '2.400' are read as fractions, .*850: where 1.200 means 1200, write 1200"):
        parse_csv(text, target="y", delimiter=";")
    # a fraction of another length, or no whole number of three digits: numbers as they are
    for other in (text.replace("2.400", "2.4"), text.replace("850", "8").replace("990", "9")):
        parse_csv(other, target="y", delimiter=";")
    with pytest.raises(Invalid, match=r"one decimal mark in the file \('1,5' stands there, too; where 1.200 means 1200, write 1200"):
        parse_csv("w;x;y\n1.200;1,5;a\n850;2;b\n2.400;3;a\n", target="y", delimiter=";", decimal=",")


def test_kinds_are_inferred_and_values_sorted() -> None:
    data = parse_csv(PLAY, target="play")
    assert data.attributes == (Nominal("outlook", ("rain", "sunny")), Continuous("humidity"))
    assert data.target == Nominal("play", ("no", "yes"))
    assert data.records == (Record(("sunny", Fraction(85)), "no"), Record(("rain", Fraction(141, 2)), "yes"))


def test_values_that_are_all_numerals_are_sorted_as_numbers() -> None:
    assert parse_csv("x,y\n10,2\n9,10\n", target="y", nominal=["x"]).attributes == (Nominal("x", ("9", "10")),)
    assert parse_csv("x,y\n10,2\n9,10\n", target="y").classes == ("2", "10")


def test_declared_values_keep_their_order() -> None:
    data = parse_csv("t,x,y\nhot,b,1\n", target="y", ordinal={"t": ("cool", "hot")}, nominal={"x": ("c", "b"), "y": ("1", "0")})
    assert data.attributes == (Ordinal("t", ("cool", "hot")), Nominal("x", ("c", "b")))
    assert data.classes == ("1", "0")


def test_a_target_declared_continuous_is_a_regression() -> None:
    assert parse_csv("x,y\na,1.5\n", target="y", continuous=["y"]) == DataSet(
        (Nominal("x", ("a",)),), Continuous("y"), (Record(("a",), Fraction(3, 2)),)
    )


def test_an_ordinal_target_is_classes_in_that_order() -> None:
    assert parse_csv("y\nlow\n", target="y", ordinal={"y": ("low", "high")}).target == Nominal("y", ("low", "high"))


def test_numbers_are_the_decimals_they_are() -> None:
    data = parse_csv("x,y\n0.1,a\n-1e-3,a\n+.5,a\n", target="y")
    assert [r.values[0] for r in data] == [Fraction(1, 10), Fraction(-1, 1000), Fraction(1, 2)]


@pytest.mark.parametrize("token", ["inf", "nan", "1_000", "0x10", "1/3", "１"])
def test_a_column_with_what_is_no_numeral_is_nominal(token: str) -> None:
    assert data_set(read_table(f"x,y\n1,a\n{token},a\n"), Schema(target="y")).attributes == (Nominal("x", tuple(sorted(("1", token)))),)
    assert message(lambda: parse_csv(f"x,y\n1,a\n{token},a\n", "f", target="y", continuous=["x"])) == (
        f"f line 3, column 'x': expected a number (got {token!r})"
    )


def test_missing_cells_do_not_decide_the_kind() -> None:
    data = parse_csv("x,y\n?,a\n,a\n1,a\nNA,b\n", target="y", missing=["", "?", "NA"])
    assert data.attributes == (Continuous("x"),)
    assert [r.values[0] for r in data] == [MISSING, MISSING, Fraction(1), MISSING]


def test_other_missing_tokens_replace_the_default() -> None:
    assert parse_csv("x,y\nr,a\n-,a\n", target="y", missing=["-"]).attributes == (Nominal("x", ("r",)),)
    with pytest.warns(DataWarning, match="column 'x': '\\?' in 1 of 1 cells counts among its values"):
        assert parse_csv("x,y\n?,a\n-,a\n", target="y", missing=["-"]).attributes == (Nominal("x", ("?",)),)


def test_a_column_with_only_missing_values_is_nominal_without_values() -> None:
    assert parse_csv("x,y\n?,a\n", target="y") == DataSet((Nominal("x", ()),), Nominal("y", ("a",)), (Record((MISSING,), "a"),))


def test_a_header_alone_is_a_data_set_without_records() -> None:
    assert parse_csv("x,y\n", target="y") == DataSet((Nominal("x", ()),), Nominal("y", ()), ())
    assert parse_csv("x,y", target="y", continuous=["x"]).attributes == (Continuous("x"),)


def test_one_class_one_record_constant_attributes() -> None:
    assert parse_csv("x,y\na,b\n", target="y") == DataSet((Nominal("x", ("a",)),), Nominal("y", ("b",)), (Record(("a",), "b"),))


def test_a_table_of_the_target_alone_has_no_attributes() -> None:
    assert parse_csv("y\na\nb\n", target="y") == DataSet((), Nominal("y", ("a", "b")), (Record((), "a"), Record((), "b")))


def test_weights_and_ignored_columns_are_no_attributes() -> None:
    data = parse_csv("id,x,w,y\n1,a,2,b\n2,a,0.5,b\n", target="y", weights="w", ignore=["id"])
    assert data.attributes == (Nominal("x", ("a",)),)
    assert [r.weight for r in data] == [Fraction(2), Fraction(1, 2)]


def test_white_space_around_cells_is_dropped() -> None:
    assert parse_csv('x , y\n  1 , a\n2," b "\n', target="y") == parse_csv("x,y\n1,a\n2,b\n", target="y")


def test_quotes_hold_delimiters_quotes_and_line_breaks() -> None:
    data = parse_csv('x,y\n"a,b",1\n"say ""hi""",1\n"two\nlines",1\n', target="y")
    assert [r.values[0] for r in data] == ["a,b", 'say "hi"', "two\nlines"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_blank_lines_do_not_matter(end: str) -> None:
    assert parse_csv(PLAY.replace("\n", end + end), target="play") == parse_csv(PLAY, target="play")


def test_another_delimiter() -> None:
    assert parse_csv(PLAY.replace(",", ";"), target="play", delimiter=";") == parse_csv(PLAY, target="play")
    assert parse_csv(PLAY.replace(",", "\t"), target="play", delimiter="\t") == parse_csv(PLAY, target="play")


# files


def test_a_byte_order_mark_is_no_part_of_the_first_name(tmp_path: Path) -> None:
    path = tmp_path / "play.csv"
    path.write_bytes(b"\xef\xbb\xbf" + PLAY.encode())
    assert read_csv(path, target="play") == parse_csv(PLAY, target="play")


def test_the_schema_beside_the_file_is_used_and_overridden(tmp_path: Path) -> None:
    path = tmp_path / "play.csv"
    path.write_text(PLAY)
    (tmp_path / "play.schema.json").write_text('{"target": "play", "columns": {"humidity": {"kind": "nominal"}}}')
    assert read_csv(path).attributes[1] == Nominal("humidity", ("70.5", "85"))
    assert read_csv(path, continuous=["humidity"]).attributes[1] == Continuous("humidity")
    assert read_csv(path, target="outlook").classes == ("rain", "sunny")
    assert read_csv(path, schema=tmp_path / "play.schema.json") == read_csv(path)
    assert message(lambda: read_csv(path, schema=Schema())).endswith("(got 'none is named')")


def test_a_schema_that_speaks_of_another_column_is_invalid(tmp_path: Path) -> None:
    (tmp_path / "play.csv").write_text(PLAY)
    schema = tmp_path / "play.schema.json"
    schema.write_text('{"target": "play", "columns": {"temp": {"kind": "nominal"}}}')
    assert message(lambda: read_csv(tmp_path / "play.csv")) == (
        f"{schema}, columns: expected one of the columns 'outlook', 'humidity', 'play' (got 'temp')"
    )


def test_a_missing_file_and_a_directory_are_invalid(tmp_path: Path) -> None:
    missing, there = tmp_path / "no.csv", "a file, not a folder"
    for path, wanted, why in ((missing, "a file that can be read", "No such file or directory"), (tmp_path, there, "Is a directory")):
        assert message(partial(read_csv, path, target="y")) == f"{path}: expected {wanted} (got {why!r})"


def test_a_missing_schema_file_is_invalid(tmp_path: Path) -> None:
    (tmp_path / "play.csv").write_text(PLAY)
    assert message(lambda: read_csv(tmp_path / "play.csv", schema="no.json")) == (
        "no.json: expected a file that can be read (got 'No such file or directory')"
    )


def test_a_wrong_encoding_is_invalid(tmp_path: Path) -> None:
    path = tmp_path / "menu.csv"
    path.write_bytes("dish,y\ncafé,1\n".encode("latin-1"))
    assert message(lambda: read_csv(path, target="y", encoding="utf-8")) == (f"{path} line 2, byte 10: expected utf-8 text (got b'\\xe9')")
    path.write_bytes("dish,y\nмосква,1\n".encode("koi8-r"))
    assert message(lambda: read_csv(path, target="y")) == (
        f"{path} line 2, byte 7: expected UTF-8 text; another encoding is to be named (encoding='NAME') (got b'\\xcd')"
    )


def test_a_nul_byte_is_invalid(tmp_path: Path) -> None:
    path = tmp_path / "nul.csv"
    path.write_bytes(b"x,y\na\0,1\n")
    assert message(lambda: read_csv(path, target="y")) == f"{path} line 2, byte 5: expected UTF-8 text (got b'\\x00')"


# tables that are wrong


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_an_empty_file(text: str) -> None:
    assert refused(text) == "play.csv: expected a header line (got '')"


def test_a_missing_target_column() -> None:
    assert refused("x,y\n1,2\n") == "play.csv line 1, target: expected one of the columns 'x', 'y' (got 'play')"


def test_no_target() -> None:
    assert refused("x,y\n1,2\n", target=None) == ("play.csv line 1, target: expected one of the columns 'x', 'y' (got 'none is named')")


def test_a_missing_weights_ignored_or_declared_column() -> None:
    wanted = "expected one of the columns 'x', 'play' (got 'z')"
    assert refused("x,play\n1,2\n", weights="z") == f"play.csv line 1, weights: {wanted}"
    assert refused("x,play\n1,2\n", ignore=["z"]) == f"play.csv line 1, ignore: {wanted}"
    assert refused("x,play\n1,2\n", continuous=["z"]) == f"play.csv line 1, columns: {wanted}"


def test_a_target_that_is_ignored_or_the_weights() -> None:
    wanted = "play.csv line 1, target: expected a column that is neither ignored nor the weights (got 'play')"
    assert refused("x,play\n1,2\n", weights="play") == refused("x,play\n1,2\n", ignore=["play"]) == wanted


def test_a_duplicate_column() -> None:
    assert refused("x,play,x\n1,2,3\n") == "play.csv line 1, column 3: expected a name that no other column has (got 'x')"


def test_an_empty_column_name() -> None:
    assert refused("x,,play\n1,2,3\n") == "play.csv line 1, column 2: expected a column name (got '')"


def test_a_ragged_row() -> None:
    assert refused("x,play\n1,2\n3\n") == "play.csv line 3: expected 2 cells (got 1)"
    assert refused('x,play\n"a\nb",2\n\n1,2,3\n') == "play.csv line 5: expected 2 cells (got 3)"


def test_an_unknown_value() -> None:
    assert refused("x,play\na,2\nc,2\n", nominal={"x": ("a", "b")}) == ("play.csv line 3, column 'x': expected one of 'a', 'b' (got 'c')")
    assert refused("x,play\na,2\na,0\n", ordinal={"play": ("1", "2")}) == (
        "play.csv line 3, column 'play': expected one of '1', '2' (got '0')"
    )


def test_a_number_that_is_none() -> None:
    assert refused("humidity,play\n85,no\nhigh,no\n", continuous=["humidity"]) == (
        "play.csv line 3, column 'humidity': expected a number (got 'high')"
    )


def test_an_exponent_bomb() -> None:
    assert refused("x,play\n1e999999999,no\n") == (
        "play.csv line 2, column 'x': expected a number of at most 2000 digits before and after the point (got '1e999999999')"
    )


def test_a_missing_target_cell() -> None:
    wanted = "expected a known value (it is the target); or drop=['unlabelled']"
    assert refused("x,play\n1,no\n2,?\n") == f"play.csv line 3, column 'play': {wanted} (got '?')"


@pytest.mark.parametrize("weight", ["0", "-1", "?", ""])
def test_a_weight_that_is_not_positive(weight: str) -> None:
    remedy = "; or drop=['weightless']" if weight == "0" else ""
    assert refused(f"w,play\n1,no\n{weight},no\n", weights="w") == (
        f"play.csv line 3, column 'w': expected a positive number (it is a weight){remedy} (got {weight!r})"
    )


def test_a_weight_that_is_no_number() -> None:
    assert refused("w,play\n1/2,no\n", weights="w") == "play.csv line 2, column 'w': expected a number (got '1/2')"


def test_quotes_that_do_not_match() -> None:
    assert refused('x,play\n1,no\n"a,no\n') == "play.csv line 3: expected cells as in RFC 4180 (got 'unexpected end of data')"


def test_a_cell_of_megabytes() -> None:
    assert refused(f"x,play\n{'a' * 10**6},no\n") == (
        "play.csv line 2: expected cells as in RFC 4180 (got 'field larger than field limit (131072)')"
    )


def test_a_delimiter_that_is_not_one_character() -> None:
    assert refused(PLAY, delimiter=", ") == "delimiter: expected one character, or its name: comma, semicolon, tab, bar (got ', ')"


# records of known attributes

KNOWN: tuple[Attribute, ...] = (Continuous("humidity"), Nominal("outlook", ("sunny", "rain")))
TARGET = Nominal("play", ("yes", "no"))


def test_records_are_found_by_name_and_stand_in_the_order_of_the_attributes() -> None:
    assert parse_records(PLAY, KNOWN, TARGET)[0] == Record((Fraction(85), "sunny"), "no")
    assert parse_records(PLAY, KNOWN)[0] == Record((Fraction(85), "sunny"), MISSING)


def test_the_target_and_its_cells_are_optional() -> None:
    text = "id,outlook,humidity,play\n1,rain,?,?\n"
    assert parse_records(text, KNOWN, TARGET) == (Record((MISSING, "rain"), MISSING),)
    assert parse_records("outlook,humidity\nrain,1\n", KNOWN, TARGET) == (Record((Fraction(1), "rain"), MISSING),)


def test_a_record_with_an_undeclared_value_is_invalid() -> None:
    text = "outlook,humidity,play\nfog,1,yes\n"
    assert message(lambda: parse_records(text, KNOWN, TARGET, "new.csv")) == (
        "new.csv line 2, column 'outlook': expected one of 'sunny', 'rain' (got 'fog')"
    )
    text = "outlook,humidity,play\nrain,1,maybe\n"
    assert message(lambda: parse_records(text, KNOWN, TARGET, "new.csv")) == (
        "new.csv line 2, column 'play': expected one of 'yes', 'no' (got 'maybe')"
    )


def test_an_attribute_without_column_is_invalid() -> None:
    assert message(lambda: parse_records("outlook\nrain\n", KNOWN, TARGET, "new.csv")) == (
        "new.csv line 1: expected a column 'humidity' (got ('outlook',))"
    )


def test_records_use_the_missing_tokens_and_weights_of_the_schema(tmp_path: Path) -> None:
    path = tmp_path / "new.csv"
    path.write_text("outlook,humidity,w\nNA,1,3\n")
    (tmp_path / "new.schema.json").write_text('{"target": "play", "weights": "w", "missing": ["NA"]}')
    assert read_records(path, KNOWN, TARGET) == (Record((Fraction(1), MISSING), MISSING, Fraction(3)),)


def test_no_attributes_give_empty_records() -> None:
    assert parse_records("x\n1\n2\n", ()) == (Record(()), Record(()))


# properties

TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=4).map(str.strip).filter(lambda t: t not in ("", "?"))
NUMBERS = st.integers(-(10**6), 10**6).map(lambda n: Fraction(n, 1000))


@st.composite
def attributes(draw: st.DrawFn, name: str) -> Attribute:
    """An attribute of any kind."""
    kind = draw(st.sampled_from((Nominal, Ordinal, Continuous)))
    values = draw(st.lists(TEXTS, unique=True, max_size=3))
    return Continuous(name) if kind is Continuous else kind(name, values)


def cells(attribute: Attribute) -> st.SearchStrategy[Cell]:
    """Cells of an attribute, missing ones included."""
    if isinstance(attribute, Continuous):
        return st.one_of(st.just(MISSING), NUMBERS)
    return st.sampled_from((MISSING, *attribute.values))


@st.composite
def data_sets(draw: st.DrawFn) -> DataSet:
    """Small data sets of all kinds of attributes, weighted."""
    columns = tuple(draw(attributes(n)) for n in draw(st.lists(TEXTS.filter(lambda t: t not in ("y", "w")), unique=True, max_size=3)))
    targets: tuple[Attribute, ...] = (Nominal("y", ("b", "a")), Continuous("y"))
    target = draw(st.sampled_from(targets))
    labels = NUMBERS if isinstance(target, Continuous) else st.sampled_from(("a", "b"))
    weights = st.integers(1, 100).map(lambda n: Fraction(n, 10))
    return DataSet(columns, target, draw(st.lists(st.builds(Record, st.tuples(*map(cells, columns)), labels, weights), max_size=4)))


def as_csv(data: DataSet) -> str:
    """The data set as CSV text, weights in column w, numbers as Python writes them."""
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow([*(a.name for a in data.attributes), "y", "w"])
    for r in data:
        writer.writerow(["?" if c is MISSING else c if isinstance(c, str) else float(c) for c in (*r.values, r.label, r.weight)])
    return out.getvalue()


@pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")  # generated tables are as they are
@given(data_sets())
def test_a_data_set_written_and_read_with_its_declarations_is_the_same(data: DataSet) -> None:
    every = (*data.attributes, data.target)
    read = parse_csv(
        as_csv(data),
        target="y",
        weights="w",
        nominal={a.name: a.values for a in every if isinstance(a, Nominal)},
        ordinal={a.name: a.values for a in every if isinstance(a, Ordinal)},
        continuous=[a.name for a in every if isinstance(a, Continuous)],
    )
    assert read == data
    assert parse_records(as_csv(data), data.attributes, data.target, schema=Schema(weights="w")) == data.records


TABLES = st.lists(st.tuples(st.sampled_from(("1", "2.5", "10", "?", "a", "b", "inf")), st.sampled_from("abc")), max_size=6)


@given(TABLES.flatmap(lambda rows: st.tuples(st.just(rows), st.permutations(rows))))
def test_inference_does_not_depend_on_record_order(pair: tuple[list[tuple[str, str]], list[tuple[str, str]]]) -> None:
    tables = (read_table("x,y\n" + "".join(f"{x},{y}\n" for x, y in rows)) for rows in pair)
    one, other = (data_set(table, Schema(target="y")) for table in tables)
    assert (one.attributes, one.target) == (other.attributes, other.target)
    assert sorted(map(repr, one.records)) == sorted(map(repr, other.records))


@pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")  # generated tables are as they are
@given(st.text(st.sampled_from('a1?.,"\n\r \t;'), max_size=30))
def test_any_text_is_a_data_set_or_invalid(text: str) -> None:
    with suppress(Invalid):
        assert isinstance(parse_csv(text, target="a"), DataSet)
