"""A tree as a picture: each node a chart of its records, branches as thick as their records are many, ties and margins marked."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve, frozen

from dtref.errors import Undefined, printable
from dtref.exact.comparison import compare, sign
from dtref.exact.decimals import significant
from dtref.exact.number import Number
from dtref.exact.number_text import marked, number_list, readable
from dtref.show.drawing.chart import INNER, LEAF, ChartLook, Lines, node_number, node_shapes, tick
from dtref.show.drawing.labels import drawn_condition, drawn_question, node_lines, without_gaps, without_side
from dtref.show.drawing.layout import below_legend, corners
from dtref.show.drawing.profile import Bar, Content, Profile, Spread, profiles
from dtref.show.drawing.shapes import NodeShapes, Picture, class_kinds
from dtref.show.explained_tree import ExplainedNode, ExplainedTree
from dtref.show.pruning.places import Place, places
from dtref.show.tree_text import gap_text, impurity_text, impurity_title
from dtref.spec.growing.ties import count_endings
from dtref.spec.model.branches import asked, condition, question_text
from dtref.spec.model.data import DataSet
from dtref.spec.model.tally import Moments
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import Branch, Leaf, Tree, label_text, nodes, weight, written
from dtref.spec.split.impurity import Impurity

THICKEST = 16
"""The thickness of a branch that all records take, in pixels."""

_FEW = 4
"""The most classes whose counts stand at an inner node."""


@frozen(eq=False)
class Shown:
    """What a picture shows: a tree, its records (None: the counts at its nodes are all that is known), an impurity, digits of decimals."""

    tree: Tree
    data: DataSet | None = None
    measure: Impurity | None = None
    digits: int = 3
    steps: tuple[ExplainedNode, ...] = ()


def what_is_shown(tree: Tree | ExplainedTree, data: DataSet | None = None, measure: Impurity | None = None, digits: int = 3) -> Shown:
    """
    What a picture of a tree shows; of an explanation with the margin of each test, and with its own records where none are given.

    >>> what_is_shown(Leaf((("+", Fraction(1)),), ("+",))).digits
    3
    """
    if isinstance(tree, ExplainedTree):
        return Shown(tree.tree, tree.data if data is None else data, measure, digits, tree.steps)
    return Shown(tree, data, measure, digits)


def picture(what: Shown) -> Picture:
    """
    The picture. Errors: Invalid where the records can't be sent through the tree, as for `predict`.

    >>> picture(Shown(Leaf((("+", Fraction(3)),), ("+",)))).nodes[0].said
    'node 0, leaf +, 3 records: + 3'
    """
    look, legend = _look(what)
    found = places(what.tree)
    charts: Iterator[Profile | None] = iter(()) if what.data is None else profiles(what.tree, what.data)
    whole = weight(what.tree)
    drawn: list[NodeShapes] = []
    known = frozenset() if what.data is None else without_gaps(what.data)
    for place in found:
        chart = next(charts, None)
        node = place.at
        kind = "leaf" if isinstance(node, Leaf) else "tied" if count_endings(node) > 1 else "asks"
        content = (chart or _of_children(node, known)) if isinstance(node, Branch) else _content(node)
        margin = _margin(what, place.node)
        shapes, size = node_shapes(_lines(what, node, margin, known), content, look, kind)
        thickness = THICKEST * float(weight(node) / whole) if whole else 0
        drawn.append(
            NodeShapes(
                place.node,
                kind,
                _said(place, margin, known),
                size,
                shapes,
                place.level,
                None if place.above is None else place.above.node,
                _short_condition(place, known),
                max(thickness, 1),
            )
        )
    at, size = below_legend(corners(drawn), [name for name, _ in legend])
    return evolve(Picture(tuple(drawn), at, legend), size=size)


def _look(what: Shown) -> tuple[ChartLook, tuple[tuple[str, str], ...]]:
    """What the charts share, and the classes in declared order with their colours: those with most records have one of their own."""
    root = what.tree.counts
    leaf = LEAF if what.measure is None else INNER  # there must be room for the impurity
    if isinstance(root, Moments):
        spread = _widest(what)
        named = "the mean" if what.data is None else f"the mean of {what.data.target.name}"
        scale = f"{printable(named)}, drawn from {tick(spread.least)} to {tick(spread.greatest)}"
        return ChartLook((), spread.least, spread.greatest, leaf), ((scale, "mean"),)
    sizes = dict(root)
    kinds = class_kinds(sizes)
    alone = [(name, kinds[name]) for name in sizes if list(kinds.values()).count(kinds[name]) == 1]
    others = len(kinds) - len(alone)
    shared = next((kind for kind in kinds.values() if list(kinds.values()).count(kind) > 1), "")
    rest = ((f"{others} other classes", shared),) if others else ()
    return ChartLook(tuple(kinds[name] for name in sizes), leaf=leaf), (*((printable(name), kind) for name, kind in alone), *rest)


def _widest(what: Shown) -> Spread:
    """The least and the greatest number that is drawn: of the records, or of the means at the nodes."""
    numbers = [y for node in nodes(what.tree) for y in (_mean(node),) if y is not None]
    if what.data is not None:
        numbers += [record.label for record in what.data if isinstance(record.label, Fraction)]
    return Spread(Fraction(0), min(numbers, default=Fraction(0)), Fraction(0), max(numbers, default=Fraction(1)))


def _mean(node: Tree) -> Fraction | None:
    mean = node.counts.mean if isinstance(node.counts, Moments) else None
    return None if isinstance(mean, Undefined) else mean


def _content(node: Tree) -> Content:
    """What the records of a node are, by its own counts."""
    if isinstance(node.counts, Moments):
        mean = _mean(node)
        return None if mean is None else Spread(node.counts.n, mean, mean, mean)
    return tuple(n for _, n in node.counts)


def _of_children(node: Branch, known: frozenset[str]) -> Profile:
    """A bar for each branch, by the counts of the children."""
    names = (_without_name(node.test, drawn_condition(node.test, i, known)) for i in range(len(node.children)))
    return Profile(tuple(Bar(name, _content(child), i) for i, (name, child) in enumerate(zip(names, node.children, strict=True))))


def _asked(name: str) -> str:
    """A test as a question; a name may be one already."""
    return name if name.endswith("?") else f"{name}?"


def _lines(what: Shown, node: Tree, margin: Number | None, known: frozenset[str]) -> Lines:
    title = _asked(drawn_question(node.test, known)) if isinstance(node, Branch) else " or ".join(map(label_text, node.labels))
    below = [("plain", _counts(node), printable(written(node.counts)))]
    if what.measure is not None:
        exactly = printable(impurity_title(node, what.measure))
        below.append(("plain", printable(impurity_text(node, what.measure, what.digits)), exactly))
    tied = count_endings(node)
    if tied > 1:
        below.append(("mark", f"1 of {readable(tied)} tied", ""))
    elif margin is not None:
        below.append(("small", f"margin {_brief(margin)}", readable(margin)))
    if isinstance(node, Branch) and not {attribute.name for attribute in asked(node.test)} <= known:
        below += [("small", printable(text), printable(text)) for text in gap_text(node)]
    return Lines(printable(title), tuple(below))


def _brief(margin: Number) -> str:
    return marked(significant(margin, 3))


def _counts(node: Tree) -> str:
    """
    The counts of a node in short: each class's, in declared order; at a leaf those of the largest; of many classes, and of numbers, how
    many records there are.
    """
    total = weight(node)
    records = f"{node_number(total)} record{'' if total == 1 else 's'}"
    if isinstance(node.counts, Moments):
        return records
    numbers = [n for _, n in node.counts]
    if isinstance(node, Leaf):
        return records if max(numbers, default=total) == total else f"{node_number(max(numbers))} of {records}"
    return f"{records}: {' / '.join(map(node_number, numbers))}" if 1 < len(numbers) <= _FEW else records


def _margin(what: Shown, node: int) -> Number | None:
    """By how much the best test of a node is better than the next that the policy lets compete; None where that is no number."""
    if not what.steps or what.steps[node].chosen is None:
        return None
    competing = [c for c in what.steps[node].choices if c.admitted and c.confirmed]
    best = [c.value for c in competing if c.optimal and not isinstance(c.value, Undefined)]
    others = [c.value for c in competing if not c.optimal and not isinstance(c.value, Undefined)]
    if not best or not others:
        return None
    second = others[0]
    for value in others[1:]:
        second = value if compare(value, second) > 0 else second
    lead = best[0] - second
    return lead if sign(lead) > 0 else None  # where another rule than the greatest value decides, a value may be greater


def _said(place: Place, margin: Number | None, known: frozenset[str]) -> str:
    """A node in words, for those who hear the page."""
    node = place.at
    first = question_text(without_side(node.test, known)) if isinstance(node, Branch) else node_lines(node)[0]
    kind = f"asks {first}" if isinstance(node, Branch) else f"leaf {first}"
    counts = "" if isinstance(node.counts, Moments) else ": " + number_list(f"{name} {readable(n)}" for name, n in node.counts)
    tied = count_endings(node)
    rest = f", 1 of {readable(tied)} tied" if tied > 1 else f", margin {_brief(margin)}" if margin is not None else ""
    above = None if place.above is None else place.above.at
    way = f", {condition(without_side(above.test, known), place.branch)}" if isinstance(above, Branch) else ""
    total = weight(node)
    return printable(f"node {place.node}{way}, {kind}, {readable(total)} record{'' if total == 1 else 's'}{counts}{rest}")


def _short_condition(place: Place, known: frozenset[str]) -> str:
    """The condition that leads to a node, without the name of the attribute, which stands at the node above."""
    above = None if place.above is None else place.above.at
    return _without_name(above.test, drawn_condition(above.test, place.branch, known)) if isinstance(above, Branch) else ""


def _without_name(test: Test, text: str) -> str:
    names = [attribute.name for attribute in asked(test)]
    return printable(text.removeprefix(f"{names[0]} ").removeprefix("= ") if len(names) == 1 else text)
