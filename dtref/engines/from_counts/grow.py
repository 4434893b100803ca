"""Growing from AVC sets, level by level: the trees of `dtref.spec.growing.hunt`, without the records."""

from __future__ import annotations

__sources__ = ("Gehrke 1998 (RF-Read: all AVC sets of a level from one reading of the records)",)

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import count
from operator import add

from attrs import evolve, field, frozen

from dtref.engines.filter.unbeaten import unbeaten
from dtref.engines.from_counts.cuts import TIES
from dtref.engines.from_counts.frontier import DecidedNode, Frontier
from dtref.engines.from_counts.policies import placed, selected_by, streamed
from dtref.engines.from_counts.rows import adding_up, by_node, changed
from dtref.engines.from_counts.sets import Counted, Keeping, Sets, kept_counts
from dtref.engines.from_counts.source import RecordSource
from dtref.errors import Invalid
from dtref.exact.definition import defined
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.node_facts import NodeFacts, impurity_of
from dtref.spec.growing.policy import Decision, EmptyBranch, Policy, decision
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.counts import Count, Counts, labels_of, tally_of
from dtref.spec.model.data import DataSet
from dtref.spec.model.prediction import in_equal_parts
from dtref.spec.model.rules import needs_candidates
from dtref.spec.model.schemes import by_level, unfold
from dtref.spec.model.tests import AxisTest, Multiway
from dtref.spec.model.trees import Branch, Gap, Label, Leaf, Tree, depth
from dtref.spec.split.candidates import Candidates, Split
from dtref.spec.split.choose import nothing


@frozen
class ReachedNode:
    """A node to be decided: its number, its counts, its labels if it has no records, the attributes it may ask, its level."""

    number: int
    counts: Counts
    inherited: tuple[Label, ...]
    usable: tuple[int, ...]
    level: int


@frozen(eq=False)
class Decided:
    """A node that is decided; the nodes of its branches, none for a leaf."""

    decision: Decision
    test: AxisTest | None = None
    below: tuple[int, ...] = ()


@defined(
    errors=(
        "as `grow`; Invalid where the policy needs more of the records than AVC sets "
        "(`dtref.engines.from_counts.policies.streamed`), or its tie rule chooses in preorder, as `Listed`; "
        "Undecided where more cuts tie"
    ),
    sources=("Gehrke 1998",),
)
def grow_from_tables(
    source: RecordSource,
    policy: Policy,
    *,
    ties: int = TIES,
    begun: Tree | None = None,
    after_level: Callable[[Tree], object] | None = None,
) -> Tree:
    """
    The tree that a policy grows from the AVC sets of a source: the one that `dtref.spec.growing.hunt.grow` grows from the records.

    ties: the most cuts of an attribute that may tie at a node; they are held in memory. The records are read once for each level.

    after_level: is called with the tree so far when a level is decided; what is not decided yet are its deepest leaves. begun: such a tree,
    of the same records and policy, to go on from, as after a connection that broke: the levels that are there are not counted again.

    >>> from dtref.spec.presets import CART
    >>> from dtref.engines.from_counts.sources.chunks import in_chunks
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> rows = [Record((Fraction(x),), y) for x, y in ((1, "-"), (2, "+"), (4, "-"))]
    >>> data = DataSet((Continuous("x"),), Nominal("y", ("-", "+")), rows)
    >>> grow_from_tables(in_chunks(data, 2), CART) == grow(data, CART)
    True
    """
    all_counts = source.whole()
    if not any(all_counts):
        return grow(DataSet(source.attributes, source.target, ()), policy)
    growing, levels = Growing.of(source, policy, all_counts, ties), Levels()
    root = growing.root()
    if begun is not None:
        growing.take_up(begun, root, levels)
    # Level by level: decide the nodes, then make their children.
    for level in by_level(root, lambda node: levels.children_of[node.number]):
        for node, choice, sets in growing.decisions([node for node in level if node.number not in levels.decided], levels.steps, {}):
            test = growing.chosen(choice) if choice.optima else None
            sides, missing = ((), ()) if test is None else growing.split(test, sets)
            below, shares = growing.counts_below(sides, missing), growing.shares(sides, missing)
            levels.decide(node, Decided(choice, test), growing.children(node, choice, test, below), shares)
        if after_level is not None:
            after_level(_tree(levels, policy, source))
    policy.tie.finish()
    return _tree(levels, policy, source)


@frozen(eq=False)
class Levels:
    """The levels so far: the decisions, the steps of the decided nodes, and the nodes that they reach, which may be undecided."""

    decided: dict[int, Decided] = field(factory=dict)
    steps: dict[int, DecidedNode] = field(factory=dict)
    children_of: dict[int, list[ReachedNode]] = field(factory=dict)
    numbers: Iterator[int] = field(factory=lambda: count(1))

    def decide(self, node: ReachedNode, decided: Decided, children: Sequence[ReachedNode], shares: Sequence[Count]) -> None:
        """Keeps a decision; the nodes below get their numbers here."""
        numbered = [evolve(child, number=next(self.numbers)) for child in children]
        below = tuple(child.number for child in numbered)
        self.decided[node.number] = evolve(decided, below=below)
        self.children_of[node.number] = numbered
        if decided.test is not None:
            self.steps[node.number] = DecidedNode(decided.test, below, tuple(shares))


