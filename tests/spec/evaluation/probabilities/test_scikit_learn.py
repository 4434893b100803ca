"""
scikit-learn's brier_score_loss and log_loss on generated inputs.

Shares are parts of 2^10, which doubles hold exactly. Squares of them are exact, too, so that a Brier score is off by the sum and the
division: (n + 4)u relative, u = 2^-53. Logarithms are off by at most 2u relative each, and so is what follows.

| where scikit-learn differs | its convention | in dtref |
| --- | --- | --- |
| brier_score_loss of two classes | halved | `binary_brier_score`; `scale_by_half=False`: `brier_score` |
| log_loss | nats | bits: times ln 2 |
| log_loss, a share of 0 for the class that came | clipped to 2^-52 and 1 - 2^-52 | Undefined; `clipped_log_loss` |
| shares that don't add up to 1 | a warning, and used as they are | Invalid; `normalised_shares` |
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import log
from random import Random

import pytest
from many import one_in
from narrow import defined

from dtref.errors import Invalid, Undefined
from dtref.spec.evaluation.probabilities.brier import binary_brier_score, brier_score
from dtref.spec.evaluation.probabilities.log_loss import clipped_log_loss, log_loss

metrics = pytest.importorskip("sklearn.metrics")
pytestmark = pytest.mark.peer("scikit-learn", "probabilities")
SEEDS = range(600)


def sample(seed: int, k: int) -> tuple[list[list[float]], list[int]]:
    """Shares in parts of 2^10, many of them 0 or equal, and the classes that came."""
    chance = Random(seed)
    rows = []
    for _ in range(chance.choice((1, 2, 5, 30))):
        cuts = sorted(chance.choice((0, 1, 256, 512, 700, 1024)) for _ in range(k - 1))
        rows.append([(b - a) / 1024 for a, b in zip([0, *cuts], [*cuts, 1024], strict=True)])
    return rows, [chance.randrange(k) for _ in rows]


def samples(k: int) -> Iterator[tuple[list[list[float]], list[int]]]:
    return (sample(seed, k) for seed in one_in(3, SEEDS))


def near(x: float, exact: Fraction, n: int) -> bool:
    return abs(Fraction(x) - exact) <= (n + 4) * Fraction(1, 2**53) * max(exact, Fraction(1))


def test_brier_score_loss_of_two_classes() -> None:
    for rows, came in samples(2):
        p = [row[1] for row in rows]
        whole = metrics.brier_score_loss(came, rows, labels=[0, 1], scale_by_half=False)
        ours = binary_brier_score(p, came, 1, classes=[0, 1])
        if len(set(came)) == 2:  # else which one is positive is not known there
            assert near(metrics.brier_score_loss(came, p, pos_label=1), defined(ours), len(p))  # type: ignore[arg-type]
        assert near(whole, 2 * defined(ours), 2 * len(p))  # type: ignore[arg-type]


@pytest.mark.parametrize("k", [3, 4])
def test_brier_score_loss_of_more_classes(k: int) -> None:
    for rows, came in samples(k):
        theirs = metrics.brier_score_loss(came, rows, labels=list(range(k)))
        assert near(theirs, defined(brier_score(rows, came, range(k))), k * len(rows))  # type: ignore[arg-type]


@pytest.mark.parametrize("k", [2, 3])
def test_log_loss_in_nats_clipped(k: int) -> None:
    infinite = 0
    for rows, came in samples(k):
        theirs = metrics.log_loss(came, rows, labels=list(range(k)))
        clipped, plain = defined(clipped_log_loss(rows, came, range(k))), log_loss(rows, came, range(k))
        assert theirs == pytest.approx(float(clipped) * log(2), rel=1e-14, abs=1e-15)
        if isinstance(plain, Undefined):
            infinite += 1
            assert theirs > 1
        elif all(row[c] < 1 for row, c in zip(rows, came, strict=True)):
            assert plain == clipped
    assert infinite > 10


def test_shares_that_do_not_add_up_to_1_are_warned_of_there_and_refused_here() -> None:
    rows, came = [[0.5, 0.25], [0.25, 0.75]], [0, 1]
    with pytest.warns(UserWarning, match="do not sum to one"):
        assert metrics.log_loss(came, rows) == pytest.approx((log(2) - log(0.75)) / 2)
    with pytest.raises(Invalid, match="add up to 1"):
        log_loss(rows, came, [0, 1])
