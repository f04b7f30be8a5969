"""Names on a map: how wide they are, and where each goes so that it lies on no other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from sandtable.interchange.svg.paper import Box
from sandtable.interchange.svg.pen import Pen
from sandtable.present.label_placing import Placer, Try

LINE: Final = 1.08
"""From one line of a name to the next, in letter sizes."""

NARROW: Final = frozenset("ijlI.,:;'|!()[]- ")
MIDDLING: Final = frozenset("frtJsz/")
WIDE: Final = frozenset("mwMWÆŒ%@—")


def width_of(text: str, size: float) -> float:
    """Return about how wide a text is in a serif face, on the wide side."""
    ems = sum(
        0.3
        if letter in NARROW
        else 0.43
        if letter in MIDDLING
        else 0.86
        if letter in WIDE
        else 0.7
        if letter.isupper()
        else 0.53
        for letter in text
    )
    return ems * size


class Label(NamedTuple):
    """A name to be set: its lines, the size of its letters, how it looks."""

    lines: tuple[str, ...]
    size: float
    colour: str
    italic: bool = False
    bold: bool = False

    @property
    def width(self) -> float:
        return max(width_of(line, self.size) for line in self.lines) * (1.06 if self.bold else 1.0)

    @property
    def height(self) -> float:
        return self.size * LINE * len(self.lines)

    def box(self, x: float, y: float) -> Box:
        """Return the box it fills, set with its middle there."""
        return x - self.width / 2, y - self.height / 2, x + self.width / 2, y + self.height / 2


def wordings(name: str) -> Iterator[tuple[str, ...]]:
    """Yield the ways to set a name: in one line, and broken nearest to its middle."""
    yield (name,)
    words = name.split(" ")
    if len(words) > 1:
        at = min(range(1, len(words)), key=lambda at: abs(len(" ".join(words[:at])) * 2 - len(name)))
        yield " ".join(words[:at]), " ".join(words[at:])


@dataclass(frozen=True)
class SetLabel:
    """A label that has found its place."""

    label: Label
    x: float
    y: float


class Labels:
    """The names of one drawing, set one after the other: the first come have the choice."""

    def __init__(self, width: float, height: float) -> None:
        self._placer = Placer((0.0, 0.0, width, height))
        self.set: list[SetLabel] = []
        self.unset: list[str] = []
        """Names for which there was no room."""

    def block(self, box: Box) -> None:
        """Keep names off a box: a symbol stands there."""
        self._placer.signs.put(box)

    def put(self, tries: Iterable[tuple[Label, float, float]]) -> bool:
        """Set the first of these that lies on nothing; say whether there was one."""
        found = self._placer.place(Try(SetLabel(label, x, y), label.box(x, y)) for label, x, y in tries)
        if found is not None:
            self.set.append(found)
        return found is not None

    def draw(self, pen: Pen) -> None:
        """Write all names, each with a rim of paper around it."""
        with pen.group(fill="none", stroke="#ffffff", stroke_width=2.4, stroke_opacity=0.75, stroke_linejoin="round"):
            self._write(pen, rim=True)
        self._write(pen, rim=False)

    def _write(self, pen: Pen, *, rim: bool) -> None:
        for one in self.set:
            label = one.label
            first = one.y - label.height / 2 + label.size * 0.82
            for number, line in enumerate(label.lines):
                pen.leaf(
                    "text",
                    line,
                    x=one.x,
                    y=first + number * label.size * LINE,
                    font_size=label.size,
                    text_anchor="middle",
                    fill=None if rim else label.colour,
                    font_style="italic" if label.italic else None,
                    font_weight="bold" if label.bold else None,
                )
