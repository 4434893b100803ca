"""The command that prunes a tree."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Unpack, cast

import click
from attrs import evolve
from click.core import ParameterSource

from dtref.cli.choices import Named
from dtref.cli.completed_words import column_names
from dtref.cli.foreign_models import TARGET_OPTION, ModelFile, format_options, read_any_model
from dtref.cli.numbers import AT_LEAST_0
from dtref.cli.options import CHOICES, DIGITS_OPTION, LAYOUT, PRINTED, SCHEMA, options, progress
from dtref.cli.output_files import Written
from dtref.cli.overlap import tell_copies
from dtref.cli.program_options import SET_OPTION
from dtref.cli.provenance import print_json
from dtref.cli.pruning_options import (
    CROSS_VALIDATED,
    PRUNING_BY_NAME,
    PRUNING_RULE_OPTIONS,
    PruningOptions,
    Sections,
    file_option,
    setting_of,
    settings_of,
)
from dtref.cli.records_for_model import data_for
from dtref.engines.choice import grow
from dtref.errors import Invalid
from dtref.exact.number import Number
from dtref.io.foreign.own_model import counted_model
from dtref.io.model_history import History, PrunedBy
from dtref.io.models import Model, save_model, write_model
from dtref.oracle.stated.dtref_model import policy_of_model
from dtref.oracle.stated.grown_policy import option_text, was_given
from dtref.oracle.stated.named_policy import ALGORITHMS
from dtref.oracle.stated.typed_policy import MISSING_RULES, typed_policy
from dtref.show.page.as_text import as_text
from dtref.show.page.of_pruning import pruning_blocks, pruning_json
from dtref.show.pruning.by_costs import report_by_costs
from dtref.show.pruning.by_node import report_description, report_reduced_error
from dtref.show.pruning.by_step import (
    ChosenTree,
    at_alpha,
    chosen_by_cross_validation,
    chosen_by_validation,
    report_best_node_first,
    report_cost_complexity,
)
from dtref.show.pruning.findings import PruningReport
from dtref.show.pruning.pessimistic import report_pessimistic, report_pessimistic_within_error
from dtref.show.pruning.predicted import report_error_based, report_raising
from dtref.show.tree_text import lines
from dtref.spec.evaluation.estimation.partitions import k_fold
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet
from dtref.spec.model.rules import Option, OptionKind, rule_of
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import is_regression, nodes, written
from dtref.spec.preparation.missing import MissingRule, flag_missing, keep_missing
from dtref.spec.preparation.random_draws import draw_order
from dtref.spec.pruning.bottom_up import VALIDATION, if_better, if_no_worse
from dtref.spec.pruning.cost_complexity import RISK_OPTION, RISKS_BY_NAME, Risk, cost_complexity
from dtref.spec.pruning.description import CODES, TreeCode, attribute_only, conditions_of, minimum_description
from dtref.spec.pruning.error_based import error_based
from dtref.spec.pruning.pessimistic import pessimistic, pessimistic_within_error
from dtref.spec.pruning.records_at_nodes import Charge, reaching
from dtref.spec.pruning.reduced_error import best_node_first, reduced_error
from dtref.spec.pruning.selection import by_cross_validation, by_validation
from dtref.spec.pruning.subtree_raising import Largest

_EXAMPLES = """\b
Example: dtref fit golden/data/iris.csv --target species --save iris.json
         dtref prune iris.json --by pessimistic --save pruned.json
