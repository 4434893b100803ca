"""Routing: the branch of a test that each record of a node takes, or its branches, where the value asked for is missing."""

from __future__ import annotations

__sources__ = (("tan", "Distribute Instances"),)

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, repeat
from typing import TypeAlias

from dtref.errors import Invalid
from dtref.exact.definition import defined
from dtref.spec.model.attributes import ABSENT, MISSING, Cell, Missing
from dtref.spec.model.branches import asked, branch_count, branch_for, branch_of, branch_of_missing
from dtref.spec.model.counts import Columns, Count, Weighted, statistic
from dtref.spec.model.prediction import in_equal_parts, stand_in
from dtref.spec.model.tests import Oblique, OrdinalCut, Test, Threshold
from dtref.spec.model.trees import Gap, GapRule, Surrogates
from dtref.spec.split.candidates import CountsRows, Split

Part: TypeAlias = tuple[int, Count]
"""The position of a record, and how much of it is there, from 0 to 1."""


def router(columns: Columns, test: Test) -> Callable[[int], int | Missing]:
    """
    A function from a record's position to the branch of a test that it takes; MISSING where a value that the test asks is missing, and the
    test doesn't say where it goes.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.counts import columns
    >>> from dtref.spec.model.data import DataSet, Record
    >>> from dtref.spec.model.tests import Multiway
    >>> x = Nominal("x", ("a", "b"))
    >>> data = DataSet((x,), Nominal("y", ("+",)), (Record(("b",), "+"), Record((MISSING,), "+")))
    >>> branch = router(columns(data), Multiway(x))
    >>> branch(0), branch(1)
    (1, MISSING)
    """
    if isinstance(test, Oblique):
        position = {a: columns.data.column(a.name) for a in asked(test)}
        records = columns.data.records
        return lambda r: branch_for(test, lambda a: records[r].values[position[a]])
    column = columns.data.column(test.attribute.name)
    levels, codes = columns.levels[column], columns.codes[column]
    branch_of_code: dict[int, int | Missing] = {ABSENT: branch_of_missing(test)}  # each value of the column is looked up once

    def branch(r: int) -> int | Missing:
        code = codes[r]
        if code not in branch_of_code:
            branch_of_code[code] = branch_of(test, levels[code])
        return branch_of_code[code]

    return branch


def rows_as_counted(offer: object, columns: Columns, records: Weighted) -> Callable[[Test], Split]:
    """
    A function from a test to how many of some records take each branch, as a program counts them to refuse branches of too few.

    offer: its candidates of numbers, which may have a way of their own; else as `rows_by_branch`.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.counts import columns
    >>> from dtref.spec.model.data import DataSet, Record
    >>> from dtref.spec.model.tests import Multiway
    >>> x = Nominal("x", ("a", "b"))
    >>> data = DataSet((x,), Nominal("y", ("+",)), tuple(Record((v,), "+", Fraction(7)) for v in ("a", "b", "b")))
    >>> rows_as_counted(None, columns(data), Weighted((0, 1, 2)))(Multiway(x))
    ((1,), (2,))
    """
    return offer.row_counts(columns, records) if isinstance(offer, CountsRows) else rows_by_branch(columns, records)


def rows_by_branch(columns: Columns, records: Weighted) -> Callable[[Test], Split]:
    """
    A function from a test to how many of some records take each branch, whatever they weigh; those that miss the value asked for take
    none, unless the test says which.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.counts import columns
    >>> from dtref.spec.model.data import DataSet, Record
    >>> from dtref.spec.model.tests import Multiway
    >>> x = Nominal("x", ("a", "b"))
    >>> data = DataSet((x,), Nominal("y", ("+",)), tuple(Record((v,), "+", Fraction(7)) for v in ("a", "b", "b", MISSING)))
    >>> rows_by_branch(columns(data), Weighted((0, 1, 2, 3)))(Multiway(x))
    ((1,), (2,))
    """
    cumulated = cache(lambda column: _cumulated(columns, column, records.rows))

    def rows(test: Test) -> Split:
        if isinstance(test, Threshold | OrdinalCut):  # what is below a cut is counted once for all cuts of a column
            column = columns.data.column(test.attribute.name)
            at_most = cumulated(column)
            below, known = at_most[test.lower], at_most[columns.levels[column][-1]]
            without = len(records.rows) - known
            return tuple((n + without * (branch_of_missing(test) == b),) for b, n in enumerate((below, known - below)))
        branch = router(columns, test)
        takers = Counter(branch(r) for r in records.rows)
        return tuple((takers[b],) for b in range(branch_count(test)))

    return rows


