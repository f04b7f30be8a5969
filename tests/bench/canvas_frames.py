"""One canvas at work, in a process of its own: 250,000 hexes as items, or on the map view. Prints figures as JSON.

python -m tests.bench.canvas_frames items|view|europe|item-strokes|strokes
"""

import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, thread_time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsPolygonItem, QGraphicsScene, QGraphicsView

from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo
from sandtable.board.numbering import Count, Numbering
from sandtable.board.spaces import SpaceId
from sandtable.design.document import DesignDocument
from sandtable.design.edits.hexes import PaintHexes
from sandtable.present import Counter
from sandtable.present.board import Symbol
from sandtable_editor.canvas import MapView
from sandtable_editor.shell.collecting import set_aside

SIDE, COUNTERS = 500, 2_000
WIDE, HIGH = 1600, 1000
FRAMES, SWEEP, CLOSEST = 60, 60, 2.0
STROKE, STROKES = 1_000, 10
TERRAINS = ("clear", "forest", "hill", "mountain", "marsh", "lake", "desert", "town")
TINTS = ("#eae3c9", "#c6d2a4", "#dfd3ae", "#d8c6a6", "#cbd9c4", "#b4d0d9", "#f1dfb2", "#d9bba2")
COLOURS = ("#2b4f9e", "#b9322c", "#e8e2d0", "#3f7a45")
SYMBOLS: tuple[Symbol, ...] = ("infantry", "cavalry", "artillery", "leader")


def grid() -> HexGrid:
    return HexGrid(SIDE, SIDE, hex_width=28.0)


def kinds() -> NDArray[np.int64]:
    """Return a terrain for each hex, in patches of some hexes."""
    row, column = np.divmod(np.arange(SIDE * SIDE), SIDE)
    waves = np.sin(row / 7) * 3 + np.cos(column / 11) * 3 + np.sin((row + column) / 23) * 2
    return np.asarray(waves + 8, np.int64) % 8


def board() -> Map:
    hexes = HexBoard.blank(grid(), Numbering(column=Count(digits=3), row=Count(digits=3)))
    numbers = np.array([hexes.terrain.index_of((terrain,)) for terrain in TERRAINS])
    hexes.terrain.cells[:] = numbers[kinds()]
    return Map(MapInfo("bench", "Bench", unit="px"), hexes=hexes)


def counters() -> list[Counter]:
    """Return counters over the whole map, each in a hex of its own."""
    rng = np.random.default_rng(7)
    places = rng.choice(SIDE * SIDE, COUNTERS, replace=False).tolist()
    return [
        Counter(
            piece=f"p{n}", kind="Corps", space=SpaceId(f"{at % SIDE + 1:03}{at // SIDE + 1:03}"), side=str(n % 4),
            title=f"{n} Corps", symbol=SYMBOLS[n % 4], colour=COLOURS[n % 4], strength=str(n % 30), movement="4",
        )
        for n, at in enumerate(places)
    ]  # fmt: skip


def items() -> tuple[QGraphicsView, Callable[[float], None]]:
    """Build what one writes first: an item per hex."""
    scene, cells = QGraphicsScene(), grid()
    brushes, pen = [QBrush(QColor(tint)) for tint in TINTS], QPen(QColor("#6f6650"), 0)
    every: list[int] = kinds().tolist()
    for index, kind in enumerate(every):
        item = QGraphicsPolygonItem(QPolygonF([QPointF(x, y) for x, y in cells.corners(cells.hex(index))]))
        item.setBrush(brushes[kind])
        item.setPen(pen)
        scene.addItem(item)
    view = QGraphicsView(scene)
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
    scene.setParent(view)
    view.resize(WIDE, HIGH)
    view.show()

    def to(zoom: float) -> None:
        view.setTransform(QTransform.fromScale(zoom, zoom))

    return view, to


def ours(sheet: Map, pieces: list[Counter]) -> tuple[MapView, Callable[[float], None]]:
    view = MapView()
    view.resize(WIDE, HIGH)
    view.show()
    view.show_map(sheet)
    view.set_counters(pieces)
    return view, lambda zoom: view.zoom_by(zoom / view.zoom)


