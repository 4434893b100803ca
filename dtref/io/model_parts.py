"""
What models hold, from JSON and to it: attributes, tests, numbers; and in words what is wrong where they do not fit.

Before this: `dtref.io.json_text`. Next: `dtref.io.models`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from dtref.errors import Invalid
from dtref.model.attributes import Attribute, Continuous, Nominal, Ordinal
from dtref.model.numerals import numeral
from dtref.model.optima import EverySubset
from dtref.model.tests import Groups, Multiway, Oblique, OrdinalCut, Ranges, Side, Subset, Test, Threshold

if TYPE_CHECKING:
    from cattrs import Converter
    from cattrs.errors import BaseValidationError

T = TypeVar("T")

AnyTest: TypeAlias = Test | EverySubset

_TAGS: dict[type, str] = {
    Nominal: "nominal",
    Ordinal: "ordinal",
    Continuous: "continuous",
    Multiway: "multiway",
    Subset: "subset",
    OrdinalCut: "ordinal cut",
    Threshold: "threshold",
    Groups: "groups",
    Ranges: "ranges",
    Oblique: "oblique",
    EverySubset: "every subset",
}


def structured(converter: Converter, given: object, form: type[T], where: str) -> T:
    """What JSON holds, as a form of the converter's. Errors: Invalid where it does not fit, with what is wrong."""
    from cattrs.errors import BaseValidationError

    try:
        return converter.structure(given, form)
    except BaseValidationError as problem:
        if (told := _complaint_in(problem)) is not None:
            raise Invalid(f"{where}, {told.where}", told.wanted, told.got) from None
        raise Invalid(where, "what the format describes", _problem_text(problem)) from None
    except Invalid as problem:
        raise Invalid(f"{where}, {problem.where}", problem.wanted, problem.got) from None


def _problem_text(problem: BaseValidationError) -> str:
    """What is wrong first, in words, and where in the JSON."""
    from cattrs import transform_error

    told = transform_error(problem)[0]
    place, leaf = told.partition(" @ ")[2], _first_in(problem)
    if type(leaf) is ValueError:
        return f"{leaf} @ {place}"
    if isinstance(leaf, KeyError) and not place.endswith(f".{leaf.args[0]}"):  # the tag of a union
        return f"no kind @ {place}" if leaf.args[0] == "kind" else f"no such kind: {leaf.args[0]!r} @ {place}"
    return told


def _first_in(problem: BaseException) -> BaseException:
    return _first_in(problem.exceptions[0]) if isinstance(problem, BaseExceptionGroup) else problem


def _complaint_in(problem: BaseException) -> Invalid | None:
    """The first complaint of a class of dtref's own about what it was to be made of."""
    if isinstance(problem, Invalid):
        return problem
    inside = problem.exceptions if isinstance(problem, BaseExceptionGroup) else ()
    return next((told for one in inside if (told := _complaint_in(one)) is not None), None)


def attribute_converter() -> Converter:
    """Attributes in full, with their kind."""
    from cattrs import Converter
    from cattrs.strategies import configure_tagged_union

    converter = Converter(forbid_extra_keys=True)
    converter.register_structure_hook(str, lambda text, _: _text(text))
    converter.register_structure_hook_func(lambda form: form == tuple[str, ...], lambda texts, _: _texts(texts))
    configure_tagged_union(Attribute, converter, tag_name="kind", tag_generator=_TAGS.__getitem__)
    converter.register_structure_hook_func(lambda form: form is object, lambda json_value, _: json_value)
    return converter


@cache
def node_converter(attributes: tuple[Attribute, ...]) -> Converter:
    """Nodes and tests, with attributes by name and numbers as text."""
    from cattrs import Converter
    from cattrs.strategies import configure_tagged_union

    by_name = {a.name: a for a in attributes}

    def named(kinds: tuple[type[T], ...]) -> Callable[[object, object], T]:
        def find(name: object, _: object) -> T:
            found = by_name.get(name) if isinstance(name, str) else None
            if not isinstance(found, kinds):
                raise ValueError(f"no {' or '.join(_TAGS[k] for k in kinds)} attribute is called {name!r}")
            return found

        return find

    converter = Converter(forbid_extra_keys=True)
    converter.register_structure_hook(Fraction, lambda text, _: fraction(text))
    converter.register_unstructure_hook(Fraction, str)
    converter.register_structure_hook(int, lambda text, _: _position(text))
    converter.register_structure_hook_func(lambda form: form == tuple[str, ...], lambda texts, _: _texts(texts))
    converter.register_unstructure_hook(int, str)
    converter.register_structure_hook(Side, lambda side, _: _side(side))
    for kinds in ((Nominal,), (Ordinal,), (Continuous,)):
        converter.register_structure_hook(kinds[0], named(kinds))
        converter.register_unstructure_hook(kinds[0], lambda a: a.name)
    converter.register_structure_hook(Nominal | Ordinal, named((Nominal, Ordinal)))
    converter.register_unstructure_hook(Nominal | Ordinal, lambda a: a.name)
    configure_tagged_union(AnyTest, converter, tag_name="kind", tag_generator=_TAGS.__getitem__)
    configure_tagged_union(Test, converter, tag_name="kind", tag_generator=_TAGS.__getitem__)
    structure_test = converter.get_structure_hook(Test)
    converter.register_structure_hook(Test | None, lambda test, _: None if test is None else structure_test(test, Test))
    converter.register_unstructure_hook(Test | None, lambda test: None if test is None else converter.unstructure(test, Test))
    return converter


def _text(given: object) -> str:
    if not isinstance(given, str):
        raise ValueError(f"a text is wanted, not {given!r}")
    return given


def _texts(given: object) -> tuple[str, ...]:
    if not isinstance(given, list) or not all(isinstance(text, str) for text in given):
        raise ValueError(f"a list of texts is wanted, not {given!r}")
    return tuple(given)


def _side(given: object) -> Side:
    found = next((side for side in Side if side.value == given), None)
    if found is None:
        raise ValueError(f"one of {', '.join(repr(side.value) for side in Side)} is wanted, not {given!r}")
    return found


def _position(text: object) -> int:
    if not isinstance(text, str) or not re.fullmatch("[0-9]{1,9}", text):
        raise ValueError(f"a branch is written as its position, such as '0', not {text!r}")
    return int(text)


_RATIO = re.compile(r"-?[0-9]{1,4000}(/0*[1-9][0-9]{0,3999})?")
_DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?")


def fraction(given: object) -> Fraction:
    """
    The number that stands there: an integer or p/q as text; a decimal as text, or as JSON has it. ValueError for anything else.

    >>> fraction("9/14"), fraction("2.5"), fraction(3)
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
    raise ValueError(f"a number is written such as '9/14', '2.5' or 2.5, not {given!r}")
