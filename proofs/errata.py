"""
The documents' errata that are formulas: what is printed is not what dtref's function gives, and what is right is.

Both texts are those of the golden records, in the arithmetic language, with symbols for their names. A theorem names its record in
brackets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from dtref.errors import Undefined
from dtref.exact.number import Number, is_zero, number, total
from dtref.io.files import read_text
from dtref.oracle.arithmetic.evaluation import Bound, evaluate, value_at
from dtref.oracle.golden.reader import read_golden_records
from dtref.oracle.golden.records import PrintedFormula
from dtref.oracle.operations.inputs import golden_folder
from dtref.spec.evaluation.comparison.folds import mean_difference_interval
from dtref.spec.evaluation.estimation.bootstrap import bias, empirical, expectation
from dtref.spec.evaluation.estimation.overfitting import generalisation_error
from dtref.spec.evaluation.intervals.mean import mean_interval
from dtref.spec.evaluation.intervals.proportion import standard_error_of_rate, wald, wilson
from dtref.spec.evaluation.regression.errors import mean_absolute_error, root_mean_squared_error
from dtref.spec.split.criteria import weighted_impurity
from dtref.spec.split.impurity import entropy, gini
from proofs.steps import above_zero, defined, differ, equal, holds, multiplied_out, power, same
from proofs.symbols import positive, rational, real
from proofs.theorem import Method, NotEstablished, Outcome, theorem


def _texts(record: str) -> PrintedFormula:
    """What a golden record prints, and what it has in its place."""
    document, topic = record.rpartition("-")[0].split("-", 1)
    name = f"{document}/{topic}.json"
    found = next((one.body for one in read_golden_records(read_text(golden_folder() / name), name) if one.id == record), None)
    if not isinstance(found, PrintedFormula):
        raise NotEstablished(f"that there is a formula {record}")
    return found


def refuted(record: str, where: Mapping[str, Bound], right: Number, at: Mapping[Number, Number | int]) -> None:
    """The corrected text of a record is the value that is right; the printed one is not: at these numbers they differ."""
    texts = _texts(record)
    equal(evaluate(texts.corrected, where), right)
    differ(evaluate(texts.arithmetic, where), right, at)


@theorem(
    "H(Defaulted|Homeowner) = 3/10 H(3 owners) + 4/10 H(7 others) [cs422-splitting-07]: the weight is 7/10",
    source="cs422: Tree Induction: How to determine best split?",
    runs=(weighted_impurity, entropy),
    reach="all whole class counts of the 3 and of the 7 records, two classes",
    method=Method.EXHAUSTION,
    ends=Outcome.REFUTED,
)
def theorem_weight_of_seven_of_ten_records_is_not_4_tenths() -> None:
    """As printed it is less by 3/10 of the others' entropy, wherever they are of two classes."""
    texts = _texts("cs422-splitting-07")
    for owners, others in product(range(4), range(8)):
        children = ((owners, 3 - owners), (others, 7 - others))
        a, b = (defined(entropy(child)) for child in children)
        right = weighted_impurity(entropy, children)
        same(evaluate(texts.corrected, {"a": a, "b": b}), right, f"the entropy of {children}")
        same(right - evaluate(texts.arithmetic, {"a": a, "b": b}), Fraction(3, 10) * b, f"the excess of {children}")
        same(is_zero(b), others in {0, 7}, f"whether there is an excess of {children}")


@theorem(
    "gini(D) = 1 - Σ p_j² over j = 1, …, v, the parts of an attribute [cs6220-gini-01]: the sum is over the classes",
    source="cs6220: Gini Index (CART, IBM IntelligentMiner)",
    runs=(gini,),
    reach="all shares, 2 to 5 classes, every v below; one part more has no share at all",
    method=Method.SIGNS,
    ends=Outcome.REFUTED,
)
def theorem_gini_does_not_sum_over_the_parts_of_an_attribute() -> None:
    """With fewer parts than classes the printed sum is too small by the squares that it leaves out."""
    record = "cs6220-gini-01"
    for n in range(2, 6):
        p = positive(f"p1:{n + 1}")
        right = gini.formula(p)
        for v in range(1, n):
            where: Mapping[str, Bound] = {"p": p, "n": number(n), "v": number(v)}
            refuted(record, where, right, dict.fromkeys(p, rational(1, n)))
            above_zero(evaluate(_texts(record).arithmetic, where) - right)
        printed = value_at(_texts(record).arithmetic, {"p": p, "n": number(n), "v": number(n + 1)})
        holds(isinstance(printed, Undefined), "that there is no share of a class more")


