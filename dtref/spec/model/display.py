"""The display of trees and results: two tables of functions, which are empty here and filled from above, by `dtref` itself."""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`: `import dtref` loads this module, and little else
if TYPE_CHECKING:
    from collections.abc import Callable

DRAWINGS: dict[str, Callable[[object], str]] = {}
"""A function from a tree to what a notebook shows, by format ("html", "svg")."""

REPORTS: dict[str, Callable[[object], str]] = {}
"""A function from a result to its report, by format: "text", as `print` shows it, or "html", the tables that a notebook shows."""


def drawing(tree: object, form: str) -> str | None:
    """
    The drawing of a tree in a format; None, which a notebook takes for "not in this format", where no function draws it.

    >>> drawing("a tree", "smoke signals") is None
    True
    """
    draw = DRAWINGS.get(form)
    return None if draw is None else draw(tree)


def report(result: object, form: str) -> str | None:
    """
    The report on a result in a format; None where no function writes it.

    >>> report("a result", "smoke signals") is None
    True
    """
    write = REPORTS.get(form)
    return None if write is None else write(result)


class Reported:
    """A result whose `str()` is its report as text, and that a notebook shows as tables; its repr is short."""

    __slots__ = ()

    def __str__(self) -> str:
        text = report(self, "text")
        return repr(self) if text is None else text

    def _repr_html_(self) -> str | None:
        """The tables that a notebook shows."""
        return report(self, "html")
