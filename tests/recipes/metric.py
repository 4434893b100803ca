"""A metric: the false discovery rate."""

from __future__ import annotations

from recipes.additions import Addition, Edit, Part, vector

RATES, TWIN = "dtref/spec/evaluation/confusion/rates.py", "tests/naive/confusion.py"
PROPERTY = "tests/spec/evaluation/confusion/test_formulas.py"

MEASURE = '''@defined(
    formula="FP / (FP + TP) = FP / P'",
    undefined="nothing predicted positive",
    sources=("Benjamini and Hochberg, as classifiers have it",),
    synonyms=("FDR",),
)
def false_discovery_rate(n: BinaryCounts) -> Number | Undefined:
    """
    The share of the predicted positives that are negative: 1 - precision.

    >>> false_discovery_rate(BinaryCounts(tp=3, fn=1, fp=1, tn=5)), false_discovery_rate(BinaryCounts(0, 1, 0, 5))
    (Fraction(1, 4), Undefined(why='nothing predicted positive'))
    """
    return quotient(n.fp, n.fp + n.tp, "nothing predicted positive")


'''

VECTOR = """
    {
      "id": "vectors-rates-901",
      "what": "false_discovery_rate: four different counts, so that any exchange shows",
      "operation": "false_discovery_rate",
      "given": {"tp": "7", "fn": "5", "fp": "3", "tn": "11"},
      "exact": "3/10",
      "decimal": "0.300000000000",
      "provenance": "independent",
      "flags": ["Orientation", "PositiveClass"]
    },
    {
      "id": "vectors-rates-902",
      "what": "false_discovery_rate: nothing is predicted positive",
      "operation": "false_discovery_rate",
      "given": {"tp": "0", "fn": "5", "fp": "0", "tn": "11"},
      "exact": {"undefined": "nothing predicted positive"},
      "provenance": "independent",
      "flags": ["ZeroOverZero"]
    }
"""

PROPERTY_TEXT = """

def test_the_false_discovery_rate_is_what_precision_lacks() -> None:
    from dtref.spec.evaluation.confusion.rates import false_discovery_rate

    assert false_discovery_rate(BinaryCounts(3, 9, 2, 7)) == Fraction(1) - Fraction(3, 5)
"""

ADDITION = Addition(
    "How to add a metric",
    (
        Edit(Part.DEFINITION, RATES, MEASURE, '@defined(formula="P / All'),
        Edit(Part.DEFINITION, RATES, "    false_discovery_rate,\n", "    prevalence,\n    youden_j,\n"),
        vector("golden/vectors/rates.json", VECTOR),
        Edit(Part.TWIN, TWIN, '    "false_discovery_rate": lambda n: ratio(n["fp"], n["fp"] + n["tp"]),\n', '    "miss_rate": lambda'),
        Edit(Part.PROPERTY, PROPERTY, PROPERTY_TEXT),
    ),
    (
        f"{RATES}::dtref.spec.evaluation.confusion.rates.false_discovery_rate",
        f"{PROPERTY}::test_the_false_discovery_rate_is_what_precision_lacks",
        "tests/spec/evaluation/confusion/test_by_name.py",
        "tests/golden/test_measures.py",
        "tests/golden/test_vectors.py::test_every_vector_of_a_file_is_right[rates]",
        "tests/golden/test_vectors.py::test_what_is_called_independent_has_another_route[rates]",
    ),
    {
        Part.DEFINITION: ("tests/golden/test_vectors.py::test_every_vector_of_a_file_is_right[rates]", "(got 'false_discovery_rate')"),
        Part.VECTOR: (
            "tests/golden/test_measures.py::test_a_measure_has_independent_vectors_also_where_it_is_undefined[false_discovery_rate]",
            '"false_discovery_rate", "provenance": "independent"',
        ),
        Part.TWIN: (
            "tests/golden/test_vectors.py::test_what_is_called_independent_has_another_route[rates]",
            "vectors-rates-901, vectors-rates-902: tests/naive/ has no answer",
        ),
    },
    (("golden/README.md", "| `false_discovery_rate` | `tp`, `fn`, `fp`, `tn` (a number"),),
)
