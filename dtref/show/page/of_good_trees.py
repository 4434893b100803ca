"""All good trees as a page and as JSON: what the best ones are worth, how many there are of each size, and what is known of all."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from dtref.engines.greedy_beside import GreedyTree
from dtref.errors import Undefined
from dtref.exact.number_text import decimal_text, readable
from dtref.io.numbers import Json
from dtref.show.page.as_json import value_json
from dtref.show.page.blocks import Blocks, Figures, Heading, NamedValue, Paragraph, TableBlock
from dtref.spec.model.trees import label_text
from dtref.spec.optimal.good_trees import GoodTrees
from dtref.spec.optimal.in_all_trees import importance_range, least_depth, possible_predictions, trees_without
from dtref.spec.optimal.losses import LossValue

Beside: TypeAlias = Sequence[GreedyTree | tuple[str, Undefined]]
"""Greedy trees, or the reasons why a preset grows none."""

LossesBySize: TypeAlias = Sequence[tuple[int, LossValue]]
"""Numbers of leaves, each with the least loss."""

LISTED_SIZES = 12
"""The most sizes that a page lists."""


def good_trees_blocks(trees: GoodTrees, title: str, digits: int = 3) -> Blocks:
    """
    A page: how many trees there are, and of each size.

    >>> from dtref.engines.good_trees import best_trees
    >>> from dtref.show.page.as_text import as_text
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> print(as_text(good_trees_blocks(best_trees(parity(2), CART), "Best trees")))
    Best trees
      least value                   0
      trees                         2
      shared nodes                  9
    <BLANKLINE>
      value  errors  leaves  trees
      0           0       4      2
    """
    objective, values = trees.space.costs.objective, trees.values
    least = trees.space.costs.value(trees.least, trees.leaves_of_least)
    rows = tuple((_text(value, digits), _text(loss, digits), str(leaves), readable(n)) for value, loss, leaves, n in values[:LISTED_SIZES])
    more = (Paragraph(f"and {len(values) - LISTED_SIZES} more sizes"),) if len(values) > LISTED_SIZES else ()
    figures = (
        NamedValue("least value", least),
        NamedValue("trees", readable(trees.number)),
        NamedValue("shared nodes", str(len(trees.graph))),
    )
    return Heading(title), Figures(figures), TableBlock(("value", objective.loss.name, "leaves", "trees"), rows), *more


def frontier_blocks(frontier: LossesBySize, loss: str, digits: int = 3) -> Blocks:
    """
    A page: the least loss of each number of leaves worth having.

    >>> from dtref.show.page.as_text import as_text
    >>> print(as_text(frontier_blocks(((1, 2), (4, 0)), "errors")))
    Least errors for each number of leaves
      leaves  errors
      1            2
      4            0
    """
    rows = tuple((str(leaves), _text(least, digits)) for leaves, least in frontier)
    return Heading(f"Least {loss} for each number of leaves"), TableBlock(("leaves", loss), rows)


def greedy_blocks(beside: Beside, loss: str, digits: int = 3) -> Blocks:
    """
    A page: the greedy trees of presets beside the best.

    >>> from dtref.show.page.as_text import as_text
    >>> print(as_text(greedy_blocks((("chaid", Undefined("no numbers")),), "errors")))
    Greedy trees
      preset  leaves  errors  value  above the least  good
      chaid        -       -      -                -    no
    <BLANKLINE>
    chaid: no numbers
    """
    head = ("preset", "leaves", loss, "value", "above the least", "good")
    rows, reasons = [], []
    for greedy in beside:
        if isinstance(greedy, GreedyTree):
            numbers = (_text(x, digits) for x in (greedy.loss, greedy.value, greedy.more))
            rows.append((greedy.name, str(greedy.leaves), *numbers, "yes" if greedy.good else "no"))
        else:
            name, undefined = greedy
            rows.append((name, "-", "-", "-", "-", "no"))
            reasons.append(Paragraph(undefined.why, name))
    return Heading("Greedy trees"), TableBlock(head, tuple(rows)), *reasons


def good_trees_json(trees: GoodTrees, digits: int = 12) -> dict[str, Json]:
    """
    The same as JSON; numbers exact and decimal.

    >>> from dtref.engines.good_trees import best_trees
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> good_trees_json(best_trees(parity(2), CART))["trees"]
    '2'
    """
    sizes: list[Json] = [
        {"value": value_json(value, digits), "loss": value_json(loss, digits), "leaves": str(leaves), "trees": str(n)}
        for value, loss, leaves, n in trees.values
    ]
    least = trees.space.costs.value(trees.least, trees.leaves_of_least)
    loss = trees.space.costs.objective.loss.name
    return {
        "least_value": value_json(least, digits),
        "loss": loss,
        "trees": str(trees.number),
        "shared_nodes": str(len(trees.graph)),
        "sizes": sizes,
    }


def in_all_trees_blocks(trees: GoodTrees, digits: int = 3) -> Blocks:
    """
    A page: what all good trees have in common, and how they differ; nothing without trees, and of partitions nothing by attribute.

    >>> from dtref.engines.good_trees import best_trees
    >>> from dtref.show.page.as_text import as_text
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> print(as_text(in_all_trees_blocks(best_trees(parity(2), CART))))
    In all of them
      fewest leaves                 4
      least depth                   2
      predict the same              for 4 of 4 records
    <BLANKLINE>
      attribute  least importance  greatest  trees without it
      x1                        0       0.5                 0
      x2                        0       0.5                 0
    """
    if not trees.number:
        return ()
    predicted = possible_predictions(trees)
    same = sum(len(labels) == 1 for labels in predicted)
    figures = (
        NamedValue("fewest leaves", str(min(leaves for _, leaves in trees.sizes))),
        NamedValue("least depth", str(least_depth(trees))),
        NamedValue("predict the same", f"for {same} of {len(predicted)} records"),
    )
    if trees.partitions:
        return Heading("In all of them"), Figures(figures)
    rows = []
    for a in trees.space.usable:
        low, high = importance_range(trees, a)
        rows.append((trees.space.data.attributes[a].name, _text(low, digits), _text(high, digits), readable(trees_without(trees, a))))
    table = TableBlock(("attribute", "least importance", "greatest", "trees without it"), tuple(rows))
    return Heading("In all of them"), Figures(figures), table


def in_all_trees_json(trees: GoodTrees, digits: int = 12) -> dict[str, Json]:
    """
    The same as JSON, with the labels that the trees give each record.

    >>> from dtref.engines.good_trees import best_trees
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> in_all_trees_json(best_trees(parity(2), CART))["predictions"]
    [['1'], ['0'], ['0'], ['1']]
    """
    if not trees.number:
        return {}
    attributes: list[Json] = []
    for a in () if trees.partitions else trees.space.usable:
        low, high = (value_json(x, digits) for x in importance_range(trees, a))
        name = trees.space.data.attributes[a].name
        attributes.append(
            {"name": name, "least_importance": low, "greatest_importance": high, "trees_without": str(trees_without(trees, a))}
        )
    return {
        "fewest_leaves": str(min(leaves for _, leaves in trees.sizes)),
        "least_depth": str(least_depth(trees)),
        "predictions": [[label_text(label) for label in labels] for labels in possible_predictions(trees)],
        "attributes": attributes,
    }


def frontier_json(frontier: LossesBySize, digits: int = 12) -> list[Json]:
    """
    The least loss of each number of leaves as JSON.

    >>> frontier_json(((1, 2),))
    [{'leaves': '1', 'loss': {'exact': '2', 'decimal': '2.000000000000'}}]
    """
    return [{"leaves": str(leaves), "loss": value_json(loss, digits)} for leaves, loss in frontier]


def greedy_json(beside: Beside, digits: int = 12) -> list[Json]:
    """
    The greedy trees of presets as JSON.

    >>> greedy_json((("chaid", Undefined("no numbers")),))
    [{'preset': 'chaid', 'undefined': 'no numbers'}]
    """
    answers: list[Json] = []
    for greedy in beside:
        if isinstance(greedy, GreedyTree):
            numbers = {"loss": greedy.loss, "value": greedy.value, "above_the_least": greedy.more}
            exact = {name: value_json(x, digits) for name, x in numbers.items()}
            answers.append({"preset": greedy.name, "leaves": str(greedy.leaves), **exact, "good": "yes" if greedy.good else "no"})
        else:
            answers.append({"preset": greedy[0], "undefined": greedy[1].why})
    return answers


def _text(x: LossValue, digits: int) -> str:
    """A number as text: exact where it is rational."""
    return readable(x) if isinstance(x, int | Fraction) else decimal_text(x, digits)
