"""
Sets of trees, their number and what each predicts, against the brute force that lists every choice (spec/growing/test_every_choice.py).

`PYTHONPATH=tests python tests/listed_choices.py --count 3000` draws so many data sets of three to eight records and three columns, with
gaps, for each rule in turn, and says of how many the trees were too many to list.
"""

from __future__ import annotations

import argparse
from collections import Counter
from fractions import Fraction
from random import Random

from spec.growing.test_every_choice import CONFIRMED, HEAVIEST, LISTABLE, as_brute, every_tree, foretold

from dtref.spec.growing.policy import Policy
from dtref.spec.growing.tied_trees import count_trees, trees
from dtref.spec.model.attributes import MISSING, Cell, Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import predictor
from dtref.spec.presets import CART_SURROGATES, RPART

POLICIES = (CART_SURROGATES, RPART, HEAVIEST, CONFIRMED)
COLUMNS = (Continuous("a"), Continuous("b"), Nominal("c", ("u", "v", "w")))
ASKED = 3
"""How many other records each tree predicts."""


def drawn(chance: Random, records: int) -> DataSet:
    """Records whose columns tell each other's values and the class roughly; a cell in seven is missing."""

    def record() -> Record:
        centre = chance.randrange(3)
        near = [min(max(centre + chance.choice((0, 0, 0, 1, -1)), 0), 2) for _ in COLUMNS]
        cells: list[Cell] = [
            MISSING if chance.random() < 1 / 7 else a.values[i] if isinstance(a, Nominal) else Fraction(i)
            for a, i in zip(COLUMNS, near, strict=True)
        ]
        return Record(tuple(cells), "-+"[(centre > 0) ^ (chance.random() < 1 / 6)], Fraction(chance.choice((1, 1, 1, 2))))

    return DataSet(COLUMNS, Nominal("y", ("-", "+")), [record() for _ in range(records)])


def differences(policy: Policy, data: DataSet, asked: DataSet) -> list[str]:
    """What differs from the brute force: the set of trees, their number, a prediction."""
    brute = every_tree(data, policy, dict.fromkeys(range(len(data)), Fraction(1)))
    listed = list(trees(data, policy))
    found = [] if {as_brute(tree) for tree in listed} == set(brute) else ["trees"]
    if not len(listed) == len(brute) == len(set(brute)) == count_trees(data, policy):
        found.append("count")
    for tree in listed:
        predict, shape = predictor(tree, data.attributes), as_brute(tree)
        for record in asked:
            cells = {a.name: cell for a, cell in zip(data.attributes, record.values, strict=True)}
            expected = foretold(shape, cells, strictly=policy.name == "RPART")
            said = predict(record)
            right = {c for c, p in expected.items() if p == max(expected.values())}
            if {c: p for c, p in said.distribution if p} != expected or set(said.labels) != right:  # type: ignore[union-attr]
                found.append("prediction")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance, totals = Random(arguments.seed), Counter[str]()
    while totals["compared"] < arguments.count:
        policy = POLICIES[(totals["compared"] + totals["too many trees"]) % len(POLICIES)]
        data, asked = drawn(chance, chance.randint(3, 8)), drawn(chance, ASKED)
        number = count_trees(data, policy)
        if number > LISTABLE:
            totals["too many trees"] += 1
            continue
        totals["compared"] += 1
        totals[f"compared with {policy.name}"] += 1
        totals["compared, several trees"] += number > 1
        totals["trees"] += number
        totals["predictions"] += number * ASKED
        differing = differences(policy, data, asked)
        totals["different"] += bool(differing)
        if differing:
            print(policy.name, differing, [(r.values, r.label, r.weight) for r in data], flush=True)
    print("; ".join(f"{name}: {n:,}" for name, n in totals.items()))


if __name__ == "__main__":
    main()
