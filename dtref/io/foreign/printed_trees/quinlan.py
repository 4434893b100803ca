"""
Reads trees as C4.5 (release 8) and C5.0 print them, with their subtrees `[S1]` in place. A text may have several: before and after
pruning, and the trials of boosting.

Weights of records have one decimal: C5.0 leaves it out where it is 0. The number behind a slash is the weight of other classes; in C4.5's
simplified tree it is the estimate of pruning. Weights are sums of 32-bit floats, in which numbers and cuts are held as well; cuts are
printed with a few digits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from attrs import evolve

from dtref.errors import Invalid
from dtref.io.files import read_text, text_lines
from dtref.io.foreign.printed_trees.blocks import CUT_OFF, PrintingProgram, TreeBlock, TreeHeading, blocks_of
from dtref.io.foreign.printed_trees.branches import PrintedLeaf, Style, behind_label
from dtref.io.foreign.printed_trees.nodes import root_of_printed
from dtref.io.foreign.printed_trees.weka import UNREAD
from dtref.io.foreign.tree import ForeignNode, ForeignTree, Gaps, Known, Setting, fold_foreign, foreign_nodes
from dtref.spec.model.attributes import Width
from dtref.spec.model.numerals import numeral

_N = r"[0-9]+(?:\.[0-9]+)?(?:e\+?[0-9]+)?"
_COUNTED = re.compile(rf" \((?P<all>{_N})(?:/(?P<wrong>{_N}))?\)$")
_SUBTREE = re.compile(r"\[S(?P<number>[0-9]{1,3})\]")
_SIZES = re.compile(r"([0-9]+)\s+[0-9]+\(.*%\)\s+([0-9]+)\s+[0-9]+\(.*%\)\s+\(.*%\)(?:\s+<<)?")
"""C4.5's table of the numbers of nodes, before and after pruning."""
TRIAL = re.compile(r"-----\s+Trial (?P<number>[0-9]+):\s+-----")


def _leaf(text: str) -> PrintedLeaf | None:
    subtree = _SUBTREE.fullmatch(text)
    if subtree is not None:
        return PrintedLeaf(None, subtree=int(subtree["number"]))
    parts = behind_label(text, _COUNTED)
    if parts is None:
        return None
    label, numbers = parts
    records = numeral(numbers["all"])
    return PrintedLeaf(label, records, numeral(numbers["wrong"] or "0"), Fraction(1, 20) + records / 2**20)


def _uncounted(text: str) -> PrintedLeaf | None:
    """A class alone, as people copy it; the programs print weights."""
    if _SUBTREE.fullmatch(text) or text.endswith((")", "]", ":")) or text != text.strip() or not text:
        return None
    return PrintedLeaf(text)


def _six_digits(cut: Fraction) -> Fraction:
    """Half a unit of the sixth digit, which is the last one printed."""
    digits = len(str(int(abs(cut)))) if abs(cut) >= 1 else -next((k for k in range(60) if abs(cut) * 10 ** (k + 1) >= 1), 60)
    return Fraction(10) ** (digits - 6) / 2


def _style(program: str, level: str, colon: str, ends: str, not_applicable: bool) -> Style:
    alone = re.compile(r" ?:? ?(?P<leaf>\S.*)")
    stop = re.compile(f"{colon}$")
    behind = re.compile(rf"{colon}(?: |(?=\[S))")
    return Style(
        program,
        re.compile(f"(?:{level})*"),
        4,
        ("<=", ">"),
        stop,
        behind,
        _leaf,
        alone,
        re.compile(ends),
        not_applicable=not_applicable,
        rounding=_six_digits,
        floats=Width.FLOAT32,
    )


_C45 = _style("C4.5", r"\| {3}", " ?:", r"Subtree|Evaluation|Tree saved|Simplified|Decision|Trial", not_applicable=False)
C50 = _style("C5.0", r": {3}|:\.\.\.| {4}", ":", r"SubTree|Evaluation|-+|\*\*\*|Decision", not_applicable=True)
BARE_C45, BARE_C50 = (
    evolve(style, program=f"{style.program} without weights", leaf=_uncounted, alone=re.compile("(?!)")) for style in (_C45, C50)
)

