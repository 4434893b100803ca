"""An explanation as JSON, for programs: every number exact and as text."""

from __future__ import annotations

from dtref.errors import Undefined
from dtref.exact.decimals import decimal
from dtref.io.model_parts import json_of_test
from dtref.io.numbers import Json, number_json
from dtref.show.exact_text import number_text
from dtref.show.explain import Choice, Explanation, Step, Value
from dtref.spec.growing.stopping import named
from dtref.spec.split.chaid.significance import Significance


def explanation_json(explanation: Explanation, digits: int = 12) -> Json:
    """
    An explanation as JSON values: `steps` in preorder, each with its `candidates` and the `optima`, grouped by partition.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import DataSet
    >>> from dtref.show.explain import explain
    >>> explanation_json(explain(DataSet((), Nominal("play", ("-", "+")), ()), CART))["steps"][0]["impurity"]
    {'undefined': 'no records'}
    """
    return {
        "format": "dtref-explanation/1",
        "algorithm": explanation.policy.name,
        "criterion": explanation.policy.criterion.name,
        "impurity": explanation.impurity.name if explanation.impurity else "",
        "unit": explanation.impurity.unit if explanation.impurity else "",
        "steps": [step_json(step, digits) for step in explanation.steps],
    }


def step_json(step: Step, digits: int) -> Json:
    """One node of an explanation as JSON values."""
    whole: dict[str, Json] = {
        "path": list(step.path),
        "counts": {c: number_text(n) for c, n in step.counts},
        "labels": list(map(str, step.labels)),
        "impurity": _value(step.impurity, digits),
        "candidates": [_choice(choice, digits) for choice in step.choices],
        "optima": [list(map(json_of_test, group)) for group in step.alike],
    }
    if step.stopped is not None:
        whole["stopped"] = named(step.stopped)
    return whole if step.chosen is None else whole | {"chosen": json_of_test(step.chosen)}


def _choice(choice: Choice, digits: int) -> Json:
    missing: dict[str, Json] = {"missing": list(map(number_text, choice.missing))} if any(choice.missing) else {}
    adjusted: dict[str, Json] = {} if choice.adjusted is None else {"adjusted": _significance(choice.adjusted, digits)}
    components: dict[str, Json] = (
        {"components": {name: _value(value, digits) for name, value in choice.components}} if choice.components else {}
    )
    return (
        missing
        | adjusted
        | components
        | {
            "test": json_of_test(choice.test),
            "branches": [
                {"condition": row.condition, "counts": [number_text(n) for n in row.counts], "impurity": _value(row.impurity, digits)}
                for row in choice.rows
            ],
            "weighted": _value(choice.weighted, digits),
            "value": _value(choice.value, digits),
            "optimal": "yes" if choice.optimal else "no",
            "admitted": "yes" if choice.admitted else "no",
        }
    )


def _significance(found: Significance, digits: int) -> Json:
    return {
        "statistic": number_text(found.statistic),
        "degrees": number_text(found.degrees),
        "multiplier": number_text(found.multiplier),
        "p-value": decimal(found.p, digits),
    }


def _value(value: Value, digits: int) -> Json:
    if isinstance(value, Undefined):
        return number_json(value)
    return {"exact": number_json(value), "decimal": decimal(value, digits)}
