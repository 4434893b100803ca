"""Typesetting of texts from the code: formulas as MathML, code with links, docstrings with both."""

READING_ORDER = (
    "tokens",
    "letters",
    "formulas",
    "latex",
    "inline",
    "code",
    "prose",
    "line_plot",
)
