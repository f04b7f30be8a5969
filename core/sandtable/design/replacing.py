"""Searching what is written on a map, and putting something else in its place: listed first, then done as one edit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from sandtable.board.spaces import Feature, Pair, RegionId, SpaceId
from sandtable.design.attribute_values import read_value, value_text
from sandtable.design.edits.edges import SayEdge
from sandtable.design.edits.fields import SetFields
from sandtable.design.edits.hexes import NameHex, ReplaceTerrain
from sandtable.design.edits.lines import SetLine
from sandtable.design.edits.regions import SetRegion
from sandtable.design.edits.together import Together
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import count_of

if TYPE_CHECKING:
    from sandtable.board.maps import Map, MapLine, Region
    from sandtable.board.spaces import Edge, Space, Value
    from sandtable.design.edits.edit import MapEdit

Written = Literal["spaces", "hexes", "edges", "lines", "regions"]
Bearer = str | tuple[str, str]
"""What something is written on: a space, hex, line or region by its id, an edge by its ends."""
NAME, KIND, TERRAIN, ALONG, ACROSS = "name", "kind", "terrain", "what lies along", "what lies across"
LONGEST: Final = 1_000


class TextColumn(NamedTuple):
    """Where something is written: on which sort of thing, and in which of its fields or attributes."""

    of: Written
    name: str

    @property
    def title(self) -> str:
        """What it is called in a list."""
        return f"{self.of.capitalize()}: {self.name}"


class TextSearch(NamedTuple):
    """What is looked for and what is to stand in its place; ``columns``: where (none: everywhere).

    ``whole``: only what is written so from end to end; ``only``: on these things alone.
    """

    text: str
    instead: str = ""
    columns: tuple[TextColumn, ...] = ()
    whole: bool = False
    case: bool = False
    only: frozenset[Bearer] | None = None


class Replacement(NamedTuple):
    """Something written that would be otherwise. A terrain is one for all hexes in which it lies."""

    column: TextColumn
    bearers: tuple[Bearer, ...]
    was: str
    now: str


def text_columns(sheet: Map) -> list[TextColumn]:
    """Return where something is written on a map."""
    board = sheet.hexes
    own = (
        (sheet.graph.spaces, "spaces", (NAME, KIND)),
        (board is not None and any(board.terrain.sets), "hexes", (TERRAIN,)),
        (board is not None and board.names, "hexes", (NAME,)),
        (any(edge.along for edge in sheet.graph.edges.values()), "edges", (ALONG,)),
        (any(edge.across for edge in sheet.graph.edges.values()), "edges", (ACROSS,)),
        (sheet.lines, "lines", (NAME, KIND)),
        (sheet.regions, "regions", (NAME,)),
    )  # fmt: skip
    found = [TextColumn(of, name) for there, of, names in own if there for name in names]  # type: ignore[arg-type]
    for of, things in (("spaces", sheet.graph.spaces.values()), ("lines", sheet.lines), ("regions", sheet.regions)):
        found += [TextColumn(of, name) for name in _attributes(things)]  # type: ignore[arg-type]
    return found


def replacements(sheet: Map, search: TextSearch) -> list[Replacement]:
    """Return what would be otherwise, in order; raises ``Invalid`` where nothing is looked for."""
    if not search.text:
        raise Invalid("nothing is looked for: write what is to be found")
    if max(len(search.text), len(search.instead)) > LONGEST:
        raise Invalid(f"what is looked for is too long: write up to {LONGEST:,} letters")
    if not search.instead.isprintable():
        raise Invalid(f"{search.instead!r} cannot be read aloud: write letters, digits and signs in one line")
    pattern = re.compile(re.escape(search.text), 0 if search.case else re.IGNORECASE)
    found: list[Replacement] = []
    for column in search.columns or tuple(text_columns(sheet)):
        for bearers, was in _written(sheet, column):
            those = bearers if search.only is None else tuple(one for one in bearers if one in search.only)
            if those and (pattern.fullmatch(was) if search.whole else pattern.search(was)):
                found.append(Replacement(column, those, was, pattern.sub(lambda _: search.instead, was)))
    return found


def replacing(sheet: Map, those: Sequence[Replacement], search: TextSearch) -> MapEdit:
    """Return the edit that does some replacements at once; raises ``Invalid`` in one sentence where one cannot be."""
    others = [one for one in those if one.was != one.now]
    if not others:
        raise Invalid("nothing would change: what is to be found stands nowhere, or is what stands in its place")
    edits = [*_on_edges(sheet, others), *_in_hexes(sheet, others, search)]
    edits += [_edit(sheet, one) for one in others if one.column.of not in ("edges", "hexes")]
    many = count_of(sum(len(one.bearers) for one in others), "time")
    title = f"Put “{search.instead}” in place of “{search.text}” {many}"
    return Together.of(edits, title if search.instead else f"Take “{search.text}” out {many}")


# -- what is written -------------------------------------------------------------------------------------------------


def _written(sheet: Map, column: TextColumn) -> Iterator[tuple[tuple[Bearer, ...], str]]:
    match column.of:
        case "spaces":
            yield from (((one.id,), _of(one, column.name)) for one in sheet.graph.spaces.values())
        case "lines":
            yield from (((one.id,), _of(one, column.name)) for one in sheet.lines)
        case "regions":
            yield from (((one.id,), _of(one, column.name)) for one in sheet.regions)
        case "edges":
            for edge in sheet.graph.edges.values():
                yield from (((edge.pair,), kind) for kind in dict.fromkeys(one.kind for one in _features(edge, column)))
        case "hexes" if sheet.hexes is not None:
            yield from _of_hexes(sheet, column.name)
        case _:
            return


def _of(thing: Space | MapLine | Region, name: str) -> str:
    if name == NAME:
        return thing.name
    return thing.kind if name == KIND else value_text(dict(thing.attributes).get(name))


def _features(edge: Edge, column: TextColumn) -> tuple[Feature, ...]:
    return edge.along if column.name == ALONG else edge.across


def _of_hexes(sheet: Map, name: str) -> Iterator[tuple[tuple[Bearer, ...], str]]:
    board = sheet.hexes
    assert board is not None
    if name == NAME:
        yield from (((board.numbers.all[board.grid.index(hex)].item(),), said) for hex, said in board.names.items())
        return
    for word in sorted({one for words in board.terrain.sets for one in words}):
        there = board.numbers.all[board.terrain.where(word) & board.grid.present].tolist()
        if there:
            yield tuple(there), word


def _attributes(things: Iterable[Space | MapLine | Region]) -> list[str]:
    return sorted({name for one in things for name, _ in one.attributes} - {NAME, KIND})


# -- what is put there -----------------------------------------------------------------------------------------------


def _edit(sheet: Map, one: Replacement) -> MapEdit:
    """Return what makes one of them so that is written on a space, a line or a region."""
    (bearer, *_), name, now = one.bearers, one.column.name, one.now
    match one.column.of:
        case "lines":
            if name == NAME:
                return SetLine(str(bearer), name=now)
            if name == KIND:
                return SetLine(str(bearer), kind=now)
            return SetLine(str(bearer), attributes=_given(one, sheet.lines))
        case "regions":
            region = RegionId(str(bearer))
            return (
                SetRegion(region, name=now)
                if name == NAME
                else SetRegion(region, attributes=_given(one, sheet.regions))
            )
        case _:
            space = SpaceId(str(bearer))
            if name == NAME:
                return SetFields((space,), name=now)
            if name == KIND:
                return SetFields((space,), kind=now)
            return SetFields((space,), attributes=_given(one, sheet.graph.spaces.values()))


def _given(one: Replacement, things: Iterable[Space | MapLine | Region]) -> dict[str, Value | None]:
    """Return an attribute as an edit takes it, of the type that it has elsewhere on the map."""
    name = one.column.name
    others = [dict(thing.attributes).get(name) for thing in things]
    return {name: read_value(one.now, others)}


def _on_edges(sheet: Map, those: Sequence[Replacement]) -> Iterator[MapEdit]:
    """Yield what is said anew of edges: all that lies along one, or across it, at once."""
    fresh: dict[tuple[Pair, TextColumn], dict[str, str]] = {}
    for one in those:
        pair = one.bearers[0]
        if one.column.of == "edges" and not isinstance(pair, str):
            a, b = pair
            fresh.setdefault(((SpaceId(a), SpaceId(b)), one.column), {})[one.was] = one.now
    for (pair, column), words in fresh.items():
        features = _features(sheet.graph.edges[pair], column)
        renamed = [Feature(words.get(one.kind, one.kind), one.side) for one in features]
        laid = tuple(dict.fromkeys(one for one in renamed if one.kind))
        yield SayEdge(*pair, along=laid) if column.name == ALONG else SayEdge(*pair, across=laid)


def _in_hexes(sheet: Map, those: Sequence[Replacement], search: TextSearch) -> Iterator[MapEdit]:
    """Yield what is painted and named anew; a terrain that another one becomes is replaced before that."""
    terrains: list[Replacement] = []
    for one in those:
        if one.column == TextColumn("hexes", NAME):
            yield NameHex(str(one.bearers[0]), one.now)
        elif one.column.of == "hexes":
            terrains.append(one)
    while terrains:
        still = {one.was for one in terrains}
        one = next((one for one in terrains if one.now not in still), terrains[0])
        terrains.remove(one)
        yield ReplaceTerrain(one.was, one.now, () if search.only is None else tuple(map(str, one.bearers)))
