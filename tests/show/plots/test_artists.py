"""What displays draw, read back from matplotlib: coordinates, labels, legends; and the files, the same twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from attrs import evolve
from matplotlib import pyplot
from matplotlib.axes import Axes
from matplotlib.container import ErrorbarContainer
from matplotlib.figure import Figure
from matplotlib.patches import Polygon, Rectangle
from narrow import of_kind, present
from numpy.typing import ArrayLike
from show.plots.samples import PETALS, PLAY_TENNIS, iris, noisy_rings, plane

import dtref
from dtref.engines.greedy_beside import greedy_beside
from dtref.show.plots import canvas
from dtref.show.plots.canvas import pen, rendered
from dtref.spec.split.impurity import variance


@pytest.fixture(autouse=True)
def _agg() -> Iterator[None]:
    before = mpl.get_backend()
    mpl.use("Agg")
    yield
    pyplot.close("all")
    mpl.use(before)


def impurity() -> dtref.ImpurityCurvesDisplay:
    return dtref.ImpurityCurvesDisplay.from_impurities(steps=4)


def rocs() -> dtref.RocCurvesDisplay:
    costs = [(1, 3, Fraction(1, 2))]
    return dtref.RocCurvesDisplay.from_scores({"M1": [4, 3, 2, 1], "_M2": [1, 3, 4, 2]}, "+-+-", "+", costs=costs)


def learning() -> dtref.LearningCurvesDisplay:
    parts = dtref.k_fold(range(6), 2)
    points = dtref.learning_curve(
        (1, 3), parts, lambda part: max("ab", key=["aababb"[i] for i in part].count), lambda m, i: m != "aababb"[i]
    )
    return dtref.LearningCurvesDisplay.from_curves({"majority": points})


@cache
def regions() -> dtref.DecisionRegionsDisplay:
    data = iris(*PETALS)
    return dtref.DecisionRegionsDisplay.from_tree(dtref.grow(data, dtref.CART), data)


@cache
def fitting() -> dtref.FittingCurveDisplay:
    training, test = noisy_rings()
    return dtref.FittingCurveDisplay.from_path(dtref.cost_complexity(dtref.grow(training, dtref.CART)), test)


@cache
def pruning() -> dtref.PruningCurveDisplay:
    training, test = noisy_rings()
    return dtref.PruningCurveDisplay.from_validation(dtref.cost_complexity(dtref.grow(training, dtref.CART)), test)


@cache
def coverage() -> dtref.CoverageDisplay:
    return dtref.CoverageDisplay.from_intervals(4, Fraction(95, 100), {"Wald": lambda k, n: dtref.wald(k, n, 2)}, steps=4)


@cache
def sure() -> dtref.StabilityDisplay:
    data = dtref.parity(2)
    samples = [(0, 1, 2, 3), (0, 0, 0, 0), (0, 1, 0, 1), (3, 2, 1, 0)]
    return dtref.StabilityDisplay.from_stability(dtref.stability(dtref.grow(data, dtref.CART), data, dtref.CART, samples))


@cache
def frontier() -> dtref.FrontierDisplay:
    data = dtref.read_csv(PLAY_TENNIS, target="play")
    presets = {"id3": dtref.ID3, "hunt": dtref.HUNT, "cart": dtref.CART, "oblique": dtref.REGRESSION_TREE}
    return dtref.FrontierDisplay.from_losses(
        dtref.least_losses(data, dtref.CART), greedy_beside(dtref.best_trees(data, dtref.CART), presets, data), "errors"
    )


MAKERS = (impurity, rocs, learning, regions, fitting, pruning, coverage, sure, frontier)


def axes() -> Axes:
    return Figure().add_subplot()


def numbers(data: ArrayLike) -> list[float]:
    return [float(x) for x in np.ravel(data)]


def line(ax: Axes, label: str) -> tuple[list[float], list[float]]:
    (found,) = [one for one in ax.get_lines() if one.get_label() == label]
    return numbers(found.get_xdata()), numbers(found.get_ydata())


def legend(ax: Axes) -> list[str]:
    return [text.get_text() for text in present(ax.get_legend()).get_texts()]


def words(ax: Axes) -> tuple[str, str]:
    return ax.get_xlabel(), ax.get_ylabel()


def test_bars_of_stability() -> None:
    """By hand: the root keeps x1 in both whole samples (x2 ties); four copies of a record are a leaf; the third has x2 alone to ask."""
    display = sure()
    assert next((bar.kept, bar.other, bar.leaf) for bar in display.bars) == (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
    assert all(bar.kept + bar.other + bar.leaf == 1 for bar in display.bars)
    ax = sure().plot(axes())
    widths = [[patch.get_width() for patch in bars] for bars in ax.containers]
    assert [row[0] for row in widths] == [0.5, 0.25, 0.25]
    assert [label.get_text() for label in ax.get_yticklabels()] == [bar.name.strip() for bar in display.bars]
    assert legend(ax) == ["keeps its test", "asks another", "is a leaf"]
    assert [text.get_text() for text in ax.texts] == [bar.remark for bar in display.bars]


def test_rows_of_bars_have_room_for_their_names() -> None:
    bar = sure().bars[0]
    long = evolve(bar, name=f"x not in {{{', '.join(f'value {i}' for i in range(100))}}}: last_column <= 0.5")
    rows = (bar, evolve(bar, name="a name in words " * 9), bar, long)
    display = dtref.StabilityDisplay(rows, 4)
    ax = display.plot(axes())
    labels = [label.get_text().split("\n") for label in ax.get_yticklabels()]
    assert (labels[3][0].startswith("x not in {value 0,"), labels[3][-1].endswith("last_column <= 0.5")) == (True, True)
    # the lines of two neighbours, of 12 points each, need less than lies between their middles; the axis is in inches
    places = numbers(ax.get_yticks())
    for (a, one), (b, other) in pairwise(zip(places, labels, strict=True)):
        assert b - a > (len(one) + len(other)) / 2 * 1.2 * 12 / 72
    assert present(ax.get_ylim())[0] < display.size[1] - 2


def test_bars_need_samples() -> None:
    data = dtref.parity(2)
    with pytest.raises(dtref.Invalid, match="expected samples"):
        dtref.StabilityDisplay.from_stability(dtref.stability(dtref.grow(data, dtref.CART), data, dtref.CART))


def test_impurity_curves() -> None:
    ax = impurity().plot(axes())
    assert line(ax, "gini (probability)") == ([0, 0.25, 0.5, 0.75, 1], [0, 0.375, 0.5, 0.375, 0])
    assert line(ax, "misclassification error (probability)")[1] == [0, 0.25, 0.5, 0.25, 0]
    assert line(ax, "entropy (bits)")[1] == [0, 0.8112781244591328, 1, 0.8112781244591328, 0]
    assert legend(ax) == ["entropy (bits)", "gini (probability)", "misclassification error (probability)"]
    assert words(ax) == ("p, the share of the first of two classes", "impurity")


def test_roc_curves_with_hulls() -> None:
    ax = rocs().plot(axes())
    assert line(ax, "M1 (AUC 0.750)") == ([0, 0, 0.5, 0.5, 1], [0, 0.5, 0.5, 1, 1])
    hulls = [one for one in ax.get_lines() if one.get_label() == "_hull"]
    assert [numbers(one.get_xydata()) for one in hulls] == [[0, 0, 0, 0.5, 0.5, 1, 1, 1], [0, 0, 0, 0.5, 1, 1]]
    shaded = [[(float(x), float(y)) for x, y in of_kind(Polygon, patch).get_xy()] for patch in ax.patches]
    assert [area(corners) for corners in shaded] == [0.125, 0.25]
    assert line(ax, "least cost 0.250:\nM1") == ([0, 0.5], [pytest.approx(5 / 6), 1])
    assert line(ax, "_touched") == ([0.5], [1])
    assert legend(ax) == ["M1 (AUC 0.750)", " _M2 (AUC 0.500)", "chance (AUC 0.500)", "convex hulls (thin)", "least cost 0.250:\nM1"]
    assert words(ax) == ("false positive rate, FP/N", "true positive rate, TP/P")
    assert present(ax.get_legend()).get_title().get_text() == "positive: +"


def test_numbers_along_axes_and_in_words_have_the_decimal_mark() -> None:
    with dtref.number_style(mark=","):
        drawn = rendered(rocs().plot, "svg").decode()
    assert {"0,2", "1,0"} <= set(re.findall(r"<!-- ([0-9.,]+) -->", drawn))
    assert "<!-- M1 (AUC 0,750) -->" in drawn
    assert not re.findall(r"<!-- [^>]*[0-9][.][0-9]", drawn.partition("</metadata>")[2])


def test_learning_curves_with_error_bars() -> None:
    ax = learning().plot(axes())
    (bars,) = ax.containers
    data, _, (lines,) = of_kind(ErrorbarContainer, bars).lines
    assert (numbers(data.get_xdata()), numbers(data.get_ydata())) == ([1, 3], [0.5, 2 / 3])
    ends = [segment[:, 1].tolist() for segment in lines.get_segments()]
    assert ends == [pytest.approx([1 / 3, 2 / 3]), [2 / 3, 2 / 3]]
    assert (legend(ax), words(ax)) == (["majority"], ("training records", "error rate (mean ± 1 standard error)"))
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["1", "3"]


def area(corners: list[tuple[float, float]]) -> float:
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise(corners))) / 2


def test_decision_regions_with_every_record() -> None:
    display = regions()
    ax = display.plot(axes())
    drawn = [(of_kind(Polygon, patch).get_xy().tolist(), patch.get_facecolor()) for patch in ax.patches]
    (left, right), (low, high) = display.window
    assert sum(area(corners) for corners, _ in drawn) == pytest.approx(float((right - left) * (high - low)))
    assert len({colour for _, colour in drawn}) == 3
    for name, values in (("setosa", 50), ("versicolor", 50), ("virginica", 50)):
        assert len(line(ax, name)[0]) == values
    assert sorted(zip(*line(ax, "setosa"), strict=True)) == sorted(
        tuple(float(of_kind(Fraction, x)) for x in r.values) for r in iris(*PETALS).records[:50]
    )
    assert (legend(ax), words(ax)) == (
        ["setosa", "versicolor", "virginica", "mixed place"],
        ("petal length", "petal width"),
    )
    assert line(ax, "mixed place") == ([4.8], [1.8])
    assert present(ax.get_legend()).get_title().get_text() == "species"
    assert (ax.get_xlim(), ax.get_ylim()) == ((0.705, 7.195), (-0.02, 2.62))


def test_a_region_of_several_labels_is_of_no_class() -> None:
    data = plane((Fraction(1), Fraction(1), "a"), (Fraction(1), Fraction(1), "b"))
    ax = dtref.DecisionRegionsDisplay.from_tree(dtref.grow(data, dtref.CART), data).plot(axes())
    assert legend(ax) == ["a", "b", "mixed place", "tied labels"]
    assert (ax.patches[0].get_hatch(), ax.patches[0].get_facecolor()) == ("xx", (1, 1, 1, 1))


def test_fitting_curves_and_what_is_shaded() -> None:
    display = fitting()
    ax = display.plot(axes())
    assert line(ax, "test error") == (list(display.sizes), [float(fit.test) for fit in display.fits])
    assert line(ax, "training error") == (list(display.sizes), [float(fit.training) for fit in display.fits])
    best = display.sizes[display.best]
    assert line(ax, f"least test error: {best} nodes")[0] == [best, best]
    assert legend(ax) == ["test error", "training error", f"least test error: {best} nodes", "underfitting", "overfitting"]
    spans = [(patch.get_x(), patch.get_x() + patch.get_width()) for patch in (of_kind(Rectangle, patch) for patch in ax.patches)]
    for i, size in enumerate(display.sizes):
        shaded = any(low <= size <= high for low, high in spans)
        assert shaded == (i in display.underfitted or i in display.overfitted)
    assert words(ax) == ("nodes of the tree", "error rate")


def test_the_pruning_curve_and_its_two_choices() -> None:
    display = pruning()
    ax = display.plot(axes())
    ((data, _, _),) = [of_kind(ErrorbarContainer, bars).lines for bars in ax.containers]
    assert numbers(data.get_ydata()) == [float(tree.error) for tree in display.trees]
    assert line(ax, "training")[1] == [float(tree.training) for tree in display.trees]
    best, chosen = (display.trees[i] for i in (display.best, display.chosen))
    assert line(ax, f"one-standard-error rule: {chosen.leaves} leaves") == ([display.chosen], [float(chosen.error)])
    assert line(ax, f"least error: {best.leaves} leaves") == ([display.best], [float(best.error)])
    assert [label.get_text().partition("\n")[0] for label in ax.get_xticklabels()] == [str(tree.leaves) for tree in display.trees]
    assert "validation (± 1 standard error)" in legend(ax)
    assert words(ax) == ("leaves, and the α from which on the tree is the best", "error rate")


def test_the_frontier_and_the_greedy_trees() -> None:
    ax = frontier().plot(axes())
    # by the tree of cart, which has no error with 7 leaves, the last step is drawn on
    assert line(ax, "least of all that compete") == ([1, 2, 3, 5, 7], [5, 4, 2, 0, 0])
    assert line(ax, "id3, hunt: 5 leaves") == ([5], [0])
    assert line(ax, "cart: 7 leaves") == ([7], [0])
    assert legend(ax) == ["least of all that compete", "id3, hunt: 5 leaves", "cart: 7 leaves"]  # a regression tree is none of classes
    assert words(ax) == ("leaves", "errors")


def test_costs_below_0_are_within_the_picture() -> None:
    ax = dtref.FrontierDisplay(((1, Fraction(-3)), (2, Fraction(-5))), (), "costs").plot(axes())
    assert line(ax, "least of all that compete") == ([1, 2, 2], [-3, -5, -5])
    assert ax.get_ylim()[0] < -5


def test_coverage_curves() -> None:
    ax = coverage().plot(axes())
    assert line(ax, "Wald") == ([0.25, 0.5, 0.75], [81 / 128, 0.875, 81 / 128])
    assert line(ax, "promised: 0.95")[1] == [0.95, 0.95]
    assert present(ax.get_legend()).get_title().get_text() == "n = 4 records"
    assert words(ax) == ("p, the true error rate", "probability that the interval contains p")


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_the_same_picture_is_the_same_file_without_a_date(make: Callable[[], Any]) -> None:
    files = [rendered(make().plot, "svg") for _ in range(2)]
    assert files[0] == files[1]
    assert files[0].startswith(b"<?xml")
    assert b"<dc:date>" not in files[0]


@pytest.mark.parametrize(("form", "start"), [("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_every_form_is_the_same_twice(form: str, start: bytes) -> None:
    files = [rendered(impurity().plot, form) for _ in range(2)]
    assert files[0] == files[1]
    assert files[0].startswith(start)
    assert b"CreationDate" not in files[0]


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_nothing_is_cut_off_or_hidden_by_the_legend_outside(make: Callable[[], Any]) -> None:
    """Every text lies inside the figure; a legend beside the axes, or above them, does not reach into them."""
    with mpl.rc_context(canvas.STYLE):
        figure = Figure(figsize=canvas.SIZE)
        ax = make().plot(figure.add_subplot())
        figure.draw_without_rendering()
    width, height = figure.bbox.size
    low, high = ax.get_xlim()
    ticks = [text for at, text in zip(ax.get_xticks(), ax.get_xticklabels(), strict=True) if low <= at <= high]
    boxes = [text.get_window_extent() for text in (ax.xaxis.label, ax.yaxis.label, *ticks, *ax.get_legend().get_texts())]
    assert all(box.x0 >= 0 and box.y0 >= 0 and box.x1 <= width and box.y1 <= height for box in boxes)
    assert all(a.get_window_extent().x1 < b.get_window_extent().x0 for a, b in pairwise(ticks))
    if ax.get_legend()._bbox_to_anchor is not None:
        box = ax.get_legend().get_window_extent()
        assert box.x0 > ax.bbox.x1 or box.y0 > ax.bbox.y1


def inside(ax: Axes) -> bool:
    """Whether the legend lies within its figure, after that is laid out."""
    of_kind(Figure, ax.figure).draw_without_rendering()
    box, (width, height) = present(ax.get_legend()).get_window_extent(), ax.figure.bbox.size
    return bool(box.x0 >= ax.bbox.x1 and box.y0 >= 0 and box.x1 <= width and box.y1 <= height)


@pytest.mark.parametrize(
    "names", [tuple(f"class {i}" for i in range(20)), ("x" * 250, "y"), ("a long name of several words, broken in lines", "b")]
)
def test_a_legend_of_many_or_long_names_lies_beside_the_axes(names: tuple[str, ...]) -> None:
    records = [dtref.Record((Fraction(i), Fraction(i * i % 7)), name) for i, name in enumerate(names)]
    data = dtref.DataSet((dtref.Continuous("x"), dtref.Continuous("y")), dtref.Nominal("class", names), records)
    display = dtref.DecisionRegionsDisplay.from_tree(dtref.grow(data, dtref.CART), data)
    with mpl.rc_context(canvas.STYLE):
        ax = display.plot(Figure(figsize=canvas.SIZE).add_subplot())
        assert inside(ax)
    assert [text.replace("\n", " ") if " " in text else text.replace("\n", "") for text in legend(ax)] == list(names)


@pytest.mark.parametrize("size", [Fraction(1, 10**9), 1, 10**12])
def test_alphas_of_any_size_are_told_apart_at_the_axis(size: Fraction) -> None:
    x, y = dtref.Continuous("x"), dtref.Continuous("y")
    data = dtref.DataSet((x,), y, [dtref.Record((Fraction(i),), Fraction(i * i * 1003 % 7919) * size) for i in range(40)])
    path = dtref.cost_complexity(dtref.grow(data, dtref.REGRESSION_TREE), dtref.impurity_risk(variance))
    assert len(path.steps) > 20
    with mpl.rc_context(canvas.STYLE):
        figure = Figure(figsize=canvas.SIZE)
        ax = dtref.PruningCurveDisplay.from_validation(path, data).plot(figure.add_subplot())
        figure.draw_without_rendering()
    ticks = ax.get_xticklabels()
    assert all(a.get_window_extent().x1 < b.get_window_extent().x0 for a, b in pairwise(ticks))
    alphas = [float(tick.get_text().partition("\n")[2]) for tick in ticks]
    assert alphas == sorted(set(alphas))
    step = -(-len(path.steps) // len(alphas))
    assert alphas == pytest.approx([float(one.alpha) for one in path.steps[::step]], rel=5e-3)


@pytest.mark.parametrize("make", [learning, fitting, pruning], ids=lambda make: make.__name__)
def test_a_marker_at_0_is_whole(make: Callable[[], Any]) -> None:
    with mpl.rc_context(canvas.STYLE):
        figure = Figure(figsize=canvas.SIZE)
        ax = make().plot(figure.add_subplot())
        figure.draw_without_rendering()
    radius = canvas.STYLE["lines.markersize"] / 2 * figure.dpi / 72
    assert ax.transData.transform((0, 0))[1] - ax.bbox.y0 >= radius


def test_where_there_are_no_errors_the_axis_ends_at_1() -> None:
    data = plane((Fraction(1), Fraction(1), "a"), (Fraction(2), Fraction(1), "a"))
    ax = dtref.FittingCurveDisplay.from_path(dtref.cost_complexity(dtref.grow(data, dtref.CART)), data).plot(axes())
    assert (ax.get_ylim(), legend(ax)[2]) == ((-0.025, 1), "least test error: 1 node")


@pytest.mark.parametrize("make", [make for make in MAKERS if make is not sure], ids=lambda make: make.__name__)  # it has bars alone
def test_a_style_is_that_of_every_curve_under_each_of_its_names(make: Callable[[], Any]) -> None:
    plain, thin, short = (make().plot(axes(), **style).get_lines() for style in ({}, {"linewidth": 0.25}, {"lw": 0.25}))
    assert [one.get_linewidth() for one in thin] == [one.get_linewidth() for one in short]
    assert 0.25 not in [one.get_linewidth() for one in plain]
    styled = [one for one in thin if one.get_linewidth() == 0.25]
    assert styled
    assert all(
        one.get_linewidth() == 0.25 for one in thin if one.get_label() in {"Wald", "gini (probability)", "test error", "setosa", "training"}
    )


@pytest.mark.parametrize(
    ("low", "high", "near"),
    [(Fraction(10**24), Fraction(10**24 + 1), "1.00e24"), (Fraction(1, 10**310), Fraction(2, 10**310), "9.50e-311")],
)
def test_a_window_that_doubles_cannot_show_is_refused(low: Fraction, high: Fraction, near: str) -> None:
    data = plane((low, Fraction(1), "a"), (high, Fraction(2), "b"))
    display = dtref.DecisionRegionsDisplay.from_tree(dtref.grow(data, dtref.CART), data)
    assert len(display.regions) == 2
    with pytest.raises(dtref.Invalid) as refused:
        display.plot(axes())
    assert str(refused.value) == f"window: expected ends that doubles tell apart (got 'both near {near}')"


def test_a_picture_that_matplotlib_warns_of_is_refused() -> None:
    """Letters that its font lacks would be boxes."""
    display = dtref.RocCurvesDisplay.from_scores({"\N{CJK UNIFIED IDEOGRAPH-732B}": [2, 1]}, "+-", "+")
    with pytest.raises(dtref.Invalid) as refused:
        rendered(display.plot, "svg")
    assert str(refused.value) == (
        "picture: expected one that matplotlib draws without a warning "
        r"(got 'Glyph 29483 (\\N{CJK UNIFIED IDEOGRAPH-732B}) missing from font(s) DejaVu Sans.')"
    )


def test_a_backend_that_makes_figures_show_themselves_keeps_doing_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a notebook's does, which is loaded with the first figure: else only this one would be shown, and none of the caller's own."""
    make = pyplot.subplots

    def loading(**settings: Any) -> Any:
        mpl.interactive(True)
        return make(**settings)

    monkeypatch.setattr(pyplot, "subplots", loading)
    before = pyplot.isinteractive()
    try:
        impurity().plot()
        assert pyplot.isinteractive()
    finally:
        mpl.interactive(before)


