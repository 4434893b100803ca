"""Judges any object with fit and predict by relations, and its tree by its algorithm where the tree can be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from dtref.errors import Invalid, Undecided
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.arrays import from_arrays
from dtref.io.foreign.prediction import foreign_predictor
from dtref.io.foreign.scikit_learn import read_scikit_learn
from dtref.oracle.relations.findings import RelationFinding, need_hypothesis, searched
from dtref.oracle.relations.learners import UnfittedLearner, learner_of
from dtref.oracle.relations.relations import LEARNER_RELATIONS, Relation
from dtref.oracle.relations.samples import LabelledRows, samples
from dtref.oracle.stated.policy_of import policy_of
from dtref.oracle.verify.verify import verify

VERIFIED = "tree_of_its_algorithm"
"""The check that each node of the tree asks a best test."""
ROUTED = "predict_is_the_tree"
"""The check that predictions are those of the tree, followed from its root."""
_SAYS = {VERIFIED: "each node asks a best test of its algorithm", ROUTED: "predict does what the tree says"}


@refuses_other_kinds
def judge_estimator(estimator: object, *, examples: int = 30, only: Iterable[str] = ()) -> tuple[RelationFinding, ...]:
    """
    What is found of a classifier that isn't fitted: its tree, where it can be read (scikit-learn's), and the relations that any must keep.

    estimator: any object with fit(X, y) and predict(X); copies of it are fitted to small tables of numbers with classes 0, 1 …; what it
    draws at random it must draw by a seed of its own. examples: tables of each kind. only: names of relations. Relations that ties may
    break are asked of tables that leave Gini and entropy no choice. A relation about weights isn't asked where fit has no `sample_weight`.
    Errors: Invalid for an object without these methods, an unknown relation. Needs the extra dtref[judge].

    >>> class Majority:
    ...     def fit(self, X, y):
    ...         self.labels = [*y]
    ...     def predict(self, X):
    ...         return [self.labels[-1] for _ in X]
    >>> [finding.relation for finding in judge_estimator(Majority(), examples=9, only=["order_of_records"]) if finding.failed]
    ['order_of_records']
    """
    need_hypothesis("judge_estimator")
    learner, names = learner_of(estimator), list(only)
    known = [VERIFIED, ROUTED, *(relation.name for relation in LEARNER_RELATIONS)]
    for name in names:
        if name not in known:
            raise Invalid("only", f"relations of {', '.join(known)}", name)
    readable = _readable(learner)
    of_tree = [(VERIFIED, _wrong_nodes), (ROUTED, _routes)]
    found = [_of_tree(learner, name, differs, examples if readable else 0) for name, differs in of_tree if not names or name in names]
    return (*found, *(_found(learner, relation, examples) for relation in LEARNER_RELATIONS if not names or relation.name in names))


def _found(learner: UnfittedLearner, relation: Relation, examples: int) -> RelationFinding:
    """What is found of a relation. A learner that fails at the records themselves isn't asked about them."""
    if relation.uses_weights and not learner.takes_weights:
        return RelationFinding(relation.name, relation.says, 0, "fit has no sample_weight")

    def differs(sample: LabelledRows) -> str:
        try:
            learner.fitted(sample, weighted=relation.weighted).predict(sample.rows)
        except Exception:  # whatever somebody else's code raises: these records aren't for it
            return ""
        try:
            return relation.differs(learner, sample)
        except Exception as problem:
            return f"{type(problem).__name__}: {problem}"[:300]

    search = searched(samples(ties=relation.ties, weighted=relation.weighted), differs, LabelledRows.text, examples)
    return RelationFinding(relation.name, relation.says, search.asked, search.why, search.example)


def _readable(learner: UnfittedLearner) -> bool:
    """Whether the tree can be read, and states its algorithm."""
    two = LabelledRows(((0.0,), (1.0,)), (0, 1), (1, 1))
    try:
        policy_of(read_scikit_learn(learner.fitted(two).model, ["x0"]))
    except Exception:  # no such model, or scikit-learn isn't there
        return False
    return True


def _of_tree(
    learner: UnfittedLearner, name: str, differs: Callable[[UnfittedLearner, LabelledRows], str], examples: int
) -> RelationFinding:
    if not examples:
        return RelationFinding(name, _SAYS[name], 0, "its tree can't be read")
    search = searched(samples(ties=True, weighted=False), lambda sample: differs(learner, sample), LabelledRows.text, examples)
    return RelationFinding(name, _SAYS[name], search.asked, search.why, search.example)


def _names(sample: LabelledRows) -> list[str]:
    return [f"x{i}" for i in range(len(sample.rows[0]))]


def _wrong_nodes(learner: UnfittedLearner, sample: LabelledRows) -> str:
    """The first node that is no node of the algorithm's; the empty text where all are."""
    names = _names(sample)
    tree = read_scikit_learn(learner.fitted(sample).model, names)
    data = from_arrays([list(row) for row in sample.rows], list(sample.labels), names=names)
    try:
        wrong = verify(tree, data, policy_of(tree)).wrong
    except Undecided:
        return ""
    return str(wrong[0])[:300] if wrong else ""


def _routes(learner: UnfittedLearner, sample: LabelledRows) -> str:
    """The first record whose prediction isn't that of the tree, followed from its root."""
    names = _names(sample)
    fitted = learner.fitted(sample)
    route = foreign_predictor(read_scikit_learn(fitted.model, names))
    for row, predicted in zip(sample.rows, fitted.predict(sample.rows), strict=True):
        labels = route({name: Fraction(x) for name, x in zip(names, row, strict=True)}).labels
        if predicted is not None and str(predicted) not in labels:
            return f"{list(row)} is {predicted}, and {', '.join(map(str, labels))} by the tree"
    return ""