_RULES = r"Rules?( [0-9/]+)?:( \(.*)?|Rule [0-9/]+: \(.*|Composite ruleset:|Final rules from tree .*"
WEKA_TREES = r"J48(graft)? (un)?pruned tree|REPTree|RandomTree|(CART|Best-First) Decision Tree"
SOFT = r".* (<=|>|>=) \S+ (\[[-+.e0-9]+,[-+.e0-9]+\] ?|\([-+.e0-9]+\)):.*"
FROM_C45 = PrintingProgram(
    "C4.5",
    (
        TreeHeading(re.compile("Decision Tree:"), "before pruning", (_C45, BARE_C45)),
        TreeHeading(re.compile("Simplified Decision Tree:"), "after pruning", (_C45, BARE_C45)),
    ),
    (_C45, BARE_C45),
    {
        _RULES: "rules",
        SOFT: "one with soft thresholds (leave out -p)",
        r".*: ?\[S\?\?\]": "one with more subtrees than C4.5 prints",
        WEKA_TREES: "one of Weka (format j48)",
        r"C5\.0 \[.*|Decision tree:|:\.\.\..*": "one of C5.0 (format c50)",
    },
)
FROM_C50 = PrintingProgram(
    "C5.0",
    (TreeHeading(re.compile("Decision tree:"), "", (C50, BARE_C50)),),
    (C50, BARE_C50),
    {
        _RULES: "rules",
        SOFT: "one with soft thresholds (leave out -p)",
        r".* (<=|>) ([0-9]{4}[-/][0-9]{2}[-/][0-9]{2}|[0-9]{2}:[0-9]{2}:[0-9]{2}).*": "one with dates or times, which are not read",
        r".* in \[\S+-\S+\]:.*": "one with ordered values, of which only the ends are printed",
        WEKA_TREES: "one of Weka (format j48)",
        r"C4\.5 \[.*|(Simplified )?Decision Tree:": "one of C4.5 (format c45)",
    },
)
ESTIMATES = "what stands behind a slash is what pruning expects, not what the records show: compared with a claim that names its pruning"
_UNKNOWN = "whether the tree was simplified is not said: what stands behind a slash may be what pruning expects, and is not read"
BEFORE = "the tree before pruning; the one after it is tree {}"
TRIALS = "trial {} of boosting (tree {} of {}): its records weigh otherwise than the data's, so that what nodes say of them is not read"
NOT_APPLIED = "N/A is what does not apply: a record that misses the value goes there"


def read_c45(path: Path) -> tuple[ForeignTree, ...]:
    """The trees in a file of C4.5's output. Errors: as `parse_c45`."""
    return parse_c45(read_text(path), path.name)


def read_c50(path: Path) -> tuple[ForeignTree, ...]:
    """The trees in a file of C5.0's output. Errors: as `parse_c50`."""
    return parse_c50(read_text(path), path.name)


def parse_c45(text: str, name: str) -> tuple[ForeignTree, ...]:
    """
    The trees in a text: below `Decision Tree:` and `Simplified Decision Tree:`, or one without heading. Errors: Invalid where there is
    none; for rules and soft thresholds; where lines are no branches, don't belong together, or can be read in several ways; for a
    subtree that is missing; where a tree has another number of nodes than is printed below it.

    >>> text = "x <= 2.5 :[S1]\\nx > 2.5 : a (3.0)\\n\\nSubtree [S1]\\n\\nkind = u: a (1.0)\\nkind = v: b (4.0/1.2)\\n"
    >>> [(node.place, node.label) for node in foreign_nodes(parse_c45(text, "tree.txt")[0].root)]
    [('line 1', None), ('line 6', None), ('line 6', 'a'), ('line 7', 'b'), ('line 2', 'a')]
    """
    blocks = blocks_of(text, name, FROM_C45)
    trees = [root_of_printed(block.printed) for block in blocks]
    _check_sizes(blocks, trees)
    return tuple(_c45(i, blocks, root) for i, root in enumerate(trees))


