"""What is drawn in an SVG file, as plain data: each shape with what it is called, where it hangs and how it looks."""

from __future__ import annotations

import re
from typing import Final, Literal

import numpy as np
from msgspec import Struct

Form = Literal["surface", "line", "circle", "text"]

AUTOMATIC: Final = re.compile(
    r"(?:(?:path|rect|circle|ellipse|polygon|polyline|line|g|text|tspan|use|svg|layer|shape|SVGID|XMLID|Vector|Group"
    r"|Ellipse|Rectangle|Line|Polygon|Star|Union|Subtract|Intersect|Exclude|Frame|Symbol|symbol|clone)"
    r"[ _-]*[\d_ -]*)+",
    re.IGNORECASE,
)
"""Ids that programs give by themselves: nobody calls a place so."""


class DrawnThing(Struct, array_like=True, frozen=True):
    """A shape or a text, in pixels of the page; an outline is float64 coordinates, in bytes, closed or not.

    ``layers``: what the layers and groups around it are called, the outermost first. ``label``: what a person has
    called it. ``own``: what our own drawings say of it (``data-space`` and the like).
    """

    number: int
    line: int
    element: str
    form: Form
    id: str
    label: str
    text: str
    layers: tuple[str, ...]
    classes: tuple[str, ...]
    fill: str
    stroke: str
    evenodd: bool
    outlines: list[bytes]
    closed: list[bool]
    size: float
    """Of the letters of a text."""
    own: dict[str, str]

    @property
    def layer(self) -> str:
        """The layers and groups around it, as one text."""
        return "/".join(self.layers)

    @property
    def name(self) -> str:
        """What somebody has called it, empty for what only a program has."""
        return self.label or ("" if AUTOMATIC.fullmatch(self.id) else self.id.replace("_", " ").strip())

    @property
    def called(self) -> str:
        """How an error names it."""
        words = f"{self.element} {self.id or self.number!r}" if self.id else f"{self.element} in line {self.line}"
        return f'{words} ("{self.label[:40]}")' if self.label and self.label != self.id else words

    @property
    def places(self) -> list[np.ndarray[tuple[int, int], np.dtype[np.float64]]]:
        """The outlines, ``(n, 2)`` each."""
        return [np.frombuffer(one, "<f8").reshape(-1, 2) for one in self.outlines]


class SvgDrawing(Struct, frozen=True):
    """All of a drawing. ``unit`` is what its page is measured in, ``lost`` what of it is not taken, and how often."""

    title: str
    width: float
    height: float
    unit: str
    things: list[DrawnThing]
    lost: dict[str, int]
    hidden: int
    own: dict[str, str] = {}
    """What our own drawings say of the map they were made from."""
