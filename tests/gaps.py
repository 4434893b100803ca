"""Data sets with gaps, small enough for brute force."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal, Ordinal
from dtref.spec.model.data import DataSet, Record


@st.composite
def small(draw: st.DrawFn, most: int = 6) -> DataSet:
    """Up to so many records of three columns that tell each other's values and the class roughly, with gaps."""
    a, b, c = Continuous("a"), Continuous("b"), Nominal("c", ("u", "v", "w"))
    records = []
    for _ in range(draw(st.integers(3, most), label="records")):
        centre, noise = draw(st.integers(0, 2), label="centre"), draw(st.lists(st.integers(0, 5), min_size=4, max_size=4), label="noise")
        near = [MISSING if n == 5 else min(max(centre + (n == 1) - (n == 2), 0), 2) for n in noise[:3]]
        cells: tuple[Cell, ...] = (
            *(x if x is MISSING else Fraction(x) for x in near[:2]),
            near[2] if near[2] is MISSING else c.values[near[2]],
        )
        records.append(Record(cells, "-+"[int(centre > 0) ^ (noise[3] == 1)], Fraction(1 + (noise[3] == 2))))
    return DataSet((a, b, c), Nominal("y", ("-", "+")), records)


@st.composite
def with_gaps(draw: st.DrawFn, *, nominal: bool = False, most: int = 8) -> DataSet:
    """Up to so many records of four columns with gaps. nominal: all columns are."""
    values = ("u", "v", "w")
    attributes: tuple[Attribute, ...] = (
        Nominal("a", values) if nominal else Continuous("a"),
        Nominal("b", values),
        Nominal("c", values) if nominal else Ordinal("c", values),
        Nominal("d", values),
    )
    records = []
    for _ in range(draw(st.integers(3, most), label="records")):
        codes = draw(st.lists(st.integers(0, 3), min_size=4, max_size=4), label="codes")
        cells: list[Cell] = [
            MISSING if code == 3 else Fraction(code) if isinstance(attribute, Continuous) else values[code]
            for attribute, code in zip(attributes, codes, strict=True)
        ]
        records.append(Record(tuple(cells), draw(st.sampled_from("-+"), label="class"), Fraction(draw(st.sampled_from((1, 1, 2))))))
    return DataSet(attributes, Nominal("y", ("-", "+")), records)
