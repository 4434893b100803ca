"""A stopping rule: a class has at least a share of the records."""

from __future__ import annotations

from recipes.additions import Addition, Edit, Part, vector

STOPPING, TWIN, PROPERTY = "dtref/spec/growing/stopping.py", "tests/naive/stopping.py", "tests/spec/growing/test_stopping.py"

RULE = '''@declares(
    RuleFacts(
        "largest_class_has",
        frozenset((LooksAt.COUNTS,)),
        (Option("share", OptionKind.LEVEL, examples=("1/2", "3/4", "1")),),
        typed="--largest-class",
        help="A node whose largest class has at least this share of its records is a leaf.",
    )
)
@defined(sources=("a rule of no document",))
@frozen
class LargestClassHas:
    """
    Stops where the largest class has at least a share of the node's records, by weight. Errors: Invalid where the target is continuous.

    >>> from dtref.spec.growing.node_facts import root_facts
    >>> LargestClassHas(Fraction(3, 4))(root_facts((1, 3))), LargestClassHas(Fraction(4, 5))(root_facts((1, 3)))
    (True, False)
    """

    share: Fraction

    def __call__(self, node: NodeFacts) -> bool:
        """Whether the node is a leaf."""
        refuse_means(node.regression)
        return max(node.counts) >= self.share * sum(node.counts)

    def __str__(self) -> str:
        return f"largest class has {self.share}"


'''

VECTOR = """
    {
      "id": "vectors-stopping-901",
      "what": "three of four are at least three quarters",
      "operation": "grow_stopping",
      "given": {
        "data": {"header": ["x", "class"], "rows": [["1", "a"], ["2", "a"], ["3", "a"], ["4", "b"]], "target": "class"},
        "preset": "cart",
        "stop": [{"rule": "largest_class_has", "share": "3/4"}]
      },
      "exact": {"labels": ["a"], "counts": {"a": "3", "b": "1"}},
      "provenance": "independent",
      "flags": ["Border"]
    }
"""

PROPERTY_TEXT = """

@given(data=data_sets(), share=fractions(0, 1, max_denominator=4))
def test_a_class_that_is_large_enough_cuts_the_full_tree(data: DataSet, share: Fraction) -> None:
    def is_large(node: Branch, _level: int) -> bool:
        return max(n for _, n in node.counts) >= share * weight(node)

    assert grow(data, stopped(CART, LargestClassHas(share))) == cut(grow(data, CART), is_large)
"""

ADDITION = Addition(
    "How to add a stopping rule",
    (
        Edit(Part.DEFINITION, STOPPING, RULE, "STOPPING_RULES: tuple"),
        Edit(Part.DEFINITION, STOPPING, "    LargestClassHas,\n", "    pure,\n    same_values,\n)"),
        vector("golden/vectors/stopping.json", VECTOR),
        Edit(Part.TWIN, TWIN, '"largest_class_has", ', '"fewer_than", "fewer_rows_than", "at_depth")\n'),
        Edit(
            Part.TWIN,
            TWIN,
            '        "largest_class_has": lambda g, rows, _: max(g.counts(rows)) >= Fraction(given["share"]) * weight(rows),\n',
            '        "at_depth": lambda',
        ),
        Edit(Part.PROPERTY, PROPERTY, "    LargestClassHas,\n", "    StoppingRule,\n    named,\n"),
        Edit(Part.PROPERTY, PROPERTY, PROPERTY_TEXT),
    ),
    (
        f"{STOPPING}::dtref.spec.growing.stopping.LargestClassHas",
        f"{PROPERTY}::test_a_class_that_is_large_enough_cuts_the_full_tree",
        "tests/spec/test_rule_records.py",
        "tests/golden/test_rules.py",
        "tests/golden/test_vectors.py::test_every_vector_of_a_file_is_right[stopping]",
        "tests/golden/test_vectors.py::test_what_is_called_independent_has_another_route[stopping]",
        "tests/oracle/judge/test_generated.py::test_every_operation_is_generated_or_says_why_not",
    ),
    {
        Part.DEFINITION: ("tests/golden/test_vectors.py::test_every_vector_of_a_file_is_right[stopping]", "(got 'largest_class_has')"),
        Part.VECTOR: (
            "tests/golden/test_rules.py::test_a_rule_of_growing_has_an_independent_vector[largest_class_has-stop]",
            'golden/vectors/stopping.json: add a vector of "grow_stopping" with "stop": [{"rule": "largest_class_has", "share": …}]',
        ),
        Part.TWIN: (
            "tests/golden/test_vectors.py::test_what_is_called_independent_has_another_route[stopping]",
            "tests/naive/ refuses largest_class_has; add the rule",
        ),
    },
    (("golden/README.md", '| `stop` | `{"rule": "largest_class_has", "share": …}` (share: a number from 0 to 1) | Stops where'),),
)
