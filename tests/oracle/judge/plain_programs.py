"""
Right programs from golden/PROTOCOL.md and README.md alone, in one source for two kinds of numbers: doubles, and fractions.

`programs(float)` and `programs(Fraction)` map operations to functions that take the inputs by name. Whole doubles are said as JavaScript
says them, 1.0 as 1. `WRONG` has a mistake for each of them. Nothing of dtref is imported.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

Number = Any
Program = Callable[..., Any]


def programs(kind: type) -> dict[str, Program]:  # noqa: PLR0915 - a program in one piece, as somebody would write it
    """The operations in one kind of number. Roots and logarithms are doubles anyway."""

    def num(text: str) -> Number:
        return kind(Fraction(text)) if kind is Fraction else number(text)

    def nums(texts: Sequence[str]) -> list[Number]:
        return [num(text) for text in texts]

    def ratio(top: Number, bottom: Number) -> Number | None:
        return top / bottom if bottom else None

    def counted(counts: Sequence[str]) -> list[Number]:
        found = nums(counts)
        if any(k < 0 for k in found):
            raise ValueError("a count below 0")
        return found

    def of_counts(impurity: Callable[[Sequence[Number]], Any]) -> Program:
        return lambda counts: impurity(counted(counts))

    def gini(counts: Sequence[Number]) -> Number | None:
        n = sum(counts)
        return 1 - sum((k / n) ** 2 for k in counts) if n else None

    def error(counts: Sequence[Number]) -> Number | None:
        n = sum(counts)
        return 1 - max(counts) / n if n else None

    def entropy(counts: Sequence[Number]) -> float | None:
        n = sum(counts)
        return -sum(float(k / n) * math.log2(k / n) for k in counts if k) + 0.0 if n else None

    def weighted(impurity: Callable[[Sequence[Number]], Any]) -> Program:
        def of(children: Sequence[Sequence[str]]) -> Number:
            found = [counted(child) for child in children]
            n = sum(map(sum, found))
            if not n:
                raise ValueError("no records")
            return sum(sum(child) / n * impurity(child) for child in found if sum(child))

        return of

    def reduction(impurity: Callable[[Sequence[Number]], Any]) -> Program:
        def of(node: Sequence[str], children: Sequence[Sequence[str]]) -> Number | None:
            check(node, children)
            before = impurity(counted(node))
            return None if before is None else before - weighted(impurity)(children)

        return of

    def check(node: Sequence[str], children: Sequence[Sequence[str]]) -> None:
        whole = [Fraction(k) for k in node]
        if (
            any(len(child) != len(node) for child in children)
            or [sum((Fraction(child[j]) for child in children), Fraction(0)) for j in range(len(node))] != whole
        ):
            raise ValueError("children that don't add up to the node")
        if min(whole, default=0) < 0:
            raise ValueError("a count below 0")

    def gain_ratio(node: Sequence[str], children: Sequence[Sequence[str]]) -> float | None:
        gain = reduction(entropy)(node, children)
        info = entropy([sum(counted(child)) for child in children])
        return gain / info if gain is not None and info else None

    def chi_square(node: Sequence[str], children: Sequence[Sequence[str]]) -> Number | None:
        check(node, children)
        whole, found = counted(node), [counted(child) for child in children]
        n = sum(whole)
        cells = [(k, sum(child) * whole[j] / n) for child in found for j, k in enumerate(child)] if n else []
        return sum((k - e) ** 2 / e for k, e in cells if e) if n else None

    def sides(node: Sequence[str], children: Sequence[Sequence[str]]) -> list[list[Number]] | None:
        check(node, children)
        found = [counted(child) for child in children]
        return found if len(found) == 2 and all(map(sum, found)) else None

    def twoing(node: Sequence[str], children: Sequence[Sequence[str]]) -> Number | None:
        if (two := sides(node, children)) is None:
            return None
        a, b = sum(two[0]), sum(two[1])
        return a / (a + b) * (b / (a + b)) / 4 * sum(abs(x / a - y / b) for x, y in zip(*two, strict=True)) ** 2

    def class_separation(node: Sequence[str], children: Sequence[Sequence[str]]) -> Number | None:
        if (two := sides(node, children)) is None:
            return None
        dot = sum(x * y for x, y in zip(*two, strict=True))
        return 1 - dot * dot / (sum(x * x for x in two[0]) * sum(y * y for y in two[1]))

    def four(measure: Callable[..., Number | None]) -> Program:
        def of(tp: str, fn: str, fp: str, tn: str, **more: str) -> Number | None:
            return measure(*counted([tp, fn, fp, tn]), **{name: num(text) for name, text in more.items()})

        return of

    def kappa(tp: Number, fn: Number, fp: Number, tn: Number) -> Number | None:
        n = tp + fn + fp + tn
        if not n:
            return None
        agreed, chance = (tp + tn) / n, (tp + fn) / n * ((tp + fp) / n) + (fp + tn) / n * ((fn + tn) / n)
        return ratio(agreed - chance, 1 - chance)

    def both(of: Callable[[Number, Number], Number | None], *rates: Callable[..., Number | None]) -> Callable[..., Number | None]:
        def combined(tp: Number, fn: Number, fp: Number, tn: Number) -> Number | None:
            a, b = (rate(tp, fn, fp, tn) for rate in rates)
            return None if a is None or b is None else of(a, b)

        return combined

    def recall(tp: Number, fn: Number, *_: Number) -> Number | None:
        return ratio(tp, tp + fn)

    def specificity(_tp: Number, _fn: Number, fp: Number, tn: Number) -> Number | None:
        return ratio(tn, tn + fp)

    def precision(tp: Number, _fn: Number, fp: Number, _tn: Number) -> Number | None:
        return ratio(tp, tp + fp)

    def negative(_tp: Number, fn: Number, _fp: Number, tn: Number) -> Number | None:
        return ratio(tn, tn + fn)

    def false_alarms(_tp: Number, _fn: Number, fp: Number, tn: Number) -> Number | None:
        return ratio(fp, tn + fp)

    def misses(tp: Number, fn: Number, *_: Number) -> Number | None:
        return ratio(fn, tp + fn)

    def matthews(tp: Number, fn: Number, fp: Number, tn: Number) -> float | None:
        under = (tp + fn) * (tp + fp) * (tn + fp) * (tn + fn)
        return float(tp * tn - fp * fn) / math.sqrt(under) if under else None

    def f_beta(*counts: Number, beta: Number) -> Number | None:
        tp, fn, fp, _ = counts
        if beta < 0:
            raise ValueError("beta below 0")
        return ratio((1 + beta * beta) * tp, (1 + beta * beta) * tp + beta * beta * fn + fp)

    def detection_cost(*counts: Number, cost_fp: Number, cost_fn: Number) -> Number | None:
        return both(lambda a, b: cost_fp * a + cost_fn * b, false_alarms, misses)(*counts)

    def weighted_accuracy(*counts: Number, **weights: Number) -> Number | None:
        by = [weights[name] for name in ("w1", "w2", "w3", "w4")]
        if min(by) < 0:
            raise ValueError("a weight below 0")
        terms = [w * n for w, n in zip(by, counts, strict=True)]
        return ratio(terms[0] + terms[3], sum(terms))

    def mean(values: Sequence[Number]) -> Number | None:
        return ratio(sum(values), len(values)) if values else None

    def spread(values: Sequence[Number], less: int) -> Number | None:
        if len(values) <= less:
            return None
        centre = sum(values) / len(values)
        return sum((x - centre) ** 2 for x in values) / (len(values) - less)

    def listed(of: Callable[[Sequence[Number]], Number | None]) -> Program:
        return lambda values: of(nums(values))

    def paired(of: Callable[[list[Number], list[Number]], Number | None]) -> Program:
        def answer(actual: Sequence[str], predicted: Sequence[str]) -> Number | None:
            if len(actual) != len(predicted):
                raise ValueError("as many numbers")
            return of(nums(actual), nums(predicted)) if actual else None

        return answer

    def squares(ys: list[Number], fs: list[Number]) -> Number:
        return sum((f - y) ** 2 for y, f in zip(ys, fs, strict=True))

    def relative(ys: list[Number], fs: list[Number]) -> Number | None:
        centre = sum(ys) / len(ys)
        return ratio(squares(ys, fs), sum((y - centre) ** 2 for y in ys))

    def correlation(ys: list[Number], fs: list[Number]) -> float | None:
        a, b = sum(ys) / len(ys), sum(fs) / len(fs)
        under = float(sum((y - a) ** 2 for y in ys)) * float(sum((f - b) ** 2 for f in fs))
        return float(sum((y - a) * (f - b) for y, f in zip(ys, fs, strict=True))) / math.sqrt(under) if under else None

    def root(x: Number | None) -> float | None:
        return None if x is None else math.sqrt(x)

    def less(x: Number | None) -> Number | None:
        return None if x is None else 1 - x

    def mcnemar(correction: int) -> Program:
        return lambda only_first, only_second: ratio(
            (abs(num(only_first) - num(only_second)) - correction) ** 2, num(only_first) + num(only_second)
        )

    def difference_z(e_1: str, n_1: str, e_2: str, n_2: str) -> float | None:
        a, b = num(e_1), num(e_2)
        under = a * (1 - a) / num(n_1) + b * (1 - b) / num(n_2)
        return float(a - b) / math.sqrt(under) if under else None

    return {
        "gini": of_counts(gini),
        "entropy": of_counts(entropy),
        "misclassification_error": of_counts(error),
        "weighted_gini": weighted(gini),
        "weighted_entropy": weighted(entropy),
        "weighted_error": weighted(error),
        "gini_reduction": reduction(gini),
        "gain": reduction(entropy),
        "error_reduction": reduction(error),
        "gain_ratio": gain_ratio,
        "chi_square": chi_square,
        "twoing": twoing,
        "class_separation": class_separation,
        "recall": four(recall),
        "specificity": four(specificity),
        "precision": four(precision),
        "negative_predictive_value": four(negative),
        "false_positive_rate": four(false_alarms),
        "miss_rate": four(misses),
        "youden_j": four(both(lambda a, b: a + b - 1, recall, specificity)),
        "markedness": four(both(lambda a, b: a + b - 1, precision, negative)),
        "positive_likelihood_ratio": four(both(ratio, recall, false_alarms)),
        "negative_likelihood_ratio": four(both(ratio, misses, specificity)),
        "f1": four(lambda tp, fn, fp, _tn: ratio(2 * tp, 2 * tp + fn + fp)),
        "f_beta": four(f_beta),
        "prevalence": four(lambda tp, fn, fp, tn: ratio(tp + fn, tp + fn + fp + tn)),
        "accuracy": four(lambda tp, fn, fp, tn: ratio(tp + tn, tp + fn + fp + tn)),
        "error_rate": four(lambda tp, fn, fp, tn: ratio(fn + fp, tp + fn + fp + tn)),
        "balanced_accuracy": four(both(lambda a, b: (a + b) / 2, recall, specificity)),
        "cohen_kappa": four(kappa),
        "matthews": four(matthews),
        "detection_cost": four(detection_cost),
        "weighted_accuracy": four(weighted_accuracy),
        "mean": listed(mean),
        "variance": listed(lambda values: spread(values, 0)),
        "sample_variance": listed(lambda values: spread(values, 1)),
        "standard_deviation": listed(lambda values: root(spread(values, 1))),
        "mean_squared_error": paired(lambda ys, fs: squares(ys, fs) / len(ys)),
        "root_mean_squared_error": paired(lambda ys, fs: math.sqrt(squares(ys, fs) / len(ys))),
        "mean_absolute_error": paired(lambda ys, fs: sum(abs(f - y) for y, f in zip(ys, fs, strict=True)) / len(ys)),
        "relative_squared_error": paired(relative),
        "root_relative_squared_error": paired(lambda ys, fs: root(relative(ys, fs))),
        "r_squared": paired(lambda ys, fs: less(relative(ys, fs))),
        "correlation": paired(correlation),
        "mcnemar_chi_square": mcnemar(0),
        "mcnemar_corrected": mcnemar(1),
        "difference_z": difference_z,
        "midpoint": lambda lower, upper: num(lower) / 2 + num(upper) / 2,
    }


def number(text: str) -> float:
    """A number of the protocol as a double."""
    top, _, bottom = text.partition("/")
    return float(top) / float(bottom or 1)


def said(answer: Any) -> Any:
    """An answer as JavaScript writes it: a whole double without a point; fractions as text."""
    return int(answer) if isinstance(answer, float) and answer.is_integer() else answer


def answering(kind: type, wrong: Mapping[str, Callable[[Program], Program]] | None = None) -> dict[str, Program]:
    """The programs, some of them spoilt, as an adapter."""
    spoil = wrong or {}
    made = {name: spoil[name](program) if name in spoil else program for name, program in programs(kind).items()}

    def adapted(program: Program) -> Program:
        def answer(**given: Any) -> Any:
            try:
                return said(program(**given))
            except TypeError as unknown:  # an input of another kind, such as a matrix
                raise NotImplementedError(str(unknown)) from None

        return answer

    return {name: adapted(program) for name, program in made.items()}


def _times(factor: float) -> Callable[[Program], Program]:
    return lambda program: lambda **given: None if (x := program(**given)) is None else float(x) * factor


def _swapped(*names: str) -> Callable[[Program], Program]:
    a, b = names
    return lambda program: lambda **given: program(**{**given, a: given[b], b: given[a]})


def _zero_for_none(program: Program) -> Program:
    return lambda **given: program(**given) or 0


def _squared(program: Program) -> Program:
    return lambda **given: None if (x := program(**given)) is None else x * x


def _less(program: Program) -> Program:
    return lambda **given: None if (x := program(**given)) is None else 1 - x


WRONG: Mapping[str, Callable[[Program], Program]] = {
    **dict.fromkeys(("entropy", "weighted_entropy", "gain"), _times(math.log(2))),
    **dict.fromkeys(("gini", "weighted_gini", "gini_reduction", "twoing", "balanced_accuracy", "f1", "midpoint"), _times(2)),
    **dict.fromkeys(("misclassification_error", "weighted_error", "accuracy", "error_rate", "class_separation", "r_squared"), _less),
    **dict.fromkeys(("recall", "precision", "f_beta", "prevalence"), _swapped("fn", "fp")),
    **dict.fromkeys(("specificity", "negative_predictive_value", "youden_j", "markedness", "weighted_accuracy"), _swapped("tp", "tn")),
    **dict.fromkeys(("false_positive_rate", "miss_rate", "gain_ratio", "chi_square", "mcnemar_chi_square"), _zero_for_none),
    **dict.fromkeys(("positive_likelihood_ratio", "negative_likelihood_ratio", "cohen_kappa", "matthews"), _zero_for_none),
    **dict.fromkeys(("correlation", "difference_z", "relative_squared_error", "root_relative_squared_error"), _squared),
    **dict.fromkeys(("standard_deviation", "root_mean_squared_error"), _squared),
    **dict.fromkeys(("variance", "sample_variance", "mean", "mean_squared_error", "mean_absolute_error"), _times(1.0000001)),
    **dict.fromkeys(("error_reduction", "mcnemar_corrected", "detection_cost"), _times(0.5)),
}
"""A mistake of each."""
