"""
Files of other separators, encodings, formats and containers, and what a careful person expects of each. Written before the code that reads them.

`File.means` is the same table as plain CSV: what is read must equal it. `File.outcome`: silent (read, no word), told (read, one line that has
each of `says`), refused (one line that has each of `says`). What comes of plain CSV of every other kind is in `awkward/expect.json`.
"""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import zipfile
from collections.abc import Callable

from attrs import frozen

PLAIN = (
    "outlook,humidity,windy,play\nsunny,85,no,no\nrain,70.5,yes,yes\novercast,65,no,yes\nrain,91,yes,no\nsunny,70,no,yes\nsunny,72,no,yes\n"
)
GERMAN = "Straße,Fläche,Käufer\nHöhenweg,85,nein\nMühlgasse,70.5,ja\nHöhenweg,65,ja\nAm See,91,nein\nMühlgasse,70,ja\nAm See,72,ja\n"
CITY = GERMAN.replace("Straße", "Ort").replace("Fläche", "qm").replace("Käufer", "kauf")
DECIMALS = "Temperatur,Wach\n11.0,nein\n12.5,nein\n19.5,ja\n20.0,ja\n23.5,nein\n25.0,nein\n"
GAPS = "x,z,y\n1,a,+\n,b,-\n3,,+\n4.5,b,-\n5,a,+\n6,a,-\n"
COMMAS = DECIMALS.replace(",", ";").replace(".", ",")


@frozen
class File:
    """A file, the words of `dtref fit` after it, and what is expected."""

    name: str
    content: bytes
    words: tuple[str, ...]
    outcome: str
    says: tuple[str, ...] = ()
    means: str = ""
    beside: tuple[tuple[str, bytes], ...] = ()
    needs: str = ""


def _by(mark: str, text: str = PLAIN) -> str:
    return text.replace(",", mark)


def _quoted(text: str, mark: str = ",") -> str:
    return "\n".join(mark.join(f'"{c}"' for c in line.split(",")) for line in text.splitlines()) + "\n"


def zipped(**members: bytes) -> bytes:
    """A zip archive of members, by name (`__` stands for the point)."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name if name.startswith("__MACOSX") else name.replace("__", "."), data, 0 if name == "mimetype" else 8)
    return file.getvalue()


def spoilt(packed: bytes) -> bytes:
    """A packed file with three other bytes."""
    return packed[:30] + b"\xff\xff\xff" + packed[33:]


def encrypted(packed: bytes) -> bytes:
    """A zip archive that says that it is encrypted."""
    local = packed.replace(b"PK\x03\x04\x14\x00\x00\x00", b"PK\x03\x04\x14\x00\x01\x00")
    return local.replace(b"PK\x01\x02\x14\x03\x14\x00\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x01\x00")


def rows_of(text: str) -> list[list[object]]:
    """The cells of plain CSV as a spreadsheet or JSON has them: numbers, texts, None."""

    def cell(value: str) -> object:
        try:
            return int(value)
        except ValueError:
            pass
        try:
            return float(value)
        except ValueError:
            return value or None

    return [[cell(c) for c in line.split(",")] for line in text.splitlines()]


def json_lines(text: str) -> str:
    """Plain CSV as JSON lines."""
    names, *rows = rows_of(text)
    return "".join(json.dumps(dict(zip(map(str, names), row, strict=True)), ensure_ascii=False) + "\n" for row in rows)


def excel(fill: Callable[..., None]) -> bytes:
    """An Excel workbook, filled by a function of it; empty where openpyxl isn't there."""
    try:
        import openpyxl
    except ImportError:
        return b""
    book = openpyxl.Workbook()
    fill(book)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def sheet_of(text: str, title: str = "Sheet") -> Callable[..., None]:
    """What fills the first sheet of a workbook with plain CSV."""

    def fill(book: object) -> None:
        sheet = book.active  # type: ignore[attr-defined]
        sheet.title = title
        for row in rows_of(text):
            sheet.append(row)

    return fill


def _two_sheets(book: object) -> None:
    sheet_of(PLAIN, "games")(book)
    book.create_sheet("notes").append(["read me"])  # type: ignore[attr-defined]


def _formula(book: object) -> None:
    sheet_of(PLAIN)(book)
    book.active["B3"] = "=60+10.5"  # type: ignore[attr-defined]  # no program has computed it


def _merged(book: object) -> None:
    sheet_of(PLAIN)(book)
    book.active.merge_cells("A2:A3")  # type: ignore[attr-defined]


