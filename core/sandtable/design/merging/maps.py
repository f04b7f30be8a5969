"""Two versions of a map made one, part by part and field by field: what either has changed since both began counts."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Final

import shapely
from msgspec.structs import replace

from sandtable.board.areas import AreaMap
from sandtable.board.maps import Map, MapLine, Provenance, Region, Underlay
from sandtable.board.shapes import array_of
from sandtable.board.spaces import Edge, Feature, Pair, Space, SpaceId
from sandtable.board.vocabulary import COAST
from sandtable.design.merging.conflicts import MergeConflict, Umpire
from sandtable.design.merging.grounds import MergedGround, merge_ground
from sandtable.design.merging.hexes import merge_boards
from sandtable.design.merging.outlines import merge_lines
from sandtable.design.patch import MapPatch
from sandtable.design.redrawing import derive_edges, redraw, with_coasts
from sandtable.library.files.report_words import join_names

SHOWN: Final = 4
"""So many areas of a group are named."""


@dataclasses.dataclass(frozen=True)
class MergedMap:
    """The one map, and where both had changed the same: there it is as in ``mine``."""

    map: Map
    conflicts: tuple[MergeConflict, ...] = ()

    def turned_round(self) -> MergedMap:
        """Return it with what was mine called theirs."""
        return MergedMap(self.map, tuple(one.turned_round() for one in self.conflicts))


def merge_maps(base: Map, mine: Map, theirs: Map) -> MergedMap:
    """Return the map with what either has changed since ``base``; where both have changed the same, mine stands."""
    if theirs in (base, mine):
        return MergedMap(mine)
    if mine == base:
        return MergedMap(theirs)
    merging = _MergingMaps(base, mine, theirs)
    return MergedMap(merging.whole(), tuple(merging.umpire.conflicts))


class _MergingMaps:
    """Three maps, and what has become of them so far."""

    def __init__(self, base: Map, mine: Map, theirs: Map) -> None:
        self.umpire = Umpire()
        self.base, self.mine, self.theirs = base, mine, theirs
        self.ours, self.their = MapPatch.between(base, mine), MapPatch.between(base, theirs)
        self.left_out: frozenset[SpaceId] = frozenset()
        """Areas that are drawn as in mine, for both have drawn them."""

    def whole(self) -> Map:
        """Return the one map."""
        spaces = self._spaces()
        ground = self._ground(spaces)
        for group in ground.left_out if ground is not None else ():
            self._leave_out(group, spaces)
        areas = None if ground is None else ground.areas
        sheet = self._with_spaces(spaces, areas)
        sheet = self._with_edges(sheet)
        merged = dataclasses.replace(
            sheet,
            info=self.umpire.pick_fields("the map", self.base.info, self.mine.info, self.theirs.info),
            hexes=merge_boards(self.umpire, self.base.hexes, self.mine.hexes, self.theirs.hexes),
            places=self._places(sheet),
            regions=self._regions(),
            lines=self._lines(),
            underlays=self._underlays(),
        )
        return dataclasses.replace(merged, provenance=self._words(merged))

    # --- spaces and their shapes --------------------------------------------------------------------------------

    def _spaces(self) -> dict[SpaceId, Space]:
        """Return the spaces as both have them; one that the one has removed and the other changed stays as in mine."""
        found = dict(self.mine.graph.spaces)
        for id, swap in self.their.spaces.items():
            before, mine = swap.before, self.mine.graph.spaces.get(id)
            if swap.after is None and before is not None and mine is not None and _is_touched(id, self.ours):
                self.umpire.note(self.mine.name(id), "changed", None)
                continue
            one = self.umpire.pick_thing(self._name(id), before, mine, swap.after)
            if one is None:
                found.pop(id, None)
            else:
                found[id] = one
        for id in sorted(self.ours.spaces.keys() - self.their.spaces.keys()):
            if id not in found and id in self.theirs.graph.spaces and _is_touched(id, self.their):
                self.umpire.note(self._name(id), None, "changed")
        return found

    def _name(self, id: SpaceId) -> str:
        return self.mine.name(id) if self.mine.knows(id) else self.theirs.name(id)

    def _ground(self, spaces: dict[SpaceId, Space]) -> MergedGround | None:
        """Return the areas as both have drawn them."""
        if self.mine.areas is None or not (self.their.shapes or self.their.tolerance):
            return MergedGround(self.mine.areas) if self.mine.areas is not None else self._their_ground()
        tolerance = self.umpire.pick(
            "how far apart borders count as shared",
            *(None if one.areas is None else one.areas.tolerance for one in (self.base, self.mine, self.theirs)),
        )
        mine = self.mine.areas
        if tolerance != mine.tolerance:
            mine = AreaMap(mine.by_id, tolerance)
        return merge_ground(mine, self.ours.shapes, self.their.shapes, spaces)

    def _their_ground(self) -> MergedGround | None:
        return None if self.theirs.areas is None or self.base.areas is not None else MergedGround(self.theirs.areas)

    def _leave_out(self, group: Iterable[SpaceId], spaces: dict[SpaceId, Space]) -> None:
        """Let areas that did not fit, and the spaces that came or went with them, be as in mine."""
        names = join_names(map(self._name, group), SHOWN)
        self.umpire.conflicts.append(MergeConflict(f"the borders of {names}", "drawn so", "drawn otherwise"))
        self.left_out |= frozenset(group)
        for id in group:
            mine = self.mine.graph.spaces.get(id)
            if mine is None:
                spaces.pop(id, None)
            else:
                spaces.setdefault(id, mine)

    def _with_spaces(self, spaces: dict[SpaceId, Space], areas: AreaMap | None) -> Map:
        """Return mine with these spaces and areas; edges that the shapes make follow, those of what is gone go."""
        graph = self.mine.graph
        gone = {id for id in graph.spaces if id not in spaces}
        edges = {edge.pair: None for id in gone for edge in graph.edges_of(id)}
        places = {id: at for id, at in self.mine.places.items() if id not in gone}
        changed = {id: one for id, one in spaces.items() if graph.spaces.get(id) is not one}
        graph = graph.after({**changed, **dict.fromkeys(gone)}, edges)
        kept = self.mine.areas
        if kept is not None and gone:
            kept = kept.after({id: None for id in gone if id in kept})
        sheet = dataclasses.replace(self.mine, graph=graph, areas=kept, places=places, provenance=())
        return redraw(sheet, areas) if areas is not None else sheet

    def _with_edges(self, sheet: Map) -> Map:
        """Return the map with what they have said of edges."""
        changes: dict[Pair, Edge | None] = {}
        for pair, swap in self.their.edges.items():
            here, mine = sheet.graph.edges.get(pair), self.mine.graph.edges.get(pair)
            if (_is_said(swap.before) or _is_said(swap.after)) and all(id in sheet.graph.spaces for id in pair):
                changes[pair] = self._edge(pair, swap.before, mine, swap.after)
            elif (
                here is not None
                and swap.after is not None
                and not _is_said(here)
                and _along(mine) == _along(swap.before)
            ):
                changes[pair] = replace(here, along=swap.after.along)
        spoken = dataclasses.replace(sheet, graph=sheet.graph.after({}, changes)) if changes else sheet
        derived = [pair for pair, edge in changes.items() if edge is None or edge.status == "derived"]
        return with_coasts(derive_edges(derived, spoken), self._other_kinds(sheet))

    def _other_kinds(self, sheet: Map) -> list[SpaceId]:
        """Return the spaces that one of the two has made, or made of another kind: their coasts follow."""
        swaps = [*self.ours.spaces.items(), *self.their.spaces.items()]
        changed = {id for id, swap in swaps if swap.after and (not swap.before or swap.before.kind != swap.after.kind)}
        return sorted(changed & sheet.graph.spaces.keys())

    def _edge(self, pair: Pair, before: Edge | None, mine: Edge | None, theirs: Edge | None) -> Edge | None:
        """Return what is said of an edge; what only follows from borders is no word on it."""
        before, mine, theirs = (one if _is_said(one) else None for one in (before, mine, theirs))
        what = f"the way between {' and '.join(map(self._name, pair))}"
        if mine is not None and theirs is not None and (mine.a, mine.b) != (theirs.a, theirs.b):
            if mine == before:
                return theirs
            self.umpire.note(what, mine, theirs)
            return mine
        return self.umpire.pick_thing(what, before, mine, theirs)

    def _places(self, sheet: Map) -> dict[SpaceId, tuple[float, float]]:
        """Return where spaces and labels stand."""
        places = dict(sheet.places)
        for id, swap in self.their.places.items():
            if id in sheet.graph.spaces and id in self.theirs.graph.spaces and id not in self.left_out:
                at = self.umpire.pick(
                    f"where {self._name(id)} stands", swap.before, self.mine.places.get(id), swap.after
                )
                places.pop(id, None)
                if at is not None:
                    places[id] = at
        return {id: at for id, at in places.items() if id in sheet.graph.spaces}

    # --- everything else ----------------------------------------------------------------------------------------

    def _regions(self) -> tuple[Region, ...]:
        titles = {one.id: f"the region {one.name or one.id}" for one in (*self.theirs.regions, *self.mine.regions)}
        found = self.umpire.pick_things(titles, self.base.region, self.mine.region, self.theirs.region)
        return tuple(replace(one, within=None) if one.within not in found else one for one in found.values())

    def _lines(self) -> tuple[MapLine, ...]:
        base, mine, theirs = ({one.id: one for one in sheet.lines} for sheet in (self.base, self.mine, self.theirs))
        titles = {one.id: f"the {one.kind} {one.name or one.id}" for one in (*self.theirs.lines, *self.mine.lines)}
        found = self.umpire.pick_things(titles, base, mine, theirs)
        return tuple(
            self._line(titles[id], base.get(id), mine.get(id), theirs.get(id), one) for id, one in found.items()
        )

    def _line(
        self, what: str, base: MapLine | None, mine: MapLine | None, theirs: MapLine | None, found: MapLine
    ) -> MapLine:
        """Return a line with its course as both have drawn it; along borders that are as in mine, as in mine."""
        if mine is None or theirs is None or mine.geometry == theirs.geometry:
            return found
        was = base.geometry if base is not None else None
        if was == theirs.geometry or self._runs_along_mine(theirs):
            return replace(found, geometry=mine.geometry)
        if was == mine.geometry:
            return replace(found, geometry=theirs.geometry)
        course = merge_lines(was, mine.geometry, theirs.geometry) if was is not None else None
        if course is None:
            self.umpire.note(f"{what}: its course", mine.geometry, theirs.geometry)
        return replace(found, geometry=course or mine.geometry)

    def _runs_along_mine(self, line: MapLine) -> bool:
        """Tell whether a line of theirs touches areas of theirs that were left out."""
        shapes = [self.theirs.areas[id] for id in self.left_out if self.theirs.areas and id in self.theirs.areas]
        return bool(shapes) and bool(shapely.intersects(array_of(shapes), line.geometry).any())

    def _underlays(self) -> tuple[Underlay, ...]:
        base, mine, theirs = ({one.id: one for one in sheet.underlays} for sheet in (self.base, self.mine, self.theirs))
        return tuple(self.umpire.pick_things({id: f"the image {id}" for id in theirs}, base, mine, theirs).values())

    def _words(self, sheet: Map) -> tuple[Provenance, ...]:
        """Return where values come from: what both say, of what is still there."""
        sheets = (self.base, self.mine, self.theirs)
        said = [{(one.of, one.attribute): one for one in each.provenance} for each in sheets]
        titles = {
            (
                of,
                attribute,
            ): f"where {attribute or 'values'} of {self._name(SpaceId(of)) if of else 'the map'} come from"
            for some in said
            for of, attribute in some
        }
        found = self.umpire.pick_things(titles, *said)
        there = {"", *sheet.region, *sheet.graph.spaces}
        return tuple(one for one in found.values() if one.of in there)


def _is_touched(id: SpaceId, patch: MapPatch) -> bool:
    """Tell whether somebody has changed a space, its shape or its place, or said something of an edge of it."""
    said = (swap.after for pair, swap in patch.edges.items() if id in pair)
    parts = (patch.spaces, patch.shapes, patch.places)
    return any(id in part for part in parts) or any(map(_is_said, said))


def _along(edge: Edge | None) -> tuple[Feature, ...]:
    return () if edge is None else edge.along


def _is_said(edge: Edge | None) -> bool:
    """Tell whether more is said of an edge than that its areas touch."""
    if edge is None:
        return False
    along = any(one.kind != COAST for one in edge.along)
    return edge.status != "derived" or along or bool(edge.across) or edge.one_way
