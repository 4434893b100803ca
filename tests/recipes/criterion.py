"""A criterion: how far apart the class shares of two children are."""

from __future__ import annotations

from recipes.additions import Addition, Edit, Part, vector

SEPARATION, TWIN, PROPERTY = "dtref/spec/split/separation.py", "tests/naive/criteria.py", "tests/spec/split/test_separation.py"

MEASURE = '''@criterion(typed="share-distance", two_branches=True, bounded=True)
@defined(
    formula="1/2 sum_j |p(j|L) - p(j|R)|",
    range="From 0 (both children have the same class shares) to 1 (no class in common)",
    sources=("the total variation distance",),
)
def share_distance(_: Sequence[Exact], children: Children) -> Number | Undefined:
    """
    The greatest difference of the shares of any group of classes in the two children.

    Undefined unless there are two children, both with records; a third one that is empty is one too many.

    >>> share_distance((2, 2), ((2, 0), (0, 2))), share_distance((3, 1), ((2, 0), (1, 1)))
    (Fraction(1, 1), Fraction(1, 2))
    """
    left, right = children
    return total(absolute(p - q) for p, q in zip(shares(left), shares(right), strict=True)) / 2


'''

VECTOR = """
    {
      "id": "vectors-measures-911",
      "what": "share_distance: one of two classes is shared by half",
      "operation": "share_distance",
      "given": {"node": ["3", "1"], "children": [["2", "0"], ["1", "1"]]},
      "exact": "1/2",
      "decimal": "0.500000000000",
      "provenance": "independent",
      "flags": ["Orientation"]
    },
    {
      "id": "vectors-measures-912",
      "what": "share_distance with a third branch that is empty: three are not two",
      "operation": "share_distance",
      "given": {"node": ["2", "2"], "children": [["2", "0"], ["0", "2"], ["0", "0"]]},
      "exact": {"undefined": "defined for tests with two branches that both have records"},
      "provenance": "independent",
      "flags": ["EmptyBranch"]
    }
"""

TWIN_TEXT = '''def share_distance(children: Sequence[Counts]) -> Any:
    """Half the sum of the differences of class shares. None unless there are two children with records."""
    if len(children) != 2 or not all(map(sum, children)):
        return None
    left, right = ([Fraction(n) / sum(child) for n in child] for child in children)
    return sum((abs(p - q) for p, q in zip(left, right, strict=True)), Fraction(0)) / 2


'''

PROPERTY_TEXT = """

@given(children)
def test_the_distance_of_shares_is_the_greatest_of_any_group_of_classes(pair: Pair) -> None:
    from dtref.spec.split.separation import share_distance

    left, right = ([Fraction(n, sum(child)) for n in child] for child in pair)
    groups = product((0, 1), repeat=len(pair[0]))
    greatest = max(sum(side * (p - q) for side, p, q in zip(group, left, right, strict=True)) for group in groups)
    assert share_distance(node_of(pair), pair) == greatest
"""

ADDITION = Addition(
    "How to add a criterion",
    (
        Edit(Part.DEFINITION, SEPARATION, MEASURE, "CRITERIA_OF_SEPARATION = ("),
        Edit(Part.DEFINITION, SEPARATION, "share_distance, ", "twoing)\n"),
        vector("golden/vectors/measures.json", VECTOR),
        Edit(Part.TWIN, TWIN, TWIN_TEXT, "CRITERIA_OF_CHILDREN: dict"),
        Edit(Part.TWIN, TWIN, '    "share_distance": share_distance,\n', '    "hellinger_distance": hellinger_distance,\n'),
        Edit(Part.PROPERTY, PROPERTY, PROPERTY_TEXT),
    ),
    (
        f"{SEPARATION}::dtref.spec.split.separation.share_distance",
        f"{PROPERTY}::test_the_distance_of_shares_is_the_greatest_of_any_group_of_classes",
        "tests/spec/split/test_by_name.py",
        "tests/golden/test_measures.py",
        "tests/golden/test_vectors.py::test_every_vector_of_a_file_is_right[measures]",
        "tests/golden/test_vectors.py::test_what_is_called_independent_has_another_route[measures]",
    ),
    {
        Part.DEFINITION: ("tests/golden/test_vectors.py::test_every_vector_of_a_file_is_right[measures]", "(got 'share_distance')"),
        Part.VECTOR: (
            "tests/golden/test_measures.py::test_a_criterion_has_independent_vectors_also_where_it_is_undefined[share_distance]",
            '"share_distance", "provenance": "independent"',
        ),
        Part.TWIN: (
            "tests/golden/test_vectors.py::test_what_is_called_independent_has_another_route[measures]",
            "vectors-measures-911",
        ),
    },
    (("golden/README.md", "| `share_distance` | `node` (class counts), `children` (the class counts of each branch) |"),),
)
