"""The commands that find all trees that are best, or near the best."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain
from pathlib import Path
from random import Random
from typing import TypeVar, Unpack

import click
from attrs import evolve

from dtref.cli.choices import Named
from dtref.cli.numbers import AT_LEAST_0
from dtref.cli.options import DATA, READING, DataWarnings, Reading, check_known, options, progress, read_and_tell, with_remarks
from dtref.cli.page_format import How, print_page, with_output_options
from dtref.engines.good_trees import SearchOptions, best_trees, least_losses, near_best_trees, searching
from dtref.engines.greedy_beside import greedy_beside
from dtref.errors import Invalid
from dtref.io.numbers import Json
from dtref.io.predictions import read_costs
from dtref.oracle.stated.named_policy import ALGORITHMS, algorithm_of
from dtref.oracle.stated.typed_policy import MISSING_RULES
from dtref.show.page.blocks import Blocks, Paragraph
from dtref.show.page.of_good_trees import (
    frontier_blocks,
    frontier_json,
    good_trees_blocks,
    good_trees_json,
    greedy_blocks,
    greedy_json,
    in_all_trees_blocks,
    in_all_trees_json,
)
from dtref.show.page.of_ties import tree_blocks
from dtref.show.tree_text import lines
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.data import DataSet
from dtref.spec.optimal.certificate import certificate, check_certificate
from dtref.spec.optimal.good_trees import GoodTrees, Within
from dtref.spec.optimal.least import TREES_WITHIN_BUDGET
from dtref.spec.optimal.losses import LEAF_ERRORS, LEAF_LOSSES, LEAF_SQUARED_ERROR, LeafLoss, Objective, TreeLimits, costs_of_leaves
from dtref.spec.preparation.missing import refuse_missing
from dtref.spec.presets import PRESETS

_Command = TypeVar("_Command", bound=Callable[..., object])


class TreesCompared(Reading):
    """The values of the options about a data file, about which trees compete, and what they lose."""

    algorithm: str
    missing_values: str | None
    loss: str | None
    costs: Path | None
    max_depth: int | None
    max_leaves: int | None
    min_leaf: int
    budget: int


class TreesSearched(TreesCompared):
    """Those about which of them are looked for, too."""

    penalty: Fraction
    no_pure_splits: bool
    partitions: bool


_BEFORE = tuple(name for name in MISSING_RULES if name != "flag")
"""The rules for missing values that leave none."""

COMPARED_OPTIONS: tuple[Callable[[_Command], _Command], ...] = (
    click.option(
        "--as", "algorithm", type=Named(ALGORITHMS), default="cart", show_default=True, help="The algorithm whose tests are asked."
    ),
    click.option("--missing-values", type=Named(_BEFORE), help="What to do with missing values before the search  [default: refuse]."),
    click.option("--loss", type=Named(tuple(LEAF_LOSSES)), help="What leaves lose  [default: errors; of numbers squared-error]."),
    click.option("--costs", type=click.Path(path_type=Path), metavar="FILE", help="A CSV file of costs, a row for each actual class."),
    click.option("--depth", "--max-depth", "max_depth", type=click.IntRange(0), help="The most tests on a path (both names say the same)."),
    click.option("--max-leaves", type=click.IntRange(1), help="The most leaves."),
    click.option("--min-leaf", type=click.IntRange(1), default=1, show_default=True, help="The fewest records of a branch that has some."),
    click.option("--budget", type=click.IntRange(1), default=TREES_WITHIN_BUDGET, show_default=True, help="The most subproblems to solve."),
)
SEARCH_OPTIONS: tuple[Callable[[_Command], _Command], ...] = (
    *COMPARED_OPTIONS,
    click.option("--penalty", type=AT_LEAST_0, default="0", show_default=True, help="What each leaf adds to the mean loss of a record."),
    click.option("--no-pure-splits", is_flag=True, help="Leave out trees that split a node of one class."),
    click.option("--partitions", is_flag=True, help="Count trees that part the records alike as one."),
)
LIST_OPTION = click.option("--list", "listed", type=click.IntRange(0), default=1, show_default=True, help="How many of the trees to print.")


@click.command(
    "optimal",
    epilog="""\b
Example: dtref optimal golden/data/iris.csv --target species --depth 3
Example: dtref optimal golden/data/play_tennis.csv --target play --penalty 1/50 --list 2 --frontier --price --prove""",
)
@options(DATA, *READING, *SEARCH_OPTIONS, LIST_OPTION)
@click.option("--frontier", is_flag=True, help="Print the least loss of each number of leaves, too.")
@click.option("--price", is_flag=True, help="Print what the greedy tree of each preset loses beside the best, too.")
@click.option("--prove", is_flag=True, help="Prove the least value by a certificate, which a checker of its own follows.")
@with_output_options
def optimal_command(
    data: Path,
    listed: int,
    frontier: bool,
    price: bool,
    prove: bool,
    how: How,
    **settings: Unpack[TreesSearched],
) -> None:
    """Find all trees of DATA with the least mean loss + penalty x leaves; print how many there are, and the first of them."""
    records, warnings = read_compared(data, settings)
    policy, objective, limits = _searched(records, settings)
    with progress("solving subproblems") as advance:
        found = SearchOptions(settings["partitions"], settings["budget"], advance)
        trees = best_trees(records, policy, objective, limits, found)
        sizes = tuple(least_losses(records, policy, objective, limits, found)) if frontier else ()
        proof = certificate(searching(records, policy, objective, limits, found)) if prove else None
    if proof is not None and check_certificate(trees.space, proof) != trees.least:
        raise AssertionError("a certificate that holds for less than was found")
    beside = tuple(greedy_beside(trees, PRESETS, records)) if price else ()
    page: Blocks = good_trees_blocks(trees, "Best trees", how.digits)
    page += frontier_blocks(sizes, objective.loss.name, how.digits) if frontier else ()
    page += greedy_blocks(beside, objective.loss.name, how.digits) if price else ()
    if proof is not None:
        proved = f"No tree is worth less: proved by a certificate of {len(proof.claims)} claims, each checked."
        page += (Paragraph(proved, result=True),)
    page += _trees_blocks(trees, range(min(listed, trees.number)))

    def answer() -> Json:
        parts: dict[str, Json] = {"frontier": frontier_json(sizes)} if frontier else {}
        parts |= {"greedy": greedy_json(beside)} if price else {}
        parts |= {"claims_proved": str(len(proof.claims))} if proof is not None else {}
        return with_remarks({**good_trees_json(trees), **parts, "listed": _listed_json(trees, range(min(listed, trees.number)))}, warnings)

    print_page(page, answer, how)


@click.command(
    "rashomon",
    epilog="""\b
