"""The parts of the documents that are made from the code. Run: PYTHONPATH=tests python tests/readme_tables.py writes them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, takewhile
from pathlib import Path

from click.testing import CliRunner
from golden_files import RECORDS, VECTORS
from methods import BIBLIOGRAPHY, absent_table, methods_table

import dtref
from dtref.cli import app
from dtref.exact.definition import definition, fact_texts
from dtref.io.foreign.formats import FORMATS
from dtref.io.numbers import Json
from dtref.oracle.golden.records import Answered, GoldenRecord
from dtref.oracle.judge.report.definitions import operation_definition
from dtref.oracle.operations.operation import InputKind, Operation
from dtref.oracle.operations.registry import OPERATIONS
from dtref.oracle.operations.trees.stopping import ADDED_STOPS
from dtref.show.book.sources.cases import calls
from dtref.spec.evaluation.confusion.by_name import MATRIX_MEASURES, RATES
from dtref.spec.growing.admission import ADMISSION_RULES
from dtref.spec.growing.ties import TIE_RULES
from dtref.spec.model.rules import rule_of
from dtref.spec.split.by_name import CRITERIA_BY_FORMULA, IMPURITIES_OF_CLASSES
from proofs.theorem import Outcome, Theorem, plain, theorems

ROOT = Path(__file__).parent.parent

MAIN_JOB = f"explain data {ROOT / 'golden/data/tan_default.csv'} --target defaulted --as cart"
"""The words of the README's first command."""

HEADLINES = {
    "theorem_best_groupings_of_two_classes_are_prefixes": (
        "With two classes, order the values of a nominal attribute by their class share. The best of all 2^(n-1) - 1 groupings is "
        "then one of n - 1 prefixes."
    ),
    "theorem_prefixes_are_not_enough_of_three_classes": "With three classes that is false: a counterexample has four values.",
    "theorem_best_cuts_are_boundary_points": "The best cuts by Gini and by gain lie where the class shares change.",
    "theorem_best_cut_of_a_least_size_may_be_inside_a_run": "With a least number of records in every branch that is false, too.",
    "theorem_gain_is_a_divergence": "Information gain is never negative. It is 0 only where every child has the shares of its parent.",
    "theorem_twoing_is_half_the_gini_reduction_of_two_classes": (
        "With two classes, twoing is half the reduction of Gini: both choose the same tests."
    ),
    "theorem_the_sequence_is_nested_and_the_least_cost_for_every_alpha": (
        "Cost-complexity pruning gives, for every alpha, the smallest of all prunings of least cost, and each tree of the "
        "sequence prunes the one before."
    ),
    "theorem_auc_is_mann_whitney": (
        "The area under the ROC curve is the share of pairs that the scores order rightly; a tied pair counts one half."
    ),
    "theorem_wilson_contains_the_estimate_and_lies_within_0_and_1": "Wilson's interval contains the observed rate and never leaves [0, 1].",
    "theorem_cost_is_not_proportional_to_accuracy": "Cost is not proportional to accuracy, though a document says so.",
    "theorem_majority_vote_errs_less_with_two_voters_more": (
        "Two more independent voters, each right more often than not, make a majority err less."
    ),
    "theorem_refining_tells_a_form_from_0": "Every comparison of sums of logarithms ends, at a precision that is known before it starts.",
}
"""The theorems of which the README tells, in plain sentences. How far each reaches stands in proofs/README.md."""


def subjects() -> list[set[str]]:
    """
    For each golden record that computes something what it is about: its operations, the presets, binnings and stopping rules that they
    are given, its flags, and the names of parts in its answer, kinds of tests among them.
    """
    return [found for record in RECORDS if (found := about(record))]


def about(record: GoldenRecord) -> set[str]:
    """What a golden record is about; nothing if it runs no operation."""
    found: set[str] = set()
    for operation, given in calls(record.body):
        found |= {operation, *(str(given[name]) for name in ("preset", "binning") if name in given)}
        found |= {str(rule["rule"]) for name in ("stop", "admit") for rule in given.get(name, ()) if isinstance(rule, dict)}
    if not found:
        return found
    return found | set(record.flags) | (set(keys(record.body.exact)) if isinstance(record.body, Answered) else set())


def keys(value: Json) -> Iterator[str]:
    """Every name of a part, at any depth."""
    if isinstance(value, dict):
        yield from value
    if not isinstance(value, str):
        for part in value.values() if isinstance(value, dict) else value:
            yield from keys(part)


def methods() -> str:
    """The methods that the documents name."""
    absent = f"{absent_table()}\n\nOnly in a bibliography: {'; '.join(BIBLIOGRAPHY)}."
    return f"\n{methods_table(subjects())}\n\n{absent}\n"


def theorems_table() -> str:
    """The theorems: in words, the document or paper, the functions that the proof runs, how far it reaches, how it is proved."""
    rows = [f"| {' | '.join((cell(one.says), cell(one.source), runs(one), cell(one.reach), method(one)))} |" for _, one in theorems()]
    head = "| theorem | document | functions | reach | method |\n| --- | --- | --- | --- | --- |"
    return f"\n## {len(rows)} theorems\n\n{head}\n" + "\n".join(rows) + "\n"


