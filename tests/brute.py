"""
Decision trees by brute force: the other route to every answer that the tests compare with.

Written from golden/TIES.md alone, as naively as possible: every candidate is tried on the records themselves, every tree is built.
From dtref it takes nothing but the names of the parts of a data set. Notation:

problem    a `Problem`: attribute names, kinds, declared values, rows of cells, class labels, weights
node       a frozenset of record positions
candidate  (attribute name, test): ("multiway",), ("subset", {S, T}) with S | T the present values, ("cut", a, b) for neighbours a < b
parts      the non-empty nodes below, as a frozenset
tree       ("leaf", node) or (candidate, frozenset of subtrees); a partition is a node, or a frozenset of partitions
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cmp_to_key, lru_cache
from itertools import combinations, pairwise, product
from math import prod
from typing import Any, TypeVar

from attrs import frozen
from mpmath import log, mp, mpf

from dtref.spec.model.attributes import Cell, Continuous, Nominal
from dtref.spec.model.data import DataSet

mp.dps = 60

T = TypeVar("T")
Counts = Mapping[Any, int | Fraction]
"""Class -> weight."""


@frozen
class Problem:
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    declared: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[Cell, ...], ...]
    labels: tuple[Cell, ...]
    weights: tuple[Fraction, ...]


@frozen
class Rules:
    """An algorithm: how nominal and ordinal attributes are asked, and how two candidates compare."""

    nominal: str  # "multiway" or "binary"
    ordinal: str
    compare: Callable[[Sequence[Counts], Sequence[Counts]], int]


def problem(data: DataSet) -> Problem:
    def kind(a: Any) -> str:
        return "continuous" if isinstance(a, Continuous) else "nominal" if isinstance(a, Nominal) else "ordinal"

    return Problem(
        tuple(a.name for a in data.attributes),
        tuple(kind(a) for a in data.attributes),
        tuple(() if isinstance(a, Continuous) else a.values for a in data.attributes),
        tuple(r.values for r in data.records),
        tuple(r.label for r in data.records),
        tuple(r.weight for r in data.records),
    )


def everyone(p: Problem) -> frozenset[int]:
    return frozenset(range(len(p.rows)))


def counts(p: Problem, node: frozenset[int]) -> dict[Any, Fraction]:
    """Class -> weight, classes without records left out."""
    found: dict[Any, Fraction] = defaultdict(Fraction)
    for i in node:
        found[p.labels[i]] += p.weights[i]
    return found


# Candidates


def two_groups(values: list[str]) -> Iterator[frozenset[frozenset[str]]]:
    """The ways to put distinct values in two non-empty groups: the first value's group is `first` and some of the others."""
    first, others = values[0], values[1:]
    for size in range(len(others)):
        for extra in combinations(others, size):
            left = frozenset((first, *extra))
            yield frozenset((left, frozenset(values) - left))


def candidates(p: Problem, node: frozenset[int], rules: Rules) -> Iterator[tuple[tuple[Any, ...], frozenset[frozenset[int]]]]:
    """Every candidate and its parts."""
    for a, name in enumerate(p.names):
        cell = {i: p.rows[i][a] for i in node}
        present = set(cell.values())
        if len(present) < 2:
            continue
        way = {"nominal": rules.nominal, "ordinal": rules.ordinal, "continuous": "binary"}[p.kinds[a]]
        if way == "multiway":
            yield (name, ("multiway",)), frozenset(frozenset(i for i in node if cell[i] == v) for v in present)
        elif p.kinds[a] == "nominal":
            for groups in two_groups(sorted(map(str, present))):
                yield (name, ("subset", groups)), frozenset(frozenset(i for i in node if cell[i] in g) for g in groups)
        else:
            rank: Callable[[Any], Any] = p.declared[a].index if p.kinds[a] == "ordinal" else lambda x: x
            for low, high in pairwise(sorted(present, key=rank)):
                left = frozenset(i for i in node if rank(cell[i]) <= rank(low))
                yield (name, ("cut", low, high)), frozenset((left, node - left))


# Criteria: 1, 0, -1 as the first list of children is better, equally good, worse. Both lists hold the same records.


def sign(x: Fraction | int) -> int:
    return (x > 0) - (x < 0)


def by_gini(xs: Sequence[Counts], ys: Sequence[Counts]) -> int:
    """Minimise sum_i n_i (1 - sum_j p_ij^2), which is n - sum_i sum_j n_ij^2 / n_i."""

    def purity(children: Sequence[Counts]) -> Fraction:
        return sum((Fraction(n * n) / sum(c.values()) for c in children for n in c.values()), Fraction(0))

    return sign(purity(xs) - purity(ys))


def by_error(xs: Sequence[Counts], ys: Sequence[Counts]) -> int:
    """Minimise the weight outside the largest class of each child."""
    return sign(sum(max(c.values()) for c in xs) - sum(max(c.values()) for c in ys))


def by_gain(xs: Sequence[Counts], ys: Sequence[Counts]) -> int:
    """
    Minimise sum_i n_i log n_i - sum_ij n_ij log n_ij. Equal where every prime's logarithm has equal coefficients. Else mpmath tells, with
    60 digits, and a difference below 10^-40 would be an alarm.
    """

    difference = add(remainder(hashable(ys)), {p: -k for p, k in remainder(hashable(xs)).items()})
    if not any(difference.values()):
        return 0
    how_much = value(difference)
    assert abs(how_much) > mpf(10) ** -40
    return 1 if how_much > 0 else -1


Children = tuple[tuple[tuple[Any, int | Fraction], ...], ...]
"""The classes of each child and how much it has of each: as the counters, but hashable, as a list of children is compared with many."""


