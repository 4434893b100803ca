"""
Hunt's recursion by brute force, for every preset of golden/README.md: at each node all candidates (golden/TIES.md), all best ones, the
first of which is asked.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import mpmath

from naive import criteria
from naive.agreement import NotAnInput
from naive.asking import Row, Test, Values, groupings, lines, midpoint, multiway, ordinal_cut, present_values, subset, threshold
from naive.criteria import DIGITS, compare, real
from naive.data import Data
from naive.merging import endings, in_some_run, merged
from naive.surrogates import StandIn, Tiers, every_list, one_list, tiers


class Preset(NamedTuple):
    """
    branching: values (a branch for each) or groups (groupings, cuts). ratio: all (the greatest gain ratio), average (among those of
    average gain). gaps: refused, shared, guessed (surrogates), category.
    """

    criterion: str = "gini"
    branching: str = "groups"
    ratio: str = ""
    side: str = "<="
    placement: str = "midpoint"
    empty: str = "parent"
    gaps: str = "refused"
    association: str = "both"
    must_gain: bool = False
    must_end_pure: bool = False
    oblique: bool = False
    asks: bool = True


CART = Preset()
ID3 = Preset(criterion="gain", branching="values")
C45_GAIN = ID3._replace(placement="training value", gaps="shared")
SURROGATES = CART._replace(gaps="guessed")
PRESETS = {
    "hunt": ID3._replace(criterion="gini", empty="everyone"),
    "id3": ID3,
    "id3-iaml": ID3._replace(must_end_pure=True),
    "cart": CART,
    "sliq": CART,
    "sprint": CART,
    "cart-twoing": CART._replace(criterion="twoing"),
    "majority": CART._replace(asks=False),
    "regression-tree": CART._replace(criterion="variance"),
    "oblique": CART._replace(oblique=True),
    "c45-gain": C45_GAIN,
    "c45-gain-ratio": C45_GAIN._replace(ratio="all"),
    "c45": C45_GAIN._replace(ratio="average"),
    "cart-surrogates": SURROGATES,
    "rpart": SURROGATES._replace(side="<", association="own", must_gain=True),
    "chaid": CART._replace(criterion="chaid", gaps="category"),
}


class Candidate(NamedTuple):
    """A test, the counts of its branches, the criterion's value, and of what has several the one that ranks it."""

    test: Test
    children: list[list[Fraction]]
    value: Any


class Leaf(NamedTuple):
    labels: tuple[Any, ...]
    counts: tuple[Fraction, ...]
    rows: tuple[Row, ...]


class Inner(NamedTuple):
    counts: tuple[Fraction, ...]
    test: Test
    optima: tuple[Mapping[str, Any], ...]
    surrogates: tuple[StandIn, ...]
    otherwise: tuple[int, ...]
    shares: tuple[Fraction, ...]
    branches: tuple[Any, ...]
    rows: tuple[Row, ...]
    or_leaf: bool = False


Tree = Leaf | Inner
Stop = Callable[["Grower", Sequence[Row], int, Any, Sequence[Candidate]], bool]
Before = Callable[["Grower", Sequence[Row], int], bool]
Admit = Callable[[Candidate, Sequence[Row]], bool]
Choose = Callable[[Sequence[Any]], int]


