"""What made a report: this version of dtref, the command, and the settings that it ran with, its seed among them."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from dtref._version import version


@frozen
class MadeBy:
    """
    What made a report. command and settings are empty where Python code made it.

    >>> MadeBy("dtref forest", {"seed": 7}).text().partition("; ")[2]
    'dtref forest; seed = 7'
    """

    command: str = ""
    settings: Mapping[str, object] = field(factory=dict)

    def facts(self) -> dict[str, object]:
        """The same as JSON: the version, and of a command its name and settings."""
        ran = {"command": self.command, "settings": dict(self.settings)} if self.command else {}
        return {"version": version(), **ran}

    def properties(self) -> dict[str, str]:
        """The same as names with texts: `dtref` is the version, `command` the command, `setting.seed` its seed."""
        ran = (
            {"command": self.command, **{f"setting.{name}": _text(value) for name, value in self.settings.items()}} if self.command else {}
        )
        return {"dtref": version(), **ran}

    def text(self) -> str:
        """The same in a line."""
        ran = [f"{name} = {_text(value)}" for name, value in self.settings.items()]
        return "; ".join((f"dtref {version()}", *filter(None, (self.command, *ran))))


def _text(value: object) -> str:
    """A setting as text: the parts of a list one after the other, with blanks between them."""
    match value:
        case list():
            return " ".join(map(_text, value))
        case Mapping():
            return " ".join(f"{name}={_text(part)}" for name, part in value.items())
        case _:
            return str(value)


BY_CODE = MadeBy()
"""What Python code makes, no command."""
