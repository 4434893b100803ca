"""The policies that trees of R's ranger and randomForest state: parameters in the programs' own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from dtref.errors import Invalid
from dtref.io.foreign.tree import ForeignTree, Program
from dtref.spec.growing.policy import Policy
from dtref.spec.model.numerals import numeral
from dtref.spec.programs.random_forest_r import random_forest_r
from dtref.spec.programs.ranger import ranger


def stated_by_ranger(settings: Mapping[str, str], tree: ForeignTree) -> Policy:  # noqa: ARG001 - as every program's
    """
    The policy of a tree of ranger by its settings. Errors: Invalid for those that dtref lacks.

    >>> from dtref.io.foreign.tree import ForeignNode
    >>> tree = ForeignTree(ForeignNode("1", label="a"), "by hand")
    >>> stated_by_ranger({"treetype": "Classification", "mtry": "2", "min.node.size": "3"}, tree) == ranger(mtry=2, min_node_size=3)
    True
    """
    _only(settings, "ranger", (*_RANGER, *_SHAPELESS_OF_RANGER))
    parameters = {name.replace(".", "_"): read(settings[name]) for name, read in _RANGER.items() if name in settings}
    return ranger(**parameters)  # type: ignore[arg-type]  # each as its reader makes it


def stated_by_random_forest_r(settings: Mapping[str, str], tree: ForeignTree) -> Policy:
    """
    The policy of a tree of randomForest by its settings. Errors: Invalid for those that dtref lacks.

    >>> from dtref.io.foreign.tree import ForeignNode
    >>> tree = ForeignTree(ForeignNode("1", label="a"), "by hand", ("a", "b"))
    >>> stated_by_random_forest_r({"type": "classification", "classwt": "0.5 1.5"}, tree).weigh.weights
    (('a', Fraction(1, 2)), ('b', Fraction(3, 2)))
    """
    _only(settings, "randomForest", (*_RANDOM_FOREST, *_SHAPELESS_OF_RANDOM_FOREST, _CLASSWT))
    parameters = {name: read(settings[name]) for name, read in _RANDOM_FOREST.items() if name in settings}
    if _CLASSWT in settings:
        weights = [Fraction(float(numeral(text))) for text in settings[_CLASSWT].split()]
        if len(weights) != len(tree.classes):
            raise Invalid("randomForest, classwt", f"a weight for each of {len(tree.classes)} classes", settings[_CLASSWT])
        parameters[_CLASSWT] = dict(zip(tree.classes, weights, strict=True))
    return random_forest_r(**parameters)  # type: ignore[arg-type]  # each as its reader makes it


def _whole(text: str) -> int:
    """A whole number, as R cuts off a fraction's part."""
    return int(numeral(text))


def _flag(text: str) -> bool:
    """A flag as R writes it. Errors: Invalid for another text."""
    if text not in ("TRUE", "FALSE"):
        raise Invalid("replace", "TRUE or FALSE", text)
    return text == "TRUE"


def _only(settings: Mapping[str, str], program: str, known: Sequence[str]) -> None:
    """Errors: Invalid for a setting that is none of the program's here: it might have shaped the tree."""
    strange = next((name for name in settings if name not in known), None)
    if strange is not None:
        raise Invalid(f"{program}, {strange}", f"one of {', '.join(known)}", settings[strange])


_RANGER: Mapping[str, Callable[[str], object]] = {
    **dict.fromkeys(("treetype", "splitrule", "respect.unordered.factors", "importance"), str),
    **dict.fromkeys(("mtry", "min.node.size", "max.depth", "num.random.splits"), _whole),
    **dict.fromkeys(("class.weights", "split.select.weights", "always.split.variables", "regularization.factor"), str),
    "replace": _flag,
}
"""The parameters of `ranger` by name, each with its reader."""
_SHAPELESS_OF_RANGER = ("sample.fraction", "case.weights")
_SHAPELESS_OF_RANDOM_FOREST = ("weights", "strata", "sampsize", "cutoff")
"""What forests.R writes besides: it decides which records are drawn, or how trees vote."""
_CLASSWT = "classwt"
_RANDOM_FOREST: Mapping[str, Callable[[str], object]] = {
    "type": str,
    "replace": _flag,
    **dict.fromkeys(("mtry", "nodesize", "maxnodes"), _whole),
}
"""The parameters of `random_forest_r` by name, each with its reader, but for the weights of classes."""
STATED_BY_R_FORESTS: Mapping[Program, Callable[[Mapping[str, str], ForeignTree], Policy]] = {
    Program.RANGER: stated_by_ranger,
    Program.RANDOM_FOREST_R: stated_by_random_forest_r,
}
"""R's forests that state how they grew a tree."""
