"""
Operations on views of trees: rules, regions with a decision boundary, shape, the paths of records.

A condition on a column is {"in": [values]}, or for numbers some of {"above": x, "at_least": x} and {"at_most": x, "below": x}; {} is met
by any number. A rule is {"if": {column: condition}, "then": [labels]}, and its class "counts" where they are known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter

from dtref.errors import Invalid
from dtref.exact.number import number
from dtref.exact.number_text import number_style
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answer_kinds import (
    AS_IT_IS,
    COUNTS_ANSWER,
    LABELS_ANSWER,
    NUMBERS_ANSWER,
    POSITION_ANSWER,
    POSITIONS_ANSWER,
    TEST_ANSWER,
    TEXT_ANSWER,
    TEXTS_ANSWER,
    YES_NO_ANSWER,
    AnswerPart,
    list_answer,
    parts_answer,
)
from dtref.oracle.operations.answers import Answer, branch_names
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.data_kinds import A_DATA_SET, A_RECORD, ON_DATA
from dtref.oracle.operations.inputs import Given
from dtref.oracle.operations.kinds import A_WHOLE, RATIONALS, list_kind, ranging
from dtref.oracle.operations.operation import NUMBER_ANSWER, AnswerKind, InputKind, Operation, as_one, asks, declarations, each
from dtref.oracle.operations.tree_inputs import OF_PRESET
from dtref.spec.model.attributes import Attribute, Continuous
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Branch, Label, Leaf, Tree, depth, leaf_count
from dtref.spec.views.conditions import ABOVE_ALL, BELOW_ALL, Among, Boundary, Condition, Range, text
from dtref.spec.views.decision_path import Passed, apply, decision_path, leaf_numbers
from dtref.spec.views.regions import Border, Bounds, Region, decision_boundary, regions, volume
from dtref.spec.views.rules import Rule, firing, merged_rules, rule_predictor, rule_text
from dtref.spec.views.shape import distinct_subtrees, is_complete, leaf_sizes, levels, mean_tests, parity, replicas


def _condition_answer(condition: Condition) -> Answer:
    if isinstance(condition, Among):
        return {"in": condition.values}
    low, high = condition.low, condition.high
    start: Mapping[str, Answer] = {} if low.beyond else {("above" if low.above else "at_least"): number(low.at)}
    end: Mapping[str, Answer] = {} if high.beyond else {("at_most" if high.above else "below"): number(high.at)}
    return {**start, **end}


def _given_condition(attribute: Attribute, inputs: Given) -> Condition:
    if not isinstance(attribute, Continuous):
        values = inputs.only("in").texts("in")
        undeclared = [v for v in values if v not in attribute.values]
        if undeclared:
            raise Invalid(f"{inputs.where}, in", f"values of {attribute.name}", undeclared[0])
        return Among(attribute, tuple(v for v in attribute.values if v in values))
    inputs.only("above", "at_least", "at_most", "below")
    ends = {
        name: Boundary(0, rational_of_text(x, f"{inputs.where}, {name}"), name in ("above", "at_most")) for name, x in inputs.parts.items()
    }
    low = max((ends[name] for name in ("above", "at_least") if name in ends), default=BELOW_ALL)
    high = min((ends[name] for name in ("at_most", "below") if name in ends), default=ABOVE_ALL)
    return Range(attribute, low, high)


def _read_rule(given: Given, name: str) -> Rule:
    """A rule: its conditions by column, and its labels."""
    data, rule = data_of(given), given.object(name).only("if", "then")
    conditions_by_column, labels = rule.object("if"), rule.texts("then")
    if not labels or not set(labels) <= set(data.classes):
        raise Invalid(f"{rule.where}, then", "classes of the data set", labels)
    conditions = [
        _given_condition(data.attributes[data.column(column)], conditions_by_column.object(column)) for column in conditions_by_column.parts
    ]
    return Rule(tuple(conditions), Leaf(tuple((c, Fraction(0)) for c in data.classes), labels))


def _rule_texts(tree: Tree, data: DataSet) -> Sequence[str]:
    with number_style(exact=True):
        return tuple(rule_text(rule, data.target.name, _naming_values) for rule in merged_rules(tree))


def _naming_values(condition: Condition) -> str:
    """A condition as text; several values are named themselves, however few the others are."""
    if isinstance(condition, Among) and len(condition.values) > 1:
        return f"{condition.attribute.name} in {{{', '.join(condition.values)}}}"
    return text(condition)


def _firing_rules(data: DataSet, rules: Sequence[Rule]) -> Iterator[Sequence[int]]:
    """The positions of the rules that fire, for each record."""

    def firing_positions(record: Record) -> Sequence[int]:
        fire = set(map(id, firing(rules, lambda attribute: record.values[data.column(attribute.name)])))
        return tuple(i for i, rule in enumerate(rules) if id(rule) in fire)

    return map(firing_positions, data)


def _rule_predictions(data: DataSet, rules: Sequence[Rule]) -> Sequence[tuple[Label, ...]]:
    """The labels of the first rule that fires, for each record."""
    predict = rule_predictor(rules, data.attributes)
    return [predict(record).labels for record in data]


def _axes(data: DataSet) -> list[Continuous]:
    """The continuous attributes, which are the axes."""
    return [a for a in data.attributes if isinstance(a, Continuous)]


def _space(tree: Tree, data: DataSet) -> tuple[Region, ...]:
    return regions(tree, _axes(data))


def _boundary(tree: Tree, data: DataSet) -> Iterator[Border]:
    return decision_boundary(_space(tree, data))


def _read_window(given: Given, name: str) -> list[tuple[Fraction, Fraction]]:
    """Two ends on each axis."""
    axes, window = _axes(data_of(given)), given.object(name)
    window.only(*(axis.name for axis in axes))
    ends = [RATIONALS.read(window, axis.name) for axis in axes]
    if any(len(pair) != 2 for pair in ends):
        raise Invalid(window.where, "two ends on each axis", dict(window.parts))
    return [(pair[0], pair[1]) for pair in ends]


def _region_volumes(tree: Tree, data: DataSet, window: Bounds) -> Sequence[Fraction]:
    """The volume of each region within a window."""
    return [volume(region.box, window) for region in _space(tree, data)]


_CONDITIONS: AnswerKind[Sequence[Condition]] = AnswerKind(
    "conditions", lambda conditions: {condition.attribute.name: _condition_answer(condition) for condition in conditions}
)
_PARTS_OF_A_RULE: Mapping[str, AnswerPart] = {
    "if": (_CONDITIONS, attrgetter("conditions")),
    "then": (LABELS_ANSWER, attrgetter("leaf.labels")),
    "counts": (COUNTS_ANSWER, attrgetter("leaf.counts")),
}
_RULE = parts_answer("a rule", **_PARTS_OF_A_RULE)
_REGION = parts_answer(
    "a region", box=_CONDITIONS, labels=(LABELS_ANSWER, attrgetter("leaf.labels")), counts=(COUNTS_ANSWER, attrgetter("leaf.counts"))
)
_BORDER = parts_answer(
    "a border",
    attribute=(TEXT_ANSWER, attrgetter("attribute.name")),
    at=NUMBER_ANSWER,
    below=(LABELS_ANSWER, attrgetter("low.leaf.labels")),
    above=(LABELS_ANSWER, attrgetter("high.leaf.labels")),
    face=_CONDITIONS,
)
_LEVEL = parts_answer("a level", "nodes", "leaves", "records", "fewest", "most")
_SHAPE = parts_answer(
    "the shape of the tree",
    depth=(NUMBER_ANSWER, depth),
    leaves=(NUMBER_ANSWER, leaf_count),
    complete=(YES_NO_ANSWER, is_complete),
    distinct_subtrees=(NUMBER_ANSWER, distinct_subtrees),
    leaf_sizes=(NUMBERS_ANSWER, leaf_sizes),
    mean_tests=(NUMBER_ANSWER, mean_tests),
)
_REPLICA = parts_answer(
    "a subtree", test=(TEST_ANSWER, attrgetter("subtree.test")), times=NUMBER_ANSWER, tests=NUMBER_ANSWER, leaves=NUMBER_ANSWER
)
_PARITY: AnswerKind[DataSet] = AnswerKind(
    "the rows", lambda data: tuple(tuple(map(str, (*record.values, record.label))) for record in data)
)


def _cells(data: DataSet, record: Record) -> Mapping[str, object]:
    """A record by the names of its attributes."""
    return {a.name: cell for a, cell in zip(data.attributes, record.values, strict=True)}


def _branches(passed: Passed) -> Answer:
    """The share of what takes each branch of a node, by the branch's name."""
    names = branch_names(passed.node.test) if isinstance(passed.node, Branch) else ()
    return {names[branch]: number(share) for branch, share in passed.branches}