@theorem(
    "The bootstrap's estimate of bias is the mean of the replicates [evaluation-bootstrap-24]: theta is to be taken off",
    source="evaluation: Bootstrap method",
    runs=(bias, empirical, expectation),
    reach="all real replicates, 1 to 4 of them, all real theta",
    method=Method.IDENTITY,
    ends=Outcome.REFUTED,
)
def theorem_mean_of_the_replicates_is_not_the_bias() -> None:
    """The printed value is too large by theta."""
    record, (theta,) = "evaluation-bootstrap-24", real("theta")
    for n in range(1, 5):
        s = real(f"s1:{n + 1}")
        where: Mapping[str, Bound] = {"S": s, "B": number(n), "theta": theta}
        right = bias(expectation(empirical(s)), theta)
        refuted(record, where, right, {**dict.fromkeys(s, 3), theta: 3})
        equal(evaluate(_texts(record).arithmetic, where) - right, theta)


@theorem(
    "The lower end of the mean's interval is mu - t s [evaluation-t-47]: it is mu - t s/sqrt k",
    source="evaluation: t-Test",
    runs=(mean_interval,),
    reach="all real means, all positive real s, t, k",
    method=Method.IDENTITY,
    ends=Outcome.REFUTED,
)
def theorem_lower_end_of_the_interval_has_a_root_of_k() -> None:
    """Printed and right agree at k = 1 only, where there is no s."""
    _interval_end("evaluation-t-47", "low")


@theorem(
    "The upper end of the mean's interval is mu + t s [evaluation-t-48]: it is mu + t s/sqrt k",
    source="evaluation: t-Test",
    runs=(mean_interval,),
    reach="all real means, all positive real s, t, k",
    method=Method.IDENTITY,
    ends=Outcome.REFUTED,
)
def theorem_upper_end_of_the_interval_has_a_root_of_k() -> None:
    """Printed and right agree at k = 1 only, where there is no s."""
    _interval_end("evaluation-t-48", "high")


def _interval_end(record: str, end: str) -> None:
    (mu,), (s, t, k) = real("mu"), positive("s t k")
    right: Number = getattr(defined(mean_interval(mu, s, k, t)), end)
    refuted(record, {"mu": mu, "s": s, "t": t, "k": k}, right, {mu: 0, s: 1, t: 1, k: 4})


@theorem(
    "The generalisation error is summed over x alone [iaml-generalisation-18]: it is over x and y",
    source="iaml: 2.3.1 Types of Error",
    runs=(generalisation_error,),
    reach="all errors at least 0, all distributions; 2 and 3 instances, 2 labels",
    method=Method.SIGNS,
    ends=Outcome.REFUTED,
)
def theorem_generalisation_error_is_summed_over_labels_too() -> None:
    """Printed with the first label for y, which is free there: too small by the error on the others."""
    record = "iaml-generalisation-18"
    for m in (2, 3):
        e = tuple(positive(f"e{x}1:{x}3") for x in range(1, m + 1))
        w = tuple(positive(f"w{x}1:{x}3") for x in range(1, m + 1))
        p = tuple(tuple(cell / total(map(total, w)) for cell in row) for row in w)
        joint = {(x, y): p[x][y] for x in range(m) for y in range(2)}

        def error(answer: int, truth: int, e: tuple[tuple[Number, ...], ...] = e) -> Number:
            return e[answer][truth]

        right = generalisation_error(lambda x: x, joint, error)
        where: Mapping[str, Bound] = {"m": number(m), "e": e, "p": p}
        refuted(record, where, right, dict.fromkeys((n for row in (*e, *w) for n in row), 1))
        above_zero(right - evaluate(_texts(record).arithmetic, where))


