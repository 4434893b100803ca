"""
Checks, before any node, that a model fits the data: columns and their kinds, classes, the kind of target.

A difference is Invalid, with a remedy: verdicts on nodes would all be wrong, and say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.errors import Invalid, declaration, near_names, way
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Values, fold_foreign
from dtref.io.foreign.tree_facts import TreeFacts, facts_of
from dtref.spec.model.arrays import ArrayDataSet
from dtref.spec.model.attributes import Attribute, Continuous
from dtref.spec.model.counts import columns_later
from dtref.spec.model.data import DataSet

Renaming: TypeAlias = Mapping[str, str]
"""A mapping from names in the model to names in the data."""


@frozen(eq=False)
class Matched:
    """A tree in the names of the data, the data without columns that the model wasn't given, and notes for the report."""

    tree: ForeignTree
    data: DataSet
    notes: tuple[str, ...]


def matched(tree: ForeignTree, data: DataSet, columns: Renaming, classes: Renaming) -> Matched:
    """
    A tree with the names of the data, and the data with only the model's columns. columns, classes: names in the model -> in the data.

    Errors: Invalid where the tree asks a column that the data lack, or that is of another kind there; where one of them has classes that
    the other lacks; for a regression tree on classes, or the other way round; for a renamed name that the model doesn't have.

    >>> from dtref.spec.model.attributes import Nominal
    >>> matched(ForeignTree(ForeignNode("1", label="0"), "m"), DataSet((), Nominal("y", ("no", "yes")), ()), {}, {})
    Traceback (most recent call last):
    dtref.errors.Invalid: classes: expected the data's, which are no, yes, and the model's are 0: say what the data call them,
    classes={"0": …} (got ['0'])
    """
    # the tree in the names of the data, checked
    named = renamed(tree, columns, classes)
    facts = facts_of(named)
    _check_target(named, facts, data)
    notes = (*_check_columns(named, facts, data), *_check_classes(named, facts, data))
    if not named.columns:
        return Matched(named, data, notes)
    # the data without columns that the model was not given
    left_out = [a.name for a in data.attributes if a.name not in named.columns]
    left_out_notes = (f"the model was not given {_list(left_out)}: left out",) if left_out else ()
    return Matched(named, _only(data, named.columns) if left_out else data, (*notes, *left_out_notes))


def renamed(tree: ForeignTree, columns: Renaming, classes: Renaming) -> ForeignTree:
    """
    The tree with other names of columns and classes. Errors: Invalid for a name that it doesn't have, and for two columns of one name.

    >>> from fractions import Fraction
    >>> stump = ForeignTree(ForeignNode("1", Cut("f0", Fraction(1)), (ForeignNode("2", label="a"), ForeignNode("3", label="b"))), "")
    >>> renamed(stump, {"f0": "x"}, {"a": "no"}).root.ask.attribute
    'x'
    """
    if not columns and not classes:
        return tree
    facts = facts_of(tree)
    column_names = dict.fromkeys((*tree.columns, *(ask.attribute for ask in facts.asks)))
    class_names = _classes_of(tree, facts)
    _check_renaming("columns", columns, column_names)
    _check_renaming("classes", classes, class_names)

    # every node, then the lists of names
    def combine(node: ForeignNode, children: Sequence[ForeignNode]) -> ForeignNode:
        label = classes.get(node.label, node.label) if isinstance(node.label, str) else node.label
        counts = None if node.counts is None else tuple((classes.get(name, name), n) for name, n in node.counts)
        ask = None if node.ask is None else _renamed_ask(node.ask, columns)
        stand_ins = tuple((_renamed_ask(other, columns), stands_for) for other, stands_for in node.stand_ins)
        return evolve(node, ask=ask, children=tuple(children), label=label, counts=counts, stand_ins=stand_ins)

    names = tuple(columns.get(name, name) for name in tree.columns)
    listed_classes = tuple(classes.get(name, name) for name in tree.classes)
    importances = tuple((columns.get(name, name), x) for name, x in tree.importances)
    return evolve(tree, root=fold_foreign(tree.root, combine), columns=names, classes=listed_classes, importances=importances)


def _renamed_ask(ask: Ask, columns: Renaming) -> Ask:
    return evolve(ask, attribute=columns.get(ask.attribute, ask.attribute))


def _check_renaming(what: str, renaming: Renaming, own: Iterable[str]) -> None:
    names = list(own)
    unknown = [name for name in renaming if name not in names]
    if unknown:
        near = near_names(unknown[0], names)
        meant = f" ({unknown[0]!r} is near {' and '.join(map(repr, near))})" if near else ""
        raise Invalid(what, f"names of the model's{meant}, which are {_list(names)}", unknown)
    new_names = [renaming.get(name, name) for name in names]
    if len(set(new_names)) < len(new_names):
        raise Invalid(what, "a name of its own for each", dict(renaming))


def _classes_of(tree: ForeignTree, facts: TreeFacts) -> list[str]:
    """The classes that a tree names: in its list, as labels, and in the counts of nodes."""
    return list(dict.fromkeys((*tree.classes, *facts.classes)))


def _check_target(tree: ForeignTree, facts: TreeFacts, data: DataSet) -> None:
    """Refuses a regression tree for classes, and the other way round; scores, which are numbers but not labels, fit any target."""
    name, numbers = data.target.name, isinstance(data.target, Continuous)
    predicts_numbers, own = facts.numbers and not tree.scores, _classes_of(tree, facts)
    if numbers and own:
        remedy = f"declare it nominal if its numbers are classes: {declaration('nominal', name)}"
        raise Invalid(f"target {name}", f"classes, as the model predicts {_list(own)} ({remedy})", "numbers")
    if not numbers and predicts_numbers:
        remedy = f"declare it continuous if it holds numbers: {declaration('continuous', name)}"
        raise Invalid(f"target {name}", f"numbers, as the model is a regression tree ({remedy})", f"classes {_list(data.classes)}")


