"""Intervals, partitions, folds, the bootstrap: by the sums and the definitions, each sample written out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import mpmath

from naive.agreement import NO_VALUE, WORKING, NotAnInput, NotHere
from naive.data import Data
from naive.distributions import beta_quantile, pmf, probability, real, root, two_sided_t, two_sided_z, whole
from naive.growing import Grower, Inner, Leaf, Tree
from naive.grown import given_data, given_preset, predict

Given = Mapping[str, Any]


def numbers(texts: Sequence[Any]) -> list[Fraction]:
    if not all(isinstance(text, str) for text in texts):
        raise NotHere("numbers that are no fractions")
    return list(map(Fraction, texts))


def add(a: Any, b: Any) -> Any:
    with mpmath.workdps(WORKING):
        return a + b if isinstance(a, Fraction) and isinstance(b, Fraction) else real(a) + real(b)


def times(a: Any, b: Any) -> Any:
    with mpmath.workdps(WORKING):
        return a * b if isinstance(a, Fraction) and isinstance(b, Fraction) else real(a) * real(b)


def over(a: Any, b: Any) -> Any:
    with mpmath.workdps(WORKING):
        return a / b if isinstance(a, Fraction) and isinstance(b, Fraction) else real(a) / real(b)


# Intervals


def interval(low: Any, high: Any) -> dict[str, Any]:
    return {"low": low, "high": high, "half_width": over(add(high, times(Fraction(-1), low)), Fraction(2))}


def around(middle: Any, half: Any) -> dict[str, Any]:
    return interval(add(middle, times(Fraction(-1), half)), add(middle, half))


def deviate(g: Given) -> Any:
    if ("z" in g) == ("confidence" in g):
        raise NotAnInput("z or confidence")
    z = Fraction(g["z"]) if "z" in g else two_sided_z(g["confidence"])
    if "z" in g and z < 0:
        raise NotAnInput("z below 0")
    return z


def rate(g: Given) -> tuple[Fraction, Fraction]:
    k, n = Fraction(g["errors"]), Fraction(g["records"])
    if not 0 <= k <= n:
        raise NotAnInput("errors of the records")
    return k, n


def standard_error(g: Given) -> Any:
    k, n = rate(g)
    return NO_VALUE if n == 0 else root(k / n * (1 - k / n) / n)


def wald_of(k: Any, n: Any, z: Any) -> dict[str, Any]:
    with mpmath.workdps(WORKING):
        e = over(k, n)
        square = over(times(e, add(Fraction(1), times(Fraction(-1), e))), n)
        return around(e, times(z, root(square) if isinstance(square, Fraction) else mpmath.sqrt(square)))


def wald(g: Given) -> Any:
    k, n = rate(g)
    return NO_VALUE if n == 0 else wald_of(k, n, deviate(g))


def wilson(g: Given) -> Any:
    """The two p with (k/n - p)² n = z² p (1 - p), by the quadratic equation (n + z²) p² - (2k + z²) p + k²/n = 0."""
    k, n = rate(g)
    z = deviate(g)
    if n == 0:
        return NO_VALUE
    a, b, c = add(n, times(z, z)), add(2 * k, times(z, z)), k * k / n
    with mpmath.workdps(WORKING):
        square = add(times(b, b), times(Fraction(-4), times(a, c)))
        half = over(root(square) if isinstance(square, Fraction) else mpmath.sqrt(abs(square)), times(Fraction(2), a))
        return around(over(b, times(Fraction(2), a)), half)


def agresti_coull(g: Given) -> Any:
    k, n = rate(g)
    z = deviate(g)
    if n == 0 and z == 0:
        return NO_VALUE
    return wald_of(add(k, over(times(z, z), Fraction(2))), add(n, times(z, z)), z)


def whole_rate(g: Given) -> tuple[int, int]:
    k, n = whole(g["errors"]), whole(g["records"])
    if k > n:
        raise NotAnInput("errors of the records")
    return k, n


def lower_limit(k: int, n: int, tail: Fraction) -> Any:
    """The p at which at least k errors have this probability."""
    return Fraction(0) if k == 0 else beta_quantile(tail, Fraction(k), Fraction(n - k + 1))


def upper_limit(k: int, n: int, tail: Fraction) -> Any:
    return Fraction(1) if k == n else beta_quantile(1 - tail, Fraction(k + 1), Fraction(n - k))


def clopper_pearson(g: Given) -> Any:
    k, n = whole_rate(g)
    tail = (1 - probability(g["confidence"], proper=True)) / 2
    return NO_VALUE if n == 0 else interval(lower_limit(k, n, tail), upper_limit(k, n, tail))


def one_sided(g: Given, *, upper: bool) -> Any:
    k, n = whole_rate(g)
    tail = 1 - probability(g["confidence"], proper=True)
    if n == 0:
        return NO_VALUE
    return interval(Fraction(0), upper_limit(k, n, tail)) if upper else interval(lower_limit(k, n, tail), Fraction(1))


def jeffreys(g: Given) -> Any:
    k, n = whole_rate(g)
    tail = (1 - probability(g["confidence"], proper=True)) / 2
    half = Fraction(1, 2)
    return interval(beta_quantile(tail, k + half, n - k + half), beta_quantile(1 - tail, k + half, n - k + half))


def difference_interval(g: Given) -> Any:
    e_1, n_1, e_2, n_2 = (Fraction(g[name]) for name in ("e_1", "n_1", "e_2", "n_2"))
    if n_1 <= 0 or n_2 <= 0 or not 0 <= e_1 <= 1 or not 0 <= e_2 <= 1:
        raise NotAnInput("rates of records")
    return around(e_1 - e_2, times(deviate(g), root(e_1 * (1 - e_1) / n_1 + e_2 * (1 - e_2) / n_2)))


def t_of(g: Given, k: int) -> Any:
    if "t" in g:
        return Fraction(g["t"])
    return two_sided_t(g["confidence"], k - 1)


def mean_interval(g: Given) -> Any:
    k, s = whole(g["folds"]), Fraction(g["s"])
    if k < 2:
        return NO_VALUE
    return around(Fraction(g["mean"]), times(t_of(g, k), over(s, root(Fraction(k)))))


def interval_of(values: Sequence[Fraction], g: Given) -> Any:
    if len(values) < 2:
        return NO_VALUE
    return around(mean(values), times(t_of(g, len(values)), root(sample_variance(values) / len(values))))


def coverage(g: Given) -> Any:
    n, p = whole(g["records"]), probability(g["p"])
    if "confidence" in g and g["method"] in ("clopper_pearson", "jeffreys") and n > 30:
        raise NotHere("many quantiles")
    total = Fraction(0)
    for k in range(n + 1):
        found = ANSWERS[g["method"]]({**{name: g[name] for name in ("z", "confidence") if name in g}, "errors": str(k), "records": str(n)})
        if found is NO_VALUE:
            return NO_VALUE
        with mpmath.workdps(WORKING):
            if real(found["low"]) <= real(p) <= real(found["high"]):
                total += pmf(k, n, p)
    return total


# Moments


def mean(values: Sequence[Fraction]) -> Any:
    return sum(values, Fraction(0)) / len(values) if values else NO_VALUE


def sample_variance(values: Sequence[Fraction]) -> Any:
    """Half the mean squared distance of two different ones."""
    n = len(values)
    if n < 2:
        return NO_VALUE
    return sum(((a - b) ** 2 for a in values for b in values), Fraction(0)) / (2 * n * (n - 1))


def deviation(values: Sequence[Fraction], divided_by: int = 1) -> Any:
    square = sample_variance(values)
    return square if square is NO_VALUE else root(square / divided_by)


# Partitions


def order_of(g: Given) -> list[int]:
    if "order" in g:
        order = [whole(i, 1) for i in g["order"]]
        if sorted(order) != list(range(1, len(order) + 1)):
            raise NotAnInput("each record once")
        return order
    return list(range(1, whole(g["records"]) + 1))


def partition(order: Sequence[int], test: Sequence[int]) -> dict[str, Any]:
    return {"training": [i for i in order if i not in test], "test": list(test)}


def holdout(order: Sequence[int], share: Fraction) -> dict[str, Any]:
    if not 0 < share < 1:
        raise NotAnInput("a share")
    training = len(order) * share
    return partition(order, order[: len(order) - int(training)])


def k_fold(order: Sequence[int], k: int) -> list[dict[str, Any]]:
    if not 2 <= k <= len(order):
        raise NotAnInput("folds")
    n, folds, at = len(order), [], 0
    for i in range(k):
        size = n // k + (1 if i < n % k else 0)
        folds.append(partition(order, order[at : at + size]))
        at += size
    return folds


def stratified(g: Given) -> list[dict[str, Any]]:
    labels, k = g["labels"], whole(g["folds"])
    order = order_of(g) if "order" in g else list(range(1, len(labels) + 1))
    if not 2 <= k <= len(labels):
        raise NotAnInput("folds")
    classes = list(dict.fromkeys(labels[i - 1] for i in order))
    laid_out = [i for c in classes for i in order if labels[i - 1] == c]
    shares = [Counter(labels[i - 1] for place, i in enumerate(laid_out) if place % k == fold) for fold in range(k)]
    waiting = {c: [i for i in order if labels[i - 1] == c] for c in classes}
    folds = []
    for share in shares:
        test = {waiting[c].pop(0) for c in classes for _ in range(share[c])}
        folds.append(partition(order, [i for i in order if i in test]))
    return folds


def three_parts(g: Given) -> dict[str, Any]:
    order, v, t = order_of(g), whole(g["validation"]), whole(g["test"])
    if min(v, t, len(order) - v - t) < 1:
        raise NotAnInput("three parts")
    return {"training": order[t + v :], "validation": order[t : t + v], "test": order[:t]}


def schedule(first: Fraction, following: Callable[[Fraction], Fraction], largest: Fraction) -> list[int]:
    sizes, size = [], first
    while int(size) <= largest:
        sizes.append(int(size))
        size = following(size)
    return list(dict.fromkeys(sizes))


def leave_one_out_of_majority(g: Given) -> Any:
    """Every record left out in turn; ties broken rightly, and wrongly."""
    counts = [whole(n) for n in g["counts"]]
    n = sum(counts)
    if n < 2:
        return NO_VALUE
    right = wrong = 0
    for j, n_j in enumerate(counts):
        rest = [c - (i == j) for i, c in enumerate(counts)]
        largest = [i for i, c in enumerate(rest) if c == max(rest)]
        right += n_j * (j not in largest)
        wrong += n_j * (largest != [j])
    return [Fraction(right, n), Fraction(wrong, n)]


def fold_rates(g: Given) -> Any:
    wrong, sizes = numbers(g["wrong"]), numbers(g["records"])
    if len(wrong) != len(sizes) or any(w < 0 or w > n for w, n in zip(wrong, sizes, strict=False)):
        raise NotAnInput("errors of folds")
    return NO_VALUE if 0 in sizes or not sizes else [w / n for w, n in zip(wrong, sizes, strict=True)]


def pooled(g: Given) -> Any:
    fold_rates(g)
    sizes = sum(numbers(g["records"]), Fraction(0))
    return NO_VALUE if sizes == 0 else sum(numbers(g["wrong"]), Fraction(0)) / sizes


def true_error(g: Given) -> Any:
    p = [probability(x) for x in g["probabilities"]]
    if sum(p) != 1 or not len(p) == len(g["target"]) == len(g["hypothesis"]):
        raise NotAnInput("probabilities of the instances")
    return sum((w for w, a, b in zip(p, g["target"], g["hypothesis"], strict=True) if a != b), Fraction(0))


def sample_error(g: Given) -> Any:
    if len(g["target"]) != len(g["hypothesis"]):
        raise NotAnInput("a label for each")
    wrong = sum(a != b for a, b in zip(g["target"], g["hypothesis"], strict=True))
    return Fraction(wrong, len(g["target"])) if g["target"] else NO_VALUE


def fits(g: Given) -> list[Fraction]:
    return [probability(g[name]) for name in ("training", "test", "other_training", "other_test")]


def yes(truth: object) -> str:
    return "yes" if truth else "no"


# Presets on other records


def majority(data: Data, training: Sequence[int]) -> str:
    counts = data.counts([data.records[i - 1] for i in training])
    return data.classes[counts.index(max(counts))]


def learned(data: Data, preset: str, training: Sequence[int]) -> Callable[[int], str]:
    """What the tree of some records says of a record: the first label. A tree of one leaf need not be grown."""
    if preset == "majority":
        label = majority(data, training)
        return lambda _: label
    grower = Grower(data._replace(records=tuple(data.records[i - 1] for i in training)), given_preset(preset))
    tree = grower.grow()
    return lambda i: str(predict(grower, tree, data.records[i - 1].values)["labels"][0])


def tested(data: Data, preset: str, folds: Sequence[Given]) -> dict[str, Any]:
    """Records count one each, whatever they weigh."""
    wrong = []
    for fold in folds:
        says = learned(data, preset, fold["training"])
        wrong.append(sum(says(i) != data.records[i - 1].label for i in fold["test"]))
    sizes = [len(fold["test"]) for fold in folds]
    rates = [Fraction(w, n) for w, n in zip(wrong, sizes, strict=True)]
    return {"wrong": wrong, "records": sizes, "mean_of_folds": mean(rates), "pooled": Fraction(sum(wrong), sum(sizes))}


def data_and_order(g: Given) -> tuple[Data, list[int]]:
    data = given_data(g["data"])
    if data.target.kind == "continuous":
        raise NotAnInput("a numeric target")
    return data, order_of(g) if "order" in g else list(range(1, len(data.records) + 1))


def cross_validation(g: Given) -> Any:
    data, order = data_and_order(g)
    return tested(data, g["preset"], k_fold(order, whole(g["folds"])))


def predefined(g: Given) -> list[dict[str, Any]]:
    folds = list(dict.fromkeys(g["names"]))
    if len(folds) < 2:
        raise NotAnInput("one fold")
    everyone = list(range(1, len(g["names"]) + 1))
    return [partition(everyone, [i for i in everyone if g["names"][i - 1] == name]) for name in folds]


def inner_nodes(tree: Tree) -> list[Inner]:
    return [] if isinstance(tree, Leaf) else [tree, *(node for part in tree.branches for node in inner_nodes(part))]


def tests_of(optimum: Mapping[str, Any]) -> int:
    return 2 ** (len(optimum["present"]) - 1) - 1 if "every_subset" in optimum else 1


def cross_validate_trees(g: Given) -> Any:
    """Every label that a leaf may say; the losses of the first, of the best, of the worst of them."""
    data = given_data(g["data"])
    if len(g["names"]) != len(data.records):
        raise NotAnInput("names")
    folds, losses = [], []
    for fold in predefined(g):
        grower = Grower(data._replace(records=tuple(data.records[i - 1] for i in fold["training"])), given_preset(g["preset"]))
        tree = grower.grow()
        labels = [predict(grower, tree, data.records[i - 1].values)["labels"] for i in fold["test"]]
        ties = sum(sum(map(tests_of, node.optima)) + node.or_leaf > 1 for node in inner_nodes(tree))
        folds.append({"records": fold["test"], "labels": labels, "tied_tests": ties})
        actual = [data.records[i - 1].label for i in fold["test"]]
        losses.append(
            [[(y - z) ** 2 if grower.numeric else Fraction(y != z) for z in some] for y, some in zip(actual, labels, strict=True)]
        )

    def results(choose: Callable[[Sequence[Fraction]], Fraction]) -> dict[str, Any]:
        wrong = [sum(map(choose, fold), Fraction(0)) for fold in losses]
        sizes = list(map(len, losses))
        rates = [w / n for w, n in zip(wrong, sizes, strict=True)]
        return {"wrong": wrong, "records": sizes, "mean_of_folds": mean(rates), "pooled": sum(wrong, Fraction(0)) / sum(sizes)}

    return {"folds": folds, "first": results(lambda some: some[0]), "least": results(min), "greatest": results(max)}


def names(g: Given) -> list[str]:
    """The presets; one that is named twice is one."""
    return list(dict.fromkeys(g["presets"]))


def chosen(g: Given, estimates: Sequence[Any], test: Callable[[str], Any]) -> Any:
    """The presets of least error."""
    best = [name for name, e in zip(names(g), estimates, strict=True) if e == min(estimates)]
    return {"estimates": list(estimates), "best": [{"preset": name, "test": test(name)} for name in best]}


def select_by_cross_validation(g: Given) -> Any:
    data, order = data_and_order(g)
    folds = k_fold(order, whole(g["folds"]))
    return chosen(g, [tested(data, name, folds)["mean_of_folds"] for name in names(g)], lambda _: NO_VALUE)


def select_by_validation(g: Given) -> Any:
    data, order = data_and_order(g)
    parts = three_parts({**g, "order": list(map(str, order))})

    def rate_on(part: str) -> Callable[[str], Any]:
        return lambda name: tested(data, name, [{"training": parts["training"], "test": parts[part]}])["pooled"]

    return chosen(g, list(map(rate_on("validation"), names(g))), rate_on("test"))


def learning_curve(g: Given) -> Any:
    data, order = data_and_order(g)
    folds = k_fold(order, whole(g["folds"]))
    sizes = [whole(size, 1) for size in g["sizes"]]
    if any(size > len(fold["training"]) for size in sizes for fold in folds):
        raise NotAnInput("more than train")
    return [{"size": size, **tested(data, g["preset"], [{**f, "training": f["training"][:size]} for f in folds])} for size in sizes]


def bootstrap_partitions(g: Given) -> Any:
    found = []
    for sample in g["samples"]:
        drawn = [whole(i, 1) for i in sample]
        if any(i > len(sample) for i in drawn):
            raise NotAnInput("a position")
        found.append({"training": drawn, "test": [i for i in range(1, len(sample) + 1) if i not in drawn]})
    return found


# Bootstrap


def statistic(name: str) -> Callable[[Sequence[Fraction]], Any]:
    def variance(z: Sequence[Fraction]) -> Any:
        return sum(((x - mean(z)) ** 2 for x in z), Fraction(0)) / len(z)

    named: dict[str, Callable[[Sequence[Fraction]], Any]] = {"mean": mean, "variance": variance, "sample_variance": sample_variance}
    named |= {"largest": max, "least": min}
    return named[name]


def replicates(g: Given) -> Any:
    values = numbers(g["values"])
    samples = [[whole(i, 1) for i in sample] for sample in g["samples"]]
    if any(i > len(values) for sample in samples for i in sample) or not values:
        raise NotAnInput("a position")
    return [statistic(g["statistic"])([values[i - 1] for i in sample]) for sample in samples]


def ideal(g: Given) -> list[tuple[Fraction, Fraction]]:
    values = numbers(g["values"])
    if len(values) ** len(values) > 50_000:
        raise NotHere("many samples")
    of = statistic(g["statistic"])
    found = Counter(of(sample) for sample in product(values, repeat=len(values)))
    if NO_VALUE in found:
        raise NotHere("samples whose statistic has no value")
    return sorted((x, Fraction(n, len(values) ** len(values))) for x, n in found.items())


def ideal_moment(g: Given, power: int) -> Any:
    distribution = ideal(g)
    centre = sum((x * p for x, p in distribution), Fraction(0))
    return centre if power == 1 else sum(((x - centre) ** 2 * p for x, p in distribution), Fraction(0))


def alpha_of(g: Given) -> Fraction:
    alpha = Fraction(g["alpha"])
    if not 0 < alpha < Fraction(1, 2):
        raise NotAnInput("alpha")
    return alpha


def rank(count: int, p: Fraction) -> int:
    """The least rank r with r/count >= p."""
    return next(r for r in range(1, count + 1) if Fraction(r, count) >= p)


def percentile_interval(g: Given) -> Any:
    theta, alpha = sorted(numbers(g["replicates"])), alpha_of(g)
    if not theta:
        raise NotAnInput("no replicates")
    return {"low": theta[rank(len(theta), alpha) - 1], "high": theta[rank(len(theta), 1 - alpha) - 1]}


def interpolated(theta: Sequence[Fraction], p: Fraction) -> Fraction:
    place = (len(theta) - 1) * p
    i = place.numerator // place.denominator
    return theta[i] if i == place else theta[i] + (place - i) * (theta[i + 1] - theta[i])


def interpolated_interval(g: Given) -> Any:
    theta, alpha = sorted(numbers(g["replicates"])), alpha_of(g)
    if not theta:
        raise NotAnInput("no replicates")
    return {"low": interpolated(theta, alpha), "high": interpolated(theta, 1 - alpha)}


def bias(g: Given) -> Any:
    theta = numbers(g["replicates"])
    if not theta:
        raise NotAnInput("no replicates")
    return mean(theta) - Fraction(g["estimate"])


def relative_bias(g: Given) -> Any:
    square, off = sample_variance(numbers(g["replicates"])), bias(g)
    if square in (NO_VALUE, 0):
        return NO_VALUE
    return over(abs(off), root(square))


def leave_one_out_bootstrap(g: Given) -> Any:
    every = sorted({i for sample in g["out"] for i in sample}, key=int)
    if not every:
        return NO_VALUE
    return mean([mean([Fraction(sample[i]) for sample in g["out"] if i in sample]) for i in every])


def bootstrap_632(g: Given) -> Any:
    out = mean(numbers(g["out"]))
    return out if out is NO_VALUE else Fraction(632, 1000) * out + Fraction(368, 1000) * Fraction(g["resubstituted"])


def three_rates(g: Given) -> tuple[Fraction, Fraction, Fraction]:
    out, own, gamma = (Fraction(g[name]) for name in ("out", "resubstituted", "no_information"))
    if any(not 0 <= e <= 1 for e in (out, own, gamma)):
        raise NotAnInput("rates")
    return out, own, gamma


def overfitting(g: Given) -> Fraction:
    """Cut off at 0 and 1, 0 where the no-information rate isn't above the learner's own error."""
    out, own, gamma = three_rates(g)
    return max(Fraction(0), min(Fraction(1), (out - own) / (gamma - own))) if gamma > own else Fraction(0)


def weighted_632(out: Fraction, own: Fraction, r: Fraction) -> Any:
    below = 1 - Fraction(368, 1000) * r
    return NO_VALUE if below == 0 else own + Fraction(632, 1000) / below * (out - own)


def dot632_plus(g: Given) -> Any:
    """The weighted mean of the capped rate, and 0.632 of what the cap takes off."""
    out, _, gamma = three_rates(g)
    return dot632_plus_capped(g) + Fraction(632, 1000) * max(out - gamma, Fraction(0))


def dot632_plus_capped(g: Given) -> Any:
    out, own, gamma = three_rates(g)
    return weighted_632(min(out, gamma), own, overfitting(g))


def dot632_plus_unbounded(g: Given) -> Any:
    out, own, gamma = three_rates(g)
    return NO_VALUE if gamma == own else weighted_632(out, own, (out - own) / (gamma - own))


ANSWERS: dict[str, Callable[[Given], Any]] = {
    "standard_error": standard_error,
    "wald": wald,
    "wilson": wilson,
    "agresti_coull": agresti_coull,
    "clopper_pearson": clopper_pearson,
    "clopper_pearson_at_most": lambda g: one_sided(g, upper=True),
    "clopper_pearson_at_least": lambda g: one_sided(g, upper=False),
    "jeffreys": jeffreys,
    "difference_interval": difference_interval,
    "mean_interval": mean_interval,
    "fold_mean_interval": lambda g: interval_of(numbers(g["errors"]), g),
    "mean_difference_interval": lambda g: interval_of([a - b for a, b in zip(*map(numbers, (g["first"], g["second"])), strict=True)], g),
    "coverage": coverage,
    "large_enough": lambda g: yes(int(g["records"]) >= 30 if g["rule"] == "evaluation" else int(g["records"]) > 30),
    "sample_error": sample_error,
    "true_error": true_error,
    "holdout": lambda g: holdout(order_of(g), Fraction(g.get("share", "2/3"))),
    "k_fold": lambda g: k_fold(order_of(g), whole(g["folds"])),
    "stratified_k_fold": stratified,
    "leave_one_out": lambda g: [partition(order_of(g), [i]) for i in order_of(g)],
    "training_validation_test": three_parts,
    "mean": lambda g: mean(numbers(g["values"])),
    "sample_variance": lambda g: sample_variance(numbers(g["values"])),
    "standard_deviation": lambda g: deviation(numbers(g["values"])),
    "standard_error_of_mean": lambda g: deviation(numbers(g["values"]), len(g["values"])),
    "mean_of_folds": lambda g: fold_rates(g) if fold_rates(g) is NO_VALUE else mean(fold_rates(g)),
    "pooled_error": pooled,
    "leave_one_out_of_majority": leave_one_out_of_majority,
    "arithmetic_schedule": lambda g: schedule(Fraction(g["first"]), lambda n: n + int(g["step"]), Fraction(g["largest"])),
    "geometric_schedule": lambda g: schedule(Fraction(g["first"]), lambda n: n * Fraction(g["ratio"]), Fraction(g["largest"])),
    "overfits": lambda g: yes(fits(g)[0] < fits(g)[2] and fits(g)[1] > fits(g)[3]),
    "underfits": lambda g: yes(fits(g)[0] > fits(g)[2] and fits(g)[1] > fits(g)[3]),
    "random_subsampling": lambda g: [holdout(order_of({"order": o}), Fraction(g.get("share", "2/3"))) for o in g["orders"]],
    "repeated_k_fold": lambda g: [fold for o in g["orders"] for fold in k_fold(order_of({"order": o}), whole(g["folds"]))],
    "bootstrap_partitions": bootstrap_partitions,
    "predefined_folds": predefined,
    "cross_validation": cross_validation,
    "cross_validate_trees": cross_validate_trees,
    "learning_curve": learning_curve,
    "select_by_cross_validation": select_by_cross_validation,
    "select_by_validation": select_by_validation,
    "bootstrap_replicates": replicates,
    "bootstrap_variance": lambda g: sample_variance(numbers(g["replicates"])),
    "bootstrap_bias": bias,
    "bias_corrected": lambda g: Fraction(g["estimate"]) - bias(g),
    "relative_bias": relative_bias,
    "percentile_interval": percentile_interval,
    "interpolated_percentile_interval": interpolated_interval,
    "percentile_ranks": lambda g: {"low": rank(int(g["count"]), alpha_of(g)), "high": rank(int(g["count"]), 1 - alpha_of(g))},
    "ideal_bootstrap": lambda g: [list(pair) for pair in ideal(g)],
    "ideal_bootstrap_mean": lambda g: ideal_moment(g, 1),
    "ideal_bootstrap_variance": lambda g: ideal_moment(g, 2),
    "probability_drawn": lambda g: 1 - (1 - Fraction(1, whole(g["records"], 1))) ** int(g["records"]),
    "bootstrap_632": bootstrap_632,
    "leave_one_out_bootstrap": leave_one_out_bootstrap,
    "relative_overfitting_rate": overfitting,
    "dot632_plus": dot632_plus,
    "dot632_plus_capped": dot632_plus_capped,
    "dot632_plus_unbounded": dot632_plus_unbounded,
}
