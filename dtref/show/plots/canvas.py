"""
The axes, pens and files that displays are drawn with: the only module that imports matplotlib, and where numbers become floats.

Colours are those of Okabe and Ito, which colour-blind people tell apart; line styles, markers and hatches differ, too, so that a picture
can be read in grey.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from importlib.util import find_spec
from io import BytesIO
from textwrap import fill
from typing import TYPE_CHECKING, Any, TypeAlias
from warnings import catch_warnings, simplefilter

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.comparison import comparable
from dtref.exact.enclosure import enclose
from dtref.exact.number import Exact
from dtref.exact.number_text import current_style, marked

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Properties: TypeAlias = dict[str, Any]
"""Properties of a matplotlib artist, whose values are of many kinds."""

FORMS = ("svg", "png", "pdf")
"""The forms of a file, by suffix."""

SIZE = (9, 6)
"""The width and height of a new figure, in inches."""

STYLE: dict[Any, Any] = {
    "font.size": 15,
    "axes.labelsize": 16,
    "legend.fontsize": 13,
    "lines.linewidth": 2.2,
    "lines.markersize": 7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "hatch.linewidth": 0.6,
    "figure.constrained_layout.use": True,
    "savefig.dpi": 150,
    "svg.hashsalt": "dtref",
}
"""The style of figures made here; axes that a caller passes keep theirs."""

DATES: dict[str, Properties] = {"svg": {"Date": None}, "png": {}, "pdf": {"CreationDate": None}}
"""Metadata that leave the date out of a file, so that the same picture is the same file."""


@frozen
class Pen:
    """The drawing style of one of several curves or classes: colour, line style, marker, and the hatch of an area."""

    colour: str
    line: str
    marker: str
    hatch: str


_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9")
_LINES = ("-", "--", "-.", ":")
_MARKERS = ("o", "^", "s", "D", "v")
_HATCHES = ("", "//", "..", "\\\\", "++", "oo")
GUIDE = "#666666"
"""The colour of lines that guide the eye."""

WIDE = 24
"""The most characters of a line in a legend; longer names are broken, so that the legend leaves room for the picture."""

ROWS = 15
"""The most entries in a column of a legend beside the axes."""

_LIMIT = 10**300
"""The greatest coordinate; beyond it matplotlib's differences of doubles overflow."""


def pen(i: int) -> Pen:
    """
    The pen of the i-th curve or class, from 0; those of 140 in a row differ in colour, line style or marker.

    >>> pen(1)
    Pen(colour='#D55E00', line='--', marker='^', hatch='//')
    """
    return Pen(*(kinds[i % len(kinds)] for kinds in (_COLOURS, _LINES, _MARKERS, _HATCHES)))


def words(name: str) -> str:
    """
    A name for matplotlib, escaped so that it is drawn literally: dollars begin no formula, and a first "_" doesn't hide it from legends.

    >>> words("US$ or $A"), words("_a"), words("virginica or versicolor, not known")
    ('US\\\\$ or \\\\$A', ' _a', 'virginica or versicolor,\\nnot known')
    """
    lines = fill(name, WIDE) if len(name) > WIDE else name
    return (" " if name.startswith("_") else "") + lines.replace("$", r"\$")


def number_of_things(n: int, one: str, several: str) -> str:
    """
    A number of things in words.

    >>> number_of_things(1, "leaf", "leaves"), number_of_things(2, "leaf", "leaves")
    ('1 leaf', '2 leaves')
    """
    return f"{n} {one if n == 1 else several}"


def plotted_numbers(numbers: Iterable[Exact]) -> list[float]:
    """
    Numbers as the doubles that matplotlib draws; nothing is decided by them. Errors: Invalid for one beyond 10^300.

    >>> from fractions import Fraction
    >>> from dtref.exact.logs import log2_of
    >>> plotted_numbers((Fraction(1, 3), 2, log2_of(3)))
    [0.3333333333333333, 2.0, 1.584962500721156]
    >>> plotted_numbers((10**400,))
    Traceback (most recent call last):
    dtref.errors.Invalid: coordinate: expected a number from -10^300 to 10^300, as doubles draw them (got 'one of 1329 bits')
    """
    return list(map(_double, numbers))


