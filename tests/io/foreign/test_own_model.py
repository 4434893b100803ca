"""Trees of other programs as models of dtref: at every border they predict what they do, also exported; what has no form is refused."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from exported.runners import run_python
from foreign_examples import text_of, written

from dtref.errors import Invalid
from dtref.io.export.doubles import Doubles
from dtref.io.foreign.formats import FORMATS, Format
from dtref.io.foreign.own_model import counted_model, predicting_model
from dtref.io.foreign.prediction import foreign_predictor
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Gaps, Known, Values
from dtref.io.models import Model, parse_model, write_model
from dtref.oracle.verify.route_comparison import border_records
from dtref.spec.model.attributes import MISSING, Cell, Continuous, Width
from dtref.spec.model.prediction import cells_by_name, prediction, reached
from dtref.spec.model.tests import Side
from dtref.spec.model.trees import Label, is_regression, nodes

OTHERS = [one for one in FORMATS.values() if one.name != "dtref"]  # whose models are read as they are


def own_labels(model: Model, cells: Mapping[str, Cell]) -> tuple[Label, ...]:
    """The labels of a model; none where it refuses the record."""
    try:
        return prediction(reached(model.tree, cells_by_name(cells))).labels
    except Invalid:
        return ()


def probes(tree: ForeignTree, model: Model) -> list[dict[str, Cell]]:
    """The records of every border whose values some node names."""
    names = {attribute.name: attribute for attribute in model.attributes}
    records = []
    for cells, _ in border_records(tree, (tree,)):
        known = {name: cells.get(name, MISSING) for name in names}
        if all(isinstance(a, Continuous) or known[name] is MISSING or known[name] in a.values for name, a in names.items()):
            records.append(known)
    return records


def check(tree: ForeignTree) -> int:
    """How many records a tree, its model and the model's code in Python answer alike: all of them."""
    model, theirs = predicting_model(tree), foreign_predictor(tree)
    records = probes(tree, model)
    wanted = [tuple(theirs(cells).labels) for cells in records]
    for cells, labels in zip(records, wanted, strict=True):
        assert {*own_labels(model, cells)} == {*labels}, cells
    # doubles alone are exported's numbers
    doubled = [i for i, cells in enumerate(records) if all(not isinstance(x, Fraction) or Fraction(float(x)) == x for x in cells.values())]
    asked = [{n: float(x) if isinstance(x, Fraction) else None if x is MISSING else x for n, x in records[i].items()} for i in doubled]
    answers = run_python(model, asked, Path(), Doubles.EXACT)
    for i, answer in zip(doubled, answers, strict=True):
        if len(theirs(records[i]).passed[-1].branches) or any(p.share != 1 for p in theirs(records[i]).passed):
            continue  # a record in parts has no answer there
        label = wanted[i][0] if wanted[i] else None
        assert answer == (float(label) if isinstance(label, Fraction) else label), records[i]
    return len(records)


@pytest.mark.parametrize("one", OTHERS, ids=lambda one: one.name)
def test_the_example_of_a_format_predicts_alike_as_a_model_and_as_code(tmp_path: Path, one: Format) -> None:
    (tree,) = one(written(tmp_path, text_of(one), one))
    assert check(tree) > 10


VALUES = ("a", "b, c", "d e", "é")
NUMBERS = ("x", "y y")


def _ask(random: Random, width: Width, missing: bool) -> Ask:
    if random.random() < 0.5:
        cut = Fraction(random.choice((0.1, 0.5, -3.25, 1e30, 7)))
        side, branch = random.choice(list(Side)), random.choice((0, 1)) if missing else None
        return Cut(random.choice(NUMBERS), cut, side, width, branch)
    if missing and random.random() < 0.2:
        return Known("x", *random.choice(((0, 1), (1, 0))))
    values = random.sample(VALUES, random.randint(2, 4))
    at = random.randint(1, len(values) - 1)
    groups = (tuple(values[:at]), tuple(values[at:])) if random.random() < 0.7 else tuple((value,) for value in values)
    whole = len(values) == len(VALUES)
    otherwise = random.choice((None, len(groups) - 1)) if whole or not missing else len(groups) - 1
    return Values("k", groups, otherwise, random.choice((0, 1)) if missing else None)


