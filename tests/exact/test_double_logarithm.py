"""
The logarithm of doubles: within its bound of what flint's balls say, the same bits however it is asked, and no other one is asked.

`proofs/double_logarithm.py` proves the bound; here are samples, for which the formula isn't taken apart.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from fractions import Fraction
from math import inf, nan, nextafter
from pathlib import Path
from random import Random

import flint
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import dtref
from dtref.errors import Invalid
from dtref.exact.double_logarithm import CELLS, ERROR, POINTS, log2_of_double, log2_of_parts, log2_of_whole

positive_doubles = st.floats(0, inf, exclude_min=True, exclude_max=True)


def off(value: float, x: flint.arb) -> float:
    """How far a value is from log2 x, relative to it, rounded up: in balls of 200 bits."""
    with flint.ctx.workprec(200):
        exact = x.log() / flint.arb.const_log2()
        return float(abs((flint.arb(value) - exact) / exact).upper()) if value else 0.0


def sampled(chance: Random) -> Iterator[float]:
    """Doubles of every size, and near 1; the neighbours of the borders of cells, and of their points."""
    for _ in range(1000):
        yield chance.uniform(0.5, 1) * 2.0 ** chance.randint(-1073, 1023)
        yield chance.random()
        yield 1 + chance.choice([-1, 1]) * chance.random() * 2.0 ** -chance.randint(1, 51)
    for i in range(CELLS):
        for m in ((CELLS + i) / 512, POINTS[i][0]):
            yield from (y * 2.0**e for y in (nextafter(m, 0), m, nextafter(m, 1)) for e in (-1074 + 53, 0, 1))


def test_samples_are_within_the_bound() -> None:
    worst = max(off(log2_of_double(x), flint.arb(x)) for x in sampled(Random(1)) if x != 1)
    assert 2 * 2.0**-53 < worst < ERROR


@given(x=positive_doubles)
@example(x=5e-324)
@example(x=nextafter(inf, 0))
@example(x=nextafter(1.0, 0))
@example(x=nextafter(1.0, 2))
def test_every_double_is_within_the_bound(x: float) -> None:
    assert x == 1 or off(log2_of_double(x), flint.arb(x)) < ERROR


@given(n=st.integers(2, 2**80) | st.builds(lambda e, d: 2**e + d, st.integers(50, 5000), st.integers(-2, 2)))
def test_every_whole_number_is_within_the_bound(n: int) -> None:
    assert off(log2_of_whole(n), flint.arb(n)) < ERROR


@given(e=st.integers(-1074, 1023))
def test_powers_of_two_are_exact(e: int) -> None:
    assert log2_of_double(2.0**e) == e


def test_a_machine_that_fuses_products_and_sums_stays_within_the_bound() -> None:
    """The formula in exact fractions, of which every sum is rounded once, and products before it only where they aren't fused."""
    chance = Random(2)
    for _ in range(300):
        i = chance.choice([0, 0, 1, CELLS - 2, CELLS - 1, chance.randrange(CELLS)])
        p, shift, log_p = POINTS[i]
        m = chance.uniform(CELLS + i, CELLS + i + 1) / 512
        for fused in (0.0, 0.5, 1.0):
            value = log2_of_parts(Sometimes(Fraction(shift), chance, fused), Sometimes(Fraction(m), chance, fused), p, log_p)  # type: ignore[arg-type]
            assert off(float(value.exact), flint.arb(m)) < ERROR  # type: ignore[attr-defined]


