"""The average-gain rule of C4.5 against a brute force with 60 digits, and where it, the gain ratio and the gain part ways."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from many import examples
from mpmath import log, mp, mpf
from narrow import attribute_of, defined

from dtref.errors import Undecided, Undefined
from dtref.exact.decimals import decimal
from dtref.spec.growing.hunt import grow, hunt
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.counts import Counts
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Multiway
from dtref.spec.model.trees import Branch
from dtref.spec.presets import C45, C45_GAIN, C45_GAIN_RATIO
from dtref.spec.split.candidates import Candidates, Split
from dtref.spec.split.choose import best, best_of_average_gain
from dtref.spec.split.criteria import gain, gain_ratio

mp.dps = 60
NEAR = mpf(10) ** -40


def bits(counts: Sequence[int | Fraction]) -> mpf:
    n = sum(counts)
    shares = [Fraction(k) / n for k in counts if k]
    return -sum((mpf(p.numerator) / p.denominator * log(mpf(p.numerator) / p.denominator, 2) for p in shares), mpf(0))


def scores(split: Split, missing: Counts) -> tuple[mpf, mpf | None]:
    """Gain and gain ratio; no ratio where the split information is 0."""
    parts = [part for part in split if any(part)]
    known = [sum(column) for column in zip(*parts, strict=True)]
    n_known, n = sum(known), sum(known) + sum(missing)
    within = sum((mpf(sum(part)) / n_known * bits(part) for part in parts), mpf(0))
    gained = mpf(n_known) / n * (bits(known) - within)
    if len(parts) < 2:
        return gained, None
    return gained, gained / bits([*map(sum, parts), sum(missing)])


def named(name: str, splits: Sequence[Split], missing: Counts) -> Candidates:
    return Candidates(splits, lambda i: Multiway(Nominal(f"{name}{i}", ("0", "1", "2"))), missing)


@st.composite
def offers(draw: st.DrawFn) -> tuple[Counts, list[Candidates], list[tuple[str, tuple[mpf, mpf | None], int]]]:
    """A node, up to four attributes with one or two candidates each, and (name, scores, attribute) for each candidate."""
    node = draw(st.tuples(st.integers(1, 6), st.integers(1, 6)), label="node")
    offered = []
    flat: list[Any] = []
    for a in range(draw(st.integers(1, 4), label="attributes")):
        missing = tuple(draw(st.integers(0, n - 1), label="missing") for n in node)
        known = tuple(n - m for n, m in zip(node, missing, strict=True))
        splits = [draw(splits_of(known), label="split") for _ in range(draw(st.integers(1, 2), label="candidates"))]
        offered.append(named("abcd"[a], splits, missing))
        flat.extend((f"{'abcd'[a]}{i}", scores(split, missing), a) for i, split in enumerate(splits))
    return node, offered, flat


@st.composite
def splits_of(draw: st.DrawFn, known: Counts) -> Split:
    firsts = tuple(draw(st.integers(0, int(k))) for k in known)
    seconds = tuple(draw(st.integers(0, int(k) - f)) for k, f in zip(known, firsts, strict=True))
    return firsts, seconds, tuple(k - f - s for k, f, s in zip(known, firsts, seconds, strict=True))


@examples(60)
@given(offer=offers())
def test_the_rule_equals_a_brute_force(offer: tuple[Counts, list[Candidates], list[tuple[str, tuple[mpf, mpf | None], int]]]) -> None:
    node, offered, flat = offer
    top = [max(g for _, (g, _), b in flat if b == a) for a in range(len(offered))]
    average = sum(top) / len(top)
    admitted = [(name, r) for name, (g, r), a in flat if top[a] - g < NEAR and top[a] > average - NEAR and r is not None]
    expected = [name for name, r in admitted if max(r for _, r in admitted) - r < NEAR]
    try:
        found = best_of_average_gain(node, offered, gain_ratio)
    except Undecided:
        assume(False)
    assert ([] if found is None else [attribute_of(test).name for test in found.optima]) == expected


A, B, C = Nominal("a", ("1", "2", "3", "5")), Nominal("b", ("0", "1")), Nominal("c", ("0", "1"))
ROWS = ("101+", "500+", "501+", "201+", "300-", "110-")
SIX = DataSet((A, B, C), Nominal("class", ("-", "+")), tuple(Record(tuple(row[:3]), row[3]) for row in ROWS))
"""Six records that the three presets ask three different questions of."""


@pytest.mark.parametrize(("policy", "asked"), [(C45, "c"), (C45_GAIN_RATIO, "b"), (C45_GAIN, "a")], ids=lambda x: getattr(x, "name", x))
def test_the_three_presets_ask_three_questions(policy: Policy, asked: str) -> None:
    tree = grow(SIX, policy)
    assert isinstance(tree, Branch)
    assert [attribute_of(test).name for test in tree.optima] == [asked]


def test_why_they_do() -> None:
    """b has the greatest ratio, and less than the average gain 0.454; c has more, and a greater ratio than a."""
    splits = {"a": ((1, 1), (0, 1), (1, 0), (0, 2)), "b": ((1, 4), (1, 0)), "c": ((2, 1), (0, 3))}
    shown = {name: (decimal(defined(gain((2, 4), s)), 3), decimal(defined(gain_ratio((2, 4), s)), 3)) for name, s in splits.items()}
    assert shown == {"a": ("0.585", "0.305"), "b": ("0.317", "0.487"), "c": ("0.459", "0.459")}


@pytest.mark.parametrize("select", [best, best_of_average_gain])
def test_a_test_without_split_information_has_no_gain_ratio_and_is_never_best(select: Callable[..., Any]) -> None:
    nothing_asked = named("x", [((2, 2), (0, 0))], ())
    assert gain_ratio((2, 2), ((2, 2), (0, 0))) == Undefined("one child takes all records: the split information is 0")
    assert select((2, 2), [nothing_asked], gain_ratio) is None
    found = select((2, 2), [nothing_asked, named("y", [((1, 1), (1, 1))], ())], gain_ratio)
    assert [test.attribute.name for test in found.optima] == ["y0"]


def test_a_test_whose_known_records_go_one_way_has_no_gain_ratio_either() -> None:
    """The missing records would be a branch of their own, and the split information above 0; but the test tells nothing apart."""
    assert gain_ratio((2, 2), ((2, 1), (0, 0)), (0, 1)) == Undefined("one child takes all known records")


@pytest.mark.parametrize("policy", [C45, C45_GAIN_RATIO, C45_GAIN], ids=lambda p: p.name)
def test_where_every_gain_is_0_all_tests_tie(policy: Policy) -> None:
    x, y, z = (Nominal(n, ("0", "1")) for n in "xyz")
    xor = DataSet((x, y), z, tuple(Record((a, b), str(int(a != b))) for a in "01" for b in "01"))
    decision = hunt(xor, policy).decide(hunt(xor, policy).root())
    assert (decision.value == 0, decision.optima) == (True, (Multiway(x), Multiway(y)))


def test_a_gain_equal_to_the_average_is_admitted() -> None:
    """Two attributes of one gain: the average is that gain, exactly, in whatever way its logarithms are written."""
    third = ((1, 2), (2, 1))
    found = best_of_average_gain((3, 3), [named("x", [third], ()), named("y", [third[::-1]], ()), named("w", [third], ())], gain_ratio)
    assert found is not None
    assert [attribute_of(test).name for test in found.optima] == ["x0", "y0", "w0"]
