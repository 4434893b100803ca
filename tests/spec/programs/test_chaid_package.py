"""The CHAID package: its rules by a second route, in doubles; trees that it printed (CHAID 5.5.1); what is not Kass's; what is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from scipy.special import chdtrc

import dtref
from dtref.errors import Invalid
from dtref.io.foreign.chaid import parse_chaid
from dtref.io.foreign.tree import ForeignNode, ForeignTree, Values
from dtref.oracle.verify.verdicts import Beaten, Tied
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import MISSING, Continuous, Nominal, Ordinal
from dtref.spec.model.counts import Counts
from dtref.spec.model.data import DataSet, Record
from dtref.spec.programs.chaid_package import CHAID_PACKAGE, chaid_package
from dtref.spec.split.chaid.categories import Group, Grouping
from dtref.spec.split.chaid.least_p import is_zero_in_doubles
from dtref.spec.split.chaid.package_merging import CodedCategories, PackageMerging
from dtref.spec.split.chaid.significance import Significance, significance

TREES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("chaid_package.json").read_text("utf-8"))
"""Trees of CHAID 5.5.1, each with its table (a line a record, ? where a value is missing), its settings, and what print_tree printed."""


def table_of(tree: dict[str, Any]) -> DataSet:
    kinds = [(Ordinal if name in tree["ordinal"] else Nominal)(name, tuple(values)) for name, values in tree["values"].items()]
    rows = [line.split() for line in tree["records"]]
    records = [Record(tuple(MISSING if v == "?" else v for v in values), label) for *values, label in rows]
    return DataSet(tuple(kinds), Nominal("y", tuple(tree["classes"])), tuple(records))


def policy_with(settings: dict[str, Any]) -> Policy:
    given: dict[str, Any] = {name: Fraction(value) if isinstance(value, str) else value for name, value in settings.items()}
    return chaid_package(**given)


@pytest.mark.parametrize("number", range(len(TREES)))
def test_a_printed_tree_is_right_and_the_grown_one_asks_the_same_or_ties(number: int) -> None:
    tree = TREES[number]
    data, policy, foreign = table_of(tree), policy_with(tree["settings"]), parse_chaid("\n".join(tree["printed"]), "printed")
    report = dtref.verify(foreign, data, policy)
    assert report.wrong == ()
    ties = any(isinstance(verdict, Tied) for finding in report.findings for verdict in finding.verdicts)
    columns = [line.split(", p=")[0].rpartition("(")[2] for line in tree["printed"] if ", p=" in line]
    asked = [line.strip("| ").split(" in ")[0].removesuffix(" not") for line in dtref.tree_text(dtref.grow(data, policy)).splitlines()]
    assert ties or set(asked[1:]) == set(columns)


def least_alike(counts: list[Counts], codes: list[int] | None, merging: PackageMerging) -> Grouping:
    """The groups that the package's loop ends in, in doubles, the first of pairs that tie; () for none."""
    groups: dict[int, list[int]] = {i: [i] for i in range(len(counts))}
    table = {i: list(row) for i, row in enumerate(counts)}
    total, least = sum(map(sum, counts)), float(merging.least)
    while True:
        keys = sorted(groups)
        if codes is None:
            pairs = list(combinations(keys, 2))
        else:
            pairs = [(a, b) for a, b in pairwise(keys) if codes[groups[a][-1]] + 1 == codes[groups[b][0]]]
        if not pairs:
            return ()
        choice, most, most_chi = None, -1.0, 0.0
        for pair in pairs:
            used = [j for j in range(len(counts[0])) if table[pair[0]][j] + table[pair[1]][j]]
            last = [[table[i][j] for j in used] for i in pair]
            n = sum(map(sum, last))
            if len(groups) > 2 and total - n < least:
                continue
            if len(used) == 1:
                choice = pair
                break
            chi = 0.0 + sum(
                (row[j] - sum(row) * sum(r[j] for r in last) / n) ** 2 / (sum(row) * sum(r[j] for r in last) / n)
                for row in last
                for j in range(len(used))
            )
            p = float(chdtrc(len(used) - 1, chi))
            if p > most or (p == most and chi > most_chi):
                choice, most, most_chi = pair, p, chi
        stands = most <= 0 or most < float(merging.alpha)
        stands = stands and not (merging.most_groups and len(groups) > merging.most_groups)
        stands = stands and min(map(sum, last)) >= least and not (merging.exhaustive and len(groups) > 2)
        if stands:
            return tuple(tuple(groups[key]) for key in keys)
        if choice is None:
            return ()
        a, b = choice
        groups[a] = sorted(groups[a] + groups.pop(b))
        table[a] = [x + y for x, y in zip(table[a], table.pop(b), strict=True)]


@pytest.mark.parametrize("seed", range(60))
def test_groups_are_among_those_that_merging_may_end_in(seed: int) -> None:
    random = Random(seed)
    classes, categories = random.choice([2, 2, 3]), random.randint(2, 7)
    counts: list[Counts] = [tuple(random.choice([0, 0, 1, 2, 5, 12]) for _ in range(classes)) for _ in range(categories)]
    counts = [row if any(row) else (1, *row[1:]) for row in counts]
    codes = sorted(random.sample(range(9), categories)) if random.random() < 0.5 else None
    least, alpha = random.choice([0, 3, 10]), random.choice([Fraction(1, 20), Fraction(1, 2)])
    merging = PackageMerging(alpha, least, random.choice([None, 2, 3]), random.random() < 0.3)
    ends = merging.ends(CodedCategories(tuple(counts), None if codes is None else tuple(codes)))
    assert least_alike(counts, codes, merging) in ends


