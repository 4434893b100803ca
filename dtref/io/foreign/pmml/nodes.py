"""
A tree of the Nodes of PMML: what each says of its records, and how its children are asked.

Where children don't ask together, they are a chain of binary nodes: each child against all that follow. A record that no child takes ends
at a leaf with the node's own score, where the model says so (`returnLastPrediction`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.io.foreign.pmml.elements import Allowed, Element, check_element, optional_weight, own, pmml_number, required_attribute
from dtref.io.foreign.pmml.fields import Fields, declared
from dtref.io.foreign.pmml.predicates import PREDICATES, PredicateQuestion, predicate_of
from dtref.io.foreign.pmml.questions import CUTS, MissingRules, Question, Strategy, joint_question, one_by_one
from dtref.io.foreign.tree import ForeignNode, Known, foreign_branch_count
from dtref.spec.model.schemes import unfold

_NODE: Allowed = {"id": None, "score": None, "recordCount": None, "defaultChild": None}
INSIDE = frozenset({*PREDICATES, "Node", "ScoreDistribution", "Partition"})
DISTRIBUTION: Allowed = {"value": None, "recordCount": None, "confidence": None, "probability": None}


@frozen(eq=False)
class TreeModel:
    """
    What holds for all nodes of a tree. returns_last: whether a record that no child takes gets the node's own score; rescaled: what
    becomes of a number that is predicted; places: what each node is called.
    """

    where: str
    numeric: bool
    strategy: Strategy
    returns_last: bool
    fields: Fields
    rescaled: Callable[[Fraction], Fraction]
    places: Mapping[int, str]

    def class_of(self, text: str, where: str) -> str:
        """A class as the target declares it. Errors: Invalid for one that it doesn't."""
        target = self.fields.known.get(self.fields.target)
        return declared(text, self.fields.classes(), "" if target is None else target.data_type, where)

    def place(self, node: Element) -> str:
        """What a node is called."""
        return self.places[id(node)]

    def at(self, node: Element) -> str:
        """A node's place, for messages."""
        return f"{self.where}, node {self.place(node)}"


@frozen(eq=False)
class ElementChildren:
    """The children of a node, what each asks, and the rules; `first` is the one to be asked next."""

    node: Element
    nodes: Sequence[Element]
    asked: Sequence[PredicateQuestion]
    rules: MissingRules
    first: int = 0


@frozen(eq=False)
class Asking:
    """A node that asks, without children yet, and what these are made of."""

    node: ForeignNode
    below: Sequence[_Seed]


_Seed: TypeAlias = Element | ElementChildren | Asking | ForeignNode
_Built: TypeAlias = tuple[Callable[[Sequence[ForeignNode]], ForeignNode], Sequence[_Seed]]


def places_of(root: Element, where: str) -> Mapping[int, str]:
    """
    What each Node of a tree is called: its id, or else its number in the file's order. Errors: Invalid for an id twice.

    >>> from xml.etree import ElementTree
    >>> list(places_of(ElementTree.fromstring('<Node id="a"><Node/></Node>'), "x").values())
    ['a', '#2']
    """
    places: dict[int, str] = {}
    ids: set[str] = set()
    for i, node in enumerate(root.iter(root.tag), 1):
        name = node.get("id")
        if name is not None and name in ids:
            raise Invalid(f"{where}, node {name}", "an id of its own for each Node", "one twice")
        ids |= set() if name is None else {name}
        places[id(node)] = f"#{i}" if name is None else name
    return places


def node_tree(root: Element, model: TreeModel) -> ForeignNode:
    """The tree below a Node. Errors: Invalid for what has no form here, with the node's place."""
    if predicate_of(root, model.at(root)).operator != "True":
        raise Invalid(model.at(root), "True as the predicate of the root", "another")

    def expand(seed: _Seed) -> _Built:
        match seed:
            case ForeignNode():
                return lambda _: seed, []
            case Asking(node=node, below=below):
                return lambda parts: evolve(node, children=tuple(parts)), below
            case ElementChildren():
                return expand(_next(seed, ForeignNode(f"{model.place(seed.node)}, from child {seed.first + 1}"), model))
            case _:
                return expand(_node(seed, model))

    start: _Seed = root
    return unfold(start, expand)


def _node(node: Element, model: TreeModel) -> _Seed:
    """A node as it stands in the file: a leaf, or with its children."""
    where = model.at(node)
    check_element(node, _NODE, INSIDE, where)
    made, nodes = _claims(node, model, where), list(own(node, "Node"))
    ids = [child.get("id") for child in nodes]
    named = node.get("defaultChild")
    if named is not None and named not in ids:
        raise Invalid(f"{where}, defaultChild", "the id of one of its children", named[:60])
    if not nodes:
        return made
    asked = [predicate_of(child, model.at(child)) for child in nodes]
    never = next((child for child, one in zip(nodes, asked, strict=True) if one.operator == "False"), None)
    if never is not None:
        raise Invalid(model.at(never), "a predicate that a record can fulfil", "False")
    rules = MissingRules(model.strategy, model.fields, None if named is None else ids.index(named), model.returns_last)
    question = joint_question(asked, rules, where)
    if question is not None:
        return _asking(made, question, nodes)
    return _next(ElementChildren(node, nodes, asked, rules), made, model)