def _with_date(book: object) -> None:
    import datetime

    sheet_of(PLAIN)(book)
    sheet = book.active  # type: ignore[attr-defined]
    sheet["E1"] = "since"
    for i in range(2, 8):
        sheet.cell(i, 5, datetime.datetime(2024, 5, i))


def _with_error(book: object) -> None:
    sheet_of(PLAIN)(book)
    book.active["B3"] = "#DIV/0!"  # type: ignore[attr-defined]


def _titled(book: object) -> None:
    sheet = book.active  # type: ignore[attr-defined]
    sheet.append(["Games of the year"])
    for row in rows_of(PLAIN):
        sheet.append(row)


def _empty_edges(book: object) -> None:
    sheet_of(PLAIN)(book)
    sheet = book.active  # type: ignore[attr-defined]
    for place in ("G1", "A20"):  # cells without a value
        sheet[place].number_format = "0.00"


def _truths(book: object) -> None:
    sheet = book.active  # type: ignore[attr-defined]
    for row in (["x", "y"], [True, "a"], [False, "b"], [True, "a"], [False, "b"]):
        sheet.append(row)


ARFF = """% games
@relation 'play tennis'
@attribute outlook {sunny, overcast, rain}
@ATTRIBUTE humidity REAL
@attribute windy {yes,no}
@attribute play {yes, no}

@data
sunny,85,no,no
rain,70.5,yes,yes
overcast,65,no,yes
rain,91,yes,no
sunny,70,no,yes
sunny,72,no,yes
"""
ARFF_KINDS = ("--nominal", "outlook=sunny,overcast,rain", "--nominal", "windy=yes,no", "--nominal", "play=yes,no")
NAMES = "yes, no.   | the classes\n\noutlook: sunny, overcast, rain.\nhumidity: continuous.\nwindy: yes, no.\n"
DATA = "".join(f"{line}\n" for line in PLAIN.splitlines()[1:])
C45 = PLAIN.replace("windy,play", "windy,class")
T = ("--target", "play")
S = "--sheet"


