"""The .632+ estimate and its parts.   Notation: as in `dtref.spec.evaluation.estimation.dot632_plus`."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from dtref.errors import Undefined
from dtref.exact.number import number, total
from dtref.spec.evaluation.confusion.agreement import cohen_kappa
from dtref.spec.evaluation.confusion.matrix import BinaryCounts
from dtref.spec.evaluation.confusion.rates import error_rate
from dtref.spec.evaluation.estimation.bootstrap_error import dot632
from dtref.spec.evaluation.estimation.dot632_plus import (
    _bounded_rate,
    _capped,
    dot632_plus,
    dot632_plus_capped,
    dot632_plus_unbounded,
    no_information_rate,
    relative_overfitting_rate,
)
from proofs.steps import defined, equal, holds, same
from proofs.tables import blind, square
from proofs.theorem import Method, theorem

EFRON = "efron1997"
EIGHTHS = tuple(Fraction(k, 8) for k in range(9))
W = Fraction(632, 1000)


@theorem(
    "The no-information rate is the error rate of a table with the same sums in which predictions don't depend on the class; kappa is 1 "
    "less the error rate over it; without records it has no value",
    source=EFRON,
    runs=(no_information_rate, cohen_kappa, error_rate),
    reach="2 to 4 classes, all positive real counts",
    method=Method.IDENTITY,
)
def theorem_the_no_information_rate() -> None:
    """p_k (1 - q_k) is the share of the records of class k that a blind classifier gets wrong."""
    for c in range(2, 5):
        m = square(c)
        equal(cohen_kappa(m), 1 - defined(error_rate(m)) / defined(no_information_rate(m)))
        same_sums = blind([total(row) for row in m.rows], [total(column) for column in zip(*m.rows, strict=True)])
        equal(no_information_rate(m), error_rate(same_sums))
    same(no_information_rate(BinaryCounts(0, 0, 0, 0)), Undefined("no records"), "no records")
    same((no_information_rate(BinaryCounts(1, 0, 0, 0)), no_information_rate(BinaryCounts(0, 1, 0, 0))), (0, 1), "one class")


@theorem(
    "R' is from 0 to 1; where err < Err1 <= gamma the three rules are one number, from .632 to Err1; beyond gamma the capped rule gives "
    "gamma and the paper's 0.632 (Err1 - gamma) more; where Err1 <= err the paper's is .632",
    source=EFRON,
    runs=(relative_overfitting_rate, dot632_plus, dot632_plus_capped, dot632_plus_unbounded, _bounded_rate, _capped),
    reach="each of the three rates a multiple of 1/8 from 0 to 1",
    method=Method.EXHAUSTION,
)
def theorem_the_rules_of_632_plus() -> None:
    """Case by case, by the definitions."""
    for out, own, gamma in product(EIGHTHS, repeat=3):
        about = f"Err1 = {out}, err = {own}, gamma = {gamma}"
        r, whole = relative_overfitting_rate(out, own, gamma), dot632_plus(out, own, gamma)
        capped, unbounded = dot632_plus_capped(out, own, gamma), dot632_plus_unbounded(out, own, gamma)
        plain, lesser = defined(dot632([out], own)), min(out, gamma)
        holds(0 <= r <= 1, f"that R' is from 0 to 1 at {about}")
        same(r, (lesser - own) / (gamma - own) if out > own and gamma > own else 0, f"R' at {about}")
        weight = W / (1 - (1 - W) * r)
        same(capped, own + weight * (lesser - own), f"the capped rule at {about}")
        same(whole, plain + (lesser - own) * (1 - W) * W * r / (1 - (1 - W) * r), f"the paper's rule at {about}")
        same(whole - capped, W * max(out - gamma, number(0)), f"the difference of the two at {about}")
        if own < out <= gamma:
            same((whole, capped), (unbounded, unbounded), f"the rules at {about}")
            holds(plain < whole <= out, f"that .632+ is from .632 to Err1 at {about}")
        elif out <= own:
            same(whole, plain, f".632 at {about}")
        if gamma == own:
            same(unbounded, Undefined("the no-information rate is the error on the training records"), f"R at {about}")
        else:
            free = (out - own) / (gamma - own)
            same(unbounded, own + W / (1 - (1 - W) * free) * (out - own), f"the rule without bounds at {about}")
    none = Undefined("the relative overfitting rate is 1/0.368")
    same(dot632_plus_unbounded(1, 0, 1 - W), none, "a weight that divides by 0")
