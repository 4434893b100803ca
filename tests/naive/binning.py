"""
Numbers in bins, made once for all records or anew at each node: where the cuts lie, what the records and the trees are then.

Clusters are found among all ways to part the numbers; the target of a regression is binned by means (`class_changes`) or by single
numbers (`boundary_points`).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import mpmath

from naive import criteria
from naive.agreement import NotAnInput, NotHere
from naive.asking import Row, Test, ranges, threshold
from naive.criteria import DIGITS, added, entropy, real
from naive.data import Attribute, Data
from naive.growing import Grower, Leaf, Tree
from naive.grown import given_data, given_preset, shown_tree, shown_value

Given = Mapping[str, Any]
MOST_CLUSTERINGS = 20000


class Cut(NamedTuple):
    """A cut, and the numbers on both sides of it."""

    lower: Fraction
    upper: Fraction
    at: Fraction


class Column(NamedTuple):
    """Distinct numbers from low to high; of each its records' weight, its class counts (or moments), and the y that it has."""

    numbers: list[Fraction]
    weights: list[Fraction]
    counts: list[list[Fraction]]
    labels: list[set[Any]]
    numeric: bool


def column_of(data: Data, a: int, rows: Sequence[Row]) -> Column:
    numeric = data.target.kind == "continuous"
    numbers = sorted({values[a] for values, _, _ in rows if values[a] is not None})
    here = [[row for row in rows if row[0][a] == x] for x in numbers]
    weights = [sum((w for _, _, w in some), Fraction(0)) for some in here]

    def counts(some: Sequence[Row]) -> list[Fraction]:
        if numeric:
            return [sum((w for _, _, w in some), Fraction(0)), sum((w * y for _, y, w in some), Fraction(0))]
        return [sum((w for _, label, w in some if label == c), Fraction(0)) for c in data.classes]

    return Column(numbers, weights, [counts(some) for some in here], [{label for _, label, _ in some} for some in here], numeric)


def _equal_width(column: Column, k: int) -> list[Cut]:
    first, last = column.numbers[0], column.numbers[-1]
    if first == last:
        return []
    places = [first + (last - first) * i / k for i in range(1, k)]
    return [Cut(max(x for x in column.numbers if x <= p), min(x for x in column.numbers if x > p), p) for p in places]


def _after(column: Column, positions: Sequence[int]) -> list[Cut]:
    """Cuts halfway between a number and the next one."""
    x = column.numbers
    return [Cut(x[i], x[i + 1], (x[i] + x[i + 1]) / 2) for i in positions if i + 1 < len(x)]


def _equal_frequency(column: Column, k: int) -> list[Cut]:
    n, up_to = sum(column.weights), list(itertools.accumulate(column.weights))
    return _after(column, sorted({next(i for i, w in enumerate(up_to) if w * k >= n * j) for j in range(1, k)}))


def _clusters(column: Column, k: int) -> list[Cut]:
    """All ways to put the distinct numbers in k neighbouring clusters, the first of the best; as many as there are numbers, if fewer."""

    def scatter(i: int, j: int) -> Fraction:
        pairs = list(zip(column.numbers[i:j], column.weights[i:j], strict=True))
        n = sum(w for _, w in pairs)
        mean = sum(x * w for x, w in pairs) / Fraction(n)
        return sum((w * (x - mean) ** 2 for x, w in pairs), Fraction(0))

    m = len(column.numbers)
    ways = list(itertools.islice(itertools.combinations(range(1, m), min(k, m) - 1), MOST_CLUSTERINGS + 1))
    if len(ways) > MOST_CLUSTERINGS:
        raise NotHere("so many clusterings")
    costs = [sum((scatter(i, j) for i, j in itertools.pairwise((0, *way, m))), Fraction(0)) for way in ways]
    return _after(column, [i - 1 for i in ways[costs.index(min(costs))]])


def _shares(counts: Sequence[Fraction], numeric: bool) -> list[Fraction]:
    n = Fraction(counts[0] if numeric else sum(counts))
    return [c / n for c in counts]


def _class_changes(column: Column) -> list[Cut]:
    shares = [_shares(counts, column.numeric) for counts in column.counts]
    return _after(column, [i for i, (a, b) in enumerate(itertools.pairwise(shares)) if a != b])


def _boundary_points(column: Column) -> list[Cut]:
    return _after(column, [i for i, (a, b) in enumerate(itertools.pairwise(column.labels)) if len(a | b) > 1])


