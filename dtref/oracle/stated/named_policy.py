"""Policies by name, and released programs by the texts of their parameters, as `m=1` (`dtref.spec.programs`)."""

from __future__ import annotations

from collections import abc
from collections.abc import Mapping, Sequence
from fractions import Fraction
from inspect import Parameter, signature
from types import NoneType
from typing import get_args, get_origin, get_type_hints

from attrs import evolve

from dtref.errors import Invalid, near_names
from dtref.io.predictions import exact_numbers
from dtref.spec.growing.policy import Policy
from dtref.spec.presets import PRESETS
from dtref.spec.programs.by_name import PROGRAMS
from dtref.spec.split.by_name import CRITERIA

ALGORITHMS = tuple(dict.fromkeys((*PRESETS, *PROGRAMS)))
"""What `--as` takes: the presets, and released programs with their own parameters."""


def algorithm_of(name: str, texts: Sequence[str]) -> Policy:
    """
    The policy of a preset, or of a program with the parameters that texts set. Errors: Invalid for a parameter that it doesn't have, or
    another value than it takes, and for parameters of a preset.

    >>> algorithm_of("c45-release-8", ("m=1", "pruned=no")).pruning
    (Collapse(allowance=Fraction(1, 1000)),)
    >>> algorithm_of("scikit-learn", ("min_samples_leaf=0.1", "max_depth=3", "class_weight=a:2,b:1")).stop[-1]
    AtDepth(tests=3)
    >>> algorithm_of("cart", ("m=1",))
    Traceback (most recent call last):
    dtref.errors.Invalid: --set: expected --as a released program, which has parameters (got 'cart')
    """
    if texts and name not in PROGRAMS:
        raise Invalid("--set", "--as a released program, which has parameters", name)
    if not texts and name in PRESETS:
        return PRESETS[name]
    program = PROGRAMS[name]
    parameters, hints = signature(program).parameters, get_type_hints(program)
    values: dict[str, object] = {}
    for text in texts:
        key, sign, value = text.partition("=")
        if key not in parameters or key in values:
            near = near_names(key, parameters)
            meant = f" (did you mean {' or '.join(near)}?)" if near and key not in parameters else ""
            raise Invalid("--set", f"each once{meant} of {', '.join(parameters)}", text)
        values[key] = _value(parameters[key], hints[key], value if sign else None)
    try:
        return program(**values)
    except Invalid as problem:
        raise Invalid(f"--set, {problem.where}", problem.wanted, problem.got) from None


def with_criterion(policy: Policy, name: str | None, criterion: str) -> Policy:
    """
    The policy with another criterion. A program that has no such parameter is another algorithm then, and called so.

    >>> with_criterion(algorithm_of("j48", ()), "j48", "gini").name, with_criterion(PRESETS["cart"], "cart", "gain").name
    ('J48 with gini', 'CART')
    """
    other = evolve(policy, criterion=CRITERIA[criterion])
    program = PROGRAMS.get(name or "")
    if program is None or "criterion" in signature(program).parameters or other.criterion is policy.criterion:
        return other
    return evolve(other, name=f"{policy.name} with {criterion}")


_FLAGS = {"yes": True, "true": True, "no": False, "false": False}
_UNSET = "none"
"""The text for a parameter that isn't set, in any case of letters."""


def _value(parameter: Parameter, hint: object, text: str | None) -> object:
    """The value of a parameter of some type. text: None where the parameter is named alone."""
    where, kinds = f"--set {parameter.name}", set(get_args(hint)) or {hint}
    if kinds == {bool}:
        if text is not None and text.lower() not in _FLAGS:
            raise Invalid(where, "yes or no", text)
        return text is None or _FLAGS[text.lower()]
    if text is None:
        raise Invalid(where, f"{parameter.name}=NUMBER", parameter.name)
    if NoneType in kinds and text.lower() == _UNSET:
        return None
    if any(sign in text for sign in ":,;"):
        return _several(where, kinds, text)
    if object in kinds:  # which the program refuses, whatever it is
        return text
    if not kinds & {int, Fraction, str}:
        raise Invalid(where, "several numbers, as 1,2, or by name, as a:1,b:2, as the parameter has them", text)
    return _number(where, kinds, text)


def _number(where: str, kinds: set[object], text: str) -> int | Fraction | str:
    """A number, whole where it is typed so; or a text, where the parameter takes one."""
    try:
        (value,) = exact_numbers(text, where, 1)
    except Invalid as problem:
        if str in kinds:
            return text
        raise Invalid(where, problem.wanted, text) from None
    if int in kinds and (value.denominator == 1 and (Fraction not in kinds or text.lstrip("+-").isdecimal())):
        return int(value)
    if Fraction not in kinds:
        raise Invalid(where, "a whole number", text)
    return value


def _several(where: str, kinds: set[object], text: str) -> Mapping[str, object] | Sequence[object]:
    """Numbers by name, a:1,b:2, or in order, 1,0,-1; rows of them between semicolons."""
    parts = [part.rpartition(":") for part in text.split(",")]
    mapping = next((kind for kind in kinds if get_origin(kind) is abc.Mapping), None)
    if mapping is not None and all(name for name, _, _ in parts):
        numbers = set(get_args(get_args(mapping)[1])) or {get_args(mapping)[1]}
        return {name: _number(where, numbers, number) for name, _, number in parts}
    listing = next((get_args(kind)[0] for kind in kinds if get_origin(kind) in (abc.Sequence, abc.Iterable)), None)
    if get_origin(listing) is abc.Sequence:
        return [_several(where, {listing}, row) for row in text.split(";")]
    if listing is not None and not any(name for name, _, _ in parts):
        return [_number(where, set(get_args(listing)) or {listing}, number) for _, _, number in parts]
    raise Invalid(where, "one number", text)
