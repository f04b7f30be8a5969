"""A way, step by step: clicked along the map, or chosen from the next steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QLabel

from sandtable.play.turn.entries import WayEntry
from sandtable_editor.play.turn.fields.field import ListingField, ValueList, Values
from sandtable_editor.shell.pieces import beside, button, faint

if TYPE_CHECKING:
    from sandtable_editor.play.turn.action_draft import ActionDraft


class WayField(ListingField):
    """The way so far, the steps that go on from it, and a step back."""

    def __init__(self, draft: ActionDraft, entry: WayEntry, go_this_way: str) -> None:
        """``go_this_way``: how one says that the way is complete."""
        super().__init__(draft)
        self.entry = entry
        self.way = QLabel()
        self.way.setWordWrap(True)
        self.way.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        self.model = Values(self.values.name, self.values.facts, lambda _: True)
        self.list = ValueList(self.model)
        stays = self.list.sizePolicy()
        stays.setRetainSizeWhenHidden(True)  # or the button below would move when the way comes to its end
        self.list.setSizePolicy(stays)
        self.list.chosen.connect(self._step)
        self.list.entered_row.connect(self._step)
        self.hint = faint(f"Click along the map, or choose the next step. When the way is complete: {go_this_way}.")
        self.column.addWidget(beside(self.way, button("Back", draft.back, "Go back one step (Backspace)")))
        self.column.addWidget(self.list)
        self.column.addWidget(self.hint)
        self.refresh()

    def point_at(self, value: object) -> None:
        """Point at the step that follows, as long as the way so far is the beginning of the recommended one."""
        whole, way = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (), self.entry.way
        on_way = len(whole) > len(way) and whole[: len(way)] == way
        self.model.point_at(whole[len(way)] if on_way else None)

    def _step(self, row: int) -> None:
        if row < len(self.model.values):
            self.draft.lead((*self.entry.way, self.model.values[row]))

    def refresh(self) -> None:
        self.way.setText(" → ".join(map(self.values.name, self.entry.way)) or "No steps yet")
        steps = list(self.entry.onward())
        if steps != self.model.values:
            self.model.put(steps)
            if steps:  # else it keeps its height, see above
                self.list.fit()
        self.list.setVisible(bool(steps))

    def take_focus(self) -> None:
        self.list.setFocus()
