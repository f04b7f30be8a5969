"""Writes into each hex what its terrain is called, for whoever cannot tell colours and pictures apart."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPixmap

from sandtable.present.terrain_words import terrain_words
from sandtable_editor.canvas.geometry.halo import HALO, write_with_halo
from sandtable_editor.canvas.geometry.palette import palette

if TYPE_CHECKING:
    from sandtable.board.hex_board import HexBoard
    from sandtable.board.hexes import Ints
    from sandtable_editor.canvas.geometry.palette import Tone
    from sandtable_editor.canvas.ground.paint_context import PaintContext

WORDS_FROM: Final = 34.0
"""Logical pixels of a hex from which on there is room for words in it."""
SIZES: Final = (8, 13)
"""Logical pixels of letters, at least and at most."""
LEAST: Final = 7
"""The same, of a word that is too long for its hex otherwise."""
OVER: Final = 1.25
"""So many times as wide a line may be before it is cut: it touches the rim then, and can be read."""


class WordsLook(NamedTuple):
    """What tells one picture of words from another."""

    tone: Tone
    dpr: float
    pixels: int
    """Of a letter, logical ones."""
    wide: int
    """Logical pixels that a line may take."""


def write_terrains(context: PaintContext, board: HexBoard, cells: Ints) -> None:
    """Write the words of hexes into their lower parts."""
    grid = board.grid
    size = min(grid.hex_width, grid.hex_height) * context.zoom
    least, most = SIZES
    pixels = round(max(least, min(most, size * 0.17)) * context.palette.letters)
    share, bottom = (0.68, 0.41) if grid.orientation == "flat" else (0.88, 0.34)
    look = WordsLook(context.palette.tone, context.dpr, pixels, round(grid.hex_width * context.zoom * share))
    down = grid.hex_height * context.zoom * bottom
    sets: list[tuple[str, ...]] = board.terrain.sets
    kinds: list[int] = board.terrain.cells[cells].tolist()
    for kind, (x, y) in zip(kinds, grid.centres(cells).tolist(), strict=True):
        if sets[kind]:
            picture = words_picture(sets[kind], look)
            wide, high = picture.width() / context.dpr, picture.height() / context.dpr
            lower = 0.25 * pixels if high > 2 * pixels else 0.0
            at = x * context.zoom - wide / 2, y * context.zoom + down + lower - high
            context.painter.drawPixmap(QPointF(*(floor(place * context.dpr) / context.dpr for place in at)), picture)


@lru_cache(maxsize=512)
def words_picture(words: tuple[str, ...], look: WordsLook) -> QPixmap:
    """Return the words of a hex, each with a halo, broken and shortened so that they fit."""
    font = _font_for(words, look)
    metrics = QFontMetricsF(font)
    lines = [
        metrics.elidedText(line, Qt.TextElideMode.ElideRight, round(look.wide * OVER))
        for line in terrain_words(words, lambda text: metrics.horizontalAdvance(text) <= look.wide)
    ]
    step = metrics.ascent() + metrics.descent() * 0.4
    wide = max(map(metrics.horizontalAdvance, lines)) + 4 * HALO
    pixmap = QPixmap(ceil(wide * look.dpr), ceil((step * len(lines) + metrics.descent() + 2 * HALO) * look.dpr))
    pixmap.setDevicePixelRatio(look.dpr)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    try:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.setFont(font)
        colours = palette(look.tone)
        places = [
            (QPointF((wide - metrics.horizontalAdvance(line)) / 2, HALO + metrics.ascent() + step * at), line)
            for at, line in enumerate(lines)
        ]
        write_with_halo(painter, places, colours, colours.halo, colours.ink)
    finally:
        painter.end()
    return pixmap


def _font_for(words: tuple[str, ...], look: WordsLook) -> QFont:
    """Return the font in which the longest word fits, smaller than it would be by so much as that takes."""
    longest = max(terrain_words(words, lambda _: False), key=len)
    font = QFont()
    for pixels in range(look.pixels, LEAST - 1, -1):
        font.setPixelSize(pixels)
        if QFontMetricsF(font).horizontalAdvance(longest) <= look.wide:
            break
    return font
