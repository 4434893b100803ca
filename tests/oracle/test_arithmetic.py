"""The arithmetic language against SymPy and mpmath, and against hostile texts."""

from __future__ import annotations

from fractions import Fraction
from time import perf_counter
from typing import Any

import mpmath
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from dtref.errors import Invalid
from dtref.exact.comparison import compare
from dtref.exact.decimals import decimal
from dtref.oracle.arithmetic.evaluation import BITS, STEPS, evaluate, relation_holds
from dtref.oracle.arithmetic.grammar import DEPTH, LENGTH
from dtref.oracle.arithmetic.rounding import round_half_up, truncate

Text = st.SearchStrategy[str]


def rationals(numerals: Text) -> Text:
    """Texts of + - * / ^ and parentheses on numerals, which may divide by 0."""
    return st.recursive(
        numerals,
        lambda parts: st.one_of(
            st.builds("({} {} {})".format, parts, st.sampled_from("+-*/"), parts),
            st.builds("(-{})".format, parts),
            st.builds("({})^{}".format, parts, st.integers(-3, 3)),
        ),
        max_leaves=8,
    )


NUMERALS = st.one_of(st.integers(0, 99).map(str), st.decimals(0, 9, places=3).map(str))


def value_by_sympy(text: str) -> Fraction | None:
    """The same text read by SymPy; None where it divides by 0."""
    value = sympy.sympify(text.replace("^", "**"), rational=True)
    return Fraction(int(value.p), int(value.q)) if value.is_rational and value.is_finite else None


@given(rationals(NUMERALS))
@settings(deadline=None)
def test_rational_texts_agree_with_sympy(text: str) -> None:
    try:
        value: Any = evaluate(text)
    except Invalid:
        value = None
    expected = value_by_sympy(text)
    if value is None and expected is not None:  # SymPy simplifies 1/(1/0) to 0: we refuse
        assert "/" in text or "^-" in text
    else:
        assert value == expected


@given(st.lists(st.integers(0, 50), min_size=1, max_size=6).filter(any))
@settings(deadline=None)
def test_an_entropy_agrees_with_mpmath(counts: list[int]) -> None:
    n = sum(counts)
    text = " - ".join(["0", *(f"{k}/{n}*log2({k}/{n})" for k in counts if k)])
    with mpmath.workdps(60):
        shares = [mpmath.mpf(k) / n for k in counts if k]
        expected = -sum(p * mpmath.log(p, 2) for p in shares)
        assert abs(mpmath.mpf(decimal(evaluate(text), 40)) - expected) < mpmath.mpf(10) ** -39


@given(st.integers(0, 10**6), st.integers(1, 10**3))
@settings(deadline=None)
def test_a_square_root_agrees_with_mpmath(a: int, b: int) -> None:
    with mpmath.workdps(60):
        expected = mpmath.sqrt(mpmath.mpf(a) / b)
        assert abs(mpmath.mpf(decimal(evaluate(f"sqrt({a}/{b})"), 40)) - expected) < mpmath.mpf(10) ** -39


@given(st.fractions(-10, 10), st.integers(0, 4))
def test_the_roundings_are_what_their_names_say(x: Fraction, digits: int) -> None:
    half, unit = Fraction(1, 2 * 10**digits), Fraction(1, 10**digits)
    rounded, cut = round_half_up(x, digits), truncate(x, digits)
    assert isinstance(rounded, Fraction)
    assert isinstance(cut, Fraction)
    assert abs(rounded - x) <= half
    assert abs(rounded) > abs(x) or abs(rounded - x) < half
    assert abs(cut) <= abs(x) < abs(cut) + unit


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-2^2", Fraction(-4)),
        ("2^3^2", Fraction(512)),
        ("2^-1", Fraction(1, 2)),
        ("1 - 2 - 3", Fraction(-4)),
        ("8/4/2", Fraction(1)),
        ("0.1 + 0.2", Fraction(3, 10)),
        ("log2(1/8)", Fraction(-3)),
        ("2^log2(8)", Fraction(8)),
        ("sqrt(9/4)", Fraction(3, 2)),
        ("min(3, 2, log2(3))", None),
        ("max(1, log2(2))", Fraction(1)),
        ("abs(1/3 - 1)", Fraction(2, 3)),
        ("round(0.7885, 3)", Fraction(789, 1000)),
        ("round(-0.7885, 3)", Fraction(-789, 1000)),
        ("trunc(0.1519, 3)", Fraction(151, 1000)),
        ("sum(j, 1, 4, j^2)", Fraction(30)),
        ("sum(j, 3, 2, 1/0)", Fraction(0)),
        ("sum(i, 1, 2, sum(j, 1, i, i*j))", Fraction(7)),
    ],
)
def test_the_language_by_example(text: str, value: Fraction | None) -> None:
    if value is None:
        assert compare(evaluate(text), evaluate("log2(3)")) == 0
    else:
        assert evaluate(text) == value


def test_names_may_stand_for_symbols() -> None:
    a, b = sympy.symbols("a b", positive=True)
    where: dict[str, Any] = {"p": (a, b), "n": Fraction(2)}
    assert evaluate("sqrt(sum(j, 1, n, p[j]^2)) - 1/2*log2(p[1])/p[2]", where) == sympy.sqrt(a**2 + b**2) - sympy.log(a, 2) / (2 * b)
    with pytest.raises(Invalid, match=r"^arithmetic: expected a whole number from -1000 to 1000 \(got 'a'\)$"):
        evaluate("2^p[1]", where)


