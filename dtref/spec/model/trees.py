"""
Trees: leaves and inner nodes, frozen, each with its class counts, an inner node also with the optima that its test was chosen from.

Equality, hashing, copies and pickles survive any depth (`dtref.spec.model.deep_records`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import TypeAlias, TypeVar, cast

from attrs import field, frozen

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.definition import defined
from dtref.exact.number_text import number_list, readable
from dtref.spec.model.attributes import MISSING
from dtref.spec.model.branches import asked, branch_count, branch_of_missing
from dtref.spec.model.deep_records import Deep
from dtref.spec.model.display import drawing, report
from dtref.spec.model.later import Later
from dtref.spec.model.old_pickles import Pickled
from dtref.spec.model.optima import Optima
from dtref.spec.model.schemes import fold, preorder
from dtref.spec.model.tally import RECORDS, SQUARES, TOTAL, ClassCounts, Moments, Tally, size
from dtref.spec.model.tests import Test

Result = TypeVar("Result")

Label: TypeAlias = str | Fraction
"""A prediction of a leaf: a class, or the mean, or a median, of a continuous target."""


@defined(sources=(("tan", "Distribute Instances"),))
class Gap(Enum):
    """A rule for records that miss the value an inner node asks for."""

    REFUSE = "refuse"
    """It is an error."""
    FRACTIONS = "fractions"
    """It goes down every branch, with the share of the known records that went there (C4.5)."""
    HEAVIEST = "heaviest"
    """
    It goes down the branch that most known records took; where several have as many, in equal parts down each of them, so that no order of
    branches decides.
    """
    LEARNED = "learned"
    """Growing tries each cut with missing values on either side, and known against missing; the test says where they go (scikit-learn)."""


StandsFor: TypeAlias = tuple[int | None, ...]
"""For each branch of a surrogate the branch of the node that it stands for; None: it says nothing, as no record took it."""


@frozen(getstate_setstate=False)
class Surrogates(Pickled):
    """
    CART's rule for records that miss the value asked for: other tests are tried in order, and if none can be answered, the branch
    `otherwise`; None: the record stays at the node.

    tests: each with the branch of the node that each of its branches stands for. otherwise: the branch that most of the records whose value
    is known took, the first of several; equally: the others of these, as a record that no surrogate places goes in equal parts down all of
    them. others: how many other surrogates of the node are as good: another order, other tests, another branch that one stands for.
    """

    tests: tuple[tuple[Test, StandsFor], ...]
    otherwise: int | None
    equally: tuple[int, ...] = ()
    others: int = 0

    def __attrs_post_init__(self) -> None:
        for test, stands_for in self.tests:
            if len(stands_for) != branch_count(test):
                raise ValueError(f"a surrogate with {branch_count(test)} branches stands for {len(stands_for)}")

    @property
    def rest(self) -> tuple[int, ...]:
        """The branches of a record that no test places; none where it stays at the node."""
        return () if self.otherwise is None else (self.otherwise, *self.equally)


GapRule: TypeAlias = Gap | Surrogates
"""What an inner node does with records that miss the value it asks for."""


class _Node(Later, Deep):
    """The common part of leaves and inner nodes: equality, hashing, copies and pickles at any depth; the display in notebooks."""

    __slots__ = ()

    def __setstate__(self, state: Mapping[str, object]) -> None:
        """The fields as pickled; version 0.1.0 pickled moments as if they were class counts."""
        unsaid: Mapping[str, object] = {"or_leaf": False} if "test" in state else {"optima": ()}
        for name, value in {**unsaid, **state, "counts": _pickled_tally(state["counts"], state["labels"])}.items():
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        """The tree as `dtref.tree_text` writes it."""
        text = report(self, "text")
        return repr(self) if text is None else text

    def _repr_html_(self) -> str | None:
        """The page that a notebook shows."""
        return drawing(self, "html")

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows where it shows no page."""
        return drawing(self, "svg")


