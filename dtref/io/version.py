"""
The version of dtref. It stands in pyproject.toml, and nowhere else: a checkout reads it there, an installed package in its metadata.

This module is loaded when somebody first asks, so that `import dtref` reads neither.
"""

from __future__ import annotations

from pathlib import Path


def version(package: Path) -> str:
    """
    The version of the dtref in a folder: what the pyproject.toml beside it says today, else what the installed package says.

    >>> version(Path(__file__).parents[1]).count(".")
    2
    """
    beside = package.parent / "pyproject.toml"
    return (_declared(beside) if beside.is_file() else None) or _installed()


def _declared(path: Path) -> str | None:
    """The version in a pyproject.toml; None where that is another project's, as may be beside an installed package."""
    import tomllib

    project = tomllib.loads(path.read_text("utf-8")).get("project", {})
    return str(project["version"]) if project.get("name") == "dtref" else None


def _installed() -> str:
    from importlib import metadata

    return metadata.version("dtref")


__version__ = version(Path(__file__).parents[1])
