"""Merging areas: those that are selected, or one after the other by clicks."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sandtable.design.edits.together import Together
from sandtable_editor.map.guides import EditGhost, Guide, GuideWords
from sandtable_editor.map.merge_dialog import MergeDialog, differing, merge_edits
from sandtable_editor.map.tools.areas.holes import area_at
from sandtable_editor.map.tools.tool import Held, MapTool

if TYPE_CHECKING:
    from sandtable.board.shapes import Place
    from sandtable.board.spaces import SpaceId
    from sandtable_editor.map.desk import MapDesk


class MergeTool(MapTool):
    """Makes one area of two or more; where their values differ a dialog asks which stay."""

    key, title, letter, group = "merge_areas", "Merge", "J", "areas"
    draws_in = ("ground",)
    says = "Make one area of several; where their values differ you choose"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.keep: SpaceId | None = None
        self.dialog: MergeDialog | None = None

    def is_fit(self) -> bool:
        return bool(self.desk.design.map.areas)

    def taken_up(self) -> None:
        """Merge what is selected, if it is several areas; of one, go on from there."""
        areas = self.desk.design.map.areas
        chosen = [id for id in self.desk.selection.spaces if areas is not None and id in areas]
        if len(chosen) > 1:
            self._merge(tuple(chosen))
        else:
            self.keep = chosen[0] if chosen else None

    def pressed(self, at: Place, modifiers: Held) -> None:
        here = area_at(self.desk.design.map, at)
        if here is None:
            self.desk.refuse("There is no area: click one.")
        elif self.keep is None:
            self.keep = here
            self.desk.selection.select(spaces=(here,))
        elif here != self.keep:
            self._merge((self.keep, here))
        self.moved(at, modifiers)

    def _merge(self, ids: tuple[SpaceId, ...]) -> None:
        sheet = self.desk.design.map
        edits, says = merge_edits(sheet, ids, {})
        tried = self.desk.design.attempt(Together.of(edits, says))
        if isinstance(tried, Exception):
            self.desk.design.do_all(edits, says)
            return
        if not differing(sheet, ids):
            self._done(ids, {})
            return
        self.dialog = MergeDialog(self.desk, ids)
        self.dialog.chosen.connect(partial(self._done, ids))
        self.dialog.finished.connect(self.dialog.deleteLater)
        self.dialog.open()

    def _done(self, ids: tuple[SpaceId, ...], choices: dict[str, SpaceId]) -> None:
        edits, says = merge_edits(self.desk.design.map, ids, choices)
        if self.desk.design.do_all(edits, says) is not None:
            self.keep = ids[0]
            self.desk.selection.select(spaces=ids[:1])
        self.desk.guides.clear()
        self.desk.view.setFocus()

    def moved(self, at: Place, modifiers: Held) -> None:
        sheet, here = self.desk.design.map, area_at(self.desk.design.map, at)
        guides: list[Guide] = []
        if sheet.areas is not None and here is not None:
            if self.keep is None or here == self.keep:
                guides.append(EditGhost(sheet.areas[here], "accent"))
            elif (self.keep, here) in sheet.areas.borders:
                guides.append(EditGhost(sheet.areas[self.keep].union(sheet.areas[here]), "good"))
                guides.append(GuideWords(at, f"into {sheet.name(self.keep)}"))
            else:
                guides.append(EditGhost(sheet.areas[here], "bad"))
        self.desk.guides.show_guides(guides)

    def map_changed(self) -> None:
        if self.keep is not None and not self.desk.design.map.knows(self.keep):
            self.keep = None

    def escape(self) -> bool:
        begun, self.keep = self.keep is not None, None
        self.desk.guides.clear()
        return begun

    def hint(self, modifiers: Held) -> str:
        sheet = self.desk.design.map
        here = area_at(sheet, self.at) if self.at is not None else None
        if self.keep is None:
            return f"Click: {sheet.name(here)} stays" if here is not None else "Click the area that stays"
        if here is not None and here != self.keep and sheet.areas is not None:
            is_beside = (self.keep, here) in sheet.areas.borders
            does = "Click: it becomes part of" if is_beside else "It does not border"
            return f"{sheet.name(here)} · {does} {sheet.name(self.keep)} · Esc chooses another"
        return f"Click the neighbour that becomes part of {sheet.name(self.keep)} · Esc chooses another"
