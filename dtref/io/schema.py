"""
Schemas, the declarations about a table: the target, the weights, the tokens of missing cells, and the kinds of columns.

A declaration comes from keywords (`declare`) or from a JSON file beside the table (`read_schema`); keywords override the file.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from enum import StrEnum
from functools import cached_property
from typing import TypedDict, TypeVar, Unpack

from attrs import Attribute as Field
from attrs import field, frozen

from dtref.errors import Invalid, near_names, shortened
from dtref.exact.digits import MARKS
from dtref.exact.kinds import fits, kind_in_words, kind_named

_Reader = TypeVar("_Reader", bound=Callable[..., object])


class Kind(StrEnum):
    """The kinds of columns."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    CONTINUOUS = "continuous"


@frozen
class Declaration:
    """
    The declaration of one column: its kind, and its values where they are listed (an ordinal column's low to high).

    >>> Declaration("temperature", Kind.ORDINAL)
    Traceback (most recent call last):
    dtref.errors.Invalid: columns.temperature.values: expected the values, low to high (got None)
    """

    name: str
    kind: Kind
    values: tuple[str, ...] | None = field(default=None)

    @values.validator
    def _listed(self, _: Field[tuple[str, ...] | None], values: tuple[str, ...] | None) -> None:
        where = f"columns.{self.name}.values"
        if self.kind is Kind.ORDINAL and values is None:
            raise Invalid(where, "the values, low to high", values)
        if self.kind is Kind.CONTINUOUS and values is not None:
            raise Invalid(where, "no values for a continuous column", values)
        if len(set(values or ())) != len(values or ()):
            raise Invalid(where, "distinct values", values)


def _a_mark(_: object, at: Field[str], mark: str) -> None:
    if mark not in MARKS:
        raise Invalid(at.name, "the decimal mark of the numbers, a point or a comma", mark)


UNLABELLED, WEIGHTLESS = "unlabelled", "weightless"
DROPPED = (UNLABELLED, WEIGHTLESS)
"""The records that may be left out: those without a target, and those whose weight is 0."""


def _what_drops(_: object, at: Field[tuple[str, ...]], names: tuple[str, ...]) -> None:
    for name in names:
        if name not in DROPPED:
            raise Invalid(at.name, f"one of {', '.join(map(repr, DROPPED))}", name)


@frozen
class Schema:
    """
    Everything declared about a table. The rest is inferred, or absent.

    A missing token is never a value: a declared value that is also a missing token is Invalid. `decimal` is the decimal mark of texts
    that are numbers, a point or a comma. `drop` names the records that are left out.

    >>> Schema(columns=(Declaration("steel", Kind.NOMINAL, ("?", "R")),))
    Traceback (most recent call last):
    dtref.errors.Invalid: columns.steel.values: expected values that are not missing tokens (got '?')
    """

    target: str | None = None
    weights: str | None = None
    missing: tuple[str, ...] = ("", "?")
    ignore: tuple[str, ...] = ()
    columns: tuple[Declaration, ...] = field(default=())
    decimal: str = field(default=".", validator=_a_mark)
    drop: tuple[str, ...] = field(default=(), validator=_what_drops)

    @columns.validator
    def _consistent(self, _: Field[tuple[Declaration, ...]], columns: tuple[Declaration, ...]) -> None:
        times = Counter(c.name for c in columns)
        for c in columns:
            if times[c.name] > 1:
                raise Invalid(f"columns.{c.name}", "one declaration for each column", times[c.name])
            for value in c.values or ():
                if value in self.missing:
                    raise Invalid(f"columns.{c.name}.values", "values that are not missing tokens", value)

    def column(self, name: str) -> Declaration | None:
        """
        The declaration of a column, if there is one.

        >>> Schema().column("windy") is None
        True
        """
        return self._by_name.get(name)

    @cached_property
    def _by_name(self) -> Mapping[str, Declaration]:
        return {c.name: c for c in self.columns}


