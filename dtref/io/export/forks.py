"""
The form of a tree that every target prints: at each node the ways on, each with its condition, which is never true of two ways at once.

A record that no condition is true of gets no answer: it misses a value where the node refuses that, or has one that was never declared, or
would go down several branches in parts. A comparison is never true of a missing value, so that SQL, PMML and NaN agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias, assert_never

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.io.export.doubles import DoubleCut, Doubles, comparison
from dtref.spec.model.attributes import MISSING, Attribute, Continuous, Nominal, Ordinal
from dtref.spec.model.branches import asked, branch_of_missing, branch_of_values, condition
from dtref.spec.model.prediction import in_equal_parts, prediction
from dtref.spec.model.schemes import fold, unfold, unfold_with, walk
from dtref.spec.model.tally import Tally
from dtref.spec.model.tests import IsKnown, Oblique, Ranges, Side, Test, Threshold, in_exact_numbers
from dtref.spec.model.trees import Branch, Gap, Label, Leaf, Surrogates, Tree, label_text, weight, written


@frozen
class Compares:
    """A number is known and on one side of a double. sign: one of <=, <, >, >=."""

    attribute: Continuous
    sign: str
    number: float


@frozen
class IsOneOf:
    """A value is known and one of these."""

    attribute: Nominal | Ordinal
    values: tuple[str, ...]


@frozen
class IsMissing:
    """A value is missing."""

    attribute: Attribute


@frozen
class Every:
    """All parts are true; of no part it is true."""

    parts: tuple[Guard, ...]


@frozen
class Either:
    """One of the parts is true; of no part it is false."""

    parts: tuple[Guard, ...]


Guard: TypeAlias = Compares | IsOneOf | IsMissing | Every | Either

ALWAYS, NEVER = Every(()), Either(())


@frozen(eq=False)
class Ending:
    """An answer: the label, None where there is none; the node with its counts in words."""

    label: Label | None
    node: Leaf
    says: str


@frozen(eq=False)
class Passage:
    """A way on from a node: its condition, in words, too; and what it leads to."""

    condition: Guard
    says: str
    then: Fork | Ending


@frozen(eq=False)
class Fork:
    """An inner node: its number in preorder, its own counts in words, the ways on."""

    number: int
    node: Branch
    says: str
    passages: tuple[Passage, ...]


def forks(tree: Tree, doubles: Doubles = Doubles.EXACT) -> Fork | Ending:
    """
    A tree in the form that targets print; a tree that counts no record at its root says no counts. Errors: Invalid for a test of several
    numbers, as the sum of products of doubles is rounded.

    >>> forks(Leaf((("-", Fraction(1)), ("+", Fraction(2))), ("+",))).says
    '(- 1, + 2)'
    """

    said = counts_said(tree)

    def expand(node: Tree, number: int) -> tuple[Callable[[Sequence[Fork | Ending]], Fork | Ending], Sequence[Tree], int]:
        if isinstance(node, Leaf):
            return lambda _: ending(node, said), (), number + 1
        if isinstance(node.test, Oblique):
            raise Invalid(f"node {number}, test", "one attribute, as sums of doubles are rounded", condition(node.test, 0))
        return lambda parts: Fork(number, node, said(node.counts), tuple(_passages(node, parts, doubles, said))), node.children, number + 1

    return unfold_with(tree, 0, expand)[0]


def counts_said(tree: Tree) -> Callable[[Tally], str]:
    """
    How a tree's nodes say what they count; nothing where the tree counts no record at all, as one whose file holds no counts.

    >>> counts_said(Leaf((("-", Fraction(1)),), ("-",)))((("-", Fraction(0)),)), counts_said(Leaf((), ()))(())
    ('(- 0)', '')
    """
    return written if weight(tree) else lambda _: ""


def ending(node: Tree, said: Callable[[Tally], str] = written) -> Ending:
    """The answer of a record that ends at a node: of several labels the first, which the words tell. said: how counts are said."""
    leaf = Leaf(node.counts, node.labels)
    labels = prediction([(leaf, Fraction(1))]).labels
    ties = (f"tied: {' or '.join(map(label_text, labels))}",) if len(labels) > 1 else ()
    return Ending(labels[0] if labels else None, leaf, ", ".join(filter(None, (said(node.counts), *ties))))


def _passages(node: Branch, parts: Sequence[Fork | Ending], doubles: Doubles, said: Callable[[Tally], str]) -> Iterator[Passage]:
    """A passage for each branch, and for records that stay at the node: by a value that was absent when the test was made, or a gap."""
    rest = rest_of(node)
    for branch, part in enumerate(parts):
        answered = guard_of(node.test, branch, doubles)
        more = NEVER if isinstance(node.gap, Gap) and rest != (branch,) else _without_answer(node, branch, rest, doubles)
        yield Passage(
            one_of_guards(answered, more), condition(node.test, branch) + ("" if more == NEVER else ", or by the rule for gaps"), part
        )
    if node.gap is Gap.REFUSE and (absent := _absent(node.test)) != NEVER:
        yield Passage(absent, "a value that no record had here: the answer of this node", ending(node, said))
    if stays(node):
        yield Passage(_without_answer(node, None, rest, doubles), "no answer: that of this node", ending(node, said))


def rest_of(node: Branch) -> tuple[int, ...]:
    """
    The branches that a record without any answer takes: several where it would go in parts, none where the node refuses it, or where it
    stays there (`stays`).

    >>> heavy, empty, test = Leaf((("+", Fraction(1)),), ("+",)), Leaf((), ()), Ranges(Continuous("x"), (Fraction(1),))
    >>> rest_of(Branch((), (), test, (), (heavy, empty), Gap.HEAVIEST)), rest_of(Branch((), (), test, (), (heavy, heavy), Gap.HEAVIEST))
    ((0,), (0, 1))
    """
    weights = [weight(child) for child in node.children]
    learned = branch_of_missing(node.test)
    if learned is not MISSING:
        return (learned,)
    match node.gap:
        case Gap.REFUSE | Gap.LEARNED:  # a learned direction is one that the test says
            return ()
        case Gap.FRACTIONS:
            return tuple(branch for branch, w in enumerate(weights) if w)
        case Gap.HEAVIEST:
            return tuple(branch for branch, _ in in_equal_parts(weights))
        case Surrogates(rest=rest):
            return rest
        case _:
            assert_never(node.gap)


def stays(node: Branch) -> bool:
    """
    Whether a record that no surrogate places stays at a node, and gets its labels.

    >>> ends = Leaf((), ()), Leaf((), ())
    >>> stays(Branch((), (), Ranges(Continuous("x"), (Fraction(1),)), (), ends, Surrogates((), None)))
    True
    """
    return isinstance(node.gap, Surrogates) and not node.gap.rest and branch_of_missing(node.test) is MISSING


def _without_answer(node: Branch, branch: int | None, rest: tuple[int, ...], doubles: Doubles) -> Guard:
    """
    The condition under which a record that the node's own test gives no branch takes one: by the first surrogate that says one. branch:
    None where it takes none.
    """
    below: Guard = ALWAYS if rest == (() if branch is None else (branch,)) else NEVER
    for test, stands_for in reversed(node.gap.tests if isinstance(node.gap, Surrogates) else ()):
        own = (guard_of(test, i, doubles) for i, meant in enumerate(stands_for) if meant == branch is not None)
        silent = (guard_of(test, i, doubles) for i, meant in enumerate(stands_for) if meant is None)
        below = one_of_guards(*own, all_guards(one_of_guards(_unanswered(test), *silent), below))
    return all_guards(_unanswered(node.test), below)


def guard_of(test: Test, branch: int, doubles: Doubles) -> Guard:
    """
    The condition under which a test is answered by a branch.

    >>> guard_of(Ranges(Continuous("x"), (Fraction(1), Fraction(5))), 1, Doubles.EXACT).parts[1]
    Compares(attribute=Continuous(name='x', width=<Width.DECIMAL: 'decimal'>), sign='<=', number=5.0)
    """
    match test:
        case Threshold(attribute=attribute):
            exact = in_exact_numbers(test)
            compared = _within(attribute, [comparison(exact.cut, exact.side, doubles)], branch)
            return one_of_guards(compared, IsMissing(attribute) if branch_of_missing(test) == branch else NEVER)
        case IsKnown(attribute=attribute):
            known = (Compares(attribute, sign, 0.0) for sign in ("<=", ">"))
            return IsMissing(attribute) if branch_of_missing(test) == branch else one_of_guards(*known)
        case Ranges(attribute=attribute, cuts=cuts, side=side):
            return _within(attribute, [comparison(cut, side, doubles) for cut in cuts], branch)
        case Oblique():
            raise Invalid("surrogate", "one attribute, as sums of doubles are rounded", condition(test, 0))
        case _:
            return _one_of(test.attribute, tuple(value for value, of_value in branch_of_values(test).items() if of_value == branch))


_OPPOSITE = {Side.AT_MOST: ">", Side.BELOW: ">="}


def _within(attribute: Continuous, cuts: Sequence[DoubleCut], branch: int) -> Guard:
    """The numbers between two of some ascending cuts, or beyond the first or last."""
    low = [Compares(attribute, _OPPOSITE[cut.side], cut.number) for cut in cuts[:branch][-1:]]
    high = [Compares(attribute, cut.side.value, cut.number) for cut in cuts[branch : branch + 1]]
    return all_guards(*low, *high)


def _one_of(attribute: Nominal | Ordinal, values: tuple[str, ...]) -> Guard:
    """A value is one of some; a missing one counts as the attribute's value for missing cells."""
    known = IsOneOf(attribute, values) if values else NEVER
    return one_of_guards(known, IsMissing(attribute) if attribute.missing_is in values else NEVER)


