"""
Herbold and Tunkel's comparison of tree learners, with exact sets of answers: every tree verified under the policy that it states, on its
own draws, and spoiled; and each judged as a tree of every other program of its group, where what departs has a cause by name.

`PYTHONPATH=tests python tests/peers/herbold_tunkel.py` writes herbold_tunkel.json and HERBOLD_TUNKEL.md beside this file, which are
committed by hand. `--only GROUP` (repeatable) leaves the rows of other groups as they are, `--tables N` takes the first N tables, `--dry`
writes nothing. The folder that DTREF_DATA names must be there for all tables.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import Any

from peers.definitions import Name
from peers.herbold_groups import FEWER, TREES, Group, Member, alone, groups
from peers.herbold_tables import Named, herbold_tables
from peers.library import DataSet
from peers.matrix_cells import RIGHT_ALL_THE_SAME, RIGHT_THERE, Case, Outcome, judged
from peers.matrix_rows import AT_THE_NODE
from peers.remembered import remembering
from peers.what_ran import digest, lines, watched

import dtref
from dtref.errors import Invalid, Undecided
from dtref.io.foreign.tree import ForeignNode, ForeignTree, branch_taken, foreign_nodes
from dtref.oracle.verify.verdicts import WRONG, Beaten, Finding, NotACandidate, StoppedEarly, StoppedLate
from dtref.oracle.verify.verify import verify
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Width
from dtref.spec.model.precision import rounded
from dtref.spec.split.numeric.single_precision import ThresholdsApart

JSON, PAGE = (Path(__file__).with_name(name) for name in ("herbold_tunkel.json", "HERBOLD_TUNKEL.md"))
WATCHED = 2
"""On so many tables, which are run twice, the functions of dtref that run are noted."""
EACH = 2
"""So many trees of a forest are spoiled, and judged as those of the other programs, on tables of the comparison; all are verified."""
Trees = Mapping[str, Sequence[ForeignTree]]


def own_row(group: Group, member: Member, grown: Sequence[tuple[Named, Sequence[ForeignTree]]]) -> dict[str, object]:
    """What came of a member's own trees: verdicts, and what came of spoiling the first of each forest."""
    verdicts, faults, number = Counter[str](), Counter[str](), 0
    wrong, missed = list[str](), list[str]()
    for table, trees in grown:
        for i, tree in enumerate(trees, 1):
            number += 1
            if i > EACH or (table.other and len(trees) > 1):
                report = verify(tree, table.read(), dtref.policy_of(tree))
                verdicts.update(map(standing, report.findings))
                wrong += [f"{table.name}, tree {i}, node {finding.place}" for finding in report.wrong]
                continue
            with remembering() as memory:
                came = judged(Outcome(table.name, member.settings), Case(tree, table.read(), dtref.policy_of(tree), memory), number)
            verdicts.update(came.verdicts)
            faults.update(came.faults)
            wrong += [f"{table.name}, tree {i}, node {text}" for text in came.wrong]
            missed += [f"{table.name}, tree {i}: {text}" for text in came.missed]
    rounded_nodes = verdicts["WithinFloat"] + verdicts["StopWithinFloat"]
    right = verdicts["Optimal"] + verdicts["Tied"] + verdicts["TiedSurrogates"]
    return {
        "group": group.name,
        "program": member.name,
        "version": member.version(),
        "settings": member.settings,
        "runs": len(grown),
        "trees": number,
        "nodes": sum(verdicts.values()),
        "tied": verdicts["Tied"] + verdicts["TiedSurrogates"],
        "within rounding": rounded_nodes,
        "not checked": verdicts["NotChecked"],
        "wrong": sum(verdicts.values()) - right - rounded_nodes - verdicts["NotChecked"],
        "wrong nodes": wrong,
        "spoiled": dict(sorted(faults.items())),
        "missed": missed,
    }


def standing(finding: Finding) -> str:
    """The verdict that counts for a node: that it is wrong, or open; else rounding, a tie, or that it is the only best."""
    names = {type(verdict).__name__ for verdict in finding.verdicts}
    order = ("NotChecked", "WithinFloat", "StopWithinFloat", "Tied", "TiedSurrogates", "Optimal")
    return "wrong" if finding.wrong else next(name for name in order if name in names)


