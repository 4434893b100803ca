"""
Where displays are drawn: the axes, the pens, the file. The one module that imports matplotlib, and where numbers become floats.

Colours are those of Okabe and Ito, which colour-blind people tell apart; line styles, markers and hatches differ, too, so that a picture
can be read in grey. Next: the displays, from `dtref.report.plots.impurity_curves` on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.enclosure import enclose
from dtref.exact.number import Exact
from dtref.exact.order import comparable

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Properties: TypeAlias = dict[str, Any]
"""What matplotlib is told of an artist, each property of a kind of its own."""

FORMS = ("svg", "png", "pdf")
"""The forms of a file, as its suffix says them."""

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
"""How a figure of our own looks; axes that are given look as their owner says."""

DATES: dict[str, Properties] = {"svg": {"Date": None}, "png": {}, "pdf": {"CreationDate": None}}
"""What leaves the date out of a file, so that the same picture is the same file."""


@frozen
class Pen:
    """How one of several curves or classes is drawn: its colour, line style, marker, and the hatch of an area."""

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


def pen(i: int) -> Pen:
    """
    The pen of the i-th curve or class, from 0; those of 140 in a row differ in colour, line style or marker.

    >>> pen(1)
    Pen(colour='#D55E00', line='--', marker='^', hatch='//')
    """
    return Pen(*(kinds[i % len(kinds)] for kinds in (_COLOURS, _LINES, _MARKERS, _HATCHES)))


def words(name: str) -> str:
    """
    A name as matplotlib writes it just so: no formula between dollars, and no name that a legend leaves out, as it does after "_".

    >>> words("US$ or $A"), words("_a")
    ('US\\\\$ or \\\\$A', ' _a')
    """
    return (" " if name.startswith("_") else "") + name.replace("$", r"\$")


def coordinates(numbers: Iterable[Exact]) -> list[float]:
    """
    Numbers as the doubles that matplotlib draws, nothing being decided by them. Errors: Invalid for one beyond the range of doubles.

    >>> from fractions import Fraction
    >>> from dtref.exact.logs import log2_of
    >>> coordinates((Fraction(1, 3), 2, log2_of(3)))
    [0.3333333333333333, 2.0, 1.584962500721156]
    >>> coordinates((10**400,))
    Traceback (most recent call last):
    dtref.errors.Invalid: coordinate: expected a number within the range of doubles (got 'one of 1329 bits')
    """
    return list(map(_double, numbers))


def _double(x: Exact) -> float:
    number = comparable(x)
    if not isinstance(number, int):
        low, high = enclose(number).bounds(128)
        number = (low + high) / 2
    try:
        return float(number)
    except OverflowError:
        raise Invalid("coordinate", "a number within the range of doubles", f"one of {int(number).bit_length()} bits") from None


def drawn(ax: Axes | None, draw: Callable[[Axes], object]) -> Axes:
    """The axes given with something drawn on them; without, those of a new figure of pyplot. Errors: Invalid without matplotlib."""
    _installed()
    if ax is not None:
        draw(ax)
        return ax
    from matplotlib import pyplot, rc_context

    with rc_context(STYLE):
        _, new = pyplot.subplots(figsize=SIZE)
        draw(new)
    return new


def rendered(plot: Callable[[Axes], object], form: str) -> bytes:
    """
    A picture as a file of a form (svg, png, pdf): `plot` draws it on axes. The same picture gives the same bytes.

    Errors: Invalid for another form, or without matplotlib.

    >>> rendered(lambda ax: ax, "gif")
    Traceback (most recent call last):
    dtref.errors.Invalid: form of a picture: expected one of svg, png, pdf (got 'gif')
    """
    if form not in FORMS:
        raise Invalid("form of a picture", f"one of {', '.join(FORMS)}", form)
    _installed()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        figure, file = Figure(figsize=SIZE), BytesIO()
        plot(figure.add_subplot())
        figure.savefig(file, format=form, metadata=DATES[form])
    return file.getvalue()


def _installed() -> None:
    if not find_spec("matplotlib"):
        raise Invalid("plot", "the extra 'plot' (matplotlib)", "it is not installed")