Example: dtref rashomon golden/data/play_tennis.csv --target play --penalty 1/50 --within 1/20
Example: dtref rashomon golden/data/iris.csv --target species --depth 2 --penalty 1/100 --within 1/2 --relative --draw 2 --seed 7""",
)
@options(DATA, *READING, *SEARCH_OPTIONS, LIST_OPTION)
@click.option("--within", type=AT_LEAST_0, required=True, help="How far the value of a tree may be above the least one.")
@click.option("--relative", is_flag=True, help="The distance is a share of the least value.")
@click.option("--strict", is_flag=True, help="A tree at that distance exactly is too far (<); else it is near enough (<=).")
@click.option("--avoid", multiple=True, metavar="COLUMN", help="Leave out trees that ask this column (repeatable).")
@click.option("--draw", type=click.IntRange(0), default=0, show_default=True, help="How many trees to draw, each as likely as any other.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The seed of the generator that draws.")
@with_output_options
def rashomon_command(
    data: Path,
    listed: int,
    within: Fraction,
    relative: bool,
    strict: bool,
    avoid: tuple[str, ...],
    draw: int,
    seed: int,
    how: How,
    **settings: Unpack[TreesSearched],
) -> None:
    """Find all trees of DATA near the best: their mean loss + penalty x leaves is within a distance of the least."""
    records, warnings = read_compared(data, settings)
    policy, objective, limits = _searched(records, settings)
    with progress("solving subproblems") as advance:
        found = SearchOptions(settings["partitions"], settings["budget"], advance, avoid=avoid)
        trees = near_best_trees(records, policy, Within(within, relative, strict), objective, limits, found)
    chance = Random(seed)
    drawn = [chance.randrange(trees.number) for _ in range(draw if trees.number else 0)]
    beside = tuple(greedy_beside(trees, PRESETS, records))
    page = (*good_trees_blocks(trees, "Near-best trees", how.digits), *in_all_trees_blocks(trees, how.digits))
    page += greedy_blocks(beside, objective.loss.name, how.digits)
    page += _trees_blocks(trees, [*range(min(listed, trees.number)), *drawn])

    def answer() -> Json:
        lists: dict[str, Json] = {"listed": _listed_json(trees, range(min(listed, trees.number))), "drawn": _listed_json(trees, drawn)}
        found: dict[str, Json] = {**good_trees_json(trees), **in_all_trees_json(trees), "greedy": greedy_json(beside)}
        return with_remarks({**found, **lists}, warnings)

    print_page(page, answer, how)


def read_compared(data: Path, settings: TreesCompared) -> tuple[DataSet, DataWarnings]:
    """The data set in which trees compete, its missing values left out or filled, and the warnings. Errors: Invalid where one is left."""
    rule = MISSING_RULES[settings["missing_values"] or "refuse"]
    records, warnings = read_and_tell(data, settings, None if rule is refuse_missing else rule)
    known = records if rule is refuse_missing else rule(records)
    check_known(data, known, before=_BEFORE, at_nodes=False)
    return known, warnings


def _searched(data: DataSet, settings: TreesSearched) -> tuple[Policy, Objective, TreeLimits]:
    """The tests that there are, what is minimised, and the trees that compete."""
    policy, loss, limits = competing_trees(data, settings)
    return policy, Objective(loss, settings["penalty"]), evolve(limits, pure=not settings["no_pure_splits"])


def competing_trees(data: DataSet, settings: TreesCompared) -> tuple[Policy, LeafLoss, TreeLimits]:
    """The tests that there are, what leaves lose, and the trees that compete. Errors: Invalid for a loss beside costs."""
    loss: LeafLoss = LEAF_SQUARED_ERROR if isinstance(data.target, Continuous) else LEAF_ERRORS
    if settings["loss"] is not None:
        loss = LEAF_LOSSES[settings["loss"]]
    if settings["costs"] is not None:
        if settings["loss"] is not None:
            raise Invalid("--loss", "no other loss beside --costs", settings["loss"])
        loss = costs_of_leaves(read_costs(settings["costs"]).reordered(data.classes))
    return algorithm_of(settings["algorithm"], ()), loss, TreeLimits(settings["max_depth"], settings["max_leaves"], settings["min_leaf"])


def _listed_json(trees: GoodTrees, numbers: Iterator[int] | range | list[int]) -> list[Json]:
    return [{"number": str(number + 1), "tree": list(lines(trees.tree(number)))} for number in numbers]


def _trees_blocks(trees: GoodTrees, numbers: range | list[int]) -> Blocks:
    """Trees, each under its number, from 1."""
    return tuple(chain.from_iterable(tree_blocks(f"Tree {i + 1} of {trees.number}", trees.tree(i)) for i in numbers))
