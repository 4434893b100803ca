"""The display of trees in notebooks: a table of drawing functions, which is empty here and filled from above, by `dtref` itself."""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`: `import dtref` loads this module, and little else
if TYPE_CHECKING:
    from collections.abc import Callable

DRAWINGS: dict[str, Callable[[object], str]] = {}
"""A function from a tree to what a notebook shows, by format ("html", "svg")."""


def drawing(tree: object, form: str) -> str | None:
    """
    The drawing of a tree in a format; None, which a notebook takes for "not in this format", where no function draws it.

    >>> drawing("a tree", "smoke signals") is None
    True
    """
    draw = DRAWINGS.get(form)
    return None if draw is None else draw(tree)
