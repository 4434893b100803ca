"""Tie rules: first, last, refuse, and a list of choices that is too short, too long, or out of range."""

from __future__ import annotations

from itertools import product

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from narrow import attribute_of, of_kind

from dtref.errors import Invalid
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.tied_trees import trees
from dtref.spec.growing.ties import First, Last, Listed, Refuse, TieRule
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.optima import count_tests, list_tests, nth_test
from dtref.spec.model.tests import Subset
from dtref.spec.model.trees import Branch, Tree, nodes
from dtref.spec.presets import CART, HUNT, ID3
from dtref.strategies import data_sets, policies

presets = pytest.mark.parametrize("policy", [HUNT, ID3, CART], ids=lambda p: p.name)


def parity(size: int) -> DataSet:
    """Every vector of bits with its parity: each node but the last inner ones ties among all attributes left."""
    bits = [Nominal(f"x{i}", ("0", "1")) for i in range(size)]
    return DataSet(bits, Nominal("y", ("0", "1")), tuple(Record(b, str(b.count("1") % 2)) for b in product("01", repeat=size)))


def grown(policy: Policy, data: DataSet, tie: TieRule) -> Tree:
    return grow(data, evolve(policy, tie=tie))


def asked(tree: Tree) -> list[str]:
    return [attribute_of(node.test).name for node in nodes(tree) if isinstance(node, Branch)]


@presets
def test_each_rule_picks_the_attributes_it_says(policy: Policy) -> None:
    """Preorder of a tree of 3 levels; the nodes of the last level are no ties and take no choice from the list."""
    data = parity(3)
    assert asked(grown(policy, data, First())) == ["x0", "x1", "x2", "x2", "x1", "x2", "x2"]
    assert asked(grown(policy, data, Last())) == ["x2", "x1", "x0", "x0", "x1", "x0", "x0"]
    assert asked(grown(policy, data, Listed((1, 0, 1)))) == ["x1", "x0", "x2", "x2", "x2", "x0", "x0"]
    assert grown(policy, data, Listed((0,), then=Last())) == grown(policy, data, Listed((0, 1, 1)))


@presets
@pytest.mark.parametrize(
    ("tie", "message"),
    [
        (Refuse(), "tie rule 'refuse': expected one best test (got '3 that tie: {x0}; {x1}; {x2}')"),
        (Listed(()), "tie rule 'listed': expected a position for each tie (got 'none left for a tie of 3')"),
        (Listed((0, 1)), "tie rule 'listed': expected a position for each tie (got 'none left for a tie of 2')"),
        (Listed((3,)), "tie rule 'listed': expected a position below 3 (got 3)"),
        (Listed((-1,)), "tie rule 'listed': expected a position below 3 (got -1)"),
        (Listed((0, 2, 0)), "tie rule 'listed': expected a position below 2 (got 2)"),
        (Listed((0, 0, 0, 0)), "tie rule 'listed': expected one position for each tie (got '1 too many')"),
        (Listed((0, 0, 0, 7, 7)), "tie rule 'listed': expected one position for each tie (got '2 too many')"),
    ],
    ids=str,
)
def test_a_rule_that_cannot_choose_says_so(policy: Policy, tie: TieRule, message: str) -> None:
    condition = "{0} in {{0}}" if policy is CART else "{0}"
    told = message
    for name in ("x0", "x1", "x2"):
        told = told.replace(f"{{{name}}}", condition.format(name).replace("{{", "{").replace("}}", "}"))
    with pytest.raises(Invalid) as caught:
        grown(policy, parity(3), tie)
    assert str(caught.value) == told


def test_refusing_shows_four_of_many() -> None:
    x = Nominal("x", tuple("abcdefgh"))
    data = DataSet((x,), Nominal("y", ("0", "1")), tuple(Record((v,), c) for v in x.values for c in "01"))
    with pytest.raises(Invalid) as caught:
        grown(CART, data, Refuse())
    shown = "x in {a}; x in {a, b}; x in {a, c}; x in {a, b, c}"
    assert str(caught.value) == f"tie rule 'refuse': expected one best test (got '127 that tie: {shown}')"


@given(data=data_sets(), policy=policies())
def test_first_and_last_are_the_ends_of_the_optima_at_every_node(data: DataSet, policy: Policy) -> None:
    for tie, end in ((First(), 0), (Last(), -1)):
        for node in nodes(grown(policy, data, tie)):
            if isinstance(node, Branch):
                assert node.test == list(list_tests(node.optima))[end]


@given(data=data_sets(), policy=policies())
def test_refuse_grows_the_only_tree_or_none(data: DataSet, policy: Policy) -> None:
    listing = trees(data, policy)
    only, another = next(listing), next(listing, None)
    if another is None:
        assert grown(policy, data, Refuse()) == grown(policy, data, Last()) == only
    else:
        with pytest.raises(Invalid, match=r"^tie rule 'refuse': expected one best test \(got '\d+ that tie: "):
            grown(policy, data, Refuse())


@given(data=data_sets(), policy=policies(), pick=st.data())
def test_a_list_of_choices_is_obeyed_node_by_node(data: DataSet, policy: Policy, pick: st.DataObject) -> None:
    choices: list[int] = []
    while True:  # draw a choice for each tie as it comes up
        tree = grown(policy, data, Listed(tuple(choices), First()))
        ties = [node for node in nodes(tree) if isinstance(node, Branch) and count_tests(node.optima) > 1]
        assert [node.test for node in ties] == [nth_test(n.optima, c) for n, c in zip(ties, [*choices, *[0] * len(ties)], strict=False)]
        if len(choices) == len(ties):
            return
        choices.append(pick.draw(st.integers(0, count_tests(ties[len(choices)].optima) - 1), label="choice"))


def test_a_position_inside_a_symbolic_tie_is_found_without_writing_it_out() -> None:
    x = Nominal("x", tuple(f"v{i}" for i in range(64)))
    data = DataSet((x,), Nominal("y", ("0", "1")), tuple(Record((v,), c) for v in x.values for c in "01"))
    test = of_kind(Branch, grown(CART, data, Listed((2**62,), then=First()))).test
    assert test == Subset(x, ("v0", "v63"), x.values[1:63])
