"""
Reads the trees and tests that a program answers, into the form that `dtref.io.foreign` has for trees in files.

A node is a leaf with `labels` (or a `label`), or has a `test` and `branches`; `counts` and `optima` may be left out, and so may the parts
of a test that follow from the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TypeAlias, cast

from attrs import evolve

from dtref.errors import Invalid, near_names
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.inputs import measured
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Gaps, StandIns, Values
from dtref.io.json_text import parse_json
from dtref.oracle.judge.rounding.numbers import said_number
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.data import DataSet
from dtref.spec.model.schemes import fold, unfold
from dtref.spec.model.tally import RECORDS
from dtref.spec.model.tests import Side

Claims: TypeAlias = Mapping[str, Mapping[str, object]]
"""The claims of each node of a tree about itself, by its place: `1` is the root, `1.2` its second branch."""
_Claim: TypeAlias = Mapping[str, object]


def read_tree(answer: object, data: DataSet) -> tuple[ForeignTree, Claims]:
    """
    The tree in a program's answer, and the claims of its nodes. Errors: Invalid where the answer isn't a tree.

    >>> from dtref.spec.model.attributes import Nominal
    >>> tree, claims = read_tree({"label": "a"}, DataSet((), Nominal("y", ("a", "b")), ()))
    >>> tree.root.label, claims["1"]["labels"]
    ('a', ['a'])
    """
    claims: dict[str, _Claim] = {}

    def expand(seed: tuple[str, object]) -> tuple[Callable[[Sequence[ForeignNode]], ForeignNode], Sequence[tuple[str, object]]]:
        place, value = seed
        if not isinstance(value, dict):
            raise Invalid(f"node {place}", "an object with 'labels', or with 'test' and 'branches'", value)
        # a leaf
        if "test" not in value:
            labels = [value["label"]] if "label" in value else value.get("labels")
            if not isinstance(labels, list) or not labels:
                raise Invalid(f"leaf {place}", "labels", value)
            claims[place] = {**value, "labels": labels}
            label = _label(labels[0], data, place)
            return lambda _: ForeignNode(place, label=label), ()
        # an inner node
        claims[place] = value
        ask, names = asked_test(value["test"], data, place)
        branches = _branches(value.get("branches"), names, place)
        named = _surrogates(value, names, data, place) if "surrogates" in value else None
        stand_ins, rest = named or ((), ())

        def node(parts: Sequence[ForeignNode]) -> ForeignNode:
            return ForeignNode(place, ask, tuple(parts), stand_ins=stand_ins, names_surrogates=named is not None, rest=rest)

        return node, [(f"{place}.{i}", branch) for i, branch in enumerate(branches, 1)]

    return ForeignTree(unfold(("1", answer), expand), "answer", gaps=Gaps.CLAIMED), claims


@refuses_other_kinds
def tree_of(answer: Mapping[str, object], data: DataSet) -> ForeignTree:
    """
    The tree that your own program made from data, for `dtref.verify`: an answer to `grow` as golden/PROTOCOL.md has it, of lists and dicts.

    A node is `{"labels": [class]}`, or has a `test` and `branches`; `counts` are compared where a node has them (for a continuous target
    only the number of records, as sums are rounded). A float is the number that it is, a text the one that it writes.
    Errors: Invalid for what is no tree of these attributes, and for counts that are not an object of numbers by class.

    >>> from dtref.spec.model.attributes import Nominal
    >>> data = DataSet((Continuous("x"),), Nominal("y", ("a", "b")), ())
    >>> leaves = [{"if": "yes", "then": {"labels": ["a"]}}, {"if": "no", "then": {"labels": ["b"], "counts": {"b": 1}}}]
    >>> tree = tree_of({"test": {"threshold": "x", "cut": 1.5}, "branches": leaves}, data)
    >>> tree.root.ask.cut, tree.root.children[1].label, tree.root.children[1].counts
    (Fraction(3, 2), 'b', (('b', Fraction(1, 1)),))
    >>> tree_of({"label": "a", "counts": [2]}, data)
    Traceback (most recent call last):
    dtref.errors.Invalid: node 1, counts: expected an object: class -> number (got [2])
    """
    if not isinstance(answer, Mapping):
        raise Invalid("answer", "a dict, as json.loads makes one of an answer to grow", answer)
    return _claimed_tree(answer, data, "answer")


def read_answer(text: str, data: DataSet, name: str = "<answer>") -> ForeignTree:
    """
    The same of a JSON text, an answer or the line that holds it. Decimals are read exactly, as in CSV files. Errors: as for `tree_of`.

    >>> from dtref.spec.model.attributes import Nominal
    >>> data = DataSet((), Nominal("y", ("a", "b")), ())
    >>> read_answer('{"labels": ["a"], "counts": {"a": 2, "b": "1/2"}}', data).root.counts
    (('a', Fraction(2, 1)), ('b', Fraction(1, 2)))
    """
    value = parse_json(text, name, str)
    try:
        return _claimed_tree(value, data, name)
    except Invalid as problem:
        raise Invalid(f"{name} (protocol), {problem.where}", problem.wanted, problem.got) from None


def _claimed_tree(value: object, data: DataSet, name: str) -> ForeignTree:
    """The tree of an answer, or of the line that holds it, with the counts that its nodes claim."""
    answer = value["answer"] if isinstance(value, dict) and "answer" in value else value
    tree, claims = read_tree(answer, data)
    for place, claim in claims.items():
        _check_members(claim, place)

    def claimed(node: ForeignNode, children: Sequence[ForeignNode]) -> ForeignNode:
        counts = _counts(claims[node.place], f"node {node.place}, counts")
        if isinstance(data.target, Continuous):
            return evolve(node, children=tuple(children), records=dict(counts or ()).get(RECORDS))
        return evolve(node, children=tuple(children), counts=counts)

    root = fold(tree.root, lambda node: node.children, claimed)
    return ForeignTree(root, name, notes=tuple(_notes(claims)), gaps=Gaps.CLAIMED)


_OF_NODE = ("labels", "label", "counts", "test", "branches", "optima", "or_leaf", "surrogates", "otherwise", "gap")
"""The members of a node."""

_OF_TEST = {
    "multiway": (),
    "subset": ("left", "right"),
    "ordinal_cut": ("lower", "upper"),
    "groups": ("values", "otherwise"),
    "threshold": ("side", "lower", "upper", "cut"),
}
"""The members of a test beside that which names its attribute."""


def _check_members(node: _Claim, place: str) -> None:
    """Errors: Invalid for a member of a node, of its test or of a branch that none has: it might say what nothing here reads."""
    _only(node, _OF_NODE, f"node {place}")
    if "test" in node:
        test, branches = cast(_Claim, node["test"]), cast("Sequence[_Claim]", node["branches"])
        _only(test, next((kind, *others) for kind, others in _OF_TEST.items() if kind in test), f"node {place}, test")
        for i, branch in enumerate(branches, 1):
            _only(branch, ("if", "then"), f"node {place}, branch {i}")
    elif "branches" in node:
        raise Invalid(f"node {place}", "a test, as it has branches", list(node))


def _only(members: _Claim, known: Sequence[str], where: str) -> None:
    unknown = [name for name in members if name not in known]
    if unknown:
        near = near_names(str(unknown[0]), known)
        meant = f" (did you mean {near[0]!r}?)" if near else ""
        raise Invalid(where, f"no members but {', '.join(known)}{meant}", unknown[0])


def _counts(claim: _Claim, where: str) -> tuple[tuple[str, Fraction], ...] | None:
    counts = claim.get("counts")
    if counts is None:
        return None
    if not isinstance(counts, dict):
        raise Invalid(where, "an object: class -> number", counts)
    return tuple((str(label), given_number(n, where)) for label, n in counts.items())


def _notes(claims: Claims) -> Iterator[str]:
    """Notes on claims of nodes that are not compared."""
    labels = [claim["labels"] for claim in claims.values() if "test" not in claim]
    if any(isinstance(tied, list) and len(tied) > 1 for tied in labels):
        yield "of a leaf with several labels the first is compared"


def _surrogates(value: _Claim, names: Sequence[str], data: DataSet, place: str) -> tuple[StandIns, tuple[int, ...]]:
    """The surrogates that a node names, and the branch of a record that none of them places. names: of the node's branches."""
    where, listed = f"node {place}, surrogates", value["surrogates"]
    if not isinstance(listed, list) or not all(isinstance(surrogate, dict) for surrogate in listed):
        raise Invalid(where, "a list of objects with 'test' and 'stands_for'", listed)
    stand_ins = []
    for i, surrogate in enumerate(listed, 1):
        ask, own_names = asked_test(surrogate.get("test"), data, f"{place}, surrogate {i}")
        stands_for = surrogate.get("stands_for")
        if not isinstance(stands_for, list) or len(stands_for) != len(own_names):
            raise Invalid(f"{where}, {i}, stands_for", f"a branch of the node for each of {', '.join(own_names)}", stands_for)
        stand_ins.append((ask, tuple(_position(name, names, f"{where}, {i}, stands_for") for name in stands_for)))
    rest = (_position(value["otherwise"], names, f"node {place}, otherwise"),) if "otherwise" in value else ()
    return tuple(stand_ins), rest


