"""
The facts of a definition as values: formula, letter, range, unit, where undefined, sources, other names, parts.

`defined` gives them to a function or a class, and shows them in its docstring; `definition` returns them. No program reads them out of
a text, so they are the same where Python leaves docstrings out (`python -OO`). A function that is defined and public refuses arguments of
other kinds (`dtref.exact.checked_call`).
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from textwrap import dedent
from types import FunctionType
from typing import TypeAlias, TypeGuard, TypeVar, cast

from attrs import evolve, frozen, has

from dtref._homes import HOMES
from dtref.exact.checked_call import refuses_other_kinds

Citation: TypeAlias = str | tuple[str, ...]
"""A paper or a program, in words; or a document's key, or its key and the title of a slide."""
T = TypeVar("T")


def in_one_line(sources: Sequence[Citation]) -> str:
    """
    Sources as text, the keys of documents in backquotes.

    >>> in_one_line((("tan", "Gini"), "Youden 1950"))
    '`tan`, Gini; Youden 1950'
    """
    return "; ".join(source if isinstance(source, str) else ", ".join((f"`{source[0]}`", *source[1:])) for source in sources)


@frozen
class Definition:
    """
    The facts of a definition; those that it lacks are empty.

    sentence: what it returns. formula: as the document writes it. letter: its symbol there. letters: what the formula's letters for counts
    stand for. each: the letter of each of the numbers that it returns together. range: of its values. unit: theirs. undefined: where it
    has no value. errors: what is raised where. sources: the documents, papers and programs that have it. synonyms: its other names.
    """

    formula: str = ""
    letter: str = ""
    letters: str = ""
    each: str = ""
    range: str = ""
    unit: str = ""
    undefined: str = ""
    errors: str = ""
    sources: tuple[Citation, ...] = ()
    synonyms: tuple[str, ...] = ()
    sentence: str = ""

    @property
    def source(self) -> str:
        """
        The sources in one line, the keys of documents in backquotes.

        >>> Definition(sources=(("tan", "Gini"), "Youden 1950")).source
        '`tan`, Gini; Youden 1950'
        """
        return in_one_line(self.sources)

    @property
    def definition(self) -> str:
        """
        The formula and the range, as sentences.

        >>> Definition("1 - r", range="From 0 to 1").definition
        '1 - r. From 0 to 1.'
        """
        return " ".join(f"{text}." for text in (self.formula, self.range) if text)


P_VALUE = "p-value"
"""The unit of what is a p-value."""

NO_FACTS = Definition()
"""The facts of what was given none."""


def defined(  # noqa: PLR0913 - facts are keyword arguments
    *,
    formula: str = "",
    letter: str = "",
    letters: str = "",
    each: str = "",
    range: str = "",
    unit: str = "",
    undefined: str | Callable[..., object] = "",
    errors: str | Callable[..., object] = "",
    sources: Sequence[Citation] | Callable[..., object] = (),
    synonyms: Sequence[str] = (),
    parts: Callable[[], Sequence[Callable[..., object]]] = tuple,
) -> Callable[[T], T]:
    """
    A decorator that gives a function or a class its facts; a public one refuses arguments of other kinds.

    A function in place of `undefined`, `errors` or `sources`: what it has there.
    parts: the functions whose values may stand in the formula; asked for when they are needed, as they may be defined below.

    >>> @defined(formula="h = x / 2", letter="h", undefined="nowhere", sources=(("tan", "Halves"),))
    ... def half(x):
    ...     '''Half of x.'''
    >>> definition(half).letter, definition(half).source
    ('h', '`tan`, Halves')
    >>> print(half.__doc__)
    Half of x.
    <BLANKLINE>
    Formula: h = x / 2.   Undefined: nowhere.
    Source: `tan`, Halves.
    """
    facts = Definition(
        formula,
        letter,
        letters,
        each,
        range,
        unit,
        undefined if isinstance(undefined, str) else definition(undefined).undefined,
        errors if isinstance(errors, str) else definition(errors).errors,
        definition(sources).sources if callable(sources) else tuple(sources),
        tuple(synonyms),
    )

    def decorate(function: T) -> T:
        setattr(function, _FACTS, evolve(facts, sentence=_prose(function)))
        setattr(function, _PARTS, parts)
        if function.__doc__:
            function.__doc__ = _with_facts(inspect.cleandoc(function.__doc__), facts)
        return cast(T, refuses_other_kinds(function)) if _is_public(function) else function

    return decorate


