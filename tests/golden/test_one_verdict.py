"""No place of a document has two verdicts: records that quote the same words agree on whether they are true."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, groupby

from attrs import evolve
from documents.quotes import parts, plain, quoted
from golden_files import RECORDS

from dtref.oracle.golden.records import GoldenRecord, PrintedTable, Value, Verdict

TRUE = {Verdict.RIGHT, Verdict.ROUNDING}
NOT_TRUE = {Verdict.ERRATUM, Verdict.INTERMEDIATES, Verdict.DAMAGED, Verdict.INCOMPLETE, Verdict.IMPRECISE}


def contradictions(records: tuple[GoldenRecord, ...]) -> Iterator[tuple[str, str]]:
    """
    The pairs of records of a slide that can't both hold: of equal quotes one is true and one isn't, or the whole is true and a part
    of it isn't (a true part of what isn't true is none). A figure that a table's record calls wrong has the verdict of the table.
    """
    by_slide = sorted(records, key=lambda record: (record.document, record.slide))
    for _, members in groupby(by_slide, key=lambda record: (record.document, record.slide)):
        for pair in combinations(members, 2):
            for whole, part in (pair, pair[::-1]):
                if _contradicts(whole, part):
                    yield whole.id, part.id


def _contradicts(whole: GoldenRecord, part: GoldenRecord) -> bool:
    if isinstance(whole.body, PrintedTable):
        cells = {whole.body.printed[cell.row - 1][cell.column - 1] for cell in whole.body.wrong}
        return isinstance(part.body, Value) and part.body.printed in cells and part.verdict is not whole.verdict
    if isinstance(part.body, PrintedTable | Value) or isinstance(whole.body, Value):
        return False
    words, all_words = ("".join(parts(record.body.printed)) for record in (part, whole) if not isinstance(record.body, PrintedTable))
    return bool(words) and words in all_words and whole.verdict in TRUE and part.verdict in NOT_TRUE


def test_no_place_has_two_verdicts() -> None:
    assert list(contradictions(RECORDS)) == []


def test_two_verdicts_are_found() -> None:
    (gain,) = (record for record in RECORDS if record.id == "iaml-text-29")
    (table,) = (record for record in RECORDS if record.id == "tan-confidence-41")
    (figure,) = (record for record in RECORDS if record.id == "tan-confidence-44")
    assert list(contradictions((gain, evolve(gain, id="again", verdict=Verdict.RIGHT)))) == [("again", "iaml-text-29")]
    assert list(contradictions((table, evolve(figure, verdict=Verdict.INTERMEDIATES)))) == [("tan-confidence-41", "tan-confidence-44")]
    assert list(contradictions((table, figure, gain))) == []


def test_one_spelling_of_quotes() -> None:
    assert plain(r"$$Z = \frac{\hat{d} - \mu}{\sqrt{n}} \leq α$$") == plain("Z = (d^ - mu)/sqrt(n) <= alpha") == "z=d-mu/sqrtn<=alpha"
    assert plain("e_1 - e_2") != plain("e_1 e_2")
    assert quoted("a … c; d", plain("A, b: c, d"))
    assert not quoted("c … a", plain("A, b: c, d"))
