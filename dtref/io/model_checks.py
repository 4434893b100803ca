"""
Checks that the nodes of a model are one tree that records could have grown, made when a model is written and when it is read.

Every error names the node by its position and the field.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction

from dtref.errors import Invalid
from dtref.exact.digits import fraction_text
from dtref.io.model_nodes import AS_GOOD, MEDIANS, OR_STAYS, SURROGATES, WrittenNode, node_counts
from dtref.io.model_order import labels_in_order
from dtref.io.model_parts import json_of_test, read_fraction
from dtref.spec.growing.monotone import Monotone
from dtref.spec.model.attributes import MISSING, Attribute, Continuous
from dtref.spec.model.branches import branch_count, branch_of_missing
from dtref.spec.model.optima import EverySubset
from dtref.spec.model.tally import Moments, check_moments
from dtref.spec.model.tests import Groups, Multiway, OrdinalCut, Subset, Test, Threshold
from dtref.spec.model.trees import Gap, Label


def check_nodes(found: Sequence[WrittenNode], target: Attribute, prefix: str = "", monotone: Monotone | None = None) -> None:
    """
    Errors: Invalid for nodes that are not one tree with node 0 as its root; counts that don't fit the target, or do not add up; labels
    that contradict the counts; a test that is not among the optima, or has another number of branches than the node has children; a
    candidate that is twice among the optima; an incomplete gap. prefix: the beginning of messages, such as "m.json, ". monotone: the
    order that predictions keep, if they keep one, whose bounds may move labels.

    A missing value goes down one branch or, in parts, down several: whatever the gap, the children's counts add up to the node's.

    >>> from dtref.spec.model.attributes import Nominal
    >>> check_nodes([WrittenNode((Fraction(1), Fraction(2)), ("-",))], Nominal("y", ("-", "+")), "m.json, ")
    Traceback (most recent call last):
    dtref.errors.Invalid: m.json, node 0, labels: expected some of the largest classes '+' (got ['-'])
    """
    places = [f"{prefix}node {i}" for i in range(len(found))]
    # Each node by itself, then the nodes as one tree, then each node beside its children and parent.
    for node, place in zip(found, places, strict=True):
        _check_counts(node, target, place)
        _check_test(node, place)
        _check_gap(node, place)
    parents = _parents(found, prefix)
    if not isinstance(target, Continuous) and not target.values and len(found) > 1:
        raise Invalid(f"{prefix}target", "at least one value, as there is more than a leaf", [])
    for i, (node, place) in enumerate(zip(found, places, strict=True)):
        _check_sums(node, [found[int(c)] for c in node.children], place)
        if monotone is None:
            _check_labels(node, found[parents[i]] if i else None, found[0], target, place)
    if monotone is not None:
        for node, place, labels in zip(found, places, labels_in_order(monotone, found, target, places), strict=True):
            _check_labels_in_order(node, labels, target, place)


def _check_counts(node: WrittenNode, target: Attribute, place: str) -> None:
    """Errors: Invalid for counts that don't fit the target."""
    counts = [fraction_text(n) for n in node.counts]
    if isinstance(target, Continuous):
        if len(counts) != 3:
            raise Invalid(f"{place}, counts", "the records, the sum of y and that of y^2", counts)
        check_moments(f"{place}, counts", *node.counts)
        _means(node, place)
    elif len(counts) != len(target.values):
        raise Invalid(f"{place}, counts", f"one for each of the target's {len(target.values)} values", counts)
    elif not {*node.labels} <= {*target.values}:
        raise Invalid(f"{place}, labels", "some of the target's values", list(node.labels))
    elif min(node.counts, default=0) < 0:
        raise Invalid(f"{place}, counts", "counts of at least 0", counts)


def _means(node: WrittenNode, place: str) -> list[Fraction]:
    """The labels of a node of moments, as numbers. Errors: Invalid where one is none."""
    try:
        return [read_fraction(label) for label in node.labels]
    except Invalid as problem:
        raise Invalid(f"{place}, labels", problem.wanted, problem.got) from None


def _check_test(node: WrittenNode, place: str) -> None:
    """Errors: Invalid for a test without branches, not among the optima, or without a child for each branch; for an optimum twice."""
    if node.test is None:
        if node.children:
            raise Invalid(f"{place}, children", "none, as there is no test", f"{len(node.children)} of them")
        if node.or_leaf:
            raise Invalid(f"{place}, or_leaf", "nothing, as there is no test: that tests are as good its optima say", node.or_leaf)
        _check_optima(node, place)
        return
    if node.or_leaf not in ("", AS_GOOD):
        raise Invalid(f"{place}, or_leaf", f"'{AS_GOOD}' or nothing", node.or_leaf)
    branches = branch_count(node.test)
    if branches == 0:
        raise Invalid(f"{place}, test", "a test with branches (its attribute has no values)", json_of_test(node.test))
    if not any(_is_of(node.test, optimum) for optimum in node.optima):
        raise Invalid(f"{place}, test", "one of the optima", json_of_test(node.test))
    _check_optima(node, place)
    if len(node.children) != branches:
        each = "of its attribute's values" if isinstance(node.test, Multiway) else "branch of its test"
        raise Invalid(f"{place}, children", f"{branches}, one for each {each}", list(node.children))