def _check_classes(tree: ForeignTree, facts: TreeFacts, data: DataSet) -> Iterator[str]:
    if isinstance(data.target, Continuous):
        return
    own = _classes_of(tree, facts)
    # classes that only the model has
    strange = [name for name in own if name not in data.classes]
    if any(name in facts.counted or name in facts.labels for name in strange) or (strange and len(strange) == len(own)):
        remedy = way(f"--class {strange[0]}=…", f'classes={{"{strange[0]}": …}}')
        wanted = f"the data's, which are {_list(data.classes)}, and the model's are {_list(own)}: say what the data call them, {remedy}"
        raise Invalid("classes", wanted, strange)
    # classes that only the data have
    own_classes = [name for name in data.classes if name not in tree.classes] if tree.classes else []
    present = {data.classes[j] for j in set(columns_later(data).labels)} if own_classes else set()
    unknown = [name for name in own_classes if name in present]
    if unknown:
        wanted = f"records of the model's classes, which are {_list(tree.classes)}: it was not grown from these"
        raise Invalid(f"target {data.target.name}", wanted, unknown)
    if strange:
        yield f"the model knows the class {_list(strange)}, of which the data have no record"


def _check_columns(tree: ForeignTree, facts: TreeFacts, data: DataSet) -> Iterator[str]:
    by_name = {attribute.name: attribute for attribute in data.attributes}
    unknown = [name for name in dict.fromkeys(ask.attribute for ask in facts.asks) if name not in by_name]
    if unknown:
        raise Invalid("columns", f"columns of the data, which are {_list(by_name)}{_remedy(unknown, by_name)}", unknown)
    for ask in facts.asks:
        check_kind(ask, by_name[ask.attribute])
    absent = [name for name in tree.columns if name not in by_name]
    if absent:
        yield f"the data lack {_list(absent)}, which the model was given and did not ask: what it might have asked is not compared"


def check_kind(ask: Ask, attribute: Attribute) -> None:
    """
    Checks that a column is of the kind that a question asks. Errors: Invalid where it isn't, or where it has none of the values that the
    question names.

    >>> from dtref.spec.model.attributes import Nominal
    >>> check_kind(Values("x", (("a",), ("b",))), Nominal("x", ("0", "1")))
    Traceback (most recent call last):
    dtref.errors.Invalid: x: expected values of the model's, which are a, b (got ('0', '1'))
    """
    numbers = isinstance(attribute, Continuous)
    if isinstance(ask, Cut) and not numbers:
        remedy = "its values as the numbers that the model had for them, as 0 and 1 for FALSE and TRUE, 1, 2, … for ordered ones"
        raise Invalid(ask.attribute, f"a column of numbers, as the model cuts it: give {remedy}", type(attribute).__name__.lower())
    if isinstance(ask, Values):
        if isinstance(attribute, Continuous):
            remedy = f"declare it so: {declaration('nominal', ask.attribute)}"
            raise Invalid(ask.attribute, f"a nominal column ({remedy})", "continuous")
        values_asked = [value for group in ask.groups for value in group]
        if values_asked and attribute.values and not set(values_asked) & set(attribute.values):
            raise Invalid(ask.attribute, f"values of the model's, which are {_list(values_asked)}", attribute.values)


def _remedy(unknown: Sequence[str], data_names: Collection[str]) -> str:
    """The remedy, as the end of a message, for a column that the data lack."""
    name = unknown[0]
    originals = [other for other in data_names if syntactic(other) == name]
    if originals:
        own = originals[0]
        renamed = way(f"--column {name}={own}", f"columns={ {name: own} }")
        return f"; R writes {own} as {name}: rename the column, or say {renamed}"
    if re.fullmatch(r"[\w.]+\(.+\)", name):  # as R and patsy write a call
        return f"; {name} is computed: give the data a column of that name"
    near = near_names(name, data_names)
    if near:
        renamed = way(f"--column {name}={near[0]}", f"columns={ {name: near[0]} }")
        return f"; near {name} there is {' and '.join(near)}: where it is that, say {renamed}"
    return f"; where the data call it otherwise, say so: {way(f'--column {name}=…', f'columns={{{name!r}: …}}')}"


def syntactic(name: str) -> str:
    """
    A column's name as R's `make.names` writes it (reserved words aside).

    >>> syntactic("L-Weight"), syntactic("2nd"), syntactic("x")
    ('L.Weight', 'X2nd', 'x')
    """
    start = "X" if re.match(r"[^A-Za-z.]|\\.[0-9]", name) else ""
    return start + re.sub(r"[^A-Za-z0-9._]", ".", name)


def _only(data: DataSet, names: Iterable[str]) -> DataSet:
    kept = [i for i, attribute in enumerate(data.attributes) if attribute.name in set(names)]
    if isinstance(data, ArrayDataSet) and data.has_arrays:
        return data.with_columns(kept)
    records = tuple(evolve(record, values=tuple(record.values[i] for i in kept)) for record in data)
    return DataSet(tuple(data.attributes[i] for i in kept), data.target, records)


def _list(names: Iterable[str]) -> str:
    """Names for a message: at most 20, and the number of the others."""
    all_names = list(names)
    return ", ".join(all_names[:20]) + (f" and {len(all_names) - 20} more" if len(all_names) > 20 else "")
