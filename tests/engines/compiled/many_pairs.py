"""
As many generated pairs of data set and policy as there is time for: the fast engine, forced, beside the specification without its filter.

Run: python tests/engines/compiled/many_pairs.py STATE.json [--pairs 1000] [--kinds WORD …] [--uncompiled | --fused | --unfused]
     python tests/engines/compiled/many_pairs.py STATE.json --pairs 0 --page [--beside "as Python=OTHER.json" …]
     from the root of the checkout, with tests/ in PYTHONPATH; `nice -n 19` leaves the machine to others

Each kind of pair (the rules of `generated.RULES`, the presets, the programs, pairs of no one rule) is drawn by seeds 0, 1, 2 … until so
many are covered.
What was found is kept in STATE.json after every hundred seeds: a run that was stopped goes on there. At the end, or with `--pairs 0` at
once, a table is printed: pairs by kind, by option and by the reason for which the engine declined one. `--uncompiled` runs the kernels as
Python, which checks that integers don't overflow and that positions are in their arrays. `--fused` and `--unfused` run them as other
processors may (`other_processors`), and LD_PRELOAD with another C library's functions. `--page` writes PAIRS.md, with a line for each other
state that is named.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

if "--uncompiled" in sys.argv:
    os.environ["NUMBA_DISABLE_JIT"] = "1"  # numba reads it when it is imported

from attrs import Factory, evolve, field, frozen
from engines.compiled.generated import RULES, data_set, pair, policy, with_near_singles, with_two_classes, within_the_bound
from engines.compiled.generated_gaps import GAP_RULES, gap_pair
from engines.compiled.generated_programs import program_pair
from engines.compiled.generated_pruning import PRUNED_PROGRAMS, pruning_pair
from engines.compiled.other_processors import run_as
from engines.compiled.outcomes import UNCOVERED

import dtref
from dtref.engines.compiled import exact_decision
from dtref.engines.compiled import grow as compiled_grow
from dtref.engines.compiled.gaps import decisions
from dtref.engines.compiled.gaps import grow as gaps_grow
from dtref.engines.compiled.gaps.exact_pruning import ExactPruning
from dtref.errors import Invalid, Undecided
from dtref.spec.growing import hunt
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.surrogates import LearnSurrogates
from dtref.spec.growing.ties import Last, tied_nodes
from dtref.spec.model.attributes import Continuous, Nominal, Ordinal
from dtref.spec.model.data import DataSet
from dtref.spec.presets import PRESETS
from dtref.spec.programs.by_name import PROGRAMS

SEEDS = 100
"""After so many seeds of a kind the others have their turn, and what was found is kept."""

ANY = "no one rule"

GAPS = {f"gaps: {rule}": rule for rule in GAP_RULES}
"""The kinds with missing values, each with its rule for them."""

PRUNINGS = {f"pruning {program}": program for program in PRUNED_PROGRAMS}
"""The kinds with trees that are pruned by predicted errors, each with the program that does so."""

REASONS: Mapping[str, str] = {
    "missing values": "missing values that a policy refuses",
    "where values are missing": "where values are missing: no bound on their error is derived yet",
    "parts of records": "Parts below 10^-100",
    "a limit that is passed": "more groupings than the policy's limit",
    "criterion ": "description lengths",
    "candidates of ": "bins, oblique tests",
    "oblique tests": "bins, oblique tests",
    "selection": "CHAID's least p-value",
    "tie rule": "a list of choices",
    "stopping rule": "independence",
    "admission rule": "significance",
    "groupings beyond the limit": "more groupings than the policy's limit",
    "more groupings than the limit": "more groupings than the policy's limit",
    "no records or no attributes": "none (no records, or no attributes)",
    "a criterion of the other kind of target": "a criterion of another kind of target",
    "a criterion of two classes": "or of two classes",
    "surrogates": "ties that are refused among surrogates",
    "altered priors": "priors beside surrogates",
    "attributes that are given up": "columns that are given up below a node",
    "a learned direction": "a learned direction of values that are no numbers",
    "labels other": "labels of least loss",
    "confirmation": "REPTree's and SimpleCart's",
    "columns drawn": "columns drawn at random",
    "monotone": "monotone predictions",
    "growth best first": "growth best first",
    "nodes that are nearly pure": "may be nearly pure",
    "too many classes": "more than 2^28 counts of classes",
    "pruning": "several trees, counted or verified at once, that are pruned",
    "more surrogates than": "more surrogates than other attributes",
    "weights too far apart": "weights so far apart that one is lost",
    "weights of 2^31 and more units": "means",
    "a criterion of products": "twoing, C-SEP",
    "shortcuts among groupings": "shortcuts among groupings",
    "a least weight": "a least weight of nodes and branches where weights are rounded",
    "sums of y that are too large": "targets whose sums are too large to multiply",
    "an improvement that grows": "least improvements by chi-square and G with weights in another unit than 1",
    "a node that must be split": "nodes that must be split and can't",
    "numbers beyond the largest float32": "numbers beyond the largest float",
    "a distance between cuts": "a distance that is no double",
}
"""How a reason for declining begins, and where the list in dtref/engines/README.md names it."""


@frozen
class Found:
    """
    What the pairs of a kind gave. next: the seed that comes. bound: pairs with a node that doubles could not decide. ties: pairs with nodes
    that have several optima. different: the seeds of those where the engine differs.
    """

    next: int = 0
    covered: int = 0
    ties: int = 0
    bound: int = 0
    errors: int = 0
    declined: Counter[str] = field(factory=Counter, converter=Counter)
    options: Counter[str] = field(factory=Counter, converter=Counter)
    different: list[int] = Factory(list)


def kinds() -> Iterator[str]:
    yield from (ANY, *RULES, *GAPS, *(f"preset {name}" for name in PRESETS), *(f"program {name}" for name in PROGRAMS), *PRUNINGS)


def pair_of(kind: str, seed: int) -> tuple[DataSet, Policy]:
    """The data set and the policy that a kind has at a seed."""
    chance = Random(f"{kind} {seed}")
    if kind in RULES:
        return pair(chance, kind)
    if kind in GAPS:
        return gap_pair(chance, GAPS[kind])
    if kind.startswith("program "):
        return program_pair(chance, kind.removeprefix("program "))
    if kind in PRUNINGS:
        return pruning_pair(chance, PRUNINGS[kind])
    if kind == ANY:
        regression = chance.random() < 0.3
        return data_set(chance, regression), policy(chance, regression)
    rules = PRESETS[kind.removeprefix("preset ")]
    data = data_set(chance, rules is dtref.REGRESSION_TREE)
    if rules is not dtref.REGRESSION_TREE and chance.random() < 0.15:
        data = within_the_bound(chance, data)
    if rules is dtref.SCIKIT_LEARN:
        data = with_near_singles(chance, data)
    if rules.criterion.two_classes:
        data = with_two_classes(data)
    return data, rules if chance.random() < 0.7 else evolve(rules, tie=Last())


def outcome(grow: Callable[[], object]) -> object:
    try:
        return grow()
    except (Invalid, Undecided) as problem:
        return str(problem)


def reason(told: str) -> str:
    """The reason of a refusal, as `REASONS` has it. Errors: ValueError for one that is not there."""
    why = told.removeprefix(UNCOVERED).removeprefix(" (got ").removesuffix(")").strip("'\"")
    known = next((beginning for beginning in REASONS if why.startswith(beginning)), None)
    if known is None:
        raise ValueError(f"the engine declines for a reason that is not on the list: {why}")
    return known.strip()


def options(data: DataSet, rules: Policy) -> Iterator[str]:
    """The options of a policy that these data have a use for, and the kinds of their weights."""
    kinds_there = {type(a) for a in data.attributes}
    yield f"criterion: {rules.criterion.name}"
    for kind, offer in ((Nominal, rules.nominal), (Ordinal, rules.ordinal), (Continuous, rules.continuous)):
        if kind in kinds_there:
            yield f"{kind.__name__.lower()}: {_named(offer)}"
    yield from (f"stop: {_named(rule)}" for rule in rules.stop)
    yield from (f"admit: {type(rule).__name__}" for rule in rules.admit)
    yield f"select: {_named(rules.select)}"
    yield f"tie: {type(rules.tie).__name__}"
    yield f"empty branch: {rules.empty_branch.name}"
    yield f"ask once: {rules.ask_once}"
    yield f"missing: {_named(rules.missing)}"
    yield f"gap: {'LearnSurrogates' if isinstance(rules.gap, LearnSurrogates) else rules.gap.name}"
    yield f"weights: {_weights(data)}"


def _named(rule: object) -> str:
    """A rule by its class or function, with its options but for numbers that are drawn freely."""
    name = getattr(rule, "__name__", None)
    if name is not None:
        return str(name)
    values = [getattr(rule, f.name) for f in getattr(type(rule), "__attrs_attrs__", ())]
    said = [getattr(v, "__name__", None) or getattr(v, "name", None) or v for v in values if not isinstance(v, int) or isinstance(v, bool)]
    return (
        f"{type(rule).__name__}({', '.join(map(str, said))})"
        if type(rule).__name__ in {"Thresholds", "SubsetSplits"}
        else type(rule).__name__
    )


def _weights(data: DataSet) -> str:
    weights = [r.weight for r in data.records]
    if all(w == 1 for w in weights):
        return "1"
    if all(w.denominator == 1 for w in weights):
        return "whole" if sum(weights) < 2**31 else "whole, 2^31 and more"
    return "fractions"


@cache
def _decisions() -> Counter[str]:
    """How many nodes doubles could not decide so far: the engine's exact decision counts them."""
    counted: Counter[str] = Counter()

    vars(compiled_grow)["decide_waiting"] = counting(counted, exact_decision.decide_waiting)
    for name, function in (("decide_node", decisions.decide_node), ("decide_contenders", decisions.decide_contenders)):
        vars(gaps_grow)[name] = counting(counted, function)
    for name in ("largest", "action"):
        setattr(ExactPruning, name, counting(counted, getattr(ExactPruning, name)))
    return counted