def _absent(test: Test) -> Guard:
    """The declared values that no branch takes."""
    if isinstance(test, Threshold | IsKnown | Ranges | Oblique):
        return NEVER
    return _one_of(test.attribute, tuple(value for value in test.attribute.values if value not in branch_of_values(test)))


def _unanswered(test: Test) -> Guard:
    """The condition under which a test has no answer: the value is missing, or was absent when the test was made."""
    (attribute,) = asked(test)
    stays_missing = branch_of_missing(test) is MISSING if isinstance(attribute, Continuous) else attribute.missing_is is None
    return one_of_guards(_absent(test), IsMissing(attribute) if stays_missing else NEVER)


def one_of_guards(*parts: Guard) -> Guard:
    """
    One of the parts, in the fewest words.

    >>> one_of_guards(NEVER, IsMissing(Continuous("x"))) == IsMissing(Continuous("x")), one_of_guards(NEVER, ALWAYS) == ALWAYS
    (True, True)
    """
    flat = [inner for part in parts for inner in (part.parts if isinstance(part, Either) else (part,))]
    return ALWAYS if ALWAYS in flat else flat[0] if len(flat) == 1 else Either(tuple(flat))


def all_guards(*parts: Guard) -> Guard:
    """
    All parts, in the fewest words.

    >>> all_guards(ALWAYS, IsMissing(Continuous("x"))) == IsMissing(Continuous("x")), all_guards(ALWAYS, NEVER) == NEVER
    (True, True)
    """
    flat = [inner for part in parts for inner in (part.parts if isinstance(part, Every) else (part,))]
    return NEVER if NEVER in flat else flat[0] if len(flat) == 1 else Every(tuple(flat))


