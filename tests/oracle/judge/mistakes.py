"""
The mistake that each flag of golden/vectors/flags.json names, as a program would make it: a wrong answer to a vector, or several.

A mistake is made by asking another question (options dropped, classes exchanged, inputs rounded, the other variant) and answering that
rightly, or by spoiling the right answer. `NONE` says of the other flags why a single answer can't show the mistake.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from fractions import Fraction
from typing import Any

from dtref.errors import Invalid, Undecided
from dtref.oracle.golden.vectors import Refused
from dtref.oracle.judge.cases import Case, right_answers
from dtref.oracle.judge.questions import has_part, part_of
from dtref.oracle.operations.answers import write_answer
from dtref.oracle.operations.registry import run

Given = dict[str, Any]
Mistake = Callable[[Case], Iterator[Any]]
COUNTS = ("tp", "fn", "fp", "tn")


def asked(case: Case, given: Mapping[str, Any], operation: str = "") -> Iterator[Any]:
    """The right answer to another question; none where that has none."""
    try:
        whole = write_answer(run(operation or case.call.operation, given))
    except (Invalid, Undecided, ValueError, ZeroDivisionError):
        return
    if has_part(whole, case.call.part):
        yield part_of(whole, case.call.part)


def numbers(value: Any, change: Callable[[Fraction], Fraction]) -> Any:
    """JSON with each number in it changed."""
    match value:
        case dict():
            return {name: numbers(part, change) for name, part in value.items()}
        case list():
            return [numbers(part, change) for part in value]
        case str():
            try:
                return str(change(Fraction(value)))
            except (ValueError, ZeroDivisionError, OverflowError):
                return value
        case _:
            return value


def with_data(case: Case, change: Callable[[Given], Given | None]) -> Iterator[Any]:
    """The answer for a table that is read otherwise."""
    if isinstance(data := case.call.given.get("data"), dict) and (changed := change(deepcopy(data))) is not None:
        yield from asked(case, {**case.call.given, "data": changed})


def without(*names: str) -> Mistake:
    """An input, or a declaration of the table, is not looked at."""

    def mistake(case: Case) -> Iterator[Any]:
        for name in names:
            if name in case.call.given:
                yield from asked(case, {key: part for key, part in case.call.given.items() if key != name})
            data = case.call.given.get("data")
            if isinstance(data, dict) and name in data:
                yield from with_data(case, lambda data, name=name: {key: part for key, part in data.items() if key != name})  # type: ignore[misc]

    return mistake


def spoilt(spoil: Callable[[Any], Iterator[Any]]) -> Mistake:
    """Something in the right answer is otherwise, in one place after the other."""

    def places(value: Any) -> Iterator[Any]:
        yield from spoil(value)
        if isinstance(value, dict):
            for name, part in value.items():
                yield from ({**value, name: other} for other in places(part))
        elif isinstance(value, list):
            for i, part in enumerate(value):
                yield from ([*value[:i], other, *value[i + 1 :]] for other in places(part))

    def mistake(case: Case) -> Iterator[Any]:
        for right in right_answers(case.expected)[:1]:
            whole = [right] if case.call.part[-1:] == ("tests",) and isinstance(right, dict) else right
            yield from places(whole)

    return mistake


def instead_of_nothing(*said: Any) -> Mistake:
    """A number where there is no value; an answer where a refusal is right."""

    def mistake(case: Case) -> Iterator[Any]:
        if isinstance(case.expected, Refused):
            yield from said
            return
        for right in right_answers(case.expected)[:1]:
            for one in said:
                if (other := _filled(right, one)) != right:
                    yield other

    return mistake


def _filled(value: Any, one: Any) -> Any:
    match value:
        case {"undefined": _}:
            return one
        case dict():
            return {name: _filled(part, one) for name, part in value.items()}
        case list():
            return [_filled(part, one) for part in value]
        case _:
            return value


def scaled(*factors: Callable[[Given], Any]) -> Mistake:
    """A number that is off by a factor."""

    def mistake(case: Case) -> Iterator[Any]:
        for right in right_answers(case.expected)[:1]:
            if (x := as_float(right)) is not None and x:
                yield from (x * float(factor(dict(case.call.given))) for factor in factors)

    return mistake


def as_float(value: Any) -> float | None:
    match value:
        case {"value": one} | {"decimal": one}:
            return as_float(one)
        case {"log2": dict(terms)}:
            return sum(float(Fraction(q)) * math.log2(int(n)) for n, q in terms.items())
        case {"quotient": [top, bottom]}:
            return as_float(top) / as_float(bottom)  # type: ignore[operator]
        case str():
            try:
                return float(Fraction(value))
            except (ValueError, OverflowError):
                return None
        case _:
            return None


def _length(given: Given) -> int:
    return next((len(given[name]) for name in ("values", "replicates", "actual", "first", "errors") if name in given), 2)


def variants(*groups: str) -> Mistake:
    """Another operation of the same group."""

    def mistake(case: Case) -> Iterator[Any]:
        for group in groups:
            names = group.split()
            if case.call.operation in names:
                for name in names:
                    if name != case.call.operation:
                        yield from asked(case, case.call.given, name)

    return mistake


def both(*mistakes: Mistake) -> Mistake:
    """Any of several mistakes."""
    return lambda case: (answer for mistake in mistakes for answer in mistake(case))


def rounded(to: Callable[[float], float]) -> Mistake:
    """Numbers are held with less digits, and all else is exact."""

    def change(x: Fraction) -> Fraction:
        return Fraction(to(float(x)))

    def mistake(case: Case) -> Iterator[Any]:
        yield from asked(case, numbers(dict(case.call.given), change))

    return mistake


def single(x: float) -> float:
    import struct

    return float(struct.unpack("f", struct.pack("f", x))[0])


def changed_numbers(*names: str, by: Sequence[Fraction]) -> Mistake:
    """A limit is taken a little higher or lower: < for <=, n for n + 1."""

    def change(value: Any, by: Fraction) -> Any:
        if isinstance(value, dict):
            return {key: numbers(part, lambda x: x + by) if key in names else change(part, by) for key, part in value.items()}
        return [change(part, by) for part in value] if isinstance(value, list) else value

    def mistake(case: Case) -> Iterator[Any]:
        for one in by:
            if (given := change(dict(case.call.given), one)) != case.call.given:
                yield from asked(case, given)

    return mistake


def exchanged(*pairs: tuple[str, str]) -> Mistake:
    """Inputs that stand for one another."""

    def mistake(case: Case) -> Iterator[Any]:
        given = dict(case.call.given)
        if all(a in given and b in given for a, b in pairs):
            yield from asked(case, {**given, **{a: given[b] for a, b in pairs}, **{b: given[a] for a, b in pairs}})

    return mistake


def transposed(case: Case) -> Iterator[Any]:
    matrix = case.call.given.get("matrix")
    if not isinstance(matrix, dict):
        return
    if "actual" in matrix:
        other = {**matrix, "actual": matrix["predicted"], "predicted": matrix["actual"]}
    else:
        name, new = ("rows", "predicted_rows") if "rows" in matrix else ("predicted_rows", "rows")
        other = {key: part for key, part in matrix.items() if key != name} | {new: matrix[name]}
    yield from asked(case, {**case.call.given, "matrix": other})


def other_positive(case: Case) -> Iterator[Any]:
    given = case.call.given
    for label in dict.fromkeys(given.get("labels", [])) if "positive" in given else ():
        if label != given["positive"]:
            yield from asked(case, {**given, "positive": label})


def distinct_records(data: Given) -> Given | None:
    return {**data, "rows": [list(row) for row in dict.fromkeys(map(tuple, data["rows"]))]} if "rows" in data else None


def complete_records(data: Given) -> Given | None:
    missing = {"?", "", *data.get("missing", [])}
    return {**data, "rows": [row for row in data["rows"] if not missing & set(row)]} if "rows" in data else None


def whole_weights(data: Given) -> Given | None:
    if "weights" not in data or "rows" not in data:
        return None
    column = data["header"].index(data["weights"])
    rows = [[*row[:column], str(max(int(Fraction(row[column])), 1)), *row[column + 1 :]] for row in data["rows"]]
    return {**data, "rows": rows}


def cut_elsewhere(value: Any) -> Iterator[Any]:
    if isinstance(value, dict) and "threshold" in value and "cut" in value:
        for end in ("lower", "upper"):
            if value.get(end) != value["cut"] and not (end == "upper" and value["side"] == "<="):
                yield {**value, "cut": value[end]}


def other_side(value: Any) -> Iterator[Any]:
    if isinstance(value, dict) and "threshold" in value and "cut" in value:
        yield {**value, "side": "<" if value["side"] == "<=" else "<="}


def branch_lost(value: Any) -> Iterator[Any]:
    if isinstance(value, dict) and isinstance(value.get("branches"), list):
        for i, branch in enumerate(value["branches"]):
            counts = branch["then"].get("counts", {})
            if all(n == "0" for n in counts.values()):
                yield {**value, "branches": value["branches"][:i] + value["branches"][i + 1 :]}


def class_lost(value: Any) -> Iterator[Any]:
    if isinstance(value, dict) and isinstance(value.get("counts"), dict):
        for label, n in value["counts"].items():
            if n == "0":
                yield {**value, "counts": {key: part for key, part in value["counts"].items() if key != label}}


def one_off(value: Any) -> Iterator[Any]:
    if isinstance(value, str) and value.lstrip("-").isdecimal():
        yield from (str(int(value) + 1), str(int(value) - 1))


def leaf_for_a_test(value: Any) -> Iterator[Any]:
    if isinstance(value, dict) and isinstance(value.get("branches"), list) and isinstance(value.get("counts"), dict):
        counts = value["counts"]
        if "sum of y" not in counts:
            yield {
                "labels": [label for label in counts if Fraction(counts[label]) == max(map(Fraction, counts.values()))],
                "counts": counts,
            }


def as_classes(data: Given) -> Given | None:
    return {key: [name for name in part if name != data["target"]] if key == "continuous" else part for key, part in data.items()}


def factors_as_numbers(data: Given) -> Given | None:
    return {key: part for key, part in data.items() if key not in ("nominal", "ordinal")}


def factors_sorted(data: Given) -> Given | None:
    return {
        key: {name: sorted(values) for name, values in part.items()} if key in ("nominal", "ordinal") else part
        for key, part in data.items()
    }


def two_classes(case: Case) -> Iterator[Any]:
    """All classes but the first are one."""
    counts = case.call.given.get("counts") or case.call.given.get("node")
    if isinstance(counts, list) and len(counts) > 2:

        def merged(row: Sequence[str]) -> list[str]:
            return [row[0], str(sum(map(Fraction, row[1:]), Fraction(0)))]

        given: Given = dict(case.call.given)
        for name in ("counts", "node", "missing"):
            if name in given:
                given[name] = merged(given[name])
        if "children" in given:
            given["children"] = [merged(row) for row in given["children"]]
        yield from asked(case, given)
    matrix: Any = case.call.given.get("matrix")
    if isinstance(matrix, dict) and "rows" in matrix and len(matrix["rows"]) > 2:
        rows = [list(map(Fraction, row)) for row in matrix["rows"]]
        first, rest = rows[0], rows[1:]
        two = [[first[0], sum(first[1:])], [sum(row[0] for row in rest), sum(sum(row[1:]) for row in rest)]]
        other = {"classes": [matrix["classes"][0], "the rest"], "rows": [[str(n) for n in row] for row in two]}
        yield from asked(case, {**case.call.given, "matrix": other})


def cancelled(case: Case) -> Iterator[Any]:
    """Squares less the square of the mean, in doubles; a tail as 1 less the rest."""
    given: Given = dict(case.call.given)
    name = case.call.operation
    try:
        if name in ("variance", "sample_variance"):
            xs = [float(Fraction(x)) for x in given["values"]]
            n = len(xs)
            one_pass = sum(x * x for x in xs) / n - (sum(xs) / n) ** 2
            yield one_pass if name == "variance" else one_pass * n / (n - 1)
        elif name in ("mean_squared_error", "root_mean_squared_error", "relative_squared_error", "root_relative_squared_error"):
            ys, fs = ([float(Fraction(x)) for x in given[key]] for key in ("actual", "predicted"))
            n, mse = len(ys), sum(y * y - 2 * y * f + f * f for y, f in zip(ys, fs, strict=True)) / len(ys)
            spread = sum(y * y for y in ys) / n - (sum(ys) / n) ** 2 if "relative" in name else 1.0
            yield math.sqrt(abs(mse / spread)) if name.startswith("root") else mse / spread
        elif name == "correlation":
            ys, fs = ([float(Fraction(x)) for x in given[key]] for key in ("actual", "predicted"))
            n = len(ys)
            top = n * sum(y * f for y, f in zip(ys, fs, strict=True)) - sum(ys) * sum(fs)
            yield top / math.sqrt(abs((n * sum(y * y for y in ys) - sum(ys) ** 2) * (n * sum(f * f for f in fs) - sum(fs) ** 2)))
        elif name in ("binomial_at_least", "normal_tail"):
            yield 0.0
    except (ZeroDivisionError, ValueError):
        yield float("nan")


def other_label(case: Case) -> Iterator[Any]:
    """The record goes another way, to a class that no right prediction has."""
    if case.call.operation not in PREDICTING or isinstance(case.expected, Refused):
        return
    answers: list[Any] = list(right_answers(case.expected))
    right = [one if case.call.part else one["labels"] for one in answers]
    labels = {label for one in right for label in (one if isinstance(one, list) else [one])}
    for label in dict.fromkeys(row[-1] for row in _rows(case)):
        if label not in labels:
            yield [label] if case.call.part else {"labels": [label], "distribution": {label: "1"}}


def _rows(case: Case) -> list[list[str]]:
    data: Any = case.call.given.get("data", {})
    rows = data.get("rows", []) if isinstance(data, dict) else []
    target = data["header"].index(data["target"]) if rows else 0
    return [[*row[:target], *row[target + 1 :], row[target]] for row in rows]


PREDICTING = ("predict", "forest_prediction", "bagging", "random_subspaces", "different_algorithms", "repeated_undersampling")


def cut_rounded(value: Any) -> Iterator[Any]:
    """The cut as it is printed with one digit, or as the double nearest to it where that is the upper of the two values."""
    if isinstance(value, dict) and "threshold" in value and "cut" in value:
        for cut in (Fraction(f"{float(Fraction(value['cut'])):.1f}"), Fraction(value["upper"])):
            if not Fraction(value["lower"]) <= cut < Fraction(value["upper"]):
                yield {**value, "cut": str(cut)}


def lost_records(case: Case) -> Iterator[Any]:
    """Folds of equal size, and what is left over in none."""
    given: Given = dict(case.call.given)
    if case.call.operation == "k_fold" and "records" in given:
        n, k = int(given["records"]), int(given["folds"])
        tests = [list(range(i * (n // k) + 1, (i + 1) * (n // k) + 1)) for i in range(k)]
        yield [{"training": [j for j in range(1, n + 1) if j not in test], "test": test} for test in tests]


def no_width(case: Case) -> Iterator[Any]:
    """An interval without width at 0 of n, and at n of n."""
    given: Given = dict(case.call.given)
    if {"errors", "records"} <= given.keys() and case.call.operation.startswith(("wilson", "agresti", "clopper", "jeffreys", "upper")):
        rate = float(Fraction(given["errors"]) / Fraction(given["records"]))
        yield {"low": rate, "high": rate, "half_width": 0.0} if case.call.operation != "upper_limit" and not case.call.part else rate


def nan(case: Case) -> Iterator[Any]:
    """0 log 0, 0/0 of what fell below the smallest double, or more than the largest."""
    for right in right_answers(case.expected)[:1]:
        if as_float(right) is not None:
            yield from (math.nan, math.inf)


ENDS = (Fraction(1, 10**6), Fraction(-1, 10**6))
MISTAKES: Mapping[str, Mistake] = {
    "Beyond2To53": rounded(float),
    "Float32Collision": rounded(single),
    "Cancellation": cancelled,
    "LogBase": scaled(lambda _: math.log(2), lambda _: math.log10(2)),
    "Orientation": both(exchanged(("fn", "fp")), transposed),
    "PositiveClass": both(other_positive, exchanged(("tp", "tn"), ("fn", "fp"))),
    "Sample": scaled(lambda g: Fraction(_length(g) - 1, _length(g)), lambda g: Fraction(_length(g), max(_length(g) - 1, 1))),
    "OneSided": scaled(lambda _: 2, lambda _: Fraction(1, 2)),
    **dict.fromkeys(
        ("ZeroOverZero", "DivisionByZero", "NoVariance", "NoDiscordantPair", "OneClassScores"), instead_of_nothing("0", 0.0, 1)
    ),
    "Invalid": instead_of_nothing("0", 0.0, {"labels": ["a"]}, []),
    "NoRecords": both(instead_of_nothing("0", 0.0)),
    "EmptyBranch": spoilt(branch_lost),
    "EmptyClass": spoilt(class_lost),
    "OneClass": spoilt(class_lost),
    "CutPlacement": spoilt(cut_elsewhere),
    "CutSide": spoilt(other_side),
    "OffByOne": spoilt(one_off),
    "ZeroGain": spoilt(leaf_for_a_test),
    "OptionIgnored": without(
        *("weights", "costs", "stop", "admit", "if_undefined", "missing", "spelling", "where", "ignore", "classes", "curve", "order"),
        *(
            "share",
            "penalty",
            "conditions",
            "resplit",
            "alpha_merge",
            "attributes",
            "confidence",
            "max_leaves",
            "max_depth",
            "nominal",
            "ordinal",
        ),
    ),
    **dict.fromkeys(("ScaledWeights", "HugeWeights", "RepeatedRecords"), without("weights")),
    "FractionalWeights": both(without("weights"), lambda case: with_data(case, whole_weights)),
    "MinimumSize": changed_numbers("records", by=(Fraction(1), Fraction(-1))),
    "Border": both(
        changed_numbers("records", "tests", "threshold", "alpha", "alpha_merge", "thresholds", "cuts", "above", "at_most", by=ENDS),
        variants("roc roc_above", "mcnemar_corrected mcnemar_corrected_unless_equal"),
    ),
    "Duplicates": lambda case: with_data(case, distinct_records),
    "MissingInTraining": lambda case: with_data(case, complete_records),
    "Regression": lambda case: with_data(case, as_classes),
    "Factors": both(lambda case: with_data(case, factors_as_numbers), lambda case: with_data(case, factors_sorted)),
    "MultiClass": two_classes,
    "ContinuityCorrection": variants(
        "mcnemar_chi_square mcnemar_corrected mcnemar_corrected_unless_equal",
        "mcnemar_chi_square_p mcnemar_corrected_p mcnemar_corrected_unless_equal_p",
        "normal_approximation_error corrected_approximation_error",
    ),
    "QuantileConvention": variants("percentile_interval interpolated_percentile_interval"),
    "Variant": variants(
        "wald wilson agresti_coull",
        "roc roc_above roc_per_record",
        "macro_average macro_average_of_defined weighted_average micro_average",
        "f_beta f_harmonic",
        "mcnemar_exact_p mcnemar_mid_p mcnemar_doubled_mid_p",
        "chi_square_p g_statistic_p exact_p",
        "gain_over_all gain_over_all_unscaled gain_with_missing",
        "pessimistic_pruning pessimistic_pruning_within_error",
        "precision_recall precision_recall_from_one",
        "gini entropy misclassification_error",
    ),
    "TiesAcrossClasses": variants("roc roc_per_record"),
    "TiedScores": variants("roc roc_per_record", "roc_corners roc"),
    **dict.fromkeys(("Overflow", "Underflow", "ZeroLogZero"), nan),
    **dict.fromkeys(("UnseenValue", "MissingAtPrediction", "TiedLabel"), other_label),
    "AllMissing": both(other_label, lambda case: with_data(case, complete_records), instead_of_nothing("0", 0.0)),
    **dict.fromkeys(("ThresholdPrecision", "AdjacentDoubles"), spoilt(cut_rounded)),
    "UnevenFolds": lost_records,
    **dict.fromkeys(("NoErrors", "AllErrors"), no_width),
    "DegreesOfFreedom": both(changed_numbers("degrees", by=(Fraction(1), Fraction(-1))), spoilt(one_off)),
    "Contradiction": lambda case: with_data(case, distinct_records),
    "SamePartition": variants("count_trees count_partitions"),
    "ZeroWeight": both(without("weights"), instead_of_nothing("0", [])),
    "MissingTarget": instead_of_nothing({"labels": ["a"]}),
    "ConstantScores": variants("roc roc_per_record"),
    "OneRecord": instead_of_nothing("0", 0.0),
    "ConstantAttribute": instead_of_nothing("0", 0.0),
}
"""For each flag the wrong answers that its mistake gives; those that are the right one show nothing."""

BY_DESIGN = "any choice among ties is right, a program that always makes the same one is, too: it takes several questions to show"
IN_ROUNDING = "what doubles can't tell is acceptable, and counted apart as (float)"
ORDERS = "the answer must not change with an order: a single answer is right or another mistake"
NONE: Mapping[str, str] = {
    **dict.fromkeys(("Tie", "TieWithinAttribute", "TieAcrossAttributes", "TieInImpurity"), BY_DESIGN),
    **dict.fromkeys(("FloatTie", "NearTie"), IN_ROUNDING),
    **dict.fromkeys(("RecordOrder", "ClassOrder", "Unsorted", "Scale"), ORDERS),
    **dict.fromkeys(("DegenerateShape", "Depth"), "it ends the program: no answer comes, which fails"),
    **dict.fromkeys(
        ("ManyValues", "Parity", "Greed", "Imbalance", "NegativeScores"), "it says what is hard about an input, not what goes wrong"
    ),
}
"""Why a flag has no mistake that a single answer shows."""
