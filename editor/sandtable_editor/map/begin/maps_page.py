"""The first page of the Map workspace: the maps there are, a new one, another library, one that is imported."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QIcon, QImage, QPixmap
from PySide6.QtWidgets import QListWidgetItem

from sandtable.engine.words import sentence
from sandtable_editor.design.designs_page import DesignsPage
from sandtable_editor.map.begin.map_shelf import PICTURE, ShelvedMap, shelved_maps
from sandtable_editor.map.dropped_files import dropped_files
from sandtable_editor.shell.libraries import where_words
from sandtable_editor.shell.pieces import as_tip, button, fit
from sandtable_editor.shell.theme import scaled, tone

if TYPE_CHECKING:
    from PySide6.QtWidgets import QPushButton

    from sandtable.play.picture.map_picture import MapPicture
    from sandtable_editor.shell.jobs import Progress
    from sandtable_editor.shell.workspace import Workbench

SHIPS: Final = "This map ships with the program and stays as it is: you draw on a copy of it in your own library."


class MapsPage(DesignsPage[ShelvedMap]):
    """What can be done while no map is open."""

    geography_wanted = Signal()
    dropped = Signal(object)
    """A file was dropped here: its path."""

    what, title, work = "map", "Maps", "Draw on the chosen map"
    copies, ships = "&Copy and open", SHIPS

    def __init__(self, window: Workbench) -> None:
        super().__init__(window)
        self.list.setIconSize(QSize(scaled(PICTURE[0]), scaled(PICTURE[1])))
        self.notice.setWordWrap(True)
        self.setAcceptDrops(True)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_files(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take files that are dropped here: libraries are shown, of all others maps are made."""
        event.acceptProposedAction()
        for path in dropped_files(event):
            self.dropped.emit(path)

    def begins(self) -> tuple[QPushButton, ...]:
        geography = self.geography_wanted.emit
        return (
            button("&New map…", self.new_wanted.emit, "Begin a map of areas or of hexes", name="commit"),
            button("&Import…", self.import_wanted.emit, "Make a map of a drawing, a GeoJSON file or a text"),
            button("From &geography…", geography, "Make a map of hexes of files of geography, by rules"),
        )

    def shelved(self, libraries: list[Path], progress: Progress) -> list[ShelvedMap]:
        return shelved_maps(libraries, progress)

    def told_of(self, card: ShelvedMap) -> str:
        return sentence(card.draft.wrong) if card.draft is not None and card.draft.wrong else ""

    def item(self, card: ShelvedMap) -> QListWidgetItem:
        lines = [card.title, card.size, where_words(card.library)]
        if card.draft is not None:
            lines.append(sentence(card.draft.words))
        if card.wrong:
            lines.append(sentence(card.wrong))
        item = QListWidgetItem(fit("\n".join(filter(None, lines))))
        item.setToolTip(as_tip("\n".join(filter(None, (str(card.library), card.wrong, self.told_of(card))))))
        if card.picture is not None:
            picture = self._painted(card.picture)
            icon = QIcon(picture)
            icon.addPixmap(picture, QIcon.Mode.Selected)  # or it would be tinted
            item.setIcon(icon)
        return item

    def _painted(self, picture: MapPicture | QImage) -> QPixmap:
        from sandtable_editor.canvas.ground.thumbnail import thumbnail  # brings the canvas along, which takes its time

        size, ratio = self.list.iconSize(), self.devicePixelRatioF()
        if not isinstance(picture, QImage):
            return thumbnail(picture, size, ratio, tone())
        how = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        made = QPixmap.fromImage(picture.scaled(size * ratio, *how))
        made.setDevicePixelRatio(ratio)
        return made
