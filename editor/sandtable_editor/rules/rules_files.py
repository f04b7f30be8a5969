"""House rules with code: a rules file with its test from a template, opened, trusted by its content, read again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QInputDialog, QMessageBox

from sandtable.engine.discovery.trust import digest, read_trusted, rule_files, trust
from sandtable.engine.errors import Invalid, SandtableError
from sandtable.engine.words import in_a_row, sentence
from sandtable.play.rules.code_template import write_code
from sandtable_editor.rules.key_of_title import key_for
from sandtable_editor.shell.asking import ask_text
from sandtable_editor.shell.code_window import CodeWindow
from sandtable_editor.shell.pieces import fit

if TYPE_CHECKING:
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.play.begin.games import Games
    from sandtable_editor.shell.workspace import Workbench


LEFT_OUT: Final = "It was never trusted, or was changed since. Read it and have it run as it is now, or "


class RulesFiles(QObject):
    """What is done with rules files. ``read_again``: the games are to be had anew; ``refused``: why not."""

    read_again = Signal()
    refused = Signal(str)

    def __init__(self, window: Workbench, games: Games, family: Callable[[], InstalledGame | None]) -> None:
        super().__init__(window)
        self.window, self.games, self._family = window, games, family
        self._left_out: set[tuple[str, str]] = set()
        """Files that somebody goes on without, by their names and digests."""

    @property
    def folder(self) -> Path:
        return self.games.plugins().folder

    # -- a new one

    def ask_title(self) -> None:
        """Ask what a new rule is called."""
        ask_text(self.window, "A house rule with code", "What the rule is called:", self.write)

    def write(self, title: str) -> CodeWindow | None:
        """Write a rules file and its test from the template, and open the file."""
        family = self._family()
        if family is None:
            return None
        try:
            written = write_code(family, self.folder, key_for(title), " ".join(fit(title).split()))
        except (SandtableError, OSError) as error:
            self.refused.emit(sentence(str(error)))
            return None
        return self.show_code(written[0])

    def show_code(self, path: Path) -> CodeWindow:
        """Open a window on a rules file; from there it opens in the program for such files."""
        window = CodeWindow(path, path.name, 1, 1, self.window)
        window.show()
        return window

    # -- trusted

    def waiting(self) -> dict[str, str]:
        """Return the rules files that are not run, with their digests: never trusted, or changed since."""
        if self.games.plugins().safe:
            return {}
        known = read_trusted(self.folder)
        found = {path.name: digest(path.read_bytes()) for path in rule_files(self.folder)}
        return {name: content for name, content in found.items() if known.get(name) != content}

    def tell_left_out(self, go_on: str, then: Callable[[], object]) -> None:
        """Say which files are left out, once of each as it is now; go on then, or where none is, or is to be."""
        try:
            waiting = {*self.waiting().items()}
        except (SandtableError, OSError) as error:
            self.refused.emit(sentence(str(error)))
            return
        if not waiting - self._left_out:
            then()
            return
        names = sorted(name for name, _ in waiting)
        box = QMessageBox(QMessageBox.Icon.Warning, "Rules files", fit(_left_out_words(names)), parent=self.window)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setInformativeText(f"{LEFT_OUT}{go_on[0].lower()}{go_on[1:]}.")
        read = box.addButton("&Read and trust…", QMessageBox.ButtonRole.AcceptRole)
        on = box.addButton(f"&{go_on}", QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(read)
        box.setEscapeButton(box.addButton(QMessageBox.StandardButton.Cancel))

        def answered() -> None:
            clicked = box.clickedButton()
            box.deleteLater()
            if clicked is on:
                self._left_out |= waiting
                then()
            elif clicked is read:
                self.ask_trust()

        box.finished.connect(answered)
        box.open()

    def ask_trust(self) -> None:
        """Ask which of the files that wait is to be trusted."""
        try:
            waiting = self.waiting()
        except (SandtableError, OSError) as error:
            self.refused.emit(sentence(str(error)))
            return
        if not waiting:
            self.refused.emit(f"Every rules file in {self.folder} is trusted as it is.")
            return
        if len(waiting) == 1:
            self.ask_about(*waiting)
            return
        dialog = QInputDialog(self.window)
        dialog.setWindowTitle("Trust a rules file")
        dialog.setLabelText("It was never trusted, or was changed since:")
        dialog.setComboBoxItems([*waiting])
        dialog.textValueSelected.connect(self.ask_about)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def ask_about(self, name: str) -> QMessageBox:
        """Show the code of a file, and ask whether it is to be run."""
        shown = self.show_code(self.folder / name)
        box = QMessageBox(
            QMessageBox.Icon.Question, "Trust a rules file", fit(f"Run {name} with your games?"), parent=self.window
        )
        box.setInformativeText(
            "It can do what any program can. Read it first: its code is shown. It is run as it is now; once it is "
            "changed it is left out until it is trusted again."
        )
        yes = box.addButton("&Trust it", QMessageBox.ButtonRole.YesRole)
        no = box.addButton("&Leave it out", QMessageBox.ButtonRole.NoRole)
        box.setDefaultButton(no)
        box.setEscapeButton(no)

        def answered() -> None:
            if box.clickedButton() is yes:
                self.trust_file(name)
            box.deleteLater()

        box.finished.connect(answered)
        box.finished.connect(shown.close)
        box.open()
        return box

    def trust_file(self, name: str) -> None:
        """Trust a file as it is now, and read the rules again."""
        try:
            trust(self.folder, name)
        except (SandtableError, OSError) as error:
            self.refused.emit(sentence(str(error)))
            return
        self.reload()

    # -- read again

    def reload(self) -> None:
        """Read all rules files and house rules again; a game that does not come back leaves everything as it is."""
        family = self._family()

        def look(_: object) -> str:
            fresh = self.games.anew()
            if family is not None:
                fresh.family(family.system.key)
            left = [plugin.why for plugin in fresh.plugins().report().broken_plugins]
            return "; ".join(left)

        self.window.jobs.run("Reading the rules again", look, self._take, self._fail)

    def _take(self, broken: str) -> None:
        self.games.look_again()
        self.read_again.emit()
        if broken:
            self.refused.emit(sentence(broken))
        self._left_out.clear()  # who reads them again wants to know
        self.tell_left_out("Go on without it", lambda: None)

    def _fail(self, error: BaseException) -> None:
        if not isinstance(error, SandtableError):
            self.window.jobs.failed(error)
            return
        self.refused.emit(sentence(str(Invalid(f"the rules were not read again: {error}"))))


def _left_out_words(names: list[str]) -> str:
    return f"{in_a_row(names, 'and')} {'are' if len(names) > 1 else 'is'} left out of your games."
