"""
Warnings about a table that is read all the same: cells that a person may have meant differently from how they were read.

Each warning is a fact about cells, with a bound below which it is not given, as small tables have such facts by chance.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from dtref.errors import DataWarning, declaration, shortened, shown, way
from dtref.io.lookalikes import is_spoiled, lookalikes
from dtref.io.notation import OTHER_NOTATIONS, TextLook, is_gap_among_texts
from dtref.io.schema import Schema
from dtref.io.survey import Survey, whole_cell
from dtref.spec.model.attributes import Cell
from dtref.spec.model.days import is_day_text
from dtref.spec.model.numerals import is_numeral, numeral

_MIXED = 20
"""A column of texts looks like one of numbers if one cell, or value, in this many is a number; a rarer number among words is a word."""

_CODES = 5
"""The fewest different numerals, as texts from a program, that look like numbers. Fewer are codes, such as "0" and "1"."""

_RECORDS = 4
"""The fewest records with a warning that all cells of a column are equal, all differ, or none is known: with three, that happens."""

_COUNTS = 10
"""The fewest records with a warning that their classes, whole numbers, nearly all differ: codes are whole numbers, too."""

NEARLY_ALL = 20
"""Nearly all cells differ if at most one in this many repeats another."""

_ROWS = 20
"""The fewest records with a warning that a column counts the rows: 1, 2, 3 … 10 may be measured."""

_NAMED_ROWS = 5
"""The fewest where the column's name says so."""

_NUMBERS_OF_RECORDS = re.compile(
    r"(?i:(?:.*[\W_])?(?:nr|no|num|number|nummer|id|ids|key|index|idx|row|rows|zeile|lfd|case|fall|record|obs|#)(?:[\W_].*)?)|.*[a-z](?:Id|ID|Nr|No)",
    re.DOTALL,
)
"""Names of columns that number records: such a word, between signs or at the end."""

_CLASSES = 30
"""The most classes, all of them numbers, that are taken for classes without a warning, however many records each has."""

SERIES = 10
"""The fewest names 0, 1, 2 … of columns that are a program's, and no line of data."""

_LONGEST = 60
"""The most characters of a cell or a name in a warning."""

COLUMNS = 5
"""The most columns that have a warning of one kind each; the others are named together."""

_LEADING_ZERO = re.compile(r"[+-]?0[0-9]+")
_DAY = re.compile(r"(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])")


THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:\.[0-9]{3})+")
"""A number with a point that may part thousands."""
_BELOW_THOUSAND = re.compile(r"[+-]?[0-9]{1,3}")

HARMLESS = frozenset(("empty", "constant", "rows"))
"""The kinds of warnings that make no tree wrong: given for files and frames, not for arrays, which programs make by the hundred."""


def remarks(
    used: Sequence[Survey], schema: Schema, name: str, *, has_header: bool = False, harmless: bool = True
) -> tuple[DataWarning, ...]:
    """
    The warnings about the columns that are attributes or the target.

    has_header: whether a line of the table names them. harmless: whether HARMLESS warnings are given, too.

    >>> from dtref.io.to_data_set import Column
    >>> from dtref.io.survey import survey
    >>> doors = survey(Column("doors", ("2", "3", "4", "5-more"), numerals=True), Schema())
    >>> print(*remarks([doors], Schema(target="y"), "car.csv", has_header=True))
    car.csv, column 'doors': read as nominal, though 3 of its 4 cells look like numbers; others are '5-more'
    """
    facts = [(kind, s.name, text) for s in used for kind, text in _of_column(s, schema, alone=len(used) < 3)]
    warnings = list(_of_header(used, name) if has_header else ())
    if has_header and [s.name for s in used] == [schema.target] and used[0].known >= _RECORDS:
        warnings.append(DataWarning(name, "there is no column beside the target, so nothing can be asked"))
    # Of each kind the first columns in full, the others by name.
    for kind in dict.fromkeys(kind for kind, _, _ in facts if harmless or kind not in HARMLESS):
        columns = [(column, text) for other, column, text in facts if other == kind]
        warnings += [DataWarning(f"{name}, column {column!r}", text) for column, text in columns[:COLUMNS]]
        if columns[COLUMNS:]:
            more = f"like column {columns[0][0]!r} are {len(columns) - COLUMNS} more: {first_few(c for c, _ in columns[COLUMNS:])}"
            warnings.append(DataWarning(name, more))
    return tuple(warnings)


def is_open(column: Survey, schema: Schema) -> bool:
    """Whether nothing is declared about a column."""
    return schema.column(column.name) is None and not column.declares


def first_few(items: Iterable[object], text: type[str] | None = None, most: int = 3) -> str:
    """
    The first of some items as text, with … if there are more.

    >>> first_few("abcd"), first_few([TextLook.GAP], str)
    ("'a', 'b', 'c' …", 'no value')
    """
    first = list(islice(items, most + 1))
    texts = (shown(item, _LONGEST) if text is None else shortened(text(item), _LONGEST) for item in first[:most])
    return ", ".join(texts) + (" …" if len(first) > most else "")


