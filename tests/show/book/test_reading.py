"""What the book reads as text is what runs: the theorems, the code of the definitions, what they use. How it is set keeps every sign."""

from __future__ import annotations

import ast
import dis
import importlib
import inspect
import re
from html import unescape
from types import FunctionType

import pytest
from attrs import evolve
from many import one_in
from narrow import of_kind, present

import dtref
from dtref.errors import Invalid
from dtref.exact.definition import definition
from dtref.show.book.pages.places import links
from dtref.show.book.sources.library import Library, proofs_folder, read_library
from dtref.show.book.sources.modules import Module, parsed
from dtref.show.book.sources.order import ordered
from dtref.show.book.sources.proofs import proof_files, theorems
from dtref.show.book.typeset.code import code_html
from dtref.show.book.typeset.formulas import NoFormula, mathml_of
from dtref.show.book.typeset.inline import running
from dtref.show.book.typeset.prose import Links, docstring_html, formula_html, sources_html
from dtref.show.book.typeset.tokens import tokens
from proofs import theorem as running_proofs

NOWHERE = Links(lambda _: "", lambda _key, _place: "")


@pytest.fixture(scope="module")
def library() -> Library:
    return read_library()


def without_docstring(node: ast.AST) -> str:
    """The definition as Python sees it, and nothing else."""
    assert isinstance(node, ast.FunctionDef | ast.ClassDef)
    node.decorator_list = [one for one in node.decorator_list if not ast.unparse(one).startswith("defined(")]
    if ast.get_docstring(node):
        node.body = node.body[1:]
    return ast.unparse(node)


def test_the_theorems_say_in_text_what_they_say_when_they_run(library: Library) -> None:
    found = [
        (file, one.name, one.says, one.source, one.reach, one.method.value, one.ends.value, inspect.getdoc(one.prove) or "")
        for file, one in running_proofs.theorems()
    ]
    read = [(t.file, t.name, t.says, t.source, t.reach, t.method, t.ends, t.idea) for t in library.theorems]
    assert sorted(read) == sorted(found)
    behind = {one.name: {run.__module__ for run in map(running_proofs.plain, one.runs)} for _, one in running_proofs.theorems()}
    for one in library.theorems:
        assert {f"dtref.{at.partition(':')[0]}" for at in map(library.resolved, one.runs)} >= behind[one.name], one.name


def test_a_theorem_that_says_what_is_no_text_is_refused() -> None:
    files = dict(proof_files(proofs_folder()))
    files["small"] = '@theorem("a".upper(), source="tan", runs=(), reach="all", method=Method.LIMIT)\ndef theorem_a(): ...\n'
    with pytest.raises(Invalid, match=r"^proofs/small\.py line 1: expected a text, or names of texts \(got \"'a'\.upper\(\)\"\)$"):
        theorems(files)
    files["small"] = files["small"].replace('"a".upper()', "A")
    with pytest.raises(Invalid, match=r"^proofs/small\.py: expected a name that is given a value \(got 'A'\)$"):
        theorems(files)


def test_the_code_is_what_runs(library: Library) -> None:
    """Function by function, but for docstrings and comments."""
    compared = 0
    for name in (
        "spec.split.impurity",
        "spec.split.criteria",
        "exact.logs",
        "spec.evaluation.confusion.rates",
        "spec.model.trees",
        "io.tables",
        "errors",
    ):
        for own, value in vars(importlib.import_module(f"dtref.{name}")).items():
            runs = inspect.unwrap(value) if callable(value) else value
            if getattr(runs, "__module__", "") == f"dtref.{name}" and isinstance(runs, FunctionType | type) and runs.__name__ == own:
                read = library.definitions[f"{name}:{own}"]
                (shown,), (run,) = ast.parse(read.code).body, ast.parse(inspect.getsource(runs)).body
                text = ast.get_docstring(of_kind(ast.ClassDef, run) if isinstance(run, ast.ClassDef) else of_kind(ast.FunctionDef, run))
                assert read.doc == (text or "")
                assert without_docstring(shown) == without_docstring(run)
                assert evolve(read.facts, sentence="") == evolve(definition(runs), sentence="")
                compared += 1
    assert compared > 70


