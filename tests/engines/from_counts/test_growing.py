"""Growing from AVC sets: the trees are those of the recursion on the records, whatever the policy and however the records are cut up."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from many import examples

from dtref.engines.from_counts import cuts
from dtref.engines.from_counts.frontier import Frontier
from dtref.engines.from_counts.grow import grow_from_tables
from dtref.engines.from_counts.rows import merged_rows
from dtref.engines.from_counts.sources.chunks import in_chunks
from dtref.errors import Invalid, Undecided
from dtref.spec.growing.admission import EveryBranchHas
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import AtDepth, FewerThan, ImprovesTreeLessThan, Independent
from dtref.spec.growing.ties import First, Last, Listed, Refuse
from dtref.spec.model.attributes import MISSING, Continuous, Nominal, Ordinal
from dtref.spec.model.counts import Weighted, columns, count_table
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Gap, Tree
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.presets import PRESETS, REGRESSION_TREE
from dtref.spec.split.criteria import error_reduction, gain_ratio
from dtref.strategies import data_sets, policies
from dtref.strategies.values import fractions

NEEDS_RECORDS = ("oblique", "cart-surrogates", "rpart")
NAMES = [name for name in PRESETS if name not in (*NEEDS_RECORDS, "regression-tree")]


def answer(grown: object) -> object:
    """A tree, or the kind of refusal."""
    try:
        return grown()  # type: ignore[operator]
    except (Invalid, Undecided) as problem:
        return type(problem)


@pytest.mark.parametrize("name", NAMES)
@examples(10)
@given(data=data_sets(max_records=9), size=st.integers(1, 4), tie=st.sampled_from((First(), Last())))
def test_presets_grow_the_trees_of_the_specification(name: str, data: DataSet, size: int, tie: First | Last) -> None:
    policy = evolve(PRESETS[name], tie=tie)
    if name == "chaid" and any(isinstance(a, Continuous) for a in data.attributes):
        data = DataSet((), data.target, [evolve(r, values=()) for r in data])
    expected = answer(lambda: grow(data, policy))
    assert answer(lambda: grow_from_tables(in_chunks(data, size), policy)) == expected


@examples(50)
@given(
    data=data_sets(max_records=9, missing=True, weights="fractions"),
    policy=policies(),
    gap=st.sampled_from((Gap.FRACTIONS, Gap.HEAVIEST)),
    size=st.integers(1, 4),
)
def test_missing_values_and_weights(data: DataSet, policy: Policy, gap: Gap, size: int) -> None:
    policy = evolve(policy, missing=keep_missing, gap=gap, tie=First())
    expected = answer(lambda: grow(data, policy))
    assert answer(lambda: grow_from_tables(in_chunks(data, size), policy)) == expected


@examples(16)
@given(data=data_sets(max_records=9, missing=True))
def test_c45_with_missing_values(data: DataSet) -> None:
    for name in ("c45", "c45-gain-ratio"):
        assert grow_from_tables(in_chunks(data, 2), PRESETS[name]) == grow(data, PRESETS[name])


@examples(20)
@given(data=data_sets(max_records=9, missing=True, weights="fractions"), ys=st.lists(fractions(-3, 3, max_denominator=3), min_size=9))
def test_regression(data: DataSet, ys: list[Fraction]) -> None:
    records = [evolve(r, label=y) for r, y in zip(data, ys, strict=False)]
    numbers = DataSet(data.attributes, Continuous("y"), records)
    for gap in (Gap.FRACTIONS, Gap.HEAVIEST):
        policy = evolve(REGRESSION_TREE, missing=keep_missing, gap=gap)
        assert grow_from_tables(in_chunks(numbers, 2), policy) == grow(numbers, policy)


@examples(14)
@given(data=data_sets(max_records=9, missing=True, weights="fractions"), gap=st.sampled_from((Gap.FRACTIONS, Gap.HEAVIEST)))
def test_a_tree_is_gone_on_with_from_any_level(data: DataSet, gap: Gap) -> None:
    for name in ("cart", "id3", "c45"):
        policy = evolve(PRESETS[name], missing=keep_missing, gap=gap)
        levels: list[Tree] = []
        tree = grow_from_tables(in_chunks(data, 4), policy, after_level=levels.append)
        assert tree == grow(data, policy) == (levels[-1] if data.records else tree)
        for begun in levels:
            left: list[Tree] = []
            assert grow_from_tables(in_chunks(data, 4), policy, begun=begun, after_level=left.append) == tree


def test_a_tree_of_other_records_is_not_gone_on_with() -> None:
    begun = grow(FOUR, PRESETS["cart"])
    with pytest.raises(Invalid, match="begun: expected a tree of these records"):
        grow_from_tables(in_chunks(evolve(FOUR, records=FOUR.records[1:])), PRESETS["cart"], begun=begun)
    other = evolve(FOUR, attributes=(Continuous("z"),))
    with pytest.raises(Invalid, match=r"begun: expected a tree of the attributes 'z' \(got 'x'\)"):
        grow_from_tables(in_chunks(other), PRESETS["cart"], begun=begun)


@pytest.mark.parametrize("numpy", [True, False])
@examples(14)
@given(data=data_sets(max_records=12, kinds=("continuous",), max_attributes=2))
def test_blocks_of_cuts_may_be_of_any_size(numpy: bool, data: DataSet) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cuts, "BLOCK", 2)
        if not numpy:
            patch.setattr(cuts, "find_spec", lambda _: None)
        for criterion in (PRESETS["cart"].criterion, PRESETS["id3"].criterion, error_reduction, gain_ratio):
            for extra in ({}, {"admit": (EveryBranchHas(2),)}, {"stop": (*PRESETS["cart"].stop, AtDepth(1), FewerThan(3))}):
                policy = evolve(PRESETS["cart"], criterion=criterion, **extra)
                assert grow_from_tables(in_chunks(data, 3), policy) == grow(data, policy)
        policy = evolve(PRESETS["cart"], stop=(*PRESETS["cart"].stop, ImprovesTreeLessThan(Fraction(1, 8))))
        assert grow_from_tables(in_chunks(data, 3), policy) == grow(data, policy)


@given(data=data_sets(max_records=6, weights="fractions", missing=True), sizes=st.permutations((1, 2, 3)))
def test_avc_sets_are_a_commutative_monoid_and_add_up_to_the_count_table(data: DataSet, sizes: Sequence[int]) -> None:
    root = Frontier({}, frozenset({0}))
    for column, attribute in enumerate(data.attributes):
        parts = [
            list(rows)
            for some in (data.records[0:1], data.records[1:3], data.records[3:])
            for _, rows in in_chunks(DataSet(data.attributes, data.target, some), sizes[0]).read(root, [column])
        ]
        wholes = {tuple(merged_rows(order)) for order in permutations([*parts, []])}
        wholes |= {tuple(merged_rows([merged_rows(parts[:2]), *parts[2:]])), tuple(merged_rows([*parts[:1], merged_rows(parts[1:])]))}
        coded = columns(data)
        table = count_table(coded, column, Weighted(tuple(range(len(data)))))
        values = table.values if isinstance(attribute, Continuous) else tuple(attribute.values.index(v) for v in table.values)
        missing = [(0, MISSING, table.missing)] if any(table.missing) else []
        assert wholes == {(*missing, *((0, v, n) for v, n in zip(values, table.counts, strict=True)))}


X, Y = Continuous("x"), Nominal("y", ("-", "+"))
FOUR = DataSet((X,), Y, [Record((Fraction(i),), "-+"[i % 2]) for i in range(4)])


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        (PRESETS["oblique"], "policy OBLIQUE: expected one that needs the counts of one attribute at a time (got 'oblique tests')"),
        (PRESETS["rpart"], "policy RPART: expected one that needs the counts of one attribute at a time (got 'surrogates')"),
        (
            evolve(PRESETS["cart"], stop=(*PRESETS["cart"].stop, Independent(Fraction(1, 20)))),
            "stopping rule: expected one that looks at the best candidate alone (others of a number are not kept) (got 'CART')",
        ),
        (
            evolve(PRESETS["cart"], tie=Listed((0, 0, 0))),
            "tie rule: expected one that chooses alike at every node, as first, last or refuse (got Listed(choices=(0, 0, 0), then=None))",
        ),
        (
            evolve(PRESETS["cart"], tie=Refuse()),
            "tie rule 'refuse': expected one best test (got '2 that tie: x <= 0.5; x <= 2.5')",
        ),
        (PRESETS["regression-tree"], "target y: expected a continuous target for variance_reduction (got 'nominal')"),
    ],
)
def test_what_tables_cannot_do_is_refused(policy: Policy, message: str) -> None:
    with pytest.raises(Invalid) as refused:
        grow_from_tables(in_chunks(FOUR), policy)
    assert str(refused.value) == message


def test_missing_values_are_refused_as_the_policy_says() -> None:
    gaps = DataSet((X,), Y, [*FOUR.records, Record((MISSING,), "+")])
    with pytest.raises(Invalid, match="column 'x': expected known values"):
        grow_from_tables(in_chunks(gaps), PRESETS["cart"])


def test_more_ties_than_allowed_are_undecided() -> None:
    with pytest.raises(Undecided) as refused:
        grow_from_tables(in_chunks(FOUR), PRESETS["cart"], ties=1)
    assert str(refused.value).startswith("the optima of a node among the cuts of x")


def test_chaid_needs_no_records_where_no_attribute_is_continuous() -> None:
    size = Ordinal("size", ("s", "m", "l"))
    data = DataSet((size,), Y, [Record((v,), y) for v, y in zip("ssmmll", "-----+", strict=True) for v in ["sml"["sml".index(v)]]] * 20)
    tree = grow(data, PRESETS["chaid"])
    assert tree == grow_from_tables(in_chunks(data, 7), PRESETS["chaid"])
    assert hasattr(tree, "children")
