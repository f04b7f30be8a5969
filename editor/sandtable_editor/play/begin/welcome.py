"""The first page: go on with the last campaign, begin one, open one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from sandtable_editor.shell.pieces import as_tip, button, faint, fit

if TYPE_CHECKING:
    from sandtable.play.begin.saved_campaigns import SavedCampaign

PATH: Final = Qt.ItemDataRole.UserRole


class Welcome(QWidget):
    """What can be done while no campaign is on the table."""

    new_wanted = Signal()
    open_wanted = Signal()
    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        title = QLabel("Sandtable")
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 2.4)
        title.setFont(font)
        self.go_on = button("", self._go_on, name="commit")
        self.go_on.hide()
        self.heading = faint("")
        self.list = QListWidget()
        self.list.setUniformItemSizes(True)
        self.list.itemActivated.connect(self._on_activation)
        self.list.setToolTip("Press Enter or double-click to open a campaign")
        card = QFrame()
        card.setMaximumWidth(620)
        column = QVBoxLayout(card)
        title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        column.addWidget(title)
        column.addWidget(faint("A workbench for historical board wargames."))
        column.addSpacing(16)
        column.addWidget(self.go_on)
        column.addWidget(button("New campaign…", self.new_wanted.emit, "Start a new campaign (Ctrl+N)"))
        column.addWidget(button("Open a campaign…", self.open_wanted.emit, "Open a campaign file (Ctrl+O)"))
        column.addSpacing(16)
        column.addWidget(self.heading)
        column.addWidget(self.list, 1000)
        column.addStretch(1)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(card, 4)
        middle.addStretch(1)
        whole = QVBoxLayout(self)
        whole.addSpacing(40)
        whole.addLayout(middle, 1)
        whole.addSpacing(40)
        self._last = ""
        self.list.hide()

    def show_campaigns(self, campaigns: Sequence[SavedCampaign]) -> None:
        """List the campaigns there are, last played first."""
        self.list.clear()
        for kept in campaigns:
            item = QListWidgetItem(fit(f"{kept.title}    {kept.played:%d %B %Y, %H:%M}    {kept.path.name}"))
            item.setData(PATH, str(kept.path))
            item.setToolTip(as_tip(kept.wrong or str(kept.path)))
            if kept.wrong:
                item.setFlags(Qt.ItemFlag.ItemIsSelectable)
                item.setText(fit(f"{kept.path.name}    cannot be opened: {kept.wrong}"))
            self.list.addItem(item)
        sound = [kept for kept in campaigns if not kept.wrong]
        self._last = str(sound[0].path) if sound else ""
        self.go_on.setVisible(bool(sound))
        if sound:
            self.go_on.setText(fit(f"Continue {sound[0].title}"))
            self.go_on.setToolTip(as_tip(f"The campaign played last: {sound[0].path}"))
            self.go_on.setFocus()
        self.heading.setText("Campaigns" if campaigns else "There are no campaigns yet.")
        self.list.setVisible(bool(campaigns))

    def _go_on(self) -> None:
        self.chosen.emit(self._last)

    def _on_activation(self, item: QListWidgetItem) -> None:
        self.chosen.emit(item.data(PATH))
