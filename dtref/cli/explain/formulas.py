"""The commands that explain an impurity, a criterion, or any formula of the library."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import starmap

import click

import dtref
from dtref._homes import HOMES
from dtref.cli.explain.aliases import spelt
from dtref.cli.explain.arguments import can_be_typed, typed, usage
from dtref.cli.page_format import How, print_page, with_output_options
from dtref.errors import Invalid, near_names, nearest
from dtref.exact.definition import definition
from dtref.oracle.operations.kinds import exact_arguments
from dtref.show.derivation.computation import Computation, computation_of
from dtref.show.page.of_derivation import derivation_blocks, derivation_json
from dtref.spec.split.by_name import CRITERIA, IMPURITIES
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.impurity import Impurity


def show_derivation(derivation: Computation, how: How) -> None:
    """Prints a derivation."""
    print_page(derivation_blocks(derivation, how.digits), lambda: derivation_json(derivation, how.json_digits), how)


def _impurity(name: str, measure: Impurity) -> click.Command:
    counts = "4 8 20 2 2 2 6" if measure.values else "4 10 30" if measure.moments else "9 5"

    @click.command(name, epilog=f"Example: dtref explain {name} {counts}")
    @click.argument("counts", nargs=-1, required=True)
    @with_output_options
    def command(counts: tuple[str, ...], how: How) -> None:
        show_derivation(computation_of(measure, exact_arguments(",".join(counts), "COUNTS")), how)

    of_values = ", then for each value of y, from low to high, its records and their sum" if measure.values else ""
    moments = f"COUNTS are the number of records, the sum of y and the sum of y^2{of_values}."
    command.help = f"{definition(measure).sentence} {moments if measure.moments else 'COUNTS are those of the classes.'}"
    return command


def _criterion(name: str, criterion: Criterion) -> click.Command:
    moments = criterion.impurity is not None and criterion.impurity.moments
    example = "4,10,30 2,3,5 2,7,25" if moments else "9,5 6,2 3,3"
    if criterion.impurity is not None and criterion.impurity.values:
        example = "4,8,20,2,2,2,6 2,2,2,2,2,0,0 2,6,18,0,0,2,6"

    @click.command(name, epilog=f"Example: dtref explain {name} {example}")
    @click.argument("node")
    @click.argument("children", nargs=-1, required=True)
    @with_output_options
    def command(node: str, children: tuple[str, ...], how: How) -> None:
        parts = tuple(exact_arguments(child, f"CHILDREN, child {i}") for i, child in enumerate(children, 1))
        show_derivation(computation_of(criterion, exact_arguments(node, "NODE"), parts), how)

    command.help = f"{definition(criterion).sentence} NODE and each of CHILDREN: counts apart by commas."
    return command


def formulas() -> Mapping[str, Callable[..., object]]:
    """
    The public functions with a formula whose arguments can be typed, by name.

    >>> formulas()["recall"](dtref.BinaryCounts(3, 1, 0, 2))
    Fraction(3, 4)
    """
    public = {name: getattr(dtref, name) for name in dtref.__all__}
    return {name: value for name, value in public.items() if can_be_typed(value) and definition(value).formula}


@click.command(
    epilog="""\b
Example: dtref explain formula f_beta 90,210,140,9560 2
Example: dtref explain formula delong_z --theorems
Example: dtref explain formula --list"""
)
@click.argument("name", required=False)
@click.argument("arguments", nargs=-1)
@click.option("--list", "listed", is_flag=True, help="List the formulas and what each takes.")
@click.option("--theorems", "proved", is_flag=True, help="List the theorems about NAME, which may be any public function.")
@with_output_options
def formula(name: str | None, arguments: tuple[str, ...], listed: bool, proved: bool, how: How) -> None:
    """Any formula of the library: NAME is that of a function, ARGUMENTS are numbers, lists (A,B,…) and tables (A,B;C,D)."""
    if proved:
        _show_theorems(name, how)
        return
    if listed:
        for other, listed_function in formulas().items():
            print(f"{other}  {usage(listed_function)}")
        return
    function = named_formula(name)
    show_derivation(computation_of(function, **typed(function, arguments, name or "")), how)


def named_formula(name: str | None) -> Callable[..., object]:
    """
    The formula of a name, in any spelling, or of a synonym. Errors: Invalid for another name, with the nearest, and for none.

    >>> named_formula("sensitivity").__name__
    'recall'
    """
    functions = formulas()
    names = {**_by_synonym(functions), **functions}
    function = None if name is None else names.get(spelt(name, functions)) or names.get(spelt(name.casefold(), names))
    if name is None or function is None:
        meant = None if name is None else nearest(name, names)
        proposal = "" if meant is None else f" (did you mean {meant!r}?)"
        raise Invalid("NAME", f"a formula that dtref explain formula --list names{proposal}", "none" if name is None else name)
    return function


def _show_theorems(name: str | None, how: How) -> None:
    """Prints the theorems whose proofs run a public function. Errors: Invalid for another name."""
    from dtref.show.book.sources.library import proofs_folder
    from dtref.show.book.sources.proofs import proof_files, theorems
    from dtref.show.page.of_theorems import blocks_of_theorems, json_of_theorems

    homes = {public: home for home, names in HOMES.items() for public in names.split()}
    own = None if name is None else spelt(name, homes)
    if own not in homes:
        near = " or ".join(near_names(name or "", homes))
        raise Invalid("NAME", "a public function" + (f" (did you mean {near}?)" if near else ""), name or "none")
    about = [theorem for theorem in theorems(proof_files(proofs_folder())) if f"{homes[own]}:{own}" in theorem.runs]
    print_page(blocks_of_theorems(own, about), lambda: json_of_theorems(own, about), how)


def _by_synonym(functions: Mapping[str, Callable[..., object]]) -> Mapping[str, Callable[..., object]]:
    """The functions by their other names in the field, in small letters."""
    return {other.casefold(): function for function in functions.values() for other in definition(function).synonyms}


REDUCTIONS = {f"{name}-reduction" if name in IMPURITIES else name: criterion for name, criterion in CRITERIA.items()}
"""The criteria, by names that are not those of the impurities."""

FORMULA_COMMANDS = (*starmap(_impurity, IMPURITIES.items()), *starmap(_criterion, REDUCTIONS.items()), formula)
"""A command for each impurity and criterion, and one for all formulas."""
