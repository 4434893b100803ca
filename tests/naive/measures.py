"""Impurity, criteria, and tables of counts, from the definitions. Logarithms are mpmath numbers; all else is exact."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import mpmath

from naive import criteria
from naive.agreement import NO_VALUE, WORKING, NotAnInput, NotHere
from naive.data import Data, read

Counts = Sequence[Fraction]


def real(x: Any) -> Any:
    return mpmath.mpf(x.numerator) / x.denominator if isinstance(x, (int, Fraction)) else x


def rational(text: Any) -> Fraction:
    if not isinstance(text, str):
        raise NotHere("numbers that are no fractions")
    return Fraction(text)


def counts_of(texts: Sequence[Any]) -> list[Fraction]:
    found = list(map(rational, texts))
    if any(n < 0 for n in found):
        raise NotAnInput("a count below 0")
    return found


def n_of(counts: Counts) -> Fraction:
    return sum(counts, Fraction(0))


def gini(counts: Counts) -> Any:
    n = n_of(counts)
    return NO_VALUE if n == 0 else 1 - sum((k / n) ** 2 for k in counts)


def error(counts: Counts) -> Any:
    n = n_of(counts)
    return NO_VALUE if n == 0 else 1 - max(counts) / n


def entropy(counts: Counts) -> Any:
    n = n_of(counts)
    if n == 0:
        return NO_VALUE
    with mpmath.workdps(WORKING):
        return -mpmath.fsum(real(k / n) * mpmath.log(real(k / n), 2) for k in counts if k)


def dkm(counts: Counts) -> Any:
    return criteria.dkm(counts) if len(counts) <= 2 and n_of(counts) else NO_VALUE


IMPURITIES: dict[str, Callable[[Counts], Any]] = {"gini": gini, "entropy": entropy, "error": error, "dkm": dkm}


def weighted(impurity: Callable[[Counts], Any], children: Sequence[Counts]) -> Any:
    n = n_of([n_of(child) for child in children])
    if n == 0:
        return NO_VALUE
    with mpmath.workdps(WORKING):
        parts = [(n_of(child) / n, impurity(child)) for child in children if n_of(child)]
        return sum((real(w) * x if isinstance(x, mpmath.mpf) else w * x) for w, x in parts)


def children_of(given: Mapping[str, Any]) -> list[list[Fraction]]:
    return [counts_of(child) for child in given["children"]]


def split_of(given: Mapping[str, Any], missing: Counts = ()) -> tuple[list[Fraction], list[list[Fraction]]]:
    """The node's counts and those of its children, which must add up to it."""
    node, children = counts_of(given["node"]), children_of(given)
    for j, n in enumerate(node):
        if any(len(child) != len(node) for child in children):
            raise NotAnInput("other numbers of classes")
        if n != sum((child[j] for child in children), Fraction(0)) + (missing[j] if missing else 0):
            raise NotAnInput("children that don't add up")
    return node, children


def less(a: Any, b: Any) -> Any:
    if a is NO_VALUE or b is NO_VALUE:
        return NO_VALUE
    with mpmath.workdps(WORKING):
        return a - b if isinstance(a, Fraction) and isinstance(b, Fraction) else real(a) - real(b)


def reduction(impurity: Callable[[Counts], Any], node: Counts, children: Sequence[Counts]) -> Any:
    return less(impurity(node), weighted(impurity, children))


def sizes(children: Sequence[Counts]) -> list[Fraction]:
    return [n_of(child) for child in children]


def divided(a: Any, b: Any) -> Any:
    if a is NO_VALUE or b is NO_VALUE:
        return NO_VALUE
    with mpmath.workdps(WORKING):
        return NO_VALUE if abs(real(b)) < mpmath.mpf(10) ** -50 else real(a) / real(b)


def two(children: Sequence[Counts]) -> list[Counts] | None:
    return list(children) if len(children) == 2 and all(map(n_of, children)) else None


def twoing(given: Mapping[str, Any]) -> Any:
    _, children = split_of(given)
    pair = two(children)
    if pair is None:
        return NO_VALUE
    left, right = pair
    nl, nr = n_of(left), n_of(right)
    gap = sum((abs(a / nl - b / nr) for a, b in zip(left, right, strict=True)), Fraction(0))
    return nl / (nl + nr) * nr / (nl + nr) / 4 * gap * gap


def class_separation(given: Mapping[str, Any]) -> Any:
    _, children = split_of(given)
    pair = two(children)
    if pair is None:
        return NO_VALUE
    left, right = pair
    dot = sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))
    return 1 - dot * dot / (sum(a * a for a in left) * sum(b * b for b in right))


def chi_square(given: Mapping[str, Any]) -> Any:
    node, children = split_of(given)
    n = n_of(node)
    if n == 0:
        return NO_VALUE
    expected = ((k, n_j * n_of(child) / n) for child in children for k, n_j in zip(child, node, strict=True))
    return sum(((k - e) ** 2 / e for k, e in expected if e), Fraction(0))


def g_statistic(given: Mapping[str, Any]) -> Any:
    node, children = split_of(given)
    gain = reduction(entropy, node, children)
    if gain is NO_VALUE:
        return NO_VALUE
    with mpmath.workdps(WORKING):
        return 2 * real(n_of(node)) * gain


