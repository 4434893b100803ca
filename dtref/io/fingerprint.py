"""
Fingerprints of records: hashes by which it can be told which records a model was trained on, without holding them.

The values of a record are written as a JSON array of pairs of a column's name and a text, by name: so neither the order of records nor
that of columns counts. A missing cell is null, and so is the value that stands for one; a column that flags another is left out. A number
that a float of single or double width is exactly is its shortest decimal there, any other one as it is: 5.1 of a file and of an array are
one number. The hash of the values is the first 16 hexadecimal digits of SHA-256 of that text in UTF-8; that of the label, as one such
pair, the first 8. Records of the same values and label are one, with the sum of their weights: a weight of 3 is three copies. Of more
different ones than `MOST_KEPT`, those with the least hashes are kept, whose hash alone says that they are among them; the digest is
SHA-256 of all lines.

Whoever guesses a record can try whether it is there: a fingerprint hides data that cannot be guessed, and no other.
"""

from __future__ import annotations

import json
import struct
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from hashlib import sha256

from attrs import field, frozen

from dtref.exact.checked_call import refuses_other_kinds
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal, Width
from dtref.spec.model.data import DataSet
from dtref.spec.model.display import Reported
from dtref.spec.model.labels import written

MOST_KEPT = 50_000
"""The most different records whose hashes are kept, some 25 bytes each."""

VALUES, LABEL = 16, 8
"""How many hexadecimal digits the hashes have, of the values and of the label."""


@frozen(order=True)
class KeptRecord:
    """Hashes of the values and of the label of a record, and the weight of its copies together."""

    values: str
    label: str
    weight: Fraction = Fraction(1)

    def __str__(self) -> str:
        return self.values + self.label + ("" if self.weight == 1 else f" {self.weight}")


@frozen
class Fingerprint(Reported):
    """
    The fingerprint of a data set. records: their number. weight: the sum of their weights. digest: of all, as hexadecimal digits. kept: the
    different records, by their hashes, all of them or those with the least. whole: whether these are all.
    """

    records: int
    weight: Fraction
    digest: str
    kept: tuple[KeptRecord, ...] = field(repr=lambda kept: f"({len(kept)} records)")
    whole: bool = True

    def teller(self) -> Callable[[str], bool | None]:
        """
        A function that tells whether a record of some hashed values is among them; None where that can't be told, as not all are kept.

        >>> told = Fingerprint(2, Fraction(2), "", (KeptRecord("0a", "1"),), whole=False).teller()
        >>> told("0a"), told("09"), told("0b")
        (True, False, None)
        """
        known = frozenset(record.values for record in self.kept)
        last = "" if self.whole or not self.kept else self.kept[-1].values
        return lambda values: True if values in known else None if last and values > last else False


@refuses_other_kinds
def training_fingerprint(data: DataSet, most: int = MOST_KEPT) -> Fingerprint:
    """
    The fingerprint of a data set; `dtref.io.fingerprint` says exactly of what. most: how many different records are kept.

    >>> from dtref.spec.model.data import Record
    >>> x, y = Continuous("x"), Nominal("y", ("a", "b"))
    >>> one, two = Record((Fraction(1),), "a"), Record((Fraction(2),), "b")
    >>> once = training_fingerprint(DataSet((x,), y, [one, one, two]))
    >>> [str(record) for record in once.kept]
    ['050b765417505ea92b216a01', '7a298492c8fb6818b1dbb15e 2']
    >>> once.digest == training_fingerprint(DataSet((x,), y, [two, Record((Fraction(1),), "a", Fraction(2))])).digest
    True
    """
    weights: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    label = cache(lambda cell: label_hash(data.target, cell))
    for record, values in zip(data, hashes(data.attributes, (record.values for record in data)), strict=True):
        weights[values, label(record.label)] += record.weight
    kept = sorted(KeptRecord(values, of_label, weight) for (values, of_label), weight in weights.items())
    digest = sha256("\n".join(map(str, kept)).encode()).hexdigest()
    return Fingerprint(len(data), sum(weights.values(), Fraction(0)), digest, tuple(kept[:most]), len(kept) <= most)


def hashes(attributes: Sequence[Attribute], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """
    The hash of the values of each record.

    >>> list(hashes((Continuous("x"),), [(Fraction(1),)]))
    ['7a298492c8fb6818']
    """
    columns = sorted((a.name, i) for i, a in enumerate(attributes) if not isinstance(a, Nominal) or a.flags is None)
    texts: list[Callable[[Cell], str | None]] = [cache(lambda cell, a=a: _text(a, cell)) for a in attributes]
    for row in rows:
        yield _hashed([[name, texts[i](row[i])] for name, i in columns], VALUES)


def label_hash(target: Attribute, label: Cell) -> str:
    """
    The hash of a label.

    >>> label_hash(Nominal("y", ("a", "b")), "a")
    'b1dbb15e'
    """
    return _hashed([target.name, _text(target, label)], LABEL)


def _hashed(value: object, digits: int) -> str:
    return sha256(json.dumps(value, separators=(",", ":")).encode()).hexdigest()[:digits]


def _text(attribute: Attribute, cell: Cell) -> str | None:
    if cell is MISSING or (not isinstance(attribute, Continuous) and cell == attribute.missing_is):
        return None
    return _number_text(cell) if isinstance(cell, Fraction) else str(cell)


def _number_text(x: Fraction) -> str:
    """A number as the shortest decimal of the narrowest float that it is, else exactly."""
    try:
        double = float(x)
        if Fraction(double) != x:
            return written(x)
        single = struct.unpack("f", struct.pack("f", double))[0] == double
    except OverflowError:  # beyond every double, or every single
        return written(x) if abs(x) >= 2**1024 else written(x, Width.FLOAT64)
    return written(x, Width.FLOAT32 if single else Width.FLOAT64)