def _is_public(function: object) -> TypeGuard[FunctionType | type]:
    """Whether callers have a function or a class of attrs by its public name; what only formulas call needs no door."""
    if not isinstance(function, FunctionType) and not (isinstance(function, type) and has(function)):
        return False
    return function.__name__ in HOMES.get(function.__module__.removeprefix("dtref."), "").split()


_FACTS, _PARTS = "__definition__", "__parts__"


def definition(of: object) -> Definition:
    """
    The facts of a function, an impurity, a criterion, a class; what was given none has its sentence alone.

    >>> from dtref.spec.split.impurity import gini
    >>> definition(gini).formula, definition(gini).letter, definition(gini).range
    ('GINI(t) = 1 - sum_j [p(j|t)]^2', 'GINI(t)', 'From 0 (one class) to 1 - 1/c (c equal classes)')
    >>> definition(gini).source
    '`tan`, Measure of Impurity: GINI; `cs6220`, Gini Index (CART, IBM IntelligentMiner)'
    """
    own = of if isinstance(of, type) else inspect.unwrap(of) if callable(of) else of
    facts = vars(own).get(_FACTS, NO_FACTS) if hasattr(own, "__dict__") else NO_FACTS
    return facts if facts.sentence else evolve(facts, sentence=_prose(own, in_source=sys.flags.optimize > 1))


def sources_of(of: object) -> tuple[Citation, ...]:
    """
    The sources of a function: its own, or else those of its module.

    >>> from dtref.spec.evaluation.comparison.mcnemar import mcnemar_chi_square
    >>> from dtref.spec.evaluation.ranking.auc import auc_by_trapezoids
    >>> sources_of(mcnemar_chi_square), sources_of(auc_by_trapezoids)[0]
    (('McNemar 1947',), ('tan', 'Using ROC for Model Comparison'))
    """
    home = sys.modules.get(getattr(inspect.unwrap(of) if callable(of) else of, "__module__", ""))
    own: tuple[Citation, ...] = definition(of).sources
    return own or tuple(getattr(home, "__sources__", ()))


def formula_parts(of: object) -> Sequence[Callable[..., object]]:
    """
    The functions that the declaration of a formula names as its parts, in the order in which they are looked for.

    >>> from dtref.spec.evaluation.confusion.rates import youden_j
    >>> [part.__name__ for part in formula_parts(youden_j)]
    ['recall', 'specificity']
    """
    parts: Callable[[], Sequence[Callable[..., object]]] = getattr(inspect.unwrap(of) if callable(of) else of, _PARTS, tuple)
    return parts()


def sources_of_module(module: object) -> str:
    """
    The sources of a module, which it lists as `__sources__`, in one line.

    >>> from dtref.spec.split import impurity
    >>> sources_of_module(impurity)
    '`tan`, Measures of Node Impurity; `cs6220`; `iaml`, 1.3'
    """
    return in_one_line(getattr(module, "__sources__", ()))


def fact_texts(facts: Definition) -> Iterator[tuple[str, str]]:
    """
    The facts that a text tells, each after its mark; a text starts with a capital and ends with a point.

    >>> list(fact_texts(Definition(formula="1 - r", unit="bits", synonyms=("miss rate",))))
    [('Formula', '1 - r.'), ('Unit', 'bits.'), ('Also called', 'miss rate.')]
    """
    parts = {
        "Formula": facts.definition,
        "Unit": facts.unit,
        "Undefined": facts.undefined,
        "Errors": facts.errors,
        "Also called": ", ".join(facts.synonyms),
        "Source": facts.source,
    }
    return ((mark, text if text.endswith(".") else f"{text}.") for mark, text in parts.items() if text)


def _with_facts(doc: str, facts: Definition) -> str:
    """A docstring with the facts below its text, before its examples."""
    lines = {mark: f"{mark}: {text}" for mark, text in fact_texts(facts)}
    source = lines.pop("Source", "")
    below = "\n".join(filter(None, ("   ".join(lines.values()), source)))
    text, mark, examples = doc.partition(">>> ")
    return "\n\n".join(filter(None, (text.rstrip(), below, f"{mark}{examples}")))


def _prose(own: object, *, in_source: bool = False) -> str:
    """The docstring above its examples, in one line; in the source it is also where Python left docstrings out."""
    doc = _doc_in_source(own) if in_source and isinstance(own, FunctionType | type) else getattr(own, "__doc__", None)
    return " ".join(inspect.cleandoc(str(doc or "")).partition(">>> ")[0].split())


def _doc_in_source(own: type | FunctionType) -> str:
    node = ast.parse(dedent(inspect.getsource(own))).body[0]
    return (ast.get_docstring(node) or "") if isinstance(node, ast.FunctionDef | ast.ClassDef) else ""
