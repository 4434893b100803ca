"""A derivation as JSON, for programs: every number exact and as text."""

from __future__ import annotations

from dtref.errors import Undefined
from dtref.exact.decimals import decimal
from dtref.exact.enclosure import Enclosure
from dtref.io.numbers import Json, number_json
from dtref.show.derivation.derive import Derivation, Line
from dtref.show.derivation.notation import Known, Notation
from dtref.show.derivation.typeset import text


def derivation_json(derivation: Derivation, digits: int = 12) -> Json:
    """
    A derivation as JSON values: the definition, what is given, the steps, and for each number its formula, the numbers put in, its value.

    >>> from dtref.show.derivation.derive import derive
    >>> from dtref.spec.split.impurity import gini
    >>> derivation_json(derive(gini, (5, 1)))["numbers"]
    [{'formula': '1 - (p_1^2 + p_2^2)', 'put in': '1 - ((5/6)^2 + (1/6)^2)', 'exact': '5/18', 'decimal': '0.277777777778'}]
    """
    return {"format": "dtref-derivation/1", **_derivation(derivation, digits)}


def _derivation(derivation: Derivation, digits: int) -> dict[str, Json]:
    said = derivation.definition
    return {
        "name": derivation.name,
        "sentence": said.sentence,
        "definition": said.formula,
        "source": said.source,
        "unit": derivation.unit,
        "given": {letter: _known(x, digits) for letter, x in derivation.given},
        "steps": [{"letter": letter, **_derivation(step, digits)} for letter, step in derivation.steps],
        "numbers": [_line(line, digits) for line in derivation.lines],
    }


def _line(line: Line, digits: int) -> Json:
    told: dict[str, Json] = {"name": line.name} if line.name else {}
    if line.formula is not None and line.put_in is not None:
        told |= {"formula": text(line.formula, digits), "put in": text(line.put_in, digits)}
    if isinstance(line.value, Undefined):
        return told | {"undefined": line.value.why}
    exact: dict[str, Json] = {} if isinstance(line.value, Enclosure) else {"exact": number_json(line.value)}
    return told | exact | {"decimal": decimal(line.value, digits)}


def _known(x: Notation, digits: int) -> Json:
    return text(x, digits) if isinstance(x, Known) else ""
