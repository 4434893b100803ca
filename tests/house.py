"""
How the house is built: rooms, circles, arrows, names with two meanings, loops, and what the main calls walk through.

Run: python tests/house.py prints each figure with its definition and what it counts. Nothing here names a module of dtref but the calls
of house_walks.py and the two tables of names in house_imports.py; the order of the rooms is what pyproject.toml tells import-linter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen
from house_imports import DOOR, ROOT, Checkout, Floors, arrows, checkout, circles, floors, goes_up, layer
from house_names import homonyms, loops
from house_walks import WALKS, Walk, walked


@frozen
class Figure:
    """One figure: its name, what it counts in a sentence, its value, and the things counted or what belongs beside them, a line each."""

    name: str
    says: str
    value: int
    lines: Sequence[str]


def still(root: Path = ROOT) -> list[Figure]:
    """The figures that the files alone tell."""
    house, order = checkout(root), floors(root)
    return [*layout(house), *graph(house, order), *names(house), *walks_by_hand(house)]


def moving(order: Floors) -> Iterator[Figure]:
    """The figures of the main walks, each followed in a process of its own."""
    for name, call in WALKS.items():
        yield from of_walk(name, (call.__doc__ or "").rstrip("."), walked(name), order)


def layout(house: Checkout) -> Iterator[Figure]:
    """What stands in dtref/."""
    listed = sorted(path.name for path in (house.root / DOOR).iterdir() if not path.name.startswith("_"))
    yield Figure("names", "files and folders of dtref/ whose names don't begin with _", len(listed), [" ".join(listed)])
    rooms = sorted({house.room(module) for module in house.paths})
    says = "files and folders in dtref/ that have Python code, dtref/__init__.py too, and proofs/ beside it (tests/ and golden/ aside)"
    yield Figure("rooms", says, len(rooms), [" ".join(rooms)])


def graph(house: Checkout, order: Floors) -> Iterator[Figure]:
    """What the imports of the checkout tell."""
    found = arrows(house)
    counted = [arrow for arrow in found if arrow.how != "table"]
    every = "by every import: on top, late in a function, for type checking, by a text with the name of a module, by a public name of dtref"
    tables = [arrow for arrow in found if arrow.how == "table"]
    aside = [f"not counted: {sum(a.source == name for a in tables)} of {name}" for name in sorted({a.source for a in tables})]
    files = circles((arrow.source, arrow.target) for arrow in counted)
    lines = [f"{len(one)}: {' '.join(house.place(module) for module in one)}" for one in files]
    yield Figure("circles of files", f"sets of files that reach each other {every}", len(files), [*lines, *aside])
    rooms = circles((house.room(arrow.source), house.room(arrow.target)) for arrow in counted)
    yield Figure("circles of rooms", "sets of rooms that reach each other so", len(rooms), [" ".join(one) for one in rooms])
    up = [arrow for arrow in counted if goes_up(arrow.source, arrow.target, order)]
    says = "imports, a line each, of what isn't lower by the layers in pyproject.toml (`a | b` are side by side), or of what isn't dtref"
    lines = [f"{house.place(arrow.source, arrow.line)} -> {house.place(arrow.target)} ({arrow.how})" for arrow in up]
    yield Figure("arrows up", says, len(up), lines)
    loose = sorted({house.room(m) for m in house.paths if m.split(".")[0] == DOOR and not any(layer(m, rows) for rows in order)})
    loose = [room for room in loose if not Path(room).name.startswith("_")]
    yield Figure("rooms without a floor", "rooms of dtref that no layer in pyproject.toml names, _ aside", len(loose), loose)


def names(house: Checkout) -> Iterator[Figure]:
    """The names with two meanings, by what they are."""
    found = homonyms(house)
    where = (
        "that two or more modules of dtref define on their top level (imported names and type variables aside; "
        "the same verb, a function in files of one folder only, is one meaning; so is what packages alone say of themselves)"
    )
    for kind, plural in {"class": "classes or type aliases", "function": "functions", "constant": "constants"}.items():
        ours = [one for one in found if one.kind == kind]
        lines = [f"{len(one.modules)} {one.name}: {' '.join(house.place(module) for module in one.modules)}" for one in ours]
        yield Figure(f"homonyms, {kind}", f"public names, in one place at least {plural}, {where}", len(ours), lines)


def walks_by_hand(house: Checkout) -> Iterator[Figure]:
    """The loops that walk through trees, and the others like them."""
    found = loops(house)
    how = (
        "`while NAME:` that take from the list NAME and put on it, or put the next level in its place (the module of fold and unfold aside)"
    )
    for name, of_trees, what in (
        ("walks of trees by hand", True, "with branches, leaves, children or what is below in their bodies"),
        ("other loops on what waits", False, "that aren't walks of trees by that sign"),
    ):
        ours = [house.place(one.module, one.line) for one in found if one.of_trees == of_trees]
        yield Figure(name, f"loops {how}, {what}", len(ours), ours)


def of_walk(name: str, call: str, walk: Walk, order: Floors) -> Iterator[Figure]:
    """The figures of one walk."""
    files = [f"{file} from {caller}" if caller else file for file, caller in walk.opened.items()]
    yield Figure(f"{name}: files", f"files of dtref with a function that {call} runs", len(files), files)
    reader = "for a reader who opens each of these files once, from its first caller, and goes back from there to the next caller"
    climbs = [f"{a} -> {b}" for a, b in walk.climbs(order)]
    yield Figure(f"{name}: climbs", f"moves to a room on a higher floor, {reader}", len(climbs), climbs)
    rooms = " ".join(Path(file).parts[1].removesuffix(".py") for file in walk.stays())
    yield Figure(f"{name}: returns", f"moves into a room that was left before, {reader}", len(walk.returns()), [rooms])


def main() -> None:
    """Print every figure: first all in short, then each with what it counts."""
    found = [*still(), *moving(floors())]
    for figure in found:
        print(f"{figure.value:5} {figure.name}")
    for figure in found:
        print(f"\n## {figure.name}: {figure.value}\n{figure.says}")
        print(*(f"    {line}" for line in figure.lines), sep="\n")


if __name__ == "__main__":
    main()
