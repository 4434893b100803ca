"""
The operations of golden records: name -> what dtref computes, from inputs as JSON. golden/README.md has them as a table.

Before this: `dtref.oracle.operations.given_data`. Next: `dtref.oracle.golden.records`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias, cast

from attrs import evolve

from dtref.algorithms import PRESETS
from dtref.ensembles.voting import majority_vote_error
from dtref.errors import Invalid, Undefined
from dtref.exact.number import Number, number
from dtref.induction.closure import count_partitions, count_trees
from dtref.induction.hunt import grow, hunt
from dtref.induction.policy import Policy, offer_for
from dtref.io.numbers import Json
from dtref.io.numerals import numeral
from dtref.model.attributes import Cell, Continuous
from dtref.model.columns import columns
from dtref.model.counts import Weighted, count_table, statistic
from dtref.model.data import DataSet, Record
from dtref.model.optima import groupings
from dtref.model.predict import predictor
from dtref.model.trees import training_errors
from dtref.oracle.arithmetic.written import narrow, rational
from dtref.oracle.operations.answers import Answer, counts_answer, labels_answer, test_answer, tests_answer, tree_answer
from dtref.oracle.operations.given_data import condition, given_data
from dtref.oracle.operations.inputs import Given, as_list, as_object
from dtref.split.association import chi_square, g_statistic
from dtref.split.criteria import (
    Criterion,
    error_reduction,
    gain,
    gain_ratio,
    gini_reduction,
    split_info,
    variance_reduction,
    weighted_impurity,
)
from dtref.split.impurity import Impurity, entropy, gini, misclassification_error, variance
from dtref.split.missing_gain import entropy_of_children_over_all, gain_over_all, gain_over_all_unscaled
from dtref.split.numeric.placement import midpoint
from dtref.split.separation import class_separation, twoing

Operation: TypeAlias = Callable[[Given], Answer]

IMPURITIES = {"gini": gini, "entropy": entropy, "error": misclassification_error}
"""The impurities by the names that records use."""


def run(operation: str, given: Mapping[str, object]) -> Answer:
    """
    What dtref answers. Errors: Invalid for an operation that isn't there, or inputs that it doesn't take.

    >>> run("gini", {"counts": ["9", "5"]})
    Fraction(45, 98)
    >>> run("ginny", {})
    Traceback (most recent call last):
    dtref.errors.Invalid: operation: expected an operation of golden/README.md (got 'ginny')
    """
    if operation not in OPERATIONS:
        raise Invalid("operation", "an operation of golden/README.md", operation)
    return OPERATIONS[operation](Given.of(narrow(dict(given), f"{operation}, given, "), f"{operation}, given"))


def _impurity(measure: Impurity) -> Operation:
    return lambda given: measure(given.only("counts").counts("counts"))


def _weighted(measure: Impurity) -> Operation:
    return lambda given: weighted_impurity(measure, given.only("children").rows("children"))


def _criterion(criterion: Criterion) -> Operation:
    def answer(given: Given) -> Answer:
        node, children = given.only("node", "children").counts("node"), given.rows("children")
        if any(len(child) != len(node) for child in children):
            raise Invalid(f"{given.where}, children", f"a count for each of {len(node)} classes", given.part("children"))
        return criterion(node, children)

    return answer


def _with_missing(criterion: Criterion) -> Operation:
    """A criterion where some records miss the value asked for: they count in the node and in no child."""

    def answer(given: Given) -> Answer:
        node, children = given.only("node", "children", "missing").counts("node"), given.rows("children")
        return criterion(node, children, given.counts("missing"))

    return answer


def _numbers(given: Given, value: Json, name: str) -> tuple[Fraction, ...]:
    """The values of a continuous target in a node."""
    return tuple(rational(y, f"{given.where}, {name}[{i}]") for i, y in enumerate(as_list(value, f"{given.where}, {name}")))


def _moments(values: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """Their number, their sum, the sum of their squares."""
    return Fraction(len(values)), sum(values, Fraction(0)), sum((y * y for y in values), Fraction(0))


def _variance(given: Given) -> Answer:
    return variance(_moments(_numbers(given, given.only("values").part("values"), "values")))


def _variance_reduction(given: Given) -> Answer:
    """The children's values are given; those of the node are all of them."""
    children = [_numbers(given, child, "children") for child in given.only("children").list("children")]
    return variance_reduction(_moments(sum(children, ())), [_moments(child) for child in children])