# Missing values. `node` has all records, `missing` the classes of those without a value


def known_of(given: Mapping[str, Any]) -> tuple[list[Fraction], list[Fraction], list[list[Fraction]], list[Fraction]]:
    missing = counts_of(given["missing"])
    node, children = split_of(given, missing)
    return node, [a - b for a, b in zip(node, missing, strict=True)], children, missing


def gain_with_missing(given: Mapping[str, Any]) -> Any:
    node, known, children, _ = known_of(given)
    gain = reduction(entropy, known, children)
    if gain is NO_VALUE:
        return NO_VALUE
    with mpmath.workdps(WORKING):
        return real(n_of(known) / n_of(node)) * gain


def gain_ratio_with_missing(given: Mapping[str, Any]) -> Any:
    _, _, children, missing = known_of(given)
    if sum(n > 0 for n in sizes(children)) < 2:
        return NO_VALUE
    return divided(gain_with_missing(given), entropy([*sizes(children), n_of(missing)]))


def over_all(children: Sequence[Counts], missing: Counts) -> Any:
    """sum of n_i/n Entropy(i), n being all records."""
    n = n_of(sizes(children)) + n_of(missing)
    if n == 0:
        return NO_VALUE
    with mpmath.workdps(WORKING):
        return mpmath.fsum(real(n_of(child) / n) * entropy(child) for child in children if n_of(child))


def gain_over_all(given: Mapping[str, Any], *, scaled: bool) -> Any:
    node, known, children, missing = known_of(given)
    gap = less(entropy(node), over_all(children, missing))
    if gap is NO_VALUE or n_of(known) == 0:
        return NO_VALUE
    with mpmath.workdps(WORKING):
        return real(n_of(known) / n_of(node)) * gap if scaled else gap


# Numbers


def variance(values: Sequence[Fraction]) -> Any:
    if not values:
        return NO_VALUE
    mean = sum(values, Fraction(0)) / len(values)
    return sum(((v - mean) ** 2 for v in values), Fraction(0)) / len(values)


def variance_reduction(given: Mapping[str, Any]) -> Any:
    children = [list(map(rational, child)) for child in given["children"]]
    every = [v for child in children for v in child]
    if not every:
        return NO_VALUE
    return variance(every) - sum((Fraction(len(child), len(every)) * variance(child) for child in children if child), Fraction(0))


def majority_vote_error(given: Mapping[str, Any]) -> Any:
    """How likely so many are wrong, one classifier joining at a time."""
    n, e = int(given["classifiers"]), Fraction(given["error_rate"])
    if not 0 <= e <= 1 or n < 1:
        raise NotAnInput("a rate, and a number of classifiers")
    if n > 1000:
        raise NotHere("many classifiers")
    wrong = [Fraction(1)]
    for _ in range(n):
        wrong = [a * (1 - e) + b * e for a, b in zip([*wrong, Fraction(0)], [Fraction(0), *wrong], strict=True)]
    return sum((p for k, p in enumerate(wrong) if 2 * k > n), Fraction(0))