def test_a_relation_holds_between_every_pair_of_neighbours() -> None:
    assert relation_holds("1 < 2 < 3 == 3 >= 2 != 1 <= 1")
    assert not relation_holds("1 < 2 < 2")
    assert relation_holds("log2(6) == 1 + log2(3)")
    assert relation_holds("3*log2(3) > 4.754887502163468 > 3*log2(3) - 0.000000000000001")


HOSTILE = {
    "names of Python": "__import__('os')",
    "an attribute": "x.real",
    "a call of a name": "open(1)",
    "a call of a value": "(1)(2)",
    "a keyword argument": "round(x=1, y=2)",
    "a starred argument": "min(*p)",
    "a lambda": "lambda: 1",
    "a comprehension": "[x for x in p]",
    "an assignment expression": "(x := 1)",
    "a conditional": "1 if 1 else 2",
    "a comparison where a number is wanted": "1 + (1 < 2)",
    "a boolean": "True",
    "None": "None",
    "an ellipsis": "...",
    "text": "'9'*9",
    "a list": "[1, 2]",
    "a tuple": "1, 2",
    "a slice": "p[1:2]",
    "zeros in front": "007",
    "a float's exponent": "1e9",
    "a hexadecimal": "0x10",
    "an underscore": "1_000",
    "an imaginary number": "1j",
    "a decimal without digits after its point": "1.",
    "a decimal without digits before its point": ".5",
    "another power sign": "2**3",
    "a floor division": "7//2",
    "a remainder": "7%2",
    "a shift": "1<<99",
    "a bitwise operation": "1|2",
    "a plus sign in front": "+1",
    "digits of another script": "١+١",
    "a second line": "1\n+ 1",
    "a comment": "1 # 2",
    "a semicolon": "1; 2",
    "nothing": "",
    "half a formula": "1 +",
    "an unbound name": "p + 1",
    "an index of a number": "(1)[1]",
    "too few arguments": "round(1)",
    "no arguments": "min()",
    "a fractional exponent": "2^0.5",
    "a power of a logarithm": "log2(3)^2",
    "a division by 0": "1/(1 - 1)",
    "a power of 0": "0^-1",
    "a logarithm of 0": "log2(0)",
    "a logarithm of less": "log2(0 - 1)",
    "a logarithm of a logarithm": "log2(log2(3))",
    "a root of less than 0": "sqrt(0 - 1)",
    "digits that are no whole number": "round(1, 0.5)",
    "too many digits": "round(1, 1000000000)",
    "digits below 0": "trunc(1, 0 - 1)",
    "a huge exponent": "2^1000000000",
    "a tower": "9^9^9^9",
    "repeated squaring": "((((2^900)^900)^900)^900)",
    "a huge factorial-like sum": "sum(j, 1, 1000000000, j)",
    "nested sums": "sum(i, 1, 4000, sum(j, 1, 4000, i*j))",
    "an endless sum by index": "sum(j, log2(3), 5, j)",
    "denominators without end": "sum(j, 1, 4000, 1/(j^300 + 1))",
    "too long a text": "1+" * LENGTH + "1",
    "many parentheses": "(" * 400 + "1" + ")" * 400,
    "many signs": "-" * (LENGTH - 1) + "1",
    "a deep call": "abs(" * 110 + "1" + ")" * 110,
    "a relation where a number is wanted": "1 < 2",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_text_is_refused_at_once(text: str) -> None:
    start = perf_counter()
    with pytest.raises(Invalid):
        evaluate(text)
    assert perf_counter() - start < 5  # minutes or gigabytes would be the failure; this is no benchmark


@pytest.mark.parametrize("text", ["1", "1 in p", "1 is 1", "not 1", "1 < 2 and 2 < 3", ""])
def test_what_is_no_relation_is_refused(text: str) -> None:
    with pytest.raises(Invalid):
        relation_holds(text, {"p": (Fraction(1),)})


def test_the_whole_complaint() -> None:
    with pytest.raises(Invalid) as caught:
        evaluate("1 + sin(2)")
    assert str(caught.value) == ("arithmetic: expected log2, sqrt, abs, min, max, round, trunc or sum, with their arguments (got 'sin(2)')")
    with pytest.raises(Invalid) as caught:
        evaluate("p + q", {"p": Fraction(1)})
    assert str(caught.value) == (
        "arithmetic: expected a number, + - * / ^, a function of the language or a name that stands for something (p) (got 'q')"
    )
    with pytest.raises(Invalid) as caught:
        evaluate("1/(2 - 2)")
    assert str(caught.value) == 'arithmetic: expected a text that has a value (got "1/(2 - 2) asks for a divisor that isn\'t 0")'
    with pytest.raises(Invalid) as caught:
        evaluate("2^999*3^999*5^999")
    assert str(caught.value) == f"arithmetic: expected numbers of at most {BITS} bits (got '2^999*3^999*5^999')"


def test_the_limits_are_wide_enough_for_slides() -> None:
    counts = range(1, 60)
    n = sum(counts)
    text = " + ".join(f"{k}/{n}*log2({n}/{k})" for k in counts)
    assert len(text) < LENGTH
    assert compare(evaluate(text), 0) > 0
    assert evaluate("1" + "+1" * (DEPTH - 2)) == DEPTH - 1
    assert evaluate(f"sum(j, 1, {STEPS // 5}, 1)") == STEPS // 5
