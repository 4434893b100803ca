"""
Brier score and logarithmic loss: their two forms, what they are made of, where they are least.   Notation: as in
`dtref.spec.evaluation.probabilities.forecasts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import sympy

from dtref.errors import Invalid, Undefined
from dtref.exact.comparison import compare
from dtref.exact.number import number, total
from dtref.spec.evaluation.probabilities.brier import (
    _decomposed,
    _score,
    _squares,
    binary_brier_decomposition,
    binary_brier_score,
    brier_decomposition,
    brier_score,
)
from dtref.spec.evaluation.probabilities.forecasts import ForecastOutcome, _normalised, normalised_shares, strata
from dtref.spec.evaluation.probabilities.log_loss import _decomposed as _decomposed_bits
from dtref.spec.evaluation.probabilities.log_loss import (
    _divergence,
    _impossible,
    _mean_bits,
    clipped_log_loss,
    log_loss,
    log_loss_decomposition,
)
from dtref.spec.split.criteria import gain, gini_reduction
from dtref.spec.split.impurity import entropy, gini
from proofs.steps import above_zero, defined, derivative, equal, holds, not_negative, same
from proofs.symbols import log2, positive, real
from proofs.theorem import Method, NotEstablished, theorem

BRIER, MURPHY, GOOD, BROECKER = "brier1950", "murphy1973", "good1952", "broecker2009"
TWO, HALF, THIRD = Fraction(2), Fraction(1, 2), Fraction(1, 3)
FORECASTS = ((HALF, HALF), (THIRD, 1 - THIRD), (Fraction(1), Fraction(0)))


def all_outcomes(most: int, forecasts: Sequence[tuple[Fraction, Fraction]]) -> list[tuple[tuple[tuple[Fraction, Fraction], str], ...]]:
    """Every list of up to so many records with one of these forecasts of two classes."""
    return [rows for n in range(1, most + 1) for rows in product(tuple(product(forecasts, "ab")), repeat=n)]


@theorem(
    "The Brier score of two classes is twice the mean squared distance of the positive class's probability from what came; each part of "
    "the binary score is half of that of both classes",
    source=BRIER,
    runs=(brier_score, binary_brier_score, binary_brier_decomposition, _score, _decomposed, _squares),
    reach="2 records, all real probabilities p, q: a positive and a negative, and two of either",
    method=Method.IDENTITY,
)
def theorem_the_binary_score_is_half() -> None:
    """(p - 1)² + ((1 - p) - 0)² = 2 (p - 1)²."""
    p, q = real("p q")
    for labels in ("+-", "++", "--"):
        distances = [f - int(label == "+") for f, label in zip((p, q), labels, strict=True)]
        records = tuple(ForecastOutcome((f, 1 - f), int(label != "+")) for f, label in zip((p, q), labels, strict=True))
        equal(_score(records), total(d * d for d in distances))
        whole, half = defined(_decomposed(records, 2, 1)), defined(_decomposed(records, 2, 2))
        equal(half.loss, total(d * d for d in distances) / 2)
        for name in ("reliability", "resolution", "uncertainty"):
            equal(getattr(whole, name), 2 * getattr(half, name))
    for rows in all_outcomes(2, FORECASTS):
        ps, labels_ = [f[0] for f, _ in rows], [label for _, label in rows]
        score = defined(binary_brier_score(ps, labels_, "a", classes="ab"))
        same(2 * score, brier_score([f for f, _ in rows], labels_, "ab"), "twice the binary score")
        same(defined(binary_brier_decomposition(ps, labels_, "a", classes="ab")).loss, score, "the binary parts")


@theorem(
    "Brier score = reliability - resolution + uncertainty; uncertainty is the Gini index of the classes that came, resolution what "
    "splitting the records by their forecasts takes off it",
    source=MURPHY,
    runs=(brier_score, brier_decomposition, _decomposed, _score, _squares, strata, gini, gini_reduction),
    reach="every list of up to 4 records with one of three forecasts of two classes; 3 records of three classes, two alike, any shares",
    method=Method.EXHAUSTION,
)
def theorem_the_brier_score_is_the_sum_of_its_parts() -> None:
    """Case by case; and on symbols for given counts."""
    for rows in all_outcomes(4, FORECASTS):
        shares, labels = [f for f, _ in rows], [label for _, label in rows]
        parts, groups = defined(brier_decomposition(shares, labels, "ab")), list(dict.fromkeys(shares))
        counts = [tuple(sum(pair == (f, c) for pair in rows) for c in "ab") for f in groups]
        node = tuple(map(sum, zip(*counts, strict=True)))
        same(parts.loss, brier_score(shares, labels, "ab"), f"the parts of {rows}")
        same((parts.uncertainty, parts.resolution), (gini(node), gini_reduction(node, counts)), f"the impurities of {rows}")
        holds(parts.reliability >= 0, "that the reliability is at least 0")
    a, b, c, d = real("a b c d")
    first, second = (a, b, 1 - a - b), (c, d, 1 - c - d)
    records = (ForecastOutcome(first, 0), ForecastOutcome(first, 2), ForecastOutcome(second, 1))
    equal(defined(_decomposed(records, 3, 1)).loss, _score(records))
    same(brier_score([], "", "ab"), Undefined("no records"), "no records")
    same(brier_decomposition([], "", "ab"), Undefined("no records"), "no records")
    same(binary_brier_score([], "", "+", classes="+-"), Undefined("no records"), "no records")


@theorem(
    "The Brier score and the logarithmic loss are proper: of all forecasts for records of which the share o is positive, the forecast o "
    "has the least",
    source=BROECKER,
    runs=(_score, _mean_bits),
    reach="two classes, a positive and b negative records for small a and b, every forecast p between 0 and 1",
    method=Method.DERIVATIVES,
)
def theorem_the_losses_are_proper() -> None:
    """Their slope is 0 at o, and they bend upwards everywhere."""
    odds = positive("t")[0]
    for a, b in ((1, 1), (1, 2), (3, 1)):
        p = real("p")[0]
        records = (*[ForecastOutcome((p, 1 - p), 0)] * a, *[ForecastOutcome((p, 1 - p), 1)] * b)
        squares = defined(_score(records))
        equal(derivative(squares, p), 4 * (p - Fraction(a, a + b)))
        above_zero(derivative(squares, p, 2))
        bits = _mean_bits([odds / (1 + odds)] * a + [1 / (1 + odds)] * b)  # the odds of the forecast
        equal(derivative(bits, odds) * odds * (1 + odds) * (a + b), (b * odds - a) / sympy.log(2))


@theorem(
    "Logarithmic loss = reliability - resolution + uncertainty; uncertainty is the entropy of the classes that came, resolution the "
    "information gain of the forecasts; without a value where a class came that had the share 0",
    source=BROECKER,
    runs=(log_loss, log_loss_decomposition, _decomposed_bits, _divergence, _mean_bits, _impossible, strata, entropy, gain),
    reach="every list of up to 3 records with one of three forecasts of two classes",
    method=Method.EXHAUSTION,
)
def theorem_the_log_loss_is_the_sum_of_its_parts() -> None:
    """Case by case, in exact logarithms."""
    for rows in all_outcomes(3, FORECASTS):
        shares, labels = [f for f, _ in rows], [label for _, label in rows]
        loss, parts = log_loss(shares, labels, "ab"), log_loss_decomposition(shares, labels, "ab")
        first = next((i for i, (f, label) in enumerate(rows, 1) if f["ab".index(label)] == 0), None)
        if first is not None:
            none = Undefined(f"record {first}: the class that came had the share 0")
            same((loss, parts), (none, none), f"the loss of {rows}")
            continue
        counts = [tuple(sum(pair == (f, c) for pair in rows) for c in "ab") for f in dict.fromkeys(shares)]
        node = tuple(map(sum, zip(*counts, strict=True)))
        known = defined(parts)
        same(compare(known.loss, defined(loss)), 0, f"the parts of {rows}")
        same(compare(known.uncertainty, defined(entropy(node))), 0, "the entropy")
        same(compare(known.resolution, defined(gain(node, counts))), 0, "the gain")
        holds(compare(known.reliability, Fraction(0)) >= 0, "that the reliability is at least 0")
    same(log_loss([], "", "ab"), Undefined("no records"), "no records")
    same(log_loss_decomposition([], "", "ab"), Undefined("no records"), "no records")


@theorem(
    "The logarithmic loss in bits is the mean of -log2 of the shares of what came; clipped, of those shares within epsilon and 1 - epsilon"
    ", so that it is the loss itself where all are",
    source=GOOD,
    runs=(log_loss, clipped_log_loss, _mean_bits),
    reach="two records of two classes, each share a multiple of 1/8, epsilon 1/8 and 1/4",
    method=Method.EXHAUSTION,
)
def theorem_the_clipped_loss_is_that_of_clipped_shares() -> None:
    """Case by case; on symbols the mean."""
    p, q = positive("p q")
    equal(_mean_bits([p, q]), -(log2(p) + log2(q)) / 2)
    eighths = [Fraction(k, 8) for k in range(9)]
    for f, g, eps in product(eighths, eighths, (Fraction(1, 8), Fraction(1, 4))):
        rows, inside = ((f, 1 - f), (1 - g, g)), [eps <= x <= 1 - eps for x in (f, g)]
        clipped = defined(clipped_log_loss(rows, "ab", "ab", eps))
        same(clipped, _mean_bits([min(max(x, eps), 1 - eps) for x in (f, g)]), f"the clipped loss of {f}, {g}")
        if all(inside):
            same(clipped, log_loss(rows, "ab", "ab"), f"the loss of {f}, {g}")
    same(clipped_log_loss([], "", "ab"), Undefined("no records"), "no records")
    refused(0, 1, HALF + THIRD)


def refused(*epsilons: int | Fraction) -> None:
    """Each of these is no epsilon."""
    for eps in epsilons:
        try:
            clipped_log_loss([(HALF, HALF)], "a", "ab", eps)
        except Invalid as error:
            holds(error.where == "epsilon", f"that {eps} is refused as epsilon")
        else:
            raise NotEstablished(f"that {eps} is refused")
    same(defined(clipped_log_loss([(Fraction(1), Fraction(0))], "b", "ab", HALF)), 1, "an epsilon of 1/2")


@theorem(
    "Normalised shares add up to 1, are as they were to one another, and stay as they are where they add up to 1; a row without a share "
    "above 0 is refused, and a share above 1 by its place",
    source=BRIER,
    runs=(normalised_shares, _normalised),
    reach="three classes, all positive real numbers",
    method=Method.IDENTITY,
)
def theorem_normalised_shares_add_up_to_1() -> None:
    """Each is divided by the same sum."""
    a, b, c = positive("a b c")
    x, y, z = _normalised((a, b, c), 1)
    equal(x + y + z, 1)
    equal(x * b, y * a)
    equal(y * c, z * b)
    not_negative(x)
    same(normalised_shares([[HALF, HALF], [HALF, 0]]), ((HALF, HALF), (number(1), number(0))), "two rows")
    wrong: tuple[tuple[list[list[Fraction | int]], str], ...] = (
        ([[0, 0]], "shares of record 1"),
        ([[1, 0], [HALF, 2]], "record 2, share 2"),
    )
    for rows, where in wrong:
        try:
            normalised_shares(rows)
        except Invalid as error:
            same(error.where, where, f"the place where {rows} is refused")
        else:
            raise NotEstablished(f"that {rows} is refused")
