"""Data sets and trees to draw."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import dtref
from dtref.spec.preparation.random_draws import draw_order

IRIS = Path(__file__).parents[3] / "golden/data/iris.csv"
PLAY_TENNIS = IRIS.with_name("play_tennis.csv")
PETALS = ("petal_length", "petal_width")
HALF = Fraction(1, 2)


def iris(*names: str) -> dtref.DataSet:
    everything = dtref.read_csv(IRIS, target="species")
    at = [everything.column(name) for name in names]
    records = (dtref.Record(tuple(r.values[i] for i in at), r.label) for r in everything)
    return dtref.DataSet(tuple(everything.attributes[i] for i in at), everything.target, records)


def part(data: dtref.DataSet, positions: tuple[int, ...]) -> dtref.DataSet:
    return dtref.DataSet(data.attributes, data.target, [data.records[i] for i in positions])


def wrong(tree: Any, data: dtref.DataSet) -> int:
    """By predicting each record, the first label where several tie."""
    predict = dtref.predictor(tree, data.attributes)
    return sum(predict(record).labels[0] != record.label for record in data)


def plane(*rows: tuple[Any, Any, str]) -> dtref.DataSet:
    records = [dtref.Record((x, y), label) for x, y, label in rows]
    return dtref.DataSet((dtref.Continuous("x"), dtref.Continuous("y")), dtref.Nominal("class", ("a", "b")), records)


ONE = plane((Fraction(3), Fraction(4), "a"))


def noisy_rings() -> tuple[dtref.DataSet, dtref.DataSet]:
    chance = Random(2)
    data = dtref.ring_data(dtref.draw_ring_points(chance, 90, 90), draw_order(chance, 180)[:20])
    parts = dtref.holdout(draw_order(chance, 180))
    return part(data, parts.training), part(data, parts.test)
