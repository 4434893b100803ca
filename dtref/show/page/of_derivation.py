"""A derivation as a page and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from attrs import evolve
from toolz import unique

from dtref.errors import Undefined
from dtref.exact.decimals import decimal, significant
from dtref.exact.definition import P_VALUE, Citation, in_one_line
from dtref.exact.enclosure import Enclosure
from dtref.exact.number_text import is_exactly_zero, marked, number_list, number_style
from dtref.io.numbers import Json
from dtref.show.derivation.computation import Computation, Line
from dtref.show.derivation.notation import InputNumber, Letter, Notation, is_rational
from dtref.show.derivation.typeset import formula_text, is_rounded
from dtref.show.exact_text import unit_of
from dtref.show.page.as_json import value_json
from dtref.show.page.as_text import as_text
from dtref.show.page.blocks import P_DIGITS, Blocks, Equations, Heading, Paragraph
from dtref.spec.sources import SOURCES, cite


def derivation_blocks(derivation: Computation, digits: int = 3) -> Blocks:
    """
    A derivation as a page: the definition and its source, the arguments, each part, the computation.

    >>> from dtref.show.derivation.computation import computation_of
    >>> from dtref.spec.split.impurity import gini
    >>> [type(block).__name__ for block in derivation_blocks(computation_of(gini, (5, 1)))]
    ['Heading', 'Paragraph', 'Paragraph', 'Paragraph', 'Paragraph', 'Paragraph', 'Paragraph', 'Equations']
    """
    definition = derivation.definition
    paragraphs = (
        ("", definition.sentence),
        ("Definition", definition.definition),
        ("Letters", derivation.letters),
    )
    return (
        Heading(derivation.name),
        *(Paragraph(content, name, code=True) for name, content in paragraphs if content),
        *citations(definition.sources),
        *cited_documents(definition.sources),
        *(Paragraph(given, "Given", code=True) for given in (_given(derivation, digits),) if given),
        *equations(derivation, digits),
    )


def citations(sources: Sequence[Citation]) -> Blocks:
    """
    Sources as text: a paper that is named twice, once in short, only in full.

    >>> citations((("tan", "Gini"), "Youden 1950", "Youden 1950, Index for rating diagnostic tests"))[0].text, citations(())
    ('`tan`, Gini; Youden 1950, Index for rating diagnostic tests.', ())
    """
    papers = [source for source in sources if isinstance(source, str)]
    kept = [source for source in unique(sources) if not any(paper.startswith(f"{source}, ") for paper in papers)]
    return (Paragraph(f"{in_one_line(kept)}.", "Source", code=True),) if kept else ()


def cited_documents(sources: Sequence[Citation]) -> Blocks:
    """
    The documents that sources name by a key.

    >>> [block.name for block in cited_documents((("tan", "Gini"), ("tan", "Entropy"), "Youden 1950"))]
    ['tan']
    """
    keys = unique(source[0] for source in sources if not isinstance(source, str))
    return tuple(Paragraph(cite(key), key, code=True) for key in keys if key in SOURCES)


def equations(derivation: Computation, digits: int = 3, letter: str = "") -> tuple[Equations, ...]:
    """
    The computation alone: its parts, each one level further in, then itself; equations that are there already are left out.

    >>> from dtref.show.derivation.computation import computation_of
    >>> from dtref.spec.split.criteria import gain
    >>> [block.left.text for block in equations(computation_of(gain, (1, 1), ((1, 0), (0, 1))))]
    ['Entropy(t)', 'Entropy(1)', 'Entropy(2)', 'GAIN_split']
    """
    computed = _computed(derivation, letter or derivation.definition.letter or derivation.name, digits, 0)
    return tuple(unique(computed, key=lambda block: as_text((evolve(block, level=0),), digits)))


def _given(derivation: Computation, digits: int) -> str:
    return number_list(f"{letter} = {formula_text(x, digits)}" for letter, x in derivation.given)


def _computed(derivation: Computation, letter: str, digits: int, level: int) -> Iterator[Equations]:
    """The parts first, each one level further in, then the computation itself."""
    for step_letter, step in derivation.steps:
        yield from _computed(step, step_letter, digits, level + 1)
    fewest = P_DIGITS if derivation.definition.unit == P_VALUE else 0
    for line in derivation.lines:
        yield Equations(Letter(line.name or letter), tuple(_chain(line, max(digits, fewest), derivation.unit)), level)


def _chain(line: Line, digits: int, unit: str) -> Iterator[tuple[str, Notation | str]]:
    if line.formula is not None:
        yield "=", line.formula
    if line.put_in is not None and formula_text(line.put_in, digits) != _text(line.exact, digits):
        yield ("≈" if is_rounded(line.put_in) else "="), line.put_in
    # The value: exactly, then as a decimal where that says more.
    if isinstance(line.value, Undefined):
        yield "=", f"undefined ({line.value.why})"
        return
    rounded, exact = decimal(line.value, digits), _text(line.exact, digits)
    if not rounded.strip("-0.") and not is_exactly_zero(line.value):
        rounded = significant(line.value, 3)
    if unit and rounded.rstrip("0").rstrip(".") == exact:
        yield "=", f"{exact} {unit_of(exact, unit)}"
        return
    if line.exact is not None:
        yield "=", line.exact
    if rounded.rstrip("0").rstrip(".") != exact:
        yield ("=" if is_rational(line.value) and Fraction(rounded) == line.value else "≈"), marked(rounded) + (f" {unit}" if unit else "")


def _text(exact: Notation | None, digits: int) -> str:
    return "" if exact is None else formula_text(exact, digits)


def derivation_json(derivation: Computation, digits: int = 12) -> Json:
    """
    A derivation as JSON values: the definition, the arguments, the steps, and for each number its formula, the numbers put in, its value.

    >>> from dtref.show.derivation.computation import computation_of
    >>> from dtref.spec.split.impurity import gini
    >>> derivation_json(computation_of(gini, (5, 1)))["numbers"]
    [{'formula': '1 - (p_1^2 + p_2^2)', 'put in': '1 - ((5/6)^2 + (1/6)^2)', 'exact': '5/18', 'decimal': '0.277777777778'}]
    """
    with number_style(exact=True):
        return {"format": "dtref-derivation/1", **_computation_json(derivation, digits)}


def _computation_json(derivation: Computation, digits: int) -> dict[str, Json]:
    definition = derivation.definition
    return {
        "name": derivation.name,
        "sentence": definition.sentence,
        "definition": definition.definition,
        "source": f"{definition.source}." if definition.sources else "",
        "unit": derivation.unit,
        "given": {letter: _known_json(x, digits) for letter, x in derivation.given},
        "steps": [{"letter": letter, **_computation_json(step, digits)} for letter, step in derivation.steps],
        "numbers": [_line_json(line, digits) for line in derivation.lines],
    }


def _line_json(line: Line, digits: int) -> Json:
    fields: dict[str, Json] = {"name": line.name} if line.name else {}
    if line.formula is not None and line.put_in is not None:
        fields |= {"formula": formula_text(line.formula, digits), "put in": formula_text(line.put_in, digits)}
    return fields | ({"decimal": decimal(line.value, digits)} if isinstance(line.value, Enclosure) else value_json(line.value, digits))


def _known_json(x: Notation, digits: int) -> Json:
    return formula_text(x, digits) if isinstance(x, InputNumber) else ""
