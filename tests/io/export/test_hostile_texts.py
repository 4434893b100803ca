"""Names and values of any characters stay what they are in exported code, and make no code of their own."""

from __future__ import annotations

import ast
import keyword
import os
import subprocess
import sys
import tokenize
from fractions import Fraction
from io import BytesIO
from pathlib import Path

import pytest
from exported.runners import run_python

from dtref.errors import Invalid
from dtref.io.export.doubles import Doubles
from dtref.io.export.names import variables
from dtref.io.export.r import r_text
from dtref.io.export.targets import TARGETS, export
from dtref.io.models import Model, save_model
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.tests import Multiway, Threshold
from dtref.spec.model.trees import Branch, Gap, Leaf

HOSTILE = [
    'a\nimport os; os.system("id")\n#',
    "b\rc",
    "d\u2028e",
    "*/ evil(); /*",
    "-- \n; DROP",
    "f\x0bg\x0ch\x85i",
    "coding: utf-7 +AAo-evil",
]
CODE = sorted(TARGETS.keys() - {"onnx", "json", "pmml"})


def cut_model(name: str, labels: tuple[str, str] = ("-", "+")) -> Model:
    """A cut of a number at 1/2, a class on either side."""
    number = Continuous(name)
    low, high = (Leaf(tuple((label, Fraction(label == own)) for label in labels), (own,)) for own in labels)
    counts = tuple((label, Fraction(1)) for label in labels)
    test = Threshold(number, Fraction(0), Fraction(1), Fraction(1, 2))
    return Model((number,), Nominal(f"y {name}", labels), "CART", Branch(counts, labels, test, (test,), (low, high), Gap.REFUSE))


def value_model(value: str) -> Model:
    """A question of a text."""
    text = Nominal("n", (value, "b"))
    leaves = tuple(Leaf((("-", Fraction(i)), ("+", Fraction(1 - i))), ("-" if i else "+",)) for i in (0, 1))
    test = Multiway(text)
    return Model(
        (text,),
        Nominal("y", ("-", "+")),
        "ID3",
        Branch((("-", Fraction(1)), ("+", Fraction(1))), ("-",), test, (test,), leaves, Gap.REFUSE),
    )


@pytest.mark.parametrize("to", CODE)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_makes_no_line_of_its_own(to: str, name: str) -> None:
    plain, hostile = (str(export(cut_model(of), to)) for of in ("harmless", name))
    if to == "sql":
        # a name in quotes may hold a line break
        hostile = hostile.replace('"' + name.replace('"', '""') + '"', '"harmless"')
    assert len(hostile.splitlines()) == len(plain.splitlines())
    if to in {"python", "sklearn"}:
        assert tokenize.detect_encoding(BytesIO(hostile.encode()).readline)[0] == "utf-8"
        assert len(list(ast.walk(ast.parse(hostile.encode())))) == len(list(ast.walk(ast.parse(plain))))


@pytest.mark.parametrize("value", ["\U0001f34e", "a\\/b", "\\ud83c", "é\x7f\xa0", "\\"])
def test_a_value_is_asked_as_it_is(value: str, tmp_path: Path) -> None:
    answers = run_python(value_model(value), [{"n": value}, {"n": "b"}, {"n": "c"}], tmp_path, Doubles.EXACT)
    assert answers == ["+", "-", None]
    assert ast.literal_eval(r_text(value)) == value


@pytest.mark.parametrize("to", ["c", "r", "sql"])
def test_nul_is_refused_by_name(to: str) -> None:
    with pytest.raises(Invalid, match="text: expected one without NUL"):
        export(value_model("a\0b"), to)


def test_words_that_a_language_keeps_are_no_variables() -> None:
    r = "if else repeat while function for next break TRUE FALSE NULL Inf NaN NA NA_integer_ NA_real_ NA_complex_ NA_character_ in"
    r_words = {*r.split()}
    c = "asm typeof fortran linux unix i386 INFINITY HUGE_VAL HUGE_VALF HUGE_VALL NAN FP_NAN FP_ZERO FP_ILOGB0 MATH_ERRNO MATH_ERREXCEPT"
    kept = {*r_words, *c.split(), "math_errhandling", "NULL", "M_PI", *keyword.kwlist}
    found = variables(sorted(kept))
    assert not kept & {*found.values()}


def test_javascript_asks_own_properties_alone() -> None:
    text = str(export(cut_model("constructor"), "js"))
    assert 'const constructor = _own(record, "constructor") ?? NaN;' in text


def test_of_tied_labels_scikit_learn_answers_the_first_of_its_classes() -> None:
    counts = (("b", Fraction(1)), ("a", Fraction(1)))
    x, y = Continuous("x"), Nominal("y", ("b", "a"))
    text = str(export(Model((x,), y, "CART", Leaf(counts, ("b", "a"))), "sklearn"))
    assert "the first of the sorted classes is the answer" in text
    assert "classes=['a', 'b']" in text and "[0.5, 0.5]" in text
    # tied by losses, though the shares differ: still the first
    uneven = (("b", Fraction(3)), ("a", Fraction(1)))
    assert "[1.0, 0.0]" in str(export(Model((x,), y, "CART", Leaf(uneven, ("b", "a"))), "sklearn"))


def test_code_is_utf_8_whatever_the_terminal_has(tmp_path: Path) -> None:
    path = tmp_path / "u.json"
    save_model(cut_model("x", ("é\xa0", "≈")), path)
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    words = [sys.executable, "-m", "dtref", "export", str(path), "--to", "sql"]
    done = subprocess.run(words, check=False, capture_output=True, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "'é\xa0'" in done.stdout.decode("utf-8") and "'≈'" in done.stdout.decode("utf-8")