def plain_files() -> list[File]:
    """Files that a person finds ordinary: read as they are meant, with at most the one line that tells what was found."""
    found = [
        File(f"sep_{name}.csv", _by(mark).encode(), T, "told", (said,), PLAIN)
        for name, mark, said in (("semicolon", ";", "';'"), ("tab", "\t", "tab"), ("pipe", "|", "'|'"))
    ]
    found += [
        File(f"ext_{name}", _by(mark).encode(), T, outcome, (), PLAIN)
        for name, mark, outcome in (("a.csv", ",", "silent"), ("a.txt", ",", "silent"), ("a", ",", "silent"), ("a.dat", ",", "silent"))
    ]
    found += [
        File(f"given_{i}.csv", _by(mark).encode(), (*T, "--delimiter", typed), "silent", (), PLAIN)
        for i, (mark, typed) in enumerate(((";", ";"), ("\t", "tab"), ("\t", "\\t"), ("|", "|"), (",", ","), ("~", "~")))
    ]
    found += [
        File(f"end_{name}.csv", PLAIN.replace("\n", end).encode(), T, "silent", (), PLAIN)
        for name, end in (("crlf", "\r\n"), ("cr", "\r"), ("blank_lines", "\n\n"))
    ]
    found += [
        File("no_last_end.csv", PLAIN.rstrip("\n").encode(), T, "silent", (), PLAIN),
        File("quoted.csv", _quoted(PLAIN).encode(), T, "silent", (), PLAIN),
        File("quoted_semicolon.csv", _quoted(PLAIN, ";").encode(), T, "told", ("';'",), PLAIN),
        File("bom.csv", b"\xef\xbb\xbf" + PLAIN.encode(), T, "silent", (), PLAIN),
        File("umlauts.csv", GERMAN.encode(), ("--target", "Käufer"), "silent", (), GERMAN),
        File("umlauts_bom.csv", b"\xef\xbb\xbf" + GERMAN.encode(), ("--target", "Käufer"), "silent", (), GERMAN),
        File("latin1.csv", GERMAN.encode("latin-1"), ("--target", "Käufer"), "told", ("latin-1", "--encoding"), GERMAN),
        File("latin1_cells.csv", CITY.encode("latin-1"), ("--target", "kauf"), "told", ("latin-1",), CITY),
        File("cp1252.csv", CITY.replace("Am See", "5 €").encode("cp1252"), ("--target", "kauf"), "told", ("cp1252",), CITY.replace("Am See", "5 €")),
        File("utf16le.csv", GERMAN.encode("utf-16"), ("--target", "Käufer"), "told", ("UTF-16",), GERMAN),
        File("utf16be.csv", b"\xfe\xff" + GERMAN.encode("utf-16-be"), ("--target", "Käufer"), "told", ("UTF-16",), GERMAN),
        File("utf16_unmarked.csv", PLAIN.encode("utf-16-le"), T, "told", ("UTF-16",), PLAIN),
        File("utf16_tab.txt", _by("\t", GERMAN).encode("utf-16"), ("--target", "Käufer"), "told", ("UTF-16", "tab"), GERMAN),
        File("utf32.csv", GERMAN.encode("utf-32"), ("--target", "Käufer"), "told", ("UTF-32",), GERMAN),
        File("enc_given_latin1.csv", GERMAN.encode("latin-1"), ("--target", "Käufer", "--encoding", "latin-1"), "silent", (), GERMAN),
        File("enc_given_cp437.csv", GERMAN.encode("cp437"), ("--target", "Käufer", "--encoding", "cp437"), "silent", (), GERMAN),
        File("enc_given_utf8.csv", GERMAN.encode(), ("--target", "Käufer", "--encoding", "utf-8"), "silent", (), GERMAN),
        File("enc_given_koi8.csv", CITY.replace("Am See", "Москва").replace("ö", "o").replace("ü", "u").encode("koi8-r"),
             ("--target", "kauf", "--encoding", "koi8-r"), "silent", (), CITY.replace("Am See", "Москва").replace("ö", "o").replace("ü", "u")),
        File("gz.csv.gz", gzip.compress(PLAIN.encode()), T, "silent", (), PLAIN),
        File("gz_named_otherwise.csv", gzip.compress(PLAIN.encode()), T, "silent", (), PLAIN),
        File("gz_two_members.csv.gz", gzip.compress(PLAIN.encode()[:50]) + gzip.compress(PLAIN.encode()[50:]), T, "silent", (), PLAIN),
        File("gz_semicolon_latin1.csv.gz", gzip.compress(_by(";", GERMAN).encode("latin-1")), ("--target", "Käufer"), "told", ("';'", "latin-1"), GERMAN),
        File("zip.zip", zipped(play__csv=PLAIN.encode()), T, "silent", (), PLAIN),
        File("zip_mac.zip", zipped(**{"play__csv": PLAIN.encode(), "__MACOSX/._play.csv": b"\0\5"}), T, "silent", (), PLAIN),
        File("zip_semicolon.zip", zipped(play__csv=_by(";").encode()), T, "told", ("';'",), PLAIN),
        File("sep_line.csv", ("sep=;\n" + _by(";")).encode(), T, "told", ("';'",), PLAIN),
        File("sep_line_comma.csv", ("sep=,\n" + PLAIN).encode(), T, "told", ("sep",), PLAIN),
        File("comment_above.csv", ("# measured in May\n# by hand\n" + PLAIN).encode(), T, "told", ("2 lines", "#"), PLAIN),
        File("comment_option.csv", PLAIN.replace("\nrain", "\n# a pause, and more, of it, all\nrain").encode(), (*T, "--comment", "#"), "silent", (), PLAIN),
        File("comment_percent.csv", ("% x\n" + PLAIN).encode(), (*T, "--comment", "%"), "silent", (), PLAIN),
        File("hash_header.csv", ("#" + PLAIN).encode(), T, "silent", (), "#" + PLAIN),
        File("hash_cells.csv", PLAIN.replace("sunny", "#ff0").encode(), T, "silent", (), PLAIN.replace("sunny", "#ff0")),
        File("quoted_newline.csv", PLAIN.replace("rain", '"rain\nand wind"').encode(), T, "silent", (), PLAIN.replace("rain", '"rain\nand wind"')),
        File("quoted_newline_semicolon.csv", _by(";").replace("rain", '"rain\nand; wind"').encode(), T, "told", ("';'",), PLAIN.replace("rain", '"rain\nand; wind"')),
        File("quoted_commas.csv", PLAIN.replace("rain", '"rain, heavy"').encode(), T, "silent", (), PLAIN.replace("rain", '"rain, heavy"')),
        File("semicolons_in_cells.csv", PLAIN.replace("rain", "rain; heavy").encode(), T, "silent", (), PLAIN.replace("rain", "rain; heavy")),
        File("commas_in_semicolon_cells.csv", _by(";").replace("rain", "rain, heavy").encode(), T, "told", ("';'",), PLAIN.replace("rain", '"rain, heavy"')),
        File("decimal_comma.csv", COMMAS.encode(), ("--target", "Wach", "--decimal", ","), "told", ("';'",), DECIMALS),
        File("decimal_comma_given.csv", COMMAS.encode(), ("--target", "Wach", "--decimal", ",", "--delimiter", ";"), "silent", (), DECIMALS),
        File("decimal_comma_tab.tsv", COMMAS.replace(";", "\t").encode(), ("--target", "Wach", "--decimal", ","), "told", ("tab",), DECIMALS),
        File("lines.jsonl", json_lines(PLAIN).encode(), T, "silent", (), PLAIN),
        File("lines_named.txt", json_lines(PLAIN).encode(), T, "told", ("JSON",), PLAIN),
        File("lines.ndjson", json_lines(GERMAN).encode(), ("--target", "Käufer"), "silent", (), GERMAN),
        File("array.json", ("[" + ",\n".join(json_lines(PLAIN).splitlines()) + "]").encode(), T, "silent", (), PLAIN),
        File("lines_gaps.jsonl", json_lines(GAPS).encode(), ("--target", "y", "--as", "c45"), "silent", (), GAPS),
        File("lines_blank.jsonl", json_lines(PLAIN).replace("\n", "\n\n").encode(), T, "silent", (), PLAIN),
        File("lines.jsonl.gz", gzip.compress(json_lines(PLAIN).encode()), T, "silent", (), PLAIN),
        File("play.arff", ARFF.encode(), T, "silent", (), PLAIN + "|" + "|".join(ARFF_KINDS)),
        File("arff_named.txt", ARFF.encode(), T, "told", ("ARFF",), PLAIN + "|" + "|".join(ARFF_KINDS)),
        File("arff_quotes.arff", ARFF.replace("outlook", "'the outlook'").replace("sunny", "'very sunny'").encode(), T, "silent", (),
             (PLAIN + "|" + "|".join(ARFF_KINDS)).replace("outlook", "the outlook").replace("sunny", "very sunny")),
        File("arff_crlf.arff", ARFF.replace("\n", "\r\n").encode(), T, "silent", (), PLAIN + "|" + "|".join(ARFF_KINDS)),
        File("arff_gaps.arff", ARFF.replace("rain,70.5", "?,?").encode(), (*T, "--as", "c45"), "silent", (), (PLAIN + "|" + "|".join(ARFF_KINDS)).replace("rain,70.5", "?,?")),
        File("arff_sparse.arff", b"@relation s\n@attribute x numeric\n@attribute z integer\n@attribute y {a,b}\n@data\n{0 1.5,2 b}\n{1 3}\n{}\n{0 2, 1 4, 2 b}\n",
             ("--target", "y"), "silent", (), "x,z,y\n1.5,0,b\n0,3,a\n0,0,a\n2,4,b\n|--nominal|y=a,b"),
        File("golf.data", DATA.encode(), (), "silent", (), C45 + "|--nominal|outlook=sunny,overcast,rain|--nominal|windy=yes,no|--nominal|class=yes,no",
             (("golf.names", NAMES.encode()),)),
        File("golf2.names", NAMES.encode(), (), "silent", (), C45 + "|--nominal|outlook=sunny,overcast,rain|--nominal|windy=yes,no|--nominal|class=yes,no",
             (("golf2.data", DATA.replace("\n", ".\n").encode()),)),
    ]  # fmt: skip
    books: list[tuple[str, Callable[..., None], tuple[str, ...], str, tuple[str, ...], str]] = [
        ("book.xlsx", sheet_of(PLAIN), T, "silent", (), PLAIN),
        ("book_gaps.xlsx", sheet_of(GAPS), ("--target", "y", "--as", "c45"), "silent", (), GAPS),
        ("book_named.csv", sheet_of(PLAIN), T, "told", ("Excel",), PLAIN),
        ("book_two.xlsx", _two_sheets, T, "told", ("games", "--sheet"), PLAIN),
        ("book_two_given.xlsx", _two_sheets, (*T, S, "games"), "silent", (), PLAIN),
        ("book_two_number.xlsx", _two_sheets, (*T, S, "1"), "silent", (), PLAIN),
        ("book_edges.xlsx", _empty_edges, T, "silent", (), PLAIN),
        ("book_truths.xlsx", _truths, ("--target", "y"), "silent", (), "x,y\nTrue,a\nFalse,b\nTrue,a\nFalse,b\n"),
        ("book_date_ignored.xlsx", _with_date, (*T, "--ignore", "since"), "silent", (), PLAIN),
        ("book_date_days.xlsx", _with_date, (*T, "--continuous", "since"), "silent", (),
         PLAIN.replace("windy,play", "windy,play,since").replace("\n", "\n", 1) and "\n".join(
             f"{line},{'since' if i == 0 else 739008 + i}" for i, line in enumerate(PLAIN.splitlines())) + "\n"),
    ]  # fmt: skip
    found += [File(name, excel(fill), words, outcome, says, means, (), "openpyxl") for name, fill, words, outcome, says, means in books]
    return found