@frozen(eq=False)
class Growing:
    """
    A source and a policy. keeping: what is kept of AVC sets, by the policy with placements that need two neighbouring values only
    (`dtref.engines.from_counts.policies`). whole: the counts of all records.
    """

    source: RecordSource
    keeping: Keeping
    policy: Policy
    whole: Counts

    @classmethod
    def of(cls, source: RecordSource, policy: Policy, whole: Counts, ties: int) -> Growing:
        """The source and the policy. Errors: as `dtref.engines.from_counts.policies.streamed`."""
        return cls(source, Keeping(streamed(policy, source), selected_by(policy, source), ties), policy, whole)

    def root(self) -> ReachedNode:
        """The node that all records reach."""
        return ReachedNode(0, self.whole, labels_of(self.source.target, self.whole), tuple(range(len(self.source.attributes))), 0)

    @property
    def regression(self) -> bool:
        """Whether the target is continuous."""
        return isinstance(self.source.target, Continuous)

    def decisions(
        self, level: Sequence[ReachedNode], steps: Mapping[int, DecidedNode], asked: Mapping[int, AxisTest]
    ) -> list[tuple[ReachedNode, Decision, Mapping[int, Sets]]]:
        """
        The decision at each node of a level, and its AVC sets, from one reading of the records. asked: by a node's number, a test whose
        branches are counted there, whatever is decided.
        """
        # The AVC sets of the nodes that need them.
        open_nodes = {node.number: node for node in level if node.number in asked or self._needs_sets(node)}
        sets: dict[int, dict[int, Sets]] = {number: {} for number in open_nodes}
        asked_columns = {number: self.column(test) for number, test in asked.items()}
        columns = sorted({a for node in open_nodes.values() for a in node.usable} | {*asked_columns.values()})
        if columns:
            for column, rows in self.source.read(Frontier(steps, frozenset(open_nodes)), columns):
                attribute = self.source.attributes[column]
                for number, missing, known in by_node(rows):
                    node = open_nodes[number]
                    test = asked[number] if asked_columns.get(number) == column else None
                    if column in node.usable or test is not None:
                        missing_counts = missing or (0,) * len(node.counts)
                        rows_there = adding_up(known, missing_counts, node.counts, attribute.name)
                        sets[number][column] = kept_counts(attribute, Counted(node.counts, missing_counts, rows_there), self.keeping, test)
            for number, column in ((number, a) for number, node in open_nodes.items() for a in node.usable if a not in sets[number]):
                raise changed(self.source.attributes[column].name, open_nodes[number].counts, ())
        # The decisions, then the places of their cuts, which may need one more reading.
        decided = [(node, self._decision(node, sets.get(node.number, {}))) for node in level]
        optima = placed([choice.optima for _, choice in decided], self.policy, self.source)
        return [(node, evolve(choice, optima=o), sets.get(node.number, {})) for (node, choice), o in zip(decided, optima, strict=True)]

    def chosen(self, choice: Decision) -> AxisTest:
        """The test that the tie rule chooses."""
        test, rest = self.policy.tie.pick(choice.optima)
        if rest != self.policy.tie:
            raise Invalid("tie rule", "one that chooses alike at every node, as first, last or refuse", self.policy.tie)
        assert isinstance(test, AxisTest)
        return test

    def children(self, node: ReachedNode, choice: Decision, test: AxisTest | None, below: Sequence[Counts]) -> list[ReachedNode]:
        """The nodes below a node, one a branch of its test, without their numbers. below: their counts."""
        if test is None:
            return []
        column = self.column(test)
        usable = tuple(a for a in node.usable if not (self.policy.ask_once and isinstance(test, Multiway) and a == column))
        inherited = choice.labels if self.policy.empty_branch is EmptyBranch.PARENT_MAJORITY else node.inherited
        level = node.level + 1 if self.policy.counts_levels else node.level
        return [ReachedNode(-1, counts, inherited, usable, level) for counts in below]

    def split(self, test: AxisTest, sets: Mapping[int, Sets]) -> tuple[Split, Counts]:
        """The counts of each branch of a test, and of the records that miss the value."""
        of_test = sets[self.column(test)]
        return of_test.sides(test), of_test.missing

    def counts_below(self, sides: Split, missing: Counts) -> list[Counts]:
        """The counts of each branch, with its share of the records that miss the value."""
        shares = self.shares(sides, missing)
        return [tuple(map(add, side, (s * m for m in missing))) for side, s in zip(sides, shares, strict=True)]

    def take_up(self, begun: Tree, root: ReachedNode, levels: Levels) -> None:
        """
        Takes the decisions of a tree that was begun, all but those of its deepest leaves. Errors: Invalid for a tree of other records.

        The share of a branch in what misses the value is its share of all records of the node: for fractions, as n (1 + m / k) is to
        k (1 + m / k); for the heaviest branches, as they stay the heaviest.
        """
        if _counts_in(begun) != root.counts:
            raise Invalid("begun", f"a tree of these records, of counts {root.counts}", _counts_in(begun))
        deepest, incomplete = depth(begun), self.source.incomplete()

        def pairs_below(pair: tuple[ReachedNode, Tree]) -> Iterator[tuple[ReachedNode, Tree]]:
            node, tree = pair
            return zip(levels.children_of.get(node.number, ()), tree.children if isinstance(tree, Branch) else (), strict=True)

        for level, pairs in enumerate(by_level((root, begun), pairs_below)):
            for node, tree in pairs:
                if level == deepest:
                    continue
                test = tree.test if isinstance(tree, Branch) else None
                if not (test is None or isinstance(test, AxisTest)):
                    raise Invalid("begun", "a tree of tests of one attribute", test)
                below = [_counts_in(child) for child in tree.children] if isinstance(tree, Branch) else []
                sizes = [counts[0] if self.regression else sum(counts) for counts in below]
                gaps = test is not None and self.column(test) in incomplete
                choice = Decision(tree.counts, tree.labels, None, tree.optima)
                shares = self._shares(sizes) if gaps else (0,) * len(sizes)
                levels.decide(node, Decided(choice, test), self.children(node, choice, test, below), shares)

    def shares(self, sides: Split, missing: Counts) -> tuple[Count, ...]:
        """The share of each branch in a record that misses the value asked for (`dtref.spec.growing.routing`)."""
        sizes = [side[0] if self.regression else sum(side) for side in sides]
        return self._shares(sizes) if any(missing) else (0,) * len(sizes)

    def _shares(self, sizes: Sequence[Count]) -> tuple[Count, ...]:
        if self.policy.gap is Gap.FRACTIONS:
            return tuple(Fraction(n) / sum(sizes) for n in sizes)
        shares = dict(in_equal_parts([Fraction(n) for n in sizes]))
        return tuple(shares.get(i, 0) for i in range(len(sizes)))

    def column(self, test: AxisTest) -> int:
        """The position of the attribute that a test asks. Errors: Invalid where the source has none of that name."""
        names = [a.name for a in self.source.attributes]
        if test.attribute.name not in names:
            raise Invalid("begun", f"a tree of the attributes {', '.join(map(repr, names))}", test.attribute.name)
        return names.index(test.attribute.name)

    def _needs_sets(self, node: ReachedNode) -> bool:
        standing = self._facts(node, lambda: ())
        rules = [stops for stops in self.policy.stop if not needs_candidates(stops)]
        return any(node.counts) and self.policy.select is not nothing and not any(stops(standing) for stops in rules)

    def _decision(self, node: ReachedNode, sets: Mapping[int, Sets]) -> Decision:
        labels = labels_of(self.source.target, node.counts) if any(node.counts) else node.inherited
        standing = self._facts(node, lambda: [sets[a].candidates for a in node.usable if a in sets])
        return decision(self.source.target, labels, self.policy.stop, standing)

    def _facts(self, node: ReachedNode, candidates: Callable[[], Sequence[Candidates]]) -> NodeFacts:
        best = cache(lambda: self.policy.select(node.counts, candidates(), self.policy.criterion, unbeaten))
        share = (
            (lambda: Fraction(node.counts[0]) / self.whole[0]) if self.regression else lambda: Fraction(sum(node.counts)) / sum(self.whole)
        )
        impurity = partial(impurity_of, self.policy.criterion, node.counts)
        return NodeFacts(node.counts, self.regression, node.level, share, lambda: self._all(candidates), best, _rows, impurity)

    def _all(self, candidates: Callable[[], Sequence[Candidates]]) -> Sequence[Candidates]:
        if self.keeping.leads_by is not None:
            raise Invalid("stopping rule", "one that looks at the best candidate alone (others of a number are not kept)", self.policy.name)
        return candidates()


