"""The models of a PMML file that are trees: alone, or the segments of a MiningModel."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.io.foreign.pmml.elements import (
    Allowed,
    Element,
    check_element,
    only,
    own,
    parse_xml,
    pmml_number,
    read_xml,
    required_attribute,
    tag,
)
from dtref.io.foreign.pmml.fields import OPTYPES, Fields, Undeclared, fields_of
from dtref.io.foreign.pmml.nodes import TreeModel, node_tree, places_of
from dtref.io.foreign.pmml.predicates import predicate_of
from dtref.io.foreign.pmml.questions import Strategy
from dtref.io.foreign.tree import ForeignTree, Gaps, Setting, foreign_nodes
from dtref.spec.model.attributes import Width
from dtref.spec.model.schemes import preorder

_VERSION = re.compile(r"2\.[01]|3\.[0-2]|4\.[0-4](\.[0-9])?")
NAMESPACE = re.compile(r"https?://www\.dmg\.org/PMML-[0-9]_[0-9](_[0-9])?")
_FUNCTIONS = frozenset({"classification", "regression"})
NOT_READ = frozenset({"associationRules", "sequences", "clustering", "timeSeries", "mixed", "general"})
MODEL: Allowed = {"modelName": None, "functionName": _FUNCTIONS, "algorithmName": None, "isScorable": frozenset({"true", "1"})}
ROOT = frozenset(
    {
        "Header",
        "MiningBuildTask",
        "DataDictionary",
        "TransformationDictionary",
        "AnomalyDetectionModel",
        "AssociationModel",
        "BaselineModel",
        "BayesianNetworkModel",
        "ClusteringModel",
        "GaussianProcessModel",
        "GeneralRegressionModel",
        "MiningModel",
        "NaiveBayesModel",
        "NearestNeighborModel",
        "NeuralNetwork",
        "RegressionModel",
        "RuleSetModel",
        "Scorecard",
        "SequenceModel",
        "SupportVectorMachineModel",
        "TextModel",
        "TimeSeriesModel",
        "TreeModel",
    }
)
"""The elements that a PMML file may have."""
TREE_MODEL: Allowed = {
    **MODEL,
    "missingValueStrategy": frozenset(strategy.value for strategy in Strategy),
    "missingValuePenalty": None,
    "noTrueChildStrategy": frozenset({"returnNullPrediction", "returnLastPrediction"}),
    "splitCharacteristic": frozenset({"binarySplit", "multiSplit"}),
}
AROUND = frozenset({"MiningSchema", "Output", "ModelStats", "ModelExplanation", "Targets", "LocalTransformations", "ModelVerification"})
"""The elements beside a tree: outputs, statistics, explanations and verifications change no prediction."""
TARGET: Allowed = {
    "field": None,
    "optype": OPTYPES,
    "min": None,
    "max": None,
    "rescaleConstant": None,
    "rescaleFactor": None,
}
VOTED = frozenset({"majorityVote", "weightedMajorityVote", "average", "weightedAverage", "median", "weightedMedian", "max"})
"""The methods that combine trees each of which predicts the target."""
ADDED = frozenset({"sum", "weightedSum", "modelChain", "x-weightedSum"})
"""The methods that combine trees whose numbers are no predictions."""
CHOSEN = frozenset({"selectFirst", "selectAll"})
SEGMENTATION: Allowed = {
    "multipleModelMethod": VOTED | ADDED | CHOSEN,
    "missingPredictionTreatment": None,
    "missingThreshold": None,
}
SEGMENT: Allowed = {"id": None, "weight": None}
_STOPS = {
    Strategy.NONE: "",
    Strategy.DEFAULT_CHILD: "",
    Strategy.LAST: "a record that misses what a node asks stops with that node's score (lastPrediction)",
    Strategy.NULL: "a record that misses what a node asks gets no prediction (nullPrediction)",
    Strategy.WEIGHTED: "a record that misses what a node asks goes to all children (weightedConfidence): how many, the tree does not say",
    Strategy.AGGREGATE: "a record that misses what a node asks goes to all children (aggregateNodes): how many, the tree does not say",
}
FALLS_BACK = "a record that no child takes, as it misses what they ask, stops with that node's score (returnLastPrediction)"
NO_TYPES = "the file has no DataDictionary: numbers are compared as the decimals that they are"
_SHARES = "what nodes claim of their records comes to 1 or less everywhere: shares may have been written where counts belong"
_ROUNDED = Fraction(1, 2**40)
"""How far the sum of shares, written as doubles, may be from 1."""
_OF_NYOKA = (
    "Nyoka writes the cuts of scikit-learn as 32-bit floats beside columns of doubles: a number that scikit-learn's own cut parts "
    "otherwise, as floats of 32 bits, takes another branch than there"
)
RESCALED = "the predictions of all trees together are rescaled (Targets)"


@frozen(eq=False)
class Found:
    """A TreeModel, the models around it from the outermost on, and the method and weight by which it is combined with others."""

    model: Element
    around: Sequence[Element]
    method: str
    weight: str


def read_pmml(path: Path) -> tuple[ForeignTree, ...]:
    """The trees of a PMML file, also of a MiningModel's segments. Errors: Invalid where it has none, or one that isn't read here."""
    return parse_pmml(read_xml(path), path.name)


def parse_pmml(text: str, name: str) -> tuple[ForeignTree, ...]:
    """
    The trees of a PMML text. Errors: Invalid for text that is no PMML of a version from 2.0 to 4.4, or has no TreeModel; for a model that
    is not to be scored; for an element, an attribute or a value of one that changes predictions and isn't read here.

    >>> node = '<Node score="2.5"><True/></Node>'
    >>> parse_pmml(f'<PMML version="4.4"><TreeModel functionName="regression">{node}</TreeModel></PMML>', "x.pmml")[0].root.label
    Fraction(5, 2)
    """
    root = parse_xml(text, name)
    if tag(root) != "PMML":
        raise Invalid(name, "PMML as the outermost element", tag(root))
    version, space = root.get("version"), root.tag.rpartition("}")[0][1:]
    if version is not None and _VERSION.fullmatch(version) is None:
        raise Invalid(f"{name}, version", "a version from 2.0 to 4.4", version[:60])
    if space and NAMESPACE.fullmatch(space) is None:
        raise Invalid(f"{name}, PMML", "the namespace of PMML, http://www.dmg.org/PMML-4_4", space[:60])
    check_element(root, {"version": None}, ROOT, name)
    models = list(_found(root, name))
    if not models:
        kinds = [tag(child) for child in root if tag(child) not in ("Header", "DataDictionary", "Extension")]
        raise Invalid(name, "a TreeModel", ", ".join(kinds)[:60] or "none")
    return tuple(_tree(root, model, f"{name}, tree {i}", len(models)) for i, model in enumerate(models, 1))


def _found(root: Element, name: str) -> Iterator[Found]:
    """The TreeModels in the order of the file: at the top, and in segments. Errors: Invalid for a segment that only some records reach."""

    def models_inside(outer: Found) -> Iterable[Found]:
        if tag(outer.model) == "TreeModel":
            return ()
        check_element(outer.model, MODEL, AROUND | {"Segmentation"}, name)
        segmentation = only(outer.model, "Segmentation", name)
        return () if segmentation is None else _segments(outer, segmentation, f"{name}, MiningModel")

    for model in own(root, "TreeModel", "MiningModel"):
        yield from (outer for outer in preorder(Found(model, (), "", "1"), models_inside) if tag(outer.model) == "TreeModel")


def _segments(outer: Found, segmentation: Element, where: str) -> Iterator[Found]:
    check_element(segmentation, SEGMENTATION, frozenset({"Segment"}), where)
    method = required_attribute(segmentation, "multipleModelMethod", where)
    for i, segment in enumerate(own(segmentation, "Segment"), 1):
        place = f"{where}, Segment {segment.get('id', i)}"
        check_element(segment, SEGMENT, frozenset(tag(child) for child in segment), place)
        models = list(own(segment, "TreeModel", "MiningModel"))
        if models and predicate_of(segment, place).operator != "True":
            raise Invalid(place, "True as its predicate, as the tree is for all records", "another")
        pmml_number(segment.get("weight", "1"), f"{place}, weight")
        added = outer.method if outer.method in ADDED else method
        yield from (Found(model, (*outer.around, outer.model), added, segment.get("weight", "1")) for model in models)


def _tree(root: Element, tree_model: Found, where: str, trees: int) -> ForeignTree:
    model = tree_model.model
    check_element(model, TREE_MODEL, AROUND | {"Node"}, where)
    nodes = list(own(model, "Node"))
    if len(nodes) != 1:
        raise Invalid(where, "one root Node", len(nodes))
    numeric = required_attribute(model, "functionName", where) == "regression"
    strategy = Strategy(model.get("missingValueStrategy", "none"))
    fields = fields_of(root, [*tree_model.around, model], where)
    target = fields.known.get(fields.target)
    returns_last = model.get("noTrueChildStrategy") == "returnLastPrediction"
    rescaled = _rescaled(model, fields, numeric, where)
    root_node = node_tree(nodes[0], TreeModel(where, numeric, strategy, returns_last, fields, rescaled, places_of(nodes[0], where)))
    gaps = Gaps.UNSAID if strategy in (Strategy.WEIGHTED, Strategy.AGGREGATE) else Gaps.STATED
    tree = ForeignTree(root_node, f"PMML {where}", () if numeric else fields.classes(), gaps=gaps)
    width = Width.FLOAT32 if target is not None and target.data_type == "float" else Width.FLOAT64
    settings = (Setting("multipleModelMethod", tree_model.method),) if tree_model.method else ()
    stops = FALLS_BACK if returns_last and strategy is Strategy.NONE else _STOPS[strategy]
    notes = (*_notes(tree, tree_model, fields, stops, trees), *([_OF_NYOKA] if _is_of_nyoka(root) else []))
    keeps_label = strategy is Strategy.LAST or (returns_last and strategy is Strategy.NONE)
    return evolve(tree, notes=notes, width=width, scores=_scores(tree_model, where), settings=settings, keeps_label=keeps_label)


def _is_of_nyoka(root: Element) -> bool:
    """Whether the header says that Nyoka wrote the file."""
    return any(application.get("name") == "Nyoka" for header in own(root, "Header") for application in own(header, "Application"))


def _notes(tree: ForeignTree, tree_model: Found, fields: Fields, stops: str, trees: int) -> Iterator[str]:
    if stops:
        yield stops
    if not fields.declared:
        yield NO_TYPES
    if tree_model.method:
        yield f"one of {trees} trees, put together by {tree_model.method}, with the weight {tree_model.weight}"
    elif trees > 1:
        yield f"one of {trees} trees of the file"
    columns = {node.ask.attribute for node in foreign_nodes(tree.root) if node.ask is not None}
    asked = [field for field in fields.known.values() if field.column in columns]
    bounded = [field.column for field in asked if field.bounded and field.undeclared is Undeclared.NO_ANSWER]
    if bounded:
        yield f"numbers outside of the Intervals of {', '.join(bounded[:10])} get no prediction of the model; of this tree they do"
    totals = [sum(n for _, n in node.counts) for node in foreign_nodes(tree.root) if node.counts is not None]
    if len(totals) > 1 and max(totals) <= 1 + _ROUNDED:
        yield _SHARES


def _scores(tree_model: Found, where: str) -> str:
    """The reason why a tree's numbers are no predictions; empty where they are."""
    if tree_model.method in ADDED:
        return f"the numbers of all trees are put together (multipleModelMethod {tree_model.method})"
    for outer in tree_model.around:
        targets = only(outer, "Targets", where)
        if targets is not None and any(set(target.attrib) - {"field", "optype"} for target in own(targets, "Target")):
            return RESCALED
    return ""


