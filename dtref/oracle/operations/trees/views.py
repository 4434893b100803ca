"""
Operations on views of trees: rules, regions with a decision boundary, shape, the paths of records.

A condition on a column is {"in": [values]}, or for numbers some of {"above": x, "at_least": x} and {"at_most": x, "below": x}; {} is met
by any number. A rule is {"if": {column: condition}, "then": [labels]}, and its class "counts" where they are known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from dtref.errors import Invalid
from dtref.exact.number import number
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answers import Answer, branch_names, counts_answer, labels_answer, test_answer
from dtref.oracle.operations.data_inputs import data_of, record_of
from dtref.oracle.operations.inputs import Answering, Given
from dtref.oracle.operations.part_inputs import whole_number
from dtref.oracle.operations.tree_inputs import PRESET, OfTree
from dtref.spec.model.attributes import Attribute, Continuous
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Branch, Leaf, Tree, depth, leaf_count
from dtref.spec.views.conditions import ABOVE_ALL, BELOW_ALL, Among, Boundary, Condition, Range
from dtref.spec.views.decision_path import Passed, apply, decision_path, leaf_numbers
from dtref.spec.views.regions import Region, decision_boundary, regions, volume
from dtref.spec.views.rules import Rule, firing, merged_rules, rule_predictor, rule_text
from dtref.spec.views.shape import distinct_subtrees, is_complete, leaf_sizes, levels, mean_tests, parity, replicas


def _condition_answer(condition: Condition) -> Answer:
    if isinstance(condition, Among):
        return {"in": condition.values}
    low, high = condition.low, condition.high
    start: Mapping[str, Answer] = {} if low.beyond else {("above" if low.above else "at_least"): number(low.at)}
    end: Mapping[str, Answer] = {} if high.beyond else {("at_most" if high.above else "below"): number(high.at)}
    return {**start, **end}


def _conditions_answer(conditions: Sequence[Condition]) -> Answer:
    return {condition.attribute.name: _condition_answer(condition) for condition in conditions}


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


def _given_rules(data: DataSet, inputs: Given) -> list[Rule]:
    """The rules of the input `rules`, the labels of each in the order given."""
    rules: list[Rule] = []
    for i, part in enumerate(inputs.list("rules"), 1):
        rule = Given.of(part, f"{inputs.where}, rules[{i}]").only("if", "then")
        conditions_by_column, labels = rule.object("if"), rule.texts("then")
        if not labels or not set(labels) <= set(data.classes):
            raise Invalid(f"{rule.where}, then", "classes of the data set", labels)
        conditions = [
            _given_condition(data.attributes[data.column(name)], conditions_by_column.object(name)) for name in conditions_by_column.parts
        ]
        rules.append(Rule(tuple(conditions), Leaf(tuple((c, Fraction(0)) for c in data.classes), labels)))
    return rules


def _rules(_: Given, tree: Tree) -> Answer:
    """A rule for each leaf of a tree, with at most one condition for each column."""
    return tuple(
        {
            "if": _conditions_answer(rule.conditions),
            "then": labels_answer(rule.leaf.labels),
            "counts": counts_answer(rule.leaf.counts),
        }
        for rule in merged_rules(tree)
    )


def _rule_texts(inputs: Given, tree: Tree) -> Answer:
    target = data_of(inputs).target.name
    return tuple(rule_text(rule, target) for rule in merged_rules(tree))


def _firing_rules(inputs: Given) -> Answer:
    """The positions, from 1, of the rules that fire, for each record."""
    data = data_of(inputs.only("data", "rules"))
    rules = _given_rules(data, inputs)

    def firing_positions(record: Record) -> Answer:
        fire = set(map(id, firing(rules, lambda attribute: record.values[data.column(attribute.name)])))
        return tuple(number(i) for i, rule in enumerate(rules, 1) if id(rule) in fire)

    return tuple(map(firing_positions, data))


def _rule_predictions(inputs: Given) -> Answer:
    """The labels of the first rule that fires, for each record."""
    data = data_of(inputs.only("data", "rules"))
    predict = rule_predictor(_given_rules(data, inputs), data.attributes)
    return tuple(labels_answer(predict(record).labels) for record in data)


def _space(inputs: Given, tree: Tree) -> tuple[list[Continuous], tuple[Region, ...]]:
    """The continuous attributes, which are the axes, and the regions of a tree."""
    axes = [a for a in data_of(inputs).attributes if isinstance(a, Continuous)]
    return axes, regions(tree, axes)


def _regions(inputs: Given, tree: Tree) -> Answer:
    return tuple(
        {
            "box": _conditions_answer(region.box),
            "labels": labels_answer(region.leaf.labels),
            "counts": counts_answer(region.leaf.counts),
        }
        for region in _space(inputs, tree)[1]
    )


def _region_volumes(inputs: Given, tree: Tree) -> Answer:
    """The volume of each region within a window."""
    axes, space = _space(inputs, tree)
    window = inputs.object("window").only(*(axis.name for axis in axes))
    ends = [tuple(rational_of_text(x, f"{window.where}, {axis.name}") for x in window.list(axis.name)) for axis in axes]
    if any(len(pair) != 2 for pair in ends):
        raise Invalid(window.where, "two ends on each axis", dict(window.parts))
    return tuple(number(volume(region.box, [(pair[0], pair[1]) for pair in ends])) for region in space)


def _decision_boundary(inputs: Given, tree: Tree) -> Answer:
    """The borders between regions of different labels: the axis, the position on it, the labels on both sides, the face on other axes."""
    return tuple(
        {
            "attribute": border.attribute.name,
            "at": number(border.at),
            "below": labels_answer(border.low.leaf.labels),
            "above": labels_answer(border.high.leaf.labels),
            "face": _conditions_answer(border.face),
        }
        for border in decision_boundary(_space(inputs, tree)[1])
    )


def _levels(_: Given, tree: Tree) -> Answer:
    """The levels of a tree: nodes, leaves and records of each, and the fewest and most records at one of its nodes."""
    return tuple(
        {name: number(n) for name, n in (
            *(("nodes", level.nodes), ("leaves", level.leaves), ("records", level.records)),
            *(("fewest", level.fewest), ("most", level.most)),
        )}
        for level in levels(tree)
    )  # fmt: skip


def _tree_shape(_: Given, tree: Tree) -> Answer:
    return {
        "depth": number(depth(tree)),
        "leaves": number(leaf_count(tree)),
        "complete": "yes" if is_complete(tree) else "no",
        "distinct_subtrees": number(distinct_subtrees(tree)),
        "leaf_sizes": tuple(map(number, leaf_sizes(tree))),
        "mean_tests": number(tests) if isinstance(tests := mean_tests(tree), Fraction) else tests,
    }


def _replicas(_: Given, tree: Tree) -> Answer:
    """The subtrees that occur more than once: the test at their root, their number, their tests and leaves."""
    return tuple(
        {
            "test": test_answer(replica.subtree.test),
            "times": number(replica.times),
            "tests": number(replica.tests),
            "leaves": number(replica.leaves),
        }
        for replica in replicas(tree)
    )


def _parity(inputs: Given) -> Answer:
    data = parity(whole_number(inputs.only("inputs").part("inputs"), f"{inputs.where}, inputs"))
    return tuple(tuple(map(str, (*record.values, record.label))) for record in data)


def _cells(inputs: Given) -> Mapping[str, object]:
    """The record of the inputs, by the names of its attributes."""
    data = data_of(inputs)
    return {a.name: cell for a, cell in zip(data.attributes, record_of(inputs, data).values, strict=True)}


def _decision_path(inputs: Given, tree: Tree) -> Answer:
    """The nodes that a record passes: the position of each from 1, the share of the record there, and of what takes each branch."""

    def branches(passed: Passed) -> Answer:
        names = branch_names(passed.node.test) if isinstance(passed.node, Branch) else ()
        return {names[branch]: number(share) for branch, share in passed.branches}

    return tuple(
        {"node": number(passed.number + 1), "share": number(passed.share), "branches": branches(passed)}
        for passed in decision_path(tree, _cells(inputs))
    )


def _numbers(leaves: Callable[[Tree, Mapping[str, object]], Mapping[int, Fraction]]) -> OfTree:
    """An operation on the leaves that a record reaches, by their numbers from 1, each with the share of the record there."""

    def answer(inputs: Given, tree: Tree) -> Answer:
        return {str(i + 1): number(share) for i, share in leaves(tree, _cells(inputs)).items()}

    return OfTree((*PRESET, "record"), answer)


VIEWS: Mapping[str, Answering] = {
    "rules": OfTree(PRESET, _rules),
    "rule_texts": OfTree(PRESET, _rule_texts),
    "firing_rules": _firing_rules,
    "rule_predictions": _rule_predictions,
    "regions": OfTree(PRESET, _regions),
    "region_volumes": OfTree((*PRESET, "window"), _region_volumes),
    "decision_boundary": OfTree(PRESET, _decision_boundary),
    "levels": OfTree(PRESET, _levels),
    "tree_shape": OfTree(PRESET, _tree_shape),
    "replicas": OfTree(PRESET, _replicas),
    "decision_path": OfTree((*PRESET, "record"), _decision_path),
    "apply": _numbers(apply),
    "leaf_numbers": _numbers(leaf_numbers),
    "parity": _parity,
}
