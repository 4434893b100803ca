"""What Weka 3.6.14 printed of some small tables: the committed files, each with its table, its learner and its options."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from dtref.io.tables import read_csv
from dtref.oracle.golden.store import golden_folder
from dtref.spec.model.attributes import MISSING, Nominal
from dtref.spec.model.data import DataSet, Record

FILES = Path(__file__).parent / "io" / "foreign" / "files"


@frozen
class PrintedTree:
    """A committed tree. data: the table; complete: without the records that miss a value; target: the column to be learned."""

    name: str
    learner: str
    options: tuple[str, ...]
    target: str = "label"
    dropped: tuple[str, ...] = ("amount",)

    @property
    def text(self) -> str:
        """What Weka printed."""
        return (FILES / f"weka-{self.name}.txt").read_text("utf-8")

    @property
    def data(self) -> DataSet:
        """The records."""
        if self.target == "play":
            return read_csv(golden_folder() / "data" / "play_tennis.csv", target="play")
        continuous = [name for name in ("x", "z", "amount") if name not in self.dropped]
        table = read_csv(FILES / "weka.csv", target=self.target, continuous=continuous)
        kept = [i for i, a in enumerate(table.attributes) if a.name not in self.dropped]
        records = (Record(tuple(r.values[i] for i in kept), r.label) for r in table)
        return DataSet(tuple(table.attributes[i] for i in kept), table.target, tuple(records))


PRINTED: Sequence[PrintedTree] = (
    PrintedTree("id3", "Id3", (), "play"),
    PrintedTree("reptree", "REPTree", ("-P",)),
    PrintedTree("reptree-large", "REPTree", ("-P", "-M", "7", "-L", "4")),
    PrintedTree("reptree-numbers", "REPTree", ("-P",), "amount", ("label",)),
    PrintedTree("reptree-variance", "REPTree", ("-P", "-V", "0.2", "-M", "3"), "amount", ("label",)),
    PrintedTree("simple-cart", "SimpleCart", ("-U",)),
    PrintedTree("simple-cart-all", "SimpleCart", ("-U", "-H", "-M", "4")),
    PrintedTree("random-tree", "RandomTree", ("-K", "1", "-M", "9", "-S", "3")),
    PrintedTree("j48", "J48", ("-C", "0.4", "-M", "3")),
    PrintedTree("j48-unpruned", "J48", ("-U",)),
)
"""The committed trees."""


def arff(data: DataSet) -> str:
    """The records as ARFF, which has the declared values in their order."""

    def kind(attribute: object) -> str:
        return "{" + ",".join(attribute.values) + "}" if isinstance(attribute, Nominal) else "numeric"

    def cell(value: object) -> str:
        return "?" if value is MISSING else value if isinstance(value, str) else repr(float(value))  # type: ignore[arg-type]

    lines = ["@relation table", *(f"@attribute {a.name} {kind(a)}" for a in (*data.attributes, data.target)), "@data"]
    return "\n".join([*lines, *(",".join(map(cell, (*record.values, record.label))) for record in data)]) + "\n"