def depth_of(root: Fork | Ending) -> int:
    """
    The number of forks on the longest way to an ending.

    >>> depth_of(forks(Leaf((), ())))
    0
    """
    return fold(root, _next, lambda _, depths: 1 + max(depths) if depths else 0)


def _next(node: Fork | Ending) -> Sequence[Fork | Ending]:
    return [passage.then for passage in node.passages] if isinstance(node, Fork) else ()


@frozen(eq=False)
class _Path:
    """A way down through several levels: how many, and the passages."""

    passages: tuple[Passage, ...] = ()

    def passage(self, then: Fork | Ending) -> Passage:
        """All of them as one."""
        guards = all_guards(*(passage.condition for passage in self.passages))
        return Passage(guards, " and ".join(passage.says for passage in self.passages), then)


def shallower(root: Fork, levels: int) -> Fork:
    """A tree with so many levels in one: each passage is a way down through all of them, and true where every passage on it is."""

    def ends(node: Fork | Ending, path: _Path) -> bool:
        return isinstance(node, Ending) or len(path.passages) == levels

    def below(node: Fork | Ending, path: _Path) -> Iterator[tuple[Fork | Ending, _Path]]:
        passages = node.passages if isinstance(node, Fork) and not ends(node, path) else ()
        return ((passage.then, _Path((*path.passages, passage))) for passage in passages)

    def expand(node: Fork | Ending) -> tuple[Callable[[Sequence[Fork | Ending]], Fork | Ending], Sequence[Fork | Ending]]:
        if isinstance(node, Ending):
            return lambda _: node, ()
        top: Fork | Ending = node
        ways = [(path, then) for then, path in walk(top, _Path(), below) if path.passages and ends(then, path)]

        def build(parts: Sequence[Fork | Ending]) -> Fork:
            return evolve(node, passages=tuple(path.passage(part) for (path, _), part in zip(ways, parts, strict=True)))

        return build, [then for _, then in ways]

    start: Fork | Ending = root
    merged = unfold(start, expand)
    assert isinstance(merged, Fork)
    return merged
