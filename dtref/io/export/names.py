"""Names of attributes as names of variables."""

from __future__ import annotations

import re
from collections.abc import Sequence

RESERVED = re.compile(
    "and|as|assert|async|await|auto|bool|boolean|break|byte|case|catch|char|class|const|continue|debugger|def|default|del|delete|do|double|elif|"
    "else|enum|eval|except|export|extends|extern|false|finally|float|for|from|function|global|goto|if|implements|import|in|inf|inline|instanceof|"
    "int|interface|is|lambda|let|long|na|nan|new|nonlocal|none|not|null|number|or|package|pass|private|protected|public|raise|record|register|"
    "repeat|restrict|return|self|short|signed|sizeof|static|strcmp|struct|super|switch|this|throw|true|try|typedef|typeof|undefined|union|"
    "unsigned|var|void|volatile|while|with|yield|c|f|i|t|pi|predict_record|rangeerror|valueerror|arguments|linux|unix|next|asm|fortran|i386|vax|mips|sparc|sun|arm|near|far|"
    "alignas|alignof|constexpr|nullptr|static_assert|thread_local|typeof_unqual|complex|imaginary|isnan|overflow|underflow|domain|sing|"
    "ploss|tloss|match|type|infinity|huge_val[fl]?|huge|m_[a-z0-9_]+|fp_[a-z0-9_]+|math_[a-z0-9_]+",
    re.IGNORECASE,
)
"""The words that one of the languages keeps for itself, or that its exported code uses."""


def variables(names: Sequence[str]) -> dict[str, str]:
    """
    A variable for each name, which every language takes: letters and digits of ASCII, each once.

    >>> list(variables(("petal length", "petal_length", "Class", "2nd", "größe", "X", "x")).values())
    ['petal_length', 'petal_length_2', 'Class_', 'v2nd', 'gr_e', 'X', 'x_2']
    """
    taken: set[str] = set()
    by_name: dict[str, str] = {}
    for name in names:
        word = re.sub("[^A-Za-z0-9]+", "_", name).strip("_") or "v"
        word = f"v{word}" if word[0].isdigit() else f"{word}_" if RESERVED.fullmatch(word) else word
        variable = next(w for w in (word, *(f"{word}_{i}" for i in range(2, len(names) + 2))) if w.lower() not in taken)
        taken.add(variable.lower())
        by_name[name] = variable
    return by_name
