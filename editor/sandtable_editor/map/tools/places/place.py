"""Places: a click adds a space without a shape, a city, a box, a port with its land and its sea."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QSize

from sandtable.board.spaces import SpaceId
from sandtable.board.vocabulary import BLOCKADE
from sandtable.design.edits.spaces import AddPort, AddSpace
from sandtable.design.port_places import box_place
from sandtable_editor.map.guides import Guide, GuideWords, Handles, RubberLine
from sandtable_editor.map.new_ids import free_id
from sandtable_editor.map.tools.places.place_form import PlaceForm
from sandtable_editor.map.tools.places.standing import mark_at
from sandtable_editor.map.tools.tool import Held, MapTool

if TYPE_CHECKING:
    from sandtable.board.shapes import Place
    from sandtable.design.edits.edit import MapEdit
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.tools.areas.space_form import SpaceWords


class PlaceTool(MapTool):
    """Adds places, and selects those that are there."""

    key, title, letter, group = "place", "Place", "I", "places"
    draws_in = ("places",)
    says = "Add a city, a fortress, a port, a box: a space without a shape"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.form = PlaceForm(desk)
        self._waiting: Place | None = None
        self._kind = ""
        for changed in (self.form.land.currentIndexChanged, self.form.sea.currentIndexChanged, self.form.box.toggled):
            changed.connect(self._show)
        self.form.kind.editTextChanged.connect(self._show)

    # -- clicks

    def pressed(self, at: Place, modifiers: Held) -> None:
        """Whoever goes on has no more to say of the place that waits."""
        self._keep()
        if self._waiting is not None:
            return
        there = mark_at(self.desk, at)
        if there is not None:
            self.desk.selection.select(spaces=[there])
            return
        self._waiting = at
        spot = self.desk.view.spot_of(at).toPoint()
        self.form.suggest(at)
        self.form.box.setChecked(False)
        self.form.ask("New place", QRect(spot, QSize(1, 1)), self._give, self._let_go, self._kind)
        self._show()

    def right(self, at: Place, modifiers: Held, spot: QPoint) -> None:
        self.finish()

    def double(self, at: Place) -> None:
        """The second click of two is at the place that waits already."""

    def finish(self) -> bool:
        waits = self._waiting is not None
        self._keep()
        return waits

    def escape(self) -> bool:
        waits = self._waiting is not None
        self.form.give_up()
        return waits

    def cancel(self) -> None:
        """Another tool is taken up: what waits for its words is kept without."""
        self._keep()
        self._let_go()
        self.form.dismiss()
        super().cancel()

    # -- what comes of it

    def _keep(self) -> None:
        if self._waiting is not None:
            self.form.accept()

    def _give(self, words: SpaceWords) -> bool:
        edit = self._edit(words)
        done = self.desk.design.do(edit) if edit is not None else None
        if done is None:
            return False
        self._kind = words.kind
        self._let_go()
        self.desk.selection.select(spaces=[SpaceId(words.id)])
        return True

    def _edit(self, words: SpaceWords) -> MapEdit | None:
        """Return the edit that adds what waits."""
        at = self._waiting
        assert at is not None
        if not self.form.is_port:
            return AddSpace(words.id, at, words.name, words.kind)
        if self.form.ends is None:
            self.desk.refuse("A port needs a land and a sea, and this map lacks one of them: draw that first.")
            return None
        land, sea = self.form.ends
        if not self.form.box.isChecked():
            return AddPort(words.id, land, sea, at, words.name)
        box = free_id(self.desk.design.map, f"{words.id} {BLOCKADE}")
        return AddPort(words.id, land, sea, at, words.name, box, box_place(self.desk.design.map, at, land, sea))

    def _let_go(self) -> None:
        self._waiting = None
        self.desk.guides.clear()

    # -- what is shown

    def moved(self, at: Place, modifiers: Held) -> None:
        if self._waiting is None:
            self._point(at)

    def map_changed(self) -> None:
        if self._waiting is not None:
            self.form.suggest(self._waiting)
            self._show()

    def _point(self, at: Place) -> None:
        """Show which place a click would select."""
        there = mark_at(self.desk, at)
        sheet = self.desk.design.map
        self.desk.guides.show_guides([] if there is None else [GuideWords(sheet.places[there], sheet.name(there))])

    def _show(self) -> None:
        """Show the place that waits, and of a port what it would be joined to."""
        if self._waiting is None:
            return
        at, sheet = self._waiting, self.desk.design.map
        guides: list[Guide] = []
        if self.form.is_port and self.form.ends is not None:
            land, sea = self.form.ends
            box = box_place(sheet, at, land, sea) if self.form.box.isChecked() else None
            ends = [place for id in (land, sea) if (place := sheet.locate(id)) is not None]
            guides += [
                RubberLine((at if box is None or end != ends[-1] else box, end), "quiet", dashed=True) for end in ends
            ]
            guides += [RubberLine((at, box), "good"), Handles((box,))] if box is not None else []
        self.desk.guides.show_guides([*guides, Handles((at,), frozenset((at,)))])

    def hint(self, modifiers: Held) -> str:
        if self._waiting is not None:
            return "Write its name, Enter adds it · Esc leaves it · a click on the map adds it and begins another"
        there = mark_at(self.desk, self.at) if self.at is not None else None
        if there is not None:
            return f"Click: select {self.desk.design.map.name(there)} · Click beside it: add a place"
        key = self.desk.window.commands.key_of("tool_edges")
        edges = f"Edges ({key})" if key else "Edges"
        return (
            f"Click: add a place here · A pass or a strait is not a place: double click its edge with the tool {edges}"
        )