def _entropy_of_children_over_all(given: Given) -> Answer:
    return entropy_of_children_over_all(given.only("children", "missing").rows("children"), given.counts("missing"))


def _majority_vote_error(given: Given) -> Answer:
    n = rational(given.only("classifiers", "error_rate").part("classifiers"), f"{given.where}, classifiers")
    if n.denominator != 1:
        raise Invalid(f"{given.where}, classifiers", "a whole number", given.part("classifiers"))
    return number(majority_vote_error(int(n), rational(given.part("error_rate"), f"{given.where}, error_rate")))


def _data(given: Given) -> DataSet:
    return given_data(given.object("data"))


def _impurity_named(given: Given) -> Impurity:
    name = given.text("impurity")
    if name not in IMPURITIES:
        raise Invalid(f"{given.where}, impurity", "one of " + ", ".join(map(repr, IMPURITIES)), name)
    return IMPURITIES[name]


def _preset(given: Given) -> Policy:
    name = given.text("preset")
    if name not in PRESETS:
        raise Invalid(f"{given.where}, preset", "one of " + ", ".join(map(repr, PRESETS)), name)
    return PRESETS[name]


def _cell(cell: Cell) -> Answer:
    return cast(Number, cell) if isinstance(cell, Fraction) else str(cell)


def _records(given: Given) -> Answer:
    """Every record as a row: attributes in order, then the class."""
    return tuple(tuple(map(_cell, (*r.values, r.label))) for r in _data(given.only("data")))


def _class_counts(given: Given) -> Answer:
    data = _data(given.only("data"))
    counts = statistic(columns(data), Weighted(tuple(range(len(data)))))
    return counts_answer(tuple((c, Fraction(n)) for c, n in zip(data.classes, counts, strict=True)))


def _count_table(given: Given) -> Answer:
    """Every present value of an attribute: the value, then the count of each class in declared order."""
    data = _data(given.only("data", "attribute"))
    table = count_table(columns(data), data.column(given.text("attribute")), Weighted(tuple(range(len(data)))))
    return tuple((_cell(v), *map(number, n)) for v, n in zip(table.values, table.counts, strict=True))


def _impurity_table(given: Given) -> Answer:
    """As `count_table`, with the impurity of each value's records at the end of its row."""
    measure = _impurity_named(given.only("data", "attribute", "impurity"))
    rows = cast("tuple[tuple[Answer, ...], ...]", _count_table(Given({n: p for n, p in given.parts.items() if n != "impurity"})))
    return tuple((*row, measure(cast("tuple[Number, ...]", row[1:]))) for row in rows)


def _threshold_table(given: Given) -> Answer:
    """For each cut in turn: the cut, then of each class the records at most and above it, then the weighted impurity of the two sides."""
    data, a = _data(given.only("data", "attribute", "impurity", "cuts")), given.text("attribute")
    measure = _impurity_named(given)
    rows: list[Answer] = []
    for cut in given.texts("cuts"):
        sides = [condition(data, Given({a: {side: cut}}, f"{given.where}, cuts")) for side in ("at_most", "above")]
        counts = [[number(sum(r.weight for r in data if meets(r) and r.label == c)) for c in data.classes] for meets in sides]
        rows.append((number(numeral(cut)), *(n for pair in zip(*counts, strict=True) for n in pair), weighted_impurity(measure, counts)))
    return tuple(rows)


def _count_records(given: Given) -> Answer:
    """How many records fulfil one condition at least."""
    data = _data(given.only("data", "any_of"))
    conditions = [condition(data, Given(as_object(c, given.where), f"{given.where}, any_of")) for c in given.list("any_of")]
    return number(sum(r.weight for r in data if any(meets(r) for meets in conditions)))


