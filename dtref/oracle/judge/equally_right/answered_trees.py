"""
Trees and tests that a program answers, read as `dtref.io.foreign` has those of files. More is optional than dtref writes itself.

A node is a leaf with `labels` (or a `label`), or has a `test` and `branches`; `counts` and `optima` may be left out, and of a test what
follows from the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import isfinite
from typing import TypeAlias, cast

from attrs import evolve

from dtref.errors import Invalid
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Gaps, Values
from dtref.io.json_text import parse_json
from dtref.oracle.judge.rounding.numbers import said_number
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.data import DataSet
from dtref.spec.model.schemes import fold, unfold
from dtref.spec.model.tally import RECORDS
from dtref.spec.model.tests import Side

Claims: TypeAlias = Mapping[str, Mapping[str, object]]
"""What each node of a tree says of itself, by its place: `1` is the root, `1.2` the second branch of that."""
_Claim: TypeAlias = Mapping[str, object]


def read_tree(answer: object, data: DataSet) -> tuple[ForeignTree, Claims]:
    """
    A tree that a program answers, and what its nodes say of themselves. Errors: Invalid where it is none.

    >>> from dtref.spec.model.attributes import Nominal
    >>> tree, claims = read_tree({"label": "a"}, DataSet((), Nominal("y", ("a", "b")), ()))
    >>> tree.root.label, claims["1"]["labels"]
    ('a', ['a'])
    """
    claims: dict[str, _Claim] = {}

    def expand(seed: tuple[str, object]) -> tuple[Callable[[Sequence[ForeignNode]], ForeignNode], Sequence[tuple[str, object]]]:
        place, said = seed
        if not isinstance(said, dict):
            raise Invalid(f"node {place}", "an object with 'labels', or with 'test' and 'branches'", said)
        if "test" not in said:
            labels = [said["label"]] if "label" in said else said.get("labels")
            if not isinstance(labels, list) or not labels:
                raise Invalid(f"leaf {place}", "labels", said)
            claims[place] = {**said, "labels": labels}
            label = _label(labels[0], data, place)
            return lambda _: ForeignNode(place, label=label), ()
        claims[place] = said
        ask, names = asked_test(said["test"], data, place)
        below = _branches(said.get("branches"), names, place)
        return (lambda parts: ForeignNode(place, ask, tuple(parts))), [(f"{place}.{i}", one) for i, one in enumerate(below, 1)]

    return ForeignTree(unfold(("1", answer), expand), "answer", gaps=Gaps.CLAIMED), claims


def read_answer(text: str, data: DataSet, name: str = "<answer>") -> ForeignTree:
    """
    The tree of a JSON text that is the answer of `grow` by the protocol, or the line that holds it, with the counts that its nodes claim
    (of a continuous target the records alone, as sums are rounded). Numbers are the decimals that are written, as those of CSV files are.
    Errors: Invalid as `read_tree`, and for counts that are no object of numbers by class.

    >>> from dtref.spec.model.attributes import Nominal
    >>> data = DataSet((), Nominal("y", ("a", "b")), ())
    >>> read_answer('{"labels": ["a"], "counts": {"a": 2, "b": "1/2"}}', data).root.counts
    (('a', Fraction(2, 1)), ('b', Fraction(1, 2)))
    """
    given = parse_json(text, name, str)
    try:
        tree, claims = read_tree(given["answer"] if isinstance(given, dict) and "answer" in given else given, data)

        def claimed(node: ForeignNode, below: Sequence[ForeignNode]) -> ForeignNode:
            counts = _counts(claims[node.place], f"node {node.place}, counts")
            if isinstance(data.target, Continuous):
                return evolve(node, children=tuple(below), records=dict(counts or ()).get(RECORDS))
            return evolve(node, children=tuple(below), counts=counts)

        root = fold(tree.root, lambda node: node.children, claimed)
        return ForeignTree(root, name, notes=tuple(_notes(claims)), gaps=Gaps.CLAIMED)
    except Invalid as problem:
        raise Invalid(f"{name}, {problem.where}", problem.wanted, problem.got) from None


def _counts(claim: _Claim, where: str) -> tuple[tuple[str, Fraction], ...] | None:
    said = claim.get("counts")
    if said is None:
        return None
    if not isinstance(said, dict):
        raise Invalid(where, "an object: class -> number", said)
    return tuple((str(label), given_number(n, where)) for label, n in said.items())


def _notes(claims: Claims) -> Iterator[str]:
    """What nodes say that is not compared."""
    labels = [claim["labels"] for claim in claims.values() if "test" not in claim]
    if any(isinstance(tied, list) and len(tied) > 1 for tied in labels):
        yield "of a leaf with several labels the first is compared"
    if any("surrogates" in claim for claim in claims.values()):
        yield "surrogates are not compared"


def _label(label: object, data: DataSet, place: str) -> str | Fraction:
    if isinstance(data.target, Continuous):
        return given_number(label, f"leaf {place}, labels")
    return str(label)


def _branches(said: object, names: Sequence[str], place: str) -> list[object]:
    """The trees below a node, in the order of its branches. Errors: Invalid where one is missing, or comes twice."""
    found = [(one.get("if"), one.get("then")) for one in said if isinstance(one, dict)] if isinstance(said, list) else []
    by_name = {str(name): tree for name, tree in found}
    if sorted(by_name) != sorted(names) or len(found) != len(names):
        raise Invalid(f"node {place}, branches", f"one branch for each of {', '.join(names)}", [name for name, _ in found])
    return [by_name[name] for name in names]


def asked_test(said: object, data: DataSet, place: str = "1") -> tuple[Ask, tuple[str, ...]]:
    """
    A test that a program answers, and the names of its branches. Errors: Invalid where it is none, or a kind that isn't judged so.

    >>> from dtref.spec.model.attributes import Nominal
    >>> asked_test({"threshold": "x", "cut": 0.5}, DataSet((Continuous("x"),), Nominal("y", ("a",)), ()))[0].cut
    Fraction(1, 2)
    """
    where = f"node {place}, test"
    match cast(_Claim, said) if isinstance(said, dict) else {}:
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
            read = tuple(tuple(map(str, group)) for group in groups if isinstance(group, list))
            names = tuple(str(i + 1) for i in range(len(read)))
            otherwise = names.index(str(rest["otherwise"])) if str(rest.get("otherwise")) in names else None
            return Values(name, read, otherwise), names
        case {"threshold": str(name), **rest}:
            side = _side(rest.get("side", Side.AT_MOST.value), where)
            end = "lower" if side is Side.AT_MOST else "upper"
            cut = given_number(rest.get("cut", rest.get(end)), f"{where}, cut")
            return Cut(name, cut, side), ("yes", "no")
        case _:
            raise Invalid(where, "a test as golden/README.md has them, and of one attribute", said)


def _side(said: object, where: str) -> Side:
    found = next((side for side in Side if side.value == said), None)
    if found is None:
        raise Invalid(f"{where}, side", " or ".join(side.value for side in Side), said)
    return found


def _values(name: str, data: DataSet, where: str) -> tuple[str, ...]:
    attribute = data.attributes[data.column(name)]
    if isinstance(attribute, Continuous):
        raise Invalid(where, f"a threshold, as {name} is a number", name)
    return attribute.values


def _grouped(name: str, left: Sequence[str], values: Sequence[str], where: str) -> tuple[Ask, tuple[str, ...]]:
    """Two groups: what is on the left, and the rest."""
    if not set(left) <= set(values):
        raise Invalid(where, f"values of {name}", list(left))
    return Values(name, (tuple(left), tuple(value for value in values if value not in left)), 1), ("yes", "no")


def given_number(value: object, where: str) -> Fraction:
    """
    A number that a program answers: a text, exactly, or a number of JSON. Errors: Invalid for anything else.

    >>> given_number("5/2", "cut"), given_number(2.5, "cut")
    (Fraction(5, 2), Fraction(5, 2))
    """
    match value:
        case bool():
            pass
        case int():
            return Fraction(value)
        case float() if isfinite(value):
            return Fraction(value)
        case str() if (said := said_number(value)) is not None:
            return said
        case _:
            pass
    raise Invalid(where, "a number", value)
