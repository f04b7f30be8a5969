"""What another revision of the map would do: the changed places lit on it, and a line for each that leads there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QCheckBox, QSplitter, QVBoxLayout, QWidget

from sandtable.engine.words import sentence
from sandtable_editor.canvas import MapView
from sandtable_editor.shell.pieces import Sentence, clear, scrolling
from sandtable_editor.shell.theme import magnified, shades, tone

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import SpaceId
    from sandtable.play.table.adoption_preview import AdoptionPreview, PreviewLine

WIDEST: Final = 200
"""So many changes are listed one by one."""
OBSTACLES: Final = "It cannot be adopted now; move or correct these first, or keep the map as it is"


class Section(NamedTuple):
    """Lines under a heading."""

    title: str
    lines: tuple[PreviewLine, ...]
    more: int = 0


class AdoptionView(QSplitter):
    """The map as it would be, or as it is, with what changes on it; nothing before a preview is given."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.view = MapView()
        self.as_it_is = QCheckBox("Show the map as it is now")
        self.as_it_is.toggled.connect(self._draw)
        self._preview: AdoptionPreview | None = None
        self._lines = QVBoxLayout()
        self.addWidget(self._picture())
        self.addWidget(self._list())
        self.setStretchFactor(0, 3)
        self.setStretchFactor(1, 2)

    def _picture(self) -> QWidget:
        self._shown = QWidget()
        column = QVBoxLayout(self._shown)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.view, 1)
        column.addWidget(self.as_it_is)
        self._shown.hide()
        return self._shown

    def _list(self) -> QWidget:
        inside = QWidget()
        inside.setLayout(self._lines)
        return scrolling(inside, "What the map changes")

    # -- what is shown

    def show_preview(self, preview: AdoptionPreview) -> None:
        """Show what adopting a map would do."""
        self._preview = preview
        self._fill(sections(preview))
        if self._shown.isHidden():
            self._shown.show()
            self.setSizes([self.height() * 3 // 5, self.height() * 2 // 5])
        self._draw()
        QTimer.singleShot(0, self.view, self._look)  # once it has its size

    def say(self, title: str, *lines: str) -> None:
        """Say something in place of a preview."""
        self._preview = None
        self._shown.hide()
        clear(self._lines)
        self._add(f"<b>{escape(title)}</b>")
        for line in lines:
            self._add(escape(sentence(line)))
        self._lines.addStretch(1)

    def _fill(self, found: Iterable[Section]) -> None:
        clear(self._lines)
        for section in found:
            self._add(f"<b>{escape(section.title)}</b>")
            for line in section.lines:
                self._add(as_link(line))
            if section.more:
                self._add(f"and {section.more} more")
        self._lines.addStretch(1)

    def _add(self, html: str) -> None:
        said = Sentence(html)
        said.place_clicked.connect(self.look_at)
        self._lines.addWidget(said)

    def _draw(self) -> None:
        """Draw one of both revisions, with the changed places lit on it."""
        preview = self._preview
        if preview is None:
            return
        sheet = preview.now if self.as_it_is.isChecked() else preview.then
        self.view.set_theme(tone(), magnified())
        self.view.show_map(sheet)
        self.view.highlight(self.lit(sheet))

    def lit(self, sheet: Map) -> dict[SpaceId, str]:
        """Return the places of a revision that are lit: what stands in the way in another colour."""
        preview, colours = self._preview, shades()
        if preview is None:
            return {}
        blocked = {space for line in preview.obstacles for space in line.spaces}
        return {
            space: colours.bad if space in blocked else colours.accent for space in preview.places if sheet.knows(space)
        }

    def _look(self) -> None:
        if self._preview is not None:
            self.view.fit()
            self.view.look_at(self.lit(self.view.geography.map))

    def look_at(self, place: str) -> None:
        """Show a place of a line; one that only the other revision has is shown on that."""
        preview = self._preview
        if preview is None:
            return
        space = next((space for space in preview.places if space == place), None)
        if space is None:
            return
        if not self.view.geography.map.knows(space):
            self.as_it_is.setChecked(not self.as_it_is.isChecked())
        self.view.look_at([space])
        self.view.centre_on(space)


def as_link(line: PreviewLine) -> str:
    """Return a line as rich text that leads to its place."""
    said = escape(sentence(line.says))
    return f'<a href="place:{escape(line.spaces[0])}">{said}</a>' if line.spaces else said


def sections(preview: AdoptionPreview) -> Iterator[Section]:
    """Return what adopting a map would do, under headings; what forbids it comes first."""
    if preview.obstacles:
        yield Section(OBSTACLES, preview.obstacles)
    if not preview.changes and not preview.drawn:
        yield Section("Nothing visible has changed", ())
    for title, lines in (("What changes on the table", preview.changes), ("What changes on the map", preview.drawn)):
        if lines:
            yield Section(title, lines[:WIDEST], len(lines[WIDEST:]))
    if preview.kept:
        yield Section("Kept as play has left it", preview.kept)