_RECORD = as_one(_cells, each(data=A_DATA_SET, record=A_RECORD))
_PASSED = parts_answer("a node", node=(POSITION_ANSWER, attrgetter("number")), share=NUMBER_ANSWER, branches=(AS_IT_IS, _branches))
_SHARES: AnswerKind[Mapping[int, Fraction]] = AnswerKind(
    "number of a leaf, from 1 → share of the record", lambda leaves: {str(i + 1): number(share) for i, share in leaves.items()}
)
_RULES = list_kind(InputKind("a rule", _read_rule), "rules: `if`, `then`")
_FIRED = list_answer(POSITIONS_ANSWER, "for each record positions of rules")

VIEWS: Mapping[str, Operation] = declarations(
    asks("rules", merged_rules, OF_PRESET, answer=list_answer(_RULE)),
    asks("rule_texts", _rule_texts, OF_PRESET, ON_DATA, answer=TEXTS_ANSWER),
    asks("firing_rules", _firing_rules, ON_DATA, answer=_FIRED, rules=_RULES),
    asks("rule_predictions", _rule_predictions, ON_DATA, answer=list_answer(LABELS_ANSWER, "labels for each record"), rules=_RULES),
    asks("regions", _space, OF_PRESET, ON_DATA, answer=list_answer(_REGION)),
    asks("region_volumes", _region_volumes, OF_PRESET, ON_DATA, answer=NUMBERS_ANSWER, window=InputKind("column → two ends", _read_window)),
    asks("decision_boundary", _boundary, OF_PRESET, ON_DATA, answer=list_answer(_BORDER)),
    asks("levels", levels, OF_PRESET, answer=list_answer(_LEVEL)),
    asks("tree_shape", lambda tree: tree, OF_PRESET, answer=_SHAPE),
    asks("replicas", replicas, OF_PRESET, answer=list_answer(_REPLICA)),
    asks("decision_path", decision_path, OF_PRESET, _RECORD, answer=list_answer(_PASSED)),
    asks("apply", apply, OF_PRESET, _RECORD, answer=_SHARES),
    asks("leaf_numbers", leaf_numbers, OF_PRESET, _RECORD, answer=_SHARES),
    asks("parity", parity, answer=_PARITY, inputs=ranging(A_WHOLE, 1, 3)),
)
"""Views of trees, by name."""
