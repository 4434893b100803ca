"""Errors of predicted numbers, bias and variance, samples of classes: by sums over everything."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from naive.agreement import NO_VALUE, NotAnInput
from naive.confusion import by_root, ratio, within
from naive.data import Data, Record, read
from naive.distributions import root
from naive.growing import Grower
from naive.grown import given_data, given_preset, given_record, predict

Given = Mapping[str, Any]
Event = Callable[[Any, Any], bool]


def numbers(texts: Sequence[str]) -> list[Fraction]:
    return list(map(Fraction, texts))


def mean(values: Sequence[Fraction]) -> Any:
    return sum(values, Fraction(0)) / len(values) if values else NO_VALUE


def errors(g: Given) -> list[Fraction]:
    if len(g["actual"]) != len(g["predicted"]):
        raise NotAnInput("as many predictions")
    return [p - a for a, p in zip(numbers(g["actual"]), numbers(g["predicted"]), strict=True)]


def median(values: Sequence[Fraction]) -> Any:
    if not values:
        return NO_VALUE
    ordered, n = sorted(values), len(values)
    return ordered[n // 2] if n % 2 else (ordered[n // 2 - 1] + ordered[n // 2]) / 2


def rooted(x: Any) -> Any:
    return x if x is NO_VALUE else root(x)


def squares(g: Given) -> Any:
    return mean([e**2 for e in errors(g)])


def relative(g: Given) -> Any:
    actual = numbers(g["actual"])
    if not errors(g):
        return NO_VALUE
    return ratio(sum(e**2 for e in errors(g)), sum((a - mean(actual)) ** 2 for a in actual))


def r_squared(g: Given) -> Any:
    found = relative(g)
    return found if found is NO_VALUE else 1 - found


def of_constants(g: Given) -> Any:
    if len(errors(g)) < 2:
        return NO_VALUE
    found = r_squared(g)
    return found if found is not NO_VALUE else Fraction(not any(errors(g)))


def correlation(g: Given) -> Any:
    errors(g)
    x, y = numbers(g["actual"]), numbers(g["predicted"])
    n = len(x)
    pairs = [(i, j) for i in range(n) for j in range(n)]
    top = sum(((x[i] - x[j]) * (y[i] - y[j]) for i, j in pairs), Fraction(0))
    below = sum(((x[i] - x[j]) ** 2 for i, j in pairs), Fraction(0)) * sum(((y[i] - y[j]) ** 2 for i, j in pairs), Fraction(0))
    return by_root(top, below)


# Bias and variance


def weighed(pairs: Sequence[Sequence[str]], *, numeric: bool) -> list[tuple[Any, Fraction]]:
    found = [(Fraction(v) if numeric else v, Fraction(p)) for v, p in pairs]
    if len({v for v, _ in found}) < len(found):
        raise NotAnInput("a value twice")
    if sum(p for _, p in found) != 1 or min(p for _, p in found) < 0:
        raise NotAnInput("probabilities")
    return found


def expectation(pairs: Sequence[tuple[Fraction, Fraction]], of: Callable[[Fraction], Fraction] = lambda v: v) -> Fraction:
    return sum((of(v) * p for v, p in pairs), Fraction(0))


def squared_loss(g: Given) -> dict[str, Fraction]:
    t, y = weighed(g["targets"], numeric=True), weighed(g["predictions"], numeric=True)
    a, b = expectation(t), expectation(y)
    loss = sum(((u - v) ** 2 * p * q for u, p in t for v, q in y), Fraction(0))
    return {
        "noise": expectation(t, lambda v: (v - a) ** 2),
        "bias": (a - b) ** 2,
        "variance": expectation(y, lambda v: (v - b) ** 2),
        "loss": loss,
    }


def mean_squared_loss(g: Given) -> Any:
    weights = [within(point["weight"]) for point in g["points"]]
    parts = [squared_loss(point) for point in g["points"]]
    if sum(weights) == 0:
        return NO_VALUE
    return {
        name: sum((w * part[name] for w, part in zip(weights, parts, strict=True)), Fraction(0)) / sum(weights)
        for name in ("noise", "bias", "variance", "loss")
    }


def zero_one_loss(g: Given) -> Fraction:
    t, y = weighed(g["targets"], numeric=False), weighed(g["predictions"], numeric=False)
    return sum((p * q for u, p in t for v, q in y if u != v), Fraction(0))


def shares(pairs: Sequence[Sequence[str]]) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for v, p in weighed(pairs, numeric=False):
        found[v] = found.get(v, Fraction(0)) + p
    return found


def kohavi_wolpert(g: Given) -> dict[str, Fraction]:
    t, y = shares(g["targets"]), shares(g["predictions"])
    names = {*t, *y}
    bias = sum(((t.get(c, Fraction(0)) - y.get(c, Fraction(0))) ** 2 for c in names), Fraction(0)) / 2
    return {
        "noise": (1 - sum((p**2 for p in t.values()), Fraction(0))) / 2,
        "bias": bias,
        "variance": (1 - sum((p**2 for p in y.values()), Fraction(0))) / 2,
        "loss": zero_one_loss(g),
    }


def domingos(g: Given) -> list[dict[str, Any]]:
    """Theorem 2 of Domingos 2000, its factors read off all pairs of an actual and a predicted label."""
    t, y = weighed(g["targets"], numeric=False), weighed(g["predictions"], numeric=False)
    pairs = [(u, v, p * q) for u, p in t for v, q in y]

    def chance(event: Event, given: Event = lambda _, __: True) -> Any:
        among = [(u, v, w) for u, v, w in pairs if given(u, v)]
        return ratio(sum(w for u, v, w in among if event(u, v)), sum(w for _, _, w in among))

    def about(best: Any, main: Any) -> dict[str, Any]:
        noise, variance = chance(lambda u, _: u != best), chance(lambda _, v: v != main)
        right = chance(lambda _, v: v == best)
        lucky = chance(lambda u, v: u == v, lambda u, v: best not in (u, v))
        helpful = chance(lambda _, v: v == best, lambda _, v: v != main)
        return {
            "optimal": best,
            "main": main,
            "noise": noise,
            "bias": Fraction(best != main),
            "variance": variance,
            "c_1": NO_VALUE if noise == 0 else right - (0 if right == 1 else (1 - right) * lucky),
            "c_2": NO_VALUE if variance == 0 else Fraction(1) if best == main else -helpful,
            "loss": zero_one_loss(g),
        }

    return [about(a, b) for a in likeliest(t) for b in likeliest(y)]


def likeliest(pairs: Sequence[tuple[Any, Fraction]]) -> list[Any]:
    return [v for v, p in pairs if p == max(q for _, q in pairs)]


def estimator(g: Given) -> dict[str, Fraction]:
    found, truth = weighed(g["estimates"], numeric=True), Fraction(g["truth"])
    centre = expectation(found)
    return {
        "mean": centre,
        "bias": centre - truth,
        "variance": expectation(found, lambda v: (v - centre) ** 2),
        "squared_error": expectation(found, lambda v: (v - truth) ** 2),
    }


def generalisation_error(g: Given) -> Fraction:
    chances = [Fraction(p) for _, _, p in g["joint"]]
    if sum(chances) != 1 or min(chances) < 0 or len({(x, label) for x, label, _ in g["joint"]}) < len(chances):
        raise NotAnInput("probabilities that add up to 1, each pair once")
    if not {x for x, _, _ in g["joint"]} <= g["predictor"].keys():
        raise NotAnInput("a prediction for each x")
    return sum((Fraction(p) for x, label, p in g["joint"] if g["predictor"][x] != label), Fraction(0))


def learner_predictions(g: Given) -> Any:
    data = given_data(g["data"])
    values, found = given_record(data, g["record"]), dict.fromkeys(data.classes, Fraction(0))
    if not g["samples"]:
        raise NotAnInput("a sample")
    for sample in g["samples"]:
        grower = Grower(data._replace(records=tuple(picked(data, sample))), given_preset(g["preset"]))
        found[predict(grower, grower.grow(), values)["labels"][0]] += Fraction(1, len(g["samples"]))
    return found


# Balancing


def rows(records: Sequence[Record]) -> list[list[Any]]:
    return [[*("?" if v is None else v for v in r.values), r.label] for r in records]


def sizes(data: Data) -> dict[Any, int]:
    return {c: sum(r.label == c for r in data.records) for c in data.classes if any(r.label == c for r in data.records)}


def of_classes(data: Data, chosen: set[Any]) -> list[int]:
    return [i for i, r in enumerate(data.records, 1) if r.label in chosen]


def class_balance(g: Given) -> dict[str, Any]:
    data = read(g["data"])
    n = sizes(data)
    least, most = (min(n.values()), max(n.values())) if n else (0, 0)
    return {
        "balanced": "yes" if least == most else "no",
        "thinned": of_classes(data, {c for c, k in n.items() if k > least}),
        "repeated": of_classes(data, {c for c, k in n.items() if k < most}),
    }


def picked(data: Data, positions: Sequence[str]) -> list[Record]:
    if any(not (i.isdecimal() and 1 <= int(i) <= len(data.records)) for i in positions):
        raise NotAnInput("a position")
    return [data.records[int(i) - 1] for i in positions]


def undersample(g: Given) -> Any:
    data = read(g["data"])
    allowed, kept = class_balance(g)["thinned"], [int(i) for i in g["kept"]]
    if not set(kept) <= set(allowed) or len(set(kept)) < len(kept):
        raise NotAnInput("positions of the classes that are thinned, each once")
    return rows([r for i, r in enumerate(data.records, 1) if i in kept or i not in allowed])


def oversample(g: Given) -> Any:
    data = read(g["data"])
    if not {int(i) for i in g["added"]} <= set(class_balance(g)["repeated"]):
        raise NotAnInput("positions of the classes that are repeated")
    return rows([*data.records, *picked(data, g["added"])])


def hybrid(g: Given) -> Any:
    data, size = read(g["data"]), int(g["size"])
    n = sizes(data)
    large, small = (set(of_classes(data, {c for c, k in n.items() if test(k)})) for test in (lambda k: k > size, lambda k: k < size))  # type: ignore[no-untyped-call]
    kept = [int(i) for i in g["kept"]]
    if not set(kept) <= large or len(set(kept)) < len(kept) or not {int(i) for i in g["added"]} <= small:
        raise NotAnInput("positions of the large and of the small classes")
    return rows([*(r for i, r in enumerate(data.records, 1) if i not in large or i in kept), *picked(data, g["added"])])


def distance(a: Record, b: Record) -> Fraction:
    if not all(isinstance(x, Fraction) for x in (*a.values, *b.values)):
        raise NotAnInput("numbers, for a distance")
    return sum(((x - y) ** 2 for x, y in zip(a.values, b.values, strict=True)), Fraction(0))


def neighbours(g: Given) -> dict[str, list[int]]:
    data, of, k = read(g["data"]), int(g["of"]), int(g["neighbours"])
    (me,) = picked(data, [g["of"]])
    others = sorted((distance(me, r), i) for i, r in enumerate(data.records, 1) if i != of and r.label == me.label)
    if not 1 <= k <= len(others):
        raise NotAnInput("as many neighbours as there are")
    border = others[k - 1][0]
    sure = [i for d, i in others if d < border]
    at_border = [i for d, i in others if d == border]
    return {"nearer": sorted(sure), "tied": sorted(at_border)}


def smote(g: Given) -> Any:
    data = read(g["data"])
    made = []
    for a, b, gap in g["steps"]:
        one, other = picked(data, [a, b])
        near, n = neighbours({**g, "of": a}), sizes(data)
        if n[one.label] == max(n.values()):
            raise NotAnInput("a record of a smaller class")
        gaps = numbers(gap) if isinstance(gap, list) else [Fraction(gap)] * len(one.values)
        if int(b) not in near["nearer"] + near["tied"] or len(gaps) != len(one.values) or not all(0 <= x <= 1 for x in gaps):
            raise NotAnInput("a neighbour, and gaps from 0 to 1")
        made.append([*(x + t * (y - x) for x, y, t in zip(one.values, other.values, gaps, strict=True)), one.label])
    return [*rows(data.records), *made]


ANSWERS: dict[str, Callable[[Given], Any]] = {
    "prediction_errors": errors,
    "mean_squared_error": squares,
    "root_mean_squared_error": lambda g: rooted(squares(g)),
    "mean_absolute_error": lambda g: mean([abs(e) for e in errors(g)]),
    "median_absolute_deviation_about_prediction": lambda g: median([abs(e) for e in errors(g)]),
    "squared_median_absolute_deviation": lambda g: NO_VALUE if not errors(g) else median([abs(e) for e in errors(g)]) ** 2,
    "median_squared_error": lambda g: median([e**2 for e in errors(g)]),
    "median_absolute_deviation_about_median": lambda g: median([abs(v - median(numbers(g["values"]))) for v in numbers(g["values"])]),
    "relative_squared_error": relative,
    "root_relative_squared_error": lambda g: rooted(relative(g)),
    "r_squared": r_squared,
    "r_squared_of_constants": of_constants,
    "correlation": correlation,
    "generalisation_error": generalisation_error,
    "estimator": estimator,
    "squared_loss": squared_loss,
    "mean_squared_loss": mean_squared_loss,
    "zero_one_loss": zero_one_loss,
    "domingos": domingos,
    "kohavi_wolpert": kohavi_wolpert,
    "learner_predictions": learner_predictions,
    "class_balance": class_balance,
    "undersample": undersample,
    "oversample": oversample,
    "hybrid_sample": hybrid,
    "nearest_neighbours": neighbours,
    "smote": smote,
}
