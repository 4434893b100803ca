"""PMML: each field that changes where a record goes or what a leaf says is handled, or refused by its name with its place."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import dtref
from dtref.errors import Invalid
from dtref.io.foreign.pmml.models import parse_pmml
from dtref.io.foreign.tree import Cut, ForeignTree, Gaps, Known, Values, branch_by_stand_ins, branch_taken, foreign_nodes
from dtref.spec.model.attributes import MISSING, Width
from dtref.spec.model.tests import Side

X = '<DataField name="x" optype="continuous" dataType="double"/>'
K = '<DataField name="k" optype="categorical" dataType="string"><Value value="u"/><Value value="v"/><Value value="w"/></DataField>'
Y = '<DataField name="y" optype="categorical" dataType="string"><Value value="a"/><Value value="b"/><Value value="c"/></DataField>'
REAL = '<DataField name="y" optype="continuous" dataType="double"/>'
MINED = '<MiningField name="x"/><MiningField name="k"/><MiningField name="y" usageType="target"/>'


def simple(field: str, operator: str, value: str = "") -> str:
    return f'<SimplePredicate field="{field}" operator="{operator}"' + (f' value="{value}"/>' if value else "/>")


def node(name: str, score: str, predicate: str, inside: str = "", **attributes: str) -> str:
    more = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f'<Node id="{name}" score="{score}"{more}>{predicate}{inside}</Node>'


CUT = node("2", "a", simple("x", "lessOrEqual", "0.8")) + node("3", "b", simple("x", "greaterThan", "0.8"))


CLASSIFICATION = 'functionName="classification"'
PARTS = {"fields": X + K + Y, "mined": MINED, "beside": "", "head": '<PMML version="4.4">'}


def text(inside: str = node("1", "c", "<True/>", CUT), model: str = CLASSIFICATION, **changed: str) -> str:
    """A file, with other fields, MiningFields, elements beside the tree, or another first tag."""
    parts = PARTS | changed
    tree = f"<TreeModel {model}><MiningSchema>{parts['mined']}</MiningSchema>{parts['beside']}{inside}</TreeModel>"
    return f"{parts['head']}<DataDictionary>{parts['fields']}</DataDictionary>{tree}</PMML>"


def read(*given: str, **changed: str) -> ForeignTree:
    return parse_pmml(text(*given, **changed), "f.pmml")[0]


def refused(given: str) -> str:
    with pytest.raises(Invalid) as problem:
        parse_pmml(given, "f.pmml")
    return str(problem.value)


def test_a_float_field_is_compared_in_single_precision() -> None:
    ask = read(fields=X.replace("double", "float") + K + Y).root.ask
    assert isinstance(ask, Cut)
    assert ask.width is Width.FLOAT32
    assert branch_taken(ask, Fraction("0.800000001")) == 0  # as the JPMML evaluator says
    assert branch_taken(ask, Fraction("0.8000001")) == 1


def test_a_double_field_is_compared_in_double_precision_and_an_integer_exactly() -> None:
    ask = read().root.ask
    assert ask == Cut("x", Fraction(0.8), Side.AT_MOST, Width.FLOAT64)
    assert read(fields=X.replace("double", "integer") + K + Y).root.ask == Cut("x", Fraction("0.8"))


def test_targets_change_what_is_predicted() -> None:
    leaves = node("2", "2", simple("x", "lessOrEqual", "1")) + node("3", "10", "<True/>")
    regression = {"inside": node("1", "0", "<True/>", leaves), "model": 'functionName="regression"', "fields": X + K + REAL}
    targets = '<Targets><Target field="y" rescaleFactor="3" rescaleConstant="-1.5" max="5"/></Targets>'
    tree = read(**regression, beside=targets)
    assert [one.label for one in foreign_nodes(tree.root)] == [Fraction("-1.5"), Fraction("4.5"), Fraction("13.5")]
    cast = '<Targets><Target field="y" castInteger="round"/></Targets>'
    assert "Target: expected attributes that are read there" in refused(text(**regression, beside=cast))
    assert "(got 'castInteger')" in refused(text(**regression, beside=cast))


def test_a_missing_value_that_is_replaced_goes_where_its_replacement_does() -> None:
    mined = MINED.replace('name="x"', 'name="x" missingValueReplacement="3" missingValueTreatment="asMean"')
    ask = read(mined=mined).root.ask
    assert ask is not None
    assert branch_taken(ask, MISSING) == 1
    inside = node("1", "c", "<True/>", node("2", "a", simple("k", "equal", "u")) + node("3", "b", simple("k", "notEqual", "u")))
    groups = read(inside, mined=MINED.replace('name="k"', 'name="k" missingValueReplacement="u"')).root.ask
    assert groups == Values("k", (("u",), ("v", "w")), None, 0)


def test_what_producers_write_most_is_read() -> None:
    compact = node("2", "a", simple("x", "lessOrEqual", "1")) + node("3", "b", simple("x", "lessOrEqual", "2")) + node("4", "c", "<True/>")
    tree = read(node("1", "c", "<True/>", compact))
    assert [one.ask for one in foreign_nodes(tree.root) if one.ask is not None] == [
        Cut("x", Fraction(1), width=Width.FLOAT64, missing=1),
        Cut("x", Fraction(2), width=Width.FLOAT64, missing=1),
    ]
    single = node("1", "c", "<True/>", node("2", "a", simple("x", "lessThan", "1")))
    last = read(single, 'functionName="classification" noTrueChildStrategy="returnLastPrediction"')
    assert [one.label for one in foreign_nodes(last.root)] == ["c", "a", "c"]
    third = node("1", "c", "<True/>", CUT + node("4", "c", simple("x", "isMissing")))
    gaps = read(third)
    assert gaps.root.ask == Known("x", 1, 0)
    assert gaps.root.children[1].ask == Cut("x", Fraction(0.8), width=Width.FLOAT64)
    renamed = '<LocalTransformations><DerivedField name="double(x)" optype="continuous" dataType="double"><FieldRef field="x"/>'
    derived = node("1", "c", "<True/>", CUT.replace('field="x"', 'field="double(x)"'))
    assert read(derived, beside=renamed + "</DerivedField></LocalTransformations>").root.ask == read().root.ask


def test_surrogates_are_asked_where_the_value_is_missing() -> None:
    def asked(first: str, second: str, last: str) -> str:
        return f'<CompoundPredicate booleanOperator="surrogate">{first}{second}<{last}/></CompoundPredicate>'

    left = asked(simple("x", "lessOrEqual", "1"), simple("k", "equal", "u"), "False")
    right = asked(simple("x", "greaterThan", "1"), simple("k", "notEqual", "u"), "True")
    tree = read(node("1", "c", "<True/>", node("2", "a", left) + node("3", "b", right)))
    found = [branch_by_stand_ins(tree.root, cells) for cells in ({"x": Fraction(0)}, {"k": "u"}, {"k": "v"}, {})]
    assert found == [0, 0, 1, 1]


def test_children_that_leave_a_gap_are_refused() -> None:
    gap = node("2", "a", simple("x", "lessThan", "1")) + node("3", "b", simple("x", "greaterThan", "1"))
    assert "f.pmml, tree 1, node 1: expected two children that share out the numbers" in refused(text(node("1", "c", "<True/>", gap)))


@pytest.mark.parametrize(
    ("strategy", "branch", "gaps", "told"),
    [
        ("none", None, Gaps.STATED, ""),
        ("lastPrediction", None, Gaps.STATED, "stops with that node's score"),
        ("nullPrediction", None, Gaps.STATED, "gets no prediction"),
        ("defaultChild", 1, Gaps.STATED, ""),
        ("weightedConfidence", None, Gaps.UNSAID, "goes to all children"),
        ("aggregateNodes", None, Gaps.UNSAID, "goes to all children"),
    ],
)
def test_each_strategy_for_missing_values_is_handled_or_told(strategy: str, branch: int | None, gaps: Gaps, told: str) -> None:
    inside = node("1", "c", "<True/>", CUT, defaultChild="3")
    tree = read(inside, f'functionName="classification" missingValueStrategy="{strategy}"')
    assert tree.root.ask is not None
    assert tree.root.ask.missing == branch
    assert tree.gaps is gaps
    assert told in " ".join(tree.notes)


CHANGES = {
    "functionName": ("classification", {"clustering", "associationRules", "sequences", "timeSeries", "mixed", "general", ""}),
    "isScorable": ("true", {"false", "0"}),
    "missingValueStrategy": ("none", {"zzz", ""}),
    "noTrueChildStrategy": ("returnNullPrediction", {"zzz"}),
    "splitCharacteristic": ("multiSplit", {"zzz"}),
    "anything": (None, {"1"}),
}


@pytest.mark.parametrize("attribute", CHANGES)
def test_each_value_of_a_model_s_attributes_is_read_or_refused_by_name(attribute: str) -> None:
    kept, others = CHANGES[attribute]
    base = "" if attribute == "functionName" else 'functionName="classification" '
    if kept is not None:
        assert read(model=f'{base}{attribute}="{kept}"').root.ask is not None
    for other in others:
        assert attribute in refused(text(model=f'{base}{attribute}="{other}"'))


@pytest.mark.parametrize(
    ("field", "named"),
    [
        ('name="x" outliers="asExtremeValues" lowValue="0" highValue="1"', "asExtremeValues"),
        ('name="x" outliers="asMissingValues" lowValue="0" highValue="1"', "asMissingValues"),
        ('name="x" missingValueTreatment="returnInvalid"', "returnInvalid"),
        ('name="x" missingValueTreatment="zzz"', "missingValueTreatment"),
        ('name="x" invalidValueTreatment="asValue" invalidValueReplacement="1"', "asValue"),
        ('name="x" invalidValueTreatment="zzz"', "invalidValueTreatment"),
        ('name="x" usageType="supplementary"', "an active field"),
        ('name="x" usageType="zzz"', "usageType"),
        ('name="x" optype="categorical"', "order asked of a field of numbers"),
        ('name="z"', "fields of the DataDictionary"),
    ],
)
def test_each_treatment_of_a_field_is_handled_or_refused_by_name(field: str, named: str) -> None:
    assert named in refused(text(mined=MINED.replace('name="x"', field)))


@pytest.mark.parametrize(
    "field", ['name="x" outliers="asIs" importance="0.3"', 'name="x" missingValueTreatment="asMode" invalidValueTreatment="asIs"']
)
def test_treatments_that_leave_known_values_alone_change_nothing(field: str) -> None:
    assert read(mined=MINED.replace('name="x"', field)).root.ask == read().root.ask


@pytest.mark.parametrize(
    ("declared", "named"),
    [
        (X.replace("/>", '><Value value="-999" property="missing"/></DataField>'), 'property="missing"'),
        (X.replace("/>", '><Value value="-1" property="invalid"/></DataField>'), 'property="invalid"'),
        (X.replace("/>", ' isCyclic="1"/>'), "isCyclic"),
        (X.replace("continuous", "ordinal").replace("double", "string"), "ordinal string"),
        (X.replace("double", "dateTime"), "dateTime"),
        (X.replace("double", "complex"), "dataType"),
        (X + X, "each name once"),
        ("", "MiningSchema: expected fields of the DataDictionary (got ['x'])"),
    ],
)
def test_each_kind_of_field_is_handled_or_refused_by_name(declared: str, named: str) -> None:
    assert named in refused(text(fields=declared + K + Y))


@pytest.mark.parametrize(
    "made",
    [
        '<NormContinuous field="x"><LinearNorm orig="0" norm="0"/><LinearNorm orig="9" norm="1"/></NormContinuous>',
        '<NormDiscrete field="k" value="u"/>',
        '<Discretize field="x"/>',
        "<MapValues/>",
        '<Apply function="log"><FieldRef field="x"/></Apply>',
        '<Constant dataType="double">1</Constant>',
        '<Aggregate field="x" function="sum"/>',
        '<FieldRef field="d"/>',
        '<FieldRef field="x" mapMissingTo="0"/>',
    ],
)
def test_a_field_that_is_made_in_another_way_is_refused_by_the_name_of_it(made: str) -> None:
    derived = (
        f'<LocalTransformations><DerivedField name="d" optype="continuous" dataType="double">{made}</DerivedField></LocalTransformations>'
    )
    asked = text(node("1", "c", "<True/>", CUT.replace('field="x"', 'field="d"')), beside=derived)
    message = refused(asked)
    assert "f.pmml, tree 1, node 1" in message
    assert made[1:].partition(" ")[0].strip("/>") in message or "leads to itself" in message
    assert read(beside=derived).root.ask == read().root.ask  # nobody asks it


METHODS = {
    "majorityVote": "",
    "weightedMajorityVote": "",
    "average": "",
    "weightedAverage": "",
    "median": "",
    "max": "",
    "sum": "put together",
    "weightedSum": "put together",
    "modelChain": "put together",
    "selectFirst": "",
    "selectAll": "",
}


@pytest.mark.parametrize("method", [*METHODS, "zzz"])
def test_each_way_to_put_trees_together_is_told_or_refused(method: str) -> None:
    leaf = node("1", "2.5", "<True/>")
    tree = f'<TreeModel functionName="regression"><MiningSchema>{MINED}</MiningSchema>{leaf}</TreeModel>'
    segments = "".join(f'<Segment id="{i}" weight="{i}">{{}}{tree}</Segment>' for i in (1, 2))
    given = (
        f'<PMML version="4.4"><DataDictionary>{X}{K}{REAL}</DataDictionary><MiningModel functionName="regression">'
        f'<MiningSchema>{MINED}</MiningSchema><Segmentation multipleModelMethod="{method}">{segments}</Segmentation></MiningModel></PMML>'
    )
    if method == "zzz":
        assert "multipleModelMethod" in refused(given.format("<True/>", "<True/>"))
        return
    trees = parse_pmml(given.format("<True/>", "<True/>"), "f.pmml")
    assert [METHODS[method] in tree.scores and bool(METHODS[method]) == bool(tree.scores) for tree in trees] == [True, True]
    assert f"put together by {method}, with the weight 2" in trees[1].notes[-1]
    message = refused(given.format("<True/>", simple("x", "lessThan", "1")))
    assert "Segment 2: expected True as its predicate" in message


@pytest.mark.parametrize(
    ("given", "named"),
    [
        (text(node("1", "c", "<True/>", CUT.replace('id="3"', 'id="2"'))), "node 2: expected an id of its own"),
        (text(node("1", "c", "<True/>", CUT, defaultChild="7")), "node 1, defaultChild: expected the id of one of its children (got '7')"),
        (text(node("1", "c", "<True/>", CUT.replace('score="b"', 'score="zzz"'))), "node 3, score: expected one of the declared values"),
        (
            text(node("1", "c", "<True/>", CUT.replace('score="b"', 'score="b" recordCount="-1"'))),
            "node 3, recordCount: expected 0 records",
        ),
        (text(node("1", "c", "<True/>", CUT.replace('"0.8"', '"INF"'))), "node 1, lessOrEqual: expected a number (got 'INF')"),
        (text(node("1", "c", simple("x", "lessThan", "9"), CUT)), "node 1: expected True as the predicate of the root"),
        (text(node("1", "c", "<True/>", CUT + "<Regression/>")), "node 1, Node: expected elements that are read there"),
        (text(head='<PMML version="5.0">'), "f.pmml, version: expected a version from 2.0 to 4.4 (got '5.0')"),
        (text(head='<PMML version="4.4" xmlns="http://example.org">'), "expected the namespace of PMML"),
        (text().replace("PMML", "pmml"), "expected PMML as the outermost element"),
        (
            '<?xml version="1.0" encoding="ISO-8859-1"?>' + text().replace("DataDictionary>", "DataDictionary>", 1) + "<!-- é -->",
            "UTF-8 text",
        ),
    ],
)
def test_what_makes_no_tree_is_refused_with_its_place(given: str, named: str) -> None:
    assert named in refused(given)


@pytest.mark.parametrize("version", ["2.0", "2.1", "3.0", "3.1", "3.2", "4.0", "4.1", "4.2", "4.2.1", "4.3", "4.4", "4.4.1"])
def test_the_versions_of_pmml_are_read(version: str) -> None:
    space = "http://www.dmg.org/PMML-" + "_".join(version.split(".")[:2])
    assert read(head=f'<PMML version="{version}" xmlns="{space}">').root.ask == read().root.ask


def test_nodes_without_ids_have_numbered_places() -> None:
    bare = node("1", "c", "<True/>", CUT)
    for name in "123":
        bare = bare.replace(f' id="{name}"', "")
    assert [one.place for one in foreign_nodes(read(bare).root)] == ["#1", "#2", "#3"]


def test_undeclared_values_go_where_the_model_says() -> None:
    inside = node("1", "c", "<True/>", node("2", "a", simple("k", "equal", "u")) + node("3", "b", simple("k", "notEqual", "u")))
    found = []
    for treatment in ("returnInvalid", "asIs", "asMissing"):
        mined = MINED.replace('name="k"', f'name="k" invalidValueTreatment="{treatment}"')
        ask = read(inside, 'functionName="classification" missingValueStrategy="none"', mined=mined).root.ask
        assert ask is not None
        found.append([branch_taken(ask, value) for value in "uvz"])
    assert found == [[0, 1, None], [0, 1, 1], [0, 1, None]]


def test_verify_takes_a_float_model_by_its_floats(tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("x,k,y\n0.1,u,a\n0.800000001,u,a\n0.9,v,b\n1,v,b\n")
    data = dtref.read_csv(tmp_path / "d.csv", target="y")
    tree = read(fields=X.replace("double", "float") + K + Y)
    assert dtref.verify(tree, data, dtref.CART).wrong == ()