def pair_rows(group: Group, grown: Mapping[str, Sequence[tuple[Named, Sequence[ForeignTree]]]]) -> Iterator[dict[str, object]]:
    """Each member's trees, judged as those of each other member."""
    names = [member.name for member in group.members if member.gini and member.name in grown]
    for name in names:
        for other in (o for o in names if o != name):
            came, causes = Counter[str](), Counter[str]()
            for (table, trees), (_, others) in zip(grown[name], grown[other], strict=True):
                if table.other and len(trees) > 1:
                    continue
                policy = dtref.policy_of(others[0])
                for tree in trees[:EACH]:
                    kind, found = compared(tree, others[0] if len(others) == 1 else None, table.read(), policy)
                    came[kind] += 1
                    causes.update(found)
            counts, named = dict(sorted(came.items())), dict(sorted(causes.items()))
            yield {"group": group.name, "trees of": name, "as": other, "trees": counts, "causes": named}


SAME, MAY_GROW, DEPARTS = "the same partitions", "one that it may grow, too", "departs"


def compared(tree: ForeignTree, own: ForeignTree | None, data: DataSet, policy: Policy) -> tuple[str, Counter[str]]:
    """How a tree compares with what another program may grow, and the causes. own: that program's tree, where it grows one."""
    nameless, records = alone(tree, data)
    try:
        report = verify(nameless, records, policy)
    except (Invalid, Undecided) as problem:
        return "not judged", Counter({f"not judged: {problem.args[0] if problem.args else problem}"[:100]: 1})
    if report.first_wrong:
        by_place = {node.place: node for node in foreign_nodes(tree.root)}
        policies = (dtref.policy_of(tree), policy)
        return DEPARTS, Counter(cause(finding, by_place[finding.place], records, policies) for finding in report.first_wrong)
    if own is not None:
        same = partitions(tree.root, data) == partitions(own.root, data)
        return (SAME, Counter()) if same else (MAY_GROW, Counter({"tie: another of the tests that are as good": 1}))
    near = any(type(v).__name__ in ("WithinFloat", "StopWithinFloat") for f in report.findings for v in f.verdicts)
    return MAY_GROW, Counter({"width: doubles do not tell which test is better": 1}) if near else Counter()


def cause(finding: Finding, node: ForeignNode, data: DataSet, policies: tuple[Policy, Policy]) -> str:
    """
    The cause, by name, of a node that another program wouldn't make: a rule of its own, or the width of its numbers. policies: its own, and
    the other program's.
    """
    verdict = next(v for v in finding.verdicts if isinstance(v, WRONG))
    own, other = (policy.criterion.name.removesuffix("_of_filled") for policy in policies)
    narrow = [isinstance(policy.continuous, ThresholdsApart) for policy in policies]
    if any(narrow) and not all(narrow) and _are_too_near(data):
        return "width: single precision does not part all numbers"
    match verdict:
        case Beaten() | NotACandidate() if own != other:
            return f"rule: chosen by {own}, the other goes by {other}"
        case NotACandidate(why=why):
            return f"rule: {why}"
        case StoppedEarly():
            return "rule: it ends where the other asks on"
        case StoppedLate(why=why):
            return f"rule: it asks on where the other ends ({why})"
        case _:
            return f"rule: {type(verdict).__name__} at {'a leaf' if node.ask is None else 'a test'}"


def _are_too_near(data: DataSet) -> bool:
    """Whether a column has different numbers that are one in single precision, or nearer than 1e-7."""
    columns = ([v for v in column if isinstance(v, Fraction)] for column in zip(*(r.values for r in data), strict=True))
    singles = (sorted(rounded(v, Width.FLOAT32) for v in set(column)) for column in columns)
    return any(b - a <= Fraction(1, 10**7) for single in singles for a, b in pairwise(single))


