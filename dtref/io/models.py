"""
Trees as JSON, out and in: format `dtref-tree/1`, whose JSON Schema is `golden/schema/tree.schema.json`.

Nodes are a flat list in preorder and name their children by position, so that any depth can be written and read. Every number is
written as a string, `"9/14"`; decimals are read, too, as text or as JSON numbers, exactly.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from os import PathLike, fspath

from attrs import evolve, frozen

from dtref.errors import Invalid, way, within
from dtref.exact.brief import brief_repr
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.files import read_text, write_text
from dtref.io.json_text import parse_json
from dtref.io.model_checks import check_nodes
from dtref.io.model_history import NOTHING_TOLD, History, history_json, history_of
from dtref.io.model_nodes import WrittenNode, assembled, node_json, nodes_in_preorder
from dtref.io.model_order import WrittenOrder, written_order
from dtref.io.model_parts import attribute_converter, node_converter, structured
from dtref.spec.growing.monotone import Monotone
from dtref.spec.model.attributes import Attribute, Continuous, Nominal, Ordinal, unsaid_missing_is
from dtref.spec.model.branches import asked
from dtref.spec.model.data import DataSet
from dtref.spec.model.display import Reported
from dtref.spec.model.numerals import numeral
from dtref.spec.model.optima import EverySubset
from dtref.spec.model.trees import Tree
from dtref.spec.preparation.fitted import KNOWN, flag_name

_FORMAT = "dtref-tree/1"


@frozen
class Model(Reported):
    """
    A tree with the attributes and the target, which are needed to read records for it, and the name of the algorithm.

    monotone: the columns with which its predictions may only rise, or fall, so that bounds may have moved labels. history: how it was made.
    """

    attributes: tuple[Attribute, ...]
    target: Attribute
    algorithm: str
    tree: Tree
    monotone: Monotone | None = None
    history: History = NOTHING_TOLD

    __repr__ = brief_repr


@frozen
class _File:
    """The written form of a model, its attributes and nodes still as JSON values."""

    format: str
    algorithm: str
    target: Attribute
    attributes: tuple[object, ...]
    nodes: tuple[object, ...]
    monotone: WrittenOrder | None = None
    grown: object = None
    pruned: object = None
    trained_on: object = None
    read: object = None


@refuses_other_kinds
def write_model(model: Model) -> str:
    """
    A model as JSON text: the header, then one line a node.

    Errors: Invalid where a test asks an attribute that the model lacks, and as `dtref.io.model_nodes.nodes_in_preorder` and
    `dtref.io.model_checks.check_nodes`: a model that could not be read is not written.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> leaf = Leaf((("-", Fraction(1)), ("+", Fraction(3, 2))), ("+",))
    >>> print(write_model(Model((), Nominal("class", ("-", "+")), "CART", leaf)))
    {"format": "dtref-tree/1", "algorithm": "CART",
     "target": {"name": "class", "values": ["-", "+"], "kind": "nominal"},
     "attributes": [],
     "nodes": [
      {"counts": ["1", "3/2"], "labels": ["+"]}
     ]}
    """
    written = nodes_in_preorder(model.tree, model.target, model.monotone is not None)
    _check_attributes(model.attributes, model.target)
    _check_asked(written, model.attributes)
    monotone = model.monotone and model.monotone.of(model.attributes)
    if monotone is not None:
        monotone.check(model.attributes, model.target)
    check_nodes(written, model.target, monotone=monotone)
    by_name = node_converter(model.attributes)
    lines = [_json(node_json(by_name, node)) for node in written]
    target, attributes = _json(_without_null(_attribute_json(model.target))), _json(_attributes_json(model.attributes))
    head = f'{{"format": "{_FORMAT}", "algorithm": {_json(model.algorithm)},\n "target": {target},\n "attributes": {attributes},\n'
    if monotone is not None:
        head += f' "monotone": {_json(written_order(monotone))},\n'
    head += "".join(f' "{name}": {_json(value)},\n' for name, value in history_json(model.history).items())
    return head + ' "nodes": [\n  ' + ",\n  ".join(lines) + "\n ]}"


@refuses_other_kinds
def save_model(model: Model, path: str | PathLike[str]) -> None:
    """Writes a model to a file. Errors: as for `write_model`, and Invalid where the file cannot be written."""
    write_text(path, write_model(model) + "\n")


@refuses_other_kinds
def read_model(path: str | PathLike[str]) -> Model:
    """Reads a model from a file. Errors: as for `parse_model`, and Invalid where the file cannot be read."""
    return parse_model(read_text(path), fspath(path))


@refuses_other_kinds
def parse_model(text: str, name: str = "<model>") -> Model:
    """
    The model of JSON text. name: of the text, in messages.

    Errors: Invalid for text that is not JSON, not in this format, or whose nodes are not those of one tree that records could have grown
    (`dtref.io.model_checks.check_nodes`); each names the node and the field.

    >>> parse_model('{"format": "dtref-tree/2"}', "m.json")
    Traceback (most recent call last):
    dtref.errors.Invalid: m.json, format: expected 'dtref-tree/1' (got 'dtref-tree/2')
    """
    with within(name):
        try:
            json_value = parse_json(text, name, numeral)
        except Invalid as problem:
            if text.lstrip().startswith("{"):
                raise
            raise Invalid(
                name, f"a model, which is JSON, as {way('dtref fit --save', 'dtref.save_model')} writes it", problem.got
            ) from None
        return _model(json_value, name)


_OTHERS = "the file of another program needs its --format"


def _model(json_value: object, name: str) -> Model:
    if not isinstance(json_value, dict):
        raise Invalid(name, "a JSON object", json_value)
    if "format" not in json_value:
        got = f"an object with {', '.join(list(json_value)[:5]) or 'nothing'}"
        answered = {"test", "labels", "label", "answer"} & json_value.keys()
        own = way(
            f"dtref fit --save wrote; {'an answer of the protocol needs --format protocol' if answered else _OTHERS}",
            f"dtref.save_model wrote; {'dtref.tree_of(json.loads(text), data)' if answered else 'dtref.read_foreign'} reads others",
        )
        raise Invalid(name, f"a model, with the format {_FORMAT}, that {own}", got)
    if json_value.get("format") != _FORMAT:
        raise Invalid(f"{name}, format", repr(_FORMAT), json_value.get("format"))
    # The attributes, then the nodes, which name them.
    file = structured(attribute_converter(), json_value, _File, name)
    attributes = _attributes(file.attributes, file.target, name)
    by_name = node_converter(attributes)
    as_read = [structured(by_name, node, WrittenNode, f"{name}, node {i}") for i, node in enumerate(file.nodes)]
    written = [evolve(node, optima=(node.test,)) if node.test is not None and not node.optima else node for node in as_read]
    monotone = None if file.monotone is None else file.monotone.monotone(attributes, file.target, f"{name}, monotone")
    check_nodes(written, file.target, f"{name}, ", monotone)
    history = history_of(file.grown, file.pruned, file.trained_on, file.read, name)
    return Model(attributes, file.target, file.algorithm, assembled(written, file.target), monotone, history)


def _json(value: object) -> str:
    """JSON text that can be encoded: a lone surrogate, which JSON may hold, is written by its number."""
    return re.sub("[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", json.dumps(value, ensure_ascii=False))


def _check_asked(written: Sequence[WrittenNode], attributes: Sequence[Attribute]) -> None:
    """Errors: Invalid where a test asks an attribute that is not one of these, or another one of the same name."""
    by_name = {a.name: a for a in attributes}
    for i, node in enumerate(written):
        for test in (node.test, *node.optima, *(surrogate.test for surrogate in node.surrogates)):
            for attribute in () if test is None else (test.attribute,) if isinstance(test, EverySubset) else asked(test):
                if by_name.get(attribute.name) != attribute:
                    raise Invalid(f"node {i}, test", f"an attribute of the model, which has {by_name.get(attribute.name)}", attribute)


def _attributes_json(attributes: Sequence[Attribute]) -> list[dict[str, object]]:
    """
    Attributes as JSON values. `missing_is` and `flags` are written where they are set, and as null where their absence would mean a value.

    Version 0.1.0 wrote neither; `_unsaid` has the meaning of its files.
    """
    return [
        {key: value for key, value in _attribute_json(a).items() if value is not None or _unsaid(attributes[:i], a).get(key) is not None}
        for i, a in enumerate(attributes)
    ]


def _without_null(fields: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in fields.items() if value is not None}


def _attribute_json(attribute: Attribute) -> dict[str, object]:
    fields: dict[str, object] = attribute_converter().unstructure(attribute, Attribute)
    return fields


def _unsaid(before: Sequence[Attribute], attribute: Attribute) -> Mapping[str, str | None]:
    """The unwritten fields of an attribute of version 0.1.0: it sent missing cells the way of "?", and knew companions by their names."""
    if isinstance(attribute, Continuous):
        return {}
    missing_is = unsaid_missing_is(attribute.values)
    if isinstance(attribute, Ordinal):
        return {"missing_is": missing_is}
    companion = bool(before) and (attribute.name, attribute.values) == (flag_name(before[-1]), KNOWN)
    return {"missing_is": missing_is, "flags": before[-1].name if companion else None}


def _attributes(json_values: Sequence[object], target: Attribute, name: str) -> tuple[Attribute, ...]:
    """The attributes that a file lists. Errors: Invalid where they do not fit, and as `_check_attributes`."""
    converter, attributes = attribute_converter(), list[Attribute]()
    for i, json_value in enumerate(json_values):
        attribute: Attribute = structured(converter, json_value, Attribute, f"{name}, attributes, [{i}]")  # type: ignore[arg-type]  # a union
        fields = {**_attribute_json(attribute), **_unsaid(attributes, attribute), **(json_value if isinstance(json_value, dict) else {})}
        attributes.append(structured(converter, fields, Attribute, f"{name}, attributes, [{i}]"))  # type: ignore[arg-type]  # a union
    _check_attributes(attributes, target, f"{name}, ")
    return tuple(attributes)


def _check_attributes(attributes: Sequence[Attribute], target: Attribute, prefix: str = "") -> None:
    """Errors: Invalid where a name comes twice, or an attribute flags what is none of them."""
    try:
        DataSet(tuple(attributes), target, ())
    except Invalid as problem:
        raise Invalid(prefix + problem.where, problem.wanted, problem.got) from None
    flagged = {a.name for a in attributes if not isinstance(a, Nominal) or a.flags is None}
    for i, attribute in enumerate(attributes):
        if isinstance(attribute, Nominal) and attribute.flags is not None and attribute.flags not in flagged:
            raise Invalid(f"{prefix}attributes, [{i}], flags", "the name of an attribute that is no flag itself", attribute.flags)
