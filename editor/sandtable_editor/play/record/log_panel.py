"""The log by turn, phase and step; narrowed by words, kind and side; it lights up its places, and leads to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from sandtable.engine.state.rows import Side
from sandtable.engine.words import sentence
from sandtable.play.record.chronicle import Chapter, Chronicle
from sandtable.play.record.log_lines import LogLine
from sandtable.play.table import going_back
from sandtable.play.words.word_search import WordSearch
from sandtable.play.words.wording import side_name
from sandtable_editor.play.record.wrapped_lines import WrappedLines
from sandtable_editor.shell.pieces import as_tip, choice_box, faint
from sandtable_editor.shell.theme import shades

if TYPE_CHECKING:
    from sandtable.engine.journal.journal import Ply
    from sandtable_editor.play.campaign.campaign import Campaign

PLY: Final = Qt.ItemDataRole.UserRole
RULE: Final = Qt.ItemDataRole.UserRole + 1
KIND: Final = Qt.ItemDataRole.UserRole + 2
SIDE: Final = Qt.ItemDataRole.UserRole + 3
NUMBER: Final = Qt.ItemDataRole.UserRole + 4
"""Of a line in the search; one that was taken out is found no more."""
KINDS: Final = {"Everything": "", "Actions": "deed", "Dice": "throw", "Results": "note"}
SIGNS: Final = {"deed": "", "throw": "⚄ ", "note": "· "}
CLICKS: Final = "Click to show the place, or the rule; right-click to go to this position"
UNDONE: Final = (going_back.UNDONE,)


class LogPanel(QWidget):
    """What has happened, as far as the seat at the screen may know."""

    jumped = Signal(int)
    rule_clicked = Signal(str)
    goto_wanted = Signal(int)
    look_wanted = Signal(int)
    pointed = Signal(int, str)
    """A line is pointed at: its ply and its text; none is: 0 and no text."""

    def __init__(self, campaign: Campaign) -> None:
        super().__init__()
        self.campaign = campaign
        self.chronicle = Chronicle(campaign.game, campaign.referee.journal)
        self.words = QLineEdit()
        self.words.setAccessibleName("Filter the log")
        self.words.setPlaceholderText("Filter the log")
        self.words.setClearButtonEnabled(True)
        self.kinds, self.sides = choice_box("What the log shows"), choice_box("Whose lines the log shows")
        self.kinds.addItems(list(KINDS))
        self.sides.addItem("All sides", "")
        self._name_sides()
        self.undone = QCheckBox("Show undone")
        self.tree = QTreeWidget()
        self.tree.setHeaderHidden(True)
        self.tree.setAccessibleName("Log")
        self.tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.lines = WrappedLines(self.tree, RULE)
        self.tree.setItemDelegate(self.lines)
        self.tree.setMouseTracking(True)
        self.tree.viewport().installEventFilter(self)
        self.tree.installEventFilter(self)
        self.tree.currentItemChanged.connect(self._on_current)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._menu)
        self.tree.itemClicked.connect(self._on_click)
        self.tree.itemActivated.connect(self._jump)
        top = QHBoxLayout()
        top.addWidget(self.words, 1)
        for widget in (self.kinds, self.sides, self.undone):
            top.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addLayout(top)
        column.addWidget(self.tree)
        self.nothing = faint("Nothing has happened yet.")
        self.nothing.setContentsMargins(6, 0, 6, 6)
        column.addWidget(self.nothing)
        self.words.textChanged.connect(self._narrow)
        self.kinds.currentIndexChanged.connect(self._narrow)
        self.sides.currentIndexChanged.connect(self._narrow)
        self.undone.toggled.connect(self.renew)
        self._seat: str | None = None
        self._shown: list[tuple[int, list[QTreeWidgetItem]]] = []
        self._seen: dict[str, int] = {}
        self._fresh = 0
        self._narrowed = False
        self._search: WordSearch[int] = WordSearch()
        self._written = 0
        self._pressed_at = QPoint(-1, -1)
        self._lit: QTreeWidgetItem | None = None
        campaign.changed.connect(self.refresh)
        self.refresh()

    # -- following the journal

    def renew(self) -> None:
        """Write everything anew."""
        self._seat = None
        self.lines.forget()
        self.refresh()

    def _name_sides(self) -> None:
        """Have each side there is to choose from; one that comes into the game later comes last."""
        for side in self.campaign.game[Side]:
            if self.sides.findData(side.id) < 0:
                self.sides.addItem(side_name(side), side.id)

    def refresh(self) -> None:
        """Follow the journal: what is still true stays, what is new is added."""
        self._name_sides()
        seat = self.campaign.seat
        if seat is None and self.campaign.people():
            self._clear(None)
            self._narrow()
            return
        if (seat or "") != self._seat:
            self._clear(seat or "")
            self._fresh = self._seen.get(seat or "", self.campaign.referee.journal.head)
        self._follow(self.campaign.referee.journal.line())
        self._seen[seat or ""] = self.campaign.referee.journal.head

    def _clear(self, seat: str | None) -> None:
        """Begin again, for another seat or none."""
        self._point_at(None)
        self.tree.clear()
        self._shown, self._seat = [], seat
        self._search, self._written = WordSearch(), 0

    def _follow(self, line: list[Ply]) -> None:
        self._drop_undone()
        same = 0
        for (id, _), ply in zip(self._shown, line, strict=False):
            if id != ply.id:
                break
            same += 1
        for _, items in reversed(self._shown[same:]):
            for item in items:
                self._remove(item)
        del self._shown[same:]
        for ply in line[same:]:
            self._shown.append((ply.id, self._add(ply, self.chronicle.chapter(ply))))
        if self.undone.isChecked():
            self._add_undone({ply.id for ply in line})
        self._narrow()
        if self._shown and self._shown[-1][1]:
            self.tree.scrollToItem(self._shown[-1][1][-1])

    def _add(self, ply: Ply, chapter: Chapter) -> list[QTreeWidgetItem]:
        lines = self.chronicle.lines(ply, self.campaign.sides)
        heading = self._heading(chapter) if lines else None
        return [self._item(heading, ply, line) for line in lines if heading is not None]

    def _item(self, heading: QTreeWidgetItem, ply: Ply, line: LogLine) -> QTreeWidgetItem:
        item = QTreeWidgetItem(heading, [f"{SIGNS[line.kind]}{sentence(line.cited)}"])
        item.setData(0, PLY, ply.id)
        item.setData(0, RULE, line.rule)
        item.setData(0, KIND, line.kind)
        item.setData(0, SIDE, line.side)
        item.setData(0, NUMBER, self._written)
        self._search.add(self._written, item.text(0))
        self._written += 1
        item.setToolTip(0, as_tip(CLICKS))
        if line.kind != "deed":
            item.setForeground(0, QColor(shades().faint))
        if ply.id > self._fresh:
            font = item.font(0)
            font.setBold(True)
            item.setFont(0, font)
        return item

    def _heading(self, chapter: Chapter) -> QTreeWidgetItem:
        """Return the heading that lines of a chapter go under: the last one, where it is the same."""
        parent = self.tree.invisibleRootItem()
        for title in chapter:
            last = parent.child(parent.childCount() - 1) if parent.childCount() else None
            if last is None or last.text(0) != title or last.data(0, PLY) is not None:
                last = QTreeWidgetItem(parent, [title])
                font = last.font(0)
                font.setItalic(parent is not self.tree.invisibleRootItem())
                last.setFont(0, font)
                last.setExpanded(True)
            parent = last
        return parent

    def _remove(self, item: QTreeWidgetItem) -> None:
        """Take a line out, and its headings when nothing is left under them."""
        while item.childCount() == 0:
            parent = item.parent()
            if parent is None:
                self.tree.takeTopLevelItem(self.tree.indexOfTopLevelItem(item))
                return
            parent.removeChild(item)
            item = parent

    def _add_undone(self, line: set[int]) -> None:
        for id, ply in sorted(self.campaign.referee.journal.plies.items()):
            if id not in line:
                self._add(ply, (*UNDONE, *self.chronicle.chapter(ply)))

    def _drop_undone(self) -> None:
        for at in reversed(range(self.tree.topLevelItemCount())):
            heading = self.tree.topLevelItem(at)
            if heading is not None and heading.text(0) == UNDONE[0]:
                self.tree.takeTopLevelItem(at)

    # -- narrowing and choosing

    def _narrow(self) -> None:
        there = bool(self.tree.topLevelItemCount())
        self.tree.setVisible(there)
        self.nothing.setVisible(not there)
        words = self.words.text()
        kind, side = KINDS[self.kinds.currentText()], self.sides.currentData()
        narrow = bool(words or kind or side)
        if narrow or self._narrowed:
            self._hide(self.tree.invisibleRootItem(), frozenset(self._search.find(words)), kind, side)
        self._narrowed = narrow

    def _hide(self, item: QTreeWidgetItem, found: frozenset[int], kind: str, side: str) -> bool:
        """Hide what does not fit; tells whether something is left to see."""
        seen = False
        for child in below(item):
            if child.data(0, PLY) is None:
                fits = self._hide(child, found, kind, side)
            else:
                fits = (
                    child.data(0, NUMBER) in found
                    and kind in ("", child.data(0, KIND))
                    and side in ("", child.data(0, SIDE))
                )
            child.setHidden(not fits)
            seen = seen or fits
        return seen

    def _on_click(self, item: QTreeWidgetItem) -> None:
        """Show the rule that was clicked on in a line, else its place."""
        rule = self.lines.link_at(self.tree.indexFromItem(item), self._pressed_at)
        if rule:
            self.rule_clicked.emit(rule)
        else:
            self._jump(item)

    def _jump(self, item: QTreeWidgetItem) -> None:
        ply = item.data(0, PLY)
        if isinstance(ply, int):
            self.jumped.emit(ply)

    # -- pointing

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        match event:
            case QMouseEvent() if event.type() == QEvent.Type.MouseMove:
                self._on_move(event.position().toPoint())
            case QMouseEvent() if event.type() == QEvent.Type.MouseButtonRelease:
                self._pressed_at = event.position().toPoint()
            case QKeyEvent() if event.type() == QEvent.Type.KeyPress:
                return self._on_key(event)
            case _:
                if event.type() == QEvent.Type.Leave:
                    self._point_at(None)
                elif event.type() == QEvent.Type.Resize and watched is self.tree.viewport():
                    self.tree.scheduleDelayedItemsLayout()  # lines are broken for the width there is
        return super().eventFilter(watched, event)

    def _on_move(self, at: QPoint) -> None:
        item = self.tree.itemAt(at)
        self._point_at(item)
        over_rule = item is not None and bool(self.lines.link_at(self.tree.indexFromItem(item), at))
        shape = Qt.CursorShape.PointingHandCursor if over_rule else Qt.CursorShape.ArrowCursor
        self.tree.viewport().setCursor(shape)

    def _on_key(self, event: QKeyEvent) -> bool:
        """Show the rule of the line where the keyboard is on Shift+Enter; tell whether it was that."""
        keys, item = (Qt.Key.Key_Return, Qt.Key.Key_Enter), self.tree.currentItem()
        rule = item.data(0, RULE) if item is not None else ""  # pyright: ignore[reportUnnecessaryComparison]
        if not rule or event.key() not in keys or event.modifiers() != Qt.KeyboardModifier.ShiftModifier:
            return False
        self.rule_clicked.emit(rule)
        return True

    def _on_current(self, item: QTreeWidgetItem | None) -> None:
        if self.tree.hasFocus():
            self._point_at(item)

    def _point_at(self, item: QTreeWidgetItem | None) -> None:
        """Say which line is pointed at, by the mouse or with the keys; each is said once."""
        ply = item.data(0, PLY) if item is not None else None
        item = item if isinstance(ply, int) else None
        if item is self._lit:
            return
        self._lit = item
        self.pointed.emit(ply if item is not None else 0, item.text(0) if item is not None else "")

    def mark(self, ply: int) -> None:
        """Mark the lines of a ply that is looked at; of none (0) that the present is."""
        none: list[QTreeWidgetItem] = []
        items = next((items for id, items in self._shown if id == ply), none)
        if items:
            self.tree.setCurrentItem(items[0])
            self.tree.scrollToItem(items[0])
        else:
            self.tree.clearSelection()

    def _menu(self, at: QPoint) -> None:
        item = self.tree.itemAt(at)
        ply = item.data(0, PLY) if item is not None else None
        if item is None or not isinstance(ply, int):
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Look at the position after this line", lambda: self.look_wanted.emit(ply))
        menu.addAction("Go back to the position after this line…", lambda: self.goto_wanted.emit(ply))
        rule = item.data(0, RULE)
        if rule:
            menu.addAction(f"Show rule {rule}", lambda: self.rule_clicked.emit(rule))
        menu.popup(self.tree.viewport().mapToGlobal(at))


def below(item: QTreeWidgetItem) -> Iterator[QTreeWidgetItem]:
    """Go through what stands directly under an item."""
    for at in range(item.childCount()):
        child = item.child(at)
        if child is not None:
            yield child
