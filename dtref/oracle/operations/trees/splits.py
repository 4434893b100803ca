"""
Operations on tests at the root: ranges, cuts at class changes, linear tests, CHAID's merged categories; and measures of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from attrs import evolve

from dtref.errors import Invalid
from dtref.exact.number import Exact, number
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answers import Answer, test_answer
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.draws import GivenJson, inputs_by_name, merged_inputs, one_from, pairs_of, positive
from dtref.oracle.operations.inputs import Answering, Given
from dtref.oracle.operations.kinds import A_WHOLE, choice
from dtref.oracle.operations.operation import asks, declarations, each, jointly, optional, side_by_side
from dtref.oracle.operations.part_inputs import given_choice, given_whole, whole_number
from dtref.oracle.operations.split_inputs import ANY_SPLIT, occupied_rows, split
from dtref.spec.growing.hunt import hunt
from dtref.spec.growing.policy import offer_for
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.counts import Counts, Weighted, columns, count_table, statistic
from dtref.spec.model.data import DataSet
from dtref.spec.model.tests import Oblique, Side
from dtref.spec.preparation.discretisation import Binning
from dtref.spec.presets import chaid_policy
from dtref.spec.split.association import chi_square_p, g_statistic_p
from dtref.spec.split.by_name import CRITERIA_BY_FORMULA
from dtref.spec.split.candidates import Candidates, Offer
from dtref.spec.split.chaid.candidates import adjusted_of
from dtref.spec.split.chaid.significance import floating_multiplier, nominal_multiplier, ordinal_multiplier
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.description import Encoding, bits_saved, classes_coded, errors_chosen, errors_listed
from dtref.spec.split.exact_test import exact_p
from dtref.spec.split.numeric.binning import BoundaryPoints, ClassChanges, Clusters, EqualFrequency, EqualWidth
from dtref.spec.split.numeric.oblique import ObliqueSearch, ObliqueTests
from dtref.spec.split.numeric.ranges import RangesSplit, ThresholdsAt

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def _of_bins(binning: Callable[[int], Binning]) -> Callable[[Given], Binning]:
    """A reader of a binning that takes the number of bins as an input."""
    return lambda inputs: binning(whole_number(inputs.part("bins"), f"{inputs.where}, bins"))


def _of_changes(binning: Binning) -> Callable[[Given], Binning]:
    """A reader of a binning that finds the number of bins itself."""

    def read(inputs: Given) -> Binning:
        if "bins" in inputs.parts:
            raise Invalid(inputs.where, "no input 'bins' for a binning that finds them", inputs.part("bins"))
        return binning

    return read


BINNINGS: Mapping[str, Callable[[Given], Binning]] = {
    "equal_width": _of_bins(EqualWidth),
    "equal_frequency": _of_bins(EqualFrequency),
    "clusters": _of_bins(Clusters),
    "class_changes": _of_changes(ClassChanges()),
    "boundary_points": _of_changes(BoundaryPoints()),
}
"""The binnings by the names that records use."""


def given_binning(inputs: Given) -> Binning:
    """
    The binning that the input `binning` names, with the number of `bins` where it takes one.

    >>> given_binning(Given({"binning": "clusters", "bins": "3"})).bins
    3
    """
    return given_choice(inputs, "binning", BINNINGS)(inputs)


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


def _rows(split: Sequence[Sequence[Exact]]) -> Answer:
    return tuple(tuple(map(number, part)) for part in split)


def _offered(offer: Callable[[Binning], Offer]) -> Answering:
    """An operation for the candidates of an attribute at the root, with a binning and a criterion."""

    def answer(inputs: Given) -> Answer:
        data = data_of(inputs.only("data", "attribute", "criterion", "binning", "bins"))
        criterion, coded, all_records = given_choice(inputs, "criterion", CRITERIA_BY_FORMULA), columns(data), _all_records(data)
        table = count_table(coded, data.column(inputs.text("attribute")), all_records)
        return candidates_answer(offer(given_binning(inputs))(table, criterion), criterion, statistic(coded, all_records))

    return answer


def _all_records(data: DataSet) -> Weighted:
    return Weighted(tuple(range(len(data))))


def _oblique_candidates(inputs: Given) -> Answer:
    """The candidates of linear tests of two numbers, one for each partition of the records that no cut of one number makes."""
    data, criterion = data_of(inputs.only("data", "criterion")), given_choice(inputs, "criterion", CRITERIA_BY_FORMULA)
    coded, all_records = columns(data), _all_records(data)
    candidate_sets = ObliqueSearch()(coded, all_records)
    return tuple(candidates_answer(candidates, criterion, statistic(coded, all_records)) for candidates in candidate_sets)


def _oblique_split(inputs: Given) -> Answer:
    """The candidate of one linear test; none where a branch gets no record."""
    data = data_of(inputs.only("data", "criterion", "weights", "cut", "side"))
    weights, criterion = inputs.object("weights"), given_choice(inputs, "criterion", CRITERIA_BY_FORMULA)
    terms = tuple((_number_named(data, name), rational_of_text(weights.part(name), weights.where)) for name in weights.parts)
    side = given_choice(inputs, "side", {side.value: side for side in Side})
    test = Oblique(terms, rational_of_text(inputs.part("cut"), f"{inputs.where}, cut"), side)
    coded, all_records = columns(data), _all_records(data)
    (candidates,) = ObliqueTests((test,))(coded, all_records)
    return candidates_answer(candidates, criterion, statistic(coded, all_records))


def _number_named(data: DataSet, name: str) -> Continuous:
    attribute = data.attributes[data.column(name)]
    if not isinstance(attribute, Continuous):
        raise Invalid(f"attribute {name}", "a continuous one", attribute)
    return attribute


def _level(inputs: Given, name: str) -> Fraction | None:
    return rational_of_text(inputs.part(name), f"{inputs.where}, {name}") if name in inputs.parts else None


def _chaid_candidates(inputs: Given) -> Answer:
    """CHAID's candidates of an attribute at the root: its categories merged, in each way that ties allow, with their significance."""
    # CHAID's policy
    alpha = _level(inputs.only("data", "attribute", "alpha_merge", "resplit"), "alpha_merge")
    policy = chaid_policy(Fraction(1, 20) if alpha is None else alpha, resplit=_level(inputs, "resplit"))
    # the candidates at the root
    recursion = hunt(data_of(inputs), policy)
    a = recursion.training.column(inputs.text("attribute"))
    table = count_table(recursion.columns, a, recursion.root().records)
    offered = offer_for(policy, recursion.training.attributes[a])(table, policy.criterion)
    return tuple(
        {
            "test": test_answer(offered.test(i)),
            "children": _rows(offered.splits[i]),
            "statistic": number(significance.statistic),
            "degrees": number(significance.degrees),
            "multiplier": number(significance.multiplier),
            "p": number(significance.p),
        }
        for i, significance in enumerate(adjusted_of(offered))
    )


