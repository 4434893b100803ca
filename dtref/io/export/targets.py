"""What a tree is exported to: `TARGETS` lists them, and nothing else does."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.export.c import c_source
from dtref.io.export.doubles import Doubles
from dtref.io.export.javascript import javascript_source
from dtref.io.export.onnx import onnx_model
from dtref.io.export.pmml import pmml_text
from dtref.io.export.python import python_module
from dtref.io.export.r import r_script
from dtref.io.export.scikit_learn import scikit_learn_script
from dtref.io.export.sql import sql_expression
from dtref.io.models import Model, write_model


@frozen(eq=False)
class Target:
    """A target: its name on the command line, the function that writes it, what is written."""

    name: str
    write: Callable[[Model, Doubles], str | bytes]
    writes: str


_TARGETS = (
    Target("pmml", pmml_text, "PMML 4.4, a TreeModel"),
    Target("onnx", onnx_model, "ONNX, a TreeEnsemble in doubles (numbers, binary; needs the extra onnx)"),
    Target("sql", sql_expression, "one CASE expression, for DuckDB, PostgreSQL and SQLite"),
    Target("c", c_source, "a source file of C99"),
    Target("js", javascript_source, "a script of JavaScript"),
    Target("python", python_module, "a module of Python without imports"),
    Target("r", r_script, "a function of R"),
    Target("sklearn", scikit_learn_script, "a script that makes a DecisionTreeClassifier or -Regressor (numbers, binary)"),
    Target("json", lambda model, _: write_model(model) + "\n", "dtref's own JSON, exact and whole, which dtref reads"),
)

TARGETS: Mapping[str, Target] = {target.name: target for target in _TARGETS}
"""The targets, by the names that the command line uses."""


@refuses_other_kinds
def export(model: Model, to: str, doubles: Doubles = Doubles.EXACT) -> str | bytes:
    """
    A model as code without dependencies, or as a file of a standard, that predicts as `dtref.predict`; ONNX as bytes, all others as text.

    to: a name of `TARGETS`. doubles: what a double means to the code. What a target can't say is
    refused, or stated and counted in the file's head. Errors: Invalid for an unknown target, for what a target refuses (a test
    of several numbers, more levels than it nests), and for onnx without the extra `onnx`.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.trees import Leaf
    >>> model = Model((), Nominal("y", ("-", "+")), "CART", Leaf((("-", Fraction(0)), ("+", Fraction(2))), ("+",)))
    >>> print(export(model, "sql").splitlines()[-1])
    '+'  -- (- 0, + 2)
    >>> export(model, "java")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    dtref.errors.Invalid: to: expected one of pmml, onnx, sql, ... (got 'java')
    """
    if to not in TARGETS:
        raise Invalid("to", "one of " + ", ".join(TARGETS), to)
    return TARGETS[to].write(model, doubles)
