"""Any tree of axis-parallel tests as rows, node by node."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import assert_never

import numpy as np
from attrs import field, frozen

from dtref.engines.compiled.encoding import Uncovered
from dtref.engines.compiled.kernels.layout import Floats, Ints
from dtref.engines.compiled.kernels.route_layout import COLUMN, LEAF, LEFT, OTHER, RANGES, REFUSED, RIGHT, SHARED, TABLE, UNWEIGHED
from dtref.engines.routing.borders import borders_of, greatest_double
from dtref.engines.routing.rows import Asked, Labels, TreeRows
from dtref.spec.model.attributes import Attribute, Continuous, Nominal, Width
from dtref.spec.model.branches import branch_of_values
from dtref.spec.model.tests import AxisTest, IsKnown, Oblique, Ranges, Test, Threshold
from dtref.spec.model.trees import Branch, Gap, Surrogates, Tree, weight


def flat_rows(tree: Tree) -> TreeRows | Uncovered:
    """
    A tree as rows. Uncovered: an oblique test, or one of whether a value is known; a column that some tests take for a number, others not.

    >>> from dtref.spec.model.trees import Leaf
    >>> flat_rows(Leaf((("+", Fraction(3)),), ("+",))).tests.tolist()
    [[-1, 0, 0, 0]]
    """
    # The nodes, the children of each side by side, and the columns that they ask.
    all_nodes, first_child, parents = [tree], [], [-1]
    for t, node in enumerate(all_nodes):
        first_child.append(len(all_nodes))
        if isinstance(node, Branch):
            all_nodes.extend(node.children)
            parents.extend([t] * len(node.children))
    columns = _columns(all_nodes)
    if isinstance(columns, Uncovered):
        return columns
    # A row for each node, then for each surrogate.
    rows = _Rows({column.attribute.name: i for i, column in enumerate(columns)}, list(map(_values, columns)), len(all_nodes))
    for t, node in enumerate(all_nodes):
        if isinstance(node, Branch):
            below = range(first_child[t], first_child[t] + len(node.children))
            rows.ask(t, node.test, below, rows.without_answer(node, below))
    return rows.finished(all_nodes, parents, columns)


def _columns(all_nodes: Sequence[Tree]) -> tuple[Asked, ...] | Uncovered:
    """The columns that the nodes ask, in the order in which they are met."""
    attributes: dict[str, dict[Attribute, None]] = {}
    rounded: set[str] = set()
    seen: set[int] = set()
    for test in (test for node in all_nodes if isinstance(node, Branch) for test in _tests_at(node)):
        if isinstance(test, Oblique | IsKnown):
            return Uncovered("oblique tests, or of whether a value is known")
        if id(test.attribute) not in seen:
            seen.add(id(test.attribute))
            attributes.setdefault(test.attribute.name, {})[test.attribute] = None
        if isinstance(test, Threshold) and test.width is not Width.DECIMAL:
            rounded.add(test.attribute.name)
    if any(len({isinstance(a, Continuous) for a in same_name}) > 1 for same_name in attributes.values()):
        return Uncovered("a column of numbers and of other values")
    return tuple(Asked(_joined(tuple(same_name)), name in rounded) for name, same_name in attributes.items())


def _tests_at(node: Branch) -> tuple[Test, ...]:
    surrogates = node.gap.tests if isinstance(node.gap, Surrogates) else ()
    return (node.test, *(test for test, _ in surrogates))


def _joined(attributes: Sequence[Attribute]) -> Attribute:
    """One attribute for several of a name: with all their values."""
    if len(attributes) == 1 or isinstance(attributes[0], Continuous):
        return attributes[0]
    values = dict.fromkeys(value for a in attributes if not isinstance(a, Continuous) for value in a.values)
    return Nominal(attributes[0].name, tuple(values))


def _values(column: Asked) -> tuple[str, ...]:
    return () if isinstance(column.attribute, Continuous) else column.attribute.values


@frozen(eq=False)
class _Rows:
    """RowArrays in the making: lists that grow. position: that of each column. values: those of each column. nodes: their number."""

    position: Mapping[str, int]
    values: Sequence[tuple[str, ...]]
    nodes: int
    tests: list[tuple[int, int, int]] = field(init=False)
    missing: list[int] = field(init=False)
    others: list[tuple[int, int, int, int, int, int]] = field(factory=list, init=False)
    entries: list[int] = field(factory=list, init=False)
    branches: list[int] = field(factory=list, init=False)
    asked: dict[int, AxisTest] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "tests", [(LEAF, 0, 0)] * self.nodes)
        object.__setattr__(self, "missing", [REFUSED] * self.nodes)

    def ask(self, t: int, test: Test, below: Sequence[int], missing: int) -> None:
        """Makes row t ask a test whose branches lead to other rows."""
        assert not isinstance(test, Oblique | IsKnown), "they are not covered"
        self.asked[t] = test
        column = self.position[test.attribute.name]
        if isinstance(test, Threshold):
            goes = missing if test.missing is None else below[test.missing]
            self.tests[t], self.missing[t] = (column, *below), goes  # type: ignore[assignment]  # two branches
            return
        # A test of values, or of ranges.
        self.tests[t] = (OTHER, len(self.others), 0)
        self.missing[t] = missing
        if isinstance(test, Ranges):
            kind, entries = RANGES, [0] * len(test.cuts)
        else:
            kind, branch, missing_is = TABLE, branch_of_values(test), test.attribute.missing_is
            # a value that no branch takes is left to the specification
            entries = [branch.get(value, REFUSED) for value in self.values[column]]
            if missing_is is not None:
                self.missing[t] = below[branch[missing_is]] if missing_is in branch else REFUSED
        self.others.append((column, kind, len(self.entries), len(entries), len(self.branches), len(below)))
        self.entries.extend(entries)
        self.branches.extend(below)

    def without_answer(self, node: Branch, below: Sequence[int]) -> int:
        """The row that a record goes on to which misses the value asked for, or what stands in its place."""
        match node.gap:
            case Gap.REFUSE | Gap.LEARNED:  # of a learned direction its test says it
                return REFUSED
            case Gap.FRACTIONS:
                return SHARED
            case Gap.HEAVIEST:
                return UNWEIGHED
            case Surrogates(tests=tests, rest=rest):
                # From the last surrogate to the first, each leading to the one after it; several branches share, or it stays: refused.
                after = below[rest[0]] if len(rest) == 1 else REFUSED
                for test, stands_for in reversed(tests):
                    self.tests.append((LEAF, 0, 0))
                    self.missing.append(REFUSED)
                    self.ask(len(self.tests) - 1, test, [after if b is None else below[b] for b in stands_for], after)
                    after = len(self.tests) - 1
                return after
            case _:
                assert_never(node.gap)

    def finished(self, all_nodes: Sequence[Tree], parents: Sequence[int], columns: tuple[Asked, ...]) -> TreeRows:
        """The rows as arrays."""
        tests = np.zeros((len(self.tests), 4), np.int64)
        tests[:, [COLUMN, LEFT, RIGHT]] = self.tests
        asked = self.asked

        cut = cache(lambda t: greatest_double(borders_of(asked[t])[0]))  # type: ignore[arg-type]  # a tree predicts again and again

        def double_cuts(rows: Ints) -> Floats:
            return np.array([cut(t) for t in rows.tolist()], np.float64)

        def first_labels(leaves: Ints) -> Labels:
            labels = [all_nodes[t].labels[0] for t in leaves.tolist()]
            return np.array(labels, object if labels and isinstance(labels[0], Fraction) else str)

        return TreeRows(
            tests,
            np.array(self.missing, np.int64),
            np.array(self.others, np.int64).reshape(-1, 6),
            np.array(self.entries, np.float64),
            np.array(self.branches, np.int64),
            0,
            np.array(parents, np.int64),
            columns,
            asked.__getitem__,
            all_nodes.__getitem__,
            lambda: [weight(node) for node in all_nodes],
            first_labels,
            double_cuts,
        )
