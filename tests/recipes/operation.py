"""An operation that a function answers: the midpoint of two neighbouring values, rounded down."""

from __future__ import annotations

from recipes.additions import Addition, Edit, Part, vector

REGISTRY = "dtref/oracle/operations/registry.py"

DECLARED = """    asks("floored_midpoint", partial(floor_midpoint, _=()), jointly(each(lower=A_RATIONAL, upper=A_RATIONAL), _neighbours)),
"""

VECTOR = """
    {
      "id": "vectors-measures-901",
      "what": "the midpoint of 75 and 80 is rounded down",
      "operation": "floored_midpoint",
      "given": {"lower": "75", "upper": "80"},
      "exact": "77",
      "decimal": "77.000000000000",
      "provenance": "independent",
      "flags": ["CutPlacement"]
    }
"""

ADDITION = Addition(
    "How to add an operation",
    (
        Edit(Part.DEFINITION, REGISTRY, "floor_midpoint, ", "midpoint\n\nif TYPE_CHECKING"),
        Edit(Part.DEFINITION, REGISTRY, DECLARED, '    asks("placed_cut"'),
        vector("golden/vectors/measures.json", VECTOR),
        Edit(
            Part.TWIN,
            "tests/naive/measures.py",
            '    "floored_midpoint": lambda g: (Fraction(g["lower"]) + Fraction(g["upper"])) / 2 // 1,\n',
            '    "placed_cut": placed_cut',
        ),
    ),
    (
        "tests/golden/test_records.py::test_every_operation_has_a_record_or_an_independent_vector",
        "tests/golden/test_records.py::test_the_readme_lists_the_operations_that_there_are",
        "tests/golden/test_vectors.py::test_every_vector_of_a_file_is_right[measures]",
        "tests/golden/test_vectors.py::test_what_is_called_independent_has_another_route[measures]",
        "tests/oracle/judge/test_generated.py::test_every_operation_is_generated_or_says_why_not",
    ),
    {
        Part.DEFINITION: ("tests/golden/test_vectors.py::test_every_vector_of_a_file_is_right[measures]", "(got 'floored_midpoint')"),
        Part.VECTOR: (
            "tests/golden/test_records.py::test_every_operation_has_a_record_or_an_independent_vector",
            "'floored_midpoint'",
        ),
        Part.TWIN: (
            "tests/golden/test_vectors.py::test_what_is_called_independent_has_another_route[measures]",
            "vectors-measures-901",
        ),
    },
    (("golden/README.md", "| `floored_midpoint` | `lower`, `upper` (a number"),),
)
