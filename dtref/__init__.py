"""
dtref: decision trees and classifier evaluation, exact, with every tie.

Names are loaded when they are first used, so that `import dtref` stays light; `__init__.pyi` tells type checkers of them.

>>> import dtref
>>> dtref.gini((5, 1)), dtref.decimal(dtref.gain((9, 5), ((2, 3), (4, 0), (3, 2))), 3)
(Fraction(5, 18), '0.247')
"""

from __future__ import annotations

import sys
from importlib import import_module

from dtref._homes import HOMES
from dtref._moved import MOVED, OldNames
from dtref.spec.model.display import DRAWINGS, REPORTS

READING_ORDER = (
    "errors",
    "exact",
    "spec",
    "io",
    "engines",
    "metrics",
    "strategies",
    "oracle",
    "show",
    "sklearn",
    "testing",
    "cli",
)
"""The modules and packages in the order to read them in; each package has its own."""

sys.meta_path.insert(0, OldNames)  # first: else a package under its old name would find its modules anew, as copies

ON_USE = ("metrics", "sklearn")
"""Modules that are loaded when they are first asked for, as `dtref.metrics` is; they need more than `import dtref`."""

_HOME = {name: module for module, names in HOMES.items() for name in names.split()}
__all__ = sorted(_HOME)  # noqa: PLE0605 - a list, made from the table


def __getattr__(name: str) -> object:
    if name == "__version__":
        return import_module("dtref.io.version").__version__
    if name in _HOME:
        return getattr(import_module(f"dtref.{_HOME[name]}"), name)
    if name in ON_USE or name in MOVED:  # a room of its own; a package that has another name now
        return import_module(f"dtref.{name}")
    raise AttributeError(f"module 'dtref' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__


# What draws a tree, or writes a report, is loaded when it is asked for.
DRAWINGS.update(
    html=lambda tree: str(import_module("dtref.show.drawing.notebook").tree_frame(tree)),
    svg=lambda tree: str(import_module("dtref.show.drawing.svg").svg(tree)),
)
REPORTS.update(
    text=lambda result: str(import_module("dtref.show.results").result_text(result)),
    html=lambda result: str(import_module("dtref.show.results").result_html(result)),
)
