"""What is noted of the scenario, or of a row of it: text, where it is from, pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QIcon, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QFormLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from sandtable.design.scenario.note_edits import HidePicture, RemoveNote, ShowPicture, WriteNote
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable_editor.scenario.note_pictures import picture_of_clipboard, picture_of_file, shown
from sandtable_editor.scenario.panels.panel import ScenarioPanel
from sandtable_editor.shell.asking import ask_which
from sandtable_editor.shell.pieces import as_tip, beside, button, faint, fit
from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QHideEvent

    from sandtable.library.store.scenario_parts import NotePicture, ScenarioNote
    from sandtable_editor.scenario.open_scenario import OpenScenario

NAME: Final = Qt.ItemDataRole.UserRole
PAUSE: Final = 2_500
"""Milliseconds without a key after which what was written is kept."""
SMALL: Final = 96
"""Pixels of a picture in the list."""


class NoteText(QPlainTextEdit):
    """Text that says when it has been written: when the keyboard goes elsewhere, and after a pause."""

    def __init__(self, done: Callable[[], object]) -> None:
        super().__init__()
        self._done = done
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(done)
        self.textChanged.connect(self._pause.start)
        self.setTabChangesFocus(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._pause.stop()
        self._done()


class PictureList(QListWidget):
    """Pictures as small ones; a picture is pasted by the keys of the system, and taken out by Del."""

    def __init__(self, paste: Callable[[], None], remove: Callable[[], None]) -> None:
        super().__init__()
        self._paste, self._remove = paste, remove
        self.setViewMode(QListWidget.ViewMode.IconMode)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setMovement(QListWidget.Movement.Static)
        self.setIconSize(QSize(scaled(SMALL), scaled(SMALL)))
        self.setAccessibleName("Pictures of the note")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Paste):
            self._paste()
        elif event.matches(QKeySequence.StandardKey.Delete):
            self._remove()
        else:
            super().keyPressEvent(event)


class NotesPanel(ScenarioPanel):
    """The notes at the left, the one that is chosen at the right, with its pictures."""

    key, title, keys, order = "notes", "Notes", "Ctrl+F9", 55

    def __init__(self, scenario: OpenScenario) -> None:
        super().__init__(scenario)
        self.list = QListWidget()
        self.list.setAccessibleName("Notes")
        self.list.currentItemChanged.connect(self._choose)
        self.adding = button("&New note", self.add, "Note something: of what is selected, else of the whole")
        self.removing = button("&Remove", self._remove, "Take the chosen note out")
        self.heading, self.source, self.about = QLineEdit(), QLineEdit(), QLabel()
        self.heading.setAccessibleName("Title of the note")
        self.source.setAccessibleName("Source of the note")
        self.about.setWordWrap(True)
        self.attach = button("Of what is &selected", self._attach, "Let the note be of the row that is selected")
        self.words = NoteText(self.keep)
        self.words.setAccessibleName("Text of the note")
        self.pictures = PictureList(self._paste, self._hide)
        self.pictures.itemActivated.connect(self._look)
        self.pictures.itemSelectionChanged.connect(self._allow)
        self.show_picture = button("Add a &picture…", self._add_picture, "Show a picture from a file: PNG or JPEG")
        self.paste_picture = button("Paste a picture", self._paste, "Show the picture in the clipboard (Ctrl+V)")
        self.hide_picture = button("Take it out", self._hide, "Take the chosen picture out (Del)")
        for line in (self.heading, self.source):
            line.editingFinished.connect(self.keep)
        self._stack()
        self._quiet, self._of = False, ""
        scenario.changed.connect(self.renew)

    def _stack(self) -> None:
        left, self.right, parts = QWidget(), QWidget(), QSplitter()
        listing = QVBoxLayout(left)
        listing.setContentsMargins(0, 0, 0, 0)
        listing.addWidget(self.list, 1)
        listing.addWidget(beside(self.adding, self.removing))
        halves = QSplitter()
        text, seen = QWidget(), QWidget()
        form, looking = QFormLayout(text), QVBoxLayout(seen)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow("Title:", self.heading)
        form.addRow("Of:", beside(self.about, self.attach))
        form.addRow(self.words)
        form.addRow("Source:", self.source)
        looking.addWidget(self.pictures, 1)
        looking.addWidget(beside(faint(""), self.show_picture, self.paste_picture, self.hide_picture))
        halves.addWidget(text)
        halves.addWidget(seen)
        inside = QVBoxLayout(self.right)
        for layout in (form, looking, inside):
            layout.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(halves)
        parts.addWidget(left)
        parts.addWidget(self.right)
        parts.setStretchFactor(1, 3)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(parts)
        self.setFocusProxy(self.list)

    # -- what is shown

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.keep()

    @property
    def note(self) -> ScenarioNote | None:
        """The note that is chosen."""
        return next((one for one in self.scenario.design.laid.notes if one.id == self._of), None)

    def refill(self) -> None:
        """Show the notes as they are now; what is being written stays."""
        notes = self.scenario.design.laid.notes
        if self.note is None:
            self._of = notes[0].id if notes else ""
        self.list.blockSignals(True)
        self.list.clear()
        for one in notes:
            item = QListWidgetItem(fit(_title(one)))
            item.setData(NAME, one.id)
            item.setToolTip(as_tip(one.text[:300]))
            self.list.addItem(item)
            if one.id == self._of:
                self.list.setCurrentItem(item)
        self.list.blockSignals(False)
        self._show_note()

    def _show_note(self) -> None:
        note, self._quiet = self.note, True
        self.right.setEnabled(note is not None)
        self.removing.setEnabled(note is not None and note in self.scenario.design.document.notes)
        for line, text in ((self.heading, note.title if note else ""), (self.source, note.source if note else "")):
            if not (line.hasFocus() and line.isModified()):
                line.setText(fit(text))
                line.setModified(False)
        if note is None or not (self.words.hasFocus() and self.words.document().isModified()):
            self._show_text(note.text if note is not None else "")
        of = f"{note.table} {note.row}" if note is not None and note.row else "the whole scenario"
        self.about.setText(fit(of if note is not None else ""))
        self._show_pictures(note.pictures if note is not None else ())
        self._quiet = False

    def _show_text(self, text: str) -> None:
        if self.words.toPlainText() != fit(text):
            self.words.setPlainText(fit(text))
        self.words.document().setModified(False)

    def _show_pictures(self, pictures: tuple[NotePicture, ...]) -> None:
        known = self.scenario.design.laid.pictures
        if [one.shown for one in pictures] != [
            self.pictures.item(at).data(NAME) for at in range(self.pictures.count())
        ]:
            self.pictures.clear()
            for one in pictures:
                item = QListWidgetItem(
                    QIcon(shown(known.get(one.shown, b""), self.pictures.iconSize())), fit(one.title)
                )
                item.setData(NAME, one.shown)
                item.setToolTip(as_tip(f"{one.title}\n{one.source}".strip()))
                self.pictures.addItem(item)
        self._allow()

    def _allow(self) -> None:
        self.hide_picture.setEnabled(bool(self.pictures.selectedItems()))

    # -- what is chosen

    def _choose(self, item: QListWidgetItem | None) -> None:
        self.keep()
        self._of = str(item.data(NAME)) if item is not None else ""
        self._show_note()
        note = self.note
        if note is not None and note.row:
            self.scenario.select([(note.table, note.row)])

    # -- what is changed

    def keep(self) -> None:
        """Keep what has been written."""
        note = self.note
        modified = self.heading.isModified() or self.source.isModified() or self.words.document().isModified()
        if self._quiet or note is None or not modified:
            return
        heading, source, text = self.heading.text().strip(), self.source.text().strip(), self.words.toPlainText()
        for line in (self.heading, self.source):
            line.setModified(False)
        self.words.document().setModified(False)
        if (heading, source, text) != (note.title, note.source, note.text):
            self.scenario.do(WriteNote(note.id, text, heading, note.table, note.row, source))

    def add(self) -> None:
        """Note something of what is selected, or of the whole."""
        self.keep()
        there = {one.id for one in self.scenario.design.laid.notes}
        id = next(one for one in (f"note-{number}" for number in range(1, len(there) + 2)) if one not in there)
        table, row = self.scenario.selection[0] if len(self.scenario.selection) == 1 else ("", "")
        self._of = id
        if self.scenario.do(WriteNote(id, "", f"{table} {row}".strip() or "A note", table, row)) is not None:
            self.renew()
            self.heading.setFocus()
            self.heading.selectAll()

    def _attach(self) -> None:
        self.keep()
        note = self.note
        if note is None:
            return
        if len(self.scenario.selection) > 1:
            self.scenario.refuse("Select one row that the note is of, or none.")
            return
        table, row = self.scenario.selection[0] if self.scenario.selection else ("", "")
        self.scenario.do(WriteNote(note.id, note.text, note.title, table, row, note.source))

    def _remove(self) -> None:
        if self.note is not None:
            self.scenario.do(RemoveNote(self._of))

    def _add_picture(self) -> None:
        kinds = "Pictures (*.png *.jpg *.jpeg *.webp *.gif);;All (*)"
        ask_which(self, "Show a picture", "", kinds, self._show_named)

    def _show_named(self, name: str) -> None:
        self.show_file(Path(name))

    def show_file(self, path: Path) -> None:
        """Let the note show the picture in a file."""
        try:
            content, done = picture_of_file(path)
        except Invalid as error:
            self.scenario.refuse(sentence(f"{path.name}: {error}"))
            return
        if self._show(content, path.name) and done:
            self.scenario.note([sentence(done)])

    def _paste(self) -> None:
        try:
            content = picture_of_clipboard()
        except Invalid as error:
            self.scenario.refuse(sentence(str(error)))
            return
        self._show(content, "picture.png")

    def _show(self, content: bytes, name: str) -> bool:
        self.keep()
        note = self.note
        return note is not None and self.scenario.do(ShowPicture(note.id, name, content=content)) is not None

    def _hide(self) -> None:
        items, note = self.pictures.selectedItems(), self.note
        if items and note is not None:
            self.scenario.do(HidePicture(note.id, str(items[0].data(NAME))))

    def _look(self, item: QListWidgetItem) -> None:
        """Show a picture as large as the screen allows."""
        content = self.scenario.design.laid.pictures.get(str(item.data(NAME)), b"")
        seen = QLabel(self)
        seen.setWindowFlag(Qt.WindowType.Dialog)
        seen.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        seen.setWindowTitle(item.text())
        seen.setAccessibleName(item.text())
        room = self.screen().availableSize() * 0.8
        seen.setPixmap(shown(content, room))
        seen.show()


def _title(note: ScenarioNote) -> str:
    about = f" ({note.table} {note.row})" if note.row and note.row not in note.title else ""
    return f"{note.title or note.id}{about}"


PANEL = NotesPanel
