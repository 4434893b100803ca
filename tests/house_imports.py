"""
The imports of a checkout, however they are written: on top of a module, late in a function, for type checking only, or in a string.

A module's folder isn't imported by importing the module (a folder's `__init__.py` is a file of its own, reached by its own name), and the
names of modules inside a longer text (a program that a subprocess runs, a sentence) are no imports. Neither is a text with the name of the
folder that the module is in: its files are read so, and its name is told.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import filterfalse
from pathlib import Path

from attrs import evolve, field, frozen

ROOT = Path(__file__).parent.parent
ROOTS = ("dtref", "proofs")
DOOR = "dtref"
TABLES = {"dtref": "HOMES", "dtref._homes": "HOMES", "dtref._moved": None}
"""Where names of modules are data, in which users' names are looked up: a table in the module, or all of it. Its arrows don't count."""

DOTTED = re.compile(r"\w+(\.\w+)+(:\w+)?")
LOADERS = {"import_module", "__import__"}


@frozen
class Arrow:
    """One module imports another: where, and how it is written (`top`, `late`, `typing`, `string`, `name`, `table`)."""

    source: str
    target: str
    line: int
    how: str


@frozen
class Checkout:
    """The modules of a checkout by their dotted names, as paths and as syntax."""

    root: Path
    paths: Mapping[str, Path]
    trees: Mapping[str, ast.Module] = field(repr=False)

    def place(self, module: str, line: int | None = None) -> str:
        """Where a module is, as an editor opens it."""
        path = self.paths[module].relative_to(self.root).as_posix()
        return path if line is None else f"{path}:{line}"

    def room(self, module: str) -> str:
        """The room of a module: its file or folder in dtref/, or the folder beside it."""
        first, *rest = self.paths[module].relative_to(self.root).parts
        return f"{first}/{rest[0]}" if first == DOOR else first

    def homes(self) -> dict[str, str]:
        """The public names, each with its module, as the lazy list has them."""
        module = next(name for name in (f"{DOOR}._homes", DOOR) if name in self.trees)
        table = next((value for name, value in bindings(self.trees[module]) if name == "HOMES"), None)
        found: dict[str, str] = ast.literal_eval(table) if table is not None else {}
        return {name: f"{DOOR}.{module}" for module, names in found.items() for name in names.split()}


def checkout(root: Path = ROOT) -> Checkout:
    """What is in dtref/ and proofs/ below a folder."""
    files = [path for name in ROOTS for path in sorted((root / name).rglob("*.py"))]
    paths = {dotted(path.relative_to(root)): path for path in files}
    return Checkout(root, paths, {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in paths.items()})


def dotted(path: Path) -> str:
    """
    The name of the module in a file.

    >>> dotted(Path("dtref/exact/__init__.py")), dotted(Path("dtref/exact/comparison.py"))
    ('dtref.exact', 'dtref.exact.comparison')
    """
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def bindings(tree: ast.Module) -> Iterator[tuple[str, ast.expr | None]]:
    """The names that a module assigns on its top level, each with its value."""
    for node in tree.body:
        if isinstance(node, ast.Assign):
            yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, node.value


def arrows(house: Checkout) -> list[Arrow]:
    """Every import of one module of the checkout by another, once a line."""
    homes = house.homes()
    found = [arrow for module in house.trees for arrow in _Imports(house, module, homes).arrows()]
    return sorted({arrow for arrow in found if arrow.source != arrow.target}, key=lambda a: (a.source, a.line, a.target, a.how))


@frozen
class _Imports:
    """The imports of one module."""

    house: Checkout
    module: str
    homes: Mapping[str, str]

    def arrows(self) -> Iterator[Arrow]:
        """All of them; those whose texts stand in a table of names are of the kind `table`."""
        table = TABLES.get(self.module, "")
        for node in filterfalse(_is_text, self.house.trees[self.module].body):
            inside = table is None or table in {name for name, _ in bindings(ast.Module([node], []))}
            for arrow in self._below(node):
                yield evolve(arrow, how="table") if inside and arrow.how == "string" else arrow

    def _below(self, top: ast.stmt) -> Iterator[Arrow]:
        """The imports in a statement of the module's top level."""
        waiting: list[tuple[ast.AST, str]] = [(top, "top")]
        while waiting:
            node, how = waiting.pop()
            for target, kind in self._targets(node):
                yield Arrow(self.module, target, getattr(node, "lineno", 0), kind or how)
            inside = _inside(node, how)
            waiting += [(child, inside) for child in ast.iter_child_nodes(node) if not isinstance(child, WORDS) and not _is_text(child)]

    def _targets(self, node: ast.AST) -> set[tuple[str, str]]:
        """The modules that a piece of syntax itself names, each with the kind of arrow; for a statement the place tells that."""
        if isinstance(node, ast.Import | ast.ImportFrom):
            return self._imported(node)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == DOOR:
            return {(self.homes[node.attr], "name")} if node.attr in self.homes else set()
        text = ""
        if isinstance(node, ast.Call) and _called(node) in LOADERS and node.args:
            text = _literal(node.args[0])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and DOTTED.fullmatch(node.value):
            text = node.value
        name = self._named(text) if text else ""
        return set() if not name or self.module.startswith(f"{name}.") else {(name, "string")}

    def _imported(self, node: ast.Import | ast.ImportFrom) -> set[tuple[str, str]]:
        """The modules that a statement imports; a public name of `dtref` is its module."""
        if isinstance(node, ast.Import):
            return {(alias.name, "") for alias in node.names if alias.name in self.house.paths}
        base = self._base(node)
        full = {alias.name: f"{base}.{alias.name}" for alias in node.names}
        lazy = {(self.homes[name], "name") for name in full if base == DOOR and name in self.homes and full[name] not in self.house.paths}
        exact = {full[name] if full[name] in self.house.paths else base for name in full}
        return lazy | {(name, "") for name in exact if name in self.house.paths}

    def _base(self, node: ast.ImportFrom) -> str:
        """The module after `from`, leading dots resolved."""
        if not node.level:
            return node.module or ""
        package = self.module.split(".")
        keep = len(package) - node.level + (self.house.paths[self.module].name == "__init__.py")
        return ".".join((*package[:keep], *filter(None, (node.module,))))

    def _named(self, text: str) -> str:
        """The module that a text names, from the root or from within dtref; a text may go on with a name in the module. Else nothing."""
        path = text.partition(":")[0].strip(".").split(".")
        for prefix in ([], [DOOR]):
            whole = [*prefix, *path]
            longest = next((name for n in range(len(whole), 1, -1) if (name := ".".join(whole[:n])) in self.house.paths), "")
            if longest and (not prefix or longest == ".".join(whole)):
                return longest
        return ""