def globals_of(function: FunctionType) -> set[str]:
    """The names that its compiled code asks its module for."""
    return {str(one.argval) for one in dis.get_instructions(function) if one.opname == "LOAD_GLOBAL"}


def test_a_definition_uses_what_its_code_asks_for_by_name(library: Library) -> None:
    compared = 0
    for name in [one.name for one in library.modules if one.name.startswith(("spec.split", "spec.pruning", "spec.evaluation", "exact"))]:
        module = importlib.import_module(f"dtref.{name}")
        for own, value in vars(module).items():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__ and f"{name}:{own}" in library.definitions:
                asked = {vars(module).get(other) for other in globals_of(value) if isinstance(vars(module).get(other), FunctionType)}
                homes = {
                    f"{one.__module__.removeprefix('dtref.')}:{present(one).__name__}"
                    for one in asked
                    if one.__module__.startswith("dtref.")
                }
                read = set(map(library.resolved, library.definitions[f"{name}:{own}"].uses))
                assert homes - {f"{name}:{own}"} <= read, own
                compared += len(homes)
    assert compared > 400


def test_every_definition_s_code_keeps_every_sign(library: Library) -> None:
    for one in one_in(6, list(library.definitions.values())):
        module = library.named[one.module]
        shown = code_html(one.code, links(library, module).name)
        assert unescape(re.sub(r"<[^>]+>", "", shown)) == one.code, one.at


def test_the_parts_of_a_definition() -> None:
    text = '''
from dtref.spec.split.impurity import gini as impurity_of

LIMIT = 3
"""How many at most."""


@frozen
class Pair:
    """Two things."""

    first: int


def f(impurity_of):
    """Shadowed."""

    return impurity_of


def g():
    return impurity_of(LIMIT)
'''
    found = {one.name: one for one in parsed("spec.split.own", text).definitions}
    assert [(one.name, one.kind, one.doc) for one in found.values()] == [
        ("LIMIT", "value", "How many at most."),
        ("Pair", "class", "Two things."),
        ("f", "function", "Shadowed."),
        ("g", "function", ""),
    ]
    assert found["Pair"].code == "@frozen\nclass Pair:\n    first: int"
    assert found["f"].code == "def f(impurity_of):\n    return impurity_of"
    assert (found["f"].uses, found["g"].uses) == ((), ("spec.split.impurity:gini", "spec.split.own:LIMIT"))


def test_modules_come_as_the_package_lists_them_and_the_rest_after() -> None:
    package = parsed("p", 'READING_ORDER = ("d", "a", "gone")\n', package=True)
    inside = [Module(f"p.{name}", False, "", (), {}) for name in "abcd"]
    assert ordered(package, inside) == ["p.d", "p.a", "p.b", "p.c"]
    assert package.definitions == ()


