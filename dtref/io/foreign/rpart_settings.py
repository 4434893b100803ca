"""
The settings of a fitted rpart object, as far as it keeps them, in R's words.

A cost matrix and priors are listed where they are not the defaults: each error costs 1, the priors are the classes' shares.
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
"""The settings of `rpart.control`."""
ARGUMENTS = ("weights", "cost", "subset")
"""Arguments of the call that change the tree, and that the object doesn't keep; costs are told apart where the file has them."""
SPLITS = ("gini", "information")
METHODS = ("class", "anova", "poisson")
"""The methods whose trees are read."""
EXPOSURE, SHRINK, COST = "exposure", "shrink", "cost"
CALCULATED = "calculated"
"""What stands for a column of times that the formula calculates, or takes from a matrix or an offset."""
NEAR = Fraction(1, 2**40)
"""The greatest error of sums and shares, as a share of the weight of all records: rpart computes them from quotients of doubles."""


def rpart_settings(parts: Parts, classes: int) -> tuple[Setting, ...]:
    """
    The settings of an object that rpart.R wrote. classes: their number. Errors: Invalid for one that isn't known, or is no number.

    >>> rpart_settings(Parts.of_text('{"method": "anova", "control": {"cp": "0x0p+0"}}', "m.json"), 0)
    (Setting(name='method', value='anova'), Setting(name='cp', value='0'))
    """
    return tuple(_settings(parts, classes))


def _settings(parts: Parts, classes: int) -> Iterator[Setting]:
    yield Setting("method", parts["method"].text())
    if "control" in parts:
        parts["control"].only(CONTROL)
        yield from (Setting(key, _text(hex_number(parts["control"][key]))) for key in parts["control"].fields())
    if classes:
        yield from _of_classes(parts, classes)
    yield from _of_rates(parts)
    if "left_out" in parts and (left_out := whole_part(parts["left_out"])):
        yield Setting("na.action", f"{left_out} left out")
    arguments = {part.text() for part in vector_parts(parts["arguments"])} if "arguments" in parts else set()
    costs = [_text(hex_number(part)) for part in vector_parts(parts[COST])] if COST in parts else []
    if costs:
        columns = [part.text() for part in vector_parts(parts["columns"])]
        if len(costs) != len(columns) or any(vector_parts(parts["calculated"])):
            wanted = f"a number for each of {len(columns)} columns, none of them calculated"
            raise Invalid(parts[COST].where, wanted, f"{len(costs)} numbers")
        yield Setting(COST, " ".join(costs))
    yield from (Setting(name, "given") for name in ARGUMENTS if name in arguments and not (name == COST and costs))


def exposure_of(parts: Parts) -> tuple[str, ...]:
    """
    The column with the times of rates, as a file of rpart.R has it; none where there is none.

    >>> exposure_of(Parts.of_text('{"exposure": ["time"]}', "m.json")), exposure_of(Parts.of_text('{"exposure": [""]}', "m.json"))
    (('time',), ())
    """
    texts = [part.value for part in vector_parts(parts[EXPOSURE])] if EXPOSURE in parts else []
    return tuple(text for text in texts if isinstance(text, str) and text)


def _of_rates(parts: Parts) -> Iterator[Setting]:
    if SHRINK in parts and parts[SHRINK].value != []:
        yield Setting(SHRINK, _text(*vector(parts[SHRINK], 1)))
    if EXPOSURE in parts and any(part.value != "" for part in vector_parts(parts[EXPOSURE])):
        yield Setting(EXPOSURE, *(exposure_of(parts) or (CALCULATED,)))


def _of_classes(parts: Parts, size: int) -> Iterator[Setting]:
    if "split" in parts:
        (split,) = vector(parts["split"], 1)
        if split not in (1, 2):
            raise Invalid(parts["split"].where, "1 (gini) or 2 (information)", str(split))
        yield Setting("split", SPLITS[int(split) - 1])
    if "prior" in parts:
        prior, rows = vector(parts["prior"], size), parts["counts"].items()
        counts = vector(rows[0], size) if rows else prior
        if any(abs(p * sum(counts) - n) > NEAR * sum(counts) for p, n in zip(prior, counts, strict=True)):
            yield Setting("prior", " ".join(map(_text, prior)))
    if "loss" in parts:
        loss = [vector(row, size) for row in parts["loss"].items()]
        if len(loss) != size:
            raise Invalid(parts["loss"].where, f"{size} rows", len(loss))
        if any(cost != (i != j) for i, row in enumerate(loss) for j, cost in enumerate(row)):
            yield Setting("loss", "; ".join(" ".join(map(_text, row)) for row in loss))


def _text(x: Fraction) -> str:
    return written(x, Width.FLOAT64)
