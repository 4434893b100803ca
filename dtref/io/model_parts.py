"""
The parts of models as JSON, in both directions: attributes, tests, numbers; errors name the field and say what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, TypeAlias, TypeVar, get_args, get_origin

from dtref.errors import Invalid
from dtref.exact.digits import fraction_text
from dtref.io.numbers import Json
from dtref.spec.model.attributes import Attribute, Continuous, LabelType, Nominal, Ordinal, Unit, Width
from dtref.spec.model.numerals import numeral
from dtref.spec.model.optima import EverySubset
from dtref.spec.model.tests import Groups, IsKnown, Multiway, Oblique, OrdinalCut, Ranges, Side, Subset, Test, Threshold
from dtref.spec.model.trees import StandsFor

if TYPE_CHECKING:
    from cattrs import Converter
    from cattrs.errors import BaseValidationError

T = TypeVar("T")
Chosen = TypeVar("Chosen", bound=Enum)

AnyTest: TypeAlias = Test | EverySubset

_TAGS: dict[type, str] = {
    Nominal: "nominal",
    Ordinal: "ordinal",
    Continuous: "continuous",
    Multiway: "multiway",
    Subset: "subset",
    OrdinalCut: "ordinal cut",
    Threshold: "threshold",
    IsKnown: "is known",
    Groups: "groups",
    Ranges: "ranges",
    Oblique: "oblique",
    EverySubset: "every subset",
}


def structured(converter: Converter, json_value: object, form: type[T], where: str) -> T:
    """A JSON value as an object of a class. Errors: Invalid where it does not fit, with the field and what is wrong."""
    from cattrs.errors import BaseValidationError

    if form is not object and not isinstance(json_value, dict):
        raise Invalid(where, "a JSON object", json_value)
    try:
        return converter.structure(json_value, form)
    except BaseValidationError as problem:
        field, cause = _first_in(problem)
        error = _invalid(cause, field)
    except Invalid as problem:
        error = problem
    raise Invalid(_place(where, error.where), error.wanted, error.got)


def _place(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _first_in(problem: BaseValidationError) -> tuple[str, Exception]:
    """The fields that lead to the first error, and its cause."""
    from cattrs.errors import AttributeValidationNote, BaseValidationError

    fields: list[str] = []
    cause: Exception = problem
    while isinstance(cause, BaseValidationError):
        cause = cause.exceptions[0]
        notes = getattr(cause, "__notes__", ())
        fields += [str(note.name) for note in notes if isinstance(note, AttributeValidationNote)]
    return _place(*fields), cause


def _invalid(cause: Exception, field: str) -> Invalid:
    """The cause of an error as Invalid."""
    from cattrs.errors import ForbiddenExtraKeysError

    match cause:
        case Invalid():
            return Invalid(_place(field, cause.where), cause.wanted, cause.got)
        case ForbiddenExtraKeysError():
            return Invalid(field, "fields that the format knows", sorted(map(str, cause.extra_fields)))
        case KeyError():
            return Invalid(field, "a value", "nothing")
        case _:
            return Invalid(field, "what the format describes", str(cause))


@cache
def attribute_converter() -> Converter:
    """The converter of attributes in full, with their kind."""
    from cattrs import Converter, override
    from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn
    from cattrs.strategies import configure_tagged_union

    converter = Converter(forbid_extra_keys=True)
    converter.register_structure_hook(str, lambda text, _: _text(text))
    _take_lists(converter)
    converter.register_structure_hook(Width, lambda width, _: _one_of(Width, width))
    converter.register_structure_hook(Unit, lambda unit, _: _one_of(Unit, unit))
    converter.register_structure_hook(LabelType, lambda label_type, _: _one_of(LabelType, label_type))
    # the decimal mark is told among the options by which the records were read
    converter.register_unstructure_hook(Continuous, make_dict_unstructure_fn(Continuous, converter, mark=override(omit=True)))
    converter.register_structure_hook(
        Continuous, make_dict_structure_fn(Continuous, converter, mark=override(omit=True), _cattrs_forbid_extra_keys=True)
    )
    configure_tagged_union(Attribute, converter, tag_name="kind", tag_generator=_TAGS.__getitem__)
    _take_objects(converter, Attribute)
    converter.register_structure_hook_func(lambda form: form is object, lambda json_value, _: json_value)
    return converter


def node_converter(attributes: tuple[Attribute, ...]) -> Converter:
    """The converter of nodes and tests, with attributes by name and numbers as text."""
    return _node_converter(attributes, tuple(a.unit if isinstance(a, Continuous) else None for a in attributes))


@cache
def _node_converter(attributes: tuple[Attribute, ...], units: tuple[Unit | None, ...]) -> Converter:  # noqa: ARG001
    """As `node_converter`. units: those of the attributes, which are equal without them."""
    from cattrs import Converter, override
    from cattrs.gen import make_dict_unstructure_fn
    from cattrs.strategies import configure_tagged_union

    by_name = {a.name: a for a in attributes}

    def attribute_of(kinds: tuple[type[T], ...]) -> Callable[[object, object], T]:
        def find(name: object, _: object) -> T:
            attribute = by_name.get(name) if isinstance(name, str) else None
            if not isinstance(attribute, kinds):
                raise Invalid("", f"the name of one of the attributes that are {' or '.join(_TAGS[k] for k in kinds)}", name)
            return attribute

        return find

    converter = Converter(forbid_extra_keys=True)
    converter.register_structure_hook(str, lambda text, _: _text(text))
    converter.register_structure_hook(Fraction, lambda text, _: read_fraction(text))
    converter.register_unstructure_hook(Fraction, fraction_text)
    converter.register_structure_hook(int, lambda text, _: _position(text))
    converter.register_unstructure_hook(int, str)
    _take_lists(converter)
    converter.register_structure_hook(Side, lambda side, _: _one_of(Side, side))
    converter.register_structure_hook(Width, lambda width, _: _one_of(Width, width))
    # Attributes by name, of the kinds that a field allows.
    for kinds in ((Nominal,), (Ordinal,), (Continuous,)):
        converter.register_structure_hook(kinds[0], attribute_of(kinds))
        converter.register_unstructure_hook(kinds[0], lambda a: a.name)
    converter.register_structure_hook(Nominal | Ordinal, attribute_of((Nominal, Ordinal)))
    converter.register_unstructure_hook(Nominal | Ordinal, lambda a: a.name)
    # Fields that most tests leave at their default.
    written = make_dict_unstructure_fn(Threshold, converter, width=override(omit_if_default=True), missing=override(omit_if_default=True))
    converter.register_unstructure_hook(Threshold, written)
    for form in (Subset, Groups, EverySubset):
        converter.register_unstructure_hook(form, make_dict_unstructure_fn(form, converter, absent=override(omit_if_default=True)))
    # Tests by kind, and fields that may be empty.
    for union in (AnyTest, Test):
        configure_tagged_union(union, converter, tag_name="kind", tag_generator=_TAGS.__getitem__)
        _take_objects(converter, union)
    structure_test = converter.get_structure_hook(Test)
    converter.register_structure_hook(Test | None, lambda test, _: structure_test(test, Test))
    converter.register_structure_hook(int | None, lambda text, _: _position(text))
    converter.register_structure_hook_func(lambda form: form == StandsFor, lambda json_value, _: _branches_stood_for(json_value))
    converter.register_unstructure_hook(Test | None, lambda test: None if test is None else converter.unstructure(test, Test))
    return converter


def json_of_test(test: Test | EverySubset) -> dict[str, Json]:
    """
    A test as JSON values, as models write it.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.tests import Multiway
    >>> json_of_test(Multiway(Nominal("windy", ("no", "yes"))))
    {'attribute': 'windy', 'kind': 'multiway'}
    """
    written: dict[str, Json] = node_converter(()).unstructure(test, AnyTest)
    return written


def _take_objects(converter: Converter, union: object) -> None:
    """Makes the converter accept for a union only an object with one of its kinds."""
    structure_any, kinds = converter.get_structure_hook(union), sorted(_TAGS[kind] for kind in get_args(union))

    def structure(json_value: object, _: object) -> object:
        if not isinstance(json_value, dict):
            raise Invalid("", "an object with a kind", json_value)
        if json_value.get("kind") not in kinds:
            raise Invalid("kind", f"one of {', '.join(map(repr, kinds))}", json_value.get("kind"))
        return structure_any(json_value, union)

    converter.register_structure_hook(union, structure)


def _is_tuple(form: object) -> bool:
    return get_origin(form) is tuple


def _take_lists(converter: Converter) -> None:
    """Makes the converter accept for a tuple only a list of JSON: no text by its letters, no object by its keys."""

    def structure(json_value: object, form: object) -> tuple[object, ...]:
        *kinds, last = get_args(form)
        if not isinstance(json_value, list):
            raise Invalid("", "a list", json_value)
        if last is not ... and len(json_value) != len(kinds) + 1:
            raise Invalid("", f"a list of {len(kinds) + 1}", json_value)
        kinds_of_items = [kinds[0]] * len(json_value) if last is ... else [*kinds, last]
        return tuple(_member(converter, item, kind, i) for i, (item, kind) in enumerate(zip(json_value, kinds_of_items, strict=True)))

    converter.register_structure_hook_func(_is_tuple, structure)


def _member(converter: Converter, json_value: object, kind: type[object], i: int) -> object:
    from cattrs.errors import BaseValidationError

    try:
        return converter.structure(json_value, kind)
    except BaseValidationError as problem:
        field, cause = _first_in(problem)
        error = _invalid(cause, field)
    except Invalid as problem:
        error = problem
    raise Invalid(_place(f"[{i}]", error.where), error.wanted, error.got)


def _text(json_value: object) -> str:
    if not isinstance(json_value, str):
        raise Invalid("", "a text", json_value)
    return json_value


def _one_of(kinds: type[Chosen], json_value: object) -> Chosen:
    member = next((kind for kind in kinds if kind.value == json_value), None)
    if member is None:
        raise Invalid("", f"one of {', '.join(repr(kind.value) for kind in kinds)}", json_value)
    return member


def _branches_stood_for(json_value: object) -> StandsFor:
    if not isinstance(json_value, list):
        raise Invalid("", "a list", json_value)
    return tuple(None if text is None else _position(text, f"[{i}]") for i, text in enumerate(json_value))


def _position(text: object, where: str = "") -> int:
    if not isinstance(text, str) or not re.fullmatch("[0-9]{1,9}", text):
        raise Invalid(where, "a branch by its position, such as '0'", text)
    return int(text)


_RATIO = re.compile(r"-?[0-9]{1,4000}(/0*[1-9][0-9]{0,3999})?")
_DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?")


def read_fraction(given: object) -> Fraction:
    """
    The number of a JSON value: an integer or p/q as text; a decimal as text, or a number. Errors: Invalid for anything else.

    >>> read_fraction("9/14"), read_fraction("2.5"), read_fraction(3)
    (Fraction(9, 14), Fraction(5, 2), Fraction(3, 1))
    """
    match given:
        case bool():
            pass
        case int() | Fraction():
            return Fraction(given)
        case str() if _RATIO.fullmatch(given):
            numerator, _, denominator = given.partition("/")
            return Fraction(int(numerator), int(denominator or 1))
        case str() if _DECIMAL.fullmatch(given):
            return numeral(given)
        case _:
            pass
    raise Invalid("", "a number such as '9/14', '2.5' or 2.5", given)
