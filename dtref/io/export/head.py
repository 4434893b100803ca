"""The head of an exported file: what the tree is, and what the target can't say of it, counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction

from dtref.errors import printable
from dtref.io.export.doubles import Doubles, comparison
from dtref.io.export.forks import rest_of, stays
from dtref.io.models import Model
from dtref.io.version import __version__
from dtref.spec.model.attributes import Attribute, Continuous, Nominal, Width
from dtref.spec.model.branches import asked
from dtref.spec.model.days import counts_days
from dtref.spec.model.tests import Ranges, Side, Test, Threshold, in_exact_numbers
from dtref.spec.model.trees import Branch, Leaf, Surrogates, Tree, depth, leaf_count, nodes

_MEANINGS = {
    Doubles.EXACT: "Numbers are doubles, each the number that it is exactly.",
    Doubles.DECIMAL: "Numbers are doubles, each the shortest decimal that is read as it.",
}
_OTHER_WAY = {
    Doubles.EXACT: "For numbers that are the doubles themselves, as measured or computed,",
    Doubles.DECIMAL: "For numbers that come from decimal text, as a CSV file has,",
}

_EPOCH = date(1970, 1, 1).toordinal()


def asked_attributes(model: Model) -> tuple[Attribute, ...]:
    """
    The attributes that a model's tree asks, surrogates too, in the model's order.

    >>> asked_attributes(Model((Continuous("x"),), Continuous("y"), "CART", Leaf((), ())))
    ()
    """
    names = {attribute.name for node in nodes(model.tree) for test in _tests(node) for attribute in asked(test)}
    return tuple(attribute for attribute in model.attributes if attribute.name in names)


def _tests(node: Tree) -> Iterator[Test]:
    """The tests of a node: its own, and its surrogates."""
    if isinstance(node, Branch):
        yield node.test
        yield from (test for test, _ in node.gap.tests) if isinstance(node.gap, Surrogates) else ()


def head(model: Model, doubles: Doubles, no_answer: str, of_tied: str = "the first of them", comments: bool = True) -> list[str]:
    """
    The head, line by line. no_answer: what the target gives where the tree has no answer. of_tied: its answer of labels that tie.
    comments: whether each leaf has a comment.

    >>> head(Model((), Nominal("y", ("-", "+")), "CART", Leaf((), ("-", "+"))), Doubles.EXACT, "null")[1:]
    ['It asks nothing.', 'At 1 leaf several labels tie: the first of them is the answer, the comment there names all.']
    """
    inner = [(number, node) for number, node in enumerate(nodes(model.tree)) if isinstance(node, Branch)]
    names = ", ".join(attribute.name for attribute in asked_attributes(model))
    leaves = leaf_count(model.tree)
    size = f"{leaves} {'leaf' if leaves == 1 else 'leaves'}, depth {depth(model.tree)}"
    title = f"{model.target.name}, predicted by a tree of {model.algorithm}: {size}"
    lines = [
        f"{title}; exported by dtref {__version__}.",
        f"It asks {names or 'nothing'}.",
        *(_about_numbers(model, doubles)),
        *(_about_dates(model)),
        *(_about_gaps(inner, no_answer)),
        *(_about_labels(model, of_tied, comments)),
    ]
    return [printable(line) for line in lines]


def _about_numbers(model: Model, doubles: Doubles) -> Iterator[str]:
    cuts = [cut for node in nodes(model.tree) for test in _tests(node) for cut in _cuts(test)]
    if not cuts:
        return
    other = next(reading for reading in Doubles if reading is not doubles)
    rounded = sum(doubles.number(comparison(cut, side, doubles).number) != cut for cut, side in cuts)
    differing = sum(comparison(cut, side, doubles) != comparison(cut, side, other) for cut, side in cuts)
    yield f"{_MEANINGS[doubles]} They take the branches that these numbers take in dtref; infinite ones go with the largest."
    if rounded:
        yield f"{_of(rounded, len(cuts), 'cut')} no double: in place of each stands the double that parts all doubles as the cut does."
    if differing:
        yield f"{_OTHER_WAY[other]} export with doubles {other.value}: {_of(differing, len(cuts), 'comparison')} another there."
    narrow = {t.attribute.name: t.width.value for n in nodes(model.tree) for t in _tests(n) if isinstance(t, Threshold)}
    narrow = {name: width for name, width in narrow.items() if width != Width.DECIMAL.value}
    if narrow:
        yield f"The tree rounds {', '.join(f'{n} to {w}' for n, w in narrow.items())}; here the cuts are moved in its place."


def _about_dates(model: Model) -> Iterator[str]:
    """How dates are numbers, where columns were read from dates."""
    names = [attribute.name for attribute in asked_attributes(model) if counts_days(attribute)]
    if names:
        yield (
            f"Of {', '.join(names)}, read from dates, give the number of the day: {_EPOCH} for 1970-01-01, 1 more for each day after, "
            "a time of day as a part of 1; in Python date.toordinal()."
        )


def _of(some: int, every: int, what: str) -> str:
    return f"{some} of {every} {what}s {'is' if some == 1 else 'are'}"


def _cuts(test: Test) -> list[tuple[Fraction, Side]]:
    """The cuts of a test of numbers, as cuts of exact numbers."""
    if isinstance(test, Threshold):
        exact = in_exact_numbers(test)
        return [(exact.cut, exact.side)]
    return [(cut, test.side) for cut in test.cuts] if isinstance(test, Ranges) else []


def _about_gaps(inner: Sequence[tuple[int, Branch]], no_answer: str) -> Iterator[str]:
    if not inner:
        return
    staying = [number for number, node in inner if stays(node)]
    refusing = [number for number, node in inner if not rest_of(node) and not stays(node)]
    parted = [number for number, node in inner if len(rest_of(node)) > 1]
    yield f"No answer ({no_answer}) for a value that was never declared."
    if refusing:
        yield f"No answer where a value is missing that {_asking(refusing, len(inner))}: dtref refuses it there."
    if parted:
        asking = _asking(parted, len(inner))
        yield f"No answer where a value is missing that {asking}: dtref sends parts of the record down several branches there."
    if staying:
        asking = _asking(staying, len(inner))
        yield f"Where a value is missing that {asking}, and any that may stand in for it, the answer is that of the node itself."
    others = len(inner) - len(refusing) - len(parted) - len(staying)
    if others:
        yield f"A missing value takes a branch at {others} of {len(inner)} {'node' if len(inner) == 1 else 'nodes'}."


def _asking(numbers: list[int], every: int) -> str:
    """That nodes ask: by their numbers in preorder, as dtref predict --path has them."""
    if len(numbers) == every:
        return "any node asks"
    named = f"{', '.join(map(str, numbers[:20]))}{' …' if len(numbers) > 20 else ''}"
    return f"node {named} asks" if len(numbers) == 1 else f"nodes {named} ask"


def _about_labels(model: Model, of_tied: str, comments: bool) -> Iterator[str]:
    leaves = [node for node in nodes(model.tree) if isinstance(node, Leaf)]
    tied = sum(len(leaf.labels) > 1 for leaf in leaves)
    if tied:
        where = "At 1 leaf several labels tie" if tied == 1 else f"At {tied} leaves several labels tie"
        yield f"{where}: {of_tied} is the answer{', the comment there names all' if comments else ''}."
    if isinstance(model.target, Continuous):
        yield "Means are the doubles nearest to the exact ones."
    for attribute in asked_attributes(model):
        if isinstance(attribute, Nominal) and attribute.flags is not None:
            known, missing = attribute.values
            yield f"{attribute.name} is {known} where {attribute.flags} is known, {missing} where it is missing."