def _double(x: Exact) -> float:
    number = _rational(x)
    if abs(number) > _LIMIT:
        raise Invalid("coordinate", "a number from -10^300 to 10^300, as doubles draw them", f"one of {int(number).bit_length()} bits")
    return float(number)


def _rational(x: Exact) -> Fraction:
    """The number itself if it is rational, else a rational one next to it."""
    number = comparable(x)
    if isinstance(number, (int, Fraction)):
        return Fraction(number)
    low, high = enclose(number).bounds(128)
    return (low + high) / 2


def styled(own: Properties, given: Mapping[str, object]) -> Properties:
    """The properties of a curve, overridden by those of the caller, under any of matplotlib's names for them (lw, linewidth)."""
    from matplotlib.cbook import normalize_kwargs
    from matplotlib.lines import Line2D

    return {**own, **normalize_kwargs(dict(given), Line2D)}


def from_zero(ax: Axes) -> None:
    """Starts the vertical axis at 0, a little lower so that a marker at 0 is whole; where all values are 0, ends it at 1."""
    top = ax.get_ylim()[1] if ax.dataLim.y1 > 0 else 1
    ax.set_ylim(-top / 40, top)


def legend_beside(ax: Axes, title: str = "") -> None:
    """Adds a legend at the right of the axes, with as many columns as it needs."""
    entries = len(ax.get_legend_handles_labels()[1])
    ax.legend(title=title, loc="upper left", bbox_to_anchor=(1.02, 1), borderaxespad=0, ncols=-(-entries // ROWS))


def drawn_on_axes(ax: Axes | None, draw: Callable[[Axes], object], size: tuple[float, float] = SIZE) -> Axes:
    """
    The axes, or those of a new figure of pyplot, of a size in inches, where there are none, after `draw` drew on them.

    Errors: Invalid without matplotlib.
    """
    _installed()
    if ax is not None:
        draw(ax)
        return ax
    from matplotlib import interactive, is_interactive, pyplot, rc_context

    with rc_context(STYLE):
        _, new = pyplot.subplots(figsize=size)
        draw(new)
        shows_itself = is_interactive()
    interactive(shows_itself)  # what a notebook's backend sets when it is loaded, with the first figure, is no setting of ours
    return new


def rendered(plot: Callable[[Axes], object], form: str, size: tuple[float, float] = SIZE) -> bytes:
    """
    A picture as a file of a form (svg, png, pdf): `plot` draws it on axes. size: its width and height in inches. The same picture gives the
    same bytes. Its numbers have the decimal mark of the context (`dtref.number_style`).

    Errors: Invalid for another form, without matplotlib, or for a picture that matplotlib warns of: that its font has no such letters
    (another one is chosen by font.family in a matplotlibrc), that its names leave no room, that its numbers are the same doubles.

    >>> rendered(lambda ax: ax, "gif")
    Traceback (most recent call last):
    dtref.errors.Invalid: form of a picture: expected one of svg, png, pdf (got 'gif')
    """
    if form not in FORMS:
        raise Invalid("form of a picture", f"one of {', '.join(FORMS)}", form)
    _installed()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE), catch_warnings():
        simplefilter("error", UserWarning)
        figure, file = Figure(figsize=size), BytesIO()
        try:
            ax = figure.add_subplot()
            plot(ax)
            _mark_ticks(ax)
            figure.savefig(file, format=form, metadata=DATES[form])
        except UserWarning as warning:
            raise Invalid("picture", "one that matplotlib draws without a warning", str(warning)) from None
    return file.getvalue()


def _mark_ticks(ax: Axes) -> None:
    """Numbers along the axes get the decimal mark of this context, as all numbers for people do."""
    from matplotlib.ticker import ScalarFormatter

    class Marked(ScalarFormatter):
        def __call__(self, x: float, pos: int | None = None) -> str:
            return marked(super().__call__(x, pos))

    for axis in (ax.xaxis, ax.yaxis) if current_style().mark != "." else ():
        if type(axis.get_major_formatter()) is ScalarFormatter:  # others write words
            axis.set_major_formatter(Marked())


def _installed() -> None:
    if not find_spec("matplotlib"):
        raise Invalid("plot", "the extra 'plot' (matplotlib)", "it is not installed")
