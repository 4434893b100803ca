"""
Answers of operations (numbers, tables, tests, trees): writes them as JSON, and compares them with JSON exactly.

    a number                the JSON of `dtref.oracle.arithmetic.json_numbers`
    a certified number      {"decimal": "0.169765832032"}: `dtref.oracle.arithmetic.json_numbers.certified`
    no value                {"undefined": "no records"}
    a list, a table         an array, an array of rows
    an object               {"labels": ["yes"], "counts": {"yes": "4", "no": "0"}}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias, assert_never, cast

from dtref.errors import Invalid, Undefined
from dtref.exact.comparison import compare
from dtref.exact.enclosure import Enclosure
from dtref.exact.number import Exact, Number, number
from dtref.exact.root_quotient import RootQuotient
from dtref.io.numbers import Json, number_json
from dtref.oracle.arithmetic.json_numbers import certified, exact_number, is_certified
from dtref.spec.model.attributes import AS_VALUE, MISSING, Cell
from dtref.spec.model.branches import branch_count
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import EverySubset, Optima
from dtref.spec.model.schemes import unfold, walk
from dtref.spec.model.tally import Tally
from dtref.spec.model.tests import Groups, IsKnown, Multiway, Oblique, OrdinalCut, Ranges, Subset, Test, Threshold
from dtref.spec.model.trees import GapRule, Label, Leaf, Surrogates, Tree, fold_tree

Answer: TypeAlias = "str | Number | Undefined | tuple[Answer, ...] | Mapping[str, Answer]"
"""An answer: a text, a number, no value, a list, or parts with names."""


def write_answer(answer: Answer) -> Json:
    """
    An answer as JSON. Errors: Invalid for a number that can't be written exactly.

    >>> write_answer({"value": Undefined("no records"), "labels": ("yes",)})
    {'value': {'undefined': 'no records'}, 'labels': ['yes']}
    """

    def expand(part: Answer) -> tuple[Callable[[Sequence[Json]], Json], Sequence[Answer]]:
        match cast(object, part):
            case tuple():
                return list, cast("tuple[Answer, ...]", part)
            case Mapping():
                by_name = cast("Mapping[str, Answer]", part)
                return (lambda parts: dict(zip(by_name, parts, strict=True))), tuple(by_name.values())
            case _:
                written = _written(part)
                return (lambda _: written), ()

    return unfold(answer, expand)


def _written(answer: Answer) -> Json:
    """The JSON of an answer without parts."""
    match cast(object, answer):
        case str() as text:
            return text
        case Undefined(why=why):
            return {"undefined": why}
        case x if is_certified(x):
            return {"decimal": certified(cast(Exact, x))}
        case Enclosure(exact=exact):
            return number_json(number(cast(Exact, exact)))
        case _:
            return number_json(cast(Number, answer))


def matches(answer: Answer, written: Json) -> bool:
    """
    Whether JSON states exactly this answer. Numbers are compared by value; for no value the reason is ignored; all else must be equal.

    Errors: Undecided for a certified number at a rounding boundary.

    >>> matches((Fraction(1, 2), "yes"), ["1/2", "yes"]), matches((Fraction(1, 2), "yes"), ["1/3", "yes"])
    (True, False)
    """
    return all(_is_of_the_form(part, json_part) or _states(part, json_part) for part, json_part in walk(answer, written, _parts_of_both))


def states_as(answer: Answer, own: Json, written: Json) -> bool:
    """
    Whether JSON states exactly this answer, as `matches`, where its own JSON is known: what is written as there isn't computed again.

    >>> states_as((Fraction(1, 2), "yes"), ["1/2", "yes"], ["1/2", "yes"]), states_as(Fraction(1, 2), "1/2", "1/3")
    (True, False)
    """

    def parts_of_three(pair: tuple[Answer, Json], json: Json) -> Iterable[tuple[tuple[Answer, Json], Json]]:
        owns, others = _parts_of_both(*pair), _parts_of_both(pair[0], json)
        return ((own_pair, json_part) for own_pair, (_, json_part) in zip(owns, others, strict=True))

    return all(
        _is_of_the_form(part, json_part) or own_part == json_part or _states_otherwise(part, own_part, json_part)
        for (part, own_part), json_part in walk((answer, own), written, parts_of_three)
    )


def _states_otherwise(answer: Answer, own: Json, written: Json) -> bool:
    """Whether JSON that isn't an answer's own states it; a certified number has one decimal only."""
    match own, written:
        case {"decimal": _}, {"decimal": _}:
            return False
        case _:
            return _states(answer, written)


def _is_of_the_form(answer: Answer, written: Json) -> bool:
    """Whether JSON has as many parts as an answer, or parts of the same names."""
    match cast(object, answer), written:
        case tuple() as parts, list():
            return len(parts) == len(written)
        case Mapping() as parts, dict():
            return parts.keys() == written.keys()
        case _:
            return False


def _parts_of_both(answer: Answer, written: Json) -> Iterable[tuple[Answer, Json]]:
    """The parts of an answer, each with the corresponding part of JSON of the same form."""
    match cast(object, answer), written:
        case tuple(), list():
            return zip(cast("tuple[Answer, ...]", answer), written, strict=True)
        case Mapping(), dict():
            return ((part, written[name]) for name, part in cast("Mapping[str, Answer]", answer).items())
        case _:
            return ()


def _states(answer: Answer, written: Json) -> bool:
    """Whether JSON states an answer without parts."""
    match cast(object, answer), written:
        case Enclosure(exact=exact) as x, _ if not is_certified(x):
            return _same_number(number(cast(Exact, exact)), written)
        case str() as text, str(other):
            return text == other
        case Undefined(), {"undefined": str(why), **rest}:
            return bool(why) and not rest
        case x, {"decimal": str(text), **rest} if is_certified(x):
            return text == certified(cast(Exact, x)) and not rest
        case ((str() | Undefined() | Enclosure() | tuple() | Mapping()), _):
            return False
        case _:
            return _same_number(cast(Number, answer), written)


def _same_number(x: Number, written: Json) -> bool:
    try:
        return compare(x, exact_number(written)) == 0
    except Invalid:
        return False


def root_answer(x: RootQuotient | Undefined) -> Answer:
    """
    A quotient by a root: its square with its sign, which is exact, and its value, which is certified where it isn't rational.

    >>> root_answer(RootQuotient(Fraction(-3), Fraction(4)))
    {'signed_square': Fraction(-9, 4), 'value': Fraction(-3, 2)}
    """
    return x if isinstance(x, Undefined) else {"signed_square": x.signed_square, "value": x.value}


def test_answer(test: Test | EverySubset) -> Answer:
    """
    A test by its kind and parts; a cut with its interval, a grouping with the values present on both sides.

    >>> from dtref.spec.model.attributes import Nominal
    >>> test_answer(Subset(Nominal("income", ("high", "low", "medium")), ("high",), ("low", "medium")))
    {'subset': 'income', 'left': ('high',), 'right': ('low', 'medium')}
    """
    match test:
        case Multiway(attribute=attribute):
            return {"multiway": attribute.name}
        case Subset(attribute=nominal, left=left, right=right):
            return {"subset": nominal.name, "left": left, "right": right}
        case OrdinalCut(attribute=ordinal, lower=lower, upper=upper):
            return {"ordinal_cut": ordinal.name, "lower": lower, "upper": upper}
        case Threshold(attribute=continuous, side=side):
            numbers = {name: cast(Number, x) for name, x in (("lower", test.lower), ("upper", test.upper), ("cut", test.cut))}
            goes = {} if test.missing is None else {"missing": ("yes", "no")[test.missing]}
            return {"threshold": continuous.name, "side": side.value, **numbers, **goes}
        case IsKnown(attribute=continuous):
            return {"is_known": continuous.name}
        case Groups(attribute=attribute, groups=groups, otherwise=otherwise):
            return {"groups": attribute.name, "values": groups, "otherwise": str(otherwise + 1)}
        case Ranges(attribute=continuous, cuts=cuts, side=side):
            return {"ranges": continuous.name, "side": side.value, "cuts": tuple(map(number, cuts))}
        case Oblique(terms=terms, cut=cut, side=side):
            return {"oblique": {a.name: number(w) for a, w in terms}, "side": side.value, "cut": number(cut)}
        case EverySubset(attribute=nominal, present=present):
            return {"every_subset": nominal.name, "present": present}
        case _:
            assert_never(test)


def tests_answer(optima: Optima) -> Answer:
    """
    Tied tests, each as `test_answer`, in order.

    >>> tests_answer(())
    ()
    """
    return tuple(map(test_answer, optima))


def counts_answer(counts: Tally) -> Answer:
    """
    Class counts by class.

    >>> counts_answer((("no", Fraction(5)), ("yes", Fraction(9))))
    {'no': Fraction(5, 1), 'yes': Fraction(9, 1)}
    """
    return {label: cast(Number, n) for label, n in counts}


def labels_answer(labels: tuple[Label, ...]) -> Answer:
    """
    The labels of a leaf: classes, or the mean of a continuous target.

    >>> labels_answer(("no", "yes"))
    ('no', 'yes')
    """
    return tuple(label if isinstance(label, str) else number(label) for label in labels)


def leaf_answer(leaf: Leaf) -> Mapping[str, Answer]:
    """
    A leaf by its labels and class counts.

    >>> leaf_answer(Leaf((("no", Fraction(5)),), ("no",)))
    {'labels': ('no',), 'counts': {'no': Fraction(5, 1)}}
    """
    return {"labels": labels_answer(leaf.labels), "counts": counts_answer(leaf.counts)}


def tree_answer(tree: Tree, leaf: Callable[[Leaf], Mapping[str, Answer]] = leaf_answer, *, optima: bool = True) -> Answer:
    """
    A tree: a leaf by its labels and class counts, an inner node by its counts, its test, all optimal tests, its surrogates, its branches.
    optima: whether to include the optimal tests, those that are as good as a leaf, and `or_leaf` at an inner node where a leaf is as good.

    >>> tree_answer(Leaf((("no", Fraction(5)),), ("no",)))
    {'labels': ('no',), 'counts': {'no': Fraction(5, 1)}}
    """

    def node_answer(node: Tree, branch_answers: object) -> Answer:
        if isinstance(node, Leaf):
            return {**leaf(node), **(optima_answer(node.optima) if optima and node.optima else {})}
        parts = cast("list[Answer]", branch_answers)
        branches = tuple({"if": answer, "then": part} for answer, part in zip(branch_names(node.test), parts, strict=True))
        return {
            "counts": counts_answer(node.counts),
            "test": test_answer(node.test),
            **(optima_answer(node.optima, or_leaf=node.or_leaf) if optima else {}),
            **gap_answer(node.gap, node.test),
            "branches": branches,
        }

    return fold_tree(tree, node_answer)


def optima_answer(optima: Optima, name: str = "optima", *, or_leaf: bool = False) -> Mapping[str, Answer]:
    """
    Tied tests by a name, and beside them `or_leaf` where a leaf is as good.

    >>> optima_answer((), or_leaf=True)
    {'optima': (), 'or_leaf': 'yes'}
    """
    return {name: tests_answer(optima), **({"or_leaf": "yes"} if or_leaf else {})}


SAYS_NOTHING = Undefined("no record took it")
"""What a branch of a surrogate stands for that is an empty bin."""


def gap_answer(gap: GapRule, test: Test) -> Mapping[str, Answer]:
    """
    The surrogates of a node, each with the branches that its own branches stand for, and the branch otherwise; nothing for other rules.

    >>> from dtref.spec.model.attributes import Nominal
    >>> gap_answer(Surrogates((), 1), Subset(Nominal("x", ("a", "b")), ("a",), ("b",)))
    {'surrogates': (), 'otherwise': 'no'}
    """
    if not isinstance(gap, Surrogates):
        return {}
    names = branch_names(test)
    surrogates = tuple(
        {"test": test_answer(t), "stands_for": tuple(SAYS_NOTHING if b is None else names[b] for b in stands_for)}
        for t, stands_for in gap.tests
    )
    return {"surrogates": surrogates} | ({"otherwise": names[gap.otherwise]} if gap.otherwise is not None else {})


def branch_names(test: Test) -> tuple[str, ...]:
    """
    The names of a test's branches: the values of a multiway test, the numbers of groups or ranges, or "yes" and "no".

    >>> from dtref.spec.model.attributes import Nominal
    >>> branch_names(Subset(Nominal("x", ("a", "b")), ("a",), ("b",)))
    ('yes', 'no')
    """
    match test:
        case Multiway(attribute=attribute):
            return attribute.values
        case Groups() | Ranges():
            return tuple(str(i + 1) for i in range(branch_count(test)))
        case _:
            return ("yes", "no")


def cell_answer(cell: Cell) -> Answer:
    """
    A cell: a number, or a text; "?" where it is missing.

    >>> cell_answer("sunny"), cell_answer(MISSING)
    ('sunny', '?')
    """
    if cell is MISSING:
        return AS_VALUE
    return cast(Number, cell) if isinstance(cell, Fraction) else str(cell)


def records_answer(data: DataSet) -> Answer:
    """
    Every record as a row: attributes in order, then the class.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> records_answer(DataSet((Nominal("x", ("a",)),), Nominal("y", ("+",)), (Record(("a",), "+"),)))
    (('a', '+'),)
    """
    return tuple(tuple(map(cell_answer, (*r.values, r.label))) for r in data)
