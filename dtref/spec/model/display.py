"""How a notebook shows a tree: a place for functions that stand far above, so that nothing here knows what draws."""

from __future__ import annotations

from collections.abc import Callable

DRAWINGS: dict[str, Callable[[object], str]] = {}
"""From a tree to what a notebook shows, by format ("html", "svg"); empty here, filled by `dtref` itself."""


def drawing(tree: object, form: str) -> str | None:
    """
    A tree drawn in a format; None, which a notebook takes for "not in this one", where nothing is there to draw it.

    >>> drawing("a tree", "smoke signals") is None
    True
    """
    draw = DRAWINGS.get(form)
    return None if draw is None else draw(tree)
