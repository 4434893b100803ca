"""A pruning rule: minimum error pruning, by Laplace's estimate of the errors."""

from __future__ import annotations

from recipes.additions import Addition, Edit, Part, vector

RULES, TWIN, PROPERTY = "dtref/spec/pruning/pruning_rules.py", "tests/naive/pruning.py", "tests/spec/pruning/test_additive_rules.py"

RULE = '''"""
Minimum error pruning: cuts where Laplace's estimate expects no more errors of a leaf than of the subtree.

Notation: n records, k classes, e(t) training errors.
"""

from __future__ import annotations

from fractions import Fraction

from dtref.exact.definition import defined
from dtref.exact.number import Number, number
from dtref.spec.model.rules import LooksAt, RuleFacts, declares
from dtref.spec.model.tally import Moments
from dtref.spec.model.trees import Tree, weight
from dtref.spec.pruning.bottom_up import KEPT_UNLESS_CUT, CutRule, Pruned, if_better, prune_by_sums
from dtref.spec.pruning.estimates import node_errors


@defined(formula="n (e(t) + k - 1)/(n + k)", errors="Invalid for a node of a regression tree", sources=("the law of succession",))
def laplace_errors(node: Tree) -> Fraction:
    """
    The expected errors of a node as a leaf, by Laplace's estimate.

    >>> from dtref.spec.model.trees import Leaf
    >>> laplace_errors(Leaf((("-", Fraction(1)), ("+", Fraction(3))), ("+",)))
    Fraction(4, 3)
    """
    errors, n = node_errors(node), weight(node)
    assert not isinstance(node.counts, Moments), "node_errors refuses it"
    k = len(node.counts)
    return n * (errors + k - 1) / (n + k)


@declares(RuleFacts("minimum_error_pruning", frozenset((LooksAt.COUNTS,)), (KEPT_UNLESS_CUT,), typed="minimum-error"))
@defined(sources=("the law of succession",))
def minimum_error(tree: Tree, cut: CutRule = if_better) -> Pruned[Number]:
    """
    Bottom up: each inner node becomes a leaf where Laplace's estimate expects fewer errors than of its subtree, as pruned so far.

    Errors: Invalid for a regression tree.

    >>> from dtref.spec.model.trees import Leaf
    >>> minimum_error(Leaf((("+", Fraction(3)),), ("+",))).comparisons
    ()
    """
    return prune_by_sums(tree, lambda _, node: number(laplace_errors(node)), lambda _: number(0), cut)
'''

VECTOR = """
    {
      "id": "vectors-pruning-901",
      "what": "the parts of a root are expected to err less often than it does as a leaf",
      "operation": "minimum_error_pruning",
      "given": {"tree": [["1", "0"], ["0", "1"]], "ties": "keep"},
      "exact": {"cuts": [], "leaves": "2", "compared": [{"node": "1", "subtree": "2/3", "leaf": "1", "cut": "no"}]},
      "provenance": "independent",
      "flags": ["OptionIgnored"]
    }
"""

TWIN_TEXT = """def laplace_errors(tree: Node) -> Fraction:
    return sum((leaf.n * (leaf.errors + len(leaf.counts) - 1) / (leaf.n + len(leaf.counts)) for leaf in leaves(tree)), Fraction(0))


"""

PROPERTY_TEXT = """

@given(tree=trees())
def test_the_fewest_errors_by_laplace_of_all_prunings(tree: Tree) -> None:
    from dtref.spec.pruning.minimum_error import laplace_errors, minimum_error

    assume(leaf_count(tree) <= MOST)
    assume(not isinstance(tree.counts, Moments))
    assert cost(minimum_error(tree).tree, laplace_errors) == min(cost(t, laplace_errors) for t in prunings(tree))
"""

ADDITION = Addition(
    "How to add a pruning rule",
    (
        Edit(Part.DEFINITION, "dtref/spec/pruning/minimum_error.py", RULE),
        Edit(Part.DEFINITION, "dtref/spec/pruning/__init__.py", '    "minimum_error",\n', '    "pruning_rules",\n'),
        Edit(
            Part.DEFINITION,
            RULES,
            "from dtref.spec.pruning.minimum_error import minimum_error\n",
            "from dtref.spec.pruning.pessimistic import",
        ),
        Edit(Part.DEFINITION, RULES, "    minimum_error,\n", "    error_based,\n"),
        vector("golden/vectors/pruning.json", VECTOR),
        Edit(
            Part.TWIN,
            TWIN,
            '    "minimum_error_pruning": lambda g: bottom_up(tree_of(g), laplace_errors, g["ties"]),\n',
            '    "error_based_pruning": lambda g',
        ),
        Edit(Part.TWIN, TWIN, TWIN_TEXT, "ANSWERS: dict[str"),
        Edit(Part.PROPERTY, PROPERTY, PROPERTY_TEXT),
    ),
    (
        "dtref/spec/pruning/minimum_error.py",
        f"{PROPERTY}::test_the_fewest_errors_by_laplace_of_all_prunings",
        "tests/test_house.py::test_a_package_lists_each_of_its_modules_once_in_reading_order[dtref.spec.pruning]",
        "tests/spec/test_rule_records.py",
        "tests/golden/test_rules.py",
        "tests/golden/test_records.py::test_every_operation_has_a_record_or_an_independent_vector",
        "tests/golden/test_records.py::test_the_readme_lists_the_operations_that_there_are",
        "tests/golden/test_vectors.py::test_every_vector_of_a_file_is_right[pruning]",
        "tests/golden/test_vectors.py::test_what_is_called_independent_has_another_route[pruning]",
        "tests/oracle/judge/test_generated.py::test_every_operation_is_generated_or_says_why_not",
    ),
    {
        Part.DEFINITION: ("tests/golden/test_vectors.py::test_every_vector_of_a_file_is_right[pruning]", "(got 'minimum_error_pruning')"),
        Part.VECTOR: (
            "tests/golden/test_rules.py::test_a_pruning_rule_has_an_independent_vector[minimum_error_pruning]",
            'golden/vectors/pruning.json: add a vector of "minimum_error_pruning"',
        ),
        Part.TWIN: (
            "tests/golden/test_vectors.py::test_what_is_called_independent_has_another_route[pruning]",
            "vectors-pruning-901: tests/naive/",
        ),
    },
    (("golden/README.md", "| `minimum_error_pruning` |"),),
)
