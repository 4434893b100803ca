"""A tree as PMML 4.4: a TreeModel whose nodes have the predicates of the ways on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias, assert_never
from xml.sax.saxutils import escape, quoteattr

from dtref.errors import Invalid, printable
from dtref.io.export.doubles import Doubles
from dtref.io.export.forks import Compares, Either, Ending, Every, Fork, Guard, IsMissing, IsOneOf, Passage, forks, one_of_guards
from dtref.io.export.head import asked_attributes, head
from dtref.io.models import Model
from dtref.spec.model.attributes import Attribute, Continuous, Ordinal
from dtref.spec.model.schemes import walk
from dtref.spec.model.tally import Moments, size
from dtref.spec.model.trees import Label, Tree

_OPERATORS = {"<=": "lessOrEqual", "<": "lessThan", ">": "greaterThan", ">=": "greaterOrEqual"}

_ABOUT = "A value that no Node's predicate is true of ends without a prediction (returnNullPrediction)."


def pmml_text(model: Model, doubles: Doubles) -> str:
    """
    A PMML file. Errors: Invalid as for `forks`, and for a name or value with a character that XML doesn't have.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.trees import Leaf
    >>> text = pmml_text(Model((), Nominal("y", ("-", "+")), "CART", Leaf((("-", Fraction(1)), ("+", Fraction(3))), ("+",))), Doubles.EXACT)
    >>> print(text.partition("</MiningSchema>")[2].strip().partition("</TreeModel>")[0].strip())
    <Node id="0" score="+" recordCount="4"><True/>
    <ScoreDistribution value="-" recordCount="1"/><ScoreDistribution value="+" recordCount="3"/>
    </Node>
    """
    attributes, numeric = asked_attributes(model), isinstance(model.target, Continuous)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<PMML version="4.4" xmlns="http://www.dmg.org/PMML-4_4">',
        "<Header><Annotation>",
        *(escape(line) for line in (*head(model, doubles, "no prediction"), _ABOUT)),
        "</Annotation></Header>",
        "<DataDictionary>",
        *(_data_field(attribute) for attribute in (*attributes, model.target)),
        "</DataDictionary>",
        f'<TreeModel functionName="{"regression" if numeric else "classification"}" algorithmName={quoteattr(model.algorithm)} '
        'missingValueStrategy="none" noTrueChildStrategy="returnNullPrediction" splitCharacteristic="multiSplit">',
        "<MiningSchema>",
        *(f'<MiningField name={quoteattr(a.name)} invalidValueTreatment="asIs"/>' for a in attributes),
        f'<MiningField name={quoteattr(model.target.name)} usageType="target"/>',
        "</MiningSchema>",
        *_nodes(forks(model.tree, doubles), counted=bool(size(model.tree.counts))),
        "</TreeModel>",
        "</PMML>\n",
    ]
    text = "\n".join(lines)
    if odd := re.search("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", text):
        raise Invalid("text", "characters that XML has", odd[0])
    return text


def _data_field(attribute: Attribute) -> str:
    if isinstance(attribute, Continuous):
        return f'<DataField name={quoteattr(attribute.name)} optype="continuous" dataType="double"/>'
    kind = "ordinal" if isinstance(attribute, Ordinal) else "categorical"
    values = "".join(f"<Value value={quoteattr(value)}/>" for value in attribute.values)
    return f'<DataField name={quoteattr(attribute.name)} optype="{kind}" dataType="string">{values}</DataField>'


_Node: TypeAlias = tuple[Fork | Ending, str]
"""A node, and its predicate as XML."""


def _nodes(root: Fork | Ending, counted: bool) -> Iterator[str]:
    """The Nodes in the file's order, each with its number there as id. counted: whether the tree has counts of records."""

    def below(node: _Node, level: int) -> Iterator[tuple[_Node, int]]:
        for passage, predicate in _with_predicates(node[0]):
            yield (passage.then, f"<!-- {_comment(passage.says)} --> {predicate}"), level + 1

    above = -1
    start: _Node = (root, "<True/>")
    for number, ((node, predicate), level) in enumerate(walk(start, 0, below)):
        yield from ("</Node>" for _ in range(above, level - 1, -1))
        yield from _node(node, number, predicate, counted)
        above = level
    yield from ("</Node>" for _ in range(above, -1, -1))


