"""Generators for the operation that chooses among tied tests: each tie rule, on tables with many ties."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from hypothesis import strategies as st

from dtref.engines.filter.filtered import trees
from dtref.errors import Invalid
from dtref.oracle.arithmetic.json_numbers import narrow
from dtref.oracle.judge.generators.parts import DrawnInputs, Generator
from dtref.oracle.judge.generators.tables import NUMBERS, tables
from dtref.oracle.judge.generators.trees import PLAIN, drawn_rule, of_preset
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.data_kinds import A_PRESET
from dtref.oracle.operations.draws import GivenJson
from dtref.oracle.operations.inputs import Given
from dtref.oracle.operations.registry import run
from dtref.spec.growing.ties import TIE_RULES, count_endings
from dtref.spec.model.optima import list_tests
from dtref.spec.model.rules import OptionKind, rule_of
from dtref.spec.model.trees import Branch, Tree, nodes

_MOST_TREES = 8
"""How many of the trees that ties leave open are drawn from."""


def choices_of(tree: Tree) -> list[str]:
    """
    The positions of the chosen tests at the tied nodes of a tree, in preorder, from 1. A leaf that is as good comes last, as with CHAID.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.tests import Multiway
    >>> from dtref.spec.model.trees import Leaf
    >>> x, z = (Multiway(Nominal(name, ("a",))) for name in "xz")
    >>> choices_of(Branch((), ("+",), z, (x, z), (Leaf((), ("+",)),)))
    ['2']
    >>> choices_of(Leaf((), ("+",), (x, z)))
    ['3']
    """
    return [_position(node) for node in nodes(tree) if count_endings(node) > 1]


def _position(node: Tree) -> str:
    endings = [*list_tests(node.optima), None]
    return str(endings.index(node.test if isinstance(node, Branch) else None) + 1)


def _tied_trees(inputs: GivenJson) -> list[Tree]:
    given = Given.of(narrow(dict(inputs)), "given")
    return list(islice(trees(data_of(given), A_PRESET.read(given, "preset")), _MOST_TREES))


def _ruled(rule: Callable[..., object], inputs: GivenJson) -> DrawnInputs:
    """Inputs with a rule; choices, where it takes them, are those of a tree that ties leave open."""
    lists = [option.name for option in rule_of(rule).options if option.kind is OptionKind.POSITIONS]
    choices = st.sampled_from(_tied_trees(inputs) if lists else [None]).map(lambda tree: [] if tree is None else choices_of(tree))
    return st.tuples(drawn_rule(rule), choices).map(lambda pair: {**inputs, "tie": {**pair[0], **dict.fromkeys(lists, pair[1])}})


def _is_answered(inputs: GivenJson) -> bool:
    try:
        run("grow_ties", inputs)
    except Invalid:
        return False
    return True


def ruled_data(rule: Callable[..., object], preset: str, data: DrawnInputs) -> DrawnInputs:
    """
    Inputs of `grow_ties`: data sets, the preset that grows trees from them, and a tie rule that chooses what it can.

    >>> from hypothesis import find
    >>> from dtref.spec.growing.ties import First
    >>> find(ruled_data(First, "cart", tables(NUMBERS, most=2)), lambda _: True)["tie"]
    {'rule': 'first'}
    """
    return of_preset(preset, data).flatmap(lambda inputs: _ruled(rule, inputs)).filter(_is_answered)


TIE_GENERATORS: tuple[Generator, ...] = tuple(
    Generator("grow_ties", ruled_data(rule, preset, data), f"{preset}, {rule_of(rule).name}")
    for preset, data in (("cart", tables(NUMBERS, most=6)), ("id3", PLAIN))
    for rule in TIE_RULES
)
"""Generators for choices among tied tests."""
