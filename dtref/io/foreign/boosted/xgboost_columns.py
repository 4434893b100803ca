"""The columns of XGBoost's JSON model: their number, names and kinds, and the names of categories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.foreign.json_parts import Parts, shortened_json

_KINDS = ("float", "int", "i", "q", "c")
"""The kinds of columns in `feature_types`; i: an indicator, 1 where it holds."""
_WHOLE = range(9, 17)
"""The types of a category list that is no text: whole numbers of 8 to 64 bits."""


@frozen
class XgboostColumns:
    """The columns of the data: their number and their names, if the file has them; their categories' names, by column."""

    count: int | None
    names: tuple[str, ...]
    categories: Mapping[int, tuple[str, ...]]

    def name(self, column: int) -> str:
        """A column's name; f0, f1, … where there are none."""
        return self.names[column] if self.names else f"f{column}"


def columns_of(learner: Parts, booster: Parts) -> XgboostColumns:
    """The columns of a model. Errors: Invalid for other numbers of names, kinds or lists of categories, or for unknown ones."""
    names = learner.names("feature_names") if "feature_names" in learner else ()
    kinds = learner.column("feature_types", lambda part: part.one_of(_KINDS)) if "feature_types" in learner else ()
    number = param(learner, "num_feature")
    count = number if number is not None else len(names) or None
    for key, entries in (("feature_names", names), ("feature_types", kinds)):
        if entries and len(entries) != count:
            raise Invalid(learner[key].where, f"{count} entries, as there are so many columns, or none", len(entries))
    return XgboostColumns(count, names, _category_names(booster["cats"], count) if "cats" in booster else {})


def _category_names(cats: Parts, count: int | None) -> Mapping[int, tuple[str, ...]]:
    """For each column that has some, the names of its categories by their codes."""
    lists = cats["enc"].items()
    if lists and len(lists) != count:
        raise Invalid(cats["enc"].where, f"{count} entries, as there are so many columns, or none", len(lists))
    names_of = {column: _names(part) for column, part in enumerate(lists)}
    if "feature_segments" in cats:
        cuts = list(accumulate(map(len, names_of.values()), initial=0)) if names_of else []
        if list(cats.column("feature_segments", Parts.whole)) != cuts:
            raise Invalid(
                cats["feature_segments"].where, f"{cuts[:9]}, as the lists have it", shortened_json(cats["feature_segments"].value)
            )
    return {column: names for column, names in names_of.items() if names}


def _names(part: Parts) -> tuple[str, ...]:
    """A list of categories: whole numbers; or texts, as the bytes of all and the position of each."""
    if "type" in part:
        if part["type"].whole() not in _WHOLE:
            raise Invalid(part["type"].where, f"one of {_WHOLE[0]} to {_WHOLE[-1]}: whole numbers", part["type"].whole())
        names = part.column("values", lambda value: str(value.whole()))
    else:
        characters = part.column("values", _character)
        cuts = part.column("offsets", lambda value: value.index(len(characters) + 1))
        if cuts and (sorted(cuts) != list(cuts) or cuts[0] != 0 or cuts[-1] != len(characters)):
            raise Invalid(part["offsets"].where, f"ascending numbers from 0 to {len(characters)}", shortened_json(part["offsets"].value))
        if characters and not cuts:
            raise Invalid(part["offsets"].where, "where each name begins", "nothing")
        names = tuple("".join(characters[a:b]) for a, b in pairwise(cuts))
    if len(set(names)) < len(names):
        raise Invalid(part["values"].where, "distinct categories", shortened_json(part["values"].value))
    return names


def _character(part: Parts) -> str:
    """A character of a name. XGBoost cuts a name with others than ASCII ones short, as it counts characters and keeps bytes."""
    code = part.whole()
    if not 0 <= code < 128:
        raise Invalid(part.where, "names of categories in ASCII (others are cut short in the file; give the categories other names)", code)
    return chr(code)


def kinds_of(learner: Parts, columns: XgboostColumns) -> Sequence[str]:
    """Notes about columns that aren't plain numbers."""
    kinds = learner.column("feature_types", Parts.text) if "feature_types" in learner else ()
    indicators = [columns.name(i) for i, kind in enumerate(kinds) if kind == "i"]
    codes = [columns.name(i) for i, kind in enumerate(kinds) if kind == "c" and i not in columns.categories]
    return [
        *([f"true and false are read as the numbers 1 and 0: {', '.join(indicators)}"] if indicators else []),
        *([f"categories are codes, as the file has no names of them: {', '.join(codes)}"] if codes else []),
    ]


def param(learner: Parts, key: str) -> int | None:
    """A parameter of the model, which is a number as text."""
    present = "learner_model_param" in learner and key in learner["learner_model_param"]
    return int(learner["learner_model_param"][key].quoted().count()) if present else None
