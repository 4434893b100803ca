"""A node in words: the test it asks, the tests that tie with it, or why it is a leaf."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, islice

from dtref.exact.number_text import readable
from dtref.show.explained_tree import ExplainedNode
from dtref.spec.growing.stopping import named, pure, same_values
from dtref.spec.growing.surrogate_lists import AttributeSurrogates, SurrogatePlace
from dtref.spec.model.branches import condition, question_text
from dtref.spec.model.optima import EverySubset, Optima, count_tests, groupings, list_tests
from dtref.spec.model.prediction import in_equal_parts
from dtref.spec.model.tests import IsKnown, Oblique, Test, Threshold, interval
from dtref.spec.model.trees import Gap, Surrogates, label_text, weight

SHOWN_TIES = 12
"""The most optima that are named; the rest is counted."""


def verdict(step: ExplainedNode) -> Iterator[str]:
    """
    The lines about a node: the test it asks, each group of tied tests that splits the records alike, where records go that miss the
    value; of a leaf its labels, and why it is one.

    >>> from dtref.errors import Undefined
    >>> list(verdict(ExplainedNode((), (), ("+", "-"), Undefined("no records"), (), None, ())))
    ['Leaf: + or -']
    """
    if step.chosen is None:
        yield f"Leaf: {' or '.join(map(label_text, step.labels))}{_reason(step)}"
        if step.average:
            yield step.average
        if step.alike:
            yield from or_leaf(tuple(chain.from_iterable(step.alike)), asked=False)
        return
    # A branch: its test, then its ties, group by group.
    tied = sum(map(count_tests, step.alike))
    yield f"Asked: {question_text(step.chosen)}{'; no other candidate ties.' if tied == 1 else f', one of {readable(tied)} that tie:'}"
    for group in step.alike if tied > 1 else ():
        size = count_tests(group)
        rest = f"; and {readable(size - SHOWN_TIES)} more" if size > SHOWN_TIES else ""
        same = "   (same_partition)" if len(group) > 1 else ""
        yield "; ".join(map(question_text, islice(list_tests(group), SHOWN_TIES))) + rest + same
    if step.average:
        yield step.average
    if step.or_leaf:
        yield from or_leaf((), asked=True)
    yield from _if_missing(step, step.chosen)


def or_leaf(optima: Optima, *, asked: bool) -> Iterator[str]:
    """
    The lines about a node where a leaf is as good as some tests. optima: the tests. asked: whether the node asks one of them.

    >>> list(or_leaf((), asked=True))
    ['A leaf is as good here: of the choices that are as good another ends without a test.']
    """
    if asked:
        yield "A leaf is as good here: of the choices that are as good another ends without a test."
        return
    tied = count_tests(optima)
    rest = f"; and {readable(tied - SHOWN_TIES)} more" if tied > SHOWN_TIES else ""
    yield f"As good: {'; '.join(map(question_text, islice(list_tests(optima), SHOWN_TIES)))}{rest}"


def _reason(step: ExplainedNode) -> str:
    """The reason why a node is a leaf, if its records don't show it."""
    if step.stopped is same_values and step.choices:
        return "   (no test is admitted)"
    return "" if step.stopped is None or step.stopped in (pure, same_values) else f"   ({named(step.stopped)})"


def _if_missing(step: ExplainedNode, chosen: Test) -> Iterator[str]:
    """The branches that take the records without the value asked; of fractions and the heaviest branch only if there are such records."""
    sizes = [weight(child) for child in step.children]
    names = [condition(chosen, i) for i in range(len(sizes))]
    gap = step.gap
    if isinstance(gap, Surrogates):
        for place in step.surrogates:
            test, stands_for = place.test
            answers = (
                f"{condition(test, i)} {'says nothing' if b is None else f'stands for {names[b]}'}" for i, b in enumerate(stands_for)
            )
            yield f"If missing: {'; '.join(answers)}   ({_agreement(place.surrogate)}{_tie(place, step.tie_rule)})"
        shared = "; ".join(f"{Fraction(1, len(gap.rest))} to {names[b]}" for b in gap.rest)
        ending = shared if gap.equally else names[gap.rest[0]] if gap.rest else "it stays here"
        yield f"If missing{', too' if gap.tests else ''}: {ending}"
        if gap.others:
            yield f"These surrogates are one choice of {readable(gap.others + 1)} that are as good."
    elif any(any(choice.missing) for choice in step.choices if choice.test == chosen):
        shares = [(i, n / sum(sizes)) for i, n in enumerate(sizes) if n] if gap is Gap.FRACTIONS else in_equal_parts(sizes)
        whole = gap is Gap.HEAVIEST and len(shares) == 1
        yield f"If missing: {names[shares[0][0]] if whole else '; '.join(f'{readable(part)} to {names[i]}' for i, part in shares)}"


def _agreement(surrogate: AttributeSurrogates) -> str:
    """How well a surrogate guesses the node's own branch, as text."""
    counts = f"it guesses {readable(Fraction(surrogate.right))} right of {readable(Fraction(surrogate.both))} that know both answers"
    known = "" if surrogate.known == surrogate.both else f", of {readable(Fraction(surrogate.known))} that know the node's"
    return f"{counts}{known}; association {readable(surrogate.association)}"


def _tie(place: SurrogatePlace, rule: str) -> str:
    return "" if place.as_good == 1 else f"; one of {readable(place.as_good)} that are as good, by tie rule {rule}"


def candidate_name(test: Test | EverySubset) -> str:
    """
    The name of a candidate: its attribute, and what tells it from the attribute's other candidates.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import Continuous
    >>> candidate_name(Threshold(Continuous("x"), Fraction(1), Fraction(2), Fraction(3, 2)))
    'x, cut in [1, 2)'
    """
    match test:
        case Threshold():
            side = "" if test.missing is None else f", missing values {('left', 'right')[test.missing]}"
            return f"{test.attribute.name}, cut in {interval(test)}{side}"
        case Oblique() | IsKnown():
            return condition(test, 0)
        case EverySubset(present=present):
            return f"{test.attribute.name}: all {readable(groupings(len(present)))} groupings of {{{', '.join(present)}}}"
        case _:
            return test.attribute.name
