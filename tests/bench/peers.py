"""Other programs that a figure stands beside, if they are on this machine; if not, the figure says so."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

TILED_TERRAINS: Final = ("clear", "forest", "hill")
HEX_MAP: Final = """<?xml version="1.0" encoding="UTF-8"?>
<map version="1.8" orientation="hexagonal" renderorder="right-down" width="{columns}" height="{rows}" tilewidth="28"
 tileheight="32" infinite="0" hexsidelength="16" staggeraxis="x" staggerindex="even" nextlayerid="2" nextobjectid="1">
 <layer id="1" name="terrain" width="{columns}" height="{rows}"><data encoding="csv">
{cells}
</data></layer>
</map>
"""
"""A board as Tiled keeps it, without tiles: what is written again is its cells."""


def _seconds_of_children(*call: str | Path) -> float:
    """Run a program without a screen; return its time of the processor."""
    before = os.times()
    subprocess.run(call, check=True, capture_output=True, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def beside_tiled(folder: Path, columns: int, rows: int) -> str:
    """Say what Tiled needs to export a board of so many hexes, less what it needs for one of four."""
    tiled = shutil.which("tiled")
    if tiled is None:
        return "Tiled is not on this machine"
    took: list[float] = []
    for wide, high in ((2, 2), (columns, rows)):
        board, written = folder / f"{wide}.tmx", folder / f"{wide}.json"
        line = ",".join(str(1 + at % len(TILED_TERRAINS)) for at in range(wide))
        board.write_text(HEX_MAP.format(columns=wide, rows=high, cells=",\n".join([line] * high)), "utf-8")
        took.append(_seconds_of_children(tiled, "--export-map", "json", board, written))
    return f"Tiled exporting it: {1e3 * (took[1] - took[0]):.0f} ms"


def beside_qgis(areas: Path, folder: Path) -> str:
    """Say what QGIS needs to look the areas of a GeoJSON file over once, less what it needs to begin."""
    qgis = shutil.which("qgis_process")
    if qgis is None:
        return "QGIS is not on this machine"
    begun = _seconds_of_children(qgis, "list")
    valid = folder / "valid.gpkg"
    took = _seconds_of_children(
        qgis, "run", "qgis:checkvalidity", f"--INPUT_LAYER={areas}", "--METHOD=2", f"--VALID_OUTPUT={valid}"
    )
    return f"QGIS looking its areas over: {1e3 * max(0.0, took - begun):.0f} ms"
