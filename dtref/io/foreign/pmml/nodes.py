"""
Builds a tree of the Nodes of PMML: the claims of each about its records, and the questions of its children.

Children without a common question become a chain of binary nodes: each child against all that follow. A record that no child takes ends
at a leaf with the node's own score, where the model says so (`returnLastPrediction`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.io.foreign.pmml.compound import PathAnswers
from dtref.io.foreign.pmml.elements import Allowed, Element, check_element, optional_weight, own, pmml_number, required_attribute
from dtref.io.foreign.pmml.fields import Fields, declared
from dtref.io.foreign.pmml.in_order import STAYS, ChildWay, check_budget, first_way, next_on
from dtref.io.foreign.pmml.predicates import PREDICATES, PredicateQuestion, predicate_of
from dtref.io.foreign.pmml.questions import CUTS, MissingRules, Question, Strategy, joint_question, one_by_one
from dtref.io.foreign.tree import ForeignNode, Known, foreign_branch_count
from dtref.spec.model.schemes import unfold

_NODE: Allowed = {"id": None, "score": None, "recordCount": None, "defaultChild": None}
INSIDE = frozenset({*PREDICATES, "Node", "ScoreDistribution", "Partition"})
MOST_QUESTIONS, FOR_EACH_NODE = 2_000, 20
"""
The most questions that the combined predicates of a tree may come to, and how many more for each of its nodes: without a bound, children
could double at each.
"""
DISTRIBUTION: Allowed = {"value": None, "recordCount": None, "confidence": None, "probability": None}


@frozen(eq=False)
class TreeModel:
    """
    The properties common to all nodes of a tree. returns_last: whether a record that no child takes gets the node's own score; rescaled:
    rescales a predicted number; places: the name of each node.
    """

    where: str
    numeric: bool
    strategy: Strategy
    returns_last: bool
    fields: Fields
    rescaled: Callable[[Fraction], Fraction]
    places: Mapping[int, str]

    def class_of(self, text: str, where: str) -> str:
        """A class in the text of its declaration. Errors: Invalid for one that the target doesn't declare."""
        target = self.fields.known.get(self.fields.target)
        return declared(text, self.fields.classes(), "" if target is None else target.data_type, where)

    def place(self, node: Element) -> str:
        """The name of a node."""
        return self.places[id(node)]

    def at(self, node: Element) -> str:
        """A node's place, for messages."""
        return f"{self.where}, node {self.place(node)}"


@frozen(eq=False)
class NodeOnWay:
    """A node, and the answers on the way to it."""

    node: Element
    answers: PathAnswers


@frozen(eq=False)
class ElementChildren:
    """The children of a node, their questions, and the rules; `first` is the next child in the chain."""

    node: Element
    nodes: Sequence[Element]
    asked: Sequence[PredicateQuestion]
    rules: MissingRules
    answers: PathAnswers
    first: int = 0


@frozen(eq=False)
class ChildrenOnWay:
    """The children of a node whose predicates combine others, and the way of a record through them, by its name."""

    children: ElementChildren
    way: ChildWay
    place: str


@frozen(eq=False)
class Asking:
    """An inner node without its children yet, and the seeds of these."""

    node: ForeignNode
    below: Sequence[_Seed]


_Seed: TypeAlias = NodeOnWay | ElementChildren | ChildrenOnWay | Asking | ForeignNode
_Built: TypeAlias = tuple[Callable[[Sequence[ForeignNode]], ForeignNode], Sequence[_Seed]]