def awkward_files() -> list[File]:
    """Files of which a careful person expects a refusal that says what to do, or a word of warning."""
    html = b"<!DOCTYPE html>\n<html><body><table><tr><td>x</td></tr></table></body></html>\n"
    refused: list[tuple[str, bytes, tuple[str, ...], tuple[str, ...]]] = [
        ("commas_undeclared.csv", COMMAS.encode(), ("--target", "Wach"), ("Temperatur", "--decimal ,")),
        ("commas_undeclared.tsv", COMMAS.replace(";", "\t").encode(), ("--target", "Wach"), ("Temperatur", "--decimal ,")),
        ("wrong_given.csv", _by(";").encode(), (*T, "--delimiter", ","), ("--delimiter ';'",)),
        ("wrong_given_tab.csv", PLAIN.encode(), (*T, "--delimiter", "tab"), ("--delimiter ,",)),
        ("two_marks.csv", b"a;b,c\n1;2,3\n5;6,7\n", ("--target", "y"), ("--delimiter",)),
        ("ragged_semicolon.csv", _by(";").replace("rain;91", "rain;91;1").encode(), T, ("line 5", "4 cells")),
        ("short_semicolon.csv", _by(";").replace("rain;91;", "rain;").encode(), T, ("line 5", "4 cells")),
        ("ragged_tab.csv", _by("\t").replace("rain\t91", "rain\t91\t1").encode(), T, ("line 5", "4 cells")),
        ("blanks.txt", _by(" ").encode(), T, ("--delimiter ' '",)),
        ("comment_inside.csv", PLAIN.replace("\nrain", "\n# a pause\nrain", 1).encode(), T, ("line 3", "--comment '#'")),
        ("comment_two_chars.csv", PLAIN.encode(), (*T, "--comment", ""), ("comment",)),
        ("unclosed.csv", _by(";").replace("rain", '"rain', 1).encode(), T, ("line",)),
        ("title_above.csv", ("Games of the year\n" + _by(";")).encode(), T, ("line",)),
        ("twice_semicolon.csv", b"x;x;y\n1;2;a\n3;4;b\n", ("--target", "y"), ("no other column has",)),
        ("unnamed_semicolon.csv", b"x;;y\n1;2;a\n3;4;b\n", ("--target", "y"), ("a column name",)),
        ("target_missing_semicolon.csv", _by(";").encode(), ("--target", "spielt"), ("'play'", "spielt")),
        ("cyrillic.csv", CITY.replace("Am See", "Москва").replace("ö", "o").replace("ü", "u").encode("cp1251"), ("--target", "kauf"), ("line", "UTF-8", "--encoding")),
        ("greek.csv", CITY.replace("Am See", "Αθήνα").replace("ö", "o").replace("ü", "u").encode("iso8859-7"), ("--target", "kauf"), ("line", "UTF-8", "--encoding")),
        ("shift_jis.csv", CITY.replace("Am See", "東京都").replace("ö", "o").replace("ü", "u").encode("shift-jis"), ("--target", "kauf"), ("line", "UTF-8", "--encoding")),
        ("gbk.csv", CITY.replace("Am See", "北京城").replace("ö", "o").replace("ü", "u").encode("gbk"), ("--target", "kauf"), ("line", "UTF-8", "--encoding")),
        ("mac_roman.csv", GERMAN.encode("mac-roman"), ("--target", "Käufer"), ("line 1", "UTF-8", "--encoding")),
        ("mixed.csv", CITY.encode() + "Höhenweg,66,ja\n".encode("latin-1"), ("--target", "kauf"), ("line 8", "UTF-8")),
        ("mixed_otherwise.csv", "Ort,kauf\nHöhe,ja\n".encode("latin-1") + "Mühle,nein\n".encode(), ("--target", "kauf"), ("line 2", "UTF-8")),
        ("utf8_cut.csv", GERMAN.encode()[:-1] + b"\xc3", ("--target", "Käufer"), ("line", "UTF-8")),
        ("enc_wrong.csv", GERMAN.encode("latin-1"), ("--target", "Käufer", "--encoding", "utf-8"), ("utf-8", "line 1")),
        ("enc_unknown.csv", PLAIN.encode(), (*T, "--encoding", "utf-ate"), ("encoding", "utf-ate")),
        ("enc_no_text.csv", PLAIN.encode(), (*T, "--encoding", "base64"), ("encoding", "base64")),
        ("enc_ascii.csv", GERMAN.encode(), ("--target", "Käufer", "--encoding", "ascii"), ("ascii", "line 1")),
        ("nul.csv", PLAIN.replace("rain", "ra\0in").encode(), T, ("line 3",)),
        ("utf16_cut.csv", GERMAN.encode("utf-16")[:-1], ("--target", "Käufer"), ("UTF-16",)),
        ("utf16_lone.csv", b"\xff\xfe" + b"\x00\xd8x\x00", ("--target", "y"), ("UTF-16",)),
        ("empty.csv", b"", T, ("header",)),
        ("empty.csv.gz", gzip.compress(b""), T, ("header",)),
        ("empty.xlsx", b"", T, ("header",)),
        ("empty.jsonl", b"", T, ("record",)),
        ("header_only_semicolon.csv", b"x;y\n", ("--target", "y"), ("at least one record",)),
        ("bomb.csv.gz", gzip.compress(b"x,y\n" + b"0" * 3_000_000, 9), ("--target", "y"), ("gzip", "more than")),
        ("cut.csv.gz", gzip.compress(PLAIN.encode())[:-12], T, ("gzip", "whole")),
        ("spoilt.csv.gz", spoilt(gzip.compress(PLAIN.encode())), T, ("gzip",)),
        ("trailing.csv.gz", gzip.compress(PLAIN.encode()) + b"garbage", T, ("gzip",)),
        ("two.zip", zipped(a__csv=PLAIN.encode(), b__csv=PLAIN.encode()), T, ("a.csv", "b.csv", "one file")),
        ("none.zip", zipped(), T, ("one file",)),
        ("bomb.zip", zipped(a__csv=b"x,y\n" + b"0" * 3_000_000), ("--target", "y"), ("zip", "more than")),
        ("cut.zip", zipped(a__csv=PLAIN.encode())[:-20], T, ("zip",)),
        ("encrypted.zip", encrypted(zipped(a__csv=PLAIN.encode())), T, ("encrypted",)),
        ("page_in.zip", zipped(a__html=html), T, ("web page",)),
        ("twice.csv.gz", gzip.compress(gzip.compress(PLAIN.encode())), T, ("gzip", "once")),
        ("x.csv.bz2", bz2.compress(PLAIN.encode()), T, ("bzip2", "bunzip2")),
        ("x.csv.xz", lzma.compress(PLAIN.encode()), T, ("xz", "unxz")),
        ("x.csv.zst", b"\x28\xb5\x2f\xfd\x04\x00\x00", T, ("Zstandard",)),
        ("x.7z", b"7z\xbc\xaf\x27\x1c\x00\x04", T, ("7-Zip",)),
        ("x.ods", zipped(mimetype=b"application/vnd.oasis.opendocument.spreadsheet", content__xml=b"<x/>"), T, ("OpenDocument", "CSV")),
        ("x.docx", zipped(**{"word/document__xml": b"<x/>", "[Content_Types]__xml": b"<x/>"}), T, ("one file",)),
        ("x.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, T, (".xls", "CSV")),
        ("encrypted.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le"), T, ("encrypted", "password")),
        ("x.xlsb", zipped(**{"xl/workbook__bin": b"x"}), T, ("xcel",)),
        ("x.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", T, ("PDF",)),
        ("page.csv", html, T, ("web page", "save")),
        ("page_upper.csv", b"  \n<HTML><HEAD></HEAD></HTML>", T, ("web page",)),
        ("x.xml", b'<?xml version="1.0"?><rows/>', T, ("XML",)),
        ("lfs.csv", b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n", T, ("Git LFS", "git lfs pull")),
        ("model.json", b'{"format": "dtref-model/1", "tree": {}}', T, ("JSON object",)),
        ("numbers.json", b"[1, 2, 3]", T, ("JSON", "item 1")),
        ("svm.txt", b"+1 1:0.5 2:3\n-1 1:0.1 3:2\n+1 2:0.3\n", T, ("LIBSVM",)),
        ("stata.dta", b"<stata_dta><header>\x00", T, ("Stata",)),
        ("spss.sav", b"$FL2@(#) SPSS DATA FILE\x00\x02", T, ("SPSS",)),
        ("r.rds", gzip.compress(b"X\n\x00\x00\x00\x03\x00\x04"), T, ("R object",)),
        ("sqlite.db", b"SQLite format 3\x00\x10\x00", T, ("SQLite",)),
        ("pickle.pkl", b"\x80\x04\x95\x10\x00\x00\x00", T, ("pickle",)),
        ("numpy.npy", b"\x93NUMPY\x01\x00v\x00", T, ("NumPy",)),
        ("picture.csv", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", T, ("picture",)),
        ("nested.jsonl", b'{"x": {"a": 1}, "play": "no"}\n{"x": 2, "play": "yes"}\n', T, ("line 1", "'x'")),
        ("listed.jsonl", b'{"x": 1, "play": "no"}\n{"x": [2], "play": "yes"}\n', T, ("line 2", "'x'")),
        ("no_object.jsonl", b'{"x": 1, "play": "no"}\n[2, "yes"]\n', T, ("line 2", "object")),
        ("broken.jsonl", b'{"x": 1, "play": "no"}\n{"x": 2, "play": \n', T, ("line 2", "JSON")),
        ("twice.jsonl", b'{"x": 1, "x": 2, "play": "no"}\n', T, ("line 1", "'x'")),
        ("infinite.jsonl", b'{"x": 1, "play": "no"}\n{"x": Infinity, "play": "yes"}\n', T, ("line 2", "'x'")),
        ("huge.jsonl", b'{"x": 1e999999999, "play": "no"}\n{"x": 2, "play": "yes"}\n', T, ("line 1", "'x'")),
        ("two_types.jsonl", b'{"x": 1, "play": "no"}\n{"x": "1", "play": "yes"}\n', T, ("line 2", "'x'")),
        ("gap_word.jsonl", b'{"x": 1, "play": "no"}\n{"x": "NA", "play": "yes"}\n{"x": 3, "play": "yes"}\n', T, ("line 2", "--missing NA")),
        ("unlabelled.jsonl", b'{"x": 1, "play": "no"}\n{"x": 2, "play": null}\n', T, ("line 2", "--drop unlabelled")),
        ("undeclared.arff", ARFF.replace("rain,91", "snow,91").encode(), T, ("line 12", "snow")),
        ("no_number.arff", ARFF.replace("rain,91", "rain,high").encode(), T, ("line 12", "high")),
        ("short.arff", ARFF.replace("rain,91,", "rain,").encode(), T, ("line 12", "4 cells")),
        ("no_data.arff", ARFF.partition("@data")[0].encode(), T, ("@data",)),
        ("kind.arff", ARFF.replace("REAL", "complex").encode(), T, ("line 4", "complex")),
        ("relational.arff", ARFF.replace("REAL", "relational").encode(), T, ("line 4", "relational")),
        ("date.arff", ARFF.replace("REAL", 'date "yyyy-MM-dd"').encode(), T, ("line 4", "date")),
        ("quote.arff", ARFF.replace("rain,91", "'rain,91").encode(), T, ("line 12",)),
        ("sparse_index.arff", b"@relation s\n@attribute x numeric\n@attribute y {a,b}\n@data\n{5 1}\n", ("--target", "y"), ("line 5", "5")),
        ("sparse_order.arff", b"@relation s\n@attribute x numeric\n@attribute y {a,b}\n@data\n{1 b, 0 1}\n", ("--target", "y"), ("line 5",)),
        ("stray.arff", ARFF.replace("@data", "@dat").encode(), T, ("line 8",)),
        ("twice.arff", ARFF.replace("windy", "outlook").encode(), T, ("no other column has",)),
        ("sheet_for_text.csv", PLAIN.encode(), (*T, S, "games"), ("--sheet",)),
        ("delimiter_for_lines.jsonl", json_lines(PLAIN).encode(), (*T, "--delimiter", ";"), ("--delimiter",)),
        ("weights_0.csv", PLAIN.replace("windy", "n").replace(",no,", ",0,").replace(",yes,", ",2,").encode(), (*T, "--weights", "n"), ("line 2", "--drop weightless")),
        ("unlabelled.csv", PLAIN.replace("91,yes,no", "91,yes,").encode(), T, ("line 5", "--drop unlabelled")),
        ("case_target.csv", PLAIN.encode(), ("--target", "Play"), ("'play'", "did you mean")),
    ]  # fmt: skip
    found = [File(name, content, words, "refused", says) for name, content, words, says in refused]
    found += [
        File("lonely.data", DATA.encode(), ("--target", "no"), "refused", ("no other column has",)),
        File("prose.data", DATA.replace("sunny,85,no,no", "a,1,c,d").encode(), ("--target", "d"), "told", ("prose.names",), "",
             (("prose.names", b"1. Title: Iris Plants Database\n\n2. Sources: Fisher, R.A.\n"),)),
        File("no_data.names", NAMES.encode(), (), "refused", ("no_data.data",)),
        File("undeclared.data", DATA.replace("rain", "snow", 1).encode(), (), "refused", ("line 2", "snow"), "", (("undeclared.names", NAMES.encode()),)),
        File("short.data", DATA.replace("rain,91,", "rain,").encode(), (), "refused", ("line 4", "4 cells"), "", (("short.names", NAMES.encode()),)),
        File("lines_absent.jsonl", json_lines(PLAIN).replace('"humidity": 85, ', "").encode(), (*T, "--as", "c45"), "told", ("humidity", "1 of 6"),
             PLAIN.replace("sunny,85", "sunny,?")),
        File("lines_nan.jsonl", b'{"x": 1, "play": "no"}\n{"x": NaN, "play": "yes"}\n{"x": 3, "play": "yes"}\n', (*T, "--as", "c45"), "silent", (),
             "x,play\n1,no\n?,yes\n3,yes\n"),
        File("lines_truths.jsonl", b'{"x": true, "play": "no"}\n{"x": false, "play": "yes"}\n', T, "silent", (), "x,play\nTrue,no\nFalse,yes\n"),
        File("lines_texts.jsonl", "".join(json.dumps({"x": str(i), "play": "ab"[i % 2]}) + "\n" for i in range(8)).encode(), T, "told", ("'x'", "continuous"),
             "x,play\n" + "".join(f"{i},{'ab'[i % 2]}\n" for i in range(8)) + "|--nominal|x"),
        File("drop_unlabelled.csv", PLAIN.replace("91,yes,no", "91,yes,").encode(), (*T, "--drop", "unlabelled"), "told", ("1 of 6 records",),
             PLAIN.replace("rain,91,yes,no\n", "")),
        File("drop_weightless.csv", PLAIN.replace("windy", "n").replace(",no,", ",0,").replace(",yes,", ",1,").encode(),
             (*T, "--weights", "n", "--drop", "weightless"), "told", ("4 of 6 records",), "outlook,humidity,play\nrain,70.5,yes\nrain,91,no\n"),
        File("semicolon_ids.csv", ("id;x;y\n" + "".join(f"P{i};{i % 3};{'ab'[i % 2]}\n" for i in range(20))).encode(), ("--target", "y"), "told",
             ("';'",), ""),
        File("pipe_no_header.csv", b"1|2|a\n2|3|b\n5|6|a\n7|7|b\n", ("--target", "a"), "told", ("'|'", "header"), ""),
        File("semicolon_long.csv", ("x;y\n" + "1;a\n2;b\n" * 500).encode(), ("--target", "y"), "told", ("';'",), "x,y\n" + "1,a\n2,b\n" * 500),
        File("arff_dates_ignored.arff", ARFF.replace("humidity REAL", 'humidity date "yyyy"').encode(), (*T, "--ignore", "humidity"), "silent", (),
             "|".join([PLAIN.replace(",humidity", "").replace(",85", "").replace(",70.5", "").replace(",65", "").replace(",91", "").replace(",70", "").replace(",72", ""), *ARFF_KINDS])),
    ]  # fmt: skip
    books: list[tuple[str, Callable[..., None], tuple[str, ...], tuple[str, ...]]] = [
        ("formula.xlsx", _formula, T, ("B3", "formula")),
        ("merged.xlsx", _merged, T, ("A2:A3", "merged")),
        ("date.xlsx", _with_date, T, ("since", "--ignore since", "--continuous since")),
        ("error.xlsx", _with_error, T, ("humidity", "#DIV/0!", "--missing")),
        ("titled.xlsx", _titled, T, ("a column name",)),
        ("no_sheet.xlsx", _two_sheets, (*T, S, "plays"), ("'games'", "'notes'")),
        ("sheet_3.xlsx", _two_sheets, (*T, S, "3"), ("'games'", "'notes'")),
        ("notes.xlsx", _two_sheets, (*T, S, "notes"), ("'read me'",)),
    ]
    found += [File(name, excel(fill), words, "refused", says, "", (), "openpyxl") for name, fill, words, says in books]
    return found
