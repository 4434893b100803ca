"""How sure a tree is, as a page and as JSON: what is as good as the whole, a row for each inner node, and what samples ask there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dtref.engines.stability import Stability
from dtref.errors import CountBound, Undecided, Undefined, shortened
from dtref.exact.number_text import decimal_text, exact_text, number_style, readable
from dtref.io.numbers import Json
from dtref.show.page.as_json import value_json
from dtref.show.page.blocks import Block, Blocks, Figures, Heading, NamedValue, Paragraph, TableBlock
from dtref.spec.model.branches import condition, question_text
from dtref.spec.model.optima import count_tests, list_tests
from dtref.spec.model.tests import Test
from dtref.spec.stability.node_stability import NodeStability
from dtref.spec.stability.removals import Removals

_MEANING = (
    "tied: how many tests are as good, of which one is asked. "
    "margin: how much better than the best test that parts the records otherwise (rival), by the criterion. leave out: the fewest "
    "records without which a rival is as good (never: leaving out any was tried). alone: the records each of which, left out alone, "
    "makes a rival better."
)


def stability_blocks(sure: Stability, digits: int = 3) -> Blocks:
    """
    A page: the trees that are as good, the records for which they differ, a row for each inner node, in preorder, and what samples ask
    there.

    >>> from dtref.engines.stability import stability
    >>> from dtref.show.page.as_text import as_text
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> print(as_text(stability_blocks(stability(grow(parity(1), CART), parity(1), CART, [(0, 1), (1, 1)]))[:4]))
    Equally good trees
      trees                         1
      partitions                    1
      predict the same              for 2 of 2 records
    <BLANKLINE>
    Nodes
      node           records  tied  margin  rival  leave out  alone    kept  leaf
      x1 in {False}        2     -       -      -      never   none  1 of 2     1
    """
    sampled = any(node.resampled is not None for node in sure.nodes)
    head = ("node", "records", "tied", "margin", "rival", "leave out", "alone", *(("kept", "leaf") if sampled else ()))
    names = node_names(sure.nodes)
    return (
        *(Heading("Equally good trees"), Figures((_count("trees", sure.trees), _count("partitions", sure.partitions), *_same(sure)))),
        *_before_pruning(sure),
        *(
            Heading("Nodes"),
            TableBlock(head, tuple(_row(node, names, digits) for node in sure.nodes), _tied(sure.nodes)),
            Paragraph(_MEANING),
        ),
        *(_in_samples(sure, names) if sampled else ()),
    )


def _before_pruning(sure: Stability) -> Blocks:
    """A sentence where the policy prunes its trees."""
    steps = ", ".join(map(str, sure.pruning))
    told = f"Before pruning ({steps}): trees and partitions are those that grow, and each node is judged as growing decides it."
    return (Paragraph(told),) if steps else ()


def _tied(nodes: Sequence[NodeStability]) -> tuple[int, ...]:
    """The rows of nodes that tie."""
    return tuple(i for i, node in enumerate(nodes) if node.tied > 1)


def node_names(inner_nodes: Iterable[NodeStability]) -> Mapping[tuple[int, ...], str]:
    """
    The inner nodes of a tree in words, by path: the branch of the parent that leads there, and the test.

    >>> from dtref.engines.stability import stability
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> node_names(stability(grow(parity(2), CART), parity(2), CART).nodes)
    {(): 'x1 in {False}', (0,): '  x1 in {False}: x2 in {False}', (1,): '  x1 not in {False}: x2 in {False}'}
    """
    tests = {node.path: node.test for node in inner_nodes}
    return {
        path: "  " * len(path) + (f"{condition(tests[path[:-1]], path[-1])}: " if path else "") + question_text(test)
        for path, test in tests.items()
    }


def node_stability_blocks(node: NodeStability) -> Blocks:
    """
    How sure one node is, as part of a page about it.

    >>> from dtref.engines.stability import stability
    >>> from dtref.show.page.as_text import as_text
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> print(as_text(node_stability_blocks(stability(grow(parity(2), CART), parity(2), CART).nodes[0])))
    How sure
      margin                        0   [rival: x2 in {False}]
      records to leave out          0   [until a rival is as good]
      alone                         none   [records each of which, left out, makes a rival better]
    """
    lead, drawn = node.margin.margin, node.resampled
    rows = [
        NamedValue("margin", "not decided" if isinstance(lead, Undecided) else lead, f"rival: {_rival(node)}"),
        NamedValue("records to leave out", removals_text(node.removals), "until a rival is as good"),
        NamedValue("alone", _single_numbers(node.removals), "records each of which, left out, makes a rival better"),
    ]
    if drawn is not None:
        asks = ", ".join(f"{attribute} {n}" for attribute, n in drawn.attributes) or "nothing"
        rows.append(NamedValue("kept in samples", f"{drawn.kept} of {drawn.samples}", f"asked there: {asks}; a leaf in {drawn.leaf}"))
    return Heading("How sure", 2), Figures(tuple(rows))


def _single_numbers(found: Removals) -> str:
    return _single(found) if isinstance(found.single, Undecided) or not found.single else _numbers(found.single)


def _in_samples(sure: Stability, names: Mapping[tuple[int, ...], str]) -> Sequence[Block]:
    """For each node the attributes that are asked there, each with the number of samples."""
    rows = []
    for node in sure.nodes:
        often = () if node.resampled is None else sorted(node.resampled.attributes, key=lambda one: -one[1])
        rows.append((names[node.path], ", ".join(f"{attribute} {n}" for attribute, n in often) or "-"))
    return Heading("Asked in samples"), TableBlock(("node", "attributes, each with the number of samples"), tuple(rows), wraps=True)


def _count(name: str, number: int | Undecided) -> NamedValue:
    return NamedValue(name, f"not decided within {number.limits}" if isinstance(number, Undecided) else readable(number))


def _same(sure: Stability) -> Sequence[NamedValue]:
    """For how many records all trees predict the same, and for which they differ."""
    name = "predict the same"
    match sure.answers:
        case Undecided() as undecided:
            return (NamedValue(name, f"not decided within {undecided.limits}"),)
        case Undefined(why=why):
            return (NamedValue(name, f"not told: {why}"),)
        case answers:
            differ = sure.open_records
            same = NamedValue(name, f"for {len(answers) - len(differ)} of {len(answers)} records")
            return (same, NamedValue("differ", f"for records {_numbers(differ)}")) if differ else (same,)


def _numbers(records: Sequence[int]) -> str:
    return shortened(", ".join(str(i + 1) for i in records), 80)


def _row(node: NodeStability, names: Mapping[tuple[int, ...], str], digits: int) -> tuple[str, ...]:
    drawn = node.resampled
    return (
        names[node.path],
        str(node.records),
        str(node.tied) if node.tied > 1 else "-",
        margin_text(node, digits),
        _rival(node),
        removals_text(node.removals),
        _single(node.removals),
        *(() if drawn is None else (f"{drawn.kept} of {drawn.samples}", str(drawn.leaf))),
    )


def margin_text(node: NodeStability, digits: int) -> str:
    """The margin of a node in words: a decimal, or why there is none."""
    match lead := node.margin.margin:
        case Undecided():
            return "not decided"
        case Undefined():
            return "-"
        case _:
            return decimal_text(lead, digits)


def _rival(node: NodeStability) -> str:
    """The first rival, and how many others are as good."""
    if node.margin.leaf:
        return "a leaf"
    first: Test | None = next(list_tests(node.margin.rivals), None)
    if first is None:
        return "-"
    others = count_tests(node.margin.rivals) - 1
    return question_text(first) + (f" (+{readable(others)})" if others else "")


def removals_text(found: Removals) -> str:
    """How many records to leave out, in words."""
    if found.most == found.least:
        return str(found.least)
    if isinstance(found.most, Undefined):
        return "never" if found.never else f"{found.least} or more"
    return f"{found.least} to {readable(found.most)}"


def _most_json(found: Removals) -> Json:
    """The most records to leave out; "never" where none do it."""
    if found.never:
        return "never"
    return {"undefined": found.most.why} if isinstance(found.most, Undefined) else exact_text(found.most)


def _single(found: Removals) -> str:
    if isinstance(found.single, Undecided):
        return "not decided"
    return readable(len(found.single)) if found.single else "none"


def stability_json(sure: Stability, digits: int = 12) -> dict[str, Json]:
    """
    The same as JSON; numbers exact and decimal, records by position from 1.

    >>> from dtref.engines.stability import stability
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> answer = stability_json(stability(grow(parity(2), CART), parity(2), CART))
    >>> answer["trees"], answer["nodes"][0]["margin"], answer["nodes"][0]["leave_out"]
    ('2', {'exact': '0', 'decimal': '0.000000000000'}, {'least': '0', 'most': '0', 'records': []})
    """
    with number_style(exact=True):
        return _json(sure, digits)


def _json(sure: Stability, digits: int) -> dict[str, Json]:
    names = node_names(sure.nodes)
    answers: Json = (
        [[list(map(str, labels)) for labels in sorted(said, key=str)] for said in sure.answers]
        if isinstance(sure.answers, tuple)
        else _undecided_json(sure.answers)
    )
    return {
        "trees": _number_json(sure.trees),
        "partitions": _number_json(sure.partitions),
        "answers": answers,
        "open_records": [str(i + 1) for i in sure.open_records],
        "nodes": [_node_json(node, names[node.path].strip(), digits) for node in sure.nodes],
        **({"pruning": [str(step) for step in sure.pruning]} if sure.pruning else {}),
    }


def _number_json(number: int | Undecided) -> Json:
    return _undecided_json(number) if isinstance(number, Undecided) else exact_text(number)


def _undecided_json(why: Undecided | Undefined) -> Json:
    return {"undefined": why.why} if isinstance(why, Undefined) else {"undecided": str(why), **_bounds(why.lower, why.upper)}


def _bounds(lower: CountBound, upper: CountBound) -> dict[str, Json]:
    ends = {"lower": lower, "upper": upper}
    return {name: exact_text(end) for name, end in ends.items() if not isinstance(end, Undefined)}


def _node_json(node: NodeStability, name: str, digits: int) -> dict[str, Json]:
    lead, found, drawn = node.margin.margin, node.removals, node.resampled
    single: Json = _undecided_json(found.single) if isinstance(found.single, Undecided) else [str(row + 1) for row in found.single]
    return {
        "path": [str(i) for i in node.path],
        "node": name,
        "records": str(node.records),
        "tied": str(node.tied),
        "margin": _undecided_json(lead) if isinstance(lead, Undecided) else value_json(lead, digits),
        "rival": _rival(node),
        "leave_out": {
            "least": str(found.least),
            "most": _most_json(found),
            "records": [str(row + 1) for row in found.example],
        },
        "alone": single,
        **(
            {}
            if drawn is None
            else {
                "kept": str(drawn.kept),
                "samples": str(drawn.samples),
                "leaf": str(drawn.leaf),
                "attributes": {attribute: str(often) for attribute, often in drawn.attributes},
            }
        ),
    }
