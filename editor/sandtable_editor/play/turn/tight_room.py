"""A decision that has little room: its list gives up rows, so that the button below it stays in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPoint, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QPushButton, QScrollArea, QWidget

    from sandtable_editor.play.turn.fields.field import Field


MARGIN: Final = 6
"""Logical pixels that are seen below the button."""


class TightRoom(QObject):
    """Fits the open field of a decision into what can be seen of it."""

    def __init__(
        self, area: QScrollArea, inside: QWidget, parts: Callable[[], tuple[Field | None, QPushButton]]
    ) -> None:
        super().__init__(area)
        self.area, self.inside = area, inside
        self.parts = parts
        """Gives the open field and the button, as they are now."""
        area.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the field anew when the room has changed; nothing is kept from whom the event is for."""
        if event.type() == QEvent.Type.Resize:
            self.fit()
        return False

    def fit(self) -> None:
        """Have the list as long as there is room for."""
        field, room = self.parts()[0], self.area.viewport().height()
        if field is not None and room > 0:
            field.give_up(max(0, self._whole() - room))
            QTimer.singleShot(0, self, self._show_button)  # once all has its place

    def _show_button(self) -> None:
        """Scroll to the button where even so it is out of sight, but not past the field."""
        (field, button), bar = self.parts(), self.area.verticalScrollBar()
        if field is None or not button.isVisible() or not field.isVisible():
            return
        top = field.mapTo(self.inside, QPoint(0, 0)).y()
        bottom = button.mapTo(self.inside, QPoint(0, button.height())).y() + MARGIN
        bar.setValue(max(bar.value(), min(top, bottom - self.area.viewport().height())))

    def least(self) -> int:
        """Return how high the decision must be for its button to be seen, logical pixels."""
        field, _ = self.parts()
        return self._whole() - (field.spare() if field is not None else 0)

    def _whole(self) -> int:
        """Return how high all of it is while its list gives up nothing."""
        inside, field = self.inside, self.parts()[0]
        width = self.area.viewport().width()
        high = inside.heightForWidth(width) if inside.hasHeightForWidth() else inside.sizeHint().height()
        return high + (field.given_up if field is not None else 0)
