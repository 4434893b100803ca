"""Areas of several classes.   Notation: as in `dtref.spec.evaluation.ranking.multiclass_auc`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import cast

from dtref.errors import Invalid, Undefined
from dtref.spec.evaluation.ranking.auc import auc
from dtref.spec.evaluation.ranking.multiclass_auc import (
    _areas,
    _mean,
    _over_pairs,
    _scored,
    hand_till,
    hand_till_of_present,
    macro_auc,
    macro_auc_of_defined,
    one_vs_rest_auc,
    weighted_auc,
)
from proofs.steps import defined, same
from proofs.theorem import Method, NotEstablished, theorem

HAND, FAWCETT = "hand2001", "fawcett2006"
LABELS = "abca"
COLUMNS = tuple(product(range(2), repeat=4))


def share(scores: Sequence[int], own: Sequence[int], rest: Sequence[int]) -> Fraction:
    """Of the pairs of a record of one list and one of the other, those that the first one wins, ties counting one half."""
    pairs = [(scores[i], scores[j]) for i in own for j in rest]
    return sum((Fraction((x > y) + (x >= y), 2) for x, y in pairs), Fraction(0)) / len(pairs)


@theorem(
    "One against the rest: the area of each class is a share of pairs; the macro mean weighs classes alike, the weighted one by their "
    "records. Hand and Till's M is the mean of the shares over ordered pairs of classes",
    source=HAND,
    runs=(
        one_vs_rest_auc,
        macro_auc,
        macro_auc_of_defined,
        weighted_auc,
        hand_till,
        hand_till_of_present,
        _areas,
        _mean,
        _over_pairs,
        _scored,
    ),
    reach="three classes with 2, 1 and 1 records, every column of scores 0 and 1 beside two fixed ones, in each place",
    method=Method.EXHAUSTION,
)
def theorem_multiclass_areas_are_shares_of_pairs() -> None:
    """An area depends on one column only, and a mean is one of areas: so columns are varied one at a time."""
    positions = {k: [i for i, label in enumerate(LABELS) if label == k] for k in "abc"}
    for varied, place in product(COLUMNS, range(3)):
        columns: list[tuple[int, ...]] = [(0, 1, 0, 1), (1, 0, 1, 1), (0, 1, 1, 0)]
        columns[place] = varied
        scores = list(zip(*columns, strict=True))
        asked = (scores, LABELS, "abc")
        own = dict(zip("abc", columns, strict=True))
        areas = [share(own[k], positions[k], [i for i in range(4) if LABELS[i] != k]) for k in "abc"]
        same(one_vs_rest_auc(*asked), tuple(areas), f"the areas of {scores}")
        same((macro_auc(*asked), macro_auc_of_defined(*asked)), (sum(areas) / 3,) * 2, f"the macro mean of {scores}")
        same(weighted_auc(*asked), (2 * areas[0] + areas[1] + areas[2]) / 4, f"the weighted mean of {scores}")
        pairs = [share(own[k], positions[k], positions[other]) for k, other in permutations("abc", 2)]
        same((hand_till(*asked), hand_till_of_present(*asked)), (sum(pairs, Fraction(0)) / 6,) * 2, f"M of {scores}")


@theorem(
    "Of two classes with opposite scores every one of them is the area under the ROC curve",
    source=FAWCETT,
    runs=(macro_auc, weighted_auc, hand_till, one_vs_rest_auc),
    reach="two positives and two negatives, every order of scores with ties",
    method=Method.EXHAUSTION,
)
def theorem_two_classes_have_one_area() -> None:
    """Exchanging the classes and turning the scores round keeps the area."""
    for scores in product(range(3), repeat=4):
        asked = ([(s, -s) for s in scores], "aabb", "ab")
        area = defined(auc(scores, "aabb", "a"))
        values = (macro_auc(*asked), weighted_auc(*asked), hand_till(*asked), *one_vs_rest_auc(*asked))
        same(values, (area,) * 5, f"the areas of {scores}")


@theorem(
    "A class without records: no macro mean and no M; those of the others, and the weighted mean, have a value where two classes "
    "have records",
    source=HAND,
    runs=(hand_till, hand_till_of_present, macro_auc, macro_auc_of_defined, weighted_auc, one_vs_rest_auc, _mean, _over_pairs),
    reach="up to three records of three classes with scores of their own class above all others",
    method=Method.EXHAUSTION,
)
def theorem_an_absent_class() -> None:
    """Every list of labels."""
    for labels in (labels for n in range(4) for labels in product("abc", repeat=n)):
        asked = ([[int(label == k) for k in "abc"] for label in labels], labels, "abc")
        present = [k for k in "abc" if k in labels]
        absent = next((k for k in "abc" if k not in labels), None)
        whole = len(present) == 3
        same(hand_till(*asked), Fraction(1) if whole else Undefined(f"class {absent}: no records"), f"M of {labels}")
        same(
            hand_till_of_present(*asked),
            Fraction(1) if len(present) > 1 else Undefined("fewer than two classes"),
            f"M of those in {labels}",
        )
        same(isinstance(macro_auc(*asked), Undefined), not whole, f"the macro mean of {labels}")
        some = Fraction(1) if len(present) > 1 else Undefined("no class has an area")
        same(macro_auc_of_defined(*asked), some, f"the macro mean of those in {labels}")
        lonely = Undefined(f"class {present[0]}: no negatives") if present else some
        same(weighted_auc(*asked), some if len(present) > 1 else lonely, f"the weighted mean of {labels}")
        every = one_vs_rest_auc(*asked)
        reasons = [
            None if k in present and len(present) > 1 else f"class {k}: no {'negatives' if k in present else 'positives'}" for k in "abc"
        ]
        same([area.why if isinstance(area, Undefined) else None for area in every], reasons, f"the areas of {labels}")


@theorem(
    "What is no row of scores, a row without one for each class, and a label that is no class are refused by the place of the record",
    source=FAWCETT,
    runs=(one_vs_rest_auc, _scored),
    reach="three records of two classes, each of these mistakes in each record",
    method=Method.EXHAUSTION,
)
def theorem_rows_of_scores_are_refused_by_their_place() -> None:
    """One mistake at a time."""
    for i in range(3):
        rows: list[Iterable[object]] = [(0, 1), (1, 0), (1, 1)]
        labels = ["a", "b", "a"]
        no_row, short = [[*rows[:i], wrong, *rows[i + 1 :]] for wrong in (cast(Iterable[object], 0), (0,))]
        same(refused_at(no_row, labels), f"scores of record {i + 1}", "where no row is refused")
        same(refused_at(short, labels), f"scores of record {i + 1}", "where a short row is refused")
        same(refused_at(rows, [*labels[:i], "c", *labels[i + 1 :]]), f"record {i + 1}, actual class", "where a label is refused")


def refused_at(scores: Sequence[Iterable[object]], labels: Sequence[str]) -> str:
    """Where the complaint about these scores and labels points to."""
    try:
        one_vs_rest_auc(scores, labels, "ab")
    except Invalid as error:
        return error.where
    raise NotEstablished(f"that {scores} beside {labels} is refused")
