"""Trees as indented text: the condition of each branch, the class counts that reached it, leaf labels, ties."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dtref.errors import Undefined, printable
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.decimals import decimal, significant
from dtref.exact.number_text import current_style, decimal_text, marked, number_list, readable, short_exact
from dtref.spec.growing.ties import count_endings
from dtref.spec.model.branches import asked, condition
from dtref.spec.model.schemes import walk
from dtref.spec.model.tally import Moments, Tally
from dtref.spec.model.trees import Branch, Leaf, Surrogates, Tree, label_text, written
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
    gap = "".join(f" [{text}]" for text in gap_text(node))
    return label + counts_text(node.counts) + impurity + (f" [1 of {readable(tied)} tied]" if tied > 1 else "") + gap


COUNT_PLACES = 2
"""The decimals of a count that is no short decimal."""


def counts_text(counts: Tally) -> str:
    """
    The class counts of a node of a tree, by which it is compared with its neighbours: whole numbers and decimals of at most two places as
    they are, all others as such decimals after "≈", small ones with more; exactly in the style that asks for it.

    >>> from fractions import Fraction
    >>> from dtref.exact.number_text import number_style
    >>> counts = (("no", Fraction(7617023, 169620)), ("yes", Fraction(6481, 100)), ("?", Fraction(1, 3000)))
    >>> counts_text(counts)
    '(no ≈44.91, yes 64.81, ? ≈3.33e-4)'
    >>> with number_style(exact=True):
    ...     counts_text(counts)
    '(no 7617023/169620, yes 64.81, ? 1/3000)'
    """
    if current_style().exact or isinstance(counts, Moments):
        return written(counts)
    return f"({number_list(f'{name} {_count_text(n)}' for name, n in counts)})"


def _count_text(n: Fraction) -> str:
    if (n * 10**COUNT_PLACES).denominator == 1:
        return readable(n)
    return marked(f"≈{decimal(n, COUNT_PLACES) if 10 * abs(n) >= 1 else significant(n, 3)}")


SURROGATES = 2
"""The most surrogates that are named at a node; the rest is counted."""


def gap_text(node: Tree) -> Iterator[str]:
    """
    Where records go that miss the value asked, of a node with surrogates: these, in order, and the branch where none can be answered.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import Continuous
    >>> from dtref.spec.model.tests import Threshold
    >>> x, y = (Threshold(Continuous(name), Fraction(1), Fraction(2), Fraction(3, 2)) for name in "xy")
    >>> leaves = Leaf((("+", Fraction(1)),), ("+",)), Leaf((("+", Fraction(1)),), ("+",))
    >>> list(gap_text(Branch((("+", Fraction(2)),), ("+",), x, (x,), leaves, Surrogates(((y, (1, 0)),), 0))))
    ['missing: > 1.5 if y <= 1.5; else <= 1.5']
    """
    if not (isinstance(node, Branch) and isinstance(node.gap, Surrogates)):
        return
    names = [condition(node.test, i) for i in range(len(node.children))]
    own = {f"{attribute.name} " for attribute in asked(node.test)}
    if len(own) == 1:
        names = [name.removeprefix(own.copy().pop()).removeprefix("= ") for name in names]
    answers = [
        next(f"{names[b]} if {condition(test, i)}" for i, b in enumerate(stands_for) if b is not None)
        for test, stands_for in node.gap.tests[:SURROGATES]
        if set(stands_for) != {None}
    ]
    more = len(node.gap.tests) - SURROGATES
    ending = " and ".join(names[b] for b in node.gap.rest) + (" in equal parts" if len(node.gap.rest) > 1 else "")
    parts = (*answers, *((f"{more} more",) if more > 0 else ()), f"{'else ' if answers else ''}{ending or 'it stays here'}")
    yield f"missing: {'; '.join(parts)}"
