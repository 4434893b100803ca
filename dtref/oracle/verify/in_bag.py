"""The records that a tree of a forest was grown from: those drawn for it, each weighing as much as it was often drawn."""

from __future__ import annotations

from fractions import Fraction
from shlex import split

from attrs import evolve

from dtref.errors import Invalid
from dtref.io.foreign.printed_trees.weka import NUMBER
from dtref.io.foreign.tree import ForeignTree, Program
from dtref.spec.ensembles.weka_samples import weka_sample
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.data import DataSet

_SEED = "-S"


def drawn_records(tree: ForeignTree, data: DataSet) -> DataSet:
    """
    The records of a data set that a tree was grown from, weighing as often as they were drawn; all, as they are, where it tells no draws.

    In the forests that are read here a record's own weight only decides how likely it is drawn. Errors: Invalid for as many draws as there
    are not records.

    >>> from dtref.io.foreign.tree import ForeignNode
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((), Nominal("y", ("a", "b")), (Record((), "a"), Record((), "b")))
    >>> [(r.label, r.weight) for r in drawn_records(ForeignTree(ForeignNode("1", label="a"), "by hand", in_bag=(0, 2)), data)]
    [('b', Fraction(2, 1))]
    """
    counts = tree.in_bag or _drawn_by_weka(tree, data)
    if not counts:
        return data
    if len(counts) != len(data):
        raise Invalid("records", f"{len(counts)} in the order of training, as the tree says of each how often it was drawn", len(data))
    if not any(counts):
        raise Invalid("records", "one at least that was drawn for the tree", "none")
    records = tuple(evolve(record, weight=Fraction(n)) for record, n in zip(data, counts, strict=True) if n)
    return DataSet(data.attributes, data.target, records)


def centre_of(tree: ForeignTree, data: DataSet) -> Fraction:
    """
    The mean of a target, which randomForest takes from every value before it draws records, and adds to the means of leaves; else 0.

    >>> from dtref.io.foreign.tree import ForeignNode
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((), Continuous("y"), (Record((), Fraction(1)), Record((), Fraction(2))))
    >>> centre_of(ForeignTree(ForeignNode("1", label=Fraction(1)), "by hand", program=Program.RANDOM_FOREST_R), data)
    Fraction(3, 2)
    """
    if tree.program is not Program.RANDOM_FOREST_R or not isinstance(data.target, Continuous):
        return Fraction(0)
    labels = [record.label for record in data if isinstance(record.label, Fraction)]
    return sum(labels, Fraction(0)) / len(labels) if labels else Fraction(0)


def _drawn_by_weka(tree: ForeignTree, data: DataSet) -> tuple[int, ...]:
    """The draws of a tree of Weka's RandomForest, by its seed and number; empty where it is none."""
    settings = {setting.name: setting.value for setting in tree.settings}
    if tree.program is not Program.WEKA or NUMBER not in settings:
        return ()
    words = split(settings.get("Scheme", settings.get("Options", "")))
    seed = int(words[words.index(_SEED) + 1]) if _SEED in words else 1
    return weka_sample([float(record.weight) for record in data], seed, int(settings[NUMBER]))