def places_of(root: Element, where: str) -> Mapping[int, str]:
    """
    The name of each Node of a tree: its id, or else its number in the file's order. Errors: Invalid for an id twice.

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
    """The tree of a Node. Errors: Invalid for any part that isn't read here, with the node's place."""
    if predicate_of(root, model.at(root)).operator != "True":
        raise Invalid(model.at(root), "True as the predicate of the root", "another")

    questions = 0

    def expand(seed: _Seed) -> _Built:
        nonlocal questions
        match seed:
            case ForeignNode():
                return lambda _: seed, []
            case Asking(node=node, below=below):
                return lambda parts: evolve(node, children=tuple(parts)), below
            case ElementChildren():
                return expand(_next(seed, ForeignNode(f"{model.place(seed.node)}, from child {seed.first + 1}"), model))
            case ChildrenOnWay():
                questions += 1
                check_budget(questions, MOST_QUESTIONS + FOR_EACH_NODE * len(model.places), model.at(seed.children.node))
                return expand(_on_way(seed, ForeignNode(seed.place), model))
            case _:
                return expand(_node(seed, model))

    start: _Seed = NodeOnWay(root, PathAnswers())
    return unfold(start, expand)


def _node(seed: NodeOnWay, model: TreeModel) -> _Seed:
    """A node of the file: a leaf, or an inner node with its children."""
    node = seed.node
    where = model.at(node)
    check_element(node, _NODE, INSIDE, where)
    claims, nodes = _claims(node, model, where), list(own(node, "Node"))
    ids = [child.get("id") for child in nodes]
    default_id = node.get("defaultChild")
    if default_id is not None and default_id not in ids:
        raise Invalid(f"{where}, defaultChild", "the id of one of its children", default_id[:60])
    if not nodes:
        return claims
    asked = [predicate_of(child, model.at(child)) for child in nodes]
    unreachable = next(
        (child for child, question_of_child in zip(nodes, asked, strict=True) if question_of_child.operator == "False"), None
    )
    if unreachable is not None:
        raise Invalid(model.at(unreachable), "a predicate that a record can fulfil", "False")
    rules = MissingRules(model.strategy, model.fields, None if default_id is None else ids.index(default_id), model.returns_last)
    question = joint_question(asked, rules, where)
    if question is not None:
        return _asking(claims, question, nodes, seed.answers)
    children = ElementChildren(node, nodes, asked, rules, seed.answers)
    combined = any(question_of_child.parts or question_of_child.others for question_of_child in asked)
    if combined or not (model.returns_last or any(question_of_child.operator == "True" for question_of_child in asked)):
        return _on_way(ChildrenOnWay(children, first_way(asked, seed.answers), claims.place), claims, model)
    return _next(children, claims, model)


def _on_way(seed: ChildrenOnWay, claims: ForeignNode, model: TreeModel) -> _Seed:
    """The next question on a way through children, the child at its end, or a leaf for a record that none of them takes."""
    children = seed.children
    where = model.at(children.node)
    following = next_on(seed.way, children.asked, children.rules, where)
    if isinstance(following, ChildWay):
        if 0 <= following.child < len(children.nodes):
            return NodeOnWay(children.nodes[following.child], following.answers)
        stays = following.child == STAYS
        if not (stays or model.returns_last or following.answers.some_missing):
            raise Invalid(where, *_not_shared_out(children.asked))
        no_label = model.strategy is not Strategy.LAST if stays else not model.returns_last
        return evolve(claims, label=None if no_label else _claims(children.node, model, where).label)
    question, ways = following
    names = (f"{seed.place}, {way.child + 1}{mark}" for way, mark in zip(ways, ("a", "b"), strict=True))
    return Asking(_with(claims, question), [ChildrenOnWay(children, way, name) for way, name in zip(ways, names, strict=True)])


def _asking(claims: ForeignNode, question: Question, nodes: Sequence[Element], answers: PathAnswers) -> Asking:
    """A node whose children divide the values of a field among them; a child for missing values comes first."""
    child_nodes = [NodeOnWay(nodes[k], answers.after(*question.answer(branch))) for branch, k in enumerate(question.order)]
    if question.apart is None:
        return Asking(_with(claims, question), child_nodes)
    inner = Asking(_with(ForeignNode(f"{claims.place}, known"), question), child_nodes)
    return Asking(_with(claims, Question(Known(question.ask.attribute, 1, 0), (0, 1))), [NodeOnWay(nodes[question.apart], answers), inner])


def _next(children: ElementChildren, claims: ForeignNode, model: TreeModel) -> _Seed:
    """A node of the chain: a child against all that follow; at its end the last child, or a leaf for records that no child takes."""
    i, where = children.first, model.at(children.node)
    if i == len(children.nodes):
        if not model.returns_last:
            raise Invalid(where, *_not_shared_out(children.asked))
        return evolve(claims, label=_claims(children.node, model, where).label)
    if children.asked[i].operator == "True":
        if i < len(children.nodes) - 1:
            raise Invalid(where, "children that share out the values, True being the last", f"in child {i + 1} of {len(children.nodes)}")
        return NodeOnWay(children.nodes[i], children.answers)
    question = one_by_one(i, children.asked, children.rules, where)
    answers = [children.answers.after(*question.answer(branch)) for branch in question.order]
    seeds: tuple[_Seed, _Seed] = (NodeOnWay(children.nodes[i], answers[0]), evolve(children, first=i + 1, answers=answers[1]))
    return Asking(_with(claims, question), [seeds[k] for k in question.order])


def _with(node: ForeignNode, question: Question) -> ForeignNode:
    """A node with its question, and an empty leaf for each of its children, which come later."""
    blank = tuple(ForeignNode("") for _ in range(foreign_branch_count(question.ask)))
    return evolve(node, ask=question.ask, stand_ins=question.stand_ins, children=blank)


def _not_shared_out(asked: Sequence[PredicateQuestion]) -> tuple[str, object]:
    """The requirement that children with a gap between them fail, and their questions: a record in the gap goes nowhere."""
    names = sorted({question.field for question in asked})
    if len(names) > 1:
        return "children that ask one field, or one after another up to a last True", names[:5]
    numbers = len(asked) == 2 and all(question.operator in CUTS for question in asked)
    wanted = "two children that share out the numbers" if numbers else "children that share out the values"
    return f"{wanted}, or one after another up to a last True", [_words(question) for question in asked][:5]


def _words(question: PredicateQuestion) -> str:
    return " ".join((question.field, question.operator, *question.values))[:60]


def _claims(node: Element, model: TreeModel, where: str) -> ForeignNode:
    """The claims of a node about its records, as a leaf."""
    score, records = node.get("score"), optional_weight(node, "recordCount", where)
    counts, shares = _distribution(node, model, where)
    if score is None and not any(True for _ in own(node, "Node")):
        largest = [value for value, share in shares if share == max(share for _, share in shares)]
        score = largest[0] if len(largest) == 1 else None
    # The label: the score, or the most likely class.
    place = f"{where}, score"
    label = None if score is None else model.rescaled(pmml_number(score, place)) if model.numeric else model.class_of(score, place)
    # The weights: of all records only where it isn't the sum of the classes.
    texts = [text for text in (node.get("recordCount"), *(part.get("recordCount") for part in own(node, "ScoreDistribution"))) if text]
    total = sum((n for _, n in counts), start=Fraction(0))
    is_total = counts and (records is None or records == total)
    return ForeignNode(model.place(node), None, (), label, counts or None, None if is_total else records, within=_within(texts))


def _distribution(node: Element, model: TreeModel, where: str) -> tuple[tuple[tuple[str, Fraction], ...], tuple[tuple[str, Fraction], ...]]:
    """The weight of each class that a node lists, none where it lists only shares; and the shares, which decide the most likely class."""
    elements = list(own(node, "ScoreDistribution"))
    if elements and model.numeric:
        raise Invalid(where, "no ScoreDistribution in a regression tree", len(elements))
    counts, shares = [], []
    for element in elements:
        check_element(element, DISTRIBUTION, frozenset(), where)
        value = model.class_of(required_attribute(element, "value", f"{where}, ScoreDistribution"), f"{where}, ScoreDistribution")
        place = f"{where}, ScoreDistribution {value[:60]}"
        records, probability = optional_weight(element, "recordCount", place), optional_weight(element, "probability", place)
        if records is None and probability is None:
            raise Invalid(place, "a recordCount or a probability", "neither")
        counts += [] if records is None else [(value, records)]
        shares.append((value, probability if probability is not None else records or Fraction(0)))
    if len({value for value, _ in shares}) < len(shares) or len(counts) not in (0, len(shares)):
        got = [value[:60] for value, _ in shares][:5]
        raise Invalid(f"{where}, ScoreDistribution", "each value once, all with recordCount or none", got)
    return tuple(counts), tuple(shares)


def _within(texts: Sequence[str]) -> Fraction:
    """The greatest error of rounded numbers: half a unit of the last of their decimals, and a few roundings of doubles."""
    decimals = [len(text.lower().partition("e")[0].partition(".")[2].rstrip("0")) for text in texts]
    greatest = max((pmml_number(text, "recordCount") for text in texts), default=Fraction(0))
    return Fraction(1, 2 * 10 ** max(decimals)) + greatest / 2**44 if any(decimals) else Fraction(0)