def memory() -> float:
    """Return megabytes of this process in memory."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


class Frame(NamedTuple):
    """What a frame took: milliseconds on the clock, and of the processor."""

    wall: float
    cpu: float


def timed(work: Callable[[], object]) -> Frame:
    start, busy = perf_counter(), thread_time()
    work()
    return Frame((perf_counter() - start) * 1e3, (thread_time() - busy) * 1e3)


def whole_frames(view: QGraphicsView, count: int) -> list[Frame]:
    """Paint the view again and again, moved by a pixel each time."""
    bar = view.horizontalScrollBar()
    middle = bar.value()
    frames: list[Frame] = []
    for n in range(count):
        bar.setValue(middle + n % 2)
        frames.append(timed(view.viewport().repaint))
    return frames


def sweep_frames(
    view: QGraphicsView, to: Callable[[float], None], fit: float, between: Callable[[], object]
) -> list[Frame]:
    """Zoom in from the whole map in steps; what is done between frames counts as a frame of its own."""
    frames: list[Frame] = []
    for n in range(SWEEP):
        zoom = fit * (CLOSEST / fit) ** (n / (SWEEP - 1))

        def frame(zoom: float = zoom) -> None:
            to(zoom)
            view.viewport().repaint()

        frames += [timed(frame), timed(between)]
    return frames


def plain_zoom(like: MapView, count: int, closest: float) -> list[float]:
    """Zoom a plain view into a picture of what another shows; return the milliseconds of this thread of each frame."""
    scene = QGraphicsScene()
    scene.addPixmap(like.grab())
    view = QGraphicsView(scene)
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.resize(like.viewport().size())
    view.show()
    QApplication.processEvents()

    def frame() -> None:
        view.scale(closest ** (1 / count), closest ** (1 / count))
        view.viewport().repaint()

    frames = [timed(frame).cpu for _ in range(count)]
    view.close()
    return frames


def main(kind: str) -> dict[str, float]:
    """Build, show the whole map, zoom in; return milliseconds and megabytes."""
    application = QApplication(sys.argv[:1])
    sheet, pieces = (europe() if kind == "europe" else board()), (counters() if kind == "view" else [])
    before = memory()
    made: list[tuple[QGraphicsView, Callable[[float], None]]] = []
    build = timed(lambda: made.append(items() if kind == "items" else ours(sheet, pieces)))
    view, to = made[0]
    if isinstance(view, MapView):
        fit = view.zoom
        view.settle()
        set_aside()  # as the workspaces do when something is on the table
    else:
        fit = min(WIDE / view.sceneRect().width(), HIGH / view.sceneRect().height()) * 0.98
        to(fit)
    application.processEvents()
    count = FRAMES if isinstance(view, MapView) else FRAMES // 4
    whole, sweep = whole_frames(view, count), sweep_frames(view, to, fit, lambda: between(view))
    figures = {
        "build": build.wall, "whole": median(frame.wall for frame in whole),
        "whole_cpu": median(frame.cpu for frame in whole), "sweep": median(frame.wall for frame in sweep),
        "worst": max(frame.wall for frame in sweep), "worst_cpu": max(frame.cpu for frame in sweep),
        "memory": memory() - before,
    }  # fmt: skip
    view.close()
    return figures


def stroke_cells() -> list[int]:
    """Return 1,000 hexes that lie together in the middle of the map."""
    cells = grid()
    middle = cells.hex_of(SIDE // 2, SIDE // 2)
    return [cells.index(hex) for hex in cells.within(middle, 18)][:STROKE]


def item_strokes() -> list[Frame]:
    """Paint a stroke on items, to and fro; all of the view is painted then."""
    view, to = items()
    to(min(WIDE / view.sceneRect().width(), HIGH / view.sceneRect().height()) * 0.98)
    QApplication.processEvents()
    view.viewport().repaint()
    cells, scene = set(stroke_cells()), view.scene()
    drawn = [one for at, one in enumerate(scene.items(Qt.SortOrder.AscendingOrder)) if at in cells]
    brushes = [QBrush(QColor(tint)) for tint in TINTS]

    def stroke(brush: QBrush) -> None:
        for one in drawn:
            if isinstance(one, QGraphicsPolygonItem):
                one.setBrush(brush)
        view.viewport().repaint()

    return [timed(partial(stroke, brushes[n % 2])) for n in range(STROKES)]


def our_strokes() -> list[Frame]:
    """Show one revision after another of a map on which a stroke was painted, until all of it is up to date."""
    sheet = board()
    view, _ = ours(sheet, [])
    QApplication.processEvents()
    view.settle()
    view.viewport().repaint()
    assert sheet.hexes is not None
    numbers: list[str] = sheet.hexes.numbers.all[stroke_cells()].tolist()
    document = DesignDocument.of(sheet)
    revisions: list[Map] = []
    for n in range(STROKES):
        document.do(PaintHexes(tuple(numbers), (TERRAINS[n % 2],)))
        revisions.append(document.map)

    def stroke(revision: Map) -> None:
        view.show_map(revision)
        while not view.map_scene.tiles.whole(view.map_scene.step, view.window_box()):
            view.map_scene.work(view.window_box())
        view.viewport().repaint()

    return [timed(partial(stroke, one)) for one in revisions]


def strokes(kind: str) -> dict[str, float]:
    """Paint strokes of 1,000 hexes; return milliseconds of the median."""
    application = QApplication(sys.argv[:1])
    frames = item_strokes() if kind == "item-strokes" else our_strokes()
    application.processEvents()
    return {"stroke": median(one.wall for one in frames), "stroke_cpu": median(one.cpu for one in frames)}


def between(view: QGraphicsView) -> None:
    """Do what a view does between two frames."""
    if isinstance(view, MapView):
        view.map_scene.work(view.window_box())


def europe() -> Map:
    """Return the map of areas that ships."""
    from sandtable_empires.maps.europe_1805 import europe_1805

    return europe_1805()


if __name__ == "__main__":
    print(json.dumps(strokes(sys.argv[1]) if "strokes" in sys.argv[1] else main(sys.argv[1])))