class Sometimes:
    """A double whose products may be kept exact, as a fused operation keeps them until the sum is rounded."""

    def __init__(self, exact: Fraction, chance: Random, fused: float) -> None:
        self.exact, self.chance, self.fused = exact, chance, fused

    def rounded(self, exact: Fraction) -> Sometimes:
        return Sometimes(Fraction(float(exact)), self.chance, self.fused)

    def double(self, other: Sometimes | float) -> Fraction:
        return other.exact if isinstance(other, Sometimes) else Fraction(other)

    def __add__(self, other: Sometimes | float) -> Sometimes:
        return self.rounded(self.exact + self.double(other))

    __radd__ = __add__

    def __sub__(self, other: Sometimes | float) -> Sometimes:
        return self.rounded(self.exact - self.double(other))

    def __truediv__(self, other: Sometimes | float) -> Sometimes:
        return self.rounded(Fraction(float(self.exact)) / Fraction(float(self.double(other))))

    def __mul__(self, other: Sometimes | float) -> Sometimes:
        exact = Fraction(float(self.exact)) * Fraction(float(self.double(other)))
        return Sometimes(exact, self.chance, self.fused) if self.chance.random() < self.fused else self.rounded(exact)

    __rmul__ = __mul__


@pytest.mark.parametrize("x", [0.0, -0.0, -1.0, -inf, inf, nan])
def test_what_has_no_logarithm_is_refused(x: float) -> None:
    with pytest.raises(Invalid, match="log2"):
        log2_of_double(x)
    np = pytest.importorskip("numpy")
    from dtref.exact.double_logarithm import log2_of_doubles

    with pytest.raises(Invalid, match="log2"):
        log2_of_doubles(np.array([1.0, x]))


@pytest.mark.parametrize("n", [0, -1, -(2**70)])
def test_whole_numbers_below_one_are_refused(n: int) -> None:
    with pytest.raises(Invalid, match="log2"):
        log2_of_whole(n)


def test_arrays_have_the_same_bits() -> None:
    np = pytest.importorskip("numpy")
    from dtref.exact.double_logarithm import log2_of_doubles

    xs = list(sampled(Random(3)))
    assert log2_of_doubles(np.array(xs)).tolist() == [log2_of_double(x) for x in xs]
    assert log2_of_doubles(np.zeros(0)).tolist() == []


APPROXIMATE = frozenset(
    {
        "log",
        "log2",
        "log10",
        "log1p",
        "exp",
        "exp2",
        "expm1",
        "pow",
        "power",
        "float_power",
        "cbrt",
        "hypot",
        "gamma",
        "lgamma",
        "erf",
        "erfc",
    }
    | {"sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "acos", "atan", "atan2", "asinh", "acosh", "atanh"}
)
"""What a C library, or numpy, computes to no bound that IEEE 754 states."""

TOLD = {
    "oracle/judge/excuses/conventions.py": {"log"},  # an answer in natural logarithms is in doubles itself
    "oracle/judge/report/digits.py": {"log10"},  # how many digits are right, printed to a tenth
    "oracle/judge/report/patterns.py": {"log", "log2", "log10"},  # a factor that failures have in common, as doubles say it
    "sklearn/forests.py": {"log"},  # predict_log_proba, which is in doubles
    "sklearn/trees.py": {"log"},  # the same
}
"""The modules that tell something in doubles: no answer of dtref's own."""

GUESSES = {
    "exact/distributions/beta.py": {"exp"},  # where the search for odds starts; balls prove where it ends
    "exact/distributions/beta_bounds.py": {"exp", "expm1", "log"},  # where the search for a quantile starts; balls prove where it ends
    "spec/evaluation/estimation/learning_curve.py": {"log", "log1p"},  # how many sizes to skip, if bounds confirm it
}
"""The modules that ask it for a guess, which exact arithmetic then confirms or throws away."""


def asked(path: Path) -> set[str]:
    """The approximate functions of math, numpy and numba that a file names."""
    tree, found = ast.parse(path.read_text(encoding="utf-8")), set()
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module="math" | "cmath" | "numpy", names=names):
                found |= {name.name for name in names}
            case ast.Attribute(value=ast.Name(id="math" | "cmath" | "np" | "numpy"), attr=attribute):
                found.add(attribute)
    return found & APPROXIMATE


def test_no_other_logarithm_is_asked() -> None:
    root = Path(dtref.__file__).parent
    files = {str(path.relative_to(root)).replace("\\", "/"): asked(path) for path in root.rglob("*.py")}
    assert {name: names for name, names in files.items() if names} == GUESSES | TOLD
