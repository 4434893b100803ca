"""What a model remembers of the options by which its data were read, so that the same file is read in the same way again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from attrs import asdict, evolve, fields_dict

from dtref.cli.options import Reading
from dtref.errors import Invalid
from dtref.io.data_files.layout import Layout
from dtref.io.model_history import Texts

_SEVERAL = ("nominal", "ordinal", "continuous", "ignore", "missing", "drop")
_SINGLE = ("weights", "decimal", "schema")
_LAYOUT = tuple(fields_dict(Layout))


def reading_told(settings: Reading) -> Texts:
    """
    The options about a data file that were typed, by name, without the target, which the model has.

    >>> nothing = {**dict.fromkeys(_SEVERAL, ()), **dict.fromkeys(_SINGLE), "target": "y", "layout": Layout(";")}
    >>> reading_told({**nothing, "missing": ("", "NA")})
    (('missing', ''), ('missing', 'NA'), ('delimiter', ';'))
    """
    by_name = cast("Mapping[str, object]", settings)
    several = [(name, text) for name in _SEVERAL for text in cast("tuple[str, ...]", by_name[name])]
    single = [(name, str(by_name[name])) for name in _SINGLE if by_name[name] is not None]
    layout = [(name, text) for name, text in asdict(settings["layout"]).items() if text is not None]
    return (*several, *single, *layout)


def with_reading(settings: Reading, told: Texts) -> Reading:
    """
    Options about a data file, with what a model remembers for those that weren't typed. Errors: Invalid for an option that isn't known, and
    for one that has a single value and is told twice.

    >>> nothing = {**dict.fromkeys(_SEVERAL, ()), **dict.fromkeys(_SINGLE), "target": None, "layout": Layout()}
    >>> read = with_reading({**nothing, "decimal": "."}, (("decimal", ","), ("ignore", "id"), ("sheet", "2")))
    >>> read["decimal"], read["ignore"], read["layout"].sheet
    ('.', ('id',), '2')
    """
    by_name = dict(cast("Mapping[str, object]", settings))
    layout = settings["layout"]
    for name in dict.fromkeys(name for name, _ in told):
        texts = tuple(text for other, text in told if other == name)
        if len(texts) > 1 and name in (*_SINGLE, *_LAYOUT):
            raise Invalid("model, read", f"one {name}", list(texts))
        if name in _LAYOUT:
            layout = evolve(layout, **{name: getattr(layout, name) if getattr(layout, name) is not None else texts[0]})
        elif name in _SINGLE and by_name[name] is None:
            by_name[name] = Path(texts[0]) if name == "schema" else texts[0]
        elif name in _SEVERAL and not by_name[name]:
            by_name[name] = texts
        elif name not in (*_SINGLE, *_SEVERAL):
            raise Invalid("model, read", f"one of {', '.join((*_SEVERAL, *_SINGLE, *_LAYOUT))}", name)
    return cast(Reading, {**by_name, "layout": layout})
