"""Painting regions: every space that the mouse passes goes into the region in hand, or out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from sandtable.board.spaces import RegionId, SpaceId
from sandtable.design.edits.regions import PaintRegion
from sandtable_editor.map.guides import GuideWords
from sandtable_editor.map.selection import Selected
from sandtable_editor.map.tools.tool import Held, MapTool
from sandtable_editor.shell.pieces import button, choice_box, fit

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint

    from sandtable.board.maps import Map, Region
    from sandtable.board.shapes import Place
    from sandtable_editor.map.desk import MapDesk


class RegionsTool(MapTool):
    """Puts spaces into a region; Alt takes them out. One stroke is one edit."""

    key, title, letter, group = "regions", "Regions", "R", "regions"
    draws_in = ("ground",)
    says = "Put spaces into a region, or out of it"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._stroke: dict[SpaceId, None] = {}
        self._takes_out = False
        self.choice = choice_box("Region to paint")
        self.choice.activated.connect(self._select)
        desk.selection.changed.connect(self._follow)

    def options(self) -> QWidget:
        bar = QWidget()
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(QLabel("Region:"))
        row.addWidget(self.choice)
        row.addWidget(button("All regions", lambda: self.desk.bring_panel("regions"), "Add, name and order regions"))
        row.addStretch(1)
        return bar

    def hint(self, modifiers: Held) -> str:
        region = self.region
        if region is None:
            return "There is no region yet: add one in the list of regions"
        name = region.name or region.id
        if modifiers & Held.AltModifier:
            return f"Click or drag: take spaces out of {name}"
        return f"Click or drag: put spaces into {name} · Alt: take them out · Right click: take up the region there"

    @property
    def region(self) -> Region | None:
        """The region in hand."""
        id: RegionId | None = self.choice.currentData()
        return self.desk.design.map.region.get(id) if id is not None else None

    # -- the region in hand

    def taken_up(self) -> None:
        self._fill()
        for id in self.desk.selection.regions[:1]:
            self.choice.setCurrentIndex(max(0, self.choice.findData(id)))
        self._select()

    def map_changed(self) -> None:
        self._fill()

    def _fill(self) -> None:
        """Offer the regions there are, by kind and name."""
        had, sheet = self.choice.currentData(), self.desk.design.map
        self.choice.clear()
        for region in sorted(sheet.regions, key=lambda one: (one.kind, one.name.casefold(), one.id)):
            self.choice.addItem(fit(f"{region.name or region.id} ({region.kind})"), region.id)
        self.choice.setCurrentIndex(max(0, self.choice.findData(had)))

    def _select(self) -> None:
        """Show on the map what belongs to the region in hand."""
        region = self.region
        self.desk.selection.set(Selected(regions=(region.id,)) if region is not None else Selected())
        self.desk.view.setFocus()

    def _follow(self) -> None:
        """Take up the region that was selected elsewhere, in the tree say."""
        for id in self.desk.selection.regions[:1] if self.desk.tool is self else ():
            self.choice.setCurrentIndex(max(0, self.choice.findData(id)))

    def right(self, at: Place, modifiers: Held, spot: QPoint) -> None:
        """Take up the region at a place: the next one of those that the space is in."""
        space = self.desk.pointing.space_at(at)
        there = regions_of(self.desk.design.map, space) if space is not None else []
        if not there:
            self.desk.refuse("No region is here: click where one is, or choose it above the map.")
            return
        mine = self.choice.currentData()
        after = there.index(mine) + 1 if mine in there else 0
        self.choice.setCurrentIndex(self.choice.findData(there[after % len(there)]))
        self._select()

    # -- strokes

    def pressed(self, at: Place, modifiers: Held) -> None:
        self._stroke, self._takes_out = {}, bool(modifiers & Held.AltModifier)
        self._pass(at)

    def moved(self, at: Place, modifiers: Held) -> None:
        if self.held:
            self._pass(at)

    def _pass(self, at: Place) -> None:
        space, region = self.desk.pointing.space_at(at), self.region
        if space is None or region is None or space not in self.desk.design.map.graph.spaces:
            return
        if (self.desk.design.map.graph[space].get(region.kind) == region.id) == self._takes_out:
            self._stroke[space] = None
        many = len(self._stroke)
        words = f"{'out of' if self._takes_out else 'into'} {region.name or region.id}: {many}"
        self.desk.guides.show_guides([GuideWords(at, words)])

    def released(self, at: Place, modifiers: Held) -> None:
        stroke, self._stroke, region = tuple(self._stroke), {}, self.region
        self.desk.guides.clear()
        if region is None:
            self.desk.refuse("There is no region to paint: add one in the list of regions.")
        elif stroke:
            into = None if self._takes_out else region.id
            self.desk.design.do(PaintRegion(stroke, into, kind=region.kind if into is None else ""))

    def escape(self) -> bool:
        begun, self._stroke = bool(self._stroke), {}
        self.desk.guides.clear()
        return begun


def regions_of(sheet: Map, space: SpaceId) -> list[RegionId]:
    """Return the regions that a space says it belongs to, the smallest first: then those that they lie within."""
    if space not in sheet.graph.spaces:
        return []
    own = [RegionId(str(value)) for name, value in sheet.graph[space].attributes if _is_region(sheet, name, value)]
    found = dict.fromkeys(own)
    for id in own:
        above = sheet.region[id].within
        while above is not None and above not in found:
            found[above] = None
            above = sheet.region[above].within
    return list(found)


def _is_region(sheet: Map, kind: str, value: object) -> bool:
    region = sheet.region.get(RegionId(str(value)))
    return region is not None and region.kind == kind
