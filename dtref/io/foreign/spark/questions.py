"""
The questions of Spark's nodes. A number at most the threshold goes left; a category goes left if it is one of the left ones.

Spark keeps the smaller set of categories, left or right, and sends all others the other way (`ml/tree/Split.scala`), those that training
never had among them. NaN is neither at most a threshold nor in a set. Columns have no names in a model: column 0 is "feature 0".
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree, Program, Setting, Values
from dtref.spec.model.attributes import Width

ONE_OF_SEVERAL = "together"
"""The setting of a tree that is one of several, with their number."""


def feature_names(count: int) -> tuple[str, ...]:
    """
    The names of columns, as Spark's text has them.

    >>> feature_names(2)
    ('feature 0', 'feature 1')
    """
    return tuple(f"feature {i}" for i in range(count))


def threshold_question(name: str, threshold: Fraction) -> Cut:
    """
    The question of a number; NaN goes right.

    >>> threshold_question("feature 0", Fraction(5, 2)).missing
    1
    """
    return Cut(name, threshold, width=Width.FLOAT64, missing=1)


def category_question(name: str, left: Sequence[int], count: int) -> Values:
    """
    The question of a category, from those that go left and the number of all.

    >>> category_question("feature 0", (2, 0), 5).groups, category_question("feature 0", (0, 1, 2), 5).otherwise
    ((('0', '2'), ('1', '3', '4')), 0)
    """
    groups = tuple(map(str, sorted(left))), tuple(str(i) for i in range(count) if i not in set(left))
    others = 1 if len(left) <= count // 2 else 0
    return Values(name, groups, others, others)


def printed_category_question(name: str, left: Sequence[int], least: int) -> Values:
    """
    The question of a category, from those that go left and the least number of all: Spark's text doesn't have the number. Others go left
    where most of the categories do, so that more of them than are known may decide where one goes that training never had.

    >>> printed_category_question("feature 0", (0,), 3).otherwise, printed_category_question("feature 0", (0,), 3).others_unsaid
    (1, False)
    >>> printed_category_question("feature 0", (0, 1), 3).missing, printed_category_question("feature 0", (0, 1), 3).others_unsaid
    (None, True)
    """
    groups = tuple(map(str, sorted(left))), tuple(str(i) for i in range(least) if i not in set(left))
    unsaid = len(left) > least // 2
    return Values(name, groups, 1, None if unsaid else 1, others_unsaid=unsaid)


def trees_of_spark(
    roots: Sequence[ForeignNode], source: str, classes: int | None, features: Sequence[str], settings: Sequence[Setting]
) -> tuple[ForeignTree, ...]:
    """
    The trees of a model. classes: their number, None for numbers. settings: those of a tree, and of several trees that they are together.

    >>> [tree.classes for tree in trees_of_spark((ForeignNode("0", label="1"),), "Spark", 2, (), ())]
    [('0', '1')]
    """
    together = (Setting(ONE_OF_SEVERAL, str(len(roots))),) if any(setting.name == "numTrees" for setting in settings) else ()
    return tuple(
        ForeignTree(
            root,
            source,
            tuple(map(str, range(classes or 0))),
            columns=tuple(features),
            settings=(*settings, *together),
            program=Program.SPARK,
        )
        for root in roots
    )
