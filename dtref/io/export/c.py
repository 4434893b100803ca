"""A tree as a source file of C99, which needs the standard library only."""

from __future__ import annotations

from collections.abc import Sequence

from dtref.io.export.doubles import Doubles
from dtref.io.export.forks import forks
from dtref.io.export.head import asked_attributes, head
from dtref.io.export.names import variables
from dtref.io.export.nested import in_braces, nested_lines
from dtref.io.export.texts import without_nul
from dtref.io.models import Model
from dtref.spec.model.attributes import Continuous


def c_text(text: str) -> str:
    r"""
    A text as a string of C, in UTF-8: bytes beyond ASCII in octal, question marks escaped, as two may begin another sign. Errors: Invalid
    for a NUL.

    >>> print(c_text('a"b??/é'))
    "a\"b\?\?/\303\251"
    """
    special = {34: '\\"', 92: "\\\\", 63: "\\?"}
    encoded = without_nul(text, "C").encode("utf-8", "backslashreplace")
    return f'"{"".join(special.get(byte, chr(byte) if 32 <= byte < 127 else f"{chr(92)}{byte:03o}") for byte in encoded)}"'


def any_text(parts: Sequence[str]) -> str:
    """
    One of some conditions, in brackets where there are several, as "and" binds closer.

    >>> any_text(["a"]), any_text(["a", "b"])
    ('a', '(a || b)')
    """
    return parts[0] if len(parts) == 1 else f"({' || '.join(parts)})"


C = in_braces(
    text=c_text,
    compares=lambda variable, sign, number: f"record->{variable} {sign} {number}",
    one_of=lambda variable, texts: any_text([f"is(record->{variable}, {text})" for text in texts]),
    missing=lambda variable, attribute: (
        f"record->{variable} != record->{variable}" if isinstance(attribute, Continuous) else f"!record->{variable}"
    ),
    constants=("1", "0"),
)

_IS = """static int is(const char *value, const char *text) {
    return value && strcmp(value, text) == 0;
}
"""


def c_source(model: Model, doubles: Doubles) -> str:
    """
    A source file with the struct `record` and the function `predict_record`. Errors: Invalid as for `forks` and `nested_lines`.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.trees import Leaf
    >>> print(c_source(Model((), Nominal("y", ("-", "+")), "CART", Leaf((), ("+",))), Doubles.EXACT).partition("const char")[2])
     *predict_record(const struct record *record) {
        (void)record;
        return "+";
        return 0;
    }
    """
    attributes = asked_attributes(model)
    by_name = variables([attribute.name for attribute in attributes])
    numeric = isinstance(model.target, Continuous)
    texts = any(not isinstance(attribute, Continuous) for attribute in attributes)
    fields = [f"    double {by_name[a.name]};" if isinstance(a, Continuous) else f"    const char *{by_name[a.name]};" for a in attributes]
    named = [
        f"{field}  {C.comment_line(a.name + (', missing: NAN' if isinstance(a, Continuous) else ', missing: a null pointer'))}"
        for field, a in zip(fields, attributes, strict=True)
    ]
    about = [*head(model, doubles, "NAN" if numeric else "a null pointer"), "Texts are UTF-8. Compile without -ffast-math."]
    return "\n".join(
        (
            *map(C.comment_line, about),
            *(["#include <math.h>"] if numeric else []),
            *(["#include <string.h>"] if texts else []),
            "\nstruct record {",
            *(named or ["    char nothing;"]),
            "};\n",
            *([_IS] if texts else []),
            f"{'double ' if numeric else 'const char *'}predict_record(const struct record *record) {{",
            "    (void)record;",
            *nested_lines(forks(model.tree, doubles), C, by_name),
            f"    return {'NAN' if numeric else '0'};\n}}\n",
        )
    )
