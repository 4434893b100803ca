"""Decision paths: the records that pass a node are those that it counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product

from dtref.errors import Invalid
from dtref.spec.growing.hunt import grow
from dtref.spec.model.attributes import MISSING, Cell, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import cells_by_name, reached
from dtref.spec.model.trees import Leaf, nodes
from dtref.spec.presets import C45_GAIN, CART_SURROGATES, ID3
from dtref.spec.views.decision_path import apply, decision_path, leaf_numbers, numbered_tree, path_finder
from proofs.steps import same
from proofs.theorem import Method, theorem

X, Y = (Nominal(name, ("0", "1")) for name in "xy")
CELLS: tuple[Cell, ...] = ("0", "1", MISSING)


def data_sets() -> Iterator[DataSet]:
    """Every data set of two attributes of two values or none, two classes and up to three records."""
    kinds = [Record((x, y), label) for x, y, label in product(CELLS, CELLS, "+-")]
    for size in range(1, 4):
        for records in combinations_with_replacement(kinds, size):
            yield DataSet((X, Y), Nominal("c", ("+", "-")), records)


@theorem(
    "The shares of the training records at each node add up to its counts, and those of a record in the leaves to 1; the leaves are those "
    "of the prediction, numbered from first to last",
    source="tan: Classify Instances",
    runs=(decision_path, apply, leaf_numbers, numbered_tree, path_finder),
    reach="two attributes of two values or none, two classes, every data set of up to three records; ID3, C4.5, CART with surrogates",
    method=Method.EXHAUSTION,
)
def theorem_paths_lead_where_the_counts_are() -> None:
    """Data set by data set."""
    for data in data_sets():
        for policy in (ID3, C45_GAIN, CART_SURROGATES):
            try:
                tree = grow(data, policy)
            except Invalid:  # ID3 takes no missing value
                continue
            in_order = list(nodes(tree))
            leaves = [i for i, node in enumerate(in_order) if isinstance(node, Leaf)]
            counts: Counter[tuple[int, str]] = Counter()
            path_of = path_finder(tree, data.attributes)
            for record in data:
                about = f"{record.values} of {data.records} by {policy.name}"
                by_name = dict(zip("xy", record.values, strict=True))
                path = decision_path(tree, by_name)
                same([(p.number, p.share) for p in path], [(p.number, p.share) for p in path_of(record)], f"the path of {about}")
                for passed in path:
                    same(passed.node, in_order[passed.number], f"a node on the path of {about}")
                    counts[passed.number, str(record.label)] += passed.share  # type: ignore[assignment]  # a counter of fractions
                ends = apply(tree, by_name)
                same(sum(ends.values()), 1, f"the shares of {about}")
                same({leaves[i]: share for i, share in leaf_numbers(tree, by_name).items()}, ends, f"the leaves of {about}")
                shares = [(in_order[i], share) for i, share in ends.items()]
                same(shares, list(reached(tree, cells_by_name(by_name))), f"the leaves that {about} reaches")
            for i, node in enumerate(in_order):
                own = {(i, name): Fraction(n) for name, n in node.counts}
                same({key: Fraction(counts[key]) for key in own}, own, f"the counts of node {i} of {data.records} by {policy.name}")
