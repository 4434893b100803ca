"""
Trees as JSON, out and in: format `dtref-tree/1`, whose JSON Schema is `golden/schema/tree.schema.json`.

Nodes are a flat list in preorder and name their children by position, so that any depth can be written and read. Every number is
written as a string, `"9/14"`; a decimal is read, too, as text or as a number of JSON, and is the decimal that stands there.
Before this: `dtref.io.model_parts`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from os import PathLike, fspath
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen
from toolz import valfilter

from dtref.errors import Invalid
from dtref.io.files import read_text, write_text
from dtref.io.json_text import parse_json
from dtref.io.model_parts import AnyTest, attribute_converter, fraction, node_converter, structured
from dtref.io.numbers import Json
from dtref.model.attributes import Attribute, Continuous
from dtref.model.branching import branch_count
from dtref.model.data import DataSet
from dtref.model.numerals import numeral
from dtref.model.optima import EverySubset, Optima
from dtref.model.tests import Subset, Test
from dtref.model.trees import MOMENTS, Branch, Gap, GapRule, Leaf, Surrogates, Tally, Tree, children, nodes

if TYPE_CHECKING:
    from cattrs import Converter

FORMAT = "dtref-tree/1"


@frozen
class Model:
    """A tree with what is needed to read records for it: the attributes, the target, and the name of the algorithm."""

    attributes: tuple[Attribute, ...]
    target: Attribute
    algorithm: str
    tree: Tree


@frozen
class _Surrogate:
    """A test that stands in for a node's own, and for each of its branches the node's branch that it stands for."""

    test: Test
    stands_for: tuple[int, ...]


@frozen
class _Node:
    """
    A node as it is written: `counts` follow the order of the target's values (a continuous target's are the records, the sum of y and
    that of y^2, and its label is a number); a leaf has no test, optima, children and gap. gap: what missing values do, "" is refuse.
    `optima` may be left out: they are the test alone then.
    """

    counts: tuple[Fraction, ...]
    labels: tuple[str, ...]
    test: Test | None = None
    optima: tuple[Test | EverySubset, ...] = ()
    children: tuple[str, ...] = ()
    gap: str = ""
    surrogates: tuple[_Surrogate, ...] = ()
    otherwise: int | None = None


@frozen
class _File:
    """A model as it is written, its nodes still in the form that JSON gives them."""

    format: str = field()
    algorithm: str
    target: Attribute
    attributes: tuple[Attribute, ...]
    nodes: tuple[dict[str, object], ...]


def write_model(model: Model) -> str:
    """
    A model as JSON text: the header, then one line a node. Errors: Invalid where a node's classes are not the target's.

    >>> from dtref.model.attributes import Nominal
    >>> leaf = Leaf((("-", Fraction(1)), ("+", Fraction(3, 2))), ("+",))
    >>> print(write_model(Model((), Nominal("class", ("-", "+")), "CART", leaf)))
    {"format": "dtref-tree/1", "algorithm": "CART",
     "target": {"name": "class", "values": ["-", "+"], "kind": "nominal"},
     "attributes": [],
     "nodes": [
      {"counts": ["1", "3/2"], "labels": ["+"]}
     ]}
    """
    plain = attribute_converter()
    by_name = node_converter(model.attributes)
    lines = [json.dumps(_written(by_name, node), ensure_ascii=False) for node in _listed(model.tree, _names(model.target))]
    target = json.dumps(plain.unstructure(model.target, Attribute), ensure_ascii=False)
    attributes = json.dumps(plain.unstructure(model.attributes, tuple[Attribute, ...]), ensure_ascii=False)
    head = f'{{"format": "{FORMAT}", "algorithm": {json.dumps(model.algorithm)},\n "target": {target},\n "attributes": {attributes},\n'
    return head + ' "nodes": [\n  ' + ",\n  ".join(lines) + "\n ]}"


def save_model(model: Model, path: str | PathLike[str]) -> None:
    """Write a model to a file. Errors: Invalid where the file cannot be written."""
    write_text(path, write_model(model) + "\n")


def read_model(path: str | PathLike[str]) -> Model:
    """Read a model from a file. Errors: as for `parse_model`, and Invalid where the file cannot be read."""
    return parse_model(read_text(path), fspath(path))


def parse_model(text: str, name: str = "<model>") -> Model:
    """
    The model of JSON text; `name` is what messages call it.

    Errors: Invalid for text that is not JSON, not in this format, or whose nodes are not one tree.

    >>> parse_model('{"format": "dtref-tree/2"}', "m.json")
    Traceback (most recent call last):
    dtref.errors.Invalid: m.json: expected format 'dtref-tree/1' (got 'dtref-tree/2')
    """
    given = parse_json(text, name, numeral)
    if not isinstance(given, dict):
        raise Invalid(name, "a JSON object", given)
    if given.get("format") != FORMAT:
        raise Invalid(name, f"format {FORMAT!r}", given.get("format"))
    file = structured(attribute_converter(), given, _File, name)
    DataSet(file.attributes, file.target, ())  # names differ
    by_name = node_converter(file.attributes)
    read = [structured(by_name, node, _Node, f"{name}, node {i}") for i, node in enumerate(file.nodes)]
    listed = [evolve(node, optima=(node.test,)) if node.test is not None and not node.optima else node for node in read]
    return Model(file.attributes, file.target, file.algorithm, _assembled(listed, _names(file.target), name))


def _names(target: Attribute) -> tuple[str, ...]:
    """What the counts of a node are of."""
    return MOMENTS if isinstance(target, Continuous) else target.values


def json_of_test(test: Test | EverySubset) -> dict[str, Json]:
    """
    A test as JSON values, as models write it.

    >>> from dtref.model.attributes import Nominal
    >>> from dtref.model.tests import Multiway
    >>> json_of_test(Multiway(Nominal("windy", ("no", "yes"))))
    {'attribute': 'windy', 'kind': 'multiway'}
    """
    written: dict[str, Json] = node_converter(()).unstructure(test, AnyTest)
    return written


def _listed(tree: Tree, classes: tuple[str, ...]) -> list[_Node]:
    preorder = list(nodes(tree))
    sizes: list[int] = [0] * len(preorder)  # how many nodes each subtree has
    at = len(preorder)
    finished: list[int] = []
    for node in reversed(preorder):
        at -= 1
        below = [finished.pop() for _ in children(node)]
        sizes[at] = 1 + sum(below)
        finished.append(sizes[at])
    return [_node(node, i, sizes, classes) for i, node in enumerate(preorder)]


def _node(node: Tree, position: int, sizes: Sequence[int], classes: tuple[str, ...]) -> _Node:
    if tuple(c for c, _ in node.counts) != classes:
        raise Invalid(f"node {position}", f"counts of the classes {classes}", node.counts)
    counts = tuple(n for _, n in node.counts)
    labels = tuple(map(str, node.labels))
    if isinstance(node, Leaf):
        return _Node(counts, labels)
    names, child = [], position + 1
    for _ in node.children:
        names.append(str(child))
        child += sizes[child]
    if isinstance(node.gap, Surrogates):
        surrogates = tuple(_Surrogate(test, stands_for) for test, stands_for in node.gap.tests)
        return _Node(counts, labels, node.test, node.optima, tuple(names), "surrogates", surrogates, node.gap.otherwise)
    gap = "" if node.gap is Gap.REFUSE else node.gap.value
    return _Node(counts, labels, node.test, node.optima, tuple(names), gap)


def _assembled(listed: Sequence[_Node], classes: tuple[str, ...], name: str) -> Tree:
    built: dict[str, Tree] = {}
    for i in reversed(range(len(listed))):
        node = listed[i]
        _check_counts(node, classes, f"{name}, node {i}")
        _check_test(node, f"{name}, node {i}")
        tally = tuple(zip(classes, node.counts, strict=True))
        if not set(node.children) <= built.keys() or len(set(node.children)) != len(node.children):
            raise Invalid(f"{name}, node {i}", "children further down the list, each the child of one node", list(node.children))
        parts = tuple(built.pop(c) for c in node.children)
        built[str(i)] = _placed(node, parts, tally, f"{name}, node {i}")
    if list(built) != ["0"]:
        raise Invalid(f"{name}, nodes", "one tree with node 0 as its root", f"{len(built)} roots")
    if not classes and len(listed) > 1:
        raise Invalid(f"{name}, target", "at least one value, as there is more than a leaf", list(classes))
    return built["0"]


def _check_counts(node: _Node, classes: tuple[str, ...], where: str) -> None:
    """Errors: Invalid for counts and labels that no node of these classes has; of a continuous target the first count is the records."""
    if len(node.counts) != len(classes) or not (classes == MOMENTS or set(node.labels) <= set(classes)):
        raise Invalid(where, f"a count for each of the classes {classes}, and labels among them", node.labels)
    numbers = node.counts[:1] if classes == MOMENTS else node.counts
    if min(numbers, default=0) < 0:
        raise Invalid(where, "counts of at least 0", [str(n) for n in node.counts])
    if classes and classes != MOMENTS and not node.labels:
        raise Invalid(where, "at least one label", list(node.labels))
    if len(set(node.labels)) < len(node.labels):
        raise Invalid(where, "labels that differ", list(node.labels))


def _check_test(node: _Node, where: str) -> None:
    """Errors: Invalid for a test that has no branches, as its attribute has no values, or that is not among the node's optima."""
    if node.test is None:
        return
    if branch_count(node.test) == 0:
        raise Invalid(where, "a test with branches (its attribute has no values)", json_of_test(node.test))
    if not _among(node.test, node.optima):
        raise Invalid(where, "a test that is among its optima", json_of_test(node.test))


