"""
The settings of a fitted rpart object, as far as it keeps them: what grew the tree, in R's words.

A cost matrix and priors are named where they are not the usual ones, each error costing 1 and the priors being the classes' shares.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dtref.errors import Invalid
from dtref.io.foreign.json_parts import Parts
from dtref.io.foreign.rpart_frame import hex_number, vector, vector_parts, whole_part
from dtref.io.foreign.tree import Setting
from dtref.spec.model.attributes import Width
from dtref.spec.model.labels import written

CONTROL = ("minsplit", "minbucket", "cp", "maxcompete", "maxsurrogate", "usesurrogate", "surrogatestyle", "maxdepth", "xval")
"""What `rpart.control` sets."""
ARGUMENTS = ("weights", "cost", "subset")
"""Arguments of the call that change the tree, and that the object doesn't keep."""
SPLITS = ("gini", "information")
NEAR = Fraction(1, 2**40)
"""How far sums and shares may be off, in parts of the weight of all records: rpart makes them of quotients of doubles."""


def rpart_settings(given: Parts, classes: int) -> tuple[Setting, ...]:
    """
    The settings of an object that rpart.R wrote, with so many classes. Errors: Invalid for one that isn't known, or is no number.

    >>> rpart_settings(Parts.of_text('{"method": "anova", "control": {"cp": "0x0p+0"}}', "m.json"), 0)
    (Setting(name='method', value='anova'), Setting(name='cp', value='0'))
    """
    return tuple(_settings(given, classes))


def _settings(given: Parts, classes: int) -> Iterator[Setting]:
    yield Setting("method", given["method"].text())
    if "control" in given:
        given["control"].only(CONTROL)
        yield from (Setting(key, _text(hex_number(given["control"][key]))) for key in given["control"].fields())
    if classes:
        yield from _of_classes(given, classes)
    if "left_out" in given and (left_out := whole_part(given["left_out"])):
        yield Setting("na.action", f"{left_out} left out")
    arguments = {part.text() for part in vector_parts(given["arguments"])} if "arguments" in given else set()
    yield from (Setting(name, "given") for name in ARGUMENTS if name in arguments)


def _of_classes(given: Parts, size: int) -> Iterator[Setting]:
    if "split" in given:
        (split,) = vector(given["split"], 1)
        if split not in (1, 2):
            raise Invalid(given["split"].where, "1 (gini) or 2 (information)", str(split))
        yield Setting("split", SPLITS[int(split) - 1])
    if "prior" in given:
        prior, rows = vector(given["prior"], size), given["counts"].items()
        counts = vector(rows[0], size) if rows else prior
        if any(abs(p * sum(counts) - n) > NEAR * sum(counts) for p, n in zip(prior, counts, strict=True)):
            yield Setting("prior", " ".join(map(_text, prior)))
    if "loss" in given:
        loss = [vector(row, size) for row in given["loss"].items()]
        if len(loss) != size:
            raise Invalid(given["loss"].where, f"{size} rows", len(loss))
        if any(cost != (i != j) for i, row in enumerate(loss) for j, cost in enumerate(row)):
            yield Setting("loss", "; ".join(" ".join(map(_text, row)) for row in loss))


def _text(x: Fraction) -> str:
    return written(x, Width.FLOAT64)
