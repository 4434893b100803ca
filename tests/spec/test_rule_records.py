"""What rules say about themselves is true, and every rule stands in the list of its kind."""

from __future__ import annotations

import inspect
import pickle
import pkgutil
from base64 import b85decode
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib import import_module
from types import ModuleType
from typing import cast

import pytest
from attrs import evolve

import dtref.spec.pruning
from dtref.exact.definition import definition
from dtref.exact.number import Number, number
from dtref.spec.growing import admission, stopping, ties
from dtref.spec.growing.node_facts import NodeFacts
from dtref.spec.model.rules import NODE_FACTS, LooksAt, OptionKind, looks_at, needs_candidates, rule_of
from dtref.spec.presets import CART
from dtref.spec.pruning.pessimistic import pessimistic
from dtref.spec.pruning.pruning_rules import PRUNING_RULES
from dtref.spec.pruning.reduced_error import best_node_first
from dtref.spec.split.candidates import Candidates

EXAMPLES: dict[OptionKind, Callable[[str], object]] = {
    OptionKind.AMOUNT: Fraction,
    OptionKind.WHOLE: int,
    OptionKind.THRESHOLD: Fraction,
    OptionKind.LEVEL: Fraction,
    OptionKind.CHOICE: admission.P_VALUES.__getitem__,
}


def instances(rule: Callable[..., object]) -> Iterator[Callable[..., object]]:
    """The rule itself where it is a function; else an instance by the first example of each option, and one by the last."""
    options = rule_of(rule).options
    if not isinstance(rule, type):
        yield rule
        return
    for i in (0, -1):
        yield cast(Callable[..., object], rule(*(EXAMPLES[option.kind](option.examples[i]) for option in options)))


class SeenBest:
    """A best candidate that notes when its value is read."""

    def __init__(self, seen: set[LooksAt], value: Fraction) -> None:
        self._seen, self._value = seen, value

    @property
    def value(self) -> Number:
        self._seen.add(LooksAt.VALUE)
        return number(self._value)


class SeenNode:
    """A node that notes which of its facts are read."""

    def __init__(self, counts: tuple[int, ...], value: Fraction | None) -> None:
        self.seen = set[LooksAt]()
        self._counts, self._value, self.regression = counts, value, False

    def _read(self, fact: LooksAt) -> None:
        self.seen.add(fact)

    @property
    def counts(self) -> tuple[int, ...]:
        self._read(LooksAt.COUNTS)
        return self._counts

    @property
    def weight(self) -> int:
        self._read(LooksAt.WEIGHT)
        return sum(self._counts)

    @property
    def level(self) -> int:
        self._read(LooksAt.LEVEL)
        return 1

    def rows(self) -> int:
        self._read(LooksAt.ROWS)
        return 3

    def share(self) -> Fraction:
        self._read(LooksAt.SHARE)
        return Fraction(1, 2)

    def candidates(self) -> tuple[Candidates, ...]:
        self._read(LooksAt.CANDIDATES)
        return ()

    def best(self) -> SeenBest | None:
        self._read(LooksAt.BEST)
        return None if self._value is None else SeenBest(self.seen, self._value)


@pytest.mark.parametrize(
    "rule",
    [one for rule in stopping.STOPPING_RULES for one in instances(rule)],
    ids=lambda rule: getattr(rule, "__name__", None) or str(rule),
)
def test_a_stopping_rule_reads_the_facts_that_it_declares_and_no_others(rule: Callable[[NodeFacts], bool]) -> None:
    nodes = [SeenNode(counts, value) for counts in ((0, 3), (2, 3)) for value in (None, Fraction(0), Fraction(9))]
    for node in nodes:
        rule(cast(NodeFacts, node))
    read = frozenset[LooksAt]().union(*(node.seen for node in nodes))
    assert read == looks_at(rule) - {LooksAt.EVERY_P_VALUE}, f"{rule}: dtref/spec/growing/stopping.py, what it looks at"


def test_a_function_that_says_nothing_looks_at_everything() -> None:
    def odd(node: NodeFacts) -> bool:
        return node.level % 2 == 1

    assert looks_at(odd) == NODE_FACTS
    assert needs_candidates(odd)
    assert evolve(CART, stop=(odd,)).counts_levels
    assert not CART.counts_levels


@pytest.mark.parametrize("limit", ["below", "start"])
def test_a_limit_is_an_option_of_the_rule(limit: str) -> None:
    named = [(rule_of(rule), getattr(rule_of(rule), limit)) for rule in stopping.STOPPING_RULES if getattr(rule_of(rule), limit)]
    assert named
    for facts, option in named:
        assert option in [o.name for o in facts.options], facts.name


def all_modules() -> Iterator[ModuleType]:
    for module in pkgutil.iter_modules(dtref.spec.pruning.__path__):
        yield import_module(f"dtref.spec.pruning.{module.name}")


def own(module: ModuleType) -> Iterator[Callable[..., object]]:
    """The public functions and classes that a module defines."""
    for name, value in vars(module).items():
        if callable(value) and getattr(value, "__module__", "") == module.__name__ and not name.startswith("_"):
            yield value


def takes(function: Callable[..., object], *names: str) -> bool:
    return tuple(inspect.signature(function).parameters) == names


def is_stopping_rule(value: Callable[..., object]) -> bool:
    return takes(value.__call__, "self", "node") if isinstance(value, type) else takes(value, "node")


