"""
What a rule says about itself: its name, what it looks at, the options that it takes, how it is typed on a command line.

The engines, the operations, the judge, the reports and the command line read these values. A function that says nothing about itself is a
rule too; it is taken to look at every fact of a node.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from typing import TypeVar

from attrs import Factory, frozen

Declared = TypeVar("Declared", bound=Callable[..., object])


class LooksAt(Enum):
    """A fact that a rule may look at: about a node, or about a candidate's branches."""

    COUNTS = "the class counts"
    WEIGHT = "the weight of the records"
    ROWS = "the number of records, whatever they weigh"
    LEVEL = "the tests above"
    SHARE = "the share of the weight of the training set"
    BEST = "whether there is a best candidate"
    VALUE = "the value of the best candidate"
    CANDIDATES = "the candidates that can be best"
    EVERY_P_VALUE = "the p-value of every candidate, also of those that can't be best"
    OPTIMA = "the optima"
    OTHER_RECORDS = "records that the tree was not grown from"
    TRAINING = "the records that the tree was grown from"


NODE_FACTS = frozenset(
    (LooksAt.COUNTS, LooksAt.WEIGHT, LooksAt.ROWS, LooksAt.LEVEL, LooksAt.SHARE, LooksAt.BEST, LooksAt.VALUE, LooksAt.CANDIDATES)
)
"""What a function that says nothing about itself is taken to look at."""
OF_CANDIDATES = frozenset((LooksAt.BEST, LooksAt.VALUE, LooksAt.CANDIDATES, LooksAt.EVERY_P_VALUE))
"""The facts that are known only when the candidates have been judged."""


class OptionKind(Enum):
    """The kind of an option: golden records and the command line have a reader for each."""

    AMOUNT = "a number of at least 0"
    WHOLE = "a whole number of at least 0"
    THRESHOLD = "a limit of the criterion's value"
    LEVEL = "a number from 0 to 1"
    INSIDE = "a number strictly between 0 and 1"
    CHOICE = "a name"
    TIES = "keep or cut"
    POSITIONS = "positions"
    VALIDATION = "records that the tree was not grown from"
    TRAINING = "the records that the tree was grown from"


@frozen
class Option:
    """
    An option of a rule.

    name: as its parameter and golden records have it. kind: what it holds. default: None where it must be given, or is not there. choices:
    by name, of a choice. typed: the command line's option, if that is another than the rule's own. help: of that. examples: values that
    the judge draws from, as text.
    """

    name: str
    kind: OptionKind
    default: object = None
    choices: Mapping[str, object] = Factory(dict)
    typed: str = ""
    help: str = ""
    examples: tuple[str, ...] = ()


@frozen
class RuleFacts:
    """
    What a rule says about itself.

    name: in golden records. looks_at: facts. options: in the order of its parameters. typed, help: the command line's option whose value is
    the first of `options`, or which is a flag. below: the option that the product of weight, rows, share and value that the rule looks at
    is compared with, if it stops below. up_to: the same of a rule that stops there, too. start: the option that its level is compared with,
    if it stops from there on. more: facts that only some of its instances look at.
    """

    name: str
    looks_at: frozenset[LooksAt]
    options: tuple[Option, ...] = ()
    typed: str = ""
    help: str = ""
    below: str = ""
    up_to: str = ""
    start: str = ""
    more: Callable[[object], frozenset[LooksAt]] = lambda _: frozenset()


def declares(rule: RuleFacts) -> Callable[[Declared], Declared]:
    """
    A decorator that gives a function, or a class, what it says about itself as a rule. `defined` gives it its source.

    >>> @declares(RuleFacts("never", frozenset()))
    ... def never(node: object) -> bool: return False
    >>> rule_of(never).name, looks_at(never), looks_at(print) == NODE_FACTS
    ('never', frozenset(), True)
    """

    def declared(definition: Declared) -> Declared:
        setattr(definition, _ATTRIBUTE, rule)
        return definition

    return declared


_ATTRIBUTE = "rule_facts"
UNDECLARED = RuleFacts("", NODE_FACTS)
"""What is taken of a function that says nothing about itself."""


def rule_of(rule: object) -> RuleFacts:
    """
    What a rule, or its class, says about itself; `UNDECLARED` where it says nothing.

    >>> rule_of(len) is UNDECLARED
    True
    """
    value = getattr(rule, _ATTRIBUTE, UNDECLARED)
    return value if isinstance(value, RuleFacts) else UNDECLARED


def looks_at(rule: object) -> frozenset[LooksAt]:
    """
    The facts that a rule looks at.

    >>> LooksAt.LEVEL in looks_at(len), LooksAt.EVERY_P_VALUE in looks_at(len)
    (True, False)
    """
    facts = rule_of(rule)
    return facts.looks_at | facts.more(rule)


def needs_candidates(rule: object) -> bool:
    """
    Whether a rule may look at candidates; those that don't are asked first, as they cost least.

    >>> needs_candidates(len)
    True
    """
    return not OF_CANDIDATES.isdisjoint(looks_at(rule))


def limit_below(rule: object) -> int | Fraction | None:
    """
    The limit of a rule that stops below one; None for another rule.

    >>> limit_below(len) is None
    True
    """
    return _number(rule, rule_of(rule).below)


def limit_up_to(rule: object) -> int | Fraction | None:
    """
    The limit of a rule that stops up to one; None for another rule.

    >>> limit_up_to(len) is None
    True
    """
    return _number(rule, rule_of(rule).up_to)


def limit_from(rule: object) -> int | Fraction | None:
    """
    The level of a rule that stops from one on; None for another rule.

    >>> limit_from(len) is None
    True
    """
    return _number(rule, rule_of(rule).start)


def _number(rule: object, name: str) -> int | Fraction | None:
    value = getattr(rule, name) if name else None
    return value if isinstance(value, int | Fraction) else None
