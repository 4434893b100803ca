"""
Prints the form of a tree as nested conditions of a programming language, whose words are a `Language`.

Conditions of two ways are never both true, so that a way without an answer falls through to the end of the function, where there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import assert_never

from attrs import frozen

from dtref.errors import Invalid, printable
from dtref.io.export.forks import Compares, Either, Ending, Every, Fork, Guard, IsMissing, IsOneOf, Passage, all_guards, depth_of, shallower
from dtref.spec.model.attributes import Attribute
from dtref.spec.model.schemes import walk
from dtref.spec.model.trees import Label

MERGED = 50
"""The most levels of a tree that become one, where a language says no other number."""

SIDE_BY_SIDE = 8
"""The most surrogates that stand side by side."""

BACKSLASH = "\\"


@frozen
class Language:
    """
    The words of a language. opens, forks: before an answer, and before another fork, {} being the condition; closes, joins: after these;
    answers: an answer, {} being the value; nothing: where there is none.

    number, text: of literals. compares: of a variable, a sign, a literal; one_of: of a variable, literals; missing: of a variable and its
    attribute. both, any_of: between conditions. always, never: a condition that is true of each record, or of none. comment: its beginning.
    deepest: how many levels it nests for sure; merged: how many may become one, whose conditions must all be true.
    """

    opens: str
    forks: str
    closes: str
    joins: str
    answers: str
    nothing: str
    number: Callable[[float], str]
    text: Callable[[str], str]
    compares: Callable[[str, str, str], str]
    one_of: Callable[[str, Sequence[str]], str]
    missing: Callable[[str, Attribute], str]
    both: str
    any_of: str
    always: str
    never: str
    comment: str
    deepest: int
    merged: int = MERGED

    def comment_line(self, text: str) -> str:
        """A line of comment, which nothing in it can end or lengthen, as a backslash at its end would in C."""
        line = printable(text).replace("??/", "?? /").rstrip()
        return f"{self.comment} {line}{' .' if line.endswith(BACKSLASH) else ''}"

    def literal(self, label: Label) -> str:
        """A label as a literal: a class as text, a mean as the nearest double."""
        return self.text(label) if isinstance(label, str) else self.number(float(label))


def in_braces(
    text: Callable[[str], str],
    compares: Callable[[str, str, str], str],
    one_of: Callable[[str, Sequence[str]], str],
    missing: Callable[[str, Attribute], str],
    constants: tuple[str, str],
) -> Language:
    """
    A language with the braces and operators of C. constants: a condition that is true of each record, and of none.

    >>> in_braces(repr, "{} {} {}".format, lambda x, values: "", lambda x, attribute: "", ("1", "0")).opens.format("x < 1")
    'if (x < 1) {'
    """
    always, never = constants
    return Language(
        opens="if ({}) {{",
        forks="if ({}) {{",
        closes="}",
        joins="}",
        answers="return {};",
        nothing=";",
        number=repr,
        text=text,
        compares=compares,
        one_of=one_of,
        missing=missing,
        both=" && ",
        any_of=" || ",
        always=always,
        never=never,
        comment="//",
        deepest=100,
    )


def guard_text(condition: Guard, language: Language, variable: Mapping[str, str]) -> str:
    """
    A condition in the words of a language. variable: the variable of each attribute, by name.

    >>> from dtref.io.export.python import PYTHON
    >>> from dtref.spec.model.attributes import Continuous
    >>> x = Continuous("x")
    >>> guard_text(Either((Compares(x, "<=", 2.5), IsMissing(x))), PYTHON, {"x": "x"})
    'x <= 2.5 or x != x'
    """
    return _text(_in_halves(condition), language, variable)


def _in_halves(condition: Guard) -> Guard:
    """A condition, with surrogates as `_ways` has them."""
    match condition:
        case Every(parts=parts):
            return Every(tuple(map(_in_halves, parts)))
        case Either(parts=(_, *_)):
            return Either(_ways(condition))
        case _:
            return condition


def _text(condition: Guard, language: Language, variable: Mapping[str, str]) -> str:
    match condition:
        case Compares(attribute=attribute, sign=sign, number=number):
            return language.compares(variable[attribute.name], sign, language.number(number))
        case IsOneOf(attribute=attribute, values=values):
            return language.one_of(variable[attribute.name], [language.text(value) for value in values])
        case IsMissing(attribute=attribute):
            return language.missing(variable[attribute.name], attribute)
        case Every(parts=()):
            return language.always
        case Either(parts=()):
            return language.never
        case Every() | Either():
            word = language.both if isinstance(condition, Every) else language.any_of
            texts = [_text(part, language, variable) for part in condition.parts]
            return word.join(
                f"({text})" if isinstance(part, Every | Either) else text for part, text in zip(condition.parts, texts, strict=True)
            )
        case _:
            assert_never(condition)


def _ways(condition: Either) -> tuple[Guard, ...]:
    """
    The parts of a condition. Where surrogates stand one in the other, few of them side by side, many in two halves: as no language nests
    brackets without end, and each repeats that all before it are silent, which in a row would be the square of their number.
    """
    asked: list[tuple[Guard, ...]] = []
    silent: list[tuple[Guard, ...]] = []
    parts = condition.parts
    while parts:
        match parts:
            case (*own, Every(parts=(*before, Either(parts=inside)))) if any(isinstance(part, Every) for part in inside):
                asked.append(tuple(own))
                silent.append(tuple(before))
                parts = inside
            case _:
                asked.append(parts)
                parts = ()

    def between(first: int, end: int) -> tuple[Guard, ...]:
        """The ways of some of the surrogates, given that all before them are silent."""
        if end - first == 1:
            return asked[first]
        middle = first + 1 if end - first <= SIDE_BY_SIDE else (first + end) // 2
        before, later = [guard for parts in silent[first:middle] for guard in parts], between(middle, end)
        if end - first <= SIDE_BY_SIDE:
            return (*between(first, middle), *(all_guards(*before, way) for way in later))
        return (*between(first, middle), all_guards(*before, Either(later) if len(later) > 1 else later[0]))

    return between(0, len(asked))


def nested_lines(root: Fork | Ending, language: Language, variable: Mapping[str, str]) -> Iterator[str]:
    """
    The lines of a tree, from the level of a function's body; several levels in one where it is deeper than the language nests.

    Errors: Invalid for a tree of which more than `merged` levels would be in one.

    >>> from dtref.io.export.python import PYTHON
    >>> from dtref.spec.model.trees import Leaf
    >>> list(nested_lines(Ending("+", Leaf((), ()), "(- 0, + 2)"), PYTHON, {}))
    ['    return "+"  # (- 0, + 2)']
    """
    if isinstance(root, Ending):
        yield from _answer(root, language, 1)
        return

    levels = depth_of(root)
    merged = -(-levels // language.deepest)
    if merged > language.merged:
        raise Invalid("depth", f"at most {language.deepest * language.merged} levels, as far as the language nests", levels)

    def inside(passage: Passage, level: int) -> Iterator[tuple[Passage, int]]:
        return ((below, level + 1) for below in (passage.then.passages if isinstance(passage.then, Fork) else ()))

    above = 0
    for top in (root if merged == 1 else shallower(root, merged)).passages:
        for passage, level in walk(top, 1, inside):
            yield from _closing(language, above, level)
            opening = language.forks if isinstance(passage.then, Fork) else language.opens
            line = opening.format(guard_text(passage.condition, language, variable))
            counts = f": {passage.then.says}" if isinstance(passage.then, Fork) and passage.then.says else ""
            yield f"{'    ' * level}{line}  {language.comment_line(passage.says + counts)}"
            if isinstance(passage.then, Ending):
                yield from _answer(passage.then, language, level + 1)
            above = level
    yield from _closing(language, above, 1)


def _answer(ending: Ending, language: Language, level: int) -> Iterator[str]:
    answer = language.nothing if ending.label is None else language.answers.format(language.literal(ending.label))
    comment = f"  {language.comment_line(ending.says)}" if ending.says else ""
    yield f"{'    ' * level}{answer}{comment}"


def _closing(language: Language, above: int, level: int) -> Iterator[str]:
    """The lines that end the levels from that of the answer above to that of the next line."""
    words = (language.closes, *[language.joins] * above)
    yield from (f"{'    ' * at}{word}" for at, word in zip(range(above, level - 1, -1), words, strict=False) if at and word)
