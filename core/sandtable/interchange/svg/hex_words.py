"""What the terrain of each hex is called, written into it on paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.interchange.svg.hex_picture import MOST_NUMBERS, HexPicture
from sandtable.interchange.svg.labels import Label, Labels, width_of
from sandtable.present.terrain_words import terrain_words

INK: Final = "#3f392c"


def write_words(picture: HexPicture, labels: Labels) -> None:
    """Find a place in every hex for its terrain: at its lower side, else where names leave room."""
    board, paper = picture.board, picture.paper
    grid = board.grid
    if len(grid) > MOST_NUMBERS:
        return
    high = grid.hex_height * paper.scale
    lower, upper = (0.41, -0.12) if grid.orientation == "flat" else (0.35, -0.08)
    written = [_worded(picture, terrains) for terrains in board.terrain.sets]
    kinds: list[int] = board.terrain.cells[grid.indices].tolist()
    for kind, (x, y) in zip(kinds, paper.places(grid.centres(grid.indices)).tolist(), strict=True):
        labels.put(
            (label, x, at)
            for label in written[kind]
            for at in (y + high * lower - label.height / 2, y + high * upper, y + high * 0.04)
        )


def _worded(picture: HexPicture, terrains: Sequence[str]) -> tuple[Label, ...]:
    """Return the ways to write terrains so that they fit into a hex: in large letters, and in one line."""
    grid = picture.board.grid
    room = grid.hex_width * picture.paper.scale * (0.62 if grid.orientation == "flat" else 0.84)
    size = picture.size * 0.17
    lines = terrain_words(terrains, lambda text: width_of(text, size) <= room)
    if not lines:
        return ()
    ways = (tuple(lines), (" ".join(lines),))
    longest = [max(width_of(line, size) for line in way) for way in ways]
    return tuple(Label(way, size * min(1.0, room / wide), INK) for way, wide in zip(ways, longest, strict=True))
