"""
Reads trees as Weka prints them: J48, Id3, REPTree, RandomTree, SimpleCart and BFTree. Trees whose leaves are models are refused by name.

Weka's weights of records have two decimals, whether they are whole or not. Cuts have six decimals (J48) or two (REPTree, RandomTree), so
that a record between the printed cut and the program's own changes sides; SimpleCart and BFTree print the exact double.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

from attrs import evolve

from dtref.errors import Invalid
from dtref.io.files import read_text
from dtref.io.foreign.printed_trees.blocks import CUT_OFF, PrintingProgram, TreeBlock, TreeHeading, blocks_of
from dtref.io.foreign.printed_trees.branches import PrintedLeaf, Style, behind_label
from dtref.io.foreign.printed_trees.nodes import root_of_printed
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree, Gaps, Program, Setting, fold_foreign, foreign_nodes
from dtref.spec.model.numerals import numeral

_HALF = Fraction(1, 200)
"""Half a unit of the second decimal."""
_N = r"(?:[0-9]+(?:\.[0-9]+)?(?:E[0-9]+)?|-0(?:\.0)?)"
_COUNTED = re.compile(rf" \((?P<all>{_N})(?:/(?P<wrong>{_N}))?\)$")
_GROWN = re.compile(rf" \((?P<all>{_N})/(?P<wrong>{_N})\)$")
HELD_OUT = re.compile(rf" \((?P<all>{_N})/(?P<wrong>{_N})\) \[(?P<held>{_N})/(?P<missed>{_N})\]$")
_MEAN = re.compile(r"-?[0-9]+(?P<decimals>\.[0-9]{1,2})?")
"""A mean, of at most two decimals."""
_PAIRS = re.compile(rf"\((?P<all>{_N})/(?P<wrong>{_N})\)(?: \[(?P<held>{_N})/(?P<missed>{_N})\])?$")
_LEAF_OF_MEAN = re.compile(r"(?:^| ): ?" + _MEAN.pattern + HELD_OUT.pattern)
RIGHT = re.compile(rf"\((?P<right>{_N})/(?P<wrong>{_N})\)$")
A_MODEL = re.compile(
    r".*[)\]]|NB ?[0-9]+|Class=[0-9]+|(?:LM|FT)[_ ]?[0-9].*|[-+].*|[0-9]*\.[0-9]+|[-+0-9.]+(?:,[-+0-9.]+)+|.* NB[0-9]? .*|.*\t.*"
)
"""The leaves of Weka's other trees."""
_ENDS = re.compile(r"Number of Lea|Size of the [Tt]ree|=+ |Time taken|Leaves|[-=]+$")


def _j48(text: str) -> PrintedLeaf | None:
    parts = behind_label(text, _COUNTED)
    if parts is None or re.search(r"\.[0-9]{3,}", parts[1][0]):  # three decimals are HoeffdingTree's
        return None
    label, numbers = parts
    return PrintedLeaf(label, numeral(numbers["all"]), numeral(numbers["wrong"] or "0"), _HALF)


def _uncounted(text: str) -> PrintedLeaf | None:
    """A leaf without weights; null where no record is."""
    if A_MODEL.fullmatch(text) or text != text.strip() or not text:
        return None
    return PrintedLeaf(None, Fraction(0)) if text == "null" else PrintedLeaf(text)


def _random_tree(text: str) -> PrintedLeaf | None:
    """A leaf of RandomTree; one without records prints the first class, but predicts its parent's."""
    parts = behind_label(text, _GROWN)
    if parts is None:
        return None
    label, numbers = parts
    records = numeral(numbers["all"])
    return PrintedLeaf(label if records else None, records, numeral(numbers["wrong"]) if records else None, _HALF)


def _rep_tree(text: str) -> PrintedLeaf | None:
    """
    A leaf of REPTree. Its class is that of the records that grew the tree; records held out may have overruled it. It is a label where
    they surely didn't.
    """
    parts = behind_label(text, HELD_OUT)
    if parts is None:
        return None
    label, numbers = parts
    grown, wrong, held, missed = (numeral(numbers[name]) for name in ("all", "wrong", "held", "missed"))
    sure = (grown and not held) or grown + held - 2 * (wrong + missed) > 8 * _HALF
    return PrintedLeaf(label if sure else None, grown + held, wrong + missed if sure else None, 2 * _HALF)