def headlines() -> str:
    """A dozen of the theorems, each with the file of its proof."""
    homes = {one.name: module for module, one in theorems()}
    return "\n".join(f"* {says} ([proof](proofs/{homes[name]}.py))" for name, says in HEADLINES.items())


def declared_operations() -> str:
    """
    The operations: what they are given and what they answer, as they are declared. Which ones share a row, and what they are, is the
    document's own.
    """
    table = (ROOT / "golden/README.md").read_text("utf-8").split("<!-- declared: made")[1].split("<!-- end of declared")[0]
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    lines: list[str] = []
    for row in rows:
        names, *_, about = re.split(r" (?<!\\)\| ", row.strip("| "))
        sharing = [OPERATIONS[name] for name in re.findall(r"`(\w+)`", names)]
        seen: set[tuple[str, str]] = set()
        alike = [next(group) for _, group in groupby(sharing, key=lambda one: given(one, set()))]
        inputs_and_answers = "; ".join(given(one, seen) for one in alike), "; ".join(says for says, _ in groupby(sharing, key=answered))
        lines.append(f"| {' | '.join((names, *map(cell, inputs_and_answers), about))} |")
    return "\n".join(("| operation | given | answers | what it is |", "| --- | --- | --- | --- |", *lines))


def answered(operation: Operation) -> str:
    """The kind of answer of an operation."""
    return operation.answer.says


def given(operation: Operation, seen: set[tuple[str, str]]) -> str:
    """
    The inputs of an operation, those in every way of giving them first: their names, and the kind, unless it has been told; those that
    may be left out last.
    """
    kinds, ways = operation.inputs.kinds, operation.inputs.ways
    common = [name for name in ways[0] if all(name in way for way in ways)]
    needed = inputs([name for name in common if not kinds[name].default], kinds, seen)
    others = " or ".join(inputs([name for name in way if name not in common], kinds, seen) for way in ways) if len(ways) > 1 else ""
    optional = inputs([name for name in common if kinds[name].default], kinds, seen)
    return ", and ".join(filter(None, (needed, others))) + (f", and perhaps {optional}" if optional else "")


def inputs(names: Sequence[str], kinds: Mapping[str, InputKind[object]], seen: set[tuple[str, str]]) -> str:
    """Names of inputs, those of one kind together, with the kind unless it has been told of them."""
    texts: list[str] = []
    for says, group in groupby(names, key=lambda name: f"{kinds[name].says}{default(kinds[name])}"):
        told = [(name, says) for name in group]
        texts.append(", ".join(f"`{name}`" for name, _ in told) + ("" if seen.issuperset(told) else f" ({says})"))
        seen.update(told)
    return ", ".join(texts)


def default(kind: InputKind[object]) -> str:
    """The number that stands for an input that is left out."""
    return "".join(f"; `{number}` if left out" for number in kind.default if isinstance(number, Fraction))


def criteria() -> str:
    """The operations that ask an impurity, the mean of one over children, or a criterion that takes nothing besides the counts."""
    rows = [operation_row(impurity.name, impurity) for impurity in IMPURITIES_OF_CLASSES.values()]
    for name, impurity in IMPURITIES_OF_CLASSES.items():
        refused = "Children without any record are refused" + (", and more than two classes" if impurity.two_classes else "")
        children = given(OPERATIONS[f"weighted_{name}"], set())
        rows.append(f"| `weighted_{name}` | {children} | `{impurity.name}` of the children, weighted by their records. {refused} |")
    for criterion in CRITERIA_BY_FORMULA.values():
        if criterion.impurity is None or not criterion.impurity.moments:
            both = " Undefined unless there are two children, both with records |" if criterion.two_branches else " |"
            row = operation_row(criterion.name, criterion)
            rows.append(row.removesuffix(" |") + both.replace(" Undefined", ". Undefined"))
    return operations_table(rows)


def measures() -> str:
    """The operations that ask a measure of a confusion matrix, or of four counts, and take nothing besides."""
    of_counts = [name for name in RATES if name not in MATRIX_MEASURES and name != "f_harmonic"]  # which may take beta, too
    rows = [operation_row(name, measure) for name, measure in MATRIX_MEASURES.items()]
    return operations_table([*rows, *(operation_row(name, RATES[name]) for name in of_counts)])


def operation_row(name: str, function: Callable[..., object]) -> str:
    """A row for an operation: what it is given, the formula, the unit and where it is undefined."""
    facts = dict(fact_texts(definition(function)))
    formula, *more = (facts[mark] if mark == "Formula" else f"{mark}: {facts[mark]}" for mark in WANTED if mark in facts)
    return f"| `{name}` | {given(OPERATIONS[name], set())} | {cell(' '.join((formula, *more)).rstrip('.'))} |"


WANTED = ("Formula", "Unit", "Undefined")
"""The facts that stand in the tables of operations."""


def operations_table(rows: Sequence[str]) -> str:
    """Rows of operations below their head."""
    return "\n".join(("| operation | given | answers |", "| --- | --- | --- |", *rows))


