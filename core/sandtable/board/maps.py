"""A map: spaces and edges, where they lie, and all that is drawn with them. One value, never changed.

Area maps, hex maps and both in one. What a map holds is plain data; a game reads from it what its rules need.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.affine import ControlPoint, Placement
from sandtable.board.graph import Graph
from sandtable.board.spaces import Attributes, RegionId, Space, SpaceId, Value, pair_of, value_of
from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.state.charts import Origin

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Self

    import shapely

    from sandtable.board.areas import AreaMap
    from sandtable.board.hex_board import HexBoard
    from sandtable.board.hex_spaces import HexSpaces
    from sandtable.board.shapes import Place
    from sandtable.engine.actions.actions import Game
    from sandtable.engine.rules.ground import MapKind, Misfit

__all__ = ["Map", "MapInfo", "MapLine", "Provenance", "Region", "RegionId", "Underlay", "of"]


class MapInfo(Struct, frozen=True):
    """What a map is. ``unit`` is that of its coordinates ("km", "px"), ``projection`` how they came from the globe."""

    key: str
    title: str
    says: str = ""
    unit: str = ""
    projection: str = ""
    source: str = ""
    licence: str = ""
    paper: tuple[float, float] | msgspec.UnsetType = msgspec.UNSET
    """How wide and how high a map of areas will be, in its unit; unset, and then nowhere written: nobody says."""


class Region(Struct, frozen=True):
    """A named group of spaces: a province, a country, a district, a theatre.

    A space belongs to the region that its attribute of the region's ``kind`` names (``province = "tyrol"``);
    a region lies ``within`` another.
    """

    id: RegionId
    kind: str
    name: str = ""
    within: RegionId | None = None
    attributes: Attributes = ()

    def get(self, attribute: str, default: Value | None = None) -> Value | None:
        """Return the value of an attribute."""
        return value_of(self.attributes, attribute, default)


class MapLine(Struct, frozen=True):
    """Something drawn along a line: a river, a road, a ridge. Only edges have a meaning in the rules."""

    id: str
    kind: str
    geometry: shapely.LineString | shapely.MultiLineString
    name: str = ""
    attributes: Attributes = ()


class Underlay(Struct, frozen=True):
    """An image under the map: ``image`` is the file as it came, laid into a box in map units.

    ``left`` and ``top`` are its upper left corner. One that is turned or skewed has its upper right corner ``drop``
    below the upper left one, and its lower left corner ``slant`` to the right of it; turned by more than a quarter
    its ``width`` or ``height`` are below 0. Right and below are meant as the map is shown.
    """

    id: str
    media: str
    image: bytes
    left: float
    top: float
    width: float
    height: float
    opacity: int = 100
    """Percent."""
    slant: float = 0.0
    drop: float = 0.0
    points: tuple[ControlPoint, ...] = ()
    """What it was placed by."""

    def placement(self, *, downwards: bool) -> Placement:
        """Return where its parts lie on a map: (0, 0) is its upper left corner, (1, 1) its lower right one."""
        down = 1 if downwards else -1
        return Placement(self.width, self.slant, self.left, self.drop * down, self.height * down, self.top)

    def placed(self, placement: Placement, *, downwards: bool) -> Underlay:
        """Return it lying otherwise."""
        down = 1 if downwards else -1
        width, slant, left, drop, height, top = placement
        return replace(self, left=left, top=top, width=width, height=height * down, slant=slant, drop=drop * down)

    def box(self, *, downwards: bool) -> tuple[float, float, float, float]:
        """Return what it covers at most: left, least y, right, greatest y."""
        laid = self.placement(downwards=downwards)
        xs, ys = zip(*map(laid.at, ((0, 0), (1, 0), (0, 1), (1, 1))), strict=True)
        return min(xs), min(ys), max(xs), max(ys)


class Provenance(Struct, frozen=True):
    """Where values come from: those of an attribute (``""``: all), of a space or region ``of`` (``""``: all).

    The narrowest one counts: that of the attribute and the thing, of the attribute, of the thing, of the map.
    """

    origin: Origin
    attribute: str = ""
    of: str = ""
    source: str = ""
    confidence: str = ""


@dataclass(frozen=True, eq=False)
class Map:
    """A whole map.

    ``areas`` holds the shapes of those spaces that have one; ``places`` where a space without a shape is drawn,
    and where the label of one with a shape stands. Raises ``Invalid`` for a shape, a place, a region or a
    provenance of what is not there.
    """

    info: MapInfo
    graph: Graph = field(default_factory=Graph)
    areas: AreaMap | None = None
    hexes: HexBoard | None = None
    places: Mapping[SpaceId, Place] = field(default_factory=dict[SpaceId, "Place"])
    regions: tuple[Region, ...] = ()
    lines: tuple[MapLine, ...] = ()
    underlays: tuple[Underlay, ...] = ()
    provenance: tuple[Provenance, ...] = ()

    def __post_init__(self) -> None:
        for name in ("regions", "lines", "underlays"):
            things: tuple[Region | MapLine | Underlay, ...] = getattr(self, name)
            ids = [thing.id for thing in things]
            if len(set(ids)) < len(ids):
                twice = next(id for id in ids if ids.count(id) > 1)
                raise Invalid(f"two {name} have the id {twice!r}: give one of them another id")
            object.__setattr__(self, name, tuple(sorted(things, key=lambda thing: thing.id)))
        object.__setattr__(self, "places", dict(sorted(self.places.items())))
        for id in (*(self.areas or ()), *self.places):
            if id not in self.graph.spaces:
                raise unknown("space", id, self.graph.spaces, "the map says where it lies")
        for region in self.regions:
            if region.within is not None and region.within not in self.region:
                raise unknown("region", region.within, self.region, f"{region.id!r} lies within it")
        for word in self.provenance:
            if word.of and word.of not in self.region and SpaceId(word.of) not in self.graph.spaces:
                raise unknown("space or region", word.of, {*self.region, *self.graph.spaces})

    @cached_property
    def region(self) -> Mapping[RegionId, Region]:
        """The regions by id."""
        return {region.id: region for region in self.regions}

    def spaces_of(self, region: RegionId) -> tuple[SpaceId, ...]:
        """Return the spaces of a region and of those within it, in order."""
        if region not in self.region:
            raise unknown("region", region, self.region)
        inside = {region}
        while more := {one.id for one in self.regions if one.within in inside} - inside:
            inside |= more
        return tuple(
            space.id
            for space in self.graph.spaces.values()
            if any(
                value in inside and self.region[RegionId(str(value))].kind == name for name, value in space.attributes
            )
        )

    def origin_of(self, id: str, attribute: str) -> Provenance | None:
        """Return where a value of a space or region comes from, ``None`` when the map does not say."""
        said = {(word.of, word.attribute): word for word in self.provenance}
        for key in ((id, attribute), ("", attribute), (id, ""), ("", "")):
            if key in said:
                return said[key]
        return None

    # --- as a game reads it ---------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.info.title

    def misfits(self, reads: Iterable[type[MapKind]]) -> Sequence[Misfit]:
        """Return what a game reads of a map and this one has not, or has otherwise; it is looked for once."""
        kinds = tuple(reads)
        if kinds not in self._misfits:
            from sandtable.board.fitness import misfits

            self._misfits[kinds] = tuple(misfits(self, kinds))
        return self._misfits[kinds]

    @cached_property
    def _misfits(self) -> dict[tuple[type[MapKind], ...], tuple[Misfit, ...]]:
        """What was found, by the kinds that were looked for: every game begins with the question."""
        return {}

    # --- its spaces, areas and hexes alike ----------------------------------------------------------------------

    @property
    def key(self) -> str:
        """What the map is kept under, whatever its revision."""
        return self.info.key

    @cached_property
    def by_number(self) -> HexSpaces:
        """The hexes by their printed numbers; raises ``Invalid`` for a map without hexes."""
        from sandtable.board.hex_spaces import HexSpaces

        if self.hexes is None:
            raise Invalid(f"The map {self.info.title!r} has no hexes.")
        forbidden = (edge.pair for edge in self.graph.edges.values() if not edge.open)
        return HexSpaces(self.hexes, forbidden)

    def knows(self, id: str) -> bool:
        """Tell whether there is such a space, of the graph or a hex by its printed number."""
        return id in self.graph.spaces or self.has_hex(id)

    def has_hex(self, id: str) -> bool:
        """Tell whether a hex has this number; none has where the numbering cannot be printed."""
        return self._numbered is not None and id in self._numbered

    @cached_property
    def _numbered(self) -> HexSpaces | None:
        try:
            return self.by_number if self.hexes is not None else None
        except Invalid:
            return None

    @property
    def drawn(self) -> Mapping[SpaceId, Space]:
        """The spaces that a designer has drawn one by one: areas, seas, boxes, and hexes with facts of their own."""
        return self.graph.spaces

    def spaces(self) -> Iterator[SpaceId]:
        """Go through all spaces: those of the graph in order of their ids, then the hexes that are not among them."""
        yield from self.graph.spaces
        if self._numbered is not None:
            yield from (number for number in self._numbered if number not in self.graph.spaces)

    def space(self, id: str) -> Space:
        """Return a space; a hex tells its terrains and its level. Raises ``Invalid`` when there is none."""
        if not self.has_hex(id):
            return self.graph[SpaceId(id)]
        hexes, found = self.by_number, self.graph.spaces.get(SpaceId(id))
        level, name = hexes.level(id), hexes.board.names.get(hexes.at(id), "")
        facts: Attributes = (("terrain", ", ".join(hexes.terrain(id))), *((("level", level),) if level else ()))
        if found is None:
            return Space(SpaceId(id), name, "hex", facts)
        facts = tuple(sorted({**dict(facts), **dict(found.attributes)}.items()))
        return replace(found, name=found.name or name, attributes=facts)

    def name(self, id: str) -> str:
        """Return what players call a space; the id itself where it has no name, or there is no such space."""
        found = self.graph.spaces.get(SpaceId(id))
        if found is not None and found.name:
            return found.name
        return self.by_number.name(id) if self.has_hex(id) else id

    def called(self) -> Iterator[tuple[str, SpaceId]]:
        """Go through what spaces are called in a text: by name, without one by id; a hex only by a name."""
        yield from ((one.name or str(id), id) for id, one in self.drawn.items())
        if self.hexes is not None and self._numbered is not None:
            yield from ((name, self._numbered.number(hex)) for hex, name in self.hexes.names.items())

    def linked(self, id: str) -> tuple[SpaceId, ...]:
        """Return the spaces that an open edge joins to one, whichever way it leads; no hex that only lies beside it."""
        space = SpaceId(id)
        edges = self.graph.edges_of(space) if space in self.drawn else ()
        return tuple(edge.other(space) for edge in edges if edge.open)

    def neighbours(self, id: str) -> tuple[SpaceId, ...]:
        """Return the spaces into which a way leads: over borders, and from a hex into those around it, clockwise.

        Raises ``Invalid`` for what is no space.
        """
        if id not in self._beside:
            self._beside[id] = self._look_around(id)
        return self._beside[id]

    def forbidden_neighbours(self, id: str) -> tuple[SpaceId, ...]:
        """Return the spaces between which and this one the designer has forbidden a way."""
        space = SpaceId(id)
        edges = self.graph.edges_of(space) if space in self.drawn else ()
        return tuple(edge.other(space) for edge in edges if not edge.open)

    @cached_property
    def _beside(self) -> dict[str, tuple[SpaceId, ...]]:
        return {}

    def _look_around(self, id: str) -> tuple[SpaceId, ...]:
        linked = self.graph.neighbours(SpaceId(id)) if id in self.graph.spaces or not self.has_hex(id) else ()
        if not self.has_hex(id):
            return linked
        around = (there for there in self.by_number.beside(id) if there is not None and self._is_open(id, there))
        return tuple(dict.fromkeys((*around, *linked)))

    def _is_open(self, hex: str, beside: SpaceId) -> bool:
        """Tell whether one may step from a hex into another: the designer may have forbidden that."""
        edge = self.graph.edges.get(pair_of(SpaceId(hex), beside))
        return edge is None or (edge.open and edge.leads_from(SpaceId(hex)))

    def locate(self, id: str) -> Place | None:
        """Return where a space is drawn, an area where its name can be written largest; ``None`` where nobody says."""
        space = SpaceId(id)
        if space in self.places:
            return self.places[space]
        if self.hexes is not None and self.has_hex(id):
            return self.hexes.grid.centre(self.by_number.at(id))
        if self.areas is None or space not in self.areas:
            return None
        from sandtable.board.label_places import label_place

        return label_place(self.areas[space], self.name(space))

    def require_playable(self) -> Self:
        """Return the map; raises ``Invalid`` for one on which two hexes have one number: nobody could tell them apart.

        Raises it too for a numbering that cannot be printed.
        """
        if self.hexes is not None and (twice := self.by_number.number_printed_twice()):
            raise Invalid(
                f"The map {self.info.title!r} cannot be played: the number {twice} is printed in more than one hex; "
                "change its numbering."
            )
        return self

    # --- one content, one digest --------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Map) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    @property
    def digest(self) -> str:
        """The SHA-256 of all that is in the map: the name of this revision, the same on every machine."""
        return self._digest

    @cached_property
    def _digest(self) -> str:
        total = sha256()
        for part in self._content():
            total.update(len(part).to_bytes(8, "little"))
            total.update(part)
        return total.hexdigest()

    def _content(self) -> Iterator[bytes]:
        encode = msgspec.json.Encoder(order="sorted", enc_hook=_plain).encode
        places = {id: (float(x), float(y)) for id, (x, y) in self.places.items()}
        laid = [_plain_underlay(one) for one in self.underlays]
        yield encode((self.info, list(self.graph.spaces.values()), list(self.graph.edges.values()), places))
        yield encode((self.regions, self.lines, laid, self.provenance))
        if self.areas is not None:
            yield encode((self.areas.tolerance, [(id, self.areas[id]) for id in self.areas]))
        if self.hexes is not None:
            yield from self.hexes.content()


NUMBERS: Final = frozenset({"left", "top", "width", "height", "slant", "drop"})
LEANING: Final = ("slant", "drop", "points")
"""What an underlay has that is turned or skewed: it is not written of others, whose digests stay what they were."""


def _plain_underlay(one: Underlay) -> dict[str, object]:
    """Return an underlay with numbers that are written alike however they were given."""
    plain = {name: getattr(one, name) for name in one.__struct_fields__ if name not in LEANING or getattr(one, name)}
    plain |= {name: float(plain[name]) for name in NUMBERS & plain.keys()}
    if one.points:
        plain["points"] = [[*map(float, (*point.pixel, *point.at))] for point in one.points]
    return plain


def _plain(thing: object) -> object:
    import shapely
    from shapely.geometry.base import BaseGeometry

    if isinstance(thing, BaseGeometry):
        return shapely.to_wkb(thing, byte_order=1)
    raise NotImplementedError


def of(game: Game) -> Map:
    """Return the map that a game is played on; raises ``Invalid`` for a game without one, or whose map is gone."""
    board = game.board
    if isinstance(board, Map):
        return board
    board.neighbours("")  # what stands where there is no board says why
    raise Invalid(f"{board.key!r} is a board, but not a map: its game must ask it in its own way.")