def is_pruning_rule(value: Callable[..., object]) -> bool:
    """Whether it makes a pruned tree, or a sequence of them, of a tree; none of the schemes that do it by costs of any kind."""
    if isinstance(value, type) or value.__module__.endswith("bottom_up"):
        return False
    first = next(iter(inspect.signature(value).parameters), "")
    return first == "tree" and str(inspect.signature(value).return_annotation).partition("[")[0] in {"Pruned", "Stepwise", "Raised", "Path"}


LISTS = (
    ("STOPPING_RULES", "dtref/spec/growing/stopping.py", stopping.STOPPING_RULES, [v for v in own(stopping) if is_stopping_rule(v)]),
    (
        "ADMISSION_RULES",
        "dtref/spec/growing/admission.py",
        admission.ADMISSION_RULES,
        [v for v in own(admission) if isinstance(v, type) and takes(v.__call__, "self", "split", "regression")],
    ),
    (
        "TIE_RULES",
        "dtref/spec/growing/ties.py",
        ties.TIE_RULES,
        [v for v in own(ties) if isinstance(v, type) and hasattr(v, "pick") and v is not ties.TieRule],
    ),
    (
        "PRUNING_RULES",
        "dtref/spec/pruning/pruning_rules.py",
        PRUNING_RULES,
        [v for m in all_modules() for v in own(m) if is_pruning_rule(v)],
    ),
)


@pytest.mark.parametrize(("name", "where", "listed", "defined"), LISTS, ids=[one[0] for one in LISTS])
def test_every_rule_is_listed_and_says_what_it_is(
    name: str, where: str, listed: tuple[Callable[..., object], ...], defined: list[Callable[..., object]]
) -> None:
    missing = [rule.__name__ for rule in defined if rule not in listed]
    assert missing == [], f"add them to {name} in {where}"
    assert len(defined) == len(listed)
    silent = [rule.__name__ for rule in listed if not rule_of(rule).name or not definition(rule).sources]
    assert silent == [], (
        f"in {where} (or where they are defined): give them @declares(RuleFacts(name, looks_at, options)) and @defined(sources=…)"
    )
    names = [rule_of(rule).name for rule in listed]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("rule", [rule for one in LISTS for rule in one[2]], ids=lambda rule: rule_of(rule).name)
def test_options_are_the_parameters_in_their_order(rule: Callable[..., object]) -> None:
    options = [option.name for option in rule_of(rule).options]
    parameters = list(inspect.signature(rule).parameters)
    if rule in PRUNING_RULES:  # a tree and the options: what is `cut` there is named after ties in records, a code is made of two
        parameters = ["ties" if name == "cut" else name for name in parameters[1:]]
        options = [name for name in options if name != "conditions"]
    if not isinstance(rule, type) and rule not in PRUNING_RULES:  # a function of a node
        parameters = parameters[1:]
    assert options == parameters[: len(options)]
    left = {ties.Listed: ["then"], best_node_first: ["choose"]}  # rules for what a list, or an order, leaves open: not in records
    assert parameters[len(options) :] == left.get(rule, [])


@pytest.mark.parametrize("rule", [rule for one in LISTS for rule in one[2]], ids=lambda rule: rule_of(rule).name)
def test_help_has_the_source(rule: Callable[..., object]) -> None:
    assert f"Source: {definition(rule).source}." in (inspect.getdoc(rule) or "").splitlines()


PICKLED = (
    r"""fCQEG0RR910000ej2mQha%E;Nb8uy2E@yIYcWG{CE^~BmaByjEXOxTyMrC(pa#UzxZj_UhDS?!Il#B;*Wn*u0WOI~D1#@C(0E`Z9Z(nI`aB^>U"""
    r"""Wo>0{bd-~nXaI~0Np56iaAj^}Wo~qolawielzo&aj0ItAaA;waj0t9PVPkY@Z*Fsxj0i?@VPkY@Z*G*6luH3i6o!;il#B;(Uv^<^b!C){9AtEI"""
    r"""Wo9mOaAjjIb8u{FbS`0Yb8lm5VRUJ4Zj_7+V`yn#b8&THa%Ep|l#`ToVvHPQbaG{8E^}~YV=iZMZ+B^KXD(r6ZE16JX>V?nj0;m~XKra`X=7n-"""
    r"""bd-~nDS?!IlqhHnXb(#POB9BbQj};Cj2mQha%E;Nb8uy2E^}~fX>=}Scwu97Uvy=2bd-z-Wq4s@bYF0klazI0j2C2da%E;Nb8uy2E@yIYcWG{C"""
    r"""E_7*SbCiq)Mrm?$bd-~nDS?!IlwxQgj0Q|;b97~7l#`Sxfs}oeD2xYVXm4p_Wpk8E0ZRggl#B#)Xk~7cPIY2v7K{=_c4cyTLULhlV`xZWb5d`2"""
    r"""bCi>mDS?!Il#B#&Z+CN)O9FFZj2>ika%E;Nb8uy2E^u;nZfS03E^uXYb7^g9b98BAl#B~-Wpi_BZE16KX=9X=lysCX"""
)
"""Rules as the version before pickled them, when they said nothing about themselves."""


def test_pickles_of_before_still_load() -> None:
    assert pickle.loads(b85decode(PICKLED)) == (
        stopping.FewerThan(5),
        stopping.no_improvement,
        stopping.Independent(Fraction(1, 20)),
        admission.Significant(Fraction(1, 20)),
        ties.First(),
        ties.Listed((1, 2)),
        admission.EveryBranchHasRows(2),
        pessimistic,
    )
