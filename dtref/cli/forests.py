"""The command that grows a random forest."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Unpack

import click
from attrs import evolve

from dtref.cli.choices import Named
from dtref.cli.options import DATA, DIGITS_OPTION, GROWING_OPTIONS, PRINTED, READING, GrownFrom, options, progress, read_and_tell
from dtref.cli.provenance import print_json
from dtref.cli.remembered_reading import reading_told
from dtref.engines.forest import grow_forest, out_of_bag_error
from dtref.errors import Undefined
from dtref.exact.number_text import number_list, readable
from dtref.io.models import Model, write_model
from dtref.io.training_overlap import training_of
from dtref.oracle.stated.grown_policy import in_a_forest, policy_and_history
from dtref.show.exact_text import value_text
from dtref.spec.ensembles.forest import Forest, Sampling
from dtref.spec.ensembles.random_draws import draw_attributes, draw_samples
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import leaf_count
from dtref.spec.preparation.resampling import take

_SAMPLINGS = {"bootstrap": Sampling.BOOTSTRAP, "disjoint": Sampling.DISJOINT, "all": Sampling.ALL}
"""The samplings, by the name that the command line uses."""


@click.command(epilog="Example: dtref forest golden/data/iris.csv --target species --trees 25 --attributes-per-node 2 --seed 7")
@options(DATA, *READING, *GROWING_OPTIONS)
@click.option("--trees", type=click.IntRange(1), default=25, show_default=True, help="How many trees.")
@click.option("--sampling", type=Named(list(_SAMPLINGS)), default="bootstrap", show_default=True, help="What each tree is grown from.")
@click.option("--attributes-per-node", type=click.IntRange(1), help="How many attributes a node may ask  [default: all].")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The seed of the generator that all chance comes from.")
@DIGITS_OPTION
@PRINTED
def forest(
    data: Path,
    trees: int,
    sampling: str,
    attributes_per_node: int | None,
    seed: int,
    digits: int,
    as_json: bool,
    **settings: Unpack[GrownFrom],
) -> None:
    """Grow a random forest from the CSV file DATA; print its size and its out-of-bag error. The seed decides all chance."""
    (policy, history), chance = policy_and_history(settings), Random(seed)
    records, warnings = read_and_tell(data, settings, policy.missing)
    # draw, then grow
    samples = draw_samples(chance, _SAMPLINGS[sampling], len(records), trees)
    choices = None if attributes_per_node is None else draw_attributes(chance, samples, len(records.attributes), attributes_per_node)
    with progress(f"growing {trees} trees"):
        ensemble = grow_forest(records, policy, samples, choices)
        facts = {"trees": str(trees), "sampling": _SAMPLINGS[sampling].value, "seed": str(seed), **_facts(ensemble, records, digits)}
    # print
    if as_json:
        grown = history.grown and in_a_forest(history.grown, sampling, attributes_per_node)
        told = evolve(history, grown=grown, read=reading_told(settings))
        drawn = [training_of(take(records, sample), str(seed)) for sample in samples.indices]
        model = Model(ensemble.attributes, ensemble.target, policy.name, ensemble.trees[0], policy.monotone)
        models = [
            evolve(model, tree=tree, history=evolve(told, trained_on=known)) for tree, known in zip(ensemble.trees, drawn, strict=True)
        ]
        indices = [list(map(str, sample)) for sample in samples.indices]
        print_json({**facts, "samples": indices, "models": [json.loads(write_model(model)) for model in models], **warnings})
        return
    for name, value in facts.items():
        print(f"{name.replace('_', ' '):<18} {value}")


def _facts(ensemble: Forest, records: DataSet, digits: int) -> dict[str, str]:
    sizes = [leaf_count(tree) for tree in ensemble.trees]
    out_of_bag = out_of_bag_error(ensemble, records)
    counts = (("right", out_of_bag.right), ("wrong", out_of_bag.wrong), ("tied", out_of_bag.tied), ("never out of bag", out_of_bag.never))
    return {
        "leaves": f"{min(sizes)} to {max(sizes)} a tree",
        "out_of_bag": number_list(f"{word} {readable(n)}" for word, n in counts),
        "error": _error(out_of_bag.error, digits),
    }


def _error(error: tuple[Fraction, Fraction] | Undefined, digits: int) -> str:
    if isinstance(error, Undefined):
        return readable(error)
    low, high = (f"{value_text(e, digits)}" for e in error)
    return low if error[0] == error[1] else f"{low} if ties are broken rightly, {high} if wrongly"
