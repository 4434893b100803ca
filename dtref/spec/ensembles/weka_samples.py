"""The samples that Weka's Bagging and RandomForest draw with a seed: the generator is Java's, which is published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from attrs import define

from dtref.exact.definition import defined

_MASK = 2**48 - 1


@define
class _JavaRandom:
    """java.util.Random: state -> 25214903917 state + 11 modulo 2^48; of the next state the upper bits are drawn."""

    state: int

    def bits(self, n: int) -> int:
        self.state = (25214903917 * self.state + 11) & _MASK
        return self.state >> (48 - n)

    def double(self) -> float:
        """nextDouble: 53 bits, as a share of 2^53; exact."""
        upper = self.bits(26)
        return ((upper << 27) + self.bits(27)) * 2.0**-53


@defined(
    formula="Walker's method on n P_i, P_i the weights divided by their sum, all in doubles",
    sources=(
        "Weka 3.6.14, `weka/core/Instances.java` (resampleWithWeights), `weka/classifiers/meta/Bagging.java`",
        "The Java language's class java.util.Random (next, nextDouble, nextInt), as its documentation gives it",
    ),
)
def weka_samples(weights: Sequence[float], seed: int) -> Iterator[tuple[int, ...]]:
    """
    How often each record is in the sample of each of Weka's bagged trees, one after another without end. weights: of the records.

    The numbers are the program's doubles: they are what decides there. Each tree then takes one more draw, for its own seed.

    >>> next(weka_samples((1.0,) * 6, 1)), next(weka_samples((), 1))
    ((1, 2, 1, 0, 1, 1), ())
    """
    random, n = _JavaRandom((seed ^ 25214903917) & _MASK), len(weights)
    bounds, others = _walker(weights)
    while True:
        drawn: Counter[int] = Counter()
        for _ in range(n):
            place = n * random.double()
            cell = int(place)
            drawn[cell if place < bounds[cell] else others[cell]] += 1
        random.bits(32)
        yield tuple(drawn[i] for i in range(n))


def weka_sample(weights: Sequence[float], seed: int, number: int) -> tuple[int, ...]:
    """
    The sample of a tree, by its number from 1.

    >>> weka_sample((1.0,) * 6, 1, 1) == next(weka_samples((1.0,) * 6, 1))
    True
    """
    return next(islice(weka_samples(weights, seed), number - 1, None))


def _walker(weights: Sequence[float]) -> tuple[list[float], list[int]]:
    """For each cell of n equal ones where its own record's part ends, and the record of the rest."""
    n, whole = len(weights), 0.0
    for weight in weights:
        whole += weight
    heights, others = [n * (weight / whole) for weight in weights], [0] * n
    low, high = [i for i, q in enumerate(heights) if q < 1], [i for i, q in enumerate(heights) if not q < 1]
    # the cells below the mean from the first on, then those above it from the last on
    order = [*low, *reversed(high)]
    donor = len(low)
    for k in range(n - 1) if low and high else ():
        i, j = order[k], order[donor]
        others[i] = j
        heights[j] += heights[i] - 1
        donor += heights[j] < 1
        if donor >= n:
            break
    return [q + i for i, q in enumerate(heights)], others
