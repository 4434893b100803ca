"""
PMML in the shapes of its producers, typed after them: three trees in each are read, are right for their data, and predict what they are.

The shapes: scikit-learn's by sklearn2pmml (compact, flat), rpart's by rattle and r2pmml (default children, surrogates, `double(x)`), gbm's
(a child for missing values), XGBoost's by JPMML (a single child), KNIME's, and missing values in combined predicates. One that leaves a
gap is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest
from attrs import evolve

import dtref
from dtref.errors import Invalid
from dtref.io.foreign.pmml.models import parse_pmml
from dtref.io.foreign.prediction import foreign_predictor
from dtref.spec.model.tests import Threshold
from dtref.spec.model.trees import Branch, Tree

POLICY = evolve(dtref.CART, stop=(*dtref.CART.stop, dtref.AtDepth(3)))
CLASSIFICATION = 'functionName="classification" splitCharacteristic="{0}Split"'


@cache
def grown(seed: int) -> tuple[dtref.DataSet, Tree]:
    """Quarters in two columns, and a tree of them."""
    random = Random(seed)
    rows = [(random.randrange(20) / 4, random.randrange(8) / 4) for _ in range(40)]
    labels = ["yes" if (x > 2.5) != (z > 1) or random.random() < 0.1 else "no" for x, z in rows]
    data = dtref.from_arrays([list(row) for row in rows], labels, names=["x", "z"])
    return data, dtref.grow(data, POLICY)


def predicate(field: str, operator: str, value: str = "") -> str:
    return f'<SimplePredicate field="{field}" operator="{operator}"' + (f' value="{value}"/>' if value else "/>")


def compound(operator: str, *parts: str) -> str:
    return f'<CompoundPredicate booleanOperator="{operator}">{"".join(parts)}</CompoundPredicate>'


def question(tree: Branch) -> tuple[str, str]:
    assert isinstance(tree.test, Threshold)
    return tree.test.attribute.name, repr(float(tree.test.cut))


def sides(tree: Branch, name: Callable[[str], str] = str) -> tuple[str, str]:
    """The predicates of both children."""
    field, cut = question(tree)
    return predicate(name(field), "lessOrEqual", cut), predicate(name(field), "greaterThan", cut)


def node(tree: Tree, condition: str, inside: str = "", more: str = "") -> str:
    counts = "".join(f'<ScoreDistribution value="{name}" recordCount="{n}"/>' for name, n in tree.counts)
    total = sum(n for _, n in tree.counts)
    return f'<Node score="{tree.labels[0]}" recordCount="{total}"{more}>{condition}{counts}{inside}</Node>'


def nested(tree: Tree, condition: str, conditions: Callable[[Branch], tuple[str, str]]) -> str:
    """A tree, a node for each of its own, with the conditions of both children."""
    if not isinstance(tree, Branch):
        return node(tree, condition)
    below = (nested(child, own, conditions) for child, own in zip(tree.children, conditions(tree), strict=True))
    return node(tree, condition, "".join(below))


def compact(tree: Tree, condition: str = "<True/>") -> str:
    return nested(tree, condition, lambda branch: (sides(branch)[0], "<True/>"))


def flat(tree: Tree) -> str:
    def leaves(below: Tree, path: tuple[str, ...]) -> Iterator[str]:
        if not isinstance(below, Branch):
            yield node(below, path[0] if len(path) == 1 else compound("and", *path))
            return
        for child, own in zip(below.children, sides(below), strict=True):
            yield from leaves(child, (*path, own))

    return node(tree, "<True/>", "".join(leaves(tree, ())))


def surrogates(tree: Tree) -> str:
    def conditions(branch: Branch) -> tuple[str, str]:
        other = {"x": "z", "z": "x"}[question(branch)[0]]
        spare = predicate(other, "lessOrEqual", "1.25"), predicate(other, "greaterThan", "1.25")
        left, right = (
            compound("surrogate", own, also, last) for own, also, last in zip(sides(branch), spare, ("<False/>", "<True/>"), strict=True)
        )
        return left, right

    return nested(tree, "<True/>", conditions)


def or_missing(tree: Tree) -> str:
    def conditions(branch: Branch) -> tuple[str, str]:
        left, right = sides(branch)
        missing, known = predicate(question(branch)[0], "isMissing"), predicate(question(branch)[0], "isNotMissing")
        return compound("or", left, missing), compound("and", known, right)

    return nested(tree, "<True/>", conditions)


def third_child(tree: Tree, condition: str = "<True/>") -> str:
    if not isinstance(tree, Branch):
        return node(tree, condition)
    below = [third_child(child, own) for child, own in zip(tree.children, sides(tree), strict=True)]
    missing = f'<Node score="{tree.labels[0]}">{predicate(question(tree)[0], "isMissing")}</Node>'
    return node(tree, condition, "".join((*below, missing)))


def single_child(tree: Tree, condition: str = "<True/>") -> str:
    """A leaf on the right is its parent's own score."""
    if not isinstance(tree, Branch) or isinstance(tree.children[1], Branch):
        return node(tree, condition) if not isinstance(tree, Branch) else _both(tree, condition, single_child)
    left = single_child(tree.children[0], sides(tree)[0])
    return f'<Node score="{tree.children[1].labels[0]}">{condition}{left}</Node>'


