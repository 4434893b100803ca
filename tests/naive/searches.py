"""Searches other than greed (golden/README.md, Searches), and all trees at once: the best of each size, the sizes of greedy ones."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from naive.agreement import NotAnInput
from naive.asking import Row, Test, lines
from naive.criteria import compare
from naive.data import Attribute
from naive.growing import Candidate, Grower, Inner, Tree
from naive.grown import grower_of, shown_tree


def complete(given: Mapping[str, Any]) -> Grower:
    """A grower of class trees whose preset refuses missing values."""
    grower = grower_of(given)
    if grower.preset.gaps not in ("refused", "category") or grower.numeric:
        raise NotAnInput("a preset that takes missing values, or numbers for classes")
    return grower


class Best(NamedTuple):
    errors: Fraction | int
    trees: int


class Optimal:
    """For each set of records the least errors of trees with so many leaves, where they are fewer than with fewer leaves."""

    def __init__(self, grower: Grower, most_leaves: int | None = None, most_tests: int | None = None) -> None:
        self.grower, self.most_leaves, self.most_tests = grower, most_leaves, most_tests
        self.memo: dict[Any, dict[int, Best]] = {}
        if (most_leaves is not None and most_leaves < 1) or (most_tests is not None and most_tests < 0):
            raise NotAnInput("no tree is so small")

    def tests(self, rows: Sequence[Row]) -> Iterator[tuple[Test, list[list[Row]]]]:
        grower = self.grower
        if grower.pure(rows):
            return
        every = [test for a in range(len(grower.data.attributes)) for test in grower.tests(a, rows)]
        if grower.preset.oblique:
            every += [test for some in lines(grower.data.attributes, rows) for test in some]
        for test in every:
            parts: list[list[Row]] = [[] for _ in test.names]
            for row in rows:
                branch = test.branch(row[0])
                if branch is None:
                    raise NotAnInput("a missing value")
                parts[branch].append(row)
            yield test, parts

    def errors(self, rows: Sequence[Row]) -> Fraction | int:
        counts = self.grower.counts(rows)
        errors = sum(counts, Fraction(0)) - max(counts, default=Fraction(0))
        return errors if errors.denominator > 1 else int(errors)

    def best(self, rows: Sequence[Row], depth: int = 0, leaves: int | None = None) -> dict[int, Best]:
        most = self.most_leaves if leaves is None else leaves
        key = (tuple(id(values) for values, _, _ in rows), depth if self.most_tests is not None else 0, most)
        if key in self.memo:
            return self.memo[key]
        found = {1: {self.errors(rows): 1}}
        if (self.most_tests is None or depth < self.most_tests) and (most is None or most > 1):
            for _, parts in self.tests(rows):
                below = [self.best(part, depth + 1, None if most is None else most - len(parts) + 1) for part in parts]
                for choice in itertools.product(*(some.items() for some in below)):
                    n = sum(k for k, _ in choice)
                    errors, ways = sum(b.errors for _, b in choice), 1
                    for _, b in choice:
                        ways *= b.trees
                    if most is None or n <= most:
                        sizes = found.setdefault(n, {})
                        sizes[errors] = sizes.get(errors, 0) + ways
        frontier: dict[int, Best] = {}
        for n in sorted(found):
            errors = min(found[n])
            if not frontier or errors < min(b.errors for b in frontier.values()):
                frontier[n] = Best(errors, found[n][errors])
        self.memo[key] = frontier
        return frontier

    def choices(self, rows: Sequence[Row], depth: int, leaves: int) -> Iterator[tuple[Test, list[list[Row]], tuple[int, ...]]]:
        """Tests, and leaves for each branch, of the best trees with so many leaves."""
        goal = self.best(rows, depth)[leaves].errors
        for test, parts in self.tests(rows):
            below = [self.best(part, depth + 1) for part in parts]
            for sizes in itertools.product(*map(sorted, below)):
                if sum(sizes) == leaves and sum(b[n].errors for b, n in zip(below, sizes, strict=True)) == goal:
                    yield test, parts, sizes

    def tree(self, rows: Sequence[Row], depth: int, leaves: int, labels: tuple[Any, ...]) -> Tree:
        grower = self.grower
        if leaves == 1:
            return grower.leaf(rows, labels)
        every = list(self.choices(rows, depth, leaves))
        test, parts, sizes = every[0]
        tests = list({test.key: test for test, _, _ in every}.values())
        optima = grower.shown([Candidate(t, [], None) for t in tests], rows)
        empty = grower.everyone if grower.preset.empty == "everyone" else grower.labels(rows)
        branches = tuple(self.tree(part, depth + 1, n, empty) for part, n in zip(parts, sizes, strict=True))
        return Inner(tuple(grower.counts(rows)), test, optima, (), (), (), branches, tuple(rows))


def _bounded(given: Mapping[str, Any]) -> Optimal:
    bounds = [Fraction(given[name]) if name in given else None for name in ("max_leaves", "max_depth")]
    if any(b is not None and b.denominator != 1 for b in bounds):
        raise NotAnInput("bounds that aren't whole")
    return Optimal(complete(given), *(None if b is None else int(b) for b in bounds))


def _shown_best(leaves: int, best: Best) -> dict[str, Any]:
    return {"leaves": leaves, "errors": best.errors, "trees": best.trees}


def _optimal_trees(given: Mapping[str, Any]) -> Any:
    optimal = _bounded(given)
    return [_shown_best(n, b) for n, b in optimal.best(optimal.grower.rows).items()]


def _optimal_size(given: Mapping[str, Any]) -> Any:
    optimal = _bounded(given)
    return _shown_best(*list(optimal.best(optimal.grower.rows).items())[-1])


def _optimal_tree(given: Mapping[str, Any]) -> Any:
    optimal = _bounded(given)
    if optimal.most_leaves is not None:
        # The bound only says which size is wanted: below it all sizes are known.
        leaves = list(optimal.best(optimal.grower.rows))[-1]
        optimal = Optimal(optimal.grower, None, optimal.most_tests)
    else:
        leaves = list(optimal.best(optimal.grower.rows))[-1]
    return shown_tree(optimal.grower, optimal.tree(optimal.grower.rows, 0, leaves, optimal.grower.everyone))


def greedy_sizes(grower: Grower) -> dict[tuple[int, Fraction | int], int]:
    """How many of the greedy trees have so many leaves and errors."""
    memo: dict[Any, dict[tuple[int, Fraction | int], int]] = {}
    optimal = Optimal(grower)

    def sizes(rows: Sequence[Row], depth: int) -> dict[tuple[int, Fraction | int], int]:
        key = tuple(id(values) for values, _, _ in rows)
        if key not in memo:
            found = grower.optima(rows, depth)[1] if rows else []
            total: dict[tuple[int, Fraction | int], int] = {}
            for c in found:
                below = [sizes(part, depth + 1) for part in grower.parts(c.test, rows)[0]]
                for choice in itertools.product(*(some.items() for some in below)):
                    size = (sum(n for (n, _), _ in choice), sum(e for (_, e), _ in choice))
                    ways = 1
                    for _, k in choice:
                        ways *= k
                    total[size] = total.get(size, 0) + ways
            memo[key] = total if found else {(1, optimal.errors(rows)): 1}
        return memo[key]

    return dict(sorted(sizes(grower.rows, 0).items()))


def _greedy_sizes(given: Mapping[str, Any]) -> Any:
    found = greedy_sizes(complete(given))
    return [{"leaves": n, "errors": errors, "trees": trees} for (n, errors), trees in found.items()]


def _greeds_price(given: Mapping[str, Any]) -> Any:
    grower = complete(given)
    sizes = greedy_sizes(grower)
    best = Optimal(grower, max(n for n, _ in sizes)).best(grower.rows)
    return [
        {
            "leaves": n,
            "errors": errors,
            "trees": trees,
            "fewest_leaves": min(k for k, b in best.items() if b.errors <= errors),
            "fewest_errors": min(b.errors for k, b in best.items() if k <= n),
        }
        for (n, errors), trees in sizes.items()
    ]


# Bottom-up and bi-directional search.


class Group(NamedTuple):
    """Classes, what they were merged from, and the tests that separate these best, with the records' own weights."""

    classes: tuple[str, ...]
    parts: tuple[Any, ...]
    tests: tuple[Mapping[str, Any], ...]


