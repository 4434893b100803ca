"""Leaves and branches whose fields are filled in later: like any other, each field asked of the source once, when it is first read."""

from __future__ import annotations

import pickle
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from attrs.exceptions import FrozenInstanceError

from dtref.spec.model.attributes import Nominal
from dtref.spec.model.tests import Multiway
from dtref.spec.model.trees import Branch, Gap, Leaf, Tree

TEST = Multiway(Nominal("x", ("u", "v")))
LEAF = Leaf((("a", Fraction(1)), ("b", Fraction(0))), ("a",))
BRANCH = Branch((("a", Fraction(2)), ("b", Fraction(0))), ("a",), TEST, (TEST,), (LEAF, LEAF), Gap.HEAVIEST)


class Source:
    """Answers as a node has them, and counts what it is asked."""

    def __init__(self, node: Tree) -> None:
        self.node, self.asked = node, Counter[str]()

    def __getattr__(self, name: str) -> Any:
        self.asked[name] += 1
        return getattr(self.node, name)


def test_it_is_a_branch_like_any_other() -> None:
    branch = Branch.later(Source(BRANCH))
    assert type(branch) is Branch
    assert branch == BRANCH
    assert hash(Branch.later(Source(BRANCH))) == hash(BRANCH)
    assert repr(Branch.later(Source(BRANCH))) == repr(BRANCH)
    assert Branch.later(Source(evolve(BRANCH, gap=Gap.REFUSE))) != BRANCH
    assert Branch.later(Source(BRANCH)) != LEAF
    assert pickle.loads(pickle.dumps(Branch.later(Source(BRANCH)))) == BRANCH
    assert evolve(Branch.later(Source(BRANCH)), gap=Gap.REFUSE) == evolve(BRANCH, gap=Gap.REFUSE)


def test_it_is_matched_as_any_other() -> None:
    match Branch.later(Source(BRANCH)):
        case Branch(counts, ("a",), test=test, children=(Leaf(), Leaf(labels=labels))):
            assert (counts, test, labels) == (BRANCH.counts, TEST, ("a",))
        case _:
            pytest.fail("it is a branch with two leaves")


def test_each_field_is_asked_for_once_when_it_is_first_read() -> None:
    source = Source(BRANCH)
    branch = Branch.later(source)
    assert not source.asked
    assert branch.children is branch.children is BRANCH.children
    assert source.asked == {"children": 1}
    assert (branch, hash(branch)) == (BRANCH, hash(BRANCH))
    assert source.asked == dict.fromkeys(("counts", "labels", "test", "optima", "children", "gap", "or_leaf"), 1)


def test_it_cannot_be_changed() -> None:
    leaf = Leaf.later(Source(LEAF))
    for _ in range(2):
        with pytest.raises(FrozenInstanceError):
            leaf.labels = ("b",)  # type: ignore[misc]
        assert leaf.labels == ("a",)


@pytest.mark.parametrize("node", [LEAF, BRANCH, Leaf.later(Source(BRANCH))])
def test_what_is_no_field_is_no_attribute(node: Tree) -> None:
    """Even where the source has it."""
    name = "tests" if isinstance(node, Branch) else "test"
    assert not hasattr(node, name)
    with pytest.raises(AttributeError, match=f"'{type(node).__name__}' object has no attribute '{name}'"):
        getattr(node, name)


def test_a_node_without_fields_and_source_has_neither() -> None:
    empty = object.__new__(Leaf)
    assert not hasattr(empty, "counts")
