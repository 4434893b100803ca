"""
Printed trees edited in one place: refused with the line, or read as what the edited text says.

What a text says is found by walking its lines from the top, a level at a time, as a person would: the first line of the level whose
condition holds. It shares no code with the reader.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TypeAlias

import pytest
from many import one_in

from dtref.errors import Invalid
from dtref.io.foreign.printed_trees.quinlan import parse_c45, parse_c50
from dtref.io.foreign.printed_trees.weka import parse_weka
from dtref.io.foreign.tree import ForeignNode, ForeignTree, branch_taken
from dtref.spec.model.attributes import MISSING

Given: TypeAlias = Mapping[str, float | str]

J48 = """J48 pruned tree
------------------

x <= 0.6: a (50.0)
x > 0.6
|   k = u
|   |   z <= 4.9: b (48.0/1.0)
|   |   z > 4.9: c (6.33/2.0)
|   k = v: c (46.0/1.0)
|   k = w: a (0.0)

Number of Leaves  : \t5

Size of the tree : \t8
"""
ID3 = """Id3


k = u
|  m = s: a
|  m = t: null
k = v: b
k = w
|  m = s: b
|  m = t: c
"""
REP_TREE = """
REPTree
============

x < 1.75
|   k = u : a (36/3) [18/2]
|   k = v : b (2/0) [0/0]
|   k = w : a (9.5/0) [4/0]
x >= 1.75 : c (31/1) [15/0]

Size of the tree : 6
"""
RANDOM_TREE = """
RandomTree
==========

x < 1.75
|   k = u : a (36/3)
|   k = v : b (2/0)
|   k = w : a (9.5/0)
x >= 1.75 : c (31/1)

Size of the tree : 6
"""
CART = """CART Decision Tree

k=(u)|(w)
|  x < 1.75: a(13.0/2.26)
|  x >= 1.75
|  |  m=(s): b(3.0/0.0)
|  |  m!=(s): c(2.0/1.0)
k!=(u)|(w): c(45.0/1.0)

Number of Leaf Nodes: 4

Size of the Tree: 7
"""
C45 = """Decision Tree:

k = u: a (4.0)
k in {v,w}:
|   x <= 2.5 :
|   |   m = s: b (2.0/1.0)
|   |   m = t: c (3.1)
|   x > 2.5 :[S1]


Subtree [S1]

z <= 75 : a (2.0)
z > 75 : b (3.0/1.0)


Simplified Decision Tree:

k = u: a (4.0/1.2)
k in {v,w}: b (10.1/3.4)
"""
C50 = """Decision tree:

x <= 1.9: a (50)
x > 1.9:
:...z > 1.7: [S1]
    z <= 1.7:
    :...k = u: b (48/1)
        k in {v,
              w}: c (6.3/2)

SubTree [S1]

m = s: c (46/1)
m = t: a (2)