Example: dtref prune iris.json --by cost-complexity --cross-validate golden/data/iris.csv --one-standard-error"""


def _reduced_error(model: Model, settings: PruningOptions) -> PruningReport:
    cut = if_better if settings["keep_ties"] else if_no_worse
    return report_reduced_error(model.tree, _validation(model, settings), cut, CHARGES[settings["charge"]])


def _best_node_first(model: Model, settings: PruningOptions) -> PruningReport:
    return report_best_node_first(model.tree, _validation(model, settings), CHARGES[settings["charge"]])


def _pessimistic(model: Model, settings: PruningOptions) -> PruningReport:
    return report_pessimistic(model.tree, settings["penalty"], if_no_worse if settings["cut_ties"] else if_better)


def _pessimistic_within_error(model: Model, _: PruningOptions) -> PruningReport:
    return report_pessimistic_within_error(model.tree)


def _description(model: Model, settings: PruningOptions) -> PruningReport:
    encoding = CODES[settings["code"]](len(model.attributes))
    condition: Callable[[Test], Number] = attribute_only
    words = "the attribute alone"
    if settings["conditions"] is not None:
        condition, words = conditions_of(_data(model, settings["conditions"], settings)), f"among those of {settings['conditions']}"
    return report_description(model.tree, TreeCode(encoding, condition), words, if_better if settings["keep_ties"] else if_no_worse)


def _error_based(model: Model, settings: PruningOptions) -> PruningReport:
    if settings["raising"] is None:
        return report_error_based(model.tree, settings["confidence"], if_better if settings["keep_ties"] else if_no_worse)
    if settings["keep_ties"]:
        raise Invalid("--keep-ties", "an error-based rule without --raise", "--raise")
    data = _training(model, settings["raising"], settings)
    return report_raising(model.tree, data, settings["confidence"], LARGEST_RULES[settings["largest"]])


def _training(model: Model, path: Path, settings: PruningOptions) -> DataSet:
    """The records of a file. Errors: Invalid where the model wasn't grown from them, as class counts at some node differ."""
    rule = settings["missing_values"]
    data = _data(model, path, settings, keep_missing if rule in {None, "flag"} else MISSING_RULES[rule])
    for i, (node, node_records) in enumerate(zip(nodes(model.tree), reaching(model.tree, data), strict=True)):
        counts = tuple((c, sum((part for record, part in node_records if record.label == c), Fraction(0))) for c in data.classes)
        if counts != node.counts:
            raise Invalid(str(path), f"the records that the model was grown from, {written(node.counts)} at node {i}", written(counts))
    return data


def _cost_complexity(model: Model, settings: PruningOptions) -> PruningReport:
    name = settings["risk"] or ("squared-error" if is_regression(model.tree) else "errors")
    risk = RISKS[name]
    if settings["cross_validate"] is not None:
        return _cross_validated(model, settings, settings["cross_validate"], name)
    # the sequence, and perhaps a choice in it
    path = cost_complexity(model.tree, risk)
    choice: ChosenTree | None = None
    if settings["alpha"] is not None:
        choice = at_alpha(settings["alpha"])
    if settings["validation"] is not None:
        data = _validation(model, settings)
        choice = chosen_by_validation(by_validation(path, data), sum((record.weight for record in data), Fraction(0)))
    return report_cost_complexity(path, risk, name, choice)


RISKS: dict[str, Risk] = {"squared-error" if name == "variance" else name: risk for name, risk in RISKS_BY_NAME.items()}
"""The risks, by the name that the command line uses."""


def _cross_validated(model: Model, settings: PruningOptions, path: Path, risk: str) -> PruningReport:
    policy = _policy(model, settings)
    data = _data(model, path, settings, policy.missing)
    if grow(data, policy) != model.tree:
        raise Invalid(str(path), f"the records, and the options, that the model was grown with, by {policy.name}", "another tree")
    order = draw_order(Random(settings["seed"]), len(data))
    partitions = k_fold(order, settings["folds"])
    tell_copies(data, str(path), partitions)
    tests = tuple(parts.test for parts in partitions)
    selection = by_cross_validation(data, lambda fold: grow(fold, policy), tests, RISKS[risk])
    choice = chosen_by_cross_validation(selection, tests, settings["seed"], one_standard_error=settings["one_standard_error"])
    return report_cost_complexity(selection.path, RISKS[risk], risk, choice)


def _policy(model: Model, settings: PruningOptions) -> Policy:
    """The policy that the model was grown by, or that is named. Flags for missing values are among its attributes already."""
    stated = policy_of_model(model.algorithm, model.history, "--as") if settings["algorithm"] is None else None
    policy = typed_policy(settings, stated)
    return evolve(policy, missing=keep_missing) if policy.missing is flag_missing else policy