def _rescaled(model: Element, fields: Fields, numeric: bool, where: str) -> Callable[[Fraction], Fraction]:
    """
    The function that rescales a predicted number: kept between min and max, times rescaleFactor, plus rescaleConstant. Errors: Invalid for
    any other change of predictions by Targets.
    """
    targets = only(model, "Targets", where)
    target = None if targets is None else only(targets, "Target", f"{where}, Targets")
    if targets is None or target is None:
        return lambda x: x
    # Only elements and attributes that are read here.
    check_element(targets, {}, frozenset({"Target"}), where)
    check_element(target, TARGET, frozenset({"TargetValue"}), f"{where}, Targets")
    for value in own(target, "TargetValue"):
        check_element(value, {"value": None, "displayValue": None, "rawDataValue": None}, frozenset(), f"{where}, Targets, Target")
    texts = [(name, text) for name, text in target.attrib.items() if name in TARGET and name not in ("field", "optype")]
    numbers = {name: pmml_number(text, f"{where}, Target, {name}") for name, text in texts}
    if target.get("field", fields.target) != fields.target:
        raise Invalid(f"{where}, Target, field", f"the target, {fields.target}", target.get("field"))
    if numbers and not numeric:
        raise Invalid(f"{where}, Target", "no numbers for classes", sorted(numbers))
    # The rescaling.
    least, most = numbers.get("min"), numbers.get("max")
    factor, constant = numbers.get("rescaleFactor", Fraction(1)), numbers.get("rescaleConstant", Fraction(0))

    def rescaled(x: Fraction) -> Fraction:
        bounded = x if least is None else max(x, least)
        return (bounded if most is None else min(bounded, most)) * factor + constant

    return rescaled