def _best_tests(given: Given) -> Answer:
    """The optima at the root and the value of the criterion there; no tests where the root is a leaf."""
    recursion = hunt(_data(given.only("data", "preset")), _preset(given))
    decision = recursion.decide(recursion.root())
    value = {} if decision.value is None else {"value": decision.value}
    return {**value, "tests": tests_answer(decision.optima)}


def _candidates(given: Given) -> Answer:
    """Every candidate of an attribute at the root (golden/TIES.md): its test, the class counts of its branches, the criterion's value."""
    data, policy = _data(given.only("data", "preset", "attribute")), _preset(given)
    a, everyone, coded = data.column(given.text("attribute")), Weighted(tuple(range(len(data)))), columns(data)
    all_of_them = evolve(policy.criterion, reduces=False)  # so that no candidate is left out because it cannot be best
    offered = offer_for(policy, data.attributes[a])(count_table(coded, a, everyone), all_of_them)
    whole = statistic(coded, everyone)
    return tuple(
        {
            "test": test_answer(offered.test(i)),
            "children": tuple(tuple(map(number, part)) for part in split),
            "value": policy.criterion(whole, split),
        }
        for i, split in enumerate(offered.splits)
    )


def _grow(given: Given) -> Answer:
    return tree_answer(grow(_data(given.only("data", "preset")), _preset(given)))


def _predict(given: Given) -> Answer:
    """Labels and class shares for one record, whose cells are given by name, from the tree of a preset on a data set."""
    data = _data(given.only("data", "preset", "record"))
    cells = given.object("record")
    values = tuple(numeral(cells.text(a.name)) if isinstance(a, Continuous) else cells.text(a.name) for a in data.attributes)
    found = predictor(grow(data, _preset(given)), data.attributes)(Record(values))
    shares = found.distribution if isinstance(found.distribution, Undefined) else counts_answer(found.distribution)
    return {"labels": labels_answer(found.labels), "distribution": shares}


def _training_errors(given: Given) -> Answer:
    return number(training_errors(grow(_data(given.only("data", "preset")), _preset(given))))


def _midpoint(given: Given) -> Answer:
    lower, upper = (rational(given.only("lower", "upper").part(name), f"{given.where}, {name}") for name in ("lower", "upper"))
    return number(midpoint(lower, upper, ()))


OPERATIONS: Mapping[str, Operation] = {
    "gini": _impurity(gini),
    "entropy": _impurity(entropy),
    "misclassification_error": _impurity(misclassification_error),
    "weighted_gini": _weighted(gini),
    "weighted_entropy": _weighted(entropy),
    "weighted_error": _weighted(misclassification_error),
    "gini_reduction": _criterion(gini_reduction),
    "gain": _criterion(gain),
    "error_reduction": _criterion(error_reduction),
    "gain_ratio": _criterion(gain_ratio),
    "twoing": _criterion(twoing),
    "class_separation": _criterion(class_separation),
    "chi_square": _criterion(chi_square),
    "g_statistic": _criterion(g_statistic),
    "gain_with_missing": _with_missing(gain),
    "gain_ratio_with_missing": _with_missing(gain_ratio),
    "gain_over_all": _with_missing(gain_over_all),
    "gain_over_all_unscaled": _with_missing(gain_over_all_unscaled),
    "entropy_of_children_over_all": _entropy_of_children_over_all,
    "variance": _variance,
    "variance_reduction": _variance_reduction,
    "majority_vote_error": _majority_vote_error,
    "split_info": lambda given: split_info(given.only("children").rows("children")),
    "midpoint": _midpoint,
    "groupings": lambda given: number(groupings(int(rational(given.only("present").part("present"))))),
    "records": _records,
    "class_counts": _class_counts,
    "count_table": _count_table,
    "impurity_table": _impurity_table,
    "threshold_table": _threshold_table,
    "count_records": _count_records,
    "candidates": _candidates,
    "best_tests": _best_tests,
    "grow": _grow,
    "predict": _predict,
    "training_errors": _training_errors,
    "count_trees": lambda given: number(count_trees(_data(given.only("data", "preset")), _preset(given))),
    "count_partitions": lambda given: number(count_partitions(_data(given.only("data", "preset")), _preset(given))),
}
