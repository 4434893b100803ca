"""The parameters of released programs on the command line: `--as c45-release-8 --set m=1` (`dtref.spec.programs`)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from inspect import Parameter, signature

import click

from dtref.errors import Invalid
from dtref.spec.growing.policy import Policy
from dtref.spec.model.numerals import numeral
from dtref.spec.presets import PRESETS
from dtref.spec.programs.by_name import PROGRAMS

ALGORITHMS = tuple(dict.fromkeys((*PRESETS, *PROGRAMS)))
"""What `--as` takes: the presets, and released programs with their own parameters."""

SET_OPTION = click.option(
    "--set",
    "program_settings",
    multiple=True,
    metavar="NAME[=VALUE]",
    help=f"A parameter of a released program (--as {', '.join(PROGRAMS)}), by the program's own name (repeatable).",
)


def algorithm_of(name: str, texts: Sequence[str]) -> Policy:
    """
    The policy of a preset, or of a program with the parameters that texts set. Errors: Invalid for a parameter that it doesn't have, or
    another value than it takes, and for parameters of a preset.

    >>> algorithm_of("c45-release-8", ("m=1", "pruned=no")).pruning
    (Collapse(allowance=Fraction(1, 1000)),)
    >>> algorithm_of("cart", ("m=1",))
    Traceback (most recent call last):
    dtref.errors.Invalid: --set: expected --as c45-release-8 or j48 or rpart or scikit-learn, which have parameters (got 'cart')
    """
    if texts and name not in PROGRAMS:
        raise Invalid("--set", f"--as {' or '.join(PROGRAMS)}, which have parameters", name)
    if not texts and name in PRESETS:
        return PRESETS[name]
    program = PROGRAMS[name]
    parameters = signature(program).parameters
    values: dict[str, object] = {}
    for text in texts:
        key, sign, value = text.partition("=")
        if key not in parameters or key in values:
            raise Invalid("--set", f"each once of {', '.join(parameters)}", text)
        values[key] = _value(parameters[key], value if sign else None)
    try:
        return program(**values)
    except Invalid as problem:
        raise Invalid(f"--set, {problem.where}", problem.wanted, problem.got) from None


_FLAGS = {"yes": True, "true": True, "no": False, "false": False}


def _value(parameter: Parameter, text: str | None) -> object:
    """The value of a parameter in the kind of its default. text: None where the parameter is named alone."""
    where = f"--set {parameter.name}"
    if isinstance(parameter.default, bool):
        if text is not None and text.lower() not in _FLAGS:
            raise Invalid(where, "yes or no", text)
        return text is None or _FLAGS[text.lower()]
    if text is None:
        raise Invalid(where, f"{parameter.name}={'TEXT' if isinstance(parameter.default, str) else 'NUMBER'}", parameter.name)
    if isinstance(parameter.default, str):
        return text
    try:
        value = numeral(text)
    except Invalid as problem:
        raise Invalid(where, problem.wanted, text) from None
    if isinstance(parameter.default, Fraction):
        return value
    if value.denominator != 1:
        raise Invalid(where, "a whole number", text)
    return int(value)
