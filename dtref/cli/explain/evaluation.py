"""The commands that explain a metric, an interval, a test."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import click
from attrs import evolve

from dtref.cli.choices import OTHER_TESTS, Named
from dtref.cli.explain.aliases import Spelt, spelt
from dtref.cli.explain.arguments import first_typed, typed
from dtref.cli.explain.formulas import formulas, show_derivation
from dtref.cli.numbers import AT_LEAST_0, INSIDE_0_TO_1
from dtref.cli.page_format import How, print_page, with_output_options
from dtref.errors import Invalid, nearest
from dtref.exact.comparison import compare
from dtref.exact.definition import definition
from dtref.exact.number import Exact
from dtref.exact.root_quotient import RootQuotient
from dtref.io.predictions import parse_confusion
from dtref.oracle.operations.kinds import FOUR, MATRIX_ROWS, exact_argument
from dtref.show.derivation.computation import Computation, computation_of
from dtref.show.page.of_derivation import derivation_blocks, derivation_json
from dtref.spec.evaluation.comparison.five_by_two import five_by_two_f, five_by_two_t
from dtref.spec.evaluation.comparison.folds import corrected_resampled_t, mean_difference_interval, paired_t
from dtref.spec.evaluation.comparison.independent import difference_interval, difference_z, probability_first_better
from dtref.spec.evaluation.comparison.mcnemar import (
    mcnemar_chi_square_p,
    mcnemar_corrected_p,
    mcnemar_corrected_unless_equal_p,
    mcnemar_doubled_mid_p,
    mcnemar_exact_p,
    mcnemar_first_better_p,
    mcnemar_mid_p,
    mcnemar_z,
)
from dtref.spec.evaluation.comparison.p_values import FStatistic, TStatistic, f_p, normal_two_sided_p, two_sided_p
from dtref.spec.evaluation.confusion.averages import macro_average, micro_average, weighted_average
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Confusion
from dtref.spec.evaluation.confusion.summary import RATE_WORDS
from dtref.spec.evaluation.intervals import by_name as intervals
from dtref.spec.evaluation.intervals.deviates import two_sided_deviate
from dtref.spec.sources import DOCUMENTS

AVERAGES = {"macro": macro_average, "micro": micro_average, "weighted": weighted_average}
"""The averages over the classes, by the name that the command line uses."""


def _metrics() -> Mapping[str, Callable[..., object]]:
    """The measures of a confusion matrix by name, and by their other names."""
    of_a_matrix = {name: f for name, f in formulas().items() if first_typed(f) in (FOUR, MATRIX_ROWS)}
    others = {
        _plain(other): of_a_matrix[f.__name__] for _, words, f in RATE_WORDS if f.__name__ in of_a_matrix for other in words.split(", ")
    }
    return of_a_matrix | {name: f for name, f in others.items() if name and not name.startswith(("of_", "against_"))}


def _plain(name: str) -> str:
    return name.lower().replace(" ", "_").replace("-", "_").replace("'", "")


@click.command(
    epilog="""\b