def _counts_in(tree: Tree) -> Counts:
    return tuple(n.numerator if n.denominator == 1 else n for _, n in tree.counts)


def _tree(levels: Levels, policy: Policy, source: RecordSource) -> Tree:
    """The tree of the decisions; nodes that are reached, but not decided, are leaves."""
    open_leaves = {}
    for node in (child for children in levels.children_of.values() for child in children if child.number not in levels.decided):
        labels = labels_of(source.target, node.counts) if any(node.counts) else node.inherited
        open_leaves[node.number] = Decided(Decision(tally_of(source.target, node.counts), labels, None, ()))
    return unfold(0, lambda number: _expanded(levels.decided.get(number) or open_leaves[number], policy))


def _expanded(node: Decided, policy: Policy) -> tuple[Callable[[Sequence[Tree]], Tree], tuple[int, ...]]:
    choice, test = node.decision, node.test
    if test is None:
        return lambda _: Leaf(choice.counts, choice.labels), ()
    assert isinstance(policy.gap, Gap)
    gap = policy.gap
    return lambda parts: Branch(choice.counts, choice.labels, test, choice.optima, tuple(parts), gap), node.below


def _rows() -> int:
    raise Invalid("stopping rule", "one of weights, as sources tell them and no numbers of records", "fewer rows than so many")
