"""
Operations on tests at the root: ranges, cuts at class changes, linear tests, CHAID's merged categories; and measures of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, cast

from attrs import evolve

from dtref.errors import Invalid
from dtref.exact.number import Exact, number
from dtref.oracle.operations.answer_kinds import AS_IT_IS, parts_answer
from dtref.oracle.operations.answers import Answer, test_answer
from dtref.oracle.operations.data_kinds import A_CRITERION, BINNED, ENCODED, OF_ATTRIBUTE, ON_DATA
from dtref.oracle.operations.draws import GivenJson, inputs_by_name, merged_inputs, one_from, pairs_of, positive
from dtref.oracle.operations.inputs import Given
from dtref.oracle.operations.kinds import A_RATIONAL, A_SHARE, A_WHOLE, choice
from dtref.oracle.operations.operation import InputKind, Operation, asks, declarations, each, jointly, optional, side_by_side
from dtref.oracle.operations.split_inputs import ANY_SPLIT, occupied_rows, split
from dtref.oracle.operations.trees.counting import every_record, number_named, table_at_root
from dtref.spec.growing.hunt import hunt
from dtref.spec.growing.policy import offer_for
from dtref.spec.model.counts import Counts, columns, count_table, statistic
from dtref.spec.model.data import DataSet
from dtref.spec.model.tests import Oblique, Side
from dtref.spec.preparation.discretisation import Binning
from dtref.spec.presets import chaid_policy
from dtref.spec.split.association import chi_square_p, g_statistic_p
from dtref.spec.split.by_name import ENCODINGS, ENCODINGS_OF_ATTRIBUTES
from dtref.spec.split.candidates import Candidates, Offer
from dtref.spec.split.chaid.candidates import adjusted_of
from dtref.spec.split.chaid.significance import floating_multiplier, nominal_multiplier, ordinal_multiplier
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.description import bits_saved
from dtref.spec.split.exact_test import exact_p
from dtref.spec.split.numeric.oblique import ObliqueSearch, ObliqueTests
from dtref.spec.split.numeric.ranges import RangesSplit, ThresholdsAt

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def candidates_answer(offered: Candidates, criterion: Criterion, node: Counts) -> Answer:
    """
    Candidates in order, each as its test, the class counts of its branches, and its value of a criterion.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.tests import Multiway
    >>> from dtref.spec.split.criteria import gini_reduction
    >>> candidates_answer(Candidates([((2, 0), (0, 2))], lambda _: Multiway(Nominal("x", ("a", "b")))), gini_reduction, (2, 2))[0]["value"]
    Fraction(1, 2)
    """
    missing = offered.missing or None
    return tuple(
        {"test": test_answer(offered.test(i)), "children": _rows(split), "value": criterion(node, split, missing)}
        for i, split in enumerate(offered.splits)
    )


_SIGNIFICANCE = parts_answer("significance", "statistic", "degrees", "multiplier", "p")


def _rows(split: Sequence[Sequence[Exact]]) -> Answer:
    return tuple(tuple(map(number, part)) for part in split)


def _offered(offer: Callable[[Binning], Offer]) -> Callable[[DataSet, str, Criterion, Binning], Answer]:
    """The candidates of an attribute at the root, with a criterion and a binning."""

    def answer(data: DataSet, attribute: str, criterion: Criterion, binning: Binning) -> Answer:
        table, node = table_at_root(data, attribute)
        return candidates_answer(offer(binning)(table, criterion), criterion, node)

    return answer


def _of_lines(data: DataSet, criterion: Criterion, search: ObliqueSearch | ObliqueTests) -> Iterator[Answer]:
    """The candidates of linear tests that a search finds."""
    coded, records = columns(data), every_record(data)
    return (candidates_answer(candidates, criterion, statistic(coded, records)) for candidates in search(coded, records))


def _oblique_candidates(data: DataSet, criterion: Criterion) -> Answer:
    """The candidates of linear tests of two numbers, one for each partition of the records that no cut of one number makes."""
    return tuple(_of_lines(data, criterion, ObliqueSearch()))


def _oblique_split(data: DataSet, criterion: Criterion, weights: Given, cut: Fraction, side: Side) -> Answer:
    """The candidate of one linear test; none where a branch gets no record."""
    terms = tuple((number_named(data, name), A_RATIONAL.read(weights, name)) for name in weights.parts)
    (answer,) = _of_lines(data, criterion, ObliqueTests((Oblique(terms, cut, side),)))
    return answer


def _chaid_candidates(data: DataSet, attribute: str, alpha_merge: Fraction, resplit: Fraction | None) -> Answer:
    """CHAID's candidates of an attribute at the root: its categories merged, in each way that ties allow, with their significance."""
    policy = chaid_policy(alpha_merge, resplit=resplit)
    recursion = hunt(data, policy)
    a = recursion.training.column(attribute)
    table = count_table(recursion.columns, a, recursion.root().records)
    offered = offer_for(policy, recursion.training.attributes[a])(table, policy.criterion)
    return tuple(
        {
            "test": test_answer(offered.test(i)),
            "children": _rows(offered.splits[i]),
            **cast("Mapping[str, Answer]", _SIGNIFICANCE.write(significance)),
        }
        for i, significance in enumerate(adjusted_of(offered))
    )