class Kinds(TypedDict, total=False):
    """
    The keywords that every reader takes. Each overrides the schema for the columns that it names. A column is named by the text of its
    name: 1 is "1".

    `nominal`: names, or name -> values in order (None: as they occur). `ordinal`: name -> values, low to high. `continuous`: names.
    `missing`: the texts that stand for "not known", by default the empty one and "?", in the place of the schema's. `ignore`: names
    of columns to leave out, beside the schema's; [] leaves out none, and a column that another keyword names is not left out.
    `decimal`: the decimal mark of texts that are numbers, "." (by default) or ",".
    `drop`: the records to leave out, of "unlabelled" (without a target) and "weightless" (of weight 0).
    """

    nominal: Iterable[Hashable] | Mapping[str, Sequence[str] | None] | Mapping[int, Sequence[str] | None] | None
    ordinal: Mapping[str, Sequence[str]] | Mapping[int, Sequence[str]] | None
    continuous: Iterable[Hashable] | None
    missing: Iterable[str] | None
    ignore: Iterable[Hashable] | None
    decimal: str | None
    drop: Iterable[str] | None


_MEANING = (Kinds.__doc__ or "").partition("\n\n")[2].strip()
"""What the keywords mean."""


class Keywords(Kinds, total=False):
    """The keywords of a reader of tables: `Kinds`, and the names of the `target` and of the column of `weights`."""

    target: Hashable | None
    weights: Hashable | None


def lists_keywords(reader: _Reader) -> _Reader:
    """
    A decorator of a reader, the outermost: its signature and its docstring list the keywords that it takes as `Keywords` or `Kinds`.

    >>> @lists_keywords
    ... def read(path: str, **keywords: Unpack[Kinds]) -> None: ...
    >>> list(inspect.signature(read).parameters)
    ['path', 'nominal', 'ordinal', 'continuous', 'missing', 'ignore', 'decimal', 'drop']
    """
    signature = inspect.signature(reader)
    *own, rest = signature.parameters.values()
    taken = {**Keywords.__annotations__} if "Keywords" in str(rest.annotation) else {**Kinds.__annotations__}
    named = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation.__forward_arg__)
        for name, annotation in taken.items()
        if name not in signature.parameters
    ]
    setattr(reader, "__signature__", signature.replace(parameters=[*own, *named]))  # noqa: B010 - mypy knows no such attribute
    about, examples, calls = (reader.__doc__ or "").partition("\n\n    >>>")
    columns = "`target`, `weights`: the names of the columns of labels and of weights.\n    " if "target" in {p.name for p in named} else ""
    reader.__doc__ = f"{about}\n\n    {columns}{_MEANING}{examples}{calls}"
    return reader


def declare(schema: Schema, **keywords: Unpack[Keywords]) -> Schema:
    """
    The schema, overridden by the keywords.

    Errors: Invalid where one text stands for a list of names, or a column is declared twice; TypeError for an unknown keyword.

    >>> declare(Schema(target="play"), ordinal={"size": ("S", "L")}).column("size")
    Declaration(name='size', kind=<Kind.ORDINAL: 'ordinal'>, values=('S', 'L'))
    """
    unknown = sorted(set(keywords) - Keywords.__annotations__.keys())
    if unknown:
        raise TypeError(f"unknown keyword {unknown[0]!r}: expected one of {', '.join(Keywords.__annotations__)}")
    try:
        return _declared(schema, keywords)
    except Invalid:
        raise
    except Exception:
        _refuse_other_kinds(keywords)
        raise


def _refuse_other_kinds(keywords: Keywords) -> None:
    """Errors: Invalid for the first keyword that isn't of the kind that its annotation names."""
    for name, value in keywords.items():
        annotation = Keywords.__annotations__[name].__forward_arg__
        kind = kind_named(annotation, globals())
        if not fits(value, kind):
            raise Invalid(name, kind_in_words(annotation, kind), type(value).__name__) from None


