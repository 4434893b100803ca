"""
Decision trees in PMML's TreeModel (versions 2.0 to 4.4).

A node asks by the predicates of its children, of which the first that is true is taken. Read are those that ask one field together:
`lessOrEqual` and `greaterThan` of one number (or `lessThan` and `greaterOrEqual`), `equal` and `notEqual`, sets with `isIn` and
`isNotIn`, and `True` for what is left. A tree that asks otherwise (several fields at once, surrogates) is refused: it has no form here.
Text with a document type is refused before it is parsed, so that no entity is ever expanded. Before this: `dtref.io.foreign.rpart`.
Next: `dtref.io.foreign.formats`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias
from xml.etree import ElementTree

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.io.files import read_text
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Values
from dtref.model.numerals import numeral
from dtref.model.schemes import unfold
from dtref.model.tests import Side

Element: TypeAlias = ElementTree.Element
Built: TypeAlias = tuple[Callable[[Sequence[ForeignNode]], ForeignNode], list[Element]]

CUTS = {"lessOrEqual": (Side.AT_MOST, 0), "greaterThan": (Side.AT_MOST, 1), "lessThan": (Side.BELOW, 0), "greaterOrEqual": (Side.BELOW, 1)}
"""An operator as a side, and which branch of the cut it is."""
PREDICATES = ("SimplePredicate", "SimpleSetPredicate", "CompoundPredicate", "True", "False")


@frozen
class Asked:
    """What the predicate of a child asks: a field, an operator, its values; no field where it is True."""

    field: str
    operator: str
    values: tuple[str, ...]


def read_pmml(path: Path) -> tuple[ForeignTree, ...]:
    """The trees of a PMML file, also of a MiningModel's segments. Errors: Invalid where it has none, or one without a form here."""
    text = read_text(path)
    if re.search(r"<!\s*(DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise Invalid(path.name, "PMML without a document type", "<!DOCTYPE or <!ENTITY")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as problem:
        raise Invalid(path.name, "XML", str(problem)) from None
    except RecursionError:
        raise Invalid(path.name, "XML that is nested a few thousand levels deep at most", "deeper nesting") from None
    models = [element for element in root.iter() if _tag(element) == "TreeModel"]
    if not models:
        raise Invalid(path.name, "a TreeModel", "none")
    return tuple(_model(model, f"{path.name}, tree {i}") for i, model in enumerate(models, 1))


def _tag(element: Element) -> str:
    """The name of an element without its namespace, which changes from version to version."""
    return element.tag.rpartition("}")[2]


def _model(model: Element, where: str) -> ForeignTree:
    nodes = [element for element in model if _tag(element) == "Node"]
    if len(nodes) != 1:
        raise Invalid(where, "one root Node", len(nodes))
    numeric = model.get("functionName") == "regression"
    strategy = model.get("missingValueStrategy", "none")
    return ForeignTree(
        unfold(nodes[0], _expand(where, numeric, strategy)),
        f"PMML {where}",
        (),
        (f"missing values: {strategy}, by which node is not read",),
    )


def _expand(where: str, numeric: bool, strategy: str) -> Callable[[Element], Built]:
    def expand(node: Element) -> Built:
        place = node.get("id", "?")
        children = [element for element in node if _tag(element) == "Node"]
        score, count = node.get("score"), node.get("recordCount")
        label = None if score is None else numeral(score) if numeric else score
        claims = None if numeric else _counts(node)
        records = None if claims is not None or count is None else numeral(count)
        if not children:
            return lambda _: ForeignNode(place, None, (), label, claims, records), []
        ask, order = _ask([_predicate(child, where) for child in children], f"{where}, node {place}")
        missing = next((i for i, k in enumerate(order) if children[k].get("id") == node.get("defaultChild")), None)
        if strategy == "defaultChild" and missing is not None:
            ask = _with_missing(ask, missing)
        return lambda below: ForeignNode(place, ask, tuple(below), label, claims, records), [children[k] for k in order]

    return expand


def _with_missing(ask: Ask, branch: int) -> Ask:
    return evolve(ask, missing=branch)


def _counts(node: Element) -> tuple[tuple[str, Fraction], ...] | None:
    shares = [element for element in node if _tag(element) == "ScoreDistribution"]
    counts = tuple((element.get("value", ""), numeral(element.get("recordCount", ""))) for element in shares if element.get("recordCount"))
    return counts or None


def _predicate(node: Element, where: str) -> Asked:
    found = [element for element in node if _tag(element) in PREDICATES]
    if len(found) != 1:
        raise Invalid(f"{where}, node {node.get('id', '?')}", "one predicate", len(found))
    (predicate,) = found
    match _tag(predicate):
        case "True":
            return Asked("", "True", ())
        case "SimplePredicate":
            return Asked(predicate.get("field", ""), predicate.get("operator", ""), (predicate.get("value", ""),))
        case "SimpleSetPredicate":
            return Asked(predicate.get("field", ""), predicate.get("booleanOperator", ""), _array(predicate, where))
        case tag:
            raise Invalid(f"{where}, node {node.get('id', '?')}", "a predicate of one field", tag)


def _array(predicate: Element, where: str) -> tuple[str, ...]:
    array = next((element for element in predicate if _tag(element) == "Array"), None)
    if array is None:
        raise Invalid(where, "a set with an Array", "none")
    quoted = re.findall(r'"((?:[^"\\]|\\.)*)"|(\S+)', array.text or "")
    return tuple(re.sub(r"\\(.)", r"\1", inside) if inside or not bare else bare for inside, bare in quoted)


def _ask(asked: Sequence[Asked], where: str) -> tuple[Ask, list[int]]:
    """What the children of a node ask together, and their order as branches."""
    fields = {one.field for one in asked if one.operator != "True"}
    if len(fields) != 1:
        raise Invalid(where, "children that ask one field", sorted(fields))
    (field,) = fields
    operators = [one.operator for one in asked]
    if set(operators) <= {*CUTS, "True"} and len(asked) == 2 and operators[0] in CUTS:
        side, branch = CUTS[operators[0]]
        fits = operators[1] == "True" or (
            operators[1] in CUTS and CUTS[operators[1]] == (side, 1 - branch) and asked[1].values == asked[0].values
        )
        if not fits:
            raise Invalid(where, "two children that share out the numbers", [f"{one.operator} {one.values[0]}" for one in asked])
        return Cut(field, numeral(asked[0].values[0]), side), [branch, 1 - branch]
    return _groups(field, asked, where), list(range(len(asked)))


def _groups(field: str, asked: Sequence[Asked], where: str) -> Values:
    """Groups of values, of which the first that names a value takes it; the rest goes to a last `True`, or to the negation of the other."""
    groups: list[tuple[str, ...]] = []
    otherwise: int | None = None
    for i, one in enumerate(asked):
        others = [set(other.values) for k, other in enumerate(asked) if k != i]
        if one.operator in ("equal", "isIn"):
            named = {value for group in groups for value in group}
            groups.append(tuple(value for value in one.values if value not in named))
        elif (one.operator == "True" and i == len(asked) - 1) or (one.operator in ("notEqual", "isNotIn") and others == [set(one.values)]):
            groups.append(())
            otherwise = i
        else:
            raise Invalid(where, "children that share out the values", [other.operator for other in asked])
    return Values(field, tuple(groups), otherwise)