_REPORTS: Mapping[Callable[..., object], Callable[[Model, PruningOptions], PruningReport]] = {
    reduced_error: _reduced_error,
    best_node_first: _best_node_first,
    pessimistic: _pessimistic,
    pessimistic_within_error: _pessimistic_within_error,
    minimum_description: _description,
    error_based: _error_based,
    cost_complexity: _cost_complexity,
}
"""The rules with a report of their own; another one is reported by the costs that it compares."""


def _by_costs(rule: Callable[..., object], model: Model, settings: PruningOptions) -> PruningReport:
    values = [(option, _value(option, model, settings)) for option in rule_of(rule).options]
    return report_by_costs(rule, model.tree, rule(model.tree, *(value for _, value in values)), values)


def _value(option: Option, model: Model, settings: PruningOptions) -> object:
    """The value of an option of a rule, among the settings."""
    value = cast(Mapping[str, object], settings)[setting_of(option)]
    match option.kind:
        case OptionKind.VALIDATION:
            return _validation(model, settings)
        case OptionKind.TRAINING:
            return None if value is None else _data(model, Path(str(value)), settings)
        case OptionKind.TIES:
            other = next(rule for rule in option.choices.values() if rule is not option.default)
            return other if value else option.default
        case OptionKind.CHOICE:
            return option.choices[str(value)]
        case _:
            return value


def _report(rule: str, model: Model, settings: PruningOptions) -> PruningReport:
    function = PRUNING_BY_NAME[rule]
    return _REPORTS[function](model, settings) if function in _REPORTS else _by_costs(function, model, settings)


CHARGES = {"first": Charge.FIRST, "each": Charge.EACH}
"""The rules for a node of several labels, by the name that the command line uses."""
LARGEST_RULES = {"first": Largest.FIRST, "last": Largest.LAST, "least-errors": Largest.LEAST_ERRORS}
"""The rules that choose among equally large branches, by the name that the command line uses."""
READS = frozenset({"validation", "conditions", "raising", "cross_validate"})
"""The options that name a data file."""


def _data(model: Model, path: Path, settings: PruningOptions, missing: MissingRule = keep_missing) -> DataSet:
    return data_for(model, path, settings["schema"], settings["layout"], settings["weights"], missing)


def _validation(model: Model, settings: PruningOptions) -> DataSet:
    if settings["validation"] is None:
        raise Invalid("--validation", "a CSV file of records that the tree was not grown from", "none")
    return _data(model, settings["validation"], settings)