def counting(counted: Counter[str], decide: Callable[..., object]) -> Callable[..., object]:
    """A function, which counts how often it is asked."""

    def decided(*arguments: Any) -> object:
        counted["nodes"] += 1
        return decide(*arguments)

    return decided


def one(kind: str, seed: int, so_far: Found) -> Found:
    """What was found, with one more pair."""
    data, rules = pair_of(kind, seed)
    undecided = _decisions()
    before = undecided["nodes"]
    tree = outcome(lambda: dtref.grow(data, rules, engine="fast"))
    so_far = evolve(so_far, next=seed + 1)
    if isinstance(tree, str) and tree.startswith(UNCOVERED):
        so_far.declined[reason(tree)] += 1
        return so_far
    in_bound = undecided["nodes"] > before
    wanted = outcome(lambda: hunt.grow(data, rules))
    same = tree == wanted and wanted == tree and (isinstance(wanted, str) or hash(tree) == hash(wanted))
    so_far.options.update(options(data, rules))
    error = isinstance(wanted, str)
    return evolve(
        so_far,
        covered=so_far.covered + 1,
        ties=so_far.ties + (not error and tied_nodes(wanted) > 0),  # type: ignore[arg-type]
        bound=so_far.bound + in_bound,
        errors=so_far.errors + error,
        different=so_far.different if same else [*so_far.different, seed],
    )


