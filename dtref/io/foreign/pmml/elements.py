"""
Elements of PMML with their allowed contents: an unknown attribute, value or element is refused by its name.

Text with a document type is refused before it is parsed, so that no entity is ever expanded. Attributes that begin with `x-` or are of
another namespace are a producer's own, as are `Extension`s: they are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias
from xml.etree import ElementTree

from dtref.errors import Invalid
from dtref.io.files import fault_in, read_bytes, read_text, unreadable
from dtref.spec.model.numerals import numeral

Element: TypeAlias = ElementTree.Element
Allowed: TypeAlias = Mapping[str, frozenset[str] | None]
"""The attributes of an element, each with its values; None: any text."""

MOST_LEVELS = 10_000
"""The most levels of elements."""
_LARGEST = 200_000_000
"""The longest text that is parsed, in characters: the tree of its elements takes some twenty times as much memory."""


_DECLARED = re.compile(r"\s*<\?xml[^>]*encoding\s*=\s*[\"']([^\"']*)")
_BY_START = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"<\0", "utf-16-le"), (b"\0<", "utf-16-be"))
_UTF_32 = b"\xff\xfe\0\0"
_ONE_BYTE = {**dict.fromkeys(("iso-8859-1", "latin1", "latin-1"), "latin-1"), "windows-1252": "cp1252"}
"""The encodings of one byte a character that are read, by the names that XML declares."""


class _Shallow(ElementTree.TreeBuilder):
    """Builds elements, and refuses those that are nested too deep while they are read."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name, self._depth = name, 0

    def start(self, tag: str, attrs: dict[str, str], /) -> Element:
        self._depth += 1
        if self._depth > MOST_LEVELS:
            raise Invalid(self._name, f"XML that is nested at most {MOST_LEVELS} levels deep", tag[:60])
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> Element:
        self._depth -= 1
        return super().end(tag)


def read_xml(path: Path) -> str:
    """
    The text of a file in UTF-8; in UTF-16, by its first bytes; or in Latin-1 or Windows-1252, where it is declared so and is no UTF-8.
    Errors: Invalid where it can't be read, or isn't what it is declared to be.
    """
    try:
        with path.open("rb") as file:
            beginning = file.read(200)
    except OSError as problem:
        raise unreadable(str(path), problem) from None
    declared = _DECLARED.match(beginning.decode("latin-1").removeprefix("\xef\xbb\xbf"))
    encoding = next((codec for start, codec in _BY_START if beginning.startswith(start)), None)
    encoding = encoding or _ONE_BYTE.get(declared[1].lower() if declared else "")
    if encoding is None or beginning.startswith(_UTF_32):
        return read_text(path)
    data = read_bytes(path)
    if not encoding.startswith("utf-16") and fault_in(data) is None:
        return read_text(path)
    try:
        text = data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as problem:
        raise Invalid(f"{path.name}, byte {problem.start}", f"{encoding} text, as it is said to be", problem.reason) from None
    if "\0" in text:
        raise Invalid(path.name, "text", "a NUL character")
    return re.sub(r"\A(\s*<\?xml[^>]*?)\s+encoding\s*=\s*(\"[^\"]*\"|'[^']*')", r"\1", text)


def parse_xml(text: str, name: str) -> Element:
    """
    The root of a text. Errors: Invalid for a document type, for text that is no XML, or longer or nested deeper than can be read.

    >>> parse_xml("<!DOCTYPE x><PMML/>", "x.pmml")
    Traceback (most recent call last):
    dtref.errors.Invalid: x.pmml: expected PMML without a document type (got '<!DOCTYPE or <!ENTITY')
    """
    if len(text) > _LARGEST:
        raise Invalid(name, f"at most {_LARGEST} characters", len(text))
    if re.search(r"<!\s*(DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise Invalid(name, "PMML without a document type", "<!DOCTYPE or <!ENTITY")
    declared = _DECLARED.match(text)
    if declared is not None and declared[1].lower() not in ("utf-8", "utf8", "us-ascii", "ascii") and not text.isascii():
        raise Invalid(name, "UTF-8 text, whatever it is declared to be (save it as UTF-8)", declared[1])
    try:
        parser = ElementTree.XMLParser(target=_Shallow(name))
        parser.feed(text)
        root: Element = parser.close()
        return root
    except ElementTree.ParseError as problem:
        raise Invalid(name, "XML", str(problem)) from None
    except (RecursionError, ValueError) as problem:
        raise Invalid(name, "XML that is nested a few thousand levels deep at most", type(problem).__name__) from None


def tag(element: Element) -> str:
    """The name of an element without its namespace, which changes from version to version."""
    return element.tag.rpartition("}")[2]


def own(element: Element, *tags: str) -> Iterator[Element]:
    """The children of an element that have one of some names."""
    return (child for child in element if tag(child) in tags)


def only(element: Element, name: str, where: str) -> Element | None:
    """The one element of a name, None where there is none. Errors: Invalid for several."""
    elements = list(own(element, name))
    if len(elements) > 1:
        raise Invalid(where, f"one {name}", len(elements))
    return elements[0] if elements else None


def check_element(element: Element, attributes: Allowed, elements: frozenset[str], where: str) -> None:
    """Refuses contents that PMML does not have there. Errors: Invalid for an attribute, a value of one, an element or a text."""
    for name, value in element.attrib.items():
        if name.startswith(("x-", "{")):
            continue
        if name not in attributes:
            raise Invalid(f"{where}, {tag(element)}", f"attributes that are read there, {_some(attributes)}", name[:60])
        values = attributes[name]
        if values is not None and value not in values:
            raise Invalid(f"{where}, {tag(element)}, {name}", f"one of {_some(values)}", value[:60])
    strange = next((tag(child) for child in element if tag(child) not in elements and tag(child) != "Extension"), None)
    if strange is not None:
        raise Invalid(f"{where}, {tag(element)}", f"elements that are read there, {_some(elements)}", strange)
    if "" not in elements and any((text or "").strip() for text in (element.text, *(child.tail for child in element))):
        raise Invalid(f"{where}, {tag(element)}", "elements, and no text between them", "a text")


def _some(names: Iterable[str]) -> str:
    """Names for a message, of many only the first ten."""
    ordered = sorted(name for name in names if name)
    return ", ".join(ordered[:10]) + (f" and {len(ordered) - 10} more" if len(ordered) > 10 else "") if ordered else "none"


def required_attribute(element: Element, name: str, where: str) -> str:
    """An attribute that must be there; a name must not be empty. Errors: Invalid where it isn't."""
    value = element.get(name)
    if value is None or (not value and name in ("name", "field")):
        raise Invalid(f"{where}, {tag(element)}", f"the attribute {name}", "none" if value is None else "an empty one")
    return value


def pmml_number(text: str, where: str) -> Fraction:
    """The number in a text. Errors: Invalid, with the place."""
    try:
        return numeral(text.strip())
    except Invalid as problem:
        raise Invalid(where, problem.wanted, text[:60]) from None


def optional_weight(element: Element, name: str, where: str) -> Fraction | None:
    """An attribute that is a number of records; None where it isn't there. Errors: Invalid for one below 0, or no number."""
    text = element.get(name)
    if text is None:
        return None
    records = pmml_number(text, f"{where}, {name}")
    if records < 0:
        raise Invalid(f"{where}, {name}", "0 records or more", text[:60])
    return records