WORDS = (ast.Name, ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)
"""Pieces of syntax that name no module, nor have one that does in them: by far the most."""


def _is_text(node: ast.AST) -> bool:
    """Whether a statement is a text: a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else ""


def _literal(node: ast.expr) -> str:
    """A text, or how one that is put together begins; empty if only a run would tell."""
    first = node.values[0] if isinstance(node, ast.JoinedStr) and node.values else node
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""


def _inside(node: ast.AST, how: str) -> str:
    """What an import statement right inside a piece of syntax is."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        return "late"
    return "typing" if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test) else how


def circles(pairs: Iterable[tuple[str, str]]) -> list[list[str]]:
    """The sets of two or more points that can all be reached from each other along the arrows, the largest first."""
    below: dict[str, set[str]] = {}
    for source, target in pairs:
        below.setdefault(source, set()).add(target)
        below.setdefault(target, set())
    reached = {point: _reached(below, point) for point in below}
    found = {frozenset({point} | {other for other in reached[point] if point in reached[other]}) for point in below}
    return sorted((sorted(one) for one in found if len(one) > 1), key=lambda one: (-len(one), one))


def _reached(below: Mapping[str, set[str]], start: str) -> set[str]:
    reached: set[str] = set()
    new = {start}
    while new:
        new = set().union(*(below[point] for point in new)) - reached
        reached |= new
    return reached


Floors = Sequence[Mapping[str, int]]
"""For each contract of import-linter the floor of each of its layers, 0 being the lowest."""


def floors(root: Path = ROOT) -> Floors:
    """The floors that pyproject.toml declares for import-linter: `a | b` are on one; a contract for containers is one for each of them."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    found: list[dict[str, int]] = []
    for contract in settings["contracts"]:
        if contract["type"] == "layers":
            rows = [[name.strip(" ()") for name in re.split(r"[|:]", row)] for row in reversed(contract["layers"])]
            containers = [f"{name}." for name in contract.get("containers", ())] or [""]
            found += [{container + name: i for i, row in enumerate(rows) for name in row} for container in containers]
    return found


def goes_up(source: str, target: str, order: Floors) -> bool:
    """Whether an arrow leads to a layer that isn't below its own: by any contract, or from dtref to what stands beside it."""
    if f"{source}.".startswith(f"{DOOR}.") and not f"{target}.".startswith(f"{DOOR}."):
        return True
    pairs = [(layer(source, rows), layer(target, rows), rows) for rows in order]
    return any(a != b and rows[a] <= rows[b] for a, b, rows in pairs if a and b)


def layer(module: str, rows: Mapping[str, int]) -> str:
    """The layer that a module belongs to: the longest that its name begins with; empty if there is none."""
    return max((name for name in rows if f"{module}.".startswith(f"{name}.")), key=len, default="")
