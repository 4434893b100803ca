"""A tree as a script of JavaScript, for browsers and Node.js."""

from __future__ import annotations

import json

from dtref.io.export.doubles import Doubles
from dtref.io.export.forks import forks
from dtref.io.export.head import asked_attributes, head
from dtref.io.export.names import variables
from dtref.io.export.nested import in_braces, nested_lines
from dtref.io.models import Model
from dtref.spec.model.attributes import Continuous

JAVASCRIPT = in_braces(
    text=json.dumps,
    compares=lambda variable, sign, number: f"{variable} {sign} {number}",
    one_of=lambda variable, texts: f"{variable} === {texts[0]}" if len(texts) == 1 else f"[{', '.join(texts)}].includes({variable})",
    missing=lambda variable, attribute: f"{variable} !== {variable}" if isinstance(attribute, Continuous) else f"{variable} === null",
    constants=("true", "false"),
)

_OWN = """function _own(record, name) {
    return Object.prototype.hasOwnProperty.call(record, name) ? record[name] : null;
}
"""
_END = """    throw new RangeError("the tree has no answer for this record");
}

if (typeof module !== "undefined") module.exports = { predict_record };
"""


def javascript_source(model: Model, doubles: Doubles) -> str:
    """
    A script with the function `predict_record`, of an object with a property for each attribute. Errors: as
    `forks` and `nested_lines`.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.trees import Leaf
    >>> model = Model((), Nominal("y", ("-", "+")), "CART", Leaf((), ("+",)))
    >>> print(javascript_source(model, Doubles.EXACT).partition("predict_record")[2])
    (record) {
        return "+";
        throw new RangeError("the tree has no answer for this record");
    }
    <BLANKLINE>
    if (typeof module !== "undefined") module.exports = { predict_record };
    """
    attributes = asked_attributes(model)
    by_name = variables([attribute.name for attribute in attributes])
    # a missing number is NaN, a missing text null
    missing = {a.name: "NaN" if isinstance(a, Continuous) else "null" for a in attributes}
    reading = [f"    const {by_name[name]} = _own(record, {json.dumps(name)}) ?? {none};" for name, none in missing.items()]
    about = [
        *head(model, doubles, "RangeError"),
        "A record is an object with properties of its own; null, undefined, and for a number NaN, are missing.",
    ]
    return "\n".join(
        (
            *map(JAVASCRIPT.comment_line, about),
            *([_OWN] if reading else []),
            "function predict_record(record) {",
            *reading,
            *nested_lines(forks(model.tree, doubles), JAVASCRIPT, by_name),
            _END,
        )
    )