def read(state: Path) -> dict[str, Found]:
    kept = json.loads(state.read_text()) if state.exists() else {}
    return {kind: Found(**kept.get(kind, {})) for kind in kinds()}


def keep(state: Path, found: Mapping[str, Found]) -> None:
    beside = state.with_suffix(".new")
    beside.write_text(json.dumps({kind: {f.name: getattr(of, f.name) for f in Found.__attrs_attrs__} for kind, of in found.items()}))
    beside.replace(state)


def run(state: Path, wanted: int, chosen: Callable[[str], bool]) -> dict[str, Found]:
    """Goes on until every chosen kind has as many covered pairs as are wanted; one that is never covered ends at as many seeds."""
    found = read(state)
    while True:
        open_kinds = [kind for kind, of in found.items() if chosen(kind) and of.covered < wanted and (of.covered or of.next < wanted)]
        if not open_kinds:
            return found
        for kind in open_kinds:
            for seed in range(found[kind].next, found[kind].next + SEEDS):
                found[kind] = one(kind, seed, found[kind])
            keep(state, found)


def table(found: Mapping[str, Found]) -> Iterator[str]:
    yield "| pairs | covered | with ties | inside the filter's bound | errors on both sides | declined | different |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for kind, of in found.items():
        yield f"| {kind} | {of.covered:,} | {of.ties:,} | {of.bound:,} | {of.errors:,} | {of.declined.total():,} | {len(of.different)} |"
    sums = [sum(getattr(of, name) for of in found.values()) for name in ("covered", "ties", "bound", "errors")]
    declined, different = sum((of.declined for of in found.values()), Counter()), sum(len(of.different) for of in found.values())
    yield f"| all | {' | '.join(f'{n:,}' for n in sums)} | {declined.total():,} | {different} |"
    yield from ("", "| option | covered pairs |", "| --- | ---: |")
    for option, n in sorted(sum((of.options for of in found.values()), Counter()).items()):
        yield f"| {option} | {n:,} |"
    yield from ("", "| reason for declining | pairs |", "| --- | ---: |")
    yield from (f"| {why} | {n:,} |" for why, n in declined.most_common())
    yield from (f"different: {kind!r}, seed {seed}" for kind, of in found.items() for seed in of.different)


