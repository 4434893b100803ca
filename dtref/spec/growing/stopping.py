"""
Stopping rules (pre-pruning): make a node a leaf although a test could be asked.

A stopping rule looks at a node and says whether it is a leaf. A policy may have several, and one is enough to stop. On ties: n records are
not fewer than n, a value of t is not below t. `STOPPING_RULES` lists them all; each declares what it looks at, its options and its source.
"""

from __future__ import annotations

__sources__ = (
    ("tan", "Stopping Criteria for Tree Induction, How to Address Overfitting"),
    ("cs6220", "Overfitting and Tree Pruning"),
    ("iaml", "1.4"),
    ("cs422", "Tree Induction: When to stop splitting"),
)

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from attrs import field, frozen

from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.exact.number_text import readable
from dtref.spec.growing.admission import P_VALUES, Admission, PValue, is_significant, refuse_means, significance_level
from dtref.spec.growing.node_facts import NodeFacts
from dtref.spec.model.counts import Counts
from dtref.spec.model.rules import LooksAt, Option, OptionKind, RuleFacts, declares
from dtref.spec.split.association import chi_square_p

StoppingRule: TypeAlias = Callable[[NodeFacts], bool]
"""Whether a node is a leaf."""


def named(rule: StoppingRule | Admission) -> str:
    """
    The name of a rule, as text for people.

    >>> named(no_improvement), named(FewerThan(5))
    ('no improvement', 'fewer than 5 records')
    """
    return str(getattr(rule, "__name__", rule)).replace("_", " ")


def is_pure(counts: Counts, regression: bool) -> bool:
    """
    Whether at most one class is there, or all values of a continuous target are equal: n sum y^2 = (sum y)^2.

    >>> is_pure((0, 3), False), is_pure((2, 6, 20), True)
    (True, False)
    """
    if regression:
        n, y, yy = counts[:3]
        return n * yy == y * y
    return sum(n > 0 for n in counts) <= 1


@declares(RuleFacts("pure", frozenset((LooksAt.COUNTS,))))
@defined(sources=(("tan", "Stopping Criteria for Tree Induction"), ("cs6220", "Algorithm for Decision Tree Induction")))
def pure(node: NodeFacts) -> bool:
    """
    Whether all records belong to the same class.

    >>> from dtref.spec.growing.node_facts import root_facts
    >>> pure(root_facts((0, 3))), pure(root_facts((1, 3)))
    (True, False)
    """
    return is_pure(node.counts, node.regression)


@declares(RuleFacts("same_values", frozenset((LooksAt.BEST,))))
@defined(sources=(("tan", "Stopping Criteria for Tree Induction"), ("cs6220", "Algorithm for Decision Tree Induction")))
def same_values(node: NodeFacts) -> bool:
    """
    Whether there is no test to choose (`best()` is None).

    So it is where all records have the same attribute values, where no attribute is left, where no candidate is admitted, where CHAID has
    no significant test, and everywhere under `MAJORITY`.

    >>> from dtref.spec.growing.node_facts import root_facts
    >>> same_values(root_facts((1, 3)))
    True
    """
    return node.best() is None


@declares(
    RuleFacts(
        "no_improvement",
        frozenset((LooksAt.BEST, LooksAt.VALUE)),
        typed="--no-zero-gain",
        help="A node whose best test is worth 0 is a leaf.",
    )
)
@defined(sources=(("tan", "How to Address Overfitting"),))
def no_improvement(node: NodeFacts) -> bool:
    """
    Whether the best test does not improve the criterion: its value is 0 or less.

    >>> from dtref.spec.growing.node_facts import root_facts
    >>> no_improvement(root_facts((1, 3), Fraction(0))), no_improvement(root_facts((1, 3), Fraction(1, 10**9)))
    (True, False)
    """
    best = node.best()
    return best is not None and compare(best.value, 0) <= 0


_LEAST = "A node of fewer records is a leaf. Records count their weight; with --as rpart and scikit-learn each is one, as there."


@declares(
    RuleFacts(
        "fewer_than",
        frozenset((LooksAt.WEIGHT,)),
        (Option("records", OptionKind.AMOUNT, examples=("2", "3", "4", "5")),),
        typed="--min-records",
        help=_LEAST,
        below="records",
    )
)
@defined(sources=(("tan", "How to Address Overfitting"), ("cs422", "When to stop splitting"), "with weights as Quinlan 1993 has them"))
@frozen
class FewerThan:
    """
    Stops at a node whose records weigh less than `records` together (of weight 1 each: fewer records). A part of a record counts its part.

    `FewerRowsThan` counts records whatever they weigh.

    >>> from dtref.spec.growing.node_facts import root_facts
    >>> FewerThan(4)(root_facts((1, 2))), FewerThan(3)(root_facts((1, 2)))
    (True, False)
    """

    records: int | Fraction

    def __call__(self, node: NodeFacts) -> bool:
        """Whether the node is a leaf."""
        return node.weight < self.records

    def __str__(self) -> str:
        return f"fewer than {readable(self.records)} records"


@declares(
    RuleFacts(
        "fewer_rows_than",
        frozenset((LooksAt.ROWS,)),
        (Option("rows", OptionKind.WHOLE, examples=("2", "3", "4", "5")),),
        typed="--min-records",
        help=_LEAST,
        below="rows",
    )
)
@defined(sources=("rpart's minsplit, scikit-learn's min_samples_split (both count rows, as documented)",))
@frozen
class FewerRowsThan:
    """
    Stops at a node with fewer records than `rows`, whatever they weigh: a record of weight 7 is one, and so is a part of one.

    `FewerThan` counts their weight.

    >>> from dtref.spec.growing.node_facts import root_facts
    >>> FewerRowsThan(4)(root_facts((30, 20), rows=3)), FewerRowsThan(3)(root_facts((30, 20), rows=3))
    (True, False)
    """

    rows: int

    def __call__(self, node: NodeFacts) -> bool:
        """Whether the node is a leaf."""
        return node.rows() < self.rows

    def __str__(self) -> str:
        return f"fewer than {self.rows} rows"


