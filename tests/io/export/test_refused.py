"""What a target can't say is refused by name, or stated and counted in the head; names and values of any text break no code."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from exported.generated import Asked, generated_model
from exported.runners import run_python, run_sqlite

from dtref.errors import Invalid
from dtref.io.export.doubles import Doubles
from dtref.io.export.targets import TARGETS, export
from dtref.io.models import Model
from dtref.spec.model.attributes import Attribute, Continuous, Nominal, Unit
from dtref.spec.model.tests import Multiway, Oblique, Subset, Test, Threshold
from dtref.spec.model.trees import Branch, Gap, GapRule, Leaf, Surrogates, Tree

X, Y = Continuous("x"), Nominal("y", ("-", "+"))
MINUS, PLUS = Leaf((("-", Fraction(1)), ("+", Fraction(0))), ("-",)), Leaf((("-", Fraction(0)), ("+", Fraction(1))), ("+",))
HALF = Threshold(X, Fraction(0), Fraction(1), Fraction(1, 2))
CODE = ["pmml", "sql", "c", "js", "python", "r"]


def asking(test: Test, gap: GapRule = Gap.REFUSE, children: tuple[Tree, ...] = (MINUS, PLUS)) -> Branch:
    return Branch((("-", Fraction(1)), ("+", Fraction(1))), ("-", "+"), test, (test,), children, gap)


def model(tree: Tree, *attributes: Attribute) -> Model:
    return Model(attributes or (X,), Y, "CART", tree)


def chain(levels: int) -> Tree:
    tree: Tree = PLUS
    for _ in range(levels):
        tree = asking(HALF, children=(MINUS, tree))
    return tree


def staircase(levels: int) -> Tree:
    """A tree that asks x <= 1, x <= 2, … one after the other, with labels that alternate."""
    tree: Tree = PLUS
    for i in reversed(range(levels)):
        cut = Threshold(X, Fraction(i), Fraction(i + 2), Fraction(i + 1))
        tree = asking(cut, children=((MINUS, PLUS)[i % 2], tree))
    return tree


@pytest.mark.parametrize("to", [*CODE, "onnx", "sklearn"])
def test_a_test_of_several_numbers_is_refused(to: str) -> None:
    z = Continuous("z")
    if to == "onnx":
        pytest.importorskip("onnx")
    with pytest.raises(Invalid, match=r"^node 0, test: expected one .* \(got 'x \+ z <= 1'\)$"):
        export(model(asking(Oblique(((X, Fraction(1)), (z, Fraction(1))), Fraction(1))), X, z), to)


def test_scikit_learn_asks_numbers_alone() -> None:
    value = Nominal("n", ("a", "b"))
    with pytest.raises(Invalid, match="node 0, test: expected one cut of a number, as scikit-learn asks nothing else"):
        export(model(asking(Multiway(value)), X, value), "sklearn")
    with pytest.raises(Invalid, match="a column of numbers"):
        export(model(PLUS, value), "sklearn")


@pytest.mark.parametrize(("to", "most"), [("r", 400), ("sql", 500)])
def test_a_tree_that_a_language_cannot_nest_is_refused(to: str, most: int) -> None:
    if to == "sql":
        assert export(model(chain(most)), to)
    with pytest.raises(Invalid, match=f"depth: expected at most {most} levels"):
        export(model(chain(most + 1)), to)


@pytest.mark.parametrize("levels", [1, 9, 10, 11, 21, 90, 91, 300])
def test_deep_trees_run(levels: int, tmp_path: Path) -> None:
    deep = model(staircase(levels))
    records: list[Asked] = [{"x": i + 0.5} for i in range(levels + 1)]
    answers = ["-+"[i % 2] for i in range(levels)] + ["+"]
    assert run_python(deep, records, tmp_path, Doubles.EXACT) == answers
    assert run_sqlite(deep, records, tmp_path, Doubles.EXACT) == answers


def test_many_surrogates_run(tmp_path: Path) -> None:
    numbers = [Continuous(f"x{i}") for i in range(41)]
    half, *others = (Threshold(x, Fraction(0), Fraction(1), Fraction(1, 2)) for x in numbers)
    # every second one asks the other way round
    surrogates = Surrogates(tuple((test, (i % 2, 1 - i % 2)) for i, test in enumerate(others)), 1)
    many = Model(tuple(numbers), Y, "CART", asking(half, surrogates))
    nothing: Asked = {x.name: None for x in numbers}
    records: list[Asked] = [{**nothing, f"x{i}": value} for i in (0, 1, 2, 40) for value in (0.0, 1.0)]
    for run in (run_python, run_sqlite):
        assert run(many, [*records, nothing], tmp_path, Doubles.EXACT) == ["-", "+", "-", "+", "+", "-", "+", "-", "+"]
    # however many surrogates, brackets stand in few others: those of the call, the way, the question, the columns, two for each half
    line = max(str(export(many, "r")).splitlines(), key=len)
    assert max(line[:i].count("(") - line[:i].count(")") for i in range(len(line))) <= 4 + 2 * 3


def test_twice_as_many_surrogates_are_little_more_than_twice_as_much_code() -> None:
    def size(count: int) -> int:
        half, *others = (Threshold(Continuous(f"x{i:04}"), Fraction(0), Fraction(1), Fraction(1, 2)) for i in range(count + 1))
        surrogates = Surrogates(tuple((test, (i % 2, 1 - i % 2)) for i, test in enumerate(others)), 1)
        attributes = tuple(Continuous(f"x{i:04}") for i in range(count + 1))
        return len(max(str(export(Model(attributes, Y, "CART", asking(half, surrogates)), "js")).splitlines(), key=len))

    assert size(800) < 2.6 * size(400)


def test_a_branch_without_values_is_never_taken(tmp_path: Path) -> None:
    value = Nominal("n", ("a", "b"))
    nowhere = model(asking(Subset(value, ("a", "b"), ())), value)
    for run in (run_python, run_sqlite):
        assert run(nowhere, [{"n": "a"}, {"n": "b"}], tmp_path, Doubles.EXACT) == ["-", "-"]


def test_pmml_of_any_depth_is_written() -> None:
    assert str(export(model(chain(2_000)), "pmml")).count("<Node ") == 4_001


@pytest.mark.parametrize(
    ("gap", "said"),
    [
        (Gap.REFUSE, "No answer where a value is missing that any node asks: dtref refuses it there."),
        (
            Gap.FRACTIONS,
            "No answer where a value is missing that any node asks: dtref sends parts of the record down several branches there.",
        ),
        (
            Gap.HEAVIEST,
            "No answer where a value is missing that any node asks: dtref sends parts of the record down several branches there.",
        ),
    ],
)
@pytest.mark.parametrize("to", CODE)
def test_the_head_says_where_there_is_no_answer(to: str, gap: Gap, said: str) -> None:
    assert said in str(export(model(asking(HALF, gap)), to))


@pytest.mark.parametrize("to", CODE)
def test_the_head_counts_ties_and_cuts_that_no_double_is(to: str) -> None:
    tied = Leaf((("-", Fraction(1)), ("+", Fraction(1))), ("-", "+"))
    tenth = Threshold(X, Fraction(0), Fraction(1), Fraction(1, 10))
    text = str(export(model(asking(tenth, children=(tied, PLUS))), to))
    assert "At 1 leaf several labels tie: the first of them is the answer" in text
    assert "1 of 1 cut is no double" in text or "1 of 1 cuts is no double" in text
    assert "tied: - or +" in text or to == "pmml"
    assert "no double" not in str(export(model(asking(HALF)), to))


def test_what_a_double_means_decides_at_a_cut(tmp_path: Path) -> None:
    tenth = model(asking(Threshold(X, Fraction(0), Fraction(1), Fraction(1, 10))))
    assert run_python(tenth, [{"x": 0.1}], tmp_path, Doubles.EXACT) == ["+"]
    assert run_python(tenth, [{"x": 0.1}], tmp_path, Doubles.DECIMAL) == ["-"]


AWKWARD = ['*/ " \\', "-- '; DROP TABLE t; --", "a\nb", "if", "]]>&<", "${x}", "%s %d", "??/", "#{1}", "\u2028", "record", "RangeError"]


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_names_and_values_are_asked_as_they_are(name: str, tmp_path: Path) -> None:
    number, value = Continuous(name), Nominal(f"{name} ", (name, "b"))
    root = asking(Multiway(value), children=(asking(Threshold(number, Fraction(0), Fraction(1), Fraction(1, 2))), MINUS))
    awkward = Model((number, value), Y, name, root)
    records: list[Asked] = [
        {name: 0.5, f"{name} ": name},
        {name: 0.75, f"{name} ": name},
        {name: 0.75, f"{name} ": "b"},
        {name: 0.75, f"{name} ": "c"},
    ]
    for run in (run_python, run_sqlite):
        assert run(awkward, records, tmp_path, Doubles.EXACT) == ["-", "+", "-", None]


def test_xml_without_such_a_character_is_refused() -> None:
    with pytest.raises(Invalid, match="text: expected characters that XML has"):
        export(model(asking(Multiway(Nominal("n", ("a\0", "b")))), Nominal("n", ("a\0", "b"))), "pmml")


def test_columns_that_databases_take_for_one_are_refused() -> None:
    big = Continuous("X")
    tree = asking(HALF, children=(MINUS, asking(Threshold(big, Fraction(0), Fraction(1), Fraction(1, 2)))))
    with pytest.raises(Invalid, match="names that differ in more than capital letters"):
        export(model(tree, X, big), "sql")


def test_every_target_writes_every_tree_that_it_can_say() -> None:
    for seed in range(8):
        one = generated_model(seed, binary=True)
        for to in TARGETS.keys() - {"onnx"}:
            assert export(one, to, Doubles.DECIMAL)


@pytest.mark.parametrize("to", CODE)
def test_the_head_says_how_a_date_is_a_number(to: str) -> None:
    said = "Of x, read from dates, give the number of the day: 719163 for 1970-01-01"
    day, since = Fraction(date(2020, 5, 17).toordinal()), Continuous("x", unit=Unit.DAY)
    of_days, of_numbers = (asking(Threshold(x, day - 1, day + 1, day)) for x in (since, X))
    assert said in str(export(model(of_days, since), to))
    assert said not in str(export(model(of_numbers), to))  # numbers that might be days
    assert day - date(1970, 1, 1).toordinal() + 719163 == day