def _of_column(column: Survey, schema: Schema, *, alone: bool) -> Iterator[tuple[str, str]]:
    """The kind and the text of each warning about a column. About a declared one only that it is constant or empty."""
    is_target = column.name == schema.target
    if not column.known:
        if column.gaps.cells >= _RECORDS:
            yield "empty", "no cell is known"
        return
    yield from _of_tokens(column, schema)
    if column.distinct == 1 and not column.gaps.cells and column.known >= _RECORDS:
        yield "constant", f"all {column.known} cells are {first_few((*column.numbers.times, *column.others.times), str)}"
        return
    if schema.decimal == "." and (is_open(column, schema) or is_target):
        yield from _of_thousands(column)
    if is_open(column, schema):
        if is_target:
            yield from _of_classes(column)
        elif column.others.cells or (not column.of_texts and _are_texts(column)):
            yield from _of_mixture(column)
        else:
            yield from _of_numbers(column, alone=alone)
        yield from _of_texts(column, is_target=is_target)


def _are_texts(column: Survey) -> bool:
    return any(isinstance(cell, str) for cell in column.numbers.times)


def _of_tokens(column: Survey, schema: Schema) -> Iterator[tuple[str, str]]:
    """The warning about numbers that are equal to one that stands for a missing value, but written otherwise."""
    values = {numeral(token, schema.decimal): token for token in schema.missing if is_numeral(token, schema.decimal)}
    if values:
        written = [cell for cell in column.numbers.times if isinstance(cell, str) and numeral(cell.strip(), schema.decimal) in values]
        if written:
            tokens = first_few(values.values(), str)
            equal = f"{way('--missing', 'missing=')} {tokens}"
            yield "token", f"{first_few(written)} are read as numbers, though they are equal to {equal}, but written otherwise"


def _of_mixture(column: Survey) -> Iterator[tuple[str, str]]:
    """The warning about texts of which some look like numbers."""
    looks = column.looks()
    numeric = [cell for kind in OTHER_NOTATIONS for cell in looks.get(kind, ())]
    cells, values = column.numbers.cells + column.times(numeric), column.numbers.distinct + len(numeric)
    if not column.others.cells and values >= _CODES:
        yield (
            "mixture",
            f"read as nominal, though all its {cells} cells are texts that look like numbers ({declaration('continuous', column.name)})",
        )
    elif column.others.cells and (cells * _MIXED >= column.known or values * _MIXED >= column.distinct) and cells:
        others = [cell for cell in map(str, column.others.times) if cell not in numeric]
        rest = f"; others are {first_few(others)}" if others else ""
        yield "mixture", f"read as nominal, though {cells} of its {column.known} cells look like numbers{rest}"


def _of_numbers(column: Survey, *, alone: bool) -> Iterator[tuple[str, str]]:
    """The warnings about numbers that may be something else: codes, days, the numbers of the rows."""
    texts = [cell for cell in column.numbers.times if isinstance(cell, str)]
    zeros = [cell for cell in texts if _LEADING_ZERO.fullmatch(cell)]
    if zeros:
        yield (
            "zeros",
            f"read as numbers, though some begin with 0 as codes do: {first_few(zeros)} ({declaration('nominal', column.name)} keeps them)",
        )
    if len(texts) > 1 and all(map(_DAY.fullmatch, texts)):
        yield "dates", f"read as numbers, though they look like dates: {first_few(texts)}"
    if not alone and (numbered := _numbered(column)):
        ignore = declaration("ignore", column.name)
        yield "rows", f"{numbered}: they tell nothing of new records ({ignore})"


def _of_thousands(column: Survey) -> Iterator[tuple[str, str]]:
    """The warning about numbers with a point that may part thousands: three digits behind it, beside whole ones of three digits."""
    texts = [cell.strip() for cell in column.numbers.times if isinstance(cell, str)]
    pointed, whole = [cell for cell in texts if "." in cell], [cell for cell in texts if "." not in cell]
    of_thousands = len(pointed) > 1 and all(map(THOUSANDS.fullmatch, pointed)) and all(map(_BELOW_THOUSAND.fullmatch, whole))
    if of_thousands and max(len(cell.lstrip("+-")) for cell in (*whole, "")) == 3:
        plain = pointed[0].replace(".", "")
        told = f"{first_few(pointed)} are read as fractions, beside whole numbers such as {whole[0]}"
        yield "thousands", f"{told}: where {pointed[0]} means {plain}, write {plain} in the file"


def _numbered(column: Survey) -> str:
    """How the cells of a column number the records; the empty text where they don't."""
    whole = [whole_cell(cell) for cell in column.numbers.times]
    if column.numbers.distinct < column.known or column.numbers.unlisted or column.gaps.cells or not whole or None in whole:
        return ""
    least, greatest = (end(n for n in whole if n is not None) for end in (min, max))
    by_name, n = bool(_NUMBERS_OF_RECORDS.fullmatch(column.name)), column.known
    fewest = _NAMED_ROWS if by_name else _ROWS
    if least in (0, 1) and greatest - least + 1 == n >= fewest:
        how = "the numbers of the rows" if column.count is not None else "the whole numbers"
        return f"{how}, {least} to {greatest}{'' if column.count is not None else ', each once'}"
    return "a number of its own for each record" if by_name and n >= _ROWS else ""