@declares(
    RuleFacts(
        "at_depth",
        frozenset((LooksAt.LEVEL,)),
        (Option("tests", OptionKind.WHOLE, examples=("0", "1", "2")),),
        typed="--max-depth",
        help="A node below so many tests is a leaf.",
        start="tests",
    )
)
@defined(sources=("Breiman and others 1984", "every program has it"))
@frozen
class AtDepth:
    """
    Stops at a node with `tests` tests above it, or more.

    >>> from dtref.spec.growing.node_facts import root_facts
    >>> AtDepth(0)(root_facts((1, 2))), AtDepth(1)(root_facts((1, 2)))
    (True, False)
    """

    tests: int

    def __call__(self, node: NodeFacts) -> bool:
        """Whether the node is a leaf."""
        return node.level >= self.tests

    def __str__(self) -> str:
        return f"at depth {self.tests}"


@declares(
    RuleFacts(
        "improves_less_than",
        frozenset((LooksAt.BEST, LooksAt.VALUE)),
        (Option("threshold", OptionKind.THRESHOLD, examples=("1/10", "1/4", "1/2")),),
        typed="--min-improvement",
        help="A node whose best test is worth less, in the criterion's unit, is a leaf.",
        below="threshold",
    )
)
@defined(sources=(("cs6220", "Overfitting and Tree Pruning"), ("cs422", "When to stop splitting")))
@frozen
class ImprovesLessThan:
    """
    Stops where the best test improves the criterion by less than a threshold, in the criterion's unit (bits, or Gini).

    >>> from dtref.spec.growing.node_facts import root_facts
    >>> stops = ImprovesLessThan(Fraction(1, 8))
    >>> stops(root_facts((1, 3), Fraction(1, 8))), stops(root_facts((1, 3), Fraction(0)))
    (False, True)
    """

    threshold: Fraction

    def __call__(self, node: NodeFacts) -> bool:
        """Whether the node is a leaf."""
        best = node.best()
        return best is not None and compare(best.value, self.threshold) < 0

    def __str__(self) -> str:
        return f"improvement below {readable(self.threshold)}"


@defined(
    formula="n_t/n * value < threshold", sources=(("cs422", "When to stop splitting, as scikit-learn has it (min_impurity_decrease)"),)
)
@declares(
    RuleFacts(
        "improves_tree_less_than",
        frozenset((LooksAt.SHARE, LooksAt.BEST, LooksAt.VALUE)),
        (Option("threshold", OptionKind.THRESHOLD, examples=("1/10", "1/4", "1/2")),),
        typed="--min-tree-improvement",
        help="A node whose best test is worth less, times the node's share of all records, is a leaf.",
        below="threshold",
    )
)
@frozen
class ImprovesTreeLessThan:
    """
    Stops where the best test improves the whole tree by less than a threshold: the node's share of all records times the improvement.

    >>> from dtref.spec.growing.node_facts import root_facts
    >>> ImprovesTreeLessThan(Fraction(1, 8))(root_facts((1, 3), Fraction(1, 8), share=Fraction(1, 2)))
    True
    """

    threshold: Fraction

    def __call__(self, node: NodeFacts) -> bool:
        """Whether the node is a leaf."""
        best = node.best()
        return best is not None and compare(node.share() * best.value, self.threshold) < 0

    def __str__(self) -> str:
        return f"improvement of the tree below {readable(self.threshold)}"


@declares(
    RuleFacts(
        "independent",
        frozenset((LooksAt.CANDIDATES,)),
        (
            Option("alpha", OptionKind.LEVEL, examples=("1/20", "1/4", "1/2")),
            Option("p_value", OptionKind.CHOICE, "chi_square", P_VALUES, examples=("chi_square", "exact")),
        ),
        typed="--independence",
        help="A node none of whose tests has a chi-square p-value <= ALPHA is a leaf.",
        more=lambda rule: frozenset() if getattr(rule, "p_value", chi_square_p) is chi_square_p else frozenset((LooksAt.EVERY_P_VALUE,)),
    )
)
@defined(sources=(("tan", "How to Address Overfitting (chi-square test)"),))
@frozen
class Independent:
    """
    Stops where the class is independent of every available attribute: no admissible test has a p-value of at most alpha.

    Decided by certified bounds.
    Errors: Invalid for alpha outside 0 to 1, and where the target is continuous. Undecided: a p-value too near alpha.

    >>> from dtref.spec.growing.node_facts import root_facts
    >>> Independent(Fraction(1, 20))(root_facts((1, 3)))
    True
    """

    alpha: Fraction = field(validator=significance_level("stopping rule"))
    p_value: PValue = chi_square_p

    def __call__(self, node: NodeFacts) -> bool:
        """Whether the node is a leaf."""
        refuse_means(node.regression)
        return not any(is_significant(self.p_value, self.alpha, split) for candidates in node.candidates() for split in candidates.splits)

    def __str__(self) -> str:
        return f"independent of every attribute at level {readable(self.alpha)}"


STOPPING_RULES: tuple[Callable[..., object], ...] = (
    FewerThan,
    FewerRowsThan,
    AtDepth,
    ImprovesLessThan,
    ImprovesTreeLessThan,
    no_improvement,
    Independent,
    pure,
    same_values,
)
"""Every stopping rule, or its class: what each says about itself is `dtref.spec.model.rules.rule_of(rule)`."""
