"""The command that checks a printed figure, such as a student's answer, against the exact answer of a formula."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import click

from dtref.cli.exit_codes import failing
from dtref.cli.explain.arguments import typed
from dtref.cli.explain.formulas import REDUCTIONS, named_formula
from dtref.errors import Invalid, Undefined
from dtref.exact.comparison import KINDS, compare
from dtref.exact.decimals import decimal
from dtref.exact.functions import absolute
from dtref.exact.number import Number, number
from dtref.exact.number_text import readable
from dtref.oracle.arithmetic.rounding import figure as read_figure
from dtref.oracle.arithmetic.rounding import rounds
from dtref.oracle.operations.kinds import exact_arguments
from dtref.spec.split.by_name import IMPURITIES


@click.command(
    "check",
    epilog="""\b
Example: dtref check 0.549 gain 4,4 1,4 3,0
Example: dtref check 39.13% recall 90,140,210,9560""",
)
@click.argument("figure")
@click.argument("name")
@click.argument("arguments", nargs=-1)
def check_command(figure: str, name: str, arguments: tuple[str, ...]) -> None:
    """
    Is FIGURE, a decimal or per cent, a right rounding of NAME's exact answer? NAME and ARGUMENTS are those of dtref explain, or of dtref
    explain formula. Half-way both neighbours are right, and it says so. Exit code 1 if it is wrong.
    """
    answer = _answer(name, arguments)
    if not isinstance(answer, KINDS):
        why = f"no value ({answer.why})" if isinstance(answer, Undefined) else "several numbers"
        raise Invalid("NAME", "a formula whose answer is one number", why)
    with failing(not rounds(figure, number(answer))):
        print(told(figure, number(answer)))


def _answer(name: str, arguments: Sequence[str]) -> object:
    """The answer of an impurity or a criterion, typed as for dtref explain, or of any formula, as for dtref explain formula."""
    if name in IMPURITIES:
        return IMPURITIES[name](exact_arguments(",".join(arguments), "ARGUMENTS"))
    if name in REDUCTIONS and len(arguments) > 1:
        node, *children = (exact_arguments(counts, f"ARGUMENTS, {i}") for i, counts in enumerate(arguments, 1))
        return REDUCTIONS[name](node, tuple(children))
    function = named_formula(name)
    return function(**typed(function, arguments, name))


def told(figure: str, answer: Number) -> str:
    """
    Whether a figure is a right rounding of a number, in words. Errors: Invalid where it is no figure.

    >>> told("0.33", Fraction(1, 3)), told("0.34", Fraction(1, 3))
    ('0.33 is right: a rounding of 1/3 ≈ 0.333333', '0.34 is wrong: 1/3 ≈ 0.333333, rounded 0.33')
    >>> told("12%", Fraction(1, 8))
    '12% is right: 0.125 lies half-way between it and another rounding, which is right, too'
    """
    _, digits, scale = read_figure(figure)
    places = len(digits.partition(".")[2])
    shown = answer * scale
    exact = readable(answer)
    near = "" if exact.lstrip("-≈").replace(".", "", 1).isdecimal() else f" ≈ {decimal(answer, places + 4)}"
    if not rounds(figure, answer):
        return f"{figure} is wrong: {exact}{near}, rounded {decimal(shown, places)}{'%' if scale > 1 else ''}"
    if compare(absolute(shown - Fraction(digits)), Fraction(1, 2 * 10**places)) == 0:
        return f"{figure} is right: {exact} lies half-way between it and another rounding, which is right, too"
    return f"{figure} is right: a rounding of {exact}{near}"
