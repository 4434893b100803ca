"""The numbers that options take: read exactly, within bounds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import click

from dtref.errors import Invalid
from dtref.exact.number_text import readable
from dtref.io.predictions import exact_numbers


class ExactNumber(click.ParamType):  # type: ignore[type-arg]  # generic in click's newest versions only
    """A number read exactly (1/2, 0.25), within bounds. Errors: Invalid, naming the option."""

    name = "number"

    def __init__(self, wanted: str, holds: Callable[[Fraction], bool]) -> None:
        self.wanted, self.holds = wanted, holds

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Fraction:  # noqa: ARG002
        """The number that a text writes."""
        where = param.opts[0] if param is not None else self.name
        if str(value).rstrip().endswith("%"):
            number = exact_numbers(str(value).rstrip().removesuffix("%").rstrip(), where, 1)[0]
            written = f"; {value} is {readable(number / 100)}" if self.holds(number / 100) else ""
            raise Invalid(where, f"{self.wanted}{written}", str(value))
        (number,) = exact_numbers(str(value), where, 1)
        if not self.holds(number):
            share = number / 100
            hint = f"; {value} % is {readable(share)}" if number > 1 and self.holds(share) else ""
            raise Invalid(where, f"{self.wanted}{hint}", str(value))
        return number


AT_LEAST_0 = ExactNumber("a number of at least 0", lambda x: x >= 0)
INSIDE_0_TO_1 = ExactNumber("a number strictly between 0 and 1", lambda x: 0 < x < 1)
FROM_0_TO_1 = ExactNumber("a number from 0 to 1", lambda x: 0 <= x <= 1)