Example: dtref explain metric f1 --matrix "90,210;140,9560"
Example: dtref explain metric f_beta 2 --matrix "90,210;140,9560"
Example: dtref explain metric precision --average macro --matrix "5,1,0;2,6,0;0,3,4" --classes a,b,c"""
)
@click.argument("name")
@click.argument("arguments", nargs=-1)
@click.option("--matrix", required=True, metavar="ROWS", help='The confusion matrix, as "40,10;5,45": a row for each actual class.')
@click.option("--rows-are-predicted", is_flag=True, help="The rows of --matrix are predicted classes, its columns actual ones.")
@click.option("--classes", metavar="A,B,…", help="The classes in order  [default: positive,negative, or 1,2,3,…].")
@click.option("--positive", metavar="CLASS", help="The class against the rest  [default: of two classes the first].")
@click.option("--average", type=Named(list(AVERAGES)), help="Average the metric over the classes.")
@with_output_options
def metric(
    name: str,
    arguments: tuple[str, ...],
    matrix: str,
    rows_are_predicted: bool,
    classes: str | None,
    positive: str | None,
    average: str | None,
    how: How,
) -> None:
    """A metric of a confusion matrix: NAME is recall, f1, cohen_kappa, …; ARGUMENTS are what it takes besides, as beta."""
    measures = _metrics()
    if _plain(name) not in measures:
        raise Invalid("NAME", f"one of {', '.join(measures)}", name)
    measure = measures[_plain(name)]
    m = parse_confusion(matrix, None if classes is None else classes.split(","), rows_are_predicted=rows_are_predicted)
    # average over classes, or one class
    if average is not None:
        if arguments or positive is not None:
            raise Invalid("--average", "a metric that takes nothing besides, and no --positive", " ".join(arguments) or positive)
        derivation = computation_of(AVERAGES[average], measure, m)
    else:
        cells = _cells(m, positive, needed=first_typed(measure) is FOUR)
        matrix_name = next(iter(inspect.signature(measure).parameters))
        rest = typed(measure, arguments, name, after=1)
        derivation = computation_of(measure, **{matrix_name: cells, **rest})
    show_derivation(derivation, how)


def _cells(m: Confusion, positive: str | None, *, needed: bool) -> BinaryCounts | Confusion:
    """The four counts of a class against the rest, or the whole matrix of many classes."""
    if positive is None and len(m.classes) != 2:
        if needed:
            raise Invalid("--positive", f"one of the classes {', '.join(map(str, m.classes))}", "none")
        return m
    return m.one_vs_rest(m.classes[0] if positive is None else positive)


NORMAL = {name.replace("_", "-"): interval for name, interval in intervals.NORMAL_INTERVALS.items()}
"""The intervals based on the normal distribution, by the name that the command line uses."""

BINOMIAL = {name.replace("_", "-"): interval for name, interval in intervals.BINOMIAL_INTERVALS.items()}
"""The intervals based on the binomial distribution."""

_INTERVALS: Mapping[str, Callable[..., object]] = {**NORMAL, **BINOMIAL}
"""All intervals."""


@click.command(
    "interval",
    epilog="""\b
Example: dtref explain interval wilson 80/100 --confidence 0.95
Example: dtref explain interval wald 12/40 --z 1.96""",
)
@click.argument("name")
@click.argument("observed", required=False, metavar="K/N")
@click.option("--confidence", type=INSIDE_0_TO_1, default="0.95", show_default=True, metavar="NUMBER", help="How sure the interval is.")
@click.option(
    "--z",
    type=AT_LEAST_0,
    metavar="NUMBER",
    help="The deviate as a table prints it, as 1.96  [default: certified, from the confidence].",
)
@with_output_options
def explain_interval(name: str, observed: str | None, confidence: Fraction, z: Fraction | None, how: How) -> None:
    """An interval for a true rate, of K of N records."""
    name = spelt(name, _INTERVALS)
    if name not in _INTERVALS:
        raise Invalid("NAME", f"before K/N one of {', '.join(map(_in_documents, _INTERVALS))}", name)
    # the interval, from a deviate or from the confidence
    k, n = _counts(observed or "")
    if name in NORMAL:
        deviate = two_sided_deviate(confidence) if z is None else z
        derivation = computation_of(NORMAL[name], k, n, deviate)
        if z is None:
            derivation = evolve(derivation, steps=(("z", computation_of(two_sided_deviate, confidence)), *derivation.steps))
    elif z is None:
        derivation = computation_of(BINOMIAL[name], k, n, confidence)
    else:
        raise Invalid("--z", f"one of {', '.join(NORMAL)}", name)
    show_derivation(derivation, how)


def _in_documents(name: str) -> str:
    """An interval's name, with the documents that use it."""
    used = [key for key in DOCUMENTS if any(source[0] == key for source in definition(_INTERVALS[name]).sources)]
    return f"{name} (in {' and '.join(used)})" if used else name