def _position(name: object, names: Sequence[str], where: str) -> int:
    if name not in names:
        raise Invalid(where, f"a branch of the node, which are {', '.join(names)}", name)
    return names.index(str(name))


def _label(label: object, data: DataSet, place: str) -> str | Fraction:
    if isinstance(data.target, Continuous):
        return given_number(label, f"leaf {place}, labels")
    return str(label)


def _branches(value: object, names: Sequence[str], place: str) -> list[object]:
    """The subtrees of a node, in the order of its branches. Errors: Invalid where one is missing, or comes twice."""
    branches = [(branch.get("if"), branch.get("then")) for branch in value if isinstance(branch, dict)] if isinstance(value, list) else []
    by_name = {str(name): tree for name, tree in branches}
    if sorted(by_name) != sorted(names) or len(branches) != len(names):
        raise Invalid(f"node {place}, branches", f"one branch for each of {', '.join(names)}", [name for name, _ in branches])
    return [by_name[name] for name in names]


def asked_test(value: object, data: DataSet, place: str = "1") -> tuple[Ask, tuple[str, ...]]:
    """
    The test in a program's answer, and the names of its branches. Errors: Invalid where it isn't a test, or of a kind not judged here.

    >>> from dtref.spec.model.attributes import Nominal
    >>> asked_test({"threshold": "x", "cut": 0.5}, DataSet((Continuous("x"),), Nominal("y", ("a",)), ()))[0].cut
    Fraction(1, 2)
    """
    where = f"node {place}, test"
    match cast(_Claim, value) if isinstance(value, dict) else {}:
        case {"multiway": str(name)}:
            values = _values(name, data, where)
            return Values(name, tuple((value,) for value in values)), values
        case {"subset": str(name), "left": list(left)}:
            values = _values(name, data, where)
            return _grouped(name, [str(value) for value in left], values, where)
        case {"ordinal_cut": str(name), "lower": str(lower)}:
            values = _values(name, data, where)
            if lower not in values:
                raise Invalid(f"{where}, lower", f"a value of {name}", lower)
            return _grouped(name, values[: values.index(lower) + 1], values, where)
        case {"groups": str(name), "values": list(groups), **rest}:
            _values(name, data, where)
            value_groups = tuple(tuple(map(str, group)) for group in groups if isinstance(group, list))
            names = tuple(str(i + 1) for i in range(len(value_groups)))
            otherwise = names.index(str(rest["otherwise"])) if str(rest.get("otherwise")) in names else None
            return Values(name, value_groups, otherwise), names
        case {"threshold": str(name), **rest}:
            side = _side(rest.get("side", Side.AT_MOST.value), where)
            end = "lower" if side is Side.AT_MOST else "upper"
            cut = given_number(rest.get("cut", rest.get(end)), f"{where}, cut")
            return Cut(name, cut, side), ("yes", "no")
        case _:
            raise Invalid(where, "a test as golden/README.md has them, and of one attribute", value)


