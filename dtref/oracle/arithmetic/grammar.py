"""
Parses arithmetic text into a syntax tree, within limits of length and depth. Python's parser reads it; no Python is run.
The language is described in `dtref.oracle.arithmetic.evaluation`.
"""

from __future__ import annotations

import ast
import re

from dtref.errors import Invalid
from dtref.spec.model.schemes import by_level

LENGTH, DEPTH = 2000, 100
"""The most characters of a text, and levels of its syntax tree."""

_CHARACTERS = re.compile(r"[0-9A-Za-z_.,+\-*/^()\[\]<>=! ]*")


def parse(text: str) -> ast.expr:
    """
    The syntax tree of a text. Errors: Invalid where it is too long or too deep, has a foreign character, or is no formula.

    >>> type(parse("9/14^2")).__name__, type(parse("1 < 2")).__name__
    ('BinOp', 'Compare')
    >>> parse("2**3")
    Traceback (most recent call last):
    dtref.errors.Invalid: arithmetic: expected digits, names and + - * / ^ ( ) [ ] , . < = > ! (got '2**3')
    """
    if len(text) > LENGTH:
        raise Invalid("arithmetic", f"at most {LENGTH} characters", len(text))
    if not _CHARACTERS.fullmatch(text) or "**" in text or "//" in text:
        raise Invalid("arithmetic", "digits, names and + - * / ^ ( ) [ ] , . < = > !", text[:60])
    try:
        tree = ast.parse(_python_source(text), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Invalid("arithmetic", "a complete formula", text[:60]) from None
    if _depth(tree) > DEPTH:
        raise Invalid("arithmetic", f"at most {DEPTH} levels of nesting", text[:60])
    return tree


def _python_source(text: str) -> str:
    """
    The text for Python's parser, in which powers are written ** instead of ^.

    >>> _python_source(" 2^3 ")
    '2**3'
    """
    return text.strip().replace("^", "**")


def segment(text: str, node: ast.expr) -> str:
    """
    The part of the text that a node of its syntax tree was read from.

    >>> segment("1 + 0.940", parse("1 + 0.940").right)
    '0.940'
    """
    return (ast.get_source_segment(_python_source(text), node) or _python_source(text)).replace("**", "^")


def _depth(tree: ast.expr) -> int:
    """The number of levels, counted level by level so that no depth overflows the call stack."""
    root: ast.AST = tree
    return sum(1 for _ in by_level(root, ast.iter_child_nodes))
