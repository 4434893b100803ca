"""
A second checker of identities and signs, without SymPy: exact whole numbers, polynomials written out, nothing that simplifies.

A certificate is JSON. An expression is a whole number or fraction as text ("-3/4"), or a list: ["symbol", name], ["+", …], ["*", …],
["^", expression, whole number], ["root", expression] (the square root that isn't negative), ["log", expression] (the natural one), or
["opaque", text] (anything else, of which only this is used, that equal texts have equal values). Symbols are real; `symbols` has the sign
of each: "+" above 0, "0+" at least 0, "?" either. `{"equal": [a, b], "symbols": …}` says that a and b have one value wherever both have
one; `{"sign": a, "form": b, "is": "positive" or "not negative", "symbols": …}` that a is b, and that b has this sign by those of its parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from typing import TypeAlias, cast

Tree: TypeAlias = "str | list[Tree]"
Monomial: TypeAlias = tuple[tuple[str, int], ...]
Polynomial: TypeAlias = dict[Monomial, int]

MOST = 20_000
"""A polynomial of more terms is given up."""


class TooLarge(Exception):  # noqa: N818  (no error of the certificate)
    """A polynomial has more terms than the checker writes out."""


class Checker:
    """Checks the identities and signs of one certificate. symbols: the sign of each, by which logarithms may be taken apart."""

    def __init__(self, symbols: Mapping[str, str]) -> None:
        self.symbols = symbols
        self.positive = frozenset(f"symbol {name}" for name, known in symbols.items() if known == "+")
        self.least = self.positive | {f"symbol {name}" for name, known in symbols.items() if known == "0+"}
        self.roots: dict[str, tuple[Polynomial, Polynomial]] = {}

    def of_one_sign(self, polynomial: Polynomial) -> str:
        """The sign of a polynomial whose terms have one sign."""
        names = {name for key in polynomial for name, _ in key}
        if not polynomial or not names <= self.least:
            return "?" if polynomial else "0"
        strict = any({name for name, _ in key} <= self.positive for key in polynomial)
        if min(polynomial.values()) > 0:
            return "+" if strict else "0+"
        return "?" if max(polynomial.values()) > 0 else "-" if strict else "0-"

    # Polynomials: the coefficient of each product of powers

    def times(self, a: Polynomial, b: Polynomial) -> Polynomial:
        """The product, in which no root stands squared."""
        found: Polynomial = {}
        for left, p in a.items():
            for right, q in b.items():
                key = _joined(left, right)
                found[key] = found.get(key, 0) + p * q
            if len(found) > MOST:
                raise TooLarge
        return {key: coefficient for key, coefficient in found.items() if coefficient}

    def plus(self, a: Polynomial, b: Polynomial) -> Polynomial:
        """The sum."""
        found = {**a}
        for key, coefficient in b.items():
            found[key] = found.get(key, 0) + coefficient
        return {key: coefficient for key, coefficient in found.items() if coefficient}

    # Quotients of polynomials

    def value(self, tree: Tree) -> tuple[Polynomial, Polynomial]:
        """The expression as a quotient of polynomials."""
        if isinstance(tree, str):
            top, _, bottom = tree.partition("/")
            return _number(int(top)), _number(int(bottom or "1"))
        kind, parts = str(tree[0]), tree[1:]
        if kind in {"symbol", "opaque"}:
            return {((f"{kind} {parts[0]}", 1),): 1}, _number(1)
        if kind == "+":
            return self._sum([self.value(part) for part in parts])
        if kind == "*":
            return self._product([self.value(part) for part in parts])
        if kind == "^":
            return self._power(self.value(parts[0]), int(str(parts[1])))
        if kind == "root":
            return self._root(self.value(parts[0]))
        if kind == "log":
            return self._log(self.value(parts[0]))
        raise ValueError(f"no expression: {kind}")

    def _sum(self, values: list[tuple[Polynomial, Polynomial]]) -> tuple[Polynomial, Polynomial]:
        # those of one denominator first, which keeps it
        shared: list[tuple[Polynomial, Polynomial]] = []
        for top, bottom in values:
            at = next((i for i, (_, other) in enumerate(shared) if other == bottom), None)
            if at is None:
                shared.append((top, bottom))
            else:
                shared[at] = (self.plus(shared[at][0], top), bottom)
        sum_top, sum_bottom = _number(0), _number(1)
        for top, bottom in shared:
            sum_top = self.plus(self.times(sum_top, bottom), self.times(top, sum_bottom))
            sum_bottom = self.times(sum_bottom, bottom)
        return _reduced(sum_top, sum_bottom)

    def _product(self, values: list[tuple[Polynomial, Polynomial]]) -> tuple[Polynomial, Polynomial]:
        top, bottom = _number(1), _number(1)
        for a, b in values:
            top, bottom = self.times(top, a), self.times(bottom, b)
        return _reduced(self._squares(top), self._squares(bottom))

    def _power(self, value: tuple[Polynomial, Polynomial], exponent: int) -> tuple[Polynomial, Polynomial]:
        top, bottom = value if exponent >= 0 else value[::-1]
        if not bottom:
            raise ZeroDivisionError
        return self._product([(top, bottom)] * abs(exponent))

    # Roots and logarithms

    def _root(self, value: tuple[Polynomial, Polynomial]) -> tuple[Polynomial, Polynomial]:
        name = f"root {_text(value[0])} / {_text(value[1])}"
        self.roots[name] = value
        return {((name, 1),): 1}, _number(1)

    def _squares(self, polynomial: Polynomial) -> Polynomial:
        """The polynomial with what is under a root in the place of the root's square, where that is a polynomial."""
        found = _number(0)
        for key, coefficient in polynomial.items():
            term: Polynomial = {(): coefficient}
            for name, exponent in key:
                under = self.roots.get(name)
                if under is None or under[1] != _number(1):
                    term = self.times(term, {((name, exponent),): 1})
                    continue
                for _ in range(exponent // 2):
                    term = self.times(term, under[0])
                term = self.times(term, {((name, 1),): 1} if exponent % 2 else _number(1))
            found = self.plus(found, term)
        return found

    def _log(self, value: tuple[Polynomial, Polynomial]) -> tuple[Polynomial, Polynomial]:
        """The logarithm of a product of powers as the sum of theirs; of a sum one of its own."""
        logs = self.plus(self._logs(value[0]), {key: -c for key, c in self._logs(value[1]).items()})
        return logs, _number(1)

    def _logs(self, polynomial: Polynomial) -> Polynomial:
        if self.of_one_sign(polynomial) != "+":
            raise ValueError("the logarithm of what isn't seen to be above 0")
        if len(polynomial) != 1:
            common = gcd(*polynomial.values())
            rest = {key: coefficient // common for key, coefficient in polynomial.items()}
            return self.plus(self._logs(_number(common)), {((f"log {_text(rest)}", 1),): 1})
        ((key, coefficient),) = polynomial.items()
        found: Polynomial = {((f"log {name}", 1),): exponent for name, exponent in key}
        for prime, exponent in _primes(coefficient):
            found[((f"log {prime}", 1),)] = exponent
        return found

    # What a certificate says

    def equal(self, a: Tree, b: Tree) -> bool:
        """Whether two expressions are one, where both have a value."""
        (top, bottom), (other_top, other_bottom) = self.value(a), self.value(b)
        if not bottom or not other_bottom:
            return False
        left, right = self.times(top, other_bottom), self.times(other_top, bottom)
        return self._squares(self.plus(left, {key: -c for key, c in right.items()})) == {}


def _number(n: int) -> Polynomial:
    return {(): n} if n else {}


def _joined(left: Monomial, right: Monomial) -> Monomial:
    exponents = dict(left)
    for name, exponent in right:
        exponents[name] = exponents.get(name, 0) + exponent

    return tuple(sorted(exponents.items()))


def _reduced(top: Polynomial, bottom: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Without common factors that are whole numbers or powers of one name."""
    if not top or not bottom:
        return top, bottom
    common = gcd(*top.values(), *bottom.values()) * (-1 if len(bottom) == 1 and next(iter(bottom.values())) < 0 else 1)
    names = {name for key in (*top, *bottom) for name, _ in key}
    least = {name: min(dict(key).get(name, 0) for key in (*top, *bottom)) for name in names}

    def without(polynomial: Polynomial) -> Polynomial:
        return {tuple((n, e - least[n]) for n, e in key if e > least[n]): c // common for key, c in polynomial.items()}

    return without(top), without(bottom)


def _text(polynomial: Polynomial) -> str:
    return " + ".join(f"{c} {' '.join(f'{n}^{e}' for n, e in key)}" for key, c in sorted(polynomial.items()))


def _primes(n: int) -> list[tuple[int, int]]:
    found, prime = list[tuple[int, int]](), 2
    while n > 1:
        if prime * prime > n:
            prime = n
        exponent = 0
        while n % prime == 0:
            n, exponent = n // prime, exponent + 1
        if exponent:
            found.append((prime, exponent))
        prime += 1
    return found


# Signs: "+" above 0, "0+" at least 0, "0" zero, "-" and "0-" the opposites, "?" not known

OPPOSITE = {"+": "-", "-": "+", "0+": "0-", "0-": "0+", "0": "0", "?": "?"}


def sign(tree: Tree, symbols: Mapping[str, str]) -> str:
    """The sign of a real expression by those of its parts; of a logarithm by what its argument has more than 1."""
    if isinstance(tree, str):
        top = int(tree.partition("/")[0])
        return "+" if top > 0 else "-" if top < 0 else "0"
    kind, parts = str(tree[0]), tree[1:]
    if kind == "symbol":
        return symbols.get(str(parts[0]), "?")
    if kind == "root":
        return {"+": "+", "0+": "0+", "0": "0"}.get(sign(parts[0], symbols), "?")
    if kind == "^":
        return _sign_of_power(sign(parts[0], symbols), int(str(parts[1])))
    if kind == "+":
        return _sign_of_sum([sign(part, symbols) for part in parts])
    if kind == "*":
        return _sign_of_product([sign(part, symbols) for part in parts])
    return _sign_of_log(parts[0], Checker(symbols)) if kind == "log" else "?"


def _sign_of_log(tree: Tree, checker: Checker) -> str:
    top, bottom = checker.value(tree)
    if checker.of_one_sign(bottom) != "+" or checker.of_one_sign(top) != "+":
        return "?"
    return checker.of_one_sign(checker.plus(top, {key: -c for key, c in bottom.items()}))


def _sign_of_power(base: str, exponent: int) -> str:
    if exponent % 2 == 0:
        return "+" if base in {"+", "-"} or exponent == 0 else "0" if base == "0" else "0+"
    return base


def _sign_of_sum(signs: list[str]) -> str:
    for above, least, below in (("+", "0+", {"+", "0+", "0"}), ("-", "0-", {"-", "0-", "0"})):
        if set(signs) <= below:
            return above if above in signs else "0" if set(signs) <= {"0"} else least
    return "?"


def _sign_of_product(signs: list[str]) -> str:
    if "0" in signs:
        return "0"
    if "?" in signs:
        return "?"
    turned = sum(one.endswith("-") for one in signs) % 2 == 1
    found = "0+" if any(one.startswith("0") for one in signs) else "+"
    return OPPOSITE[found] if turned else found


def accepted(certificate: Mapping[str, object]) -> bool:
    """Whether a certificate proves what it says. A real symbol's square is at least 0, whatever its sign."""
    symbols = cast(Mapping[str, str], certificate["symbols"])
    checker = Checker(symbols)
    try:
        if "equal" in certificate:
            left, right = cast(list[Tree], certificate["equal"])
            return checker.equal(left, right)
        given, form = cast(Tree, certificate["sign"]), cast(Tree, certificate["form"])
        wanted = {"positive": {"+"}, "not negative": {"+", "0+", "0"}}[str(certificate["is"])]
        return sign(form, symbols) in wanted and checker.equal(given, form)
    except (TooLarge, ValueError, ZeroDivisionError):
        return False