Evaluation on training data (154 cases):
"""
SAMPLES: Mapping[str, tuple[str, Callable[[str, str], tuple[ForeignTree, ...]], int, bool]] = {
    "J48": (J48, parse_weka, 4, False),
    "Id3": (ID3, parse_weka, 3, False),
    "REPTree": (REP_TREE, parse_weka, 4, False),
    "RandomTree": (RANDOM_TREE, parse_weka, 4, False),
    "SimpleCart": (CART, parse_weka, 3, True),
    "C4.5": (C45, parse_c45, 4, False),
    "C5.0": (C50, parse_c50, 4, False),
}
"""What a program prints, its reader, the width of a level, and whether values stand in brackets."""
RECORDS: Sequence[Given] = [
    dict[str, float | str]({"x": a, "z": z, "k": k, "m": m}) for a, z, k, m in product((0.5, 1.75, 2.5, 3.0), (1.0, 4.9, 80.0), "uvw", "st")
][::7]
SIGNS = {"<=": lambda a, b: a <= b, ">": lambda a, b: a > b, "<": lambda a, b: a < b, ">=": lambda a, b: a >= b}


def told(text: str, width: int, record: Given) -> str | None:
    """The class that a text says for a record, None where it says none; the first tree of the text."""
    text = re.sub(r"\{([^}]*),\n[|: ]*", r"{\1,", text)
    text = re.sub(r"^(Simplified Decision Tree|Evaluation on|Number of|Size of).*", "", text, count=1, flags=re.DOTALL | re.MULTILINE)
    lines = [
        line for line in text.splitlines() if re.search(r" (<=|>|<|>=|=|!=|in) |!?=\(", line) or "Tree [S" in line or "tree [S" in line
    ]
    return walked([(level(line, width), line) for line in lines], record)


def level(line: str, width: int) -> int:
    found = re.match(rf"(?:[|:] {{{width - 1}}}|:\.\.\.| {{{width}}})*", line)
    return len(found[0]) // width if found else 0


def walked(lines: Sequence[tuple[int, str]], record: Given) -> str | None:
    starts = {m[1]: i + 1 for i, (_, line) in enumerate(lines) if (m := re.match(r"\s*Sub[Tt]ree \[S(\d+)\]", line))}
    i, at = 0, 0
    while i < len(lines) and not re.match(r"\s*Sub[Tt]ree", lines[i][1]):
        depth, line = lines[i]
        if depth < at:
            return None
        if depth > at or not holds(line, record):
            i += 1
            continue
        leaf = re.fullmatch(r".*? ?:(?: (.*?)|\s*\[S(\d+)\])", line[depth * 3 :]) if ":" in line[depth * 4 :].lstrip(":. ") else None
        if leaf is None or not (leaf[1] or leaf[2]):
            i, at = i + 1, at + 1
        elif leaf[2] or re.fullmatch(r"\[S\d+\]", leaf[1]):
            i, at = starts[leaf[2] or leaf[1][2:-1]], 0
        else:
            return re.sub(r" ?\([-0-9./]+\)( \[[0-9./]+\])?$", "", leaf[1])
    return None


def holds(line: str, record: Given) -> bool:
    """Whether the condition at the end of the levels of a line is true of a record."""
    found = re.match(r"[|:. ]*(?P<name>[^\s=!]+) ?(?P<sign><=|>=|<|>|!=|=|in) ?(?P<rest>.*)", line)
    if found is None or found["name"] not in record:
        return False
    value, sign = record[found["name"]], found["sign"]
    first = re.split(r" ?:(?: |$|\[)", found["rest"])[0]
    if sign in SIGNS:
        return SIGNS[sign](Fraction(value), Fraction(first))
    values = first[1:-1].split(",") if sign == "in" else first[1:-1].split(")|(") if first.startswith("(") else [first]
    return (value in values) != (sign == "!=")


def read(node: ForeignNode, record: Given) -> str | Fraction | None:
    while node.ask is not None:
        value = record.get(node.ask.attribute)
        cell = MISSING if value is None else value if isinstance(value, str) else Fraction(value)
        branch = branch_taken(node.ask, cell)
        if branch is None:
            return None
        node = node.children[branch]
    return node.label


def edits(text: str) -> Iterator[tuple[str, str]]:
    """The text with a line, or a word of one, dropped, doubled, moved or changed."""
    lines = text.split("\n")
    for i, line in enumerate(lines):
        before, after = lines[:i], lines[i + 1 :]
        changed = {
            "dropped": [],
            "doubled": [line, line],
            "swapped with the next": [*after[:1], line],
            "deeper": ["|   " + line],
            "indented": ["    " + line],
            "less deep": [line[4:]],
            "of prose": ["and so on"],
            "cut": [line[: len(line) // 2]],
        }
        for what, new in changed.items():
            rest = after[1:] if what == "swapped with the next" else after
            yield f"line {i + 1} {what}", "\n".join([*before, *new, *rest])
        words = re.findall(r"\s+|[^\s:]+|:", line)
        for k, word in enumerate(words):
            others = ("", word * 2, "zzz", "-1", "u", "x", "<=", "=", "(3.0)", "[S1]", "[S7]", ":", "null")
            for other in others if word.strip() else ("", "  "):
                yield f"line {i + 1}, {word!r} to {other!r}", "\n".join([*before, "".join([*words[:k], other, *words[k + 1 :]]), *after])


@pytest.mark.parametrize("sample", SAMPLES)
def test_an_edited_text_is_refused_with_its_line_or_read_as_what_it_says(sample: str) -> None:
    text, parse, width, _ = SAMPLES[sample]
    outcomes: Counter[str] = Counter()
    for what, edited in [("nothing", text), *one_in(2, list(edits(text)))]:
        try:
            trees = parse(edited, "sample.txt")
        except Invalid as refused:
            assert refused.where.startswith("sample.txt"), what
            assert len(str(refused)) < 500, what
            outcomes["refused"] += 1
            continue
        outcomes["read"] += 1
        for record in one_in(5, RECORDS):
            found = read(trees[0].root, record)
            wanted = told(edited, width, record)
            assert found == (None if wanted == "null" and sample in ("Id3", "SimpleCart") else wanted), (what, record)
    assert outcomes["refused"] > 50
    assert outcomes["read"] > 10


def test_there_are_a_few_thousand_edits() -> None:
    assert sum(1 for text, *_ in SAMPLES.values() for _ in edits(text)) > 3000