def test_without_axes_a_figure_of_pyplot_is_made_and_the_settings_are_left_alone() -> None:
    before = dict(mpl.rcParams)
    ax = impurity().plot()
    assert ax.figure is pyplot.gcf()
    assert ax.xaxis.label.get_fontsize() == 16
    assert dict(mpl.rcParams) == before


def test_given_axes_are_the_ones_drawn_on() -> None:
    ax = axes()
    assert impurity().plot(ax) is ax
    assert ax.xaxis.label.get_fontsize() == 10


def test_names_are_written_as_they_are() -> None:
    """Dollars are no formulas: what matplotlib would not parse is drawn, too."""
    display = dtref.RocCurvesDisplay.from_scores({r"$\frac$ & $": [2, 1]}, "+-", "+")
    assert rendered(display.plot, "svg") == rendered(display.plot, "svg")
    assert legend(display.plot(axes()))[0] == r"\$\frac\$ & \$ (AUC 1.000)"


def test_pens_are_told_apart() -> None:
    assert len({pen(i) for i in range(100)}) == 100
    for i in range(5):
        assert (
            len({pen(i).colour, pen(i + 1).colour}) == len({pen(i).line, pen(i + 1).line}) == len({pen(i).marker, pen(i + 1).marker}) == 2
        )


def test_without_matplotlib_the_data_are_there_and_drawing_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canvas, "find_spec", lambda _: None)
    display = impurity()
    assert display.p[1] == Fraction(1, 4)
    for draw in (display.plot, lambda: rendered(display.plot, "svg")):
        with pytest.raises(dtref.Invalid) as refused:
            draw()
        assert str(refused.value) == "plot: expected the extra 'plot' (matplotlib) (got 'it is not installed')"


def test_the_points_of_the_ring_depend_on_chance_alone() -> None:
    assert dtref.draw_ring_points(Random(1), 3, 3) == dtref.draw_ring_points(Random(1), 3, 3) != dtref.draw_ring_points(Random(2), 3, 3)
