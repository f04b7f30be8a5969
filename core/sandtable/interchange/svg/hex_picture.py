"""Hex maps on paper: terrain and heights, what lies on hexsides, roads through hexes, numbers and names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, cast

import numpy as np

from sandtable.board.directions import Hex
from sandtable.board.hex_board import HexBoard
from sandtable.interchange.svg import glyphs
from sandtable.interchange.svg.colours import mix, terrain_colours
from sandtable.interchange.svg.labels import Label, Labels, wordings
from sandtable.interchange.svg.paper import Floats, Paper
from sandtable.interchange.svg.pen import Pen, line_of, number
from sandtable.present.terrain_edges import COARSE, terrain_edges

BLANK: Final = "#f3eee0"
HIGH: Final = "#9c7146"
GRID: Final = "#b5aa90"
EDGE: Final = "#8a7f66"
MOST_NUMBERS: Final = 30_000
"""Above so many hexes their numbers are left out: nobody could read the picture."""

WATERS: Final[Mapping[str, tuple[str, float]]] = {
    "river": ("#4a93c4", 0.11), "major_river": ("#3f7fb5", 0.15), "stream": ("#6db0d8", 0.055),
    "canal": ("#5b8fc0", 0.07), "coast": ("#3f7fa6", 0.06), "lake": ("#4a93c4", 0.09),
}  # fmt: skip
"""What runs along hexsides in water: its colour, and its width as a part of that of a hex."""

WAYS: Final[Mapping[str, tuple[str, float]]] = {
    "road": ("#8a5a33", 0.06), "major_road": ("#8a4a26", 0.08), "minor_road": ("#a07a52", 0.045),
    "track": ("#a58a66", 0.04), "trail": ("#a58a66", 0.035), "path": ("#a58a66", 0.035), "railway": ("#3a3a3a", 0.045),
    "highway": ("#8a4a26", 0.085),
}  # fmt: skip
OVER: Final = frozenset({"bridge", "ford", "ferry", "pass"})


def width_of_kind(table: Mapping[str, tuple[str, float]], kind: str) -> tuple[str, float] | None:
    """Return how a kind is drawn that is called like one that is known."""
    return table.get(kind) or next((style for word, style in table.items() if word in kind), None)


def work_style(kind: str) -> tuple[str, float]:
    """Return how what is neither water nor a way is drawn: its colour, and its width as a part of that of a hex."""
    return ("#8a6a44", 0.03) if "slope" in kind else ("#5d4a3a", 0.07)


class HexStyle(NamedTuple):
    """What is drawn of hexes that may be left out."""

    transitions: bool = True
    """Whether terrains reach into each other where they meet."""
    words: bool = False
    """Whether the terrain of each hex is written into it."""


USUAL: Final = HexStyle()


@dataclass(frozen=True)
class HexPicture:
    """What is drawn of a hex board; ``size`` is the width of a hex on paper."""

    board: HexBoard
    paper: Paper
    style: HexStyle = USUAL

    def draw(self, pen: Pen, labels: Labels) -> None:
        """Draw all but names and words, from below upwards."""
        self.fill(pen)
        if self.style.transitions:
            self.transitions(pen)
        self.signs(pen)
        self.grid(pen)
        self.rivers(pen)
        self.roads(pen)
        self.numbers(pen, labels)

    @property
    def size(self) -> float:
        """Pixels of a hex between opposite sides, the shorter way."""
        return min(self.board.grid.hex_width, self.board.grid.hex_height) * self.paper.scale

    # --- surfaces -----------------------------------------------------------------------------------------------

    @cached_property
    def terrains(self) -> tuple[str, ...]:
        """The terrains on the map, in order of their names."""
        terrain, present = self.board.terrain, self.board.grid.present
        used: list[int] = np.unique(terrain.cells[present]).tolist()
        return tuple(sorted({name for index in used for name in terrain.sets[index]}))

    @cached_property
    def meanings(self) -> dict[str, str]:
        """The terrains with their colours."""
        return terrain_colours(self.terrains)

    def fill(self, pen: Pen) -> None:
        """Draw the surfaces: a path for all hexes that look alike."""
        grid, board = self.board.grid, self.board
        indices = grid.indices
        if not len(indices):
            return
        outlines = self._outlines
        looks = np.stack((board.terrain.cells[indices].astype(np.int64), board.elevation[indices]), axis=1)
        each, which = np.unique(looks, axis=0, return_inverse=True)
        most = max(int(np.abs(board.elevation[indices]).max()), 1)
        pairs: list[tuple[int, int]] = each.tolist()
        colours = [self._colour(board.terrain.sets[terrain], level, most) for terrain, level in pairs]
        alike: dict[str, list[int]] = {}
        for at, look in enumerate(which.reshape(-1).tolist()):
            alike.setdefault(colours[look], []).append(at)
        shape = _relative(outlines[0])
        for colour in sorted(alike):
            starts = outlines[alike[colour], 0].tolist()
            pen.path(
                (f"M{number(x)},{number(y)}{shape}" for x, y in starts), fill=colour, stroke=colour, stroke_width=0.5
            )

    def _colour(self, terrains: Sequence[str], level: int, most: int) -> str:
        base = mix([self.meanings[name] for name in terrains], [1.0] * len(terrains)) if terrains else BLANK
        if level < 0:
            return mix([base, "#7f9f9b"], [1.0, 0.35 * -level / most])
        return mix([base, HIGH], [1.0, 0.75 * level / most]) if level else base

    @cached_property
    def _outlines(self) -> Floats:
        grid = self.board.grid
        return self.paper.places(grid.outlines(grid.indices).reshape(-1, 2)).reshape(-1, 6, 2)

    def transitions(self, pen: Pen) -> None:
        """Draw how terrains reach into each other where they meet, as the screen does."""
        edges = terrain_edges(self.board, self.board.grid.indices, COARSE)
        if not len(edges.hexes):
            return
        most = max(int(np.abs(self.board.elevation[self.board.grid.indices]).max()), 1)
        alike: dict[str, list[str]] = {}
        for hex, surface in zip(edges.hexes.tolist(), self._on_paper(edges.surfaces), strict=True):
            colour = self._colour(self.board.terrain.at(hex), int(self.board.elevation[hex]), most)
            alike.setdefault(colour, []).append(line_of(surface, close=True))
        for colour in sorted(alike):
            pen.path(alike[colour], fill=colour)
        width = max(min(self.size * 0.014, 0.9), 0.25)
        lines = self._on_paper(edges.lines)
        pen.path(
            (line_of(line) for line in lines), fill="none", stroke=EDGE, stroke_width=width, stroke_linejoin="round"
        )

    def _on_paper(self, lines: Floats) -> list[list[list[float]]]:
        """Return lines of as many points each, on paper."""
        return cast("list[list[list[float]]]", self.paper.places(lines.reshape(-1, 2)).reshape(lines.shape).tolist())

    def signs(self, pen: Pen) -> None:
        """Draw the signs of terrains into their hexes: trees, peaks, reeds."""
        grid = self.board.grid
        for terrain in self.terrains:
            glyph = glyphs.glyph_of(terrain)
            hexes = np.flatnonzero(self.board.terrain.where(terrain))
            if glyph is not None and len(hexes):
                centres = self.paper.places(grid.centres(hexes)).tolist()
                glyph(pen, centres, self.size)

    def grid(self, pen: Pen) -> None:
        """Draw every hexside once."""
        outlines, table = self._outlines, self.board.grid.neighbour_table[self.board.grid.indices]
        parts: list[str] = []
        for corners, beside in zip(outlines.tolist(), table.tolist(), strict=True):
            parts.append(line_of([corners[5], *corners[:3]]))
            parts += [line_of([corners[k - 1], corners[k]]) for k in (3, 4, 5) if beside[k] < 0]
        width = max(min(self.size * 0.018, 1.0), 0.3)
        pen.path(parts, fill="none", stroke=GRID, stroke_width=width, stroke_linejoin="round")

    # --- hexsides and roads -------------------------------------------------------------------------------------

    @cached_property
    def _sides(self) -> dict[str, list[int]]:
        """The hexsides on which each kind lies, that are on the map."""
        layer = self.board.sides
        used: list[int] = np.unique(layer.cells).tolist()
        found: dict[str, list[int]] = {}
        for index in used:
            places: list[int] = np.flatnonzero(layer.cells == index).tolist() if layer.sets[index] else []
            for one in layer.sets[index]:
                if one.status != "forbidden":
                    found.setdefault(one.kind, []).extend(places)
        return {kind: sorted(places) for kind, places in sorted(found.items())}

    @property
    def kinds(self) -> tuple[str, ...]:
        """What lies along or across hexsides on the map."""
        return tuple(self._sides)

    def rivers(self, pen: Pen) -> None:
        """Draw what runs along hexsides: water as broad lines, anything else as a line with teeth or none."""
        with pen.group(fill="none", stroke_linecap="round", stroke_linejoin="round"):
            for kind, places in self._sides.items():
                if (style := width_of_kind(WATERS, kind)) is not None:
                    lines = [line_of(chain) for chain in chains(self._ends(places))]
                    pen.path(lines, stroke=style[0], stroke_width=max(self.size * style[1], 0.8))
            for kind, places in self._sides.items():
                if width_of_kind(WATERS, kind) is None and width_of_kind(WAYS, kind) is None and kind not in OVER:
                    self._works(pen, kind, places)

    def _works(self, pen: Pen, kind: str, places: Sequence[int]) -> None:
        """Draw slopes as short strokes downhill, anything else as a line on the hexside."""
        layer, grid = self.board.sides, self.board.grid
        parts: list[str] = []
        for place in places:
            (ax, ay), (bx, by) = self._ends([place])[0]
            favours = next(one.favours for one in layer.at(place) if one.kind == kind)
            if "slope" not in kind or not favours:
                parts.append(line_of([(ax, ay), (bx, by)]))
                continue
            lower = grid.hexes_at(place)[2 - favours]
            x, y = self.paper.place(*grid.centre(lower))
            for share in (0.2, 0.4, 0.6, 0.8):
                at = ax + (bx - ax) * share, ay + (by - ay) * share
                parts.append(line_of([at, (at[0] + (x - at[0]) * 0.22, at[1] + (y - at[1]) * 0.22)]))
        colour, broad = work_style(kind)
        pen.path(parts, stroke=colour, stroke_width=max(self.size * broad, 0.7))

    def roads(self, pen: Pen) -> None:
        """Draw roads through their hexes, and what leads over rivers."""
        with pen.group(fill="none", stroke_linecap="round", stroke_linejoin="round"):
            for kind, places in self._sides.items():
                if (style := width_of_kind(WAYS, kind)) is not None:
                    parts = list(self._ways(places))
                    pen.path(
                        parts, stroke="#fbf4e4", stroke_width=max(self.size * style[1] * 1.9, 1.2), stroke_opacity=0.7
                    )
                    pen.path(parts, stroke=style[0], stroke_width=max(self.size * style[1], 0.7))
            for kind in OVER & self._sides.keys():
                self._bridges(pen, self._sides[kind])

    def _ways(self, places: Iterable[int]) -> Iterator[str]:
        """Yield a stroke for each way through a hex, curved where there are just two ways out."""
        grid = self.board.grid
        out: dict[Hex, list[tuple[float, float]]] = {}
        for place in places:
            ((ax, ay), (bx, by)) = self._ends([place])[0]
            for hex in grid.hexes_at(place):
                if hex in grid:
                    out.setdefault(hex, []).append(((ax + bx) / 2, (ay + by) / 2))
        for hex, gates in sorted(out.items()):
            x, y = self.paper.place(*grid.centre(hex))
            if len(gates) == 2:
                (ax, ay), (bx, by) = gates
                yield f"M{number(ax)},{number(ay)}Q{number(x)},{number(y)} {number(bx)},{number(by)}"
            else:
                yield "".join(line_of([gate, (x, y)]) for gate in gates)

    def _bridges(self, pen: Pen, places: Sequence[int]) -> None:
        """Draw bridges: two rails across the hexside."""
        parts: list[str] = []
        for place in places:
            (ax, ay), (bx, by) = self._ends([place])[0]
            x, y, dx, dy = (ax + bx) / 2, (ay + by) / 2, bx - ax, by - ay
            for hand in (-0.14, 0.14):
                px, py = x + dx * hand, y + dy * hand
                parts.append(line_of([(px - dy * 0.2, py + dx * 0.2), (px + dy * 0.2, py - dx * 0.2)]))
        pen.path(parts, stroke="#2b2a26", stroke_width=max(self.size * 0.035, 0.6))

    def _ends(self, places: Sequence[int]) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """Return the two hexpoints of each hexside, on paper; hexsides that meet have theirs in common exactly."""
        grid = self.board.grid
        found: list[tuple[tuple[float, float], tuple[float, float]]] = []
        for place in places:
            corners = grid.corners(grid.hexes_at(place)[0])
            k = place % 3
            a, b = self.paper.places(np.array([corners[k - 1], corners[k]], np.float64)).tolist()
            found.append(((a[0], a[1]), (b[0], b[1])))
        return found

    # --- numbers and names --------------------------------------------------------------------------------------

    def numbers(self, pen: Pen, labels: Labels) -> None:
        """Write the number of every hex at its upper side."""
        grid = self.board.grid
        if len(grid) > MOST_NUMBERS:
            return
        size = self.size * 0.17
        numbers = self.board.numbers.all
        centres = self.paper.places(grid.centres(grid.indices)).tolist()
        with pen.group(font_size=size, fill="#7b725c", text_anchor="middle"):
            for index, (x, y) in zip(grid.indices.tolist(), centres, strict=True):
                pen.leaf("text", str(numbers[index]), x=x, y=y - self.size * 0.30)
                labels.block((x - size, y - self.size * 0.46, x + size, y - self.size * 0.29))

    def names(self, labels: Labels) -> None:
        """Find a place for every name, in its hex or just below."""
        for hex, name in sorted(self.board.names.items()):
            x, y = self.paper.place(*self.board.grid.centre(hex))
            step = self.size * 0.16
            tries = (
                (Label(lines, size, "#2b2a26", bold=True), x + dx * step, y + dy * step)
                for size in (self.size * 0.24, self.size * 0.19)
                for dy in (1.6, 2.4, 0.4, 3.2, -3.4, -4.4)
                for dx in (0, 1, -1, 2, -2)
                for lines in wordings(name)
            )
            if name and not labels.put(tries):
                labels.unset.append(name)


def _relative(corners: Floats) -> str:
    """Return the outline of a hex from its first corner on, in steps."""
    steps = np.diff(corners, axis=0).tolist()
    return "l" + " ".join(f"{number(x)},{number(y)}" for x, y in steps) + "z"


def chains(sides: Sequence[tuple[tuple[float, float], tuple[float, float]]]) -> list[list[tuple[float, float]]]:
    """Return segments joined to as few lines as there can be, so that rivers have no joints."""
    at: dict[tuple[float, float], list[int]] = {}
    key = [tuple((round(x, 3), round(y, 3)) for x, y in side) for side in sides]
    for index, ends in enumerate(key):
        for end in ends:
            at.setdefault(end, []).append(index)
    free = dict.fromkeys(range(len(sides)))
    lone = [index for index in range(len(sides)) if any(len(at[end]) != 2 for end in key[index])]
    found: list[list[tuple[float, float]]] = []
    for first in (*lone, *range(len(sides))):
        if first not in free:
            continue
        del free[first]
        start = next((end for end in key[first] if len(at[end]) != 2), key[first][0])
        chain = [start]
        here, index = start, first
        while True:
            here = key[index][1] if key[index][0] == here else key[index][0]
            chain.append(here)
            further = [other for other in at[here] if other in free]
            if len(at[here]) != 2 or not further:
                break
            index = further[0]
            del free[index]
        found.append(chain)
    return found
