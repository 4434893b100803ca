"""What needs no extra works where none is installed: every public name is there, with its help; what needs one says which."""

from __future__ import annotations

import subprocess
import sys

OF_EXTRAS = """
datafusion duckdb hypothesis joblib jsonschema matplotlib narwhals numba numpy onnx openpyxl pandas polars psycopg pyarrow scipy sklearn
""".strip()
"""What the extras bring, and what these bring."""
SCRIPT = f"""
import importlib.abc, importlib.util, pydoc, sys

ABSENT = set("{OF_EXTRAS}".split())

class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ABSENT:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in ABSENT else found(name, package)
import dtref
from dtref.cli import app
from click.testing import CliRunner

assert not {{name for name in ABSENT if name in sys.modules}}
assert [name for name in dtref.__all__ if getattr(dtref, name) is None] == []
assert "judge_estimator" in pydoc.render_doc(dtref)
ran = CliRunner().invoke(app, ["explain", "formula", "delong_p"])
assert ran.exception is None or isinstance(ran.exception, (SystemExit, dtref.Invalid)), ran.exception
for judge in (dtref.judge_estimator, dtref.judge_running_metric):
    try:
        judge(object)
    except dtref.Invalid as problem:
        print(problem)
"""


def test_every_public_name_and_its_help_are_there() -> None:
    ran = subprocess.run([sys.executable, "-W", "ignore", "-c", SCRIPT], capture_output=True, text=True, check=False)
    told = "the extra dtref[judge], which pip install 'dtref[judge]' installs (got 'no hypothesis')"
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines() == [f"{name}: expected {told}" for name in ("judge_estimator", "judge_running_metric")]
