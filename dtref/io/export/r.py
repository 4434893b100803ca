"""A tree as a function of R."""

from __future__ import annotations

from dtref.io.export.doubles import Doubles
from dtref.io.export.forks import forks
from dtref.io.export.head import asked_attributes, head
from dtref.io.export.names import variables
from dtref.io.export.nested import Language, nested_lines
from dtref.io.export.texts import escaped_text, without_nul
from dtref.io.models import Model
from dtref.spec.model.attributes import Continuous


def r_text(text: str) -> str:
    r"""
    A text as a string of R, in ASCII. Errors: Invalid for a NUL.

    >>> print(r_text('a"bé😀'))
    "a\"b\u00e9\U0001f600"
    """
    return escaped_text(without_nul(text, "R"))


R = Language(
    opens="if ({}) {{",
    forks="if ({}) {{",
    closes="}",
    joins="}",
    answers="return({})",
    nothing="NULL",
    number=float.hex,
    text=r_text,
    compares=lambda variable, sign, number: f"isTRUE({variable} {sign} {number})",
    one_of=lambda variable, texts: f"{variable} %in% c({', '.join(texts)})",
    missing=lambda variable, _: f"is.na({variable})",
    both=" && ",
    any_of=" || ",
    always="TRUE",
    never="FALSE",
    comment="#",
    deepest=20,
    merged=20,  # of a chain; 30 in one take R 45 seconds at the first call
)


def r_script(model: Model, doubles: Doubles) -> str:
    """
    A script with the function `predict_record`, of a list or a row of a data frame. Errors: Invalid as for `forks` and `nested_lines`.

    Numbers are in hexadecimal, as R reads long decimals inexactly.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.trees import Leaf
    >>> print(r_script(Model((), Nominal("y", ("-", "+")), "CART", Leaf((), ("+",))), Doubles.EXACT).partition("predict_record")[2])
     <- function(record) {
        return("+")
        stop("the tree has no answer for this record")
    }
    """
    attributes = asked_attributes(model)
    by_name = variables([attribute.name for attribute in attributes])
    kinds = {a.name: "as.numeric" if isinstance(a, Continuous) else "as.character" for a in attributes}
    reading = [f"    {by_name[name]} <- {kind}(record[[{r_text(name)}]])" for name, kind in kinds.items()]
    about = [
        *head(model, doubles, "an error"),
        "A record is a list or a row of a data frame; NA and NaN are missing.",
        "Numbers are in hexadecimal, as R reads long decimals inexactly.",
    ]
    return "\n".join(
        (
            *(R.comment_line(line).encode("ascii", "backslashreplace").decode() for line in about),
            "predict_record <- function(record) {",
            *reading,
            *nested_lines(forks(model.tree, doubles), R, by_name),
            '    stop("the tree has no answer for this record")\n}\n',
        )
    )
