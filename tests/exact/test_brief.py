"""A repr is short, however much a value holds."""

from __future__ import annotations

from fractions import Fraction

import dtref
from dtref.spec.model.data import DataSet, Record


def test_reprs_of_large_values_are_short() -> None:
    many = tuple(f"value {i}" for i in range(20_000))
    nominal, target = dtref.Nominal("n" * 9_000, many), dtref.Nominal("y", many)
    data = DataSet((dtref.Continuous("x"), nominal), target, tuple(Record((Fraction(i), v), v) for i, v in enumerate(many)))
    labels = [str(i % 50) for i in range(20_000)]
    found = (
        data,
        data.records[0],
        nominal,
        dtref.Record(tuple(map(Fraction, range(20_000)))),
        dtref.k_fold(range(20_000), 10)[0],
        dtref.confusion(labels, labels),
        dtref.roc(range(20_000), [i % 2 for i in range(20_000)], positive=1),
        dtref.explain(dtref.read_csv("golden/data/iris.csv", target="species"), dtref.CART),
        dtref.derive(dtref.gini, (1,) * 500),
        dtref.CART,
        dtref.J48,
        dtref.chaid_policy(),
        dtref.Listed(tuple(range(20_000))),
    )
    assert max(len(repr(value)) for value in found) < 10_000


def test_a_data_set_and_a_policy_in_a_line() -> None:
    data = dtref.read_csv("golden/data/iris.csv", target="species")
    assert repr(data) == "150 records, 4 attributes, target species: setosa 50, versicolor 50, virginica 50"
    weighed = DataSet((), dtref.Continuous("y"), (Record((), Fraction(5, 2), Fraction(3)), Record((), Fraction(-1))))
    assert repr(weighed) == "2 records, 0 attributes, target y: -1 to 2.5"
    assert repr(dtref.ID3) == "<policy ID3: criterion gain, ordinal MultiwaySplit(), ask_once True>"


def test_what_is_short_is_whole() -> None:
    assert repr(dtref.Confusion(("a", "b"), ((1, 0), (1, 0)))) == "Confusion(classes=('a', 'b'), rows=((1, 0), (1, 0)))"
