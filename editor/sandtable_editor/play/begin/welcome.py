"""The first page: go on with the last campaign, begin one, open one; what there is, and what can be done to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from sandtable_editor.play.begin.campaign_cards import CARD, CampaignCard, CardPainter
from sandtable_editor.play.begin.campaign_shelf import CampaignShelf
from sandtable_editor.shell.key_tips import KeyTip
from sandtable_editor.shell.pieces import BriefLine, as_tip, beside, button, faint, fit

if TYPE_CHECKING:
    from sandtable.play.begin.campaign_facts import CampaignState, CampaignSummary, SavedCampaign
    from sandtable_editor.shell.commands import Commands
    from sandtable_editor.shell.jobs import Jobs

PATH: Final = Qt.ItemDataRole.UserRole
WIDEST: Final = 1000
"""Logical pixels that the page is wide at the most: nobody reads longer lines."""
GUIDED: Final = "Play a guided first turn…"


class Welcome(QWidget):
    """What can be done while no campaign is on the table. ``changed``: the campaigns there are, are others now."""

    new_wanted = Signal()
    guided_wanted = Signal()
    open_wanted = Signal()
    chosen = Signal(str)
    changed = Signal()

    def __init__(self, jobs: Jobs) -> None:
        super().__init__()
        self.shelf = CampaignShelf(jobs, self)
        self.shelf.done.connect(self._on_done)
        self.shelf.refused.connect(self._on_refusal)
        self._undo: Callable[[], None] | None = None
        self._last, self._wanted = "", ""
        self._deleted: Sequence[Path] = ()
        self._make_list()
        self._make_buttons()
        self._lay_out()
        self.show_campaigns([])

    # -- making it

    def _make_list(self) -> None:
        self.heading = faint("")
        self.list = QListWidget()
        self.list.setAccessibleName("Campaigns")
        self.list.setUniformItemSizes(True)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.painter = CardPainter()
        self.list.setItemDelegate(self.painter)
        self.list.itemActivated.connect(self._on_activation)
        self.list.currentItemChanged.connect(self._follow)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self.list.keyPressEvent = self._on_key  # type: ignore[method-assign]

    def _make_buttons(self) -> None:
        self.go_on = button("", self._go_on, name="commit")
        self.open = button("&Open", self._open, "Open the chosen campaign (Enter)")
        self.rename = button("&Rename…", self._rename, "Give the chosen campaign another name (F2)")
        self.copy = button("Co&py", self._copy, "Copy the chosen campaign, to play it on otherwise")
        self.delete = button("&Delete…", self._delete, "Move the chosen campaign to the deleted ones (Delete)")
        self.deleted = button("Deleted campaigns", self._show_deleted, "Take a deleted campaign back")
        self.file = BriefLine()
        self.notice = QLabel()
        self.notice.setWordWrap(True)
        self.notice.setAccessibleName("What was done")
        self.undo = button("&Undo", self._undo_it, "Undo what was done to the campaigns")

    def _lay_out(self) -> None:
        title = QLabel("Sandtable")
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 2.4)
        title.setFont(font)
        title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.new = button("New campaign…", self.new_wanted.emit)
        self.other = button("Open a campaign…", self.open_wanted.emit)
        self.guided = button(GUIDED, self.guided_wanted.emit, "Never played? A guide goes with you through a turn")
        QShortcut(QKeySequence(Qt.Key.Key_F2), self).activated.connect(self.rename.click)  # wherever the keyboard is
        self.acts = beside(self.open, self.rename, self.copy, self.delete, QWidget(), stretch=4)
        self.told = beside(self.notice, self.undo)
        card = QFrame()
        card.setMaximumWidth(WIDEST)
        column = QVBoxLayout(card)
        for widget in (title, faint("A workbench for historical board wargames.")):
            column.addWidget(widget)
        column.addSpacing(12)
        column.addWidget(beside(self.go_on, self.guided, self.new, self.other))
        column.addSpacing(12)
        column.addWidget(beside(self.heading, self.deleted))
        column.addWidget(self.list, 1000)
        column.addWidget(self.file)
        column.addWidget(self.acts)
        column.addWidget(self.told)
        column.addStretch(1)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(card, 12)
        middle.addStretch(1)
        whole = QVBoxLayout(self)
        whole.addSpacing(16)
        whole.addLayout(middle, 1)
        whole.addSpacing(16)
        self.told.hide()

    def tell_keys(self, commands: Commands) -> None:
        """Print the keys of what can be done here in its tool tips."""
        KeyTip(self.new, commands, "Start a new campaign", "new_campaign")
        KeyTip(self.other, commands, "Open a campaign file", "open_campaign")

    # -- what there is

    def show_campaigns(self, campaigns: Sequence[SavedCampaign], deleted: Sequence[Path] = ()) -> None:
        """List the campaigns there are, last played first; how they stand follows (``show_summary``)."""
        known = {card.saved: card for card in self._cards().values()}
        before = self._wanted or (self._path or "")
        self._wanted = ""
        self.list.clear()
        self.painter.forget()
        for saved in campaigns:
            card = known.get(saved) or CampaignCard(saved, None, saved.state, saved.wrong)
            item = QListWidgetItem()
            item.setData(PATH, str(saved.path))
            self.list.addItem(item)
            self._fill(item, card)
            if str(saved.path) == before:
                self.list.setCurrentItem(item)
        self._deleted = deleted
        self.deleted.setVisible(bool(deleted))
        self.deleted.setText(f"Deleted campaigns ({len(deleted)})")
        self.heading.setText("Campaigns" if campaigns else "There are no campaigns yet.")
        for widget in (self.list, self.acts):
            widget.setVisible(bool(campaigns))
        self._offer_last()
        if self.list.currentRow() < 0 and campaigns:
            ready = [at for at, one in enumerate(campaigns) if not one.wrong]
            self.list.setCurrentRow(ready[0] if ready else 0)
        if self.go_on.isVisibleTo(self) and not self.list.hasFocus():
            self.go_on.setFocus()
        self._follow()

    def show_summary(self, path: Path, told: CampaignSummary | None, state: CampaignState, wrong: str) -> None:
        """Show how a campaign stands, or why that cannot be known."""
        for at in range(self.list.count()):
            item = self.list.item(at)
            if item.data(PATH) == str(path):
                card = item.data(CARD)
                now = card.state if card.state != "ready" else state
                self._fill(item, CampaignCard(card.saved, told, now, card.wrong or wrong))
        self._offer_last()
        self._follow()

    def unread(self) -> list[Path]:
        """Return the campaigns of which is not known yet how they stand, the uppermost first."""
        cards = self._cards().values()
        return [one.saved.path for one in cards if one.summary is None and one.state in ("ready", "open elsewhere")]

    def _cards(self) -> Mapping[str, CampaignCard]:
        items = [self.list.item(at) for at in range(self.list.count())]
        return {item.data(PATH): item.data(CARD) for item in items}

    def _fill(self, item: QListWidgetItem, card: CampaignCard) -> None:
        item.setData(CARD, card)
        item.setText(card.words)
        item.setToolTip(as_tip(fit(f"{card.wrong}\n{card.saved.path}" if card.wrong else str(card.saved.path))))

    def _offer_last(self) -> None:
        """Offer to go on with the campaign that was played last, of those that can be."""
        last = next((one.saved for one in self._cards().values() if one.state in ("ready", "open here")), None)
        self._last = str(last.path) if last is not None else ""
        self.go_on.setVisible(last is not None)
        if last is not None:
            self.go_on.setText(fit(f"Continue {last.name}").replace("&", "&&"))
            self.go_on.setToolTip(as_tip(f"The campaign played last: {last.path}"))

    # -- the chosen one

    @property
    def _path(self) -> str:
        path: str = self.list.currentItem().data(PATH) if self.list.currentRow() >= 0 else ""
        return path

    @property
    def _card(self) -> CampaignCard | None:
        return self._cards().get(self._path)

    def _follow(self) -> None:
        """Let be done what can be done to the chosen campaign."""
        card = self._card
        self.file.setVisible(card is not None)
        self.file.say(f"Its file: {card.saved.path}" if card is not None else "")
        self.open.setEnabled(card is not None and card.can_be_opened)
        self.copy.setEnabled(card is not None and card.state == "ready")
        for one in (self.rename, self.delete):
            one.setEnabled(card is not None and not card.state.startswith("open"))

    def _go_on(self) -> None:
        self.chosen.emit(self._last)

    def _on_activation(self, _: QListWidgetItem) -> None:
        self._open()

    def _open(self) -> None:
        card = self._card
        if card is not None and card.can_be_opened:
            self.chosen.emit(str(card.saved.path))
        elif card is not None:
            self._on_refusal(card.wrong or card.mark)

    def _rename(self) -> None:
        if self._path:
            self.shelf.ask_name(Path(self._path))

    def _copy(self) -> None:
        if self._path:
            self.shelf.copy(Path(self._path))

    def _delete(self) -> None:
        if self._path:
            self.shelf.ask_delete(Path(self._path))

    def _on_key(self, event: QKeyEvent) -> None:
        """Delete with Delete; all else is the list's."""
        if Qt.Key(event.key()) != Qt.Key.Key_Delete:
            QListWidget.keyPressEvent(self.list, event)
        elif self.delete.isEnabled():
            self.delete.click()

    def _show_menu(self, at: QPoint) -> None:
        """Show what can be done to the campaign at the mouse."""
        if self.list.itemAt(at) is None:  # pyright: ignore[reportUnnecessaryComparison]
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for one in (self.open, self.rename, self.copy, self.delete):
            menu.addAction(one.text(), one.click).setEnabled(one.isEnabled())
        menu.popup(self.list.viewport().mapToGlobal(at))

    def _show_deleted(self) -> None:
        """Show the deleted campaigns; the one that is chosen is taken back."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for path in self._deleted:
            text = fit(f"Take back “{path.stem}”").replace("&", "&&")
            menu.addAction(text, partial(self.shelf.restore, path)).setToolTip(as_tip(str(path)))
        menu.setToolTipsVisible(True)
        menu.popup(self.deleted.mapToGlobal(QPoint(0, self.deleted.height())))

    # -- what was done

    def _on_done(self, says: str, now: Path | None, undo: Callable[[], None]) -> None:
        self._tell(says, undo)
        self._wanted = str(now) if now is not None else ""
        self.changed.emit()

    def _on_refusal(self, says: str) -> None:
        self._tell(fit(says), None)
        self.changed.emit()

    def _tell(self, says: str, undo: Callable[[], None] | None) -> None:
        self.notice.setText(says)
        self._undo = undo
        self.undo.setVisible(undo is not None)
        self.told.show()

    def _undo_it(self) -> None:
        undo, self._undo = self._undo, None
        if undo is not None:
            self.told.hide()
            undo()