def _comment(text: str) -> str:
    return re.sub("-(?=-|$)", "- ", printable(text)).strip()


def _node(node: Fork | Ending, number: int, predicate: str, counted: bool) -> Iterator[str]:
    """A Node's beginning, predicate and claims."""
    tree: Tree = node.node
    label = node.label if isinstance(node, Ending) else next(iter(tree.labels), None)
    score = "" if label is None else f" score={quoteattr(_score(label))}"
    records = size(tree.counts)
    count = f' recordCount="{_number(float(records))}"' if counted else ""
    yield f'<Node id="{number}"{score}{count}>{predicate}'
    if records and not isinstance(tree.counts, Moments):
        counts = (f'<ScoreDistribution value={quoteattr(name)} recordCount="{_number(float(n))}"/>' for name, n in tree.counts)
        yield "".join(counts)


def _score(label: Label) -> str:
    return label if isinstance(label, str) else _number(float(label))


def _number(x: float) -> str:
    return repr(x).removesuffix(".0")


def _with_predicates(node: Fork | Ending) -> Iterator[tuple[Passage, str]]:
    """The ways on from a node with their predicates: in the form of surrogates, if all of them have it."""
    passages = node.passages if isinstance(node, Fork) else ()
    chains = [_chain(passage.condition) for passage in passages]
    fields = {tuple(own.attribute.name for own in chain) for chain, _ in chains}
    if len(passages) == 2 and len(fields) == 1 and len(fields.pop()) > 1 and chains[0][1] is not chains[1][1]:
        for passage, (chain, last) in zip(passages, chains, strict=True):
            parts = "".join(map(_predicate, chain)) + ("<True/>" if last else "<False/>")
            yield passage, f'<CompoundPredicate booleanOperator="surrogate">{parts}</CompoundPredicate>'
    else:
        yield from ((passage, _predicate(passage.condition)) for passage in passages)


def _chain(condition: Guard) -> tuple[list[Compares | IsOneOf], bool]:
    """The questions that are asked one after the other where a value is missing, and the answer at the end; none in any other form."""
    chain: list[Compares | IsOneOf] = []
    while True:
        match condition:
            case Compares() | IsOneOf():
                return [*chain, condition], False
            case Either(parts=(Compares() | IsOneOf() as own, IsMissing(attribute=attribute))) if attribute == own.attribute:
                return [*chain, own], True
            case Either(parts=(Compares() | IsOneOf() as own, Every(parts=(IsMissing(attribute=attribute), *rest)))) if (
                attribute == own.attribute and len(rest) == 1
            ):
                chain.append(own)
                (condition,) = rest
            case _:
                return [], False


def _predicate(condition: Guard) -> str:
    match condition:
        case Compares(attribute=attribute, sign=sign, number=number):
            return f'<SimplePredicate field={quoteattr(attribute.name)} operator="{_OPERATORS[sign]}" value="{number!r}"/>'
        case IsMissing(attribute=attribute):
            return f'<SimplePredicate field={quoteattr(attribute.name)} operator="isMissing"/>'
        case IsOneOf(attribute=attribute, values=(value,)):
            return f'<SimplePredicate field={quoteattr(attribute.name)} operator="equal" value={quoteattr(value)}/>'
        case IsOneOf(attribute=attribute, values=values):
            # programs differ on backslashes and quotes in an Array
            if any(set(value) & set('"\\\n\r\t') for value in values):
                return _predicate(one_of_guards(*(IsOneOf(attribute, (value,)) for value in values)))
            array = escape(" ".join(f'"{value}"' for value in values))
            field = quoteattr(attribute.name)
            return (
                f'<SimpleSetPredicate field={field} booleanOperator="isIn"><Array n="{len(values)}" type="string">{array}</Array>'
                "</SimpleSetPredicate>"
            )
        case Every(parts=()) | Either(parts=()):
            return f"<{isinstance(condition, Every)}/>"
        case Every(parts=parts) | Either(parts=parts):
            operator = "and" if isinstance(condition, Every) else "or"
            return f'<CompoundPredicate booleanOperator="{operator}">{"".join(map(_predicate, parts))}</CompoundPredicate>'
        case _:
            assert_never(condition)
