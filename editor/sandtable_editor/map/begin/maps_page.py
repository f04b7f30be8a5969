"""The first page of the Map workspace: the maps there are, a new one, another library, one that is imported."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QImage, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from sandtable.engine.words import sentence
from sandtable_editor.map.begin.map_shelf import PICTURE, ShelvedMap, shelved_maps
from sandtable_editor.shell.libraries import is_shipped, known_libraries, remember_library, where_words
from sandtable_editor.shell.pieces import as_tip, beside, button, faint, fit
from sandtable_editor.shell.theme import scaled, tone

if TYPE_CHECKING:
    from sandtable.play.picture.map_picture import MapPicture
    from sandtable_editor.shell.jobs import BackgroundJob
    from sandtable_editor.shell.workspace import Workbench

WIDEST: Final = 1000
CARD: Final = Qt.ItemDataRole.UserRole
SHIPS: Final = "This map ships with the program and stays as it is: you draw on a copy of it in your own library."


class MapsPage(QWidget):
    """What can be done while no map is open. ``open_wanted`` names a library that can be written, and a map of it."""

    open_wanted = Signal(object, str)
    copy_wanted = Signal(object, str)
    """A map of the library that ships was chosen: it is copied first."""
    new_wanted = Signal()
    import_wanted = Signal()
    geography_wanted = Signal()
    library_wanted = Signal()

    def __init__(self, window: Workbench) -> None:
        super().__init__()
        self._window = window
        self._job: BackgroundJob | None = None
        self._wanted: tuple[str, str] | None = None
        self.list = QListWidget()
        self.list.setAccessibleName("Maps")
        self.list.setIconSize(QSize(scaled(PICTURE[0]), scaled(PICTURE[1])))
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setSpacing(2)
        self.list.itemActivated.connect(self._open)
        self.list.currentItemChanged.connect(self._follow)
        self.notice = faint("")
        self.notice.setWordWrap(True)
        self.new = button("&New map…", self.new_wanted.emit, "Begin a map of areas or of hexes", name="commit")
        self.bring = button("&Import…", self.import_wanted.emit, "Make a map of a drawing, a GeoJSON file or a text")
        self.geography = button(
            "From &geography…", self.geography_wanted.emit, "Make a map of hexes of files of geography, by rules"
        )
        self.other = button("Open a &library…", self.library_wanted.emit, "Show the maps of another library")
        self.open = button("&Open", self._open, "Draw on the chosen map (Enter)")
        self._lay_out()
        self._follow()

    def _lay_out(self) -> None:
        title = QLabel("Maps")
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 2.0)
        title.setFont(font)
        card = QFrame()
        card.setMaximumWidth(WIDEST)
        column = QVBoxLayout(card)
        column.addWidget(title)
        column.addWidget(faint("Every change is kept at once, in a draft beside its library, until you save."))
        column.addSpacing(10)
        column.addWidget(beside(self.new, self.bring, self.geography, self.other, QWidget(), stretch=4))
        column.addSpacing(10)
        column.addWidget(self.list, 1)
        column.addWidget(self.notice)
        column.addWidget(beside(self.open, QWidget(), stretch=1))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 16, 0, 16)
        row.addStretch(1)
        row.addWidget(card, 12)
        row.addStretch(1)

    # -- what there is

    def libraries(self) -> list[Path]:
        """Return the libraries whose maps are shown: the user's own, those that were opened, the one that ships."""
        return known_libraries(self._window.settings)

    def add_library(self, path: str) -> None:
        """Show the maps of another library too, from now on."""
        remember_library(self._window.settings, Path(path))
        self.look()

    def look(self, wanted: tuple[Path, str] | None = None) -> None:
        """Look for the maps there are; an older look that is under way counts no more. ``wanted`` is chosen then."""
        if wanted is not None:
            self._wanted = str(wanted[0]), wanted[1]
        if self._job is not None and self._job.running:
            self._job.cancel()
        libraries = self.libraries()
        self._job = self._window.jobs.run(
            "Looking for maps", lambda progress: shelved_maps(libraries, progress), self.show_maps
        )

    def show_maps(self, maps: list[ShelvedMap]) -> None:
        """List these maps."""
        card = self.card
        wanted = self._wanted or ((str(card.library), card.key) if card is not None else None)
        self._wanted = None
        self.list.clear()
        for one in maps:
            self.list.addItem(self._item(one))
            if wanted == (str(one.library), one.key):
                self.list.setCurrentRow(self.list.count() - 1)
        if self.list.currentRow() < 0 and self.list.count():
            self.list.setCurrentRow(0)
        self._follow()

    def _item(self, one: ShelvedMap) -> QListWidgetItem:
        lines = [one.title, one.size, where_words(one.library)]
        if one.draft is not None:
            lines.append(sentence(one.draft.words))
        if one.wrong:
            lines.append(sentence(one.wrong))
        item = QListWidgetItem(fit("\n".join(filter(None, lines))))
        told = one.draft.wrong if one.draft is not None else ""
        item.setToolTip(as_tip("\n".join(filter(None, (str(one.library), one.wrong, told and sentence(told))))))
        if one.picture is not None:
            picture = self._painted(one.picture)
            icon = QIcon(picture)
            icon.addPixmap(picture, QIcon.Mode.Selected)  # or it would be tinted
            item.setIcon(icon)
        item.setData(CARD, one)
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

    @property
    def card(self) -> ShelvedMap | None:
        """The map that is chosen."""
        found = self.list.currentItem().data(CARD) if self.list.currentRow() >= 0 else None
        return found if isinstance(found, ShelvedMap) else None

    def _follow(self) -> None:
        card = self.card
        self.open.setEnabled(card is not None and bool(card.key))
        self.open.setText("&Copy and open" if card is not None and is_shipped(card.library) else "&Open")
        shipped = card is not None and is_shipped(card.library)
        told = card.draft.wrong if card is not None and card.draft is not None else ""
        self.notice.setText(SHIPS if shipped else fit(sentence(told)) if told else "")

    def _open(self, _: object = None) -> None:
        card = self.card
        if card is None or not card.key:
            return
        wanted = self.copy_wanted if is_shipped(card.library) else self.open_wanted
        wanted.emit(card.library, card.key)
