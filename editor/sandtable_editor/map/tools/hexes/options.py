"""What can be chosen for the tools of hexes, above the map: all of them show one palette."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QLineEdit, QSpinBox, QWidget

from sandtable_editor.map.tools.hexes.palette import WIDEST, size_of, terrain_of
from sandtable_editor.shell.pieces import choice_box, name_box

if TYPE_CHECKING:
    from sandtable_editor.map.tools.hexes.palette import HexPalette

HOWS: Final = {
    "set": "in place of all that is there", "add": "beside what is there", "remove": "taken out",
    "replace": "in place of one terrain",
}  # fmt: skip
LIFTS: Final = {"raise": "Raise by", "lower": "Lower by", "set": "Set to level"}


class HexOptions(QWidget):
    """A row of choices; what is chosen elsewhere is shown too."""

    def __init__(self, palette: HexPalette) -> None:
        super().__init__()
        self.chosen = palette
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(6, 0, 6, 0)
        self._follow: list[Callable[[], None]] = []
        palette.changed.connect(self.show_palette)

    def show_palette(self) -> None:
        """Show what is chosen."""
        for show in self._follow:
            show()

    def follow(self, show: Callable[[], None]) -> None:
        """Have something done whenever something else is chosen."""
        self._follow.append(show)

    def ready(self) -> HexOptions:
        """Return it, showing what is chosen."""
        self._row.addStretch(1)
        self.show_palette()
        return self

    def _add(self, title: str, box: QWidget) -> None:
        if title:
            label = QLabel(title)
            label.setBuddy(box)
            self._row.addWidget(label)
        self._row.addWidget(box)

    def words(
        self, title: str, name: str, field: str, words: Callable[[], Iterable[str]], *, many: bool = False
    ) -> QComboBox:
        """Add a box of words, in which another one may be typed; with commas between them where ``many`` may be."""
        box = choice_box(name)
        box.setEditable(True)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        box.setMinimumContentsLength(12)

        def show() -> None:
            value = getattr(self.chosen, field)
            text = ", ".join(value) if many else str(value)
            there = list(words())
            if [box.itemText(at) for at in range(box.count())] != there:
                box.blockSignals(True)
                box.clear()
                box.addItems(there)
                box.blockSignals(False)
            if box.currentText() != text:
                box.setEditText(text)

        def choose(_: object = None) -> None:
            text = box.currentText().strip()
            self.chosen.put(**{field: terrain_of(text) if many else text})

        box.activated.connect(choose)
        line = box.lineEdit()
        if line is not None:
            line.editingFinished.connect(choose)
        self._follow.append(show)
        self._add(title, box)
        return box

    def choices(self, title: str, name: str, field: str, words: dict[str, str]) -> None:
        """Add a box to choose one of several from."""
        box = choice_box(name)
        for key, text in words.items():
            box.addItem(text, key)
        box.activated.connect(lambda _=0: self.chosen.put(**{field: box.currentData()}))
        self._follow.append(lambda: box.setCurrentIndex(box.findData(getattr(self.chosen, field))))
        self._add(title, box)

    def number(self, title: str, name: str, field: str, least: int, most: int, special: str = "") -> None:
        """Add a number; the least of all may have words of its own."""
        box = QSpinBox()
        name_box(box, name)
        box.setRange(least, most)
        box.setSpecialValueText(special)
        box.valueChanged.connect(lambda _=0: self.chosen.put(**{field: box.value()}))
        self._follow.append(lambda: box.setValue(getattr(self.chosen, field)))
        self._add(title, box)

    def brush_size(self) -> None:
        """Add the size of the brush."""
        self.choices_of_numbers("Size:", "Brush size", "radius", {at: size_of(at) for at in range(WIDEST + 1)})

    def choices_of_numbers(self, title: str, name: str, field: str, words: dict[int, str]) -> None:
        """Add a box to choose one of several numbers from, each in words."""
        box = choice_box(name)
        for key, text in words.items():
            box.addItem(text, key)
        box.activated.connect(lambda _=0: self.chosen.put(**{field: box.currentData()}))
        self._follow.append(lambda: box.setCurrentIndex(getattr(self.chosen, field)))
        self._add(title, box)

    def switch(self, title: str, field: str) -> None:
        """Add something that is so or not."""
        box = QCheckBox(title)
        box.setAccessibleName(title)
        box.toggled.connect(lambda _=False: self.chosen.put(**{field: box.isChecked()}))
        self._follow.append(lambda: box.setChecked(getattr(self.chosen, field)))
        self._add("", box)

    def line(self, title: str, name: str, field: str) -> None:
        """Add a line of text."""
        box = QLineEdit()
        box.setAccessibleName(name)
        box.setMinimumWidth(220)
        box.textChanged.connect(lambda _="": self.chosen.put(**{field: box.text()}))

        def show() -> None:
            if box.text() != getattr(self.chosen, field):
                box.setText(getattr(self.chosen, field))

        self._follow.append(show)
        self._add(title, box)


def terrain_options(palette: HexPalette) -> QWidget:
    """Return what is chosen for a rectangle."""
    return _terrain(palette).ready()


def _terrain(palette: HexPalette) -> HexOptions:
    made = HexOptions(palette)
    made.words("Terrain:", "Terrain", "terrain", lambda: palette.terrains, many=True)
    made.choices("", "How it is painted", "how", HOWS)
    return made


def brush_options(palette: HexPalette) -> QWidget:
    """Return what is chosen for a brush, or a line of hexes."""
    made = _terrain(palette)
    replaced = made.words("", "Terrain that is replaced", "instead_of", lambda: palette.terrains)
    made.follow(lambda: replaced.setVisible(palette.how == "replace"))
    made.brush_size()
    return made.ready()


def size_options(palette: HexPalette) -> QWidget:
    """Return what is chosen for the eraser."""
    made = HexOptions(palette)
    made.brush_size()
    return made.ready()


def fill_options(palette: HexPalette) -> QWidget:
    """Return what is chosen for a fill."""
    made = HexOptions(palette)
    made.words("Terrain:", "Terrain", "terrain", lambda: palette.terrains, many=True)
    made.number("Within:", "How far a fill goes, in hexes", "within", 0, 500, "any distance")
    made.switch("Not across rivers", "stops_at_water")
    return made.ready()


def level_options(palette: HexPalette) -> QWidget:
    """Return what is chosen for levels."""
    made = HexOptions(palette)
    made.choices("", "What is done to levels", "lift", LIFTS)
    made.number("", "Level", "level", -100, 1000)
    made.brush_size()
    made.switch("Slopes follow", "slopes")
    return made.ready()


def side_options(palette: HexPalette) -> QWidget:
    """Return what is chosen for hexsides."""
    made = HexOptions(palette)
    made.words("Along hexsides:", "What lies along hexsides", "side", lambda: palette.sides)
    made.switch("On the side you drag along", "favours")
    return made.ready()


def road_options(palette: HexPalette) -> QWidget:
    """Return what is chosen for roads."""
    made = HexOptions(palette)
    made.words("Through hexes:", "What leads through hexes", "way", lambda: palette.ways)
    made.switch("Bridges over water", "bridges")
    return made.ready()


def name_options(palette: HexPalette) -> QWidget:
    """Return the field of a name."""
    made = HexOptions(palette)
    made.line("Name:", "Name of the hex", "name")
    return made.ready()
