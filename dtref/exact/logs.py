"""
Finite sums of q*log2(n): entropy, gain, split information, description lengths, all in bits.

Notation: n an integer > 1, q a rational. A rational number q is q*log2(2). Two sums with different terms can be the same number
(log2(6) and 1 + log2(3)); their `coordinates` over a coprime base tell. How sums are compared is in `dtref.exact.comparison`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from operator import mul

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.coprime import coprime_base, exponents
from dtref.exact.definition import defined
from dtref.exact.digits import digits, fraction_text
from dtref.exact.number import Exact, Number, Summable
from dtref.exact.ordered import Ordered, mixed


@frozen(eq=False, repr=False)
class LogForm(Ordered, Summable):
    """
    An exact sum of q*log2(n), made by `log2_of` and arithmetic. A product or quotient of two may be of another kind.

    Value: sum of k*log2(n) over the pairs (n, k) of `weights`, divided by `over` > 0. No n occurs twice, no k is 0, and no integer
    > 1 divides `over` and every k. Integers, because the sign of the sum does not depend on `over`.

    >>> log2_of(14) - Fraction(9, 14) * log2_of(9) - Fraction(5, 14) * log2_of(5)
    LogForm(1 + log2(7) - 5/14*log2(5) - 9/7*log2(3))
    >>> log2_of(6) == 1 + log2_of(3), log2_of(9) < Fraction(19, 6), log2_of(Fraction(1, 4)) == -2
    (True, False, True)
    """

    weights: tuple[tuple[int, int], ...] = ()
    over: int = 1

    @property
    def terms(self) -> tuple[tuple[int, Fraction], ...]:
        """The pairs (n, q), sorted by n; n = 2 is the rational part."""
        return tuple((n, Fraction(k, self.over)) for n, k in sorted(self.weights))

    @property
    def plain(self) -> Fraction | None:
        """The value where there is no term but log2(2), else None (`rational_value` also finds rational values of other forms)."""
        if all(n == 2 for n, _ in self.weights):
            return Fraction(sum(k for _, k in self.weights), self.over)
        return None

    def scaled(self, q: int | Fraction) -> LogForm:
        """The form multiplied by a rational number."""
        return _reduced({n: k * q.numerator for n, k in self.weights}, self.over * q.denominator)

    def plus(self, others: tuple[Exact, ...]) -> LogForm | None:
        """The sum of this form and the others; None where they are not all forms."""
        forms = [form for form in others if isinstance(form, LogForm)]
        return sum_of_forms((self, *forms)) if len(forms) == len(others) else None

    def __neg__(self) -> LogForm:
        return self.scaled(-1)

    def __add__(self, other: object) -> LogForm:
        return _sum(self, other, 1) if isinstance(other, (int, Fraction, LogForm)) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other: object) -> LogForm:
        return _sum(self, other, -1) if isinstance(other, (int, Fraction, LogForm)) else NotImplemented

    def __rsub__(self, other: object) -> LogForm:
        return _sum(-self, other, 1) if isinstance(other, (int, Fraction)) else NotImplemented

    def __mul__(self, other: object) -> Number:
        match other:
            case int() | Fraction():
                return self.scaled(other)
            case LogForm(plain=Fraction() as q):
                return self.scaled(q)
            case LogForm() if self.plain is not None:
                return other.scaled(self.plain)
            case LogForm():
                return mixed().enclose(self) * other
            case _:
                return NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Number:
        match other:
            case int() | Fraction():
                return self.scaled(1 / Fraction(other))
            case LogForm():
                return mixed().ratio(self, other)
            case _:
                return NotImplemented

    def __rtruediv__(self, other: object) -> Number:
        return log_form(other) / self if isinstance(other, (int, Fraction)) else NotImplemented

    def __hash__(self) -> int:
        return mixed().hash_value(self)

    def __str__(self) -> str:
        """The sum over primes, where its numbers are at most 10^6."""
        terms = over_primes(self).terms
        rational = [fraction_text(q) for n, q in terms if n == 2]
        signed = [f"{_coefficient(q)}log2({digits(n)})" for n, q in reversed(terms) if n != 2]
        return " + ".join(rational + signed).replace("+ -", "- ") or "0"

    def __repr__(self) -> str:
        return f"LogForm({self})"


def _coefficient(q: Fraction) -> str:
    """The text in front of a logarithm."""
    return {1: "", -1: "-"}[int(q)] if abs(q) == 1 else f"{fraction_text(q)}*"


@defined(formula="a + times*b")
def _sum(a: LogForm, b: int | Fraction | LogForm, times: int) -> LogForm:
    b = log_form(b)
    over = lcm(a.over, b.over)
    for_a, for_b = over // a.over, over // b.over * times
    sums = {n: for_a * k for n, k in a.weights}
    for n, k in b.weights:
        sums[n] = sums.get(n, 0) + for_b * k
    return _reduced(sums, over)


def sum_of_forms(forms: Sequence[LogForm]) -> LogForm:
    """
    The sum of many forms; faster than adding one by one, as no partial sum is put in lowest terms.

    >>> sum_of_forms([log2_of(3), log2_of(5) * Fraction(1, 2), log2_of(3)])
    LogForm(1/2*log2(5) + 2*log2(3))
    """
    over = lcm(*[form.over for form in forms])
    sums: dict[int, int] = {}
    for form in forms:
        times = over // form.over
        for n, k in form.weights:
            sums[n] = sums.get(n, 0) + times * k
    return _reduced(sums, over)


def _reduced(sums: Mapping[int, int], over: int) -> LogForm:
    """The form with these weights, in lowest terms; `over` > 0."""
    g = gcd(over, *sums.values()) if over != 1 else 1
    return LogForm(tuple([(n, k // g) for n, k in sums.items() if k]), over // g)


@defined(formula="q = q*log2(2)", letter="q")
def log_form(x: int | Fraction | LogForm) -> LogForm:
    """
    The same number as a LogForm.

    >>> log_form(Fraction(3, 2)).terms, log_form(0).terms
    (((2, Fraction(3, 2)),), ())
    """
    return x if isinstance(x, LogForm) else _reduced({2: x.numerator}, x.denominator)


@defined(formula="log2(a/b) = log2(a) - log2(b), and log2(2**k) = k", unit="bits", errors="Invalid (x <= 0, or not an int or Fraction)")
def log2_of(x: int | Fraction) -> LogForm:
    """
    The logarithm to base 2 of a positive rational number, in bits.

    >>> log2_of(Fraction(9, 14)), log2_of(8), log2_of(1)
    (LogForm(-1 - log2(7) + 2*log2(3)), LogForm(3), LogForm(0))
    """
    if not isinstance(x, int | Fraction) or x <= 0:
        raise Invalid("log2", "a rational number above 0", x)
    (a, j), (b, k) = _as_power(x.numerator), _as_power(x.denominator)
    return _reduced({a: j, b: -k} if a != b else {a: j - k}, 1)


def _as_power(n: int) -> tuple[int, int]:
    """A pair (m, k) with n = m**k, n >= 1: m is 2 where it can be, else n."""
    is_power_of_two = n & (n - 1) == 0
    return (2, n.bit_length() - 1) if is_power_of_two else (n, 1)


def coordinates(*forms: LogForm) -> tuple[tuple[int, ...], ...]:
    """
    For each form, the integers c with form * over = sum of c*log2(b), over one coprime base b of all the forms.

    Reason: the log2(b) are linearly independent over the rationals, so forms are equal exactly when their coordinates / over are.

    >>> coordinates(log2_of(6), 1 + log2_of(3))
    ((1, 1), (1, 1))
    """
    numbers = sorted({n for form in forms for n, _ in form.weights})
    base = coprime_base(numbers)
    # For each b its exponents in the numbers, then for each form its weights of the numbers.
    of_each_b = list(zip(*(exponents(n, base) for n in numbers), strict=True))
    weights = [[k.get(n, 0) for n in numbers] for k in (dict(form.weights) for form in forms)]
    return tuple(tuple(sum(map(mul, ks, es)) for es in of_each_b) for ks in weights)


LARGEST_FACTORED = 10**6
"""The greatest number whose primes are looked for."""


def over_primes(form: LogForm) -> LogForm:
    """
    The same number with the logarithms of primes, where the numbers of its logarithms are at most 10^6; greater ones stay as they are.

    >>> over_primes(log2_of(12)).terms, over_primes(log2_of(9)).terms, over_primes(log2_of(10**6 + 2)).terms
    (((2, Fraction(2, 1)), (3, Fraction(1, 1))), ((3, Fraction(2, 1)),), ((1000002, Fraction(1, 1)),))
    """
    sums: dict[int, int] = {}
    for n, k in form.weights:
        for p, e in _prime_powers(n) if n <= LARGEST_FACTORED else ((n, 1),):
            sums[p] = sums.get(p, 0) + e * k
    return _reduced(sums, form.over)


@lru_cache(maxsize=4096)
def _prime_powers(n: int) -> tuple[tuple[int, int], ...]:
    """The primes of a number, each with its exponent, by division."""
    powers: dict[int, int] = {}
    p = 2
    while p * p <= n:
        while n % p == 0:
            powers[p] = powers.get(p, 0) + 1
            n //= p
        p += 1
    return tuple((powers | ({n: powers.get(n, 0) + 1} if n > 1 else {})).items())


def proportion(a: LogForm, b: LogForm) -> Fraction | None:
    """
    The rational q with a = q*b; None where there is none, or where b is zero.

    >>> proportion(log2_of(27), log2_of(9)), proportion(log2_of(3), log2_of(2))
    (Fraction(3, 2), None)
    """
    of_a, of_b = coordinates(a, b)
    i = next((i for i, c in enumerate(of_b) if c), None)
    if i is None:
        return None
    same_direction = all(x * of_b[i] == of_a[i] * y for x, y in zip(of_a, of_b, strict=True))
    return Fraction(of_a[i] * b.over, of_b[i] * a.over) if same_direction else None


def rational_value(form: LogForm) -> Fraction | None:
    """
    The value of a form as a Fraction; None where it is irrational.

    Reason: log2(2) = 1 is in the coprime base, and every other logarithm of it must have vanished.

    >>> rational_value(log2_of(12) - log2_of(3)), rational_value(log2_of(3))
    (Fraction(2, 1), None)
    """
    return proportion(form, log_form(1))