@refuses_other_kinds
@frozen(eq=False, getstate_setstate=False)
class Leaf(_Node):
    """
    A leaf: its class counts and every label that it may carry (all largest classes; inherited labels where no record reached it). optima:
    the tests that are as good as ending here, where one of the other choices at the node ends in none; most leaves have none.

    >>> Leaf((("-", Fraction(2)), ("+", Fraction(2))), ("-", "+")) == Leaf((("-", Fraction(2)), ("+", Fraction(2))), ("-",))
    False
    """

    counts: Tally
    labels: tuple[Label, ...]
    optima: Optima = ()

    def __attrs_post_init__(self) -> None:
        _check_labels(self.counts, self.labels)

    def _parts(self) -> tuple[Tree, ...]:
        return ()

    def _own(self) -> tuple[object, ...]:
        return (self.counts, self.labels, self.optima) if self.optima else (self.counts, self.labels)

    @classmethod
    def _made(cls, own: tuple[object, ...], parts: tuple[Deep, ...]) -> Leaf:  # noqa: ARG003
        counts, labels, *optima = own
        return Leaf(cast(Tally, counts), cast("tuple[Label, ...]", labels), cast(Optima, optima[0] if optima else ()))

    def __repr__(self) -> str:
        return f"<Leaf {'/'.join(map(str, self.labels))} {written(self.counts)}>"


def _check_labels(counts: Tally, labels: tuple[Label, ...]) -> None:
    """Errors: Invalid for a label that is a class where moments are counted, or a number where classes are."""
    kind, wanted = (
        (Fraction, "numbers, as moments are counted") if isinstance(counts, Moments) else (str, "classes, as classes are counted")
    )
    if not all(isinstance(label, kind) for label in labels):
        raise Invalid("labels", wanted, labels)


def _tuple(parts: Sequence[Tree]) -> tuple[Tree, ...]:
    return tuple(parts)


@refuses_other_kinds
@frozen(eq=False, getstate_setstate=False)
class Branch(_Node):
    """
    An inner node: its class counts, its largest classes, the test that it asks, all optima (that test included), a child for each branch of
    the test, and the rule for missing values. or_leaf: whether a leaf is as good, as one of the other choices at the node ends in none.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.tests import Multiway
    >>> test = Multiway(Nominal("x", ("a", "b")))
    >>> Branch((("+", Fraction(1)),), ("+",), test, (test,), ())
    Traceback (most recent call last):
    ValueError: a test with 2 branches has 0 children
    """

    counts: Tally
    labels: tuple[Label, ...]
    test: Test
    optima: Optima
    children: tuple[Tree, ...] = field(converter=_tuple)
    gap: GapRule = Gap.REFUSE
    or_leaf: bool = False

    def __attrs_post_init__(self) -> None:
        _check_labels(self.counts, self.labels)
        if len(self.children) != branch_count(self.test):
            raise ValueError(f"a test with {branch_count(self.test)} branches has {len(self.children)} children")
        if self.gap is Gap.LEARNED and branch_of_missing(self.test) is MISSING:
            raise ValueError("a test that does not say where a missing value goes has a learned direction")
        if isinstance(self.gap, Surrogates):
            branches = {*self.gap.rest, *(b for _, stands_for in self.gap.tests for b in stands_for if b is not None)}
            if not branches <= set(range(len(self.children))):
                raise ValueError(f"surrogates of a test with {len(self.children)} branches name {sorted(branches)}")

    def _parts(self) -> tuple[Tree, ...]:
        return self.children

    def _own(self) -> tuple[object, ...]:
        own = self.counts, self.labels, self.test, self.optima, self.gap
        return (*own, True) if self.or_leaf else own

    @classmethod
    def _made(cls, own: tuple[object, ...], parts: tuple[Deep, ...]) -> Branch:
        counts, labels, test, optima, gap = cast("tuple[Tally, tuple[Label, ...], Test, Optima, GapRule]", own[:5])
        return Branch(counts, labels, test, optima, cast("tuple[Tree, ...]", parts), gap, len(own) > 5)

    def __repr__(self) -> str:
        return f"<Branch on {' and '.join(a.name for a in asked(self.test))} {written(self.counts)}>"


Tree: TypeAlias = Leaf | Branch


def written(counts: Tally) -> str:
    """
    Class counts as text, in declared order, as `readable` writes numbers.

    >>> written((("no", Fraction(5)), ("yes", Fraction(9, 2)))), written((("yes", Fraction(1, 3 * 10**200)),))
    ('(no 5, yes 4.5)', '(yes ≈3.33333333333e-201)')
    """
    return f"({number_list(f'{c} {readable(n)}' for c, n in counts)})"


