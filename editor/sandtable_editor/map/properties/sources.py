"""Where values come from: a small button beside each, and a dialog that says it otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, get_args

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QPushButton

from sandtable.design.edits.fields import ForgetSource, SaySource
from sandtable.engine.state.charts import Origin
from sandtable_editor.shell.pieces import as_tip, button, choice_box, fit

if TYPE_CHECKING:
    from sandtable.board.maps import Map, Provenance
    from sandtable_editor.map.desk import MapDesk

ORIGINS: Final[tuple[Origin, ...]] = get_args(Origin)
NOTHING: Final = "source?"
LONG: Final = 12
LONGEST: Final = 28
"""Letters that a button shows of where values come from: beside a value, and where it has the row for itself."""
CERTAIN: Final = ("", "certain", "probable", "guessed")
"""How sure somebody is of a value; any other word may be written."""


def source_button(desk: MapDesk, of: Sequence[str], attribute: str = "") -> QPushButton:
    """Return a button that tells where values come from, and asks for it when it is pressed.

    ``of`` names spaces or regions; none stands for all of the map, no ``attribute`` for all values.
    """
    words = {_words(desk.design.map.origin_of(id, attribute)) for id in (of or ("",))}
    text = words.pop() if len(words) == 1 else "several"
    most = LONG if of else LONGEST
    shown = text if text == NOTHING or len(text) <= most else f"{text[: most - 1]}…"
    made = button(shown, partial(ask_source, desk, tuple(of), attribute))
    made.setAccessibleName(fit(f"Source of {attribute}" if attribute else "Source of the values"))
    told = "Nothing says where it comes from; press to say it" if text == NOTHING else f"From: {text}"
    made.setToolTip(as_tip(told))
    return made


def _words(said: Provenance | None) -> str:
    return NOTHING if said is None else said.source or said.origin


def ask_source(desk: MapDesk, of: tuple[str, ...], attribute: str) -> None:
    """Ask where values come from."""
    dialog = SourceDialog(desk, of, attribute)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


class SourceDialog(QDialog):
    """Says where the values of an attribute come from, or that nobody knows."""

    def __init__(self, desk: MapDesk, of: tuple[str, ...], attribute: str) -> None:
        super().__init__(desk.window)
        self._desk, self._of, self._attribute = desk, of, attribute
        sheet = desk.design.map
        self.setWindowTitle("Where it comes from")
        said = sheet.origin_of((of or ("",))[0], attribute)
        about = QLabel(fit(_about(sheet, of, attribute)))
        about.setWordWrap(True)
        self.origin, self.confidence = choice_box("Origin"), choice_box("How sure")
        self.source = QLineEdit("" if said is None else fit(said.source))
        self.source.setAccessibleName("Source")
        self.source.setPlaceholderText("A book, a chart, a page")
        self.source.setMinimumWidth(260)
        self.origin.addItems(list(ORIGINS))
        self.origin.setCurrentText("designer" if said is None else said.origin)
        self.confidence.setEditable(True)
        self.confidence.addItems(list(CERTAIN))
        self.confidence.setCurrentText("" if said is None else fit(said.confidence))
        form = QFormLayout(self)
        form.addRow(about)
        form.addRow("Origin:", self.origin)
        form.addRow("Source:", self.source)
        form.addRow("How sure:", self.confidence)
        buttons = QDialogButtonBox()
        keep = button("&Say so", self._say, name="commit")
        buttons.addButton(keep, QDialogButtonBox.ButtonRole.AcceptRole)
        forget = button("&Forget it", self._forget, "Take back what was said of it")
        forget.setEnabled(self._has_word())
        buttons.addButton(forget, QDialogButtonBox.ButtonRole.ResetRole)
        buttons.addButton(button("Cancel", self.reject), QDialogButtonBox.ButtonRole.RejectRole)
        form.addRow(buttons)
        keep.setDefault(True)  # within the dialog, or Qt forgets it

    def _has_word(self) -> bool:
        there = {(word.of, word.attribute) for word in self._desk.design.map.provenance}
        return any((id, self._attribute) in there for id in (self._of or ("",)))

    def _say(self) -> None:
        origin, source = ORIGINS[self.origin.currentIndex()], self.source.text().strip()
        sure = self.confidence.currentText().strip()
        edits = [SaySource(origin, self._attribute, id, source, sure) for id in (self._of or ("",))]
        self._desk.design.do_all(edits, edits[0].says(self._desk.design.map))
        self.accept()

    def _forget(self) -> None:
        there = {(word.of, word.attribute) for word in self._desk.design.map.provenance}
        edits = [ForgetSource(self._attribute, id) for id in (self._of or ("",)) if (id, self._attribute) in there]
        self._desk.design.do_all(edits, edits[0].says(self._desk.design.map))
        self.accept()


def _about(sheet: Map, of: tuple[str, ...], attribute: str) -> str:
    what = f"“{attribute}”" if attribute else "all values of which nothing else is said"
    if not of:
        return f"Where {what} of the map come from."
    where = _called(sheet, of[0]) if len(of) == 1 else f"{len(of)} spaces"
    return f"Where {what} of {where} comes from."


def _called(sheet: Map, id: str) -> str:
    region = next((one for one in sheet.regions if one.id == id), None)
    return sheet.name(id) if region is None else region.name or id