def placed_cut(given: Mapping[str, Any]) -> Any:
    a, b = Fraction(given["lower"]), Fraction(given["upper"])
    middle = (a + b) / 2
    levels = [v for v in map(Fraction, given["values"]) if v <= middle]
    return {
        "midpoint": lambda: middle,
        "lower_end": lambda: a,
        "upper_end": lambda: b,
        "floor_midpoint": lambda: Fraction(middle.numerator // middle.denominator),
        "largest_not_above_midpoint": lambda: max(levels),
    }[given["placement"]]()


# Data sets


def cell(value: Any) -> Any:
    return "?" if value is None else value


def values_present(data: Data, attribute: str) -> list[Any]:
    at = data.column(attribute)
    declared = data.attributes[at].values
    found = {record.values[at] for record in data.records} - {None}
    return [v for v in declared if v in found] if declared else sorted(found)


def count_table(given: Mapping[str, Any]) -> list[list[Any]]:
    data = read(given["data"])
    at = data.column(given["attribute"])
    return [[v, *data.counts([r for r in data.records if r.values[at] == v])] for v in values_present(data, given["attribute"])]


def impurity_table(given: Mapping[str, Any]) -> list[list[Any]]:
    measure = IMPURITIES[given["impurity"]]
    return [[*row, measure(row[1:])] for row in count_table(given)]


def threshold_table(given: Mapping[str, Any]) -> list[list[Any]]:
    data = read(given["data"])
    at, rows = data.column(given["attribute"]), []
    for text in given["cuts"]:
        cut = Fraction(text)
        low = data.counts([r for r in data.records if r.values[at] is not None and r.values[at] <= cut])
        high = data.counts([r for r in data.records if r.values[at] is not None and r.values[at] > cut])
        pairs = [n for pair in zip(low, high, strict=True) for n in pair]
        rows.append([cut, *pairs, weighted(IMPURITIES[given["impurity"]], [low, high])])
    return rows


def class_counts(given: Mapping[str, Any]) -> dict[str, Fraction]:
    data = read(given["data"])
    return dict(zip(data.classes, data.counts(), strict=True))


def records(given: Mapping[str, Any]) -> list[list[Any]]:
    return [[*map(cell, r.values), r.label] for r in read(given["data"]).records]


def count_records(given: Mapping[str, Any]) -> Fraction:
    data = read(given["data"])

    def meets(record: Any, condition: Mapping[str, Any]) -> bool:
        for name, how in condition.items():
            value = record.label if name == data.target.name else record.values[data.column(name)]
            ((word, what),) = how.items()
            if word in ("in", "not_in") and (value in what) != (word == "in"):
                return False
            if word == "above" and not value > Fraction(what):
                return False
            if word == "at_most" and not value <= Fraction(what):
                return False
        return True

    return n_of([r.weight for r in data.records if any(meets(r, condition) for condition in given["any_of"])])


def number_or_undefined(impurity: Callable[[Counts], Any]) -> Callable[[Mapping[str, Any]], Any]:
    return lambda given: impurity(counts_of(given["counts"]))


def of_split(criterion: Callable[[Sequence[Counts]], Any]) -> Callable[[Mapping[str, Any]], Any]:
    """A criterion of naive.criteria as an operation."""

    def answer(given: Mapping[str, Any]) -> Any:
        value = criterion(split_of(given)[1])
        return NO_VALUE if value is None else value

    return answer


def of_values(criterion: Callable[[Sequence[Sequence[Fraction]]], Any]) -> Callable[[Mapping[str, Any]], Any]:
    """A criterion of the values of children as an operation."""

    def answer(given: Mapping[str, Any]) -> Any:
        value = criterion([list(map(rational, child)) for child in given["children"]])
        return NO_VALUE if value is None else value

    return answer


def not_below_0(values: Any) -> Any:
    if any(rational(y) < 0 for y in values):
        raise NotAnInput("a number below 0")
    return values


def of_some(measure: Callable[[Sequence[Fraction]], Any]) -> Callable[[Mapping[str, Any]], Any]:
    """A measure of values, of which there is one at least."""
    return lambda given: measure(list(map(rational, given["values"]))) if given["values"] else NO_VALUE


def weighted_dkm(given: Mapping[str, Any]) -> Any:
    children = needs_records(children_of(given))
    if any(len(child) > 2 for child in children):
        raise NotAnInput("two classes")
    return weighted(dkm, children)


def needs_records(children: Sequence[Counts]) -> Sequence[Counts]:
    if not any(map(n_of, children)):
        raise NotAnInput("no records")
    return children


ANSWERS: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "gini": number_or_undefined(gini),
    "entropy": number_or_undefined(entropy),
    "misclassification_error": number_or_undefined(error),
    "weighted_gini": lambda g: weighted(gini, needs_records(children_of(g))),
    "weighted_entropy": lambda g: weighted(entropy, needs_records(children_of(g))),
    "weighted_error": lambda g: weighted(error, needs_records(children_of(g))),
    "dkm": number_or_undefined(dkm),
    "weighted_dkm": weighted_dkm,
    **{name: of_split(criterion) for name, criterion in criteria.CRITERIA_OF_CHILDREN.items()},
    "absolute_error_reduction": of_values(criteria.absolute_error_reduction),
    "poisson_reduction": lambda g: of_values(criteria.poisson_reduction)({"children": list(map(not_below_0, g["children"]))}),
    "absolute_error": of_some(criteria.distance),
    "poisson_deviance": lambda g: of_some(criteria.deviance)({"values": not_below_0(g["values"])}),
    "gini_reduction": lambda g: reduction(gini, *split_of(g)),
    "gain": lambda g: reduction(entropy, *split_of(g)),
    "error_reduction": lambda g: reduction(error, *split_of(g)),
    "split_info": lambda g: entropy(sizes(needs_records(children_of(g)))),
    "gain_ratio": lambda g: divided(reduction(entropy, *split_of(g)), entropy(sizes(children_of(g)))),
    "twoing": twoing,
    "class_separation": class_separation,
    "chi_square": chi_square,
    "g_statistic": g_statistic,
    "gain_with_missing": gain_with_missing,
    "gain_ratio_with_missing": gain_ratio_with_missing,
    "gain_over_all": lambda g: gain_over_all(g, scaled=True),
    "gain_over_all_unscaled": lambda g: gain_over_all(g, scaled=False),
    "entropy_of_children_over_all": lambda g: over_all(children_of(g), counts_of(g["missing"])),
    "variance": lambda g: variance(list(map(rational, g["values"]))),
    "variance_reduction": variance_reduction,
    "majority_vote_error": majority_vote_error,
    "midpoint": lambda g: (Fraction(g["lower"]) + Fraction(g["upper"])) / 2,
    "placed_cut": placed_cut,
    "groupings": lambda g: 2 ** (int(g["present"]) - 1) - 1 if int(g["present"]) else 0,
    "records": records,
    "class_counts": class_counts,
    "count_table": count_table,
    "impurity_table": impurity_table,
    "threshold_table": threshold_table,
    "count_records": count_records,
}