def _check_optima(node: WrittenNode, place: str) -> None:
    """Errors: Invalid for an empty group of a test; for an optimum twice."""
    for field, test in _tests(node):
        if isinstance(test, Groups) and not all(test.groups):
            raise Invalid(f"{place}, {field}, groups", "groups of at least one value", [list(group) for group in test.groups])
    if (twice := _twice(node.optima)) is not None:
        raise Invalid(f"{place}, optima, [{twice}]", "a candidate that is not among the optima yet", json_of_test(node.optima[twice]))


def _tests(node: WrittenNode) -> Iterator[tuple[str, Test | EverySubset | None]]:
    yield "test", node.test
    yield from ((f"optima, [{i}]", optimum) for i, optimum in enumerate(node.optima))
    yield from ((f"surrogates, [{i}], test", surrogate.test) for i, surrogate in enumerate(node.surrogates))


def _is_of(test: Test, optimum: Test | EverySubset) -> bool:
    """Whether an optimum is the test, or stands for it among others."""
    if not isinstance(optimum, EverySubset) or not isinstance(test, Subset) or test.attribute != optimum.attribute:
        return test == optimum
    return optimum.present[0] in test.left and bool(test.right) and {*test.left, *test.right} == {*optimum.present}


def _twice(optima: Sequence[Test | EverySubset]) -> int | None:
    """The position of the first optimum that is a candidate before it, on its own or among every grouping of its values."""
    seen: set[Hashable] = set()
    all_groupings = {_candidate(optimum) for optimum in optima if isinstance(optimum, EverySubset)}
    for i, optimum in enumerate(optima):
        is_one_of_all = (
            isinstance(optimum, Subset) and (optimum.attribute.name, frozenset((*optimum.left, *optimum.right))) in all_groupings
        )
        if is_one_of_all or _candidate(optimum) in seen:
            return i
        seen.add(_candidate(optimum))
    return None


def _candidate(optimum: Test | EverySubset) -> Hashable:
    """The identity of a candidate (golden/TIES.md): of a cut its interval, of a grouping its two groups."""
    match optimum:
        case Threshold(attribute=attribute, lower=lower, upper=upper, missing=missing):
            return attribute.name, lower, upper, missing
        case OrdinalCut(attribute=ordinal, lower=low, upper=high):
            return ordinal.name, low, high
        case Subset(attribute=nominal, left=left, right=right):
            return nominal.name, frozenset((frozenset(left), frozenset(right)))
        case EverySubset(attribute=nominal, present=present):
            return nominal.name, frozenset(present)
        case _:
            return optimum


def _check_gap(node: WrittenNode, place: str) -> None:
    """Errors: Invalid for a gap of another name, an incomplete one, or surrogates of branches that don't exist."""
    gaps = [gap.value for gap in Gap if gap is not Gap.REFUSE] + [SURROGATES, OR_STAYS]
    # The name, and the fields that it needs or forbids.
    if node.gap and (node.gap not in gaps or node.test is None):
        raise Invalid(f"{place}, gap", " or ".join(gaps) if node.test is not None else "none, as there is no test", node.gap)
    if node.gap == Gap.LEARNED.value and node.test is not None and branch_of_missing(node.test) is MISSING:
        raise Invalid(f"{place}, gap", "a test that says where a missing value goes", json_of_test(node.test))
    if node.gap == SURROGATES and node.otherwise is None:
        raise Invalid(f"{place}, otherwise", "a branch for the rest, as the gap is 'surrogates'", "none")
    if node.gap == OR_STAYS and (node.otherwise is not None or node.equally):
        raise Invalid(f"{place}, otherwise", f"none, as the gap is '{OR_STAYS}'", node.otherwise)
    if node.gap not in (SURROGATES, OR_STAYS) and (node.surrogates or node.otherwise is not None or node.equally or node.others):
        fields = {"surrogates": len(node.surrogates) or None, "otherwise": node.otherwise, "equally": node.equally or None}
        field, value = next(((name, value) for name, value in fields.items() if value is not None), ("others", node.others))
        raise Invalid(f"{place}, {field}", "none, as the gap is not 'surrogates'", value)
    if node.others and not re.fullmatch("[1-9][0-9]{0,999}", node.others):
        raise Invalid(f"{place}, others", "the number of surrogates that are as good, such as '1'", node.others)
    # The branches that the fields name.
    branches = 0 if node.test is None else branch_count(node.test)
    if node.otherwise is not None and node.otherwise >= branches:
        raise Invalid(f"{place}, otherwise", f"one of {branches} branches", node.otherwise)
    if node.equally and (max(node.equally) >= branches or len({node.otherwise, *node.equally}) <= len(node.equally)):
        raise Invalid(f"{place}, equally", f"other branches of {branches}, each once", list(node.equally))
    for i, surrogate in enumerate(node.surrogates):
        wanted = f"for each of {branch_count(surrogate.test)} branches one of the node's {branches}"
        if len(surrogate.stands_for) != branch_count(surrogate.test) or not set(surrogate.stands_for) <= {None, *range(branches)}:
            raise Invalid(f"{place}, surrogates, [{i}], stands_for", wanted, list(surrogate.stands_for))