def two_classes(grower: Grower, first: Sequence[str], second: Sequence[str], rows: Sequence[Row], equal: bool) -> Grower:
    """The records of two groups of classes, each group one class; of equal weight, or of their own."""
    own = [[row for row in rows if row[1] in group] for group in (first, second)]
    weights = [sum((w for _, _, w in some), Fraction(0)) for some in own]
    scale = [1 / Fraction(w) if equal and w else Fraction(1) for w in weights]
    mixed = [(values, "01"[label in second], w * scale[label in second]) for values, label, w in rows if label in first or label in second]
    target = Attribute("group", "nominal", ("0", "1"))
    found = Grower(grower.data._replace(target=target, records=()), grower.preset, grower.stop, grower.admit)
    found.rows = tuple(mixed)
    return found


def separated(grower: Grower, first: Sequence[str], second: Sequence[str], rows: Sequence[Row], equal: bool) -> Any:
    """The value of the tests that tell two groups apart best, and these tests."""
    two = two_classes(grower, first, second, rows, equal)
    value, found = two.optima(two.rows, 0)
    return two, value, found


def merge(grower: Grower, rows: Sequence[Row], until: int) -> list[Group]:
    """The two closest groups are merged, until so many are left."""
    counts = dict(zip(grower.data.classes, grower.counts(rows), strict=True))
    groups = [Group((c,), (), ()) for c in grower.data.classes if counts[c]]
    while len(groups) > until:
        best: Any = None
        for i, j in itertools.combinations(range(len(groups)), 2):
            _, value, _ = separated(grower, groups[i].classes, groups[j].classes, rows, True)
            if best is None or closer(value, best[0]):
                best = (value, i, j)
        _, i, j = best
        two, _, found = separated(grower, groups[i].classes, groups[j].classes, rows, False)
        tests = two.shown(found, two.rows)
        classes = tuple(c for c in grower.data.classes if c in groups[i].classes + groups[j].classes)
        merged = Group(classes, (groups[i], groups[j]), tests)
        groups = [merged if k == i else g for k, g in enumerate(groups) if k != j]
    return groups


