"""
Mutants: copies of a module's formulas, each with one small mistake.

A formula is a function that states it, `defined(formula=…)`, or whose class does; with it go the functions of the same module that it
calls, directly or through others.
What only says how a caller erred is no formula: reasons, raises, the conditions of `Undefined`, the bounds that an argument is checked by.
"""

from __future__ import annotations

import ast
import builtins
import math
import operator
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType, ModuleType

from attrs import frozen

from dtref.errors import Undefined
from dtref.exact import functions, inputs
from dtref.exact.number import quotient
from dtref.exact.root_quotient import root_quotient
from dtref.spec.evaluation.ranking import scores

Replaced = tuple[ast.expr | ast.stmt, dict[str, object]]
"""What comes in the place of a part of a formula, and the names that it needs."""

Function = ast.FunctionDef | ast.AsyncFunctionDef

PAIRS = (
    (functions.minimum, functions.maximum),
    (min, max),
    (operator.add, operator.sub),
    (operator.mul, operator.truediv),
    (math.floor, math.ceil),
)
EXCHANGED: dict[int, Callable[..., object]] = {id(a): b for one, other in PAIRS for a, b in ((one, other), (other, one))}
DIVIDED = (quotient, root_quotient, scores.share_of)  # called with what is above and what is below the line
DROPPED = (functions.absolute, functions.sqrt, functions.log2, functions.plogp, abs)

OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
}
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}


@frozen(eq=False)
class Mutant:
    """
    A function with one mistake in it.

    function: its qualified name. original, mutated: the statement that is changed, as it was and as it is. code: what is run in the
    function's place. names: what it needs that its module need not have.
    """

    module: str
    function: str
    line: int
    original: str
    mutated: str
    code: CodeType
    names: dict[str, object]


def formulas(module: ModuleType) -> dict[str, Function]:
    """The formulas of a module, by qualified name, in order of lines."""
    return _formulas(_tree(module))


def mutants(module: ModuleType) -> Iterator[Mutant]:
    """Every mutant of every formula of a module, in order of lines."""
    tree = _tree(module)
    for name, function in _formulas(tree).items():
        seen = set()
        for place, statement in _places(function, function, module):
            original = place.child
            before = _text(statement)
            for replaced, names in _alternatives(original, module):
                place.put(ast.fix_missing_locations(ast.copy_location(replaced, original)))
                after = _text(statement)
                if (before, after) not in seen and before != after:
                    seen.add((before, after))
                    code = _code(compile(tree, str(module.__file__), "exec", dont_inherit=True), name, _first_line(function))
                    yield Mutant(module.__name__, name, original.lineno, before, after, code, names)
            place.put(original)


def _tree(module: ModuleType) -> ast.Module:
    return ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))


def _formulas(tree: ast.Module) -> dict[str, Function]:
    functions = dict(_functions(tree, ""))
    told = {name for name, function in functions.items() if states_formula(function)}
    for whole in (one for one in tree.body if isinstance(one, ast.ClassDef)):
        if states_formula(whole):
            told |= {name for name in functions if name.startswith(f"{whole.name}.")}
    waiting = list(told)
    while waiting:
        name = waiting.pop()
        called = {other for other in _called(functions[name], name) if other in functions and other not in told}
        told |= called
        waiting += called
    return {name: function for name, function in functions.items() if name in told}


def states_formula(node: Function | ast.ClassDef) -> bool:
    """Whether a definition states its formula, in `defined(formula=…)`."""
    calls = [decorator for decorator in node.decorator_list if isinstance(decorator, ast.Call)]
    facts = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "defined"]
    return any(keyword.arg == "formula" for call in facts for keyword in call.keywords)


def _functions(node: ast.Module | ast.ClassDef, prefix: str) -> Iterator[tuple[str, Function]]:
    for one in node.body:
        if isinstance(one, Function):
            yield prefix + one.name, one
        elif isinstance(one, ast.ClassDef):
            yield from _functions(one, f"{prefix}{one.name}.")


def _called(function: Function, name: str) -> set[str]:
    """The names that a function reads, and those that it reads of its own instance."""
    owner = name.rpartition(".")[0]
    called = set()
    for node in (node for statement in function.body for node in ast.walk(statement)):
        match node:
            case ast.Name(id=id):
                called.add(id)
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=attribute):
                called.add(f"{owner}.{attribute}")
    return called


@frozen
class _Place:
    """Where a part stands in what it is a part of."""

    parent: ast.AST
    field: str
    index: int | None
    child: ast.expr | ast.stmt

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


def _places(parent: ast.AST, statement: ast.AST, module: ModuleType) -> Iterator[tuple[_Place, ast.AST]]:
    """Every part of a formula that computes, with the statement (or case) around it."""
    for field, value in ast.iter_fields(parent):
        if field in _left_out(parent, module):
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(child, ast.AST) or isinstance(child, ast.Raise | ast.JoinedStr):
                continue
            inner = child if isinstance(child, ast.stmt | ast.match_case) else statement
            if isinstance(child, ast.expr | ast.stmt) and not (isinstance(child, ast.Constant) and _is_checked(parent, module)):
                yield _Place(parent, field, index, child), inner
            yield from _places(child, inner, module)


