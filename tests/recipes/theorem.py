"""A theorem: exchanging two classes changes no Gini."""

from __future__ import annotations

from recipes.additions import Addition, Edit, Part

IMPURITY = "proofs/impurity.py"

TOLD = """

@theorem(
    "Gini of two classes is the same where the classes are exchanged",
    source=GINI,
    runs=(gini,),
    reach="all positive real counts a, b",
    method=Method.IDENTITY,
)
"""

PROOF = '''def theorem_gini_of_exchanged_classes_is_the_same_of_two_classes() -> None:
    """Both are 2ab/(a + b)²."""
    a, b = positive("a b")
    equal(gini((a, b)), gini((b, a)))
'''

NAME = "theorem_gini_of_exchanged_classes_is_the_same_of_two_classes"
ADDITION = Addition(
    "How to add a theorem",
    (Edit(Part.DEFINITION, IMPURITY, TOLD), Edit(Part.VECTOR, IMPURITY, PROOF)),
    (
        f"{IMPURITY}::{NAME}",
        f"tests/proofs/test_theorems.py::test_a_theorem_is_told_in_full[{NAME}]",
        f"tests/proofs/test_theorems.py::test_a_proof_fails_when_a_function_that_it_names_is_broken[{NAME}-gini]",
        "tests/proofs/test_theorems.py::test_every_theorem_says_what_it_proves",
    ),
    {
        Part.DEFINITION: (
            "tests/proofs/test_theorems.py::test_every_theorem_says_what_it_proves",
            f"proofs/impurity.py, {NAME}: decorate it with @theorem(",
        ),
    },
    (("proofs/README.md", "| Gini of two classes is the same where the classes are exchanged |"),),
)
