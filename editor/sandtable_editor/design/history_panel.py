"""The panel of what was done to a design: its list, the way back, the script that does it again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable.library.files.report_words import count_of
from sandtable_editor.design.history_list import HistoryList
from sandtable_editor.design.panel import DesignPanel
from sandtable_editor.shell.asking import ask_where
from sandtable_editor.shell.pieces import beside, button

if TYPE_CHECKING:
    from sandtable.design.history import HistoryEntry
    from sandtable.design.script import Scripts
    from sandtable_editor.design.standing_design import StandingDesign
    from sandtable_editor.shell.theme import Theme

KINDS: Final = "Scripts of edits (*.jsonl);;All (*)"


class DesignHistoryPanel(DesignPanel):
    """The history; a double click, or Enter, goes there. ``what`` is what it is of: a map, a scenario."""

    key, title = "history", "History"
    what: ClassVar[str]

    def stack(self, design: StandingDesign, theme: Theme, place: Path) -> None:
        """Put the list and its buttons together; ``place``: where a script is offered to go."""
        self._design, self._place = design, place
        self.list = HistoryList(design, theme, f"The {self.what} as it was")
        self.list.looked.connect(self.look_at)
        says = f"Let the {self.what} be as it was after this, or is again (Enter)"
        self.go = button("&Go there", self.list.go_on, says)
        again = f"Copy it, to be done again by `{self.command}`"
        self.copy = button("&Copy as a script", self._copy, again)
        self.save = button("&Save as a script…", self._ask_where, "Write it into a file, with the images that it names")
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(self.list, 1)
        column.addWidget(beside(self.go, self.copy))  # all three beside each other would make the window wider
        column.addWidget(self.save)
        self.setFocusProxy(self.list)
        design.saved_changed.connect(self.renew)

    @property
    def command(self) -> str:
        """The command that does a script again."""
        return f"sandtable {self.what} edit"

    # -- what each kind of design has of its own

    def look_at(self, entry: HistoryEntry) -> None:
        """Select and show what an entry touched."""
        raise NotImplementedError

    def note(self, words: list[str]) -> None:
        """Say something that need not be read."""
        raise NotImplementedError

    def scripts(self) -> Scripts:
        """Return how edits are written as scripts."""
        raise NotImplementedError

    # -- what is shown and done

    def refill(self) -> None:
        """Show what was done, and how much of it stands."""
        self.list.show_history()
        for one in (self.copy, self.save):
            one.setEnabled(self._design.position > 0)

    def _copy(self) -> None:
        history, scripts = self._design.document.history, self.scripts()
        QGuiApplication.clipboard().setText(scripts.write_script(history))
        notes = [f"the history is in the clipboard, as a script for `{self.command}`"]
        if scripts.names_files(history):
            notes.append("the images that it names are not: Save as a script writes them too")
        self.note(notes)

    def _ask_where(self) -> None:
        """Ask where the script goes, and write it there."""
        ask_where(self, "Save the history as a script", str(self._place), KINDS, "jsonl", self.save_as_script)

    def save_as_script(self, path: str) -> None:
        """Write what was done into a file, and beside it the images that it names."""
        try:
            script, *images = self.scripts().save_script(Path(path), self._design.document.history)
        except SandtableError as error:
            self._design.refused.emit(sentence(str(error)))
            return
        beside_it = f", with {count_of(len(images), 'image')} beside it" if images else ""
        self.note([f"the history is in {script}{beside_it}: `{self.command}` does it again"])
