"""Maps in pixels and on paper: to scale, the same on a sheet as in the whole, whole or not at all."""

from __future__ import annotations

import json
import re
import zlib
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo
from sandtable.engine.errors import Invalid
from sandtable.interchange import geojson
from sandtable.interchange.svg import HexStyle, render
from sandtable.interchange.svg.cut_out import cut_out
from sandtable.interchange.svg.print_plan import PrintSettings
from sandtable.interchange.svg.tabletop import tabletop
from sandtable_editor import printing
from tests.cli.test_map_commands import run
from tests.interchange.sheets import danube, mixed, tyrol

pytestmark = pytest.mark.usefixtures("qapp")


def painted(drawing: str, box: tuple[int, int, int, int]) -> QImage:
    left, top, right, bottom = box
    image = QImage(right - left, bottom - top, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    painter = QPainter(image)
    painter.translate(-left, -top)
    source = QSvgRenderer(drawing.encode())
    source.render(painter, source.viewBoxF())
    painter.end()
    return image


def pixels(image: QImage) -> NDArray[np.int64]:
    return np.frombuffer(image.constBits(), np.uint8).astype(np.int64)


@pytest.mark.parametrize("make", [tyrol, danube, mixed])
def test_a_sheet_shows_what_the_whole_drawing_shows_there(make: object) -> None:
    drawing = render(make())  # type: ignore[operator]
    for box in ((100, 100, 300, 260), (0, 0, 120, 120), (350, 30, 500, 200)):
        cut = cut_out(drawing, tuple(map(float, box)))  # type: ignore[arg-type]
        one, other = (pixels(painted(text, box)) for text in (cut, drawing))
        assert np.abs(one - other).max() <= 3, "rims are smoothed otherwise, and no more"


def test_a_picture_has_as_many_pixels_as_asked_for(tmp_path: Path) -> None:
    drawing = render(tyrol())
    width, height = map(int, re.findall(r'viewBox="0 0 (\d+) (\d+)"', drawing)[0])
    assert printing.png(drawing, tmp_path / "a.png", 96) == (width, height)
    assert printing.png(drawing, tmp_path / "a.png", 192) == (2 * width, 2 * height)
    image = QImage(str(tmp_path / "a.png"))
    assert (image.width(), image.height()) == (2 * width, 2 * height)
    assert image.dotsPerMeterX() == round(192 / 0.0254)
    with pytest.raises(Invalid, match="pixels is too large: choose fewer pixels to an inch"):
        printing.png(drawing, tmp_path / "b.png", 2400)
    assert not (tmp_path / "b.png").exists()


def test_sheets_are_as_large_as_the_paper_and_as_many_as_planned(tmp_path: Path) -> None:
    drawing, heard = render(tyrol()), list[tuple[int, int]]()
    settings = PrintSettings(paper="A5", landscape=False)

    def hear(done: int, total: int) -> None:
        heard.append((done, total))

    columns, rows = printing.pdf(drawing, tmp_path / "a.pdf", settings, "Tyrol", hear)
    many = columns * rows
    assert many > 1
    assert heard == [(number, many) for number in range(1, many + 1)]
    data = (tmp_path / "a.pdf").read_bytes()
    plain = data + b"".join(_streams(data))
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", plain)
    assert len(boxes) == many
    assert {(round(float(wide) * 25.4 / 72), round(float(high) * 25.4 / 72)) for wide, high in boxes} == {(148, 210)}


def _streams(data: bytes) -> list[bytes]:
    found: list[bytes] = []
    for packed in re.findall(rb"stream\r?\n(.*?)endstream", data, re.DOTALL):
        try:
            found.append(zlib.decompress(packed))
        except zlib.error:
            continue
    return found


def test_what_is_stopped_writes_nothing(tmp_path: Path) -> None:
    class Stopped(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise Stopped

    (tmp_path / "a.pdf").write_bytes(b"mine")
    with pytest.raises(Stopped):
        printing.pdf(render(tyrol()), tmp_path / "a.pdf", PrintSettings(), "Tyrol", stop)
    assert (tmp_path / "a.pdf").read_bytes() == b"mine"
    assert [path.name for path in tmp_path.iterdir()] == ["a.pdf"]


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("stagger", ["odd", "even"])
def test_every_hex_lies_where_the_grid_of_a_virtual_tabletop_has_it(
    tmp_path: Path, orientation: Literal["flat", "pointy"], stagger: Literal["odd", "even"]
) -> None:
    board = HexBoard.blank(HexGrid(7, 5, orientation, stagger, 3.7, left=-11, top=4))
    wet = [(0, 0), (6, 4), (3, 2), (5, 0), (0, 4)]
    board.terrain.paint([board.grid.hex_of(*cell) for cell in wet], "lake")
    drawing, grid = tabletop(Map(MapInfo("m", "M"), hexes=board), 64, hexes=HexStyle(transitions=False))
    assert printing.png(drawing, tmp_path / "a.png", 96) == (grid.wide, grid.high)
    assert (grid.rows, grid.even, grid.pixels) == (orientation == "pointy", stagger == "even", 64)
    image = QImage(str(tmp_path / "a.png"))
    long = 64 * 2 / 3**0.5

    def colour(column: int, row: int, part: float) -> QColor:
        """Return that of a place in a hex of such a grid, so far from its middle to the middle of a side."""
        shifted = (column if orientation == "flat" else row) % 2 == (stagger == "odd")
        if orientation == "flat":
            return image.pixelColor(int(long / 2 + column * long * 0.75), int(32 * (1 + 2 * row + shifted + part)))
        return image.pixelColor(int(32 * (1 + 2 * column + shifted + part)), int(long / 2 + row * long * 0.75))

    water = colour(3, 2, 0.9)
    for column in range(7):
        for row in range(5):
            for part in (-0.45, 0.9):
                assert (colour(column, row, part) == water) == ((column, row) in wet), (column, row, part)


def test_hexes_that_no_regular_grid_fits_are_refused() -> None:
    board = HexBoard.blank(HexGrid(40, 30, "flat", "odd", 2.0, 1.8))
    with pytest.raises(Invalid, match="make them regular first"):
        tabletop(Map(MapInfo("m", "M"), hexes=board), 100)
    with pytest.raises(Invalid, match="has no hexes for the grid"):
        tabletop(tyrol(), 100)
    with pytest.raises(Invalid, match="choose 10 to 1,000"):
        tabletop(danube(), 5)


def test_the_command_writes_a_board_for_a_virtual_tabletop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "d.geojson").write_text(geojson.write(danube()), "utf-8")
    told = run("render", "d.geojson", "d.png", "--hex-pixels", "50").stdout
    found = re.fullmatch(
        r"d\.png: .*, ([\d,]+) by ([\d,]+) pixels; grid: hexagonal (?:rows|columns), (?:odd|even); size 50 pixels; "
        r"offset 0, 0\n",
        told,
    )
    assert found is not None, told
    facts = json.loads(run("render", "d.geojson", "d.png", "--hex-pixels", "50", "--json").stdout)
    assert facts["pixels"] == [int(found[1].replace(",", "")), int(found[2].replace(",", ""))]
    assert (facts["grid"]["size"], facts["grid"]["offset"]) == (50, [0, 0])
    for call in (("d.pdf", "--hex-pixels", "50"), ("d.png", "--hex-pixels", "50", "--hex-mm", "15")):
        assert "--hex-pixels says how large a PNG is" in run("render", "d.geojson", *call, status=2).stderr


def test_the_command_writes_png_and_pdf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "d.geojson").write_text(geojson.write(danube()), "utf-8")
    facts = json.loads(run("render", "d.geojson", "d.pdf", "--hex-mm", "30", "--paper", "A5", "--json").stdout)
    assert facts["sheets"] == facts["columns"] * facts["rows"] > 1
    assert (tmp_path / "d.pdf").read_bytes().startswith(b"%PDF")
    told = run("render", "d.geojson", "d.png", "--dpi", "48").stdout
    assert re.fullmatch(r"d\.png: .*, [\d,]+ by [\d,]+ pixels\n", told)
    for call, says in (
        (("d.geojson", "d.jpg"), "d.jpg is not the name of an SVG file, nor of a PNG or PDF"),
        (("d.geojson", "d.pdf", "--scale", "2", "--hex-mm", "3"), "all say how large it is: use one of them"),
        (("d.geojson", "d.pdf", "--paper", "B12"), "B12"),
        (("d.geojson", "gone/d.pdf"), "there is no folder"),
    ):
        assert says in run("render", *call, status=2).stderr
    refused = run("export", "d.geojson", "d.pdf", status=2).stderr
    assert refused == "d.pdf is a picture: draw it with `sandtable map render d.geojson d.pdf`\n"
