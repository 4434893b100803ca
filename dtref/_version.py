"""The version of dtref. It stands in pyproject.toml, and nowhere else."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def version() -> str:
    """
    The version: of a checkout what its pyproject.toml says today, else what the installed package says.

    Both are read when they are first asked for, so that `import dtref` reads neither.

    >>> version().count(".")
    2
    """
    checkout = Path(__file__).parent.parent / "pyproject.toml"
    return (_declared(checkout) if checkout.is_file() else None) or _installed()


def _declared(path: Path) -> str | None:
    """The version in a pyproject.toml; None where that is another project's, as beside an installed package."""
    import tomllib

    project = tomllib.loads(path.read_text("utf-8")).get("project", {})
    return str(project["version"]) if project.get("name") == "dtref" else None


def _installed() -> str:
    from importlib.metadata import version as installed

    return installed("dtref")