@theorem(
    "RMSE divides a sum of n + 1 squares, i = 0, …, n, by n [iaml-regression-errors-04]: it has n + 1 terms",
    source="iaml: 2.6.1 Root Mean Squared Error",
    runs=(root_mean_squared_error,),
    reach="all real numbers, n = 1 to 4",
    method=Method.IDENTITY,
    ends=Outcome.REFUTED,
)
def theorem_root_mean_squared_error_divides_by_the_number_of_its_terms() -> None:
    """The printed value squared is (n + 1)/n of the right one squared; both are roots, of one sign."""
    record = "iaml-regression-errors-04"
    for n, where, actual, predicted in _pairs():
        right = defined(root_mean_squared_error(actual, predicted))
        refuted(record, where, right, {**dict.fromkeys(actual, 0), **dict.fromkeys(predicted, 1)})
        printed = evaluate(_texts(record).arithmetic, where)
        equal(multiplied_out(printed * printed), rational(n + 1, n) * multiplied_out(right * right))


@theorem(
    "MAE divides a sum of n + 1 distances, i = 0, …, n, by n [iaml-regression-errors-27]: it has n + 1 terms",
    source="iaml: 2.6.2 Mean Absolute Error",
    runs=(mean_absolute_error,),
    reach="all real numbers, n = 1 to 4",
    method=Method.IDENTITY,
    ends=Outcome.REFUTED,
)
def theorem_mean_absolute_error_divides_by_the_number_of_its_terms() -> None:
    """The printed value is (n + 1)/n of the right one."""
    record = "iaml-regression-errors-27"
    for n, where, actual, predicted in _pairs():
        right = defined(mean_absolute_error(actual, predicted))
        refuted(record, where, right, {**dict.fromkeys(actual, 0), **dict.fromkeys(predicted, 1)})
        equal(evaluate(_texts(record).arithmetic, where), rational(n + 1, n) * right)


def _pairs() -> Iterator[tuple[int, Mapping[str, Bound], tuple[Number, ...], tuple[Number, ...]]]:
    """For each n: n, what the names of the records stand for, actual and predicted numbers, n + 1 of each."""
    for n in range(1, 5):
        actual, predicted = real(f"y1:{n + 2}"), real(f"f1:{n + 2}")
        yield n, {"n": number(n), "y": actual, "f": predicted}, actual, predicted


@theorem(
    "Gini(N1) = 1 - (5/6)² - (2/6)² [tan-gini-24]: the counts are divided by the node's 7 records",
    source="tan: Binary Attributes: Computing GINI Index",
    runs=(gini,),
    reach="all positive real counts a, b: printed and right agree where m = a + b",
    method=Method.IDENTITY,
    ends=Outcome.REFUTED,
)
def theorem_gini_of_the_first_node_divides_by_its_own_records() -> None:
    """As printed with m = 6 the shares don't add up to 1."""
    _gini_of_another_size("tan-gini-24", 5, 2)


@theorem(
    "Gini(N2) = 1 - (1/6)² - (4/6)² [tan-concepts-44]: the counts are divided by the node's 5 records",
    source="tan: Binary Attributes: Computing GINI Index",
    runs=(gini,),
    reach="all positive real counts a, b: printed and right agree where m = a + b",
    method=Method.IDENTITY,
    ends=Outcome.REFUTED,
)
def theorem_gini_of_the_second_node_divides_by_its_own_records() -> None:
    """As printed with m = 6 the shares don't add up to 1."""
    _gini_of_another_size("tan-concepts-44", 1, 4)


def _gini_of_another_size(record: str, first: int, second: int) -> None:
    a, b, m = positive("a b m")
    right = defined(gini((a, b)))
    refuted(record, {"a": a, "b": b, "m": m}, right, {a: first, b: second, m: 6})
    equal(evaluate(_texts(record).arithmetic, {"a": a, "b": b, "m": a + b}), right)


@theorem(
    "The interval for an accuracy has ± sqrt(Z² + 4 N acc - 4 N acc²) [tan-confidence-24]: the root is multiplied by Z",
    source="tan: Confidence Interval for Accuracy",
    runs=(wilson,),
    reach="all positive real N, acc, Z; both ends; printed and right agree at Z = 1",
    method=Method.IDENTITY,
    ends=Outcome.REFUTED,
)
def theorem_interval_of_an_accuracy_has_z_before_the_root() -> None:
    """Both ends of dtref's interval are the corrected text's."""
    record, (n, accuracy, z) = "tan-confidence-24", positive("N acc z")
    found, at_1 = defined(wilson(n * accuracy, n, z)), defined(wilson(n * accuracy, n, 1))
    for s, end, same_at_1 in ((-1, found.low, at_1.low), (1, found.high, at_1.high)):
        where = {"N": n, "acc": accuracy, "z": z, "s": number(s)}
        refuted(record, where, end, {n: 100, accuracy: rational(4, 5), z: 2})
        equal(evaluate(_texts(record).arithmetic, {**where, "z": number(1)}), same_at_1)


