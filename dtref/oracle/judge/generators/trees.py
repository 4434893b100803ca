"""
Generators for the operations that grow, prune, inspect and predict with trees.

Where an operation is judged by all that is equally right (best tests, trees, predictions), tables have many ties. Where the answer
follows from one tree, only tables are drawn on which the preset grows one tree: no document says which of several is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import cast

from attrs import evolve
from hypothesis import strategies as st

from dtref.engines.tied_trees import count_trees
from dtref.errors import Invalid, Undecided
from dtref.oracle.arithmetic.json_numbers import narrow
from dtref.oracle.judge.cases import Cuts
from dtref.oracle.judge.generators.parts import DrawnInputs, Generator, several
from dtref.oracle.judge.generators.tables import NUMBERS, VALUES, column, rows, tables, without
from dtref.oracle.operations.answers import write_answer
from dtref.oracle.operations.data_inputs import given_data
from dtref.oracle.operations.draws import GivenJson, counts, position_lists, positive, probabilities, whole_numbers
from dtref.oracle.operations.inputs import Given
from dtref.oracle.operations.registry import run
from dtref.oracle.operations.trees.stopping import ADDED_STOPS
from dtref.spec.growing.admission import ADMISSION_RULES
from dtref.spec.model.rules import OptionKind, rule_of
from dtref.spec.presets import PRESETS
from dtref.spec.pruning.cost_complexity import cost_complexity
from dtref.spec.pruning.description import minimum_description
from dtref.spec.pruning.error_based import error_based
from dtref.spec.pruning.pruning_rules import PRUNING_RULES
from dtref.spec.pruning.subtree_raising import error_based_raising

_MIXED = tables()
PLAIN = tables(VALUES, attributes=3)
SMALL_DATA = tables(most=6)
_NUMERIC = tables(NUMBERS)
_GAPS = tables(missing=True, most=6)
WEIGHED = tables(weights="integers", most=6)
REGRESSION_DATA = tables(regression=True, least=2)


def _grouped(labels: list[tuple[str, ...]]) -> GivenJson:
    """A table of one nominal attribute, with the given labels for each of its values."""
    names = [f"v{i}" for i in range(len(labels))]
    table_rows = [[name, label] for name, labels_of_value in zip(names, labels, strict=True) for label in labels_of_value]
    return {"header": ["x", "y"], "rows": table_rows, "target": "y", "nominal": {"x": names, "y": ["c0", "c1"]}}


GROUPED = st.lists(st.sampled_from([("c0",), ("c1",), ("c0", "c1")]), min_size=2, max_size=4).map(_grouped)


def of_preset(preset: str, data: DrawnInputs) -> DrawnInputs:
    """Data sets with the preset that grows trees from them."""
    return data.map(lambda table: {"data": dict(table), "preset": preset})


_GROWN: tuple[tuple[str, str, DrawnInputs], ...] = (
    ("cart", "numbers", _NUMERIC),
    ("cart", "every kind", _MIXED),
    ("cart", "weights", WEIGHED),
    ("cart", "groupings", GROUPED),
    ("id3", "nominal", PLAIN),
    ("id3", "every kind", _MIXED),
    ("hunt", "nominal", PLAIN),
    ("cart-twoing", "every kind", _MIXED),
    ("c45", "missing values", _GAPS),
    ("c45-gain-ratio", "every kind", _MIXED),
    ("rpart", "missing values", _GAPS),
    ("regression-tree", "every kind", REGRESSION_DATA),
)
"""The sources of grown trees: a preset, the kind of data, the data."""


def _record(table: GivenJson, *, gaps: bool) -> st.SearchStrategy[dict[str, str]]:
    """A record to be classified: declared values, whole and half numbers, and where `gaps` is true missing values."""
    cells: dict[str, st.SearchStrategy[str]] = {}
    for kind in ("nominal", "ordinal"):
        declared = table.get(kind, {})
        if isinstance(declared, dict):
            cells |= {name: st.sampled_from([str(v) for v in vs]) for name, vs in declared.items() if name != table["target"]}
    halves = whole_numbers(0, 4) | st.sampled_from(("0.5", "1.5", "2.5", "3.5", "-1"))
    cells |= dict.fromkeys(column(table, "continuous"), halves)
    return st.fixed_dictionaries({name: cell | st.just("?") if gaps else cell for name, cell in cells.items()})


def data_in(inputs: GivenJson) -> GivenJson:
    """
    The data set among inputs.

    >>> data_in({"data": {"target": "y"}})
    {'target': 'y'}
    """
    return cast(GivenJson, inputs["data"])


def with_record(inputs: DrawnInputs, *, gaps: bool = False) -> DrawnInputs:
    """Inputs with a record to be classified beside them; gaps: it may have missing values."""

    def of(drawn: GivenJson) -> DrawnInputs:
        return _record(data_in(drawn), gaps=gaps).map(lambda record: {**drawn, "record": dict(record)})

    return inputs.flatmap(of)


def drawn_rule(rule: Callable[..., object]) -> st.SearchStrategy[dict[str, str]]:
    """
    A rule with values that its options give as examples.

    >>> from hypothesis import find
    >>> from dtref.spec.growing.stopping import pure
    >>> find(drawn_rule(pure), lambda _: True)
    {'rule': 'pure'}
    """
    facts = rule_of(rule)
    drawn = {option.name: st.sampled_from(option.examples) for option in facts.options if option.examples}
    return st.fixed_dictionaries({"rule": st.just(facts.name), **drawn})


def _rules(about: str) -> st.SearchStrategy[list[dict[str, str]]]:
    """A list of one stopping rule, or one admission rule."""
    return st.one_of(*map(drawn_rule, ADDED_STOPS if about == "stop" else ADMISSION_RULES)).map(lambda rule: [rule])


def _stopping(preset: str, data: DrawnInputs, about: str) -> DrawnInputs:
    return st.tuples(of_preset(preset, data), _rules(about)).map(lambda parts: {**parts[0], about: list(parts[1])})


def is_one_tree(inputs: GivenJson) -> bool:
    """
    Whether a preset grows one tree from a data set.

    >>> data = {"header": ["x", "y"], "rows": [["1", "a"], ["2", "b"]], "target": "y"}
    >>> is_one_tree({"data": data, "preset": "cart"})
    True
    """
    try:
        return count_trees(given_data(Given.of(narrow(inputs["data"]), "data")), PRESETS[str(inputs["preset"])]) == 1
    except (Invalid, Undecided):
        return False


def one_tree(preset: str, data: DrawnInputs) -> DrawnInputs:
    """Data sets from which a preset grows one tree."""
    return of_preset(preset, data).filter(is_one_tree)


ONE_TREE = one_tree("cart", _MIXED) | one_tree("id3", PLAIN)
ONE_SPACE = one_tree("cart", tables(NUMBERS, least=2))


def _validated(inputs: GivenJson) -> DrawnInputs:
    """Inputs with up to four records for validation."""
    data = data_in(inputs)
    labels = st.sampled_from(cast("dict[str, list[str]]", data["nominal"])[str(data["target"])])
    names = cast("list[str]", data["header"])[:-1]
    row = st.tuples(_record(data, gaps=False), labels).map(lambda pair: [*(pair[0][name] for name in names), pair[1]])
    return st.lists(row, min_size=1, max_size=4).map(lambda rows: {**inputs, "validation": list(rows)})


VALIDATED = ONE_TREE.flatmap(_validated)
_TIES = st.sampled_from(("cut", "keep"))
GIVEN_TREE = st.recursive(
    counts(2).filter(lambda leaf: any(n != "0" for n in leaf)),
    lambda subtrees: st.lists(subtrees, min_size=2, max_size=2),
    max_leaves=4,
)
STUMP = st.lists(counts(2).filter(lambda leaf: any(n != "0" for n in leaf)), min_size=2, max_size=2)


def _tree(**more: st.SearchStrategy[str]) -> DrawnInputs:
    return st.fixed_dictionaries({"tree": GIVEN_TREE, **more})


def _pruned_by(rule: Callable[..., object]) -> DrawnInputs:
    """The inputs of a pruning rule: a tree, and values that its options give as examples; numbers that have a default may be left out."""
    options = rule_of(rule).options
    drawn = {o.name: st.sampled_from(o.examples) for o in options if o.examples}
    left_out = {o.name: drawn.pop(o.name) for o in options if o.examples and isinstance(o.default, Fraction)}
    more = st.fixed_dictionaries(drawn, optional=left_out)
    base = VALIDATED if any(o.kind is OptionKind.VALIDATION for o in options) else _tree()
    return st.tuples(base, more).map(lambda parts: {**parts[0], **parts[1]})


_DRAWN_BY_HAND = (error_based, error_based_raising, minimum_description, cost_complexity)
"""Pruning rules of which only some trees are drawn, or whose records have other inputs than the rule has options."""


_ENCODED = {"encoding": st.sampled_from(("errors_listed", "errors_chosen")), "attributes": positive()}
RISK = st.sampled_from(("errors", "gini", "entropy"))


def _volumes(inputs: GivenJson) -> GivenJson:
    data = data_in(inputs)
    return {**inputs, "window": {name: ["0", "4"] for name in column(data, "continuous")}}


def _fired(inputs: GivenJson) -> GivenJson:
    """The rules of the tree, with the data that it is grown from."""
    answer = write_answer(run("rules", inputs))
    assert isinstance(answer, list), "rules are a list"
    rules = [{"if": rule["if"], "then": rule["then"]} for rule in answer if isinstance(rule, dict)]
    return {"data": inputs["data"], "rules": rules}


def _sampled(inputs: GivenJson, *more: str) -> DrawnInputs:
    """The members of an ensemble: bootstrap samples on each of which the preset grows one tree."""
    data = data_in(inputs)
    all_rows = rows(data)
    n = len(all_rows)

    # samples from which the preset grows one tree only
    def fit(sample: Sequence[str]) -> bool:
        chosen = [all_rows[int(i) - 1] for i in sample]
        return is_one_tree({**inputs, "data": {**data, "rows": chosen}})

    samples = st.lists(position_lists(n, n, n).filter(fit), min_size=1, max_size=2)
    # further inputs
    extra: dict[str, st.SearchStrategy[object]] = {
        "samples": samples,
        "sampling": st.just("bootstrap"),
        "vote": st.sampled_from(("hard", "soft")),
        "record": _record(data, gaps=False),
    }
    parts = {name: extra[name] for name in ("samples", *more)}
    return st.fixed_dictionaries(parts).map(lambda drawn: {**inputs, **drawn})


def _ensemble(*more: str) -> DrawnInputs:
    return of_preset("cart", tables(NUMBERS, least=2, most=5)).flatmap(lambda inputs: _sampled(inputs, *more))


def _grown(operation: str, cuts: Cuts, which: Sequence[tuple[str, str, DrawnInputs]] = _GROWN) -> tuple[Generator, ...]:
    return tuple(Generator(operation, of_preset(preset, data), f"{preset}, {about}", cuts) for preset, about, data in which)


def _predicted(cuts: Cuts) -> tuple[Generator, ...]:
    return tuple(
        Generator(
            "predict", with_record(of_preset(preset, data), gaps=about == "missing values"), f"{preset}, {about}, {cuts.value} cuts", cuts
        )
        for preset, about, data in _GROWN
    )


def _stopped() -> tuple[Generator, ...]:
    return tuple(
        Generator("grow_stopping", _stopping(preset, data, rule), f"{preset}, {rule}", Cuts.ANY)
        for preset, data in (("cart", _NUMERIC), ("id3", PLAIN))
        for rule in ("stop", "admit")
    )


def _candidates(inputs: GivenJson) -> DrawnInputs:
    data = data_in(inputs)
    names = [str(name) for name in cast("list[str]", data["header"])[:-1]]
    return st.sampled_from(names).map(lambda name: {**inputs, "attribute": name})


TREE_GENERATORS: tuple[Generator, ...] = (
    *(evolve(generator, about=f"{generator.about}, named cuts", cuts=Cuts.NAMED) for generator in _grown("grow", Cuts.NAMED, _GROWN[:1])),
    *_grown("grow", Cuts.ANY),
    *_grown("best_tests", Cuts.ANY),
    *_stopped(),
    *_predicted(Cuts.NAMED),
    *_predicted(Cuts.ANY)[:2],
    *_grown("trees", Cuts.NAMED, (("cart", "every kind", SMALL_DATA),)),
    *several("count_trees count_partitions", of_preset("cart", SMALL_DATA) | of_preset("id3", SMALL_DATA)),
    *several("candidates", (of_preset("cart", _MIXED) | of_preset("id3", _MIXED)).flatmap(_candidates)),
    *several("training_errors", ONE_TREE),
    *several("squared_error grow_linear", one_tree("regression-tree", REGRESSION_DATA)),
    *several("predict_linear", with_record(one_tree("regression-tree", REGRESSION_DATA))),
    *several("grow_discretised grow_ranges", without("attribute").map(lambda inputs: {**inputs, "preset": "cart"})),
    *several("levels tree_shape replicas", ONE_TREE),
    *several("decision_path apply leaf_numbers", with_record(ONE_TREE)),
    *several("decision_path apply leaf_numbers", with_record(one_tree("c45", _GAPS), gaps=True), "missing values"),
    *several("rules rule_texts", ONE_TREE),
    *several("firing_rules rule_predictions", ONE_TREE.map(_fired)),
    *several("regions decision_boundary", ONE_SPACE),
    *several("region_volumes", ONE_SPACE.map(_volumes)),
    *several("optimal_trees optimal_size optimal_tree greedy_sizes greeds_price", of_preset("cart", tables(most=5))),
    *several("merge_classes bottom_up bi_directional", of_preset("cart", tables(NUMBERS, least=2, most=6))),
    *several("bagging", _ensemble("record")),
    *several("forest", _ensemble("sampling")),
    *several("forest_prediction", _ensemble("sampling", "vote", "record")),
    *several("out_of_bag", _ensemble("sampling", "vote")),
    *several("validation_errors", VALIDATED),
    *(Generator(rule_of(rule).name, _pruned_by(rule)) for rule in PRUNING_RULES if rule not in _DRAWN_BY_HAND),
    *several("cost_complexity_by_validation", VALIDATED.map(lambda inputs: {**inputs, "risk": "errors"})),
    *several("error_based_raising", ONE_TREE),
    *several("resubstitution_error_rate", _tree()),
    *several("pessimistic_errors pessimistic_error_rate", _tree() | _tree(penalty=probabilities())),
    *several("description_length", _tree(**_ENCODED)),
    *several("minimum_description", _tree(ties=_TIES, **_ENCODED)),
    *several("cost_complexity", _tree(risk=RISK)),
    *several("cost_complexity_at", _tree(risk=RISK, alpha=st.sampled_from(("0", "1/2", "1", "2")))),
    *several("error_based_pruning", st.tuples(STUMP, _TIES).map(lambda parts: {"tree": list(parts[0]), "ties": parts[1]})),
)
"""Generators for trees."""
