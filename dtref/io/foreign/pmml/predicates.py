"""
Reads the predicate of a node as a question about one field, with its value for a missing one.

A comparison with a missing value is neither true nor false; `isMissing` and `isNotMissing` are; `or` with the first and `and` with the
second, of the same field, decide it. A `surrogate` is a list of predicates, of which the first that is known counts. Any other
combination of predicates keeps its parts (`dtref.io.foreign.pmml.compound` asks them one after another).
"""

from __future__ import annotations

import re

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.io.foreign.pmml.elements import Allowed, Element, check_element, own, pmml_number, required_attribute, tag

PREDICATES = ("SimplePredicate", "SimpleSetPredicate", "CompoundPredicate", "True", "False")
_ORDER = frozenset({"lessThan", "lessOrEqual", "greaterThan", "greaterOrEqual"})
ON_MISSING = frozenset({"isMissing", "isNotMissing"})
SIMPLE: Allowed = {"field": None, "operator": _ORDER | ON_MISSING | {"equal", "notEqual"}, "value": None}
AMONG: Allowed = {"field": None, "booleanOperator": frozenset({"isIn", "isNotIn"})}
ARRAY: Allowed = {"n": None, "type": frozenset({"int", "real", "string"})}
COMPOUND: Allowed = {"booleanOperator": frozenset({"and", "or", "xor", "surrogate"})}
MOST_COMBINED = 30
"""The most levels of combined predicates."""


@frozen
class PredicateQuestion:
    """
    The question of a predicate: a field, an operator, its values; no field where it is True or False. missing: its value for a missing
    field, None where that isn't known. others: the questions asked instead, in order, where the field is missing (surrogates). parts: the
    predicates that `operator` combines, where they are no question about one field.
    """

    field: str
    operator: str
    values: tuple[str, ...] = ()
    missing: bool | None = None
    others: tuple[PredicateQuestion, ...] = ()
    parts: tuple[PredicateQuestion, ...] = ()


def predicate_of(node: Element, where: str) -> PredicateQuestion:
    """The question of a node's predicate. Errors: Invalid where it has none or several, or one that isn't read here."""
    predicates = list(own(node, *PREDICATES))
    if len(predicates) != 1:
        raise Invalid(where, "one predicate", len(predicates))
    return _asked(predicates[0], where, 0)


def _asked(predicate: Element, where: str, level: int) -> PredicateQuestion:
    match tag(predicate):
        case "True" | "False" as name:
            check_element(predicate, {}, frozenset(), where)
            return PredicateQuestion("", name, (), name == "True")
        case "SimplePredicate":
            return _simple(predicate, where)
        case "SimpleSetPredicate":
            check_element(predicate, AMONG, frozenset({"Array"}), where)
            return PredicateQuestion(
                required_attribute(predicate, "field", where),
                required_attribute(predicate, "booleanOperator", where),
                _array(predicate, where),
            )
        case "CompoundPredicate":
            return _compound(predicate, where, level + 1)
        case name:
            raise Invalid(where, "a predicate in a CompoundPredicate", name)


def _simple(predicate: Element, where: str) -> PredicateQuestion:
    check_element(predicate, SIMPLE, frozenset(), where)
    name, operator = required_attribute(predicate, "field", where), required_attribute(predicate, "operator", where)
    if operator in ON_MISSING:
        return PredicateQuestion(name, operator, (), operator == "isMissing")
    return PredicateQuestion(name, operator, (required_attribute(predicate, "value", where),))


def _array(predicate: Element, where: str) -> tuple[str, ...]:
    """The values of a set. Errors: Invalid for another number of them than its Array has, and for one twice."""
    arrays = list(own(predicate, "Array"))
    if len(arrays) != 1:
        raise Invalid(where, "a set with an Array", len(arrays) or "none")
    check_element(arrays[0], ARRAY, frozenset({""}), where)
    text = arrays[0].text or ""
    if re.fullmatch(r'\s*(?:(?:"(?:[^"\\]|\\.)*"|[^\s"]+)(?:\s+|$))*', text, re.DOTALL) is None:
        raise Invalid(f"{where}, Array", "values apart, each in quotes or without blanks", text[:60])
    quoted = re.findall(r'"((?:[^"\\]|\\.)*)"|([^\s"]+)', text)
    values = tuple(bare or re.sub(r"\\(.)", r"\1", inside) for inside, bare in quoted)
    count = arrays[0].get("n")
    if count is not None and pmml_number(count, f"{where}, Array, n") != len(values):
        raise Invalid(f"{where}, Array, n", f"the number of its values, {len(values)}", count[:60])
    if not values or len(set(values)) < len(values):
        raise Invalid(f"{where}, Array", "one value or more, each once", text[:60])
    return values


def _compound(predicate: Element, where: str, level: int) -> PredicateQuestion:
    """
    Several predicates as one question: surrogates, a comparison with its value for a missing field, or a combination with its parts.

    As one field is asked, `x <= 1 or x is missing` asks the same as `x <= 1`, and is true for a missing value.
    """
    check_element(predicate, COMPOUND, frozenset(PREDICATES), where)
    operator, elements = required_attribute(predicate, "booleanOperator", where), [child for child in predicate if tag(child) in PREDICATES]
    if level > MOST_COMBINED:
        raise Invalid(where, f"predicates that are combined in at most {MOST_COMBINED} levels", "more")
    if len(elements) < 2:
        raise Invalid(where, "two predicates or more in a CompoundPredicate", f"{len(elements)} in one with {operator}")
    asked = tuple(_asked(element, where, level) for element in elements)
    plain = asked[0].field and not any(question.parts or question.others for question in asked)
    if operator == "surrogate" and plain and all(question.missing is None for question in asked[:-1]):
        return evolve(asked[0], others=asked[1:])
    missing_operator = {"or": "isMissing", "and": "isNotMissing"}.get(operator)
    tests = [question for question in asked if question.operator != missing_operator]
    about_one = len(asked) == 2 and len(tests) == 1 and len({question.field for question in asked}) == 1
    if about_one and tests[0].missing is None and not tests[0].others:
        return evolve(tests[0], missing=operator == "or")
    return PredicateQuestion("", operator, parts=asked)
