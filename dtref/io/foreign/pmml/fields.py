"""
Fields of PMML: the column of the data behind each, and the treatment of a value before a predicate sees it.

A value passes the DataField (its type: `float` is rounded to 32 bits), the MiningFields of every enclosing model (missing, invalid and
outlying values), and DerivedFields. DerivedFields that only rename or convert are followed; any other treatment of a field that a node asks
is refused by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum

from attrs import evolve, field, frozen

from dtref.errors import Invalid
from dtref.io.foreign.pmml.elements import Allowed, Element, check_element, only, own, pmml_number, required_attribute, tag
from dtref.spec.model.attributes import Width

OPTYPES = frozenset({"categorical", "ordinal", "continuous"})
NUMERIC = frozenset({"integer", "float", "double"})
DATA_TYPES = NUMERIC | frozenset(
    {"string", "boolean", "date", "time", "dateTime", "timeSeconds", "dateTimeSecondsSince[0]"}
    | {f"{what}Since[{year}]" for what in ("dateDays", "dateTimeSeconds") for year in ("0", "1960", "1970", "1980")}
)
_WIDTHS = {"float": Width.FLOAT32, "double": Width.FLOAT64}
DATA_FIELD: Allowed = {
    "name": None,
    "displayName": None,
    "optype": OPTYPES,
    "dataType": DATA_TYPES,
    "taxonomy": None,
    "isCyclic": frozenset({"0", "1"}),
}
VALUE: Allowed = {"value": None, "displayValue": None, "property": frozenset({"valid", "invalid", "missing"})}
INTERVAL: Allowed = {
    "closure": frozenset({"openOpen", "openClosed", "closedOpen", "closedClosed"}),
    "leftMargin": None,
    "rightMargin": None,
}
USAGE = frozenset({"active", "predicted", "target", "supplementary", "group", "order", "frequencyWeight", "analysisWeight"})
MINING_FIELD: Allowed = {
    "name": None,
    "usageType": USAGE,
    "optype": OPTYPES,
    "importance": None,
    "outliers": frozenset({"asIs", "asMissingValues", "asExtremeValues"}),
    "lowValue": None,
    "highValue": None,
    "missingValueReplacement": None,
    "missingValueTreatment": frozenset({"asIs", "asMean", "asMode", "asMedian", "asValue", "returnInvalid"}),
    "invalidValueTreatment": frozenset({"returnInvalid", "asIs", "asMissing", "asValue"}),
    "invalidValueReplacement": None,
}

UNCHANGED = {
    "outliers": "asIs",
    "missingValueReplacement": "",
    "missingValueTreatment": "asIs asMean asMode asMedian asValue",
    "invalidValueTreatment": "returnInvalid asIs",
}
"""The values of a MiningField's attributes that leave known values as they are."""


class Undeclared(Enum):
    """The treatments of a value that the DataField does not declare."""

    NO_ANSWER = "returnInvalid"
    AS_IT_IS = "asIs"
    MISSING = "asMissing"


@frozen
class Field:
    """
    A field as predicates see it. column: of the data. width: that numbers are rounded to; constant: that constants are rounded to.

    values: the declared ones, if any. replacement: of a missing value. refused: the name of a treatment of its values that isn't read here;
    empty if there is none. bounded: whether numbers outside of intervals are invalid.
    """

    column: str
    data_type: str
    optype: str
    width: Width = Width.DECIMAL
    constant: Width = Width.DECIMAL
    values: tuple[str, ...] = ()
    undeclared: Undeclared = Undeclared.NO_ANSWER
    replacement: str | None = None
    refused: str = ""
    bounded: bool = False


def declared(text: str, values: Sequence[str], data_type: str, where: str) -> str:
    """
    A value in the text of its declaration, which for a number may be another one. Errors: Invalid for a value that isn't declared, where
    any are.

    >>> declared("1", ("0.0", "1.0"), "double", "x"), declared("u", (), "string", "x")
    ('1.0', 'u')
    """
    if not values or text in values:
        return text
    if data_type in NUMERIC:
        same = [value for value in values if pmml_number(value, where) == pmml_number(text, where)]
        if same:
            return same[0]
    raise Invalid(where, f"one of the declared values, {', '.join(values[:10])}", text[:60])