def _cumulated(columns: Columns, column: int, rows: Sequence[int]) -> dict[Cell, int]:
    """How many records have a value of at most each level."""
    by_code = Counter(columns.codes[column][r] for r in rows)
    return dict(zip(columns.levels[column], accumulate(by_code[code] for code in range(len(columns.levels[column]))), strict=True))


def gotten(columns: Columns, branches: Sequence[Sequence[Part]]) -> tuple[Split, Split]:
    """
    For each branch the counts of all that it gets, parts of records included, and the number of these records.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.counts import columns
    >>> from dtref.spec.model.data import DataSet, Record
    >>> data = DataSet((), Nominal("y", ("-", "+")), (Record((), "+"), Record((), "-")))
    >>> gotten(columns(data), [[(0, 1), (1, Fraction(1, 3))], []])
    (((Fraction(1, 3), 1), (0, 0)), ((2,), (0,)))
    """
    parted = [Weighted(tuple(r for r, _ in parts), tuple(part for _, part in parts)) for parts in branches]
    return tuple(statistic(columns, records) for records in parted), tuple((len(records.rows),) for records in parted)


@defined(
    errors="Invalid where fractions are wanted and no record knows the answer, or the test lacks the direction that is learned",
)
def distribute(columns: Columns, records: Weighted, test: Test, gap: Callable[[], GapRule]) -> list[list[Part]]:
    """
    For each branch of a test the records that take it, ascending, and how much of each. The parts of a record add up to its part at the
    node.

    A record that has the value asked for takes one branch in full, the others go as the gap rule says. gap: called only if there are
    others.

    Fractions: part * n_i / sum_i n_i, with n_i the weight of the known records in branch i.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.counts import columns
    >>> from dtref.spec.model.data import DataSet, Record
    >>> from dtref.spec.model.tests import Multiway
    >>> x = Nominal("x", ("a", "b"))
    >>> data = DataSet((x,), Nominal("y", ("+",)), tuple(Record((v,), "+") for v in ("a", "b", "b", MISSING)))
    >>> distribute(columns(data), Weighted((0, 1, 2, 3)), Multiway(x), lambda: Gap.FRACTIONS)
    [[(0, 1), (3, Fraction(1, 3))], [(1, 1), (2, 1), (3, Fraction(2, 3))]]
    """
    branch = router(columns, test)
    branches: list[list[Part]] = [[] for _ in range(branch_count(test))]
    unanswered: list[Part] = []
    # the records that have the value asked for
    for r, part in zip(records.rows, records.parts or repeat(1)):  # noqa: B905 - as many parts as rows, or 1 without end
        b = branch(r)
        (unanswered if b is MISSING else branches[b]).append((r, part))
    if not unanswered:
        return branches
    # the others: in fractions down every branch, or each in full down one
    sizes: list[Count] = [sum(part * columns.weights[r] for r, part in records_there) for records_there in branches]
    rule = gap()
    if rule is Gap.FRACTIONS:
        return _in_fractions(branches, unanswered, sizes, test)
    branches_without_answer = _by_rule(columns, rule, sizes)
    for r, part in unanswered:
        for b, share in branches_without_answer(r):
            branches[b].append((r, part if share == 1 else part * share))
    return [sorted(records_there) for records_there in branches]


def _in_fractions(branches: list[list[Part]], unanswered: list[Part], sizes: Sequence[Count], test: Test) -> list[list[Part]]:
    """The branches with their share of each record that does not know the answer."""
    weight = Fraction(sum(sizes))
    if not weight:
        raise Invalid(asked(test)[0].name, "a test whose answer some record of the node knows", MISSING)
    return [
        sorted(records_there + [(r, part * n / weight) for r, part in unanswered if n])
        for records_there, n in zip(branches, sizes, strict=True)
    ]


def _by_rule(columns: Columns, rule: GapRule, sizes: Sequence[Count]) -> Callable[[int], Sequence[tuple[int, Fraction]]]:
    """For a record that does not know the answer the branches that a rule sends it down, each with its share: one, or the heaviest."""
    if rule is Gap.LEARNED:
        raise Invalid("rule for missing values", "a test that says where they go, as its direction is learned", "one that does not")
    if not isinstance(rule, Surrogates):
        heaviest = in_equal_parts([Fraction(size) for size in sizes])
        return lambda _: heaviest
    routes = {test: router(columns, test) for test, _ in rule.tests}

    def by_surrogates(r: int) -> Sequence[tuple[int, Fraction]]:
        stand_ins = stand_in(rule, lambda test: routes[test](r))
        return [(b, Fraction(1, len(stand_ins))) for b in stand_ins]

    return by_surrogates