def generated(seed: int) -> ForeignTree:
    """A tree of some levels, of every kind of question, rule for gaps and stand-in."""
    random = Random(seed)
    width, numbers, rule = (
        random.choice(list(Width)),
        seed % 4 == 3,
        random.choice((Gaps.STATED, Gaps.FRACTIONS, Gaps.HEAVIEST, Gaps.UNSAID)),
    )
    keeps = rule is Gaps.STATED and random.random() < 0.3
    number = iter(range(1, 1000))

    def label() -> str | Fraction:
        return Fraction(random.randint(-9, 9), 4) if numbers else random.choice("pqr")

    def node(levels: int) -> ForeignNode:
        place, own = str(next(number)), label()
        if levels == 0 or random.random() < 0.2:
            counts = None if numbers else ((own, Fraction(random.randint(2, 9))), ("s", Fraction(1)))
            return ForeignNode(place, label=own, counts=counts)  # type: ignore[arg-type]  # classes are texts
        ask = _ask(random, width, not keeps and rule in (Gaps.STATED, Gaps.UNSAID) and random.random() < 0.6)
        children = tuple(node(levels - 1) for _ in range(2 if not isinstance(ask, Values) else len(ask.groups)))
        if isinstance(ask, Known) or rule is not Gaps.STATED or random.random() < 0.6:
            return ForeignNode(place, ask, children, own)
        others = [_ask(random, width, missing=False) for _ in range(random.randint(0, 2))]
        branches = [*range(len(children)), None]
        stands = tuple(
            (other, tuple(random.choice(branches) for _ in range(2 if not isinstance(other, Values) else len(other.groups))))
            for other in others
        )
        shared = tuple(random.sample(range(len(children)), 2)) if ask.missing is None and not keeps and random.random() < 0.3 else ()
        ask = ask if not isinstance(ask, Values) or not shared else Values(ask.attribute, ask.groups, others_missing=True)
        return ForeignNode(place, ask, children, own, stand_ins=stands, shared=shared)

    classes = () if numbers else ("p", "q", "r", "s")
    return ForeignTree(node(random.randint(1, 4)), "generated", classes, gaps=rule, keeps_label=keeps)


def test_generated_trees_predict_alike_as_models_and_as_code() -> None:
    records = refused = 0
    for seed in range(200):
        try:
            records += check(generated(seed))
        except Invalid as problem:
            assert problem.wanted.startswith("a column of numbers, of which it may be asked"), seed
            refused += 1
    assert records > 4000
    assert refused < 20


def test_the_counts_of_leaves_add_up_and_make_a_model_that_is_written_and_read(tmp_path: Path) -> None:
    counted = []
    for one in OTHERS:
        (folder := tmp_path / one.name).mkdir()
        (tree,) = one(written(folder, text_of(one), one))
        try:
            model = counted_model(tree)
        except Invalid as problem:
            assert problem.wanted.startswith(("the counts of its classes", "a tree of classes", "the counts of its leaves")), one.name
            continue
        assert parse_model(write_model(model)).tree == model.tree
        counted.append(one.name)
        assert not is_regression(model.tree)
        assert len(list(nodes(model.tree))) > 3
    assert {"rpart", "j48", "c45", "c50", "sklearn", "ydf", "partykit"} <= {*counted}, counted


def stump(ask: Ask, **claims: object) -> ForeignTree:
    leaves = (ForeignNode("2", label="a", counts=(("a", Fraction(2)),)), ForeignNode("3", label="b", counts=(("b", Fraction(1)),)))
    return ForeignTree(ForeignNode("1", ask, leaves, **claims), "by hand")  # type: ignore[arg-type]  # what is spoiled


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        (stump(Cut("x", Fraction(1), zeros=1)), "node 1, x: expected a cut whose numbers near 0 go as they compare"),
        (stump(Known("k", 0, 1)), "node 1, k: expected a column of numbers"),
        (
            stump(Cut("x", Fraction(1)), counts=(("a", Fraction(1)), ("b", Fraction(1)))),
            "node 1: expected the counts of its leaves together",
        ),
        (stump(Cut("label", Fraction(1))), "target: expected another name"),
    ],
)
def test_what_has_no_form_is_refused_with_its_node(tree: ForeignTree, message: str) -> None:
    with pytest.raises(Invalid) as problem:
        counted_model(tree)
    assert str(problem.value).startswith(message)
