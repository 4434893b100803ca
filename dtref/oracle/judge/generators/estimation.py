"""Generators for error estimates: partitions, bootstraps, errors of numbers, bias and variance."""

from __future__ import annotations

from hypothesis import strategies as st

from dtref.oracle.judge.generators.parts import Generator, several
from dtref.oracle.operations.draws import (
    inputs_by_name,
    position_lists,
    whole_numbers,
)

_ORDER = st.permutations([str(i) for i in range(1, 6)]).map(list)


ESTIMATION_GENERATORS: tuple[Generator, ...] = (
    *several("random_subsampling", inputs_by_name(orders=st.lists(_ORDER, min_size=1, max_size=2), share=st.sampled_from(("2/3", "1/2")))),
    *several("repeated_k_fold", inputs_by_name(orders=st.lists(_ORDER, min_size=1, max_size=2), folds=whole_numbers(2, 4))),
    *several("bootstrap_partitions", inputs_by_name(samples=st.lists(position_lists(4, 4, 4), min_size=1, max_size=2))),
)
"""Generators for estimates of errors."""
