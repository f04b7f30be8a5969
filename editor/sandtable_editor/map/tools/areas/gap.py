"""Gaps between areas: looked for beside the window's work, shown where the mouse is, given to an area."""

from __future__ import annotations

from typing import TYPE_CHECKING

import shapely

from sandtable.board.coverage import holes
from sandtable.board.shapes import array_of
from sandtable.design.edits.shapes import FillGap
from sandtable_editor.map.guides import EditGhost, GuideWords
from sandtable_editor.map.tools.areas.holes import area_at
from sandtable_editor.map.tools.tool import Held, MapTool

if TYPE_CHECKING:
    from shapely import Polygon

    from sandtable.board.areas import AreaMap
    from sandtable.board.shapes import Place
    from sandtable.board.spaces import SpaceId
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.shell.jobs import BackgroundJob, Progress

Gaps = list[tuple["Polygon", "SpaceId | None"]]
"""Gaps, each with the area that has the longest border there."""


class GapTool(MapTool):
    """Gives ground that areas enclose and none covers to one of them."""

    key, title, group = "fill_gap", "Fill gap", "areas"
    draws_in = ("ground",)
    says = "Give ground that areas enclose to one of them"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._looked_at: AreaMap | None = None
        self._gaps: Gaps | None = None
        """Those of the areas that were looked at; ``None`` while they are looked for."""
        self._job: BackgroundJob | None = None
        self._from: Place | None = None

    def is_fit(self) -> bool:
        return bool(self.desk.design.map.areas)

    # -- which gaps there are

    def taken_up(self) -> None:
        self._look()

    def map_changed(self) -> None:
        if self.desk.tool is self:
            self._look()

    def _look(self) -> None:
        """Look for the gaps of the map as it is now, unless that was done."""
        areas = self.desk.design.map.areas
        if areas is None or areas is self._looked_at:
            return
        self._call_off()
        self._looked_at, self._gaps = areas, None

        def work(progress: Progress) -> Gaps:
            return gaps_of(areas, progress)

        def show(found: Gaps) -> None:
            self._job, self._gaps = None, found
            if self.desk.tool is self:
                self._show()
                self.desk.say_hint()

        self._job = self.desk.window.jobs.run("Looking for gaps", work, show)

    def _call_off(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.cancel()

    def cancel(self) -> None:
        super().cancel()
        if self._job is not None:
            self._call_off()
            self._looked_at = None

    def gap(self, at: Place) -> tuple[Polygon, SpaceId | None] | None:
        """Return the gap at a place, and who would get it; ``None`` where there is none, or none is known yet."""
        spot = shapely.Point(at)
        return next((found for found in self._gaps or () if found[0].covers(spot)), None)

    # -- what is done with one

    def pressed(self, at: Place, modifiers: Held) -> None:
        self._from = at
        self._show()

    def released(self, at: Place, modifiers: Held) -> None:
        start, self._from = self._from, None
        self.desk.guides.clear()
        if start is not None:
            self.desk.design.do(FillGap(start, area_at(self.desk.design.map, at)))

    def moved(self, at: Place, modifiers: Held) -> None:
        self.at = at
        self._show()

    def double(self, at: Place) -> None:
        """The first click of two has filled it already."""

    def escape(self) -> bool:
        begun, self._from = self._from is not None, None
        self.desk.guides.clear()
        return begun

    # -- what is shown

    def _show(self) -> None:
        """Show the gap at the mouse, or the one that is dragged, and who would get it."""
        found = self.gap(self._from or self.at) if self.at is not None else None
        if found is None or self.at is None:
            self.desk.guides.clear()
            return
        gap, to = found[0], self._taker(found)
        sheet = self.desk.design.map
        if to is None or sheet.areas is None:
            self.desk.guides.show_guides([EditGhost(gap, "bad")])
        elif sheet.areas[to].intersects(gap):
            self.desk.guides.show_guides([EditGhost(gap), GuideWords(self.at, f"to {sheet.name(to)}")])
        else:
            words = GuideWords(self.at, f"{sheet.name(to)} does not border it")
            self.desk.guides.show_guides([EditGhost(gap, "bad"), words])

    def _taker(self, found: tuple[Polygon, SpaceId | None]) -> SpaceId | None:
        """Return who would get a gap: the area that it is dragged to, else the one with the longest border."""
        dragged_to = area_at(self.desk.design.map, self.at) if self._from is not None and self.at is not None else None
        return dragged_to or found[1]

    def hint(self, modifiers: Held) -> str:
        if self._gaps is None:
            return "The gaps are being looked for · Click a gap: the area with the longest border there gets it"
        found = self.gap(self._from or self.at) if self.at is not None else None
        to = self._taker(found) if found is not None else None
        if found is None or to is None:
            many = len(self._gaps)
            there = "There is no gap on this map" if not many else f"Click a gap, of which there {_are(many)}"
            return f"{there} · Drag from a gap to another area: give it that"
        name = self.desk.design.map.name(to)
        if self._from is not None:
            return f"Let go: {name} gets the gap · Esc: leave it"
        return f"Click: {name} gets this gap: it has the longest border there · Drag to another area: give it that"


def _are(many: int) -> str:
    return "is one" if many == 1 else f"are {many:,}"


def gaps_of(areas: AreaMap, progress: Progress) -> Gaps:
    """Return the gaps between areas; for a thread of its own."""
    found: Gaps = []
    for gap, _ in holes(array_of([areas[id] for id in areas])) if len(areas) else ():
        progress.check()
        found.append((gap, _longest(areas, gap)))
    return found


def _longest(areas: AreaMap, gap: Polygon) -> SpaceId | None:
    """Return the area with the longest border round a gap."""
    shared = {id: areas[id].boundary.intersection(gap.boundary).length for id in areas.touching(gap)}
    return min(shared, key=lambda id: (-shared[id], id), default=None)
