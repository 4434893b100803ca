"""
Reads the text of Spark's `toDebugString`: a tree, or the trees of a random forest.

    DecisionTreeClassificationModel: uid=dtc_1, depth=1, numNodes=3, numClasses=2, numFeatures=2
      If (feature 0 <= 1.5)
       Predict: 0.0
      Else (feature 0 > 1.5)
       Predict: 1.0

Doubles are printed so that no other double is meant. How many categories a column has isn't printed, nor is any parameter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, pairwise

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.io.files import text_lines
from dtref.io.foreign.spark.questions import feature_names, printed_category_question, threshold_question, trees_of_spark
from dtref.io.foreign.tree import Ask, ForeignNode, ForeignTree, Setting, Values, fold_foreign, foreign_nodes
from dtref.spec.model.attributes import Width
from dtref.spec.model.numerals import numeral
from dtref.spec.model.precision import rounded
from dtref.spec.model.schemes import unfold

_HEADER = re.compile(
    r"(?P<kind>[A-Za-z]+Model)(?:: | \()uid ?= ?[^,)]+(?:, depth=(?P<depth>\d+), numNodes=(?P<nodes>\d+)|, numTrees=(?P<trees>\d+)|"
    r"\) of depth (?P<depth2>\d+) with (?P<nodes2>\d+) nodes|\) with (?P<trees2>\d+) trees)"
    r"(?:, numClasses=(?P<classes>\d+))?(?:, numFeatures=(?P<features>\d+))?"
)
_KINDS = (
    "DecisionTreeClassificationModel",
    "DecisionTreeRegressionModel",
    "RandomForestClassificationModel",
    "RandomForestRegressionModel",
)
_NUMBER = r"-?\d+\.\d+(?:E-?\d+)?"
_ASK = re.compile(
    rf"(?P<word>If|Else) \(feature (?P<feature>\d+) (?:(?P<sign><=|>) (?P<cut>{_NUMBER})|(?P<in>in|not in) \{{(?P<set>[0-9.,]*)\}})\)"
)
_LEAF = re.compile(rf"Predict: (?P<label>{_NUMBER})")
MOST_CATEGORIES = 2**16
"""So many categories of a column are read."""
_TREE = re.compile(r"Tree \d+ \(weight 1\.0\):")
NO_PARAMETERS = "toDebugString prints no parameters, no counts, and not where a category goes that its column never had"


@frozen(eq=False)
class _Line:
    """A line: its number, how far it is indented, and its text."""

    number: int
    indent: int
    text: str


def parse_debug_string(text: str, name: str) -> tuple[ForeignTree, ...]:
    """
    The trees of a text. Errors: Invalid for another text, for a model of gradient boosting, for lines that make no tree, and for a tree of
    other size than its heading says.

    >>> head = "DecisionTreeRegressionModel: uid=dtr_1, depth=1, numNodes=3, numFeatures=1"
    >>> lines = (head, "  If (feature 0 <= 1.5)", "   Predict: 0.5", "  Else (feature 0 > 1.5)", "   Predict: 2.0")
    >>> parse_debug_string("\\n".join(lines), "tree.txt")[0].root.children[1].label
    Fraction(2, 1)
    """
    lines = [_Line(i, len(line) - len(line.lstrip(" ")), line.strip()) for i, line in enumerate(text_lines(text), 1) if line.strip()]
    header = _HEADER.fullmatch(lines[0].text) if lines else None
    if header is None or header["kind"] not in _KINDS:
        got = lines[0].text[:60] if lines else "nothing"
        raise Invalid(f"{name} line 1", f"the heading of {', '.join(_KINDS)}, as toDebugString prints it", got)
    of_classes = "Classification" in header["kind"]
    numbers = {key: None if value is None else int(value) for key, value in header.groupdict().items() if key != "kind"}
    several = numbers["trees"] if numbers["trees"] is not None else numbers["trees2"]
    blocks = [lines[1:]] if several is None else list(_blocks(lines[1:], name))
    if several is not None and len(blocks) != several:
        raise Invalid(name, f"{several} trees, as the heading says", len(blocks))
    roots = _with_categories([_tree(block, of_classes, name) for block in blocks])
    if several is None:
        _check_size(roots[0], numbers, name)
    features = feature_names(numbers["features"] or 0)
    settings = () if several is None else (Setting("numTrees", str(several)),)
    trees = trees_of_spark(roots, f"Spark {header['kind']} {name}", numbers["classes"] if of_classes else None, features, settings)
    return tuple(evolve(tree, notes=(NO_PARAMETERS,)) for tree in trees)


def _blocks(lines: Sequence[_Line], name: str) -> Iterator[Sequence[_Line]]:
    """The lines of each tree of a forest."""
    starts = [i for i, line in enumerate(lines) if line.text.startswith("Tree ")]
    if not starts or starts[0]:
        raise Invalid(name, "lines of trees, Tree 0 (weight 1.0): first", lines[0].text[:60] if lines else "nothing")
    for i, j in pairwise((*starts, len(lines))):
        if not _TREE.fullmatch(lines[i].text):
            raise Invalid(f"{name} line {lines[i].number}", "a tree of a random forest, of weight 1.0", lines[i].text[:60])
        yield lines[i + 1 : j]


def _tree(lines: Sequence[_Line], of_classes: bool, name: str) -> ForeignNode:
    """The tree of some lines."""
    ends = [len(lines)] * len(lines)
    waiting = list[int]()
    for i, line in enumerate(lines):
        while waiting and lines[waiting[-1]].indent >= line.indent:
            ends[waiting.pop()] = i
        waiting.append(i)

    def expand(block: tuple[int, int]) -> tuple[Callable[[Sequence[ForeignNode]], ForeignNode], Sequence[tuple[int, int]]]:
        first, end = block
        if first >= end:
            raise Invalid(f"{name} line {lines[first - 1].number if first else 1}", "a question or Predict below it", "nothing")
        line, where = lines[first], f"{name} line {lines[first].number}"
        leaf = _LEAF.fullmatch(line.text)
        if leaf is not None and end == first + 1:
            label = _label(leaf["label"], of_classes, where)
            return lambda _: ForeignNode(f"line {line.number}", label=label), []
        second = ends[first]
        if leaf is not None or second >= end or ends[second] < end:
            raise Invalid(where, "If and Else at one level, or one line Predict", line.text[:60])
        ask = _question(line.text, lines[second].text, where)
        return lambda children: ForeignNode(f"line {line.number}", ask, tuple(children)), [(first + 1, second), (second + 1, end)]

    return unfold((0, len(lines)), expand)


def _label(text: str, of_classes: bool, where: str) -> str | Fraction:
    number = rounded(numeral(text), Width.FLOAT64)
    if of_classes and (number.denominator != 1 or number < 0):
        raise Invalid(where, "a class, 0.0, 1.0, …", text)
    return str(number) if of_classes else number


def _question(first: str, second: str, where: str) -> Ask:
    """The question of two lines."""
    left, right = _ASK.fullmatch(first), _ASK.fullmatch(second)
    opposite = {"<=": ">", "in": "not in"}
    if left is None or right is None or (left["word"], right["word"]) != ("If", "Else"):
        raise Invalid(where, "If (feature …) and Else (feature …)", [first[:60], second[:60]])
    asked, answered = left["sign"] or left["in"], right["sign"] or right["in"]
    same = all(left[part] == right[part] for part in ("feature", "cut", "set"))
    if not same or opposite.get(asked) != answered:
        raise Invalid(where, "If and Else of one question, <= and > or in and not in", [first[:60], second[:60]])
    name = f"feature {int(left['feature'])}"
    if left["cut"] is not None:
        return threshold_question(name, rounded(numeral(left["cut"]), Width.FLOAT64))
    categories = [numeral(x) for x in left["set"].split(",") if x]
    if not categories or any(x.denominator != 1 for x in categories):
        raise Invalid(where, "categories, 0.0, 1.0, …", left["set"])
    if max(categories) >= MOST_CATEGORIES:
        raise Invalid(where, f"categories below {MOST_CATEGORIES}", left["set"])
    return Values(name, (tuple(map(str, map(int, categories))), ()))


def _with_categories(roots: Sequence[ForeignNode]) -> list[ForeignNode]:
    """Trees whose questions of categories have those that go right, too, as far as the questions of a column together tell of them."""
    least: dict[str, int] = {}
    for node in chain.from_iterable(map(foreign_nodes, roots)):
        if isinstance(node.ask, Values):
            left = _left(node.ask)
            least[node.ask.attribute] = max(least.get(node.ask.attribute, 0), max(left) + 1, len(left) + 1)

    def whole(node: ForeignNode, below: Sequence[ForeignNode]) -> ForeignNode:
        ask = node.ask
        if isinstance(ask, Values):
            ask = printed_category_question(ask.attribute, _left(ask), least[ask.attribute])
        return evolve(node, ask=ask, children=tuple(below))

    return [fold_foreign(root, whole) for root in roots]


def _left(ask: Values) -> list[int]:
    """The categories that go left."""
    return list(map(int, ask.groups[0]))


def _check_size(root: ForeignNode, numbers: dict[str, int | None], name: str) -> None:
    """Errors: Invalid for a tree of another depth, or number of nodes, than its heading says."""

    def size(_: ForeignNode, below: Sequence[tuple[int, int]]) -> tuple[int, int]:
        return 1 + max((depth for depth, _ in below), default=-1), 1 + sum(nodes for _, nodes in below)

    came = fold_foreign(root, size)
    wanted = tuple(numbers[key] if numbers[key] is not None else numbers[f"{key}2"] for key in ("depth", "nodes"))
    if came != wanted:
        raise Invalid(name, f"a tree of depth {wanted[0]} and {wanted[1]} nodes, as the heading says", f"depth {came[0]}, {came[1]} nodes")