def _rep_tree_of_numbers(text: str) -> PrintedLeaf | None:
    """
    A leaf of REPTree where the target is a number: the mean of all its records, the weight of those that grew the tree, and their variance.
    """
    parts = behind_label(text, HELD_OUT)
    if parts is None or _MEAN.fullmatch(parts[0]) is None:
        return None
    mean, numbers = parts
    grown, held = numeral(numbers["all"]), numeral(numbers["held"])
    variance = None if held or not grown else numeral(numbers["wrong"])
    return PrintedLeaf(numeral(mean), grown + held, within=2 * _HALF, impurity=variance, rounding=_HALF)


def _cart(text: str) -> PrintedLeaf | None:
    """A leaf of SimpleCart or BFTree: the weight of the class, then of the others, cut off after two decimals; null without records."""
    if text == "null":
        return PrintedLeaf(None, Fraction(0))
    parts = behind_label(text, RIGHT)
    if parts is None:
        return None
    label, numbers = parts
    return PrintedLeaf(label, numeral(numbers["right"]) + numeral(numbers["wrong"]), numeral(numbers["wrong"]), 4 * _HALF)


def _style(
    program: str,
    leaf: Callable[[str], PrintedLeaf | None],
    asks: tuple[str, str] = ("<=", ">"),
    colon: str = r"(?<! ): ",
    wide: bool = True,
) -> Style:
    """A style of Weka's: the line of a branch that has branches below it ends there. wide: whether a level takes four characters."""
    half = Fraction(1, 2 * 10**6) if asks[0] == "<=" else _HALF
    levels, alone = re.compile(r"(?:\| {3})*" if wide else r"(?:\| {2})*"), re.compile(r": ?(?P<leaf>.+)")
    return Style(program, levels, 4 if wide else 3, asks, re.compile("$"), re.compile(colon), leaf, alone, _ENDS, rounding=lambda _: half)


J48_STYLE = _style("J48", _j48)
ID3, UNCOUNTED = _style("Id3", _uncounted, wide=False), _style("J48 without weights", _uncounted)
REP_TREE, RANDOM_TREE = _style("REPTree", _rep_tree, ("<", ">="), " : "), _style("RandomTree", _random_tree, ("<", ">="), " : ")
REP_TREE_OF_NUMBERS = evolve(REP_TREE, leaf=_rep_tree_of_numbers)
PLAIN_CART = evolve(_style("SimpleCart or BFTree", _cart, ("<", ">="), wide=False), rounding=None)
_CART = evolve(PLAIN_CART, bracketed=True)
SIMPLE_CART, PLAIN_SIMPLE_CART = evolve(_CART, program="SimpleCart"), evolve(PLAIN_CART, program="SimpleCart")

