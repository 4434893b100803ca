"""Ensembles by their definitions: every member is grown and asked, and the votes are counted."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from naive.agreement import NO_VALUE, NotAnInput
from naive.asking import Values
from naive.data import Data
from naive.growing import Grower, Tree
from naive.grown import given_data, given_preset, given_record, predict, shown_tree


def positions(given: Sequence[str], length: int) -> list[int]:
    """From 1 in what is given, from 0 here."""
    found = [Fraction(i) for i in given]
    if any(i.denominator != 1 or not 1 <= i <= length for i in found):
        raise NotAnInput("positions that aren't there")
    return [int(i) - 1 for i in found]


def sampled(data: Data, drawn: Sequence[int]) -> Data:
    return data._replace(records=tuple(data.records[i] for i in drawn))


def distinct(found: Sequence[Any]) -> Sequence[Any]:
    if len(set(found)) < len(found):
        raise NotAnInput("a position twice")
    return found


class Forest:
    def __init__(self, given: Mapping[str, Any]) -> None:
        self.data = given_data(given["data"])
        n = len(self.data.records)
        self.samples = [positions(sample, n) for sample in given["samples"]]
        self._check(given["sampling"], n)
        asked: list[Any] = [None] * len(self.samples)
        if "attributes" in given:
            if len(given["attributes"]) != len(self.samples):
                raise NotAnInput("choices of attributes for other trees")
            names = [a.name for a in self.data.attributes]
            if any(name not in names for tree in given["attributes"] for node in tree for name in node):
                raise NotAnInput("an attribute that isn't there")
            asked = [[[self.data.column(name) for name in node] for node in tree] for tree in given["attributes"]]
        preset = given_preset(given["preset"])
        self.growers = [Grower(sampled(self.data, s), preset, asked=a) for s, a in zip(self.samples, asked, strict=True)]
        self.trees: list[Tree] = [grower.grow() for grower in self.growers]

    def _check(self, sampling: str, n: int) -> None:
        if sampling == "disjoint":
            distinct([i for sample in self.samples for i in sample])
        elif sampling == "bootstrap":
            if any(len(sample) != n for sample in self.samples):
                raise NotAnInput("a sample of another size")
        elif sampling == "all":
            if any(sorted(sample) != list(range(n)) for sample in self.samples):
                raise NotAnInput("a sample that isn't all records")
        else:
            raise NotAnInput(sampling)

    def vote(self, values: Values, members: Sequence[int], how: str) -> dict[str, Any]:
        return vote(self.data.classes, [predict(self.growers[m], self.trees[m], values) for m in members], how)


def vote(classes: Sequence[str], predictions: Sequence[Mapping[str, Any]], how: str = "hard") -> dict[str, Any]:
    """Each member has one vote; it is shared among tied labels, or (soft) as the leaf's classes are, where it has records."""
    if how not in ("hard", "soft"):
        raise NotAnInput(how)
    if not predictions:
        return {"labels": list(classes), "distribution": NO_VALUE}
    shares = dict.fromkeys(classes, Fraction(0))
    for p in predictions:
        if how == "soft" and p["distribution"] is not NO_VALUE:
            for c, share in p["distribution"].items():
                shares[c] += share / len(predictions)
        else:
            for c in p["labels"]:
                shares[c] += Fraction(1, len(p["labels"]) * len(predictions))
    return {"labels": [c for c in classes if shares[c] == max(shares.values())], "distribution": shares}


def _forest(given: Mapping[str, Any]) -> Any:
    forest = Forest(given)
    return [shown_tree(grower, tree) for grower, tree in zip(forest.growers, forest.trees, strict=True)]


def _forest_prediction(given: Mapping[str, Any]) -> Any:
    forest = Forest(given)
    return forest.vote(given_record(forest.data, given["record"]), range(len(forest.trees)), given["vote"])


def _out_of_bag(given: Mapping[str, Any]) -> Any:
    forest = Forest(given)
    found = {name: Fraction(0) for name in ("right", "wrong", "tied", "never")}
    for i, record in enumerate(forest.data.records):
        members = [m for m, sample in enumerate(forest.samples) if i not in sample]
        labels = forest.vote(record.values, members, given["vote"])["labels"]
        how = "never" if not members else "wrong" if record.label not in labels else "tied" if len(labels) > 1 else "right"
        found[how] += record.weight
    judged = found["right"] + found["wrong"] + found["tied"]
    error = [found["wrong"] / judged, (found["wrong"] + found["tied"]) / judged] if judged else NO_VALUE
    return {**found, "error": error}


def learned(data: Data, preset: str, values: Values) -> dict[str, Any]:
    """What a tree grown on some data says of a record."""
    grower = Grower(data, given_preset(preset))
    return predict(grower, grower.grow(), values)


def _bagging(given: Mapping[str, Any]) -> Any:
    data = given_data(given["data"])
    n = len(data.records)
    samples = [positions(sample, n) for sample in given["samples"]]
    if any(len(sample) != n for sample in samples):
        raise NotAnInput("a sample of another size")
    values = given_record(data, given["record"])
    return vote(data.classes, [learned(sampled(data, sample), given["preset"], values) for sample in samples])


