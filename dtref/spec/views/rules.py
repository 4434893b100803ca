"""
Rules: a tree as a list of IF … THEN …, one rule for each leaf, and prediction by rules.

The conversion, a rule for each path, is that of Quinlan's book (`quinlan1993`); no document describes it.
"""

from __future__ import annotations

__sources__ = (("cs6220", "Classification—A Two-Step Process (1): a model as classification rules, decision trees or formulae"),)

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TypeAlias, TypeVar

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.exact.checked_call import refuses_other_kinds
from dtref.spec.model.attributes import Attribute, Cell, fill_missing
from dtref.spec.model.data import Record
from dtref.spec.model.display import Reported
from dtref.spec.model.prediction import Prediction, prediction
from dtref.spec.model.schemes import walk
from dtref.spec.model.trees import Branch, Leaf, Tree, label_text, written
from dtref.spec.views.conditions import Condition, branch_values, holds, meet, text

Path = TypeVar("Path")


@frozen
class Rule(Reported):
    """IF every condition holds THEN the labels of the leaf, which has its class counts, in records."""

    conditions: tuple[Condition, ...]
    leaf: Leaf

    __repr__ = brief_repr


def rules(tree: Tree) -> Iterator[Rule]:
    """
    A rule for each leaf, empty leaves included, from first to last: the conditions along its path, one for each test.

    Lazy, as a chain of d tests has rules of d conditions each.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.tests import Multiway
    >>> windy = Multiway(Nominal("windy", ("yes", "no")))
    >>> tree = Branch((), (), windy, (windy,), (Leaf((), ("stay",)), Leaf((), ("play",))))
    >>> [rule_text(rule) for rule in rules(tree)]
    ['IF windy = yes THEN class = stay ()', 'IF windy = no THEN class = play ()']
    """
    nothing: _Link = None
    for path, leaf in _paths(tree, nothing, lambda link, condition: (condition, link)):
        yield Rule(tuple(_unlinked(path))[::-1], leaf)


@refuses_other_kinds
def merged_rules(tree: Tree) -> Iterator[Rule]:
    """
    The rules of a tree, merged as by `merged`, in one walk: the work at a node is at most one step for each attribute.

    >>> [rule.conditions for rule in merged_rules(Leaf((), ("+",)))]
    [()]
    """
    start: tuple[Condition, ...] = ()
    return (Rule(conditions, leaf) for conditions, leaf in _paths(tree, start, _and))


def merged(rule: Rule) -> Rule:
    """
    The rule with one condition for each attribute, in the order of first mention: x > 1 and x > 2 become x > 2, sets intersect.

    It fires for the same records. A rule that never fires (a tree may ask twice) keeps a condition that no value meets.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import Continuous
    >>> from dtref.spec.views.conditions import Boundary, Range
    >>> x = Continuous("x")
    >>> rule_text(merged(Rule((Range(x, Boundary(0, Fraction(1), True)), Range(x, Boundary(0, Fraction(2), True))), Leaf((), ("+",)))))
    'IF x > 2 THEN class = + ()'
    """
    conditions: tuple[Condition, ...] = ()
    for condition in rule.conditions:
        conditions = _and(conditions, condition)
    return evolve(rule, conditions=conditions)


def firing(ruleset: Iterable[Rule], cell_of: Callable[[Attribute], Cell]) -> Iterator[Rule]:
    """
    The rules that fire for a record; of the rules of a tree exactly one does. `cell_of` gives the record's value of an attribute.

    Conditions are read from first to last, up to one that fails. Errors: Invalid where one is read whose cell is missing or has a
    value never declared: for the rules of a tree, merged or not, that is exactly where the tree raises it.

    >>> list(firing([Rule((), Leaf((), ("+",)))], lambda attribute: ""))
    [Rule(conditions=(), leaf=<Leaf + ()>)]
    """
    return (rule for rule in ruleset if all(holds(c, fill_missing(c.attribute, cell_of(c.attribute))) for c in rule.conditions))


def rule_predictor(ruleset: Iterable[Rule], attributes: tuple[Attribute, ...]) -> Callable[[Record], Prediction]:
    """
    The prediction of the first rule that fires, as a function of records whose cells stand in the order of `attributes`.

    For the rules of a tree it is `dtref.spec.model.prediction.predictor` of that tree, for records that end in a leaf. Errors: as `firing`;
    Invalid where no rule fires: a value that nobody at a node had is in no rule.

    >>> rule_predictor([Rule((), Leaf((), ("+",)))], ())(Record(())).labels
    ('+',)
    >>> rule_predictor([], ())(Record(()))
    Traceback (most recent call last):
    dtref.errors.Invalid: rules: expected one that fires (got ())
    """
    in_order, position = tuple(ruleset), {attribute.name: i for i, attribute in enumerate(attributes)}

    def predict_record(record: Record) -> Prediction:
        for rule in firing(in_order, lambda attribute: record.values[position[attribute.name]]):
            return prediction([(rule.leaf, Fraction(1))])
        raise Invalid("rules", "one that fires", record.values)

    return predict_record


@refuses_other_kinds
def rule_text(rule: Rule, target: str = "class", words: Callable[[Condition], str] = text) -> str:
    """
    A rule as text, with the class counts of its leaf; a rule without conditions is `IF true`, several labels are joined by `or`.

    words: a condition as text.

    >>> rule_text(Rule((), Leaf((), ("no", "yes"))), "play")
    'IF true THEN play = no or yes ()'
    """
    conditions = " AND ".join(map(words, rule.conditions)) or "true"
    return f"IF {conditions} THEN {target} = {' or '.join(map(label_text, rule.leaf.labels))} {written(rule.leaf.counts)}"


_Link: TypeAlias = "tuple[Condition, _Link] | None"
"""The conditions of a path, last first: a linked list, so that paths share their common beginning."""


def _unlinked(link: _Link) -> Iterator[Condition]:
    while link is not None:
        condition, link = link
        yield condition


def _and(conditions: tuple[Condition, ...], new: Condition) -> tuple[Condition, ...]:
    """The conditions and a new one, which is merged with that of its attribute if there is one."""
    if all(c.attribute != new.attribute for c in conditions):
        return (*conditions, new)
    return tuple(meet(c, new) if c.attribute == new.attribute else c for c in conditions)


def _paths(tree: Tree, start: Path, step: Callable[[Path, Condition], Path]) -> Iterator[tuple[Path, Leaf]]:
    """Each leaf, from first to last, with what the steps along its path made of the start."""

    def below(node: Tree, path: Path) -> Iterator[tuple[Tree, Path]]:
        if isinstance(node, Branch):
            for i, child in enumerate(node.children):
                yield child, step(path, branch_values(node.test, i))

    return ((path, node) for node, path in walk(tree, start, below) if isinstance(node, Leaf))
