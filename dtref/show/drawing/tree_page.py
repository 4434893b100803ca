"""Trees as pages to click through: they fold, can be searched, and each node shows its candidates and its ties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import islice

from attrs import evolve, frozen

from dtref.engines.stability import Stability
from dtref.engines.tied_trees import count_partitions, count_trees
from dtref.errors import Undecided, Undefined
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.number_text import readable
from dtref.io.numbers import Json
from dtref.show.drawing.labels import node_lines
from dtref.show.drawing.picture import what_is_shown
from dtref.show.drawing.svg import part_of_page, style_rules
from dtref.show.explained_tree import ExplainedTree
from dtref.show.node_words import SHOWN_TIES, or_leaf
from dtref.show.page.as_html import NOT_SAID, body, html, kept_together, skeleton
from dtref.show.page.blocks import Blocks, Heading, Paragraph
from dtref.show.page.of_node import node_blocks
from dtref.show.page.of_stability import node_stability_blocks, stability_blocks
from dtref.show.pruning.places import Place, path_text, places
from dtref.show.tree_text import DEEPEST_INDENT, impurity_title
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.tied_trees import TREES_BUDGET
from dtref.spec.growing.ties import count_endings
from dtref.spec.model.branches import question_text
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import count_tests, list_tests
from dtref.spec.model.trees import Branch, Leaf, Tree, depth, is_regression, label_text, leaf_count, squared_error, training_errors, written
from dtref.spec.stability.node_stability import NodeStability

PRUNED = Undefined("the policy prunes its trees")
"""The number of equally good trees, where they are not what is grown in the end."""


@frozen
class Closure:
    """
    The number of equally good trees, and of equally good partitions of the records. Undefined: of trees that the policy prunes. Undecided:
    beyond the budget.
    """

    trees: str | Undefined | Undecided
    partitions: str | Undefined | Undecided


def closure(data: DataSet, policy: Policy, budget: int = TREES_BUDGET) -> Closure:
    """
    The size of the tie closure.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.model.attributes import Nominal
    >>> closure(DataSet((), Nominal("play", ("-", "+")), ()), CART)
    Closure(trees='1', partitions='1')
    """
    if policy.pruning:
        return Closure(PRUNED, PRUNED)
    counts: list[str | Undecided] = []
    for counted in (count_trees, count_partitions):
        try:
            counts.append(readable(counted(data, policy, budget)))
        except Undecided as problem:
            counts.append(problem)
    return Closure(*counts)


def count_words(count: str | Undefined | Undecided) -> str:
    """
    A count, or why there is none.

    >>> count_words("2"), count_words(PRUNED), count_words(Undecided("trees", "5 subproblems", 3, 8))
    ('2', 'not counted: the policy prunes its trees', 'not counted within 5 subproblems (at least 3, at most 8)')
    """
    match count:
        case Undefined(why=why):
            return f"not counted: {why}"
        case Undecided(limits=limits):
            return f"not counted within {limits}"
        case number:
            return number


@refuses_other_kinds
def tree_page(
    shown: Tree | ExplainedTree,
    title: str = "Decision tree",
    counted: Closure | Stability | None = None,
    made_by: Mapping[str, Json] = NOT_SAID,
    data: DataSet | None = None,
) -> str:
    """
    A tree as one HTML file that needs nothing else: its picture, its nodes as text; of an explanation the tree that it explains, with all
    candidates at every node.

    counted: how many trees are as good, or the stability of all, which the page shows at each node. made_by: what the foot of the page says
    of how it was made. data: the records that the charts of the picture are of, as for `svg`.

    >>> from fractions import Fraction
    >>> page = tree_page(Leaf((("+", Fraction(3)),), ("+",)), "Three <records>")
    >>> "<h1>Three &lt;records&gt;</h1>" in page, page.count('role="treeitem"')
    (True, 1)
    """
    tree, explanation = (shown.tree, shown) if isinstance(shown, ExplainedTree) else (shown, None)
    nodes = places(tree)
    measure = None if explanation is None else explanation.impurity
    folder = files("dtref.show.drawing")
    # A row for each node, and its details, which the script shows on a click.
    rows = "\n".join(
        _row(place, node_lines(place.at, measure), "" if measure is None else impurity_title(place.at, measure)) for place in nodes
    )
    sure = iter(counted.nodes if isinstance(counted, Stability) else ())
    of_nodes = [(place, next(sure, None) if isinstance(place.at, Branch) else None) for place in nodes]
    details = "\n".join(f'<template id="node-{place.node}">{body(_detail(place, explanation, own))}</template>' for place, own in of_nodes)
    content = (
        f'<main class="tree-page">\n<h1>{html(title)}</h1>\n{body(_facts(tree, counted))}\n{_ties(nodes)}\n{_sure(counted)}{CONTROLS}\n'
        f'<div class="picture">{ZOOM}\n{part_of_page(what_is_shown(shown, data))}</div>\n'
        f'<div class="columns"><div class="tree" role="tree" aria-label="{html(title)}">\n{rows}\n</div>\n'
        f'<aside class="detail" aria-live="polite" aria-label="The chosen node" tabindex="0">{HINT}</aside></div>\n{details}\n</main>'
    )
    style, script = (folder.joinpath(name).read_text("utf-8") for name in ("tree.css", "tree.js"))
    return skeleton(title, content, style=style_rules(".picture ") + style, script=script, made_by=made_by)


ZOOM = (
    '<div class="zoom" role="group" aria-label="Size of the picture"><button type="button" data-zoom="smaller">Smaller</button>'
    '<button type="button" data-zoom="larger">Larger</button><button type="button" data-zoom="fit">Whole width</button></div>'
)

HINT = '<p class="hint">Choose a node to see its candidates.</p>'

CONTROLS = (
    '<form class="controls" role="search">'
    '<input type="search" placeholder="Search conditions, tests, labels" aria-label="Search the tree"><output></output>'
    '<button type="button" data-all="open">Unfold all</button><button type="button" data-all="folded">Fold all</button></form>'
)


def _sure(counted: Closure | Stability | None) -> str:
    """The stability of all nodes, folded."""
    if not isinstance(counted, Stability):
        return ""
    lower = (evolve(block, level=block.level + 1) if isinstance(block, Heading) else block for block in stability_blocks(counted))
    return f'<details class="sure"><summary>How sure is this tree?</summary>\n{body(tuple(lower))}\n</details>\n'


def _facts(tree: Tree, counted: Closure | Stability | None) -> Blocks:
    errors = f"squared error {squared_error(tree)}" if is_regression(tree) else f"training errors {training_errors(tree)}"
    sizes = Paragraph(f"nodes {len(places(tree))}, leaves {leaf_count(tree)}, depth {depth(tree)}, {errors}", "The tree")
    if counted is None:
        return (sizes,)
    trees, partitions = (count_words(readable(n) if isinstance(n, int) else n) for n in (counted.trees, counted.partitions))
    return sizes, Paragraph(f"trees {trees}, partitions of the records {partitions}", "As good, this one included")


def _ties(nodes: Sequence[Place]) -> str:
    """The nodes that could have asked something else, each a link."""
    tied = [(p, count_endings(p.at)) for p in nodes if count_endings(p.at) > 1]
    if not tied:
        return "<p>No node could have asked anything else: no two candidates tie.</p>"
    links = ", ".join(f'<a href="#node={p.node}">node {p.node}</a> ({_choices(p.at, n)})' for p, n in tied)
    said = f"{len(tied)} node{'s' if len(tied) > 1 else ''} could have asked something else"
    if len(tied) > SHOWN_TIES:
        return f'<details class="ties"><summary>{said}</summary><p>{links}.</p></details>'
    return f'<p class="ties">{said}: {links}.</p>'


def _choices(node: Tree, endings: int) -> str:
    """The tests that tie at a node, and the leaf, if it is as good, in words."""
    if isinstance(node, Branch) and not node.or_leaf:
        return f"{endings} tests"
    return f"{endings - 1} test{'s' if endings > 2 else ''} or a leaf"


def _row(place: Place, lines: Sequence[str], title: str) -> str:
    node = place.at
    tied = count_endings(node) > 1
    kind = "leaf" if isinstance(node, Leaf) else "tied" if tied else "asks"
    condition = f'<span class="condition">{html(place.condition)}</span> → ' if place.condition else ""
    level = f'<span class="level">level {place.level}</span> ' if place.level > DEEPEST_INDENT else ""
    first, *others = lines
    mark = f'<span class="mark">{html(others.pop())}</span> ' if tied else ""
    counts = " ".join(f"<span>{kept_together(html(line))}</span>" for line in others)
    text = f"<span>{place.node}</span> {level}{condition}<b>{html(first)}</b>{'?' if kind != 'leaf' else ''} {mark}{counts}"
    exactly = f' title="{html(title)}"' if title else ""
    fold = '<button type="button" class="fold" aria-label="Fold or unfold"></button>' if kind != "leaf" else '<span class="fold"></span>'
    expanded = ' aria-expanded="true"' if kind != "leaf" else ""
    return (
        f'<div class="row {kind}" role="treeitem" aria-level="{place.level + 1}"{expanded} data-node="{place.node}" '
        f'style="--level: {min(place.level, DEEPEST_INDENT)}">{fold}<button type="button" class="node"{exactly}>{text}</button></div>'
    )


def _detail(place: Place, explanation: ExplainedTree | None, sure: NodeStability | None) -> Blocks:
    """The details of a node, shown when it is chosen."""
    more = () if sure is None else node_stability_blocks(sure)
    if explanation is not None:
        return (*node_blocks(explanation, explanation.steps[place.node], derived=1), *more)
    return (Heading(path_text(place)), Paragraph(written(place.at.counts)), *map(Paragraph, _node_lines(place.at)), *more)


def _node_lines(node: Tree) -> Iterator[str]:
    if isinstance(node, Leaf):
        yield f"Leaf: {' or '.join(map(label_text, node.labels))}"
    else:
        tied = count_tests(node.optima)
        yield f"Asked: {question_text(node.test)}{f', one of {readable(tied)} that tie:' if tied > 1 else '; no other candidate ties.'}"
        if tied > 1:
            yield "; ".join(map(question_text, islice(list_tests(node.optima), SHOWN_TIES))) + (" …" if tied > SHOWN_TIES else "")
    if count_endings(node) > count_tests(node.optima) > 0:
        yield from or_leaf(node.optima, asked=isinstance(node, Branch))
