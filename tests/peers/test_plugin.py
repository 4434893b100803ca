"""What a run of `pytest -m peer` reads: the files that show that they have such tests, and no others; so every such test must show it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from peers.plugin import Peers, has_peers

TESTS = Path(__file__).parents[1]


def peers(markers: str) -> Peers:
    return Peers(cast(pytest.Config, SimpleNamespace(getoption={"markexpr": markers}.get)))


def item(path: Path, *marks: pytest.MarkDecorator) -> pytest.Item:
    held = {mark.name: mark.mark for mark in marks}
    made = SimpleNamespace(path=path, nodeid=f"{path.name}::test_x", get_closest_marker=held.get, user_properties=[])
    return cast(pytest.Item, made)


def test_files_without_tests_of_peers_are_not_loaded_by_a_run_of_these_alone() -> None:
    read, unread = TESTS / "browser" / "test_pages.py", TESTS / "test_house.py"
    assert [peers("peer").pytest_ignore_collect(path) for path in (read, unread, TESTS, TESTS / "conftest.py")] == [None, True, None, True]
    assert [peers("not peer").pytest_ignore_collect(path) for path in (read, unread)] == [None, None]


def test_a_test_of_peers_that_its_file_does_not_show_is_refused(tmp_path: Path) -> None:
    mark, path = pytest.mark.peer("R", "trees"), tmp_path / "test_x.py"
    path.write_text("from elsewhere import needs_r\n")
    with pytest.raises(pytest.UsageError, match=r"^test_x\.py::test_x: write pytest\.mark\.peer in the file itself"):
        peers("not peer").pytest_collection_modifyitems([item(path, mark)])
    peers("not peer").pytest_collection_modifyitems([item(path)])
    shown = item(Path(__file__), mark)
    peers("not peer").pytest_collection_modifyitems([shown])
    assert shown.user_properties == [("peer", ("R", "trees"))]
    assert has_peers(Path(__file__))