def _asking(made: ForeignNode, question: Question, nodes: Sequence[Element]) -> Asking:
    """A node whose children share out the values of a field; those for which it is missing may be asked for first."""
    below = [nodes[k] for k in question.order]
    if question.apart is None:
        return Asking(_with(made, question), below)
    inner = Asking(_with(ForeignNode(f"{made.place}, known"), question), below)
    return Asking(_with(made, Question(Known(question.ask.attribute, 1, 0), (0, 1))), [nodes[question.apart], inner])


def _next(children: ElementChildren, made: ForeignNode, model: TreeModel) -> _Seed:
    """A node that asks one of several children against all that follow; or the last, or what is left where no child takes a record."""
    i, where = children.first, model.at(children.node)
    if i == len(children.nodes):
        if not model.returns_last:
            raise Invalid(where, *_not_shared_out(children.asked))
        return evolve(made, label=_claims(children.node, model, where).label)
    if children.asked[i].operator == "True":
        if i < len(children.nodes) - 1:
            raise Invalid(where, "children that share out the values, True being the last", f"in child {i + 1} of {len(children.nodes)}")
        return children.nodes[i]
    question = one_by_one(i, children.asked, children.rules, where)
    seeds: tuple[_Seed, _Seed] = (children.nodes[i], evolve(children, first=i + 1))
    return Asking(_with(made, question), [seeds[k] for k in question.order])


def _with(node: ForeignNode, question: Question) -> ForeignNode:
    """A node that asks, its children still to come: a stand-in for each, as many as it has branches."""
    blank = tuple(ForeignNode("") for _ in range(foreign_branch_count(question.ask)))
    return evolve(node, ask=question.ask, stand_ins=question.stand_ins, children=blank)


def _not_shared_out(asked: Sequence[PredicateQuestion]) -> tuple[str, object]:
    """What was wanted of children that leave a gap, and what they ask: a record in the gap goes nowhere."""
    names = sorted({one.field for one in asked})
    if len(names) > 1:
        return "children that ask one field, or one after another up to a last True", names[:5]
    numbers = len(asked) == 2 and all(one.operator in CUTS for one in asked)
    wanted = "two children that share out the numbers" if numbers else "children that share out the values"
    return f"{wanted}, or one after another up to a last True", [_words(one) for one in asked][:5]


def _words(one: PredicateQuestion) -> str:
    return " ".join((one.field, one.operator, *one.values))[:60]


def _claims(node: Element, model: TreeModel, where: str) -> ForeignNode:
    """What a node says of its records, as a leaf."""
    score, records = node.get("score"), optional_weight(node, "recordCount", where)
    counts, shares = _distribution(node, model, where)
    if score is None and not any(True for _ in own(node, "Node")):
        largest = [value for value, share in shares if share == max(share for _, share in shares)]
        score = largest[0] if len(largest) == 1 else None
    place = f"{where}, score"
    label = None if score is None else model.rescaled(pmml_number(score, place)) if model.numeric else model.class_of(score, place)
    texts = [text for text in (node.get("recordCount"), *(one.get("recordCount") for one in own(node, "ScoreDistribution"))) if text]
    total = sum((n for _, n in counts), start=Fraction(0))
    twice = counts and (records is None or records == total)
    return ForeignNode(model.place(node), None, (), label, counts or None, None if twice else records, within=_within(texts))


def _distribution(node: Element, model: TreeModel, where: str) -> tuple[tuple[tuple[str, Fraction], ...], tuple[tuple[str, Fraction], ...]]:
    """The records of each class that a node lists, none where it lists only shares; and what makes one of them the most likely."""
    listed = list(own(node, "ScoreDistribution"))
    if listed and model.numeric:
        raise Invalid(where, "no ScoreDistribution in a regression tree", len(listed))
    counts, shares = [], []
    for one in listed:
        check_element(one, DISTRIBUTION, frozenset(), where)
        value = model.class_of(required_attribute(one, "value", f"{where}, ScoreDistribution"), f"{where}, ScoreDistribution")
        place = f"{where}, ScoreDistribution {value[:60]}"
        records, probability = optional_weight(one, "recordCount", place), optional_weight(one, "probability", place)
        if records is None and probability is None:
            raise Invalid(place, "a recordCount or a probability", "neither")
        counts += [] if records is None else [(value, records)]
        shares.append((value, probability if probability is not None else records or Fraction(0)))
    if len({value for value, _ in shares}) < len(shares) or len(counts) not in (0, len(shares)):
        got = [value[:60] for value, _ in shares][:5]
        raise Invalid(f"{where}, ScoreDistribution", "each value once, all with recordCount or none", got)
    return tuple(counts), tuple(shares)


def _within(texts: Sequence[str]) -> Fraction:
    """How far numbers may be off as they were rounded: half a unit of the last of their decimals, and a few roundings of doubles."""
    decimals = [len(text.lower().partition("e")[0].partition(".")[2].rstrip("0")) for text in texts]
    most = max((pmml_number(text, "recordCount") for text in texts), default=Fraction(0))
    return Fraction(1, 2 * 10 ** max(decimals)) + most / 2**44 if any(decimals) else Fraction(0)
