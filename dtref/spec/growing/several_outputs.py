"""
One tree for several targets (multi-output).

Its tests are those that are best for all targets together: by the mean over them of each one's impurity. It is a tree of joint classes
(`dtref.spec.split.outputs`), so that the recursion, its ties and their number are those of any other data; and for each target it is a tree
with the same tests, which counts and predicts that target alone. Hence there is no third kind of target, of counts, of labels or of leaf:
whatever takes a tree or a data set takes one of these, and a prediction is a tuple of predictions, each a set of labels. What counts the
labels of one target (pruning, surrogates, orders of predictions, criteria that reduce no impurity) is refused by name.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.definition import defined
from dtref.exact.digits import fraction_text
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.nearly_pure import NearlyPure
from dtref.spec.growing.of_training import AdmissionOfTraining, StopOfTraining
from dtref.spec.growing.policy import EmptyBranch, Policy, checked_training_set, columns_for, keep_weights, labels_by
from dtref.spec.growing.stopping import pure
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.counts import Columns, Counts, columns, majority, tally_of
from dtref.spec.model.data import DataSet
from dtref.spec.model.display import Reported
from dtref.spec.model.prediction import Prediction, predict
from dtref.spec.model.rules import LooksAt, looks_at
from dtref.spec.model.schemes import unfold
from dtref.spec.model.several_targets import SeveralTargets
from dtref.spec.model.tally import Moments
from dtref.spec.model.trees import Branch, Gap, Label, Leaf, Tree, children
from dtref.spec.preparation.missing import keep_missing, refuse_missing
from dtref.spec.preparation.weighing import balanced_classes
from dtref.spec.split.candidates import OffersByTraining
from dtref.spec.split.choose import best
from dtref.spec.split.outputs import CriterionOfOutputs, Output


@frozen(eq=False, slots=False)
class JointProblem(Reported):
    """
    Data with several targets and a policy, as one data set of joint classes and a policy for it, which every function takes that takes a
    data set and a policy (`count_trees`, `trees`, `explain`). data: its target has the vectors of labels that occur, in order. policy: goes
    by the mean over the outputs, and labels nothing, as no joint class is predicted. by_target: the data of each target alone, weighed.
    single: the policy for one of them.
    """

    data: DataSet
    policy: Policy
    by_target: tuple[DataSet, ...]
    single: Policy
    outputs: tuple[Output, ...]

    __repr__ = brief_repr

    def output_trees(self, tree: Tree) -> tuple[Tree, ...]:
        """The tree of each target: the same tests, with the counts and labels of that target alone."""
        return tuple(self._of_output(tree, output) for output in self.outputs)

    def _of_output(self, tree: Tree, output: Output) -> Tree:
        def expand(
            seed: tuple[Tree, tuple[Label, ...]],
        ) -> tuple[Callable[[Sequence[Tree]], Tree], Sequence[tuple[Tree, tuple[Label, ...]]]]:
            node, inherited = seed
            counts = self._counts(node, output)
            labels = labels_by(self.single, output.columns.data.target, counts) if any(counts) else inherited
            below = labels if self.single.empty_branch is EmptyBranch.PARENT_MAJORITY else inherited
            tally = tally_of(output.columns.data.target, counts)
            if isinstance(node, Leaf):
                return lambda _: Leaf(tally, labels), ()
            return (
                lambda parts: Branch(tally, labels, node.test, node.optima, tuple(parts), node.gap),
                [(child, below) for child in children(node)],
            )

        root = labels_by(self.single, output.columns.data.target, self._counts(tree, output))
        return unfold((tree, root), expand)

    def _counts(self, node: Tree, output: Output) -> Counts:
        """The counts of an output at a node of the tree of joint classes."""
        if isinstance(node.counts, Moments) or [name for name, _ in node.counts] != list(self.data.classes):
            raise Invalid("tree", "a tree of these joint classes", "another one")
        return output.counts([n for _, n in node.counts])


@defined(
    errors=(
        "Invalid where the policy doesn't fit one of the targets, and for what counts the labels of one target: pruning, draws when a tree "
        "is grown, orders of predictions, surrogates, selections, labels, weights and criteria of other kinds"
    ),
    sources=("scikit-learn 1.9.1, `sklearn/tree/_criterion.pyx`", "De'ath 2002, Multivariate regression trees"),
)
def joint_problem(targets: SeveralTargets, policy: Policy) -> JointProblem:
    """
    Data with several targets and a policy as one data set of joint classes with the policy for it.

    >>> from dtref.spec.model.data import Record
    >>> from dtref.spec.presets import CART, CHAID
    >>> x, y, z = Nominal("x", ("p", "q")), Nominal("y", ("a", "b")), Nominal("z", ("c", "d"))
    >>> rows = (("p", "a", "c"), ("p", "b", "c"), ("q", "b", "d"))
    >>> targets = SeveralTargets([DataSet((x,), t, [Record((r[0],), r[i]) for r in rows]) for i, t in ((1, y), (2, z))])
    >>> joint = joint_problem(targets, CART)
    >>> joint.data.classes, joint.policy.criterion((1, 1, 1), ((1, 1, 0), (0, 0, 1)))
    (('["a", "c"]', '["b", "c"]', '["b", "d"]'), Fraction(5, 18))
    >>> joint_problem(targets, CHAID)
    Traceback (most recent call last):
    dtref.errors.Invalid: policy CHAID: expected one that is known for several targets (got 'its criterion, chi_square')
    """
    if not isinstance(targets, SeveralTargets):
        raise Invalid("data", "data with several targets, as dtref.several_targets returns", type(targets).__name__)
    refusal = next(_refusals(policy), None)
    if refusal is not None:
        raise Invalid(f"policy {policy.name}", "one that is known for several targets", refusal)
    by_target = _weighed(targets, policy)
    single = evolve(policy, weigh=keep_weights)
    checked = [checked_training_set(evolve(single, draws=None), data) for data in by_target]
    coded = [columns_for(single, data, columns) for data in checked]
    vectors = sorted(set(zip(*(part.labels for part in coded), strict=True)))
    outputs = tuple(Output(part, tuple(vector[j] for vector in vectors)) for j, part in enumerate(coded))
    names = [json.dumps([_text(part, label) for part, label in zip(coded, vector, strict=True)], ensure_ascii=False) for vector in vectors]
    of_vector = dict(zip(vectors, names, strict=True))
    target = Nominal(", ".join(target.name for target in targets.targets), tuple(names))
    records = tuple(
        evolve(record, label=of_vector[vector])
        for record, vector in zip(by_target[0], zip(*(part.labels for part in coded), strict=True), strict=True)
    )
    joint = evolve(single, criterion=CriterionOfOutputs(policy.criterion, outputs).of_joint_classes, label=no_class)
    return JointProblem(DataSet(by_target[0].attributes, target, records), joint, by_target, single, outputs)


def no_class(_: Counts) -> tuple[int, ...]:
    """
    The label rule of joint classes, of which a tree predicts none.

    >>> no_class((3, 1))
    ()
    """
    return ()


def _text(coded: Columns, label: int) -> str:
    """A label of one target as text."""
    return fraction_text(coded.numbers[label]) if coded.numbers else coded.data.classes[label]


def _weighed(targets: SeveralTargets, policy: Policy) -> tuple[DataSet, ...]:
    """The data of each target, with weights by all targets: the product of each one's factors (`compute_sample_weight` of scikit-learn)."""
    if policy.weigh is keep_weights:
        return targets.by_target
    weighed = [policy.weigh(data) for data in targets.by_target]
    own = targets.by_target[0].records
    weights = [
        record.weight * prod((parts[i].weight / record.weight for parts in (data.records for data in weighed)), start=Fraction(1))
        for i, record in enumerate(own)
    ]
    return tuple(
        DataSet(data.attributes, data.target, tuple(evolve(r, weight=w) for r, w in zip(data, weights, strict=True)))
        for data in targets.by_target
    )


