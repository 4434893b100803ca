"""
What a model says of how its tree was made: grown by which policy with which options, then pruned by which rules, all in plain words; and
from which records, by their fingerprint, with which version and seed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias, cast

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.fingerprint import LABEL, VALUES, Fingerprint, KeptRecord

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
class TrainedOn:
    """What a tree was grown from: records, by their fingerprint. version: of dtref. seed: of what was drawn; empty where nothing was."""

    fingerprint: Fingerprint
    version: str
    seed: str = ""


@frozen
class History:
    """
    How a tree was made. grown: None where nothing is said. pruned: the rules in order, after what the policy itself prunes.
    trained_on: None in models that were written before it was. read: the options by which the command line read the records, by name; one
    that was given several times has several.
    """

    grown: GrownBy | None = None
    pruned: tuple[PrunedBy, ...] = ()
    trained_on: TrainedOn | None = None
    read: Texts = ()


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
    trained = {} if history.trained_on is None else {"trained_on": _trained_on_json(history.trained_on)}
    read = {name: [text for other, text in history.read if other == name] for name, _ in history.read}
    return {**({"grown": own} if own else {}), **({"pruned": pruned} if pruned else {}), **trained, **({"read": read} if read else {})}


def _trained_on_json(trained: TrainedOn) -> dict[str, object]:
    known = trained.fingerprint
    return {
        "version": trained.version,
        **({"seed": trained.seed} if trained.seed else {}),
        "records": str(known.records),
        "weight": str(known.weight),
        "digest": known.digest,
        "kept": "all" if known.whole else "least",
        "hashes": list(map(str, known.kept)),
    }


def _texts_json(name: str, texts: Texts) -> dict[str, dict[str, str]]:
    return {name: dict(texts)} if texts else {}


def history_of(grown: object, pruned: object, trained_on: object, read: object, where: str) -> History:
    """
    The history of fields of a model's JSON, None where one isn't there. Errors: Invalid for anything else than text by name, or hashes.

    >>> history_of({"by": "cart"}, None, None, {"missing": ["NA", "-"]}, "m.json").read
    (('missing', 'NA'), ('missing', '-'))
    >>> history_of({"by": "cart"}, None, None, None, "m.json").grown
    GrownBy(by='cart', parameters=(), options=())
    >>> history_of({"by": 1}, None, None, None, "m.json")
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
        None if trained_on is None else _trained_on(trained_on, f"{where}, trained_on"),
        tuple(_read(read, f"{where}, read")) if read is not None else (),
    )


def _read(json_value: object, where: str) -> Iterator[tuple[str, str]]:
    if not isinstance(json_value, dict):
        raise Invalid(where, "an object", json_value)
    for name, texts in json_value.items():
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise Invalid(f"{where}, {name}", "a list of texts", texts)
        yield from ((name, text) for text in texts)


_NEEDED = ("version", "records", "weight", "digest", "kept", "hashes")
_WHOLE = re.compile(r"[0-9]{1,30}")
_WEIGHT = re.compile(r"[0-9]{1,400}(?:/0*[1-9][0-9]{0,399})?")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_HASHES = re.compile(rf"([0-9a-f]{{{VALUES}}})([0-9a-f]{{{LABEL}}})(?: ({_WEIGHT.pattern}))?")


def _trained_on(json_value: object, where: str) -> TrainedOn:
    if not isinstance(json_value, dict) or not set(_NEEDED) <= json_value.keys() <= {*_NEEDED, "seed"}:
        raise Invalid(where, f"an object with {', '.join(_NEEDED)} and perhaps seed", json_value)
    fields = cast("dict[str, object]", json_value)
    if not isinstance(fields["hashes"], list):
        raise Invalid(f"{where}, hashes", "a list", fields["hashes"])
    hashes = tuple(_kept(text, f"{where}, hashes, [{i}]") for i, text in enumerate(fields["hashes"]))
    records, weight, digest = (
        _matching(fields[name], pattern, f"{where}, {name}", wanted).group()
        for name, pattern, wanted in (
            ("records", _WHOLE, "a whole number, as text"),
            ("weight", _WEIGHT, "a number, as text"),
            ("digest", _DIGEST, "64 hexadecimal digits"),
        )
    )
    for name in ("version", "seed"):
        if not isinstance(fields.get(name, ""), str):
            raise Invalid(f"{where}, {name}", "a text", fields[name])
    if fields["kept"] not in {"all", "least"}:
        raise Invalid(f"{where}, kept", "'all' or 'least'", fields["kept"])
    known = Fingerprint(int(records), Fraction(weight), digest, hashes, fields["kept"] == "all")
    return TrainedOn(known, str(fields["version"]), str(fields.get("seed", "")))


def _kept(text: object, where: str) -> KeptRecord:
    values, label, weight = _matching(text, _HASHES, where, f"{VALUES + LABEL} hexadecimal digits, and perhaps a weight").groups()
    return KeptRecord(values, label, Fraction(weight or 1))


def _matching(text: object, pattern: re.Pattern[str], where: str, wanted: str) -> re.Match[str]:
    match = pattern.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise Invalid(where, wanted, text)
    return match


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