def _left_out(node: ast.AST, module: ModuleType) -> tuple[str, ...]:
    """The fields of a node that are no part of a formula."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return ("args", "returns", "decorator_list", "type_params")
        case ast.Lambda():
            return ("args",)
        case ast.AnnAssign():
            return ("annotation",)
        case ast.If(body=[only]) if isinstance(only, ast.Raise) or (isinstance(only, ast.Return) and _is_undefined(only.value, module)):
            return ("test",)
        case ast.IfExp() if _is_undefined(node.body, module) or _is_undefined(node.orelse, module):
            return ("test",)
        case ast.match_case():
            return ("pattern",)
        case _:
            return ()


def _is_undefined(node: ast.AST | None, module: ModuleType) -> bool:
    return isinstance(node, ast.Call) and _named(node.func, module) is Undefined


def _is_checked(parent: ast.AST, module: ModuleType) -> bool:
    """Whether what stands here is told to a check of an argument, as its bound."""
    return (isinstance(parent, ast.Call) and getattr(_named(parent.func, module), "__module__", "") == inputs.__name__) or (
        isinstance(parent, ast.keyword) and parent.arg in {"least", "most"}
    )


def _named(node: ast.AST, module: ModuleType) -> object:
    """What a name stands for in a module, None if it is none."""
    return vars(module).get(node.id, vars(builtins).get(node.id)) if isinstance(node, ast.Name) else None


def _alternatives(node: ast.expr | ast.stmt, module: ModuleType) -> Iterator[Replaced]:
    """What a mistake might write instead."""
    yield from ((other, {}) for other in _other_arithmetic(node))
    if isinstance(node, ast.Name):
        yield from _exchanged(node, module)
    elif isinstance(node, ast.Call):
        called = _named(node.func, module)
        match node.args:
            case [top, bottom, *rest] if any(called is one for one in DIVIDED):
                yield ast.Call(node.func, [top, ast.Constant(1), *rest], node.keywords), {}
                yield ast.Call(node.func, [bottom, top, *rest], node.keywords), {}
            case [x] if any(called is one for one in DROPPED):
                yield x, {}


def _other_arithmetic(node: ast.expr | ast.stmt) -> Iterator[ast.expr | ast.stmt]:
    match node:
        case ast.Constant(value=int() | float() as n) if not isinstance(n, bool):
            yield ast.Constant(n + 1)
        case ast.UnaryOp(op=ast.USub(), operand=x):
            yield x
        case ast.BinOp(left=left, op=op, right=right) if not any(_is_text(x) for x in (left, right)):
            yield from _other_operation(left, op, right)
        case ast.AugAssign(target=target, op=op, value=value) if type(op) in OPERATORS:
            yield ast.AugAssign(target, OPERATORS[type(op)](), value)
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            for i, compared in enumerate(ops):
                if type(compared) in COMPARISONS:
                    yield ast.Compare(left, [*ops[:i], COMPARISONS[type(compared)](), *ops[i + 1 :]], comparators)


def _other_operation(left: ast.expr, op: ast.operator, right: ast.expr) -> Iterator[ast.expr]:
    """Another operator, a greater exponent, a dropped term."""
    if type(op) in OPERATORS:
        yield ast.BinOp(left, OPERATORS[type(op)](), right)
    if isinstance(op, ast.Pow):
        yield ast.BinOp(left, op, ast.BinOp(right, ast.Add(), ast.Constant(1)))
    if isinstance(op, ast.Add | ast.Sub | ast.Mult):
        yield right
    yield left


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _exchanged(node: ast.Name, module: ModuleType) -> Iterator[Replaced]:
    found = _named(node, module)
    if isinstance(node.ctx, ast.Load) and id(found) in EXCHANGED:
        other = EXCHANGED[id(found)]
        yield ast.Name(other.__name__, ast.Load()), {other.__name__: other}


def _text(statement: ast.AST) -> str:
    """A statement as text; of one with a body only what stands before it."""
    written = ast.unparse(statement).lstrip()
    return written.splitlines()[0] if hasattr(statement, "body") or isinstance(statement, ast.Match) else written


def _code(code: CodeType, name: str, line: int) -> CodeType:
    """The code of the function with this name, made at this line."""
    waiting: Sequence[CodeType] = (code,)
    while waiting:
        for found in waiting:
            if (found.co_qualname, found.co_firstlineno) == (name, line):
                return found
        waiting = [part for found in waiting for part in found.co_consts if isinstance(part, CodeType)]
    raise LookupError(f"no function {name} at line {line}")


def _first_line(function: Function) -> int:
    return min(node.lineno for node in (function, *function.decorator_list))