@frozen(eq=False)
class Fields:
    """The fields of a model by name; whether the file declares any; the derived ones; the active ones; the target."""

    known: Mapping[str, Field] = field(factory=dict)
    declared: bool = True
    derived: Mapping[str, Element] = field(factory=dict)
    asked: frozenset[str] | None = None
    target: str = ""

    def field(self, name: str, where: str) -> Field:
        """
        A field that a predicate asks. Errors: Invalid for one that isn't there, is no active field of the model, or has a derivation or
        treatment that isn't read here.
        """
        if not self.declared and name not in self.derived:
            return Field(name, "", "")
        # Follow derived fields to a field of the data.
        path: list[str] = []
        source = name
        while source in self.derived:
            if source in path:
                raise Invalid(where, "derived fields that lead to a field of the data", f"{source}, which leads to itself")
            path.append(source)
            source = _referred(self.derived[source], f"{where}, field {source}")
        if source not in self.known:
            raise Invalid(where, "a field of the DataDictionary, or one derived of it", source)
        if source == self.target or (self.asked is not None and not self.asked.intersection((*path, source))):
            raise Invalid(where, "an active field of the MiningSchema", name)
        # Apply their conversions on the way back.
        result = self.known[source]
        for step in reversed(path):
            result = _converted(result, self.derived[step], where)
        if result.refused:
            raise Invalid(f"{where}, field {name}", "a field whose values are asked as they are", result.refused)
        return result

    def classes(self) -> tuple[str, ...]:
        """The values that the target declares; none where it declares none."""
        return self.known[self.target].values if self.target in self.known else ()


def _referred(derived: Element, where: str) -> str:
    """The field that a derived one copies. Errors: Invalid for one derived in another way."""
    if tag(derived) == "MiningField":
        raise Invalid(where, "a copy of a field, as it is", f"a MiningField that changes it: {', '.join(sorted(derived.attrib))}")
    expressions = [child for child in derived if tag(child) not in ("Extension", "Value", "Interval")]
    if len(expressions) != 1 or tag(expressions[0]) != "FieldRef":
        got = f"{tag(expressions[0])}, which is not read" if len(expressions) == 1 else f"{len(expressions)} expressions"
        raise Invalid(where, "a field of the data, or a copy of one (FieldRef)", got)
    if expressions[0].get("mapMissingTo") is not None:
        raise Invalid(where, "a copy of a field", f"FieldRef with mapMissingTo={expressions[0].get('mapMissingTo')!r}")
    return required_attribute(expressions[0], "field", where)


def _converted(source: Field, derived: Element, where: str) -> Field:
    """A field after its conversion to the type of a derived field."""
    check_element(derived, DATA_FIELD, frozenset({"FieldRef", "Value", "Interval"}), where)
    to, optype = required_attribute(derived, "dataType", where), required_attribute(derived, "optype", where)
    place = f"{where}, field {derived.get('name')}"
    if to == "integer" and source.data_type != "integer":
        raise Invalid(place, "a conversion that keeps the number", f"{source.data_type} to integer")
    if (to in NUMERIC) != (source.data_type in NUMERIC) and not (to in NUMERIC and source.data_type == "string"):
        raise Invalid(place, "a conversion of numbers to numbers, or of texts to texts", f"{source.data_type} to {to}")
    constant = _WIDTHS.get(to, Width.DECIMAL)
    width = Width.FLOAT32 if Width.FLOAT32 in (source.width, constant) else constant if source.width is Width.DECIMAL else source.width
    return evolve(source, data_type=to, optype=optype, width=width, constant=constant)


def fields_of(root: Element, models: Sequence[Element], where: str) -> Fields:
    """
    The fields of the innermost of some models, each inside the one before. Errors: Invalid for a name twice, for a MiningField that the
    DataDictionary lacks, and for attributes or values that PMML does not have.
    """
    dictionary = only(root, "DataDictionary", where)
    known = {} if dictionary is None else _dictionary(dictionary, f"{where}, DataDictionary")
    if dictionary is None and any(True for model in models for _ in own(model, "MiningSchema")):
        raise Invalid(where, "a DataDictionary, which says what the fields are", "none")
    # Derived fields, of the file and of each model.
    derived: dict[str, Element] = {}
    for holder in (only(root, "TransformationDictionary", where), *(only(model, "LocalTransformations", where) for model in models)):
        derived |= {} if holder is None else _by_name(own(holder, "DerivedField"), f"{where}, {tag(holder)}")
    # The mining schemas, from the outermost model on.
    asked: frozenset[str] | None = None
    target = ""
    for model in models:
        schema = only(model, "MiningSchema", where)
        if schema is None and dictionary is not None:
            raise Invalid(where, f"a MiningSchema of the {tag(model)}, which says what it does with each field", "none")
        if schema is None:
            continue
        check_element(schema, {}, frozenset({"MiningField"}), where)
        mined = _by_name(own(schema, "MiningField"), f"{where}, MiningSchema")
        for name, element in mined.items():
            check_element(element, MINING_FIELD, frozenset(), f"{where}, MiningField {name}")
            if name in known:
                known[name] = _mined(known[name], element, f"{where}, MiningField {name}")
            elif name in derived and _changes(element):
                derived[name] = element
        targets = [name for name, element in mined.items() if element.get("usageType") in ("target", "predicted")]
        if len(targets) > 1 and model is models[-1]:
            raise Invalid(f"{where}, MiningSchema", "one target", targets[:5])
        target = targets[0] if targets else target
        unknown = [name for name in mined if name not in known and name not in derived and (len(models) == 1 or name in targets)]
        if unknown:
            raise Invalid(f"{where}, MiningSchema", "fields of the DataDictionary", unknown[:5])
        asked = frozenset(name for name, element in mined.items() if element.get("usageType", "active") == "active")
    return Fields(known, dictionary is not None, derived, asked, target)