class Grower:
    """A training set and a preset. asked: of each node with several classes the attributes that it may ask, in preorder."""

    before: Sequence[Before] = ()
    """Stopping rules that need no test."""

    def __init__(self, data: Data, preset: Preset, stop: Sequence[Stop] = (), admit: Sequence[Admit] = (), asked: Any = None) -> None:
        self.choose: Choose = lambda _found: 0
        self.order: dict[int, dict[Any, int]] = {}  # of the numbers of an attribute, the place of each among all: sorted once
        self.data, self.preset, self.stop, self.admit, self.asked = data, preset, stop, admit, asked
        self.numeric = data.target.kind == "continuous"
        if self.numeric != (preset.criterion == "variance"):
            raise NotAnInput("a target of the other kind")
        if preset.gaps == "refused" and any(v is None for r in data.records for v in r.values):
            raise NotAnInput("a missing value")
        numbers = [i for i, a in enumerate(data.attributes) if a.kind == "continuous"]
        if preset.gaps == "category" and any(r.values[i] is None for r in data.records for i in numbers):
            raise NotAnInput("a missing number")
        self.rows: tuple[Row, ...] = tuple((r.values, r.label, whole(r.weight)) for r in data.records)
        self.everyone = self.labels(self.rows)

    # Counts and labels.

    def counts(self, rows: Sequence[Row]) -> list[Fraction]:
        if self.numeric:
            return [sum((w * y**k for _, y, w in rows), Fraction(0)) for k in range(3)]
        found: dict[str, Any] = dict.fromkeys(self.data.classes, 0)
        for _, label, w in rows:
            found[label] += w
        return list(found.values())

    def labels(self, rows: Sequence[Row]) -> tuple[Any, ...]:
        counts = self.counts(rows)
        if self.numeric:
            return (counts[1] / counts[0],) if counts[0] else ()
        return tuple(c for c, n in zip(self.data.classes, counts, strict=True) if n == max(counts))

    def leaf(self, rows: Sequence[Row], labels: tuple[Any, ...]) -> Leaf:
        return Leaf(self.labels(rows) if rows else labels, tuple(self.counts(rows)), tuple(rows))

    # Candidates.

    def tests(self, a: int, rows: Sequence[Row]) -> list[Test]:
        """Every test of an attribute that a node may ask."""
        attribute, preset = self.data.attributes[a], self.preset
        present = present_values(attribute, a, rows)
        if len(present) < 2:
            return []
        if attribute.kind == "continuous":
            return [threshold(attribute, a, preset.side, (x, y), self.placed(a, x, y)) for x, y in itertools.pairwise(present)]
        if preset.branching == "values":
            return [multiway(attribute, a)]
        if attribute.kind == "ordinal":
            return [ordinal_cut(attribute, a, x, y) for x, y in itertools.pairwise(present)]
        return [subset(attribute, a, left, right) for left, right in groupings(present)]

    def placed(self, a: int, x: Fraction, y: Fraction) -> Fraction:
        if self.preset.placement == "midpoint":
            return midpoint(x, y)
        return max(v for v in {values[a] for values, _, _ in self.rows} if v is not None and v <= midpoint(x, y))

    def judged(self, test: Test, rows: Sequence[Row]) -> Candidate:
        """A test with the counts of its branches and its value."""
        parts: list[list[Row]] = [[] for _ in test.names]
        unknown: list[Row] = []
        for row in rows:
            branch = test.branch(row[0])
            (unknown if branch is None else parts[branch]).append(row)
        children = [self.counts(part) for part in parts]
        return Candidate(test, children, self.value(children, self.counts(unknown)))

    def value(self, children: list[list[Fraction]], unknown: list[Fraction]) -> Any:
        """The criterion of the records that know, times their share."""
        found = criteria.CRITERIA[self.preset.criterion](children)
        size: Callable[[list[Fraction]], int | Fraction] = (lambda counts: counts[0]) if self.numeric else sum
        lost = size(unknown)
        if not lost and self.preset.ratio != "all":
            return found
        known = Fraction(sum(map(size, children)))
        with mpmath.workdps(DIGITS):
            share = known / (known + lost)
            scaled = found * share if isinstance(found, Fraction) else real(found) * real(share)
            if self.preset.ratio == "all":
                return self.ratio(scaled, [*map(size, children), lost])
            return scaled

    @staticmethod
    def ratio(value: Any, sizes: Sequence[int | Fraction]) -> Any:
        with mpmath.workdps(DIGITS):
            return real(value) / criteria.split_info(sizes)

    def candidates(self, a: int, rows: Sequence[Row]) -> list[Candidate]:
        if self.preset.criterion == "chaid":
            found = merged((self.data.attributes[a], a), rows, self.data.classes, Fraction(1, 20))
            return [Candidate(m.test, m.children, m.statistic) for m in found]
        tests = self.tests(a, rows)
        if len(tests) > 20 and tests[0].shown.get("threshold") and not any(v[a] is None for v, _, _ in rows):
            return self.swept(a, tests, rows)
        return [self.judged(test, rows) for test in tests]

    def swept(self, a: int, tests: Sequence[Test], rows: Sequence[Row]) -> list[Candidate]:
        """The same for many cuts, in one pass over the records in order."""
        at: dict[Any, list[Row]] = {}
        for row in rows:
            at.setdefault(row[0][a], []).append(row)
        total, found = self.counts(rows), []
        below: list[Any] = [0] * len(total)
        if a not in self.order:
            self.order[a] = {x: i for i, x in enumerate(sorted({values[a] for values, _, _ in self.rows}))}
        for test, x in zip(tests, sorted(at, key=self.order[a].__getitem__), strict=False):
            below = [p + q for p, q in zip(below, self.counts(at[x]), strict=True)]
            children = [below, [p - q for p, q in zip(total, below, strict=True)]]
            found.append(Candidate(test, children, self.value(children, [Fraction(0)] * len(total))))
        return found

    def best(self, rows: Sequence[Row], allowed: Sequence[int] | None = None) -> tuple[Any, list[Candidate], bool]:
        """The greatest value at a node that isn't pure, and all tests that have it; whether a leaf is as good."""
        columns = range(len(self.data.attributes)) if allowed is None else sorted(set(allowed))
        if self.preset.criterion == "chaid":
            return self.least_p(rows, columns)
        by_attribute = [self.candidates(a, rows) for a in columns]
        if self.preset.oblique:
            by_attribute += [[self.judged(test, rows) for test in tests] for tests in lines(self.data.attributes, rows)]
        by_attribute = [[c for c in some if all(admit(c, rows) for admit in self.admit)] for some in by_attribute]
        if self.preset.ratio == "average":
            return *self.best_of_average(by_attribute, rows), False
        return *greatest([c for some in by_attribute for c in some]), False

    def best_of_average(self, by_attribute: list[list[Candidate]], rows: Sequence[Row]) -> tuple[Any, list[Candidate]]:
        tops = [greatest(some) for some in by_attribute if some]
        if not tops:
            return None, []
        with mpmath.workdps(DIGITS):
            average = mpmath.fsum(real(value) for value, _ in tops) / len(tops)
        return greatest([self.by_ratio(c, rows) for value, some in tops if compare(value, average) >= 0 for c in some])

    def by_ratio(self, c: Candidate, rows: Sequence[Row]) -> Candidate:
        """A candidate with its gain ratio for its gain."""
        sizes = list(map(sum, c.children))
        return c._replace(value=self.ratio(c.value, [*sizes, sum(w for _, _, w in rows) - sum(sizes)]))

    def least_p(self, rows: Sequence[Row], columns: Sequence[int]) -> tuple[Any, list[Candidate], bool]:
        """The least p-values of all runs, if they are at most 1/20; the value is the statistic. Whether in a run there is none."""
        level = Fraction(1, 20)
        found, or_leaf = in_some_run([endings((self.data.attributes[a], a), rows, self.data.classes, level) for a in columns], level)
        return found[0].statistic if found else None, [Candidate(m.test, m.children, m.statistic) for m in found], or_leaf

    # Nodes.

    def pure(self, rows: Sequence[Row]) -> bool:
        return len({label for _, label, _ in rows}) < 2

    def optima(self, rows: Sequence[Row], depth: int, allowed: Sequence[int] | None = None) -> tuple[Any, list[Candidate]]:
        """What a node asks: nothing where it is a leaf."""
        return self.ends(rows, depth, allowed)[:2]

    def ends(self, rows: Sequence[Row], depth: int, allowed: Sequence[int] | None = None) -> tuple[Any, list[Candidate], bool]:
        """The same, and whether a leaf is as good."""
        if self.pure(rows) or not self.preset.asks or any(stop(self, rows, depth) for stop in self.before):
            return None, [], False
        value, found, or_leaf = self.best(rows, allowed)
        if found and self.preset.must_gain and compare(value, Fraction(0)) <= 0:
            return None, [], False
        if any(stop(self, rows, depth, value, found) for stop in self.stop):
            return None, [], False
        if not found and self.preset.must_end_pure:
            raise NotAnInput("an impure node with nothing to ask")
        return value, found, or_leaf

    def parts(
        self, test: Test, rows: Sequence[Row], surrogates: tuple[StandIn, ...] | None = None
    ) -> tuple[list[list[Row]], tuple[StandIn, ...], tuple[int, ...], tuple[Fraction, ...]]:
        """The records of each branch; the surrogates, those chosen if none are given; the heaviest branches; the shares of the branches."""
        parts: list[list[Row]] = [[] for _ in test.names]
        unknown: list[Row] = []
        for row in rows:
            branch = test.branch(row[0])
            (unknown if branch is None else parts[branch]).append(row)
        sizes = [sum((w for _, _, w in part), Fraction(0)) for part in parts]
        shares = tuple(size / sum(sizes) for size in sizes)
        otherwise = tuple(i for i, size in enumerate(sizes) if size == max(sizes))
        if surrogates is None:
            surrogates = one_list(self.tiers(test, rows), self.choose)
        for values, label, w in unknown:
            if self.preset.gaps == "shared":
                for part, share in zip(parts, shares, strict=True):
                    if share:
                        part.append((values, label, w * share))
            else:
                guesses = guessed(surrogates, otherwise, values)
                for i in guesses:
                    parts[i].append((values, label, w * Fraction(1, len(guesses))))
        return parts, surrogates, otherwise, shares

    def tiers(self, test: Test, rows: Sequence[Row]) -> Tiers:
        """The guesses of a test's branches by tests of other attributes, those that are as good together."""
        if self.preset.gaps != "guessed":
            return []
        return tiers(self.tests, len(self.data.attributes), test, rows, self.preset.association == "both")

    def shown(self, found: Sequence[Candidate], rows: Sequence[Row]) -> tuple[Mapping[str, Any], ...]:
        """Tied tests; all groupings of an attribute that gains nothing are one."""
        answer: list[Mapping[str, Any]] = []
        for a, some in itertools.groupby(found, key=lambda c: c.test.column):
            tests = list(some)
            if a >= 0 and len(tests) > 1 and "subset" in tests[0].test.shown and self.gains_nothing(a, rows):
                attribute = self.data.attributes[a]
                answer.append({"every_subset": attribute.name, "present": present_values(attribute, a, rows)})
            else:
                answer += [c.test.shown for c in tests]
        return tuple(answer)

    def gains_nothing(self, a: int, rows: Sequence[Row]) -> bool:
        present = present_values(self.data.attributes[a], a, rows)
        counts = [self.counts([row for row in rows if row[0][a] == v]) for v in present]
        profiles = {tuple(Fraction(c, k[0] if self.numeric else sum(k)) for c in (k[:2] if self.numeric else k)) for k in counts}
        return len(profiles) == 1

    def grow(self) -> Tree:
        """The tree of the tests that are chosen: of tied ones the first, if nothing else is said."""
        queue = list(self.asked) if self.asked is not None else None
        return self._grow(self.rows, 0, (), queue)

    def _grow(self, rows: Sequence[Row], depth: int, labels: tuple[Any, ...], queue: list[Any] | None) -> Tree:
        if not rows and depth:
            return self.leaf(rows, self.everyone if self.preset.empty == "everyone" else labels)
        allowed = None
        if queue is not None and not self.pure(rows):
            if not queue:
                raise NotAnInput("too few choices of attributes")
            allowed = queue.pop(0)
        _, found, or_leaf = self.ends(rows, depth, allowed)
        ends: list[Any] = [*found, *([None] if or_leaf else [])]
        chosen = ends[self.choose(ends)] if ends else None
        if chosen is None:
            return self.leaf(rows, self.everyone)
        test = chosen.test
        parts, surrogates, otherwise, shares = self.parts(test, rows)
        branches = tuple(self._grow(part, depth + 1, self.labels(rows), queue) for part in parts)
        own = tuple(self.counts(rows))
        return Inner(own, test, self.shown(found, rows), surrogates, otherwise, shares, branches, tuple(rows), or_leaf)

    def trees(self, rows: Sequence[Row] | None = None, depth: int = 0, labels: tuple[Any, ...] = ()) -> Iterator[Tree]:
        """Every tree that choices among tied tests and surrogates lead to, the first first; the last choices vary fastest."""
        here = self.rows if rows is None else rows
        if not here and depth:
            yield self.leaf(here, self.everyone if self.preset.empty == "everyone" else labels)
            return
        _, found, or_leaf = self.ends(here, depth)
        for c, chosen in ((one, way) for one in found for way in every_list(self.tiers(one.test, here))):
            parts, surrogates, otherwise, shares = self.parts(c.test, here, chosen)
            own, counts, optima = self.labels(here), tuple(self.counts(here)), self.shown(found, here)
            below = [list(self.trees(part, depth + 1, own)) for part in parts]
            for branches in itertools.product(*below):
                yield Inner(counts, c.test, optima, surrogates, otherwise, shares, branches, tuple(here), or_leaf)
        if or_leaf or not found:
            yield self.leaf(here, self.everyone)


def whole(x: Fraction) -> Any:
    """A whole number as one, which is quicker."""
    return int(x) if x.denominator == 1 else x


def greatest(found: Sequence[Candidate]) -> tuple[Any, list[Candidate]]:
    """The greatest value, and all candidates that have it."""
    top: list[Candidate] = []
    for c in found:
        order = compare(c.value, top[0].value) if top else 1
        top = [c] if order > 0 else [*top, c] if order == 0 else top
    return (top[0].value if top else None), top


def guessed(surrogates: Sequence[StandIn], otherwise: tuple[int, ...], values: Values) -> tuple[int, ...]:
    """Where a record goes that doesn't know: as the first surrogate says that it can answer, else to the heaviest, in equal parts."""
    for test, stands_for in surrogates:
        branch = test.branch(values)
        if branch is not None:
            return (stands_for[branch],)
    return otherwise
