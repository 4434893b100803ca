"""The pages of the book as an HTML parser of the standard library sees them: ids, links, texts, formulas."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

VOID = frozenset(("meta", "link", "input", "br"))


class Seen(HTMLParser):
    """One page. texts: by id, the text of everything inside; where: the chain of ids around each link."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[tuple[str, dict[str, str | None]]] = []
        self.ids: list[str] = []
        self.links: list[tuple[str, tuple[str, ...]]] = []
        self.loaded: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.marked: list[tuple[str, str, tuple[str, ...]]] = []
        self.maths: list[str] = []
        self.problems: list[str] = []
        self.feed(text)
        self.close()
        if self.open:
            self.problems.append(f"left open: {self.open}")

    def around(self) -> tuple[str, ...]:
        return tuple(str(given["id"]) for _, given in self.open if given.get("id"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if len(given) != len(attrs):
            self.problems.append(f"an attribute twice: {self.get_starttag_text()}")
        if given.get("id"):
            self.ids.append(str(given["id"]))
            self.texts.setdefault(str(given["id"]), [])
        if tag == "a":
            self.links.append((str(given["href"]), self.around()))
        if tag in {"script", "img", "iframe"} or (tag == "link" and given.get("rel") != "icon"):
            self.loaded.append(str(given.get("src") or given.get("href")))
        if tag == "math":
            self.maths.append("")
        if (self.maths and any(name == "math" for name, _ in self.open)) or tag == "math":
            self.maths[-1] += str(self.get_starttag_text())
        if tag not in VOID:
            self.open.append((tag, given))
        if given.get("class") in {"formula", "examples"}:
            self.marked.append((str(given["class"]), "", self.around()))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if self.maths and any(name == "math" for name, _ in self.open):
            self.maths[-1] += str(self.get_starttag_text())
        elif tag not in VOID:
            self.problems.append(f"closes itself: {tag}")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1][0] != tag:
            self.problems.append(f"{tag} closed in {self.open[-1:]}")
            return
        if any(name == "math" for name, _ in self.open):
            self.maths[-1] += f"</{tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for name in self.around():
            self.texts[name].append(data)
        if any(name == "math" for name, _ in self.open):
            self.maths[-1] += data.replace("&", "&amp;").replace("<", "&lt;")
        kinds = {given.get("class") for _, given in self.open}
        if self.marked and self.marked[-1][0] in kinds:
            kind, so_far, around = self.marked[-1]
            self.marked[-1] = (kind, so_far + data, around)

    def text(self, name: str) -> str:
        return "".join(self.texts[name])


def seen(folder: Path) -> dict[str, Seen]:
    """Every page of a folder, by its file."""
    return {path.name: Seen(path.read_text("utf-8")) for path in sorted(folder.glob("*.html"))}
