"""Outlines that become an area of their own: the outline waits for its words, and is kept whatever is done next."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QRect

from sandtable_editor.map.guides import Guide
from sandtable_editor.map.tools.areas.ghosts import ghosts_of
from sandtable_editor.map.tools.areas.space_form import KINDS, SpaceForm, SpaceWords
from sandtable_editor.map.tools.outlining import OutliningTool
from sandtable_editor.map.tools.tool import Held

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.board.shapes import Place
    from sandtable.design.edits.edit import MapEdit
    from sandtable.design.history import HistoryEntry
    from sandtable.engine.errors import Invalid
    from sandtable_editor.map.desk import MapDesk


class NamingTool(OutliningTool):
    """A tool whose drawing is given words before it is done."""

    group = "areas"
    draws_in: ClassVar[tuple[str, ...]] = ("ground",)
    kinds: ClassVar[Sequence[str]] = KINDS
    may_be_empty: ClassVar[bool] = False

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.form = SpaceForm(desk, kinds=self.kinds, may_be_empty=self.may_be_empty)
        self._waiting: tuple[Place, ...] = ()
        self._kind = ""

    def edit(self, places: tuple[Place, ...], words: SpaceWords) -> MapEdit:
        """Return the edit that what was drawn stands for."""
        raise NotImplementedError

    def asks(self, places: tuple[Place, ...]) -> str:
        """Return what the form is headed with."""
        return self.title

    def complete(self, places: tuple[Place, ...]) -> bool:
        """Ask for the words, if it can be done at all."""
        tried = self.try_out(places)
        if isinstance(tried, Exception):
            self.desk.design.do(self.edit(places, self.nameless))
            return False
        self._waiting = places
        self.form.ask(self.asks(places), self._box(places), self._give, self._go_back, self._kind)
        return True

    @property
    def nameless(self) -> SpaceWords:
        """What stands for words that are not given yet."""
        return SpaceWords("", "the new area", self._kind or (self.kinds[0] if self.kinds else "land"))

    def try_out(self, places: tuple[Place, ...]) -> HistoryEntry | Invalid:
        """Return what would come of it."""
        return self.desk.design.attempt(self.edit(places, self.nameless))

    def ghost(self, places: tuple[Place, ...]) -> list[Guide]:
        return ghosts_of(self.try_out(places))

    def _give(self, words: SpaceWords) -> bool:
        done = self.desk.design.do(self.edit(self._waiting, words))
        if done is None:
            return False
        self._waiting, self._kind = (), words.kind
        self.desk.guides.clear()
        self.desk.say_hint()
        return True

    def _go_back(self) -> None:
        """Go on drawing where one was."""
        self.clicks = [(place,) for place in self._waiting]
        self._waiting = ()
        self.show_again()

    def _box(self, places: tuple[Place, ...]) -> QRect:
        spots = [self.desk.view.spot_of(place).toPoint() for place in places]
        xs, ys = [spot.x() for spot in spots], [spot.y() for spot in spots]
        return QRect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    def show_again(self) -> None:
        if self._waiting:
            self.desk.guides.show_guides(self.ghost(self._waiting))
        else:
            super().show_again()

    def show(self, at: Place, modifiers: Held) -> None:
        if self._waiting:
            self.show_again()
        else:
            super().show(at, modifiers)

    def pressed(self, at: Place, modifiers: Held) -> None:
        """Whoever goes on drawing has no more to say of what waits."""
        if self._waiting:
            self.form.accept()
        if not self._waiting:
            super().pressed(at, modifiers)

    def finish(self) -> bool:
        if self._waiting:
            self.form.accept()
            return True
        return super().finish()

    def escape(self) -> bool:
        if self._waiting:
            self.form.give_up()
            return True
        return super().escape()

    def cancel(self) -> None:
        """Another tool is taken up: what waits for its words is drawn without."""
        if self._waiting:
            self.form.accept()
        self._waiting = ()
        self.form.dismiss()
        super().cancel()

    def hint(self, modifiers: Held) -> str:
        if self._waiting:
            return (
                "Write its name, Enter draws it · Esc goes on drawing · a click on the map draws it and begins another"
            )
        return super().hint(modifiers)