def _parents(written: Sequence[WrittenNode], prefix: str) -> dict[int, int]:
    """The parent of each node. Errors: Invalid where the nodes are not one tree in which each comes after its parent."""
    if not written:
        raise Invalid(f"{prefix}nodes", "at least one node", [])
    positions, parents = {str(i): i for i in range(len(written))}, dict[int, int]()
    for i, node in enumerate(written):
        for c in node.children:
            child = positions.get(c, -1)
            if child <= i or child in parents:
                wanted = "positions further down the list, each the child of one node"
                raise Invalid(f"{prefix}node {i}, children", wanted, list(node.children))
            parents[child] = i
    if len(parents) < len(written) - 1:
        second_root = next(i for i in range(1, len(written)) if i not in parents)
        raise Invalid(f"{prefix}node {second_root}", "a node that is another's child, as node 0 is the root", "a second root")
    return parents


def _check_sums(node: WrittenNode, child_nodes: Sequence[WrittenNode], place: str) -> None:
    sums = [sum(ns, Fraction(0)) for ns in zip(*(child.counts for child in child_nodes), strict=True)]
    if child_nodes and sums != [*node.counts]:
        raise Invalid(
            f"{place}, counts",
            f"those of its children together, {[fraction_text(n) for n in sums]}",
            [fraction_text(n) for n in node.counts],
        )


def _check_labels(node: WrittenNode, parent: WrittenNode | None, root: WrittenNode, target: Attribute, place: str) -> None:
    """
    Errors: Invalid for labels that contradict the counts.

    A node with records carries largest classes, or the mean. One without records has the labels of a rule for empty branches: those of the
    root, or those that a node above had when it was grown, which are classes that its parent has records of.
    """
    counts, labels = node_counts(node, target)
    if len(set(labels)) < len(labels):
        raise Invalid(f"{place}, labels", "labels that differ", list(node.labels))
    if isinstance(counts, Moments):
        _check_mean(node, counts, parent, root, place)
        return
    if counts and not labels:
        raise Invalid(f"{place}, labels", "at least one label", [])
    # The labels allowed: the largest classes, or for an empty node those that it may inherit.
    largest = max((n for _, n in counts), default=0)
    allowed = {c for c, n in counts if n == largest}
    if not largest and parent is not None and any(parent.counts):
        allowed = {c for (c, _), n in zip(counts, parent.counts, strict=True) if n} | {*root.labels}
    if not set(labels) <= allowed:
        names = ", ".join(repr(c) for c, _ in counts if c in allowed)
        wanted = f"some of the largest classes {names}" if largest else f"some of the classes that it may inherit, {names}"
        raise Invalid(f"{place}, labels", wanted, list(node.labels))


def _check_labels_in_order(node: WrittenNode, allowed: Sequence[Label], target: Attribute, place: str) -> None:
    """Errors: Invalid for labels that aren't those of a value within bounds."""
    _, labels = node_counts(node, target)
    if node.are or not labels or len(set(labels)) < len(labels) or not set(labels) <= set(allowed):
        wanted = f"{' or '.join(map(str, allowed))}, as predictions are in an order"
        raise Invalid(f"{place}, labels", wanted, list(node.labels))


def _check_mean(node: WrittenNode, counts: Moments, parent: WrittenNode | None, root: WrittenNode, place: str) -> None:
    if node.are:
        _check_medians(node, counts, place)
        return
    ancestors = [ancestor for ancestor in (parent, root) if ancestor is not None]
    allowed = [[counts.total / counts.n]] if counts.n else [[], *(_means(ancestor, place) for ancestor in ancestors)]
    if _means(node, place) not in allowed:
        wanted = f"the mean {counts.total / counts.n}" if counts.n else "the mean of a node above, or none"
        raise Invalid(f"{place}, labels", wanted, list(node.labels))


def _check_medians(node: WrittenNode, counts: Moments, place: str) -> None:
    """Errors: Invalid for labels that no records with these moments have as medians: none is further from the mean than the deviation."""
    if node.are != MEDIANS or not counts.n:
        raise Invalid(f"{place}, are", f"{MEDIANS!r}, of records", node.are)
    labels = _means(node, place)
    near = all((label * counts.n - counts.total) ** 2 <= counts.n * counts.squared_error for label in labels)
    if not near or not 1 <= len(labels) <= 2 or labels != sorted(labels):
        wanted = "one median or two, ascending, each no further from the mean than the standard deviation"
        raise Invalid(f"{place}, labels", wanted, list(node.labels))
