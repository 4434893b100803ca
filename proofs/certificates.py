"""
Certificates of the identities and signs that proofs take, each checked by `proofs.checker`, which knows no SymPy.

`python -m proofs.certificates [FILE …]` runs the theorems (of these files of proofs), and says how many steps, and how many theorems whole,
the second checker accepts; those that it doesn't by name.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence

import sympy
from attrs import field, frozen

from dtref.errors import Invalid
from proofs.checker import MOST, Tree, accepted
from proofs.steps import WATCHERS, simplified
from proofs.theorem import Method, Theorem, theorems

OF_THE_KIND = frozenset({Method.IDENTITY, Method.SQUARES, Method.SIGNS})
"""The methods whose theorems are identities of polynomials or rational functions, or signs."""

_LARGE = f"a step, written out, has more than {MOST:,} terms"

NOT_READ: Mapping[str, str] = dict.fromkeys(
    (
        "theorem_gain_over_all_is_the_known_share_of_the_unscaled",
        "theorem_importances_add_up",
        "theorem_kappa_is_1_minus_a_ratio_of_error_rates",
        "theorem_the_no_information_rate",
        "theorem_weighted_kappa_of_equal_weights_is_kappa",
    ),
    _LARGE,
)
"""The theorems of the kind that the second checker doesn't accept whole, and why."""

Certificate = dict[str, object]


@frozen
class Certified:
    """A theorem with its certificates, and of how many of them the second checker accepts."""

    theorem: Theorem
    certificates: tuple[Certificate, ...] = field(repr=False)
    accepted: int

    @property
    def whole(self) -> bool:
        """Whether all identities and signs of the proof, one at least, are accepted."""
        return 0 < self.accepted == len(self.certificates)


def certified(theorem: Theorem) -> Certified:
    """The theorem proved, and the certificates of its steps checked."""
    taken = list[Certificate]()
    watcher = lambda what, expressions: taken.append(_certificate(what, expressions))  # noqa: E731  (a list of callables)
    WATCHERS.append(watcher)
    try:
        theorem.prove()
    finally:
        WATCHERS.remove(watcher)
    # through JSON, as another program would read it
    written = tuple(json.loads(json.dumps(certificate)) for certificate in taken)
    return Certified(theorem, written, sum(map(accepted, written)))


def _certificate(what: str, expressions: tuple[sympy.Expr, ...]) -> Certificate:
    """The certificate of a step. Of a sign: in the first form in which the signs of the parts show it, or as it is."""
    names = {symbol: f"{symbol} {i}" for i, symbol in enumerate(sorted(_symbols(expressions), key=sympy.default_sort_key))}
    signs = {name: _known(symbol) for symbol, name in names.items()}
    if what == "equal":
        return {"equal": [_tree(one, names) for one in expressions], "symbols": signs}
    (found,) = expressions
    forms: Sequence[Callable[[sympy.Expr], sympy.Expr]] = (lambda e: e, sympy.factor, sympy.expand, simplified)
    certificates: list[Certificate] = [
        {"sign": _tree(found, names), "form": _tree(form(found), names), "is": what, "symbols": signs} for form in forms
    ]
    return next((one for one in certificates if accepted(one)), certificates[0])


def _symbols(expressions: tuple[sympy.Expr, ...]) -> set[sympy.Symbol]:
    """The symbols, and those of families, as p[j], in the place of family and index."""
    families = {part for one in expressions for part in one.atoms(sympy.Indexed)}
    return families | {symbol for one in expressions for symbol in one.free_symbols if isinstance(symbol, sympy.Symbol)}


def _known(symbol: sympy.Symbol) -> str:
    return "+" if symbol.is_positive else "0+" if symbol.is_nonnegative else "?"


def _tree(x: sympy.Expr, names: dict[sympy.Symbol, str]) -> Tree:
    """A SymPy expression as the checker reads it; what it doesn't know, or what doesn't commute or isn't real, is opaque."""
    if not x.is_commutative:
        return ["opaque", f"never equal {id(x)}"]
    if x.is_Rational:
        return f"{x.p}/{x.q}" if x.q != 1 else f"{x.p}"
    if x in names and x.is_extended_real:
        return ["symbol", names[x]]
    if x.is_Add or x.is_Mul:
        return ["+" if x.is_Add else "*", *(_tree(part, names) for part in x.args)]
    if x.is_Pow and x.exp.is_Integer:
        return ["^", _tree(x.base, names), str(int(x.exp))]
    if x.is_Pow and x.exp.is_Rational and x.exp.q == 2:
        return ["^", ["root", _tree(x.base, names)], str(int(x.exp.p))]
    if isinstance(x, sympy.Abs):
        return ["root", ["^", _tree(x.args[0], names), "2"]]
    if isinstance(x, sympy.log) and len(x.args) == 1:
        return ["log", _tree(x.args[0], names)]
    return ["opaque", sympy.srepr(x)]


def of_files(files: Sequence[str] = ()) -> Iterator[Certified]:
    """The theorems of these files, or of all, that are identities, sums of squares or signs, and take some as steps."""
    for _, theorem in theorems(files):
        if theorem.method in OF_THE_KIND and (found := certified(theorem)).certificates:
            yield found


def main(files: Sequence[str]) -> None:
    """Prints the theorems that aren't accepted whole, with the reason, then the figures: of steps, of theorems."""
    found = list(of_files(files))
    if not found:
        raise Invalid("proofs.certificates", "files of proofs that take identities or signs", " ".join(files))
    for one in found:
        if not one.whole:
            print(
                f"{one.theorem.name} ({one.theorem.method}): {one.accepted} of {len(one.certificates)} steps; {NOT_READ[one.theorem.name]}"
            )
    steps, whole = sum(len(one.certificates) for one in found), sum(one.whole for one in found)
    print(f"{sum(one.accepted for one in found)} of {steps} identities and signs accepted by the second checker")
    print(f"{whole} of {len(found)} theorems accepted whole ({100 * whole // len(found)} %)")


if __name__ == "__main__":
    main(sys.argv[1:])
