"""The tool that lays a board over a scan: click the middles of a few hexes in it, and give their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from PySide6.QtWidgets import QComboBox, QLineEdit, QPushButton, QSpinBox, QWidget

from sandtable.board.scanned_board import HexPoint
from sandtable.design.edits.underlays import BoardFromScan, PlaceByHexes
from sandtable_editor.map.guides import Guide, GuideWords, Handles, SnapMark
from sandtable_editor.map.tools.underlays.scan_tool import ScanOptions, ScanTool
from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.board.shapes import Place
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.tools.tool import Held

LYING: dict[str, Literal["flat", "pointy"]] = {"flat-topped": "flat", "pointed": "pointy"}
SHIFTED: dict[str, Literal["odd", "even"]] = {"second": "odd", "first": "even"}
"""Which columns (of pointed hexes: rows) are shifted by half a hex, as it is said, and as a grid has it."""


class ScanHexOptions(ScanOptions):
    """The number of the hex that was clicked, and how the hexes lie."""

    def __init__(
        self, desk: MapDesk, add: Callable[[str], None], board: Callable[[], None], scan: Callable[[], None]
    ) -> None:
        super().__init__(desk)
        self.number, self.lying, self.shifted = QLineEdit(), QComboBox(), QComboBox()
        self.columns, self.rows = QSpinBox(), QSpinBox()
        self.number.setPlaceholderText("Click a hex first")
        self.number.setFixedWidth(scaled(120))
        self.lying.addItems(list(LYING))
        self.shifted.addItems(list(SHIFTED))
        for spin in (self.columns, self.rows):
            spin.setRange(0, 4000)
            spin.setSpecialValueText("as needed")
        self.add("Number", self.number)
        for name, field in (
            ("Hexes", self.lying), ("Shifted", self.shifted), ("Columns", self.columns), ("Rows", self.rows),
        ):  # fmt: skip
            self.add(name, field, below=True)
        self.more.addStretch(1)
        self.number.returnPressed.connect(lambda: add(self.number.text().strip()))
        for text, tip, act in (
            ("Lay a board", "Lay a board of hexes over the scan, the scan being turned and stretched under it", board),
            ("Lay the scan", "Lay the scan under the board that is there", scan),
        ):
            button = QPushButton(text)
            button.setToolTip(tip)
            button.clicked.connect(act)
            self.row.addWidget(button)
        self.row.addStretch(1)
        self._take_over(desk)

    def _take_over(self, desk: MapDesk) -> None:
        """Begin with how the hexes lie that are there."""
        board = desk.design.map.hexes
        if board is None:
            return
        self.lying.setCurrentIndex(list(LYING.values()).index(board.grid.orientation))
        self.shifted.setCurrentIndex(list(SHIFTED.values()).index(board.grid.stagger))


class ScanHexesTool(ScanTool):
    """Lays a board over an image, or the image under the board, by hexes that are seen in it."""

    key, title = "scan_hexes", "Hexes of a scan"
    says = "Click the middles of four hexes in the scan and give their numbers"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._pixel: Place | None = None
        self._hexes: tuple[HexPoint, ...] = ()
        self._options: ScanHexOptions | None = None

    def options(self) -> QWidget | None:
        self._options = ScanHexOptions(self.desk, self._add, self._lay_board, self._lay_scan)
        return self._options

    def hint(self, modifiers: Held) -> str:
        if self._pixel is not None:
            return "Type the number that is printed in this hex, and Enter · Esc: leave it"
        if len(self._hexes) < 3:
            return f"Click: the middle of a hex in the scan, {3 - len(self._hexes)} more · far apart is best"
        return (
            "Click: the middle of one more hex · Lay a board over the scan, or the scan under the board: above · "
            "Backspace: without the last"
        )

    def pressed(self, at: Place, modifiers: Held) -> None:
        self._pixel = self.pixel_at(at)
        if self._pixel is None:
            self.desk.refuse("There is no scan here: click the middle of a hex in it.")
        elif self._options is not None:
            self._options.number.setPlaceholderText("Its number")
            self._options.number.setFocus()
        self.show()

    def _add(self, number: str) -> None:
        if self._pixel is None:
            self.desk.refuse("Click the middle of a hex in the scan first, then give its number.")
        elif number:
            self._hexes = (*self._hexes, HexPoint(self._pixel, number))
            self._pixel = None
            self._clear()
        self.desk.view.setFocus()
        self.show()

    def _clear(self) -> None:
        if self._options is not None:
            self._options.number.clear()
            self._options.number.setPlaceholderText("Click a hex first")

    def _lay_board(self) -> None:
        one, options = self.underlay, self._options
        if one is None or options is None:
            return
        edit = BoardFromScan(
            one.id, self._hexes, LYING[options.lying.currentText()], SHIFTED[options.shifted.currentText()],
            None, options.columns.value(), options.rows.value(),
        )  # fmt: skip
        self._did(self.desk.design.do(edit) is not None)

    def _lay_scan(self) -> None:
        one = self.underlay
        if one is not None:
            self._did(self.desk.design.do(PlaceByHexes(one.id, self._hexes)) is not None)

    def _did(self, done: bool) -> None:
        if done:
            self._hexes = ()
        self.desk.view.setFocus()
        self.show()

    def escape(self) -> bool:
        was, self._pixel = self._pixel is not None, None
        self._clear()
        self.show()
        return was

    def back(self) -> bool:
        was = self._pixel is not None or bool(self._hexes)
        if self._pixel is None:
            self._hexes = self._hexes[:-1]
        self.escape()
        return was

    def show(self) -> None:
        laid = self.pixels()
        if self.desk.tool is not self or laid is None:
            return
        frame = self.frame()
        found: list[Guide] = [] if frame is None else [frame]
        found.append(Handles(tuple(laid.at(one.pixel) for one in self._hexes)))
        found += [GuideWords(laid.at(one.pixel), one.hex) for one in self._hexes]
        if self._pixel is not None:
            found.append(SnapMark(laid.at(self._pixel), "crossing"))
        self.desk.guides.show_guides(found)