def _of_texts(column: Survey, *, is_target: bool) -> Iterator[tuple[str, str]]:
    """The warnings about texts that look like something else, or like one another."""
    texts = list(map(str, column.others.times))
    role = "classes" if is_target else "values"
    # Signs for "not known".
    gaps = [text for text in sorted(texts) if is_gap_among_texts(text) or _is_bare_sign(text, column)]
    if gaps and not (is_target and not texts):
        frequency = f"{column.times(gaps)} of {column.known} cells"
        yield (
            "gap",
            f"{first_few(gaps)} in {frequency} counts among its {role} ({way('--missing', 'missing=')}, if it stands for what isn't known)",
        )
    # Dates, and texts that name their records.
    dates = column.looks().get(TextLook.DATE, [])
    if len(dates) > 1 and 2 * len(dates) >= column.distinct:
        as_days = not is_target and len(dates) == column.distinct and all(map(is_day_text, dates))
        days = f" ({declaration('continuous', column.name)} reads them as days)" if as_days else ""
        yield "dates", f"dates or times are read as {role} without order: {first_few(dates)}{days}"
    elif _nearly_all_differ(column) and column.known >= _RECORDS and 2 * column.others.distinct > column.distinct:
        ignore = declaration("ignore", column.name)
        told = f"nearly all of its {column.known} cells differ, so they tell nothing of new records"
        yield "distinct", f"{told}: {first_few(texts)} ({ignore})"
    pairs = column.looks().get(TextLook.PAIR, [])
    if pairs and len(pairs) == len(texts) and not column.numbers.cells and not is_target:
        yield "pairs", f"read as {role} without order, though all look like {TextLook.PAIR}: {first_few(pairs)}"
    # Texts that differ in what people don't see.
    padded = [str(text) for text, n in column.padded.times.items() if n < column.others.times.get(text, 0)]
    if padded:
        yield "padded", f"{first_few(padded)} with blanks before or after, and without, are read as one of its {role}"
    for similar in islice(lookalikes(texts), COLUMNS):
        yield (
            "alike",
            f"{first_few(similar, most=5)} are different {role}, though they differ only in case, blanks, invisible signs or how letters "
            "are encoded",
        )
    if spoiled := [text for text in texts if is_spoiled(text)]:
        option = way("--encoding", "encoding=")
        yield "spoiled", f"letters that a wrong encoding has spoiled stand in {first_few(spoiled)} ({option}, or save the file anew)"


def _of_classes(column: Survey) -> Iterator[tuple[str, str]]:
    """The warning about classes that are a quantity: numbers that nearly all differ, or are very many."""
    looks = column.looks()
    numeric = [cell for kind in OTHER_NOTATIONS for cell in looks.get(kind, ())]
    cells, values = column.numbers.cells + column.times(numeric), column.numbers.distinct + len(numeric)
    texts = column.others.cells - column.times(numeric) - column.times(looks.get(TextLook.GAP, ()))
    if texts or column.known < _RECORDS or not cells:
        return
    fractions = any(not _is_whole(cell) for cell in column.numbers.times) or bool(numeric)
    mostly_differ = 2 * values > cells if fractions else cells >= _COUNTS and (cells - values) * NEARLY_ALL <= cells
    if mostly_differ or (values > _CLASSES and values * _CLASSES >= cells):
        mark = way(" --decimal ,", ", decimal=','") if TextLook.DECIMAL_COMMA in looks else ""
        yield (
            "classes",
            f"{values} different numbers in {cells} cells are read as classes (a quantity: {declaration('continuous', column.name)}{mark})",
        )


def _is_whole(cell: Cell) -> bool:
    return bool(re.fullmatch(r"[+-]?[0-9]+(?:\.0*)?", str(cell)))


def _nearly_all_differ(column: Survey) -> bool:
    return (column.known - column.distinct) * NEARLY_ALL <= column.known


def _is_bare_sign(text: str, column: Survey) -> bool:
    """Whether a text has neither letters nor digits, and all others of the column have some, as a dash among words."""
    others = [other for other in map(str, column.others.times) if other != text]
    return not _has_words(text) and bool(others) and all(map(_has_words, others))


def _has_words(text: str) -> bool:
    return any(map(str.isalnum, text))


def _of_header(used: Sequence[Survey], name: str) -> Iterator[DataWarning]:
    """The warning about a line of data that was taken for the names of the columns."""
    names = [s.name for s in used]
    numbers = [n for n in names if re.fullmatch(r"[+-]?[0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]+)?|[+-]?[0-9]+,[0-9]+", n)]
    is_series = len(numbers) >= SERIES and numbers in ([str(i + first) for i in range(len(numbers))] for first in (0, 1))
    if numbers and not is_series:
        yield DataWarning(
            name, f"the first line is taken for the names of the columns, though {first_few(numbers)} are numbers: is there a header?"
        )
    elif len(used) > 1 and all(s.name in s.others.times for s in used):
        yield DataWarning(
            name, "the first line is taken for the names of the columns, though each is a value of its column: is there a header?"
        )
