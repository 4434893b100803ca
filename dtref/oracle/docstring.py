"""Reads from a docstring what it says of a formula: the sentence, the definition in the document's letters, and its source."""

from __future__ import annotations

import inspect
import re

from attrs import frozen

PART_MARKS = (
    *("Formula", "Source", "Sources", "Document", "Documents", "Unit", "Undefined", "Errors", "Invalid", "Example"),
    *("Notation", "Needs"),
)
"""The words that, before a colon, start a part of a docstring."""


@frozen
class Definition:
    """
    A definition as a docstring writes it.

    sentence: what is computed. formula: its definition, as the document writes it. source: the document. letter: its symbol there.
    """

    sentence: str
    formula: str
    source: str
    letter: str


def definition(of: object) -> Definition:
    """
    The definition in the docstring of a function, an impurity, a criterion, a class or a module; parts that the docstring lacks are empty.

    >>> from dtref.spec.split.impurity import gini
    >>> definition(gini).formula, definition(gini).letter
    ('GINI(t) = 1 - sum_j [p(j|t)]^2. From 0 (one class) to 1 - 1/c (c equal classes).', 'GINI(t)')
    >>> definition(gini).source
    '`tan`, Measure of Impurity: GINI; `cs6220`, Gini Index (CART, IBM IntelligentMiner).'
    """
    text = inspect.cleandoc(of.__doc__ or "").split(">>>")[0]
    parts = marked_parts(text)
    formula = parts.get("Formula", "")
    left, equals, _ = formula.partition(" = ")
    letter = left if equals and re.fullmatch(r"[\w^~-]{1,12}(\(\w\))?", left) else ""
    source = next((parts[mark] for mark in ("Source", "Sources", "Document", "Documents") if mark in parts), "")
    return Definition(parts[""], formula, _resolved(of, source), letter)


_CELLS = {"a": "TP", "b": "FN", "c": "FP", "d": "TN"}
"""The letters of `tan` for the four counts of a binary classifier."""


def cell_letters(of: object) -> str:
    """
    The legend of a definition's letters where these are the four counts of a binary classifier; otherwise the empty text.

    >>> from dtref.spec.evaluation.confusion.scores import f1
    >>> from dtref.spec.split.impurity import gini
    >>> cell_letters(f1), cell_letters(gini)
    ('a = TP, b = FN, c = FP', '')
    """
    formula = definition(of).formula
    parameters = inspect.signature(of).parameters.values() if inspect.isfunction(of) else ()
    if "a + b + c + d" not in formula and not any(str(p.annotation) == "BinaryCounts" for p in parameters):
        return ""  # elsewhere they are other things: McNemar's b and c
    used = set(re.findall(r"(?<![\w'])\d*([abcd])(?![\w'])", formula))
    return ", ".join(f"{letter} = {cell}" for letter, cell in _CELLS.items() if letter in used)


def _resolved(of: object, source: str) -> str:
    """The source itself; where it reads "as for `other`", the source of that function of the same module."""
    named = re.match(r"as (?:for|there|in) `(\w+)`", source)
    other = getattr(inspect.unwrap(of), "__globals__", {}).get(named[1]) if named and callable(of) else None
    return source if other is None or other is of else definition(other).source


def marked_parts(text: str) -> dict[str, str]:
    """
    The text after each mark at the start of a sentence; `Undefined, source and errors: …` is three marks.

    >>> marked_parts("Half of x. Formula: x/2. Source: `tan`.")
    {'': 'Half of x.', 'Formula': 'x/2.', 'Source': '`tan`.'}
    """
    # split at the marks; a mark may name several parts
    line = re.sub(r"\s+", " ", text).strip()
    pieces = re.split(rf"(?:^|(?<=[.)\]:?] ))((?:{'|'.join(PART_MARKS)})(?:, \w+)*(?: and \w+)?): ", line)
    marked = zip(pieces[1::2], pieces[2::2], strict=True)
    return {"": pieces[0].strip()} | {word.capitalize(): body.strip() for mark, body in marked for word in re.split(", | and ", mark)}