_MODELS = "whose leaves are models"
WEKA = PrintingProgram(
    "J48, Id3, REPTree, RandomTree, SimpleCart and BFTree",
    (
        TreeHeading(re.compile("J48 pruned tree"), "pruned", (J48_STYLE,)),
        TreeHeading(re.compile("J48 unpruned tree"), "unpruned", (J48_STYLE,)),
        TreeHeading(re.compile("Id3"), "", (ID3,)),
        TreeHeading(re.compile("REPTree"), "", (REP_TREE,)),
        TreeHeading(re.compile("RandomTree"), "", (RANDOM_TREE,)),
        TreeHeading(re.compile("CART Decision Tree"), "", (SIMPLE_CART, PLAIN_SIMPLE_CART)),
        TreeHeading(re.compile("Best-First Decision Tree"), "", (_CART, PLAIN_CART)),
    ),
    (J48_STYLE, REP_TREE, RANDOM_TREE, _CART, PLAIN_CART, ID3, UNCOUNTED),
    {
        r"J48graft (un)?pruned tree|.*: .* \([0-9.]+\|[0-9./]+\)": "one of J48graft, whose grafted leaves hold records of other places",
        r"M5 (un)?pruned (model|regression) (tree|rules).*|.* : LM[0-9]+ \(.*%\)": f"one of M5P, {_MODELS}",
        r"Alternating decision tree:|\([0-9]+\)\S.* (=|!=|<|>=|<=|>) .*: [-+0-9.,E]+": "one of ADTree or LADTree, which add up numbers",
        r"weka\.classifiers\.trees\.LADTree:?": "one of LADTree, which adds up numbers",
        r"FT (Inner |Leaves )?tree|.*: Class=[0-9]+|.*: FT_[^ ]*:[0-9]+/[0-9]+ \(.*\)|N[0-9]+#[0-9]+ .*": f"one of FT, {_MODELS}",
        r"Logistic model tree|.*: LM_[^ ]*:[0-9]+/[0-9]+ \(.*\)": f"one of LMT, {_MODELS}",
        r"NBTree|.*: NB ?[0-9]+": f"one of NBTree, {_MODELS}",
        r".*\([0-9]+\.[0-9]{3}\) (NB.*|MC)": "one of HoeffdingTree, which has seen each record once, on its way",
        r"Decision Stump|.* is missing : .*": "a Decision Stump, which has a third branch for missing values",
        r"digraph .*\{": "a graph (leave out -g)",
        r"PART decision list|J[Rr][Ii][Pp] rules:": "a list of rules",
        r"C5\.0 \[.*|Decision tree:|SubTree \[S[0-9]+\]": "one of C5.0 (format c50)",
        r"C4\.5 \[.*|(Simplified )?Decision Tree:|Subtree \[S[0-9]+\]": "one of C4.5 (format c45)",
    },
)
_SIZES = (
    (re.compile(r"Number of (?:Leaves|Leaf Nodes)\s*:\s*([0-9]{1,9})"), "leaves"),
    (re.compile(r"Size of the [Tt]ree\s*:\s*([0-9]{1,9})"), "nodes"),
)
"""The lines that Weka prints below a tree, and the things that they count."""
_STATED = re.compile(r"(?m)^(Scheme|Options):[ \t]*(.*?)[ \t\r]*$")
_AT_A_COMMAND, _BY_DEFAULT = "Time taken to test model on training data:", (Setting("Options", ""),)
"""A line that Weka prints only at a command line, where it prints options, too, if there are any."""
TOGETHER = re.compile(
    r"^(RandomForest|Random forest of|Bagging|All the base classifiers|AdaBoost|MultiBoost|Decorate|Vote combines|Stacking)", re.MULTILINE
)
_FOREST = re.compile(r"^Random forest of ([0-9]+) trees, each constructed while considering [0-9]+ random features?\.$", re.MULTILINE)
"""What RandomForest of Weka 3.6 prints of itself, above its trees where these are printed, too."""
NUMBER, FOREST = "number", "forest"
"""The settings of a tree of such a forest: its number, from 1, and how many there are."""
UNREAD = "cuts are as printed, with a few digits: a number between what is printed and what the program has takes the other side"
RELEASES = (
    "a number less than 0.000001 above a cut is above it here; Weka 3.6 takes it for the cut (`Utils.smOrEq`), and the text does not say "
    "of which release it is"
)
"""The note of J48's trees that ask numbers."""
NOT_CLAIMED = "one of several trees, each grown from records, or weights, of its own: what nodes say of their records is not read"
HELD = "part of the records were held out from growing: which ones, and the shares of missing values without them, are not in the format"


def read_weka(path: Path) -> tuple[ForeignTree, ...]:
    """The trees in a file of Weka's output. Errors: as `parse_weka`."""
    return parse_weka(read_text(path), path.name)


def parse_weka(text: str, name: str) -> tuple[ForeignTree, ...]:
    """
    The trees in a text: J48's, Id3's, REPTree's, RandomTree's, SimpleCart's or BFTree's, below their headings, or one without. Errors:
    Invalid where there is none; where it is of another of Weka's programs; where lines are no branches, don't belong together, or can be
    read in several ways; where its number of leaves or nodes is not the one that is printed below it.

    >>> text = "x <= 2.5: a (3.0)\\nx > 2.5\\n|   kind = u: a (1.0)\\n|   kind = v: b (4.0/1.0)\\n"
    >>> (tree,) = parse_weka(text, "j48.txt")
    >>> tree.root.ask
    Cut(attribute='x', cut=Fraction(5, 2), side=<Side.AT_MOST: '<='>, width=<Width.DECIMAL: 'decimal'>, missing=None, unread=True)
    >>> tree.root.children[1].children[1].label, tree.root.children[1].children[1].errors
    ('b', Fraction(1, 1))
    """
    blocks = blocks_of(text, name, WEKA)
    settings = tuple(Setting(*pair) for pair in _STATED.findall(text)) or _BY_DEFAULT * (_AT_A_COMMAND in text)
    # the trees of a forest whose options are there: its seed tells which records each was grown from
    forest = _FOREST.search(text) if settings else None
    if forest is not None:
        if int(forest[1]) != len(blocks):
            raise Invalid(name, f"the {forest[1]} trees of the forest, as the number of each tells its records", len(blocks))
        numbers = [(*settings, Setting(NUMBER, str(i)), Setting(FOREST, forest[1])) for i in range(1, len(blocks) + 1)]
        return tuple(_tree(block, False, own) for block, own in zip(blocks, numbers, strict=True))
    several = len(blocks) > 1 or TOGETHER.search(text) is not None
    return tuple(_tree(block, several, settings) for block in blocks)


