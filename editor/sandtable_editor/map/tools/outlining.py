"""Drawing place by place: clicks that snap, stretches that are traced, Backspace, closing on the first place."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, ClassVar

from sandtable_editor.map.guides import Guide, GuideWords, Handles, RubberLine
from sandtable_editor.map.snapper import mark_of
from sandtable_editor.map.tools.tool import Held, MapTool

if TYPE_CHECKING:
    from sandtable.board.shapes import Place
    from sandtable_editor.map.desk import MapDesk

CLOSE = 9.0
"""Logical pixels round the first place in which a click closes an outline."""


class OutliningTool(MapTool):
    """A tool that draws a line or an outline and makes an edit of it; a real one says what in ``complete``."""

    least: ClassVar[int] = 3
    closed: ClassVar[bool] = True
    drawn: ClassVar[str] = "an outline"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.clicks: list[tuple[Place, ...]] = []
        """What each click has added: a place, after those that were traced on the way to it."""
        self.pointed: Place | None = None
        self._way: tuple[Place, ...] = ()

    # -- what a real one says

    def complete(self, places: tuple[Place, ...]) -> bool:
        """Make an edit of what was drawn; return whether the drawing is done with."""
        raise NotImplementedError

    def ghost(self, places: tuple[Place, ...]) -> list[Guide]:
        """Return what would come of it if it were finished with these places."""
        return []

    def begins(self, at: Place, modifiers: Held) -> bool:
        """Take the first click; return whether drawing may begin there."""
        return True

    # -- what is drawn

    @property
    def places(self) -> tuple[Place, ...]:
        """All places so far."""
        return tuple(place for added in self.clicks for place in added)

    def pressed(self, at: Place, modifiers: Held) -> None:
        if not self.clicks and not self.begins(at, modifiers):
            return
        if self._closes(at):
            self._close(modifiers)
            return
        added = self._reached(at, modifiers)
        if not self.clicks or added[-1] != self.clicks[-1][-1]:
            self.clicks.append(added)
        self.show(at, modifiers)

    def moved(self, at: Place, modifiers: Held) -> None:
        self.show(at, modifiers)

    def finish(self) -> bool:
        if not self.clicks:
            return False
        if len(set(self.places)) < self.least:
            self.desk.refuse(f"{self.drawn.capitalize()} needs {self.least} places or more: click another one.")
            return True
        if self.complete(self.places):
            self.clicks.clear()
        self.show_again()
        return True

    def back(self) -> bool:
        if not self.clicks:
            return False
        self.clicks.pop()
        self.show_again()
        return True

    def escape(self) -> bool:
        begun = bool(self.clicks)
        self.clicks.clear()
        self.pointed = None
        self.desk.guides.clear()
        return begun

    def _closes(self, at: Place) -> bool:
        """Tell whether a click at a place closes the outline."""
        if not self.closed or len(self.places) < 3:
            return False
        (x, y), reach = self.places[0], self.desk.view.units(CLOSE)
        return hypot(at[0] - x, at[1] - y) <= (reach if self.desk.crosshair.at is None else reach / 3)

    def _close(self, modifiers: Held) -> None:
        """Finish with a click on the first place; the way back to it is traced, too."""
        if self.desk.switches.trace:
            first, last = self.places[0], self.places[-1]
            way = self.desk.snapper.way(last, first, other=bool(modifiers & Held.ShiftModifier))[:-1]
            if way:
                self.clicks.append(tuple(way))
        self.finish()

    def _reached(self, at: Place, modifiers: Held) -> tuple[Place, ...]:
        """Return the places that a click adds."""
        target = self.desk.snapper.find(at, modifiers, self.places)
        place = target.place if target is not None else at
        if target is None or not self.clicks or not self.desk.switches.trace:
            return (place,)
        return tuple(self.desk.snapper.way(self.places[-1], place, other=bool(modifiers & Held.ShiftModifier)))

    # -- what is shown

    def show(self, at: Place, modifiers: Held) -> None:
        """Show the drawing with the mouse at a place."""
        self.pointed = at
        target = self.desk.snapper.find(at, modifiers, self.places)
        closes = self._closes(at)
        way = () if closes else self._reached(at, modifiers)
        places = self.places
        guides: list[Guide] = []
        if places:
            whole = (*places, *way) if not closes else places
            guides += self.ghost(whole) if len(set(whole)) >= self.least else []
            guides.append(RubberLine(whole, closed=closes))
            guides.append(Handles(tuple(added[-1] for added in self.clicks), frozenset(places[:1] if closes else ())))
            if closes:
                guides.append(GuideWords(places[0], "click closes it"))
        if target is not None and not closes:
            guides.append(mark_of(target))
        self.desk.guides.show_guides(guides)

    def show_again(self) -> None:
        """Show the drawing as it is, with the mouse where it was."""
        if self.pointed is not None and self.clicks:
            self.show(self.pointed, self.desk.modifiers())
        else:
            self.desk.guides.clear()

    def map_changed(self) -> None:
        self.show_again()

    # -- what is said

    def hint(self, modifiers: Held) -> str:
        if not self.clicks:
            return f"Click where {self.drawn} begins · Ctrl {self._snap_words(modifiers)}"
        first = "on the first place or Enter closes it" if self.closed else "Enter or right click finishes"
        other = " now" if modifiers & Held.ShiftModifier else ""
        key = self.desk.window.commands.key_of("draw_trace")
        trace = f" · {key} traces borders" if key else ""
        if self.desk.switches.trace:
            trace = f" · Shift traces the other side{other}"
        click = "Click: close it" if self.at is not None and self._closes(self.at) else "Click the next place"
        return f"{click} · {first} · Backspace takes one back · Ctrl {self._snap_words(modifiers)}{trace}"

    def _snap_words(self, modifiers: Held) -> str:
        held = bool(modifiers & Held.ControlModifier)
        return ("snaps" if not self.desk.switches.snap else "does not snap") + (" now" if held else "")