def picture() -> str:
    """The CART tree of ten borrowers: two of its nodes are ties."""
    data = dtref.read_csv(ROOT / "golden/data/tan_default.csv", target="defaulted")
    return f"```text\n{dtref.tree_text(dtref.grow(data, dtref.CART)).rstrip()}\n```"


def explained() -> str:
    """The first command's words on the root, and the first candidate that it marks as best."""
    root, *candidates = CliRunner().invoke(app, shlex.split(MAIN_JOB)).output.split("\n\n")
    best = next(block for block in candidates if "[best]" in block)
    return f"```text\n{root}\n\n{best}\n```"


TABLE_OF_OPERATIONS = "| operation | given | answers |"
"""The head of a table of operations."""


def operations_in(text: str) -> list[str]:
    """The operations that the tables of a text name."""
    rows = [
        row for part in text.split(TABLE_OF_OPERATIONS)[1:] for row in takewhile(lambda line: line.startswith("|"), part.splitlines()[2:])
    ]
    return [name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])]


def further_operations() -> str:
    """A row for each operation that no other table has: its inputs, and its definition in a sentence."""
    by_hand = (ROOT / "golden/README.md").read_text("utf-8").partition("<!-- criteria:")[0]
    named = {*operations_in(by_hand), *operations_in(criteria()), *operations_in(measures())}
    defined = {name: operation_definition(name, {}) for name in OPERATIONS if name not in named}
    rows = [
        f"| `{name}` | {cell(given(OPERATIONS[name], set()))} | {cell(f'{one.sentence} {one.formula}'.rstrip())} |"
        for name, one in defined.items()
    ]
    return operations_table(rows)


RULES = (("stop", ADDED_STOPS), ("admit", ADMISSION_RULES), ("tie", TIE_RULES))
"""The rules that records name, by the input that they are given in."""


def rules() -> str:
    """The rules that records name, with their options and what they say of themselves in a sentence."""
    rows = [
        f"| `{where}` | {rule_cell(rule)} | {cell(first_sentence(definition(rule).sentence))} |" for where, some in RULES for rule in some
    ]
    return "\n".join(("| input | rule | what it does |", "| --- | --- | --- |", *rows))


def first_sentence(text: str) -> str:
    """The first sentence of a text."""
    return re.split(r"(?<=[.]) ", text, maxsplit=1)[0]


def rule_cell(rule: Callable[..., object]) -> str:
    """A rule as records write it, and the kinds of its options."""
    facts = rule_of(rule)
    written = ", ".join((f'"rule": "{facts.name}"', *(f'"{option.name}": …' for option in facts.options)))
    kinds = [f"{option.name}: {' or '.join(option.choices) or option.kind.value}" for option in facts.options]
    return f"`{{{written}}}`" + (f" ({'; '.join(kinds)})" if kinds else "")


def formats() -> str:
    """The formats of files that hold other programs' trees."""
    return "\n".join(("| `--format` | reads |", "| --- | --- |", *(f"| `{one.name}` | {cell(one.reads)} |" for one in FORMATS.values())))


def runs(one: Theorem) -> str:
    """The functions that a proof runs."""
    return ", ".join(f"`{plain(run).__name__}`" for run in one.runs)


def method(one: Theorem) -> str:
    """How a theorem is proved, or that it refutes what a document says."""
    return one.method.value if one.ends is Outcome.PROVED else f"{one.method.value}; refuted"


def cell(text: str) -> str:
    """A text as a cell of a Markdown table."""
    return text.replace("|", "\\|")


MADE: Mapping[str, Mapping[str, Callable[[], str]]] = {
    "README.md": {"picture": picture, "explained": explained, "headlines": headlines},
    "golden/README.md": {
        "declared": declared_operations,
        "criteria": criteria,
        "measures": measures,
        "operations": further_operations,
        "rules": rules,
    },
    "golden/METHODS.md": {"methods": methods},
    "dtref/oracle/README.md": {"formats": formats},
    "proofs/README.md": {"theorems": theorems_table},
}
"""For each document its parts that are made here, by the name of their markers."""


FIGURES: Mapping[str, Callable[[], int]] = {
    "worked examples": lambda: len(RECORDS),
    "harder cases": lambda: len(VECTORS),
    "theorems": lambda: len(list(theorems())),
}
"""How many there are of what the README counts."""


def filled(name: str) -> str:
    """A document with its parts as they should be."""
    text = (ROOT / name).read_text("utf-8")
    for part, make in MADE[name].items():
        begin, end = f"<!-- {part}: made by tests/readme_tables.py -->", f"<!-- end of {part} -->"
        before, inside = text.split(begin)
        text = f"{before}{begin}\n{make()}\n{end}{inside.split(end)[1]}"
    for words, how_many in FIGURES.items() if name == "README.md" else ():
        text = re.sub(rf"\d[\d,]* {words}", f"{how_many():,} {words}", text)
    return text


if __name__ == "__main__":
    for document in MADE:
        (ROOT / document).write_text(filled(document), "utf-8")
