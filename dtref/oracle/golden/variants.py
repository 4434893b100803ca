"""
Variants: the points on which the documents differ, each choice by its name in dtref, with the golden records that show who makes it.

golden/variants.json lists them; golden/VARIANTS.md is made from it and from the records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from importlib import import_module
from itertools import combinations

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.files import read_text
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import layout, parse_exact_json
from dtref.oracle.golden.complaints import Complaint, Trouble, call_troubles
from dtref.oracle.golden.reader import call_of
from dtref.oracle.golden.records import Call, GoldenRecord
from dtref.oracle.operations.inputs import Given, golden_folder
from dtref.spec.sources import DOCUMENTS


@frozen
class Choice:
    """
    A choice that some documents make: in words, and as the name of a function or value below `dtref`; documents: the records that show it.

    example, exact: a call and its answer, on which the choices differ.
    """

    says: str
    name: str
    documents: Mapping[str, tuple[str, ...]]
    example: Call
    exact: Json


@frozen
class Variants:
    """A subject on which documents differ: its kind, the choices, and a sentence about their examples."""

    id: str
    subject: str
    choices: tuple[Choice, ...]
    example: str
    kind: str = "between"


@frozen
class Letters:
    """What each document calls a quantity, by document; name: that of dtref's function or value, empty where there is none."""

    what: str
    documents: Mapping[str, str]
    name: str


SUBJECT_KINDS = {
    "between": "Documents differ, and so do the answers",
    "within": "One document leaves it open, or has both",
    "alike": "Other numbers, the same decisions",
}
"""The parts of golden/VARIANTS.md by the kind of subjects in them."""


def golden_variants() -> tuple[Variants, ...]:
    """
    The subjects on which the documents differ. Errors: Invalid where golden/variants.json isn't a list of them.

    >>> "variants-cut-side" in [variants.id for variants in golden_variants()]
    True
    """
    return read_variants(read_text(golden_folder() / "variants.json"), "variants.json")


def golden_letters() -> tuple[Letters, ...]:
    """
    What each document calls the quantities of the field. Errors: Invalid where golden/variants.json has no list of them.

    >>> [letters.documents["iaml"] for letters in golden_letters() if letters.what == "split information"]
    ['SplitEntropy(S, A)']
    """
    file = Given.of(parse_exact_json(read_text(golden_folder() / "variants.json"), "variants.json"), "variants.json")
    return tuple(_letters(Given.of(part, f"variants.json, letters {i}")) for i, part in enumerate(file.list("letters"), 1))


def _letters(entry: Given) -> Letters:
    documents = entry.only("what", "documents", "name").object("documents")
    name = entry.text("name") if "name" in entry.parts else ""
    if name and not _is_named(name):
        raise Invalid(f"{entry.where}, name", "a function or value of dtref", name)
    return Letters(entry.text("what"), {document: documents.text(document) for document in documents.parts}, name)


def read_variants(text: str, name: str) -> tuple[Variants, ...]:
    """
    The subjects that a text lists; `name` is what messages call it. Errors: Invalid where it is no such list.

    >>> read_variants('{"variants": []}', "variants.json")
    ()
    """
    file = Given.of(parse_exact_json(text, name), name).only("$schema", "variants", "letters")
    return tuple(_variants(Given.of(part, f"{name}, variant {i}")) for i, part in enumerate(file.list("variants"), 1))


def _variants(entry: Given) -> Variants:
    entry.only("id", "subject", "kind", "choices", "example")
    if entry.text("kind") not in SUBJECT_KINDS:
        raise Invalid(f"{entry.where}, kind", f"one of {', '.join(SUBJECT_KINDS)}", entry.text("kind"))
    choices = tuple(_choice(Given.of(part, f"{entry.where}, choice {i}")) for i, part in enumerate(entry.list("choices"), 1))
    return Variants(entry.text("id"), entry.text("subject"), choices, entry.text("example"), entry.text("kind"))


def _choice(entry: Given) -> Choice:
    documents = entry.only("says", "name", "documents", "operation", "given", "part", "exact").object("documents")
    records_by_document = {name: documents.texts(name) for name in documents.parts}
    return Choice(entry.text("says"), entry.text("name"), records_by_document, call_of(entry), entry.part("exact"))


def check_variants(variants: Variants, records: Mapping[str, GoldenRecord]) -> tuple[Complaint, ...]:
    """The complaints about a subject, given the records by id: unknown names, records of another document, examples that agree."""
    return tuple(Complaint(variants.id, *trouble) for trouble in _troubles(variants, records))


def _troubles(variants: Variants, records: Mapping[str, GoldenRecord]) -> Iterator[Trouble]:
    # each choice: its name, its records, its example
    for i, choice in enumerate(variants.choices, 1):
        if not _is_named(choice.name):
            yield f"choices[{i}], name", "a function or value of dtref", choice.name
        for document, ids in choice.documents.items():
            for name in ids:
                if name not in records or records[name].document != document:
                    yield f"choices[{i}], {document}", f"records of {document}", name
        yield from call_troubles(choice.example, choice.exact, f"choices[{i}], exact")
    # no two examples agree
    for (i, choice), (j, other) in combinations(enumerate(variants.choices, 1), 2):
        if choice.exact == other.exact:
            yield f"choices[{j}], exact", f"another answer than that of choice {i}", layout(other.exact)


