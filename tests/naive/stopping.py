"""Stopping rules and admissions (golden/README.md, Rules), and the exact test of independence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from naive.agreement import NO_VALUE, NotAnInput, NotHere
from naive.asking import Row
from naive.criteria import added, chi_square_p, compare, exact_p
from naive.growing import Admit, Before, Candidate, Grower, Stop
from naive.grown import given_data, given_preset, shown_tree

P_VALUES: dict[str, Callable[[Sequence[Sequence[Fraction]]], Any]] = {"chi_square": chi_square_p, "exact": exact_p}

EARLY = ("fewer_than", "fewer_rows_than", "at_depth")


def significant(children: Sequence[Sequence[Fraction]], p_value: str, alpha: Fraction) -> bool:
    """Whether the p-value is at most alpha."""
    p = P_VALUES[p_value](children)
    if p is None:
        raise NotAnInput("a test without a p-value")
    return compare(p, alpha) <= 0


def stopping_rule(given: Mapping[str, Any]) -> Stop:
    number = {name: Fraction(given[name]) for name in ("records", "tests", "threshold", "alpha") if name in given}

    def no_improvement(_grower: Grower, _rows: Sequence[Row], _depth: int, value: Any, _found: Sequence[Candidate]) -> bool:
        return value is not None and compare(value, Fraction(0)) <= 0

    def improves(share: Callable[[Sequence[Row], Sequence[Row]], Fraction]) -> Stop:
        def rule(grower: Grower, rows: Sequence[Row], _depth: int, value: Any, _found: Sequence[Candidate]) -> bool:
            return value is not None and compare(value * share(rows, grower.rows), number["threshold"]) < 0

        return rule

    def independent(grower: Grower, rows: Sequence[Row], _depth: int, _value: Any, _found: Sequence[Candidate]) -> bool:
        every = [c for a in range(len(grower.data.attributes)) for c in grower.candidates(a, rows)]
        admitted = [c for c in every if all(admit(c, rows) for admit in grower.admit)]
        return not any(significant(c.children, given["p_value"], number["alpha"]) for c in admitted)

    rules: dict[str, Stop] = {
        "no_improvement": no_improvement,
        "improves_less_than": improves(lambda _rows, _all: Fraction(1)),
        "improves_tree_less_than": improves(lambda rows, every: weight(rows) / weight(every)),
        "independent": independent,
    }
    if given["rule"] not in rules:
        raise NotAnInput(given["rule"])
    return rules[given["rule"]]


def early_rule(given: Mapping[str, Any]) -> Before:
    n = Fraction(given.get("records", given.get("rows", given.get("tests", 0))))
    rules: dict[str, Before] = {
        "fewer_than": lambda _grower, rows, _depth: weight(rows) < n,
        "fewer_rows_than": lambda _grower, rows, _depth: len(rows) < n,
        "at_depth": lambda _grower, _rows, depth: depth >= n,
    }
    return rules[given["rule"]]


def weight(rows: Sequence[Row]) -> Fraction:
    return sum((w for _, _, w in rows), Fraction(0))


def admission(given: Mapping[str, Any]) -> Admit:
    n = Fraction(given.get("records", given.get("rows", 0)))

    def rows_of(c: Candidate, rows: Sequence[Row]) -> list[int]:
        branches = [c.test.branch(values) for values, _, _ in rows]
        if None in branches:
            raise NotHere("rows of records that go to several branches")
        return [branches.count(k) for k in set(branches)]

    rules: dict[str, Admit] = {
        "significant": lambda c, _rows: significant(c.children, given["p_value"], Fraction(given["alpha"])),
        "every_branch_has": lambda c, _rows: all(sum(child) >= n for child in c.children if sum(child)),
        "every_branch_has_rows": lambda c, rows: all(size >= n for size in rows_of(c, rows)),
        "two_branches_have": lambda c, _rows: sum(sum(child) >= n for child in c.children) >= 2,
    }
    if given["rule"] not in rules:
        raise NotAnInput(given["rule"])
    return rules[given["rule"]]


def _grow_stopping(given: Mapping[str, Any]) -> Any:
    rules = given.get("stop", ())
    late = [stopping_rule(rule) for rule in rules if rule["rule"] not in EARLY]
    grower = Grower(given_data(given["data"]), given_preset(given["preset"]), late, [admission(rule) for rule in given.get("admit", ())])
    grower.before = [early_rule(rule) for rule in rules if rule["rule"] in EARLY]
    return shown_tree(grower, grower.grow())


def _exact_p(given: Mapping[str, Any]) -> Any:
    children = [[Fraction(c) for c in row] for row in given["children"]]
    node = [Fraction(c) for c in given["node"]]
    if any(c < 0 for row in children for c in row) or any(len(row) != len(node) for row in children):
        raise NotAnInput("counts of other classes, or below 0")
    if any(a != b for a, b in zip(node, added(children) if children else [0] * len(node), strict=True)):
        raise NotAnInput("children that don't add up to the node")
    p = exact_p(children)
    return NO_VALUE if p is None else p


ANSWERS = {"grow_stopping": _grow_stopping, "exact_p": _exact_p}