TOLD: dict[str, Callable[[Column, int], list[Cut]]] = {
    "equal_width": _equal_width,
    "equal_frequency": _equal_frequency,
    "clusters": _clusters,
}
FINDING: dict[str, Callable[[Column], list[Cut]]] = {"class_changes": _class_changes, "boundary_points": _boundary_points}
Binning = Callable[[Column], list[Cut]]


def binning_of(given: Given) -> Binning:
    """What cuts a column; one of no numbers is not cut."""
    name = given["binning"]
    if name in TOLD:
        if "bins" not in given or int(given["bins"]) < 1:
            raise NotAnInput("how many bins")
        make, k = TOLD[name], int(given["bins"])
        return lambda column: make(column, k) if column.numbers else []
    if name not in FINDING or "bins" in given:
        raise NotAnInput(name)
    return FINDING[name]


def rows_of(data: Data) -> list[Row]:
    return [(r.values, r.label, r.weight) for r in data.records]


def number_at(data: Data, name: str) -> int:
    names = [a.name for a in data.attributes]
    if name not in names or data.attributes[names.index(name)].kind != "continuous":
        raise NotAnInput(name)
    return names.index(name)


def _bin_cuts(given: Given) -> Any:
    data, binning = given_data(given["data"]), binning_of(given)
    return [cut.at for cut in binning(column_of(data, number_at(data, given["attribute"]), rows_of(data)))]


# One test for all bins, a test for each cut.


def error_reduction(children: Sequence[Sequence[Fraction]]) -> Fraction:
    node = added(children)
    return Fraction(sum(map(max, children)) - max(node), sum(node))


MEASURES: dict[str, Callable[[Sequence[Sequence[Fraction]]], Any]] = {
    "gini_reduction": criteria.gini_reduction,
    "gain": criteria.gain,
    "gain_ratio": criteria.gain,
    "error_reduction": error_reduction,
    "variance_reduction": criteria.variance_reduction,
    **criteria.CRITERIA_OF_CHILDREN,
}


def measured(given: Given, data: Data, test: Test) -> dict[str, Any] | None:
    """A test of all records with its children and value; none where one branch gets them all. What is missing lowers the value."""
    numeric, name = data.target.kind == "continuous", given["criterion"]
    if name not in MEASURES:
        raise NotAnInput(name)
    if numeric != (name == "variance_reduction"):
        raise NotHere("a criterion for the other kind of target")

    def counts(rows: Sequence[Row]) -> list[Fraction]:
        if numeric:
            return [sum((w * y**k for _, y, w in rows), Fraction(0)) for k in range(3)]
        return [sum((w for _, label, w in rows if label == c), Fraction(0)) for c in data.classes]

    def size(some: Sequence[Fraction]) -> Fraction:
        return some[0] if numeric else sum(some, Fraction(0))

    rows = rows_of(data)
    children = [counts([row for row in rows if test.branch(row[0]) == b]) for b in range(len(test.names))]
    sizes = list(map(size, children))
    if sum(1 for s in sizes if s) < 2:
        return None
    lost = size(counts([row for row in rows if test.branch(row[0]) is None]))
    share = sum(sizes) / (sum(sizes) + lost)
    with mpmath.workdps(DIGITS):
        value = MEASURES[name](children)
        if value is None:
            raise NotHere("a criterion of two classes")
        value = value * share if isinstance(value, Fraction) else value * real(share)
        if name == "gain_ratio":
            value = value / entropy([*sizes, lost])
    return {"test": test.shown, "children": children, "value": shown_value(value)}


def _ranges_candidates(given: Given) -> Any:
    data, binning = given_data(given["data"]), binning_of(given)
    a = number_at(data, given["attribute"])
    cuts = binning(column_of(data, a, rows_of(data)))
    found = measured(given, data, ranges(data.attributes[a], a, [cut.at for cut in cuts]))
    return [] if found is None else [found]


def _cuts_candidates(given: Given) -> Any:
    """Of several cuts between the same two numbers the first."""
    data, binning = given_data(given["data"]), binning_of(given)
    a = number_at(data, given["attribute"])
    cuts: dict[tuple[Fraction, Fraction], Cut] = {}
    for cut in binning(column_of(data, a, rows_of(data))):
        cuts.setdefault((cut.lower, cut.upper), cut)
    tests = [threshold(data.attributes[a], a, "<=", (cut.lower, cut.upper), cut.at) for cut in cuts.values()]
    return [measured(given, data, test) for test in tests]


# Bins made once.


def written(x: Fraction) -> str:
    """A decimal of at most 12 places, or a fraction."""
    if (x * 10**12).denominator > 1:
        return f"{x.numerator}/{x.denominator}"
    whole, rest = divmod(abs(int(x * 10**12)), 10**12)
    places = f"{rest:012d}".rstrip("0")
    return ("-" if x < 0 else "") + str(whole) + (f".{places}" if places else "")


