"""The conditions of branches in words, for people."""

from __future__ import annotations

from collections.abc import Sequence

from dtref.io.foreign.tree import Ask, Cut, Known, Values
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.branches import parted_values
from dtref.spec.model.days import text_in_unit
from dtref.spec.model.tests import Side


def branch_words(ask: Ask, branch: int) -> str:
    """
    The condition for a value to take a branch, as text for people, its numbers as `text_in_unit` writes them.

    >>> from fractions import Fraction
    >>> branch_words(Cut("x", Fraction(5, 2), Side.BELOW), 1), branch_words(Values("x", (("a", "b"), ("c",))), 0)
    ('x >= 2.5', 'x in {a, b}')
    >>> branch_words(Cut("x", Fraction(2.45)), 0), branch_words(Values("x", ((), ("0", "2")), 0), 0), branch_words(Known("x", 0, 1), 1)
    ('x <= 2.45', 'x not in {0, 2}', 'x is missing')
    """
    match ask:
        case Known(attribute=name, known=known):
            return f"{name} is {'known' if branch == known else 'missing'}"
        case Cut(attribute=name, cut=cut, side=side):
            sign = (side.value, ">" if side is Side.AT_MOST else ">=")[branch]
            return f"{name} {sign} {text_in_unit(Continuous(name, unit=ask.unit), cut)}"
        case Values(attribute=name, groups=groups):
            # the branch of all other values: by the fewer names
            others = [value for i, group in enumerate(groups) if i != branch for value in group] if branch == ask.otherwise else []
            takes_others = others and not 0 < len(groups[branch]) <= len(others)
            if groups[branch] and not takes_others:
                return _member(name, groups[branch], ("=", "in"))
            if takes_others:
                return _member(name, others, ("!=", "not in"))
            return f"{name} is missing" if branch == ask.missing else f"{name} has another value"


def ask_words(ask: Ask) -> str:
    """
    The question of a node, as text for people: of two branches the condition of the first.

    >>> ask_words(Values("x", (("a",), ("b",), ("c",)))), ask_words(Values("x", (("a", "b"), ("c",), ("d",)))), ask_words(Known("x", 0, 1))
    ('each value of x', 'x in {a, b} | {c} | {d}', 'x is known')
    """
    if not isinstance(ask, Values) or len(ask.groups) <= 2:
        return branch_words(ask, 0)
    if all(len(group) == 1 for group in ask.groups):
        return f"each value of {ask.attribute}"
    return parted_values(ask.attribute, ask.groups)


def _member(name: str, group: Sequence[str], operators: tuple[str, str]) -> str:
    return f"{name} {operators[0]} {group[0]}" if len(group) == 1 else f"{name} {operators[1]} {{{', '.join(group)}}}"