@theorem(
    "Entropy of 1 and 5 records is -(1/6) log2 (1/6) - (5/6) log2 (1/6) [tan-entropy-06]: the second logarithm is of 5/6",
    source="tan: Examples for computing Entropy",
    runs=(entropy,),
    reach="all positive real counts of two classes; printed and right agree at equal ones",
    method=Method.IDENTITY,
    ends=Outcome.REFUTED,
)
def theorem_entropy_takes_the_logarithm_of_each_own_share() -> None:
    """As printed it is -log2 of the first share, which has no bound."""
    record, (x, y) = "tan-entropy-06", positive("x y")
    shares = (x / (x + y), y / (x + y))
    refuted(record, {"a": shares[0], "b": shares[1]}, defined(entropy((x, y))), {x: 1, y: 5})
    equal(evaluate(_texts(record).arithmetic, {"a": rational(1, 2), "b": rational(1, 2)}), defined(entropy((x, x))))


@theorem(
    "The standard deviation of an error rate is e(1 - e)/n [tan-two-models-03]: that is its square",
    source="tan: Comparing Performance of 2 Models",
    runs=(standard_error_of_rate,),
    reach="all positive real e, n",
    method=Method.IDENTITY,
    ends=Outcome.REFUTED,
)
def theorem_standard_deviation_of_an_error_rate_is_a_root() -> None:
    """The right value squared is the printed one."""
    record, (e, n) = "tan-two-models-03", positive("e n")
    right = defined(standard_error_of_rate(e * n, n))
    refuted(record, {"e": e, "n": n}, right, {e: rational(1, 2), n: 100})
    equal(multiplied_out(right * right), multiplied_out(evaluate(_texts(record).arithmetic, {"e": e, "n": n})))


@theorem(
    "The interval of a difference takes t at delta/2 [evaluation-two-algorithms-07] [evaluation-two-algorithms-08]: it is t at alpha/2",
    source="evaluation: Comparing two learning algorithms",
    runs=(mean_difference_interval,),
    reach="all real differences of two folds, all positive real t, T; printed and right agree where t = T, or the differences are equal",
    method=Method.IDENTITY,
    ends=Outcome.REFUTED,
)
def theorem_interval_of_a_difference_takes_the_deviate_of_its_confidence() -> None:
    """The ends are m - T s/sqrt k and m + T s/sqrt k; delta, a difference, is no probability to look a deviate up by."""
    (a, b), (t, T) = real("a b"), positive("t T")  # noqa: N806 - the record's letters
    found = defined(mean_difference_interval((a, b), (0, 0), T))
    m, s = (a + b) / 2, power(power(a - b, number(2)) / 2, rational(1, 2))
    where = {"m": m, "s": s, "k": rational(2), "t": t, "T": T}
    for record, end in (("evaluation-two-algorithms-07", found.low), ("evaluation-two-algorithms-08", found.high)):
        refuted(record, where, end, {a: 0, b: 1, t: 1, T: 2})


@theorem(
    "The interval for the error rate is E ± z sqrt(E(1 - E)/n), E the true one [iaml-generalisation-34]: it is around that of the test set",
    source="iaml: 2.3.2 Estimating Generalisation Error",
    runs=(wald,),
    reach="all positive real E, e, n and negative q = -z; printed and right agree where E = e",
    method=Method.IDENTITY,
    ends=Outcome.REFUTED,
)
def theorem_interval_of_an_error_rate_is_around_what_was_seen() -> None:
    """The lower end is e - z sqrt(e(1 - e)/n); E is what the interval is there to find."""
    record, (E, e, n, z) = "iaml-generalisation-34", positive("E e n z")  # noqa: N806 - the record's letters
    right = defined(wald(e * n, n, z)).low
    refuted(record, {"E": E, "e": e, "n": n, "q": -z}, right, {E: rational(1, 10), e: rational(1, 2), n: 4, z: 1})
    equal(evaluate(_texts(record).arithmetic, {"E": e, "e": e, "n": n, "q": -z}), right)