def label_text(label: Label) -> str:
    """
    A label as text; a mean as `readable` writes numbers.

    >>> label_text("yes"), label_text(Fraction(55, 2)), label_text(Fraction(1, 3)), label_text(Fraction(1, 10**200))
    ('yes', '27.5', '1/3', '1e-200')
    """
    return label if isinstance(label, str) else readable(label)


def _pickled_tally(counts: object, labels: object) -> Tally:
    """The tally of a pickled node. In version 0.1.0 three numbers with the names of moments, and no class for a label, were moments."""
    pairs = cast(ClassCounts, counts)
    if tuple(name for name, _ in pairs) != (RECORDS, TOTAL, SQUARES) or any(isinstance(c, str) for c in cast("tuple[Label, ...]", labels)):
        return pairs
    return Moments(*(n for _, n in pairs))


def children(node: Tree) -> tuple[Tree, ...]:
    """
    The subtrees below a node, none for a leaf.

    >>> children(Leaf((), ()))
    ()
    """
    return node.children if isinstance(node, Branch) else ()


def fold_tree(tree: Tree, combine: Callable[[Tree, Sequence[Result]], Result]) -> Result:
    """
    The result of `combine(node, results of its children)` at the root: `fold` for decision trees.

    >>> fold_tree(Leaf((), ()), lambda node, parts: len(parts))
    0
    """
    return fold(tree, children, combine)


def nodes(tree: Tree) -> Iterator[Tree]:
    """
    Every node in preorder: a node before its children, children from first to last.

    >>> list(nodes(Leaf((("+", Fraction(1)),), ("+",))))
    [<Leaf + (+ 1)>]
    """
    return preorder(tree, children)


def leaf_count(tree: Tree) -> int:
    """
    The number of leaves, empty ones included.

    >>> leaf_count(Leaf((), ()))
    1
    """
    return sum(isinstance(node, Leaf) for node in nodes(tree))


def depth(tree: Tree) -> int:
    """
    The number of tests on the longest path from the root to a leaf.

    >>> depth(Leaf((), ()))
    0
    """
    return fold_tree(tree, lambda _, depths: 1 + max(depths) if depths else 0)


def weight(tree: Tree) -> Fraction:
    """
    The weight of the training records that reached a node, in records.

    >>> weight(Leaf((("-", Fraction(2)), ("+", Fraction(5))), ("+",)))
    Fraction(7, 1)
    """
    return size(tree.counts)


def is_regression(tree: Tree) -> bool:
    """
    Whether a tree, or a node, counts moments of a continuous target rather than classes.

    >>> is_regression(Leaf((("-", Fraction(2)),), ("-",)))
    False
    """
    return isinstance(tree.counts, Moments)


@refuses_other_kinds
def training_errors(tree: Tree) -> Fraction:
    """
    The weight of the training records outside the largest class of their leaf, in records. Errors: Invalid for a regression tree.

    >>> training_errors(Leaf((("-", Fraction(2)), ("+", Fraction(5))), ("+",)))
    Fraction(2, 1)
    """
    errors = Fraction(0)
    for node in nodes(tree):
        if isinstance(node.counts, Moments):
            raise Invalid("tree", "a classification tree", "a regression tree")
        if isinstance(node, Leaf):
            errors += size(node.counts) - max((n for _, n in node.counts), default=Fraction(0))
    return errors


@defined(formula="sum over the leaves of (sum y^2 - (sum y)^2 / n)", errors="Invalid for a classification tree")
def squared_error(tree: Tree) -> Fraction:
    """
    The sum over the training records of the squared distance from the mean of their leaf.

    >>> squared_error(Leaf(Moments(Fraction(2), Fraction(6), Fraction(20)), (Fraction(3),)))
    Fraction(2, 1)
    """
    error = Fraction(0)
    for node in nodes(tree):
        if not isinstance(node.counts, Moments):
            raise Invalid("tree", "a regression tree", "a classification tree")
        if isinstance(node, Leaf):
            error += node.counts.squared_error
    return error
