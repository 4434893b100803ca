"""
A second checker of identities and signs, without SymPy: exact whole numbers, polynomials written out, nothing that simplifies.

A certificate is JSON. An expression is a whole number or fraction as text ("-3/4"), or a list: ["symbol", name], ["+", …], ["*", …],
["^", expression, whole number], ["root", expression] (the square root that isn't negative: of x^2 it is |x|), ["log", expression] (the
natural one), or ["opaque", text] (anything else, of which only this is used, that equal texts have equal values). Symbols are real;
`symbols` has the sign of each: "+" above 0, "0+" at least 0, "?" either. `{"equal": [a, b], "symbols": …}` says that a and b have one value
wherever both have one; `{"sign": a, "form": b, "is": "positive" or "not negative", "symbols": …}` that a is b, and that b has this sign.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from math import gcd, isqrt
from typing import TypeAlias, cast

Tree: TypeAlias = "str | list[Tree]"
Monomial: TypeAlias = tuple[tuple[str, int], ...]
Polynomial: TypeAlias = dict[Monomial, int]

MOST = 20_000  # a polynomial of more terms is given up


class Checker:
    """Checks the identities and signs of one certificate. symbols: the sign of each, by which logarithms may be taken apart."""

    def __init__(self, symbols: Mapping[str, str]) -> None:
        self.positive = {f"symbol {name}" for name, known in symbols.items() if known == "+"}
        self.least = self.positive | {f"symbol {name}" for name, known in symbols.items() if known == "0+"}
        self.roots: dict[str, Polynomial] = {}

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
                raise OverflowError
        return {key: coefficient for key, coefficient in found.items() if coefficient}

    def plus(self, a: Polynomial, b: Polynomial) -> Polynomial:
        """The sum."""
        found = {**a}
        for key, coefficient in b.items():
            found[key] = found.get(key, 0) + coefficient
        return {key: coefficient for key, coefficient in found.items() if coefficient}

    def value(self, tree: Tree) -> tuple[Polynomial, Polynomial]:
        """The expression as a quotient of polynomials."""
        if isinstance(tree, str):
            top, _, bottom = tree.partition("/")
            return _number(int(top)), _number(int(bottom or "1"))
        kind, parts = str(tree[0]), tree[1:]
        if kind in {"symbol", "opaque"}:
            return {((f"{kind} {parts[0]}", 1),): 1}, _number(1)
        if kind in {"+", "*"}:
            return (self._sum if kind == "+" else self._product)([self.value(part) for part in parts])
        if kind == "^":
            return self._power(self.value(parts[0]), int(str(parts[1])))
        if kind == "root":
            return self._root(self.value(parts[0])) if parts[0][::2] != ["^", "2"] else self._size(self.value(parts[0][1]))
        if kind == "log":
            top_logs, bottom_logs = map(self._logs, self.value(parts[0]))
            return self.plus(top_logs, _opposite(bottom_logs)), _number(1)
        raise ValueError(f"no expression: {kind}")

    def _sum(self, values: list[tuple[Polynomial, Polynomial]]) -> tuple[Polynomial, Polynomial]:
        tops: dict[tuple[tuple[Monomial, int], ...], Polynomial] = {}
        for top, bottom in values:  # those of one denominator first, which keeps it
            key = tuple(sorted(bottom.items()))
            tops[key] = self.plus(tops.get(key, {}), top)
        sum_top, sum_bottom = _number(0), _number(1)
        for key, top in tops.items():
            sum_top = self.plus(self.times(sum_top, dict(key)), self.times(top, sum_bottom))
            sum_bottom = self.times(sum_bottom, dict(key))
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

    def _known(self, name: str, sign: str) -> str:
        """A name, of which is remembered that it is above 0, or at least 0."""
        self.positive |= {name} if sign == "+" else set()
        self.least |= {name} if sign in {"+", "0+"} else set()
        return name

    def _named_root(self, under: Polynomial) -> Monomial:
        name = self._known(f"root {_text(under)}", "+" if self.of_one_sign(under) == "+" else "0+")
        self.roots[name] = under
        return ((name, 1),)

    def _size(self, value: tuple[Polynomial, Polynomial]) -> tuple[Polynomial, Polynomial]:
        """The root of a square: the value or its opposite, where the signs are known."""
        known = self.of_one_sign(value[0]) + self.of_one_sign(value[1])
        if "?" in known:
            return self._root((self.times(value[0], value[0]), self.times(value[1], value[1])))
        return (value[0] if known.count("-") % 2 == 0 else _opposite(value[0])), value[1]

    def _root(self, value: tuple[Polynomial, Polynomial]) -> tuple[Polynomial, Polynomial]:
        """The root of a quotient as that of the product over |bottom|; what is a square, or at least 0, is taken out."""
        top, bottom = value
        if self.of_one_sign(bottom) == "-":
            top, bottom = map(_opposite, value)
        if not top:
            return top, _number(1)
        below = bottom if self.of_one_sign(bottom) == "+" else self._root((self.times(bottom, bottom), _number(1)))[0]
        whole, powers, rest = _factored(self._squares(self.times(top, bottom)), self.least)
        found, out = _number(1), 1
        for prime, exponent in _primes(whole):
            out *= prime ** (exponent // 2)
            found = self.times(found, {self._named_root(_number(prime)): 1} if exponent % 2 else _number(1))
        for name, exponent in powers:
            found = self.times(found, {((name, exponent // 2),): 1} if exponent > 1 else _number(1))
            found = self.times(found, {self._named_root({((name, 1),): 1}): 1} if exponent % 2 else _number(1))
        found = self.times(found, {(): out} if rest == _number(1) else {self._named_root(rest): out})
        return _reduced(found, below)

    def _squares(self, polynomial: Polynomial) -> Polynomial:
        """The polynomial with what is under a root in the place of the root's square."""
        found = _number(0)
        for key, coefficient in polynomial.items():
            term: Polynomial = {(): coefficient}
            for name, exponent in key:
                under = self.roots.get(name)
                for _ in range(exponent // 2 if under else 0):
                    term = self.times(term, under or {})
                left = exponent % 2 if under else exponent
                term = self.times(term, {((name, left),): 1} if left else _number(1))
            found = self.plus(found, term)
        again = any(exponent > 1 and name in self.roots for key in found for name, exponent in key)
        return self._squares(found) if again else found

    def _logs(self, polynomial: Polynomial) -> Polynomial:
        """The logarithm of a product of powers as the sum of theirs; of a sum one of its own."""
        if self.of_one_sign(polynomial) != "+":
            raise ValueError("the logarithm of what isn't seen to be above 0")
        whole, powers, rest = _factored(polynomial, self.positive)
        found: Polynomial = {((f"log {name}", 1),): exponent for name, exponent in powers}
        for prime, exponent in _primes(whole):
            found[((self._known(f"log {prime}", "+"), 1),)] = exponent
        if rest != _number(1):
            found[((self._known(f"log {_text(rest)}", self.of_one_sign(self.plus(rest, _number(-1)))), 1),)] = 1
        return found

    def equal(self, a: Tree, b: Tree) -> bool:
        """Whether two expressions are one, where both have a value."""
        (top, bottom), (other_top, other_bottom) = self.value(a), self.value(b)
        if not bottom or not other_bottom:
            return False
        left, right = self.times(top, other_bottom), self.times(other_top, bottom)
        return self._squares(self.plus(left, _opposite(right))) == {}

    def sign(self, tree: Tree) -> str:
        """The sign of an expression by that of its polynomials, wherever it has a value."""
        try:
            top, bottom = map(self._squares, self.value(tree[1] if tree[0] == "log" else tree))
            if tree[0] == "log":  # by what the argument, whose bottom is above 0, has more than 1
                top = self.plus(top, _opposite(bottom))
            above, below = self.of_one_sign(top), self.of_one_sign(bottom)
        except (OverflowError, ValueError, ZeroDivisionError):
            return "?"
        return "?" if "?" in above + below or not bottom else above if "+" in below else OPPOSITE[above]


def _number(n: int) -> Polynomial:
    return {(): n} if n else {}


def _opposite(polynomial: Polynomial) -> Polynomial:
    return {key: -coefficient for key, coefficient in polynomial.items()}


def _factored(polynomial: Polynomial, names: Collection[str]) -> tuple[int, Monomial, Polynomial]:
    """Taken apart: the greatest whole number, the powers of these names that all terms share, and what is left."""
    whole = gcd(*polynomial.values())
    powers = {name: exponent for name, exponent in _shared(polynomial).items() if name in names}
    return whole, tuple(powers.items()), _without(polynomial, whole, powers)


def _shared(keys: Iterable[Monomial]) -> dict[str, int]:
    terms = [dict(key) for key in keys]
    return {name: least for name in terms[0] if (least := min(term.get(name, 0) for term in terms))}


def _without(polynomial: Polynomial, whole: int, powers: Mapping[str, int]) -> Polynomial:
    return {tuple((n, e - powers.get(n, 0)) for n, e in key if e > powers.get(n, 0)): c // whole for key, c in polynomial.items()}


def _joined(left: Monomial, right: Monomial) -> Monomial:
    exponents = dict(left)
    for name, exponent in right:
        exponents[name] = exponents.get(name, 0) + exponent
    return tuple(sorted(exponents.items()))


def _reduced(top: Polynomial, bottom: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Without common factors that are whole numbers or powers of one name; a multiple of what it is divided by is a number."""
    if not top or not bottom:
        return top, bottom
    key = next(iter(bottom))
    if top.keys() == bottom.keys() and all(top[other] * bottom[key] == top[key] * c for other, c in bottom.items()):
        top, bottom = _number(top[key]), _number(bottom[key])
    common = gcd(*top.values(), *bottom.values()) * (-1 if len(bottom) == 1 and next(iter(bottom.values())) < 0 else 1)
    powers = _shared((*top, *bottom))
    return _without(top, common, powers), _without(bottom, common, powers)


def _text(polynomial: Polynomial) -> str:
    return " + ".join(f"{c} {' '.join(f'{n}^{e}' for n, e in key)}" for key, c in sorted(polynomial.items()))


def _primes(n: int) -> list[tuple[int, int]]:
    found = list[tuple[int, int]]()
    while n > 1:
        prime, exponent = next((d for d in range(2, isqrt(n) + 1) if n % d == 0), n), 0
        while n % prime == 0:
            n, exponent = n // prime, exponent + 1
        found.append((prime, exponent))
    return found


# Signs: "+" above 0, "0+" at least 0, "0" zero, "-" and "0-" the opposites, "?" not known

OPPOSITE = {"+": "-", "-": "+", "0+": "0-", "0-": "0+", "0": "0", "?": "?"}


def sign(tree: Tree, symbols: Mapping[str, str]) -> str:
    """The sign of a real expression by those of its parts, or of its polynomials; of a logarithm by what its argument has more than 1."""
    by_parts = _sign_by_parts(tree, symbols)
    return Checker(symbols).sign(tree) if by_parts == "?" else by_parts


def _sign_by_parts(tree: Tree, symbols: Mapping[str, str]) -> str:
    if isinstance(tree, str):
        top = int(tree.partition("/")[0])
        return "+" if top > 0 else "-" if top < 0 else "0"
    kind, parts = str(tree[0]), tree[1:]
    if kind == "symbol":
        return symbols.get(str(parts[0]), "?")
    if kind == "root":
        return "+" if sign(parts[0], symbols) == "+" else "0+"
    if kind == "^":
        base = sign(parts[0], symbols)
        return base if int(str(parts[1])) % 2 else {"+": "+", "-": "+", "0": "0"}.get(base, "0+")
    if kind in {"+", "*"}:
        return (_sign_of_sum if kind == "+" else _sign_of_product)([sign(part, symbols) for part in parts])
    return "?"


def _sign_of_sum(signs: list[str]) -> str:
    for above, least, below in (("+", "0+", {"+", "0+", "0"}), ("-", "0-", {"-", "0-", "0"})):
        if set(signs) <= below:
            return above if above in signs else "0" if set(signs) <= {"0"} else least
    return "?"


def _sign_of_product(signs: list[str]) -> str:
    if "0" in signs or "?" in signs:
        return "0" if "0" in signs else "?"
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
    except (OverflowError, ValueError, ZeroDivisionError):
        return False