def closer(value: Any, than: Any) -> bool:
    """Groups that nothing tells apart are closest."""
    if value is None or than is None:
        return value is None and than is not None
    return compare(value, than) < 0


def _shown_group(group: Group) -> dict[str, Any]:
    if not group.parts:
        return {"classes": list(group.classes)}
    return {"classes": list(group.classes), "tests": list(group.tests), "parts": [_shown_group(part) for part in group.parts]}


def _merge_classes(given: Mapping[str, Any]) -> Any:
    grower = complete(given)
    groups = merge(grower, grower.rows, 1)
    if not groups:
        raise NotAnInput("no classes")
    return _shown_group(groups[0])


def _bottom_up(given: Mapping[str, Any]) -> Any:
    grower = complete(given)
    groups = merge(grower, grower.rows, 1)

    def node(group: Group, rows: Sequence[Row]) -> Tree:
        if not group.parts:
            return grower.leaf(rows, group.classes)
        first, second = group.parts
        two, _, found = separated(grower, first.classes, second.classes, grower.rows, False)
        if not found:
            return grower.leaf(rows, group.classes)
        test = found[0].test
        parts: list[list[Row]] = [[] for _ in test.names]
        for row in rows:
            parts[test.branch(row[0]) or 0].append(row)
        totals = two.counts(two.rows)
        branches = []
        for child, arrived in zip(found[0].children, parts, strict=True):
            shares = [Fraction(a) / t for a, t in zip(child, totals, strict=True)]
            branches.append(node(second if shares[1] > shares[0] else first, arrived))
        return Inner(tuple(grower.counts(rows)), test, two.shown(found, two.rows), (), (), (), tuple(branches), tuple(rows))

    return shown_tree(grower, node(groups[0], grower.rows) if groups else grower.leaf((), grower.everyone))


def _bi_directional(given: Mapping[str, Any]) -> Any:
    grower = complete(given)

    def node(rows: Sequence[Row], labels: tuple[Any, ...]) -> Tree:
        groups = merge(grower, rows, 2)
        if len(groups) < 2:
            return grower.leaf(rows, labels)
        two, _, found = separated(grower, groups[0].classes, groups[1].classes, rows, False)
        if not found:
            return grower.leaf(rows, labels)
        parts = grower.parts(found[0].test, rows)[0]
        empty = grower.everyone if grower.preset.empty == "everyone" else grower.labels(rows)
        branches = tuple(node(part, empty) for part in parts)
        return Inner(tuple(grower.counts(rows)), found[0].test, two.shown(found, two.rows), (), (), (), branches, tuple(rows))

    return shown_tree(grower, node(grower.rows, grower.everyone))


ANSWERS = {
    "optimal_trees": _optimal_trees,
    "optimal_size": _optimal_size,
    "optimal_tree": _optimal_tree,
    "greedy_sizes": _greedy_sizes,
    "greeds_price": _greeds_price,
    "merge_classes": _merge_classes,
    "bottom_up": _bottom_up,
    "bi_directional": _bi_directional,
}
