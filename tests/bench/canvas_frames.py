"""One canvas at work, in a process of its own: 250,000 hexes as items, or on the map view. Prints figures as JSON.

    python -m tests.bench.canvas_frames items|view
"""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

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
from sandtable.present import Counter
from sandtable.present.board import Symbol
from sandtable_editor.canvas import MapView

SIDE, COUNTERS = 500, 2_000
WIDE, HIGH = 1600, 1000
FRAMES, SWEEP, CLOSEST = 60, 60, 2.0
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
    for index, kind in enumerate(kinds().tolist()):
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


def timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1e3


def main(kind: str) -> dict[str, float]:
    application = QApplication(sys.argv[:1])
    sheet, pieces = board(), counters()
    before = memory()
    start = perf_counter()
    view, to = items() if kind == "items" else ours(sheet, pieces)
    build = (perf_counter() - start) * 1e3
    cells = grid()
    fit = min(WIDE / (cells.hex_width * (0.75 * SIDE + 0.25)), HIGH / (cells.hex_height * (SIDE + 0.5))) * 0.97
    to(fit)
    for _ in range(3 if kind == "items" else 200):  # until all that is painted bit by bit is there
        application.processEvents()
    bar = view.horizontalScrollBar()
    middle = bar.value()
    whole: list[float] = []
    for n in range(FRAMES if kind == "view" else FRAMES // 4):
        bar.setValue(middle + n % 2)
        whole.append(timed(view.viewport().repaint))
    sweep: list[float] = []
    for n in range(SWEEP):
        zoom = fit * (CLOSEST / fit) ** (n / (SWEEP - 1))
        sweep.append(timed(lambda zoom=zoom: (to(zoom), view.viewport().repaint())))  # type: ignore[misc]
        between = timed(application.processEvents) if kind == "view" else 0.0
        sweep.append(between) if between > max(sweep) else None
    figures = {
        "build": build, "whole": median(whole), "sweep": median(sweep), "worst": max(sweep), "memory": memory() - before
    }  # fmt: skip
    view.close()
    return figures


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1])))