def bin_names(cuts: Sequence[Cut]) -> tuple[str, ...]:
    ends = ["-oo", *(written(cut.at) for cut in cuts), "oo"]
    return tuple(f"({low}, {high}" + (")" if high == "oo" else "]") for low, high in itertools.pairwise(ends))


def discretised(data: Data, binning: Binning) -> tuple[Data, dict[int, list[Cut]]]:
    """The data with the bins as values of ordinal attributes; the cuts by column."""
    rows = rows_of(data)
    cuts = {a: binning(column_of(data, a, rows)) for a, attribute in enumerate(data.attributes) if attribute.kind == "continuous"}
    names = {a: bin_names(some) for a, some in cuts.items()}
    attributes = tuple(Attribute(t.name, "ordinal", names[a]) if a in cuts else t for a, t in enumerate(data.attributes))

    def cell(a: int, v: Any) -> Any:
        return v if a not in cuts or v is None else names[a][sum(v > cut.at for cut in cuts[a])]

    records = tuple(r._replace(values=tuple(cell(a, v) for a, v in enumerate(r.values))) for r in data.records)
    return data._replace(attributes=attributes, records=records), cuts


def _discretised_records(given: Given) -> Any:
    data, _ = discretised(given_data(given["data"]), binning_of(given))
    return [[*("?" if v is None else v for v in r.values), r.label] for r in data.records]


def _grow_discretised(given: Given) -> Any:
    whole = given_data(given["data"])
    data, cuts = discretised(whole, binning_of(given))
    if given["preset"] == "chaid":
        raise NotHere("groups of bins")
    grower = Grower(data, given_preset(given["preset"]))
    by_name = {data.attributes[a].name: a for a in cuts}

    def of_numbers(shown: Mapping[str, Any]) -> Mapping[str, Any]:
        """A cut behind a bin is the cut at its end, also where there are two bins; else a branch for each bin asks for the range."""
        ((kind, name), *_) = shown.items()
        if name not in by_name:
            return shown
        a = by_name[name]
        if kind == "multiway" and len(cuts[a]) > 1:
            return {"ranges": name, "side": "<=", "cuts": [cut.at for cut in cuts[a]]}
        cut = cuts[a][0 if kind == "multiway" else data.attributes[a].values.index(shown["lower"])]
        return {"threshold": name, "side": "<=", "lower": cut.lower, "upper": cut.upper, "cut": cut.at}

    def test_of(test: Test) -> Test:
        shown = of_numbers(test.shown)
        if "ranges" in shown:
            return test._replace(shown=shown, names=tuple(str(i + 1) for i in range(len(test.names))))
        return test._replace(shown=shown, names=("yes", "no") if "threshold" in shown else test.names)

    def tree_of(tree: Tree) -> Tree:
        if isinstance(tree, Leaf):
            return tree
        return tree._replace(
            test=test_of(tree.test),
            optima=tuple(map(of_numbers, tree.optima)),
            surrogates=tuple((test_of(t), s) for t, s in tree.surrogates),
            branches=tuple(map(tree_of, tree.branches)),
        )

    return shown_tree(grower, tree_of(grower.grow()))


# Bins made at each node.


class RangesGrower(Grower):
    """A grower whose numbers are asked for the range that they lie in."""

    binning: Binning

    def tests(self, a: int, rows: Sequence[Row]) -> list[Test]:
        if self.data.attributes[a].kind != "continuous":
            return super().tests(a, rows)
        column = column_of(self.data, a, rows)
        cuts = self.binning(column)
        return [ranges(self.data.attributes[a], a, [cut.at for cut in cuts])] if cuts else []


def _grow_ranges(given: Given) -> Any:
    preset = given_preset(given["preset"])
    if preset.gaps == "guessed" or preset.criterion in ("twoing", "chaid"):
        raise NotHere("two branches, or groups")
    grower = RangesGrower(given_data(given["data"]), preset)
    grower.binning = binning_of(given)
    return shown_tree(grower, grower.grow())


def candidates_of(given: Given, data: Data, tests: Sequence[Test]) -> list[dict[str, Any]]:
    """Those tests that part the records."""
    return [found for test in tests if (found := measured(given, data, test)) is not None]


ANSWERS = {
    "bin_cuts": _bin_cuts,
    "ranges_candidates": _ranges_candidates,
    "cuts_candidates": _cuts_candidates,
    "discretised_records": _discretised_records,
    "grow_discretised": _grow_discretised,
    "grow_ranges": _grow_ranges,
}
