"""The policy that a tree of Weka states: the learner and its options, as `Scheme` and `Options` have them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from inspect import signature
from shlex import split

from dtref.errors import Invalid
from dtref.io.foreign.printed_trees.weka import FOREST
from dtref.io.foreign.tree import ForeignTree
from dtref.io.foreign.tree_facts import facts_of
from dtref.spec.growing.policy import Policy
from dtref.spec.model.numerals import numeral
from dtref.spec.programs.j48 import j48
from dtref.spec.programs.reptree import reptree
from dtref.spec.programs.simple_cart import simple_cart
from dtref.spec.programs.weka_id3 import weka_id3
from dtref.spec.programs.weka_random_tree import weka_random_forest, weka_random_tree

LEARNERS: Mapping[str, Callable[..., Policy]] = {
    "J48": j48,
    "Id3": weka_id3,
    "REPTree": reptree,
    "SimpleCart": simple_cart,
    "RandomTree": weka_random_tree,
    "RandomForest": weka_random_forest,
}
"""Weka's learners of trees, by the names of their classes."""
_SHAPELESS = {"D": 0, "output-debug-info": 0, "do-not-check-capabilities": 0, "num-decimal-places": 1, "batch-size": 1}
"""Options that shape no tree, each with the number of words behind it."""


def stated_by_weka(settings: Mapping[str, str], tree: ForeignTree) -> Policy:
    """
    The policy of a tree that Weka printed, from its line `Scheme`, or from `Options` and the heading of the tree.

    Errors: Invalid where neither line is there, and for a learner or an option that dtref lacks.

    >>> from dtref.io.foreign.tree import ForeignNode
    >>> tree = ForeignTree(ForeignNode("line 1", label="a"), "by hand")
    >>> stated_by_weka({"Scheme": "weka.classifiers.trees.J48 -U -M 5"}, tree) == j48(U=True, M=5)
    True
    >>> stated_by_weka({"program": "J48"}, tree)
    Traceback (most recent call last):
    dtref.errors.Invalid: by hand: expected a line "Scheme:" or "Options:" above the tree, or a policy that is named (got 'J48')
    """
    name = settings.get("program", "")
    if "Scheme" in settings:
        learner, *words = split(settings["Scheme"])
        name = learner.rpartition(".")[2]
    elif "Options" in settings or name == "Id3":  # which has none
        words = split(settings.get("Options", ""))
    else:
        raise Invalid(tree.source or "model", 'a line "Scheme:" or "Options:" above the tree, or a policy that is named', name)
    if FOREST in settings:
        name = "RandomForest"
    if name not in LEARNERS:
        raise Invalid(tree.source or "model", f"a tree of {', '.join(LEARNERS)}", name)
    values = _options(name, words)
    if name == "REPTree":
        values["numbers"] = facts_of(tree).numbers
    return LEARNERS[name](**values)


def _options(name: str, words: Sequence[str]) -> dict[str, object]:
    """The values of a learner's options. Errors: Invalid for one that it doesn't have here, and for a value that is no number."""
    parameters, values = signature(LEARNERS[name]).parameters, dict[str, object]()
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        option = word.removeprefix("-")
        if option != word and option in _SHAPELESS:
            del waiting[: _SHAPELESS[option]]
            continue
        if option not in parameters or option == word:
            raise Invalid(f"{name}, option", " ".join(f"-{known}" for known in parameters) or "none", word)
        if isinstance(parameters[option].default, bool):
            values[option] = True
            continue
        value = numeral(waiting.pop(0)) if waiting else None
        if value is None:
            raise Invalid(f"{name}, -{option}", "a number", "nothing")
        # a fraction is a double there, and what is meant is the decimal that was typed
        values[option] = int(value) if value.denominator == 1 else Fraction(value)
    return values