def _refusals(policy: Policy) -> Iterator[str]:
    """What of a policy counts the labels of one target, or isn't known for several, by name."""
    measure = policy.criterion.impurity
    if measure is None or not policy.criterion.reduces or policy.criterion.with_missing is not None or measure.two_classes:
        yield f"its criterion, {policy.criterion.name}"
    if policy.pruning:
        yield f"its pruning, {', '.join(map(str, policy.pruning))}"
    if policy.monotone is not None:
        yield "its order of predictions (monotone)"
    if policy.label is not majority:
        yield "its labels"
    if policy.select is not best or policy.confirm or policy.gives_up is not None:
        yield "its selection"
    if policy.weigh not in (keep_weights, balanced_classes):
        yield f"its weights, {policy.weigh}: classes weigh by one target"
    if policy.missing not in (refuse_missing, keep_missing):
        yield "its rule for missing values before growing"
    if not isinstance(policy.gap, Gap):
        yield "its surrogates"
    if policy.oblique is not None or any(isinstance(o, OffersByTraining) for o in (policy.nominal, policy.ordinal, policy.continuous)):
        yield "its candidates"
    # those that are shares of a training set count its rows, or its weight
    known = NearlyPure | StopOfTraining | AdmissionOfTraining
    rules = [rule for rule in (*policy.stop, *policy.admit) if rule is not pure and not isinstance(rule, known)]
    counting = frozenset((LooksAt.COUNTS, LooksAt.CANDIDATES, LooksAt.EVERY_P_VALUE))
    yield from (f"its rule {rule}" for rule in rules if looks_at(rule) & counting)


@refuses_other_kinds
def grow_outputs(targets: SeveralTargets, policy: Policy) -> tuple[Tree, ...]:
    """
    The tree that a policy grows for all targets together, as a tree for each: with the same tests, and its target's counts and labels.
    Each branch keeps all its optima. Errors: as `joint_problem` and `dtref.grow`.

    >>> from dtref.spec.model.data import Record
    >>> from dtref.spec.presets import CART
    >>> x, y, z = Nominal("x", ("p", "q")), Nominal("y", ("a", "b")), Nominal("z", ("c", "d"))
    >>> rows = (("p", "a", "c"), ("p", "b", "c"), ("q", "b", "d"))
    >>> targets = SeveralTargets([DataSet((x,), t, [Record((r[0],), r[i]) for r in rows]) for i, t in ((1, y), (2, z))])
    >>> [tree.children for tree in grow_outputs(targets, CART)]
    [(<Leaf a/b (a 1, b 1)>, <Leaf b (a 0, b 1)>), (<Leaf c (c 2, d 0)>, <Leaf d (c 0, d 1)>)]
    """
    joint = joint_problem(targets, policy)
    return joint.output_trees(grow(joint.data, joint.policy))


@refuses_other_kinds
def predict_outputs(trees: Sequence[Tree], record: Mapping[str, object]) -> tuple[Prediction, ...]:
    """
    The prediction for each target: all its labels that tie, and its distribution, from the tree of each. Errors: as `dtref.predict`.

    >>> a = Leaf((("a", Fraction(2)), ("b", Fraction(2))), ("a", "b"))
    >>> [prediction.labels for prediction in predict_outputs((a, Leaf((("c", Fraction(4)),), ("c",))), {})]
    [('a', 'b'), ('c',)]
    """
    return tuple(predict(tree, record) for tree in trees)
