"""The house keeps to its figures: those of the checkout are within limits, and those of a small house that is built here are right."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from pathlib import Path

import grimp
import house
import pytest
from house_imports import ROOT, arrows, checkout, circles, floors, goes_up
from house_names import homonyms, loops
from house_walks import WALKS, Walk, walked

import dtref

LIMITS = {  # figure: (what it may be today, what is wanted)
    "names": (13, 13),
    "rooms": (17, 17),
    "circles of files": (0, 0),
    "circles of rooms": (0, 0),
    "arrows up": (0, 0),
    "rooms without a floor": (0, 0),
    "homonyms, class": (0, 0),
    "homonyms, function": (9, 0),
    "homonyms, constant": (0, 0),
    "walks of trees by hand": (7, 7),
    "id3: files": (27, 16),
    "fit: climbs": (11, 8),
    "fit: returns": (23, 15),
    "evaluate: climbs": (9, 5),
    "evaluate: returns": (17, 10),
    "judge: climbs": (8, 4),
    "judge: returns": (15, 6),
}

SMALL = {
    "pyproject.toml": """
[[tool.importlinter.contracts]]
name = "rooms"
type = "layers"
layers = ["dtref.high", "dtref.left | dtref.right", "dtref.low"]

[[tool.importlinter.contracts]]
name = "within a room"
type = "layers"
containers = ["dtref.low"]
layers = ["above", "beneath"]
""",
    "dtref/py.typed": "",
    "dtref/__init__.py": 'HOMES = {"high.door": "shown", "low.above": "first second"}\nOTHER = "high.door"\n',
    "dtref/_moved.py": 'import dtref.left\n\nMOVED = {"dtref.older": "dtref.high.door"}\n',
    "dtref/high/__init__.py": 'READING_ORDER = ("door", "window")\n',
    "dtref/high/door.py": "from dtref.low import above\nimport dtref.left\n\nclass Step: ...\n\ndef read(): ...\n",
    "dtref/high/window.py": 'def read(): ...\n\nPATH = files("dtref.high")\n',
    "dtref/left.py": "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from dtref.right import Step\n",
    "dtref/right.py": "Step = tuple[int, str]\nT = TypeVar('T')\n\ndef late():\n    import dtref.left\n\ndef first(): ...\n",
    "dtref/low/__init__.py": 'READING_ORDER = ("beneath", "above")\n',
    "dtref/low/above.py": (
        '"""dtref.high.door"""\nfrom importlib import import_module\nfrom . import beneath\n\nT = TypeVar("T")\n\n\ndef first():\n'
        '    return import_module("dtref.high.door")\n\n\ndef second():\n    return import_module(f"dtref.high.{name}")\n'
    ),
    "dtref/low/beneath.py": (
        'import dtref\nfrom dtref import second\nNAMES = {"high.window": 1}\n\n\ndef third():\n    waiting = [tree]\n    while waiting:\n'
        "        node = waiting.pop()\n        waiting.extend(node.children)\n    while pairs:\n"
        "        a = pairs.pop()\n        pairs += [a]\n"
        "    while level:\n        level = [part for node in level for part in children(node)]\n    while rows:\n        rows.pop()\n"
        "    return dtref.shown\n"
    ),
    "proofs/sum.py": "import dtref.low.above as one\n",
}


@pytest.fixture
def small(tmp_path: Path) -> Path:
    for name, text in SMALL.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def beyond(figures: Iterable[house.Figure]) -> list[str]:
    """What is said of the figures that are beyond their limits."""
    over = [one for one in figures if one.name in LIMITS and one.value > LIMITS[one.name][0]]
    return [text for one in over for text in (f"{one.name}: {one.value}, at most {LIMITS[one.name][0]}: {one.says}", *one.lines)]


def test_figures_of_the_files_are_within_their_limits() -> None:
    assert beyond(house.still()) == []


@pytest.mark.parametrize("name", sorted({name.partition(":")[0] for name in LIMITS if ":" in name}))
def test_figures_of_a_walk_are_within_their_limits(name: str) -> None:
    assert beyond(house.of_walk(name, name, walked(name), floors())) == []


def test_limits_are_of_figures_and_no_lower_than_what_is_wanted(small: Path) -> None:
    walks = [figure for name in WALKS for figure in house.of_walk(name, name, Walk({}), ())]
    assert LIMITS.keys() <= {figure.name for figure in (*house.still(small), *walks)}
    assert all(wanted <= limit for limit, wanted in LIMITS.values())


def test_what_is_beyond_its_limit_is_told() -> None:
    names = LIMITS["names"][0]
    assert beyond([house.Figure("names", "files", names, ["a"]), house.Figure("rooms", "folders", 10**6, ["b", "c"])]) == [
        f"rooms: 1000000, at most {LIMITS['rooms'][0]}: folders",
        "b",
        "c",
    ]


def test_imports_are_found_however_they_are_written(small: Path) -> None:
    found = [(one.source.removeprefix("dtref."), one.target.removeprefix("dtref."), one.line, one.how) for one in arrows(checkout(small))]
    assert len(found) == len(set(found))
    assert set(found) == {
        ("dtref", "high.door", 1, "table"),
        ("dtref", "low.above", 1, "table"),
        ("dtref", "high.door", 2, "string"),
        ("_moved", "left", 1, "top"),
        ("_moved", "high.door", 3, "table"),
        ("high.door", "low.above", 1, "top"),
        ("high.door", "left", 2, "top"),
        ("left", "right", 4, "typing"),
        ("right", "left", 5, "late"),
        ("low.above", "low.beneath", 3, "top"),
        ("low.above", "high.door", 9, "string"),
        ("low.above", "high", 13, "string"),
        ("low.beneath", "dtref", 1, "top"),
        ("low.beneath", "dtref", 2, "top"),
        ("low.beneath", "low.above", 2, "name"),
        ("low.beneath", "high.window", 3, "string"),
        ("low.beneath", "high.door", 18, "name"),
        ("proofs.sum", "low.above", 1, "top"),
    }


def test_imports_are_those_that_grimp_finds() -> None:
    graph = grimp.build_graph("dtref", exclude_type_checking_imports=False, cache_dir=None)
    theirs = {(module, other) for module in graph.modules for other in graph.find_modules_directly_imported_by(module)}
    found = arrows(checkout())
    ours = {(one.source, one.target) for one in found if one.how in {"top", "late", "typing"} and one.source.startswith("dtref")}
    assert theirs == ours


def test_small_house_has_its_figures(small: Path) -> None:
    assert {figure.name: figure.value for figure in house.still(small)} == {
        "names": 5,
        "rooms": 7,
        "circles of files": 2,
        "circles of rooms": 2,
        "arrows up": 7,
        "rooms without a floor": 0,
        "homonyms, class": 1,
        "homonyms, function": 1,
        "homonyms, constant": 0,
        "walks of trees by hand": 2,
        "other loops on what waits": 1,
    }


def test_circles_are_sets_of_points_that_reach_each_other() -> None:
    assert circles([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e"), ("f", "e"), ("x", "y"), ("y", "x"), ("e", "e")]) == [
        ["a", "b", "c"],
        ["x", "y"],
    ]


@pytest.mark.parametrize(
    ("source", "target", "up"),
    [
        ("dtref.high.door", "dtref.low.above", False),
        ("dtref.low.above", "dtref.high.door", True),
        ("dtref.left", "dtref.right", True),
        ("dtref.left.part", "dtref.left", False),
        ("dtref.low.beneath", "dtref.low.above", True),
        ("dtref.low.above", "dtref.low.beneath", False),
        ("dtref.lower", "dtref.high", False),
        ("dtref.low", "proofs.sum", True),
        ("proofs.sum", "dtref.high", False),
    ],
)
def test_arrow_goes_up_by_the_layers(small: Path, source: str, target: str, up: bool) -> None:
    assert goes_up(source, target, floors(small)) == up


def test_a_name_has_two_meanings_unless_it_is_one_verb_in_one_folder_or_of_packages_alone(small: Path) -> None:
    assert [(one.name, one.kind, one.modules) for one in homonyms(checkout(small))] == [
        ("Step", "class", ["dtref.high.door", "dtref.right"]),
        ("first", "function", ["dtref.low.above", "dtref.right"]),
    ]


def test_loops_on_a_list_of_what_waits_are_found(small: Path) -> None:
    found = sorted((one.line, one.name, one.of_trees) for one in loops(checkout(small)))
    assert found == [(8, "waiting", True), (11, "pairs", False), (14, "level", True)]


def test_climbs_and_returns_of_a_walk(small: Path) -> None:
    door, left, low, window = "dtref/high/door.py", "dtref/left.py", "dtref/low/above.py", "dtref/high/window.py"
    walk = Walk({door: None, left: door, low: left, window: door, "dtref/low/beneath.py": window})
    assert walk.stays() == [door, left, low, door, "dtref/low/beneath.py"]
    assert walk.climbs(floors(small)) == [(low, door)]
    assert walk.returns() == ["dtref/high", "dtref/low"]


def test_a_walk_is_of_the_calls_that_run() -> None:
    files = list(walked("gini").opened)
    assert files[0] == f"{inspect.unwrap(dtref.gini).__module__.replace('.', '/')}.py"
    assert set(files) < {path.relative_to(ROOT).as_posix() for path in (ROOT / "dtref").rglob("*.py")}
