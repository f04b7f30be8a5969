"""All that stands around one map that is open: its desk with the tools, the page, panels in docks, saving, playing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable_editor.design.design_desk import DesignDesk
from sandtable_editor.map.desk_docks import DeskDocks
from sandtable_editor.map.desk_page import DeskPage
from sandtable_editor.map.panels.problems import ProblemsPanel
from sandtable_editor.map.playing import MapPlaying
from sandtable_editor.map.saving import MapSaving

if TYPE_CHECKING:
    from sandtable_editor.design.hints import Hints
    from sandtable_editor.map.design_history import MapDesign
    from sandtable_editor.map.desk import MapDesk


class OpenMap(DesignDesk):
    """A map under work, around a desk that has its tools."""

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.desk = desk
        self._page = DeskPage(desk)
        self.docks = DeskDocks(desk, desk.window)
        problems = self.docks.panels["problems"]
        assert isinstance(problems, ProblemsPanel)
        self._page.foot.follow(problems.lint)
        self.saving = MapSaving(desk.window, desk)
        self.playing = MapPlaying(desk)
        self.saving.told.connect(self.tell)
        desk.where_changed.connect(self._say_where)
        desk.hints.changed.connect(self._say_hint)
        desk.panel_wanted.connect(self.docks.bring)
        desk.panels_turned_away.connect(self.docks.turn_away)
        desk.say_hint()

    @property
    def page(self) -> DeskPage:
        return self._page

    @property
    def standing(self) -> MapDesign:
        return self.desk.design

    @property
    def title(self) -> str:
        return self.desk.design.map.title or self.desk.design.map.key

    @property
    def hints(self) -> Hints:
        return self.desk.hints

    def tell(self, says: str) -> None:
        """Tell something that need not be read."""
        self.desk.hints.note([says])

    def _say_where(self, where: str) -> None:
        self.where = where
        self.said.emit()

    def _say_hint(self, _: str) -> None:
        self.said.emit()

    def escape(self) -> None:
        self.desk.escape()

    def take_keys(self) -> None:
        self.desk.view.setFocus()

    def close(self) -> None:
        self.docks.close()
        self._page.put_away()
        self.desk.close()
