"""Help: what this program is, what it is made of, where the user's files are; and which keys do what."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable, Iterator
from functools import partial
from html import escape
from importlib import metadata
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, QUrl, qVersion
from PySide6.QtGui import QDesktopServices, QGuiApplication, QIcon
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from sandtable import __version__
from sandtable.desktop import ICON
from sandtable.distribution import NAME as DISTRIBUTION
from sandtable.home import home
from sandtable_editor.shell.errors import log_file
from sandtable_editor.shell.pieces import Sentence, as_tip, button, faint, scrolling
from sandtable_editor.shell.theme import roomy

SAYS: Final = "A workbench for historical board wargames."
LICENCE: Final = "MIT licence: use it, change it and pass it on as you like, but keep the copyright notice."


def libraries(distribution: str = DISTRIBUTION) -> Iterator[tuple[str, str, str]]:
    """Yield the libraries that are used here: name, version, licence; nothing where that is not written down."""
    try:
        wanted = metadata.requires(distribution) or []
    except metadata.PackageNotFoundError:
        return
    names = {found[0].casefold() for one in wanted if (found := re.match(r"[\w.-]+", one)) and _is_used(one)}
    for name in sorted(names):
        try:
            about = metadata.metadata(name)
        except metadata.PackageNotFoundError:
            continue
        yield about["Name"], about["Version"], _licence(about)


def _is_used(requirement: str) -> bool:
    """Tell whether a requirement is one of the program or of its window, and not of those who work on it."""
    extra = re.search(r"""extra\s*==\s*['"]([\w-]+)""", requirement)
    return extra is None or extra[1] == "editor"


def _licence(about: metadata.PackageMetadata) -> str:
    """Return the licence of a library in a few words, as far as it says it."""
    said = next((about[key].strip() for key in ("License-Expression", "License") if key in about), "")
    if said and "\n" not in said and len(said) <= 60:
        return said
    kinds = [str(one).split(" :: ")[-1] for one in about.get_all("Classifier") or [] if one.startswith("License ::")]
    return ", ".join(kinds)


class About(QDialog):
    """Version, licence, libraries, files; all of it can be copied, for a report."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("About Sandtable")
        self.resize(roomy(self, 600, 480))
        self.facts = [
            ("Python", platform.python_version()),
            ("Qt", qVersion()),
            *((name, f"{version}  ({licence})" if licence else version) for name, version, licence in libraries()),
        ]
        self.places = {
            "Campaigns": home() / "campaigns",
            "Error log": log_file(),
            "All files": home(),
        }
        column = QVBoxLayout(self)
        title = Sentence(f'<span style="font-size:x-large"><b>Sandtable</b> {escape(__version__)}</span>')
        heading = QHBoxLayout()
        icon = QLabel()
        icon.setPixmap(QIcon(str(ICON)).pixmap(64, 64))
        icon.setAccessibleName("Sandtable")
        heading.addWidget(icon)
        heading.addWidget(title, 1)
        column.addLayout(heading)
        for widget in (faint(SAYS), faint(LICENCE), Sentence("<b>Where your files are</b>"), self._files()):
            column.addWidget(widget)
        column.addWidget(Sentence("<b>Libraries used</b>"))
        column.addWidget(_table(self.facts, "Libraries used"), 1)
        column.addWidget(self._buttons())

    def _files(self) -> QWidget:
        made = QWidget()
        grid = QGridLayout(made)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(1, 1)
        for line, (title, path) in enumerate(self.places.items()):
            where = _path(path)
            where.setAccessibleName(title)
            where.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            folder = path.parent if path.suffix else path
            show = button("Open", partial(_open, folder), f"Open the folder {folder}")
            show.setAccessibleName(f"Open the folder of {title}")
            for at, widget in enumerate((QLabel(f"{title}:"), where, show)):
                grid.addWidget(widget, line, at)
        return made

    def _buttons(self) -> QDialogButtonBox:
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        box.rejected.connect(self.reject)
        copy = button(
            "&Copy all", lambda: QGuiApplication.clipboard().setText(self.text()), "Copy everything for a bug report"
        )
        box.addButton(copy, QDialogButtonBox.ButtonRole.ActionRole)
        return box

    def text(self) -> str:
        """Return all of it as plain text."""
        lines = [f"Sandtable {__version__}", *(f"{name} {says}" for name, says in self.facts)]
        return "\n".join([*lines, *(f"{title}: {path}" for title, path in self.places.items())])


def _path(path: Path) -> QLineEdit:
    """Return a path to be read and copied from; one that is very long is moved along in its line."""
    line = QLineEdit(str(path))
    line.setReadOnly(True)
    line.setCursorPosition(0)
    line.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    line.setMinimumWidth(min(480, line.fontMetrics().horizontalAdvance(f"{path}MM")))
    line.setToolTip(as_tip(str(path)))
    return line


def _open(folder: Path) -> None:
    """Open a folder, made if there is none yet."""
    folder.mkdir(parents=True, exist_ok=True)
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


class KeysDialog(QDialog):
    """Which keys do what."""

    def __init__(self, keys: Iterable[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Keys")
        self.resize(roomy(self, 480, 560))
        column = QVBoxLayout(self)
        column.addWidget(_table(keys, "Keys"), 1)
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        box.rejected.connect(self.reject)
        column.addWidget(box)


def _table(rows: Iterable[tuple[str, str]], name: str) -> QScrollArea:
    """Return a table of two columns that can be scrolled."""
    inside = QWidget()
    grid = QGridLayout(inside)
    grid.setHorizontalSpacing(18)
    grid.setColumnStretch(1, 1)
    line = 0
    for line, (left, right) in enumerate(rows, 1):
        said = QLabel(right)
        said.setWordWrap(True)
        said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        grid.addWidget(QLabel(left), line, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(said, line, 1)
    grid.setRowStretch(line + 1, 1)
    return scrolling(inside, name, framed=True)
