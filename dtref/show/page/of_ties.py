"""The trees that a policy's ties leave open, as a page and as JSON: how many there are, and the first of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from attrs import frozen

from dtref.errors import Undecided, way
from dtref.exact.number_text import exact_text, number_style, readable
from dtref.io.numbers import Json
from dtref.show.page.blocks import Block, Blocks, Figures, Heading, NamedValue, Paragraph, TextLines
from dtref.show.tree_text import lines
from dtref.spec.model.trees import Tree


@frozen(eq=False)
class TiedTrees:
    """Trees that are as good: how many there are, how many recursive partitions of the records (Undecided past a budget), and the first."""

    trees: int | Undecided
    partitions: int | Undecided
    listed: Sequence[Tree]

    @property
    def left(self) -> str:
        """What isn't listed, in words; empty where all are."""
        match self.trees:
            case Undecided():
                return "There may be more trees, as they are not counted."
            case number:
                rest = number - len(self.listed)
                how = way("--list", "dtref.trees has them all")
                return "" if rest <= 0 else f"And {readable(rest)} more tree{'' if rest == 1 else 's'} ({how})."


def ties_blocks(tied: TiedTrees) -> Blocks:
    """
    The number of trees and partitions, the first trees, and how many are left.

    >>> from itertools import islice
    >>> from dtref.show.page.as_text import as_text
    >>> from dtref.spec.growing.tied_trees import trees
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> print(as_text(ties_blocks(TiedTrees(2, 2, list(islice(trees(parity(2), CART), 1))))))
    Equally good trees
      trees                         2
      partitions                    2
    <BLANKLINE>
    Tree 1
    (0 2, 1 2) [1 of 2 tied]
    x1 in {False}: (0 1, 1 1)
    |   x2 in {False}: 1 (0 0, 1 1)
    |   x2 not in {False}: 0 (0 1, 1 0)
    x1 not in {False}: (0 1, 1 1)
    |   x2 in {False}: 0 (0 1, 1 0)
    |   x2 not in {False}: 1 (0 0, 1 1)
    <BLANKLINE>
    And 1 more tree (dtref.trees has them all).
    """
    counts = (NamedValue(name, _words(number)) for name, number in (("trees", tied.trees), ("partitions", tied.partitions)))
    trees = chain.from_iterable(tree_blocks(f"Tree {i}", tree) for i, tree in enumerate(tied.listed, 1))
    rest = (Paragraph(tied.left, result=True),) if tied.left else ()
    return Heading("Equally good trees"), Figures(tuple(counts)), *trees, *rest


def tree_blocks(title: str, tree: Tree) -> tuple[Block, ...]:
    """A tree as text under a title."""
    return Heading(title), TextLines(tuple(lines(tree)))


def _words(number: int | Undecided) -> str:
    return f"not counted within {number.limits}" if isinstance(number, Undecided) else readable(number)


def ties_json(tied: TiedTrees) -> dict[str, Json]:
    """
    The same as JSON: the numbers, and the first trees as lines.

    >>> ties_json(TiedTrees(2, Undecided("partitions", "5 subproblems"), ()))["trees"]
    '2'
    """
    with number_style(exact=True):
        listed: list[Json] = [{"number": str(i), "tree": list(lines(tree))} for i, tree in enumerate(tied.listed, 1)]
    return {"format": "dtref-ties/1", "trees": _json(tied.trees), "partitions": _json(tied.partitions), "listed": listed}


def _json(number: int | Undecided) -> Json:
    return {"undecided": str(number)} if isinstance(number, Undecided) else exact_text(number)