def _c45(i: int, blocks: Sequence[TreeBlock], root: ForeignNode) -> ForeignTree:
    block = blocks[i]
    notes = [UNREAD, {"before pruning": "", "after pruning": ESTIMATES, "": _UNKNOWN}[block.says]]
    notes.extend([CUT_OFF] * block.may_be_cut_off)
    if block.says == "before pruning" and i + 1 < len(blocks) and blocks[i + 1].says == "after pruning":
        notes.append(BEFORE.format(i + 2))
    after = block.says == "after pruning"

    def estimated(node: ForeignNode, children: Sequence[ForeignNode]) -> ForeignNode:
        return evolve(node, children=tuple(children), errors=None, predicted=node.errors if after else None)

    claims_kept = root if block.says == "before pruning" else fold_foreign(root, estimated)
    settings = (Setting("tree", block.says),) if block.says else ()
    texts = tuple(note for note in notes if note)
    return ForeignTree(claims_kept, f"C4.5 {block.printed.name}", (), texts, gaps=Gaps.FRACTIONS, width=Width.FLOAT32, settings=settings)


def _check_sizes(blocks: Sequence[TreeBlock], trees: Sequence[ForeignNode]) -> None:
    """Errors: Invalid where the trees, one of each kind, have other numbers of nodes than in the table below them."""
    rows = [(line, sizes) for block in blocks for line in block.tail if (sizes := _SIZES.fullmatch(line.text.strip()))]
    kinds = [block.says for block in blocks]
    if len(rows) != 1 or kinds not in (["before pruning"], ["before pruning", "after pruning"]):
        return
    line, sizes = rows[0]
    for tree, size in zip(trees, sizes.groups(), strict=False):  # beside a single tree, the table has the size after pruning, too
        number_of_nodes = sum(1 for _ in foreign_nodes(tree))
        if int(size) != number_of_nodes:
            raise Invalid(f"{blocks[0].printed.name} line {line.at}", f"the number of nodes that stand above, {number_of_nodes}", size)


def parse_c50(text: str, name: str) -> tuple[ForeignTree, ...]:
    """
    The trees in a text: below `Decision tree:`, of each trial, or one without heading. Errors: Invalid where there is none; for rules, soft
    thresholds, ordered values; where lines are no branches, don't belong together, or can be read in several ways; for a subtree
    that is missing.

    >>> (tree,) = parse_c50("x <= 2.5: a (3)\\nx > 2.5:\\n:...kind = u: a (1)\\n    kind in {v,w}: b (4.2/1)\\n", "tree.txt")
    >>> tree.root.children[1].ask, tree.root.children[1].children[1].records
    (Values(attribute='kind', groups=(('u',), ('v', 'w')), otherwise=None, missing=None), Fraction(21, 5))
    """
    blocks = blocks_of(text, name, FROM_C50)
    trials = [(i, match["number"]) for i, line in enumerate(text_lines(text), 1) if (match := TRIAL.search(line))]
    return tuple(
        _c50(i, blocks, next((number for line, number in reversed(trials) if line < block.at), "")) for i, block in enumerate(blocks)
    )


def _c50(i: int, blocks: Sequence[TreeBlock], trial: str) -> ForeignTree:
    """A tree with notes on the trial of boosting that it is of."""
    printed, root = blocks[i].printed, root_of_printed(blocks[i].printed)
    notes = [UNREAD, *[CUT_OFF] * blocks[i].may_be_cut_off]
    if trial not in ("", "0") or (trial == "" and i):
        notes.append(TRIALS.format(trial or i, i + 1, len(blocks)))
        root = fold_foreign(root, lambda node, children: evolve(node, children=tuple(children), records=None, errors=None))
    elif trial:
        notes.append(f"trial {trial} of boosting, tree {i + 1} of {len(blocks)}")
    if any(isinstance(node.ask, Known) for node in foreign_nodes(root)):
        notes.append(NOT_APPLIED)
    settings = (Setting("trial", trial),) if trial else ()
    return ForeignTree(root, f"C5.0 {printed.name}", (), tuple(notes), gaps=Gaps.FRACTIONS, settings=settings)