def test_what_is_not_kass_s() -> None:
    def groups(*rows: Counts, **rules: Any) -> list[tuple[Group, ...]]:
        return PackageMerging(**{"least": 0, **rules}).groupings(CodedCategories(rows))

    # two values with the same class shares stay apart, as that pair is of one class and the one before it differs
    assert groups((20, 0), (0, 20), (0, 20)) == [((0,), (1,), (2,))]
    # ... and the groups stand whatever the p-value, if such a pair comes first: here it is 0.53
    assert groups((3, 0), (2, 0), (1, 1)) == [((0,), (1,), (2,))]
    # a group of 4 records, with 5 as the least size, as it isn't in the pair that is looked at last; turned around it is
    assert groups((4, 0, 0), (0, 30, 0), (0, 0, 30), least=5) == [((0,), (1,), (2,))]
    assert groups((0, 30, 0), (0, 0, 30), (4, 0, 0), least=5) == [((0,), (1, 2)), ((0, 2), (1,))]


def test_p_values_that_are_0_as_doubles_are_those_of_scipy() -> None:
    for degrees in (1, 2, 5, 20):
        for statistic in range(1380, 1620, 4):
            assert is_zero_in_doubles(Significance(Fraction(statistic), degrees)) == (float(chdtrc(degrees, statistic)) == 0)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ({"dep_variable_type": "continuous"}, "categorical"),
        ({"weight": True}, "without weights"),
        ({"alpha_merge": 2}, "alpha_merge"),
        ({"max_depth": -1}, "max_depth"),
        ({"is_exhaustive": "yes"}, "True or False"),
    ],
)
def test_what_is_refused_of_parameters(said: dict[str, Any], wanted: str) -> None:
    with pytest.raises(Invalid, match=wanted):
        chaid_package(**said)


def test_what_is_refused_of_data() -> None:
    y = Nominal("y", ("a", "b"))

    def data(attribute: Nominal | Ordinal | Continuous, *cells: Any, weight: int = 1) -> DataSet:
        labels = "ab" * len(cells)
        return DataSet((attribute,), y, tuple(Record((c,), label, Fraction(weight)) for c, label in zip(cells, labels, strict=False)))

    with pytest.raises(Invalid, match="nominal attribute"):
        dtref.grow(data(Continuous("x"), Fraction(1), Fraction(2)), CHAID_PACKAGE)
    with pytest.raises(Invalid, match="record 1, weight"):
        dtref.grow(data(Nominal("x", ("u", "v")), "u", "v", weight=2), CHAID_PACKAGE)
    with pytest.raises(Invalid, match="whole numbers"):
        dtref.grow(data(Ordinal("x", ("1", "1.5")), "1", "1.5"), CHAID_PACKAGE)


def test_a_tree_is_explained_by_the_rules_of_its_training_set() -> None:
    data = table_of(TREES[0])
    text = str(dtref.explain(data, chaid_package(min_parent_node_size=Fraction(1, 5), min_child_node_size=Fraction(1, 10))))
    assert text.startswith("All records (c0 23, c1 17)")


def test_verify_compares_p_values() -> None:
    # the six values of x have the greater statistic, and the greater p-value
    x, y = Nominal("x", tuple("012345")), Nominal("y", ("0", "1"))
    shares = (9, 8, 7, 3, 2, 1)
    records = [Record((str(i), str(int(i > 2))), "a" if n < share else "b") for i, share in enumerate(shares) for n in range(10)]
    data, policy = (
        DataSet((x, y), Nominal("c", ("a", "b")), tuple(records)),
        chaid_package(alpha_merge=1, min_child_node_size=1, max_depth=1),
    )
    leaves = tuple(ForeignNode(str(i), label="a" if share > 5 else "b") for i, share in enumerate(shares))
    report = dtref.verify(ForeignTree(ForeignNode("root", Values("x", tuple((v,) for v in x.values)), leaves), "by hand"), data, policy)
    (beaten,) = report.findings[0].verdicts
    assert isinstance(beaten, Beaten)
    assert beaten.optima[0].attribute == y  # type: ignore[union-attr]
    own, best = (significance(split).p for split in (tuple((n, 10 - n) for n in shares), ((24, 6), (6, 24))))
    assert dtref.compare(beaten.gap, own - best) == 0


NO_SPLIT = "<Invalid Chaid Split> - the max depth has been reached"
LEAF = f"([], {{'a': 3}}, {NO_SPLIT})"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "one tree"),
        (f"{LEAF}\n{LEAF}", "one tree"),
        (f"|-- {LEAF}", "one tree"),
        (f"{LEAF}\n|   |-- {LEAF}", "a node at most at level 1"),
        (LEAF.replace("{'a': 3}", "{'mean': 3.5, 's.t.d': 1.0}"), "a tree of classes"),
        (LEAF.replace("3}", "x}"), "values as Python prints them"),
        (LEAF.replace("3}", "__import__('os')}"), "values as Python prints them"),
        (LEAF.replace("[]", "[" * 3000), "a list that is closed"),
        (LEAF.replace(NO_SPLIT, "(x, p=0.1)"), "a split, or"),
        (LEAF.replace("<Invalid", "(x, p=0.1, score=2.0, groups=[['u'], ['v']]), dof=1) <Invalid"), "a split, or"),
        (
            LEAF.replace(NO_SPLIT, "(x, p=0.1, score=2.0, groups=[['u']]), dof=1)"),
            "a branch for",
        ),
    ],
)
def test_what_is_refused_of_print(text: str, wanted: str) -> None:
    with pytest.raises(Invalid, match=wanted):
        parse_chaid(text, "x.txt")
