"""The charts of a tree's nodes, by counts that the tree has apart: bars of a branch together are its child, all bars together its node."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given

import dtref
from dtref.show.drawing.picture import picture, what_is_shown
from dtref.show.drawing.profile import Bar, Content, Spread, profiles
from dtref.show.drawing.shapes import FilledArea
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Branch, Tree, nodes
from dtref.strategies import data_sets


def together(contents: Iterable[Content], classes: int) -> tuple[Fraction, ...]:
    """The weights of the classes in several contents."""
    rows = [content for content in contents if content is not None and not isinstance(content, Spread)]
    return tuple(sum((row[i] for row in rows), Fraction(0)) for i in range(classes))


def counts(tree: Tree) -> tuple[Fraction, ...]:
    return tuple(n for _, n in tree.counts)


@given(data_sets(weights="fractions", max_records=14))
def test_the_bars_of_a_branch_are_the_records_of_its_child(data: DataSet) -> None:
    tree = dtref.grow(data, dtref.CART)
    for node, profile in zip(nodes(tree), profiles(tree, data), strict=True):
        assert (profile is None) == (not isinstance(node, Branch))
        if profile is None or not isinstance(node, Branch):
            continue
        assert profile.missing is None
        for branch, child in enumerate(node.children):
            bars: list[Bar] = [bar for bar in profile.bars if bar.branch == branch]
            assert together((bar.content for bar in bars), len(data.classes)) == counts(child)


@given(data_sets(weights="fractions", missing=True, max_records=14))
def test_with_gaps_the_bars_and_the_records_without_a_value_are_the_node(data: DataSet) -> None:
    tree = dtref.grow(data, dtref.C45)
    for node, profile in zip(nodes(tree), profiles(tree, data), strict=True):
        if profile is not None:
            everything = (*(bar.content for bar in profile.bars), profile.missing)
            assert together(everything, len(data.classes)) == counts(node)


def line(*numbers: int) -> DataSet:
    """Records along x, the first half of one class."""
    records = [dtref.Record((Fraction(x),), "ab"[2 * i >= len(numbers)]) for i, x in enumerate(numbers)]
    return DataSet((dtref.Continuous("x"),), dtref.Nominal("y", ("a", "b")), records)


def test_many_numbers_are_put_into_bins_that_have_the_cut_as_a_border() -> None:
    data = line(*range(20))
    (profile, _, _) = profiles(dtref.grow(data, dtref.CART), data)
    assert profile is not None
    assert profile.scale is not None
    width = (profile.scale.end - profile.scale.start) / len(profile.bars)
    assert width == Fraction(19, 16)
    assert [bar.branch for bar in profile.bars] == [0] * 8 + [1] * 8
    assert profile.scale.cuts == (profile.scale.start + 8 * width,) == (Fraction(19, 2),)
    assert [sum(of_classes(bar.content)) for bar in profile.bars] == [2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 2]


def of_classes(content: Content) -> tuple[Fraction, ...]:
    assert isinstance(content, tuple)
    return content


def test_few_numbers_have_a_bar_each() -> None:
    data = line(1, 1, 5, 100)
    (profile, _, _) = profiles(dtref.grow(data, dtref.CART), data)
    assert profile is not None
    assert [(bar.name, bar.content, bar.branch) for bar in profile.bars] == [
        ("1", (2, 0), 0),
        ("5", (0, 1), 1),
        ("100", (0, 1), 1),
    ]
    assert profile.scale is None


def test_of_a_continuous_target_a_bar_is_a_range_and_a_mean() -> None:
    data = DataSet(
        (dtref.Continuous("x"),),
        dtref.Continuous("y"),
        [dtref.Record((Fraction(x),), Fraction(y)) for x, y in ((0, 1), (0, 2), (1, 9), (1, 12))],
    )
    (profile, *_) = profiles(dtref.grow(data, dtref.REGRESSION_TREE), data)
    assert profile is not None
    low = Spread(Fraction(2), Fraction(1), Fraction(3, 2), Fraction(2))
    high = Spread(Fraction(2), Fraction(9), Fraction(21, 2), Fraction(12))
    assert [bar.content for bar in profile.bars] == [low, high]


def test_records_that_the_tree_can_t_take_are_refused() -> None:
    data = line(*range(4))
    other = DataSet((dtref.Continuous("z"),), data.target, data.records)
    with pytest.raises(dtref.Invalid, match="a value of 'x'"):
        list(profiles(dtref.grow(data, dtref.CART), other))


@given(data_sets(max_records=12))
def test_no_two_boxes_share_a_place_and_parents_stand_in_the_middle(data: DataSet) -> None:
    drawn = picture(what_is_shown(dtref.grow(data, dtref.CART)))
    boxes = [(x, y, *node.size) for node, (x, y) in zip(drawn.nodes, drawn.corners, strict=True)]
    assert all(
        x0 + w0 <= x1 or x1 + w1 <= x0 or y0 + h0 <= y1 or y1 + h1 <= y0
        for i, (x0, y0, w0, h0) in enumerate(boxes)
        for x1, y1, w1, h1 in boxes[:i]
    )
    assert all(x >= 0 and y >= 0 and x + w <= drawn.size[0] and y + h <= drawn.size[1] for x, y, w, h in boxes)
    for node in drawn.nodes:
        below = [boxes[child.node] for child in drawn.nodes if child.above == node.node]
        if below:
            assert below[0][0] < boxes[node.node][0] + node.size[0] / 2 < below[-1][0] + below[-1][2]
            assert all(a[0] + a[2] <= b[0] for a, b in pairwise(below))


def test_a_branch_is_as_thick_as_its_records_are_many() -> None:
    drawn = picture(what_is_shown(dtref.grow(line(*range(16)), dtref.CART)))
    assert [node.thickness for node in drawn.nodes] == [16, 8, 8]


def test_a_margin_is_the_lead_over_the_next_best_test() -> None:
    data = dtref.read_csv("golden/data/play_tennis.csv", target="play")
    root = picture(what_is_shown(dtref.explain(data, dtref.ID3))).nodes[0]
    assert root.said == "node 0, asks outlook, 14 records: no 5, yes 9, margin 0.0949"  # 0.2467 - 0.1518, the gains of outlook and humidity


def test_the_area_of_a_class_is_its_share() -> None:
    data = line(0, 0, 0, 1)
    leaf = picture(what_is_shown(dtref.grow(data, dtref.MAJORITY))).nodes[0]
    widths = {shape.kind: shape.parts[0][1][0] for shape in leaf.shapes if isinstance(shape, FilledArea)}
    assert set(widths.values()) == {108 / 2}  # two of each class


def test_many_classes_share_a_colour_and_say_how_many_they_are() -> None:
    names = tuple("abcdefghij")
    tree = dtref.Leaf(tuple((name, Fraction(20 - i)) for i, name in enumerate(names)), ("a",))
    alone = ((name, f"class{i}") for i, name in enumerate("abcdefg"))
    assert picture(what_is_shown(tree)).legend == (*alone, ("3 other classes", "class7"))


@pytest.mark.parametrize("form", ["png", "pdf", "svg", "tex"])
def test_an_image_has_its_form_and_is_the_same_again(form: str) -> None:
    explained = dtref.explain(line(*range(20)), dtref.CART)
    image = dtref.tree_image(explained, form)
    assert image.startswith({"png": b"\x89PNG", "pdf": b"%PDF", "svg": b"<svg", "tex": b"% "}[form])
    assert image == dtref.tree_image(explained, form)


def test_another_form_is_refused() -> None:
    with pytest.raises(dtref.Invalid, match="one of svg, png, pdf, tex"):
        dtref.tree_image(dtref.grow(line(0, 1), dtref.CART), "gif")


def test_a_picture_is_well_formed_and_says_each_node() -> None:
    explained = dtref.explain(line(*range(20)), dtref.CART)
    root = ElementTree.fromstring(dtref.svg(explained))
    titles = [group.findtext("{http://www.w3.org/2000/svg}title") for group in root.iter("{http://www.w3.org/2000/svg}g")]
    assert [title for title in titles if title] == [node.said for node in picture(what_is_shown(explained)).nodes]
