"""A column that is filled anew again and again: what can say something else is kept, and all the rest goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtWidgets import QVBoxLayout, QWidget

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

W = TypeVar("W", bound=QWidget)


class KeptColumn:
    """Widgets one below the other: to have one say another thing takes much less time than to make and dress it."""

    def __init__(self, inside: QWidget, *, margin: int, spacing: int) -> None:
        self._layout = QVBoxLayout(inside)
        self._layout.setContentsMargins(margin, margin, margin, margin)
        self._layout.setSpacing(spacing)
        self._layout.addStretch(1)
        self._kept: dict[Hashable, QWidget] = {}
        self._end = 0
        """The place below what was put so far; what is kept and stands in between is not used now."""
        self.shown: list[QWidget] = []
        """What was put, from above."""

    def begin(self) -> None:
        """Begin with the first one; what is not kept goes."""
        self._end, self.shown = 0, []
        kept = set(self._kept.values())
        for widget in self._all():
            if widget not in kept:
                self.let_go(widget)

    def keep(self, key: Hashable, kind: type[W], make: Callable[[], W]) -> W:
        """Return the widget of this key, to be filled and put; it is made when there is none yet."""
        kept = self._kept.get(key)
        if not isinstance(kept, kind):
            self._kept[key] = kept = make()
        return kept

    def put(self, widget: QWidget) -> None:
        """Put a widget below those that were put since it was begun."""
        at = self._layout.indexOf(widget)
        if at < self._end:
            self._layout.insertWidget(self._end, widget)
            at = self._end
        self._end = at + 1
        self.shown.append(widget)

    def put_above(self, other: QWidget, widget: QWidget) -> None:
        """Put a widget above one that was put."""
        self._layout.insertWidget(self._layout.indexOf(other), widget)
        self.shown.insert(self.shown.index(other), widget)

    def let_go(self, widget: QWidget) -> None:
        """Let a widget go that is not kept."""
        if widget in self.shown:
            self.shown.remove(widget)
        self._layout.removeWidget(widget)
        widget.hide()
        widget.deleteLater()

    def end(self) -> None:
        """Hide what is kept and was not put."""
        for widget in self._all():
            if widget not in self.shown:
                widget.hide()

    def _all(self) -> list[QWidget]:
        items = [self._layout.itemAt(at) for at in range(self._layout.count() - 1)]
        return [widget for item in items if item is not None and (widget := item.widget()) is not None]
