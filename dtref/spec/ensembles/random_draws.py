"""
Random draws for forests: samples, and choices of attributes, from a generator that the caller makes, as the command line does from a seed.
"""

from __future__ import annotations

from random import Random

from dtref.spec.ensembles.forest import Samples, Sampling, all_records
from dtref.spec.model.positions import Indices
from dtref.spec.preparation.random_draws import draw_assignment, draw_bootstrap, draw_subsets
from dtref.spec.preparation.resampling import disjoint_subsets


def draw_samples(chance: Random, sampling: Sampling, records: int, trees: int) -> Samples:
    """
    Random samples for a number of trees: bootstrap samples, mutually exclusive subsets that use every record, or all records.

    Errors: Invalid for mutually exclusive subsets without trees.

    >>> [len(indices) for indices in draw_samples(Random(1), Sampling.DISJOINT, 7, 3).indices]
    [3, 2, 2]
    """
    match sampling:
        case Sampling.BOOTSTRAP:
            return Samples(sampling, tuple(draw_bootstrap(chance, records) for _ in range(trees)))
        case Sampling.DISJOINT:
            return Samples(sampling, disjoint_subsets(draw_assignment(chance, records, trees), trees))
        case Sampling.ALL:
            return all_records(records, trees)


def draw_attributes(chance: Random, samples: Samples, attributes: int, size: int) -> tuple[tuple[Indices, ...], ...]:
    """
    Random choices of `size` attributes: for each tree as many choices as it can have inner nodes.

    Errors: Invalid for more attributes than there are.

    >>> [len(choices) for choices in draw_attributes(Random(1), all_records(4, 2), 5, 2)]
    [3, 3]
    """
    return tuple(draw_subsets(chance, attributes, size, max(len(indices) - 1, 0)) for indices in samples.indices)
