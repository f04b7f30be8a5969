"""What was done to the map: a line for each edit; one that is chosen selects and shows what it touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable_editor.design.history_panel import DesignHistoryPanel
from sandtable_editor.map.panels.panel import MapPanel
from sandtable_editor.map.touched import touched

if TYPE_CHECKING:
    from sandtable.design.history import HistoryEntry
    from sandtable.design.script import Scripts
    from sandtable_editor.map.desk import MapDesk


class HistoryPanel(DesignHistoryPanel, MapPanel):
    """The history of the map."""

    what = "map"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.stack(
            desk.design, desk.window.theme, desk.design.draft.library.with_name(f"{desk.design.draft.key}.jsonl")
        )

    def look_at(self, entry: HistoryEntry) -> None:
        patch, sheet = entry.patch, self.desk.design.map
        self.desk.selection.set(touched(patch, sheet))
        self.desk.look_at(patch.box(sheet))

    def note(self, words: list[str]) -> None:
        self.desk.hints.note(words)

    def scripts(self) -> Scripts:
        from sandtable.design import script

        return script


PANEL = HistoryPanel
