"""
Surrogates: how many lists of them are as good, and where a record goes that none of them places.

Notation: a tier has the attributes of one association; k_i the choices of attribute i.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

from dtref.spec.growing.surrogate_lists import AttributeSurrogates, SurrogateChoices
from dtref.spec.growing.ties import Listed
from dtref.spec.model.attributes import MISSING, Nominal
from dtref.spec.model.prediction import in_equal_parts, stand_in
from dtref.spec.model.tests import Multiway
from dtref.spec.model.trees import Surrogates
from proofs.steps import holds, same
from proofs.theorem import Method, theorem

BOOK = "breiman1984"


@theorem(
    "The count of a node's lists of surrogates is the number of those listed, no two of them the same: of all rows of attributes with a "
    "choice of each, those as long as there is room whose associations nowhere rise and leave out no greater one. A tie rule reaches each",
    source=BOOK,
    runs=(vars(SurrogateChoices)["count"].fget, SurrogateChoices.each, SurrogateChoices.chosen),
    reach="up to three attributes in one or two tiers, of one to three choices each; room for 0 to 3",
    method=Method.EXHAUSTION,
)
def theorem_lists_of_surrogates_are_counted() -> None:
    """Every row of attributes is looked at, and those that skip a better one are dropped; no binomial and no symmetric sum."""
    for tiers in ((1,), (2,), (3,), (1, 1), (1, 2), (2, 1)):
        for sizes, room in product(product((1, 2, 3), repeat=sum(tiers)), range(4)):
            tier_of = [tier for tier, n in enumerate(tiers) for _ in range(n)]
            attributes = [_surrogates(i, tier_of[i], size) for i, size in enumerate(sizes)]
            by_tier = tuple(tuple(attributes[i] for i, at in enumerate(tier_of) if at == tier) for tier in range(len(tiers)))
            choices = SurrogateChoices(by_tier, room, (0,))
            rows = permutations(range(len(sizes)), min(room, len(sizes)))
            best = sorted(tier_of)[: min(room, len(sizes))]
            expected = {
                tests for row in rows if [tier_of[i] for i in row] == best for tests in product(*(attributes[i].choices for i in row))
            }
            listed = list(choices.each())
            same(Counter(one.tests for one in listed), Counter(expected), f"the lists of {sizes} in {tiers} with room for {room}")
            same(choices.count, len(expected), f"the count of {sizes} in {tiers} with room for {room}")
            holds(all(one.others == len(expected) - 1 for one in listed), "that each list tells how many others there are")
            for one in listed:
                begun = [{other.tests[i] for other in listed if other.tests[:i] == one.tests[:i]} for i in range(len(one.tests))]
                places = [(place.test, place.as_good) for place in choices.places(one)]
                same(places, list(zip(one.tests, map(len, begun), strict=True)), "what may stand at each place behind those before it")
            same({choices.chosen(Listed(path))[0].tests for path in _paths(tiers, sizes, room)}, expected, "what a tie rule may choose")


def _surrogates(attribute: int, tier: int, choices: int) -> AttributeSurrogates:
    """An attribute whose best test has so many ways to stand for the branches of another."""
    test = Multiway(Nominal(f"x{attribute}", ("0", "1")))
    return AttributeSurrogates(
        Fraction(1, 1 + tier), (test,), (0, 0), tuple((test, (0, branch)) for branch in range(choices)), 1, 1, 1, Fraction(1, 1 + tier)
    )


def _paths(tiers: tuple[int, ...], sizes: tuple[int, ...], room: int) -> list[tuple[int, ...]]:
    """Every list of positions, one for each place that has several options."""
    first = tuple(range(tiers[0]))
    waiting, paths = [((), first, tuple(range(tiers[0], len(sizes))), room)], list[tuple[int, ...]]()
    while waiting:
        path, left, later, places = waiting.pop()
        if not left:
            left, later = later, ()
        if not left or not places:
            paths.append(path)
            continue
        options = [i for i in left for _ in range(sizes[i])]
        for position, chosen in enumerate(options):
            more = (position,) if len(options) > 1 else ()
            waiting.append(((*path, *more), tuple(i for i in left if i != chosen), later, places - 1))
    return paths


@theorem(
    "A record that goes the way of most goes in equal parts down all branches that are heaviest, and down no other: the parts add up to "
    "it, and no order of branches counts",
    source=BOOK,
    runs=(in_equal_parts,),
    reach="one to four branches of weight 0 to 2, in every order",
    method=Method.EXHAUSTION,
)
def theorem_heaviest_branches_share_a_record_alike() -> None:
    """Turning the branches around turns the parts with them."""
    for n in range(1, 5):
        for weights in product(map(Fraction, range(3)), repeat=n):
            parts = dict(in_equal_parts(weights))
            same(sum(parts.values()), 1, f"all parts at {weights}")
            same(len(set(parts.values())), 1, f"one size of the parts at {weights}")
            same(set(parts), {i for i in range(n) if not any(w > weights[i] for w in weights)}, f"the branches taken at {weights}")
            for order in permutations(range(n)):
                turned = dict(in_equal_parts([weights[i] for i in order]))
                same({order[i]: part for i, part in turned.items()}, parts, f"the parts at {weights} in the order {order}")


@theorem(
    "The first surrogate that a record can answer places it, whatever the later ones say; where there is none it goes down all of the "
    "heaviest branches",
    source=BOOK,
    runs=(stand_in,),
    reach="up to three surrogates of two branches for branches of three, each answer 0, 1 or missing; one to three heaviest branches",
    method=Method.EXHAUSTION,
)
def theorem_first_surrogate_that_answers_places_a_record() -> None:
    """From the last surrogate to the first, each answer takes the place of those after it."""
    for count in range(4):
        tests = [Multiway(Nominal(f"x{i}", ("0", "1"))) for i in range(count)]
        for stand_for in product(((0, 1), (1, 0), (2, 2)), repeat=count):
            for answers in product((0, 1, MISSING), repeat=count):
                for otherwise, *equally in ((0,), (2, 1), (0, 1, 2)):
                    placed: tuple[int, ...] = (otherwise, *equally)
                    for sides, answer in reversed(list(zip(stand_for, answers, strict=True))):
                        placed = (sides[answer],) if isinstance(answer, int) else placed
                    answer_of = dict(zip(tests, answers, strict=True))
                    gap = Surrogates(tuple(zip(tests, stand_for, strict=True)), otherwise, tuple(equally))
                    same(stand_in(gap, lambda test, of=answer_of: of[test]), placed, f"where {answers} to {stand_for} leads")  # type: ignore[misc]
