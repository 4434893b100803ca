"""Midpoints of doubles, which are mostly no doubles: short everywhere that people read, whole where exactness is asked for."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import pytest

import dtref

NUMBERS = [0.1, 0.7, 1.1, 2.3, 2.4, 5.9]
DATA = dtref.from_arrays([[x] for x in NUMBERS], list("aababb"), names=["x"], weights=[0.1, 0.2, 0.3, 0.4, 0.5, 0.7])
TREE = dtref.grow(DATA, dtref.CART)

PLACES: dict[str, Callable[[], object]] = {
    "text": lambda: dtref.tree_text(TREE),
    "dot": lambda: dtref.dot(TREE),
    "mermaid": lambda: dtref.mermaid(TREE),
    "picture": lambda: dtref.svg(TREE, data=DATA),
    "page": lambda: dtref.tree_page(dtref.explain(DATA, dtref.CART), data=DATA),
    "explanation": lambda: dtref.explain(DATA, dtref.CART),
    "report": lambda: dtref.verify(dtref.fit(DATA, dtref.CART), DATA, dtref.CART_TWOING),
    "rules": lambda: "\n".join(dtref.rule_text(rule) for rule in dtref.merged_rules(TREE)),
    "stability": lambda: dtref.stability(TREE, DATA, dtref.CART),
}


def digits(text: str) -> int:
    """The most digits of a number in a text."""
    numbers = re.findall(r"[0-9]+(?:[./][0-9]+)*", re.sub(r"<style>.*?</style>|<script>.*?</script>", "", text, flags=re.DOTALL))
    return max(sum(map(str.isdigit, number)) for number in numbers)


@pytest.mark.parametrize("place", PLACES)
def test_no_number_is_longer_than_twenty_digits(place: str) -> None:
    assert digits(str(PLACES[place]())) <= 20


def test_the_cuts_are_no_doubles_and_are_written_out_where_that_is_asked() -> None:
    cuts = {(Fraction(a) + Fraction(b)) / 2 for a, b in pairwise(NUMBERS)}
    longest = max(cuts, key=lambda cut: cut.denominator)
    assert Fraction(float(longest)) != longest
    with dtref.number_style(exact=True):
        assert digits(dtref.tree_text(TREE)) > 20
