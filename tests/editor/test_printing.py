"""Maps in pixels and on paper: to scale, the same on a sheet as in the whole, whole or not at all."""

from __future__ import annotations

import json
import re
import zlib
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from sandtable.engine.errors import Invalid
from sandtable.interchange import geojson
from sandtable.interchange.svg import render
from sandtable.interchange.svg.cut_out import cut_out
from sandtable.interchange.svg.print_plan import PrintSettings
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
