"""Trees as indented text: the condition of each branch, the class counts that reached it, leaf labels, ties."""

from __future__ import annotations

from collections.abc import Iterator

from dtref.errors import Undefined, printable
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.number_text import decimal_text, readable, short_exact
from dtref.spec.growing.ties import count_endings
from dtref.spec.model.branches import condition
from dtref.spec.model.schemes import walk
from dtref.spec.model.trees import Branch, Leaf, Tree, label_text, written
from dtref.spec.split.impurity import Impurity

DEEPEST_INDENT = 24
"""The deepest level that is indented; deeper ones have their depth in front, so that a chain of 100,000 levels can be printed."""


@refuses_other_kinds
def tree_text(tree: Tree, measure: Impurity | None = None, digits: int = 3) -> str:
    """
    The tree as text, a line a node, in preorder. `no or yes` is a leaf that may carry either label; `[1 of 3 tied]` marks a tie.

    measure: an impurity to write at the nodes, its certified decimal first. digits: how many after the point.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import Continuous
    >>> from dtref.spec.model.tests import Threshold
    >>> cut = Threshold(Continuous("x"), Fraction(1), Fraction(2), Fraction(3, 2))
    >>> one, half = Fraction(1), (("-", Fraction(1)), ("+", Fraction(1)))
    >>> print(tree_text(Branch(half, ("-", "+"), cut, (cut,), (Leaf((("-", one), ("+", 0 * one)), ("-",)), Leaf(half, ("-", "+"))))))
    (- 1, + 1)
    x <= 1.5: - (- 1, + 0)
    x > 1.5: - or + (- 1, + 1)
    """
    return "\n".join(lines(tree, measure, digits))


def lines(tree: Tree, measure: Impurity | None = None, digits: int = 3) -> Iterator[str]:
    """
    The lines of `tree_text`, one at a time.

    >>> list(lines(Leaf((), ("+", "-"))))
    ['+ or - ()']
    """

    def placed_children(node: Tree, place: tuple[str, int]) -> Iterator[tuple[Tree, tuple[str, int]]]:
        if isinstance(node, Branch):
            _, level = place
            for i, child in enumerate(node.children):
                yield child, (f"{condition(node.test, i)}: ", level + 1)

    for node, (question, level) in walk(tree, ("", 0), placed_children):
        yield printable(indent(level) + question + _summary(node, measure, digits))


def indent(level: int) -> str:
    """
    What stands before the line of a node of a level.

    >>> indent(0), indent(2)
    ('', '|   ')
    """
    steps = level - 1
    return "|   " * max(steps, 0) if steps <= DEEPEST_INDENT else "|   " * DEEPEST_INDENT + f"[level {level}] "


def impurity_text(node: Tree, measure: Impurity, digits: int = 3) -> str:
    """
    The impurity of a node, by name: its certified decimal, and its exact value where that is a short fraction; a whole number as itself.

    >>> from fractions import Fraction
    >>> from dtref.spec.split.impurity import entropy, gini
    >>> play = Leaf((("+", Fraction(9)), ("-", Fraction(5))), ("+",))
    >>> impurity_text(play, entropy), impurity_text(play, gini)
    ('entropy 0.940', 'gini 0.459 = 45/98')
    """
    value = measure(tuple(n for _, n in node.counts))
    if isinstance(value, Undefined):
        return f"{measure.name} undefined"
    exact = short_exact(value)
    if exact.isdigit():
        return f"{measure.name} {exact}"
    return f"{measure.name} {decimal_text(value, digits)}" + (f" = {exact}" if _stands_at_node(exact) else "")


def impurity_title(node: Tree, measure: Impurity) -> str:
    """
    The exact impurity of a node where `impurity_text` leaves it out, else an empty text.

    >>> from fractions import Fraction
    >>> from dtref.spec.split.impurity import entropy, gini
    >>> play = Leaf((("+", Fraction(9)), ("-", Fraction(5))), ("+",))
    >>> impurity_title(play, entropy), impurity_title(play, gini)
    ('entropy 1 + log2(7) - 5/14*log2(5) - 9/7*log2(3)', '')
    """
    value = measure(tuple(n for _, n in node.counts))
    exact = "" if isinstance(value, Undefined) else short_exact(value)
    return f"{measure.name} {exact}" if exact and not _stands_at_node(exact) else ""


SHORT = 20
"""The most characters of an exact impurity that stand at a node."""


def _stands_at_node(exact: str) -> bool:
    """Whether an exact impurity stands at a node: a short number, no formula."""
    return 0 < len(exact) <= SHORT and set(exact) <= set("0123456789/-")


def _summary(node: Tree, measure: Impurity | None, digits: int) -> str:
    label = f"{' or '.join(map(label_text, node.labels))} " if isinstance(node, Leaf) else ""
    impurity = "" if measure is None else f" {impurity_text(node, measure, digits)}"
    tied = count_endings(node)
    return label + written(node.counts) + impurity + (f" [1 of {readable(tied)} tied]" if tied > 1 else "")
