"""Shapes that share borders as text: every border stands once, as an arc of whole numbers (TopoJSON)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

import msgspec
import numpy as np
import shapely
from shapely import LineString, MultiPolygon, Polygon
from shapely.errors import GEOSException

from sandtable.board import Shape
from sandtable.engine import Invalid

Dot = tuple[int, int]
"""A place on the grid."""
DECIMALS: Final = 6


class Topology:
    """Shapes, lines and places on one grid, by id within named layers.

    ``grid`` is what 1 means in the text, in the unit of the coordinates. Shapes must share borders to the
    last vertex; what lies off the grid is moved onto it.
    """

    def __init__(self, grid: float) -> None:
        self.grid = grid
        self.shapes: dict[str, Mapping[str, Shape]] = {}
        self.lines: dict[str, Mapping[str, LineString]] = {}
        self.places: dict[str, Mapping[str, tuple[float, float]]] = {}
        self.facts: dict[str, Any] = {}

    # --- to text ------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """Return it all as TopoJSON, an arc or a thing a line."""
        arcs = _Arcs(ring for layer in self.shapes.values() for shape in layer.values() for ring in self._rings(shape))
        layers = {name: list(self._geometries(name, arcs)) for name in (*self.shapes, *self.lines, *self.places)}
        head = {"type": "Topology", "transform": {"scale": [self.grid, self.grid], "translate": [0, 0]}, **self.facts}
        lines = [_json(head)[:-1] + ',"objects":{']
        for name, things in layers.items():
            lines.append(f'{_json(name)}:{{"type":"GeometryCollection","geometries":[')
            lines.append(",\n".join(map(_json, things)))
            lines.append("]}" if name == list(layers)[-1] else "]},")
        lines.append('},"arcs":[')
        lines.append(",\n".join(_json(_steps(arc)) for arc in arcs.arcs))
        lines.append("]}")
        return "\n".join(lines) + "\n"

    def _geometries(self, layer: str, arcs: _Arcs) -> Iterator[dict[str, Any]]:
        for id, shape in self.shapes.get(layer, {}).items():
            rings = [[arcs.of(ring) for ring in self._rings(part)] for part in _parts(shape)]
            yield {"type": "MultiPolygon", "id": id, "arcs": rings}
        for id, line in self.lines.get(layer, {}).items():
            yield {"type": "LineString", "id": id, "arcs": [arcs.add(self._dots(line))]}
        for id, place in self.places.get(layer, {}).items():
            yield {"type": "Point", "id": id, "coordinates": [round(axis / self.grid) for axis in place]}

    def _dots(self, line: shapely.Geometry) -> list[Dot]:
        xy: list[list[int]] = np.rint(shapely.get_coordinates(line) / self.grid).astype(np.int64).tolist()
        dots = [(x, y) for x, y in xy]
        return [dot for at, dot in enumerate(dots) if not at or dot != dots[at - 1]]

    def _rings(self, shape: Shape) -> list[list[Dot]]:
        return [self._dots(ring) for part in _parts(shape) for ring in (part.exterior, *part.interiors)]

    # --- from text ----------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, text: str | bytes) -> Topology:
        """Read what ``text`` wrote."""
        try:
            document = msgspec.json.decode(text)
            found = cls(document["transform"]["scale"][0])
            arcs = [np.cumsum(np.array(arc, np.int64), axis=0) for arc in document["arcs"]]
            for name, layer in document["objects"].items():
                found._take(name, layer["geometries"], arcs)
        except (msgspec.DecodeError, KeyError, TypeError, IndexError, ValueError, GEOSException) as error:
            raise Invalid(f"the topology cannot be read: {error}; take it from the repository again") from error
        found.facts = {name: value for name, value in document.items() if name not in _OWN}
        return found

    def _take(self, name: str, things: list[dict[str, Any]], arcs: Sequence[Any]) -> None:
        kinds = {thing["type"] for thing in things}
        if kinds <= {"MultiPolygon"}:
            self.shapes[name] = {thing["id"]: self._shape(thing["arcs"], arcs) for thing in things}
        elif kinds <= {"LineString"}:
            self.lines[name] = {thing["id"]: LineString(self._on_paper(arcs[thing["arcs"][0]])) for thing in things}
        else:
            self.places[name] = {thing["id"]: self._place(thing["coordinates"]) for thing in things}

    def _place(self, dot: Sequence[int]) -> tuple[float, float]:
        x, y = self._on_paper(dot)
        return float(x), float(y)

    def _on_paper(self, dots: Any) -> Any:
        """Return places as they are written in decimals: 694.55, not 694.5500000000001."""
        return np.round(np.asarray(dots) * self.grid, DECIMALS)

    def _shape(self, polygons: list[list[list[int]]], arcs: Sequence[Any]) -> Shape:
        parts: list[Polygon] = []
        for rings in polygons:
            shell, *holes = (self._stitch(ring, arcs) for ring in rings)
            parts.append(Polygon(shell, holes))
        return parts[0] if len(parts) == 1 else MultiPolygon(parts)

    def _stitch(self, ring: list[int], arcs: Sequence[Any]) -> Any:
        pieces = [arcs[at] if at >= 0 else arcs[~at][::-1] for at in ring]
        return self._on_paper(np.concatenate([pieces[0], *(piece[1:] for piece in pieces[1:])]))


_OWN = {"type", "transform", "objects", "arcs"}


class _Arcs:
    """The borders of rings, each once, cut where three meet."""

    def __init__(self, rings: Iterable[list[Dot]]) -> None:
        self.arcs: list[list[Dot]] = []
        self._at: dict[tuple[Dot, ...], int] = {}
        beside: dict[Dot, set[Dot]] = {}
        for ring in rings:
            for a, b in pairwise(ring):
                beside.setdefault(a, set()).add(b)
                beside.setdefault(b, set()).add(a)
        self._meeting = {dot for dot, others in beside.items() if len(others) != 2}

    def of(self, ring: list[Dot]) -> list[int]:
        """Return the arcs of a ring; one that meets no other begins in its least place."""
        body = ring[:-1]
        ends = [at for at, dot in enumerate(body) if dot in self._meeting] or [body.index(min(body))]
        turned = body[ends[0] :] + body[: ends[0]]
        cuts = [at - ends[0] for at in ends] + [len(body)]
        return [self.add((turned + turned[:1])[a : b + 1]) for a, b in pairwise(cuts)]

    def add(self, arc: list[Dot]) -> int:
        """Return the number of an arc, or the complement of the number of the one that runs the other way."""
        back = arc[::-1]
        if (there := self._at.get(tuple(arc))) is not None:
            return there
        if (there := self._at.get(tuple(back))) is not None:
            return ~there
        self._at[tuple(arc)] = len(self.arcs)
        self.arcs.append(arc)
        return len(self.arcs) - 1


def _steps(arc: list[Dot]) -> list[Dot]:
    return [arc[0], *((b[0] - a[0], b[1] - a[1]) for a, b in pairwise(arc))]


def _parts(shape: Shape) -> list[Polygon]:
    return [part for part in shapely.get_parts(shape) if isinstance(part, Polygon)]


def _json(thing: object) -> str:
    return msgspec.json.encode(thing).decode()