def _both(tree: Branch, condition: str, inside: Callable[[Tree, str], str]) -> str:
    below = "".join(inside(child, own) for child, own in zip(tree.children, sides(tree), strict=True))
    return f'<Node score="{tree.labels[0]}">{condition}{below}</Node>'


def calculated(tree: Tree) -> str:
    return nested(tree, "<True/>", lambda branch: sides(branch, "double({})".format))


def plain(tree: Tree) -> str:
    return nested(tree, "<True/>", sides)


DOUBLES = "<LocalTransformations>{}</LocalTransformations>".format(
    "".join(
        f'<DerivedField name="double({name})" optype="continuous" dataType="double"><FieldRef field="{name}"/></DerivedField>'
        for name in "xz"
    )
)
SHAPES: dict[str, tuple[Callable[[Tree], str], str, str]] = {
    "sklearn2pmml, compact": (compact, f'{CLASSIFICATION.format("multi")} missingValueStrategy="nullPrediction"', ""),
    "sklearn2pmml, flat": (flat, CLASSIFICATION.format("multi"), ""),
    "rpart by rattle, surrogates": (surrogates, f'{CLASSIFICATION.format("binary")} noTrueChildStrategy="returnLastPrediction"', ""),
    "rpart by r2pmml, doubles": (calculated, CLASSIFICATION.format("binary"), DOUBLES),
    "gbm": (third_child, CLASSIFICATION.format("multi"), ""),
    "combined with isMissing": (or_missing, CLASSIFICATION.format("binary"), ""),
    "XGBoost by JPMML": (single_child, f'{CLASSIFICATION.format("multi")} noTrueChildStrategy="returnLastPrediction"', ""),
    "KNIME": (
        plain,
        f'{CLASSIFICATION.format("binary")} missingValueStrategy="lastPrediction" noTrueChildStrategy="returnNullPrediction"',
        "",
    ),
}


def file_of(nodes: str, model: str, beside: str) -> str:
    fields = "".join(f'<DataField name="{name}" optype="continuous" dataType="double"/>' for name in "xz")
    target = '<DataField name="class" optype="categorical" dataType="string"><Value value="no"/><Value value="yes"/></DataField>'
    mined = '<MiningField name="x"/><MiningField name="z"/><MiningField name="class" usageType="target"/>'
    return (
        f'<PMML xmlns="http://www.dmg.org/PMML-4_4" version="4.4"><Header/><DataDictionary>{fields}{target}</DataDictionary>'
        f"<TreeModel {model}><MiningSchema>{mined}</MiningSchema>{beside}{nodes}</TreeModel></PMML>"
    )


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("shape", SHAPES)
def test_the_shape_of_a_producer_is_read_and_judged(shape: str, seed: int) -> None:
    write, model, beside = SHAPES[shape]
    data, tree = grown(seed)
    assert isinstance(tree, Branch)
    (read,) = parse_pmml(file_of(write(tree), model, beside), "m.pmml")
    theirs = foreign_predictor(read)
    records = [{"x": x / 8, "z": z / 8} for x in range(0, 44, 3) for z in range(0, 20, 3)]
    wanted = [dtref.predict(tree, record).labels[:1] for record in records]
    assert [theirs(record).labels for record in records] == wanted
    wrong = dtref.verify(read, data, POLICY).wrong
    # a chain of nodes, which flat and gbm's files are, asks what the algorithm doesn't
    assert wrong == () or shape in ("sklearn2pmml, flat", "gbm", "XGBoost by JPMML")


@pytest.mark.parametrize("seed", range(3))
def test_a_gap_between_two_children_is_refused(seed: int) -> None:
    _, tree = grown(seed)
    nodes = plain(tree).replace("lessOrEqual", "lessThan")
    with pytest.raises(Invalid, match=r"^m\.pmml, tree 1, node .*: expected two children that share out the numbers"):
        parse_pmml(file_of(nodes, CLASSIFICATION.format("binary"), ""), "m.pmml")
