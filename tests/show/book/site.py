"""The pages of the book as an XML parser of the standard library sees them: ids, links, texts, formulas."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree


class Seen:
    """
    One page, whose body must be well-formed XML. links: with the ids around each; marked: the texts of formulas and examples, so, too.
    """

    def __init__(self, text: str) -> None:
        head, _, rest = text.partition("<body>\n")
        assert re.fullmatch(r'<!doctype html>\n<html lang="en">\n<head>\n(<[^>]+>\n|<title>[^<]+</title>\n)+</head>\n', head), head
        body, _, end = rest.rpartition("</body>")
        assert end == "\n</html>\n"
        self.root = ElementTree.fromstring(f"<body>{body}</body>")
        self.loaded = re.findall(r'<link rel="stylesheet" href="([^"]+)">', head) + [one.get("src") for one in self.root.iter("script")]
        self.all_ids = [one.get("id") for one in self.root.iter() if one.get("id")]
        self.ids = {one.get("id"): one for one in self.root.iter() if one.get("id")}
        self.maths = list(self.root.iter("math"))
        self.links: list[tuple[str, tuple[str, ...]]] = []
        self.marked: list[tuple[str, str, tuple[str, ...]]] = []
        self._walk(self.root, ())

    def _walk(self, one: ElementTree.Element, around: tuple[str, ...]) -> None:
        if one.tag == "math":
            return
        if one.tag == "a":
            self.links.append((one.attrib["href"], around))
        if (kind := one.get("class")) in {"formula", "examples"}:
            self.marked.append((str(kind), "".join(one.itertext()), around))
        inside = (*around, one.attrib["id"]) if "id" in one.attrib else around
        for part in one:
            self._walk(part, inside)

    def text(self, name: str) -> str:
        return "".join(self.ids[name].itertext())


def seen(folder: Path) -> dict[str, Seen]:
    """Every page of a folder, by its file."""
    return {path.name: Seen(path.read_text("utf-8")) for path in sorted(folder.glob("*.html"))}
