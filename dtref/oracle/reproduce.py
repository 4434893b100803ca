"""Grows a model's tree again from data, by what the model tells of itself: the same tree, or what differs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from fractions import Fraction
from itertools import zip_longest

from attrs import evolve, frozen

from dtref.engines.choice import grow
from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.fingerprint import Fingerprint, hashes, label_hash, training_fingerprint
from dtref.io.models import Model
from dtref.io.version import __version__
from dtref.oracle.stated.dtref_model import policy_of_model
from dtref.spec.growing.hunt import hunt
from dtref.spec.model.attributes import Attribute, Cell, Continuous, Nominal
from dtref.spec.model.data import DataSet
from dtref.spec.model.display import Reported
from dtref.spec.model.positions import Indices
from dtref.spec.model.trees import Branch, Tree, nodes
from dtref.spec.split.candidates import NumbersOnly


@frozen
class DataDifference:
    """
    How data differ from those that a model was grown from. added: positions of records whose values no training record has. relabelled: of
    those that a training record has, with another label. reweighted: of those whose copies together weigh otherwise. removed: how many
    different training records are not there. same: whether the digests are alike. whole: whether all hashes are known; if not, each number
    is of the records with the least hashes alone.
    """

    same: bool
    added: Indices = ()
    relabelled: Indices = ()
    reweighted: Indices = ()
    removed: int = 0
    whole: bool = True

    __repr__ = brief_repr


@frozen
class Reproduction(Reported):
    """
    A tree grown again. same: whether it is the model's. node: the number, in preorder from 0, of the first node that differs. data: None
    where the model has no fingerprint. version: that of the model, empty where it tells none; now: of what grew it again.
    """

    tree: Tree
    same: bool
    node: int
    data: DataDifference | None
    version: str
    now: str

    __repr__ = brief_repr


@refuses_other_kinds
def reproduce(model: Model, data: DataSet) -> Reproduction:
    """
    The tree that a model's algorithm and options grow from data, and what differs from the model's: the tree, the records, the version.

    Errors: Invalid for a model that doesn't tell its algorithm and options, or what pruned it; for data without one of its columns.

    >>> from dtref.io.model_history import GrownBy, History
    >>> from dtref.io.training_overlap import training_of
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> data = parity(2)
    >>> history = History(GrownBy("cart"), (), training_of(data))
    >>> model = Model(data.attributes, data.target, "CART", grow(data, CART), history=history)
    >>> again = reproduce(model, data)
    >>> again.same, again.data.same, again.version == again.now
    (True, True, True)
    >>> changed = reproduce(model, DataSet(data.attributes, data.target, data.records[1:]))
    >>> changed.same, changed.node, changed.data.removed
    (False, 0, 1)
    """
    policy = policy_of_model(model.algorithm, model.history, "model")
    ordered = in_order_of(model, data)
    ordered = policy.nominal.as_read(ordered) if isinstance(policy.nominal, NumbersOnly) else ordered
    tree, training = grow(ordered, policy), hunt(ordered, policy).training
    trained = model.history.trained_on
    known = ordered if len(ordered) == len(training) else training
    same = tree == model.tree
    return Reproduction(
        tree,
        same,
        0 if same else _first_difference(tree, model.tree),
        None if trained is None else data_difference(trained.fingerprint, known),
        "" if trained is None else trained.version,
        __version__,
    )


def in_order_of(model: Model, data: DataSet) -> DataSet:
    """
    Data with the columns of a model, in its order, and their values in its order, which decides ties. Errors: Invalid without a column.

    >>> from dtref.spec.model.data import Record
    >>> from dtref.spec.model.trees import Leaf
    >>> y, a, b = Nominal("y", ("+", "-")), Nominal("a", ("1", "2")), Nominal("b", ("1",))
    >>> model = Model((a, b), y, "CART", Leaf((("+", Fraction(1)), ("-", Fraction(0))), ("+",)))
    >>> ordered = in_order_of(model, DataSet((b, Nominal("a", ("3", "2"))), Nominal("y", ("+",)), [Record(("1", "2"), "+")]))
    >>> ordered.attributes[0].values, ordered.records[0].values
    (('1', '2'), ('2', '1'))
    """
    there = {a.name: a for a in (*data.attributes, data.target)}
    wanted = [a for a in model.attributes if not isinstance(a, Nominal) or a.flags is None]
    for attribute in (*wanted, model.target):
        if attribute.name not in there:
            raise Invalid("data", f"a column {attribute.name!r}, as the model has", f"columns {', '.join(there)}")
    if data.target.name != model.target.name:
        raise Invalid("data", f"the target {model.target.name}, as the model has", data.target.name)
    positions = [data.column(a.name) for a in wanted]
    records = [evolve(record, values=tuple(record.values[i] for i in positions)) for record in data]
    attributes = [_declared(a, there[a.name], {record.values[i] for record in records}) for i, a in enumerate(wanted)]
    return DataSet(attributes, _declared(model.target, data.target, {record.label for record in records}), records)


def _declared(stated: Attribute, own: Attribute, occurring: Set[Cell]) -> Attribute:
    """An attribute of data with the values of the model's, in its order, and those that occur besides after them."""
    if isinstance(stated, Continuous) or isinstance(own, Continuous):
        return own
    values = [value for value in stated.values if value != stated.missing_is or value in own.values]
    return evolve(own, values=(*values, *(value for value in own.values if value not in values and value in occurring)))


def data_difference(trained: Fingerprint, data: DataSet) -> DataDifference:
    """
    How data differ from those of a fingerprint.

    >>> from dtref.spec.views.shape import parity
    >>> data_difference(training_fingerprint(parity(2)), parity(2)).same
    True
    """
    known = {(record.values, record.label): record.weight for record in trained.kept}
    last = "" if trained.whole or not trained.kept else trained.kept[-1].values
    of_values = {values for values, _ in known}
    # each different record of the data, where it can be told, with its positions
    positions: Mapping[tuple[str, str], list[int]] = defaultdict(list)
    for i, (record, values) in enumerate(zip(data, hashes(data.attributes, (record.values for record in data)), strict=True)):
        if not last or values <= last:
            positions[values, label_hash(data.target, record.label)].append(i)
    new = {key: places for key, places in positions.items() if key not in known}
    weights = {key: sum((data.records[i].weight for i in places), Fraction(0)) for key, places in positions.items() if key in known}
    there = {values for values, _ in positions}
    return DataDifference(
        trained.digest == training_fingerprint(data).digest,
        _sorted(places for (values, _), places in new.items() if values not in of_values),
        _sorted(places for (values, _), places in new.items() if values in of_values),
        _sorted(positions[key] for key, weight in weights.items() if weight != known[key]),
        sum(values not in there for values, _ in known),
        trained.whole,
    )


def _sorted(places: Iterable[list[int]]) -> Indices:
    return tuple(sorted(i for some in places for i in some))


def _first_difference(first: Tree, second: Tree) -> int:
    """The number of the first node where two trees differ, in preorder."""
    pairs = zip_longest(nodes(first), nodes(second))
    return next((i for i, (a, b) in enumerate(pairs) if a is None or b is None or _own(a) != _own(b)), 0)


def _own(node: Tree) -> tuple[object, ...]:
    """What a node is without those below it."""
    asks = (node.test, node.gap) if isinstance(node, Branch) else ()
    return (type(node), node.counts, node.labels, node.optima, *asks)