def _among(test: Test, optima: Optima) -> bool:
    symbolic = [o for o in optima if isinstance(o, EverySubset)]
    return test in optima or (isinstance(test, Subset) and any(o.attribute == test.attribute for o in symbolic))


def _placed(node: _Node, parts: tuple[Tree, ...], tally: Tally, where: str) -> Tree:
    try:
        labels = tuple(map(fraction, node.labels)) if tuple(name for name, _ in tally) == MOMENTS else node.labels
        if node.test is not None:
            return Branch(tally, labels, node.test, node.optima, parts, _gap(node))
    except ValueError as problem:
        raise Invalid(where, "labels, children and a gap that fit its test", str(problem)) from None
    if parts or node.optima or node.gap or node.surrogates or node.otherwise is not None:
        raise Invalid(where, "a test, as it has children, optima or a gap", None)
    return Leaf(tally, labels)


def _gap(node: _Node) -> GapRule:
    if node.gap == "surrogates":
        if node.otherwise is None:
            raise ValueError("the gap 'surrogates' needs a branch for the rest")
        return Surrogates(tuple((s.test, s.stands_for) for s in node.surrogates), node.otherwise)
    if node.surrogates or node.otherwise is not None:
        raise ValueError("only the gap 'surrogates' has surrogates and a branch for the rest")
    return Gap(node.gap or "refuse")


def _written(by_name: Converter, node: _Node) -> dict[str, object]:
    """A node without its empty fields, but for counts and labels."""
    whole: dict[str, object] = by_name.unstructure(node)
    filled: dict[str, object] = valfilter(bool, whole)
    return {"counts": whole["counts"], "labels": whole["labels"]} | filled
