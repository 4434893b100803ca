"""`dtref fit --source`: a tree from the counts of an engine, its levels saved as they are finished."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from dtref.cli.options import GrownFrom, keywords_of, progress
from dtref.cli.provenance import print_json
from dtref.engines.from_counts.grow import grow_from_tables
from dtref.engines.from_counts.source import RecordSource
from dtref.engines.from_counts.sources.config import source_config
from dtref.engines.from_counts.sources.counts_of import counts_of
from dtref.errors import Invalid
from dtref.exact.number_text import readable
from dtref.io.model_history import History
from dtref.io.models import Model, read_model, save_model, write_model
from dtref.oracle.stated.grown_policy import policy_and_history
from dtref.show.tree_text import lines
from dtref.spec.growing.ties import tied_nodes
from dtref.spec.model.tally import size
from dtref.spec.model.trees import Branch, Tree, depth, is_regression, leaf_count, nodes, squared_error, training_errors


@frozen
class SourceOptions:
    """Where the records are (`--source`), the files of the model (`--save`) and of its levels (`--levels`), and whether to print JSON."""

    source: str
    save: Path | None
    levels: Path | None
    as_json: bool


def fit_source(asked: SourceOptions, settings: GrownFrom) -> None:
    """
    Grows a tree from the counts of a source, prints it, saves it. A file of levels that is there is gone on with. Errors: Invalid as for
    `counts_of`, and for a file of levels of another algorithm, or of other options.
    """
    policy, history = policy_and_history(settings)
    config = source_config(asked.source)
    with config.opened() as (table, connection), progress(f"counting {table}"):
        source = counts_of(table, connection=connection, **keywords_of(settings))

        def after_level(tree: Tree) -> None:
            if asked.levels is not None:
                save_model(_model(source, policy.name, tree, history), asked.levels)

        tree = grow_from_tables(source, policy, begun=_begun(asked.levels, policy.name, history), after_level=after_level)
    model = _model(source, policy.name, tree, history)
    if asked.save is not None:
        save_model(model, asked.save)
    if asked.as_json:
        print_json({"model": json.loads(write_model(model)), **_facts(tree)})
    else:
        print("\n".join((*lines(tree), "", *(f"{name.replace('_', ' '):<16} {value}" for name, value in _facts(tree).items()))))


def _begun(levels: Path | None, algorithm: str, history: History) -> Tree | None:
    if levels is None or not levels.exists():
        return None
    model = read_model(levels)
    if model.algorithm != algorithm:
        raise Invalid(f"{levels}", f"levels of {algorithm}", model.algorithm)
    if model.history.grown != history.grown:
        raise Invalid(f"{levels}", f"levels grown with {_options(history)}", _options(model.history))
    return model.tree


def _options(history: History) -> str:
    """The options of a tree in words."""
    grown = history.grown
    pairs = () if grown is None else (*grown.parameters, *grown.options)
    return ", ".join(f"{name.replace('_', '-')} {value}" for name, value in pairs) or "no options"


def _model(source: RecordSource, algorithm: str, tree: Tree, history: History) -> Model:
    return Model(source.attributes, source.target, algorithm, tree, None, history)


def _facts(tree: Tree) -> Mapping[str, str]:
    errors = ("squared_error", squared_error(tree)) if is_regression(tree) else ("training_errors", training_errors(tree))
    return {
        "weight": readable(size(tree.counts)),
        "inner_nodes": str(sum(isinstance(node, Branch) for node in nodes(tree))),
        "tied_nodes": str(tied_nodes(tree)),
        "leaves": str(leaf_count(tree)),
        "depth": str(depth(tree)),
        errors[0]: readable(errors[1]),
    }
