"""
Operations on trees seen otherwise: as rules, as regions with a decision boundary, as a shape.

A condition on a column is {"in": [values]}, or of numbers some of {"above": x, "at_least": x} and {"at_most": x, "below": x}; {} where
any number meets it. A rule is {"if": {column: condition}, "then": [labels]}, and its class "counts" where they are known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from dtref.errors import Invalid
from dtref.exact.number import number
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answers import Answer, counts_answer, labels_answer, test_answer
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.inputs import Given, Operation
from dtref.oracle.operations.part_inputs import whole_number
from dtref.oracle.operations.tree_inputs import PRESET, OfTree
from dtref.spec.model.attributes import Attribute, Continuous
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Leaf, Tree, depth, leaf_count
from dtref.spec.views.conditions import ABOVE_ALL, BELOW_ALL, Among, Boundary, Condition, Range
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


def _given_condition(attribute: Attribute, given: Given) -> Condition:
    if not isinstance(attribute, Continuous):
        values = given.only("in").texts("in")
        undeclared = [v for v in values if v not in attribute.values]
        if undeclared:
            raise Invalid(f"{given.where}, in", f"values of {attribute.name}", undeclared[0])
        return Among(attribute, tuple(v for v in attribute.values if v in values))
    given.only("above", "at_least", "at_most", "below")
    ends = {
        name: Boundary(0, rational_of_text(x, f"{given.where}, {name}"), name in ("above", "at_most")) for name, x in given.parts.items()
    }
    low = max((ends[name] for name in ("above", "at_least") if name in ends), default=BELOW_ALL)
    high = min((ends[name] for name in ("at_most", "below") if name in ends), default=ABOVE_ALL)
    return Range(attribute, low, high)


def _given_rules(data: DataSet, given: Given) -> list[Rule]:
    """Rules written out; the labels of each in the order given."""
    found: list[Rule] = []
    for i, part in enumerate(given.list("rules"), 1):
        rule = Given.of(part, f"{given.where}, rules[{i}]").only("if", "then")
        asked, labels = rule.object("if"), rule.texts("then")
        if not labels or not set(labels) <= set(data.classes):
            raise Invalid(f"{rule.where}, then", "classes of the data set", labels)
        conditions = [_given_condition(data.attributes[data.column(name)], asked.object(name)) for name in asked.parts]
        found.append(Rule(tuple(conditions), Leaf(tuple((c, Fraction(0)) for c in data.classes), labels)))
    return found


def _rules(_: Given, tree: Tree) -> Answer:
    """A rule for each leaf of a tree, with one condition a column."""
    return tuple(
        {
            "if": _conditions_answer(rule.conditions),
            "then": labels_answer(rule.leaf.labels),
            "counts": counts_answer(rule.leaf.counts),
        }
        for rule in merged_rules(tree)
    )


def _rule_texts(given: Given, tree: Tree) -> Answer:
    target = data_of(given).target.name
    return tuple(rule_text(rule, target) for rule in merged_rules(tree))


def _firing_rules(given: Given) -> Answer:
    """For each record the positions, from 1, of the rules that fire."""
    data = data_of(given.only("data", "rules"))
    rules = _given_rules(data, given)

    def of(record: Record) -> Answer:
        fire = set(map(id, firing(rules, lambda attribute: record.values[data.column(attribute.name)])))
        return tuple(number(i) for i, rule in enumerate(rules, 1) if id(rule) in fire)

    return tuple(map(of, data))


def _rule_predictions(given: Given) -> Answer:
    """For each record the labels of the first rule that fires."""
    data = data_of(given.only("data", "rules"))
    predict = rule_predictor(_given_rules(data, given), data.attributes)
    return tuple(labels_answer(predict(record).labels) for record in data)


def _space(given: Given, tree: Tree) -> tuple[list[Continuous], tuple[Region, ...]]:
    """The continuous attributes, which are the axes, and the regions of a tree."""
    axes = [a for a in data_of(given).attributes if isinstance(a, Continuous)]
    return axes, regions(tree, axes)


def _regions(given: Given, tree: Tree) -> Answer:
    return tuple(
        {
            "box": _conditions_answer(region.box),
            "labels": labels_answer(region.leaf.labels),
            "counts": counts_answer(region.leaf.counts),
        }
        for region in _space(given, tree)[1]
    )


def _region_volumes(given: Given, tree: Tree) -> Answer:
    """The volume of each region within a window."""
    axes, space = _space(given, tree)
    window = given.object("window").only(*(axis.name for axis in axes))
    ends = [tuple(rational_of_text(x, f"{window.where}, {axis.name}") for x in window.list(axis.name)) for axis in axes]
    if any(len(pair) != 2 for pair in ends):
        raise Invalid(window.where, "two ends on each axis", dict(window.parts))
    return tuple(number(volume(region.box, [(pair[0], pair[1]) for pair in ends])) for region in space)


def _decision_boundary(given: Given, tree: Tree) -> Answer:
    """The borders between regions of different labels: on which axis and where, the labels below and above, the face on the other axes."""
    return tuple(
        {
            "attribute": border.attribute.name,
            "at": number(border.at),
            "below": labels_answer(border.low.leaf.labels),
            "above": labels_answer(border.high.leaf.labels),
            "face": _conditions_answer(border.face),
        }
        for border in decision_boundary(_space(given, tree)[1])
    )


def _levels(_: Given, tree: Tree) -> Answer:
    """How records thin out: for each level its nodes, leaves and records, and the fewest and most records at one of its nodes."""
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
    """The subtrees that come more than once: the test at their root, how often they come, their tests and leaves."""
    return tuple(
        {
            "test": test_answer(replica.subtree.test),
            "times": number(replica.times),
            "tests": number(replica.tests),
            "leaves": number(replica.leaves),
        }
        for replica in replicas(tree)
    )


def _parity(given: Given) -> Answer:
    data = parity(whole_number(given.only("inputs").part("inputs"), f"{given.where}, inputs"))
    return tuple(tuple(map(str, (*record.values, record.label))) for record in data)


VIEWS: Mapping[str, Operation] = {
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
    "parity": _parity,
}