def _is_named(name: str) -> bool:
    """
    Whether a dotted name below `dtref` names something.

    >>> _is_named("spec.split.impurity.gini"), _is_named("spec.split.impurity.ginny")
    (True, False)
    """
    # the longest beginning that is a module, then attributes of it
    parts = name.split(".")
    for n in range(len(parts) - 1, 0, -1):
        try:
            module: object = import_module(f"dtref.{'.'.join(parts[:n])}")
        except ModuleNotFoundError:
            continue
        return reduce(lambda value, part: getattr(value, part, None), parts[n:], module) is not None
    return False


def variants_page(all_variants: Iterable[Variants], letters: Iterable[Letters] = ()) -> str:
    """
    The page golden/VARIANTS.md: a table for each subject, a row for each choice, with the records that show which document makes it; then
    the letters.

    >>> variants_page(()).splitlines()[0]
    '# Where the documents differ'
    """
    head = (
        "# Where the documents differ\n\nMade by `dtref golden write` from `variants.json`. Each choice is a function or value of dtref; "
        "the records show which document makes it. The tests run an example of each: they all give different answers.\n"
    )
    subjects = list(all_variants)
    parts = (
        f"## {title}\n\n" + "\n".join(map(_subject, members))
        for kind, title in SUBJECT_KINDS.items()
        if (members := [variants for variants in subjects if variants.kind == kind])
    )
    rows = [_letters_row(row) for row in letters]
    table = "\n".join([f"## Letters\n\n| | {_heads()} | in dtref |\n|{' --- |' * (2 + len(DOCUMENTS))}", *rows]) if rows else ""
    return "\n".join([head, *parts, *([table + "\n"] if table else [])])


def _heads() -> str:
    return " | ".join(f"`{document}`" for document in DOCUMENTS)


def _subject(variants: Variants) -> str:
    columns = f"| choice | in dtref | {_heads()} | |\n|{' --- |' * (3 + len(DOCUMENTS))}"
    return f"### {variants.subject}\n\n{columns}\n{_rows(variants)}\n\nThe last column: {variants.example}.\n"


def _letters_row(letters: Letters) -> str:
    cells = [letters.what, *(letters.documents.get(document, "").replace("|", "\\|") for document in DOCUMENTS)]
    return f"| {' | '.join(cells)} | {f'`{letters.name}`' if letters.name else ''} |"


def _rows(variants: Variants) -> str:
    return "\n".join(f"| {' | '.join(_cells(choice))} |" for choice in variants.choices)


def _cells(choice: Choice) -> Iterator[str]:
    yield choice.says
    yield f"`{choice.name}`"
    yield from (", ".join(choice.documents.get(document, ("",))) for document in DOCUMENTS)
    yield answer_text(choice.exact)


def answer_text(exact: Json) -> str:
    """
    An exact answer as a cell of a table: a tree as one line, a number as it is, all else as JSON.

    >>> answer_text("1/3"), answer_text({"undefined": "no positives"}), answer_text(["a", "b"])
    ('1/3', 'no value: no positives', '`["a", "b"]`')
    """
    match exact:
        case str():
            return exact
        case {"undefined": str(why)}:
            return f"no value: {why}"
        case {"decimal": str(digits)}:
            return digits
        case {"counts": _}:
            return _tree_text(exact)
        case _:
            return f"`{layout(exact)}`".replace("\n", " ")


def _tree_text(tree: Json) -> str:
    """
    A tree as one line: the test, then what each of its branches leads to; a leaf as its labels. Its counts and optima are left to the file.

    >>> leaves = [{"if": x, "then": {"labels": [y], "counts": {}}} for x, y in (("yes", "a"), ("no", "b"))]
    >>> _tree_text({"counts": {}, "test": {"threshold": "x", "side": "<=", "cut": "3"}, "branches": leaves})
    'x <= 3 (yes: a; no: b)'
    """
    match tree:
        case {"labels": list(labels)}:
            return " or ".join(map(str, labels))
        case {"test": {"threshold": str(name), "side": str(side), "cut": str(cut)}, "branches": list(branches)}:
            test = f"{name} {side} {cut}"
        case {"test": {"multiway": str(name)}, "branches": list(branches)}:
            test = name
        case _:
            return f"`{layout(tree)}`".replace("\n", " ")
    return f"{test} ({'; '.join(map(_branch_text, branches))})"


def _branch_text(branch: Json) -> str:
    match branch:
        case {"if": str(value), "then": then}:
            return f"{value}: {_tree_text(then)}"
    raise Invalid("a tree's branch", "`if` and `then`", branch)
