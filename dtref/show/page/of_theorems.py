"""The theorems about a function, as a page and as JSON: what each says, and the file that proves it."""

from __future__ import annotations

from collections.abc import Sequence

from dtref.io.numbers import Json
from dtref.show.book.sources.proofs import Theorem
from dtref.show.page.blocks import Blocks, Heading, Paragraph, TableBlock


def blocks_of_theorems(name: str, theorems: Sequence[Theorem]) -> Blocks:
    """
    A page: a row for each theorem. A sentence where there is none.

    >>> blocks_of_theorems("recall", ())[-1].text
    'No theorem of proofs/ runs recall.'
    """
    head = Heading(f"Theorems about {name}")
    if not theorems:
        return head, Paragraph(f"No theorem of proofs/ runs {name}.")
    rows = tuple((_place(theorem), theorem.ends, f"{theorem.says} ({theorem.reach})") for theorem in theorems)
    return head, TableBlock(("proof", "end", "what it says, and of what"), rows, wraps=True)


def json_of_theorems(name: str, theorems: Sequence[Theorem]) -> dict[str, Json]:
    """
    The same as JSON.

    >>> json_of_theorems("recall", ())
    {'function': 'recall', 'theorems': []}
    """
    return {
        "function": name,
        "theorems": [{"proof": _place(t), "says": t.says, "reach": t.reach, "method": t.method, "ends": t.ends} for t in theorems],
    }


def _place(theorem: Theorem) -> str:
    return f"proofs/{theorem.file}.py: {theorem.name}"