def partitions(root: ForeignNode, data: DataSet) -> set[frozenset[int]]:
    """The sets of records at the nodes of a tree."""
    found, waiting = set[frozenset[int]](), [(root, frozenset(range(len(data))))]
    while waiting:
        node, rows = waiting.pop()
        found.add(rows)
        if node.ask is not None:
            column = data.column(node.ask.attribute)
            goes = {r: branch_taken(node.ask, data.records[r].values[column]) for r in rows}
            waiting += [(child, frozenset(r for r in rows if goes[r] == i)) for i, child in enumerate(node.children)]
    return found


def run(most: int, only: Sequence[str]) -> dict[str, Any]:
    """The rows of groups, on the first tables, and what ran of dtref for each. only: their names; all, if none is given."""
    tables, own, pairs, ran = list(herbold_tables())[:most], list[object](), list[object](), dict[str, object]()
    for group in (group for group in groups() if not only or group.name in only):
        start = process_time()
        there = [member for member in group.members if member.version()]
        functions = set[Name]()
        with watched(functions):
            _rows(group, there, tables[:WATCHED])
        rows = _rows(group, there, tables)
        own, pairs, ran[group.name] = [*own, *rows[0]], [*pairs, *rows[1]], lines(functions)
        print(f"{group.name}: {process_time() - start:.0f} s", file=sys.stderr, flush=True)
    return {"own": own, "pairs": pairs, "ran": ran}


def _rows(group: Group, there: Sequence[Member], tables: Sequence[Named]) -> tuple[list[object], list[object]]:
    """The rows of a group's members, and of their pairs."""
    grown = {member.name: [(table, _grown(member, table, k)) for k, table in enumerate(tables, 1)] for member in there}
    return [own_row(group, member, grown[member.name]) for member in there], list(pair_rows(group, grown))


def joined(new: Mapping[str, Any], old: Mapping[str, Any]) -> dict[str, Any]:
    """New rows, and old ones of groups of which there are no new ones, in the order of the groups; the tables, and what ran."""
    done = {row["group"] for row in new["own"]}
    kept = {key: [*new[key], *(row for row in old.get(key, ()) if row["group"] not in done)] for key in ("own", "pairs")}
    order = [group.name for group in groups()]
    rows = {key: sorted(found, key=lambda row: order.index(row["group"])) for key, found in kept.items()}
    ran = {**old.get("ran", {}), **new["ran"]}
    return {"tables": [table.name for table in herbold_tables()], **rows, "ran": {name: ran[name] for name in order if name in ran}}


def _grown(member: Member, table: Named, seed: int) -> Sequence[ForeignTree]:
    """A member's trees, each with the draws that it tells, whatever is needed to find them."""
    return member.grow(table.read(), seed, FEWER if table.other else TREES)


def page_text(found: Mapping[str, Any]) -> str:
    """HERBOLD_TUNKEL.md."""
    own, pairs, tables = (found[key] for key in ("own", "pairs", "tables"))
    code = digest({group: digest(ran) for group, ran in found["ran"].items()})
    text = [_HEAD.strip("\n").format(code=code, tables=", ".join(tables))]
    keys = ("group", "program", "version", "settings", "runs", "trees", "nodes", "tied", "within rounding", "not checked", "wrong")
    for row in own:
        spoiled = row["spoiled"]
        tried = sum(n for name, n in spoiled.items() if name not in (*RIGHT_ALL_THE_SAME, RIGHT_THERE))
        cells = [f"{row[key]:,}" if isinstance(row[key], int) else str(row[key]) for key in keys]
        text.append(f"| {' | '.join(cells)} | {sum(spoiled.get(name, 0) for name in AT_THE_NODE):,} of {tried:,} |")
    text += [""] + [f"* Wrong: {row['group']}, {row['program']}: {fault}" for row in own for fault in row["wrong nodes"]]
    text += [f"* Spoiled and not named: {row['group']}, {row['program']}: {fault}" for row in own for fault in row["missed"]]
    text += [_PAIRS.strip("\n")]
    for row in pairs:
        causes = "; ".join(f"{name} ({n})" for name, n in row["causes"].items())
        counts = " | ".join(str(row["trees"].get(kind, 0)) for kind in (SAME, MAY_GROW, DEPARTS))
        text.append(f"| {row['group']} | {row['trees of']} | {row['as']} | {counts} | {causes} |")
    return "\n".join([*text, "", _FOUND.strip("\n")]) + "\n"