def shape(formula: str) -> str:
    """The MathML of a formula with its letters and signs bare."""
    return re.sub(r"</?(mi|mn|mo|mrow|mspace[^>]*)>", "", mathml_of(tokens(formula)))


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("a b / c d", "<mfrac>abc</mfrac>d"),
        ("n_i/n I(i)", "<mfrac><msub>ni</msub>n</mfrac>I(i)"),
        ("(a - b) / (c + 1)", "<mfrac>a−bc+1</mfrac>"),
        ("a / b / c", "<mfrac><mfrac>ab</mfrac>c</mfrac>"),
        ("-a^2", "−<msup>a2</msup>"),
        ("x^(n - k)", "<msup>xn−k</msup>"),
        ("G^-1(p)", "<msup>G−1</msup>(p)"),
        ("|p(j|L) - q|", "|p(j∣L)−q|"),
        ("P(|X| >= |t|)", "P(|X|≥|t|)"),
        ("sum_{i=0}^{r-1} a_i", "<munderover>∑i=0r−1</munderover><msub>ai</msub>"),
        ("sum_x x P(x)", "<munder>∑x</munder>xP(x)"),
        ("C_FP x FP + 0.9 x b", "<msub>CFP</msub>×FP+0.9×b"),
        ("sqrt(n p) / 2", "<mfrac><msqrt>np</msqrt>2</mfrac>"),
        ("G / ln 2", "<mfrac>Gln2</mfrac>"),
        ("theta^ - theta*b", "<mover>θ^</mover>−<msup>θ*b</msup>"),
        ("P' d-bar w1", "<msup>P′</msup><mover>d¯</mover><msub>w1</msub>"),
        ("C(2n - 1, n) k!", "C(2n−1,n)k!"),
    ],
)
def test_a_formula_is_read_as_people_read_it(formula: str, expected: str) -> None:
    assert shape(formula) == expected


@pytest.mark.parametrize("formula", ["(a +)", "(a", "a)", "/ a", "sqrt", "[0, 1)", "a_"])
def test_what_is_no_formula_stays_as_it_is(formula: str) -> None:
    with pytest.raises(NoFormula):
        mathml_of(tokens(formula))
    assert re.sub(r"</?m\w+>", "", running(formula, str)).replace(" ", "") == formula.replace(" ", "")


def test_the_facts_of_every_definition_are_those_that_it_carries(library: Library) -> None:
    """Of functions and classes; those that are read as text are compared with those of what is imported."""
    compared = 0
    for at, one in library.definitions.items():
        if at.startswith(("exact.", "spec.")) and one.kind != "value":
            home, _, name = at.partition(":")
            value = vars(importlib.import_module(f"dtref.{home}"))[name]
            assert evolve(one.facts, sentence="") == evolve(definition(value), sentence=""), at
            compared += one.facts.source != ""
    assert compared > 250


def test_the_source_of_a_preset_is_the_one_in_its_call(library: Library) -> None:
    assert library.definitions["spec.presets:CART"].facts.source == dtref.CART.source
    assert "spec.presets:CART" in library.cited_at["tan: Splitting Based on GINI"]


def test_words_between_are_words() -> None:
    assert re.sub(r"<math>.*?</math>", "#", running("a b, taken out of the sum", str)) == "#, taken out of the sum"
    assert re.sub(r"<math>.*?</math>", "#", running("sum over the k of the incomplete beta function", str)) == (
        "sum over the # of the incomplete beta function"
    )
    assert re.sub(r"<math>.*?</math>", "#", running("a / b for a whole a; 1 where e = n", str)) == "# for a whole #; # where #"
    assert running("the documents' own", str) == "the documents' own"
    assert formula_html("a < b. At most `c`.", NOWHERE) == (
        '<div class="formula" tabindex="0"><math><mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow></math></div><p>At most <code>c</code>.</p>'
    )


def test_sources_lead_to_their_places() -> None:
    there = Links(lambda _: "", lambda key, place: f"{key}#{place}" if place in {"", "A, B", "1.2"} else "")
    assert sources_html("`tan`, A, B; `iaml` 1.2; Kass 1980 and <more>.", there) == (
        '<a href="tan#">tan</a>, <a href="tan#A, B">A, B</a>; <a href="iaml#">iaml</a> <a href="iaml#1.2">1.2</a>; '
        '<a href="kass1980#">Kass 1980</a> and &lt;more&gt;.'
    )


def test_a_table_of_a_docstring_is_set() -> None:
    told = docstring_html("Codes.\n\n====  =====\ncode  what\n====  =====\na     `b` c\n====  =====\n", NOWHERE)
    assert "====" not in told
    assert "<tr><td>a</td><td><code>b</code> c</td></tr>" in told
