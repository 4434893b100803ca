"""
Real numbers known through certified bounds at any asked precision: square roots, tails and quantiles of distributions.

The bounds are the balls of python-flint's `arb`, which is imported on first use. A ball of a composed number is computed anew at
each precision; `dtref.exact.comparison` raises the precision until a comparison is decided.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from operator import add, mul, neg, sub, truediv
from typing import TYPE_CHECKING, TypeAlias, cast

from attrs import frozen

from dtref.errors import Invalid, Undecided, said
from dtref.exact.definition import defined
from dtref.exact.kth_root import KthRoot, kth_root
from dtref.exact.logs import LogForm
from dtref.exact.ordered import Ordered, mixed
from dtref.exact.ratios import LogRatio
from dtref.exact.root_quotient import RootQuotient
from dtref.exact.roots import RootSum

if TYPE_CHECKING:
    from flint import arb

Decidable: TypeAlias = int | Fraction | LogForm | LogRatio | RootSum | KthRoot | RootQuotient
"""The kinds of number whose comparison with a rational number is always decided."""


@frozen(eq=False, repr=False)
class Enclosure(Ordered):
    """
    A real number, given by a rule that computes a ball around it: `rule(*balls of parts)`, run at the precision that is asked for.

    `exact` is the same number in a kind that is compared exactly, where there is one; a result of rational numbers and sums of roots is
    exact again, and so is 0 times any number, and 0 divided by one that is not 0.

    A comparison that no precision within the budget decides raises
    `Undecided`, so equality of enclosures is mostly undecided, but for two that are composed alike: of the same rules (module-level
    functions, or partials of them) and the same parts.

    >>> import flint
    >>> pi, root = Enclosure("pi", flint.arb.pi), enclose(2).sqrt()
    >>> pi < Fraction(355, 113), 2 * pi - root
    (True, Enclosure(((2 * pi) - sqrt(2))))
    >>> 1 + root == 1 + enclose(2).sqrt(), hash(root) == hash(enclose(8).sqrt() / 2)
    (True, True)
    >>> (root + 1) * (root - 1) == 1
    True
    >>> root * root, root / enclose(8).sqrt()
    (Enclosure(2), Enclosure(1/2))
    >>> (pi + 1) * (pi - 1) == pi * pi - 1
    Traceback (most recent call last):
    dtref.errors.Undecided: sign of (((pi + 1) * (pi - 1)) - ((pi * pi) - 1)): not decided within 4096 bits
    """

    name: str | Decidable
    rule: Callable[..., arb]
    parts: tuple[Enclosure, ...] = ()
    exact: Decidable | None = None

    def ball(self, bits: int) -> arb:
        """A ball around the number, computed at a working precision; each shared part once, and no recursion."""
        import flint

        balls: dict[int, arb] = {}
        stack = [self]
        with flint.ctx.workprec(bits):
            # Parts first: a number is computed when the balls of all its parts are there.
            while stack:
                x = stack[-1]
                missing = [part for part in x.parts if id(part) not in balls]
                if missing:
                    stack += missing
                else:
                    balls[id(x)] = x.rule(*(balls[id(part)] for part in x.parts))
                    stack.pop()
        return balls[id(self)]

    def bounds(self, bits: int) -> tuple[Fraction, Fraction]:
        """Rational numbers below and above the number. Undecided: the ball has no finite bounds at this precision."""
        bounds = rational_bounds(self.ball(bits))
        if bounds is None:
            raise Undecided(f"bounds of {self.formula}", f"{bits} bits")
        return bounds

    def sqrt(self) -> Enclosure:
        """The square root. Invalid: the number is certainly negative; one that may be is `Undecided` when it is asked for."""
        if self.ball(64) < 0:
            raise Invalid("sqrt", "a number of at least 0", self)
        exact = kth_root(self.exact, 2) if isinstance(self.exact, int | Fraction | RootSum | KthRoot) else None
        return Enclosure(f"sqrt({_short(self)})", _sqrt, (self,), cast("Decidable | None", exact))

    def __neg__(self) -> Enclosure:
        return Enclosure(f"-{_operand(self)}", neg, (self,))

    def __add__(self, other: object) -> Enclosure:
        return _combined("+", add, self, other)

    def __radd__(self, other: object) -> Enclosure:
        return _combined("+", add, other, self)

    def __sub__(self, other: object) -> Enclosure:
        return _combined("-", sub, self, other)

    def __rsub__(self, other: object) -> Enclosure:
        return _combined("-", sub, other, self)

    def __mul__(self, other: object) -> Enclosure:
        return _combined("*", mul, self, other)

    def __rmul__(self, other: object) -> Enclosure:
        return _combined("*", mul, other, self)

    def __truediv__(self, other: object) -> Enclosure:
        return _combined("/", truediv, self, other)

    def __rtruediv__(self, other: object) -> Enclosure:
        return _combined("/", truediv, other, self)

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other)

    def __hash__(self) -> int:
        return mixed().hash_value(self)

    @property
    def formula(self) -> str:
        """The formula of the number, as it was composed."""
        return said(self.name)

    def __str__(self) -> str:
        """The formula of a number that is known exactly, else its decimals, of which the repr has the formula."""
        return self.formula if self.exact is not None else mixed().near_text(self)

    def __repr__(self) -> str:
        return f"Enclosure({self.formula})"


def formula_or_text(x: object) -> str:
    """
    A number in the name of another: of an enclosure its formula, of another kind its text.

    >>> formula_or_text(enclose(2).sqrt()), formula_or_text(Fraction(1, 2))
    ('sqrt(2)', '1/2')
    """
    return x.formula if isinstance(x, Enclosure) else said(x)


def enclose(x: Decidable | Enclosure) -> Enclosure:
    """
    The same number as an enclosure.

    >>> enclose(Fraction(3, 8)).bounds(64)
    (Fraction(3, 8), Fraction(3, 8))
    >>> low, high = enclose(Fraction(1, 3)).bounds(64)
    >>> low < Fraction(1, 3) < high < low + Fraction(1, 2**62)
    True
    """
    match x:
        case Enclosure():
            return x
        case LogForm():
            return Enclosure(x, lambda: _log_ball(x), exact=x)
        case LogRatio():
            return Enclosure(x, lambda: _log_ball(x.top) / _log_ball(x.bottom), exact=x)
        case RootSum():
            return Enclosure(x, lambda: _root_ball(x), exact=x)
        case KthRoot():
            return Enclosure(x, lambda: enclose(x.of).rule().root(x.degree), exact=x)
        case RootQuotient():
            return enclose(cast("Decidable | Enclosure", x.value))
        case _:
            return Enclosure(x, lambda: _rational_ball(Fraction(x)), exact=x)


def is_same(x: Enclosure, y: Enclosure) -> bool:
    """
    Whether two numbers are composed alike, and so are equal; numbers that are composed differently may be equal, too.

    >>> is_same(enclose(2).sqrt() + 1, enclose(2).sqrt() + 1), is_same(enclose(2).sqrt() + 1, 1 + enclose(2).sqrt())
    (True, False)
    """
    stack, visited = [(x, y)], set()
    while stack:
        a, b = stack.pop()
        if a is b or (id(a), id(b)) in visited:
            continue
        visited.add((id(a), id(b)))
        # Exact numbers by their value, others by their rule and, pair by pair, their parts.
        if a.exact is not None and b.exact is not None:
            if a.exact != b.exact:
                return False
        elif len(a.parts) != len(b.parts) or _identity(a.rule) != _identity(b.rule):
            return False
        stack += zip(a.parts, b.parts, strict=False)
    return True


def _identity(rule: object) -> object:
    """A value that equal rules share: the function, and the arguments that a partial gives it."""
    if not isinstance(rule, partial):
        return rule
    keywords = tuple((name, _identity(value)) for name, value in sorted(rule.keywords.items()))
    return rule.func, tuple(map(_identity, rule.args)), keywords


def _sqrt(ball: arb) -> arb:
    return ball.sqrt()


def _combined(symbol: str, operation: Callable[[arb, arb], arb], left: object, right: object) -> Enclosure:
    kinds = (int, Fraction, LogForm, LogRatio, RootSum, KthRoot, RootQuotient, Enclosure)
    if not (isinstance(left, kinds) and isinstance(right, kinds)):
        return cast(Enclosure, NotImplemented)  # as an operator may
    if symbol == "/" and not isinstance(right, Enclosure) and right == 0:
        raise ZeroDivisionError(f"{left} / {right}")
    # A result that is known exactly stays exact.
    a, b = enclose(left), enclose(right)
    if (symbol == "*" and 0 in (a.exact, b.exact)) or (symbol == "/" and a.exact == 0 and _is_not_zero(b)):
        return enclose(Fraction(0))
    exact = _exactly(symbol, operation, a.exact, b.exact)
    if isinstance(exact, Fraction):
        return enclose(exact)
    return Enclosure(f"({_operand(a)} {symbol} {_operand(b)})", operation, (a, b), exact)


def _exactly(symbol: str, operation: Callable[[arb, arb], arb], a: Decidable | None, b: Decidable | None) -> Fraction | RootSum | None:
    """The result of rational numbers and sums of roots where it is of these kinds, else None."""
    if not (isinstance(a, int | Fraction | RootSum) and isinstance(b, int | Fraction | RootSum)):
        return None
    if symbol == "/" and isinstance(b, RootSum) and b.reciprocal() is None:
        return None
    x, y = (z if isinstance(z, RootSum) else Fraction(z) for z in (a, b))
    return cast("Callable[[object, object], Fraction | RootSum]", operation)(x, y)


def _is_not_zero(x: Enclosure) -> bool:
    ball = x.ball(64)
    return bool(ball > 0 or ball < 0)


def _operand(x: Enclosure) -> str:
    """The name of a number inside a larger name; the name of an exact one may be a sum or a quotient."""
    text = _short(x)
    return f"({text})" if not x.parts and x.exact is not None and not text.isalnum() else text


def _short(x: Enclosure, longest: int = 120) -> str:
    """The name of a number, a long one without its middle, so that a sum of a thousand numbers stays readable."""
    text = x.formula
    return text if len(text) <= longest else f"{text[: longest // 2]} … {text[-longest // 2 :]}"


def _rational_ball(q: Fraction) -> arb:
    import flint

    return flint.arb(q.numerator) / q.denominator


@defined(formula="(sum of k*ln(n)) / (over*ln(2))")
def _log_ball(form: LogForm) -> arb:
    import flint

    logs = (flint.arb(n).log() * k for n, k in form.weights)
    return sum(logs, flint.arb(0)) / (flint.arb.const_log2() * form.over)


@defined(formula="sum of q*sqrt(n)")
def _root_ball(x: RootSum) -> arb:
    import flint

    return sum((flint.arb(n).sqrt() * q.numerator / q.denominator for n, q in x.terms), flint.arb(0))


TINY, HUGE = 20_000, 1_000_000
"""Powers of two beyond which a bound is not written out: a p-value of e^(-10^30) is bounded by 2^-20000, and 2^(10^30) has no bounds."""


def rational_bounds(ball: arb) -> tuple[Fraction, Fraction] | None:
    """
    The ends of a ball, exactly, but for parts below 2^-20000, which widen it; None where they are not finite, or beyond 2^1000000.

    >>> import flint
    >>> rational_bounds(flint.arb(3)), rational_bounds(flint.arb(-1).sqrt())
    ((Fraction(3, 1), Fraction(3, 1)), None)
    >>> rational_bounds(flint.arb(-(10**30)).exp()) == (Fraction(-2, 2**20000), Fraction(2, 2**20000))
    True
    """
    if not ball.is_finite():
        return None
    middle, radius = (_parts(point) for point in (ball.mid(), ball.rad()))
    if max(middle[2], radius[2]) > HUGE:
        return None
    # A part too small to be written out counts as 0, and widens the bounds instead.
    m, r = (Fraction(0) if size < -TINY else Fraction(k) * Fraction(2) ** e for k, e, size in (middle, radius))
    dropped = sum(k != 0 and size < -TINY for k, _, size in (middle, radius))
    widened = r + Fraction(dropped, 2**TINY) if dropped else r
    return m - widened, m + widened


def _parts(point: arb) -> tuple[int, int, int]:
    """The value of an exact ball as k * 2^e: k, e, and a power of two that it is below in magnitude."""
    mantissa, exponent = (int(part) for part in point.man_exp())
    return mantissa, exponent, exponent + mantissa.bit_length()


def _natural_log_of_2() -> arb:
    import flint

    return flint.arb(2).log()


LN_2 = Enclosure("ln(2)", _natural_log_of_2)
"""The natural logarithm of 2: natural logarithms, and nats, are ln 2 times logarithms to base 2, and bits."""