def _of_attributes(encoding: Callable[[int], Encoding]) -> Callable[[Given], Encoding]:
    """A reader of an encoding that names one of `attributes` attributes."""
    return lambda inputs: encoding(whole_number(inputs.part("attributes"), f"{inputs.where}, attributes"))


def _classes_coded(inputs: Given) -> Encoding:
    if "attributes" in inputs.parts:
        raise Invalid(inputs.where, "no input 'attributes' for an encoding that names none", inputs.part("attributes"))
    return classes_coded()


ENCODINGS: Mapping[str, Callable[[Given], Encoding]] = {
    "errors_listed": _of_attributes(errors_listed),
    "errors_chosen": _of_attributes(errors_chosen),
    "classes_coded": _classes_coded,
}
"""The encodings by the names that records use."""


def _drawn_groups() -> SearchStrategy[GivenJson]:
    sizes = pairs_of(one_from(range(1, 7)), one_from(range(1, 6)))
    return sizes.map(lambda n: {"categories": str(n[0] + n[1]), "groups": str(n[0])})


def _encoded(given: Given) -> tuple[object, ...]:
    return given_choice(given, "encoding", ENCODINGS)(given), given.counts("node"), given.rows("children")


def _drawn_encoded(*, coded: bool = False) -> SearchStrategy[GivenJson]:
    """A split with an encoding; coded: of the classes, which takes no attributes."""
    more = {"encoding": one_from(["classes_coded"])} if coded else {"encoding": one_from(list(ENCODINGS)[:2]), "attributes": positive()}
    return merged_inputs(occupied_rows().map(split), inputs_by_name(**more))


def _grouped(given: Given) -> tuple[object, ...]:
    """How many categories and groups. Errors: Invalid for more groups than categories, or none."""
    c, r = given_whole(given, "categories"), given_whole(given, "groups")
    if not 1 <= r <= c:
        raise Invalid(f"{given.where}, groups", f"from 1 to {c} groups", r)
    return c, r


_GROUPED = jointly(evolve(each(categories=A_WHOLE, groups=A_WHOLE), arguments=_grouped), _drawn_groups)
_ENCODED = jointly(
    evolve(side_by_side(ANY_SPLIT, each(encoding=choice(ENCODINGS), attributes=optional(A_WHOLE, 0))), arguments=_encoded, typed=()),
    _drawn_encoded,
    classes=partial(_drawn_encoded, coded=True),
)

SPLITTING: Mapping[str, Answering] = {
    "ranges_candidates": _offered(RangesSplit),
    "cuts_candidates": _offered(ThresholdsAt),
    "oblique_candidates": _oblique_candidates,
    "oblique_split": _oblique_split,
    "chaid_candidates": _chaid_candidates,
    **declarations(
        asks("chi_square_p", chi_square_p, ANY_SPLIT),
        asks("g_statistic_p", g_statistic_p, ANY_SPLIT),
        asks("exact_p", exact_p, ANY_SPLIT),
        asks("nominal_multiplier", nominal_multiplier, _GROUPED),
        asks("ordinal_multiplier", ordinal_multiplier, _GROUPED),
        asks("floating_multiplier", floating_multiplier, _GROUPED),
        asks("bits_saved", lambda encoding, node, children: bits_saved(encoding)(node, children), _ENCODED),
    ),
}
"""Tests and measures, by name."""