def _declared(schema: Schema, keywords: Keywords) -> Schema:
    """As `declare`."""
    declarations = tuple(_declarations(keywords))
    names = {c.name for c in declarations}
    return Schema(
        target=schema.target if keywords.get("target") is None else str(keywords["target"]),
        weights=schema.weights if keywords.get("weights") is None else str(keywords["weights"]),
        missing=_texts("missing", keywords.get("missing"), schema.missing),
        ignore=_ignored(schema.ignore, keywords, names),
        columns=(*(c for c in schema.columns if c.name not in names), *declarations),
        decimal=keywords.get("decimal") or schema.decimal,
        drop=_texts("drop", keywords.get("drop"), schema.drop),
    )


def check_names(schema: Schema, names: Sequence[str], where: str) -> None:
    """
    Raises Invalid where a schema names a column that isn't there. where: the place of the declaration.

    >>> check_names(Schema(target="play"), ("windy", "class"), "golf.csv line 1")
    Traceback (most recent call last):
    dtref.errors.Invalid: golf.csv line 1, target: expected one of the columns 'windy', 'class' (got 'play')
    """
    there = {*names}
    single = [("target", schema.target), ("weights", schema.weights)]
    many = [*(("ignore", n) for n in schema.ignore), *(("columns", c.name) for c in schema.columns)]
    for place, name in [*single, *many]:
        if name is not None and name not in there:
            meant = " or ".join(map(repr, near_names(name, names)))
            proposal = f"one of the columns (did you mean {meant}?):" if meant else "one of the columns"
            raise Invalid(f"{where}, {place}", shortened(f"{proposal} {', '.join(map(repr, names))}"), name)
    if schema.target is not None and schema.target in (schema.weights, *schema.ignore):
        raise Invalid(f"{where}, target", "a column that is neither ignored nor the weights", schema.target)


def declared_kind(schema: Schema, name: str) -> Kind | None:
    """
    The kind that a schema declares a column to be; the weights are numbers.

    >>> declared_kind(Schema(weights="w"), "w"), declared_kind(Schema(), "x")
    (<Kind.CONTINUOUS: 'continuous'>, None)
    """
    declaration = schema.column(name)
    return Kind.CONTINUOUS if name == schema.weights else None if declaration is None else declaration.kind


def _declarations(keywords: Keywords) -> Iterator[Declaration]:
    nominal = keywords.get("nominal", ())
    if isinstance(nominal, Mapping):
        yield from (Declaration(str(n), Kind.NOMINAL, None if v is None else _texts("nominal", v)) for n, v in nominal.items())
    else:
        yield from (Declaration(n, Kind.NOMINAL) for n in _names("nominal", nominal))
    yield from (Declaration(str(n), Kind.ORDINAL, _texts("ordinal", v)) for n, v in (keywords.get("ordinal") or {}).items())
    yield from (Declaration(n, Kind.CONTINUOUS) for n in _names("continuous", keywords.get("continuous", ())))


def _ignored(before: tuple[str, ...], keywords: Keywords, declared: Set[str]) -> tuple[str, ...]:
    """What is left out: what the schema leaves out and no keyword names, then what `ignore` names; an empty list leaves out nothing."""
    named = _names("ignore", keywords.get("ignore"), before)
    asked = {str(name) for name in (keywords.get("target"), keywords.get("weights")) if name is not None} | declared
    kept = [name for name in before if name not in asked] if named else []
    return (*kept, *(name for name in named if name not in before))


def _names(keyword: str, names: Iterable[Hashable] | None, otherwise: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The names as texts, as a tuple. One name is not a list of its letters."""
    if names is None:
        return otherwise
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise Invalid(keyword, "a list of names", names)
    return tuple(map(str, names))


def _texts(keyword: str, value: Iterable[str] | None, otherwise: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The texts as a tuple. One text is not a list of its letters."""
    if value is None:
        return otherwise
    texts: tuple[object, ...] = (value,) if isinstance(value, str) else tuple(value)
    if isinstance(value, str) or not all(isinstance(t, str) for t in texts):
        raise Invalid(keyword, "a list of texts", value)
    return tuple(t for t in texts if isinstance(t, str))