def _repeated_undersampling(given: Mapping[str, Any]) -> Any:
    """All of the classes with the fewest rows, and of the others what is kept, in the order of the data."""
    data = given_data(given["data"])
    values = given_record(data, given["record"])
    rows = Counter(r.label for r in data.records)
    all_of_it = [i for i, r in enumerate(data.records) if rows[r.label] == min(rows.values())]
    predictions = []
    for given_kept in given["kept"]:
        kept = distinct(positions(given_kept, len(data.records)))
        if set(kept) & set(all_of_it):
            raise NotAnInput("records of the rarest class")
        predictions.append(learned(sampled(data, sorted([*all_of_it, *kept])), given["preset"], values))
    return vote(data.classes, predictions)


def _random_subspaces(given: Mapping[str, Any]) -> Any:
    data = given_data(given["data"])
    values = given_record(data, given["record"])
    names = [a.name for a in data.attributes]
    predictions = []
    for subspace in given["subspaces"]:
        if any(name not in names for name in subspace):
            raise NotAnInput("an attribute that isn't there")
        columns = distinct([data.column(name) for name in subspace])
        part = data._replace(
            attributes=tuple(data.attributes[c] for c in columns),
            records=tuple(r._replace(values=tuple(r.values[c] for c in columns)) for r in data.records),
        )
        predictions.append(learned(part, given["preset"], [values[c] for c in columns]))
    return vote(data.classes, predictions)


def _words(code: Sequence[str]) -> Sequence[str]:
    if any(set(word) - {"0", "1"} for word in code) or len(set(map(len, code))) > 1:
        raise NotAnInput("words that aren't of 0 and 1, and of one length")
    return code


def nearest(code: Sequence[str], bits: Sequence[Fraction]) -> list[int]:
    """The positions, from 0, of the words with the least distance to the bits."""
    if any(len(word) != len(bits) for word in code):
        raise NotAnInput("bits of another number")
    far = [sum(abs(bit - int(b)) for bit, b in zip(bits, word, strict=True)) for word in code]
    return [i for i, d in enumerate(far) if d == min(far)]


def _output_codes(given: Mapping[str, Any]) -> Any:
    data, code = given_data(given["data"]), _words(given["code"])
    values = given_record(data, given["record"])
    if len(code) != len(data.classes) or len(set(code)) < len(code):
        raise NotAnInput("a word for each class, all different")
    bits = []
    for column in range(len(code[0])):
        bit = {c: word[column] for c, word in zip(data.classes, code, strict=True)}
        relabelled = data._replace(
            target=data.target._replace(values=("0", "1")), records=tuple(r._replace(label=bit[r.label]) for r in data.records)
        )
        labels = learned(relabelled, given["preset"], values)["labels"]
        bits.append(Fraction(labels.count("1"), len(labels)))
    return {"labels": [data.classes[i] for i in nearest(code, bits)], "distribution": NO_VALUE}


def _different_algorithms(given: Mapping[str, Any]) -> Any:
    data = given_data(given["data"])
    values = given_record(data, given["record"])
    return vote(data.classes, [learned(data, preset, values) for preset in given["presets"]])


def _classes(given: Mapping[str, Any], least: int) -> int:
    k = Fraction(given["classes"])
    if k.denominator != 1 or k < least:
        raise NotAnInput("too few classes")
    return int(k)


def _one_against_rest(given: Mapping[str, Any]) -> Any:
    k = _classes(given, 0)
    return ["".join("1" if i == j else "0" for j in range(k)) for i in range(k)]


def _exhaustive_code(given: Mapping[str, Any]) -> Any:
    """A column for each way to tell classes apart, the first class being 1; columns as binary numbers from the greatest to the least."""
    k = _classes(given, 2)
    columns = [("1", *rest) for rest in itertools.product("01", repeat=k - 1) if "0" in rest]
    return ["".join(column[i] for column in columns) for i in range(k)]


def _code_distance(given: Mapping[str, Any]) -> Any:
    code = _words(given["code"])
    far = [sum(a != b for a, b in zip(v, w, strict=True)) for v, w in itertools.combinations(code, 2)]
    return min(far) if far else NO_VALUE


def _decode(given: Mapping[str, Any]) -> Any:
    return [i + 1 for i in nearest(_words(given["code"]), [Fraction(bit) for bit in given["bits"]])]


ANSWERS = {
    "forest": _forest,
    "forest_prediction": _forest_prediction,
    "out_of_bag": _out_of_bag,
    "bagging": _bagging,
    "repeated_undersampling": _repeated_undersampling,
    "random_subspaces": _random_subspaces,
    "output_codes": _output_codes,
    "different_algorithms": _different_algorithms,
    "one_against_rest": _one_against_rest,
    "exhaustive_code": _exhaustive_code,
    "code_distance": _code_distance,
    "decode": _decode,
}
