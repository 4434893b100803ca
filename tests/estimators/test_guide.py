"""
guide.ipynb prints what it says: its cells are run here, without those that draw; and all by a kernel, where nbclient is installed, with the
option deep of Hypothesis.
"""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).with_name("guide.ipynb")


def cells() -> list[tuple[str, str]]:
    """The text of each cell of code, and what it printed."""
    code = [cell for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    return [("".join(cell["source"]), printed(cell["outputs"])) for cell in code]


def printed(outputs: list[Any]) -> str:
    return "".join("".join(output["text"]) for output in outputs if output["output_type"] == "stream")


def test_cells_print_what_they_say() -> None:
    names: dict[str, Any] = {}
    for text, expected in cells():
        if "plot" in text:
            continue
        said = StringIO()
        with redirect_stdout(said):
            exec(compile(text, NOTEBOOK.name, "exec"), names)
        assert said.getvalue() == expected, text


def test_a_kernel_prints_the_same(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--hypothesis-profile") != "deep":
        return
    formats, client = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    notebook = formats.read(NOTEBOOK, 4)
    client.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    assert [printed(cell["outputs"]) for cell in notebook.cells if cell["cell_type"] == "code"] == [expected for _, expected in cells()]