def _tree(block: TreeBlock, several: bool, settings: tuple[Setting, ...]) -> ForeignTree:
    printed, style = block.printed, block.printed.style
    if style is REP_TREE and _holds_means(block):
        printed = evolve(printed, style=REP_TREE_OF_NUMBERS)
    else:
        _check_numbers(block)
    root = root_of_printed(printed)
    _check_sizes(root, block)
    held = style is REP_TREE and any(HELD_OUT.search(row.content) and not row.content.endswith("[0/0]") for row in printed.rows[0])
    near = style is J48_STYLE and any(isinstance(node.ask, Cut) for node in foreign_nodes(root))
    notes = (
        [UNREAD] * (style.rounding is not None)
        + [RELEASES] * near
        + [NOT_CLAIMED] * several
        + [HELD] * held
        + [CUT_OFF] * block.may_be_cut_off
    )
    claims_kept = fold_foreign(root, _without_claims) if several else root
    gaps = Gaps.UNSAID if held or several or style in (_CART, PLAIN_CART) else Gaps.STATED if style in (ID3, UNCOUNTED) else Gaps.FRACTIONS
    own = {"tree": block.says, "program": style.program, "together": "yes" if several else ""}
    settings = (*settings, *(Setting(name, value) for name, value in own.items() if value))
    source = f"{style.program} {printed.name}"
    return ForeignTree(claims_kept, source, (), tuple(notes), gaps=gaps, settings=settings, program=Program.WEKA)


def _without_claims(node: ForeignNode, children: Sequence[ForeignNode]) -> ForeignNode:
    return evolve(node, children=tuple(children), records=None, errors=None)


def _holds_means(block: TreeBlock) -> bool:
    """
    Whether the leaves of REPTree are means: numbers all, and one has decimals, or a variance above its weight. Classes that are named by
    whole numbers look like whole means, and count as classes.
    """
    leaves = [match for row in block.printed.rows[0] if (match := _LEAF_OF_MEAN.search(row.content)) is not None]
    counted = sum(1 for row in block.printed.rows[0] if HELD_OUT.search(row.content))
    return len(leaves) == counted and any(m["decimals"] or numeral(m["wrong"]) > numeral(m["all"]) for m in leaves)


def _check_sizes(root: ForeignNode, block: TreeBlock) -> None:
    """Errors: Invalid where the tree has another size than the one printed below it."""
    all_nodes = list(foreign_nodes(root))
    sizes = {"leaves": sum(1 for node in all_nodes if node.ask is None), "nodes": len(all_nodes)}
    for line in block.tail:
        for pattern, kind in _SIZES:
            match = pattern.fullmatch(line.text.strip())
            if match is not None and int(match[1]) != sizes[kind]:
                raise Invalid(f"{block.printed.name} line {line.at}", f"the number of {kind} that stand above, {sizes[kind]}", match[1])


def _check_numbers(block: TreeBlock) -> None:
    """Errors: Invalid for a tree of a numeric class, whose leaves print a mean, a weight and a variance, so more errors than records."""
    for row in block.printed.rows[0]:
        match = _PAIRS.search(row.content)
        pairs = [] if match is None else [(match["all"], match["wrong"]), (match["held"] or "0", match["missed"] or "0")]
        if block.printed.style in (REP_TREE, RANDOM_TREE) and any(numeral(wrong) > numeral(all_records) for all_records, wrong in pairs):
            wanted = f"{block.printed.style.program} of a nominal class (means are printed with two decimals, and not read)"
            raise Invalid(block.printed.where(row), wanted, f"more errors than records: {row.content[:60]}")