def _drawn_groups() -> SearchStrategy[GivenJson]:
    sizes = pairs_of(one_from(range(1, 7)), one_from(range(1, 6)))
    return sizes.map(lambda n: {"categories": str(n[0] + n[1]), "groups": str(n[0])})


def _drawn_encoded(*, coded: bool = False) -> SearchStrategy[GivenJson]:
    """A split with an encoding; coded: of the classes, which takes no attributes."""
    more = {"encoding": one_from(ENCODINGS)} if coded else {"encoding": one_from(ENCODINGS_OF_ATTRIBUTES), "attributes": positive()}
    return merged_inputs(occupied_rows().map(split), inputs_by_name(**more))


def _grouped(given: Given) -> tuple[object, ...]:
    """How many categories and groups. Errors: Invalid for more groups than categories, or none."""
    c, r = A_WHOLE.read(given, "categories"), A_WHOLE.read(given, "groups")
    if not 1 <= r <= c:
        raise Invalid(f"{given.where}, groups", f"from 1 to {c} groups", r)
    return c, r


_GROUPED = jointly(evolve(each(categories=A_WHOLE, groups=A_WHOLE), arguments=_grouped), _drawn_groups)
_ENCODED = jointly(side_by_side(ENCODED, ANY_SPLIT), _drawn_encoded, classes=partial(_drawn_encoded, coded=True))
_CANDIDATES = AS_IT_IS.named("a list, each a candidate: `test`, `children`, `value`")
_MERGED = AS_IT_IS.named("a list, each a candidate: `test`, `children`, `statistic`, `degrees`, `multiplier`, `p`")
_OF_BINS = side_by_side(OF_ATTRIBUTE, each(criterion=A_CRITERION), BINNED)
_LINE = each(
    criterion=A_CRITERION,
    weights=InputKind("column → number", lambda given, name: given.object(name)),
    cut=A_RATIONAL,
    side=choice({side.value: side for side in Side}),
)
_LEVELS = each(alpha_merge=optional(A_SHARE, Fraction(1, 20)), resplit=optional(A_SHARE, None))

SPLITTING: Mapping[str, Operation] = declarations(
    asks("ranges_candidates", _offered(RangesSplit), _OF_BINS, answer=_CANDIDATES),
    asks("cuts_candidates", _offered(ThresholdsAt), _OF_BINS, answer=_CANDIDATES),
    asks(
        "oblique_candidates",
        _oblique_candidates,
        ON_DATA,
        answer=AS_IT_IS.named("for each pair of numbers a list of candidates"),
        criterion=A_CRITERION,
    ),
    asks("oblique_split", _oblique_split, ON_DATA, _LINE, answer=_CANDIDATES),
    asks("chaid_candidates", _chaid_candidates, OF_ATTRIBUTE, _LEVELS, answer=_MERGED),
    asks("chi_square_p", chi_square_p, ANY_SPLIT),
    asks("g_statistic_p", g_statistic_p, ANY_SPLIT),
    asks("exact_p", exact_p, ANY_SPLIT),
    asks("nominal_multiplier", nominal_multiplier, _GROUPED),
    asks("ordinal_multiplier", ordinal_multiplier, _GROUPED),
    asks("floating_multiplier", floating_multiplier, _GROUPED),
    asks("bits_saved", lambda encoding, node, children: bits_saved(encoding)(node, children), _ENCODED),
)
"""Tests and measures, by name."""