def _changes(mined: Element) -> bool:
    """Whether a MiningField changes values."""
    return any(name in mined.attrib and mined.attrib[name] not in usual.split() for name, usual in UNCHANGED.items())


def _by_name(elements: Iterable[Element], where: str) -> dict[str, Element]:
    by_name: dict[str, Element] = {}
    for element in elements:
        name = required_attribute(element, "name", where)
        if name in by_name:
            raise Invalid(where, "each name once", name)
        by_name[name] = element
    return by_name


def _dictionary(dictionary: Element, where: str) -> dict[str, Field]:
    check_element(dictionary, {"numberOfFields": None}, frozenset({"DataField", "Taxonomy"}), where)
    return {
        name: _data_field(element, f"{where}, DataField {name}") for name, element in _by_name(own(dictionary, "DataField"), where).items()
    }


def _data_field(element: Element, where: str) -> Field:
    check_element(element, DATA_FIELD, frozenset({"Value", "Interval"}), where)
    # The values that it declares, by role.
    listed: dict[str, list[str]] = {"valid": [], "invalid": [], "missing": []}
    for child in own(element, "Value"):
        check_element(child, VALUE, frozenset(), where)
        listed[child.get("property", "valid")].append(required_attribute(child, "value", where))
    all_values = [value for values in listed.values() for value in values]
    if len(set(all_values)) < len(all_values):
        raise Invalid(where, "each Value once", sorted(value for value in set(all_values) if all_values.count(value) > 1)[:5])
    for child in own(element, "Interval"):
        check_element(child, INTERVAL, frozenset(), where)
    data_type, optype = element.get("dataType", ""), required_attribute(element, "optype", where)
    if data_type in NUMERIC:
        # NaN is missing in any case
        listed["missing"] = [value for value in listed["missing"] if value != "NaN"]
        all_values = [value for values in listed.values() for value in values]
        for value in all_values:
            pmml_number(value, f"{where}, Value")
    # Treatments that are not read here.
    refused = next((f'Value with property="{role}"' for role in ("missing", "invalid") if listed[role]), "")
    if element.get("isCyclic", "0") != "0":
        refused = refused or "isCyclic"
    width = _WIDTHS.get(data_type, Width.DECIMAL)
    bounded = any(True for _ in own(element, "Interval"))
    return Field(
        required_attribute(element, "name", where),
        data_type,
        optype,
        width,
        width,
        tuple(listed["valid"]),
        refused=refused,
        bounded=bounded,
    )


def _mined(source: Field, element: Element, where: str) -> Field:
    """A field after the treatments of a MiningField."""
    refused = source.refused
    treatment = element.get("invalidValueTreatment", "returnInvalid")
    if element.get("outliers", "asIs") != "asIs":
        refused = refused or f'outliers="{element.get("outliers")}"'
    if element.get("missingValueTreatment") == "returnInvalid":
        refused = refused or 'missingValueTreatment="returnInvalid"'
    if treatment == "asValue" or element.get("invalidValueReplacement") is not None:
        refused = refused or 'invalidValueTreatment="asValue"'
    undeclared = Undeclared(treatment) if treatment != "asValue" else source.undeclared
    replacement = element.get("missingValueReplacement", source.replacement)
    if source.replacement is not None and replacement != source.replacement:
        raise Invalid(f"{where}, missingValueReplacement", f"the one of the enclosing model, {source.replacement}", replacement)
    return evolve(source, optype=element.get("optype", source.optype), undeclared=undeclared, replacement=replacement, refused=refused)
