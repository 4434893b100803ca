"""`dtref verify --source`: a model against the counts of an engine, of a table that stays where it is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from dtref.cli.options import GrownFrom, keywords_of, progress
from dtref.engines.from_counts.sources.config import source_config
from dtref.engines.from_counts.sources.counts_of import counts_of
from dtref.errors import Invalid, within
from dtref.io.foreign.dtref_model import from_model
from dtref.io.models import read_model
from dtref.oracle.stated.policy_of import policy_of
from dtref.oracle.stated.typed_policy import typed_policy
from dtref.oracle.verify.by_counts import verify_counts
from dtref.oracle.verify.verdicts import Report


def verify_source(model: Path, source: str, settings: GrownFrom, others: Mapping[str, object]) -> Report:
    """
    The verdicts on a model that dtref fit --save wrote, by counts alone. others: what was given that needs the records, by the options'
    names. Errors: Invalid for these, and as for `counts_of` and `verify_counts`.
    """
    given = ", ".join(name for name, value in others.items() if value)
    if given:
        raise Invalid("--source", "a model of dtref, and nothing that needs the records themselves", given)
    known = read_model(model)
    with within(str(model), model.name):
        policy = typed_policy(settings) if settings["algorithm"] is not None else typed_policy(settings, policy_of(from_model(known)))
    config = source_config(source)
    with config.opened() as (table, connection), progress(f"counting {table}"):
        counted = counts_of(table, connection=connection, **keywords_of(settings))
        with within(str(model), model.name):
            return verify_counts(known, counted, policy)