_HEAD = """
# Herbold and Tunkel's comparison, with exact sets of answers

Herbold and Tunkel, *Differential testing for machine learning: an analysis for classification algorithms beyond deep learning*, Empirical
Software Engineering 28 (2), 2023, looked for settings of scikit-learn, Weka, Spark MLlib and caret that should give the same model. For
trees they had one pair (`DecisionTreeClassifier()` and SimpleCart `-M 1 -U`), gave up rpart (its control can't be reached through caret),
Spark's tree ("type not specified"), J48, REPTree and others (no partner), and compared forests, of which nearly all deviated. Here every
tree is verified, exactly, under the policy of its own program and on the records that were drawn for it; then it is judged as if another
program of its group had grown it. What departs has a cause by name. `PYTHONPATH=tests python tests/peers/herbold_tunkel.py` writes this
page and `herbold_tunkel.json`; code `{code}` is a hash as in [MATRIX.md](MATRIX.md). Not run: Spark's forest, whose models don't
tell which records were drawn; Rborist and caret's others, which are not there.

Tables: {tables}. All columns are numbers, of at most 40 records; those of the comparison are scaled to 0 … 100 and rounded to tenths. A run
is a tree, or a forest, on a table: of 10 trees on the first five, the comparison's and that of large numbers, of 2 on the others.

## Each tree by its own program's rules

*Named*: spoiled trees in which a verdict names the spoiled node, as in [MATRIX.md](MATRIX.md); of the forests on tables of the comparison
the first two trees are spoiled, by every kind of fault that they can have.

| group | program | version | settings | runs | trees | nodes | tied | rounding | not checked | wrong | named |
| --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
"""
_PAIRS = """
## Each tree as if another program had grown it

Of a forest the first two trees, each on its own records, on the tables of the comparison. *Same*: the trees of both part the records in the
same way. *May grow*: every node is right by the other program's rules, too, so that ties, draws of columns or rounding alone part the two.
*Departs*: some node isn't; its cause is a rule that the two don't share, or the width of their numbers. Causes are counted by nodes, the
uppermost of each path.

| group | trees of | as | same | may grow | departs | causes |
| --- | --- | --- | ---: | ---: | ---: | --- |
"""
_FOUND = """
## Faults of the programs

* **randomForest 4.7-1.1, regression: a node whose records have one value may ask a cut that parts nothing.** A node isn't checked for that
  (`src/regTree.c`), no cut gains anything, chance may take none of the column, and the column is asked all the same at what stands in the
  variable: 0, or the cut of an earlier column. The six records x = 1 … 6, y = 0, 0, 0, 1, 1, 1 show it:
  `set.seed(6); randomForest(y ~ x, d, ntree = 1, nodesize = 1, replace = FALSE, sampsize = 6)` asks x <= 0 of the records 4 to 6. The
  program then moves a record to a side where its value does not lead, and the order of the records is lost (`ncase` keeps a position).
  `verify` checks no such node, nor below it. `tests/peers/test_herbold_tunkel.py` runs it. Of 388 nodes of 18 trees of means, on six
  tables, 12 are wrong; the uppermost of each path, six, are all at nodes of one value. Why one of them, a leaf, holds another number was
  not traced.
* **randomForest 4.7-1.1, classification, maxnodes = 1 never ends**: a tree that is a root alone is grown anew (`src/rf.c`).
"""


def main() -> None:
    """What the module's text says."""
    options = ArgumentParser(description=__doc__)
    options.add_argument("--only", action="append", default=[], help="a group")
    options.add_argument("--tables", type=int, default=100, help="so many tables")
    options.add_argument("--dry", action="store_true", help="write nothing")
    given = options.parse_args()
    new = run(given.tables, given.only)
    found = joined(new, json.loads(JSON.read_text()) if JSON.exists() else {})
    if given.dry:
        print(page_text(found))
        return
    JSON.write_text(json.dumps(found, indent=1) + "\n")
    PAGE.write_text(page_text(found))


if __name__ == "__main__":
    main()
