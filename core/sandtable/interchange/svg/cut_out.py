"""Of a drawing of ours what is seen in a part of it, so that a sheet of paper does not carry all the others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from sandtable.interchange.svg.paper import Box

ROOM: Final = 60.0
"""Pixels: no line is so broad, no name so long past its place that it would reach further."""
LEAF: Final = re.compile(r"( *)<(path|text|circle|rect|g|image)([ >/])")
DATA: Final = re.compile(r' d="([^"]*)"')
PLACE: Final = re.compile(r' (?:x|cx)="(-?[\d.]+)"(?:.*?) (?:y|cy)="(-?[\d.]+)"')
NUMBER: Final = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")
RELATIVE: Final = re.compile(r"[a-y]")
LETTERS: Final = 12.0
"""Pixels that a letter is wide at most, about."""


def cut_out(drawing: str, box: Box) -> str:
    """Return a drawing without what lies outside a box (left, top, right, bottom, in its pixels)."""
    left, top, right, bottom = box
    return "\n".join(_lines(drawing, (left - ROOM, top - ROOM, right + ROOM, bottom + ROOM))) + "\n"


def _lines(drawing: str, box: Box) -> Iterator[str]:
    """Yield the lines that stay; an element that goes takes its title with it."""
    until = ""
    for line in drawing.splitlines():
        if until:
            until = "" if line == until else until
            continue
        leaf = LEAF.match(line)
        if leaf is None or leaf[2] in ("g", "image", "rect"):
            yield line
            continue
        kept = _path(line, box) if leaf[2] == "path" else line if _stands_in(line, box) else ""
        if kept:
            yield kept
        elif not line.endswith("/>") and f"</{leaf[2]}>" not in line:
            until = f"{leaf[1]}</{leaf[2]}>"


def _path(line: str, box: Box) -> str:
    """Return a path with those of its pieces that come into the box; nothing where none does."""
    data = DATA.search(line)
    if data is None:
        return line
    pieces = [f"M{piece}" for piece in data[1].split("M")[1:]]
    kept = [piece for piece in pieces if _comes_into(piece, box)]
    if len(kept) == len(pieces):
        return line
    return f"{line[: data.start(1)]}{''.join(kept)}{line[data.end(1) :]}" if kept else ""


def _comes_into(piece: str, box: Box) -> bool:
    """Say whether a piece may come into the box; one in steps goes at most as far as all of them together."""
    numbers = [float(number) for number in NUMBER.findall(piece)]
    if RELATIVE.search(piece):
        far = sum(map(abs, numbers[2:]))
        xs, ys = [numbers[0] - far, numbers[0] + far], [numbers[1] - far, numbers[1] + far]
    else:
        xs, ys = numbers[::2], numbers[1::2]
    left, top, right, bottom = box
    return max(xs) >= left and min(xs) <= right and max(ys) >= top and min(ys) <= bottom


def _stands_in(line: str, box: Box) -> bool:
    """Say whether a text or a circle may reach into the box."""
    place = PLACE.search(line)
    if place is None:
        return True
    reach = LETTERS * len(line.partition(">")[2])
    left, top, right, bottom = box
    return left - reach <= float(place[1]) <= right + reach and top <= float(place[2]) <= bottom