def _side(value: object, where: str) -> Side:
    side_read = next((side for side in Side if side.value == value), None)
    if side_read is None:
        raise Invalid(f"{where}, side", " or ".join(side.value for side in Side), value)
    return side_read


def _values(name: str, data: DataSet, where: str) -> tuple[str, ...]:
    attribute = data.attributes[data.column(name)]
    if isinstance(attribute, Continuous):
        raise Invalid(where, f"a threshold, as {name} is a number", name)
    return attribute.values


def _grouped(name: str, left: Sequence[str], values: Sequence[str], where: str) -> tuple[Ask, tuple[str, ...]]:
    """A test of two groups: the values on the left, and the rest."""
    if not set(left) <= set(values):
        raise Invalid(where, f"values of {name}", list(left))
    return Values(name, (tuple(left), tuple(value for value in values if value not in left)), 1), ("yes", "no")


def given_number(value: object, where: str) -> Fraction:
    """
    The exact value of a number in a program's answer, written as text or as a number. Errors: Invalid for anything else.

    >>> given_number("5/2", "cut"), given_number(2.5, "cut")
    (Fraction(5, 2), Fraction(5, 2))
    """
    number_read: object = None
    if isinstance(value, str):
        number_read = said_number(value)
    elif not isinstance(value, bool):
        with suppress(Invalid):
            number_read = measured(where, value)
    if isinstance(number_read, Fraction):
        return number_read
    raise Invalid(where, "a number", value)