def _check(ctx: click.Context, rule: str) -> None:
    """Checks that options fit the rule and one another. Errors: Invalid for one that doesn't, and for two ways to choose a tree."""
    options = {p.name: p.opts[0] for p in ctx.command.params if p.name is not None}
    names_given = [name for name in options if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    rule_options = frozenset().union(*map(settings_of, PRUNING_BY_NAME))
    # options of another rule, or without the option they go with
    for name in names_given:
        if name in rule_options and name not in settings_of(rule):
            fitting_rules = " or ".join(other for other in PRUNING_BY_NAME if name in settings_of(other))
            raise Invalid(options[name], f"--by {fitting_rules}", rule)
        needed = "raising" if rule == "error-based" else "cross_validate"
        if (name in CROSS_VALIDATED or name == "largest") and needed not in names_given:
            raise Invalid(options[name], f"{options[needed]} beside it", "none")
        if name in {"schema", "layout", "weights"} and READS.isdisjoint(names_given):
            raise Invalid(options[name], "a data file beside it: --validation, --conditions, --raise or --cross-validate", "none")
    choices = [options[name] for name in names_given if name in {"alpha", "validation", "cross_validate"}]
    if len(choices) > 1:
        raise Invalid("choice of a tree", "one of --alpha, --validation, --cross-validate", " and ".join(choices))


PRUNING_OPTIONS = (
    click.argument("model_file", type=click.Path(path_type=Path), metavar="MODEL"),
    TARGET_OPTION,
    click.option("--by", "rule", type=Named(list(PRUNING_BY_NAME)), required=True, help="The rule."),
    file_option("--validation", "validation", VALIDATION.help),
    SCHEMA,
    click.option("--weights", shell_complete=column_names, metavar="COLUMN", help="The column of record weights in data files."),
    LAYOUT,
    *PRUNING_RULE_OPTIONS,
    file_option(
        "--raise",
        "raising",
        "The training records, for raising subtrees too; with --missing-values beside it where the model was grown with that.",
    ),
    click.option(
        "--largest",
        type=Named(list(LARGEST_RULES)),
        default="first",
        show_default=True,
        help="With --raise: which of equally large branches is tried; last, as the released C4.5 does.",
    ),
    click.option(
        "--charge",
        type=Named(list(CHARGES)),
        default="first",
        show_default=True,
        help="What is charged where a node has several labels: the first in declared order, or each in equal parts.",
    ),
    click.option("--risk", type=Named(list(RISKS)), help=RISK_OPTION.help),
    click.option("--alpha", type=AT_LEAST_0, metavar="NUMBER", help="The price of a leaf, as a share of the records; prune for it."),
    file_option(
        "--cross-validate",
        "cross_validate",
        "The training records: choose the tree by cross-validation. Missing values are dealt with once, before the folds are drawn.",
    ),
    click.option("--folds", type=click.IntRange(2), default=10, show_default=True, help="How many folds."),
    click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The seed that the folds are drawn from."),
    click.option("--one-standard-error", is_flag=True, help="Take the smallest tree within one standard error of the best."),
    click.option("--as", "algorithm", type=Named(ALGORITHMS), metavar="NAME", help="The algorithm  [default: as the model says]."),
    SET_OPTION,
    *CHOICES,
)
"""The model, the rule, and the options of all rules."""


def pruned(ctx: click.Context, path: Path, rule: str, settings: PruningOptions) -> tuple[Model, PruningReport]:
    """The model of a file, and the report of a pruning rule on it. Errors: Invalid for options that don't fit the rule."""
    _check(ctx, rule)
    kind = ModelFile(file_format=settings["file_format"], number=settings["number"], target=settings["target"])
    model = read_any_model(path, kind, counted_model)
    with progress(f"pruning {path.name}"):
        return model, _report(rule, model, settings)


def _then_pruned(history: History, rule: str, settings: PruningOptions) -> History:
    """How a model was made, with the rule that then pruned it and its options, those that go with a file only where there is one."""
    values, without = cast("Mapping[str, object]", settings), set[str]()
    if values["cross_validate"] is None:
        without |= {*CROSS_VALIDATED}
    if values["raising"] is None:
        without |= {"largest", "missing_values"}
    own = [(name, values[name]) for name in sorted(settings_of(rule) - without)]
    options = ((name, value.name if isinstance(value, Path) else option_text(value)) for name, value in own if was_given(value))
    return evolve(history, pruned=(*history.pruned, PrunedBy(rule, tuple(options))))


@click.command(cls=Sections, epilog=_EXAMPLES)
@options(*format_options(), *PRUNING_OPTIONS)
@click.option("--save", cls=Written, type=click.Path(path_type=Path), metavar="FILE", help="Write the pruned model there.")
@options(DIGITS_OPTION, PRINTED)
@click.pass_context
def prune(
    ctx: click.Context, model_file: Path, rule: str, save: Path | None, digits: int, as_json: bool, **settings: Unpack[PruningOptions]
) -> None:
    """
    Cut back the tree of MODEL, a file that dtref fit --save wrote or another program's tree of classes (--format); show it, and at each
    node the numbers compared and the verdict.

    cost-complexity chooses a tree by --alpha, --validation or --cross-validate; without, it shows the whole sequence.
    """
    model, report = pruned(ctx, model_file, rule, settings)
    model_after = None if report.after is None else evolve(model, tree=report.after, history=_then_pruned(model.history, rule, settings))
    if save is not None:
        if model_after is None:
            raise Invalid("--save", "a choice of a tree: --alpha, --validation or --cross-validate", "none")
        save_model(model_after, save)
    if as_json:
        answer = pruning_json(report, max(digits, 12))
        print_json(answer if model_after is None else {**answer, "model": json.loads(write_model(model_after))})
    else:
        for line in () if report.after is None else (*lines(report.after), ""):
            print(line)
        print(as_text(pruning_blocks(report, digits=digits), digits))
