"""Every public formula derived: what is shown, read back by other code, is the function's value."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import sympy
from show.derivation.notations import of_latex, of_mathml, of_text

import dtref
from dtref.cli.explain.arguments import typed, usage
from dtref.cli.explain.formulas import REDUCTIONS, formulas
from dtref.show.derivation.computation import Computation
from dtref.show.derivation.derive import Derivation, Line, derive
from dtref.show.derivation.typeset import formula_text, is_rounded, latex, mathml
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.deviations import CRITERIA_OF_VALUES

BY_NAME = {
    "n=TP,FN,FP,TN": "7,3,2,5",
    "m": "7,3;2,5",
    "first": "1/5,1/10,3/10,1/4,1/2,1/3,1/7,2/5,1/6,1/9",
    "second": "1/10,1/10,1/10,1/4,1/3,1/5,1/8,1/3,1/7,1/11",
    "errors=A": "1/5,1/10,3/10",
    "node": "9,8",
    "children": "7,3;2,5",
    "wrong": "1,2,3",
    "records=A": "10,11,12",
    "out": "1/5,1/10",
    "out=NUMBER": "1/5",
    "no_information": "2/5",
    "thetas": "1,2,4",
    "accuracy": "3/5",
    "e": "1/5",
    "e_1": "3/20",
    "e_2": "1/4",
    "pi": "1/3",
    "s": "1/10",
    "mean": "1/5",
    "p": "1",
    "q": "2",
    "k": "4",
    "n=NUMBER": "11",
    "z": "3/2",
    "t": "5/2",
    "weight": "632/1000",
    "resubstituted": "1/9",
    "confidence": "9/10",
    "errors": "2",
    "records": "9",
    "degrees": "4",
    "b": "12",
    "c": "5",
}
"""What to give a parameter, by its name, or its name and its kind."""

NOT_ON_SYMBOLS = {
    "clopper_pearson": "quantiles of the beta distribution",
    "clopper_pearson_at_least": "the same",
    "clopper_pearson_at_most": "the same",
    "jeffreys": "the same",
    "exact_p": "a sum over tables",
    "majority_vote_error": "a sum of binomial probabilities",
    "mcnemar_doubled_mid_p": "the same",
    "mcnemar_exact_p": "the same",
    "mcnemar_first_better_p": "the same",
    "mcnemar_mid_p": "the same",
    "one_sided_deviate": "a quantile of the normal distribution",
    "two_sided_deviate": "the same",
    "probability_first_better": "a tail of it",
    "two_sided_t": "a quantile of the t distribution",
    "relative_overfitting_rate": "its cases ask which rate is greater",
    "dot632_plus": "the same",
    "dot632_plus_capped": "the same",
    "probability_drawn": "a power whose exponent is given",
    "upper_limit": "C4.5 interpolates a table",
}
"""The formulas that cannot be written in letters, and why: they are shown by definition and value."""


def given(name: str, kind: str) -> str:
    for known in (f"{name}={kind}", f"{name}={kind[0]}"):
        if known in BY_NAME:
            return BY_NAME[known]
    return BY_NAME.get(name, "3")


def arguments(function: Callable[..., Any], name: str) -> dict[str, Any]:
    needed = [word.partition("=") for word in usage(function).split() if not word.startswith("[")]
    return typed(function, [given(p, kind) for p, _, kind in needed], name)


def lines(derivation: Derivation | Computation) -> list[Line]:
    return [line for _, step in derivation.steps for line in lines(step)] + list(derivation.lines)


@pytest.mark.parametrize("name", formulas())
def test_what_is_shown_is_the_value(name: str) -> None:
    function = formulas()[name]
    found = derive(function, **arguments(function, name))
    assert found.lines, name
    assert any(line.formula is not None for line in found.lines) == (name not in NOT_ON_SYMBOLS)
    check(found)


OF_NUMBERS = (dtref.variance_reduction, *CRITERIA_OF_VALUES)
"""The criteria of a continuous target, whose counts are other ones."""


@pytest.mark.parametrize("name", [name for name in REDUCTIONS if REDUCTIONS[name] not in OF_NUMBERS and name != "mdl"])
@pytest.mark.parametrize(("node", "children"), [((9, 6), ((2, 3), (7, 3))), ((9, 6), ((5, 1), (4, 5)))])
def test_what_is_shown_of_a_criterion_is_its_value(name: str, node: tuple[int, ...], children: tuple[tuple[int, ...], ...]) -> None:
    found = derive(REDUCTIONS[name], node, children)
    assert found.lines[0].formula is not None
    check(found)


@pytest.mark.parametrize("criterion", [dtref.gain, dtref.gain_ratio, dtref.gini_reduction], ids=lambda c: c.name)
def test_what_is_shown_where_values_are_missing_is_the_value(criterion: Criterion) -> None:
    found = derive(criterion, (9, 6), ((2, 3), (5, 2)), (2, 1))
    assert found.lines[0].value == criterion((9, 6), ((2, 3), (5, 2)), (2, 1))
    assert found.lines[0].formula is not None
    check(found)


def test_what_is_shown_of_a_continuous_target_is_the_value() -> None:
    check(derive(dtref.variance, (4, 10, 30)))
    check(derive(dtref.variance_reduction, (4, 10, 30), ((2, 3, 5), (2, 7, 25))))
    for criterion in CRITERIA_OF_VALUES:  # 0 on one side, 1, 1 and 3 on the other
        found = derive(criterion, (4, 5, 11, 1, 0, 2, 2, 1, 3), ((1, 0, 0, 1, 0, 0, 0, 0, 0), (3, 5, 11, 0, 0, 2, 2, 1, 3)))
        assert found.lines


def check(found: Derivation) -> None:
    """The numbers put in and the exact value, read back from text, LaTeX and MathML, against the value to 40 digits."""
    for line in lines(found):
        assert not isinstance(line.value, dtref.Undefined)
        expected = sympy.Float(dtref.decimal(line.value, 40), 45)
        for shown in [notation for notation in (line.put_in, line.exact) if notation]:
            digits = 45 if is_rounded(shown) else 3
            for read in (of_text(formula_text(shown, digits)), of_latex(latex(shown, digits)), of_mathml(mathml(shown, digits))):
                assert abs(sympy.N(read, 50) - expected) < sympy.Float("1e-30"), (found.name, line.name, formula_text(shown, digits))


def test_the_letters_are_those_of_what_is_given_or_of_a_part() -> None:
    found = derive(dtref.gain, (9, 5), ((2, 3), (4, 0), (3, 2)))
    (line,) = found.lines
    assert line.formula is not None
    words = set(re.findall(r"[A-Za-z]\w*(?:\(\w\))?", formula_text(line.formula, 3)))
    assert words == {"n", "n_1", "n_2", "n_3", "Entropy(t)", "Entropy(1)", "Entropy(2)", "Entropy(3)"}
    assert [letter for letter, _ in found.steps] == ["Entropy(t)", "Entropy(1)", "Entropy(2)", "Entropy(3)"]


def test_a_derivation_its_parts_and_its_pickle_print_themselves() -> None:
    found = derive(dtref.gain, (9, 5), ((2, 3), (4, 0), (3, 2)))
    assert str(dict(found.steps)["Entropy(1)"]).startswith("entropy\n")
    copy = pickle.loads(pickle.dumps(found))
    assert (str(copy), copy._repr_html_(), repr(copy)[:16]) == (str(found), found._repr_html_(), "Derivation(name=")


def test_a_formula_that_is_not_the_value_is_not_shown() -> None:
    def slip(k: int) -> Fraction:
        """A function that looks at its number: its formula on symbols would be another. Formula: k + 1."""
        return Fraction(k) if isinstance(k, int) else k + 1

    (line,) = derive(slip, 3).lines
    assert (line.value, line.formula) == (3, None)


def test_indices_of_two_digits_are_told_apart() -> None:
    classes = tuple(range(1, 13))
    found = derive(dtref.micro_average, dtref.recall, dtref.Confusion(classes, [[i * j for i in classes] for j in classes]))
    assert len({letter for letter, _ in found.given}) == 144
    assert found.given[12][0] == "CM_2,1"
    of_rates = derive(dtref.five_by_two_t, tuple(i * i for i in range(10)), (0, 1) * 5)
    assert [letter for letter, _ in of_rates.given][9:11] == ["e_1,10", "e_2,1"]
    check(of_rates)


def test_a_formula_of_very_many_numbers_is_not_written_out() -> None:
    (line,) = derive(dtref.entropy, tuple(range(1, 2001))).lines
    assert (line.formula, line.value) == (None, dtref.entropy(tuple(range(1, 2001))))


def test_huge_counts_are_put_in_exactly() -> None:
    (line,) = derive(dtref.gini, (10**30, 3 * 10**30)).lines
    assert line.put_in is not None
    assert formula_text(line.put_in, 3) == f"1 - (({10**30}/{4 * 10**30})^2 + ({3 * 10**30}/{4 * 10**30})^2)"


def test_a_statistic_without_value_shows_its_formula() -> None:
    (line,) = derive(dtref.paired_t, (1, 2), (0, 1)).lines
    assert line.value == dtref.Undefined("the differences do not vary")
    assert line.formula is not None
    assert "sqrt(" in formula_text(line.formula, 3)
