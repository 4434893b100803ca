"""Permutation importance: the mean over all permutations is the mean over pairs, and what it says of trees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product
from math import factorial

from dtref.errors import Undefined
from dtref.exact.number import Number, number, total
from dtref.spec.growing.hunt import grow
from dtref.spec.model.attributes import Attribute, Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import predict
from dtref.spec.model.tests import Multiway
from dtref.spec.model.trees import Branch, Leaf, Tree, nodes
from dtref.spec.presets import ID3, MAJORITY, REGRESSION_TREE
from dtref.spec.views.permutation_importance import (
    importance_of_permutation,
    increase_of_order,
    increase_over_pairs,
    permutation_importance,
)
from proofs.steps import defined, equal, same
from proofs.symbols import real
from proofs.theorem import Method, theorem

BREIMAN = "breiman2001"
X, Y, Z = (Nominal(name, ("0", "1")) for name in "xyz")
NUMBERS = Continuous("n")
CLASSES = Nominal("c", ("+", "-"))


@theorem(
    "A loss that adds up over records grows, in the mean over all n! permutations, as over the n² pairs of a record and a value: each pair "
    "is in (n - 1)! of them",
    source=BREIMAN,
    runs=(increase_over_pairs, increase_of_order),
    reach="one to four records, all real losses",
    method=Method.IDENTITY,
)
def theorem_permutations_are_pairs() -> None:
    """Each permutation is written out."""
    for n in range(1, 5):
        symbols = real(f"L1:{n * n + 1}")
        losses = [symbols[i * n : (i + 1) * n] for i in range(n)]
        every = total(increase_of_order(losses, order) for order in permutations(range(n)))
        equal(every / number(factorial(n)), increase_over_pairs(losses))


@theorem(
    "The loss of the order of the records itself grows by nothing; of one record, by nothing in the mean",
    source=BREIMAN,
    runs=(increase_over_pairs, increase_of_order),
    reach="one to four records, all real losses",
    method=Method.IDENTITY,
)
def theorem_what_stays_in_its_place() -> None:
    """Term by term."""
    for n in range(1, 5):
        symbols = real(f"L1:{n * n + 1}")
        equal(increase_of_order([symbols[i * n : (i + 1) * n] for i in range(n)], range(n)), 0)
    equal(increase_over_pairs([real("L1:2")]), 0)


def data_sets(target: Attribute, labels: tuple[str | Fraction, ...], others: str = "01") -> Iterator[DataSet]:
    """Every data set of two attributes of two values (or one), two labels, and one to three records."""
    kinds = [Record((x, y), label) for x, y, label in product("01", others, labels)]
    for size in range(1, 4):
        for records in combinations_with_replacement(kinds, size):
            yield DataSet((X, Y), target, records)


def error_of(tree: Tree, data: DataSet, column: int, order: Sequence[int]) -> Fraction:
    """The mean loss of what the tree predicts where record i has the value of record order(i); records count by their weights."""
    losses = Fraction(0)
    for i, record in enumerate(data):
        cells = {attribute.name: value for attribute, value in zip(data.attributes, record.values, strict=True)}
        cells[data.attributes[column].name] = data.records[order[i]].values[column]
        (label,) = predict(tree, cells).labels
        y = record.label
        loss = (y - label) * (y - label) if isinstance(y, Fraction) and isinstance(label, Fraction) else Fraction(int(y != label))
        losses += record.weight * loss
    return losses / sum(record.weight for record in data)


@theorem(
    "The importance of an attribute is the mean growth of the error over all permutations where no label ties, 0 where no test asks it, "
    "and of errors from -1 to 1; where labels tie it lies within the means of the least and the greatest",
    source=BREIMAN,
    runs=(permutation_importance, importance_of_permutation, increase_over_pairs, increase_of_order),
    reach="two attributes of two values, two classes or numbers, every data set of up to three records; ID3, regression trees, one leaf",
    method=Method.EXHAUSTION,
)
def theorem_importance_by_permutation() -> None:
    """Data set by data set; the first records of each are predicted by the tree of the others, too."""
    cases = [(data, policy) for data in data_sets(CLASSES, ("+", "-")) for policy in (ID3, MAJORITY)]
    cases += [(data, REGRESSION_TREE) for data in data_sets(NUMBERS, (Fraction(0), Fraction(3)))]
    for data, policy in cases:
        tree = grow(DataSet(data.attributes, data.target, data.records[1:] or data.records), policy)
        tied = any(len(node.labels) > 1 for node in nodes(tree) if isinstance(node, Leaf))
        asked = {node.test.attribute.name for node in nodes(tree) if isinstance(node, Branch) and isinstance(node.test, Multiway)}
        for name in "xy":
            about = f"{name} in {data.records} by {policy.name}"
            low, high = defined(permutation_importance(tree, data, name))
            every = [defined(importance_of_permutation(tree, data, name, order)) for order in permutations(range(len(data)))]
            means = [total(ends[k] for ends in every) / number(len(every)) for k in (0, 1)]
            # of tied labels each permutation chooses for itself what is least there
            same((means[0] <= low, means[1] >= high), (True, True), f"the mean of extremes of {about}")
            if not tied:
                same((low, high), tuple(means), f"the mean of {about}")
                now = error_of(tree, data, "xy".index(name), range(len(data)))
                grown = [error_of(tree, data, "xy".index(name), order) - now for order in permutations(range(len(data)))]
                same(every, [(one, one) for one in grown], f"the errors of {about}")
            if policy is not REGRESSION_TREE and name not in asked:
                same((low, high), (Fraction(0), Fraction(0)), f"what is never asked: {about}")
            if policy is not REGRESSION_TREE:
                same(-1 <= low <= high <= 1, True, f"the range of {about}")


@theorem(
    "A record has another's value in one column and its own in all others; its loss counts by its weight, and values are dealt out among "
    "records whatever they weigh",
    source=BREIMAN,
    runs=(permutation_importance, importance_of_permutation, increase_over_pairs, increase_of_order),
    reach="a tree that tells all values of three attributes apart, every two records, with the weights 1 and 3, 1/2 and 1",
    method=Method.EXHAUSTION,
)
def theorem_one_column_is_dealt_out() -> None:
    """Each leaf says a number of its own, so that every cell is told by the error."""
    rows = tuple(product("01", repeat=3))
    tree = grow(DataSet((X, Y, Z), NUMBERS, [Record(cells, Fraction(4**k)) for k, cells in enumerate(rows)]), REGRESSION_TREE)
    same({label for node in nodes(tree) if isinstance(node, Leaf) for label in node.labels}, {4**k for k in range(8)}, "the leaves")
    for (first, second), weights in product(product(rows, repeat=2), ((Fraction(1), Fraction(3)), (Fraction(1, 2), Fraction(1)))):
        data = DataSet((X, Y, Z), NUMBERS, [Record(first, Fraction(5), weights[0]), Record(second, Fraction(0), weights[1])])
        for column, name in enumerate("xyz"):
            grown = error_of(tree, data, column, (1, 0)) - error_of(tree, data, column, (0, 1))
            about = f"{name} in {data.records}"
            same(importance_of_permutation(tree, data, name, (1, 0)), (grown, grown), f"what the exchange does to {about}")
            same(permutation_importance(tree, data, name), (grown / 2, grown / 2), f"the mean over both orders of {about}")


@theorem(
    "A leaf that ties says one of its labels for all records: its extremes are those of the trees that say one each",
    source=BREIMAN,
    runs=(permutation_importance, importance_of_permutation),
    reach="a test with two leaves, of which one or both tie, every data set of its attribute with up to three records, every order",
    method=Method.EXHAUSTION,
)
def theorem_tied_labels_are_chosen_once() -> None:
    """Each tree of labels is written out."""
    both = ("+", "-")
    for data in data_sets(CLASSES, both, others="0"):
        for labels in ((both, both), (both, ("+",)), (("-",), both)):
            trees = [stump(*choice) for choice in product(*([(label,) for label in some] for some in labels))]
            every: list[list[tuple[Number, Number]]] = [[defined(permutation_importance(tree, data, "x")) for tree in trees]]
            extremes = [defined(permutation_importance(stump(*labels), data, "x"))]
            for order in permutations(range(len(data))):
                every.append([defined(importance_of_permutation(tree, data, "x", order)) for tree in trees])
                extremes.append(defined(importance_of_permutation(stump(*labels), data, "x", order)))
            for values, ends in zip(every, extremes, strict=True):
                same(ends, (min(low for low, _ in values), max(high for _, high in values)), f"{labels} on {data.records}")


def stump(left: tuple[str, ...], right: tuple[str, ...]) -> Branch:
    """A test of x with these labels in its leaves."""
    tally = (("+", Fraction(1)), ("-", Fraction(1)))
    test = Multiway(X)
    return Branch(tally, ("+", "-"), test, (test,), (Leaf(tally, left), Leaf(tally, right)))


@theorem(
    "Without records there is no importance, nor where a leaf that no record reached predicts no number",
    source=BREIMAN,
    runs=(permutation_importance, importance_of_permutation),
    reach="a tree of classes, one of numbers",
    method=Method.EXHAUSTION,
)
def theorem_permutation_importance_has_no_value() -> None:
    """Both functions."""
    nothing, empty = DataSet((X,), CLASSES, ()), DataSet((X,), NUMBERS, [Record(("0",), Fraction(1))])
    tree, blank = stump(("+",), ("-",)), grow(DataSet((X,), NUMBERS, ()), REGRESSION_TREE)
    none = Undefined("no records")
    same((permutation_importance(tree, nothing, "x"), importance_of_permutation(tree, nothing, "x", ())), (none, none), "no records")
    unread = Undefined("no training record reached a leaf that predicts")
    same((permutation_importance(blank, empty, "x"), importance_of_permutation(blank, empty, "x", (0,))), (unread, unread), "no number")
