"""Texts that programs print instead of tables, and cells that were spoiled on their way: what a careful person expects. Written first."""

from __future__ import annotations

import io
import json
import tarfile

from cases.expected_files import File

Y = ("--target", "y")
ROWS = [("1.5", "p", "a"), ("2.5", "q", "b"), ("3.5", "p", "a"), ("4.5", "q", "b"), ("5.5", "p", "b"), ("6.5", "q", "a")]
TABLE = "x,z,y\n" + "".join(f"{','.join(row)}\n" for row in ROWS)
RULE = "+-----+---+---+\n"


def _framed(row: tuple[str, ...]) -> str:
    return f"| {' | '.join(row)} |\n"


def _beside(*texts: str) -> bytes:
    """A table with texts in its second column."""
    cells = (*texts, *("other" for _ in range(6)))
    return ("x,z,y\n" + "".join(f"{i % 3},{cell},{'ab'[i % 2]}\n" for i, cell in enumerate(cells))).encode()


def _tarred(content: bytes) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        entry = tarfile.TarInfo("table.csv")
        entry.size = len(content)
        archive.addfile(entry, io.BytesIO(content))
    return file.getvalue()


def expected_texts() -> list[File]:
    """Files that are refused by what they are, or told; and ordinary ones that look a little like them."""
    table = "x,z,y\n"
    refused: dict[str, tuple[str, str]] = {
        "markdown.md": (_framed(("x", "z", "y")) + "| --- | --- | --- |\n" + "".join(map(_framed, ROWS)), "Markdown"),
        "markdown_aligned.csv": (_framed(("x", "z", "y")) + "|---|:-:|--:|\n" + "".join(map(_framed, ROWS)), "Markdown"),
        "mysql.txt": (RULE + _framed(("x  ", "z", "y")) + RULE + "".join(map(_framed, ROWS)) + RULE, "database"),
        "psql.txt": (" x   | z | y \n-----+---+---\n" + "".join(f" {' | '.join(row)}\n" for row in ROWS) + "(6 rows)\n", "database"),
        "table.tex": ("x & z & y \\\\ \\hline\n" + "".join(f"{' & '.join(row)} \\\\\n" for row in ROWS), "LaTeX"),
        "tabular.tex": ("\\begin{tabular}{lll}\nx & y\\\\\n\\end{tabular}\n", "LaTeX"),
        "dump.sql": ("-- dumped\nINSERT INTO t (x, z, y) VALUES (1.5, 'p', 'a'), (2.5, 'q', 'b');\n", "SQL"),
        "rows.yaml": ("- x: 1.5\n  z: p\n  y: a\n- x: 2.5\n  z: q\n  y: b\n", "YAML"),
        "dput.txt": ('structure(list(x = c(1.5, 2.5), y = c("a", "b")), class = "data.frame")\n', "write.csv"),
        "double_bar.txt": (TABLE.replace(",", "||"), "||"),
        "double_colon.dat": ("1::1193::5::978300760\n1::661::3::978302109\n", "::"),
        "tilde.txt": (TABLE.replace(",", "~"), "--delimiter '~'"),
        "columns.json": (json.dumps({"x": [1, 2], "y": ["a", "b"]}), "one JSON object"),
        "split.json": (json.dumps({"columns": ["x", "y"], "data": [[1, "a"], [2, "b"]]}), "one JSON object"),
        "wrapped.json": (json.dumps({"results": [{"x": 1, "y": "a"}, {"x": 2, "y": "b"}]}), "results"),
        "superscripts.csv": (table + "10²,p,a\n10³,q,b\n10²,p,a\n10⁴,q,b\n", "other digits"),
    }
    told: dict[str, tuple[bytes, str]] = {
        "hyphens.csv": (_beside("pre-op", "pre‑op", "pre-op"), "'pre‑op'"),
        "quotes.csv": (_beside("don't", "don’t", "don't"), "'don’t'"),
        "entities.csv": (_beside("R&D", "R&amp;D", "R&D"), "'R&amp;D'"),
        "entity_blank.csv": (_beside("a b", "a&nbsp;b", "a b"), "'a&nbsp;b'"),
        "soft_hyphen.csv": (_beside("alpha", "al\u00adpha", "alpha"), "invisible"),
        "twice_encoded.csv": (_beside("Straße".encode().decode("cp1252"), "Weg", "Weg"), "wrong encoding"),
        "twice_encoded_latin1.csv": (_beside("Ávila".encode().decode("latin-1"), "Soria", "Soria"), "wrong encoding"),
        "lost_letter.csv": (_beside("Stra\ufffde", "Weg", "Weg"), "wrong encoding"),
    }
    found = [File(name, text.encode(), Y, "refused", (says,)) for name, (text, says) in refused.items()]
    found += [File(name, content, Y, "told", (says,)) for name, (content, says) in told.items()]
    nines = "x,y\n1,a\n-9.0,b\n3,a\n-9.0,b\n5,a\n"
    found += [
        File("one.tar.gz", _tarred(TABLE.encode()), Y, "refused", ("tar",)),
        File("missing_otherwise.csv", nines.encode(), (*Y, "--missing", "-9"), "told", ("'-9.0'", "--missing -9"), nines),
        File("missing_as_written.csv", nines.encode(), (*Y, "--missing", "-9.0", "--as", "c45"), "silent", (), nines.replace("-9.0", "?")),
        File("accents.csv", _beside("São", "Ærø", "Łódź", "naïve"), Y, "silent", (), _beside("São", "Ærø", "Łódź", "naïve").decode()),
        File("ampersands.csv", _beside("R&D", "AT&T", "Q&A"), Y, "silent", (), _beside("R&D", "AT&T", "Q&A").decode()),
        File("scopes.csv", b"std::a,std::b,y\n1,p,a\n2,q,b\n3,p,a\n", Y, "silent", (), "std::a,std::b,y\n1,p,a\n2,q,b\n3,p,a\n"),
        File("bars.txt", b"x|z|y\n1|a-|a\n2|q|b\n3|a-|a\n", (*Y, "--delimiter", "|"), "silent", (), "x,z,y\n1,a-,a\n2,q,b\n3,a-,a\n"),
        File("marked.jsonl", b"\xef\xbb\xbf" + b'{"x": 1, "y": "a"}\n{"x": 2, "y": "b"}\n', Y, "silent", (), "x,y\n1,a\n2,b\n"),
        File("one_record.json", b'{"x": 1, "y": "a"}', Y, "silent", (), "x,y\n1,a\n"),
    ]
    return found
