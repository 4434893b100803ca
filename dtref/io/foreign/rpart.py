"""
Reads trees of R's rpart, from the JSON that `rpart.R` (beside this module) writes of a fitted object.

Node k has the children 2k and 2k + 1; the rows of `frame` are in preorder. `splits` has for each inner node a row for its test, then those
of its competitors and surrogates. Of a number, `ncat` is -1 where x < cut goes left, +1 where x >= cut does; of a nominal value `csplit`
has for each level left (1), right (3), or absent (2). `dtref.io.foreign.rpart_questions` reads tests and surrogates.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from dtref.errors import Invalid
from dtref.io.foreign.exports import RPART_EXPORT, exported
from dtref.io.foreign.json_parts import Parts, shortened_json
from dtref.io.foreign.node_list import listed_tree
from dtref.io.foreign.rpart_frame import RpartFrame, hex_weights, rpart_frame, vector_parts
from dtref.io.foreign.rpart_questions import asking
from dtref.io.foreign.rpart_settings import METHODS, NEAR, exposure_of, rpart_settings
from dtref.io.foreign.tree import ForeignNode, ForeignTree, Gaps, Program, foreign_nodes
from dtref.spec.model.attributes import Width
from dtref.spec.model.schemes import preorder


def read_rpart(path: Path) -> tuple[ForeignTree, ...]:
    """The tree of a fitted rpart object (methods class, anova and poisson). Errors: Invalid where the file isn't what rpart.R writes."""
    parts = exported(path, RPART_EXPORT)
    method = parts["method"].text()
    if method not in METHODS:
        raise Invalid(f"{path.name}, method", f"{', '.join(METHODS)} (trees of survival times and of own functions are not read)", method)
    levels = _distinct(parts, "ylevels") if method == "class" else ()
    if method == "class" and not levels:
        raise Invalid(parts["ylevels"].where, "at least one class", "none")
    frame, settings = rpart_frame(parts), rpart_settings(parts, len(levels))
    root = _root(frame, levels, plain="loss" in parts and not {"loss", "prior"} & {setting.name for setting in settings})
    columns = (*(_distinct(parts, "columns") if "columns" in parts else ()), *exposure_of(parts))
    scores = "an offset was taken off the target" if "offset" in parts and parts["offset"].truth() else ""
    notes, gaps = tuple(_notes(parts, frame)), Gaps.STATED if frame.use_surrogates is not None else Gaps.UNSAID
    return (ForeignTree(root, f"rpart {method}", levels, notes, columns, gaps, Width.FLOAT64, scores, settings, Program.RPART),)


def _distinct(parts: Parts, key: str) -> tuple[str, ...]:
    texts = tuple(part.text() for part in vector_parts(parts[key]))
    if len(set(texts)) < len(texts):
        raise Invalid(parts[key].where, "distinct names", shortened_json(parts[key].value))
    return texts


def _root(frame: RpartFrame, levels: tuple[str, ...], plain: bool) -> ForeignNode:
    """The tree, whose rows are found by the numbers of their nodes. plain: whether `dev` is the weight of the errors."""
    where, row = frame.parts.where, {number: i for i, number in enumerate(frame.numbers)}
    if len(row) < len(frame.numbers):
        raise Invalid(frame.parts["node"].where, "a number for each node alone", shortened_json(frame.parts["node"].value))
    # The columns of claims, and the children by number.
    labels, counts = _labels(frame, levels), _counts(frame, levels)
    dev = frame.weights("dev") if "dev" in frame.parts else None
    events, complexity = _stated(frame, "events"), _stated(frame, "complexity")
    children_of = {k: [] if frame.tests[i] is None else [2 * k, 2 * k + 1] for k, i in row.items()}

    def made(k: int, children: Sequence[ForeignNode]) -> ForeignNode:
        i, test = row[k], frame.tests[row[k]]
        total, claimed = frame.wt[i], None if counts is None else counts[i]
        leaf = ForeignNode(
            str(k),
            label=labels[i],
            counts=claimed,
            records=total if claimed is None else None,
            rows=frame.n[i],
            errors=_errors(dev[i], frame.wt[0]) if dev is not None and levels and plain else None,
            impurity=dev[i] / total if dev is not None and not levels and total else None,
            within=_within(frame, i, claimed),
            events=events[i] if events else None,
            complexity=complexity[i] if complexity else None,
        )
        return leaf if test is None else asking(leaf, frame, test, [i, row[2 * k], row[2 * k + 1]], children)

    root = listed_tree(1, children_of, made, where)
    _check_order(frame, root)
    return root


def _stated(frame: RpartFrame, key: str) -> tuple[Fraction, ...]:
    """A column of numbers; none where the file has none."""
    return frame.column(key) if key in frame.parts and frame.parts[key].value != [] else ()


def _check_order(frame: RpartFrame, root: ForeignNode) -> None:
    """Refuses rows that are not in preorder, which is the order of the tests, too."""
    inner = {int(node.place) for node in foreign_nodes(root) if node.children}
    numbers = list(preorder(1, lambda k: (2 * k, 2 * k + 1) if k in inner else ()))
    if numbers != list(frame.numbers):
        raise Invalid(frame.parts["node"].where, f"nodes in preorder: {numbers[:9]}", list(frame.numbers[:9]))


def _labels(frame: RpartFrame, levels: tuple[str, ...]) -> tuple[str | Fraction, ...]:
    values = frame.column("yval")
    if not levels:
        return values
    for i, value in enumerate(values):
        if value.denominator != 1 or not 1 <= value <= len(levels):
            raise Invalid(f"{frame.parts.where}, yval[{i}]", f"a class from 1 to {len(levels)}", str(value))
    return tuple(levels[int(value) - 1] for value in values)


def _counts(frame: RpartFrame, levels: tuple[str, ...]) -> list[tuple[tuple[str, Fraction], ...]] | None:
    if not levels:
        return None
    rows = frame.parts["counts"].items()
    if len(rows) != len(frame.numbers):
        raise Invalid(frame.parts["counts"].where, f"{len(frame.numbers)} entries", len(rows))
    return [tuple(zip(levels, hex_weights(row, len(levels)), strict=True)) for row in rows]


def _within(frame: RpartFrame, i: int, counts: tuple[tuple[str, Fraction], ...] | None) -> Fraction:
    """The greatest error of a sum of weights: 0 where all are whole, else that of adding doubles."""
    sums = [frame.wt[i]] if counts is None else [n for _, n in counts]
    return Fraction(0) if all(n.denominator == 1 for n in sums) else frame.n[i] * frame.wt[i] / 2**52


def _errors(dev: Fraction, total: Fraction) -> Fraction:
    """The weight of the errors: rpart computes it from shares, so that a whole number is one except for rounding."""
    nearest = Fraction(round(dev))
    return nearest if abs(dev - nearest) <= NEAR * total else dev


def _notes(given: Parts, frame: RpartFrame) -> Sequence[str]:
    """Notes for the reader of a report: gaps in the training table, columns that the formula calculates."""
    found = []
    if frame.use_surrogates is None and any(test is not None and test.known < n for test, n in zip(frame.tests, frame.n, strict=True)):
        found.append("the training table has gaps, and the file does not say what the model does with them (usesurrogate): write it anew")
    if "calculated" in given and (terms := [part.text() for part in vector_parts(given["calculated"])]):
        found.append(f"the formula calculates columns, which the data must have under these names: {', '.join(terms)}")
    return found
