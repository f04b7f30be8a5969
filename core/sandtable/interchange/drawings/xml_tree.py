"""XML from a stranger as a tree of bounded size, in the worker process: nothing is fetched, and no entity grows."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from sandtable.engine.errors import Invalid

DEEPEST: Final = 100
MOST_ELEMENTS: Final = 300_000
MOST_BYTES: Final = 64 << 20
"""Of a drawing without the pictures in it."""

MOST_LETTERS: Final = 64 << 20
"""Of all texts together, once entities stand for themselves."""

MOST_ENTITIES: Final = 64
LONGEST_ENTITY: Final = 1024
PICTURE: Final = re.compile(rb"data:[^\"'<]{512,}")
"""An image inside the file: it is never looked at, and may be larger than all the rest."""


@dataclass(slots=True)
class XmlElement:
    """An element; ``namespace`` and ``tag`` are its name, ``parts`` its texts and the elements in it, in order."""

    namespace: str
    tag: str
    attributes: dict[str, str]
    """Those of another namespace are called ``namespace name``."""
    line: int
    parts: list[XmlElement | str] = field(default_factory=list["XmlElement | str"])

    @property
    def children(self) -> list[XmlElement]:
        """The elements in it."""
        return [part for part in self.parts if isinstance(part, XmlElement)]

    @property
    def text(self) -> str:
        """All that is written in it, and in what is in it."""
        return "".join(part if isinstance(part, str) else part.text for part in self.parts)


def read_xml(data: bytes) -> XmlElement:
    """Return the outermost element; raises ``Invalid`` for what is no XML, and for what only does harm."""
    if data[:2] == b"\x1f\x8b":
        raise Invalid("is compressed (SVGZ): save it as plain SVG")
    if not data.strip():
        raise Invalid("is empty: nothing can be read from it")
    data = PICTURE.sub(b"data:,", data)
    if len(data) > MOST_BYTES:
        raise Invalid(
            f"has {len(data) / 2**20:,.0f} MB without its images: {MOST_BYTES >> 20} is the most that can be read; "
            "leave out what is not part of the map"
        )
    growing = _Growing()
    try:
        growing.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise Invalid(
            f"is not XML: line {error.lineno}, column {error.offset + 1}: {expat.ErrorString(error.code)}; "
            "export it again from the program it comes from"
        ) from None
    except (LookupError, UnicodeError, ValueError) as error:  # an encoding that python has not, or not this way
        raise Invalid(f"is not text in an encoding that can be read ({error}): save it as UTF-8") from None
    assert growing.root is not None
    return growing.root


class _Growing:
    """A tree while it grows."""

    def __init__(self) -> None:
        self.root: XmlElement | None = None
        self._open: list[XmlElement] = []
        self._elements = self._letters = self._entities = 0
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._begin
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._write
        self.parser.EntityDeclHandler = self._declare
        self.parser.ExternalEntityRefHandler = self._fetch

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        self._elements += 1
        if self._elements > MOST_ELEMENTS:
            raise Invalid(f"has more than {MOST_ELEMENTS:,} elements: leave out what is not part of the map")
        if len(self._open) >= DEEPEST:
            raise Invalid(f"is nested deeper than {DEEPEST} levels: no drawing needs that, take its groups apart")
        self._count(sum(map(len, attributes.values())))
        namespace, _, tag = name.rpartition(" ")
        element = XmlElement(namespace, tag, attributes, self.parser.CurrentLineNumber)
        if self._open:
            self._open[-1].parts.append(element)
        else:
            self.root = element
        self._open.append(element)

    def _end(self, name: str) -> None:
        self._open.pop()

    def _write(self, text: str) -> None:
        self._count(len(text))
        if self._open:
            self._open[-1].parts.append(text)

    def _count(self, letters: int) -> None:
        self._letters += letters
        if self._letters > MOST_LETTERS:
            raise Invalid(f"says more than {MOST_LETTERS >> 20} million letters: leave out what is not part of the map")

    def _declare(self, name: str, parameter: bool, value: str | None, *where: str | None) -> None:
        """Take the short names that Illustrator gives to namespaces, and nothing that grows or is elsewhere."""
        self._entities += 1
        if value is None or parameter:
            raise Invalid(f"has an entity {name[:40]!r} that stands in another file: nothing is fetched; write it out")
        if "&" in value or "%" in value:
            raise Invalid(f"has an entity {name[:40]!r} made of entities, which can grow without end: write it out")
        if self._entities > MOST_ENTITIES or len(value) > LONGEST_ENTITY:
            raise Invalid(
                f"has more than {MOST_ENTITIES} entities, or one of more than {LONGEST_ENTITY:,} letters: "
                "write them out"
            )

    def _fetch(self, *of: str | None) -> int:
        raise Invalid("has an entity that stands in another file: nothing is fetched; write it out")