def page(found: Mapping[str, Found], beside: Mapping[str, Mapping[str, Found]]) -> Iterator[str]:
    """The page of what was found; beside: what was found where the kernels ran in other ways."""
    yield from ("# Generated pairs of data set and policy", "")
    yield "The fast engine, forced, beside the specification without its filter: the same tree, with all ties, or the same error."
    yield f"Written by `tests/engines/compiled/many_pairs.py --page`; dtref {dtref.__version__}."
    yield from (
        "",
        "| the kernels ran | covered | with ties | inside the filter's bound | different |",
        "| --- | ---: | ---: | ---: | ---: |",
    )
    for how, of_kinds in {"compiled": found, **beside}.items():
        sums = [sum(getattr(of, name) for of in of_kinds.values()) for name in ("covered", "ties", "bound")]
        yield f"| {how} | {' | '.join(f'{n:,}' for n in sums)} | {sum(len(of.different) for of in of_kinds.values())} |"
    yield from ("", "## Compiled", "", *table(found))


def main() -> None:
    parser = ArgumentParser(description="Many generated pairs of data set and policy.")
    parser.add_argument("state", type=Path)
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--kinds", nargs="*", default=[""])
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--beside", nargs="*", default=[])
    runs_as = parser.add_mutually_exclusive_group()
    for name in ("uncompiled", "fused", "unfused"):
        runs_as.add_argument(f"--{name}", action="store_true")
    asked = parser.parse_args()
    if asked.fused or asked.unfused:
        run_as(asked.fused)
    found = run(asked.state, asked.pairs, lambda kind: any(word in kind for word in asked.kinds))
    print("\n".join(table(found)))
    if asked.page:
        beside = {how: read(Path(other)) for how, _, other in (one.partition("=") for one in asked.beside)}
        Path(__file__).with_name("PAIRS.md").write_text("\n".join(page(found, beside)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