def hashable(children: Sequence[Counts]) -> Children:
    return tuple(tuple(c.items()) for c in children)


@lru_cache(4096)
def remainder(children: Children) -> dict[int, Fraction]:
    """sum_i n_i log n_i - sum_ij n_ij log n_ij, as prime -> coefficient of its logarithm."""
    whole = [n_log_n(sum(n for _, n in c)) for c in children]
    return add(*whole, *({p: -k for p, k in n_log_n(n).items()} for c in children for _, n in c if n))


def by_gain_ratio(xs: Sequence[Counts], ys: Sequence[Counts]) -> int:
    """
    Maximise g/s. Equal when g s' - g' s vanishes as a polynomial in the logarithms of primes (Schanuel's conjecture says: only then).
    Else mpmath tells, with 60 digits, and a difference below 10^-40 would be an alarm.
    """
    (g, s, ratio), (g2, s2, ratio2) = (gain_and_split_information(hashable(c)) for c in (xs, ys))
    cross: dict[frozenset[int], Fraction] = defaultdict(Fraction)
    for p, q in product(set(g) | set(g2), set(s) | set(s2)):
        cross[frozenset((p, q))] += g.get(p, 0) * s2.get(q, 0) - g2.get(p, 0) * s.get(q, 0)
    if not any(cross.values()):
        return 0
    assert abs(ratio - ratio2) > mpf(10) ** -40
    return 1 if ratio > ratio2 else -1


@lru_cache(4096)
def gain_and_split_information(children: Children) -> tuple[dict[int, Fraction], dict[int, Fraction], mpf]:
    """n times the gain and n times the split information, as prime -> coefficient of its logarithm; and the first by the second."""
    node: dict[Any, Fraction] = defaultdict(Fraction)
    for c in children:
        for label, n in c:
            node[label] += n
    split = n_entropy([sum(n for _, n in c) for c in children])
    gained = add(n_entropy(list(node.values())), *({p: -k for p, k in n_entropy([n for _, n in c]).items()} for c in children))
    return gained, split, value(gained) / value(split)


def n_entropy(ns: Sequence[int | Fraction]) -> dict[int, Fraction]:
    """n H = n log n - sum n_j log n_j over primes."""
    return add(n_log_n(sum(ns)), *({p: -k for p, k in n_log_n(n).items()} for n in ns))


@cache
def n_log_n(n: Fraction | int) -> dict[int, Fraction]:
    n = Fraction(n)
    return {p: n * k for p, k in (primes(n.numerator) | {p: -k for p, k in primes(n.denominator).items()}).items()}


def primes(n: int) -> dict[int, int]:
    found: Counter[int] = Counter()
    p = 2
    while p * p <= n:
        while n % p == 0:
            found[p], n = found[p] + 1, n // p
        p += 1
    if n > 1:  # what is left has no factor up to its root
        found[n] += 1
    return dict(found)


@cache
def logarithm(p: int) -> mpf:
    return log(p)


def add(*sums: dict[int, Fraction]) -> dict[int, Fraction]:
    total: dict[int, Fraction] = {}
    for s in sums:
        for p, k in s.items():
            total[p] = total[p] + k if p in total else k
    return {p: k for p, k in total.items() if k}


def value(s: dict[int, Fraction]) -> mpf:
    return sum((mpf(Fraction(k).numerator) / Fraction(k).denominator * logarithm(p) for p, k in s.items()), mpf(0))


CART = Rules("binary", "binary", by_gini)
HUNT = Rules("multiway", "multiway", by_gini)
ID3 = Rules("multiway", "multiway", by_gain)


# Optima, trees, partitions


def best(scored: Sequence[tuple[Any, T]], compare: Callable[[T, T], int]) -> list[Any]:
    """Everything whose children no other's beat."""
    if not scored:
        return []
    top = max((children for _, children in scored), key=cmp_to_key(compare))
    return [x for x, children in scored if compare(children, top) == 0]


def optima(p: Problem, node: frozenset[int], rules: Rules) -> dict[tuple[Any, ...], frozenset[frozenset[int]]]:
    """The optimal candidates of a node with their parts; none make it a leaf."""
    if len(counts(p, node)) < 2:
        return {}
    offered = list(candidates(p, node, rules))
    return dict(best([((c, parts), [counts(p, part) for part in parts]) for c, parts in offered], rules.compare))


def all_trees(p: Problem, rules: Rules, node: frozenset[int] | None = None) -> list[Any]:
    """Every greedy tree."""
    node = everyone(p) if node is None else node
    options = optima(p, node, rules)
    if not options:
        return [("leaf", node)]
    return [
        (candidate, frozenset(below))
        for candidate, parts in options.items()
        for below in product(*(all_trees(p, rules, part) for part in parts))
    ]


def partition(tree: Any) -> Any:
    """The recursive partition of the records that a tree makes."""
    return tree[1] if tree[0] == "leaf" else frozenset(partition(below) for below in tree[1])


def tree_count(p: Problem, rules: Rules, node: frozenset[int] | None = None) -> int:
    """How many greedy trees there are, without listing them."""
    node = everyone(p) if node is None else node
    options = optima(p, node, rules)
    return sum(prod(tree_count(p, rules, part) for part in parts) for parts in options.values()) if options else 1


def forced_errors(p: Problem) -> Fraction:
    """The weight that no classifier can get right: in each group of records alike, all but the largest class."""
    groups: dict[tuple[Any, ...], set[int]] = {}
    for i, row in enumerate(p.rows):
        groups.setdefault(row, set()).add(i)
    tallies = [counts(p, frozenset(group)) for group in groups.values()]
    return sum((sum(c.values()) - max(c.values()) for c in tallies), Fraction(0))
