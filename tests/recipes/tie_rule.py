"""A tie rule: the one in the middle of the optima, the first of two."""

from __future__ import annotations

from recipes.additions import Addition, Edit, Part, vector

TIES, TWIN, PROPERTY = "dtref/spec/growing/ties.py", "tests/naive/ties.py", "tests/spec/growing/test_tie_rules.py"

RULE = '''@declares(RuleFacts("middle", _OPTIMA, typed="middle"))
@defined(sources=("a rule of no document",))
@frozen
class Middle:
    """
    The tie rule that chooses the optimum in the middle, the first of two.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.optima import EverySubset
    >>> Middle().pick((EverySubset(Nominal("x", ("a", "b", "c")), ("a", "b", "c")),))[0].left
    ('a', 'b')
    """

    def pick(self, optima: Optima) -> tuple[Test, TieRule]:
        """The one in the middle."""
        return nth_test(optima, (count_tests(optima) - 1) // 2), self

    def finish(self) -> None:
        """Nothing is left over."""


'''

VECTOR = """
    {
      "id": "vectors-ties-901",
      "what": "the second of three groupings",
      "operation": "grow_ties",
      "given": {
        "data": {
          "header": ["x", "class"],
          "rows": [["p", "a"], ["p", "b"], ["q", "a"], ["q", "b"], ["r", "a"], ["r", "b"]],
          "target": "class"
        },
        "preset": "cart",
        "tie": {"rule": "middle"}
      },
      "part": ["test"],
      "exact": {"subset": "x", "left": ["p", "q"], "right": ["r"]},
      "provenance": "independent",
      "flags": ["Tie", "ZeroGain"]
    }
"""

PROPERTY_TEXT = """

@given(data=data_sets(), policy=policies())
def test_the_middle_is_as_far_from_either_end(data: DataSet, policy: Policy) -> None:
    for node in nodes(grown(policy, data, Middle())):
        if isinstance(node, Branch):
            tied = list(list_tests(node.optima))
            at = tied.index(node.test)
            assert len(tied) - 1 - at - at in {0, 1}
"""

ADDITION = Addition(
    "How to add a tie rule",
    (
        Edit(Part.DEFINITION, TIES, RULE, "TIE_RULES: tuple"),
        Edit(Part.DEFINITION, TIES, "Middle, ", "Refuse, Listed)"),
        vector("golden/vectors/ties.json", VECTOR),
        Edit(Part.TWIN, TWIN, '        "middle": lambda tied: (len(tied) - 1) // 2,\n', '        "refuse": refuse'),
        Edit(Part.PROPERTY, PROPERTY, "Middle, ", "Refuse, TieRule\n"),
        Edit(Part.PROPERTY, PROPERTY, PROPERTY_TEXT),
    ),
    (
        f"{TIES}::dtref.spec.growing.ties.Middle",
        f"{PROPERTY}::test_the_middle_is_as_far_from_either_end",
        "tests/golden/test_vectors.py::test_every_vector_of_a_file_is_right[ties]",
        "tests/golden/test_vectors.py::test_what_is_called_independent_has_another_route[ties]",
    ),
    {
        Part.DEFINITION: ("tests/golden/test_vectors.py::test_every_vector_of_a_file_is_right[ties]", "(got 'middle')"),
        Part.VECTOR: (
            "tests/golden/test_rules.py::test_a_tie_rule_has_an_independent_vector_that_answers[middle]",
            'golden/vectors/ties.json: add a vector of "grow_ties" with "tie": {"rule": "middle"}',
        ),
        Part.TWIN: (
            "tests/golden/test_vectors.py::test_what_is_called_independent_has_another_route[ties]",
            "tests/naive/ refuses middle; add the rule",
        ),
    },
    (("golden/README.md", '| `tie` | `{"rule": "middle"}` | The tie rule that chooses the optimum in the middle'),),
)
