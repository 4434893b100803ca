"""What a model says of how its tree was made: grown by which policy with which options, then pruned by which rules. All in plain words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, cast

from attrs import frozen

from dtref.errors import Invalid

Texts: TypeAlias = tuple[tuple[str, str], ...]
"""Names, each with its value as text."""


@frozen
class GrownBy:
    """
    How a tree was grown. by: the algorithm, as `--as` names it. parameters: of a released program, by its own names. options: what alters
    the algorithm, by the names of options of the command line, with `_` for `-`.
    """

    by: str
    parameters: Texts = ()
    options: Texts = ()


@frozen
class PrunedBy:
    """A rule that pruned a tree, as `--by` names it, and its options; of a file that it read the name."""

    by: str
    options: Texts = ()


@frozen
class History:
    """How a tree was made. grown: None where nothing is said. pruned: the rules in order, after what the policy itself prunes."""

    grown: GrownBy | None = None
    pruned: tuple[PrunedBy, ...] = ()


NOTHING_TOLD = History()
"""The history of a tree of which nothing is said."""


def history_json(history: History) -> Mapping[str, object]:
    """
    A history as fields of a model's JSON; none of what isn't said.

    >>> history_json(History(GrownBy("cart", (), (("min_records", "5"),)), (PrunedBy("pessimistic"),)))
    {'grown': {'by': 'cart', 'options': {'min_records': '5'}}, 'pruned': [{'by': 'pessimistic'}]}
    """
    grown, pruned = history.grown, [{"by": rule.by, **_texts_json("options", rule.options)} for rule in history.pruned]
    own = grown and {"by": grown.by, **_texts_json("parameters", grown.parameters), **_texts_json("options", grown.options)}
    return {**({"grown": own} if own else {}), **({"pruned": pruned} if pruned else {})}


def _texts_json(name: str, texts: Texts) -> dict[str, dict[str, str]]:
    return {name: dict(texts)} if texts else {}


def history_of(grown: object, pruned: object, where: str) -> History:
    """
    The history of fields of a model's JSON, None where one isn't there. Errors: Invalid for anything else than text by name.

    >>> history_of({"by": "cart"}, None, "m.json").grown
    GrownBy(by='cart', parameters=(), options=())
    >>> history_of({"by": 1}, None, "m.json")
    Traceback (most recent call last):
    dtref.errors.Invalid: m.json, grown, by: expected a text (got 1)
    """
    own = None if grown is None else _object(grown, f"{where}, grown", ("by", "parameters", "options"))
    if pruned is not None and not isinstance(pruned, list):
        raise Invalid(f"{where}, pruned", "a list", pruned)
    rules = [_object(rule, f"{where}, pruned, [{i}]", ("by", "options")) for i, rule in enumerate(pruned or ())]
    return History(
        None if own is None else GrownBy(*own),  # type: ignore[arg-type]  # a text, and texts by name
        tuple(PrunedBy(*rule) for rule in rules),  # type: ignore[arg-type]  # a text, and texts by name
    )


def _object(json_value: object, where: str, names: Sequence[str]) -> tuple[str | Texts, ...]:
    """The text of the first of the names, and texts by name of the others, none where they are left out."""
    if not isinstance(json_value, dict) or not json_value.keys() <= set(names):
        raise Invalid(where, f"an object with {', '.join(names)}", json_value)
    fields = cast("dict[str, object]", json_value)
    by = fields.get(names[0])
    if not isinstance(by, str):
        raise Invalid(f"{where}, {names[0]}", "a text", by)
    return by, *(_texts(fields.get(name, {}), f"{where}, {name}") for name in names[1:])


def _texts(json_value: object, where: str) -> Texts:
    if not isinstance(json_value, dict) or not all(isinstance(text, str) for text in json_value.values()):
        raise Invalid(where, "texts by name", json_value)
    return tuple(cast("dict[str, str]", json_value).items())