def _counts(observed: str) -> tuple[Exact, Exact]:
    k, slash, n = (part if part == "/" else part.strip() for part in observed.partition("/"))
    if not slash:
        raise Invalid("K/N", "a number of N records, as 80/100", observed or "nothing")
    counts = exact_argument(k, "K/N, K"), exact_argument(n, "K/N, N")
    if compare(counts[0], 0) < 0 or compare(*counts) > 0:
        raise Invalid("K/N", "K from 0 to N", observed)
    return counts


TESTS: Mapping[str, Sequence[Callable[..., object]]] = {
    "mcnemar": (mcnemar_exact_p, mcnemar_chi_square_p, mcnemar_corrected_p),
    "mcnemar-exact": (mcnemar_exact_p,),
    "mcnemar-first-better": (mcnemar_first_better_p,),
    "mcnemar-mid-p": (mcnemar_mid_p,),
    "mcnemar-doubled-mid-p": (mcnemar_doubled_mid_p,),
    "mcnemar-chi-square": (mcnemar_chi_square_p,),
    "mcnemar-corrected": (mcnemar_corrected_p,),
    "mcnemar-corrected-unless-equal": (mcnemar_corrected_unless_equal_p,),
    "mcnemar-z": (mcnemar_z,),
    "difference": (difference_z, probability_first_better),
    "difference-interval": (difference_interval,),
    "mean-difference-interval": (mean_difference_interval,),
    "paired-t": (paired_t,),
    "corrected-resampled-t": (corrected_resampled_t,),
    "five-by-two-t": (five_by_two_t,),
    "five-by-two-f": (five_by_two_f,),
}
"""The tests, by the name that the command line uses."""


class TestName(Spelt):
    """A test by its name. Errors: BadParameter for another, with what isn't here, or is elsewhere."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The test that a text names."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as problem:
            if nearest(value, TESTS) is not None:  # a slip, for which the message has a proposal
                raise
            hint = "DeLong's test takes scores: dtref compare scores" if "delong" in value.casefold() else OTHER_TESTS
            raise click.BadParameter(f"{hint}. {problem.message}", ctx, param) from None


@click.command(
    epilog="""\b
Example: dtref explain test mcnemar 12 5
Example: dtref explain test paired-t 0.2,0.1,0.3 0.1,0.1,0.1
Example: dtref explain test difference 0.2 100 0.3 100"""
)
@click.argument("name", type=TestName(list(TESTS)), metavar="NAME")
@click.argument("arguments", nargs=-1)
@with_output_options
def test(name: str, arguments: tuple[str, ...], how: How) -> None:
    """
    A test of two classifiers or learning algorithms. ARGUMENTS: of mcnemar the records that only the first and that only the second gets
    right; of t and F the error rates of both, apart by commas; of difference the rate and the records of each.
    """
    computations = [step for function in TESTS[name] for step in _with_p(function, typed(function, arguments, name))]
    page = tuple(block for computation in computations for block in derivation_blocks(computation, how.digits))
    derivations = [derivation_json(computation, how.json_digits) for computation in computations]
    print_page(
        page, lambda: derivations[0] if len(derivations) == 1 else {"format": "dtref-derivations/1", "derivations": derivations}, how
    )


def _with_p(function: Callable[..., object], arguments: Mapping[str, object]) -> Sequence[Computation]:
    """The derivation of a test, and that of its p-value where this is a function of its own."""
    first = computation_of(function, **arguments)
    match function(**arguments):
        case TStatistic() as statistic:
            return first, computation_of(two_sided_p, statistic)
        case FStatistic() as statistic:
            return first, computation_of(f_p, statistic)
        case RootQuotient() as z:
            return first, computation_of(normal_two_sided_p, z)
        case _:
            return (first,)


explain_interval.help = f"{explain_interval.help} NAME: {', '.join(_INTERVALS)}."
test.help = f"{test.help} NAME: {', '.join(TESTS)}."

EVALUATION_COMMANDS = (metric, explain_interval, test)
"""The commands of this module."""
