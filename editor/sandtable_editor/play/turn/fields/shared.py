"""Shares of a total: a number for each part, the sum always in sight."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QProgressBar,
    QSpinBox,
    QWidget,
)

from sandtable.play.turn.entries import SharesEntry
from sandtable_editor.play.turn.fields.field import ADVISED, SHOWN, Field
from sandtable_editor.shell.pieces import as_tip, beside, button, scrolling

if TYPE_CHECKING:
    from sandtable_editor.play.turn.action_draft import ActionDraft


class SharedField(Field):
    """A row for each part: its name, what is known of it, its share, what it can bear."""

    def __init__(self, draft: ActionDraft, entry: SharesEntry) -> None:
        super().__init__(draft)
        self.entry = entry
        self.boxes: dict[Any, QSpinBox] = {}
        self.advice: dict[Any, QLabel] = {}
        self.total = QProgressBar()
        self.total.setAccessibleName("How much is assigned")
        self.total.setTextVisible(False)
        self.total.setMaximumHeight(8)
        self.total.setRange(0, max(entry.domain.total, 1))
        self.sum = QLabel()
        self.column.addWidget(self._rows())
        self.column.addWidget(self.total)
        rest = button("Assign the rest", self._fill_up, "Assign what is left to the first that can take it")
        self.column.addWidget(beside(self.sum, rest, button("Start over", self._clear)))
        self.refresh()

    def _rows(self) -> QWidget:
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(4, 4, 4, 4)
        grid.setColumnStretch(0, 1)
        for row, (part, limit) in enumerate(self.entry.domain.limits.items()):
            name = QLabel(self.values.name(part))
            name.setWordWrap(True)  # a long one does not widen the panel: the map would move
            name.setToolTip(as_tip(self.values.facts(part)))
            box = self.boxes[part] = QSpinBox()
            box.setRange(0, limit)
            box.setMinimumWidth(64)
            box.setAccessibleName(self.values.name(part))
            box.valueChanged.connect(partial(self._share, part))
            advice = self.advice[part] = QLabel()
            advice.setObjectName("advice")
            advice.hide()
            for column, widget in enumerate((name, box, QLabel(f"of {limit}"), advice)):
                grid.addWidget(widget, row, column)
        if len(self.boxes) <= SHOWN:
            return inside
        scroll = scrolling(inside, "Shares")
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFixedHeight(SHOWN * (inside.sizeHint().height() // len(self.boxes)))
        return scroll

    def point_at(self, value: object) -> None:
        shares = dict(cast("tuple[tuple[Any, int], ...]", value)) if isinstance(value, tuple) else {}
        for part, label in self.advice.items():
            share = shares.get(part, 0)
            label.setText(f"{ADVISED}: {share}" if share else "")
            label.setVisible(bool(share))
            self.boxes[part].setAccessibleDescription(label.text())

    def _share(self, part: Any, share: int) -> None:
        if self.entry.shares[part] != share:
            self.entry.put(part, share)
            self.draft.entry_changed()

    def _fill_up(self) -> None:
        self.entry.fill_up()
        self.draft.entry_changed()

    def _clear(self) -> None:
        self.entry.clear()
        self.draft.entry_changed()

    def refresh(self) -> None:
        for part, box in self.boxes.items():
            box.setValue(self.entry.shares[part])
        self.total.setValue(min(self.entry.total, self.entry.domain.total))
        self.sum.setText(f"{self.entry.total} of {self.entry.domain.total}")

    def take_focus(self) -> None:
        first = next(iter(self.boxes.values()), None)
        if first is not None:
            first.setFocus()
            first.selectAll()
