"""Choices by name: in small or large letters, under another name that is common, or with a proposal of what was meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import click

from dtref.errors import nearest

OTHER_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "sklearn": "scikit-learn",
        "j4.8": "j48",
        "c4.5r8": "c45-release-8",
        "entropy": "gain",
        "information-gain": "gain",
        "infogain": "gain",
        "information-gain-ratio": "gain-ratio",
        "misclassification": "error",
        "classification-error": "error",
        "chi2": "chi-square",
        "mse": "variance",
        "squared-error": "variance",
        "mae": "absolute_error",
        "ccp": "cost-complexity",
        "rep": "reduced-error",
        "ebp": "error-based",
        "py": "python",
        "python3": "python",
        "js": "javascript",
        "node": "javascript",
        "nodejs": "javascript",
        "c++": "c",
        "cpp": "c",
        "golang": "go",
        "rscript": "r",
    }
)
"""What algorithms, criteria, pruning rules and languages are called elsewhere."""


OTHER_TESTS = (
    "tests of more than two classifiers at once, or over several data sets (Friedman, Nemenyi, Wilcoxon, Cochran's Q), are not in the "
    "documents that dtref implements"
)
"""What no test is here for, where people may look for one."""


class Named(click.Choice):  # type: ignore[type-arg]  # generic in click's newest versions only
    """
    One of some names. Letters count in whatever case, signs and blanks in whatever form: CART, C4.5, cost_complexity.

    Errors: BadParameter, with the name that was likely meant.
    """

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(list(names))

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name that is meant."""
        names = [str(name) for name in self.choices]
        if value in names:
            return value
        meant = OTHER_NAMES.get(value.casefold(), value)
        close = nearest(meant, [*names, *(other for other, name in OTHER_NAMES.items() if name in names)])
        close = OTHER_NAMES.get(close, close) if close is not None and close not in names else close
        if close is not None and (close == meant or _letters(close) == _letters(meant)):
            return close
        proposal = "" if close is None else f" (did you mean {close!r}?)"
        return self.fail(f"{value!r}{proposal} is not one of {', '.join(map(repr, names))}.", param, ctx)


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))
