"""
The bounds of `dtref.engines.compiled.kernels.scores` hold: the score in doubles, and what it should be, in integers and at 200 bits
(mpmath).
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from many import as_many
from mpmath import mp, mpf

np = pytest.importorskip("numpy")
numba = pytest.importorskip("numba")

from dtref.engines.compiled.kernels import layout, logarithms, scores, wide  # noqa: E402
from dtref.engines.compiled.kernels.compilation import tell_numba  # noqa: E402
from dtref.engines.compiled.kernels.layout import (  # noqa: E402
    CHI_SQUARE,
    DKM,
    GAIN,
    GAIN_RATIO,
    GINI,
    MISCLASSIFICATION,
    SEPARATION,
    TWOING,
    VARIANCE,
)
from dtref.engines.compiled.log_table import table_of_xlogx  # noqa: E402 - it is of no use without them
from dtref.exact import double_logarithm  # noqa: E402
from dtref.exact.double_logarithm import log2_of_double  # noqa: E402

Rows = list[list[int]]

tell_numba()
of_table, of_two, gini, variance, logs, of_wide = map(
    numba.njit(error_model="numpy"), (scores.of_table, scores.of_two, scores.gini_score, scores.variance_score, scores.logs, wide.of_wide)
)
"""Compiled, as they are in the engine."""


def tables(seed: int) -> list[Rows]:
    """Count tables of sizes from a few records to 2^31, with near-proportional ones, whose gain all but vanishes."""
    chance = Random(seed)
    found = []
    for _ in range(as_many(100, 300)):
        c, k, most = chance.randint(2, 5), chance.randint(2, 5), chance.choice([2, 9, 1000, 10**6, 2**31 // 25])
        rows = [[chance.randint(0, most) for _ in range(c)] for _ in range(k)]
        if chance.random() < 0.3:
            rows = [[max(n + chance.choice([-1, 0, 1]), 0) for n in rows[0]] for _ in rows]
        rows = [row if any(row) else [1] * c for row in rows]
        found.append(rows)
    return found


def x(n: int) -> mpf:
    return mpf(n) * mp.log(n, 2) if n else mpf(0)


def exact(criterion: int, rows: Rows) -> Fraction | mpf:
    node = [sum(column) for column in zip(*rows, strict=True)]
    match criterion:
        case layout.GINI:
            return sum((Fraction(sum(n * n for n in row), sum(row)) for row in rows), Fraction(0))
        case layout.VARIANCE:
            return sum((Fraction(row[1] ** 2, row[0]) for row in rows), Fraction(0))
        case layout.MISCLASSIFICATION:
            return Fraction(sum(map(max, rows)))
        case layout.CHI_SQUARE:
            return sum((Fraction(n * n, n_j * sum(row)) for row in rows for n, n_j in zip(row, node, strict=True) if n_j), Fraction(0))
        case layout.TWOING:
            (n_l, n_r), pairs = map(sum, rows), zip(*rows, strict=True)
            return n_l * n_r * sum((abs(Fraction(a, n_l) - Fraction(b, n_r)) for a, b in pairs), Fraction(0)) ** 2
        case layout.SEPARATION:
            dot, squares = sum(a * b for a, b in zip(*rows, strict=True)), [sum(n * n for n in row) for row in rows]
            return -Fraction(dot * dot, squares[0] * squares[1])
    if criterion == DKM:
        return -sum((mp.sqrt(a * b) for a, b in rows), mpf(0))
    gain = sum(x(n) for row in rows for n in row) - sum(x(sum(row)) for row in rows)
    if criterion == GAIN:
        return gain
    return (x(sum(node)) - sum(map(x, node)) + gain) / (x(sum(node)) - sum(x(sum(row)) for row in rows))


def holds(wanted: Fraction | mpf, score: float, bound: float) -> bool:
    if isinstance(wanted, Fraction):
        return abs(Fraction(score) - wanted) <= Fraction(bound)
    with mp.workprec(200):
        return bool(abs(mpf(score) - wanted) <= mpf(bound))


@pytest.mark.parametrize("criterion", [GINI, GAIN, GAIN_RATIO])
@pytest.mark.parametrize("tabled", [1, 2000])
def test_bounds_of_scores_by_class(criterion: int, tabled: int) -> None:
    table = np.array([float(x(n)) for n in range(tabled)])
    with mp.workprec(200):
        for rows in tables(criterion):
            node = np.array(rows).sum(axis=0)
            score, bound = of_table(criterion, np.array(rows), node, int(node.sum()), 0.0, table)
            assert holds(exact(criterion, rows), score, bound)
            assert bound == float("inf") or bound < 1e-9 * max(1.0, float(node.sum()))


@pytest.mark.parametrize("criterion", [GINI, GAIN, GAIN_RATIO])
def test_bounds_where_there_are_two_children(criterion: int) -> None:
    table = np.zeros(1)
    with mp.workprec(200):
        for rows in tables(10 + criterion):
            two = rows[:2]
            left, node = np.array(two[0]), np.array(two).sum(axis=0)
            n_left, n = int(left.sum()), int(node.sum())
            whole, apart = scores.entropy_of(node, n, table)
            found = (
                gini(left, node, n_left, n)
                if criterion == GINI
                else logs(criterion == GAIN_RATIO, left, node, n_left, n, table, whole, apart)
            )
            assert holds(exact(criterion, two), *found)


@pytest.mark.parametrize("blur", [0.0, 2.0**-20])
@pytest.mark.parametrize("criterion", [GINI, GAIN, GAIN_RATIO, MISCLASSIFICATION, CHI_SQUARE, DKM])
def test_bounds_of_wide_weights_that_are_off(criterion: int, blur: float) -> None:
    chance = Random(criterion)
    with mp.workprec(250):
        for rows in tables(40 + criterion):
            table = [row[:2] if any(row[:2]) else [1, 0] for row in rows] if criterion == DKM else rows
            # The true counts, and those that are seen: each off by a factor within 1 ± blur.
            true = [[n * 2**55 // sum(map(sum, table)) * 2**5 for n in row] for row in table]
            true = [row if any(row) else [2**30] * len(row) for row in true]
            seen = np.array([[n + int(n * blur * chance.uniform(-0.999, 0.999)) for n in row] for row in true])
            found = of_wide(criterion, seen, seen.sum(axis=0), int(seen.sum()), blur)
            assert holds(exact(criterion, true), *found)


@pytest.mark.parametrize("criterion", [MISCLASSIFICATION, CHI_SQUARE, TWOING, SEPARATION, DKM])
def test_bounds_of_the_other_criteria(criterion: int) -> None:
    with mp.workprec(200):
        for rows in tables(20 + criterion):
            table = [row[:2] if any(row[:2]) else [1, 0] for row in rows] if criterion == DKM else rows
            children = table[:2] if criterion in (TWOING, SEPARATION) else table
            node = np.array(children).sum(axis=0)
            found = of_table(criterion, np.array(children), node, int(node.sum()), 0.0, np.zeros(1))
            assert holds(exact(criterion, children), *found)
            if len(children) == 2:
                two = of_two(criterion, np.array(children[0]), node, int(node.sum()), 0.0)
                assert two == found


@pytest.mark.parametrize("slack", [0.0, 0.5])
def test_bounds_of_variance_where_amounts_are_off(slack: float) -> None:
    chance = Random(int(2 * slack))
    for _ in range(300):
        n = [chance.randint(1, 1000) for _ in range(2)]
        most = chance.choice([1, 100, 2**40, 2**50])
        true = [
            Fraction(chance.randint(-most, most) * size) + Fraction(size * chance.randint(-9, 9), 18) * Fraction(2 * slack) for size in n
        ]
        amounts = [round(s) if slack == 0 else int(s) for s in true]
        amounts = [a if abs(a - s) <= size * slack else round(s) for a, s, size in zip(amounts, true, n, strict=True)]
        left, node = np.array([n[0], amounts[0]]), np.array([sum(n), sum(amounts)])
        wanted = sum((s * s / size for s, size in zip(true, n, strict=True)), Fraction(0))
        assert holds(wanted, *variance(left, node, n[0], sum(n), slack))
        rows = np.array([[n[0], amounts[0]], [n[1], amounts[1]]])
        assert holds(wanted, *of_table(VARIANCE, rows, node, sum(n), slack, np.zeros(1)))


def asked(compiled: Any) -> set[str]:
    """The logarithms, exponentials and powers of libm and of LLVM that compiled code calls."""
    (code,) = compiled.inspect_llvm().values()
    called = set(re.findall(r"@\"?([\w.]+)\"?\(", code))
    return {name for name in called if re.fullmatch(r"_*(numba_|llvm\.)?(log|exp|pow)\w*(\.f64)?", name)}


def test_kernels_ask_no_library_for_a_logarithm() -> None:
    logs(True, np.array([2, 0]), np.array([2, 2]), 2, 4, np.zeros(1), 8.0, 4.0)
    assert asked(logs) == set()
    platform = numba.njit(lambda x: math.log2(x))  # noqa: PLW0108 - numba compiles no builtin
    platform(3.0)
    assert asked(platform), "the question would notice one"


def test_the_compiled_logarithm_has_the_bits_of_the_uncompiled_one() -> None:
    compiled, chance = numba.njit(error_model="numpy")(logarithms.log2_of_float), Random(4)
    xs = [chance.random() * 2.0 ** chance.randint(-1000, 1000) for _ in range(2000)] + [float(n) for n in range(1, 2000)]
    assert [compiled(x) for x in xs] == [log2_of_double(x) for x in xs]


def test_the_table_has_the_bits_of_what_is_beyond_it() -> None:
    assert table_of_xlogx(10_000).tolist() == [float(scores.xlogx(n, np.zeros(1))) for n in range(10_000)]


def test_fused_products_and_sums_stay_within_the_bound() -> None:
    """Compiled with leave to fuse, which this machine may or may not take: `tests/exact/test_double_logarithm.py` fuses by hand."""
    fusing, chance = numba.njit(error_model="numpy", fastmath={"contract"})(logarithms.log2_of_float), Random(5)
    with mp.workprec(200):
        for n in [chance.randint(2, 2**31) for _ in range(1000)] + list(range(2, 1000)):
            wanted = mp.log(n, 2)
            assert abs(mpf(fusing(float(n))) - wanted) < double_logarithm.ERROR * wanted
