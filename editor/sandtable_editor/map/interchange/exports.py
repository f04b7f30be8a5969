"""What is to be written of a map, where and how: Qt-free, done in a job."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from sandtable.interchange.svg.print_plan import PrintSettings

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.interchange.svg.hex_picture import HexStyle
    from sandtable.interchange.svg.tabletop import TabletopGrid

FORMATS: Final = {
    "geojson": ("GeoJSON, for other programs", ".geojson"),
    "paper": ("GeoJSON in map units, exact", ".geojson"),
    "svg": ("SVG drawing", ".svg"),
    "png": ("PNG picture", ".png"),
    "pdf": ("PDF to scale, on sheets of paper", ".pdf"),
    "csv": ("Table of adjacency (CSV)", ".csv"),
}
"""What a map can be written as: its words, and how the name of its file ends."""
DRAWN: Final = frozenset({"svg", "png", "pdf"})


class ExportChoice(Struct, frozen=True, kw_only=True):
    """What somebody has chosen; ``scale`` is pixels for a map unit, an inch having 96."""

    format: str
    mode: str = "terrain"
    underlays: bool = False
    hexes: bool = False
    transitions: bool = True
    """Whether terrains of hexes reach into each other in a drawing."""
    terrain_names: bool = False
    """Whether the terrain of each hex is written into it in a drawing."""
    scale: float | None = None
    dpi: float = 96.0
    hex_pixels: int = 0
    """Of a hex from side to side in a picture for a virtual tabletop; 0 for any other."""
    settings: PrintSettings = PrintSettings()

    @property
    def for_tabletop(self) -> bool:
        """Whether it is the board alone that is drawn."""
        return self.format == "png" and self.hex_pixels > 0

    @property
    def hex_style(self) -> HexStyle:
        """How hexes are drawn."""
        from sandtable.interchange.svg import HexStyle

        return HexStyle(transitions=self.transitions, words=self.terrain_names)


def board_of(sheet: Map, choice: ExportChoice) -> tuple[str, TabletopGrid]:
    """Return the board alone, as a virtual tabletop takes it, and the grid that lies on it."""
    from sandtable.interchange.svg.tabletop import tabletop

    return tabletop(sheet, choice.hex_pixels, mode=choice.mode, underlays=choice.underlays, hexes=choice.hex_style)


def drawing_of(sheet: Map, choice: ExportChoice) -> str:
    """Return the drawing that is written, shown or printed, of the whole map."""
    from sandtable.interchange.svg import render

    return render(sheet, mode=choice.mode, scale=choice.scale, underlays=choice.underlays, hexes=choice.hex_style)


def write_export(sheet: Map, choice: ExportChoice, path: Path, tell: Callable[[int, int], object]) -> str:
    """Write a map; return in words what was written. What ``tell`` raises ends it, and then nothing is."""
    from sandtable.interchange.adjacency_table import as_csv, links
    from sandtable.interchange.foreign_files import write_text
    from sandtable_editor import printing

    tell(0, 1)
    if choice.for_tabletop:
        return _write_board(sheet, choice, path)
    match choice.format:
        case "geojson" | "paper":
            from sandtable.interchange import geojson

            text = geojson.write(sheet, hexes=choice.hexes, paper=choice.format == "paper")
        case "csv":
            text = as_csv(links(sheet))
        case _:
            text = drawing_of(sheet, choice)
    tell(0, 1)
    if choice.format == "png":
        width, height = printing.png(text, path, choice.dpi)
        return f"{path.name}: {width:,} by {height:,} pixels"
    if choice.format == "pdf":
        columns, rows = printing.pdf(text, path, choice.settings, sheet.title or sheet.key, tell)
        return f"{path.name}: {f'{columns * rows} sheets, {columns} by {rows}' if columns * rows > 1 else '1 sheet'}"
    write_text(path, text)
    return f"{path.name}: {len(text.encode()) / 1024:,.0f} KB"


def _write_board(sheet: Map, choice: ExportChoice, path: Path) -> str:
    from sandtable.interchange.svg.tabletop import DPI
    from sandtable_editor import printing

    drawing, grid = board_of(sheet, choice)
    printing.png(drawing, path, DPI)
    return f"{path.name}: {grid.says_whole}"
